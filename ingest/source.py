"""From paths to the bytes of records: files, folders, object stores, standard input; plain, `.gz` or `.zst`; one record or
one a line.

Everything streams: what is held at a time is one record of at most `MAX_RECORD` bytes and a few buffers. Nothing is
lost in silence: each record, and each source or part of one that gives none, comes out as a `RawRecord` or a
`Rejection`. What costs more than its size lets expect is bounded (`_Bounds`), and so is what has no end.
"""

import gzip
import io
import json
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol, cast

import zstandard

from paipu.ingest import store
from paipu.ingest.refusal import refusal
from paipu.ingest.rejection import DENIED, FORMAT, MAX_RECORD, Rejection, printable, problem, reject
from paipu.ingest.store import is_url

if TYPE_CHECKING:
    from paipu.ingest.scoresheet import Reading
    from paipu.ingest.scoresheet.mapping import Mapped
    from paipu.replay.event.record import EventRecord

MAX_RATIO: Final = 100
"""How many times its size a compressed source may expand, once it has come to `RATIO_FREE` bytes; records: 3 to 25."""
RATIO_FREE: Final = 64 << 20
PACKED_FREE: Final = 1 << 20
"""A packed source of this size may hold `RECORDS_FREE` records and `VALUES_FREE` values; a larger one more for each byte."""
RECORDS_FREE: Final = 4_000
QUESTIONS_FREE: Final = 100_000
"""The same of a packed source of questions, which are small and much alike."""
BYTES_A_RECORD: Final = 16
"""Packed bytes for each further record; one of claims alone takes 40 to 110, one with its plays some thousands."""
VALUES_FREE: Final = 3_000_000
VALUES_A_BYTE: Final = 4
"""Further values, told by commas, for each packed byte; records have 0.3 to 1.5."""
HANDS_FREE: Final = 20_000
"""Hands that a packed source of that size may hold, and a larger one for each byte."""
LEAST_TOLD: Final = 150
"""Bytes of a record that says who played; `RECORDS_FREE` of a source that is not packed may be shorter."""
LEAST_HAND: Final = 36
"""Bytes of a hand of which a finishing order is told; so many hands may be shorter."""
MARK: Final = f'"{FORMAT}"'.encode()
NUMBER: Final = b'"no"'
"""What every hand has, unless a letter of it is written as its number."""
ESCAPED: Final = b"\\u006"
LEAST_RECORD: Final = len('{"format":"paipu/1","id":"","sheet":"","hands":[]}')
MAX_FOREIGN: Final = 10_000
"""Lines of a source that are too short for a record, or do not name its format, after which no more of it is read."""
MAX_STREAM: Final = 4 << 30
"""Bytes that are read of what may have no end: a pipe, the standard input."""
MAX_STREAMED: Final = 1_000_000
"""Records that are read of it."""
PIECE: Final = 64 * 1024
ZSTD_PIECE: Final = 1024
"""Compressed bytes decoded at once: a zstd block of 4 bytes can hold 128 KiB, so these come to 32 MiB at most."""

SUFFIXES: Final = (".json", ".json.gz", ".json.zst", ".ndjson", ".ndjson.gz", ".ndjson.zst")
SUFFIX_LIST: Final = ", ".join(SUFFIXES)
SHEET_SUFFIXES: Final = (".csv", ".tsv", ".xlsx", ".xlsm")
"""Score sheets (`ingest/scoresheet`)."""
NAMED_LIST: Final = ", ".join((*SUFFIXES, *SHEET_SUFFIXES))
"""What may be named; in a folder, where tables of other things may lie, records alone are looked for."""

BLANK: Final = b" \t\r"
_FILLED: Final = re.compile(rb"[^ \t\r\n]")


class Line(NamedTuple):
    """A line that is not blank, without its newline; no bytes of one that is too long, which are gone.

    `number` counts from 1, `start` is the byte at which it begins.
    """

    raw: bytes | None
    number: int
    start: int


class RawRecord(NamedTuple):
    """The bytes of one record, and where they came from; `line` counts from 1 in an ndjson source.

    `place` is the file where they lie as they are, and at which byte, for one who would rather read them there.
    """

    raw: bytes
    source: str
    line: int | None
    place: tuple[str, int] | None = None


class Readable(Protocol):
    """What this module asks of a binary stream: the bytes that there are now, up to a limit; none at the end."""

    def read1(self, size: int, /) -> bytes: ...


class _ExpansionError(Exception):
    """A compressed source expands beyond the bound."""


class _PackedError(Exception):
    """What should be JSON is compressed data; the text names the kind."""


class _NoFileError(Exception):
    """A device, a socket: nothing that ends."""


class _TooMuchError(Exception):
    """A source holds more than is read of one: the code of the reason, and the bound."""

    def __init__(self, code: str, limit: str) -> None:
        super().__init__(code)
        self.code, self.limit = code, limit


_FAULTS: Final = (
    OSError,
    EOFError,
    zlib.error,
    zstandard.ZstdError,
    _ExpansionError,
    _PackedError,
    _NoFileError,
    _TooMuchError,
)


def read(
    paths: Sequence[str],
    stdin: Readable | None = None,
    told: Callable[["Reading"], None] | None = None,
    event: "EventRecord | None" = None,
    sheet: str | None = None,
    mapped: "Mapped | None" = None,
) -> Iterator[RawRecord | Rejection]:
    """The records at some paths, in the order given, a folder's in that of names. `-` is `stdin`, by default ours.

    `told` is given how each score sheet was read: its rows and notes. What score sheets leave out is as of `event`, and their
    rule sheet is `sheet` where they do not say it; `mapped` says what their tables hold.
    """
    for path in paths:
        if path == "-":
            yield from _read_stdin(stdin)
        elif is_url(path):
            yield from _read_store(path)
        elif path.lower().endswith(SHEET_SUFFIXES):
            yield from _read_score_sheet(path, told, event, sheet, mapped)
        else:
            yield from _read_path(path)


def read_lines(path: str, most: int, stdin: Readable | None = None) -> Iterator[Line | Rejection]:
    """The lines of a file that holds questions, not records: plain or packed, named as one of a record a line, or `-`.

    A line of over `most` bytes comes without them. What ends the reading early comes last.
    """
    number = 0
    try:
        with _opened(path, stdin) as (source, packing):
            bounds = _Bounds(source, packed=bool(packing), free=QUESTIONS_FREE, records=False)
            for line in _lines(_plain(_unpack(source, packing)), most):
                bounds.take(line.raw or b"")
                number = line.number
                yield line if line.raw is None else line._replace(raw=line.raw.removesuffix(b"\r"))
    except _FAULTS as error:
        yield refused(path, error, number + 1 if number else None)


@contextmanager
def _opened(path: str, stdin: Readable | None) -> Iterator[tuple["_Counted", str]]:
    """A file of lines, an object, or `-`, and the suffix that says how it is packed. Raises OSError."""
    if path == "-":
        if stdin is None and sys.stdin is None:
            raise OSError("closed")
        source = _Counted(stdin or cast(Readable, sys.stdin.buffer), endless=True)
        yield source, source.packing()
        return
    mode = stat.S_IFREG if is_url(path) else Path(path).stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode) or stat.S_ISDIR(mode)):  # a folder is refused by opening it
        raise _NoFileError
    with open_place(path) as file:
        packing = next((suffix for suffix in SUFFIX_OF.values() if path.lower().endswith(suffix)), "")
        yield _Counted(file, endless=stat.S_ISFIFO(mode)), packing


def files(paths: Iterable[str]) -> Iterator[str]:
    """The files that `read` would open, those of a folder one by one; `-`, and what cannot be read, as it is named."""
    for path in paths:
        try:
            folder = Path(path).is_dir()
        except ValueError:
            folder = False
        if not folder:
            yield path
            continue
        for entry, mode in _below(Path(path)):
            if not isinstance(mode, OSError) and _is_read(entry, mode):
                yield str(entry)


# --- Paths -------------------------------------------------------------------------------------------------


def _read_path(path: str) -> Iterator[RawRecord | Rejection]:
    try:
        if not path:
            raise FileNotFoundError
        mode = Path(path).stat().st_mode
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        yield refused(path, error)
        return
    if stat.S_ISDIR(mode):
        yield from _read_folder(path)
    elif not path.lower().endswith(SUFFIXES):
        yield reject([problem("SOURCE-SUFFIX", expected=NAMED_LIST)], path)
    elif stat.S_ISREG(mode) or stat.S_ISFIFO(mode):
        yield from _read_file(path)
    else:
        yield reject([problem("SOURCE-SPECIAL")], path)


def _read_score_sheet(
    path: str,
    told: Callable[["Reading"], None] | None,
    event: "EventRecord | None",
    sheet: str | None,
    mapped: "Mapped | None",
) -> Iterator[RawRecord | Rejection]:
    """The matches of a score sheet, as the records that they are converted to, and its rows that cannot be read."""
    from paipu.ingest import scoresheet  # noqa: PLC0415 - it loads the readers of spreadsheets
    from paipu.ingest.scoresheet.entering import Entering  # noqa: PLC0415 - as above

    found = scoresheet.read_file(path, event.sheet if event is not None else sheet, mapped)
    if isinstance(found, Rejection):
        yield found
        return
    if told is not None:
        told(found)
    yield from found.rejections
    entering = Entering(event) if event is not None else None
    for document in found.documents:
        made = entering.entered(document) if entering is not None else document
        yield RawRecord(scoresheet.to_line(made), printable(path), None)


def _read_folder(top: str) -> Iterator[RawRecord | Rejection]:
    """The records below a folder. Hidden names and other suffixes are passed over; links and devices are refused."""
    empty = True
    for path, mode in _below(Path(top)):
        found = iter([refused(str(path), mode)]) if isinstance(mode, OSError) else _read_entry(path, mode)
        if found is not None:
            empty = False
            yield from found
    if empty:
        yield reject([problem("SOURCE-EMPTY", expected=SUFFIX_LIST)], top)


def _below(root: Path) -> Iterator[tuple[Path, int | OSError]]:
    """What is below a folder and is none itself, in the order of names: its mode, or why that cannot be told."""
    waiting = [root]
    while waiting:
        path = waiting.pop()
        try:
            mode = stat.S_IFDIR if path is root else path.lstat().st_mode
            if stat.S_ISDIR(mode):
                names = (name for name in path.iterdir() if not name.name.startswith("."))
                waiting += sorted(names, reverse=True)
                continue
        except OSError as error:
            yield path, error
        else:
            yield path, mode


def _read_entry(path: Path, mode: int) -> Iterator[RawRecord | Rejection] | None:
    """What a folder's entry gives; None for one that is passed over."""
    if _is_read(path, mode):
        return _read_file(str(path))
    if stat.S_ISREG(mode):
        return None
    if stat.S_ISLNK(mode):
        wanted = _has_suffix(path) or path.is_dir()
        return iter([reject([problem("SOURCE-LINK")], str(path))]) if wanted else None
    return iter([reject([problem("SOURCE-SPECIAL")], str(path))])


def _is_read(path: Path, mode: int) -> bool:
    """Whether a folder's entry is one of its records."""
    return stat.S_ISREG(mode) and _has_suffix(path)


def _has_suffix(path: Path) -> bool:
    return path.name.lower().endswith(SUFFIXES)


def _read_store(url: str) -> Iterator[RawRecord | Rejection]:
    """The records of an object, or of those below a prefix, by the rules for a file or a folder."""
    try:
        found = store.below(url)
    except OSError as error:
        yield refused(url, error)
        return
    if found is None:
        yield from (
            _read_file(url)
            if url.lower().endswith(SUFFIXES)
            else [reject([problem("SOURCE-SUFFIX", expected=SUFFIX_LIST)], url)]
        )
        return
    objects = [each for each in found if each.lower().endswith(SUFFIXES)]
    for each in objects:
        yield from _read_file(each)
    if not objects:
        yield reject([problem("SOURCE-EMPTY", expected=SUFFIX_LIST)], url)


def _read_file(path: str) -> Iterator[RawRecord | Rejection]:
    name = path.lower()
    packed = name.endswith((".gz", ".zst"))
    try:
        with open_place(path) as file:
            source = _Counted(file, endless=not is_url(path) and Path(path).is_fifo())
            pieces = _plain(_unpack(source, name))
            place = None if packed else path if is_url(path) else str(Path(path).absolute())
            if ".ndjson" in name[-len(".ndjson.zst") :]:
                yield from _records(_lines(pieces), path, _Bounds(source, packed=packed), place)
            else:
                yield from _document(pieces, path, place)
    except OSError as error:
        yield refused(path, error)


def open_place(path: str) -> "store.Stored | io.BufferedReader":
    """A file or an object, to be read from where one likes. Raises OSError."""
    return store.opened(path) if is_url(path) else Path(path).open("rb")


def _read_stdin(given: Readable | None) -> Iterator[RawRecord | Rejection]:
    """One record a line, or one document: which, and how packed, is told from the first bytes."""
    if given is None and sys.stdin is None:
        yield reject([problem("SOURCE-UNREADABLE", why="closed")], "-")
        return
    source = _Counted(given or cast(Readable, sys.stdin.buffer), endless=True)
    held: list[bytes] = []
    try:
        packing = source.packing()
        pieces = _plain(_unpack(source, packing))
        one_a_line = _is_one_a_line(pieces, held)
    except _FAULTS as error:
        yield refused("-", error)
        return
    everything = chain(held, pieces)
    if one_a_line:
        yield from _records(_lines(everything), "-", _Bounds(source, packed=bool(packing)))
    else:
        yield from _document(everything, "-")


# --- Packing -----------------------------------------------------------------------------------------------


class _Counted(io.RawIOBase):
    """A stream that counts what was read, and whose first bytes can be looked at; one that may be `endless` has a bound."""

    def __init__(self, stream: Readable, *, endless: bool) -> None:
        self.stream, self.endless = stream, endless
        self.count = 0
        self.ahead = b""

    def read(self, size: int = PIECE, /) -> bytes:
        """Between one byte and `size`, and none at the end."""
        if self.ahead:
            piece, self.ahead = self.ahead[:size], self.ahead[size:]
            return piece
        piece = self.stream.read1(size)
        self.count += len(piece)
        if self.endless and self.count > MAX_STREAM:
            raise _TooMuchError("SOURCE-ENDLESS", f"{MAX_STREAM >> 30} GiB")
        return piece

    def packing(self) -> str:
        """The suffix that the first four bytes stand for."""
        while len(self.ahead) < MAGIC_BYTES and (piece := self.stream.read1(MAGIC_BYTES - len(self.ahead))):
            self.count += len(piece)
            self.ahead += piece
        return SUFFIX_OF.get(_packing(self.ahead), "")


MAGIC_BYTES: Final = 4
SUFFIX_OF: Final = {"gzip": ".gz", "zstd": ".zst"}
FOREIGN: Final = {"zip": b"PK\x03\x04", "xz": b"\xfd7zX", "bzip2": b"BZh"}
"""Compressed data that is not unpacked here, but known when it is met."""


def _packing(head: bytes) -> str:
    """The kind of compressed data that begins so; empty for data that may be JSON, which never does."""
    if head.startswith(b"\x1f\x8b"):
        return "gzip"
    skippable = head[1:4] == b"\x2a\x4d\x18" and head[0] & 0xF0 == 0x50
    if skippable or head.startswith(b"\x28\xb5\x2f\xfd"):
        return "zstd"
    return next((kind for kind, magic in FOREIGN.items() if head.startswith(magic)), "")


def _plain(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces as they are, unless they are compressed: under a name that does not say so, or once more inside."""
    head = b""
    while len(head) < MAGIC_BYTES and (piece := next(pieces, b"")):
        head += piece
    if packing := _packing(head):
        raise _PackedError(packing)
    yield head
    yield from pieces


def _unpack(source: _Counted, name: str) -> Iterator[bytes]:
    if name.endswith(".gz"):
        return _bounded(_gunzip(source), source)
    if name.endswith(".zst"):
        return _bounded(_unzstd(source), source)
    return iter(source.read, b"")


def _gunzip(source: _Counted) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=source, mode="rb") as stream:
        while piece := stream.read1(PIECE):
            yield piece


def _unzstd(source: _Counted) -> Iterator[bytes]:
    """The frames of a zstd stream in turn. `stream_reader` would take a stream that is cut short for a whole one."""
    frames = zstandard.ZstdDecompressor()
    frame = None
    while packed := source.read(ZSTD_PIECE):
        while packed:
            frame = frame or frames.decompressobj()
            plain = frame.decompress(packed)
            for start in range(0, len(plain), PIECE):
                yield plain[start : start + PIECE]
            packed = b""
            if frame.eof:
                packed, frame = frame.unused_data, None
    if frame is not None:
        raise EOFError("the last zstd frame has no end")


def _bounded(pieces: Iterator[bytes], source: _Counted) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > RATIO_FREE and total > MAX_RATIO * source.count:
            raise _ExpansionError
        yield piece


# --- Records -----------------------------------------------------------------------------------------------


class _Bounds:
    """What a source of one record a line may hold: of lines that are none, of what may have no end, of what is packed.

    `free` is how many lines one may have in any case, whatever they say; without `records` the lines are something else.
    """

    def __init__(self, source: _Counted, *, packed: bool, free: int | None = None, records: bool = True) -> None:
        self.source, self.packed, self.told = source, packed, records
        self.free = RECORDS_FREE if free is None else free
        self.records = self.values = self.foreign = self.hands = 0

    def take(self, line: bytes) -> None:
        """One more line. Raises _TooMuchError."""
        self.records += 1
        if self.told and (len(line) < LEAST_RECORD or MARK not in line):
            self.foreign += 1
            if self.foreign > MAX_FOREIGN:
                raise _TooMuchError("SOURCE-FOREIGN", f"{MAX_FOREIGN:,}")
        if self.source.endless and self.records > MAX_STREAMED:
            raise _TooMuchError("SOURCE-STREAMED", f"{MAX_STREAMED:,}")
        if self.told:
            self.hands += line.count(NUMBER) + line.count(ESCAPED)
        if self.packed:
            self.values += line.count(b",")
            beyond = max(0, self.source.count - PACKED_FREE)
            if (
                self.records > self.free + beyond // BYTES_A_RECORD
                or self.values > VALUES_FREE + beyond * VALUES_A_BYTE
                or self.hands > HANDS_FREE + beyond
            ):
                raise _TooMuchError("SOURCE-DENSE", f"{self.records - 1:,}")
        elif self.told:
            records, hands = self.records - self.foreign, self.hands
            if max(records - self.source.count // LEAST_TOLD, hands - self.source.count // LEAST_HAND) > self.free:
                raise _TooMuchError("SOURCE-BARE", f"{self.records - 1:,}")


def _lines(pieces: Iterable[bytes], most: int | None = None) -> Iterator[Line]:
    """The pieces cut at each newline, lines of over `most` bytes (`MAX_RECORD`) left out.

    Lines that are blank are counted, and passed over a piece at a time.
    """
    most = MAX_RECORD if most is None else most
    number, start = 1, 0
    held: list[bytes] = []
    size = 0  # of the line under way, of which nothing is held beyond the bound
    for piece in pieces:
        at = 0
        while at < len(piece):
            if not size:
                found = _FILLED.search(piece, at)
                begins = piece.rfind(b"\n", at, found.start() if found else len(piece)) + 1 or at
                number += piece.count(b"\n", at, begins)
                start, at = start + begins - at, begins
            end = piece.find(b"\n", at)
            upto = len(piece) if end < 0 else end
            size += upto - at
            if size <= most:
                held.append(piece[at:upto])
            else:
                held = []
            at = upto + 1
            if end >= 0:
                line = b"".join(held)
                if size > most or _FILLED.search(line):
                    yield Line(None if size > most else line, number, start)
                number, start = number + 1, start + size + 1
                held, size = [], 0
    line = b"".join(held)
    if size > most or _FILLED.search(line):
        yield Line(None if size > most else line, number, start)


def _records(lines: Iterable[Line], source: str, bounds: _Bounds, path: str | None = None) -> Iterator[RawRecord | Rejection]:
    """`path` is where the lines lie as they are."""
    name, number = printable(source), 0
    try:
        for line in lines:
            number = line.number
            if line.raw is None:
                yield reject([problem("RECORD-SIZE", limit=MAX_RECORD)], source, number)
                continue
            try:
                bounds.take(line.raw)
            except _TooMuchError as error:
                yield refused(source, error, number)
                return
            place = None if path is None else (path, line.start)
            yield RawRecord(line.raw.removesuffix(b"\r"), name, number, place)
    except _FAULTS as error:
        yield refused(source, error, number + 1)


def _document(pieces: Iterable[bytes], source: str, path: str | None = None) -> Iterator[RawRecord | Rejection]:
    held = bytearray()
    try:
        for piece in pieces:
            held += piece
            if len(held) > MAX_RECORD:
                yield reject([problem("RECORD-SIZE", limit=MAX_RECORD)], source)
                return
    except _FAULTS as error:
        yield refused(source, error)
        return
    yield RawRecord(bytes(held), printable(source), None, None if path is None else (path, 0))


def _is_one_a_line(pieces: Iterable[bytes], held: list[bytes]) -> bool:
    """Whether the lines are a record each, not a document together; the pieces looked at are put into `held`.

    A document of several lines begins with a line that JSON can go on after, and the next line is no object.
    """

    def looked_at() -> Iterator[bytes]:
        size = 0
        for piece in pieces:
            held.append(piece)
            yield piece
            size += len(piece)
            if size > 2 * MAX_RECORD:  # blank lines without end, or lines too long: no document that is read
                return

    lines = _lines(looked_at())
    first = next(lines, None)
    if first is None or first.raw is None or _completeness(first.raw) != "open":
        return True
    second = next(lines, None)
    if second is None or second.raw is None:
        return second is not None
    return second.raw.lstrip().startswith(b"{") and _completeness(second.raw) == "whole"


def _completeness(line: bytes) -> Literal["whole", "open", "broken"]:
    """Whether the line is a JSON value, could be the beginning of one that goes on in the next line, or neither."""
    try:
        json.loads(line.rstrip(BLANK).decode())
    except json.JSONDecodeError as error:
        return "open" if error.pos >= len(error.doc) else "broken"
    except (ValueError, RecursionError):
        return "broken"
    return "whole"


def refused(source: str, error: Exception, line: int | None = None) -> Rejection:
    """Why a source, or what is left of it from a line on, cannot be read."""
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    if isinstance(error, _ExpansionError):
        limit = f"{RATIO_FREE >> 20} MiB"
        return reject([problem("SOURCE-BOMB", limit=limit, ratio=MAX_RATIO)], source, line)
    if isinstance(error, _TooMuchError):
        return reject([problem(error.code, limit=error.limit)], source, line)
    if isinstance(error, gzip.BadGzipFile | EOFError | zlib.error | zstandard.ZstdError):
        return reject([problem("SOURCE-CORRUPT", why=why)], source, line)
    if isinstance(error, _NoFileError):
        return reject([problem("SOURCE-SPECIAL")], source)
    if isinstance(error, _PackedError):
        return reject([problem("SOURCE-PACKED", packing=why)], source, line)
    if isinstance(error, FileNotFoundError):
        return reject([problem("SOURCE-MISSING")], source, line)
    if refusal(error) == "denied":
        return reject([problem(DENIED, why=why)], source, line)
    return reject([problem("SOURCE-UNREADABLE", why=why)], source, line)
