"""The battle window: who is committed, who answers, with how many dice, and what may come of it before anything is rolled."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ...engine.geometry.bits import bits
from ...engine.view import Bar, Chart, Stage, StageRow
from .airfight import AirFight
from .battle import Dice
from .commit import Commit
from .forecast import Clash, planned
from .landfight import LandFight, Plan
from .losses import Aim, Lose
from .seafight import SeaFight, sea_sides
from .state import SIDES, Malta

MOST_BARS = 6
"""Losses above this are one bar."""


def stage(war: Malta) -> Stage | None:
    """The battle that is being prepared, or the hits that must be taken."""
    if war.stack is None:
        return None
    step, below = war.stack
    if isinstance(step, Commit) and below is not None:
        clash = planned(war)
        return None if clash is None else _commitment(war, step, below[0], clash)
    if isinstance(step, Lose):
        rows = [_row(war, "In the battle", step.side, step.units)]
        if step.reserve:
            rows.append(_row(war, "Hit last", step.side, step.reserve))
        return Stage("hits", f"{_at(war, step.where)}: who is hit", tuple(rows), _hits(step.hits))
    if isinstance(step, Aim):
        rows = [_row(war, "Can be hit", 1 - step.side, step.targets)]
        return Stage("hits", f"{_at(war, step.where)}: choose the targets", tuple(rows), _hits(step.hits))
    return None


def _commitment(war: Malta, step: Commit, fight: object, clash: Clash) -> Stage:
    """Both sides facing each other: those who may still come in stand apart."""
    me, foe = clash.side, 1 - clash.side
    waiting = step.pool & ~step.chosen
    engaged = step.chosen if step.side == me else getattr(fight, "engaged", 0)
    facing = _facing(war, step, fight, engaged)
    dice = [sum(volley.values()) for volley in clash.dice]
    rows = [_row(war, "Attack", me, engaged, _dice(dice[0]))]
    if step.side == me and waiting:
        rows.append(_row(war, "Not committed", me, waiting))
    if step.side == foe:
        rows.append(_row(war, "Answer", foe, step.chosen, _dice(dice[1])))
        if waiting:
            rows.append(_row(war, "May answer", foe, waiting))
        facing &= ~(step.chosen | waiting)
    if facing or step.side == me:
        rows.append(_row(war, "Facing them", foe, facing, _dice(dice[1]) if step.side == me else ""))
    title = f"Combat at {_at(war, step.place)}"
    if not any(dice):
        return Stage("battle", title, tuple(rows), "Nobody rolls a die yet.")
    chances = clash.forecast()
    charts = (
        _chart(war, me, chances.attacker_losses),
        _chart(war, foe, chances.defender_losses),
    )
    return Stage("battle", title, tuple(rows), _numbers(clash.dice), float(chances.win), float(chances.hold), charts)


def _facing(war: Malta, step: Commit, fight: object, engaged: int) -> int:
    """Who can be hit on the other side of the battle."""
    foe = 1 - war.attacker(step.place)
    if isinstance(fight, AirFight):
        return war.airborne(foe, step.place)
    if isinstance(fight, SeaFight):
        return sea_sides(war, step.place, engaged)[1][3]
    if isinstance(fight, LandFight):
        answer = step.chosen if step.side == foe else 0
        return Plan(war, step.place, engaged, answer, (0, 0), fight.raid).targets[foe]
    return 0


def _row(war: Malta, label: str, side: int, pieces: int, note: str = "") -> StageRow:
    return StageRow(label, SIDES[side], tuple(war.setup.piece_names[piece] for piece in bits(pieces)), note)


def _chart(war: Malta, side: int, losses: Mapping[int, Fraction]) -> Chart:
    """The chance of each number of units lost."""
    bars = [Bar(str(n), float(p)) for n, p in losses.items() if n < MOST_BARS]
    rest = sum((p for n, p in losses.items() if n >= MOST_BARS), Fraction(0))
    if rest:
        bars.append(Bar(f"{MOST_BARS}+", float(rest)))
    return Chart(f"{war.setup.game.sides[side].short} losses", SIDES[side], tuple(bars))


def _numbers(dice: tuple[Dice, Dice]) -> str:
    """What each die needs, in the order of the rows."""

    def of(volley: Dice) -> str:
        needs: dict[int, int] = {}
        for (_, need), count in volley.items():
            needs[need] = needs.get(need, 0) + count
        return ", ".join(
            f"{count} hit on {need} or less" if need > 1 else f"{count} hit on 1" for need, count in sorted(needs.items())
        )

    return f"Attacking dice: {of(dice[0]) or 'none'}. Defending dice: {of(dice[1]) or 'none'}."


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _hits(hits: int) -> str:
    return f"{hits} {'hit' if hits == 1 else 'hits'} to be taken"


def _at(war: Malta, place: int) -> str:
    return war.setup.space_names[place]
