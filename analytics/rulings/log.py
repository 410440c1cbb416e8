"""The file of the log: read under a lock and checked whole, grown by one line at a time, never changed.

- `rulings.ndjson` holds the acts. Who adds one holds its lock, has read what is there, writes at its end, waits for the disk.
- `rulings.ndjson.head` then says how many acts there are and the hash of the last. After that the act is acknowledged.
- What a crash left half-written stands after the last newline. It was acknowledged to nobody and counts nowhere; the next act
  puts it aside as `rulings.ndjson.torn-N`, and whoever reads says so.
"""

import errno
import fcntl
import json
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from analytics import manifest as files
from analytics.errors import BrokenLogError, LogBusyError, UnusableError
from analytics.rulings.acts import FOLLOWS, NOBODY, STATE_AFTER, Act, Given, NoActError, allowed, read_line
from analytics.rulings.faults import FAULTS, refused
from ingest.rejection import REASONS
from ingest.ruling import read_ruling, says_whose
from replay.record import Ruling
from replay.text import Text

LOG_NAME: Final = "rulings.ndjson"
PATIENCE: Final = 10.0
"""Seconds to wait for another's lock, which is held for milliseconds."""


class Fault(NamedTuple):
    """What is wrong with a log, and at which line; `code` is a key of `FAULTS`."""

    code: str
    line: int
    what: str = ""

    @property
    def message(self) -> Text:
        return FAULTS[self.code].fill(line=self.line, what=self.what)


@dataclass(frozen=True)
class Log:
    """A log as it was read. `torn` counts bytes of a line that a crash left unfinished; `headless`: nothing says how many
    acts were acknowledged, so that acts missing at the end would not show.
    """

    path: Path
    acts: tuple[Act, ...] = ()
    faults: tuple[Fault, ...] = ()
    torn: int = 0
    headless: bool = False
    rulings: Mapping[str, Sequence[Act]] = field(default_factory=dict)
    """By id, the acts of each ruling."""

    def last(self, id_: str) -> Act | None:
        """The newest act of a ruling, which has it as it stands."""
        acts = self.rulings.get(id_)
        return acts[-1] if acts else None

    def sound(self) -> "Log":
        """The same log. Raises BrokenLogError, with the first fault, where it has any."""
        for fault in self.faults:
            raise BrokenLogError(self.path, fault.message)
        return self

    @property
    def notices(self) -> tuple[Text, ...]:
        """What is no fault and yet worth a word."""
        found = []
        if self.torn:
            found.append(FAULTS["torn"].fill(line=len(self.acts) + 1, what=self.torn))
        if self.headless:
            found.append(FAULTS["headless"].fill(line=len(self.acts), what=head_of(self.path).name))
        return tuple(found)


def log_beside(warehouse: Path) -> Path:
    """Where the log of a warehouse lies: beside its folder, which can be made anew from the records while the log cannot."""
    return warehouse.absolute().parent / LOG_NAME


def read_log(path: Path) -> Log:
    """The log in a file; where there is none, an empty one. Raises BrokenLogError where it is not as it was written."""
    return look_at(path).sound()


def look_at(path: Path) -> Log:
    """The log in a file with all its faults."""
    with _opened(path, os.O_RDONLY, fcntl.LOCK_SH) as handle:
        if handle is not None or not path.exists():
            return _read(path, handle)
    return look_at(path)  # somebody made it just now


def commit(path: Path, given: Given, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Act:
    """Add an act, and return it when it is on the disk.

    Raises RefusedActError where it may not follow on what is there, BrokenLogError where the log is not as it was written.
    """
    with _opened(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, fcntl.LOCK_EX) as handle:
        if handle is None:
            raise UnusableError(path, FileNotFoundError(path))
        log = _read(path, handle).sound()
        act, line = _next(log, given, now().astimezone(UTC).isoformat(timespec="seconds")).sealed()
        end = os.fstat(handle).st_size - log.torn
        if log.torn:
            _put_aside(path, handle, end, act.no)
        _append(path, handle, end, line)
        _tell_head(path, act)
        return act


# --- Reading ------------------------------------------------------------------------------------------------


def _read(path: Path, handle: int | None) -> Log:
    head = _head(path)
    if handle is None:
        return Log(path, faults=() if head is None else (Fault("lost", 1, str(head["lines"])),))
    os.lseek(handle, 0, os.SEEK_SET)
    with os.fdopen(os.dup(handle), "rb") as stream:
        whole = stream.read()
    *lines, rest = whole.split(b"\n")
    faults, acts = [], []
    for number, act in _chained(lines):
        if isinstance(act, Fault):
            faults.append(act)
        else:
            acts.append((number, act))
    rulings: dict[str, list[Act]] = {}
    for number, act in acts:
        faults += _out_of_turn(number, act, rulings.get(act.id))
        rulings.setdefault(act.id, []).append(act)
    faults += _against_head(head, len(lines), [act for _, act in acts])
    return Log(
        path,
        tuple(act for _, act in acts),
        tuple(sorted(faults, key=lambda fault: fault.line)),
        len(rest),
        head is None and bool(lines),
        rulings,
    )


def _chained(lines: Sequence[bytes]) -> Iterator[tuple[int, Act | Fault]]:
    """Each line's act, and where it does not follow on the line before it a fault too.

    After a fault the chain goes on from what stands there, so that one change is one fault.
    """
    before: str | None = NOBODY
    expected = 1
    for number, line in enumerate(lines, start=1):
        try:
            act = read_line(line)
        except NoActError as fault:
            yield number, Fault("changed" if fault.changed else "format", number, fault.what)
            before, expected = None, expected + 1
            continue
        if act.no > expected:
            yield number, Fault("removed", number, str(act.no))
        elif act.no < expected:
            yield number, Fault("moved", number, str(act.no))
        elif before not in {None, act.before}:
            yield number, Fault("chain", number)
        yield number, act
        before, expected = act.sha256, act.no + 1


def _out_of_turn(number: int, act: Act, earlier: Sequence[Act] | None) -> Iterator[Fault]:
    state = earlier[-1].state if earlier else None
    if state not in FOLLOWS[act.act] or act.state != STATE_AFTER[act.act]:
        yield Fault("turn", number, f"{act.id}: {state} → {act.act}, {act.state}")
    elif earlier and (act.record_sha256, act.match, act.sheet) != (earlier[-1].record_sha256, *earlier[-1][2:4]):
        yield Fault("turn", number, f"{act.id}: {act.match}")


def _against_head(head: Mapping[str, Any] | None, lines: int, acts: Iterable[Act]) -> Iterator[Fault]:
    """Acts that were acknowledged and are gone from the end, or are others."""
    if head is None:
        return
    numbered = {act.no: act for act in acts}
    if head["lines"] > max(lines, *numbered, 0):
        yield Fault("lost", lines + 1, str(head["lines"]))
    elif head["lines"] in numbered and numbered[head["lines"]].sha256 != head["sha256"]:
        yield Fault("rewritten", head["lines"])


# --- The next act -------------------------------------------------------------------------------------------


def _next(log: Log, given: Given, when: str) -> Act:
    """The act that is asked for, as it follows on those that are there. Raises RefusedActError."""
    last = log.last(given.id) if given.id is not None else None
    on = given.on
    _check(log, given, last)
    taken = on.taken if on else ()
    entry = dict(given.ruling or {}) if last is None or given.ruling is not None else dict(last.ruling)
    entry["id"] = given.id or free_id(log, taken)
    entry["state"] = STATE_AFTER[given.act]
    if given.ruling is not None:
        entry |= {"by": given.by, "when": when} | ({"note": given.reason} if given.reason else {})
    if on is not None:
        if entry["id"] in taken:
            raise refused("id", id=entry["id"])
        if entry.get("hand") is not None and entry["hand"] not in on.hands:
            raise refused("hand", hand=entry["hand"], known=", ".join(map(str, on.hands[:20])))
    place = last or on
    if place is None:
        raise refused("place")
    checked = read_ruling(place.sheet, entry)
    if not isinstance(checked, Ruling):
        problem = checked[0]
        raise refused("entry", where=problem.pointer or "/", zh=problem.message.zh, en=problem.message.en)
    if not says_whose(checked):
        message = REASONS["RULING-FAULT"]
        raise refused("entry", where="/effect/fault", zh=message.zh, en=message.en)
    same = standing(log, place.record_sha256, checked) if given.act == "issue" else None
    if same is not None:
        raise refused("same", id=same.id)
    made = Act(
        no=len(log.acts) + 1,
        act=given.act,
        match=place.match,
        sheet=place.sheet,
        record_sha256=place.record_sha256,
        ruling=entry,
        by=given.by,
        when=when,
        reason=given.reason,
        before=log.acts[-1].sha256 if log.acts else NOBODY,
    )
    try:
        _, line = made.sealed()
        read_line(line[:-1])
    except (NoActError, UnicodeEncodeError) as fault:  # a name or a reason that is no text, or too long
        raise refused("entry", where=str(fault), zh="", en="") from fault
    return made


def standing(log: Log, record_sha256: str, ruling: Ruling) -> Act | None:
    """The ruling in force that another one would only repeat: on the same place, with the same effect or for the same fault.

    Two referees, or one who is in a hurry, would have it counted twice.
    """
    for acts in log.rulings.values():
        last = acts[-1]
        if last.record_sha256 != record_sha256 or last.id == ruling.id or not (entry := last.entry()).in_force:
            continue
        there = (entry.hand, entry.at, entry.seat) == (ruling.hand, ruling.at, ruling.seat)
        if there and (entry.effect == ruling.effect or (_proven(entry) is not None and _proven(entry) == _proven(ruling))):
            return last
    return None


def _proven(ruling: Ruling) -> tuple[str, str | None, int | None] | None:
    """What tells a fault found proven from others of the same seat at the same place."""
    fault = ruling.effect.fault
    return (fault.kind, fault.cards, fault.count) if fault is not None else None


def _check(log: Log, given: Given, last: Act | None) -> None:
    """Raise RefusedActError where the act may not follow, or does not say who and why."""
    state = last.state if last else None
    if last is None and given.ruling is None:
        raise refused("unknown", id=given.id, known=", ".join(list(log.rulings)[-5:]) or "—")
    if state not in FOLLOWS[given.act]:
        raise refused("turn", id=given.id, act=given.act, state=state or "", may=allowed(state))
    if not given.by.strip():
        raise refused("author")
    if given.act != "draft" and not given.reason.strip():
        raise refused("reason", act=given.act)
    if last is not None and given.on is not None and given.on.record_sha256 != last.record_sha256:
        raise refused("record", id=given.id, match=last.match)


def free_id(log: Log, taken: Sequence[str] = ()) -> str:
    """An id that neither the log nor the record has.

    >>> free_id(Log(Path("none")), ["r1"])
    'r2'
    """
    number = len(log.rulings) + 1
    while f"r{number}" in log.rulings or f"r{number}" in taken:
        number += 1
    return f"r{number}"


# --- The files ----------------------------------------------------------------------------------------------


def _append(path: Path, handle: int, end: int, line: bytes) -> None:
    """Write at the end, and wait for the disk. Where it refuses, the file is as it was."""
    try:
        whole = os.write(handle, line) == len(line)
        os.fsync(handle)
        fault = None if whole else OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except OSError as refusal:
        fault = refusal
    if fault is not None:
        with suppress(OSError):
            os.ftruncate(handle, end)
        raise UnusableError(path, fault) from fault


def head_of(path: Path) -> Path:
    return path.with_name(path.name + ".head")


def _head(path: Path) -> Mapping[str, Any] | None:
    """What was acknowledged; None where nothing says so. Raises BrokenLogError where that cannot be read."""
    head = head_of(path)
    try:
        told = json.loads(head.read_bytes())
        if isinstance(told["lines"], int) and isinstance(told["sha256"], str):
            return dict(told)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as fault:
        raise BrokenLogError(path, FAULTS["head"].fill(line=0, what=head.name)) from fault
    raise BrokenLogError(path, FAULTS["head"].fill(line=0, what=head.name))


def _tell_head(path: Path, act: Act) -> None:
    head = head_of(path)
    draft = files.draft_of(head)
    try:
        files.write(draft, json.dumps({"lines": act.no, "sha256": act.sha256}).encode())
        draft.replace(head)
        files.flush(path.absolute().parent)
    except OSError as fault:
        raise UnusableError(path, fault) from fault


def _put_aside(path: Path, handle: int, end: int, number: int) -> None:
    """Keep what a crash left of a line in a file of its own, and let the log end with its last whole line."""
    aside = path.with_name(f"{path.name}.torn-{number}")
    os.lseek(handle, end, os.SEEK_SET)
    with os.fdopen(os.dup(handle), "rb") as stream:
        rest = stream.read()
    try:
        files.write(aside, rest)
        os.ftruncate(handle, end)
        os.fsync(handle)
    except OSError as fault:
        raise UnusableError(path, fault) from fault


@contextmanager
def _opened(path: Path, flags: int, lock: int) -> Iterator[int | None]:
    """The file under its lock; None where there is none to read."""
    try:
        handle = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    except FileNotFoundError as fault:
        if flags & os.O_CREAT:
            raise UnusableError(path, fault) from fault
        yield None
        return
    except OSError as fault:
        raise UnusableError(path, fault, FAULTS["unreadable"].fill(line=0, what="")) from fault
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise BrokenLogError(path, FAULTS["file"].fill(line=0, what=""))
        _take(path, handle, lock)
        yield handle
    finally:
        os.close(handle)


def _take(path: Path, handle: int, lock: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(handle, lock | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise LogBusyError(path) from None
            time.sleep(0.005)
        else:
            return
