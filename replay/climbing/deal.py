"""Who holds what before trick 1: the deal, with the tribute paid, or what the plays alone show of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paipu.replay.cards import UNKNOWN
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.dealt import check_copies, recorded_parts
from paipu.replay.notation import spaced_cards
from paipu.replay.plays import cards_by_seat, plays_of
from paipu.replay.record import Hand
from paipu.replay.report import Report


class Dealt(NamedTuple):
    """Packed hands as dealt, by seat index: exact where `known[s]`, else nothing. `sizes` is how many cards each seat has.

    `seen` are the cards of hands of which only some were seen; empty where there is no such hand. Of a hand on record from its
    middle on these are the hands and numbers then.
    """

    hands: tuple[int, ...]
    known: tuple[bool, ...]
    sizes: tuple[int, ...]
    seen: tuple[int, ...] = ()


def dealt_hands(sheet: ClimbingSheet, ctx: LevelContext, hand: Hand, report: Report) -> Dealt:
    """What was dealt, by the record; what is wrong with it is reported."""
    if not hand.deal and hand.left is None:  # a score sheet has no cards
        seats = len(sheet.seats)
        return Dealt((0,) * seats, (False,) * seats, (sheet.hand_size,) * seats)
    return _quick(sheet, ctx, hand) or _careful(sheet, ctx, hand, report)


def _quick(sheet: ClimbingSheet, ctx: LevelContext, hand: Hand) -> Dealt | None:
    """A fully recorded, faultless deal; None for anything else."""
    deal = hand.deal
    if deal is None or hand.left is not None or len(deal) != len(sheet.seats):
        return None
    weight, size = ctx.weight.__getitem__, sheet.hand_size
    hands, counts = [], []
    try:
        for seat in sheet.seats:
            cards = spaced_cards(deal[seat])
            hands.append(sum(map(weight, cards)))
            counts.append(len(cards))
    except KeyError:  # unseen cards, or cards written without spaces
        return None
    if sum(hands) != ctx.deck or counts != [size] * len(counts):
        return None
    return Dealt(tuple(hands), (True,) * len(hands), tuple(counts))


def _careful(sheet: ClimbingSheet, ctx: LevelContext, hand: Hand, report: Report) -> Dealt:
    """The same where any part may be missing, partly unseen or wrong."""
    sizes = hand.left or dict.fromkeys(sheet.seats, sheet.hand_size)
    deck = Counter(dict.fromkeys(ctx.order, ctx.copies))
    parts = recorded_parts(hand.deal or {}, sizes, sheet.seats, deck, report)
    found = [parts.get(seat) for seat in sheet.seats]
    hands = [cards if cards is not None and UNKNOWN not in cards else None for cards in found]
    partly = [cards if cards is not None and UNKNOWN in cards else Counter[str]() for cards in found]
    seen = tuple(ctx.pack_counts((card, n) for card, n in cards.items() if card != UNKNOWN) for cards in partly)
    return Dealt(
        tuple(ctx.pack_counts(cards.items()) if cards is not None else 0 for cards in hands),
        tuple(cards is not None for cards in hands),
        tuple(cards.total() if cards is not None else sizes[seat] for seat, cards in zip(sheet.seats, found, strict=True)),
        seen if any(seen) else (),
    )


def led_first(sheet: ClimbingSheet, hand: Hand) -> int | None:
    """Who led trick 1 by the record: of a hand from its middle on another may have led the first that is on it."""
    leader = hand.tricks[0][0] if hand.tricks and hand.left is None else hand.lead
    return sheet.seat_at[leader] if leader is not None else None


def shown_by_plays(sheet: ClimbingSheet, tricks: Sequence[str], sizes: Sequence[int]) -> list[Counter[str]]:
    """What each seat's plays show that it held at trick 1."""
    return [Counter(cards) for cards in cards_by_seat(sheet, tricks, sizes)]


def third_copies(
    sheet: ClimbingSheet, ctx: LevelContext, hand: Hand, held: Mapping[int, int], sizes: Sequence[int], report: Report
) -> None:
    """Check how many copies of a card the hands that are known (`held`) and the plays of others show."""
    known = Counter(card for packed in held.values() for card in ctx.unpack(packed))
    made = plays_of(sheet, hand.tricks or (), sizes)
    plays = (((at.trick, at.play, sheet.seats[at.seat]), at.stood) for at in made if at.seat not in held)
    check_copies(known, plays, ctx.copies, report)
