"""Faults of tribute: the wrong card, giver, receiver or order, something missing or too much, wrongly refused or not."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from replay.cards import BIG_JOKER, LITTLE_JOKER
from samples.climbing.tribute import Exchange, Move, moved
from samples.climbing.work import ClimbWork
from samples.work import NoChance, Place

Changed = tuple[list[Move], int, tuple[str, ...]]
"""Other moves in place of those that a hand began with: the moves, whose fault it is, and what follows from it."""
Change = Callable[[ClimbWork, Exchange, list[Move]], Changed]


def changed(work: ClimbWork, *, double: bool, change: Change) -> Place:
    """Other cards change hands before a hand than did, or among others; the same leads, and the hand is played anew."""
    for index in work.with_tribute(double=double):
        try:
            moves, seat, follows = change(work, work.exchange(index), work.match.moves(work.hands[index]))
        except NoChance:
            continue
        work.play_out(work.pay(index, moves))
        return Place(index + 1, 0, 0, work.seats[seat], follows)
    raise NoChance


def _gifts(moves: Sequence[Move]) -> int:
    """How many of the moves are gifts: the first half."""
    return len(moves) // 2


def _with(moves: Sequence[Move], place: int, card: str) -> list[Move]:
    """The moves with another card in one of them."""
    return [move._replace(card=card) if at == place else move for at, move in enumerate(moves)]


def _without(moves: Sequence[Move], place: int) -> list[Move]:
    """The moves but for one."""
    return [move for at, move in enumerate(moves) if at != place]


def lower_card(work: ClimbWork, exchange: Exchange, moves: list[Move]) -> Changed:
    """A payer gives a card that is not his highest."""
    at = work.rng.randrange(_gifts(moves))
    giver, value = moves[at].giver, exchange.ctx.value
    returned = [move.card for move in moves if move.taker == giver]
    top = value[exchange.highest(giver)[0]]
    able = (card for card in dict.fromkeys(exchange.hands[giver]) if card not in exchange.ctx.wilds)
    card = work.choose(card for card in able if value[card] < top and card not in returned)
    return _with(moves, at, card), giver, ()


def level_heart(work: ClimbWork, exchange: Exchange, moves: list[Move]) -> Changed:
    """A payer gives a level heart."""
    for at in work.shuffled(range(_gifts(moves))):
        giver = moves[at].giver
        card = next((card for card in exchange.hands[giver] if card in exchange.ctx.wilds), None)
        if card is not None:
            return _with(moves, at, card), giver, ()
    raise NoChance


def crossed(work: ClimbWork, _exchange: Exchange, moves: list[Move]) -> Changed:
    """Both losers pay the wrong winner; each gets his card back from whom he paid."""
    if _gifts(moves) < 2 or moves[0].card[0] == moves[1].card[0]:
        raise NoChance
    swapped = [moves[0]._replace(taker=moves[1].taker), moves[1]._replace(taker=moves[0].taker)]
    back = [move._replace(taker=next(gift.giver for gift in swapped if gift.taker == move.giver)) for move in moves[2:]]
    if any(gift.card == move.card for gift in swapped for move in back):
        raise NoChance
    return [*swapped, *back], moves[work.rng.randrange(2)].giver, ("TRIBUTE-RECEIVER-DOUBLE",)


def paid_partner(work: ClimbWork, exchange: Exchange, moves: list[Move]) -> Changed:
    """The last one pays the partner of the first, who returns him a card."""
    gift = moves[0]
    partner = (gift.taker + 2) % len(work.seats)
    if partner == gift.giver:
        raise NoChance
    card = work.choose(card for card in dict.fromkeys(exchange.hands[partner]) if exchange.due.is_low(card))
    return [gift._replace(taker=partner), Move(partner, gift.giver, card)], gift.giver, ("TRIBUTE-PAYER",)


def paid_by_another(work: ClimbWork, exchange: Exchange, moves: list[Move]) -> Changed:
    """Somebody pays who need not, and the one who owes it pays nothing."""
    gift, back = moves
    wrong = work.other_seat(gift.giver, gift.taker)
    card = exchange.highest(wrong)[0]
    return [Move(wrong, gift.taker, card), back._replace(taker=wrong)], wrong, ("TRIBUTE-MISSING",)


def one_missing(work: ClimbWork, _exchange: Exchange, moves: list[Move]) -> Changed:
    """One of two losers pays nothing, and gets nothing."""
    payer = moves[work.rng.randrange(_gifts(moves))].giver
    return [move for move in moves if payer not in {move.giver, move.taker}], payer, ()


def none_returned(work: ClimbWork, _exchange: Exchange, moves: list[Move]) -> Changed:
    """Who was paid returns nothing."""
    at = work.rng.randrange(_gifts(moves), len(moves))
    return _without(moves, at), moves[at].giver, ()


def to_another(work: ClimbWork, _exchange: Exchange, moves: list[Move]) -> Changed:
    """The card that is returned goes to somebody who did not pay."""
    gift, back = moves
    return [gift, back._replace(taker=work.other_seat(gift.giver, gift.taker))], back.giver, ()


def too_high_a_return(work: ClimbWork, exchange: Exchange, moves: list[Move]) -> Changed:
    """A card is returned that is above ten, a level card or a joker, though there are lower ones."""
    at = work.rng.randrange(_gifts(moves), len(moves))
    move = moves[at]
    held = [*exchange.hands[move.giver], *(gift.card for gift in moves if gift.taker == move.giver)]
    card = work.choose(card for card in dict.fromkeys(held) if not exchange.due.is_low(card))
    if not any(map(exchange.due.is_low, held)):
        raise NoChance
    return _with(moves, at, card), move.giver, ()


def across(work: ClimbWork, _exchange: Exchange, moves: list[Move]) -> Changed:
    """Both winners return their card to the payer of the other."""
    if moves[0].card[0] == moves[1].card[0]:
        raise NoChance
    first, second = moves[2:]
    crossed = [first._replace(taker=second.taker), second._replace(taker=first.taker)]
    return [*moves[:2], *crossed], crossed[work.rng.randrange(2)].giver, ("TRIBUTE-RETURN-TO-DOUBLE",)


def too_early(_work: ClimbWork, _exchange: Exchange, moves: list[Move]) -> Changed:
    """A card is returned before the loser, or the other loser, has paid."""
    if _gifts(moves) == 1:
        gift, back = moves
        return [back, gift], gift.giver, ()
    first, second = moves[:2]
    back, other = sorted(moves[2:], key=lambda move: move.giver != first.taker)
    return [first, back, second, other], second.giver, ()


def paid_twice(work: ClimbWork, exchange: Exchange, moves: list[Move]) -> Changed:
    """Two cards are paid for one, and two come back."""
    count = _gifts(moves)
    gift = moves[work.rng.randrange(count)]
    spent = {move.card for move in moves}
    more = work.choose(card for card in exchange.hands[gift.giver] if card not in spent)
    again = work.choose(card for card in exchange.hands[gift.taker] if card not in spent)
    if more == again:
        raise NoChance
    twice = [Move(gift.giver, gift.taker, more), *moves[count:], Move(gift.taker, gift.giver, again)]
    seat = work.rng.choice((gift.giver, gift.taker))
    return [*moves[:count], *twice], seat, (_code("TRIBUTE-TWICE", double=count > 1),)


def _code(code: str, *, double: bool) -> str:
    """A code that has a clause of its own at 双下."""
    return f"{code}-DOUBLE" if double else code


def not_held(work: ClimbWork, *, double: bool, returned: bool) -> Place:
    """A gift, or a return, is written down as a card that the giver does not hold; he gave another, and the taker has it."""
    for index in work.with_tribute(double=double):
        exchange, moves = work.exchange(index), work.match.moves(work.hands[index])
        count = _gifts(moves)
        at = work.rng.randrange(count, len(moves)) if returned else work.rng.randrange(count)
        wrong = moves[at]
        card = _foreign(work, exchange, moves, wrong, returned=returned)
        if card is None:
            continue
        hands = moved(exchange.hands, moves)
        hands[wrong.taker].remove(wrong.card)
        hands[wrong.taker].append(card)
        table = work.pay(index, _with(moves, at, card), hands=hands)
        work.play_out(table)
        return Place(index + 1, 0, 0, work.seats[wrong.giver], ("DEAL-OPEN",) if table.hands[wrong.giver] else ())
    raise NoChance


def _foreign(work: ClimbWork, exchange: Exchange, moves: Sequence[Move], wrong: Move, *, returned: bool) -> str | None:
    """A card that a giver does not hold, and that the taker could have come by."""
    held = [*exchange.hands[wrong.giver], *(gift.card for gift in moves if returned and gift.taker == wrong.giver)]
    ctx = exchange.ctx
    return work.pick(
        card
        for card in ctx.order
        if card not in held
        and card not in ctx.wilds
        and (exchange.due.is_low(card) if returned else ctx.value[card] == ctx.value[wrong.card])
        and exchange.hands[wrong.taker].count(card) < ctx.copies
    )


# -- where none is due, or none is paid


def in_first_hand(work: ClimbWork) -> Place:
    """Tribute before the first hand, which has none."""
    if "claims" not in work.hands[0]:
        raise NoChance
    giver, taker = work.rng.sample(range(len(work.seats)), 2)
    hands, value = work.dealt(0), work.context(work.hands[0]).value
    gift = Move(giver, taker, max(hands[giver], key=value.__getitem__))
    back = Move(taker, giver, min(hands[taker], key=value.__getitem__))
    work.play_out(work.pay(0, (gift, back)))
    return Place(1, 0, 0)


def nothing_paid(work: ClimbWork, *, double: bool) -> Place:
    """Nobody paid, and the record says so."""
    index = work.choose(work.with_tribute(double=double))
    exchange = work.exchange(index)
    work.play_out(work.pay(index, (), work.rng.choice(exchange.leaders)))
    seat = work.rng.choice(exchange.payers)
    return Place(index + 1, 0, 0, work.seats[seat], ("TRIBUTE-MISSING-DOUBLE",) if double else ())


def resisted_wrongly(work: ClimbWork, *, double: bool) -> Place:
    """Tribute is refused without the big jokers."""
    index = work.choose(work.with_tribute(double=double))
    exchange = work.exchange(index)
    table = work.pay(index, (), work.rng.choice(exchange.leaders))
    del work.hands[index]["tribute"]
    work.hands[index]["resisted"] = True
    work.play_out(table)
    return Place(index + 1, 0, 0, _payers(work, exchange))


def _payers(work: ClimbWork, exchange: Exchange) -> str:
    """Those who owe tribute, as the seat of a finding."""
    return work.sheet.names(exchange.payers)


def _resistible(work: ClimbWork, *, double: bool) -> int:
    """A hand in which the payers were dealt the big jokers, and refused: as it was, or dealt anew so."""
    indices = work.after_another(double=double)
    refused = work.pick(index for index in indices if work.hands[index].get("resisted"))
    if refused is not None:
        return refused
    index = work.choose(indices)
    payers = work.exchange(index).payers
    jokers = {seat: [BIG_JOKER] * (work.sheet.cards.copies // len(payers)) for seat in payers}
    work.play_out(work.deal_again(index, work.arranged(jokers)))
    return index


def paid_anyway(work: ClimbWork, *, double: bool) -> Place:
    """Tribute is paid though the payers hold the big jokers, and it was for them to refuse."""
    index = _resistible(work, double=double)
    exchange = work.exchange(index)
    gifts = exchange.gifts()
    work.play_out(work.pay(index, [*gifts, *exchange.returns(gifts)], work.rng.choice(exchange.leaders)))
    return Place(index + 1, 0, 0, _payers(work, exchange))


def nothing_said(work: ClimbWork, *, double: bool) -> Place:
    """The payers held the big jokers, and the record does not say that they refused."""
    index = _resistible(work, double=double)
    exchange = work.exchange(index)
    del work.hands[index]["resisted"]
    left = work.left(index)
    follows = ("DEAL-OPEN", _code("TRIBUTE-OPEN", double=double)) if any(left[seat] for seat in exchange.payers) else ()
    return Place(index + 1, 0, 0, _payers(work, exchange), follows)


def return_shown(work: ClimbWork) -> Place:
    """One of two winners shows the card that he returned, which lies face down until the other has returned his."""
    index = work.choose(work.with_tribute(double=True))
    back = work.rng.choice(work.match.moves(work.hands[index])[2:])
    work.note(index, "exposed", work.seats[back.giver], at="0", cards=back.card)
    return Place(index + 1, 0, 0, work.seats[back.giver])


# -- who leads after it


def led_by_another(work: ClimbWork, *, double: bool) -> Place:
    """Somebody leads the hand who may not, after tribute that was not equal."""
    index = work.choose(index for index in work.with_tribute(double=double) if not work.exchange(index).equal)
    return _led_wrongly(work, index, *work.exchange(index).leaders)


def led_by_another_after_equal(work: ClimbWork) -> Place:
    """The same after equal tributes: both payers are dealt a little joker, and no big one."""
    index = work.choose(work.after_another(double=True))
    payers = work.exchange(index).payers
    dealt = work.arranged({seat: [LITTLE_JOKER] for seat in payers}, {seat: {BIG_JOKER} for seat in payers})
    work.play_out(work.deal_again(index, dealt))
    return _led_wrongly(work, index, *work.exchange(index).leaders)


def led_after_resisting(work: ClimbWork, *, double: bool) -> Place:
    """Somebody else than the first player leads when tribute was refused."""
    index = _resistible(work, double=double)
    return _led_wrongly(work, index, work.exchange(index).takers[0])


def led_by_neither(work: ClimbWork, *, double: bool) -> Place:
    """Tribute is refused without the big jokers, and the hand led by somebody who could do so neither then nor after it."""
    index = (resisted_wrongly(work, double=double).hand or 1) - 1
    exchange = work.exchange(index)
    led = _led_wrongly(work, index, *exchange.leaders, exchange.takers[0])
    return replace(led, follows=(_code("TRIBUTE-RESISTED", double=double),))


def _led_wrongly(work: ClimbWork, index: int, *right: int) -> Place:
    """Let a hand be led by somebody else than those who may."""
    wrong = work.other_seat(*right)
    work.hands[index]["lead"] = work.seats[wrong]
    work.play_out(work.match.table(work.hands[index]))
    return Place(index + 1, 1, 1, work.seats[wrong])
