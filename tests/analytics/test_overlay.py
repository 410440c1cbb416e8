"""The log of rulings in the warehouse: as computed, as ruled, audited again when the log has changed, and given back."""

import json
from pathlib import Path
from typing import Any

import pytest

from paipu.analytics.errors import BrokenLogError
from paipu.analytics.pipeline import LoadSummary, load
from paipu.analytics.ratings import history
from paipu.analytics.reader import Reader
from paipu.analytics.rulings import Given, On, confirm, read_log
from paipu.analytics.rulings.disk import head_of
from paipu.analytics.verify import verify
from paipu.analytics.warehouse import Warehouse
from paipu.samples import to_line
from tests.analytics.records import raw, write_ndjson
from tests.analytics.ruler import parsed, put
from tests.made import must_parse, sample

RULED = parsed(1)
ENTRY = {"hand": 1, "at": "2.1", "seat": "E", "clause": "SJ-1", "effect": {"points": {"EW": -15}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_ndjson(tmp_path / "cup.ndjson", range(6))
    loaded(tmp_path)
    return tmp_path


def loaded(folder: Path, *names: str, workers: int = 1) -> LoadSummary:
    with Warehouse.open(folder / "cup") as warehouse:
        return load([str(folder / name) for name in names or ("cup.ndjson",)], warehouse, workers=workers, batch_inputs=2)


def rule(folder: Path, **given: Any) -> str:
    asked = {"act": "issue", "by": "王", "reason": "露牌", "on": On.of(RULED), "ruling": ENTRY, **given}
    return put(folder / "rulings.ndjson", Given(**asked)).id


def penalties(folder: Path) -> list[tuple[int, int, int, int]]:
    """As computed, as ruled, findings, rulings, of each match."""
    sql = """
        SELECT penalties, ruled_penalties, findings, rulings
        FROM results JOIN matches USING (record_sha256) ORDER BY results.match
        """
    return [tuple(row) for row in Reader(folder / "cup").query(sql).iter_rows()]


def contents(folder: Path) -> list[list[tuple[Any, ...]]]:
    """Everything that an audit says, but for the batch that it came with."""
    tables = ("findings", "computed", "hand_sides", "match_sides", "match_results", "rulings", "claims_compared")
    reader = Reader(folder / "cup")
    found = [reader.query(f"SELECT * FROM {name} ORDER BY ALL") for name in tables]  # noqa: S608 - names of ours
    return [sorted(frame.drop("batch", strict=False).rows(), key=repr) for frame in found]


def test_a_load_lays_the_log_over_what_is_there_and_a_withdrawal_gives_it_back(folder: Path) -> None:
    before, plain = penalties(folder), contents(folder)
    id_ = rule(folder)
    summary = loaded(folder)
    assert (summary.read, summary.ruled, summary.replaced, summary.already_loaded) == (7, 1, 1, 6)
    now = penalties(folder)
    assert now[0] == before[0]
    assert now[2:] == before[2:]
    assert before[1][:2] == (0, 0)
    assert abs(now[1][1]) == 15
    assert (now[1][0], now[1][3]) == (0, 1)
    told = Reader(folder / "cup").query("SELECT source, ruling, trick, play, effect, state, author, note FROM rulings")
    assert told.rows() == [("log", id_, 2, 1, '{"points": {"EW": -15}}', "issued", "王", "露牌")]
    assert loaded(folder).ruled == 0
    rule(folder, act="appeal", id=id_, on=None, ruling=None)
    assert loaded(folder).ruled == 1  # it stands otherwise, and counts all the same
    assert penalties(folder) == now
    rule(folder, act="withdraw", id=id_, on=None, ruling=None)
    assert loaded(folder).ruled == 1
    assert penalties(folder) == before
    assert contents(folder) == plain
    assert verify(folder / "cup").sound


def test_ratings_go_by_who_has_won_as_ruled(folder: Path) -> None:
    def won() -> dict[str, str]:
        rated = history(Reader(folder / "cup")).filter(match=RULED.record.id)
        return dict(rated.select("unit", "result").rows())

    before = won()
    for winner, told in (("EW", ("won", "lost")), ("NS", ("lost", "won"))):
        id_ = rule(folder, ruling={"effect": {"winner": winner}})
        loaded(folder)
        assert won() == dict(zip(("p1E + p1W", "p1N + p1S"), told, strict=True))
        rule(folder, act="withdraw", id=id_, on=None, ruling=None)
    loaded(folder)
    assert won() == before


def test_records_that_come_after_their_ruling_are_ruled_at_once_and_workers_change_nothing(tmp_path: Path) -> None:
    write_ndjson(tmp_path / "cup.ndjson", range(6))
    rule(tmp_path)
    assert loaded(tmp_path, workers=2).ruled == 0
    assert [row[3] for row in penalties(tmp_path)] == [0, 1, 0, 0, 0, 0]


def test_what_is_ruled_is_audited_again_though_it_is_not_among_the_inputs(folder: Path) -> None:
    write_ndjson(folder / "other.ndjson", range(6, 7))
    rule(folder)
    summary = loaded(folder, "other.ndjson")
    assert (summary.read, summary.ruled, summary.already_loaded) == (2, 1, 0)
    where = Reader(folder / "cup").query("SELECT source, line FROM latest_matches WHERE match = 'test/1'").rows()
    assert where == [(str(folder / "cup.ndjson"), 2)]


def changed_by_rulings(reader: Reader) -> list[tuple[str, str]]:
    """What records wrote and no longer is so, by field and verdict."""
    sql = "SELECT field, verdict FROM claims_compared WHERE verdict IN ('ruled', 'differs') ORDER BY ALL"
    return [tuple(row) for row in reader.query(sql).iter_rows()]


@pytest.mark.parametrize(
    ("sheet", "effects"),
    [
        ("shengji", [{"points": {"EW": -300}}, {"levels": {"NS": 3}}, {"loser": "EW"}, {"void": True}]),
        ("guandan-js2023", [{"double": "EW"}, {"loser": "NS"}, {"fault": {"kind": "signal"}}]),
        ("daguai", [{"points": {"135": 4}}, {"loser": "246"}]),
    ],
)
def test_what_a_ruling_changes_is_no_error_of_the_record(tmp_path: Path, sheet: str, effects: list[dict[str, Any]]) -> None:
    """Old claims differ from it, and hands after it no longer fit; the record was right when it was written."""
    [made] = sample(3, 1, 0.0, sheet=sheet, hands=3)
    (tmp_path / "cup.ndjson").write_bytes(to_line(made))
    record = must_parse(to_line(made).strip())
    loaded(tmp_path)
    found = "SELECT code, pointer FROM findings WHERE severity = 'error' OR code LIKE 'CLAIM-%' ORDER BY ALL"
    reader = Reader(tmp_path / "cup")
    before, told = reader.query(found).rows(), changed_by_rulings(reader)
    changed = 0
    for effect in effects:
        seat = record.record.hands[0].lead or "E" if sheet != "daguai" else "1"
        ruling = {"hand": 1, "at": "1.1", "seat": seat, "effect": effect}
        id_ = rule(tmp_path, on=On.of(record), ruling=ruling)
        assert loaded(tmp_path).ruled == 1
        assert reader.query(found).rows() == before, effect
        now = changed_by_rulings(reader)
        assert [row for row in now if row[1] == "differs"] == [row for row in told if row[1] == "differs"]
        changed += sum(verdict == "ruled" for _, verdict in now)
        rule(tmp_path, act="withdraw", id=id_, on=None, ruling=None)
    assert changed > 0
    loaded(tmp_path)
    assert changed_by_rulings(reader) == told


def test_a_claim_that_was_wrong_before_its_ruling_stays_so(tmp_path: Path) -> None:
    given = raw(1)
    document = json.loads(given.raw)
    document["hands"][0]["claims"] = {"attackers": 5}
    line = json.dumps(document, ensure_ascii=False).encode()
    made = must_parse(line, given)
    (tmp_path / "cup.ndjson").write_bytes(line + b"\n")
    loaded(tmp_path)
    found = "SELECT code, expected, fingerprint FROM findings WHERE code = 'CLAIM-ATTACKERS' ORDER BY ALL"
    before = Reader(tmp_path / "cup").query(found).rows()
    assert len(before) == 1
    rule(tmp_path, on=On.of(made), ruling={"hand": 1, "effect": {"points": {"NS": -5, "EW": -5}}})
    loaded(tmp_path)
    assert Reader(tmp_path / "cup").query(found).rows() == before
    assert ("attackers", "differs") in changed_by_rulings(Reader(tmp_path / "cup"))


def test_what_is_audited_anew_after_a_ruling_is_no_load(folder: Path) -> None:
    sums = "SELECT count(*), sum(read), sum(accepted), sum(already_loaded) FROM loads"
    before = Reader(folder / "cup").query(sums).rows()
    rule(folder)
    with Warehouse.open(folder / "cup") as warehouse:
        load([], warehouse)
    assert Reader(folder / "cup").query(sums).rows() == before
    assert abs(penalties(folder)[1][1]) == 15
    assert Reader(folder / "cup").query("SELECT count(*) FROM batches WHERE load = 0").item() == 1
    assert verify(folder / "cup").sound


def test_a_load_refuses_a_log_that_was_changed_or_is_gone(folder: Path) -> None:
    rule(folder)
    loaded(folder)
    log = folder / "rulings.ndjson"
    content = log.read_bytes()
    log.write_bytes(content.replace("露牌".encode(), "误牌".encode()))
    with pytest.raises(BrokenLogError, match="line 1 was changed"):
        loaded(folder)
    log.unlink()
    with pytest.raises(BrokenLogError, match="line 1 on it is gone"):
        loaded(folder)
    head_of(log).unlink()
    with pytest.raises(BrokenLogError, match="line 1 on, lines are gone or others: the warehouse has seen 1"):
        loaded(folder)


def test_a_load_refuses_a_log_that_does_not_go_on_from_what_the_warehouse_has_seen(folder: Path) -> None:
    log, head = folder / "rulings.ndjson", head_of(folder / "rulings.ndjson")
    rule(folder)
    first = log.read_bytes(), head.read_bytes()
    rule(folder, ruling={**ENTRY, "at": "3.1"})
    loaded(folder)
    seen = read_log(log).mark
    assert Reader(folder / "cup").log_seen == seen
    for path, content in zip((log, head), first, strict=True):  # cut together with its head: alone it is sound
        path.write_bytes(content)
    assert read_log(log).mark.lines == 1
    with pytest.raises(BrokenLogError, match="line 2 on, lines are gone or others: the warehouse has seen 2"):
        loaded(folder)
    rule(folder, ruling={**ENTRY, "at": "4.1"})
    with pytest.raises(BrokenLogError, match="line 2 on"):
        loaded(folder)
    confirm(log, read_log(log).mark.sha256, "王", "备份只到那天", seen.sha256)
    assert loaded(folder).ruled == 1
    assert Reader(folder / "cup").log_seen == read_log(log).mark
    assert verify(folder / "cup").sound
