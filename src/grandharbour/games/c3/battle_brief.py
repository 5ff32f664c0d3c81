"""What is told about attacks and combats: the sum and its chances, the battle board, who should join, stand or press on [5.5]."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from ...engine.brief import Gesture
from ...engine.catalogue import Text
from ...engine.choice import Decision
from ...engine.forecast import Forecast
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.step import Step
from ...engine.view import Line, Preview, Stage, StageRow, Track
from .battle import DROP, OVERRUN, Assemble, Bonus, Combat, Declare, Fights, Intense, Stand, stubborn_ground
from .forecast import attack_of, close_combat, next_column, planned
from .results import Close, Duel
from .staff import Staff
from .state import BRITISH, SIDES, Malta
from .weighing import best_attack, combat_value, outcome_value, prize, step_worth, worth

S = TypeVar("S", bound=Step[Malta])


# --- a forecast in words


def close_words(war: Malta, ahead: Forecast[Close]) -> str:
    """The whole sum of a combat: the tanks' part, then the close combat [5.5.k]."""
    shifts = war.setup.said(ahead.modifiers)
    said = war.say("close-shifted" if shifts else "close", shifts=shifts, **dict(ahead.facts), **chances(ahead))
    if not ahead.earlier:
        return said
    duels = "; ".join(war.say("duel", **duel_holes(war, duel)) for duel in ahead.earlier)
    return war.say("close-after-tanks", duels=duels, close=said)


def chances(ahead: Forecast[Close]) -> dict[str, float | None]:
    """What the first throw may bring, for ``close-chances``."""
    return {"win": ahead.win, "back": ahead.chance(lambda r: r.back), "intense": ahead.chance(lambda r: r.intense)}


def duel_holes(war: Malta, ahead: Forecast[Duel]) -> dict[str, object]:
    return {
        "tank": ("piece", ahead.fact("tank")),
        "modifiers": war.setup.said(ahead.modifiers) or war.say("no-modifier"),
        "hits": round(6 * ahead.chance(lambda r: r.defence_loss)),
        "hit": round(6 * ahead.chance(lambda r: r.attack_loss)),
    }


def attack_preview(war: Malta, combat: Combat | None) -> Preview | None:
    """The sum of a combat, with where it comes from."""
    if combat is None:
        return None
    name = war.setup.names.of
    lines = tuple(
        Line((name("space", h), name("space", combat.target)), "bad") for h in bits(combat.froms & ~(1 << combat.target))
    )
    ahead = close_combat(war, combat)
    return Preview(close_words(war, ahead), ahead.rule, lines)


# --- patterns


class InBattle(Staff[S]):
    """A choice while a combat is prepared or fought: its line stands beside the board."""

    def tracks(self, war: Malta, step: S, side: int | None) -> tuple[Track, ...]:
        combat = planned(war)
        if combat is None:
            return ()
        ahead = close_combat(war, combat)
        label = war.say("track-battle", where=("hex", combat.target))
        share = round(100 * (ahead.win or 0.0))
        return (Track("battle", label, share, 100, SIDES[combat.side(war)], close_words(war, ahead), "%"),)


class CombatChoice(InBattle[S]):
    """A choice that leads to a combat."""

    def combat(self, war: Malta, step: S, verb: str, target: int) -> Combat | None:
        """The combat as it would begin, or go on, after this choice."""
        raise NotImplementedError

    def forecast(self, war: Malta, step: S, side: int, verb: str, target: int) -> Forecast[Close] | None:
        combat = self.combat(war, step, verb, target)
        return None if combat is None else close_combat(war, combat)

    def further(self, war: Malta, step: S, side: int, verb: str, target: int) -> Text | None:
        combat = self.combat(war, step, verb, target)
        return None if combat is None or side != war.setup.side_of[first(combat.attackers)] else next_column(war, combat)

    def preview(self, war: Malta, step: S, side: int, verb: str, target: int) -> Preview | None:
        return attack_preview(war, self.combat(war, step, verb, target))


class FightChoice(CombatChoice[S]):
    """Which of several combats is fought next."""

    def ideas(self, war: Malta, step: S, decision: Decision) -> list[Idea]:
        """The surest fight first: it may open the way for the others."""
        ideas = []
        for target in bits(decision.choices["fight"]):
            combat = self.combat(war, step, "fight", target)
            ideas.append(Idea(combat_value(war, combat) if combat else 1.0, "fight", target, "idea-best-odds-first"))
        return ideas


# --- declared attacks [5.2.5]


class DeclareBrief(CombatChoice[Declare]):
    gesture = Gesture(aims=("target",))

    tried_by = (BRITISH,)

    def combat(self, war: Malta, step: Declare, verb: str, target: int) -> Combat | None:
        return attack_of(war, target, step._pools(war)[target]) if verb == "target" else None

    def ideas(self, war: Malta, step: Declare, decision: Decision) -> list[Idea]:
        ideas = [Idea(0.03, "declare", 0, "idea-no-better-odds")]
        for target, pool in step._pools(war).items():
            ideas.append(Idea(best_attack(war, target, pool), "target", target, "idea-good-odds"))
        return ideas


class AssembleBrief(CombatChoice[Assemble]):
    gesture = Gesture(takes=("join",), gathers=("join",), ends=("set",))

    tried_by = (BRITISH,)

    def combat(self, war: Malta, step: Assemble, verb: str, target: int) -> Combat | None:
        return attack_of(war, step.target, step.members | 1 << target) if verb == "join" else None

    def ideas(self, war: Malta, step: Assemble, decision: Decision) -> list[Idea]:
        """Whoever improves the attack joins, the strongest first."""
        now = attack_of(war, step.target, step.members)
        value = combat_value(war, now) if now else -9.0
        ideas = []
        for unit in bits(decision.choices["join"]):
            combat = self.combat(war, step, "join", unit)
            gain = combat_value(war, combat) if combat else 0.0
            ideas.append(Idea(gain + 0.02 * war.strength(unit), "join", unit, "idea-adds-to-the-attack"))
        if "set" in decision.choices:
            ideas.append(Idea(value + 0.01, "set", 0, "idea-strong-enough"))
        return ideas

    def stage(self, war: Malta, step: Assemble, side: int | None) -> Stage | None:
        combat = planned(war)
        if combat is not None:
            return battle_board(war, combat)
        rows = [
            row(war, "stage-attack", war.active, 0),
            *may_join(war, war.active),
            row(war, "stage-defend", 1 - war.active, war.units_in(step.target, 1 - war.active)),
        ]
        return Stage("battle", war.say("track-battle", where=("hex", step.target)), tuple(rows), war.say("stage-nobody-yet"))


class FightsBrief(FightChoice[Fights]):
    def combat(self, war: Malta, step: Fights, verb: str, target: int) -> Combat | None:
        return attack_of(war, target, next(units for h, units in war.attacks if h == target))


# --- inside a combat


class CombatBrief(InBattle[Combat]):
    def stage(self, war: Malta, step: Combat, side: int | None) -> Stage | None:
        combat = planned(war)
        return None if combat is None else battle_board(war, combat)


def battle_board(war: Malta, combat: Combat) -> Stage:
    """Who attacks, who may join, who holds the hex, and the chances."""
    side = combat.side(war)
    ahead = close_combat(war, combat)
    rows = [
        row(war, "stage-attack", side, combat.attackers, war.say("stage-points", n=ahead.fact("attack"))),
        *may_join(war, side),
        row(
            war, "stage-defend", 1 - side, combat.hold or combat.defenders(war), war.say("stage-points", n=ahead.fact("defence"))
        ),
    ]
    return Stage("battle", war.say("track-battle", where=("hex", combat.target)), tuple(rows), close_words(war, ahead), ahead.win)


def may_join(war: Malta, side: int) -> list[StageRow]:
    asked = war.decisions.get(side)
    waiting = asked.choices.get("join", 0) if asked is not None else 0
    return [row(war, "stage-may-join", side, waiting)] if waiting else []


def row(war: Malta, label: str, side: int, pieces: int, note: str = "") -> StageRow:
    return StageRow(war.say(label), SIDES[side], tuple(war.setup.piece_names[piece] for piece in bits(pieces)), note)


class StandBrief(CombatChoice[Stand]):
    said = {"stand": "idea-everybody-defends", "withhold": "idea-kept-from-loss"}

    def combat(self, war: Malta, step: Stand, verb: str, target: int) -> Combat | None:
        combat = planned(war)
        return replace(combat, hold=combat.hold & ~(1 << target)) if combat is not None and verb == "withhold" else combat


class BonusBrief(CombatChoice[Bonus]):
    def combat(self, war: Malta, step: Bonus, verb: str, target: int) -> Combat | None:
        combat = planned(war)
        return helped(combat, target) if combat is not None and verb == "elite" else combat

    def ideas(self, war: Malta, step: Bonus, decision: Decision) -> list[Idea]:
        """Worth the first loss only if the column is worth more."""
        combat = war.nearest(Combat)
        ideas = [Idea(0.0, "plain", 0, "idea-not-worth-the-risk")]
        if combat is None or not combat.hold:
            return ideas + [Idea(0.0, "elite", u, "idea-a-column") for u in bits(decision.choices["elite"])]
        plain = combat_value(war, combat)
        attacks = bool(combat.attackers >> first(step.units) & 1)
        for unit in bits(decision.choices["elite"]):
            gain = combat_value(war, helped(combat, unit)) - plain
            group = combat.attackers if attacks else combat.hold
            risk = 0.3 * (step_worth(war, unit) - worth(war, group)) if group & (group - 1) else 0.0
            ideas.append(Idea((gain if attacks else -gain) - risk, "elite", unit, "idea-a-column"))
        return ideas


def helped(combat: Combat, unit: int) -> Combat:
    """A combat in which an elite unit shifts the column for its side."""
    return replace(combat, elite=unit) if combat.attackers >> unit & 1 else replace(combat, stubborn=unit)


class IntenseBrief(InBattle[Intense]):
    tried_last = True

    def ideas(self, war: Malta, step: Intense, decision: Decision) -> list[Idea]:
        """A step each and another throw, or what refusing brings."""
        combat = war.nearest(Combat)
        assert combat is not None
        side = combat.side(war)
        foes = war.units_in(step.target, 1 - side)
        mine, theirs = worth(war, combat.attackers), worth(war, foes)
        steps = (
            max(0, war.steps(war.on_map(combat.attackers)) - combat.attack_loss - 1),
            max(0, war.steps(foes) - combat.defence_loss - 1),
        )
        gain = prize(war, side, step.target)
        fight = theirs - mine
        if not step.second and steps[0] and steps[1]:
            fight += outcome_value(war, combat.column, step.target, gain, mine, theirs, steps, combat.manner)
        elif not steps[1] and steps[0]:
            fight += gain + 0.25
        if combat.manner == DROP and steps[1]:
            fight += 1.0  # to refuse is death
        if step.attacks:
            thrown_back = -mine if stubborn_ground(war, step.target) else -0.35
            refuse = thrown_back if combat.manner == OVERRUN and not step.second else 0.0
            if combat.manner == DROP:
                refuse = -steps[0] * mine
            return [Idea(fight, "intense", 0, "idea-press-on"), Idea(refuse, "refuse", 0, "idea-not-at-this-price")]
        forts = foes & ~war.setup.mobile
        leave = gain + 0.25 + 0.35 * forts.bit_count()
        if combat.manner == DROP:
            leave += war.steps(combat.attackers) * mine
        return [Idea(-fight, "intense", 0, "idea-stand"), Idea(-leave, "refuse", 0, "idea-give-way")]

    def preview(self, war: Malta, step: Intense, side: int, verb: str, target: int) -> Preview | None:
        """What the answer means for both [5.5.1.1]."""
        combat = planned(war)
        if combat is None:
            return None
        if verb == "intense":
            return self._fight_on(war, step, combat)
        where = ("hex", step.target)
        if not step.attacks:
            return Preview(war.say("preview-give-way", where=where), "5.5.1.1.e")
        if combat.manner == DROP:
            return Preview(war.say("preview-drop-lost"), "3.2.l")
        back = "none"
        if combat.manner == OVERRUN and not step.second:
            back = "step" if stubborn_ground(war, step.target) else "retreat"
        return Preview(war.say("preview-refuse", where=where, back=back), "5.5.1.1.d")

    def _fight_on(self, war: Malta, step: Intense, combat: Combat) -> Preview:
        mine, theirs = war.steps(war.on_map(combat.attackers)), war.steps(combat.defenders(war))
        said = war.say("preview-intense-attack" if step.attacks else "preview-intense", mine=mine, theirs=theirs)
        if not step.second and mine > 1 and theirs > 1:
            ahead = close_combat(war, combat)
            said += " " + war.say("preview-second-throw", column=ahead.fact("column"), **chances(ahead))
        return Preview(said, "5.5.1.1.f")
