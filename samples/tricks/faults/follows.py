"""Faulty follows: revokes of suit, pair and tractor, noticed or not, wrong counts, cards not held, and how they are settled."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations, product

from paipu.replay.cards import join_cards
from paipu.replay.notation import join_trick, split_trick
from paipu.replay.tricks.follow import Owed, follow_fault
from paipu.replay.tricks.trump import MIXED
from paipu.samples.faults import other_level
from paipu.samples.tricks.faults.fines import charged_wrongly
from paipu.samples.tricks.follow import choose_follow
from paipu.samples.tricks.table import TrickTable
from paipu.samples.tricks.work import TrickWork, set_led, throw_failed, tractor_led
from paipu.samples.work import NoChance, Place, in_one_of


def wrong_follow(table: TrickTable, made: str, *, owed: Owed) -> str | None:
    """A right follow with some cards, as few as it takes, exchanged for others so that it lacks what is owed.

    None where the seat leads, or can do nothing of the kind wrong by that. The cards are tried in an order of chance.
    """
    ctx, lead, led = table.ctx, table.trick.lead, table.trick.led
    if lead is None or lead.cls == MIXED or (lead.trio != MIXED) == (owed in {Owed.SUIT, Owed.PAIR, Owed.TRACTOR}):
        return None
    if owed in {Owed.PAIR, Owed.TRACTOR} and (owed is Owed.TRACTOR) != (led is not None and bool(led.tractors)):
        return None  # under a tractor too few pairs are a wrong answer to it
    lacking = {owed, Owed.PAIR} if owed is Owed.TRACTOR else {owed}
    hand, right = table.own, table.ctx.plays[made]
    if not hand & (ctx.masks if owed is Owed.SUIT or lead.trio != MIXED else ctx.high_masks)[lead.cls]:
        return None
    given, others = ctx.unpack(right.cards), ctx.unpack(hand - right.cards)
    table.rng.shuffle(given)
    table.rng.shuffle(others)
    for count in range(1, (2 if lead.trio == MIXED else 3) + 1):
        for out, more in product(combinations(given, count), combinations(others, count)):
            text = join_cards(ctx.unpack(right.cards - ctx.pack(out) + ctx.pack(more)))
            fault = follow_fault(ctx, table.sheet.follow, hand, lead, led, ctx.plays[text])
            if fault is not None and fault.owed in lacking:
                return text
    return None


def revoke(work: TrickWork, *, owed: Owed, noticed: bool) -> Place:
    """A wrong follow: nobody notices and the players go on, or it is noticed, the play stops or not, and it is settled."""
    try:
        table, token = work.chance_at(partial(wrong_follow, owed=owed))
    except NoChance:  # what needs a tractor is let come by it: one is led into another, and a pair
        if owed is not Owed.TRACTOR:
            raise
        table = tractor_led(work, void=False)
        token = _lacking(work, table, owed)
    place = work.put(table, token)
    if noticed:
        _notice(work, table, [place])
    else:
        work.finish(table)
    return place


def _lacking(work: TrickWork, table: TrickTable, owed: Owed) -> str:
    """A follow of whoever's turn it is that lacks what is owed."""
    return work.found(wrong_follow(table, choose_follow(table), owed=owed))


def _notice(work: TrickWork, table: TrickTable, places: Sequence[Place], later: int = 1) -> None:
    """Somebody notices after the next trick, or `later`; where it costs the hand, half of the time the play stops there.

    The hand is settled as the sheet says.
    """
    _stop(work, table, places, later)
    loses = any(charge.row.loses_hand for charge in work.charges(work.hands[table.no - 1]))
    if loses and work.rng.random() < 0.5:
        work.settle(table)
    else:
        work.finish(table)


def _stop(work: TrickWork, table: TrickTable, places: Sequence[Place], later: int = 1) -> None:
    """Play on until wrong plays are noticed after so many tricks, or after the hand if it was in the last one, and note them.

    Where it costs points for each card, the cards are written down. Raises NoChance where nothing is left to be played after
    which it could be noticed.
    """
    noticed = (places[-1].trick or 0) + later
    work.play_out(table, noticed)
    last = len(table.tricks)
    work.need(not table.over or last >= noticed or any(row.if_unsaid for row in work.sheet.penalties.of_kind["revoke"]))
    by_card = any(row.each for row in work.sheet.penalties.of_kind["revoke"])
    for trick, play, seat in ((place.trick or 0, place.play or 0, place.seat or "") for place in places):
        when = {"noticed": f"{last}.{len(work.seats)}"} if trick != last else {}
        cards = {"cards": split_trick(table.tricks[trick - 1])[play]} if by_card else {}
        work.note(table.no - 1, "revoke", seat, at=f"{trick}.{play}", **when, **cards)


def fined(work: TrickWork, *, later: int) -> Place:
    """A wrong follow is noticed so many tricks later, and the score sheet has another fine, or score, than the sheet's."""
    table, token = work.chance_at(partial(wrong_follow, owed=Owed.SUIT), work.plain())
    _notice(work, table, [work.put(table, token)], later)
    work.need(not throw_failed(work.hands[table.no - 1]))
    return charged_wrongly(work, table.no - 1, ("TRICK-FOLLOW-SUIT",))


@in_one_of(TrickWork.finished)
def settled_wrongly(work: TrickWork, index: int, *, bank: bool, attackers: bool) -> Place:
    """One side, or both, revoked and it was noticed; the score sheet settles the hand otherwise than the sheet says."""
    work.need(not (bank and attackers) or work.level_equal(index))
    dealer = work.seat(work.hands[index]["dealer"])
    sides = [side for side, wanted in ((dealer % 2, bank), (1 - dealer % 2, attackers)) if wanted]
    _notice(work, *_revokes_by(work, index, work.shuffled(sides)))
    other_level(work, work.hands[index]["claims"]["levels"], work.sheet.sides)
    return Place(index + 1, follows=("TRICK-FOLLOW-SUIT",))


def _revokes_by(work: TrickWork, index: int, sides: Sequence[int]) -> tuple[TrickTable, list[Place]]:
    """A revoke by each of some sides, one after the other, in one hand."""

    def first(table: TrickTable, made: str) -> str | None:
        early = table.turn % 2 == sides[0] and len(table.tricks) < 8
        return wrong_follow(table, made, owed=Owed.SUIT) if early else None

    table, token = work.chance_at(first, [index])
    places = [work.put(table, token)]
    for side in sides[1:]:
        wrong = None
        while wrong is None and not table.over:
            if table.turn % 2 == side and not table.leads:
                wrong = wrong_follow(table, choose_follow(table), owed=Owed.SUIT)
            if wrong is None:
                work.play(table)
        places.append(work.put(table, work.found(wrong)))
    return table, places


def under_a_set(work: TrickWork, *, owed: Owed, of_trumps: bool) -> Place:
    """A set, of trumps or not, is led into somebody who holds it too, and does not give what is owed under it."""
    table = set_led(work, of_trumps=of_trumps)
    return work.misplay(table, _lacking(work, table, owed))


def _other_count(table: TrickTable, _made: str, *, more: bool = False) -> str | None:
    """A card too few or too many, or surely one too many; else as owed."""
    ctx, lead = table.ctx, table.trick.lead
    cards = ctx.unpack(table.own)
    if lead is None or lead.cls == MIXED or len(cards) < lead.size + 6:
        return None
    owed_first = sorted(cards, key=lambda card: ctx.cls[card] != lead.cls)
    count = lead.size - 1 if not more and lead.size > 1 and table.rng.random() < 0.5 else lead.size + 1
    return "".join(owed_first[:count])


def one_too_many(work: TrickWork) -> Place:
    """A follow of a card too many, unnoticed; its player has none left for the last trick."""
    table, token = work.chance_at(partial(_other_count, more=True))
    return work.unnoticed(table, work.put(table, token))


def wrong_size(work: TrickWork) -> Place:
    """A follow of too few or too many cards; it is noticed after the next trick, the play stops, and it is settled."""
    table, token = work.chance_at(_other_count)
    place = work.put(table, token)
    _stop(work, table, [place])
    work.settle(table)
    return place


@in_one_of(TrickWork.plain)
def not_held(work: TrickWork, index: int) -> Place:
    """A losing card is written down as another of its suit, no higher, that the player does not hold."""
    winners, ctx = work.hands[index]["claims"]["winners"], work.context(work.hands[index])
    chances = [
        (ply, other)
        for ply, table, card in work.plies(index)
        if (lead := table.trick.lead) is not None and lead.size == 1 and work.seats[table.turn] != winners[ply.trick]
        for other in ctx.order
        if (ctx.cls[other], ctx.points[other]) == (ctx.cls[card], ctx.points[card])
        and ctx.rung[other] <= ctx.rung[card]
        and not ctx.count(table.own, other)
    ]
    return work.rewrite(*work.choose(chances))


def failed_throw(table: TrickTable, made: str) -> str | None:
    """A follower's play is written down as a throw that failed, which only a leader's can."""
    ctx, play = table.ctx, table.ctx.plays[made]
    left = ctx.unpack(table.own - play.cards) if not table.leads else ()
    spare = [card for card in left if ctx.cls[card] == play.cls]
    return f"{made}{spare[-1]}>{made}" if spare else None


@in_one_of(TrickWork.plain)
def play_missing(work: TrickWork, index: int) -> Place:
    """One play of a trick is not on record: the last, of a trick that its leader won."""
    hand = work.hands[index]
    tricks, winners = hand["tricks"], hand["claims"]["winners"]
    trick = work.choose(trick for trick, text in enumerate(tricks[:-1]) if text[0] == winners[trick])
    tricks[trick] = join_trick(*split_trick(tricks[trick])[:-1])
    del hand["seconds"][trick][-1]
    return Place(index + 1, trick + 1, len(hand["seconds"][trick]), follows=("CLAIM-OPEN", "HAND-UNFINISHED"))
