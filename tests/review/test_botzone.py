"""Records of a platform's house rules are reviewed as those of any sheet: what its judge logged, from burial to last play."""

import pytest

from paipu.analytics.review.knowledge_tricks import KITTY, TrickHand
from paipu.analytics.review.reviewed import before_plays, review_hand, tasks
from paipu.replay.family import hand_view
from paipu.replay.record import GameRecord
from paipu.replay.tricks.states import TrickView
from tests.ingest.importers.test_botzone_tractor import converted, played
from tests.made import must_parse
from tests.review.records import real_world


def record(seed: int, tricks: int) -> GameRecord:
    parsed = must_parse(converted(played(seed, "hdsc", tricks=tricks).document))
    return parsed.record


def test_where_the_cards_were_is_among_the_deals_and_the_burial_is_a_decision() -> None:
    made = record(3, 25)
    view = hand_view(made, 0)
    assert isinstance(view, TrickView)
    hand, tried = TrickHand(view), 0
    for ply in range(1, len(hand.turns) + 1, 7):
        known = hand.decision(ply)
        if known is None:
            continue
        real, tried = real_world(hand, known, ply), tried + 1
        assert known.hidden.fits(real)
        assert known.hidden.capacity == tuple(map(known.ctx.size, real))
        assert (KITTY in known.places) == (known.seat != hand.burier)
    assert tried > 10
    [(burial, cards)] = before_plays(hand)
    assert burial.may_be_judged(cards)
    assert burial.known.seat == hand.burier


@pytest.mark.deep
def test_a_hand_that_breaks_off_is_reviewed_as_far_as_it_goes() -> None:
    [task] = list(tasks(record(5, 1), None, 16))
    rows = review_hand(task)
    assert next(row.act for row in rows) == "burial"
    assert all(row.unit == "points" for row in rows)
    assert {row.ply for row in rows} <= set(range(5))
    assert sum(row.loss is not None for row in rows) > 2
