"""Faults of tribute: the wrong card, giver, receiver or order, something missing or too much, wrongly refused or not."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from replay.cards import BIG_JOKER, LITTLE_JOKER
from samples.climbing.faults.work import Work
from samples.climbing.tribute import Exchange, Move, moved
from samples.fault import Place

Changed = tuple[list[Move], int, tuple[str, ...]]
"""Other moves in place of those that a hand began with: the moves, whose fault it is, and what follows from it."""
Change = Callable[[Work, Exchange, list[Move]], Changed | None]


def changed(work: Work, *, double: bool, change: Change) -> Place | None:
    """Other cards change hands before a hand than did, or among others; the same leads, and the hand is played anew."""
    for index in work.with_tribute(double=double):
        hand = work.hands[index]
        made = change(work, work.exchange(index), work.match.moves(hand))
        if made is None:
            continue
        moves, seat, follows = made
        table = work.pay(index, moves, work.seat(hand["lead"]))
        return Place(work.play_out(index, table), 0, 0, work.seats[seat], follows)
    return None


def _gifts(moves: Sequence[Move]) -> int:
    """How many of the moves are gifts: the first half."""
    return len(moves) // 2


def _with(moves: Sequence[Move], place: int, card: str) -> list[Move]:
    """The moves with another card in one of them."""
    return [move._replace(card=card) if at == place else move for at, move in enumerate(moves)]


def lower_card(work: Work, exchange: Exchange, moves: list[Move]) -> Changed | None:
    """A payer gives a card that is not his highest."""
    at = work.rng.randrange(_gifts(moves))
    giver = moves[at].giver
    returned = [move.card for move in moves if move.taker == giver]
    able = [card for card in dict.fromkeys(exchange.hands[giver]) if card not in exchange.ctx.wilds]
    top = exchange.worth(giver)
    card = work.choose(card for card in able if exchange.ctx.value[card] < top and card not in returned)
    return None if card is None else (_with(moves, at, card), giver, ())


def level_heart(work: Work, exchange: Exchange, moves: list[Move]) -> Changed | None:
    """A payer gives a level heart."""
    for at in work.shuffled(range(_gifts(moves))):
        giver = moves[at].giver
        card = next((card for card in exchange.hands[giver] if card in exchange.ctx.wilds), None)
        if card is not None:
            return _with(moves, at, card), giver, ()
    return None


def crossed(work: Work, _exchange: Exchange, moves: list[Move]) -> Changed | None:
    """Both losers pay the wrong winner; each gets his card back from whom he paid."""
    count = _gifts(moves)
    if count < 2 or moves[0].card[0] == moves[1].card[0]:
        return None
    swapped = [moves[0]._replace(taker=moves[1].taker), moves[1]._replace(taker=moves[0].taker)]
    back = [move._replace(taker=next(gift.giver for gift in swapped if gift.taker == move.giver)) for move in moves[count:]]
    if any(gift.card == move.card for gift in swapped for move in back):
        return None
    return [*swapped, *back], moves[work.rng.randrange(2)].giver, ("TRIBUTE-RECEIVER-DOUBLE",)


def paid_partner(work: Work, exchange: Exchange, moves: list[Move]) -> Changed | None:
    """The last one pays the partner of the first, who returns him a card."""
    gift = moves[0]
    partner = (gift.taker + 2) % len(work.seats)
    if partner == gift.giver:
        return None
    card = work.choose(card for card in dict.fromkeys(exchange.hands[partner]) if exchange.is_low(card))
    if card is None:
        return None
    return [gift._replace(taker=partner), Move(partner, gift.giver, card)], gift.giver, ("TRIBUTE-PAYER",)


def paid_by_another(work: Work, exchange: Exchange, moves: list[Move]) -> Changed | None:
    """Somebody pays who need not, and the one who owes it pays nothing."""
    gift, back = moves
    wrong = work.choose(seat for seat in range(len(work.seats)) if seat not in {gift.giver, gift.taker})
    if wrong is None:
        return None
    card = exchange.highest(wrong)[0]
    return [Move(wrong, gift.taker, card), back._replace(taker=wrong)], wrong, ("TRIBUTE-MISSING",)


def one_missing(work: Work, _exchange: Exchange, moves: list[Move]) -> Changed | None:
    """One of two losers pays nothing, and gets nothing."""
    at = work.rng.randrange(_gifts(moves))
    gift = moves[at]
    return [move for move in moves if gift.giver not in {move.giver, move.taker}], gift.giver, ()


def none_returned(work: Work, _exchange: Exchange, moves: list[Move]) -> Changed | None:
    """Who was paid returns nothing."""
    count = _gifts(moves)
    at = work.rng.randrange(count, len(moves))
    return [move for place, move in enumerate(moves) if place != at], moves[at].giver, ()


def returned_to_another(work: Work, _exchange: Exchange, moves: list[Move]) -> Changed | None:
    """The card that is returned goes to somebody who did not pay."""
    gift, back = moves
    wrong = work.rng.choice([seat for seat in range(len(work.seats)) if seat not in {gift.giver, gift.taker}])
    return [gift, back._replace(taker=wrong)], back.giver, ()


def too_high_a_return(work: Work, exchange: Exchange, moves: list[Move]) -> Changed | None:
    """A card is returned that is above ten, a level card or a joker, though there are lower ones."""
    at = work.rng.randrange(_gifts(moves), len(moves))
    move = moves[at]
    gained = [gift.card for gift in moves if gift.taker == move.giver]
    held = [*exchange.hands[move.giver], *gained]
    allowed = [card for card in held if exchange.is_low(card)]
    card = work.choose(card for card in dict.fromkeys(held) if card not in allowed)
    return None if card is None or not allowed else (_with(moves, at, card), move.giver, ())


def returned_across(work: Work, _exchange: Exchange, moves: list[Move]) -> Changed | None:
    """Both winners return their card to the payer of the other."""
    if moves[0].card[0] == moves[1].card[0]:
        return None
    first, second = moves[2:]
    crossed = [first._replace(taker=second.taker), second._replace(taker=first.taker)]
    return [*moves[:2], *crossed], crossed[work.rng.randrange(2)].giver, ("TRIBUTE-RETURN-TO-DOUBLE",)


def too_early_a_return(_work: Work, _exchange: Exchange, moves: list[Move]) -> Changed | None:
    """A card is returned before the loser, or the other loser, has paid."""
    if _gifts(moves) == 1:
        gift, back = moves
        return [back, gift], gift.giver, ()
    first, second = moves[:2]
    back = next(move for move in moves[2:] if move.giver == first.taker)
    other = next(move for move in moves[2:] if move is not back)
    return [first, back, second, other], second.giver, ()


def paid_twice(work: Work, exchange: Exchange, moves: list[Move]) -> Changed | None:
    """Two cards are paid for one, and two come back."""
    count = _gifts(moves)
    gift = moves[work.rng.randrange(count)]
    spent = {move.card for move in moves}
    more = work.choose(card for card in exchange.hands[gift.giver] if card not in spent)
    again = work.choose(card for card in exchange.hands[gift.taker] if card not in spent)
    if more is None or again is None or more == again:
        return None
    twice = [Move(gift.giver, gift.taker, more), *moves[count:], Move(gift.taker, gift.giver, again)]
    seat = work.rng.choice((gift.giver, gift.taker))
    return [*moves[:count], *twice], seat, ("TRIBUTE-TWICE-DOUBLE" if count > 1 else "TRIBUTE-TWICE",)


def not_held(work: Work, *, double: bool, returned: bool) -> Place | None:
    """A gift, or a return, is written down as a card that the giver does not hold; he gave another, and the taker has it."""
    for index in work.with_tribute(double=double):
        hand, exchange = work.hands[index], work.exchange(index)
        moves = work.match.moves(hand)
        count = _gifts(moves)
        at = work.rng.randrange(count, len(moves)) if returned else work.rng.randrange(count)
        wrong = moves[at]
        card = _foreign(work, exchange, moves, wrong, returned=returned)
        if card is None:
            continue
        hands = moved(exchange.hands, moves)
        hands[wrong.taker].remove(wrong.card)
        hands[wrong.taker].append(card)
        table = work.pay(index, _with(moves, at, card), work.seat(hand["lead"]), hands)
        number = work.play_out(index, table)
        follows = ("DEAL-OPEN",) if table.hands[wrong.giver] else ()
        return Place(number, 0, 0, work.seats[wrong.giver], follows)
    return None


def _foreign(work: Work, exchange: Exchange, moves: Sequence[Move], wrong: Move, *, returned: bool) -> str | None:
    """A card that a giver does not hold, and that the taker could have come by."""
    held = [*exchange.hands[wrong.giver], *(gift.card for gift in moves if returned and gift.taker == wrong.giver)]
    value = exchange.ctx.value
    return work.choose(
        card
        for card in exchange.ctx.order
        if card not in held
        and card not in exchange.ctx.wilds
        and (exchange.is_low(card) if returned else value[card] == value[wrong.card])
        and exchange.hands[wrong.taker].count(card) < exchange.ctx.copies
    )


# -- where none is due, or none is paid


def in_first_hand(work: Work) -> Place | None:
    """Tribute before the first hand, which has none."""
    if "claims" not in work.hands[0]:
        return None
    giver, taker = work.rng.sample(range(len(work.seats)), 2)
    hands = work.dealt(0)
    ctx = work.context(work.hands[0])
    gift = Move(giver, taker, max(hands[giver], key=ctx.value.__getitem__))
    back = Move(taker, giver, min(hands[taker], key=ctx.value.__getitem__))
    table = work.pay(0, (gift, back), work.seat(work.hands[0]["lead"]))
    return Place(work.play_out(0, table), 0, 0)


def nothing_paid(work: Work, *, double: bool) -> Place | None:
    """Nobody paid, and the record says so."""
    index = work.choose(work.with_tribute(double=double))
    if index is None:
        return None
    exchange = work.exchange(index)
    number = work.play_out(index, work.pay(index, (), work.rng.choice(exchange.leaders())))
    seat = work.rng.choice(exchange.payers)
    return Place(number, 0, 0, work.seats[seat], ("TRIBUTE-MISSING-DOUBLE",) if double else ())


def resisted_wrongly(work: Work, *, double: bool) -> Place | None:
    """Tribute is refused without the big jokers."""
    index = work.choose(work.with_tribute(double=double))
    if index is None:
        return None
    exchange = work.exchange(index)
    table = work.pay(index, (), work.rng.choice(exchange.leaders()))
    del work.hands[index]["tribute"]
    work.hands[index]["resisted"] = True
    return Place(work.play_out(index, table), 0, 0, _payers(work, exchange))


def led_by_neither(work: Work, *, double: bool) -> Place | None:
    """Tribute is refused without the big jokers, and the hand led by somebody who could do so neither then nor after it."""
    refused = resisted_wrongly(work, double=double)
    if refused is None:
        return None
    index = (refused.hand or 1) - 1
    exchange = work.exchange(index)
    led = _led_wrongly(work, index, (*exchange.leaders(), exchange.takers[0]))
    return replace(led, follows=("TRIBUTE-RESISTED-DOUBLE" if double else "TRIBUTE-RESISTED",))


def return_shown(work: Work) -> Place | None:
    """One of two winners shows the card that he returned, which lies face down until the other has returned his."""
    index = work.choose(work.with_tribute(double=True))
    if index is None:
        return None
    hand = work.hands[index]
    back = work.rng.choice(work.match.moves(hand)[2:])
    seat = work.seats[back.giver]
    hand.setdefault("incidents", []).append({"kind": "exposed", "seat": seat, "at": "0", "cards": back.card})
    return Place(hand["no"], 0, 0, seat)


def _payers(work: Work, exchange: Exchange) -> str:
    """Those who owe tribute, as the seat of a finding."""
    return "".join(work.seats[seat] for seat in exchange.payers)


def _resistible(work: Work, *, double: bool) -> int | None:
    """A hand in which the payers were dealt the big jokers, and refused: as it was, or dealt anew so."""
    indices = work.after_another(double=double)
    index = work.choose(index for index in indices if work.hands[index].get("resisted"))
    if index is not None or not indices:
        return index
    index = work.rng.choice(indices)
    payers = work.exchange(index).payers
    jokers = {seat: [BIG_JOKER] * (work.sheet.cards.copies // len(payers)) for seat in payers}
    work.play_out(index, work.deal_again(index, work.arranged(jokers)))
    return index


def paid_anyway(work: Work, *, double: bool) -> Place | None:
    """Tribute is paid though the payers hold the big jokers, and it was for them to refuse."""
    index = _resistible(work, double=double)
    if index is None:
        return None
    exchange = work.exchange(index)
    gifts = exchange.gifts()
    table = work.pay(index, [*gifts, *exchange.returns(gifts)], work.rng.choice(exchange.leaders()))
    return Place(work.play_out(index, table), 0, 0, _payers(work, exchange))


def nothing_said(work: Work, *, double: bool) -> Place | None:
    """The payers held the big jokers, and the record does not say that they refused."""
    index = _resistible(work, double=double)
    if index is None:
        return None
    hand, exchange = work.hands[index], work.exchange(index)
    del hand["resisted"]
    left = work.left(index)
    unknown = "TRIBUTE-OPEN-DOUBLE" if double else "TRIBUTE-OPEN"
    follows = ("DEAL-OPEN", unknown) if any(left[seat] for seat in exchange.payers) else ()
    return Place(hand["no"], 0, 0, _payers(work, exchange), follows)


# -- who leads after it


def led_by_another(work: Work, *, double: bool) -> Place | None:
    """Somebody leads the hand who may not, after tribute that was not equal."""
    index = work.choose(index for index in work.with_tribute(double=double) if not work.exchange(index).equal)
    return None if index is None else _led_wrongly(work, index, work.exchange(index).leaders())


def led_by_another_after_equal(work: Work) -> Place | None:
    """The same after equal tributes: both payers are dealt a little joker, and no big one."""
    index = work.choose(work.after_another(double=True))
    if index is None:
        return None
    payers = work.exchange(index).payers
    dealt = work.arranged({seat: [LITTLE_JOKER] for seat in payers}, {seat: {BIG_JOKER} for seat in payers})
    work.play_out(index, work.deal_again(index, dealt))
    return _led_wrongly(work, index, work.exchange(index).leaders())


def led_after_resisting(work: Work, *, double: bool) -> Place | None:
    """Somebody else than the first player leads when tribute was refused."""
    index = _resistible(work, double=double)
    return None if index is None else _led_wrongly(work, index, work.exchange(index).takers[:1])


def _led_wrongly(work: Work, index: int, right: Sequence[int]) -> Place:
    """Let a hand be led by somebody else than those who may."""
    hand = work.hands[index]
    wrong = work.rng.choice([seat for seat in range(len(work.seats)) if seat not in right])
    hand["lead"] = work.seats[wrong]
    return Place(work.play_out(index, work.match.table(hand)), 1, 1, work.seats[wrong])
