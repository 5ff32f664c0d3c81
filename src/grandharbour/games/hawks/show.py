"""What the browser draws of Hawks over Malta."""

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
from .flak import beside_objective
from .movement import Contact, Move
from .placing import PlaceClouds, PlaceGuns, PlaceObjectives, PlacePlanes, Prepare
from .state import BR, CHITS, FACE, GREEN, IT, LUCKY, HawksSetup, Sky
from .turn import Activations, Turn

SYMBOLS = {"CR42": "biplane", "Gladiator": "biplane", "BR20": "twin", "SM79": "trimotor", "Z1007": "trimotor"}
LABELS = {"CR42": "CR.42", "G50": "G.50", "MC200": "C.200", "BR20": "BR.20", "SM79": "SM.79", "Z1007": "Z.1007"}
PHASES = ("Priorities", "Movement", "Anti-aircraft fire", "Bombing", "End of turn")
_CHIT_MARKS = {
    FACE: Mark("ace", "FACE: an ace, +1 on its own rolls", "good"),
    GREEN: Mark("green", "GREEN: a beginner, -1 on its own rolls", "bad"),
    LUCKY: Mark("lucky", "LUCKY: may change a roll by 1", "good"),
}
HIT = Mark("hit", "Hit: -1 on its own rolls, and one hit from falling", "bad")
FIRED = Mark("fired", "Has fired this turn")
BOMBED = Mark("bombed", "Has dropped its bombs")
LADEN = Mark("bombs", "Carries bombs", "good")

TONE = ("axis", "allies")
LAYERS = (
    OverlayInfo("guns", "Guns", "What the anti-aircraft guns reach, and the number they need at each altitude."),
    OverlayInfo(
        "fire", "Fields of fire", "Where fighters may fire; point at a plane to see its own reach and who reaches it.", "piece"
    ),
)


def view(war: Sky, side: int | None) -> View:
    """Built from what a side may know and nothing else: own chits, chits turned up, and the open board."""
    setup = war.setup
    started = war.turn > 0
    italy, britain = war.scores()
    par = war.par()
    return View(
        heading=f"Turn {war.turn} of {setup.max_turns}" if started else "Setting up",
        phase=_phase(war),
        turn=war.turn,
        tracks=(
            Track("turn", "Turn", war.turn, setup.max_turns),
            Track("score-IT", "Italy", italy, None, "IT", "3 for an Objective, 1 for a British plane"),
            Track("score-BR", "Britain", britain, None, "BR", "2 for a bomber, 1 for a fighter"),
            Track("margin", "Margin", italy - britain, None, None, f"Italy wins above {par}, Britain below"),
            Track("par", "Par", par),
        ),
        pieces=tuple(_piece(war, plane, side) for plane in range(setup.planes)),
        markers=tuple(_markers(war)),
        boxes=(
            Box("ready-IT", "Waiting to enter", "IT"),
            Box("ready-BR", "Waiting to enter", "BR"),
            Box("home-IT", "Flown home", "IT"),
            Box("down-IT", "Shot down", "IT"),
            Box("down-BR", "Shot down", "BR"),
        ),
        ribbon=_ribbon(war, side),
    )


def _phase(war: Sky) -> str:
    stack = war.stack
    if stack is None:
        return "The game has ended"
    while stack[1] is not None:
        stack = stack[1]
    bottom = stack[0]
    if isinstance(bottom, Prepare):
        top = war.stack[0] if war.stack else bottom
        names = {PlaceObjectives: "Objectives", PlaceGuns: "Anti-aircraft guns", PlaceClouds: "Clouds", PlacePlanes: "Planes"}
        return names.get(type(top), "Setting up")
    assert isinstance(bottom, Turn)
    return PHASES[bottom.phase - 1]


def _piece(war: Sky, plane: int, side: int | None) -> PieceView:
    setup = war.setup
    kind = setup.kinds[plane]
    owner = setup.side_of[plane]
    name = setup.names.of("piece", plane)
    bit = 1 << plane
    marks: list[Mark] = []
    if war.hit_markers[plane]:
        marks.append(HIT)
    if war.fired & bit:
        marks.append(FIRED)
    if setup.bombers & bit:
        marks.append(BOMBED if war.bombed & bit else LADEN)
    known = war.known_chits(side) & bit
    if known and war.chit[plane] in _CHIT_MARKS:
        marks.append(_CHIT_MARKS[war.chit[plane]])
    speed, need = setup.class_of[plane], setup.hits_on[setup.class_of[plane] - 1]
    facts = [setup.tables[f"planes.{kind}.name"], f"Moves up to {speed}", f"Hits on {need}+"]
    if setup.bombers & bit:
        numbers = ", ".join(f"{n}+" for n in setup.bombing[plane])
        facts.append(f"Bombs {setup.loads[plane]}x, at altitudes 1 to 4 on {numbers}")
    if known:
        facts.append(f"Pilot: {CHITS[war.chit[plane]]}" + ("" if war.up & bit else " (face down)"))
    elif war.ordinary & bit:
        facts.append("Pilot: neither FACE nor GREEN")
    else:
        facts.append("Pilot: unknown")
    facts.append(setup.tables[f"planes.{kind}.about"])
    short = "IT" if owner == IT else "BR"
    box = None
    if war.at[plane] == NOWHERE:
        box = f"down-{short}" if war.down & bit else f"home-{short}" if war.home & bit else f"ready-{short}"
    return PieceView(
        id=name,
        side=short,
        label=LABELS.get(kind, kind),
        sub=name.rsplit(" ", 1)[1],
        symbol=SYMBOLS.get(kind, "monoplane"),
        type=kind,
        at=None if war.at[plane] == NOWHERE else setup.names.of("space", war.at[plane]),
        box=box,
        values=(str(speed), f"{need}+"),
        marks=tuple(marks),
        facts=tuple(facts),
    )


def _markers(war: Sky) -> list[Marker]:
    names = war.setup.names
    found = [
        Marker(f"objective {names.of('space', s)}", "objective", names.of("space", s), "Objective", "intact")
        for s in bits(war.objectives)
    ]
    found += [
        Marker(f"objective {names.of('space', s)}", "objective", names.of("space", s), "Destroyed", "destroyed")
        for s in bits(war.ruins)
    ]
    found += [
        Marker(
            f"guns {names.of('space', s)}", "aa", names.of("space", s), "Guns", "fired" if war.guns_fired >> s & 1 else None, "BR"
        )
        for s in bits(war.guns)
    ]
    found += [Marker(f"cloud {n}", "cloud", names.of("space", cell), "Cloud") for n, cell in enumerate(war.clouds, 1)]
    return found


def _ribbon(war: Sky, side: int | None) -> tuple[Bead, ...]:
    """The order of movement: all of it once shown, before that a side sees only its own."""
    name = war.setup.names.of
    if not war.order_shown:
        if side is None:
            return ()
        return tuple(Bead(name("piece", plane), "next", f"number {n}") for n, plane in enumerate(war.order[side], 1))
    first = war.initiative
    queue: list[int] = []
    for number in range(max(len(order) for order in war.order)):
        queue += [war.order[s][number] for s in (first, 1 - first) if number < len(war.order[s])]
    waiting: tuple[int, ...] = ()
    now = NOWHERE
    stack = war.stack
    while stack is not None:
        step, stack = stack
        if isinstance(step, Activations):
            waiting = step.queue
        elif isinstance(step, (Move, Contact)):
            now = step.plane
    return tuple(
        Bead(
            name("piece", plane),
            "now" if plane == now else "next" if plane in waiting else "done",
            "shot down" if war.down >> plane & 1 else "flown home" if war.home >> plane & 1 else "",
        )
        for plane in queue
    )


def board(setup: HawksSetup) -> Board:
    """Squares of 100 units, rank 1 at the top; a square's cells lie inside it."""
    grid, names = setup.grid, setup.names
    spaces = []
    for square in bits(grid.squares):
        column, rank, _ = grid.place(square)
        label = grid.square_name(square)
        x, y = (column - 1) * 100.0, (rank - 1) * 100.0
        spaces.append(BoardSpace(label, x, y, 100, 100, square=label, label=label))
        for cell in bits(grid.column_of(square)):
            level = setup.level[cell]
            spaces.append(
                BoardSpace(
                    names.of("space", cell),
                    x,
                    y,
                    100,
                    100,
                    square=label,
                    level=level,
                    label=f"{label} altitude {level}",
                    within=label,
                )
            )
    # The chart is drawn for the printed size; a table pack with another one goes without.
    art = "/api/games/hawks/art.svg" if (grid.columns, grid.ranks) == (7, 9) else None
    return Board(
        "squares", (0, 0, grid.columns * 100.0, grid.ranks * 100.0), "Malta", tuple(spaces), art, grid.levels, grid.columns, grid.ranks,
        (
            Legend("objective", "Objective"), Legend("aa", "Anti-aircraft guns"), Legend("cloud", "Cloud at its altitude"),
            Legend("biplane", "Biplane fighter"), Legend("monoplane", "Fighter"), Legend("twin", "Bomber, two loads"), Legend("trimotor", "Bomber"),
        ),
        LAYERS,
    )  # fmt: skip


# --- layers: all of them drawn from the open board


def overlay(war: Sky, side: int | None, layer: str, about: int | None) -> Overlay:
    if layer == "guns":
        return _guns(war)
    if about is None or war.at[about] == NOWHERE:
        return _fire(war)
    return _fire_of(war, about)


def _guns(war: Sky) -> Overlay:
    """The cells over each gun that it reaches, with the number it needs [HM-AA.2]; barrages fire at everybody [HM-AA.5]."""
    setup = war.setup
    tints = []
    for gun in bits(war.guns):
        tone = "both" if beside_objective(war, gun) else "allies"
        for cell in bits(_over(war, gun)):
            need = setup.aa_needs[setup.level[cell]]
            if need:
                tints.append(Tint(setup.names.of("space", cell), tone, f"{need}+"))
    if not tints:
        return Overlay(note="There are no guns on the board yet.")
    return Overlay(
        tuple(tints), (), "Guns fire at Italian planes over their square [HM-AA.1]; beside an Objective at all [HM-AA.5]."
    )


def _over(war: Sky, square: int) -> int:
    """The cells over a square."""
    return sum(1 << cell for cell in war.setup.cells if war.setup.square_bit[cell] >> square & 1)


def _covered(war: Sky, plane: int) -> int:
    """Where a plane may fire: its own cell and, for a fighter, the one below unless a cloud lies in it [HM-ENG.1, HM-ENG.2]."""
    setup = war.setup
    here = war.at[plane]
    if here == NOWHERE or (setup.bombers | war.fired) >> plane & 1:
        return 0
    under = setup.below[here]
    return 1 << here | (0 if under == NOWHERE or war.fog() >> under & 1 else 1 << under)


def _fire(war: Sky) -> Overlay:
    cells = [0, 0]
    for side in (IT, BR):
        for plane in bits(war.on_board(side)):
            cells[side] |= _covered(war, plane)
    name = war.setup.names.of
    tints = [Tint(name("space", c), "both") for c in bits(cells[IT] & cells[BR])]
    for side in (IT, BR):
        tints += [Tint(name("space", c), TONE[side]) for c in bits(cells[side] & ~cells[1 - side])]
    note = "Fighters that have not fired cover their own cell and the one below [HM-ENG.1, HM-ENG.2]."
    return Overlay(tuple(tints), (), note)


def _fire_of(war: Sky, plane: int) -> Overlay:
    setup = war.setup
    name, who = setup.names.of, setup.names.of("piece", plane)
    side, here = setup.side_of[plane], war.at[plane]
    tints = [Tint(name("space", c), TONE[side], "must" if c == here else "may") for c in bits(_covered(war, plane))]
    foes = [foe for foe in bits(war.on_board(1 - side)) if _covered(war, foe) >> here & 1]
    drawn = [Line((name("space", war.at[foe]), name("space", here)), "bad") for foe in foes if war.at[foe] != here]
    said = f"{who} covers {_count(len(tints), 'cell')}" if tints else f"{who} does not open fire [HM-MOVE.6, HM-FIRE.3]"
    need = _flak_at(war, plane, here)
    guns = f"; guns reach it on {need}+ [HM-AA.2]" if need else ""
    return Overlay(tuple(tints), tuple(drawn), f"{said}; {_count(len(foes), 'enemy fighter')} in reach of it{guns}.")


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def _flak_at(war: Sky, plane: int, cell: int) -> int:
    """What the guns below a cell need against a plane, 0 if none reaches it."""
    setup = war.setup
    for gun in bits(war.guns & setup.square_bit[cell]):
        if setup.side_of[plane] == IT or beside_objective(war, gun):
            return setup.aa_needs[setup.level[cell]]
    return 0


def preview(war: Sky, side: int, verb: str, target: int) -> Preview | None:
    """What waits in the space a plane would fly to; the pilots' chits play no part in it."""
    assert war.stack is not None
    step = war.stack[0]
    if not isinstance(step, Move) or verb != "to":
        return None
    setup = war.setup
    plane, name = step.plane, setup.names.of
    clear = not war.fog() >> target & 1
    foes = war.on_board(1 - side)
    there = war.planes_in(foes, target)
    over = setup.above[target]
    ready = war.planes_in(foes & setup.fighters & ~war.fired, over) if over != NOWHERE and clear else 0
    need = _flak_at(war, plane, target)
    risks = [
        (f"{there.bit_count()} to fight", "HM-ENG.1", there),
        (f"{ready.bit_count()} above may shoot", "HM-ENG.3", ready),
        (f"guns on {need}+", "HM-AA.2", need),
    ]
    waiting = [(text, rule) for text, rule, much in risks if much]
    said = [f"{setup.class_of[plane] - step.left + 1} of {setup.class_of[plane]} spaces"]
    said += [] if clear else ["in cloud [HM-CLOUD.1]"]
    said += [f"{text} [{rule}]" for text, rule in waiting]
    way = name("space", war.at[plane]), name("space", target)
    line = Line(way, "bad" if waiting else "strong", ", ".join(text for text, _ in waiting))
    return Preview(f"{'; '.join(said)}.", "HM-MOVE.1", (line,))
