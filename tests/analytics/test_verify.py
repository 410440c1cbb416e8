"""Each kind of damage is found and named, with what to do about it; what is no damage is not."""

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from paipu.analytics import manifest as manifests
from paipu.analytics import pipeline
from paipu.analytics.damage import KINDS, Damage
from paipu.analytics.errors import NotAWarehouseError, UnusableError
from paipu.analytics.manifest import PARTS, Manifest
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.verify import Verification, verify
from paipu.analytics.warehouse import Warehouse
from tests.analytics.loader import ROOT
from tests.analytics.records import write_ndjson
from tests.many import every

NEWEST: Final = "manifest-3"
PLAYS: Final = f"{PARTS}/2-2.plays.parquet"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of three batches, the last of them of another engine and in place of half the first."""
    base = tmp_path_factory.mktemp("made")
    source = write_ndjson(base / "in.ndjson", range(7))
    with source.open("ab") as out:
        out.write(b"{}\n")
    with Warehouse.open(base / "cup") as opened:
        load([str(source)], opened, batch_inputs=4)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pipeline, "ENGINE_VERSION", "next")
            load([str(write_ndjson(base / "half.ndjson", range(2)))], opened)
    return base


@pytest.fixture
def cup(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made / "cup", tmp_path / "cup")
    return tmp_path / "cup"


def codes(found: Verification) -> set[tuple[str, str]]:
    return {(damage.code, damage.file) for damage in found.damage}


def test_a_warehouse_that_is_as_it_was_committed_is_sound(cup: Path) -> None:
    found = verify(cup)
    assert (found.damage, found.notices, found.writing) == ((), (), False)
    assert found.checked is not None
    assert (found.checked.file, found.checked.batches, found.checked.records) == (NEWEST, 3, 7)
    reader = Reader(cup)
    assert reader.query("SELECT batch, replaced, holds FROM reconciliation").rows() == [
        (1, 2, True),
        (2, 0, True),
        (3, 0, True),
    ]


def test_verify_changes_nothing(cup: Path) -> None:
    def told() -> dict[Path, tuple[bytes, int]]:
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in cup.rglob("*") if path.is_file()}

    before = told()
    verify(cup)
    assert told() == before


def forge(cup: Path, table: str, batch: int, change: Callable[[pa.Table], pa.Table] | None) -> None:
    """A part with other rows or, for None, without any, and a manifest that vouches for it: a fault of the writer."""
    path = cup / NEWEST
    manifest = Manifest.from_json(path.read_bytes(), path)
    parts = []
    for part in manifest.parts:
        if (part.table, part.first) != (table, batch):
            parts.append(part)
        elif change is not None:
            rows = change(pq.ParquetFile(part.path(cup)).read())
            pq.write_table(rows, part.path(cup))
            content = part.path(cup).read_bytes()
            parts.append(part._replace(rows=rows.num_rows, bytes=len(content), sha256=hashlib.sha256(content).hexdigest()))
    path.write_bytes(manifest._replace(parts=tuple(parts)).to_json())


def other_bytes(rows: pa.Table) -> pa.Table:
    return rows.set_column(2, rows.schema.field(2), pa.array([b"{}"] * rows.num_rows))


ROWS: Final[dict[str, tuple[str, int, Callable[[pa.Table], pa.Table] | None, tuple[str, str | None, int | None]]]] = {
    "no plays": ("plays", 2, None, ("rows-differ", "plays", 2)),
    "a play less": ("plays", 2, lambda rows: rows.slice(1), ("rows-differ", "plays", 2)),
    "a play more": ("plays", 2, lambda rows: pa.concat_tables([rows, rows.slice(0, 1)]), ("rows-differ", "plays", 2)),
    "no hands": ("hands", 1, None, ("rows-differ", "hands", 1)),
    "nothing computed": ("computed", 1, None, ("rows-differ", "computed", 1)),
    "no findings": ("findings", 1, None, ("rows-differ", "findings", 1)),
    "a match less": ("matches", 2, lambda rows: rows.slice(1), ("batch-unbalanced", None, 2)),
    "nothing refused": ("quarantine", 2, None, ("batch-unbalanced", None, 2)),
    "a match that counts again": ("replaced", 3, lambda rows: rows.slice(1), ("record-doubled", "matches, quarantine", None)),
    "no batch": ("batches", 2, None, ("batch-missing", None, 2)),
    "other counts": (
        *("batches", 2),
        lambda rows: rows.set_column(4, rows.schema.field(4), pc.add(rows["read"], 1)),
        ("batch-unbalanced", None, 2),
    ),
    "no bytes": ("records", 2, None, ("record-missing", None, 2)),
    "other bytes": ("records", 1, other_bytes, ("record-changed", None, 1)),
    "bytes twice": ("records", 1, lambda rows: pa.concat_tables([rows, rows]), ("record-doubled", "records", None)),
    "no sums": ("sums", 2, None, ("sums-differ", "sums", None)),
    "times twice": ("time_sums", 1, lambda rows: pa.concat_tables([rows, rows]), ("sums-differ", "time_sums", None)),
    "a column less": ("plays", 2, lambda rows: rows.drop_columns(["record"]), ("unreadable", None, None)),
}
"""A part that is not as it should be, and one of the kinds of damage that it is."""


@pytest.mark.parametrize("what", every(3, ROWS))
def test_rows_that_contradict_each_other_are_found(cup: Path, what: str) -> None:
    table, batch, change, expected = ROWS[what]
    forge(cup, table, batch, change)
    assert expected in {(each.code, each.table, each.batch) for each in verify(cup).damage}


@pytest.mark.parametrize("name", ["matches", "quarantine"])
def test_a_batch_holds_only_if_its_inputs_are_there(cup: Path, name: str) -> None:
    forge(cup, name, 2, None)
    assert Reader(cup).query("SELECT batch FROM reconciliation WHERE NOT holds ORDER BY batch").rows() == [(2,)]


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def _shorten(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _lead_away(path: Path) -> None:
    elsewhere = next(folder.parent for folder in path.parents if folder.name == "cup") / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def _fold(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _exchange(cup: Path) -> None:
    names = ("manifest-2", NEWEST)
    contents = [(cup / name).read_bytes() for name in names]
    for name, content in zip(names, reversed(contents), strict=True):
        (cup / name).write_bytes(content)


def _rewrite(path: Path) -> None:
    """A manifest with another value, that vouches for itself."""
    path.write_bytes(Manifest.from_json(path.read_bytes(), path)._replace(loads=7).to_json())


def _no_manifest(cup: Path) -> None:
    for _, path in manifests.numbered(cup):
        path.unlink()


def _older(cup: Path) -> None:
    """Nobody but a human takes both away."""
    (cup / NEWEST).unlink()


FILES: Final[dict[str, tuple[Callable[[Path], object], set[tuple[str, str]]]]] = {
    "a flipped bit": (lambda cup: _flip(cup / PLAYS), {("part-changed", PLAYS)}),
    "a part cut short": (lambda cup: _shorten(cup / PLAYS), {("part-changed", PLAYS)}),
    "an empty part": (lambda cup: (cup / PLAYS).write_bytes(b""), {("part-changed", PLAYS)}),
    "no part": (lambda cup: (cup / PLAYS).unlink(), {("part-missing", PLAYS)}),
    "a part elsewhere": (lambda cup: _lead_away(cup / PLAYS), {("part-missing", PLAYS)}),
    "a folder for a part": (lambda cup: _fold(cup / PLAYS), {("part-missing", PLAYS)}),
    "a part of another": (
        lambda cup: shutil.copyfile(cup / f"{PARTS}/1-1.plays.parquet", cup / PLAYS),
        {("part-changed", PLAYS)},
    ),
    "a flipped bit of the manifest": (lambda cup: _flip(cup / NEWEST), {("manifest-damaged", NEWEST)}),
    "an empty manifest": (lambda cup: (cup / NEWEST).write_bytes(b""), {("manifest-damaged", NEWEST)}),
    "another program's manifest": (lambda cup: (cup / NEWEST).write_bytes(b"[]"), {("manifest-damaged", NEWEST)}),
    "the manifest before": (lambda cup: _flip(cup / "manifest-2"), {("manifest-damaged", "manifest-2")}),
    "a manifest elsewhere": (
        lambda cup: _lead_away(cup / NEWEST),
        {("manifest-damaged", NEWEST)},
    ),
    "two manifests exchanged": (
        _exchange,
        {("manifest-damaged", "manifest-2"), ("manifest-damaged", NEWEST)},
    ),
    "another manifest before": (
        lambda cup: _rewrite(cup / "manifest-2"),
        {("manifest-unchained", NEWEST)},
    ),
    "no manifest": (_no_manifest, {("manifest-missing", PARTS)}),
    "not the newest manifest": (
        _older,
        {
            ("part-stray", f"{PARTS}/3-3.{name}.parquet")
            for name in (
                *(
                    "batches",
                    "claims",
                    "computed",
                    "dealt",
                    "findings",
                    "hand_counts",
                    "hand_sides",
                    "hands",
                    "match_results",
                    "match_sides",
                    "match_accounts",
                    "matches",
                ),
                *("plays", "replaced", "seat_hands", "seats", "sums", "tallies", "think_times", "time_sums"),
            )
        },
    ),
    "a stray part": (
        lambda cup: shutil.copyfile(cup / PLAYS, cup / f"{PARTS}/7-7.plays.parquet"),
        {("part-stray", f"{PARTS}/7-7.plays.parquet")},
    ),
    "another program's file": (lambda cup: (cup / "thesis.txt").touch(), {("file-foreign", "thesis.txt")}),
    "another program's folder": (lambda cup: (cup / "house").mkdir(), {("file-foreign", "house")}),
    "another file among the parts": (
        lambda cup: (cup / PARTS / "thesis.txt").touch(),
        {("file-foreign", f"{PARTS}/thesis.txt")},
    ),
}


@pytest.mark.parametrize("what", FILES)
def test_what_is_wrong_in_the_folder_is_found(cup: Path, what: str) -> None:
    damage, expected = FILES[what]
    damage(cup)
    found = codes(verify(cup))
    strays = {each for each in found if each[0] == "part-stray"}  # where a manifest is damaged, what it lists is in none
    assert found - strays == expected - strays
    assert strays <= expected or {code for code, _ in expected} == {"manifest-damaged"}


@pytest.mark.parametrize("what", ["two manifests exchanged", "another manifest before"])
def test_a_load_does_not_go_on_from_manifests_that_were_exchanged(cup: Path, what: str) -> None:
    FILES[what][0](cup)
    before = {path.name: path.read_bytes() for path in cup.iterdir() if path.name.startswith("manifest")}
    with pytest.raises((NotAWarehouseError, UnusableError), match="manifest-3"):
        Warehouse.open(cup)
    assert {path.name: path.read_bytes() for path in cup.iterdir() if path.name.startswith("manifest")} == before


def test_every_kind_of_damage_is_tried_here() -> None:
    tried = {expected[0] for *_, expected in ROWS.values()} | {code for _, told in FILES.values() for code, _ in told}
    assert tried == KINDS.keys()


@pytest.mark.parametrize("code", KINDS)
def test_every_kind_has_its_message_and_its_remedy_in_both_languages(code: str) -> None:
    damage = Damage(code, PLAYS, 1, "plays", 2, "something")
    for said in (damage.message, damage.remedy):
        assert re.search("[一-鿿]", said.zh)
        assert re.fullmatch(r"[ -~]+", said.en)
        assert "None" not in said.en


@pytest.mark.deep
def test_what_a_killed_process_leaves_is_no_damage(cup: Path) -> None:
    """Drafts, and parts that have their names already while the manifest that lists them has not."""
    script = """
import os, sys
from pathlib import Path
from paipu.analytics.warehouse import Warehouse
from tests.analytics.made import commit, tables
opened = Warehouse.open(sys.argv[1])
real = Path.replace
def replace(path, target):
    return os._exit(9) if target.name.startswith("manifest") else real(path, target)
Path.replace = replace
commit(opened, tables(quarantined=(1, 2)))
"""
    done = subprocess.run([sys.executable, "-c", script, cup], cwd=ROOT, check=False)
    assert done.returncode == 9
    (cup / PARTS / "5-5.plays.parquet.partial").write_bytes(b"half")
    found = verify(cup)
    assert found.damage == ()
    assert [notice.en for notice in found.notices] == [
        f"{name} was left by a killed process; a load removes it"
        for name in (
            *("manifest-4.partial", "parts/5-5.plays.parquet.partial"),
            *("parts/4-4.batches.parquet", "parts/4-4.quarantine.parquet"),
        )
    ]
    Warehouse.open(cup).close()
    assert verify(cup) == verify(cup)._replace(damage=(), notices=())


def test_while_a_process_writes_the_newest_manifest_is_checked(cup: Path) -> None:
    with Warehouse.open(cup) as opened:
        load([str(write_ndjson(cup.parent / "more.ndjson", [7]))], opened)
        (cup / PARTS / "5-5.plays.parquet.partial").write_bytes(b"half")
        found = verify(cup)
        assert (found.sound, found.writing) == (True, True)
        assert found.checked is not None
        assert found.checked.file == "manifest-4"
        assert "a process is writing" in found.notices[0].en
        assert "正在写" in found.notices[0].zh
        _flip(cup / PLAYS)
        assert codes(verify(cup)) == {("part-changed", PLAYS)}


def test_a_folder_that_may_only_be_read_can_be_checked(cup: Path) -> None:
    for path in [cup, *cup.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert verify(cup).sound
    finally:
        for path in (cup, cup / PARTS):
            path.chmod(0o755)


@pytest.mark.parametrize("folder", ["none", "file", "empty"])
def test_a_folder_without_a_warehouse_is_said(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotAWarehouseError):
        verify(tmp_path / folder)
