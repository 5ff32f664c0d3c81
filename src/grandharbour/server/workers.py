"""Processes that begin with everything loaded.

Where the system can, they are forked from one that has imported ``furnished`` and done nothing else: it runs no thread beside and
has never seen a table. That takes milliseconds; a process that loads the games and the server for itself needs a second of processor.
"""

from __future__ import annotations

import multiprocessing
from multiprocessing.context import BaseContext


def processes() -> BaseContext:
    """How workers are started."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([f"{__package__}.furnished"])
    return context
