"""What the browser draws: hexes, the units on them, and the map itself, which is drawn from the tables."""

from __future__ import annotations

from grandharbour.engine.chart import hex_chart
from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.kinds import NOWHERE
from grandharbour.engine.view import Board, BoardSpace, Box, Legend, Marker, PieceView, Track, View

from .state import BLUE, RED, SIDES, Field, FieldSetup

SIZE = 52.0


def board(setup: FieldSetup) -> Board:
    """The part that never changes."""
    grid, names = setup.grid, setup.tables["map.names"]
    spaces = []
    for h in bits(grid.all):
        (x, y), name = grid.center(h, SIZE), grid.name(h)
        shape = tuple((round(a, 1), round(b, 1)) for a, b in grid.corners(h, SIZE))
        called = f"{name} {names[name]}" if name in names else name
        label = f"{called}, {setup.say('ground-' + setup.ground.get(h, 'clear'))}"
        spaces.append(BoardSpace(name, round(x, 1), round(y, 1), label=label, shape=shape, name=called))
    wide, high = max(space.x for space in spaces) + 2 * SIZE, max(space.y for space in spaces) + 2 * SIZE
    legend = (Legend("control", setup.say("legend-goal")),)
    return Board("hexes", (-SIZE / 2, -SIZE / 2, wide, high), setup.words.title, tuple(spaces), "drawn", legend=legend)


def art(setup: FieldSetup) -> str:
    """The map as its tables have it."""
    return hex_chart(
        setup.grid, SIZE, board(setup).box, {h: "rough" if setup.rough >> h & 1 else "clear" for h in bits(setup.grid.all)},
        signs={h: "town" for h, kind in setup.ground.items() if kind == "village"},
        names={setup.grid.named(name): words for name, words in setup.tables["map.names"].items()},
        prized=bits(setup.goals), title=setup.words.title,
    )  # fmt: skip


def view(war: Field) -> View:
    """Everybody sees everything."""
    setup, say, phase = war.setup, war.say, war.under_way
    goals, taken = setup.goals.bit_count(), war.red.bit_count()
    flags = [(h, RED if war.red >> h & 1 else BLUE) for h in bits(setup.goals)]
    return View(
        heading=say("heading-turn", turn=war.turn, of=setup.turns),
        phase=say("phase-over") if phase is None else setup.game.title_of(phase),
        turn=war.turn,
        tracks=(
            Track("turn", say("track-turn"), war.turn, setup.turns),
            Track("red", say("track-goals"), taken, goals, "RED"),
            Track("blue", say("track-goals"), goals - taken, goals, "BLUE"),
        ),
        pieces=tuple(_unit(war, unit) for unit in range(len(setup.unit))),
        markers=tuple(
            Marker(f"goal {name}", "control", name, say("marker-goal", side=setup.game.sides[side].short), None, SIDES[side])
            for name, side in ((setup.grid.name(h), side) for h, side in flags)
        ),
        boxes=tuple(Box(f"out-{side}", say("box-out"), side, lost=True) for side in SIDES),
    )


def _unit(war: Field, unit: int) -> PieceView:
    setup = war.setup
    about, out = setup.unit[unit], war.at[unit] == NOWHERE
    return PieceView(
        id=about["name"],
        side=about["side"],
        label=about["name"],
        sub="",
        symbol="nato:infantry:coy",
        type="infantry",
        at=None if out else setup.names.of("space", war.at[unit]),
        box=f"out-{about['side']}" if out else None,
        values=(str(about["strength"]), str(about["speed"])),
        facts=(war.say("fact-unit", strength=about["strength"], speed=about["speed"]),),
    )
