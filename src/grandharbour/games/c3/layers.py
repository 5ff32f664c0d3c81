"""Layers over the map of Malta: control, supply, flak and coast guns, reach, ways in."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.view import Overlay, OverlayInfo, Tint
from .airdrop import drop_modifiers
from .movement import Move, find_ways
from .reinforcement import open_airfields, open_beaches, open_ports
from .state import AXIS, BRITISH, C3Setup, Malta
from .supply import supplied_hexes

TONE = ("axis", "allies")
LAYERS: tuple[tuple[str, str | None], ...] = (
    ("control", None),
    ("supply", None),
    ("flak", None),
    ("coast", None),
    ("ways", None),
    ("reach", "piece"),
)
"""Each layer with what it wants to be asked about."""


def layers(setup: C3Setup) -> tuple[OverlayInfo, ...]:
    """The layers a player may lay over the map."""
    return tuple(OverlayInfo(id, setup.say(f"layer-{id}"), setup.say(f"layer-{id}.help"), about) for id, about in LAYERS)


def overlay(war: Malta, side: int | None, layer: str, about: int | None) -> Overlay:
    """Every stack may be inspected [1.3.7.c]: all sides see the same layers."""
    if layer == "control":
        return _control(war)
    if layer == "supply":
        return _supply(war)
    if layer == "flak":
        return _flak(war)
    if layer == "coast":
        return _coast(war)
    if layer == "ways":
        return _ways(war)
    return _reach(war, about)


def _name(war: Malta, h: int) -> str:
    return war.setup.names.of("space", h)


def _control(war: Malta) -> Overlay:
    setup = war.setup
    tints = []
    for h in bits(setup.land):
        holder = AXIS if war.control >> h & 1 else BRITISH
        if setup.victory >> h & 1:
            tints.append(Tint(_name(war, h), TONE[holder], war.say("layer-point")))
        elif holder == AXIS:
            tints.append(Tint(_name(war, h), "axis"))
    hexes, line, special = war.ledger()
    group = setup.number["victory.italian_group"]
    points = war.score()
    note = war.say(
        "layer-control-note",
        hexes=hexes,
        line=line,
        groups=-(-line // group),
        next=-line % group,
        special=special,
        points=points,
        level=war.say(f"level-{war.level(points)}"),
    )
    return Overlay(tuple(tints), (), note)


def _supply(war: Malta) -> Overlay:
    setup = war.setup
    air, sea = supplied_hexes(war, True), supplied_hexes(war, False)
    tints = [Tint(_name(war, h), "both") for h in bits(air & sea)]
    tints += [Tint(_name(war, h), "axis", war.say("terrain-airfield")) for h in bits(air & ~sea)]
    tints += [Tint(_name(war, h), "good", war.say("terrain-port")) for h in bits(sea & ~air)]
    cut = 0
    for h in bits(war.held(AXIS)):
        units = war.units_in(h, AXIS)
        lost = (units & setup.by_air if not air >> h & 1 else 0) | (units & ~setup.by_air if not sea >> h & 1 else 0)
        if lost:
            cut += lost.bit_count()
            tints.append(Tint(_name(war, h), "bad", war.say("layer-cut-off", n=lost.bit_count())))
    first = setup.number["supply.from_turn"]
    note = war.say("layer-supply-note", n=cut)
    if war.turn < first:
        note += " " + war.say("layer-supply-later", turn=first)
    return Overlay(tuple(tints), (), note)


def _flak(war: Malta) -> Overlay:
    tints = []
    for h in bits(war.setup.land):
        worth = sum(amount for _, amount, _ in drop_modifiers(war, h, 0))
        if worth:
            tints.append(Tint(_name(war, h), "bad" if worth < -1 else "plain", f"{worth:+d}"))
    return Overlay(tuple(tints), (), war.say("layer-flak-note"))


def _coast(war: Malta) -> Overlay:
    setup = war.setup
    tints = []
    guns = war.hexes_of(war.on_map(setup.coastal & ~war.dg))
    fire = setup.grid.within(guns, setup.number["landing.battery_range"]) if guns else 0
    shores = 0
    for h in bits(setup.landing_sea):
        shores |= setup.beachward[h]
    for h in bits(shores):
        flat = setup.flat >> h & 1
        note = war.say("layer-beach", flat="yes" if flat else "no", battery="yes" if fire >> h & 1 else "no")
        tints.append(Tint(_name(war, h), "bad" if fire >> h & 1 else "good" if flat else "plain", note))
    tints += [Tint(_name(war, h), "faint", war.say("layer-mines")) for h in bits(setup.mines)]
    return Overlay(tuple(tints), (), war.say("layer-coast-note"))


def _ways(war: Malta) -> Overlay:
    setup = war.setup
    ports, beaches, fields = open_ports(war), open_beaches(war), open_airfields(war)
    guns = war.hexes_of(war.on_map(setup.coastal))
    shut = setup.grid.within(guns, setup.number["reinforcement.battery_range"]) if guns else 0
    tints = []
    for h in bits((setup.ports | setup.airfields | war.beaches) & setup.land):
        bit = 1 << h
        if bit & ports:
            said, tone = "port-open", "good"
        elif bit & fields:
            said, tone = "airfield-open", "good"
        elif bit & beaches:
            said, tone = "beach-open", "good"
        elif bit & setup.ports:
            tone = "bad"
            said = (
                "destroyed" if war.struck & bit else "not-held" if not war.ready & bit else "battery" if shut & bit else "closed"
            )
        elif bit & setup.airfields:
            tone = "bad"
            near = war.hexes_of(war.on_map(setup.flak))
            flak = setup.grid.within(near, setup.number["airlanding.flak_distance"]) if near else 0
            said = "flak" if flak & bit else "no-loreto" if war.control & bit else "not-held"
        else:
            said, tone = "beach-held", "bad"
        tints.append(Tint(_name(war, h), tone, war.say(f"layer-way-{said}")))
    return Overlay(tuple(tints), (), war.say("layer-ways-note"))


def _reach(war: Malta, about: int | None) -> Overlay:
    setup = war.setup
    if about is None or about >= setup.pieces or war.at[about] >= setup.hexes_end or setup.sea >> war.at[about] & 1:
        return Overlay(note=war.say("layer-reach-point"))
    if not setup.mobile >> about & 1:
        return Overlay(note=war.say("layer-reach-immobile", unit=("piece", about)))
    trial = war.copy()
    trial.active = setup.side_of[about]
    ways = find_ways(trial, Move(1 << about))
    tints = [Tint(_name(war, h), "good") for h in bits(ways.to & ~ways.march)]
    tints += [Tint(_name(war, h), "plain", war.say("layer-march")) for h in bits(ways.march)]
    tints += [Tint(_name(war, h), "bad", war.say("layer-overrun")) for h in bits(ways.overrun)]
    return Overlay(tuple(tints), (), war.say("layer-reach-note", unit=("piece", about), move=f"{war.allowance(about) / 2:g}"))
