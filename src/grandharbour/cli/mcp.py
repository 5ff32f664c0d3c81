"""``harbour mcp``: the calls of a table for an assistant, by the Model Context Protocol over standard input and output.

Every tool is one of the calls of docs/wire.md, answered in words: against a club with a token (docs/programs.md), or without any server,
for a private game inside this process. What the assistant is told is what its seat may know; what it may do is what is listed to it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import tempfile
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol
from urllib.parse import quote, urlencode

import typer

from .. import __version__
from .common import WrongQuestion, app

if TYPE_CHECKING:
    from mcp.server import MCPServer

Json = Any
Target = str | int | None
MOST_TARGETS = 60
PATIENCE = 20.0
"""Seconds somebody else is waited for."""

ABOUT = """Board wargames of the war for Malta and Italy, 1940-44. A game is a row of decisions, and a decision is one choice from one list:
`choices` has all legal ones, nothing else can be chosen. Look first (`look`), then choose (`choose`); `hint` says what the adviser would do,
`odds` what the dice may bring, `why_not` which rule forbids something, `rules` what a rule says. Answers are what your seat may know."""


class Refused(Exception):
    """What the house answered instead: nothing has changed."""


class House(Protocol):
    """A server, or what takes its place."""

    keys: dict[str, dict[str, str]]
    """Seats that are held by a key, by table and side."""

    async def call(self, method: str, path: str, body: Json = None, key: str | None = None) -> Json: ...


def _read(status: int, text: bytes) -> Json:
    answer = json.loads(text) if text.strip() else None
    if status < 400:
        return answer
    told = answer if isinstance(answer, dict) else {}
    rule = f" [{told['rule']}]" if told.get("rule") else ""
    raise Refused(f"{told.get('title', status)}: {told.get('detail', '')}{rule}")


class Remote:
    """A running server, by its address and a token."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.keys: dict[str, dict[str, str]] = {}

    async def call(self, method: str, path: str, body: Json = None, key: str | None = None) -> Json:
        return await asyncio.to_thread(self._call, method, path, body, key or self.token)

    def _call(self, method: str, path: str, body: Json, key: str) -> Json:
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.url + path, data, headers, method=method), timeout=120
            ) as heard:
                return _read(heard.status, heard.read())
        except urllib.error.HTTPError as error:
            return _read(error.code, error.read())
        except urllib.error.URLError as error:
            raise Refused(f"{self.url} does not answer: {error.reason}") from None


class Inside:
    """A harbour of one's own in this process: no socket, and a database that is gone afterwards."""

    def __init__(self, asgi: Any) -> None:
        self.asgi = asgi
        self.keys: dict[str, dict[str, str]] = {}

    async def call(self, method: str, path: str, body: Json = None, key: str | None = None) -> Json:
        at, _, query = path.partition("?")
        headers = [(b"host", b"localhost"), *([(b"authorization", f"Bearer {key}".encode())] if key else [])]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": at, "raw_path": at.encode(),
            "query_string": query.encode(), "headers": headers, "scheme": "http", "client": ("127.0.0.1", 0), "server": ("localhost", 80),
        }  # fmt: skip
        sent = [{"type": "http.request", "body": b"" if body is None else json.dumps(body).encode(), "more_body": False}]
        status, parts = 500, list[bytes]()

        async def receive() -> Json:
            if sent:
                return sent.pop()
            await asyncio.Event().wait()

        async def send(message: Json) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        await self.asgi(scope, receive, send)
        return _read(status, b"".join(parts))


@asynccontextmanager
async def inside() -> AsyncIterator[Inside]:
    """A private harbour, for as long as it lasts."""
    from ..server import Settings
    from ..server.app import create_app

    with tempfile.TemporaryDirectory(prefix="harbour") as folder:
        asgi = create_app(Settings(database=str(Path(folder) / "private.db"), computer_delay=0.0, workers=1, limits=0.0))
        async with asgi.router.lifespan_context(asgi):
            yield Inside(asgi)


# --- in words


def in_words(state: Json, events: int = 12) -> str:
    """A state as its seat sees it: where everything is, what happened last, what is asked."""
    view = state["view"]
    side = state["side"]
    lines = [f"{view['heading']}, {view['phase']}. " + (f"You are {side}." if side else "You watch.")]
    lines += [
        f"{it['label']}: {it['value']}{it.get('unit', '')}" + (f" of {it['max']}" if it["max"] is not None else "")
        for it in view["tracks"]
    ]
    places: dict[str, list[str]] = {}
    for piece in view["pieces"]:
        marks = ", ".join(mark["label"] for mark in piece.get("marks", []))
        name = piece["id"] + (f" ({piece['side']}{'; ' + marks if marks else ''})")
        places.setdefault(piece["at"] or piece["box"] or "nowhere", []).append(name)
    for marker in view["markers"]:
        places.setdefault(marker["at"], []).append(marker["label"])
    lines += [f"{place}: {', '.join(sorted(held))}" for place, held in sorted(places.items())]
    told = [event["text"] for event in state["events"][-events:]]
    if told:
        lines += ["", "Lately:", *(f"- {text}" for text in told)]
    lines += ["", asked(state)]
    return "\n".join(lines)


def called(person: Json) -> str:
    """A name, marked if it is that of a program."""
    return f"{person['name']} (program)" if person["name"] and person["program"] else person["name"] or "a guest"


def asked(state: Json) -> str:
    """What a seat has to decide, or for whom it waits, or how it ended."""
    if state["outcome"]:
        winner = state["outcome"]["winner"]
        return f"The game is over. {state['outcome']['reason']} Winner: {winner or 'nobody'}."
    if state["decision"]:
        return f"You have to decide: {state['decision']['prompt']}"
    return "Others decide: " + "; ".join(it["text"] for it in state["waiting"])


def listed(state: Json) -> str:
    """All legal choices."""
    decision = state["decision"]
    if not decision:
        return asked(state)
    lines = [f"{decision['prompt']} [{decision['rule']}]"]
    for choice in decision["choices"]:
        targets = choice["targets"]
        if not targets:
            continue
        shown = ", ".join(json.dumps(it, ensure_ascii=False) for it in targets[:MOST_TARGETS])
        more = f" and {len(targets) - MOST_TARGETS} more" if len(targets) > MOST_TARGETS else ""
        dice = " (dice follow)" if choice["dice"] else ""
        lines.append(f"{choice['verb']}: {choice['label']}{dice}. Targets: {shown}{more}")
    return "\n".join(lines)


_TAGS = re.compile(r"<[^>]+>")


def found_rules(book: Json, about: str, most: int = 6) -> str:
    """Rules by number, or by words that stand in them."""
    import html

    wanted = about.casefold().split()
    scored = []
    for chapter in book["chapters"]:
        for rule in chapter["rules"]:
            text = html.unescape(_TAGS.sub("", rule["html"])).strip()
            if rule["id"].casefold() == about.strip().casefold():
                return f"{rule['id']} {rule['title']}\n{text}"
            whole = f"{rule['id']} {rule['title']} {text}".casefold()
            score = sum((word in whole) + 2 * (word in rule["title"].casefold()) for word in wanted)
            if score:
                scored.append((-score, rule["id"], f"{rule['id']} {rule['title']}\n{text}"))
    scored.sort()
    return "\n\n".join(text for _, _, text in scored[:most]) or "No rule speaks of that."


# --- the tools


def _refusal(why: str) -> Exception:
    from mcp.server.mcpserver.exceptions import ToolError

    return ToolError(why)


class Desk:
    """Where an assistant sits. Its public methods are the tools, and their docstrings what the assistant is told about them."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def _call(self, method: str, path: str, body: Json = None, key: str | None = None) -> Json:
        try:
            return await self.house.call(method, path, body, key)
        except Refused as refused:
            raise _refusal(str(refused)) from None

    def _seat(self, table: str, side: str) -> tuple[str, str | None]:
        """The address of a table for a seat, and the key to it."""
        held = self.house.keys.get(table, {})
        key = held.get(side) if side else next(iter(held.values()), None)
        return f"/api/tables/{quote(table, safe='')}", key

    async def _ask(self, table: str, what: str, side: str, **query: Any) -> Json:
        path, key = self._seat(table, side)
        said = {name: value for name, value in query.items() if value is not None}
        if side and key is None:
            said["side"] = side
        return await self._call("GET", f"{path}/{what}?{urlencode(said)}", key=key)

    async def _settled(self, table: str, side: str, state: Json, seconds: float) -> Json:
        """The table once this seat has to decide, or the game is over, or time is up."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while not state["decision"] and not state["outcome"] and loop.time() < until:
            await asyncio.sleep(0.2)
            state = await self._ask(table, "state", side)
        return state

    async def games(self) -> str:
        """The games that can be played here: ids, sides, scenarios, computer players."""
        return "\n\n".join(
            f"{it['id']}: {it['title']}, {it['years']}. {it['blurb']}\nSides: "
            + ", ".join(f"{side['id']} ({side['name']})" for side in it["sides"])
            + "\nScenarios: " + ", ".join(f"{one['id']} ({one['title']})" for one in it["scenarios"])
            + "\nComputer players: " + ", ".join(one["id"] for one in it["players"])
            for it in await self._call("GET", "/api/games")
            if it["available"]
        )  # fmt: skip

    async def tables(self) -> str:
        """The tables where you sit, those first where you have to decide."""
        mine = await self._call(
            "POST", "/api/my/tables", {"held": {table: list(held.values()) for table, held in self.house.keys.items()}}
        )
        return "\n".join(
            f"{it['table']}: {it['game']}, {it['scenario']}, as {' and '.join(it['mine'])}. {it['heading']}. "
            + (f"Over, winner: {it['winner'] or 'nobody'}" if it["ended"] else "Your turn" if it["turn"] else "Others decide")
            for it in mine["tables"]
        ) or "None yet: open one."  # fmt: skip

    async def challenges(self) -> str:
        """Who wants to play at the club; accept one with its id."""
        offers = (await self._call("GET", "/api/lobby"))["challenges"]
        return "\n".join(
            f"{it['id']}: {called(it['person'])} wants to play {it['game']}, {it['scenario']}"
            + (f" as {it['side']}" if it["side"] else "")
            for it in offers
        ) or "Nobody just now."  # fmt: skip

    async def accept(self, challenge: str) -> str:
        """Accept a challenge of the club: the game begins."""
        begun = await self._call("POST", f"/api/lobby/challenges/{quote(challenge, safe='')}/accept", {})
        return f"Table {begun['table']}: you are {begun['side']}."

    async def open_table(
        self, game: str, side: str = "", against: str = "", scenario: str = "", options: dict[str, bool | str] | None = None
    ) -> str:
        """Open a table against a computer player. Without a side you take the first one, without `against` the first player of the list."""
        card = next((it for it in await self._call("GET", "/api/games") if it["id"] == game), None)
        if card is None:
            raise _refusal(f"there is no game '{game}'")
        sides = [it["id"] for it in card["sides"]]
        own = side or sides[0]
        player = against or card["players"][0]["id"]
        seats = {it: {"kind": "here"} if it == own else {"kind": "computer", "player": player} for it in sides}
        wish = {"game": game, "seats": seats, "options": options or {}, **({"scenario": scenario} if scenario else {})}
        opened = await self._call("POST", "/api/tables", wish)
        self.house.keys[opened["table"]] = {it: key for it, key in opened["seats"].items() if key}
        return f"Table {opened['table']}: you are {own} against {player}.\n\n{in_words(await self._ask(opened['table'], 'state', own))}"

    async def look(self, table: str, side: str = "") -> str:
        """A table in words, as your seat sees it: what is where, what happened lately, and what you are asked."""
        return in_words(await self._ask(table, "state", side))

    async def choices(self, table: str, side: str = "") -> str:
        """Everything you may choose now: each verb with its targets. Nothing else is legal."""
        return listed(await self._ask(table, "state", side, since=10**6))

    async def choose(self, table: str, verb: str, target: Target = None, side: str = "") -> str:
        """Choose one of the listed choices; a verb whose only target is null takes none. Then says what happened and what is asked next."""
        before = await self._ask(table, "state", side, since=10**6)
        path, key = self._seat(table, side)
        since, epoch = before["from"] + len(before["events"]), before["epoch"]
        query = {"since": since, "epoch": epoch, **({"side": side} if side and key is None else {})}
        body = {"number": before["number"], "verb": verb, "target": target}
        if before.get("link"):  # a browser has brought a cup to this seat; an assistant has none, and plays on without
            await self._call("POST", f"{path}/cup?{urlencode(query)}", {"seal": ""}, key)
        state = await self._call("POST", f"{path}/choices?{urlencode(query)}", body, key)
        told = [event["text"] for event in state["events"]]
        if not state["decision"] and not state["outcome"]:
            state = await self._settled(table, side, state, PATIENCE)
            told = [event["text"] for event in state["events"][since:]] if state["from"] == 0 else told
        return "\n".join([*(f"- {text}" for text in told), "", listed(state)])

    async def undo(self, table: str, side: str = "") -> str:
        """Take your last choice back, as long as no die has fallen and nobody else has decided since."""
        state = await self._ask(table, "state", side, since=10**6)
        path, key = self._seat(table, side)
        query = urlencode({"side": side} if side and key is None else {})
        return listed(await self._call("POST", f"{path}/undo?{query}", {"number": state["number"]}, key))

    async def wait(self, table: str, side: str = "", seconds: float = PATIENCE) -> str:
        """Wait until you have to decide or the game is over, for at most so many seconds."""
        state = await self._ask(table, "state", side)
        return in_words(await self._settled(table, side, state, min(seconds, 300.0)))

    async def hint(self, table: str, side: str = "") -> str:
        """What the adviser would choose now, best first, and why; from what your seat knows."""
        hints = await self._ask(table, "hint", side)
        return "\n".join(
            f"{it['verb']} {json.dumps(it['target'], ensure_ascii=False)} ({it['label']}): {it['why'] or '-'}" for it in hints[:8]
        ) or "It has nothing to say."  # fmt: skip

    async def odds(self, table: str, verb: str, target: Target = None, side: str = "") -> str:
        """The exact chances behind a listed choice before any die is thrown."""
        card = await self._ask(table, "odds", side, verb=verb, target=target)
        if not card:
            return "No die with a result follows."
        lines = [f"{card['title']} [{card['rule']}]" + (f", needed: {card['need']}" if card["need"] else "")]
        lines += [f"  {it['label']}: {it['amount']:+d}" for it in card["modifiers"]]
        return "\n".join([*lines, *(f"{it['result']}: {it['exact']} ({100 * it['p']:.1f} %)" for it in card["chances"])])

    async def why_not(self, table: str, verb: str, target: Target = None, side: str = "") -> str:
        """Which rule forbids a choice that is not listed."""
        refusal = await self._ask(table, "whynot", side, verb=verb, target=target)
        return f"{refusal['reason']} [{refusal['rule']}]" if refusal else "It is allowed."

    async def preview(self, table: str, verb: str, target: Target = None, side: str = "") -> str:
        """What a listed choice would do before any die."""
        told = await self._ask(table, "preview", side, verb=verb, target=target)
        return f"{told['text']} [{told['rule']}]" if told else "There is nothing to be said before it is done."

    async def rules(self, game: str, about: str) -> str:
        """Look rules up: by number, such as HM-MOVE.2, or by words."""
        return found_rules(await self._call("GET", f"/api/games/{quote(game, safe='')}/rulebook"), about)

    async def resign(self, table: str, side: str = "") -> str:
        """Give a game up. There is no way back."""
        path, key = self._seat(table, side)
        query = urlencode({"side": side} if side and key is None else {})
        return asked(await self._call("POST", f"{path}/resign?{query}", {}, key))


def tools(house: House) -> MCPServer:
    """The tools of an assistant at a house."""
    from mcp.server import MCPServer

    server, desk = MCPServer("grand-harbour", title="Grand Harbour", instructions=ABOUT, version=__version__), Desk(house)
    for name in vars(Desk):
        if not name.startswith("_"):
            server.add_tool(getattr(desk, name))
    return server


@app.command("mcp")
def serve_tools(
    url: Annotated[str, typer.Option(help="A running server; without one there is a private harbour inside this process.")] = "",
) -> None:
    """Serve an assistant over standard input and output (Model Context Protocol). The token of a club comes in HARBOUR_TOKEN."""
    try:
        import mcp.server  # noqa: F401
    except ImportError:
        raise WrongQuestion("this needs the extra 'mcp': pip install 'grandharbour[mcp]'") from None

    if url and not url.startswith(("http://", "https://")):
        raise WrongQuestion(f"--url: {url!r} is not of the form https://harbour.example")

    async def run() -> None:
        if url:
            await tools(Remote(url, os.environ.get("HARBOUR_TOKEN", ""))).run_stdio_async()
            return
        async with inside() as house:
            await tools(house).run_stdio_async()

    logging.getLogger("grandharbour").setLevel(logging.WARNING)  # the protocol's library would have every request told
    asyncio.run(run())
