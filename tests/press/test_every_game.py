"""What must be true of every game on paper."""

from __future__ import annotations

import re

from grandharbour.press import sheet
from grandharbour.press.letters import legible, signs
from grandharbour.press.paper import COUNTER, PAPERS, mm
from grandharbour.press.roster import Chip

from .conftest import Printed, squeezed

BOX = re.compile(r"(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re W\*? n")


def test_there_is_a_page_for_every_tile_and_both_sides_of_every_sheet(paper_game: Printed) -> None:
    press = paper_game.press
    tiles = press.plan.tiles
    for i, (column, row) in enumerate(tiles):
        assert f"tile {sheet.name(column, row)} of {press.plan.columns} x {press.plan.rows}" in paper_game.text(2 + i)
    sheets = len(press.trays.pages)
    for i in range(sheets):
        front, back = (paper_game.text(paper_game.first_counters + 2 * i + side) for side in (0, 1))
        assert f"Counter sheet {i + 1} of {sheets}, front" in front and f"Counter sheet {i + 1} of {sheets}, back" in back
    assert len(paper_game.reader.pages) > paper_game.first_counters + 2 * sheets + 3


def test_all_pages_have_the_size_of_the_paper(paper_game: Printed) -> None:
    for page in paper_game.reader.pages:
        assert abs(float(min(page.mediabox.width, page.mediabox.height)) - 210 * mm) < 0.01
        assert abs(float(max(page.mediabox.width, page.mediabox.height)) - 297 * mm) < 0.01


def test_every_piece_of_the_scenario_is_a_counter(paper_game: Printed) -> None:
    press = paper_game.press
    names = {name for name in press.setup.names.lists["piece"] if name}
    assert names <= {counter.id for counter in press.roster.counters} | set(press.roster.missing)
    laid = [piece for page in press.trays.pages for piece in page]
    assert len(laid) == len(press.roster.counters) + sum(chip.count for chip in press.roster.chips)
    for i, page in enumerate(press.trays.pages):
        front = squeezed(paper_game.text(paper_game.first_counters + 2 * i))
        for piece in page:
            if not isinstance(piece, Chip):
                assert squeezed(legible(re.sub(r" \((UK|US)\)$", "", piece.front.label))) in front, piece.id


def test_counters_have_their_true_size(paper_game: Printed) -> None:
    """Each counter is clipped to its cell; cells inside a block show the bare edge of a counter."""
    press = paper_game.press
    size = press.plan.counter
    assert 12 * mm <= size <= COUNTER
    for i, page in enumerate(press.trays.pages):
        for back in (0, 1):
            stream = paper_game.stream(paper_game.first_counters + 2 * i + back)
            cells = [tuple(map(float, found)) for found in BOX.findall(stream)]
            assert len(cells) == len(page)
            columns = sorted({round(x, 2) for x, *_ in cells})
            inner = [w for x, _, w, _ in cells if round(x, 2) not in (columns[0], columns[-1])]
            assert all(abs(w - size) < 0.01 for w in inner)


def test_backs_mirror_fronts(paper_game: Printed) -> None:
    press = paper_game.press
    first, size = press.trays.pages[0], press.plan.counter
    streams = [paper_game.stream(paper_game.first_counters + back) for back in (0, 1)]
    fronts, backs = ([tuple(map(float, found)) for found in BOX.findall(stream)] for stream in streams)
    middle = PAPERS["a4"].width / 2
    for front, back, _ in zip(fronts, backs, first, strict=True):
        x, u = front[0] + front[2] / 2, back[0] + back[2] / 2
        assert abs((x + u) / 2 - middle) < size * 0.05 and abs(front[1] - back[1]) < 0.01


def test_the_map_is_printed_to_scale(paper_game: Printed) -> None:
    plan = paper_game.press.plan
    form = next(
        value.get_object()
        for page in paper_game.reader.pages[2:3]
        for value in page["/Resources"]["/XObject"].values()
        if value.get_object()["/Subtype"] == "/Form"
    )
    box = [float(n) for n in form["/BBox"]]
    assert abs(box[2] - plan.board.box[2] * plan.unit) < 0.1 and abs(box[3] - plan.board.box[3] * plan.unit) < 0.1
    assert "/ExtGState" in form["/Resources"]
    stream = paper_game.stream(2)
    lines = re.findall(r"(-?[\d.]+) (-?[\d.]+) m (-?[\d.]+) (-?[\d.]+) l S", stream)
    assert any(abs(float(c) - float(a) - 50 * mm) < 0.01 for a, _, c, _ in lines), "the ruler measures 50 mm"


def test_tiles_cover_the_map_and_overlap(paper_game: Printed) -> None:
    plan = paper_game.press.plan
    (w, h), (room_w, room_h) = plan.size, plan.paper.room
    left, top = plan.corner(0, 0)
    right, bottom = plan.corner(plan.columns - 1, plan.rows - 1)
    assert left <= 0.01 and top <= 0.01 and right + room_w >= w - 0.01 and bottom + room_h >= h - 0.01
    if plan.columns > 1:
        assert abs(plan.corner(0, 0)[0] + room_w - plan.corner(1, 0)[0] - sheet.OVERLAP) < 0.01


def test_all_fonts_are_embedded(paper_game: Printed) -> None:
    seen = set()
    for page in paper_game.reader.pages:
        for font in page["/Resources"]["/Font"].values():
            font = font.get_object()
            seen.add(font["/BaseFont"])
            assert "/FontFile2" in font["/FontDescriptor"].get_object(), font["/BaseFont"]
    assert seen and all("Harbour" in name for name in seen)


def test_every_rule_can_be_found_by_its_number(read_game: Printed) -> None:
    text = read_game.words
    book = read_game.press.game.rulebook
    for rule in book.rules.values():
        assert squeezed(legible(f"{rule.id}{rule.title}")) in text, rule.id


def test_the_contents_name_the_right_pages(paper_game: Printed) -> None:
    for words in ("Charts and tables", "Player aid", "Rulebook", "Rulings"):
        page = re.search(rf"{words}\s*(\d+)", paper_game.text(0))
        assert page and words in paper_game.text(int(page[1]) - 1), words


def test_every_table_is_printed_with_its_source(read_game: Printed) -> None:
    text = read_game.words
    for entry in read_game.press.setup.tables.entries.values():
        assert squeezed(legible(entry.source.rstrip("."))) in text, entry.key


def test_options_and_choices_stand_in_the_aid(read_game: Printed) -> None:
    text = read_game.words
    game = read_game.press.game
    assert all(squeezed(option.title) in text for option in game.options)
    assert all(squeezed(verb.label) in text for verb in game.verbs.values())


def test_no_sign_is_missing_from_the_fonts(paper_game: Printed) -> None:
    game = paper_game.press.game
    for name in ("rulebook.md", "rulings.md", "data/art.svg"):
        text = (game.folder / name).read_text(encoding="utf-8")
        strange = {sign for sign in text if ord(sign) not in signs() and not sign.isspace()}
        assert "?" not in legible("".join(strange)), (name, strange)


def test_it_is_light(paper_game: Printed) -> None:
    assert len(paper_game.pdf) < 10_000_000
