"""What holds for every importer: those that come with the program, and one that another package brings."""

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from paipu.ingest import importers
from paipu.ingest.importers import IMPORTERS, BadImporter, Importer, importer_of, names, recognised
from paipu.ingest.importers.conform import faults
from tests.cli.conftest import Paipu, paipu
from tests.ingest.importers import test_danzero, test_jerryyyu, test_plays, test_rbtying, test_written
from tests.ingest.importers.botzone_judge import Judge
from tests.ingest.importers.botzone_table import Table
from tests.ingest.importers.guandan_printer import Printer
from tests.ingest.importers.held import games, rooms
from tests.made import match_of

__all__ = ["paipu"]

JOTTED = "规则 升级\n打 2 庄 东 主红桃\n东 ♦A ♦3 ♦K ♦9\n"
EXAMPLES: dict[str, Callable[[], bytes]] = {
    "botzone-guandan": lambda: json.dumps(Table(match_of(0, 1, "guandan-1")["hands"][0]).log).encode(),
    "botzone-tractor": lambda: json.dumps(Judge(1, "hdsc", tricks=3).document).encode(),
    "danzero": lambda: test_danzero.raw(test_danzero.messages()),
    "guandan-world": Printer(1, 1).text.encode,
    "jerryyyu-shengji": lambda: test_jerryyyu.raw(test_jerryyyu.log()),
    "notes": JOTTED.encode,
    "plays": test_plays.SMALL.encode,
    "rbtying-json": lambda: "\n".join(map(json.dumps, test_rbtying.beginning())).encode(),
    "rbtying-text": test_rbtying.CHAT.encode,
    "toml": test_written.SMALL.encode,
}
JOTTINGS = Importer("jottings", "别的程序", "another program", lambda raw: IMPORTERS["notes"].read(raw[1:]))


@pytest.mark.parametrize("name", list(IMPORTERS))
def test_every_importer_keeps_the_promises(name: str) -> None:
    assert [*faults(IMPORTERS[name], {name: EXAMPLES[name]()}, changes=12)] == []


@pytest.mark.deep
@pytest.mark.parametrize("name", list(IMPORTERS))
def test_every_importer_keeps_the_promises_on_many_damaged_files(name: str) -> None:
    assert [*faults(IMPORTERS[name], {name: EXAMPLES[name]()}, changes=3000, seed=1)] == []


@pytest.mark.parametrize("name", list(IMPORTERS))
def test_a_record_is_recognised_by_what_is_in_it(name: str) -> None:
    raw = EXAMPLES[name]()
    assert [importer.name for importer, _ in recognised(raw, "x")] == [name]


def test_what_breaks_its_promises_is_told() -> None:
    def fails(raw: bytes) -> list[dict[str, object]]:
        if raw[:1] != b"a":
            raise ValueError("what is this?")
        return [{"sheet": "shengji", "hands": []}, {"sheet": "bridge", "hands": []}]

    found = [*faults(Importer("mine", "我的", "mine", fails), {"a": b"abc"}, changes=20)]
    assert any("ValueError: what is this?" in each for each in found)
    assert any("/sheet" in each for each in found)
    assert "an importer has a name" in next(faults(Importer("mine", "", "mine", lambda _: []), {}))


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formats of other packages: one that works, one that is not there, one that is no importer, and one of a name taken."""
    points = [
        EntryPoint("jottings", "tests.ingest.importers.test_importers:JOTTINGS", importers.GROUP),
        EntryPoint("absent", "no_such_package:IT", importers.GROUP),
        EntryPoint("other", "json:dumps", importers.GROUP),
        EntryPoint("notes", "json:dumps", importers.GROUP),
    ]
    monkeypatch.setattr(importers, "entry_points", lambda *, group: points if group == importers.GROUP else [])


@pytest.mark.usefixtures("brought")
def test_what_other_packages_bring_is_there_beside_the_own() -> None:
    assert names() == (*IMPORTERS, "absent", "jottings", "other")
    assert importer_of("jottings") is JOTTINGS
    assert importer_of("notes") is IMPORTERS["notes"]
    for bad in ("absent", "other"):
        with pytest.raises(BadImporter):
            importer_of(bad)
    assert [importer.name for importer, _ in recognised(b"!" + JOTTED.encode(), "x")] == ["jottings"]


@pytest.mark.usefixtures("brought")
def test_the_command_lists_them_reads_by_them_and_says_which_fail(paipu: Paipu, tmp_path: Path) -> None:
    listed = paipu("convert", "--list")
    assert listed.exit_code == 0
    lines = listed.stdout.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == [*names(), "scoresheet"]
    lost = [IMPORTERS[name].lost for name in IMPORTERS]
    assert [line.strip() for line in lines if line.startswith(" ")] == [
        f"带不过来的： · not carried over: {told.zh} · {told.en}" for told in lost if told is not None
    ]
    assert "No module named 'no_such_package'" in listed.stdout
    (path := tmp_path / "x.txt").write_text("!" + JOTTED, encoding="utf-8")
    done = paipu("convert", "--from", "jottings", path)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["id"].startswith("jottings/")
    assert paipu("convert", path).stdout == done.stdout
    failed = paipu("convert", "--from", "absent", path)
    assert failed.exit_code == 2
    assert "no_such_package" in failed.stderr


def test_a_file_that_nothing_reads_is_refused_with_the_formats(paipu: Paipu, tmp_path: Path) -> None:
    (path := tmp_path / "x.json").write_text("{}")
    done = paipu("convert", path)
    assert done.exit_code == 3
    assert all(name in done.stderr for name in IMPORTERS)


def held(name: str) -> dict[str, Any]:
    """A sample match that a format can hold."""
    return {"format": "paipu/1", "id": "one"} | next({"danzero": games, "jerryyyu-shengji": rooms}[name](0))


@pytest.mark.parametrize("name", ["danzero", "jerryyyu-shengji"])
def test_a_record_is_written_as_another_program_has_it_and_comes_back(paipu: Paipu, tmp_path: Path, name: str) -> None:
    (path := tmp_path / "a.json").write_text(json.dumps(held(name)))
    done = paipu("convert", path, "--to", name, "-o", tmp_path / "a.log")
    assert done.exit_code == 0
    back = json.loads(paipu("convert", tmp_path / "a.log").stdout)
    assert {**back, "id": "one"} == held(name)


def test_what_a_format_cannot_hold_is_told_and_nothing_is_written(paipu: Paipu, tmp_path: Path) -> None:
    (path := tmp_path / "a.json").write_text(json.dumps(held("danzero") | {"event": {"id": "cup"}}))
    done = paipu("convert", path, "--to", "danzero", "-o", tmp_path / "a.log")
    assert done.exit_code == 3
    assert "/event" in done.stderr
    assert not (tmp_path / "a.log").exists()


def test_one_match_is_written_at_a_time_and_only_in_formats_that_are_written(paipu: Paipu, tmp_path: Path) -> None:
    both = [json.dumps(held("danzero") | {"id": name}) for name in ("one", "two")]
    (path := tmp_path / "a.ndjson").write_text("\n".join(both))
    assert [json.loads(line)["id"] for line in paipu("convert", path).stdout.splitlines()] == ["one", "two"]
    assert "--match (one, two)" in paipu("convert", path, "--to", "danzero").stderr
    assert paipu("convert", path, "--to", "danzero", "--match", "two").exit_code == 0
    assert paipu("convert", path, "--match", "two").exit_code == 2
    refused = paipu("convert", path, "--to", "botzone-tractor")
    assert refused.exit_code == 2
    assert "danzero, jerryyyu-shengji, notes, toml" in refused.stderr
