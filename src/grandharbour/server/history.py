"""A table with all that follows from its rows: what each seat has been told, its click numbers, and the moments of its replay.

Nothing here waits or writes. The same code runs when a choice is made and when the rows are replayed after a restart, so
numbers and epochs come out alike.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ..engine import editor, shapes, toml
from ..engine.catalogue import language
from ..engine.choice import Illegal, Outcome, Refusal
from ..engine.cups import Mix, WrongLink, agreed
from ..engine.dice import Recorded, fallen
from ..engine.event import EVERYONE
from ..engine.game import Setup, UnknownName, game
from ..engine.position import PositionError, digest, dump, pack, plain, unpack
from ..engine.salvage import reopen, sound
from ..engine.save import other_version
from ..engine.table import CannotUndo, Table, Told
from ..engine.tables import TablesError
from ..engine.view import View
from ..engine.war import War
from . import held, orders, wire
from .club.clocks import Clock, ClockWish, Holidays, until
from .held import Held, HeldFeed, Useless, eyes_of
from .problems import Problem, detail, say
from .store import Move, TableRow

OPEN = -1
"""In the place of a side: the eyes that see everything, once a game has ended."""


SEEDED, ANEW, SHAKEN = 1, 2, 3
"""How a table draws: from its seed; from its seed, but anew after a step back; with what people shake."""
CLICKS = ("choice", "script", "chain")
"""Moves that carry the link of a cup."""

Words = dict[int, tuple[Told, wire.Event]]
"""Events in words, by the identity of what was told: feeds differ only in how they count."""
MOST_WORDS = 400


class Feed:
    """The events one seat (None: the spectators) has been told, as they travel.

    Choices after the last barrier may still be taken back: then the end of the list changes, and ``epoch`` counts how often.
    Other sides' unfinished choices leave no trace here, not even in the numbering.
    """

    def __init__(self, side: int | None, rows: int = 0) -> None:
        self.side = side
        self.epoch = rows
        """A feed that begins anew after so many rows: whatever a client holds of an earlier one is void."""
        self.events: list[wire.Event] = []
        self.causes: list[int] = []
        """The table's number of the choice behind each event."""
        self._kept: list[int] = [0] * rows
        """How many events outlived each change of epoch."""
        self._tail: list[Told] = []
        self._firm = 0
        """Events of this feed that nothing can change any more."""
        self._read = 0
        """Events of the table behind the barrier that have been read."""

    def follow(self, table: Table, words: Words) -> None:
        """Take in what has happened at the table; ``words`` holds what has been put into words for other feeds."""
        if len(table.events) == self._read and not self._tail:
            return  # nothing new, and nothing that could have been taken back
        bit = 0 if self.side is None else -1 if self.side == OPEN else 1 << self.side
        watching = self.side is not None and table.seen(self.side) is table.war
        told: list[Told] = []
        firm = read = 0
        for new in table.events[self._read :]:
            settled = new.choice <= table.since
            read += settled
            if new.event.audience != EVERYONE and not new.event.audience & bit:
                continue
            if settled:
                firm += 1
            elif not watching or table.choices[new.choice - 1].side != self.side:
                continue
            told.append(new)
        same = 0
        for old, new in zip(self._tail, told, strict=False):
            if (old.turn, old.event) != (new.turn, new.event):
                break
            same += 1
        if same < len(self._tail):
            self.epoch += 1
            self._kept.append(self._firm + same)
        kept = self._firm + same
        del self.events[kept:], self.causes[self._firm :]
        self.causes += [new.choice for new in told]
        for n, new in enumerate(told[same:], kept):
            # Choices are counted as this feed shows them; 0 is what happened before the first.
            number, cause = (self.events[n - 1].choice, self.causes[n - 1]) if n else (0, 0)
            known = words.get(id(new))
            if known is None:
                known = words[id(new)] = new, wire.event(new.event, new.turn, 0, 0, table.war.setup, new.draw)
            self.events.append(replace(known[1], choice=number + (cause != new.choice), n=n))
        self._tail = told[firm:]
        self._firm += firm
        self._read += read

    def restart(self, table: Table, words: Words) -> None:
        """The table has gone back past a barrier: what clients hold is good as far as it is the same."""
        old, self.events, self.causes, self._tail = self.events, [], [], []
        self._firm = self._read = 0
        self.follow(table, words)
        same = next((n for n, pair in enumerate(zip(old, self.events, strict=False)) if pair[0] != pair[1]), None)
        self.epoch += 1
        self._kept.append(min(len(old), len(self.events)) if same is None else same)

    def fork(self) -> Feed:
        new = object.__new__(Feed)
        new.__dict__.update(self.__dict__)
        new.events, new.causes, new._kept = self.events[:], self.causes[:], self._kept[:]
        return new

    def resume(self, since: int, epoch: int) -> int:
        """From where to send to a client that holds ``since`` events of an epoch."""
        if not 0 <= epoch <= self.epoch or since < 0:
            return 0
        start = min([since, *self._kept[epoch:]])
        return start if start <= len(self.events) else 0


class Clocks(NamedTuple):
    """The clocks of a table as they are, and as they were when others last saw something: a side that plans in secret does not tell
    by its clock that it is done."""

    terms: ClockWish
    clock: Clock
    public: Clock
    away: Holidays
    time: Callable[[], float]

    def view(self, side: str | None) -> wire.ClockView:
        shown = {
            other: self.clock[other] if other == side else public for other, public in self.public.items() if other in self.clock
        }
        times = [wire.SideTime(other, own.left, until(self.terms, own, self.away.get(other, ()))) for other, own in shown.items()]
        return wire.ClockView(self.terms.kind, self.terms.flag, self.terms.days, times)


class Point(NamedTuple):
    """The war after one accepted row, for the replay."""

    war: War
    choices: int
    side: int


class Shown(NamedTuple):
    """A moment of the replay, for somebody's eyes."""

    war: War
    told: int
    """How many events had been told by then."""
    choices: int


class History:
    """A table, replayed from its rows and ready to go on."""

    def __init__(self, row: TableRow, moves: Iterable[Move] = ()) -> None:
        self._blank(row)
        self._replay(list(moves))

    def _blank(self, row: TableRow) -> None:
        rules = game(row.game)
        self.row = row
        self.game = rules
        self.secret = bytes.fromhex(row.seed)
        self.rows = 0
        self.request: wire.TakeBack | None = None
        """Somebody asks to go back; the others have not answered yet."""
        self._request_choices = 0
        self.astray: wire.Astray | None = None
        """Why the rows no longer replay to their end."""
        self.sound = ""
        """The position from which an astray table can be played on."""
        self.clocks: Clocks | None = None
        """What was agreed about time, and how the clocks stand."""
        self.offers: list[wire.Offer] = []
        """What sides have offered each other; rows of their own, not the table's."""
        self.watched: int | None = None
        """The last moment who watches may see, in a game that is shown to him late; None: all of them."""
        self.talk: dict[str, int] = {}
        """How often something has changed in what is said here, by place."""
        self._trail: list[Point] = []
        self._words: Words = {}
        # What was last shown to each side, with the number of rows it holds for.
        self._states: dict[int | None, tuple[int, wire.State]] = {}
        self._moments: dict[int | None, tuple[int, list[Shown]]] = {}
        self._views: dict[int | None, tuple[War, int, View]] = {}
        """What each pair of eyes last saw, with the war and how far it had been played. Shared with what comes of the next move."""
        self._proven: tuple[Mix, wire.DiceProof] | None = None
        self.held: Held | None = None
        """The last place where this table can be taken up."""
        self._base: Held | None = None
        """Where it was taken up, if it was: what lies before is not here."""
        self._missing: dict[int | None, int] = {}
        """How many events of each feed are not here."""

    @property
    def weight(self) -> int:
        """The bytes it takes in memory, roughly: a war and what was told for every row. Measured within a third for all games."""
        war = self.table.war
        fields = sum(sys.getsizeof(getattr(war, field)) for field in war.codecs)
        return 150_000 + 2_000_000 * bool(self.row.pack) + len(self._trail) * (fields + 3_500)

    def _replay(self, moves: list[Move]) -> None:
        """Make all moves again, from the last place where the game was taken up."""
        sides = range(len(self.game.sides))
        first = next((n for n in range(len(moves), 0, -1) if moves[n - 1].kind == "resume"), 0)
        # A table from a record that tells no seed begins with what was drawn to set it up.
        opening = bool(moves) and moves[0].kind == "opening"
        self._drawn = [fallen(0, line) for line in moves[0].fell] if opening else []
        self._origin = unpack(str(moves[first - 1].target)) if first else self.row.start
        first = max(first, int(opening))
        self.rows = first
        self.numbers = [first] * len(sides)
        self.feeds = {side: Feed(side, first) for side in (None, *sides)}
        try:
            self.table = self._begin(self.row.inherited is not None and not first)
        except (UnknownName, TablesError, PositionError, ValueError) as wrong:
            self._begin_anyhow(moves, say("astray-no-setup", why=str(wrong)))
            return
        self._bring_cups(moves[:first])
        self._start = self.table.war.copy()
        self._follow()
        for number, move in enumerate(moves[first:], first):
            self.table.hasty = number < (self.row.inherited or 0)
            try:
                made = self.make(move)
                broken = "" if self._agrees(move, made) else say("astray-other-position")
            except (Illegal, CannotUndo, WrongLink) as wrong:
                broken = str(wrong)
            except Exception as wrong:  # rules that meet a position they never led to
                broken = say("astray-gives-up", why=repr(wrong))
            if broken:
                verb = move.verb or move.kind
                self._stray(moves, number, say("astray-move", number=number + 1, side=move.side, verb=verb, why=broken))
                break
        self.table.hasty = False

    def _begin(self, hasty: bool = False) -> Table:
        """The table before its first move, or where it was taken up again."""
        row, rules = self.row, self.game
        if self._origin:
            return Table(reopen(rules, self._origin, self.secret), self._origin, hasty=hasty, mix=self._mix())
        options = rules.known_options(row.options, row.pack) if other_version(row.version) else row.options
        return Table.begin(
            rules, row.scenario, options=options, tables=row.pack, hasty=hasty, mix=self._mix(), fallen=self._drawn
        )

    def _mix(self) -> Mix:
        """The dice before anybody has shaken."""
        row = self.row
        if row.dice != SHAKEN:
            return Mix(self.secret)
        return Mix.of_table(self.secret, row.id, agreed(row.game, row.scenario, row.options, row.pack, self._origin))

    def _bring_cups(self, moves: list[Move]) -> None:
        """A table that is taken up again goes on with the cups people had there."""
        mix = self._mix()
        for move in moves:
            if move.kind == "cup":
                mix = mix.with_cup(move.side, move.shake)
            elif move.shake:
                mix = (mix.shaken if move.kind == "shake" else mix.clicked)(move.side, move.shake)
        for side, cup in mix.cups.items():
            self.table.shake("cup", side, cup.last)

    @property
    def _same_rules(self) -> bool:
        return self.row.rules == self.game.fingerprint(self.table.war.setup)

    def _agrees(self, was: Move, now: Move) -> bool:
        """Whether a turn began as it was noted. Under other rules it is enough if all agrees that both versions write down."""
        if not was.mark or was.mark == now.mark:
            return True
        if self._same_rules or not now.mark:
            return False
        if not was.position:
            words = say("astray-may-differ", version=self.row.version, heading=self.table.war.view(None).heading)
            self.astray = self.astray or wire.Astray(words, None)
            return True
        old, new = (toml.loads(unpack(move.position))["state"] for move in (was, now))
        return all(old[field] == new[field] for field in old.keys() & new.keys())

    def _stray(self, moves: list[Move], number: int, why: str) -> None:
        """The moves from ``number`` on no longer fit: say so, and find where the game can be played on."""
        table = self.table
        self.rows = len(moves)
        self.request = None
        later = [unpack(move.position) for move in reversed(moves[number:]) if move.position]
        for text in later[:1]:
            ended = toml.loads(text).get("outcome")
            table.recorded = None if ended is None else shapes.convert(ended, Outcome)
        last = moves[-1]
        if last.kind == "resign" and table.outcome is None:
            table.resign(last.side, last.verb or "")
        if last.kind == "draw" and table.outcome is None:
            table.agree_draw()
        begun = say("astray-other-rules", version=self.row.version)
        if table.outcome is None:
            own = [table.war.position(), *(text for _, text in reversed(table.snapshots)), self._start.position()]
            war = sound(self.game, [*later, *own], self.secret)
            if war is not None and war.outcome is None:
                self.sound = war.position()
        heading = self.game.position(self.sound, self.secret).view(None).heading if self.sound else None
        self.astray = wire.Astray(say("astray-whole", why=f"{why[:1].upper()}{why[1:]}.", begun=begun), heading)

    def _begin_anyhow(self, moves: list[Move], why: str) -> None:
        """Not even the beginning can be set up: begin with the last position that can."""
        texts = [unpack(move.position) for move in reversed(moves) if move.position]
        war = sound(self.game, texts, self.secret)
        if war is None:
            raise Problem("other-rules", detail("cannot-set-up", version=self.row.version, why=why))
        self.table = Table(war)
        self._start = war.copy()
        self._follow()
        self._stray(moves, 0, why)

    # --- being taken up

    def hold(self) -> tuple[Held, held.Told] | None:
        """All that is needed to go on from here, and what has been told since the last such place; None where that is no good place."""
        table, trail = self.table, self._trail
        count = len(table.choices)
        if table.since != count or not trail or trail[-1].choices != count or table.outcome is not None or table.open:
            return None
        if self.request is not None or self.astray is not None or self.stuck or self.rows < (self.row.inherited or 0):
            return None
        if table.mix is None or table.given or self._drawn or self._origin != self.row.start:
            return None  # a record from elsewhere, or a game that was taken up again under other rules
        feeds, told = {}, {}
        for side, feed in self.feeds.items():
            eyes = eyes_of(side)
            last = (feed.events[-1].choice, feed.causes[-1]) if feed.events else (0, 0)
            feeds[eyes] = HeldFeed(len(feed.events), feed.epoch, feed._kept, *last, self._since(side))
            before = None if self.held is None else self.held.feeds[eyes]
            start = 0 if before is None else feed.resume(before.told, before.epoch)
            told[eyes] = start, feed.events[start:]
        values = plain(table.war)
        script = max(choice.script for choice in table.choices)
        held = Held(
            self.rows, language(), dump(values), digest(values), table.war.made, count, len(table.events), script, trail[-1].side,
            table.barrier_reason, self.numbers, table.orders, feeds, table.mix.trail, table.mix.cups,
        )  # fmt: skip
        return held, told

    @classmethod
    def taken_up(cls, row: TableRow, place: held.Row, moves: Iterable[Move]) -> History:
        """A table from a place where it can be taken up, and the moves since. Useless if that cannot be done."""
        self = object.__new__(cls)
        self._blank(row)
        moves = list(moves)
        # What goes back or is taken up again needs what lies before.
        if any(move.kind in ("takeback", "request", "decline", "resume") for move in moves):
            raise Useless
        try:
            setup = self.game.setup(row.scenario, row.options, row.pack)
            self._stand(held.read(place, self.game.fingerprint(setup), language()))
            for move in moves:
                if not self._agrees(move, self.make(move)):
                    raise Useless
        except (UnknownName, TablesError, PositionError, ValueError, Illegal, CannotUndo, WrongLink) as wrong:
            raise Useless from wrong
        return self

    def _stand(self, at: Held) -> None:
        """The table as it stood at a place. Lists are as long as they were: what is counted is counted from the beginning."""
        war = self.game.position(at.position, self.secret)
        if digest(plain(war)) != at.digest:
            raise Useless
        war.made = at.made
        self.rows, self.numbers, self.held, self._base = at.rows, list(at.numbers), at, at
        self._origin, self._drawn = self.row.start, []
        self.table = table = Table(war, self._origin, mix=replace(self._mix(), trail=at.trail, cups=at.cups))
        if table.choices:
            raise Useless
        table.stand_in(at.choices, at.events, at.side, at.script, at.reason)
        table.orders = at.orders
        self._start = table.base
        self._trail = [Point(table.base, at.choices, at.side)]
        self.feeds = {}
        for side in (None, *range(len(self.game.sides))):
            was, feed = at.feeds[eyes_of(side)], Feed(side)
            feed.epoch, feed._kept, feed._firm, feed._read = was.epoch, list(was.kept), was.told, at.events
            feed.events = [_gone(was.choice)] * was.told
            feed.causes = [0] * (was.told - 1) + [was.cause] if was.told else []
            self.feeds[side] = feed
            self._missing[side] = was.told

    @property
    def partial(self) -> bool:
        """Whether what lies before a place where it was taken up is not here."""
        return self._base is not None

    def lacks(self, side: int | None, since: int, epoch: int) -> bool:
        """Whether events are not here that a client with so many of an epoch wants."""
        return self.feeds[side].resume(since, epoch) < self._missing.get(side, 0)

    def recall(self, rows: list[held.Row]) -> None:
        """Put in the events from before the place where the table was taken up. Useless if they are not all there."""
        assert self._base is not None
        told = held.events([row for row in rows if row.n <= self._base.rows], self._base.feeds)
        for side in self._missing:
            feed = self.feeds[side]
            feed.events = [*told[eyes_of(side)], *feed.events[self._missing[side] :]]
        self._missing = {}

    @property
    def heading(self) -> str:
        """Where the game stands, for everybody."""
        return self.seen(None).heading if self.watched is None else _view(self.shown(None, self.watched).war, None).heading

    # --- going on

    def prepare(self, move: Move) -> tuple[History, Move]:
        """What the table will be if a move is stored, and the move as it is to be stored. Nothing changes here: if the database
        refuses it, or the rules fail, nothing has happened."""
        new = object.__new__(History)
        new.__dict__.update(self.__dict__)
        new.table = self.table.fork()
        new.feeds = {side: feed.fork() for side, feed in self.feeds.items()}
        new.numbers, new._trail = self.numbers[:], self._trail[:]
        new._states, new._moments = {}, {}
        return new, new.make(move)

    def make(self, move: Move) -> Move:
        """Apply a move; returns it as it is to be stored. Raises Illegal, CannotUndo or WrongLink if it cannot be made."""
        table = self.table
        side = table.war.setup.side(move.side)
        before, marks, whole = len(table.choices), len(table.marks), table.snapshots
        if move.kind in ("cup", "shake") or move.shake or (move.kind in CLICKS and table.mix is not None and table.mix.cups):
            table.shake(move.kind if move.kind in ("cup", "shake") else "click", side, move.shake)
            if move.kind in ("cup", "shake"):
                self.rows += 1  # nobody has clicked
                return move
        dice = table.war.dice
        if move.fell:
            table.war.dice = Recorded([fallen(0, line) for line in move.fell], dice)
        if move.kind == "choice":
            table.play(move.verb, wire.target_for(self.game, move.verb, move.target), side)
            made = table.choices[before]
            move = replace(move, verb=made.verb, target=table.war.target_name(made.verb, made.target))
        elif move.kind == "script":
            table.script([(verb, target) for verb, target in move.target], side)
        elif move.kind == "chain":
            table.chain([(verb, wire.target_for(self.game, verb, target)) for verb, target in move.target], side)
            # What was played is kept: the row stops where something happens.
            row = [(made.verb, table.war.target_name(made.verb, made.target)) for made in table.choices[before:] if not made.auto]
            move = replace(move, target=row)
        elif move.kind == "undo":
            table.undo(side)
        elif move.kind == "order":
            try:
                orders.give(table, side, move.verb, move.target)
            except (ValueError, UnknownName) as wrong:
                raise Illegal(Refusal("", str(wrong))) from None
        elif move.kind == "resign":
            table.resign(side, move.verb or "")
        elif move.kind == "draw":
            table.agree_draw()
        elif move.kind == "takeback":
            self._go_back(int(move.target or 0))
        elif move.kind in ("request", "decline"):
            # Nobody has clicked: nothing moves on, neither numbers nor the replay.
            self.request = self._asks(side, int(move.target or 0)) if move.kind == "request" else None
            self._request_choices = int(move.target or 0)
            self.rows += 1
            return move
        else:
            raise Illegal(Refusal("", say("move-unknown", kind=move.kind)))
        if move.fell:
            table.war.dice = dice
        if move.fell or (self._drawn and not table.given):
            table.given = len(table.choices)
        self.rows += 1
        self.request = None
        if move.kind == "takeback":
            # Whatever anybody was about to click was meant for another position.
            self.numbers = [number + 1 for number in self.numbers]
            return replace(move, mark="", position=self._whole(whole))
        if move.kind not in ("resign", "draw"):
            self.numbers[side] += 1
        self._leave_trail(move.kind, side)
        self._follow()
        mark = table.marks[-1].digest if len(table.marks) > marks else ""
        return replace(move, mark=mark, position=self._whole(whole))

    def _whole(self, before: list[tuple[int, str]]) -> str:
        """The position to be kept with a move: the end, the turn that has begun, or after a step back the turn that is current."""
        table = self.table
        if table.war.outcome is not None:
            return pack(table.war.position())
        if table.snapshots[-1:] == before[-1:]:
            return ""
        return pack(table.snapshots[-1][1] if table.snapshots else self._start.position())

    def _go_back(self, choices: int) -> None:
        """Play the first choices again, as they were made, and let the rest go; standing orders stay."""
        assert not self.partial, "what lies before is not here"
        old = self.table
        if not 0 <= choices < len(old.choices):
            raise Illegal(Refusal("", say("back-no-choice", choices=choices)))
        table = self._begin(old.hasty)
        table.go_back(choices, old, self.row.dice != SEEDED)
        self.table = table
        self._trail = [point for point in self._trail if point.choices <= choices]
        for feed in self.feeds.values():
            feed.restart(table, self._words)

    def scripted(self, side: int, id: str) -> list[list[wire.Target]]:
        """The choices of a script by printed names."""
        war = self.table.war
        return [[verb, war.target_name(verb, target)] for verb, target in self.table.scripted(side, id)]

    def _follow(self) -> None:
        for feed in self.feeds.values():
            feed.follow(self.table, self._words)
        if len(self._words) > MOST_WORDS:
            self._words.clear()

    def _leave_trail(self, kind: str, side: int) -> None:
        table, trail = self.table, self._trail
        if kind in ("resign", "draw"):
            return
        if kind == "undo":
            # With both sides clicking at once, a later point may still hold the choice that was taken back: it goes too.
            shared = any(point.side != side for point in trail if point.choices > table.since)
            limit = table.since if shared else len(table.choices)
            while trail and trail[-1].choices > limit:
                trail.pop()
            if (trail[-1].choices if trail else 0) == len(table.choices):
                return
        # Right behind a barrier the table has a copy that nobody plays on.
        war = table.base if table.since == len(table.choices) else table.war.copy()
        trail.append(Point(war, len(table.choices), side))

    # --- showing

    def waiting(self, side: int | None) -> list[wire.Waiting]:
        """Whom the table waits for, as a side may know it: that another has begun to plan, not how far it has got."""
        table = self.table
        if table.outcome is not None or self.stuck:
            return []
        others, own = table.base.asked(), table.war.asked()
        owing = {d.side for d in others if d.side != side} | {d.side for d in own if d.side == side}
        # How many clicks a sealed decision takes may tell what is decided about.
        sealed = {d.side for d in others if d.sealed and d.side != side}
        planning = {choice.side for choice in table.choices[table.since :] if not choice.auto} - sealed
        said = table.war.setup.shelf(_waits)
        return [said[number, number in planning] for number in sorted(owing)]

    def state(self, side: int | None, since: int = 0, epoch: int = 0) -> wire.State:
        """All a seat may see, with the events it does not have yet."""
        if side is None and self.watched is not None:
            return self._late(self.watched, since, epoch)
        known = self._states.get(side)
        if known is None or known[0] != self.rows:
            known = self._states[side] = (self.rows, self._state(side))
        feed = self.feeds[side]
        start = feed.resume(since, epoch)
        assert start >= self._missing.get(side, 0), "these events are not here"
        now = msgspec.UNSET if self.clocks is None else self.clocks.time()
        return replace(
            known[1],
            from_=start,
            events=feed.events[start:],
            takeback=self.request,
            now=now,
            offers=self.offers,
            talk=self._heard(side),
        )

    def _late(self, k: int, since: int, epoch: int) -> wire.State:
        """What who watches may see: the table as it was at a moment, and nothing of what has happened since."""
        known = self._states.get(OPEN)
        if known is None or known[0] != self.rows:
            known = self._states[OPEN] = self.rows, self._state(None)
        shown, feed = self.shown(None, k), self.feeds[None]
        start = min(feed.resume(since, epoch), shown.told)
        return replace(
            known[1], view=_view(shown.war, None), from_=start, events=feed.events[start : shown.told], waiting=[], clock=None,
            talk=self._heard(None), late=len(self._points(None)) - 1 - k,
        )  # fmt: skip

    def _heard(self, side: int | None) -> int:
        """How often something has changed in what a side may listen to. Who watches is apart until the end."""
        if self.table.outcome is not None:
            return sum(self.talk.values())
        return self.talk.get("gallery" if side is None else "table", 0)

    def forget_views(self) -> None:
        """What is shown has changed without a row."""
        self._states.clear()

    def _state(self, side: int | None) -> wire.State:
        table, setup = self.table, self.table.war.setup
        owed = None if side is None or self.stuck else table.decision(side)
        can_undo = side is not None and table.outcome is None and not self.stuck and table.undoable(side) is not None
        return wire.State(
            table=self.row.id,
            side=None if side is None else setup.names.of("side", side),
            epoch=self.feeds[side].epoch,
            from_=0,
            events=[],
            view=self.seen(side),
            decision=None if owed is None else wire.decision(table, owed),
            number=0 if side is None else self.numbers[side],
            can_undo=can_undo,
            undo_reason=None if can_undo or side is None else say("undo-nothing", why=table.barrier_reason),
            waiting=self.waiting(side),
            orders=[] if side is None else [orders.shown(order, setup) for order in table.orders.get(side, ())],
            outcome=wire.outcome(table.outcome, setup),
            dice=self.proof(),
            link=self._link(side),
            since=self._since(side),
            astray=self.astray,
            clock=self.clocks and self.clocks.view(None if side is None else setup.names.of("side", side)),
        )

    def seen(self, side: int | None) -> View:
        """What a side sees now. Where nothing is secret everybody sees the same, and behind a barrier the same war."""
        table = self.table
        war = table.base if table.since == len(table.choices) else table.seen(side)
        eyes = side if self.game.secrets else None
        known = self._views.get(eyes)
        if known is None or known[0] is not war or known[1] != war.made:
            known = self._views[eyes] = war, war.made, war.view(eyes)
        return known[2]

    def proof(self) -> wire.DiceProof:
        """What everybody may know of the dice: nothing of it tells who has clicked."""
        mix, row = self.table.mix, self.row
        assert mix is not None
        if self._proven is not None and self._proven[0] is mix and self.table.outcome is None:
            return self._proven[1]
        cups = {side: wire.Cup(cup.seal, cup.fresh, cup.changed) for side, cup in mix.cups.items()}
        seed = None if self.table.outcome is None else mix.secret.hex()
        proof = wire.DiceProof(mix.commitment, seed, row.chosen, row.dice == SHAKEN, cups)
        if seed is None:
            self._proven = mix, proof
        return proof

    def _link(self, side: int | None) -> str | None:
        """The last link of a seat, if its next click must carry the one before."""
        mix = self.table.mix
        if side is None or mix is None:
            return None
        name = self.game.sides[side].id
        return mix.cups[name].last if mix.wants(name) else None

    @property
    def stuck(self) -> bool:
        """The moves no longer fit, and nobody has taken the game up again."""
        return bool(self.sound)

    def _since(self, side: int | None) -> int | None:
        """How many events this seat had been told when it last clicked."""
        if side is None:
            return None
        last = next((point.choices for point in reversed(self._trail) if point.side == side), None)
        if last is None:
            if self._base is not None:
                return self._base.feeds[eyes_of(side)].since
            last = 0
        return bisect_right(self.feeds[side].causes, last)

    def before_news(self, side: int) -> War | None:
        """The war as this seat's last click left it; None where that lies before what is here."""
        last = next((point.war for point in reversed(self._trail) if point.side == side), None)
        return last or (None if self.partial else self._start)

    # --- looking back

    def eyes(self, side: int | None, wanted: str | None) -> int | None:
        """Through whose eyes a seat looks back: its own, the spectators', and after the end anybody's or all together."""
        if wanted is None or wanted == "public":
            return side if wanted is None else None
        try:
            number = OPEN if wanted == "all" else self.table.war.setup.side(wanted)
        except UnknownName as unknown:
            raise Problem("bad-request", detail("about", what="eyes", why=str(unknown))) from None
        if number != side and self.table.outcome is None:
            raise Problem("still-running", detail("own-eyes"))
        return number

    def _feed(self, eyes: int | None) -> Feed:
        feed = self.feeds.get(eyes)
        if feed is None:  # open books, asked for after the end: nothing will be added
            feed = self.feeds[eyes] = Feed(eyes)
            feed.follow(self.table, {})
        return feed

    def _points(self, eyes: int | None) -> list[Shown]:
        """The moments somebody may look back at."""
        known = self._moments.get(eyes)
        if known is not None and known[0] == self.rows:
            return known[1]
        assert not self.partial, "what lies before is not here"
        causes, since = self._feed(eyes).causes, self.table.since
        points = [Shown(self._start, bisect_right(causes, 0), 0)]
        for point in self._trail:
            if point.choices > since and point.side != eyes:
                continue
            told = bisect_right(causes, point.choices)
            if told > points[-1].told:
                points.append(Shown(point.war, told, point.choices))
        if len(causes) > points[-1].told:
            # Somebody's click has led to what these eyes have been told of, but not to its end yet: a combat that asks them to
            # retreat. The war as they see it now is the moment after it.
            seen = self.table.seen(None if eyes == OPEN else eyes)
            points.append(Shown(seen, len(causes), len(self.table.choices) if seen is self.table.war else since))
        self._moments[eyes] = (self.rows, points)
        return points

    def shown(self, eyes: int | None, k: int) -> Shown:
        points = self._visible(eyes)
        if not 0 <= k < len(points):
            raise Problem("not-found", detail("no-moment", moment=k, moments=len(points)))
        return points[k]

    @property
    def public_moments(self) -> int:
        """How many moments everybody may look back at, sooner or later."""
        return len(self._points(None))

    def _visible(self, eyes: int | None) -> list[Shown]:
        """The moments somebody may look back at now."""
        points = self._points(eyes)
        return points if eyes is not None or self.watched is None else points[: self.watched + 1]

    def moments(self, eyes: int | None) -> wire.Moments:
        """How many moments there are to look back at, where turns begin, and where something was fought or rolled."""
        points, events = self._visible(eyes), self._feed(eyes).events
        public = [point.choices for point in self._points(None)]
        marks, turn, before = [], None, 0
        battles, dice = [], []
        for k, (war, told, _) in enumerate(points):
            if war.turn != turn:
                turn = war.turn
                marks.append(wire.TurnMark(k, _view(war, eyes).heading))
            led = events[before:told]
            if any(event.result is not None for event in led):
                battles.append(k)
            if any(event.dice for event in led):
                dice.append(k)
            before = told
        return wire.Moments(
            len(points), marks, [point.told for point in points],
            [bisect_right(public, point.choices) - 1 for point in points], battles, dice,
        )  # fmt: skip

    def told(self, eyes: int | None) -> list[wire.Event]:
        """Every event somebody has been told up to the last moment."""
        return self._feed(eyes).events[: self._visible(eyes)[-1].told]

    def moment(self, eyes: int | None, k: int) -> wire.Moment:
        """The table after moment k, and what led there from the moment before."""
        war, told, _ = self.shown(eyes, k)
        before = self._points(eyes)[k - 1].told if k else 0
        return wire.Moment(k, _view(war, eyes), self._feed(eyes).events[before:told])

    # --- going back by agreement

    def ask_back(self, side: int, k: int) -> Move:
        """The move with which a side asks to go back to a moment of its replay."""
        choices = self.shown(side, k).choices
        if choices >= len(self.table.choices):
            raise Problem("cannot-undo", detail("nothing-since"))
        return Move("request", self.game.sides[side].id, "", choices)

    def _asks(self, side: int, choices: int) -> wire.TakeBack:
        # A side's own moments are its secret: everybody is told the one of the open record.
        open_one = bisect_right([point.choices for point in self._points(None)], choices) - 1
        war = next((point.war for point in reversed(self._points(side)) if point.choices <= choices), self._start)
        info = self.game.sides[side]
        return wire.TakeBack(info.id, open_one, say("back-asked", side=info.short, heading=_view(war, None).heading))

    def back(self) -> Move:
        """The move that everybody has agreed to."""
        assert self.request is not None
        return Move("takeback", self.request.by, "", self._request_choices)


@cache
def _gone(choice: int) -> wire.Event:
    """In the place of an event that is not here."""
    return wire.Event(
        0,
        "",
        None,
        "",
        side=None,
        choice=choice,
        turn=0,
        dice=(),
        modifiers=[],
        total=None,
        need=None,
        result=None,
        pieces=[],
        spaces=[],
    )


def _waits(setup: Setup, side: int, planning: bool) -> wire.Waiting:
    info = setup.game.sides[side]
    return wire.Waiting(
        info.id, setup.say("waiting-planning" if planning else "waiting-deciding", side=info.short, many=info.many)
    )


def _view(war: War, eyes: int | None) -> View:
    return editor.open_view(war) if eyes == OPEN else war.view(eyes)
