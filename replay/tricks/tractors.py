"""Pairs on their rungs, and how they pack into tractors (拖拉机).

Most rungs hold one pair at most. The side-level cards (副级) share a rung, which may hold several: each may stand in a tractor
of its own, so that two tractors can meet on the rung, the lower one ending there and the upper one beginning.
"""

from collections.abc import Iterable, Iterator, Sequence

from paipu.replay.tricks.trump import TrumpContext

Layers = tuple[int, ...]
"""Some pairs of a class as bit masks of rungs: those with a pair, then those with a second one, and so on."""
Run = tuple[int, int]
"""A run of linked pairs: how many, and the top rung."""


def pair_layers(ctx: TrumpContext, packed: int, cls: int) -> Layers:
    """All the pairs of a class among packed cards."""
    bits = packed & ctx.high_masks[cls]
    layers = [0]
    while bits:
        bit = bits & -bits
        bits ^= bit
        rung = ctx.rung_at[bit]
        depth = 0
        while depth < len(layers) and layers[depth] & rung:
            depth += 1
        if depth == len(layers):
            layers.append(0)
        layers[depth] |= rung
    return tuple(layers)


def rungs_of(layers: Layers) -> list[int]:
    """The rung of each pair."""
    return [rung for layer in layers for rung in range(layer.bit_length()) if layer >> rung & 1]


def without(layers: Layers, taken: int) -> Layers:
    """What is left when a pair is taken from each of some rungs that have one."""
    left = []
    for layer in reversed(layers):
        left.append(layer & ~taken)
        taken &= ~layer
    return tuple(reversed(left))


def run_tops(ctx: TrumpContext, rungs: int, cls: int, length: int) -> int:
    """The top rungs of all runs of `length` linked pairs, as a bit mask."""
    tops = rungs
    for _ in range(length - 1):
        tops = rungs & (tops << 1)
        if tops:  # the links matter only to pairs side by side
            tops = ctx.links(cls, tops)
    return tops


def runs(ctx: TrumpContext, rungs: int, cls: int) -> list[Run]:
    """The maximal runs of linked pairs, lone pairs included, lowest first."""
    above = rungs & rungs << 1
    links = ctx.links(cls, above) if above else 0  # they matter only to pairs side by side
    found: list[Run] = []
    length = 0
    for rung in range(rungs.bit_length()):
        if not rungs >> rung & 1:
            length = 0
        elif length and links >> rung & 1:
            length += 1
            found[-1] = (length, rung)
        else:
            length = 1
            found.append((1, rung))
    return found


def tractors_in(ctx: TrumpContext, layers: Layers, cls: int) -> list[Run]:
    """The tractors in some pairs, by the reading with the longest."""
    return [run for layer in layers if run_tops(ctx, layer, cls, 2) for run in runs(ctx, layer, cls) if run[0] > 1]


def readings(ctx: TrumpContext, layers: Layers, cls: int) -> list[list[Run]]:
    """The ways to read pairs as maximal runs, the one with the longest first: on a rung with several two runs may meet."""
    found = [runs(ctx, layers[0], cls)]
    for rung in rungs_of(layers[1:2]):
        for reading in found[:]:
            crossing = next(((length, top) for length, top in reading if top - length + 1 < rung < top), None)
            if crossing is not None:
                length, top = crossing
                parts = [(length - top + rung, rung), (top - rung + 1, top)]
                found.append([*(run for run in reading if run != crossing), *parts])
    return found


def packings(
    ctx: TrumpContext, layers: Layers, cls: int, lengths: Sequence[int], within: Iterable[Run] | None = None, most: int = -1
) -> Iterator[tuple[tuple[int, ...], Layers]]:
    """All ways to take runs of these lengths, longest first, out of some pairs: their top rungs, and the pairs that are left.

    The highest runs come first; of equal lengths the higher is named first, and none is higher than the mask `most` allows.
    With `within` only those runs are taken.
    """
    if not lengths:
        yield (), layers
        return
    length, *rest = lengths
    tops = run_tops(ctx, layers[0], cls, length) & most
    if within is not None:
        tops &= sum(1 << top for size, top in within if size == length)
    while tops:
        top = tops.bit_length() - 1
        tops ^= 1 << top
        left = without(layers, ((1 << length) - 1) << (top - length + 1))
        lower = (2 << top) - 1 if rest and rest[0] == length else -1
        for others, over in packings(ctx, left, cls, rest, within, lower):
            yield (top, *others), over


def packs(ctx: TrumpContext, layers: Layers, cls: int, lengths: Sequence[int]) -> bool:
    """Whether disjoint tractors of these lengths, longest first, can be taken out of some pairs."""
    return next(packings(ctx, layers, cls, lengths), None) is not None
