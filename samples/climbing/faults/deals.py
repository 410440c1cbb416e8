"""Faults of the deal, the pack and the level."""

from paipu.replay.cards import RANKS
from paipu.samples.climbing.work import ClimbWork
from paipu.samples.match import listed
from paipu.samples.work import NoChance, Place, in_one_of

_ATTEMPTS = 8


@in_one_of(ClimbWork.finished)
def card_left_out(work: ClimbWork, index: int) -> Place:
    """The deal lists a card too few for a seat: a low one, of two or more that it was dealt and never played or gave."""
    hand = work.hands[index]
    ctx, dealt, given = work.context(hand), work.dealt(hand), {move.card for move in work.moves(hand)}
    low = [
        [card for card in cards if card in own and card not in given and ctx.value[card] < len(ctx.ranks) - 5]
        for own, cards in zip(dealt, work.written(index).hands, strict=True)
    ]
    seat = work.choose(seat for seat, cards in enumerate(low) if len(cards) > 1)
    dealt[seat].remove(work.rng.choice(low[seat]))
    hand["deal"][work.seats[seat]] = listed(ctx, dealt[seat])
    return Place(index + 1, 0, 0, work.seats[seat])


def misdeal(work: ClimbWork) -> Place:
    """One seat was dealt a card too few and another one too many, and the hand was played like that."""
    index = work.choose(work.finished())
    hands = work.random_hands()
    short, longer = work.rng.sample(range(len(hands)), 2)
    hands[longer].append(hands[short].pop())
    work.finish(work.deal_again(index, hands))
    return Place(index + 1, 0, 0, work.seats[short], follows=("DEAL-COUNT",))


def level(work: ClimbWork, *, played: bool, first: bool | None = None) -> Place:
    """Another level than is in force, of the `first` hand of a game, of a later one, or of any."""
    able = (index for index in work.finished() if first in {None, work.at(index).state.before is None})
    index = work.choose(able)
    right = work.hands[index]["level"]
    wrong = work.rng.choice([rank for rank in RANKS if rank != right])
    if not played:
        work.hands[index]["level"] = wrong
        return Place(index + 1)
    for _ in range(_ATTEMPTS):
        work.finish(work.deal_again(index, level=wrong))
        if work.after(index).results[-1].level == wrong:  # the plays show it
            return Place(index + 1)
    raise NoChance
