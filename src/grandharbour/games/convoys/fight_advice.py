"""Advice for attacks: every strike and every shot by its exact chances."""

from __future__ import annotations

from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from . import air, battle
from .chances import hit_chance, loss_chance
from .damage import starred
from .state import AL, AX, Sea
from .weighing import Pictures, attack_value, attack_values, clash_over, damage, one_of_each, pictures, plane_value, strike_value

# --- aircraft


def group_value(view: Sea, plane: int, space: int) -> float:
    """What a unit may hope for over a position, in one picture; the guns of a group that has been found are known."""
    best = 0.0
    for group in bits(view.groups_at(space)):
        crew = view.crew(group)
        if crew and view.exposed >> group & 1:
            best = max(best, _best(view, plane, crew, False))
        elif crew:
            lost = loss_chance(view.setup, view.flak(group), False, air.is_high(view, plane, False))
            found = max(strike_value(view, plane, ship, False, False) for ship in bits(one_of_each(view, crew)))
            best = max(best, found - lost * plane_value(view, plane))
    return best


def hope(views: Pictures, plane: int, space: int) -> float:
    """The same over all pictures; units of one type on one base hope for the same."""
    view = views[0]
    kind = view.setup.type_of[plane], view.at[plane], space
    return views.mean(kind, lambda view: group_value(view, plane, space))


def _best(war: Sea, plane: int, ships: int, harbour: bool) -> float:
    """The best attack on one of some ships under the same guns."""
    return max((value for value, _ in attack_values(war, plane, ships, harbour).values()), default=-9.0)


def flight_ideas(war: Sea, step: air.Flights, decision: Decision) -> list[Idea]:
    setup = war.setup
    views = pictures(war)
    ideas = [Idea(0.0, "done", 0, "nothing worth the risk")]
    spaces = list(bits(air.lit(war)))
    for plane in _one_of_each_unit(war, decision.choices["fly"]):
        reach = setup.reach[war.at[plane]]
        value, space = max((hope(views, plane, s), s) for s in spaces if reach >> s & 1)
        if not war.groups_at(space) & ~war.exposed:
            first_in = 0.0
        else:
            # Somebody must look first: the unit that is missed least [MC-RECON.2].
            first_in = 0.3 - plane_value(war, plane) - 0.5 * strike_value_of(war, plane)
        ideas.append(Idea(value + (0.02 if value > 0 else 0.0) + 0.05 * first_in, "fly", plane, "has something in reach"))
    return ideas


def _one_of_each_unit(war: Sea, planes: int) -> list[int]:
    """Of air units of one type on one base one stands for all."""
    return list({(war.setup.type_of[plane], war.at[plane]): plane for plane in bits(planes)}.values())


def strike_value_of(war: Sea, plane: int) -> float:
    return hit_chance(war.setup, war.setup.column[plane], False, True)[0]


def search_ideas(war: Sea, step: air.Search, decision: Decision) -> list[Idea]:
    views = pictures(war)
    ideas = []
    for space in bits(decision.choices.get("over", 0)):
        value = hope(views, step.plane, space)
        ideas.append(Idea(value, "over", space, "the likeliest convoy"))
    for group in bits(decision.choices.get("find", 0)):
        value = hope(views, step.plane, war.at[group])
        ideas.append(Idea(value, "find", group, "the likeliest convoy"))
    return ideas


def aim_ideas(war: Sea, step: air.Aim | air.Pounce, decision: Decision) -> list[Idea]:
    ideas = []
    for ships in _by_guns(war, decision.choices["target"]):
        for ship, (value, _) in attack_values(war, step.plane, ships, False).items():
            ideas.append(Idea(value, "target", ship, "most to be gained"))
    return ideas


def _by_guns(war: Sea, ships: int) -> list[int]:
    """Ships divided by whose guns defend them: their group's, or the Italian fleet's."""
    setup = war.setup
    allied = ships & setup.allied
    found = [allied & war.crew(group) for group in bits(war.groups)] if allied else []
    return [part for part in (*found, ships & setup.italian) if part]


def attack_ideas(war: Sea, step: air.AirAttack, decision: Decision) -> list[Idea]:
    normal = attack_value(war, step.plane, step.target, step.harbour, False)
    press = attack_value(war, step.plane, step.target, step.harbour, True)
    return [Idea(normal, "normal", 0, "the risk is not worth it"), Idea(press, "press", 0, "worth the risk")]


def squadrons_ideas(war: Sea, step: air.Squadrons, decision: Decision) -> list[Idea]:
    ideas = [Idea(0.0, "done", 0, "they are needed on Malta")]
    for plane in bits(decision.choices["fly"]):
        value = _best(war, plane, air.preys(war, war.at[plane]), False)
        held = 0.15 if war.korps >= 0 and war.at[plane] == war.setup.malta and standing_alone(war, plane) else 0.0
        ideas.append(Idea(value - held, "fly", plane, "ships in reach"))
    return ideas


def standing_alone(war: Sea, plane: int) -> bool:
    """The last squadron on Malta: without it the desert moves [MC-AK.4]."""
    return war.based & war.setup.swordfish & ~war.down == 1 << plane


def reserve_ideas(war: Sea, step: air.Reserve, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = [Idea(0.0, "done", 0, "the fighters stay over the ships")]
    for carrier in bits(decision.choices.get("ready", 0)):
        here = war.at[setup.group_of(war.lot(carrier))]
        threats = sum(war.planes_at(base).bit_count() for base in setup.bases if setup.reach[base] >> here & 1)
        prey = air.in_reach(war, here)
        value = _best(war, carrier, prey, False) if prey else -1.0
        spare = war.ready[carrier] + 1 < war.flights[carrier]
        ideas.append(Idea(value - (0.0 if spare else 0.12 * threats), "ready", carrier, "the fleet is in reach"))
    return ideas


def launch_ideas(war: Sea, step: air.CarrierStrikes, decision: Decision) -> list[Idea]:
    return [Idea(0.0, "done", 0, "nothing to strike")] + [
        Idea(0.2, "launch", ship, "a strike not flown is lost") for ship in bits(decision.choices.get("launch", 0))
    ]


def raid_ideas(war: Sea, step: air.Raid, decision: Decision) -> list[Idea]:
    ships = war.fleet_at(war.setup.taranto)
    prize = sum(war.setup.points[s] for s in bits(ships))
    ideas = [Idea(0.3 if not step.begun else 0.0, "done", 0, "a better night may come")]
    for carrier in bits(decision.choices.get("raid", 0)):
        ideas.append(Idea(0.35 * prize, "raid", carrier, "the fleet lies in Taranto"))
    return ideas


def raid_mode_ideas(war: Sea, step: air.RaidStrike, decision: Decision) -> list[Idea]:
    return [Idea(0.2, "normal", 0, "careful"), Idea(0.4, "press", 0, "twice the chance")]


def raid_hit_ideas(war: Sea, step: air.RaidHits, decision: Decision) -> list[Idea]:
    return [Idea(damage(war, s, "torpedo")[0], "target", s, "the greatest loss") for s in bits(decision.choices["target"])]


def harbour_ideas(war: Sea, step: air.HarbourRound, decision: Decision) -> list[Idea]:
    ideas = [Idea(0.0, "done", 0, "nothing worth the losses")]
    for plane in _one_of_each_unit(war, decision.choices["fly"]):
        value = max(harbour_values(war, step.free, plane).values())
        ideas.append(Idea(value - 0.02, "fly", plane, "targets in the harbour"))
    return ideas


def harbour_values(war: Sea, unloaded: bool, plane: int) -> dict[int, float]:
    """What each ship in Malta is worth to a bomber: freighters count until they have unloaded."""
    spared = war.setup.freighters if unloaded else 0
    values = attack_values(war, plane, air.harbour_targets(war), True)
    return {ship: -0.1 if spared >> ship & 1 else value for ship, (value, _) in values.items()}


def harbour_aim_ideas(war: Sea, step: air.HarbourAim, decision: Decision) -> list[Idea]:
    values = harbour_values(war, _unloaded(war), step.plane)
    return [Idea(value, "target", ship, "most to be gained") for ship, value in values.items()]


def _unloaded(war: Sea) -> bool:
    stack = war.stack
    while stack is not None:
        step, stack = stack
        if isinstance(step, air.HarbourRound):
            return step.free
    return False


# --- battle


def surface_ideas(war: Sea, step: battle.Surface, decision: Decision) -> list[Idea]:
    ideas = [Idea(0.0, "hold", 0, "better not")]
    views = pictures(war) if decision.side == AX else Pictures([war])
    for space in bits(decision.choices.get("engage", 0)):
        value = clash_over(views, war.fleet_at(space), space)
        ideas.append(Idea(value if decision.side == AX else -value - 0.3, "engage", space, "the odds are good"))
    return ideas


def fire_order(war: Sea, step: Any, decision: Decision) -> list[Idea]:
    setup = war.setup
    return [
        Idea(
            1.0 if setup.facts[s]["gun_star"] == "any" else 0.5 if setup.points[s] else 0.2, "fire", s, "the heaviest guns first"
        )
        for s in bits(decision.choices["fire"])
    ]


def shoot_ideas(war: Sea, step: battle.Target, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = []
    for ship in bits(one_of_each(war, decision.choices["shoot"])):
        some, whole = damage(war, ship, "gun")
        sinks = setup.sink_on / 6 if starred(war, ship, "gun", step.firer) else 0.0
        value = some * (1 - sinks) + whole * sinks
        if setup.guns >> ship & 1 and not war.hit >> ship & 1:
            value += 0.25  # it will not fire back
        ideas.append(Idea(value, "shoot", ship, "most to be gained"))
    return ideas


def _balance(war: Sea, space: int) -> tuple[int, int]:
    return battle.able(war, space, AX).bit_count(), battle.able(war, space, AL).bit_count()


def axis_leave_ideas(war: Sea, step: battle.AxisLeaves, decision: Decision) -> list[Idea]:
    ours, theirs = _balance(war, step.space)
    allied = battle.allied_ships(war, step.space)
    exposed = not battle.in_row(war, allied, battle.SCREEN, battle.LINE)
    stay = 1.0 if exposed and ours else float(ours - 0.85 * theirs)
    return [Idea(0.0, "withdraw", 0, "save the fleet"), Idea(stay, "stay", 0, "the battle goes well")]


def leave_ideas(war: Sea, step: battle.Leave, decision: Decision) -> list[Idea]:
    setup = war.setup
    ours, theirs = _balance(war, step.space)
    allied = battle.allied_ships(war, step.space)
    merchants = allied & setup.freighters
    losing = ours > 1.2 * theirs and ours > 0
    # While freighters are there that cannot leave yet, the warships stand before them.
    guard = bool(merchants) and step.rounds < setup.battle["freighters_after"] and theirs > 0
    go = losing and not guard
    ideas = []
    if "done" in decision.choices:
        ideas.append(Idea(0.0, "done", 0, "stand and fight"))
    if "everyone" in decision.choices:
        ideas.append(Idea(1.0 if go else -1.0, "everyone", 0, "break off"))
    ideas += [Idea(-2.0, "retire", ship, "alone") for ship in bits(decision.choices.get("retire", 0))]
    if "home" in decision.choices:
        ideas.append(Idea(0.6, "home", 0, "to port"))
    far = setup.to_malta
    ideas += [
        Idea(0.8 - 0.02 * far[s] if merchants & step.leaving else 0.5, "back", s, "out of reach")
        for s in bits(decision.choices.get("back", 0))
    ]
    return ideas


def deploy_ideas(war: Sea, step: Any, decision: Decision) -> list[Idea]:
    return [Idea(0.5, "done", 0, "safest in the rear")] + [
        Idea(0.0, "forward", s, "a shield") for s in bits(decision.choices.get("forward", 0))
    ]


def fall_back_ideas(war: Sea, step: Any, decision: Decision) -> list[Idea]:
    """Hit ships go back, unless nothing else stands before the freighters."""
    setup = war.setup
    own = battle.present(war, step.space, decision.side)
    front = battle.in_row(war, own, battle.SCREEN, battle.LINE)
    shield = bool(own & setup.freighters) and not front & ~war.hit
    ideas = [Idea(0.1, "done", 0, "they shield the others")]
    return ideas + [Idea(-0.5 if shield else 0.5, "rear", s, "out of the line of fire") for s in bits(decision.choices["rear"])]
