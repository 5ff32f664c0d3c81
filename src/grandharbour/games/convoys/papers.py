"""Papers beside the chart: what the Axis has seen, the battle board, and a group being composed."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.view import Sheet, SheetTable, Stage, StageRow
from .battle import LINE, REAR, SCREEN, Battle, able, in_row, present
from .knowledge import suspects
from .movement import can_sail
from .state import AL, AX, GIB, MALTA, RESERVE, SIDES, Sea

ROWS = {SCREEN: "Screen", LINE: "Battle line", REAR: "Screened"}


def names_of(war: Sea, pieces: int) -> tuple[str, ...]:
    return tuple(war.setup.piece_names[piece] for piece in bits(pieces))


def briefly(war: Sea, ships: int) -> str:
    """Ships in words; freighters without a name are only counted."""
    setup = war.setup
    nameless = ships & setup.freighters & setup.slow
    count = nameless.bit_count()
    words = [*names_of(war, ships & ~nameless), *([f"{count} freighter{'s' if count > 1 else ''}"] if count else [])]
    return ", ".join(words)


# --- what the Axis has seen


def known_as(war: Sea, group: int) -> str:
    """What the Axis takes a group for."""
    if war.exposed >> group & 1:
        return "in plain sight"
    return "real ships" if war.real >> group & 1 else "ships or a dummy"


def surely(war: Sea, group: int) -> int:
    """The ships the Axis knows to be in a group."""
    lot = 1 << war.setup.lot_of(group)
    return sum(1 << ship for ship in bits(war.setup.allied) if war.may[ship] == lot)


def seen(war: Sea, side: int | None) -> Sheet:
    """What the Axis has learned of every group [MC-RECON]; beside it, for their owner, the truth."""
    setup = war.setup
    own = side == AL
    columns = ("Group", "At", "Taken for", "Ships known", "Ships possible", *(("In truth",) if own else ()))
    rows = []
    for group in bits(war.groups):
        sure = surely(war, group)
        truth = (briefly(war, war.crew(group)) or "a dummy",) if own else ()
        rows.append(
            (
                setup.piece_names[group],
                setup.space_names[war.at[group]],
                known_as(war, group),
                briefly(war, sure) or "none",
                briefly(war, suspects(war, group) & ~sure) or "no more",
                *truth,
            )
        )
    tables = (SheetTable("Groups at sea", columns, tuple(rows), SIDES[AL]),)
    lines = [f"{war.found} of {setup.decoys} dummies have been found."]
    for lot in (GIB, GIB + 1):
        told = _convoy_of(war, lot)
        if told:
            lines.append(told)
    return Sheet("seen", "What the Axis has seen" if own else "What has been seen of the Allies", tuple(lines), tables)


def _convoy_of(war: Sea, lot: int) -> str:
    """Since when a base's freighters may be at sea, as the Axis knows it [MC-DUR.2]."""
    name = war.setup.space_names[war.setup.ports[lot]]
    hours = list(bits(war.convoy[lot - GIB] & ~1))
    if not hours:
        return ""
    turns = " or ".join(str(hour) for hour in hours)
    return (
        f"The freighters of {name} {'may have' if war.convoy[lot - GIB] & 1 or len(hours) > 1 else 'have'} left in turn {turns}."
    )


# --- stages


def stage(war: Sea, side: int | None) -> Stage | None:
    """The battle board while there is a battle; else, for the Allies, the group in hand."""
    stack = war.stack
    while stack is not None:
        step, stack = stack
        if isinstance(step, Battle):
            return _battle(war, step)
    if side == AL and war.harbour != RESERVE:
        return _muster(war)
    if side == AL and war.chosen != NOWHERE:
        return _in_hand(war)
    return None


def _battle(war: Sea, step: Battle) -> Stage:
    """The lines of both sides, those that fight each other in the middle [MC-NAVAL.2]."""
    axis, allied = present(war, step.space, AX), present(war, step.space, AL)
    rows = [_line(war, AX, axis, row) for row in (REAR, LINE, SCREEN)] + [
        _line(war, AL, allied, row) for row in (SCREEN, LINE, REAR)
    ]
    waiting = (axis | allied) & ~in_row(war, axis | allied, SCREEN, LINE, REAR)
    if waiting:
        rows += [StageRow("Not deployed", SIDES[s], names_of(war, waiting & ships)) for s, ships in ((AX, axis), (AL, allied))]
    guns = [able(war, step.space, s).bit_count() for s in (AX, AL)]
    note = f"{guns[0]} Italian and {guns[1]} British pieces can fire"
    title = f"Battle at {war.setup.space_names[step.space]}, round {step.round}, by {'night' if war.night else 'day'}"
    return Stage("battle", title, tuple(row for row in rows if row.pieces), note)


def _line(war: Sea, side: int, ships: int, row: int) -> StageRow:
    return StageRow(ROWS[row], SIDES[side], names_of(war, in_row(war, ships, row)))


def _muster(war: Sea) -> Stage:
    """Who leaves a harbour together [MC-MOVE.1]."""
    setup, lot = war.setup, war.harbour
    rows = (
        StageRow("Sails", SIDES[AL], names_of(war, war.muster)),
        StageRow("Stays", SIDES[AL], names_of(war, war.inside[lot] & ~war.muster)),
    )
    left = war.decoys[lot - GIB] if lot != MALTA else 0
    note = "A dummy sails: nothing is in it" if war.bluff else f"{left} dummies left here, {len(war.labels)} counters"
    if war.muster and not war.bluff:
        slow = briefly(war, war.muster & (setup.slow | war.hit))
        note = f"Moves {setup.speed_slow}: slow are {slow}" if slow else f"Moves {setup.speed_fast}"
        if can_sail(war, lot) & ~war.muster & setup.freighters:
            note += "; freighters left behind stay for the season"
    return Stage("group", f"Leaving {setup.space_names[setup.ports[lot]]}", rows, note)


def _in_hand(war: Sea) -> Stage:
    """The group that moves, and what is being detached from it [MC-MOVE.3]."""
    setup, group = war.setup, war.chosen
    title = f"{setup.piece_names[group]} at {setup.space_names[war.at[group]]}"
    rows = [StageRow(setup.piece_names[group], SIDES[AL], names_of(war, war.crew(group)))]
    if war.fresh != NOWHERE:
        rows.append(StageRow(f"{setup.piece_names[war.fresh]}, detached", SIDES[AL], names_of(war, war.crew(war.fresh))))
    kind = "A dummy. " if war.dummies >> group & 1 else ""
    note = f"{kind}Has moved {war.walked} of {war.rate(group)}; the Axis takes it for {known_as(war, group)}"
    return Stage("group", title, tuple(rows), note)
