"""Faults of tribute: the wrong card, giver, receiver or order, something missing or too much, wrongly refused or not."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER
from paipu.samples.climbing.tribute import Exchange, Move, moved, written
from paipu.samples.climbing.work import ClimbWork
from paipu.samples.work import NoChance, Place, in_one_of

_in_one_paid: Final = in_one_of(ClimbWork.with_tribute, "double")


@_in_one_paid
def rearranged(work: ClimbWork, index: int, *, double: bool, moves: str, by: str, follows: tuple[str, ...] = ()) -> Place:
    """Other cards change hands before a hand than did, or among others; the same leads, and the hand is played anew.

    `moves` has who gives what to whom (`Pg>T`). P pays T, and at 双下 Q pays U; M is the partner of T, X another. The cards are
    the gifts g and h and the returns r and s; x is the giver's highest card, l a low one, m one more. The finding names one of
    those `by` whom the fault is.
    """
    exchange, made = work.exchange(index), work.moves(work.hands[index])
    gifts = work.shuffled(made[: len(made) // 2])
    backs = [next(back for back in made[len(gifts) :] if back.giver == gift.taker) for gift in gifts]
    cards = dict(zip("ghrs" if double else "gr", (move.card for move in (*gifts, *backs)), strict=True))
    both = [*(gift.giver for gift in gifts), *(gift.taker for gift in gifts)]
    seats = dict(zip("PQTU" if double else "PT", both, strict=True))
    seats |= {"M": (seats["T"] + 2) % len(work.seats), "X": work.other_seat(seats["P"], seats["T"])}
    work.need(len({card[0] for card in cards.values()}) == len(cards) and ("M" not in moves or seats["M"] != seats["P"]))
    made = []
    for part in moves.split():
        giver, card, taker = seats[part[0]], part[1], seats[part[3]]
        held = exchange.hands[giver]
        able = {
            "x": [exchange.highest(giver)[0]],
            "l": [each for each in held if exchange.due.is_low(each)],
            "m": [each for each in held if each not in {*cards.values(), *(move.card for move in made)}],
        }
        made.append(Move(giver, taker, cards.get(card) or work.choose(able[card])))
    place = work.pay(index, made)
    return place._replace(seat=work.seats[seats[work.rng.choice(by)]], follows=follows)


@_in_one_paid
def other_card(work: ClimbWork, index: int, *, double: bool, what: str, returned: bool = False) -> Place:
    """A card that a seat holds is given, or `returned`, in place of another: not his highest, a wild one, or one too high."""
    del double  # the hand is one of that kind
    exchange, moves = work.exchange(index), work.moves(work.hands[index])
    value, wilds = exchange.ctx.value, exchange.ctx.wilds
    wrong: Mapping[str, Callable[[int, str], bool]] = {
        "lower": lambda giver, card: card not in wilds and value[card] < value[exchange.highest(giver)[0]],
        "wild": lambda _giver, card: card in wilds,
        "too high": lambda _giver, card: not exchange.due.is_low(card),
    }
    for at in work.shuffled(range(len(moves))[len(moves) // 2 :] if returned else range(len(moves) // 2)):
        giver = moves[at].giver
        held = _held(exchange, moves, giver, returned=returned)
        back = [move.card for move in moves if move.taker == giver]
        card = work.pick(card for card in dict.fromkeys(held) if wrong[what](giver, card) and card not in back)
        if card is not None and (not returned or any(map(exchange.due.is_low, held))):
            return work.pay(index, _with(moves, at, card))._replace(seat=work.seats[giver])
    raise NoChance


def _held(exchange: Exchange, moves: Sequence[Move], giver: int, *, returned: bool) -> list[str]:
    """What a seat holds when it gives, or returns."""
    return [*exchange.hands[giver], *(gift.card for gift in moves if returned and gift.taker == giver)]


def _with(moves: Sequence[Move], at: int, card: str) -> list[Move]:
    """The same moves, with another card in one of them."""
    return [*moves[:at], moves[at]._replace(card=card), *moves[at + 1 :]]


@_in_one_paid
def not_held(work: ClimbWork, index: int, *, double: bool, returned: bool) -> Place:
    """A gift, or a return, is written down as a card that the giver does not hold; he gave another, and the taker has it."""
    del double  # the hand is one of that kind
    exchange, moves, ctx = work.exchange(index), work.moves(work.hands[index]), work.context(work.hands[index])
    at = work.rng.randrange(len(moves) // 2) + returned * len(moves) // 2
    wrong, held = moves[at], _held(exchange, moves, moves[at].giver, returned=returned)
    able = (
        card for card in ctx.order if card not in {*held, *ctx.wilds} and exchange.hands[wrong.taker].count(card) < ctx.copies
    )
    alike = exchange.due.is_low if returned else lambda card: ctx.value[card] == ctx.value[wrong.card]
    card = work.choose(filter(alike, able))
    hand, hands = work.hands[index], moved(exchange.hands, moves)
    hands[wrong.taker].remove(wrong.card)
    hands[wrong.taker].append(card)
    hand["tribute"] = written(work.sheet, _with(moves, at, card))
    table = work.open(hand, hands)
    work.finish(table)
    return Place(index + 1, 0, 0, work.seats[wrong.giver], ("DEAL-OPEN",) if table.hands[wrong.giver] else ())


def in_first_hand(work: ClimbWork) -> Place:
    """Tribute before the first hand, which has none."""
    work.need("claims" in work.hands[0])
    giver, taker = work.rng.sample(range(len(work.seats)), 2)
    hands, value = work.dealt(work.hands[0]), work.context(work.hands[0]).value.__getitem__
    return work.pay(0, (Move(giver, taker, max(hands[giver], key=value)), Move(taker, giver, min(hands[taker], key=value))))


def nothing_paid(work: ClimbWork, *, double: bool) -> Place:
    """Nobody paid, and the record says so."""
    index = work.choose(work.with_tribute(double=double))
    exchange = work.exchange(index)
    place = work.pay(index, (), work.rng.choice(exchange.leaders))
    return place._replace(seat=work.seats[work.rng.choice(exchange.payers)], follows=("TRIBUTE-MISSING",) * double)


def resisted_wrongly(work: ClimbWork, *, double: bool) -> Place:
    """Tribute is refused without the big jokers."""
    index = work.choose(work.with_tribute(double=double))
    exchange, hand = work.exchange(index), work.hands[index]
    del hand["tribute"]
    hand |= {"lead": work.seats[work.rng.choice(exchange.leaders)], "resisted": True}
    work.finish(work.table(hand))
    return Place(index + 1, 0, 0, work.sheet.names(sorted(exchange.payers)))


def _resistible(work: ClimbWork, *, double: bool) -> int:
    """A hand in which the payers were dealt the big jokers, and refused: as it was, or dealt anew so."""
    indices = work.with_tribute(double=double, paid=False)
    refused = work.pick(index for index in indices if work.hands[index].get("resisted"))
    if refused is not None:
        return refused
    index = work.choose(indices)
    payers = work.exchange(index).payers
    jokers = {seat: [BIG_JOKER] * (work.sheet.cards.copies // len(payers)) for seat in payers}
    work.finish(work.deal_again(index, work.arranged(jokers)))
    return index


def paid_anyway(work: ClimbWork, *, double: bool) -> Place:
    """Tribute is paid though the payers hold the big jokers, and it was for them to refuse."""
    index = _resistible(work, double=double)
    exchange = work.exchange(index)
    place = work.pay(index, exchange.exchanged(), work.rng.choice(exchange.leaders))
    return place._replace(seat=work.sheet.names(sorted(exchange.payers)))


def nothing_said(work: ClimbWork, *, double: bool) -> Place:
    """The payers held the big jokers, and the record does not say that they refused."""
    index = _resistible(work, double=double)
    exchange = work.exchange(index)
    del work.hands[index]["resisted"]
    return Place(index + 1, 0, 0, work.sheet.names(sorted(exchange.payers)))


def return_shown(work: ClimbWork) -> Place:
    """One of two winners shows the card that he returned, which lies face down until the other has returned his."""
    index = work.choose(work.with_tribute(double=True))
    back = work.rng.choice(work.moves(work.hands[index])[2:])
    work.note(index, "exposed", work.seats[back.giver], at="0", cards=back.card)
    return Place(index + 1, 0, 0, work.seats[back.giver])


def led_by_another(work: ClimbWork, *, double: bool) -> Place:
    """Somebody leads the hand who may not, after tribute that was not equal."""
    index = work.choose(index for index in work.with_tribute(double=double) if not work.exchange(index).equal)
    return _led_wrongly(work, index)


def led_by_another_after_equal(work: ClimbWork) -> Place:
    """The same after equal tributes: both payers are dealt a little joker, and no big one."""
    index = work.choose(work.with_tribute(double=True, paid=False))
    jokers = {seat: [LITTLE_JOKER] for seat in work.exchange(index).payers}
    work.finish(work.deal_again(index, work.arranged(jokers, frozenset({BIG_JOKER}))))
    return _led_wrongly(work, index)


def led_after_resisting(work: ClimbWork, *, double: bool) -> Place:
    """Somebody else than the first player leads when tribute was refused."""
    return _led_wrongly(work, _resistible(work, double=double), first=True, payers=False)


def led_by_neither(work: ClimbWork, *, double: bool) -> Place:
    """Tribute is refused without the big jokers, and the hand led by somebody who could do so neither then nor after it."""
    index = (resisted_wrongly(work, double=double).hand or 1) - 1
    return _led_wrongly(work, index, first=True)._replace(follows=("TRIBUTE-RESISTED",))


def _led_wrongly(work: ClimbWork, index: int, *, first: bool = False, payers: bool = True) -> Place:
    """Let a hand be led by somebody else than the first player, or the payers who may, or both."""
    exchange = work.exchange(index)
    wrong = work.other_seat(*exchange.leaders * payers, *exchange.takers[:first])
    work.hands[index]["lead"] = work.seats[wrong]
    work.finish(work.table(work.hands[index]))
    return Place(index + 1, 1, 1, work.seats[wrong])
