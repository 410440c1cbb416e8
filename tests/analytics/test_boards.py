"""Boards in the warehouse and on the page: the same there as from the records, side by side, each link to its ply."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from paipu.analytics.event_view import PLAYS, Group, apart, groups
from paipu.analytics.events import matches_of
from paipu.analytics.reader import Reader, connect
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.events import IN_ORDER
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.event.standings import standings
from paipu.samples.document import record_of, to_line
from tests.analytics.test_events import check, event_file, into, written
from tests.made import event_of

Document = dict[str, Any]


@pytest.fixture(scope="module")
def played() -> tuple[Document, list[Document]]:
    """An event of boards; one table has other cards, one board is void by a ruling and has no adjusted score yet."""
    document, records = event_of("duplicate", 3)
    document.pop("published")
    deal = records[2]["hands"][0]["deal"]
    mine, theirs = deal["N"].split(), deal["S"].split()
    at, to = next((a, b) for a, x in enumerate(mine) for b, y in enumerate(theirs) if x not in theirs and y not in mine)
    mine[at], theirs[to] = theirs[to], mine[at]
    deal |= {"N": " ".join(mine), "S": " ".join(theirs)}
    records[4]["rulings"] = [{"id": "r1", "hand": 1, "effect": {"void": True}, "state": "issued"}]
    return document, records


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory, played: tuple[Document, list[Document]]) -> Path:
    folder = tmp_path_factory.mktemp("boards")
    into(folder / "w", [written(folder, "all.ndjson", *played[1])], event_file(folder, played[0]))
    return folder / "w"


def shown(stored: Path) -> Group:
    reader = Reader(stored)
    tables = {name: reader.query(f"FROM {name} ORDER BY {order}").rows(named=True) for name, order in IN_ORDER.items()}
    (group,) = groups(tables, "computed")
    return group


def test_matches_and_findings_are_those_of_the_records(stored: Path, played: tuple[Document, list[Document]]) -> None:
    check(stored)
    document, records = played
    parsed = parse_event(to_line(document), Place())
    assert isinstance(parsed, ParsedEvent)
    matches = [match_of(each, audit(each)) for each in map(record_of, records)]
    with Warehouse.open(stored) as warehouse, connect(stored, warehouse.manifest) as con:
        kept = matches_of(con, parsed.event)
    boards = {match.id: match.boards for match in matches}
    assert {match.id: match.boards for match in kept} == boards
    found = Reader(stored).query("SELECT code, match, seat FROM event_findings WHERE kind <> 'open' ORDER BY position").rows()
    assert found == [("EVENT-BOARD-CARD", records[2]["id"], seat) for seat in "NS"]
    (table,) = standings(parsed.event, matches, "computed")
    sql = "SELECT entrant, board_points FROM standings WHERE account = 'computed' ORDER BY position"
    assert Reader(stored).query(sql).rows() == [(row.entrant, row.figures["board_points"]) for row in table.rows]


def test_the_tables_of_a_board_stand_side_by_side(stored: Path, played: tuple[Document, list[Document]]) -> None:
    group = shown(stored)
    assert [board.name for board in group.boards] == [str(no) for no in range(1, 11)]
    assert {len(board.tables) for board in group.boards} == {3}
    void = next(one for board in group.boards for one in board.tables if one.match == played[1][4]["id"])
    assert (void.result, void.points) == ((None, None), (None, None))
    first = group.boards[1]
    assert sum(float(str(one.points[0])) for one in first.tables) == 3  # three tables, three pairs of them
    assert group.compared.en == "levels gained more than the other side"


def test_where_a_table_first_played_otherwise_is_told(stored: Path, played: tuple[Document, list[Document]]) -> None:
    board = shown(stored).boards[5]
    plays = Reader(stored).query(PLAYS, (tuple(one.match for one in board.tables),)).rows(named=True)
    found = apart(board, plays)
    by_id = {record["id"]: record for record in played[1]}
    model, *others = [
        [play for trick in by_id[one.match]["hands"][0]["tricks"] for play in trick.split()[1:]] for one in board.tables
    ]
    assert board.tables[0].match not in found
    for one, course in zip(board.tables[1:], others, strict=True):
        ply = next(
            at for at, (a, b) in enumerate(zip(course, model, strict=False), start=1) if a.split("=")[0] != b.split("=")[0]
        )
        assert found[one.match].ply == ply
        assert found[one.match].hand == 1


def page(stored: Path, monkeypatch: pytest.MonkeyPatch, **query: str) -> str:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(stored))
    app = AppTest.from_function(_standings, default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return "\n".join(str(element.proto.body) for element in app.get("html"))


def _standings() -> None:
    from paipu.dashboard.pages import standings

    standings.page()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_page_shows_a_board_and_leads_to_the_ply(stored: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    drawn = page(stored, monkeypatch, lang=lang, board="6")
    (table,) = re.findall(r'<table class="boards">.*?</table>', drawn, re.DOTALL)
    links = [parse_qs(urlsplit(unescape(link)).query) for link in re.findall(r'href="(replay[^"]*ply=[^"]*)"', table)]
    board = shown(stored).boards[5]
    assert [link["match"][0] for link in links] == [one.match for one in board.tables[1:]]
    assert "Text(" not in drawn
    assert ("没有官方" if lang == "zh" else "official") in drawn


def test_a_board_that_there_is_not_is_said(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "which there is not here" in page(stored, monkeypatch, lang="en", board="<b>")


def test_a_table_without_deals_in_the_event_is_held_against_the_others(
    tmp_path: Path, played: tuple[Document, list[Document]]
) -> None:
    document = json.loads(json.dumps(played[0]))
    for each in document["boards"]["sets"]:
        del each["dealt"]
    into(tmp_path / "w", [written(tmp_path, "all.ndjson", *played[1])], event_file(tmp_path, document))
    found = Reader(tmp_path / "w").query("SELECT code, match FROM event_findings ORDER BY position").rows()
    assert [code for code, _ in found if code.startswith("EVENT-BOARD-C")] == ["EVENT-BOARD-CARD"] * 2
    assert ("EVENT-DEALS-UNREAD", None) in found
