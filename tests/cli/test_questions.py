"""The fifteen questions of the README: each command answers, and as SQL over the raw records does, which knows no warehouse.

The records are clean samples, whose claims are true; SQL reads who sat where, what was claimed of a hand, and the plays as they
are written. What another play would have won, and which plays were bad, are held elsewhere: `paipu whatif`, `paipu review`.
"""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import duckdb
import pytest

from paipu.cli.support.errors import ExitCode
from paipu.samples import to_line
from tests.cli.conftest import Paipu
from tests.dashboard.matches import make_warehouse
from tests.made import sample

README = Path(__file__).parents[2] / "README.md"
ELSEWHERE = ("paipu review", "paipu whatif")
ME = "p001"
"""Who asks."""


def commands() -> list[str]:
    """The commands of the table."""
    table = README.read_text(encoding="utf-8").partition("## 选手问的十五件事")[2].partition("\n## ")[0]
    return re.findall(r"^\| .* \| `(paipu [^`]+)` \|$", table, re.MULTILINE)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, duckdb.DuckDBPyConnection]:
    """A warehouse, and the raw records by themselves: matches, hands and plays, as they are written."""
    folder = tmp_path_factory.mktemp("questions")
    documents = [each for sheet in ("shengji", "guandan-1") for each in sample(5, 3, 0.0, sheet=sheet)]
    own = next(each for each in documents[::-1] if any(seat["id"] == ME for seat in each["seats"].values()))
    [mine] = [seat for seat, player in own["seats"].items() if player["id"] == ME]
    own["hands"][0]["incidents"] = [{"kind": "unannounced", "seat": mine, "at": "1.1"}]
    raw = folder / "raw.ndjson"
    raw.write_bytes(b"".join(map(to_line, documents)))
    con = duckdb.connect()
    con.execute("SET VARIABLE raw = ?", [str(raw)])
    con.execute(
        """
        CREATE TABLE records AS SELECT json AS j, json ->> '$.id' AS match, json ->> '$.sheet' AS sheet
        FROM read_ndjson_objects(getvariable('raw'));
        CREATE TABLE seats AS
        SELECT match, unnest(['E', 'N', 'W', 'S']) AS seat, j ->> ('$.seats.' || seat || '.id') AS player FROM records;
        CREATE TABLE mine AS
        SELECT match, seat, CASE WHEN seat IN ('E', 'W') THEN 'EW' ELSE 'NS' END AS side FROM seats WHERE player = 'p001';
        CREATE TABLE hands AS
        SELECT match, sheet, seat, side, (h ->> '$.no')::INT AS hand, h,
            lag(h) OVER (PARTITION BY match ORDER BY hand) AS before,
            row_number() OVER (PARTITION BY match ORDER BY hand DESC) = 1 AS last, j ->> '$.claims.winner' AS winner,
            strpos(side, h ->> '$.dealer') > 0 AS bank, (h ->> '$.claims.attackers')::INT AS points, h ->> '$.level' AS level,
            CASE WHEN h ->> '$.claims.next_dealer' IS NULL THEN points < 80
                ELSE strpos(side, h ->> '$.claims.next_dealer') > 0 END AS held,
            strpos(side, (h ->> '$.claims.finish')[1]) > 0 AS first, strpos(side, (h ->> '$.claims.finish')[2]) > 0 AS second
        FROM (SELECT match, sheet, j, unnest(CAST(j -> '$.hands' AS JSON[])) AS h FROM records) JOIN mine USING (match);
        CREATE TABLE plays AS
        SELECT *, row_number() OVER (PARTITION BY match, hand ORDER BY trick, play) AS ply
        FROM (
            SELECT match, sheet, seat, side, hand, trick, trick_of, unnest(string_split(trick_of, ' ')[2:]) AS token,
                generate_subscripts(string_split(trick_of, ' ')[2:], 1) AS play
            FROM (
                SELECT match, sheet, seat, side, hand, unnest(CAST(h -> '$.tricks' AS VARCHAR[])) AS trick_of,
                    generate_subscripts(CAST(h -> '$.tricks' AS VARCHAR[]), 1) AS trick
                FROM hands
            )
        );
        """
    )
    return make_warehouse(folder / "w", documents), con


def asked(con: duckdb.DuckDBPyConnection, sql: str) -> Any:
    """The only row of a query, or the value where it has one."""
    [row] = con.execute(sql).fetchall()
    return row if len(row) > 1 else row[0]


COUNTED = {
    "坐庄率": "SELECT count(*) FILTER (bank), count(*) FROM hands WHERE sheet = 'shengji'",
    "守庄率": "SELECT count(*) FILTER (held), count(*) FROM hands WHERE sheet = 'shengji' AND bank AND held IS NOT NULL",
    "被双下率": "SELECT count(*) FILTER (NOT first AND NOT second), count(*) FROM hands WHERE sheet = 'guandan-1'",
    "双下率": "SELECT count(*) FILTER (first AND second), count(*) FROM hands WHERE sheet = 'guandan-1'",
    "过A率": """
        SELECT count(*) FILTER (last AND winner = side), count(*) FROM hands
        WHERE sheet = 'guandan-1' AND level = 'A' AND strpos(side, (before ->> '$.claims.finish')[1]) > 0
        """,
    "胜率": """
        SELECT count(*) FILTER (winner = side), count(*) FROM hands
        WHERE last AND sheet = 'shengji' AND winner IS NOT NULL
            AND match IN (SELECT match FROM seats WHERE player = 'p002' AND strpos(side, seats.seat) > 0)
            AND match IN (SELECT match FROM seats WHERE player = 'p031' AND strpos(side, seats.seat) = 0)
        """,
}
BOMBS = """
    SELECT match, hand, ply
    FROM (
        SELECT *, regexp_extract_all(split_part(token, '=', 1), '..') AS cards,
            list_filter(cards, lambda card: card <> level || 'h') AS plain
        FROM plays JOIN (SELECT match, hand, level FROM hands) USING (match, hand)
        WHERE sheet = 'guandan-1'
    )
    WHERE len(cards) >= 4 AND (
        len(list_distinct(list_transform(plain, lambda card: card[1]))) = 1
        OR list_sort(plain) = ['BJ', 'BJ', 'LJ', 'LJ']
        OR (len(cards) = 5 AND len(list_distinct(list_transform(plain, lambda card: card[2]))) = 1)
    )
"""


def test_the_table_asks_fifteen_questions(made: tuple[Path, duckdb.DuckDBPyConnection], paipu: Paipu) -> None:
    """Each command that asks the warehouse answers."""
    warehouse, _ = made
    assert len(commands()) == 15
    for line in commands():
        if not line.startswith(ELSEWHERE):
            done = paipu(*shlex.split(line.replace("--warehouse cup", f"--warehouse {warehouse}"))[1:])
            assert done.exit_code == ExitCode.CLEAN, (line, done.stderr)


def rows(paipu: Paipu, warehouse: Path, *words: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = json.loads(paipu("stats", "--warehouse", warehouse, *words, "-f", "json").stdout)
    return told


def test_counts_are_those_of_the_raw_records(made: tuple[Path, duckdb.DuckDBPyConnection], paipu: Paipu) -> None:
    warehouse, con = made
    for name, sql in COUNTED.items():
        sheet = "guandan-1" if "guandan-1" in sql else "shengji"
        beside = ("--with", "p002", "--against", "p031") if name == "胜率" else ()
        told = rows(paipu, warehouse, "--player", ME, "--sheet", sheet, "--key", name, *beside)
        assert [(row["numerator"], row["denominator"]) for row in told] == [asked(con, sql)], name
    level = asked(con, "SELECT level FROM hands WHERE sheet = 'shengji' AND hand = 2 ORDER BY match LIMIT 1")
    [row] = rows(paipu, warehouse, "--player", ME, "--sheet", "shengji", "--level", level, "--key", "坐庄率")
    at_level = con.execute("SELECT count(*) FROM hands WHERE sheet = 'shengji' AND level = ?", [level]).fetchall()
    assert [(row["denominator"],)] == at_level


def test_places_are_those_of_the_raw_records(made: tuple[Path, duckdb.DuckDBPyConnection], paipu: Paipu) -> None:
    """Every bomb, lead and fault on record, where it is."""
    warehouse, con = made
    own = {match for (match,) in con.execute("SELECT match FROM mine").fetchall()}
    listed = rows(paipu, warehouse, "--by", "sheet", "--sheet", "guandan-1", "--hands", "炸弹")
    finder = {(row["match"], row["hand"], row["ply"]) for row in listed if row["match"] in own}
    assert finder == {*con.execute(BOMBS).fetchall()}
    leads = rows(paipu, warehouse, "--player", ME, "--sheet", "shengji", "--hands", "甩牌", "--of")
    told = con.execute(
        "SELECT match, hand, ply FROM plays WHERE sheet = 'shengji' AND play = 1 AND trick_of[1] = seat"
    ).fetchall()
    assert sorted((row["match"], row["hand"], row["ply"]) for row in leads) == sorted(told)
    [fault] = rows(paipu, warehouse, "--player", ME, "--hands", "违例（已记录）")
    assert (fault["hand"], fault["ply"]) == (1, 1)


def test_luck_and_form_are_of_the_raw_records(made: tuple[Path, duckdb.DuckDBPyConnection], paipu: Paipu) -> None:
    """The outcome that luck is taken out of, and who won the matches that a rating follows."""
    warehouse, con = made
    told = json.loads(
        paipu("luck", "show", "--warehouse", warehouse, "--by", "player", "--sheet", "shengji", "-f", "json").stdout
    )
    [lucky] = [row for row in told if row["unit"] == ME]
    points = "SELECT sum(CASE WHEN bank THEN -points ELSE points END) FROM hands WHERE sheet = 'shengji'"
    assert lucky["outcome"] == asked(con, points)
    asked_of = ("ratings", "--warehouse", warehouse, "--sheet", "guandan-1", "--history", "p001 + p002", "-f", "json")
    form = json.loads(paipu(*asked_of).stdout)
    won = con.execute(
        "SELECT match, CASE WHEN winner = side THEN 'won' ELSE 'lost' END FROM hands WHERE last AND sheet = 'guandan-1'"
    ).fetchall()
    assert sorted((row["match"], row["result"]) for row in form) == sorted(won)
