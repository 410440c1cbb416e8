"""What is played out comes to the same whether the rule players run as Python or compiled: the same pins hold for both."""

from hashlib import sha256
from random import Random

import pytest

from paipu.analytics.review.judge import seed_of
from paipu.analytics.review.worlds import worlds
from tests.review.records import SHEETS, decision_of, hands_of, record_of

PINS = {
    "shengji": "57190821f9b7f6d1",
    "chaodipi": "8ebc6dfb9b3c3557",
    "shuangkou": "ae2458168d516642",
    "guandan-1": "0fde88b36624d9a4",
    "guandan-2": "14315f3a58643dbd",
    "guandan-3": "0614bbaf643dde6a",
    "guandan-js2023": "9de1d416564c5562",
    "daguai": "66f3e6e0e6c00564",
}
"""For each sheet a hash of what plays came to in deals."""


def come_to(sheet: str) -> str:
    """What the candidates of some decisions come to in some deals, as a hash."""
    told = []
    record = record_of(sheet, 3)
    for number, hand in enumerate(hands_of(record)):
        for ply in range(3, len(hand.turns), 17):
            decision = decision_of(hand, ply)
            if decision is None:
                continue
            plays = decision.candidates(6)[0]
            for world in worlds(decision.hidden, Random(seed_of(record.id, number, ply)), 4):
                playout = decision.playout(world)
                told.append([playout.value(each) for each in plays])
    assert len(told) > 12
    return sha256(repr(told).encode()).hexdigest()[:16]


@pytest.mark.parametrize("sheet", SHEETS)
def test_what_plays_come_to_in_deals_is_what_it_was(sheet: str) -> None:
    assert come_to(sheet) == PINS[sheet]
