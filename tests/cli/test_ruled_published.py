"""A table published under a ruling: every door that follows the ruling finds it right, and by the plays alone it is wrong."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.analytics.event_view import NEEDED, groups
from paipu.analytics.reader import Reader
from paipu.dashboard.events import IN_ORDER
from tests.cli.conftest import Paipu, write
from tests.cli.test_standings import EVENT, RECORDS, sheet_of

ISSUE: Final = ("--by", "王", "--reason", "露牌", "--winner", "EW")
PLAYED: Final = [*RECORDS[:3], sheet_of("all", 2, "2", "t2", "t4", 120), RECORDS[4]]
FIGURES: Final = ("match_points", "big_points", "wins")


class Doors:
    """An event whose first match the referee gives to the other side, and a table of it that was published."""

    def __init__(self, paipu: Paipu, folder: Path) -> None:
        self.paipu, self.folder = paipu, folder
        self.event, self.records, self.log = (folder / name for name in ("event.json", "cup.ndjson", "rulings.ndjson"))
        self.event.write_text(json.dumps(EVENT, ensure_ascii=False), encoding="utf-8")
        write(self.records, PLAYED)
        done = paipu("ruling", "issue", self.records, "--match", "cup/all/1/1", *ISSUE, "--rulings", self.log)
        assert done.exit_code == 0, done.stderr

    def standings(self, *words: object) -> list[dict[str, Any]]:
        done = self.paipu("standings", self.event, self.records, "-f", "json", "-q", "--stage", "all", *words)
        assert done.exit_code == 0, done.stderr
        rows = json.loads(done.stdout)[0]["rows"]
        return [{name: row[name] for name in ("place", "team", *FIGURES)} for row in rows]

    def publish(self, rows: list[dict[str, Any]]) -> None:
        event = {**EVENT, "published": [{"stage": "all", "rows": rows}]}
        self.event.write_text(json.dumps(event, ensure_ascii=False), encoding="utf-8")

    def audit(self, *words: object) -> int:
        done = self.paipu("audit", "--event", self.event, self.records, "-f", "ndjson", "-q", "--fail-on", "never", *words)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        return sum(each["pointer"].startswith("/published/0/rows/") for each in found)

    def report(self, *words: object) -> int:
        done = self.paipu("report", "event", self.event, self.records, "--lang", "en", "-o", self.folder / "r.html", *words)
        told = re.search(r"differing (\d+)", done.stderr)
        assert told is not None, done.stderr
        html = (self.folder / "r.html").read_text(encoding="utf-8")
        table = html.partition('class="published"')[2].partition("</table>")[0]
        assert (int(told[1]) > 0) == ("wrong" in table)
        return int(told[1])

    def page(self, account: str) -> int:
        """What the page of standings shows of the table, of a warehouse beside which the log lies."""
        house = self.folder / "house"
        done = self.paipu("load", self.records, "--event", self.event, "--warehouse", house, "-q")
        assert done.exit_code == 0, done.stderr
        reader = Reader(house)
        last = "(SELECT record_sha256 FROM latest_events)"
        tables = {
            name: reader.query(f"SELECT * FROM {name} WHERE record_sha256 = {last} ORDER BY {IN_ORDER[name]}").rows(named=True)  # noqa: S608 - names of ours
            for name in NEEDED
        }
        shown = groups(tables, account)[0]
        stand = {line.entrant: line.place for line in shown.lines}
        cells = [cell for table in shown.published for line in table.lines for cell in line.cells if cell is not None]
        places = {line.entrant: line.cells[0] for table in shown.published for line in table.lines}
        agree = {entrant: cell is not None and cell.published == stand[entrant] for entrant, cell in places.items()}
        differing = sum(cell.verdict == "differs" for cell in cells)
        assert (differing == 0) == all(agree.values())
        return differing


@pytest.fixture
def doors(paipu: Paipu, tmp_path: Path) -> Doors:
    return Doors(paipu, tmp_path)


def test_a_table_published_as_ruled_is_right_at_every_door_that_follows_the_ruling(doors: Doors) -> None:
    ruled, computed = doors.standings("--rulings", doors.log), doors.standings()
    assert ruled != computed
    doors.publish(ruled)
    assert doors.standings("--rulings", doors.log) == ruled
    assert doors.audit("--rulings", doors.log) == doors.report("--rulings", doors.log) == doors.page("ruled") == 0
    assert doors.audit() == doors.report() > 0


def test_a_table_published_as_played_is_wrong_at_every_door_that_follows_the_ruling(doors: Doors) -> None:
    doors.publish(doors.standings())
    assert doors.audit() == doors.report() == 0
    assert doors.audit("--rulings", doors.log) == doors.report("--rulings", doors.log) == doors.page("ruled") > 0
