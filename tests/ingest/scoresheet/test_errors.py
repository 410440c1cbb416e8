"""Errors put into score sheets one by one are found at their cell, and nothing is reported on the clean twin."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from paipu.ingest.output import finding_row
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.columns import Column, columns_of
from paipu.replay.audit import audit
from paipu.replay.findings import Kind
from paipu.replay.sheets import SHEETS
from tests.ingest.scoresheet.tables import SHEET_KEYS, Table, matches, parsed, reading
from tests.many import every

MATCHES = 2
EACH = 18
"""Errors tried of each sheet; there are seven sheets."""


Injector = Callable[[Table, str, Random], "Injected"]


class Injected(NamedTuple):
    """An error: the cell in which it is found."""

    what: str
    cell: str


def header(rules: str, path: str) -> str:
    return columns_of(rules).by_path[path].header.zh


def filled(table: Table, name: str) -> list[int]:
    """The rows that have something in a column."""
    return [row for row in range(2, len(table.rows) + 1) if table.get(name, row) is not None]


def other(table: Table, column: Column, row: int, rng: Random) -> Any:
    """Another value that the column takes."""
    now = table.get(column.header.zh, row)
    if isinstance(now, int):
        return now + rng.choice((1, 2, 3))
    assert column.kind.choices is not None
    return rng.choice([each for each in column.kind.choices("zh") if each not in {now, "-"}])


def claim(path: str) -> Injector:
    """Another value in a column that is recomputed."""

    def inject(table: Table, rules: str, rng: Random) -> Injected:
        column = columns_of(rules).by_path[path]
        row = rng.choice(filled(table, column.header.zh))
        return Injected(path, table.put(column.header.zh, row, other(table, column, row, rng)))

    return inject


def illegible(path: str, text: str) -> Injector:
    """Something in a cell that does not belong there."""

    def inject(table: Table, rules: str, rng: Random) -> Injected:
        name = header(rules, path)
        return Injected(text, table.put(name, rng.choice(filled(table, name)), text))

    return inject


def wide(table: Table, rules: str, rng: Random) -> Injected:
    """A number in full-width digits."""
    name = header(rules, "/event/round")
    row = rng.choice(filled(table, name))
    return Injected("full width", table.put(name, row, "".join(chr(ord(each) + 0xFEE0) for each in str(table.get(name, row)))))


def number_again(table: Table, rules: str, rng: Random) -> Injected:
    """A hand with the number of the one before it."""
    name = header(rules, "no")
    row = rng.choice([row for row in filled(table, name) if table.get(name, row) > 2])
    return Injected("number again", table.put(name, row, table.get(name, row) - 1))


def hand_missing(table: Table, rules: str, rng: Random) -> Injected:
    """A row torn out of a match: the next says so."""
    name = header(rules, "no")
    row = rng.choice([row for row in filled(table, name)[:-1] if 1 < table.get(name, row) < table.get(name, row + 1)])
    del table.rows[row - 1]
    return Injected("hand missing", table.at(name, row))


def sides_swapped(table: Table, rules: str, rng: Random) -> Injected:
    """The teams of one row the other way round."""
    one, two = (header(rules, f"/seats/{side}/team") for side in SHEETS[rules].sides)
    row = rng.choice([row for row in filled(table, one) if table.get(header(rules, "no"), row) > 1])
    first, second = table.get(one, row), table.get(two, row)
    table.put(two, row, first)
    return Injected("sides swapped", table.put(one, row, second))


def wrong_winner(table: Table, rules: str, rng: Random) -> Injected:
    """The other side as the winner of a match that was played to its end; of one that time ended it may be open who won."""
    winner, reason = (columns_of(rules).by_path[f"/claims/{name}"] for name in ("winner", "reason"))
    passed = [row for row in filled(table, winner.header.zh) if table.get(reason.header.zh, row) in {"打过", "打完副数"}]
    if not passed:
        return number_again(table, rules, rng)
    row = rng.choice(passed)
    return Injected("winner", table.put(winner.header.zh, row, other(table, winner, row, rng)))


ANY_SHEET = (
    *(illegible("no", text) for text in ("2026-05-06", "#", "")),
    *(illegible("/event/round", text) for text in ("5月6日", "一二", "2026-05-06")),
    *(illegible("/event/table", text) for text in ("2026-05-06", "6-May")),
    *(wide, number_again, hand_missing, sides_swapped, wrong_winner),
)


def injectors(rules: str) -> Iterator[Injector]:
    """The errors that a score sheet of a rule sheet can have."""
    yield from ANY_SHEET
    wrong = ("claims/levels/{}", "claims/score/{}", "claims/points/{}", "claims/next_dealer")
    odd = (
        ("claims/levels/{}", "O"),
        ("level", "2026-05-06"),
        ("claims/score/{}", "1O"),
        ("claims/finish/1", "中"),
        ("dealer", "庄"),
    )
    for side in SHEETS[rules].sides:
        paths = columns_of(rules).by_path
        yield from [claim(path) for each in wrong if (path := each.format(side)) in paths]
        yield from [illegible(path, text) for each, text in odd if (path := each.format(side)) in paths and usual(rules, path)]


def usual(rules: str, path: str) -> bool:
    """Whether the sheets of these tests have a column."""
    return columns_of(rules).by_path[path].usual


def reported(found: Reading) -> set[str]:
    """Every cell that a finding which is no mere lack of facts, a quarantined row or a note names."""
    cells = {str(problem.pointer) for rejection in found.rejections for problem in rejection.errors}
    cells |= {note.grid.place(note.cell) for note in found.notes}
    for document in found.documents:
        record = parsed(document)
        verdict = audit(record.record)
        rows = [finding_row(finding, record, verdict) for finding in verdict.findings]
        assert all(row["cell"] is not None for row in rows)
        cells |= {row["cell"] for row in rows if row["kind"] != Kind.OPEN or row["code"] == "HANDS-MISSING"}
    return cells


@pytest.mark.parametrize("rules", every(3, SHEET_KEYS))
def test_nothing_is_reported_on_the_clean_twin(rules: str) -> None:
    assert reported(reading(Table(matches(rules, MATCHES)).csv(), "group.csv")) == set()


@pytest.mark.parametrize("rules", every(3, SHEET_KEYS))
def test_errors_are_found_at_their_cell(rules: str) -> None:
    rng = Random(rules)
    kinds = list(injectors(rules))
    missed = []
    for number in range(EACH):
        table = Table(matches(rules, MATCHES))
        injected = kinds[number % len(kinds)](table, rules, rng)
        if f"group.csv:{injected.cell}" not in reported(reading(table.csv(), "group.csv")):
            missed.append(injected)
    assert not missed
