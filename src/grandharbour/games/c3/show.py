"""What the browser draws of Operazione C3."""

from __future__ import annotations

from ...engine.chart import hex_chart
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.view import Bead, Board, BoardSpace, Box, Legend, Mark, Marker, PieceView, Track, View
from .bombardment import ARMS
from .layers import layers, overlay
from .placing import Garrison
from .state import AXIS, BRITISH, SIDES, C3Setup, Malta
from .supply import cut_off
from .turn import Day, Operation, Sortie, available, has_bases

__all__ = ["art", "board", "notes", "overlay", "view"]


def view(war: Malta, side: int | None) -> View:
    """Every stack may be inspected at any time [1.3.7.c]: everybody sees the same."""
    setup, shelf = war.setup, war.setup.shelf
    turn = setup.turn_names[war.turn]
    return View(
        heading=war.say("heading-set-up")
        if _setting_up(war)
        else war.say("heading", turn=turn, day=war.say(f"day-{war.turn}").lower()),
        phase=_phase(war),
        turn=war.turn,
        tracks=tuple(_tracks(war, side)),
        pieces=_pieces(war),
        markers=shelf(_markers)[
            war.struck, war.control & setup.victory, war.beaches, war.active, tuple(war.attacks), _plans(war)
        ],
        boxes=shelf(_boxes)[()],
        ribbon=_ribbon(war),
        stage=setup.game.stage(war, side),
    )


def _boxes(setup: C3Setup) -> tuple[Box, ...]:
    return tuple(
        Box(setup.space_names[box], setup.say(f"box-{kind}-{SIDES[s]}"), SIDES[s], kind == "lost")
        for s in (AXIS, BRITISH)
        for kind, box in (("waiting", setup.reserve[s]), ("lost", setup.dead[s]))
    )


def _setting_up(war: Malta) -> bool:
    return war.nearest(Garrison) is not None


def _phase(war: Malta) -> str:
    """The segment of the sequence of play [2, 2.1]."""
    if war.stack is None:
        return war.say("phase-ended")
    operation = war.nearest(Operation)
    if operation is not None:
        return war.say("phase-operation", lot=("lot", war.formation), phase=war.say(f"phase-{operation.now.id}"))
    sortie = war.nearest(Sortie)
    if sortie is not None:
        return war.say("phase-sortie", arm=ARMS[sortie.arm])
    day = war.nearest(Day)
    return war.say("phase-garrison" if day is None else f"phase-{day.now.id}")


def _tracks(war: Malta, side: int | None) -> list[Track]:
    setup = war.setup
    hexes, line, special = war.ledger()
    points = war.score()
    lost = hexes * setup.number["victory.hex"] - points
    port, airport = bool(war.working_ports() & war.control), bool(setup.airfields & war.control)

    def track(id: str, value: int, most: int | None = None, side: str | None = "AX", note: str | None = None) -> Track:
        return Track(id, war.say(f"track-{id}"), value, most, side, note)

    tracks = [
        track("turn", war.turn, setup.last, None, war.say(f"day-{war.turn}")),
        track("vp", points, None, "AX", war.say(f"level-{war.level(points)}")),
        track("hexes", hexes, setup.victory.bit_count()),
        track("lost", lost, note=war.say("track-lost-note", line=line, special=special)),
        track("bases", int(port) + int(airport), 2, "AX", _bases(war, port, airport)),
    ]
    if war.turn:
        for owner in (AXIS, BRITISH):
            lots = available(war, owner)
            names = ", ".join(f"{setup.lot_names[lot]} {setup.token[lot]:+d}" for lot in bits(lots))
            label, note = war.say("track-formations"), names or war.say("track-formations-none")
            tracks.append(Track(f"formations-{SIDES[owner]}", label, lots.bit_count(), None, SIDES[owner], note))
    if war.free != NOWHERE:
        tracks.append(track("streak", war.streak, None, SIDES[1 - war.free], war.say("track-streak-note")))
    return [*tracks, *setup.game.tracks(war, side)]


def notes(war: Malta, side: int, verb: str) -> dict[int, str]:
    """What each Formation that can act adds to the die of its side [5.1.e]."""
    if not war.turn or war.setup.game.verbs[verb].kind != "lot":
        return {}
    return {lot: f"{war.setup.token[lot]:+d}".replace("-", "−") for lot in bits(available(war, side))}


def _bases(war: Malta, port: bool, airport: bool) -> str:
    """What is missing for anything better than a crushing defeat [8.2.f]."""
    missing = "nothing" if has_bases(war) else "both" if not port and not airport else "airport" if port else "port"
    return war.say("track-bases-note", missing=missing)


def _marks(setup: C3Setup, piece: int, *on: int) -> tuple[Mark, ...]:
    """What lies on a unit, and what it can do that others cannot."""
    marks = [Mark(id, setup.say(f"mark-{id}"), tone) for (id, tone), lies in zip(MARKS, on, strict=True) if lies]
    if setup.elite >> piece & 1:
        marks.append(Mark("elite", setup.say("mark-elite"), "good"))
    bonus = setup.unit[piece]["bonus"].lower()
    if f"mark-bonus-{bonus}" in setup.game.catalogue:
        marks.append(Mark(f"bonus-{bonus}", setup.say(f"mark-bonus-{bonus}"), "good"))
    return tuple(marks)


def _pieces(war: Malta) -> tuple[PieceView, ...]:
    setup, cards = war.setup, war.setup.shelf(_card)
    planning, ends, land = war.turn == 0, setup.hexes_end, setup.land
    dispersed, dg, reduced, spent, second = war.dispersed, war.dg, war.reduced, war.spent, war.second
    starved = cut_off(war, sum(1 << piece for piece, space in enumerate(war.at) if space < ends))
    stacks: dict[tuple[int, int], tuple[int, int]] = {}
    shown = []
    for piece, space in enumerate(war.at):
        bit = 1 << piece
        side = setup.side_of[piece]
        at, stack, bound = space, None, war.plan[piece] if planning else NOWHERE
        if bound != NOWHERE and setup.droppers & bit and space == setup.reserve[side]:
            at = bound  # a plan lies open on the map [3.2.b]
        elif space < ends and land >> space & 1 and not dispersed & bit:
            stack = stacks.get((space, side))
            if stack is None:
                stack = stacks[space, side] = war.points(war.units_in(space, side)), war.limit(space)
        on = (
            at != space, dispersed >> piece & 1, dg >> piece & 1, reduced >> piece & 1, starved >> piece & 1, spent >> piece & 1,
            second >> piece & 1,
        )  # fmt: skip
        shown.append(cards[piece, at, stack, bound, on])
    return tuple(shown)


MARKS = (
    ("planned", "plain"), ("dispersed", "bad"), ("disorganised", "bad"), ("reduced", "bad"), ("cut-off", "bad"), ("activated", "plain"),
    ("second-wave", "plain"),
)  # fmt: skip
"""What may lie on a unit, in the order in which it is shown."""


def _card(setup: C3Setup, piece: int, space: int, stack: tuple[int, int] | None, bound: int, on: tuple[int, ...]) -> PieceView:
    """What is printed on a counter, what lies ``on`` it, and what is told of it."""
    unit = setup.unit[piece]
    bit = 1 << piece
    side = setup.side_of[piece]
    on_map = space < setup.hexes_end
    strength = (setup.lost if on[1] else setup.weak if on[3] else setup.cf)[piece]  # on the side that shows [1.3.7.b]
    cf = f"({strength})" if setup.defends_only & bit else str(strength)
    facts = [
        unit["title"],
        setup.formation[setup.formation_of[piece]]["title"]
        if setup.formation_of[piece] != NOWHERE
        else setup.say("fact-independent"),
        setup.say(
            "fact-combat",
            combat=setup.cf[piece],
            steps=2 if setup.two_steps & bit else 1,
            reduced=setup.weak[piece],
            defends="yes" if setup.defends_only & bit else "no",
        ),
        setup.say("fact-movement", move=setup.move[piece]) if setup.mobile & bit else setup.say("fact-immobile"),
    ]
    if setup.tank[piece] or setup.at[piece]:
        facts.append(setup.say("fact-tank", tank=setup.tank[piece], at=setup.at[piece]))
    if bound != NOWHERE:
        facts.append(setup.say("fact-bound", where=("hex", bound)))
    if stack is not None:
        facts.append(setup.say("fact-stack", points=stack[0], limit=stack[1]))
    return PieceView(
        id=setup.piece_names[piece],
        side=SIDES[side],
        label=setup.piece_names[piece],
        sub=unit["letter"] if unit["letter"] != "-" else "",
        symbol=f"nato:{unit['symbol']}:{unit['size']}",
        type=unit["nation"],
        at=setup.space_names[space] if on_map else None,
        box=None if on_map else setup.space_names[space],
        values=(cf, str(setup.move[piece])),
        marks=_marks(setup, piece, *on),
        facts=tuple(facts),
    )


def _markers(
    setup: C3Setup,
    struck: int,
    flags: int,
    beaches: int,
    active: int,
    attacks: tuple[tuple[int, int], ...],
    plans: tuple[tuple[int, int], ...],
) -> tuple[Marker, ...]:
    """What lies on the map beside units; ``plans``: how many boats are bound for which beach."""
    name, say = setup.names.lists["space"], setup.say
    markers = []
    for h in bits(struck):
        kind = "rubble" if setup.built >> h & 1 else "crater"
        markers.append(Marker(f"struck {name[h]}", kind, name[h], say(f"marker-{kind}")))
    for h in bits(flags):
        markers.append(Marker(f"flag {name[h]}", "control", name[h], say("marker-control"), None, "AX"))
    for h in bits(beaches):
        markers.append(Marker(f"beach {name[h]}", "beach", name[h], say("marker-beach"), None, "AX"))
    for target, attackers in attacks:
        label = say("marker-attack", who=("pieces", attackers))
        markers.append(Marker(f"attack {name[target]}", "attack", name[target], label, None, SIDES[active]))
    for target, boats in plans:
        label, number = say("marker-plan", who=("pieces", boats)), str(boats.bit_count())
        markers.append(Marker(f"plan {name[target]}", "plan", name[target], label, number, "AX"))
    return tuple(markers)


def _plans(war: Malta) -> tuple[tuple[int, int], ...]:
    """What the boats that lie off the coast are bound for before the first day: places with their boats."""
    if war.turn:
        return ()
    bound: dict[int, int] = {}
    for piece, target in enumerate(war.plan):
        if target != NOWHERE and war.at[piece] < war.setup.hexes_end:
            bound[target] = bound.get(target, 0) | 1 << piece
    return tuple(sorted(bound.items()))


def _ribbon(war: Malta) -> tuple[Bead, ...]:
    """The units of the Operation under way, and which of them have moved."""
    if war.formation == NOWHERE or war.setup.chits >> war.formation & 1:
        return ()
    units = war.on_map(war.setup.members[war.formation] | war.joined)
    return tuple(Bead(war.setup.piece_names[u], "done" if war.moved >> u & 1 else "next") for u in bits(units & war.setup.mobile))


def board(setup: C3Setup) -> Board:
    """Hexes where the art has them; the waiting units lie in boxes beside the map."""
    art = setup.tables["map.art"]
    size, origin, box = art["hex_size"], art["origin"], art["box"]
    spaces = []
    for h in bits(setup.grid.all):
        x, y = setup.grid.center(h, size)
        shape = tuple((round(px + origin[0], 1), round(py + origin[1], 1)) for px, py in setup.grid.corners(h, size))
        spaces.append(
            BoardSpace(
                setup.space_names[h],
                round(x + origin[0], 1),
                round(y + origin[1], 1),
                label=_label(setup, h),
                shape=shape,
                name=setup.hex_label(h),
            )
        )
    marks = ("rubble", "crater", "control", "beach", "attack", "plan")
    legend = [Legend(mark, setup.say(f"legend-{mark}")) for mark in marks]
    legend += [Legend(f"result:{code}", setup.say(f"legend-result-{code}")) for code in ("Ar", "Dr", "CI")]
    whole = (box[0], box[1], box[2], box[3])
    if setup.tables["map.grid"] != setup.tables.printed["map.grid"]:  # a map of another size has an edge of its own
        xs, ys = ([point[axis] for space in spaces for point in space.shape] for axis in (0, 1))
        whole = (min(xs) - size, min(ys) - size, max(xs) - min(xs) + 2 * size, max(ys) - min(ys) + 2 * size)
    return Board(
        "hexes", whole, setup.say("board-title"), tuple(spaces), "/api/games/c3/art.svg", legend=tuple(legend),
        overlays=layers(setup), focus=_focus(setup),
    )  # fmt: skip


DRAWN = (
    "map.grid",
    "map.hexes",
    "map.island",
    "map.overlay",
    "map.ports",
    "map.airfields",
    "map.victory",
    "map.roads",
    "map.names",
)
"""What the map art shows."""


def art(setup: C3Setup) -> str | None:
    """The map as its tables have it, where a pack has changed the land."""
    tables = setup.tables
    if tables.printed is tables or all(tables[key] == tables.printed[key] for key in DRAWN):
        return None
    paints = {"flat": "clear", "hill": "rough", "rough": "high"}
    grounds = {h: paints[kind] for h, kind in setup.base.items() if setup.land >> h & 1}
    grounds |= dict.fromkeys(bits(setup.mines), "shoal")
    kinds = (("town", setup.towns), ("city", setup.cities), ("port", setup.ports), ("airfield", setup.airfields))
    drawn = setup.tables["map.art"]
    return hex_chart(
        setup.grid, drawn["hex_size"], board(setup).box, grounds, origin=tuple(drawn["origin"]),
        signs={h: kind for kind, where in kinds for h in bits(where & setup.land)}, roads=setup.roads.pairs(),
        names=setup.names.place_of, prized=bits(setup.victory), title=setup.words.title,
    )  # fmt: skip


def _focus(setup: C3Setup) -> tuple[float, float, float, float]:
    """The islands in play with the water that boats need: what a player wants to see first."""
    art = setup.tables["map.art"]
    size, origin = art["hex_size"], art["origin"]
    places = [setup.grid.center(h, size) for h in bits(setup.land | setup.landing_sea)]
    left, top = min(x for x, _ in places) - size + origin[0], min(y for _, y in places) - size + origin[1]
    right, low = max(x for x, _ in places) + size + origin[0], max(y for _, y in places) + size + origin[1]
    return round(left, 1), round(top, 1), round(right - left, 1), round(low - top, 1)


def _label(setup: C3Setup, h: int) -> str:
    """A hex with its ground."""
    if h not in setup.base or not setup.land >> h & 1:
        ground = ["mines" if setup.mines >> h & 1 else "sea" if setup.sea >> h & 1 else "out"]
    else:
        places = (("city", setup.cities), ("town", setup.towns), ("port", setup.ports), ("airfield", setup.airfields))
        ground = [setup.base[h], *(word for word, where in places if where >> h & 1)]
    return ", ".join([setup.hex_label(h), *(setup.say(f"terrain-{word}") for word in ground)])
