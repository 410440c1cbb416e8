"""Tallies added up over the records of a batch, by every kind of unit that statistics are of.

Numerators and denominators are integers, so sums of parts add up: where parts are merged, the rows of a unit become one. A
batch that replaces records takes off what these had, and so the sums of a warehouse are those of the records that count.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from analytics.columns import SCHEMAS, SQUARE, SUM
from analytics.rows import SUMS, UNIT
from analytics.tally_rows import KEYS

OF_RECORDS: Final[Mapping[str, Sequence[str]]] = {
    "matches": ("record", "sheet", "event"),
    "tallies": ("record", "unit", "players", "team", *KEYS),
    "think_times": ("record", "seat", "milliseconds", "plays"),
}
"""The columns that are added up."""

BOTH_SIDES: Final = frozenset({"event", "sheet"})
"""Kinds of units of which both sides of a match are."""
COUNTS: Final = ("numerator", "denominator", "open", "squares")
"""What the row of a record has."""
LONG: Final = pa.decimal128(19, 0)
FACTOR: Final = pa.decimal128(18, 0)
"""Every integer, and one whose square is a `SQUARE`: Arrow multiplies within 38 digits."""
ZERO: Final = {SQUARE: pa.scalar(0, pa.int64()).cast(SQUARE), pa.int64(): pa.scalar(0, pa.int64())}
SUM_OF_RECORD: Final = pa.struct([SUM.field(name) for name in COUNTS])

_OF_UNIT: Final = list(UNIT)


def of_records(tables: Mapping[str, pa.Table], *, less: bool = False) -> Mapping[str, pa.Table]:
    """What some records add to the sums, or take off."""
    tallies = tables["tallies"]
    units = pa.concat_tables(_units(tallies, tables["matches"])).combine_chunks()  # Arrow takes by one array much sooner
    told = _told(units)
    counts = {key: counted.take(units["at"]) for key, counted in _clustered(tallies).items()}
    ones = pa.array([1] * units.num_rows, pa.int64())
    seats = [[*unit] for unit in units["unit"].to_pylist()]
    sitting = pa.array(seats, pa.list_(pa.string()))
    at = pc.list_parent_indices(sitting)
    seated = told.take(at).append_column("record", units["record"].take(at)).append_column("seat", sitting.flatten())
    times = tables["think_times"].join(seated, ["record", "seat"], join_type="inner", use_threads=False)
    flat = {
        "sums": pa.table({"records": ones, **counts}).flatten(),
        "time_sums": times.select(["milliseconds", "plays"]),
    }
    found = {"sums": told, "time_sums": times.select(["unit", "row"])}
    return {name: _grouped(name, flat[name], found[name], units, less=less) for name in SUMS}


def added_up(name: str, rows: pa.Table) -> pa.Table:
    """Sums with one row for each unit."""
    return _grouped(name, rows.drop_columns(_OF_UNIT).flatten(), _told(rows), rows)


def _units(tallies: pa.Table, matches: pa.Table) -> Iterator[pa.Table]:
    """The units of records: each with the record, its seats there, and where its tallies are."""
    of_match = matches.take(pc.index_in(tallies["record"], value_set=matches["record"]))
    alone = pc.equal(pc.utf8_length(tallies["unit"]), 1)
    both = tallies.num_rows  # where `_clustered` has what both sides have together
    for kind, which, members in (
        ("player", alone, tallies["players"]),
        ("pair", pc.invert(alone), tallies["players"]),
        ("team", pc.invert(alone), tallies["team"]),
        ("seat", alone, tallies["unit"]),
        ("event", pc.invert(alone), of_match["event"]),
        ("sheet", pc.invert(alone), of_match["sheet"]),
    ):
        at = pc.indices_nonzero(pc.and_(which, pc.is_valid(members)))
        yield pa.table(
            {
                "kind": pa.repeat(kind, len(at)),
                "sheet": of_match["sheet"].take(at),
                "members": _lists(members.take(at)),
                "record": tallies["record"].take(at),
                "unit": tallies["unit"].take(at),
                "at": pc.add(at, both if kind in BOTH_SIDES else 0),
            }
        )


def _clustered(tallies: pa.Table) -> Mapping[str, pa.Array]:
    """What each row adds to the sums of its unit; and behind these, what it adds where both sides of a match are of one unit:
    they are one cluster, which the first of its sides brings.
    """
    whole = tallies.combine_chunks()
    of_side = pc.greater(pc.utf8_length(whole["unit"]), 1).combine_chunks()
    rows = pa.array(range(whole.num_rows), pa.uint64())
    made = {}
    for key in KEYS:
        told = whole[key].combine_chunks().cast(SUM_OF_RECORD)
        counts = {name: pc.struct_field(told, name) for name in COUNTS}
        sides = rows.filter(pc.and_(of_side, pc.is_valid(counts["numerator"])))
        match = whole["record"].take(sides)
        first = sides.filter(pc.equal(pc.index_in(match, value_set=match), rows[: len(sides)].cast(pa.int32())))
        of_sides = pa.table({"match": match, **{name: counts[name].take(sides) for name in ("numerator", "denominator")}})
        together = of_sides.group_by("match", use_threads=False).aggregate([("numerator", "sum"), ("denominator", "sum")])
        own = _products(counts["numerator"], counts["denominator"])
        one = _products(*(together[f"{name}_sum"].combine_chunks() for name in ("numerator", "denominator")))
        at = pc.index_in(rows, value_set=first)
        both = [pc.fill_null(each.take(at), ZERO[each.type]) for each in one]
        parts = [pa.concat_arrays([counts[name], counts[name]]) for name in COUNTS]
        parts += [pa.concat_arrays([mine, theirs]) for mine, theirs in zip(own, both, strict=True)]
        made[key] = pa.StructArray.from_arrays(parts, fields=[*SUM], mask=pc.is_null(parts[0]))
    return made


def _products(numerator: pa.Array, denominator: pa.Array) -> Sequence[pa.Array]:
    """Of each cluster: numerator and denominator squared and multiplied, and whether there is a denominator."""
    n, d = (each.cast(LONG).cast(FACTOR) for each in (numerator, denominator))
    return [
        *(pc.multiply(*each).cast(SQUARE) for each in ((n, n), (n, d), (d, d))),
        pc.greater(denominator, 0).cast(pa.int64()),
    ]


def _lists(members: pa.ChunkedArray) -> pa.ChunkedArray:
    """What is no list is the only member."""
    if pa.types.is_list(members.type):
        return members
    return pa.ListArray.from_arrays(pa.array(range(len(members) + 1), pa.int32()), members.combine_chunks())


def _told(rows: pa.Table) -> pa.Table:
    """The number of each row, and of its unit, in the order of texts that tell units apart: Arrow groups by no lists."""
    lists = rows["members"].combine_chunks()
    spelt = pc.replace_substring(pc.replace_substring(lists.values, "\\", r"\\"), "\0", r"\0")
    members = pc.binary_join(pa.ListArray.from_arrays(lists.offsets, spelt), "\0")
    texts = pc.binary_join_element_wise(rows["kind"], rows["sheet"], members, "\0")
    units = pc.unique(texts)
    of_units = pc.index_in(texts, value_set=units.take(pc.sort_indices(units)))
    return pa.table({"unit": of_units, "row": pa.array(range(rows.num_rows), pa.int64())})


def _grouped(name: str, flat: pa.Table, told: pa.Table, units: pa.Table, *, less: bool = False) -> pa.Table:
    """Add up: `told` says for each row of which unit it is, and which row of `units` has that."""
    by = ["unit", *(column for column in flat.column_names if column == "milliseconds")]
    measured = [column for column in flat.column_names if column not in by]
    values: dict[str, Any] = {
        column: pc.negate(flat[column]) if less and column in measured else flat[column] for column in flat.column_names
    }
    rows = pa.table({**values, "unit": told["unit"], "row": told["row"]})
    asked = [("row", "min"), *((column, "sum") for column in measured)]
    found = rows.group_by(by, use_threads=False).aggregate(asked).sort_by([(column, "ascending") for column in by])
    columns = []
    for field in SCHEMAS[name]:
        if field.name in _OF_UNIT:
            made = units[field.name].take(found["row_min"])
        elif field.type == SUM:
            parts = [found[f"{field.name}.{part.name}_sum"].combine_chunks() for part in SUM]
            made = pa.StructArray.from_arrays(parts, fields=[*SUM], mask=pc.is_null(parts[0]))
        else:
            made = found[field.name if field.name in by else f"{field.name}_sum"]
        columns.append(made)
    return pa.Table.from_arrays(columns, schema=SCHEMAS[name])
