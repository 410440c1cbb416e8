"""Faulty leads: the wrong leader, several suits, and throws judged wrongly. The players go on from there."""

from collections.abc import Callable
from typing import NamedTuple

from replay.cards import SUITS
from replay.tricks.trump import MIXED, TRUMP
from replay.tricks.units import UnitKind, blocked_units, forced_pieces, shape_of
from samples.fault import Place
from samples.tricks.faults.work import Inject, Ply, Work
from samples.tricks.lead import others_of
from samples.tricks.table import Part, Table, parts_of

# -- who leads


def wrong_first_leader(work: Work, *, partner: bool) -> Place | None:
    """The banker's partner leads trick 1, or one of the attackers does."""
    index = work.choose(work.finished())
    if index is None:
        return None
    dealer = work.seat(work.hands[index]["dealer"])
    leader = (dealer + (2 if partner else work.rng.choice((1, 3)))) % len(work.seats)
    return _led_by(work, Ply(index, 0, 0), leader)


def wrong_leader(work: Work) -> Place | None:
    """Somebody who did not win the last trick leads the next."""
    for index in work.finished():
        tricks = work.hands[index]["tricks"]
        if len(tricks) < 3:
            continue
        number = work.rng.randrange(1, len(tricks))
        leader = work.choose(seat for seat in work.seats if seat != tricks[number][0])
        if leader is not None:
            return _led_by(work, Ply(index, number, 0), work.seat(leader))
    return None


def _led_by(work: Work, ply: Ply, leader: int) -> Place:
    table = work.table_at(ply)
    table.open(leader)
    number = work.play_out(ply.hand, table)
    return Place(number, ply.trick + 1, 1, work.seats[leader])


# -- what is led


class Throw(NamedTuple):
    """A throw that a leader could try: its class, its units, and those that another hand can beat."""

    cls: int
    parts: tuple[Part, ...]
    blocked: tuple[Part, ...]

    @property
    def text(self) -> str:
        """All of its cards."""
        return _text(*self.parts)


def _text(*parts: Part) -> str:
    return "".join(card for part in parts for card in part.cards)


def _throws(table: Table, seat: int) -> list[Throw]:
    """The throws of two or three units that a leader could try, and of all its units that nobody can beat."""
    ctx, hand = table.ctx, table.held(seat)
    found = []
    for cls, mask in enumerate(ctx.masks):
        parts = parts_of(ctx, hand & mask, cls)
        shape = shape_of(ctx, hand & mask, cls)
        beatable = set(blocked_units(ctx, shape, cls, others_of(table, seat)))
        blocked = [part for part in parts if part.unit in beatable]
        good = [part for part in parts if part.unit not in beatable]
        tries = [tuple(good), (*good[:2], *blocked[:1]), tuple(blocked[:2]), tuple(blocked[-2:]), tuple(parts[:3])]
        found += [
            Throw(cls, chosen, tuple(part for part in chosen if part.unit in beatable))
            for chosen in tries
            if len(chosen) > 1 and ctx.plays[_text(*chosen)].trio == MIXED
        ]
    return found


def _leads(find: Callable[[Table, int], list[str]]) -> Inject:
    """An injection that makes a faulty lead where `find` knows some, and lets the players go on."""

    def inject(work: Work) -> Place | None:
        def options(table: Table, seat: int) -> list[str] | None:
            return (find(table, seat) or None) if table.open().lead is None else None

        chance = work.opportunity(options)
        if chance is None:
            return None
        ply, tokens = chance
        table = work.table_at(ply)
        place = work.put(table, work.rng.choice(tokens))
        number = work.play_out(ply.hand, table)
        return Place(number, place.trick, place.play, place.seat)

    return inject


def _several_suits(table: Table, seat: int) -> list[str]:
    ctx, hand = table.ctx, table.held(seat)
    lowest = [ctx.unpack(hand & mask)[0] for mask in ctx.masks if hand & mask]
    return [first + second for first in lowest for second in lowest if first < second]


def _no_set(table: Table, seat: int) -> list[str]:
    """The ranks of a set of three, of a suit of which a card is a trump of another kind."""
    rules, ctx, hand = table.sheet.cards.trios, table.ctx, table.held(seat)
    sets = [[rank + suit for rank in rules.ranks] for suit in SUITS] if rules is not None else []
    return [
        text
        for cards in sets
        if ctx.contains(hand, ctx.pack(cards))
        and (play := ctx.plays[text := "".join(cards)]).cls == MIXED
        and play.trio == MIXED
    ]


def _beatable(table: Table, seat: int) -> list[str]:
    return [throw.text for throw in _throws(table, seat) if throw.blocked]


def _wrong_piece(table: Table, seat: int) -> list[str]:
    ctx = table.ctx
    tokens = []
    for throw in _throws(table, seat):
        if throw.blocked:
            shape = shape_of(ctx, ctx.plays[throw.text].cards, throw.cls)
            rules, blocked = table.sheet.throws, [part.unit for part in throw.blocked]
            right = forced_pieces(shape, blocked, rules.forced_kinds)
            tokens += [f"{throw.text}>{_text(part)}" for part in throw.parts if part.unit not in right]
    return tokens


def _taken_back(table: Table, seat: int) -> list[str]:
    return [f"{throw.text}>{_text(throw.parts[-1])}" for throw in _throws(table, seat) if not throw.blocked]


def _one_unit(table: Table, seat: int) -> list[str]:
    ctx, hand = table.ctx, table.held(seat)
    parts = [part for cls, mask in enumerate(ctx.masks) for part in parts_of(ctx, hand & mask, cls)]
    return [
        f"{_text(part)}>{work_piece}"
        for part in parts
        if part.unit.kind is not UnitKind.SINGLE
        for work_piece in (part.cards[0], "".join(part.cards[-2:]))
        if work_piece != _text(part)
    ]


several_suits = _leads(_several_suits)
no_set = _leads(_no_set)
beatable = _leads(_beatable)
wrong_piece = _leads(_wrong_piece)
taken_back = _leads(_taken_back)
one_unit = _leads(_one_unit)


def trumps_thrown(work: Work) -> Place | None:
    """Trumps are thrown, by the option that forbids it; nobody threw any before, and nobody does after."""

    def good_trumps(table: Table, seat: int) -> list[str] | None:
        if table.open().lead is not None:
            return None
        return [throw.text for throw in _throws(table, seat) if throw.cls == TRUMP and not throw.blocked] or None

    chance = work.opportunity(good_trumps, [0] if "claims" in work.hands[0] else [])
    if chance is None:
        return None
    return _only_throw(work, *chance)


def _only_throw(work: Work, ply: Ply, throws: list[str]) -> Place | None:
    table = work.table_at(ply)
    if any(_threw_trumps(table, text) for text in table.tricks):
        return None
    work.set_option("trump_throws", "forbidden")
    table.sheet = work.sheet
    place = work.put(table, work.rng.choice(throws))
    number = work.play_out(ply.hand, table)
    return Place(number, place.trick, place.play, place.seat)


def _threw_trumps(table: Table, text: str) -> bool:
    lead = table.ctx.plays[text.split(" ")[1].partition(">")[0]]
    return lead.cls == TRUMP and len(shape_of(table.ctx, lead.cards, TRUMP).units) > 1
