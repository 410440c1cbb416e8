"""The exact solver of trick games: against brute force, against the audit of what it plays, and within its budget."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.computed import Audit
from paipu.replay.family import hand_view
from paipu.replay.findings import Kind
from paipu.replay.record import GameRecord, Hand, KittyAction, Start
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.sheets.chaodipi import FLAG
from paipu.replay.solve import PlayValue, Solution, Value, solve
from paipu.replay.solve.tricks import position
from paipu.replay.tricks.states import TrickView
from paipu.samples import to_line
from tests.made import make_match, must_parse
from tests.solve.brute_tricks import Brute, Cards
from tests.solve.endings import SEATS, random_ending

SAMPLED: Final = ("shengji", "chaodipi", "shuangkou")
PINS: Final = {
    ("shengji", 3): ((40, 105), (60, 62), (0, 29)),
    ("shengji", 4): ((0, 29), (70, 383), (10, 748)),
    ("shengji", 5): ((100, 755),),
    ("shengji-botzone", 3): ((0, 140), (40, 169), (0, 60)),
    ("shengji-botzone", 4): ((30, 405), (5, 47), (0, 731)),
    ("shengji-botzone", 5): ((35, 6434),),
    ("chaodipi", 3): ((40, 89), (95, 96), (0, 40)),
    ("chaodipi", 4): ((30, 382), (0, 720), (0, 864)),
    ("chaodipi", 5): ((0, 4021),),
    ("shuangkou", 3): ((20, 67), (0, 77), (90, 122)),
    ("shuangkou", 4): ((100, 292), (80, 886), (0, 357)),
    ("shuangkou", 5): ((60, 13890),),
}


def solved(record: GameRecord, trick: int, play: int, nodes: int = 10**7, *, plays: bool = True, hand: int = 0) -> Solution:
    found = solve(hand_view(record, hand), (trick, play), nodes, plays=plays)
    assert found is not None
    return found


def compare(sheet: str, number: int, size: int, *, level: str | None = None) -> None:
    """Values and plays of a random ending, and of one after its lead, by the solver and by brute force."""
    random = Random(f"{sheet} {level} {size} {number}")
    record = random_ending(random, sheet, size, options=number % 2 == 1, level=level)
    view = hand_view(record, 0)
    assert isinstance(view, TrickView)
    at = position(view, (1, 1))
    assert at is not None
    machine, ctx = at.machine, at.played.ctx
    brute = Brute(machine.sheet, ctx, machine.dealer, at.played.held.kitty or 0)
    hands = tuple(tuple(ctx.unpack(packed)) for packed in machine.hands)
    lead = random.choice(brute.plays(hands, at.leader, ()))
    hand = replace(record.hands[0], tricks=(" ".join((SEATS[at.leader], "".join(lead))),))
    after = replace(record, hands=(hand,))
    made: tuple[Cards, ...]
    for where, made, asked in ((1, (), record), (2, (lead,), after)):
        found = solved(asked, 1, where)
        assert found.reason is None
        assert all(each.value.exact for each in found.plays)
        got = {tuple(sorted(split_cards(each.cards))): each.value.low for each in found.plays}
        wanted = {cards: brute.after(hands, at.leader, (*made, cards)) for cards in brute.plays(hands, at.leader, made)}
        assert got == wanted, (sheet, number, where)
        assert found.value == (brute.after(hands, at.leader, made),) * 2
        assert solved(asked, 1, where, plays=False).value == found.value


@pytest.mark.parametrize("sheet", TRICK_SHEETS)
def test_it_agrees_with_brute_force(sheet: str) -> None:
    for number in range(8):
        compare(sheet, number, 2 + number % 2)


def test_it_agrees_with_brute_force_at_the_level_after_the_ace() -> None:
    for number in range(4):
        compare("chaodipi", number, 3, level=FLAG)


def test_under_a_set_of_three_of_trumps_the_highest_of_equal_trumps_are_played() -> None:
    deal = {"E": "5s Ts Ks 3h", "N": "9s 8s 7s 6s", "W": "3d 3c 4c 6d", "S": "4s 4d 4h Kh"}
    kitty = (KittyAction(seat="N", bury="7c7c8c8c9c9cJcJc"),)
    left = dict.fromkeys(SEATS, 4)
    hand = Hand(no=1, level="2", dealer="N", trump="s", deal=deal, left=left, kitty=kitty, tricks=("E 3h",))
    start = Start(levels=dict.fromkeys(TRICK_SHEETS["chaodipi"].sides, "2"), dealer="N")
    record = GameRecord(id="trio", sheet="chaodipi", start=start, hands=(hand,))
    found = solved(record, 1, 1)
    assert (found.reason, found.plays[0]) == (None, PlayValue("5sTsKs", Value(25, 25)))
    after = replace(record, hands=(replace(hand, tricks=("E 5sTsKs",)),))
    assert [each.cards for each in solved(after, 1, 2).plays] == ["7s8s9s"]


@pytest.mark.deep
@pytest.mark.parametrize("sheet", TRICK_SHEETS)
def test_it_agrees_with_brute_force_on_many(sheet: str) -> None:
    for number in range(500):
        compare(sheet, 1000 + number, 3, level=FLAG if sheet == "chaodipi" and number % 4 == 0 else None)


def worth_what_is_left(sheet: str, number: int, size: int) -> None:
    """Each lead of a random ending is worth what the solver says of the ending after it, searched anew.

    Beyond what brute force reaches: what the search keeps of one position and takes for another differs from root to root.
    """
    record = random_ending(Random(f"left {sheet} {size} {number}"), sheet, size, options=number % 2 == 1)
    found = solved(record, 1, 1)
    leader = (record.hands[0].tricks or ())[0].split()[0]
    for each in found.plays:
        hand = replace(record.hands[0], tricks=(f"{leader} {each.cards}",))
        assert solved(replace(record, hands=(hand,)), 1, 2, plays=False).value == each.value, (sheet, number, each.cards)


@pytest.mark.parametrize("sheet", TRICK_SHEETS)
def test_a_lead_is_worth_what_is_left_after_it(sheet: str) -> None:
    for number in range(3):
        worth_what_is_left(sheet, number, 4)


def test_the_order_of_low_cards_counts() -> None:
    """To hold what was found for all orders of them gave 35 for the diamond jack, which is worth 50."""
    worth_what_is_left("shengji-botzone", 123, 6)


@pytest.mark.deep
@pytest.mark.parametrize("sheet", TRICK_SHEETS)
def test_a_lead_is_worth_what_is_left_after_it_in_many_endings(sheet: str) -> None:
    for number in range(100):
        worth_what_is_left(sheet, 100 + number, 5 + number % 2)


# ======================================================================================== playing against itself


def sampled(sheet: str, seed: int) -> Iterator[tuple[GameRecord, int]]:
    """The hands of a made-up match, each the last of a record of which nothing is claimed."""
    parsed = must_parse(to_line(make_match(seed, 1, sheet=sheet)), Place("made", None))
    record = parsed.record
    for number, hand in enumerate(record.hands):
        hands = (*record.hands[:number], replace(hand, claims=None, seconds=(), incidents=()))
        yield replace(record, hands=hands, claims=None), number


def with_tricks(record: GameRecord, number: int, tricks: tuple[str, ...]) -> GameRecord:
    return replace(record, hands=(*record.hands[:number], replace(record.hands[number], tricks=tricks)))


def played_on(record: GameRecord, number: int, left: int) -> tuple[GameRecord, int] | None:
    """A hand whose last tricks the solver plays for all four, and what it said of them before; None for a hand without any."""
    view = hand_view(record, number)
    played = view.result.played
    if played is None or not all(played.machine.complete):
        return None
    before = [frame for frame in view.frames if frame.next_seat and len(frame.hands[frame.next_seat]) <= left]
    begin = next((frame.trick for frame in before if frame.play == len(SEATS)), None)
    if begin is None:
        return None
    tricks = view.tricks[:begin]
    told: int | None = None
    while True:
        under_way: list[str] = []
        for play in range(1, len(SEATS) + 1):
            asked = with_tricks(record, number, (*tricks, " ".join(under_way)) if under_way else tuple(tricks))
            found = solve(hand_view(asked, number), (len(tricks) + 1, play))
            if found is None:
                assert told is not None
                return asked, told
            assert found.value.exact
            assert told in {None, found.value.low}, "the best play keeps what the position was worth"
            told = found.value.low
            under_way = [*(under_way or [found.seat]), found.plays[0].cards]
        tricks = (*tricks, " ".join(under_way))


def proven(found: Audit) -> list[str]:
    return [each.code for each in found.findings if each.kind is not Kind.OPEN]


def check_played(sheet: str, seed: int, left: int, most: int) -> int:
    count = 0
    for record, number in sampled(sheet, seed):
        done = played_on(record, number, left) if count < most else None
        if done is None:
            continue
        count += 1
        result = audit(done[0])
        # what is open of the hand on record may be settled as it is played here
        assert proven(result) == proven(audit(record))
        assert result.hands[number].attackers == done[1]
    return count


@pytest.mark.parametrize("sheet", SAMPLED)
def test_what_it_plays_is_audited_without_a_finding_and_comes_to_what_it_said(sheet: str) -> None:
    assert check_played(sheet, 3, 3, 1) == 1


@pytest.mark.deep
@pytest.mark.parametrize("sheet", SAMPLED)
def test_what_it_plays_in_many_hands_is_audited_without_a_finding(sheet: str) -> None:
    count, seed = 0, 100
    while count < 1700:
        count += check_played(sheet, seed, 5, 1700 - count)
        seed += 1


# ======================================================================================== what is not exact


def ending(sheet: str = "shengji", size: int = 5, number: int = 0) -> GameRecord:
    return random_ending(Random(f"{sheet} {size} {number}"), sheet, size)


def test_past_its_budget_it_gives_bounds_that_hold_the_value() -> None:
    record = ending()
    exact = solved(record, 1, 1)
    assert exact.reason is None
    for nodes in (1, 50, 500):
        found = solved(record, 1, 1, nodes)
        assert found.reason == "nodes"
        assert found.nodes <= nodes + 1
        assert found.value.low <= exact.value.low <= found.value.high
        values = {each.cards: each.value.low for each in exact.plays}
        assert values.keys() == {each.cards for each in found.plays}
        assert all(each.value.low <= values[each.cards] <= each.value.high for each in found.plays)


def test_cards_that_nobody_knows_and_too_many_cards_give_bounds_with_the_reason() -> None:
    record = ending()
    hand = record.hands[0]
    assert hand.deal is not None
    unseen = replace(record, hands=(replace(hand, deal={**hand.deal, "N": "?? ?? ?? ?? ??"}),))
    assert solved(unseen, 1, 1).reason == "unknown"
    assert 0 <= solved(unseen, 1, 1).value.low < 200 <= solved(unseen, 1, 1).value.high
    assert solved(ending(size=14), 1, 1).reason == "cards"
    high = solved(ending(size=14), 1, 1).value
    assert 0 <= high.low < high.high


def test_a_kitty_that_is_not_known_is_searched_with_the_least_and_the_most_that_it_may_count() -> None:
    told = 0
    for number in range(6):
        record = ending("shengji", 3, number)
        exact = solved(record, 1, 1)
        found = solved(replace(record, hands=(replace(record.hands[0], kitty=None),)), 1, 1)
        assert found.value.low <= exact.value.low <= found.value.high
        values = {each.cards: each.value.low for each in exact.plays}
        assert all(each.value.low <= values[each.cards] <= each.value.high for each in found.plays)
        sure = found.value.exact and all(each.value.exact for each in found.plays)
        assert found.reason == (None if sure else "kitty")
        told += not sure
    assert told


def test_nothing_is_said_of_a_place_that_is_not_there() -> None:
    view = hand_view(ending(), 0)
    assert [solve(view, at) for at in ((0, 0), (1, 3), (2, 2), (9, 1))] == [None] * 4


# ======================================================================================== pins


@pytest.mark.parametrize("sheet", TRICK_SHEETS)
@pytest.mark.parametrize("size", [3, 4, 5])
def test_values_and_nodes_are_pinned_and_the_same_however_it_is_built(sheet: str, size: int) -> None:
    found = [solved(ending(sheet, size, number), 1, 1) for number in range(3 if size < 5 else 1)]
    assert tuple((each.value.low, each.nodes) for each in found) == PINS[sheet, size]
