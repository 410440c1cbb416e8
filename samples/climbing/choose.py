"""How players choose a play: low and long combinations first, bombs late or against one who is short, never the partner."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from paipu.replay.climbing.combos import Kind
from paipu.replay.climbing.context import LevelContext, Play
from paipu.replay.notation import PASS
from paipu.samples.climbing.groups import Group, group, triples_with_pairs
from paipu.samples.climbing.table import ClimbTable

_SHORT: Final = 8
"""With so few cards left an opponent is to be stopped."""
_HIGH: Final = 11
"""From this place in the order of cards on, a card is one to keep: an ace, the level's rank, a joker."""
_LENGTH: Final = 1.7
"""What a card more makes up for in rank when one leads."""
_OPENING: Final = 20
"""With more cards than this high ones are kept."""


class Choice(NamedTuple):
    """A play as written, and the combinations that it is made of; None if it broke one up."""

    token: str
    used: tuple[Group, ...] | None = ()


_PASSED: Final = Choice(PASS)


def _whole(held: Group) -> Choice:
    return Choice(held.token, (held,))


def place(ctx: LevelContext, play: Play) -> int:
    """The place of the deciding rank of a play among single cards."""
    return ctx.combos.place[play.readings[0].key]


def choose(table: ClimbTable) -> Choice:
    return _lead(table) if table.leads else _follow(table)


def _lead(table: ClimbTable) -> Choice:
    """The lowest of what is long, unless somebody is short; bombs when little else is left."""
    seat, groups = table.turn, table.of(table.turn)
    house = next(triples_with_pairs(table.ctx, groups, None), None)
    if house is not None and house[0].play.size == len(table.hands[seat]):
        return Choice(house[0].token, house[1:])
    strong = [held for held in groups if held.play.bomb]
    plain = [held for held in groups if not held.play.bomb]
    if not plain or (len(plain) == 1 and strong and table.rng.random() < 0.8):
        return _whole(min(strong, key=_strength) if strong else plain[0])
    lowest = min(plain, key=lambda held: _price(table, held.play))
    if house is not None and lowest in house[1:] and place(table.ctx, house[2].play) < _HIGH:
        return Choice(house[0].token, house[1:])
    return _whole(lowest)


def _price(table: ClimbTable, play: Play) -> float:
    """What leading a combination costs: its rank, less its length; more if an opponent could go out on it."""
    seat, count = table.turn, len(table.hands)
    rank = place(table.ctx, play)
    price = rank - _LENGTH * play.size + 2.0 * table.rng.random()
    lefts = [len(table.hands[(seat + step) % count]) for step in range(1, count)]
    if play.size in lefts[::2] and play.size <= _SHORT:
        price += 12.0 - 1.5 * rank
    elif play.size in lefts[1::2] and play.size <= 2:
        price -= 6.0
    return price


def _follow(table: ClimbTable) -> Choice:
    """The lowest that beats what lies there, if it is worth it."""
    seat, lying = table.turn, table.lying
    if lying is None or (seat in table.passed and not table.sheet.rounds.reentry):
        return _PASSED
    if table.holder % 2 == seat % 2:
        return _beside_partner(table, lying)
    groups, rng = table.of(seat), table.rng
    cards = len(table.hands[seat])
    fitting = [held for held in groups if table.beats(held.play)]
    for held in fitting:
        if held.play.size == cards:
            return _whole(held)
    urgent = any(0 < len(table.hands[other]) <= _SHORT for other in range(1 - seat % 2, len(table.hands), 2))
    plain = next(_plain(table, lying, fitting), None)
    if plain is not None:
        choice, play = plain
        precious = place(table.ctx, play) >= _HIGH and cards > _OPENING and place(table.ctx, lying) < _HIGH - 3
        if urgent or not precious or rng.random() < 0.35:
            return choice
    strong = min((held for held in fitting if held.play.bomb), key=_strength, default=None)
    if plain is None and rng.random() < (0.9 if urgent else 0.45):
        split = _split(table, lying, groups)
        if split is not None:
            return split
    high, eager = place(table.ctx, lying) >= _HIGH or lying.size > 3, 0.1 + 0.25 * table.players[seat].boldness
    if strong is not None and (urgent or len(groups) <= 3 or (high and rng.random() < eager)):
        return _whole(strong)
    return _PASSED


def _plain(table: ClimbTable, lying: Play, fitting: list[Group]) -> Iterator[tuple[Choice, Play]]:
    """What beats the table without a bomb, the cheapest first: combinations as they are, then full houses put together."""
    for held in sorted((held for held in fitting if held.play.group == lying.group and not held.play.bomb), key=_strength):
        yield _whole(held), held.play
    if not lying.bomb and lying.size == 5:
        for made, triple, pair in triples_with_pairs(table.ctx, table.of(table.turn), lying):
            yield Choice(made.token, (triple, pair)), made.play


def _strength(held: Group) -> int:
    return held.play.strength


def _split(table: ClimbTable, lying: Play, groups: list[Group]) -> Choice | None:
    """A single or a pair out of a larger set that beats what lies there; the lowest."""
    if lying.kind not in {Kind.SINGLE, Kind.PAIR} or lying.bomb:
        return None
    larger = {Kind.PAIR, Kind.TRIPLE} if lying.size == 1 else {Kind.TRIPLE}
    sets = (held for held in groups if held.play.kind in larger and "=" not in held.token)
    parts = (part for held in sets if (part := group(table.ctx, held.cards[: lying.size])) is not None)
    best = min((part for part in parts if table.beats(part.play)), key=_strength, default=None)
    return Choice(best.token, None) if best is not None else None


def _beside_partner(table: ClimbTable, lying: Play) -> Choice:
    """The partner's play is left alone, but to get rid of something low on something low, or to go out."""
    seat = table.turn
    groups = table.of(seat)
    low = not lying.bomb and place(table.ctx, lying) < _HIGH - 4 and len(table.hands[table.holder]) > _SHORT
    for held in (held for held in groups if table.beats(held.play)):
        cheap = not held.play.bomb and place(table.ctx, held.play) < _HIGH - 2
        if held.play.size == len(table.hands[seat]) or (low and cheap and table.rng.random() < 0.5):
            return _whole(held)
    return _PASSED
