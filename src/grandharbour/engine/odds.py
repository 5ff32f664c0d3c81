"""Exact chances, from the rules themselves.

The same rules code that rolls is run once for every result the dice can have. No game writes its odds twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from .choice import Illegal
from .dice import SEALED, Branches, OutOfDice
from .event import Event, Modifier

if TYPE_CHECKING:
    from .war import War

CAP = 2000
"""More leaves than this are not enumerated: a game must give the distribution in one draw (``hits``)."""

W = TypeVar("W", bound="War")


Label = tuple[tuple[tuple[int, ...], str, str], ...]
"""Results that belong together: whose, of which kind of event, and the word of each."""


class Odds(msgspec.Struct, frozen=True):
    """The distribution of results behind one choice, with what makes it."""

    title: str
    rule: str
    modifiers: tuple[Modifier, ...]
    need: str
    chances: tuple[tuple[str, Fraction], ...]
    note: str = ""
    counted: bool = False
    """Its modifiers are numbers of dice, which are counted, not added."""
    sentences: tuple[str, ...] = ()
    """For each of the chances what it means in plain words; empty where the word says it all."""
    win: Fraction | None = None
    """The chance that the choice does what it was made for, where its brief says so: named on cards and beside targets."""


class TooMany(Exception):
    """The tree of results is larger than the cap."""


def explore(war: W, run: Callable[[W], None], cap: int = CAP, hidden: bool = True) -> Iterator[tuple[Fraction, W]]:
    """Run the same piece of rules under every result of its dice."""
    branches = Branches(hidden)
    leaves = 0
    while True:
        leaf = war.copy()
        leaf.dice = branches
        leaf.log = []
        run(leaf)
        leaves += 1
        if leaves > cap:
            raise TooMany(f"more than {cap} results")
        leaf.dice = SEALED
        yield Fraction(*branches.weight()), leaf
        if not branches.advance():
            return


def outcomes(war: W, verb: str, target: int | str | None, side: int | str | None) -> list[tuple[Fraction, W]]:
    """Every state after a choice with its chance; equal states are merged."""
    merged: dict[Any, tuple[Fraction, W]] = {}
    for chance, leaf in explore(war, lambda w: w.play(verb, target, side)):
        leaf.log = None
        key = leaf.key()
        before = merged.get(key)
        merged[key] = (chance + before[0], before[1]) if before else (chance, leaf)
    return list(merged.values())


def _first_result(war: War, side: int, verb: str, target: int, far: bool = True) -> None:
    """Make the choice and let everyone answer quietly (or, if not ``far``, nobody), up to the first step that tells a result."""
    assert war.log is not None
    war._asked = None
    assert war.stack is not None
    war.stack[0].take(war, side, verb, target)
    while war.stack is not None:
        if any(event.result is not None for event in war.log) and not _joined(war):
            return
        if war.tick():
            continue
        if not far:
            return
        for decision in war.asked():
            answer = decision.forced or decision.quiet
            if answer is None:
                return
            war._asked = None
            war.stack[0].take(war, decision.side, *answer)
            break
        else:
            return


def _rolls_at_once(war: War, side: int, verb: str, target: int) -> bool:
    """Whether a die falls before anybody is asked again: the last loss taken, and the next battle begins."""
    trial = war.copy()
    try:
        trial.play(verb, target, side)
    except OutOfDice:
        return True
    return trial.rolled > war.rolled


def _joined(war: War) -> bool:
    stack = war.stack
    while stack is not None:
        if stack[0].joins:
            return True
        stack = stack[1]
    return False


def _word(war: War, label: Label) -> str:
    """What came of it, in a word or some."""
    if not label:
        return war.say("odds-nothing")
    names, game = war.setup.names, war.setup.game
    results = [(who, game.word_of(what, kind)) for who, kind, what in label]
    if len(label) == 1:
        return results[0][1]
    if len({who for who, _ in results}) == 1:
        return reduce(lambda one, two: war.say("odds-then", first=one, second=two), [what for _, what in results])
    if len({kind for _, kind, _ in label}) == len(label):  # a strike and the fire it flies into: what it is says whose it is
        return war.say("odds-both", first=results[0][1], more="; ".join(what for _, what in results[1:]))
    return "; ".join(f"{names.called('piece', who[0])}: {what}" if who else what for who, what in results)


def _sentence(war: War, label: Label) -> str:
    """What it means, where the game says so of every part of it; what two parts have in common is said once."""
    said = dict.fromkeys(war.setup.game.sentence_of(what, kind) for _, kind, what in label)
    return " ".join(said) if all(said) else ""


def _behind(war: War, rolls: list[Event]) -> tuple[tuple[Modifier, ...], str]:
    """The modifiers of all rolls and what they need; those of the others by their names."""
    game, first = war.setup.game, rolls[0]
    modifiers: list[Modifier] = list(game.modifiers(first.modifiers, war.setup))
    need = f"{first.need}+" if first.need is not None else ""
    for event in rolls[1:]:
        if event.pieces[:1] == first.pieces[:1]:
            continue  # the same plane again
        who = war.setup.names.called("piece", event.pieces[0]) if event.pieces else ""
        said = game.modifiers(event.modifiers, war.setup)
        modifiers += [(f"{who}: {label}" if who else label, amount, rule) for label, amount, rule in said]
        if event.need is not None:
            need += f", {who} {event.need}+"
    return tuple(modifiers), need


def odds(war: War, side: int | str | None, verb: str, target: int | str | None) -> Odds | None:
    """The distribution of the first results after a choice, everyone else answering quietly."""
    decision = war._owed(side)
    number = target if type(target) is int else war._target(verb, target)
    if number < 0 or not decision.choices.get(verb, 0) >> number & 1:
        raise Illegal(war._refusal(decision.side, verb, number))
    known = war.setup.game.verbs[verb]
    if not known.dice and (war.setup.game.secrets or not _rolls_at_once(war, decision.side, verb, number)):
        # Dice may still follow, but after somebody else's choice; and ``worlds`` answers only for verbs that announce a roll.
        return None
    told = war.setup.game.odds(war, decision.side, verb, number)
    if told is not None:
        return told
    chances: dict[Label, Fraction] = {}
    first: list[Event] = []
    uncertain = 0
    try:
        for share, world in war.worlds(decision.side, verb, number):
            uncertain += 1
            for chance, leaf in explore(world, lambda w: _first_result(w, decision.side, verb, number, known.dice), hidden=False):
                results = [event for event in leaf.log or () if event.result is not None]
                if len(results) > len(first):
                    first = results
                label = tuple((event.pieces[:1], event.kind, event.result or "") for event in results)
                chances[label] = chances.get(label, Fraction(0)) + share * chance
    except TooMany:
        if known.dice:
            raise
        return None  # a whole new turn begins: nobody weighs that before he takes a loss
    if not first:
        return None
    modifiers, need = _behind(war, first)
    assert war.stack is not None
    brief, step = war.setup.game.brief(type(war.stack[0])), war.stack[0]
    further = brief.further(war, step, decision.side, verb, number)
    good = [p for label, p in chances.items() if brief.succeeds(war, step, verb, label)]
    known_win = brief.succeeds(war, step, verb, next(iter(chances))) is not None
    notes = [war.say("odds-averaged")] if uncertain > 1 else []
    if further is not None:
        notes.append(war.setup.game.catalogue.write(further, war.setup.names))
    shown = number if known.kind == "number" else None if known.kind == "nothing" else war.setup.names.called(known.kind, number)
    ranked = sorted(((_word(war, k), p, _sentence(war, k)) for k, p in chances.items()), key=lambda told: -told[1])
    return Odds(
        title=known.label if shown is None else f"{known.label} {shown}",
        rule=first[0].rule,
        modifiers=modifiers,
        need=need,
        chances=tuple((word, p) for word, p, _ in ranked),
        note=" ".join(notes),
        sentences=tuple(sentence for _, _, sentence in ranked),
        win=sum(good, Fraction(0)) if known_win else None,
    )
