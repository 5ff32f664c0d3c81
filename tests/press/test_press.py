"""The printing itself: the same bytes every time, clear refusals, and the drawing of outlines."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("reportlab")

from grandharbour.cli import main
from grandharbour.engine.game import UnknownName, game
from grandharbour.engine.view import Board, BoardSpace
from grandharbour.press import CannotPrint, print_and_play, sheet
from grandharbour.press.paper import COUNTER, PAPERS, mm
from grandharbour.press.pen import circle, outline, times, turn
from grandharbour.press.roster import roster
from grandharbour.press.svg import Art, movement, plain

PRINT = "import hashlib; from grandharbour.engine.game import game; from grandharbour.press import print_and_play; "
PART = ("map", "counters", "aid")


def test_another_process_makes_the_same_bytes() -> None:
    here = hashlib.sha256(print_and_play(game("hawks"), paper="letter", what=PART)).hexdigest()
    code = PRINT + f"print(hashlib.sha256(print_and_play(game('hawks'), paper='letter', what={PART})).hexdigest())"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "77"}, timeout=300
    )
    assert run.stdout.strip() == here, run.stderr


def test_parts_can_be_chosen() -> None:
    pypdf = pytest.importorskip("pypdf")
    import io

    pages = pypdf.PdfReader(io.BytesIO(print_and_play(game("hawks"), what=("counters",)))).pages
    assert len(pages) == 3 and "Counter sheet" in pages[1].extract_text()


@pytest.mark.parametrize(("paper", "part", "scenario"), [("a5", "map", None), ("a4", "box", None), ("a4", "map", "waterloo")])
def test_what_does_not_exist_is_refused_by_name(paper: str, part: str, scenario: str | None) -> None:
    with pytest.raises(UnknownName, match=r"a5|box|waterloo"):
        print_and_play(game("hawks"), scenario, paper, (part,))


def without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "reportlab" or name.startswith(("reportlab.", "grandharbour.press."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "reportlab", None)


def test_a_missing_library_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    without_the_library(monkeypatch)
    with pytest.raises(CannotPrint, match="grandharbour\\[print\\]"):
        print_and_play(game("hawks"))
    monkeypatch.setattr(sys, "argv", ["harbour", "print", "hawks", "--out", str(tmp_path / "x.pdf")])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err.strip()
    assert ended.value.code == 2 and len(said.splitlines()) == 1 and "grandharbour[print]" in said
    assert not (tmp_path / "x.pdf").exists()


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hawks.pdf"
    command = [sys.executable, "-c", "from grandharbour.cli import main; main()", "print", "hawks", "--what", "counters", "--out"]
    run = subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert path.read_bytes().startswith(b"%PDF-") and "100 %" in run.stdout


# --- what lies in the box


def test_reduced_sides_are_found_for_all_that_have_one() -> None:
    kesselring = game("kesselring")
    setup = kesselring.setup()
    found = {counter.id: counter for counter in roster(kesselring, setup).counters}
    for counter in setup.tables.under("counters"):
        unit = setup.tables[f"counters.{counter}"]
        printed = found.get(unit["name"])
        if printed and unit["kind"] == "ground":
            assert printed.front.values[0] == str(unit["full"]), unit["name"]
            assert (printed.back.values[0] if printed.back else "0") == str(unit["reduced"]), unit["name"]


def test_numbers_that_change_with_the_game_are_not_printed() -> None:
    convoys = game("convoys")
    found = {counter.id: counter for counter in roster(convoys, convoys.setup()).counters}
    assert found["Group A"].front.values == () and found["Eagle"].front.values == ("2",)


def test_markers_of_hawks_turn_over() -> None:
    hawks = game("hawks")
    chips = {chip.kind: chip for chip in roster(hawks, hawks.setup("raid-over-malta")).chips}
    assert chips["objective"].back == "Destroyed" and chips["objective"].count == 6
    assert {"cloud", "aa", "hit", "fired", "lucky"} <= set(chips)


# --- the map


def test_a_hex_has_room_for_a_counter() -> None:
    corners = tuple((50 * math.cos(math.radians(60 * i + 30)), 50 * math.sin(math.radians(60 * i + 30))) for i in range(6))
    spaces = tuple(BoardSpace(str(n), 0, 0, shape=corners) for n in range(9))
    plan = sheet.plan(Board("hexes", (0, 0, 1000, 1000), "", spaces), PAPERS["a4"])
    assert plan.counter == COUNTER
    hexagon = 2 * 50 * math.cos(math.radians(30)) * plan.unit
    assert hexagon * 0.732 >= COUNTER, "a square of 0.732 times the width of a hex fits inside it"


def test_a_huge_map_is_made_smaller_and_its_counters_with_it() -> None:
    spaces = tuple(BoardSpace(str(n), 0, 0, 30, 30) for n in range(9))
    plan = sheet.plan(Board("points", (0, 0, 4000, 3000), "", spaces), PAPERS["letter"])
    assert len(plan.tiles) <= sheet.MOST_TILES and 12 * mm <= plan.counter < COUNTER


# --- outlines


def test_arcs_become_curves_on_the_circle() -> None:
    for kind, numbers in outline(circle(10, 20, 5)):
        if kind != "Z":
            assert abs(math.hypot(numbers[-2] - 10, numbers[-1] - 20) - 5) < 1e-9
    half = outline("M0 0A5 5 0 0 1 10 0")
    assert all(y <= 1e-9 for _, numbers in half for y in numbers[1::2]), "sweep 1 goes over the top"


def test_short_forms_of_paths() -> None:
    assert outline("M0 0 10 0 10 10z") == outline("M0 0L10 0L10 10Z")
    assert outline("m1-2.5.5.5")[1] == ("L", (1.5, -2.0))
    smooth = outline("M0 0C0 1 1 2 2 2S4 1 4 0")
    assert smooth[2] == ("C", (3.0, 2.0, 4.0, 1.0, 4.0, 0.0))


def test_transforms_are_taken_in_order() -> None:
    matrix = movement("translate(10 20)rotate(90)scale(2)")
    a, b, c, d, e, f = matrix
    assert (round(a * 3 + c * 0 + e, 9), round(b * 3 + d * 0 + f, 9)) == (10, 26)
    assert times(turn(180, 50, 50), (1, 0, 0, 1, 0, 0))[4:] == pytest.approx((100, 100))


def test_art_that_cannot_be_printed_is_refused(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    from grandharbour.press.pen import Pen

    path = tmp_path / "art.svg"
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image/></svg>')
    with pytest.raises(ValueError, match="image"):
        Art(path.read_text(encoding="utf-8")).draw(Pen(Canvas(str(tmp_path / "x.pdf")), (1, 0, 0, -1, 0, 9)))
    assert plain("var(--a, var(--b, #fff))") == "#fff"
