"""What the browser draws of Malta Convoys.

Built from what a side may know and nothing else: the Allies see their ships, everybody else what has been learned of them.
"""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.view import (
    Bead,
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
from .air import Aim, AirAttack, HarbourAim, HarbourRound, Pounce, defence, facing, is_high, lit
from .battle import Battle, Broadsides, Gunfire, allied_ships
from .chances import air_chance, loss_chance
from .knowledge import seen_by_axis, suspects
from .movement import attackers
from .papers import ROWS, briefly, known_as, seen, stage, surely
from .state import AL, AX, GROUP, MALTA, NEVER, RESERVE, SIDES, ConvoySetup, Sea
from .turn import GameTurn, Season

HIT = Mark("hit", "Hit: slow, no guns, no aircraft; sent home at the end of the turn", "bad")
EXPOSED = Mark("exposed", "Seen by the Axis until night", "bad")
FROZEN = Mark("frozen", "Picks up survivors: may not move this turn", "bad")
PAST = Mark("past", "Past the Point of No Return")
MOVED = Mark("moved", "Has moved")
FLOWN = Mark("flown", "Has flown")
DUMMY = Mark("dummy", "A dummy")
SECRET = Mark("secret", "The Axis does not know where she is", "good")
SEEN = Mark("seen", "The Axis knows where she is", "bad")
PHASES = (
    "Arrivals", "Malta's supply", "The desert", "Fortifications", "Allied placement", "Frogmen", "Axis placement", "Fuel",
    "The hour of sailing", "At sea", "Air raids on Malta", "Unloading", "Invasion", "Air raids on Malta", "Leaving Malta",
    "The desert", "Repairs", "The log",
)  # fmt: skip
TURN_PHASES = (
    "Allied movement", "Submarines and torpedo boats", "Italian movement", "British submarines", "Carriers", "Air strikes",
    "Swordfish", "Carrier strikes", "Surface battle", "End of turn",
)  # fmt: skip
SEASON_CELL, STATUS_CELL = "Season", "Malta's status"
"""The printed tracks; a cell is such a name with what stands in it."""


# --- the view


def view(war: Sea, side: int | None) -> View:
    """The chart as one side sees it; a spectator sees what the Axis sees."""
    return View(
        heading=_heading(war),
        phase=_phase(war),
        turn=war.turn,
        tracks=tuple(_tracks(war)),
        pieces=(*_allied(war, side), *_groups(war, side), *_others(war)),
        markers=tuple(_markers(war)),
        boxes=(
            Box("unseen-AL", "Allied ships not seen", "AL"),
            Box("reserve-AL", "Reserve", "AL"),
            Box("homeward-AL", "On the way home", "AL"),
            Box("repair-AL", "Under repair, or still to come", "AL"),
            Box("sunk-AL", "Lost", "AL"),
            Box("reserve-AX", "Not placed", "AX"),
            Box("repair-AX", "Under repair, or still to come", "AX"),
            Box("sunk-AX", "Lost", "AX"),
        ),
        ribbon=_ribbon(war),
        stage=stage(war, side),
        sheets=(seen(war, side),),
    )


def _heading(war: Sea) -> str:
    name = war.setup.season_names[war.season]
    return f"{name}, turn {war.hour}, {'night' if war.night else 'day'}" if war.hour else name


def _phase(war: Sea) -> str:
    stack = war.stack
    if stack is None:
        return "The game has ended"
    found = ""
    while stack is not None:
        step, stack = stack
        if isinstance(step, Battle):
            return f"Battle at {war.setup.space_names[step.space]}, round {step.round}"
        if isinstance(step, GameTurn):
            return TURN_PHASES[max(0, min(step.phase, len(TURN_PHASES)) - 1)]
        if isinstance(step, Season):
            found = PHASES[max(0, min(step.phase, len(PHASES)) - 1)]
    return found


def _tracks(war: Sea) -> list[Track]:
    setup = war.setup
    axis, allied = war.scores()
    unloaded = f"Unloaded (par {setup.par})" if setup.pedestal else "Freighters unloaded"  # MC-SCEN.2
    found = [
        Track(
            "season", "Season", war.season - setup.first + 1, setup.last - setup.first + 1, None, setup.season_names[war.season]
        ),
        Track("turn", "Turn", war.hour, setup.cap, None, "night" if war.night else "day"),
        Track("status", "Malta", war.status, setup.top_status, "AL", setup.status_names[war.status]),
        Track("flak", "Malta's antiaircraft strength", setup.malta_aa[war.status], 3, "AL"),
        Track("unloaded", unloaded, war.landed, None, "AL"),
        Track("dummies", "Dummies found", war.found, setup.decoys, "AL"),
    ]
    if war.fuel >= 0:
        note = f"{war.sailed.bit_count()} of {war.fuel} pieces have sailed"
        found.append(Track("fuel", "Oil of the Italian fleet", max(0, war.fuel - war.sailed.bit_count()), war.fuel, "AX", note))
    if war.korps >= 0:
        place = setup.space_names[setup.track[war.korps]]
        found.append(Track("korps", "Afrika Korps", war.korps, len(setup.track) - 1, "AX", place))
    found.append(Track("points-AX", "Strategic points", axis, None, "AX"))
    found.append(Track("points-AL", "Strategic points", allied, None, "AL"))
    left = [
        name for name, there in (("raid on Taranto", war.raid), ("frogmen", war.frogmen), ("invasion", war.invasion)) if there
    ]
    found.append(Track("once", "Still to be used", len(left), 3, None, ", ".join(left) or "nothing"))
    battle = _battle(war)
    if battle is not None:
        found.append(battle)
    return found


def _battle(war: Sea) -> Track | None:
    """What is about to be rolled: the chances of an air attack and the strength it meets, or the guns of a battle."""
    setup = war.setup
    stack = war.stack
    while stack is not None:
        step, stack = stack
        if isinstance(step, AirAttack):
            parts = "Malta's guns" if step.harbour else "Italian guns"
            if setup.allied >> step.target & 1 and not step.harbour:
                group = setup.group_of(war.lot(step.target))
                parts = ", ".join(f"{label} {amount}" for label, amount, _ in defence(war, group)) or "nothing"
            hit = air_chance(war, step.plane, step.target, step.harbour, False)[0]
            name = f"{setup.piece_names[step.plane]} against {setup.piece_names[step.target]}"
            note = f"{_both_dice(war, step.plane, step.target, step.harbour)}. Antiaircraft strength from {parts}"
            return Track("battle", name, round(100 * hit), 100, SIDES[setup.side_of[step.plane]], note, "%")
        if isinstance(step, Battle):
            british = (allied_ships(war, step.space) & setup.guns & ~war.hit).bit_count()
            italian = (war.fleet_at(step.space) & setup.guns & ~war.hit).bit_count()
            note = f"{british} British and {italian} Italian pieces can fire"
            return Track("battle", f"Battle at {setup.space_names[step.space]}, round", step.round, None, None, note)
    return None


def _both_dice(war: Sea, plane: int, target: int, harbour: bool) -> str:
    """The chances of both dice of an air attack, as usual and intensified [MC-AIR.3, MC-INT.1]."""
    strength, high = facing(war, target, harbour), is_high(war, plane, harbour)
    hits = [round(100 * air_chance(war, plane, target, harbour, press)[0]) for press in (False, True)]
    lost = [round(100 * loss_chance(war.setup, strength, press, high)) for press in (False, True)]
    guns = f"strength {strength}{', high altitude' if high else ''}"
    return f"Hits {hits[0]} % (intensified {hits[1]} %); shot down {lost[0]} % (intensified {lost[1]} %) by {guns}"


def _allied(war: Sea, side: int | None) -> list[PieceView]:
    """Allied ships: their owner sees all, the others those whose place they know."""
    setup = war.setup
    found = []
    for ship in bits(setup.allied):
        if war.due[ship] == NEVER and not war.sunk >> ship & 1:
            continue
        if side == AL:
            lot = war.lot(ship)
        else:
            lot = war.may[ship].bit_length() - 1 if war.may[ship] & (war.may[ship] - 1) == 0 else NOWHERE
        found.append(_ship(war, ship, lot, side))
    return found


def _ship(war: Sea, ship: int, lot: int, side: int | None) -> PieceView:
    setup = war.setup
    fact = setup.facts[ship]
    bit = 1 << ship
    marks = [HIT] if war.hit & bit else []
    at, box = None, None
    if lot == NOWHERE:
        box = "unseen-AL"
    elif lot >= GROUP:
        group = setup.group_of(lot)
        at = setup.space_names[war.at[group]] if war.at[group] != NOWHERE else None
        box = None if at else "homeward-AL"
        marks.append(Mark("group", f"In {setup.piece_names[group]}"))
    elif lot != RESERVE:
        at = setup.space_names[setup.ports[lot]]
    else:
        box = _aside(war, ship, "AL")
    # Nameless freighters are all alike: the number is not part of the label, so that they lie in one heap.
    label, number = fact["name"].split(" ") if setup.freighters & setup.slow & 1 << ship else (fact["name"], "")
    facts = [fact["title"].removesuffix(number).strip(), _speed(war, ship)]
    if setup.strikes[ship] and (side == AL or (lot >= GROUP and war.exposed >> setup.group_of(lot) & 1)):
        facts.append(f"Strikes: {war.flights[ship]} at a time, {war.ready[ship]} held ready")
    if box in ("repair-AL", "sunk-AL") and war.due[ship] < len(setup.season_names):
        facts.append(f"Back in {setup.season_names[war.due[ship]]}")
    if lot != RESERVE or box == "unseen-AL":
        facts.append(seen_by_axis(war, ship))
        if side == AL and lot not in (RESERVE, MALTA):
            marks.append(SECRET if war.may[ship] & (war.may[ship] - 1) else SEEN)
    if war.row[ship]:
        marks.append(Mark("row", ROWS[war.row[ship]]))
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
    return "Slow: one position a turn" if war.slow(1 << ship) else "Two positions a turn"


def _aside(war: Sea, piece: int, side: str) -> str:
    if (war.sunk | war.down) >> piece & 1:
        return f"sunk-{side}"
    return f"reserve-{side}" if war.free(piece) else f"repair-{side}"


def _groups(war: Sea, side: int | None) -> list[PieceView]:
    """Counters at sea. What is under them only their owner sees, until they are exposed."""
    setup = war.setup
    found = []
    for group in bits(war.groups):
        bit = 1 << group
        marks = [
            mark
            for mask, mark in ((war.exposed, EXPOSED), (war.frozen, FROZEN), (war.past, PAST), (war.moved, MOVED))
            if mask & bit
        ]
        values: tuple[str, ...] = ()
        if side == AL or war.exposed & bit:
            facts = [
                briefly(war, war.crew(group)) or "A dummy",
                f"Antiaircraft strength {war.flak(group)}",
                f"Moves {war.rate(group)} a turn",
            ]
            values = (str(war.crew(group).bit_count()), str(war.flak(group)))
            if side == AL and war.dummies & bit:
                marks.append(DUMMY)
        else:
            kind = "Real ships" if war.real & bit else "Ships or a dummy"
            facts = [kind, f"May hold: {briefly(war, suspects(war, group)) or 'nothing known'}"]
        if side == AL:
            facts.append("The Axis knows that it is real" if war.real & bit else "The Axis may take it for a dummy")
        name = setup.piece_names[group]
        found.append(
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
    return found


def _others(war: Sea) -> list[PieceView]:
    """Italian ships and all aircraft lie open."""
    setup = war.setup
    found = []
    for piece in bits(setup.italian | setup.planes | setup.swordfish):
        if war.due[piece] == NEVER and not (war.sunk | war.down) >> piece & 1:
            continue
        fact = setup.facts[piece]
        bit = 1 << piece
        side = SIDES[setup.side_of[piece]]
        marks = [mark for mask, mark in ((war.hit, HIT), (war.flown, FLOWN), (war.moved & setup.italian, MOVED)) if mask & bit]
        if war.row[piece]:
            marks.append(Mark("row", ROWS[war.row[piece]]))
        if war.barred & bit:
            marks.append(Mark("barred", "Back from battle: stays in port this season"))
        facts = [fact["title"]]
        if not setup.italian & bit:
            facts.append("Hits on " + ", ".join(_hits(setup, setup.column[piece])))
        at = war.at[piece]
        box = None if at != NOWHERE else _aside(war, piece, side)
        place = setup.space_names[at] if at != NOWHERE else None
        symbol = f"ship:{fact['symbol']}" if setup.italian & bit else f"air:{fact['symbol']}"
        found.append(
            PieceView(fact["name"], side, fact["name"], "", symbol, fact["type"], place, box, (), tuple(marks), tuple(facts))
        )
    return found


def _hits(setup: ConvoySetup, column: str) -> list[str]:
    return [f"{n} ({code})" for n, code in enumerate(setup.rows[column], 1) if code != "-"]


def _markers(war: Sea) -> list[Marker]:
    setup = war.setup
    name = setup.space_names
    found = [Marker(f"fort {name[s]}", "fort", name[s], "Fortification", None, "AL") for s in bits(war.forts)]
    if war.korps >= 0:
        found.append(Marker("korps", "korps", name[setup.track[war.korps]], "Afrika Korps", None, "AX"))
    found.append(Marker("crete", "owner", name[setup.crete], "Crete", SIDES[war.crete], SIDES[war.crete]))
    status = setup.status_names[war.status]
    found.append(Marker("status", "supply", f"{STATUS_CELL} {status}", f"Malta's status: {status}", None, "AL"))
    season = setup.season_names[war.season]
    found.append(Marker("season", "time", f"{SEASON_CELL} {season}", f"Now: {season}"))
    return found


def _ribbon(war: Sea) -> tuple[Bead, ...]:
    """In a battle: who has fired in this round and who has not."""
    stack = war.stack
    while stack is not None:
        step, stack = stack
        if isinstance(step, (Gunfire, Broadsides)):
            ships = (allied_ships(war, step.space) | war.fleet_at(step.space)) & war.setup.guns & ~war.hit
            return tuple(
                Bead(war.setup.piece_names[s], "done" if step.fired >> s & 1 else "next", ROWS.get(war.row[s], ""))
                for s in bits(ships)
            )
    return ()


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
        "points", (x, y, w, h), "The Mediterranean", tuple(spaces), "/api/games/convoys/art.svg",
        legend=(
            Legend("ship:group", "A group, face down"), Legend("ship:carrier", "Carrier"), Legend("ship:battleship", "Battleship"),
            Legend("ship:cruiser", "Cruisers"), Legend("ship:freighter", "Freighter"), Legend("air:dive_bomber", "Dive bombers"),
            Legend("air:torpedo_bomber", "Torpedo bombers"), Legend("air:bomber", "Level bombers"), Legend("korps", "Afrika Korps"),
            Legend("fort", "Fortification"),
        ),
        overlays=(
            OverlayInfo("reach", "Air reach", "Which positions a base or an air unit can strike.", "piece", True),
            OverlayInfo("danger", "Dangers", "What waits on each position: aircraft, submarines, torpedo boats, the fleet."),
            OverlayInfo("fleet", "Fleet", "Where Italian ships can be after their next move."),
            OverlayInfo("line", "Point of No Return", "The lanes Gibraltar's warships may cross in one direction only."),
            OverlayInfo("seen", "What the Axis knows", "For each group: known ships, ships that may be there, dummy or not."),
        ),
    )  # fmt: skip


def _cells(setup: ConvoySetup) -> list[BoardSpace]:
    """The cells of the printed tracks: places for markers only."""
    cells = setup.tables["map.cells"]
    found = []
    for track, key, names in ((SEASON_CELL, "seasons", setup.season_names), (STATUS_CELL, "status", setup.status_names)):
        for name, (x, y, w, h) in zip(names, cells[key]):
            shape = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            found.append(BoardSpace(f"{track} {name}", x + w / 2, y + h / 2, w, h, label=f"{track}: {name}", shape=shape))
    return found


# --- overlays


def overlay(war: Sea, side: int | None, overlay: str, about: int | None = None) -> Overlay:
    """One layer over the chart, from public knowledge."""
    if overlay == "reach":
        return _reach(war, about)
    if overlay == "danger":
        return _danger(war)
    if overlay == "fleet":
        return _fleet(war)
    if overlay == "line":
        return _line(war.setup)
    return _seen(war, side)


def _reach(war: Sea, about: int | None) -> Overlay:
    setup = war.setup
    bases = [base for base in setup.bases if war.usable(base) and war.planes_at(base)]
    if about is not None and about < len(war.at) and war.at[about] in setup.bases:
        bases = [war.at[about]]
    lines = tuple(
        Line((setup.space_names[base], setup.space_names[s]), "axis") for base in bases for s in bits(setup.reach[base])
    )
    tints = {s: base for base in bases for s in bits(setup.reach[base])}
    return Overlay(tuple(Tint(setup.space_names[s], "axis") for s in tints), lines, f"{len(tints)} positions in reach")


def waiting(war: Sea, space: int) -> list[str]:
    """What waits for ships on a position, in words."""
    setup = war.setup
    found = []
    for base in setup.bases:
        planes = war.planes_at(base).bit_count()
        if planes and setup.reach[base] >> space & 1:
            found.append(f"{planes} air unit{'s' if planes > 1 else ''} of {setup.space_names[base]} by day")
    lurk = attackers(war, space)
    if setup.uboats >> space & 1 and lurk & 1:
        found.append("a U-boat")
    if setup.submarines >> space & 1:
        found.append("an Italian submarine, against freighters")
    if setup.mas >> space & 1:
        found.append("torpedo boats, worst by night")
    if setup.area_of[space] != NOWHERE:
        ships = war.fleet_at(setup.area_of[space]).bit_count()
        found.append(f"the fleet: {ships} pieces one step away" if ships else "open to the fleet")
    return found


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
    found = 0
    for ship in bits(setup.italian & ~war.hit & ~war.barred):
        if war.at[ship] != NOWHERE:
            found |= setup.fleet[war.at[ship]]
    return Overlay(tuple(Tint(setup.space_names[s], "axis", "can be reached next turn") for s in bits(found & setup.positions)))


def _line(setup: ConvoySetup) -> Overlay:
    lines = [
        Line((setup.space_names[a], setup.space_names[b]), "bad") for a in bits(setup.positions) for b in bits(setup.line[a])
    ]
    tints = tuple(Tint(setup.space_names[s], "bad", "no way back for warships from Gibraltar") for s in bits(setup.narrows))
    return Overlay(tints, tuple(lines))


def _seen(war: Sea, side: int | None) -> Overlay:
    setup = war.setup
    tints = []
    for space in bits(lit(war)):
        notes = []
        for group in bits(war.groups_at(space)):
            sure = surely(war, group)
            maybe = (suspects(war, group) & ~sure).bit_count()
            known = briefly(war, sure) or "nothing"
            notes.append(f"{setup.piece_names[group]}: {known_as(war, group)}; known {known}; {maybe} more ships possible")
        here = war.groups_at(space)
        tone = "bad" if here & war.exposed else "strong" if here & war.real else "good" if side == AL else "plain"
        tints.append(Tint(setup.space_names[space], tone, " | ".join(notes)))
    return Overlay(tuple(tints), (), f"{war.found} of {setup.decoys} dummies found")


# --- previews


def preview(war: Sea, side: int, verb: str, target: int) -> Preview | None:
    """What a choice leads to, before any die."""
    setup = war.setup
    if verb == "to" and side == AL:
        return _sailing(war, target)
    if verb in ("over", "engage"):
        words = "; ".join(_what(war, side, g) for g in bits(war.groups_at(target)))
        return Preview(f"{setup.space_names[target]}: {words}", "MC-RECON.2", (), (Tint(setup.space_names[target], "strong"),))
    if verb == "fly" and side == AX and war.at[target] in setup.bases:
        return _flight(war, target)
    if verb in ("target", "normal", "press"):
        return _strike(war, target if verb == "target" else NOWHERE)
    if verb in ("base", "force_k"):
        free = verb == "base" and war.based & setup.swordfish
        after = war.status - (0 if free else setup.cost["swordfish" if verb == "base" else "force_k"])
        text = f"Malta falls to {setup.status_names[max(0, after)]}; up to {setup.freighter_row[max(0, after)]} freighters by the table"
        return Preview(text, "MC-SUPPLY.2")
    if verb == "at" and target in setup.bases:
        names = [setup.space_names[s] for s in bits(setup.reach[target])]
        lines = tuple(Line((setup.space_names[target], name), "axis") for name in names)
        text = f"Reaches {', '.join(names)}" + (" and the harbour of Malta" if target == setup.sicily else "")
        return Preview(text, "MC-AIR.1", lines)
    if verb == "invade":
        return Preview(f"Succeeds on {setup.invasion_on[war.status]} or less; Afrika Korps falls back in any case", "MC-INVADE.3")
    return None


def _flight(war: Sea, plane: int) -> Preview:
    """Where an air unit can strike now: along its dashed lines, or over the harbour [MC-AIR.1, MC-HARB.1]."""
    setup = war.setup
    base = war.at[plane]
    if war.stack is not None and isinstance(war.stack[0], HarbourRound):
        way = Line((setup.space_names[base], setup.space_names[setup.malta]), "axis")
        return Preview(f"{setup.space_names[base]} to Malta", "MC-HARB.1", (way,))
    targets = [setup.space_names[s] for s in bits(setup.reach[base] & lit(war))]
    lines = tuple(Line((setup.space_names[base], name), "axis") for name in targets)
    hits = ", ".join(_hits(setup, setup.column[plane]))
    return Preview(f"{setup.space_names[base]} reaches {', '.join(targets)}; hits on {hits}", "MC-AIR.1", lines)


def _strike(war: Sea, target: int) -> Preview | None:
    """Both dice of an air attack before it is made."""
    step = war.stack[0] if war.stack is not None else None
    if isinstance(step, AirAttack):
        return Preview(_both_dice(war, step.plane, step.target, step.harbour), "MC-AIR.3")
    if isinstance(step, (Aim, Pounce, HarbourAim)) and target != NOWHERE:
        return Preview(_both_dice(war, step.plane, target, isinstance(step, HarbourAim)), "MC-AIR.3")
    return None


def _what(war: Sea, side: int, group: int) -> str:
    setup = war.setup
    name = setup.piece_names[group]
    if side == AL or war.exposed >> group & 1:
        return f"{name} with " + (briefly(war, war.crew(group)) or "nothing: a dummy")
    return f"{name}, {'real' if war.real >> group & 1 else 'perhaps a dummy'}"


def _sailing(war: Sea, target: int) -> Preview:
    setup = war.setup
    here = setup.ports[war.harbour] if war.harbour != RESERVE else war.at[war.chosen]
    when = "by night" if war.night else "by day"
    words = waiting(war, target) if setup.positions >> target & 1 else []
    text = f"{setup.space_names[target]} {when}: " + ("; ".join(words) if words else "nothing waits there")
    if setup.positions >> target & 1:
        text += f". {setup.to_malta[target]} steps to Malta"
    rule = "MC-MOVE.3"
    captive = war.gib & setup.warships & (war.muster if war.harbour != RESERVE else war.crew(war.chosen))
    if setup.line[here] >> target & 1 and captive:
        text += ". Gibraltar's warships must then go on to Malta"
        rule = "MC-PNR.1"
    return Preview(text, rule, (Line((setup.space_names[here], setup.space_names[target]), "allies"),))
