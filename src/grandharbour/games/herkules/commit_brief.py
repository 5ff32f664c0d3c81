"""What is told while a side commits units to a battle: who engages, with how many dice, and what may come of it."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from ...engine.brief import Main
from ...engine.choice import Decision
from ...engine.forecast import Forecast, Result
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.odds import Odds
from ...engine.schooling import knows
from ...engine.view import Bar, Chart, Stage, StageRow, Track
from .airfight import AirFight
from .battle import Dice
from .brief import Advised
from .commit import AIR, BOMB, LAND, SEA, Commit
from .forecast import Outlook, Spread, as_odds, bombing, explain, in_short, planned
from .landfight import LandFight, Plan
from .seafight import SeaFight, sea_sides
from .state import AX, BR, SIDES, Islands

MOST_BARS = 6
"""Losses above this are one bar."""


class CommitBrief(Advised[Commit]):
    """Who takes part."""

    good = (False, False)

    def ideas(self, war: Islands, step: Commit, decision: Decision) -> list[Idea]:
        """Everybody, except bombers that are needed for the troops below, and in the air a fight that only costs."""
        scores = self._scores(war, step)
        apart = scores["everyone"] == FIGHTERS_ALONE
        ideas = []
        for verb, mask in decision.choices.items():
            for target in bits(mask):
                if verb == "commit":
                    fighter = step.arena == AIR and war.setup.kind[target] == "ftr"
                    why = "idea-fighters" if fighter else "idea-one-more"
                    ideas.append(Idea(_singly(war, step, target) if apart else -0.8, verb, target, why))
                else:
                    alone = verb == "engage" and not step.chosen
                    ideas.append(Idea(scores[verb], verb, target, "idea-nobody-goes" if alone else WORDS[verb]))
        return ideas

    def _scores(self, war: Islands, step: Commit) -> dict[str, float]:
        setup = war.setup
        scores = {"everyone": 2.0, "troops": 1.0, "engage": 0.0}
        if step.arena == BOMB:
            below = war.stands(step.side) >> step.place & 1
            based = war.mine(1 - step.side, step.place, setup.air)
            if (below and step.side == AX) or (not based and setup.airfields >> step.place & 1):
                scores["everyone"] = -1.0
            if any(where == step.place for _, where in war.drops):
                scores["everyone"] = -1.0
        elif step.arena == AIR:
            foes = war.airborne(1 - step.side, step.place) & setup.duellists
            fighters = step.pool & setup.of_kind["ftr"]
            if step.least and step.side == BR and _bombers_spared(war, step.place):
                scores["everyone"] = FIGHTERS_ALONE
                scores["engage"] = 0.5
            elif not foes and not war.flak[step.place] and step.side == AX:
                scores["everyone"] = -1.0  # there is other work below
            elif fighters and fighters != step.pool and step.side == AX and foes.bit_count() <= fighters.bit_count():
                scores["everyone"] = FIGHTERS_ALONE  # the bombers bomb
                scores["engage"] = 0.5
        elif step.arena == LAND and step.side == war.first:
            scores["everyone"] = 2.0 if _last_battle(war, step) else 1.5
        return scores

    def forecast(self, war: Islands, step: Commit, side: int, verb: str, target: int) -> Forecast[Result] | None:
        clash = planned(war, step, verb, target)
        if clash is None:
            return bombing(war, step, _planes(step, verb, target))
        return clash.forecast() if clash.rolls else None

    def odds(self, war: Islands, step: Commit, side: int, verb: str, target: int) -> Odds | None:
        """The battle as it begins with this choice; of units named one by one the engine asks for the last only."""
        clash = planned(war, step, verb, target)
        if clash is not None:
            return explain(war, clash, verb)
        forecast = bombing(war, step, _planes(step, verb, target))
        if forecast is None:
            return None
        setup = war.setup
        title = f"{setup.game.verbs[verb].label}: {setup.space_names[step.place]}"
        note = war.say("forecast-damage", before=war.damage[step.place], out=setup.out_at)
        return as_odds(war, title, forecast, note)

    def main(self, war: Islands, step: Commit, decision: Decision, verb: str) -> Main | None:
        """Nobody is led to a fight without those who could come; who is attacked reads the chance that he holds. In the air it is
        fought for aircraft: the chance to have the sky alone afterwards, often none, would say nothing."""
        button = super().main(war, step, decision, verb)
        lonely = verb == "engage" and not step.chosen and "everyone" in decision.choices
        holds = step.side != war.attacker(step.place)
        return msgspec.structs.replace(button, idle=lonely, holds=holds, untold=step.arena == AIR) if button else button

    def stage(self, war: Islands, step: Commit, side: int | None) -> Stage | None:
        """Both sides facing each other: those who may still come in stand apart. While nobody is chosen, as if everybody were."""
        clash = planned(war, step, "" if step.chosen else "everyone")
        if clash is None:
            return None
        me, foe = clash.side, 1 - clash.side
        waiting = step.pool & ~step.chosen
        engaged = step.chosen if step.side == me else _engaged(war)
        facing = _facing(war, step, engaged)
        mine, theirs = (war.say("stage-dice", n=sum(volley.values())) for volley in clash.dice)
        rows = [row(war, "stage-attack", me, engaged, mine if engaged else "")]
        if step.side == me and waiting:
            rows.append(row(war, "stage-not-committed", me, waiting, "" if engaged else mine))
        if step.side == foe:
            rows.append(row(war, "stage-answer", foe, step.chosen, theirs))
            if waiting:
                rows.append(row(war, "stage-may-answer", foe, waiting))
            facing &= ~(step.chosen | waiting)
        if facing or step.side == me:
            rows.append(row(war, "stage-facing", foe, facing, theirs if step.side == me else ""))
        title = war.say("stage-combat" if step.chosen else "stage-combat-all", place=("space", step.place))
        if not clash.rolls:
            return Stage("battle", title, tuple(rows), war.say("stage-no-dice"))
        outlook = clash.forecast()
        charts = (_chart(war, me, outlook.spread[0]), _chart(war, foe, outlook.spread[1]))
        return Stage("battle", title, tuple(rows), _numbers(war, clash.dice), outlook.win, outlook.hold, charts)

    def tracks(self, war: Islands, step: Commit, side: int | None) -> tuple[Track, ...]:
        clash = planned(war, step, "" if step.chosen else "everyone")
        if clash is None or not clash.rolls:
            return ()
        outlook: Outlook = clash.forecast()
        label = war.say(
            "track-battle" if step.chosen else "track-battle-all",
            side=war.setup.game.sides[clash.side].short,
            place=("space", clash.place),
        )
        return (Track("battle", label, round(100 * (outlook.win or 0.0)), 100, SIDES[clash.side], in_short(war, outlook), "%"),)


WORDS = {"everyone": "idea-all-dice", "troops": "idea-troops-alone", "engage": "idea-these-suffice"}
FIGHTERS_ALONE = -0.5
"""The score of committing everybody where the fighters should fight and the bombers bomb."""


def _singly(war: Islands, step: Commit, piece: int) -> float:
    """One aircraft in an air combat that not everybody should join: the British answer with fighters, and with no more than they must."""
    fighter = step.arena == AIR and war.setup.kind[piece] == "ftr"
    if step.side == AX:
        return 1.0 if fighter else -0.8
    still = step.chosen.bit_count() < step.least
    return (1.0 if fighter else 0.6) if still else -0.8


def _bombers_spared(war: Islands, place: int) -> bool:
    """Whether troops are still aboard ships here: an aircraft that fights in the air strikes none of them [OH-AC.3]. In 1942 only:
    the other scenarios are the worse balanced for it, and their pars were measured without."""
    laden = war.mine(AX, place, war.beach | war.freight | war.laden()) if place >= war.setup.lands else 0
    return bool(laden) and war.setup.scenario == "1942" and knows("spared-bombers")


def _planes(step: Commit, verb: str, target: int) -> int:
    """Who bombs after a choice."""
    if verb == "commit":
        return step.chosen | 1 << target
    return step.chosen | step.pool if verb == "everyone" else step.chosen


def _last_battle(war: Islands, step: Commit) -> bool:
    """Whether the ships that bear here are wanted nowhere else."""
    return not any(
        war.contested() >> t & 1 and t != step.place
        for z in {war.at[s] for s in bits(step.aside)}
        for t in bits(war.setup.coasts[z])
    )


def _engaged(war: Islands) -> int:
    """Whom the attacker has committed to the battle under way."""
    fight = war.nearest(AirFight) or war.nearest(SeaFight) or war.nearest(LandFight)
    return fight.engaged if fight is not None else 0


def _facing(war: Islands, step: Commit, engaged: int) -> int:
    """Who can be hit on the other side of the battle."""
    foe = 1 - war.attacker(step.place)
    if step.arena == AIR:
        return war.airborne(foe, step.place)
    if step.arena == SEA:
        return sea_sides(war, step.place, engaged)[1][3]
    answer = step.chosen if step.side == foe else 0
    return Plan(war, step.place, engaged, answer, (0, 0), False).targets[foe]


def row(war: Islands, label: str, side: int, pieces: int, note: str = "") -> StageRow:
    """Pieces of one side that stand together."""
    return StageRow(war.say(label), SIDES[side], tuple(war.setup.piece_names[piece] for piece in bits(pieces)), note)


def _chart(war: Islands, side: int, losses: Spread) -> Chart:
    """The chance of each number of units lost."""
    bars = [Bar(str(n), float(p)) for n, p in losses if n < MOST_BARS]
    rest = sum((p for n, p in losses if n >= MOST_BARS), Fraction(0))
    if rest:
        bars.append(Bar(f"{MOST_BARS}+", float(rest)))
    return Chart(war.say("stage-losses", side=war.setup.game.sides[side].short), SIDES[side], tuple(bars))


def _numbers(war: Islands, dice: tuple[Dice, Dice]) -> str:
    """What each die needs, in the order of the rows."""

    def of(volley: Dice) -> str:
        needs: dict[int, int] = {}
        for (_, need), count in volley.items():
            needs[need] = needs.get(need, 0) + count
        return ", ".join(war.say("stage-need", n=count, need=need) for need, count in sorted(needs.items())) or war.say(
            "stage-none"
        )

    return war.say("stage-numbers", attack=of(dice[0]), defence=of(dice[1]))
