"""What lies in the box of a game: found by watching the game itself being played.

A fresh war does not show everything: reinforcements wait, markers come and go, a counter shows its other side only after a loss.
So a few games are played at random, always the same ones, and everything the views show is noted down. Sides of counters that
did not turn up are looked for by asking the view what it would show if a set of pieces held them all.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

import msgspec

from ..engine.choice import Decision
from ..engine.game import Game, Setup
from ..engine.kinds import PerPiece, Pieces
from ..engine.view import Box, Mark, Marker, PieceView, Track, View
from ..engine.war import War
from ..players import greedy, uniform

ENOUGH = 1500
"""So many decisions are watched at least, and whole games to their end."""
LEAST, MOST = 3, 30
"""So few and so many games."""
CROWD = 20
"""A view costs more than the play: with many pieces only one decision for each so many pieces is looked at."""
HANDFUL = 3 * CROWD
"""Up to so many pieces every second game is played well: bombers drop bombs then. With more that takes too long."""
STEPS = 3
"""A counter that was seen with more different numbers than this does not bear them: a group of ships."""
SPARE, HEAP = 6, 12
"""Badges that were never seen at play are printed so often; of no badge more than a heap."""
PROBES = 24
"""Every so many looks the other sides of counters are asked for."""


class Face(msgspec.Struct, frozen=True):
    """One side of a counter."""

    label: str
    sub: str
    symbol: str
    type: str
    values: tuple[str, ...]
    marks: tuple[Mark, ...] = ()


class Counter(msgspec.Struct, frozen=True):
    """A piece as it is printed. Without a back the other side is plain."""

    id: str
    side: str
    front: Face
    back: Face | None = None


class Chip(msgspec.Struct, frozen=True):
    """A marker that lies on the board or on a counter: so many are needed at once."""

    kind: str
    label: str
    count: int
    side: str | None = None
    state: str = ""
    back: str = ""
    """What the other side says; empty if it is the same."""
    back_state: str = ""
    tone: str = ""


class Phase(msgspec.Struct, frozen=True):
    """A part of the turn, with the choices that were offered in it and by whom."""

    name: str
    verbs: dict[str, set[str]]


class Roster(msgspec.Struct, frozen=True):
    counters: tuple[Counter, ...]
    chips: tuple[Chip, ...]
    phases: tuple[Phase, ...]
    tracks: tuple[Track, ...]
    boxes: tuple[Box, ...]
    marks: tuple[Mark, ...]
    missing: tuple[str, ...]
    """Pieces of the game that take no part in this scenario."""


def roster(game: Game, setup: Setup) -> Roster:
    """Everything a scenario needs."""
    watch = _Watch(game, setup)
    for seed in range(MOST):
        watch.play(seed)
        if seed + 1 >= LEAST and watch.made >= ENOUGH:
            break
    return watch.roster()


class _Sight:
    """One face of one piece: how often it was seen, by its owner or by others, and the marks it always bore."""

    def __init__(self, face: Face, own: bool, order: int, probed: bool) -> None:
        self.face = face
        self.probed = probed
        self.own = own
        self.order = order
        self.always = {mark.id for mark in face.marks}
        self.marks = {mark.id: mark for mark in face.marks}

    def add(self, face: Face, own: bool) -> None:
        self.own |= own
        self.always &= {mark.id for mark in face.marks}

    def printed(self) -> Face:
        return msgspec.structs.replace(self.face, marks=tuple(self.marks[i] for i in self.marks if i in self.always))

    def worth(self) -> tuple[int, float, int]:
        """The best side of a counter is its front: no bad marks, high numbers, seen early."""
        bad = sum(self.marks[i].tone == "bad" for i in self.always)
        return bad, -_sum(self.face), self.order


class _Watch:
    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.sides = [side.id for side in game.sides]
        self.seats: list[int | None] = [*range(len(self.sides))] if game.secrets else [None]
        self.sets, self.counts = _piece_fields(game.war)
        self.pieces: dict[str, dict[Any, _Sight]] = {}
        self.side_of: dict[str, str] = {}
        self.markers: dict[tuple[str, str | None], dict[tuple[str, str], int]] = {}
        self.most: Tally[tuple[str, str | None]] = Tally()
        self.most_of: Tally[tuple[str, str | None, str, str]] = Tally()
        self.marks: dict[str, Mark] = {}
        self.most_marks: Tally[str] = Tally()
        self.phases: dict[str, dict[str, set[str]]] = {}
        self.tracks: dict[str, Track] = {}
        self.boxes: dict[str, Box] = {}
        self.looks = self.made = 0
        self.every = max(1, len(setup.names.lists["piece"]) // CROWD)

    def play(self, seed: int) -> None:
        war = self.setup.new(seed)
        rng = random.Random(seed)
        player = greedy if seed % 2 and len(self.setup.names.lists["piece"]) <= HANDFUL else uniform
        while war.outcome is None:
            decision = war.asked()[0]
            if self.made % self.every == 0:
                self.look(war, decision)
            war.play(*player(war, decision, rng), decision.side)
            self.made += 1

    def look(self, war: War, decision: Decision) -> None:
        public = war.view(None)
        for track in public.tracks:
            self.tracks.setdefault(track.id, track)
        for box in public.boxes:
            self.boxes.setdefault(box.id, box)
        verbs = self.phases.setdefault(public.phase, {})
        for verb in decision.choices:
            verbs.setdefault(verb, set()).add(self.sides[decision.side])
        self._note(public, None)
        borne: Tally[str] = Tally()
        for seat in self.seats:
            view = public if seat is None else war.view(seat)
            if seat is not None:
                self._note(view, seat)
            for piece in view.pieces:
                if seat is None or piece.side == self.sides[seat]:
                    borne.update(mark.id for mark in piece.marks)
        for mark, n in borne.items():
            self.most_marks[mark] = max(self.most_marks[mark], n)
        self._lay_out(public.markers)
        if self.looks % PROBES == 0:
            for view, seat in self._probe(war):
                self._note(view, seat, probe=True)
        self.looks += 1

    def _note(self, view: View, seat: int | None, probe: bool = False) -> None:
        for piece in view.pieces:
            own = seat is None if None in self.seats else seat is not None and piece.side == self.sides[seat]
            face = Face(piece.label, piece.sub, piece.symbol, piece.type, piece.values, piece.marks)
            if probe and not _other_side(piece, self.pieces.get(piece.id, {})):
                continue
            known = self.pieces.setdefault(piece.id, {})
            self.side_of.setdefault(piece.id, piece.side)
            key = (piece.label, piece.sub, piece.symbol, piece.type, piece.values)
            if key not in known:
                known[key] = _Sight(face, own, len(known), probe)
            elif known[key].probed or not probe:
                known[key].add(face, own)
            for mark in piece.marks:
                self.marks.setdefault(mark.id, mark)

    def _without_names(self, text: str) -> str:
        """A label that names pieces ("Bound for here: 13/V") is printed without them."""
        starts = [text.index(name) for name in self.setup.names.lists["piece"] if name and name in text]
        return text[: min(starts)].rstrip(" :,") if starts else text

    def _nameless(self, marker: Marker) -> Marker:
        label = self._without_names(marker.label)
        return marker if label == marker.label else msgspec.structs.replace(marker, label=label or marker.kind, state=None)

    def _lay_out(self, shown: tuple[Marker, ...]) -> None:
        markers = [self._nameless(marker) for marker in shown]
        now: Tally[tuple[str, str | None]] = Tally((m.kind, m.side) for m in markers)
        for key, n in now.items():
            self.most[key] = max(self.most[key], n)
        each = Tally((m.kind, m.side, m.label, m.state or "") for m in markers)
        for which, n in each.items():
            self.most_of[which] = max(self.most_of[which], n)
            self.markers.setdefault(which[:2], {}).setdefault(which[2:], len(self.markers))

    def _probe(self, war: War) -> Iterator[tuple[View, int | None]]:
        """What the seats would see if one set of pieces held all of them, or if all had lost one."""
        n = len(self.setup.names.lists["piece"])
        changes: list[tuple[str, Any]] = [(field, (1 << n) - 1) for field in self.sets]
        changes += [(field, [1] * n) for field in self.counts]
        for field, value in changes:
            trial = war.copy()
            setattr(trial, field, value)
            for cache in trial.caches:
                setattr(trial, cache, None)
            for seat in self.seats:
                try:
                    yield trial.view(seat), seat
                except Exception:  # a position that cannot be, so this field is no side of a counter
                    break

    # --- what came out

    def roster(self) -> Roster:
        order = {name: i for i, name in enumerate(self.setup.names.lists["piece"])}
        ids = sorted(self.pieces, key=lambda id: (self.sides.index(self.side_of[id]), order.get(id, len(order)), id))
        # Numbers that change with the game are not printed, on no counter of that kind.
        changing = {s.face.type for known in self.pieces.values() for s in known.values() if self._changes(known)}
        counters = tuple(self._counter(id, changing) for id in ids)
        turned = {mark.id for counter in counters if counter.back for mark in counter.back.marks}
        printed = turned | {mark.id for counter in counters for mark in counter.front.marks}
        loose = [self.marks[id] for id in self.marks if id not in printed or self._comes_and_goes(id, turned)]
        return Roster(
            counters,
            (*self._chips(), *self._badges(loose), *self._track_chips()),
            self._phases(),
            tuple(self.tracks.values()),
            tuple(self.boxes.values()),
            tuple(self.marks.values()),
            tuple(name for name in order if name and name not in self.pieces),
        )

    def _changes(self, known: dict[Any, _Sight]) -> bool:
        """Whether a piece was seen by its owner with more values than a counter has sides."""
        return len({s.face.values for s in known.values() if s.own and not s.probed}) > STEPS

    def _counter(self, id: str, changing: set[str]) -> Counter:
        sights = list(self.pieces[id].values())
        own = sorted((s for s in sights if s.own), key=_Sight.worth) or sorted(sights, key=_Sight.worth)
        front = own[0]
        lesser = [s for s in own[1:] if s.face.values != front.face.values and _sum(s.face) < _sum(front.face)]
        if front.face.type in changing:
            lesser = []
            front.face = msgspec.structs.replace(front.face, values=())
        hidden = [s for s in sights if not s.own and (s.face.symbol, s.face.label) != (front.face.symbol, front.face.label)]
        back = max(lesser, key=lambda s: _sum(s.face)) if lesser else hidden[0] if hidden else None
        return Counter(id, self.side_of[id], front.printed(), back.printed() if back else None)

    def _phases(self) -> tuple[Phase, ...]:
        """The phases in the order they came; "Folgore: Movement" of many formations is one phase."""
        last = Tally(name.split(": ")[-1] for name in self.phases)
        joined: dict[str, dict[str, set[str]]] = {}
        for name, verbs in self.phases.items():
            tail = name.split(": ")[-1]
            whole = joined.setdefault(tail if last[tail] > 2 else name, {})
            for verb, sides in verbs.items():
                whole.setdefault(verb, set()).update(sides)
        return tuple(Phase(name, verbs) for name, verbs in joined.items() if name and verbs)

    def _comes_and_goes(self, mark: str, turned: set[str]) -> bool:
        """Some piece was seen with it and without it, on the same side: then it is a badge, not print."""
        if mark in turned:
            return False
        return any(mark in sight.marks and mark not in sight.always for faces in self.pieces.values() for sight in faces.values())

    def _chips(self) -> Iterator[Chip]:
        for (kind, side), looks in self.markers.items():
            if len(looks) <= 2:
                (label, state), *other = looks
                back, back_state = other[0] if other else ("", "")
                yield Chip(kind, label, self.most[kind, side], side, state, back, back_state)
            else:
                for label, state in looks:
                    yield Chip(kind, label, self.most_of[kind, side, label, state], side, state)

    def _badges(self, loose: list[Mark]) -> Iterator[Chip]:
        for mark in loose:
            need = self.most_marks[mark.id] or SPARE
            label = self._without_names(mark.label.split(":")[0])
            label = label if len(label) > 3 else mark.id.capitalize()  # "In Group A" without the group
            yield Chip(mark.id, label, min(need, HEAP), None, tone=mark.tone)

    def _track_chips(self) -> Iterator[Chip]:
        for track in self.tracks.values():
            if printable(track):
                yield Chip("track", track.label, 1, track.side)


def printable(track: Track) -> bool:
    """A track that a player must keep with a marker: not what the computer works out from the others."""
    return track.id not in {"battle", "verdict", "margin", "par"}


def _piece_fields(war: type[War]) -> tuple[list[str], list[str]]:
    """The fields of a state that are sets of pieces, and those that hold a plain number for each."""
    sets: list[str] = []
    counts: list[str] = []
    for base in war.__mro__:
        scope = vars(sys.modules[base.__module__])
        for field, hint in vars(base).get("__annotations__", {}).items():
            if field in war.codecs:
                kind = eval(hint, scope) if isinstance(hint, str) else hint
                if kind == Pieces:
                    sets.append(field)
                elif kind in (PerPiece[int], PerPiece[bool]):
                    counts.append(field)
    return sets, counts


def _other_side(piece: PieceView, known: dict[Any, _Sight]) -> bool:
    """Whether this is a known counter with other numbers; a side without any strength is no side."""
    for label, _, symbol, type, values in known:
        if (label, symbol, type) == (piece.label, piece.symbol, piece.type) and len(values) == len(piece.values) and values:
            return not (_numbers(piece.values)[:1] == [0] and _numbers(values)[:1] != [0])
    return False


def _numbers(values: tuple[str, ...]) -> list[float]:
    return [float(n[0]) for value in values if (n := re.match(r"-?\d+(\.\d+)?", value))]


def _sum(face: Face) -> float:
    return sum(_numbers(face.values))
