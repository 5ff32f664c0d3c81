"""What a choice would do before any die: ways and their cost, columns and chances, what a landing or a drop has to fear."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine.event import Modifier
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from ...engine.view import Line, Preview, Tint
from . import barrage_odds
from .airdrop import DropPlan, drop_modifiers
from .battle import (
    DROP,
    HUNT,
    LAND,
    OVERRUN,
    SEA,
    Assemble,
    Bonus,
    Combat,
    Declare,
    Fights,
    Intense,
    Stand,
    odds_column,
    stubborn_ground,
    tank_modifiers,
)
from .bombardment import Guns, Missions, chances
from .landing import Embark, Wave, landing_modifiers
from .movement import EXHAUSTED, Move, hunt_price
from .reinforcement import Enter, open_ports, through_port
from .retreat import Advance
from .state import Malta
from .turn import Contest
from .weighing import attack_of


def preview(war: Malta, side: int, verb: str, target: int) -> Preview | None:
    """By the step that asks; most buttons need no explanation."""
    assert war.stack is not None
    step = war.stack[0]
    if isinstance(step, (Missions, Guns)) and verb in ("bomb", "on"):
        return _bombs(war, step.arm, target)
    if isinstance(step, (Missions, Guns)) and verb == "fire":
        return _barrage(war, step.arm, step.shots)
    if isinstance(step, DropPlan) and verb == "drop":
        return _drop(war, target)
    if isinstance(step, Embark) and verb in ("onto", "load"):
        return _surf(war, target if verb == "onto" else step.onto, NOWHERE if verb == "onto" else target)
    if isinstance(step, Enter):
        return _arrival(war, step.unit, target)
    if isinstance(step, Move):
        return _move(war, step, verb, target)
    if isinstance(step, Contest) and verb == "bid":
        return _contest(war, step, target)
    if isinstance(step, Intense):
        return _intense(war, step, verb)
    if isinstance(step, Advance) and verb == "advance":
        return Preview(f"{war.setup.piece_names[target]} takes {war.setup.hex_label(step.target)}.", "5.5.1.3.e")
    return _fight(war, side, verb, target)


def _name(war: Malta, h: int) -> str:
    return war.setup.names.of("space", h)


def _said(found: list[Modifier]) -> str:
    return ", ".join(f"{label} {amount:+d}" for label, amount, _ in found) or "no modifier"


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def _barrage(war: Malta, arm: int, shots: tuple[int, ...]) -> Preview:
    """All announced bombardments, target by target [5.3.1.b]."""
    if not shots:
        return Preview("No target is named: nothing is fired.", "5.3.1.b")
    return Preview(barrage_odds.in_words(war, arm, shots), "5.3.1.c", tints=tuple(Tint(_name(war, h), "bad") for h in set(shots)))


def _bombs(war: Malta, arm: int, target: int) -> Preview:
    """Column and chances of one bombardment [5.3.1.c]."""
    setup = war.setup
    found = chances(war, arm, target)
    share = {code: sum(n for result, n in found.items() if code in result) / 36 for code in "D1*"}
    column = setup.tables["bombardment.columns"][setup.bomb_column[war.struck >> target & 1][target]]
    text = f"Column {column}: disorder {_percent(share['D'])}, a step {_percent(share['1'])}"
    if setup.breakable >> target & 1 and not war.struck >> target & 1:
        lost = "rubble" if setup.built >> target & 1 else "road cut"
        text += f", {lost} {_percent(share['*'])}"
        if setup.ports >> target & 1:
            text += " and with it the port"
    return Preview(text + ".", "5.3.1.c", tints=(Tint(_name(war, target), "bad"),))


def _drop(war: Malta, target: int) -> Preview:
    """Modifiers of a drop, and how many of the six directions lead into the sea [3.2.c, 3.2.g]."""
    setup = war.setup
    found = drop_modifiers(war, target, 0)
    shift = sum(amount for _, amount, _ in found)
    clean = sum(setup.drops[die + shift] == "-" for die in range(1, 7))
    deadly = sum("E" in setup.drops[die + shift] for die in range(1, 7))
    wet = (setup.ring[target] & ~setup.land).bit_count()
    text = f"{_said(found)}; clean drop {clean} in 6, losses {deadly} in 6, {wet} of 6 directions lead into the sea."
    if war.held(1) >> target & 1:
        text += " The enemy holds the hex: whoever lands in order must clear it or die [3.2.l]."
    return Preview(text, "3.2.c", tints=(Tint(_name(war, target), "bad" if shift < -1 else "good"),))


def _surf(war: Malta, onto: int, piece: int) -> Preview:
    """The landing die of a unit, or of an ordinary one [4.2.g]."""
    setup = war.setup
    found = landing_modifiers(war, piece if piece != NOWHERE else first(setup.landers & ~setup.bearer["S"]), onto)
    shift = sum(amount for _, amount, _ in found)
    results = [setup.surf[die + shift] for die in range(1, 7)]
    text = f"{_said(found)}; in order {results.count('-')} in 6, steps lost {sum(r[0].isdigit() for r in results)} in 6."
    if war.held(1) >> onto & 1:
        text += " The enemy holds it: the wave attacks at half its value [4.2.i]."
    return Preview(text, "4.2.g", tints=(Tint(_name(war, onto), "plain"),))


def _arrival(war: Malta, unit: int, target: int) -> Preview:
    setup = war.setup
    if setup.formation_of[unit] == setup.airlanding:
        return Preview("Lands in disorder, may move one hex and attack.", "3.2.1.e")
    if open_ports(war) >> target & 1 and through_port(war, unit, target):
        return Preview("Through the port: one hex more, and it may attack.", "4.2.1.e")
    return _surf(war, target, unit)


def _move(war: Malta, step: Move, verb: str, target: int) -> Preview | None:
    """The way and what it costs; a hex that would be too full [5.2.1.b]."""
    if verb == "hunt":
        return Preview(f"{hunt_price(war, step) / 2:g} more movement points; the attack is declared with the others.", "3.2.n")
    if verb == "overrun":
        return _fight(war, war.active, verb, target)
    if verb != "to":
        return None
    path, prices, roads = step.route(war, target)
    allowance = min(war.allowance(u) for u in bits(step.movers))
    if prices[-1] == EXHAUSTED:
        text, rule = "One hex, and no more.", "5.2.d"
    elif roads and step.spent + sum(prices) > allowance:
        text, rule = f"A march of {len(path) - 1} hexes by road, away from the enemy.", "5.2.3.a"
    else:
        text, rule = f"{(step.spent + sum(prices)) / 2:g} of {allowance / 2:g} movement points.", "5.2.a"
    there = war.units_in(target, war.active) | step.movers
    if not step.movers & war.dispersed and war.points(there) > war.limit(target):
        text += f" {war.points(there)} points in a hex for {war.limit(target)}: to stop there means disorder for all [5.2.1.b]."
    return Preview(text, rule, (Line(tuple(_name(war, h) for h in path), "strong"),))


def win_chance(mine: int, theirs: int) -> float:
    """The chance to win a contest, ties rolled again [5.1.e, 5.1.f]."""
    throws = [(a + mine, b + theirs) for a in range(1, 7) for b in range(1, 7)]
    won, lost = sum(a > b for a, b in throws), sum(a < b for a, b in throws)
    return won / (won + lost)


def _contest(war: Malta, step: Contest, lot: int) -> Preview:
    setup = war.setup
    mine = setup.token[lot]
    if step.stage == 2 and step.shown == NOWHERE:
        return Preview("It acts without a die.", "5.1.a")
    if step.stage == 2:
        theirs = setup.token[step.shown]
        return Preview(f"{mine:+d} against {theirs:+d}: it acts with {_percent(win_chance(mine, theirs))}.", "5.1.e")
    side = setup.lot_side[lot]
    others = sorted({setup.token[other] for other in bits(setup.lots_of[1 - side]) if not war.acted[other]})
    said = ", ".join(f"{_percent(win_chance(mine, token))} against {token:+d}" for token in others)
    return Preview(f"Token {mine:+d}: {said or 'nobody can answer'}.", "5.1.e")


# --- combat


def planned(war: Malta) -> Combat | None:
    """The combat that is being prepared or fought, with what is known of it."""
    stack = war.stack
    changes: dict[str, int] = {}
    while stack is not None:
        step, stack = stack
        if isinstance(step, Stand):
            changes["hold"] = step.hold
        elif isinstance(step, Combat):
            combat = replace(step, **changes)
            if step.stage == 0 or not combat.attackers:
                return None
            return combat
        elif isinstance(step, Assemble):
            return attack_of(war, step.target, step.members) if step.members else None
    return None


def results(war: Malta, column: int) -> dict[str, int]:
    """How many of the 36 throws bring each result of a column."""
    found: dict[str, int] = {}
    for total in range(2, 13):
        result = war.setup.crt[total][column]
        found[result] = found.get(result, 0) + 6 - abs(7 - total)
    return found


def driven_out(war: Malta, combat: Combat, column: int) -> float:
    """The chance that the first throw clears the hex: a retreat, or more steps lost than there are."""
    side = war.setup.side_of[first(combat.attackers)]
    steps = war.steps(combat.defenders(war, side))
    stuck = stubborn_ground(war, combat.target)
    cleared = 0
    for result, throws in results(war, column).items():
        right = result.rpartition("/")[2]
        back = "Dr" in right and combat.manner != HUNT
        lost = int(right[0]) if right[0].isdigit() else 0
        if (back and not stuck) or lost + (back and stuck) >= steps:
            cleared += throws
    return cleared / 36


def in_words(war: Malta, combat: Combat) -> tuple[float, str]:
    """The chance to clear the hex at the first throw, and the whole sum in words: the tanks' part, then the close combat [5.5.k]."""
    setup = war.setup
    attack, defence, column, found = odds_column(war, combat)
    if combat.stage > 5:
        column = combat.column
    throws = results(war, column)

    def share(test: str) -> float:
        return sum(n for result, n in throws.items() if test in result) / 36

    shifts = f" after {_said(found)}" if found else ""
    cleared = driven_out(war, combat, column)
    text = f"{attack} against {defence}, column {setup.columns[column]}{shifts}: hex cleared {_percent(cleared)}, "
    text += f"attackers back {_percent(share('Ar'))}, Intense Combat {_percent(share('CI'))}"
    return cleared, _tanks(war, combat) + text


def _tanks(war: Malta, combat: Combat) -> str:
    """The tank combat that comes first, a die for each armoured unit [5.5.2]."""
    setup = war.setup
    tanks = war.on_map(combat.attackers & setup.armour) if combat.manner in (LAND, OVERRUN, HUNT) else 0
    if combat.stage > 1 and combat.stage != 5:
        tanks = combat.tanks
    parts = []
    for tank in bits(tanks):
        found = tank_modifiers(war, tank, combat.target, combat.hold)
        shift = sum(amount for _, amount, _ in found)
        codes = [setup.duels[die + shift] for die in range(1, 7)]
        parts.append(f"{setup.piece_names[tank]} ({_said(found)}) hits {codes.count('D1')} in 6, is hit {codes.count('A1')} in 6")
    return f"Tanks first: {'; '.join(parts)}. Then " if parts else ""


def _intense(war: Malta, step: Intense, verb: str) -> Preview | None:
    """What the answer means for both [5.5.1.1]."""
    combat = planned(war)
    if combat is None:
        return None
    setup = war.setup
    side = setup.side_of[first(combat.attackers)]
    where = setup.hex_label(step.target)
    mine, theirs = war.steps(war.on_map(combat.attackers)), war.steps(combat.defenders(war, side))
    if verb == "intense":
        text = f"A step for each side ({mine} attack, {theirs} defend)"
        if step.attacks:
            text += " if the defender stands too; he may give up the hex instead"
        if not step.second and mine > 1 and theirs > 1:
            text += (
                f". Then a second throw on column {setup.columns[combat.column]}: {in_words(war, combat)[1].rpartition(': ')[2]}"
            )
        return Preview(text + ".", "5.5.1.1.f")
    if not step.attacks:
        return Preview(f"The defenders leave {where} without further loss; who cannot move is lost.", "5.5.1.1.e")
    if combat.manner == DROP:
        return Preview("Whoever came down among the enemy and does not clear the hex is lost.", "3.2.l")
    back = "everybody stays where he is"
    if combat.manner == OVERRUN and not step.second:
        back = "the attackers lose a step" if stubborn_ground(war, step.target) else "the attackers fall back in disorder"
    return Preview(f"The fight for {where} ends: {back}.", "5.5.1.1.d")


def _fight(war: Malta, side: int, verb: str, target: int) -> Preview | None:
    """The sum of a combat that this choice would lead to."""
    assert war.stack is not None
    step = war.stack[0]
    combat: Combat | None = None
    if isinstance(step, Assemble) and verb == "join":
        combat = attack_of(war, step.target, step.members | 1 << target)
    elif isinstance(step, Declare) and verb == "target":
        combat = attack_of(war, target, step._pools(war)[target])
    elif isinstance(step, Fights):
        combat = attack_of(war, target, next(units for h, units in war.attacks if h == target))
    elif isinstance(step, Wave):
        combat = attack_of(war, target, sum(1 << p for p in bits(war.on_map(step.units)) if war.plan[p] == target), SEA)
    elif isinstance(step, Move) and verb == "overrun":
        combat = attack_of(war, target, step.movers, OVERRUN)
    elif verb == "fight":
        combat = attack_of(war, target, war.falling & war.pieces_in(target), DROP)
    elif isinstance(step, (Stand, Bonus, Intense)):
        combat = planned(war)
        if combat is not None and isinstance(step, Bonus) and verb == "elite":
            attacks = combat.attackers >> target & 1
            combat = replace(combat, elite=target) if attacks else replace(combat, stubborn=target)
        elif combat is not None and verb == "withhold":
            combat = replace(combat, hold=combat.hold & ~(1 << target))
    if combat is None:
        return None
    lines = tuple(Line((_name(war, h), _name(war, combat.target)), "bad") for h in bits(combat.froms) if h != combat.target)
    return Preview(in_words(war, combat)[1] + ".", "5.5.1.a", lines)
