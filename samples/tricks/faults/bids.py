"""Illegal declarations, each at a table whose cards are dealt for it; the others let it stand, or refuse it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from replay.cards import SUITS
from replay.tricks.trump import NO_TRUMP
from samples.fault import Place
from samples.tricks.draw import Declared, declared
from samples.tricks.faults.work import Work


class Case(NamedTuple):
    """A draw to arrange and the bids made with it, the last of them illegal; `terms` where the bids alone do not tell them."""

    wanted: Mapping[str, str]
    bids: Sequence[str]
    terms: Declared | None = None


class Cast(NamedTuple):
    """The level card's rank, two seats, two suits, and the jokers in an order of chance."""

    level: str
    first: str
    second: str
    suit: str
    other: str
    jokers: tuple[str, str]


def _cast(work: Work, index: int) -> Cast:
    standing = work.standing(index)
    level = standing.level(work.sheet, standing.dealer or 0)
    first, second = work.rng.sample(work.seats, 2)
    suit, other = work.rng.sample([suit for suit in SUITS if level + suit not in work.sheet.cards.top_trumps], 2)
    jokers = work.rng.choice((("LJ", "BJ"), ("BJ", "LJ")))
    return Cast(level, first, second, suit, other, jokers)


def illegal(work: Work, *, case_of: Callable[[Work, Cast], Case]) -> Place | None:
    """Play a hand in which the last bid is illegal."""
    index = work.choose(work.ranked())
    if index is None:
        return None
    case = case_of(work, _cast(work, index))
    standing = work.standing(index)
    level = standing.level(work.sheet, standing.dealer or 0)
    accepted = work.rng.random() < 0.5 or len(case.bids) == 1
    terms = case.terms or declared(work.sheet, case.bids, level, accept_illegal=accepted)
    drawn = work.arranged(case.wanted)
    work.play_out(index, work.deal_again(index, drawn._replace(bids=tuple(case.bids)), terms))
    return Place(work.hands[index]["no"], 0, 0, case.bids[-1][0])


def bare(work: Work, cast: Cast) -> Case:
    """A level card without a joker, or a pair of them."""
    cards = (cast.level + cast.suit) * work.rng.choice((1, 2))
    return Case({cast.first: cards}, [f"{cast.first} {cards}"])


def jokers_open(work: Work, cast: Cast) -> Case:
    """A joker pair as the first declaration (SJ-a); no trump is played."""
    del work
    pair = cast.jokers[0] * 2
    return Case({cast.first: pair}, [f"{cast.first} {pair}"], Declared(NO_TRUMP, cast.first))


def single_over(work: Work, cast: Cast) -> Case:
    """An over-declaration with one level card, or with a pair but no joker."""
    mine, theirs = cast.jokers[0] + cast.level + cast.suit, cast.level + cast.other
    over = work.rng.choice((cast.jokers[1] + theirs, theirs * 2))
    return Case({cast.first: mine, cast.second: over}, [f"{cast.first} {mine}", f"{cast.second} {over}"])


def no_higher(work: Work, cast: Cast) -> Case:
    """A joker and a pair over a joker and a pair, or a lower pair of jokers over a higher one."""
    mine, theirs = cast.jokers[0] + (cast.level + cast.suit) * 2, cast.jokers[1] + (cast.level + cast.other) * 2
    if work.rng.random() < 0.7:
        return Case({cast.first: mine, cast.second: theirs}, [f"{cast.first} {mine}", f"{cast.second} {theirs}"])
    third = next(seat for seat in work.seats if seat not in {cast.first, cast.second})
    opening, late = "LJ" + cast.level + cast.suit, "LJ" + (cast.level + cast.other) * 2
    return Case(
        {third: opening, cast.first: "BJBJ", cast.second: late},
        [f"{third} {opening}", f"{cast.first} BJBJ", f"{cast.second} {late}"],
    )


def oneself(work: Work, cast: Cast) -> Case:
    """Over-declaring oneself, or adding a level card of another suit."""
    mine, theirs = cast.jokers[0] + cast.level + cast.suit, cast.level + cast.other
    more = work.rng.choice((cast.jokers[1] + theirs * 2, theirs))
    return Case({cast.first: mine + more}, [f"{cast.first} {mine}", f"{cast.first} {more}"])


def not_held(work: Work, cast: Cast) -> Case:
    """A declaration with a level card that lay in the kitty."""
    card = cast.level + cast.suit
    shown = cast.jokers[0] + card * work.rng.choice((1, 2))
    return Case({cast.first: cast.jokers[0], "kitty": card, cast.second: card}, [f"{cast.first} {shown}"])


# -- where a level card declares by itself


def joker_beside(work: Work, cast: Cast) -> Case:
    """A joker beside the level card, as other sheets have it."""
    del work
    shown = cast.jokers[0] + cast.level + cast.suit
    return Case({cast.first: shown}, [f"{cast.first} {shown}"])


def one_card_over(work: Work, cast: Cast) -> Case:
    """An over-declaration with one level card."""
    del work
    mine, theirs = cast.level + cast.suit, cast.level + cast.other
    return Case({cast.first: mine, cast.second: theirs}, [f"{cast.first} {mine}", f"{cast.second} {theirs}"])


def pair_over_oneself(work: Work, cast: Cast) -> Case:
    """Over-declaring oneself with a pair of another suit."""
    del work
    mine, more = cast.level + cast.suit, (cast.level + cast.other) * 2
    return Case({cast.first: mine + more}, [f"{cast.first} {mine}", f"{cast.first} {more}"])


def over_closed(work: Work, cast: Cast) -> Case:
    """An over-declaration after the first declarer has shown his second card too."""
    del work
    mine, theirs = (cast.level + cast.suit) * 2, (cast.level + cast.other) * 2
    bids = [f"{cast.first} {mine[:2]}", f"{cast.first} {mine}", f"{cast.second} {theirs}"]
    return Case({cast.first: mine, cast.second: theirs}, bids)


def pair_again(work: Work, cast: Cast) -> Case:
    """A pair that was over-declared is shown once more."""
    del work
    mine, theirs = (cast.level + cast.suit) * 2, (cast.level + cast.other) * 2
    bids = [f"{cast.first} {mine}", f"{cast.second} {theirs}", f"{cast.first} {mine}"]
    return Case({cast.first: mine, cast.second: theirs}, bids)


def lower_pair(work: Work, cast: Cast) -> Case:
    """A pair of level cards over a pair of jokers, or little jokers over big ones."""
    third = next(seat for seat in work.seats if seat not in {cast.first, cast.second})
    mine, late = cast.level + cast.suit, work.rng.choice(("LJLJ", (cast.level + cast.other) * 2))
    bids = [f"{third} {mine}", f"{cast.first} BJBJ", f"{cast.second} {late}"]
    return Case({third: mine, cast.first: "BJBJ", cast.second: late}, bids)


def pair_not_held(work: Work, cast: Cast) -> Case:
    """A declaration with a pair of which one card lay in the kitty, or both elsewhere."""
    card = cast.level + cast.suit
    if work.rng.random() < 0.5:
        return Case({cast.first: card, "kitty": card}, [f"{cast.first} {card * 2}"])
    return Case({cast.second: card, "kitty": card}, [f"{cast.first} {card}"])


def after_kitty(work: Work) -> Place | None:
    """Nobody called, the kitty showed the trump, and then somebody shows a pair; he is refused."""
    index = work.choose(work.ranked())
    if index is None:
        return None
    cast = _cast(work, index)
    pair = (cast.level + cast.suit) * 2
    drawn = work.arranged({cast.first: pair})
    trump = work.sheet.kitty_trump(drawn.kitty, cast.level)
    if trump is None:
        return None
    dealer = work.seats[work.standing(index).dealer or 0]
    work.play_out(index, work.deal_again(index, drawn, Declared(trump, dealer)))
    hand = work.hands[index]
    hand["kitty"].insert(0, {"seat": cast.first, "show": pair})
    return Place(hand["no"], 0, 0, cast.first)


def by_bank(work: Work) -> Place | None:
    """Somebody of the bank's side shows what only the attackers may show."""
    for index in work.finished():
        hand = work.hands[index]
        sheet = work.sheet.at_level(hand["level"])
        if not sheet.bids.attackers_only:
            continue
        seat = work.seats[(work.seat(hand["dealer"]) + work.rng.choice((0, 2))) % len(work.seats)]
        drawn = work.arranged({seat: sheet.bids.first_shape}, level=hand["level"])
        drawn = drawn._replace(bids=(f"{seat} {sheet.bids.first_shape}",))
        work.play_out(index, work.deal_again(index, drawn, Declared(hand["trump"], hand["dealer"])))
        return Place(hand["no"], 0, 0, seat)
    return None


def redeal(work: Work) -> Place | None:
    """Nobody declared, by the option that calls for another deal; the hand was played all the same."""
    index = work.choose(work.finished())
    if index is None:
        return None
    work.set_option("nobody_declares", "redeal")
    work.hands[index]["bids"] = []
    return Place(work.hands[index]["no"], 0, 0)
