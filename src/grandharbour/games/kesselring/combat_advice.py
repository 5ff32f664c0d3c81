"""Ideas about combat: whom to attack, with whom, and what to do when it is decided.

The biggest single gain is the exact expectation of a combat over its six faces.
"""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from .air import airmen, in_range
from .battle import INVASION, LAND, Assemble, Fight, PickTarget, Stand, Support, attack_ssu, column, defence_ssu, naval_guns
from .movement import reachable_foes
from .retreat import Pursuit, RetreatStack, Steadfast
from .state import ALLIED, Italy
from .supply import lines
from .weighing import hex_worth, steel

# What a combat result costs each side of its strength, and whether the hex is cleared.
RESULT = {
    "AE": (1.0, 0.0, False), "AD": (0.6, 0.0, False), "AA": (0.2, 0.0, False), "AW": (0.1, 0.0, False),
    "BA": (0.2, 0.2, False), "DW": (0.0, 0.2, True), "DD": (0.0, 0.6, True), "DE": (0.0, 1.0, True),
}  # fmt: skip


def backing(war: Italy, target: int, attackers: int, busy: int = 0) -> tuple[int, int, int]:
    """The air units, guns and special unit that could support an attack."""
    setup = war.setup
    side = setup.side_of[first(attackers)]
    flying = airmen(war, side, "cas") & setup.contingent[setup.contingent_of[first(attackers)]] & ~busy
    cas = 0
    for piece in bits(in_range(war, flying, target)):
        if cas.bit_count() < setup.air_stack:
            cas |= 1 << piece
    guns = first(naval_guns(war, target, attackers) & ~busy) if side == ALLIED else NOWHERE
    helpers = attack_ssu(war, attackers) & ~busy
    ssu = max(bits(helpers), key=lambda piece: int(setup.counter[piece]["attack"])) if helpers else NOWHERE
    return cas, guns, ssu


def attack_value(war: Italy, target: int, attackers: int) -> float:
    """The expectation of an attack over the six faces of the die, with the support there is."""
    return attack_odds(war, target, attackers, LAND, 0)[0]


def attack_odds(war: Italy, target: int, attackers: int, manner: int, busy: int) -> tuple[float, float]:
    """The expectation of an attack, and the chance that it clears the hex."""
    setup = war.setup
    side = setup.side_of[first(attackers)]
    defenders = war.units_in(target, 1 - side)
    if not defenders:
        return 0.0, 1.0
    cas, guns, ssu = backing(war, target, attackers, busy)
    helpers = defence_ssu(war, defenders)
    answer = max(bits(helpers), key=lambda piece: int(setup.counter[piece]["defense"])) if helpers else NOWHERE
    fight = Fight(target, attackers, manner, 3, cas, guns, ssu, defenders, NOWHERE, answer)
    _, col, _ = column(war, fight, defenders)
    point = steel(war)
    prize = hex_worth(war, side, target) + 2 * point
    mine, theirs = point * war.total(attackers), point * war.total(defenders)
    total, clear = 0.0, 0
    fort = war.forts >> target & 1
    frail = not defenders & ~(war.flipped | setup.one_step)  # nobody there has two steps
    for face in range(1, 7):
        result = setup.crt[face][col]
        lost, won, cleared = RESULT[result]
        if frail and (result == "DD" or (result == "BA" and not defenders & (defenders - 1))):
            won, cleared = 1.0, True
        elif fort and result in ("DW", "DD"):  # a fortification lets them stay [17.1.2]
            won, cleared = (0.0, False) if result == "DW" else (0.5, False)
        total += theirs * won - mine * lost
        if cleared:
            total += prize
            clear += 1
        elif manner == INVASION:
            total -= 0.5 * mine  # a step of everybody who does not get ashore
    return total / 6, clear / 6


def teams(war: Italy, pool: int) -> set[int]:
    """The units of a pool that could attack together: of one contingent with one source, or one alone."""
    found = set()
    for mask in war.setup.contingent.values():
        units = pool & mask
        if units & (units - 1):
            by_source: dict[int, int] = {}
            alone = 0
            for unit in bits(units):
                ends = lines(war, unit)
                for source in bits(ends):
                    by_source[source] = by_source.get(source, 0) | 1 << unit
                if not ends:
                    alone |= 1 << unit
            found |= set(by_source.values())
            units = 1 << max(bits(alone), key=war.strength) if alone else 0
        if units:
            found.add(units)
    return found


def best_attack(war: Italy, target: int, pool: int) -> float:
    """The value of attacking a hex with the best of those that can attack together."""
    return max((attack_value(war, target, units) for units in teams(war, pool)), default=-9.0)


def pools(war: Italy, side: int) -> dict[int, int]:
    """Which units could attack which enemy hex now."""
    found: dict[int, int] = {}
    for unit in bits(war.on_map(war.setup.mobile & war.setup.own[side])):
        for h in bits(reachable_foes(war, unit)):
            found[h] = found.get(h, 0) | 1 << unit
    return found


def target_ideas(war: Italy, step: PickTarget, decision: Decision) -> list[Idea]:
    found = pools(war, war.active)
    return [Idea(best_attack(war, h, found[h]), "target", h, "the best odds") for h in bits(decision.choices["target"])]


def assemble_ideas(war: Italy, step: Assemble, decision: Decision) -> list[Idea]:
    """Gather the best team, strongest first, and no more than make the attack better."""
    able = step.joined | decision.choices.get("join", 0)
    now = attack_value(war, step.target, step.joined) if step.joined else -9.0
    best = (now, step.joined)
    for team in {team & able for team in step.teams if not step.joined & ~team}:
        units = step.joined
        for unit in sorted(bits(team & ~units), key=war.strength, reverse=True):
            units |= 1 << unit
            best = max(best, (attack_value(war, step.target, units), units))
    ideas = []
    for unit in bits(decision.choices.get("join", 0)):
        wanted = best[0] if best[1] >> unit & 1 else now - 1.0
        ideas.append(Idea(wanted + 0.01 * war.strength(unit), "join", unit, "adds to the attack"))
    if "assault" in decision.choices:
        ideas.append(Idea(now, "assault", 0, "strong enough"))
    return ideas


def help_of(war: Italy, piece: int, way: str) -> float:
    """What a special unit brings; of equals, first who does not tire [23.3a]."""
    counter = war.setup.counter[piece]
    return 0.2 * int(counter[way]) + (0.0 if counter["recycles"] else 0.05)


def support_ideas(war: Italy, step: Support, decision: Decision) -> list[Idea]:
    ideas = [Idea(0.0, "enough", 0, "enough")]
    ideas += [Idea(0.6, "cas", piece, "a column for nothing") for piece in bits(decision.choices.get("cas", 0))]
    for piece in bits(decision.choices.get("support", 0)):
        ideas.append(Idea(0.3 + help_of(war, piece, "attack"), "support", piece, "columns for nothing"))
    worth = 0.3 if war.ap[ALLIED] > 2 else -0.1
    ideas += [Idea(worth, "gunfire", piece, "a column for a point") for piece in bits(decision.choices.get("gunfire", 0))]
    return ideas


def stand_ideas(war: Italy, step: Stand, decision: Decision) -> list[Idea]:
    """Special units help the defence for nothing; ships where it matters."""
    ideas = [Idea(0.0, "stand", 0, "as it is")] if "stand" in decision.choices else []
    ideas += [Idea(0.1 * war.strength(unit), "defend", unit, "the strongest") for unit in bits(decision.choices.get("defend", 0))]
    for piece in bits(decision.choices.get("support", 0)):
        ideas.append(Idea(help_of(war, piece, "defense"), "support", piece, "columns for nothing"))
    stake = hex_worth(war, decision.side, step.target) + steel(war) * war.total(step.units)
    for piece in bits(decision.choices.get("gunfire", 0)):
        ideas.append(Idea(0.15 * stake - 0.4, "gunfire", piece, "a column for a point"))
    return ideas


def steadfast_ideas(war: Italy, step: Steadfast, decision: Decision) -> list[Idea]:
    here = war.at[step.unit]
    hold = 1.0 + hex_worth(war, war.setup.side_of[step.unit], here)
    weak = 1.2 if war.flipped >> step.unit & 1 else 0.0
    return [Idea(hold - weak, "stay", 0, "holds"), Idea(0.5, "go", 0, "saves itself")]


def retreat_order(war: Italy, step: RetreatStack, decision: Decision) -> list[Idea]:
    return [Idea(float(war.strength(unit)), "unit", unit, "the best first") for unit in bits(decision.choices["unit"])]


def pursuit_ideas(war: Italy, step: Pursuit, decision: Decision) -> list[Idea]:
    worth = hex_worth(war, war.active, step.target)
    ideas = [Idea(0.3, "halt", 0, "stay in line")]
    inside = war.mobile_in(step.target, war.active).bit_count()
    for unit in bits(decision.choices["pursue"]):
        leaving = war.at[unit]
        alone = leaving in war.setup.objectives and war.units_in(leaving, war.active).bit_count() == 1
        ideas.append(
            Idea(0.2 + worth + (0.4 if inside == 0 else 0.0) - (1.5 if alone else 0.0), "pursue", unit, "takes the ground")
        )
    return ideas
