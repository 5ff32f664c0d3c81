"""The log of a season as a sheet: where every ship and air unit stands [MC-LOG.1 to MC-LOG.4]."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.view import Sheet, SheetTable
from .state import AL, AX, MALTA, NEVER, SIDES, Sea


def sheet(war: Sea) -> Sheet:
    """The season's log: ships [MC-LOG.1], aircraft [MC-LOG.2], squadrons [MC-LOG.3], and all else a campaign needs to go on
    [MC-LOG.4]. Everything in it is public once the season is over."""
    setup = war.setup
    tables = [
        SheetTable(title, ("Piece", "Kind", "Stands"), _roster(war, pieces), SIDES[side])
        for title, pieces, side in (
            ("Italian ships", setup.italian, AX),
            ("Allied ships", setup.allied & ~(setup.freighters & setup.slow), AL),
            ("Axis aircraft", setup.planes, AX),
            ("Swordfish", setup.swordfish, AL),
        )
    ]
    name = setup.season_names[war.season]
    return Sheet(f"log-{setup.seasons[war.season]}", f"End of {name}", tuple(_summary(war)), tuple(tables))


def _summary(war: Sea) -> list[str]:
    setup = war.setup
    axis, allied = war.scores()
    lines = [
        f"Malta: {setup.status_names[war.status]}{' (left starving)' if war.starved else ''}. "
        f"Freighters unloaded so far: {war.landed}. Points: Axis {axis}, Allies {allied}.",
    ]
    if war.korps >= 0:
        forts = ", ".join(setup.space_names[place] for place in bits(war.forts)) or "none"
        lines.append(f"Afrika Korps: {setup.space_names[setup.track[war.korps]]}. Fortifications: {forts}.")
        owner = "Allied" if war.crete else "Axis"
        unused = [name for name, left in (("raid", war.raid), ("frogmen", war.frogmen), ("invasion", war.invasion)) if left]
        lines.append(f"Crete: {owner}. Still unused: {', '.join(unused) or 'nothing'}.")
    return [*lines, f"Dice thrown: {war.rolled}, hidden draws: {war.drawn}."]


def _roster(war: Sea, pieces: int) -> tuple[tuple[str, ...], ...]:
    setup = war.setup
    return tuple((setup.piece_names[piece], setup.facts[piece]["title"], fate(war, piece)) for piece in bits(pieces))


def fate(war: Sea, piece: int) -> str:
    """Where a piece stands at the end of a season; Allied ships that have gone home, at the base they came from."""
    setup = war.setup
    due = war.due[piece]
    if war.down >> piece & 1:
        return "shot down"
    if war.sunk >> piece & 1:
        return "sunk" if due == NEVER else f"sunk, back in {season(war, due)}"
    if due == NEVER:
        return "not in play"
    if due > war.season:
        return f"due {season(war, due)}"
    if setup.allied >> piece & 1:
        if war.inside[MALTA] >> piece & 1:
            return "Malta"
        return "Gibraltar" if war.gib >> piece & 1 else "Alexandria" if war.alex >> piece & 1 else "in reserve"
    return setup.space_names[war.at[piece]] if war.at[piece] >= 0 else "in reserve"


def season(war: Sea, number: int) -> str:
    names = war.setup.season_names
    return names[number] if number < len(names) else "a season after the war"
