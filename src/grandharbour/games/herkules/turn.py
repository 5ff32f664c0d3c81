"""The turn: half a day in fixed order [OH-GEN.7, OH-INIT, OH-VIC]."""

from __future__ import annotations

from ...engine.choice import Outcome
from ...engine.event import Event
from ...engine.geometry.bits import bits
from .air import Air, Airborne, RedirectAir
from .airfight import Battles, Bombing, air_places, bombing_places
from .events import Pedestal, Toulon, axis_reinforcements, british_bombers, toulon_leaves
from .land import Land, SecondMove
from .landfight import LandBattles
from .landing import Landing
from .losses import HStep
from .naval import Loading, Naval, Redirect, SweepMines
from .regroup import LandAircraft, Recover
from .seafight import SeaBattles, sea_places
from .state import AX, BR, SIDES, Malta
from .supply import Supply, contest_stores

PHASES = (
    "Initiative", "New units", "New units", "New units", "New units", "Supply", "Supply", "Naval move", "Naval move", "Naval move",
    "Naval move", "Air move", "Air move", "Air move", "Land move", "Land move", "Air combat", "Bombing",
    "Bombing", "Airborne landing", "Sea combat", "Landings", "Landings", "Land combat", "Land combat", "Regroup",
    "Regroup", "Aircraft land", "Aircraft land", "Wounded", "Wounded", "Wounded", "End of turn",
)  # fmt: skip


class GameTurn(HStep, frozen=True):
    """One turn, step by step; in each the side with the initiative comes first [OH-GEN.7].

    Arrivals have their order [OH-EV.7], and so have the combats [OH-CBT.5]; survivors stay where they are [OH-CBT.2].
    """

    phase: int

    def go(self, war: Malta) -> bool:
        contest_stores(war)  # whatever has changed hands since, and by whichever way [OH-SUP.14]
        war.become(GameTurn(self.phase + 1))
        ACTS[self.phase](war)
        return True


def begin(war: Malta) -> None:
    """A new half-day: who has the initiative, and nothing has moved yet [OH-INIT.1, OH-INIT.2]."""
    setup = war.setup
    war.turn += 1
    if war.turn <= setup.axis_initiative:
        war.first = AX
    else:
        axis, british = war.marker_count(AX), war.marker_count(BR)
        tie = SIDES.index(setup.tables["initiative.tie"])
        war.first = tie if axis == british else AX if axis > british else BR
    war.close("day" if (war.turn - 1) % setup.day == 0 else "turn")
    if war.log is not None:
        war.tell(Event("turn", "OH-GEN.3", war.first, facts=(("n", war.turn), ("day", (war.turn - 1) // setup.day + 1))))


def new_axis(war: Malta) -> None:
    if war.turn in war.setup.tables["reinforcements.AX.turns"]:
        axis_reinforcements(war)


def new_british(war: Malta) -> None:
    if war.turn in war.setup.tables["reinforcements.BR.turns"]:
        british_bombers(war)


def convoy(war: Malta) -> None:
    if war.turn == war.setup.pedestal_turn:
        war.push(Pedestal())


def toulon(war: Malta) -> None:
    if war.turn == war.setup.toulon_turn and war.setup.toulon:
        war.push(Toulon())


def naval(war: Malta, side: int) -> None:
    war.push(Naval(side))
    if side == AX:
        war.push(Loading(False))


def naval_redirect(war: Malta) -> None:
    """Only if the British have moved already and a naval set works [OH-NAV.10]."""
    if war.first == BR and war.radar("naval"):
        war.moved &= ~war.setup.ships
        war.push(Redirect(BR))


def sweep(war: Malta) -> None:
    if war.mines:
        war.push(SweepMines(sum(1 << zone for zone, _, _ in war.mines)))


def air_redirect(war: Malta) -> None:
    if war.first == BR and war.radar("air"):
        war.moved &= ~war.setup.air
        war.push(RedirectAir(BR))


def airborne(war: Malta) -> None:
    places = {where for _, where in war.drops} | {war.drop_marker}
    war.push(Airborne(sum(1 << t for t in places if t >= 0)))


def land_combat(war: Malta) -> None:
    war.push(LandBattles(war.first, war.contested()))


def second_moves(war: Malta, side: int) -> None:
    war.moved &= ~war.setup.ground
    war.push(SecondMove(side))


def finish(war: Malta) -> None:
    """Airfields the Axis has held, the fleet from Toulon, the next turn or the end [OH-RG.10, OH-VIC.1]."""
    setup = war.setup
    held = war.axis_held()
    for t in bits(setup.airfields):
        war.held[t] = war.held[t] + 1 if held >> t & 1 else 0
    toulon_leaves(war)
    if war.turn < setup.last:
        war.become(GameTurn(0))
    else:
        end_game(war)


def end_game(war: Malta) -> None:
    """Whoever holds 250 has a major victory, 175 a minor one; otherwise it is a draw [OH-VIC.3]."""
    setup = war.setup
    scores = war.scores()
    winner, level = -1, "Draw"
    for side, name in ((AX, "Axis"), (BR, "British")):
        for grade in ("minor", "major"):
            if scores[side] >= setup.victory[grade]:
                winner, level = side, f"{name} {grade} victory"
    reason = f"{scores[AX]} points for the Axis, {scores[BR]} for the British"
    if war.log is not None:
        war.tell(Event("end", "OH-VIC.3", winner, facts=(("level", level), ("reason", reason))))
    war.end(Outcome(winner, reason, "OH-VIC.3", scores, level))


ACTS = (
    begin,
    new_axis,
    new_british,
    convoy,
    toulon,
    lambda war: war.push(Supply(war.first)),
    lambda war: war.push(Supply(1 - war.first)),
    lambda war: naval(war, war.first),
    lambda war: naval(war, 1 - war.first),
    naval_redirect,
    sweep,
    lambda war: war.push(Air(war.first)),
    lambda war: war.push(Air(1 - war.first)),
    air_redirect,
    lambda war: war.push(Land(war.first)),
    lambda war: war.push(Land(1 - war.first)),
    lambda war: war.push(Battles(war.first, air_places(war))),
    lambda war: war.push(Bombing(war.first, bombing_places(war, war.first))),
    lambda war: war.push(Bombing(1 - war.first, bombing_places(war, 1 - war.first))),
    airborne,
    lambda war: war.push(SeaBattles(war.first, sea_places(war))),
    lambda war: war.push(Landing(war.first)),
    lambda war: war.push(Landing(1 - war.first)),
    land_combat,
    lambda war: war.push(LandBattles(1 - war.first, 0)),
    lambda war: second_moves(war, war.first),
    lambda war: second_moves(war, 1 - war.first),
    lambda war: war.push(LandAircraft(war.first)),
    lambda war: war.push(LandAircraft(1 - war.first)),
    lambda war: war.push(Recover(0)),
    lambda war: war.push(Recover(1)),
    lambda war: war.push(Recover(2)),
    finish,
)
