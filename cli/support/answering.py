"""What a service is asked, answered as the command line answers: `python -m paipu.cli.support.answering`.

One process runs one command after the other, each in a folder of its own, where its files are and its answer goes. It has only
so much memory, writes files of so many bytes at most, and ends with the one who asks.
"""

import json
import os
import queue
import resource
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from paipu.cli.main import Paipu, app
from paipu.cli.support.ends import ending
from paipu.cli.support.errors import CommandError, ExitCode, code_of
from paipu.cli.text import TEXT
from paipu.replay.text import Text

ANSWER: Final = "answer"
"""The file that has the standard output of a command."""
SAID: Final = "said"
"""The file that has its standard error."""
NICER: Final = 5
"""By so much such a process gives way to the service."""
MEMORY: Final = 4 << 30
"""Bytes of address space; the libraries reserve more than they use."""
LARGEST: Final = 256 << 20
"""Bytes of a file that is written."""


class Ended(NamedTuple):
    """How a command ended: its exit code, and what stopped it by its code and in words, if anything did."""

    exit_code: int
    code: str | None = None
    message: Text | None = None


def main() -> int:
    """Run what is asked on the standard input, a line a command; how each ended goes to the standard output."""
    os.nice(NICER)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_follow, args=(asked,), daemon=True).start()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        while True:
            given = json.loads(asked.get())
            ended = answer(Path(given["folder"]), given["words"])
            message = ended.message._asdict() if ended.message is not None else None
            answers.write(json.dumps([ended.exit_code, ended.code, message]) + "\n")
            answers.flush()


def answer(folder: Path, words: Sequence[str]) -> Ended:
    """Run a command in a folder, with its standard output and error in files there."""
    os.chdir(folder)
    for number, name in ((1, ANSWER), (2, SAID)):
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(file, number)
        os.close(file)
    try:
        ended = run(words)
        sys.stdout.flush()
    except OSError as fault:
        ended = _stopped(fault)
    sys.stderr.flush()
    os.chdir("/")
    return ended


def run(words: Sequence[str]) -> Ended:
    """Run a command, and say how it ended."""
    group = get_command(app)
    if not isinstance(group, Paipu):
        raise TypeError("the program is a group of commands of its own kind")
    try:
        code = TyperGroup.main(group, list(words), "paipu", standalone_mode=False)
    except TyperException as error:
        said = " ".join(error.format_message().split())
        return Ended(ExitCode.USAGE, "USAGE", TEXT["usage.said"].fill(what=said))
    except BaseException as fault:  # noqa: BLE001 - as in the program itself, whatever stops a command is told
        return _stopped(fault)
    return Ended(code if isinstance(code, int) else ExitCode.CLEAN)


def _stopped(fault: BaseException) -> Ended:
    number, message = ending(fault)
    return Ended(number, code_of(fault.key) if isinstance(fault, CommandError) else _name(fault, number), message)


def _name(fault: BaseException, number: int) -> str:
    """The code of what no command foresaw: that of the warehouse's trouble, else of the exit."""
    from paipu.analytics.errors import LogBusyError, RefusedActError, WarehouseBusyError, WarehouseError

    if isinstance(fault, RefusedActError):
        return code_of(f"ruling.{fault.key}")
    if isinstance(fault, LogBusyError):
        return "WAREHOUSE-BUSY"
    if isinstance(fault, WarehouseError):
        return "WAREHOUSE-BUSY" if isinstance(fault, WarehouseBusyError) else "WAREHOUSE"
    return ExitCode(number).name.replace("_", "-") if number in set(ExitCode) else "INTERNAL"


def _follow(asked: "queue.SimpleQueue[str]") -> None:
    """Hand on what is asked, and end with the one who asks."""
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
