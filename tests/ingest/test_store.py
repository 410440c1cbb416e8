"""Records below the address of an object store: read as those of a folder are."""

import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fsspec.core import url_to_fs

from paipu.ingest import store
from paipu.ingest.rejection import Rejection
from paipu.ingest.source import RawRecord, read

FILES = {
    "b.ndjson": b'{"id": 1}\n\n{"id": 2}\r\n',
    "a/c.json": b'{"id": 3}',
    "a.json": b'{"id": 4}',
    "a/notes.txt": b"none",
    ".hidden/x.json": b"{}",
    "a/.y.json": b"{}",
}


@pytest.fixture
def prefix() -> Iterator[str]:
    """A prefix in a store that is the memory of this process."""
    url = f"memory:///{uuid4().hex}"
    system, root = url_to_fs(url)
    for name, raw in FILES.items():
        system.pipe_file(f"{root}/{name}", raw)
    yield url
    system.rm(root, recursive=True)


def told(path: str) -> list[tuple[bytes | str, str, int | None]]:
    return [
        (each.raw if isinstance(each, RawRecord) else each.code, each.source.removeprefix(path), each.line)
        for each in read([path])
    ]


def test_a_prefix_is_read_as_a_folder_is(prefix: str, tmp_path: Path) -> None:
    for name, raw in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(raw)
    assert told(prefix) == told(str(tmp_path)) == told(f"file://{tmp_path}")
    assert told(f"{prefix}/b.ndjson") == [(b'{"id": 1}', "", 1), (b'{"id": 2}', "", 3)]


def test_a_record_of_a_store_says_where_it_lies(prefix: str) -> None:
    for each in read([prefix]):
        assert isinstance(each, RawRecord)
        assert each.place is not None
        with store.opened(each.place[0]) as file:
            file.seek(each.place[1])
            assert file.read(len(each.raw)) == each.raw


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("memory://nothing-here", "SOURCE-MISSING"),
        ("memory://nothing-here/a.json", "SOURCE-MISSING"),
        ("no-such-store://a/b.json", "SOURCE-UNREADABLE"),
    ],
)
def test_what_is_not_there_is_told(url: str, code: str) -> None:
    assert [each.code for each in read([url]) if isinstance(each, Rejection)] == [code]


def test_an_object_that_holds_no_records_is_told(prefix: str) -> None:
    assert [each.code for each in read([f"{prefix}/a/notes.txt"]) if isinstance(each, Rejection)] == ["SOURCE-SUFFIX"]
    assert [each.code for each in read([f"{prefix}/.hidden/x"]) if isinstance(each, Rejection)] == ["SOURCE-MISSING"]


def test_a_fault_of_a_store_in_mid_object_is_that_of_a_file(prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def read(self, _size: int) -> bytes:
            raise RuntimeError("the store has an off day")

        def close(self) -> None:
            pass

    monkeypatch.setattr(store, "opened", lambda _: store.Stored(Broken()))
    found = [each for each in read([f"{prefix}/a.json"]) if isinstance(each, Rejection)]
    assert [(each.code, each.found or each.message.en) for each in found] == [
        ("SOURCE-UNREADABLE", "cannot be read: the store has an off day")
    ]


def test_without_the_extra_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def absent(name: str, *given: Any) -> Any:
        if name.startswith("fsspec"):
            raise ModuleNotFoundError(f"No module named {name!r}", name="fsspec")
        return real(name, *given)

    monkeypatch.setattr(builtins, "__import__", absent)
    found = [each for each in read(["s3://bucket/cup"]) if isinstance(each, Rejection)]
    assert "pip install 'paipu[cluster]'" in found[0].message.en
