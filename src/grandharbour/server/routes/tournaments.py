"""Tournaments and ladders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from ...engine.game import UnknownName
from .. import pages
from ..club import ladder, tournaments, wire
from ..club.ladder import Ladders
from ..club.sessions import Insider, Member, TheClub
from ..club.tournaments import Director
from ..problems import Problem, detail
from ..schema import doc
from ..tables import find_game
from .common import Ours, answer, read

if TYPE_CHECKING:
    from ..club.told import Told

router = APIRouter(prefix="/api")


def _director(request: Request) -> Director:
    director: Director = request.app.state.keeper.director
    return director


# --- tournaments


@router.get("/tournaments", **doc(wire.TournamentCard, many=True))
async def list_tournaments(club: TheClub, _: Insider) -> Response:
    return answer(await club.store.look(tournaments.listed))


@router.post("/tournaments", **doc(wire.Tournament, wire.TournamentWish, 201))
async def make_tournament(club: TheClub, person: Member, request: Request) -> Response:
    """A tournament others can join. Whoever does not come loses by the clock, so there is one."""
    wish = await read(request, wire.TournamentWish)
    rules = find_game(wish.game)
    pages.check_scenario(rules, wish.scenario)
    wish.clock.checked()
    if wish.clock.kind == "none" or wish.clock.flag != "loss" or len(rules.sides) != 2:
        raise Problem("bad-option", detail("tournament-clock"))
    try:
        options = rules.check_options(wish.options)
    except UnknownName as error:
        raise Problem("bad-option", detail("as-said", words=str(error))) from None
    made = await club.store.run(lambda connection: tournaments.make(connection, person, wish, options, club.clock()))
    return answer(await club.store.look(lambda connection: tournaments.read(connection, made)), 201)


@router.get("/tournaments/{id}", **doc(wire.Tournament))
async def read_tournament(id: str, club: TheClub, _: Insider) -> Response:
    """Its players as they stand, and its rounds."""
    return answer(await club.store.look(lambda connection: tournaments.read(connection, id)))


@router.post("/tournaments/{id}/join", **doc(wire.Tournament))
async def join_tournament(id: str, club: TheClub, person: Member) -> Response:
    await club.store.run(lambda connection: tournaments.join(connection, id, person, club.clock()))
    return await read_tournament(id, club, person)


@router.post("/tournaments/{id}/withdraw", **doc(wire.Tournament))
async def withdraw(id: str, club: TheClub, person: Member, request: Request) -> Response:
    """Play no more there: a game under way is given up, and the others go on."""
    await _director(request).withdraw(id, person.id)
    return await read_tournament(id, club, person)


@router.post("/tournaments/{id}/begin", **doc(wire.Tournament))
async def begin(id: str, club: TheClub, person: Member, request: Request) -> Response:
    """Whoever made it begins it: nobody joins any more, and the tables of the first round are opened."""
    await club.store.run(lambda connection: tournaments.begin(connection, id, person, club.clock()))
    await _director(request).go_on(id)
    return await read_tournament(id, club, person)


@router.delete("/tournaments/{id}", **doc(wire.Tournament))
async def cancel(id: str, club: TheClub, person: Member) -> Response:
    """It does not take place, or goes no further; for whoever made it, and for moderators."""
    await club.store.run(lambda connection: tournaments.cancel(connection, id, person, club.clock()))
    return await read_tournament(id, club, person)


# --- ladders


@router.get("/ladder/{game}", **doc(wire.Ladder))
async def read_ladder(game: str, club: TheClub, who: Insider) -> Response:
    find_game(game)
    return answer(await club.store.look(lambda connection: ladder.read(connection, game, who)))


@router.post("/ladder/{game}/join", **doc(wire.Ladder))
async def step_on(game: str, club: TheClub, person: Member) -> Response:
    """Step on at the bottom."""
    find_game(game)
    await club.store.run(lambda connection: ladder.join(connection, game, person, club.clock()))
    return await read_ladder(game, club, person)


@router.post("/ladder/{game}/leave", **doc(wire.Ladder))
async def step_off(game: str, club: TheClub, person: Member) -> Response:
    find_game(game)
    await club.store.run(lambda connection: ladder.leave(connection, game, person))
    return await read_ladder(game, club, person)


@router.post("/ladder/{game}/challenge", **doc(wire.Accepted, wire.LadderWish, 201))
async def challenge(game: str, club: TheClub, person: Member, tables: Ours, request: Request) -> Response:
    """Challenge somebody a few places above: the game begins at once, and who wins has the better place."""
    wish = await read(request, wire.LadderWish)
    rules = find_game(game)
    scenario = wish.scenario or next(iter(rules.scenarios))
    pages.check_scenario(rules, scenario)
    ladders: Ladders = request.app.state.keeper.ladders
    begun = await ladders.challenge(game, scenario, person, wish.person)
    told: Told = request.app.state.told
    live = await tables.find(begun.table)
    for side in await live.sides_of(wish.person):
        await told.begun(live, side)
    return answer(begun, 201)
