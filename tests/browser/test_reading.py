"""Reading the board: highlights that leave the ground as it is, sizes that can be read, a board that goes where the game is."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

import grandharbour as gh

from .conftest import settled
from .played import laid, played
from .test_table import sit

pytestmark = pytest.mark.map

PLACES = [("herkules", "Air"), ("hawks", "Move"), ("kesselring", "March")]
LEAST = {"hawks": 4, "herkules": 9, "kesselring": 9}


def asks_places(war: Any, decision: Any) -> bool:
    """Many places at once: some of them are free."""
    return (
        sum(bin(set_).count("1") for verb, set_ in decision.choices.items() if war.setup.game.verbs[verb].kind == "space")
        > LEAST[war.setup.game.id]
    )


@pytest.mark.parametrize(("game", "step"), PLACES)
def test_legal_places_have_an_outline_and_no_paint(page: Any, server: str, game: str, step: str) -> None:
    """The ground inside a legal place has the same colour with and without the highlight; outside it is dimmed."""
    found = sit(page, server, game, step, asks_places)
    settled(page)
    legal = {str(t) for c in found["decision"]["choices"] if c["kind"] == "space" for t in c["targets"]}
    glow = page.locator(".glow[data-legal]")
    # A plane that is asked where it flies can be sent farther by one gesture, and those places are shown as well.
    assert int(glow.get_attribute("data-legal")) == len(legal) or game == "hawks"
    marked = page.evaluate(
        "[...document.querySelectorAll('[data-dot], [data-ring]')].map((it) => it.dataset.dot ?? it.dataset.ring)"
    )
    assert sorted(marked) == sorted(legal) or (game == "hawks" and legal < set(marked))
    # A point inside a free legal place, beside its dot, and one on the sheet outside all of them.
    points = page.evaluate(
        """() => {
          const top = (x, y) => document.elementFromPoint(x, y);
          const inside = [...document.querySelectorAll('[data-dot]')].map((it) => it.getBoundingClientRect())
            .flatMap((b) => [[b.x + b.width / 2 + 9, b.y + b.height / 2], [b.x + b.width / 2 - 9, b.y + b.height / 2]])
            .filter(([x, y]) => top(x, y)?.matches('.hits .may') && top(x + 3, y + 3)?.matches('.hits .may'));
          return inside.slice(0, 8);
        }"""
    )
    assert points
    page.mouse.move(2, 2)

    def colours() -> list[list[int]]:
        from io import BytesIO

        from PIL import Image

        picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
        return [list(picture.getpixel((round(x), round(y)))) for x, y in points]

    shown = colours()
    page.add_style_tag(content=".glow { display: none }")
    assert shown == colours()


# --- the line under the map, the papers' edge

BLANK = """() => {
  const frame = document.querySelector(".frame").getBoundingClientRect();
  const sheet = document.querySelector(".art svg").getBoundingClientRect();
  const w = Math.min(sheet.right, frame.right) - Math.max(sheet.left, frame.left);
  const h = Math.min(sheet.bottom, frame.bottom) - Math.max(sheet.top, frame.top);
  return 1 - (w * h) / (frame.width * frame.height);
}"""
ZOOM = "document.querySelector('svg[role=application] > g').getCTM().a"


@pytest.mark.parametrize(("game", "step"), [("hawks", "Move"), ("kesselring", "March")])
def test_nothing_lies_over_the_map(page: Any, server: str, game: str, step: str) -> None:

    sit(page, server, game, step, asks_places)
    settled(page)
    page.mouse.move(2, 2)
    page.wait_for_function(
        """() => {
          const f = document.querySelector(".frame").getBoundingClientRect();
          const points = [];
          for (let i = 1; i < 40; i++) for (let j = 1; j < 40; j++) points.push([f.x + (f.width * i) / 40, f.y + (f.height * j) / 40]);
          return points.map(([x, y]) => document.elementFromPoint(x, y)).every((it) => it?.closest("svg[role=application]"));
        }"""
    )
    # The place pointed at is named in the line, and so is the last event.
    place = page.locator(".hits .may").first
    box = place.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".line .place")).not_to_have_text("Point at a place to read its name")
    page.get_by_role("button", name="Zoom in").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("the board goes where the game is")


def width_becomes(page: Any, wanted: float, within: float = 2) -> float:
    """Wait until the papers are that wide: what a drag or a key changes is drawn with the next frame, not at once."""
    wide = "document.querySelector('.papers').getBoundingClientRect().width"
    page.wait_for_function(f"() => Math.abs({wide} - {wanted}) <= {within}")
    return float(page.evaluate(wide))


def test_papers_are_as_wide_as_one_likes_and_stay_so(page: Any, server: str) -> None:

    sit(page, server, "hawks", "Move")
    papers = page.locator(".papers")
    edge = page.get_by_role("separator", name="Width of the papers")
    before = papers.bounding_box()["width"]
    at = edge.bounding_box()
    page.mouse.move(at["x"] + 4, at["y"] + at["height"] / 2)
    page.mouse.down()
    page.mouse.move(at["x"] - 196, at["y"] + at["height"] / 2, steps=4)
    page.mouse.up()
    wide = width_becomes(page, before + 200, 12)
    edge.focus()
    page.keyboard.press("ArrowRight")
    width_becomes(page, wide - 24)
    page.locator("svg[role=application]").focus()
    page.keyboard.press("f")
    expect(page.get_by_role("tab", name="Log")).to_have_count(0)
    page.reload()
    page.locator(".prompt.mine").wait_for()
    width_becomes(page, wide - 24)
    page.get_by_role("button", name="Show the log").click()
    expect(page.get_by_role("tab", name="Log")).to_be_visible()


# --- the board goes where the game is


@pytest.mark.parametrize(("game", "step"), [("hawks", "Move"), ("convoys", "Sailing"), ("kesselring", "Retreat")])
def test_the_board_goes_where_the_decision_is_and_stays_on_its_sheet(page: Any, server: str, game: str, step: str) -> None:
    some_places = lambda war, decision: any(war.setup.game.verbs[v].kind == "space" for v in decision.choices)  # noqa: E731
    found = sit(page, server, game, step, some_places)
    page.locator(".art svg").first.wait_for(state="attached")
    settled(page)
    near = page.evaluate(ZOOM)
    assert page.evaluate(BLANK) < 0.06
    legal = [str(t) for c in found["decision"]["choices"] if c["kind"] == "space" for t in c["targets"]]
    seen = page.evaluate(
        """(names) => { const f = document.querySelector(".frame").getBoundingClientRect();
          return names.every((name) => { const b = document.querySelector(`.hits [data-space="${name}"]`).getBoundingClientRect();
            return b.left >= f.left - 2 && b.right <= f.right + 2 && b.top >= f.top - 2 && b.bottom <= f.bottom + 2; }); }""",
        legal,
    )
    assert seen
    # The small map shows which part it is; 0 shows the whole.
    assert page.locator(".minimap .part").count() == 1
    page.locator("svg[role=application]").focus()
    page.keyboard.press("0")
    settled(page)
    assert page.evaluate(ZOOM) < near * 0.8
    # Who does not like it turns it off, for good.
    page.keyboard.press("g")
    page.reload()
    page.locator(".prompt.mine").wait_for()
    settled(page)
    assert page.evaluate(ZOOM) < near * 0.8


def test_convoys_fills_its_frame(page: Any, server: str) -> None:
    sit(page, server, "convoys", "Squadron")
    page.locator(".art svg").first.wait_for(state="attached")
    page.keyboard.press("g")
    settled(page)
    assert page.evaluate(BLANK) < 0.03


# --- the legend, the squares around the plane, the levels, hints with their reasons


@pytest.mark.parametrize(("game", "step"), [("kesselring", "March"), ("herkules", "Air")])
def test_the_legend_can_be_read(page: Any, server: str, game: str, step: str) -> None:
    sit(page, server, game, step)
    page.locator(".art svg").first.wait_for(state="attached")
    page.get_by_role("button", name="Legend").click()
    shown = page.get_by_role("dialog", name="Legend")
    shown.locator("svg text").first.wait_for(state="attached")
    sizes = page.evaluate(
        """() => { const svg = document.querySelector("dialog[open] .legend > svg"); const r = svg.getBoundingClientRect();
          return [...svg.querySelectorAll("[data-kind=legend] text")].filter((it) => { const b = it.getBoundingClientRect();
            return b.width && b.left >= r.left && b.right <= r.right && b.top >= r.top && b.bottom <= r.bottom; })
            .map((it) => { const m = it.getScreenCTM(); return parseFloat(getComputedStyle(it).fontSize) * Math.sqrt(Math.abs(m.a * m.d - m.b * m.c)); }); }"""
    )
    assert len(sizes) > 3 and min(sizes) >= 9
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog", name="Legend").count() == 0


def from_afar(page: Any) -> None:
    """The whole map in sight, where it stays."""
    page.locator(".art svg").first.wait_for(state="attached")
    page.locator("svg[role=application]").focus()
    page.keyboard.press("g")
    page.keyboard.press("0")
    settled(page)


def test_a_legend_too_small_to_be_read_is_folded_away_with_its_samples(page: Any, server: str) -> None:
    """From afar nothing of it is on the map; read large it has all it had, and from near it is on the map again."""
    sit(page, server, "kesselring", "March")
    from_afar(page)
    parts = """(within) => [...document.querySelectorAll(`${within} [data-fold]`)].map((it) => getComputedStyle(it).display === "none")"""
    folded = page.evaluate(parts, ".art")
    assert len(folded) > 3 and all(folded)
    page.get_by_role("button", name="Legend").click()
    page.get_by_role("dialog", name="Legend").locator("svg text").first.wait_for(state="attached")
    assert not any(page.evaluate(parts, "dialog[open]"))
    twice = page.evaluate(
        """() => { const own = [...document.querySelectorAll("dialog[open] [data-fold][id], dialog[open] [id] > use")];
          return own.filter((it) => { const id = it.id || it.getAttribute("href").slice(1);
            return document.getElementById(id)?.closest("dialog") !== it.closest("dialog"); }).length; }"""
    )
    assert twice == 0
    page.keyboard.press("Escape")
    page.locator("svg[role=application]").focus()
    for _ in range(4):
        page.keyboard.press("+")
    page.wait_for_function(f"() => !({parts})('.art').some((folded) => folded)")


def test_every_objective_has_its_name_with_the_whole_map_in_sight(page: Any, server: str) -> None:
    """However many counters lie on the islands; and the name lies under none of them."""
    page.set_viewport_size({"width": 1440, "height": 900})
    sit(page, server, "herkules", "Air")
    from_afar(page)
    sheet = (Path(gh.__file__).parent / "games" / "herkules" / "data" / "art.svg").read_text(encoding="utf-8")
    wanted = {words for rank, words in re.findall(r'data-rank="(\d+)">([^<]*)</text>', sheet) if int(rank) > 0}
    shown = page.evaluate("""() => [...document.querySelectorAll(".words [data-rank]")].map((it) => it.textContent)""")
    assert len(wanted) > 10 and {html.unescape(name) for name in wanted} <= set(shown)


def test_a_phone_shows_the_squares_around_the_plane(chromium: Any, server: str) -> None:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True, is_mobile=True
    )
    page = context.new_page()
    found = sit(page, server, "hawks", "Move")
    plane = next(it for it in found["view"]["pieces"] if it["id"] == found["decision"]["about"]["id"])
    square = plane["at"].split("/")[0]
    # Its square is a quarter of the frame or wider, and wholly in sight.
    page.wait_for_function(
        """(name) => { const f = document.querySelector(".frame").getBoundingClientRect();
          const b = document.querySelector(`.hits [data-space="${name}"]`).getBoundingClientRect();
          return b.width > f.width / 4 && b.left >= f.left - 2 && b.right <= f.right + 2 && b.top >= f.top - 2 && b.bottom <= f.bottom + 2; }""",
        arg=square,
    )
    context.close()


def test_a_phone_looks_at_a_fight_from_near(phone: Any, server: str) -> None:
    """The place of the fight is wholly in sight, and a third as wide as the frame or wider: from further away nobody is told apart there."""
    found = sit(phone, server, "herkules", "Commit")
    phone.wait_for_function(
        """(name) => { const f = document.querySelector(".desk > .frame").getBoundingClientRect();
          const b = document.querySelector(`.hits [data-space="${name}"]`).getBoundingClientRect();
          return b.width > f.width / 3 && b.left > f.left && b.right < f.right && b.top > f.top && b.bottom < f.bottom; }""",
        arg=found["decision"]["about"]["id"],
    )


@pytest.mark.parametrize(("game", "step"), [("hawks", "Move"), ("kesselring", "March")])
def test_a_hint_says_why_for_each_idea(page: Any, server: str, game: str, step: str) -> None:
    """The first answer is the adviser's: whatever the search finds later, it was asked and told by itself."""
    found = sit(page, server, game, step, asks_places)
    told = httpx.get(
        f"{server}/api/tables/{found['table']}/hint", headers={"Authorization": f"Bearer {found['token']}"}, timeout=60
    ).json()
    assert len(told) > 1 and all(hint["why"] for hint in told) and len({hint["why"] for hint in told}) > 1
    page.route("**/lines*", lambda route: route.abort())
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".ideas li, .lines li").first.wait_for()
    why = page.locator(".ideas li span, .lines .why").first
    assert why.inner_text().strip()


def test_levels_stand_in_the_order_of_strength_and_a_beginner_is_offered_one_he_can_beat(page: Any, server: str) -> None:
    cards = httpx.get(f"{server}/api/games", timeout=120).json()
    players = next(card for card in cards if card["id"] == "hawks")["players"]
    assert [it["id"] for it in players[:5]] == ["random", "greedy", "search:cadet", "search:captain", "search:admiral"]
    assert [it["id"] for it in players if it["offered"] == "first"] == ["greedy"]
    for card in cards:
        levels = [it for it in card["players"] if it["id"] in ("random", "greedy") or it["id"].startswith("search:")]
        assert [it["id"] for it in levels] == ["random", "greedy", "search:cadet", "search:captain", "search:admiral"], card["id"]
        assert len({it["help"] for it in levels}) == 5 and all(it["help"] for it in levels), "each says what it is for"
    page.goto(f"{server}/?play=hawks")
    other = page.locator("dialog .sides select").nth(1)
    options = other.locator("optgroup option")
    expect(options).not_to_have_count(0)
    shown = options.evaluate_all("(all) => all.map((it) => it.value)")
    assert shown[:5] == [f"computer:{it['id']}" for it in players[:5]]
    expect(other, "who has never sat at a table").to_have_value("computer:greedy")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/**")
    page.goto(f"{server}/?play=hawks")
    usual = next(it["id"] for it in players if it["offered"] == "usual")
    assert usual != "greedy"
    expect(other, "and who has").to_have_value(f"computer:{usual}")


@pytest.mark.parametrize(("game", "step"), [("kesselring", "March"), ("herkules", "Air")])
def test_names_lie_over_every_highlight(page: Any, server: str, game: str, step: str) -> None:
    """Outline, veil and tints are drawn under the words of the map, and counters over them."""
    sit(page, server, game, step, asks_places)
    settled(page)
    order = page.evaluate(
        """() => {
          const parts = [document.querySelector(".glow[data-legal]"), document.querySelector(".words"), document.querySelector(".pieces")];
          return parts.slice(1).map((it, i) => !!(parts[i].compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING));
        }"""
    )
    assert order == [True, True]


@pytest.mark.parametrize(("game", "step"), [("kesselring", "March"), ("c3", "Move")])
def test_no_hex_number_lies_under_a_counter(page: Any, server: str, game: str, step: str) -> None:
    sit(page, server, game, step)
    page.locator("svg[role=application]").focus()
    for _ in range(8):
        page.keyboard.press("+")
    settled(page)
    page.locator(".words [data-kind=hex]").first.wait_for(state="attached")
    hidden = page.evaluate(
        """() => {
          const boxes = [...document.querySelectorAll(".pieces [data-piece]")].map((it) => it.getBoundingClientRect());
          return [...document.querySelectorAll(".words [data-kind=hex]")].filter((text) => {
            const b = text.getBoundingClientRect();
            const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
            return boxes.some((it) => it.left < x && x < it.right && it.top < y && y < it.bottom);
          }).map((text) => text.textContent);
        }"""
    )
    assert hidden == []


@pytest.mark.parametrize(("game", "step"), [("hawks", "Move"), ("kesselring", "March")])
def test_what_the_adviser_would_do_is_done_or_put_away_by_a_button(page: Any, server: str, game: str, step: str) -> None:
    """Also where no search answers."""
    page.route("**/lines*", lambda route: route.abort())
    sit(page, server, game, step, asks_places)
    asked = page.locator("section[aria-label=Prompt] .text").inner_text()
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.click()
    away = page.locator(".advice .answer").get_by_role("button", name="Put away")
    expect(away).to_be_visible()
    away.click()
    expect(page.locator(".advice .answer")).to_have_count(0)
    hint.click()
    page.locator(".advice .answer .go").first.click()
    expect(page.locator("section[aria-label=Prompt] .text")).not_to_have_text(asked)


def test_the_log_keeps_to_its_end_when_much_is_told_at_once(page: Any, server: str) -> None:
    """Who has not scrolled back sees the last event, also when a hint takes the room of the log."""
    with httpx.Client(base_url=server, timeout=60) as http:
        seats = laid(http, played("kesselring", "avalanche-baytown", lambda film, side: len(film.table.events) > 80))
        seat = next(seat for side, seat in seats.items() if side and seat.state()["decision"])
    page.route("**/art.svg", lambda route: route.abort())
    page.goto(f"{server}/table/{seat.table}#seat={seat.token}")
    log = page.get_by_role("region", name="Events")
    at_end = "(it) => it.scrollHeight > it.clientHeight + 100 && it.scrollHeight - it.scrollTop - it.clientHeight < 4"
    handle = log.element_handle()
    page.wait_for_function(at_end, arg=handle)
    # The page hears of a scroll late, when more has come: that is no scrolling back.
    log.evaluate(
        """(it) => {
          const more = document.createElement("p");
          more.style.height = "300px";
          it.append(more);
          it.dispatchEvent(new Event("scroll"));
          more.remove();
        }"""
    )
    page.get_by_role("button", name="Hint", exact=True).click()
    go = page.locator(".advice .answer .go").first
    go.wait_for()
    page.wait_for_function(at_end, arg=handle)
    # Who scrolls back is left there.
    log.evaluate("(it) => (it.scrollTop = 0)")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.get_by_role("button", name="Put away").click()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert log.evaluate("(it) => it.scrollTop") == 0


@pytest.mark.parametrize(("game", "step"), [("kesselring", "Support"), ("herkules", "Commit")])
def test_on_a_phone_the_odds_card_stays_within_the_map(phone: Any, server: str, game: str, step: str) -> None:
    """Its beginning can be read and its button pressed, however long it is."""
    sit(phone, server, game, step, lambda war, decision: bool(rolls(war, decision)))
    phone.locator("section[aria-label=Prompt] .row .button:not(.idle)").first.tap()
    card = phone.locator(".card.pinned")
    card.locator(".go").wait_for()
    inside = """(card) => {
      const [c, f, b] = [card, card.closest(".frame"), card.querySelector(".go")].map((it) => it.getBoundingClientRect());
      return c.top >= f.top - 1 && c.bottom <= f.bottom + 1 && b.bottom <= c.bottom + 1;
    }"""
    phone.wait_for_function(inside, arg=card.element_handle())


def rolls(war: Any, decision: Any) -> list[str]:
    """Verbs without a target that a die follows."""
    verbs = war.setup.game.verbs
    return [verb for verb in decision.choices if verbs[verb].dice and verbs[verb].kind == "nothing"]


def test_on_a_phone_the_places_a_unit_may_go_to_are_in_sight(phone: Any, server: str) -> None:
    """Also where other units that may be chosen lie all over the map."""
    few = lambda war, decision: (  # noqa: E731
        1 < decision.choices.get("to", 0).bit_count() < 5 and decision.choices.get("unit", 0).bit_count() > 2
    )
    sit(phone, server, "c3", "Move", few)
    phone.locator("[data-dot]").first.wait_for(state="attached")
    phone.wait_for_function(
        """() => {
          const f = document.querySelector(".desk > .frame").getBoundingClientRect();
          return [...document.querySelectorAll("[data-dot], [data-ring]")].map((it) => it.getBoundingClientRect())
            .every((b) => b.left > f.left && b.right < f.right && b.top > f.top && b.bottom < f.bottom);
        }"""
    )


def test_nobody_is_led_to_the_end_of_his_move_while_there_is_something_to_choose(page: Any, server: str) -> None:
    sit(page, server, "convoys", "Sailing", lambda war, decision: "proceed" in decision.choices and "group" in decision.choices)
    end = page.locator('section[aria-label=Prompt] [data-label="End of movement"]')
    expect(end).to_be_visible()
    assert "main" not in end.get_attribute("class").split()
