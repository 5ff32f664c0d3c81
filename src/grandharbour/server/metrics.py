"""What a server does, in numbers, for whoever watches over it (prometheus-client)."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.types import Scope

if TYPE_CHECKING:
    from .jobs import Jobs
    from .limits import Limits
    from .settings import Settings
    from .tables import Tables

FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The numbers of one server. What is cheap to count is counted; the rest is looked up when somebody asks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._choices = Counter(
            "harbour_choices", "Moves stored, by game and by who made them", ["game", "by"], registry=self.registry
        )
        self._seconds = Histogram(
            "harbour_choice_seconds", "From a click to its commit", ["game"], buckets=SECONDS, registry=self.registry
        )
        self._refusals = Counter("harbour_refusals", "Problems told to clients, by kind", ["kind"], registry=self.registry)
        self._requests = Counter("harbour_requests", "Answers by status", ["status"], registry=self.registry)
        ProcessCollector(registry=self.registry)
        self._played: dict[tuple[str, str], tuple[Counter, Histogram]] = {}

    def chose(self, game: str, by: str, seconds: float) -> None:
        """A move was stored."""
        known = self._played.get((game, by))
        if known is None:  # to ask for a label costs as much as to count
            known = self._played[game, by] = self._choices.labels(game, by), self._seconds.labels(game)
        known[0].inc()
        known[1].observe(seconds)

    def refused(self, kind: str) -> None:
        """Somebody was told a problem."""
        self._refusals.labels(kind).inc()

    def answered(self, status: int) -> None:
        """A request was answered."""
        self._requests.labels(str(status)).inc()

    def watch(self, tables: Tables, limits: Limits, jobs: Jobs) -> None:
        """Look these up when somebody asks."""
        self.registry.register(_Now(tables, limits, jobs))

    async def text(self) -> bytes:
        """Everything, as Prometheus reads it. The queue is asked for, so not in the event loop."""
        return await asyncio.to_thread(generate_latest, self.registry)


class _Now(Collector):
    def __init__(self, tables: Tables, limits: Limits, jobs: Jobs) -> None:
        self.tables, self.limits, self.jobs = tables, limits, jobs

    def describe(self) -> Iterator[Metric]:
        yield from ()

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("harbour_tables_live", "Tables in memory", self.tables.count)
        yield GaugeMetricFamily("harbour_tables_bytes", "What they take, roughly", self.tables.weight)
        yield GaugeMetricFamily("harbour_sockets", "Live connections", self.limits.sockets)
        yield GaugeMetricFamily("harbour_store_waiting", "Writes that wait for the database", self.tables.store.waiting)
        queue = GaugeMetricFamily("harbour_jobs_waiting", "Work that is to be done later, by kind", labels=["kind"])
        try:
            for kind, count in self.jobs.waiting().items():
                queue.add_metric([kind], count)
        except SQLAlchemyError:
            return  # what the database does not tell is not there
        yield queue


def may_read(settings: Settings, scope: Scope) -> bool:
    """Whether somebody may read the numbers: by the token, or, where there is no public address, from this machine and through nobody."""
    headers = Headers(scope=scope)
    if settings.metrics_token:
        return hmac.compare_digest(headers.get("authorization", "").encode(), f"Bearer {settings.metrics_token}".encode())
    if settings.base_url or any(name in headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address((scope.get("client") or ("",))[0]).is_loopback
    except ValueError:
        return False
