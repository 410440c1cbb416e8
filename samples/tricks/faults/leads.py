"""Faulty leads: the wrong leader, several suits, and throws judged wrongly. The players go on from there."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from paipu.replay.cards import SUITS
from paipu.replay.notation import read_token
from paipu.replay.tricks.trump import MIXED, TRUMP
from paipu.replay.tricks.units import forced_pieces, shape_of
from paipu.samples.tricks.lead import blocked_in
from paipu.samples.tricks.table import Part, TrickTable, parts_of
from paipu.samples.tricks.work import TrickWork
from paipu.samples.work import NoChance, Place, Ply


def wrong_first_leader(work: TrickWork, *, partner: bool) -> Place:
    """The banker's partner leads trick 1, or one of the attackers does."""
    index = work.choose(work.finished())
    dealer = work.seat(work.hands[index]["dealer"])
    leader = (dealer + (2 if partner else work.rng.choice((1, 3)))) % len(work.seats)
    return work.led_by(work.table_at(Ply(index, 0, 0)), leader)


class Throw(NamedTuple):
    """A throw that a leader could try: its class, its units, and those that another hand can beat."""

    cls: int
    parts: tuple[Part, ...]
    blocked: tuple[Part, ...]

    @property
    def text(self) -> str:
        return _text(*self.parts)


def _text(*parts: Part) -> str:
    return "".join(card for part in parts for card in part.cards)


def _throws(table: TrickTable) -> list[Throw]:
    """The throws of two or three units that a leader could try, and of all its units that nobody can beat."""
    ctx, hand = table.ctx, table.own
    found = []
    for cls, mask in enumerate(ctx.masks):
        parts, beatable = parts_of(ctx, hand & mask, cls), set(blocked_in(table, cls, hand & mask))
        blocked = [part for part in parts if part.unit in beatable]
        good = [part for part in parts if part.unit not in beatable]
        tries = [tuple(good), (*good[:2], *blocked[:1]), tuple(blocked[:2]), tuple(blocked[-2:]), tuple(parts[:3])]
        found += [
            Throw(cls, chosen, tuple(part for part in chosen if part.unit in beatable))
            for chosen in tries
            if len(chosen) > 1 and ctx.plays[_text(*chosen)].trio == MIXED
        ]
    return found


def led(work: TrickWork, *, find: Callable[[TrickTable], Sequence[str]]) -> Place:
    """A faulty lead, one of those that `find` knows of."""
    table, tokens = work.chance_at(lambda table, _made: (find(table) or None) if table.leads else None)
    return work.misplay(table, work.rng.choice(tokens))


def several_suits(table: TrickTable) -> list[str]:
    """Two cards of different classes."""
    ctx, hand = table.ctx, table.own
    lowest = [ctx.unpack(hand & mask)[0] for mask in ctx.masks if hand & mask]
    return [first + second for first in lowest for second in lowest if first < second]


def no_set(table: TrickTable) -> list[str]:
    """The ranks of a set of three, of a suit of which a card is a trump of another kind."""
    rules, ctx, hand = table.sheet.cards.trios, table.ctx, table.own
    sets = ([rank + suit for rank in rules.ranks] for suit in SUITS) if rules is not None else ()
    held = ["".join(cards) for cards in sets if ctx.contains(hand, ctx.pack(cards))]
    return [text for text in held if ctx.plays[text].cls == MIXED and ctx.plays[text].trio == MIXED]


def beatable(table: TrickTable) -> list[str]:
    """A throw of which another hand can beat a part, and that stands."""
    return [throw.text for throw in _throws(table) if throw.blocked]


def wrong_piece(table: TrickTable) -> list[str]:
    """A throw that fails, and another part of it stands than must."""
    tokens = []
    for throw in (throw for throw in _throws(table) if throw.blocked):
        shape = shape_of(table.ctx, table.ctx.plays[throw.text].cards, throw.cls)
        right = forced_pieces(shape, [part.unit for part in throw.blocked], table.sheet.throws.forced_kinds)
        tokens += [f"{throw.text}>{_text(part)}" for part in throw.parts if part.unit not in right]
    return tokens


def taken_back(table: TrickTable) -> list[str]:
    """A throw that nobody can beat, and only a part of it stands."""
    return [f"{throw.text}>{_text(throw.parts[-1])}" for throw in _throws(table) if not throw.blocked]


def one_unit(table: TrickTable) -> list[str]:
    """A unit written down as a throw that failed."""
    ctx, hand = table.ctx, table.own
    parts = (part.cards for cls, mask in enumerate(ctx.masks) for part in parts_of(ctx, hand & mask, cls))
    pieces = ((cards, piece) for cards in parts if len(cards) > 1 for piece in (cards[:1], cards[-2:]) if piece != cards)
    return [f"{''.join(cards)}>{''.join(piece)}" for cards, piece in pieces]


def trumps_thrown(work: TrickWork) -> Place:
    """Trumps are thrown, by the option that forbids it; nobody threw any before, and nobody does after."""

    def good_trumps(table: TrickTable, _made: str) -> list[str] | None:
        throws = _throws(table) if table.leads else ()
        return [throw.text for throw in throws if throw.cls == TRUMP and not throw.blocked] or None

    ply, throws = work.chance(good_trumps, [0] if "claims" in work.hands[0] else [])
    for at, table, token in work.plies(0):
        lead = table.ctx.plays[read_token(token).thrown]
        if table.leads and at < ply and lead.cls == TRUMP and len(shape_of(table.ctx, lead.cards, TRUMP).units) > 1:
            raise NoChance
    work.set_option("trump_throws", "forbidden")
    return work.misplay(work.table_at(ply), work.rng.choice(throws))
