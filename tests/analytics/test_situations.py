"""Statistics told apart by situations: each part counts what it lists, and the parts of hands are what filters let pass."""

from calendar import monthrange
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from paipu.analytics.filters import Filters
from paipu.analytics.hands import hands
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.situated import COLUMNS, offered, spread
from paipu.analytics.situations import SITUATIONS, by_situation, step_name
from paipu.analytics.statistics import statistics
from paipu.analytics.tally_rows import ADDED, KEYS
from paipu.analytics.warehouse import Warehouse
from paipu.replay.notation import PASS
from paipu.samples import to_line
from tests.analytics.even import of_every_sheet
from tests.made import sample

NUMBERS = ("numerator", "denominator", "open", "matches", "mean", "value", "low", "high", "standard_error")
COUNTED = frozenset({"bids", "reopened", "bombs", "lead_taken_over", "faults_confirmed", "faults_alleged"})
"""Of which there may be more than one in one of the denominator, and so their list of that has no mark for each."""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return of_every_sheet(tmp_path_factory.mktemp("situations"), 1)


def held(reader: Reader, key: str, by: tuple[str, ...], filters: Filters) -> int:
    """Hold every part of a statistic against the rows that it opens; how many parts there are."""
    parts = by_situation(reader, "pair", key, filters, by)
    for step in {tuple(row["step"]) for row in parts.iter_rows(named=True)}:
        own = [row for row in parts.iter_rows(named=True) if tuple(row["step"]) == step]
        numerator, denominator = (
            hands(reader, "pair", key, filters, part=part, by=by, step=step) for part in ("numerator", "denominator")
        )
        if spread(key, by):
            listed = denominator if key in ADDED else numerator
            assert listed.height == sum(row["numerator"] for row in own), (key, by, step)
            continue
        assert denominator.height == sum(row["denominator"] for row in own), (key, by, step)
        if key in ADDED:
            assert (denominator["value"].sum() or 0) == sum(row["numerator"] for row in own), (key, by, step)
        else:
            assert numerator.height == sum(row["numerator"] for row in own), (key, by, step)
            assert key in COUNTED or denominator["hit"].sum() == numerator.height, (key, by, step)
    return parts.height


def test_each_part_counts_what_it_lists(reader: Reader) -> None:
    asked = [
        ("bombs", ("left", "ahead")),
        ("throws", ("trick",)),
        ("buried_points", ("value",)),
        ("returned_card", ("kind",)),
        ("faults_alleged", ("month",)),
    ]
    assert all(held(reader, key, by, Filters()) for key, by in asked)


@pytest.mark.deep
def test_each_part_of_every_statistic_counts_what_it_lists(tmp_path: Path) -> None:
    reader = of_every_sheet(tmp_path, 12)
    for key in KEYS:
        for each in offered(key):
            assert held(reader, key, (each,), Filters()) or key in {"overtime", "throws_failed"}, (key, each)
            held(reader, key, (each,), Filters(first=4))


def test_parts_of_hands_are_what_filters_let_pass(reader: Reader) -> None:
    """By level, by role, by month: the same numbers and errors as the statistic of these hands alone."""
    asked = [("level", "5"), ("level", "A"), ("role", "bank"), ("role", "attack"), ("month", "2026-05")]
    filters = {
        "level": lambda step: Filters(level=step),
        "role": lambda step: Filters(bank=step == "bank"),
        "month": lambda step: Filters(since=f"{step}-01", until=f"{step}-{monthrange(*map(int, step.split('-')))[1]}"),
    }
    found = 0
    for situation, step in asked:
        told = statistics(reader, "pair", filters=filters[situation](step))
        for key in ("hold_rate", "attack_points", "bombs", "throws", "points_taken", "faults_alleged", "matches_won"):
            if situation not in offered(key):
                continue
            parts = {
                (row["sheet"], row["unit"]): row
                for row in by_situation(reader, "pair", key, Filters(), (situation,)).iter_rows(named=True)
                if row["step"] == [step]
            }
            rows = {(row["sheet"], row["unit"]): row for row in told.filter(key=key).iter_rows(named=True)}
            assert {*parts} == {*rows}, (key, situation)
            for unit, row in rows.items():
                assert [parts[unit][name] for name in NUMBERS] == pytest.approx([row[name] for name in NUMBERS], abs=1e-9)
            found += len(rows)
    assert found > 50


def seats_of(document: dict[str, Any]) -> str:
    return "123456" if document["sheet"] == "daguai" else "ENWS"


def bombs_in(document: dict[str, Any], types: dict[tuple[str, int, int], str]) -> Counter[tuple[str, str, str]]:
    """Of a raw record: each bomb's seat, the cards left before it and which side then had the smallest hand."""
    seats, found = seats_of(document), Counter[tuple[str, str, str]]()
    for hand in document["hands"]:
        left, ply = dict.fromkeys(seats, 27), 0
        for trick in hand["tricks"]:
            leader, *tokens = trick.split(" ")
            at = seats.index(leader)
            for said in tokens:
                seat, ply = seats[at], ply + 1
                size = 0 if said == PASS else len(said.partition("=")[0].partition(">")[0]) // 2
                if types.get((document["id"], hand["no"], ply)) in {"bomb", "straight_flush", "four_jokers"}:
                    own, other = (
                        min(left[each] for each in seats[start::2])
                        for start in (seats.index(seat) % 2, 1 - seats.index(seat) % 2)
                    )
                    band = "21+" if left[seat] > 20 else f"{(left[seat] - 1) // 5 * 5 + 1}-{(left[seat] + 4) // 5 * 5}"
                    found[seat, band, "own" if own < other else "other" if own > other else "even"] += 1
                left[seat] -= size
                while any(left.values()):
                    at = (at + 1) % len(seats)
                    if left[seats[at]]:
                        break
    return found


def test_cards_left_and_who_is_ahead_are_those_of_the_records(tmp_path: Path) -> None:
    """Against a second walk over the raw records."""
    documents = list(sample(9, 2, 0.0, sheet="guandan-1"))
    (tmp_path / "made.ndjson").write_bytes(b"".join(map(to_line, documents)))
    with Warehouse.open(tmp_path / "warehouse") as warehouse:
        load([str(tmp_path / "made.ndjson")], warehouse)
    reader = Reader(tmp_path / "warehouse")
    plays = reader.query(
        "SELECT match, hand, type, row_number() OVER (PARTITION BY match, hand ORDER BY trick, play) FROM plays ORDER BY ALL"
    )
    types = {(match, hand, ply): kind for match, hand, kind, ply in plays.iter_rows()}
    expected = sum((bombs_in(document, types) for document in documents), Counter[tuple[str, str, str]]())
    told = by_situation(reader, "seat", "bombs", Filters(), ("left", "ahead"))
    assert {(row["unit"], *row["step"]): row["numerator"] for row in told.iter_rows(named=True)} == dict(expected)


def test_every_step_has_a_name(reader: Reader) -> None:
    assert {*COLUMNS} == {*SITUATIONS}
    for key in ("leads", "bombs", "bids", "buried_points", "returned_card"):
        for (step,) in by_situation(reader, "sheet", key, Filters(), ("kind",))["step"]:
            assert step_name("kind", step, "zh") != step_name("kind", step, "en") or step.isdigit() or len(step) == 1
