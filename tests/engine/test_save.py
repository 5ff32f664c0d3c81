"""Saved games: what is refused, where it says the fault lies, and that nothing is ever lost."""

from __future__ import annotations

import hashlib
import json
import os
import resource
from pathlib import Path

import pytest

import grandharbour as gh
from grandharbour.engine import save
from tests.play import play_table


def played(seed: int = 4, limit: int = 90, **options: bool | str) -> gh.Table:
    """A table some way into a game."""
    table = gh.Table.begin(gh.game("hawks"), "faith-hope-charity", options=options, seed=seed)
    play_table(table, seed, limit)
    return table


@pytest.fixture(scope="module")
def text() -> str:
    return save.dumps(played(5))


def sealed(lines: list[str]) -> str:
    """Lines of a save with a closing line that fits them."""
    body = "\n".join(lines) + "\n"
    choices = sum(line.startswith("[") for line in lines[1:])
    return body + json.dumps({"end": choices, "sum": hashlib.sha256(body.encode()).hexdigest()[:32]}) + "\n"


def changed(text: str, **values: object) -> str:
    """The save with other values in its header, and a checksum that fits."""
    first, *rest = text.splitlines()[:-1]
    return sealed([json.dumps({**json.loads(first), **values}), *rest])


def broken(text: str) -> save.SaveError:
    with pytest.raises(gh.SaveError) as caught:
        save.loads(text)
    assert str(caught.value)
    return caught.value


# --- what a save holds


def test_a_save_is_lines_a_person_can_read(text: str) -> None:
    first, second, *_, last = text.splitlines()
    header = json.loads(first)
    assert header["game"] == "hawks" and header["commitment"] and len(header["seed"]) == 64
    assert json.loads(second)[0] == "IT" and json.loads(second)[1] == "objective"
    assert json.loads(last)["end"] == sum(line.startswith("[") for line in text.splitlines())
    notes = [json.loads(line) for line in text.splitlines() if line.startswith('{"turn"')]
    assert notes and {"turn", "choice", "rolled", "drawn", "digest"} <= set(notes[0])
    assert sum("position" in note for note in notes) <= 2


def test_a_finished_and_a_resigned_game(tmp_path: Path) -> None:
    table = played(6, 10_000)
    assert table.outcome is not None and save.loads(save.dumps(table)).outcome == table.outcome
    table = played(6, 30)
    table.resign("BR")
    again = save.loads(save.dumps(table))
    assert again.outcome == table.outcome and again.resigned == 1 and save.dumps(again) == save.dumps(table)


def test_a_game_from_a_position_with_options_and_a_pack() -> None:
    pack = "[victory]\nmax_turns = 5\n"
    table = gh.Table.begin(gh.game("hawks"), "raid-over-malta", options={"lucky": "ask"}, tables=pack, seed=8)
    play_table(table, 8, 80)
    start = table.war.position()
    table = gh.Table(gh.game("hawks").position(start, seed=9), start)
    play_table(table, 9, 20)
    again = save.loads(save.dumps(table))
    assert save.dumps(again) == save.dumps(table) and again.war.key() == table.war.key() and again.start == start
    assert again.war.setup.options["lucky"] == "ask" and again.war.setup.max_turns == 5


def test_scripted_dice_cannot_be_saved() -> None:
    table = played(5)
    table.war.script(3)
    with pytest.raises(gh.SaveError, match="scripted"):
        save.dumps(table)


# --- what is refused


@pytest.mark.parametrize(
    "foreign", ["", "\n", "hello", "[]", "{}", "3", "null", '{"turn": 1}', "\x00\x01", "[" * 100_000, '{"grandharbour": "x"}']
)
def test_foreign_files(foreign: str) -> None:
    error = broken(foreign)
    assert error.line == 1


def test_a_file_cut_short_at_every_line(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for count in range(1, len(lines)):
        error = broken("".join(lines[:count]))
        assert "cut short" in error.reason, count


def test_a_file_cut_in_the_middle_of_every_line(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for count in range(1, len(lines)):
        error = broken("".join(lines[:count]) + lines[count][: len(lines[count]) // 2])
        assert error.line == count + 1 and "breaks off" in error.reason
    assert "no header" in broken(lines[0][:50]).reason


def test_a_missing_last_newline_loses_nothing(text: str) -> None:
    assert save.dumps(save.loads(text.rstrip("\n"))) == text


def test_a_damaged_line_is_named(text: str) -> None:
    lines = text.splitlines()
    for number in range(1, len(lines) - 1):
        bad = [*lines]
        bad[number] = bad[number][:-1] + "#"
        error = broken("\n".join(bad) + "\n")
        assert error.line == number + 1 and "damaged" in error.reason


def test_any_changed_character_is_noticed(text: str) -> None:
    """One character in every line but the last, changed so that the line still reads: the checksum tells."""
    lines = text.splitlines()
    for number, line in enumerate(lines[:-1]):
        spot = next(i for i, c in enumerate(line) if c.isalpha())
        bad = [*lines]
        bad[number] = line[:spot] + ("x" if line[spot] != "x" else "y") + line[spot + 1 :]
        broken("\n".join(bad) + "\n")


def test_something_after_the_end(text: str) -> None:
    assert "after the closing line" in broken(text + '["IT","halt",null]\n').reason


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"grandharbour": 3}, "newer version (format 3)"),
        ({"grandharbour": "1"}, "newer version"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"scenario": "pedestal"}, "no scenario 'pedestal'"),
        ({"options": {"nonsense": True}}, "no option 'nonsense'"),
        ({"options": {"lucky": "often"}}, "lucky"),
        ({"options": 3}, "the header is damaged"),
        ({"tables": "fire.hits_on = [1]"}, "fire.hits_on"),
        ({"tables": "[chits.bag]\nNONE = 0\nFACE = 0\nGREEN = 0\nLUCKY = 0"}, "chits.bag"),
        ({"start": "nonsense"}, "position"),
        ({"seed": "00" * 32}, "does not match the commitment"),
        ({"commitment": "00" * 32}, "does not match the commitment"),
        ({"seed": "xyz"}, "64 hex digits"),
        ({"seed": None}, "still sealed"),
        ({"surprise": 1}, "the header is damaged"),
        ({"record": "IT"}, "a seat's record"),
    ],
)
def test_headers_that_do_not_fit(text: str, values: dict[str, object], reason: str) -> None:
    error = broken(changed(text, **values))
    assert error.line == 1 and reason in error.reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('["IT","objective"]', "not a choice"), ("[1,2,3]", "not a choice"), ("3", "neither a choice nor a note"), ('{"x":1}', "unknown kind of note"),
        ('["IT","objective",["D5"]]', "nothing to choose"), ('["IT","objective",{"a":1}]', "nothing to choose"), ('["IT","objective",1.5]', "nothing to choose"),
        ('["IT","objective",true]', "nothing to choose"), ('["XX","objective","D5"]', "no side 'XX'"), ('["BR","objective","D5"]', "owes no decision"),
        ('["IT","dance","D5"]', "no choice called 'dance'"), ('["IT","objective","Z9"]', "no space called 'Z9'"),
        ('["IT","objective","D4"]', "HM-SETUP.3"), ('["IT","objective",null]', "needs a target"), ("[" * 100_000, "damaged"),
    ],
)  # fmt: skip
def test_a_changed_choice_is_named_by_line_and_number(text: str, line: str, reason: str) -> None:
    """The checksum fits, so somebody has edited the file by hand: replay finds the spot."""
    lines = text.splitlines()[:-1]
    lines[1] = line
    error = broken(sealed(lines))
    assert error.line == 2 and reason in str(error)
    assert error.choice in (0, 1)


def test_a_legal_but_other_choice_is_found_at_the_next_turn(text: str) -> None:
    lines = text.splitlines()[:-1]
    number = next(i for i, line in enumerate(lines) if '"at"' in line)
    side, verb, target = json.loads(lines[number])
    lines[number] = json.dumps([side, verb, "A1/1" if target != "A1/1" else "B1/2"])
    error = broken(sealed(lines))
    assert error.choice > 0 and ("start of turn" in error.reason or "[" in error.reason)
    assert error.position.startswith("format = 1"), "the last whole position is there to play on from"
    assert gh.game("hawks").position(error.position).turn > 0


def test_other_rules_are_mentioned(text: str) -> None:
    lines = changed(text, rules="0" * 24).splitlines()[:-1]
    assert save.loads(sealed(lines)).choices, "a save under other rules may still replay"
    lines[1] = '["IT","objective","D4"]'
    assert "other rules" in broken(sealed(lines)).reason


def some_of(name: str, limit: int) -> gh.Table:
    table = gh.Table.begin(gh.game(name), seed=5)
    play_table(table, 5, limit)
    return table


def test_forced_answers_are_checked() -> None:
    """What the table answers by itself stands in the file too; it may be neither missing nor another."""
    table = next(table for limit in range(20, 400) if (table := some_of("kesselring", limit)).choices[-1].auto)
    lines = save.dumps(table).splitlines()[:-1]
    last = max(i for i, line in enumerate(lines) if line.startswith("["))
    side, verb, _ = json.loads(lines[last])
    error = broken(sealed(lines[:last] + lines[last + 1 :]))
    assert error.choice == len(table.choices) and "missing" in error.reason
    error = broken(sealed([*lines[:last], json.dumps([side, verb, "nobody"]), *lines[last + 1 :]]))
    assert error.choice == len(table.choices) and "only one answer was possible" in error.reason


def test_a_wrong_count(text: str) -> None:
    lines = text.splitlines()
    bad = [*lines[:-1], json.dumps({**json.loads(lines[-1]), "end": 7})]
    assert "should hold 7 choices" in broken("\n".join(bad) + "\n").reason


def test_far_too_large(tmp_path: Path, text: str) -> None:
    assert "no save is larger" in broken(text + "\n" * save.LARGEST).reason
    path = tmp_path / "big.save"
    with path.open("wb") as file:
        file.truncate(5 * save.LARGEST)
    with pytest.raises(gh.SaveError, match="too large"):
        save.read(path)


def test_binary_files(tmp_path: Path) -> None:
    path = tmp_path / "picture.save"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(gh.SaveError, match="not a text file"):
        save.read(path)


# --- writing


def test_writing_and_reading(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.save"
    table = save.loads(text)
    save.write(path, table)
    assert path.read_text() == text
    play_table(table, 1, len(table.choices) + 5)
    save.write(path, table)
    assert save.dumps(save.read(path)) == save.dumps(table) and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"my diary", b"", bytes(range(256)), b'{"grandharbour": 1}'])
def test_a_file_that_is_no_save_is_not_overwritten(tmp_path: Path, text: str, content: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(gh.SaveError, match=r"diary\.txt exists and is not a whole save"):
        save.write(path, save.loads(text))
    assert path.read_bytes() == content


def test_a_damaged_or_newer_save_is_not_overwritten(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.save"
    for content in (text[: len(text) // 2], changed(text, grandharbour=9)):
        path.write_text(content)
        with pytest.raises(gh.SaveError):
            save.write(path, save.loads(text))
        assert path.read_text() == content


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, text: str) -> None:
    """The operating system refuses to write more than a few bytes, as a full disk or a quota would."""
    path = tmp_path / "game.save"
    path.write_text(text)
    table = save.loads(text)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(OSError):
            save.write(path, table)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_text() == text and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("call", ["replace", "fsync"])
def test_a_failing_disk_leaves_the_old_file(tmp_path: Path, text: str, call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.save"
    path.write_text(text)
    table = save.loads(text)

    def fail(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError, match="No space"):
        save.write(path, table)
    monkeypatch.undo()
    assert path.read_text() == text and list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there(tmp_path: Path, text: str) -> None:
    with pytest.raises(OSError):
        save.write(tmp_path / "nowhere" / "game.save", save.loads(text))


# --- under other rules


def older(text: str, *changes: tuple[str, str]) -> str:
    """A save as another version may have left it."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return changed(sealed(text.splitlines()[:-1]), rules="0" * 24, version="0.0.1")


def astray(text: str, number: int) -> str:
    """The same with a choice that this version forbids."""
    lines = text.splitlines()[:-1]
    places = [i for i, line in enumerate(lines) if i and line.startswith("[")]
    lines[places[number - 1]] = '["IT","objective","A1"]'
    return older(sealed(lines))


@pytest.fixture(scope="module")
def long() -> gh.Table:
    return played(5, 150)


def test_every_turn_carries_its_position(long: gh.Table) -> None:
    marks = save.parse(save.dumps(long)).marks.values()
    assert len(marks) > 2 and all(("position" in mark) != ("packed" in mark) for mark in marks)
    assert [save._position(mark) for mark in marks] == [text for _, text in long.snapshots]
    assert sum("position" in mark for mark in marks) == 2, "the last two can be read by everybody"


def test_a_game_astray_goes_on_from_the_last_turn_that_is_kept(long: gh.Table) -> None:
    """The choice that no longer fits lies early; all turns after it are still there."""
    table, lost = save.open_save(astray(save.dumps(long), 3))
    assert lost is not None and lost.choice == 3 and lost.of == len(long.choices) and lost.version == "0.0.1"
    assert len(table.choices) == 2, "as far as it holds"
    on = save.resume(astray(save.dumps(long), 3))
    assert on.war.turn == long.marks[-1].turn and on.war.rolled == long.marks[-1].rolled
    assert on.war.position() == long.snapshots[-1][1]


def test_a_position_that_no_longer_loads_gives_way_to_the_one_before(long: gh.Table) -> None:
    last = long.snapshots[-1][1]
    ruined = older(astray(save.dumps(long), 3), (json.dumps(last, ensure_ascii=False), '"format = 1"'))
    assert save.resume(ruined).war.position() == long.snapshots[-2][1]


def test_without_any_position_the_replay_itself_is_the_last_one(long: gh.Table) -> None:
    lines = [line for line in astray(save.dumps(long), 40).splitlines()[:-1] if not line.startswith('{"turn"')]
    on = save.resume(sealed(lines))
    assert save.open_save(sealed(lines))[0].war.key() == on.war.key()


def test_fields_and_options_of_another_version_are_no_hindrance(long: gh.Table) -> None:
    """A field that is gone, one that is new, an option nobody knows any more: the position is read as far as it goes."""
    text = save.dumps(long)
    assert "ruins = []" in long.snapshots[-1][1]
    changes = [("ruins = []", "phantoms = []"), ("\\nentry = ", "\\nweather = true\\nentry = ")]
    on = save.resume(older(astray(text, 3), *changes))
    assert on.war.turn == long.marks[-1].turn


def test_a_turn_that_begins_otherwise_is_astray_even_if_every_choice_is_legal(long: gh.Table) -> None:
    second = long.marks[1]
    other = (f'"drawn":{second.drawn},"digest":"{second.digest}"', f'"drawn":{second.drawn + 1},"digest":"0"')
    table, lost = save.open_save(older(save.dumps(long), other))
    assert lost is not None and lost.choice == second.choice and len(table.choices) == long.marks[0].choice


def test_the_outcome_is_kept_with_the_record() -> None:
    table = played(5, 100_000)
    assert table.outcome is not None
    _, lost = save.open_save(
        astray(save.dumps(table), 3).rstrip("\n").removesuffix("}")
        + ',"outcome":'
        + json.dumps({"winner": 1, "reason": "time", "rule": "HM-END.2"})
        + "}\n"
    )
    assert lost is not None and lost.outcome is not None and lost.outcome.winner == 1
    assert save.parse(save.dumps(table)).outcome == table.outcome


def test_saves_stay_small() -> None:
    """The longest game there is, with the position of each of its seasons."""
    table = gh.Table.begin(gh.game("convoys"), "campaign1940", seed=3)
    play_table(table, 3)
    text = save.dumps(table)
    assert len(text) < 600_000 and len(table.snapshots) > 5
