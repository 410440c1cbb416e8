"""The hands that a statistic counts: as many as it says, under any filters, each where it says."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

import polars as pl
import pytest

from paipu.analytics.filters import Filters
from paipu.analytics.hands import Part, hands, told
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.statistics import Unit, statistics
from paipu.analytics.tally_rows import ADDED, KEYS
from paipu.analytics.warehouse import Warehouse
from paipu.samples import FAULTS, to_line
from tests.analytics.even import of_every_sheet
from tests.made import sample

FILTERS = 5
"""Under how many filters each statistic is counted and listed in the deep run."""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return of_every_sheet(tmp_path_factory.mktemp("hands"), 1)


def sat(reader: Reader) -> list[dict[str, Any]]:
    """Who sat with and against whom, and when; and of which side, pair, team, event and sheet each is."""
    return reader.query(
        """
        SELECT own.record, own.seat, own.player, own.team, own.side, sheet, event, started[:10] AS day,
            list(other.player ORDER BY other.seat) AS others, list(other.side = own.side ORDER BY other.seat) AS with_him
        FROM stored.seats AS own
        JOIN stored.seats AS other ON other.record = own.record AND other.seat <> own.seat
        JOIN (SELECT record, sheet, event, started FROM stored.latest) AS told ON told.record = own.record
        GROUP BY ALL ORDER BY ALL
        """
    ).to_dicts()


def of_unit(row: dict[str, Any], unit: Unit) -> tuple[str, ...]:
    """The members of a unit of a kind that somebody who sat is of."""
    if unit == "pair":
        return tuple(
            sorted([row["player"], *(other for other, own in zip(row["others"], row["with_him"], strict=True) if own)])
        )
    return (row[unit],)


def some_filters(reader: Reader, unit: Unit, rng: random.Random, number: int) -> Iterator[tuple[str, Filters]]:
    """Filters that let something of a kind of unit pass in most cases, each with a sheet."""
    rows = sat(reader)
    levels = reader.query("SELECT DISTINCT ruled_level AS l FROM stored.computed WHERE l IS NOT NULL ORDER BY l")["l"].to_list()
    for _ in range(number):
        row = rng.choice(rows)
        partners = [other for other, own in zip(row["others"], row["with_him"], strict=True) if own]
        opponents = [other for other, own in zip(row["others"], row["with_him"], strict=True) if not own]
        known: dict[str, Any] = {
            "members": of_unit(row, unit) if None not in of_unit(row, unit) else None,
            "partners": tuple(rng.sample(partners, 1)) if partners else None,
            "opponents": tuple(rng.sample(opponents, rng.randint(1, len(opponents)))) if opponents else None,
            "since": row["day"],
            "until": row["day"],
            "seat": row["seat"],
            "side": row["side"],
            "level": rng.choice(levels),
            "bank": rng.random() < 0.5,
            "first": rng.randint(1, 5),
            "last": rng.randint(1, 5),
        }
        yield row["sheet"], Filters(**{name: known[name] for name in rng.sample([*known], rng.randint(1, 3))})


LISTED = """
SELECT sheet, members, count(*) AS rows, count(*) FILTER (hit) AS hits, CAST(coalesce(sum(value), 0) AS BIGINT) AS summed,
    count(*) FILTER (hand IS NULL) AS nowhere
FROM told
GROUP BY sheet, members
"""
"""How much each unit's list has, of the rows that `hands` lists."""
OTHERS_HIT = frozenset({"bids", "reopened", "bombs", "lead_taken_over", "faults_confirmed", "faults_alleged"})
"""Where what is in the numerator is no part of what is in the denominator, but counted beside it."""


def held(reader: Reader, unit: Unit, filters: Filters, sheet: str | None, keys: Sequence[str] = KEYS) -> None:
    """Hold every count of every unit of a kind against the list that it opens."""
    whole = statistics(reader, unit, sheet=sheet, filters=filters)
    parts: tuple[Part, ...] = ("numerator", "denominator")
    for key in keys:
        counts = whole.filter(key=key).select("sheet", "members", "numerator", "denominator")
        asked = (unit, sheet, None, filters.param(), key)
        lists = [reader.query(f"WITH {told(key, part)} {LISTED}", asked) for part in parts]
        for part, listed in zip(parts, lists, strict=True):
            both = counts.join(listed, on=["sheet", "members"], how="full", coalesce=True).fill_null(0)
            of_rows = "denominator" if key in ADDED else part
            wrong = both.filter(pl.col("rows") != pl.col(of_rows))
            if key in ADDED:
                wrong = wrong.vstack(both.filter(pl.col("summed") != pl.col("numerator")))
            elif part == "denominator" and key not in OTHERS_HIT:
                wrong = wrong.vstack(both.filter(pl.col("hits") != pl.col("numerator")))
            assert wrong.is_empty(), (unit, key, part, sheet, filters, wrong.to_dicts())
            assert both["nowhere"].sum() == 0, (unit, key, part)


def test_every_count_lists_as_many_hands(reader: Reader) -> None:
    held(reader, "player", Filters(), None, random.Random(20).sample(KEYS, 12))
    [(sheet, filters)] = some_filters(reader, "pair", random.Random(20), 1)
    held(reader, "pair", filters, sheet, random.Random(21).sample(KEYS, 8))


def test_a_list_has_the_rows_that_are_counted_in_it(reader: Reader) -> None:
    """What the test above counts of each unit is what `hands` lists of it."""
    [row] = random.Random(4).sample(sat(reader), 1)
    for unit in get_args(Unit):
        filters = Filters(members=of_unit(row, unit))
        for key in random.Random(unit).sample(KEYS, 6):
            counted = statistics(reader, unit, sheet=row["sheet"], key=key, filters=filters)
            listed = hands(reader, unit, key, filters, part="denominator", sheet=row["sheet"])
            assert listed.height == counted["denominator"].sum(), (unit, key)


def test_a_trick_that_is_not_through_is_not_listed(tmp_path: Path) -> None:
    """The last trick of a hand that was broken off has plays, and nobody has won it."""
    [document] = sample(5, 1, 0.0, sheet="guandan-1", hands=1)
    hand = document["hands"][0]
    hand["tricks"] = [*hand["tricks"][:2], " ".join(hand["tricks"][2].split(" ")[:3])]
    for name in ("claims", "seconds"):
        hand.pop(name, None)
    document.pop("claims", None)
    (tmp_path / "made.ndjson").write_bytes(to_line(document))
    with Warehouse.open(tmp_path / "warehouse") as warehouse:
        load([str(tmp_path / "made.ndjson")], warehouse)
    reader = Reader(tmp_path / "warehouse")
    held(reader, "player", Filters(), None, ["tricks_won", "pass_rate"])
    assert set(hands(reader, "player", "tricks_won", Filters())["ply"]) >= {len(hand["tricks"][0].split(" ")) - 1}


@pytest.fixture(scope="module")
def two_thousand(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return of_every_sheet(tmp_path_factory.mktemp("many"), 2_000 // len(FAULTS) + 1)


@pytest.mark.deep
@pytest.mark.parametrize("unit", get_args(Unit))
def test_every_count_of_two_thousand_matches_lists_as_many_hands(two_thousand: Reader, unit: Unit) -> None:
    """Of every statistic of every unit: without a filter, and under five that let some of it pass."""
    held(two_thousand, unit, Filters(), None)
    filtered = Counter[str]()
    for sheet, filters in some_filters(two_thousand, unit, random.Random(unit), 400):
        passed = statistics(two_thousand, unit, sheet=sheet, filters=filters).filter(pl.col("denominator") > 0)
        keys = [key for key in KEYS if filtered[key] < FILTERS and key in passed["key"]]
        held(two_thousand, unit, filters, sheet, keys)
        filtered.update(keys)
        if all(filtered[key] >= FILTERS for key in KEYS):
            break
    assert {key: filtered[key] for key in KEYS if filtered[key] < FILTERS} == {}


def test_no_filter_and_filters_that_let_all_pass_are_one(reader: Reader) -> None:
    """What sums tell, and what the hands add up to, to the last digit: values and errors too."""
    units: tuple[Unit, ...] = ("pair", "event")
    for unit in units:
        whole, summed = statistics(reader, unit), statistics(reader, unit, filters=Filters(since="0000"))
        assert whole.equals(summed)


def test_plays_that_are_listed_are_those(reader: Reader) -> None:
    """Each ply is a play of who counts it: failed throws are throws that failed, bombs are bombs, passes pass."""
    plays = reader.query(
        """
        SELECT match, hand, seat, cards, attempted, type, seconds,
            row_number() OVER (PARTITION BY match, hand ORDER BY trick, play) AS ply
        FROM plays SEMI JOIN (SELECT record_sha256 FROM latest_matches) USING (record_sha256)
        """
    )
    checks = {
        "throws": pl.coalesce("attempted", "cards").str.len_chars() > 2,
        "throws_failed": pl.col("attempted").is_not_null(),
        "pass_rate": pl.col("cards") == "-",
        "bombs": pl.col("type").is_in(["bomb", "straight_flush", "four_jokers"]),
        "think_time": (pl.col("seconds") * 1000).round().cast(pl.Int64) == pl.col("value"),
        "overtime": pl.col("seconds") > 0,
    }
    for key, expected in checks.items():
        listed = hands(reader, "pair", key, Filters()).join(plays, on=["match", "hand", "ply"], how="left")
        assert listed.height or key in {"throws_failed", "overtime"}
        assert listed.select(expected.all()).item(), key
        assert all(seat in seats for seat, seats in listed.select("seat", "seats").iter_rows())


def test_filters_narrow_to_what_they_say(reader: Reader) -> None:
    """Against a second reading: who sat with and against whom, of which level, with the bank or without."""
    rng = random.Random(3)
    rows = sat(reader)
    came = {
        (row["record"], row["hand_index"]): row
        for row in reader.query("SELECT record, hand_index, ruled_level, ruled_dealer FROM stored.computed").to_dicts()
    }
    hands_of: Counter[int] = Counter(record for record, _ in came)
    for sheet, filters in some_filters(reader, "player", rng, 12):
        fits = [
            (row["record"], index)
            for row in rows
            if row["sheet"] == sheet
            and filters.members in (None, (row["player"],))
            and filters.seat in (None, row["seat"])
            and filters.side in (None, row["side"])
            and (filters.since is None or (row["day"] or "") >= filters.since)
            and (filters.until is None or (row["day"] or "9") <= filters.until)
            and {*(filters.partners or ())}
            <= {o for o, own in zip(row["others"], row["with_him"], strict=True) if own} | {row["player"]}
            and {*(filters.opponents or ())} <= {o for o, own in zip(row["others"], row["with_him"], strict=True) if not own}
            for index in range(hands_of[row["record"]])
            if (filters.first is None or index < filters.first)
            and (filters.last is None or index >= hands_of[row["record"]] - filters.last)
            and filters.level in (None, came[row["record"], index]["ruled_level"])
            and (
                filters.bank is None
                or (
                    (dealer := came[row["record"], index]["ruled_dealer"]) is not None
                    and (dealer in row["side"]) is filters.bank
                )
            )
        ]
        found = reader.query(
            "SELECT DISTINCT record, hand_index, unit FROM of_hands('player', $1, NULL, filtered($2)) "
            "WHERE hand_index IS NOT NULL ORDER BY ALL",
            (sheet, filters.param()),
        )
        assert sorted(fits) == sorted(zip(found["record"], found["hand_index"], strict=True)), filters
