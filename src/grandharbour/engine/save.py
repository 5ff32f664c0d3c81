"""Saved games: one readable file, one line for each choice.

    {"grandharbour": 1, "game": "hawks", "scenario": "raid-over-malta", …, "seed": "…"}
    ["IT", "objective", "C5"]
    …
    {"turn": 2, "choice": 41, "rolled": 9, "drawn": 10, "digest": "…", "packed": "…"}
    …
    {"end": 212, "sum": "…", "outcome": {…}}

Format 2 has lines more, where dice were shaken (cups.py), fell anew after a step back, or must go without their seed:

    {"cup": ["IT", seal]}, {"click": ["IT", link]}, {"shake": ["IT", link]}, {"back": 41}      what was put into the dice, where it was
    {"fell": [[12, "dice", 3, 5], [13, "of", 8, 2], [4, "hidden of", 12, 7]]}      what fell behind the choice before it

Loading replays the choices. Names are the printed ones, never indices, so a save outlives a change of the code. A file that
is damaged, cut short, foreign or newer is refused with its line and the reason, and never overwritten.

A save outlives a change of the rules too. Every start of a turn carries its position, the last two in words and the others packed.
If a choice no longer fits, ``open_save`` says so and finds the last position from which the game can be played on.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import tempfile
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import takewhile, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..version import __version__
from . import shapes, toml
from .catalogue import say
from .choice import Illegal, Outcome
from .cups import Mix, WrongLink, agreed
from .dice import Fallen, Recorded, Seeded, commitment, fallen
from .game import Game, UnknownName, game
from .position import PositionError, pack, unpack
from .salvage import reopen, sound
from .table import Shaken, Table
from .tables import TablesError
from .war import War

S = TypeVar("S", Shaken, Fallen)
FORMAT = 2
PLAIN = 1
"""What every version reads: written wherever it says enough."""
LARGEST = 4_000_000
"""No game of ours comes near this many characters: a larger file is not a save."""


class SaveError(ValueError):
    """A file that cannot be loaded: which line, which choice, why. ``position`` may allow to play on."""

    def __init__(self, reason: str, line: int = 0, choice: int = 0, position: str = "") -> None:
        words = say("save-choice", choice=choice, why=reason) if choice else reason
        super().__init__(say("save-line", line=line, why=words) if line else words)
        self.reason = reason
        self.line = line
        self.choice = choice
        self.position = position


class Astray(msgspec.Struct, frozen=True):
    """A replay that left its record, because the rules are no longer those it was played under."""

    reason: str
    line: int
    choice: int
    """The first choice that no longer fits."""
    of: int
    version: str
    """The version the game was begun with."""
    position: str
    """Where it can be played on, empty if nowhere."""
    heading: str
    """That moment in words."""
    outcome: Outcome | None
    """How the game ended, if the record says so."""

    def words(self) -> str:
        """What happened, for people."""
        begun = say("save-begun", version=self.version)
        astray = say("save-astray", choice=self.choice, of=self.of, why=self.reason, begun=begun)
        return say("save-astray-on", astray=astray, on=say("save-play-on", heading=self.heading)) if self.position else astray


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first lines of a save: which game, rules, options and dice it needs."""

    grandharbour: int
    game: str
    version: str
    rules: str
    scenario: str
    options: dict[str, bool | str]
    tables: str
    start: str
    commitment: str
    seed: str | None = None
    """None while the game runs: the dice that fell are in the file, those to come are not."""
    table: str = ""
    """The table's id where people shake: their links are folded into it."""
    setup: str = ""
    """The hash of what that table was set up with."""
    given: int = 0
    """So many choices have the dice of an earlier record, which nothing proves."""


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody says about the moment after so many choices, with arrows over the board; from a space to itself is a ring."""

    choices: int
    by: str
    comment: str
    arrows: tuple[tuple[str, str], ...] = ()


LONGEST_REMARK = 2_000
MOST_ARROWS = 12


class Save(msgspec.Struct):
    """A save file taken apart but not yet replayed."""

    header: Header
    choices: list[tuple[str, str, str | int | None]]
    lines: list[int]
    marks: dict[int, dict[str, Any]]
    """By number of choices before the mark."""
    shaken: dict[int, list[tuple[int, Shaken]]] = {}
    """By number of choices before it, with its line."""
    fallen: dict[int, tuple[int, list[Fallen]]] = {}
    """By number of the choice, 0 before the first, with its line."""
    resigned: str | None = None
    parting: str = ""
    drawn: bool = False
    outcome: Outcome | None = None
    remarks: list[Remark] = []


def dumps(table: Table, sealed: bool = False, remarks: Sequence[Remark] = ()) -> str:
    """The table as the text of a save file, with its seed: for finished games and for one's own.

    ``sealed``: without the seed, so that nobody can look ahead; what fell is written down. Whoever loads it plays on with new dice.
    """
    war, game = table.war, table.war.setup.game
    mix = table.mix
    if mix is None or not isinstance(war.dice, Seeded):
        raise SaveError(say("save-scripted"))
    whole = sealed or bool(table.shaken) or bool(table.given)
    header = Header(
        FORMAT if whole else PLAIN, game.id, __version__, game.fingerprint(war.setup), war.setup.scenario, war.setup.options,
        war.setup.tables.pack, table.start, mix.commitment, None if sealed else mix.secret.hex(), mix.table, "", table.given,
    )  # fmt: skip
    if mix.table:
        header.setup = _agreed(header)
    first = msgspec.to_builtins(header)
    lines = [_line({key: value for key, value in first.items() if value or key not in ("table", "setup", "given")})]
    shaken = _by_choice(table.shaken if whole and not sealed else [])
    fell = _by_choice(table.fallen if whole else [])
    if 0 in fell:
        lines.append(_fell(fell[0]))
    said: dict[int, list[Remark]] = {}
    for remark in remarks:
        said.setdefault(remark.choices, []).append(remark)
    lines += [_say(remark) for remark in said.get(0, ())]
    names = war.setup.names
    marks = {mark.choice: mark for mark in table.marks}
    snapshots = dict(table.snapshots)
    in_words = {count for count, _ in table.snapshots[-2:]}
    for number, choice in enumerate(table.choices, 1):
        lines += [_put(one) for one in shaken.get(number - 1, ())]
        name = war.target_name(choice.verb, choice.target)
        lines.append(_line([names.of("side", choice.side), choice.verb, name]))
        if number in fell:
            lines.append(_fell(fell[number]))
        if number in marks:
            mark: dict[str, Any] = msgspec.to_builtins(marks[number])
            if number in in_words:
                mark["position"] = snapshots[number]
            elif number in snapshots:
                mark["packed"] = pack(snapshots[number])
            lines.append(_line(mark))
        lines += [_say(remark) for remark in said.get(number, ())]
    lines += [_put(one) for one in shaken.get(len(table.choices), ())]
    if table.resigned is not None:
        parting = {"parting": table.parting} if table.parting else {}
        lines.append(_line({"resigned": names.of("side", table.resigned), **parting}))
    if table.drawn:
        lines.append(_line({"agreed": "draw"}))
    body = "\n".join(lines) + "\n"
    ended = {} if table.outcome is None else {"outcome": msgspec.to_builtins(table.outcome)}
    return body + _line({"end": len(table.choices), "sum": _sum(body), **ended}) + "\n"


def of_choices(begun: Table, end: War, choices: Iterable[tuple[int, str, int]]) -> str:
    """A finished game as a save, from the table as it began and everything that was chosen: nobody has to play it again at a table."""
    sides = end.setup.names.lists["side"]
    lines = [dumps(begun).partition("\n")[0]]
    lines += [_line([sides[side], verb, end.target_name(verb, target)]) for side, verb, target in choices]
    body = "\n".join(lines) + "\n"
    return body + _line({"end": len(lines) - 1, "sum": _sum(body), "outcome": msgspec.to_builtins(end.outcome)}) + "\n"


def _say(remark: Remark) -> str:
    told: dict[str, Any] = {"comment": remark.comment, "by": remark.by}
    return _line(told | ({"arrows": remark.arrows} if remark.arrows else {}))


def _agreed(header: Header) -> str:
    return agreed(header.game, header.scenario, header.options, header.tables, header.start)


def _by_choice(of: Sequence[S]) -> dict[int, list[S]]:
    behind: dict[int, list[S]] = {}
    for one in of:
        behind.setdefault(one.choice if isinstance(one, Fallen) else one.choices, []).append(one)
    return behind


def _put(one: Shaken) -> str:
    return _line({one.kind: int(one.value) if one.kind == "back" else [one.side, one.value]})


def _fell(draws: Iterable[Fallen]) -> str:
    return _line({"fell": [one.line() for one in draws]})


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:32]


def parse(text: str) -> Save:
    """Take a save file apart, checking its form; SaveError says what is wrong and where."""
    if len(text) > LARGEST:
        raise SaveError(say("save-too-long", found=f"{len(text):,}", most=f"{LARGEST:,}"))
    lines = text.split("\n")
    header = _header(lines[0])
    save = Save(header, [], [], {})
    closed = False
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        if closed:
            raise SaveError(say("save-after-end"), number)
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            last = all(not rest.strip() for rest in lines[number:])
            raise SaveError(say("save-breaks-off" if last else "save-line-damaged"), number) from None
        if isinstance(value, list):
            if len(value) != 3 or not isinstance(value[0], str) or not isinstance(value[1], str):
                raise SaveError(say("save-no-choice"), number)
            save.choices.append((value[0], value[1], value[2]))
            save.lines.append(number)
        elif not isinstance(value, dict):
            raise SaveError(say("save-no-note"), number)
        elif "end" in value:
            closed = True
            if value["end"] != len(save.choices):
                raise SaveError(say("save-count", said=value["end"], found=len(save.choices)), number)
            body = "\n".join(lines[: number - 1]) + "\n"
            if value.get("sum") != _sum(body):
                raise SaveError(say("save-sum"), number)
            save.outcome = _outcome(value.get("outcome"), number)
        elif "resigned" in value:
            save.resigned = str(value["resigned"])
            save.parting = str(value.get("parting", ""))
        elif "agreed" in value:
            save.drawn = True
        elif "turn" in value:
            save.marks[len(save.choices)] = value
        elif "comment" in value:
            save.remarks.append(_remark(save, value, number))
        elif header.grandharbour > PLAIN and _shaking(save, value, number):
            pass
        else:
            raise SaveError(say("save-unknown-note"), number)
    if not closed:
        raise SaveError(say("save-cut-short", choices=len(save.choices)), len(lines))
    return save


def _remark(save: Save, value: dict[str, Any], line: int) -> Remark:
    try:
        remark = shapes.convert({**value, "choices": len(save.choices)}, Remark)
    except msgspec.ValidationError:
        raise SaveError(say("save-remark"), line) from None
    if len(remark.comment) > LONGEST_REMARK or len(remark.arrows) > MOST_ARROWS or not (remark.comment or remark.arrows):
        raise SaveError(say("save-remark"), line)
    return remark


def _shaking(save: Save, value: dict[str, Any], line: int) -> bool:
    """Take in a line about the dice; False if it is none."""
    at = len(save.choices)
    kind: str = next(iter(value), "")
    told: Any = value.get(kind)
    try:
        if kind == "fell":
            save.fallen[at] = line, [fallen(at, draw) for draw in told]
        elif kind == "back" and type(told) is int:
            save.shaken.setdefault(at, []).append((line, Shaken(at, kind, "", str(told))))
        elif kind in ("cup", "click", "shake"):
            side, link = told
            if not isinstance(side, str) or not isinstance(link, str):
                raise ValueError
            save.shaken.setdefault(at, []).append((line, Shaken(at, kind, side, link)))
        else:
            return False
    except (ValueError, TypeError):
        raise SaveError(say("save-dice-line", kind=kind), line) from None
    return True


def _outcome(value: Any, line: int) -> Outcome | None:
    try:
        return None if value is None else shapes.convert(value, Outcome)
    except msgspec.ValidationError as error:
        raise SaveError(say("save-outcome", why=str(error)), line) from None


def _header(line: str) -> Header:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise SaveError(say("save-no-header"), 1) from None
    if not isinstance(value, dict) or "grandharbour" not in value:
        raise SaveError(say("save-no-header"), 1)
    if "record" in value:
        raise SaveError(say("save-record"), 1)
    form = value["grandharbour"]
    if not isinstance(form, int) or form > FORMAT:
        raise SaveError(say("save-newer", found=form, known=FORMAT), 1)
    try:
        return shapes.convert(value, Header)
    except msgspec.ValidationError as error:
        raise SaveError(say("save-header", why=str(error)), 1) from None


def begin(save: Save) -> tuple[Game, Table]:
    """The table before the first choice."""
    header = save.header
    try:
        rules = game(header.game)
        mix = _mix(header)
        given = len(save.choices) if header.seed is None else header.given
        bare = header.seed is None or given > 0
        told = [one for at, (_, draws) in save.fallen.items() if bare and at <= given for one in draws]
        if header.start:
            table = Table(reopen(rules, header.start, mix.secret), header.start, mix=mix)
        else:
            options = rules.known_options(header.options, header.tables) if other_version(header.version) else header.options
            table = Table.begin(rules, header.scenario, options=options, tables=header.tables, mix=mix, fallen=told)
        if bare:
            table.given = max(1, given)
            table.war.dice = Recorded(told, mix.dice)
        return rules, table
    except (UnknownName, TablesError, PositionError) as error:
        raise SaveError(str(error), 1) from None


def _mix(header: Header) -> Mix:
    """The dice of a save before anybody has shaken."""
    if header.seed is None and header.grandharbour > PLAIN:
        return Mix(secrets.token_bytes(32))
    if header.seed is None:
        raise SaveError(say("save-sealed"), 1)
    try:
        seed = bytes.fromhex(header.seed)
        if len(seed) != 32:
            raise ValueError
    except ValueError:
        raise SaveError(say("save-seed"), 1) from None
    if commitment(seed) != header.commitment:
        raise SaveError(say("save-commitment"), 1)
    if not header.table:
        return Mix(seed)
    if header.setup != _agreed(header):
        raise SaveError(say("save-setup"), 1)
    return Mix.of_table(seed, header.table, header.setup)


def other_version(version: str) -> bool:
    """Whether something was made by another version than this one."""
    return version != __version__


def loads(text: str) -> Table:
    """Replay a save. One that goes astray is an error here, which carries the position to play on from; see ``open_save``."""
    table, astray = open_save(text)
    if astray is not None:
        raise SaveError(say("save-other-rules", why=astray.reason), astray.line, astray.choice, astray.position)
    return table


def open_save(text: str) -> tuple[Table, Astray | None]:
    """Replay a save as far as it goes. If the rules have changed and it goes astray, the second part says where and why."""
    save = parse(text)
    rules, table = begin(save)
    same = save.header.rules == rules.fingerprint(table.war.setup)
    number = agreed = held = 0
    try:
        _compare(save, table, 0)
        for number, choice in enumerate(save.choices, 1):
            held = number - 1
            _shake(save, table, number - 1)
            _again(table, number, choice)
            _compare(save, table, number)
            noted = save.marks.get(number)
            if noted is not None:
                if not _agrees(noted, number, table, same):
                    held = agreed  # somewhere since the last turn that began as it should
                    raise SaveError(say("save-turn", turn=noted.get("turn")))
                agreed = number
        if len(table.choices) > len(save.choices):
            number = len(save.choices) + 1
            raise SaveError(say("save-forced-missing"))
        _shake(save, table, len(save.choices))
        if save.resigned is not None:
            table.resign(save.resigned, save.parting)
        if save.drawn:
            table.agree_draw()
        if table.mix is not None:
            table.war.dice = table.mix.dice
        return table, None
    except _Dice as wrong:  # no change of rules explains this
        raise SaveError(wrong.reason, wrong.line, number) from None
    except (Illegal, SaveError, UnknownName) as wrong:
        broken = str(wrong)
    except Exception as wrong:  # rules that meet a position they never led to
        broken = say("save-gives-up", why=repr(wrong))
    reason, line = broken.rstrip("."), 0
    if 0 < number <= len(save.choices):
        reason, line = f"{list(save.choices[number - 1])}: {reason}", save.lines[number - 1]
    if same:
        # No change of rules explains this: the file says what was never played.
        raise SaveError(reason + ".", line, number, _last_position(save))
    table = _up_to(save, table, held)
    position, heading = _sound(save, rules, table)
    return table, Astray(reason, line, number, len(save.choices), save.header.version, position, heading, save.outcome)


class _Dice(SaveError):
    """What was shaken or fell is not what it should be."""


def _shake(save: Save, table: Table, choices: int) -> None:
    """Put into the dice what was put into them after so many choices."""
    for line, one in save.shaken.get(choices, ()):
        try:
            if one.kind == "back":
                table.step_back(int(one.value))
            else:
                table.shake(one.kind, one.side, one.value)
        except (WrongLink, UnknownName) as wrong:
            raise _Dice(say("save-link", side=one.side, why=str(wrong)), line) from None


def _compare(save: Save, table: Table, number: int) -> None:
    """Whether what fell behind a choice is what the record says."""
    if not save.fallen or (number == 0 and table.start):
        return
    line, told = save.fallen.get(number, (save.lines[number - 1] if number else 1, []))
    first = bisect_left(table.fallen, number, key=itemgetter(0))
    fell = list(takewhile(lambda one: one.choice == number, table.fallen[first:]))
    for ours, theirs in zip_longest(fell, told):
        if ours is None or theirs is None or ours[1:] != theirs[1:]:
            known = ours or theirs
            said, dice = ("-" if one is None else " ".join(map(str, one.line()[1:])) for one in (theirs, ours))
            raise _Dice(say("save-draw", draw=known.number, said=said, dice=dice), line)


def _again(table: Table, number: int, choice: tuple[str, str, str | int | None]) -> None:
    """Make choice ``number`` of a record, unless the table has made it by itself: what is forced stands in the file too."""
    side, verb, target = choice
    if number > len(table.choices):
        table._one(verb, target, side, False)
        table._settle()
        return
    made, war = table.choices[number - 1], table.war
    if (war.setup.names.of("side", made.side), made.verb, war.target_name(made.verb, made.target)) != choice:
        raise SaveError(say("save-forced-other"))


def _agrees(noted: dict[str, Any], number: int, table: Table, same: bool) -> bool:
    """Whether a turn began as the record says. Under other rules it is enough if all agrees that both versions write down."""
    mark = next((mark for mark in table.marks if mark.choice == number), None)
    if same or mark is None or mark.digest == noted.get("digest"):
        return mark is not None and mark.digest == noted.get("digest")
    if (mark.turn, mark.rolled, mark.drawn) != (noted.get("turn"), noted.get("rolled"), noted.get("drawn")):
        return False
    text = _position(noted)
    if not text:
        return True  # as many dice up to the same turn, and every choice was legal
    was, now = (toml.loads(one)["state"] for one in (text, dict(table.snapshots)[number]))
    return all(was[field] == now[field] for field in was.keys() & now.keys())


def _position(noted: dict[str, Any]) -> str:
    """The position a mark carries, empty if it has none that can be read."""
    with suppress(PositionError, toml.TomlError, KeyError):
        text = noted["position"] if "position" in noted else unpack(str(noted.get("packed", "")))
        return text if isinstance(toml.loads(text)["state"], dict) else ""
    return ""


def _last_position(save: Save) -> str:
    return next((text for noted in reversed(save.marks.values()) if (text := _position(noted))), "")


def _up_to(save: Save, table: Table, limit: int) -> Table:
    """The record as far as it held."""
    if len(table.choices) <= limit:
        return table
    _, fresh = begin(save)
    with suppress(Exception):
        for number, choice in enumerate(save.choices[:limit], 1):
            _again(fresh, number, choice)
    return fresh


def _sound(save: Save, rules: Game, reached: Table) -> tuple[str, str]:
    """The last position a game can be played on from, and what it says of itself."""
    later = [_position(noted) for number, noted in reversed(save.marks.items()) if number > len(reached.choices)]
    own = [] if reached.war.outcome is not None else [reached.war.position()]
    before = [text for _, text in reversed(reached.snapshots)]
    war = sound(rules, [*later, *own, *before], None if reached.mix is None else reached.mix.secret.hex())
    if war is None or war.outcome is not None:
        return "", ""
    return war.position(), war.view(None).heading


def resume(text: str) -> Table:
    """A table that plays a save on from its last sound position, with the dice it would have had."""
    table, astray = open_save(text)
    if astray is None:
        return table
    if not astray.position:
        raise SaveError(say("save-no-position"), astray.line, astray.choice)
    assert table.mix is not None
    return Table(table.war.setup.game.position(astray.position, table.mix.secret), astray.position)


def write(path: Path, table: Table) -> None:
    """Write a save so that a crash or a full disk leaves the old file whole; a file that is no save is not overwritten."""
    text = dumps(table)
    if path.exists():
        try:
            parse(path.read_text(encoding="utf-8"))
        except (SaveError, UnicodeDecodeError) as broken:
            raise SaveError(say("save-not-whole", file=path.name, why=str(broken))) from None
    handle, temporary = tempfile.mkstemp(dir=path.parent or Path("."), prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise


def read(path: Path) -> Table:
    """Load a save file."""
    return loads(text_of(path))


def last_whole(text: str) -> str:
    """The last position of a save, broken or not, from which a game can go on; empty if there is none."""
    try:
        _, astray = open_save(text)
    except SaveError as broken:
        return broken.position
    return astray.position if astray is not None and astray.position else _last_position(parse(text))


def text_of(path: Path) -> str:
    """What stands in a save file."""
    if path.stat().st_size > 4 * LARGEST:
        raise SaveError(say("save-too-large"))
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SaveError(say("save-not-text")) from None
