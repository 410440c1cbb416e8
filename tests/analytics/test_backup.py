"""A backup: all that was committed before it began, in one file that is checked before it is put back."""

import io
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from paipu.analytics import backup as backups
from paipu.analytics.backup import BackupError, backup, restore
from paipu.analytics.errors import NotAWarehouseError, WarehouseBusyError
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.rulings import log_beside
from paipu.analytics.verify import verify
from paipu.analytics.warehouse import Warehouse
from paipu.samples import to_line
from tests.made import match_of


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A warehouse of three loads, with something in its log."""
    for number in (1, 2, 3):
        (tmp_path / "one.ndjson").write_bytes(to_line(match_of(7, number, "guandan-1", 1)))
        with Warehouse.open(tmp_path / "here" / "house") as warehouse:
            load([str(tmp_path / "one.ndjson")], warehouse)
    return tmp_path / "here" / "house"


def kept(house: Path, target: Path, **more: bytes) -> backups.Backed:
    with target.open("wb") as out:
        return backup(house, out, {f"{name}.bin": content for name, content in more.items()})


def records(house: Path) -> Sequence[object]:
    return Reader(house).query("SELECT record_sha256, raw FROM records ORDER BY record_sha256").rows()


def test_what_is_put_back_is_what_was_there(house: Path, tmp_path: Path) -> None:
    made = kept(house, tmp_path / "x.tar", own=b"\x00own")
    assert made.batches == 3
    assert not list(house.parent.glob(".*"))
    other = tmp_path / "elsewhere" / "house"
    other.parent.mkdir()
    assert restore(tmp_path / "x.tar", other) == {"own.bin": b"\x00own"}
    assert verify(other).sound
    assert records(other) == records(house)
    assert sorted(path.name for path in other.parent.iterdir()) == ["house"]
    (tmp_path / "one.ndjson").write_bytes(to_line(match_of(7, 9, "guandan-1", 1)))
    with Warehouse.open(other) as warehouse:  # and it goes on from there
        assert load([str(tmp_path / "one.ndjson")], warehouse).batch == 4
    assert verify(other).sound


def test_the_log_of_rulings_goes_with_it(house: Path, tmp_path: Path) -> None:
    log = log_beside(house)
    log.write_bytes(b"a line\n")
    log.with_name("rulings.ndjson.head").write_bytes(b"a head")
    kept(house, tmp_path / "x.tar")
    (tmp_path / "elsewhere").mkdir()
    restore(tmp_path / "x.tar", tmp_path / "elsewhere" / "house")
    assert (tmp_path / "elsewhere" / "rulings.ndjson").read_bytes() == b"a line\n"
    assert (tmp_path / "elsewhere" / "rulings.ndjson.head").read_bytes() == b"a head"


def test_nothing_is_overwritten(house: Path, tmp_path: Path) -> None:
    kept(house, tmp_path / "x.tar")
    for there in ("house", "rulings.ndjson", "rulings.ndjson.head"):
        folder = tmp_path / f"to-{there}"
        folder.mkdir()
        (folder / there).touch()
        with pytest.raises(BackupError, match="is there already"):
            restore(tmp_path / "x.tar", folder / "house")
        assert [path.name for path in folder.iterdir()] == [there]


def test_while_somebody_loads_a_backup_waits(house: Path, tmp_path: Path) -> None:
    with Warehouse.open(house), (tmp_path / "x.tar").open("wb") as out, pytest.raises(WarehouseBusyError):
        backup(house, out, patience=0.1)
    with pytest.raises(NotAWarehouseError), (tmp_path / "x.tar").open("wb") as out:
        backup(tmp_path / "nowhere", out)


def repacked(
    source: Path, target: Path, change: Callable[[tarfile.TarInfo, bytes], list[tuple[tarfile.TarInfo, bytes]]]
) -> None:
    with tarfile.open(source) as given, tarfile.open(target, "w") as out:
        for member in given:
            file = given.extractfile(member)
            for info, content in change(member, file.read() if file is not None else b""):
                info.size = len(content) if info.isreg() else 0
                out.addfile(info, io.BytesIO(content))


def renamed(name: str) -> Callable[[tarfile.TarInfo, bytes], list[tuple[tarfile.TarInfo, bytes]]]:
    return lambda member, content: [(member, content), (tarfile.TarInfo(name), b"x")]


def a_link(member: tarfile.TarInfo, content: bytes) -> list[tuple[tarfile.TarInfo, bytes]]:
    link = tarfile.TarInfo("warehouse/manifest-99")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return [(member, content), (link, b"")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (renamed("../x"), "is no backup"),
        (renamed("/etc/x"), "is no backup"),
        (renamed("warehouse/../../x"), "is no backup"),
        (renamed("warehouse/x"), "is no backup"),
        (renamed("more/../x"), "is no backup"),
        (a_link, "is no backup"),
        (lambda member, content: [(member, content)] * 2, "is no backup"),
        (lambda member, content: [] if "manifest" in member.name else [(member, content)], "is no backup"),
        (lambda member, content: [] if ".hands." in member.name else [(member, content)], "is damaged"),
        (lambda member, content: [(member, content[:-1] + b"x" if ".hands." in member.name else content)], "is damaged"),
    ],
    ids=(
        *("above", "elsewhere", "above_by_name", "no_part", "above_of_others", "link", "twice", "no_manifest"),
        *("part_lost", "part_changed"),
    ),
)
def test_what_is_no_backup_or_a_damaged_one_is_not_put_back(
    house: Path,
    tmp_path: Path,
    change: Callable[[tarfile.TarInfo, bytes], list[tuple[tarfile.TarInfo, bytes]]],
    said: str,
) -> None:
    kept(house, tmp_path / "x.tar")
    repacked(tmp_path / "x.tar", tmp_path / "y.tar", change)
    (tmp_path / "to").mkdir()
    with pytest.raises(BackupError, match=said):
        restore(tmp_path / "y.tar", tmp_path / "to" / "house")
    assert list((tmp_path / "to").iterdir()) == []


def test_half_a_backup_is_none(house: Path, tmp_path: Path) -> None:
    kept(house, tmp_path / "x.tar")
    whole = (tmp_path / "x.tar").read_bytes()
    (tmp_path / "to").mkdir()
    for part in (b"", b"x" * 2000, whole[: len(whole) // 2], whole[:1000]):
        (tmp_path / "y.tar").write_bytes(part)
        with pytest.raises(BackupError):
            restore(tmp_path / "y.tar", tmp_path / "to" / "house")
        assert list((tmp_path / "to").iterdir()) == []
