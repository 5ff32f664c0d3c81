"""What a sensible staff would propose: scored ideas for every decision, with reasons a player understands.

The Allied staff looks for the least dangerous way for its freighters, by day and by night; the Axis staff weighs every attack
by its exact chances, over several pictures of what the counters may hide.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from . import air, battle, fight_advice, movement, placing, sea_advice, supply, turn
from .prospects import UNREST, calm, value, verdict
from .state import AL, ALEX, AX, GIB, MALTA, ConvoySetup, Sea
from .weighing import FAR, PICTURES, invasion_value, voyage, worth

__all__ = ["UNREST", "calm", "ideas", "levels", "scripts", "trusted", "value", "verdict"]

_PEDESTAL = {
    "cadet": (3, 4, 20, 0.5),
    "captain": ((10, 96, 40, 1.0), (12, 128, 80, 1.0)),
    "admiral": ((12, 192, 80, 1.0), (16, 256, 150, 1.0)),
}
"""Plans, worlds, horizon and doubt of the search, for better players by side: a convoy's way shows its worth later than an attack."""
_CAMPAIGN = {"cadet": (3, 18), "captain": (8, 160), "admiral": (12, 600)}
"""Plans, and the worlds a season would get if it were the only one: the seasons share them. Trials go on to the end of the season."""


def levels(setup: ConvoySetup) -> dict[str, Any]:
    """How hard computer players think in a scenario."""
    if setup.pedestal:
        return _PEDESTAL
    seasons = setup.last - setup.first + 1
    return {name: (plans, max(3, worlds // seasons), 1, 1.0) for name, (plans, worlds) in _CAMPAIGN.items()}


# --- the season


def basing_ideas(war: Sea, step: supply.Basing, decision: Decision) -> list[Idea]:
    """Torpedo planes and cruisers on Malta hold the desert; what they eat must be brought in."""
    last = war.season == war.setup.last
    ideas = [Idea(0.0, "enough", 0, "supplies are short")]
    for squadron in bits(decision.choices.get("base", 0)):
        ideas.append(Idea(1.0 if war.status >= 1 else -1.0, "base", squadron, "holds Afrika Korps"))
    if "force_k" in decision.choices:
        worth_it = bool(war.based & war.setup.swordfish) and (war.status >= 2 or last or not war.starved)
        ideas.append(Idea(0.8 if worth_it else -0.5, "force_k", 0, "throws Afrika Korps back"))
    return ideas


def placement_ideas(war: Sea, step: placing.AlliedPlacement, decision: Decision) -> list[Idea]:
    setup = war.setup
    if war.stage == 2:
        west = (war.gib & setup.freighters).bit_count()
        east = (war.alex & setup.freighters).bit_count()
        best = setup.decoys if west > east else 0
        return [Idea(-abs(n - best), "decoys", n, "with the convoy") for n in bits(decision.choices["decoys"])]
    here = convoy_base(war) == GIB + war.stage
    ideas = [Idea(0.0, "enough", 0, "the rest stays in reserve")]
    if "rest" in decision.choices:
        ideas.append(Idea(3.0 if here else -1.0, "rest", 0, "one strong convoy"))
    for ship in bits(decision.choices.get("assign", 0)):
        if setup.freighters >> ship & 1:
            score = -0.5
        elif setup.carriers >> ship & 1:
            armour = bool(setup.bomb_proof >> ship & 1)
            score = 1.5 if armour == here else 1.0
            score = score if setup.strikes[ship] else 0.6
            score = score if here or not armour else -0.2
        else:
            score = 0.9 - 0.3 * (setup.slow >> ship & 1)
            if ship == setup.ids["DIDOS"]:
                score = 0.9 if here else -0.3
        ideas.append(Idea(score, "assign", ship, "escort"))
    return ideas


def convoy_base(war: Sea) -> int:
    """From which end to sail: the short way from Alexandria, while the Axis does not sit along all of it."""
    setup = war.setup
    desert = war.korps >= setup.zero
    if war.crete == AX and desert:
        return GIB
    return ALEX


def axis_place_ideas(war: Sea, step: placing.AxisPlacement, decision: Decision) -> list[Idea]:
    setup = war.setup
    piece = step.piece
    ideas = []
    if step.salvage:
        ideas = [Idea(1.0, "salvage", ship, "another squadron") for ship in bits(decision.choices["salvage"])]
        return [*ideas, Idea(0.0, "enough", 0, "no use for them")]
    if setup.italian >> piece & 1:
        for port in bits(decision.choices["at"]):
            safe = 0.5 if port == setup.napoli and war.raid else 0.0
            ideas.append(Idea(safe + 0.01 * (port == setup.napoli), "at", port, "out of reach of carriers"))
        return ideas
    kind = setup.type_of[piece]
    for base in bits(decision.choices["at"]):
        there = war.planes_at(base)
        same = (there & setup.by_type[kind]).bit_count()
        score = {setup.sicily: 1.0, setup.places["SARDINIA"]: 0.45, setup.crete: 0.6, setup.places["GAZALA"]: 0.65}.get(base, 0.1)
        if kind in ("STUKA", "IT_STUKA") and base == setup.sicily:
            score += 2.0
        ideas.append(Idea(score - (0.12 if base == setup.sicily else 0.25) * same, "at", base, "covers the way to Malta"))
    return ideas


def hour_ideas(war: Sea, step: placing.FirstHour, decision: Decision) -> list[Idea]:
    """The hour that brings the freighters past the aircraft by night."""
    way = voyage(war)
    setup = war.setup
    cost = [0.0, 0.0]
    for lot in (GIB, ALEX):
        if war.inside[lot] & setup.freighters:
            for night in (0, 1):
                cost[night] += min(FAR, way[night][setup.ports[lot]])
    return [
        Idea(-cost[0], "day", 0, "the dangerous stretch falls in the dark"),
        Idea(-cost[1], "night", 0, "the dangerous stretch falls in the dark"),
    ]


def frogmen_ideas(war: Sea, step: placing.Frogmen, decision: Decision) -> list[Idea]:
    setup = war.setup
    views = [war.imagine(AX, random.Random(n)) for n in range(PICTURES)]
    ideas = [Idea(0.8 if war.season < setup.last else -1.0, "hold", 0, "a better season may come")]
    for port in bits(decision.choices["dive"]):
        lot = setup.ports.index(port)
        value = sum(sum(sorted((setup.points[s] for s in bits(v.inside[lot])), reverse=True)[:3]) for v in views) / len(views)
        ideas.append(Idea(0.4 * value, "dive", port, "the fattest harbour"))
    return ideas


def mine_ideas(war: Sea, step: placing.Charges, decision: Decision) -> list[Idea]:
    return [
        Idea(worth(war, s) + (0.3 if war.setup.carriers >> s & 1 else 0.0), "mine", s, "the greatest loss")
        for s in bits(decision.choices["mine"])
    ]


def desert_ideas(war: Sea, step: supply.Desert, decision: Decision) -> list[Idea]:
    return [Idea(1.0, "advance", 0, "towards the Nile"), Idea(0.0, "stay", 0, "wait")]


def invade_ideas(war: Sea, step: turn.Invade, decision: Decision) -> list[Idea]:
    return [Idea(invasion_value(war), "invade", 0, "Malta is weak"), Idea(0.0, "wait", 0, "wait for a weaker Malta")]


def slip_ideas(war: Sea, step: turn.SlipOut, decision: Decision) -> list[Idea]:
    """Pay a level only for ships that bombs may still sink."""
    setup = war.setup
    danger = war.inside[MALTA] & setup.warships & ~setup.bomb_proof
    at_stake = (
        sum(worth(war, s) * (0.5 if war.hit >> s & 1 else 0.1) for s in bits(danger)) if war.planes_at(setup.sicily) else 0.0
    )
    price = 0.3 if war.status > 1 else 1.0
    go = at_stake > price
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            score = {"everyone": 1.0 if go else -1.0, "slip": 2.0, "stay": 0.0}.get(verb, -0.5)
            ideas.append(Idea(score, verb, target, "save the ships" if go else "a level is worth more"))
    return ideas


_IDEAS: dict[type, Callable[[Sea, Any, Decision], list[Idea]]] = {
    turn.Invade: invade_ideas,
    turn.SlipOut: slip_ideas,
    supply.Basing: basing_ideas,
    supply.Desert: desert_ideas,
    placing.AlliedPlacement: placement_ideas,
    placing.AxisPlacement: axis_place_ideas,
    placing.Frogmen: frogmen_ideas,
    placing.Charges: mine_ideas,
    placing.FirstHour: hour_ideas,
    movement.Sailing: sea_advice.sailing_ideas,
    movement.Passing: sea_advice.passing_ideas,
    movement.Lurking: sea_advice.lurking_ideas,
    movement.FleetMove: sea_advice.fleet_ideas,
    movement.Squadron: sea_advice.squadron_ideas,
    air.Reserve: fight_advice.reserve_ideas,
    air.Flights: fight_advice.flight_ideas,
    air.Search: fight_advice.search_ideas,
    air.Aim: fight_advice.aim_ideas,
    air.AirAttack: fight_advice.attack_ideas,
    air.Squadrons: fight_advice.squadrons_ideas,
    air.Pounce: fight_advice.aim_ideas,
    air.CarrierStrikes: fight_advice.launch_ideas,
    air.Raid: fight_advice.raid_ideas,
    air.RaidStrike: fight_advice.raid_mode_ideas,
    air.RaidHits: fight_advice.raid_hit_ideas,
    air.HarbourRound: fight_advice.harbour_ideas,
    air.HarbourAim: fight_advice.harbour_aim_ideas,
    battle.Surface: fight_advice.surface_ideas,
    battle.Deploy: fight_advice.deploy_ideas,
    battle.FallBack: fight_advice.fall_back_ideas,
    battle.Gunfire: fight_advice.fire_order,
    battle.Broadsides: fight_advice.fire_order,
    battle.Target: fight_advice.shoot_ideas,
    battle.AxisLeaves: fight_advice.axis_leave_ideas,
    battle.Leave: fight_advice.leave_ideas,
}


def ideas(war: Sea, decision: Decision) -> list[Idea]:
    """Every choice of a decision with what it seems worth."""
    assert war.stack is not None
    step = war.stack[0]
    return _IDEAS[type(step)](war, step, decision)


_OPEN = (
    movement.Sailing, placing.FirstHour, placing.AlliedPlacement, supply.Basing, battle.Surface, battle.AxisLeaves, battle.Leave,
    turn.Invade, air.Aim, battle.Gunfire, battle.Target,
)  # fmt: skip
"""Where a plan is worth trying out. How an attack is flown the tables tell exactly."""
_UNSEEN = (air.Flights, movement.FleetMove)
"""What depends on ships the Axis cannot see: it takes many worlds to tell such plans apart, and a campaign has few for each."""


def trusted(war: Sea, decision: Decision) -> bool:
    """Whether the adviser's word is good enough."""
    if war.stack is None:
        return False
    if isinstance(war.stack[0], movement.Sailing):
        return sea_advice.keeps_secret(war)  # a convoy that was thought about longer than the dummies would go another way
    if isinstance(war.stack[0], _OPEN):
        return False
    return not (war.setup.pedestal and isinstance(war.stack[0], _UNSEEN))


# --- one click


def scripts(war: Sea, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """Set-ups with one click: as on the sheets, or as the staff would have it."""
    if war.stack is None:
        return {}
    step = war.stack[0]
    game = war.setup.game
    if isinstance(step, placing.AlliedPlacement):
        found = {"sensible": ("Sensible set-up", game.advised(war, side, placing.AlliedPlacement))}
        sheet = _allied_sheet(war) if war.season == war.setup.first and war.stage == 0 else []
        return {"historical": ("Historical set-up", sheet), **found} if sheet else found
    if isinstance(step, placing.AxisPlacement):
        found = {"sensible": ("Sensible set-up", game.advised(war, side, placing.AxisPlacement))}
        sheet = _axis_sheet(war) if war.season == war.setup.first else []
        return {"historical": ("Historical set-up", sheet), **found} if sheet else found
    return {}


def _allied_sheet(war: Sea) -> list[tuple[str, int]]:
    """The ships of the scenario's sheet, as far as they may be placed."""
    setup = war.setup
    wanted: list[tuple[str, int]] = []
    spare = list(bits(setup.freighters & setup.slow))
    for base in ("GIB", "ALEX"):
        wanted += [("assign", setup.ids[key]) for key in setup.placing.get(base, [])]
        wanted += [("assign", spare.pop(0)) for _ in range(setup.here["freighters"][base]) if spare]
        wanted.append(("enough", 0))
    return _as_far_as_allowed(war, AL, [*wanted, ("decoys", setup.decoys // 2)])


def _axis_sheet(war: Sea) -> list[tuple[str, int]]:
    """The bases of the scenario's sheet, Sicily or the first port for whoever is not on it."""
    setup = war.setup
    sheet = {setup.ids[key]: setup.places[name] for name, keys in setup.placing.items() for key in keys}
    wanted = []
    for piece in bits(setup.italian | setup.planes):
        if war.at[piece] == NOWHERE and war.free(piece) and not war.down >> piece & 1:
            wanted.append(("at", sheet.get(piece, setup.napoli if setup.italian >> piece & 1 else setup.sicily)))
    return _as_far_as_allowed(war, AX, wanted)


def _as_far_as_allowed(war: Sea, side: int, wanted: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of some choices that can be made one after the other; forced ones are the table's business."""
    made = []
    trial = war.copy()
    kind = type(trial.stack[0]) if trial.stack else None
    for verb, target in wanted:
        while trial.stack and type(trial.stack[0]) is kind:
            forced = trial.decisions[side].forced
            if forced is None:
                break
            trial.play(forced[0], forced[1], side)
        if not trial.stack or type(trial.stack[0]) is not kind:
            break
        if trial.decisions[side].choices.get(verb, 0) >> target & 1:
            made.append((verb, target))
            trial.play(verb, target, side)
    return made
