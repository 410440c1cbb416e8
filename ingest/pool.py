"""Work shared out to processes: results in the order of what was given, with little under way at a time.

Who does it is one question, asked here: this process, processes of this machine, or a `Crew` that is elsewhere. A worker of
this machine never shows anything and never outlives its parent. What the keyboard, a hang-up or `kill` tells the whole group
of processes is the parent's business: a worker is deaf to it, and drops what it is at when the parent says so.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain, islice
from types import FrameType
from typing import Final, Protocol, Self, TypeVar

from paipu.replay.text import Text

Given = TypeVar("Given")
Made = TypeVar("Made")

BATCHES_A_WORKER: Final = 2
"""Batches under way for each worker, so that none waits while another's result is taken."""
TOLD: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
GRACE_SECONDS: Final = 2
"""How long a worker that was told to stop may take to end by itself: enough to hand over a result whole."""


class Crew(Protocol):
    """Workers that are not this process's own."""

    def in_order(self, work: Callable[[Given], Made], batches: Iterable[Given]) -> Generator[tuple[Given, Made], None, None]:
        """As the function of that name. Raises CrewError when they cannot go on."""


class CrewError(Exception):
    """What became of a crew; `message` is for people and says what to do."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(zh, en)
        self.message = Text(zh, en)


def in_order(
    work: Callable[[Given], Made],
    batches: Iterable[Given],
    workers: int | Crew,
    light: Callable[[Given], bool] = lambda _: False,
) -> Generator[tuple[Given, Made], None, None]:
    """Each batch with what `work` makes of it, made by some workers or, for one worker or one batch, in this process.

    So is a `light` batch for which no process was started yet: to start one takes longer. Close the generator
    (`contextlib.closing`) to be rid of the workers. Raises BrokenProcessPool when one dies.
    """
    if not isinstance(workers, int):
        yield from workers.in_order(work, batches)
        return
    with Processes(workers) as crew:
        yield from crew.in_order(work, batches, light)


class Processes:
    """Some workers of this machine, started when they are first wanted, for one thing after the other."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def in_order(
        self, work: Callable[[Given], Made], batches: Iterable[Given], light: Callable[[Given], bool] = lambda _: False
    ) -> Generator[tuple[Given, Made], None, None]:
        """As the function of that name. Closed early it ends the workers: nothing more can be asked of them."""
        given = iter(batches)
        begun = list(islice(given, 2)) if self.workers > 1 else []  # for one worker none is taken before it is wanted
        while begun and self.pool is None and light(begun[0]):
            yield begun[0], work(begun[0])
            begun = [*begun[1:], *islice(given, 1)]
        batches = chain(begun, given)
        if len(begun) < 2:
            for batch in batches:
                yield batch, work(batch)
            return
        if self.pool is None:
            with _undisturbed():
                spawn = multiprocessing.get_context("spawn")
                self.pool = ProcessPoolExecutor(self.workers, mp_context=spawn, initializer=_begin)
        try:
            pending: deque[tuple[Given, Future[Made]]] = deque()
            for batch in batches:
                with _undisturbed():  # this starts a worker, as long as there are too few
                    future = self.pool.submit(_at_work, work, batch)
                pending.append((batch, future))
                if len(pending) >= self.workers * BATCHES_A_WORKER:
                    first, made = pending.popleft()
                    yield first, made.result()
            for first, made in pending:
                yield first, made.result()
        except BaseException:  # and GeneratorExit: nobody waits for what is under way
            for worker in [*(self.pool._processes or {}).values()]:  # noqa: SLF001 - Python 3.11 names its workers nowhere else
                worker.terminate()
            raise


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What this process is told now it hears when this is over; a process started now is deaf to it from its birth.

    The mask is what the new process inherits. It does not keep a signal from our other threads, so our handlers wait too.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    handlers = {number: handler for number in TOLD if callable(handler := signal.getsignal(number))}
    for number in handlers:
        signal.signal(number, lambda told, _frame: heard.append(told))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, TOLD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])


# --- In a worker -------------------------------------------------------------------------------------------


class _DroppedError(BaseException):
    """The parent wants no more of this batch; no handler of mere faults may catch it."""


class _Worker:
    busy = False
    told = False


def _begin() -> None:
    """Follow the parent, even a killed one, and listen to it alone."""
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    signal.signal(signal.SIGTERM, _drop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM,))  # what came before now comes now


def _drop(_number: int, _frame: FrameType | None) -> None:
    """Leave the batch; a worker between batches may be handing over a result, and is ended by the clock at the latest."""
    _Worker.told = True
    signal.setitimer(signal.ITIMER_REAL, GRACE_SECONDS)  # nobody handles SIGALRM, which ends the process
    if _Worker.busy:
        raise _DroppedError


def _at_work(work: Callable[[Given], Made], batch: Given) -> Made:
    _Worker.busy = True
    try:
        if _Worker.told:
            raise _DroppedError
        return work(batch)
    finally:
        _Worker.busy = False
