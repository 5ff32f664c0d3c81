"""Pictures for links: of what spectators may know, kept, limited; and the one page that others may hold in a frame."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from PIL import Image

from grandharbour.engine.game import game, games
from grandharbour.engine.table import Table
from grandharbour.press import scene
from grandharbour.server import pages, pictures
from grandharbour.server.gate import HEADERS

from .client import LINK, Harbour, play_on, problem, running

COLOURS = {"axis", "allies"}


def image(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize("name", list(games()))
def test_a_card_of_every_game(name: str) -> None:
    """The map lies beside the words, and the counters on it can be seen."""
    rules = game(name)
    view = Table.begin(rules, None, seed=3).seen(None).view(None)
    setup = rules.setup(None, {})
    board, art = rules.board(setup), pages.art(rules).read_text(encoding="utf-8")
    colours = {side.id: side.colour for side in rules.sides}
    assert set(colours.values()) <= COLOURS
    card = image(scene.card(board, art, view, colours, "Grand Harbour", (rules.title, view.heading)))
    assert card.size == (scene.WIDE, scene.HIGH)
    seen = scene.sight(board, [view], 4 / 3)
    empty = scene.ground(art, board.box, seen, 640, 480)
    assert len(empty.convert("RGB").getcolors(640 * 480) or []) > 100, "the map is drawn, not only the sea"
    with_pieces = scene.picture(board, art, view, colours, seen, 640, 480)
    on_board = any(piece.at in {space.id for space in board.spaces if space.turn is None} for piece in view.pieces)
    assert (with_pieces.tobytes() != empty.tobytes()) == (on_board or bool(view.markers))


def test_variables_of_the_art_are_filled_in() -> None:
    assert scene.resolved('<a fill="var(--lane, var(--allies, #17436f))" b="var(--x)"/>') == '<a fill="#17436f" b=""/>'


def test_the_picture_of_a_moment(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=3)
    play_on(seats, random.Random(1), 30)
    spectator, table = seats[None], seats[None].table
    first, last = spectator.get("card.png", moment=0), spectator.get("card.png")
    assert first.headers["content-type"] == "image/png" and image(first.content).size == (1200, 630)
    assert first.content != last.content and last.content == spectator.get("card.png").content
    assert first.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "public" in first.headers["cache-control"]
    own = seats["IT"].get("card.png")
    assert own.headers["cache-control"] == "no-store" and own.headers["cross-origin-resource-policy"] == "same-origin"
    problem(spectator.get("card.png", moment=10**6), "not-found", 404)
    problem(spectator.get("card.png", moment=0, eyes="IT"), "still-running", 409)
    problem(spectator.get("card.png", moment=0, eyes="all"), "still-running", 409)
    problem(spectator.get("card.png", moment="x"), "bad-request", 400)
    film = image(spectator.get("turn.gif", moment=0).content)
    assert film.format == "GIF" and film.size == (640, 480) and getattr(film, "n_frames", 1) > 1
    problem(spectator.get("turn.gif", moment=10**6), "not-found", 404)
    page = harbour.http.get(f"/table/{table}", params={"moment": 3, "eyes": "public"}).text
    tags = dict(re.findall(r'<meta property="([\w:]+)" content="([^"]*)"', page))
    assert tags["og:title"].startswith("Hawks over Malta") and tags["og:description"]
    assert (
        harbour.http.get(tags["og:image"].replace("&amp;", "&")).content
        == spectator.get("card.png", moment=3, eyes="public").content
    )


def test_pictures_are_drawn_elsewhere(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """What draws a map holds the interpreter for a second: nobody would be answered meanwhile. And those who wait are not endless."""
    here: list[str] = []
    rendered = scene._rendered

    def render(*about: object) -> object:
        here.append("drawn")
        return rendered(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(scene, "_rendered", render)
    spectator = harbour.open(LINK, seed=3)[None]
    assert image(spectator.get("card.png").content).size == (1200, 630)
    assert image(spectator.get("turn.gif", moment=0).content).format == "GIF"
    assert not here
    monkeypatch.setattr(pictures, "WAITING", 0)
    assert spectator.get("card.png").status_code == 200, "what is drawn already waits for nobody"
    problem(harbour.open(LINK, seed=3)[None].get("card.png"), "busy", 503)


def test_the_end_is_told_in_the_picture_of_the_last_moment(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=3)
    before = seats[None].get("card.png").content
    seats["IT"].post("resign")
    assert seats[None].get("card.png").content != before


def test_no_picture_shows_a_secret(harbour: Harbour) -> None:
    """What one side has done in secret changes nothing in the picture that others are shown."""
    scenario = next(it for it in harbour.http.get("/api/games").json() if it["id"] == "convoys")
    seats = harbour.open({side["id"]: {"kind": "here"} for side in scenario["sides"]}, game="convoys", seed=5)
    spectator = seats[None]
    before = spectator.get("card.png").content
    shown = spectator.state()["view"]
    rng, made = random.Random(2), 0
    for _ in range(40):
        made += play_on(seats, rng, 1)
        if spectator.state()["view"] != shown:
            break
        assert spectator.get("card.png").content == before
    assert made > 1, "somebody has done something that nobody else saw"


def test_only_the_embedded_replay_may_be_framed(harbour: Harbour) -> None:
    table = harbour.open(LINK)[None].table
    framed = harbour.http.get(f"/embed/{table}")
    assert framed.status_code == 200 and "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers
    policy = HEADERS["Content-Security-Policy"]
    assert framed.headers["content-security-policy"] == policy.replace("frame-ancestors 'none'", "frame-ancestors *")
    for path in ("/", f"/table/{table}", "/me", "/api/games", "/embedded", "/problems/stale"):
        answer = harbour.http.get(path, headers={"accept": "text/html"})
        assert answer.headers["content-security-policy"] == policy and answer.headers["x-frame-options"] == "DENY", path


def test_a_page_of_no_table_has_no_picture(harbour: Harbour) -> None:
    answer = harbour.http.get("/table/nothinghere")
    assert answer.status_code == 200 and "og:image" not in answer.text


def test_drawing_is_limited(tmp_path: Path) -> None:
    with running(tmp_path, limits=1.0) as harbour:
        spectator = harbour.open(LINK)[None]
        codes = [spectator.get("card.png", moment=0).status_code for _ in range(25)]
        assert codes[0] == 200 and codes[-1] == 429
        page = harbour.http.get(f"/table/{spectator.table}")
        assert page.status_code == 200, "the page itself comes whatever its picture does"
