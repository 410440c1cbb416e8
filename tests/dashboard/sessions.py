"""Sessions as browsers have them, without a browser: `python -m tests.dashboard.sessions`.

Each has a websocket to a server, on which it asks for one page after the other as Streamlit's script does, follows the links
that it is shown, and turns on every switch. Meanwhile `/healthz` is asked, and the memory of the server looked at, from aside.
Prints what was seen; the exit status is 1 where a page was not drawn in time or said that something is wrong, where `/healthz`
was late, or where the server took more memory than it may.
"""

import argparse
import asyncio
import html
import http.client
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from paipu.analytics.pipeline import load
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.serve import HOST
from paipu.dashboard.shell import FIRST, PAGES
from paipu.replay.text import LANGS
from paipu.samples import FAULTS, to_line
from paipu.samples.event import make_event
from tests.analytics.test_events import event_file
from tests.dashboard.conftest import free_port, run_apart, start, stop
from tests.made import sample

FINISHED: Final = "script_finished"
ALARM: Final = 'role="alert"'
"""How the pages say that something is wrong."""
LINK: Final = re.compile(r'href="([^"#]+)"')
LATE_SECONDS: Final = 2.0
"""After which `/healthz` is late."""
MOST_MB: Final = 600
PATIENCE_SECONDS: Final = 120.0
"""After which a page that is not drawn hangs."""
EVERY_SECONDS: Final = 0.2
SEED, MATCHES, FAULTY = 5, 12, 0.4
ON: Final = 0.6
"""How often a session goes on by a link of the page that it sees."""
NAMES: Final = tuple(sorted(path.removeprefix("/") for path in PAGES))


class Address(NamedTuple):
    """A page, and what its address asks for."""

    page: str
    query: str = ""

    def __str__(self) -> str:
        return f"{self.page}?{self.query}"


EVERY_PAGE: Final = tuple(Address(name, f"lang={lang}") for name in NAMES for lang in LANGS)


@dataclass(slots=True)
class Seen:
    """What came of a walk: pages drawn, by name, how long each took, and what was wrong."""

    drawn: Counter[str] = field(default_factory=Counter)
    seconds: list[tuple[float, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    most_mb: float = 0.0

    def faults(self, late_seconds: float = LATE_SECONDS) -> list[str]:
        """All that should not have been."""
        slowest = max(self.health, default=late_seconds)
        late = [f"/healthz took {slowest:.2f} s"] if slowest >= late_seconds else []
        large = [f"the server took {self.most_mb:.0f} MB"] if self.most_mb > MOST_MB else []
        return [*dict.fromkeys(self.wrong), *late, *large]

    def __str__(self) -> str:
        health, taken = sorted(self.health), sorted(seconds for seconds, _ in self.seconds)
        return "\n".join(
            [
                f"pages drawn: {self.drawn.total()} ({', '.join(f'{name} {n}' for name, n in sorted(self.drawn.items()))})",
                f"a page: median {_at(taken, 0.5):.2f} s, 95 of 100 within {_at(taken, 0.95):.2f} s",
                f"the slowest: {_at(taken, 1):.2f} s ({max(self.seconds, default=(0, ''))[1]})",
                f"/healthz: asked {len(health)} times, median {_at(health, 0.5):.3f} s, at most {_at(health, 1):.3f} s",
                f"memory of the server: at most {self.most_mb:.0f} MB",
            ]
        )


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Session:
    """A websocket, and what the pages that were drawn on it let switch on."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.switches: set[str] = set()

    async def forget(self) -> None:
        """Have the server forget all that it remembers of its answers."""
        await self.socket.send(BackMsg(clear_cache=True).SerializeToString())

    async def draw(self, address: Address) -> list[ForwardMsg]:
        """Ask for a page, and have all that is sent until it is drawn."""
        asked = BackMsg()
        asked.rerun_script.query_string = address.query
        asked.rerun_script.page_name = "" if address.page == FIRST else address.page
        for switch in sorted(self.switches):
            asked.rerun_script.widget_states.widgets.add(id=switch, bool_value=True)
        await self.socket.send(asked.SerializeToString())
        told: list[ForwardMsg] = []
        while True:
            message = ForwardMsg.FromString(await self.socket.recv(decode=False))
            told.append(message)
            if message.WhichOneof("type") == FINISHED and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return told

    async def visit(self, address: Address) -> list[ForwardMsg]:
        """Draw a page, and again with every switch that it has turned on."""
        told = await self.draw(address)
        new = {each.id for message in told for each in _elements(message, "checkbox")} - self.switches
        if not new:
            return told
        self.switches |= new
        return [*told, *await self.draw(address)]


def _elements(message: ForwardMsg, kind: str) -> Iterator[Any]:
    element = message.delta.new_element
    if element.WhichOneof("type") == kind:
        yield getattr(element, kind)


def complaints(told: Sequence[ForwardMsg]) -> Iterator[str]:
    """What a page says is wrong."""
    for message in told:
        if message.WhichOneof("type") == FINISHED and message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            yield "it does not compile"
        for each in _elements(message, "exception"):
            yield f"{each.type}: {each.message}"
        for each in _elements(message, "html"):
            if ALARM in each.body:
                yield " ".join(re.sub(r"<[^>]*>", " ", each.body).split())


def links(told: Sequence[ForwardMsg]) -> Iterator[Address]:
    """The pages that a page links to."""
    for message in told:
        for each in _elements(message, "html"):
            for link in LINK.findall(each.body):
                parts = urlsplit(html.unescape(link))
                page = parts.path.removeprefix("./") or FIRST
                if page in NAMES and not parts.netloc:
                    yield Address(page, parts.query)


class Walk:
    """Many sessions on a server at once, each for so long and for so many pages at least.

    `pause` is the longest that a reader looks at a page, in seconds.

    They go through the pages that are named, or else by chance: to a page of the navigation, or on by a link of the one seen.
    """

    def __init__(
        self, port: int, sessions: int, seconds: float, pause: float = 0.0, only: Sequence[Address] = (), least: int = 0
    ) -> None:
        self.port, self.sessions, self.seconds, self.pause, self.only = port, sessions, seconds, pause, only
        self.least = least
        self.seen = Seen()

    def walk(self) -> Seen:
        """Go, and tell what was seen."""
        run_apart(self._all())
        return self.seen

    async def _all(self) -> None:
        until = time.monotonic() + self.seconds
        await asyncio.gather(*(self._one(number, until) for number in range(self.sessions)))

    async def _one(self, number: int, until: float) -> None:
        chance = random.Random(number)
        turns = (self.only[each % len(self.only)] for each in count(number)) if self.only else None
        shown: list[Address] = []
        async with connected(self.port) as socket:
            session = Session(socket)
            for visited in count():
                if visited >= self.least and time.monotonic() >= until:
                    return
                address = chance.choice(shown if shown and chance.random() < ON else EVERY_PAGE)
                if turns is not None:
                    address = next(turns)
                began = time.monotonic()
                try:
                    told = await asyncio.wait_for(session.visit(address), PATIENCE_SECONDS)
                except TimeoutError:
                    self.seen.wrong.append(f"{address}: not drawn within {PATIENCE_SECONDS:.0f} s")
                    return
                self.seen.seconds.append((time.monotonic() - began, str(address)))
                self.seen.drawn[address.page] += 1
                self.seen.wrong += [f"{address}: {each}" for each in complaints(told)]
                shown = list(links(told))
                await asyncio.sleep(chance.uniform(0, self.pause))


def connected(port: int, headers: Mapping[str, str] | None = None) -> connect:
    """A websocket as a page of the server opens it."""
    return connect(
        f"ws://{HOST}:{port}/_stcore/stream",
        origin=Origin(f"http://{HOST}:{port}"),
        subprotocols=[Subprotocol("streamlit")],
        additional_headers=headers,
        max_size=None,
        proxy=None,
        open_timeout=PATIENCE_SECONDS,
        ping_interval=None,
    )


def healthy(port: int, patience: float = PATIENCE_SECONDS) -> float:
    """How long `/healthz` took to answer, or how long it was waited for."""
    began = time.monotonic()
    connection = http.client.HTTPConnection(HOST, port, timeout=patience)
    try:
        connection.request("GET", "/healthz")
        if connection.getresponse().read() != b'{"status":"ok"}':
            return patience
    except OSError:
        return max(patience, time.monotonic() - began)
    finally:
        connection.close()
    return time.monotonic() - began


def memory_mb(pid: int) -> float:
    """What a process has in memory, as Linux tells; 0 elsewhere."""
    path = Path(f"/proc/{pid}/status")
    told = path.read_text() if path.exists() else ""
    return next((int(line.split()[1]) / 1024 for line in told.splitlines() if line.startswith("VmRSS:")), 0.0)


def cpu_seconds(pid: int) -> float:
    """What a process has had of the processors, with its children that have ended, as Linux tells; 0 elsewhere."""
    path = Path(f"/proc/{pid}/stat")
    told = path.read_text().rpartition(")")[2].split() if path.exists() else []
    return sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def watched(port: int, pid: int, seen: Seen) -> Iterator[None]:
    """Ask `/healthz` and look at the memory of the server all the while."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(EVERY_SECONDS):
            seen.health.append(healthy(port))
            seen.most_mb = max(seen.most_mb, memory_mb(pid))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def walked(
    directory: Path,
    sessions: int,
    seconds: float,
    pause: float = 0.0,
    only: Sequence[Address] = (),
    late_seconds: float = LATE_SECONDS,
    least: int = 0,
) -> tuple[Seen, list[str]]:
    """What a walk on a server of its own came to, and all that should not have been; the server's end is part of it."""
    port = free_port()
    process = start(directory, port)
    try:
        walk = Walk(port, sessions, seconds, pause, only, least)
        with watched(port, process.pid, walk.seen):
            walk.walk()
        faults = walk.seen.faults(late_seconds)
        with suppress(subprocess.TimeoutExpired):
            stop(process)
        if process.returncode != 0:
            faults.append("the server did not end when it was told to")
    finally:
        process.kill()
    said = process.communicate()[0]
    return walk.seen, [*faults, *([said] if "Traceback" in said else [])]


def make_warehouse(folder: Path) -> Path:
    """A warehouse of matches of every sheet, faulty ones among them, and of an event."""
    source = folder / "all.ndjson"
    made = (each for sheet in FAULTS for each in sample(SEED, MATCHES, FAULTY, sheet=sheet))
    document, records = make_event("groups", SEED)
    source.write_bytes(b"".join(to_line(each) for each in (*made, *records)))
    with Warehouse.open(folder / "warehouse") as warehouse:
        load([str(source)], warehouse, event=event_file(folder, document))
    return folder / "warehouse"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.dashboard.sessions", description=__doc__.partition("\n")[0])
    parser.add_argument("--warehouse", type=Path, help="what the server shows, else one is made")
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--pause", type=float, default=2, help="the longest that a reader looks at a page, in seconds")
    parser.add_argument("--page", action="append", choices=NAMES, default=[], help="these pages alone, without their links")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        only = [address for address in EVERY_PAGE if address.page in given.page]
        seen, faults = walked(given.warehouse or make_warehouse(Path(folder)), given.sessions, given.seconds, given.pause, only)
    print(seen, *faults, f"{given.sessions} sessions, {given.seconds:g} s: {len(faults)} faults", sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
