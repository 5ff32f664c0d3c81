"""What will come of an attack, a raid, an interception or a drop: one value each, for odds, battle board, previews and hints."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

from msgspec.structs import replace

from ...engine.catalogue import Text, text
from ...engine.event import Modifier
from ...engine.forecast import Forecast, Result
from ...engine.geometry.bits import bits, first, mask_of
from .air import Intercept, air_difference, airmen, bomb_column, column_of, in_range
from .battle import INVASION, LAND, Assemble, Fight, Stand, Support, column, explained, most_from
from .landing import drop_modifiers
from .results import Combat, Duel, Jump, Raid
from .state import Italy

R = TypeVar("R", bound=Result)


def _faces(results: Iterable[R]) -> tuple[tuple[R, Fraction], ...]:
    """The results of the six faces of a die, each with its chance."""
    chances: dict[str, tuple[R, Fraction]] = {}
    for result in results:
        _, before = chances.get(result.code, (result, Fraction(0)))
        chances[result.code] = result, before + Fraction(1, 6)
    return tuple(chances.values())


# --- ground combat [15.0]


def combat(war: Italy, fight: Fight, defenders: int) -> Forecast[Combat]:
    """One die on the column that percentage and shifts give; ``win`` is the chance that the attackers get into the hex [15.3, 16.1]."""
    setup = war.setup
    percent, final, shifted = column(war, fight, defenders)
    chances = _faces(setup.crt[face][final] for face in range(1, 7))
    stubborn = bool(war.forts >> fight.target & 1 or defenders & setup.elite)
    frail = not defenders & ~(war.reduced | setup.one_step)

    def clears(result: Combat) -> bool:
        """Whether nobody is left: all eliminated, or driven out, unless they may stay [17.1.2a]."""
        lost = result.defender_loss
        if lost == "eliminate" or (frail and (lost == "all" or (lost == "one" and not defenders & (defenders - 1)))):
            return True
        return bool(result.defender_retreat) and not stubborn

    win = float(sum(p for result, p in chances if clears(result)))
    facts = (
        ("attack", war.total(fight.attackers)),
        ("defence", war.total(defenders)),
        ("percent", percent),
        ("column", setup.columns[final]),
    )
    return Forecast("15.3", chances, explained(war, fight, shifted), win, 1.0 - win, facts=facts)


def next_column(war: Italy, fight: Fight, defenders: int) -> Text | None:
    """The strength points that are missing for one column more, and whether an aircraft would do it [15.3, 21.1.1c]; None at the end."""
    setup = war.setup
    percent, final, _ = column(war, fight, defenders)
    base = max((i for i, low in enumerate(setup.from_percent) if percent >= low), default=0)
    if final + 1 >= len(setup.columns) or base + 1 >= len(setup.from_percent):
        return None
    strength = max(1, war.total(defenders))
    missing = -(-setup.from_percent[base + 1] * strength // 100) - war.total(fight.attackers)
    side = setup.side_of[first(fight.attackers)]
    spare = airmen(war, side, "cas") & setup.contingent[setup.contingent_of[first(fight.attackers)]] & ~fight.cas
    flies = fight.cas.bit_count() < setup.air_stack and in_range(war, spare, fight.target)
    return text("odds-further", n=missing, column=setup.columns[final + 1], air=bool(flies))


def no_crowd(war: Italy, units: int) -> int:
    """Of each hex the strongest that may attack out of it: all, unless it is overstacked [10.2a]."""
    fit = 0
    for h in {war.at[u] for u in bits(units)}:
        here = sorted(bits(war.mobile_in(h, war.active) & units), key=war.strength, reverse=True)
        fit |= mask_of(here[: most_from(war, h)])
    return fit


def facing(war: Italy, fight: Fight) -> int:
    """Who defends against an attack: all, or in an overstacked hex the strongest with the Garrison, as far as one can tell [10.2a]."""
    setup = war.setup
    foe = 1 - setup.side_of[first(fight.attackers)]
    units = war.units_in(fight.target, foe)
    if not war.overstacked(fight.target, foe):
        return units
    strongest = sorted(bits(units & setup.mobile), key=war.strength, reverse=True)
    return mask_of(strongest[: setup.crowd_defenders]) | units & setup.garrisons


def planned(war: Italy) -> tuple[Fight, int] | None:
    """The attack in preparation with all that has been committed to it, and its defenders."""
    fight = war.nearest(Fight)
    asked, answer = war.nearest(Support), war.nearest(Stand)
    if fight is None:
        gathered = war.nearest(Assemble)
        if gathered is not None and gathered.joined:
            fight = Fight(gathered.target, gathered.joined, LAND)
        elif asked is not None:  # support for every beach comes before the landings [21.3b]
            fight = Fight(asked.target, asked.attackers, INVASION)
        else:
            return None
    if fight.code:
        return None
    defenders = fight.hold or facing(war, fight)
    if asked is not None:
        fight = replace(fight, cas=asked.cas, guns=asked.guns, ssu=asked.ssu)
    elif answer is not None:
        defenders = answer.chosen or defenders
        fight = replace(fight, dguns=answer.guns, dssu=answer.ssu)
    return (fight, defenders) if defenders else None


# --- in the air [20.0, 21.0]


def raid(war: Italy, side: int, target: int, flying: int, guide: int) -> Forecast[Raid]:
    """Bombs on a Garrison that nobody meets on the way; ``win`` is the chance that it is gone [21.2.1, 21.2.2]."""
    setup = war.setup
    col, shifted = bomb_column(war, side, target, flying, guide)
    chances = _faces(setup.raids[face][col] for face in range(1, 7))
    steps = 1 if war.reduced >> war.garrison_in(target, 1 - side) & 1 else 2
    win = float(sum(p for result, p in chances if result.garrison >= steps))
    return Forecast("21.2.2", chances, tuple(shifted), win, 1.0 - win, facts=(("column", setup.act_columns[col]),))


def interception(war: Italy, step: Intercept, sent: int) -> Forecast[Duel]:
    """Who comes through; ``win`` is the chance that the mission loses an aircraft [21.3.1b, 21.3.2]."""
    setup = war.setup
    difference = air_difference(war, sent, step.mission)
    col = column_of(war, difference)
    chances = _faces(setup.duels[face][col] for face in range(1, 7))
    win = float(sum(p for result, p in chances if result.eliminated or result.recycled))
    facts = (("difference", difference), ("column", setup.act_columns[col]))
    return Forecast("21.3.2", chances, (), win, 1.0 - win, facts=facts)


def drop(war: Italy, unit: int, target: int) -> Forecast[Jump]:
    """A jump; ``win`` is the chance that it costs nothing [19.2]."""
    modifiers: list[Modifier] = drop_modifiers(war, unit, target)
    jumps, bonus = war.setup.jumps, sum(m[1] for m in modifiers)
    chances = _faces(jumps[max(0, min(len(jumps) - 1, face + bonus))] for face in range(1, 7))
    win = float(sum(p for result, p in chances if not result.steps))
    return Forecast("19.2", chances, tuple(modifiers), win, 1.0 - win)
