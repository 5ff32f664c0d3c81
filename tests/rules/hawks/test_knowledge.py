"""What a side can know, and the odds that follow from it."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from grandharbour.engine.dice import Seeded, seed_bytes
from grandharbour.games.hawks import GAME
from grandharbour.games.hawks.state import CHITS

from .conftest import sky

NAMED = {"SM79", "BR20", "Z1007"}


def at_least(number: int) -> Fraction:
    """The chance of two dice for a number or more."""
    return Fraction(sum(a + b >= number for a in range(1, 7) for b in range(1, 7)), 36)


def dive(**situation):
    """Hurricane 1 over BR20 1, about to dive; everybody's chit lies open."""
    war = sky("Hurricane 1 D4/4; BR20 1 D5/3", move="Hurricane 1", up="BR20 1", **situation)
    war.play("to", "D5/4")
    return war


def test_odds_of_an_exchange() -> None:
    odds = dive().odds("BR", "attack", "BR20 1")
    hit, answered = at_least(5), at_least(9)
    assert dict(odds.chances) == {
        "Hurricane 1: hit; BR.20 1: hit": hit * answered,
        "Hurricane 1: hit; BR.20 1: miss": hit * (1 - answered),
        "Hurricane 1: miss; BR.20 1: hit": (1 - hit) * answered,
        "Hurricane 1: miss; BR.20 1: miss": (1 - hit) * (1 - answered),
    }
    assert odds.title == "Attack BR.20 1" and odds.rule == "HM-FIRE.1" and odds.need == "7+, BR.20 1 8+" and odds.note == ""
    assert ("target is a bomber", 1, "HM-DRM.2") in odds.modifiers and ("BR.20 1: target above", -1, "HM-DRM.4") in odds.modifiers


@pytest.mark.parametrize("clouds", ["", "C3/1"])
def test_odds_of_two_loads(clouds: str) -> None:
    """Also with clouds on the board, which may move between the loads."""
    war = sky("BR20 1 D5/3", phase="bombing", objectives="D5", clouds=clouds)
    odds = war.odds("IT", "bomb", "BR20 1")
    hit = at_least(8)
    chances = dict(odds.chances)
    assert chances["miss, then miss"] == (1 - hit) ** 2 and chances["miss, then Objective destroyed"] == (1 - hit) * hit
    assert chances["Objective destroyed, then miss"] + chances["Objective destroyed, then hit on the ruins"] == hit


def test_clouds_that_may_come_between_change_the_odds_of_the_second_load() -> None:
    war = sky("BR20 1 D5/3", phase="bombing", objectives="D5", clouds="C5/3")
    chances = dict(war.odds("IT", "bomb", "BR20 1").chances)
    # A double one (1/36, a miss) brings the cloud in with east (1/6) and level (1/3): then 10 is needed instead of 8.
    comes = Fraction(1, 36) * Fraction(1, 18)
    assert chances["miss, then Objective destroyed"] == (1 - at_least(8) - comes) * at_least(8) + comes * at_least(10)


def test_odds_of_guns_tell_a_kill_from_a_hit() -> None:
    war = sky("CR42 1 D5/2", phase="aa", guns="D5", up="CR42 1")
    assert dict(war.odds("BR", "fire", "CR42 1").chances) == {
        "hit": at_least(6) - at_least(12), "miss": 1 - at_least(6), "shot down": at_least(12),
    }  # fmt: skip


def test_odds_match_the_dice() -> None:
    """Ten thousand sampled shots of several kinds fall as the exact chances say."""
    shots = [
        (dive(clouds="D5/4"), "attack", "BR20 1"),
        (sky("BR20 1 D5/2", phase="bombing", objectives="D5", clouds="C5/2"), "bomb", "BR20 1"),
        (sky("CR42 1 D5/2", phase="aa", guns="D5", up="CR42 1", chits={"CR42 1": "LUCKY"}), "fire", "CR42 1"),
    ]
    for war, verb, target in shots:
        odds = war.odds(None, verb, target)
        assert odds is not None
        size, found = 4000, Counter()
        for seed in range(size):
            copy = war.copy()
            copy.dice, copy.log = Seeded(seed_bytes(seed)), []
            copy.play(verb, target)
            results = [event for event in copy.log if event.result is not None]
            several = len({event.pieces[:1] for event in results}) > 1
            said = [f"{war.setup.names.called('piece', e.pieces[0])}: {e.result}" if several else e.result for e in results]
            found["; ".join(said) if several else ", then ".join(said)] += 1
        for label, chance in odds.chances:
            p = float(chance)
            assert abs(found.pop(label, 0) - size * p) < 4.5 * (size * p * (1 - p)) ** 0.5 + 1, label
        assert not found


def test_odds_average_over_the_chits_a_side_cannot_see() -> None:
    """All eight planes of scenario 1 hold NONE; Britain has seen its own three of twenty and must reckon with the rest."""
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1")
    war.play("to", "D5/3")
    odds = war.odds("BR", "fire", "BR20 1")
    lucky = Fraction(4, 17)
    assert dict(odds.chances)["hit"] == (1 - lucky) * at_least(6) + lucky * at_least(7)
    assert odds.note


@pytest.mark.parametrize(("mark", "lucky"), [("ordinary", Fraction(4, 9)), ("unlucky", Fraction(0))])
def test_odds_use_what_everybody_has_learned(mark: str, lucky: Fraction) -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1")
    setattr(war, mark, 1 << war.setup.names.find("piece", "BR20 1"))
    war.play("to", "D5/3")
    assert dict(war.odds("BR", "fire", "BR20 1").chances)["hit"] == (1 - lucky) * at_least(6) + lucky * at_least(7)


def test_odds_of_a_move_count_unseen_pilots_as_ordinary() -> None:
    """Flying into a fight shows its odds before the click, and they do not depend on a chit nobody has seen."""
    ace, plain = (sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1", chits={"Gladiator 1": chit}) for chit in ("FACE", "NONE"))
    found = ace.odds("IT", "to", "D5/3")
    assert found == plain.odds("IT", "to", "D5/3")
    both_miss = (1 - at_least(7)) * (1 - at_least(8))
    assert dict(found.chances)["CR.42 1: miss; Gladiator 1: miss"] == both_miss
    assert ace.odds("IT", "to", "C4/3") is None, "no die follows"


def test_imagined_chits_follow_the_bag() -> None:
    """Over many imagined worlds an unseen chit is what the unseen part of the bag says, also among planes known to be no aces."""
    war = sky(move="BR20 1", scenario="faith-hope-charity", chits={"Gladiator 1": "LUCKY", "Gladiator 2": "LUCKY"})
    it = [war.setup.names.find("piece", name) for name in ("CR42 1", "CR42 2", "G50 1", "BR20 1", "BR20 2")]
    war.ordinary, war.unlucky = 1 << it[0] | 1 << it[1], 1 << it[1] | 1 << it[2]
    rng, size = random.Random(5), 6000
    worlds = [war.imagine("BR" and 1, rng) for _ in range(size)]
    found = [Counter(CHITS[world.chit[plane]] for world in worlds) for plane in it]
    # What Britain has not seen: 4 FACE, 4 GREEN, 2 LUCKY, 7 NONE. Exact chances by counting deals.
    exact = exact_chances([4, 4, 2, 7], [{"LUCKY", "NONE"}, {"NONE"}, {"FACE", "GREEN", "NONE"}, set(CHITS), set(CHITS)])
    for plane, counts in enumerate(found):
        for chit in CHITS:
            p = float(exact[plane][chit])
            assert abs(counts[chit] - size * p) < 4.5 * (size * p * (1 - p)) ** 0.5 + 1, (plane, chit)


def exact_chances(bag: list[int], allowed: list[set[str]]) -> list[dict[str, Fraction]]:
    """The chance of each chit for each plane if all deals that respect what is known are equally likely; by brute force."""
    totals = [dict.fromkeys(CHITS, 0) for _ in allowed]

    def deal(plane: int, left: list[int], ways: int, held: list[int]) -> None:
        if plane == len(allowed):
            for owner, chit in enumerate(held):
                totals[owner][CHITS[chit]] += ways
            return
        for chit, name in enumerate(CHITS):
            if name in allowed[plane] and left[chit]:
                deal(plane + 1, [n - (i == chit) for i, n in enumerate(left)], ways * left[chit], [*held, chit])

    deal(0, bag, 1, [])
    return [{chit: Fraction(n, sum(total.values())) for chit, n in total.items()} for total in totals]


def test_worlds_agree_with_imagination() -> None:
    """The weights behind the odds are those same exact chances."""
    war = sky("CR42 1 D4/3; Gladiator 1 D5/4", move="CR42 1", scenario="faith-hope-charity")
    war.ordinary = sum(1 << war.setup.names.find("piece", name) for name in ("CR42 1", "CR42 2"))
    war.unlucky = 1 << war.setup.names.find("piece", "G50 1")
    war.play("to", "D5/3")
    target = war.setup.names.find("piece", "CR42 1")
    weights = {CHITS[world.chit[target]]: share for share, world in war.worlds(1, "fire", target)}
    allowed = [{"LUCKY", "NONE"}, {"LUCKY", "NONE"}, {"FACE", "GREEN", "NONE"}, set(CHITS), set(CHITS)]
    assert weights == {chit: p for chit, p in exact_chances([4, 4, 4, 5], allowed)[0].items() if p}


@pytest.mark.parametrize(
    ("pack", "key"),
    [
        ("[chits.bag]\nNONE = 0\nFACE = 0\nGREEN = 0\nLUCKY = 2", "chits.bag"),
        ("[board]\nranks = 6", "board.entry.BR"),
        ("[board]\nobjective_rank = 13", "board.objective_rank"),
        ("[board]\ncolumns = 6\nentry_column = 'G'", "board.entry_column"),
        ("[planes.CR42]\nbomber = true", "planes.CR42.bomb"),
        ("[scenarios.faith-hope-charity.roster.BR]\nGladiator = 0", "roster.BR"),
    ],
)
def test_packs_that_make_no_game_are_refused_by_name(pack: str, key: str) -> None:
    import grandharbour as gh

    with pytest.raises(gh.TablesError, match=key.replace(".", r"\.")):
        GAME.new("faith-hope-charity", tables=pack)


def test_when_nearly_all_chits_are_lucky_the_few_others_are_not_dealt_twice() -> None:
    """Two pilots known to be LUCKY or NONE, and one NONE in the bag: at most one of them has it."""
    pack = "[chits.bag]\nFACE = 0\nGREEN = 0\nLUCKY = 20\nNONE = 1\n"
    planes = GAME.setup("faith-hope-charity").names.lists["piece"]
    war = sky(phase="priority", tables=pack, chits={plane: "LUCKY" for plane in planes if plane != "Gladiator 1"})
    war.ordinary = sum(1 << i for i, plane in enumerate(planes) if plane in ("Gladiator 1", "Gladiator 2"))
    for seed in range(20):
        dealt = [CHITS[chit] for chit in war.imagine(0, random.Random(seed)).chit]
        assert dealt[:5] == ["LUCKY"] * 5 and dealt.count("NONE") <= 1
