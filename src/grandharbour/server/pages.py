"""What never changes while the server runs: the shelf, rulebooks, boards and the browser client."""

from __future__ import annotations

import mimetypes
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from fastapi import Response
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from ..engine import shapes
from ..engine.game import Game, Setup, UnknownName, games
from ..engine.lesson import lesson
from ..engine.view import Board
from . import computer, wire
from .problems import Problem, detail

STATIC = Path(__file__).parent.parent / "static"
DRAWN = "data:image/svg+xml,"
"""How a map begins that travels with its board."""
FOREVER = "public, max-age=31536000, immutable"

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Grand Harbour</title>
<h1>Grand Harbour</h1>
<p>The table server is running, but the browser client has not been built. Build it once with</p>
<pre>cd web &amp;&amp; npm ci &amp;&amp; npm run build</pre>
<p>or install the package, which builds it: <code>pip install .</code> Then load this page again.</p>
<p>The interface for programs is at <a href="/openapi.json">/openapi.json</a>.</p>
</html>
"""


@cache
def shelf() -> list[wire.GameCard]:
    """All games of the shelf, and any other that is installed."""
    path = Path(__file__).parent.parent / "games" / "shelf.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["game"]
    installed = dict(games())
    cards = []
    for words in listed:
        game = installed.pop(words["id"], None)
        cards.append(_card(game) if game else shapes.convert(words, wire.GameCard))
    return cards + [_card(game) for game in installed.values()]


def _card(game: Game) -> wire.GameCard:
    card = wire.game_card(game, computer.known(game))
    card.lesson = lesson(game) is not None
    card.calculator = game.calculator() is not None
    return card


# --- rulebooks


def _link_rules(rules: re.Pattern[str]) -> Any:
    """Make a link of every rule number in running text."""

    def link(state: StateCore) -> None:
        for block in state.tokens:
            if block.type != "inline" or not block.children:
                continue
            children: list[Token] = []
            inside = 0
            for token in block.children:
                inside += (token.type == "link_open") - (token.type == "link_close")
                if token.type != "text" or inside:
                    children.append(token)
                    continue
                for n, part in enumerate(rules.split(token.content)):
                    text = Token("text", "", 0, content=part)
                    if n % 2:
                        opened = Token("link_open", "a", 1, attrs={"href": f"#rule={part}"})
                        children += [opened, text, Token("link_close", "a", -1)]
                    elif part:
                        children.append(text)
            block.children = children

    return link


@cache
def rulebook(game: Game) -> wire.RulebookText:
    """A rulebook as HTML. Raw HTML in the source stays text."""
    book = game.rulebook
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    ids = "|".join(re.escape(id) for id in sorted(book.rules, key=len, reverse=True))
    if ids:
        markdown.core.ruler.push("rules", _link_rules(re.compile(rf"(?<![\w.-])({ids})(?![\w-]|\.\d)")))
    return wire.RulebookText(
        game.id,
        book.title,
        markdown.render(book.intro),
        [
            wire.Chapter(title, [wire.RuleText(rule.id, rule.title, markdown.render(rule.text)) for rule in rules])
            for title, rules in book.chapters().items()
        ],
    )


# --- boards


def check_scenario(game: Game, scenario: str) -> None:
    if scenario not in game.scenarios:
        raise Problem("unknown-scenario", detail("no-scenario", game=game.id, scenario=scenario, known=", ".join(game.scenarios)))


def setup(game: Game, scenario: str | None, options: dict[str, bool | str], pack: str = "") -> Setup:
    if scenario and not pack:
        check_scenario(game, scenario)
    try:
        return game.setup(scenario, options, pack)
    except UnknownName as error:
        raise Problem.said("bad-option", error) from None


def board(made: Setup) -> Board:
    """The board of a setup; a map that is drawn from its tables travels with it."""
    board, drawn = made.game.board(made), made.game.drawn(made)
    return msgspec.structs.replace(board, art=DRAWN + quote(drawn)) if drawn else board


def art(game: Game) -> Path:
    path = game.folder / "data" / "art.svg"
    if not path.is_file():
        raise Problem("not-found", detail("no-map", game=game.id))
    return path


# --- the browser client


def client_file(folder: Path, name: str) -> Response:
    """A file of the built client; nothing outside its folder, nothing hidden."""
    try:
        path = (folder / name).resolve()
        inside = path.is_relative_to(folder.resolve()) and not any(part.startswith(".") for part in Path(name).parts)
        there = inside and path.is_file()
    except (OSError, ValueError):  # a name no file can have
        there = False
    if not there:
        raise Problem("not-found", detail("no-page", page=name))
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    keep = FOREVER if name.startswith("assets/") else "no-cache"
    return Response(path.read_bytes(), media_type=kind, headers={"Cache-Control": keep})


def index(folder: Path, status: int = 200) -> Response:
    path = folder / "index.html"
    text = path.read_text(encoding="utf-8") if path.is_file() else NOT_BUILT
    return Response(text, status, media_type="text/html", headers={"Cache-Control": "no-cache"})
