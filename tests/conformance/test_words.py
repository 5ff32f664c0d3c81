"""Every sentence a person reads comes from a catalogue.

The pseudo language puts an accent on every vowel of the catalogues. What a person reads without one was written elsewhere: in
code, where no translator finds it. Names of pieces and places, and what the tables call things, are no sentences.

    python -m tests.conformance.test_words c3        what bypasses the catalogues of a game, and how often it was met
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import grandharbour as gh
from grandharbour.engine.catalogue import ENGLISH, PSEUDO, WORDS, Catalogue, speak
from grandharbour.engine.game import Game
from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.lesson import lesson
from tests.play import begin, wander

PLAIN = re.compile(r"(?<![\w'])(?=[A-Za-z]{3,})[A-Za-z]*[aeiou][A-Za-z]*(?![\w'])")
"""A word with a vowel that has no accent."""
NAMED = {
    "id",
    "side",
    "symbol",
    "type",
    "at",
    "box",
    "kind",
    "state",
    "piece",
    "spaces",
    "space",
    "tone",
    "art",
    "rule",
    "within",
    "square",
    "about",
}
"""Fields of a view that are never read by a person, only looked up."""
LOOKS = 8
"""So often every kind of step is looked at in one game: what is seldom asked is seen as well as what is asked all the time."""


def strings(value: Any, field: str = "") -> Iterator[str]:
    """Everything in a view that a person reads."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name not in NAMED:
                yield from strings(getattr(value, name), name)
    elif isinstance(value, (tuple, list)):
        for entry in value:
            yield from strings(entry, field)
    elif isinstance(value, dict):
        for entry in value.values():
            yield from strings(entry, field)


def proper(game: Game, setup: Any) -> re.Pattern[str]:
    """Names of things, as one pattern: they stand in the tables and are the same in every language."""
    found = {name for names in setup.names.lists.values() for name in names}
    for key, entry in setup.tables.entries.items():
        found |= {part for part in key.split(".") if part != part.lower()}
        found |= set(_leaves(entry.value))
    for piece in begin(game.id, setup.scenario, 0).view(None).pieces:
        found |= {piece.label, piece.sub, *piece.values}
    long = sorted((re.escape(name) for name in found if len(name) > 1), key=len, reverse=True)
    return re.compile(r"(?<!\w)(?:" + "|".join(long) + r")(?!\w)")


def _leaves(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for key, entry in value.items() for word in (*([key] if key != key.lower() else []), *_leaves(entry))]
    return [word for entry in value for word in _leaves(entry)] if isinstance(value, (list, tuple)) else []


def read(game: Game, scenario: str) -> Iterator[tuple[str, str]]:
    """What a person may read of a game: where it stands, and the words."""
    for side in game.sides:
        yield from (("side", side.short), ("side", side.name))
    for option in game.options:
        yield from (("option", word) for word in (option.title, option.help, *(label for _, label in option.values)))
    for verb in game.verbs.values():
        yield from (("verb", verb.label), ("verb", verb.help))
    yield from (("scenario", word) for known in game.scenarios.values() for word in (known.title, known.blurb))
    yield from (("game", game.title), ("game", game.blurb))
    guided = lesson(game)
    if guided is not None:
        told = [guided.title, guided.intro, guided.outro, *(c.say for c in guided.click), *(c.then for c in guided.click)]
        yield from (("lesson", game.catalogue.write(word)) for word in told)
    yield from (("board", word) for word in strings(game.board(game.setup(scenario))))
    for seed in (0, 3):
        war = begin(game.id, scenario, seed, mixed=seed > 0)
        war.log = []
        looks: Counter[str] = Counter()
        for number, state in enumerate(wander(war, seed)):
            yield from (("prompt", state.prompt(decision)) for decision in state.asked())
            for event in state.log or ():
                yield f"event {event.kind}", game.tell(event, state.setup)
                yield from ((f"modifier {event.kind}", label) for label, _, _ in game.modifiers(event.modifiers, state.setup))
                yield from ((f"sheet {event.kind}", word) for word in strings(event.sheet))
            state.log = []
            step = "" if state.stack is None else type(state.stack[0]).__name__
            looks[step] += 1
            if state.stack is not None and (looks[step] <= LOOKS or number % 97 == 0):
                yield from _seen(game, state)
        assert war.outcome is not None
        yield from (("outcome", word) for word in (war.outcome.reason, war.outcome.level))


def _seen(game: Game, war: gh.War) -> Iterator[tuple[str, str]]:
    assert war.stack is not None
    step = type(war.stack[0]).__name__
    for eyes in (None, 0, 1):
        view = war.view(eyes)
        for field in view.__struct_fields__:
            if field not in NAMED:
                yield from ((f"view {field}", word) for word in strings(getattr(view, field), field))
    for info in game.board(war.setup).overlays:
        yield from (("layer " + info.id, word) for word in strings(game.overlay(war, 0, info.id, None)))
    for decision in war.asked():
        side = decision.side
        yield from (("script", game.catalogue.write(label)) for label, _ in game.scripts(war, side).values())
        for idea in game.ideas(war, decision)[:12]:
            yield f"idea {step}", game.catalogue.write(idea.why, war.setup.names)
        for verb in war.stack[0].verbs:
            price = game.price(war, side, verb)
            yield from ((f"price {verb}", word) for word in strings(price))
            yield from ((f"note {verb}", word) for word in game.notes(war, side, verb).values())
            mask = decision.choices.get(verb, 0)
            for target in list(bits(mask))[:3]:
                yield from ((f"preview {step} {verb}", word) for word in strings(game.preview(war, side, verb, target)))
            for target in list(bits(war.stack[0].domain(war, side, verb) & ~mask & ((1 << 2000) - 1)))[::7][:6]:
                refusal = war.why_not(verb, target, side)
                yield f"refusal {step} {verb}", refusal.reason if refusal else ""


def bypassing(game: Game, scenario: str) -> Counter[tuple[str, str]]:
    """What a person reads that no catalogue says."""
    speak(PSEUDO)
    game._setups.clear()
    try:
        names = proper(game, game.setup(scenario))
        found: Counter[tuple[str, str]] = Counter()
        bare: dict[str, bool] = {}
        for where, words in read(game, scenario):
            if words not in bare:
                bare[words] = PLAIN.search(names.sub("", words)) is not None
            if bare[words]:
                found[where, words] += 1
        return found
    finally:
        speak(ENGLISH)
        game._setups.clear()


MOVED = sorted(gh.games())


@pytest.mark.parametrize("name", MOVED)
def test_no_sentence_bypasses_the_catalogues(name: str) -> None:
    game = gh.game(name)
    for scenario in game.scenarios:
        assert not bypassing(game, scenario)


@pytest.mark.parametrize("name", MOVED)
def test_every_sentence_of_a_catalogue_can_be_read(name: str) -> None:
    words = Catalogue.read(WORDS / "en.ftl", gh.game(name).folder / "words" / "en.ftl")
    words.check()
    assert len(words.ids) > 50


if __name__ == "__main__":
    for known in gh.game(sys.argv[1]).scenarios:
        for (place, said), met in bypassing(gh.game(sys.argv[1]), known).most_common(60):
            print(f"{met:6} {place:28} {said[:110]}")
