"""What the browser draws of Kesselring's War."""

from __future__ import annotations

from functools import lru_cache

from ...engine.geometry.bits import bits
from ...engine.view import Board, BoardSpace, Box, Legend, Mark, Marker, OverlayInfo, PieceView, Price, Track, View
from . import actions
from .actions import COSTS, Act
from .layers import LAYERS, overlay
from .state import ALLIED, AXIS, CONTINGENTS, SIDES, WORDS, Italy, KesselringSetup
from .turn import judged, standing

__all__ = ["board", "overlay", "view"]

STRIP = 96.0
"""Height of a row of boxes above and below the map."""


def view(war: Italy, side: int | None) -> View:
    """Nothing is hidden in this game: everybody sees the same."""
    setup, shelf = war.setup, war.setup.shelf
    aside, reduced = setup.aside, war.reduced
    cards = shelf(_piece)
    posts = [(war.posts(s) & setup.objective_hexes).bit_count() for s in (AXIS, ALLIED)]
    tracks = shelf(_tracks)[war.turn, war.stack is None, *war.ap, *posts, *standing(war)]
    more = setup.game.tracks(war, side)
    return View(
        heading=shelf(_heading)[(war.turn,)],
        phase=_phase(war),
        turn=war.turn,
        tracks=(*tracks, *more) if more else tracks,
        pieces=tuple([cards[piece, space, reduced >> piece & 1] for piece, space in enumerate(war.at) if space != aside]),
        markers=shelf(_markers)[war.forts, war.open_city],
        boxes=shelf(_boxes)[()],
        stage=setup.game.stage(war, side),
    )


def _heading(setup: KesselringSetup, turn: int) -> str:
    if turn < setup.first:
        return setup.say("heading-setup")
    return setup.say("heading-turn", n=turn, month=setup.tables["turns.names"][turn - 1])


def _boxes(setup: KesselringSetup) -> tuple[Box, ...]:
    return tuple(
        Box(setup.space_names[box], setup.space_names[box], SIDES[s], box == setup.dead[s])
        for s in (AXIS, ALLIED)
        for box in (setup.display[s], setup.withdrawn[s], setup.dead[s])
    )


def _tracks(
    setup: KesselringSetup, turn: int, over: bool, axis_ap: int, allied_ap: int, axis_posts: int, allied_posts: int,
    axis: int, allied: int, *mainland: bool,
) -> tuple[Track, ...]:  # fmt: skip
    """The numbers beside the board; posts are Objectives with a Garrison, mainland who holds all of it."""
    say = setup.say
    axis_name, allies = (say(f"track-side-{side}") for side in SIDES)
    now, most = max(turn, setup.first), setup.ap_max
    tracks = (
        Track("turn", say("track-turn"), now, setup.last, None, setup.tables["turns.names"][now - 1]),
        Track(
            "ap-AL", say("track-ap", side=allies), allied_ap, most, "AL", _income(setup, ALLIED, turn, allied_ap, allied_posts)
        ),
        Track("ap-AX", say("track-ap", side=axis_name), axis_ap, most, "AX", _income(setup, AXIS, turn, axis_ap, axis_posts)),
        Track("vp-AL", say("track-vp", side=allies), allied, None, "AL"),
        Track("vp-AX", say("track-vp", side=axis_name), axis, None, "AX"),
    )
    return tracks if over or turn < setup.first else (*tracks, _verdict(setup, axis, allied, *mainland))


def _phase(war: Italy) -> str:
    acting = war.nearest(Act)
    if acting is not None:
        return war.say("heading-segment", allied=acting.side == ALLIED)
    return war.say("heading-ended") if war.under_way is None else war.setup.game.title_of(war.under_way)


def _income(setup: KesselringSetup, side: int, turn: int, has: int, garrisons: int) -> str:
    """What the next turn brings: a die, the Staging Area, Objectives with a Garrison [5.2.1]."""
    if turn >= setup.last:
        return setup.say("track-last-turn")
    dice = int(setup.tables["ap.income.dice"])
    base = int(setup.tables[f"ap.income.{WORDS[side]}"])
    posts = garrisons * int(setup.tables["ap.income.per_garrison"])
    least, most = (min(setup.ap_max, has + base + posts + dice * face) for face in (1, 6))
    rule = "5.2.1a" if side == ALLIED else "5.2.1b"
    return setup.say("track-income", base=base, n=posts, least=least, most=most, rule=rule)


def _verdict(setup: KesselringSetup, axis: int, allied: int, *mainland: bool) -> Track:
    """How the game would be judged if it ended now [3.3]."""
    winner, reached, reason, rule = judged(setup, axis, allied, *mainland)
    level = setup.say(f"level-{reached}")
    more = [int(setup.tables[f"victory.level.{name}"]) for name in ("marginal", "operational", "strategic")]
    lead = abs(axis - allied)
    further = next((need for need in more if need > lead), None)
    if rule != "3.3c":
        note = setup.say("track-verdict-reason", level=level, reason=setup.say(reason), rule=rule)
    elif further is not None:
        note = setup.say("track-verdict-next", level=level, need=further)
    else:
        note = setup.say("track-verdict-level", level=level)
    return Track("verdict", setup.say("track-verdict"), lead, None, None if winner < 0 else SIDES[winner], note)


def _piece(setup: KesselringSetup, piece: int, space: int, reduced: int) -> PieceView:
    say = setup.say
    counter = setup.counter[piece]
    bit = 1 << piece
    marks = []
    if reduced:
        marks.append(Mark("reduced", say("mark-reduced"), "bad"))
    if setup.elite & bit:
        marks.append(Mark("elite", say("mark-elite"), "good"))
    if (setup.flak_reduced if reduced else setup.flak_full) & bit and not setup.garrisons & bit:
        marks.append(Mark("flak", say("mark-flak")))
    strength = str((setup.weak if reduced else setup.full)[piece])
    contingent = counter["contingent"]
    kind = counter["kind"]
    if kind in ("ground", "garrison"):
        values: tuple[str, ...] = (strength, str(setup.mf[piece])) if kind == "ground" else (strength,)
        facts = [say("fact-strength", full=setup.full[piece], reduced=setup.weak[piece], steps=2 - (setup.one_step >> piece & 1))]
        facts += [say("fact-movement", n=setup.mf[piece])] if kind == "ground" else []
    elif kind == "air":
        values = (str(counter["air_air"]), str(counter["bomb"]))
        far = int(counter["range"])
        facts = [say("fact-air", air=counter["air_air"], bomb=counter["bomb"], any=far >= 99, far=far)]
    else:
        values = tuple(str(counter[key]) for key in ("attack", "defense") if key in counter)
        facts = [say("fact-support", attack=counter.get("attack", 0), defence=counter.get("defense", 0))]
    on_board = space < setup.hexes_end or space in setup.staging or any(space in track for track in setup.track)
    return PieceView(
        id=counter["name"],
        side=SIDES[setup.side_of[piece]],
        label=counter["name"].replace("Axis Garrison", "Gar").replace("Allied Garrison", "Gar"),
        sub="",
        symbol=f"nato:{counter['type']}:{counter.get('size', '')}",
        type=f"{counter['nation'] or counter['side']}",
        at=setup.space_names[space] if on_board else None,
        box=None if on_board else setup.space_names[space],
        values=values,
        marks=tuple(marks),
        facts=(counter["title"], *facts, say(f"contingent-{contingent}" if contingent in CONTINGENTS else "fact-garrison")),
    )


def _markers(setup: KesselringSetup, forts: int, open_cities: int) -> tuple[Marker, ...]:
    names = setup.space_names
    fort, city = setup.say("legend-fort"), setup.say("legend-open-city")
    return (
        *(Marker(f"fort {names[h]}", "fort", names[h], fort) for h in bits(forts)),
        *(Marker(f"open {names[h]}", "open-city", names[h], city) for h in bits(open_cities)),
    )


@lru_cache(maxsize=8)
def board(setup: KesselringSetup) -> Board:
    """Hexes where the art has them, the Staging Areas on the sheet, and the turn tracks above it."""
    art = setup.tables["map.art"]
    size, origin, box = art["hex_size"], art["origin"], art["box"]
    spaces = []
    for h in bits(setup.land):
        x, y = setup.grid.center(h, size)
        shape = tuple((round(px + origin[0], 1), round(py + origin[1], 1)) for px, py in setup.grid.corners(h, size))
        name, at = setup.hex_label(h), (round(x + origin[0], 1), round(y + origin[1], 1))
        spaces.append(
            BoardSpace(
                setup.space_names[h],
                *at,
                label=setup.say("space-hex", name=name, ground=setup.say(f"modifier-{setup.terrain[h]}")),
                shape=shape,
                name=name,
            )
        )
    boxes = setup.tables["map.boxes"]
    for side, key in ((AXIS, "axis_staging"), (ALLIED, "allied_staging")):
        x, y, w, h = boxes[key]
        spaces.append(_rectangle(setup.space_names[setup.staging[side]], x, y, w, h, side=SIDES[side]))
    left, top, width = box[0], box[1], box[2]
    turns = len(setup.track[AXIS]) - 1
    for row, side in enumerate((AXIS, ALLIED)):
        for turn in range(1, turns + 1):
            x = left + (turn - 1) * width / turns
            name = setup.space_names[setup.track[side][turn]]
            label = setup.say("space-turn", name=name, month=setup.tables["turns.names"][turn - 1])
            spaces.append(_rectangle(name, x, top - (2 - row) * STRIP, width / turns - 6, STRIP - 6, label, SIDES[side], turn))
    whole = (left, top - 2 * STRIP, width, box[3] + 2 * STRIP)
    marks = (Legend("fort", setup.say("legend-fort")), Legend("open-city", setup.say("legend-open-city")))
    legend = (*marks, *_prices(setup), *_results(setup))
    overlays = tuple(
        OverlayInfo(id, setup.say(f"layer-{id}"), setup.say(f"layer-{id}.help"), about) for id, about in LAYERS.items()
    )
    return Board(
        "hexes", whole, setup.say("board-title"), tuple(spaces), "/api/games/kesselring/art.svg", legend=legend, overlays=overlays,
        north=art.get("north", 0.0),
    )  # fmt: skip


def price(war: Italy, side: int, verb: str) -> Price | None:
    """What an Action costs this side [6.1]."""
    if verb not in COSTS:
        return None
    amount = actions.price(war, verb, side)
    return Price(amount, war.say("price-points", n=amount))


def _prices(setup: KesselringSetup) -> list[Legend]:
    """What each Action costs at this table: "cost:VERB", or "cost:VERB:SIDE" where the sides differ."""
    verbs = setup.game.verbs
    prices = [
        Legend(f"cost:{verb}", setup.say("legend-cost", verb=verbs[verb].label, n=setup.cost[key])) for verb, key in COSTS.items()
    ]
    prices.append(Legend("cost:drop:AX", setup.say("legend-cost-axis", verb=verbs["drop"].label, n=setup.cost["drop_axis"])))
    return prices


def _results(setup: KesselringSetup) -> list[Legend]:
    """The results of the ground Combat Results Table in words, from worst to best for the attacker [16.1]."""
    return [Legend(f"result:{code}", setup.say(f"result-{code}")) for code in setup.tables["crt.order"]]


def _rectangle(
    name: str, x: float, y: float, w: float, h: float, label: str = "", side: str | None = None, turn: int | None = None
) -> BoardSpace:
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    shape = tuple((round(a, 1), round(b, 1)) for a, b in corners)
    return BoardSpace(name, x + w / 2, y + h / 2, label=label or name, shape=shape, side=side, name=name, turn=turn)
