"""What is told about bombardments: the chances of one shot and of a whole barrage, targets worth a shot [5.3]."""

from __future__ import annotations

from typing import TypeVar

from ...engine.brief import Gesture, Main
from ...engine.catalogue import Text
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.odds import Odds
from ...engine.schooling import knows
from ...engine.view import Preview, Tint, Track
from .bombardment import AIR, Guns, Missions, victims
from .forecast import barrage, bomb_chances, bombardment
from .staff import Staff
from .state import AXIS, BRITISH, SIDES, Malta
from .weighing import coast_area, drop_area, worth

A = TypeVar("A", Missions, Guns)


class Announced(Staff[A]):
    """All targets are named before the first shot."""

    def odds(self, war: Malta, step: A, side: int, verb: str, target: int) -> Odds | None:
        """All shots together, which are too many for running through every throw."""
        if verb != "fire" or not step.shots:
            return None
        targets = len(set(step.shots))
        _, together = barrage(war, step.arm, step.shots)
        said = sorted(together.items(), key=lambda pair: -pair[1])
        chances = tuple((war.say("odds-barrage", hexes=hexes, of=targets, steps=steps), share) for (hexes, steps), share in said)
        return Odds(war.say("odds-barrage-title", shots=len(step.shots)), "5.3.1.c", (), "", chances)

    def main(self, war: Malta, step: A, decision: Decision, verb: str) -> Main | None:
        """Where is fired; nobody is led to firing at nothing."""
        if verb != "fire":
            return None
        targets = tuple(dict.fromkeys(step.shots))
        return Main(Text("main-fire" if targets else "main-fire-none"), targets, idle=not targets)

    def preview(self, war: Malta, step: A, side: int, verb: str, target: int) -> Preview | None:
        if verb == "fire":
            return barrage_preview(war, step.arm, step.shots)
        return bomb_preview(war, step.arm, target) if verb in ("bomb", "on") else None


def bomb_preview(war: Malta, arm: int, target: int) -> Preview:
    """Column and chances of one bombardment [5.3.1.c]."""
    ahead = bombardment(war, arm, target)
    said = war.say(
        "preview-bombs",
        column=ahead.fact("column"),
        disorder=ahead.chance(lambda r: r.disorder),
        step=ahead.chance(lambda r: r.loss),
        ruin=ahead.chance(lambda r: r.ruin),
        what=ruin(war, target),
    )
    return Preview(said, "5.3.1.c", tints=(Tint(war.setup.names.of("space", target), "bad"),))


def ruin(war: Malta, target: int) -> str:
    """What a * would destroy in a hex."""
    setup = war.setup
    if not setup.breakable >> target & 1 or war.struck >> target & 1:
        return "nothing"
    return "port" if setup.ports >> target & 1 else "rubble" if setup.built >> target & 1 else "road"


def barrage_preview(war: Malta, arm: int, shots: tuple[int, ...]) -> Preview:
    """All announced bombardments, target by target [5.3.1.b]."""
    if not shots:
        return Preview(war.say("preview-no-barrage"), "5.3.1.b")
    parts = [
        war.say(
            "preview-barrage",
            where=("hex", target),
            disorder=float(fate.disorder),
            steps=f"{float(fate.steps):.2f}",
            ruin=float(fate.struck),
            what=ruin(war, target),
        )
        for target, fate in barrage(war, arm, shots)[0].items()
    ]
    tints = tuple(Tint(war.setup.names.of("space", h), "bad") for h in dict.fromkeys(shots))
    return Preview(" ".join(parts), "5.3.1.c", tints=tints)


def targets_said(war: Malta, shots: tuple[int, ...]) -> str:
    named = ", ".join(war.setup.hex_label(h) for h in shots) or war.say("track-none-yet")
    return war.say("track-targets", named=named)


class MissionsBrief(Announced[Missions]):
    def ideas(self, war: Malta, step: Missions, decision: Decision) -> list[Idea]:
        """Targets by what the table does to them, less for hexes hit before; ports and towns wanted for ourselves are spared."""
        setup = war.setup
        # A shot that is not fired is lost: only one that ruins what is wanted is better not fired.
        spend = knows("spend-missions")
        ideas = [Idea(0.0 if spend else 0.12, "fire", 0, "idea-enough")]
        zone = drop_area(war) if war.turn == 0 and step.arm == AIR else 0
        shore = coast_area(war) if war.turn == 0 and step.arm != AIR else 0
        for h in bits(decision.choices.get("bomb", 0)):
            units = war.units_in(h, BRITISH)
            if not units:
                ideas.append(Idea(-1.0, "bomb", h, "idea-nobody-there"))
                continue
            disorder, loss, ruined = bomb_chances(war, step.arm, h)
            value = loss * worth(war, units)
            value += disorder * self._upset(war, step, h, units, zone, shore) * (1.0 - disorder) ** step.shots.count(h)
            if setup.victory >> h & 1 and not war.struck >> h & 1:
                value -= 0.35 * ruined + (0.6 * ruined if setup.ports >> h & 1 else 0.0)
            ideas.append(Idea(value, "bomb", h, "idea-guns-to-silence" if units & setup.forts else "idea-breaks-up-the-defence"))
        return ideas

    def _upset(self, war: Malta, step: Missions, h: int, units: int, zone: int, shore: int) -> float:
        """What disorder in a hex is worth: silent guns where men will drop or land, else strength."""
        setup = war.setup
        upset = 0.0
        for u in bits(units & ~war.dg):
            bit = 1 << u
            if war.turn == 0:
                if setup.flak & bit and step.arm == AIR:
                    upset += 0.25 * (setup.grid.within(1 << h, 1 if setup.light_flak & bit else 2) & zone).bit_count()
                elif setup.coastal & bit and step.arm != AIR:
                    upset += 0.4 * (setup.grid.within(1 << h, 2) & shore).bit_count()
                elif setup.counted & bit:
                    upset += 0.04 * war.strength(u)
                    if shore >> h & 1 or zone >> h & 1:
                        upset += 0.12 * war.strength(u)
            elif war.near(AXIS) >> h & 1:
                upset += 0.09 * war.strength(u)
            elif knows("spend-missions"):
                upset += 0.03 * war.strength(u)
        return upset

    def tracks(self, war: Malta, step: Missions, side: int | None) -> tuple[Track, ...]:
        return (Track("plan", war.say("track-missions"), step.left, None, "AX", targets_said(war, step.shots)),)


class GunsBrief(Announced[Guns]):
    gesture = Gesture(takes=("gun",), aims=("on",))
    whole = True

    def ideas(self, war: Malta, step: Guns, decision: Decision) -> list[Idea]:
        """Every gun fires where it upsets most."""
        ideas = []
        if "fire" in decision.choices:
            ideas.append(Idea(0.05, "fire", 0, "idea-all-are-laid"))
        for gun in bits(decision.choices.get("gun", 0)):
            ideas.append(Idea(0.5, "gun", gun, "idea-a-free-shot"))
        for h in bits(decision.choices.get("on", 0)):
            units = victims(war, step.arm, h)
            disorder, loss, _ = bomb_chances(war, step.arm, h)
            fresh = sum(war.strength(u) for u in bits(units & ~war.dg))
            wanted = 1.0 if any(t == h for t, _ in war.attacks) else 0.6
            score = loss * worth(war, units) + 0.1 * disorder * fresh * wanted - 0.1 * step.shots.count(h)
            ideas.append(Idea(score, "on", h, "idea-upsets-most"))
        return ideas

    def tracks(self, war: Malta, step: Guns, side: int | None) -> tuple[Track, ...]:
        note = targets_said(war, step.shots)
        return (Track("plan", war.say("track-guns"), len(step.shots), None, SIDES[step.side], note),)
