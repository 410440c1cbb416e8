"""How often one account may ask."""

from pathlib import Path

import pytest

from paipu.dashboard.service.limits import BURST_SECONDS, MOST_ACCOUNTS, Limits
from tests.dashboard.asking import ask
from tests.dashboard.conftest import stop
from tests.dashboard.service.conftest import Served, administrator, problem, start


def test_a_bucket_empties_and_fills_by_the_clock_and_is_one_accounts_own() -> None:
    clock = [0.0]
    limits = Limits(2, lambda: clock[0])
    assert [limits.wait("a") for _ in range(2 * BURST_SECONDS)] == [0] * 2 * BURST_SECONDS
    assert limits.wait("a") == pytest.approx(0.5)
    assert limits.wait("b") == 0
    clock[0] += 0.5
    assert limits.wait("a") == 0
    assert limits.wait("a") > 0
    clock[0] += 1000
    assert sum(limits.wait("a") == 0 for _ in range(1000)) == 2 * BURST_SECONDS


def test_what_is_remembered_is_bounded() -> None:
    limits = Limits(1, lambda: 0.0)
    for number in range(2 * MOST_ACCOUNTS):
        assert limits.wait(str(number)) == 0
    assert len(limits._left) <= MOST_ACCOUNTS


def test_whoever_asks_too_often_is_told_when_to_come_again(tmp_path: Path) -> None:
    token = administrator(tmp_path / "house")
    process, address = start(tmp_path / "house", "--rate", "1")
    served = Served(address, tmp_path / "house", token)
    answers = [served.ask("GET", "/me") for _ in range(BURST_SECONDS + 10)]
    assert {answer.status for answer in answers} == {200, 429}
    refused = next(answer for answer in answers if answer.status == 429)
    assert problem(refused)["code"] == "SERVICE-OFTEN"
    assert refused.headers.getlist("retry-after") == ["1"]
    assert ask(address, "/readyz").status == 200  # what is no request of a program is not counted
    stop(process)
