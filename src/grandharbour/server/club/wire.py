"""What travels between a club and its people."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .clocks import ClockWish

Role = Annotated[Literal["guest", "waiting", "member", "moderator"], Meta(title="Role")]
"""A guest has a device; who waits has asked to join and has to be let in."""
Against = Annotated[Literal["people", "computer"], Meta(title="Against")]
Joining = Annotated[Literal["open", "invitation", "moderators"], Meta(title="Joining")]
"""Who may join a club: anybody, who is invited by a member, who is let in by a moderator."""


class PersonCard(Struct):
    """A person as others see him."""

    id: str
    name: str
    """Empty for a guest."""
    role: Role
    program: bool = False
    """A program plays for this account."""


class Me(Struct):
    """Who asks, and what the club is to him."""

    club: Joining | None
    """None: a private harbour, where nobody needs a name."""
    person: PersonCard | None
    """None until something is done that has to be remembered."""
    mail: str
    confirmed: bool
    password: bool
    """Whether there is one."""
    posts: bool
    """Whether this club can send mail."""


class Join(Struct, forbid_unknown_fields=True):
    """A guest becomes a member, with all his tables. Without a password he needs a passkey, which is added next."""

    name: str
    password: str = ""
    mail: str = ""
    invitation: str = ""


class Enter(Struct, forbid_unknown_fields=True):
    """A member comes back; the tables of the guest he was meanwhile become his own."""

    name: str
    """Or the address of his mail."""
    password: str


class SessionCard(Struct):
    """A device somebody is signed in on."""

    id: str
    device: str
    created: float
    seen: float
    here: bool
    """The one that asks."""


class PasskeyCard(Struct):
    """A passkey of a member."""

    id: str
    device: str
    """Where it was made."""
    created: float


class Changes(Struct, forbid_unknown_fields=True):
    """Another address for mail; an empty one for none."""

    mail: str


class NewPassword(Struct, forbid_unknown_fields=True):
    """Another password, by the one that holds or by a link that was sent."""

    password: str
    old: str = ""
    slip: str = ""


class Confirm(Struct, forbid_unknown_fields=True):
    """What stands in the link of a message."""

    slip: str


class Forgotten(Struct, forbid_unknown_fields=True):
    mail: str


class Wanted(Struct, forbid_unknown_fields=True):
    """A passkey is wanted; ``name`` is what the device will call it, for a guest who has none yet."""

    name: str = ""


class Signed(Struct, forbid_unknown_fields=True):
    """What the browser made of it, as it comes (PublicKeyCredential.toJSON())."""

    credential: dict[str, Any]


class PasskeyAsked(Struct):
    """What the browser is asked to make or sign, as it wants it."""

    options: dict[str, Any]


class InvitationToClub(Struct):
    """Good for one person to join."""

    invitation: str


class Farewell(Struct, forbid_unknown_fields=True):
    """To be forgotten takes one's own name, typed once more (a guest leaves it empty)."""

    name: str


class RoleWish(Struct, forbid_unknown_fields=True):
    """What a moderator makes of somebody: "guest" refuses who waits and takes a member's name back."""

    role: Role


# --- programs

Scope = Annotated[Literal["read", "challenge", "play"], Meta(title="Scope")]
"""To look, at what the member himself may see; to challenge, accept and open tables; to decide at his tables."""


class TokenWish(Struct, forbid_unknown_fields=True):
    """A token for a program. With "play" the account becomes a program's."""

    name: str
    scopes: list[Scope]


class TokenCard(Struct):
    """A token, without its secret, which nobody has."""

    id: str
    name: str
    scopes: list[Scope]
    created: float
    seen: float | None
    """When it was last used, to the hour."""


class TokenMade(Struct):
    """The only time its secret is shown."""

    token: str
    tokens: list[TokenCard]


# --- being told

NewsKind = Annotated[Literal["turn", "asked", "ended", "challenge", "talk", "clock", "club"], Meta(title="NewsKind")]
"""It is your turn; the other side asks you something about the game; it has ended; somebody challenges you; somebody writes to you; your
clock runs low."""
HookKind = Annotated[Literal["discord", "slack", "matrix", "ntfy", "json"], Meta(title="HookKind")]


class Wishes(Struct, forbid_unknown_fields=True):
    """How somebody wants to be told."""

    daily: bool = False
    """Once a day, not at once."""
    hour: Annotated[int, Meta(ge=0, le=23)] = 18
    """When, by UTC."""
    mail: bool = True
    silent: list[NewsKind] = []
    """Of what not at all."""


class PushWish(Struct, forbid_unknown_fields=True):
    """A browser that takes pushes, as it describes itself."""

    endpoint: str
    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=60)]


class PushCard(Struct):
    """A device that takes pushes."""

    id: str
    device: str
    created: float


class HookWish(Struct, forbid_unknown_fields=True):
    """A service to be called. ``secret`` is a token for Matrix and ntfy; plain JSON is signed with it."""

    kind: HookKind
    url: str
    secret: Annotated[str, Meta(max_length=200)] = ""


class HookCard(Struct):
    """A service that is called. The rest of its address is a secret."""

    id: str
    kind: HookKind
    host: str
    created: float
    failed: int
    """How many messages in a row it has not taken."""


class Telling(Struct):
    """All about how somebody is told."""

    wishes: Wishes
    pushes: list[PushCard]
    hooks: list[HookCard]
    key: str
    """What a browser needs to subscribe to pushes."""
    mail: str
    """Where mail goes; empty if there is no confirmed address or this club sends none."""


class NewsItem(Struct):
    """Something somebody has not seen."""

    kind: NewsKind
    about: str
    """The table, or whatever it is about."""
    title: str
    lines: list[str]
    path: str
    made: float


# --- tables of one's own


class Held(Struct, forbid_unknown_fields=True):
    """The keys a browser holds, by table: what was played before anybody had a name."""

    held: dict[str, list[str]]


class SeatAt(Struct):
    """Who sits at a side of a listed table."""

    kind: str
    player: str
    """The computer player, if it is one."""
    person: PersonCard | None
    joined: bool


class MyTable(Struct):
    """A table where I sit."""

    table: str
    game: str
    scenario: str
    mine: list[str]
    """My sides."""
    seats: dict[str, SeatAt]
    heading: str
    turn: bool
    """Somebody at my seats has to decide."""
    ended: bool
    winner: str
    changed: float
    until: float | None
    """When my clock, or else the other one, will have run out."""
    rated: bool
    adjourned: bool = False
    """Both have agreed to stop for a while: nobody's turn."""


class MyTables(Struct):
    """``now`` is the server's own time."""

    now: float
    tables: list[MyTable]
    challenges: int
    """How many people have challenged me by name."""


# --- the lobby


class ChallengeWish(Struct, forbid_unknown_fields=True):
    """A game somebody wants to play."""

    game: str
    scenario: str
    options: dict[str, bool | str] = {}
    side: str = ""
    """One's own side; empty for chance."""
    clock: ClockWish = ClockWish()
    rated: bool = False
    members: bool = False
    """Only members may accept."""
    to: str = ""
    """The name of who is challenged; empty for anybody."""
    listed: bool = True
    """Otherwise it is accepted by whoever has its link."""


class ChallengeCard(Struct):
    id: str
    person: PersonCard
    rating: int | None
    invited: PersonCard | None
    listed: bool
    game: str
    scenario: str
    options: dict[str, bool | str]
    side: str
    clock: ClockWish
    rated: bool
    members: bool
    created: float


class RunningGame(Struct):
    """A game of two people that can be watched."""

    table: str
    game: str
    scenario: str
    seats: dict[str, SeatAt]
    heading: str
    changed: float
    rated: bool


class Lobby(Struct):
    """What is to be played and to be seen; ``now`` is the server's own time."""

    now: float
    challenges: list[ChallengeCard]
    running: list[RunningGame]


class Accepted(Struct):
    """A game has begun."""

    table: str
    side: str
    """The side of who accepts."""


class Holiday(Struct):
    id: str
    starts: float
    ends: float


class HolidayWish(Struct, forbid_unknown_fields=True):
    """Days on which one's correspondence clocks stand."""

    starts: float
    ends: float


# --- the stream of a person


class NewChallenge(Struct, tag_field="type", tag="challenge"):
    """Somebody wants to play: with anybody, or with who listens."""

    challenge: ChallengeCard


class ChallengeGone(Struct, tag_field="type", tag="challenge-gone"):
    """It was accepted or taken back."""

    id: str


class TableBegun(Struct, tag_field="type", tag="table"):
    """A table at which who listens sits."""

    table: MyTable


class YourTurn(Struct, tag_field="type", tag="turn"):
    """Who listens has to decide there."""

    table: str
    sides: list[str]
    """His own, one of which is asked."""


class TableEnded(Struct, tag_field="type", tag="ended"):
    """A game is over."""

    table: MyTable


StreamEvent = NewChallenge | ChallengeGone | TableBegun | YourTurn | TableEnded


# --- standing


class RatingCard(Struct):
    """How strong somebody is at a game; ``sure`` once enough games have been played."""

    game: str
    against: Against
    rating: int
    deviation: int
    games: int
    sure: bool


class Result(Struct):
    """A game that counted, with the rating after it."""

    table: str
    game: str
    side: str
    against: Against
    opponent: str
    """A name, a computer player, or empty for somebody who is gone."""
    score: float
    rating: int
    deviation: int
    at: float


class Ranked(Struct):
    """A line of the list of a game."""

    place: int
    person: PersonCard
    rating: int
    deviation: int
    games: int


class Standing(Struct):
    """A person's ratings and how they came about."""

    person: PersonCard
    ratings: list[RatingCard]
    results: list[Result]


# --- tournaments and ladders


TournamentKind = Annotated[Literal["round-robin", "swiss", "knock-out"], Meta(title="TournamentKind")]
TournamentState = Annotated[Literal["open", "running", "ended", "cancelled"], Meta(title="TournamentState")]
GameResult = Annotated[Literal["", "one", "two", "draw"], Meta(title="GameResult")]
"""Not played yet; the first side won, the second did, nobody did."""


class TournamentWish(Struct, forbid_unknown_fields=True):
    """A tournament somebody wants to hold. Its clock is one by which who does not come loses."""

    name: str
    kind: TournamentKind
    game: str
    scenario: str
    options: dict[str, bool | str] = {}
    clock: ClockWish = ClockWish("correspondence")
    rated: bool = True
    programs: bool = False
    """Whether programs may join."""
    rounds: Annotated[int, Meta(ge=0, le=20)] = 0
    """Of the Swiss system; 0: as many as are needed to find the best."""


class TournamentCard(Struct):
    id: str
    name: str
    person: PersonCard | None
    """Who made it; null if he has left."""
    kind: TournamentKind
    game: str
    scenario: str
    options: dict[str, bool | str]
    clock: ClockWish
    rated: bool
    programs: bool
    rounds: int
    round: int
    """The one under way; 0 before the first."""
    state: TournamentState
    players: int
    created: float


class TournamentLine(Struct):
    """A player as he stands."""

    place: int
    person: PersonCard
    """Without a name if he has left the club."""
    id: str
    """By which the games name him."""
    rating: int | None
    withdrawn: bool
    score: float
    buchholz: float
    """What those he met have scored."""
    berger: float
    """What those he beat have scored, and half of what those have with whom he drew (Sonneborn-Berger)."""
    won: int


class TournamentGame(Struct):
    """A game of a round: ``one`` has the first side. Without ``two`` he has a bye."""

    round: int
    one: str
    two: str | None
    table: str | None
    result: GameResult


class Tournament(Struct):
    """All about a tournament: its players by how they stand, and its games by rounds."""

    card: TournamentCard
    lines: list[TournamentLine]
    games: list[TournamentGame]


class Rung(Struct):
    """A place on a ladder."""

    place: int
    person: PersonCard
    table: str
    """Where he plays about a place; empty if nowhere."""
    free: bool
    """Whether who asks may challenge him."""


class Ladder(Struct):
    """The ladder of a game, from the top."""

    game: str
    reach: int
    """How many places above oneself one may challenge."""
    mine: bool
    """Whether who asks stands on it."""
    rungs: list[Rung]


class LadderWish(Struct, forbid_unknown_fields=True):
    """Somebody is challenged about his place."""

    person: str
    scenario: str = ""
    """The first one, if none is named."""
