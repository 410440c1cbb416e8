"""Folders in which something is gone, damaged, or not what its name says: nothing that held data is lost by a load."""

import os
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from paipu.analytics import manifest as manifests
from paipu.analytics import parts
from paipu.analytics.errors import WarehouseError
from paipu.analytics.manifest import PARTS
from paipu.analytics.reader import Reader
from paipu.analytics.verify import verify
from paipu.analytics.warehouse import Warehouse
from tests.analytics.made import commit, tables
from tests.many import every

BATCHES: Final = 4


class Given(NamedTuple):
    """A folder to try: `cup` in it is the warehouse, `elsewhere` another disk."""

    newest: str
    before: str
    parts: str

    def __str__(self) -> str:
        return "/".join(self)


def leave(_path: Path) -> None:
    pass


def foreign(path: Path) -> None:
    path.write_bytes(b'{"town": "Berlin"}')


def empty(path: Path) -> None:
    os.truncate(path, 0)


def shorten(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def move_away(path: Path) -> None:
    """To the other disk, with a link in its place."""
    target = next(folder for folder in path.parents if folder.name == "cup").parent / "elsewhere" / path.name
    shutil.move(path, target)
    path.symlink_to(target)


def dangle(path: Path) -> None:
    path.unlink()
    path.symlink_to(f"/mnt/none/{path.name}")


def fold(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "thesis.txt").write_text("forty years of work")


def double(path: Path) -> None:
    shutil.copyfile(path, path.with_name("9-9.plays.parquet"))


def old(path: Path) -> None:
    """As a backup of the manifest alone may be."""
    shutil.copyfile(path.parent.parent / "manifest-2", path)


MANIFESTS: Final[dict[str, Callable[[Path], None]]] = {
    "whole": leave,
    "gone": Path.unlink,
    "old": old,
    "foreign": foreign,
    "empty": empty,
    "short": shorten,
    "dangling": dangle,
    "elsewhere": move_away,
    "folder": fold,
}


def a_part(change: Callable[[Path], None], name: str = "4-4.plays.parquet") -> Callable[[Path], None]:
    return lambda cup: change(cup / PARTS / name)


def no_parts(cup: Path) -> None:
    shutil.rmtree(cup / PARTS)


def all_away(cup: Path) -> None:
    """The folder of parts is on the other disk."""
    move_away(cup / PARTS)


PART_FILES: Final[dict[str, Callable[[Path], None]]] = {
    "whole": lambda _cup: None,
    "one gone": a_part(Path.unlink),
    "one short": a_part(shorten),
    "one elsewhere": a_part(move_away),
    "one a folder": a_part(fold),
    "a merged one gone": a_part(Path.unlink, "1-3.plays.parquet"),
    "one too many": a_part(double),
    "all gone": no_parts,
    "all elsewhere": all_away,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of four batches, the first three merged, and an older manifest of it."""
    base = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch, Warehouse.open(base / "cup") as opened:
        patch.setattr(parts, "MERGED", 3)
        for batch in range(BATCHES):
            commit(opened, tables(*range(batch * 5, batch * 5 + 5)))
            if batch == 1:
                shutil.copyfile(base / "cup" / "manifest-2", base / "manifest-2")
    (base / "elsewhere").mkdir()
    return base


def lay(made: Path, target: Path, given: Given) -> Path:
    shutil.copytree(made, target, symlinks=True)
    cup = target / "cup"
    PART_FILES[given.parts](cup)
    newest, before = (path for _, path in manifests.numbered(cup))
    MANIFESTS[given.newest](newest)
    MANIFESTS[given.before](before)
    return cup


def held(root: Path) -> dict[Path, bytes]:
    """Every file that holds data, wherever it lies."""
    return {
        path: path.read_bytes() for path in root.rglob("*") if path.is_file() and not path.is_symlink() and path.name != "lock"
    }


CASES: Final = [Given(*names) for names in product(MANIFESTS, MANIFESTS, PART_FILES)]
FEW: Final = [case for number, case in enumerate(CASES) if number % 17 == 0 or (case.newest, case.before) == ("whole", "whole")]


def check(made: Path, target: Path, given: Given) -> None:
    """Load twice, with news each time, and look at what is left of each file that was there."""
    cup = lay(made, target, given)
    before, left = held(target), held(cup)
    refusals: list[WarehouseError] = []
    for attempt in range(2):
        try:
            with Warehouse.open(cup) as opened:
                commit(opened, tables(9_000 + attempt))
        except WarehouseError as refusal:
            refusals.append(refusal)
    assert len(refusals) in (0, 2), (given, *refusals)  # a load that went on can go on again
    after = held(target)
    if refusals:
        assert {path: after.get(path) for path in before} == before, given
        return
    # The manifests before go, and what no other lists.
    for path, content in before.items():
        if path.name not in ("manifest-4", "manifest-5"):
            assert after.get(path) == content, (given, path)
    assert Reader(cup).query("SELECT count(*) FROM matches WHERE match = 'm9001'").item() == 1, given
    kept = 5 * BATCHES if left else 0  # of a folder with nothing but a lock nobody can tell that it held more
    assert Reader(cup).query("SELECT count(*) FROM matches").item() == kept + 2, given
    assert verify(cup).sound


@pytest.mark.parametrize("given", FEW, ids=str)
def test_a_load_loses_nothing_that_was_there(made: Path, tmp_path: Path, given: Given) -> None:
    check(made, tmp_path / "try", given)


@pytest.mark.deep
def test_a_load_loses_nothing_whatever_is_gone(made: Path, tmp_path: Path) -> None:
    for number, given in enumerate(CASES):
        check(made, tmp_path / str(number), given)
        shutil.rmtree(tmp_path / str(number))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (Given("gone", "whole", "whole"), "is in no manifest; put it back, or move"),
        (Given("gone", "gone", "whole"), "the manifest is gone, and parts has"),
        (Given("old", "whole", "whole"), "it was written as manifest-2"),
        (Given("short", "whole", "whole"), "and the files that paipu verify calls stray, out of the folder"),
        (Given("foreign", "whole", "whole"), "and the files that paipu verify calls stray, out of the folder"),
        (Given("dangling", "whole", "whole"), "neither a link nor a folder"),
        (Given("whole", "whole", "one gone"), "is gone; put parts/4-4.plays.parquet back from a backup"),
        (Given("whole", "whole", "one short"), "is not as it was written; put parts/4-4.plays.parquet back from a backup"),
        (Given("whole", "whole", "one too many"), "9-9.plays.parquet is in no manifest"),
        (Given("whole", "whole", "all elsewhere"), "mount the disk if need be"),
    ],
    ids=str,
)
def test_a_refusal_says_what_to_do(made: Path, tmp_path: Path, given: Given, says: str) -> None:
    cup = lay(made, tmp_path / "try", given)
    with pytest.raises(WarehouseError) as caught:
        Warehouse.open(cup)
    assert says in caught.value.message.en


@pytest.mark.parametrize("newest", every(2, ["short", "empty", "foreign", "gone"]))
def test_what_a_refusal_advises_helps(made: Path, tmp_path: Path, newest: str) -> None:
    """A damaged manifest and the strays moved away: the load goes on from the manifest before."""
    cup = lay(made, tmp_path / "try", Given(newest, "whole", "whole"))
    (tmp_path / "aside").mkdir()
    for path in [path for _, path in manifests.numbered(cup)[:-1]]:
        shutil.move(path, tmp_path / "aside")
    for damage in verify(cup).damage:
        assert damage.code == "part-stray"
        shutil.move(cup / damage.file, tmp_path / "aside")
    for _ in range(2):
        with Warehouse.open(cup) as opened:
            known = opened.index().known([row.pins.record_sha256 for row in tables(*range(20)).audited])
            commit(opened, tables(*(number for number in range(20) if number >= len(known))))
    assert Reader(cup).query("SELECT count(*) FROM matches").item() == 5 * BATCHES
    assert verify(cup).sound


def test_a_manifest_that_names_files_elsewhere_is_refused_and_removes_none(tmp_path: Path) -> None:
    """Though its digest is right."""
    with Warehouse.open(tmp_path / "cup") as opened:
        commit(opened, tables(1))
    (tmp_path / "1-1.plays.parquet").write_text("forty years of work")
    part = opened.manifest.parts[0]._replace(table="x/../../../1-1.plays")
    (tmp_path / "cup" / "manifest-1").write_bytes(opened.manifest._replace(parts=(part,)).to_json())
    for ask in (Warehouse.open, Reader):
        with pytest.raises(WarehouseError, match="names what is no part"):
            ask(tmp_path / "cup")
    assert (tmp_path / "1-1.plays.parquet").read_text() == "forty years of work"


def test_files_of_others_with_endings_like_ours_stay(tmp_path: Path) -> None:
    Warehouse.open(tmp_path).close()
    names = (
        "thesis.partial",
        "manifest-x.partial",
        "manifest-01",
        f"{PARTS}/thesis.parquet",
        f"{PARTS}/1.plays.parquet.partial",
    )
    for name in names:
        (tmp_path / name).write_text("forty years of work")
    for number in range(4):
        with Warehouse.open(tmp_path) as opened:
            commit(opened, tables(number))
    assert all((tmp_path / name).read_text() == "forty years of work" for name in names)


def test_a_draft_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("forty years of work")
    opened = Warehouse.open(tmp_path / "cup")
    for name in ("manifest-1.partial", f"{PARTS}/1-1.plays.parquet.partial"):
        (tmp_path / "cup" / name).symlink_to(tmp_path / "thesis.txt")
    commit(opened, tables(1))
    opened.close()
    assert (tmp_path / "thesis.txt").read_text() == "forty years of work"
