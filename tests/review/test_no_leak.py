"""No leak: what is said of a play does not hang on where the hidden cards were, nor on what came later.

The hidden cards of a record are exchanged among the other hands and the kitty, by chance, a pair of cards at a time; what the
audit finds nothing new wrong with up to the play fits what the seat knew. Every such record is to say the same of the play.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from paipu.analytics.review.judge import judge, seed_of
from paipu.analytics.review.knowledge_climbing import ClimbHand
from paipu.analytics.review.knowledge_tricks import TrickHand
from paipu.replay.audit import audit
from paipu.replay.cards import join_cards, split_cards
from paipu.replay.family import hand_view
from paipu.replay.notation import join_trick, read_token, split_trick
from paipu.replay.record import GameRecord
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.deal import KITTY
from tests.many import many
from tests.review.records import SHEETS, decision_of, record_of

WORLDS = 16


def up_to(record: GameRecord, number: int, trick: int, play: int) -> GameRecord:
    """A record until a play was made, and nothing of what came later."""
    hand = record.hands[number]
    tricks = list((hand.tricks or ())[:trick])
    tricks[-1] = join_trick(*split_trick(tricks[-1])[: play + 1])
    incidents = tuple(each for each in hand.incidents if each.noticed is not None and each.noticed <= (trick, play))
    mine = replace(hand, tricks=tuple(tricks), claims=None, seconds=(), incidents=incidents)
    return replace(record, hands=(*record.hands[:number], mine), claims=None, rulings=())


def hand_of(record: GameRecord, number: int) -> Any:
    view: Any = hand_view(record, number)
    return TrickHand(view) if record.sheet in TRICK_SHEETS else ClimbHand(view)


def said_of(record: GameRecord, number: int, ply: int) -> bytes | None:
    """All that is said of a play, in bytes; None where nothing is."""
    hand = hand_of(record, number)
    decision = decision_of(hand, ply)
    if decision is None:
        return None
    token = hand.turns[ply - 1].at.token
    made = read_token(token).thrown if record.sheet in TRICK_SHEETS else token
    if not decision.may_be_judged(made):
        return b"illegal"
    found = judge(decision, made, seed_of(record.id, number, ply), WORLDS, decision.same)
    return json.dumps([str(getattr(found, name)) for name in found.__slots__]).encode()


def codes(record: GameRecord) -> list[tuple[str, str]]:
    """What the audit finds of deal, bids, tribute and plays."""
    return sorted((each.code, str(each.where)) for each in audit(record).findings)


def exchanged(record: GameRecord, number: int, ply: int, random: Random, times: int) -> Iterator[GameRecord]:
    """The record with hidden cards exchanged, each time more of them; those that fit what the seat knew."""
    expected = codes(record)
    for _ in range(times):
        hand = hand_of(record, number)
        seat = hand.turns[ply - 1].at.seat
        seats, frame = record_seats(record), hand.view.frames[ply - 1]
        held = {name: list(frame.hands[name]) for at, name in enumerate(seats) if at != seat and frame.hands[name]}
        facts = record.hands[number]
        actions = facts.kitty or ()
        burier = getattr(hand, "burier", None)
        single = sum(each.bury is not None for each in actions) == 1
        if burier is not None and burier != seat and single:
            held[KITTY] = split_cards(next(each.bury for each in actions if each.bury is not None) or "")
        if len(held) < 2:
            break  # nothing hidden can lie elsewhere
        one, other = random.sample(sorted(held), 2)
        first, second = random.choice(held[one]), random.choice(held[other])
        if first == second:
            continue
        deal = {place: split_cards(cards) for place, cards in (facts.deal or {}).items()}
        kitty = actions
        for place, out, into in ((one, first, second), (other, second, first)):
            owner = place
            if place == KITTY:  # the burier was dealt the card that he buried, or took it up
                assert burier is not None
                owner = seats[burier]
                kitty = tuple(
                    replace(each, bury=join_cards([*without(split_cards(each.bury), out), into]))
                    if each.bury is not None
                    else each
                    for each in kitty
                )
            at = owner if out in deal[owner] else KITTY if out in deal.get(KITTY, ()) else None
            if at is None:
                break  # it came by tribute
            deal[at] = [*without(deal[at], out), into]
        else:
            changed = replace(facts, deal={place: " ".join(cards) for place, cards in deal.items()}, kitty=kitty)
            asked = replace(record, hands=(*record.hands[:number], changed))
            if codes(asked) == expected and seen_by(asked, number, ply) == seen_by(record, number, ply):
                record = asked
                yield record


def without(cards: list[str], card: str) -> list[str]:
    left = list(cards)
    left.remove(card)
    return left


def record_seats(record: GameRecord) -> tuple[str, ...]:
    from paipu.replay.sheets import SHEETS as ALL

    return ALL[record.sheet].seats


def seen_by(record: GameRecord, number: int, ply: int) -> object:
    """What the seat has in its hand and in front of it."""
    hand = hand_of(record, number)
    turn = hand.turns[ply - 1]
    return turn.hand, [each.at for each in hand.turns], hand.view.frames[ply - 1].left


def check(sheet: str, seed: int, plies: int, times: int) -> tuple[int, int]:
    """How many records said the same, and of how many plays."""
    record, random = record_of(sheet, seed), Random(f"{sheet} {seed}")
    same = plays = 0
    number = random.randrange(len(record.hands))
    whole = hand_of(record, number)
    if whole.unknown or not whole.turns:
        return 0, 0
    last = len(whole.turns)
    for ply in random.sample(
        range(1 if plies > 2 else 2 * last // 3, last), min(plies, last // 3)
    ):  # later ones take less time
        at = whole.turns[ply - 1].at
        known = up_to(record, number, at.trick, at.play)
        expected = said_of(known, number, ply)
        assert expected == said_of(record, number, ply), f"what came after {sheet} {seed} {at} is heard"
        if expected in {None, b"illegal"}:
            continue
        others = list(exchanged(known, number, ply, random, times))
        for other in others[-2:]:
            assert other != known
            assert said_of(other, number, ply) == expected, f"{sheet} {seed} {at}"
            same += 1
        plays += bool(others)
    return same, plays


@pytest.mark.parametrize("sheet", SHEETS)
@many(1, 25)
def test_a_verdict_does_not_hang_on_where_the_hidden_cards_are(sheet: str, seeds: range) -> None:
    found = [check(sheet, 100 + seed, 1 if len(seeds) == 1 else 5, 10) for seed in seeds]
    assert sum(plays for _, plays in found) >= len(seeds)
    assert sum(same for same, _ in found) >= len(seeds)
