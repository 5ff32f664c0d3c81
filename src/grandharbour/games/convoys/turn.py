"""The sequence of play: a season, its turns, and how a war ends [MC-SEASON, MC-TURN, MC-VICTORY]."""

from __future__ import annotations

from typing import Any

from ...engine.choice import NOTHING, Decision, Outcome, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE, Pieces
from .aftermath import PORT, Chore, Chores, homeward, to_dock
from .air import CarrierStrikes, Flights, HarbourRound, Raid, Reserve, Squadrons, harbour_targets, raid_groups
from .battle import Surface
from .damage import SeaStep
from .knowledge import unmask
from .log import sheet
from .movement import FleetMove, Lurking, Patrol, Sailing, can_invade, captives, enter_malta, go_home, invade, may_sail
from .placing import (
    AlliedPlacement,
    AxisPlacement,
    FirstHour,
    Frogmen,
    allied_list,
    axis_list,
    clear_season,
    deal_letters,
    may_be_placed,
    roll_fuel,
    suspect_places,
)
from .state import AL, AX, MALTA, RESERVE, Sea
from .supply import (
    Basing,
    Desert,
    arrivals,
    conclude,
    eat,
    rebuild,
    retreat,
    salvage_due,
    standing,
    tell_status,
)


class Season(SeaStep, frozen=True):
    """One season from supply to the log [MC-SEASON.1, MC-SEASON.2, MC-SEASON.3]."""

    phase: int
    rounds: int
    """Rounds of bombing flown on the harbour so far."""

    def go(self, war: Sea) -> bool:
        war.become(Season(self.phase + 1, 0))
        _PHASES[self.phase](war)
        return True

    @property
    def harbour_raids(self) -> bool:
        """The turns are over and the raids before unloading have begun."""
        return self.phase == HARBOUR + 1

    def resume(self, war: Sea, value: Any) -> None:
        """A round of bombing has ended: another follows, or the Allies may slip out first."""
        if self.harbour_raids and self.rounds < war.setup.harbour_rounds and value is not None:
            if self.rounds + 1 < war.setup.harbour_rounds:
                war.become(Season(self.phase, self.rounds + 1))
                war.push(HarbourRound(False, False))
        elif self.phase == BOMBING + 1 and value is True:
            war.push(SlipOut(0))
        elif self.phase == BOMBING + 1 and value == "again":
            war.push(HarbourRound(True, False))


def _begin(war: Sea) -> None:
    war.turn += 1
    war.tell(Event("season", "MC-SEASON.1", NOWHERE, facts=(("name", war.setup.season_names[war.season]),)))
    if war.season > war.setup.first:
        arrivals(war)


def _supply(war: Sea) -> None:
    eat(war)
    if war.korps >= 0:
        war.push(Basing())


def _desert(war: Sea) -> None:
    """Afrika Korps moves at the head of the season, and is put right at its end if the losses of the season say so [MC-AK.7]."""
    rebuild(war)
    war.korps_before, war.forts_before, war.based_then = war.korps, war.forts, war.based
    if war.setup.korps_first and war.korps >= 0:
        war.push(Desert())


def _allies(war: Sea) -> None:
    setup = war.setup
    war.column = war.status  # after everything Malta has eaten [MC-FORCES.9]
    if setup.listed and war.season == setup.first:
        allied_list(war)
    suspect_places(war)
    if may_be_placed(war):
        war.push(AlliedPlacement())
    else:
        war.decoys = [setup.decoys, 0]
        deal_letters(war)


def _frogmen(war: Sea) -> None:
    if war.frogmen and war.season >= war.setup.season_number(war.setup.frogmen["from"]):
        war.push(Frogmen())


def _axis(war: Sea) -> None:
    setup = war.setup
    if setup.listed and war.season == setup.first:
        axis_list(war)
    war.push(AxisPlacement(NOWHERE, salvage_due(war)))


def _fuel(war: Sea) -> None:
    if not war.setup.fuel_late:
        roll_fuel(war)


def _time(war: Sea) -> None:
    war.push(FirstHour())


def _turns(war: Sea) -> None:
    war.push(GameTurn(0))


def _harbour(war: Sea) -> None:
    """Everybody still at sea comes in; then Malta is bombed twice [MC-HARB.3]."""
    if war.setup.harbour_rounds:
        war.push(HarbourRound(False, False))
    come_in(war)


def come_in(war: Sea) -> None:
    """The turns are over: fleets go home, groups past the line reach Malta, dummies are put away."""
    setup = war.setup
    chores: list[Chore] = []
    for group in bits(war.groups & ~war.dummies):
        if war.past >> group & 1 or war.crew(group) >> setup.force_k & 1:
            enter_malta(war, group)
    for place in sorted({war.at[ship] for ship in bits(war.fleet())}):
        ships = war.fleet_at(place)
        area = place if setup.areas >> place & 1 else setup.area_of[place]
        chores += [(PORT, ships, setup.port_of[area]), *homeward(war, ships)]
    war.past = war.frozen = 0
    war.push(Chores(tuple(chores)))
    war.push(GoingHome())


class GoingHome(SeaStep, frozen=True):
    """Groups still at sea when the turns end go home, one after the other; dummies are shown and put away."""

    def go(self, war: Sea) -> bool:
        for group in bits(war.groups):
            if war.dummies >> group & 1:
                war.reveal()
                unmask(war, group, "MC-RECON.3")
            else:
                war.real |= 1 << group
                go_home(war, group)
            return True
        war.finish()
        return True


def _unload(war: Sea) -> None:
    """Each freighter in Malta is worth a level [MC-SUPPLY.5]; none in a second starving season is the end [MC-SUPPLY.4]."""
    setup = war.setup
    count = (war.inside[MALTA] & setup.freighters).bit_count()
    war.landed += count
    war.status = min(setup.top_status, war.status + count * setup.per_freighter)
    war.tell(Event("unloads", "MC-SUPPLY.5", AL, (), (setup.malta,), facts=(("n", count),)))
    tell_status(war, "MC-SUPPLY.5")
    if war.starved and count == 0:
        conclude(war, AX, "Malta starves and surrenders", "MC-SUPPLY.4", "decisive")  # [MC-VICTORY.4]


def _invade(war: Sea) -> None:
    if can_invade(war):
        war.push(Invade())


def _bombing(war: Sea) -> None:
    war.push(HarbourRound(True, False))


def _exit(war: Sea) -> None:
    """Who is still in Malta goes home free, or pays or stays (ruling G-66)."""
    if not war.setup.free_exit and war.inside[MALTA] & war.setup.warships & ~(1 << war.setup.force_k):
        war.push(SlipOut(0))


def _korps(war: Sea) -> None:
    """The desert at the end of a season: invasion [MC-INVADE.5], losses [MC-AK.4], or the whole step [MC-AK.7]."""
    if war.korps < 0:
        return
    if war.invaded:
        war.korps, war.forts = war.korps_before, war.forts_before
        retreat(war, "MC-INVADE.5")
    elif not war.setup.korps_first:
        war.push(Desert())
    elif standing(war) < _threats_then(war):
        war.korps, war.forts = war.korps_before, war.forts_before
        war.push(Desert())


def _threats_then(war: Sea) -> int:
    setup = war.setup
    return bool(war.based_then & setup.swordfish) + bool(war.based_then >> setup.force_k & 1)


def _docks(war: Sea) -> None:
    """Hit ships in Malta are taken away for repair (ruling G-27)."""
    war.push(Chores(tuple(to_dock(war.inside[MALTA] & war.hit))))


def _log(war: Sea) -> None:
    """The log is written, ships return, and the next season begins or the war ends [MC-LOG.1 to MC-LOG.4]."""
    setup = war.setup
    war.starved = war.status == 0
    war.reveal()  # where ships lay, and which were not used, is no secret any more
    if war.log is not None:
        war.tell(Event("log", "MC-LOG.1", NOWHERE, facts=(("name", setup.season_names[war.season]),), sheet=sheet(war)))
    stay = 0 if setup.free_exit else war.inside[MALTA] & setup.warships & ~(1 << setup.force_k)
    war.inside = [0] * len(war.inside)
    war.inside[MALTA] = stay
    war.inside[RESERVE] = setup.allied & ~stay
    for ship in setup.allied_list:
        war.may[ship] = 1 << MALTA if stay >> ship & 1 else 1 << RESERVE
    for piece in bits(setup.italian | setup.planes):
        war.at[piece] = NOWHERE
    if war.season == setup.last:  # [MC-DUR.5]
        finish_war(war)
        return
    clear_season(war)
    war.known = stay
    war.season += 1
    war.become(Season(0, 0))


def by_points(winner: int) -> str:
    """The level of an end that points decide."""
    return "marginal" if winner >= 0 else "draw"


def finish_war(war: Sea) -> None:
    """Points decide if nothing else has [MC-VICTORY.5, MC-SCEN.2]."""
    setup = war.setup
    if setup.pedestal:
        british, italian = war.sunk_points()
        score = war.landed - setup.par + italian - british
        winner = AL if score > 0 else AX if score < 0 else -1
        reason = f"{war.landed} freighters unloaded against a par of {setup.par}; capital ships lost: {british} British, {italian} Italian"
        war.tell(Event("end", "MC-SCEN.2", winner, facts=(("reason", reason),)))
        war.end(Outcome(winner, reason, "MC-SCEN.2", (setup.par + british, war.landed + italian), by_points(winner)))
        return
    axis, allied = war.scores()
    winner = AX if axis > allied else AL if allied > axis else -1
    reason = f"{axis} strategic points for the Axis, {allied} for the Allies"
    conclude(war, winner, reason, "MC-VICTORY.5", by_points(winner))


_PHASES = (
    _begin, _supply, _desert, _allies, _frogmen, _axis, _fuel, _time, _turns, _harbour, _unload, _invade, _bombing,
    _exit, _korps, _docks, _log,
)  # fmt: skip
HARBOUR, BOMBING = _PHASES.index(_harbour), _PHASES.index(_bombing)


class Invade(SeaStep, frozen=True):
    """After unloading, the one chance to take the island from the air [MC-INVADE.4]."""

    verbs = ("invade", "wait")
    rule = "MC-INVADE.4"

    def ask(self, war: Sea) -> Decision:
        choices = {"invade": NOTHING, "wait": NOTHING}
        prompt = "Invade Malta? It can be tried once in the game, and Afrika Korps must fall back."
        return Decision(AX, prompt, "MC-INVADE.4", choices, None, ("wait", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.finish()
        if verb == "invade":
            invade(war)


class SlipOut(SeaStep, frozen=True):
    """After a round of bombing ships may leave Malta, if the island pays for it [MC-HARB.5, MC-SUPPLY.6]."""

    leaving: Pieces
    verbs = ("retire", "everyone", "slip", "stay")
    rule = "MC-HARB.5"
    why = {
        "retire": "A ship that lies in Malta.",
        "everyone": "Nobody is left to join them.",
        "slip": "Say first which ships leave.",
        "stay": "Ships are ready to leave.",
    }

    def go(self, war: Sea) -> bool:
        if not harbour_targets(war):
            war.finish()
            return True
        if war.status < max(1, war.setup.cost["leave"]):
            war.finish("again")  # nothing left to pay with: the bombing goes on
            return True
        return False

    def ask(self, war: Sea) -> Decision:
        more = war.inside[MALTA] & ~self.leaving
        choices = {"retire": more, "everyone": NOTHING} if more else {}
        choices["slip" if self.leaving else "stay"] = NOTHING
        prompt = "Which ships leave Malta, for a level of supply?"
        return Decision(AL, prompt, "MC-HARB.5", choices, None, None if self.leaving else ("stay", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "stay":
            war.finish("again")
        elif verb == "retire":
            war.become(SlipOut(self.leaving | 1 << target))
        elif verb == "everyone":
            war.become(SlipOut(war.inside[MALTA]))
        else:
            war.status -= war.setup.cost["leave"]
            tell_status(war, "MC-SUPPLY.6")
            ships = self.leaving
            if war.log is not None:
                war.tell(Event("slips", "MC-HARB.5", AL, tuple(bits(ships)), (war.setup.malta,)))
            war.finish("again")
            war.push(Chores(tuple(homeward(war, ships))))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        if verb == "retire" and self.leaving >> target & 1:
            return Refusal("MC-HARB.5", "This ship is among those that leave.")
        return super().refuse(war, side, verb, target)


# --- turns


class GameTurn(SeaStep, frozen=True):
    """Twelve hours [MC-TURN.1 to MC-TURN.5]; day and night alternate [MC-DUR.4]."""

    phase: int
    scope = "turn"

    def go(self, war: Sea) -> bool:
        phase = self.phase
        setup = war.setup
        war.become(GameTurn(phase + 1))
        if phase == 0:
            begin_turn(war)
            war.push(Sailing())
        elif phase == 1:
            war.push(Lurking(0, NOWHERE))
        elif phase == 2:
            if any(may_sail(war, ship) for ship in setup.fleet_list) or (setup.invade_any and can_invade(war)):
                war.push(FleetMove())
        elif phase == 3:
            war.push(Patrol(setup.sub_areas))
        elif phase == 4:
            if not war.night and war.fleet():
                war.push(Reserve())
        elif phase == 5:
            if not war.night:  # [MC-AIR.5]
                war.push(Flights())
        elif phase == 6:
            if not war.night:
                war.push(Squadrons())
        elif phase == 7:
            self._carriers(war)
        elif phase == 8:
            war.push(Surface(AX, 0))
        elif phase == 9:
            end_turn(war)
        else:
            self._end(war)
        return True

    def _carriers(self, war: Sea) -> None:
        if not war.night:
            if war.fleet():
                war.push(CarrierStrikes(NOWHERE, False))
        elif war.raid and raid_groups(war) and war.fleet_at(war.setup.taranto):
            war.push(Raid(False))

    def _end(self, war: Sea) -> None:
        if war.hour >= war.setup.cap:
            war.finish()
        else:
            war.become(GameTurn(0))

    def resume(self, war: Sea, value: Any) -> None:
        """The Allies have declared that nothing more will sail [MC-SEASON.2]."""
        if value is True:
            war.finish()


def begin_turn(war: Sea) -> None:
    """Groups are face down again [MC-RECON.5], attacks are there again."""
    war.hour += 1
    war.turn += 1
    war.night = not war.night
    war.close("turn")
    if war.log is not None:
        facts = (("n", war.hour), ("when", "night" if war.night else "day"))
        war.tell(Event("turn", "MC-DUR.4", NOWHERE, facts=facts))


def end_turn(war: Sea) -> None:
    """Hit ships are sent home [MC-HIT.5]; groups with losses are held back [MC-MOVE.4]."""
    setup = war.setup
    struck = 0
    for group in bits(war.groups):
        crew = war.crew(group) & war.hit
        struck |= crew & ~captives(war, crew, group)  # past the line she must crawl on to Malta (ruling G-27)
    chores = [chore for ship in bits(struck) for chore in homeward(war, 1 << ship)]
    for ship in bits(setup.italian & war.hit):
        at_sea = war.at[ship] != NOWHERE and not setup.italian_ports >> war.at[ship] & 1
        chores += homeward(war, 1 << ship) if at_sea else to_dock(1 << ship)
    war.push(Held())
    war.push(Chores(tuple(chores)))


class Held(SeaStep, frozen=True):
    """When the Hit ships have gone, what is left of groups with losses is held back [MC-MOVE.4]."""

    def go(self, war: Sea) -> bool:
        war.frozen = 0
        for group in bits(war.groups):
            if war.losses[group] >= war.setup.freeze:
                war.frozen |= 1 << group
                war.tell(Event("frozen", "MC-MOVE.4", AL, (group,), (war.at[group],)))
            war.losses[group] = 0
        war.finish()
        return True
