"""The recorded deal, part by part, whatever the family: what is wrong with it, and a part that the others tell."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from paipu.replay.cards import HIDDEN, UNKNOWN, count_cards, join_cards, may_be, missing_cards, split_cards
from paipu.replay.notation import size_of, split_trick
from paipu.replay.plays import plays_of_hand
from paipu.replay.record import Hand
from paipu.replay.report import Report
from paipu.replay.rulesheet import RuleSheet

Parts = dict[str, Counter[str]]
"""What each part of a deal holds: a seat's hand, or the kitty; `??` counts cards that nobody saw."""


def recorded_parts(
    deal: Mapping[str, str], sizes: Mapping[str, int], seats: Sequence[str], deck: Counter[str], report: Report
) -> Parts:
    """The recorded parts of a deal, checked for counts and copies.

    `sizes` has all the parts that a deal has, `seats` those that are somebody's hand. A single part that is missing or partly
    unseen is the rest of the deck, unless something is wrong with the others or cards were played before.
    """
    parts = {part: Counter(split_cards(deal[part])) for part in sizes if part in deal}
    sound = True
    for part, cards in parts.items():
        if cards.total() != sizes[part]:
            sound = False
            report.add(
                "DEAL-COUNT",
                f"deal/{part}",
                trick=0,
                play=0,
                seat=part if part in seats else None,
                expected=str(sizes[part]),
                actual=str(cards.total()),
                part=part,
            )
    total = sum(parts.values(), Counter[str]())
    del total[UNKNOWN]
    for card, count in total.items():
        if count > deck[card]:
            sound = False
            report.add(
                "DEAL-COPIES",
                "deal",
                trick=0,
                play=0,
                expected=f"{card}×{deck[card]}",
                actual=f"{card}×{count}",
                card=card,
                holders=" ".join(part for part, cards in parts.items() if card in cards),
            )
    unsure = [part for part, size in sizes.items() if size and (part not in parts or UNKNOWN in parts[part])]
    if sound and len(unsure) == 1 and sum(sizes.values()) == deck.total():
        seen = parts.get(unsure[0], Counter[str]())
        parts[unsure[0]] = deck - total + Counter({card: n for card, n in seen.items() if card != UNKNOWN})
    return parts


def check_copies(
    seen: Counter[str], plays: Iterable[tuple[tuple[int, int, str], Sequence[str]]], copies: int, report: Report
) -> None:
    """Report the play that shows one copy too many of a card, beside those `seen`; `plays` have their place and cards."""
    for at, cards in plays:
        for card in cards:
            seen[card] += 1
            if seen[card] == copies + 1:
                report.at_play("CARD-COPIES", at, f"{card}×{copies}", f"{card}×{seen[card]}", card=card)


def tell_not_held(at: tuple[int, int, str], made: Sequence[str], missing: Sequence[str], report: Report) -> None:
    """Report a play of cards that the seat does not hold, and which of them those are."""
    report.at_play("PLAY-NOT-HELD", at, actual=join_cards(made), cards=join_cards(missing))


def hidden_beyond(made: Sequence[str], held: Iterable[str]) -> list[str]:
    """The cards of a play that a hand cannot have, some of them not seen or not whole: of each sign more than there are.

    >>> hidden_beyond(["As", "7?", "7?"], ["As", "7h", "8h"]), hidden_beyond(["7?", "?h"], ["7h", "8c"])
    (['7?'], [])
    """
    left = Counter(held)
    missing = missing_cards([card for card in made if HIDDEN not in card], left.elements())
    left.subtract(card for card in made if HIDDEN not in card)
    for sign, count in Counter(card for card in made if HIDDEN in card).items():
        there = sum(copies for card, copies in left.items() if copies > 0 and may_be(sign, card))
        missing += [sign] * (count - there)
    return missing


def told_by_hand(made: Sequence[str], hand: Iterable[str]) -> str | None:
    """A play of which not all was seen with the cards that it can only have been; None where the hand leaves a choice.

    >>> told_by_hand(["As", "7?"], ["As", "7h", "8h"]), told_by_hand(["7?"], ["7h", "7c"])
    ('As7h', None)
    """
    held, told = Counter(hand), list[str]()
    held.subtract(card for card in made if HIDDEN not in card)
    if min(held.values(), default=0) < 0:
        return None
    for card in made:
        fits = [each for each, count in held.items() if count > 0 and may_be(card, each)] if HIDDEN in card else [card]
        if len(fits) != 1:
            return None
        told += fits
        held[fits[0]] -= HIDDEN in card
    return "".join(told)


def tell_unseen(sheet: RuleSheet, hand: Hand, report: Report) -> None:
    """Say which plays were not all seen: what hangs on them was not checked."""
    if HIDDEN in "".join(hand.tricks or ()):
        places = [f"{at.trick}.{at.play}" for at in plays_of_hand(sheet, hand) if HIDDEN in at.token]
        report.add("PLAY-UNSEEN", "tricks", actual=" ".join(places))


def cards_in(tricks: Sequence[str]) -> int:
    """How many cards were played in some tricks, whoever played them."""
    return sum(size_of(token) for text in tricks for token in split_trick(text)[1:])


def from_its_middle(
    hand: Hand, seats: Sequence[str], size: int, report: Report, *, alike: Mapping[str, int] | None = None
) -> Hand:
    """The hand with how many cards each seat had `left` before the first trick on record; without if that is trick 1.

    `size` is a whole hand. In a game in which all have equally many between tricks `alike` tells how many cards each seat
    plays; there a seat that is not told of has as many as the others. Elsewhere a seat stays out of `left` that neither it nor
    the deal tells of. Counts that contradict a whole hand, the deal or each other are reported. The deal tells more of a seat's
    cards than a number does, unless it has those of a whole hand: these are dropped, and if the plays take more cards than
    were left, `left` is. `left` is dropped too where all have equally many, there is no deal, and all played more than that.
    """
    told = {seat: count for seat, count in (hand.left or {}).items() if seat in seats}
    deal = dict(hand.deal or {})
    dealt = {seat: count_cards(deal[seat]) for seat in seats if seat in deal}
    wrong = {seat: dealt[seat] for seat in seats if seat in told and dealt.get(seat, told[seat]) != told[seat]}
    many = {seat: size for seat, count in told.items() if count > size and seat not in dealt}
    if alike is not None and len(told) == len(seats) and not dealt:
        played = cards_in(hand.tricks or ()) // len(seats)
        many |= {seat: played for seat, count in told.items() if count < played <= size}
    _tell_left({**many, **wrong}, told, report)
    if alike is not None and len(many) == len(seats):
        return replace(hand, left=None)
    if all(count >= size for count in told.values()):
        return replace(hand, left=None)
    all_whole = bool(wrong) and all(wrong.get(seat) == size for seat in dealt)
    if all_whole and len(told) == len(seats) and cards_in(hand.tricks or ()) > sum(told.values()):
        return replace(hand, left=None)
    whole = [seat for seat in wrong if wrong[seat] == size]
    left = {**told, **{seat: count for seat, count in dealt.items() if seat not in whole}}
    if alike is not None:
        common = Counter(left[seat] for seat in seats if seat in left).most_common(1)[0][0]
        odd = {seat: common for seat, count in left.items() if count != common and seat not in {*many, *wrong}}
        _tell_left(odd, left, report)
        left = {seat: count if alike.get(seat, 0) <= count else max(count, common) for seat, count in left.items()}
        left = {seat: left.get(seat, common) for seat in seats}
    kept = {part: cards for part, cards in deal.items() if part not in whole}
    return replace(hand, left={seat: left[seat] for seat in seats if seat in left}, deal=kept or None)


def _tell_left(wrong: Mapping[str, int], told: Mapping[str, int], report: Report) -> None:
    """Report numbers of cards left that should be others (`wrong`), all in one."""
    if not wrong:
        return
    seats = list(wrong)
    report.add(
        "LEFT-COUNT",
        f"left/{seats[0]}" if len(seats) == 1 else "left",
        trick=0,
        play=0,
        seat=seats[0] if len(seats) == 1 else None,
        expected=" ".join(str(count) for count in wrong.values()),
        actual=" ".join(str(told[seat]) for seat in seats),
        who=" ".join(seats),
    )
