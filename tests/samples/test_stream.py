"""A whole tournament as a stream; what the stored samples hold is tested with the tables of the documents."""

from pathlib import Path

import pytest

from paipu.samples import FAULTS, Tournament, make_match, sample, to_line
from tests.many import every

SAMPLES = Path(__file__).parents[2] / "data" / "samples"


def test_without_faults_it_is_the_matches_as_they_are() -> None:
    assert list(sample(5, 3)) == [make_match(5, number) for number in (1, 2, 3)]


@pytest.mark.parametrize("sheet", every(4, FAULTS))
def test_every_match_gets_a_fault_if_all_shall(sheet: str) -> None:
    documents = list(sample(5, 12, 1.0, sheet=sheet, hands=3))
    notes = [document["extra"]["faults"] for document in documents]
    assert [len(faults) for faults in notes] == [1] * 12
    assert {faults[0]["kind"] for faults in notes} <= set(FAULTS[sheet])
    assert [document["id"] for document in documents] == [document["id"] for document in sample(5, 12, sheet=sheet, hands=1)]
    assert {document["sheet"] for document in documents} == {sheet}


def test_a_share_of_them_gets_a_fault() -> None:
    marked = sum("extra" in document for document in sample(6, 60, 0.3, hands=1))
    assert 8 < marked < 30


@pytest.mark.usefixtures("played_anew")
def test_the_same_seed_gives_the_same_stream() -> None:
    first = b"".join(map(to_line, sample(8, 4, 0.5, hands=3)))
    assert b"".join(map(to_line, sample(8, 4, 0.5, hands=3))) == first


def test_the_event_is_the_one_asked_for() -> None:
    document = next(sample(1, 1, event=Tournament(id="cup", name="Cup", pairs=4), hands=1))
    assert document["event"]["id"] == "cup"
    assert document["id"] == "cup/r01/t01"


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_lies_between_none_and_all(share: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        next(sample(1, 1, share))


@pytest.mark.parametrize("sheet", FAULTS)
def test_a_stored_sample_is_small(sheet: str) -> None:
    assert 0 < (SAMPLES / f"{sheet}.ndjson").stat().st_size < 300_000
