"""How I want to be told, and what is new."""

from __future__ import annotations

import hashlib
import html
import secrets
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy import delete, func, insert, select
from sqlalchemy.engine import Connection

from ...engine import shapes
from ..club import wire
from ..club.people import Person
from ..club.rows import hooks, news, pushes, upsert
from ..club.sessions import Somebody, Who, device_of, known, the_club
from ..problems import Problem, detail, say
from ..schema import doc
from .common import answer, read

if TYPE_CHECKING:
    from ..club.told import Told
else:
    Told = Any  # what it needs is not installed where nobody runs a club

router = APIRouter(prefix="/api")


def _told(request: Request) -> Told:
    the_club(request)
    told: Told = request.app.state.told
    return told


TheTold = Annotated[Told, Depends(_told)]


async def _telling(told: Told, person: Person) -> Response:
    from ..club.told import wish_of

    def look(connection: Connection) -> wire.Telling:
        mine = (
            select(pushes.c.id, pushes.c.device, pushes.c.created).where(pushes.c.person == person.id).order_by(pushes.c.created)
        )
        called = select(hooks.c.id, hooks.c.kind, hooks.c.url, hooks.c.created, hooks.c.failed).where(hooks.c.person == person.id)
        posts = told.ways.post is not None and person.confirmed
        return wire.Telling(
            wish_of(connection, person.id),
            [wire.PushCard(*row) for row in connection.execute(mine)],
            [
                wire.HookCard(id, kind, urlsplit(url).hostname or "", created, failed)
                for id, kind, url, created, failed in connection.execute(called.order_by(hooks.c.created))
            ],
            "",
            person.mail if posts else "",
        )

    telling = await told.club.store.look(look)
    telling.key = await told.push_key()
    return answer(telling)


@router.get("/me/telling", **doc(wire.Telling))
async def telling(told: TheTold, person: Somebody) -> Response:
    """How I am told."""
    return await _telling(told, person)


@router.put("/me/telling", **doc(wire.Telling, wire.Wishes))
async def wish(told: TheTold, person: Somebody, request: Request) -> Response:
    """How I want to be told."""
    from ..club.told import save_wish

    wanted = await read(request, wire.Wishes)
    await told.club.store.run(lambda connection: save_wish(connection, person.id, wanted))
    return await _telling(told, person)


@router.post("/me/pushes", **doc(wire.Telling, wire.PushWish))
async def add_push(told: TheTold, person: Somebody, request: Request) -> Response:
    """This browser takes pushes. The same browser again takes the place of what it was."""
    from ..club import outside
    from ..club.told import MOST_PUSHES

    wanted = await read(request, wire.PushWish)
    outside.checked(wanted.endpoint, told.ways.private)
    id, now = hashlib.sha256(wanted.endpoint.encode()).hexdigest(), told.club.clock()
    signed = await known(request)

    def write(connection: Connection) -> None:
        _room(connection, pushes, person.id, MOST_PUSHES, id)
        values = {
            "person": person.id, "p256dh": wanted.p256dh, "auth": wanted.auth, "device": device_of(request)[:120],
            "session": signed and signed.session,
        }  # fmt: skip
        upsert(connection, pushes, ["id"], {"id": id, "endpoint": wanted.endpoint, "created": now, **values}, values)

    await told.club.store.run(write)
    return await _telling(told, person)


def _room(connection: Connection, table: Any, person: str, most: int, id: str = "") -> None:
    there = connection.execute(
        select(func.count()).select_from(table).where((table.c.person == person) & (table.c.id != id))
    ).scalar()
    if (there or 0) >= most:
        raise Problem("bad-name", detail("enough-ways", most=most))


@router.delete("/me/pushes/{push}", **doc(wire.Telling))
async def drop_push(push: str, told: TheTold, person: Somebody) -> Response:
    """That device takes no more pushes."""
    mine = (pushes.c.id == push) & (pushes.c.person == person.id)
    await told.club.store.run(lambda connection: connection.execute(delete(pushes).where(mine)) and None)
    return await _telling(told, person)


@router.post("/me/hooks", **doc(wire.Telling, wire.HookWish))
async def add_hook(told: TheTold, person: Somebody, request: Request) -> Response:
    """Call that service. It is called once at once, so that one sees whether it works."""
    from ..club import outside
    from ..club.told import MOST_HOOKS
    from ..club.ways import Gone, Hook, Letter

    wanted = await read(request, wire.HookWish)
    outside.checked(wanted.url, told.ways.private)
    trial = Letter(secrets.token_hex(12), say("told-trial"), say("told-trial-text"), told.base or "/", "trial")
    await told.club.store.look(lambda connection: _room(connection, hooks, person.id, MOST_HOOKS))
    try:
        await told.ways.hook(Hook(wanted.kind, wanted.url, wanted.secret), trial)
    except (Gone, OSError, TimeoutError) as error:
        raise Problem("bad-name", detail("hook-fails", why=str(error) or type(error).__name__)) from None

    def write(connection: Connection) -> None:
        _room(connection, hooks, person.id, MOST_HOOKS)
        values = {"id": secrets.token_hex(8), "person": person.id, "created": told.club.clock(), "failed": 0}
        connection.execute(insert(hooks).values(kind=wanted.kind, url=wanted.url, secret=wanted.secret, **values))

    await told.club.store.run(write)
    return await _telling(told, person)


@router.delete("/me/hooks/{hook}", **doc(wire.Telling))
async def drop_hook(hook: str, told: TheTold, person: Somebody) -> Response:
    """Call that service no more."""
    mine = (hooks.c.id == hook) & (hooks.c.person == person.id)
    await told.club.store.run(lambda connection: connection.execute(delete(hooks).where(mine)) and None)
    return await _telling(told, person)


@router.get("/me/news", **doc(wire.NewsItem, many=True))
async def read_news(told: TheTold, person: Who) -> Response:
    """What I have not seen, the newest first."""
    if person is None:
        return answer([])

    def look(connection: Connection) -> list[wire.NewsItem]:
        from ..club.told import Words

        columns = select(news.c.kind, news.c.about, news.c.words, news.c.made).where(news.c.person == person.id)
        items = []
        for kind, about, words, made in connection.execute(columns.order_by(news.c.made.desc())):
            said = shapes.read(words, Words)
            items.append(wire.NewsItem(kind, about, said.title, list(said.lines), said.path, made))
        return items

    return answer(await told.club.store.look(look))


@router.delete("/me/news", **doc(wire.NewsItem, many=True))
async def seen(told: TheTold, person: Somebody) -> Response:
    """I have seen all of it."""
    await told.seen(person.id)
    return answer([])


@router.get("/unsubscribe/{ticket}", **doc())
async def ask_unsubscribe(ticket: str, told: TheTold) -> Response:
    """A page with one button: some mail programs follow every link, so looking ends nothing."""
    button = f'<form method="post"><button>{html.escape(say("unsubscribe"))}</button></form>'
    return _page(f"<p>{html.escape(say('unsubscribe-help'))}</p>{button}")


@router.post("/unsubscribe/{ticket}", **doc())
async def unsubscribe(ticket: str, told: TheTold) -> Response:
    """No more mails to whoever the ticket was written for, in one click and without signing in."""
    await told.unsubscribe(ticket)
    words = html.escape(say("unsubscribed"))
    return _page(f'<p role="status">{words}</p><p><a href="/me">{html.escape(say("unsubscribed-back"))}</a></p>')


def _page(body: str) -> Response:
    """A page of its own for who comes from a mail, signed in or not. It may say to this harbour where a click comes from: a browser that
    may not calls the sender of a form "null", and a request of another site's page is refused."""
    title = html.escape(say("unsubscribe-title"))
    return Response(
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>body {{ font: 18px/1.5 system-ui, sans-serif; max-width: 30em; margin: 3em auto; padding: 0 1em; "
        "background: Canvas; color: CanvasText } a { color: inherit }"
        "h1 { font-size: 1.5em } button { font: inherit; font-weight: 600; padding: .5em 1.2em }</style>"
        f"<main><h1>{title}</h1>{body}</main></html>",
        media_type="text/html",
        headers={"Referrer-Policy": "same-origin"},
    )
