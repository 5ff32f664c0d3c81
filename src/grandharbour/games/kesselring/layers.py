"""Layers over the map of Kesselring's War: zones of control, supply, air range, control."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.geometry.bits import bits
from ...engine.view import Line, Overlay, Tint
from .air import reach_of
from .state import ALLIED, AXIS, MECH, TONE, Italy
from .supply import lines, sources, supplied
from .turn import islands_taken

LAYERS = {"zoc": None, "supply": "piece", "air": "piece", "cover": "space", "control": None}
"""The layers, and what one points at to learn more."""


def overlay(war: Italy, side: int | None, layer: str, about: int | None) -> Overlay:
    """Nothing is hidden in this game: every side sees the same layers."""
    if layer == "zoc":
        return _zones(war)
    if layer == "supply":
        return _supply(war) if about is None or not war.setup.mobile & 1 << about & _present(war) else _line_of(war, about)
    if layer == "air":
        return _ranges(war) if about is None or not war.setup.air & 1 << about & _present(war) else _range_of(war, about)
    if layer == "cover":
        return _cover(war, about)
    return _control(war)


def _present(war: Italy) -> int:
    """Pieces on the map and in the Staging Areas: about all others there is nothing to draw."""
    setup = war.setup
    return war.on_map(-1) | war.in_box(setup.staging[AXIS], -1) | war.in_box(setup.staging[ALLIED], -1)


def _both(war: Italy, axis: int, allied: int, note: str) -> Overlay:
    name = war.setup.names.of
    tints = [Tint(name("space", h), "both") for h in bits(axis & allied)]
    tints += [Tint(name("space", h), "axis") for h in bits(axis & ~allied)]
    tints += [Tint(name("space", h), "allies") for h in bits(allied & ~axis)]
    return Overlay(tuple(tints), (), note)


# --- zones of control [11.0]


def _zones(war: Italy) -> Overlay:
    axis, allied = war.zoc(AXIS), war.zoc(ALLIED)
    note = war.say("layer-zoc-note", axis=axis.bit_count(), allied=allied.bit_count(), both=(axis & allied).bit_count())
    return _both(war, axis, allied, note)


# --- supply [12.0]


def way_to(war: Italy, unit: int, source: int) -> tuple[list[int], bool] | None:
    """A shortest Line of Communication from a unit to a source, and whether it is a long one along roads and open ground [12.2]."""
    setup = war.setup
    for by_road, limit in ((True, setup.mf[unit]), (False, -(-setup.mf[unit] // 2))):
        came: dict[int, int] = {war.at[unit]: -1}
        edge = [war.at[unit]]
        for left in range(limit, -1, -1):
            end = next((h for h in edge if h == source or (left and _leaves(war, unit, h, source))), None)
            if end is not None:
                way = [end]
                while came[way[-1]] >= 0:
                    way.append(came[way[-1]])
                return [*reversed(way), *([source] if end != source else [])], by_road
            edge = [came.setdefault(n, h) and n for h in edge for n in _steps(war, unit, h, by_road) if n not in came]
    return None


def _leaves(war: Italy, unit: int, h: int, source: int) -> bool:
    """The Axis Staging Area is one hex beyond the north edge of the mainland [12.4b]."""
    setup = war.setup
    return source == setup.staging[AXIS] == setup.staging[setup.side_of[unit]] and bool(setup.north_edge >> h & 1)


def _steps(war: Italy, unit: int, h: int, by_road: bool) -> list[int]:
    """Where a line goes on from a hex: not to the enemy, nor where he has a zone of control [12.3a]."""
    setup = war.setup
    enemy = 1 - setup.side_of[unit]
    ways = setup.line_by_road if by_road else setup.line_by_land[setup.move_class[unit] != MECH]
    return list(bits(setup.grid.cross(1 << h, ways) & setup.land & ~war.held(enemy) & ~war.zoc(enemy)))


def _line_of(war: Italy, unit: int) -> Overlay:
    setup = war.setup
    name, who = setup.names.of, setup.piece_names[unit]
    here = war.at[unit]
    traced = [(source, way_to(war, unit, source)) for source in bits(lines(war, unit))]
    ways = sorted(((source, way) for source, way in traced if way), key=lambda it: len(it[1][0]))
    if not ways:
        tint = Tint(name("space", here), "bad", war.say("layer-no-line"))
        return Overlay((tint,), (), war.say("layer-cut-off", who=who))
    drawn = [
        Line(tuple(name("space", h) for h in way), "strong" if n == 0 else "faint", war.say("layer-hexes", n=len(way) - 1))
        for n, (_, (way, _)) in enumerate(ways)
        if len(way) > 1
    ]
    source, (way, by_road) = ways[0]
    tints = tuple(Tint(name("space", s), "good", war.say("layer-source")) for s, _ in ways)
    if len(way) == 1:
        return Overlay(tints, tuple(drawn), war.say("layer-on-source", who=who))
    limit = setup.mf[unit] if by_road else -(-setup.mf[unit] // 2)
    where = setup.hex_label(source) if source < setup.hexes_end else setup.space_names[source]
    note = war.say("layer-line", who=who, where=where, n=len(way) - 1, limit=limit, road=by_road, more=len(ways) - 1)
    return Overlay(tints, tuple(drawn), note)


def _supply(war: Italy) -> Overlay:
    """Every source, and every stack that is cut off or whose units are not all supplied."""
    setup = war.setup
    name = setup.names.of
    tints: list[Tint] = []
    cut = 0
    for side in (AXIS, ALLIED):
        out = [unit for unit in bits(war.on_map(setup.mobile & setup.own[side])) if not supplied(war, unit)]
        cut += len(out)
        hexes: dict[int, int] = {}
        for unit in out:
            hexes[war.at[unit]] = hexes.get(war.at[unit], 0) + 1
        for h, number in hexes.items():
            all_of_them = number == war.mobile_in(h, side).bit_count()
            tints.append(
                Tint(
                    name("space", h),
                    "bad" if all_of_them else "plain",
                    war.say("layer-all-cut") if all_of_them else war.say("layer-some-cut", n=number),
                )
            )
        mine = sources(war, side)
        # In an enemy zone of control a source serves its own hex only [12.3c].
        tints += [Tint(name("space", h), TONE[side]) for h in bits(mine & ~war.zoc(1 - side))]
        tints += [
            Tint(name("space", h), "faint", war.say("layer-blocked")) for h in bits(mine & war.zoc(1 - side)) if h not in hexes
        ]
    return Overlay(tuple(tints), (), war.say("layer-supply-note", n=cut))


# --- air units [20.3]


def _flying(war: Italy, side: int) -> Iterable[int]:
    setup = war.setup
    kinds = setup.air & setup.own[side]
    return bits(war.on_map(kinds) | war.in_box(setup.staging[side], kinds))


def _ranges(war: Italy) -> Overlay:
    """Units with unlimited range would colour the whole map: they are only counted."""
    far = [0, 0]
    over = [0, 0]
    for side in (AXIS, ALLIED):
        for piece in _flying(war, side):
            if war.setup.counter[piece]["range"] >= 99:
                far[side] += 1
            else:
                over[side] |= reach_of(war, piece)
    note = war.say("layer-air-note", axis=far[AXIS], allies=far[ALLIED])
    return _both(war, over[AXIS], over[ALLIED], note)


def _range_of(war: Italy, piece: int) -> Overlay:
    setup = war.setup
    name, who, side = setup.names.of, setup.piece_names[piece], setup.side_of[piece]
    base = war.at[piece]
    hexes = reach_of(war, piece)
    limit = int(setup.counter[piece]["range"])
    how = "coast" if setup.cve >> piece & 1 else "everywhere" if limit >= 99 else "hexes"
    tints = tuple(Tint(name("space", h), TONE[side]) for h in bits(hexes))
    return Overlay(tints, (), war.say("layer-range", who=who, how=how, n=limit, base=place(war, base)))


def place(war: Italy, space: int) -> str:
    """A space in a sentence."""
    return war.setup.hex_label(space) if space < war.setup.hexes_end else war.say("place-box", box=("space", space))


def _cover(war: Italy, target: int | None) -> Overlay:
    setup = war.setup
    name = setup.names.of
    if target is None or target >= setup.hexes_end:
        return Overlay(note=war.say("layer-point-at-hex"))
    drawn: list[Line] = []
    count = [0, 0]
    for side in (AXIS, ALLIED):
        bases: dict[int, int] = {}
        for piece in _flying(war, side):
            if reach_of(war, piece) >> target & 1:
                bases[war.at[piece]] = bases.get(war.at[piece], 0) + 1
        drawn += [
            Line((name("space", base), name("space", target)), TONE[side], str(number))
            for base, number in bases.items()
            if base != target
        ]
        count[side] = sum(bases.values())
    tint = Tint(name("space", target), "strong")
    return Overlay(
        (tint,), tuple(drawn), war.say("layer-cover-note", where=setup.hex_label(target), axis=count[AXIS], allies=count[ALLIED])
    )


# --- control [3.2]


def _control(war: Italy) -> Overlay:
    setup = war.setup
    name = setup.names.of
    worth = {h: setup.objectives.get(h, 0) + setup.landmarks.get(h, 0) for h in (*setup.objectives, *setup.landmarks)}
    tints = []
    for side in (AXIS, ALLIED):
        for h in bits(war.held(side)):
            tints.append(Tint(name("space", h), TONE[side], war.say("layer-worth", n=worth[h]) if h in worth else ""))
    nobody = [h for h in worth if not (war.held(AXIS) | war.held(ALLIED)) >> h & 1]
    tints += [Tint(name("space", h), "plain", war.say("layer-worth", n=worth[h])) for h in nobody]
    axis, allied = war.scores()
    note = war.say("layer-control-note", axis=axis, allies=allied, free=sum(worth[h] for h in nobody))
    if not war.surrendered and not islands_taken(war):
        note += _islands(war)
    return Overlay(tuple(tints), (), note)


def _islands(war: Italy) -> str:
    """How far the islands are from falling, which makes Italy surrender [27.1.SR3]."""
    setup = war.setup
    said = []
    for island in setup.given("surrender_islands"):
        aims = setup.objective_hexes & setup.region[island]
        said.append(war.say(f"layer-{island}", n=(aims & war.held(ALLIED)).bit_count(), all=aims.bit_count()))
    return " " + war.say("layer-islands", islands=", ".join(said)) if said else ""
