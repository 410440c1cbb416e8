"""What is hard to count: which wild cards stand for another card, which trump a bid names, who has the office at the end."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from analytics.plays import plays_of
from analytics.tally import tallied
from analytics.tally.book import Book
from analytics.tally.climbing import count_wild
from analytics.tally.tricks import named
from analytics.tally_rows import TallyRow
from replay.audit import audit
from replay.record import GameRecord, Hand
from replay.sheets import CLIMBING_SHEETS, SHEETS, TRICK_SHEETS
from replay.tricks.bidding import parse_bid
from tests.rules.build import match, revoke, score_sheet
from tests.rules.climbing_build import placed


def counted(record: GameRecord) -> Mapping[str, TallyRow]:
    """The tallies of a record of which only the scores are known, by seat and side."""
    plays = [plays_of(SHEETS[record.sheet], hand) for hand in record.hands]
    return {row.unit: row for row in tallied(record, audit(record), plays)[0]}


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


@pytest.mark.parametrize(
    ("sheet", "level", "points", "at_fault", "held"),
    [
        ("shengji", "T", 75, None, True),
        ("shengji", "T", 100, "N", True),  # SJ-16m: the bank rises past ten by itself
        ("shengji", "9", 100, "N", True),
        ("shengji", "T", 100, None, False),
        ("chaodipi", "flag", 95, None, True),  # CDP-4.3b: the game is over
        ("chaodipi", "flag", 100, None, False),
    ],
)
def test_a_hand_that_wins_the_game_is_held_by_who_won_it(
    sheet: str, level: str, points: int, at_fault: str | None, held: bool
) -> None:
    incidents = (revoke(at_fault, at=(3, 2), noticed=(4, 1)),) if at_fault else ()
    hand = score_sheet(points, dealer="E", level=level, incidents=incidents)
    found = counted(match(hand, sheet=sheet, levels={"EW": level, "NS": "9"}, dealer="E"))
    assert (found["EW"].hold_rate, found["NS"].take_rate) == ((held, 1, 0, None), (not held, 1, 0, None))


def test_a_hand_in_which_both_sides_were_at_fault_counts_nowhere() -> None:
    incidents = (revoke("E", at=(3, 1), noticed=(4, 1)), revoke("N", at=(5, 2), noticed=(6, 1)))  # SJ-16n
    void = score_sheet(50, dealer="E", level="5", incidents=incidents)
    found = counted(match(void, score_sheet(50, no=2, dealer="S"), levels={"EW": "5", "NS": "3"}, dealer="E"))
    assert (found["EW"].bank_share, found["NS"].bank_share) == ((0, 1, 0, None), (1, 1, 0, None))
    assert (found["NS"].levels_per_hand, found["E"].faults_confirmed) == ((1, 1, 0, 1), (1, 0, 0, None))


@pytest.mark.parametrize(
    ("sheet", "order", "levels", "passed"),
    [
        ("guandan-1", "ENWS", "A5", True),
        ("guandan-1", "ENSW", "A5", False),  # GD1-5b: the partner was last
        ("guandan-2", "ENSW", "A5", True),  # a game of a match of which those before are not on record
        ("guandan-2", "NESW", "A5", False),
    ],
)
def test_ace_is_passed_in_any_game(sheet: str, order: str, levels: str, passed: bool) -> None:
    record = match(replace(placed(order), level="A"), sheet=sheet, levels=dict(zip(("EW", "NS"), levels, strict=True)))
    assert counted(record)["EW"].pass_ace == (passed, 1, 0, None)


def test_of_tricks_the_first_or_last_of_which_are_not_on_record_nobody_knows_the_points() -> None:
    plays = ("E Kc 2s 3s Ac", "W 3d 4d 5d 6d")
    held = {"E": "Kc5d", "N": "2s6d", "W": "3s3d", "S": "Ac4d"}
    begun = Hand(no=1, dealer="E", level="8", trump="s", tricks=plays[:1])
    ending = replace(begun, deal=held, left=dict.fromkeys("ENWS", 2), tricks=plays)
    for hand in (begun, ending):
        found = counted(match(hand, sheet="chaodipi", levels={"EW": "8", "NS": "2"}, dealer="E"))
        assert (found["NS"].attack_points, found["NS"].attack_trick_points) == ((0, 0, 1, 0), (0, 0, 1, 0))
