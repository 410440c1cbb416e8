"""How often one account may ask: so many requests a second, and for a while as many as come at once."""

import threading
import time
from collections.abc import Callable
from typing import Final

RATE: Final = 50
"""Requests a second of one account, where nobody says."""
BURST_SECONDS: Final = 10
"""Of so many seconds what was not asked may be asked at once."""
MOST_ACCOUNTS: Final = 10_000
"""Accounts of which it is remembered how much they asked."""


class Limits:
    """A bucket of requests for each account, which fills at a steady rate."""

    def __init__(self, rate: float = RATE, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._now = rate, now
        self._most = rate * BURST_SECONDS
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def wait(self, account: str) -> float:
        """Take a request from an account's bucket; else how many seconds to wait until there is one."""
        with self._lock:
            now = self._now()
            if len(self._left) >= MOST_ACCOUNTS and account not in self._left:
                self._left.clear()
            left, then = self._left.get(account, (self._most, now))
            left = min(self._most, left + (now - then) * self._rate)
            if left < 1:
                self._left[account] = left, now
                return (1 - left) / self._rate
            self._left[account] = left - 1, now
            return 0.0
