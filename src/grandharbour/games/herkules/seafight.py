"""Sea combat; coastal guns are silent in it [OH-SEA.2]."""

from __future__ import annotations

from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import Pieces, Space
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .airfight import Battles, add, take_off, throw
from .battle import FLAK, PICK, PLAIN
from .battle import Dice as Volley
from .commit import SEA, Commit
from .losses import Aim, Lose
from .results import scored
from .state import AX, BR, Islands


def seen(war: Islands, side: int, zone: int) -> int:
    """Ships that can be found: submarines that moved alone and held their fire cannot [OH-SEA.10]."""
    return war.mine(side, zone, war.setup.ships) & ~war.unseen


def wings(war: Islands, side: int, place: int) -> int:
    """Aircraft that have not fought or bombed this turn [OH-AC.3]."""
    return war.airborne(side, place) & ~war.duelled & ~war.busy


def sea_places(war: Islands) -> int:
    """Zones where ships meet enemy ships or aircraft [OH-SEA.1]."""
    setup = war.setup
    zones = 0
    for zone in bits(war.fleets(AX) | war.fleets(BR)):
        strength = [
            (bool(seen(war, side, zone)), bool(war.mine(side, zone, setup.ships)), bool(wings(war, side, zone)))
            for side in (AX, BR)
        ]
        for me, foe in ((strength[AX], strength[BR]), (strength[BR], strength[AX])):
            if me[0] and (foe[1] or foe[2]):
                zones |= 1 << zone
    return zones


def sea_pool(war: Islands, side: int, zone: int) -> int:
    """Ships and aircraft of a side that could fire in a zone."""
    setup = war.setup
    ships = war.mine(side, zone, setup.ships)
    if setup.on["sneak_is_only_shot"]:
        ships &= ~(war.fired & setup.sneaks)
    return ships & ~setup.transports | wings(war, side, zone)


def sea_volley(war: Islands, side: int, firing: int, attacking: bool, enemy_ships: bool) -> Volley:
    """The dice of one side: ships under attack from the air alone fire at aircraft [OH-SEA.4]; otherwise all as usual [OH-SEA.5].

    Naval radar adds a die [OH-SEA.3]; most ships and aircraft choose what they hit [OH-SEA.8].
    """
    setup = war.setup
    numbers = setup.attack if attacking else setup.defence
    volley: Volley = {}
    for piece in bits(firing):
        if setup.ships >> piece & 1 and not enemy_ships:
            add(volley, FLAK, setup.ada[piece])
        else:
            add(volley, PICK if setup.picks_sea >> piece & 1 else PLAIN, numbers[piece])
    if side == BR and war.radar("naval"):  # also where only transports are attacked, which have no dice of their own
        add(volley, PLAIN, setup.radar_hit, setup.radar_dice)
    return volley


def sea_sides(war: Islands, zone: int, engaged: int) -> tuple[tuple[int, int, Volley, int], ...]:
    """For attacker and defender: side, who fires, with which dice, and who can be hit."""
    side = war.attacker(zone)
    foe = 1 - side
    hidden = war.unseen & ~engaged
    targets = {
        side: (war.mine(side, zone, war.setup.ships) | wings(war, side, zone)) & ~hidden,
        foe: (war.mine(foe, zone, war.setup.ships) | wings(war, foe, zone)) & ~war.unseen,
    }
    ships = {s: bool(targets[s] & war.setup.ships) for s in targets}
    answer = sea_pool(war, foe, zone) & ~war.unseen
    # Nothing is fought if the attacker, with aircraft alone, holds them back, or if there is nothing to be hit.
    fights = bool(engaged) or (ships[side] and bool(answer or targets[foe]))
    fires = [
        fights and bool(targets[you] and (firing or targets[me]))
        for me, you, firing in ((side, foe, engaged), (foe, side, answer))
    ]
    return (
        (side, engaged, sea_volley(war, side, engaged, True, ships[foe]) if fires[0] else {}, targets[side]),
        (foe, answer, sea_volley(war, foe, answer, False, ships[side]) if fires[1] else {}, targets[foe]),
    )


class SeaFight(Run[Islands], frozen=True):
    """One round between ships and aircraft in a zone [OH-SEA.1]."""

    place: Space
    engaged: Pieces = 0

    def _attacker(self, war: Islands) -> None:
        side = war.attacker(self.place)
        pool = sea_pool(war, side, self.place)
        if pool:
            war.push(Commit(side, self.place, SEA, pool))

    def _roll(self, war: Islands) -> None:
        setup = war.setup
        zone = self.place
        war.unseen &= ~self.engaged
        sides = sea_sides(war, zone, self.engaged)
        self._toulon(war)
        hits: dict[int, dict[int, int]] = {}
        for side, firing, volley, _ in sides:
            if not volley:
                hits[side] = {}
                continue
            take_off(war, firing, zone)
            war.busy |= firing
            hits[side], faces = throw(war, volley)
            if war.log is not None and faces:
                result = scored(sum(hits[side].values()))
                facts = (("n", firing.bit_count()),)
                war.tell(
                    Event(
                        "broadside",
                        "OH-SEA.1",
                        side,
                        pieces=tuple(bits(firing)),
                        spaces=(zone,),
                        dice=faces,
                        result=result,
                        facts=facts,
                    )
                )
        # Laid on the stack from the last to the first: firers aim, then owners choose what else they lose.
        for me, foe in ((1, 0), (0, 1)):
            side, _, _, targets = sides[me]
            against = hits[sides[foe][0]]
            first_line = self.engaged if me == 0 and self.engaged & targets else targets
            if against.get(PLAIN):
                war.push(Lose(side, zone, first_line & targets, targets & ~first_line, against[PLAIN], False))
            if against.get(FLAK):
                war.push(Lose(side, zone, targets & setup.air, 0, against[FLAK], False))
        for me, foe in ((1, 0), (0, 1)):
            side, _, _, targets = sides[me]
            if hits[sides[foe][0]].get(PICK):
                war.push(Aim(sides[foe][0], zone, targets, hits[sides[foe][0]][PICK], False))

    def _toulon(self, war: Islands) -> None:
        """A larger fleet, counted in ships, drives the ships of Toulon away at the end of the turn [OH-OPT.3]."""
        setup = war.setup
        ours = war.here()[self.place] & setup.toulon
        if ours and seen(war, BR, self.place).bit_count() > ours.bit_count():
            war.toulon_beaten = True

    sequence = Sequence(
        Phase("attacker", "OH-CBT.3", _attacker, lambda self, war, chosen: self.note(war, engaged=chosen)),
        Phase("dice", "OH-SEA.1", _roll),
    )


class SeaBattles(Battles, frozen=True):
    """Zones with a sea combat, in the order the initiative side likes [OH-INIT.3]."""

    def fight(self, war: Islands, place: int) -> Step[Islands]:
        return SeaFight(place)
