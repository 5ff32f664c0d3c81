"""What the browser draws of Operation Herkules."""

from __future__ import annotations

from typing import Any

from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from ...engine.view import (
    Board,
    BoardSpace,
    Box,
    Legend,
    Line,
    Mark,
    Marker,
    Overlay,
    OverlayInfo,
    PieceView,
    Preview,
    Tint,
    Track,
    View,
)
from . import window
from .air import Air, Lift, flak_dice
from .commit import Commit
from .forecast import attack, in_short, planned
from .land import Land, hostile, marches
from .landfight import gunners
from .landing import Landing, assault_open
from .naval import Naval, allowance, danger
from .state import AX, BR, PEOPLE, SIDES, HerkulesSetup, Malta
from .supply import free_targets
from .turn import PHASES, GameTurn

ONE_HIT = Mark("hit", "Damaged once", "bad")
TWO_HITS = Mark("hit2", "Damaged twice", "bad")
STALLED = Mark("stalled", "Immobile: it fights where it stands", "bad")
FIRED = Mark("fired", "Has fired this turn")
UNSEEN = Mark("unseen", "Moved unseen this turn", "good")
ALOFT = Mark("aloft", "In the air")
DUELLED = Mark("duelled", "Fought in the air this turn")
BUSY = Mark("busy", "Has done its share of this turn's combat")
FRESH = Mark("fresh", "Came ashore this turn")
SWEEPING = Mark("sweeping", "Sweeps mines")
SYMBOLS = {"bunker": "bunker", "gun": "coastal gun", "radar": "radar"}
BOXES = {
    "Sicily": "axis_air",
    "Axis troops": "axis_pool",
    "Axis ships": "axis_ships",
    "Axis wounded": "axis_wounded",
    "Gibraltar": "british_air",
    "Pedestal": "british_convoy",
    "British wounded": "british_wounded",
}
"""Boxes drawn on the sheet, with their rectangles in the tables."""


def view(war: Malta, side: int | None) -> View:
    """Nothing is hidden in this game: everybody sees the same."""
    setup = war.setup
    started = war.turn > 0
    day, half = divmod(max(war.turn, 1) - 1, setup.day)
    heading = (
        f"Turn {war.turn} of {setup.last}, day {day + 1}, {setup.tables['calendar.halves'][half]}" if started else "Setting up"
    )
    return View(
        heading=heading,
        phase=_phase(war),
        turn=war.turn,
        tracks=tuple(_tracks(war)),
        pieces=tuple(_pieces(war)),
        markers=tuple(_markers(war)),
        boxes=(
            Box("Toulon", "Toulon", "AX"),
            Box("Axis losses", "Axis losses", "AX"),
            Box("British losses", "British losses", "BR"),
        ),
        stage=window.stage(war),
    )


def _phase(war: Malta) -> str:
    stack = war.stack
    if stack is None:
        return "The game has ended"
    while stack is not None:
        step, stack = stack
        if isinstance(step, GameTurn):
            return PHASES[max(0, step.phase - 1)]
    return "Setting up"


def _tracks(war: Malta) -> list[Track]:
    setup = war.setup
    axis, british = war.scores()
    first_side = setup.game.sides[war.first].short
    limits = f"{setup.victory['minor']} is a minor victory, {setup.victory['major']} a major one"
    supplied = ["expended a marker" if war.supplied(s) else "no marker expended" for s in (AX, BR)]
    found = [
        Track("turn", "Turn", war.turn, setup.last, None, f"{first_side} has the initiative" if war.turn else None),
        Track("vp-AX", "Axis points", axis, sum(setup.vp), "AX", limits),
        Track("vp-BR", "British points", british, sum(setup.vp), "BR", limits),
        Track("supply-AX", "Axis supply", war.marker_count(AX), None, "AX", supplied[AX]),
        Track("supply-BR", "British supply", war.marker_count(BR), None, "BR", supplied[BR]),
        Track("lift", "Air lift", len(war.drops) if war.drop_marker == NOWHERE else setup.airlift, setup.airlift, "AX"),
        Track("assault", "Landings today", int(war.turn > 0 and (war.assault == war.turn or not assault_open(war, AX))), 1, "AX"),
    ]
    step = war.stack[0] if war.stack else None
    nobody_yet = isinstance(step, Commit) and step.chosen == 0
    clash = planned(war, "everyone" if nobody_yet else "")
    if clash is not None and (clash.dice[0] or clash.dice[1]):
        label = f"{setup.game.sides[clash.side].short} alone left at {setup.space_names[clash.place]}"
        label += ", if everybody engages" if nobody_yet else ""
        chances = clash.forecast()
        found.append(
            Track("battle", label, round(100 * float(chances.win)), 100, SIDES[clash.side], in_short(war, clash, chances), "%")
        )
    return found


def _pieces(war: Malta) -> list[PieceView]:
    """Every piece in play. Most look as they did a click ago: views of pieces are kept and used again."""
    setup = war.setup
    cards: dict[tuple[Any, ...], PieceView] = setup.cards
    marked = war.hit1 | war.fired | war.unseen | war.flying | war.duelled | war.busy | war.fresh | war.sweeping | war.stowed
    loaded = war.beach | war.freight | war.laden()
    for piece in bits(war.stowed):
        loaded |= 1 << war.aboard[piece]
    marked |= loaded
    found = []
    for piece, space in enumerate(war.at):
        if space == setup.aside:
            continue
        marks = tuple(_marks(war, piece, bool(loaded >> piece & 1))) if marked >> piece & 1 else ()
        key = (piece, space, marks)
        card = cards.get(key)
        if card is None:
            if len(cards) > 20000:
                cards.clear()
            card = cards[key] = _piece(setup, piece, space, marks)
        found.append(card)
    return found


def _piece(setup: HerkulesSetup, piece: int, space: int, marks: tuple[Mark, ...]) -> PieceView:
    kind = setup.kind[piece]
    name = setup.space_names[space]
    works = setup.works >> piece & 1
    tables = setup.tables
    on_board = space < setup.areas or name in BOXES
    value = setup.value[kind]
    values = (str(value["defence"]),) if works else (str(value["attack"]), str(value["defence"]))
    return PieceView(
        id=setup.piece_names[piece],
        side=SIDES[setup.side_of[piece]],
        label=tables[f"works.{kind}.name"] if works else tables[f"units.{kind}.short"],
        sub="" if works else tables[f"formations.{setup.hq[piece]}.name"],
        symbol=SYMBOLS[kind] if works else tables[f"units.{kind}.symbol"],
        type=PEOPLE[setup.nation[piece]],
        at=name if on_board else None,
        box=None if on_board else name,
        values=values,
        marks=marks,
        facts=tuple(_facts(setup, piece, kind, value)),
    )


def _marks(war: Malta, piece: int, loaded: bool) -> list[Mark]:
    setup = war.setup
    bit = 1 << piece
    found = []
    if war.hit2 & bit:
        found.append(TWO_HITS)
    elif war.hit1 & bit:
        found.append(STALLED if setup.stall & bit else ONE_HIT)
    for mask, mark in (
        (war.fired, FIRED),
        (war.unseen, UNSEEN),
        (war.flying, ALOFT),
        (war.duelled, DUELLED),
        (war.busy, BUSY),
        (war.fresh, FRESH),
        (war.sweeping, SWEEPING),
    ):
        if mask & bit:
            found.append(mark)
    if war.stowed & bit:
        found.append(Mark("aboard", f"Aboard {setup.piece_names[war.aboard[piece]]}"))
    if loaded:
        markers = war.stored(piece)
        load = war.cargo(bit)
        if markers:
            found.append(Mark("cargo", f"Carries {markers} supply markers", "good"))
        elif load:
            way = "for a beach" if war.beach & bit else "for a port" if war.freight & bit else "on deck"
            found.append(Mark("cargo", f"{load.bit_count()} aboard, {way}", "good"))
    return found


def _facts(setup: HerkulesSetup, piece: int, kind: str, value: dict[str, int]) -> list[str]:
    bit = 1 << piece
    if setup.works & bit:
        found = [setup.tables[f"works.{kind}.name"], f"Defends with {value['defence']}", f"Takes {value['hits']} hits"]
        if kind == "radar":
            found.append(f"{setup.radar_kind[piece].capitalize()} radar")
        return found
    found = [setup.tables[f"units.{kind}.name"], setup.tables[f"formations.{setup.hq[piece]}.title"]]
    found.append(f"Attacks with {value['attack']}, defends with {value['defence']}")
    if not setup.air & bit:
        found.append(f"Moves {value['move']}")
    if value["hits"] > 1:
        found.append(f"Takes {value['hits']} hits")
    for word, text in (
        ("PARA", "Drops by parachute or lands on an airfield"),
        ("AIRLAND", "Lands on an airfield"),
        ("SEA", "Comes over a beach or through a port"),
        ("PORT", "Comes only through a port"),
    ):
        if setup.arrival[word] & bit:
            found.append(f"{text}, from turn {setup.from_turn[piece]}")
    return found


def _markers(war: Malta) -> list[Marker]:
    setup = war.setup
    names = setup.space_names
    found = []
    axis = war.stands(AX)
    for t in range(setup.lands):
        name = names[t]
        holder = SIDES[AX] if axis >> t & 1 else SIDES[BR]
        if setup.vp[t]:
            found.append(Marker(f"objective {name}", "objective", name, f"{setup.vp[t]}", None, holder))
        if setup.facilities >> t & 1:
            field = bool(setup.airfields >> t & 1)
            state = None if not war.damage[t] else f"damage {war.damage[t]}" if war.works(t, field) else "ruined"
            label = f"{'Airfield' if field else 'Port'}" + (f", {state}" if state else "")
            found.append(Marker(f"facility {name}", "airfield" if field else "port", name, label, state, holder))
        for side in (AX, BR):
            number = war.markers(side)[t]
            if number:
                found.append(Marker(f"supply {SIDES[side]} {name}", "supply", name, f"{number} supply", str(number), SIDES[side]))
    for zone, owner, swept in war.mines:
        state = f"swept {swept}" if swept else None
        found.append(Marker(f"mines {names[zone]}", "mine", names[zone], "Minefield", state, SIDES[owner]))
    for t in {where for _, where in war.drops} | {war.drop_marker} - {NOWHERE}:
        number = sum(1 for _, where in war.drops if where == t)
        found.append(
            Marker(f"drop {names[t]}", "drop", names[t], f"{number} units by air" if number else "Supply by air", None, "AX")
        )
    return found


# --- the map


def board(setup: HerkulesSetup) -> Board:
    """Territories and zones with their outlines, and the boxes of the sheet."""
    tables = setup.tables
    shapes, fields = tables["map.shapes"], tables["map.fields"]
    spaces = []
    for i, key in enumerate([*setup.land_ids, *map(str, setup.zone_ids)]):
        x, y, w, h = fields[key]
        label = setup.space_names[i]
        if i < setup.lands:
            label += f", {setup.vp[i]} points" if setup.vp[i] else ""
            label += ", airfield" if setup.airfields >> i & 1 else ", port" if setup.ports >> i & 1 else ""
        shape = tuple((float(a), float(b)) for a, b in shapes[key])
        spaces.append(
            BoardSpace(setup.space_names[i], x + w / 2, y + h / 2, w, h, label=label, shape=shape, name=setup.space_names[i])
        )
    for name, key in BOXES.items():
        x, y, w, h = tables["map.boxes"][key]
        corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        spaces.append(
            BoardSpace(name, x + w / 2, y + h / 2, w, h, label=name, shape=tuple((float(a), float(b)) for a, b in corners))
        )
    legend = (
        Legend("objective", "Objective with its points"),
        Legend("airfield", "Airfield"),
        Legend("port", "Port"),
        Legend("supply", "Supply markers"),
        Legend("mine", "Minefield"),
        Legend("bunker", "Bunker"),
        Legend("coastal gun", "Coastal gun"),
        Legend("radar", "Radar set"),
    )
    overlays = (
        OverlayInfo("control", "Control", "Who holds what, and for how many points."),
        OverlayInfo("danger", "Danger at sea", "Dice that a group of yours would meet in each zone: mines, guns, submarines."),
        OverlayInfo("flak", "Anti-aircraft fire", "Dice that Axis aircraft meet in each territory."),
        OverlayInfo("supply", "Supply", "Markers ashore, and where the Axis may attack without one."),
        OverlayInfo("reach", "Reach", "Where this unit could go now.", "piece"),
        OverlayInfo("guns", "Guns", "For a zone the coastal guns that bear on it; for a territory the ships.", "space"),
    )
    box = tables["map.box"]
    art = "/api/games/herkules/art.svg"
    return Board("areas", (box[0], box[1], box[2], box[3]), "Malta", tuple(spaces), art, legend=legend, overlays=overlays)


# --- layers


def overlay(war: Malta, side: int | None, overlay: str, about: int | None = None) -> Overlay:
    """One layer; nothing here is secret."""
    makers: dict[str, Any] = {"control": _control, "danger": _danger, "flak": _flak, "supply": _supply}
    if overlay in makers:
        found: Overlay = makers[overlay](war, side)
        return found
    if about is None:
        return Overlay()
    return _reach(war, about) if overlay == "reach" else _guns(war, about)


def _control(war: Malta, side: int | None) -> Overlay:
    setup = war.setup
    both, axis = war.contested(), war.stands(AX)
    tints = []
    for t in range(setup.lands):
        tone = "both" if both >> t & 1 else "axis" if axis >> t & 1 else "allies"
        tints.append(Tint(setup.space_names[t], tone, f"{setup.vp[t]} points" if setup.vp[t] else ""))
    scores = war.scores()
    return Overlay(tuple(tints), (), f"Axis {scores[AX]}, British {scores[BR]} of {sum(setup.vp)} points.")


def _danger(war: Malta, side: int | None) -> Overlay:
    setup = war.setup
    who = AX if side is None else side
    tints = []
    for zone in bits(setup.sea):
        dice = danger(war, who, zone)
        if dice:
            tints.append(Tint(setup.space_names[zone], "bad" if dice > 3 else "strong", f"{dice} dice"))
    return Overlay(tuple(tints), (), "Mines, coastal guns that have not fired, and submarines.")


def _flak(war: Malta, side: int | None) -> Overlay:
    setup = war.setup
    tints = []
    for t in range(setup.lands):
        dice = sum(flak_dice(war, t).values())
        if dice:
            tints.append(Tint(setup.space_names[t], "bad" if dice > 2 else "strong", f"{dice} dice"))
    return Overlay(tuple(tints), (), "One die for each radar set, gun, airfield and port, when Axis aircraft come in.")


def _supply(war: Malta, side: int | None) -> Overlay:
    setup = war.setup
    tints = []
    for t in range(setup.lands):
        for who, tone in ((AX, "axis"), (BR, "allies")):
            if war.markers(who)[t]:
                tints.append(Tint(setup.space_names[t], tone, f"{war.markers(who)[t]} markers"))
    lines = []
    for t in bits(war.stands(AX)):
        para = bool(war.troops(AX, t) & setup.arrival["PARA"])
        for target in bits(free_targets(war, t, para) & hostile(war, AX)):
            lines.append(Line((setup.space_names[t], setup.space_names[target]), "axis", "attack without a marker"))
    return Overlay(tuple(tints), tuple(lines), "Lines: attacks that need no marker, one for each beach and one for parachutists.")


def _reach(war: Malta, piece: int) -> Overlay:
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
    return Overlay(tints, (), f"{setup.piece_names[piece]}: red is an attack.")


def _guns(war: Malta, space: int) -> Overlay:
    setup = war.setup
    if setup.sea >> space & 1:
        guns = setup.bearing[space] & ~war.here()[setup.lost[BR]]
        ready = guns & ~war.fired
        tints = tuple(Tint(setup.space_names[war.at[g]], "strong" if ready >> g & 1 else "faint") for g in bits(guns))
        return Overlay(
            tints, (), f"{ready.bit_count()} guns bear on this zone; {ready.bit_count() * setup.gun_fire / 6:.1f} hits expected."
        )
    if setup.land >> space & 1:
        found = []
        for side, tone in ((AX, "axis"), (BR, "allies")):
            for ship in bits(gunners(war, side, space)):
                found.append(Tint(setup.space_names[war.at[ship]], tone))
        return Overlay(tuple(dict.fromkeys(found)), (), "Zones whose ships can bombard this territory.")
    return Overlay()


# --- before the click


def preview(war: Malta, side: int, verb: str, target: int) -> Preview | None:
    """The way of a move and what waits at its end."""
    step = war.stack[0] if war.stack else None
    names = war.setup.space_names
    if isinstance(step, Naval) and verb == "sail":
        path = step.route(war, step.group, target)
        dice = sum(danger(war, side, zone, step.group) for zone in path)
        start = war.at[first(step.group)]
        way = tuple(names[z] for z in ((start, *path) if start < war.setup.areas else path))
        used = len(path) - (0 if start < war.setup.areas else 1)
        text = f"{used} of {allowance(war, step.group)} points; up to {dice} dice on the way"
        return Preview(text, "OH-NAV.2", (Line(way, "bad" if dice else "good"),))
    if isinstance(step, Naval) and verb == "by":
        dice = sum(danger(war, side, zone, step.group) for zone in (*step.path, target))
        start = war.at[first(step.group)]
        way = tuple(names[z] for z in ((start, *step.path, target) if start < war.setup.areas else (*step.path, target)))
        return Preview(f"Up to {dice} dice on the way so far", "OH-NAV.2", (Line(way, "bad" if dice else "good"),))
    if isinstance(step, Landing) and verb == "to":
        text = _against(war, side, step.group, target)
        return Preview(text, "OH-LDG.1", (_line(war, step.group, target),))
    if isinstance(step, Air) and verb == "to":
        dice = sum(flak_dice(war, target).values()) if side == AX and target < war.setup.lands else 0
        return Preview(
            f"{step.group.bit_count()} aircraft, {dice} dice of anti-aircraft fire", "OH-AIR.4", (_line(war, step.group, target),)
        )
    if isinstance(step, Land) and verb == "to":
        fight = hostile(war, side) >> target & 1
        text = _against(war, side, step.group, target)
        return Preview(text, "OH-LAND.1", (_line(war, step.group, target, "bad" if fight else "good"),))
    if isinstance(step, Lift) and verb == "drop":
        dice = sum(flak_dice(war, target).values())
        return Preview(f"{dice} dice of anti-aircraft fire; {war.forces(BR, target).bit_count()} British there", "OH-PARA.3")
    if verb == "fight":
        clash = planned(war, verb, target)
        if clash is not None:
            return Preview(in_short(war, clash, clash.forecast()), "OH-CBT.1", (), (Tint(names[target], "strong"),))
    return None


def _against(war: Malta, side: int, group: int, target: int) -> str:
    """Who would meet whom, and the chances of a round with everybody on the spot."""
    number = war.forces(1 - side, target).bit_count()
    if not number:
        return "No enemy there"
    clash = attack(war, side, group, target)
    chances = clash.forecast()
    win = chances.win if clash.side == side else chances.hold
    return f"{group.bit_count()} against {number}: {float(win):.0%} to hold it alone after a round; " + in_short(
        war, clash, chances
    )


def _line(war: Malta, group: int, target: int, tone: str = "plain") -> Line:
    names = war.setup.space_names
    return Line((names[war.at[first(group)]], names[target]), tone)
