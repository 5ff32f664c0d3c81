"""What the browser draws of Kesselring's War."""

from __future__ import annotations

from functools import lru_cache

from ...engine.geometry.bits import bits, first
from ...engine.view import Board, BoardSpace, Box, Legend, Mark, Marker, PieceView, Price, Track, View
from . import actions, window
from .actions import COSTS, Act
from .layers import LAYERS, overlay
from .previews import odds_in_words, planned, preview
from .state import ALLIED, AXIS, SIDES, WORDS, Italy, KesselringSetup
from .turn import GameTurn, final_score

__all__ = ["board", "overlay", "preview", "view"]

REDUCED = Mark("reduced", "Reduced: one step left", "bad")
ELITE = Mark("elite", "Elite: may ignore retreats and pursue two hexes", "good")
FLAK = Mark("flak", "Flak: stops one air unit")
PHASES = ("", "Events", "Events", "Action Points", "Withdrawals", "Reinforcements", "Action Phase", "End of turn", "End of turn")
STRIP = 96.0
"""Height of a row of boxes above and below the map."""


def view(war: Italy, side: int | None) -> View:
    """Nothing is hidden in this game: everybody sees the same."""
    setup = war.setup
    axis, allied = war.scores()
    started = war.turn >= setup.first
    tracks = [
        Track(
            "turn",
            "Turn",
            max(war.turn, setup.first),
            setup.last,
            None,
            setup.tables["turns.names"][max(war.turn, setup.first) - 1],
        ),
        Track("ap-AL", "Allied AP", war.ap[ALLIED], setup.ap_max, "AL", _income(war, ALLIED)),
        Track("ap-AX", "Axis AP", war.ap[AXIS], setup.ap_max, "AX", _income(war, AXIS)),
        Track("vp-AL", "Allied VP", allied, None, "AL"),
        Track("vp-AX", "Axis VP", axis, None, "AX"),
    ]
    tracks += [track for track in (_verdict(war), _battle(war)) if track is not None]
    return View(
        heading=f"Turn {war.turn}, {setup.tables['turns.names'][war.turn - 1]}" if started else "Setting up",
        phase=_phase(war),
        turn=war.turn,
        tracks=tuple(tracks),
        pieces=tuple(_piece(war, piece) for piece in range(setup.pieces) if war.at[piece] != setup.aside),
        markers=tuple(_markers(war)),
        boxes=tuple(
            Box(setup.space_names[box], setup.space_names[box], SIDES[s])
            for s in (AXIS, ALLIED)
            for box in (setup.display[s], setup.withdrawn[s], setup.eliminated[s])
        ),
        stage=window.stage(war),
    )


def _phase(war: Italy) -> str:
    stack = war.stack
    if stack is None:
        return "The game has ended"
    found = ""
    while stack is not None:
        step, stack = stack
        if isinstance(step, Act):
            return f"Action Phase, {'Axis' if step.side == AXIS else 'Allied'} segment"
        if isinstance(step, GameTurn):
            found = PHASES[min(step.phase - 1, 8)]
    return found or "Setting up"


def _battle(war: Italy) -> Track | None:
    """The percentage of the attack that is being prepared, with the column and what shifted it [15.3]."""
    known = planned(war)
    if known is None:
        return None
    fight, defenders = known
    percent, note = odds_in_words(war, fight, defenders)
    side = SIDES[war.setup.side_of[first(fight.attackers)]]
    return Track("battle", f"Attack on {war.setup.hex_label(fight.target)}", percent, None, side, note, "%")


def _income(war: Italy, side: int) -> str:
    """What the next turn brings: a die, the Staging Area, Objectives with a Garrison [5.2.1]."""
    setup = war.setup
    if war.turn >= setup.last:
        return "The last turn: what is left is lost"
    dice = int(setup.tables["ap.income.dice"])
    base = int(setup.tables[f"ap.income.{WORDS[side]}"])
    posts = (war.posts(side) & setup.objective_hexes).bit_count() * int(setup.tables["ap.income.per_garrison"])
    least, most = (min(setup.ap_max, war.ap[side] + base + posts + dice * face) for face in (1, 6))
    rule = "5.2.1a" if side == ALLIED else "5.2.1b"
    return f"Next turn {base} + {posts} Garrisons + a die: {least} to {most} [{rule}]"


def _verdict(war: Italy) -> Track | None:
    """How the game would be judged if it ended now [3.3]: the rules themselves say it, on a copy."""
    if war.stack is None or war.turn < war.setup.first:
        return None
    trial = war.copy()
    final_score(trial)
    ended = trial.outcome
    assert ended is not None
    axis, allied = ended.scores
    note = f"{ended.level}, {ended.reason} [{ended.rule}]" if ended.rule != "3.3c" else f"{ended.level} [3.3c]"
    level = war.setup.tables
    more = [int(level[f"victory.level.{name}"]) for name in ("marginal", "operational", "strategic")]
    lead = abs(axis - allied)
    further = next((need for need in more if need > lead), None)
    if ended.rule == "3.3c" and further is not None:
        note += f"; the next level needs a lead of {further}"
    return Track("verdict", "If it ended now", lead, None, None if ended.winner < 0 else SIDES[ended.winner], note)


def _piece(war: Italy, piece: int) -> PieceView:
    setup = war.setup
    counter = setup.counter[piece]
    bit = 1 << piece
    space = war.at[piece]
    marks = []
    if war.flipped & bit:
        marks.append(REDUCED)
    if setup.elite & bit:
        marks.append(ELITE)
    if (setup.flak_full & ~war.flipped | setup.flak_reduced & war.flipped) & bit and not setup.garrisons & bit:
        marks.append(FLAK)
    kind = counter["kind"]
    if kind in ("ground", "garrison"):
        values: tuple[str, ...] = (
            (str(war.strength(piece)), str(setup.mf[piece])) if kind == "ground" else (str(war.strength(piece)),)
        )
        facts = [f"Strength {setup.full[piece]}, reduced {setup.reduced[piece]}", f"Movement {setup.mf[piece]}"]
    elif kind == "air":
        values = (str(counter["air_air"]), str(counter["bomb"]))
        reach = "any" if counter["range"] >= 99 else str(counter["range"])
        facts = [f"Air combat {counter['air_air']}, bombardment {counter['bomb']}, range {reach}"]
    else:
        values = tuple(str(counter[key]) for key in ("attack", "defense") if key in counter)
        facts = [f"Support {counter.get('attack', 0)} in attack, {counter.get('defense', 0)} in defence"]
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
        facts=(counter["title"], *facts, counter["contingent"] or "Garrison"),
    )


def _markers(war: Italy) -> list[Marker]:
    names = war.setup.names
    found = [Marker(f"fort {names.of('space', h)}", "fort", names.of("space", h), "Fortification") for h in bits(war.forts)]
    found += [Marker(f"open {names.of('space', h)}", "open-city", names.of("space", h), "Open city") for h in bits(war.open_city)]
    return found


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
        spaces.append(BoardSpace(setup.space_names[h], *at, label=f"{name}, {setup.terrain[h]}", shape=shape, name=name))
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
            label = f"{name}, {setup.tables['turns.names'][turn - 1]}"
            spaces.append(_rectangle(name, x, top - (2 - row) * STRIP, width / turns - 6, STRIP - 6, label, SIDES[side], turn))
    whole = (left, top - 2 * STRIP, width, box[3] + 2 * STRIP)
    legend = (Legend("fort", "Fortification"), Legend("open-city", "Open city"), *_prices(setup), *_results(setup))
    return Board("hexes", whole, "Italy", tuple(spaces), "/api/games/kesselring/art.svg", legend=legend, overlays=LAYERS)


def price(war: Italy, side: int, verb: str) -> Price | None:
    """What an Action costs this side [6.1]."""
    if verb not in COSTS:
        return None
    amount = actions.price(war, verb, side)
    return Price(amount, "Action Point" if amount == 1 else "Action Points")


def _prices(setup: KesselringSetup) -> list[Legend]:
    """What each Action costs at this table: "cost:VERB", or "cost:VERB:SIDE" where the sides differ."""
    verbs = setup.game.verbs
    found = [Legend(f"cost:{verb}", f"{verbs[verb].label}: {setup.cost[key]} AP") for verb, key in COSTS.items()]
    found.append(Legend("cost:drop:AX", f"{verbs['drop'].label}, Axis: {setup.cost['drop_axis']} AP"))
    return found


LOSS = {"none": "", "one": "one {} loses a step", "all": "every {} loses a step", "eliminate": "all {}s are eliminated"}


def _results(setup: KesselringSetup) -> list[Legend]:
    """The results of the ground Combat Results Table in words, from worst to best for the attacker [16.1]."""
    found = []
    for name in setup.tables["crt.order"]:
        effect = setup.results[name]
        said = []
        for who in ("attacker", "defender"):
            loss, retreat = LOSS[effect[f"{who}_loss"]].format(who), effect[f"{who}_retreat"]
            back = f"retreats {retreat}" if loss else f"the {who} retreats {retreat}"
            said += [part for part in (loss, back if retreat else "") if part]
        found.append(Legend(f"result:{name}", ", ".join(said)))
    return found


def _rectangle(
    name: str, x: float, y: float, w: float, h: float, label: str = "", side: str | None = None, turn: int | None = None
) -> BoardSpace:
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    shape = tuple((round(a, 1), round(b, 1)) for a, b in corners)
    return BoardSpace(name, x + w / 2, y + h / 2, label=label or name, shape=shape, side=side, name=name, turn=turn)
