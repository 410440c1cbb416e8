"""A hand under the wrong level, trump or banker: copied wrongly onto the record, or really played so by the whole table."""

from functools import partial

from replay.cards import RANKS, SUITS
from replay.tricks.trump import NO_TRUMP
from samples.fault import Place
from samples.tricks.draw import Declared, declared
from samples.tricks.faults.work import Work


def level(work: Work, *, first: bool, played: bool) -> Place | None:
    """A hand at another level than the bank's: the first hand, or a later one."""
    for index in [0] if first else work.finished(1):
        hand = work.hands[index]
        if "claims" not in hand or hand["level"] not in RANKS:
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
    for index in work.plain():
        hand = work.hands[index]
        if hand["trump"] == NO_TRUMP or not hand["bids"]:
            continue
        if played:
            drawn, terms = work.match.draw(work.standing(index))
            if terms.trump == NO_TRUMP or not drawn.bids:
                continue
            wrong = work.rng.choice([suit for suit in "shcd" if suit != terms.trump])
            table = work.deal_again(index, drawn, Declared(wrong, terms.banker))
            work.play_out(index, table)
        else:
            hand["trump"] = work.rng.choice([suit for suit in "shcd" if suit != hand["trump"]])
        return Place(work.hands[index]["no"])
    return None


def trump_of_taker(work: Work) -> Place | None:
    """Another trump is written down than that of him who took the kitty up again last."""
    able = [index for index in work.ranked() if any("show" in action for action in work.hands[index]["kitty"])]
    index = work.choose(able)
    if index is None:
        return None
    hand = work.hands[index]
    hand["trump"] = work.rng.choice([suit for suit in SUITS if suit != hand["trump"]])
    return Place(hand["no"])


def trump_of_kitty(work: Work, *, played: bool) -> Place | None:
    """Nobody declared, and another trump than the kitty shows is copied onto the record, or really played."""
    index = work.choose(index for index in work.plain(1) if played or not work.hands[index]["bids"])
    if index is None:
        return None
    hand = work.hands[index]
    if not played:
        hand["trump"] = work.rng.choice([suit for suit in (*SUITS, NO_TRUMP) if suit != hand["trump"]])
        return Place(hand["no"])
    drawn = work.arranged({})
    right = work.sheet.kitty_trump(drawn.kitty, hand["level"])
    wrong = Declared(work.rng.choice([suit for suit in SUITS if suit != right]), hand["dealer"])
    work.play_out(index, work.deal_again(index, drawn, wrong))
    return Place(hand["no"])


def trump_of_stage(work: Work) -> Place | None:
    """At a level with a trump of its own another is written down."""
    index = work.choose(index for index in work.finished() if work.sheet.at_level(work.hands[index]["level"]).fixed_trump)
    if index is None:
        return None
    work.hands[index]["trump"] = work.rng.choice(SUITS)
    return Place(work.hands[index]["no"])


def nobody_declared(work: Work) -> Place | None:
    """Nobody declared in the first hand, for which the sheet has another deal; the hand is played all the same."""
    drawn, dealer = work.arranged({}), work.rng.choice(work.seats)
    level = work.hands[0]["level"]
    trump = work.sheet.kitty_trump(drawn.kitty, level)
    if trump is None or "claims" not in work.hands[0]:
        return None
    work.play_out(0, work.deal_again(0, drawn, Declared(trump, dealer)))
    return Place(work.hands[0]["no"], 0, 0)


def trump_after_jokers(work: Work, *, played: bool) -> Place | None:
    """A joker pair over-declared, and the suit shown before it is still taken for trump."""
    index = work.choose(work.ranked())
    if index is None:
        return None
    standing = work.standing(index)
    level_card = standing.level(work.sheet, standing.dealer or 0) + work.rng.choice("shcd")
    first, second = work.rng.sample(work.seats, 2)
    joker = work.rng.choice(("LJ", "BJ"))
    other = "BJ" if joker == "LJ" else "LJ"
    drawn = work.arranged({first: other + level_card, second: joker * 2})
    bids = (work.opening(first, level_card, other), f"{second} {joker * 2}")
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


def dealer_later(work: Work, *, bidder: bool | None, played: bool, partner: bool | None = None) -> Place | None:
    """Somebody else than the last hand made banker is: one who over-declared or not, the partner or not, where that matters.

    Only the partner can take over without moving the level too, so it is he who really plays the hand as banker.
    """
    for index in work.plain(1):
        hand = work.hands[index]
        over = {bid[0] for bid in hand["bids"][1:]}
        right = work.seat(hand["dealer"])
        mate = work.seats[(right + 2) % len(work.seats)]
        able = [seat for seat in work.seats if seat != hand["dealer"] and bidder in {None, seat in over}]
        if partner is not None:
            able = [seat for seat in able if (seat == mate) == partner]
        if played:
            able = [seat for seat in able if seat == mate]
        wrong = work.choose(able)
        if wrong is None:
            continue
        hand["dealer"] = wrong
        if played:
            work.match.bury(hand, work.seat(wrong), work.context(hand), willing=False)
            table = work.match.table(hand)
            work.play_out(index, table)
        return Place(hand["no"])
    return None


start_level_copied = partial(level, first=True, played=False)
start_level_played = partial(level, first=True, played=True)
level_copied = partial(level, first=False, played=False)
level_played = partial(level, first=False, played=True)
