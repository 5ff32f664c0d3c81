"""The turn: half a day in fixed order [OH-GEN.7, OH-INIT, OH-VIC]."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...engine.catalogue import text
from ...engine.choice import Outcome
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .air import Air, Airborne, RedirectAir
from .airfight import Battles, Bombing, air_places, bombing_places
from .events import Pedestal, Toulon, axis_reinforcements, british_bombers, toulon_leaves
from .land import Land, SecondMove
from .landfight import LandBattles
from .landing import Landing
from .naval import Loading, Naval, Redirect, SweepMines
from .regroup import LandAircraft, Recover
from .seafight import SeaBattles, sea_places
from .state import AX, BR, NATIONS, SIDES, Islands
from .supply import Supply, contest_stores


def begin(war: Islands) -> None:
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


def new_axis(war: Islands) -> None:
    if war.turn in war.setup.tables["reinforcements.AX.turns"]:
        axis_reinforcements(war)


def new_british(war: Islands) -> None:
    if war.turn in war.setup.tables["reinforcements.BR.turns"]:
        british_bombers(war)


def convoy(war: Islands) -> None:
    if war.turn == war.setup.pedestal_turn:
        war.push(Pedestal())


def toulon(war: Islands) -> None:
    if war.turn == war.setup.toulon_turn and war.setup.toulon:
        war.push(Toulon())


def naval(war: Islands, side: int) -> None:
    war.push(Naval(side))
    if side == AX:
        war.push(Loading(False))


def naval_redirect(war: Islands) -> None:
    """Only if the British have moved already and a naval set works [OH-NAV.10]."""
    if war.first == BR and war.radar("naval"):
        war.moved &= ~war.setup.ships
        war.push(Redirect(BR))


def sweep(war: Islands) -> None:
    if war.mines:
        war.push(SweepMines(sum(1 << zone for zone, _, _ in war.mines)))


def air_redirect(war: Islands) -> None:
    if war.first == BR and war.radar("air"):
        war.moved &= ~war.setup.air
        war.push(RedirectAir(BR))


def airborne(war: Islands) -> None:
    places = {where for _, where in war.drops} | {war.drop_marker}
    war.push(Airborne(sum(1 << t for t in places if t >= 0)))


def second_moves(war: Islands, side: int) -> None:
    war.moved &= ~war.setup.ground
    war.push(SecondMove(side))


def recover(nation: int, war: Islands) -> None:
    war.push(Recover(nation))


def finish(war: Islands) -> None:
    """Airfields the Axis has held, the fleet from Toulon, the next turn or the end [OH-RG.10, OH-VIC.1]."""
    setup = war.setup
    held = war.axis_held()
    for t in bits(setup.airfields):
        war.held[t] = war.held[t] + 1 if held >> t & 1 else 0
    toulon_leaves(war)
    if war.turn < setup.last:
        war.become(GameTurn())
    else:
        end_game(war)


def end_game(war: Islands) -> None:
    """Whoever holds 250 has a major victory, 175 a minor one; otherwise it is a draw [OH-VIC.3]."""
    setup = war.setup
    scores = war.scores()
    winner, level = -1, "draw"
    for side in (AX, BR):
        for grade in ("minor", "major"):
            if scores[side] >= setup.victory[grade]:
                winner, level = side, f"{SIDES[side]}-{grade}"
    reason = war.say("outcome-points", axis=scores[AX], british=scores[BR])
    facts = (("level", text(f"outcome-{level}")), ("reason", text("outcome-points", axis=scores[AX], british=scores[BR])))
    war.tell(Event("end", "OH-VIC.3", winner, facts=facts))
    war.end(Outcome(winner, reason, "OH-VIC.3", scores, war.say(f"outcome-{level}")))


# --- the sequence of play


def both(name: str, rule: str, act: Callable[[Islands, int], object]) -> tuple[Phase, Phase]:
    """A phase for each side, the one with the initiative first."""
    return (
        Phase(f"{name}-first", rule, lambda step, war: act(war, war.first)),
        Phase(f"{name}-second", rule, lambda step, war: act(war, 1 - war.first)),
    )


def once(name: str, rule: str, act: Callable[[Islands], object]) -> Phase:
    """A phase both sides share."""
    return Phase(name, rule, lambda step, war: act(war))


def asks(kind: Callable[[int], Step[Islands]]) -> Callable[[Islands, int], None]:
    """A phase in which a side makes its moves."""
    return lambda war, side: war.push(kind(side))


class GameTurn(Run[Islands], frozen=True):
    """One turn, step by step; in each the side with the initiative comes first [OH-GEN.7].

    Arrivals have their order [OH-EV.7], and so have the combats [OH-CBT.5]; survivors stay where they are [OH-CBT.2].
    """

    sequence = Sequence(
        once("initiative", "OH-INIT.1", begin),
        once("new-axis", "OH-EV.1", new_axis),
        once("new-british", "OH-EV.3", new_british),
        once("pedestal", "OH-EV.4", convoy),
        once("toulon", "OH-OPT.1", toulon),
        *both("supply", "OH-SUP.1", asks(Supply)),
        *both("naval", "OH-NAV.1", naval),
        once("naval-redirect", "OH-NAV.10", naval_redirect),
        once("sweep", "OH-NAV.14", sweep),
        *both("air", "OH-AIR.1", asks(Air)),
        once("air-redirect", "OH-AIR.7", air_redirect),
        *both("land", "OH-LAND.1", asks(Land)),
        once("air-combat", "OH-AC.1", lambda war: war.push(Battles(war.first, air_places(war)))),
        *both("bombing", "OH-FAC.1", lambda war, side: war.push(Bombing(side, bombing_places(war, side)))),
        once("airborne", "OH-PARA.3", airborne),
        once("sea-combat", "OH-SEA.1", lambda war: war.push(SeaBattles(war.first, sea_places(war)))),
        *both("landing", "OH-LDG.1", asks(Landing)),
        once("land-combat", "OH-LC.1", lambda war: war.push(LandBattles(war.first, war.contested()))),
        once("strikes", "OH-LC.1", lambda war: war.push(LandBattles(1 - war.first, 0))),
        *both("regroup", "OH-RG.1", second_moves),
        *both("aircraft", "OH-RG.3", asks(LandAircraft)),
        *(
            once(f"wounded-{nation}", "OH-RG.7", partial(recover, number))
            for number, nation in enumerate(map(str.lower, NATIONS))
        ),
        once("end", "OH-RG.10", finish),
    )

    def go(self, war: Islands) -> bool:
        contest_stores(war)  # whatever has changed hands since, and by whichever way [OH-SUP.14]
        return super().go(war)
