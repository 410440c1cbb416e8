"""How the players follow: a legal play by construction, chosen to win, to feed the partner points, or to lose little."""

from collections.abc import Callable, Sequence

from replay.cards import join_cards
from replay.tricks.beat import beats, strength
from replay.tricks.follow import owed_tractors
from replay.tricks.tractors import Run, pair_layers, readings, run_tops
from replay.tricks.trump import TRUMP, TRUMP_POWER, Play, TrumpContext
from replay.tricks.units import Shape
from samples.tricks.table import Trick, TrickTable

_PAIR_KEPT = 5.0
"""What breaking a pair costs."""
_SAVED = 4
"""How many of the highest rungs of trump, the bank saves for the last trick."""


def choose_follow(table: TrickTable, seat: int) -> str:
    trick, ctx, hand = table.trick, table.ctx, table.held(seat)
    lead, led = trick.lead, trick.led
    if lead is None:
        raise ValueError("nobody has led yet")
    if led is None:  # a lead of several suits: nothing is owed
        return join_cards(_some(table, ctx.unpack(hand), lead.size))
    held = hand & ctx.masks[lead.cls]
    if led.trio:
        return _under_a_set(table, trick, seat, held, lead)
    if not held:
        return _void(table, trick, seat, lead, led)
    if lead.size == 1:
        return _single(table, trick, seat, ctx.unpack(held))
    have = ctx.size(held)
    if have <= lead.size:
        rest = _some(table, ctx.unpack(hand - held), lead.size - have, feed=_feeds(table, trick, seat))
        return join_cards([*ctx.unpack(held), *rest])
    winning = _winning_unit(table, trick, seat, held, lead, led)
    return winning or _in_class(table, held, lead, led, feed=_feeds(table, trick, seat))


# -- single cards


def _single(table: TrickTable, trick: Trick, seat: int, cards: list[str]) -> str:
    ctx, feed = table.ctx, _feeds(table, trick, seat)
    if len(cards) > 1 and not feed and (trick.holder - seat) % 2:
        floor = trick.power - (TRUMP_POWER if ctx.cls[cards[0]] == TRUMP else 0)
        higher = [card for card in cards if ctx.rung[card] > floor]
        if higher and _goes_up(table, trick, seat, higher):
            return higher[-1] if not trick.last else _some(table, higher, 1, feed=True)[0]
    return _some(table, cards, 1, feed=feed)[0]


def _goes_up(table: TrickTable, trick: Trick, seat: int, higher: list[str]) -> bool:
    """Whether a player goes up with one of the cards that would take the trick."""
    ctx = table.ctx
    top = higher[0] if trick.last else higher[-1]
    high = ctx.cls[top] == TRUMP and ctx.rung[top] >= len(ctx.rungs[TRUMP]) - _SAVED
    saved = 0.35 if high and (seat - table.dealer) % 2 == 0 else 0.0
    if trick.last:
        return trick.points > 0 or table.rng.random() < 0.55 - saved
    beaten = table.unseen(seat) & ctx.above[ctx.cls[top]][ctx.rung[top]]
    return table.rng.random() < (0.35 if beaten else 0.85) - 2 * saved + 0.05 * trick.points


# -- more cards


def _winning_unit(table: TrickTable, trick: Trick, seat: int, held: int, lead: Play, led: Shape) -> str | None:
    """A higher pair or tractor against a single led unit that an opponent holds, or None."""
    if len(led.units) > 1 or trick.trumped != (lead.cls == TRUMP) or (trick.holder - seat) % 2 == 0:
        return None
    ctx, length = table.ctx, led.units[0].pairs
    if lead.is_pair:
        floor = trick.power - (TRUMP_POWER if lead.cls == TRUMP else 0)
    else:
        floor = trick.strength.tops[0][0] if trick.strength else 0
    tops = run_tops(ctx, pair_layers(ctx, held, lead.cls)[0], lead.cls, length) >> (floor + 1)
    if not tops or (not trick.points and not trick.last and table.rng.random() < 0.25):
        return None
    top = floor + 1 + ((tops & -tops).bit_length() - 1 if trick.last else tops.bit_length() - 1)
    return join_cards(card for rung in range(top, top - length, -1) for card in _pair_on(ctx, held, lead.cls, rung, []))


def _in_class(table: TrickTable, held: int, lead: Play, led: Shape, *, feed: bool) -> str:
    """A legal follow from more cards of the class than were led: owed tractors, then owed pairs, then single cards."""
    ctx, cls = table.ctx, lead.cls
    tractors = owed_tractors(ctx, table.sheet.follow, held, cls, led.tractors)
    cards = _cut(ctx, held, cls, tractors, lambda run: run[0], high=feed) or []
    left = ctx.unpack(held - ctx.pack(cards))
    pairs = [card for card in dict.fromkeys(left) if left.count(card) == 2]
    owed = min(lead.pairs, (held & ctx.high_masks[cls]).bit_count()) - len(cards) // 2
    for card in _some(table, pairs, owed, feed=feed):
        cards += [card, card]
        left = [other for other in left if other != card]
    return join_cards([*cards, *_some(table, left, lead.size - len(cards), feed=feed)])


def _cut(
    ctx: TrumpContext, held: int, cls: int, lengths: Sequence[int], least: Callable[[Run], int], *, high: bool
) -> list[str] | None:
    """Tractors of these lengths out of the held pairs, each from the run that is least, or None where they do not fit.

    They are cut from the upper end of a run or, unless `high`, from the lower.
    """
    for reading in readings(ctx, pair_layers(ctx, held, cls), cls):
        spare, taken, cards = list(reading), list[str](), list[str]()
        for length in lengths:
            able = [run for run in spare if run[0] >= length]
            if not able:
                break
            source = min(able, key=least)
            spare.remove(source)
            whole, top = source
            end = top if high else top - whole + length
            spare.append((whole - length, top - length if end == top else top))
            for rung in range(end, end - length, -1):
                cards += _pair_on(ctx, held, cls, rung, taken)
        else:
            return cards
    return None


def _pair_on(ctx: TrumpContext, held: int, cls: int, rung: int, taken: list[str]) -> list[str]:
    """A pair on a rung, another one each time where a rung has several; `taken` remembers which are gone."""
    card = next(card for card in ctx.rungs[cls][rung] if ctx.count(held, card) == 2 and card not in taken)
    taken.append(card)
    return [card, card]


# -- under a set of three


def _under_a_set(table: TrickTable, trick: Trick, seat: int, held: int, lead: Play) -> str:
    """Follow a set of three (5·10·K): with one's own of the suit, under trumps with the highest; who is void may ruff."""
    ctx, rules, hand = table.ctx, table.sheet.follow, table.held(seat)
    sets = {cls: packed for packed, cls in reversed(ctx.trios.items()) if ctx.contains(hand, packed)}
    own = sets.get(lead.cls, 0)
    if lead.cls == TRUMP and not (own and rules.trio_under_trumps):
        cards = ctx.unpack(held)[-lead.size :]
    elif own and (lead.cls == TRUMP or rules.lowered_owed or own & held == own):
        cards = ctx.unpack(own)
    elif not held and (trick.holder - seat) % 2 and TRUMP in sets and not trick.trumped:
        cards = ctx.unpack(sets[TRUMP])
    else:
        cards = _some(table, ctx.unpack(held), lead.size, feed=_feeds(table, trick, seat))
    rest = ctx.unpack(hand - ctx.pack(cards))
    others = [card for card in rest if ctx.cls[card] != TRUMP]
    cards += _some(table, others, lead.size - len(cards), feed=_feeds(table, trick, seat))
    cards += _some(table, [card for card in rest if ctx.cls[card] == TRUMP], lead.size - len(cards))
    return join_cards(cards)


# -- void of the led class


def _void(table: TrickTable, trick: Trick, seat: int, lead: Play, led: Shape) -> str:
    """Ruff, or discard: the bank saves trumps for the kitty, the attackers, who have fewer, go for points."""
    ctx, hand = table.ctx, table.held(seat)
    trumps = hand & ctx.masks[TRUMP]
    if lead.cls != TRUMP and trumps and (trick.holder - seat) % 2:
        chance = (0.4 if (seat - table.dealer) % 2 else 0.6) + 0.05 * trick.points + (0.15 if not trick.last else 0.0)
        ruff = _ruff(table, trick, trumps, lead, led) if table.rng.random() < chance - 0.06 * (lead.size - 1) else None
        if ruff is not None:
            return ruff
    cards = _some(table, ctx.unpack(hand - trumps), lead.size, feed=_feeds(table, trick, seat))
    return join_cards([*cards, *_some(table, ctx.unpack(trumps), lead.size - len(cards))])


def _ruff(table: TrickTable, trick: Trick, trumps: int, lead: Play, led: Shape) -> str | None:
    """The cheapest trumps that take the trick, or None."""
    ctx = table.ctx
    if lead.size == 1:
        better = [card for card in ctx.unpack(trumps) if ctx.rung[card] + TRUMP_POWER > trick.power]
        return min(better, key=table.prices.cheap.__getitem__) if better else None
    for high in (False, True) if ctx.size(trumps) >= lead.size else ():
        cards = _with_structure(ctx, trumps, lead, led, high=high)
        if cards is None:
            return None
        play = ctx.plays[join_cards(cards)]
        mine = None if lead.is_pair else strength(ctx, table.sheet.beat, lead, led, play)
        takes = mine is not None and trick.strength is not None and beats(table.sheet.beat, mine, trick.strength)
        if takes or (lead.is_pair and play.is_pair and play.power > trick.power):
            return join_cards(cards)
    return None


def _with_structure(ctx: TrumpContext, trumps: int, lead: Play, led: Shape, *, high: bool) -> list[str] | None:
    """Trumps with the tractors and pairs of the lead, the lowest or the highest, or None where there are none."""
    lengths = [length for length, _ in led.tractors]
    cards = _cut(ctx, trumps, TRUMP, lengths, lambda run: -run[1] if high else run[1], high=high)
    if cards is None:
        return None
    left = ctx.unpack(trumps - ctx.pack(cards))[:: -1 if high else 1]
    pairs = [card for card in dict.fromkeys(left) if left.count(card) == 2][: len(led.pairs)]
    if len(pairs) < len(led.pairs):
        return None
    left = [card for card in left if card not in pairs]
    alone = sorted(left, key=lambda card: left.count(card) == 2)
    return [*cards, *(card for card in pairs for _ in "12"), *alone][: lead.size]


# -- what a player wants


def _feeds(table: TrickTable, trick: Trick, seat: int) -> bool:
    """Whether to feed a partner who will keep the trick; a less skilled player sees it less often."""
    if (trick.holder - seat) % 2:
        return False
    sure = trick.last or _boss(table, trick, seat)
    return table.rng.random() < (0.75 + 0.25 * table.players[seat].skill if sure else 0.2)


def _boss(table: TrickTable, trick: Trick, seat: int) -> bool:
    """Whether nothing in the led class that a player cannot place would take the trick."""
    lead = trick.lead
    if lead is None or trick.trumped != (lead.cls == TRUMP) or lead.size > 2:
        return True
    rung = trick.power - (TRUMP_POWER if lead.cls == TRUMP else 0)
    higher = table.unseen(seat) & table.ctx.above[lead.cls][rung]
    return not (higher & table.ctx.high if lead.is_pair else higher)


def _some(table: TrickTable, cards: list[str], count: int, *, feed: bool = False) -> list[str]:
    """The `count` cards that cost least, or all if there are fewer; pairs are kept where it costs little."""
    if len(cards) <= count or count <= 0:
        return list(cards[: max(count, 0)])
    price = table.prices.feed if feed else table.prices.cheap
    return sorted(cards, key=lambda card: price[card] + (_PAIR_KEPT if cards.count(card) == 2 else 0.0))[:count]
