"""What the warehouse keeps of plays that nobody saw: no pass, and no seat where nobody can tell whose it was."""

from typing import Any

import pytest

from paipu.analytics.extract import Origin, audited_rows
from paipu.analytics.tally_rows import Count, TallyRow
from paipu.analytics.told import Audited
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.ingest.stream import Verdict
from paipu.replay.audit import audit
from tests.analytics.derived import derived, tallies_of
from tests.wrong import line_of

PLAYERS = {seat: {"id": seat} for seat in "ENWS"}


def rows(sheet: str, *tricks: str, **more: Any) -> Audited:
    hand = {"no": 1, "level": "2", **more, "tricks": list(tricks)}
    document = {"format": "paipu/1", "id": "t", "sheet": sheet, "seats": PLAYERS, "hands": [hand]}
    parsed = parse(line_of(document), Place())
    assert isinstance(parsed, Parsed)
    found = audit(parsed.record)
    return audited_rows(Origin(0, "t", 1), parsed, Verdict(found, found))


def plays(found: Audited) -> list[tuple[Any, ...]]:
    """Seat, cards and type of each play."""
    return [(row["seat"], row["cards"], row["type"]) for row in derived(found.told, "plays")]


def tallies(found: Audited) -> list[TallyRow]:
    return tallies_of(found.told)


def test_a_play_that_nobody_saw_is_no_pass() -> None:
    found = rows("guandan-1", "E 3s ? 7? - - -")
    told = [("E", "3s", "single"), ("N", "?", None), ("W", "7?", "single"), ("S", "-", "pass"), ("E", "-", "pass")]
    assert plays(found)[:5] == told
    seen = rows("guandan-1", "E 3s - 7s - - -")
    assert {row.pass_rate for row in tallies(found) if len(row.unit) == 1} == {Count(0, 0, 1, None)}
    assert {row.pass_rate.open for row in tallies(seen) if len(row.unit) == 1 and row.pass_rate} == {0}


@pytest.mark.parametrize(("tricks", "cards"), [(("E 5s5s ? 6s6s ?",), ["5s5s", "????", "6s6s", "????"])])
def test_a_play_that_nobody_saw_has_the_cards_of_the_lead(tricks: tuple[str, ...], cards: list[str]) -> None:
    found = rows("shengji", *tricks, dealer="E", trump="s")
    assert [each for _, each, _ in plays(found)] == cards
