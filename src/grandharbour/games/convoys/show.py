"""What the browser draws of Malta Convoys.

Built from what a side may know and nothing else: the Allies see their ships, everybody else what has been learned of them.
"""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.sequence import Run
from ...engine.view import Bead, Board, BoardSpace, Box, Legend, Mark, Marker, OverlayInfo, PieceView, Track, View
from .battle import Battle, Broadsides, Gunfire, allied_ships
from .battle_brief import battle_track
from .knowledge import suspects
from .layers import overlay as overlay
from .log import unused
from .papers import briefly, hits_of, row_name, seen
from .state import AL, GROUP, MALTA, NEVER, RESERVE, SIDES, ConvoySetup, Sea

BOXES = ("unseen-AL", "reserve-AL", "homeward-AL", "repair-AL", "sunk-AL", "reserve-AX", "repair-AX", "sunk-AX")
LEGEND = (
    "ship:group", "ship:carrier", "ship:battleship", "ship:cruiser", "ship:freighter", "air:dive_bomber", "air:torpedo_bomber",
    "air:bomber", "korps", "fort",
)  # fmt: skip
LAYERS = (("reach", True), ("danger", False), ("fleet", False), ("line", False), ("seen", False))
"""Each layer, and whether it is drawn for the piece pointed at."""
SEASON_CELL, STATUS_CELL = "Season", "Malta's status"
"""The printed tracks; the id of a cell is such a name with what stands in it."""


# --- the view


def view(war: Sea, side: int | None) -> View:
    """The chart as one side sees it; a spectator sees what the Axis sees."""
    return View(
        heading=_heading(war),
        phase=_phase(war),
        turn=war.turn,
        tracks=tuple(_tracks(war, side)),
        pieces=(*_allied(war, side), *_groups(war, side), *_others(war)),
        markers=tuple(_markers(war)),
        boxes=tuple(Box(box, war.say(f"box-{box}"), box[-2:]) for box in BOXES),
        ribbon=_ribbon(war),
        stage=war.setup.game.stage(war, side),
        sheets=(seen(war, side),),
    )


def _heading(war: Sea) -> str:
    name = war.setup.season_names[war.season]
    return war.say("heading-turn", season=name, n=war.hour, when="night" if war.night else "day") if war.hour else name


def _phase(war: Sea) -> str:
    if war.stack is None:
        return war.say("phase-over")
    battle = war.nearest(Battle)
    if battle is not None:
        return war.say("phase-battle", place=("space", battle.space), round=battle.round)
    run = war.nearest(Run)
    return war.setup.game.title_of(run.now) if run is not None else ""


def _tracks(war: Sea, side: int | None) -> list[Track]:
    setup, say = war.setup, war.say
    axis, allied = war.scores()
    unloaded = say("track-unloaded-par", par=setup.par) if setup.pedestal else say("track-unloaded")  # MC-SCEN.2
    season = setup.season_names[war.season]
    tracks = [
        Track("season", say("track-season"), war.season - setup.first + 1, setup.last - setup.first + 1, None, season),
        Track("turn", say("track-turn"), war.hour, setup.cap, None, say("track-night" if war.night else "track-day")),
        Track("status", say("track-status"), war.status, setup.top_status, "AL", setup.status_names[war.status]),
        Track("flak", say("track-flak"), setup.malta_aa[war.status], 3, "AL"),
        Track("unloaded", unloaded, war.landed, None, "AL"),
        Track("dummies", say("track-dummies"), war.unmasked, setup.decoys, "AL"),
    ]
    if war.fuel >= 0:
        note = say("track-fuel.note", n=war.sailed.bit_count(), of=war.fuel)
        tracks.append(Track("fuel", say("track-fuel"), max(0, war.fuel - war.sailed.bit_count()), war.fuel, "AX", note))
    if war.korps >= 0:
        place = setup.space_names[setup.track[war.korps]]
        tracks.append(Track("korps", say("track-korps"), war.korps, len(setup.track) - 1, "AX", place))
    tracks.append(Track("points-AX", say("track-points"), axis, None, "AX"))
    tracks.append(Track("points-AL", say("track-points"), allied, None, "AL"))
    tracks.append(Track("once", say("track-once"), war.raid + war.frogmen + war.invasion, 3, None, unused(war)))
    attack = setup.game.tracks(war, side)
    battle = war.nearest(Battle)
    return [*tracks, *(attack or ([battle_track(war, battle)] if battle is not None else []))]


def _mark(war: Sea, id: str, tone: str = "plain") -> Mark:
    return Mark(id, war.say(f"mark-{id}"), tone)


def _allied(war: Sea, side: int | None) -> list[PieceView]:
    """Allied ships: their owner sees all, the others those whose place they know."""
    setup = war.setup
    views = []
    for ship in bits(setup.allied):
        if war.due[ship] == NEVER and not war.sunk >> ship & 1:
            continue
        if side == AL:
            lot = war.lot(ship)
        else:
            lot = war.may[ship].bit_length() - 1 if war.may[ship] & (war.may[ship] - 1) == 0 else NOWHERE
        views.append(_ship(war, ship, lot, side))
    return views


def _ship(war: Sea, ship: int, lot: int, side: int | None) -> PieceView:
    setup = war.setup
    fact = setup.facts[ship]
    bit = 1 << ship
    marks = [_mark(war, "hit", "bad")] if war.hit & bit else []
    at, box = None, None
    if lot == NOWHERE:
        box = "unseen-AL"
    elif lot >= GROUP:
        group = setup.group_of(lot)
        at = setup.space_names[war.at[group]] if war.at[group] != NOWHERE else None
        box = None if at else "homeward-AL"
        marks.append(Mark("group", war.say("mark-group", group=("piece", group))))
    elif lot != RESERVE:
        at = setup.space_names[setup.ports[lot]]
    else:
        box = _aside(war, ship, "AL")
    # Nameless freighters are all alike: the number is not part of the label, so that they lie in one heap.
    label, number = fact["name"].split(" ") if setup.freighters & setup.slow & 1 << ship else (fact["name"], "")
    facts = [fact["title"].removesuffix(number).strip(), _speed(war, ship)]
    if setup.strikes[ship] and (side == AL or (lot >= GROUP and war.exposed >> setup.group_of(lot) & 1)):
        facts.append(war.say("fact-strikes", n=war.flights[ship], ready=war.ready[ship]))
    if box in ("repair-AL", "sunk-AL") and war.due[ship] < len(setup.season_names):
        facts.append(war.say("fact-back", season=setup.season_names[war.due[ship]]))
    if lot != RESERVE or box == "unseen-AL":
        facts.append(seen_by_axis(war, ship))
        if side == AL and lot not in (RESERVE, MALTA):
            secret = war.may[ship] & (war.may[ship] - 1)
            marks.append(_mark(war, "secret", "good") if secret else _mark(war, "seen", "bad"))
    if war.row[ship]:
        marks.append(Mark("row", row_name(war, war.row[ship])))
    return PieceView(
        fact["name"],
        "AL",
        label,
        number,
        f"ship:{fact['symbol']}",
        fact["type"],
        at,
        box,
        _values(war, ship),
        tuple(marks),
        tuple(facts),
    )


def _values(war: Sea, ship: int) -> tuple[str, ...]:
    setup = war.setup
    speed = setup.speed_slow if war.slow(1 << ship) else setup.speed_fast
    return (str(speed),) if setup.allied >> ship & 1 else ()


def _speed(war: Sea, ship: int) -> str:
    setup = war.setup
    slow = war.slow(1 << ship)
    return war.say("fact-speed", slow=slow, n=setup.speed_slow if slow else setup.speed_fast)


def seen_by_axis(war: Sea, ship: int) -> str:
    """What the Axis knows of a ship, in words for its owner."""
    lots = list(bits(war.may[ship]))
    names = ", ".join(war.setup.names.lists["lot"][lot] for lot in lots)
    return war.say("fact-known" if len(lots) == 1 else "fact-guess", places=names)


def _aside(war: Sea, piece: int, side: str) -> str:
    if (war.sunk | war.down) >> piece & 1:
        return f"sunk-{side}"
    return f"reserve-{side}" if war.free(piece) else f"repair-{side}"


def _groups(war: Sea, side: int | None) -> list[PieceView]:
    """Counters at sea. What is under them only their owner sees, until they are exposed."""
    setup = war.setup
    views = []
    for group in bits(war.groups):
        bit = 1 << group
        states = (("exposed", war.exposed), ("frozen", war.frozen), ("past", war.past), ("moved", war.moved))
        marks = [_mark(war, id, "bad" if id in ("exposed", "frozen") else "plain") for id, mask in states if mask & bit]
        values: tuple[str, ...] = ()
        if side == AL or war.exposed & bit:
            facts = [
                briefly(war, war.crew(group)) or war.say("mark-dummy"),
                war.say("fact-flak", n=war.flak(group)),
                war.say("fact-moves", n=war.rate(group)),
            ]
            values = (str(war.crew(group).bit_count()), str(war.flak(group)))
            if side == AL and war.dummies & bit:
                marks.append(_mark(war, "dummy"))
        else:
            may = briefly(war, suspects(war, group)) or war.say("fact-nothing-known")
            facts = [war.say("fact-real" if war.real & bit else "fact-unsure"), war.say("fact-may-hold", ships=may)]
        if side == AL:
            facts.append(war.say("fact-axis-sure" if war.real & bit else "fact-axis-unsure"))
        name = setup.piece_names[group]
        views.append(
            PieceView(
                name,
                "AL",
                name.split()[1],
                "",
                "ship:group",
                "GROUP",
                setup.space_names[war.at[group]],
                None,
                values,
                tuple(marks),
                tuple(facts),
            )
        )
    return views


def _others(war: Sea) -> list[PieceView]:
    """Italian ships and all aircraft lie open."""
    setup = war.setup
    views = []
    for piece in bits(setup.italian | setup.planes | setup.swordfish):
        if war.due[piece] == NEVER and not (war.sunk | war.down) >> piece & 1:
            continue
        fact = setup.facts[piece]
        bit = 1 << piece
        side = SIDES[setup.side_of[piece]]
        states = (("hit", war.hit), ("flown", war.flown), ("moved", war.moved & setup.italian))
        marks = [_mark(war, id, "bad" if id == "hit" else "plain") for id, mask in states if mask & bit]
        if war.row[piece]:
            marks.append(Mark("row", row_name(war, war.row[piece])))
        if war.barred & bit:
            marks.append(_mark(war, "barred"))
        facts = [fact["title"]]
        if not setup.italian & bit:
            facts.append(war.say("fact-hits", hits=hits_of(setup, setup.column[piece])))
        at = war.at[piece]
        box = None if at != NOWHERE else _aside(war, piece, side)
        place = setup.space_names[at] if at != NOWHERE else None
        symbol = f"ship:{fact['symbol']}" if setup.italian & bit else f"air:{fact['symbol']}"
        views.append(
            PieceView(fact["name"], side, fact["name"], "", symbol, fact["type"], place, box, (), tuple(marks), tuple(facts))
        )
    return views


def _markers(war: Sea) -> list[Marker]:
    setup = war.setup
    name = setup.space_names
    markers = [Marker(f"fort {name[s]}", "fort", name[s], war.say("marker-fort"), None, "AL") for s in bits(war.forts)]
    if war.korps >= 0:
        markers.append(Marker("korps", "korps", name[setup.track[war.korps]], war.say("marker-korps"), None, "AX"))
    markers.append(Marker("crete", "owner", name[setup.crete], name[setup.crete], SIDES[war.crete], SIDES[war.crete]))
    status = setup.status_names[war.status]
    markers.append(Marker("status", "supply", f"{STATUS_CELL} {status}", war.say("marker-status", status=status), None, "AL"))
    season = setup.season_names[war.season]
    markers.append(Marker("season", "time", f"{SEASON_CELL} {season}", war.say("marker-season", season=season)))
    return markers


def _ribbon(war: Sea) -> tuple[Bead, ...]:
    """In a battle: who has fired in this round and who has not."""
    guns = war.nearest(Gunfire) or war.nearest(Broadsides)
    if guns is None:
        return ()
    ships = (allied_ships(war, guns.space) | war.fleet_at(guns.space)) & war.setup.guns & ~war.hit
    return tuple(
        Bead(war.setup.piece_names[s], "done" if guns.fired >> s & 1 else "next", row_name(war, war.row[s]) if war.row[s] else "")
        for s in bits(ships)
    )


# --- the board


def board(setup: ConvoySetup) -> Board:
    """Positions, harbours, areas and bases where the art has them."""
    tables = setup.tables
    art = tables["map.art"]
    radius = art["radius"]
    spaces = []
    for part in ("positions", "areas", "places"):
        for key in tables.under(f"map.{part}"):
            fact = tables[f"map.{part}.{key}"]
            size = 2 * fact.get("radius", radius)
            name = setup.space_names[setup.places[key]]
            label = fact["name"] if name == fact["name"] else f"{name}, {fact['name']}"
            spaces.append(BoardSpace(name, fact["x"], fact["y"], size, size, label=label, name=name))
    for part in ("ports", "bases"):
        for key in tables.under(f"map.{part}"):
            fact = tables[f"map.{part}.{key}"]
            x, y, w, h = fact["box"]
            shape = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            spaces.append(BoardSpace(fact["name"], fact["x"], fact["y"], w, h, label=fact["name"], shape=shape))
    spaces += _cells(setup)
    x, y, w, h = art["box"]
    return Board(
        "points", (x, y, w, h), setup.say("board-title"), tuple(spaces), "/api/games/convoys/art.svg",
        legend=tuple(Legend(symbol, setup.say(f"legend-{symbol.rpartition(':')[2]}")) for symbol in LEGEND),
        overlays=tuple(
            OverlayInfo(id, setup.say(f"layer-{id}"), setup.say(f"layer-{id}.help"), "piece" if hover else None, hover)
            for id, hover in LAYERS
        ),
    )  # fmt: skip


def _cells(setup: ConvoySetup) -> list[BoardSpace]:
    """The cells of the printed tracks: places for markers only."""
    cells = setup.tables["map.cells"]
    cells_drawn = []
    for track, key, names in ((SEASON_CELL, "seasons", setup.season_names), (STATUS_CELL, "status", setup.status_names)):
        for name, (x, y, w, h) in zip(names, cells[key]):
            shape = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            cells_drawn.append(
                BoardSpace(f"{track} {name}", x + w / 2, y + h / 2, w, h, label=setup.say(f"cell-{key}", name=name), shape=shape)
            )
    return cells_drawn
