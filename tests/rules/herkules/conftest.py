"""Malta in any situation, in one line.

    war = malta({"Livorno Inf 1-3": "Krendi", "231 Bde Inf 1": "Halfar"}, phase="land", spent=AX)
    war = malta({"Regia Marina BB 1": "11"}, phase="sea", works=["Krendi Bunker 1"])

Only what is named stands on the map: sea zones by their number, works by their names (``works=True``: all of them). Other Axis
ships and all other British units are out of the way; the Axis troops wait for their way in. Aircraft named on the map are in
the air, from Sicily or Luqa, unless they stand on a British airfield or a deck. A roll that a test has not scripted is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grandharbour.engine.dice import Scripted, Seeded
from grandharbour.engine.geometry.bits import bits, mask_of
from grandharbour.games.herkules import GAME
from grandharbour.games.herkules.state import AX, BR, HerkulesSetup, Islands
from grandharbour.games.herkules.turn import GameTurn, begin
from tests.play import about as about
from tests.play import offers as offers
from tests.play import side as side

PHASES = {
    "begin": "initiative", "reinforcements": "new-axis", "bombers": "new-british", "pedestal": "pedestal", "toulon": "toulon",
    "supply": "supply-first", "naval": "naval-first", "redirect": "naval-redirect", "sweep": "sweep", "air": "air-first",
    "redirect_air": "air-redirect", "land": "land-first", "air_combat": "air-combat", "bombing": "bombing-first",
    "airborne": "airborne", "sea": "sea-combat", "landing": "landing-first", "land_combat": "land-combat", "second": "regroup-first",
    "aircraft": "aircraft-first", "wounded": "wounded-de", "finish": "end",
}  # fmt: skip


def names(word: str) -> list[str]:
    """Livorno Inf 1-3: three names."""
    stem, _, last = word.rpartition(" ")
    low, dash, high = last.partition("-")
    return [f"{stem} {i}" for i in range(int(low), int(high) + 1)] if dash else [word]


def piece(war: Islands, name: str) -> int:
    return war.setup.names.find("piece", name)


def space(war: Islands, name: str) -> int:
    return war.setup.zone_of[int(name)] if name.isdigit() else war.setup.names.find("space", name)


def units(war: Islands, *words: str) -> int:
    """Pieces by name, as a set."""
    return mask_of(piece(war, name) for word in words for name in names(word))


def sea(war: Islands, number: int) -> str:
    """A zone by its printed name."""
    return war.setup.space_names[war.setup.zone_of[number]]


def malta(
    where: Mapping[str, str], *, phase: str = "land", turn: int = 3, first: int | None = None, works: bool | Iterable[str] = (),
    deck: Mapping[str, str] | None = None, beach: Mapping[str, str] | None = None, freight: Mapping[str, str] | None = None,
    stores: Iterable[str] = (), axis: Mapping[str, int] | None = None, british: Mapping[str, int] | None = None,
    spent: Iterable[int] | int = (), damage: Mapping[str, int] | None = None, hurt: Mapping[str, int] | None = None,
    held: Mapping[str, int] | None = None, mines: Iterable[tuple[int, int, int]] = (), based: Iterable[str] = (),
    dice: tuple[Any, ...] = (), scenario: str = "1942", tables: str = "", **options: bool | str,
) -> Islands:  # fmt: skip
    """A war at the first question of a phase. ``deck``, ``beach``, ``freight``: pieces and the ships that carry them."""
    setup = GAME.setup(scenario, options, tables)
    assert isinstance(setup, HerkulesSetup)
    war = Islands(setup, Scripted(dice, 0, Seeded(bytes(32))))
    GAME.open(war)
    war.log = []
    standing = units(war, *(() if isinstance(works, bool) else works))
    clear = setup.works & ~standing if works is not True else 0
    clear |= setup.own[BR] & ~setup.works & ~setup.off_map_bombers & ~setup.of_hq.get("pedestal", 0)
    war.unstow(setup.air)
    war.shift(clear, setup.lost[BR])
    war.shift(
        (setup.ships | setup.air & setup.of_hq.get("aquila", 0)) & setup.own[AX] & ~setup.toulon & ~aside(war), setup.lost[AX]
    )
    war.markers_br = [0] * len(war.markers_br)
    for word, place in where.items():
        for name in names(word):
            war.put(piece(war, name), space(war, place))
    for load, mask in ((deck, "deck"), (beach, "beach"), (freight, "freight")):
        for word, ship in (load or {}).items():
            for name in names(word):
                war.stow(piece(war, name), piece(war, ship))
                if mask != "deck":
                    setattr(war, mask, getattr(war, mask) | 1 << piece(war, ship))
    war.stores = [(p, 2) for p in bits(units(war, *stores))]
    for marks, given in ((war.markers_ax, axis), (war.markers_br, british)):
        for place, number in (given or {}).items():
            marks[space(war, place)] = number
    for place, number in (damage or {}).items():
        war.damage[space(war, place)] = number
    for place, number in (held or {}).items():
        war.held[space(war, place)] = number
    for word, number in (hurt or {}).items():
        war.hit1 |= units(war, word)
        war.hit2 |= units(war, word) if number == 2 else 0
    war.mines = [(setup.zone_of[z], who, turns) for z, who, turns in mines]
    war.turn = turn - 1
    begin(war)
    if first is not None:
        war.first = first
    war.spent = mask_of([spent] if isinstance(spent, int) else spent)
    ground = units(war, *based)
    for p in bits(setup.air & ~war.stowed & ~ground):
        british_base = setup.own[BR] >> p & 1 and setup.airfields >> war.at[p] & 1
        if setup.map >> war.at[p] & 1 and not british_base:
            war.flying |= 1 << p
            war.aloft.append((p, space(war, "Luqa") if setup.own[BR] >> p & 1 else setup.air_base[AX]))
    war.stack = (GameTurn(phase=f"before {PHASES[phase]}"), None)
    war.check()
    war.run()
    return war


def aside(war: Islands) -> int:
    return war.here()[war.setup.aside]


def do(war: Islands, *choices: str | tuple[str, Any]) -> None:
    """Several choices: a verb alone, or with a target; a number of a zone stands for its name where a space is meant."""
    for choice in choices:
        verb, target = choice if isinstance(choice, tuple) else (choice, None)
        kind = war.setup.game.verbs[verb].kind
        if kind == "space":
            target = space(war, str(target))
        war.play(verb, target)
        war.check()


def refusal(war: Islands, verb: str, target: Any = None) -> str:
    """The rule that forbids a choice, or nothing."""
    if war.setup.game.verbs[verb].kind == "space":
        target = space(war, str(target))
    found = war.why_not(verb, target)
    return "" if found is None else found.rule


def step(war: Islands) -> str:
    """The step that asks now."""
    assert war.stack is not None
    return type(war.stack[0]).__name__


def skip_to(war: Islands, wanted: str) -> None:
    """Hold fire, give the quiet answer, or do nothing, until a step asks."""
    while step(war) != wanted:
        wait(war)


def wait(war: Islands) -> None:
    """Hold fire, give the quiet answer, or do nothing."""
    decision = war.asked()[0]
    idle = next((verb for verb in ("done", "engage", "rest", "ready", "hold", "stay") if verb in decision.choices), "")
    war.play(*(decision.quiet if decision.quiet and idle != "hold" else (idle, 0)))


def place(war: Islands, name: str) -> str:
    """Where a piece is: a zone by its number."""
    at = war.at[piece(war, name)]
    return str(war.setup.zone_ids[at - war.setup.lands]) if war.setup.sea >> at & 1 else war.setup.space_names[at]


def is_lost(war: Islands, name: str) -> bool:
    return war.at[piece(war, name)] in war.setup.lost


def hits(war: Islands, name: str) -> int:
    return war.hits_on(piece(war, name))


def told(war: Islands, *kinds: str) -> list[tuple[Any, ...]]:
    """Events of some kinds: (kind, rule, dice, result)."""
    return [(e.kind, e.rule, e.dice, e.result) for e in war.log or [] if e.kind in kinds]


def dice_rolled(war: Islands, kind: str) -> list[int]:
    """How many dice each event of a kind had."""
    return [len(e.dice) for e in war.log or [] if e.kind == kind]


def group(war: Islands, *words: str) -> None:
    """Let exactly these units be the group that is chosen."""
    from grandharbour.games.herkules.muster import Muster

    assert war.stack is not None and isinstance(war.stack[0], Muster)
    chosen = units(war, *words)
    war.become(type(war.stack[0])(war.stack[0].side, chosen))
    war._asked = None
    war.run()
