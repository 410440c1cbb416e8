"""The rest of a hand from a position that is told: against brute force, and against the solver on the record of it."""

from random import Random
from typing import Any

import pytest

from paipu.replay.cards import split_cards
from paipu.replay.question import Situation, Verdict
from paipu.replay.record import GameRecord
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS
from paipu.replay.solve.rest import Position, judge_rest
from tests.solve.brute_climbing import Brute as BruteClimbing
from tests.solve.brute_tricks import Brute
from tests.solve.endings import random_climbing, random_ending


def told(record: GameRecord, **changed: Any) -> tuple[Situation, Position]:
    """An ending as it is told, before its first play."""
    hand = record.hands[0]
    assert hand.deal is not None
    assert hand.tricks is not None
    buried = hand.kitty[0].bury if hand.kitty else None
    hands = {seat: cards.replace(" ", "") for seat, cards in hand.deal.items()}
    position = Position(hands, turn=hand.tricks[0][0], banker=hand.dealer, kitty=buried)
    return Situation(record.sheet, hand.level or "2", hand.trump or "", record.options), position._replace(**changed)


def rest(situation: Situation, position: Position, nodes: int = 10**7) -> Verdict:
    found = judge_rest(situation, position, nodes)
    assert found is not None
    return found


def bounds(verdict: Verdict) -> tuple[Any, Any]:
    return verdict.values["low"], verdict.values["high"]


def worths(verdict: Verdict) -> dict[tuple[str, ...], int]:
    """What each play comes to, by its cards."""
    plays: Any = verdict.values["worth"]
    assert all(each["low"] == each["high"] for each in plays)
    return {tuple(sorted(split_cards(each["cards"]))): each["low"] for each in plays}


@pytest.mark.parametrize("sheet", TRICK_SHEETS)
def test_the_rest_of_a_trick_game_agrees_with_brute_force(sheet: str) -> None:
    for number in range(5):
        chance = Random(f"rest {sheet} {number}")
        situation, position = told(random_ending(chance, sheet, 2 + number % 2, options=number % 2 == 1), attackers=35)
        rules = TRICK_SHEETS[sheet].configured(situation.options).at_level(situation.level)
        ctx = rules.context(situation.level, situation.trump)
        leader, dealer = (rules.seat_at[each or ""] for each in (position.turn, position.banker))
        brute = Brute(rules, ctx, dealer, ctx.pack(split_cards(position.kitty or "")))
        hands = tuple(tuple(sorted(split_cards(position.hands[seat]))) for seat in rules.seats)
        lead = chance.choice(brute.plays(hands, leader, ()))
        after = [list(cards) for cards in hands]
        for card in lead:
            after[leader].remove(card)
        left = {seat: "".join(cards) for seat, cards in zip(rules.seats, after, strict=True)}
        on_table = position._replace(hands=left, turn=None, trick=f"{position.turn} {''.join(lead)}")
        for made, asked in (((), position), ((lead,), on_table)):
            found = rest(situation, asked)
            wanted = {cards: brute.after(hands, leader, (*made, cards)) + 35 for cards in brute.plays(hands, leader, made)}
            assert worths(found) == wanted, (sheet, number)
            assert bounds(found) == (brute.after(hands, leader, made) + 35,) * 2
            least, most = bounds(rest(situation, asked._replace(kitty=None)))
            assert least <= bounds(found)[0] <= most


@pytest.mark.parametrize("sheet", CLIMBING_SHEETS)
def test_the_rest_of_a_climbing_game_agrees_with_brute_force_whoever_is_out(sheet: str) -> None:
    for number in range(3):
        situation, position = told(random_climbing(Random(f"rest {sheet} {number}"), sheet))
        rules = CLIMBING_SHEETS[sheet].configured(situation.options)
        ctx = rules.context(situation.level)
        gone = [seat for seat in rules.seats if seat != position.turn][number : number + number % 2 + 1]
        if {rules.seat_at[seat] % 2 for seat in gone} != {0, 1} and len(gone) > 1:
            gone = gone[:1]
        hands = {seat: cards for seat, cards in position.hands.items() if seat not in gone}
        found = rest(situation, position._replace(hands=hands, out="".join(gone)))
        held = tuple(tuple(ctx.unpack(ctx.pack(split_cards(hands.get(seat, ""))))) for seat in rules.seats)
        turn = rules.seat_at[position.turn or ""]
        out = tuple(rules.seat_at[seat] for seat in gone)
        wanted = BruteClimbing(rules, ctx).plays(held, out, position.turn or "", turn, held[turn]).values()
        assert bounds(found) == ((max if turn % 2 == 0 else min)(wanted),) * 2, (sheet, number)


def test_the_order_of_those_who_are_out_tells() -> None:
    """S goes out third: his partner N was first, or E was, whose partner W is last then."""
    situation = Situation("guandan-1", "5")
    hands = {"W": "3h4h", "S": "Ks"}
    first = {out: bounds(rest(situation, Position(hands, turn="S", out=out))) for out in ("EN", "NE")}
    assert first == {"EN": (1, 1), "NE": (-2, -2)}


def test_a_hand_that_is_not_told_is_named_and_nothing_is_said() -> None:
    open_ = rest(Situation("shengji", "2", "s"), Position({"E": "As", "N": "3s", "S": "4s"}, turn="E", banker="E"))
    assert (open_.word, open_.missing, dict(open_.values)) == ("UNDETERMINED", ("W",), {})


def test_a_spent_budget_gives_bounds_that_hold_the_value() -> None:
    situation, position = told(random_ending(Random("rest budget"), "shengji", 4))
    exact = rest(situation, position)
    few = rest(situation, position, 20)
    assert (few.word, few.missing, few.values["reason"]) == ("UNDETERMINED", ("nodes",), "nodes")
    assert bounds(few)[0] <= bounds(exact)[0] <= bounds(few)[1]


def test_nobody_is_to_play_where_the_hand_is_over() -> None:
    assert judge_rest(Situation("guandan-1", "5"), Position({"N": "3h", "S": "4h"}, turn="N", out="EW")) is None
