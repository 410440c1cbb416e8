"""Faulty follows: revokes of suit, pair and tractor, noticed or not, wrong counts, cards not held, and how they are settled."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from replay.cards import RANKS
from replay.tricks.follow import owed_tractors
from replay.tricks.score import Outcome, settle
from replay.tricks.tractors import packs, pair_layers
from replay.tricks.trump import MIXED, TRUMP
from samples.tricks.faults.fines import charged_wrongly
from samples.tricks.faults.meetings import Answer, Plan, set_led, tractor_led
from samples.tricks.table import TrickTable
from samples.tricks.work import TrickWork, throw_failed
from samples.work import NoChance, Place

_SET: Final = 3
"""The cards of a set of three (5·10·K)."""
Finder = Callable[[TrickTable, str], str | None]
"""Faulty cards of a seat that must follow, None where it can only play right; told what it played."""

# -- what a wrong follow looks like


def off_suit(table: TrickTable, _made: str = "") -> str | None:
    """One card fewer of the led class than is owed, and another card in its place."""
    lead = table.trick.lead
    if lead is None or lead.cls == MIXED or lead.trio != MIXED:
        return None
    ctx, hand = table.ctx, table.held(table.turn)
    held = ctx.unpack(hand & ctx.masks[lead.cls])
    others = ctx.unpack(hand & ~ctx.masks[lead.cls])
    kept = min(lead.size, len(held)) - 1
    if not held or len(others) < lead.size - kept:
        return None
    return "".join([*held[:kept], *table.rng.sample(others, lead.size - kept)])


def unpaired(table: TrickTable, _made: str) -> str | None:
    """Fewer pairs than are owed where pairs, but no tractor, were led."""
    led = table.trick.led
    return _few_pairs(table) if led is not None and led.pairs and not led.tractors else None


def untractored(table: TrickTable, _made: str = "") -> str | None:
    """Against a tractor: pairs that make none where one is held, or fewer pairs than are owed."""
    led = table.trick.led
    return _scattered_pairs(table) or _few_pairs(table) if led is not None and led.tractors else None


def _in_class(table: TrickTable) -> tuple[int, list[str], list[str]]:
    """What a seat holds of the led class, packed and card by card, and of which of them it has a pair."""
    lead = table.trick.lead
    held = table.held(table.turn) & table.ctx.masks[lead.cls] if lead is not None else 0
    cards = table.ctx.unpack(held)
    return held, cards, [card for card in dict.fromkeys(cards) if cards.count(card) == 2]


def _few_pairs(table: TrickTable) -> str | None:
    lead = table.trick.lead
    if lead is None:
        return None
    _, held, doubled = _in_class(table)
    distinct = list(dict.fromkeys(held))
    again = max(0, lead.size - len(distinct))
    if len(held) < lead.size or again >= min(lead.pairs, len(doubled)):
        return None
    return "".join([*distinct, *doubled[:again]][: lead.size])


def _scattered_pairs(table: TrickTable) -> str | None:
    """All the pairs owed, from which the owed tractors cannot be cut."""
    ctx, lead, led = table.ctx, table.trick.lead, table.trick.led
    if lead is None or led is None:
        return None
    held, cards, doubled = _in_class(table)
    owed = owed_tractors(ctx, table.sheet.follow, held, lead.cls, led.tractors)
    if not owed or len(doubled) < lead.pairs or len(cards) < lead.size:
        return None
    for chosen in combinations(doubled, lead.pairs):
        if not packs(ctx, pair_layers(ctx, 2 * ctx.pack(chosen), lead.cls), lead.cls, owed):
            rest = [card for card in cards if card not in chosen][: lead.size - 2 * lead.pairs]
            return "".join([card * 2 for card in chosen] + rest)
    return None


# -- revokes


def _misplayed(work: TrickWork, find: Finder, indices: Sequence[int] | None = None) -> tuple[TrickTable, Place]:
    """A wrong follow somewhere in the match: the table after it, and its place."""
    ply, token = work.chance(find, indices)
    table = work.table_at(ply)
    return table, work.put(table, token)


def revoke(work: TrickWork, *, find: Finder, noticed: bool) -> Place:
    """A wrong follow: nobody notices and the players go on, or it is noticed, the play stops or not, and it is settled."""
    try:
        table, place = _misplayed(work, find)
    except NoChance:  # what needs a tractor is let come by it: one is led into another, and a pair
        if find is not untractored:
            raise
        table = tractor_led(work, _tractor_and_pair)
        place = work.put(table, work.found(untractored(table)))
    if noticed:
        _notice(work, table, [place])
    else:
        work.play_out(table)
    return place


def _tractor_and_pair(_work: TrickWork, plan: Plan) -> Answer:
    answering = (plan.ranks[plan.low - 2], plan.ranks[plan.low - 1], plan.ranks[-1])
    return Answer("".join((rank + plan.suit) * 2 for rank in answering))


def _notice(work: TrickWork, table: TrickTable, places: Sequence[Place], later: int = 1) -> None:
    """Somebody notices after the next trick, or `later`; where it costs the hand, half of the time the play stops there.

    The hand is settled as the sheet says. Raises NoChance where nothing is left to be played after which it could be noticed.
    """
    noticed = (places[-1].trick or 0) + later
    work.match.play_out(table, noticed)
    if table.over and len(table.tricks) < noticed and not work.sheet.tariff.late_if_unsaid:
        raise NoChance
    for place in places:
        _note(work, table, place)
    loses = any(charge.fine.loses_hand for charge in work.match.charges(work.hands[table.no - 1]))
    if loses and work.rng.random() < 0.5:
        work.settle(table)
    else:
        work.play_out(table)


def _note(work: TrickWork, table: TrickTable, place: Place) -> None:
    """Write a wrong play down as noticed after the last finished trick, or after the hand if it was in the last trick.

    Where it costs points for each card, the cards are written down.
    """
    trick, play = place.trick or 0, place.play or 0
    last = len(table.tricks)
    noticed = {"noticed": f"{last}.{len(work.seats)}"} if trick != last else {}
    by_card = any(fine.per_card for fine in work.sheet.tariff.fines["revoke"])
    cards = {"cards": table.tricks[trick - 1].split(" ")[play]} if by_card else {}
    work.note(table.no - 1, "revoke", place.seat or "", at=f"{trick}.{play}", **noticed, **cards)


def fined(work: TrickWork, *, later: int) -> Place:
    """A wrong follow is noticed so many tricks later, and the score sheet has another fine, or score, than the sheet's."""
    table, place = _misplayed(work, off_suit, work.plain())
    _notice(work, table, [place], later)
    if throw_failed(work.hands[table.no - 1]):
        raise NoChance
    return charged_wrongly(work, table.no - 1, ("TRICK-FOLLOW-SUIT",))


def settled_wrongly(work: TrickWork, *, bank: bool, attackers: bool) -> Place:
    """One side, or both, revoked and it was noticed; the score sheet settles the hand otherwise than the sheet says."""
    for index in work.finished():
        if bank and attackers and not work.level_equal(index):
            continue
        dealer = work.seat(work.hands[index]["dealer"])
        sides = [side for side, wanted in ((dealer % 2, bank), (1 - dealer % 2, attackers)) if wanted]
        try:
            _notice(work, *_revokes_by(work, index, work.shuffled(sides)))
        except NoChance:
            continue
        if _settle_otherwise(work, index, frozenset(sides)):
            return Place(index + 1, follows=("TRICK-FOLLOW-SUIT",))
    raise NoChance


def _revokes_by(work: TrickWork, index: int, sides: Sequence[int]) -> tuple[TrickTable, list[Place]]:
    """A revoke by each of some sides, one after the other, in one hand."""

    def first(table: TrickTable, _made: str) -> str | None:
        return off_suit(table) if not table.leads and table.turn % 2 == sides[0] and len(table.tricks) < 8 else None

    table, place = _misplayed(work, first, [index])
    places = [place]
    for side in sides[1:]:
        token = None
        while token is None and not table.over:
            token = off_suit(table) if table.turn % 2 == side and not table.leads else None
            if token is None:
                work.match.play(table)
        places.append(work.put(table, work.found(token)))
    return table, places


def _settle_otherwise(work: TrickWork, index: int, sides: frozenset[int]) -> bool:
    """Write down another settlement: that of the table without the fault, or one that moves a level or the bank."""
    hand = work.hands[index]
    claims, state = hand["claims"], work.match.at(index).state
    first, second = (level or 0 for level in state.levels)
    sheet = work.sheet.at_level(hand["level"])
    plain = settle(sheet, (first, second), work.seat(hand["dealer"]), Outcome(claims["attackers"]), state.failures)
    levels = dict(zip(work.sheet.sides, map(work.sheet.level_name, plain.levels), strict=True))
    following = work.seats[plain.next_dealer] if plain.next_dealer is not None else None
    if levels != claims["levels"] and work.rng.random() < 0.7:
        claims["levels"] = levels
        return True
    if following not in {None, claims.get("next_dealer")}:
        claims["next_dealer"] = following
        return True
    side = work.sheet.sides[next(iter(sides))]
    wrong = RANKS[min(RANKS.index(claims["levels"][side]) + 1, len(RANKS) - 1)]
    changed: bool = claims["levels"][side] != wrong
    claims["levels"] = {**claims["levels"], side: wrong}
    return changed


# -- under a set of three (5·10·K)


def set_unanswered(work: TrickWork) -> Place:
    """A set of a side suit is led into somebody who holds it too, and gives other cards of the suit."""
    table = set_led(work, of_trumps=False)
    _, own, _ = _in_class(table)
    text = "".join([*[card for card in own if card[0] not in "5TK"], *own][:_SET])
    if len(own) < _SET or table.ctx.plays[text].trio != MIXED:
        raise NoChance
    return work.misplay(table, text)


def trumps_kept(work: TrickWork, *, own_set: bool) -> Place:
    """A set of trumps is led, and somebody keeps one of his highest trumps, or gives his own set of trumps for them."""
    table = set_led(work, of_trumps=True)
    ctx, held = table.ctx, table.held(table.turn)
    own = next((packed for packed, cls in ctx.trios.items() if cls == TRUMP and ctx.contains(held, packed)), 0)
    trumps = ctx.unpack(held & ctx.masks[TRUMP])
    if len(trumps) < _SET + 2:
        raise NoChance
    cards = ctx.unpack(own) if own_set else [*trumps[-2:], trumps[0]]
    rungs = [[ctx.rung[card] for card in sorted(chosen, key=ctx.order.index)] for chosen in (cards, trumps[-_SET:])]
    if not cards or rungs[0] == rungs[1] or (ctx.plays["".join(cards)].trio == TRUMP) != own_set:
        raise NoChance
    return work.misplay(table, "".join(cards))


# -- counts and cards


def _other_count(table: TrickTable, _made: str, *, more: bool = False) -> str | None:
    """A card too few or too many, or surely one too many; else as owed."""
    ctx, lead = table.ctx, table.trick.lead
    cards = ctx.unpack(table.held(table.turn))
    if lead is None or lead.cls == MIXED or len(cards) < lead.size + 6:
        return None
    owed_first = sorted(cards, key=lambda card: ctx.cls[card] != lead.cls)
    count = lead.size - 1 if not more and lead.size > 1 and table.rng.random() < 0.5 else lead.size + 1
    return "".join(owed_first[:count])


def one_too_many(work: TrickWork) -> Place:
    """A follow of a card too many, unnoticed; its player has none left for the last trick."""
    table, place = _misplayed(work, partial(_other_count, more=True))
    work.play_out(table)
    if any(table.machine.hands):
        raise NoChance
    return place


def wrong_size(work: TrickWork) -> Place:
    """A follow of too few or too many cards; it is noticed after the next trick, the play stops, and it is settled."""
    table, place = _misplayed(work, _other_count)
    work.match.play_out(table, (place.trick or 0) + 1)
    if len(table.tricks) == place.trick and not work.sheet.tariff.late_if_unsaid:
        raise NoChance
    _note(work, table, place)
    work.settle(table)
    return place


def not_held(work: TrickWork) -> Place:
    """A losing card is written down as another of its suit, no higher, that the player does not hold."""
    for index in work.plain():
        winners = work.hands[index]["claims"]["winners"]
        chances = [
            (ply, other)
            for ply, table, card in work.plies(index)
            if (lead := table.trick.lead) is not None and lead.size == 1 and work.seats[table.turn] != winners[ply.trick]
            for other in table.ctx.order
            if table.ctx.cls[other] == table.ctx.cls[card]
            and table.ctx.points[other] == table.ctx.points[card]
            and table.ctx.rung[other] <= table.ctx.rung[card]
            and not table.ctx.count(table.held(table.turn), other)
        ]
        if chances:
            return work.rewrite(*work.rng.choice(chances))
    raise NoChance


def failed_throw(work: TrickWork) -> Place:
    """A follower's play is written down as a throw that failed, which only a leader's can."""

    def thrown(table: TrickTable, made: str) -> str | None:
        ctx, play = table.ctx, table.ctx.plays[made]
        left = ctx.unpack(table.held(table.turn) - play.cards) if not table.leads else ()
        spare = [card for card in left if ctx.cls[card] == play.cls]
        return f"{made}{spare[-1]}>{made}" if spare else None

    return work.rewrite(*work.chance(thrown))


def play_missing(work: TrickWork) -> Place:
    """One play of a trick is not on record: the last, of a trick that its leader won."""
    for index in work.plain():
        hand = work.hands[index]
        tricks, winners = hand["tricks"], hand["claims"]["winners"]
        trick = work.pick(trick for trick, text in enumerate(tricks[:-1]) if text[0] == winners[trick])
        if trick is None:
            continue
        tricks[trick] = tricks[trick].rpartition(" ")[0]
        del hand["seconds"][trick][-1]
        play = len(hand["seconds"][trick])
        return Place(index + 1, trick + 1, play, None, follows=("CLAIM-OPEN", "HAND-UNFINISHED"))
    raise NoChance
