"""The air drops, in turn S only and by the Axis only [3.a, 3.2.a]; the Formations that dropped do nothing else in it [3.2.p]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import Decision, Refusal, Verb
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Lot, Piece, Pieces, Space, Spaces
from ...engine.step import Step
from .battle import DROP, Combat
from .losses import eliminate
from .state import AXIS, BRITISH, Malta

VERBS = (
    Verb("drop", "space", "3.2.b"),
    Verb("launch", "lot", "3.2.b", dice=True),
    Verb("disperse", "piece", "3.2.e", dice=True),
    Verb("swim", "space", "7.1.N"),
)


def drop_modifiers(war: Malta, target: int, stack: int) -> list[Modifier]:
    """Anti-aircraft guns near the hex, and troops who land together [3.2.c, 7.1.L]."""
    setup = war.setup
    number = setup.number
    changes: list[Modifier] = []
    awake = setup.everybody if setup.on["dg_guns"] else ~war.dg
    for name, flak in (("light", setup.light_flak), ("heavy", setup.heavy_flak)):
        ring = setup.grid.within(1 << target, number[f"airdrop.{name}_range"])
        if war.hexes_of(war.on_map(flak) & awake) & ring and number[f"airdrop.{name}"]:
            changes.append((f"modifier-{name}-flak", number[f"airdrop.{name}"], "3.2.c"))
    if war.units_in(target, BRITISH) & setup.flak & awake:
        changes.append(("modifier-flak-here", number["airdrop.on_guns"], "3.2.c"))
    excess = number["airdrop.floor"] - sum(amount for _, amount, _ in changes)
    if excess > 0:
        changes.append(("modifier-floor", excess, "3.2.c"))
    if stack & setup.bearer["L"]:
        changes.append(("modifier-together", number["skills.drop"], "7.1.L"))
    return changes


class DropPlan(Step[Malta], frozen=True):
    """Every company gets its target hex before the first die [3.2.b]; then one Formation begins."""

    verbs = ("drop", "launch")
    rule = "3.2.b"

    def _waiting(self, war: Malta) -> int:
        """The first company without a target."""
        plan = war.plan
        for piece in war.setup.dropper_list:
            if plan[piece] == NOWHERE:
                return piece
        return NOWHERE

    def _room(self, war: Malta, piece: int) -> int:
        """Land with fewer than three companies for it, anti-tank companies among them [3.2.b]; one of these to a hex [1.3.6.c]."""
        setup = war.setup
        plan, guns = war.plan, setup.antitank
        gun = guns >> piece & 1
        apart = bool(setup.on["drop_guns_extra"])
        number: dict[int, int] = {}
        most = setup.number["drop.companies"]
        full = 0
        for other in setup.dropper_list:
            h = plan[other]
            if h == NOWHERE:
                continue
            other_gun = guns >> other & 1
            if gun and other_gun:
                full |= 1 << h
            if not (apart and (gun or other_gun)):
                count = number[h] = number.get(h, 0) + 1
                if count >= most:
                    full |= 1 << h
        return setup.land & ~full

    def ask(self, war: Malta) -> Decision:
        piece = self._waiting(war)
        if piece == NOWHERE:
            lots = sum(1 << lot for lot in range(war.setup.lots) if war.setup.members[lot] & war.setup.droppers)
            return Decision(AXIS, "ask-drop-plan-launch", "3.2.b", {"launch": lots})
        return Decision(AXIS, "ask-drop-plan", "3.2.b", {"drop": self._room(war, piece)}, about=("piece", piece))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "drop":
            war.plan[self._waiting(war)] = target
            return
        others = [lot for lot in range(war.setup.lots) if lot != target and war.setup.members[lot] & war.setup.droppers]
        war.become(Drops((target, *others)))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        if verb == "drop":
            if self._waiting(war) == NOWHERE:
                return Refusal("3.2.b", text("why-drop-plan-done"))
            if not war.setup.land >> target & 1:
                return Refusal("3.2.b", text("why-drop-plan-sea"), 1 << target)
            return Refusal("3.2.b", text("why-drop-plan-full", most=war.setup.number["drop.companies"]), 1 << target)
        return super().refuse(war, side, verb, target)


class Drops(Step[Malta], frozen=True):
    """One Formation after the other [3.2.c]."""

    order: tuple[Lot, ...]
    scope = "operation"

    def go(self, war: Malta) -> bool:
        if not self.order:
            war.finish()
            return True
        setup = war.setup
        lot = self.order[0]
        war.become(Drops(self.order[1:]))
        war.push(DropFormation(lot, sum({1 << war.plan[p] for p in bits(setup.members[lot] & setup.droppers)})))
        return True


class DropFormation(Step[Malta], frozen=True):
    """One Formation: all its target hexes, each with one die, then the fights for those that were held [3.2.c to 3.2.l]."""

    lot: Lot
    targets: Spaces
    scope = "segment"
    verbs = ("fight",)
    rule = "3.2.j"

    def ask(self, war: Malta) -> Decision:
        return Decision(AXIS, "ask-drop-formation", "3.2.j", {"fight": war.hexes_of(war.falling)})

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        # All that came down in order take part [3.2.k].
        war.push(Combat(DROP, target, war.falling & war.pieces_in(target), 1 << target))

    def go(self, war: Malta) -> bool:
        if not self.targets:
            if war.falling:
                return False
            war.finish()
            return True
        setup = war.setup
        target = first(self.targets)
        war.become(DropFormation(self.lot, self.targets & ~(1 << target)))
        stack = sum(1 << p for p in bits(setup.members[self.lot]) if war.plan[p] == target)
        for piece in bits(stack):
            war.plan[piece] = NOWHERE
        for gun in bits(stack & setup.antitank):
            war.disperse(gun)  # they always come down, and always in pieces [3.2.i]
            war.put(gun, target)
            war.tell(Event("scatter", "3.2.i", AXIS, pieces=(gun,), spaces=(target,), facts=(("where", ("hex", target)),)))
        stack &= setup.company
        if not stack:
            return True
        die = war.d6()
        changes = drop_modifiers(war, target, stack)
        total = die + sum(amount for _, amount, _ in changes)
        result = setup.drops[total]
        if war.log is not None:
            facts = (("where", ("hex", target)), ("lot", ("lot", self.lot)))
            war.tell(
                Event(
                    "drop", "3.2.c", AXIS, pieces=tuple(bits(stack)), spaces=(target,), dice=(die,), modifiers=tuple(changes),
                    total=total, result=result.code, facts=facts,
                )
            )  # fmt: skip
        for _ in range(min(result.killed, stack.bit_count())):
            members = list(bits(stack))
            victim = members[war.pick(len(members))] if len(members) > 1 else members[0]  # by lot [3.2.d]
            stack &= ~(1 << victim)
            eliminate(war, victim, "3.2.d", target)
        war.push(Scatter(target, stack, min(result.scattered, stack.bit_count())))
        return True


class Scatter(Step[Malta], frozen=True):
    """The British choose who is Dispersed; a die for each says where [3.2.e, 3.2.f]. The rest land."""

    target: Space
    stack: Pieces
    left: int
    verbs = ("disperse",)
    rule = "3.2.e"

    def go(self, war: Malta) -> bool:
        if self.left and self.stack.bit_count() > self.left:
            return False
        if self.left:
            # All that are left are hit: nobody has a choice.
            piece = first(self.stack)
            war.become(Scatter(self.target, self.stack & ~(1 << piece), self.left - 1))
            scatter(war, piece, self.target)
            return True
        war.finish()
        held = war.held(BRITISH) >> self.target & 1
        for piece in bits(self.stack):
            if held:
                war.put(piece, self.target)
                war.falling |= 1 << piece
            else:
                war.enter(piece, self.target)  # [3.2.h]
            war.tell(Event("land", "3.2.h", AXIS, pieces=(piece,), spaces=(self.target,)))
        return True

    def ask(self, war: Malta) -> Decision:
        return Decision(BRITISH, "ask-scatter", "3.2.e", {"disperse": self.stack}, about=("space", self.target))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        war.become(Scatter(self.target, self.stack & ~(1 << target), self.left - 1))
        scatter(war, target, self.target)

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        return Refusal("3.2.e", text("why-scatter"))


def scatter(war: Malta, piece: int, target: int) -> None:
    """One hex off in the direction of the die, on the Dis side; the sea takes all but swimmers [3.2.f, 3.2.g, 7.1.N]."""
    setup = war.setup
    die = war.d6()
    h: int | None = target
    for _ in range(setup.number["scatter.distance"]):
        h = setup.grid.neighbour(h, setup.scatter[die - 1]) if h is not None else None
    dry = h is not None and setup.land >> h & 1
    swims = bool(setup.bearer["N"] >> piece & 1) and h is not None
    if war.log is not None:
        result = setup.hex_label(h) if dry and h is not None else "swims" if swims else "sinks"
        facts = (("how", "lands" if dry else result),)
        war.tell(Event("scattered", "3.2.f", AXIS, pieces=(piece,), spaces=(target,), dice=(die,), result=result, facts=facts))
    if dry:
        assert h is not None
        war.disperse(piece)
        war.put(piece, h)
    elif swims:
        assert h is not None
        war.push(Swim(piece, h))
    else:
        eliminate(war, piece, "3.2.g", target if h is None else h)


class Swim(Step[Malta], frozen=True):
    """Swimmers reach one of the nearest shores, Dispersed, as their player likes [7.1.N]."""

    piece: Piece
    sea: Space
    verbs = ("swim",)
    rule = "7.1.N"

    def ask(self, war: Malta) -> Decision:
        setup = war.setup
        reach = 1 << self.sea
        while not reach & setup.land:
            reach |= setup.grid.spread(reach)
        return Decision(AXIS, "ask-swim", "7.1.N", {"swim": reach & setup.land}, about=("piece", self.piece))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        war.finish()
        war.disperse(self.piece)
        war.put(self.piece, target)
        war.tell(Event("scatter", "7.1.N", AXIS, pieces=(self.piece,), spaces=(target,), facts=(("where", ("hex", target)),)))
