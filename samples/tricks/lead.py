"""How the players lead: sure winners, throws that cannot be beaten as far as they can tell, tractors, pairs, trumps to draw."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from paipu.replay.tricks.trump import MIXED, TRUMP
from paipu.replay.tricks.units import Unit, UnitKind, blocked_units, forced_pieces, shape_of, unit_blocked
from paipu.samples.tricks.table import Part, TrickTable, parts_of

_SET: Final = 3
"""The cards of a set of three."""


class Candidate(NamedTuple):
    """A lead that a player thinks of, and how good it looks."""

    score: float
    cls: int
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        return "".join(card for part in self.parts for card in part.cards)


def choose_lead(table: TrickTable) -> str:
    """The lead of whoever's turn it is, in notation; a throw that fails is written with what must stand."""
    noise = 6.0 + 10.0 * (1.0 - table.players[table.turn].skill)
    best = max(_candidates(table), key=lambda candidate: candidate.score + noise * table.rng.random())
    return throw(table, best.cls, best.text) if len(best.parts) > 1 else best.text


def _candidates(table: TrickTable) -> Iterator[Candidate]:
    """All the leads that a player thinks of, class by class."""
    hand, unseen = table.own, table.unseen
    for cls, mask in enumerate(table.ctx.masks):
        if hand & mask:
            find = _trumps if cls == TRUMP else _side_suit
            yield from find(table, table.turn, hand & mask, unseen & mask, cls)
    yield from _sets(table, table.turn, hand)


def _sure(table: TrickTable, parts: list[Part], hidden: int, cls: int) -> tuple[Part, ...]:
    """The units that nothing hidden beats."""
    return tuple(part for part in parts if not unit_blocked(table.ctx, part.unit, cls, hidden))


def _points(table: TrickTable, part: Part) -> int:
    return sum(table.ctx.points[card] for card in part.cards)


def _side_suit(table: TrickTable, seat: int, held: int, hidden: int, cls: int) -> list[Candidate]:
    """What there is to lead in a side suit; few hidden cards mean that it will be ruffed."""
    ctx = table.ctx
    parts = parts_of(ctx, held, cls)
    sure, out = _sure(table, parts, hidden, cls), ctx.size(hidden)
    unsure = [part for part in parts if part not in sure]
    found = []
    if len(sure) > 1:
        cards = sum(len(part.cards) for part in sure)
        found.append(Candidate(38.0 + 5.0 * cards - max(0, 3 * cards - out), cls, sure))
    if sure and unsure and out and table.rng.random() < 0.03 + 0.07 * table.players[seat].boldness:
        found.append(Candidate(46.0, cls, (*sure, unsure[0])))
    for part in parts:
        unit, few = part.unit, 10.0 if out < 4 * len(part.cards) else 0.0
        if part in sure:
            score = 32.0 + 9.0 * unit.pairs - few
        elif unit.kind is UnitKind.SINGLE:
            score = 12.0 - 0.5 * unit.top - 0.8 * _points(table, part)
        elif unit.kind is UnitKind.PAIR:
            score = 17.0 + 0.8 * unit.top - 0.4 * _points(table, part) - few
        else:
            score = 36.0 + 3.0 * unit.pairs - few
        found.append(Candidate(score, cls, (part,)))
    return found


def _trumps(table: TrickTable, seat: int, held: int, hidden: int, cls: int) -> list[Candidate]:
    """Trumps to draw those of the others; once they have none they are kept for the end, and pairs for the very last trick."""
    ctx, alone = table.ctx, held == table.own
    own, bank = ctx.size(held), (seat - table.dealer) % 2 == 0
    parts = parts_of(ctx, held, cls)
    wish = 0.9 * own + (9.0 if bank else -4.0) - (30.0 if not hidden else 0.0)
    sure = _sure(table, parts, hidden, cls)
    thrown = alone and len(sure) > 1 and table.sheet.throws.trump_throws
    found = [Candidate(70.0, cls, sure)] if thrown else []
    for part in parts:
        top = part.unit.top
        if part.unit.kind is not UnitKind.SINGLE:
            saved = 40.0 if alone and own <= 8 and part is not parts[-1] else 0.0
            score = wish + 8.0 + 7.0 * part.unit.pairs + 8.0 * (part in sure) + 0.3 * top - saved
        elif bank:  # the highest trumps are kept for the last trick
            score = wish - 12.0 * (part in sure) - 0.5 * top
        else:
            score = wish + 0.3 * top
        found.append(Candidate(score - (0.8 * _points(table, part) if part not in sure else 0.0), cls, (part,)))
    return found


def _sets(table: TrickTable, seat: int, hand: int) -> list[Candidate]:
    """The sets of three (5·10·K) to lead: points home in a side suit, the highest trumps of all out of the others' hands.

    A bold attacker keeps one for the very last trick.
    """
    ctx = table.ctx
    attacks = (seat - table.dealer) % 2 == 1
    kept = 45.0 if attacks and table.players[seat].boldness > 0.6 and ctx.size(hand) > _SET else 0.0
    return [
        Candidate(52.0 - 10.0 * (cls == TRUMP) - kept, cls, (Part(Unit(UnitKind.TRIO, 0, 0), tuple(ctx.unpack(packed))),))
        for packed, cls in ctx.trios.items()
        if ctx.contains(hand, packed)
    ]


def blocked_in(table: TrickTable, cls: int, packed: int) -> tuple[Unit, ...]:
    """The units of some cards of the seat whose turn it is that another hand which counts can beat."""
    seat, partner_blocks = table.turn, table.sheet.throws.partner_blocks
    hands = [hand for at, hand in enumerate(table.machine.hands) if at != seat and (partner_blocks or (at - seat) % 2)]
    return blocked_units(table.ctx, shape_of(table.ctx, packed, cls), cls, hands)


def throw(table: TrickTable, cls: int, text: str) -> str:
    """The token of a throw: with `>` and the piece that must stand, if another hand can beat a part of it."""
    ctx, packed = table.ctx, table.ctx.plays[text].cards
    blocked = blocked_in(table, cls, packed) if ctx.plays[text].trio == MIXED else ()
    if not blocked:
        return text
    forced = forced_pieces(shape_of(ctx, packed, cls), blocked, table.sheet.throws.forced_kinds)
    piece = forced[0] if len(forced) == 1 else table.rng.choice(forced)
    stands = next(part for part in parts_of(ctx, packed, cls) if part.unit == piece)
    return f"{text}>{''.join(stands.cards)}"
