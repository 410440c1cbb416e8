"""Faulty follows: revokes of suit, pair and tractor, noticed or not, wrong counts, cards not held, and how they are settled."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Final

from replay.cards import RANKS
from replay.tricks.follow import owed_tractors
from replay.tricks.score import Outcome
from replay.tricks.tractors import packs, pair_layers
from replay.tricks.trump import MIXED, TRUMP
from samples.document import Document
from samples.fault import Place
from samples.tricks.faults.fines import charged_wrongly
from samples.tricks.faults.meetings import Answer, Meeting, Plan, set_led, tractor_led
from samples.tricks.faults.work import Ply, Work, throw_failed
from samples.tricks.table import Table

_SET: Final = 3
"""The cards of a set of three (5·10·K)."""
Finder = Callable[[Table, int], str | None]
"""Faulty cards of a seat that must follow, None where it can only play right."""

# -- what a wrong follow looks like


def off_suit(table: Table, seat: int) -> str | None:
    """One card fewer of the led class than is owed, and another card in its place."""
    lead = table.open().lead
    if lead is None or lead.cls == MIXED or lead.trio != MIXED:
        return None
    ctx, hand = table.ctx, table.held(seat)
    held = ctx.unpack(hand & ctx.masks[lead.cls])
    others = ctx.unpack(hand & ~ctx.masks[lead.cls])
    owed = min(lead.size, len(held))
    kept = owed - 1
    if not held or len(others) < lead.size - kept:
        return None
    return "".join([*held[:kept], *table.rng.sample(others, lead.size - kept)])


def unpaired(table: Table, seat: int) -> str | None:
    """Fewer pairs than are owed where pairs, but no tractor, were led."""
    trick = table.open()
    if trick.led is None or trick.led.tractors or not trick.led.pairs:
        return None
    return _few_pairs(table, seat)


def untractored(table: Table, seat: int) -> str | None:
    """Against a tractor: pairs that make none where one is held, or fewer pairs than are owed."""
    trick = table.open()
    if trick.led is None or not trick.led.tractors:
        return None
    return _scattered_pairs(table, seat) or _few_pairs(table, seat)


def _few_pairs(table: Table, seat: int) -> str | None:
    trick, ctx = table.open(), table.ctx
    lead = trick.lead
    if lead is None:
        return None
    held = ctx.unpack(table.held(seat) & ctx.masks[lead.cls])
    distinct = list(dict.fromkeys(held))
    doubled = [card for card in distinct if held.count(card) == 2]
    again = max(0, lead.size - len(distinct))
    if len(held) < lead.size or again >= min(lead.pairs, len(doubled)):
        return None
    return "".join([*distinct, *doubled[:again]][: lead.size])


def _scattered_pairs(table: Table, seat: int) -> str | None:
    """All the pairs owed, from which the owed tractors cannot be cut."""
    trick, ctx = table.open(), table.ctx
    lead, led = trick.lead, trick.led
    if lead is None or led is None:
        return None
    held = table.held(seat) & ctx.masks[lead.cls]
    cards = ctx.unpack(held)
    doubled = [card for card in dict.fromkeys(cards) if cards.count(card) == 2]
    owed = owed_tractors(ctx, table.sheet.follow, held, lead.cls, led.tractors)
    if not owed or len(doubled) < lead.pairs or len(cards) < lead.size:
        return None
    for chosen in combinations(doubled, lead.pairs):
        packed = 2 * ctx.pack(chosen)
        if not packs(ctx, pair_layers(ctx, packed, lead.cls), lead.cls, owed):
            rest = [card for card in cards if card not in chosen][: lead.size - 2 * lead.pairs]
            return "".join([card * 2 for card in chosen] + rest)
    return None


# -- revokes


def _revoke(work: Work, find: Finder, indices: list[int] | None = None) -> tuple[Ply, Table, Place] | None:
    """A wrong follow somewhere in the match: where, the table after it, and its place."""
    chance = work.opportunity(find, indices)
    if chance is None:
        return None
    ply, token = chance
    table = work.table_at(ply)
    return ply, table, work.put(table, token)


def revoke(work: Work, *, find: Finder, noticed: bool) -> Place | None:
    """A wrong follow: nobody notices and the players go on, or it is noticed, the play stops or not, and it is settled."""
    made = _revoke(work, find) or _tractor_met(work, find)
    if made is None:
        return None
    ply, table, place = made
    number = _notice(work, ply, table, [place]) if noticed else work.play_out(ply.hand, table)
    return Place(number, place.trick, place.play, place.seat) if number is not None else None


def _tractor_met(work: Work, find: Finder) -> tuple[Ply, Table, Place] | None:
    """The same where no hand offers it, for the faults that need a tractor: one is led into another, and a pair."""
    met = tractor_led(work, _tractor_and_pair) if find is untractored else None
    token = met and untractored(met.table, met.follower)
    if not met or not token:
        return None
    return Ply(met.hand, 0, len(met.table.open().made)), met.table, work.put(met.table, token)


def _tractor_and_pair(work: Work, plan: Plan) -> Answer:
    del work
    answering = (plan.ranks[plan.low - 2], plan.ranks[plan.low - 1], plan.ranks[-1])
    return Answer("".join((rank + plan.suit) * 2 for rank in answering))


def _notice(work: Work, ply: Ply, table: Table, places: list[Place], later: int = 1) -> int | None:
    """Somebody notices after the next trick, or `later`; where it costs the hand, half of the time the play stops there.

    The hand is settled as the sheet says. None where nothing is left to be played after which it could be noticed.
    """
    work.match.play_out(table, (places[-1].trick or 0) + later)
    if table.finished and len(table.tricks) < (places[-1].trick or 0) + later and not work.sheet.tariff.late_if_unsaid:
        return None
    hand = work.hands[ply.hand]
    hand["incidents"] = [_incident(work, table, place) for place in places]
    at_fault = work.match.at_fault(hand)
    if at_fault and work.rng.random() < 0.5:
        return work.settle(ply.hand, table, at_fault)
    return work.play_out(ply.hand, table, at_fault)


def _incident(work: Work, table: Table, place: Place) -> Document:
    """A wrong play, noticed after the last finished trick, or after the hand if it was in the last trick.

    Where it costs points for each card, the cards are written down.
    """
    incident: Document = {"kind": "revoke", "seat": place.seat, "at": f"{place.trick}.{place.play}"}
    if place.trick != len(table.tricks):
        incident["noticed"] = f"{len(table.tricks)}.{len(work.seats)}"
    if any(fine.per_card for fine in work.sheet.tariff.fines["revoke"]):
        words = table.tricks[(place.trick or 0) - 1].split(" ")
        incident["cards"] = words[place.play or 0]
    return incident


def fined(work: Work, *, later: int) -> Place | None:
    """A wrong follow is noticed so many tricks later, and the score sheet has another fine, or score, than the sheet's."""
    made = _revoke(work, off_suit, work.plain())
    if made is None:
        return None
    ply, table, place = made
    if _notice(work, ply, table, [place], later) is None or throw_failed(work.hands[ply.hand]):
        return None
    return charged_wrongly(work, ply.hand, ("TRICK-FOLLOW-SUIT",))


def settled_wrongly(work: Work, *, bank: bool, attackers: bool) -> Place | None:
    """One side, or both, revoked and it was noticed; the score sheet settles the hand otherwise than the sheet says."""
    equal = bank and attackers
    for index in work.finished():
        if equal and len(set(work.standing(index).levels)) > 1:
            continue
        dealer = work.seat(work.hands[index]["dealer"])
        sides = [side for side, wanted in ((dealer % 2, bank), (1 - dealer % 2, attackers)) if wanted]
        made = _revokes_by(work, index, work.shuffled(sides))
        if made is None:
            continue
        ply, table, places = made
        number = _notice(work, ply, table, places)
        if number is not None and _settle_otherwise(work, index, frozenset(sides)):
            return Place(number, follows=("TRICK-FOLLOW-SUIT",))
    return None


def _revokes_by(work: Work, index: int, sides: list[int]) -> tuple[Ply, Table, list[Place]] | None:
    """A revoke by each of some sides, one after the other, in one hand."""

    def first(table: Table, seat: int) -> str | None:
        return off_suit(table, seat) if seat % 2 == sides[0] and len(table.tricks) < 8 else None

    made = _revoke(work, first, [index])
    if made is None:
        return None
    ply, table, place = made
    places = [place]
    for side in sides[1:]:
        token = None
        while token is None and not table.finished:
            trick = table.open()
            token = off_suit(table, trick.seat) if trick.seat % 2 == side and trick.lead is not None else None
            if token is None:
                work.match.play(table)
        if token is None:
            return None
        places.append(work.put(table, token))
    return ply, table, places


def _settle_otherwise(work: Work, index: int, sides: frozenset[int]) -> bool:
    """Write down another settlement: that of the table without the fault, or one that moves a level or the bank."""
    hand = work.hands[index]
    claims = hand["claims"]
    plain = work.match.result(hand, work.standing(index), Outcome(claims["attackers"]))
    if plain["levels"] != claims["levels"] and work.rng.random() < 0.7:
        claims["levels"] = plain["levels"]
        return True
    if plain.get("next_dealer", claims.get("next_dealer")) != claims.get("next_dealer"):
        claims["next_dealer"] = plain["next_dealer"]
        return True
    side = work.sheet.sides[next(iter(sides))]
    wrong = RANKS[min(RANKS.index(claims["levels"][side]) + 1, len(RANKS) - 1)]
    if claims["levels"][side] == wrong:
        return False
    claims["levels"] = {**claims["levels"], side: wrong}
    return True


# -- under a set of three (5·10·K)


def set_unanswered(work: Work) -> Place | None:
    """A set of a side suit is led into somebody who holds it too, and gives other cards of the suit."""
    met = set_led(work, of_trumps=False)
    if met is None:
        return None
    ctx, lead = met.table.ctx, met.table.open().lead
    held = met.table.held(met.follower)
    own = ctx.unpack(held & ctx.masks[lead.cls]) if lead is not None else []
    cards = [*[card for card in own if card[0] not in "5TK"], *own][:3]
    return _answer(work, met, "".join(cards)) if len(cards) == _SET and ctx.plays["".join(cards)].trio == MIXED else None


def trumps_kept(work: Work, *, own_set: bool) -> Place | None:
    """A set of trumps is led, and somebody keeps one of his highest trumps, or gives his own set of trumps for them."""
    met = set_led(work, of_trumps=True)
    if met is None:
        return None
    ctx, held = met.table.ctx, met.table.held(met.follower)
    own = next((packed for packed, cls in ctx.trios.items() if cls == TRUMP and ctx.contains(held, packed)), 0)
    trumps = ctx.unpack(held & ctx.masks[TRUMP])
    if len(trumps) < _SET + 2:
        return None
    cards = ctx.unpack(own) if own_set else [*trumps[-2:], trumps[0]]
    rungs = [[ctx.rung[card] for card in sorted(chosen, key=ctx.order.index)] for chosen in (cards, trumps[-_SET:])]
    if not cards or rungs[0] == rungs[1] or (ctx.plays["".join(cards)].trio == TRUMP) != own_set:
        return None
    return _answer(work, met, "".join(cards))


def _answer(work: Work, met: Meeting, token: str) -> Place:
    place = work.put(met.table, token)
    number = work.play_out(met.hand, met.table)
    return Place(number, place.trick, place.play, place.seat)


# -- counts and cards


def _other_count(table: Table, seat: int, *, more: bool = False) -> str | None:
    """A card too few or too many, or surely one too many; else as owed."""
    trick, ctx = table.open(), table.ctx
    lead = trick.lead
    cards = ctx.unpack(table.held(seat))
    if lead is None or lead.cls == MIXED or len(cards) < lead.size + 6:
        return None
    mine = [card for card in cards if ctx.cls[card] == lead.cls]
    rest = [card for card in cards if ctx.cls[card] != lead.cls]
    count = lead.size - 1 if not more and lead.size > 1 and table.rng.random() < 0.5 else lead.size + 1
    return "".join([*mine, *rest][:count])


def one_too_many(work: Work) -> Place | None:
    """A follow of a card too many, unnoticed; its player has none left for the last trick."""
    made = _revoke(work, partial(_other_count, more=True))
    if made is None:
        return None
    ply, table, place = made
    number = work.play_out(ply.hand, table)
    return Place(number, place.trick, place.play, place.seat) if not any(table.machine.hands) else None


def wrong_size(work: Work) -> Place | None:
    """A follow of too few or too many cards; it is noticed after the next trick, the play stops, and it is settled."""
    made = _revoke(work, _other_count)
    if made is None:
        return None
    ply, table, place = made
    work.match.play_out(table, ply.trick + 2)
    if len(table.tricks) == place.trick and not work.sheet.tariff.late_if_unsaid:
        return None
    work.hands[ply.hand]["incidents"] = [_incident(work, table, place)]
    number = work.settle(ply.hand, table, frozenset({work.seat(place.seat or "") % 2}))
    return Place(number, place.trick, place.play, place.seat)


def not_held(work: Work) -> Place | None:
    """A losing card is written down as another of its suit, no higher, that the player does not hold."""
    for index in work.plain():
        chances = []
        hand = work.hands[index]
        for ply, table in work.plies(index):
            trick, ctx = table.open(), table.ctx
            card = hand["tricks"][ply.trick].split(" ")[ply.play + 1]
            seat = trick.seat
            if trick.lead is None or trick.lead.size > 1 or work.seats[seat] == hand["claims"]["winners"][ply.trick]:
                continue
            for other in ctx.order:
                alike = ctx.cls[other] == ctx.cls[card] and ctx.points[other] == ctx.points[card]
                if alike and ctx.rung[other] <= ctx.rung[card] and not ctx.count(table.held(seat), other):
                    chances.append((ply, work.seats[seat], other))
        if chances:
            ply, name, other = work.rng.choice(chances)
            _write(work, ply, other)
            return Place(hand["no"], ply.trick + 1, ply.play + 1, name)
    return None


def failed_throw(work: Work) -> Place | None:
    """A follower's play is written down as a throw that failed, which only a leader's can."""
    for index in work.finished():
        chances = []
        for ply, table in work.plies(index):
            trick, ctx = table.open(), table.ctx
            if trick.lead is None:
                continue
            token = work.hands[index]["tricks"][ply.trick].split(" ")[ply.play + 1]
            made = ctx.plays[token]
            left = ctx.unpack(table.held(trick.seat) - made.cards)
            spare = [card for card in left if ctx.cls[card] == made.cls]
            if spare:
                chances.append((ply, work.seats[trick.seat], f"{token}{spare[-1]}>{token}"))
        if chances:
            ply, seat, token = work.rng.choice(chances)
            _write(work, ply, token)
            return Place(work.hands[index]["no"], ply.trick + 1, ply.play + 1, seat)
    return None


def play_missing(work: Work) -> Place | None:
    """One play of a trick is not on record: the last, of a trick that its leader won."""
    for index in work.plain():
        hand = work.hands[index]
        winners = hand["claims"]["winners"]
        able = [number for number, text in enumerate(hand["tricks"][:-1]) if text[0] == winners[number]]
        number = work.choose(able)
        if number is None:
            continue
        tokens = hand["tricks"][number].split(" ")
        hand["tricks"][number] = " ".join(tokens[:-1])
        hand["seconds"][number] = hand["seconds"][number][:-1]
        return Place(hand["no"], number + 1, len(tokens) - 2, None, follows=("CLAIM-OPEN", "HAND-UNFINISHED"))
    return None


def _write(work: Work, ply: Ply, token: str) -> None:
    """Put another token in a play's place."""
    tricks = work.hands[ply.hand]["tricks"]
    words = tricks[ply.trick].split(" ")
    words[ply.play + 1] = token
    tricks[ply.trick] = " ".join(words)
