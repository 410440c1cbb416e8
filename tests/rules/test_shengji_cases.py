"""Every worked case of the rule notes for 升级, through the public engine, as records that a table could have written."""

from collections.abc import Mapping

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Severity
from paipu.replay.record import GameRecord, Incident, MatchClaims
from paipu.replay.sheets.shengji import SHENGJI
from paipu.replay.tricks.claims import why_not
from tests.rules.build import KITTY_15, after, codes, ending, found, match, revoke, score_sheet, table, top_trumps, verdicts

FIVES = {"EW": "5", "NS": "5"}


def clauses(record: GameRecord) -> list[tuple[str | None, str | None]]:
    """(clause, seat) of every verdict."""
    return [(finding.clause, finding.seat) for finding in verdicts(audit(record))]


# ---------------------------------------------------------------------------------------- points and levels


def test_SJ_T01_no_points_played_out() -> None:
    """N holds the 25 highest trumps, so that nobody else wins a trick."""
    board = table({"N": top_trumps("4", "s")}, level="4", dealer="N").finish()
    record = match(board.hand(), levels={"EW": "4", "NS": "4"}, dealer="N")
    assert not codes(record)
    assert audit(record).hands[0].attackers == 0
    assert after(record) == ({"EW": "4", "NS": "7"}, "S")


@pytest.mark.parametrize(
    ("last", "counted"),
    [("Ah", 15), ("9s", 30), ("KhKh", 30), ("9s9s", 60), ("QhQhKhKh", 60), ("8s8s9s9s", 120)],
)
def test_SJ_T09_kitty_of_15(last: str, counted: int) -> None:
    size = len(last)
    others = {"N": "3d4d6d7d"[:size], "W": "4c6c7c8c"[:size], "S": "3d4d6d7d"[:size]}
    board = ending({"E": last, **others}, leader="E", kitty=KITTY_15, dealer="S")
    hand = audit(match(board.hand())).hands[0]
    assert not codes(match(board.hand()))
    assert hand.attackers is not None
    assert (hand.kitty_points, hand.attackers - board.points["EW"]) == (15, counted)


@pytest.mark.parametrize(
    ("last", "total", "levels", "dealer", "seed"),
    [("Ah", 75, {"EW": "2", "NS": "3"}, "N", 227), ("9s", 90, {"EW": "3", "NS": "2"}, "E", 182)],
)
def test_SJ_T11_kitty_decides(last: str, total: int, levels: Mapping[str, str], dealer: str, seed: int) -> None:
    board = ending({"E": last, "N": "3d", "W": "4d", "S": "6d"}, leader="E", kitty=KITTY_15, points=60, seed=seed)
    record = match(board.hand())
    assert not codes(record)
    assert audit(record).hands[0].attackers == total
    assert after(record) == (levels, dealer)


# ---------------------------------------------------------------------------------------- tractors


def test_SJ_T13_5566_is_no_lead_of_clubs() -> None:
    board = table({"E": "5c5c6c6c"}, level="5")
    record = match(board.trick({"E": "5c5c6c6c"}).finish().hand(), levels=FIVES, dealer="E")
    assert next(finding.code for finding in verdicts(audit(record))) == "LEAD-ONE-SUIT"


def test_SJ_T13_5566_of_trumps_is_a_throw_of_two_pairs() -> None:
    """With T=c both are trumps, and still no tractor: W's pair of sevens beats the pair of sixes."""
    board = table({"E": "5c5c6c6c", "W": "7c7c"}, {"N": "T", "S": "T"}, level="5", trump="c")
    record = match(board.trick({"E": "5c5c6c6c>6c6c", "W": "7c7c"}).finish().hand(), levels=FIVES, dealer="E")
    assert not codes(record)


# ---------------------------------------------------------------------------------------- declaring


def declared(*bids: str, no: int = 1, dealer: str | None = None, **others: str) -> GameRecord:
    """A full hand of level 2 with these bids; everybody was dealt what he shows."""
    shown: dict[str, str] = {}
    for bid in bids:
        seat, cards = bid.split()
        shown[seat] = shown.get(seat, "") + cards
    board = table(shown, dealer=dealer or others.get("recorded", "N"), trump=others["trump"]).finish()
    levels = {"EW": "2", "NS": "2"} if no > 1 else None
    return match(board.hand(no=no, bids=bids), levels=levels, dealer=dealer)


def test_SJ_T15_joker_and_level_card() -> None:
    record = declared("N LJ2h", trump="h")
    assert not codes(record)
    assert (audit(record).hands[0].trump, audit(record).hands[0].dealer) == ("h", "N")


@pytest.mark.parametrize("bid", ["N 2h", "N LJ"])
def test_SJ_T15_either_alone(bid: str) -> None:
    assert clauses(declared(bid, trump="h")) == [("SJ-5a", "N")]


def test_SJ_T17_joker_pair_over_declares() -> None:
    record = declared("N LJ2h", "S BJBJ", trump="NT")
    assert not codes(record)
    assert (audit(record).hands[0].trump, audit(record).hands[0].dealer) == ("NT", "N")


@pytest.mark.parametrize(("trump", "dealer", "clause"), [("h", "N", "SJ-10a"), ("NT", "S", "SJ-3b")])
def test_SJ_T17_other_terms_are_wrong(trump: str, dealer: str, clause: str) -> None:
    record = declared("N LJ2h", "S BJBJ", trump=trump, recorded=dealer)
    assert clauses(record) == [(clause, None)]


def test_SJ_T19_nobody_over_declares_himself() -> None:
    assert clauses(declared("N LJ2h", "N BJ2c2c", trump="c")) == [("SJ-5d", "N")]


def test_SJ_T19_adding_the_second_card() -> None:
    record = declared("N LJ2h", "N 2h", trump="h")
    assert not codes(record)
    assert audit(record).hands[0].dealer == "N"


def test_SJ_T21_over_declaring_later_moves_no_bank() -> None:
    record = declared("E LJ2h", "W BJ2c2c", trump="c", no=3, dealer="N")
    assert not codes(record)
    assert (audit(record).hands[0].trump, audit(record).hands[0].dealer) == ("c", "N")


# ---------------------------------------------------------------------------------------- following


def followed(hands: Mapping[str, str], only: Mapping[str, str], **plays: str) -> GameRecord:
    """A full hand whose first trick, led by E, has these plays."""
    return match(table(hands, only).trick(plays).finish().hand())


THROW = {"E": "9c8c8c4c4c", "N": "Jc3c3d4d6d", "W": "5d6d7d8d9d", "S": "Th9h8h7h6h"}


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("9c8c8c4c4c>9c", None),
        ("9c8c8c4c4c", "THROW-BEATABLE"),
        ("9c8c8c4c4c>4c4c", "THROW-PIECE"),
        ("9c8c8c4c4c>8c8c", "THROW-PIECE"),
        ("9c8c8c4c4c>4c", "THROW-PIECE"),
    ],
)
def test_SJ_T31_throw_that_is_not_highest(play: str, code: str | None) -> None:
    record = followed(THROW, {"N": "c", "W": "c", "S": "c"}, E=play)
    if code is None:
        assert not codes(record)
        assert audit(record).hands[0].penalties == 0
        return
    (finding,) = found(record, code)
    assert (finding.clause, finding.seat, finding.expected) == ("SJ-16f", "E", "9c")


def test_SJ_T33_out_of_turn_is_warned() -> None:
    hand = table().finish().hand
    clean, warned = match(hand()), match(hand(incidents=(Incident(kind="out_of_turn", seat="W", at=(1, 3)),)))
    (finding,) = audit(warned).findings
    assert (finding.code, finding.clause, finding.seat) == ("INCIDENT-OUT-OF-TURN", "SJ-16k", "W")
    assert finding.severity is Severity.WARNING
    assert audit(warned).hands == audit(clean).hands


# ---------------------------------------------------------------------------------------- wrong plays and counts


@pytest.mark.parametrize(("points", "level"), [(100, "6"), (30, "7"), (0, "8")])
def test_SJ_T35_revoke_of_an_attacker(points: int, level: str) -> None:
    sheet = score_sheet(points, dealer="N", levels={"EW": "3", "NS": level}, next_dealer="S", incidents=(revoke("E"),))
    record = match(sheet, levels={"EW": "3", "NS": "5"}, dealer="N")
    assert not codes(record)
    assert after(record) == ({"EW": "3", "NS": level}, "S")


def test_SJ_T35_revoke_of_an_attacker_played_out() -> None:
    """E, with a trump in hand, discards under N's first of 25 high trumps, and it is noticed: the bank has P=0."""
    board = table({"N": top_trumps("5", "s"), "E": "3s3d"}, level="5", dealer="N").trick({"N": "BJ", "E": "3d"})
    record = match(board.finish().hand(incidents=(revoke("E", at=(1, 4)),)), levels={"EW": "3", "NS": "5"}, dealer="N")
    assert clauses(record) == [("SJ-16c", "E")]
    assert after(record) == ({"EW": "3", "NS": "8"}, "S")


@pytest.mark.parametrize(("points", "wrong"), [(100, "5"), (30, "6"), (0, "6")])
def test_SJ_T35_other_levels_are_wrong(points: int, wrong: str) -> None:
    sheet = score_sheet(points, dealer="N", levels={"EW": "3", "NS": wrong}, incidents=(revoke("E"),))
    assert clauses(match(sheet, levels={"EW": "3", "NS": "5"}, dealer="N")) == [("SJ-16m", None)]


def test_SJ_T43_hand_of_24_cards() -> None:
    sheet = score_sheet(50, dealer="N", incidents=(Incident(kind="hand_count", seat="W", at=(0, 0)),))
    record = match(sheet, levels={"EW": "2", "NS": "6"}, dealer="N")
    assert not codes(record)
    assert after(record) == ({"EW": "2", "NS": "7"}, "S")


def test_SJ_T43_hand_of_24_cards_in_the_deal() -> None:
    """The deal itself shows it, and the finding names the levels that the sheet prescribes."""
    hand = table(level="6", dealer="N").hand(tricks=None)
    assert hand.deal is not None
    short = dict(hand.deal) | {"W": hand.deal["W"][3:], "kitty": hand.deal["kitty"] + " " + hand.deal["W"][:2]}
    record = match(table(level="6", dealer="N").hand(deal=short, tricks=None), levels={"EW": "2", "NS": "6"}, dealer="N")
    wrong = [finding for finding in found(record, "DEAL-COUNT") if finding.seat == "W"]
    assert [(finding.clause, finding.expected, finding.actual) for finding in wrong] == [("SJ-2", "25", "24")]


# ---------------------------------------------------------------------------------------- the end of the match


def at_time(winner: str) -> GameRecord:
    """NS bank at 7; EW win 85 points, rise from 6 to 7 and take office; then time is called."""
    return match(
        score_sheet(85, dealer="N"),
        levels={"EW": "6", "NS": "7"},
        dealer="N",
        claims=MatchClaims(winner=winner, levels={"EW": "7", "NS": "7"}, reason="time"),
    )


def test_SJ_T37_time_at_equal_levels() -> None:
    assert not codes(at_time("EW"))
    assert audit(at_time("EW")).match.winner == "EW"


def test_SJ_T37_the_other_side_is_wrong() -> None:
    assert clauses(at_time("NS")) == [("SJ-15a", None)]


def test_SJ_T39_past_ten() -> None:
    record = match(
        score_sheet(75, dealer="N", levels={"EW": "9", "NS": "J"}),
        levels={"EW": "9", "NS": "T"},
        dealer="N",
        claims=MatchClaims(winner="NS", reason="passed"),
    )
    assert not codes(record)
    assert (audit(record).match.winner, audit(record).match.reason) == ("NS", "passed")


def test_SJ_T39_not_yet_by_the_other_reading() -> None:
    record = match(
        score_sheet(75, dealer="N"),
        levels={"EW": "9", "NS": "T"},
        dealer="N",
        options={"pass_level": "A"},
        claims=MatchClaims(winner="NS", reason="passed"),
    )
    assert audit(record).match.winner is None
    assert {(finding.clause, finding.options) for finding in verdicts(audit(record))} == {("SJ-0.3", ("D-SJ-01",))}


# ---------------------------------------------------------------------------------------- who wins


def test_SJ_T41_the_first_of_equal_side_level_cards() -> None:
    board = table({"E": "2d", "N": "2h", "W": "As", "S": "3s"}).trick({"E": "2d", "N": "2h", "W": "As", "S": "3s"}).finish()
    result = audit(match(board.hand()))
    assert not result.findings
    assert result.hands[0].winners is not None
    assert result.hands[0].winners[0] == "E"


def test_why_a_play_does_not_win_is_told_without_the_winning_one() -> None:
    """A trick that lacks plays may be won by one that is not on record."""
    ctx = SHENGJI.context("2", "s")
    assert why_not(SHENGJI, ctx, "E 3c 4c", 1, 2) == ("CLAIM-WINNER", None)
