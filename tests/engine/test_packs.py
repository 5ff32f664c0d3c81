"""Packs that add: names in open sections, options, positions as scenarios; folders and archives; and whatever somebody may send instead."""

from __future__ import annotations

import io
import random
import shutil
import tomllib
import zipfile
from pathlib import Path

import pytest
import tomli_w

import grandharbour as gh
from grandharbour.engine import packs, save
from grandharbour.engine.table import Table
from grandharbour.engine.tables import LARGEST_PACK
from grandharbour.players import Seat

HAL_FAR = Path(__file__).parents[2] / "examples" / "packs" / "hal-far"
UNITS = 'replace = ["units"]\n[units.FD_1]\n[units.BR_1Hamps]\n'


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    return out.getvalue()


def test_the_six_units_of_the_tutorial() -> None:
    text = packs.read_pack(HAL_FAR)
    c3 = gh.game("c3")
    setup = c3.setup(None, {}, text)
    assert setup.scenario == "hal-far" and setup.words.title == "The airfield at Hal Far"
    assert setup.names.lists["piece"] == ("1/I", "2/I", "1 Hamps", "65 LAA", "Sturm", "Ground")
    war = c3.new(tables=text, seed=1)
    assert war.turn == 1 and war.setup.names.of("space", war.at[0]) == "2326", "it begins with the position of the pack"
    assert c3.setup("invasion").tables.printed is c3.tables, "the printed game is as it was"
    assert "hal-far" not in c3.scenarios


def test_a_save_carries_its_pack_and_outlives_it(tmp_path: Path) -> None:
    folder = tmp_path / "hal-far"
    shutil.copytree(HAL_FAR, folder)
    c3 = gh.game("c3")
    table = Table.begin(c3, None, options={"picked": "twice"}, tables=packs.read_pack(folder), seed=5)
    hands = [Seat("greedy", side, random.Random(1)) for side in (0, 1)]
    while table.outcome is None:
        decision = table.war.asked()[0]
        table.play(*hands[decision.side].choose(table.war), decision.side)
    written = save.dumps(table)
    shutil.rmtree(folder)
    again = save.loads(written)
    assert again.outcome == table.outcome and again.war.setup.options["picked"] == "twice"
    assert gh.game("c3").position(table.war.position()).setup.scenario == "hal-far"


def test_options_of_a_pack() -> None:
    c3, text = gh.game("c3"), packs.read_pack(HAL_FAR)
    assert c3.setup(None, {}, text).tables["combat.elite"] == 1
    chosen = c3.setup(None, {"picked": "twice"}, text)
    assert chosen.tables["combat.elite"] == 2 and chosen.options["picked"] == "twice"
    with pytest.raises(gh.UnknownName, match="picked: 'thrice' is none of"):
        c3.setup(None, {"picked": "thrice"}, text)
    with pytest.raises(gh.UnknownName, match="no option 'picked'"):
        c3.setup(None, {"picked": "twice"})


def test_a_position_of_any_game_becomes_a_scenario() -> None:
    for name in gh.games():
        rules = gh.game(name)
        if "scenarios" not in rules.tables.sections:
            continue
        first = next(iter(rules.scenarios))
        war = rules.new(first, seed=3)
        rng = random.Random(3)
        for _ in range(60):
            decision = war.asked()[0]
            verb = rng.choice(list(decision.choices))
            war.play(verb, (decision.choices[verb] & -decision.choices[verb]).bit_length() - 1, decision.side)
            if war.outcome is not None:
                war = rules.new(first, seed=3)
                break
        text = tomli_w.dumps({"scenarios": {"mine": {"like": first, "title": "Mine", "position": packs._bare(war.position())}}})
        mine = rules.new("mine", tables=text, seed=9)
        here, there = war.position(), mine.position()
        assert here[here.rindex("\n[state]\n") :] == there[there.rindex("\n[state]\n") :], name
        assert mine.rolled == 0, "with dice of its own"


@pytest.mark.parametrize(
    ("pack", "said"),
    [
        ("[units.NEW]\nname = 'x'\n", "units.NEW: is new here and lacks title, side"),
        ("[units.NEW]\nlike = 'FX_1'\n", "units.NEW.like: there is no 'FX_1' in units"),
        ("[units.NEW]\nlike = 'FD_1'\ncf = 99\n", "units.NEW: cf: 99 is above 20"),
        ("[units.NEW]\nlike = 'FD_1'\ncombat = 9\n", "units.NEW: there is no 'combat' here"),
        ("[units.'a b']\nlike = 'FD_1'\n", "a name is made of letters"),
        ("units.NEW = 3\n", "units.NEW: expected a table"),
        ("[tec.NEW]\nx = 3\n", "tec.NEW: there is no such value"),
        ("[scenarios.mine]\nlike = 'invasion'\ntitle = 3\n", "scenarios.mine.title: expected a text"),
        ("[scenarios.mine]\nlike = 'invasion'\ntitle = ' '\n", "scenarios.mine.title: is empty"),
        ("[scenarios.mine]\nlike = 'invasion'\nlast = '9'\n", "scenarios.mine.last: '9' is none of"),
        ('remove = ["units.XX_*"]\n', "remove: units.XX_*: there is no 'XX_*' in units"),
        ('remove = ["units.*"]\n', "nothing would be left of units"),
        ('replace = ["units"]\n', "the pack names nothing to put in its place"),
        ("[options.night]\ntitle = 'x'\n", "options.night: values: expected two"),
        ("[options.night.values.a]\n[options.night.values.b]\ncombat.elite = 9\n", "values.b: combat.elite: 9 is above 3"),
        ("[options.gozo.values.a]\n[options.gozo.values.b]\n", "options.gozo: c3 has an option of that name"),
        ("[pack]\nname = 'x'\n", 'pack: write game = "…"'),
        ("[pack]\nname = 'x'\ngame = 'hawks'\n", "this is a pack for 'hawks'"),
        ("[pack]\nname = 'x'\ngame = 'c3'\nneeds = '99'\n", "it needs Grand Harbour 99"),
        ("[pack]\nname = '../x'\ngame = 'c3'\n", "pack.name"),
        ("[pack]\nname = 'x'\ngame = 'c3'\nversion = 'new'\n", "pack.version: expected a version like 1.2"),
        (f"{UNITS}[units.NEW]\nlike = 'FD_1'\n", "two pieces are called '1/I'"),
        (
            f"{UNITS}[units.NEW]\nlike = 'FD_1'\nname = 'N'\nside = 'french'\n",
            "units.NEW: side: 'french' is none of axis, british",
        ),
        ("[scenarios.mine]\nlike = 'invasion'\nposition = 'nonsense'\n", "scenarios.mine.position: not a position text"),
        ("[scenarios.mine]\nlike = 'invasion'\nposition = '''[state]\nat = { Nobody = \"2419\" }'''\n", "Nobody"),
    ],
)
def test_what_does_not_fit_is_said(pack: str, said: str) -> None:
    with pytest.raises(gh.TablesError) as caught:
        rules = gh.game("c3")
        rules.setup(rules.laid(pack).under("scenarios")[-1], {}, pack)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("game", "pack", "said"),
    [
        (
            "kesselring",
            "[scenarios.mine.axis]\nstaging = ['G_99']\n",
            "scenarios.mine.axis.staging: 'G_99' is no name in counters",
        ),
        ("kesselring", "[scenarios.mine.axis]\nforts = ['Rome']\n", "'Rome' is no name in map.places (did you mean Roma?)"),
        ("kesselring", "[scenarios.mine.historical.axis.ground]\nG_HG = 'Rom'\n", "'Rom' is no name in map.places"),
        ("kesselring", "[scenarios.mine.historical.axis.ground]\nG_HH = 'Roma'\n", "'G_HH' is no name in counters"),
        (
            "kesselring",
            "[scenarios.mine]\nlst = 3\n",
            "scenarios.mine.lst: there is no such value (did you mean scenarios.mine.last?)",
        ),
        ("kesselring", "[scenarios.mine]\nfirst = 5\nlast = 3\n", "scenarios.mine.last: turn 3 is before the first, 5"),
        ("convoys", "[scenarios.mine.at]\nGIB = ['Nelson']\n", "'Nelson' is no name in ships or air (did you mean NELSON?)"),
        ("hawks", "[scenarios.mine.roster.IT]\nG51 = 2\n", "'G51' is no name in planes"),
        ("herkules", "[scenarios.mine]\nbunkers = ['valetta']\n", "'valetta' is no name in map.land (did you mean valletta?)"),
        ("c3", "[scenarios.mine]\n[map]\ncapital = ['0101']\n", "map.capital: '0101' is no name in map.hexes"),
    ],
)
def test_a_name_that_nobody_has_is_told(game: str, pack: str, said: str) -> None:
    rules, values = gh.game(game), tomllib.loads(pack)
    values["scenarios"]["mine"]["like"] = next(iter(rules.scenarios))
    with pytest.raises(gh.TablesError) as caught:
        rules.setup("mine", {}, tomli_w.dumps(values))
    assert said in str(caught.value)


@pytest.mark.parametrize("name", list(gh.games()))
def test_what_is_printed_names_what_there_is(name: str) -> None:
    """Each pattern of [names] and [keys] meets something, and nothing printed offends against it."""
    tables = gh.game(name).tables
    assert tables.refers
    for refers in tables.refers:
        known = {one for at in refers.to for one in ((at[1:],) if at[0] == "=" else tables.get(at) or tables.under(at))}
        met = [key for key in tables.entries if refers.fits(key)]
        assert met and not {word for key in met for word in refers.words(tables[key])} - known, refers.pattern


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (
            "game = 'c3'\nname = 'x'\nversion = 1\n",
            'units.zip/pack.toml: pack.version: expected a text in quotes, like version = "…"',
        ),
        ("game = 'c3'\nname = 'x'\nauthors = 'me'\n", "pack.authors: there is no such word here; there are name, game"),
        ("game = 'c3'\n", 'units.zip/pack.toml: pack: write name = "…"'),
        ("game = 'C3'\nname = 'x'\n", "units.zip/pack.toml: pack.game: there is no game 'C3'"),
    ],
)
def test_a_manifest_is_told_in_plain_words(manifest: str, said: str) -> None:
    with pytest.raises(gh.TablesError) as caught:
        packs.game_of(packs.sent_with_origins(zipped({"pack.toml": f"[pack]\n{manifest}".encode()}), "units.zip"))
    assert said in str(caught.value)


def test_what_only_a_game_finds_names_the_file_too() -> None:
    files = {
        "pack.toml": b"[pack]\nname='x'\ngame='kesselring'\n",
        "last.toml": b"[scenarios.mine]\nlike='campaign'\ntitle='M'\nfirst = 5\nlast = 3\n",
    }
    found = packs.sent_with_origins(zipped(files), "mine.zip")
    with pytest.raises(gh.TablesError, match=r"^mine.zip/last.toml: scenarios.mine.last: turn 3"), found.told():
        gh.game("kesselring").setup("mine", {}, found.text)


def test_errors_name_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "hal-far"
    shutil.copytree(HAL_FAR, folder)
    units = folder / "units.toml"
    units.write_text(units.read_text().replace("cf = 3", "cf = 33"), encoding="utf-8")
    with pytest.raises(gh.TablesError, match=r"^hal-far/units.toml: units.STURM: cf: 33 is above 20"):
        packs.lay(gh.game("c3"), folder)
    (folder / "more.toml").write_text("[units.FD_1]\ncf = 3\n[victory]\nhex = 2\n", encoding="utf-8")
    units.write_text("[victory]\nhex = 1\n", encoding="utf-8")
    with pytest.raises(gh.TablesError, match=r"^hal-far/units.toml: victory.hex: stands in hal-far/more.toml already"):
        packs.read_pack(folder)
    (folder / "start.toml").unlink()
    units.unlink()
    with pytest.raises(gh.TablesError, match=r"^hal-far/pack.toml: scenarios.hal-far.position: start.toml is no position"):
        packs.read_pack(folder)
    (folder / "pack.toml").write_text("[pack\n", encoding="utf-8")
    with pytest.raises(gh.TablesError, match=r"^hal-far/pack.toml: not a TOML file"):
        packs.read_pack(folder)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Sturm" =', '"Storm" =', r"\[state\] at: there is no piece 'Storm'"),
        ('"Sturm" = "2226"', '"Sturm" = "2"', r"\[state\] at: there is no space '2'"),
        ('kind = "Day"', 'kind = "Dy"', "there is no step 'Dy'"),
        ("before operations", "before nothing", "phase: 'before nothing' is none of"),
    ],
)
def test_what_is_wrong_with_a_position_names_its_file(tmp_path: Path, old: str, new: str, said: str) -> None:
    folder = tmp_path / "hal-far"
    shutil.copytree(HAL_FAR, folder)
    start = folder / "start.toml"
    start.write_text(start.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    found = packs.origins(folder)
    with (
        pytest.raises(gh.TablesError, match=rf"^hal-far/start.toml: scenarios.hal-far.position: .*{said}") as caught,
        found.told(),
    ):
        gh.game("c3").setup("hal-far", {}, found.text)
    assert "cannot be played" not in str(caught.value) and "line" not in str(caught.value), (
        "the line of another text helps nobody"
    )


def test_a_model_that_is_not_there_is_guessed_among_models() -> None:
    with pytest.raises(gh.TablesError, match=r"there is no 'invason' in scenarios \(did you mean invasion\?\)"):
        gh.game("c3").laid("[scenarios.mine]\nlike = 'invason'\ntitle = 'M'\nblurb = ''\n")


def test_an_archive_is_the_folder() -> None:
    made = packs.archive(HAL_FAR)
    assert made == packs.archive(HAL_FAR), "the same bytes"
    assert packs.text_of(made) == packs.read_pack(HAL_FAR)


MANIFEST = b"[pack]\nname = 'x'\ngame = 'c3'\n"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.toml": b""}, "there is no pack.toml"),
        ({"../pack.toml": MANIFEST}, "lies in one folder and nowhere else"),
        ({"/pack.toml": MANIFEST}, "lies in one folder and nowhere else"),
        ({"a/b/pack.toml": MANIFEST}, "lies in one folder and nowhere else"),
        ({"pack.toml": MANIFEST, "run.py": b"1"}, "a pack is made of .toml files"),
        ({"pack.toml": MANIFEST, "art.svg": b"<svg/>"}, "a pack is made of .toml files"),
        ({"a/pack.toml": MANIFEST, "b/pack.toml": MANIFEST}, "is there twice"),
        ({"pack.toml": b"#" * 30_000_000}, "too large when unpacked"),
        (
            {"pack.toml": MANIFEST, "a.toml": b"#" * 190_000, "b.toml": b"#" * 190_000, "c.toml": b"#" * 190_000},
            "too large when unpacked",
        ),
        ({f"{n}.toml": b"" for n in range(50)}, "files; 40 are the most"),
        ({"pack.toml": b"\xff\xfe"}, "not a text in UTF-8"),
        ({"pack.toml": MANIFEST + b".".join([b"a"] * 9000) + b" = 1"}, "not a TOML file"),
        ({"pack.toml": MANIFEST, "a.toml": b"x = " + b"[" * 90_000}, "not a TOML file"),
    ],
)
def test_bombs_are_refused_quickly(files: dict[str, bytes], said: str) -> None:
    with pytest.raises(gh.TablesError, match=said):
        packs.text_of(zipped(files))


def test_archives_that_lie_or_break() -> None:
    good = zipped({"pack.toml": MANIFEST})
    for cut in (3, 20, len(good) // 2, len(good) - 5):
        with pytest.raises(gh.TablesError, match=r"cannot be read|damaged|there is no"):
            packs.text_of(good[:cut])
    with pytest.raises(gh.TablesError, match="400,000 at the most"):
        packs.text_of(b"PK" + b"x" * 500_000)
    link = zipfile.ZipInfo("pack.toml")
    link.external_attr = 0o120777 << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr(link, "/etc/passwd")
    with pytest.raises(gh.TablesError, match="a pack is made of"):
        packs.text_of(out.getvalue())
    with pytest.raises(gh.TablesError, match=f"{LARGEST_PACK:,} are the most"):
        gh.game("c3").tables.with_pack("#" * (LARGEST_PACK + 1))
