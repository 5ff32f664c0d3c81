"""A game: one rulebook, and how a war of it begins."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import msgspec

from .auction import Sale, sale
from .brief import Brief, brief
from .brief import Idea as Idea
from .catalogue import WORDS, Catalogue, Hole, Text, language, plain_id
from .choice import Decision, Verb
from .codec import Codec, codecs, names_only
from .dice import Dice, Seeded, seed_bytes
from .event import Event, Modifier
from .forecast import Forecast
from .geometry.bits import nth
from .kinds import Names
from .kinds import UnknownName as UnknownName
from .position import PositionError, lay_out, read_position
from .rulebook import Rulebook
from .sequence import Phase, Run
from .step import Step
from .tables import PackOption, Tables, TablesError
from .view import Board, Overlay, Preview, Price, Stage, Track, View
from .war import War

if TYPE_CHECKING:
    from .odds import Odds

T = TypeVar("T")

OptionValue = bool | str

"""The sentences of the engine itself, which every game says alike."""


class SideInfo:
    """One side of a game: ``SideInfo("AX", "axis")``. Its names are ``side-ID`` (short) and ``side-ID.name`` of the catalogue.

    ``many``: whether the short name is a plural, the Allies are, Italy is. ``scores``: whether it has a score of its own; where only
    one side counts points, the other has none to show.
    """

    __slots__ = ("colour", "game", "id", "many", "scores")

    def __init__(self, id: str, colour: str, many: bool = False, scores: bool = True) -> None:
        self.id = id
        self.colour = colour
        self.many = many
        self.scores = scores
        self.game: Game | None = None

    @property
    def short(self) -> str:
        """The name in a sentence: Italy."""
        return self.game.say(f"side-{self.id}") if self.game else self.id

    @property
    def name(self) -> str:
        """The name in full: Regia Aeronautica."""
        return self.game.say(f"side-{self.id}.name") if self.game else self.id


class Scenario(msgspec.Struct, frozen=True):
    """One beginning of a game, with its words."""

    id: str
    title: str
    blurb: str


class Option:
    """A switch of the rules, a debatable ruling or an optional rule: ``Option("bases", "8.2.f", "both", ("both", "either"))``.

    Its words are ``option-ID``, ``option-ID.help`` and, for every value, ``option-ID.VALUE`` of the catalogue.
    """

    __slots__ = ("allowed", "default", "game", "id", "rule")

    def __init__(self, id: str, rule: str, default: OptionValue, allowed: tuple[OptionValue, ...] = (False, True)) -> None:
        self.id = id
        self.rule = rule
        self.default = default
        self.allowed = allowed
        self.game: Game | None = None

    @property
    def title(self) -> str:
        """What it is called."""
        return self.game.say(f"option-{self.id}") if self.game else self.id

    @property
    def help(self) -> str:
        """What it decides."""
        return self.game.say(f"option-{self.id}.help", "") if self.game else ""

    @property
    def values(self) -> tuple[tuple[OptionValue, str], ...]:
        """What it may be, each with its words."""
        return tuple((value, self._word(value)) for value in self.allowed)

    def _word(self, value: OptionValue) -> str:
        # The name of an attribute cannot begin with a digit.
        word = ("yes" if value else "no") if isinstance(value, bool) else f"n{value}" if value[:1].isdigit() else value
        if self.game is None:
            return word
        return self.game.say(f"option-{self.id}.{word}", self.game.say(f"option-{word}") if isinstance(value, bool) else word)


class Script(NamedTuple):
    """A list of choices a player may make with one click. The label costs nothing; the choices are worked out when they are played."""

    label: str | Text
    choices: Callable[[], list[tuple[str, int]]]


REMEMBERED = 20_000
"""So many sentences, or things of one kind, a setup remembers as they were made."""


class Shelf(dict[Any, T]):
    """Things made once for all that they hang on: ``shelf[key]`` is ``make(setup, *key)``, and for an equal key the same object.

    What is made can hang on nothing but the setup and the key, because it is given nothing else.
    """

    __slots__ = ("make", "setup")

    def __init__(self, setup: Setup, make: Callable[..., T]) -> None:
        super().__init__()
        self.setup = setup
        self.make = make

    def __missing__(self, key: tuple[Any, ...]) -> T:
        if len(self) >= REMEMBERED:
            self.clear()
        made = self[key] = self.make(self.setup, *key)
        return made


class Setup:
    """What never changes in a war: scenario, options, tables and names. Games add what they derive from these."""

    def __init__(self, game: Game, scenario: str, options: Mapping[str, OptionValue], tables: Tables, names: Names) -> None:
        self.game = game
        self.scenario = scenario
        self.options = dict(options)
        self.tables = tables
        self.names = names
        self.handicap = 0
        """Points the first side begins with, less than nothing if the other does."""
        self.sale: Sale | None = None
        """Which side is up for auction before the first click, if both want that."""
        self.boards: dict[str, Board] = {}
        self._said: dict[tuple[Any, ...], str] = {}
        self._shelves: dict[tuple[str, Callable[..., Any]], Shelf[Any]] = {}

    def even_out(self, even: int, unit: int = 1, anyway: bool = False) -> None:
        """What makes the scenario even, as it was measured, in points of the first side: bid for, given, or left alone, as the options say.
        ``unit``: how many points a bid is worth; ``anyway``: given also if nobody asked for it."""
        if self.options["auction"]:
            self.sale = sale(even, unit)
        if anyway or (self.options["par"] and not self.options["auction"]):
            self.handicap = even

    @property
    def words(self) -> Scenario:
        """The scenario with its words; a pack brings its own."""
        return self.game.scenarios_of(self.tables)[self.scenario]

    def new(self, seed: int | str | bytes | None = None, log: list[Event] | None = None, dice: Dice | None = None) -> War:
        """A war of this setup at its first decision, as ``Game.new`` makes it."""
        war = self.game.war(self, dice or Seeded(secrets.token_bytes(32) if seed is None else seed_bytes(seed)))
        self.game.begin(war)
        war.log = log
        war.run()
        war.log = None
        return war

    def say(self, id: str, **holes: Hole) -> str:
        """A sentence of the game's catalogue, written at once: for what is only made when somebody reads it."""
        return self.spoken(id, holes)

    def spoken(self, id: str, holes: Mapping[str, Hole]) -> str:
        """The same; what was said once is remembered: a view says hundreds of sentences again after every click."""
        try:
            key = (language(), id, *holes.items())
            known = self._said.get(key)
        except TypeError:  # a list in a hole
            return self.game.catalogue.say(id, holes, self.names)
        if known is None:
            if len(self._said) >= REMEMBERED:
                self._said.clear()
            known = self._said[key] = self.game.catalogue.say(id, holes, self.names)
        return known

    def shelf(self, make: Callable[..., T]) -> Shelf[T]:
        """Where what ``make`` gives is kept, by all that it hangs on: most of a view looks as it did a click ago, and what looks
        alike is the same object. In every language it is another one."""
        place = (language(), make)
        shelf = self._shelves.get(place)
        if shelf is None:
            shelf = self._shelves[place] = Shelf(self, make)
        return shelf

    @contextmanager
    def forgetful(self) -> Iterator[None]:
        """As if nothing had been remembered yet: for tests that compare what is remembered with what is made."""
        kept = self._said, self._shelves
        self._said, self._shelves = {}, {}
        try:
            yield
        finally:
            self._said, self._shelves = kept

    def write(self, words: Text | str) -> str:
        """A Text as people read it, written at once."""
        return self.game.catalogue.write(words, self.names)

    def side(self, name: str | int) -> int:
        """The number of a side by its id."""
        if isinstance(name, int):
            return name
        try:
            return self.names.index["side"][name]
        except KeyError:
            raise UnknownName(f"there is no side {name!r}; the sides are {', '.join(self.names.lists['side'])}") from None


RULE_BEARING = (
    "auction.py", "choice.py", "codec.py", "cups.py", "dice.py", "forecast.py", "game.py", "geometry/*.py", "kinds.py", "orders.py", "sequence.py", "step.py", "table.py", "tables.py", "war.py",
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


Said = TypeVar("Said", SideInfo, Option, Verb)
"""What has a name in the words of a game."""

_read = cache(import_module)
"""A module, looked up once: an adviser is asked many thousand times a second."""


class Game:
    """A rulebook that can be played. A game's package subclasses this once and offers the object as an entry point."""

    id: ClassVar[str]
    years: ClassVar[str]
    board_kind: ClassVar[str]
    sides: tuple[SideInfo, ...]
    options: tuple[Option, ...] = ()
    chapters: ClassVar[tuple[ModuleType, ...]] = ()
    """The modules with the steps of the rulebook, in its order: verbs (``VERBS`` of a chapter) and steps are gathered from them."""
    verbs: dict[str, Verb]
    steps: ClassVar[tuple[type[Step[Any]], ...]]
    war: ClassVar[type[War]]
    folder: ClassVar[Path]
    secrets: ClassVar[bool] = True
    """Whether anything but the dice is hidden from anybody."""
    by_itself: ClassVar[Mapping[str, str]] = {}
    """In a game with secrets, what the rules roll on their own account, by the kind of event, and why: its chances, shown before the
    click it follows, would tell what lies hidden."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "chapters" in vars(cls):
            cls.verbs = {}
            for chapter in cls.chapters:
                for verb in getattr(chapter, "VERBS", ()):
                    if cls.verbs.setdefault(verb.id, verb) is not verb:
                        raise TypeError(f"{chapter.__name__}: the verb {verb.id} stands in two chapters")
            cls.steps = tuple(
                thing
                for chapter in cls.chapters
                for thing in vars(chapter).values()
                if isinstance(thing, type) and issubclass(thing, Step) and thing.__module__ == chapter.__name__ and thing.plays()
            )

    def __init__(self) -> None:
        self.sides = tuple(self._owned(it) for it in self.sides)
        self.options = tuple(self._owned(it) for it in self.options)
        self.verbs = {id: self._owned(it) for id, it in self.verbs.items()}

    def _owned(self, one: Said) -> Said:
        """Something with a name in this game's words. A game made from another one shares it with that one, and takes a copy."""
        if one.game is not None:
            one = copy(one)
        one.game = self
        return one

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

    def _shown(self, name: str) -> Any:
        """Something show.py may have; a name that is missing costs ten times as much to ask for, and this is asked after every click."""
        return vars(self._room("show")).get(name)

    def board(self, setup: Any) -> Board:
        """The part of the map that never changes: ``show.board``, made once for each setup and language."""
        spoken = language()
        board: Board | None = setup.boards.get(spoken)
        if board is None:
            board = setup.boards[spoken] = self._room("show").board(setup)
        return board

    def view(self, war: Any, side: int | None) -> View:
        """What a side may see: ``show.view``."""
        view: View = self._room("show").view(war, side)
        return view

    def drawn(self, setup: Any) -> str | None:
        """The map as SVG where it is drawn from what the tables say, because nobody has drawn it by hand: ``show.art``."""
        draw = getattr(self._room("show"), "art", None)
        svg: str | None = draw(setup) if draw else None
        return svg

    def art(self, setup: Any) -> str | None:
        """The map as SVG: drawn from the tables, or ``data/art.svg``; None if there is neither."""
        path = self.folder / "data" / "art.svg"
        return self.drawn(setup) or (path.read_text(encoding="utf-8") if path.is_file() else None)

    def overlay(self, war: Any, side: int | None, overlay: str, about: int | None = None) -> Overlay:
        """One of the layers the board offers, from what a side may know: ``show.overlay``."""
        show = self._room("show")
        known = [info.id for info in self.board(war.setup).overlays]
        if overlay not in known:
            raise UnknownName(f"{self.id} has no overlay {overlay!r}; there are {', '.join(known) or 'none'}")
        layer: Overlay = show.overlay(war, side, overlay, about)
        return layer

    @cached_property
    def _briefs(self) -> dict[type[Step[Any]], Brief[Any]]:
        return {}

    def brief(self, kind: type[Step[Any]]) -> Brief[Any]:
        """What is told about a kind of step; read when it is first asked for, because the rules run without it."""
        known = self._briefs.get(kind)
        if known is None:
            known = self._briefs[kind] = brief(kind)
        return known

    def preview(self, war: Any, side: int, verb: str, target: int) -> Preview | None:
        """What a listed choice would do before any die, if there is something to show."""
        return self.brief(type(war.stack[0])).preview(war, war.stack[0], side, verb, target)

    def price(self, war: Any, side: int, verb: str) -> Price | None:
        """What a choice costs, where choices are paid for: ``show.price``."""
        price = self._shown("price")
        asked: Price | None = price(war, side, verb) if price else None
        return asked

    def notes(self, war: Any, side: int, verb: str) -> dict[int, str]:
        """A word or a number beside some targets of a choice, such as the value of a Formation: ``show.notes``."""
        notes = self._shown("notes")
        written: dict[int, str] = notes(war, side, verb) if notes else {}
        return written

    def forecast(self, war: Any, side: int, verb: str, target: int) -> Forecast[Any] | None:
        """What will come of a listed choice with dice, where the game can tell without running its rules."""
        return self.brief(type(war.stack[0])).forecast(war, war.stack[0], side, verb, target)

    def odds(self, war: Any, side: int, verb: str, target: int) -> Odds | None:
        """The chances of a listed choice as its brief tells them; None where the rules are run to find them."""
        return self.brief(type(war.stack[0])).odds(war, war.stack[0], side, verb, target)

    def stage(self, war: Any, side: int | None) -> Stage | None:
        """The small board of what is under way: that of the topmost step that has one."""
        stack = war.stack
        while stack is not None:
            step, stack = stack
            board = self.brief(type(step)).stage(war, step, side)
            if board is not None:
                return board
        return None

    def tracks(self, war: Any, side: int | None) -> tuple[Track, ...]:
        """What the step that asks adds to the tracks beside the board."""
        return () if war.stack is None else self.brief(type(war.stack[0])).tracks(war, war.stack[0], side)

    def ideas(self, war: Any, decision: Decision) -> list[Idea]:
        """Every choice of a decision, scored for the greedy player and for hints; ``war`` is what that side imagines."""
        return self.brief(type(war.stack[0])).ideas(war, war.stack[0], decision)

    def leading(self, war: Any, decision: Decision) -> list[Idea]:
        """The same without choices that cannot be the best, for who takes the best anyway: most of them need not be weighed."""
        return self.brief(type(war.stack[0])).leading(war, war.stack[0], decision)

    def reasons(self, war: Any, side: int, idea: Idea) -> list[Text]:
        """What there is to know about a choice, for who asks why it is advised: ``reasons.facts``."""
        if not (self.folder / "reasons.py").exists():
            return []
        facts: list[Text] = self._room("reasons").facts(war, side, idea)
        return facts

    def trusted(self, war: Any, decision: Decision) -> bool:
        """Whether the adviser's word is good enough here, so that nothing needs to be tried out."""
        return self.brief(type(war.stack[0])).trusted(war, war.stack[0], decision)

    def value(self, war: Any, side: int) -> float:
        """The chance that a side wins from here, between 0 and 1, as far as the adviser can tell: ``advice.value``."""
        value: float = self._room("advice").value(war, side)
        return value

    def scripts(self, war: Any, side: int) -> dict[str, Script]:
        """Choices a player may make with one click now, by id. Their labels must cost nothing: a button is drawn after every click."""
        scripts: dict[str, Script] = self._room("advice").scripts(war, side)
        return scripts

    def advised(self, war: War, side: int, *kinds: type[Step[Any]]) -> list[tuple[str, int]]:
        """What the adviser would choose from here, while the step is of these kinds and no die is rolled: a script."""
        clicks: list[tuple[str, int]] = []
        trial = war.copy()
        while trial.stack is not None and isinstance(trial.stack[0], kinds) and side in trial.decisions:
            decision = trial.decisions[side]
            forced = decision.forced
            if forced is None:
                best = max(self.leading(trial, decision), key=lambda idea: idea.score)
                clicks.append((best.verb, best.target))
            chance = trial.rolled, trial.drawn
            trial.play(*(forced or clicks[-1]), side)
            if (trial.rolled, trial.drawn) != chance:
                break
        return clicks

    def calculator(self) -> Any | None:
        """The module with the game's battle calculator (``info`` and ``odds``), if it has one: ``calculate``."""
        return self._room("calculate") if (self.folder / "calculate.py").exists() else None

    @property
    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios of the game's tables, in their order."""
        spoken = language()
        known = self._scenarios.get(spoken)
        if known is None:
            known = self._scenarios[spoken] = self.scenarios_of(self.tables)
        return known

    def scenarios_of(self, tables: Tables) -> dict[str, Scenario]:
        """The scenarios of some tables: a pack may have added some, and taken others out. Its own stand first."""
        if tables is not self.tables and not tables.under("scenarios"):
            return self.scenarios
        own = [name for name in tables.under("scenarios") if name not in self.tables.under("scenarios")]
        scenarios = {
            name: Scenario(name, tables.get(f"scenarios.{name}.title", name), tables.get(f"scenarios.{name}.blurb", ""))
            for name in own
        }
        for name in tables.under("scenarios"):
            if name not in scenarios:
                scenarios[name] = Scenario(
                    name,
                    self.say(f"scenario-{name}", tables.get(f"scenarios.{name}.title", name)),
                    self.say(f"scenario-{name}.blurb", tables.get(f"scenarios.{name}.blurb", "")),
                )
        return scenarios

    def options_of(self, tables: Tables) -> tuple[Option | PackOption, ...]:
        """The options of the rules and those a pack has added."""
        return (*self.options, *tables.options)

    @cached_property
    def _scenarios(self) -> dict[str, dict[str, Scenario]]:
        return {}

    # --- what every game has

    @property
    def title(self) -> str:
        """What the game is called: ``game-title`` of the catalogue."""
        return self.say("game-title")

    @property
    def blurb(self) -> str:
        """What it is about, in a few sentences: ``game-blurb``."""
        return self.say("game-blurb")

    @property
    def catalogue(self) -> Catalogue:
        """Every sentence of the game and of the engine, from their ``words`` folders, in the language of the process."""
        spoken = language()
        words = self._catalogues.get(spoken)
        if words is None:
            words = self._catalogues[spoken] = Catalogue.rooms(WORDS, self.folder / "words", language=spoken)
        return words

    @cached_property
    def _catalogues(self) -> dict[str, Catalogue]:
        return {}

    def say(self, id: str, otherwise: str | None = None) -> str:
        """A sentence without names in it: the label of a verb, the title of an option."""
        words = self.catalogue
        return words.say(id) if otherwise is None or id in words else otherwise

    def title_of(self, phase: Phase) -> str:
        """A phase by its name for people: ``phase-ID`` of the catalogue."""
        return self.say(f"phase-{phase.id}")

    def word_of(self, result: str, kind: str = "") -> str:
        """A result as a word in a line of the log: ``result-CODE.word``, or the printed code itself.

        ``result-KIND-CODE.word`` comes first: the same code may stand in two tables, for two kinds of events.
        """
        id = plain_id(result)
        return self.say(f"result-{kind}-{id}.word", self.say(f"result-{id}.word", result))

    def sentence_of(self, result: str, kind: str = "") -> str:
        """A result in plain words: ``result-KIND-CODE`` or ``result-CODE`` of the catalogue; empty if it has none."""
        id = plain_id(result)
        return self.say(f"result-{kind}-{id}", self.say(f"result-{id}", ""))

    def modifiers(self, of: Iterable[Modifier], setup: Setup) -> tuple[tuple[str, int, str], ...]:
        """What changed a roll, with labels as people read them."""
        return tuple((self.catalogue.write(label, setup.names), amount, rule) for label, amount, rule in of)

    def tell(self, event: Event, setup: Setup) -> str:
        """An event in words, for people: the sentence ``event-KIND``. ``$plain`` says what the code ``$result`` means."""
        holes: dict[str, Any] = {"result": "", "plain": ""}
        if event.result:
            holes |= {"result": self.word_of(event.result, event.kind), "plain": self.sentence_of(event.result, event.kind)}
        if event.side >= 0:
            holes |= {"side": self.sides[event.side].short, "many": self.sides[event.side].many}
        holes |= {f"p{i}": ("piece", p) for i, p in enumerate(event.pieces)}
        holes |= {f"s{i}": ("space", s) for i, s in enumerate(event.spaces)}
        holes |= dict(event.facts)
        return self.catalogue.say(f"event-{event.kind}", holes, setup.names)

    @cached_property
    def tables(self) -> Tables:
        """The printed and reconstructed values, with their sources."""
        return Tables.read(self.folder / "data")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules by number, from ``rulebook.md``."""
        return Rulebook.read(self.folder / "rulebook.md")

    @cached_property
    def step_codecs(self) -> dict[type[Step[Any]], dict[str, Codec]]:
        """How the fields of every kind of step are written and read."""
        known = {step: codecs(step, Step) for step in self.steps}
        for step, fields in known.items():
            if issubclass(step, Run):
                fields["phase"] = names_only(step.sequence.names)
            if "kind" in fields:
                raise TypeError(f"{step.__name__}: a field called kind would hide the kind of the step in a position text")
        return known

    @cached_property
    def _setups(self) -> dict[str, Setup]:
        return {}

    def setup(self, scenario: str | None = None, options: Mapping[str, OptionValue] | None = None, tables: str = "") -> Setup:
        """The unchanging part of a war, checked; made once for each combination."""
        laid = self.laid(tables)
        scenarios = self.scenarios_of(laid) if laid.pack else self.scenarios
        scenario = scenario or next(iter(scenarios))
        if scenario not in scenarios:
            raise UnknownName(f"{self.id} has no scenario {scenario!r}; there are {', '.join(scenarios)}")
        chosen = self.check_options(options or {}, laid)
        key = json.dumps([scenario, chosen, tables], sort_keys=True)
        setup = self._setups.get(key)
        if setup is None:
            laid = laid.chosen(chosen)
            start = laid.get(f"scenarios.{scenario}.position", "")
            played = bool(start) or laid.other
            setup = self._tried(scenario, chosen, laid, played) if laid.pack else self.make_setup(scenario, chosen, laid)
            if len(self._setups) >= 64:  # a sweep over table packs must not keep them all
                self._setups.clear()
            self._setups[key] = setup
        return setup

    def laid(self, pack: str) -> Tables:
        """The game's tables with a pack laid over them; the last few are kept."""
        if not pack.strip():
            return self.tables
        tables = self._laid.get(pack)
        if tables is None:
            tables = self.tables.with_pack(pack, game=self.id)
            about = tables.manifest
            if about is not None and about.needs and _older(about.needs):
                raise TablesError(f"table pack: pack.needs: it needs Grand Harbour {about.needs} or later")
            for option in tables.options:
                if option.id in {known.id for known in self.options}:
                    raise TablesError(f"table pack: options.{option.id}: {self.id} has an option of that name")
            if len(self._laid) >= 8:
                self._laid.clear()
            self._laid[pack] = tables
        return tables

    @cached_property
    def _laid(self) -> dict[str, Tables]:
        return {}

    def begin(self, war: Any) -> None:
        """A fresh war as its scenario begins: by the rulebook, or with the position of a pack."""
        start = war.setup.tables.get(f"scenarios.{war.setup.scenario}.position", "")
        if start:
            lay_out(war, start)
        else:
            self.open(war)

    def _tried(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables, played: bool) -> Setup:
        """A setup with a pack, if the game can be played so; ``played``: with other things than the printed ones.

        What a game can do without, and what it can bear, stands nowhere: it is tried, by chance, with everything checked.
        """
        poorer = tables.poorer
        gone = ", ".join(poorer[:8]) + (f" and {len(poorer) - 8} more" if len(poorer) > 8 else "")
        what = f"{self.id} cannot be played without {gone}" if gone else f"{self.id} cannot be played with it"
        try:
            setup = self.make_setup(scenario, options, tables)
            if played:
                self._play_some(setup)
            return setup
        except TablesError:
            raise
        except Exception as error:
            why = str(error).partition("\n")[0] if isinstance(error, (AssertionError, ValueError)) and str(error) else repr(error)
            at = _culprit(tables, str(error))
            raise TablesError(f"table pack: {at}scenario {scenario}: {what} ({why})") from None

    def _play_some(self, setup: Setup) -> None:
        """A few games by chance, and what a reader sees of them."""
        for kind, names in setup.names.lists.items():
            twice = next((name for name in names if name and names.count(name) > 1), None)
            if twice is not None:
                raise TablesError(f"table pack: two {kind}s are called {twice!r}")
        for seed in range(3):
            war = self.war(setup, Seeded(seed_bytes(seed)))
            try:
                self.begin(war)
            except PositionError as error:
                raise TablesError(f"table pack: scenarios.{setup.scenario}.position: {error.reason}") from None
            war.run()
            war.check()
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

    def check_options(self, options: Mapping[str, OptionValue], tables: Tables | None = None) -> dict[str, OptionValue]:
        """All options with their values, those of a pack too; an unknown one or a wrong value is refused by name."""
        offered = self.options_of(tables or self.tables)
        known = {option.id: option for option in offered}
        for name in options:
            if name not in known:
                raise UnknownName(f"{self.id} has no option {name!r}; there are {', '.join(known) or 'none'}")
        chosen: dict[str, OptionValue] = {}
        for option in offered:
            value = options.get(option.id, option.default)
            if not any(type(v) is type(value) and v == value for v in option.allowed):
                allowed = ", ".join(map(json.dumps, option.allowed))
                raise UnknownName(f"option {option.id}: {value!r} is none of {allowed}")
            chosen[option.id] = value
        return chosen

    def known_options(self, options: Mapping[str, OptionValue], pack: str = "") -> dict[str, OptionValue]:
        """Those of some options that this version still knows, for games begun with another one."""
        known = {option.id: option.allowed for option in self.options_of(self.laid(pack))}
        return {name: value for name, value in options.items() if value in known.get(name, ())}

    def new(
        self,
        scenario: str | None = None,
        *,
        options: Mapping[str, OptionValue] | None = None,
        tables: str = "",
        seed: int | str | bytes | None = None,
        log: list[Event] | None = None,
        dice: Dice | None = None,
    ) -> War:
        """A war at its first decision. Without a seed the dice are drawn from the system's own randomness.

        ``log`` receives what happens before that decision; afterwards the war keeps no log. ``dice`` are used instead of a seed.
        """
        return self.setup(scenario, options, tables).new(seed, log, dice)

    def position(self, text: str, seed: int | str | bytes | None = None) -> War:
        """The war a position text describes; see ``War.position``."""
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


def _culprit(tables: Tables, said: str) -> str:
    """The value of a pack that an error seems to speak of."""
    for key, entry in tables.entries.items():
        if entry is not tables.printed.entries.get(key):
            values = entry.value.items() if isinstance(entry.value, dict) else [("", entry.value)]
            for member, value in values:
                if isinstance(value, str) and len(value) < 80 and repr(value) in said:
                    return f"{key}{member and '.'}{member}: {value!r} does not fit; "
    return ""


def _older(needed: str) -> bool:
    """Whether this version is older than one that a pack needs."""
    from .. import __version__

    here = [int(part) for part in __version__.split(".") if part.isdigit()]
    return here < [int(part) for part in needed.split(".")]


_found: dict[str, Game] = {}
_looking = RLock()


def games() -> dict[str, Game]:
    """Every installed game by its id: a sixth game is a package with an entry point in ``grandharbour.games``."""
    if not _found:
        with _looking:  # another thread may be about it: nobody sees half of a shelf
            if not _found:
                points = sorted(entry_points(group="grandharbour.games"), key=lambda p: p.name)
                _found.update({point.name: point.load() for point in points})
    return _found


def game(name: str) -> Game:
    """One game by its id."""
    try:
        return games()[name]
    except KeyError:
        raise UnknownName(f"there is no game {name!r}; installed are {', '.join(games()) or 'none'}") from None
