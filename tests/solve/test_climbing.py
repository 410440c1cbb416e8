"""The exact solver of climbing games: against brute force, against the audit of what it plays, and within its budget."""

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.score import in_place
from paipu.replay.climbing.states import ClimbingView
from paipu.replay.family import hand_view
from paipu.replay.findings import Kind
from paipu.replay.record import GameRecord, Hand, Start
from paipu.replay.sheets import CLIMBING_SHEETS
from paipu.replay.solve import Solution, solve
from tests.solve.brute_climbing import Brute
from tests.solve.endings import random_climbing

PINS: Final = {
    "guandan-1": ((-3, 31), (-3, 67), (2, 32)),
    "guandan-2": ((-5, 31), (-5, 67), (3, 32)),
    "guandan-3": ((-3, 31), (-3, 67), (2, 32)),
    "guandan-js2023": ((-3, 31), (-3, 67), (2, 32)),
    "daguai": ((-3, 49), (3, 66), (5, 201)),
}


def viewed(record: GameRecord) -> tuple[ClimbingView, LevelContext]:
    view = hand_view(record, 0)
    assert isinstance(view, ClimbingView)
    assert view.result.played is not None
    return view, view.result.played.ctx


def solved(record: GameRecord, nodes: int = 10**7, *, plays: bool = True) -> Solution:
    found = solve(viewed(record)[0], (1, 1), nodes, plays=plays)
    assert found is not None
    return found


def compare(sheet: str, number: int) -> None:
    """Values and plays of a random ending by the solver and by brute force."""
    record = random_climbing(Random(f"{sheet} {number}"), sheet, options=number % 2 == 1)
    view, ctx = viewed(record)
    deal = record.hands[0].deal
    assert deal is not None
    hands = tuple(tuple(ctx.unpack(ctx.pack(deal[seat].split()))) for seat in view.sheet.seats)
    found = solved(record)
    turn = view.sheet.seat_at[found.seat]

    def meant(token: str) -> object:
        return tuple(sorted(split_cards(token.partition("=")[0]))), ctx.parse(token).readings

    wanted = {
        meant(token): worth for token, worth in Brute(view.sheet, ctx).plays(hands, (), found.seat, turn, hands[turn]).items()
    }
    got = {meant(each.cards): each.value for each in found.plays}
    assert all(value.exact for value in got.values())
    assert {cards: wanted[cards] for cards in got} == {cards: value.low for cards, value in got.items()}, (sheet, number)
    assert {value.low for value in got.values()} == set(wanted.values()), "a play that is left out equals one that is there"
    best = max if turn % 2 == 0 else min
    assert found.value == (best(wanted.values()),) * 2
    assert solved(record, plays=False).value == found.value


@pytest.mark.parametrize("sheet", CLIMBING_SHEETS)
def test_it_agrees_with_brute_force(sheet: str) -> None:
    for number in range(2):
        compare(sheet, number)


@pytest.mark.deep
@pytest.mark.parametrize("sheet", CLIMBING_SHEETS)
@pytest.mark.parametrize("part", range(10))
def test_it_agrees_with_brute_force_on_many(sheet: str, part: int) -> None:
    for number in range(100):
        compare(sheet, 1000 + 100 * part + number)


def played_out(record: GameRecord) -> tuple[GameRecord, Solution]:
    """The hand as the solver plays it for all, and what it said before."""
    first = solved(record)
    tricks: list[str] = []
    trick, play, told = 1, 1, first.value
    while True:
        asked = replace(record, hands=(replace(record.hands[0], tricks=tuple(tricks) or record.hands[0].tricks),))
        found = solve(viewed(asked)[0], (trick, play))
        if found is None and play > 1:  # the trick is over
            trick, play = trick + 1, 1
            found = solve(viewed(asked)[0], (trick, play))
        if found is None:
            return asked, first
        assert found.value == told, "the best play keeps what the position was worth"
        told = found.value
        if play == 1:
            tricks.append(found.seat)
        tricks[-1] += " " + found.plays[0].cards
        play += 1


def check_played(sheet: str, number: int) -> None:
    record, said = played_out(random_climbing(Random(f"{sheet} {number}"), sheet))
    view, _ = viewed(record)
    result = audit(record)
    assert [each.code for each in result.findings if each.kind is not Kind.OPEN] == []
    finish = result.hands[0].finish
    assert finish is not None
    order = in_place(view.sheet, [view.sheet.seat_at[seat] for seat in finish])[0]
    assert Brute(view.sheet, view.sheet.context("2")).result(order) == said.value.low


@pytest.mark.parametrize("sheet", CLIMBING_SHEETS)
def test_what_it_plays_is_audited_without_a_finding_and_comes_to_what_it_said(sheet: str) -> None:
    for number in range(2):
        check_played(sheet, number)


@pytest.mark.deep
@pytest.mark.parametrize("sheet", CLIMBING_SHEETS)
def test_what_it_plays_in_many_hands_is_audited_without_a_finding(sheet: str) -> None:
    for number in range(1000):
        check_played(sheet, 100 + number)


def test_past_its_budget_it_gives_bounds_that_hold_the_value() -> None:
    record = random_climbing(Random("budget 2"), "guandan-1")
    exact = solved(record)
    assert exact.reason is None
    for nodes in (1, 4):
        found = solved(record, nodes)
        assert found.reason == "nodes"
        assert found.value.low <= exact.value.low <= found.value.high


def test_cards_that_nobody_knows_give_bounds_with_the_reason() -> None:
    record = random_climbing(Random("unknown"), "guandan-1")
    hand = record.hands[0]
    assert hand.deal is not None
    assert hand.left is not None
    seat = next(seat for seat in hand.deal if hand.tricks is not None and seat != hand.tricks[0][0])
    unseen = replace(record, hands=(replace(hand, deal={**hand.deal, seat: " ".join(["??"] * hand.left[seat])}),))
    found = solved(unseen)
    assert (found.reason, found.plays) == ("unknown", ())
    assert found.value.low < found.value.high


def test_a_hand_of_sixteen_cards_is_searched_and_a_longer_one_is_not() -> None:
    cards = [rank + suit for rank in "3456" for suit in "shcd"]
    for hand, reason in ((cards, None), ([*cards, "7s"], "cards")):
        deal = {"E": " ".join(hand), "N": "9s", "W": "9h", "S": "9d"}
        left = {seat: len(held.split()) for seat, held in deal.items()}
        start = Start(levels={"EW": "2", "NS": "2"})
        hands = (Hand(no=1, level="2", deal=deal, left=left, tricks=("E 3s",)),)
        assert solved(GameRecord(id="long", sheet="guandan-1", start=start, hands=hands), plays=False).reason == reason


@pytest.mark.parametrize("sheet", CLIMBING_SHEETS)
def test_values_and_nodes_are_pinned_and_the_same_however_it_is_built(sheet: str) -> None:
    found = [solved(random_climbing(Random(f"pins {number}"), sheet)) for number in range(3)]
    assert tuple((each.value.low, each.nodes) for each in found) == PINS[sheet]
