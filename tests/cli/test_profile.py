"""The printed profile of a player: the same numbers as the statistics, under the same filters, and nothing breaks out of it."""

import re
from pathlib import Path

import pytest

from paipu.analytics.filters import Filters
from paipu.analytics.reader import Reader
from paipu.analytics.report.pdf import find_chromium
from paipu.analytics.report.profile import NobodyError, profile_html
from paipu.analytics.statistics import TIMES, statistics
from paipu.cli.support.errors import ExitCode
from tests.cli.conftest import Paipu
from tests.dashboard.matches import make_warehouse
from tests.made import sample

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    documents = [*sample(5, 2, hands=3), *sample(5, 2, sheet="guandan-1", hands=3)]
    for document in documents:
        for seat in document["seats"].values():
            if seat["id"] == "p001":
                seat["name"] = HOSTILE
    return make_warehouse(tmp_path_factory.mktemp("profile"), documents)


@pytest.mark.parametrize("filters", [Filters(members=("p001",)), Filters(members=("p001",), first=2, level="2")])
def test_a_profile_has_the_numbers_of_the_statistics(warehouse: Path, filters: Filters) -> None:
    reader = Reader(warehouse)
    html = profile_html(reader, filters, "both")
    rows = statistics(reader, "player", filters=filters).select("key", "numerator", "denominator")
    expected = [(f"{n / 1000:,.1f}" if key == TIMES else f"{n:,}", f"{of:,}") for key, n, of in rows.iter_rows()]
    assert re.findall(r'<td class="n">([\d,.-]+) / ([\d,]+)</td>', html) == expected != []
    assert "<img" not in html
    assert "&lt;img src=x" in html
    assert ("Under filters" in html) == filters.narrow
    assert ("level 2, first 2 of a match" in html) == filters.narrow


def test_nobody_has_no_profile(warehouse: Path) -> None:
    with pytest.raises(NobodyError):
        profile_html(Reader(warehouse), Filters(members=("nobody",)), "zh")


def test_it_is_written_by_the_name_of_its_file(paipu: Paipu, warehouse: Path, tmp_path: Path) -> None:
    words = ("stats", "--warehouse", warehouse, "--player", "p001")
    assert paipu(*words, "-o", tmp_path / "p.html", "-q").exit_code == ExitCode.CLEAN
    assert "胜率" in (tmp_path / "p.html").read_text(encoding="utf-8")
    assert paipu(*words, "-o", tmp_path / "p.xlsx", "-q").exit_code == ExitCode.CLEAN
    refused = paipu("stats", "--warehouse", warehouse, "-o", tmp_path / "q.html")
    assert refused.exit_code == ExitCode.USAGE
    assert "--player" in refused.stderr
    nothing = paipu(*words, "--since", "2099-01-01", "-o", tmp_path / "r.html")
    assert nothing.exit_code == ExitCode.USAGE
    assert not (tmp_path / "r.html").exists()
    if find_chromium() is not None:
        assert paipu(*words, "-o", tmp_path / "p.pdf", "-q").exit_code == ExitCode.CLEAN
        assert (tmp_path / "p.pdf").read_bytes().startswith(b"%PDF-")
