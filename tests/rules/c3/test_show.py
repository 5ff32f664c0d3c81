"""What a player is shown before he decides: chances of a whole barrage, plans on the map, nerve, tanks, tracks."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.odds import explore
from grandharbour.games.c3 import GAME
from grandharbour.games.c3.airdrop import DropPlan
from grandharbour.games.c3.bombardment import AIR, Barrage, Missions
from grandharbour.games.c3.forecast import barrage
from grandharbour.games.c3.landing import Embark
from grandharbour.games.c3.losses import Lose
from grandharbour.games.c3.state import Malta
from grandharbour.games.c3.turn import count
from grandharbour.players import choose
from grandharbour.server import wire

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
    by_hex, together = barrage(war, AIR, shots)
    assert together == all_throws(war, shots)
    assert sum(fate.steps for fate in by_hex.values()) == sum(chance * steps for (_, steps), chance in together.items())
    assert sum(fate.disorder for fate in by_hex.values()) == sum(chance * hexes for (hexes, _), chance in together.items())


def test_six_missions_are_weighed_at_once() -> None:
    war = lay(FLAK)
    war.active = 0
    shots = tuple(hex_(war, name) for name in ("2124", "2224", "2223", "2124", "2224", "2123"))
    _, together = barrage(war, AIR, shots)
    war.stack = (Missions(AIR, 0, shots), None)
    odds = war.odds(None, "fire")
    assert odds is not None and sorted(chance for _, chance in odds.chances) == sorted(together.values())
    assert sum(together.values()) == 1 and "of 4 hexes" in odds.chances[0][0]
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


@pytest.mark.rule("c3", "5.5.2.a", "5.5.k")
def test_a_tank_that_has_rolled_is_not_told_again() -> None:
    war = fight({"I Smv 47/32": "2124", "I/33": "2124"}, {"2 Devon": "2123", "8 Manch": "2123"}, dice=(6,))

    def told() -> str:
        return next(track.note or "" for track in war.view(0).tracks if track.id == "battle")

    assert "stand" in war.asked()[0].choices and told().startswith("Tanks first: I Smv 47/32")
    war.play("stand")
    assert "lose" in war.asked()[0].choices and "Tanks first" not in told()


def test_the_end_shows_no_points_of_a_side_that_counts_none() -> None:
    war = lay({"2 Devon": "2618"}, turn=4, control=["1715", "2223", "2122"])
    count(war)
    shown = wire.outcome(war.outcome, war.setup)
    assert shown is not None and shown.scores == {"AX": 3} and war.outcome is not None and war.outcome.scores == (3, 0)


def test_the_words_of_choices_keep_their_order() -> None:
    """Adapters number what can be chosen by it."""
    assert " ".join(GAME.verbs) == (
        "place bid pass claim waive attach bomb gun on fire drop launch disperse swim sea onto load second next sail ashore enter unit add "
        "leave to overrun hunt regroup halt end target join set declare fight withhold stand elite plain intense refuse lose retreat "
        "advance stay underbid let-have"
    )


def test_results_of_the_tables_have_a_sentence() -> None:
    setup = lay({}).setup
    kinds = {"combat": {r for row in setup.crt for r in row}, "bombardment": {r for row in setup.bombs.values() for r in row}}
    kinds |= {"drop": set(setup.drops.values()), "landing": set(setup.surf.values()), "tank": set(setup.duels.values())}
    said = {(kind, result.code): GAME.sentence_of(result.code, kind) for kind, results in kinds.items() for result in results}
    assert all(said.values()) and len(set(said.values())) > 25
    assert said["combat", "-/1Dr"] == "The defenders lose a step and retreat two hexes in disorder."
    assert said["drop", "1E2D"] == "One company is lost, two companies are Dispersed."


@pytest.mark.rule("c3", "5.3.1.b", "3.2.b", "4.2.a")
def test_the_staff_offers_no_plan_when_only_the_die_is_left() -> None:
    """Missions, drops, missions of the ships, landings: planned by the staff, after which it has nothing more to say."""
    war = GAME.new("invasion", seed=5)
    for verb, target in GAME.scripts(war, 1)["sensible"].choices():
        war.play(verb, target)
    planned = []
    while war.turn == 0:
        decision = war.asked()[0]
        offered = GAME.scripts(war, decision.side)
        if "staff" in offered:
            clicks = offered["staff"].choices()
            assert clicks, "an offer that does nothing"
            for verb, target in clicks:
                war.play(verb, target)
                while war.nearest(Embark) is not None and (forced := war.asked()[0].forced):
                    war.play(*forced)
            assert "staff" not in GAME.scripts(war, 0), "all is said"
            planned.append(type(war.stack[0]).__name__ if war.stack else "")
            decision = war.asked()[0]
        war.play(*(decision.forced or choose("greedy", war, decision.side, random.Random(1))), decision.side)
    assert planned == ["Missions", "DropPlan", "Missions", "LandingPlan"]
