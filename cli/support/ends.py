"""How a command ends: the one place where an exception becomes an exit code, and words that say what to do."""

import errno
import sys
import traceback
from typing import Final, NamedTuple

from paipu.cli.support.debug import debugging
from paipu.cli.support.errors import CommandError, ExitCode, InputError
from paipu.cli.support.signals import heard
from paipu.cli.support.streams import let_go, shows_chinese
from paipu.cli.support.terminal import clean, tell
from paipu.cli.text import TEXT
from paipu.replay.text import Text

REFUSED: Final = {"full": ExitCode.FULL, "denied": ExitCode.DENIED, "other": ExitCode.DENIED}


class Ending(NamedTuple):
    """An exit code, and what to say, if anything."""

    code: int
    said: Text | None = None


def ending(fault: BaseException) -> Ending:
    """What an exception that nobody handled comes to."""
    number = heard()
    if isinstance(fault, KeyboardInterrupt) or number is not None:
        return _said(ExitCode.INTERRUPTED if number is None else 128 + number, "end.interrupted")
    match fault:
        case CommandError():
            return Ending(fault.code, fault.message)
        case BrokenPipeError():
            return Ending(ExitCode.BROKEN_PIPE)
        case SystemExit():
            return Ending(fault.code if isinstance(fault.code, int) else ExitCode.CLEAN)
        case OSError():
            return refused(fault)
        case _:
            what = f"{type(fault).__name__}: {fault}".splitlines()[0]
            return _of_workers(fault) or _of_warehouse(fault) or _said(ExitCode.INTERNAL, "end.internal", what=what)


def _of_workers(fault: BaseException) -> Ending | None:
    """What became of other processes; only here are they imported, for most commands have none."""
    from concurrent.futures.process import BrokenProcessPool

    from paipu.ingest.pool import CrewError

    if isinstance(fault, CrewError):
        return _said(ExitCode.DENIED, "cluster.trouble", **fault.message._asdict())
    return _said(ExitCode.INTERNAL, "worker.died") if isinstance(fault, BrokenProcessPool) else None


def refused(fault: OSError) -> Ending:
    """The system refuses: it is full, it does not permit it, or something else. No fault of this program."""
    from paipu.ingest.refusal import refusal

    if fault.errno == errno.EBADF:
        return _said(ExitCode.DENIED, "stdout.closed")
    kind = refusal(fault)
    what = fault.strerror or str(fault) or type(fault).__name__
    if fault.filename is not None:
        what = f"{what}: {fault.filename}"
    return _said(REFUSED[kind], f"end.{kind}", what=what)


def because(fault: Exception, stop: CommandError) -> CommandError:
    """What stops a command, with the exit code of a full or forbidden place where that is the cause."""
    from paipu.ingest.refusal import refusal

    kind = refusal(fault)
    if kind != "other":
        stop.code = REFUSED[kind]
    return stop


def unreadable(path: str, fault: Exception) -> CommandError:
    """A file that a command needs cannot be read."""
    why = getattr(fault, "strerror", None) or str(fault)
    return because(fault, InputError("file.unreadable", path=path, why=why))


def _of_warehouse(fault: BaseException) -> Ending | None:
    """What stands in the way of a warehouse: by the refusal where the machine refuses, else it is bad input."""
    from paipu.analytics.errors import (
        LoadError,
        NotTakenError,
        RefusedActError,
        RulingsError,
        UnsureActError,
        UnusableError,
        WarehouseError,
    )
    from paipu.ingest.pool import CrewError

    if not isinstance(fault, WarehouseError):
        return None
    code = ExitCode.INPUT
    if isinstance(fault, LoadError):
        code = ExitCode.DENIED if isinstance(fault.__cause__, CrewError) else ExitCode.INTERNAL
    elif isinstance(fault, RefusedActError):
        return Ending(ExitCode.USAGE, fault.message)
    elif isinstance(fault, RulingsError):
        return _said(code, "rulings.trouble", **fault.message._asdict())
    elif isinstance(fault, UnusableError) and fault.refusal != "other":
        code = REFUSED[fault.refusal]
    if isinstance(fault, (NotTakenError, UnsureActError)):
        return _said(code, "rulings.trouble", **fault.message._asdict())
    return _said(code, "warehouse.trouble", **fault.message._asdict())


def code_of_inputs(*, internal: int, denied: int, refused: int, nothing: bool) -> ExitCode | None:
    """The exit code where some inputs were not audited, the gravest first; None where all were."""
    if internal:
        return ExitCode.INTERNAL
    if denied:
        return ExitCode.DENIED
    return ExitCode.INPUT if refused or nothing else None


def end(fault: BaseException) -> int:
    """Say what an exception comes to, and give the exit code."""
    code, said = ending(fault)
    if code == ExitCode.INTERNAL and debugging():
        traceback.print_exception(fault)
    if said is not None:
        complain(said)
    if code == ExitCode.INTERNAL and not debugging():
        complain(TEXT["internal.hint"])
    if isinstance(fault, OSError):
        let_go(sys.stdout)
    return code


def complain(said: Text) -> None:
    """One line in each language on standard error; in English alone where Chinese cannot be shown."""
    tell(*(f"paipu: {clean(words)}" for words in (said if shows_chinese() else (said.en,))))


def _said(code: int, key: str, **values: str) -> Ending:
    return Ending(code, TEXT[key].fill(**values))
