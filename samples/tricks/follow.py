"""How the players follow: a legal play by construction, chosen to win, to feed the partner points, or to lose little."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

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


class Aim(Enum):
    """What a follower wants of the trick."""

    LOSE_LITTLE = "cheap"
    FEED = "feed"


def choose_follow(table: TrickTable, seat: int) -> str:
    trick = table.trick
    lead, led = trick.lead, trick.led
    hand = table.held(seat)
    if lead is None:
        raise ValueError("nobody has led yet")
    if led is None:  # a lead of several suits: nothing is owed
        return _text(_some(table, Aim.LOSE_LITTLE, table.ctx.unpack(hand), lead.size))
    held = hand & table.ctx.masks[lead.cls]
    if led.trio:
        return _under_a_set(table, trick, seat, held, lead)
    if not held:
        return _void(table, trick, seat, lead, led)
    if lead.size == 1:
        return _single(table, trick, seat, held)
    have = table.ctx.size(held)
    if have <= lead.size:
        rest = table.ctx.unpack(hand - held)
        cards = table.ctx.unpack(held)
        return _text([*cards, *_some(table, _aim(table, trick, seat), rest, lead.size - have)])
    winning = _winning_unit(table, trick, seat, held, lead, led)
    return winning or follow_in_class(table, held, lead, led, _aim(table, trick, seat))


# -- single cards


def _single(table: TrickTable, trick: Trick, seat: int, held: int) -> str:
    ctx = table.ctx
    cards = ctx.unpack(held)
    aim = _aim(table, trick, seat)
    if len(cards) == 1 or aim is Aim.FEED:
        return _some(table, aim, cards, 1)[0]
    if (trick.holder - seat) % 2:
        offset = TRUMP_POWER if ctx.cls[cards[0]] == TRUMP else 0
        higher = [card for card in cards if ctx.rung[card] + offset > trick.power]
        if higher and _wants(table, trick, seat, higher):
            return higher[-1] if not trick.last else _some(table, Aim.FEED, higher, 1)[0]
    return _some(table, Aim.LOSE_LITTLE, cards, 1)[0]


def _wants(table: TrickTable, trick: Trick, seat: int, higher: list[str]) -> bool:
    ctx = table.ctx
    top = higher[0] if trick.last else higher[-1]
    high = ctx.cls[top] == TRUMP and ctx.rung[top] >= len(ctx.rungs[TRUMP]) - _SAVED
    saved = 0.35 if high and (seat - table.dealer) % 2 == 0 else 0.0
    if trick.last:
        return trick.points > 0 or table.rng.random() < 0.55 - saved
    beaten = table.unseen(seat) & ctx.above[ctx.cls[top]][ctx.rung[top]]
    chance = (0.35 if beaten else 0.85) - 2 * saved
    return table.rng.random() < chance + 0.05 * trick.points


# -- more cards


def _winning_unit(table: TrickTable, trick: Trick, seat: int, held: int, lead: Play, led: Shape) -> str | None:
    """A higher pair or tractor against a single led unit that an opponent holds, or None."""
    if len(led.units) > 1 or trick.trumped != (lead.cls == TRUMP) or (trick.holder - seat) % 2 == 0:
        return None
    ctx, length = table.ctx, led.units[0].pairs
    rungs = pair_layers(ctx, held, lead.cls)[0]
    if lead.is_pair:
        floor = trick.power - (TRUMP_POWER if lead.cls == TRUMP else 0)
    else:
        floor = trick.strength.tops[0][0] if trick.strength else 0
    tops = run_tops(ctx, rungs, lead.cls, length) >> (floor + 1)
    if not tops or (not trick.points and not trick.last and table.rng.random() < 0.25):
        return None
    top = floor + 1 + ((tops & -tops).bit_length() - 1 if trick.last else tops.bit_length() - 1)
    return _text(card for rung in range(top, top - length, -1) for card in _pair_on(ctx, held, lead.cls, rung, {}))


def follow_in_class(table: TrickTable, held: int, lead: Play, led: Shape, aim: Aim) -> str:
    """A legal follow from more cards of the class than were led: owed tractors, then owed pairs, then single cards."""
    ctx, cls = table.ctx, lead.cls
    tractors = owed_tractors(ctx, table.sheet.follow, held, cls, led.tractors)
    cards = _cut(ctx, held, cls, tractors, lambda run: run[0], high=aim is Aim.FEED) or []
    left = ctx.unpack(held - ctx.pack(cards))
    pairs = [card for card in dict.fromkeys(left) if left.count(card) == 2]
    owed = min(lead.pairs, (held & ctx.high_masks[cls]).bit_count()) - len(cards) // 2
    for card in _some(table, aim, pairs, owed):
        cards += [card, card]
        left = [other for other in left if other != card]
    return _text([*cards, *_some(table, aim, left, lead.size - len(cards))])


def _cut(
    ctx: TrumpContext, held: int, cls: int, lengths: Sequence[int], least: Callable[[Run], int], *, high: bool
) -> list[str] | None:
    """Tractors of these lengths out of the held pairs, each from the run that is least, or None where they do not fit.

    They are cut from the upper end of a run or, unless `high`, from the lower.
    """
    for reading in readings(ctx, pair_layers(ctx, held, cls), cls):
        spare = list(reading)
        taken: dict[str, int] = {}
        cards: list[str] = []
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


def _pair_on(ctx: TrumpContext, held: int, cls: int, rung: int, taken: dict[str, int]) -> list[str]:
    """A pair on a rung, another one each time where a rung has several; `taken` remembers which are gone."""
    for card in ctx.rungs[cls][rung]:
        if ctx.count(held, card) == 2 and card not in taken:
            taken[card] = 1
            return [card, card]
    raise ValueError(f"no pair on rung {rung}")


# -- under a set of three


def _under_a_set(table: TrickTable, trick: Trick, seat: int, held: int, lead: Play) -> str:
    """Follow a set of three (5·10·K): with one's own of the suit, under trumps with the highest; who is void may ruff."""
    ctx, rules, hand = table.ctx, table.sheet.follow, table.held(seat)
    own = next((packed for packed, cls in ctx.trios.items() if cls == lead.cls and ctx.contains(hand, packed)), 0)
    if lead.cls == TRUMP and not (own and rules.trio_under_trumps):
        cards = ctx.unpack(held)[-lead.size :]
    elif own and (lead.cls == TRUMP or rules.lowered_owed or own & held == own):
        cards = ctx.unpack(own)
    elif not held and (trick.holder - seat) % 2 and (ruff := _set_of_trumps(ctx, hand)) and not trick.trumped:
        cards = ctx.unpack(ruff)
    else:
        cards = _some(table, _aim(table, trick, seat), ctx.unpack(held), lead.size)
    rest = ctx.unpack(hand - ctx.pack(cards))
    others = [card for card in rest if ctx.cls[card] != TRUMP]
    cards += _some(table, _aim(table, trick, seat), others, lead.size - len(cards))
    cards += _some(table, Aim.LOSE_LITTLE, [card for card in rest if ctx.cls[card] == TRUMP], lead.size - len(cards))
    return _text(cards)


def _set_of_trumps(ctx: TrumpContext, hand: int) -> int:
    """The set of three trumps (5·10·K) in a hand, 0 where there is none."""
    return next((packed for packed, cls in ctx.trios.items() if cls == TRUMP and ctx.contains(hand, packed)), 0)


# -- void of the led class


def _void(table: TrickTable, trick: Trick, seat: int, lead: Play, led: Shape) -> str:
    """Ruff, or discard."""
    ctx = table.ctx
    hand = table.held(seat)
    trumps = hand & ctx.masks[TRUMP]
    others = ctx.unpack(hand - trumps)
    if lead.cls != TRUMP and trumps and (trick.holder - seat) % 2 and _worth_a_ruff(table, trick, seat, lead):
        ruff = _ruff(table, trick, trumps, lead, led)
        if ruff is not None:
            return ruff
    aim = _aim(table, trick, seat)
    cards = _some(table, aim, others, lead.size)
    if len(cards) < lead.size:
        cards += _some(table, Aim.LOSE_LITTLE, ctx.unpack(trumps), lead.size - len(cards))
    return _text(cards)


def _worth_a_ruff(table: TrickTable, trick: Trick, seat: int, lead: Play) -> bool:
    """The bank saves trumps for the kitty; the attackers, who have fewer, go for points."""
    bank = (seat - table.dealer) % 2 == 0
    chance = (0.6 if bank else 0.4) + 0.05 * trick.points + (0.15 if not trick.last else 0.0)
    return table.rng.random() < chance - 0.06 * (lead.size - 1)


def _ruff(table: TrickTable, trick: Trick, trumps: int, lead: Play, led: Shape) -> str | None:
    """The cheapest trumps that take the trick, or None."""
    ctx = table.ctx
    if lead.size == 1:
        better = [card for card in ctx.unpack(trumps) if ctx.rung[card] + TRUMP_POWER > trick.power]
        return min(better, key=table.prices.cheap.__getitem__) if better else None
    if ctx.size(trumps) < lead.size:
        return None
    for high in (False, True):
        cards = ruff_with_structure(ctx, trumps, lead, led, high=high)
        if cards is None:
            return None
        if _takes(table, trick, ctx.plays[_text(cards)], lead, led):
            return _text(cards)
    return None


def _takes(table: TrickTable, trick: Trick, play: Play, lead: Play, led: Shape) -> bool:
    if lead.is_pair:
        return play.is_pair and play.power > trick.power
    mine = strength(table.ctx, table.sheet.beat, lead, led, play)
    return mine is not None and trick.strength is not None and beats(table.sheet.beat, mine, trick.strength)


def ruff_with_structure(ctx: TrumpContext, trumps: int, lead: Play, led: Shape, *, high: bool) -> list[str] | None:
    """Trumps with the tractors and pairs of the lead, the lowest or the highest, or None where there are none."""
    lengths = [length for length, _ in led.tractors]
    cards = _cut(ctx, trumps, TRUMP, lengths, lambda run: -run[1] if high else run[1], high=high)
    if cards is None:
        return None
    left = ctx.unpack(trumps - ctx.pack(cards))
    if high:
        left.reverse()
    pairs = [card for card in dict.fromkeys(left) if left.count(card) == 2][: len(led.pairs)]
    if len(pairs) < len(led.pairs):
        return None
    for card in pairs:
        cards += [card, card]
        left = [other for other in left if other != card]
    alone = [card for card in left if left.count(card) == 1] + [card for card in left if left.count(card) == 2]
    return [*cards, *alone[: lead.size - len(cards)]]


# -- what a player wants


def _aim(table: TrickTable, trick: Trick, seat: int) -> Aim:
    """Feed a partner who will keep the trick; a less skilled player sees it less often."""
    if (trick.holder - seat) % 2:
        return Aim.LOSE_LITTLE
    sure = trick.last or _boss(table, trick, seat)
    chance = 0.75 + 0.25 * table.players[seat].skill if sure else 0.2
    return Aim.FEED if table.rng.random() < chance else Aim.LOSE_LITTLE


def _boss(table: TrickTable, trick: Trick, seat: int) -> bool:
    """Whether nothing in the led class that a player cannot place would take the trick."""
    lead = trick.lead
    if lead is None or trick.trumped != (lead.cls == TRUMP):
        return True
    if lead.size > 2:
        return True
    rung = trick.power - (TRUMP_POWER if lead.cls == TRUMP else 0)
    higher = table.unseen(seat) & table.ctx.above[lead.cls][rung]
    return not (higher & table.ctx.high if lead.is_pair else higher)


def _some(table: TrickTable, aim: Aim, cards: list[str], count: int) -> list[str]:
    """The `count` cards that cost least by an aim, or all if there are fewer; pairs are kept where it costs little."""
    if count <= 0:
        return []
    if len(cards) <= count:
        return list(cards)
    price = table.prices.feed if aim is Aim.FEED else table.prices.cheap
    if count == 1:
        return [min(cards, key=lambda card: price[card] + (_PAIR_KEPT if cards.count(card) == 2 else 0.0))]
    return sorted(cards, key=lambda card: price[card] + (_PAIR_KEPT if cards.count(card) == 2 else 0.0))[:count]


def _text(cards: Iterable[str]) -> str:
    return "".join(cards)
