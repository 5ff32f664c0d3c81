"""What the browser draws of Operation Herkules."""

from __future__ import annotations

from functools import partial

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.view import (
    Board,
    BoardSpace,
    Box,
    Legend,
    Mark,
    Marker,
    OverlayInfo,
    PieceView,
    Track,
    View,
)
from .calculate import SYMBOLS
from .landing import assault_open
from .layers import LAYERS
from .layers import overlay as overlay
from .state import AX, BR, PEOPLE, SIDES, HerkulesSetup, Islands

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


def view(war: Islands, side: int | None) -> View:
    """Nothing is hidden in this game: everybody sees the same."""
    setup = war.setup
    day, half = divmod(max(war.turn, 1) - 1, setup.day)
    name = setup.tables["calendar.halves"][half]
    heading = (
        war.say("heading-turn", n=war.turn, last=setup.last, day=day + 1, half=name) if war.turn else war.say("heading-setup")
    )
    return View(
        heading=heading,
        phase=_phase(war),
        turn=war.turn,
        tracks=tuple(_tracks(war, side)),
        pieces=tuple(_pieces(war)),
        markers=tuple(_markers(war)),
        boxes=(
            Box("Toulon", war.say("box-toulon"), "AX"),
            Box("Axis losses", war.say("box-losses-AX"), "AX"),
            Box("British losses", war.say("box-losses-BR"), "BR"),
        ),
        stage=setup.game.stage(war, side),
    )


def _phase(war: Islands) -> str:
    phase = war.under_way
    return war.say("phase-over") if phase is None else war.setup.game.title_of(phase)


def _tracks(war: Islands, side: int | None) -> list[Track]:
    setup = war.setup
    axis, british = war.scores()
    leader = setup.game.sides[war.first]
    initiative = war.say("track-turn.note", side=leader.short, many=leader.many) if war.turn else None
    limits = war.say("track-vp.note", minor=setup.victory["minor"], major=setup.victory["major"])
    supplied = [war.say("track-supply.spent" if war.supplied(s) else "track-supply.unspent") for s in (AX, BR)]
    lifted = len(war.drops) if war.drop_marker == NOWHERE else setup.airlift
    landed = int(war.turn > 0 and (war.assault == war.turn or not assault_open(war, AX)))
    found = [
        Track("turn", war.say("track-turn"), war.turn, setup.last, None, initiative),
        Track("vp-AX", war.say("track-vp", side="AX"), axis, sum(setup.vp), "AX", limits),
        Track("vp-BR", war.say("track-vp", side="BR"), british, sum(setup.vp), "BR", limits),
        Track("supply-AX", war.say("track-supply", side="AX"), war.marker_count(AX), None, "AX", supplied[AX]),
        Track("supply-BR", war.say("track-supply", side="BR"), war.marker_count(BR), None, "BR", supplied[BR]),
        Track("lift", war.say("track-lift"), lifted, setup.airlift, "AX"),
        Track("assault", war.say("track-assault"), landed, 1, "AX"),
    ]
    return [*found, *setup.game.tracks(war, side)]


def _pieces(war: Islands) -> list[PieceView]:
    """Every piece in play. Most look as they did a click ago: views of pieces are kept and used again."""
    setup = war.setup
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
        found.append(setup.card((piece, space, marks), partial(_piece, setup, piece, space, marks)))
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


def mark(war: Islands, name: str, tone: str) -> Mark:
    """A badge on a piece."""
    return Mark(name, war.say(f"mark-{name}"), tone)


def _marks(war: Islands, piece: int, loaded: bool) -> list[Mark]:
    setup = war.setup
    bit = 1 << piece
    found = []
    if war.hit2 & bit:
        found.append(mark(war, "hit2", "bad"))
    elif war.hit1 & bit:
        found.append(mark(war, "stalled" if setup.stall & bit else "hit", "bad"))
    for mask, name, tone in (
        (war.fired, "fired", "plain"),
        (war.unseen, "unseen", "good"),
        (war.flying, "aloft", "plain"),
        (war.duelled, "duelled", "plain"),
        (war.busy, "busy", "plain"),
        (war.fresh, "fresh", "plain"),
        (war.sweeping, "sweeping", "plain"),
    ):
        if mask & bit:
            found.append(mark(war, name, tone))
    if war.stowed & bit:
        found.append(Mark("aboard", war.say("mark-aboard", ship=("piece", war.aboard[piece]))))
    if loaded:
        markers = war.stored(piece)
        load = war.cargo(bit)
        if markers:
            found.append(Mark("cargo", war.say("mark-stores", n=markers), "good"))
        elif load:
            way = "beach" if war.beach & bit else "port" if war.freight & bit else "deck"
            found.append(Mark("cargo", war.say("mark-cargo", n=load.bit_count(), way=way), "good"))
    return found


def _facts(setup: HerkulesSetup, piece: int, kind: str, value: dict[str, int]) -> list[str]:
    bit = 1 << piece
    if setup.works & bit:
        found = [
            setup.tables[f"works.{kind}.name"],
            setup.say("fact-defends", n=value["defence"]),
            setup.say("fact-hits", n=value["hits"]),
        ]
        if kind == "radar":
            found.append(setup.say(f"fact-radar-{setup.radar_kind[piece]}"))
        return found
    found = [setup.tables[f"units.{kind}.name"], setup.tables[f"formations.{setup.hq[piece]}.title"]]
    found.append(setup.say("fact-fights", attack=value["attack"], defence=value["defence"]))
    if not setup.air & bit:
        found.append(setup.say("fact-moves", n=value["move"]))
    if value["hits"] > 1:
        found.append(setup.say("fact-hits", n=value["hits"]))
    for way, units in setup.arrival.items():
        if units & bit:
            found.append(setup.say(f"fact-arrival-{way}", turn=setup.from_turn[piece]))
    return found


def _markers(war: Islands) -> list[Marker]:
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
            how = "whole" if not state else "damaged" if war.works(t, field) else "ruined"
            label = war.say("marker-airfield" if field else "marker-port", how=how, n=war.damage[t])
            found.append(Marker(f"facility {name}", "airfield" if field else "port", name, label, state, holder))
        for side in (AX, BR):
            number = war.markers(side)[t]
            if number:
                found.append(
                    Marker(
                        f"supply {SIDES[side]} {name}",
                        "supply",
                        name,
                        war.say("marker-supply", n=number),
                        str(number),
                        SIDES[side],
                    )
                )
    for zone, owner, swept in war.mines:
        state = f"swept {swept}" if swept else None
        found.append(Marker(f"mines {names[zone]}", "mine", names[zone], war.say("marker-mine"), state, SIDES[owner]))
    for t in {where for _, where in war.drops} | {war.drop_marker} - {NOWHERE}:
        number = sum(1 for _, where in war.drops if where == t)
        found.append(Marker(f"drop {names[t]}", "drop", names[t], war.say("marker-drop", n=number), None, "AX"))
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
            place = "airfield" if setup.airfields >> i & 1 else "port" if setup.ports >> i & 1 else "none"
            label = setup.say("board-space", name=label, points=setup.vp[i], place=place)
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
    legend = tuple(
        Legend(symbol, setup.say(f"legend-{symbol.replace(' ', '-')}"))
        for symbol in ("objective", "airfield", "port", "supply", "mine", "bunker", "coastal gun", "radar")
    )
    overlays = tuple(
        OverlayInfo(layer, setup.say(f"layer-{layer}"), setup.say(f"layer-{layer}.help"), about)
        for layer, about in LAYERS.items()
    )
    box = tables["map.box"]
    art = "/api/games/herkules/art.svg"
    return Board(
        "areas", (box[0], box[1], box[2], box[3]), setup.say("board-title"), tuple(spaces), art, legend=legend, overlays=overlays
    )
