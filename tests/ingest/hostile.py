"""Files of 1 MB or less that were made to take all time or all memory of whoever reads them; each with the codes that do."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import zstandard

from paipu.replay.event_rules import KEYS
from tests.ingest.scoresheet.tables import Table, matches

SHEET: Final = "xl/worksheets/sheet1.xml"
STRINGS: Final = "xl/sharedStrings.xml"
STYLES: Final = "xl/styles.xml"
SPACE: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
MIB: Final = 1 << 20


@cache
def whole() -> Mapping[str, bytes]:
    """The parts of a workbook that is right."""
    with zipfile.ZipFile(io.BytesIO(Table(matches("guandan-1", 1)).xlsx())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def book(parts: Mapping[str, bytes]) -> bytes:
    """The workbook with some parts put in the place of its own."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name, part in {**whole(), **parts}.items():
            made.writestr(name, part)
    return out.getvalue()


def sheet(rows: bytes, after: bytes = b"") -> bytes:
    """A worksheet of these rows."""
    return b'<worksheet xmlns="%s"><sheetData>%s</sheetData>%s</worksheet>' % (SPACE.encode(), rows, after)


def strings(*texts: bytes) -> bytes:
    return b'<sst xmlns="%s">%s</sst>' % (SPACE.encode(), b"".join(b"<si><t>%s</t></si>" % text for text in texts))


def grid(rows: int, columns: int, cell: bytes) -> bytes:
    return (b"<row>" + cell * columns + b"</row>") * rows


def merges() -> bytes:
    far = b'<row r="11000"><c r="A11000"><v>1</v></c></row>'
    ranges = b"<mergeCells>" + b'<mergeCell ref="A1:GR11000"/>' * 19_000 + b"</mergeCells>"
    return book({SHEET: sheet(grid(3, 80, b"<c><v>1</v></c>") + far, ranges)})


def rows_merged() -> bytes:
    ranges = b"".join(b'<mergeCell ref="A%d:IV%d"/>' % (row, row) for row in range(1, 45_001))
    return book({SHEET: sheet(grid(45_000, 1, b"<c><v>1</v></c>"), b"<mergeCells>" + ranges + b"</mergeCells>")})


def sheets() -> bytes:
    names = b"".join(b'<sheet name="s%d" sheetId="%d" r:id="rId1"/>' % (number, number) for number in range(1, 200))
    space = b'xmlns="%s" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"' % SPACE.encode()
    many = b"<workbook %s><sheets>%s</sheets></workbook>" % (space, names)
    return book({SHEET: sheet(grid(3000, 250, b"<c><v>1</v></c>")), "xl/workbook.xml": many})


SHARED: Final = b'<c t="s"><v>0</v></c>'
HEAD: Final = "规则,赛事,桌号,副,南北级数\n".encode()
ROW: Final = "掼蛋一,q,{},{},3\n"
GOOD: Final = b'{"format":"paipu/1","id":"x%d","sheet":"daguai","hands":[{"no":1}]}\n'
BEGUN: Final = b'{"format":"paipu/1","id":"x","sheet":"shengji",'


def bare_hands(records: int) -> bytes:
    """Records of 60 hands of which nothing is told."""
    hands = b",".join(b'{"no":%d}' % number for number in range(1, 61))
    return b"".join((GOOD % each).replace(b'{"no":1}', hands) for each in range(records))


class Hostile(NamedTuple):
    """One file: its name, how it is made, and the codes of which one is that of the first rejection; none: it is read.

    To make or to refuse a `heavy` one takes seconds.
    """

    name: str
    make: Callable[[], bytes]
    codes: tuple[str, ...] = ()
    heavy: bool = False


WORKBOOKS: Final = (
    Hostile(
        "shared.xlsx",
        lambda: book({SHEET: sheet(grid(3000, 20, SHARED)), STRINGS: strings(b"a" * 32_767)}),
        ("SCORESHEET-TEXTS",),
    ),
    Hostile("shared_long.xlsx", lambda: book({STRINGS: strings(b"a" * 32_768)}), ("SCORESHEET-TEXT",)),
    Hostile("shared_longer.xlsx", lambda: book({STRINGS: strings(b"a" * 10 * MIB)}), ("SCORESHEET-TEXT",)),
    Hostile(
        "shared_in_runs.xlsx",
        lambda: book({STRINGS: strings(b"</t><t>".join([b"a" * 30_000] * 3))}),
        ("SCORESHEET-TEXT",),
    ),
    Hostile(
        "inline.xlsx",
        lambda: book({SHEET: sheet(b'<row><c t="inlineStr"><is><t>' + b"a" * 32_768 + b"</t></is></c></row>")}),
        ("SCORESHEET-TEXT",),
    ),
    Hostile("merges.xlsx", merges, ("SCORESHEET-SIZE",)),
    Hostile("rows_merged.xlsx", rows_merged, ("SCORESHEET-SIZE",)),
    Hostile("cells.xlsx", lambda: book({SHEET: sheet(grid(1, 20_000_000, b"<c/>"))}), ("SCORESHEET-SIZE",), heavy=True),
    Hostile("more_cells.xlsx", lambda: book({SHEET: sheet(grid(1, 60_000_000, b"<c/>"))}), ("SCORESHEET-BOMB",), heavy=True),
    Hostile("table.xlsx", lambda: book({SHEET: sheet(grid(8000, 250, b"<c/>"))}), ("SCORESHEET-SIZE",), heavy=True),
    Hostile("rows.xlsx", lambda: book({SHEET: sheet(b"<row/>" * 14_000_000)}), ("SCORESHEET-SIZE",), heavy=True),
    Hostile(
        "attribute.xlsx", lambda: book({SHEET: sheet(b'<row x="' + b"a" * 90 * MIB + b'"/>')}), ("SCORESHEET-TEXT",), heavy=True
    ),
    Hostile(
        "attribute_bomb.xlsx",
        lambda: book({SHEET: sheet(b'<row x="' + b"a" * 250 * MIB + b'"/>')}),
        ("SCORESHEET-BOMB",),
        heavy=True,
    ),
    Hostile("comment.xlsx", lambda: book({SHEET: sheet(b"<!--" + b"a" * 90 * MIB + b"-->")}), ("SCORESHEET-TEXT",), heavy=True),
    Hostile("nested.xlsx", lambda: book({SHEET: b"<a>" * 20_000_000}), ("SCORESHEET-DAMAGED",), heavy=True),
    Hostile(
        "styles.xlsx", lambda: book({STYLES: b"<x><cellXfs>" + b"<xf/>" * 13_000_000}), ("SCORESHEET-DAMAGED",), heavy=True
    ),
    Hostile("strings.xlsx", lambda: book({STRINGS: strings(*[b""] * 4_000_000)}), ("SCORESHEET-SIZE",), heavy=True),
    Hostile("sheets.xlsx", sheets, ("SCORESHEET-DAMAGED",), heavy=True),
)
TABLES: Final = (
    Hostile("cells.csv", lambda: HEAD + b"," * 900_000, ("SCORESHEET-SIZE",), heavy=True),
    Hostile("rows.csv", lambda: HEAD + b"\n" * 900_000, ("SCORESHEET-SIZE",), heavy=True),
    Hostile("quote.csv", lambda: HEAD + b'"' + b"\n" * 900_000, ("SCORESHEET-TEXT",)),
    Hostile("cell.csv", lambda: HEAD + ROW.format("q" * 32_768, 1).encode(), ("SCORESHEET-TEXT",)),
    Hostile("line.csv", lambda: b"q" * 900_000, ("SCORESHEET-TEXT",)),
    Hostile("quarantine.csv", lambda: HEAD + ROW.format("q", "q").encode() * 50_000, ("SCORESHEET-PROBLEMS",), heavy=True),
    Hostile(
        "matches.csv",
        lambda: HEAD + b"".join(ROW.format(number, 1).encode() for number in range(45_000)),
        ("SCORESHEET-MATCHES",),
        heavy=True,
    ),
)
RECORDS: Final = (
    Hostile("newlines.ndjson.gz", lambda: gzip.compress(b"\n" * 60_000_000)),
    Hostile("blank.ndjson.gz", lambda: gzip.compress(b" \n" * 30_000_000)),
    Hostile("bomb.ndjson.gz", lambda: gzip.compress(b"\n" * 1_000_000_000, 9)[:MIB], ("SOURCE-BOMB",)),
    Hostile("zeros.json.zst", lambda: zstandard.ZstdCompressor().compress(bytes(1 << 30)), ("RECORD-SIZE",)),
    Hostile("letters.ndjson", lambda: b"x\n" * 500_000, ("JSON-SYNTAX",)),
    Hostile("letters.ndjson.gz", lambda: gzip.compress(b"x\n" * 30_000_000), ("JSON-SYNTAX",)),
    Hostile("objects.ndjson", lambda: b"{}\n" * 333_000, ("RECORD-FORMAT",)),
    Hostile("good.ndjson.gz", lambda: gzip.compress(b"".join(GOOD % each for each in range(300_000))), ("SOURCE-DENSE",)),
    Hostile("bare.ndjson", lambda: b"".join(GOOD % each for each in range(14_900)), ("SOURCE-BARE",), heavy=True),
    Hostile("bare_hands.ndjson", lambda: bare_hands(1500), ("SOURCE-BARE",), heavy=True),
    Hostile("bare_hands.ndjson.gz", lambda: gzip.compress(bare_hands(3900)), ("SOURCE-DENSE",), heavy=True),
    Hostile("values.ndjson.gz", lambda: gzip.compress((b"[" + b"1," * 499_000 + b"1]\n") * 100), ("RECORD-OBJECT",)),
    Hostile("values.json", lambda: BEGUN + b'"hands":[],"extra":{"a":[' + b"1," * 400_000 + b"1]}}", ("EXTRA-SIZE",)),
    Hostile("hands.json", lambda: BEGUN + b'"hands":[' + b"{}," * 300_000 + b"{}]}", ("RECORD-PROBLEMS",)),
    Hostile("arrays.json", lambda: b"[" * 1_000_000, ("JSON-DEPTH", "JSON-SYNTAX")),
    Hostile("nested.json", lambda: b'{"a":' * 200_000, ("JSON-DEPTH", "JSON-SYNTAX")),
    Hostile("number.json", lambda: b'{"format":"paipu/1","id":' + b"9" * 1_000_000 + b"}", ("JSON-NUMBER",)),
    Hostile("fraction.json", lambda: BEGUN + b'"hands":1.' + b"9" * 1_000_000 + b"}", ("VALUE-TYPE",)),
    Hostile("surrogates.json", lambda: BEGUN + b'"hands":"' + b"\\ud800" * 160_000 + b'"}', ("JSON-SURROGATE",)),
    Hostile("keys.json", lambda: b"{" + b'"a":1,' * 160_000 + b'"a":1}', ("JSON-DUPLICATE-KEY",)),
    Hostile("line.ndjson", lambda: BEGUN + b'"hands":[],"id":"' + b"x" * 900_000 + b'"}', ("JSON-DUPLICATE-KEY",)),
)


# --- Files of events ---------------------------------------------------------------------------------------------


def event(teams: int, rounds: int, tables: int, **more: Any) -> bytes:
    """An event of one stage, whose rounds have the same tables of some teams, who have met before from the second on."""
    drawn = [{"table": str(at), "sides": {"EW": str(2 * at % teams), "NS": str((2 * at + 1) % teams)}} for at in range(tables)]
    each = more.pop("each", {})
    listed = [{"no": no + 1, "tables": drawn, **each} for no in range(rounds)]
    stage = {"id": "s", "form": "table", "rank_by": ["wins"], "rounds": listed, **more.pop("stage", {})}
    document = {"teams": [{"id": str(at)} for at in range(teams)], "stages": [stage], **more}
    return json.dumps({"format": "paipu-event/1", "id": "e", "sheet": "guandan-1", **document}, separators=(",", ":")).encode()


def published(teams: int, tables: int, after: int = 1) -> list[dict[str, Any]]:
    rows = [{"place": 1, "team": str(at), "points": 0} for at in range(teams)]
    return [{"stage": "s", "after_round": after, "rows": rows} for _ in range(tables)]


WORTH: Final = {"win": 2, "loss": 0, "draw": 1}
NOT_PLAYED: Final = {"absent": {"wins": 0, "match_points": 0}, "present": {"wins": 1, "match_points": 2}}
COUNTED: Final = {"bye_counts": {"wins": 1, "match_points": 2}, "forfeit_counts": NOT_PLAYED}
REACH: Final = {"rank_by": ["wins", "head_to_head", "opponents", "progressive"], "bye_counts": {"wins": 1}}


def ranked(teams: int, rounds: int, tables: int = 0, **more: Any) -> bytes:
    """An event that every key there is ranks."""
    stage = {"rank_by": KEYS, "match_points": WORTH, **COUNTED, **more.pop("stage", {})}
    return event(teams, rounds, tables, stage=stage, **more)


def under(sheet: str, made: bytes) -> bytes:
    return made.replace(b'"guandan-1"', f'"{sheet}"'.encode())


def named_at_length(made: bytes) -> bytes:
    """An event whose teams have ids and names as long as they may be."""
    told = json.loads(made)
    for team in told["teams"]:
        team["id"] = team["name"] = team["id"].rjust(200, "x")
    for played in told["stages"][0]["rounds"]:
        played["byes"] = [each.rjust(200, "x") for each in played["byes"]]
    return json.dumps(told, separators=(",", ":")).encode()


def byes(teams: int, first: int = 0) -> dict[str, list[str]]:
    return {"byes": [str(at) for at in range(first, teams)]}


def absent(teams: int) -> dict[str, list[str]]:
    return {"absent": [str(at) for at in range(0, teams, 2)]}


def groups(number: int, size: int) -> dict[str, list[str]]:
    return {str(at): [str(size * at + other) for other in range(size)] for at in range(number)}


def ledger(teams: int) -> list[dict[str, Any]]:
    return [{"stage": "s", "team": str(at % teams), "figure": "wins", "value": -1, "round": 1} for at in range(5000)]


def shown(teams: int, tables: int) -> list[dict[str, Any]]:
    """Published tables, after several rounds, in which nearly all is wrong."""
    rows = [{"place": teams - at, "team": str(at), "wins": 7, "penalties": 7} for at in range(teams)]
    return [{"stage": "s", "after_round": 1 + at % 10, "rows": rows} for at in range(tables)]


EVENT: Final = b'{"format":"paipu-event/1","id":"e","sheet":"guandan-1",'
KNOCKOUT: Final = {"form": "knockout", "rank_by": None, "third_place": "playoff"}
EVENTS: Final = (
    Hostile("rounds.json", lambda: event(40, 850, 20), heavy=True),
    Hostile("tables.json", lambda: event(1500, 20, 750), heavy=True),
    Hostile("knockout.json", lambda: event(4000, 8, 2000, stage=KNOCKOUT), heavy=True),
    Hostile("knockout_rounds.json", lambda: event(40, 850, 20, stage=KNOCKOUT), heavy=True),
    Hostile("byes.json", lambda: event(1500, 20, 300, each={"byes": [str(at) for at in range(600, 1500)]}), heavy=True),
    Hostile("undrawn.json", lambda: event(1500, 26, 0), heavy=True),
    Hostile("undrawn_long.json", lambda: event(1500, 900, 0), ("EVENT-SIZE",)),
    Hostile("equal.json", lambda: event(1500, 1, 0, published=published(1500, 2)), heavy=True),
    Hostile("equal_all.json", lambda: event(5000, 1, 0), ("EVENT-SIZE",)),
    Hostile("published.json", lambda: event(60, 19, 30, published=published(20, 70)), heavy=True),
    Hostile("published_all.json", lambda: event(60, 19, 30, published=published(20, 900, 19)), ("EVENT-SIZE",)),
    Hostile("keys.json", lambda: ranked(1500, 25, each=byes(1500)), heavy=True),
    Hostile("names.json", lambda: named_at_length(ranked(1500, 1, each=byes(1500))), heavy=True),
    Hostile("reach.json", lambda: event(1500, 12, 1, each=byes(1500, 2), stage=REACH), heavy=True),
    Hostile("reach_shown.json", lambda: ranked(40, 12, tables=1, each=byes(40, 2), published=shown(40, 200)), heavy=True),
    Hostile("groups.json", lambda: ranked(1500, 12, tables=750, stage={"groups": groups(750, 2)}), heavy=True),
    Hostile("ledger.json", lambda: ranked(1500, 20, tables=300, penalties=ledger(1500), published=shown(900, 5)), heavy=True),
    Hostile("absent.json", lambda: ranked(40, 500, tables=20, each=absent(40), published=shown(40, 60)), heavy=True),
    Hostile("absent_out.json", lambda: under("guandan-js2023", ranked(40, 500, tables=20, each=absent(40))), heavy=True),
    Hostile("twice.json", lambda: event(4, 10, 2000), heavy=True),
    Hostile("byes_twice.json", lambda: event(40, 8, 0, each={"byes": ["1"] * 5000}), heavy=True),
    Hostile("tables_many.json", lambda: event(4, 11, 2000), ("EVENT-SIZE",)),
    Hostile("event_nested.json", lambda: EVENT + b'"extra":' + b'{"a":' * 150_000, ("JSON-DEPTH", "JSON-SYNTAX")),
    Hostile("event_number.json", lambda: EVENT + b'"stages":' + b"9" * 900_000 + b"}", ("JSON-NUMBER",)),
    Hostile("event_name.json", lambda: EVENT + b'"teams":[],"stages":[],"name":"' + b"n" * 900_000 + b'"}', ("VALUE-LENGTH",)),
    Hostile("event_keys.json", lambda: EVENT + b'"teams":[],' * 80_000 + b'"stages":[]}', ("JSON-DUPLICATE-KEY",)),
)
