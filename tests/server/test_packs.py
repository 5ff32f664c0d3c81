"""The shelf of packs: sharing one, playing it, replacing it, taking it down; games go on whatever happens to their pack."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import httpx
import pytest

from grandharbour.engine import packs

from .client import Harbour, running

HAL_FAR = Path(__file__).parents[2] / "examples" / "packs" / "hal-far"
SEATS = {"AX": {"kind": "here"}, "CW": {"kind": "computer", "player": "greedy"}}


@pytest.fixture
def ours(tmp_path: Path) -> Harbour:
    with running(tmp_path) as found:
        yield found  # type: ignore[misc]


def share(http: httpx.Client, sent: bytes, key: str = "") -> httpx.Response:
    return http.post("/api/packs", content=sent, headers={"Authorization": f"Bearer {key}"} if key else {}, timeout=60)


def test_a_pack_is_shared_played_replaced_and_taken_down(ours: Harbour) -> None:
    http = ours.http
    made = share(http, packs.archive(HAL_FAR))
    assert made.status_code == 201, made.text
    id, key = made.json()["id"], made.json()["key"]
    assert id == "c3-hal-far"
    shelf = http.get("/api/packs").json()
    assert [(card["id"], card["title"], card["version"]) for card in shelf] == [(id, "The airfield at Hal Far", "1")]
    assert [one["id"] for one in shelf[0]["scenarios"]] == ["hal-far"] and shelf[0]["text"] == ""
    assert shelf[0]["options"][-1]["id"] == "picked"

    wish = {"game": "c3", "scenario": "hal-far", "pack": id, "options": {"picked": "twice"}, "seats": SEATS}
    opened = http.post("/api/tables", json=wish, timeout=60)
    assert opened.status_code == 201, opened.text
    table = opened.json()["table"]
    card = http.get(f"/api/tables/{table}").json()
    assert (card["title"], card["pack"]) == ("The airfield at Hal Far", "The airfield at Hal Far 1")
    assert {c["key"] for c in card["changes"]} >= {"units", "units.STURM", "combat.elite"}
    board = http.get("/api/games/c3/board", params={"table": table}).json()
    assert board["art"].startswith("data:image/svg+xml,"), "its objectives are others: the map is drawn from the tables"

    text = packs.read_pack(HAL_FAR)
    later = text.replace('version = "1"', 'version = "1.1"').replace('last = "2"', 'last = "3"').encode()
    assert share(http, later).json()["detail"].startswith("pack.name: somebody has shared")
    assert share(http, text.replace('last = "2"', 'last = "3"').encode(), key).json()["detail"].startswith("pack.version")
    assert share(http, later, key).json() == {"id": id, "key": key}
    assert http.get(f"/api/packs/{id}").json()["version"] == "1.1"
    assert http.get(f"/api/packs/{id}/pack.toml").text == later.decode()
    assert http.delete(f"/api/packs/{id}").status_code == 403
    assert http.delete(f"/api/packs/{id}", headers={"Authorization": f"Bearer {key}"}).status_code == 204
    assert http.get("/api/packs").json() == [] and http.get(f"/api/packs/{id}").status_code == 404
    assert http.get(f"/api/tables/{table}").json()["changes"] == card["changes"], "the table has all it needs"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"pack.toml": "[fire]\n"}, "it does not say what it is"),
        ({"pack.toml": "[pack]\nname = 'x'\ngame = 'chess'\n"}, "there is no game 'chess'"),
        (
            {"pack.toml": "[pack]\nname = 'x'\ngame = 'c3'\n", "a.toml": "[units.X]\nlike = 'FD_1'\ncf = 99\n"},
            "units.X: cf: 99 is above",
        ),
        ({"../pack.toml": "[pack]\n"}, "lies in one folder"),
        ({"pack.toml": "#" * 9_000_000}, "too large"),
    ],
)
def test_what_does_not_fit_is_told(harbour: Harbour, files: dict[str, str], said: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    answer = share(harbour.http, out.getvalue())
    assert answer.status_code == 422 and said in answer.json()["detail"], answer.text
    assert share(harbour.http, b"PK" + b"\0" * 600_000).status_code == 413


def test_a_pack_is_read_without_being_kept(harbour: Harbour) -> None:
    before = harbour.http.get("/api/packs").json()
    answer = harbour.http.post("/api/packs/read/c3?name=mine.zip", content=packs.archive(HAL_FAR), timeout=60)
    card = answer.json()
    assert answer.status_code == 200 and card["id"] == "" and card["text"] == packs.read_pack(HAL_FAR)
    assert harbour.http.get("/api/packs").json() == before
    wrong = harbour.http.post("/api/packs/read/hawks", content=packs.archive(HAL_FAR), timeout=60)
    assert wrong.status_code == 422 and "a pack for 'c3'" in wrong.json()["detail"]
    plain = harbour.http.post("/api/packs/read/hawks", content=b"[fire]\nhits_to_kill = 3\n", timeout=60).json()
    assert len(plain["scenarios"]) == 4 and plain["changes"] == [{"key": "fire.hits_to_kill", "printed": "2", "value": "3"}]


def test_the_board_of_a_draft_with_a_pack(harbour: Harbour) -> None:
    import grandharbour as gh

    text = gh.game("c3").new(tables=packs.read_pack(HAL_FAR), seed=1).position()
    draft = harbour.http.post("/api/editor", json={"game": "c3", "text": text}, timeout=60).json()
    assert draft["legal"] and draft["pack"] and draft["scenario"] == "hal-far"
    board = harbour.http.post("/api/editor/board", json={"game": "c3", "text": text}, timeout=60).json()
    assert board["art"].startswith("data:image/svg+xml,")
