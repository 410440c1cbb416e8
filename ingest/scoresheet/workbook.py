"""A score sheet in a workbook (.xlsx, .xlsm): every worksheet, its values by calamine, what calamine does not tell by a scan.

fastexcel gives the values of a worksheet, formulas by the results that were saved with them. It does not tell which cells
hold text, a formula, an error or a date shown as month and day, which are merged and which rows are hidden; and it makes room
for every cell between the first and the last, so that two cells far apart would take all memory. So each part is scanned
first, as a stream, and only parts that were scanned are handed on, in an archive of their own: what was bounded is what is
read. openpyxl would tell it all, and takes ten times as long as both.

What a small file can be blown up to is bounded before it is: elements, nesting, what stands in one tag or text, the cells that
merged ranges cover, and texts that are kept once and shown in many cells.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from paipu.ingest.rejection import problem
from paipu.ingest.scoresheet.grid import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SHEETS,
    MAX_TEXT,
    MAX_TEXTS,
    MAX_UNPACKED,
    Grid,
    Layout,
    Merge,
    Unreadable,
    column_index,
    column_name,
    long_text,
    too_large,
)

if TYPE_CHECKING:
    import fastexcel

MAX_PARTS: Final = 2_000
MAX_MERGES: Final = 20_000
MAX_MERGED: Final = 20_000_000
"""Cells that merged ranges cover, most of them beyond the table."""
MAX_ELEMENTS: Final = 3_000_000
"""Of all parts together: a cell with its value is two."""
MAX_DEPTH: Final = 64
MAX_TAG: Final = 256 * 1024
"""Bytes from one `<` to the next, about: an attribute, or a text in Chinese as long as may be."""
MAX_STYLES: Final = 65_536
"""What Excel itself takes."""
OLD_MAGIC: Final = b"\xd0\xcf\x11\xe0"
"""How files of the old binary format begin, and new ones under a password."""
READ: Final = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/(?:workbook|styles|sharedStrings)\.xml|xl/_rels/workbook\.xml\.rels"
    r"|xl/worksheets/[^/]+\.xml",
    re.IGNORECASE,
)
"""The parts of a workbook that hold its cells."""
WORKSHEET: Final = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
STYLES: Final = "xl/styles.xml"
STRINGS: Final = "xl/sharedStrings.xml"
BOOK: Final = "xl/workbook.xml"
RELATIONS: Final = "xl/_rels/workbook.xml.rels"
MONTH_AND_DAY: Final = frozenset({"30", "57", "58"})
"""The built-in formats of Chinese versions that show a month and a day."""
TEXT_TYPES: Final = frozenset({"s", "str", "inlineStr"})
_DIGITS: Final = 12
"""Of the number of a shared text, and more."""
REFERENCE: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")

Attributes = Mapping[str, str]


def read(raw: bytes, file: str) -> Iterator[Grid]:
    """The worksheets of a workbook, in its order. Raises Unreadable for the whole of it, before the first."""
    parts = _parts(raw)
    count = _Elements()
    days = _styles(parts[STYLES], count) if STYLES in parts else frozenset[int]()
    layouts = {name: _scan(part, days, count) for name, part in parts.items() if WORKSHEET.fullmatch(name)}
    names, paths = _sheets(parts, count)
    for name, part in parts.items():
        if name not in layouts and name not in {STYLES, STRINGS, BOOK, RELATIONS}:
            _parse(part, lambda _name, _attributes: None, count)
    shown = [paths[name] for name in names]
    if sum(layouts[path].cells for path in shown if path in layouts) > MAX_CELLS:
        raise Unreadable(too_large())
    _bound_texts(parts, [path for path in shown if path in layouts], layouts, count)
    book = _open(_repacked(parts))
    for name in names:
        yield _grid(book, file, name, layouts.get(paths.get(name, ""), Layout()))


# --- The archive -------------------------------------------------------------------------------------------


def _parts(raw: bytes) -> dict[str, bytes]:
    """The parts that hold cells, unpacked within bounds. Raises Unreadable."""
    if raw.startswith(OLD_MAGIC):
        raise Unreadable(problem("SCORESHEET-OLD"))
    parts: dict[str, bytes] = {}
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            if len(archive.infolist()) > MAX_PARTS:
                raise Unreadable(problem("SCORESHEET-BOMB", limit=f"{MAX_UNPACKED >> 20} MiB"))
            for info in archive.infolist():
                name = info.filename.removeprefix("/")
                if not READ.fullmatch(name):
                    continue
                if name in parts:
                    raise Unreadable(problem("SCORESHEET-DAMAGED", why=f"{name}: twice"))
                with archive.open(info) as stream:
                    part = stream.read(MAX_UNPACKED - total + 1)
                total += len(part)
                if total > MAX_UNPACKED:
                    raise Unreadable(problem("SCORESHEET-BOMB", limit=f"{MAX_UNPACKED >> 20} MiB"))
                parts[name] = part
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise Unreadable(problem("SCORESHEET-DAMAGED", why=str(error) or type(error).__name__)) from error
    return parts


def _repacked(parts: dict[str, bytes]) -> bytes:
    """An archive of these parts alone, not compressed: what the reader unpacks is what was scanned. Takes the parts."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        while parts:
            name, part = parts.popitem()
            archive.writestr(zipfile.ZipInfo(name), part)
    return packed.getvalue()


def load_reader() -> None:
    """Load what reads workbooks, which takes some memory by itself."""
    import fastexcel  # noqa: F401, PLC0415 - the reader is loaded where there is a workbook to read
    import pyarrow as pa  # noqa: F401, PLC0415 - as above: it takes over what was read


def _open(raw: bytes) -> "fastexcel.ExcelReader":
    import fastexcel  # noqa: PLC0415 - the reader is loaded where there is a workbook to read

    with _told():
        return fastexcel.read_excel(raw)


def _grid(book: "fastexcel.ExcelReader", file: str, name: str, layout: Layout) -> Grid:
    with _told(name):
        sheet = book.load_sheet(name, header_row=None, dtypes="string", skip_rows=0)
        if not sheet.width:
            return Grid(file, name, [], [])
        letters = [column_name(column.absolute_index) for column in sheet.available_columns()]
        rows: list[tuple[str | None, ...]] = list(zip(*(each.to_pylist() for each in sheet.to_arrow().columns), strict=True))
    long_text(rows, letters, name)
    return Grid(file, name, rows, letters, layout)


@contextmanager
def _told(sheet: str | None = None) -> Iterator[None]:
    """Whatever the reader makes of a workbook that is not sound is a reason; it may panic too, which is no Exception."""
    import fastexcel  # noqa: PLC0415 - as above

    try:
        yield
    except fastexcel.FastExcelError as error:
        raise Unreadable(problem("SCORESHEET-DAMAGED", why=str(error).partition("\n")[0]), sheet=sheet) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise Unreadable(problem("SCORESHEET-DAMAGED", why="the reader gives up"), sheet=sheet) from error


# --- The scan ----------------------------------------------------------------------------------------------


def _local(name: str) -> str:
    """An element's name without its namespace, which some writers spell out."""
    return name.rpartition(":")[2]


class _Elements:
    """How many elements the parts of a workbook have had."""

    def __init__(self) -> None:
        self.count = 0


def _parse(
    part: bytes,
    start: Callable[[str, Attributes], None],
    count: _Elements,
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> None:
    """Go through a part of a workbook. Raises Unreadable for what is no XML, declares a document type of its own, or is no
    part of a workbook by its sheer size.
    """
    number, depth = count.count, 0

    def no_doctype(*_: object) -> None:
        raise Unreadable(problem("SCORESHEET-ENTITIES"))

    def begins(name: str, attributes: Attributes) -> None:
        nonlocal number, depth
        number += 1
        depth += 1
        if number > MAX_ELEMENTS:
            raise Unreadable(too_large())
        if depth > MAX_DEPTH:
            raise Unreadable(problem("SCORESHEET-DAMAGED", why=f"<{name[:20]}>: {MAX_DEPTH} deep"))
        start(name, attributes)

    def ends(name: str) -> None:
        nonlocal depth
        depth -= 1
        if end is not None:
            end(name)

    # a token that comes in pieces is looked through again with each of them: so the part is given whole, and long tokens before
    for at in range(0, len(part) - MAX_TAG, MAX_TAG):
        if part.find(b"<", at, at + MAX_TAG) < 0:
            raise Unreadable(problem("SCORESHEET-TEXT", limit=f"{MAX_TEXT:,}"))
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = no_doctype
    parser.StartElementHandler = begins
    parser.EndElementHandler = ends
    if text is not None:
        parser.buffer_text = True
        parser.CharacterDataHandler = text
    try:
        parser.Parse(part, True)
    except (expat.ExpatError, ValueError) as error:
        raise Unreadable(problem("SCORESHEET-DAMAGED", why=str(error))) from error
    count.count = number


def _lengths(part: bytes, count: _Elements) -> list[int]:
    """How many characters each shared text has. Raises Unreadable for one longer than a cell can hold."""
    lengths: list[int] = []
    size, inside = 0, False

    def start(name: str, _attributes: Attributes) -> None:
        nonlocal size, inside
        if _local(name) == "si":
            size, inside = 0, True

    def text(said: str) -> None:
        nonlocal size
        size += len(said)
        if size > MAX_TEXT and inside:
            raise Unreadable(problem("SCORESHEET-TEXT", limit=f"{MAX_TEXT:,}"))

    def end(name: str) -> None:
        nonlocal inside
        if _local(name) == "si":
            inside = False
            lengths.append(size)

    _parse(part, start, count, end, text)
    return lengths


def _bound_texts(parts: Mapping[str, bytes], paths: Sequence[str], layouts: Mapping[str, Layout], count: _Elements) -> None:
    """Raise Unreadable where the texts that are kept once come to too much in the cells that show them.

    Which cell shows which is looked up only where the longest in all of them would be too much.
    """
    lengths = _lengths(parts[STRINGS], count) if STRINGS in parts else []
    if max(lengths, default=0) * sum(layouts[path].shared for path in paths) <= MAX_TEXTS:
        return
    total = 0
    shared = value = False
    number = ""

    def start(name: str, attributes: Attributes) -> None:
        nonlocal shared, value, number
        name = _local(name)
        if name == "c":
            shared = attributes.get("t") == "s"
        value, number = name == "v" and shared, ""

    def text(said: str) -> None:
        nonlocal number
        if value:
            number = (number + said)[:_DIGITS]

    def end(_name: str) -> None:
        nonlocal total, value
        if value and number.strip().isdecimal():
            index = int(number)
            total += lengths[index] if index < len(lengths) else 0
            if total > MAX_TEXTS:
                raise Unreadable(problem("SCORESHEET-TEXTS", limit=f"{MAX_TEXTS:,}"))
        value = False

    for path in paths:
        _parse(parts[path], start, _Elements(), end, text)


def _sheets(parts: Mapping[str, bytes], count: _Elements) -> tuple[list[str], dict[str, str]]:
    """The names of the worksheets in order, and the part that each is in: no two in one, as no program writes it."""
    names: list[str] = []
    relation_of: dict[str, str] = {}
    targets: dict[str, str] = {}

    def sheet(name: str, attributes: Attributes) -> None:
        if _local(name) == "sheet" and "name" in attributes:
            names.append(attributes["name"])
            if len(names) > MAX_SHEETS:
                raise Unreadable(problem("SCORESHEET-SHEETS", limit=MAX_SHEETS))
            relation_of[attributes["name"]] = next((attributes[key] for key in attributes if _local(key) == "id"), "")

    def relation(name: str, attributes: Attributes) -> None:
        if _local(name) == "Relationship":
            target = attributes.get("Target", "")
            targets[attributes.get("Id", "")] = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"

    for part, start in ((BOOK, sheet), (RELATIONS, relation)):
        if part not in parts:
            raise Unreadable(problem("SCORESHEET-DAMAGED", why=f"{part}: missing"))
        _parse(parts[part], start, count)
    paths = {name: targets.get(relation, "") for name, relation in relation_of.items()}
    shown = [name for name in names if paths[name] in parts]
    if len(shown) > len({paths[name] for name in shown}):
        raise Unreadable(problem("SCORESHEET-DAMAGED", why=f"{BOOK}: one worksheet twice"))
    return shown, paths


def _styles(part: bytes, count: _Elements) -> frozenset[int]:
    """The cell styles that show a date as month and day alone, in Chinese: so Excel shows what it took `5-6` for."""
    custom: set[str] = set()
    found: set[int] = set()
    number, inside = 0, False

    def start(name: str, attributes: Attributes) -> None:
        nonlocal number, inside
        name = _local(name)
        if name == "numFmt":
            code = attributes.get("formatCode", "")
            if "月" in code and "日" in code and "y" not in code.lower() and "年" not in code:
                custom.add(attributes.get("numFmtId", ""))
        elif name == "cellXfs":
            inside = True
        elif name == "xf" and inside:
            if attributes.get("numFmtId") in custom | MONTH_AND_DAY:
                found.add(number)
            number += 1
            if number > MAX_STYLES:
                raise Unreadable(problem("SCORESHEET-DAMAGED", why=f"{STYLES}: > {MAX_STYLES}"))

    def end(name: str) -> None:
        nonlocal inside
        inside = inside and _local(name) != "cellXfs"

    _parse(part, start, count, end)
    return frozenset(found)


def _scan(part: bytes, days: frozenset[int], count: _Elements) -> Layout:
    """What is odd in a worksheet, and that it is no larger than may be. Raises Unreadable where it is."""
    scan = Scan(frozenset(map(str, days)))
    _parse(part, scan.start, count)
    width = max(map(column_index, scan.columns), default=-1) + 1
    scan.layout.cells = width * scan.last
    if width > MAX_COLUMNS or scan.layout.cells > MAX_CELLS:
        raise Unreadable(too_large())
    return scan.layout


class Scan:
    """Goes through a worksheet and keeps what is odd; `days` are the styles of dates without a year."""

    def __init__(self, days: frozenset[str]) -> None:
        self.layout, self.days = Layout(), days
        self.columns: set[str] = set()
        self.row = self.last = self.merged = self.count = 0
        self.number, self.letters, self.reference = "0", "", ""
        self.elements = {"c": self.cell, "f": self.formula, "row": self.begin_row, "mergeCell": self.merge}

    def start(self, name: str, attributes: Attributes) -> None:
        """One element of the part, of which a few matter."""
        heard = self.elements.get(_local(name) if ":" in name else name)
        if heard is not None:
            heard(attributes)

    def cell(self, attributes: Attributes) -> None:
        """A cell; a writer may leave addresses out, and then each stands beside the one before."""
        reference = attributes.get("r", "")
        if reference:
            self.letters = letters = reference.rstrip("0123456789")
            if reference[len(letters) :] != self.number:
                raise Unreadable(problem("SCORESHEET-DAMAGED", why=f"{reference[:20]}: row {self.number}"))
        else:
            self.letters = letters = column_name(column_index(self.letters) + 1) if self.letters else "A"
            reference = letters + self.number
        self.reference = reference
        self.count += 1
        if self.count > MAX_CELLS:
            raise Unreadable(too_large())
        self.columns.add(letters)
        kind = attributes.get("t")
        if kind in TEXT_TYPES:
            self.layout.texts.add(reference)
            self.layout.shared += kind == "s"
        elif kind == "e":
            self.layout.errors.add(reference)
        elif attributes.get("s") in self.days:
            self.layout.days.add(reference)

    def formula(self, _attributes: Attributes) -> None:
        """The cell holds a formula."""
        self.layout.formulas.add(self.reference)

    def begin_row(self, attributes: Attributes) -> None:
        """A row, hidden or not."""
        given = attributes.get("r", "")
        self.row = int(given) if given.isdecimal() and len(given) < len("10000000") else self.row + 1
        self.number, self.letters, self.last = str(self.row), "", max(self.last, self.row)
        if self.last > MAX_ROWS:
            raise Unreadable(too_large())
        if attributes.get("hidden") in {"1", "true"}:
            self.layout.hidden.add(self.row)

    def merge(self, attributes: Attributes) -> None:
        """A range of cells that were merged."""
        if len(self.layout.merges) >= MAX_MERGES:
            raise Unreadable(too_large())
        merge = top, left, bottom, right = _merge(attributes.get("ref", ""))
        self.merged += max(0, bottom - top + 1) * max(0, right - left + 1)
        if self.merged > MAX_MERGED:
            raise Unreadable(too_large())
        self.layout.merges.append(merge)


def _merge(reference: str) -> Merge:
    first, _, last = reference.partition(":")
    ends = [REFERENCE.fullmatch(each) for each in (first, last or first)]
    if ends[0] is None or ends[1] is None:
        raise Unreadable(problem("SCORESHEET-DAMAGED", why=f"mergeCell {reference[:20]}"))
    top, bottom = ends[0], ends[1]
    return int(top[2]), column_index(top[1]), min(int(bottom[2]), MAX_ROWS), min(column_index(bottom[1]), MAX_COLUMNS)
