"""What is told about aircraft: every strike by its exact chances."""

from __future__ import annotations

from typing import TypeVar

from ...engine.brief import Brief
from ...engine.choice import Decision
from ...engine.forecast import Forecast, Result
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.view import Line, Preview, Tint, Track
from .air import (
    Aim,
    AirAttack,
    CarrierStrikes,
    Flights,
    HarbourAim,
    HarbourRound,
    Pounce,
    Raid,
    RaidHits,
    RaidStrike,
    Reserve,
    Search,
    Squadrons,
    defence,
    harbour_targets,
    in_reach,
    is_high,
    lit,
    preys,
)
from .forecast import air_attack, hit_chance, loss_chance, raid_strike
from .papers import hits_of, what_is
from .results import MISS
from .state import SIDES, Sea
from .weighing import Pictures, attack_value, attack_values, damage, one_of_each, pictures, plane_value, strike_value

A = TypeVar("A", bound=Aim | Pounce | HarbourAim)

# --- what a unit may hope for


def group_value(view: Sea, plane: int, space: int) -> float:
    """What a unit may hope for over a position, in one picture; the guns of a group that has been found are known."""
    best = 0.0
    for group in bits(view.groups_at(space)):
        crew = view.crew(group)
        if crew and view.exposed >> group & 1:
            best = max(best, _best(view, plane, crew, False))
        elif crew:
            lost = loss_chance(view.setup, view.flak(group), False, is_high(view, plane, False))
            gain = max(strike_value(view, plane, ship, False, False) for ship in bits(one_of_each(view, crew)))
            best = max(best, gain - lost * plane_value(view, plane))
    return best


def hope(views: Pictures, plane: int, space: int) -> float:
    """The same over all pictures; units of one type on one base hope for the same."""
    view = views[0]
    kind = view.setup.type_of[plane], view.at[plane], space
    return views.mean(kind, lambda view: group_value(view, plane, space))


def _best(war: Sea, plane: int, ships: int, harbour: bool) -> float:
    """The best attack on one of some ships under the same guns."""
    return max((value for value, _ in attack_values(war, plane, ships, harbour).values()), default=-9.0)


def _one_of_each_unit(war: Sea, planes: int) -> list[int]:
    """Of air units of one type on one base one stands for all."""
    return list({(war.setup.type_of[plane], war.at[plane]): plane for plane in bits(planes)}.values())


def strike_value_of(war: Sea, plane: int) -> float:
    return hit_chance(war.setup, war.setup.column[plane], False, True)[0]


def _by_guns(war: Sea, ships: int) -> list[int]:
    """Ships divided by whose guns defend them: their group's, or the Italian fleet's."""
    setup = war.setup
    allied = ships & setup.allied
    parts = [allied & war.crew(group) for group in bits(war.groups)] if allied else []
    return [part for part in (*parts, ships & setup.italian) if part]


def lands(result: Result) -> bool:
    """Bombs or torpedoes that find the ship, whatever they do to her."""
    return result != MISS


def both_dice(war: Sea, plane: int, target: int, harbour: bool) -> str:
    """The chances of both dice of an air attack, as usual and intensified [MC-AIR.3, MC-INT.1]."""
    usual, press = (air_attack(war, plane, target, harbour, press) for press in (False, True))
    (guns,) = usual.earlier
    return war.say(
        "forecast-air", hit=usual.chance(lands), press=press.chance(lands), lost=guns.hold or 0.0, press_lost=press.earlier[0].hold or 0.0,
        strength=int(guns.fact("strength") or 0), high=bool(guns.fact("high")),
    )  # fmt: skip


# --- from land


class FlightsBrief(Brief[Flights]):
    def ideas(self, war: Sea, step: Flights, decision: Decision) -> list[Idea]:
        setup = war.setup
        views = pictures(war)
        ideas = [Idea(0.0, "done", 0, "idea-nothing-worth-the-risk")]
        spaces = list(bits(lit(war)))
        for plane in _one_of_each_unit(war, decision.choices["fly"]):
            reach = setup.reach[war.at[plane]]
            value, space = max((hope(views, plane, s), s) for s in spaces if reach >> s & 1)
            if not war.groups_at(space) & ~war.exposed:
                first_in = 0.0
            else:
                # Somebody must look first: the unit that is missed least [MC-RECON.2].
                first_in = 0.3 - plane_value(war, plane) - 0.5 * strike_value_of(war, plane)
            ideas.append(
                Idea(value + (0.02 if value > 0 else 0.0) + 0.05 * first_in, "fly", plane, "idea-has-something-in-reach")
            )
        return ideas

    def trusted(self, war: Sea, step: Flights, decision: Decision) -> bool:
        """What depends on ships the Axis cannot see takes many worlds to tell apart, and a campaign has few for each plan."""
        return not war.setup.pedestal

    def preview(self, war: Sea, step: Flights, side: int, verb: str, target: int) -> Preview | None:
        """Where an air unit can strike now, along its dashed lines [MC-AIR.1]."""
        if verb != "fly":
            return None
        setup = war.setup
        base = war.at[target]
        targets = [setup.space_names[space] for space in bits(setup.reach[base] & lit(war))]
        lines = tuple(Line((setup.space_names[base], name), "axis") for name in targets)
        hits = hits_of(setup, setup.column[target])
        return Preview(war.say("preview-fly", base=("space", base), places=", ".join(targets), hits=hits), "MC-AIR.1", lines)


class SearchBrief(Brief[Search]):
    def ideas(self, war: Sea, step: Search, decision: Decision) -> list[Idea]:
        views = pictures(war)
        ideas = []
        for space in bits(decision.choices.get("over", 0)):
            value = hope(views, step.plane, space)
            ideas.append(Idea(value, "over", space, "idea-the-likeliest-convoy"))
        for group in bits(decision.choices.get("find", 0)):
            value = hope(views, step.plane, war.at[group])
            ideas.append(Idea(value, "find", group, "idea-the-likeliest-convoy"))
        return ideas

    def preview(self, war: Sea, step: Search, side: int, verb: str, target: int) -> Preview | None:
        """What is known to lie on a position."""
        if verb != "over":
            return None
        place = war.setup.space_names[target]
        return Preview(what_is(war, side, target), "MC-RECON.2", (), (Tint(place, "strong"),))


class AimBrief(Brief[A]):
    """A pattern: the ship that is attacked."""

    harbour = False

    def ideas(self, war: Sea, step: A, decision: Decision) -> list[Idea]:
        ideas = []
        for ships in _by_guns(war, decision.choices["target"]):
            for ship, (value, _) in attack_values(war, step.plane, ships, False).items():
                ideas.append(Idea(value, "target", ship, "idea-most-to-be-gained"))
        return ideas

    def preview(self, war: Sea, step: A, side: int, verb: str, target: int) -> Preview | None:
        """Both dice of the attack before it is made."""
        return Preview(both_dice(war, step.plane, target, self.harbour), "MC-AIR.3")


class SeaAimBrief(AimBrief[Aim]):
    def trusted(self, war: Sea, step: Aim, decision: Decision) -> bool:
        return False


class PounceBrief(AimBrief[Pounce]):
    """Ships in reach of British aircraft."""


class AirAttackBrief(Brief[AirAttack]):
    def ideas(self, war: Sea, step: AirAttack, decision: Decision) -> list[Idea]:
        normal = attack_value(war, step.plane, step.target, step.harbour, False)
        press = attack_value(war, step.plane, step.target, step.harbour, True)
        return [Idea(normal, "normal", 0, "idea-the-risk-is-not-worth-it"), Idea(press, "press", 0, "idea-worth-the-risk")]

    def forecast(self, war: Sea, step: AirAttack, side: int, verb: str, target: int) -> Forecast[Result] | None:
        return air_attack(war, step.plane, step.target, step.harbour, verb == "press")

    def preview(self, war: Sea, step: AirAttack, side: int, verb: str, target: int) -> Preview | None:
        return Preview(both_dice(war, step.plane, step.target, step.harbour), "MC-AIR.3")

    def tracks(self, war: Sea, step: AirAttack, side: int | None) -> tuple[Track, ...]:
        """The chances of the attack, and what its antiaircraft strength is made of."""
        setup = war.setup
        whose = "island" if step.harbour else "italian"
        parts = ""
        if setup.allied >> step.target & 1 and not step.harbour:
            made_of = setup.game.modifiers(defence(war, setup.group_of(war.lot(step.target))), setup)
            whose, parts = "group" if made_of else "nothing", ", ".join(f"{label} {amount}" for label, amount, _ in made_of)
        hit = air_attack(war, step.plane, step.target, step.harbour, False).chance(lands)
        name = war.say("track-attack", plane=("piece", step.plane), target=("piece", step.target))
        dice = both_dice(war, step.plane, step.target, step.harbour)
        note = war.say("track-attack.note", dice=dice, whose=whose, parts=parts)
        return (Track("battle", name, round(100 * hit), 100, SIDES[setup.side_of[step.plane]], note, "%"),)


# --- Swordfish and carriers


class SquadronsBrief(Brief[Squadrons]):
    def ideas(self, war: Sea, step: Squadrons, decision: Decision) -> list[Idea]:
        ideas = [Idea(0.0, "done", 0, "idea-they-are-needed-on-malta")]
        for plane in bits(decision.choices["fly"]):
            value = _best(war, plane, preys(war, war.at[plane]), False)
            held = 0.15 if war.korps >= 0 and war.at[plane] == war.setup.malta and standing_alone(war, plane) else 0.0
            ideas.append(Idea(value - held, "fly", plane, "idea-ships-in-reach"))
        return ideas


def standing_alone(war: Sea, plane: int) -> bool:
    """The last squadron on Malta: without it the desert moves [MC-AK.4]."""
    return war.based & war.setup.swordfish & ~war.down == 1 << plane


class ReserveBrief(Brief[Reserve]):
    def ideas(self, war: Sea, step: Reserve, decision: Decision) -> list[Idea]:
        setup = war.setup
        ideas = [Idea(0.0, "done", 0, "idea-the-fighters-stay-over-the-ships")]
        for carrier in bits(decision.choices.get("ready", 0)):
            here = war.at[setup.group_of(war.lot(carrier))]
            threats = sum(war.planes_at(base).bit_count() for base in setup.bases if setup.reach[base] >> here & 1)
            prey = in_reach(war, here)
            value = _best(war, carrier, prey, False) if prey else -1.0
            spare = war.ready[carrier] + 1 < war.flights[carrier]
            ideas.append(Idea(value - (0.0 if spare else 0.12 * threats), "ready", carrier, "idea-the-fleet-is-in-reach"))
        return ideas


class CarrierStrikesBrief(Brief[CarrierStrikes]):
    def ideas(self, war: Sea, step: CarrierStrikes, decision: Decision) -> list[Idea]:
        return [Idea(0.0, "done", 0, "idea-nothing-to-strike")] + [
            Idea(0.2, "launch", ship, "idea-a-strike-not-flown-is-lost") for ship in bits(decision.choices.get("launch", 0))
        ]


# --- Taranto


class RaidBrief(Brief[Raid]):
    def ideas(self, war: Sea, step: Raid, decision: Decision) -> list[Idea]:
        ships = war.fleet_at(war.setup.taranto)
        prize = sum(war.setup.points[s] for s in bits(ships))
        ideas = [Idea(0.3 if not step.begun else 0.0, "done", 0, "idea-a-better-night-may-come")]
        for carrier in bits(decision.choices.get("raid", 0)):
            ideas.append(Idea(0.35 * prize, "raid", carrier, "idea-the-fleet-lies-in-taranto"))
        return ideas


class RaidStrikeBrief(Brief[RaidStrike]):
    def ideas(self, war: Sea, step: RaidStrike, decision: Decision) -> list[Idea]:
        return [Idea(0.2, "normal", 0, "idea-careful"), Idea(0.4, "press", 0, "idea-twice-the-chance")]

    def forecast(self, war: Sea, step: RaidStrike, side: int, verb: str, target: int) -> Forecast[Result] | None:
        return raid_strike(war, verb == "press")


class RaidHitsBrief(Brief[RaidHits]):
    def ideas(self, war: Sea, step: RaidHits, decision: Decision) -> list[Idea]:
        return [
            Idea(damage(war, s, "torpedo")[0], "target", s, "idea-the-greatest-loss") for s in bits(decision.choices["target"])
        ]


# --- the harbour of Malta


class HarbourRoundBrief(Brief[HarbourRound]):
    def ideas(self, war: Sea, step: HarbourRound, decision: Decision) -> list[Idea]:
        ideas = [Idea(0.0, "done", 0, "idea-nothing-worth-the-losses")]
        for plane in _one_of_each_unit(war, decision.choices["fly"]):
            value = max(harbour_values(war, step.free, plane).values())
            ideas.append(Idea(value - 0.02, "fly", plane, "idea-targets-in-the-harbour"))
        return ideas

    def preview(self, war: Sea, step: HarbourRound, side: int, verb: str, target: int) -> Preview | None:
        """The way to the harbour [MC-HARB.1]."""
        if verb != "fly":
            return None
        setup = war.setup
        base = war.at[target]
        way = Line((setup.space_names[base], setup.space_names[setup.malta]), "axis")
        return Preview(war.say("preview-harbour", base=("space", base)), "MC-HARB.1", (way,))


def harbour_values(war: Sea, unloaded: bool, plane: int) -> dict[int, float]:
    """What each ship in Malta is worth to a bomber: freighters count until they have unloaded."""
    spared = war.setup.freighters if unloaded else 0
    values = attack_values(war, plane, harbour_targets(war), True)
    return {ship: -0.1 if spared >> ship & 1 else value for ship, (value, _) in values.items()}


class HarbourAimBrief(AimBrief[HarbourAim]):
    harbour = True

    def ideas(self, war: Sea, step: HarbourAim, decision: Decision) -> list[Idea]:
        values = harbour_values(war, _unloaded(war), step.plane)
        return [Idea(value, "target", ship, "idea-most-to-be-gained") for ship, value in values.items()]


def _unloaded(war: Sea) -> bool:
    """The freighters have unloaded: the rounds without limit have begun."""
    bombing = war.nearest(HarbourRound)
    return bombing is not None and bombing.free
