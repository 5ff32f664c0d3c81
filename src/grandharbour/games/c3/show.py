"""What the browser draws of Operazione C3."""

from __future__ import annotations

from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from ...engine.step import Stack
from ...engine.view import Bead, Board, BoardSpace, Box, Legend, Mark, Marker, PieceView, Track, View
from . import window
from .airdrop import DropPlan, Drops
from .bombardment import AIR, Guns, Missions
from .landing import Embark, Fleet, LandingPlan
from .layers import LAYERS, overlay
from .placing import Garrison
from .previews import in_words, planned, preview
from .state import AXIS, BRITISH, SIDES, C3Setup, Malta
from .supply import cut_off
from .turn import Contest, Day, Operation, Sortie, available, has_bases

__all__ = ["board", "overlay", "preview", "view"]

REDUCED = Mark("reduced", "Reduced: one step left", "bad")
DG = Mark("disorganised", "Disorganised: combat, tank and movement values are halved", "bad")
DISPERSED = Mark("dispersed", "Dispersed: as good as absent until it regroups", "bad")
ACTIVATED = Mark("activated", "Activated: no other Operation and no shot this turn")
CUT_OFF = Mark("cut-off", "Without supply: combat value halved", "bad")
ELITE = Mark("elite", "Elite: may shift a column, and then takes the first loss", "good")
SECOND = Mark("second-wave", "Second wave")
PLANNED = Mark("planned", "Still in the air: bound for this hex")
BONUS = {
    "S": Mark("bonus-s", "S: +1 on the landing die", "good"),
    "L": Mark("bonus-l", "L: +1 on the drop die of its stack", "good"),
    "N": Mark("bonus-n", "Swimmers: the sea does not kill them", "good"),
    "A": Mark("bonus-a", "Loreto: opens an airfield to La Spezia", "good"),
}
SEGMENTS = (
    "Independents",
    "Movement",
    "Attacks",
    "Recovery",
    "Offensive bombardment",
    "Defensive bombardment",
    "Combat",
)


def view(war: Malta, side: int | None) -> View:
    """Every stack may be inspected at any time [1.3.7.c]: everybody sees the same."""
    setup = war.setup
    turn = setup.turn_names[war.turn]
    return View(
        heading="Setting up" if _setting_up(war) else f"Turn {turn}, {setup.tables['turns.days'][war.turn].lower()}",
        phase=_phase(war),
        turn=war.turn,
        tracks=tuple(_tracks(war)),
        pieces=tuple(_piece(war, piece) for piece in range(setup.pieces)),
        markers=tuple(_markers(war)),
        boxes=tuple(
            Box(setup.space_names[box], setup.space_names[box], SIDES[s])
            for s in (AXIS, BRITISH)
            for box in (setup.reserve[s], setup.dead[s])
        ),
        ribbon=_ribbon(war),
        stage=window.stage(war),
    )


def _find(stack: Stack | None, kind: type) -> object | None:
    """The topmost step of a kind, if one is under way."""
    while stack is not None:
        if isinstance(stack[0], kind):
            return stack[0]
        stack = stack[1]
    return None


def _setting_up(war: Malta) -> bool:
    return war.stack is not None and isinstance(war.stack[0], Garrison)


def _phase(war: Malta) -> str:
    """The segment of the sequence of play [2, 2.1]."""
    stack = war.stack
    if stack is None:
        return "The game has ended"
    operation = _find(stack, Operation)
    if isinstance(operation, Operation):
        who = war.setup.lot_names[war.formation] if war.formation != NOWHERE else ""
        # An Operation notes the segment to come before it begins one.
        return f"{who}: {SEGMENTS[max(0, min(operation.stage, len(SEGMENTS)) - 1)]}"
    sortie = _find(stack, Sortie)
    if isinstance(sortie, Sortie):
        return "Air Operation" if sortie.arm == AIR else "Naval Operation"
    if _find(stack, Contest):
        return "Which Formation acts next"
    if _find(stack, DropPlan) or _find(stack, Drops):
        return "Air drops"
    if _find(stack, LandingPlan) or _find(stack, Embark) or _find(stack, Fleet):
        return "Landings"
    missions = _find(stack, Missions)
    if isinstance(missions, Missions):
        return "Air bombardment" if missions.arm == AIR else "Naval bombardment"
    return "Bombardment" if _find(stack, Day) else "Garrison"


def _tracks(war: Malta) -> list[Track]:
    setup = war.setup
    hexes, line, special = war.ledger()
    points = war.score()
    lost = hexes * setup.number["victory.hex"] - points
    port, airport = bool(war.working_ports() & war.control), bool(setup.airfields & war.control)
    found = [
        Track("turn", "Turn", war.turn, setup.last, None, setup.tables["turns.days"][war.turn]),
        Track("vp", "Axis points", points, None, "AX", setup.levels[war.level(points)]),
        Track("hexes", "Victory hexes", hexes, setup.victory.bit_count(), "AX"),
        Track("lost", "Points lost", lost, None, "AX", f"{line} Italian, {special} elite, armour, guns"),
        Track("bases", "Port, airport", int(port) + int(airport), 2, "AX", _bases(war, port, airport)),
    ]
    if war.turn:
        for side in (AXIS, BRITISH):
            lots = available(war, side)
            names = ", ".join(f"{setup.lot_names[lot]} {setup.token[lot]:+d}" for lot in bits(lots))
            found.append(Track(f"formations-{SIDES[side]}", "Can act", lots.bit_count(), None, SIDES[side], names or "nobody"))
    if war.free != NOWHERE:
        found.append(
            Track("streak", "Acted in a row", war.streak, None, SIDES[1 - war.free], "The other side may act without dice")
        )
    plan = _plan_track(war)
    return found + ([plan] if plan else []) + ([battle] if (battle := _battle(war)) else [])


def notes(war: Malta, side: int, verb: str) -> dict[int, str]:
    """What each Formation that can act adds to the die of its side [5.1.e]."""
    if not war.turn or war.setup.game.verbs[verb].kind != "lot":
        return {}
    return {lot: f"{war.setup.token[lot]:+d}".replace("-", "−") for lot in bits(available(war, side))}


def _bases(war: Malta, port: bool, airport: bool) -> str:
    """What is missing for anything better than a crushing defeat [8.2.f]."""
    if has_bases(war):
        return "Held"
    return "Needed: " + " and ".join(word for word, held in (("a port", port), ("an airport", airport)) if not held)


def _plan_track(war: Malta) -> Track | None:
    """What is still to be planned: missions, companies, boats, guns."""
    if war.stack is None:
        return None
    step = war.stack[0]
    setup = war.setup
    if isinstance(step, Missions):
        named = ", ".join(setup.hex_label(h) for h in step.shots) or "none yet"
        return Track("plan", "Missions left", step.left, None, "AX", f"Targets: {named}")
    if isinstance(step, DropPlan):
        left = sum(war.plan[p] == NOWHERE for p in bits(setup.droppers))
        return Track("plan", "Companies to plan", left, setup.droppers.bit_count(), "AX")
    if isinstance(step, (LandingPlan, Embark)):
        note = f"At most {setup.number['amphibious.sea_hexes']} sea hexes in a chain"
        return Track("plan", "Sea hexes chosen", step.chosen.bit_count(), setup.number["amphibious.sea_hexes"], "AX", note)
    if isinstance(step, Guns):
        named = ", ".join(setup.hex_label(h) for h in step.shots) or "none yet"
        return Track("plan", "Guns laid", len(step.shots), None, SIDES[step.side], f"Targets: {named}")
    return None


def _battle(war: Malta) -> Track | None:
    """The attack that is being planned or fought, with its column and what shifted it [5.5.1]."""
    combat = planned(war)
    if combat is None:
        return None
    chance, note = in_words(war, combat)
    side = war.setup.side_of[first(combat.attackers)]
    return Track("battle", f"Attack on {war.setup.hex_label(combat.target)}", round(100 * chance), 100, SIDES[side], note, "%")


def _piece(war: Malta, piece: int) -> PieceView:
    setup = war.setup
    unit = setup.unit[piece]
    bit = 1 << piece
    space = war.at[piece]
    side = setup.side_of[piece]
    if setup.droppers & bit and war.turn == 0 and war.plan[piece] != NOWHERE and space == setup.reserve[side]:
        space = war.plan[piece]  # a plan lies open on the map [3.2.b]
    on_map = space < setup.hexes_end
    starved = cut_off(war, bit) if on_map else 0
    marks = [mark for mark, on in (
        (PLANNED, space != war.at[piece]), (DISPERSED, war.dispersed & bit), (DG, war.dg & bit), (REDUCED, war.reduced & bit), (CUT_OFF, starved),
        (ACTIVATED, war.spent & bit), (SECOND, war.second & bit), (ELITE, setup.elite & bit),
    ) if on]  # fmt: skip
    if unit["bonus"] in BONUS:
        marks.append(BONUS[unit["bonus"]])
    cf = f"({war.strength(piece)})" if setup.defends_only & bit else str(war.strength(piece))
    facts = [
        unit["title"],
        setup.formation[setup.formation_of[piece]]["title"] if setup.formation_of[piece] != NOWHERE else "Independent",
    ]
    facts.append(
        f"Combat {setup.cf[piece]}"
        + (f", reduced {setup.weak[piece]}" if setup.two_steps & bit else "")
        + (", defends only" if setup.defends_only & bit else "")
    )
    facts.append(f"Movement {setup.move[piece]}" if setup.mobile & bit else "Does not move")
    if setup.tank[piece] or setup.at[piece]:
        facts.append(f"Tank {setup.tank[piece]}, anti-tank {setup.at[piece]}")
    if war.plan[piece] != NOWHERE and war.turn == 0:
        facts.append(f"Bound for {setup.hex_label(war.plan[piece])}")
    if space == war.at[piece] and on_map and setup.land >> space & 1 and not war.dispersed & bit:
        stack = war.units_in(space, side)
        facts.append(f"Stack {war.points(stack)} of {war.limit(space)} points")
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
        marks=tuple(marks),
        facts=tuple(facts),
    )


def _markers(war: Malta) -> list[Marker]:
    setup = war.setup
    name = setup.names.of
    found = []
    for h in bits(war.struck):
        built = setup.built >> h & 1
        found.append(
            Marker(
                f"struck {name('space', h)}",
                "rubble" if built else "crater",
                name("space", h),
                "Rubble" if built else "Road destroyed",
            )
        )
    found += [
        Marker(f"flag {name('space', h)}", "control", name("space", h), "Under Axis control", None, "AX")
        for h in bits(war.control & setup.victory)
    ]
    found += [
        Marker(f"beach {name('space', h)}", "beach", name("space", h), "Landing beach", None, "AX") for h in bits(war.beaches)
    ]
    for target, attackers in war.attacks:
        who = ", ".join(setup.piece_names[u] for u in bits(attackers))
        found.append(
            Marker(
                f"attack {name('space', target)}", "attack", name("space", target), f"Attacked by {who}", None, SIDES[war.active]
            )
        )
    bound: dict[int, list[str]] = {}
    for piece, target in enumerate(war.plan):
        if target != NOWHERE and war.turn == 0 and war.at[piece] < setup.hexes_end:
            bound.setdefault(target, []).append(setup.piece_names[piece])
    for target, names in sorted(bound.items()):
        found.append(
            Marker(
                f"plan {name('space', target)}",
                "plan",
                name("space", target),
                f"Boats bound for here: {', '.join(names)}",
                str(len(names)),
                "AX",
            )
        )
    return found


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
    legend = (
        Legend("rubble", "Rubble"), Legend("crater", "Road destroyed"), Legend("control", "Under Axis control"),
        Legend("beach", "Landing beach"), Legend("attack", "Declared attack"), Legend("plan", "Beach of a landing"), *_results(),
    )  # fmt: skip
    whole = (box[0], box[1], box[2], box[3])
    return Board(
        "hexes", whole, "Malta", tuple(spaces), "/api/games/c3/art.svg", legend=legend, overlays=LAYERS, focus=_focus(setup)
    )


def _focus(setup: C3Setup) -> tuple[float, float, float, float]:
    """The islands in play with the water that boats need: what a player wants to see first."""
    art = setup.tables["map.art"]
    size, origin = art["hex_size"], art["origin"]
    places = [setup.grid.center(h, size) for h in bits(setup.land | setup.landing_sea)]
    left, top = min(x for x, _ in places) - size + origin[0], min(y for _, y in places) - size + origin[1]
    right, low = max(x for x, _ in places) + size + origin[0], max(y for _, y in places) + size + origin[1]
    return round(left, 1), round(top, 1), round(right - left, 1), round(low - top, 1)


def _label(setup: C3Setup, h: int) -> str:
    if h not in setup.base or not setup.land >> h & 1:
        return f"{setup.hex_label(h)}, {'mined sea' if setup.mines >> h & 1 else 'sea' if setup.sea >> h & 1 else 'out of play'}"
    parts = [setup.hex_label(h), setup.base[h]]
    parts += [
        word
        for word, where in (("city", setup.cities), ("town", setup.towns), ("port", setup.ports), ("airfield", setup.airfields))
        if where >> h & 1
    ]
    return ", ".join(parts)


def _results() -> tuple[Legend, ...]:
    """The codes of the combat table in words [5.5.1.1]."""
    return (
        Legend("result:Ar", "Attackers retreat a hex in disorder; against a City or Rubble they lose a step instead"),
        Legend("result:Dr", "Defenders retreat two hexes in disorder; in a City or Rubble they lose a step instead"),
        Legend("result:CI", "Intense Combat: a step each and another round, if both will"),
    )
