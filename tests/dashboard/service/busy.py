"""People who enter things all at once, until they are told to stop; and what the service acknowledged of it."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")
PATIENCE_S = 120


class Busy(Generic[Thing]):
    """One thread for each of `doing`, begun at once. `acknowledged` has each thing once, in the order of the answers."""

    def __init__(self, doing: Iterable[Callable[[], None]]) -> None:
        self.acknowledged: list[Thing] = []
        self.over = threading.Event()
        self._threads = [threading.Thread(target=each) for each in doing]
        for thread in self._threads:
            thread.start()

    def wait_for(self, count: int) -> None:
        """Until so many things are acknowledged."""
        until = time.monotonic() + PATIENCE_S
        while len(self.acknowledged) < count:
            assert time.monotonic() < until, "too slow"
            time.sleep(0.02)

    def end(self) -> None:
        """Enter no more."""
        self.over.set()
        for thread in self._threads:
            thread.join()
