"""The rows of a batch as part files: written as drafts by whoever made them, merged later by the one that commits them."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paipu.analytics import manifest as manifests
from paipu.analytics.columns import SCHEMAS
from paipu.analytics.manifest import PARTS, Manifest, Part, draft_of
from paipu.analytics.rows import POSITION_BITS, SUMS
from paipu.analytics.sums import added_up

ROW_GROUP: Final[Mapping[str, int]] = {"records": 64}
"""Rows that are read or left together; of the bytes of records few, for mostly one is wanted."""
ROWS_TOGETHER: Final = 120_000
PLAIN: Final[Mapping[str, Sequence[str]]] = {"records": ("raw", "record_sha256"), "matches": ("record_sha256",)}
"""Columns in which no value comes twice, so that a dictionary of them would be of no use."""
WIDE: Final = ("sums", "tallies")
"""Tables of hundreds of columns. Dictionaries for them take longer to make and make the file no smaller; and with few rows,
compressing every column takes longer than the rest of a small load.
"""
FEW: Final = 64
LEVELS: Final[Mapping[str, int]] = {"records": 3}
"""The level of zstd for columns that gain by more than the lowest. The bytes of records are nearly half of a warehouse: they
become a fifth smaller in a thousandth of the time of a load. Nothing else gains more than a twentieth.
"""
MERGED: Final = 16
"""So many parts of about one size become one."""
SIZES: Final = (1 << 18, 1 << 22)
"""Parts below the first size are merged with each other, then those below the second; larger ones stay as they are."""


def write_drafts(directory: Path, first: int, last: int, tables: Mapping[str, pa.Table], attempt: str = "") -> list[Part]:
    """Write the tables of some batches that have any rows, each to the draft of a part."""
    return [
        _write_draft(directory, name, first, last, [rows], rows.schema, attempt)
        for name, rows in tables.items()
        if rows.num_rows
    ]


def _write_draft(
    directory: Path, name: str, first: int, last: int, pieces: Iterable[pa.Table], schema: pa.Schema, attempt: str = ""
) -> Part:
    """Write the draft of a part; its rows come in pieces of whole row groups."""
    (directory / PARTS).mkdir(exist_ok=True)
    out, count, plain = BytesIO(), 0, PLAIN.get(name, ())
    rest = iter(pieces)
    head = next(rest)
    ways: dict[str, Any] = {"compression": "none", "use_dictionary": False}
    if name not in WIDE or head.num_rows >= FEW:
        ways |= {"compression": "zstd", "compression_level": LEVELS.get(name, 1)}
    if name not in WIDE:
        ways["use_dictionary"] = [column for column in schema.names if column not in plain]
    with pq.ParquetWriter(out, schema, store_schema=False, **ways) as writer:
        for rows in chain([head], rest):
            writer.write_table(rows, row_group_size=_row_group(name))
            count += rows.num_rows
    content = out.getbuffer()
    part = Part(name, first, last, count, len(content), hashlib.sha256(content).hexdigest())
    manifests.write(draft_of(part.path(directory), attempt), content)
    return part


def _row_group(name: str) -> int:
    return ROW_GROUP.get(name, ROWS_TOGETHER)


def read_columns(directory: Path, parts: Iterable[Part], table: str, columns: Sequence[str]) -> pa.Table:
    """Some columns of a table, of all its parts."""
    wanted = pa.schema([SCHEMAS[table].field(column) for column in columns])
    read = [read_part(part.path(directory), columns) for part in parts if part.table == table]
    return pa.concat_tables([wanted.empty_table(), *read]).combine_chunks()


def read_rows(directory: Path, parts: Iterable[Part], table: str, columns: Sequence[str], numbers: Collection[int]) -> pa.Table:
    """Some columns of the rows of some records, which are few; groups of rows without any of them are not read."""
    wanted = [("record", "in", sorted(numbers))]
    read = [
        pq.read_table(part.path(directory), columns=list(columns), filters=wanted, use_threads=False)
        for part in parts
        if part.table == table and any(part.first <= number >> POSITION_BITS <= part.last for number in numbers)
    ]
    return pa.concat_tables([pa.schema([SCHEMAS[table].field(column) for column in columns]).empty_table(), *read])


def read_part(path: Path, columns: Sequence[str] | None = None) -> pa.Table:
    """The rows of a part, or of its draft."""
    with path.open("rb") as file:
        return pq.ParquetFile(file).read(columns=columns, use_threads=False)


def by_batch(part: Part) -> tuple[int, str]:
    return part.first, part.table


def due(manifest: Manifest) -> Iterator[list[Part]]:
    """Runs of parts that are to be merged: the newest of a table, so many below one of the sizes."""
    for name in SCHEMAS:
        parts = [part for part in manifest.parts if part.table == name]
        for size in reversed(SIZES):
            run: list[Part] = []
            for part in reversed(parts):
                if part.bytes >= size:
                    break
                run.insert(0, part)
            below = next((smaller for smaller in reversed(SIZES) if smaller < size), 0)
            if sum(part.bytes >= below for part in run) >= MERGED:
                yield run
                break


def merge(directory: Path, run: Sequence[Part], replaced: pa.Array) -> list[Part]:
    """Write the draft of one part in place of some, without the rows of records that were replaced."""
    name, first, last = run[0].table, run[0].first, run[-1].last
    if name in SUMS:
        rows = pa.concat_tables([read_part(part.path(directory)) for part in run])
        return write_drafts(directory, first, last, {name: added_up(name, rows)})
    pieces = _pieces(directory, run)
    if name not in ("records", "batches", "replaced"):
        pieces = (rows.filter(pc.invert(pc.is_in(rows["record"], value_set=replaced))) for rows in pieces)
    whole = _in_groups(pieces, _row_group(name))
    head = next(whole, None)
    return [_write_draft(directory, name, first, last, chain([head], whole), head.schema)] if head is not None else []


def _pieces(directory: Path, run: Iterable[Part]) -> Iterator[pa.Table]:
    """The rows of some parts, no more at a time than were written together: all of them would take a gigabyte."""
    for part in run:
        with part.path(directory).open("rb") as file:
            parquet = pq.ParquetFile(file)
            for group in range(parquet.num_row_groups):
                yield parquet.read_row_group(group, use_threads=False)


def _in_groups(pieces: Iterable[pa.Table], size: int) -> Iterator[pa.Table]:
    """The same rows in pieces of so many, or a multiple of that; the last may have fewer."""
    held: list[pa.Table] = []
    for piece in pieces:
        held.append(piece)
        count = sum(rows.num_rows for rows in held)
        if count >= size:
            rows = pa.concat_tables(held)
            yield rows.slice(0, count - count % size)
            held = [rows.slice(count - count % size)]
    rest = pa.concat_tables(held) if held else None
    if rest is not None and rest.num_rows:
        yield rest
