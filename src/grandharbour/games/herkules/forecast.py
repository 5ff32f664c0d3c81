"""The chances of a battle that is being prepared, exactly, before anybody commits himself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...engine.choice import Illegal
from ...engine.event import Modifier
from ...engine.geometry.bits import bits
from ...engine.odds import Odds
from .airfight import AirFight, Battles, duel_volley
from .battle import FLAK, HOLDERS, PICK, PICKED, PLAIN, TANKS, Dice, Force, Forecast, Target, distribution, forecast
from .commit import BOMB, Commit, best_match
from .landfight import LandBattles, LandFight, Plan, gunners
from .seafight import SeaBattles, SeaFight, sea_pool, sea_sides, wings
from .state import Malta

SORTS = {PICK: "aimed", TANKS: "at tanks", PLAIN: "", FLAK: "anti-aircraft"}
RULES = {"air": "OH-AC.1", "sea": "OH-SEA.1", "land": "OH-LC.1"}


def as_force(war: Malta, units: int, engaged: int = -1) -> Force:
    """Pieces of the board as targets; those not engaged take hits last."""
    setup = war.setup
    return tuple(
        Target(setup.kind[p], war.hits_left(p), setup.worth[p], bool(engaged >> p & 1))
        for p in bits(units)
        if war.hits_left(p) > 0
    )


class Clash:
    """Attacker and defender of one battle with their dice: what ``forecast`` needs."""

    __slots__ = ("arena", "dice", "forces", "place", "side")

    def __init__(self, arena: str, place: int, side: int, forces: tuple[Force, Force], dice: tuple[Dice, Dice]) -> None:
        self.arena, self.place, self.side, self.forces, self.dice = arena, place, side, forces, dice

    def forecast(self) -> Forecast:
        return forecast(*self.forces, *self.dice, HOLDERS[self.arena], PICKED[self.arena])


def air_clash(war: Malta, place: int, engaged: int, answer: int | None) -> Clash:
    """An air combat with these commitments; a defender who has not answered yet commits everybody who may."""
    setup = war.setup
    side = war.attacker(place)
    foes = war.airborne(1 - side, place)
    if answer is None:
        able = foes & setup.duellists
        answer = able | best_match(war, able, foes & ~able, min(engaged.bit_count(), foes.bit_count()))
    here = war.airborne(side, place)
    forces = (as_force(war, here | engaged, engaged), as_force(war, answer))
    fought = engaged | answer
    dice = (duel_volley(war, side, engaged, True), duel_volley(war, 1 - side, answer, False)) if fought else ({}, {})
    return Clash("air", place, side, forces, dice)


def sea_clash(war: Malta, place: int, engaged: int) -> Clash:
    attacker, defender = sea_sides(war, place, engaged)
    forces = (as_force(war, attacker[3], engaged or -1), as_force(war, defender[3]))
    return Clash("sea", place, attacker[0], forces, (attacker[2], defender[2]))


def land_clash(war: Malta, place: int, engaged: int, answer: int, hunters: tuple[int, int] = (0, 0), raid: bool = False) -> Clash:
    plan = Plan(war, place, engaged, answer, hunters, raid)
    side, foe = plan.side, plan.foe
    forces = (as_force(war, plan.targets[side], engaged | war.setup.works if engaged else -1), as_force(war, plan.targets[foe]))
    return Clash("land", place, side, forces, (plan.volleys[side], plan.volleys[foe]))


def planned(war: Malta, verb: str = "", target: int = 0) -> Clash | None:
    """The battle the present decision is about, as it would be after a choice of it."""
    if war.stack is None:
        return None
    step, below = war.stack
    if isinstance(step, Battles) and verb == "fight":
        return _everybody(war, step, target)
    if not isinstance(step, Commit) or below is None:
        return None
    chosen = step.chosen
    if verb == "everyone":
        chosen |= step.pool
    elif verb == "troops":
        chosen |= step.pool & ~step.aside
    elif verb == "commit":
        chosen |= 1 << target
    fight: Any = below[0]
    place = step.place
    if isinstance(fight, AirFight):
        if step.side == war.attacker(place):
            return air_clash(war, place, chosen, None)
        return air_clash(war, place, fight.engaged, chosen)
    if isinstance(fight, SeaFight):
        return sea_clash(war, place, chosen)
    if isinstance(fight, LandFight):
        if step.side == war.attacker(place):
            return land_clash(war, place, chosen, wings(war, 1 - step.side, place))
        return land_clash(war, place, fight.engaged, chosen)
    return None


def _everybody(war: Malta, step: Battles, place: int) -> Clash:
    """A battle that has not begun, both sides with all they have on the spot."""
    side = war.attacker(place)
    if isinstance(step, LandBattles):
        own, foe = side, 1 - side
        guns = {s: gunners(war, s, place) for s in (own, foe)}
        engaged = war.troops(own, place) | wings(war, own, place) | guns[own] if war.forces(foe, place) else 0
        answer = wings(war, foe, place) | (guns[foe] if step.side == foe else 0) if war.forces(own, place) else 0
        return land_clash(war, place, engaged, answer)
    if isinstance(step, SeaBattles):
        return sea_clash(war, place, sea_pool(war, side, place))
    return air_clash(war, place, war.airborne(side, place) & war.setup.duellists, None)


def attack(war: Malta, side: int, group: int, place: int) -> Clash:
    """The battle if a group went to a territory now, with all that would be there on both sides."""
    trial = war.copy()
    trial.unstow(group)
    trial.shift(group, place)
    return _everybody(trial, LandBattles(side, 0), place)


def in_short(war: Malta, clash: Clash, found: Forecast) -> str:
    """Dice and expected losses in a line."""
    names = [war.setup.game.sides[s].short for s in (clash.side, 1 - clash.side)]
    dice = [sum(d.values()) for d in clash.dice]
    losses = [found.mean(found.attacker_losses), found.mean(found.defender_losses)]
    return "; ".join(f"{who} rolls {n} dice and loses {lost:.1f}" for who, n, lost in zip(names, dice, losses))


# --- as odds for a player


BATTLE_VERBS = ("fight", "everyone", "troops", "engage")


def battle_odds(war: Malta, side: int | str | None, verb: str, target: int | str | None) -> Odds | None:
    """The odds of a choice that leads into a battle; None if no die would be rolled."""
    decision = war._owed(side)
    number = target if type(target) is int else war._target(verb, target)
    if number < 0 or not decision.choices.get(verb, 0) >> number & 1:
        raise Illegal(war._refusal(decision.side, verb, number))
    label = war.setup.game.verbs[verb].label
    clash = planned(war, verb, number)
    if clash is None:
        return bombing_odds(war, verb, label)
    if not (clash.dice[0] or clash.dice[1]):
        return None
    return explain(war, clash, label)


def bombing_odds(war: Malta, verb: str, label: str) -> Odds | None:
    """How much damage bombers do to an airfield or port [OH-FAC.1]."""
    step = war.stack[0] if war.stack else None
    if not isinstance(step, Commit) or step.arena != BOMB:
        return None
    setup = war.setup
    planes = step.chosen | step.pool if verb == "everyone" else step.chosen
    dice: dict[int, int] = {}
    for piece in bits(planes):
        dice[setup.attack[piece]] = dice.get(setup.attack[piece], 0) + 1
    if not dice:
        return None
    weights, whole = distribution(sorted(dice.items()))
    modifiers = tuple((f"dice that hit on {hit_on}", number, "OH-FAC.1") for hit_on, number in sorted(dice.items()))
    before = war.damage[step.place]
    chances = sorted(((f"{n} damage", Fraction(w, whole)) for n, w in enumerate(weights) if w), key=lambda item: -item[1])
    note = f"{before} damage before; {setup.out_at} put it out of action."
    return Odds(f"{label}: {setup.space_names[step.place]}", "OH-FAC.1", modifiers, "", tuple(chances), note, counted=True)


def explain(war: Malta, clash: Clash, label: str) -> Odds:
    """A forecast in the words of the table."""
    found = clash.forecast()
    place = war.setup.space_names[clash.place]
    names = [war.setup.game.sides[s].short for s in (clash.side, 1 - clash.side)]
    modifiers: list[Modifier] = []
    for who, dice in zip(names, clash.dice):
        for (sort, hit_on), number in sorted(dice.items()):
            what = f"{who}: dice that hit on {hit_on}" + (f", {SORTS[sort]}" if SORTS[sort] else "")
            modifiers.append((what, number, RULES[clash.arena]))
    note = "; ".join(
        f"{who} loses {found.mean(losses):.1f} ("
        + ", ".join(f"{n}: {_percent(p)}" for n, p in losses.items() if p > Fraction(1, 200))
        + ")"
        for who, losses in zip(names, (found.attacker_losses, found.defender_losses))
    )
    return Odds(f"{label}: {place}", RULES[clash.arena], tuple(modifiers), "", _results(clash, found, names), note, counted=True)


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.0%}"


def _results(clash: Clash, found: Forecast, names: list[str]) -> tuple[tuple[str, Fraction], ...]:
    """Who holds the place afterwards; or, where only one side can, how much the other loses."""
    holders = HOLDERS[clash.arena]
    there = [any(t.kind in holders for t in force) for force in clash.forces]
    if all(there):
        nobody = 1 - found.win - found.hold - found.both
        results = [
            (f"{names[0]} alone left", found.win),
            (f"{names[1]} alone left", found.hold),
            ("both still there", found.both),
            ("nobody left", nobody),
        ]
    else:
        losses = found.defender_losses if there[1] else found.attacker_losses
        who = names[1] if there[1] else names[0]
        results = [(f"{who} loses {n}", chance) for n, chance in losses.items()]
    return tuple(sorted(((word, chance) for word, chance in results if chance), key=lambda item: -item[1]))
