"""Loads and audits by a cluster: as those of one process, whoever is killed meanwhile."""

import json
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from paipu.analytics import manifest as manifests
from paipu.analytics.errors import LoadError, UnreachableError
from paipu.analytics.pipeline import LoadSummary, load
from paipu.analytics.verify import verify
from paipu.analytics.warehouse import Warehouse
from paipu.cli.main import app
from paipu.ingest import cluster as clusters
from paipu.ingest.cluster import Cluster, connected
from paipu.ingest.pool import CrewError, in_order
from paipu.ingest.source import RawRecord, read
from paipu.samples import to_line
from tests.analytics.records import write_ndjson
from tests.cluster.nodes import ROOT, Nodes, is_running, wait_until
from tests.made import sample

BATCH_INPUTS: Final = 2
BATCHES: Final = 17
"""So many that parts are merged."""
DEEP_WORKERS: Final = 50
DEEP_COORDINATORS: Final = 20


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    with Nodes(tmp_path_factory.mktemp("nodes")) as begun:
        yield begun


@pytest.fixture(scope="module")
def cluster(nodes: Nodes) -> Iterator[Cluster]:
    with connected(nodes.address) as found:
        yield found


class Local:
    """What one process makes of some records."""

    def __init__(self, folder: Path) -> None:
        self.source = str(write_ndjson(folder / "in.ndjson", range(BATCHES * BATCH_INPUTS - 1)))
        with Path(self.source).open("ab") as out:
            out.write(b"{}\n")
        with Warehouse.open(folder / "local") as opened:
            self.summary = load([self.source], opened, batch_inputs=BATCH_INPUTS)
        self.parts = parts_of(folder / "local")

    def check(self, folder: Path) -> None:
        """Nothing is lost, doubled or left over."""
        found = verify(folder)
        assert (found.damage, found.notices, manifests.drafts(folder)) == ((), (), [])
        assert parts_of(folder) == self.parts


def parts_of(folder: Path) -> dict[str, bytes]:
    """The parts, but for those that say when a batch was loaded, and by which load."""
    return {path.name: path.read_bytes() for path in (folder / "parts").iterdir() if ".batches." not in path.name}


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Local:
    return Local(tmp_path_factory.mktemp("local"))


# --- The same as in one process --------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_load_is_that_of_one_process(local: Local, cluster: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "by-cluster"
    with Warehouse.open(folder) as opened:
        assert load([local.source], opened, cluster, batch_inputs=BATCH_INPUTS) == local.summary
    local.check(folder)
    with Warehouse.open(folder) as opened:
        assert load([local.source], opened, cluster).already_loaded == BATCHES * BATCH_INPUTS


def test_the_command_line_says_of_a_cluster_what_it_says_of_one_process(nodes: Nodes, tmp_path: Path) -> None:
    source = tmp_path / "in.ndjson"
    write_ndjson(source, range(66))
    with source.open("ab") as out:
        out.writelines([b"{}\n", *map(to_line, sample(4, 2, 1.0))])
    for command in (["audit", source, "--format", "json"], ["load", source, "--warehouse"]):
        words = [[*map(str, command), *([str(tmp_path / name)] if command[0] == "load" else [])] for name in "ab"]
        alone = CliRunner().invoke(app, [*words[0], "--workers", "1"])
        shared = CliRunner().invoke(app, [*words[1], "--cluster", nodes.address])
        assert (shared.exit_code, shared.stdout_bytes, shared.stderr_bytes) == (
            alone.exit_code,
            alone.stdout_bytes,
            alone.stderr_bytes,
        )
    assert parts_of(tmp_path / "a") == parts_of(tmp_path / "b")


# --- Kills -----------------------------------------------------------------------------------------------------


def load_while_a_worker_dies(local: Local, nodes: Nodes, cluster: Cluster, folder: Path, rng: random.Random) -> None:
    """A worker is killed in mid-run, as a batch is acknowledged."""
    when = rng.randrange(1, BATCHES)

    def kill(summary: LoadSummary) -> None:
        if summary.batches == when:
            nodes.kill_worker(rng.randrange(2))

    with Warehouse.open(folder) as opened:
        assert load([local.source], opened, cluster, kill, batch_inputs=BATCH_INPUTS) == local.summary
    local.check(folder)


def load_and_kill_the_coordinator(local: Local, nodes: Nodes, folder: Path, rng: random.Random) -> None:
    """It is killed after some of its batches, and the same load run again by another."""
    acknowledged = folder.with_suffix(".acks")
    words = ("load", nodes.address, str(folder), local.source, str(acknowledged), BATCH_INPUTS)
    first, when = nodes.run(*words), rng.randrange(BATCHES - 1)
    wait_until(lambda: told(acknowledged) >= when or not is_running(first))
    wait_until(lambda: rng.random() < 0.3)
    nodes.kill(first)
    found = manifests.newest(folder) if folder.exists() else None
    assert told(acknowledged) <= (found.batches if found else 0) <= told(acknowledged) + 1
    second = nodes.run(*words)
    wait_until(lambda: not is_running(second))
    local.check(folder)


def told(acknowledged: Path) -> int:
    """The last batch that a load has said is on the disk."""
    lines = acknowledged.read_bytes().splitlines(keepends=True) if acknowledged.exists() else []
    return max((int(line) for line in lines if line.endswith(b"\n")), default=0)


@pytest.mark.deep
def test_a_killed_worker_loses_and_doubles_nothing(local: Local, nodes: Nodes, cluster: Cluster, tmp_path: Path) -> None:
    load_while_a_worker_dies(local, nodes, cluster, tmp_path / "killed", random.Random(1))


class Late:
    """A future that is done just when the wait for it ends; `own` is an error of its work."""

    def __init__(self, own: Exception | None = None) -> None:
        self.own = own

    def done(self) -> bool:
        return True

    def result(self, timeout: float | None = None) -> str:
        if self.own is not None or timeout is not None:
            raise self.own or TimeoutError
        return "made"


def test_a_result_that_comes_as_the_patience_ends_is_taken(cluster: Cluster) -> None:
    late: Any = Late()
    assert cluster._result(late) == "made"
    failed: Any = Late(ValueError("of the work"))
    with pytest.raises(ValueError, match="of the work"):
        cluster._result(failed)


@pytest.mark.deep
@pytest.mark.parametrize("number", range(DEEP_WORKERS))
def test_50_kills_of_a_worker(local: Local, nodes: Nodes, cluster: Cluster, tmp_path: Path, number: int) -> None:
    load_while_a_worker_dies(local, nodes, cluster, tmp_path / "killed", random.Random(number))


@pytest.mark.deep
@pytest.mark.parametrize("number", range(DEEP_COORDINATORS))
def test_20_kills_of_the_coordinator(local: Local, nodes: Nodes, tmp_path: Path, number: int) -> None:
    load_and_kill_the_coordinator(local, nodes, tmp_path / "killed", random.Random(number))


@pytest.mark.deep
def test_a_scheduler_that_is_gone_is_told_and_the_load_goes_on_with_another(
    local: Local, nodes: Nodes, cluster: Cluster, tmp_path: Path
) -> None:
    pid, address = nodes.schedule()
    nodes.work(address)
    folder = tmp_path / "gone"
    with connected(address) as lost, Warehouse.open(folder) as opened, pytest.raises(LoadError, match="is gone") as ended:
        load([local.source], opened, lost, lambda _: nodes.kill(pid), batch_inputs=BATCH_INPUTS)
    assert isinstance(ended.value.__cause__, CrewError)
    with Warehouse.open(folder) as opened:
        assert load([local.source], opened, cluster, batch_inputs=BATCH_INPUTS).already_loaded > 0
    local.check(folder)


# --- What a worker sees ----------------------------------------------------------------------------------------


def test_records_that_lie_in_a_file_are_read_there(tmp_path: Path) -> None:
    raws = [b'{"a": 1}', b'{"b":' + b" " * 9000 + b"2}"]
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.ndjson").write_bytes(b"\n" + raws[0] + b"\r\n \n" + raws[1] + b"\n")
    (folder / "b.json").write_bytes(raws[1])
    given = [each for each in read([str(folder)]) if isinstance(each, RawRecord)]
    sent = clusters.packed((len, given), by_place=True)
    assert len(sent) < 1000
    assert clusters._at_work(clusters.VERSIONS, sent) == 3
    work, batch = unpacked(sent)
    assert (work, batch) == (len, given)
    (folder / "b.json").write_bytes(raws[1].replace(b"b", b"c"))
    with pytest.raises(clusters._ElsewhereError):
        unpacked(sent)
    (folder / "b.json").unlink()
    with pytest.raises(clusters._ElsewhereError):
        unpacked(sent)


def unpacked(sent: bytes) -> Any:  # whatever was packed
    with ExitStack() as files:
        return clusters._Unpacker(sent, files).load()


def test_records_that_a_worker_does_not_find_are_sent(cluster: Cluster) -> None:
    given = [RawRecord(b"{}", "a", number, ("/nowhere/a.ndjson", number)) for number in range(3)]
    assert list(in_order(raw_of, given, cluster)) == [(each, b"{}") for each in given]


def raw_of(given: RawRecord) -> bytes:
    return given.raw


def test_a_worker_that_does_not_see_the_warehouse_is_told(
    local: Local, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Warehouse, "mark", lambda _: "0123456789abcdef")
    with Warehouse.open(tmp_path / "unseen") as opened, pytest.raises(UnreachableError, match="at the same path") as told:
        load([local.source], opened, cluster)
    assert pickle.loads(pickle.dumps(told.value)).message == told.value.message  # noqa: S301 - what we have just pickled


def test_a_worker_with_another_paipu_does_nothing(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "VERSIONS", "0.0; none")
    with pytest.raises(CrewError, match=r"not the same paipu .*here it is 0\.0; none"):
        next(in_order(raw_of, [RawRecord(b"", "", None)], cluster))


def test_a_scheduler_without_workers_is_told(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    _, address = nodes.schedule()
    monkeypatch.setattr(clusters, "PATIENCE_SECONDS", 0)
    with pytest.raises(CrewError, match="no worker"), connected(address):
        pass


@pytest.mark.parametrize("address", ["nonsense://here:1", "127.0.0.1:8786", "", "tcp://127.0.0.1:1", "tls://127.0.0.1:1"])
def test_an_address_of_no_scheduler_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 0.2)
    with pytest.raises(CrewError, match="cannot be reached"), connected(address):
        pass


# --- The extra -------------------------------------------------------------------------------------------------


def test_without_the_extra_the_command_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "paipu.ingest.cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = CliRunner().invoke(app, ["audit", "x.json", "--cluster", "tcp://127.0.0.1:1"])
    assert done.exit_code == 2
    assert "pip install 'paipu[cluster]'" in done.stderr


@pytest.mark.deep
def test_nothing_of_the_extra_is_imported_unasked(tmp_path: Path) -> None:
    (tmp_path / "in.ndjson").write_bytes(b"".join(map(to_line, sample(4, 1, 0))))
    script = (
        "import json, sys\n"
        "from typer.main import get_command\n"
        "from paipu.cli.main import app\n"
        "for words in (['audit', 'in.ndjson'], ['load', 'in.ndjson']):\n"
        "    get_command(app).main([*words, '-q'], standalone_mode=False)\n"
        "print(json.dumps([*sys.modules]))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=True
    )
    loaded = {name.partition(".")[0] for name in json.loads(ran.stdout)}
    assert loaded.isdisjoint({"dask", "distributed", "tornado", "fsspec"})
