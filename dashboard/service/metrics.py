"""How the service does: counts and times by address, for Prometheus, and a line of JSON a request. Neither names anybody.

A request is called by its address as `addresses.py` has it: what people put into an address, as a player's id or what somebody
searched for, is in no count and in no line.
"""

import json
import logging
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paipu.dashboard.service.addresses import named

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 60.0)
LOG: Final = logging.getLogger("paipu.service")


class Metrics:
    """The counts of one service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        of_request = ("address", "method", "status")
        self._requests = Counter("paipu_requests", "Requests answered", of_request, registry=self.registry)
        self._seconds = Histogram(
            "paipu_request_seconds",
            "Seconds until a request was answered",
            ("address",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self._open = Gauge("paipu_websockets", "Pages that are open", registry=self.registry)

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """A value that is asked for when somebody looks."""
        Gauge(name, about, registry=self.registry).set_function(value)

    def exposed(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)

    def watched(self, app: ASGIApp) -> ASGIApp:
        """An app whose requests are counted and told."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] not in {"http", "websocket"}:
                await app(scope, receive, send)
                return
            began, status = time.monotonic(), 0

            async def sent(message: Message) -> None:
                nonlocal status
                if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                    status = message["status"]
                elif message["type"] == "websocket.accept":
                    status = 101
                    self._open.inc()
                await send(message)

            try:
                await app(scope, receive, sent)
            finally:
                method = scope["method"] if scope["type"] == "http" else "WEBSOCKET"
                address, seconds = named(method, scope["path"]), time.monotonic() - began
                if status == 101:
                    self._open.dec()
                else:
                    self._seconds.labels(address).observe(seconds)
                method = method if address else "OTHER"
                self._requests.labels(address, method, str(status)).inc()
                LOG.info(
                    "", extra={"told": {"address": address, "method": method, "status": status, "seconds": round(seconds, 4)}}
                )

        return counted


def log_to_stderr() -> None:
    """From now on a line of JSON for each request goes to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = getattr(record, "told", {"message": record.getMessage()})
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        return json.dumps({"at": at, "level": record.levelname, **told}, ensure_ascii=False)
