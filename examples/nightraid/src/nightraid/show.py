"""What the browser draws: the approach as points, the boats on it."""

from __future__ import annotations

from grandharbour.engine.kinds import NOWHERE
from grandharbour.engine.view import Board, BoardSpace, Box, Legend, PieceView, Track, View

from .state import Night, RaidSetup

PLACES = {
    "Open sea": (500, 60),
    "West": (200, 220),
    "Middle": (500, 220),
    "East": (800, 220),
    "Boom": (500, 400),
    "Harbour": (500, 560),
}


def board(setup: RaidSetup) -> Board:
    """The part that never changes."""
    spaces = tuple(BoardSpace(name, *PLACES[name], 110, 110, label=name) for name in setup.names.lists["space"])
    title, legend = setup.game.say("board-title"), setup.game.say("legend-boat")
    return Board("points", (0, 0, 1000, 640), title, spaces, "/api/games/nightraid/art.svg", legend=(Legend("ship:mtb", legend),))


def view(war: Night, side: int | None) -> View:
    """Everybody sees everything."""
    setup, say, phase = war.setup, war.say, war.under_way
    return View(
        heading=say("heading-turn", turn=war.turn, of=setup.turns),
        phase=say("phase-over") if phase is None else setup.game.title_of(phase),
        turn=war.turn,
        tracks=(
            Track("turn", say("track-turn"), war.turn, setup.turns),
            Track(
                "struck", say("track-struck"), war.struck.bit_count(), side="IT", note=say("track-struck.note", goal=setup.goal)
            ),
        ),
        pieces=tuple(_boat(war, boat) for boat in range(setup.boats)),
        boxes=(Box("struck", say("box-struck"), "IT"), Box("sunk", say("box-sunk"), "IT", lost=True)),
    )


def _boat(war: Night, boat: int) -> PieceView:
    name = war.setup.names.of("piece", boat)
    out = war.at[boat] == NOWHERE
    return PieceView(
        id=name,
        side="IT",
        label="MT",
        sub=name.rsplit(" ", 1)[1],
        symbol="ship:mtb",
        type="boat",
        at=None if out else war.setup.names.of("space", war.at[boat]),
        box=("struck" if war.struck >> boat & 1 else "sunk") if out else None,
        facts=(war.say("fact-boat"),),
    )
