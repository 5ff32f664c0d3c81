"""What must hold at every decision: something is offered, asking changes nothing, and what is not listed is refused by a rule."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import grandharbour as gh

from .play import pick, stack, targets, wander
from .walk import EVERY, Look, Met, at_decisions, at_the_end

# --- the walk itself


@at_decisions(EVERY)
def every_position_is_valid_and_offers_something(at: Look) -> None:
    at.war.check()
    asked = at.war.asked()
    assert asked, "nobody is asked and the game has not ended"
    assert [d.side for d in asked] == sorted({d.side for d in asked})
    for decision in asked:
        assert decision.choices, f"{decision.prompt}: an empty list"
        assert all(mask > 0 for mask in decision.choices.values()), f"{decision.prompt}: a verb without target"


@at_decisions(EVERY)
def no_position_comes_twice(at: Look) -> None:
    seen = at.memory.setdefault("seen", set())
    key = at.war.key()
    assert key not in seen, "the same position came again"
    seen.add(key)


@at_the_end
def every_game_ends(at: Look) -> None:
    war = at.war
    war.check()
    assert war.outcome is not None and war.asked() == () and war.decision is None
    assert -1 <= war.outcome.winner < len(war.setup.game.sides)
    with pytest.raises(gh.Illegal, match="ended"):
        war.play(next(iter(war.setup.game.verbs)))


# --- the list


@at_decisions()
def one_click_means_one_verb(at: Look) -> None:
    verbs = at.war.setup.game.verbs
    for decision in at.war.asked():
        taken: dict[str, int] = {}
        for verb, mask in decision.choices.items():
            kind = verbs[verb].kind
            if kind != "nothing":
                assert not taken.get(kind, 0) & mask, f"{decision.prompt}: a {kind} stands under two verbs"
                taken[kind] = taken.get(kind, 0) | mask


@at_decisions()
def a_quiet_answer_is_listed(at: Look) -> Met:
    quiet = [(decision, decision.quiet) for decision in at.war.asked() if decision.quiet is not None]
    for decision, (verb, target) in quiet:
        assert decision.choices[verb] >> target & 1
    return len(quiet)


@at_decisions(200)
def asking_changes_nothing(at: Look) -> None:
    war = at.war
    assert war.stack is not None
    step, key = war.stack[0], war.key()
    first, second = step.ask(war), step.ask(war)
    assert first == second
    assert war.asked() == ((first,) if isinstance(first, gh.Decision) else first)
    for side in at.watchers:
        assert msgspec.json.encode(war.view(side)) == msgspec.json.encode(war.view(side))
    assert war.key() == key


@at_decisions(100)
def copies_are_independent(at: Look) -> None:
    war, clicks = at.war, 100
    key, asked = war.key(), war.asked()
    ends = []
    for _ in range(2):
        copy = war.copy()
        assert copy.key() == key and copy.asked() == asked
        for _ in zip(range(clicks), wander(copy, at.number), strict=False):
            pass
        assert war.key() == key and war.asked() == asked
        ends.append(copy.key())
    assert ends[0] == ends[1], "a copy has the same dice ahead of it"


@at_decisions(400)
def steps_are_known_values(at: Look) -> None:
    for step in stack(at.war):
        assert type(step) in at.war.setup.game.steps
        assert hash(step) == hash(msgspec.structs.replace(step))
        for field in step.__struct_fields__:
            with pytest.raises(AttributeError):
                setattr(step, field, getattr(step, field))


@at_decisions()
def the_order_of_clicks_of_two_sides_does_not_matter(at: Look) -> Met:
    """Where several sides owe at once, each writes only its own part."""
    war = at.war
    if len(war.asked()) < 2:
        return 0
    assert war.stack is not None
    shared, ends = type(war.stack[0]), set()
    for shuffle in range(5):
        rng, copy = random.Random(shuffle), war.copy()
        made = dict.fromkeys(at.sides, 0)
        while copy.stack is not None and type(copy.stack[0]) is shared and copy.turn == war.turn:
            side = rng.choice(copy.asked()).side
            decision = copy.decisions[side]
            own = random.Random(f"{at.seed} {at.number} {side} {made[side]}")
            verb = own.choice(list(decision.choices))
            copy.play(verb, own.choice(copy.choices(verb, side)), side)
            made[side] += 1
        ends.add(copy.key())
    assert len(ends) == 1
    return 1


@at_decisions(150)
def a_position_is_read_back(at: Look) -> None:
    war = at.war
    text = war.position()
    again = war.setup.game.position(text, seed=war.dice.seed)  # type: ignore[attr-defined]
    assert again.key() == war.key() and again.asked() == war.asked()
    assert again.position() == text
    side, verb, target = pick(war, at.rng())
    here = war.copy()
    here.play(verb, target, side)
    again.play(verb, target, side)
    assert here.key() == again.key()


@at_the_end
def the_end_is_a_position_too(at: Look) -> Met:
    if at.seed > 3:
        return 0
    again = at.war.setup.game.position(at.war.position())
    assert again.outcome == at.war.outcome and again.key() == at.war.key()
    return 1


# --- why not


@at_decisions(300)
def everything_in_the_domain_is_listed_or_refused_by_a_rule(at: Look) -> Met:
    war = at.war
    assert war.stack is not None
    step = war.stack[0]
    rules = war.setup.game.rulebook.rules
    met = at.memory.setdefault("refused", set())
    before = len(met)
    for decision in war.asked():
        for verb in step.verbs:
            domain, listed = step.domain(war, decision.side, verb), decision.choices.get(verb, 0)
            assert not listed & ~domain, f"{verb}: something is listed that nobody would try"
            for target in targets(domain):
                refusal = war.why_not(verb, target, decision.side)
                if listed >> target & 1:
                    assert refusal is None
                else:
                    assert refusal is not None
                    assert refusal.rule in rules and str(refusal.reason).endswith(".")
                    met.add((type(step).__name__, refusal.rule))
    return len(met) - before


@at_decisions(200)
def verbs_of_other_steps_are_refused_by_a_rule(at: Look) -> None:
    war = at.war
    assert war.stack is not None
    for decision in war.asked():
        for verb in set(war.setup.game.verbs) - set(war.stack[0].verbs):
            refusal = war.why_not(verb, 0, decision.side)
            assert refusal is not None and refusal.reason
            assert refusal.rule in war.setup.game.rulebook.rules


@at_decisions(400)
def a_side_that_owes_nothing_is_told_so(at: Look) -> None:
    for side in at.sides:
        if side not in at.war.decisions:
            refusal = at.war.why_not(next(iter(at.war.setup.game.verbs)), 0, side)
            assert refusal is not None and "owes no decision" in str(refusal.reason)


NONSENSE: tuple[Any, ...] = (-1, 10**6, "no such thing", None, True, 1.5, [1])


@at_decisions(200)
def a_refused_choice_changes_nothing(at: Look) -> None:
    war, decision = at.war, at.rng().choice(at.war.asked())
    key = war.key()
    for verb in war.setup.game.verbs:
        for target in NONSENSE:
            if target is None and decision.choices.get(verb) == gh.NOTHING:
                continue
            with pytest.raises(gh.Illegal):
                war.play(verb, target, decision.side)
    with pytest.raises(gh.Illegal):
        war.play("no such verb", None, decision.side)
    assert war.key() == key


# --- words


@at_decisions()
def decisions_use_declared_words(at: Look) -> None:
    war, game = at.war, at.war.setup.game
    assert war.stack is not None
    for decision in war.asked():
        assert set(decision.choices) <= set(game.verbs)
        assert set(decision.choices) <= set(war.stack[0].verbs)
        assert decision.rule in game.rulebook.rules
        prompt = war.prompt(decision)
        assert prompt and "{" not in prompt


def _read(at: Look) -> int:
    game = at.war.setup.game
    for event in at.fresh:
        assert f"event-{event.kind}" in game.catalogue
        assert event.rule in game.rulebook.rules
        assert all(rule in game.rulebook.rules for _, _, rule in event.modifiers)
        text = game.tell(event, at.war.setup)
        assert text and "?" not in text, f"{event.kind}: {text}"
        if event.total is not None and event.dice:
            assert event.total == sum(event.dice) + sum(amount for _, amount, _ in event.modifiers), text
    return len(at.fresh)


@at_decisions(EVERY)
def events_are_declared_and_read_well(at: Look) -> Met:
    return _read(at)


@at_the_end
def the_last_events_read_well(at: Look) -> Met:
    return _read(at)
