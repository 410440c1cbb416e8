"""Faults of taking the kitty up again (炒底): who is asked, who may, and with what."""

from collections.abc import Mapping, Sequence
from typing import Any

from samples.fault import Place
from samples.tricks.draw import declared
from samples.tricks.faults.work import Work


def not_asked(work: Work) -> Place | None:
    """The last but one who is to be asked is passed over: the last answer comes too early."""
    for index in work.plain():
        kitty = work.hands[index]["kitty"]
        if len(kitty[1:]) > 1:
            del kitty[-2]
            return Place(work.hands[index]["no"], 0, 0, kitty[-1]["seat"], follows=("KITTY-UNASKED",))
    return None


def asking_broken_off(work: Work) -> Place | None:
    """The last answer is not on record."""
    index = work.choose(work.plain())
    if index is None:
        return None
    missed = work.hands[index]["kitty"].pop()
    return Place(work.hands[index]["no"], 0, 0, missed["seat"]) if work.hands[index]["kitty"][1:] else None


def kitty_of_stage(work: Work) -> Place | None:
    """A burial is written down for a hand without a kitty."""
    index = work.choose(index for index in work.finished() if "kitty" not in work.hands[index])
    if index is None:
        return None
    hand = work.hands[index]
    cards = hand["deal"][hand["dealer"]].split(" ")
    hand["kitty"] = [{"seat": hand["dealer"], "bury": "".join(work.rng.sample(cards, work.sheet.kitty_size))}]
    return Place(hand["no"], 0, 0, hand["dealer"])


def taken_back(work: Work) -> Place | None:
    """Somebody has passed, nobody has taken the kitty up since, and now he does so all the same."""
    dealt = _dealt_for_it(work)
    if dealt is None:
        return None
    index, taker, pair = dealt
    hand = work.hands[index]
    _take(work, hand, taker, pair, trump=pair[1])
    work.play_out(index, work.match.table(hand))
    return Place(hand["no"], 0, 0, taker)


def own_burial(work: Work) -> Place | None:
    """Another declared and the banker buried; all have passed, and now he takes his own burial up."""
    index = work.choose(index for index in work.ranked() if work.standing(index).dealer is not None)
    if index is None:
        return None
    standing = work.standing(index)
    dealer = work.seats[standing.dealer or 0]
    declarer = work.rng.choice([seat for seat in work.seats if seat != dealer])
    level = standing.level(work.sheet, work.seat(dealer))
    suit, other = work.rng.sample([suit for suit in "shcd" if level + suit not in work.sheet.cards.top_trumps], 2)
    drawn = work.arranged({declarer: level + suit, dealer: (level + other) * 2})._replace(bids=(f"{declarer} {level}{suit}",))
    work.deal_again(index, drawn, declared(work.sheet, drawn.bids, level))
    hand = work.hands[index]
    _take(work, hand, dealer, (level + other) * 2, trump=other)
    work.play_out(index, work.match.table(hand))
    return Place(hand["no"], 0, 0, dealer)


def ill_shown(work: Work) -> Place | None:
    """Somebody takes the kitty up with a pair that makes no trump; the trump stays."""
    dealt = _dealt_for_it(work)
    if dealt is None:
        return None
    index, taker, _ = dealt
    hand = work.hands[index]
    own = hand["deal"][taker].split(" ")
    always = work.sheet.cards.top_trumps
    plain = work.choose(card for card in own if card[0] != hand["level"] and card not in always and own.count(card) == 2)
    if plain is None:
        return None
    _cut_answers(hand, taker)
    _take(work, hand, taker, plain * 2, trump=hand["trump"])
    work.play_out(index, work.match.table(hand))
    return Place(hand["no"], 0, 0, taker)


def not_held(work: Work) -> Place | None:
    """Somebody takes the kitty up with a pair of which he holds one card."""
    dealt = _dealt_for_it(work, copies=1)
    if dealt is None:
        return None
    index, taker, pair = dealt
    hand = work.hands[index]
    _cut_answers(hand, taker)
    _take(work, hand, taker, pair, trump=pair[1])
    work.play_out(index, work.match.table(hand))
    return Place(hand["no"], 0, 0, taker)


def _dealt_for_it(work: Work, copies: int = 2) -> tuple[int, str, str] | None:
    """A hand dealt anew in which the banker declared, and another seat has a level pair; all have passed."""
    index = work.choose(work.ranked())
    if index is None:
        return None
    standing = work.standing(index)
    dealer, taker = work.rng.sample(work.seats, 2)
    if standing.dealer is not None:
        dealer = work.seats[standing.dealer]
        taker = work.rng.choice([seat for seat in work.seats if seat != dealer])
    level = standing.level(work.sheet, work.seat(dealer))
    suit, other = work.rng.sample([suit for suit in "shcd" if level + suit not in work.sheet.cards.top_trumps], 2)
    wanted = {dealer: level + suit, taker: (level + other) * copies}
    if copies == 1:
        wanted["kitty"] = level + other
    drawn = work.arranged(wanted)._replace(bids=(f"{dealer} {level}{suit}",))
    work.deal_again(index, drawn, declared(work.sheet, drawn.bids, level))
    return index, taker, (level + other) * 2


def _cut_answers(hand: Mapping[str, Any], seat: str) -> None:
    """Take away the answers from a seat's on."""
    kitty = hand["kitty"]
    at = next(number for number, action in enumerate(kitty) if number and action["seat"] == seat)
    del kitty[at:]


def _take(work: Work, hand: dict[str, Any], seat: str, shown: str, *, trump: str) -> None:
    """A seat takes the kitty up; the others pass, but for him whose declaration stands."""
    holder = seat if trump != hand["trump"] else hand["dealer"]
    hand["trump"] = trump
    context = work.sheet.context(hand["level"], trump)
    work.match.lay_down(hand, work.seat(seat), context, show=shown)
    first = work.seat(seat)
    asked: Sequence[str] = [work.seats[(first + step) % len(work.seats)] for step in range(1, len(work.seats))]
    hand["kitty"] += [{"seat": other, "pass": True} for other in asked if other != holder]
