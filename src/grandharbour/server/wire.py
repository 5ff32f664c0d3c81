"""What travels between server and clients (docs/wire.md), and how it is made from the engine's values.

The structs are the JSON of the wire, field by field; the OpenAPI schema is made from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ..engine import orders, shapes
from ..engine.brief import Gesture, brief
from ..engine.catalogue import kebab
from ..engine.choice import Decision as EngineDecision
from ..engine.choice import Illegal
from ..engine.choice import Outcome as EngineOutcome
from ..engine.choice import Refusal as EngineRefusal
from ..engine.event import Event as EngineEvent
from ..engine.event import Modifier as EngineModifier
from ..engine.game import Game, Option, Setup
from ..engine.geometry.bits import bits
from ..engine.odds import Odds as EngineOdds
from ..engine.reach import Way as EngineWay
from ..engine.table import Table
from ..engine.tables import Manifest, PackOption, Tables, plainly
from ..engine.view import Bead, BoardKind, Box, Mark, Marker, Overlay, PieceView, Preview, Price, Sheet, Stage, Track, View, words
from ..engine.war import War
from ..players.search import Line
from .club.clocks import Flag
from .club.clocks import Kind as ClockKind
from .problems import ProblemDocument, say

T = TypeVar("T")
_ZERO = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def heard(text: bytes, shape: type[T]) -> T:
    """What a client says. Nothing holds the character 0: PostgreSQL keeps no text with it."""
    if rb"\u0000" in text and _ZERO.search(text):
        raise msgspec.DecodeError(say("holds-zero"))
    return shapes.read(text, shape)


Target = Annotated[str | int | None, msgspec.Meta(title="Target")]
"""A printed name, a number, or nothing."""
TargetKind = Annotated[str, words("TargetKind", "piece", "space", "number", "lot", "nothing")]
Colour = Annotated[str, words("Colour", "axis", "allies")]
SeatKind = Annotated[str, words("SeatKind", "here", "link", "computer")]
OrderKind = Annotated[str, words("OrderKind", "quiet", "advised", "answer", "ask", "off", "on")]
Measure = Annotated[str, words("Measure", *orders.MEASURES)]


# --- the shelf


class SideCard(Struct):
    id: str
    name: str
    short: str
    colour: Colour
    many: bool
    """Whether the short name is a plural: the Allies win, Italy wins."""


class ScenarioCard(Struct):
    id: str
    title: str
    blurb: str


class OptionChoice(Struct):
    value: bool | str
    label: str


class OptionCard(Struct):
    id: str
    title: str
    help: str
    rule: str
    default: bool | str
    values: list[OptionChoice]


class PlayerCard(Struct):
    id: str
    title: str
    help: str
    offered: str = ""
    """"first" for who has never played here, "usual" for all others."""


class GameCard(Struct):
    id: str
    title: str
    years: str
    board: BoardKind
    blurb: str
    available: bool = False
    sides: list[SideCard] = []
    scenarios: list[ScenarioCard] = []
    options: list[OptionCard] = []
    players: list[PlayerCard] = []
    lesson: bool = False
    """There is a first lesson to open a table with."""
    calculator: bool = False
    """There is a page that counts two forces against each other."""


class RuleText(Struct):
    id: str
    title: str
    html: str


class Chapter(Struct):
    title: str
    rules: list[RuleText]


class RulebookText(Struct):
    game: str
    title: str
    intro: str
    chapters: list[Chapter]


# --- tables


class SeatWish(Struct, forbid_unknown_fields=True):
    kind: SeatKind
    player: str | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    game: str
    seats: dict[str, SeatWish] = {}
    scenario: str | None = None
    options: dict[str, bool | str] = {}
    tables: str | None = None
    """The text of a table pack."""
    pack: str | None = None
    """Or one that lies on the shelf."""
    seed: int | str | None = None
    position: str | None = None
    """A position text to begin from; it names scenario, options and table pack itself."""
    lesson: bool = False
    """Begin the game's first lesson; the seats are those of the lesson."""
    rated: bool = False
    """A game of a club's member against a level of the computer that counts, apart from those against people."""


class TableOpened(Struct):
    table: str
    seats: dict[str, str | None]
    commitment: str
    note: str | None = None
    """What the person should know: an uploaded save no longer replays to its end and begins where it is sound."""


class TakeSeat(Struct, forbid_unknown_fields=True):
    """An invitation becomes a key of one's own; it works once."""

    invitation: str


class Seated(Struct):
    side: str
    key: str


class Invite(Struct, forbid_unknown_fields=True):
    """A new invitation to a seat nobody holds."""

    side: str


class Invited(Struct):
    side: str
    invitation: str


class SeatCard(Struct):
    kind: SeatKind
    joined: bool
    player: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    """Of the person the club knows there; empty for a guest."""
    program: bool = False
    """A program plays for that person."""


class TableChange(Struct):
    """What a table pack makes of one value or member, as it would be written; null: not printed, or removed."""

    key: str
    printed: str | None
    value: str | None


class PackCard(Struct):
    """A pack: what it says of itself, what can be played with it, what it changes."""

    id: str
    """Its name on the shelf of this server; empty if it is not there."""
    game: str
    name: str
    version: str
    title: str
    about: str
    author: str
    licence: str
    scenarios: list[ScenarioCard]
    """Its own, or if it has none those of the game."""
    options: list[OptionCard]
    changes: list[TableChange]
    shared: str = ""
    """When it was put on the shelf."""
    text: str = ""
    """All of it as one text, where one pack is asked for."""


class PackShared(Struct):
    """A pack is on the shelf. The key replaces it by a later version, or takes it down."""

    id: str
    key: str


class TablePack(Struct, forbid_unknown_fields=True):
    """The text of a table pack that somebody thinks of playing with."""

    tables: str


class TableCard(Struct):
    table: str
    game: str
    scenario: str
    options: dict[str, bool | str]
    seats: dict[str, SeatCard]
    started: str
    ended: bool
    heading: str
    title: str = ""
    """What the scenario is called; a pack brings its own."""
    pack: str = ""
    """What its pack is called, with its version."""
    astray: str | None = None
    """The rules have changed since, and the game no longer replays: what happened."""
    changes: list[TableChange] = []
    """What its table pack changed."""
    position: bool = False
    """It began from a position somebody laid out, not from the scenario's own."""
    dice: DiceProof | None = None
    mine: list[str] = []
    """The sides of who asks, by his session."""
    rated: bool = False
    """Whether it counts for the standing."""


class Click(Struct, forbid_unknown_fields=True):
    number: int
    verb: str
    target: Target = None
    side: str | None = None
    link: str | None = None
    """The next link of this person's cup, where ``State.link`` asks for one."""


class Undo(Struct, forbid_unknown_fields=True):
    number: int
    side: str | None = None


class PlayScript(Struct, forbid_unknown_fields=True):
    number: int
    script: str
    side: str | None = None
    link: str | None = None


LONGEST_ROW = 60
MOST_HAND = 24
MOST_ROWS = 4
"""Of several rows to one place so many are offered."""


class RowClick(Struct, forbid_unknown_fields=True):
    """One click of a row."""

    verb: str
    target: Target = None


class PlayChain(Struct, forbid_unknown_fields=True):
    """A row of clicks made with one gesture, as ``reach`` offers them; one undo takes them back."""

    number: int
    clicks: Annotated[list[RowClick], msgspec.Meta(min_length=1, max_length=LONGEST_ROW)]
    side: str | None = None
    link: str | None = None


class About(Struct, gc=False):
    kind: TargetKind
    id: str


class OrderBound(Struct, forbid_unknown_fields=True):
    """At which chances an order answers: "any", whatever they are; "chance-least" and "chance-most", between 0 and 1; "odds-least" and
    "odds-most", attack to defence."""

    measure: Measure
    value: float = 0.0


class StandingOrder(Struct, forbid_unknown_fields=True):
    """quiet: answer quietly from now on; advised: as the adviser would; answer: with a verb, at the first of the targets that is listed,
    or without any at the one the adviser would take. ask: ask me again, about all of this kind or ``which``; off and on: let one rest,
    ``which`` says the id, and hold again."""

    number: int
    step: str
    order: OrderKind
    verb: str = ""
    targets: Annotated[list[str | int], msgspec.Meta(max_length=20)] = []
    about: About | None = None
    """Only where the question is about this piece, or about this space or a piece in it."""
    bound: OrderBound | None = None
    """Needed where dice may follow."""
    which: int | None = None
    side: str | None = None


class BringCup(Struct, forbid_unknown_fields=True):
    """A person's cup, by its seal: with what he will shake the dice. Another one if it was lost; an empty seal: none from now on."""

    seal: str
    side: str | None = None


class Shake(Struct, forbid_unknown_fields=True):
    """A link of a person's cup without a click."""

    link: str
    side: str | None = None


class Resign(Struct, forbid_unknown_fields=True):
    side: str | None = None


class Branch(Struct, forbid_unknown_fields=True):
    """Play on from a moment of the replay at a new table, with new dice."""

    moment: int
    seats: dict[str, SeatWish]
    eyes: str | None = None
    """Whose moments are counted, as for the replay."""


class AskBack(Struct, forbid_unknown_fields=True):
    """Ask the others to go back to a moment of this seat's replay."""

    moment: int
    side: str | None = None


class AnswerBack(Struct, forbid_unknown_fields=True):
    accept: bool
    side: str | None = None


class GoOn(Struct, forbid_unknown_fields=True):
    """Play a table on whose moves no longer fit the rules."""

    side: str | None = None


OfferKind = Annotated[str, words("OfferKind", "draw", "adjourn", "resume", "seat", "computer")]
"""A draw; that the clocks stand for a while, or run again; that another person, or the computer, takes the seat of who offers."""


class MakeOffer(Struct, forbid_unknown_fields=True):
    """Offer the other side something. Who offers what has been offered to him accepts it."""

    kind: OfferKind
    player: str = ""
    """The computer player that is to take the seat."""
    side: str | None = None


class AnswerOffer(Struct, forbid_unknown_fields=True):
    """Accept or decline; who has made the offer withdraws it."""

    kind: OfferKind
    accept: bool
    side: str | None = None


Deed = (
    MakeOffer
    | AnswerOffer
    | Click
    | Undo
    | PlayScript
    | PlayChain
    | StandingOrder
    | BringCup
    | Shake
    | Resign
    | AskBack
    | AnswerBack
    | GoOn
)
"""What a seat can do at its table."""


# --- the live part: what clients say


class Hello(Struct, forbid_unknown_fields=True):
    """The first message of a live client."""

    seat: str | None = None
    since: int = 0
    epoch: int = 0


class Envelope(Struct):
    """What every later message has: what it is about, and the number its answer comes back with."""

    do: str
    id: int | str | UnsetType = UNSET


class SayPlay(Click, tag_field="do", tag="play"):
    id: int | str | UnsetType = UNSET


class SayUndo(Undo, tag_field="do", tag="undo"):
    id: int | str | UnsetType = UNSET


class SayScript(PlayScript, tag_field="do", tag="script"):
    id: int | str | UnsetType = UNSET


class SayChain(PlayChain, tag_field="do", tag="chain"):
    id: int | str | UnsetType = UNSET


class SayOrder(StandingOrder, tag_field="do", tag="order"):
    id: int | str | UnsetType = UNSET


class SayCup(BringCup, tag_field="do", tag="cup"):
    id: int | str | UnsetType = UNSET


class SayShake(Shake, tag_field="do", tag="shake"):
    id: int | str | UnsetType = UNSET


class SayResign(Resign, tag_field="do", tag="resign"):
    id: int | str | UnsetType = UNSET


class AskWhyNot(Struct, tag_field="do", tag="whynot", forbid_unknown_fields=True):
    verb: str
    target: Target = None
    id: int | str | UnsetType = UNSET


class AskOdds(Struct, tag_field="do", tag="odds", forbid_unknown_fields=True):
    verb: str
    target: Target = None
    after: Annotated[list[RowClick], msgspec.Meta(max_length=LONGEST_ROW)] = []
    """What would be clicked before it, as ``reach`` offers."""
    id: int | str | UnsetType = UNSET


class AskPreview(Struct, tag_field="do", tag="preview", forbid_unknown_fields=True):
    verb: str
    target: Target = None
    after: Annotated[list[RowClick], msgspec.Meta(max_length=LONGEST_ROW)] = []
    """What would be clicked before it, as ``reach`` offers."""
    id: int | str | UnsetType = UNSET


class AskOverlay(Struct, tag_field="do", tag="overlay", forbid_unknown_fields=True):
    overlay: str
    about: str | None = None
    id: int | str | UnsetType = UNSET


class AskReach(Struct, tag_field="do", tag="reach", forbid_unknown_fields=True):
    """Where the pieces in a hand can be brought with one gesture; with an empty one what can be done at the place ``aim``, or the row
    that chooses a ``verb`` without a target ``count`` times."""

    pieces: Annotated[list[str], msgspec.Meta(max_length=MOST_HAND)] = []
    pile: str | None = None
    """The space they lie in, if the whole pile was taken."""
    count: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """So many where a number is asked; 0: all that may."""
    aim: str | None = None
    verb: str | None = None
    without: Annotated[list[str], msgspec.Meta(max_length=MOST_HAND)] = []
    """Those who shall not come along to the place ``aim``, though they might."""
    id: int | str | UnsetType = UNSET


class AskFinal(Struct, tag_field="do", tag="final", forbid_unknown_fields=True):
    """Whether a choice can still be taken back once it is made, or a row of them (``after`` and then the choice), or a ``script``."""

    verb: str | None = None
    target: Target = None
    after: Annotated[list[RowClick], msgspec.Meta(max_length=LONGEST_ROW)] = []
    """What is clicked before it, in the same gesture."""
    script: str | None = None
    id: int | str | UnsetType = UNSET


class AskHint(Struct, tag_field="do", tag="hint", forbid_unknown_fields=True):
    id: int | str | UnsetType = UNSET


class AskLines(Struct, tag_field="do", tag="lines", forbid_unknown_fields=True):
    """Answered when a search is done; other questions are answered meanwhile."""

    id: int | str | UnsetType = UNSET


class Resync(Struct, tag_field="do", tag="resync", forbid_unknown_fields=True):
    """A client has lost the thread: it is sent a whole state, with the events it does not hold."""

    since: int = 0
    epoch: int = 0
    id: int | str | UnsetType = UNSET


class SayLook(Struct, tag_field="do", tag="look", forbid_unknown_fields=True):
    """Whether somebody has the table before his eyes: who does is not told about it elsewhere."""

    yes: bool
    id: int | str | UnsetType = UNSET


LiveDeed = SayPlay | SayUndo | SayScript | SayChain | SayOrder | SayCup | SayShake | SayResign
Question = AskWhyNot | AskOdds | AskPreview | AskOverlay | AskReach | AskFinal | AskHint | AskLines
"""What a seat can ask."""
Said = LiveDeed | Question | Resync | SayLook
"""Every later message of a live client."""


# --- the live part: what the server says


class Modifier(Struct):
    label: str
    amount: int
    rule: str | None


class Event(Struct, rename={"from_": "from"}, gc=False):
    n: int
    kind: str
    rule: str | None
    text: str
    side: str | None
    choice: int
    turn: int
    dice: tuple[int, ...]
    modifiers: list[Modifier]
    total: int | None
    need: int | None
    result: str | None
    pieces: list[str]
    spaces: list[str]
    from_: str | UnsetType = UNSET
    to: str | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    draw: int | UnsetType = UNSET
    """The number of its last draw, if dice fell: what a proof of the dice names it by."""


class MainButton(Struct, gc=False):
    """What a button that rolls does, where or to whom, and the chance that it succeeds."""

    words: str
    spaces: list[str]
    piece: str | None
    win: float | None
    idle: bool
    """Nothing comes of it."""


Role = Literal["take", "aim", "repeat"]


class Choice(Struct, gc=False):
    verb: str
    label: str
    kind: TargetKind
    rule: str | None
    targets: list[Target]
    candidates: list[Target]
    """Everything a person might point at for this verb, legal or not."""
    dice: bool
    help: str | UnsetType = UNSET
    price: Price | UnsetType = UNSET
    notes: dict[str, str] | UnsetType = UNSET
    """What stands beside some of the targets: the value of a Formation."""
    role: Role | UnsetType = UNSET
    """What it is in a gesture: a target is taken into the hand, aimed at with all that belongs to it, or the verb chosen several times."""
    main: MainButton | UnsetType = UNSET
    domain: str | UnsetType = UNSET
    """In a patch: the candidates are the list of this name in the state's ``domains``, and are not sent again."""


class Quiet(Struct, gc=False):
    verb: str
    target: Target


class Script(Struct, gc=False):
    id: str
    label: str


class Decision(Struct, gc=False):
    side: str
    prompt: str
    rule: str | None
    about: About | None
    choices: list[Choice]
    quiet: Quiet | None
    sealed: bool
    scripts: list[Script]
    step: str
    """The kind of step: what a standing order is for."""
    orders: bool | UnsetType = UNSET
    """Whether an order can answer it: it has a name, or a quiet answer."""
    hand: list[str] | UnsetType = UNSET
    """The pieces that are in the hand already: farther places than the listed ones may be reached with one gesture."""


class Order(Struct):
    """A standing order of this seat."""

    id: int
    step: str
    question: str
    """The kind of question in words."""
    order: OrderKind
    verb: str
    label: str
    """What the verb says on its button."""
    kind: TargetKind
    targets: list[str | int]
    about: About | None
    bound: OrderBound | None
    on: bool


class OrderVerb(Struct):
    verb: str
    label: str
    kind: TargetKind
    dice: bool


class QuestionKind(Struct):
    """A kind of question a game asks again and again, which can be answered by an order."""

    step: str
    question: str
    verbs: list[OrderVerb]


class QuestionKinds(Struct):
    questions: list[QuestionKind]
    secrets: bool
    """Orders hold for every question of their kind: no places, no pieces, no chances."""


class Hint(Struct):
    verb: str
    label: str
    target: Target
    score: float
    why: str


class PlanStep(Struct):
    verb: str
    label: str
    kind: TargetKind
    target: Target


class RowWay(Struct):
    """A row of clicks that brings a hand to a place."""

    place: str
    clicks: list[PlanStep]
    left: list[str]
    """Those of the hand who cannot come along."""
    then: PlanStep | None
    """What is left to click, because a die follows."""


class Undoable(Struct):
    """One thing this seat has done and can still take back."""

    text: str
    """As the log tells it; empty if it tells nothing of these clicks."""
    clicks: list[PlanStep]
    back: int
    """So many undos take it back, with all that was done after it."""


class Final(Struct):
    """What becomes final by a choice."""

    why: Literal["die", "shown", "asked", "answered", "ended"] | None
    """What happens then; nothing, if the choice can still be taken back."""
    deeds: list[Undoable]
    """What has been done since the last time, oldest first."""


class Considered(Struct):
    """One plan a search has tried out: its chance to win with the standard error, and how often it was tried."""

    plan: list[PlanStep]
    value: float
    error: float
    visits: int
    why: str
    reply: list[PlanStep] = []
    """What the other side is expected to answer."""


class Thinking(Struct):
    """What a computer player considered before it chose, best first."""

    side: str
    player: str
    when: str
    lines: list[Considered]


class Thoughts(Struct):
    """What the computer players of a table have thought; nothing, and why, as long as that would tell a secret."""

    thoughts: list[Thinking]
    reason: str | None = None


class Refusal(Struct):
    rule: str | None
    reason: str
    spaces: list[str]
    because: int | None


class Chance(Struct):
    result: str
    p: float
    exact: str
    text: str | UnsetType = UNSET
    """The result in plain words, where the printed code does not speak for itself."""


class Odds(Struct):
    title: str
    rule: str | None
    modifiers: list[Modifier]
    need: str | None
    chances: list[Chance]
    note: str | None
    counted: bool
    """Its modifiers are numbers of dice, which are counted, not added."""
    win: float | None = None
    """The chance that the choice does what it was made for, where the game says so."""


class Outcome(Struct):
    winner: str | None
    reason: str
    rule: str | None
    scores: dict[str, int]
    level: str | None


class Waiting(Struct, gc=False):
    side: str
    text: str


class Cup(Struct, gc=False):
    """What one person shakes the dice with."""

    seal: str
    fresh: bool
    """Nobody else has shaken since it came: it counts when somebody has."""
    changed: int
    """How many cups were lost before it."""


class DiceProof(Struct):
    commitment: str
    seed: str | None
    chosen: bool | None = None
    """Whether somebody chose the seed; null: a table of an earlier version."""
    shaken: bool = False
    """Two people play: each may shake."""
    cups: dict[str, Cup] = {}
    """By side; a person who is not here adds nothing."""


class TakeBack(Struct):
    """A side asks to go back; ``moment`` is the one of the spectators' replay, whoever is told."""

    by: str
    moment: int
    text: str


class Offer(Struct):
    """What a side offers. ``agreed`` ones are in force: the game is adjourned, the seat may be handed over."""

    kind: OfferKind
    by: str
    player: str
    agreed: bool
    made: float


class Astray(Struct):
    """The rules have changed since a table was begun, and its moves no longer replay."""

    text: str
    """What happened, for people."""
    heading: str | None
    """The moment from which it can be played on; None if it has ended or can be played as it is."""


class SideTime(Struct):
    """The clock of a side: what it has left while it stands (correspondence: of the reserve), and when it will have run out if it runs."""

    side: str
    left: float
    until: float | None


class ClockView(Struct):
    """The clocks of a table, in seconds of the server's own time."""

    kind: ClockKind
    flag: Flag
    days: float
    """Correspondence: days for an answer, before the reserve is touched."""
    sides: list[SideTime]


class State(Struct, tag_field="type", tag="state", rename={"from_": "from"}, gc=False):
    table: str
    side: str | None
    epoch: int
    from_: int
    events: list[Event]
    view: View
    decision: Decision | None
    number: int
    can_undo: bool
    undo_reason: str | None
    waiting: list[Waiting]
    orders: list[Order]
    outcome: Outcome | None
    dice: DiceProof
    link: str | None = None
    """This seat's next click must carry the number whose hash this is."""
    since: int | None = None
    """How many of its events this seat had when it last clicked; later ones are what others did."""
    takeback: TakeBack | None = None
    offers: list[Offer] = []
    talk: int = 0
    """Another number: something has changed in what is said where this seat may listen (``GET …/talk``)."""
    astray: Astray | None = None
    late: int = 0
    """Who watches a game with secrets sees it so many moments late."""
    rev: int = 0
    """What a live client has been shown so far, counted: the next patch carries one more."""
    clock: ClockView | None = None
    now: float | UnsetType = UNSET
    """The server's own time, where there is a clock to be read."""
    domains: dict[str, list[Target]] | UnsetType = UNSET
    """Live only: long lists of candidates by name, for patches to come."""


class TracksPatch(Struct):
    """A list with ids: members that are new or other than before, and those that are gone; or all. Fields a member does not hold are as
    they were; a new one comes before the member ``before`` names, or at the end."""

    set: list[Track] | UnsetType = UNSET
    gone: list[str] | UnsetType = UNSET
    before: dict[str, str] | UnsetType = UNSET
    all: list[Track] | UnsetType = UNSET


class PiecePart(Struct, gc=False):
    """What is other than before of a piece; all of a new one."""

    id: str
    side: str | UnsetType = UNSET
    label: str | UnsetType = UNSET
    sub: str | UnsetType = UNSET
    symbol: str | UnsetType = UNSET
    type: str | UnsetType = UNSET
    at: str | UnsetType | None = UNSET
    box: str | UnsetType | None = UNSET
    values: tuple[str, ...] | UnsetType = UNSET
    marks: tuple[Mark, ...] | UnsetType = UNSET
    facts: tuple[str, ...] | UnsetType = UNSET


class PiecesPatch(Struct):
    set: list[PiecePart] | UnsetType = UNSET
    gone: list[str] | UnsetType = UNSET
    before: dict[str, str] | UnsetType = UNSET
    all: list[PieceView] | UnsetType = UNSET


class MarkersPatch(Struct):
    set: list[Marker] | UnsetType = UNSET
    gone: list[str] | UnsetType = UNSET
    before: dict[str, str] | UnsetType = UNSET
    all: list[Marker] | UnsetType = UNSET


class BoxesPatch(Struct):
    set: list[Box] | UnsetType = UNSET
    gone: list[str] | UnsetType = UNSET
    before: dict[str, str] | UnsetType = UNSET
    all: list[Box] | UnsetType = UNSET


class ViewPatch(Struct, gc=False):
    """What is other than before in a view; the rest is not there."""

    heading: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    tracks: TracksPatch | UnsetType = UNSET
    pieces: PiecesPatch | UnsetType = UNSET
    markers: MarkersPatch | UnsetType = UNSET
    boxes: BoxesPatch | UnsetType = UNSET
    ribbon: list[Bead] | UnsetType = UNSET
    stage: Stage | UnsetType | None = UNSET
    sheets: list[Sheet] | UnsetType = UNSET


class Patch(Struct, tag_field="type", tag="patch", rename={"from_": "from"}, gc=False):
    """What is other than in the state before; the rest is not there. ``from`` and ``events`` are those of a state."""

    rev: int
    """One more than the state or patch before. A client that has missed one asks for everything: resync."""
    from_: int | UnsetType = UNSET
    events: list[Event] | UnsetType = UNSET
    epoch: int | UnsetType = UNSET
    view: ViewPatch | UnsetType = UNSET
    decision: Decision | UnsetType | None = UNSET
    number: int | UnsetType = UNSET
    can_undo: bool | UnsetType = UNSET
    undo_reason: str | UnsetType | None = UNSET
    waiting: list[Waiting] | UnsetType = UNSET
    orders: list[Order] | UnsetType = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    dice: DiceProof | UnsetType = UNSET
    link: str | UnsetType | None = UNSET
    since: int | UnsetType | None = UNSET
    takeback: TakeBack | UnsetType | None = UNSET
    offers: list[Offer] | UnsetType = UNSET
    talk: int | UnsetType = UNSET
    astray: Astray | UnsetType | None = UNSET
    late: int | UnsetType = UNSET
    clock: ClockView | UnsetType | None = UNSET
    domains: dict[str, list[Target]] | UnsetType = UNSET
    """New ones."""


Answered = Refusal | Odds | Preview | Overlay | Final | list[RowWay] | list[Hint] | list[Considered] | None
_ANSWERED = msgspec.Meta(
    title="Answered",
    extra_json_schema={
        "anyOf": [
            *({"$ref": f"#/components/schemas/{name}"} for name in ("Refusal", "Odds", "Preview", "Overlay", "Final")),
            *({"type": "array", "items": {"$ref": f"#/components/schemas/{name}"}} for name in ("RowWay", "Hint", "Considered")),
            {"type": "null"},
        ]
    },
)


class Answer(Struct, tag_field="type", tag="answer"):
    id: int | str
    answer: Annotated[Any, _ANSWERED]
    """By what was asked: Refusal, Odds, Preview, Overlay, Final, Hints, lines; or nothing."""
    more: bool | UnsetType = UNSET
    """The search goes on: a better answer to the same question follows."""


class Complaint(Struct, tag_field="type", tag="problem"):
    do: str
    problem: ProblemDocument
    id: int | str | UnsetType = UNSET


Told = State | Patch | Answer | Complaint
"""Every message of the server to a live client."""


class TurnMark(Struct):
    moment: int
    label: str


class Moments(Struct):
    moments: int
    marks: list[TurnMark]
    told: list[int]
    """Events told up to each moment."""
    public: list[int]
    """The spectators' moment at the time of each."""
    battles: list[int]
    """Moments that something with a result led to."""
    dice: list[int]


class Moment(Struct):
    moment: int
    view: View
    events: list[Event]


class Blow(Struct):
    """A piece that was lost or hurt, and where."""

    piece: str
    name: str
    side: str
    at: str | None
    """Where it was when it was lost, or where it is now; None beside the board."""
    what: str = ""
    """How it is worse off, if it is not lost."""


class Taken(Struct):
    """A place that has another holder."""

    space: str
    side: str | None
    """None: nobody holds it, or both fight for it."""


class Arrow(Struct, rename={"from_": "from"}):
    """From a space to another, or around one."""

    from_: str
    to: str


class Comment(Struct):
    """What a seat says about a moment of the replay."""

    id: str
    moment: int
    """Of the eyes that ask."""
    side: str
    text: str
    arrows: list[Arrow]
    mine: bool


class NewComment(Struct):
    moment: int
    text: str = ""
    arrows: list[Arrow] = []
    eyes: str | None = None


class Analysis(Struct):
    """What a search finds at a moment, for the side that had to decide; nothing where nobody had."""

    side: str | None
    lines: list[Considered]


class Toll(Struct):
    """What happened since a seat's last click that it must not miss."""

    lost: list[Blow]
    hurt: list[Blow]
    taken: list[Taken]


# --- from the engine's values


def modifiers(of: Iterable[EngineModifier], setup: Setup) -> list[Modifier]:
    return [Modifier(label, amount, rule or None) for label, amount, rule in setup.game.modifiers(of, setup)]


def event(happened: EngineEvent, turn: int, choice: int, n: int, setup: Setup, draw: int = 0) -> Event:
    """An event in words and printed names."""
    names = setup.names
    spaces = [names.of("space", space) for space in happened.spaces]
    moved = len(happened.pieces) == 1 and len(spaces) == 2
    return Event(
        n=n,
        kind=happened.kind,
        rule=happened.rule or None,
        text=setup.game.tell(happened, setup),
        side=None if happened.side < 0 else names.of("side", happened.side),
        choice=choice,
        turn=turn,
        dice=happened.dice,
        modifiers=modifiers(happened.modifiers, setup),
        total=happened.total,
        need=happened.need,
        result=setup.game.word_of(happened.result, happened.kind) if happened.result is not None else None,
        pieces=[names.of("piece", piece) for piece in happened.pieces],
        spaces=spaces,
        from_=spaces[0] if moved else UNSET,
        to=spaces[1] if moved else UNSET,
        sheet=happened.sheet or UNSET,
        draw=draw if happened.dice and draw else UNSET,
    )


def _targets(setup: Setup, kind: str, mask: int) -> list[Target]:
    if kind == "nothing":
        return [None] if mask else []
    if kind == "number":
        return list(bits(mask))
    names = setup.names.lists[kind]
    return [names[number] for number in bits(mask) if names[number]]


def _verb(setup: Setup, verb: str) -> tuple[str, TargetKind, str | None, bool, str | UnsetType]:
    """What is told of a verb wherever it is offered: label, kind, rule, whether it announces dice, help."""
    known = setup.game.verbs[verb]
    return known.label, known.kind, known.rule or None, known.dice, known.help or UNSET


def decision(table: Table, owed: EngineDecision) -> Decision:
    """What a side must choose: every verb of the step, those not offered now with no targets."""
    war = table.war
    setup, names, side = war.setup, war.setup.names, owed.side
    game, verbs, domains = setup.game, setup.shelf(_verb), setup.shelf(_targets)
    assert war.stack is not None
    step = war.stack[0]
    gesture = brief(type(step)).gesture
    roles = _roles(gesture)
    choices = []
    for verb in dict.fromkeys((*owed.choices, *step.verbs)):
        label, kind, rule, dice, help = verbs[(verb,)]
        mask = owed.choices.get(verb, 0)
        targets = _targets(setup, kind, mask) if mask else []
        # Domains are few and long, and the same list is the same object.
        candidates = [] if kind == "nothing" and mask else domains[kind, step.domain(war, side, verb)]
        notes = {str(war.target_name(verb, target)): note for target, note in game.notes(war, side, verb).items()}
        price = game.price(war, side, verb) or UNSET
        role = roles.get(verb, UNSET)
        main = _main(table, owed, verb) if mask and kind == "nothing" else UNSET
        choices.append(Choice(verb, label, kind, rule, targets, candidates, dice, help, price, notes or UNSET, role, main))
    about = None if owed.about is None else About(owed.about[0], names.of(*owed.about))
    quiet = None if owed.quiet is None else Quiet(owed.quiet[0], war.target_name(*owed.quiet))
    scripts = [Script(id, game.catalogue.write(label)) for id, label in table.offers(side).items()]
    return Decision(
        names.of("side", side),
        war.prompt(owed),
        owed.rule or None,
        about,
        choices=choices,
        quiet=quiet,
        sealed=owed.sealed,
        scripts=scripts,
        step=type(step).__name__,
        orders=owed.quiet is not None or f"question-{kebab(type(step).__name__)}" in game.catalogue or UNSET,
        hand=[about.id] if gesture is not None and gesture.onward and about is not None and about.kind == "piece" else UNSET,
    )


def _main(table: Table, owed: EngineDecision, verb: str) -> MainButton | UnsetType:
    """What the button of a verb says, and the chance behind it as the game forecasts it from what the side knows."""
    war = table.war
    assert war.stack is not None
    button = brief(type(war.stack[0])).main(war, war.stack[0], owed, verb)
    if button is None:
        return UNSET
    setup = war.setup
    known = table.imagined(owed.side) if setup.game.secrets else war
    forecast = setup.game.forecast(known, owed.side, verb, 0) if setup.game.verbs[verb].dice else None
    spaces = [setup.names.of("space", space) for space in button.spaces]
    piece = None if button.piece is None else setup.names.of("piece", button.piece)
    chance = None if forecast is None or button.untold else forecast.hold if button.holds else forecast.win
    win = None if chance is None else round(chance, 4)
    return MainButton(setup.game.catalogue.write(button.words, setup.names), spaces, piece, win, button.idle)


def _roles(gesture: Gesture | None) -> dict[str, Role]:
    if gesture is None:
        return {}
    roles: dict[str, Role] = dict.fromkeys(gesture.takes, "take")
    roles |= dict.fromkeys(gesture.aims, "aim")
    roles |= dict.fromkeys(gesture.repeats, "repeat")
    return roles


def considered(war: War, lines: Iterable[Line], most: int = 5, longest: int = 8) -> list[Considered]:
    """The lines of a search in printed names."""
    say = war.setup.game.catalogue.write
    return [
        Considered(
            [_click(war, click) for click in line.plan[:longest]],
            round(line.value, 4), round(line.error, 4), line.visits, say(line.why, war.setup.names),
            [] if war.setup.game.secrets else [_click(war, click) for click in line.reply[:longest]],
        )
        for line in list(lines)[:most]
    ]  # fmt: skip


def _click(war: War, click: tuple[str, int]) -> PlanStep:
    known = war.setup.game.verbs[click[0]]
    return PlanStep(known.id, known.label, known.kind, war.target_name(*click))


def ways(war: War, rows: Mapping[int, list[EngineWay]]) -> list[RowWay]:
    """Where a hand can go, by places, each with its rows in printed names."""
    return [
        RowWay(
            war.setup.names.of("space", way.place) if way.place >= 0 else "",
            [_click(war, click) for click in way.clicks],
            [war.setup.names.of("piece", piece) for piece in way.left],
            None if way.then is None else _click(war, way.then),
        )
        for ways in rows.values()
        for way in ways[:MOST_ROWS]
    ]


def final(table: Table, side: int, choices: list[tuple[str, Any]]) -> Final:
    """Whether a row of choices ends what can be taken back, and what that is."""
    war = table.war
    why: Any = table.final(side, choices)
    deeds = [
        Undoable(
            " ".join(filter(None, (war.setup.game.tell(event, war.setup) for event in deed.events))),
            [_click(war, click) for click in deed.clicks],
            deed.back,
        )
        for deed in (table.deeds(side) if why else ())
    ]
    return Final(why, deeds)


def hints(table: Table, side: int, most: int = 4) -> list[Hint]:
    """The adviser's best ideas for a side."""
    war = table.war
    verbs, say = war.setup.game.verbs, war.setup.game.catalogue.write
    return [
        Hint(
            idea.verb, verbs[idea.verb].label, war.target_name(idea.verb, idea.target), round(idea.score, 2),
            say(idea.why, war.setup.names),
        )
        for idea in table.reasoned(side, most)
    ]  # fmt: skip


def refusal(refused: EngineRefusal, setup: Setup) -> Refusal:
    spaces = [name for name in (setup.names.of("space", space) for space in bits(refused.spaces)) if name]
    return Refusal(refused.rule or None, refused.reason, spaces, refused.because)


def odds(known: EngineOdds | None, setup: Setup) -> Odds | None:
    if known is None:
        return None
    texts = known.sentences or [""] * len(known.chances)
    chances = [Chance(result, float(p), str(p), text or UNSET) for (result, p), text in zip(known.chances, texts, strict=True)]
    needs, changes = known.need.lstrip(", ") or None, modifiers(known.modifiers, setup)
    win = None if known.win is None else round(float(known.win), 4)
    return Odds(known.title, known.rule or None, changes, needs, chances, known.note or None, known.counted, win)


def outcome(ended: EngineOutcome | None, setup: Setup) -> Outcome | None:
    if ended is None:
        return None
    sides = setup.names.lists["side"]
    return Outcome(
        None if ended.winner < 0 else sides[ended.winner],
        ended.reason,
        ended.rule or None,
        {side.id: score for side, score in zip(setup.game.sides, ended.scores, strict=False) if side.scores},
        ended.level or None,
    )


def game_card(game: Game, players: Mapping[str, Any]) -> GameCard:
    return GameCard(
        game.id,
        game.title,
        game.years,
        game.board_kind,
        game.blurb,
        True,
        [SideCard(side.id, side.name, side.short, side.colour, side.many) for side in game.sides],
        [ScenarioCard(scenario.id, scenario.title, scenario.blurb) for scenario in game.scenarios.values()],
        option_cards(game.options),
        [PlayerCard(name, player.title, player.help, player.offered) for name, player in players.items()],
    )


def option_cards(options: Iterable[Option | PackOption]) -> list[OptionCard]:
    return [
        OptionCard(
            option.id,
            option.title,
            option.help,
            option.rule,
            option.default,
            [OptionChoice(v, label) for v, label in option.values],
        )
        for option in options
    ]


def pack_card(game: Game, tables: Tables) -> PackCard:
    """A pack that has been laid over a game's tables."""
    about = tables.manifest or Manifest("", game.id, "")
    known, own = game.scenarios_of(tables), [s for s in tables.under("scenarios") if s not in game.scenarios]
    return PackCard(
        "", game.id, about.name, about.version, about.title or about.name, about.about, about.author, about.licence,
        [ScenarioCard(s.id, s.title, s.blurb) for s in known.values() if not own or s.id in own],
        option_cards(game.options_of(tables)), changes(tables), text=tables.pack,
    )  # fmt: skip


def changes(tables: Tables) -> list[TableChange]:
    """What a pack has changed."""
    return [
        TableChange(
            change.key,
            None if change.printed is None else plainly(change.printed),
            None if change.value is None else plainly(change.value),
        )
        for change in tables.summary()
    ]


# --- to the engine's values


LARGEST_NUMBER = 1_000_000


def target_for(game: Game, verb: str, target: Target) -> Target:
    """A target as the engine takes it from outside: printed names only, never an index, no absurd number."""
    known = game.verbs.get(verb)
    if known is None:
        raise Illegal(EngineRefusal("", say("why-unknown-verb", verb=verb)))
    if isinstance(target, int):
        if known.kind != "number":
            raise Illegal(EngineRefusal(known.rule, say("choice-by-name", kind=known.kind, target=target)))
        if not 0 <= target <= LARGEST_NUMBER:
            raise Illegal(EngineRefusal(known.rule, say("why-no-number", target=target)))
    elif isinstance(target, str) and known.kind == "number" and not (target.isdecimal() and len(target) <= 7):
        raise Illegal(EngineRefusal(known.rule, say("why-no-number", target=repr(target))))
    return target


def target_number(setup: Setup, verb: str, target: Target) -> int:
    """The int behind a target that is known to be one."""
    kind = setup.game.verbs[verb].kind
    if kind == "nothing":
        return 0
    return int(target or 0) if kind == "number" else setup.names.index[kind][str(target)]


encode = msgspec.json.encode
