"""Many sessions at once: each page is drawn, nothing hangs, and the server answers all the while."""

from pathlib import Path

import pytest

from tests.dashboard.sessions import EVERY_PAGE, NAMES, make_warehouse, walked

PATIENT_SECONDS = 20.0
"""What `/healthz` may take on a busy machine; a server that hangs never answers."""
OF_PLAYERS = [each for each in EVERY_PAGE if each.page == "players"]


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of matches of every sheet, and of an event."""
    return make_warehouse(tmp_path_factory.mktemp("sessions"))


def test_sessions_on_the_page_of_players_and_on_others_do_not_wait_for_each_other(warehouse: Path) -> None:
    others = [each for each in EVERY_PAGE if each.page != "players"]
    turns = [each for other in others for each in (*OF_PLAYERS, other)]
    seen, faults = walked(warehouse, sessions=3, seconds=0, least=6, only=turns, late_seconds=PATIENT_SECONDS)
    assert faults == []
    assert (seen.drawn["players"], seen.drawn.total()) == (12, 18)
    assert seen.health


@pytest.mark.deep
@pytest.mark.parametrize("page", NAMES)
def test_eight_sessions_on_a_page_for_a_minute(cup: Path, page: str) -> None:
    only = [each for each in EVERY_PAGE if each.page == page]
    seen, faults = walked(cup, sessions=8, seconds=60, only=only, late_seconds=PATIENT_SECONDS)
    assert faults == []
    assert seen.drawn[page] >= 8


@pytest.mark.deep
def test_thirty_sessions_walk_all_pages_for_five_minutes(cup: Path) -> None:
    seen, faults = walked(cup, sessions=30, seconds=300, pause=2)
    assert faults == []
    assert set(seen.drawn) == set(NAMES)
