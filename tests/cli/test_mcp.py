"""``harbour mcp``, spoken to by the protocol's own client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from ..server.client import running
from ..server.dice import Person
from ..server.test_club_games import Player

Ask = Callable[..., Awaitable[str]]


def speak(work: Callable[[Ask, list[str]], Awaitable[Any]], *args: str, **environment: str) -> None:
    """Start ``harbour mcp`` and talk to it."""

    async def run() -> None:
        given = {**os.environ, **environment}
        how = StdioServerParameters(command=sys.executable, args=["-m", "grandharbour", "mcp", *args], env=given)
        async with stdio_client(how) as streams, ClientSession(*streams) as session:
            await session.initialize()

            async def ask(tool: str, **said: Any) -> str:
                answer = await session.call_tool(tool, said)
                text = "\n".join(part.text for part in answer.content if part.type == "text")
                return f"refused: {text}" if getattr(answer, "is_error", False) or getattr(answer, "isError", False) else text

            await work(ask, [tool.name for tool in (await session.list_tools()).tools])

    asyncio.run(asyncio.wait_for(run(), 400))


def one_of(listed: str, rng: random.Random) -> dict[str, Any]:
    """A choice from the list, as whoever reads it would take one."""
    lines = [re.fullmatch(r"([\w-]+): .*?Targets: (.*?)(?: and \d+ more)?", line) for line in listed.splitlines()]
    verb, targets = rng.choice([found.groups() for found in lines if found])
    return {"verb": verb, "target": rng.choice(json.loads(f"[{targets}]"))}


def test_a_private_game_is_played_to_its_end() -> None:
    async def play(ask: Ask, names: list[str]) -> None:
        wanted = {
            "games",
            "tables",
            "open_table",
            "look",
            "choices",
            "hint",
            "odds",
            "why_not",
            "choose",
            "rules",
            "preview",
            "undo",
        }
        assert wanted <= set(names)
        assert "hawks: Hawks over Malta" in await ask("games")
        assert (await ask("rules", game="hawks", about="HM-AA.5")).startswith("HM-AA.5 ")
        assert "altitude" in (await ask("rules", game="hawks", about="altitude")).casefold()
        assert "there is no game" in await ask("open_table", game="chess")
        opened = await ask("open_table", game="hawks", side="BR", against="random")
        table = re.match(r"Table (\w+): you are BR", opened)
        assert table, opened
        id = table[1]
        assert f"{id}: hawks" in await ask("tables")
        state = await ask("wait", table=id)
        assert "You are BR." in state and "You have to decide:" in state
        rng = random.Random(5)
        listed = await ask("choices", table=id)
        click = one_of(listed, rng)
        assert (await ask("hint", table=id)) and not (await ask("preview", table=id, **click)).startswith("refused")
        assert await ask("why_not", table=id, **click) == "It is allowed."
        assert (await ask("odds", table=id, **click)) and (await ask("odds", table=id, **click)).count("refused") == 0
        assert "refused" in await ask("choose", table=id, verb="nonsense"), "what is not listed is refused"
        assert await ask("choices", table=id) == listed, "and has changed nothing"
        for _ in range(2000):
            told = await ask("choose", table=id, **one_of(listed, rng))
            assert not told.startswith("refused"), told
            if "The game is over." in told:
                break
            listed = await ask("choices", table=id)
            if "The game is over." in listed:
                break
            if "Targets:" not in listed:
                await ask("wait", table=id)
                listed = await ask("choices", table=id)
                if "The game is over." in listed:
                    break
        assert "The game is over." in await ask("look", table=id)
        assert "Over, winner" in await ask("tables")

    speak(play)


def test_at_a_club_with_a_token(tmp_path: Path) -> None:
    with running(tmp_path, club="open") as harbour:
        ada, helper = Player(harbour, "Ada"), Player(harbour, "Helper")
        made = helper.http.post("/api/me/tokens", json={"name": "assistant", "scopes": ["read", "challenge", "play"]}).json()
        challenge = ada.challenge(to="Helper", side="BR")

        async def play(ask: Ask, names: list[str]) -> None:
            assert f"{challenge['id']}: Ada wants to play hawks" in await ask("challenges")
            accepted = await ask("accept", challenge=challenge["id"])
            table = re.match(r"Table (\w+): you are IT", accepted)
            assert table, accepted
            # A browser sat there before, with a cup whose links it alone knows; Ada's has shaken since.
            for player, side in ((helper, "IT"), (ada, "BR")):
                cup = Person(f"{side} shakes")
                assert player.mine(table[1], side).post("cup", seal=cup.seal).status_code == 200
                assert player.mine(table[1], side).post("shake", link=cup.next()).status_code == 200
            listed = await ask("choices", table=table[1])
            told = await ask("choose", table=table[1], **one_of(listed, random.Random(1)))
            assert not told.startswith("refused"), told
            assert "Helper" not in await ask("tables") and table[1] in await ask("tables")
            assert "over" in await ask("resign", table=table[1])

        speak(play, "--url", harbour.url, HARBOUR_TOKEN=made["token"])
        assert ada.tables()[0]["winner"] == "BR"

        async def only_looks(ask: Ask, names: list[str]) -> None:
            assert "The token is not good" in await ask("challenges")

        speak(only_looks, "--url", harbour.url, HARBOUR_TOKEN="pat.nonsense-nonsense-nonsense")
