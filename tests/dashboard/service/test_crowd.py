"""The load test itself, with few."""

from pathlib import Path

import pytest

from tests.dashboard.service.crowd import crowd


@pytest.mark.deep
def test_a_small_crowd_finds_no_fault(tmp_path: Path) -> None:
    assert crowd(tmp_path, scorers=3, viewers=4, referees=1, seconds=20, pause=2, look=5) == 0
