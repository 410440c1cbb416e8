"""Mean losses: clustered by hand, and how often the interval has the truth in it."""

from random import Random

import duckdb
import pytest

from paipu.analytics.review.accuracy import FEWEST, accuracy, student
from paipu.analytics.schema import sql_text
from tests.many import many


def test_a_mean_has_the_error_of_its_hands() -> None:
    found = accuracy([(1, 0.0), (1, 2.0), (2, 4.0), (2, 6.0)])
    assert found is not None
    assert (found.hands, found.decisions, found.mean) == (2, 4, 3.0)
    assert found.error == pytest.approx(2.0), "two hands, whose means are 2 off on either side"
    assert found.low == pytest.approx(3 - 12.706204736 * 2)
    assert found.few


def test_nothing_is_said_of_nothing_and_no_interval_of_one_hand() -> None:
    assert accuracy([]) is None
    one = accuracy([("a", 1.0), ("a", 3.0)])
    assert one is not None
    assert (one.mean, one.error, one.low, one.high) == (2.0, None, None, None)


def test_the_warehouse_has_the_same_quantiles() -> None:
    con = duckdb.connect()
    con.execute(sql_text("student"))
    for freedom in (1, 2, 9, 10, 11, 30, 139):
        [(told,)] = con.execute(f"SELECT student({freedom})").fetchall()
        assert float(told) == pytest.approx(student(freedom), rel=1e-9)


@many(300, 4000)
def test_intervals_have_the_true_mean_in_them_as_often_as_they_say(seeds: range) -> None:
    """Losses of one hand go together: it has a part of its own in each."""
    covered = 0
    for seed in seeds:
        random = Random(seed)
        losses = []
        for hand in range(FEWEST):
            own = random.expovariate(1.0)
            losses += [(hand, own + random.expovariate(2.0)) for _ in range(15)]
        found = accuracy(losses)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 1.5 <= found.high
    assert 0.87 <= covered / len(seeds) <= 0.985
