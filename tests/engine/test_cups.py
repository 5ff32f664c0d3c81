"""Dice that nobody can choose: links that follow each other, a trail that never turns back, and records that prove what fell."""

from __future__ import annotations

import json
import random
import secrets
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grandharbour as gh
from grandharbour.engine import save
from grandharbour.engine.cups import Mix, WrongLink, agreed, hashed
from grandharbour.engine.dice import Recorded, Seeded, fallen

from ..server.dice import Person, play_random


def table(seed: int = 3) -> gh.Table:
    """A table where people shake."""
    rules = gh.game("hawks")
    setup = rules.setup()
    told = agreed(rules.id, setup.scenario, setup.options, "", "")
    return gh.Table.begin(rules, mix=Mix.of_table(bytes([seed]) * 32, "table1", told))


def seated(seed: int = 3) -> tuple[gh.Table, dict[str, Person]]:
    """Both have brought their cups and shaken once."""
    begun = table(seed)
    people = {"IT": Person("one"), "BR": Person("two")}
    for side, person in people.items():
        begun.shake("cup", side, person.seal)
    for side, person in people.items():
        begun.shake("shake", side, person.next())
    return begun, people


# --- links


def test_a_link_is_the_number_behind_the_last_one() -> None:
    mix = Mix.of_table(bytes(32), "t", "s").with_cup("IT", Person("x").seal)
    person = Person("x")
    first = person.next()
    assert hashed(first) == mix.cups["IT"].last
    mixed = mix.clicked("IT", first)
    assert mixed.trail == hashed(mix.origin, "IT", first) and mixed.cups["IT"].last == first
    assert mixed.clicked("IT", person.next()).trail not in (mixed.trail, mix.trail)


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        (lambda person, other: "", "must carry"),
        (lambda person, other: person.seal, "not the next link"),  # what everybody has seen
        (lambda person, other: person.links[-5], "not the next link"),  # one too far
        (lambda person, other: other.next(peek=True), "not the next link"),  # somebody else's
        (lambda person, other: secrets.token_hex(32), "not the next link"),
        (lambda person, other: person.next(peek=True).upper(), "not the next link"),
        (lambda person, other: person.next(peek=True) + "\n", "not the next link"),
    ],
)
def test_no_other_link_is_taken(link: Any, reason: str) -> None:
    begun, people = seated()
    before = begun.mix
    with pytest.raises(WrongLink, match=reason):
        begun.shake("click", "IT", link(people["IT"], people["BR"]))
    assert begun.mix == before, "what is refused takes nothing from the cup"
    begun.shake("click", "IT", people["IT"].next())


def test_a_link_cannot_be_used_twice() -> None:
    begun, people = seated()
    link = people["IT"].next()
    begun.shake("click", "IT", link)
    with pytest.raises(WrongLink):
        begun.shake("click", "IT", link)


def test_a_cup_that_comes_late_counts_when_another_has_shaken() -> None:
    """Who knows the secret could choose a new cup by what would fall; nobody can choose what another one shakes after it."""
    begun, people = seated()
    new = Person("three")
    trail = begun.mix.trail if begun.mix else ""
    begun.shake("cup", "BR", new.seal)
    assert begun.mix is not None and begun.mix.trail == trail, "a seal is not folded in: it could have been chosen"
    assert begun.mix.cups["BR"].changed == 1 and not begun.mix.wants("BR")
    with pytest.raises(WrongLink, match="no link is wanted"):
        begun.shake("click", "BR", new.next(peek=True))
    begun.shake("click", "IT", people["IT"].next())
    assert not begun.mix.wants("BR"), "a click may be secret: it shows in nothing others are asked for"
    begun.shake("shake", "IT", people["IT"].next())
    assert begun.mix.wants("BR")
    begun.shake("click", "BR", new.next())


def test_without_a_cup() -> None:
    begun, people = seated()
    begun.shake("cup", "BR", "")
    assert begun.mix is not None and "BR" not in begun.mix.cups and begun.mix.wants("IT")
    begun.shake("click", "BR", "")
    with pytest.raises(WrongLink):
        begun.shake("shake", "BR", people["BR"].next())
    with pytest.raises(WrongLink, match="64 hex"):
        begun.shake("cup", "BR", "short")
    with pytest.raises(WrongLink, match="nobody shakes"):
        gh.Table.begin(gh.game("hawks"), seed=1).shake("cup", "IT", people["IT"].seal)


# --- dice


@given(st.binary(min_size=32, max_size=32), st.lists(st.sampled_from(["IT", "BR", "back"]), max_size=12))
def test_every_link_changes_all_dice_to_come(secret: bytes, shakes: list[str]) -> None:
    people = {"IT": Person("a", 20), "BR": Person("b", 20)}
    mix = Mix.of_table(secret, "t", "s")
    for side, person in people.items():
        mix = mix.with_cup(side, person.seal)
    seen = {mix.dice.seed}
    assert mix.dice.seed == secret, "before anybody has shaken the dice are the server's"
    for n, side in enumerate(shakes):
        mix = mix.back(n) if side == "back" else mix.clicked(side, people[side].next())
        assert mix.dice.seed not in seen
        seen.add(mix.dice.seed)
    again = Mix.of_table(secret, "t", "s")
    assert (
        again.origin == mix.origin
        and Mix.of_table(secret, "u", "s").origin != mix.origin != Mix.of_table(secret, "t", "z").origin
    )


@given(st.integers(0, 40), st.integers(1, 9), st.integers(2, 60))
def test_a_record_gives_the_same_dice(draw: int, n: int, of: int) -> None:
    real, lines = Seeded(bytes(32)), []
    lines = [[draw + 1, "dice", *real.hits(draw, n, 4)[1]], [draw + 2, "of", of, real.pick(draw + 1, of, False)]]
    lines += [[draw + 1, "hidden of", of, real.pick(draw, of, True)]]
    told = Recorded([fallen(0, line) for line in lines], Seeded(bytes([1]) * 32))
    assert told.hits(draw, n, 4) == real.hits(draw, n, 4)
    assert told.pick(draw + 1, of, False) == real.pick(draw + 1, of, False) and told.pick(draw, of, True) == real.pick(
        draw, of, True
    )
    assert told.pair(draw + 2) == Seeded(bytes([1]) * 32).pair(draw + 2), "what it does not hold comes from others"
    assert [fallen(0, line).line() for line in lines] == lines


@pytest.mark.parametrize(
    "line",
    [
        [1, "dice"],
        [1, "dice", 7],
        [1, "dice", 0],
        [1, "of", 3, 3],
        [1, "of", 3],
        [1, "x", 2, 1],
        [-1, "dice", 3],
        [1, "dice", True],
    ],
)
def test_lines_that_are_no_draw(line: list[Any]) -> None:
    with pytest.raises(ValueError):
        fallen(0, line)


# --- undo and steps back


def test_an_undo_leaves_the_link_in_the_cup() -> None:
    begun, people = seated()
    begun.shake("click", "IT", people["IT"].next())
    begun.play("objective", "C5", "IT")
    trail = begun.mix.trail if begun.mix else ""
    begun.undo("IT")
    assert begun.mix is not None and begun.mix.trail == trail and begun.war.dice.seed == begun.mix.dice.seed  # type: ignore[attr-defined]
    begun.shake("click", "IT", people["IT"].next())
    begun.play("objective", "D5", "IT")
    assert save.loads(save.dumps(begun)).war.key() == begun.war.key()


def test_what_falls_again_after_a_step_back_falls_anew() -> None:
    begun, people = seated()
    play_random(begun, random.Random(1), people, until=lambda t: sum(one.choice > 0 for one in t.fallen) >= 6)
    choice = begun.fallen[-4].choice
    again = table()
    again.go_back(choice - 1, begun)
    assert again.fallen == [one for one in begun.fallen if one.choice < choice] and again.choices == begun.choices[: choice - 1]
    made, faces, old = begun.choices[choice - 1], [], begun
    side = begun.war.setup.names.of("side", made.side)
    for _ in range(12):  # the same click again and again
        back = table()
        back.go_back(choice - 1, old)
        assert back.mix is not None
        back.shake("click", side, people[side].after(back.mix.cups[side].last))
        back.play(made.verb, made.target, made.side)
        faces.append(tuple(fell.shows for fell in back.fallen if fell.choice >= choice))
        old = back
    assert len(set(faces)) > 1
    assert save.loads(save.dumps(old)).war.key() == old.war.key(), "and all of it can be proven"


# --- the record


def ended(seed: int = 5) -> gh.Table:
    begun, people = seated(seed)
    play_random(begun, random.Random(seed), people)
    assert begun.outcome is not None
    return begun


@pytest.fixture(scope="module")
def whole() -> str:
    return save.dumps(ended())


def spoiled(text: str, line: int, value: Any) -> str:
    """The save with one line changed, and a checksum that fits."""
    lines = text.split("\n")[:-2]
    lines[line] = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    body = "\n".join(lines) + "\n"
    end = json.loads(text.split("\n")[-2])
    return body + json.dumps({**end, "sum": save._sum(body)}, separators=(",", ":")) + "\n"


def test_a_shaken_game_is_saved_and_proven(whole: str) -> None:
    again = save.loads(whole)
    assert save.dumps(again) == whole and again.outcome is not None
    header = json.loads(whole.split("\n")[0])
    assert header["grandharbour"] == 2 and header["table"] == "table1"


def test_verify_names_the_first_thing_that_is_wrong(whole: str) -> None:
    lines = [json.loads(line) for line in whole.split("\n")[:-1]]
    header = lines[0]
    wrong: list[tuple[int, Any, str]] = [
        (0, {**header, "seed": "00" * 32}, "does not match the commitment"),
        (0, {**header, "options": {**header["options"], "surprise": True}}, "what was set up"),
        (0, {**header, "table": "other"}, "draw"),
    ]
    clicks = [n for n, line in enumerate(lines) if isinstance(line, dict) and "click" in line]
    fell = [n for n, line in enumerate(lines) if isinstance(line, dict) and "fell" in line]
    side, link = lines[clicks[4]]["click"]
    wrong += [
        (clicks[4], {"click": [side, "0" * 64]}, "not the next link"),
        (clicks[4], {"click": ["IT" if side == "BR" else "BR", link]}, "not the next"),
    ]
    number, what, *faces = lines[fell[3]]["fell"][0]
    if what == "dice":
        faces[0] = faces[0] % 6 + 1
    else:
        faces[1] = (faces[1] + 1) % faces[0]
    wrong.append((fell[3], {"fell": [[number, what, *faces], *lines[fell[3]]["fell"][1:]]}, f"draw {number}: the record says"))
    for line, value, reason in wrong:
        with pytest.raises(gh.SaveError) as caught:
            save.loads(spoiled(whole, line, value))
        assert reason in caught.value.reason, (reason, caught.value)
        assert line == 0 or caught.value.line == line + 1, "the line is named"


def test_a_link_left_out_is_noticed(whole: str) -> None:
    lines = whole.split("\n")
    gone = next(n for n, line in enumerate(lines) if line.startswith('{"click"'))
    body = "\n".join(lines[:gone] + lines[gone + 1 : -2]) + "\n"
    end = {**json.loads(lines[-2]), "sum": save._sum(body)}
    with pytest.raises(gh.SaveError, match=r"not the next link|draw \d+"):
        save.loads(body + json.dumps(end, separators=(",", ":")) + "\n")


# --- a record without its seed


@pytest.mark.parametrize("clicks", [0, 1, 60])
def test_a_sealed_save_is_played_on_with_other_dice(clicks: int) -> None:
    begun = gh.Table.begin(gh.game("hawks"), seed=4)
    play_random(begun, random.Random(4), {}, until=lambda t: len(t.choices) >= clicks)
    text = save.dumps(begun, sealed=True)
    assert '"seed":null' in text and begun.mix is not None and begun.mix.secret.hex() not in text
    one, two = save.loads(text), save.loads(text)
    assert one.war.key() == begun.war.key() == two.war.key() and one.events == begun.events and one.fallen == begun.fallen
    assert one.mix is not None and two.mix is not None and one.mix.secret != two.mix.secret != begun.mix.secret
    play_random(one, random.Random(4), {})
    assert one.outcome is not None
    told = save.dumps(one)
    assert save.loads(told).war.key() == one.war.key() and json.loads(told.split("\n")[0])["given"] == max(1, clicks)
