"""Before dice: a button names what it does, where, and its chance; the card says what the next column would take."""

from __future__ import annotations

import re
from itertools import islice

import pytest

import grandharbour as gh
from grandharbour.games.herkules.commit import AIR, LAND
from grandharbour.games.kesselring.battle import Fight, column
from grandharbour.games.kesselring.forecast import next_column, planned
from grandharbour.server import wire
from tests.conformance.test_clicks import Play, step
from tests.play import begin, wander


def shown(table: gh.Table, verb: str) -> wire.MainButton:
    decision = wire.decision(table, table.war.asked()[0])
    choice = next(choice for choice in decision.choices if choice.verb == verb)
    assert isinstance(choice.main, wire.MainButton)
    return choice.main


def test_the_attack_names_its_hex_and_its_chance() -> None:
    play = Play("kesselring")
    play.until(lambda table, decision: step(table) == "Support" and planned(table.war) is not None and decision.side == 1)
    play.until(lambda table, decision: play.advised(decision)[0] == "enough" and table.war.nearest(Fight) is not None)
    main, war = shown(play.table, "enough"), play.table.war
    known = planned(war)
    assert known is not None
    fight, defenders = known
    ahead = war.setup.game.forecast(war, 1, "enough", 0)
    assert ahead is not None and ahead.win is not None
    assert main.words == "Attack" and main.spaces == [war.setup.names.of("space", fight.target)] and not main.idle
    assert main.win == round(ahead.win, 4)
    further = next_column(war, fight, defenders)
    if further is not None:
        missing = dict(further.holes)["n"]
        percent, _, _ = column(war, fight, defenders)
        defence, attack = war.total(defenders), war.total(fight.attackers)
        base = max(i for i, low in enumerate(war.setup.from_percent) if percent >= low)
        goal = war.setup.from_percent[base + 1]
        assert 100 * (attack + missing) // defence >= goal > 100 * (attack + missing - 1) // defence
        odds = war.odds(1, "enough")
        assert odds is not None and "next column" in odds.note


def test_nobody_is_led_to_firing_at_nothing() -> None:
    play = Play("c3")
    play.until(lambda table, decision: step(table) == "Guns" and "gun" in decision.choices)
    idle = shown(play.table, "fire")
    assert idle.idle and idle.words == "Nothing is fired" and idle.win is None
    side = play.table.war.asked()[0].side
    while play.table.war.decisions[side].choices.get("on") is None:
        play.table.play("gun", next(iter(play.table.war.choices("gun"))), side)
    target = next(iter(play.table.war.choices("on")))
    play.table.play("on", target, side)
    if step(play.table) == "Guns":
        aimed = shown(play.table, "fire")
        assert not aimed.idle and aimed.words == "Fire at" and len(aimed.spaces) == 1


def test_nobody_is_led_to_a_fight_without_those_who_could_come() -> None:
    play = Play("herkules")
    play.until(lambda table, decision: step(table) == "Commit" and {"engage", "everyone", "commit"} <= set(decision.choices))
    assert shown(play.table, "engage").idle and not shown(play.table, "everyone").idle
    side = play.table.war.asked()[0].side
    play.table.play("commit", next(iter(play.table.war.choices("commit"))), side)
    if step(play.table) == "Commit":
        assert not shown(play.table, "engage").idle


def test_a_fight_for_aircraft_names_no_chance_to_have_the_sky_alone() -> None:
    """Herkules: nearly nobody is alone in the air after one round, so the button would read 0 % before every fair duel."""
    play = Play("herkules")
    chances: dict[int, list[float | None]] = {AIR: [], LAND: []}
    while not all(chances.values()):
        play.until(lambda table, decision: step(table) == "Commit" and "everyone" in decision.choices)
        war = play.table.war
        decision, arena = war.asked()[0], war.stack[0].arena  # type: ignore[index]
        ahead = war.setup.game.forecast(war, decision.side, "everyone", 0)
        if ahead is not None and ahead.win is not None and arena in chances:
            chances[arena].append(shown(play.table, "everyone").win)
            odds = war.odds(decision.side, "everyone")
            assert odds is not None and len(odds.chances) > 0, "the card has them all"
        play.table.play(*play.advised(decision), decision.side)
    assert set(chances[AIR]) == {None} and None not in chances[LAND]


def test_each_ship_that_aircraft_may_attack_has_its_chance() -> None:
    """Beside every ship that was found: the chance that the card tells of the attack without intensifying it."""
    play = Play("convoys")
    play.until(lambda table, decision: step(table) == "Aim" and len(list(table.war.choices("target"))) > 1)
    table = play.table
    side = table.war.asked()[0].side
    choice = next(choice for choice in wire.decision(table, table.war.asked()[0]).choices if choice.verb == "target")
    assert isinstance(choice.notes, dict) and set(choice.notes) == {str(target) for target in choice.targets}
    for ship in table.war.choices("target"):
        ahead = table.fork()
        ahead.play("target", ship, side)
        odds = ahead.war.odds(side, "normal")
        assert odds is not None
        miss = sum(float(p) for result, p in odds.chances if result.startswith("miss;"))
        assert choice.notes[ship] == f"{round(100 * (1 - miss))} %"


@pytest.mark.parametrize(("game", "seeds"), [("kesselring", (1,)), ("c3", (1,)), ("herkules", (1, 2))])
def test_a_button_and_its_card_tell_of_the_same_dice(game: str, seeds: tuple[int, ...]) -> None:
    """The chance on a button is summed up of the very results its card lists, each with the same probability."""
    looked = 0
    for seed in seeds:
        for war in islice(wander(begin(game, next(iter(gh.game(game).scenarios)), seed), seed), 0, 3000, 2):
            owed = war.asked()[0]
            for verb in owed.choices:
                known = war.setup.game.verbs[verb]
                ahead = war.setup.game.forecast(war, owed.side, verb, 0) if known.dice and known.kind == "nothing" else None
                if ahead is None:
                    continue
                odds = war.odds(owed.side, verb)
                assert odds is not None, (type(war.stack[0]).__name__, verb)
                told = {war.setup.game.word_of(result.code): p for result, p in ahead.chances}
                assert told == dict(odds.chances), (type(war.stack[0]).__name__, verb)
                looked += 1
    assert looked > 3


def test_each_shot_has_the_chance_its_card_tells() -> None:
    """Hawks: the number beside a plane is that of the odds card, both loads and what the firer knows of chits counted."""
    told: set[str] = set()
    for scenario, seed in (("raid-over-malta", 1), ("raid-over-malta", 4), ("struggle-over-the-sky", 2)):
        table = gh.Table.begin(gh.game("hawks"), scenario, seed=seed)
        while table.outcome is None:
            owed = table.war.asked()[0]
            for choice in wire.decision(table, owed).choices:
                if choice.kind != "piece" or not choice.dice:
                    continue
                for target in choice.targets:
                    odds = wire.odds(table.war.odds(owed.side, choice.verb, target), table.war.setup)
                    assert odds is not None and odds.win is not None and isinstance(choice.notes, dict)
                    for chance in odds.chances:
                        said = re.findall(r"[A-Z][^.]*\.", chance.text or "")
                        assert " ".join(said) == (chance.text or ""), "each result is a sentence of its own"
                        assert len(said) == len(set(said)), "what two results have in common is said once"
                    assert choice.notes[str(target)] == f"{round(100 * odds.win)} %", (choice.verb, odds)
                    misses = sum(chance.p for chance in odds.chances if set(chance.result.split(", then ")) == {"miss"})
                    assert choice.verb == "attack" or odds.win == pytest.approx(1 - misses, abs=1e-4)
                    told.add(step(table))
            best = table.hint(owed.side)[0]
            table.play(best.verb, best.target, owed.side)
    assert told == {"Attack", "Bombing", "GunFire"}
