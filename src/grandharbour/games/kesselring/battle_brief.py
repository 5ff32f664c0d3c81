"""What is told about attacks in preparation: whom to attack, with whom, with what support, and the battle board [15.0]."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine.brief import Gesture, S
from ...engine.catalogue import Text
from ...engine.choice import Decision
from ...engine.forecast import Forecast
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE
from ...engine.view import Line, Preview, Stage, StageRow, Track
from .battle import INVASION, LAND, Assemble, Fight, PickTarget, Stand, Support, reachable_foes
from .forecast import combat, facing, next_column, no_crowd, planned
from .results import Combat
from .state import ALLIED, SIDES, TONE, Italy
from .supply import teams
from .weighing import Weighed, attack_value, best_attack, hex_worth, pools, steel

# --- the odds of an attack


def in_words(war: Italy, odds: Forecast[Combat]) -> str:
    """The numbers of an attack: "14 against 6, column 2:1 after rough -1" [15.3]."""
    shifted = ", ".join(f"{label} {amount:+d}" for label, amount, _ in war.setup.game.modifiers(odds.modifiers, war.setup))
    return war.say("preview-combat", **dict(odds.facts), shifted=shifted, any=bool(shifted))


def attack_preview(war: Italy, lead: str, fight: Fight, defenders: int = 0) -> Preview | None:
    """What an attack would be, with the ways of the attackers into the hex; ``lead`` names who or what is counted in."""
    setup = war.setup
    defenders = defenders or facing(war, fight)
    if not defenders:
        return None
    odds = combat(war, fight, defenders)
    starts = {war.at[u] for u in bits(fight.attackers)} if fight.manner != INVASION else set()
    side = setup.side_of[first(fight.attackers)]
    ways = tuple(
        Line((setup.space_names[h], setup.space_names[fight.target]), TONE[side], "")
        for h in sorted(starts)
        if h < setup.hexes_end
    )
    many = fight.attackers.bit_count()
    said = war.say(lead, n=many, percent=odds.fact("percent"), odds=in_words(war, odds), win=odds.win)
    return Preview(said, "15.3", ways)


def best_party(war: Italy, target: int, fighters: int, parties: tuple[int, ...] = ()) -> Fight:
    """The attack of the strongest that may fight together."""
    pool = mask_of(u for u in bits(fighters) if reachable_foes(war, u) >> target & 1)
    attackers = max((no_crowd(war, team & pool) for team in parties or teams(war, pool)), key=war.total)
    return Fight(target, attackers, LAND)


class AttackBrief(Weighed[S]):
    """A pattern: any step while an attack is in preparation, whose numbers stand beside the board."""

    def tracks(self, war: Italy, step: S, side: int | None) -> tuple[Track, ...]:
        known = planned(war)
        if known is None:
            return ()
        fight, defenders = known
        odds = combat(war, fight, defenders)
        attacker = SIDES[war.setup.side_of[first(fight.attackers)]]
        title = war.say("track-attack", where=war.setup.hex_label(fight.target))
        return (Track("battle", title, int(odds.fact("percent") or 0), None, attacker, in_words(war, odds), "%"),)


# --- the battle board


def board(war: Italy, target: int, attackers: int, defenders: int, fight: Fight | None, note: str) -> Stage:
    """Who attacks, who may join, what supports them, and who defends [15.2]."""
    setup = war.setup
    side = setup.side_of[first(attackers)] if attackers else war.asked()[0].side
    asked = war.decisions.get(side)
    waiting = asked.choices.get("join", 0) if asked is not None else 0
    rows = [_row(war, "stage-attack", side, attackers, _points(war, attackers))]
    if fight is not None and (support := fight.cas | _one(fight.guns) | _one(fight.ssu)):
        rows.append(_row(war, "stage-support", side, support))
    if waiting:
        rows.append(_row(war, "stage-may-join", side, waiting))
    rows.append(_row(war, "stage-defend", 1 - side, defenders, _points(war, defenders)))
    if fight is not None and (support := _one(fight.dguns) | _one(fight.dssu)):
        rows.append(_row(war, "stage-support", 1 - side, support))
    return Stage("battle", war.say("track-attack", where=setup.hex_label(target)), tuple(rows), note)


def _row(war: Italy, label: str, side: int, pieces: int, note: str = "") -> StageRow:
    return StageRow(war.say(label), SIDES[side], tuple(war.setup.piece_names[piece] for piece in bits(pieces)), note)


def _one(piece: int) -> int:
    return 0 if piece == NOWHERE else 1 << piece


def _points(war: Italy, pieces: int) -> str:
    return war.say("stage-points", n=war.total(pieces)) if pieces else ""


def planned_board(war: Italy) -> Stage | None:
    """The board of the attack in preparation, with its odds."""
    known = planned(war)
    if known is None:
        return None
    fight, defenders = known
    odds = combat(war, fight, defenders)
    note = war.say("stage-odds", percent=odds.fact("percent"), odds=in_words(war, odds), win=odds.win)
    return board(war, fight.target, fight.attackers, defenders, fight, note)


# --- step by step


class PickTargetBrief(Weighed[PickTarget]):
    gesture = Gesture(aims=("target",))

    apart = 0.0

    def weigh(self, war: Italy, step: PickTarget, decision: Decision) -> list[Idea]:
        pool = pools(war, war.active)
        return [Idea(best_attack(war, h, pool[h]), "target", h, "idea-best-odds") for h in bits(decision.choices["target"])]

    def preview(self, war: Italy, step: PickTarget, side: int, verb: str, target: int) -> Preview | None:
        fight = best_party(war, target, war.on_map(war.setup.mobile & war.setup.own[side]))
        return attack_preview(war, "preview-up-to", fight)


class AssembleBrief(AttackBrief[Assemble]):
    gesture = Gesture(takes=("join",), gathers=("join",), ends=("assault",))

    def weigh(self, war: Italy, step: Assemble, decision: Decision) -> list[Idea]:
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
            ideas.append(Idea(wanted + 0.01 * war.strength(unit), "join", unit, "idea-adds"))
        if "assault" in decision.choices:
            ideas.append(Idea(now, "assault", 0, "idea-strong-enough"))
        return ideas

    def preview(self, war: Italy, step: Assemble, side: int, verb: str, target: int) -> Preview | None:
        if verb != "join":
            return None
        return attack_preview(war, "preview-with-it", Fight(step.target, step.joined | 1 << target, LAND))

    def forecast(self, war: Italy, step: Assemble, side: int, verb: str, target: int) -> Forecast[Combat] | None:
        if verb != "assault":
            return None
        fight = Fight(step.target, step.joined, LAND)
        return combat(war, fight, facing(war, fight))

    def further(self, war: Italy, step: Assemble, side: int, verb: str, target: int) -> Text | None:
        fight = Fight(step.target, step.joined, LAND)
        return next_column(war, fight, facing(war, fight)) if verb == "assault" else None

    def stage(self, war: Italy, step: Assemble, side: int | None) -> Stage | None:
        if step.joined:
            return planned_board(war)
        return board(war, step.target, 0, war.units_in(step.target, 1 - war.active), None, war.say("stage-nobody"))


def help_of(war: Italy, piece: int, way: str) -> float:
    """What a special unit brings; of equals, first who does not tire [23.3a]."""
    counter = war.setup.counter[piece]
    return 0.2 * int(counter[way]) + (0.0 if counter["recycles"] else 0.05)


class SupportBrief(AttackBrief[Support]):
    gesture = Gesture(advised=("cas", "gunfire", "support"), ends=("enough",))

    def weigh(self, war: Italy, step: Support, decision: Decision) -> list[Idea]:
        ideas = [Idea(0.0, "enough", 0, "idea-enough")]
        ideas += [Idea(0.6, "cas", piece, "idea-free-column") for piece in bits(decision.choices.get("cas", 0))]
        for piece in bits(decision.choices.get("support", 0)):
            ideas.append(Idea(0.3 + help_of(war, piece, "attack"), "support", piece, "idea-free-columns"))
        worth = 0.3 if war.ap[ALLIED] > 2 else -0.1
        ideas += [Idea(worth, "gunfire", piece, "idea-paid-column") for piece in bits(decision.choices.get("gunfire", 0))]
        return ideas

    def preview(self, war: Italy, step: Support, side: int, verb: str, target: int) -> Preview | None:
        known = planned(war)
        if known is None or verb == "enough":
            return None
        fight, defenders = known
        changes = {"cas": {"cas": fight.cas | 1 << target}, "gunfire": {"guns": target}, "support": {"ssu": target}}
        return attack_preview(war, "preview-with-it", replace(fight, **changes[verb]), defenders)

    def forecast(self, war: Italy, step: Support, side: int, verb: str, target: int) -> Forecast[Combat] | None:
        if verb != "enough" or war.nearest(Fight) is None:  # which of several landings is fought first is not said yet
            return None
        known = planned(war)
        return None if known is None else combat(war, *known)

    def further(self, war: Italy, step: Support, side: int, verb: str, target: int) -> Text | None:
        known = planned(war) if verb == "enough" and war.nearest(Fight) is not None else None
        return None if known is None else next_column(war, *known)

    def stage(self, war: Italy, step: Support, side: int | None) -> Stage | None:
        return planned_board(war)


class StandBrief(AttackBrief[Stand]):
    def weigh(self, war: Italy, step: Stand, decision: Decision) -> list[Idea]:
        """Special units help the defence for nothing; ships where it matters."""
        ideas = [Idea(0.0, "stand", 0, "idea-as-it-is")] if "stand" in decision.choices else []
        for unit in bits(decision.choices.get("defend", 0)):
            ideas.append(Idea(0.1 * war.strength(unit), "defend", unit, "idea-strongest"))
        for piece in bits(decision.choices.get("support", 0)):
            ideas.append(Idea(help_of(war, piece, "defense"), "support", piece, "idea-free-columns"))
        stake = hex_worth(war, decision.side, step.target) + steel(war) * war.total(step.units)
        for piece in bits(decision.choices.get("gunfire", 0)):
            ideas.append(Idea(0.15 * stake - 0.4, "gunfire", piece, "idea-paid-column"))
        return ideas

    def preview(self, war: Italy, step: Stand, side: int, verb: str, target: int) -> Preview | None:
        known = planned(war)
        if known is None or verb == "stand":
            return None
        fight, defenders = known
        if verb == "defend":
            return attack_preview(war, "preview-alone", fight, 1 << target | defenders & war.setup.garrisons)
        changes = {"gunfire": {"dguns": target}, "support": {"dssu": target}}
        return attack_preview(war, "preview-with-it", replace(fight, **changes[verb]), defenders)

    def forecast(self, war: Italy, step: Stand, side: int, verb: str, target: int) -> Forecast[Combat] | None:
        known = planned(war)
        return None if known is None or verb != "stand" else combat(war, *known)


class FightBrief(Weighed[Fight]):
    def stage(self, war: Italy, step: Fight, side: int | None) -> Stage | None:
        return planned_board(war)
