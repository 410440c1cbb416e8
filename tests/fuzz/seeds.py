"""What the fuzzing of a target begins with: good inputs, small ones, of every sheet."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from analytics.rulings.acts import NOBODY, STATE_AFTER, Act, Kind
from ingest import event, schema
from replay.sheets import SHEETS
from samples import make_match
from tests.fuzz.targets import whole_workbook
from tests.ingest.importers.botzone_judge import Judge
from tests.ingest.importers.guandan_printer import Printer
from tests.ingest.scoresheet.tables import SHEET_KEYS, Table, matches

_FORMAT: Final = Path(__file__).parents[2] / "data" / "FORMAT.md"
_ROWS: Final = 3
_JUDGED: Final = (
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
    """The examples, and the first tricks of a hand of each sheet that has samples."""
    yield from map(_json, _blocks(schema.FORMAT))
    for sheet in SHEET_KEYS:
        made = make_match(7, 1, hands=2, sheet=sheet)
        for hand in made["hands"]:
            hand["tricks"] = hand["tricks"][:3]
        yield _json(made)


def _events() -> Iterator[bytes]:
    yield from map(_json, _blocks(event.EVENT_FORMAT))


def _score_sheets() -> Iterator[bytes]:
    for sheet in SHEET_KEYS:
        for lang in ("zh", "en"):
            table = Table(matches(sheet, 1), lang)
            table.rows = table.rows[: 1 + _ROWS]
            yield table.csv()
    yield Table(matches("guandan-1", 1)).csv(";", "gb18030")[:600]


def _workbooks() -> Iterator[bytes]:
    table = Table(matches("guandan-js2023", 1))
    table.rows = table.rows[: 1 + _ROWS]
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
    for lines in _JUDGED:
        yield "\n".join(lines).encode()


def _foreign() -> Iterator[bytes]:
    for number, suits in enumerate(("shcd", "dcsh")):
        yield _json(Judge(number, suits, tricks=2).log)
    yield Printer(1, deals=1).text.encode()


SEEDS: Final[Mapping[str, Callable[[], Iterator[bytes]]]] = {
    "records": _records,
    "events": _events,
    "scoresheets": _score_sheets,
    "workbooks": _workbooks,
    "rulings": _rulings,
    "judge": _judged,
    "foreign": _foreign,
}


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """What the fuzzing of a target begins with."""
    return tuple(SEEDS[target]())
