"""A game: one rulebook, and how a war of it begins."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from .brief import Brief, brief
from .catalogue import Catalogue
from .choice import Decision, Verb
from .codec import Codec, codecs, names_only
from .dice import Seeded, seed_bytes
from .event import Event, words
from .forecast import Forecast
from .geometry.bits import nth
from .kinds import Names
from .rulebook import Rulebook
from .sequence import Run
from .step import Step
from .tables import Tables, TablesError
from .view import Board, Overlay, Preview, Price, Stage, Track
from .war import War

OptionValue = bool | str


class UnknownName(LookupError):
    """There is no game, scenario, option or side of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


class SideInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    short: str
    colour: str
    many: bool = False
    """Whether the short name is a plural: the Allies are, Italy is."""


class Scenario(msgspec.Struct, frozen=True):
    id: str
    title: str
    blurb: str


class Option(msgspec.Struct, frozen=True):
    """A switch of the rules: a debatable ruling or an optional rule."""

    id: str
    title: str
    help: str
    rule: str
    default: OptionValue
    values: tuple[tuple[OptionValue, str], ...] = ((False, "No"), (True, "Yes"))


class Idea(msgspec.Struct, frozen=True):
    """A choice with what it seems worth, and why, in words for a player."""

    score: float
    verb: str
    target: int
    why: str = ""


class Setup:
    """What never changes in a war: scenario, options, tables and names. Games add what they derive from these."""

    def __init__(self, game: Game, scenario: str, options: Mapping[str, OptionValue], tables: Tables, names: Names) -> None:
        self.game = game
        self.scenario = scenario
        self.options = dict(options)
        self.tables = tables
        self.names = names

    def side(self, name: str | int) -> int:
        """The number of a side by its id."""
        if isinstance(name, int):
            return name
        try:
            return self.names.index["side"][name]
        except KeyError:
            raise UnknownName(f"there is no side {name!r}; the sides are {', '.join(self.names.lists['side'])}") from None


RULE_BEARING = (
    "choice.py", "codec.py", "dice.py", "forecast.py", "game.py", "geometry/*.py", "kinds.py", "sequence.py", "step.py", "table.py", "tables.py", "war.py",
)  # fmt: skip
"""The modules of the engine that can change the course of a game: what is asked, what a choice does, what the dice show, how
numbers are laid over others, how names stand for ints, and what is answered for a player. The others only show, count, check
or keep what these have done."""


@cache
def engine_hash(folder: Path = Path(__file__).parent) -> bytes:
    """Names the code of the engine as far as it carries rules."""
    digest = hashlib.sha256()
    for pattern in RULE_BEARING:
        for path in sorted(folder.glob(pattern)):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.digest()


_read = cache(import_module)
"""A module, looked up once: an adviser is asked many thousand times a second."""


class Game:
    """A rulebook that can be played. A game's package subclasses this once and offers the object as an entry point."""

    id: ClassVar[str]
    title: ClassVar[str]
    years: ClassVar[str]
    blurb: ClassVar[str]
    board_kind: ClassVar[str]
    sides: ClassVar[tuple[SideInfo, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    verbs: ClassVar[dict[str, Verb]]
    steps: ClassVar[tuple[type[Step[Any]], ...]]
    words: ClassVar[dict[str, str]] = {}
    """Templates for the text of events, by kind."""
    war: ClassVar[type[War]]
    folder: ClassVar[Path]
    secrets: ClassVar[bool] = True
    """Whether anything but the dice is hidden from anybody."""

    # --- what a game writes

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> Setup:
        """The game's own Setup, with what it derives from its tables."""
        raise NotImplementedError

    def open(self, war: Any) -> None:
        """Fill a fresh war's fields and push its first step."""
        raise NotImplementedError

    # --- what every room has, furnished the same way

    def _room(self, name: str) -> Any:
        """A module of the game's own folder, read when it is needed: the rules run without show.py and advice.py."""
        return _read(f"{type(self).__module__}.{name}")

    def board(self, setup: Any) -> Board:
        """The part of the map that never changes: ``show.board``."""
        board: Board = self._room("show").board(setup)
        return board

    def overlay(self, war: Any, side: int | None, overlay: str, about: int | None = None) -> Overlay:
        """One of the layers the board offers, from what a side may know: ``show.overlay``."""
        show = self._room("show")
        known = [info.id for info in self.board(war.setup).overlays]
        if overlay not in known:
            raise UnknownName(f"{self.id} has no overlay {overlay!r}; there are {', '.join(known) or 'none'}")
        found: Overlay = show.overlay(war, side, overlay, about)
        return found

    @cached_property
    def _briefs(self) -> dict[type[Step[Any]], Brief[Any]]:
        return {}

    def brief(self, kind: type[Step[Any]]) -> Brief[Any]:
        """What is told about a kind of step; read when it is first asked for, because the rules run without it."""
        found = self._briefs.get(kind)
        if found is None:
            found = self._briefs[kind] = brief(kind)
        return found

    def preview(self, war: Any, side: int, verb: str, target: int) -> Preview | None:
        """What a listed choice would do before any die, if there is something to show."""
        preview = getattr(self._room("show"), "preview", None)
        found: Preview | None
        if preview is not None:
            found = preview(war, side, verb, target)
        else:
            found = self.brief(type(war.stack[0])).preview(war, war.stack[0], side, verb, target)
        if found is None or isinstance(found.text, str):
            return found
        return msgspec.structs.replace(found, text=self.catalogue.write(found.text, war.setup.names))

    def price(self, war: Any, side: int, verb: str) -> Price | None:
        """What a choice costs, where choices are paid for: ``show.price``."""
        price = getattr(self._room("show"), "price", None)
        found: Price | None = price(war, side, verb) if price else None
        return found

    def notes(self, war: Any, side: int, verb: str) -> dict[int, str]:
        """A word or a number beside some targets of a choice, such as the value of a Formation: ``show.notes``."""
        notes = getattr(self._room("show"), "notes", None)
        found: dict[int, str] = notes(war, side, verb) if notes else {}
        return found

    def forecast(self, war: Any, side: int, verb: str, target: int) -> Forecast[Any] | None:
        """What will come of a listed choice with dice, where the game can tell without running its rules."""
        return self.brief(type(war.stack[0])).forecast(war, war.stack[0], side, verb, target)

    def stage(self, war: Any, side: int | None) -> Stage | None:
        """The small board of what is under way: that of the topmost step that has one."""
        stack = war.stack
        while stack is not None:
            step, stack = stack
            found = self.brief(type(step)).stage(war, step, side)
            if found is not None:
                return found
        return None

    def tracks(self, war: Any, side: int | None) -> tuple[Track, ...]:
        """What the step that asks adds to the tracks beside the board."""
        return () if war.stack is None else self.brief(type(war.stack[0])).tracks(war, war.stack[0], side)

    def ideas(self, war: Any, decision: Decision) -> list[Idea]:
        """Every choice of a decision, scored for the greedy player and for hints; ``war`` is what that side imagines."""
        ideas = getattr(self._room("advice"), "ideas", None)
        if ideas is not None:
            found: list[Idea] = ideas(war, decision)
            return found
        return self.brief(type(war.stack[0])).ideas(war, war.stack[0], decision)

    def value(self, war: Any, side: int) -> float:
        """The chance that a side wins from here, between 0 and 1, as far as the adviser can tell: ``advice.value``."""
        value: float = self._room("advice").value(war, side)
        return value

    def scripts(self, war: Any, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
        """Named lists of choices a player may make with one click now: id -> (label, choices)."""
        scripts: dict[str, tuple[str, list[tuple[str, int]]]] = self._room("advice").scripts(war, side)
        return scripts

    def advised(self, war: War, side: int, *kinds: type[Step[Any]]) -> list[tuple[str, int]]:
        """What the adviser would choose from here, while the step is of these kinds and no die is rolled: a script."""
        found: list[tuple[str, int]] = []
        trial = war.copy()
        while trial.stack is not None and isinstance(trial.stack[0], kinds) and side in trial.decisions:
            decision = trial.decisions[side]
            forced = decision.forced
            if forced is None:
                best = max(self.ideas(trial, decision), key=lambda idea: idea.score)
                found.append((best.verb, best.target))
            chance = trial.rolled, trial.drawn
            trial.play(*(forced or found[-1]), side)
            if (trial.rolled, trial.drawn) != chance:
                break
        return found

    def calculator(self) -> Any | None:
        """The module with the game's battle calculator (``info`` and ``odds``), if it has one: ``calculate``."""
        return self._room("calculate") if (self.folder / "calculate.py").exists() else None

    @cached_property
    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios of the game's tables, in their order."""
        tables = self.tables
        return {
            name: Scenario(name, tables[f"scenarios.{name}.title"], tables[f"scenarios.{name}.blurb"])
            for name in tables.under("scenarios")
        }

    # --- what every game has

    @cached_property
    def catalogue(self) -> Catalogue:
        """Every sentence of the game, from ``words/en.ftl``."""
        return Catalogue.read(*sorted((self.folder / "words").glob("en.ftl")))

    def tell(self, event: Event, setup: Setup) -> str:
        """An event in words, for people: the sentence ``event-KIND`` of the catalogue."""
        known = f"event-{event.kind}"
        if known not in self.catalogue:
            return words(event, self.words, setup.names, [side.short for side in self.sides])
        holes: dict[str, Any] = {"result": event.result or ""}
        if event.side >= 0:
            holes |= {"side": self.sides[event.side].short, "many": self.sides[event.side].many}
        holes |= {f"p{i}": ("piece", p) for i, p in enumerate(event.pieces)}
        holes |= {f"s{i}": ("space", s) for i, s in enumerate(event.spaces)}
        holes |= dict(event.facts)
        return self.catalogue.say(known, holes, setup.names)

    @cached_property
    def tables(self) -> Tables:
        """The printed and reconstructed values, with their sources."""
        return Tables.read(self.folder / "data")

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook.read(self.folder / "rulebook.md")

    @cached_property
    def step_codecs(self) -> dict[type[Step[Any]], dict[str, Codec]]:
        found = {step: codecs(step, Step) for step in self.steps}
        for step, fields in found.items():
            if issubclass(step, Run):
                fields["phase"] = names_only(step.sequence.names)
            if "kind" in fields:
                raise TypeError(f"{step.__name__}: a field called kind would hide the kind of the step in a position text")
        return found

    @cached_property
    def _setups(self) -> dict[str, Setup]:
        return {}

    def setup(self, scenario: str | None = None, options: Mapping[str, OptionValue] | None = None, tables: str = "") -> Setup:
        """The unchanging part of a war, checked; made once for each combination."""
        scenario = scenario or next(iter(self.scenarios))
        if scenario not in self.scenarios:
            raise UnknownName(f"{self.id} has no scenario {scenario!r}; there are {', '.join(self.scenarios)}")
        chosen = self.check_options(options or {})
        key = json.dumps([scenario, chosen, tables], sort_keys=True)
        setup = self._setups.get(key)
        if setup is None:
            laid = self.tables.with_pack(tables)
            setup = self._robbed(scenario, chosen, laid) if laid.poorer else self.make_setup(scenario, chosen, laid)
            if len(self._setups) >= 64:  # a sweep over table packs must not keep them all
                self._setups.clear()
            self._setups[key] = setup
        return setup

    def _robbed(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> Setup:
        """A setup from which a pack has taken something out, if the game can be played without it.

        Which members a game can do without stands nowhere: it is tried, by chance, with everything checked.
        """
        gone = ", ".join(tables.poorer)
        try:
            setup = self.make_setup(scenario, options, tables)
            for seed in range(3):
                war = self.war(setup, Seeded(seed_bytes(seed)))
                self.open(war)
                war.run()
                rng = random.Random(seed)
                while war.stack is not None:
                    decision = war.asked()[0]
                    verb = rng.choice(list(decision.choices))
                    mask = decision.choices[verb]
                    war.play(verb, nth(mask, rng.randrange(mask.bit_count())), decision.side)
                    war.check()
                war.view(None)
            if (self.folder / "show.py").exists():
                self.board(setup)
            return setup
        except TablesError:
            raise
        except Exception as error:
            raise TablesError(f"table pack: {self.id} cannot be played without {gone} ({error!r})") from None

    def check_options(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """All options with their values; an unknown one or a wrong value is refused by name."""
        known = {option.id: option for option in self.options}
        for name in options:
            if name not in known:
                raise UnknownName(f"{self.id} has no option {name!r}; there are {', '.join(known) or 'none'}")
        chosen: dict[str, OptionValue] = {}
        for option in self.options:
            value = options.get(option.id, option.default)
            if not any(type(v) is type(value) and v == value for v, _ in option.values):
                allowed = ", ".join(json.dumps(v) for v, _ in option.values)
                raise UnknownName(f"option {option.id}: {value!r} is none of {allowed}")
            chosen[option.id] = value
        return chosen

    def known_options(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Those of some options that this version still knows, for games begun with another one."""
        known = {option.id: [value for value, _ in option.values] for option in self.options}
        return {name: value for name, value in options.items() if value in known.get(name, ())}

    def new(
        self,
        scenario: str | None = None,
        *,
        options: Mapping[str, OptionValue] | None = None,
        tables: str = "",
        seed: int | str | bytes | None = None,
        log: list[Event] | None = None,
    ) -> War:
        """A war at its first decision. Without a seed the dice are drawn from the system's own randomness.

        ``log`` receives what happens before that decision; afterwards the war keeps no log.
        """
        setup = self.setup(scenario, options, tables)
        dice = Seeded(secrets.token_bytes(32) if seed is None else seed_bytes(seed))
        war = self.war(setup, dice)
        self.open(war)
        war.log = log
        war.run()
        war.log = None
        return war

    def position(self, text: str, seed: int | str | bytes | None = None) -> War:
        """The war a position text describes; see ``War.position``."""
        from .position import read_position

        return read_position(self, text, seed)

    @cached_property
    def _code_hash(self) -> bytes:
        digest = hashlib.sha256()
        for path in sorted(self.folder.rglob("*")):
            if path.suffix in {".py", ".toml"} and path.name != "lesson.toml":
                digest.update(path.relative_to(self.folder).as_posix().encode() + b"\0" + path.read_bytes())
        return digest.digest()

    def fingerprint(self, setup: Setup) -> str:
        """Names the exact rules: engine, code, data, options and table pack. Two wars with the same one replay alike."""
        rest = json.dumps([setup.scenario, setup.options, setup.tables.pack], sort_keys=True).encode()
        return hashlib.sha256(engine_hash() + self._code_hash + rest).hexdigest()[:24]


_found: dict[str, Game] = {}


def games() -> dict[str, Game]:
    """Every installed game by its id: a sixth game is a package with an entry point in ``grandharbour.games``."""
    if not _found:
        for point in sorted(entry_points(group="grandharbour.games"), key=lambda p: p.name):
            _found[point.name] = point.load()
    return _found


def game(name: str) -> Game:
    """One game by its id."""
    try:
        return games()[name]
    except KeyError:
        raise UnknownName(f"there is no game {name!r}; installed are {', '.join(games()) or 'none'}") from None
