"""Every decision and every position of random games, beside the second referee of tests/oracles/hawks.py."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from grandharbour.engine.dice import Seeded, seed_bytes
from grandharbour.engine.kinds import Names
from grandharbour.games.hawks import GAME
from tests.play import pick, some_options

from .hawks import ROSTERS, Referee, shot_chances

CHITS = ("FACE", "GREEN", "LUCKY", "NONE")


class Noted:
    """Dice that write down what they show."""

    def __init__(self, dice: Seeded) -> None:
        self.dice = dice
        self.seen: list[Any] = []

    def d6(self, draw: int) -> int:
        return self.note(self.dice.d6(draw))

    def pair(self, draw: int) -> tuple[int, int]:
        # Many doubles: clouds that move are what the rules are about.
        faces = self.dice.pair(draw)
        return self.note((faces[0], faces[0]) if draw % 5 == 0 else faces)

    def pick(self, draw: int, n: int, hidden: bool) -> int:
        return self.note(self.dice.pick(draw, n, hidden))

    def hits(self, draw: int, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        raise NotImplementedError

    def note(self, value: Any) -> Any:
        self.seen.append(value)
        return value


def position(war: Any) -> dict[str, Any]:
    """What the referee knows, from the engine's state."""
    names = war.setup.names
    spaces, planes = names.lists["space"], names.lists["piece"]

    def members(mask: int) -> set[str]:
        return {name for i, name in enumerate(spaces) if mask >> i & 1}

    return {
        "turn": war.turn,
        "planes": {
            name: (
                names.of("space", war.at[i]), war.hit_markers[i], bool(war.fired >> i & 1), bool(war.bombed >> i & 1),
                "down" if war.down >> i & 1 else "home" if war.home >> i & 1 else "", CHITS[war.chit[i]],
                bool(war.up >> i & 1), bool(war.ordinary >> i & 1), bool(war.unlucky >> i & 1),
            )
            for i, name in enumerate(planes)
        },
        "objectives": members(war.objectives),
        "ruins": members(war.ruins),
        "guns": members(war.guns),
        "guns fired": members(war.guns_fired),
        "clouds": sorted(spaces[cell] for cell in war.clouds),
        "order": {side: [planes[p] for p in war.order[i]] for i, side in enumerate(("IT", "BR"))},
        "initiative": ("IT", "BR")[war.initiative] if war.order_shown else "",
    }  # fmt: skip


def asked(war: Any) -> list[tuple[str, dict[str, set[Any]]]]:
    return [
        (("IT", "BR")[d.side], {verb: set(war.choices(verb, d.side)) for verb in d.choices}) for d in war.asked()
    ]  # fmt: skip


def compare(
    scenario: str, options: dict[str, Any], seed: int, seek: bool, look: Callable[[Any, Referee], int] = lambda war, referee: 1
) -> int:
    """Play a game on both, and look at both at every decision; the sum of what was seen."""
    dice = Noted(Seeded(seed_bytes(seed)))
    setup = GAME.setup(scenario, options)
    war = GAME.war(setup, dice)
    GAME.open(war)
    war.run()
    referee = Referee(scenario, setup.options)
    referee.dice = dice.seen
    game = referee.play()
    expected = next(game)
    rng = random.Random(f"referee {seed}")
    count = 0
    while war.outcome is None:
        assert not dice.seen, f"the engine has thrown dice the referee knows nothing of: {dice.seen}"
        assert asked(war) == expected
        for decision in war.asked():
            if decision.quiet is not None:
                verb, target = decision.quiet
                assert decision.choices[verb] >> target & 1, "what one does without caring must be possible"
        assert position(war) == referee.position()
        count += look(war, referee)
        side, verb, target = pick(war, rng, seed % 2 == 1)
        if seek:
            side, verb, target = eager(war, side, verb, target, rng)
        answer = (("IT", "BR")[side], verb, war.target_name(verb, target))
        war.play(verb, target, side)
        try:
            expected = game.send(answer)
        except StopIteration:
            expected = []
    assert referee.outcome == (("IT", "BR", "-")[war.outcome.winner], *war.outcome.scores)
    assert position(war) == referee.position()
    return count


def eager(war: Any, side: int, verb: str, target: int, rng: random.Random) -> tuple[int, str, int]:
    """Fly towards the middle of the board, where the others are, and use every weapon: chance alone meets few."""
    choices = war.decisions[side].choices
    for wanted in ("attack", "fire", "bomb"):
        if wanted in choices and rng.random() < 0.8:
            return side, wanted, war._target(wanted, rng.choice(war.choices(wanted, side)))
    if "to" in choices and rng.random() < 0.8:
        spaces = war.choices("to", side)

        def away(space: str) -> int:
            return abs(ord(space[0]) - ord("D")) + abs(int(space[1]) - 5)

        near = min(map(away, spaces))
        return side, "to", war._target("to", rng.choice([space for space in spaces if away(space) == near]))
    return side, verb, target


@pytest.mark.parametrize("scenario", ROSTERS)
def test_the_printed_rules(scenario: str) -> None:
    assert sum(compare(scenario, {}, seed, seed % 3 > 0) for seed in range(12)) > 1000


@pytest.mark.parametrize("scenario", ROSTERS)
def test_options_thrown_by_dice(scenario: str) -> None:
    assert sum(compare(scenario, some_options("hawks", seed), seed, seed % 3 > 0) for seed in range(100, 124)) > 2000


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.id)
def test_each_option_alone(option: Any) -> None:
    for value, _ in option.values:
        if value != option.default:
            for seed in range(200, 204):
                compare("faith-hope-charity" if seed % 2 else "raid-over-malta", {option.id: value}, seed, True)


def aloud(names: Names, result: str) -> str:
    """A result with planes as their counters call them."""
    for printed, spoken in zip(names.lists["piece"], names.spoken["piece"], strict=True):
        result = result.replace(f"{printed}: ", f"{spoken}: ")
    return result


@pytest.mark.parametrize("scenario", ["faith-hope-charity", "raid-over-malta"])
def test_the_odds_of_every_shot(scenario: str) -> None:
    def look(war: Any, referee: Referee) -> int:
        decision = war.asked()[0]
        verb = next((verb for verb in ("attack", "fire") if verb in decision.choices), None)
        if verb is None or decision.about[0] != "piece":
            return 0
        fighter = referee.named(war.setup.names.of(*decision.about))
        for name in war.choices(verb):
            odds = war.odds(decision.side, verb, name)
            expected = shot_chances(referee, fighter.side, fighter, referee.named(name), verb == "attack")
            assert dict(odds.chances) == {aloud(war.setup.names, result): chance for result, chance in expected.items()}
        return 1

    assert (
        sum(compare(scenario, {"same_cell_reaction": "both"} if seed % 2 else {}, seed, True, look) for seed in range(300, 306))
        > 60
    )
