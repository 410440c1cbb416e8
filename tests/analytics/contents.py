"""Everything that a warehouse answers, for tests that compare two of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paipu.analytics.reader import Reader
from paipu.analytics.schema import TABLES, VIEWS, sql_text

Contents = Mapping[str, list[tuple[Any, ...]]]


def contents(directory: Path | Reader) -> Contents:
    """The rows of every table, but for those about files: what is asked of these alone is the same if they are."""
    reader = directory if isinstance(directory, Reader) else Reader(directory)
    told = [name for name in TABLES if name not in ("warehouse", "parts")]
    return {name: reader.query(f"SELECT * FROM {name} ORDER BY ALL").rows() for name in told}  # noqa: S608 - names of ours


def answers(directory: Path | Reader) -> Contents:
    """The rows of every view, sorted unless it has an order of its own."""
    reader = directory if isinstance(directory, Reader) else Reader(directory)
    order = {name: "" if "\nORDER BY " in sql_text(name) else " ORDER BY ALL" for name in VIEWS}
    return {name: reader.query(f"FROM {name}{order[name]}").rows() for name in VIEWS}


def apart_from_loads(directory: Path) -> Contents:
    """The same without what tells one load from two: their numbers and times."""
    reader = Reader(directory)
    batches = reader.query("SELECT * EXCLUDE (load, loaded_at) FROM batches ORDER BY batch").rows()
    skipped = {"batches", "reconciliation", "loads"}
    return {**{name: rows for name, rows in contents(reader).items() if name not in skipped}, "batches": batches}


def faults(directory: Path) -> list[str]:
    """Ways in which a warehouse contradicts itself: batches that do not add up, rows that miss their parents."""
    reader = Reader(directory)
    checks = {
        "a batch does not hold": "SELECT batch FROM reconciliation WHERE NOT holds ORDER BY batch",
        "a match has not all its hands": """
            SELECT match FROM matches
            WHERE hands <> (SELECT count(*) FROM hands WHERE hands.record_sha256 = matches.record_sha256)
            ORDER BY match""",
        "a match has not all its plays": """
            SELECT match FROM matches
            WHERE plays <> (SELECT count(*) FROM plays WHERE plays.record_sha256 = matches.record_sha256)
            ORDER BY match""",
        "a match has not all its findings": """
            SELECT match FROM matches
            WHERE findings <> (SELECT count(*) FROM findings WHERE findings.record_sha256 = matches.record_sha256)
            ORDER BY match""",
        "a match has not its bytes once": """
            SELECT match FROM matches
            WHERE 1 <> (SELECT count(*) FROM records WHERE records.record_sha256 = matches.record_sha256)
            ORDER BY match""",
        "a hand is without its match": "SELECT hand FROM hands ANTI JOIN matches USING (record_sha256, batch) ORDER BY ALL",
        "a play is without its hand": """
            SELECT hand FROM plays ANTI JOIN hands USING (record_sha256, batch, hand_index) ORDER BY ALL""",
        "a record was audited twice": """
            SELECT record_sha256 FROM (SELECT record_sha256 FROM matches UNION ALL SELECT record_sha256 FROM quarantine)
            GROUP BY record_sha256 HAVING count(*) > 1 ORDER BY record_sha256""",
    }
    return [what for what, sql in checks.items() if not reader.query(sql).is_empty()]
