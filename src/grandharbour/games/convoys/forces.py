"""What the Allies may place in a season: the table by Malta's status [MC-FORCES, MC-JAPAN]."""

from __future__ import annotations

from ...engine.catalogue import Text, text
from .state import ALEX, GIB, ConvoySetup

Reason = tuple[str, Text]
"""The rule and the sentence that forbid a ship."""


def freighter_limit(setup: ConvoySetup, column: int, season: int) -> int:
    """Freighters of a season, Breconshire among them [MC-FORCES.2]."""
    if setup.listed and season == setup.first:
        free: int = setup.here["freighters"]["free"]
        return free or int(sum(setup.here["freighters"][base] for base in ("GIB", "ALEX")))
    return min(setup.freighter_row[column], setup.freighter_cap)


def carrier_limit(setup: ConvoySetup, column: int, season: int) -> int:
    """Carriers of both bases together [MC-FORCES.1]; one less while Japan threatens [MC-JAPAN.1]."""
    both = setup.ceilings[GIB]["CV"][column] + setup.ceilings[ALEX]["CV"][column]
    return both - setup.japan_carriers if season in setup.japan else both


def room(setup: ConvoySetup, column: int, season: int, gib: int, alex: int, ship: int, base: int) -> Reason | None:
    """Why a ship may not be placed at a base beside those placed already; None if it may."""
    bit = 1 << ship
    ceilings = setup.ceilings[base]
    here = gib if base == GIB else alex
    if setup.freighters & bit:
        if ((gib | alex) & setup.freighters).bit_count() >= freighter_limit(setup, column, season):
            return "MC-FORCES.2", text("why-room-freighters")
        return None
    only = setup.facts[ship]["base"]
    if only and only != ("GIB" if base == GIB else "ALEX"):
        rule = "MC-FORCES.8" if ship == setup.force_k else "MC-FORCES.6" if setup.cruisers & bit else "MC-FORCES.7"
        return rule, text("why-room-base", ship=("piece", ship), base=("space", setup.places[only]))
    kind = setup.type_of[ship]
    if kind == "CR":
        return _cruisers(setup, column, ship, base)
    if kind == "CV":
        if (here & setup.carriers).bit_count() >= ceilings["CV"][column]:
            return "MC-FORCES.1", text("why-room-carriers")
        if ((gib | alex) & setup.carriers).bit_count() >= carrier_limit(setup, column, season):
            return "MC-JAPAN.1", text("why-room-japan")
        return None
    if kind == "BC":
        if (here & setup.battlecruisers).bit_count() >= ceilings["BC"][column]:
            return "MC-FORCES.1", text("why-room-battlecruisers")
        return None
    modern = setup.by_type["BB"]
    most = ceilings["B"][column]
    if base == ALEX and season in setup.japan:
        most -= setup.japan_battleships
    if kind == "BB" and (here & modern).bit_count() >= ceilings["BB"][column]:
        return "MC-FORCES.5", text("why-room-modern")
    battleships = here & setup.warships & (setup.by_type["B"] | modern)
    if battleships.bit_count() >= most:
        rule = "MC-JAPAN.2" if base == ALEX and season in setup.japan else "MC-FORCES.1"
        return rule, text("why-room-battleships")
    return None


def _cruisers(setup: ConvoySetup, column: int, ship: int, base: int) -> Reason | None:
    """The three cruiser units have places of their own [MC-FORCES.4, MC-FORCES.6]."""
    if ship == setup.ids["DIDOS"]:
        return None if setup.didos_row[column] else ("MC-FORCES.4", text("why-room-didos"))
    for lot, key in ((GIB, "FH_CRUISERS"), (ALEX, "M_CRUISERS")):
        if ship == setup.ids[key]:
            if lot != base:
                return "MC-FORCES.6", text("why-room-other-base", ship=("piece", ship))
            if not setup.ceilings[lot][key][column]:
                return "MC-FORCES.6", text("why-room-force-h")
    return None
