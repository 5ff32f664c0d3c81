"""What the Allies may place in a season: the table by Malta's status [MC-FORCES, MC-JAPAN]."""

from __future__ import annotations

from .state import ALEX, GIB, ConvoySetup

Reason = tuple[str, str]
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
            return "MC-FORCES.2", "No more freighters this season, Breconshire counted with them."
        return None
    only = setup.facts[ship]["base"]
    if only and only != ("GIB" if base == GIB else "ALEX"):
        name = setup.piece_names[ship]
        rule = "MC-FORCES.8" if ship == setup.force_k else "MC-FORCES.6" if setup.cruisers & bit else "MC-FORCES.7"
        return rule, f"{name} is based at {'Malta' if only == 'MALTA' else 'Gibraltar'} only."
    kind = setup.type_of[ship]
    if kind == "CR":
        return _cruisers(setup, column, ship, base)
    if kind == "CV":
        if (here & setup.carriers).bit_count() >= ceilings["CV"][column]:
            return "MC-FORCES.1", "No more carriers at this base while Malta stands so."
        if ((gib | alex) & setup.carriers).bit_count() >= carrier_limit(setup, column, season):
            return "MC-JAPAN.1", "One carrier fewer this season: the Indian Ocean needs it."
        return None
    if kind == "BC":
        if (here & setup.battlecruisers).bit_count() >= ceilings["BC"][column]:
            return "MC-FORCES.1", "No more battle cruisers at this base."
        return None
    modern = setup.by_type["BB"]
    most = ceilings["B"][column]
    if base == ALEX and season in setup.japan:
        most -= setup.japan_battleships
    if kind == "BB" and (here & modern).bit_count() >= ceilings["BB"][column]:
        return "MC-FORCES.5", "Nelson, Rodney and Prince of Wales come to Gibraltar only when Malta is in need."
    battleships = here & setup.warships & (setup.by_type["B"] | modern)
    if battleships.bit_count() >= most:
        rule = "MC-JAPAN.2" if base == ALEX and season in setup.japan else "MC-FORCES.1"
        return rule, "No more battleships at this base this season."
    return None


def _cruisers(setup: ConvoySetup, column: int, ship: int, base: int) -> Reason | None:
    """The three cruiser units have places of their own [MC-FORCES.4, MC-FORCES.6]."""
    if ship == setup.ids["DIDOS"]:
        return None if setup.didos_row[column] else ("MC-FORCES.4", "The Didos are not to be had now.")
    for lot, key in ((GIB, "FH_CRUISERS"), (ALEX, "M_CRUISERS")):
        if ship == setup.ids[key]:
            if lot != base:
                return "MC-FORCES.6", f"{setup.piece_names[ship]} belong to the other base."
            if not setup.ceilings[lot][key][column]:
                return "MC-FORCES.6", "Force H Cruisers are away while Malta is well supplied."
    return None
