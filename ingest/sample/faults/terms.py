"""A hand under the wrong level, trump or banker: copied wrongly onto the record, or really played so by the whole table."""

from functools import partial

from ingest.sample.draw import Declared, declared
from ingest.sample.faults.work import Place, Work
from replay.cards import RANKS
from replay.tricks.trump import NO_TRUMP


def level(work: Work, *, first: bool, played: bool) -> Place | None:
    """A hand at another level than the bank's: the first hand, or a later one."""
    for index in [0] if first else work.finished(1):
        hand = work.hands[index]
        if "claims" not in hand:
            continue
        at = RANKS.index(hand["level"])
        wrong = work.rng.choice([RANKS[other] for other in (at - 1, at + 1, at + 2) if 0 <= other < len(RANKS)])
        if played:
            drawn, terms = work.match.draw(work.standing(index), level=wrong)
            work.play_out(index, work.deal_again(index, drawn, terms, level=wrong))
        else:
            hand["level"] = wrong
        return Place(work.hands[index]["no"])
    return None


def trump(work: Work, *, played: bool) -> Place | None:
    """Another suit than the last shown level card's is trump."""
    for index in work.finished():
        hand = work.hands[index]
        if hand["trump"] == NO_TRUMP:
            continue
        if played:
            drawn, terms = work.match.draw(work.standing(index))
            if terms.trump == NO_TRUMP:
                continue
            wrong = work.rng.choice([suit for suit in "shcd" if suit != terms.trump])
            table = work.deal_again(index, drawn, Declared(wrong, terms.banker))
            work.play_out(index, table)
        else:
            hand["trump"] = work.rng.choice([suit for suit in "shcd" if suit != hand["trump"]])
        return Place(work.hands[index]["no"])
    return None


def trump_after_jokers(work: Work, *, played: bool) -> Place | None:
    """A joker pair over-declared, and the suit shown before it is still taken for trump."""
    index = work.choose(work.finished())
    if index is None:
        return None
    standing = work.standing(index)
    level_card = standing.level(work.sheet, standing.dealer or 0) + work.rng.choice("shcd")
    first, second = work.rng.sample(work.seats, 2)
    joker = work.rng.choice(("LJ", "BJ"))
    other = "BJ" if joker == "LJ" else "LJ"
    drawn = work.arranged({first: other + level_card, second: joker * 2})
    bids = (f"{first} {other}{level_card}", f"{second} {joker * 2}")
    terms = declared(work.sheet, bids, level_card[0])
    if played:
        terms = Declared(level_card[1], terms.banker)
    table = work.deal_again(index, drawn._replace(bids=bids), terms)
    work.play_out(index, table)
    work.hands[index]["trump"] = level_card[1]
    return Place(work.hands[index]["no"])


def dealer_first(work: Work, *, played: bool) -> Place | None:
    """Somebody else than the declarations say is banker of the first hand."""
    hand = work.hands[0]
    if "claims" not in hand:
        return None
    if not played:
        hand["dealer"] = work.rng.choice([seat for seat in work.seats if seat != hand["dealer"]])
        return Place(hand["no"])
    drawn, terms = work.match.draw(work.standing(0))
    wrong = work.rng.choice([seat for seat in range(len(work.seats)) if work.seats[seat] != terms.banker])
    table = work.deal_again(0, drawn, terms, dealer=wrong)
    work.play_out(0, table)
    return Place(work.hands[0]["no"])


def dealer_later(work: Work, *, bidder: bool, played: bool) -> Place | None:
    """Somebody else than the last hand made banker is: with `bidder` one who over-declared, else one who did not bid over.

    Only the partner can take over without moving the level too, so it is he who really plays the hand as banker.
    """
    for index in work.finished(1):
        hand = work.hands[index]
        over = {bid[0] for bid in hand["bids"][1:]}
        right = work.seat(hand["dealer"])
        partner = work.seats[(right + 2) % len(work.seats)]
        able = [seat for seat in work.seats if seat != hand["dealer"] and (seat in over) == bidder]
        if played:
            able = [seat for seat in able if seat == partner]
        wrong = work.choose(able)
        if wrong is None:
            continue
        hand["dealer"] = wrong
        if played:
            work.match.bury(hand, work.seat(wrong), work.context(hand))
            table = work.match.table(hand)
            work.play_out(index, table)
        return Place(hand["no"])
    return None


start_level_copied = partial(level, first=True, played=False)
start_level_played = partial(level, first=True, played=True)
level_copied = partial(level, first=False, played=False)
level_played = partial(level, first=False, played=True)
