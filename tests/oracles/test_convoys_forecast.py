"""What the game says will come of an attack, beside what the rules do under every throw of the dice."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from grandharbour.engine.step import Step
from grandharbour.games.convoys import GAME
from grandharbour.games.convoys.air import AirAttack, RaidHits, RaidStrike
from grandharbour.games.convoys.battle import Target
from grandharbour.games.convoys.placing import Charges
from grandharbour.games.convoys.state import GIB, LINE, Sea
from grandharbour.games.convoys.turn import Invade
from tests.rules.convoys.conftest import at, piece, pieces, sea, space

SHIPS = ("Nelson", "Eagle", "Illustrious", "Didos", "Freighter 1", "Ramillies", "Renown")


def became(before: Sea, after: Sea, ship: int) -> str:
    """What a throw has done to a ship."""
    bit = 1 << ship
    if after.sunk & bit and not before.sunk & bit:
        return "sunk"
    return "hit" if after.hit & bit and not before.hit & bit else "nothing"


def run(war: Sea, verb: str, target: int, ship: int) -> dict[str, Fraction]:
    """What becomes of a ship under every throw."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for chance, after in war.outcomes(verb, target):
        found[became(war, after, ship)] += chance
    return dict(found)


def told(war: Sea, verb: str, target: int) -> dict[str, Fraction]:
    """The same by the game's own forecast."""
    forecast = GAME.forecast(war, war.asked()[0].side, verb, target)
    assert forecast is not None and sum(p for _, p in forecast.chances) == 1
    found: dict[str, Fraction] = defaultdict(Fraction)
    for result, p in forecast.chances:
        found[result.code if result.code in ("hit", "sunk") else "nothing"] += p
    return dict(found)


def asked(war: Sea, step: Step[Sea]) -> Sea:
    war.log = None
    return at(war, step)


@pytest.mark.parametrize("hit", [False, True])
@pytest.mark.parametrize("verb", ["normal", "press"])
@pytest.mark.parametrize("plane", ["StuG 1", "96 Gr Ju 87", "104 Gr SM79", "41 Gr Z1007"])
@pytest.mark.parametrize("ship", SHIPS)
def test_air_attacks_at_sea_and_in_the_harbour(ship: str, plane: str, verb: str, hit: bool) -> None:
    for harbour in (False, True):
        struck = [ship] if hit and not ship.startswith("Freighter") else []
        lying = {"malta": [ship, "Valiant"]} if harbour else {}
        groups = {} if harbour else {"A": ("W13", [ship, "Valiant"])}
        war = sea(groups, planes={plane: "Sicily"}, hit=struck, status=4, **lying)  # type: ignore[arg-type]
        unit, target = piece(war, plane), piece(war, ship)
        war = asked(war, AirAttack(unit, target, harbour))
        assert told(war, verb, 0) == run(war, verb, 0, target)
        forecast = GAME.forecast(war, 0, verb, 0)
        assert forecast is not None
        lost = sum(p for p, after in war.outcomes(verb, 0) if after.down >> unit & 1)
        assert forecast.earlier[0].chance(lambda result: result.code == "shot down") == float(lost)
        assert forecast.losses == (float(lost), float(told(war, verb, 0).get("sunk", 0)))


@pytest.mark.parametrize("firer", ["Littorio", "Cesare/Cavour", "3. Cruiser Div"])
@pytest.mark.parametrize("ship", SHIPS)
def test_italian_shots(firer: str, ship: str) -> None:
    war = sea({"A": ("W13", [ship, "Valiant"])}, fleet={firer: "W13"})
    war.row = [LINE] * war.setup.pieces
    war = asked(war, Target(piece(war, firer), space(war, "W13")))
    target = piece(war, ship)
    assert told(war, "shoot", target) == run(war, "shoot", target, target)


@pytest.mark.parametrize("firer", ["Nelson", "Renown", "Didos"])
@pytest.mark.parametrize("ship", ["Littorio", "Cesare/Cavour", "3. Cruiser Div"])
@pytest.mark.parametrize("star", [False, True])
def test_british_shots(firer: str, ship: str, star: bool) -> None:
    war = sea({"A": ("W13", [firer])}, fleet={ship: "W13"}, night=True, options={"battlecruiser_star": star})
    war.row = [LINE] * war.setup.pieces
    war = asked(war, Target(piece(war, firer), space(war, "W13")))
    target = piece(war, ship)
    assert told(war, "shoot", target) == run(war, "shoot", target, target)


@pytest.mark.parametrize("verb", ["normal", "press"])
def test_the_raid_on_taranto(verb: str) -> None:
    war = sea({"A": ("E6", ["Eagle"])}, fleet={"Littorio": "Taranto"}, night=True)
    war = asked(war, RaidStrike(piece(war, "Eagle")))
    forecast = GAME.forecast(war, 1, verb, 0)
    assert forecast is not None
    assert forecast.win == float(sum(p for p, after in war.outcomes(verb, 0) if isinstance(after.stack[0], RaidHits)))  # type: ignore[index]


def test_frogmen_and_the_invasion() -> None:
    war = sea(season="winter1941", gibraltar=["Nelson"])
    war = asked(war, Charges(GIB, 1, pieces(war, "Nelson")))
    forecast = GAME.forecast(war, 0, "mine", piece(war, "Nelson"))
    out = sum(p for p, after in war.outcomes("mine", piece(war, "Nelson")) if after.due[piece(war, "Nelson")] > war.season)
    assert forecast is not None and forecast.win == float(out)
    for status in range(3):
        war = asked(sea(status=status, korps="TOBRUK"), Invade())
        forecast = GAME.forecast(war, 0, "invade", 0)
        assert forecast is not None
        assert forecast.win == float(sum(p for p, after in war.outcomes("invade", 0) if after.outcome is not None))
