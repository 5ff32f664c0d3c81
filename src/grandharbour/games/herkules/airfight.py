"""Air combat, and the bombing of airfields and ports, which are damaged but never destroyed [OH-AC, OH-FAC.3]."""

from __future__ import annotations

from typing import Any

from ...engine.choice import NOTHING, Decision
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import Pieces, Side, Space, Spaces
from .battle import PLAIN
from .battle import Dice as Volley
from .commit import AIR, BOMB, Commit, best_match
from .losses import HStep, Lose, destroy, roll, says, smart
from .state import AX, BR, Malta


def take_off(war: Malta, pieces: int, place: int) -> None:
    """Carrier aircraft that fight are no longer on deck; they look for a deck again afterwards."""
    deck = pieces & war.stowed
    if deck:
        war.aloft = war.aloft + [(piece, place) for piece in bits(deck)]
        war.flying |= deck
        war.unstow(deck)


def throw(war: Malta, volley: Volley) -> tuple[dict[int, int], tuple[int, ...]]:
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


def air_places(war: Malta) -> int:
    """Places with aircraft of both sides, or with British aircraft and an Axis lift coming in [G-38]."""
    setup = war.setup
    here = war.here()
    drops = sum(1 << t for t in {where for _, where in war.drops} | {war.drop_marker} if t >= 0)
    axis, british = setup.own[AX] & setup.air, setup.own[BR] & setup.air
    found = 0
    for space in range(setup.areas):
        if here[space] & british and (here[space] & axis or drops >> space & 1) and war.airborne(BR, space):
            if war.airborne(AX, space) or drops >> space & 1:
                found |= 1 << space
    return found


def duel_volley(war: Malta, side: int, planes: int, attacking: bool) -> Volley:
    """The dice of one side in the air [OH-AC.1, OH-AC.4]."""
    setup = war.setup
    numbers = setup.attack if attacking else setup.defence
    volley: Volley = {}
    for piece in bits(planes):
        add(volley, PLAIN, numbers[piece])
    if side == BR and war.radar("air"):  # in every air combat, also where all their aircraft were held back
        add(volley, PLAIN, setup.radar_hit, setup.radar_dice)
    return volley


class AirFight(HStep, frozen=True):
    """One air combat: the attacker commits, the defender matches, both roll [OH-AC.1 to OH-AC.7]."""

    place: Space
    stage: int = 0
    engaged: Pieces = 0
    answer: Pieces = 0

    def go(self, war: Malta) -> bool:
        (self._attacker, self._defender, self._roll, self._done)[self.stage](war, war.attacker(self.place))
        return True

    def resume(self, war: Malta, value: Any) -> None:
        if value is None:
            return
        if self.stage == 1:
            war.become(AirFight(self.place, 1, value))
        elif self.stage == 2:
            war.become(AirFight(self.place, 2, self.engaged, value))

    def _attacker(self, war: Malta, side: int) -> None:
        war.become(AirFight(self.place, 1))
        pool = war.airborne(side, self.place) & war.setup.duellists
        if pool:
            war.push(Commit(side, self.place, AIR, pool, 0, 0, 0))

    def _defender(self, war: Malta, side: int) -> None:
        """At least as many as the attacker, fighters and tactical bombers first [OH-AC.2]; more if he likes [OH-AC.7]."""
        foes = war.airborne(1 - side, self.place)
        able = foes & war.setup.duellists
        least = min(self.engaged.bit_count(), foes.bit_count())
        must = best_match(war, able, foes & ~able, least)
        war.become(AirFight(self.place, 2, self.engaged, must))
        if able & ~must:
            war.push(Commit(1 - side, self.place, AIR, able & ~must, 0, must, least))

    def _roll(self, war: Malta, side: int) -> None:
        engaged, answer, place = self.engaged, self.answer, self.place
        war.become(AirFight(place, 3, engaged, answer))
        if not engaged and not answer:
            return
        setup = war.setup
        present = war.airborne(side, place)
        take_off(war, engaged | answer, place)
        war.duelled |= engaged | answer
        scored = {}
        for who, planes, attacking in ((side, engaged, True), (1 - side, answer, False)):
            hits, faces = throw(war, duel_volley(war, who, planes, attacking))
            scored[who] = hits.get(PLAIN, 0)
            if war.log is not None and faces:
                result = says(scored[who])
                facts = (("n", planes.bit_count()),)
                war.tell(Event("duel", "OH-AC.1", who, tuple(bits(planes)), (place,), faces, result=result, facts=facts))
        if place < setup.lands:
            war.flak[place] += scored[BR]
        spill = scored[1 - side] - engaged.bit_count()
        held_back = present & ~engaged
        if spill > 0 and held_back:
            war.push(Spill(side, place, held_back, min(spill, held_back.bit_count()), answer))
        if scored[1 - side] and engaged:
            war.push(Lose(side, place, engaged, 0, scored[1 - side], False))
        if scored[side] and answer:
            war.push(Lose(1 - side, place, answer, 0, scored[side], False))

    def _done(self, war: Malta, side: int) -> None:
        war.finish()


class Spill(HStep, frozen=True):
    """Hits beyond the aircraft engaged fall on those held back, and each rolls its defence before it falls [OH-AC.5, OH-AC.6]."""

    side: Side
    place: Space
    units: Pieces
    hits: int
    foes: Pieces
    verbs = ("lose",)
    rule = "OH-AC.5"
    why = {"lose": "The hit falls on an aircraft here that was held back."}

    def _open(self, war: Malta) -> int:
        return war.here()[self.place] & self.units

    def go(self, war: Malta) -> bool:
        units = self._open(war)
        if self.hits <= 0 or not units:
            war.finish()
            return True
        if self.hits >= units.bit_count() or war.heads(units).bit_count() == 1:
            self._fall(war, first(units))
            return True
        return False

    def ask(self, war: Malta) -> Decision:
        heads = war.heads(self._open(war))
        cheapest = min(bits(heads), key=lambda piece: smart(war, piece))
        prompt = "Which aircraft over {place} is hit?"
        return Decision(self.side, prompt, "OH-AC.5", {"lose": heads}, ("space", self.place), ("lose", cheapest))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        self._fall(war, target)

    def _fall(self, war: Malta, piece: int) -> None:
        setup = war.setup
        war.become(Spill(self.side, self.place, self.units, self.hits - 1, self.foes))
        hits, faces = roll(war, 1, setup.defence[piece])
        if war.log is not None and faces:
            war.tell(Event("last_shot", "OH-AC.6", self.side, (piece,), (self.place,), faces, result=says(hits)))
        destroy(war, piece)
        left = war.here()[self.place] & self.foes
        if hits and left:
            war.push(Lose(1 - self.side, self.place, left, 0, 1, False))


# --- bombing airfields and ports [OH-FAC.1]


def bombing_places(war: Malta, side: int) -> int:
    """Enemy facilities in working order with own bombers over them."""
    setup = war.setup
    here = war.here()
    enemy = ~war.axis_held() if side == AX else war.stands(AX)
    found = 0
    for t in bits(setup.facilities & enemy):
        if here[t] & setup.own[side] & setup.bombers and bombers_over(war, side, t):
            if war.works(t, bool(setup.airfields >> t & 1)):
                found |= 1 << t
    return found


def bombers_over(war: Malta, side: int, t: int) -> int:
    """Bombers that flew here; those that fought in the air may still bomb [OH-AC.3]."""
    return war.here()[t] & war.setup.own[side] & war.setup.bombers & war.flying & ~war.busy


class Bombing(HStep, frozen=True):
    """Tactical and strategic bombers attack the airfield or port below them [OH-FAC.1]."""

    side: Side
    left: Spaces
    place: Space = -1

    def go(self, war: Malta) -> bool:
        if not self.left:
            war.finish()
            return True
        t = first(self.left)
        war.become(Bombing(self.side, self.left & ~(1 << t), t))
        pool = bombers_over(war, self.side, t)
        if pool:
            what = "airfield" if war.setup.airfields >> t & 1 else "port"
            war.push(Commit(self.side, t, BOMB, pool, 0, 0, 0, what))
        return True

    def resume(self, war: Malta, value: Any) -> None:
        if value:
            self._drop(war, value)

    def _drop(self, war: Malta, planes: int) -> None:
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
            result = f"{damage} damage"
            war.tell(Event("bombs", "OH-FAC.1", self.side, tuple(bits(planes)), (self.place,), faces, result=result, facts=facts))


# --- the order of battles [OH-INIT.3]


class Battles(HStep, frozen=True):
    """The initiative side says which combat of this kind comes next [OH-INIT.3]."""

    side: Side
    left: Spaces
    verbs = ("fight", "rest")
    rule = "OH-INIT.3"
    why = {"fight": "There is no combat of this kind left to be fought there."}

    def fight(self, war: Malta, place: int) -> HStep:
        return AirFight(place)

    def now(self, war: Malta) -> int:
        """Battles that are still to be fought."""
        return self.left

    def go(self, war: Malta) -> bool:
        left = self.now(war)
        if left & (left - 1):
            return False
        if left:
            self._start(war, first(left))
        else:
            war.finish()
        return True

    def _start(self, war: Malta, place: int) -> None:
        war.become(type(self)(self.side, self.left & ~(1 << place)))
        war.push(self.fight(war, place))

    def ask(self, war: Malta) -> Decision:
        choices = {"fight": self.now(war), "rest": NOTHING}
        return Decision(self.side, "Which combat is fought next?", "OH-INIT.3", choices, quiet=("rest", 0))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "fight":
            self._start(war, target)
        else:
            war.become(InOrder(self.side, self.now(war), type(self).__name__))


class InOrder(HStep, frozen=True):
    """The rest of the combats, one after the other."""

    side: Side
    left: Spaces
    battles: str

    def go(self, war: Malta) -> bool:
        if not self.left:
            war.finish()
            return True
        place = first(self.left)
        war.become(InOrder(self.side, self.left & ~(1 << place), self.battles))
        war.push(BATTLES[self.battles](self.side, 0).fight(war, place))
        return True


BATTLES: dict[str, type[Battles]] = {"Battles": Battles}
