"""What is fuzzed: each a function of bytes that raises nothing, whatever they are.

A refusal is held to what is documented of it; what is taken goes on to whoever would have it next.
"""

import io
import json
import re
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache, lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

from paipu.analytics.errors import BrokenLogError
from paipu.analytics.extract import Origin, audited_rows
from paipu.analytics.rulings import LOG_NAME, look_at, overlay
from paipu.analytics.rulings.acts import NOBODY
from paipu.analytics.rulings.disk import head_of
from paipu.cli.judge.file import INTERNAL, MAX_QUESTION, Refused, reply_to
from paipu.cli.judge.telling import json_of, lines_of
from paipu.cli.support.terminal import clean
from paipu.ingest.event_parse import parse_event
from paipu.ingest.event_words import EventWords
from paipu.ingest.importers import IMPORTERS
from paipu.ingest.importers.base import REASONS as FOREIGN
from paipu.ingest.importers.botzone_tractor import ORDERS
from paipu.ingest.output import computed_row, event_finding_row, finding_row, rejection_row, standings_row
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.question.asking import ask
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.question import Question
from paipu.ingest.rejection import REASONS, Place, Rejection
from paipu.ingest.scoresheet import Reading, read, to_line
from paipu.ingest.source import Line
from paipu.ingest.stream import Verdict
from paipu.replay.audit import audit
from paipu.replay.event.standings import standings
from paipu.replay.family import hand_views
from tests.event.build import audit_event
from tests.ingest.importers import test_danzero, test_jerryyyu, test_plays, test_rbtying, test_written
from tests.ingest.importers.botzone_judge import Judge
from tests.ingest.importers.guandan_printer import Printer
from tests.ingest.scoresheet.tables import Table, matches
from tests.made import must_parse

Target = Callable[[bytes], None]

SHOWN: Final = 12
"""Plies of a hand that are looked at."""


def records(raw: bytes) -> None:
    """A record: read, audited, made into rows of the warehouse, looked at play by play."""
    found = parse(raw, Place("x", 1))
    if isinstance(found, Rejection):
        _check_refusal(found)
        return
    _check_record(found)
    for view in islice(hand_views(found.record), 2):
        list(islice(view.states(), SHOWN))


def events(raw: bytes) -> None:
    """An event of which no match was played: read, audited, ranked."""
    found = parse_event(raw, Place("x", 1))
    if isinstance(found, Rejection):
        _check_refusal(found)
        return
    words = EventWords(found.event)
    _is_text([event_finding_row(each, found, words) for each in audit_event(found.event, ())])
    _is_text([standings_row(table) for table in standings(found.event, (), "ruled")])


def score_sheets(raw: bytes) -> None:
    """A score sheet as text."""
    _check_reading(read(raw, "group.csv"))


def workbooks(raw: bytes) -> None:
    """A workbook some of whose parts are other ones: `== name`, then the part, line for line."""
    parts = dict(whole_workbook())
    for each in (b"\n" + raw).split(b"\n== ")[1:]:
        name, _, part = each.partition(b"\n")
        parts[name.decode("latin-1")] = part
    _check_reading(read(packed(parts), "group.xlsx"))


def rulings(raw: bytes) -> None:
    """A log of rulings whose lines were sealed by who changed them, with the head that is right, or what stands behind a
    blank line.
    """
    path = Path(_folder().name) / LOG_NAME
    body, gap, head = raw.partition(b"\n\n")
    lines, last = resealed(body)
    path.write_bytes(b"".join(lines))
    head_of(path).write_bytes(head if gap else json.dumps({"lines": len(lines), "sha256": last}).encode())
    try:
        log = look_at(path)
    except BrokenLogError as refusal:
        _is_text(refusal.message)
        return
    _is_text([*(fault.message for fault in log.faults), *log.notices])
    if not log.faults:
        overlay(log)
    for acts in log.rulings.values():
        _is_text([act._asdict() for act in acts])


def judged(raw: bytes) -> None:
    """A question to `paipu judge`: an option a line, or as a line of a file of questions."""
    if raw.startswith(b"{"):
        reply = reply_to(Line(raw.replace(b"\n", b" ")[: MAX_QUESTION + 1], 1, 0), "zh")
        assert reply.said.code != INTERNAL if isinstance(reply.said, Refused) else reply.said.verdicts is not None, reply
        json.loads(reply.json())
        _is_text(list(reply.lines("en")))
        return
    question = question_of(raw)
    if question is None:
        return
    try:
        answer = ask(question)
    except QuestionError as refusal:
        _is_text(tuple(map(clean, refusal.message)))
        return
    json.loads(json_of(answer))
    for line in lines_of(answer):
        clean(line).encode()


def foreign(raw: bytes) -> None:
    """Records of other programs: a whole one, with the changes that the input lists (`log_of`)."""
    log = log_of(raw)
    for name in IMPORTERS.keys() - {"notes"}:
        _converted(name, log)


def notes(raw: bytes) -> None:
    """What people note at a table, which is read under every sheet where none is named."""
    _converted("notes", raw)


def _converted(name: str, raw: bytes) -> None:
    """Convert a file: what is not refused is a record."""
    made = IMPORTERS[name].convert(raw, "x")
    if isinstance(made, Rejection):
        _check_refusal(made)
        return
    for document in made:
        _check_record(must_parse(document))


TARGETS: Final[Mapping[str, Target]] = {
    "records": records,
    "events": events,
    "scoresheets": score_sheets,
    "workbooks": workbooks,
    "rulings": rulings,
    "judge": judged,
    "foreign": foreign,
    "notes": notes,
}


# --- What is asked of every answer ---------------------------------------------------------------------------


def _is_text(value: object) -> None:
    """What is told is JSON in UTF-8."""
    json.dumps(value, ensure_ascii=False).encode()


def _check_refusal(rejection: Rejection) -> None:
    assert rejection.code == rejection.errors[0].code
    for each in rejection.errors:
        reason = REASONS.get(each.code) or FOREIGN[each.code]
        assert "{" not in reason.en or each.message.en != reason.en
    _is_text(rejection_row(rejection))


def _check_record(parsed: Parsed) -> None:
    verdict = audit(parsed.record)
    _is_text([finding_row(finding, parsed, verdict) for finding in verdict.findings])
    _is_text(computed_row(verdict, parsed))
    audited_rows(Origin(0, "x", 1), parsed, Verdict(verdict, verdict))


def _check_reading(found: Reading | Rejection) -> None:
    if isinstance(found, Rejection):
        _check_refusal(found)
        return
    assert found.tally.holds
    for rejection in found.rejections:
        _check_refusal(rejection)
    _is_text([note.message for note, _ in found.kinds_of_notes()])
    for document in found.documents:
        must_parse(to_line(document))


# --- What inputs are made into -------------------------------------------------------------------------------


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where files are written that are read at once, in memory if the system has such a place; it goes with the process."""
    memory = Path("/dev/shm")  # noqa: S108 - what is made there has a name of its own
    return tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)


@cache
def whole_workbook() -> Mapping[str, bytes]:
    """The parts of a small workbook that is right."""
    table = Table(matches("guandan-1", 1))
    table.rows = [[*row[:5], *row[13:17]] for row in table.rows[:3]]
    with zipfile.ZipFile(io.BytesIO(table.xlsx())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@lru_cache(maxsize=1000)
def _entry(name: bytes, held: bytes) -> bytes:
    """A part as an archive holds it, not compressed, without the signature: the fields that head and directory share."""
    return struct.pack("<HHHHHIIIHH", 20, 0x800, 0, 0, 0x21, zlib.crc32(held), len(held), len(held), len(name), 0)


def packed(parts: Mapping[str, bytes]) -> bytes:
    """An archive of parts, by its bytes: names may be what the library would not write."""
    body, directory = bytearray(), bytearray()
    for title, held in parts.items():
        name = title.encode()[:0xFFFF]
        entry = _entry(name, held)
        directory += b"PK\x01\x02\x14\x00" + entry + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name
        body += b"PK\x03\x04" + entry + name + held
    end = struct.pack("<HHHHIIH", 0, 0, len(parts), len(parts), len(directory), len(body), 0)
    return bytes(body + directory) + b"PK\x05\x06" + end


@cache
def foreign_logs() -> tuple[tuple[bytes, ...], ...]:
    """Records of other programs, each as lines; of one in JSON the first is how it begins, each other an entry of its log."""
    logs: list[tuple[bytes, ...]] = []
    for number, suits in enumerate(ORDERS):
        whole = Judge(number, suits, tricks=2, snatch=("own", "joker")[number]).document
        logs.append(tuple(json.dumps(entry, separators=(",", ":")).encode() for entry in (whole["initdata"], *whole["log"])))
    printed = Printer(1, deals=1).text.encode()
    sent = b"\n".join((test_danzero.raw(test_danzero.messages()), test_danzero.raw(test_danzero.ended())))
    said = "\n".join(json.dumps(message, ensure_ascii=False) for message in test_rbtying.beginning()).encode()
    texts = (
        printed,
        sent,
        test_jerryyyu.raw(test_jerryyyu.log()),
        said,
        test_rbtying.CHAT.encode(),
        test_plays.SMALL.encode(),
        test_written.SMALL.encode(),
    )
    return (*logs, *(tuple(each.split(b"\n")) for each in texts))


_EDIT: Final = re.compile(rb"([=+<-])(\d{1,4}) ?(.*)", re.DOTALL)


def log_of(raw: bytes) -> bytes:
    """A log with changes: the first line has its number, each other one a change: `=7 text` puts a text in the place of line
    7, `+7 text` before it, `-7` takes it away, and `<7` what comes from there on. What is no number is a log as it stands.
    """
    first, *changes = raw.split(b"\n")
    if not re.fullmatch(rb"\d", first) or int(first) >= len(foreign_logs()):
        return raw
    lines = list(foreign_logs()[int(first)])
    in_json = int(first) < len(ORDERS)
    for change in changes:
        if (found := _EDIT.fullmatch(change)) is None or int(found[2]) > len(lines):
            continue
        kind, at, text = found[1], int(found[2]), found[3]
        end = {b"+": at, b"<": len(lines)}.get(kind, at + 1)
        lines[at:end] = [text] if kind in b"=+" else []
    return b'{"initdata":%s,"log":[%s]}' % (b"".join(lines[:1]), b",".join(lines[1:])) if in_json else b"\n".join(lines)


def resealed(body: bytes) -> tuple[list[bytes], str]:
    """Lines with the hash of each made anew, and each told of the one before: what whoever changes a log would do.

    And the hash of the last.
    """
    sealed: list[bytes] = []
    before = NOBODY
    for line in body.split(b"\n") if body else ():
        at = line.rfind(b',"before":"')
        told = line[:at] if at >= 0 else line.removesuffix(b"}")
        told += b',"before":"' + before.encode() + b'"}'
        before = sha256(told).hexdigest()
        sealed.append(told[:-1] + b',"sha256":"' + before.encode() + b'"}\n')
    return sealed, before


@cache
def _options() -> Mapping[str, tuple[str, Any]]:
    """By its name, the field of a question and what it holds."""
    hints = get_type_hints(Question)
    return {each.name.strip("_").replace("_", "-"): (each.name, hints[each.name]) for each in fields(Question)}


def question_of(raw: bytes) -> Question | None:
    """The question of a text: `name=value` in each line; None where the command line would not have let it in."""
    told: dict[str, Any] = {}
    for line in raw.decode("utf-8", "surrogateescape").split("\n"):
        name, _, value = line.partition("=")
        if name not in _options():
            continue
        field, kind = _options()[name]
        if "\0" in value:
            return None
        if kind is bool:
            told[field] = True
        elif list[str] in get_args(kind):
            told.setdefault(field, []).append(value)
        elif int in get_args(kind):
            if not re.fullmatch("[+-]?[0-9]{1,30}", value):
                return None
            told[field] = int(value)
        elif field in {"form", "lang"}:
            if value not in get_args(kind):
                return None
            told[field] = value
        else:
            told[field] = value
    return Question(**told)
