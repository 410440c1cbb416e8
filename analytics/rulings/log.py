"""The log: read under its lock and checked whole, grown by a line at a time, never changed.

What is in force is what was acknowledged, and an act that is refused is in force nowhere: `disk.py` says how.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from paipu.analytics.errors import BrokenLogError, RefusedActError
from paipu.analytics.rulings import disk
from paipu.analytics.rulings.acts import (
    FOLLOWS,
    NOBODY,
    START,
    STATE_AFTER,
    Act,
    Confirmed,
    Given,
    Mark,
    NoActError,
    On,
    allowed,
    read_line,
)
from paipu.analytics.rulings.faults import FAULTS, out_of_place, refused, said_of
from paipu.ingest.rejection import REASONS
from paipu.ingest.ruling import read_ruling, says_whose
from paipu.replay.record import Ruling
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Text

LOG_NAME: Final = "rulings.ndjson"
AT_ONCE: Final = 2
"""Lines that one act brings at most: a ruling, and the one that must be in force with it. A crash leaves no more than these."""
CONFIRMABLE: Final = frozenset({"headless", "lost", "rewritten", "unacknowledged"})
"""What is missing or other at the end; what is wrong with a line itself nobody can answer for."""
LEAST_OF_A_HASH: Final = 12
"""Digits of a hash that name it."""


class Fault(NamedTuple):
    """What is wrong with a log, and at which line; `code` is a key of `FAULTS`."""

    code: str
    line: int
    what: str = ""
    sha256: str = ""
    """Of the line that is asked about."""

    @property
    def message(self) -> Text:
        return FAULTS[self.code].fill(line=self.line, what=self.what, sha256=self.sha256[:LEAST_OF_A_HASH])


@dataclass(frozen=True)
class Log:
    """A log as it was read: `mark` is how far it has come. `torn` counts bytes after the last acknowledged line, which a crash
    left; they count nowhere.
    """

    path: Path
    acts: tuple[Act, ...] = ()
    faults: tuple[Fault, ...] = ()
    torn: int = 0
    mark: Mark = START
    confirmed: tuple[Confirmed, ...] = ()
    rulings: Mapping[str, Sequence[Act]] = field(default_factory=dict)
    """By id, the acts of each ruling."""

    def last(self, id_: str) -> Act | None:
        """The newest act of a ruling, which has it as it stands."""
        acts = self.rulings.get(id_)
        return acts[-1] if acts else None

    def sound(self, seen: Mark | None = None) -> "Log":
        """The same log. Raises BrokenLogError, with the first fault, where it has any, or does not go on from what was seen."""
        for fault in self.held_to(seen).faults:
            raise BrokenLogError(self.path, fault.message)
        return self

    def held_to(self, seen: Mark | None) -> "Log":
        """The same log, with a fault more where it does not go on from what somebody has seen of it."""
        if seen is None or not seen.lines or self.goes_on_from(seen):
            return self
        fault = Fault("seen", min(seen.lines, self.mark.lines + 1), str(seen.lines), seen.sha256)
        return replace(self, faults=(*self.faults, fault))

    def goes_on_from(self, seen: Mark) -> bool:
        """Whether the line that was the last is in its place still, or somebody answers for it that it is not."""
        answered = any(each.instead_of == seen.sha256 for each in self.confirmed)
        return answered or seen in {Mark(each.no, each.sha256) for each in self.acts + self.confirmed}

    def since(self, seen: int, match: str) -> Sequence[Act]:
        """The acts on a match that came after so many lines."""
        return [act for act in self.acts if act.no > seen and act.match == match]

    def with_act(self, act: Act) -> "Log":
        """The log as it will be."""
        rulings = {**self.rulings, act.id: (*self.rulings.get(act.id, ()), act)}
        return replace(self, acts=(*self.acts, act), mark=Mark(act.no, act.sha256), rulings=rulings)

    @property
    def notices(self) -> tuple[Text, ...]:
        """What is no fault and yet worth a word."""
        found = [said_of(each) for each in self.confirmed]
        if self.torn:
            found.append(FAULTS["torn"].fill(line=self.mark.lines + 1, what=self.torn))
        return tuple(found)


def log_beside(warehouse: Path) -> Path:
    """Where the log of a warehouse lies: beside its folder, which can be made anew from the records while the log cannot."""
    return warehouse.absolute().parent / LOG_NAME


def read_log(path: Path, seen: Mark | None = None) -> Log:
    """The log in a file; where there is none, an empty one. Raises BrokenLogError where it is not as it was written, or does
    not go on from what was seen of it.
    """
    return look_at(path).sound(seen)


def look_at(path: Path) -> Log:
    """The log in a file with all its faults."""
    with disk.to_read(path) as handle:
        if handle is not None or not path.exists():
            return _read(path, handle)
    return look_at(path)  # somebody made it just now


def commit(path: Path, given: Given, seen: int, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Act:
    """Add an act by one who has seen so many lines of the log, and return it when it is on the disk.

    Raises RefusedActError where it may not follow on what is there, or where acts that he has not seen have come on the same
    match; BrokenLogError where the log is not as it was written. What is refused, for whatever reason, is not in force.
    """
    return commit_all(path, [given], seen, now)[-1]


def commit_all(
    path: Path, given: Sequence[Given], seen: int, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Sequence[Act]:
    """The same with acts of which each is in force only with the others."""
    with disk.to_write(path) as handle:
        log = grown = _read(path, handle).sound()
        when = now().astimezone(UTC).isoformat(timespec="seconds")
        made, lines = [], b""
        for each in given:
            act, line = _next(grown, each, when).sealed()
            grown, lines = grown.with_act(act), lines + line
            made.append(act)
        if seen > log.mark.lines:
            raise refused("ahead", seen=seen, lines=log.mark.lines)
        if since := [each for match in dict.fromkeys(act.match for act in made) for each in log.since(seen, match)]:
            raise refused("since", seen=seen, lines=log.mark.lines, came=[said_of(each) for each in since])
        disk.add(path, handle, grown.mark, log.torn, lines)
        return made


def confirm(
    path: Path,
    last: str,
    by: str,
    reason: str,
    instead_of: str | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Confirmed:
    """Put it into the log that somebody answers for its end, where nothing, or another, says how many lines there were.

    `last` is the hash of its last line, or the beginning of it: who confirms has looked. Raises RefusedActError where it is
    another, BrokenLogError where lines themselves are not as they were written.
    """
    with disk.to_write(path) as handle:
        log = _read(path, handle)
        log = replace(log, faults=tuple(fault for fault in log.faults if fault.code not in CONFIRMABLE)).sound()
        if not by.strip():
            raise refused("author")
        if not reason.strip():
            raise refused("reason", act="confirm")
        end = log.mark
        if len(last) < LEAST_OF_A_HASH or not end.sha256.startswith(last):
            raise refused("last", lines=end.lines, sha256=end.sha256)
        when = now().astimezone(UTC).isoformat(timespec="seconds")
        made, line = Confirmed(end.lines + 1, by, when, reason, instead_of, end.sha256).sealed()
        _readable(line)
        disk.add(path, handle, Mark(made.no, made.sha256), log.torn, line)
        return made


# --- Reading ------------------------------------------------------------------------------------------------


def _read(path: Path, handle: int | None) -> Log:
    head = disk.head(path)
    if handle is None:
        return Log(path, faults=() if head is None or not head.lines else (Fault("lost", 1, str(head.lines)),))
    *lines, rest = disk.whole(handle).split(b"\n")
    over = lines[head.lines :] if head is not None else []
    if 0 < len(over) <= AT_ONCE:  # a crash, or a disk that was full, came between: they were acknowledged to nobody
        lines = lines[: len(lines) - len(over)]
        rest = b"\n".join([*over, rest])
    faults: list[Fault] = []
    found: list[tuple[int, Act | Confirmed]] = []
    for number, line in _chained(lines):
        if isinstance(line, Fault):
            faults.append(line)
        else:
            found.append((number, line))
    acts = [(number, line) for number, line in found if isinstance(line, Act)]
    rulings: dict[str, list[Act]] = {}
    for number, act in acts:
        faults += _out_of_turn(number, act, rulings.get(act.id))
        rulings.setdefault(act.id, []).append(act)
    faults += _against_head(head, len(lines), [line for _, line in found])
    return Log(
        path,
        tuple(act for _, act in acts),
        tuple(sorted(faults, key=lambda fault: fault.line)),
        len(rest),
        Mark(found[-1][1].no, found[-1][1].sha256) if found else START,
        tuple(line for _, line in found if isinstance(line, Confirmed)),
        rulings,
    )


def _chained(lines: Sequence[bytes]) -> Iterator[tuple[int, Act | Confirmed | Fault]]:
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


def _against_head(head: Mark | None, lines: int, found: Sequence[Act | Confirmed]) -> Iterator[Fault]:
    """Lines that were acknowledged and are gone from the end, or are others; and that nothing says how many there were."""
    if head is None:
        if lines:
            yield Fault("headless", lines, disk.HEAD, found[-1].sha256 if found else "")
        return
    numbered = {line.no: line for line in found}
    if head.lines > max(lines, *numbered, 0):
        yield Fault("lost", lines + 1, str(head.lines))
    elif head.lines in numbered and numbered[head.lines].sha256 != head.sha256:
        yield Fault("rewritten", head.lines)
    elif lines > head.lines:
        yield Fault("unacknowledged", head.lines + 1, str(head.lines))


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
    if given.ruling is not None or given.act == "issue":  # a draft is ruled by whoever issues it
        entry |= {"by": given.by, "when": when} | ({"note": given.reason} if given.reason else {})
    if on is not None and entry["id"] in taken:
        raise refused("id", id=entry["id"])
    place = last or on
    if place is None:
        raise refused("place")
    checked = _placed(entry, place.sheet, on)
    _heard(given.hearing, place.sheet, on)
    same = standing(log, place.record_sha256, checked) if given.act == "issue" else None
    if same is not None:
        raise refused("same", id=same.id)
    made = Act(
        no=log.mark.lines + 1,
        act=given.act,
        match=place.match,
        sheet=place.sheet,
        record_sha256=place.record_sha256,
        ruling=entry,
        by=given.by,
        when=when,
        reason=given.reason,
        before=log.mark.sha256,
        hearing=given.hearing,
    )
    try:
        _, line = made.sealed()
    except UnicodeEncodeError as fault:  # a name or a reason that is no text
        raise refused("entry", where=str(fault), zh="", en="") from fault
    _readable(line)
    return made


def _placed(entry: Mapping[str, Any], sheet: str, on: On | None) -> Ruling:
    """An entry as the engine takes it. Raises RefusedActError for one that is none, or cannot be where it says."""
    if on is not None and entry.get("hand") is not None and entry["hand"] not in on.hands:
        raise refused("hand", hand=entry["hand"], known=", ".join(map(str, on.hands[:20])))
    checked = read_ruling(sheet, entry)
    if not isinstance(checked, Ruling):
        problem = checked[0]
        raise refused("entry", where=problem.pointer or "/", zh=problem.message.zh, en=problem.message.en)
    if not says_whose(checked):
        message = REASONS["RULING-FAULT"]
        raise refused("entry", where="/effect/fault", zh=message.zh, en=message.en)
    elsewhere = out_of_place(on.record, checked) if on is not None and on.record is not None else None
    if elsewhere is not None:
        raise elsewhere
    return checked


def _heard(hearing: Mapping[str, Any], sheet: str, on: On | None) -> None:
    """Raise RefusedActError for a statement of no side of the sheet, and for another place that is none of the record.

    What the ruling does it does at its own place, once: another fault may be at the others.
    """
    sides = SHEETS[sheet].sides
    for side in hearing.get("statements", {}):
        if side not in sides:
            raise refused("side", side=side, sides=", ".join(sides))
    for each in hearing.get("also", ()):
        try:
            _placed({"id": "also", "state": "draft", **each}, sheet, on)
        except RefusedActError as fault:
            place = f"{each.get('hand')} {each.get('at')} {each.get('seat', '')}".strip()
            raise refused("also", place=place, why_zh=fault.message.zh, why_en=fault.message.en) from fault


def _readable(line: bytes) -> None:
    """Raise RefusedActError for a line that could not be read back."""
    try:
        read_line(line[:-1])
    except NoActError as fault:
        raise refused("entry", where=fault.what, zh="", en="") from fault


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
