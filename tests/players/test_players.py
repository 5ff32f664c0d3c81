"""Computer players: legal, honest, and better than chance."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator

import pytest

import grandharbour as gh
from grandharbour.engine.dice import Seeded
from grandharbour.engine.game import Game
from grandharbour.engine.geometry.bits import bits
from grandharbour.lab.simulate import simulate
from grandharbour.players import Seat, choose, level, players, think, uniform
from grandharbour.players.search import FACES, Level, Search, Spread, own_turn, plans
from tests.conformance.test_clicks import Play, step
from tests.play import CASES, begin, wander

MOMENTS = 12

players_module = importlib.import_module("grandharbour.players")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that look at little: what they do is the same."""
    for name in ("cadet", "captain", "admiral"):
        monkeypatch.setitem(players_module.LEVELS, name, Level(3, 2, 3))
    for game in gh.games().values():
        for name in ("LEVELS", "levels", "calm"):
            monkeypatch.delattr(game._room("advice"), name, raising=False)
    monkeypatch.setattr(Game, "trusted", lambda game, war, decision: False)


def moments(war: gh.War, seed: int) -> Iterator[gh.War]:
    """A dozen positions of a random game, close together in the beginning and ever further apart, so that long games cost no more."""
    wanted, shown = 2.0, 0
    for number, state in enumerate(wander(war, seed)):
        if number >= wanted:
            yield state
            shown += 1
            wanted = 1.6 * wanted + 1
        if shown == MOMENTS:
            return


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_every_player_chooses_what_is_listed(name: str, scenario: str) -> None:
    rng = random.Random(3)
    for war in moments(begin(name, scenario, 5, mixed=True), 5):
        for decision in war.asked():
            for player in players(gh.game(name)):
                verb, target = choose(player, war, decision.side, rng)
                assert decision.choices[verb] >> target & 1


SECRETIVE = {"hawks", "convoys"}
"""Games in which a side does not see everything."""


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_twins_and_other_dice_make_no_difference(name: str, scenario: str) -> None:
    """A player whose eyes cannot tell two states apart chooses alike in both, whatever the coming dice: for any luck of its own."""
    looked = hidden = 0
    for number, war in enumerate(moments(begin(name, scenario, 8), 8)):
        side = war.asked()[0].side
        twin = war.imagine(side, random.Random(number))
        assert getattr(twin.dice, "seed", None) != getattr(war.dice, "seed", None), "other dice"
        hidden += twin.key() != war.key()
        for player in players(gh.game(name)):
            for luck in range(number, number + (3 if name in SECRETIVE else 1)):
                picks = [choose(player, state, side, random.Random(luck)) for state in (war, twin)]
                assert picks[0] == picks[1]
            looked += 1
    assert looked > 10
    assert bool(hidden) == (name in SECRETIVE), "the twins differ in what the side cannot see"


def test_uniform_play_draws_the_verb_first() -> None:
    """A verb with one target is as likely as a verb with many."""
    war = begin("hawks", "faith-hope-charity", 1)
    decision = gh.Decision(0, "", "", {"to": (1 << 30) - 1, "halt": 1})
    rng = random.Random(1)
    halts = sum(uniform(war, decision, rng)[0] == "halt" for _ in range(2000))
    assert 900 < halts < 1100


@pytest.mark.parametrize("scenario", gh.game("hawks").scenarios)
def test_greedy_beats_random_at_hawks(scenario: str) -> None:
    """Both sides together, as the goal of 90 % counts them; 40 seeded games a side here, 400 by `harbour simulate`."""
    wins = 0
    for side, seats in enumerate((("greedy", "random"), ("random", "greedy"))):
        rows = simulate("hawks", scenario, seats, 40, 7)
        assert not any(row.error for row in rows)
        wins += sum(row.winner == side for row in rows)
    assert wins >= 0.88 * 80


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_plans_are_different_legal_and_begin_with_the_advisers_own(name: str, scenario: str) -> None:
    met = 0
    for number, war in enumerate(moments(begin(name, scenario, 11), 11)):
        side = war.asked()[0].side
        seen = war.imagine(side, random.Random(number))
        if seen.decisions[side].forced is not None:
            continue
        found = [plan for plan, _ in plans(seen, side, 5)]
        assert len(set(found)) == len(found) >= 1
        ends = set()
        for plan in found:
            end = seen.copy()
            for verb, target in plan:
                own_turn(end, side)
                before = end.key()
                end.play(verb, target, side)
            chance = (end.rolled, end.drawn, end.shown) != before[:3]
            ends.add((before, plan[-1]) if chance else end.key())
        assert len(ends) == len(found), "two plans are one in another order"
        best = max(gh.game(name).ideas(seen, seen.decisions[side]), key=lambda idea: idea.score)
        assert found[0][0] == (best.verb, best.target)
        for plan in found:
            world = war.imagine(side, random.Random(-number))  # another world: the plan is legal there too
            for verb, target in plan:
                own_turn(world, side)
                world.play(verb, target, side)
        met += len(found) > 1
    assert met > 3


def test_two_throws_with_the_same_result_are_two_plans() -> None:
    """An ordinary attack and a pressed one: whatever the imagined dice do, both are worth a try."""
    wars = (war for seed in range(9) for war in wander(begin("convoys", "pedestal", seed), seed))
    war = next(war for war in wars if type(war.stack[0]).__name__ == "AirAttack" and len(war.asked()[0].choices) == 2)
    side = war.asked()[0].side
    for seed in range(40):
        found = {plan[0][0] for plan, _ in plans(war.imagine(side, random.Random(seed)), side, 4)}
        assert found == set(war.decisions[side].choices)


def test_a_search_can_be_stopped_and_resumed() -> None:
    war = next(w for n, w in enumerate(wander(begin("hawks", "raid-over-malta", 2), 2)) if n == 30)
    side = war.asked()[0].side
    whole = Search(war, side, Level(6, 8, 10), random.Random(1))
    whole.run()
    parts = Search(war, side, Level(6, 8, 10), random.Random(1))
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked % 3 == 0

    for _ in range(200):
        parts.run(stop)
        assert parts.best() in range(len(parts.plans))
    parts.run()
    assert parts.values[0] == whole.values[0][: len(parts.values[0])], "the same worlds in the same order"
    assert parts.lines()[0].visits >= 2


def test_six_worlds_show_all_faces_of_the_next_die() -> None:
    """The expectation over the next die is exact with six worlds; the dice after it are the world's own."""
    seeds = [bytes([number]) * 32 for number in range(6)]
    worlds = [Spread(seed, 7, face) for seed, face in zip(seeds, FACES)]
    assert {dice.d6(7) for dice in worlds} == {dice.pair(7)[0] for dice in worlds} == {1, 2, 3, 4, 5, 6}
    for seed, dice in zip(seeds, worlds):
        assert [dice.d6(n) for n in (6, 8, 9)] == [Seeded(seed).d6(n) for n in (6, 8, 9)] and dice.pair(8) == Seeded(seed).pair(8)


def test_a_search_ends_when_one_plan_is_clearly_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    war = next(w for n, w in enumerate(wander(begin("hawks", "raid-over-malta", 2), 2)) if n == 30)
    search = Search(war, war.asked()[0].side, Level(4, 60, 2), random.Random(1))
    assert len(search.plans) == 4
    worth = {0: 0.6, 1: 0.1, 2: 0.2, 3: 0.3}
    monkeypatch.setattr(search, "trial", lambda plan, world: worth[plan] + 0.01 * (world % 3))
    search.run()
    assert search.best() == 0 and search.alive == [0] and len(search.values[0]) < 60
    worth[0] = 0.0
    again = Search(war, war.asked()[0].side, Level(4, 60, 2), random.Random(1))
    monkeypatch.setattr(again, "trial", lambda plan, world: worth[plan] + 0.01 * (world % 3))
    again.run()
    assert again.best() == 3 and len(again.values[3]) < 60


def test_a_game_may_trust_its_adviser_and_name_calm_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    advice = gh.game("hawks")._room("advice")
    war = next(w for n, w in enumerate(wander(begin("hawks", "raid-over-malta", 2), 2)) if n == 30)
    side = war.asked()[0].side
    seen: list[bool] = []
    monkeypatch.setattr(advice, "calm", lambda state: seen.append(len(seen) % 5 == 4) or seen[-1], raising=False)
    assert think("search:cadet", war, side, random.Random(1)).lines and any(seen) and not all(seen)
    asked = []
    for unrest in (2, 20):  # nothing is ever calm: how long a trial waits for it
        monkeypatch.setattr(advice, "UNREST", unrest, raising=False)
        count: list[int] = []
        monkeypatch.setattr(advice, "calm", lambda state, count=count: bool(count.append(1)))
        Search(war, side, Level(2, 2, 1), random.Random(1)).trial(0, 0)
        asked.append(len(count))
    assert asked[0] < asked[1]
    monkeypatch.setattr(Game, "trusted", lambda game, state, decision: True)
    trusting = think("search:cadet", war, side, random.Random(1))
    assert not trusting.lines and len(trusting.plan) == 1


@pytest.mark.parametrize(("name", "scenario"), [("convoys", "pedestal"), ("c3", "invasion"), ("herkules", "1940")])
def test_a_clear_end_is_worth_more_to_a_trial_than_a_narrow_one(
    name: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    advice = importlib.import_module(f"grandharbour.games.{name}.advice")
    ends = []
    for seed in range(4):
        for war in wander(begin(name, scenario, seed), seed):
            last = war
        assert last.outcome is not None
        worths = [advice.verdict(last, side) for side in (0, 1)]
        assert sum(worths) == pytest.approx(1.0)
        if last.outcome.winner >= 0:
            assert worths[last.outcome.winner] > 0.5
        ends.append((last.outcome.scores[0] - last.outcome.scores[1], worths[0]))
    assert [worth for _, worth in sorted(ends)] == sorted(worth for _, worth in ends)
    monkeypatch.setattr(advice, "verdict", lambda war, side: 0.123)
    war = begin(name, scenario, 1)
    side = war.asked()[0].side
    search = Search(war, side, Level(1, 1, 5000), random.Random(1))
    assert search.trial(0, 0) == 0.123


@pytest.mark.parametrize(("scenario", "off", "share"), [("pedestal", 0.05, 0.5), ("campaign1941", 0.1, 0.7)])
def test_who_is_winning_at_sea_is_known_before_the_end(scenario: str, off: float, share: float) -> None:
    """Over 40 games of the adviser its word is right on average, and its squared error clearly less than that of knowing nothing."""
    prospects = importlib.import_module("grandharbour.games.convoys.prospects")
    wrong = unknowing = expected = came = looked = 0.0
    for seed in range(40):
        war = begin("convoys", scenario, seed)
        seats = [Seat("greedy", side, random.Random(seed)) for side in (0, 1)]
        words = []
        while war.stack is not None:
            if prospects.calm(war):
                words.append(prospects.value(war, 1))
                assert words[-1] + prospects.value(war, 0) == pytest.approx(1.0)
            decision = war.asked()[0]
            war.play(*seats[decision.side].choose(war), decision.side)
        end = prospects.verdict(war, 1)
        looked += len(words)
        expected += sum(words)
        came += end * len(words)
        wrong += sum((word - end) ** 2 for word in words)
        unknowing += (0.5 - end) ** 2 * len(words)
    assert abs(expected - came) < off * looked, (expected, came, looked)
    assert wrong < share * unknowing, (wrong, unknowing)


def test_a_search_says_what_it_considered() -> None:
    war = next(w for n, w in enumerate(wander(begin("hawks", "raid-over-malta", 2), 2)) if n == 30)
    thought = think("search:captain", war, war.asked()[0].side, random.Random(1))
    assert thought.plan == thought.lines[0].plan and len(thought.lines) > 1
    for line in thought.lines:
        assert 0 <= line.value <= 1 and line.visits >= 1 and line.why


def test_plans_that_begin_alike_are_told_apart_by_where_they_lead() -> None:
    """Four times "Fortify: holds what is worth holding" is no reason."""
    play = Play("kesselring")
    play.until(lambda table, decision: step(table) == "Act" and len(decision.choices) > 5)
    war, alike = play.table.war, 0
    side, write, names = war.asked()[0].side, war.setup.game.catalogue.write, war.setup.names
    lines = Search(war, side, level(war.setup, "captain", side), random.Random(1)).lines()
    for first in {line.plan[0] for line in lines}:
        whys = [write(line.why, names) for line in lines if line.plan[0] == first and len(line.plan) > 1]
        alike += len(whys) > 1
        assert len(set(whys)) == len(whys), whys
    assert alike, "no two plans begin alike"


def test_a_seat_follows_its_plan_until_something_happens() -> None:
    war = begin("kesselring", "avalanche-baytown", 3)
    seats = [Seat("search:cadet", side, random.Random(side)) for side in (0, 1)]
    thoughts, choices = 0, 0
    real = players_module.think

    def counting(*args: object) -> object:
        nonlocal thoughts
        thoughts += 1
        return real(*args)

    players_module.think = counting
    try:
        while choices < 60 and war.outcome is None:
            decision = war.asked()[0]
            war.play(*seats[decision.side].choose(war), decision.side)
            choices += decision.forced is None
    finally:
        players_module.think = real
    assert 0 < thoughts < choices / 2


def test_levels_differ_and_a_game_may_have_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gh.game("hawks")._room("advice"), "LEVELS", {"cadet": (2, 2, 2)}, raising=False)
    assert level(gh.game("hawks").setup(), "cadet", 0) == Level(2, 2, 2)
    monkeypatch.setattr(gh.game("c3")._room("advice"), "LEVELS", {"cadet": ((2, 2, 2), (3, 4, 5, 1.0))}, raising=False)
    assert [level(gh.game("c3").setup(), "cadet", side) for side in (0, 1)] == [Level(2, 2, 2), Level(3, 4, 5, 1.0)]
    assert level(gh.game("kesselring").setup(), "cadet", 0) == players_module.LEVELS["cadet"]
    by_scenario = {"pedestal": (4, 4, 4), "campaign1941": (5, 5, 5)}
    convoys = gh.game("convoys")
    monkeypatch.setattr(convoys._room("advice"), "levels", lambda setup: {"cadet": by_scenario[setup.scenario]}, raising=False)
    for scenario, numbers in by_scenario.items():
        assert level(convoys.setup(scenario), "cadet", 0) == Level(*numbers)


def test_no_hope_is_seen() -> None:
    war = begin("hawks", "raid-over-malta", 2)
    side = war.asked()[0].side
    lines = think("search:cadet", war, side, random.Random(1)).lines
    lost = players_module.Thought((), tuple(type(line)(line.plan, 0.0, 0.0, 6) for line in lines))
    assert lost.hopeless and not think("search:cadet", war, side, random.Random(1)).hopeless


def test_a_plan_is_followed_until_something_new_happens() -> None:
    """Whoever thinks elsewhere (the server) follows plans with the same object: step by step, while it is legal and nothing is rolled."""
    war = gh.game("hawks").new(seed=1)
    (side,) = war.decisions
    first, second = (("objective", space) for space in list(bits(war.decisions[side].choices["objective"]))[:2])
    seat = Seat("greedy", side, random.Random(1))
    assert seat.follow(war) is None
    seat.begin([first, second])
    assert seat.follow(war) == first
    war.play(*first, side)
    assert seat.follow(war) == second and seat.follow(war) is None
    seat.begin([first])
    assert seat.follow(war) is None, "that Objective lies there already"
    seat.begin([second])
    war.rolled += 1
    assert seat.follow(war) is None, "a die has fallen since"


def test_a_search_ends_where_nothing_is_at_stake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is chosen, the same comes of it: a few worlds are enough to see that, and the adviser is followed."""
    war = next(w for n, w in enumerate(wander(begin("hawks", "raid-over-malta", 2), 2)) if n == 30)
    search = Search(war, war.asked()[0].side, Level(4, 60, 2), random.Random(1))
    monkeypatch.setattr(search, "trial", lambda plan, world: 0.5 + 0.1 * (world % 3) + 0.0005 * plan)
    search.run()
    assert search.best() == 0 and len(search.values[0]) < 60
    matters = Search(war, war.asked()[0].side, Level(4, 60, 2), random.Random(1))
    monkeypatch.setattr(matters, "trial", lambda plan, world: 0.5 + 0.1 * ((world + plan) % 3))
    matters.run()
    assert len(matters.values[0]) == 60


def test_of_plans_that_are_equally_good_any_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A habit tells; but a plan that is behind is never played for the sake of surprise."""
    war = next(w for n, w in enumerate(wander(begin("hawks", "raid-over-malta", 2), 2)) if n == 30)
    worth = {0: 0.2, 1: 0.6, 2: 0.6, 3: 0.4}
    played = set()
    for seed in range(20):
        search = Search(war, war.asked()[0].side, Level(4, 12, 2), random.Random(seed))
        search.values = [[worth[plan] + 0.1 * ((world * (3 + plan)) % 3 - 1) for world in range(12)] for plan in range(4)]
        search.alive = [0, 1, 2, 3]
        played.add(search.best())
    assert played == {1, 2}


def test_each_piece_is_varied_once_before_any_is_twice() -> None:
    """Eight plans were all spent on one plane where it had the most places to go."""
    sets = []
    for variety in (0.0, 5.0):
        departed: list[int] = []
        for seed in range(4):
            war = next(
                w for n, w in enumerate(wander(begin("hawks", "grand-tournament", seed), seed)) if len(w.asked()) == 1 and n > 12
            )
            found = plans(war, war.asked()[0].side, 8, variety=variety)
            own = found[0][0]
            first = [next((i for i, (a, b) in enumerate(zip(plan, own)) if a != b), len(own)) for plan, _ in found[1:]]
            departed.append(len(set(first)))
        sets.append(sum(departed))
    assert sets[1] > sets[0]
