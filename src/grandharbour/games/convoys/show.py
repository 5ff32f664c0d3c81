"""What the browser draws of Malta Convoys.

Built from what a side may know and nothing else: the Allies see their ships, everybody else what has been learned of them.
"""

from __future__ import annotations

import math

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.sequence import Run
from ...engine.view import Bead, Board, BoardSpace, Box, Legend, Mark, Marker, OverlayInfo, PieceView, Track, View
from .air import Aim, Pounce
from .air_brief import lands
from .battle import Battle, Broadsides, Gunfire, allied_ships
from .battle_brief import battle_track
from .forecast import air_attack
from .knowledge import suspects
from .layers import overlay as overlay
from .log import once_more
from .papers import hits_of, row_name, seen, ships_of
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
    shelf = war.setup.shelf
    return View(
        heading=_heading(war),
        phase=_phase(war),
        turn=war.turn,
        tracks=_tracks(war, side),
        pieces=(*_allied(war, side == AL), *_groups(war, side == AL), *_others(war)),
        markers=shelf(_markers)[war.forts, war.korps, war.crete, war.status, war.season],
        boxes=shelf(_boxes)[()],
        ribbon=_ribbon(war),
        stage=war.setup.game.stage(war, side),
        sheets=(seen(war, side),),
    )


def notes(war: Sea, side: int, verb: str) -> dict[int, str]:
    """The chance to strike each ship that aircraft may attack: who is asked has found her, and reads the same in both dice."""
    step = war.stack[0] if war.stack else None
    decision = war.decisions.get(side)
    if decision is None or not isinstance(step, Aim | Pounce):
        return {}
    ahead = {ship: air_attack(war, step.plane, ship, False, False).chance(lands) for ship in bits(decision.choices.get(verb, 0))}
    return {ship: war.say("note-chance", p=p) for ship, p in ahead.items()}


def _boxes(setup: ConvoySetup) -> tuple[Box, ...]:
    return tuple(Box(box, setup.say(f"box-{box}"), box[-2:], box.startswith("sunk")) for box in BOXES)


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


def _tracks(war: Sea, side: int | None) -> tuple[Track, ...]:
    once = bool(war.raid), bool(war.frogmen), bool(war.invasion)
    tracks = war.setup.shelf(_numbers)[
        war.season, war.hour, war.night, war.status, war.landed, war.unmasked, war.fuel, war.sailed.bit_count(), war.korps, once, war.handicap, *war.scores()
    ]  # fmt: skip
    attack = war.setup.game.tracks(war, side)
    battle = war.nearest(Battle)
    return (*tracks, *attack) if attack else tracks if battle is None else (*tracks, battle_track(war, battle))


def _numbers(
    setup: ConvoySetup, season: int, hour: int, night: bool, status: int, landed: int, unmasked: int, fuel: int, sailed: int, korps: int,
    once: tuple[bool, bool, bool], par: int, axis: int, allied: int,
) -> tuple[Track, ...]:  # fmt: skip
    """The numbers beside the chart; ``once``: what may still be done once in the game."""
    say = setup.say
    unloaded = say("track-unloaded-par", par=par) if setup.pedestal else say("track-unloaded")  # MC-SCEN.2
    name = setup.season_names[season]
    tracks = [
        Track("season", say("track-season"), season - setup.first + 1, setup.last - setup.first + 1, None, name),
        Track("turn", say("track-turn"), hour, setup.cap, None, say("track-night" if night else "track-day")),
        Track("status", say("track-status"), status, setup.top_status, "AL", setup.status_names[status]),
        Track("flak", say("track-flak"), setup.malta_aa[status], 3, "AL"),
        Track("unloaded", unloaded, landed, None, "AL"),
        Track("dummies", say("track-dummies"), unmasked, setup.decoys, "AL"),
    ]
    if fuel >= 0:
        note = say("track-fuel.note", n=sailed, of=fuel)
        tracks.append(Track("fuel", say("track-fuel"), max(0, fuel - sailed), fuel, "AX", note))
    if korps >= 0:
        place = setup.space_names[setup.track[korps]]
        tracks.append(Track("korps", say("track-korps"), korps, len(setup.track) - 1, "AX", place))
    tracks.append(Track("points-AX", say("track-points"), axis, None, "AX"))
    tracks.append(Track("points-AL", say("track-points"), allied, None, "AL"))
    tracks.append(Track("once", say("track-once"), sum(once), 3, None, once_more(setup, *once)))
    return tuple(tracks)


def _mark(setup: ConvoySetup, id: str, tone: str = "plain") -> Mark:
    return Mark(id, setup.say(f"mark-{id}"), tone)


def _row_mark(setup: ConvoySetup, row: int) -> list[Mark]:
    """Where a ship stands in a battle, if it does."""
    return [Mark("row", setup.say(f"row-{row}"))] if row else []


def _allied(war: Sea, own: bool) -> list[PieceView]:
    """Allied ships: their owner sees all, the others those whose place they know."""
    setup, cards = war.setup, war.setup.shelf(_ship)
    hit, sunk, row, may, seasons = war.hit, war.sunk, war.row, war.may, len(setup.season_names)
    lots = {ship: lot for lot, ships in enumerate(war.inside) for ship in bits(ships)} if own else {}
    views = []
    for ship in setup.allied_list:
        due = war.due[ship]
        if due == NEVER and not sunk >> ship & 1:
            continue
        guess = may[ship]
        lot = lots[ship] if own else guess.bit_length() - 1 if guess & (guess - 1) == 0 else NOWHERE
        group = setup.group_of(lot) if lot >= GROUP else NOWHERE
        at = NOWHERE if lot in (NOWHERE, RESERVE) else war.at[group] if group != NOWHERE else setup.ports[lot]
        box = None
        if at == NOWHERE:
            box = "unseen-AL" if lot == NOWHERE else _aside(war, ship, "AL") if lot == RESERVE else "homeward-AL"
        told = setup.strikes[ship] and (own or (group != NOWHERE and war.exposed >> group & 1))
        views.append(
            cards[
                ship,
                lot,
                at,
                box,
                hit >> ship & 1,
                (war.flights[ship], war.ready[ship]) if told else None,
                due if box in ("repair-AL", "sunk-AL") and due < seasons else None,
                guess if lot != RESERVE else 0,
                row[ship],
                own,
            ]
        )
    return views


def _ship(
    setup: ConvoySetup, ship: int, lot: int, at: int, box: str | None, hit: int, strikes: tuple[int, int] | None, back: int | None,
    may: int, row: int, own: bool,
) -> PieceView:  # fmt: skip
    """An Allied ship; ``may``: the lots it may lie in, as far as the Axis knows, where that is told."""
    fact, say = setup.facts[ship], setup.say
    marks = [_mark(setup, "hit", "bad")] if hit else []
    if lot >= GROUP:
        marks.append(Mark("group", say("mark-group", group=("piece", setup.group_of(lot)))))
    # Nameless freighters are all alike: the number is not part of the label, so that they lie in one heap.
    label, number = fact["name"].split(" ") if setup.freighters & setup.slow & 1 << ship else (fact["name"], "")
    slow = bool(hit or setup.slow >> ship & 1)
    speed = setup.speed_slow if slow else setup.speed_fast
    facts = [fact["title"].removesuffix(number).strip(), say("fact-speed", slow=slow, n=speed)]
    if strikes is not None:
        facts.append(say("fact-strikes", n=strikes[0], ready=strikes[1]))
    if back is not None:
        facts.append(say("fact-back", season=setup.season_names[back]))
    if may:
        facts.append(seen_by_axis(setup, may))
        if own and lot != MALTA:
            marks.append(_mark(setup, "secret", "good") if may & (may - 1) else _mark(setup, "seen", "bad"))
    marks += _row_mark(setup, row)
    place = None if at == NOWHERE else setup.space_names[at]
    return PieceView(
        fact["name"], "AL", label, number, f"ship:{fact['symbol']}", fact["type"], place, box, (str(speed),), tuple(marks), tuple(facts)
    )  # fmt: skip


def seen_by_axis(setup: ConvoySetup, may: int) -> str:
    """What the Axis knows of a ship that may lie in some lots, in words for its owner."""
    lots = list(bits(may))
    names = ", ".join(setup.names.lists["lot"][lot] for lot in lots)
    return setup.say("fact-known" if len(lots) == 1 else "fact-guess", places=names)


def _aside(war: Sea, piece: int, side: str) -> str:
    if (war.sunk | war.down) >> piece & 1:
        return f"sunk-{side}"
    return f"reserve-{side}" if war.free(piece) else f"repair-{side}"


def _groups(war: Sea, own: bool) -> list[PieceView]:
    """Counters at sea. What is under them only their owner sees, until they are exposed."""
    cards = war.setup.shelf(_group)
    views = []
    for group in bits(war.groups):
        exposed = war.exposed >> group & 1
        states = exposed, war.frozen >> group & 1, war.past >> group & 1, war.moved >> group & 1
        inside, held = None, 0
        if own or exposed:
            inside = war.crew(group), war.flak(group), war.rate(group), own and war.dummies >> group & 1
        else:
            held = suspects(war, group)
        views.append(cards[group, war.at[group], states, war.real >> group & 1, inside, held, own])
    return views


def _group(
    setup: ConvoySetup,
    group: int,
    at: int,
    states: tuple[int, ...],
    real: int,
    inside: tuple[int, int, int, int] | None,
    held: int,
    own: bool,
) -> PieceView:
    """A counter at sea; ``inside``: crew, antiaircraft strength, speed and whether it is a dummy, for those who see it; ``held``: the ships
    it may hold, for the others."""
    say = setup.say
    kinds = (("exposed", "bad"), ("frozen", "bad"), ("past", "plain"), ("moved", "plain"))
    marks = [_mark(setup, id, tone) for (id, tone), on in zip(kinds, states, strict=True) if on]
    values: tuple[str, ...] = ()
    if inside is not None:
        crew, flak, rate, dummy = inside
        facts = [ships_of(setup, crew) or say("mark-dummy"), say("fact-flak", n=flak), say("fact-moves", n=rate)]
        values = (str(crew.bit_count()), str(flak))
        if dummy:
            marks.append(_mark(setup, "dummy"))
    else:
        may = ships_of(setup, held) or say("fact-nothing-known")
        facts = [say("fact-real" if real else "fact-unsure"), say("fact-may-hold", ships=may)]
    if own:
        facts.append(say("fact-axis-sure" if real else "fact-axis-unsure"))
    name = setup.piece_names[group]
    place = setup.space_names[at]
    return PieceView(name, "AL", name.split()[1], "", "ship:group", "GROUP", place, None, values, tuple(marks), tuple(facts))


def _others(war: Sea) -> list[PieceView]:
    """Italian ships and all aircraft lie open."""
    setup, cards = war.setup, war.setup.shelf(_other)
    gone, hit, flown, moved, barred = war.sunk | war.down, war.hit, war.flown, war.moved & setup.italian, war.barred
    views = []
    for piece in bits(setup.italian | setup.planes | setup.swordfish):
        if war.due[piece] == NEVER and not gone >> piece & 1:
            continue
        at = war.at[piece]
        box = None if at != NOWHERE else _aside(war, piece, SIDES[setup.side_of[piece]])
        states = hit >> piece & 1, flown >> piece & 1, moved >> piece & 1
        views.append(cards[piece, at, box, states, war.row[piece], barred >> piece & 1])
    return views


def _other(setup: ConvoySetup, piece: int, at: int, box: str | None, states: tuple[int, ...], row: int, barred: int) -> PieceView:
    fact, italian = setup.facts[piece], setup.italian >> piece & 1
    kinds = (("hit", "bad"), ("flown", "plain"), ("moved", "plain"))
    marks = [_mark(setup, id, tone) for (id, tone), on in zip(kinds, states, strict=True) if on]
    marks += _row_mark(setup, row)
    if barred:
        marks.append(_mark(setup, "barred"))
    facts = [fact["title"]]
    if not italian:
        facts.append(setup.say("fact-hits", hits=hits_of(setup, setup.column[piece])))
    place = setup.space_names[at] if at != NOWHERE else None
    symbol = f"ship:{fact['symbol']}" if italian else f"air:{fact['symbol']}"
    side = SIDES[setup.side_of[piece]]
    return PieceView(fact["name"], side, fact["name"], "", symbol, fact["type"], place, box, (), tuple(marks), tuple(facts))


def _markers(setup: ConvoySetup, forts: int, korps: int, crete: int, level: int, season: int) -> tuple[Marker, ...]:
    name, say = setup.space_names, setup.say
    markers = [Marker(f"fort {name[s]}", "fort", name[s], say("marker-fort"), None, "AL") for s in bits(forts)]
    if korps >= 0:
        markers.append(Marker("korps", "korps", name[setup.track[korps]], say("marker-korps"), None, "AX"))
    markers.append(Marker("crete", "owner", name[setup.crete], name[setup.crete], SIDES[crete], SIDES[crete]))
    status, when = setup.status_names[level], setup.season_names[season]
    markers.append(Marker("status", "supply", f"{STATUS_CELL} {status}", say("marker-status", status=status), None, "AL"))
    markers.append(Marker("season", "time", f"{SEASON_CELL} {when}", say("marker-season", season=when)))
    return tuple(markers)


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
            shape = _octagon(fact["x"], fact["y"], size / 2) if part == "areas" else ()
            spaces.append(BoardSpace(name, fact["x"], fact["y"], size, size, label=label, name=name, shape=shape))
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


def _octagon(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    """The outline of an At Sea area, as the art has it: a little outside its radius, with level sides."""
    turns = [math.radians(45 * k + 22.5) for k in range(8)]
    return tuple((round(x + (radius + 4) * math.cos(t), 1), round(y + (radius + 4) * math.sin(t), 1)) for t in turns)


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
