"""The log of a season as a sheet: where every ship and air unit stands [MC-LOG.1 to MC-LOG.4]."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.view import Sheet, SheetTable
from .state import AL, ALEX, AX, GIB, MALTA, NEVER, SIDES, ConvoySetup, Sea


def sheet(war: Sea) -> Sheet:
    """The season's log: ships [MC-LOG.1], aircraft [MC-LOG.2], squadrons [MC-LOG.3], and all else a campaign needs to go on
    [MC-LOG.4]. Everything in it is public once the season is over."""
    setup, say = war.setup, war.say
    columns = tuple(say(f"log-{column}") for column in ("piece", "kind", "stands"))
    tables = [
        SheetTable(say(f"log-{title}"), columns, _roster(war, pieces), SIDES[side])
        for title, pieces, side in (
            ("italian", setup.italian, AX),
            ("allied", setup.allied & ~(setup.freighters & setup.slow), AL),
            ("aircraft", setup.planes, AX),
            ("swordfish", setup.swordfish, AL),
        )
    ]
    title = say("log-title", season=setup.season_names[war.season])
    return Sheet(f"log-{setup.seasons[war.season]}", title, tuple(_summary(war)), tuple(tables))


def unused(war: Sea) -> str:
    """What may still be done once in the game."""
    return once_more(war.setup, bool(war.raid), bool(war.frogmen), bool(war.invasion))


def once_more(setup: ConvoySetup, *left: bool) -> str:
    """Raid, frogmen and invasion in words, as far as they are left."""
    names = [name for name, there in zip(("raid", "frogmen", "invasion"), left, strict=True) if there]
    return ", ".join(setup.say(f"once-{name}") for name in names) or setup.say("once-nothing")


def _summary(war: Sea) -> list[str]:
    setup, say = war.setup, war.say
    axis, allied = war.scores()
    status = setup.status_names[war.status]
    lines = [say("log-malta", status=status, starving=war.starved, n=war.landed, axis=axis, allied=allied)]
    if war.korps >= 0:
        forts = ", ".join(setup.space_names[place] for place in bits(war.forts)) or say("log-no-forts")
        lines.append(say("log-desert", place=("space", setup.track[war.korps]), forts=forts))
        lines.append(say("log-crete", owner=SIDES[war.crete], left=unused(war)))
    return [*lines, say("log-dice", rolled=war.rolled, drawn=war.drawn)]


def _roster(war: Sea, pieces: int) -> tuple[tuple[str, ...], ...]:
    setup = war.setup
    return tuple((setup.piece_names[piece], setup.facts[piece]["title"], fate(war, piece)) for piece in bits(pieces))


def fate(war: Sea, piece: int) -> str:
    """Where a piece stands at the end of a season; Allied ships that have gone home, at the base they came from."""
    setup, say = war.setup, war.say
    due = war.due[piece]
    if war.down >> piece & 1:
        return say("fate-down")
    if war.sunk >> piece & 1:
        return say("fate-sunk") if due == NEVER else say("fate-sunk-until", season=season(war, due))
    if due == NEVER:
        return say("fate-out")
    if due > war.season:
        return say("fate-due", season=season(war, due))
    if setup.allied >> piece & 1:
        if war.inside[MALTA] >> piece & 1:
            return setup.space_names[setup.malta]
        for lot, mine in ((GIB, war.gib), (ALEX, war.alex)):
            if mine >> piece & 1:
                return setup.space_names[setup.ports[lot]]
        return say("fate-reserve")
    return setup.space_names[war.at[piece]] if war.at[piece] >= 0 else say("fate-reserve")


def season(war: Sea, number: int) -> str:
    names = war.setup.season_names
    return names[number] if number < len(names) else war.say("season-after")
