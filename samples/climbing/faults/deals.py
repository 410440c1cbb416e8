"""Faults of the deal and the pack."""

from collections import Counter
from itertools import combinations

from replay.cards import JOKERS, split_cards
from samples.climbing.faults.plays import other_suit
from samples.climbing.faults.work import Work
from samples.climbing.match import sorted_cards
from samples.climbing.table import PASS
from samples.fault import Place


def _unplayed(work: Work, index: int) -> list[tuple[int, list[str]]]:
    """Seats with two low cards or more that they were dealt and never played or gave, and these cards."""
    ctx = work.context(work.hands[index])
    given = {move.card for move in work.match.moves(work.hands[index])}
    found = []
    for seat, cards in enumerate(work.left(index)):
        dealt = work.dealt(index)[seat]
        low = [card for card in cards if card in dealt and card not in given and ctx.value[card] < len(ctx.ranks) - 5]
        if len(low) > 1:
            found.append((seat, low))
    return found


def _replace(work: Work, index: int, seat: int, card: str, by: str | None) -> None:
    """Write another card down in a deal, or one less."""
    hand = work.hands[index]
    cards = work.dealt(index)[seat]
    cards.remove(card)
    hand["deal"][work.seats[seat]] = sorted_cards(work.context(hand), [*cards, *([by] if by else [])])


def card_left_out(work: Work) -> Place | None:
    """The deal lists a card too few for a seat, one that was never played."""
    for index in work.finished():
        found = work.choose(_unplayed(work, index))
        if found is not None:
            seat, low = found
            _replace(work, index, seat, work.rng.choice(low), None)
            return Place(work.hands[index]["no"], 0, 0, work.seats[seat])
    return None


def misdeal(work: Work) -> Place | None:
    """One seat was dealt a card too few and another one too many, and the hand was played like that."""
    index = work.choose(work.finished())
    if index is None:
        return None
    hands = work.match.shuffled()
    short, longer = work.rng.sample(range(len(hands)), 2)
    hands[longer].append(hands[short].pop())
    table = work.deal_again(index, hands)
    return Place(work.play_out(index, table), 0, 0, work.seats[short], follows=("DEAL-COUNT",))


def copy_dealt(work: Work) -> Place | None:
    """A pack with a wrong card: one copy too many of one, in the deal."""
    for index in work.finished():
        found = work.choose(_unplayed(work, index))
        if found is None:
            continue
        seat, low = found
        ctx = work.context(work.hands[index])
        card = work.rng.choice(low)
        plain = [each for each in ctx.order if each[0] == card[0] and each != card and each not in ctx.wilds | set(JOKERS)]
        _replace(work, index, seat, card, work.rng.choice(plain))
        return Place(work.hands[index]["no"], 0, 0)
    return None


def copy_played(work: Work) -> Place | None:
    """One copy too many of a card is played, by one of two whose cards were not recorded."""
    for index in work.finished():
        made = _copy_played(work, index)
        if made is not None:
            return made
    return None


def _copy_played(work: Work, index: int) -> Place | None:
    if work.standing(index).before is not None:  # the tribute could not be checked without the deal
        return None
    hand, ctx, dealt = work.hands[index], work.context(work.hands[index]), work.dealt(index)
    out = [seat for seat, cards in enumerate(work.left(index)) if not cards]
    plays = [(ply, table.turn, token) for ply, table, token in work.plies(index) if token != PASS]
    for pair in work.shuffled(combinations(out, 2)):
        known = Counter(card for seat, cards in enumerate(dealt) if seat not in pair for card in cards)
        mine = [(ply, seat, token) for ply, seat, token in plays if seat in pair]
        seen = known + Counter(card for _, _, token in mine for card in _cards(token))
        for ply, seat, token in work.shuffled(mine):
            changed = other_suit(work.table_at(ply), token, dealt[seat])
            extra = next(iter(Counter(_cards(changed)) - Counter(_cards(token))), None) if changed is not None else None
            if changed is None or extra is None or seen[extra] < ctx.copies:
                continue
            work.rewrite(ply, changed)
            for name in pair:
                del hand["deal"][work.seats[name]]
            for at, whose, made in mine:
                cards = _cards(changed if at == ply else made)
                known.update(cards)
                if extra in cards and known[extra] > ctx.copies:
                    return work.at(at, work.seats[whose])
    return None


def _cards(token: str) -> list[str]:
    """The cards of a play, without the reading declared for them."""
    return split_cards(token.partition("=")[0])
