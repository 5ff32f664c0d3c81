"""Advice for the set-up and for turn S: bombardment, drops, landings."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE
from .airdrop import DropPlan, Scatter, Swim, drop_modifiers
from .airdrop import losses as drop_losses
from .battle import DROP, ratio, shifted
from .bombardment import AIR, Missions, chances
from .landing import Embark, Fleet, Inland, LandingPlan, embarked, one_hex
from .placing import Garrison
from .sketch import sketch_of
from .state import AXIS, BRITISH, Malta
from .weighing import outcome_value, prize, worth


def garrison_ideas(war: Malta, step: Garrison, decision: Decision) -> list[Idea]:
    """The sensible set-up; where a hex is taken, near it."""
    return placed(war, decision, "sensible")


def placed(war: Malta, decision: Decision, plan: str) -> list[Idea]:
    setup = war.setup
    assert decision.about is not None
    wanted = setup.grid.named(setup.tables[f"setups.{plan}.british"][setup.ids[decision.about[1]]])
    return [Idea(10.0 - setup.grid.distance(h, wanted), "place", h, "holds what counts") for h in bits(decision.choices["place"])]


def missions_ideas(war: Malta, step: Missions, decision: Decision) -> list[Idea]:
    """Targets by what the table does to them, less for hexes hit before; ports and towns wanted for ourselves are spared."""
    setup = war.setup
    ideas = [Idea(0.12, "fire", 0, "enough")]
    zone = drop_area(war) if war.turn == 0 and step.arm == AIR else 0
    shore = coast_area(war) if war.turn == 0 and step.arm != AIR else 0
    for h in bits(decision.choices.get("bomb", 0)):
        units = war.units_in(h, BRITISH)
        if not units:
            ideas.append(Idea(-1.0, "bomb", h, "nobody there"))
            continue
        found = chances(war, step.arm, h)
        share = {code: sum(n for result, n in found.items() if code in result) / 36 for code in "D1*"}
        before = step.shots.count(h)
        value = share["1"] * worth(war, units)
        upset = 0.0
        for u in bits(units & ~war.dg):
            bit = 1 << u
            if war.turn == 0:
                if setup.flak & bit and step.arm == AIR:
                    upset += 0.25 * (setup.grid.within(1 << h, 1 if setup.light_flak & bit else 2) & zone).bit_count()
                elif setup.coastal & bit and step.arm != AIR:
                    upset += 0.4 * (setup.grid.within(1 << h, 2) & shore).bit_count()
                elif setup.counted & bit:
                    upset += 0.04 * war.strength(u)
                    if shore >> h & 1 or zone >> h & 1:
                        upset += 0.12 * war.strength(u)
            elif war.near(AXIS) >> h & 1:
                upset += 0.09 * war.strength(u)
        value += share["D"] * upset * (1.0 - share["D"]) ** before
        if setup.victory >> h & 1 and not war.struck >> h & 1:
            value -= 0.35 * share["*"] + (0.6 * share["*"] if setup.ports >> h & 1 else 0.0)
        ideas.append(Idea(value, "bomb", h, "guns to silence" if units & setup.forts else "breaks up the defence"))
    return ideas


def drop_prizes(war: Malta, strength: int) -> dict[int, float]:
    """For each hex what three companies may expect of a drop; remembered while nothing changes on the island."""
    known = war.setup.remembered.setdefault("prizes", {})
    key = (strength, war.turn, war.dg, war.dispersed, war.struck, war.control, war.reduced, *war.at)
    found: dict[int, float] | None = known.get(key)
    if found is None:
        if len(known) > 20:
            known.clear()
        found = known[key] = {h: drop_prize(war, h, strength, 3) for h in bits(war.setup.land)}
    return found


def drop_prize(war: Malta, h: int, strength: int, companies: int) -> float:
    """What a stack of companies may expect of a drop on a hex."""
    setup = war.setup
    shift = sum(amount for _, amount, _ in drop_modifiers(war, h, 0)) + (1 if strength > 2 * companies else 0)
    wet = (setup.ring[h] & ~setup.land).bit_count() / 6
    foes = war.units_in(h, BRITISH)
    total = 0.0
    for die in range(1, 7):
        killed, scattered = drop_losses(setup.drops[die + shift])
        killed = min(killed, companies)
        scattered = min(scattered, companies - killed)
        landed = companies - killed - scattered
        value = -1.25 * killed - scattered * (0.3 + 1.25 * wet)
        if landed and not foes:
            value += prize(war, AXIS, h) + 0.1 * landed
        elif landed:
            attack = landed * -(-strength // companies // 2)
            defence = sum(-(-war.strength(u) // 2) if war.dg >> u & 1 else war.strength(u) for u in bits(foes))
            column = shifted(setup, ratio(attack, defence), setup.terrain_shift[war.struck >> h & 1][h] + 1)
            value += outcome_value(war, column, h, prize(war, AXIS, h), 1.25, worth(war, foes), (landed, war.steps(foes)), DROP)
        total += value / 6
    if not foes:
        near = setup.ring[h] & setup.land
        total += 0.25 * sum(prize(war, AXIS, n) for n in bits(near) if not war.held(BRITISH) >> n & 1)
        total += 0.08 * sum(prize(war, AXIS, n) for n in bits(near & war.held(BRITISH)))
        threat = sum(
            war.strength(u)
            for n in bits(near & war.held(BRITISH))
            for u in bits(war.units_in(n, BRITISH))
            if not setup.defends_only >> u & 1
        )
        total -= 0.06 * threat
    return total


def drop_area(war: Malta) -> int:
    """The hexes most worth a drop."""
    prizes = drop_prizes(war, 6)
    best = sorted(prizes, key=lambda h: -prizes[h])
    return mask_of(best[:11])


def drop_ideas(war: Malta, step: DropPlan, decision: Decision) -> list[Idea]:
    """Companies fill a hex to three before the next; Loreto goes where an airfield can be had."""
    setup = war.setup
    if "launch" in decision.choices:
        return [Idea(float(setup.token[lot]), "launch", lot, "the best troops first") for lot in bits(decision.choices["launch"])]
    assert decision.about is not None
    piece = decision.about[1]
    there: dict[int, list[int]] = {}
    for other in bits(setup.droppers):
        if war.plan[other] != NOWHERE:
            there.setdefault(war.plan[other], []).append(other)
    strong = setup.cf[piece] >= 3
    prizes = drop_prizes(war, 9 if strong else 6)
    ideas = []
    for h in bits(decision.choices["drop"]):
        mates = there.get(h, [])
        score = prizes[h]
        if mates:
            same = all((setup.cf[m] >= 3) == strong and setup.formation_of[m] == setup.formation_of[piece] for m in mates)
            score += 6.0 if same else -1.5
        if strong and setup.capital >> h & 1 and not war.units_in(h, BRITISH) & setup.counted:
            score += 4.0
        if setup.bearer["A"] >> piece & 1 and setup.airfields >> h & 1 and not war.held(BRITISH) >> h & 1:
            score += 8.0
        if setup.antitank >> piece & 1:
            score += 0.5 if mates else -0.5
        if setup.bearer["N"] >> piece & 1:
            score += (setup.ring[h] & ~setup.land).bit_count()  # swimmers take the hexes that the others fear [7.1.N]
        ideas.append(Idea(score, "drop", h, "room to land and something to gain"))
    return ideas


def scatter_ideas(war: Malta, step: Scatter, decision: Decision) -> list[Idea]:
    setup = war.setup
    return [
        Idea(
            setup.cf[p] + (1.5 if setup.bearer["A"] >> p & 1 else 0.0) - (0.5 if setup.bearer["N"] >> p & 1 else 0.0),
            "disperse",
            p,
            "the most dangerous",
        )
        for p in bits(decision.choices["disperse"])
    ]


def swim_ideas(war: Malta, step: Swim, decision: Decision) -> list[Idea]:
    return [
        Idea(-float(war.near(BRITISH) >> h & 1) - 2.0 * (war.held(BRITISH) >> h & 1), "swim", h, "a quiet shore")
        for h in bits(decision.choices["swim"])
    ]


def shore_value(war: Malta, h: int) -> float:
    """What a coast is worth to a landing."""
    setup = war.setup
    value = 0.9 + prize(war, AXIS, h)
    near = setup.grid.within(1 << h, 2) & setup.land
    value += 0.25 * sum(prize(war, AXIS, n) for n in bits(near & setup.victory))
    if not setup.flat >> h & 1:
        value -= 0.5
    guns = war.hexes_of(war.on_map(setup.coastal & ~war.dg))
    if guns & setup.grid.within(1 << h, 2):
        value -= 0.4
    foes = war.units_in(h, BRITISH)
    if foes:
        value -= 0.35 * sum(war.strength(u) for u in bits(foes)) + 0.5
    for n in bits(setup.ring[h] & war.held(BRITISH)):
        value -= 0.04 * sum(war.strength(u) for u in bits(war.units_in(n, BRITISH) & setup.counted))
    return value


def coast_area(war: Malta) -> int:
    """The coasts most worth a landing: around the best chain of sea hexes."""
    setup = war.setup
    values = {h: shore_value(war, h) for h in bits(setup.coastal_hexes)}
    best = max(bits(setup.landing_sea), key=lambda s: chain_value(war, s, values))
    shores = 0
    for sea in bits(setup.grid.within(1 << best, 3) & setup.landing_sea):
        shores |= setup.beachward[sea]
    return shores


def chain_value(war: Malta, sea: int, values: dict[int, float]) -> float:
    """How good the shores within reach of a chain through a sea hex are."""
    setup = war.setup
    near = setup.grid.flood(1 << sea, setup.landing_sea, None, 3)
    shores = sorted((max(values[h] for h in bits(setup.beachward[s])) for s in bits(near)), reverse=True)
    return sum(v for v in shores[:7] if v > 0)


def landing_ideas(war: Malta, step: LandingPlan, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = []
    values = {h: shore_value(war, h) for h in bits(setup.coastal_hexes)}
    for sea in bits(decision.choices.get("sea", 0)):
        best = max(values[h] for h in bits(setup.beachward[sea]))
        load = war.steps(war.pieces_in(sea))
        score = best + (chain_value(war, sea, values) if not step.chosen else 0.25 * chain_value(war, sea, values)) - 0.3 * load
        ideas.append(Idea(score if best > 0 else best, "sea", sea, "good beaches"))
    for lot in bits(decision.choices.get("sail", 0)):
        ideas.append(Idea(0.05 + 0.01 * setup.token[lot], "sail", lot, "the best troops first"))
    if "ashore" in decision.choices:
        ideas.append(Idea(-9.0, "ashore", 0, "stay away"))
    return ideas


def embark_ideas(war: Malta, step: Embark, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = []
    for h in bits(decision.choices.get("onto", 0)):
        aimed = sum(war.steps(1 << p) for p in bits(embarked(war)) if war.plan[p] == h)
        ideas.append(Idea(shore_value(war, h) - (2.0 if aimed >= war.limit(h) - 1 else 0.1 * aimed), "onto", h, "a good beach"))
    for piece in bits(decision.choices.get("load", 0)):
        steep = step.onto != NOWHERE and not setup.flat >> step.onto & 1
        marine = 0.5 if bool(setup.marines >> piece & 1) == steep else 0.0
        ideas.append(
            Idea(
                1.0 + 0.2 * war.strength(piece) + marine - (0.4 if setup.special >> piece & 1 and not steep else 0.0),
                "load",
                piece,
                "the strongest first",
            )
        )
    if "next" in decision.choices:
        ideas.append(Idea(0.3, "next", 0, "full"))
    if "second" in decision.choices:
        ideas.append(Idea(-1.0, "second", 0, "hold back"))
    return ideas


def fleet_ideas(war: Malta, step: Fleet, decision: Decision) -> list[Idea]:
    return [Idea(float(war.setup.token[lot]), "sail", lot, "the best troops first") for lot in bits(decision.choices["sail"])]


def inland_ideas(war: Malta, step: Inland, decision: Decision) -> list[Idea]:
    sketch = sketch_of(war, AXIS, step.units)
    ideas = []
    for unit in bits(decision.choices.get("unit", 0)):
        gain = max(sketch.post(unit, h) for h in bits(one_hex(war, unit))) - sketch.post(unit, war.at[unit])
        ideas.append(Idea(gain, "unit", unit, "room inland"))
    for h in bits(decision.choices.get("to", 0)):
        ideas.append(Idea(sketch.post(step.unit, h), "to", h, "a better place"))
    if "halt" in decision.choices:
        ideas.append(Idea(sketch.post(step.unit, war.at[step.unit]), "halt", 0, "well placed"))
    if "end" in decision.choices:
        ideas.append(Idea(0.05, "end", 0, "in place"))
    return ideas
