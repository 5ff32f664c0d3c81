"""Layers over the map; nothing in them is secret."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.geometry.bits import bits
from ...engine.view import Line, Overlay, Tint
from .air import Air, flak_dice
from .land import hostile, marches
from .landfight import gunners
from .naval import Naval, danger
from .state import AX, BR, Islands
from .supply import free_targets

LAYERS = {"control": None, "danger": None, "flak": None, "supply": None, "reach": "piece", "guns": "space"}
"""Every layer, with what it is about."""


def overlay(war: Islands, side: int | None, overlay: str, about: int | None = None) -> Overlay:
    """One layer; nothing here is secret."""
    makers: dict[str, Callable[[Islands, int | None], Overlay]] = {
        "control": _control,
        "danger": _danger,
        "flak": _flak,
        "supply": _supply,
    }
    if overlay in makers:
        return makers[overlay](war, side)
    if about is None:
        return Overlay()
    return _reach(war, about) if overlay == "reach" else _guns(war, about)


def _control(war: Islands, side: int | None) -> Overlay:
    setup = war.setup
    both, axis = war.contested(), war.stands(AX)
    tints = []
    for t in range(setup.lands):
        tone = "both" if both >> t & 1 else "axis" if axis >> t & 1 else "allies"
        tints.append(Tint(setup.space_names[t], tone, war.say("layer-points", n=setup.vp[t]) if setup.vp[t] else ""))
    scores = war.scores()
    return Overlay(tuple(tints), (), war.say("layer-control.note", axis=scores[AX], british=scores[BR], all=sum(setup.vp)))


def _danger(war: Islands, side: int | None) -> Overlay:
    setup = war.setup
    who = AX if side is None else side
    tints = []
    for zone in bits(setup.sea):
        dice = danger(war, who, zone)
        if dice:
            tints.append(Tint(setup.space_names[zone], "bad" if dice > 3 else "strong", war.say("layer-dice", n=dice)))
    return Overlay(tuple(tints), (), war.say("layer-danger.note"))


def _flak(war: Islands, side: int | None) -> Overlay:
    setup = war.setup
    tints = []
    for t in range(setup.lands):
        dice = sum(flak_dice(war, t).values())
        if dice:
            tints.append(Tint(setup.space_names[t], "bad" if dice > 2 else "strong", war.say("layer-dice", n=dice)))
    return Overlay(tuple(tints), (), war.say("layer-flak.note"))


def _supply(war: Islands, side: int | None) -> Overlay:
    setup = war.setup
    tints = []
    for t in range(setup.lands):
        for who, tone in ((AX, "axis"), (BR, "allies")):
            if war.markers(who)[t]:
                tints.append(Tint(setup.space_names[t], tone, war.say("layer-markers", n=war.markers(who)[t])))
    lines = []
    for t in bits(war.stands(AX)):
        para = bool(war.troops(AX, t) & setup.arrival["PARA"])
        for target in bits(free_targets(war, t, para) & hostile(war, AX)):
            lines.append(Line((setup.space_names[t], setup.space_names[target]), "axis", war.say("layer-free-attack")))
    return Overlay(tuple(tints), tuple(lines), war.say("layer-supply.note"))


def _reach(war: Islands, piece: int) -> Overlay:
    setup = war.setup
    side = setup.side_of[piece]
    bit = 1 << piece
    places = 0
    if setup.ground & bit and war.at[piece] < setup.lands:
        places = marches(war, side, bit)
    elif setup.ships & bit and war.at[piece] < setup.areas:
        places = Naval(side).reach(war, bit)
    elif setup.air & bit:
        places = Air(side).reach(war, bit)
    enemy = hostile(war, side)
    tints = tuple(Tint(setup.space_names[s], "bad" if enemy >> s & 1 else "good") for s in bits(places & setup.map))
    return Overlay(tints, (), war.say("layer-reach.note", unit=("piece", piece)))


def _guns(war: Islands, space: int) -> Overlay:
    setup = war.setup
    if setup.sea >> space & 1:
        guns = setup.bearing[space] & ~war.here()[setup.lost[BR]]
        ready = guns & ~war.fired
        tints = tuple(Tint(setup.space_names[war.at[g]], "strong" if ready >> g & 1 else "faint") for g in bits(guns))
        hits = f"{ready.bit_count() * setup.gun_fire / 6:.1f}"
        return Overlay(tints, (), war.say("layer-guns.note", n=ready.bit_count(), hits=hits))
    if setup.land >> space & 1:
        shown = []
        for side, tone in ((AX, "axis"), (BR, "allies")):
            for ship in bits(gunners(war, side, space)):
                shown.append(Tint(setup.space_names[war.at[ship]], tone))
        return Overlay(tuple(dict.fromkeys(shown)), (), war.say("layer-guns.ships"))
    return Overlay()
