"""What a server writes down: lines for people or JSON for machines, and nothing that opens a seat."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import TextIO

SECRETS = re.compile(r"(?i)(bearer\s+|invite\.|seed\W{1,4}|#\w*=?)[\w.~+/-]{8,}=*|\b[0-9a-f]{64}\b|(://[^\s:/@]*):[^\s@/]+@")
"""What looks like a key, an invitation, a seed, the end of a link or a password. Nobody writes such things on purpose: this is a net."""

_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}


def harmless(text: str) -> str:
    """A text without what looks like a secret."""
    return SECRETS.sub(lambda match: f"{match[2]}:…@" if match[2] is not None else "…", text)


class _Text(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return harmless(super().format(record))


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "name": record.name,
            "text": harmless(record.getMessage()),
        }
        line |= {key: harmless(str(value)) for key, value in record.__dict__.items() if key not in _PLAIN}
        if record.exc_info:
            line["error"] = harmless(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def set_up(form: str = "text", level: str = "warning", to: TextIO | None = None) -> None:
    """Write the log of this process to standard error, in one form."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # What others write is theirs: at its most talkative uvicorn writes down every message, keys and all.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "procrastinate", "sqlalchemy", "alembic", "asyncio", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
