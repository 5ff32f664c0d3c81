"""Learning a game in ten clicks, and setting up a position by hand, with the mouse, a finger and the keyboard."""

from __future__ import annotations

import os
import re
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from ..conftest import MEASURED
from .conftest import WATCH, Patience, settled, soon, until

LESSON = 'section[aria-label="Lesson"]'
VERDICT = 'section[aria-label="Verdict"]'
PROMPT = 'section[aria-label="Prompt"]'


def centre(locator: Any) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# --- lessons


def learn(page: Any, server: str, title: str) -> None:
    """From the home page into the lesson of a game."""
    page.goto(server)
    card = page.locator("li.box", has=page.get_by_role("heading", name=title))
    card.get_by_role("button", name="Learn in ten clicks").click()
    page.wait_for_url("**/table/**")
    page.locator(LESSON).get_by_role("button", name="Begin").click()


def do_it(page: Any, click: dict[str, Any]) -> None:
    """What the card asks for, with the mouse: a glowing space, a chip or a button of the prompt, or only a look."""
    kind, target = click["kind"], click["target"]
    settled(page)
    if click["look"]:
        page.mouse.move(3, 3)
        page.mouse.move(*centre(page.locator(f'.hits [data-space="{target}"]').first), steps=3)
        return
    if kind == "space":
        page.mouse.click(*centre(page.locator(f'.hits [data-space="{target}"].may').first))
    elif kind in ("piece", "lot", "number"):
        chips = f"{PROMPT} .chips button, {PROMPT} button.man.may"
        page.locator(f":is({chips}):not([disabled], [aria-disabled='true'])").first.click()
    else:
        page.locator(f"{PROMPT} button:not([aria-disabled='true'])", has_text=click["label"]).first.click()


def turn_to(card: Any, sought: Any) -> None:
    """Leaf on until something stands on the card."""
    more = card.get_by_role("button", name="Continue")
    for _ in range(20):
        sought.or_(more).first.wait_for()
        if sought.count():
            return
        more.click()
    raise AssertionError(f"not found on the card: {card.inner_text()}")


@pytest.mark.map
@pytest.mark.parametrize(
    ("game", "title"),
    [("hawks", "Hawks over Malta"), ("kesselring", "Kesselring's War"), ("c3", "Operazione C3"), ("convoys", "Malta Convoys"),
     ("herkules", "Operation Herkules")],
)  # fmt: skip
def test_a_lesson_to_its_end(
    page: Any, server: str, game: str, title: str, record_property: Callable[[str, object], None]
) -> None:
    page.add_init_script(WATCH)
    opened = httpx.post(f"{server}/api/tables", json={"game": game, "lesson": True}, timeout=60).json()
    page.goto(f"{server}/table/{opened['table']}#seat={next(filter(None, opened['seats'].values()))}")
    text = httpx.get(f"{server}/api/games/{game}/lesson").json()
    card = page.locator(LESSON)
    card.get_by_role("button", name="Begin").click()
    done = 0
    for click in text["clicks"]:
        if click["side"] != text["side"]:
            continue  # told on a page of its own, which turn_to leafs through
        turn_to(card, card.get_by_text(click["say"][:40]))
        assert f"{done + 1} / " in card.inner_text()
        do_it(page, click)
        if click["look"]:
            card.get_by_role("button", name="Continue").wait_for()
            assert click["rule"] in card.inner_text()
            card.get_by_role("button", name="Continue").click()
        done += 1
    last = card.get_by_role("button", name="Play a whole game now")
    turn_to(card, last)
    times = page.evaluate("window.harbourTimes")
    paint = f"{times['paint'] / 1000:.2f} s" if times["paint"] else "not seen"
    median = f"{statistics.median(times['trips']):.0f} ms at the median of {len(times['trips'])}"
    painted = f"{statistics.median(times['paints']):.0f} ms" if times["paints"] else "not seen"
    load = f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"  # a time without the load it was taken under says nothing
    record_property(MEASURED, f"{game}: first board paint {paint}, a choice {median}, to its paint {painted} (load {load})")
    last.click()
    page.get_by_role("button", name="Start", exact=False).first.wait_for()
    assert 8 <= done <= 12 and title in page.locator("dialog").inner_text()


def test_odds_stand_on_the_card_and_show_me_does_the_click(page: Any, server: str) -> None:
    learn(page, server, "Hawks over Malta")
    card = page.locator(LESSON)
    card.get_by_role("button", name="Show me").click()
    card.get_by_role("button", name="Continue").click()  # the other side has numbered its plane
    card.get_by_text("2 / 12").wait_for()
    card.get_by_role("button", name="Show me").click()
    card.get_by_text("3 / 12").wait_for()
    card.get_by_role("button", name="Show me").click()  # a look
    card.get_by_text("No diagonal step").wait_for()
    card.get_by_role("button", name="Continue").click()
    for number in (4, 5):
        card.get_by_text(f"{number} / 12").wait_for()
        card.get_by_role("button", name="Show me").click()
    card.locator(".odds li").first.wait_for()
    assert "47\u00a0%" in card.locator(".odds").inner_text()


def to_the_first_move(card: Any) -> None:
    """Through the first two clicks of the Hawks lesson and the look after them."""
    card.get_by_role("button", name="Show me").click()
    card.get_by_role("button", name="Continue").click()
    for number in (2, 3):
        card.get_by_text(f"{number} / 12").wait_for()
        card.get_by_role("button", name="Show me").click()
    card.get_by_role("button", name="Continue").click()
    card.get_by_text("4 / 12").wait_for()


def test_a_wrong_click_is_answered_gently_and_does_nothing(page: Any, server: str) -> None:
    learn(page, server, "Hawks over Malta")
    card = page.locator(LESSON)
    to_the_first_move(card)
    page.locator('.hits [data-space="D4/4"].may').wait_for(state="attached")
    assert page.locator(".hits [data-space].may").count() == 1
    settled(page)
    page.mouse.click(*centre(page.locator('.hits [data-space="E3/4"]').first))  # legal, but not asked for
    card.get_by_text("That can wait").wait_for()
    assert "4 / 12" in card.inner_text() and page.get_by_role("button", name="Undo").first.is_disabled()


def test_a_lesson_survives_a_reload(page: Any, server: str) -> None:
    from playwright.sync_api import expect

    learn(page, server, "Hawks over Malta")
    card = page.locator(LESSON)
    to_the_first_move(card)
    page.reload()
    card.get_by_text("4 / 12").wait_for()
    glowing = page.locator(".hits [data-space].may")
    expect(glowing).to_have_count(1)
    card.get_by_role("button", name="Leave the lesson").click()
    expect(glowing).not_to_have_count(1)  # the table is free now
    assert glowing.count() > 1 and not page.locator(LESSON).count()


def test_a_lesson_on_a_phone(phone: Any, server: str) -> None:
    learn(phone, server, "Hawks over Malta")
    card = phone.locator(LESSON)
    patience = Patience()
    while True:
        patience(before := card.inner_text())
        assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        if card.get_by_role("button", name="Play a whole game now").count():
            return
        button = card.get_by_role("button", name=re.compile("Continue|Show me"))
        if button.count() and button.first.is_enabled():
            button.first.click()
        until(phone, "([card, before]) => document.querySelector(card)?.innerText !== before", [LESSON, before])


# --- the editor


def edit(page: Any, server: str, game: str) -> None:
    page.goto(f"{server}/editor/{game}")
    page.get_by_text("This position can be played").wait_for()
    settled(page)


def drag(page: Any, piece: str, space: str) -> None:
    """Take a counter from the board and drop it on a space."""
    page.mouse.move(*centre(page.locator(f'g.piece[data-piece="{piece}"]').first))
    page.mouse.down()
    x, y = centre(page.locator(f'.hits [data-space="{space}"]').first)
    page.mouse.move(x - 30, y - 20, steps=4)
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


def shown_at(page: Any) -> dict[str, str]:
    """Where the text says the pieces are."""
    text = page.locator('textarea[aria-label="Position text"]').input_value()
    return dict(re.findall(r'^"?([^"\n=]+?)"? = "([^"]+)"$', text.split("[state.at]")[1].split("\n[")[0], re.MULTILINE))


# The uppermost counters that can be taken with the mouse.
ON_TOP = """() => [...document.querySelectorAll('g.piece[data-piece]')].filter((e) => {
  const b = e.getBoundingClientRect();
  return document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)?.closest('[data-piece]') === e;
}).map((e) => e.dataset.piece)"""


@pytest.mark.parametrize(
    ("game", "kind", "space"),
    [("hawks", r"CR42", "D6/2"), ("kesselring", r"\d (Inf|PzGr)$", "3116"), ("convoys", r"@ Sardinia$", "Sicily"), ("herkules", r"@ (Gharb|Nadur|Dingli)$", "Bingemma")],
)  # fmt: skip
def test_dragging_a_piece(page: Any, server: str, game: str, kind: str, space: str) -> None:
    edit(page, server, game)
    before = shown_at(page)
    tops = page.evaluate(ON_TOP)  # from afar a heap shows one of its pieces
    on_land = [name for name in tops if before[name] != space and (re.search(kind, name) or re.search(kind, f"@ {before[name]}"))]
    piece = next(name for name in on_land if before[name][:1].isdigit() or game != "kesselring")
    drag(page, piece, space)
    page.wait_for_function(
        '([piece, space]) => document.querySelector(\'textarea\').value.includes(`"${piece}" = "${space}"`)', arg=[piece, space]
    )
    after = shown_at(page)
    assert {name for name in after if after[name] != before[name]} == {piece}
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(
        "(text) => document.querySelector('textarea').value.includes(text)", arg=f'"{piece}" = "{before[piece]}"'
    )


def test_a_place_that_cannot_be_is_refused(page: Any, server: str) -> None:
    """On areas: a piece put where none of its kind lies stays where it was, and the editor says why."""
    edit(page, server, "herkules")
    piece = "7. Flieger Inf 1"
    before = shown_at(page)[piece]
    put(page, piece, "British losses")
    page.get_by_text(f"British losses is no place for {piece}").wait_for()
    assert shown_at(page)[piece] == before


def put(page: Any, piece: str, box: str) -> None:
    """Find a piece by its name, take it into the hand, put it into a box."""
    page.get_by_label("Find a piece").fill(piece)
    page.locator(f'.chip[data-piece="{piece}"]').click()
    page.get_by_text("is in your hand").wait_for()
    page.locator(f'.group[data-box="{box}"]').get_by_role("button", name="Put here").click()


def test_an_illegal_position_is_explained_and_cannot_be_played(page: Any, server: str) -> None:
    edit(page, server, "kesselring")
    piece = next(p for p in ("3 PzGr", "15 PzGr", "29 PzGr") if shown_at(page).get(p, "").isdigit())
    put(page, piece, "Allied Eliminated")
    page.get_by_text("Not yet a position to play").wait_for()
    assert "a counter in the enemy's box [26.1]" in page.locator(VERDICT).inner_text()
    assert page.get_by_role("button", name="Play from here").is_disabled()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("This position can be played").wait_for()


def test_print_and_calculate_from_the_shelf(page: Any, server: str) -> None:
    """The shelf leads to the game on paper and to the calculator, whose address holds the battle."""
    from playwright.sync_api import expect

    page.goto(server)
    card = page.locator("li.box", has=page.get_by_role("heading", name="Operation Herkules"))
    card.get_by_role("button", name="Print and play").click()
    panel = page.get_by_role("dialog")
    panel.get_by_label("Paper").select_option("letter")
    link = panel.get_by_role("link", name="Make the PDF")
    soon(lambda: link.evaluate("(link) => link.href").endswith("/api/games/herkules/print.pdf?scenario=1942&paper=letter"))
    assert link.get_attribute("target") == "_blank"

    page.goto(server)
    card.get_by_role("link", name="Battle calculator").click()
    chances = page.get_by_role("region", name="Chances")
    expect(chances.locator(".verdict")).to_contain_text("10.0 %")  # six infantry against four, one round
    page.get_by_role("button", name="One Tank more, attackers").click()
    expect(page.get_by_label("Tank, attackers", exact=True)).to_have_value("1")
    page.wait_for_url("**attackers=inf%3A6%2Ctank%3A1**")
    answer = httpx.get(
        f"{server}/api/games/herkules/calculator/odds",
        params={"attackers": "inf:6,tank:1", "defenders": "inf:4", "arena": "land", "rounds": 1, "radar": ""},
    ).json()
    expect(chances.locator(".verdict .win")).to_contain_text(f"{100 * answer['win']:.1f} %")
    page.reload()
    expect(chances.locator(".verdict .win")).to_contain_text(f"{100 * answer['win']:.1f} %")
    page.get_by_text("at sea").click()
    expect(page.get_by_label("Tank, attackers", exact=True)).to_have_count(0)
    expect(chances).to_contain_text("Count units into both forces")


def test_play_from_a_position_set_up_by_hand(page: Any, server: str) -> None:
    """A plane is dragged, the turn is set in the form, and the game against the computer begins just there."""
    edit(page, server, "hawks")
    drag(page, "CR42 1", "D4/3")
    page.wait_for_function("() => document.querySelector('textarea').value.includes('\"CR42 1\" = \"D4/3\"')")
    page.get_by_label("Turn", exact=True).fill("6")
    page.get_by_label("Turn", exact=True).press("Enter")
    page.wait_for_function("() => document.querySelector('textarea').value.includes('turn = 6')")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Start of a turn").click()
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("button", name="Start", exact=False).last.click()
    page.wait_for_url("**/table/**")
    page.locator(PROMPT).wait_for()
    page.get_by_text("Turn 6 of 12").wait_for()
    state = page.evaluate(
        "async () => (await fetch('/api' + location.pathname.replace('/table', '/tables') + '/state',"
        " {headers: {Authorization: 'Bearer ' + location.hash.slice(6)}})).json()"
    )
    assert next(piece for piece in state["view"]["pieces"] if piece["id"] == "CR42 1")["at"] == "D4/3"


def test_a_piece_is_moved_by_keyboard(page: Any, server: str) -> None:
    edit(page, server, "hawks")
    board = page.locator("svg[role=application]")
    board.focus()
    page.keyboard.press("ArrowRight")  # the first piece
    page.keyboard.press("Enter")
    page.get_by_text("is in your hand").wait_for()
    before = shown_at(page)
    board.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_text("is in your hand").wait_for(state="hidden")
    soon(lambda: shown_at(page) != before)
    page.keyboard.press("Control+z")
    soon(lambda: shown_at(page) == before)


def test_the_text_can_be_read_saved_and_loaded(page: Any, server: str, tmp_path: Path) -> None:
    edit(page, server, "hawks")
    page.get_by_text("Position text").click()
    pane = page.get_by_label("Position text")
    good = pane.input_value()
    pane.fill(good.replace('"BR20 1" = ', '"BR20 1" = "Z9/9" # '))
    page.get_by_role("button", name="Read this text").click()
    page.get_by_text("there is no space 'Z9/9'").wait_for()
    assert re.search(r"Line \d+", page.locator(VERDICT).inner_text())
    assert page.locator("g.piece").count() > 0, "the last board that could be drawn stays"
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "hawks-position.toml"
    file = tmp_path / "good.toml"
    file.write_text(good)
    page.locator("label.upload input").set_input_files(str(file))
    page.get_by_text("This position can be played").wait_for()
    assert pane.input_value() == good


def test_the_editor_on_a_phone(phone: Any, server: str) -> None:
    edit(phone, server, "hawks")
    assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    phone.locator('g.piece[data-piece="Gladiator 1"]').tap()
    phone.locator("dialog[open]").or_(phone.get_by_text("is in your hand")).first.wait_for()
    if phone.locator("dialog[open]").count():
        phone.locator("dialog[open] button.piece").first.tap()
    phone.get_by_text("is in your hand").wait_for()
    phone.get_by_role("button", name="Put here").last.tap()
    phone.get_by_text("Shot down, Britain").wait_for()
    soon(lambda: phone.locator('.group[data-box="down-BR"] .chip').count() == 1)
