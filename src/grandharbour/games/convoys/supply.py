"""The head of a season: what comes back, what Malta eats, and the war in the desert [MC-REINF, MC-REPL, MC-SUPPLY, MC-AK]."""

from __future__ import annotations

from ...engine.catalogue import Text, text
from ...engine.choice import NOTHING, Decision, Outcome, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE
from ...engine.step import Step
from .state import AL, AX, MALTA, NEVER, RESERVE, Sea

VERBS = (
    Verb("base", "piece", "MC-SUPPLY.2"),
    Verb("force_k", "nothing", "MC-SUPPLY.3"),
    Verb("enough", "nothing", "MC-FORCES.1"),
    Verb("advance", "nothing", "MC-AK.3"),
    Verb("stay", "nothing", "MC-NAVAL.9"),
)


def arrivals(war: Sea) -> None:
    """Repairs end, losses are made good, reinforcements come [MC-REINF, MC-REPL]. Not in the first season of a game."""
    setup, season = war.setup, war.season
    for piece in bits(setup.allied | setup.italian | setup.swordfish):
        if war.due[piece] == season:
            war.tell(Event("arrives", _arrival_rule(war, piece), setup.side_of[piece], (piece,)))
            war.sunk &= ~(1 << piece)
            war.down &= ~(1 << piece)
    gone = [p for p in bits(setup.battlecruisers) if setup.leaves[p] == season and not war.sunk >> p & 1]
    for ship in gone:  # [MC-REINF.2]; if she is lost already nobody leaves (ruling G-11)
        war.due[ship] = NEVER
        war.hit &= ~(1 << ship)
        if war.lot(ship) != RESERVE:
            war.move_ship(ship, RESERVE)
        war.tell(Event("leaves", "MC-REINF.2", AL, (ship,)))
    if season == setup.season_number(setup.tables["calendar.events.crete_falls"]):
        war.crete = AX
        for squadron in bits(setup.swordfish):
            if war.at[squadron] == setup.crete:
                war.at[squadron] = NOWHERE  # (ruling G-45)
        war.tell(Event("crete", "MC-SETUP.4", AX))
    _aircraft(war)


def _arrival_rule(war: Sea, piece: int) -> str:
    setup = war.setup
    if war.sunk >> piece & 1:
        return "MC-REPL.4" if piece == setup.force_k else "MC-REPL.2" if setup.freighters >> piece & 1 else "MC-REPL.1"
    if war.down >> piece & 1:
        return "MC-REPL.3"
    if setup.arrives[piece] == war.season:
        return "MC-REINF.1" if setup.side_of[piece] == AL else "MC-REINF.3"
    return "MC-FROG.3" if setup.one_hit >> piece & 1 else "MC-HIT.5"


def _aircraft(war: Sea) -> None:
    """New Axis aircraft [MC-REINF.4, MC-REINF.5, MC-REINF.6] and those replaced [MC-REPL.7, MC-REPL.8]."""
    setup, season, tables = war.setup, war.season, war.setup.tables
    special = season == setup.season_number(tables["calendar.returns.special_season"])
    for kind, mask in setup.by_type.items():
        mask &= setup.planes
        if not mask:
            continue
        quota = tables["calendar.returns.every"][kind] + (tables["calendar.returns.special"][kind] if special else 0)
        for plane in list(bits(mask & war.down))[:quota]:
            war.down &= ~(1 << plane)
            war.due[plane] = season
            war.tell(Event("arrives", "MC-REPL.8" if kind == "STUKA" else "MC-REPL.7", AX, (plane,)))
        waiting = [p for p in bits(mask & ~war.down) if war.due[p] == NEVER]
        rule, count = "MC-REINF.4", 0
        if kind == "STUKA":
            rule, count = (
                "MC-REINF.6",
                len(waiting) if season == setup.season_number(tables["calendar.events.stukas_arrive"]) else 0,
            )
        elif f"calendar.new.{kind}" in tables.entries:
            fresh = tables[f"calendar.new.{kind}"]
            rule = "MC-REINF.5" if kind == "IT_STUKA" else "MC-REINF.4"
            count = fresh["count"] if season >= setup.season_number(fresh["from"]) else 0
        for plane in waiting[:count]:
            war.due[plane] = season
            war.tell(Event("arrives", rule, AX, (plane,)))


def salvage_due(war: Sea) -> bool:
    """In Spring 1942 one lost light cruiser division may come back [MC-REPL.6]."""
    tables = war.setup.tables
    special = war.setup.season_number(tables["calendar.returns.special_season"])
    return war.season == special and bool(war.sunk & war.setup.light) and tables["calendar.returns.light_cruisers"] > 0


# --- Malta


def eat(war: Sea) -> None:
    """A level for survival each season, none in the first [MC-SUPPLY.1]."""
    if war.season == war.setup.first:
        return
    war.status = max(0, war.status - war.setup.cost["survival"])
    tell_status(war, "MC-SUPPLY.1")


def tell_status(war: Sea, rule: str) -> None:
    if war.log is not None:
        war.tell(Event("status", rule, AL, facts=(("status", war.setup.status_names[war.status]),)))


class Basing(Step[Sea], frozen=True):
    """What Malta shall carry this season: torpedo planes, cruisers, both or nothing [MC-SUPPLY.2, MC-SUPPLY.3]."""

    verbs = ("base", "force_k", "enough")
    rule = "MC-SUPPLY.2"
    why = {"force_k": "MC-SUPPLY.3"}

    def ask(self, war: Sea) -> Decision:
        setup = war.setup
        choices: dict[str, int] = {}
        idle = mask_of(p for p in bits(setup.swordfish) if war.free(p) and war.at[p] == NOWHERE)
        first_one = not war.based & setup.swordfish
        if idle and (not first_one or self._pays(war, "swordfish")):
            choices["base"] = idle
        ship = setup.force_k
        if war.free(ship) and war.season >= setup.force_k_from and not war.based >> ship & 1 and self._pays(war, "force_k"):
            choices["force_k"] = NOTHING
        choices["enough"] = NOTHING
        return Decision(AL, "ask-basing", "MC-SUPPLY.2", choices)

    def holes(self, war: Sea, side: int) -> dict[str, str]:
        return {"status": war.setup.status_names[war.status]}

    def _pays(self, war: Sea, what: str) -> bool:
        return war.status >= max(1, war.setup.cost[what])  # no basing from Starving (ruling G-19)

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        setup = war.setup
        if verb == "base":
            if not war.based & setup.swordfish:
                war.status -= setup.cost["swordfish"]
            war.based |= 1 << target
            war.at[target] = setup.malta
            war.tell(Event("based", "MC-SUPPLY.2", AL, (target,), spaces=(setup.malta,)))
        elif verb == "force_k":
            war.status -= setup.cost["force_k"]
            ship = setup.force_k
            war.based |= 1 << ship
            if war.lot(ship) == RESERVE:
                war.move_ship(ship, MALTA)
            war.may[ship] = 1 << MALTA
            war.known |= 1 << ship
            war.tell(Event("based", "MC-SUPPLY.3", AL, (ship,), spaces=(setup.malta,)))
        else:
            if war.crete == AL:  # squadrons not on Malta fly from Crete (ruling G-45)
                for squadron in bits(setup.swordfish):
                    if war.free(squadron) and war.at[squadron] == NOWHERE:
                        war.at[squadron] = setup.crete
            tell_status(war, "MC-SUPPLY.2")
            war.finish()

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        if verb == "base" and war.setup.swordfish >> target & 1 and war.free(target) and war.at[target] != NOWHERE:
            return Refusal("MC-SUPPLY.2", text("why-basing-based"))
        if war.status < 1 and verb in ("base", "force_k"):
            return Refusal("MC-SUPPLY.2", text("why-basing-starving"))
        return super().refuse(war, side, verb, target)


# --- the desert


def rebuild(war: Sea) -> None:
    """Fortifications stand again wherever Afrika Korps is farther west [MC-AK.5, MC-AK.6]."""
    setup = war.setup
    if war.korps < 0:
        return
    for place in bits(setup.fort_places & ~war.forts):
        if war.korps < setup.on_track[place]:
            war.forts |= 1 << place
            war.tell(Event("fort", "MC-AK.5", AL, (), spaces=(place,)))


def standing(war: Sea) -> int:
    """How many of the two threats to the Axis supply count now: torpedo planes, cruisers [MC-AK.4]."""
    setup = war.setup
    planes = war.based & setup.swordfish & ~war.down
    cruisers = war.based >> setup.force_k & 1 and not war.sunk >> setup.force_k & 1
    return bool(planes) + bool(cruisers)


class Desert(Step[Sea], frozen=True):
    """Afrika Korps is pushed back, stays, or may go on [MC-AK.1, MC-AK.2, MC-AK.3]."""

    verbs = ("advance", "stay")
    rule = "MC-AK.3"

    def go(self, war: Sea) -> bool:
        if war.korps < 0:
            war.finish()
            return True
        threats = standing(war)
        if threats == 0:
            return False
        if threats == 2:
            war.finish()
            retreat(war, "MC-AK.1")
        else:
            war.tell(Event("korps", "MC-AK.2", AX, (), spaces=(war.setup.track[war.korps],), facts=(("what", "stays"),)))
            war.finish()
        return True

    def ask(self, war: Sea) -> Decision:
        place = war.setup.track[war.korps]
        prompt = "ask-desert-fort" if war.forts >> place & 1 else "ask-desert"
        choices = {"advance": NOTHING, "stay": NOTHING}
        return Decision(AX, prompt, "MC-AK.3", choices, about=("space", place), quiet=("advance", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.finish()
        if verb == "advance":
            advance(war)


def advance(war: Sea) -> None:
    """A step east, or a fortification less [MC-AK.3]; past the last place the war is won [MC-VICTORY.1]."""
    setup = war.setup
    place = setup.track[war.korps]
    if war.forts >> place & 1:
        war.forts &= ~(1 << place)
        war.tell(Event("fort_falls", "MC-AK.3", AX, (), spaces=(place,)))
    elif war.korps + 1 == len(setup.track):
        conclude(war, AX, text("end-nile"), "MC-VICTORY.1", "decisive")
    else:
        war.korps += 1
        war.tell(Event("korps", "MC-AK.3", AX, (), spaces=(setup.track[war.korps],), facts=(("what", "advances"),)))


def retreat(war: Sea, rule: str) -> None:
    """A step west [MC-AK.1, MC-INVADE.5]; past the first place the war is won [MC-VICTORY.2]."""
    setup = war.setup
    if war.korps == 0:
        conclude(war, AL, text("end-africa"), "MC-VICTORY.2", "decisive")
        return
    war.korps -= 1
    war.tell(Event("korps", rule, AL, (), spaces=(setup.track[war.korps],), facts=(("what", "falls-back"),)))
    rebuild(war)
    for plane in bits(setup.planes):
        if war.at[plane] != NOWHERE and not war.usable(war.at[plane]):
            war.at[plane] = NOWHERE  # airfields lost: placed anew next season (ruling G-69)


def conclude(war: Sea, winner: int, reason: Text, rule: str, level: str, scores: tuple[int, int] | None = None) -> None:
    """The war is decided."""
    war.tell(Event("end", rule, winner, facts=(("reason", reason),)))
    said = war.setup.game.catalogue.write(reason, war.setup.names)
    war.end(Outcome(winner, said, rule, scores or war.scores(), war.say(f"level-{level}")))
