"""Follows with a lowered ♥5 under each reading: what is judged legal is what replay, judge and solver list."""

from itertools import combinations
from random import Random
from typing import Any, Final

import pytest

from paipu.replay.cards import SUITS, split_cards
from paipu.replay.family import hand_view
from paipu.replay.question import Situation, Word, judge_follow
from paipu.replay.record import GameRecord, Hand, KittyAction, Start
from paipu.replay.sheets import TRICK_SHEETS, sheet_of
from paipu.replay.solve import solve
from paipu.replay.tricks.follow import follow_fault
from paipu.replay.tricks.legal import count_follows
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import TrickView
from paipu.replay.tricks.units import lead_shape

LEVEL: Final = "8"
READINGS: Final = ({"five_as_heart": "yes"}, {"lowered_five": "owed"}, {"five_as_heart": "yes", "lowered_five": "owed"})
LEADS: Final = ("3h", "KhKh", "QhQh", "5hThKh", "3h3h4h4h", "KdTd5d")


def cards_of(text: str) -> tuple[str, ...]:
    return tuple(sorted(split_cards(text)))


def ending(options: dict[str, str], lead: str, hand: list[str], trump: str) -> GameRecord:
    """E has led, and N is to follow with all that he has left, for which the others have cards that matter nothing."""
    rest = [rank + suit for suit in "sc" for rank in "234679JQ" for _ in range(2)]
    rest = [card for card in rest if card not in hand]
    size = len(hand)
    deal = {"E": [*split_cards(lead), *rest[: size - len(cards_of(lead))]], "N": hand}
    deal |= {"W": rest[size : 2 * size], "S": rest[2 * size : 3 * size]}
    return GameRecord(
        id="lowered",
        sheet="chaodipi",
        options=options,
        start=Start(levels=dict.fromkeys(TRICK_SHEETS["chaodipi"].sides, LEVEL), dealer="N"),
        hands=(
            Hand(
                no=1,
                level=LEVEL,
                dealer="N",
                trump=trump,
                deal={seat: " ".join(cards) for seat, cards in deal.items()},
                left=dict.fromkeys(deal, size),
                kitty=(KittyAction(seat="N", bury="Ac" * 2 + "As" * 2 + "Kc" * 2 + "Ks" * 2),),
                tricks=(f"E {lead}",),
            ),
        ),
    )


def cases(options: dict[str, str], count: int) -> list[tuple[GameRecord, str, list[str], str]]:
    random = Random(str(options))
    found: list[tuple[GameRecord, str, list[str], str]] = []
    while len(found) < count:
        lead, trump = random.choice(LEADS), random.choice((*SUITS, "NT"))
        deck = [card for card in ("5h", "5h", "Kh", "Th", "7h", "7h", "6h", "6h", "9d", "5d", "Kd", "LJ") if card not in lead]
        hand = sorted(random.sample(deck, random.randint(len(cards_of(lead)), 6)))
        found.append((ending(options, lead, hand, trump), lead, hand, trump))
    return found


@pytest.mark.parametrize("options", READINGS, ids=lambda options: "_".join(options))
def test_what_is_judged_legal_is_what_every_door_lists(options: dict[str, str]) -> None:
    seen = set[bool]()
    for record, lead, hand, trump in cases(options, 15):
        sheet: Any = sheet_of(record)
        assert isinstance(sheet, TrickSheet)
        ctx = sheet.context(LEVEL, trump)
        led, packed = ctx.as_lead(ctx.parse(lead)), ctx.pack(hand)
        shape, size = lead_shape(ctx, led), len(cards_of(lead))
        plays = sorted(set(combinations(hand, size)))
        legal = {
            tuple(sorted(play))
            for play in plays
            if follow_fault(ctx, sheet.follow, packed, led, shape, ctx.parse("".join(play))) is None
        }
        case = (options, lead, hand, trump)
        view = hand_view(record, 0)
        assert isinstance(view, TrickView)
        shown = view.alternatives(None, 1000)
        assert {cards_of(each) for each in shown.plays} == legal, case
        assert shown.total == count_follows(ctx, sheet.follow, packed, led, shape, 1000) == len(legal), case
        solved = solve(view, (1, 2))
        assert solved is not None
        assert {cards_of(each.cards) for each in solved.plays} == legal, case
        asked = Situation("chaodipi", LEVEL, trump, options)
        judged = judge_follow(asked, lead=lead, hand="".join(hand), play="".join(plays[0]))
        assert judged.total == len(legal), case
        assert {cards_of(each) for each in judged.allowed} <= legal, case
        assert (judged.default is Word.LEGAL) == (tuple(sorted(plays[0])) in legal), case
        seen |= {any(card == "5h" for card in play) for play in legal}
    assert seen == {True, False}
