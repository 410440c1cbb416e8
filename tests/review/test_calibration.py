"""The players that the review is calibrated with play by the rules, and it tells the weaker from the stronger."""

from itertools import pairwise
from math import sqrt

import pytest

from tests.many import many
from tests.review.arena import Player, played
from tests.review.calibration import HEAD, all_of, lost, with_row
from tests.review.records import SHEETS
from tests.review.test_policy import errors_of

KINDS: tuple[Player, ...] = ("random", "noise", "rule")


@pytest.mark.parametrize("sheet", SHEETS)
@many(1, 30)
def test_what_players_of_each_kind_play_is_legal(sheet: str, seeds: range) -> None:
    for seed in seeds:
        for kind in KINDS:
            record, _ = played(sheet, seed + 1, all_of(kind))
            assert errors_of(record) == [], (kind, seed)


@pytest.mark.deep
def test_a_player_at_random_loses_more_than_one_with_noise_and_he_more_than_the_rule_player() -> None:
    losses = [lost("shengji", kind, 60, 64) for kind in KINDS]
    for more, less in pairwise(losses):
        assert more.error is not None
        assert less.error is not None
        assert more.mean - less.mean > 2 * sqrt(more.error**2 + less.error**2)


def test_what_is_measured_takes_the_place_of_what_was() -> None:
    document = f"# Review\n\n{HEAD}| `time --hands 1` | `shengji` | long |\n\nThe end.\n"
    more = with_row(document, "beats", "guandan-1", 60, "+1")
    found = with_row(more, "time", "shengji", 2, "36 ms")
    rows = "| `beats --hands 60` | `guandan-1` | +1 |\n| `time --hands 2` | `shengji` | 36 ms |"
    assert found == f"# Review\n\n{HEAD}{rows}\n\nThe end.\n"
