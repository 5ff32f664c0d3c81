"""Air combat, and the bombing of airfields and ports, which are damaged but never destroyed [OH-AC, OH-FAC.3]."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...engine.choice import NOTHING, Decision, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import Pieces, Side, Space, Spaces
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .battle import PLAIN
from .battle import Dice as Volley
from .commit import AIR, BOMB, Commit, best_match
from .losses import Lose, destroy, roll, smart
from .results import damaged, scored
from .state import AX, BR, Islands

VERBS = (
    Verb("fight", "space", "OH-INIT.3", dice=True),
    Verb("rest", "nothing", "OH-INIT.3"),
)


def take_off(war: Islands, pieces: int, place: int) -> None:
    """Carrier aircraft that fight are no longer on deck; they look for a deck again afterwards."""
    deck = pieces & war.stowed
    if deck:
        war.aloft = war.aloft + [(piece, place) for piece in bits(deck)]
        war.flying |= deck
        war.unstow(deck)


def throw(war: Islands, volley: Volley) -> tuple[dict[int, int], tuple[int, ...]]:
    """Roll a volley, one draw for each sort of hits and number, in order; hits by sort, and all faces."""
    hits: dict[int, int] = {}
    faces: tuple[int, ...] = ()
    for (sort, hit_on), number in sorted(volley.items()):
        scored, rolled = roll(war, number, hit_on)
        hits[sort] = hits.get(sort, 0) + scored
        faces += rolled
    return hits, faces


def add(volley: Volley, sort: int, hit_on: int, number: int = 1) -> None:
    if hit_on > 0 and number > 0:
        volley[sort, hit_on] = volley.get((sort, hit_on), 0) + number


# --- air combat


def air_places(war: Islands) -> int:
    """Places with aircraft of both sides, or with British aircraft and an Axis lift coming in [G-38]."""
    setup = war.setup
    here = war.here()
    drops = sum(1 << t for t in {where for _, where in war.drops} | {war.drop_marker} if t >= 0)
    axis, british = setup.own[AX] & setup.air, setup.own[BR] & setup.air
    places = 0
    for space in range(setup.areas):
        if here[space] & british and (here[space] & axis or drops >> space & 1) and war.airborne(BR, space):
            if war.airborne(AX, space) or drops >> space & 1:
                places |= 1 << space
    return places


def duel_volley(war: Islands, side: int, planes: int, attacking: bool) -> Volley:
    """The dice of one side in the air [OH-AC.1, OH-AC.4]."""
    setup = war.setup
    numbers = setup.attack if attacking else setup.defence
    volley: Volley = {}
    for piece in bits(planes):
        add(volley, PLAIN, numbers[piece])
    if side == BR and war.radar("air"):  # in every air combat, also where all their aircraft were held back
        add(volley, PLAIN, setup.radar_hit, setup.radar_dice)
    return volley


class AirFight(Run[Islands], frozen=True):
    """One air combat: the attacker commits, the defender matches, both roll [OH-AC.1 to OH-AC.7]."""

    place: Space
    engaged: Pieces = 0
    answer: Pieces = 0

    def _attacker(self, war: Islands) -> None:
        side = war.attacker(self.place)
        pool = war.airborne(side, self.place) & war.setup.duellists
        if pool:
            war.push(Commit(side, self.place, AIR, pool))

    def _defender(self, war: Islands) -> None:
        """At least as many as the attacker, fighters and tactical bombers first [OH-AC.2]; more if he likes [OH-AC.7]."""
        side = war.attacker(self.place)
        foes = war.airborne(1 - side, self.place)
        able = foes & war.setup.duellists
        least = min(self.engaged.bit_count(), foes.bit_count())
        must = best_match(war, able, foes & ~able, least)
        self.note(war, answer=must)
        if able & ~must:
            war.push(Commit(1 - side, self.place, AIR, able & ~must, chosen=must, least=least))

    def _roll(self, war: Islands) -> None:
        engaged, answer, place = self.engaged, self.answer, self.place
        if not engaged and not answer:
            return
        setup = war.setup
        side = war.attacker(place)
        present = war.airborne(side, place)
        take_off(war, engaged | answer, place)
        war.duelled |= engaged | answer
        struck = {}
        for who, planes, attacking in ((side, engaged, True), (1 - side, answer, False)):
            hits, faces = throw(war, duel_volley(war, who, planes, attacking))
            struck[who] = hits.get(PLAIN, 0)
            if war.log is not None and faces:
                result = scored(struck[who])
                facts = (("n", planes.bit_count()),)
                war.tell(
                    Event(
                        "duel",
                        "OH-AC.1",
                        who,
                        pieces=tuple(bits(planes)),
                        spaces=(place,),
                        dice=faces,
                        result=result,
                        facts=facts,
                    )
                )
        if place < setup.lands:
            war.flak[place] += struck[BR]
        spill = struck[1 - side] - engaged.bit_count()
        held_back = present & ~engaged
        if spill > 0 and held_back:
            war.push(Spill(side, place, held_back, min(spill, held_back.bit_count()), answer))
        if struck[1 - side] and engaged:
            war.push(Lose(side, place, engaged, 0, struck[1 - side], False))
        if struck[side] and answer:
            war.push(Lose(1 - side, place, answer, 0, struck[side], False))

    sequence = Sequence(
        Phase("attacker", "OH-AC.1", _attacker, lambda self, war, chosen: self.note(war, engaged=chosen)),
        Phase("defender", "OH-AC.2", _defender, lambda self, war, chosen: self.note(war, answer=chosen)),
        Phase("dice", "OH-AC.4", _roll),
    )


class Spill(Step[Islands], frozen=True):
    """Hits beyond the aircraft engaged fall on those held back, and each rolls its defence before it falls [OH-AC.5, OH-AC.6]."""

    side: Side
    place: Space
    units: Pieces
    hits: int
    foes: Pieces
    verbs = ("lose",)
    rule = "OH-AC.5"

    def _open(self, war: Islands) -> int:
        return war.here()[self.place] & self.units

    def go(self, war: Islands) -> bool:
        units = self._open(war)
        if self.hits <= 0 or not units:
            war.finish()
            return True
        if self.hits >= units.bit_count() or war.heads(units).bit_count() == 1:
            self._fall(war, first(units))
            return True
        return False

    def ask(self, war: Islands) -> Decision:
        heads = war.heads(self._open(war))
        cheapest = min(bits(heads), key=lambda piece: smart(war, piece))
        return Decision(self.side, "ask-spill", "OH-AC.5", {"lose": heads}, about=("space", self.place), quiet=("lose", cheapest))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        self._fall(war, target)

    def _fall(self, war: Islands, piece: int) -> None:
        setup = war.setup
        war.become(Spill(self.side, self.place, self.units, self.hits - 1, self.foes))
        hits, faces = roll(war, 1, setup.defence[piece])
        if war.log is not None and faces:
            war.tell(
                Event("last_shot", "OH-AC.6", self.side, pieces=(piece,), spaces=(self.place,), dice=faces, result=scored(hits))
            )
        if self.side == BR and self.place < setup.lands:
            war.flak[self.place] += hits  # a hit like any other for those who come down here [OH-PARA.3]
        destroy(war, piece)
        left = war.here()[self.place] & self.foes
        if hits and left:
            war.push(Lose(1 - self.side, self.place, left, 0, 1, False))


# --- bombing airfields and ports [OH-FAC.1]


def bombing_places(war: Islands, side: int) -> int:
    """Enemy facilities in working order with own bombers over them."""
    setup = war.setup
    here = war.here()
    enemy = ~war.axis_held() if side == AX else war.stands(AX)
    places = 0
    for t in bits(setup.facilities & enemy):
        if here[t] & setup.own[side] & setup.bombers and bombers_over(war, side, t):
            if war.works(t, bool(setup.airfields >> t & 1)):
                places |= 1 << t
    return places


def bombers_over(war: Islands, side: int, t: int) -> int:
    """Bombers that flew here; those that fought in the air may still bomb [OH-AC.3]."""
    return war.here()[t] & war.setup.own[side] & war.setup.bombers & war.flying & ~war.busy


class Bombing(Step[Islands], frozen=True):
    """Tactical and strategic bombers attack the airfield or port below them [OH-FAC.1]."""

    side: Side
    left: Spaces
    place: Space = -1

    def go(self, war: Islands) -> bool:
        if not self.left:
            war.finish()
            return True
        t = first(self.left)
        war.become(Bombing(self.side, self.left & ~(1 << t), t))
        pool = bombers_over(war, self.side, t)
        if pool:
            war.push(Commit(self.side, t, BOMB, pool))
        return True

    def resume(self, war: Islands, value: Any) -> None:
        if value:
            self._drop(war, value)

    def _drop(self, war: Islands, planes: int) -> None:
        setup = war.setup
        volley: Volley = {}
        for piece in bits(planes):
            add(volley, PLAIN, setup.attack[piece])
        hits, faces = throw(war, volley)
        damage = hits.get(PLAIN, 0)
        war.damage[self.place] += damage
        war.busy |= planes
        if war.log is not None:
            facts = (("n", planes.bit_count()), ("now", war.damage[self.place]))
            result = damaged(damage).code
            war.tell(
                Event(
                    "bombs",
                    "OH-FAC.1",
                    self.side,
                    pieces=tuple(bits(planes)),
                    spaces=(self.place,),
                    dice=faces,
                    result=result,
                    facts=facts,
                )
            )


# --- the order of battles [OH-INIT.3]


class Battles(Step[Islands], frozen=True):
    """The initiative side says which combat of this kind comes next [OH-INIT.3]."""

    side: Side
    left: Spaces
    in_order: bool = False
    """The rest of them, one after the other."""
    verbs = ("fight", "rest")
    rule = "OH-INIT.3"

    def fight(self, war: Islands, place: int) -> Step[Islands]:
        return AirFight(place)

    def now(self, war: Islands) -> int:
        """Battles that are still to be fought."""
        return self.left

    def waits(self, war: Islands) -> bool:
        """Whether there is anything to choose."""
        return bool(self.left & (self.left - 1))

    def go(self, war: Islands) -> bool:
        if not self.in_order and self.waits(war):
            return False
        if self.left:
            self._start(war, first(self.left))
        else:
            war.finish()
        return True

    def _start(self, war: Islands, place: int) -> None:
        war.become(replace(self, left=self.left & ~(1 << place)))
        war.push(self.fight(war, place))

    def ask(self, war: Islands) -> Decision:
        choices = {"fight": self.now(war), "rest": NOTHING}
        return Decision(self.side, "ask-battles", "OH-INIT.3", choices, quiet=("rest", 0))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "fight":
            self._start(war, target)
        else:
            war.become(replace(self, in_order=True))
