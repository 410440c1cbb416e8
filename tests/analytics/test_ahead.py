"""Audits made before the warehouse is held come to what a load makes of the same inputs."""

import pickle
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from paipu.analytics import errors
from paipu.analytics.ahead import Ahead
from paipu.analytics.pipeline import Chunk, LoadSummary, Seen, inputs_of, load, load_inputs, place_of, process_chunk
from paipu.analytics.rulings import log_beside, overlay, read_log
from paipu.analytics.verify import verify
from paipu.analytics.warehouse import Warehouse
from paipu.samples import to_line
from tests.analytics.contents import contents
from tests.made import sample

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
FEW = 4
"""Inputs in a batch."""


def now() -> datetime:
    return NOON


class Watched(Ahead):
    """Counts the batches that are audited by the load itself."""

    anew = 0

    def in_order(self, work: Callable[[Any], Any], batches: Any) -> Any:
        def counted(batch: Chunk) -> Any:
            self.anew += bool(batch.fresh)
            return work(batch)

        assert work is process_chunk
        return super().in_order(counted, batches)


def audited(folder: Path, directory: Path, source: Path) -> Watched:
    """The audits of a file, while nobody holds the warehouse."""
    folder.mkdir()
    with Warehouse.open(directory) as warehouse:
        seen = Seen(warehouse, overlay(read_log(log_beside(directory), warehouse.manifest.rulings)))
        begun = place_of(warehouse, NOON)
    ahead, told = Watched(folder, FEW), list[int]()
    ahead.audit(inputs_of([str(source)], None, None), begun, seen, told.append)
    assert told == sorted(told)
    return ahead


def committed(directory: Path, ahead: Watched) -> LoadSummary:
    with Warehouse.open(directory) as warehouse:
        return load_inputs(ahead.inputs(), warehouse, ahead, batch_inputs=FEW, now=now)


def plain(directory: Path, sources: Sequence[Path]) -> LoadSummary:
    summary = LoadSummary()
    for source in sources:
        with Warehouse.open(directory) as warehouse:
            summary = load([str(source)], warehouse, batch_inputs=FEW, now=now)
    return summary


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two files of records that share some; in one are a record twice, one with faults, and lines that are none."""
    lines = [to_line(each).strip() for each in sample(3, 10, hands=1)]
    bad = [b'{"format": "paipu/1", "sheet": "bridge"}', b"no record"]
    one, other = tmp_path / "one.ndjson", tmp_path / "other.ndjson"
    one.write_bytes(b"\n".join([*lines[:7], lines[2], *bad]))
    other.write_bytes(b"\n".join(lines[4:6] + lines[8:]))
    return one, other


def test_the_same_stands_in_the_warehouse(tmp_path: Path, files: tuple[Path, Path]) -> None:
    one, other = files
    plain(tmp_path / "plain", [other])
    expected = plain(tmp_path / "plain", [one])
    plain(tmp_path / "ahead", [other])
    ahead = audited(tmp_path / "scratch", tmp_path / "ahead", one)
    assert committed(tmp_path / "ahead", ahead) == expected
    assert ahead.anew == 0
    assert (expected.quarantined, expected.already_loaded) == (2, 3)
    assert contents(tmp_path / "ahead") == contents(tmp_path / "plain")
    assert verify(tmp_path / "ahead").sound


def test_what_others_have_loaded_in_between_is_not_loaded_twice(tmp_path: Path, files: tuple[Path, Path]) -> None:
    one, other = files
    expected = [plain(tmp_path / "plain", [other]), plain(tmp_path / "plain", [one])][1]
    ahead = audited(tmp_path / "scratch", tmp_path / "ahead", one)
    plain(tmp_path / "ahead", [other])
    assert committed(tmp_path / "ahead", ahead) == expected
    assert 0 < ahead.anew < 3, "of the batches those alone that others have loaded some of"
    assert contents(tmp_path / "ahead") == contents(tmp_path / "plain")


def test_an_input_that_is_there_is_not_audited(tmp_path: Path, files: tuple[Path, Path]) -> None:
    one, _ = files
    plain(tmp_path / "ahead", [one])
    ahead = audited(tmp_path / "scratch", tmp_path / "ahead", one)
    assert not list((tmp_path / "scratch").glob("made-*"))
    summary = committed(tmp_path / "ahead", ahead)
    assert summary.already_loaded == summary.read == 10


def test_a_fault_goes_to_another_process_as_it_is(tmp_path: Path) -> None:

    faults = [
        errors.NotAWarehouseError(tmp_path, "别的", "other"),
        errors.WarehouseBusyError(tmp_path, 7),
        errors.UnusableError(tmp_path, OSError(28, "No space left on device")),
        errors.OtherSchemaError(tmp_path, 3, 4),
        errors.LoadError("一", "one"),
        errors.LogBusyError(tmp_path),
    ]
    for fault in faults:
        back = pickle.loads(pickle.dumps(fault))  # noqa: S301 - our own
        assert type(back) is type(fault)
        assert (str(back), back.message, back.args, vars(back)) == (str(fault), fault.message, fault.args, vars(fault))
