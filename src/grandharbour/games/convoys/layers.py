"""Layers over the chart, from public knowledge: reach, dangers, the fleet, the line, what the Axis knows."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.view import Line, Overlay, Tint
from .air import lit
from .knowledge import suspects
from .papers import briefly, known_as, surely, waiting
from .state import AL, ConvoySetup, Sea


def overlay(war: Sea, side: int | None, overlay: str, about: int | None = None) -> Overlay:
    """One layer over the chart, from public knowledge."""
    if overlay == "reach":
        return _reach(war) if about is None else _range(war, side, about)
    if overlay == "danger":
        return _danger(war)
    if overlay == "fleet":
        return _fleet(war)
    if overlay == "line":
        return _line(war.setup)
    return _seen(war, side)


def _range(war: Sea, side: int | None, piece: int) -> Overlay:
    """How far one ship, group or air unit reaches, and no other. How fast a group is, only its owner knows."""
    setup = war.setup
    here = war.at[piece]
    if here == NOWHERE:
        return Overlay()
    if setup.planes >> piece & 1:
        spaces, tone = setup.reach[here], "axis"
    elif setup.italian >> piece & 1:
        spaces, tone = setup.fleet[here], "axis"
    else:
        spaces, tone = 0, "allies"
        edge = 1 << here
        for _ in range(war.rate(piece) if side == AL and piece >= setup.group0 else 0):
            for space in bits(edge):
                edge |= setup.lanes[space] & setup.positions
        spaces = edge & ~(1 << here)
    names = setup.space_names
    lines = tuple(Line((names[here], names[space]), tone) for space in bits(spaces))
    return Overlay(tuple(Tint(names[space], tone) for space in bits(spaces)), lines)


def _reach(war: Sea) -> Overlay:
    setup = war.setup
    bases = [base for base in setup.bases if war.usable(base) and war.planes_at(base)]
    lines = tuple(
        Line((setup.space_names[base], setup.space_names[s]), "axis") for base in bases for s in bits(setup.reach[base])
    )
    tints = {s: base for base in bases for s in bits(setup.reach[base])}
    return Overlay(tuple(Tint(setup.space_names[s], "axis") for s in tints), lines, war.say("layer-reach.note", n=len(tints)))


def _danger(war: Sea) -> Overlay:
    setup = war.setup
    tints = []
    for space in bits(setup.positions):
        words = waiting(war, space)
        if words:
            tone = "strong" if len(words) > 2 else "bad" if len(words) > 1 else "faint"
            tints.append(Tint(setup.space_names[space], tone, "; ".join(words)))
    return Overlay(tuple(tints))


def _fleet(war: Sea) -> Overlay:
    setup = war.setup
    reached = 0
    for ship in bits(setup.italian & ~war.hit & ~war.barred):
        if war.at[ship] != NOWHERE:
            reached |= setup.fleet[war.at[ship]]
    return Overlay(
        tuple(Tint(setup.space_names[s], "axis", war.say("layer-fleet.note")) for s in bits(reached & setup.positions))
    )


def _line(setup: ConvoySetup) -> Overlay:
    lines = [
        Line((setup.space_names[a], setup.space_names[b]), "bad") for a in bits(setup.positions) for b in bits(setup.line[a])
    ]
    tints = tuple(Tint(setup.space_names[s], "bad", setup.say("layer-line.note")) for s in bits(setup.narrows))
    return Overlay(tints, tuple(lines))


def _seen(war: Sea, side: int | None) -> Overlay:
    setup = war.setup
    tints = []
    for space in bits(lit(war)):
        notes = []
        for group in bits(war.groups_at(space)):
            sure = surely(war, group)
            maybe = (suspects(war, group) & ~sure).bit_count()
            holes = {"known": known_as(war, group), "ships": briefly(war, sure) or "none", "n": maybe}
            notes.append(war.say("layer-seen-group", group=("piece", group), **holes))
        here = war.groups_at(space)
        tone = "bad" if here & war.exposed else "strong" if here & war.real else "good" if side == AL else "plain"
        tints.append(Tint(setup.space_names[space], tone, " | ".join(notes)))
    return Overlay(tuple(tints), (), war.say("layer-seen.note", n=war.unmasked, of=setup.decoys))
