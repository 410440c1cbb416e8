"""What a reader makes of parts whose bytes have changed: damage, said with what to do, and never a fault of another kind."""

import random
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from paipu.analytics.damage import damaged
from paipu.analytics.errors import UnusableError
from paipu.analytics.manifest import PARTS
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from tests.analytics.made import commit, tables


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    with Warehouse.open(tmp_path / "cup") as opened:
        commit(opened, tables(*range(40)))
    return tmp_path / "cup"


def page_header(content: bytearray, chance: random.Random) -> None:
    content[4:12] = chance.randbytes(8)


def end(content: bytearray, _chance: random.Random) -> None:
    content[-4:] = b"PAR2"


def name(content: bytearray, _chance: random.Random) -> None:
    """A column is called otherwise, which reads as if it had been asked for wrongly."""
    content[:] = content.replace(b"engine_version", b"engine_versiom")


def anywhere(content: bytearray, chance: random.Random) -> None:
    """Within what tells of the columns, or in one place of all."""
    near = chance.choice((400, len(content)))
    for _ in range(chance.choice((1, 20))):
        content[-chance.randrange(9, near)] = chance.randrange(256)


def asked(directory: Path, *tables: str) -> UnusableError | None:
    """What stands in the way of all rows of some tables; None where they are answered."""
    try:
        reader = Reader(directory)
        for each in tables:
            reader.query(f"SELECT * FROM {each} ORDER BY ALL")  # noqa: S608 - names of ours
    except UnusableError as fault:
        return fault
    return None


@pytest.mark.parametrize("change", [page_header, end, name])
def test_a_changed_part_is_damage_whatever_the_library_calls_it(
    cup: Path, change: Callable[[bytearray, random.Random], None]
) -> None:
    part = cup / PARTS / "1-1.matches.parquet"
    was = part.read_bytes()
    for seed in range(4):
        content = bytearray(was)
        change(content, random.Random(seed))
        part.write_bytes(content)
        fault = asked(cup, "stored.matches", "latest_matches", "results")
        assert fault is not None
        assert fault.refusal == "other"
        assert "put parts back from a backup" in fault.message.en
        assert str(cup) not in fault.said
    part.write_bytes(was)
    assert asked(cup, "stored.matches", "latest_matches", "results") is None


@pytest.mark.parametrize("times", [24, pytest.param(3_000, marks=pytest.mark.deep)])
def test_a_byte_that_is_changed_anywhere_is_read_or_is_damage(cup: Path, times: int) -> None:
    found = sorted((cup / PARTS).iterdir())
    faults = []
    for seed in range(times):
        chance = random.Random(seed)
        part = chance.choice(found)
        was = part.read_bytes()
        content = bytearray(was)
        anywhere(content, chance)
        part.write_bytes(content)
        faults.append(asked(cup, f"stored.{part.name.split('.')[1]}"))
        part.write_bytes(was)
    assert any(faults)
    assert all(str(cup) not in fault.said for fault in faults if fault)


def test_damage_that_is_repaired_is_none_for_a_reader_that_met_it(cup: Path) -> None:
    reader, part = Reader(cup), cup / PARTS / "1-1.matches.parquet"
    was = part.read_bytes()
    content = bytearray(was)
    content[4:12] = b"\xff" * 8
    part.write_bytes(content)
    for _ in range(2):
        with pytest.raises(UnusableError):
            reader.query("FROM stored.matches")
    part.write_bytes(was)
    assert reader.query("FROM stored.matches").height == 40


def test_a_mistake_of_who_asks_is_no_damage_of_what_is_as_written(cup: Path) -> None:
    reader = Reader(cup)
    for sql in ("SELECT nothing FROM stored.matches", "SELECT CAST(match AS BIGINT) FROM stored.matches", "FROM nowhere"):
        with pytest.raises(duckdb.Error):
            reader.query(sql)
    for fault in (KeyError("sheet"), OSError(28, "No space left on device", str(cup.parent)), ValueError("not a number")):
        assert not damaged(fault, cup)


def test_any_fault_is_damage_where_a_part_is_not_as_it_was_written(cup: Path) -> None:
    part = cup / PARTS / "1-1.matches.parquet"
    content = bytearray(part.read_bytes())
    content[-20] ^= 1
    part.write_bytes(content)
    assert damaged(KeyError("sheet"), cup)
    assert damaged(OSError("Couldn't deserialize thrift: TProtocolException: Invalid data"), cup)
    assert damaged(PermissionError(13, "Permission denied", str(part)), cup)
    assert not damaged(PermissionError(13, "Permission denied", str(cup.parent)), cup)
    assert not damaged(duckdb.PermissionException("a reader answers SELECT and nothing else"), cup)


def test_a_piece_and_a_cursor_say_damage_alike(cup: Path) -> None:
    part = cup / PARTS / "1-1.matches.parquet"
    reader, content = Reader(cup), bytearray(part.read_bytes())
    content[4:12] = b"\xff" * 8
    part.write_bytes(content)
    with pytest.raises(UnusableError):
        list(reader.pieces("FROM stored.matches"))
    with pytest.raises(UnusableError), reader.cursor() as cursor:
        cursor.execute("FROM stored.matches").fetchall()
