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
    Tint,
    Track,
    View,
)
from .flak import beside_objective, flak_at
from .movement import Contact, Move
from .state import BR, CHITS, FACE, GREEN, IT, LABELS, LUCKY, HawksSetup, Sky
from .turn import Activations

SYMBOLS = {"CR42": "biplane", "Gladiator": "biplane", "BR20": "twin", "SM79": "trimotor", "Z1007": "trimotor"}
CHIT_MARKS = {FACE: ("ace", "good"), GREEN: ("green", "bad"), LUCKY: ("lucky", "good")}
TONE = ("axis", "allies")
LEGEND = ("objective", "aa", "cloud", "biplane", "monoplane", "twin", "trimotor")
BOXES = ("ready-IT", "ready-BR", "home-IT", "down-IT", "down-BR")


def view(war: Sky, side: int | None) -> View:
    """Built from what a side may know and nothing else: own chits, chits turned up, and the open board."""
    setup, shelf = war.setup, war.setup.shelf
    phase = war.under_way
    heading, tracks = shelf(_summary)[war.turn, *war.scores(), war.par()]
    return View(
        heading=heading,
        phase=war.say("phase-over") if phase is None else setup.game.title_of(phase),
        turn=war.turn,
        tracks=tracks,
        pieces=_pieces(war, side),
        markers=shelf(_markers)[war.objectives, war.ruins, war.guns, war.guns & war.guns_fired, *war.clouds],
        boxes=shelf(_boxes)[()],
        ribbon=_ribbon(war, side),
    )


def notes(war: Sky, side: int, verb: str) -> dict[int, str]:
    """The chance of every shot and all loads that may be chosen, as the odds card tells it to the side that is asked."""
    game, decision = war.setup.game, war.decisions.get(side)
    if decision is None or game.verbs[verb].kind != "piece" or not game.verbs[verb].dice:
        return {}
    ahead = {target: war.odds(side, verb, target) for target in bits(decision.choices.get(verb, 0))}
    return {target: war.say("note-chance", p=float(odds.win)) for target, odds in ahead.items() if odds and odds.win is not None}


def _summary(setup: HawksSetup, turn: int, italy: int, britain: int, par: int) -> tuple[str, tuple[Track, ...]]:
    """The heading and the numbers beside the board."""
    say, points = setup.say, setup.points
    heading = say("heading-turn", turn=turn, of=setup.max_turns) if turn > 0 else say("heading-setup")
    return heading, (
        Track("turn", say("track-turn"), turn, setup.max_turns),
        Track("score-IT", say("track-score-IT"), italy, side="IT", note=say("track-score-IT.note", **points)),
        Track("score-BR", say("track-score-BR"), britain, side="BR", note=say("track-score-BR.note", **points)),
        Track("margin", say("track-margin"), italy - britain, note=say("track-margin.note", par=par)),
        Track("par", say("track-par"), par),
    )


def _boxes(setup: HawksSetup) -> tuple[Box, ...]:
    return tuple(Box(box, setup.say(f"box-{box[:-3]}"), box[-2:], box.startswith("down")) for box in BOXES)


def _pieces(war: Sky, side: int | None) -> tuple[PieceView, ...]:
    known, cards = war.known_chits(side), war.setup.shelf(_piece)
    fired, bombed, down, home, up, ordinary = war.fired, war.bombed, war.down, war.home, war.up, war.ordinary
    return tuple(
        [
            cards[
                plane,
                at,
                hits > 0,
                fired >> plane & 1,
                bombed >> plane & 1,
                down >> plane & 1,
                home >> plane & 1,
                # Of a chit that is not known, nothing: neither its kind nor which way it lies.
                (chit, up >> plane & 1) if known >> plane & 1 else None,
                ordinary >> plane & 1,
            ]
            for plane, (at, hits, chit) in enumerate(zip(war.at, war.hit_markers, war.chit, strict=True))
        ]
    )


def _piece(
    setup: HawksSetup, plane: int, at: int, hit: bool, fired: int, bombed: int, down: int, home: int,
    chit: tuple[int, int] | None, ordinary: int,
) -> PieceView:  # fmt: skip
    """A plane as somebody sees it; ``chit``: its pilot and whether he is turned up, as far as they are known."""
    say = setup.say
    kind = setup.kinds[plane]
    name = setup.names.of("piece", plane)
    bomber = setup.bombers >> plane & 1

    def mark(id: str, tone: str = "plain") -> Mark:
        return Mark(id, say(f"mark-{id}"), tone)

    marks: list[Mark] = []
    if hit:
        marks.append(mark("hit", "bad"))
    if fired:
        marks.append(mark("fired"))
    if bomber:
        marks.append(mark("bombed") if bombed else mark("bombs", "good"))
    if chit and chit[0] in CHIT_MARKS:
        marks.append(mark(*CHIT_MARKS[chit[0]]))
    speed, need = setup.class_of[plane], setup.hits_on[setup.class_of[plane] - 1]
    facts = [setup.tables[f"planes.{kind}.name"], say("fact-speed", n=speed), say("fact-hits", need=need)]
    if bomber:
        numbers = ", ".join(f"{n}+" for n in setup.bombing[plane])
        facts.append(say("fact-bombs", loads=setup.loads[plane], numbers=numbers))
    if chit:
        facts.append(say("fact-pilot" if chit[1] else "fact-pilot-down", chit=CHITS[chit[0]]))
    else:
        facts.append(say("fact-pilot-ordinary" if ordinary else "fact-pilot-unknown"))
    facts.append(say(f"about-{kind}"))
    short = "IT" if setup.side_of[plane] == IT else "BR"
    box = None
    if at == NOWHERE:
        box = f"down-{short}" if down else f"home-{short}" if home else f"ready-{short}"
    return PieceView(
        id=name,
        side=short,
        label=LABELS.get(kind, kind),
        sub=name.rsplit(" ", 1)[1],
        symbol=SYMBOLS.get(kind, "monoplane"),
        type=kind,
        at=None if at == NOWHERE else setup.names.of("space", at),
        box=box,
        values=(str(speed), f"{need}+"),
        marks=tuple(marks),
        facts=tuple(facts),
    )


def _markers(setup: HawksSetup, objectives: int, ruins: int, guns: int, fired: int, *clouds: int) -> tuple[Marker, ...]:
    name, say = setup.names.lists["space"], setup.say
    markers = [
        Marker(f"objective {name[s]}", "objective", name[s], say(f"marker-{words}"), state)
        for squares, words, state in ((objectives, "objective", "intact"), (ruins, "destroyed", "destroyed"))
        for s in bits(squares)
    ]
    markers += [
        Marker(f"guns {name[s]}", "aa", name[s], say("marker-guns"), "fired" if fired >> s & 1 else None, "BR")
        for s in bits(guns)
    ]
    markers += [Marker(f"cloud {n}", "cloud", name[cell], say("marker-cloud")) for n, cell in enumerate(clouds, 1)]
    return tuple(markers)


def _ribbon(war: Sky, side: int | None) -> tuple[Bead, ...]:
    """The order of movement: all of it once shown, before that a side sees only its own."""
    shelf = war.setup.shelf
    if not war.order_shown:
        return () if side is None else shelf(_numbered)[tuple(war.order[side])]
    first = war.initiative
    queue: list[int] = []
    for number in range(max(len(order) for order in war.order)):
        queue += [war.order[s][number] for s in (first, 1 - first) if number < len(war.order[s])]
    moving, here, met = war.nearest(Activations), war.nearest(Move), war.nearest(Contact)
    now = here.plane if here else met.plane if met else NOWHERE
    return shelf(_beads)[tuple(queue), moving.queue if moving else (), now, war.down, war.home]


def _numbered(setup: HawksSetup, *planes: int) -> tuple[Bead, ...]:
    name = setup.names.lists["piece"]
    return tuple(Bead(name[plane], "next", setup.say("bead-number", n=n)) for n, plane in enumerate(planes, 1))


def _beads(
    setup: HawksSetup, queue: tuple[int, ...], waiting: tuple[int, ...], now: int, down: int, home: int
) -> tuple[Bead, ...]:
    name, say = setup.names.lists["piece"], setup.say
    return tuple(
        Bead(
            name[plane],
            "now" if plane == now else "next" if plane in waiting else "done",
            say("bead-down") if down >> plane & 1 else say("bead-home") if home >> plane & 1 else "",
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
                    label=setup.say("space-cell", square=label, level=level),
                    within=label,
                )
            )
    # The chart is drawn for the printed size; a table pack with another one goes without.
    art = "/api/games/hawks/art.svg" if (grid.columns, grid.ranks) == (7, 9) else None
    return Board(
        "squares", (0, 0, grid.columns * 100.0, grid.ranks * 100.0), setup.say("board-title"), tuple(spaces), art,
        grid.levels, grid.columns, grid.ranks,
        tuple(Legend(symbol, setup.say(f"legend-{symbol}")) for symbol in LEGEND),
        (
            OverlayInfo("guns", setup.say("layer-guns"), setup.say("layer-guns.help")),
            OverlayInfo("fire", setup.say("layer-fire"), setup.say("layer-fire.help"), "piece"),
        ),
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
        return Overlay(note=war.say("layer-guns.none"))
    return Overlay(tuple(tints), (), war.say("layer-guns.note"))


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
    return Overlay(tuple(tints), (), war.say("layer-fire.note"))


def _fire_of(war: Sky, plane: int) -> Overlay:
    setup = war.setup
    name = setup.names.of
    side, here = setup.side_of[plane], war.at[plane]
    must, may = war.say("layer-fire.must"), war.say("layer-fire.may")
    tints = [Tint(name("space", c), TONE[side], must if c == here else may) for c in bits(_covered(war, plane))]
    foes = [foe for foe in bits(war.on_board(1 - side)) if _covered(war, foe) >> here & 1]
    drawn = [Line((name("space", war.at[foe]), name("space", here)), "bad") for foe in foes if war.at[foe] != here]
    note = war.say("layer-fire-of", plane=("piece", plane), covers=len(tints), foes=len(foes), need=flak_at(war, plane, here))
    return Overlay(tuple(tints), tuple(drawn), note)
