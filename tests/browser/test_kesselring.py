"""Whole games of Kesselring's War, played by clicks on the map, the trays and the prompt, against the computer."""

from __future__ import annotations

import random
import re
from typing import Any

import httpx

import grandharbour as gh
from grandharbour.engine import save
from grandharbour.engine.geometry.bits import bits

from .conftest import ANSWERED, OFFERED, OpenTable, Patience, plain, settled, until

COMPUTER = {"kind": "computer", "player": "greedy"}
HERE = {"kind": "here"}

PROMPT = 'section[aria-label="Prompt"]'

# A tray lies open: so many counters, each large enough for a finger and in a place of its own.
FANNED = """(count) => {
  const boxes = [...document.querySelectorAll('[data-tray] [data-piece]')].map((it) => it.getBoundingClientRect());
  const places = new Set(boxes.map((b) => `${Math.round(b.x)} ${Math.round(b.y)}`));
  return places.size === count && boxes.every((b) => b.width >= 44);
}"""
# Everything a player could click now: glowing spaces and pieces that lie open, buttons of the prompt.
CLICKABLE = """() => {
  const prompt = document.querySelector('section[aria-label="Prompt"]');
  const found = (e, kind, name) => {
    const b = e.getBoundingClientRect();
    const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
    const top = document.elementFromPoint(x, y);
    // Counters lie on the hexes: a click on one is a click on its hex. A tray lies over everything.
    const over = kind === 'space' && top?.closest?.('[data-piece]') && !top.closest('[data-tray]');
    return b.width > 1 && top && (top === e || e.contains(top) || over) ? [{ kind, name, x, y }] : [];
  };
  const pass = [...(prompt?.querySelectorAll('button') ?? [])].some((b) => b.textContent.trim() === 'Pass');
  return {
    over: !!prompt?.querySelector('.over'),
    text: prompt?.innerText ?? '',
    pass,
    things: [
      ...[...document.querySelectorAll('.hits [data-space].may')].flatMap((e) => found(e, 'space', e.dataset.space)).slice(0, 40),
      ...[...document.querySelectorAll('.piece.target')].slice(0, 40).flatMap((e) => found(e, 'piece', e.dataset.piece)),
      ...[...(prompt?.querySelectorAll('button') ?? [])]
        .filter((b) => !b.disabled && b.getAttribute('aria-disabled') !== 'true' && !b.textContent.includes('§'))
        .flatMap((b) => found(b, b.classList.contains('script') ? 'script' : 'button', b.textContent.trim())),
    ],
  };
}"""


def play_to_the_end(page: Any, rng: random.Random, passing: float) -> int:
    """Click legal things, passing often, until the prompt says how it ended; returns the number of clicks."""
    clicks, patience = 0, Patience()
    while True:
        now = page.evaluate(CLICKABLE)
        patience((now["text"], now["things"]))
        if now["over"]:
            return clicks
        by_kind = {kind: [t for t in now["things"] if t["kind"] == kind] for kind in ("script", "space", "piece", "button")}
        buttons = by_kind["button"]
        on_map = by_kind["space"] + by_kind["piece"]
        if by_kind["script"]:
            chosen = by_kind["script"][-1]
        elif now["pass"] and rng.random() < passing:
            chosen = next((b for b in buttons if b["name"] == "Pass"), None) or rng.choice(buttons or [None])
        elif on_map and (not buttons or rng.random() < 0.6):
            chosen = rng.choice(on_map)
        else:
            chosen = rng.choice(buttons) if buttons else None
        if chosen is None:
            page.mouse.move(3, 300)  # away from any tray
            until(page, OFFERED)
            continue
        page.mouse.click(chosen["x"], chosen["y"])
        clicks += 1
        until(page, ANSWERED, now["text"])


def open_seat(page: Any, server: str, table: dict[str, Any], side: str) -> None:
    page.goto(f"{server}/table/{table['table']}#seat={table['seats'][side]}")


def set_up(page: Any) -> None:
    """The historical set-up by its button, as often as it is offered."""
    page.locator(f"{PROMPT} button.script").first.click()
    page.locator(f"{PROMPT} button.script").wait_for(state="detached")


def test_a_whole_game_against_the_computer(page: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"AX": COMPUTER, "AL": HERE}, "avalanche-baytown", game="kesselring")
    plain(page)
    open_seat(page, server, table, "AL")
    clicks = play_to_the_end(page, random.Random("avalanche-baytown"), 0.95)
    assert clicks > 5
    over = page.locator(f"{PROMPT} .over").inner_text()
    assert "win" in over or "draw" in over
    answer = httpx.get(f"{server}/api/tables/{table['table']}").json()
    assert answer["ended"]


def tallest(page: Any) -> str:
    """The hex with most counters, out of what the page draws."""
    found: str = page.evaluate(
        """() => {
          const many = {};
          const hexes = [...document.querySelectorAll('.hits [data-space]')].filter((e) => /^\\d+$/.test(e.dataset.space));
          for (const e of hexes) {
            const b = e.getBoundingClientRect();
            for (const p of document.querySelectorAll('.pieces [data-piece]')) {
              const c = p.getBoundingClientRect();
              const far = Math.hypot(c.x + c.width / 2 - b.x - b.width / 2, c.y + c.height / 2 - b.y - b.height / 2);
              if (far < b.width / 2) many[e.dataset.space] = (many[e.dataset.space] ?? 0) + 1;
            }
          }
          return Object.entries(many).sort((a, b) => b[1] - a[1])[0][0];
        }"""
    )
    return found


def test_a_stack_fans_out_so_that_every_unit_can_be_read(page: Any, server: str, open_table: OpenTable) -> None:
    from playwright.sync_api import expect

    table = open_table({"AX": HERE, "AL": HERE}, "campaign", game="kesselring")
    open_seat(page, server, table, "AX")
    set_up(page)
    state = httpx.get(
        f"{server}/api/tables/{table['table']}/state", headers={"Authorization": f"Bearer {table['seats']['AX']}"}
    ).json()
    stacks: dict[str, list[str]] = {}
    for piece in state["view"]["pieces"]:
        if piece["at"] and piece["at"].isdigit():
            stacks.setdefault(piece["at"], []).append(piece["id"])
    hex_, units = max(stacks.items(), key=lambda item: len(item[1]))
    assert len(units) > 1
    page.wait_for_function("(n) => document.querySelectorAll('.pieces [data-piece]').length >= n", arg=len(units))
    assert len(stacks[tallest(page)]) == len(units)
    box = page.locator(f'.hits [data-space="{hex_}"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # The mouse rests on it: a tray opens with every unit, large enough to read, none over another; away, it closes.
    page.mouse.move(x - 40, y - 40)
    page.mouse.move(x, y)
    tray = page.locator("[data-tray] [data-piece]")
    expect(tray).to_have_count(len(units))
    assert {tray.nth(i).get_attribute("data-piece") for i in range(len(units))} == set(units)
    page.wait_for_function(FANNED, arg=len(units))
    shown = [tray.nth(i).bounding_box() for i in range(len(units))]
    for name, b in zip((tray.nth(i).get_attribute("data-piece") for i in range(len(units))), shown, strict=True):
        page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2)
        on_top = "([x, y]) => document.elementFromPoint(x, y).closest('[data-piece]')?.dataset.piece"
        page.wait_for_function(
            f"([x, y, name]) => ({on_top})([x, y]) === name", arg=[b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, name]
        )
    page.mouse.move(5, 5)
    expect(tray).to_have_count(0)

    # A click pins it; Escape puts it away.
    page.mouse.click(x, y)
    expect(tray).to_have_count(len(units))
    page.mouse.move(5, 5)
    settled(page)  # a tray that only follows the mouse would be gone by now
    expect(tray).to_have_count(len(units))
    page.locator("svg[role=application]").focus()
    page.keyboard.press("Escape")
    expect(tray).to_have_count(0)


def test_actions_have_their_price_and_say_why_not(page: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"AX": COMPUTER, "AL": HERE}, "campaign", game="kesselring")
    open_seat(page, server, table, "AL")
    menu = page.locator(f"{PROMPT} .menu")
    # Chips of the prompt, and the targets on the board as buttons for who hears it; none is enabled until the table has answered.
    offered = f"{PROMPT} .chip:enabled, .frame .hidden li button:enabled"
    patience = Patience()
    while True:  # set-up, and what the events ask before the first Action
        patience(page.locator(PROMPT).inner_text())
        page.locator(offered).or_(menu).first.wait_for(state="attached")
        if menu.count():
            break
        # In the page and at once: between looking and clicking an answer may replace the button.
        page.evaluate("(offered) => document.querySelector(offered)?.click()", offered)
    shown = menu.locator("button").count()
    assert 1 < shown < 18 and not menu.get_by_role("button", name="Regroup").count(), "what cannot be done is folded away"
    assert menu.get_by_role("button", name="Invade").locator(".cost").inner_text().startswith("2")
    page.locator(f"{PROMPT} .fold summary").click()
    menu.get_by_role("button", name="Regroup").hover()
    assert menu.locator("button").count() == 18
    page.get_by_text("No reduced unit of yours").wait_for()
    menu.get_by_role("button", name="Invade").click()
    page.locator(".hits [data-space].may").first.wait_for()
    assert "beach" in page.locator(PROMPT).inner_text()


def test_a_phone_opens_the_sheet_of_a_stack(phone: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"AX": HERE, "AL": HERE}, "campaign", game="kesselring")
    open_seat(phone, server, table, "AX")
    set_up(phone)
    assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing may stick out sideways"
    sheet = phone.locator("dialog[open] .wide")
    for _ in range(10):
        settled(phone)
        found = phone.evaluate(
            """() => {
              for (const e of document.querySelectorAll('.heights circle')) {
                const b = e.getBoundingClientRect();
                const at = [b.x - 4, b.y + b.height + 4];
                if (document.elementFromPoint(...at)?.closest('[data-piece]')) return at;
              }
            }"""
        )
        if found:
            phone.touchscreen.tap(*found)
            sheet.nth(1).wait_for()
            return
    raise AssertionError("no sheet of a stack opened")


def test_a_wrong_seat_is_told_so_and_not_tried_again(page: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"AX": HERE, "AL": HERE}, "campaign", game="kesselring")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.clock.install()
    page.goto(f"{server}/table/{table['table']}#seat=wrong")
    page.get_by_role("link", name="To the harbour").wait_for()
    page.clock.run_for("10:00")  # ten minutes, in which nothing is tried
    assert len(sockets) == 1


# --- layers and previews


def position(step: str, ways: int = 1, seed: int = 1) -> tuple[str, str, dict[str, Any]]:
    """The save of a table that begins where some step asks, who is asked, and the wire's view of the choices by verb."""
    game = gh.game("kesselring")
    rng = random.Random(seed)
    for attempt in range(200):
        war = game.new("campaign", seed=attempt)
        for _ in range(400):
            if war.outcome or war.stack is None:
                break
            decision = war.asked()[0]
            if type(war.stack[0]).__name__ == step and max(mask.bit_count() for mask in decision.choices.values()) >= ways:
                text = war.position()
                named = {verb: war.choices(verb) for verb in decision.choices}
                return save.dumps(gh.Table(game.position(text, 7), text)), war.setup.names.of("side", decision.side), named
            verbs = [verb for verb in decision.choices if verb not in ("pass", "decline")] or list(decision.choices)
            verb = next((v for v in verbs if v in ("attack", "strike", "target", "assault")), rng.choice(verbs))
            war.play(verb, rng.choice(list(bits(decision.choices[verb]))), decision.side)
    raise AssertionError(f"no {step} was found")


def sit_down(page: Any, server: str, text: str, side: str) -> str:
    answer = httpx.post(f"{server}/api/tables/upload", content=text.encode(), timeout=60)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats'][side]}")
    page.locator(".hits .may").first.wait_for()
    page.wait_for_load_state("networkidle")
    settled(page)
    return str(opened["table"])


def middle_of(page: Any, space: str) -> tuple[float, float]:
    box = page.locator(f'.hits [data-space="{space}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def in_sight(page: Any, spaces: list[Any]) -> list[str]:
    """Those of some spaces whose middle the mouse can reach."""
    script = """(spaces) => {
      const found = spaces.filter((name) => {
        const b = document.querySelector(`.hits [data-space="${name}"]`)?.getBoundingClientRect();
        return b && document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)?.dataset?.space === name;
      });
      return found.length ? found : null;
    }"""
    found: list[str] = page.wait_for_function(script, arg=spaces).json_value()
    return found


def test_layers_are_laid_over_the_map_and_remembered(page: Any, server: str, open_table: OpenTable) -> None:
    from playwright.sync_api import expect

    table = open_table({"AX": HERE, "AL": HERE}, "campaign", game="kesselring")
    open_seat(page, server, table, "AX")
    set_up(page)
    tints = page.locator("[data-tint]")
    expect(tints).to_have_count(0)
    page.get_by_role("button", name="Layers of the map").click()
    page.get_by_label("Zones of control").check()
    page.locator('[data-tone="axis"]').nth(20).wait_for(state="attached")
    zones = httpx.get(f"{server}/api/tables/{table['table']}/overlay", params={"id": "zoc"}).json()
    expect(tints).to_have_count(len(zones["tints"]))
    expect(page.locator('[data-layer="zoc"]')).to_contain_text("hexes in an Axis zone")

    # By the keyboard: L opens the list from the board, Escape closes it and gives the focus back.
    page.get_by_role("button", name="Layers of the map").click()
    page.locator("svg[role=application]").focus()
    page.keyboard.press("l")
    page.get_by_label("Zones of control").focus()
    page.keyboard.press("Space")
    expect(tints).to_have_count(0)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Layers of the map")).to_have_count(0)
    expect(page.get_by_role("button", name="Layers of the map")).to_be_focused()
    expect(page.locator('[data-layer="supply"]')).to_contain_text("out of supply")
    page.reload()
    expect(page.locator('[data-layer="supply"]')).to_contain_text("out of supply")
    assert tints.count() > 0


def test_the_supply_layer_follows_the_unit_pointed_at(page: Any, server: str) -> None:
    from playwright.sync_api import expect

    text, side, _ = position("March", 4)
    table = sit_down(page, server, text, side)
    page.get_by_role("button", name="Layers of the map").click()
    page.get_by_label("Supply").check()
    page.keyboard.press("Escape")
    state = httpx.get(f"{server}/api/tables/{table}/state").json()
    lines: dict[str, list[str]] = {}
    for piece in state["view"]["pieces"]:
        if (piece["at"] or "").isdigit():
            told = httpx.get(f"{server}/api/tables/{table}/overlay", params={"id": "supply", "about": piece["id"]}).json()
            if told["lines"]:
                lines[piece["id"]] = told["lines"][0]["spaces"]
    assert lines, "some unit has a line"
    settled(page)
    on_top = page.evaluate(
        """(names) => names.filter((name) => {
          const b = document.querySelector(`.pieces [data-piece="${name}"]`)?.getBoundingClientRect();
          const top = b && document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
          return top?.closest('[data-piece]')?.dataset.piece === name;
        })""",
        list(lines),
    )
    unit = on_top[0]
    box = page.locator(f'.pieces [data-piece="{unit}"]').bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2 - 3, box["y"] + box["height"] / 2)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(f'[data-way="{" ".join(lines[unit])}"]')).to_have_count(1)
    expect(page.locator('[data-layer="supply"]')).to_contain_text(unit)


def test_a_move_shows_its_way_and_cost_before_the_click(page: Any, server: str) -> None:
    from playwright.sync_api import expect

    text, side, named = position("March", 6)
    sit_down(page, server, text, side)
    target = in_sight(page, named["to"])[-1]
    x, y = middle_of(page, target)
    page.mouse.move(x - 4, y)
    page.mouse.move(x, y)
    way = page.locator(f'[data-way$=" {target}"]')
    expect(way).to_have_count(1)
    expect(page.locator(".ways .label")).to_contain_text(re.compile(r"Movement Points|always allowed"))
    expect(page.locator(f"{PROMPT} .preview")).to_contain_text(re.compile(r"of \d Movement Points: |The one hex"))
    page.mouse.move(5, 400)
    expect(way).to_have_count(0)
    expect(page.locator(f"{PROMPT} .preview")).to_have_count(0)

    # The same for whoever walks the targets with the keyboard.
    page.locator("svg[role=application]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-way]")).to_have_count(1)
    expect(page.locator(f"{PROMPT} .preview")).to_be_visible()
    page.keyboard.press("Enter")
    page.locator(f"{PROMPT} .text").filter(has_not_text="Where does").wait_for()
    expect(page.locator("[data-way]")).to_have_count(0)


def test_a_retreat_says_what_each_way_costs(page: Any, server: str) -> None:
    from playwright.sync_api import expect

    text, side, named = position("Retreat", 2, seed=4)
    table = sit_down(page, server, text, side)
    assert httpx.get(f"{server}/api/tables/{table}").status_code == 200
    for target in in_sight(page, named["to"]):
        x, y = middle_of(page, target)
        page.mouse.move(x - 4, y)
        page.mouse.move(x, y)
        expect(page.locator(f'[data-way$=" {target}"]')).to_have_count(1)
        expect(page.locator(f"{PROMPT} .preview")).to_contain_text(re.compile(r"No step lost|steps? lost|eliminated"))
        expect(page.locator(f'.glows [data-tint="{target}"]')).to_have_attribute("data-tone", re.compile("good|bad"))


def test_on_a_phone_the_first_tap_shows_the_way_and_the_second_goes_it(phone: Any, server: str) -> None:
    from playwright.sync_api import expect

    text, side, named = position("March", 6)
    sit_down(phone, server, text, side)
    target = next(iter(in_sight(phone, named["to"])))
    x, y = middle_of(phone, target)
    phone.touchscreen.tap(x, y)
    expect(phone.locator(".card.pinned .preview")).to_be_visible()
    expect(phone.locator(f'[data-way$=" {target}"]')).to_have_count(1)
    assert in_sight(phone, [target]) == [target], "the card does not lie over what it speaks of"
    phone.touchscreen.tap(x, y)
    phone.locator(f"{PROMPT} .text").filter(has_not_text="Where does").wait_for()
