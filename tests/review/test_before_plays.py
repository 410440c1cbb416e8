"""Burials and cards returned for tribute: what is compared, how it is played out, and that nothing hidden is looked at."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from paipu.analytics.review.burial import BurialDecision
from paipu.analytics.review.judge import Judgement, judge, seed_of
from paipu.analytics.review.reviewed import before_plays, review_hand, tasks
from paipu.analytics.review.worlds import worlds
from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.record import GameRecord
from paipu.replay.tricks.deal import KITTY
from tests.many import many
from tests.review.records import CLIMBING, SHEETS, TRICKS, decision_of, hands_of, real_world, record_of

RETURNING = tuple(sheet for sheet in CLIMBING if sheet != "daguai")
"""The sheets with tribute."""


def decisions(sheet: str, seeds: range) -> Iterator[tuple[GameRecord, int, Any, Any, str]]:
    """Every decision before a first play: record, number of the hand, hand, decision, and what was chosen."""
    for seed in seeds:
        record = record_of(sheet, 40 + seed, 4)
        for number, hand in enumerate(hands_of(record)):
            for decision, made in before_plays(hand):
                yield record, number, hand, decision, made


def world_of(hand: Any, decision: Any, made: str) -> tuple[int, ...]:
    """Where the hidden cards were."""
    known = decision.known
    if isinstance(decision, BurialDecision):
        return tuple(hand.held.hands[place] for place in known.places)
    taker, weight = decision.returning.taker, known.ctx.weight[made]
    return tuple(hand.machine.began[place] - (weight if place == taker else 0) for place in known.places)


@pytest.mark.parametrize("sheet", [*TRICKS, *RETURNING])
@many(2, 30)
def test_where_the_cards_really_were_is_among_the_deals_that_fit(sheet: str, seeds: range) -> None:
    found = list(decisions(sheet, seeds))
    assert found
    for _, _, hand, decision, made in found:
        real, hidden = world_of(hand, decision, made), decision.hidden
        assert hidden.fits(real)
        assert tuple(map(decision.known.ctx.size, real)) == hidden.capacity
        room: dict[int, int] = {}
        for lot in hidden.lots:
            room[lot.weight] = room.get(lot.weight, 0) | lot.places
        for place, cards in enumerate(real):
            assert all(room[decision.known.ctx.weight[card]] >> place & 1 for card in decision.known.ctx.unpack(cards))


@pytest.mark.parametrize("sheet", [*TRICKS, *RETURNING])
@many(1, 20)
def test_it_is_played_out_as_the_hand_is_from_its_first_play(sheet: str, seeds: range) -> None:
    tried = 0
    for _, _, hand, decision, made in decisions(sheet, seeds):
        first = decision_of(hand, 1)
        real = real_world(hand, first.known, 1)
        choice = first.player.choice()
        expected = first.playout(real).value(choice)
        assert decision.playout(world_of(hand, decision, made)).value(made) == expected
        tried += 1
    assert tried


@pytest.mark.parametrize("sheet", TRICKS)
@many(2, 30)
def test_burials_that_are_compared_can_be_made_and_are_neighbours_or_empty_suits(sheet: str, seeds: range) -> None:
    for _, _, _, decision, made in decisions(sheet, seeds):
        ctx, own = decision.known.ctx, decision.known.own
        plays, legal = decision.candidates(40)
        assert legal is None
        assert made in plays
        assert len(plays) == len({ctx.plays[each].cards for each in plays}) == 40
        emptying = decision.emptying()
        for each in plays:
            assert decision.may_be_judged(each)
            packed = ctx.plays[each].cards
            apart = [ctx.size(ctx.minus(packed, ctx.plays[other].cards)) for other in (made, emptying[0])]
            assert min(apart) <= 2 or each in emptying, each
        for each in emptying:
            left = own - ctx.plays[each].cards
            assert ctx.contains(own, left)
        assert not decision.may_be_judged(made[2:])


@pytest.mark.parametrize("sheet", RETURNING)
def test_every_card_that_may_be_returned_is_compared_and_no_other(sheet: str) -> None:
    for _, _, _, decision, made in decisions(sheet, range(4)):
        plays, legal = decision.candidates(40)
        assert made in plays
        assert len(plays) == legal
        low = [card for card in plays if card[0] in "23456789T"]
        assert low == plays or decision.returning.double


def said(decision: Any, made: str, seed: str) -> Judgement:
    return judge(decision, made, seed, 16, decision.same)


def test_to_bury_the_highest_trumps_is_a_mistake() -> None:
    [(_, _, hand, decision, _)] = list(decisions("shengji", range(1)))[:1]
    ctx = decision.known.ctx
    worst = "".join(ctx.unpack(decision.known.own)[-decision.known.sheet.kitty_size :])
    found = judge(BurialDecision(hand.burial(), worst), worst, "0", 32, decision.same)
    assert found.loss is not None
    assert found.error is not None
    assert found.loss - 3 * found.error > 5


def rearranged(record: GameRecord, number: int, decision: Any, random: Random) -> GameRecord | None:
    """The record with two cards exchanged among the hands of others; None where that changes what the audit finds."""
    facts = record.hands[number]
    names = [decision.known.sheet.seats[place] for place in decision.known.places]
    deal = {place: split_cards(cards) for place, cards in (facts.deal or {}).items()}
    one, other = random.sample(names, 2)
    first, second = random.choice(deal[one]), random.choice(deal[other])
    if first == second:
        return None
    deal[one][deal[one].index(first)], deal[other][deal[other].index(second)] = second, first
    assert KITTY not in names
    mine = replace(facts, deal={place: " ".join(cards) for place, cards in deal.items()}, tricks=facts.tricks)
    tricks = tuple(facts.tricks or ())
    # a hand that is played otherwise from the first play on: only what came before it is to be legal
    changed = replace(record, hands=(*record.hands[:number], replace(mine, tricks=tricks[:1])), claims=None, rulings=())
    same = [f for f in audit(changed).findings if f.where.hand == number and not f.where.trick]
    before = replace(record, hands=(*record.hands[:number], replace(facts, tricks=tricks[:1])), claims=None, rulings=())
    expected = [f for f in audit(before).findings if f.where.hand == number and not f.where.trick]
    return changed if [f.code for f in same] == [f.code for f in expected] else None


@pytest.mark.parametrize("sheet", [*TRICKS, *RETURNING])
@many(1, 25)
def test_what_is_said_does_not_hang_on_the_hands_of_others_nor_on_what_is_played(sheet: str, seeds: range) -> None:
    same = 0
    for record, number, _, decision, made in decisions(sheet, seeds):
        random = Random(f"{sheet} {record.id} {number}")
        # to judge it takes seconds without the compiled build; what it is judged by is compared in any case
        expected = said(decision, made, "7") if len(seeds) > 1 else None
        for _ in range(6 if len(seeds) > 1 else 2):
            changed = rearranged(record, number, decision, random)
            if changed is None:
                continue
            hand = list(hands_of(changed))[number]
            for other, card in before_plays(hand):
                if (other.known.seat, card) == (decision.known.seat, made) and other.known.own == decision.known.own:
                    assert other.candidates(40) == decision.candidates(40)
                    assert worlds(other.hidden, Random("7"), 16) == worlds(decision.hidden, Random("7"), 16)
                    assert expected is None or said(other, card, "7") == expected
                    same += 1
    assert same


@pytest.mark.parametrize("sheet", ["shengji", "guandan-1"])
def test_the_review_of_a_hand_begins_with_them(sheet: str) -> None:
    record, number, hand, _, _ = next(decisions(sheet, range(1)))
    hands = list(record.hands)
    trick = (hands[number].tricks or ())[0]
    hands[number] = replace(hands[number], tricks=(" ".join(trick.split(" ")[:2]),), claims=None)
    record = replace(record, hands=tuple(hands[: number + 1]), claims=None)
    [task] = list(tasks(record, hands[number].no, 16))
    rows = [row for row in review_hand(task) if not row.ply]
    made = list(before_plays(hand))
    assert [row.cards for row in rows] == [each for _, each in made]
    for at, row in enumerate(rows):
        assert (row.trick, row.play, row.act) == (0, 0, "burial" if sheet in TRICKS else "return")
        assert row.seat == hand.sheet.seats[made[at][0].known.seat]
        assert row.seed == seed_of(record.id, number, -at)
        assert row.grade is not None
        assert row.value_error is not None
        assert json.loads(row.candidates)


def test_sheets_without_kitty_or_tribute_have_none() -> None:
    assert "daguai" in SHEETS
    assert not list(decisions("daguai", range(2)))
