"""Tables: opening one, what a seat sees and does there, live or by single requests, and the save."""

from __future__ import annotations

import asyncio
import json

import msgspec
from fastapi import APIRouter, Request, Response, WebSocket

from ...engine import save
from .. import wire
from ..club.seating import names
from ..club.sessions import Who, Whose, known
from ..history import History
from ..live import live
from ..problems import Problem, detail
from ..schema import doc
from .common import Called, Ours, act, answer, body, read, state

LARGEST_SAVE = 2_000_000

router = APIRouter(prefix="/api/tables")


@router.post("", **doc(wire.TableOpened, wire.NewTable, 201))
async def open_table(request: Request, tables: Ours, person: Whose, who: Who) -> Response:
    wish = await read(request, wire.NewTable)
    if wish.rated and (who is None or not who.member):
        raise Problem("members-only", detail("for-members"))
    return answer(await tables.open(wish, person), 201)


@router.post("/upload", **doc(wire.TableOpened, status=201))
async def upload_save(request: Request, tables: Ours, person: Whose) -> Response:
    sent = await body(request, LARGEST_SAVE)
    try:
        text = sent.decode("utf-8")
    except UnicodeDecodeError:
        raise Problem("bad-save", detail("not-text")) from None
    return answer(await tables.upload(text, person), 201)


@router.get("/{table}", **doc(wire.TableCard))
async def read_card(table: str, tables: Ours, who: Who) -> Response:
    live = await tables.find(table)
    async with live.lock:
        history = await live.seen_by(None)
        row = history.row
        seats = {side: wire.SeatCard(seat.kind, seat.joined, seat.player or msgspec.UNSET) for side, seat in live.seats.items()}
        heading = history.heading
        ended = history.table.outcome is not None
        astray = None if history.astray is None else history.astray.text
        setup = history.table.war.setup
        changes, about = wire.changes(setup.tables), setup.tables.manifest
        dice = history.proof()
    people = {side: seat.person for side, seat in live.seats.items() if seat.person}
    if people:
        known = await tables.store.look(lambda connection: names(connection, people.values()))
        for side, person in people.items():
            seats[side].name = known[person].name if person in known else ""
            seats[side].program = person in known and known[person].program
    mine = [side for side, person in people.items() if who is not None and person == who.id]
    card = wire.TableCard(
        row.id, row.game, row.scenario, row.options, seats, row.created, ended, heading, setup.words.title,
        f"{about.title or about.name} {about.version}" if about else "", astray, changes, bool(row.start), dice, mine,
        live.terms is not None and live.terms.rated,
    )  # fmt: skip
    return answer(card)


@router.post("/{table}/seats", **doc(wire.Seated, wire.TakeSeat, 201))
async def take_seat(table: str, request: Request, tables: Ours, person: Whose) -> Response:
    """Take a seat with an invitation."""
    live = await tables.find(table)
    invitation = (await read(request, wire.TakeSeat)).invitation
    return answer(await live.take_seat(invitation, person), 201)


@router.post("/{table}/key", **doc(wire.Seated))
async def change_key(caller: Called) -> Response:
    """Another key for one's own seat; the old one is void."""
    return answer(await caller.table.change_key(caller.held()))


@router.post("/{table}/leave", **doc(wire.TableCard))
async def give_up_seat(caller: Called, tables: Ours, who: Who) -> Response:
    """Give one's seat back: the key is void, and another can be invited."""
    await caller.table.give_up_seat(caller.held())
    return await read_card(caller.table.id, tables, who)


@router.post("/{table}/invitations", **doc(wire.Invited, wire.Invite, 201))
async def invite(caller: Called, request: Request) -> Response:
    """A new invitation to a seat nobody holds, from somebody who sits at the table; or to one's own, if it has been agreed to hand it over."""
    by = caller.held()
    return answer(await caller.table.invite((await read(request, wire.Invite)).side, by), 201)


@router.get("/{table}/state", **doc(wire.State))
async def read_state(caller: Called, request: Request) -> Response:
    return await state(caller, request)


@router.post("/{table}/choices", **doc(wire.State, wire.Click))
async def choose(caller: Called, request: Request) -> Response:
    return await act(caller, request, wire.Click)


@router.post("/{table}/undo", **doc(wire.State, wire.Undo))
async def undo(caller: Called, request: Request) -> Response:
    return await act(caller, request, wire.Undo)


@router.post("/{table}/chain", **doc(wire.State, wire.PlayChain))
async def play_chain(caller: Called, request: Request) -> Response:
    return await act(caller, request, wire.PlayChain)


@router.post("/{table}/script", **doc(wire.State, wire.PlayScript))
async def play_script(caller: Called, request: Request) -> Response:
    return await act(caller, request, wire.PlayScript)


@router.post("/{table}/orders", **doc(wire.State, wire.StandingOrder))
async def give_order(caller: Called, request: Request) -> Response:
    return await act(caller, request, wire.StandingOrder)


@router.post("/{table}/cup", **doc(wire.State, wire.BringCup))
async def bring_cup(caller: Called, request: Request) -> Response:
    """With what a person will shake the dice."""
    return await act(caller, request, wire.BringCup)


@router.post("/{table}/shake", **doc(wire.State, wire.Shake))
async def shake(caller: Called, request: Request) -> Response:
    return await act(caller, request, wire.Shake)


@router.post("/{table}/resign", **doc(wire.State, wire.Resign))
async def resign(caller: Called, request: Request) -> Response:
    return await act(caller, request, wire.Resign)


@router.get("/{table}/save", **doc())
async def download(caller: Called) -> Response:
    """The whole save once the game has ended, or without its seed if one person holds all seats; else what this seat has seen."""
    live, side = caller.table, caller.side
    async with live.lock:
        history = await live.whole()
        alone = side is not None and all(seat.kind != "link" for seat in live.seats.values())
        ended = history.table.outcome is not None
        whole = alone or ended
        # A long game is written in as long as hundreds of clicks take.
        if whole:
            text = await asyncio.to_thread(save.dumps, history.table, sealed=not ended)
        else:
            text = await asyncio.to_thread(_record, history, caller.number(history))
    name = f"{history.row.game}-{live.id}{'' if whole else '-record'}.harbour"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.websocket("/{table}/live")
async def watch(socket: WebSocket, table: str) -> None:
    await live(socket, table, socket.app.state.tables, socket.app.state.limits, await known(socket))


def _record(history: History, side: int | None) -> str:
    """What a seat has seen of a running game, to read later; it cannot be loaded and holds no seed."""
    table, row = history.table, history.row
    header = {
        "grandharbour": save.FORMAT, "record": True, "game": row.game, "version": row.version, "rules": row.rules,
        "scenario": row.scenario, "options": row.options, "tables": row.pack, "table": row.id,
        "side": None if side is None else table.war.setup.names.of("side", side),
        "commitment": history.proof().commitment,
    }  # fmt: skip
    events = [
        {
            "n": e.n,
            "turn": e.turn,
            "text": e.text,
            "rule": e.rule,
            "dice": e.dice,
            **({} if e.draw is msgspec.UNSET else {"draw": e.draw}),
        }
        for e in (history.feeds[side].events if side is not None or history.watched is None else history.told(None))
    ]
    lines = [header, *events, {"end": len(events)}]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
