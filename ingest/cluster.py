"""A crew on dask.distributed: the work of `paipu.ingest.pool`, done by the workers of a scheduler somewhere.

Imported by nobody who was not asked for a cluster. A record that lies as it is in a file or an object is not sent: the
worker reads it where it lies, and where it finds no such bytes there it is sent the batch whole. A batch whose worker dies is
given to another. Whoever can reach a scheduler can run anything on its workers, and they here: that is how dask works, and
so an address is for a network that is trusted, or has dask's own TLS.
"""

import io
import logging
import pickle
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from typing import Any, Final, TypeVar

import dask
from distributed import Client, Future
from distributed.client import ClosedClientError
from distributed.comm.addressing import parse_address
from distributed.comm.registry import get_backend
from distributed.scheduler import KilledWorker
from distributed.security import Security

from paipu.ingest.pool import CrewError
from paipu.ingest.source import RawRecord, open_place
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.sheets import SHEETS

Given = TypeVar("Given")
Made = TypeVar("Made")

CONNECT_SECONDS: Final = 10
"""How long a scheduler may take to answer."""
PART_SECONDS: Final = 2
PATIENCE_SECONDS: Final = 60
"""How long there may be no worker at all: one that a scheduler starts anew, or that is on its way."""
LOOK_SECONDS: Final = 1.0
"""So often the workers are counted."""
SETTINGS: Final = {
    "distributed.admin.large-graph-warning-threshold": "1GB",  # a batch of records is none, and has its own bound
    "distributed.diagnostics.computations.nframes": 0,  # the source code of the caller is not sent along
}
VERSIONS: Final = f"{ENGINE_VERSION}; " + ", ".join(f"{key} {sheet.version}" for key, sheet in SHEETS.items())
"""What a worker must have too, or its verdicts would be others."""


class _ElsewhereError(Exception):
    """The worker does not find a record where it lies for us."""


class _OtherVersionError(Exception):
    """The worker has another paipu; the text says which."""


@contextmanager
def connected(address: str) -> Iterator["Cluster"]:
    """The workers of the scheduler at an address. Raises CrewError where there is none, or it has no worker."""
    with ExitStack() as held:
        held.enter_context(warnings.catch_warnings())
        warnings.filterwarnings("ignore", module=r"(dask|distributed|tornado)\b")
        held.enter_context(_silence())
        held.enter_context(dask.config.set(SETTINGS))
        try:
            security = _security(address)
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False, security=security)
        except (OSError, ValueError) as fault:
            raise CrewError(
                f"连不上集群 {address}（{_said(fault)}）；先启动调度器（data/SCALE.md 有命令），地址写作 tls://主机:8786",
                f"the cluster {address} cannot be reached ({_said(fault)}); start its scheduler (data/SCALE.md has the "
                "commands), and give the address as tls://HOST:8786",
            ) from fault
        held.callback(_part, client)
        cluster = Cluster(client, address)
        cluster.wait_for_workers()
        yield cluster


def _security(address: str) -> Security:
    """What a client needs for an address: one that is begun without never ends. Raises ValueError where there is no such."""
    scheme, _ = parse_address(address, strict=True)
    get_backend(scheme)
    security = Security()
    if scheme == "tls" and security.get_connection_args("client").get("ssl_context") is None:
        raise ValueError("no certificate is configured for TLS")
    return security


def _part(client: Client) -> None:
    with suppress(OSError, RuntimeError, CancelledError):  # a scheduler that is gone is left all the same
        client.close(timeout=PART_SECONDS)


@contextmanager
def _silence() -> Iterator[None]:
    """What dask would log of lost connections is said by us, once and in words of ours."""
    logs = [logging.getLogger(name) for name in list(logging.root.manager.loggerDict) if name.startswith("distributed")]
    levels = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)


class Cluster:
    """The crew of a scheduler: as many batches are under way as keep all its workers busy."""

    def __init__(self, client: Client, address: str) -> None:
        self._client, self._address = client, address
        self._by_place = True
        self._threads, self._looked = 0, 0.0

    def wait_for_workers(self) -> None:
        """Return when there is one. Raises CrewError when none comes."""
        latest = time.monotonic() + PATIENCE_SECONDS
        while not self._count():
            if time.monotonic() > latest:
                raise CrewError(
                    f"集群 {self._address} 里 {PATIENCE_SECONDS} 秒没有一个工作进程；"
                    "启动一些；data/SCALE.md 有命令（dask worker …）",
                    f"the cluster {self._address} has had no worker for {PATIENCE_SECONDS} s; start some: "
                    "data/SCALE.md has the commands (dask worker …)",
                )
            time.sleep(LOOK_SECONDS / 4)

    def in_order(self, work: Callable[[Given], Made], batches: Iterable[Given]) -> Generator[tuple[Given, Made], None, None]:
        """Each batch with what `work` makes of it, in order. Raises CrewError when the cluster cannot go on."""
        pending: deque[tuple[Given, Future[Any]]] = deque()
        try:
            for batch in batches:
                pending.append((batch, self._begun(work, batch)))
                while len(pending) >= self._most():
                    yield self._done(work, *pending.popleft())
            while pending:
                yield self._done(work, *pending.popleft())
        finally:
            if pending:
                with suppress(OSError, RuntimeError, CancelledError):
                    self._client.cancel([future for _, future in pending])

    def _most(self) -> int:
        """Batches under way: one for each thread, and a few that wait for the next that is free."""
        if time.monotonic() > self._looked + LOOK_SECONDS:
            self._count()
        return self._threads + self._threads // 4 + 2

    def _count(self) -> int:
        with self._told():
            self._threads = sum(self._client.nthreads().values())
        self._looked = time.monotonic()
        return self._threads

    def _begun(self, work: Callable[[Given], Made], batch: Given) -> "Future[Any]":
        with self._told():
            return self._client.submit(_at_work, VERSIONS, packed((work, batch), by_place=self._by_place), pure=False)

    def _done(self, work: Callable[[Given], Made], batch: Given, future: "Future[Any]") -> tuple[Given, Made]:
        try:
            return batch, self._result(future)
        except _ElsewhereError:
            self._by_place = False
        return batch, self._result(self._begun(work, batch))

    def _result(self, future: "Future[Any]") -> Any:  # noqa: ANN401 - as `work` made it
        while True:
            with self._told():
                try:
                    return future.result(timeout=PATIENCE_SECONDS / 4)
                except TimeoutError:
                    if future.done():  # it came as the patience ended; or this is an error of the work itself
                        return future.result()
            self.wait_for_workers()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What is wrong with the cluster, and not with the work."""
        try:
            yield
        except KilledWorker as fault:
            raise CrewError(
                "同一批接连让几个工作进程中途结束（内存不够？）；给工作进程多些内存（dask worker --memory-limit）",
                "one batch ended several workers one after another (out of memory?); give the workers more memory "
                "(dask worker --memory-limit)",
            ) from fault
        except (_OtherVersionError, ModuleNotFoundError) as fault:
            raise CrewError(
                f"集群的调度器或工作进程没有同样的 paipu（{_said(fault)}；这里是 {VERSIONS}）；"
                "在每台机器上装同一版 'paipu[cluster]'",
                f"the scheduler or a worker of the cluster has not the same paipu ({_said(fault)}; here it is {VERSIONS}); "
                "install the same 'paipu[cluster]' on every machine",
            ) from fault
        except (OSError, CancelledError, ClosedClientError) as fault:
            raise CrewError(
                f"集群 {self._address} 的调度器不见了（{_said(fault)}）；重新启动它",
                f"the scheduler of the cluster {self._address} is gone ({_said(fault)}); start it again",
            ) from fault


def _said(fault: BaseException) -> str:
    return str(fault).partition("\n")[0] or type(fault).__name__


# --- What is sent ------------------------------------------------------------------------------------------


class _Packer(pickle.Pickler):
    """Leaves out the bytes of records that lie where a worker may read them."""

    def persistent_id(self, given: object) -> tuple[object, ...] | None:
        if type(given) is not RawRecord or given.place is None:
            return None
        raw, source, line, place = given
        return (place, len(raw), sha256(raw).digest(), source, line)


def packed(given: object, *, by_place: bool) -> bytes:
    out = io.BytesIO()
    packer = _Packer if by_place else pickle.Pickler
    packer(out, pickle.HIGHEST_PROTOCOL).dump(given)
    return out.getvalue()


# --- In a worker -------------------------------------------------------------------------------------------


def _at_work(versions: str, sent: bytes) -> object:
    if versions != VERSIONS:
        raise _OtherVersionError(VERSIONS)
    with ExitStack() as files:
        work, batch = _Unpacker(sent, files).load()
    return work(batch)


class _Unpacker(pickle.Unpickler):
    """Reads the records that were left out, and sees that they are those."""

    def __init__(self, sent: bytes, files: ExitStack) -> None:
        super().__init__(io.BytesIO(sent))
        self._files = files
        self._open: dict[str, Any] = {}

    def persistent_load(self, given: Any) -> RawRecord:  # noqa: ANN401 - as `_Packer.persistent_id` gives it
        (path, start), size, digest, source, line = given
        try:
            if path not in self._open:
                self._open.clear()
                self._files.close()
                self._open[path] = self._files.enter_context(open_place(path))
            self._open[path].seek(start)
            raw = self._open[path].read(size)
        except (OSError, ValueError) as fault:
            raise _ElsewhereError(path) from fault
        if sha256(raw).digest() != digest:
            raise _ElsewhereError(path)
        return RawRecord(raw, source, line, (path, start))
