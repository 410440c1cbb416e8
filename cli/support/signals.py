"""Ctrl-C, a hang-up and `kill`: each ends the program in order, so that nothing half made is left.

It ends as by an exception, which whatever is under way cleans up after. The first signal counts: those that come while
the cleaning is on are ignored.
"""

import signal
import sys
from types import FrameType
from typing import Final

HEEDED: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _Heard:
    number: int | None = None


def heed() -> None:
    """Called once, before anything else. What was ignored from the start (`nohup`) stays so."""
    for number in HEEDED:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)


def heard() -> int | None:
    """The signal that ends this run, whatever exception a library has made of it."""
    return _Heard.number


def done() -> None:
    """Called when the work is done and said: a signal that comes while the program goes does not make it fail."""
    for number in HEEDED:
        signal.signal(number, signal.SIG_IGN)


def _stop(number: int, _frame: FrameType | None) -> None:
    _Heard.number = number
    done()
    sys.exit(128 + number)  # for SIGINT too: Python ends by the signal itself where a KeyboardInterrupt crossed an eval()
