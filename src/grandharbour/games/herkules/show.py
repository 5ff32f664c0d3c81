"""What the browser draws of Operation Herkules."""

from __future__ import annotations

from typing import Any

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
        tracks=_tracks(war, side),
        pieces=_pieces(war),
        markers=_markers(war),
        boxes=setup.shelf(_boxes)[()],
        stage=setup.game.stage(war, side),
    )


def _boxes(setup: HerkulesSetup) -> tuple[Box, ...]:
    lost = ((f"{name} losses", f"box-losses-{side}", side) for name, side in (("Axis", "AX"), ("British", "BR")))
    return tuple(Box(id, setup.say(words), side, id != "Toulon") for id, words, side in (("Toulon", "box-toulon", "AX"), *lost))


def _phase(war: Islands) -> str:
    phase = war.under_way
    return war.say("phase-over") if phase is None else war.setup.game.title_of(phase)


def _tracks(war: Islands, side: int | None) -> tuple[Track, ...]:
    setup = war.setup
    lifted = len(war.drops) if war.drop_marker == NOWHERE else setup.airlift
    landed = int(war.turn > 0 and (war.assault == war.turn or not assault_open(war, AX)))
    markers = war.marker_count(AX), war.marker_count(BR)
    spent = bool(war.supplied(AX)), bool(war.supplied(BR))
    numbers = setup.shelf(_numbers)[war.turn, war.first, *war.scores(), *markers, *spent, lifted, landed]
    more = setup.game.tracks(war, side)
    return (*numbers, *more) if more else numbers


def _numbers(
    setup: HerkulesSetup, turn: int, first: int, axis: int, british: int, axis_stores: int, british_stores: int,
    axis_spent: bool, british_spent: bool, lifted: int, landed: int,
) -> tuple[Track, ...]:  # fmt: skip
    say = setup.say
    leader = setup.game.sides[first]
    initiative = say("track-turn.note", side=leader.short, many=leader.many) if turn else None
    limits = say("track-vp.note", minor=setup.victory["minor"], major=setup.victory["major"])
    supplied = [say("track-supply.spent" if spent else "track-supply.unspent") for spent in (axis_spent, british_spent)]
    return (
        Track("turn", say("track-turn"), turn, setup.last, None, initiative),
        Track("vp-AX", say("track-vp", side="AX"), axis, sum(setup.vp), "AX", limits),
        Track("vp-BR", say("track-vp", side="BR"), british, sum(setup.vp), "BR", limits),
        Track("supply-AX", say("track-supply", side="AX"), axis_stores, None, "AX", supplied[AX]),
        Track("supply-BR", say("track-supply", side="BR"), british_stores, None, "BR", supplied[BR]),
        Track("lift", say("track-lift"), lifted, setup.airlift, "AX"),
        Track("assault", say("track-assault"), landed, 1, "AX"),
    )


def _pieces(war: Islands) -> tuple[PieceView, ...]:
    """Every piece in play. Most carry no mark."""
    setup = war.setup
    aside, cards = setup.aside, setup.shelf(_piece)
    marked = war.hit1 | war.fired | war.unseen | war.flying | war.duelled | war.busy | war.fresh | war.sweeping | war.stowed
    loaded = war.beach | war.freight | war.laden()
    for piece in bits(war.stowed):
        loaded |= 1 << war.aboard[piece]
    marked |= loaded
    return tuple(
        [
            cards[piece, space, _marked(war, piece, loaded >> piece & 1) if marked >> piece & 1 else ()]
            for piece, space in enumerate(war.at)
            if space != aside
        ]
    )


def _piece(setup: HerkulesSetup, piece: int, space: int, marks: tuple[Any, ...]) -> PieceView:
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
        marks=_marks(setup, piece, *marks) if marks else (),
        facts=tuple(_facts(setup, piece, kind, value)),
    )


STATES = (
    ("fired", "plain"), ("unseen", "good"), ("aloft", "plain"), ("duelled", "plain"), ("busy", "plain"), ("fresh", "plain"), ("sweeping", "plain"),
)  # fmt: skip
"""What a piece may have done, in the order in which it is shown."""


def _marked(war: Islands, piece: int, loaded: int) -> tuple[Any, ...]:
    """All that the marks of a piece hang on: hits, what it has done, the ship it is aboard, and what it carries."""
    bit = 1 << piece
    states = war.fired, war.unseen, war.flying, war.duelled, war.busy, war.fresh, war.sweeping
    carries: tuple[int, int, str] = (0, 0, "")
    if loaded:
        way = "beach" if war.beach & bit else "port" if war.freight & bit else "deck"
        carries = (war.stored(piece), war.cargo(bit).bit_count(), way)
    return (
        2 if war.hit2 & bit else 1 if war.hit1 & bit else 0,
        tuple([state >> piece & 1 for state in states]),
        war.aboard[piece] if war.stowed & bit else NOWHERE,
        *carries,
    )


def _marks(
    setup: HerkulesSetup, piece: int, hits: int, states: tuple[int, ...], aboard: int, stores: int, load: int, way: str
) -> tuple[Mark, ...]:
    say = setup.say
    marks = []
    if hits:
        name = "hit2" if hits == 2 else "stalled" if setup.stall >> piece & 1 else "hit"
        marks.append(Mark(name, say(f"mark-{name}"), "bad"))
    marks += [Mark(name, say(f"mark-{name}"), tone) for (name, tone), on in zip(STATES, states, strict=True) if on]
    if aboard != NOWHERE:
        marks.append(Mark("aboard", say("mark-aboard", ship=("piece", aboard))))
    if stores:
        marks.append(Mark("cargo", say("mark-stores", n=stores), "good"))
    elif load:
        marks.append(Mark("cargo", say("mark-cargo", n=load, way=way), "good"))
    return tuple(marks)


def _facts(setup: HerkulesSetup, piece: int, kind: str, value: dict[str, int]) -> list[str]:
    bit = 1 << piece
    if setup.works & bit:
        facts = [
            setup.tables[f"works.{kind}.name"],
            setup.say("fact-defends", n=value["defence"]),
            setup.say("fact-hits", n=value["hits"]),
        ]
        if kind == "radar":
            facts.append(setup.say(f"fact-radar-{setup.radar_kind[piece]}"))
        return facts
    facts = [setup.tables[f"units.{kind}.name"], setup.tables[f"formations.{setup.hq[piece]}.title"]]
    facts.append(setup.say("fact-fights", attack=value["attack"], defence=value["defence"]))
    if not setup.air & bit:
        facts.append(setup.say("fact-moves", n=value["move"]))
    if value["hits"] > 1:
        facts.append(setup.say("fact-hits", n=value["hits"]))
    for way, units in setup.arrival.items():
        if units & bit:
            facts.append(setup.say(f"fact-arrival-{way}", turn=setup.from_turn[piece]))
    return facts


def _land(
    setup: HerkulesSetup, t: int, axis: int, damage: int, works: bool, axis_stores: int, british_stores: int
) -> tuple[Marker, ...]:
    """What lies on a territory beside units."""
    name, say = setup.space_names[t], setup.say
    holder = SIDES[AX] if axis else SIDES[BR]
    markers = []
    if setup.vp[t]:
        markers.append(Marker(f"objective {name}", "objective", name, f"{setup.vp[t]}", None, holder))
    if setup.facilities >> t & 1:
        field = bool(setup.airfields >> t & 1)
        state = None if not damage else f"damage {damage}" if works else "ruined"
        how = "whole" if not state else "damaged" if works else "ruined"
        label = say("marker-airfield" if field else "marker-port", how=how, n=damage)
        markers.append(Marker(f"facility {name}", "airfield" if field else "port", name, label, state, holder))
    for side, number in ((AX, axis_stores), (BR, british_stores)):
        if number:
            label = say("marker-supply", n=number)
            markers.append(Marker(f"supply {SIDES[side]} {name}", "supply", name, label, str(number), SIDES[side]))
    return tuple(markers)


def _markers(war: Islands) -> tuple[Marker, ...]:
    setup, lands = war.setup, war.setup.shelf(_land)
    axis, axis_stores, british_stores = war.stands(AX), war.markers(AX), war.markers(BR)
    facilities, fields = setup.facilities, setup.airfields
    shown: list[Marker] = []
    for t in range(setup.lands):
        works = facilities >> t & 1 and war.works(t, bool(fields >> t & 1))
        shown += lands[t, axis >> t & 1, war.damage[t], bool(works), axis_stores[t], british_stores[t]]
    drops = [where for _, where in war.drops]
    marked = {*drops, war.drop_marker} - {NOWHERE}
    shown += setup.shelf(_laid)[tuple(war.mines), tuple((t, drops.count(t)) for t in sorted(marked))]
    return tuple(shown)


def _laid(setup: HerkulesSetup, mines: tuple[tuple[int, int, int], ...], drops: tuple[tuple[int, int], ...]) -> list[Marker]:
    """Mines at sea, and where parachutists are to land."""
    names, say = setup.space_names, setup.say
    markers = []
    for zone, owner, swept in mines:
        state = f"swept {swept}" if swept else None
        markers.append(Marker(f"mines {names[zone]}", "mine", names[zone], say("marker-mine"), state, SIDES[owner]))
    for t, number in drops:
        markers.append(Marker(f"drop {names[t]}", "drop", names[t], say("marker-drop", n=number), None, "AX"))
    return markers


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
