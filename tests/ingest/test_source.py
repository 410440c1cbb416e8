"""Reading: every record comes out, everything else is refused by name, and memory does not grow with the input."""

import bz2
import gzip
import io
import json
import lzma
import os
import socket
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from threading import Thread
from time import process_time
from typing import IO, cast

import pytest
import zstandard

from paipu.ingest import source
from paipu.ingest.rejection import FORMAT, MAX_RECORD, REASONS, Rejection
from paipu.ingest.source import RawRecord, Readable, files, read

PACK: dict[str, Callable[[bytes], bytes]] = {
    "": lambda raw: raw,
    ".gz": gzip.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}
TWO = b'{"id": 1}\n{"id": 2}\n'


def records(paths: Iterable[Path | str], stdin: Readable | None = None) -> list[RawRecord]:
    found = list(read([str(path) for path in paths], stdin))
    assert all(isinstance(item, RawRecord) for item in found), found
    return [item for item in found if isinstance(item, RawRecord)]


def outcome(paths: Iterable[Path | str], stdin: Readable | None = None) -> list[tuple[str | bytes, int | None]]:
    """The bytes of each record, or the code of each rejection, with its line."""
    found = read([str(path) for path in paths], stdin)
    return [(item.code if isinstance(item, Rejection) else item.raw, item.line) for item in found]


def write(path: Path, raw: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return path


# --- Files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packed", PACK)
def test_a_json_file_is_one_record(tmp_path: Path, packed: str) -> None:
    raw = b'{\n "id": 1\n}\n\n'
    path = write(tmp_path / f"a.json{packed}", PACK[packed](raw))
    assert records([path]) == [RawRecord(raw, str(path), None, None if packed else (str(path), 0))]


@pytest.mark.parametrize("packed", PACK)
def test_an_ndjson_file_is_a_record_a_line(tmp_path: Path, packed: str) -> None:
    path = write(tmp_path / f"a.ndjson{packed}", PACK[packed](b'{"id": 1}\r\n\n \t\r\n{"id": 2}\nx\n{"id": 3}'))
    assert [(record.raw, record.line) for record in records([path])] == [
        *((b'{"id": 1}', 1), (b'{"id": 2}', 4), (b"x", 5), (b'{"id": 3}', 6))
    ]


def test_an_empty_ndjson_file_holds_no_record_and_an_empty_json_file_an_empty_one(tmp_path: Path) -> None:
    assert records([write(tmp_path / "a.ndjson", b"")]) == []
    assert [record.raw for record in records([write(tmp_path / "a.json", b"")])] == [b""]


def test_suffixes_may_be_in_capitals(tmp_path: Path) -> None:
    assert len(records([write(tmp_path / "A.NDJSON.GZ", gzip.compress(TWO))])) == 2


@pytest.mark.parametrize("packed", [".gz", ".zst"])
def test_packed_members_one_after_another_are_read_through(tmp_path: Path, packed: str) -> None:
    path = write(tmp_path / f"a.ndjson{packed}", PACK[packed](TWO) + PACK[packed](b"") + PACK[packed](TWO))
    assert [record.line for record in records([path])] == [1, 2, 3, 4]


def test_skippable_zstd_frames_are_skipped(tmp_path: Path) -> None:
    frame = b"\x50\x2a\x4d\x18" + (3).to_bytes(4, "little") + b"abc"
    path = write(tmp_path / "a.ndjson.zst", frame + PACK[".zst"](TWO) + frame)
    assert len(records([path])) == 2
    assert len(records(["-"], io.BytesIO(path.read_bytes()))) == 2


@pytest.mark.parametrize("packed", [".gz", ".zst"])
@pytest.mark.parametrize("size", [100, 300_000])
def test_what_was_read_before_the_damage_stands(tmp_path: Path, packed: str, size: int) -> None:
    lines = b"".join(os.urandom(size // 2).hex().encode() + b"\n" for _ in range(8))
    whole = PACK[packed](lines)
    for name, raw in {"cut": whole[: len(whole) * 2 // 3], "followed": whole + b"what is this"}.items():
        path = write(tmp_path / name / f"a.ndjson{packed}", raw)
        *before, last = read([str(path)])
        assert isinstance(last, Rejection), name
        assert (last.code, last.source, last.line) == ("SOURCE-CORRUPT", str(path), len(before) + 1)
        kept = [item.raw for item in before if isinstance(item, RawRecord)]
        assert kept == lines.split()[: len(kept)]
        assert len(kept) == 8 or name == "cut"


@pytest.mark.parametrize("packed", [".gz", ".zst"])
def test_damage_in_the_middle_is_told_by_the_checksum(tmp_path: Path, packed: str) -> None:
    lines = b"".join(os.urandom(500).hex().encode() + b"\n" for _ in range(100))
    whole = gzip.compress(lines) if packed == ".gz" else zstandard.ZstdCompressor(write_checksum=True).compress(lines)
    middle = len(whole) // 2
    path = write(tmp_path / f"a.ndjson{packed}", whole[:middle] + bytes(64) + whole[middle + 64 :])
    assert outcome([path])[-1][0] == "SOURCE-CORRUPT"


@pytest.mark.parametrize("packed", [".gz", ".zst"])
def test_a_source_cut_short_anywhere_is_never_taken_for_a_whole_one(tmp_path: Path, packed: str) -> None:
    whole = PACK[packed](TWO * 50)
    for end in range(1, len(whole)):
        path = write(tmp_path / f"a.json{packed}", whole[:end])
        assert outcome([path]) == [("SOURCE-CORRUPT", None)], end


@pytest.mark.parametrize("packed", [".gz", ".zst"])
def test_a_suffix_that_is_not_true_is_named(tmp_path: Path, packed: str) -> None:
    assert outcome([write(tmp_path / f"a.json{packed}", TWO)]) == [("SOURCE-CORRUPT", None)]


@pytest.mark.parametrize("name", ["a.json", "a.ndjson"])
@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        ("gzip", gzip.compress(TWO * 500)),
        ("zstd", PACK[".zst"](TWO * 500)),
        ("zip", b"PK\x03\x04\n\n\n"),
        ("xz", lzma.compress(TWO)),
        ("bzip2", bz2.compress(TWO)),
    ],
    ids=["gzip", "zstd", "zip", "xz", "bzip2"],
)
def test_compressed_data_under_a_name_that_does_not_say_so_is_refused_once(
    tmp_path: Path, name: str, kind: str, raw: bytes
) -> None:
    (rejection,) = read([str(write(tmp_path / name, raw))])
    assert isinstance(rejection, Rejection)
    assert rejection.code == "SOURCE-PACKED"
    assert kind in rejection.message.en
    assert ".gz" in rejection.message.zh


@pytest.mark.parametrize("packed", [".gz", ".zst"])
def test_data_packed_twice_is_refused_once(tmp_path: Path, packed: str) -> None:
    twice = PACK[packed](gzip.compress(os.urandom(5000)))
    assert outcome([write(tmp_path / f"a.ndjson{packed}", twice)]) == [("SOURCE-PACKED", 1)]
    assert outcome(["-"], io.BytesIO(twice)) == [("SOURCE-PACKED", None)]


def test_standard_input_packed_in_another_way_is_refused_once() -> None:
    assert outcome(["-"], io.BytesIO(bz2.compress(TWO))) == [("SOURCE-PACKED", None)]


def test_the_files_of_some_paths_are_those_that_are_read(tmp_path: Path) -> None:
    for name in ("b/2.json", "a.NDJSON", ".hidden.json", "notes.txt"):
        write(tmp_path / name, b"{}")
    (tmp_path / "link.json").symlink_to("a.NDJSON")
    named = str(tmp_path / "notes.txt")
    found = list(files(["-", str(tmp_path), named, "a\0b"]))
    assert found == ["-", str(tmp_path / "a.NDJSON"), str(tmp_path / "b/2.json"), named, "a\0b"]


def test_paths_that_cannot_be_read_are_refused_and_the_rest_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = write(tmp_path / "good.ndjson", TWO)
    locked = write(tmp_path / "locked.json", b"{}")
    link = tmp_path / "loop.json"
    link.symlink_to(link)
    real_open = Path.open

    def refusing(path: Path, mode: str = "r") -> object:
        if path == locked:
            raise PermissionError(13, "Permission denied")
        return real_open(path, mode)

    monkeypatch.setattr(Path, "open", refusing)
    found = list(read([str(tmp_path / "none.json"), "", "a\0b", str(locked), str(link), str(good)]))
    codes = [item.code if isinstance(item, Rejection) else "record" for item in found]
    assert codes == [
        *("SOURCE-MISSING", "SOURCE-MISSING", "SOURCE-UNREADABLE", "SOURCE-DENIED", "SOURCE-UNREADABLE"),
        *("record", "record"),
    ]
    denied = found[3]
    assert isinstance(denied, Rejection)
    assert denied.message.en == "may not be read: Permission denied"


def test_an_error_in_the_middle_of_a_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(io.BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            if self.tell():
                raise OSError(5, "Input/output error")
            return self.read(15)

    path = write(tmp_path / "a.ndjson", TWO)
    monkeypatch.setattr(Path, "open", lambda _path, _mode: Failing(TWO))
    assert outcome([path]) == [(b'{"id": 1}', 1), ("SOURCE-UNREADABLE", 2)]


@pytest.mark.parametrize("name", ["a.txt", "a", "a.json.bz2", ".json.zip", "a.jsonl"])
def test_a_named_file_of_another_suffix_is_refused(tmp_path: Path, name: str) -> None:
    assert outcome([write(tmp_path / name, TWO)]) == [("SOURCE-SUFFIX", None)]


def test_a_name_that_is_not_utf_8_is_spelt_out(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path / "a") + b"\xff.json")
    Path(path).write_bytes(b"{}")
    (record,) = records([path])
    assert record.source.endswith("a\\udcff.json")
    (rejection,) = read([path.replace("a", "b")])
    assert isinstance(rejection, Rejection)
    rejection.source.encode()


# --- Folders -------------------------------------------------------------------------------------------------


def test_a_folder_is_read_through_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b/2.json", "b/10.json", "a.ndjson.gz", "c.json", "b/x/y/z.json.zst"):
        write(tmp_path / name, PACK[Path(name).suffix if Path(name).suffix in PACK else ""](b"{}"))
    for name in ("notes.txt", ".hidden.json", ".git/a.json", "b/.DS_Store", "README"):
        write(tmp_path / name, b"no record")
    names = [Path(record.source).relative_to(tmp_path).as_posix() for record in records([tmp_path])]
    assert names == ["a.ndjson.gz", "b/10.json", "b/2.json", "b/x/y/z.json.zst", "c.json"]


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "notes.txt", b"")
    (tmp_path / "empty").mkdir()
    assert outcome([tmp_path]) == [("SOURCE-EMPTY", None)]
    write(tmp_path / "empty" / "day.ndjson", b"")
    assert outcome([tmp_path]) == []


def test_links_inside_a_folder_are_refused_and_never_followed(tmp_path: Path) -> None:
    top, outside = tmp_path / "top", tmp_path / "outside"
    write(top / "a" / "1.json", b"{}")
    write(outside / "2.json", b'"secret"')
    (top / "a" / "up").symlink_to(top)
    (top / "a" / "out").symlink_to(outside)
    (top / "a" / "out.json").symlink_to(outside / "2.json")
    (top / "a" / "broken.ndjson").symlink_to("nowhere")
    (top / "a" / "notes").symlink_to("nowhere")
    assert sorted(outcome([top]), key=str) == [("SOURCE-LINK", None)] * 4 + [(b"{}", None)]


def test_a_link_that_is_named_is_followed(tmp_path: Path) -> None:
    write(tmp_path / "real" / "1.json", b"{}")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "link.json").symlink_to("real/1.json")
    assert outcome([tmp_path / "link", f"{tmp_path}/link/", tmp_path / "link.json"]) == [(b"{}", None)] * 3


def test_devices_and_pipes_inside_a_folder_are_refused_and_never_opened(tmp_path: Path) -> None:
    write(tmp_path / "1.json", b"{}")
    os.mkfifo(tmp_path / "pipe.ndjson")
    os.mkfifo(tmp_path / "pipe")
    assert outcome([tmp_path]) == [(b"{}", None), ("SOURCE-SPECIAL", None), ("SOURCE-SPECIAL", None)]


def test_a_device_that_is_named_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path has to be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s.json")
        assert outcome(["s.json"]) == [("SOURCE-SPECIAL", None)]


def test_a_folder_that_cannot_be_listed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert outcome([tmp_path]) == [("SOURCE-DENIED", None)]


# --- Standard input ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packed", PACK)
def test_standard_input_is_a_record_a_line(packed: str) -> None:
    raw = PACK[packed](b"\n" + TWO)
    assert records(["-"], io.BytesIO(raw)) == [RawRecord(b'{"id": 1}', "-", 2), RawRecord(b'{"id": 2}', "-", 3)]


@pytest.mark.parametrize("packed", PACK)
@pytest.mark.parametrize(
    "document",
    [
        b'{\n "id": 1\n}\n',
        b'\n\n{"id":\n1}',
        b'{"id": 1, \r\n"x": [\n{},\n{}]}',
        b'{"hands": [\n{"no": 1},\n{"no": 2}]}',
        b"{",
    ],
)
def test_standard_input_may_be_one_document(packed: str, document: bytes) -> None:
    assert records(["-"], io.BytesIO(PACK[packed](document))) == [RawRecord(document, "-", None)]


@pytest.mark.parametrize(
    "first",
    [b'{"id": 1}', b"nonsense", b'{"id": 1} x', b'{"cut": [', b'{"cut": "in a str', b'{"id": nul', b"\xff", b"[" * 9999],
)
def test_a_bad_first_line_does_not_take_the_others_with_it(first: bytes) -> None:
    raw = first + b'\n{"id": 2}\n{"id": 3}\n'
    assert [record.line for record in records(["-"], io.BytesIO(raw))] == [1, 2, 3]


def test_empty_standard_input_holds_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome(["-"], io.BytesIO(b"")) == []
    assert outcome(["-"], io.BytesIO(b"\n \n")) == []
    monkeypatch.setattr("sys.stdin", None)
    assert outcome(["-"]) == [("SOURCE-UNREADABLE", None)]


def test_standard_input_that_is_cut_short_is_refused() -> None:
    assert outcome(["-"], io.BytesIO(gzip.compress(TWO)[:20])) == [("SOURCE-CORRUPT", None)]
    noise = os.urandom(300_000).hex().encode()
    packed = PACK[".zst"](b'"' + noise + b'"\n' + noise * 2)
    assert outcome(["-"], io.BytesIO(packed[:-9]))[1:] == [("SOURCE-CORRUPT", 2)]


def test_our_own_standard_input_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TWO)))
    assert len(records(["-"])) == 2


def test_a_line_comes_out_before_the_next_is_written() -> None:
    """A live feed: the reader never waits for more than the line it gives, nor for the two bytes of a magic number."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream, os.fdopen(writing, "wb", buffering=0) as feed:
        feed.write(b'{"id": 1}\n')
        found = read(["-"], stream)
        assert next(found) == RawRecord(b'{"id": 1}', "-", 1)
        feed.write(b'{"id": 2}\n')
        assert next(found) == RawRecord(b'{"id": 2}', "-", 2)
        feed.close()
        assert list(found) == []


# --- Bounds --------------------------------------------------------------------------------------------------


class Endless:
    """A stream of some pieces, each made when it is asked for."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.pieces = iter(pieces)
        self.rest = b""

    def read1(self, size: int, /) -> bytes:
        piece = self.rest or next(self.pieces, b"")
        self.rest = piece[size:]
        return piece[:size]


def lines_of(size: int) -> Iterator[bytes]:
    """A good line, one of `size` bytes, and another good line."""
    yield b'{"id": 1}\n"'
    for _ in range(size // 65_536):
        yield b"x" * 65_536
    yield b'"\n{"id": 2}\n'


def peak_of(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_line_too_long_is_refused_by_itself_and_never_held() -> None:
    def work() -> None:
        found = outcome(["-"], Endless(lines_of(2 * MAX_RECORD)))
        assert found == [(b'{"id": 1}', 1), ("RECORD-SIZE", 2), (b'{"id": 2}', 3)]

    assert peak_of(work) < 3 * MAX_RECORD


def test_a_first_line_too_long_is_refused_by_itself() -> None:
    pieces = list(lines_of(2 * MAX_RECORD))[1:]
    assert outcome(["-"], Endless(pieces)) == [("RECORD-SIZE", 1), (b'{"id": 2}', 2)]


def test_a_document_too_long_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", b" " * (MAX_RECORD + 1))
    assert outcome([path]) == [("RECORD-SIZE", None)]
    document = b"{\n" + b'"x": 1,\n' * (MAX_RECORD // 8)
    assert outcome(["-"], io.BytesIO(document)) == [("RECORD-SIZE", None)]
    with_long_line = b'{\n"x":\n"' + b"x" * (MAX_RECORD + 1)
    assert outcome(["-"], io.BytesIO(with_long_line)) == [("RECORD-SIZE", None)]


def test_a_record_of_exactly_the_bound_is_read(tmp_path: Path) -> None:
    raw = b"x" * MAX_RECORD
    assert len(records([write(tmp_path / "a.json", raw), write(tmp_path / "a.ndjson", raw + b"\n" + raw)])) == 3


@pytest.mark.parametrize("packed", [".gz", ".zst"])
def test_a_bomb_is_refused(tmp_path: Path, packed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "RATIO_FREE", 1 << 20)
    bomb = PACK[packed](b'{"id": 1}\n' + b"\n" * (4 << 20) + b'{"id": 2}\n')
    found = outcome([write(tmp_path / f"a.ndjson{packed}", bomb)])
    assert found[0] == (b'{"id": 1}', 1)
    assert [code for code, _ in found[1:]] == ["SOURCE-BOMB"]
    assert outcome([write(tmp_path / f"a.json{packed}", bomb)]) == [("SOURCE-BOMB", None)]
    assert outcome(["-"], io.BytesIO(bomb))[-1][0] == "SOURCE-BOMB"


def good(number: int) -> bytes:
    return b'{"format":"paipu/1","id":"%d","sheet":"shengji","hands":[]}\n' % number


def streamed(raw: bytes) -> Readable:
    return Endless(repeat(raw * 100))


@pytest.mark.parametrize("packed", PACK)
@pytest.mark.parametrize("blank", [b"\n", b" \n", b"\r\n\t"])
def test_blank_lines_cost_next_to_nothing_and_are_counted(tmp_path: Path, packed: str, blank: bytes) -> None:
    lines = blank * ((10 << 20) // len(blank))
    path = write(tmp_path / f"a.ndjson{packed}", PACK[packed](lines + good(1)))
    began = process_time()
    (record,) = records([path])
    assert process_time() - began < 1.5
    assert record.line == lines.count(b"\n") + 1
    if not packed:
        assert record.place == (str(path), len(lines) if blank.endswith(b"\n") else len(lines) - 1)


@pytest.mark.parametrize(
    "line", [b"y\n", b"{}\n", b'"paipu/1"\n', b'{"format":"paipu/2","id":"1","sheet":"shengji","hands":[]}\n']
)
def test_no_more_is_read_of_what_is_no_file_of_records(tmp_path: Path, line: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_FOREIGN", 50)
    path = write(tmp_path / "a.ndjson", (line + good(1)) * 100)
    found = outcome([path])
    assert found[-1] == ("SOURCE-FOREIGN", 101)
    assert len(found) == 101
    assert outcome(["-"], streamed(line))[-1] == ("SOURCE-FOREIGN", 51)


@pytest.mark.parametrize("packed", [".gz", ".zst"])
def test_a_packed_source_holds_no_more_than_its_size_lets_expect(
    tmp_path: Path, packed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "RECORDS_FREE", 100)
    lines = b"".join(NAMED % each for each in range(10_000_000, 10_000_400))
    path = write(tmp_path / f"a.ndjson{packed}", PACK[packed](lines))
    assert outcome([path])[100:] == [("SOURCE-DENSE", 101)]
    assert outcome(["-"], io.BytesIO(PACK[packed](lines)))[-1] == ("SOURCE-DENSE", 101)
    assert len(outcome([write(tmp_path / "a.ndjson", lines)])) == 400
    monkeypatch.setattr(source, "PACKED_FREE", -300 * source.BYTES_A_RECORD)
    assert len(outcome([path])) == 400
    monkeypatch.setattr(source, "VALUES_FREE", 400)
    monkeypatch.setattr(source, "VALUES_A_BYTE", 0)
    assert outcome([path])[-1] == ("SOURCE-DENSE", 58)  # seven commas each


SEATED = b'"seats":{"E":{"id":"1"},"N":{"id":"2"},"S":{"id":"3"},"W":{"id":"4"}}'
NAMED = b'{"format":"paipu/1","id":"%d","sheet":"shengji",' + SEATED + b',"hands":[]}\n'
FINISHED = b'{"no":1,"claims":{"finish":"ENWS"}}'


def test_a_source_that_tells_next_to_nothing_is_read_no_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "RECORDS_FREE", 100)
    lines = b"".join(map(good, range(400)))
    path = write(tmp_path / "a.ndjson", lines)
    for found in (outcome([path]), outcome(["-"], io.BytesIO(lines))):
        assert found[-1][0] == "SOURCE-BARE"
        assert 100 < len(found) < 300
    named = b"".join(NAMED % each for each in range(10_000_000, 10_000_400))
    assert len(outcome([write(tmp_path / "named.ndjson", named)])) == 400
    hands = {
        each: good(1).replace(b"[]", b"[%s]" % b",".join([each] * 60)) * 40
        for each in (FINISHED, b'{"no":1}', b'{"\\u006eo":1}')
    }
    kept, *bare = [outcome([write(tmp_path / "hands.ndjson", made)]) for made in hands.values()]
    assert len(kept) == 40
    assert {found[-1][0] for found in bare} == {"SOURCE-BARE"}


def test_a_packed_source_holds_so_many_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "HANDS_FREE", 1000)
    lines = good(1).replace(b"[]", b"[%s]" % b",".join([FINISHED] * 60)) * 40
    assert outcome([write(tmp_path / "a.ndjson.gz", gzip.compress(lines))])[16:] == [("SOURCE-DENSE", 17)]


@pytest.mark.parametrize("piece", [bytes(1 << 16), b"\n" * (1 << 16), b" " * (1 << 16)], ids=["zeros", "newlines", "spaces"])
def test_standard_input_without_end_ends_at_the_bound(monkeypatch: pytest.MonkeyPatch, piece: bytes) -> None:
    monkeypatch.setattr(source, "MAX_STREAM", 40 << 20)
    peak = peak_of(lambda: outcome(["-"], Endless(chain([piece], repeat(piece)))))
    assert peak < 6 * MAX_RECORD  # what is held to tell a document from lines, once more as it is read
    (found,) = read(["-"], Endless(chain([piece], repeat(piece))))
    assert isinstance(found, Rejection)
    assert found.code == "SOURCE-ENDLESS"
    assert "0 GiB" in found.message.en  # the bound that was set for this test
    monkeypatch.setattr(source, "MAX_STREAMED", 100)
    assert outcome(["-"], streamed(good(1)))[100:] == [("SOURCE-STREAMED", 101)]


def test_a_pipe_that_is_named_ends_at_the_bound_and_a_file_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_STREAMED", 100)
    assert len(outcome([write(tmp_path / "a.ndjson", good(1) * 200)])) == 200
    os.mkfifo(pipe := tmp_path / "pipe.ndjson")

    def feed() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as stream:
            while True:
                stream.write(good(1) * 100)

    feeding = Thread(target=feed)
    feeding.start()
    assert outcome([pipe])[100:] == [("SOURCE-STREAMED", 101)]
    feeding.join(10)
    assert not feeding.is_alive()


def test_a_device_by_any_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "zero.ndjson").symlink_to("/dev/zero")
    assert outcome([tmp_path / "zero.ndjson"]) == [("SOURCE-SPECIAL", None)]


def test_the_mark_of_a_record_is_its_format() -> None:
    assert json.loads(source.MARK) == FORMAT
    assert len(good(1)) > source.LEAST_RECORD


@pytest.mark.deep
@pytest.mark.parametrize("packed", [".gz", ".zst"])
def test_a_bomb_in_one_record_takes_no_memory(tmp_path: Path, packed: str) -> None:
    path = write(tmp_path / f"a.ndjson{packed}", PACK[packed](bytes(256 << 20) + b"\n{}"))
    assert peak_of(lambda: outcome([path])) < 6 * MAX_RECORD
    assert outcome([path]) == [("SOURCE-BOMB", 1)]


def test_memory_does_not_grow_with_the_input() -> None:
    line = b'{"id": "' + b"x" * 4000 + b'"}\n'

    def work(count: int) -> Callable[[], object]:
        return lambda: sum(1 for _ in read(["-"], Endless(line * 16 for _ in range(count))))

    assert peak_of(work(2000)) < 2 * peak_of(work(20)) + 65_536


@pytest.mark.deep
@pytest.mark.parametrize("packed", PACK)
def test_a_line_of_a_gigabyte_is_refused_and_never_held(tmp_path: Path, packed: str) -> None:
    path = tmp_path / f"a.ndjson{packed}"
    openers: dict[str, Callable[[], IO[bytes]]] = {
        "": lambda: path.open("wb"),
        ".gz": lambda: cast(IO[bytes], gzip.open(path, "wb")),  # noqa: SIM115 - closed below, as the others are
        ".zst": lambda: cast(IO[bytes], zstandard.open(path, "wb")),
    }
    with openers[packed]() as file:
        for piece in lines_of((1 << 30) + (1 << 26)):
            file.write(piece)
    found: list[tuple[str | bytes, int | None]] = []
    assert peak_of(lambda: found.extend(outcome([path]))) < 6 * MAX_RECORD
    rest = [("SOURCE-BOMB", 2)] if packed else [("RECORD-SIZE", 2), (b'{"id": 2}', 3)]  # one byte over and over packs too well
    assert found == [(b'{"id": 1}', 1), *rest]


def test_every_reason_of_a_source_is_tried_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [code for code in REASONS if code.startswith("SOURCE-") and f'"{code}"' not in text] == []
