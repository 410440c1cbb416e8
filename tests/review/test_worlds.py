"""Deals of hidden cards: each fits, and all that fit are equally likely."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from paipu.analytics.review.worlds import Hidden, Lot, World, worlds
from tests.many import many
from tests.review.records import CLIMBING, SHEETS, hands_of, real_world, record_of

A, B, C, D = (1 << 3 * place for place in range(4))


def all_deals(hidden: Hidden) -> Counter[World]:
    """Every deal that fits by going through all orders of the cards, with how often each comes up."""
    cards = [(lot.weight, lot.places) for lot in hidden.lots for _ in range(lot.copies)]
    found: Counter[World] = Counter()
    for order in permutations(cards):
        deal, begin = [], 0
        for place, count in enumerate(hidden.capacity):
            chosen = order[begin : begin + count]
            begin += count
            if not all(places >> place & 1 for _, places in chosen):
                break
            deal.append(sum(weight for weight, _ in chosen))
        else:
            world = tuple(deal)
            pairs = any(cards & mask for cards, mask in zip(world, hidden.unpaired, strict=True))
            if not pairs and hidden.fits(world):
                found[world] += 1
    return found


HIGH = 2 * (A | B | C | D)
TABLES = {
    "all free": Hidden((3, 2, 2), (Lot(A, 2, 7), Lot(B, 2, 7), Lot(C, 2, 7), Lot(D, 1, 7)), (0, 0, 0), lambda _: True),
    "one place void of two": Hidden(
        (3, 2, 2), (Lot(A, 2, 6), Lot(B, 2, 6), Lot(C, 2, 7), Lot(D, 1, 7)), (0,) * 3, lambda _: True
    ),
    "a card that was shown": Hidden(
        (3, 2, 2), (Lot(A, 1, 1), Lot(A, 1, 7), Lot(B, 2, 7), Lot(C, 2, 5), Lot(D, 1, 7)), (0,) * 3, lambda _: True
    ),
    "no pairs": Hidden((3, 2, 2), (Lot(A, 2, 7), Lot(B, 2, 7), Lot(C, 2, 3), Lot(D, 1, 7)), (HIGH, 0, 0), lambda _: True),
    "whatever else": Hidden(
        (3, 2, 2), (Lot(A, 2, 7), Lot(B, 2, 7), Lot(C, 2, 7), Lot(D, 1, 7)), (0, 0, 0), lambda world: not world[1] & D
    ),
    "no pairs anywhere": Hidden(
        (2, 2, 2, 2), (Lot(A, 2, 15), Lot(B, 2, 15), Lot(C, 2, 15), Lot(D, 2, 15)), (HIGH,) * 4, lambda _: True
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_all_deals_that_fit_are_equally_likely(name: str) -> None:
    hidden = TABLES[name]
    expected = all_deals(hidden)
    total, count = expected.total(), 1500
    drawn = Counter(worlds(hidden, Random(7), count))
    assert drawn.total() == count
    assert drawn.keys() <= expected.keys()
    chi = sum((drawn[deal] - count * ways / total) ** 2 / (count * ways / total) for deal, ways in expected.items())
    free = len(expected) - 1
    assert chi < free + 4.5 * (2 * free) ** 0.5  # some six standard deviations of its distribution


def test_what_cannot_be_dealt_is_told_by_few_deals() -> None:
    never = Hidden((1, 1), (Lot(A, 1, 3), Lot(B, 1, 3)), (0, 0), lambda _: False)
    assert worlds(never, Random(1), 8) == []
    assert worlds(never._replace(capacity=(2, 1)), Random(1), 8) == [], "there is a card too few"
    assert worlds(Hidden((1, 1), (Lot(A, 2, 1),), (0, 0), lambda _: True), Random(1), 8) == []


@pytest.mark.parametrize("sheet", SHEETS)
@many(1, 25)
def test_where_the_cards_really_were_is_among_the_deals_that_fit(sheet: str, seeds: range) -> None:
    tried = 0
    for seed in seeds:
        for hand in hands_of(record_of(sheet, seed + 1)):
            for ply in range(1, len(hand.turns) + 1, 7):
                known = hand.decision(ply)
                if known is None:
                    continue
                real, tried = real_world(hand, known, ply), tried + 1
                assert known.hidden.fits(real)
                assert not any(cards & mask for cards, mask in zip(real, known.hidden.unpaired, strict=True))
                place_of: dict[int, int] = {}
                for lot in known.hidden.lots:
                    place_of[lot.weight] = place_of.get(lot.weight, 0) | lot.places
                for place, cards in enumerate(real):
                    for card in known.ctx.unpack(cards):
                        assert place_of[known.ctx.weight[card]] >> place & 1, (card, place)
                pins = [lot for lot in known.hidden.lots if lot.places.bit_count() == 1]
                for lot in pins:
                    held = real[lot.places.bit_length() - 1]
                    assert known.ctx.contains(held, lot.weight)
    assert tried > 10


def test_the_deals_of_a_decision_are_the_same_whenever_they_are_drawn() -> None:
    for sheet in ("shengji", CLIMBING[0]):
        hidden = next(hands_of(record_of(sheet, 1))).decision(9).hidden
        assert worlds(hidden, Random(5), 8) == worlds(hidden, Random(5), 8) != worlds(hidden, Random(6), 8)
