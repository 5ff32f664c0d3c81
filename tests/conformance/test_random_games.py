"""What every game must do under any play: end, always offer something, never go in circles, stay valid."""

from __future__ import annotations

import random

import msgspec
import pytest

import grandharbour as gh
from tests.play import CASES, begin, pick, some, stack, wander, wars

pytestmark = pytest.mark.parametrize(("name", "scenario"), CASES)


@pytest.mark.parametrize("mixed", [False, True], ids=["printed rules", "random options"])
def test_every_game_ends_and_stays_valid(name: str, scenario: str, mixed: bool) -> None:
    for seed in some(name, scenario, 20 if mixed else 100, 12_000, least=4):  # `harbour simulate --check` plays hundreds more
        war = begin(name, scenario, seed, mixed)
        seen = set()
        for at in wander(war, seed):
            at.check()
            key = at.key()
            assert key not in seen, f"seed {seed}: the same position came again"
            seen.add(key)
            assert at.asked(), f"seed {seed}: nobody is asked and the game has not ended"
            assert [d.side for d in at.asked()] == sorted({d.side for d in at.asked()})
            for decision in at.asked():
                assert decision.choices, f"seed {seed}: {decision.prompt}: an empty list"
                assert all(mask > 0 for mask in decision.choices.values()), (
                    f"seed {seed}: {decision.prompt}: a verb without target"
                )
        war.check()
        assert war.outcome is not None and war.asked() == () and war.decision is None
        assert -1 <= war.outcome.winner < len(war.setup.game.sides)
        with pytest.raises(gh.Illegal, match="ended"):
            war.play(next(iter(war.setup.game.verbs)))


def test_one_click_means_one_verb(name: str, scenario: str) -> None:
    for war in wars(name, scenario, 20):
        verbs = war.setup.game.verbs
        for decision in war.asked():
            taken: dict[str, int] = {}
            for verb, mask in decision.choices.items():
                kind = verbs[verb].kind
                if kind != "nothing":
                    assert not taken.get(kind, 0) & mask, f"{decision.prompt}: a {kind} stands under two verbs"
                    taken[kind] = taken.get(kind, 0) | mask


def test_quiet_answers_are_listed(name: str, scenario: str) -> None:
    for war in wars(name, scenario, 20):
        for decision in war.asked():
            if decision.quiet is not None:
                verb, target = decision.quiet
                assert decision.choices[verb] >> target & 1


def test_asking_changes_nothing(name: str, scenario: str) -> None:
    for war in wars(name, scenario, 8, every=2, looks=200):
        assert war.stack is not None
        step, key = war.stack[0], war.key()
        first, second = step.ask(war), step.ask(war)
        assert first == second
        assert war.asked() == ((first,) if isinstance(first, gh.Decision) else first)
        for side in (None, *range(len(war.setup.game.sides))):
            assert msgspec.json.encode(war.view(side)) == msgspec.json.encode(war.view(side))
        assert war.key() == key


def test_a_refused_choice_changes_nothing(name: str, scenario: str) -> None:
    rng = random.Random(1)
    for war in wars(name, scenario, 6, every=3, looks=200):
        decision = rng.choice(war.asked())
        key = war.key()
        for verb in war.setup.game.verbs:
            for target in (-1, 10**6, "no such thing", None, True, 1.5, [1]):
                if target is None and decision.choices.get(verb) == gh.NOTHING:
                    continue
                with pytest.raises(gh.Illegal):
                    war.play(verb, target, decision.side)  # type: ignore[arg-type]
        with pytest.raises(gh.Illegal):
            war.play("no such verb", None, decision.side)
        assert war.key() == key


def test_copies_are_independent(name: str, scenario: str) -> None:
    for number, war in enumerate(wars(name, scenario, 10, every=9, looks=100)):
        key, asked = war.key(), war.asked()
        copy = war.copy()
        assert copy.key() == key and copy.asked() == asked
        for _ in zip(range(200), wander(copy, number)):
            pass
        assert war.key() == key and war.asked() == asked
        again = war.copy()
        for _ in zip(range(200), wander(again, number)):
            pass
        assert again.key() == copy.key(), "a copy has the same dice ahead of it"


def test_steps_are_known_values(name: str, scenario: str) -> None:
    for war in wars(name, scenario, 10):
        for step in stack(war):
            assert type(step) in war.setup.game.steps
            assert hash(step) == hash(msgspec.structs.replace(step))
            for field in step.__struct_fields__:
                with pytest.raises(AttributeError):
                    setattr(step, field, getattr(step, field))


def test_chance_alone_decides_nothing_twice(name: str, scenario: str) -> None:
    """The same seed and the same clicks give the same game; another seed gives another."""

    def record(dice: int, clicks: int) -> list[object]:
        war, rng, told = begin(name, scenario, dice), random.Random(clicks), []
        war.log = []
        while war.outcome is None:
            side, verb, target = pick(war, rng, pairs=True)
            war.play(verb, target, side)
        told += war.log
        return [*told, war.key()]

    assert record(1, 2) == record(1, 2)
    assert record(1, 2) != record(2, 2)
