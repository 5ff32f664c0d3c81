"""Every number of a game's tables is read by its rules, its pages or its advisers, or says that it is only told."""

from __future__ import annotations

import ast
import random
import re
from typing import Any

import pytest

import grandharbour as gh

from ..engine.tables import Entry, Tables
from .play import pick, some_options


class Noting(Tables):
    """Tables that note what is read."""

    def __init__(self, entries: dict[str, Entry], pack: str = "") -> None:
        super().__init__(entries, pack)
        self.noted: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.noted.add(key)
        return super().__getitem__(key)

    def entry(self, key: str) -> Entry:
        self.noted.add(key)
        return super().entry(key)

    def under(self, prefix: str) -> list[str]:
        """Who lists names reads which there are."""
        names = super().under(prefix)
        self.noted |= {f"{prefix}.{name}" for name in names}
        return names


class NotingDict(dict[str, Any]):
    """Numbers a setup has copied under their own keys; reading one is reading the table."""

    def __init__(self, values: dict[str, Any], read: set[str]) -> None:
        super().__init__(values)
        self.noted = read

    def __getitem__(self, key: str) -> Any:
        self.noted.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.noted.add(key)
        return super().get(key, default)


def live(name: str, tables: Noting) -> None:
    """Whatever a game does with its numbers: setups, play, views, advice, layers, previews."""
    rules = type(gh.game(name))()
    rules.__dict__["tables"] = tables
    for scenario in rules.scenarios:
        rules.board(rules.setup(scenario))
        for seed in range(4):
            options = some_options(name, seed) if seed else {}
            setup = rules.setup(scenario, options)
            for field, value in vars(setup).items():
                if type(value) is dict and value and value.keys() <= tables.entries.keys():
                    setattr(setup, field, NotingDict(value, tables.noted))
            war = rules.new(scenario, options=options, seed=seed)
            war.log = []
            rng = random.Random(seed)
            kinds: set[type] = set()
            for number in range(1200):
                if war.outcome is not None:
                    break
                decision = rng.choice(war.asked())
                assert war.stack is not None
                if number % 40 == 0 or type(war.stack[0]) not in kinds:
                    kinds.add(type(war.stack[0]))
                    war.view(decision.side)
                    for layer in rules.board(war.setup).overlays:
                        if layer.about is None:
                            rules.overlay(war, decision.side, layer.id)
                    for script in rules.scripts(war, decision.side).values():
                        script.choices()
                    rules.value(war, decision.side)
                if seed % 2 and len(war.asked()) == 1:
                    best = max(rules.ideas(war, decision), key=lambda idea: idea.score)
                    war.play(best.verb, best.target, decision.side)
                else:
                    side, verb, target = pick(war, rng)
                    war.play(verb, target, side)


def named(name: str) -> list[re.Pattern[str]]:
    """The keys that stand in the code of a game, for what chance rarely meets: ``tables[f"achse.{row}.dice"]``, ``setup.given("x")``."""
    keys = []
    for path in sorted(gh.game(name).folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            asked: ast.expr | None = None
            if isinstance(node, ast.Subscript):
                asked = node.slice
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("given", "entry", "under")
            ):
                asked = node.args[0]
            for one in (asked.body, asked.orelse) if isinstance(asked, ast.IfExp) else (asked,):
                parts = one.values if isinstance(one, ast.JoinedStr) else [one]
                first, last = parts[0], parts[-1]
                whole = isinstance(last, ast.Constant) and isinstance(last.value, str) and bool(last.value.strip("."))
                below = len(parts) == 2 and isinstance(first, ast.Constant) and str(first.value).endswith(".")
                if whole or below:
                    key = "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else "[^.]+" for p in parts)
                    own = isinstance(node, ast.Call) and node.func.attr == "given"  # type: ignore[attr-defined]
                    keys.append(re.compile(("scenarios\\.[^.]+\\." if own else "") + key))
    return keys


def test_every_entry_is_read_or_says_that_it_is_a_note(name: str) -> None:
    known = gh.game(name).tables.entries
    tables = Noting(known)
    live(name, tables)
    meant = named(name)
    silent = [
        key
        for key, entry in known.items()
        if key not in tables.noted and not entry.note and not any(pattern.fullmatch(key) for pattern in meant)
    ]
    assert not silent, "nothing reads these: use them, drop them, or mark them with note = true"
    claimed = [key for key, entry in known.items() if key in tables.noted and entry.note]
    assert not claimed, "these are read, though they are marked as notes"


def test_a_pack_cannot_change_what_nothing_reads(name: str) -> None:
    for key, entry in gh.game(name).tables.entries.items():
        if entry.note and isinstance(entry.value, int):
            with pytest.raises(gh.TablesError, match="only told"):
                gh.game(name).tables.with_pack(f"{key} = {entry.value}")
