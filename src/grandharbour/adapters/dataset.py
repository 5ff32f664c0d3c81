"""Games as data: one row a decision, in a Parquet file that is the same byte for byte however many workers made it.

    harbour export c3 c3.parquet --games 2000 --players greedy,greedy      # new games
    harbour export runs.db games.parquet                                   # those of a run, played again

    for batch in batches("c3.parquet", 256):        # dictionaries of NumPy arrays; torch=True: of PyTorch tensors
        batch["observation"], batch["action_mask"], batch["choice"], batch["value"]

An observation is mostly zeros, so a row keeps the places that are none and what stands there; the reader fills the others in. ``value`` is what
came of the game for the side that chose: 1 won, 0 drawn, -1 lost. ``game``, ``number`` and ``seed`` say which decision of which game it was;
the file's metadata have the layout, the rules' fingerprint and everything needed to make it again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ..engine.game import OptionValue, game
from ..players import Seat

try:
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as missing:
    raise ImportError("this needs the extra 'data': pip install grandharbour[data]") from missing

from .features import Features
from .flat import Actions

MIXED = 8
"""So many row groups are mixed at a time where decisions are shuffled."""
GROUP = 10
"""Games in one row group: what a worker makes at a time."""

SCHEMA = pa.schema(
    [
        ("game", pa.int32()),
        ("number", pa.int32()),
        ("side", pa.int8()),
        ("seed", pa.string()),
        ("where", pa.list_(pa.int32())),
        ("what", pa.list_(pa.float32())),
        ("legal", pa.list_(pa.int32())),
        ("choice", pa.int32()),
        ("value", pa.float32()),
    ]
)


class Played(msgspec.Struct, frozen=True):
    """One game that is to be played, or played again."""

    number: int
    seed: str
    players: tuple[str, ...]


class Task(msgspec.Struct, frozen=True):
    """Some games under the same rules."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    tables: str
    games: tuple[Played, ...]


@cache
def _tools(name: str, scenario: str, options: str, tables: str) -> tuple[Features, Actions]:
    setup = game(name).setup(scenario, json.loads(options), tables)
    return Features(setup), Actions(setup)


def rows(task: Task) -> dict[str, list[Any]]:
    """All decisions of some games, column by column; of decisions with one choice nothing is kept."""
    eyes, actions = _tools(task.game, task.scenario, json.dumps(task.options, sort_keys=True), task.tables)
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA.names}
    rules = game(task.game)
    for played in task.games:
        seed = bytes.fromhex(played.seed)
        war = rules.new(task.scenario, options=task.options, tables=task.tables, seed=seed)
        rng = random.Random(seed)  # as in a run: the same players make the same choices
        seats = [Seat(player, side, rng) for side, player in enumerate(played.players)]
        sides: list[int] = []
        while war.stack is not None:
            decision = war.asked()[0]
            side, answer = decision.side, decision.forced
            if answer is None:
                vector = eyes.look(war, side)
                legal = actions.legal(decision)
                answer = seats[side].choose(war)
                where = np.flatnonzero(vector).astype(np.int32)
                columns["number"].append(len(sides))
                columns["where"].append(where)
                columns["what"].append(vector[where])
                columns["legal"].append(np.array(legal, np.int32))
                columns["choice"].append(actions.number(*answer))
                sides.append(side)
            war.play(*answer, side)
        assert war.outcome is not None
        winner = war.outcome.winner
        columns["game"] += [played.number] * len(sides)
        columns["seed"] += [played.seed] * len(sides)
        columns["side"] += sides
        columns["value"] += [0.0 if winner < 0 else 1.0 if winner == side else -1.0 for side in sides]
    return columns


def tasks(name: str, scenario: str, options: dict[str, OptionValue], tables: str, games: Sequence[Played]) -> list[Task]:
    """Games in bunches, one to a row group."""
    return [Task(name, scenario, options, tables, tuple(games[first : first + GROUP])) for first in range(0, len(games), GROUP)]


def export(
    file: Path, todo: Sequence[Task], executor: Executor | None = None, progress: Callable[[int], None] = lambda n: None
) -> int:
    """Play the games and write them in order; how many decisions there are."""
    first = todo[0]
    if any((t.game, t.scenario, t.options, t.tables) != (first.game, first.scenario, first.options, first.tables) for t in todo):
        raise ValueError("games of different scenarios, options or tables have different layouts: one file for each")
    setup = game(first.game).setup(first.scenario, first.options, first.tables)
    eyes, actions = Features(setup), Actions(setup)
    about = {
        "game": first.game, "scenario": first.scenario, "options": first.options, "tables": first.tables, "layout": eyes.version,
        "size": eyes.size, "actions": len(actions), "rules": game(first.game).fingerprint(setup),
        "players": sorted({",".join(played.players) for task in todo for played in task.games}),
    }  # fmt: skip
    schema = SCHEMA.with_metadata({"grandharbour": json.dumps(about, sort_keys=True)})
    fresh = file.with_name(file.name + ".new")
    total = 0
    try:
        with pq.ParquetWriter(fresh, schema, compression="zstd") as writer:
            for columns in _in_order(todo, executor):
                writer.write_table(pa.table(columns, schema))
                total += len(columns["choice"])
                progress(len(set(columns["game"])))
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)  # half a file is no data
    return total


def _in_order(todo: Sequence[Task], executor: Executor | None) -> Iterator[dict[str, list[Any]]]:
    """What the tasks give, in their order; never more than a few are held back."""
    if executor is None:
        yield from map(rows, todo)
        return
    waiting: list[Any] = []
    rest = iter(todo)
    for task in rest:
        waiting.append(executor.submit(rows, task))
        if len(waiting) >= 16:
            break
    while waiting:
        yield waiting.pop(0).result()
        task = next(rest, None)  # type: ignore[assignment]
        if task is not None:
            waiting.append(executor.submit(rows, task))


# --- reading


def about(file: str | Path) -> dict[str, Any]:
    """What a file holds: game, scenario, layout, size of an observation, number of actions, rules."""
    described: dict[str, Any] = json.loads(pq.read_schema(file).metadata[b"grandharbour"])
    return described


def batches(
    file: str | Path, size: int, *, shuffle: int | None = None, torch: bool = False, mask: bool = True
) -> Iterator[dict[str, Any]]:
    """Batches of decisions with observations and masks filled in; only the last one may be smaller.

    ``shuffle`` is a seed: row groups come in random order, and decisions are mixed among ``MIXED`` of them at a time. Everything is read from disk as it
    is needed.
    """
    known = about(file)
    source = pq.ParquetFile(file)
    order = list(range(source.num_row_groups))
    rng = np.random.default_rng(shuffle)
    if shuffle is not None:
        rng.shuffle(order)
    left = SCHEMA.empty_table()
    many = 1 if shuffle is None else MIXED
    for first in range(0, len(order), many):
        table = pa.concat_tables([left, *(source.read_row_group(group).cast(SCHEMA) for group in order[first : first + many])])
        if shuffle is not None:
            table = table.take(rng.permutation(table.num_rows))
        whole = table.num_rows if first + many >= len(order) else table.num_rows - table.num_rows % size
        for at in range(0, whole, size):
            batch = _batch(table.slice(at, min(size, whole - at)).combine_chunks(), known, mask)
            if torch:
                import torch as library

                batch = {name: library.from_numpy(array) for name, array in batch.items()}
            yield batch
        left = table.slice(whole)


def _batch(table: Any, known: dict[str, Any], mask: bool) -> dict[str, Any]:
    count = table.num_rows
    batch: dict[str, Any] = {"observation": np.zeros((count, known["size"]), np.float32)}
    rows_, where = _ragged(table, "where")
    batch["observation"][rows_, where] = table["what"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
    if mask:
        batch["action_mask"] = np.zeros((count, known["actions"]), np.int8)
        batch["action_mask"][_ragged(table, "legal")] = 1
    for name in ("choice", "value", "side", "game", "number"):
        batch[name] = table[name].to_numpy().copy()
    return batch


def _ragged(table: Any, column: str) -> tuple[Any, Any]:
    """Row numbers and values of a column of lists."""
    lists = table[column].combine_chunks()
    lengths = lists.value_lengths().to_numpy(zero_copy_only=False)
    return np.repeat(np.arange(len(lists)), lengths), lists.flatten().to_numpy(zero_copy_only=False)
