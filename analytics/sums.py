"""Tallies added up over the records of a batch, by every kind of unit that statistics are of.

Numerators and denominators are integers, so sums of parts add up: where parts are merged, the rows of a unit become one. A
batch that replaces records takes off what these had, and so the sums of a warehouse are those of the records that count.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from paipu.analytics.columns import SCHEMAS, SQUARE, SUM
from paipu.analytics.rows import UNIT
from paipu.analytics.tally_rows import KEYS

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
    tallies = tables["tallies"].combine_chunks()
    units = pa.concat_tables(_units(tallies, tables["matches"])).combine_chunks()  # Arrow takes by one array much sooner
    told = _told(units)
    at = _of_each_key(_behind_all(_whole(units["at"]), tallies.num_rows), tallies.num_rows)
    counts = {name: counted.take(at) for name, counted in _clustered(tallies).items()}
    seats = [[*unit] for unit in units["unit"].to_pylist()]
    sitting = pa.array(seats, pa.list_(pa.string()))
    parents = pc.list_parent_indices(sitting)
    seated = told.take(parents).append_column("record", units["record"].take(parents)).append_column("seat", sitting.flatten())
    times = tables["think_times"].join(seated, ["record", "seat"], join_type="inner", use_threads=False)
    taken = times.select(["unit", "row", "milliseconds", "plays"])
    ones = told.append_column("records", pa.array([1] * units.num_rows, pa.int64()))
    if less:
        counts = {name: pc.negate(counted) for name, counted in counts.items()}
        ones = ones.set_column(2, "records", pc.negate(ones["records"]))
        taken = taken.set_column(3, "plays", pc.negate(taken["plays"]))
    return {"sums": _sums(ones, counts, units), "time_sums": _time_sums(taken, units)}


def added_up(name: str, rows: pa.Table) -> pa.Table:
    """Sums with one row for each unit."""
    told = _told(rows)
    if name == "time_sums":
        return _time_sums(told.append_column("milliseconds", rows["milliseconds"]).append_column("plays", rows["plays"]), rows)
    sums = _under_each_other(rows)
    counts = {part.name: pc.struct_field(sums, part.name) for part in SUM}
    return _sums(told.append_column("records", rows["records"]), counts, rows)


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
    """What each row adds to the sums of its unit, all rows of one key before those of the next. Behind these, as many:
    what a row adds where both sides of a match are of one unit. They are one cluster, which the first of its sides brings.
    """
    told = _under_each_other(tallies).cast(SUM_OF_RECORD)
    counts = {name: pc.struct_field(told, name) for name in COUNTS}
    record = tallies["record"].combine_chunks()
    records = pc.unique(record)
    match = _of_each_key(pc.index_in(record, value_set=records).cast(pa.int64()), len(records))
    of_side = pc.greater(pc.utf8_length(tallies["unit"].combine_chunks()), 1)
    sides = pc.and_(pa.concat_arrays([of_side] * len(KEYS)), pc.is_valid(counts["numerator"]))
    rows = pa.array(range(len(told)), pa.int64())
    of_sides = pa.table({"match": match, "row": rows, **{name: counts[name] for name in COUNTS[:2]}}).filter(sides)
    asked = [("row", "min"), ("numerator", "sum"), ("denominator", "sum")]
    together = of_sides.group_by("match", use_threads=False).aggregate(asked).combine_chunks()
    first = pc.index_in(rows, value_set=together["row_min"])
    own = _products(counts["numerator"], counts["denominator"])
    one = _products(*(_whole(together[f"{name}_sum"]) for name in COUNTS[:2]))
    both = [pc.fill_null(each.take(first), ZERO[each.type]) for each in one]
    parts = [pa.concat_arrays([counts[name], counts[name]]) for name in COUNTS]
    parts += [pa.concat_arrays([mine, theirs]) for mine, theirs in zip(own, both, strict=True)]
    return dict(zip([part.name for part in SUM], parts, strict=True))


def _behind_all(at: pa.Array, rows: int) -> pa.Array:
    """Where `_clustered` has for the first key what is at places behind the rows: it comes behind the rows of all keys."""
    return pc.add(at, pc.if_else(pc.greater_equal(at, rows), (len(KEYS) - 1) * rows, 0))


def _of_each_key(numbers: pa.Array, span: int) -> pa.Array:
    """Numbers below a span, for one key after the other, each in a span of its own."""
    return pa.concat_arrays([pc.add(numbers, key * span) for key in range(len(KEYS))])


def _under_each_other(rows: pa.Table) -> pa.Array:
    """The columns of all keys, one after the other. Arrow takes long over many small arrays, and none over a long one."""
    return pa.concat_arrays([_whole(rows[key]) for key in KEYS])


def _whole(column: pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks()


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


def _sums(told: pa.Table, counts: Mapping[str, pa.Array], units: pa.Table) -> pa.Table:
    """Add up. `told` says for each row of which unit it is, and which row of `units` has that; `counts` has the rows of one key
    after those of the other.
    """
    found = told.group_by("unit", use_threads=False).aggregate([("row", "min"), ("records", "sum")]).sort_by("unit")
    number = found.num_rows
    of_unit = _of_each_key(_whole(told["unit"]).cast(pa.int64()), number)
    rows = pa.table({"unit": of_unit, **counts}).group_by("unit", use_threads=False)
    summed = rows.aggregate([(part.name, "sum") for part in SUM]).sort_by("unit").combine_chunks()
    parts = [_whole(summed[f"{part.name}_sum"]) for part in SUM]
    made = {name: units[name].take(found["row_min"]) for name in _OF_UNIT}
    made["records"] = found["records_sum"]
    for at, key in enumerate(KEYS):
        own = [part.slice(at * number, number) for part in parts]
        made[key] = pa.StructArray.from_arrays(own, fields=[*SUM], mask=pc.is_null(own[0]))
    return pa.Table.from_arrays([made[name] for name in SCHEMAS["sums"].names], schema=SCHEMAS["sums"])


def _time_sums(told: pa.Table, units: pa.Table) -> pa.Table:
    """The same of times: so many plays of a unit took so long."""
    by = ["unit", "milliseconds"]
    found = told.group_by(by, use_threads=False).aggregate([("row", "min"), ("plays", "sum")])
    found = found.sort_by([(column, "ascending") for column in by])
    made = {name: units[name].take(found["row_min"]) for name in _OF_UNIT}
    made |= {"milliseconds": found["milliseconds"], "plays": found["plays_sum"]}
    return pa.Table.from_arrays([made[name] for name in SCHEMAS["time_sums"].names], schema=SCHEMAS["time_sums"])
