"""The chances of a battle that is being prepared, exactly, before anybody commits himself."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...engine.catalogue import text
from ...engine.event import Modifier
from ...engine.forecast import Forecast, Result
from ...engine.geometry.bits import bits
from ...engine.odds import Odds
from .airfight import AirFight, duel_volley
from .battle import FLAK, HOLDERS, PICK, PICKED, PLAIN, TANKS, Dice, Force, Target, distribution, forecast
from .commit import AIR, BOMB, LAND, SEA, Commit, best_match
from .landfight import LandFight, Plan, gunners
from .losses import smart
from .results import ENDS, damaged, loses
from .seafight import sea_pool, sea_sides, wings
from .state import SIDES, Islands

SORTS = {PICK: "dice-aimed", TANKS: "dice-at-tanks", PLAIN: "dice-plain", FLAK: "dice-anti-aircraft"}
RULES = {"air": "OH-AC.1", "sea": "OH-SEA.1", "land": "OH-LC.1"}

Spread = tuple[tuple[int, Fraction], ...]
"""How many units may be lost, with the chance of each number."""


class Outlook(Forecast[Result], frozen=True):
    """What will come of a battle: who is left, and how much each side may lose. ``side`` attacks."""

    side: int = 0
    place: int = 0
    dice: tuple[int, int] = (0, 0)
    spread: tuple[Spread, Spread] = ((), ())
    """For attacker and defender."""


def as_force(war: Islands, units: int, engaged: int = -1) -> Force:
    """Pieces of the board as targets; those not engaged take hits last."""
    setup = war.setup
    return tuple(
        Target(setup.kind[p], war.hits_left(p), setup.worth[p], bool(engaged >> p & 1))
        for p in bits(units)
        if war.hits_left(p) > 0
    )


class Clash:
    """Attacker and defender of one battle with their dice: what ``forecast`` needs."""

    __slots__ = ("arena", "dice", "forces", "last", "place", "side")

    def __init__(
        self,
        arena: str,
        place: int,
        side: int,
        forces: tuple[Force, Force],
        dice: tuple[Dice, Dice],
        last: tuple[int, ...] = (),
    ) -> None:
        self.arena, self.place, self.side, self.forces, self.dice = arena, place, side, forces, dice
        self.last = last
        """What aircraft held back hit on when hits beyond those engaged fall on them [OH-AC.6]."""

    @property
    def rolls(self) -> bool:
        """Whether anybody has a die."""
        return bool(self.dice[0] or self.dice[1])

    def forecast(self) -> Outlook:
        """One round of it."""
        ends = forecast(*self.forces, *self.dice, HOLDERS[self.arena], PICKED[self.arena], self.last)
        me, foe = self.side, 1 - self.side
        losses = (ends.attacker_losses, ends.defender_losses)
        holders = HOLDERS[self.arena]
        mine, theirs = (any(t.kind in holders for t in force) for force in self.forces)
        chances: list[tuple[Result, Fraction]]
        if mine and theirs:
            nobody = 1 - ends.win - ends.hold - ends.both
            chances = [(ENDS[1 << me], ends.win), (ENDS[1 << foe], ends.hold), (ENDS[3], ends.both), (ENDS[0], nobody)]
        else:  # nobody's hold on the place is at stake
            chances = [(loses(foe if theirs else me, n), p) for n, p in losses[theirs].items()]
        means = [0.0, 0.0]
        means[me], means[foe] = ends.mean(losses[0]), ends.mean(losses[1])
        return Outlook(
            rule=RULES[self.arena],
            chances=tuple(sorted(((result, p) for result, p in chances if p), key=lambda one: -one[1])),
            modifiers=tuple(self._modifiers()),
            win=float(ends.win),
            hold=float(ends.hold),
            losses=tuple(means),
            side=me,
            place=self.place,
            dice=(sum(self.dice[0].values()), sum(self.dice[1].values())),
            spread=(tuple(losses[0].items()), tuple(losses[1].items())),
        )

    def _modifiers(self) -> Iterator[Modifier]:
        """The dice of both sides by what they need."""
        for side, dice in zip((self.side, 1 - self.side), self.dice, strict=True):
            for (sort, hit_on), number in sorted(dice.items()):
                yield text(SORTS[sort], side=text(f"side-{SIDES[side]}"), need=hit_on), number, RULES[self.arena]


def air_clash(war: Islands, place: int, engaged: int, answer: int | None) -> Clash:
    """An air combat with these commitments; a defender who has not answered yet commits everybody who may."""
    setup = war.setup
    side = war.attacker(place)
    foes = war.airborne(1 - side, place)
    if answer is None:
        able = foes & setup.duellists
        answer = able | best_match(war, able, foes & ~able, min(engaged.bit_count(), foes.bit_count()))
    here = war.airborne(side, place)
    forces = (as_force(war, here | engaged, engaged), as_force(war, answer))
    fought = engaged | answer
    dice = (duel_volley(war, side, engaged, True), duel_volley(war, 1 - side, answer, False)) if fought else ({}, {})
    held_back = sorted(bits(here & ~engaged), key=lambda piece: smart(war, piece))
    return Clash("air", place, side, forces, dice, tuple(setup.defence[piece] for piece in held_back) if fought else ())


def sea_clash(war: Islands, place: int, engaged: int) -> Clash:
    attacker, defender = sea_sides(war, place, engaged)
    forces = (as_force(war, attacker[3], engaged or -1), as_force(war, defender[3]))
    return Clash("sea", place, attacker[0], forces, (attacker[2], defender[2]))


def land_clash(
    war: Islands, place: int, engaged: int, answer: int, hunters: tuple[int, int] = (0, 0), raid: bool = False
) -> Clash:
    plan = Plan(war, place, engaged, answer, hunters, raid)
    side, foe = plan.side, plan.foe
    forces = (as_force(war, plan.targets[side], engaged | war.setup.works if engaged else -1), as_force(war, plan.targets[foe]))
    return Clash("land", place, side, forces, (plan.volleys[side], plan.volleys[foe]))


# --- battles that are being prepared


def planned(war: Islands, step: Commit, verb: str = "", target: int = 0) -> Clash | None:
    """The battle somebody commits units to, as it would be after a choice of his; None if they only bomb."""
    chosen = step.chosen
    if verb == "everyone":
        chosen |= step.pool
    elif verb == "troops":
        chosen |= step.pool & ~step.aside
    elif verb == "commit":
        chosen |= 1 << target
    place = step.place
    attacks = step.side == war.attacker(place)
    if step.arena == SEA:
        return sea_clash(war, place, chosen)
    if step.arena == AIR:
        fight = war.nearest(AirFight)
        return air_clash(war, place, chosen if attacks or fight is None else fight.engaged, None if attacks else chosen)
    if step.arena == LAND:
        if attacks:
            return land_clash(war, place, chosen, wings(war, 1 - step.side, place))
        battle = war.nearest(LandFight)
        return land_clash(war, place, battle.engaged if battle else 0, chosen)
    return None


def all_in_air(war: Islands, place: int) -> Clash:
    """An air combat that has not begun, both sides with all they have on the spot."""
    return air_clash(war, place, war.airborne(war.attacker(place), place) & war.setup.duellists, None)


def all_at_sea(war: Islands, place: int) -> Clash:
    """The same at sea."""
    return sea_clash(war, place, sea_pool(war, war.attacker(place), place))


def all_on_land(war: Islands, striker: int, place: int) -> Clash:
    """The same on land; ``striker`` is the side whose battles are being fought, and only its ships answer for a defender."""
    side = war.attacker(place)
    foe = 1 - side
    engaged = answer = 0
    if war.forces(foe, place):
        engaged = war.troops(side, place) | wings(war, side, place) | gunners(war, side, place)
    if war.forces(side, place):
        answer = wings(war, foe, place) | (gunners(war, foe, place) if striker == foe else 0)
    return land_clash(war, place, engaged, answer)


def attack(war: Islands, side: int, group: int, place: int) -> Clash:
    """The battle if a group went to a territory now, with all that would be there on both sides."""
    trial = war.copy()
    trial.unstow(group)
    trial.shift(group, place)
    return all_on_land(trial, side, place)


# --- in words


def in_short(war: Islands, outlook: Outlook) -> str:
    """Dice and expected losses in a line."""
    parts = [
        war.say("forecast-short", side=info.short, many=info.many, n=n, lost=f"{outlook.losses[side]:.1f}")
        for side, n in zip((outlook.side, 1 - outlook.side), outlook.dice, strict=True)
        for info in (war.setup.game.sides[side],)
    ]
    return "; ".join(parts)


def against(war: Islands, side: int, group: int, target: int) -> str:
    """Who would meet whom, and the chances of a round with everybody on the spot."""
    number = war.forces(1 - side, target).bit_count()
    if not number:
        return war.say("forecast-no-enemy")
    outlook = attack(war, side, group, target).forecast()
    win = outlook.win if outlook.side == side else outlook.hold
    return war.say("forecast-against", n=group.bit_count(), foes=number, win=win, rest=in_short(war, outlook))


def explain(war: Islands, clash: Clash, verb: str) -> Odds | None:
    """A forecast as odds; None if nobody rolls a die here, so that the rules are run to the next one."""
    if not clash.rolls:
        return None
    outlook = clash.forecast()
    title = f"{war.setup.game.verbs[verb].label}: {war.setup.space_names[clash.place]}"
    note = "; ".join(
        war.say(
            "forecast-losses",
            side=info.short,
            many=info.many,
            lost=f"{outlook.losses[side]:.1f}",
            spread=", ".join(war.say("forecast-share", n=n, p=float(p)) for n, p in spread if p > Fraction(1, 200)),
        )
        for side, spread in zip((outlook.side, 1 - outlook.side), outlook.spread, strict=True)
        for info in (war.setup.game.sides[side],)
    )
    return as_odds(war, title, outlook, note)


def as_odds(war: Islands, title: str, forecast: Forecast[Result], note: str) -> Odds:
    """A forecast for the odds card: every result by its word and with its sentence."""
    game = war.setup.game
    return Odds(
        title,
        forecast.rule,
        forecast.modifiers,
        "",
        tuple((game.word_of(result.code), p) for result, p in forecast.chances),
        note,
        counted=True,
        sentences=tuple(game.sentence_of(result.code) for result, _ in forecast.chances),
    )


def bombing(war: Islands, step: Commit, planes: int) -> Forecast[Result] | None:
    """How much damage bombers do to an airfield or port [OH-FAC.1]; None without bombers."""
    setup = war.setup
    dice: dict[int, int] = {}
    for piece in bits(planes if step.arena == BOMB else 0):
        dice[setup.attack[piece]] = dice.get(setup.attack[piece], 0) + 1
    if not dice:
        return None
    weights, whole = distribution(sorted(dice.items()))
    modifiers = tuple((text("dice-bombing", need=need), number, "OH-FAC.1") for need, number in sorted(dice.items()))
    chances = sorted(((damaged(n), Fraction(w, whole)) for n, w in enumerate(weights) if w), key=lambda item: -item[1])
    return Forecast("OH-FAC.1", tuple(chances), modifiers)
