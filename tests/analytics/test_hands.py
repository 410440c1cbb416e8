"""The hands that a statistic counts: as many as it says, under any filters, each where it says."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

import polars as pl
import pytest

from paipu.analytics.filters import Filters
from paipu.analytics.hands import hands
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
    """Who sat with and against whom, and when."""
    return reader.query(
        """
        SELECT own.record, own.seat, own.player, own.side, sheet, started[:10] AS day, list(other.player) AS others,
            list(other.side = own.side) AS with_him
        FROM stored.seats AS own
        JOIN stored.seats AS other ON other.record = own.record AND other.seat <> own.seat
        JOIN (SELECT record, sheet, started FROM stored.latest) AS told ON told.record = own.record
        GROUP BY ALL ORDER BY ALL
        """
    ).to_dicts()


def some_filters(reader: Reader, rng: random.Random, number: int) -> Iterator[tuple[str, Filters]]:
    """Filters that let something pass in most cases, each with a sheet."""
    rows = sat(reader)
    levels = reader.query("SELECT DISTINCT ruled_level AS l FROM stored.computed WHERE l IS NOT NULL ORDER BY l")["l"].to_list()
    for _ in range(number):
        row = rng.choice(rows)
        partners = [other for other, own in zip(row["others"], row["with_him"], strict=True) if own]
        opponents = [other for other, own in zip(row["others"], row["with_him"], strict=True) if not own]
        known: dict[str, Any] = {
            "members": (row["player"],),
            "partners": tuple(rng.sample(partners, 1)) if partners else None,
            "opponents": tuple(rng.sample(opponents, rng.randint(1, len(opponents)))) if opponents else None,
            "since": row["day"],
            "until": row["day"],
            "seat": row["seat"],
            "level": rng.choice(levels),
            "bank": rng.random() < 0.5,
            "first": rng.randint(1, 5),
            "last": rng.randint(1, 5),
        }
        yield row["sheet"], Filters(**{name: known[name] for name in rng.sample([*known], rng.randint(1, 3))})


def held(reader: Reader, unit: Unit, filters: Filters, sheet: str | None, keys: Sequence[str] = KEYS) -> None:
    """Hold every count of some units against the rows that it opens."""
    told = statistics(reader, unit, sheet=sheet, filters=filters)
    for key in keys:
        rows = told.filter(key=key)
        numerator = hands(reader, unit, key, filters, sheet=sheet)
        denominator = hands(reader, unit, key, filters, part="denominator", sheet=sheet)
        assert denominator.height == rows["denominator"].sum(), (key, filters)
        if key in ADDED:
            assert numerator.equals(denominator)
            assert (denominator["value"].sum() or 0) == rows["numerator"].sum(), (key, filters)
        else:
            assert numerator.height == rows["numerator"].sum(), (key, filters)
            if key not in {"bids", "reopened", "bombs", "lead_taken_over", "faults_confirmed", "faults_alleged"}:
                assert denominator["hit"].sum() == numerator.height, (key, filters)
        assert numerator["hand"].null_count() == 0


def test_every_count_lists_as_many_hands(reader: Reader) -> None:
    held(reader, "player", Filters(), None, random.Random(20).sample(KEYS, 12))
    [(sheet, filters)] = some_filters(reader, random.Random(20), 1)
    held(reader, "pair", filters._replace(members=None, seat=None), sheet, random.Random(21).sample(KEYS, 8))


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


@pytest.mark.deep
def test_every_count_of_two_thousand_matches_lists_as_many_hands(tmp_path: Path) -> None:
    """Of everybody, of each kind of unit; and of every statistic under five filters that let some of it pass."""
    reader = of_every_sheet(tmp_path, 2_000 // len(FAULTS) + 1)
    for unit in get_args(Unit):
        held(reader, unit, Filters(), None)
    filtered = Counter[str]()
    for number, (sheet, filters) in enumerate(some_filters(reader, random.Random(20), 300)):
        told = statistics(reader, "player", sheet=sheet, filters=filters).filter(pl.col("denominator") > 0)
        keys = [key for key in KEYS if filtered[key] < FILTERS and key in told["key"]]
        held(reader, "player", filters, sheet, keys)
        if number % 3 == 0:
            held(reader, "pair", filters._replace(members=None, seat=None), sheet, keys)
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
    for sheet, filters in some_filters(reader, rng, 12):
        fits = [
            (row["record"], index)
            for row in rows
            if row["sheet"] == sheet
            and filters.members in (None, (row["player"],))
            and filters.seat in (None, row["seat"])
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
