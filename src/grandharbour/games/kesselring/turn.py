"""The sequence of play: command phase, action phase, end of turn, victory [3.0 to 5.0, 9.0, 27.0 to 30.0]."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.catalogue import Text, text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import Side
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .actions import Act, Arrive, build_garrison, conclude, major_objectives, spare_garrisons, sudden_victory
from .losses import gain, lose_step, to_track
from .state import ALLIED, AXIS, CONTINGENTS, WORDS, Italy, KesselringSetup

VERBS = (
    Verb("withdraw", "piece", "9.1a"),
    Verb("reduce", "piece", "27.1.SR2"),
    Verb("commit", "nothing", "30.1b", dice=True),
    Verb("spare", "nothing", "30.1b", dice=True),
)


def begin_turn(war: Italy) -> None:
    """The marks of the month before are gone, and the initiative is with the Allies again [27.1.Gen, 27.2.Gen]."""
    war.turn += 1
    war.close("turn")
    war.tell(Event("turn", "4.1a", facts=(("n", war.turn), ("month", war.setup.tables["turns.names"][war.turn - 1]))))


def open_phase(war: Italy) -> None:
    """What is looked at once, when the Action Phase begins: whether R units may be recruited in it [7.1.1b]."""
    war.r_open = bool(war.setup.north & war.held(ALLIED))


def income(war: Italy, with_base: bool) -> None:
    """A die, the points of the Staging Area, and one for each Objective with a Garrison [5.2.1, 5.2.1.ex]."""
    setup = war.setup
    for side in (war.initiative, 1 - war.initiative):  # [5.3c]
        die = sum(war.d6() for _ in range(setup.tables["ap.income.dice"]))
        base = int(setup.tables[f"ap.income.{WORDS[side]}"]) if with_base else 0
        posts = (war.posts(side) & setup.objective_hexes).bit_count() * int(setup.tables["ap.income.per_garrison"])
        before = war.ap[side]
        war.ap[side] = min(setup.ap_max, before + die + base + posts)
        if war.log is not None:
            mods = (
                ("modifier-staging-area", base, "5.2.1a" if side == ALLIED else "5.2.1b"),
                ("modifier-objectives", posts, "5.2.1c"),
            )
            rule = "5.2.1a" if side == ALLIED else "5.2.1b"
            facts = (("n", die + base + posts), ("now", war.ap[side]))
            war.tell(Event("income", rule, side, dice=(die,), modifiers=mods, total=die + base + posts, facts=facts))


# --- events [5.1, 28.0]


def draw_event(war: Italy, side: int) -> None:
    """Each event happens once; a repeat is no event [5.1c].

    It takes effect at once [5.1b]: points [28.Al3, 28.Al5, 28.Al6, 28.Ax3, 28.Ax6], or units [28.Al1, 28.Al2, 28.Ax1, 28.Ax2].
    """
    setup = war.setup
    die = war.d6()
    event = setup.tables[f"events.{WORDS[side]}.{die}"]
    again = war.events[side] >> die & 1
    if war.log is not None:
        title = Text("card-again" if again else f"card-{event['id']}")
        war.tell(Event("event", f"28.{'Al' if side == ALLIED else 'Ax'}{die}", side, dice=(die,), facts=(("title", title),)))
    if again:
        return
    war.events[side] |= 1 << die
    rule = f"28.{'Al' if side == ALLIED else 'Ax'}{die}"
    for other in (AXIS, ALLIED):
        if event.get(f"ap_{WORDS[other]}"):
            gain(war, other, event[f"ap_{WORDS[other]}"], rule, f"card-{event['id']}")
    if event.get("morale"):
        more = (war.held(ALLIED) & setup.objective_hexes).bit_count() > (war.held(AXIS) & setup.objective_hexes).bit_count()
        gain(war, ALLIED if more else AXIS, event["morale"], rule, f"card-{event['id']}")
    if event.get("initiative"):
        war.initiative = AXIS
    # Pushed in reverse: what the card names first is settled first.
    for kind in ("amphib", "tac", "air", "panzer_or_para_div", "airborne_div", "infantry_div", "armor_div"):
        if event.get(kind):
            # Fewer withdrawals under the optional rules [36.2, 37.1].
            spared = (side == ALLIED and setup.on["med_gambit"]) or (
                side == AXIS and setup.on["victory_south"] and kind in ("air", "tac")
            )
            if not spared or kind == "amphib":
                war.push(Withdraw(side, kind, event[kind]))
    if event.get("accelerate"):
        war.push(Summon(side, False))
    if event.get("recall"):
        war.push(Summon(side, True))


class Withdraw(Step[Italy], frozen=True):
    """An event takes units of a kind; their owner picks, and nothing happens if there is none [9.1, 9.2].

    Whole or reduced [9.2c], next to the enemy or not [9.2d], of the nations named [9.2e], never detachments [31.3c].
    """

    side: Side
    what: str
    left: int
    verbs = ("withdraw",)
    rule = "9.2a"

    def _able(self, war: Italy) -> int:
        setup = war.setup
        base = f"events.who.{self.what}"
        types, nations = setup.tables[f"{base}.types"], setup.tables[f"{base}.nations"]
        sizes = setup.tables[f"{base}.sizes"] if f"{base}.sizes" in setup.tables.entries else None
        places = war.on_map(setup.own[self.side]) if self.what != "amphib" else 0
        places |= war.in_box(setup.staging[self.side], setup.own[self.side])
        able = 0
        for piece in bits(places & ~setup.detachments & ~setup.garrisons):
            counter = setup.counter[piece]
            if counter["type"] in types and counter["nation"] in nations and (sizes is None or counter.get("size") in sizes):
                if self.what in ("air", "tac") and counter["kind"] != "air":
                    continue
                able |= 1 << piece
        return able

    def go(self, war: Italy) -> bool:
        if self.left == 0 or not self._able(war):
            war.finish()
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        return Decision(self.side, "ask-withdraw", "9.1a", {"withdraw": self._able(war)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.become(Withdraw(self.side, self.what, self.left - 1))
        if self.what == "amphib":
            to_track(war, target, int(war.setup.tables["limits.recycle.event_amphib_turns"]))
        else:
            withdraw(war, target)


def withdraw(war: Italy, piece: int) -> None:
    setup = war.setup
    side = setup.side_of[piece]
    war.reduced &= ~(1 << piece)
    war.tell(Event("withdraw", "9.1b", side, (piece,)))
    war.put(piece, setup.withdrawn[side])


class Summon(Step[Italy], frozen=True):
    """A unit comes early from the track, or back from the Withdrawn Display [28.Al4, 28.Ax4, 28.Ax5]."""

    side: Side
    recall: bool
    verbs = ("bring",)
    rule = "28.Al4"

    def _able(self, war: Italy) -> int:
        setup = war.setup
        if self.recall:
            units = war.in_box(setup.withdrawn[self.side], setup.own[self.side] & ~setup.garrisons)
            return units & ~setup.contingent["Italian"] if war.surrendered else units
        able = 0
        for turn in range(war.turn + 1, setup.last + 1):
            able |= war.in_box(setup.track[self.side][turn], setup.own[self.side] & ~setup.r_units)
        return able

    def go(self, war: Italy) -> bool:
        if self._able(war):
            return False
        war.finish()
        return True

    def ask(self, war: Italy) -> Decision:
        rule = "28.Ax5" if self.recall else "28.Al4" if self.side == ALLIED else "28.Ax4"
        return Decision(self.side, "ask-summon", rule, {"bring": self._able(war)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.become(Arrive(target))  # free of charge [7.2i]


# --- withdrawals [9.0, 29.0]


def withdrawals(war: Italy) -> None:
    """The units the chart names leave, if they are on the map or in the Staging Area, by option also waiting ones [9.2]."""
    setup = war.setup
    for contingent in CONTINGENTS:
        key = f"withdrawals.{war.turn}.{contingent}"
        if key not in setup.tables.entries:
            continue
        for name in setup.tables[key]:
            piece = setup.index_of.get(name)
            if piece is None or (setup.side_of[piece] == ALLIED and setup.on["med_gambit"]):
                continue
            side = setup.side_of[piece]
            here = war.at[piece]
            waiting = setup.on["withdraw_from_display"] and here in (setup.display[side], *setup.track[side])
            if here < setup.hexes_end or here == setup.staging[side] or waiting:
                withdraw(war, piece)


# --- Italy changes sides [27.1.SR3, 30.0]


def islands_taken(war: Italy) -> bool:
    """Allied units on every Objective of Sicily, or of Sardinia [27.1.SR3, 30.1a]."""
    setup = war.setup
    for island in setup.given("surrender_islands"):
        objectives = setup.objective_hexes & setup.region[island]
        if objectives and not objectives & ~war.held(ALLIED):
            return True
    return False


def surrender(war: Italy) -> None:
    setup = war.setup
    if war.surrendered or setup.on["achse"] or not islands_taken(war):
        return
    italians_leave(war, "27.1.SR3")
    losses = sum(war.d6() for _ in range(setup.given("surrender_axis_dice")))
    posts = sum(war.d6() for _ in range(setup.given("surrender_allied_dice")))
    war.tell(Event("surrender", "27.1.SR3", dice=(losses, posts), facts=(("axis", losses), ("allied", posts))))
    war.push(FreeGarrisons(posts, "objectives"))
    war.push(Demoralised(AXIS, losses, 0, False))


def italians_leave(war: Italy, rule: str) -> None:
    """Italian troops and aircraft are withdrawn, and the mainland is open [27.1.SR3a, 30.1c]."""
    setup = war.setup
    war.surrendered = True
    for piece in bits(setup.contingent["Italian"] & (setup.mobile | setup.air)):
        if war.at[piece] not in (setup.dead[AXIS], setup.withdrawn[AXIS]):
            war.reduced &= ~(1 << piece)
            war.put(piece, setup.withdrawn[AXIS])


class Demoralised(Step[Italy], frozen=True):
    """Axis Garrisons lose steps of their owner's choice [27.1.SR3b, 30.2b]."""

    side: Side
    left: int
    done: int
    twice: bool
    """Losses are counted in steps, so a Garrison may be chosen twice (ruling Q137)."""
    verbs = ("reduce",)
    rule = "27.1.SR3"

    def _able(self, war: Italy) -> int:
        posts = war.on_map(war.setup.garrisons & war.setup.own[self.side])
        return posts if self.twice else posts & ~self.done

    def go(self, war: Italy) -> bool:
        if self.left == 0 or not self._able(war):
            war.finish()
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        rule = "30.2b" if self.twice else "27.1.SR3"
        return Decision(self.side, "ask-demoralised", rule, {"reduce": self._able(war)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.become(Demoralised(self.side, self.left - 1, self.done | 1 << target, self.twice))
        lose_step(war, target, by_attack=False, rule="30.2b" if self.twice else "27.1.SR3b")


class AirOffensive(Step[Italy], frozen=True):
    """The Allied air offensive before the first turn: one step from each of some Axis Garrisons [27.1.SR2, 27.2.SR3]."""

    left: int
    done: int
    verbs = ("reduce",)
    rule = "27.1.SR2"

    def _able(self, war: Italy) -> int:
        return war.on_map(war.setup.garrisons & war.setup.own[AXIS]) & ~self.done & ~war.reduced

    def go(self, war: Italy) -> bool:
        if self.left == 0 or not self._able(war):
            war.finish()
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        return Decision(ALLIED, "ask-air-offensive", "27.1.SR2", {"reduce": self._able(war)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.become(AirOffensive(self.left - 1, self.done | 1 << target))
        lose_step(war, target, by_attack=False, rule=self.rule)

    def domain(self, war: Italy, side: int, verb: str) -> int:
        return war.setup.own[AXIS]

    def refuse(self, war: Italy, side: int, verb: str, target: int) -> Refusal:
        return Refusal("27.1.SR2", text("why-air-offensive-reduce"))


class FreeGarrisons(Step[Italy], frozen=True):
    """The Allies occupy what the Italians leave, with units there or without [27.1.SR3c, 30.2d]."""

    left: int
    where: str
    verbs = ("at", "end")
    rule = "27.1.SR3"

    def _able(self, war: Italy) -> int:
        setup = war.setup
        if not spare_garrisons(war, ALLIED):
            return 0
        islands = setup.region["sicily"] | setup.region["sardinia"]
        sites = (
            setup.objective_hexes & setup.garrison_sites[ALLIED] if self.where == "objectives" else setup.ports | setup.airfields
        )
        return islands & sites & ~war.held(AXIS) & ~war.posts(ALLIED)

    def go(self, war: Italy) -> bool:
        if self.left == 0 or not self._able(war):
            war.finish()
            major_objectives(war)
            sudden_victory(war)
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        rule = "27.1.SR3" if self.where == "objectives" else "30.2d"
        return Decision(ALLIED, "ask-free-garrisons", rule, {"at": self._able(war), "end": NOTHING})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "end":
            war.become(FreeGarrisons(0, self.where))
            return
        build_garrison(war, ALLIED, target, "27.1.SR3" if self.where == "objectives" else "30.2d")
        war.become(FreeGarrisons(self.left - 1, self.where))


class Achse(Step[Italy], frozen=True):
    """Operation Achse, optional rule 30: does the Axis commit its commandos? [30.1, 30.1b]"""

    row: str = ""
    """The line of the table that was rolled: what it brings comes next."""
    verbs = ("commit", "spare")
    rule = "30.1b"

    def go(self, war: Italy) -> bool:
        if not self.row:
            return False
        war.finish()
        self._apply(war)
        return True

    def ask(self, war: Italy) -> Decision:
        return Decision(AXIS, "ask-achse", "30.1b", {"commit": NOTHING, "spare": NOTHING})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        setup = war.setup
        italians_leave(war, "30.1b")
        german = setup.mobile & setup.contingent["German"]
        held = 0
        for unit in bits(war.on_map(german)):
            held |= 1 << war.at[unit]
        mods = []
        if all(held >> setup.places[name] & 1 for name in setup.tables["achse.places"]):
            mods.append(("modifier-achse-places", int(setup.tables["achse.drm.places"]), "30.1b"))
        if verb == "commit":
            mods.append(("modifier-commandos", int(setup.tables["achse.drm.fjv"]), "30.1b"))
        die = war.d6()
        total = die + sum(m[1] for m in mods)
        name = next(
            n
            for n in ("failure", "moderate", "total")
            if setup.tables[f"achse.rows.{n}"]["least"] <= total <= setup.tables[f"achse.rows.{n}"]["most"]
        )
        war.become(Achse(name))
        war.tell(
            Event(
                "achse",
                "30.1b",
                AXIS,
                dice=(die,),
                modifiers=tuple(mods),
                total=total,
                result=f"{name} success" if name != "failure" else name,
            )
        )

    def _apply(self, war: Italy) -> None:
        """Points, losses and new Italians [30.2]: of the Axis [30.2c] and of the Allies [30.2e], in a German and a Commonwealth coat [30.3]."""
        setup = war.setup
        row = setup.tables[f"achse.rows.{self.row}"]
        for who in (AXIS, ALLIED):
            points = sum(war.d6() for _ in range(row[f"ap_{WORDS[who]}"]))
            gain(war, who, points, "30.2a", "phase-achse")
        for key, flag in (("rsi", row["rsi"]), ("eci", row["eci"])):
            for counter in setup.tables[f"achse.{key}"]:
                piece = setup.index_of.get(counter)
                if flag and piece is not None and war.at[piece] == setup.aside:
                    to_track(war, piece, 1)
        losses = sum(war.d6() for _ in range(row["axis_garrison_dice"]))
        posts = sum(war.d6() for _ in range(row["allied_garrison_dice"]))
        war.push(FreeGarrisons(posts, "ports"))
        war.push(Demoralised(AXIS, losses, 0, True))


# --- the end [3.0]


def end_turn(war: Italy) -> None:
    """The next turn, unless the game ends: suddenly [3.1], or with the last one [3.2a, 4.1i]."""
    setup = war.setup
    if war.turn == setup.given("sudden_death_turn") and not foothold(war):
        conclude(war, AXIS, "strategic", "end-no-foothold", "3.1b" if setup.first == 1 else "3.1c")
        return
    if war.turn < setup.last:
        war.become(GameTurn())
        return
    final_score(war)


def foothold(war: Italy) -> bool:
    """Any port, airfield or supply hex in Allied hands [3.1b, 3.1c]."""
    setup = war.setup
    kinds = {"port": setup.ports, "airfield": setup.airfields, "supply": setup.supply_hexes}
    hexes = 0
    for kind in setup.given("sudden_death_kinds"):
        hexes |= kinds[kind]
    if setup.on["sudden_death_ports"] == "mainland" and setup.first > 1:
        hexes &= setup.mainland
    return bool(hexes & war.held(ALLIED))


def judged(setup: KesselringSetup, axis: int, allied: int, axis_all: bool, allied_all: bool) -> tuple[int, str, str, str]:
    """Who wins, by how much, why and by which rule, with so many points, or what the optional rules ask instead [3.3, 36.3, 37.2]:
    whether a side holds every Objective of the mainland."""
    south, gambit = setup.on["victory_south"], setup.on["med_gambit"]
    if south and axis_all:
        return AXIS, "strategic", "end-axis-mainland", "36.3"
    if gambit and allied_all:
        return ALLIED, "strategic", "end-allied-mainland", "37.2"
    if south and gambit:
        return -1, "draw", "end-nobody-mainland", "37.2"
    if south:
        return ALLIED, "strategic", "end-axis-lost", "36.3"
    if gambit:
        return AXIS, "strategic", "end-allied-short", "37.2"
    lead = abs(axis - allied)
    winner = -1
    level = "draw"
    for name in ("marginal", "operational", "strategic"):
        if lead >= setup.tables[f"victory.level.{name}"]:
            level = name
            winner = AXIS if axis > allied else ALLIED
    return winner, level, "end-points", "3.3c"


def standing(war: Italy) -> tuple[int, int, bool, bool]:
    """What the game is judged by: the points of both sides, and whether each holds every Objective of the mainland."""
    mainland = war.setup.objective_hexes & war.setup.mainland
    axis, allied = war.scores()
    return axis, allied, not mainland & ~war.held(AXIS), not mainland & ~war.held(ALLIED)


def final_score(war: Italy) -> None:
    """The game is judged by how it stands."""
    now = standing(war)
    winner, level, reason, rule = judged(war.setup, *now)
    holes = {"axis": now[0], "allied": now[1]} if reason == "end-points" else {}
    conclude(war, winner, level, reason, rule, **holes)


# --- the sequence of play [4.1]


def change_of_sides(war: Italy) -> None:
    """At the end of a turn, by option: Operation Achse [30.1a]."""
    if war.setup.on["achse"] and not war.surrendered and islands_taken(war):
        war.push(Achse())


def events(side: int) -> Callable[[GameTurn, Italy], None]:
    """The event of a side; the opening turn has none unless the scenario says so [4.1b, 27.2.SR1]."""

    def act(step: GameTurn, war: Italy) -> None:
        if war.turn > war.setup.first or war.setup.given("first_turn_events"):
            draw_event(war, side)

    return act


def new_points(step: GameTurn, war: Italy) -> None:
    """Action Points; in the long scenario not on the opening turn [4.1c, 27.1.SR1]."""
    opening = war.turn == war.setup.first
    if not opening or war.setup.given("first_turn_income"):
        income(war, not opening or bool(war.setup.given("first_turn_base")))


def arrivals(step: GameTurn, war: Italy) -> None:
    """Who is due comes from the track into the Display [4.1e]."""
    setup = war.setup
    for side in (AXIS, ALLIED):
        for piece in bits(war.in_box(setup.track[side][war.turn], setup.own[side])):
            war.put(piece, setup.display[side])


def begin_actions(step: GameTurn, war: Italy) -> None:
    """Whoever has the initiative acts first [4.1f, 5.3a]."""
    war.active = war.initiative
    open_phase(war)
    war.tell(Event("initiative", "5.3a", war.initiative))
    war.push(Act(war.initiative, False))


class GameTurn(Run[Italy], frozen=True):
    """One month [4.1]: each phase pushes what it needs, and the last one begins the next turn."""

    sequence = Sequence(
        Phase("month", "4.1a", lambda step, war: begin_turn(war)),
        Phase("event-allied", "5.1a", events(ALLIED)),
        Phase("event-axis", "5.1a", events(AXIS)),
        Phase("income", "5.2.1", new_points),
        Phase("withdrawals", "4.1d", lambda step, war: withdrawals(war)),
        Phase("arrivals", "4.1e", arrivals),
        Phase("actions", "4.1g", begin_actions),
        Phase("surrender", "27.1.SR3", lambda step, war: surrender(war)),
        Phase("achse", "30.1a", lambda step, war: change_of_sides(war)),
        Phase("end", "4.1i", lambda step, war: end_turn(war)),
    )
