"""What is told about a surface battle: the board, the guns, and whether to stand."""

from __future__ import annotations

from typing import TypeVar

from ...engine.brief import Brief
from ...engine.choice import Decision
from ...engine.forecast import Forecast, Result
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.view import Preview, Stage, StageRow, Tint, Track
from .battle import (
    AxisLeaves,
    Battle,
    Broadsides,
    Deploy,
    FallBack,
    Gunfire,
    Leave,
    Surface,
    Target,
    able,
    allied_ships,
    in_row,
    present,
)
from .damage import starred
from .forecast import gunshot
from .papers import names_of, row_name, what_is
from .state import AL, AX, LINE, REAR, SCREEN, SIDES, Sea
from .weighing import Pictures, clash_over, damage, one_of_each, pictures

G = TypeVar("G", bound=Gunfire | Broadsides)


class SurfaceBrief(Brief[Surface]):
    def ideas(self, war: Sea, step: Surface, decision: Decision) -> list[Idea]:
        ideas = [Idea(0.0, "hold", 0, "idea-better-not")]
        views = pictures(war) if decision.side == AX else Pictures([war])
        for space in bits(decision.choices.get("engage", 0)):
            value = clash_over(views, war.fleet_at(space), space)
            ideas.append(Idea(value if decision.side == AX else -value - 0.3, "engage", space, "idea-the-odds-are-good"))
        return ideas

    def trusted(self, war: Sea, step: Surface, decision: Decision) -> bool:
        return False

    def preview(self, war: Sea, step: Surface, side: int, verb: str, target: int) -> Preview | None:
        """What is known to lie where a battle would be."""
        if verb != "engage":
            return None
        return Preview(what_is(war, side, target), "MC-RECON.2", (), (Tint(war.setup.space_names[target], "strong"),))


class BattleBrief(Brief[Battle]):
    def stage(self, war: Sea, step: Battle, side: int | None) -> Stage | None:
        """The lines of both sides, those that fight each other in the middle [MC-NAVAL.2]."""
        axis, allied = present(war, step.space, AX), present(war, step.space, AL)
        rows = [_line(war, AX, axis, row) for row in (REAR, LINE, SCREEN)]
        rows += [_line(war, AL, allied, row) for row in (SCREEN, LINE, REAR)]
        waiting = (axis | allied) & ~in_row(war, axis | allied, SCREEN, LINE, REAR)
        if waiting:
            apart = war.say("stage-not-deployed")
            rows += [StageRow(apart, SIDES[s], names_of(war, waiting & ships)) for s, ships in ((AX, axis), (AL, allied))]
        when = "night" if war.night else "day"
        title = war.say("stage-battle", place=("space", step.space), round=step.round, when=when)
        return Stage("battle", title, tuple(row for row in rows if row.pieces), guns_in(war, step))


def _line(war: Sea, side: int, ships: int, row: int) -> StageRow:
    return StageRow(row_name(war, row), SIDES[side], names_of(war, in_row(war, ships, row)))


def guns_in(war: Sea, battle: Battle) -> str:
    """How many of each side can fire."""
    british, italian = (able(war, battle.space, side).bit_count() for side in (AL, AX))
    return war.say("stage-battle.note", british=british, italian=italian)


def battle_track(war: Sea, battle: Battle) -> Track:
    """The battle under way, beside the board."""
    name = war.say("track-battle", place=("space", battle.space))
    return Track("battle", name, battle.round, None, None, guns_in(war, battle))


class GunsBrief(Brief[G]):
    """A pattern: whose turn it is to fire."""

    def ideas(self, war: Sea, step: G, decision: Decision) -> list[Idea]:
        setup = war.setup
        return [
            Idea(
                1.0 if setup.facts[s]["gun_star"] == "any" else 0.5 if setup.points[s] else 0.2,
                "fire",
                s,
                "idea-the-heaviest-guns-first",
            )
            for s in bits(decision.choices["fire"])
        ]

    def trusted(self, war: Sea, step: G, decision: Decision) -> bool:
        return isinstance(step, Broadsides)  # by night all fire before any answer: the order matters little


class GunfireBrief(GunsBrief[Gunfire | Broadsides]):
    """By day and by night."""


class TargetBrief(Brief[Target]):
    def ideas(self, war: Sea, step: Target, decision: Decision) -> list[Idea]:
        setup = war.setup
        ideas = []
        for ship in bits(one_of_each(war, decision.choices["shoot"])):
            some, whole = damage(war, ship, "gun")
            sinks = setup.sink_on / 6 if starred(war, ship, "gun", step.firer) else 0.0
            value = some * (1 - sinks) + whole * sinks
            if setup.guns >> ship & 1 and not war.hit >> ship & 1:
                value += 0.25  # it will not fire back
            ideas.append(Idea(value, "shoot", ship, "idea-most-to-be-gained"))
        return ideas

    def trusted(self, war: Sea, step: Target, decision: Decision) -> bool:
        return False

    def forecast(self, war: Sea, step: Target, side: int, verb: str, target: int) -> Forecast[Result] | None:
        return gunshot(war, step.firer, target)


def _balance(war: Sea, space: int) -> tuple[int, int]:
    return able(war, space, AX).bit_count(), able(war, space, AL).bit_count()


class AxisLeavesBrief(Brief[AxisLeaves]):
    def ideas(self, war: Sea, step: AxisLeaves, decision: Decision) -> list[Idea]:
        ours, theirs = _balance(war, step.space)
        allied = allied_ships(war, step.space)
        exposed = not in_row(war, allied, SCREEN, LINE)
        stay = 1.0 if exposed and ours else float(ours - 0.85 * theirs)
        return [Idea(0.0, "withdraw", 0, "idea-save-the-fleet"), Idea(stay, "stay", 0, "idea-the-battle-goes-well")]

    def trusted(self, war: Sea, step: AxisLeaves, decision: Decision) -> bool:
        return False


class LeaveBrief(Brief[Leave]):
    def ideas(self, war: Sea, step: Leave, decision: Decision) -> list[Idea]:
        setup = war.setup
        ours, theirs = _balance(war, step.space)
        allied = allied_ships(war, step.space)
        merchants = allied & setup.freighters
        losing = ours > 1.2 * theirs and ours > 0
        # While freighters are there that cannot leave yet, the warships stand before them.
        guard = bool(merchants) and step.rounds < setup.battle["freighters_after"] and theirs > 0
        go = losing and not guard
        ideas = []
        if "done" in decision.choices:
            ideas.append(Idea(0.0, "done", 0, "idea-stand-and-fight"))
        if "everyone" in decision.choices:
            ideas.append(Idea(1.0 if go else -1.0, "everyone", 0, "idea-break-off"))
        ideas += [Idea(-2.0, "retire", ship, "idea-alone") for ship in bits(decision.choices.get("retire", 0))]
        if "home" in decision.choices:
            ideas.append(Idea(0.6, "home", 0, "idea-to-port"))
        far = setup.to_malta
        ideas += [
            Idea(0.8 - 0.02 * far[s] if merchants & step.leaving else 0.5, "back", s, "idea-out-of-reach")
            for s in bits(decision.choices.get("back", 0))
        ]
        return ideas

    def trusted(self, war: Sea, step: Leave, decision: Decision) -> bool:
        return False


class DeployBrief(Brief[Deploy]):
    def ideas(self, war: Sea, step: Deploy, decision: Decision) -> list[Idea]:
        return [Idea(0.5, "done", 0, "idea-safest-in-the-rear")] + [
            Idea(0.0, "forward", s, "idea-a-shield") for s in bits(decision.choices.get("forward", 0))
        ]


class FallBackBrief(Brief[FallBack]):
    def ideas(self, war: Sea, step: FallBack, decision: Decision) -> list[Idea]:
        """Hit ships go back, unless nothing else stands before the freighters."""
        setup = war.setup
        own = present(war, step.space, decision.side)
        front = in_row(war, own, SCREEN, LINE)
        shield = bool(own & setup.freighters) and not front & ~war.hit
        ideas = [Idea(0.1, "done", 0, "idea-they-shield-the-others")]
        return ideas + [
            Idea(-0.5 if shield else 0.5, "rear", s, "idea-out-of-the-line-of-fire") for s in bits(decision.choices["rear"])
        ]
