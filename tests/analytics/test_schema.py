"""Migrations: every step in order or none, data kept, and an old warehouse ends up as a new one is made."""

from pathlib import Path

import duckdb
import pytest

from analytics import schema
from analytics import tallies as tallies_module
from analytics.errors import OtherSchemaError
from analytics.pipeline import load
from analytics.reader import Reader
from analytics.rows import ROW_TYPES
from analytics.schema import Migration
from analytics.verify import verify
from analytics.warehouse import Warehouse
from tests.analytics import records
from tests.analytics.made import commit, tables
from tests.tables.warehouse import fresh

FIRST_SCHEMA = Path(__file__).with_name("schema_1.sql")
STEPS = (
    Migration(2, "the weather", "ALTER TABLE matches ADD COLUMN weather VARCHAR DEFAULT 'fine'"),
    Migration(
        3,
        "a longer word",
        "ALTER TABLE matches RENAME COLUMN weather TO sky; COMMENT ON COLUMN matches.sky IS 'The sky';",
    ),
)
TABLE_COLUMNS = """
    SELECT columns.table_name, column_name, columns.data_type, is_nullable, columns.comment
    FROM duckdb_columns() AS columns
    SEMI JOIN duckdb_tables() AS tables USING (table_name)
    ORDER BY ALL
"""
TABLE_COMMENTS = "SELECT table_name, comment FROM duckdb_tables() ORDER BY ALL"


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A warehouse of schema 1, with a match."""
    set_migrations(monkeypatch, ())
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
    return tmp_path


def set_migrations(monkeypatch: pytest.MonkeyPatch, steps: tuple[Migration, ...]) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", steps)


def test_an_older_warehouse_takes_every_step_in_order(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_migrations(monkeypatch, STEPS)
    with pytest.raises(OtherSchemaError, match="brings it up to date"):
        Reader(old)
    Warehouse.open(old).close()
    reader = Reader(old)
    assert reader.query("SELECT match, sky FROM matches ORDER BY match").rows() == [("m1", "fine")]
    assert reader.query("SELECT schema_version, generation FROM warehouse").rows() == [(3, 2)]


def test_a_step_is_taken_once(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_migrations(monkeypatch, STEPS[:1])
    Warehouse.open(old).close()
    set_migrations(monkeypatch, STEPS)
    for _ in range(2):
        Warehouse.open(old).close()
    assert Reader(old).query("SELECT schema_version, generation FROM warehouse").rows() == [(3, 3)]


def test_a_step_that_fails_undoes_those_before_it(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_migrations(monkeypatch, (*STEPS, Migration(4, "a mistake", "ALTER TABLE matches DROP COLUMN nothing")))
    with pytest.raises(duckdb.Error):
        Warehouse.open(old)
    set_migrations(monkeypatch, ())
    with Warehouse.open(old) as opened:
        commit(opened, tables(2))
    reader = Reader(old)
    assert "sky" not in reader.query("FROM latest_matches").columns
    assert reader.query("SELECT match FROM latest_matches").rows() == [("m1",), ("m2",)]


def test_a_newer_warehouse_is_refused(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_migrations(monkeypatch, STEPS)
    Warehouse.open(old).close()
    set_migrations(monkeypatch, STEPS[:1])
    for opening in (Warehouse.open, Reader):
        with pytest.raises(OtherSchemaError, match="use the newer paipu"):
            opening(old)


@pytest.mark.parametrize("numbers", [(3,), (1,), (2, 2), (3, 2), (2, 4)])
def test_steps_are_numbered_without_a_gap(numbers: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    set_migrations(monkeypatch, tuple(Migration(number, "", "") for number in numbers))
    with pytest.raises(ValueError, match="without a gap"):
        schema.schema_version()


def test_the_first_schema_and_the_steps_since_make_the_schema_of_today() -> None:
    """When this fails after a change of a table: write a migration, and leave schema_1.sql as it is."""
    migrated = duckdb.connect()
    migrated.execute(FIRST_SCHEMA.read_text(encoding="utf-8"))
    migrated.execute("INSERT INTO warehouse VALUES (1, 0)")
    schema.migrate(migrated, 1)
    today = fresh()
    assert schema.found_version(today) == schema.schema_version()
    for question in (TABLE_COLUMNS, TABLE_COMMENTS):
        assert migrated.execute(question).fetchall() == today.execute(question).fetchall()


def test_the_batches_of_an_older_warehouse_are_tallied_as_they_are(tmp_path: Path) -> None:
    """What a batch that was loaded under schema 2 has, `paipu verify` can tell from then on."""
    old_file(tmp_path, records.write_ndjson(tmp_path / "in.ndjson", range(4)))
    with Warehouse.open(tmp_path / "old") as opened:
        tallied = opened._con.execute("SELECT * EXCLUDE (hashed) FROM tallies ORDER BY ALL").fetchall()
        assert opened._con.execute("FROM warehouse").fetchall() == [(schema.schema_version(), 2, 1)]
        assert tallies_module.comparable(opened._con)
        load([str(records.write_ndjson(tmp_path / "more.ndjson", range(4, 6)))], opened)
    assert verify(tmp_path / "old").damage == ()
    with Warehouse.open(tmp_path / "new") as opened:
        load([str(tmp_path / "in.ndjson")], opened)
        now = opened._con.execute(
            "SELECT * EXCLUDE (hashed) FROM tallies WHERE table_name <> 'batches' ORDER BY ALL"
        ).fetchall()
    assert now == [row for row in tallied if row[1] != "batches"]


def old_file(folder: Path, source: Path) -> None:
    """A warehouse as schema 2 had it, with the rows of a load of today."""
    with Warehouse.open(folder / "made") as opened:
        load([str(source)], opened)
    (folder / "old").mkdir()
    old = duckdb.connect(str(folder / "old" / "writer.duckdb"))
    old.execute(FIRST_SCHEMA.read_text(encoding="utf-8"))
    old.execute("INSERT INTO warehouse VALUES (2, 1)")
    old.execute(f"ATTACH '{folder / 'made' / 'writer.duckdb'}' AS made (READ_ONLY)")
    for name in ("batches", *ROW_TYPES):
        newer = " EXCLUDE (follows_from)" if name == "findings" else ""
        old.execute(f"INSERT INTO {name} BY NAME SELECT *{newer} FROM made.{name}")  # noqa: S608 - names of ours
    old.close()


def test_every_view_is_in_order() -> None:
    for name in schema.VIEWS:
        assert "\nORDER BY " in schema.sql_text(name).partition("COMMENT ON VIEW")[0], name
