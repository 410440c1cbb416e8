"""Illegal declarations, each at a table whose cards are dealt for it; the others let it stand, or refuse it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ingest.sample.draw import Declared, declared
from ingest.sample.faults.work import Place, Work
from replay.tricks.trump import NO_TRUMP


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
    first, second = work.rng.sample(work.seats, 2)
    suit, other = work.rng.sample("shcd", 2)
    jokers = work.rng.choice((("LJ", "BJ"), ("BJ", "LJ")))
    return Cast(standing.level(work.sheet, standing.dealer or 0), first, second, suit, other, jokers)


def illegal(work: Work, *, kind: str) -> Place | None:
    """Play a hand in which the last bid is illegal."""
    index = work.choose(work.finished())
    if index is None:
        return None
    case = _CASES[kind](work, _cast(work, index))
    standing = work.standing(index)
    level = standing.level(work.sheet, standing.dealer or 0)
    accepted = work.rng.random() < 0.5 or len(case.bids) == 1
    terms = case.terms or declared(work.sheet, case.bids, level, accept_illegal=accepted)
    drawn = work.arranged(case.wanted)
    work.play_out(index, work.deal_again(index, drawn._replace(bids=tuple(case.bids)), terms))
    return Place(work.hands[index]["no"], 0, 0, case.bids[-1][0])


def _bare(work: Work, cast: Cast) -> Case:
    """A level card without a joker, or a pair of them."""
    cards = (cast.level + cast.suit) * work.rng.choice((1, 2))
    return Case({cast.first: cards}, [f"{cast.first} {cards}"])


def _jokers_open(work: Work, cast: Cast) -> Case:
    """A joker pair as the first declaration (SJ-a); no trump is played."""
    del work
    pair = cast.jokers[0] * 2
    return Case({cast.first: pair}, [f"{cast.first} {pair}"], Declared(NO_TRUMP, cast.first))


def _single_over(work: Work, cast: Cast) -> Case:
    """An over-declaration with one level card, or with a pair but no joker."""
    mine, theirs = cast.jokers[0] + cast.level + cast.suit, cast.level + cast.other
    over = work.rng.choice((cast.jokers[1] + theirs, theirs * 2))
    return Case({cast.first: mine, cast.second: over}, [f"{cast.first} {mine}", f"{cast.second} {over}"])


def _no_higher(work: Work, cast: Cast) -> Case:
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


def _oneself(work: Work, cast: Cast) -> Case:
    """Over-declaring oneself, or adding a level card of another suit."""
    mine, theirs = cast.jokers[0] + cast.level + cast.suit, cast.level + cast.other
    more = work.rng.choice((cast.jokers[1] + theirs * 2, theirs))
    return Case({cast.first: mine + more}, [f"{cast.first} {mine}", f"{cast.first} {more}"])


def _not_held(work: Work, cast: Cast) -> Case:
    """A declaration with a level card that lay in the kitty."""
    card = cast.level + cast.suit
    shown = cast.jokers[0] + card * work.rng.choice((1, 2))
    return Case({cast.first: cast.jokers[0], "kitty": card, cast.second: card}, [f"{cast.first} {shown}"])


_CASES = {
    "bare": _bare,
    "jokers_open": _jokers_open,
    "single_over": _single_over,
    "no_higher": _no_higher,
    "oneself": _oneself,
    "not_held": _not_held,
}


def redeal(work: Work) -> Place | None:
    """Nobody declared, by the option that calls for another deal; the hand was played all the same."""
    index = work.choose(work.finished())
    if index is None:
        return None
    work.set_option("nobody_declares", "redeal")
    work.hands[index]["bids"] = []
    return Place(work.hands[index]["no"], 0, 0)
