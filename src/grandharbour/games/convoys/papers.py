"""Words for what lies on the chart, and the paper on which stands what the Axis has seen."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.view import Sheet, SheetTable
from .knowledge import suspects
from .movement import attackers
from .state import AL, ALEX, GIB, SIDES, ConvoySetup, Sea


def names_of(war: Sea, pieces: int) -> tuple[str, ...]:
    return tuple(war.setup.piece_names[piece] for piece in bits(pieces))


def briefly(war: Sea, ships: int) -> str:
    """Ships in words; freighters without a name are only counted. Empty if there are none."""
    return ships_of(war.setup, ships)


def ships_of(setup: ConvoySetup, ships: int) -> str:
    """The same, once for each set of ships."""
    return setup.shelf(_ships)[(ships,)]


def _ships(setup: ConvoySetup, ships: int) -> str:
    nameless = ships & setup.freighters & setup.slow
    named = ", ".join(setup.piece_names[ship] for ship in bits(ships & ~nameless))
    count = nameless.bit_count()
    if not count:
        return named
    counted = setup.say("ships-nameless", n=count)
    return f"{named}, {counted}" if named else counted


def row_name(war: Sea, row: int) -> str:
    """Where a ship stands in a battle."""
    return war.say(f"row-{row}")


def hits_of(setup: ConvoySetup, column: str) -> str:
    """The dice that hit in a column of the table of attack."""
    return ", ".join(f"{n} ({entry.code})" for n, entry in enumerate(setup.rows[column], 1) if entry.hit)


def what_is(war: Sea, side: int, space: int) -> str:
    """What a side knows to lie on a position, group by group."""
    notes = []
    for group in bits(war.groups_at(space)):
        if side == AL or war.exposed >> group & 1:
            notes.append(war.say("what-open", group=("piece", group), ships=briefly(war, war.crew(group)) or "none"))
        else:
            notes.append(war.say("what-hidden", group=("piece", group), real=bool(war.real >> group & 1)))
    return war.say("what-at", place=("space", space), words="; ".join(notes))


def waiting(war: Sea, space: int) -> list[str]:
    """What waits for ships on a position, in words."""
    setup, say = war.setup, war.say
    dangers = []
    for base in setup.bases:
        planes = war.planes_at(base).bit_count()
        if planes and setup.reach[base] >> space & 1:
            dangers.append(say("danger-air", n=planes, base=("space", base)))
    lurk = attackers(war, space)
    if setup.uboats >> space & 1 and lurk & 1:
        dangers.append(say("danger-uboat"))
    if setup.submarines >> space & 1:
        dangers.append(say("danger-submarine"))
    if setup.mas >> space & 1:
        dangers.append(say("danger-boats"))
    if setup.area_of[space] != NOWHERE:
        dangers.append(say("danger-fleet", n=war.fleet_at(setup.area_of[space]).bit_count()))
    return dangers


# --- what the Axis has seen


def known_as(war: Sea, group: int) -> str:
    """What the Axis takes a group for."""
    return _taken_for(war.setup, war.exposed >> group & 1, war.real >> group & 1)


def _taken_for(setup: ConvoySetup, exposed: int, real: int) -> str:
    return setup.say("known-open" if exposed else "known-real" if real else "known-unsure")


def surely(war: Sea, group: int) -> int:
    """The ships the Axis knows to be in a group."""
    lot = 1 << war.setup.lot_of(group)
    return sum(1 << ship for ship in war.setup.allied_list if war.may[ship] == lot)


def seen(war: Sea, side: int | None) -> Sheet:
    """What the Axis has learned of every group [MC-RECON]; beside it, for their owner, the truth."""
    own = side == AL
    groups = tuple(
        [
            (group, war.at[group], war.exposed >> group & 1, war.real >> group & 1, surely(war, group), suspects(war, group))
            + ((war.crew(group),) if own else ())
            for group in bits(war.groups)
        ]
    )
    return war.setup.shelf(_seen)[own, groups, war.unmasked, tuple(war.convoy)]


def _seen(setup: ConvoySetup, own: bool, groups: tuple[tuple[int, ...], ...], unmasked: int, convoy: tuple[int, ...]) -> Sheet:
    say = setup.say
    columns = ["group", "at", "taken-for", "known", "possible", *(["truth"] if own else [])]
    rows = [
        (
            setup.piece_names[group],
            setup.space_names[at],
            _taken_for(setup, exposed, real),
            ships_of(setup, sure) or say("sheet-none"),
            ships_of(setup, held & ~sure) or say("sheet-no-more"),
            *(ships_of(setup, crew) or say("sheet-dummy") for crew in truth),
        )
        for group, at, exposed, real, sure, held, *truth in groups
    ]
    titles = tuple(say(f"sheet-seen.{column}") for column in columns)
    tables = (SheetTable(say("sheet-groups"), titles, tuple(rows), SIDES[AL]),)
    lines = [say("sheet-found", n=unmasked, of=setup.decoys)]
    lines += [told for lot in (GIB, ALEX) if (told := _convoy_of(setup, lot, convoy[lot - GIB]))]
    return Sheet("seen", say("sheet-seen-own" if own else "sheet-seen"), tuple(lines), tables)


def _convoy_of(setup: ConvoySetup, lot: int, left: int) -> str:
    """Since when a base's freighters may be at sea, as the Axis knows it [MC-DUR.2]."""
    hours = [str(hour) for hour in bits(left & ~1)]
    if not hours:
        return ""
    unsure = bool(left & 1) or len(hours) > 1
    *early, last = hours
    turns = setup.say("sheet-turns", early=", ".join(early), last=last) if early else last
    return setup.say("sheet-left", base=("space", setup.ports[lot]), unsure=unsure, turns=turns)
