"""Where findings of a warehouse stand: the line of the event's file, the cell of a score sheet; the same as `audit` says."""

import json
from pathlib import Path

from paipu.analytics.located import places
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from paipu.ingest.event_source import EventFile, line_at, read_event
from paipu.ingest.scoresheet import Reading, read, to_line
from tests.made import event_of

SHEET = "规则,赛事,阶段,轮次,桌号,东西队,南北队,副,头游,二游,三游,末游,东西级数,南北级数\n"


def test_a_line_is_that_of_the_value_or_of_the_nearest_above_it() -> None:
    raw = b'{"a": 1,\n "b": [2,\n {"c": 3}]}'
    assert [line_at(raw, "x/event.json", each) for each in ("/b/1/c", "/b/1/none", "/nowhere", "")] == [
        "event.json:3",
        "event.json:3",
        None,
        None,
    ]
    assert line_at(raw.replace(b"\n", b""), "event.json", "/b") is None  # of one line the pointer tells more


def test_findings_have_their_line_or_their_cell(tmp_path: Path) -> None:
    document, _ = event_of("groups", 3)
    event = tmp_path / "event.json"
    event.write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")
    hand = f"guandan-3,{document['id']},preliminary,1,1,甲,乙,1,东,西,南,北,5,3\n"
    found = read((SHEET + hand).encode(), "group.csv")
    assert isinstance(found, Reading)
    (tmp_path / "all.ndjson").write_bytes(b"\n".join(map(to_line, found.documents)) + b"\n")
    given = read_event(str(event))
    assert isinstance(given, EventFile)
    with Warehouse.open(tmp_path / "w") as warehouse:
        load([str(tmp_path / "all.ndjson")], warehouse, event=given)
    reader = Reader(tmp_path / "w")
    rows = reader.query("SELECT * FROM event_audit ORDER BY match NULLS FIRST, position").rows(named=True)
    told = {(row["code"], row["pointer"]): cell for row, cell in zip(rows, places(reader, rows), strict=True)}
    assert told["CLAIM-LEVELS", "/hands/0/claims/levels"] == "group.csv:N2"  # the side that is not as it should be
    missing = {pointer: cell for (code, pointer), cell in told.items() if code == "EVENT-MISSING"}
    assert missing
    for pointer, cell in missing.items():
        stage, number, table = (int(each) for each in pointer.split("/")[2::2])
        due = json.dumps(document["stages"][stage]["rounds"][number]["tables"][table]["table"], ensure_ascii=False)
        line = event.read_text("utf-8").splitlines()[int((cell or "").rpartition(":")[2]) - 1 :][:2]
        assert due in "".join(line), cell
