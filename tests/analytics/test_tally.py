"""What is hard to count: which wild cards stand for another card, which trump a bid names, who has the office at the end."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from paipu.analytics.plays import plays_of
from paipu.analytics.tally.book import Book
from paipu.analytics.tally.climbing import count_wild
from paipu.analytics.tally.tricks import count_bids, named, parts_of, taken_over
from paipu.analytics.tally_rows import TallyRow
from paipu.replay.audit import audit
from paipu.replay.computed import ComputedHand
from paipu.replay.record import GameRecord, Hand, HandClaims
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS, TRICK_SHEETS
from paipu.replay.tricks.bidding import parse_bid
from tests.analytics.derived import tally_rows
from tests.rules.build import match, revoke, score_sheet
from tests.rules.climbing_build import placed


def counted(record: GameRecord) -> Mapping[str, TallyRow]:
    """The tallies of a record of which only the scores are known, by seat and side."""
    plays = [plays_of(SHEETS[record.sheet], hand) for hand in record.hands]
    return {row.unit: row for row in tally_rows(record, audit(record), plays)}


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
    [cell] = book.placed
    assert cell[1:5] == ("wild_as_other", 0, others, token.partition("=")[0].count(f"{level}h"))


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
    record = match(hand, sheet=sheet, levels={"EW": level, "NS": "9"}, dealer="E")
    [result] = audit(record).hands
    played = result._replace(attackers=points, setting=result.setting._replace(by_claims=False))
    assert taken_over(TRICK_SHEETS[sheet].at_level(level), played) is not held
    assert taken_over(TRICK_SHEETS["shuangkou"], played) is None, "the bank goes round whatever happens"
    found = counted(record)
    assert (found["EW"].hold_rate, found["NS"].take_rate) == ((0, 0, 1, None), (0, 0, 1, None)), "the points are claimed"


def test_a_hand_in_which_both_sides_were_at_fault_counts_nowhere() -> None:
    incidents = (revoke("E", at=(3, 1), noticed=(4, 1)), revoke("N", at=(5, 2), noticed=(6, 1)))  # SJ-16n
    void = score_sheet(50, dealer="E", level="5", incidents=incidents)
    found = counted(match(void, score_sheet(50, no=2, dealer="S"), levels={"EW": "5", "NS": "3"}, dealer="E"))
    assert (found["EW"].bank_share, found["NS"].bank_share) == ((0, 1, 0, None), (1, 1, 0, None))
    assert (found["NS"].levels_per_hand, found["E"].faults_confirmed) == ((0, 0, 1, 0), (1, 0, 0, 1))


@pytest.mark.parametrize(
    ("sheet", "trick", "levels", "passed"),
    [
        ("guandan-1", "E 3s 4s 5s -", "A5", True),
        ("guandan-1", "E 3s 4s - 5s", "A5", False),  # GD1-5b: the partner was last
        ("guandan-2", "E 3s 4s - 5s", "A5", True),  # a game of a match of which those before are not on record
        ("guandan-2", "N 3s - - 4s - 5s", "A5", False),
    ],
)
def test_ace_is_passed_in_any_game(sheet: str, trick: str, levels: str, passed: bool) -> None:
    hand = Hand(no=1, level="A", left=dict.fromkeys("ENWS", 1), tricks=(trick,))
    record = match(hand, sheet=sheet, levels=dict(zip(("EW", "NS"), levels, strict=True)))
    assert counted(record)["EW"].pass_ace == (passed, 1, 0, None)
    claimed = replace(placed(audit(record).hands[0].finish or ""), level="A")
    assert counted(replace(record, hands=(claimed,)))["EW"].pass_ace == (0, 0, 1, None)


OF_RESULTS = ("matches_won", "levels_per_hand", "place_1", "place_4", "both_first", "rise_mix_3", "pass_ace")


def test_nothing_is_counted_from_claims_alone() -> None:
    """A match of which only the places were written down, and won by them: all that it came to is open."""
    hands = [Hand(no=no, level=level, claims=HandClaims(finish="EWNS")) for no, level in enumerate("258JA", start=1)]
    record = match(*hands, sheet="guandan-1")
    assert audit(record).match.winner == "EW"
    for row in counted(record).values():
        told = {key: getattr(row, key) for key in OF_RESULTS}
        assert {key for key, count in told.items() if count is not None and count.denominator} == set()
        assert told["matches_won"].open == 1
        assert told["levels_per_hand"].open == len(hands)
    points = match(score_sheet(100, dealer="E"), score_sheet(20, no=2, dealer="N"))
    assert audit(points).hands[0].levels is not None
    for row in counted(points).values():
        assert all(count is None or not count.denominator for count in (row.hold_rate, row.take_rate, row.levels_per_hand))
        assert row.levels_per_hand is not None
        assert row.levels_per_hand.open == 2
    places = match(Hand(no=1, claims=HandClaims(finish="135246")), sheet="daguai")
    assert audit(places).hands[0].points is not None
    assert {row.hand_points for row in counted(places).values()} == {(0, 0, 1, 0)}


def test_one_hand_believed_leaves_who_won_open_but_not_what_others_came_to() -> None:
    last = Hand(no=2, level="A", left=dict.fromkeys("ENWS", 1), tricks=("E 3s 4s 5s -",))
    believed = Hand(no=1, level="J", claims=HandClaims(finish="EWNS"))
    record = match(believed, last, sheet="guandan-1", levels={"EW": "J", "NS": "2"})
    known = replace(record, hands=(replace(believed, left=dict.fromkeys("ENWS", 1), tricks=("E 3s - 4s -",)), last))
    told = counted(record)["EW"], counted(known)["EW"]
    assert (audit(record).match.winner, audit(known).match.winner) == ("EW", "EW")
    assert [row.matches_won for row in told] == [(0, 0, 1, None), (1, 1, 0, None)]
    assert [row.pass_ace for row in told] == [(1, 1, 0, None), (1, 1, 0, None)]
    assert [row.levels_per_hand for row in told] == [(0, 1, 1, 0), (3, 2, 0, 9)]


@pytest.mark.parametrize("sheet", CLIMBING_SHEETS)
def test_who_loses_with_his_partner_is_third_or_fourth_where_the_sheet_prints_that(sheet: str) -> None:
    if CLIMBING_SHEETS[sheet].levels is None:
        return
    double = Hand(no=1, level="2", left=dict.fromkeys("ENWS", 1), tricks=("E 3s - 4s -",))
    found = counted(match(double, sheet=sheet, levels={"EW": "2", "NS": "2"}))
    printed = sheet == "guandan-3"  # GD3-C4.6: the first one's right neighbour is last
    third, fourth = ("S", "N") if printed else ("", "")
    for unit in ("E", "N", "W", "S", "EW", "NS"):
        known = printed or unit[0] in "EW"
        for key, seat in (("place_3", third), ("place_4", fourth)):
            assert getattr(found[unit], key) == ((int(seat != "" and seat in unit), 1, 0, None) if known else (0, 0, 1, None))
    assert (found["NS"].both_last, found["EW"].place_1) == ((1, 1, 0, None), (1, 1, 0, None))
    single = replace(double, tricks=("E 3s 4s 5s -",))
    assert counted(match(single, sheet=sheet, levels={"EW": "2", "NS": "2"}))["NS"].place_4 == (1, 1, 0, None)


def test_a_pair_pays_tribute_as_often_as_both_of_its_players_can() -> None:
    double = Hand(no=1, level="2", left=dict.fromkeys("ENWS", 1), tricks=("E 3s - 4s -",))
    after = Hand(no=2, level="5", tribute=("N>E As", "S>W Ks"))
    found = counted(match(double, after, sheet="guandan-1", levels={"EW": "2", "NS": "2"}))
    assert {unit: found[unit].tribute_paid for unit in ("N", "S", "E", "NS", "EW")} == {
        "N": (1, 1, 0, None),
        "S": (1, 1, 0, None),
        "E": (0, 1, 0, None),
        "NS": (2, 2, 0, None),
        "EW": (0, 2, 0, None),
    }


def test_the_parts_of_the_attackers_points_add_up() -> None:
    whole = ComputedHand(no=1, attackers=95, trick_points=60, kitty_points=10, multiplier=4, penalties=-5)
    at_discovery = whole._replace(attackers=40)
    stopped = ComputedHand(no=1, attackers=-10, penalties=None)
    assert [parts_of(each, each.attackers or 0) for each in (whole, at_discovery, stopped)] == [
        (60, 40, -5),
        (40, 0, 0),
        (0, 0, -10),
    ]


def test_at_a_level_without_a_kitty_none_is_captured_and_what_is_shown_names_no_trump() -> None:
    cards = {"E": "AsKs", "N": "3s4s", "W": "5s6s", "S": "7s8s"}
    hand = Hand(no=1, dealer="E", level="flag", bids=("E 5h5h",), deal=cards, tricks=("E As 3s 5s 7s", "E Ks 4s 6s 8s"))
    rows = counted(match(hand, sheet="chaodipi", levels={"EW": "flag", "NS": "9"}, dealer="E")).values()
    assert {getattr(row, key) for row in rows for key in ("kitty_capture", "kitty_gain", "bids", "bids_stood")} == {None}


def test_the_last_bid_that_named_the_trump_stood() -> None:
    hand = Hand(no=1, dealer="E", level="3", trump="s", bids=("E LJ3s", "N BJ3h", "W LJ3s"))
    sheet = TRICK_SHEETS["shengji"]
    book = Book(sheet, sheet.sides)
    count_bids(book, sheet, hand, ComputedHand(no=1, level="3", trump="s", dealer="E"))
    stood = [cell[2:5] for cell in book.cells if cell[1] == "bids_stood"]
    assert stood == [(book.units["E"], 0, 1), (book.units["N"], 0, 1), (book.units["W"], 1, 1)]


def test_of_tricks_the_first_or_last_of_which_are_not_on_record_nobody_knows_the_points() -> None:
    plays = ("E Kc 2s 3s Ac", "W 3d 4d 5d 6d")
    held = {"E": "Kc5d", "N": "2s6d", "W": "3s3d", "S": "Ac4d"}
    begun = Hand(no=1, dealer="E", level="8", trump="s", tricks=plays[:1])
    ending = replace(begun, deal=held, left=dict.fromkeys("ENWS", 2), tricks=plays)
    for hand in (begun, ending):
        found = counted(match(hand, sheet="chaodipi", levels={"EW": "8", "NS": "2"}, dealer="E"))
        assert (found["NS"].attack_points, found["NS"].attack_trick_points) == ((0, 0, 1, 0), (0, 0, 1, 0))
