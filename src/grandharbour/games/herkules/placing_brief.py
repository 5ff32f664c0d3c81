"""What is told before the first turn: the set-up for quick play."""

from __future__ import annotations

from typing import TypeVar

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.schooling import knows
from ...engine.view import Track
from .brief import Advised
from .placing import LayMines, SetFleet, SetUnits, waiting
from .state import AX, BR, SIDES, Islands
from .weighing import worth

P = TypeVar("P", SetUnits, SetFleet, LayMines)


class Placing(Advised[P]):
    """Where the set-up for quick play has it, the more the better."""

    def wanted(self, war: Islands, step: P) -> dict[int, float]:
        raise NotImplementedError

    def ideas(self, war: Islands, step: P, decision: Decision) -> list[Idea]:
        wanted, lands = self.wanted(war, step), war.setup.lands
        ((verb, mask),) = decision.choices.items()

        def score(target: int) -> float:
            return wanted.get(target, 0.0) + (0.1 * worth(war, target) if target < lands else 0.0)

        best = max(bits(mask), key=score)
        return [Idea(score(best), verb, best, "idea-set-up-quick")]


class SetUnitsBrief(Placing[SetUnits]):
    """Units and aircraft of the garrison."""

    def wanted(self, war: Islands, step: SetUnits) -> dict[int, float]:
        setup = war.setup
        unit = first(waiting(war))
        hq, kind = setup.hq[unit], setup.kind[unit]
        part = "aircraft" if setup.air >> unit & 1 else "default"
        base = f"scenarios.{setup.scenario}.BR.{hq}.{part}"
        places: dict[int, float] = {}
        for name in setup.tables.under(base):
            t = setup.land_of[name]
            planned = setup.tables[f"{base}.{name}"].get(kind, 0)
            there = (war.here()[t] & setup.of_hq[hq] & setup.of_kind[kind]).bit_count()
            places[t] = 50.0 * (planned - there)
        return places

    def tracks(self, war: Islands, step: SetUnits, side: int | None) -> tuple[Track, ...]:
        return (Track("plan", war.say("track-units-left"), waiting(war).bit_count(), None, "BR"),)


class SetFleetBrief(Placing[SetFleet]):
    """The carrier group."""

    def wanted(self, war: Islands, step: SetFleet) -> dict[int, float]:
        return {war.setup.zone_of[war.setup.given("BR.eagle.zone")]: 50.0}


class LayMinesBrief(Placing[LayMines]):
    """Minefields."""

    def wanted(self, war: Islands, step: LayMines) -> dict[int, float]:
        setup = war.setup
        zones = setup.given("default_mines")["AX" if step.side == AX else "BR"]
        if step.side == BR and setup.landing_mines and knows("mines-at-landings"):
            zones = setup.landing_mines
        return {setup.zone_of[zone]: 50.0 - number for number, zone in enumerate(zones)}

    def tracks(self, war: Islands, step: LayMines, side: int | None) -> tuple[Track, ...]:
        return (Track("plan", war.say("track-mines-left"), step.left, None, SIDES[step.side]),)
