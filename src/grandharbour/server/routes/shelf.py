"""The shelf: games, rulebooks, boards, lessons, calculators."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Request, Response

from ...engine import shapes
from ...engine.calculator import BattleOdds, CalculatorInfo
from ...engine.view import Board
from .. import calculating, lessons, orders, pages, wire, workshop
from ..problems import Problem, detail
from ..schema import doc
from ..tables import find_game
from .common import Ours, answer, read

router = APIRouter(prefix="/api/games")


@router.get("", **doc(wire.GameCard, many=True))
async def list_games() -> Response:
    return answer(pages.shelf())


@router.get("/{game}/rulebook", **doc(wire.RulebookText))
async def read_rulebook(game: str) -> Response:
    return answer(await asyncio.to_thread(pages.rulebook, find_game(game)))


@router.get("/{game}/questions", **doc(wire.QuestionKinds))
async def list_questions(game: str) -> Response:
    """What a game asks again and again, and what orders may answer."""
    return answer(orders.questions(find_game(game)))


@router.get("/{game}/calculator", **doc(CalculatorInfo))
async def calculator(game: str) -> Response:
    return answer(calculating.info(find_game(game)))


@router.get("/{game}/calculator/odds", **doc(BattleOdds))
async def calculate(
    game: str, tables: Ours, attackers: str, defenders: str, arena: str = "land", rounds: int = 1, radar: str = ""
) -> Response:
    return answer(await calculating.odds(tables.workshop, find_game(game), attackers, defenders, arena, rounds, radar))


@router.get("/{game}/board", **doc(Board))
async def read_board(
    game: str, tables: Ours, scenario: str | None = None, options: str = "{}", table: str | None = None
) -> Response:
    """The board of a scenario, or (``table``) of a table, whose table pack may have changed it."""
    rules = find_game(game)
    if table is not None:
        live = await tables.find(table)
        async with live.lock:
            return answer(pages.board((await live.history()).table.war.setup))
    try:
        chosen = shapes.read(options, dict[str, bool | str])
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem("bad-option", detail("about", what="options", why=str(error))) from None
    return answer(pages.board(await asyncio.to_thread(pages.setup, rules, scenario, chosen)))


@router.post("/{game}/tables", **doc(wire.TableChange, wire.TablePack, many=True))
async def try_tables(game: str, request: Request, tables: Ours) -> Response:
    """What a table pack would change; ``bad-tables`` if it does not fit."""
    rules, wish = find_game(game), await read(request, wire.TablePack)
    return answer(await tables.workshop.run("bad-tables", workshop.try_pack, rules.id, None, {}, wish.tables))


@router.get("/{game}/art.svg", **doc())
async def read_art(game: str) -> Response:
    text = pages.art(find_game(game)).read_bytes()
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


@router.get("/{game}/lesson", **doc(lessons.LessonText))
async def read_lesson(game: str) -> Response:
    return answer(lessons.text(find_game(game)))
