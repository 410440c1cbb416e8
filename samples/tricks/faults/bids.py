"""Illegal declarations, each at a table whose cards are dealt for it; the others let it stand, or refuse it."""

from collections import Counter
from collections.abc import Sequence

from replay.cards import JOKERS, join_cards, split_cards
from replay.tricks.deal import KITTY
from samples.tricks.draw import Declared, declared
from samples.tricks.work import TrickWork
from samples.work import NoChance, Place


def illegal(work: TrickWork, *, bids: Sequence[str], held: Sequence[str] = (), trump: str | None = None) -> Place:
    """Play a hand in which the last bid is illegal: one of some auctions, in which everybody holds what he shows.

    In an auction `a`, `b` and `c` are seats and `k` is the kitty; `x` and `y` are the level cards of two suits, `i` and `j` the
    jokers in an order of chance, `L` and `B` the little and the big one. `held` says of each auction who holds what, where that
    is something else, `trump` what is played where the bids do not tell.
    """
    index = work.choose(work.ranked())
    level = work.match.level(index)
    first, second = work.rng.sample(work.seats, 2)
    suit, other = work.suits(level, 2)
    named = {"a": first, "b": second, "c": work.other_seats(first, second)[0], "k": KITTY}
    named |= {"x": level + suit, "y": level + other} | dict(zip("LB", JOKERS, strict=True))
    named |= dict(zip("ij", work.rng.choice((JOKERS, JOKERS[::-1])), strict=True))
    number = work.rng.randrange(len(bids)) if len(bids) > 1 else 0
    auction = [_read(bid, named) for bid in bids[number].split(", ")]
    wanted: dict[str, Counter[str]] = {}
    for place, cards in [_read(part, named) for part in held[number].split(", ")] if held else auction:
        wanted[place] = wanted.get(place, Counter()) | Counter(split_cards(cards))
    accepted = work.rng.random() < 0.5 or len(auction) == 1
    made = [f"{seat} {cards}" for seat, cards in auction]
    terms = Declared(trump, first) if trump else declared(work.sheet, made, level, accept_illegal=accepted)
    drawn = work.arranged({place: join_cards(list(cards.elements())) for place, cards in wanted.items()}, made)
    work.play_out(work.deal_again(index, drawn, terms))
    return Place(index + 1, 0, 0, auction[-1][0])


def _read(text: str, named: dict[str, str]) -> tuple[str, str]:
    """A seat, or the kitty, and some cards."""
    place, cards = text.split(" ")
    return named[place], "".join(named[card] for card in cards)


# -- when nobody may declare, or not he


def after_kitty(work: TrickWork) -> Place:
    """Nobody called, the kitty showed the trump, and then somebody shows a pair; he is refused."""
    index = work.choose(work.ranked())
    level = work.match.level(index)
    seat = work.rng.choice(work.seats)
    pair = (level + work.suits(level, 1)[0]) * 2
    drawn = work.arranged({seat: pair})
    trump = work.found(work.sheet.kitty_trump(drawn.kitty, level))
    work.play_out(work.deal_again(index, drawn, Declared(trump, work.seats[work.match.dealer(index) or 0])))
    work.hands[index]["kitty"].insert(0, {"seat": seat, "show": pair})
    return Place(index + 1, 0, 0, seat)


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
