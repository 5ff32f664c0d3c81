"""The table itself on different kinds of boards: why not, odds, undo, keyboard, hints, layers, pinching, battle boards, papers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import grandharbour as gh
from grandharbour.engine import save
from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.war import War

from .conftest import ANSWERED, settled, soon, until

PROMPT = 'section[aria-label="Prompt"]'
BOARD = "svg[role=application]"
CARD = ".card:not(.empty)"
SCENARIOS = {"hawks": "raid-over-malta", "kesselring": "campaign", "convoys": "pedestal", "c3": "invasion", "herkules": "1942"}

Where = Callable[[War, Any], bool]


def position(game: str, step: str, where: Where = lambda war, decision: True, seed: int = 0) -> tuple[str, str]:
    """The save of a table that begins where some step asks, reached by any legal choices, and who is asked."""
    rules = gh.game(game)
    for attempt in range(seed, seed + 100):
        rng = random.Random(attempt)
        war = rules.new(SCENARIOS[game], seed=attempt)
        for _ in range(1500):
            if war.outcome or war.stack is None:
                break
            decision = war.asked()[0]
            if type(war.stack[0]).__name__ == step and where(war, decision):
                text = war.position()
                return save.dumps(gh.Table(rules.position(text, 7), text)), war.setup.names.of("side", decision.side)
            verbs = [verb for verb in decision.choices if verb not in ("pass", "decline")] or list(decision.choices)
            verb = rng.choice(verbs)
            war.play(verb, rng.choice(list(bits(decision.choices[verb]))), decision.side)
    raise AssertionError(f"no {step} was found")


def sit(page: Any, server: str, game: str, step: str, where: Where = lambda war, decision: True, seed: int = 0) -> dict[str, Any]:
    """Sit down where a step of a game asks; answers with the state of the seat. The drawn sheet is left out where nobody looks."""
    text, side = position(game, step, where, seed)
    opened = httpx.post(f"{server}/api/tables/upload", content=text.encode(), timeout=60).json()
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats'][side]}")
    page.locator(f"{PROMPT}.mine").wait_for()
    page.locator(".pieces [data-piece]").first.wait_for(state="attached")
    return state(server, opened["table"], opened["seats"][side])


def state(server: str, table: str, token: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(
        f"{server}/api/tables/{table}/state", headers={"Authorization": f"Bearer {token}"}, timeout=120
    ).json()
    found["token"] = token
    return found


def again(server: str, before: dict[str, Any]) -> dict[str, Any]:
    return state(server, before["table"], before["token"])


def appears(thing: Any, milliseconds: int = 1500) -> bool:
    """Whether something comes to be seen within a short while."""
    from playwright.sync_api import TimeoutError as TooLate

    try:
        thing.wait_for(timeout=milliseconds)
    except TooLate:
        return False
    return True


def refused_space(page: Any, found: dict[str, Any]) -> tuple[float, float]:
    """A point in sight on a space that is asked for but not legal, with nothing over it."""
    may = {str(t) for c in found["decision"]["choices"] for t in c["targets"]}
    asked = [str(t) for c in found["decision"]["choices"] if c["kind"] == "space" for t in c["candidates"]]
    point: list[float] = page.evaluate(
        """(names) => {
          for (const name of names) {
            const place = document.querySelector(`.hits [data-space="${name}"]`);
            if (place?.classList.contains('may')) continue; // farther off, and one gesture away all the same
            const b = place?.getBoundingClientRect();
            const at = b && [b.x + b.width / 2, b.y + b.height / 2];
            const top = at && document.elementFromPoint(...at);
            // A cell counts as well: what is meant is the square around it.
            if (top?.closest('svg[role=application]') && top.dataset?.space?.split('/')[0] === name.split('/')[0]
                && !top.classList.contains('may')) return at;
          }
        }""",
        [name for name in asked if name not in may],
    )
    return point[0], point[1]


# --- why not


@pytest.mark.parametrize(("game", "step"), [("convoys", "Sailing"), ("herkules", "Air"), ("hawks", "Move")])
def test_why_not_is_told_to_mouse_keyboard_and_click(page: Any, server: str, game: str, step: str) -> None:
    from playwright.sync_api import expect

    asks_places = lambda war, decision: any(war.setup.game.verbs[v].kind == "space" for v in decision.choices)  # noqa: E731
    found = sit(page, server, game, step, asks_places)
    settled(page)
    refusal = page.locator(f"{CARD} .refusal")

    x, y = refused_space(page, found)
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    expect(refusal).to_contain_text(re.compile(r"\w.*\.\s*§?", re.S))
    assert refusal.get_by_role("button", name=re.compile("^Rule ")).count() == 1
    page.mouse.click(x, y)
    expect(page.locator(".card.pinned .refusal")).to_be_visible()
    page.keyboard.press("Escape")

    # A button that is not available says why when it has the focus.
    idle = page.locator(f"{PROMPT} button[aria-disabled=true]")
    if idle.count():
        idle.first.focus()
        expect(refusal).to_contain_text(".")
        idle.first.press("Enter")
        expect(page.locator(".card.pinned .refusal")).to_be_visible()

    # W walks everything; the first that is not legal tells its reason.
    page.keyboard.press("b")
    page.keyboard.press("w")
    legal = {str(t) for c in found["decision"]["choices"] for t in c["targets"]}
    for _ in range(6):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        if appears(refusal):
            break
    assert refusal.count() == 1, f"only {len(legal)} targets are legal, and none of the others said why not"


def test_a_tap_on_a_phone_tells_why_not(phone: Any, server: str) -> None:
    from playwright.sync_api import expect

    found = sit(phone, server, "convoys", "Sailing", lambda war, decision: "to" in decision.choices)
    settled(phone)
    phone.touchscreen.tap(*refused_space(phone, found))
    expect(phone.locator(".card.pinned .refusal")).to_contain_text(".")


# --- odds


def dicey(decision: dict[str, Any]) -> list[dict[str, Any]]:
    return [choice for choice in decision["choices"] if choice["dice"] and choice["targets"]]


@pytest.mark.parametrize(("game", "step", "seed"), [("convoys", "AirAttack", 48), ("herkules", "Commit", 0)])
def test_odds_stand_beside_a_button_before_any_die(page: Any, server: str, game: str, step: str, seed: int) -> None:
    from playwright.sync_api import expect

    found = sit(page, server, game, step, seed=seed)
    choice = next(choice for choice in dicey(found["decision"]) if choice["kind"] == "nothing")
    button = page.locator(f'{PROMPT} button[data-label="{choice["label"]}"]')
    button.focus()
    bars = page.locator(f"{CARD} .odds .bars li")
    expect(bars.first).to_contain_text("%")
    odds = httpx.get(
        f"{server}/api/tables/{found['table']}/odds",
        params={"verb": choice["verb"]},
        headers={"Authorization": f"Bearer {found['token']}"},
    ).json()
    expect(bars).to_have_count(len(odds["chances"]))
    assert sum(chance["p"] for chance in odds["chances"]) == pytest.approx(1)
    assert again(server, found)["number"] == found["number"], "nothing has been chosen"


def test_odds_stand_beside_a_space_before_any_die(page: Any, server: str) -> None:
    from playwright.sync_api import expect

    def enters_fire(war: War, decision: Any) -> bool:
        return any(war.odds(decision.side, "to", space) is not None for space in bits(decision.choices.get("to", 0)))

    found = sit(page, server, "hawks", "Move", enters_fire)
    page.keyboard.press("b")
    bars = page.locator(f"{CARD} .odds .bars li")
    targets = next(choice for choice in found["decision"]["choices"] if choice["verb"] == "to")["targets"]
    for _ in targets:
        page.keyboard.press("Tab")
        if appears(bars.first):
            break
    expect(bars.first).to_contain_text("%")


# --- undo


@pytest.mark.parametrize(("game", "step", "verb"), [("convoys", "Sailing", "muster"), ("herkules", "Air", None)])
def test_one_key_takes_a_click_back(page: Any, server: str, game: str, step: str, verb: str | None) -> None:
    from playwright.sync_api import expect

    found = sit(page, server, game, step, lambda war, decision: verb is None or verb in decision.choices)
    before = page.locator(f"{PROMPT} .words").inner_text()
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(f"{PROMPT} .words")).not_to_have_text(before, use_inner_text=True)
    page.keyboard.press("u")
    expect(page.locator(f"{PROMPT} .words")).to_have_text(before, use_inner_text=True)
    assert again(server, found)["decision"] == found["decision"]
    # At the beginning there is nothing to take back, and the page says so without being asked.
    expect(page.locator("#undo-reason")).not_to_be_empty()
    page.keyboard.press("u")
    expect(page.locator(".toasts, [role=alert]").first).to_contain_text(again(server, found)["undo_reason"])


# --- the keyboard


def by_keyboard(page: Any, rng: random.Random, ending: str | None) -> None:
    """One choice without the mouse: the end if it is wanted, on the board if it glows there, else among the buttons."""
    before = page.locator(PROMPT).inner_text()
    end = page.locator(PROMPT).get_by_role("button", name=ending or "-", exact=True, disabled=False)
    if end.count():
        end.focus()
        page.keyboard.press("Enter")
    elif page.locator(".hits .may, .pieces .target").count() and rng.random() < 0.7:
        page.keyboard.press("b")
        for _ in range(rng.randrange(1, 4)):
            page.keyboard.press(rng.choice(["ArrowRight", "ArrowDown"]))
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("p")
        page.keyboard.press("Enter")
    until(page, ANSWERED, before)


@pytest.mark.parametrize(("game", "step", "ending"), [("convoys", "Sailing", "End of movement"), ("hawks", "Move", "-")])
def test_a_turn_is_played_without_a_mouse(page: Any, server: str, game: str, step: str, ending: str) -> None:
    found = sit(page, server, game, step)
    rng = random.Random(5)
    number = found["number"]
    for clicks in range(60):
        by_keyboard(page, rng, ending if clicks >= 5 else None)
        now = again(server, found)
        if now["decision"] is None or now["view"]["phase"] != found["view"]["phase"]:
            break
    assert now["number"] >= number + 1 and (now["decision"] is None or now["view"]["phase"] != found["view"]["phase"])


@pytest.mark.parametrize(("game", "step"), [("convoys", "Sailing"), ("kesselring", "March")])
def test_a_screen_reader_has_the_targets_and_the_board_in_words(page: Any, server: str, game: str, step: str) -> None:
    from playwright.sync_api import expect

    found = sit(page, server, game, step)
    targets = [t for c in found["decision"]["choices"] if c["kind"] in ("space", "piece") for t in c["targets"]]
    listed = page.locator('h2:text-is("Legal targets") + ul > li')
    expect(listed.first).to_be_attached()
    expect(page.locator('h2:text-is("The board in words") + ul > li').nth(3)).to_be_attached()
    assert listed.count() <= len(targets)
    said = page.locator(".hidden[aria-live=polite]")
    page.keyboard.press("b")
    page.keyboard.press("d")
    expect(said).to_contain_text(found["view"]["heading"])
    page.keyboard.press("ArrowRight")
    first = listed.first.inner_text()
    expect(said).to_contain_text(first.split(": ", 1)[1].split(",")[0])
    listed.first.locator("button").evaluate("(it) => it.click()")
    expect(page.locator(f"{PROMPT} .text").first).not_to_have_text(found["decision"]["prompt"])


def test_the_focus_stays_in_the_prompt_when_its_button_goes(page: Any, server: str) -> None:
    sit(page, server, "herkules", "Commit", lambda war, decision: decision.choices.get("commit", 0).bit_count() > 2)
    page.keyboard.press("p")
    before = page.locator(PROMPT).inner_text()
    page.keyboard.press("Enter")
    page.wait_for_function("([prompt, before]) => document.querySelector(prompt).innerText !== before", arg=[PROMPT, before])
    page.wait_for_function("() => !!document.activeElement.closest('.prompt, svg[role=application]')")


# --- hints


@pytest.mark.parametrize(("game", "step", "seed"), [("hawks", "Move", 0), ("convoys", "AirAttack", 48)])
def test_a_hint_shows_the_plans_behind_it(page: Any, server: str, game: str, step: str, seed: int) -> None:
    from playwright.sync_api import expect

    found = sit(page, server, game, step, seed=seed)
    page.keyboard.press("h")
    plans = page.locator('[aria-label="Plans, best first"] > li')
    expect(plans.nth(1)).to_be_visible()
    expect(plans.first).to_contain_text(re.compile(r"\d+\s%.*±\d+.*\d+ tries", re.S))
    labels = [choice["label"] for choice in found["decision"]["choices"] if choice["targets"]]
    assert any(label in plans.first.inner_text() for label in labels)
    expect(page.locator(".hidden[aria-live=polite]")).to_contain_text("plans were tried out")
    go = plans.first.get_by_role("button")
    go.focus()
    go.press("Enter")
    # Where dice follow their chances come first; which plan is the best a busy machine may see otherwise.
    chances = page.locator(".card.pinned .go")
    soon(lambda: chances.count() == 1 or again(server, found)["number"] > found["number"])
    if chances.count():
        chances.click()
    expect(plans).to_have_count(0)
    soon(lambda: again(server, found)["number"] == found["number"] + 1)


# --- layers


@pytest.mark.parametrize(("game", "step"), [("convoys", "Sailing"), ("herkules", "Air")])
def test_layers_come_and_go_by_keyboard(page: Any, server: str, game: str, step: str) -> None:
    from playwright.sync_api import expect

    found = sit(page, server, game, step)
    board = httpx.get(f"{server}/api/games/{game}/board", params={"table": found["table"]}).json()
    layer = next(layer for layer in board["overlays"] if layer["about"] is None)
    shown = httpx.get(
        f"{server}/api/tables/{found['table']}/overlay",
        params={"id": layer["id"]},
        headers={"Authorization": f"Bearer {found['token']}"},
    ).json()
    page.keyboard.press("b")
    page.keyboard.press("l")
    box = page.get_by_label(layer["label"])
    box.focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-tint]")).to_have_count(len(shown["tints"]))
    expect(page.locator(f'[data-layer="{layer["id"]}"]')).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("[data-tint]")).to_have_count(0)


# --- the map


def scale(page: Any) -> float:
    found: float = page.evaluate(
        """() => +/scale\\(([\\d.]+)/.exec(document.querySelector("svg[role=application] > g").getAttribute("transform"))[1]"""
    )
    return found


@pytest.mark.parametrize(("game", "step"), [("convoys", "Sailing"), ("kesselring", "March")])
def test_two_fingers_zoom_and_one_pans(phone: Any, server: str, game: str, step: str) -> None:
    sit(phone, server, game, step)
    settled(phone)
    box = phone.locator(BOARD).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    devtools = phone.context.new_cdp_session(phone)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": px, "y": py, "id": n} for n, (px, py) in enumerate(points)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    before = scale(phone)
    touch("touchStart", (x - 20, y), (x + 20, y))
    for reach in (30, 45, 60):
        touch("touchMove", (x - reach, y), (x + reach, y))
    touch("touchEnd")
    settled(phone)
    assert scale(phone) > before * 1.5
    place = "() => document.querySelector('svg[role=application] > g').getAttribute('transform')"
    stood, zoomed = phone.evaluate(place), scale(phone)
    touch("touchStart", (x, y))
    for way in (15, 30, 45):
        touch("touchMove", (x, y + way))
    touch("touchEnd")
    settled(phone)
    assert phone.evaluate(place) != stood and scale(phone) == pytest.approx(zoomed)


@pytest.mark.map
@pytest.mark.parametrize("game", ["convoys", "c3"])
def test_the_sheet_and_the_counters_have_one_scale_from_the_first_frame(page: Any, server: str, game: str) -> None:
    page.add_init_script(
        """const look = () => {
          const art = document.querySelector(".art"), board = document.querySelector("svg[role=application] > g");
          const sheet = art?.querySelector("svg");
          if (sheet && board) {
            const numbers = (text) => text.match(/-?[\\d.]+/g).map(Number);
            const [a, b] = [numbers(art.style.transform), numbers(board.getAttribute("transform"))];
            const same = a.every((n, i) => Math.abs(n - b[i]) < 0.01);
            (window.frames_ ??= []).push(same && +sheet.getAttribute("width") > 100);
          }
          requestAnimationFrame(look);
        };
        look();"""
    )
    sit(page, server, game, "Sailing" if game == "convoys" else "Garrison")
    settled(page)
    page.mouse.move(500, 400)
    page.mouse.wheel(0, -300)
    settled(page)
    frames = page.evaluate("window.frames_")
    assert len(frames) > 5 and all(frames)


# --- battle boards and papers


def test_a_battle_window_shows_chances_before_commitment(page: Any, server: str) -> None:
    from playwright.sync_api import expect

    found = sit(
        page, server, "herkules", "Commit", lambda war, decision: decision.choices.get("commit", 0).bit_count() > 1
    )  # fmt: skip
    stage = page.locator(".stage")
    expect(stage.locator(".man.may").first).to_be_visible()
    waiting = next(row for row in found["view"]["stage"]["rows"] if row["label"] in ("Not committed", "May answer"))
    stage.locator(".man.may").first.click()
    soon(lambda: again(server, found)["number"] > found["number"])
    now = again(server, found)
    assert now["number"] == found["number"] + 1
    after = [row for row in now["view"]["stage"]["rows"] if row["label"] == waiting["label"]] if now["view"]["stage"] else []
    assert not after or len(after[0]["pieces"]) == len(waiting["pieces"]) - 1
    win = [now["view"]["stage"][key] for key in ("win", "hold")] if now["view"]["stage"] else [None]
    if win[0] is not None:
        expect(stage.locator(".odds")).to_contain_text(re.compile(r"\d+\s%"))
        expect(stage.locator("figure")).to_have_count(2)


def test_the_papers_of_a_season_are_read_and_kept(page: Any, server: str) -> None:
    from playwright.sync_api import expect

    rules = gh.game("convoys")
    table = gh.Table.begin(rules, "summer1940", seed=3)
    rng = random.Random(3)
    while table.outcome is None:
        decision = table.war.asked()[0]
        verb = rng.choice(list(decision.choices))
        table.play(verb, rng.choice(list(bits(decision.choices[verb]))), decision.side)
    opened = httpx.post(f"{server}/api/tables/upload", content=save.dumps(table).encode(), timeout=60).json()
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['AX']}")
    page.locator(f"{PROMPT} .over").wait_for()
    assert page.locator("dialog[open]").count() == 0, "a paper opens by itself only when it is written"
    page.get_by_role("button", name="Read the sheet").last.click()
    paper = page.locator("dialog[open]")
    expect(paper.get_by_role("table").first).to_be_visible()
    with page.expect_download() as download:
        paper.get_by_role("button", name="Download").click()
    assert Path(download.value.path()).read_text().startswith("# ")
    page.keyboard.press("Escape")
    expect(paper).to_have_count(0)
    page.get_by_role("tab", name="Papers").click()
    expect(page.get_by_role("region", name="Papers").get_by_role("table").first).to_be_visible()


# --- barriers


@pytest.mark.parametrize("game", SCENARIOS)
def test_no_serious_barrier_at_the_table(chromium: Any, server: str, game: str) -> None:
    axe = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not axe.exists():
        pytest.skip("axe-core is not installed: run `make client`")
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    step = {"hawks": "Move", "kesselring": "Act", "convoys": "AirAttack", "c3": "Assemble", "herkules": "Commit"}[game]
    sit(page, server, game, step, seed=48 if game == "convoys" else 0)
    page.add_script_tag(path=str(axe))
    # Without what is drawn on the board: it is hidden from readers, who have its words.
    run = """async () => (await axe.run({ exclude: [".art", "svg[role=application] > g"] }, { resultTypes: ["violations"] })).violations
      .map((v) => [v.impact, v.id, v.nodes.length, v.nodes[0].html])"""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found = page.evaluate(run)
        assert not [v for v in found if v[0] in ("serious", "critical")], (theme, found)
    context.close()
