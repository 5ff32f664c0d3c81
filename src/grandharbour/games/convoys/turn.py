"""The sequence of play: a season, its turns, and how a war ends [MC-SEASON, MC-TURN, MC-VICTORY]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE, Pieces
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .aftermath import PORT, Chore, Chores, homeward, to_dock
from .air import CarrierStrikes, Flights, HarbourRound, Raid, Reserve, Squadrons, harbour_targets, raid_groups
from .battle import Surface
from .knowledge import unmask
from .log import sheet
from .movement import FleetMove, Lurking, Patrol, Sailing, can_invade, captives, enter_malta, go_home, invade, sailors
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


def arrive(season: Season, war: Sea) -> None:
    war.turn += 1
    war.tell(Event("season", "MC-SEASON.1", NOWHERE, facts=(("name", war.setup.season_names[war.season]),)))
    if war.season > war.setup.first:
        arrivals(war)


def pay_supply(season: Season, war: Sea) -> None:
    eat(war)
    if war.korps >= 0:
        war.push(Basing())


def move_korps(season: Season, war: Sea) -> None:
    """Afrika Korps moves at the head of the season, and is put right at its end if the losses of the season say so [MC-AK.7]."""
    rebuild(war)
    war.korps_before, war.forts_before, war.based_then = war.korps, war.forts, war.based
    if war.setup.korps_first and war.korps >= 0:
        war.push(Desert())


def place_allies(season: Season, war: Sea) -> None:
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


def offer_frogmen(season: Season, war: Sea) -> None:
    if war.frogmen and war.season >= war.setup.season_number(war.setup.frogmen["from"]):
        war.push(Frogmen())


def place_axis(season: Season, war: Sea) -> None:
    setup = war.setup
    if setup.listed and war.season == setup.first:
        axis_list(war)
    war.push(AxisPlacement(NOWHERE, salvage_due(war)))


def fuel_fleet(season: Season, war: Sea) -> None:
    if not war.setup.fuel_late:
        roll_fuel(war)


def set_hour(season: Season, war: Sea) -> None:
    war.push(FirstHour())


def sail(season: Season, war: Sea) -> None:
    war.push(GameTurn())


def raid_harbour(season: Season, war: Sea) -> None:
    """Everybody still at sea comes in; then Malta is bombed twice [MC-HARB.3]."""
    if war.setup.harbour_rounds:
        war.push(HarbourRound(False, False))
    come_in(war)


def raid_over(season: Season, war: Sea, flown: bool | None) -> None:
    """A round of bombing has ended: another follows, as long as there are rounds."""
    if flown is not None and season.rounds + 1 < war.setup.harbour_rounds:
        season.note(war, rounds=season.rounds + 1)
        war.push(HarbourRound(False, False))


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


class GoingHome(Step[Sea], frozen=True):
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


def unload(season: Season, war: Sea) -> None:
    """Each freighter in Malta is worth a level [MC-SUPPLY.5]; none in a second starving season is the end [MC-SUPPLY.4]."""
    setup = war.setup
    count = (war.inside[MALTA] & setup.freighters).bit_count()
    war.landed += count
    war.status = min(setup.top_status, war.status + count * setup.per_freighter)
    war.tell(Event("unloads", "MC-SUPPLY.5", AL, (), spaces=(setup.malta,), facts=(("n", count),)))
    tell_status(war, "MC-SUPPLY.5")
    if war.starved and count == 0:
        conclude(war, AX, text("end-hunger"), "MC-SUPPLY.4", "decisive")  # [MC-VICTORY.4]


def offer_invasion(season: Season, war: Sea) -> None:
    if can_invade(war):
        war.push(Invade())


def bomb_harbour(season: Season, war: Sea) -> None:
    war.push(HarbourRound(True, False))


def bombing_over(season: Season, war: Sea, value: object) -> None:
    """After a round that was flown the Allies may slip out; then the bombing goes on."""
    if value is True:
        war.push(SlipOut(0))
    elif value == "again":
        war.push(HarbourRound(True, False))


def leave(season: Season, war: Sea) -> None:
    """Who is still in Malta goes home free, or pays or stays (ruling G-66)."""
    if not war.setup.free_exit and war.inside[MALTA] & war.setup.warships & ~(1 << war.setup.force_k):
        war.push(SlipOut(0))


def correct_desert(season: Season, war: Sea) -> None:
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


def dock(season: Season, war: Sea) -> None:
    """Hit ships in Malta are taken away for repair (ruling G-27)."""
    war.push(Chores(tuple(to_dock(war.inside[MALTA] & war.hit))))


def write_log(season: Season, war: Sea) -> None:
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
    war.become(Season())


def by_points(winner: int) -> str:
    """The level of an end that points decide."""
    return "marginal" if winner >= 0 else "draw"


def finish_war(war: Sea) -> None:
    """Points decide if nothing else has [MC-VICTORY.5, MC-SCEN.2]."""
    setup = war.setup
    if setup.pedestal:
        british, italian = war.sunk_points()
        score = war.landed - war.handicap + italian - british
        winner = AL if score > 0 else AX if score < 0 else -1
        reason = text("end-pedestal", n=war.landed, par=war.handicap, british=british, italian=italian)
        conclude(war, winner, reason, "MC-SCEN.2", by_points(winner), (war.handicap + british, war.landed + italian))
        return
    axis, allied = war.scores()
    winner = AX if axis > allied else AL if allied > axis else -1
    conclude(war, winner, text("end-points", axis=axis, allied=allied), "MC-VICTORY.5", by_points(winner))


class Season(Run[Sea], frozen=True, kw_only=True):
    """One season from supply to the log [MC-SEASON.1, MC-SEASON.2, MC-SEASON.3]; after the log the next one begins."""

    rounds: int = 0
    """Rounds of bombing flown on the harbour so far."""
    sequence = Sequence(
        Phase("arrivals", "MC-SEASON.1", arrive),
        Phase("supply", "MC-SUPPLY.1", pay_supply),
        Phase("desert", "MC-AK.7", move_korps),
        Phase("allies", "MC-FORCES.1", place_allies),
        Phase("frogmen", "MC-FROG.1", offer_frogmen),
        Phase("axis", "MC-SETUP.1", place_axis),
        Phase("fuel", "MC-FUEL.3", fuel_fleet),
        Phase("hour", "MC-MOVE.1", set_hour),
        Phase("turns", "MC-SEASON.2", sail),
        Phase("raids", "MC-HARB.3", raid_harbour, raid_over),
        Phase("unloading", "MC-SUPPLY.5", unload),
        Phase("invasion", "MC-INVADE.4", offer_invasion),
        Phase("bombing", "MC-HARB.4", bomb_harbour, bombing_over),
        Phase("leaving", "MC-HARB.5", leave),
        Phase("correction", "MC-AK.7", correct_desert),
        Phase("repairs", "MC-HIT.5", dock),
        Phase("log", "MC-LOG.1", write_log),
    )


VERBS = (
    Verb("wait", "nothing", "MC-INVADE.4"),
    Verb("slip", "nothing", "MC-HARB.5", dice=True),
)


class Invade(Step[Sea], frozen=True):
    """After unloading, the one chance to take the island from the air [MC-INVADE.4]."""

    verbs = ("invade", "wait")
    rule = "MC-INVADE.4"

    def ask(self, war: Sea) -> Decision:
        choices = {"invade": NOTHING, "wait": NOTHING}
        return Decision(AX, "ask-invade", "MC-INVADE.4", choices, quiet=("wait", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.finish()
        if verb == "invade":
            invade(war)


class SlipOut(Step[Sea], frozen=True):
    """After a round of bombing ships may leave Malta, if the island pays for it [MC-HARB.5, MC-SUPPLY.6]."""

    leaving: Pieces
    verbs = ("retire", "everyone", "slip", "stay")
    rule = "MC-HARB.5"

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
        quiet = None if self.leaving else ("stay", 0)
        return Decision(AL, "ask-slip-out", "MC-HARB.5", choices, quiet=quiet)

    def holes(self, war: Sea, side: int) -> dict[str, int]:
        return {"cost": war.setup.cost["leave"]}

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
                war.tell(Event("slips", "MC-HARB.5", AL, tuple(bits(ships)), spaces=(war.setup.malta,)))
            war.finish("again")
            war.push(Chores(tuple(homeward(war, ships))))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        if verb == "retire" and self.leaving >> target & 1:
            return Refusal("MC-HARB.5", text("why-slip-out-leaving"))
        return super().refuse(war, side, verb, target)


# --- turns


def allies_sail(turn: GameTurn, war: Sea) -> None:
    begin_turn(war)
    war.push(Sailing())


def allies_sailed(turn: GameTurn, war: Sea, ends: bool) -> None:
    """The Allies may have declared that nothing more will sail [MC-SEASON.2]."""
    if ends:
        war.finish()


def lurk(turn: GameTurn, war: Sea) -> None:
    if war.groups:
        war.push(Lurking(0, NOWHERE))


def fleet_moves(turn: GameTurn, war: Sea) -> None:
    if sailors(war) or (war.setup.invade_any and can_invade(war)):
        war.push(FleetMove())


def patrols(turn: GameTurn, war: Sea) -> None:
    areas = 0
    for ship in war.setup.fleet_list:
        if war.at[ship] != NOWHERE:
            areas |= 1 << war.at[ship]
    if areas & war.setup.sub_areas:
        war.push(Patrol(areas & war.setup.sub_areas))


def hold_ready(turn: GameTurn, war: Sea) -> None:
    if not war.night and war.fleet():
        war.push(Reserve())


def fly(turn: GameTurn, war: Sea) -> None:
    if not war.night and war.groups:  # [MC-AIR.5]
        war.push(Flights())


def squadrons_fly(turn: GameTurn, war: Sea) -> None:
    if not war.night and war.fleet():
        war.push(Squadrons())


def carriers_strike(turn: GameTurn, war: Sea) -> None:
    """By day at the fleet at sea, by night once in the game at Taranto [MC-TURN.4, MC-TARANTO.1]."""
    if not war.night:
        if war.fleet():
            war.push(CarrierStrikes(NOWHERE, False))
    elif war.raid and raid_groups(war) and war.fleet_at(war.setup.taranto):
        war.push(Raid(False))


def fleets_meet(turn: GameTurn, war: Sea) -> None:
    if war.groups and war.fleet():
        war.push(Surface(AX, 0))


def next_turn(turn: GameTurn, war: Sea) -> None:
    if war.hour < war.setup.cap:
        turn.jump(war, "sailing")


def begin_turn(war: Sea) -> None:
    """Groups are face down again [MC-RECON.5], attacks are there again."""
    war.hour += 1
    war.turn += 1
    war.night = not war.night
    war.close("turn")
    if war.log is not None:
        facts = (("n", war.hour), ("when", "night" if war.night else "day"))
        war.tell(Event("turn", "MC-DUR.4", NOWHERE, facts=facts))


def end_turn(turn: GameTurn, war: Sea) -> None:
    """Hit ships are sent home [MC-HIT.5]; groups with losses are held back [MC-MOVE.4]."""
    chores = send_home(war) if war.hit else []
    if chores:
        war.push(Held())
        war.push(Chores(tuple(chores)))
    else:
        hold_back(war)


def send_home(war: Sea) -> list[Chore]:
    """The way home of the Hit ships, and for those in port already the dock."""
    setup = war.setup
    struck = 0
    for group in bits(war.groups):
        crew = war.crew(group) & war.hit
        struck |= crew & ~captives(war, crew, group)  # past the line she must crawl on to Malta (ruling G-27)
    chores = [chore for ship in bits(struck) for chore in homeward(war, 1 << ship)]
    for ship in bits(setup.italian & war.hit):
        at_sea = war.at[ship] != NOWHERE and not setup.italian_ports >> war.at[ship] & 1
        chores += homeward(war, 1 << ship) if at_sea else to_dock(1 << ship)
    return chores


class Held(Step[Sea], frozen=True):
    """What end_turn still has to do when the Hit ships have gone."""

    def go(self, war: Sea) -> bool:
        war.finish()
        hold_back(war)
        return True


def hold_back(war: Sea) -> None:
    """What is left of groups with losses is held back [MC-MOVE.4]."""
    war.frozen = 0
    for group in bits(war.groups):
        if war.losses[group] >= war.setup.freeze:
            war.frozen |= 1 << group
            war.tell(Event("frozen", "MC-MOVE.4", AL, (group,), spaces=(war.at[group],)))
        war.losses[group] = 0


class GameTurn(Run[Sea], frozen=True, kw_only=True):
    """Twelve hours [MC-TURN.1 to MC-TURN.5]; day and night alternate [MC-DUR.4] until nothing more sails."""

    scope = "turn"
    sequence = Sequence(
        Phase("sailing", "MC-TURN.1", allies_sail, allies_sailed),
        Phase("lurking", "MC-SUB.1", lurk),
        Phase("fleet", "MC-TURN.2", fleet_moves),
        Phase("patrols", "MC-SUB.3", patrols),
        Phase("ready", "MC-CV.2", hold_ready),
        Phase("flights", "MC-TURN.3", fly),
        Phase("squadrons", "MC-AIR.6", squadrons_fly),
        Phase("carriers", "MC-TURN.4", carriers_strike),
        Phase("battles", "MC-TURN.5", fleets_meet),
        Phase("end", "MC-HIT.5", end_turn),
        Phase("next", "MC-DUR.4", next_turn),
    )
