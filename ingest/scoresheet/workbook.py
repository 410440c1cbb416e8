"""A score sheet in a workbook (.xlsx, .xlsm): every worksheet, its values by calamine, what calamine does not tell by a scan.

fastexcel gives the values of a worksheet, formulas by the results that were saved with them. It does not tell which cells
hold text, a formula, an error or a date shown as month and day, which are merged and which rows are hidden; and it makes room
for every cell between the first and the last, so that two cells far apart would take all memory. So each part is scanned
first, as a stream, and only parts that were scanned are handed on, in an archive of their own: what was bounded is what is
read. openpyxl would tell it all, and takes ten times as long as both.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from ingest.rejection import problem
from ingest.scoresheet.grid import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SHEETS,
    MAX_UNPACKED,
    Grid,
    Layout,
    Merge,
    Unreadable,
    column_index,
    column_name,
    too_large,
)

if TYPE_CHECKING:
    import fastexcel

MAX_PARTS: Final = 2_000
MAX_MERGES: Final = 20_000
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
MONTH_AND_DAY: Final = frozenset({"30", "57", "58"})
"""The built-in formats of Chinese versions that show a month and a day."""
TEXT_TYPES: Final = frozenset({"s", "str", "inlineStr"})
REFERENCE: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_PIECE: Final = 1 << 20

Attributes = Mapping[str, str]


def read(raw: bytes, file: str) -> Iterator[Grid]:
    """The worksheets of a workbook, in its order. Raises Unreadable for the whole of it, before the first."""
    parts = _parts(raw)
    days = _styles(parts[STYLES]) if STYLES in parts else frozenset[int]()
    layouts = {name: _scan(part, days) for name, part in parts.items() if WORKSHEET.fullmatch(name)}
    for name, part in parts.items():
        if name not in layouts and name != STYLES:
            _parse(part, lambda _name, _attributes: None)
    names, paths = _sheets(parts)
    book = _open(_repacked(parts))
    if len(names) > MAX_SHEETS:
        raise Unreadable(problem("SCORESHEET-SHEETS", limit=MAX_SHEETS))
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


def _repacked(parts: Mapping[str, bytes]) -> bytes:
    """An archive of these parts alone, not compressed: what the reader unpacks is what was scanned."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part)
    return packed.getvalue()


def _open(raw: bytes) -> "fastexcel.ExcelReader":
    import fastexcel  # noqa: PLC0415 - the reader is loaded where there is a workbook to read

    try:
        return fastexcel.read_excel(raw)
    except fastexcel.FastExcelError as error:
        raise Unreadable(problem("SCORESHEET-DAMAGED", why=_first_line(error))) from error


def _grid(book: "fastexcel.ExcelReader", file: str, name: str, layout: Layout) -> Grid:
    import fastexcel  # noqa: PLC0415 - as above

    try:
        sheet = book.load_sheet(name, header_row=None, dtypes="string", skip_rows=0)
        if not sheet.width:
            return Grid(file, name, [], [])
        letters = [column_name(column.absolute_index) for column in sheet.available_columns()]
        return Grid(file, name, sheet.to_polars().rows(), letters, layout)
    except fastexcel.FastExcelError as error:
        raise Unreadable(problem("SCORESHEET-DAMAGED", why=_first_line(error)), sheet=name) from error


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


# --- The scan ----------------------------------------------------------------------------------------------


def _local(name: str) -> str:
    """An element's name without its namespace, which some writers spell out."""
    return name.rpartition(":")[2]


def _parse(part: bytes, start: Callable[[str, Attributes], None], end: Callable[[str], None] | None = None) -> None:
    """Go through a part of a workbook. Raises Unreadable for what is no XML, or declares a document type of its own."""

    def no_doctype(*_: object) -> None:
        raise Unreadable(problem("SCORESHEET-ENTITIES"))

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = no_doctype
    parser.StartElementHandler = start
    if end is not None:
        parser.EndElementHandler = end
    try:
        for at in range(0, len(part), _PIECE):
            parser.Parse(part[at : at + _PIECE], False)
        parser.Parse(b"", True)
    except (expat.ExpatError, ValueError) as error:
        raise Unreadable(problem("SCORESHEET-DAMAGED", why=str(error))) from error


def _sheets(parts: Mapping[str, bytes]) -> tuple[list[str], dict[str, str]]:
    """The names of the worksheets in order, and the part that each is in."""
    names: list[str] = []
    relation_of: dict[str, str] = {}
    targets: dict[str, str] = {}

    def sheet(name: str, attributes: Attributes) -> None:
        if _local(name) == "sheet" and "name" in attributes:
            names.append(attributes["name"])
            relation_of[attributes["name"]] = next((attributes[key] for key in attributes if _local(key) == "id"), "")

    def relation(name: str, attributes: Attributes) -> None:
        if _local(name) == "Relationship":
            target = attributes.get("Target", "")
            targets[attributes.get("Id", "")] = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"

    for part, start in (("xl/workbook.xml", sheet), ("xl/_rels/workbook.xml.rels", relation)):
        if part not in parts:
            raise Unreadable(problem("SCORESHEET-DAMAGED", why=f"{part}: missing"))
        _parse(parts[part], start)
    paths = {name: targets.get(relation, "") for name, relation in relation_of.items()}
    return [name for name in names if paths[name] in parts], paths


def _styles(part: bytes) -> frozenset[int]:
    """The cell styles that show a date as month and day alone, in Chinese: so Excel shows what it took `5-6` for."""
    custom: set[str] = set()
    found: set[int] = set()
    count, inside = 0, False

    def start(name: str, attributes: Attributes) -> None:
        nonlocal count, inside
        name = _local(name)
        if name == "numFmt":
            code = attributes.get("formatCode", "")
            if "月" in code and "日" in code and "y" not in code.lower() and "年" not in code:
                custom.add(attributes.get("numFmtId", ""))
        elif name == "cellXfs":
            inside = True
        elif name == "xf" and inside:
            if attributes.get("numFmtId") in custom | MONTH_AND_DAY:
                found.add(count)
            count += 1

    def end(name: str) -> None:
        nonlocal inside
        inside = inside and _local(name) != "cellXfs"

    _parse(part, start, end)
    return frozenset(found)


def _scan(part: bytes, days: frozenset[int]) -> Layout:
    """What is odd in a worksheet, and that it is no larger than may be. Raises Unreadable where it is."""
    scan = Scan(frozenset(map(str, days)))
    _parse(part, scan.start)
    width = max(map(column_index, scan.columns), default=-1) + 1
    if width > MAX_COLUMNS or width * scan.last > MAX_CELLS:
        raise Unreadable(too_large())
    return scan.layout


class Scan:
    """Goes through a worksheet and keeps what is odd; `days` are the styles of dates without a year."""

    def __init__(self, days: frozenset[str]) -> None:
        self.layout, self.days = Layout(), days
        self.columns: set[str] = set()
        self.row = self.last = 0
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
        self.columns.add(letters)
        kind = attributes.get("t")
        if kind in TEXT_TYPES:
            self.layout.texts.add(reference)
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
        self.layout.merges.append(_merge(attributes.get("ref", "")))


def _merge(reference: str) -> Merge:
    first, _, last = reference.partition(":")
    ends = [REFERENCE.fullmatch(each) for each in (first, last or first)]
    if ends[0] is None or ends[1] is None:
        raise Unreadable(problem("SCORESHEET-DAMAGED", why=f"mergeCell {reference[:20]}"))
    top, bottom = ends[0], ends[1]
    return int(top[2]), column_index(top[1]), min(int(bottom[2]), MAX_ROWS), min(column_index(bottom[1]), MAX_COLUMNS)
