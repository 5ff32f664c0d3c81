"""The results of the printed tables, read once: ground combat [16.1], air combat [21.2.2, 21.3.2], drops [19.2]."""

from __future__ import annotations

from ...engine.forecast import Result
from ...engine.tables import Tables


class Combat(Result, frozen=True):
    """What a ground combat does to both sides.

    [16.1.AE, 16.1.AD, 16.1.AA, 16.1.AW, 16.1.BA, 16.1.DW, 16.1.DD, 16.1.DE]. A loss is none, one (a step of one unit of its owner's
    choice), all (a step of everybody) or eliminate.
    """

    attacker_loss: str
    attacker_retreat: int
    defender_loss: str
    defender_retreat: int
    pursuit: bool


class Raid(Result, frozen=True):
    """Bombs on a Garrison: bombers lost, steps of the Garrison, Action Points of its side [21.2.2]."""

    own: int
    garrison: int
    ap: int


class Duel(Result, frozen=True):
    """An interception: interceptors lost, aircraft of the mission shot down and sent to rest [21.3.2]."""

    own: int
    eliminated: int
    recycled: int


class Jump(Result, frozen=True):
    """A drop: steps lost, and whether the unit may attack at once [19.1f, 19.2]."""

    steps: int
    attack: bool


def combats(tables: Tables) -> dict[str, Combat]:
    """The results of the Combat Results Table by their codes."""
    return {code: Combat(code, **tables[f"crt.results.{code}"]) for code in tables.under("crt.results")}


def raids(tables: Tables) -> dict[str, Raid]:
    """What the results of the Air Combat Table mean to a raid."""
    return {code: Raid(code, **tables[f"air_combat.bombardment.{code}"]) for code in tables.under("air_combat.bombardment")}


def duels(tables: Tables) -> dict[str, Duel]:
    """What they mean to an interception."""
    return {code: Duel(code, **tables[f"air_combat.interception.{code}"]) for code in tables.under("air_combat.interception")}


def jumps(tables: Tables) -> tuple[Jump, ...]:
    """The lines of the Drop Table, from a modified roll of 0 or less to the best."""
    steps, attack = tables["drop.steps_lost"], tables["drop.may_attack"]
    return tuple(Jump(name.replace("_", " "), steps[name], attack[name]) for name in tables["drop.results"])
