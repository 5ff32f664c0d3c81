"""A table: one war with its history, and the comforts that are no rules of the game.

Undo, scripts and standing orders live here as lists of ordinary choices; the war below knows nothing of them. The
same table stands behind hot seat, server, save file and tests.

Nothing that is chosen *for* a player (the only choice, a standing order, the rest of a script) ever leads to a die: there the
table stops and asks, so that he sees the chances and may still take back what he has done. Unless his order says itself at which
chances it answers (orders.py).

A *barrier* is a drawn die, something hidden shown, or the decision passing to another side. Choices behind the last
barrier cannot be taken back; choices after it are seen by nobody but the side that made them.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from . import orders
from .brief import brief
from .catalogue import Text, say, text
from .choice import Decision, Illegal, Outcome, Refusal
from .cups import Mix, WrongLink
from .dice import SEALED, Fallen, Noting, OutOfDice, Recorded, Seeded, seed_bytes
from .event import EVERYONE, Event
from .game import Game, Idea, OptionValue
from .orders import Order
from .position import digest, dump, plain
from .reach import Way, advised, reach, repeat
from .reasons import told
from .war import War

WHOLE = "whole"
"""The script that answers the whole of a small matter as the adviser would."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One recorded click. ``auto`` ones were made by the table: the only choice, or a standing order."""

    side: int
    verb: str
    target: int
    auto: bool = False
    script: int = 0
    """Choices of one script carry one number, and are undone together."""


class Told(msgspec.Struct, frozen=True, gc=False):
    """An event with the number of the choice that caused it and the turn it fell in."""

    choice: int
    turn: int
    event: Event
    draw: int = 0
    """The number of the last open draw before it: of its own, if it tells of dice."""


class Shaken(msgspec.Struct, frozen=True):
    """Something that was put into the dice: a "cup", the link of a "click", a "shake" without one, a step "back"."""

    choices: int
    """How many choices had been made before it."""
    kind: str
    side: str
    value: str


class TurnMark(msgspec.Struct, frozen=True, gc=False):
    """What a save notes at each start of a turn, so that a broken replay can be located."""

    turn: int
    choice: int
    rolled: int
    drawn: int
    digest: str


class _Log(list[Event]):
    """Events as they are told, each with the turn it fell in."""

    def __init__(self, war: War) -> None:
        super().__init__()
        self.war = war
        self.turns: list[int] = []
        self.draws: list[int] = []

    def append(self, event: Event) -> None:
        super().append(event)
        self.turns.append(self.war.turn)
        self.draws.append(self.war.rolled)


class _Opening(list[Event]):
    """What happens before the first decision, and the dice of it."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[Fallen] = []
        self.draws: list[int] = []

    def append(self, event: Event) -> None:
        super().append(event)
        self.draws.append(sum(not one.hidden for one in self.drawn))


class Deed(msgspec.Struct, frozen=True, gc=False):
    """One thing a side has done since the barrier: the clicks of it, what was told of it, and how many undos take it back."""

    clicks: tuple[tuple[str, int], ...]
    events: tuple[Event, ...]
    back: int


class CannotUndo(Exception):
    """Nothing to take back; the message says why."""


class Table:
    """A war in play with its record.

    >>> import grandharbour as gh
    >>> table = gh.Table.begin(gh.game("hawks"), seed=1)
    >>> before = table.war.key()
    >>> table.play("objective", "C5"); table.undo("IT"); table.war.key() == before
    True
    """

    def __init__(
        self,
        war: War,
        start: str = "",
        opening: Sequence[Told] = (),
        hasty: bool = False,
        mix: Mix | None = None,
        fallen: Sequence[Fallen] = (),
    ) -> None:
        self.war = war
        if mix is not None:
            war.dice = mix.dice
        elif isinstance(war.dice, Seeded):
            mix = Mix(war.dice.seed)
        self.mix = mix
        """Where the dice come from; None for scripted ones."""
        self.shaken: list[Shaken] = []
        """What has been put into the dice, in order: the record a proof needs."""
        self.fallen: list[Fallen] = list(fallen)
        """Every draw so far."""
        self.given = 0
        """So many choices have the dice of a record whose seed nobody has told: nothing proves them."""
        self.hasty = hasty
        """Make the only choice also where a die follows, as version 0.2 did: for replaying what it has recorded."""
        self.start = start
        """The position text the war began from, empty for a scenario's own beginning."""
        self.choices: list[Choice] = []
        self.events = list(opening)
        """What has happened; choice 0 is what happened before the first one."""
        self.marks: list[TurnMark] = []
        self.snapshots: list[tuple[int, str]] = []
        """Position text of every start of a turn, with the number of choices before it: where a game can be taken up again."""
        self.recorded: Outcome | None = None
        """How a game ended whose record no longer replays to its end."""
        self.resigned: int | None = None
        self.parting = ""
        """What the side that resigned said."""
        self.drawn = False
        """Both sides have agreed on a draw."""
        self.orders: dict[int, tuple[Order, ...]] = {}
        """Standing orders by side, in the order they were given."""
        self.open = False
        """Show clicks to everybody as they are made, where nothing is secret: for friends who trust each other."""
        self._script = 0
        self._bar("barrier-begin")
        self._settle()

    @classmethod
    def begin(
        cls,
        game: Game,
        scenario: str | None = None,
        *,
        options: Mapping[str, OptionValue] | None = None,
        tables: str = "",
        seed: int | str | bytes | None = None,
        hasty: bool = False,
        mix: Mix | None = None,
        fallen: Sequence[Fallen] = (),
    ) -> Table:
        """A new game with its record from the very first die; ``fallen``: what is drawn to set up falls as it did then."""
        if mix is None:
            mix = Mix(secrets.token_bytes(32) if seed is None else seed_bytes(seed))
        log = _Opening()
        dice = Recorded(fallen, mix.dice) if fallen else mix.dice
        war = game.new(scenario, options=options, tables=tables, log=log, dice=Noting(dice, log.drawn, 0))
        opening = [Told(0, war.turn, event, draw) for event, draw in zip(log, log.draws, strict=True)]
        return cls(war, opening=opening, hasty=hasty, mix=mix, fallen=log.drawn)

    def stand_in(self, choices: int, events: int, side: int, script: int, reason: str) -> None:
        """Stand for a table that has come to this position by so many choices, which are not here; nothing before can be taken back.

        Everything is counted as there, so what is made from here on has the same numbers.
        """
        self.choices = [Choice(side, "", 0, True, script)] * choices
        self.events = [Told(0, 0, Event("", ""))] * events
        self.snapshots = [(choices, self.war.position())]
        self._bar(reason)

    # --- reading

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules, by resignation or by agreement."""
        if self.recorded is not None:
            return self.recorded
        if self.drawn:
            return Outcome(-1, self.war.say("outcome-agreed"), "")
        if self.resigned is not None:
            game = self.war.setup.game
            winner = next((s for s in range(len(game.sides)) if s != self.resigned), -1)
            said = "outcome-resigned-saying" if self.parting else "outcome-resigned"
            return Outcome(winner, self.war.say(said, side=game.sides[self.resigned].short, words=self.parting), "")
        return self.war.outcome

    def decision(self, side: int) -> Decision | None:
        """What a side must choose now."""
        return None if self.outcome else self.war.decisions.get(side)

    def seen(self, side: int | None) -> War:
        """The war as far as a side may watch it: others' unfinished choices are not there yet."""
        if self.open and not self._shared:
            return self.war
        return self.war if side is not None and side in self._asked_sides else self.base

    def planning(self) -> set[int]:
        """The sides that have made choices nobody else has seen."""
        return {choice.side for choice in self.choices[self.since :]}

    def told(self, side: int | None) -> list[Told]:
        """The events a side may know, oldest first."""
        bit = 0 if side is None else 1 << side
        since = len(self.events) if self.open and not self._shared else self._events_since
        open_ones = [t for t in self.events[:since] if t.event.audience == EVERYONE or t.event.audience & bit]
        fresh = [
            t
            for t in self.events[since:]
            if side in self._asked_sides
            and self.choices[t.choice - 1].side == side
            and (t.event.audience == EVERYONE or t.event.audience & bit)
        ]
        return open_ones + fresh

    # --- shaking

    def shake(self, kind: str, side: int | str, value: str) -> None:
        """Put something into the dice: a new "cup" with its seal, the link of the "click" that follows, or a "shake" without one."""
        name = self.war.setup.names.of("side", self.war.setup.side(side))
        if self.mix is None:
            raise WrongLink(say("cup-nobody"))
        put = {"cup": self.mix.with_cup, "click": self.mix.clicked, "shake": self.mix.shaken}[kind]
        mixed = put(name, value)
        if mixed != self.mix:
            self._mixed(mixed, Shaken(len(self.choices), kind, name, value))

    def go_back(self, choices: int, old: Table, anew: bool = True) -> None:
        """Play the first choices of another table again, with the dice that fell there; then other dice fall, unless not ``anew``."""
        self.repeat(old.choices[:choices], old.fallen)
        # Before an auction of the sides somebody else sat there than gave the orders.
        self.orders = old.orders if self.war.bargain == old.war.bargain else {}
        self.given = min(old.given, choices)
        self.shaken = [replace(one, choices=min(one.choices, choices)) for one in old.shaken]
        self.mix = old.mix
        if anew:
            self.step_back(choices)

    def step_back(self, choices: int) -> None:
        """From here on other dice fall: the table has gone back to where it had made so many choices."""
        if self.mix is not None:
            self._mixed(self.mix.back(choices), Shaken(len(self.choices), "back", "", str(choices)))

    def repeat(self, choices: Sequence[Choice], fallen: Sequence[Fallen]) -> None:
        """Make choices again with the dice that fell then. What the table answers by itself may be among them."""
        dice = self.war.dice
        self.war.dice = Recorded(fallen, dice)
        try:
            while len(self.choices) < len(choices):
                made = choices[len(self.choices)]
                self.play(made.verb, made.target, made.side)
        finally:
            self.war.dice = dice

    def _mixed(self, mix: Mix, what: Shaken) -> None:
        self.mix = mix
        self.shaken.append(what)
        self.war.dice = mix.dice

    # --- choosing

    def play(self, verb: str, target: int | str | None = None, side: int | str | None = None) -> None:
        """Make a choice and answer what is forced after it. Illegal choices raise and change nothing."""
        self._one(verb, target, side, False)
        self._settle()

    def script(self, choices: Sequence[tuple[str, int | str | None]], side: int | str) -> None:
        """Play a list of choices, all or none, up to the first that would roll; an undo takes them back as one."""
        kept = self._state()
        self._script = 1 + max((choice.script for choice in self.choices), default=0)
        try:
            for number, (verb, target) in enumerate(choices):
                if self._rolls(side, verb, target):
                    if number == 0:
                        raise Illegal(Refusal("", self.war.say("why-die-follows")))
                    break
                dice = self.war.rolled, self.war.drawn
                self.play(verb, target, side)
                if self.mix is not None and self.mix.cups and dice != (self.war.rolled, self.war.drawn):
                    break  # by something hidden a die fell after all: the next one takes a link of its own
        except Illegal:
            self._restore(kept)
            raise
        finally:
            self._script = 0

    def chain(self, choices: Sequence[tuple[str, int | str | None]], side: int | str) -> None:
        """Play a row of choices a player has made with one gesture; an undo takes them back as one.

        It goes on as long as no die falls by what the side knows, nothing is shown and nobody else is asked: there it stops, and
        the player sees where he is. If a choice does not fit before that, nothing changes.
        """
        number = self.war.setup.side(side)
        known = self.imagined(number)
        known.dice = SEALED
        kept, begun = self._state(), self.since
        answered: list[tuple[int, str, int]] = []
        self._script = 1 + max((choice.script for choice in self.choices), default=0)
        try:
            for place, (verb, target) in enumerate(choices):
                if self._falls(known, verb, target, number):
                    if place == 0:
                        raise Illegal(Refusal("", self.war.say("why-die-follows")))
                    break
                wanted = (number, verb, self.war._target(verb, target) if type(target) is not int else target)
                if answered[:1] == [wanted]:
                    del answered[0]  # it had only one answer, and the table has given it
                    continue
                before = len(self.choices) + 1
                self.play(verb, target, side)
                answered = [(made.side, made.verb, made.target) for made in self.choices[before:]]
                if self.since != begun:
                    break
        except Illegal:
            self._restore(kept)
            raise
        finally:
            self._script = 0

    def _falls(self, known: War, verb: str, target: int | str | None, side: int) -> bool:
        """Play a choice on in what a side imagines: whether a die would fall or something be shown."""
        before = known.rolled, known.drawn, known.shown
        try:
            known.play(verb, target, side)
        except OutOfDice:
            return True
        return (known.rolled, known.drawn, known.shown) != before

    def reach(
        self,
        side: int,
        hand: Sequence[int],
        pile: int | None = None,
        count: int = 0,
        aim: int | None = None,
        without: Sequence[int] = (),
    ) -> dict[int, list[Way]]:
        """Where a side can bring what it has in its hand with one gesture, from what it knows; what it can aim at with an empty one."""
        return {} if self.decision(side) is None else reach(self.imagined(side), side, hand, pile, count, aim, without)

    def again(self, side: int, verb: str, times: int) -> tuple[tuple[str, int], ...]:
        """A verb without a target so many times, as one row, from what the side knows."""
        return () if self.decision(side) is None else repeat(self.imagined(side), side, verb, times)

    def order(
        self,
        side: int | str,
        kind: str,
        answer: str,
        *,
        targets: Sequence[int] = (),
        about: tuple[str, int] | None = None,
        bound: tuple[str, float] | None = None,
        this_turn: bool = False,
    ) -> None:
        """A standing order for a kind of step: "quiet" answers quietly, "advised" as the adviser would, a verb with that verb, at
        one of these targets and these chances; "ask" takes back all orders for it. One with the same condition is replaced."""
        number = self.war.setup.side(side)
        given = self.orders.get(number, ())
        new = orders.Order(
            1 + max((order.id for order in given), default=0), kind, orders.QUIET if answer == "ask" else answer,
            tuple(targets), about, bound, self.war.turn if this_turn else 0,
        )  # fmt: skip
        orders.check(new, self.war)
        if answer == "ask":
            self._give(number, [order for order in given if order.step != kind])
        else:
            kept = [order for order in given if order.condition != new.condition]
            if len(kept) >= orders.MOST:
                raise ValueError(say("orders-most", most=orders.MOST))
            self._give(number, [*kept, new])

    def switch_order(self, side: int | str, id: int, on: bool | None) -> None:
        """Let a standing order rest, or hold again; None takes it back."""
        number = self.war.setup.side(side)
        given = self.orders.get(number, ())
        if all(order.id != id for order in given):
            raise ValueError(say("order-unknown", which=id))
        now = [replace(order, on=on) if order.id == id and on is not None else order for order in given]
        self._give(number, [order for order in now if order.id != id or on is not None])

    def _give(self, side: int, now: Sequence[Order]) -> None:
        self.orders = {**self.orders, side: tuple(now)}
        if not now:
            del self.orders[side]
        self._settle()

    # --- advice, from what a side may know

    def offers(self, side: int) -> dict[str, str | Text]:
        """The scripts a side is offered now, by id: their labels. Nothing is worked out for them.

        A script stops before its first die and skips what has only one answer: where there is nothing else, none is offered.
        """
        decision = self.decision(side)
        if decision is None or decision.forced is not None:
            return {}
        offered = self.war.setup.game.scripts(self.war, side)
        if offered and all(self._rolls(side, verb, mask.bit_length() - 1) for verb, mask in decision.choices.items()):
            return {}
        labels = {id: script.label for id, script in offered.items()}
        row = self._whole(side)
        if len(row) > 1:
            labels[WHOLE] = text("script-whole", what=self._listed(row))
        return labels

    def _whole(self, side: int) -> list[tuple[str, int]]:
        """What the adviser would do with the whole of a small matter: who is attached, who follows up, where the guns aim. No die falls."""
        assert self.war.stack is not None
        if not brief(type(self.war.stack[0])).whole:
            return []
        row = advised(self.imagined(side), side)
        return [] if row and self._rolls(side, *row[0]) else row

    def _listed(self, row: Sequence[tuple[str, int]]) -> str:
        """A row in words, every verb once: "Attach AT Bty, San Leonardo; Halt"."""
        verbs, targets = self.war.setup.game.verbs, dict[str, list[str]]()
        for verb, target in row:
            name = self.war.target_name(verb, target)
            targets.setdefault(verb, []).extend([] if name is None else [str(name)])
        return "; ".join(" ".join((verbs[verb].label, ", ".join(names))).strip() for verb, names in targets.items())

    def scripted(self, side: int, id: str) -> list[tuple[str, int]]:
        """The choices of a script that is offered, worked out from what the side knows. None is empty, none begins with a die."""
        if id == WHOLE and self.decision(side) is not None and len(row := self._whole(side)) > 1:
            return row
        script = None if self.decision(side) is None else self.war.setup.game.scripts(self.imagined(side), side).get(id)
        if script is None:
            raise Illegal(Refusal("", say("script-not-offered", script=id)))
        choices = script.choices()
        if not choices:
            raise Illegal(Refusal("", say("script-nothing", script=self.war.setup.game.catalogue.write(script.label))))
        if self._rolls(side, *choices[0]):
            raise Illegal(Refusal("", say("why-die-follows")))
        return choices

    def hint(self, side: int) -> list[Idea]:
        """What the adviser thinks of each choice a side has now, best first."""
        decision = self.decision(side)
        if decision is None:
            return []
        imagined = self.imagined(side)
        return sorted(imagined.setup.game.ideas(imagined, decision), key=lambda idea: -idea.score)

    def reasoned(self, side: int, most: int) -> list[Idea]:
        """The best of them with their reasons, for people."""
        return told(self.imagined(side), side, self.hint(side)[:most])

    def imagined(self, side: int) -> War:
        """The war as a side may imagine it."""
        # The same position gives the same advice, whoever asks and however often.
        return self.war.imagine(side, random.Random(self.war.made))

    def _ordered(self, decision: Decision) -> tuple[str, int] | None:
        """What a standing order answers, if there is one. A sealed decision may be answered quietly or as advised: it is the player's
        own answer, whatever is asked. An order with an answer of its own may not fit, and that must not show: it answers no sealed
        decision, and none where others choose at the same time.

        An order is given before anybody knows what it will be used for: where it would answer with a verb that announces dice, the
        player is asked, unless it says at which chances. (Whether dice really follow is not looked at: that may hang on what the
        others have done in secret.)
        """
        given = self.orders.get(decision.side)
        if not given:
            return None
        assert self.war.stack is not None
        kind = type(self.war.stack[0]).__name__
        hidden = decision.sealed or self._shared or len(self.war.asked()) > 1
        for order in sorted(given, key=lambda order: order.rank):
            if order.step != kind or not order.on or 0 < order.until < self.war.turn:
                continue
            if hidden and order.answer not in (orders.QUIET, orders.ADVISED):
                continue
            if not orders.fits(order, self.war, decision):
                continue
            if self.hasty:
                order = replace(order, bound=(orders.ANY, 0.0))
            known = self.imagined(decision.side) if self.war.setup.game.secrets else self.war
            answer = orders.answer(order, known, decision, lambda: self.hint(decision.side))
            if answer is not None:
                return answer
        return None

    def resign(self, side: int | str, parting: str = "") -> None:
        """Give the game up, with a word if there is one to say. The last entry of the record."""
        if self.outcome is not None:
            raise Illegal(Refusal("", say("why-game-over")))
        self.resigned = self.war.setup.side(side)
        self.parting = parting
        self._bar("barrier-ended")

    def agree_draw(self) -> None:
        """End the game as a draw, because all sides want it so. The last entry of the record."""
        if self.outcome is not None:
            raise Illegal(Refusal("", say("why-game-over")))
        self.drawn = True
        self._bar("barrier-ended")

    def _one(self, verb: str, target: int | str | None, side: int | str | None, auto: bool, ordered: bool = False) -> None:
        if self.outcome is not None:
            raise Illegal(Refusal("", say("why-game-over")))
        war = self.war
        decision = war._owed(side)
        number = target if type(target) is int else war._target(verb, target)
        before, turn, bargain = (war.rolled, war.drawn, war.shown), war.turn, war.bargain
        log, dice = _Log(war), war.dice
        war.log = log
        if ordered:
            war.tell(orders.told(war, decision.side, verb, number))
        war.dice = Noting(dice, self.fallen, len(self.choices) + 1)
        try:
            war.play(verb, number, decision.side)
        finally:
            war.log = None
            war.dice = dice
        forced = not decision.sealed and decision.forced == (verb, number)
        self.choices.append(Choice(decision.side, verb, number, auto, self._script))
        count = len(self.choices)
        self.events += [Told(count, *told) for told in zip(log.turns, log, log.draws, strict=True)]
        if war.turn > turn:
            values = plain(war)
            self.marks.append(TurnMark(war.turn, count, war.rolled, war.drawn, digest(values)))
            self.snapshots = [*self.snapshots, (count, dump(values))]
        if war.bargain != bargain and war.bargain[-1:] == (True,):
            self.orders = {}  # they were those of who sat there: the other one must not find them, nor be answered for by them
        if (war.rolled, war.drawn) != before[:2]:
            self._bar("barrier-die")
        elif war.shown != before[2]:
            self._bar("barrier-shown" if war.bargain == bargain else "barrier-bargain")
        elif war.outcome is not None:
            self._bar("barrier-ended")
        elif auto and not forced:
            self._bar("barrier-answered")

    def _settle(self) -> None:
        """Answer what has only one answer, and what standing orders answer; then see whether the decision has passed."""
        while self.outcome is None:
            for decision in self.war.asked():
                answer = None if decision.sealed else decision.forced
                if answer is not None and self._rolls(decision.side, *answer):
                    answer = None
                ordered = answer is None
                if answer is None:
                    answer = self._ordered(decision)
                if answer is not None:
                    self._one(answer[0], answer[1], decision.side, True, ordered)
                    break
            else:
                break
        if self.war.stack is not None:
            asked = {decision.side for decision in self.war.asked()}
            if not asked <= self._asked_sides or (self._shared and type(self.war.stack[0]) is not self._base_step):
                self._bar("barrier-asked")

    def _rolls(self, side: int | str, verb: str, target: int | str | None) -> bool:
        """Whether a die would fall behind a choice: before anybody is asked again, or when the others have answered.

        No die can decide that, for it falls afterwards. But what lies hidden could, and then it would show who is asked and
        who is not. So in a game with secrets a verb that announces dice is taken at its word, and where several sides choose
        at once the others are taken to be done: how far they have got must show nowhere.
        """
        war, known = self.war, self.war.setup.game.verbs.get(verb)
        if self.hasty or known is None or war.stack is None:
            return False
        if known.dice and war.setup.game.secrets:
            return True
        side = war.setup.side(side)
        shared = self._shared or len(war.asked()) > 1
        trial = war.copy()
        try:
            trial.play(verb, target, side)
            if known.dice and not self._warned(side):
                return self._announced(trial, side)
            while shared and trial.stack and type(trial.stack[0]) is type(war.stack[0]) and side not in trial.decisions:
                other = trial.asked()[0]
                does, mask = next(iter(other.choices.items()))
                trial.play(does, mask.bit_length() - 1, other.side)
        except OutOfDice:
            return True
        except Illegal:
            return False  # whoever makes the choice will hear why
        return (trial.rolled, trial.drawn) != (war.rolled, war.drawn)

    def _warned(self, side: int) -> bool:
        """Whether the last click was this side's and showed its chances: what is forced after it was in them."""
        last = next((choice for choice in reversed(self.choices[self.since :]) if not choice.auto), None)
        return last is not None and last.side == side and self.war.setup.game.verbs[last.verb].dice

    def _announced(self, trial: War, side: int) -> bool:
        """Whether the die a verb has announced falls before this side has another choice that shows its chances."""
        verbs = trial.setup.game.verbs
        while trial.stack is not None and trial.rolled == self.war.rolled:
            decision = trial.decisions.get(side) or trial.asked()[0]
            answer = decision.forced or decision.quiet
            if decision.side == side and decision.forced is None:
                return not any(verbs[verb].dice for verb in decision.choices)
            if answer is None:
                return True  # now it lies with the others
            trial.play(*answer, decision.side)
        return trial.rolled > self.war.rolled

    def _bar(self, reason: str) -> None:
        """No undo past this point, and everybody may see what led here."""
        self.base = self.war.copy()
        self.since = len(self.choices)
        self._events_since = len(self.events)
        self._marks_since = len(self.marks)
        self._snapshots_since = self.snapshots
        asked = () if self.war.stack is None else self.war.asked()
        self._asked_sides = {decision.side for decision in asked}
        self._shared = len(asked) > 1
        self._base_step = type(self.war.stack[0]) if self.war.stack is not None else None
        self._barrier = reason

    # --- taking back

    @property
    def barrier_reason(self) -> str:
        """Why nothing before this can be taken back, for people."""
        return say(self._barrier)

    def undoable(self, side: int | str) -> int | None:
        """The number of the choice an undo would take back, counted from 0; None if there is none."""
        side = self.war.setup.side(side)
        for number in range(len(self.choices) - 1, self.since - 1, -1):
            if self.choices[number].side == side and not self.choices[number].auto:
                return number
        return None

    def final(self, side: int, choices: Sequence[tuple[str, int | str | None]]) -> str | None:
        """Why a row of choices could not be taken back once it is made, by what the side knows: "die", "shown", "asked", "answered"
        or "ended"; None if it could be. It is played on a copy, without dice.

        Where several sides choose at once a side's last answer is final as far as it knows: whether the others are done must not show.
        """
        shared = self._shared or len(self.war.asked()) > 1
        trial = self.fork()
        trial.war = self.imagined(side)
        trial.war.dice = SEALED
        try:
            if len(choices) == 1:
                trial.play(*choices[0], side)
            else:
                trial.chain(choices, side)
        except OutOfDice:
            cause: str | None = "die"
        else:
            cause = trial._barrier.removeprefix("barrier-") if trial.since != self.since else None
        if shared:
            return "asked" if cause is not None or side not in trial.war.decisions else None
        return cause

    def deeds(self, side: int) -> list[Deed]:
        """What a side has done since the barrier and can take back, oldest first. Clicks of which nothing is told belong to what follows."""
        rows: list[list[int]] = []
        for number, made in enumerate(self.choices[self.since :], self.since):
            if made.side != side or made.auto:
                continue
            if rows and made.script and self.choices[rows[-1][0]].script == made.script:
                rows[-1].append(number)
            else:
                rows.append([number])
        told = [t for t in self.told(side) if t.choice > self.since and self.choices[t.choice - 1].side == side]
        deeds: list[Deed] = []
        clicks: list[tuple[str, int]] = []
        first = 0
        for at, row in enumerate(rows):
            end = rows[at + 1][0] if at + 1 < len(rows) else len(self.choices)
            events = tuple(t.event for t in told if row[0] < t.choice <= end)
            clicks += [(self.choices[number].verb, self.choices[number].target) for number in row]
            if events or at + 1 == len(rows):
                deeds.append(Deed(tuple(clicks), events, len(rows) - first))
                clicks, first = [], at + 1
        return deeds

    def undo(self, side: int | str) -> None:
        """Take back a side's last choice since the barrier, or the whole script it belongs to."""
        number = self.undoable(side)
        if number is None:
            raise CannotUndo(say("undo-none", why=self.barrier_reason))
        script = self.choices[number].script
        rest = [
            choice
            for i, choice in enumerate(self.choices[self.since :], self.since)
            if not choice.auto and i != number and not (script and choice.script == script)
        ]
        kept = self._state()
        dice = self.war.dice  # what has been shaken since stays in the cup
        self.war = self.base.copy()
        self.war.dice = dice
        del self.choices[self.since :], self.events[self._events_since :], self.marks[self._marks_since :]
        self.snapshots = self._snapshots_since
        self.shaken = [replace(one, choices=min(one.choices, self.since)) for one in self.shaken]
        self._settle()  # forced answers right behind the barrier come first, as they did
        for choice in rest:
            self._script = choice.script  # what was made as one stays one
            try:
                self.play(choice.verb, choice.target, choice.side)
            except Illegal as illegal:
                name = self.war.target_name(choice.verb, choice.target)
                late = choice.verb if name is None else f"{choice.verb} {name}"
                self._restore(kept)
                raise Illegal(Refusal(illegal.rule, say("undo-unfit", choice=late, why=illegal.reason), 0, number)) from None
            finally:
                self._script = 0

    def fork(self) -> Table:
        """The same table once more: what happens at one of them does not happen at the other."""
        new = object.__new__(Table)
        new.__dict__.update(self._state())
        return new

    def _state(self) -> dict[str, object]:
        kept = dict(self.__dict__)
        kept["war"] = self.war.copy()
        return kept | {name: value.copy() for name, value in kept.items() if value.__class__ is list or value.__class__ is dict}

    def _restore(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
