"""What is not on record can be anything: what is wrong whatever it was is found, and nothing that may be right."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from paipu.replay.record import Event, GameRecord, Hand, HandClaims, Incident, KittyAction, MatchClaims, Start
from tests.many import in_one
from tests.oracle.cards import without
from tests.rules import build, climbing_build
from tests.rules.build import Table, codes, match, score_sheet

SINGLES: Final = "2s2h2c2dBJLJ5h"
"""Every card of which a pair takes the kitty up again, once each."""


def passes(*seats: str) -> tuple[KittyAction, ...]:
    return tuple(KittyAction(seat=seat, passed=True) for seat in seats)


# ======================================================================================== 炒地皮: who took the kitty up


@cache
def taken_up(pair: str) -> tuple[Table, Hand]:
    """N plays a card that lay in the kitty; he was dealt this pair, and nobody else any."""
    rest = SINGLES.replace(pair[:2], "") if pair else SINGLES
    board = build.table({"E": rest, "N": pair, "W": rest}, sheet="chaodipi")
    board.finish()
    mine = next(card for card in board.deal["N"] if card[0] in "346")
    lay = next(card for card in board.deal["kitty"] if card != mine)
    deal = {part: " ".join(cards) for part, cards in board.deal.items()}
    deal["N"] = " ".join([*without(board.deal["N"], [mine]), lay])
    deal["kitty"] = " ".join([*without(board.deal["kitty"], [lay]), mine])
    return board, board.hand(deal=deal, kitty=None, bids=("E 2s",))


def test_who_holds_a_pair_may_have_taken_up_the_kitty_that_is_not_on_record() -> None:
    _, hand = taken_up("2c2c")
    assert codes(match(hand, sheet="chaodipi")) == []


def test_who_holds_no_pair_has_not_taken_the_kitty_up() -> None:
    _, hand = taken_up("")
    assert "PLAY-NOT-HELD" in codes(match(hand, sheet="chaodipi"))


@pytest.mark.parametrize(("pair", "found"), [("2c2c", []), ("", ["TRUMP-SUIT"])])
def test_who_took_the_kitty_up_off_the_record_may_have_named_the_trump(pair: str, found: list[str]) -> None:
    board, _ = taken_up(pair)
    assert codes(match(board.hand(kitty=None, bids=("E 2h",)), sheet="chaodipi")) == found


@pytest.mark.parametrize(("leads", "found"), [("banker", ["LEAD-SIDE"]), ("taker", [])])
def test_who_took_the_kitty_up_off_the_record_may_lead(leads: str, found: list[str]) -> None:
    board, _ = taken_up("2c2c")
    first = f"N {board.tricks[0].partition(' ')[2]}"
    hand = board.hand(deal=None, kitty=None, bids=("E 2s",), tricks=(first,))
    assert codes(match(hand, sheet="chaodipi", options={"first_leader": leads})) == found


def test_a_burial_of_which_nothing_was_seen_is_one() -> None:
    board = build.table(sheet="chaodipi").finish()
    buried = KittyAction(seat="E", seconds=20)
    asked = board.hand(kitty=(buried, *passes("N", "W", "S")), bids=("E 2s",))
    assert codes(match(asked, sheet="chaodipi")) == []
    out_of_order = board.hand(kitty=(buried, *passes("N", "S", "W")), bids=("E 2s",))
    assert codes(match(out_of_order, sheet="chaodipi")) == ["KITTY-ORDER"]


TIMED: Final[Mapping[str, tuple[tuple[KittyAction, ...], list[str]]]] = {
    "a burial": ((KittyAction(seat="E", seconds=61), *passes("N", "W", "S")), ["CLOCK-BURY"]),
    "in time": ((KittyAction(seat="E", seconds=60), *passes("N", "W", "S")), []),
    "an answer": ((KittyAction(seat="E"), KittyAction(seat="N", passed=True, seconds=61), *passes("W", "S")), []),
}
"""A burial of which nothing was seen, or an answer, and whether it took too long."""


@pytest.mark.parametrize("situation", TIMED)
def test_a_burial_of_which_nothing_was_seen_took_its_time(situation: str) -> None:
    kitty, wrong = TIMED[situation]
    board = build.table(sheet="chaodipi").finish()
    assert codes(match(board.hand(kitty=kitty, bids=("E 2s",)), sheet="chaodipi")) == wrong


@pytest.mark.parametrize(("seat", "found"), [("E", []), ("S", ["BURY-SEAT"])])
@pytest.mark.parametrize("sheet", ["shengji", "chaodipi", "shuangkou"])
def test_only_the_banker_makes_a_burial_of_which_nothing_was_seen(sheet: str, seat: str, found: list[str]) -> None:
    board = build.table(sheet=sheet).finish()
    assert codes(match(board.hand(kitty=(KittyAction(seat=seat),)), sheet=sheet)) == found


def test_what_is_shown_after_a_burial_of_which_nothing_was_seen_is_late() -> None:
    """双扣: jokers may name no trumps until the burial, not after it (D-SK-21)."""
    shown, buried = KittyAction(seat="W", show="LJLJ"), KittyAction(seat="E", seconds=20)
    for trump, kitty, found in (("NT", (shown, buried), []), ("s", (buried, shown), ["KITTY-AGAIN"])):
        board = build.table({"E": "2s", "W": "LJLJ"}, sheet="shuangkou", trump=trump).finish()
        assert codes(match(board.hand(kitty=kitty, bids=("E 2s",)), sheet="shuangkou")) == found


# ======================================================================================== what was trump


@pytest.mark.parametrize("trump", ["s", "h"])
@pytest.mark.parametrize(("sheet", "first"), [("shengji", "E LJ2s"), ("chaodipi", "E 2s"), ("shuangkou", "E 2s")])
def test_the_plays_tell_whether_the_table_let_an_illegal_bid_stand(sheet: str, first: str, trump: str) -> None:
    board = build.table({"E": "LJ2s", "N": "2h"}, sheet=sheet, trump=trump).finish()
    for untold in ({"trump": None}, {"trump": None, "dealer": None}):
        assert codes(match(board.hand(bids=(first, "N 2h"), **untold), sheet=sheet)) == ["BID-OVER"]


@pytest.mark.parametrize("trump", ["s", "h"])
def test_what_is_wrong_whether_or_not_an_illegal_bid_stood(trump: str) -> None:
    board = build.table({"E": "2sAd", "N": "2h3d3c"}, sheet="chaodipi", trump=trump).trick({"E": "Ad", "N": "3c"})
    hand = board.finish().hand(bids=("E 2s", "N 2h"), trump=None)
    assert codes(match(hand, sheet="chaodipi")) == ["BID-OVER", "TRICK-FOLLOW-SUIT"]


WHATEVER: Final[Mapping[str, tuple[Mapping[str, str], Mapping[str, str], list[str]]]] = {
    "all follow": ({"E": "Ah", "N": "3h"}, {}, []),
    "a suit not followed": ({"E": "Ah", "N": "3c"}, {"N": "3h3c"}, ["TRICK-FOLLOW-SUIT"]),
    "a pair not followed": ({"E": "AhAh", "N": "3h6h"}, {"N": "3h"}, ["TRICK-FOLLOW-PAIR"]),
    "a card too many": ({"E": "Ah", "N": "3h6h"}, {"N": "6h"}, ["TRICK-SIZE"]),
    "a third copy": ({"E": "Ah", "N": "3h"}, {"E": "3h", "W": "3h"}, ["PLAY-NOT-HELD"]),
    "who does not lead": ({"N": "Ah", "W": "3h"}, {}, ["LEAD-SIDE"]),
    "a joker where the suit led may be trump": ({"E": "Ah", "N": "LJ"}, {"N": "3h"}, []),
}
"""A first trick, what else is held, and what is wrong whatever was trump."""


@pytest.mark.parametrize("situation", WHATEVER)
@pytest.mark.parametrize("sheet", ["shengji", "chaodipi", "shuangkou"])
def test_what_is_wrong_whatever_was_trump(sheet: str, situation: str) -> None:
    plays, holds, wrong = WHATEVER[situation]
    dealt = {seat: holds.get(seat, "") + plays.get(seat, "") for seat in "ENWS"}
    if situation == "a third copy":
        dealt["N"] = ""
    board = build.table(dealt, sheet=sheet).trick(plays, leader=next(iter(plays)))
    record = match(board.hand(trump=None, bids=None), sheet=sheet)
    assert codes(record) == wrong


def test_two_things_wrong_at_one_place_are_two_whatever_was_trump() -> None:
    board = build.table({"E": "Ah", "W": "3h4h"}).trick({"E": "Ah"})
    deal = {part: " ".join(cards) for part, cards in board.deal.items()} | {
        "N": " ".join(["3h", "3h", "4h", "4h"] + ["6c"] * 2)
    }
    found = codes(match(board.hand(trump=None, bids=None, deal=deal)))
    assert found.count("DEAL-COPIES") == codes(match(board.hand(bids=None, deal=deal))).count("DEAL-COPIES") > 1


# ======================================================================================== what the last hand came to


def without_trump(sheet: str, upto: int | None, **claims: Any) -> GameRecord:
    """A hand of which neither bids nor trump are on record, and what is claimed of the match."""
    hand = build.table(sheet=sheet).finish().hand(trump=None, bids=None)
    assert hand.tricks is not None
    return match(replace(hand, tricks=hand.tricks[:upto]), sheet=sheet, claims=MatchClaims(**claims))


RISEN: Final = {"EW": "4", "NS": "2"}
"""Other levels than before the hand."""
END: Final = {"winner": "EW", "levels": {"EW": "J", "NS": "2"}}


@pytest.mark.parametrize("upto", [None, 3])
@pytest.mark.parametrize("claims", [{"levels": RISEN}, END | {"reason": "passed"}, {"levels": RISEN, "reason": None}])
def test_a_last_hand_whose_result_is_not_known_may_have_changed_the_levels(upto: int | None, claims: dict[str, Any]) -> None:
    assert codes(without_trump("shengji", upto, **claims)) == []


@pytest.mark.parametrize(("upto", "found"), [(None, []), (3, ["CLAIM-MATCH-LEVELS"])])
def test_only_a_hand_that_was_not_played_out_is_broken_off_by_time(upto: int | None, found: list[str]) -> None:
    """D-SJ-20."""
    assert codes(without_trump("shengji", upto, levels=RISEN, reason="time")) == found


def test_levels_claimed_of_a_hand_may_have_ended_the_match() -> None:
    hand = score_sheet(None, levels=END["levels"])
    claims = MatchClaims(winner="EW", levels={"EW": "J", "NS": "2"}, reason="passed")
    assert codes(match(hand, claims=claims)) == []


TOLD: Final = ["CLAIM-ATTACKERS", "CLAIM-SCORE"]
"""What is wrong where plays and incidents tell all that counts."""


@pytest.mark.parametrize(("upto", "found"), [(7, TOLD), (8, []), (25, TOLD)])
def test_who_goes_on_after_a_fault_that_costs_the_hand_may_do_better(upto: int, found: list[str]) -> None:
    """SK-5.3: the innocent side may insist on playing on, and what it came to then is not on record."""
    board = build.table({"N": "3h3c"}, {"N": "3h"}, sheet="shuangkou").trick({"E": "Ah", "N": "3c"}).finish()
    concealed = Incident(kind="concealed", seat="N", at=(1, 2), noticed=(7, 4))
    claims = HandClaims(attackers=-10, score={"EW": 29, "NS": -29})
    hand = board.hand(incidents=(concealed,), claims=claims, tricks=tuple(board.tricks[:upto]))
    wrong = codes(match(hand, sheet="shuangkou", options={"big_points": "-10:-29"}))
    assert [code for code in wrong if code.startswith("CLAIM-")] == found


LATER_ON: Final[Mapping[str, tuple[str | None, Mapping[str, str] | None, list[str], str]]] = {
    "nothing": (None, None, ["CLAIM-LEVELS"], "EW=4 NS=6"),
    "the plain level": ("4", None, ["CLAIM-LEVELS"], "EW=4 NS=6"),
    "the level of the stake": ("A", None, ["CLAIM-LEVELS"], "EW=A NS=2"),
    "another level": ("8", None, ["CLAIM-LEVELS", "LEVEL-IN-FORCE"], "EW=4 NS=6"),
    "the plain levels of the match": (None, {"EW": "4", "NS": "6"}, ["CLAIM-LEVELS"], "EW=4 NS=6"),
    "the levels of the stake at the end": (None, {"EW": "A", "NS": "2"}, ["CLAIM-LEVELS"], "EW=A NS=2"),
}
"""The level of the next hand, or those of the match, what is wrong, and the levels that the hand should have come to."""


@pytest.mark.parametrize("later", LATER_ON)
def test_what_comes_later_tells_whether_levels_were_at_stake_where_the_hand_claims_neither(later: str) -> None:
    """CDP-4.3d: 5h5h may have been shown by bids that are not on record; no way do the levels come to what is claimed."""
    level, ended, wrong, due = LATER_ON[later]
    hands = [score_sheet(75, no=5, dealer="E", level="3", levels={"EW": "A", "NS": "6"})]
    hands += [Hand(no=6, dealer="W", level=level)] if level is not None else []
    claims = MatchClaims(levels=ended) if ended is not None else None
    record = match(*hands, sheet="chaodipi", start=Start(levels={"EW": "3", "NS": "6"}, dealer="E"), claims=claims)
    assert sorted(codes(record)) == wrong
    assert [finding.expected for finding in build.found(record, "CLAIM-LEVELS")] == [due]


def test_who_has_no_card_left_is_not_passed_over_where_that_is_written() -> None:
    """The banker buried one too many; the record breaks off in the last trick, after he has played none."""
    board = build.table(sheet="chaodipi", seed=2)
    board.bury.append(board.hands["E"].pop())
    assert board.finish().leader == "S"
    for last in (f"S {board.hands['S'][0]} -", f"S {board.hands['S'][0]} - {board.hands['N'][0]}"):
        assert codes(match(board.hand(tricks=(*board.tricks, last), bids=("E 2s",)), sheet="chaodipi")) == ["BURY-COUNT"]


# ======================================================================================== 炒地皮: the stage of the event


@pytest.mark.parametrize(
    ("event", "level", "found"),
    [
        (None, "2", []),
        (Event(), "2", []),
        (None, "flag", ["MATCH-OVER"]),
        (None, None, ["MATCH-OVER"]),
        (Event(stage="1/8"), "2", ["MATCH-OVER"]),
        (Event(game=1), "2", ["MATCH-OVER"]),
    ],
)
def test_a_game_begun_anew_tells_of_several_where_the_stage_is_not_on_record(
    event: Event | None, level: str | None, found: list[str]
) -> None:
    """CDP-1.2: semi-finals and finals are best of three."""
    hands = score_sheet(95, no=9, dealer="N", level="flag"), score_sheet(75, no=10, dealer="S", level=level)
    start = Start(levels={"EW": "6", "NS": "flag"}, dealer="N", games={})
    assert codes(match(*hands, sheet="chaodipi", start=start, event=event)) == found


def test_two_games_win_where_the_stage_is_not_on_record() -> None:
    points = [95, *[0] * 2, 95]
    levels = ["flag", "2", "A", "flag", "2"]
    hands = [score_sheet(each, no=no, dealer="NNSN"[no - 9], level=levels[no - 9]) for no, each in enumerate(points, start=9)]
    start = Start(levels={"EW": "6", "NS": "flag"}, dealer="N")
    over = match(*hands, sheet="chaodipi", start=start, claims=MatchClaims(winner="NS", points={"EW": 0, "NS": 2}))
    assert codes(over) == []
    assert codes(replace(over, hands=(*over.hands, score_sheet(75, no=13, level="2", dealer="N")))) == ["MATCH-OVER"]


@pytest.mark.parametrize(
    ("claims", "found"),
    [
        (MatchClaims(winner="NS", levels={"EW": "6", "NS": "flag"}, reason="passed"), ["MATCH-OVER"]),
        (MatchClaims(winner="NS", points={"EW": 0, "NS": 1}), ["MATCH-OVER"]),
        (MatchClaims(levels={"EW": "2", "NS": "3"}), []),
    ],
)
def test_a_match_that_is_said_to_have_ended_with_its_game_has_one(claims: MatchClaims, found: list[str]) -> None:
    """CDP-1.2: other matches are one game, and a hand at 2 after it is one too many."""
    hands = score_sheet(95, no=9, dealer="N", level="flag"), score_sheet(75, no=10, dealer="S", level="2")
    start = Start(levels={"EW": "6", "NS": "flag"}, dealer="N")
    assert codes(match(*hands, sheet="chaodipi", start=start, claims=claims)) == found


# ======================================================================================== 炒地皮: the level


def dealt_out(*sizes: int) -> GameRecord:
    """A hand of so many cards each and no kitty, of which nobody noted the level."""
    deck = build.table({}, sheet="chaodipi").deal
    cards = [card for part in ("E", "N", "W", "S", "kitty") for card in deck[part]]
    deal = {seat: " ".join([cards.pop() for _ in range(size)]) for seat, size in zip("ENWS", sizes, strict=True)}
    return match(Hand(no=1, deal=deal), sheet="chaodipi", start=Start(levels={"EW": "A"}))


@pytest.mark.parametrize("sizes", [(27, 27, 27, 27), (25, 25, 25, 25)])
def test_a_hand_of_any_level_that_is_not_noted_may_have_as_many_cards(sizes: tuple[int, ...]) -> None:
    """Where the flag is carried (扛旗) all cards are dealt, and there is no kitty."""
    assert codes(dealt_out(*sizes)) == []


def test_a_hand_that_has_too_few_cards_at_any_level() -> None:
    (finding,) = build.found(dealt_out(27, 27, 26, 27), "DEAL-COUNT")
    assert (finding.seat, finding.expected, finding.actual) == ("W", "25 | 27", "26")


# ======================================================================================== 掼蛋: how many were dealt


def misdealt(deal: Mapping[str, str | None]) -> GameRecord:
    """E was dealt a card too few, which S had; E is out first. Of `deal` parts are otherwise on record, or not at all."""
    board = climbing_build.board(seed=1)
    for cards in (board.deal, board.hands):
        cards["S"].append(cards["E"].pop())
    hand = board.finish("ENWS").hand(claims=HandClaims(finish="ENWS"))
    told = {**(hand.deal or {}), **deal}
    parts = {seat: cards for seat, cards in told.items() if cards is not None}
    return climbing_build.record_of("guandan-1", replace(hand, deal=parts))


@pytest.mark.parametrize(
    ("deal", "found"),
    [({}, ["DEAL-COUNT"] * 2), ({"E": None}, ["DEAL-COUNT"]), ({"E": "?? " * 25 + "??"}, ["DEAL-COUNT"] * 2)],
)
def test_who_was_dealt_too_few_by_what_the_others_had_is_out_the_sooner(
    deal: Mapping[str, str | None], found: list[str]
) -> None:
    assert codes(misdealt(deal)) == found


def test_who_was_dealt_as_many_as_the_others_is_not_out_with_one_card_left() -> None:
    """The card that E has then is not with S; the passes that E owes are not on record."""
    right = next(iter(misdealt({}).hands))
    deal = dict(right.deal or {})
    *cards, last = deal["S"].split()
    record = climbing_build.record_of(
        "guandan-1", replace(right, deal={**deal, "E": f"{deal['E']} {last}", "S": " ".join(cards)})
    )
    assert "TRICK-PLAYS" in codes(record)


# ======================================================================================== 掼蛋: who owed the larger tribute


@in_one
@pytest.mark.parametrize("card", ["Qd", "8h"])
@pytest.mark.parametrize(
    ("holds", "receiver", "found"),
    [
        ("LJ", "N", ["TRIBUTE-CARD"]),  # W may have owed a big joker
        ("LJ", "S", ["TRIBUTE-CARD"]),
        ("Ks", "N", ["TRIBUTE-CARD"]),
        ("Ks", "S", ["TRIBUTE-CARD", "TRIBUTE-RECEIVER", "TRIBUTE-RECEIVER"]),
    ],
)
@pytest.mark.parametrize("sheet", [sheet for sheet in climbing_build.GUANDAN if sheet != "guandan-2"])
def test_who_paid_less_than_he_shows_may_have_owed_more_still(
    sheet: str, holds: str, receiver: str, found: list[str], card: str
) -> None:
    """N and S were first, and E pays what he owed; W paid a queen or a wild and leads an ace; his hand is not told."""
    other = "S" if receiver == "N" else "N"
    moves = (f"W>{receiver} {card}", f"E>{other} {holds}", f"{receiver}>W 5c", f"{other}>E 5c")
    table = climbing_build.board({"W": card + "As", "N": "5c", "S": "5c"}, top={"W": "As", "E": holds}, level="8").give(*moves)
    hand = table.lead("W").hand(2)
    deal = {seat: cards for seat, cards in (hand.deal or {}).items() if seat in {"E", "N"}}
    record = climbing_build.after(sheet, "NSWE", replace(hand, deal=deal, tricks=("W As",)), level="8")
    assert sorted(codes(record)) == found


@pytest.mark.parametrize("known", ["", "N", "ENS", "ENWS"])
def test_who_gave_a_card_and_got_none_back_is_out_the_sooner(known: str) -> None:
    """What S plays then is not his, and no tribute that he should have paid."""
    table = climbing_build.board({"N": "5c", "S": "BJ"}, top={"W": "Qs"}, level="8").give("W>N Qs")
    table.down_to("W", 0).trick(f"E {table.low('E')} - BJ - -")
    hand = table.hand(2)
    deal = {seat: cards for seat, cards in (hand.deal or {}).items() if seat in known}
    record = climbing_build.after("guandan-1", "NESW", replace(hand, deal=deal), level="8")
    assert codes(record) == ["TRIBUTE-NO-RETURN"]


# ======================================================================================== the rest of the deck


def without_n(sheet: str, seed: int, third: str | None) -> list[str]:
    """What is wrong with a hand played by the rules of which N's cards are not told; a heart of his is a `third` copy."""
    board = build.table({"W": "8c", "S": "8c", "N": "3h"}, sheet=sheet, seed=seed)
    if third is not None:
        for cards in (board.deal["N"], board.hands["N"]):
            cards[cards.index("3h")] = third
    hand = board.finish().hand()
    deal = {part: cards for part, cards in (hand.deal or {}).items() if part != "N"}
    return codes(match(replace(hand, deal=deal), sheet=sheet))


@pytest.mark.parametrize(("third", "found"), [("8c", ["CARD-COPIES"]), (None, [])])
@pytest.mark.parametrize("sheet", ["shengji", "chaodipi", "shuangkou"])
def test_who_plays_a_third_copy_does_not_hold_the_rest_of_the_deck(sheet: str, third: str | None, found: list[str]) -> None:
    """He may not have had the heart that the deck lacks, and need not follow with it."""
    for seed in range(8):
        assert without_n(sheet, seed, third) == found


# ======================================================================================== 升级: a match that may be over


@pytest.mark.parametrize(("risen", "found"), [("J", []), ("T", ["CLAIM-MATCH-LEVELS"])])
def test_levels_claimed_past_the_last_one_are_not_counted_on_from(risen: str, found: list[str]) -> None:
    """Where the match stood before is not on record: it may have ended with them, and the next hand be none of it."""
    first = score_sheet(20, no=8, dealer="W", level="9", levels={"EW": risen, "NS": "8"})
    after = score_sheet(75, no=9, dealer="E", level=risen)
    claims = MatchClaims(winner="EW", levels={"EW": risen, "NS": "8"})
    assert codes(match(first, after, claims=claims)) == found


@pytest.mark.parametrize(
    ("points", "banker", "wrong"),
    [
        (100, "N", []),
        (100, "W", ["CLAIM-NEXT-DEALER", "DEALER-NEXT"]),
        (60, "W", []),
        (60, "N", ["CLAIM-NEXT-DEALER", "DEALER-NEXT"]),
        (None, "N", []),
        (None, "W", []),
    ],
)
def test_points_tell_who_is_banker_next_where_the_levels_are_not_on_record(
    points: int | None, banker: str, wrong: list[str]
) -> None:
    """X-14: his partner if the bank was held, else the next in turn; a ruling may name another."""
    first = score_sheet(points, no=5, dealer="E", level="5", next_dealer=banker)
    after = score_sheet(None, no=6, dealer=banker, level="6")
    assert codes(match(first, after)) == wrong
    ruled = build.ruling(5, next_dealer=banker)
    assert codes(match(first, after, rulings=(ruled,))) == []


def test_points_do_not_tell_who_is_banker_next_where_more_may_have_been_at_stake() -> None:
    """CDP-4.3d: 5h5h may have been shown by bids that are not on record."""
    first = score_sheet(60, no=5, dealer="E", level="5", next_dealer="N")
    assert codes(match(first, sheet="chaodipi")) == []


@pytest.mark.parametrize(
    ("levels", "winner", "found"), [("22", "NS", ["CLAIM-MATCH-OFFICE"]), ("24", "NS", []), ("24", "EW", [])]
)
def test_a_hand_of_which_nothing_is_told_was_under_way_at_time_unless_levels_tell_otherwise(
    levels: str, winner: str, found: list[str]
) -> None:
    """D-SJ-20: where they are other than before it, it may have been played out, and what it came to is not on record."""
    ended = dict(zip(("EW", "NS"), levels, strict=True))
    claims = MatchClaims(winner=winner, levels=ended, reason="time")
    assert codes(match(Hand(no=1, level="2", dealer="E", trump="s"), dealer="E", claims=claims)) == found
