"""What is hard to count: which wild cards stand for another card, which trump a bid names."""

import pytest

from analytics.plays import plays_of
from analytics.tally.book import Book
from analytics.tally.climbing import count_wild
from analytics.tally.tricks import named
from replay.record import Hand
from replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS
from replay.tricks.bidding import parse_bid


@pytest.mark.parametrize(
    ("level", "token", "kind", "others"),
    [
        ("7", "7h", "single", 0),
        ("7", "7h7h", "pair", 0),
        ("7", "7h7s", "pair", 0),
        ("7", "7hTs", "pair", 1),
        ("7", "7hTsTdTc", "bomb", 1),
        ("7", "TdThTc7h7h=TTT77", "full_house", 0),
        ("7", "TdThTc7h7s", "full_house", 0),
        ("7", "TdTh7h5c5s", "full_house", 1),
        ("7", "5s6d7h8c9c", "straight", 0),
        ("7", "5s6d7c8c7h", "straight", 1),
        ("7", "5h6h7h8h9h", "straight_flush", 0),
        ("7", "5s6s7h8s9s", "straight_flush", 1),
        ("7", "6s6d7h7c8c8d", "tube", 0),
        ("7", "6s6d7c7d8c7h", "tube", 1),
    ],
)
def test_a_wild_card_may_be_itself(level: str, token: str, kind: str, others: int) -> None:
    sheet = CLIMBING_SHEETS["guandan-1"]
    plays = plays_of(sheet, Hand(no=1, tricks=(f"E {token}",)), [[kind]])
    book = Book(sheet, sheet.sides)
    count_wild(book, sheet, sheet.context(level), plays, 0, f"{level}h")
    assert book.cells["wild_as_other"]["E"][:2] == [others, token.partition("=")[0].count(f"{level}h")]


@pytest.mark.parametrize(
    ("sheet", "level", "bid", "trump"),
    [
        ("shengji", "3", "E LJ3d", "d"),
        ("shengji", "3", "E BJBJ", "NT"),
        ("shengji", "3", "E 3d", "d"),  # without the joker that it wants
        ("chaodipi", "3", "E 5h5h=c", "c"),
        ("chaodipi", "flag", "E 5h5h", "NT"),
        ("shuangkou", "3", "E 3s", "s"),
    ],
)
def test_a_bid_names_a_trump(sheet: str, level: str, bid: str, trump: str) -> None:
    assert named(TRICK_SHEETS[sheet].at_level(level), parse_bid(bid), level, first=True) == trump
