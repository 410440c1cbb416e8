"""Hands on record from their middle on: how many cards each seat had `left`, in both families."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.climbing.states import UNTOLD
from paipu.replay.computed import ComputedHand
from paipu.replay.family import hand_view
from paipu.replay.record import GameRecord, Hand, HandClaims, Incident, KittyAction, Start
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS
from paipu.samples import to_line
from tests.made import make_match, must_parse
from tests.oracle.cards import SEATS, cards_of, seats_from
from tests.oracle.guandan import STEPS
from tests.rules import build, climbing_build
from tests.rules.build import KITTY_15, Table, codes, found, match, verdicts
from tests.rules.climbing_build import GUANDAN
from tests.rules.registry import before_play, each, each_must_not, each_trigger, must_not, situations

TRICKS: Final = ("shengji", "chaodipi", "shuangkou")
CLIMBING: Final = tuple(CLIMBING_SHEETS)
DEALT: Final = "SJ-2 CDP-6.3 SK-5.1.1 GD1-1a? GD2-1.1? GD3-C1"
OF_SIX: Final = "DG:D-DG-02?"
SIX: Final = {"1": 4, "2": 3, "3": 3, "4": 2, "5": 1, "6": 3}
"""Numbers of cards left in 大怪路子."""
FOUR: Final = {"E": 4, "N": 3, "W": 3, "S": 2}
"""The same in 掼蛋."""
LAST: Final = {"E": "9s9h 3c4d", "1": "9s9h 3c4d"}
"""What who leads these positions holds."""


@cache
def played(sheet: str) -> Table:
    """A whole hand of a trick game, single cards to the end."""
    return build.table(kitty=KITTY_15, sheet=sheet).finish()


def held_at_last(sheet: str, count: int) -> dict[str, list[str]]:
    """What each seat plays in the last tricks of that hand."""
    hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
    for text in played(sheet).tricks[len(played(sheet).tricks) - count :]:
        leader, *tokens = text.split(" ")
        for seat, token in zip(seats_from(leader), tokens, strict=True):
            hands[seat].append(token)
    return hands


def last_tricks(sheet: str, count: int = 3, **changes: Any) -> GameRecord:
    """The last tricks of that hand, with how many cards were left before them."""
    board = played(sheet)
    tricks = tuple(board.tricks[len(board.tricks) - count :])
    facts: dict[str, Any] = {"deal": None, "left": dict.fromkeys(SEATS, count), "tricks": tricks}
    return match(board.hand(**(facts | changes)), sheet=sheet)


def last_rounds(sheet: str, *tricks: str, left: Mapping[str, int] | None = None, **facts: Any) -> GameRecord:
    """The last rounds of a hand of a climbing game, of which nothing else is known."""
    first = SHEETS[sheet].seats[0]
    made = tricks or (f"{first} 9s9h" + " -" * (len(SHEETS[sheet].seats) - 1),)
    hand = Hand(no=1, level="2", left=left or (SIX if sheet == "daguai" else FOUR), tricks=made, **facts)
    return match(hand, sheet=sheet)


def with_deal(sheet: str, **left: int) -> GameRecord:
    """An end position in which the first seat's cards are known, and its number is as given."""
    if sheet in TRICKS:
        deal = {"E": " ".join(held_at_last(sheet, 4)["E"])}
        return last_tricks(sheet, 4, deal=deal, left={**dict.fromkeys(SEATS, 4), **left})
    seat = SHEETS[sheet].seats[0]
    return last_rounds(sheet, deal={seat: LAST[seat]}, left={**(SIX if sheet == "daguai" else FOUR), **left})


def first(sheet: str, count: int) -> dict[str, int]:
    return {SHEETS[sheet].seats[0]: count}


def computed(record: GameRecord) -> ComputedHand:
    return audit(record).hands[0]


# ======================================================================================== the numbers


each_trigger(
    "SJ-2 CDP-6.3 SK-5.1.1", "LEFT-COUNT", at=(0, 0), seat="W", expected="3", actual="2", pointer="left/W", name="left"
).of(between_tricks_all_have_equally_many=lambda sheet: last_tricks(sheet, left={"E": 3, "N": 3, "W": 2, "S": 3}))


def other_than_the_deal(sheet: str) -> GameRecord:
    return with_deal(sheet, **first(sheet, 5))


each_trigger(DEALT, "LEFT-COUNT", at=(0, 0), seat="E", expected="4", actual="5", pointer="left/E", name="left").of(
    other_than_the_deal=lambda sheet: other_than_the_deal(sheet)
)

each_trigger(OF_SIX, "LEFT-COUNT", at=(0, 0), seat="1", expected="4", actual="5", pointer="left/1", name="left").of(
    other_than_the_deal_of_six=lambda sheet: other_than_the_deal(sheet)
)

each_must_not(f"{DEALT} {OF_SIX}", "LEFT-COUNT", name="left").of(as_many_as_in_the_deal=lambda sheet: with_deal(sheet))

each_must_not("SJ-2 CDP-6.3 SK-5.1.1", "LEFT-COUNT", name="left").of(the_last_tricks_of_a_hand=each(last_tricks, [1, 3, 24]))


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_number_too_many_is_one_finding_in_the_trick_games(sheet: str) -> None:
    (finding,) = verdicts(audit(last_tricks(sheet, left=dict.fromkeys(SEATS, 3) | {"N": 26})))
    assert (finding.code, finding.expected, finding.actual) == ("LEFT-COUNT", "25", "26")


@pytest.mark.parametrize("sheet", CLIMBING)
def test_nobody_has_more_left_than_a_whole_hand(sheet: str) -> None:
    (finding,) = verdicts(audit(last_rounds(sheet, left={**(SIX if sheet == "daguai" else FOUR), **first(sheet, 28)})))
    assert (finding.code, finding.expected, finding.actual) == ("LEFT-COUNT", "27", "28")


@pytest.mark.parametrize("sheet", TRICKS)
def test_numbers_left_before_a_whole_hand_are_one_finding_and_change_nothing(sheet: str) -> None:
    whole = match(played(sheet).hand(), sheet=sheet)
    wrong = replace(whole, hands=(replace(whole.hands[0], left=dict.fromkeys(SEATS, 5)),))
    finding, *others = audit(wrong).findings
    assert (finding.code, finding.where.pointer) == ("LEFT-COUNT", "/hands/0/left")
    assert tuple(others) == audit(whole).findings
    assert audit(wrong).hands == audit(whole).hands


@pytest.mark.parametrize("told", ["", "N", "NW"])
@pytest.mark.parametrize("sheet", TRICKS)
def test_nobody_is_blamed_for_plays_that_numbers_left_alone_forbid(sheet: str, told: str) -> None:
    whole = match(played(sheet).hand(), sheet=sheet).hands[0]
    deal = {seat: cards for seat, cards in (whole.deal or {}).items() if seat in told}
    less = match(replace(whole, deal=deal or None, left=dict.fromkeys(SEATS, 1)), sheet=sheet)
    (finding,) = verdicts(audit(less))
    assert (finding.code, finding.expected) == ("LEFT-COUNT", " ".join(["25"] * (len(told) or 4)))


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_whole_deal_beside_the_last_tricks_is_one_finding_and_not_believed(sheet: str) -> None:
    board = played(sheet)
    assert codes(last_tricks(sheet, deal=board.hand().deal)) == ["LEFT-COUNT"]


@pytest.mark.parametrize("sheet", GUANDAN)
def test_numbers_left_before_a_whole_hand_are_one_finding_in_guandan(sheet: str) -> None:
    whole = climbing_build.record_of(sheet, climbing_build.played_out("ENWS").hand())
    wrong = replace(whole, hands=(replace(whole.hands[0], left=dict.fromkeys(SEATS, 5)),))
    assert [finding.code for finding in audit(wrong).findings] == ["LEFT-COUNT"]
    assert audit(wrong).hands == audit(whole).hands


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_whole_hand_left_says_nothing_new(sheet: str) -> None:
    whole = match(played(sheet).hand(), sheet=sheet)
    same = replace(whole, hands=(replace(whole.hands[0], left=dict.fromkeys(SEATS, 25)),))
    assert audit(same) == audit(whole)


def test_in_the_trick_games_one_number_tells_the_others() -> None:
    assert audit(last_tricks("shengji", left={"N": 3})) == audit(last_tricks("shengji"))


before_play(None, "LEFT-OPEN", actual="W", pointer="left").of(
    a_seat_of_guandan_that_nobody_counted=lambda: last_rounds(
        "guandan-1", "E 9s9h - - -", "W 3s - - -", left={"E": 2, "N": 3, "S": 2}
    )
)
must_not(None, "LEFT-OPEN").of(
    a_seat_of_guandan_whose_cards_are_known=lambda: last_rounds(
        "guandan-1", "E 9s - - -", left={"E": 2, "N": 3, "S": 2}, deal={"W": "3s ??"}
    )
)


def test_a_seat_that_nobody_counted_and_a_level_that_nobody_noted_are_both_said() -> None:
    record = last_rounds("guandan-1", "E 9s9h - - -", "W 3s - - -", left={"E": 2, "N": 3, "S": 2})
    untold = replace(record, start=Start(), hands=(replace(record.hands[0], no=4, level=None, deal={}),))
    codes = [(each.code, each.actual) for each in audit(untold).findings]
    assert {("LEVEL-OPEN", None), ("LEFT-OPEN", "W")} <= set(codes), codes


# ======================================================================================== plays


@each_trigger("SJ-2 GD1-1a GD2-1.1 GD3-C1", "PLAY-NOT-HELD", at=(2, 1), seat="E", actual="9d9d", name="left")
def test_left_trigger_plays_more_than_were_left(sheet: str) -> GameRecord:
    if sheet in TRICKS:
        return last_tricks(sheet, left=dict.fromkeys(SEATS, 2), tricks=("E Kd 4d 6d 7d", "E 9d9d"), trump="s")
    return last_rounds(sheet, "E 9s9h - - -", "E 9d9d - - -", left={"E": 3, "N": 3, "W": 3, "S": 2})


each_trigger("CDP-7.4 SK-2.1a", "PLAY-NOT-HELD", at=(2, 1), seat="E", actual="9d9d", basis="assumed", name="left").of(
    plays_more_than_were_left_by_custom=lambda sheet: last_tricks(
        sheet, left=dict.fromkeys(SEATS, 2), tricks=("E Kd 4d 6d 7d", "E 9d9d"), trump="s"
    )
)

each_trigger("DG-1.1", "PLAY-NOT-HELD", at=(2, 1), seat="1", actual="TdTc", name="left").of(
    plays_more_than_were_left_of_six=lambda sheet: last_rounds(
        sheet, "1 9s9h - - - - -", "1 TdTc - - - - -", left={**SIX, "1": 3}
    )
)

each_must_not("SJ-2 CDP-7.4 SK-2.1a", "PLAY-NOT-HELD", name="left").of(
    plays_all_that_were_left=lambda sheet: last_tricks(
        sheet, left=dict.fromkeys(SEATS, 3), tricks=("E Kd 4d 6d 7d", "E 9d9d 3d5d TdJd 8d7d"), trump="s"
    )
)

each_must_not("GD1-1a GD2-1.1 GD3-C1", "PLAY-NOT-HELD", name="left").of(
    goes_out_with_the_last_two=lambda sheet: last_rounds(sheet, "E 9s9h - - -", "E 9d9c - - -")
)


def known(sheet: str, hands: Mapping[str, str], *tricks: str, **changes: Any) -> GameRecord:
    """An end position of a trick game with some hands known, spades trumps and E the banker."""
    count = len(cards_of(next(iter(hands.values()))))
    return last_tricks(sheet, deal=dict(hands), left=dict.fromkeys(SEATS, count), tricks=tricks, trump="s", **changes)


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_known_hand_must_follow_at_the_end_too(sheet: str) -> None:
    record = known(sheet, {"N": "3c 9d 9h"}, "E Kc 9d 4c 6c")
    (finding,) = verdicts(audit(record))
    assert (finding.code, finding.seat, finding.expected) == ("TRICK-FOLLOW-SUIT", "N", "3c")
    assert codes(known(sheet, {"N": "3c 9d 9h"}, "E Kc 3c 4c 6c")) == []


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_throw_at_the_end_is_held_against_the_hands_that_the_last_tricks_show(sheet: str) -> None:
    """N plays all that he had left, so that his hand is known."""
    thrown = known(sheet, {"E": "Kc 9c 9d"}, "E Kc9c Ac3c 4c6c 7c8c", "N Td 9d 7d 8d")
    assert "THROW-BEATABLE" in codes(thrown)
    assert codes(known(sheet, {"E": "Kc 9c 9d"}, "E Kc9c 4c3c 5c6c 7c8c", "E 9d 3d 7d 8d")) == []


@pytest.mark.parametrize("sheet", TRICKS)
def test_the_banker_need_not_lead_the_first_trick_on_record(sheet: str) -> None:
    assert codes(last_tricks(sheet, tricks=("S 3d 4d 6d 7d",), trump="s")) == []
    assert "LEAD-WINNER" in codes(last_tricks(sheet, tricks=("S 3d 4d 6d Kd", "N 3h 4h 6h 7h"), trump="s"))


# ======================================================================================== results of the trick games


@pytest.mark.parametrize("sheet", TRICKS)
def test_the_last_trick_is_known_by_the_numbers_and_points_before_are_open(sheet: str) -> None:
    """The attackers take the last trick, and a kitty of 20 points, with a pair of trumps."""
    bury = (KittyAction(seat="E", bury="3d3d4d4d6d6dKdKh"),)
    tricks = ("N 9s9s 3c4c 5h6h 7c8c",)
    claims = HandClaims(attackers=95, kitty_points=20, multiplier=4)
    record = last_tricks(sheet, 2, tricks=tricks, trump="s", kitty=bury, claims=claims)
    made = computed(record)
    assert (made.winners, made.multiplier, made.kitty_points, made.attackers) == ("N", 4, 20, None)
    assert codes(record) == []
    assert [finding.actual for finding in found(record, "CLAIM-OPEN")] == ["attackers"] or sheet != "shengji"
    wrong = last_tricks(sheet, 2, tricks=tricks, trump="s", kitty=bury, claims=replace(claims, multiplier=2))
    assert [code for code in codes(wrong) if code.startswith("CLAIM-MULTIPLIER")]


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_hand_that_goes_on_after_the_record_is_unfinished(sheet: str) -> None:
    record = last_tricks(sheet, 3, tricks=("N 9s 3c 4s 7s",), trump="s")
    assert {finding.code for finding in audit(record).findings} >= {"HAND-UNFINISHED", "HAND-MIDWAY"}
    assert computed(record).multiplier is None


def test_fewer_points_than_the_tricks_on_record_hold_cannot_be() -> None:
    tricks = ("N Kh Th Kh 5h", "N 9s 3c 4s 7s")
    assert codes(last_tricks("shengji", 3, tricks=tricks, trump="s", claims=HandClaims(attackers=30))) == [
        "CLAIM-POINTS-IMPOSSIBLE"
    ]
    assert codes(last_tricks("shengji", 3, tricks=tricks, trump="s", claims=HandClaims(attackers=35))) == []


@pytest.mark.parametrize("sheet", TRICKS)
def test_a_burial_and_bids_before_are_not_held_against_the_last_cards(sheet: str) -> None:
    record = last_tricks(sheet, deal={seat: " ".join(cards) for seat, cards in held_at_last(sheet, 3).items()})
    assert [finding.code for finding in audit(record).findings] == ["HAND-MIDWAY"]


before_play(None, "HAND-MIDWAY", actual="3 3 3 3", pointer="left").of(three_tricks_left=lambda: last_tricks("shengji"))
must_not(None, "HAND-MIDWAY").of(all_of_the_hand_left=lambda: last_tricks("shengji", 25))


# ======================================================================================== who is out


@pytest.mark.parametrize("sheet", GUANDAN)
def test_out_at_nothing_left_gives_the_order(sheet: str) -> None:
    """N was out before; E and S go out, so that W is last."""
    record = last_rounds(sheet, "E 9s9h - -", "W 3s 4s -", "S 5s", left={"E": 2, "N": 0, "W": 2, "S": 2})
    made = computed(record)
    assert (made.finish, made.winners) == ("NESW", "ESS")
    assert codes(record) == []


@pytest.mark.parametrize("sheet", GUANDAN)
def test_the_partner_takes_over_from_who_goes_out_with_his_last_card(sheet: str) -> None:
    left = {"E": 2, "N": 3, "W": 4, "S": 3}
    assert codes(last_rounds(sheet, "E 9s9h - - -", "W 3s - -", left=left)) == []
    assert codes(last_rounds(sheet, "E 9s9h - - -", "N 3s - -", left=left)) == ["LEAD-AFTER-OUT"]


@pytest.mark.parametrize("sheet", GUANDAN)
def test_nobody_plays_after_the_end_that_the_numbers_tell(sheet: str) -> None:
    left = {"E": 0, "N": 1, "W": 4, "S": 0}
    assert codes(last_rounds(sheet, "N 3s", left=left)) == []
    assert "PLAY-AFTER-END" in codes(last_rounds(sheet, "N 3s -", "W 9s9h", left=left))


def test_who_announces_goes_by_the_numbers_left() -> None:
    def told(left: int) -> list[str]:
        incident = Incident(kind="unannounced", seat="E", at=(1, 1))
        return codes(last_rounds("guandan-1", "E 9s9h - - -", left={**FOUR, "E": left}, incidents=(incident,)))

    assert told(12) == ["COUNT-UNANNOUNCED"]
    assert told(14) == ["COUNT-UNCONFIRMED"]


@pytest.mark.parametrize(("left", "found"), [(FOUR, ["CLOCK-PLAY"]), (dict.fromkeys(SEATS, 27), [])])
def test_the_first_play_on_record_may_take_no_longer_where_others_were_made_before(
    left: Mapping[str, int], found: list[str]
) -> None:
    """GD3-A4: 30 s for the first play of a hand, 15 for each after it."""
    assert codes(last_rounds("guandan-3", "E 9s9h - - -", left=left, seconds=((20, 1, 1, 1),))) == found


@pytest.mark.parametrize("sheet", GUANDAN)
def test_the_levels_follow_where_the_order_is_known(sheet: str) -> None:
    """N was out before, S goes out next."""
    record = last_rounds(sheet, "S 3s", left={"E": 3, "N": 0, "W": 5, "S": 1}, claims=HandClaims(levels={"EW": "2", "NS": "9"}))
    rise = STEPS[sheet][0]
    assert [finding.expected for finding in found(record, "CLAIM-LEVELS")] == [f"EW=2 NS={2 + rise}"]


before_play(None, "LEFT-ORDER", actual="2 3", pointer="left").of(
    two_were_out_before=lambda: last_rounds("daguai", "1 3s 4s 5s 6s", left={"1": 3, "2": 0, "3": 0, "4": 1, "5": 1, "6": 1})
)
must_not(None, "LEFT-ORDER").of(
    one_was_out_before=lambda: last_rounds("daguai", "1 3s 4s 5s 6s -", left={"1": 3, "2": 0, "3": 2, "4": 1, "5": 1, "6": 1})
)


def test_an_order_that_only_the_score_sheet_tells_is_held_against_those_who_were_out() -> None:
    def claimed(finish: str) -> GameRecord:
        left = {"1": 3, "2": 0, "3": 0, "4": 1, "5": 1, "6": 1}
        return last_rounds("daguai", "1 3s 4s 5s 6s", left=left, claims=HandClaims(finish=finish))

    assert codes(claimed("32456-")) == codes(claimed("23456-")) == []
    assert codes(claimed("32465-")) == ["CLAIM-FINISH"]
    assert codes(claimed("42356-")) == ["CLAIM-FINISH"]
    assert computed(claimed("32456-")).finish is None
    assert computed(claimed("32456-")).points is not None


# ======================================================================================== who looks at it


def test_the_states_of_a_trick_game_count_the_cards_left() -> None:
    walked = list(
        hand_view(last_tricks("shengji", 3, deal={"E": "?? ?? ??"}, tricks=("N 9s 3c 4s 7s",), trump="s"), 0).states()
    )
    assert walked[0].left == dict.fromkeys(SEATS, 3)
    assert walked[-1].left == dict.fromkeys(SEATS, 2)
    assert all(state.left is None for state in hand_view(last_tricks("shengji", 25), 0).states())


def test_the_states_of_a_climbing_game_count_the_cards_left() -> None:
    record = last_rounds("daguai", "1 3s 4s 5s 6s", left={"1": 3, "2": 0, "3": 0, "4": 1, "5": 1, "6": 1})
    walked = list(hand_view(record, 0).states())
    assert walked[0].left == {"1": 3, "2": 0, "3": 0, "4": 1, "5": 1, "6": 1}
    assert walked[-1].left == {"1": 2, "2": 0, "3": 0, "4": 0, "5": 0, "6": 0}
    assert walked[-1].out == (UNTOLD, UNTOLD, "4", "5", "6")


def test_cards_shown_once_more_than_the_decks_have_are_found_at_the_end_too() -> None:
    assert "CARD-COPIES" in codes(known("shengji", {"E": "As As 3d"}, "N As 3c 4s 3d"))


# ======================================================================================== the same hand from its middle on


def in_its_middle(record: GameRecord, index: int, rng: Random) -> tuple[Hand, int]:
    """A hand of a record from one of its tricks on, with what each seat held then, and how many tricks were left out."""
    hand = record.hands[index]
    gone = rng.randrange(1, len(hand.tricks or ()))
    walk = hand_view(record, index).states()
    held = [state for state in walk if state.trick <= gone][-1].hands
    claims = replace(hand.claims, winners=hand.claims.winners and hand.claims.winners[gone:]) if hand.claims else None
    changed = replace(
        hand,
        left={seat: len(cards) for seat, cards in held.items()},
        deal={seat: " ".join(cards) for seat, cards in held.items()},
        tricks=(hand.tricks or ())[gone:],
        seconds=hand.seconds[gone:],
        incidents=(),
        claims=claims,
    )
    return changed, gone


@pytest.mark.parametrize("known", ["all", "some", "none"])
@pytest.mark.parametrize("sheet", [*TRICKS, *CLIMBING])
def test_a_legal_hand_is_legal_from_its_middle_on_and_ends_alike(sheet: str, known: str) -> None:
    """Nothing after it is wrong for it either: levels go by what is claimed of the hand."""
    parsed = must_parse(to_line(make_match(5, 1, sheet=sheet, hands=4)), Place("sample", None))
    record, rng = parsed.record, Random(sheet)
    whole = audit(record)
    for index in range(len(record.hands) - 1):
        hand, gone = in_its_middle(record, index, rng)
        deal = {seat: cards for seat, cards in (hand.deal or {}).items() if known == "all" or rng.random() < 0.5}
        cut = replace(hand, deal=deal if known != "none" else None)
        result = audit(replace(record, hands=(*record.hands[:index], cut, *record.hands[index + 1 :])))
        wrong = {(finding.code, finding.where.pointer) for finding in verdicts(result)}
        assert wrong <= {(finding.code, finding.where.pointer) for finding in verdicts(whole)}
        before, now = whole.hands[index], result.hands[index]
        if sheet in TRICKS:
            assert (now.winners, now.multiplier) == ((before.winners or "")[gone:], before.multiplier)
        elif sum(not count for count in (hand.left or {}).values()) < 2:
            assert (now.finish, now.levels, now.points) == (before.finish, before.levels, before.points)
        else:
            assert now.finish is None


test_situation = situations(__name__)


def test_who_led_the_hand_did_so_before_the_first_trick_on_record() -> None:
    def led(seat: str) -> GameRecord:
        return replace(last_rounds("daguai", "1 3s 4s 5s 6s", lead=seat), start=Start(dealer="2"))

    (finding,) = found(led("3"), "LEAD-BANKER")
    assert finding.where[1:] == (0, 0, "/hands/0/lead")
    assert found(led("2"), "LEAD-BANKER") == []
