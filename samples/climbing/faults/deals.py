"""Faults of the deal, the pack and the level."""

from replay.cards import RANKS
from samples.climbing.match import sorted_cards
from samples.climbing.work import ClimbWork
from samples.work import NoChance, Place

_ATTEMPTS = 8


def _unplayed(work: ClimbWork) -> tuple[int, int, list[str]]:
    """A hand, a seat in it with two low cards or more that it was dealt and never played or gave, and these cards."""
    for index in work.finished():
        ctx, dealt = work.context(work.hands[index]), work.dealt(index)
        given = {move.card for move in work.match.moves(work.hands[index])}
        found = []
        for seat, cards in enumerate(work.left(index)):
            plain = (card for card in cards if card in dealt[seat] and card not in given)
            low = [card for card in plain if ctx.value[card] < len(ctx.ranks) - 5]
            if len(low) > 1:
                found.append((index, seat, low))
        chosen = work.pick(found)
        if chosen is not None:
            return chosen
    raise NoChance


def _replace(work: ClimbWork, index: int, seat: int, card: str, *by: str) -> None:
    cards = [*work.dealt(index)[seat], *by]
    cards.remove(card)
    hand = work.hands[index]
    hand["deal"][work.seats[seat]] = sorted_cards(work.context(hand), cards)


def card_left_out(work: ClimbWork) -> Place:
    """The deal lists a card too few for a seat, one that was never played."""
    index, seat, low = _unplayed(work)
    _replace(work, index, seat, work.rng.choice(low))
    return Place(index + 1, 0, 0, work.seats[seat])


def misdeal(work: ClimbWork) -> Place:
    """One seat was dealt a card too few and another one too many, and the hand was played like that."""
    index = work.choose(work.finished())
    hands = work.match.shuffled()
    short, longer = work.rng.sample(range(len(hands)), 2)
    hands[longer].append(hands[short].pop())
    work.play_out(work.deal_again(index, hands))
    return Place(index + 1, 0, 0, work.seats[short], follows=("DEAL-COUNT",))


# -- the level


def level(work: ClimbWork, *, played: bool, first: bool | None = None) -> Place:
    """Another level than is in force, of the `first` hand of a game, of a later one, or of any."""
    able = (index for index in work.finished() if first in {None, work.match.at(index).state.before is None})
    index = work.choose(able)
    right = work.hands[index]["level"]
    wrong = work.rng.choice([rank for rank in RANKS if rank != right])
    if not played:
        work.hands[index]["level"] = wrong
        return Place(index + 1)
    for _ in range(_ATTEMPTS):
        work.play_out(work.deal_again(index, level=wrong))
        if work.match.after(index).results[-1].level == wrong:  # the plays show it
            return Place(index + 1)
    raise NoChance
