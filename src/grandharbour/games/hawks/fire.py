"""Every roll of two dice: planes firing at planes, guns at planes, bombs on Objectives [HM-FIRE, HM-DRM, HM-CHIT].

The three kinds differ in their hit number and modifiers; chits, luck, doubles and the log are the same for all.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from ...engine.choice import NOTHING, Decision, Verb
from ...engine.event import Event, Modifier
from ...engine.kinds import NOWHERE, Maybe, Piece, Space, Words
from ...engine.step import Step
from .clouds import CloudMove
from .state import CHITS, FACE, GREEN, LUCKY, Sky

VERBS = (
    Verb("leave", "nothing", "HM-CHIT.3"),
    Verb("plus", "nothing", "HM-CHIT.3"),
    Verb("minus", "nothing", "HM-CHIT.3"),
)

CHIT_MODS = ("modifier-face", "modifier-green", "modifier-lucky", "")
"""What a chit is called among the modifiers of a roll."""
FIRE, FLAK, BOMB = range(3)
RULES = ("HM-FIRE.1", "HM-AA.2", "HM-BOMB.2")
KINDS = ("fire", "flak", "bomb")
Kind: TypeAlias = Annotated[int, Words(*KINDS)]


def modifiers(war: Sky, kind: int, roller: int, victim: int) -> list[Modifier]:
    """Everything but chits that changes a roll, with its rule: used by the roll, the log and the odds alike."""
    setup = war.setup
    applied: list[Modifier] = []
    if kind == FIRE:
        if war.hit_markers[roller]:
            applied.append(setup.mod_damaged)
        if setup.bombers >> victim & 1:
            applied.append(setup.mod_bomber)
        mine, other = setup.level[war.at[roller]], setup.level[war.at[victim]]
        if other < mine:
            applied.append(setup.mod_lower)
        elif other > mine:
            applied.append(setup.mod_higher)
        if war.clouds and war.fog() & (1 << war.at[roller] | 1 << war.at[victim]):
            applied.append(setup.mod_cloud)  # once, whoever is in it [HM-CLOUD.2]
    elif kind == FLAK:
        if setup.aa_drm:
            if setup.bombers >> victim & 1:
                applied.append(setup.mod_bomber)
            if war.fog() >> war.at[victim] & 1:
                applied.append(setup.mod_cloud)
    else:
        if war.hit_markers[roller]:
            applied.append(setup.mod_bomber_damaged)
        if war.fog() >> war.at[roller] & 1:
            applied.append(setup.mod_bomber_cloud)
    return applied


def needed(war: Sky, kind: int, roller: int, victim: int) -> int:
    """The number to reach [HM-FIRE.2, HM-AA.2, HM-BOMB.2]."""
    setup = war.setup
    if kind == FIRE:
        return setup.hits_on[setup.class_of[roller] - 1]
    if kind == FLAK:
        return setup.aa_needs[setup.level[war.at[victim]]]
    return setup.bombing[roller][setup.level[war.at[roller]] - 1]


def exchange(war: Sky, firer: int, target: int, both: bool) -> None:
    """A fighter fires; where both roll, a target that has not fired answers [HM-FIRE.3, HM-FIRE.4]."""
    answer = both and not war.fired >> target & 1
    war.fired |= 1 << firer
    if answer:
        war.fired |= 1 << target
    throw(war, FIRE, firer, target, NOWHERE, answer)


def throw(war: Sky, kind: int, roller: int, victim: int, place: int, answer: bool = False) -> None:
    """Roll for one shot, or for two at the same time, and settle it; owners may be asked about luck first."""
    dice = war.pair() + war.pair() if answer else war.pair()
    if war.setup.lucky_asks and askable(war, kind, roller, victim, answer):
        if war.log is not None:
            pieces = tuple(p for p in (roller, victim) if p != NOWHERE)
            war.tell(Event("thrown", "HM-CHIT.3", pieces=pieces, dice=dice))
        war.push(Luck(kind, roller, victim, place, answer, dice, ()))
    else:
        settle(war, kind, roller, victim, place, answer, dice, None)


def askable(war: Sky, kind: int, roller: int, victim: int, answer: bool) -> list[tuple[int, int]]:
    """Whose owners are asked about luck, as (roll, plane): the roller's side first [HM-CHIT.3]."""
    turns = [(0, roller), (0, victim)] + ([(1, victim), (1, roller)] if answer else [])
    no_luck = kind == FLAK and not war.setup.aa_drm
    return [] if no_luck else [(roll, p) for roll, p in turns if p != NOWHERE and (not war.up >> p & 1 or war.chit[p] == LUCKY)]


class Luck(Step[Sky], frozen=True):
    """With `lucky: ask`, every owner of a plane that might be LUCKY is asked after the dice, LUCKY or not [HM-CHIT.3]."""

    shot: Kind
    roller: Maybe[Piece]
    victim: Maybe[Piece]
    place: Maybe[Space]
    answer: bool
    dice: tuple[int, ...]
    luck: tuple[int, ...]
    verbs = ("leave", "plus", "minus")

    def ask(self, war: Sky) -> Decision:
        roll, plane = askable(war, self.shot, self.roller, self.victim, self.answer)[len(self.luck)]
        choices = {"leave": NOTHING}
        if war.chit[plane] == LUCKY:
            choices |= {"plus": NOTHING, "minus": NOTHING}
        return Decision(
            war.setup.side_of[plane],
            "ask-luck-first" if roll == 0 else "ask-luck-answer",
            "HM-CHIT.3",
            choices,
            about=("piece", plane),
            quiet=("leave", 0),
            sealed=True,
        )

    def holes(self, war: Sky, side: int) -> dict[str, str]:
        return {"dice": ", ".join(map(str, self.dice))}

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        luck = (*self.luck, {"leave": 0, "plus": 1, "minus": -1}[verb])
        asked = askable(war, self.shot, self.roller, self.victim, self.answer)
        if verb != "leave":
            turn_up(war, asked[len(self.luck)][1])  # whoever decides next must see it (H-44)
        if len(luck) < len(asked):
            war.become(Luck(self.shot, self.roller, self.victim, self.place, self.answer, self.dice, luck))
            return
        war.finish()
        used = {who: amount for who, amount in zip(asked, luck, strict=True) if amount}
        settle(war, self.shot, self.roller, self.victim, self.place, self.answer, self.dice, used)


def settle(
    war: Sky, kind: int, roller: int, victim: int, place: int, answer: bool, dice: tuple[int, ...],
    luck: dict[tuple[int, int], int] | None,
) -> None:  # fmt: skip
    """Judge the rolls, apply their results together, then move the clouds once for every double [HM-CLOUD.3]."""
    results = [judge(war, kind, 0, roller, victim, place, dice[0], dice[1], luck)]
    if answer:
        results.append(judge(war, kind, 1, victim, roller, place, dice[2], dice[3], luck))
    for struck, hit in results:
        if hit:
            apply_hit(war, kind, struck, place, hit)
    for i in range(0, len(dice), 2):
        if dice[i] == dice[i + 1] and dice[i] in (1, 6):
            war.push(CloudMove())


def judge(
    war: Sky, kind: int, roll: int, roller: int, victim: int, place: int, a: int, b: int,
    luck: dict[tuple[int, int], int] | None,
) -> tuple[int, int]:  # fmt: skip
    """One roll: who is struck, and how (0 not at all, 1 hit, 2 shot down outright). Turns chits up that change it [HM-CHIT.5]."""
    setup = war.setup
    mods = modifiers(war, kind, roller, victim)
    need = needed(war, kind, roller, victim)
    total = a + b
    for mod in mods:
        total += mod[1]
    if roller != NOWHERE:
        chit = war.chit[roller]  # counts for bombs as for guns [HM-DRM.6, HM-BOMB.7]; NONE does nothing [HM-CHIT.4]
        if chit in (FACE, GREEN):
            amount = setup.chit_amount[chit]
            if amount:
                total += amount
                mods.append((CHIT_MODS[chit], amount, "HM-CHIT.1" if chit == FACE else "HM-CHIT.2"))
                turn_up(war, roller)
        elif not war.up >> roller & 1:
            war.ordinary |= 1 << roller
    step = setup.chit_amount[LUCKY]
    natural = kind == FLAK and setup.aa_natural
    if luck is None:
        if step and not (kind == FLAK and not setup.aa_drm):
            # Where it would not change the outcome it stays hidden: bombs on ruins, 11 instead of 12 on a damaged plane (H-43).
            useful = kind != BOMB or war.objectives >> place & 1
            if roller != NOWHERE and useful and total < need <= total + step and lucky(war, roller):
                total += step
                mods.append(("modifier-lucky", step, "HM-CHIT.3"))
            saves = total >= need > total - step
            if kind == FLAK and not natural and war.hit_markers[victim] + 1 < setup.hits_to_kill:
                saves = saves or total >= setup.aa_shoots_down > total - step
            if victim != NOWHERE and saves and lucky(war, victim):
                total -= step
                mods.append(("modifier-lucky-target", -step, "HM-CHIT.3"))
    else:
        for plane in (roller, victim):
            amount = luck.get((roll, plane), 0) * step
            if amount:
                total += amount
                mods.append(("modifier-lucky" if plane == roller else "modifier-lucky-target", amount, "HM-CHIT.3"))
                turn_up(war, plane)
    if kind == FLAK and (a == b == 6 if natural else total >= setup.aa_shoots_down):
        hit = 2
    else:
        hit = 1 if total >= need else 0
    if war.log is not None:
        _tell_roll(war, kind, roller, victim, place, (a, b), tuple(mods), total, need, hit)
    return victim, hit


def lucky(war: Sky, plane: int) -> bool:
    """Use a LUCKY chit where it helps its owner. If it is not there, everybody has learned that."""
    if war.chit[plane] == LUCKY:
        turn_up(war, plane)
        return True
    if not war.up >> plane & 1:
        war.unlucky |= 1 << plane
    return False


def turn_up(war: Sky, plane: int) -> None:
    """Show a chit; no undo past that [HM-CHIT.5]."""
    bit = 1 << plane
    if not war.up & bit:
        war.up |= bit
        war.ordinary &= ~bit
        war.unlucky &= ~bit
        war.reveal()
        if war.log is not None:
            war.tell(Event("chit", "HM-CHIT.5", war.setup.side_of[plane], (plane,), facts=(("chit", CHITS[war.chit[plane]]),)))


def apply_hit(war: Sky, kind: int, struck: int, place: int, hit: int) -> None:
    """A HIT marker, by planes or guns [HM-AA.4], the second of which shoots down [HM-HIT.1]; or an Objective destroyed [HM-BOMB.8]."""
    if kind == BOMB:
        if war.objectives >> place & 1:
            war.objectives &= ~(1 << place)
            war.ruins |= 1 << place
        return
    war.hit_markers[struck] += 1
    if hit == 2 or war.hit_markers[struck] >= war.setup.hits_to_kill:
        war.down |= 1 << struck
        war.at[struck] = NOWHERE
        war.hit_markers[struck] = 0


def _tell_roll(
    war: Sky, kind: int, roller: int, victim: int, place: int, dice: tuple[int, int], mods: tuple[Modifier, ...],
    total: int, need: int, hit: int,
) -> None:  # fmt: skip
    if not hit:
        result = "miss"
    elif kind == BOMB:
        result = "Objective destroyed" if war.objectives >> place & 1 else "hit on the ruins"
    else:
        result = "shot down" if hit == 2 or war.hit_markers[victim] + 1 >= war.setup.hits_to_kill else "hit"
    pieces = tuple(p for p in (roller, victim) if p != NOWHERE)
    spaces = (place,) if place != NOWHERE else (war.at[victim],)
    side = war.setup.side_of[roller] if roller != NOWHERE else 1
    war.tell(
        Event(
            KINDS[kind],
            RULES[kind],
            side,
            pieces,
            spaces=spaces,
            dice=dice,
            modifiers=mods,
            total=total,
            need=need,
            result=result,
        )
    )
