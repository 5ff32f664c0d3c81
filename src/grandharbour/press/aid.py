"""The player aid: the turn, the choices with their rules, terrain, prices, results and options, from the game's own words."""

from __future__ import annotations

import re

from reportlab.platypus import CondPageBreak

from ..engine.game import Game, Setup
from .charts import charts
from .paper import mm
from .roster import Roster
from .text import Flow, Heading, Prose, gap, grid, para, plain

COSTLY = ("cost:", "result:")


def aid(game: Game, setup: Setup, roster: Roster, prose: Prose, width: float) -> Flow:
    """Everything a player looks up during the game."""
    parts = [
        ("sequence", "Sequence of play", _sequence(game, prose)),
        ("asked", "What is decided when", _phases(game, roster, prose, width)),
        ("choices", "Choices", _choices(game, prose, width)),
        ("terrain", "Terrain", _terrain(setup, width)),
        ("prices", "Prices and results", _legend(game, setup, width)),
        ("marks", "Marks on counters", _marks(roster, width)),
        ("options", "Options", _options(game, setup, prose, width)),
    ]
    flow: Flow = []
    for key, title, body in parts:
        if body:
            flow += [CondPageBreak(35 * mm), Heading(plain(title), "section", f"aid-{key}", 1, title), *body, gap()]
    return flow


def _sequence(game: Game, prose: Prose) -> Flow:
    """The chapter of the rulebook that tells the order of a turn, as a list of its rules."""
    chapters = game.rulebook.chapters()
    titles = [t for t in chapters if re.search(r"sequence|order of play", t, re.I)]
    titles = titles or [t for t in chapters if re.search(r"\bturn\b", t, re.I)]
    return [
        para(f"{prose.link(rule.id)} <b>{plain(rule.title)}</b> {prose.link(_first(rule.text))}", "item", "•")
        for title in titles[:1]
        for rule in chapters[title]
    ]


def _first(text: str) -> str:
    """The first sentence of a rule, without marks of emphasis; nothing of a list or a table."""
    line = re.sub(r"[*_`]", "", text.strip().split("\n")[0])
    sentence = re.match(r".{20,}?[.;:](?=\s|$)", line)
    return "" if line.startswith(("|", "-")) else sentence[0] if sentence else line


def _phases(game: Game, roster: Roster, prose: Prose, width: float) -> Flow:
    rows = [["Phase", "Who", "Choices"]]
    shorts = {side.id: side.short for side in game.sides}
    for phase in roster.phases:
        who = [side.short for side in game.sides if any(side.id in sides for sides in phase.verbs.values())]
        said = []
        for name in game.verbs:
            sides = phase.verbs.get(name)
            if sides:
                only = f" ({plain(', '.join(shorts[s] for s in sorted(sides)))})" if len(sides) < len(who) else ""
                said.append(f"{plain(game.verbs[name].label)}{only} {prose.link(f'[{game.verbs[name].rule}]')}")
        rows.append([f"<b>{plain(phase.name)}</b>", plain(", ".join(who)), "; ".join(said)])
    return [grid(rows, width)] if len(rows) > 1 else []


def _choices(game: Game, prose: Prose, width: float) -> Flow:
    kinds = {"nothing": "", "piece": "a piece", "space": "a space", "number": "a number", "lot": "a group"}
    rows = [["Choice", "Takes", "Dice", "Rule", "What it does"]]
    for verb in game.verbs.values():
        title = game.rulebook.rules[verb.rule].title if verb.rule in game.rulebook.rules else ""
        rows.append(
            [
                f"<b>{plain(verb.label)}</b>",
                kinds.get(verb.kind, verb.kind),
                "yes" if verb.dice else "",
                prose.link(verb.rule),
                plain(verb.help or title),
            ]
        )
    return [grid(rows, width)]


def _terrain(setup: Setup, width: float) -> Flow:
    return [part for chart in charts(setup.tables, width, width, only=r"^(tec|terrain)") for part in chart.flow]


def _legend(game: Game, setup: Setup, width: float) -> Flow:
    flow: Flow = []
    for prefix, head in zip(COSTLY, ("What it costs", "What it means"), strict=True):
        rows = [["", head]]
        for entry in game.board(setup).legend:
            if entry.symbol.startswith(prefix):
                name, colon, rest = entry.label.partition(": ")
                code = entry.symbol.removeprefix(prefix)
                rows.append([f"<b>{plain(name if colon else code)}</b>", plain(rest if colon else entry.label)])
        if len(rows) > 1:
            flow += [grid(rows, width, natural=True), gap()]
    return flow


def _marks(roster: Roster, width: float) -> Flow:
    rows = [["Mark", "What it says"]]
    for mark in roster.marks:
        name, colon, rest = mark.label.partition(":")
        rows.append([f"<b>{plain(name)}</b>", plain(rest.strip() if colon else "")])
    return [grid(rows, width, natural=True)] if len(rows) > 1 else []


def _options(game: Game, setup: Setup, prose: Prose, width: float) -> Flow:
    rows = [["Option", "Values, the usual one in bold", "Rule", "What it is"]]
    for option in game.options:
        values = "; ".join(
            f"<b>{plain(label)}</b>" if value == option.default else plain(label) for value, label in option.values
        )
        rows.append([f"<b>{plain(option.title)}</b>", values, prose.link(option.rule), plain(option.help)])
    return [grid(rows, width)] if len(rows) > 1 else []
