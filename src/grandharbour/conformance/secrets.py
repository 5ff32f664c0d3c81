"""A side learns nothing it may not know: twins that differ only in secrets look alike to it in every way."""

from __future__ import annotations

import random

import msgspec

import grandharbour as gh

from .play import pick, targets, wander
from .walk import Look, Met, at_decisions


@at_decisions(150)
def twins_are_valid_and_differ_where_there_are_secrets(at: Look) -> Met:
    differ = 0
    for side in at.watchers:
        twin = at.twin(side)
        twin.check()
        assert twin.dice is not at.war.dice, "nobody imagines the real dice"
        differ += twin.key() != at.war.key()
        for _ in zip(range(30), wander(twin.copy(), at.number), strict=False):  # and it can be played on
            pass
    assert not differ or at.war.setup.game.secrets
    return differ


@at_decisions(300)
def twins_give_the_same_view(at: Look) -> None:
    for side in at.watchers:
        assert msgspec.json.encode(at.war.view(side)) == msgspec.json.encode(at.twin(side).view(side))


@at_decisions(300)
def twins_ask_the_same(at: Look) -> None:
    for side in at.sides:
        war, twin = at.war, at.twin(side).copy()
        remembered, twin._asked = twin.asked(), None
        assert twin.asked() == remembered, "it asks what was asked in the other world"
        mine, other = war.decisions.get(side), twin.decisions.get(side)
        assert mine == other
        if mine is None or other is None:
            assert [d.side for d in war.asked()] == [d.side for d in twin.asked()]
        else:
            assert war.prompt(mine) == twin.prompt(other)


@at_decisions(150)
def twins_refuse_the_same(at: Look) -> None:
    war = at.war
    assert war.stack is not None
    for side in war.decisions:
        for verb in war.stack[0].verbs:
            for target in targets(war.stack[0].domain(war, side, verb)):
                assert war.why_not(verb, target, side) == at.twin(side).why_not(verb, target, side)


@at_decisions(600)
def twins_have_the_same_odds(at: Look) -> Met:
    for side, verb, target, odds in at.odds:
        assert odds == at.twin(side).odds(side, verb, target)
    return sum(odds is not None for *_, odds in at.odds)


@at_decisions(300)
def imagining_depends_on_nothing_hidden(at: Look) -> None:
    """A player is given only what is imagined, so with the same generator he plays twins alike."""
    for side in at.watchers:
        here, there = (war.imagine(side, random.Random(at.number)) for war in (at.war, at.twin(side)))
        assert here.key() == there.key()


@at_decisions(100)
def what_has_looked_alike_goes_on_looking_alike(at: Look) -> Met:
    """Nothing leaks later either: twins play the same choices with the same dice, and as long as a side has been told the same
    it sees the same and is asked the same. Where the secret comes into play, the telling differs and the comparison ends."""
    return sum(_go_on(at, side) for side in at.sides)


def _go_on(at: Look, side: int) -> int:
    here, there, rng, compared = at.war.copy(), at.twin(side).copy(), at.rng(), 0
    there.dice, here.log, there.log = here.dice, [], []
    for _ in range(40 if here.setup.game.secrets else 8):  # without secrets twins are the same war
        if [d.side for d in here.asked()] != [d.side for d in there.asked()]:
            break
        actor, verb, target = pick(here, rng, True)
        other = there.decisions.get(actor)
        if other is None or not other.choices.get(verb, 0) >> target & 1:
            break
        here.play(verb, target, actor)
        there.play(verb, target, actor)
        if told(here, side) != told(there, side) or here.outcome is not None:
            break
        assert msgspec.json.encode(here.view(side)) == msgspec.json.encode(there.view(side))
        if [d.side for d in here.asked()] == [d.side for d in there.asked()]:
            assert here.decisions.get(side) == there.decisions.get(side)
            compared += 1
    return compared


def told(war: gh.War, side: int) -> list[gh.Event]:
    """The events addressed to a side."""
    return [event for event in war.log or () if event.audience < 0 or event.audience >> side & 1]
