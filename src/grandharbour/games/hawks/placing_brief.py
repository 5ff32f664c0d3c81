"""What is told about setting up."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from .brief import PilotBrief
from .placing import PlaceClouds, PlaceGuns, PlaceObjectives, PlacePlanes
from .state import IT, Sky
from .weighing import assignments


class ObjectivesBrief(PilotBrief[PlaceObjectives]):
    """What the attacker chooses to bomb."""

    def ideas(self, war: Sky, step: PlaceObjectives, decision: Decision) -> list[Idea]:
        """Near each other, so that a bomber can change its mind, but not all in one heap of guns."""
        setup = war.setup
        middle = (setup.grid.columns + 1) / 2
        ideas = []
        for square in bits(decision.choices["objective"]):
            column, rank, _ = setup.grid.place(square - setup.height)
            ideas.append(Idea(-abs(column - middle) - 0.1 * rank, "objective", square, "idea-within-reach"))
        return ideas


class GunsBrief(PilotBrief[PlaceGuns]):
    """The defender's guns."""

    def ideas(self, war: Sky, step: PlaceGuns, decision: Decision) -> list[Idea]:
        """On the Objectives first, then in front of them."""
        setup = war.setup
        ideas = []
        targets = [s - setup.height for s in bits(war.objectives)]
        for square in bits(decision.choices["gun"]):
            far = min(setup.grid.manhattan(square - setup.height, t) for t in targets)
            ahead = setup.grid.place(square - setup.height)[1] < setup.grid.place(targets[0])[1]
            ideas.append(Idea(-float(far) + (0.3 if ahead else 0.0), "gun", square, "idea-bombers-come"))
        return ideas


class CloudsBrief(PilotBrief[PlaceClouds]):
    """The defender's weather."""

    def ideas(self, war: Sky, step: PlaceClouds, decision: Decision) -> list[Idea]:
        """Low over the Objectives: it spoils the bombing from there and hides nobody who matters."""
        setup = war.setup
        ideas = []
        for cell in bits(decision.choices["cloud"]):
            over = bool(setup.square_bit[cell] & war.objectives)
            guns = bool(setup.square_bit[cell] & war.guns)
            low = setup.level[cell]
            ideas.append(Idea((2.0 if over and not guns else 0.5 if over else 0.0) - 0.3 * low, "cloud", cell, "idea-spoils-run"))
        return ideas


class PlanesBrief(PilotBrief[PlacePlanes]):
    """Where planes come in."""

    def ideas(self, war: Sky, step: PlacePlanes, decision: Decision) -> list[Idea]:
        """Bombers opposite their Objective at its altitude, fighters high and near what they guard or hunt."""
        setup = war.setup
        grid = setup.grid
        plane = step.plane
        fog = war.fog()
        ideas = []
        targets = [s - setup.height for s in bits(war.objectives)]
        bombers = [war.at[b] for b in bits(setup.own[IT] & setup.bombers) if war.at[b] != NOWHERE]
        taken = [war.at[p] for p in bits(setup.own[setup.side_of[plane]]) if war.at[p] != NOWHERE]
        goal = assignments(war).get(plane) if setup.bombers >> plane & 1 else None
        for cell in bits(decision.choices["at"]):
            column, _rank, level = grid.place(cell)
            if goal is not None:
                score = -abs(grid.place(goal[0])[0] - column) - 0.4 * abs(level - goal[1])
            else:
                near = [grid.place(b)[0] for b in bombers] or [grid.place(t)[0] for t in targets]
                crowd = sum(1 for t in taken if t == cell)
                score = float(level) - min(abs(column - n) for n in near) - 0.7 * crowd
            if fog >> cell & 1:
                score -= 0.5
            ideas.append(Idea(score, "at", cell, "idea-way-in"))
        return ideas
