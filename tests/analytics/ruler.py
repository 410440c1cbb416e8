"""Processes that write to a log of rulings until they are killed; `python -m tests.analytics.ruler` forks one for each line."""

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from paipu.analytics.rulings import Act, Given, On, commit, read_log
from paipu.ingest.parse import Parsed
from tests.analytics.records import raw
from tests.made import must_parse


def parsed(number: int) -> Parsed:
    given = raw(number)
    return must_parse(given.raw, given)


def put(log: Path, given: Given, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Act:
    """An act by one who has seen all that is there."""
    return commit(log, given, read_log(log).mark.lines, now)


def write_for_ever(log: Path, acknowledged: Path, on: On) -> None:
    """Draft rulings, and note the number of each act once it is acknowledged."""
    handle = os.open(acknowledged, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for number in count():
        ruling = {"hand": 1, "effect": {"points": {"EW": -number}}}
        made = put(log, Given("draft", "裁判", f"{number}", on=on, ruling=ruling))
        os.write(handle, f"{made.no} {made.sha256}\n".encode())


def say(what: object) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def main() -> None:
    on = On.of(parsed(3))
    say("ready")
    for line in sys.stdin:
        log, acknowledged = map(Path, line.rstrip("\n").split("\t"))
        child = os.fork()
        if not child:
            write_for_ever(log, acknowledged, on)
        say(child)
        os.waitpid(child, 0)
        say("gone")


if __name__ == "__main__":
    main()
