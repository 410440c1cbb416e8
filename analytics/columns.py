"""The columns of the part files: how the rows of the warehouse go into Arrow.

Who reads a warehouse has no need of this, nor of Arrow, which takes a while to load.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from importlib.abc import MetaPathFinder
from itertools import zip_longest
from typing import Any, Final

import pyarrow as pa

from paipu.analytics.by_column import BY_COLUMN, by_column
from paipu.analytics.rows import COLUMNS, HEADS, ROW_TYPES, kind_of, record_number
from paipu.analytics.tally.totals import COUNT
from paipu.analytics.tally_rows import Count, Sum
from paipu.analytics.told import Audited, BatchRows


class _NoPandas(MetaPathFinder):
    """At its first array pyarrow imports pandas where there is one, to know its types if they come: that takes longer than a
    small load, and none come here. Whoever asks pyarrow for pandas later has it still.
    """

    def find_spec(self, name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name)


if "pandas" not in sys.modules:
    sys.meta_path.insert(0, _NoPandas())
    pa.array(())
    del sys.meta_path[0]

Tables = Mapping[str, pa.Table]
"""The rows of a batch by the name of their table; every table is there, if empty."""


def tables_of(rows: BatchRows, batch: int = 0, first: Mapping[str, int] | None = None) -> Tables:
    """The rows of a batch in Arrow; `first` has the number under which some records came that are there already, by hash.

    Raises an Arrow or Unicode error on a value that no column can hold.
    """
    came = first or {}
    numbered = [(record_number(batch, each.position), each) for each in rows.audited]
    made: dict[str, list[tuple[Any, ...]]] = {
        "records": [
            (number, *row)
            for number, each in numbered
            if each.pins.record_sha256 not in came
            for row in each.rows.get("records", ())
        ],
        **{
            name: [
                (number, *row, came.get(each.pins.record_sha256, number), *each.pins)
                for number, each in numbered
                for row in each.rows.get(name, ())
            ]
            for name in HEADS
        },
        "quarantine": [(record_number(batch, row.position), *row) for row in rows.quarantined],
    }
    columns = {
        name: zip(*made[name], strict=True) if name in made else _numbered(name, numbered)
        for name in ROW_TYPES
        if name not in BY_COLUMN
    }
    tables = {name: _table(SCHEMAS[name], own) for name, own in columns.items()}
    told = [(number, each.told) for number, each in numbered if each.told is not None]
    derived = by_column([each for _, each in told], [number for number, _ in told]) if told else {}
    for name in BY_COLUMN:
        schema = SCHEMAS[name]
        tables[name] = pa.Table.from_arrays([*derived[name]], schema=schema) if told else schema.empty_table()
    return {name: tables[name] for name in ROW_TYPES}


def _numbered(name: str, numbered: Sequence[tuple[int, Audited]]) -> Iterable[Iterable[Any]]:
    """The columns of a table of rows about records, of which there are many: the numbers are made apart from the rows."""
    rows: list[tuple[Any, ...]] = []
    numbers: list[int] = []
    for number, each in numbered:
        own = each.rows.get(name, ())
        rows += own
        numbers += [number] * len(own)
    return (numbers, *zip(*rows, strict=True))


def _table(schema: pa.Schema, columns: Iterable[Iterable[Any]]) -> pa.Table:
    """The columns in Arrow; where there are no rows, none is given."""
    arrays = []
    for kind, values in zip_longest(schema.types, columns, fillvalue=()):
        arrays.append(pa.array(map(bytes.fromhex, values) if kind == SHA256 else values, kind))
    return pa.Table.from_arrays(arrays, schema=schema)


SHA256: Final = pa.binary(32)
SQUARE: Final = pa.decimal128(38, 0)
SUM: Final = pa.struct(
    {
        **dict.fromkeys(("numerator", "denominator", "open"), pa.int64()),
        **dict.fromkeys(("squares", "nn", "nd", "dd"), SQUARE),
        "matches": pa.int64(),
    }
)
ARROW_TYPES: Final[Mapping[Any, pa.DataType]] = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    bytes: pa.binary(),
    datetime: pa.timestamp("us"),
    tuple[str, ...]: pa.list_(pa.string()),
    tuple[int, ...]: pa.list_(pa.int64()),
    Count: COUNT,
    Sum: SUM,
}


def arrow_field(name: str, hint: object) -> pa.Field:
    """A column; one that may be None may be null, and hashes are as long as hashes are."""
    kind = kind_of(hint)
    return pa.field(name, SHA256 if name == "record_sha256" else ARROW_TYPES[kind], nullable=kind != hint)


SCHEMAS: Final[Mapping[str, pa.Schema]] = {
    table: pa.schema([arrow_field(name, hint) for name, hint in columns.items()]) for table, columns in COLUMNS.items()
}
"""The columns of every part file, by table."""
