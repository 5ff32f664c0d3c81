"""Why a choice at sea is advised: how far it is to Malta, what waits there, what a shot or a strike may come to.

The Axis is told nothing about a group but what it has learnt: what it imagines in it is no fact.
"""

from __future__ import annotations

from ...engine.brief import Idea
from ...engine.catalogue import Text, text
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.reasons import written
from .papers import known_as
from .state import AL, NEVER, Sea
from .weighing import risk

PLAIN = {
    "idea-the-safest-way-to-malta",
    "idea-the-safest-way",
    "idea-where-the-enemy-is",
    "idea-still-to-move",
    "idea-most-to-be-gained",
}
"""Words of the adviser that facts say better."""


def facts(war: Sea, side: int, idea: Idea) -> list[Text]:
    setup = war.setup
    led = [] if idea.why in PLAIN else [written(idea.why)]
    if idea.verb == "halt" and idea.why == "idea-wait-for-the-night":
        here = war.at[war.chosen]
        led = [text("reason-lies-dark")] if war.night else led
        return [*led, *position(war, side, here)]
    if idea.verb in ("day", "night"):
        return [text("reason-first-turn", n=round(-idea.score, 1), when=idea.verb)]
    kind = setup.game.verbs[idea.verb].kind
    ahead = setup.game.forecast(war, side, idea.verb, idea.target)
    odds = [text("reason-chance", chance=ahead.win)] if ahead is not None and ahead.win is not None else []
    if kind == "space":
        return [*led, *odds, *position(war, side, idea.target)]
    if kind == "piece":
        return [*led, *odds, *counter(war, side, idea.target)]
    return [*led, *odds] if odds else []


def position(war: Sea, side: int, space: int) -> list[Text]:
    """A place at sea: how far from Malta, what may fly or lie there."""
    setup = war.setup
    if space == setup.malta:
        return [text("reason-malta")]
    if not setup.positions >> space & 1:
        ships = war.fleet_at(space).bit_count() if side != AL else 0
        return [text("reason-lies-there", n=ships)] if ships else []
    far = setup.to_malta[space]
    facts = [text("reason-to-malta", n=far)] if far < NEVER else []
    if side != AL:
        groups = war.groups_at(space).bit_count()
        return [*([text("reason-groups", n=groups)] if groups else []), *facts]
    planes = sum(war.planes_at(base).bit_count() for base in setup.bases if setup.reach[base] >> space & 1)
    bit = 1 << space
    if not war.night:
        facts.append(text("reason-planes", n=planes) if planes else text("reason-no-planes"))
    elif setup.mas & bit:
        facts.append(text("reason-mas"))
    if bit & setup.submarines or (bit & setup.uboats and war.season >= setup.uboats_from):
        facts.append(text("reason-submarine"))
    area = setup.area_of[space]
    if area != NOWHERE and (war.fleet_at(area) or war.fleet_at(setup.port_of[area])):
        facts.append(text("reason-fleet-near"))
    if len(facts) < 2:
        lost = round(risk(war, space, war.night, 1), 1)
        facts.append(text("reason-may-lose", n=lost) if lost else text("reason-no-danger"))
    return facts


def counter(war: Sea, side: int, piece: int) -> list[Text]:
    """A ship, an air unit or a group, as far as the side knows it."""
    setup = war.setup
    if piece >= setup.group0:
        facts = [] if side == AL else [text("reason-known", known=known_as(war, piece))]
        where = war.at[piece]
        return [*facts, *(position(war, side, where) if where != NOWHERE else [])]
    bit = 1 << piece
    facts = []
    if setup.freighters & bit:
        facts.append(text("reason-freighter"))
    elif setup.points[piece]:
        facts.append(text("reason-points", n=setup.points[piece]))
    if war.hit & bit:
        facts.append(text("reason-hit"))
    if setup.planes & bit and war.at[piece] != NOWHERE:
        facts.append(text("reason-flies-from", place=("space", war.at[piece])))
        groups = sum(war.groups_at(space).bit_count() for space in bits(setup.reach[war.at[piece]]))
        facts.append(text("reason-groups-in-reach", n=groups))
    if setup.guns & bit and not facts:
        facts.append(text("reason-gunned"))
    return facts
