"""Illegal declarations, each at a table whose cards are dealt for it; the others let it stand, or refuse it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from replay.tricks.trump import NO_TRUMP
from samples.tricks.draw import Declared, declared
from samples.tricks.work import TrickWork
from samples.work import NoChance, Place


class Case(NamedTuple):
    """A draw to arrange and the bids made with it, the last of them illegal; `terms` where the bids alone do not tell them."""

    wanted: Mapping[str, str]
    bids: Sequence[str]
    terms: Declared | None = None


class Cast(NamedTuple):
    """The work, three seats, the level cards of two suits, and the jokers in an order of chance."""

    work: TrickWork
    first: str
    second: str
    third: str
    card: str
    other: str
    jokers: tuple[str, str]


def _cast(work: TrickWork, level: str) -> Cast:
    first, second = work.rng.sample(work.seats, 2)
    suit, other = work.suits(level, 2)
    jokers = work.rng.choice((("LJ", "BJ"), ("BJ", "LJ")))
    return Cast(work, first, second, work.other_seats(first, second)[0], level + suit, level + other, jokers)


def illegal(work: TrickWork, *, case_of: Callable[[Cast], Case]) -> Place:
    """Play a hand in which the last bid is illegal."""
    index = work.choose(work.ranked())
    level = work.match.level(index)
    case = case_of(_cast(work, level))
    accepted = work.rng.random() < 0.5 or len(case.bids) == 1
    terms = case.terms or declared(work.sheet, case.bids, level, accept_illegal=accepted)
    work.play_out(work.deal_again(index, work.arranged(case.wanted, case.bids), terms))
    return Place(index + 1, 0, 0, case.bids[-1][0])


def _alone(cast: Cast, cards: str) -> Case:
    """One bid, by somebody who holds the cards."""
    return Case({cast.first: cards}, [f"{cast.first} {cards}"])


def _over(cast: Cast, cards: str, over: str) -> Case:
    """A bid and another player's over it."""
    return Case({cast.first: cards, cast.second: over}, [f"{cast.first} {cards}", f"{cast.second} {over}"])


def _oneself(cast: Cast, cards: str, more: str) -> Case:
    """A bid and the same player's over it."""
    return Case({cast.first: cards + more}, [f"{cast.first} {cards}", f"{cast.first} {more}"])


def _over_jokers(cast: Cast, opening: str, late: str) -> Case:
    """A bid over a pair of big jokers, which stood over a first one."""
    bids = [f"{cast.third} {opening}", f"{cast.first} BJBJ", f"{cast.second} {late}"]
    return Case({cast.third: opening, cast.first: "BJBJ", cast.second: late}, bids)


def bare(cast: Cast) -> Case:
    """A level card without a joker, or a pair of them."""
    return _alone(cast, cast.card * cast.work.rng.choice((1, 2)))


def jokers_open(cast: Cast) -> Case:
    """A joker pair as the first declaration (SJ-a); no trump is played."""
    return _alone(cast, cast.jokers[0] * 2)._replace(terms=Declared(NO_TRUMP, cast.first))


def single_over(cast: Cast) -> Case:
    """An over-declaration with one level card, or with a pair but no joker."""
    return _over(cast, cast.jokers[0] + cast.card, cast.work.rng.choice((cast.jokers[1] + cast.other, cast.other * 2)))


def no_higher(cast: Cast) -> Case:
    """A joker and a pair over a joker and a pair, or a lower pair of jokers over a higher one."""
    if cast.work.rng.random() < 0.7:
        return _over(cast, cast.jokers[0] + cast.card * 2, cast.jokers[1] + cast.other * 2)
    return _over_jokers(cast, "LJ" + cast.card, "LJ" + cast.other * 2)


def oneself(cast: Cast) -> Case:
    """Over-declaring oneself, or adding a level card of another suit."""
    more = cast.work.rng.choice((cast.jokers[1] + cast.other * 2, cast.other))
    return _oneself(cast, cast.jokers[0] + cast.card, more)


def not_held(cast: Cast) -> Case:
    """A declaration with a level card that lay in the kitty."""
    shown = cast.jokers[0] + cast.card * cast.work.rng.choice((1, 2))
    wanted = {cast.first: cast.jokers[0], "kitty": cast.card, cast.second: cast.card}
    return Case(wanted, [f"{cast.first} {shown}"])


# -- where a level card declares by itself


def joker_beside(cast: Cast) -> Case:
    """A joker beside the level card, as other sheets have it."""
    return _alone(cast, cast.jokers[0] + cast.card)


def one_card_over(cast: Cast) -> Case:
    """An over-declaration with one level card."""
    return _over(cast, cast.card, cast.other)


def pair_over_oneself(cast: Cast) -> Case:
    """Over-declaring oneself with a pair of another suit."""
    return _oneself(cast, cast.card, cast.other * 2)


def over_closed(cast: Cast) -> Case:
    """An over-declaration after the first declarer has shown his second card too."""
    case = _over(cast, cast.card * 2, cast.other * 2)
    return case._replace(bids=[f"{cast.first} {cast.card}", *case.bids])


def pair_again(cast: Cast) -> Case:
    """A pair that was over-declared is shown once more."""
    case = _over(cast, cast.card * 2, cast.other * 2)
    return case._replace(bids=[*case.bids, case.bids[0]])


def lower_pair(cast: Cast) -> Case:
    """A pair of level cards over a pair of jokers, or little jokers over big ones."""
    return _over_jokers(cast, cast.card, cast.work.rng.choice(("LJLJ", cast.other * 2)))


def pair_not_held(cast: Cast) -> Case:
    """A declaration with a pair of which one card lay in the kitty, or both elsewhere."""
    if cast.work.rng.random() < 0.5:
        return Case({cast.first: cast.card, "kitty": cast.card}, [f"{cast.first} {cast.card * 2}"])
    return Case({cast.second: cast.card, "kitty": cast.card}, [f"{cast.first} {cast.card}"])


# -- when nobody may declare, or not he


def after_kitty(work: TrickWork) -> Place:
    """Nobody called, the kitty showed the trump, and then somebody shows a pair; he is refused."""
    index = work.choose(work.ranked())
    cast = _cast(work, work.match.level(index))
    drawn = work.arranged({cast.first: cast.card * 2})
    trump = work.sheet.kitty_trump(drawn.kitty, cast.card[0])
    if trump is None:
        raise NoChance
    dealer = work.seats[work.match.dealer(index) or 0]
    work.play_out(work.deal_again(index, drawn, Declared(trump, dealer)))
    work.hands[index]["kitty"].insert(0, {"seat": cast.first, "show": cast.card * 2})
    return Place(index + 1, 0, 0, cast.first)


def by_bank(work: TrickWork) -> Place:
    """Somebody of the bank's side shows what only the attackers may show."""
    for index in work.finished():
        hand = work.hands[index]
        bids = work.sheet.at_level(hand["level"]).bids
        if bids.attackers_only:
            seat = work.seats[(work.seat(hand["dealer"]) + work.rng.choice((0, 2))) % len(work.seats)]
            drawn = work.arranged({seat: bids.first_shape}, [f"{seat} {bids.first_shape}"], level=hand["level"])
            work.play_out(work.deal_again(index, drawn, Declared(hand["trump"], hand["dealer"])))
            return Place(index + 1, 0, 0, seat)
    raise NoChance


def redeal(work: TrickWork) -> Place:
    """Nobody declared, by the option that calls for another deal; the hand was played all the same."""
    index = work.choose(work.finished())
    work.set_option("nobody_declares", "redeal")
    work.hands[index]["bids"] = []
    return Place(index + 1, 0, 0)
