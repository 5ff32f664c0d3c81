"""Structs are looked at by one thread at a time, and nobody reads past that."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grandharbour

ROOT = Path(grandharbour.__file__).parent
FREE = {"engine/shapes.py", "server/load.py"}
"""The place itself, and a client with one thread."""

# Processes in which several threads read the same struct at once, for the first time: how many of them died.
TRIALS = """
import os, sys, threading
from grandharbour.engine import shapes
from grandharbour.server.held import Held
text = ('{"%s": 1}' % Held.__struct_encode_fields__[-1]).encode()
sys.setswitchinterval(0.0001)
died = 0
for _ in range(100):
    if not os.fork():
        go = threading.Event()
        def work():
            go.wait()
            for _ in range(50):
                try:
                    shapes.read(text, Held)
                except ValueError:
                    pass
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads: thread.start()
        go.set()
        for thread in threads: thread.join()
        os._exit(0)
    died += os.wait()[1] != 0
print(died)
"""


def _past() -> Iterator[str]:
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name in FREE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                typed = any(word.arg == "type" for word in node.keywords)
                if called in ("msgspec.convert", "msgspec.json.Decoder") or (called == "msgspec.json.decode" and typed):
                    yield f"{name}:{node.lineno}"


def test_nobody_reads_past_it() -> None:
    assert not list(_past()), (
        "read with grandharbour.engine.shapes: threads that meet a struct of msgspec at once kill the process"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="it forks")
def test_threads_that_meet_a_struct_at_once_live() -> None:
    done = subprocess.run([sys.executable, "-c", TRIALS], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "0", done.stdout + done.stderr
