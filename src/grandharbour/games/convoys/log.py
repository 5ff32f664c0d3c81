"""The log of a season as a sheet: where every ship and air unit stands [MC-LOG.1 to MC-LOG.4]."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from .state import MALTA, NEVER, Sea


def sheet(war: Sea) -> str:
    """The season's log in Markdown: ships [MC-LOG.1], aircraft [MC-LOG.2], squadrons [MC-LOG.3], and all else a campaign needs
    to go on [MC-LOG.4]. Everything in it is public once the season is over."""
    setup = war.setup
    axis, allied = war.scores()
    lines = [
        f"# End of {setup.season_names[war.season]}",
        "",
        f"Malta: {setup.status_names[war.status]}{' (left starving)' if war.starved else ''}. Points: Axis {axis}, Allies {allied}.",
        f"Dice thrown: {war.rolled}, hidden draws: {war.drawn}.",
    ]
    if war.korps >= 0:
        forts = ", ".join(setup.space_names[place] for place in bits(war.forts)) or "none"
        lines.append(f"Afrika Korps: {setup.space_names[setup.track[war.korps]]}. Fortifications: {forts}.")
        owner = "Allied" if war.crete else "Axis"
        unused = [name for name, left in (("raid", war.raid), ("frogmen", war.frogmen), ("invasion", war.invasion)) if left]
        lines.append(f"Crete: {owner}. Still unused: {', '.join(unused) or 'nothing'}.")
    for title, pieces in (
        ("Axis ships", setup.italian),
        ("Axis aircraft", setup.planes),
        ("Allied ships", setup.allied & ~(setup.freighters & setup.slow)),
        ("Swordfish", setup.swordfish),
    ):
        lines += ["", f"## {title}", ""]
        lines += [f"- {setup.piece_names[piece]}: {fate(war, piece)}" for piece in bits(pieces)]
    return "\n".join(lines)


def fate(war: Sea, piece: int) -> str:
    """Where a piece stands between two seasons."""
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
    if war.inside[MALTA] >> piece & 1:
        return "Malta"
    if setup.swordfish >> piece & 1:
        return setup.space_names[war.at[piece]] if war.at[piece] >= 0 else "free"
    return "free"


def season(war: Sea, number: int) -> str:
    names = war.setup.season_names
    return names[number] if number < len(names) else "a season after the war"
