"""Faults of tribute: the wrong card, giver, receiver or order, something missing or too much, wrongly refused or not."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from replay.cards import BIG_JOKER, LITTLE_JOKER
from samples.climbing.tribute import Exchange, Move, moved
from samples.climbing.work import ClimbWork
from samples.work import NoChance, Place

Fits = Callable[[Exchange, int, str], bool]
"""Whether a card that a seat holds is a wrong one for it to give."""


def rearranged(work: ClimbWork, *, double: bool, moves: str, by: str, follows: tuple[str, ...] = ()) -> Place:
    """Other cards change hands before a hand than did, or among others; the same leads, and the hand is played anew.

    `moves` has who gives what to whom (`Pg>T`). P pays T, and at 双下 Q pays U; M is the partner of T, X another. The cards are
    the gifts g and h and the returns r and s; x is the giver's highest card, l a low one, m one more. The finding names one of
    those `by` whom the fault is.
    """
    for index in work.with_tribute(double=double):
        exchange, made = work.exchange(index), work.match.moves(work.hands[index])
        gifts = work.shuffled(made[: len(made) // 2])
        backs = [next(back for back in made[len(gifts) :] if back.giver == gift.taker) for gift in gifts]
        cards = dict(zip("ghrs" if double else "gr", (move.card for move in (*gifts, *backs)), strict=True))
        both = [*(gift.giver for gift in gifts), *(gift.taker for gift in gifts)]
        seats = dict(zip("PQTU" if double else "PT", both, strict=True))
        seats |= {"M": (seats["T"] + 2) % len(work.seats), "X": work.other_seat(seats["P"], seats["T"])}
        if len({card[0] for card in cards.values()}) < len(cards) or ("M" in moves and seats["M"] == seats["P"]):
            continue
        made = []
        for part in moves.split(" "):
            giver, card, taker = seats[part[0]], part[1], seats[part[3]]
            held = exchange.hands[giver]
            able = {
                "x": [exchange.highest(giver)[0]],
                "l": [each for each in held if exchange.due.is_low(each)],
                "m": [each for each in held if each not in {*cards.values(), *(move.card for move in made)}],
            }
            made.append(Move(giver, taker, cards.get(card) or work.choose(able[card])))
        work.play_out(work.pay(index, made))
        return Place(index + 1, 0, 0, work.seats[seats[work.rng.choice(by)]], follows)
    raise NoChance


def other_card(work: ClimbWork, *, double: bool, fits: Fits, returned: bool = False) -> Place:
    """A card that a seat holds, and that fits for a fault, is given, or `returned`, in place of another."""
    for index in work.with_tribute(double=double):
        exchange, moves = work.exchange(index), work.match.moves(work.hands[index])
        for at in work.shuffled(range(len(moves))[len(moves) // 2 :] if returned else range(len(moves) // 2)):
            giver = moves[at].giver
            held = [*exchange.hands[giver], *(gift.card for gift in moves if returned and gift.taker == giver)]
            back = [move.card for move in moves if move.taker == giver]
            card = work.pick(card for card in dict.fromkeys(held) if fits(exchange, giver, card) and card not in back)
            if card is not None and (not returned or any(map(exchange.due.is_low, held))):
                work.play_out(work.pay(index, [*moves[:at], moves[at]._replace(card=card), *moves[at + 1 :]]))
                return Place(index + 1, 0, 0, work.seats[giver])
    raise NoChance


def lower(exchange: Exchange, giver: int, card: str) -> bool:
    """A card that is not his highest."""
    value = exchange.ctx.value
    return card not in exchange.ctx.wilds and value[card] < value[exchange.highest(giver)[0]]


def level_heart(exchange: Exchange, _giver: int, card: str) -> bool:
    return card in exchange.ctx.wilds


def too_high(exchange: Exchange, _giver: int, card: str) -> bool:
    """A card above ten, a level card or a joker."""
    return not exchange.due.is_low(card)


def not_held(work: ClimbWork, *, double: bool, returned: bool) -> Place:
    """A gift, or a return, is written down as a card that the giver does not hold; he gave another, and the taker has it."""
    for index in work.with_tribute(double=double):
        exchange, moves = work.exchange(index), work.match.moves(work.hands[index])
        count = len(moves) // 2
        at = work.rng.randrange(count, len(moves)) if returned else work.rng.randrange(count)
        wrong = moves[at]
        card = _foreign(work, exchange, moves, wrong, returned=returned)
        if card is None:
            continue
        hands = moved(exchange.hands, moves)
        hands[wrong.taker].remove(wrong.card)
        hands[wrong.taker].append(card)
        table = work.pay(index, [*moves[:at], wrong._replace(card=card), *moves[at + 1 :]], hands=hands)
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
    return Place(index + 1, 0, 0, work.seats[seat], ("TRIBUTE-MISSING",) if double else ())


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
    follows = ("DEAL-OPEN", "TRIBUTE-OPEN") if any(left[seat] for seat in exchange.payers) else ()
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
    return replace(led, follows=("TRIBUTE-RESISTED",))


def _led_wrongly(work: ClimbWork, index: int, *right: int) -> Place:
    """Let a hand be led by somebody else than those who may."""
    wrong = work.other_seat(*right)
    work.hands[index]["lead"] = work.seats[wrong]
    work.play_out(work.match.table(work.hands[index]))
    return Place(index + 1, 1, 1, work.seats[wrong])
