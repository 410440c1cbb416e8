"""What the fuzzing of a target begins with: good inputs, small ones, of every sheet."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from paipu.analytics.rulings.acts import NOBODY, STATE_AFTER, Act, Kind
from paipu.ingest import event, schema
from paipu.replay.sheets import SHEETS
from paipu.samples import make_match
from tests.fuzz.targets import foreign_logs, whole_workbook
from tests.ingest.importers.test_notes import CHATTED, JOTTED, SCRIBBLED
from tests.ingest.scoresheet.tables import SHEET_KEYS, Table, matches

_FORMAT: Final = Path(__file__).parents[2] / "data" / "FORMAT.md"
_ROWS: Final = 2
_COLUMNS: Final = 9
"""Columns of a table at a time."""
_LONGEST_CELL: Final = 100
_TRICKS: Final = 2
_SMALL: Final = 500
"""Bytes of a document that is taken whole."""
JUDGED: Final = (
    ("sheet=shengji", "level=2", "trump=s", "lead=7c7c", "hand=KcQcJcJc", "play=KcQc", "seat=N"),
    ("sheet=shengji", "lead=KcKcQcQc", "trump=h", "others=N:AcAc W:3c S:4c", "gone=5c5c"),
    ("sheet=chaodipi", "level=2", "trump=s", "bids=E 2s", "banker=E", "asked=N -; W 2c2c; S -; E -; N 2h2h"),
    ("sheet=chaodipi", "bids=E 2s; N 2h2h", "kitty=3c3d4c4d5c6c", "level=2"),
    ("sheet=guandan-1", "level=5", "table=8s8s8h8c8d", "play=3s4s5s6s5h=34567s", "hand=3s4s5s6s5hBJ"),
    ("sheet=guandan-1", "table=TsTs", "hand=KsKsKd", "gone=AsAs", "form=json"),
    ("sheet=shengji", "trump=s", "trick=E KcKc 3c4c 5s6s 7c7c"),
    ("sheet=shengji", "result=", "banker=N", "attackers=85", "kitty-points=10", "last=4s4s", "levels=NS=3,EW=6"),
    ("sheet=chaodipi", "result=", "banker=N", "levels=NS=3,EW=6", "attackers=50", "incident=kitty_count N noticed 2.1"),
    ("sheet=guandan-1", "tribute-from=NSEW", "hands=E:BJ W:BJ", "level=5"),
    ("sheet=guandan-2", "tribute=Ah", "hand=AhAsKs", "level=2", "double="),
    ("sheet=guandan-3", "return=3h", "hand=3h4h", "level=2", "seat=E"),
    ("sheet=guandan-js2023", "result=", "finish=NESW", "levels=NS=3,EW=A", "in-force=EW", "incident=wrong_play N 2.1 3c"),
    ("sheet=guandan-js2023", "time=", "levels=NS=A,EW=A"),
    ("sheet=shuangkou", "after=E 3s4s5s6s7s - - -", "out=E", "level=2"),
    ("sheet=daguai", "trick=1 5s5h - 6s6h - - -", "out=5"),
    ("sheet=guandan-1", "leads=", "banker=E"),
    ("sheet=shengji", "incident=revoke N 7.2 noticed 8.1 AsAs", "banker=N", "earlier=1", "option=hollow_tractors=no"),
    ("sheet=daguai", "play=5s5h", "hand=5s5h6s", "exposed=6s", "lang=en"),
)
_ACTS: Final[tuple[Kind, ...]] = ("issue", "appeal", "withdraw")
_PARTS: Final = (
    ("xl/worksheets/sheet1.xml",),
    ("xl/styles.xml", "xl/sharedStrings.xml"),
    ("xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml", "_rels/.rels"),
)


def _blocks(format_: str) -> list[dict[str, Any]]:
    """The examples of the documented format."""
    found = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", _FORMAT.read_text(encoding="utf-8"), re.DOTALL))
    return [block for block in found if block["format"] == format_]


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _records() -> Iterator[bytes]:
    """The examples, and the beginning of a hand of each sheet that has samples: each by what it tells, if it is not short."""
    made: list[dict[str, Any]] = [*_blocks(schema.FORMAT), *(make_match(7, 1, hands=2, sheet=sheet) for sheet in SHEET_KEYS)]
    for document in made:
        if len(_json(document)) <= _SMALL:
            yield _json(document)
            continue
        bare: dict[str, Any] = {
            name: document[name] for name in ("format", "id", "sheet", "options", "start") if name in document
        }
        hands: list[dict[str, Any]] = [
            {**hand, "tricks": hand["tricks"][:_TRICKS]} for hand in document["hands"] if "tricks" in hand
        ]
        for hand in hands:
            if "seconds" in hand:
                hand["seconds"] = hand["seconds"][:_TRICKS]
        told = [
            {name: hand[name] for name in ("no", "level", "dealer", "trump", "lead", "claims") if name in hand}
            for hand in hands
        ]
        yield from (_json({**bare, "hands": [hand]}) for hand in hands[:1])
        yield from (_json({**bare, "hands": [{**hand, "deal": {}}]}) for hand in hands)
        yield _json({**{name: value for name, value in document.items() if name != "seats"}, "hands": told})
        yield _json({**bare, "seats": document.get("seats", {}), "hands": told[:1]})


def _events() -> Iterator[bytes]:
    """The examples, and each of those that are not short without its later rounds, stages and published tables."""
    for document in _blocks(event.EVENT_FORMAT):
        yield _json(document)
        if len(_json(document)) > _SMALL:
            stages = [{**stage, "rounds": stage["rounds"][:1]} for stage in document["stages"][:1]]
            short = {name: value for name, value in document.items() if name not in {"published", "penalties"}}
            yield _json({**short, "stages": stages})
            yield _json({**document, "stages": stages})


def _tables(sheet: str, lang: str) -> Iterator[Table]:
    """The first rows of a table: the columns that tell which match and hand it is, with some of the others at a time."""
    whole = Table(matches(sheet, 1), lang)
    width = len(whole.rows[0])
    for first in range(0, width, _COLUMNS):
        table = Table(matches(sheet, 1), lang)
        places = sorted({0, 3, 4, 13, *range(first, min(width, first + _COLUMNS))})
        table.rows = [
            [row[at] if len(str(row[at])) <= _LONGEST_CELL else "" for at in places] for row in whole.rows[: 1 + _ROWS]
        ]
        yield table


def _score_sheets() -> Iterator[bytes]:
    for sheet in SHEET_KEYS:
        for lang in ("zh", "en"):
            yield from (table.csv() for table in _tables(sheet, lang))
    yield from (table.csv(";", "gb18030") for table in _tables("guandan-1", "zh"))


def _workbooks() -> Iterator[bytes]:
    table = next(_tables("guandan-js2023", "zh"))
    book = table.book()
    book.active.merge_cells("A2:A3")
    book.active["B2"] = "=1+1"
    packed = io.BytesIO()
    book.save(packed)
    with zipfile.ZipFile(packed) as archive:
        small = {name: archive.read(name) for name in archive.namelist()}
    for names in _PARTS:
        for parts in (small, whole_workbook()):
            made = b"".join(b"== %s\n%s\n" % (name.encode(), parts[name]) for name in names if name in parts)
            if len(made) < 8000:
                yield made


def _rulings() -> Iterator[bytes]:
    for sheet in ("shengji", "guandan-js2023", "daguai"):
        made = make_match(7, 1, hands=1, sheet=sheet)
        seat = SHEETS[sheet].seats[0]
        entry: dict[str, Any] = {"id": "r1", "hand": 1, "at": "1.1", "seat": seat, "effect": {"void": True}, "by": "王裁判"}
        acts = []
        for number, act in enumerate(_ACTS, 1):
            told = {**entry, "state": STATE_AFTER[act], "when": "2026-05-01T14:40:00+08:00", "note": "查牌"}
            acts.append(
                Act(number, act, made["id"], sheet, "a" * 64, told, "王裁判", "2026-05-01T14:40:00+08:00", "查牌", NOBODY)
            )
        yield b"\n".join(act.sealed()[1][:-1] for act in acts)
        yield acts[0].sealed()[1][:-1] + b'\n\n{"lines": 1, "sha256": "' + b"a" * 64 + b'"}'


def _judged() -> Iterator[bytes]:
    for lines in JUDGED:
        yield "\n".join(lines).encode()
        yield _json(asked_in_a_file(lines))


def asked_in_a_file(lines: Iterable[str]) -> dict[str, Any]:
    """A question, an option a line, as a line of a file has it."""
    made: dict[str, Any] = {}
    for line in lines:
        name, _, value = line.partition("=")
        if name not in {"form", "lang"}:
            made[name] = True if not value else int(value) if name in {"attackers", "kitty-points", "earlier"} else value
    return made


def _foreign() -> Iterator[bytes]:
    for number, log in enumerate(foreign_logs()):
        yield b"%d" % number
        yield from (b"%d\n<%d" % (number, len(log) * at // 8) for at in (4, 6, 7))


def _notes() -> Iterator[bytes]:
    """Short ones with a sheet named: without one all sheets are tried, which finds little more."""
    for note in (*JOTTED, *SCRIBBLED, *CHATTED):
        if len(raw := note["text"].lstrip("\n").encode()) <= _SMALL:
            yield raw


SEEDS: Final[Mapping[str, Callable[[], Iterator[bytes]]]] = {
    "records": _records,
    "events": _events,
    "scoresheets": _score_sheets,
    "workbooks": _workbooks,
    "rulings": _rulings,
    "judge": _judged,
    "foreign": _foreign,
    "notes": _notes,
}


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """What the fuzzing of a target begins with."""
    return tuple(SEEDS[target]())
