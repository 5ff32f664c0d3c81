"""What a player is shown before he decides: chances of a whole barrage, plans on the map, nerve, tanks, tracks."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.odds import explore
from grandharbour.games.c3 import GAME
from grandharbour.games.c3.airdrop import DropPlan
from grandharbour.games.c3.barrage_odds import barrage_odds, fates
from grandharbour.games.c3.bombardment import AIR, Barrage, Missions
from grandharbour.games.c3.losses import Lose
from grandharbour.games.c3.state import Malta
from grandharbour.players import choose

from .conftest import Pause, do, fight, hex_, lay, malta, piece, settle

FLAK = {"2 Devon": "2123", "32 LAA": "2124", "4 HAA": "2224", "8 Manch": "2223"}
"""Guns next to each other: who silences one helps to hit the other."""


def all_throws(war: Malta, shots: tuple[int, ...]) -> Counter[tuple[int, int]]:
    """How many hexes fall into disorder and how many steps are lost, by running through every throw of every shot."""
    found: Counter[tuple[int, int]] = Counter()

    def run(leaf: Malta) -> None:
        leaf.stack = (Barrage(AIR, shots), (Pause(), None))
        leaf.run()
        while leaf.stack is not None and isinstance(leaf.stack[0], Lose):
            quiet = leaf.asked()[0].quiet
            assert quiet is not None
            leaf.play(*quiet)

    for chance, leaf in explore(war, run):
        events = leaf.log or []
        hexes = {event.spaces[0] for event in events if event.kind == "dg"}
        steps = sum(event.kind in ("step", "eliminated") for event in events)
        found[len(hexes), steps] += chance  # type: ignore[assignment]
    return found


@pytest.mark.rule("c3", "5.3.1.b", "5.3.1.c", "5.3.3.a")
@pytest.mark.parametrize("names", [("2124",), ("2124", "2123"), ("2224", "2224"), ("2223", "2224")])
def test_the_chances_of_a_barrage_are_those_of_the_rules(names: tuple[str, ...]) -> None:
    war = lay(FLAK)
    war.active = 0
    shots = tuple(hex_(war, name) for name in names)
    by_hex, together = fates(war, AIR, shots)
    assert together == all_throws(war, shots)
    assert sum(fate.steps for fate in by_hex.values()) == sum(chance * steps for (_, steps), chance in together.items())
    assert sum(fate.disorder for fate in by_hex.values()) == sum(chance * hexes for (hexes, _), chance in together.items())


def test_six_missions_are_weighed_at_once() -> None:
    war = lay(FLAK)
    war.active = 0
    shots = tuple(hex_(war, name) for name in ("2124", "2224", "2223", "2124", "2224", "2123"))
    odds = barrage_odds(war, AIR, shots)
    assert sum(chance for _, chance in odds.chances) == 1 and "of 4 hexes" in odds.chances[0][0]
    war.stack = (Missions(AIR, 0, shots), None)
    asked = war.odds(None, "fire")
    assert asked is not None and asked.chances == odds.chances
    preview = GAME.preview(war, 0, "fire", 0)
    assert preview is not None and preview.text.count("disorder") == 4 and len(preview.tints) == 4
    war.stack = (Missions(AIR, 6), None)
    war._asked = None
    assert war.odds(None, "fire") is None, "nothing is fired"


@pytest.mark.rule("c3", "3.2.b")
def test_a_planned_company_lies_on_its_target() -> None:
    war = lay({"2 Devon": "2123"}, turn=0)
    war.stack = (DropPlan(), None)
    company = war.setup.names.of("piece", war.setup.dropper_list[0])
    war.play("drop", "2124")
    shown = {p.id: p for p in war.view(0).pieces}
    assert shown[company].at == "2124" and "planned" in {mark.id for mark in shown[company].marks}
    waiting = shown[war.setup.names.of("piece", war.setup.dropper_list[1])]
    assert waiting.at is None and waiting.box
    assert war.at[piece(war, company)] == war.setup.reserve[0], "it is not down yet"


@pytest.mark.rule("c3", "5.5.1.1.d", "5.5.1.1.f")
def test_nerve_is_asked_with_its_price() -> None:
    war = fight({"I/33": "2124", "II/33": "2124"}, {"2 Devon": "2123"}, dice=(7,))
    while "intense" not in war.asked()[0].choices:
        settle(war)
    press, refuse = (GAME.preview(war, war.asked()[0].side, verb, 0) for verb in ("intense", "refuse"))
    assert press is not None and "step for each side" in press.text and "second throw" in press.text
    assert refuse is not None and "ends" in refuse.text
    do(war, "intense")
    stand, leave = (GAME.preview(war, war.asked()[0].side, verb, 0) for verb in ("intense", "refuse"))
    assert stand is not None and leave is not None and "leave" in leave.text
    battle = next(track for track in war.view(0).tracks if track.id == "battle")
    assert battle.max == 100 and 0 <= int(battle.value) <= 100


def test_every_kind_of_choice_can_be_told_beforehand() -> None:
    """Previews in the first two days of a game: sentences with a rule of the book."""
    rng = random.Random(3)
    war = GAME.new("invasion", seed=3)
    seen: set[str] = set()
    while war.turn < 2:
        decision = war.asked()[0]
        kind = type(war.stack[0]).__name__ if war.stack else ""
        for verb, mask in decision.choices.items():
            if (kind + verb) not in seen or rng.random() < 0.02:
                seen.add(kind + verb)
                preview = GAME.preview(war, decision.side, verb, next(iter(bits(mask))))
                assert preview is None or (preview.text.endswith(".") and preview.rule in GAME.rulebook.rules)
        war.play(*(decision.forced or choose("greedy", war, decision.side, rng)), decision.side)
    assert {"Missionsfire", "DropPlandrop", "Moveto", "Contestbid"} <= seen


def test_tracks_are_few_and_short() -> None:
    war = malta({"I/33": "2121", "2 Devon": "2122"}, turn=1)
    tracks = war.view(0).tracks
    assert len(tracks) <= 8 and all(len(track.note or "") <= 90 for track in tracks)
    acting = next(track for track in tracks if track.id == "formations-AX")
    assert "Livorno +1" in (acting.note or "")
