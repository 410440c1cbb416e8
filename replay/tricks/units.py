"""Units: what a play is made of. Singles, pairs and tractors (拖拉机); more than one of them is a throw (甩牌)."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, NamedTuple

from paipu.replay.tricks.tractors import Layers, pair_layers, run_tops, rungs_of, tractors_in
from paipu.replay.tricks.trump import MIXED, Play, TrumpContext

_SHAPES_KEPT: Final = 4096


class UnitKind(IntEnum):
    """What a unit is; the first three from the weakest structure. A set of three (5·10·K) is compared with nothing else."""

    SINGLE = 1
    PAIR = 2
    TRACTOR = 3
    TRIO = 4


class Unit(NamedTuple):
    """One unit: `pairs` is 0 for a single or a set of three, 1 for a pair, the length for a tractor; `top` its highest rung."""

    kind: UnitKind
    pairs: int
    top: int

    @property
    def cards(self) -> tuple[int, ...]:
        """The rung of each of its cards."""
        if self.kind is UnitKind.SINGLE:
            return (self.top,)
        return tuple(rung for rung in range(self.top - self.pairs + 1, self.top + 1) for _ in range(2))


class Shape:
    """The units of some cards of one class.

    `tractors` are `(pairs, top rung)`, longest first; `pairs` and `singles` are rungs, highest first; `pair_count` counts
    the pairs inside tractors too; `layers` has all of them by rung. `count` is how many units there are: more than one is a
    throw. `top` is the highest rung, `lowest` the top rung of the lowest unit. `trio` is a set of three that is led as one unit
    (5·10·K).
    """

    __slots__ = ("_units", "count", "layers", "lowest", "pair_count", "pairs", "singles", "top", "tractors", "trio")

    def __init__(
        self,
        tractors: tuple[tuple[int, int], ...],
        pairs: tuple[int, ...],
        singles: tuple[int, ...],
        layers: Layers,
        *,
        trio: bool = False,
    ) -> None:
        self.tractors = tractors
        self.pairs = pairs
        self.singles = singles
        self.layers = layers
        self.trio = trio
        tops = [*pairs, *singles, *[top for _, top in tractors]]
        self.pair_count = sum([length for length, _ in tractors], len(pairs))
        self.count = len(tops) + trio
        self.top = max(tops, default=0 if trio else -1)
        self.lowest = min(tops, default=-1)
        self._units: tuple[Unit, ...] | None = None

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units, tractors first."""
        if self._units is None:
            self._units = (
                *((Unit(UnitKind.TRIO, 0, 0),) if self.trio else ()),
                *(Unit(UnitKind.TRACTOR, length, top) for length, top in self.tractors),
                *(Unit(UnitKind.PAIR, 1, top) for top in self.pairs),
                *(Unit(UnitKind.SINGLE, 0, top) for top in self.singles),
            )
        return self._units


def lead_shape(ctx: TrumpContext, lead: Play) -> Shape:
    """The units of a lead of one class: a set of three is one unit, anything else is what `shape_of` makes of it."""
    if lead.trio == MIXED:
        return shape_of(ctx, lead.cards, lead.cls)
    return Shape((), (), (), (0,), trio=True)


def shape_of(ctx: TrumpContext, packed: int, cls: int) -> Shape:
    """The units of packed cards, all of class `cls`, by the reading with the longest runs (X-18).

    A rung with two or more pairs (副级 of several suits) lends one of them to the longest run; the others are read after it.
    The shapes that were met are remembered. Without two pairs nothing can be linked, by whatever rules: such a shape is the
    same in each suit, and at each level, that has as many cards on each rung.
    """
    pairs = packed & ctx.high_masks[cls]
    linked = pairs & (pairs - 1)
    shapes, cards = (ctx.shapes, packed) if linked else (ctx.unlinked[cls], packed >> ctx.begins[cls])
    known = shapes.get(cards)
    if known is None:
        if len(shapes) >= _SHAPES_KEPT:
            shapes.clear()
        known = shapes[cards] = _shape(ctx, packed, cls) if linked else _unlinked(ctx, packed, pairs)
    return known


def _unlinked(ctx: TrumpContext, packed: int, pair: int) -> Shape:
    """The shape of cards among which there is one `pair`, or none."""
    singles = tuple(reversed(_rungs_of(ctx, (packed & ctx.low) << 1)))
    rung = ctx.rung_at[pair] if pair else 0
    return Shape((), (rung.bit_length() - 1,) if pair else (), singles, (rung,))


def _shape(ctx: TrumpContext, packed: int, cls: int) -> Shape:
    layers = pair_layers(ctx, packed, cls)
    pairs = rungs_of(layers)
    singles = _rungs_of(ctx, (packed & ctx.low) << 1)
    tractors = tractors_in(ctx, layers, cls)
    for length, top in tractors:
        for rung in range(top - length + 1, top + 1):
            pairs.remove(rung)
    tractors.sort(reverse=True)
    return Shape(tuple(tractors), tuple(sorted(pairs, reverse=True)), tuple(reversed(singles)), layers)


def _rungs_of(ctx: TrumpContext, bits: int) -> list[int]:
    """The rung of each set bit, lowest first; the bits are those of pairs."""
    rungs = []
    while bits:
        bit = bits & -bits
        rungs.append(ctx.rung_at[bit].bit_length() - 1)
        bits ^= bit
    return rungs


def unit_blocked(ctx: TrumpContext, unit: Unit, cls: int, hand: int) -> bool:
    """Whether `hand` alone holds a higher unit of the same kind and class (X-7): equal is not higher."""
    above = ctx.above[cls][unit.top]
    if unit.kind is UnitKind.SINGLE:
        return bool(hand & above)
    if unit.kind is UnitKind.PAIR:
        return bool(hand & above & ctx.high)
    return run_tops(ctx, pair_layers(ctx, hand, cls)[0], cls, unit.pairs) >> (unit.top + 1) != 0


def blocked_units(ctx: TrumpContext, shape: Shape, cls: int, hands: Iterable[int]) -> tuple[Unit, ...]:
    """The units of a throw that at least one of the other hands can beat."""
    mask = ctx.masks[cls]
    others = [hand & mask for hand in hands if hand & mask]
    if not others:
        return ()
    blocked: dict[Unit, None] = {}
    for unit in shape.units:
        for hand in others:
            if unit_blocked(ctx, unit, cls, hand):
                blocked[unit] = None
                break
    return tuple(blocked)


def forced_pieces(shape: Shape, blocked: Iterable[Unit], kinds: tuple[tuple[UnitKind, ...], ...]) -> tuple[Unit, ...]:
    """The units of which one must stand of a failed throw: the smallest of the first of `kinds` that is blocked (X-8, X-19).

    A row counts when its first kind is blocked; one of several kinds leaves the opponents the choice between those that are
    blocked (SK-5.2.2). Tractors of several lengths are levels of their own, the longest blocked one first, as the throw is
    tested from its highest structure down. What beats a unit beats every smaller one of its kind: the smallest is blocked.
    """
    stopped = tuple(blocked)
    row = next(row for row in kinds if any(unit.kind is row[0] for unit in stopped))
    pieces = []
    for kind in row:
        length = max((unit.pairs for unit in stopped if unit.kind is kind), default=-1)
        if length >= 0:
            units = (unit for unit in shape.units if (unit.kind, unit.pairs) == (kind, length))
            pieces.append(min(units, key=lambda unit: unit.top))
    return tuple(pieces)
