"""Layers over the map of Malta: control, supply, flak and coast guns, reach, ways in."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.view import Overlay, OverlayInfo, Tint
from .airdrop import drop_modifiers
from .movement import Move, find_ways
from .reinforcement import open_airfields, open_beaches, open_ports
from .state import AXIS, BRITISH, Malta
from .supply import supplied_hexes

TONE = ("axis", "allies")
LAYERS = (
    OverlayInfo("control", "Control and points", "Who holds what, and the hexes that count for victory."),
    OverlayInfo("supply", "Supply", "From turn 3: how far airfields and ports supply the Axis, and who is cut off."),
    OverlayInfo("flak", "Anti-aircraft fire", "What a drop on each hex has to fear from guns in good order."),
    OverlayInfo("coast", "Coast", "Beaches by the ground behind them, mined water, and what coastal batteries reach."),
    OverlayInfo("ways", "Ways in", "Ports, beaches and airfields, open or closed to Axis reinforcements, and why."),
    OverlayInfo("reach", "Reach", "Point at a unit: where it could move.", "piece"),
)


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
            tints.append(Tint(_name(war, h), TONE[holder], "1 VP"))
        elif holder == AXIS:
            tints.append(Tint(_name(war, h), "axis"))
    hexes, line, special = war.ledger()
    group = setup.number["victory.italian_group"]
    note = (
        f"{hexes} hexes held [8.2.c], {line} Italian points lost, {-(-line // group)} VP with {-line % group} to go to the next [8.2.a], "
        f"{special} steps of elites, armour and guns lost [8.2.b]: {war.score()} victory points, {setup.levels[war.level(war.score())]}."
    )
    return Overlay(tuple(tints), (), note)


def _supply(war: Malta) -> Overlay:
    setup = war.setup
    air, sea = supplied_hexes(war, True), supplied_hexes(war, False)
    tints = [Tint(_name(war, h), "both") for h in bits(air & sea)]
    tints += [Tint(_name(war, h), "axis", "airfield") for h in bits(air & ~sea)]
    tints += [Tint(_name(war, h), "good", "port") for h in bits(sea & ~air)]
    cut = 0
    for h in bits(war.held(AXIS)):
        units = war.units_in(h, AXIS)
        lost = (units & setup.by_air if not air >> h & 1 else 0) | (units & ~setup.by_air if not sea >> h & 1 else 0)
        if lost:
            cut += lost.bit_count()
            tints.append(Tint(_name(war, h), "bad", f"{lost.bit_count()} cut off"))
    when = "" if war.turn >= setup.number["supply.from_turn"] else f" It matters from turn {setup.number['supply.from_turn']} on."
    return Overlay(tuple(tints), (), f"{cut or 'No'} Axis {'unit' if cut == 1 else 'units'} without supply [7.5].{when}")


def _flak(war: Malta) -> Overlay:
    tints = []
    for h in bits(war.setup.land):
        worth = sum(amount for _, amount, _ in drop_modifiers(war, h, 0))
        if worth:
            tints.append(Tint(_name(war, h), "bad" if worth < -1 else "plain", f"{worth:+d}"))
    return Overlay(tuple(tints), (), "Modifier of a drop [3.2.c]; guns in disorder do not count.")


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
        note = ("flat" if flat else "marines first") + (", battery" if fire >> h & 1 else "")
        tints.append(Tint(_name(war, h), "bad" if fire >> h & 1 else "good" if flat else "plain", note))
    tints += [Tint(_name(war, h), "faint", "mines") for h in bits(setup.mines)]
    return Overlay(tuple(tints), (), "Where boats can land [4.2]; on ground that is not flat one marine unit goes first [4.2.m].")


def _ways(war: Malta) -> Overlay:
    setup = war.setup
    ports, beaches, fields = open_ports(war), open_beaches(war), open_airfields(war)
    guns = war.hexes_of(war.on_map(setup.coastal))
    shut = setup.grid.within(guns, setup.number["reinforcement.battery_range"]) if guns else 0
    tints = []
    for h in bits((setup.ports | setup.airfields | war.beaches) & setup.land):
        bit = 1 << h
        if bit & ports:
            said, tone = "port open", "good"
        elif bit & fields:
            said, tone = "airfield open", "good"
        elif bit & beaches:
            said, tone = "beach open", "good"
        elif bit & setup.ports:
            tone = "bad"
            said = (
                "destroyed"
                if war.struck & bit
                else "not held"
                if not war.ready & bit
                else "battery near"
                if shut & bit
                else "closed"
            )
        elif bit & setup.airfields:
            tone = "bad"
            near = war.hexes_of(war.on_map(setup.flak))
            flak = setup.grid.within(near, setup.number["airlanding.flak_distance"]) if near else 0
            said = "flak near" if flak & bit else "no Loreto" if war.control & bit else "not held"
        else:
            said, tone = "beach held", "bad"
        tints.append(Tint(_name(war, h), tone, said))
    return Overlay(tuple(tints), (), "Armour and guns need a port [4.2.1.b]; La Spezia needs an airfield [3.2.1].")


def _reach(war: Malta, about: int | None) -> Overlay:
    setup = war.setup
    if about is None or about >= setup.pieces or war.at[about] >= setup.hexes_end or setup.sea >> war.at[about] & 1:
        return Overlay(note="Point at a unit on the island.")
    if not setup.mobile >> about & 1:
        return Overlay(note=f"{setup.piece_names[about]} does not move.")
    trial = war.copy()
    trial.active = setup.side_of[about]
    ways = find_ways(trial, Move(1 << about))
    tints = [Tint(_name(war, h), "good") for h in bits(ways.to & ~ways.march)]
    tints += [Tint(_name(war, h), "plain", "march") for h in bits(ways.march)]
    tints += [Tint(_name(war, h), "bad", "overrun") for h in bits(ways.overrun)]
    return Overlay(tuple(tints), (), f"{setup.piece_names[about]}: movement {war.allowance(about) / 2:g} [5.2.a].")
