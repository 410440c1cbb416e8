"""How likely something is by chance: permutation tests, exact ones, and false discoveries kept in bounds, a family each."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import scipy

from paipu.analytics.turns import At, hash_of

Question = Literal["hesitation", "habit", "signal", "same_deal", "correction"]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Integers = np.ndarray[Any, np.dtype[np.int64]]

LEVEL: Final = 0.05
FIRST_SHUFFLES: Final = 1_999
"""After so many shuffles of a permutation test it is looked whether more would change anything."""
SHUFFLES: Final = 9_999
"""So many shuffles are made at most, or as many as are needed so that one true signal can be told from all that is tested."""
SHUFFLES_A_TEST: Final = 40
"""So many for each unit tested: the least p value is then half of what names one unit alone."""
ENOUGH: Final = 20
"""A permutation test stops once so many shuffles are as extreme as what was seen (Besag and Clifford): it is not rare."""
BLOCK: Final = 500
FIRST_BLOCK: Final = 60
LONG: Final = 0.75
"""A long think takes longer than this share of the turns of its kind."""


class Examined(NamedTuple):
    """A unit and a test: on how many turns, deals or matches, what was seen, how likely it is by chance, and `q`, that
    for all that was tested together. `named`: a person should look, first at `places`. What was looked at is of so many
    `matches`, `of` all that the unit played.
    """

    test: Question
    sheet: str
    unit: str
    sample: int
    effect: float
    p: float
    q: float = 1.0
    named: bool = False
    places: tuple[At, ...] = ()
    matches: int = 0
    of: int = 0


def controlled(found: Sequence[Examined]) -> list[Examined]:
    """The same with the false discoveries of each test kept in bounds: tests of one kind are a family."""
    families: dict[str, list[Examined]] = defaultdict(list)
    for each in found:
        families[each.test].append(each)
    told = [each._replace(q=q, named=q <= LEVEL) for family in families.values() for each, q in adjusted(family)]
    return sorted(told, key=lambda each: (each.q, each.p, each.test, each.sheet, each.unit))


def adjusted(family: Sequence[Examined]) -> Iterator[tuple[Examined, float]]:
    """The members of a family, each with its q value."""
    if not family:
        return
    values = scipy.stats.false_discovery_control([each.p for each in family], method="bh")
    yield from zip(family, map(float, values), strict=True)


class Kinds:
    """Turns by their kind. Kinds are many and small, so what is asked of each is asked of all at once.

    `order` puts the turns of a kind beside each other, as they came; of each kind `starts` tells where it begins there and
    `sizes` how many turns it has; `of` tells the kind of each turn.
    """

    def __init__(self, kinds: Integers) -> None:
        _, self.of, self.sizes = np.unique(kinds, return_inverse=True, return_counts=True)
        self.order = np.argsort(self.of, kind="stable")
        self.starts = np.cumsum(self.sizes) - self.sizes

    def by_value(self, values: Floats) -> Integers:
        """Where the turns are by kind, and in each by a value of theirs."""
        return np.lexsort((values, self.of))

    def counted(self, values: Floats) -> Integers:
        """In how many turns of each kind a value is not 0."""
        return np.bincount(self.of[values != 0], minlength=len(self.sizes))


def centred(kinds: Kinds, values: Floats) -> Floats:
    """The rank of each value within its kind, the mean one for values that are alike, as a share of the kind, less the mean."""
    order = kinds.by_value(values)
    of, by_value = kinds.of[order], values[order]
    number = np.arange(len(order))
    first = np.flatnonzero(np.diff(of, prepend=-1) | (np.diff(by_value, prepend=np.nan) != 0))
    alike = np.diff(first, append=len(order))
    twice = 2 * np.repeat(number[first], alike) - 2 * kinds.starts[of] + np.repeat(alike, alike) + 1
    told = np.empty(len(order))
    told[order] = (twice - (kinds.sizes[of] + 1)) / (2 * kinds.sizes[of])
    return told


def thinks(kinds: Kinds, seconds: Floats) -> Floats:
    """1 for the long thinks of each kind, else 0: what takes longer than the quantile takes longer than the turn below it."""
    order = kinds.by_value(seconds)
    below = seconds[order][kinds.starts + ((kinds.sizes - 1) * LONG).astype(np.int64)]
    return np.where(seconds > below[kinds.of], 1.0, 0.0)


def varied(kinds: Kinds, values: Floats) -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """The turns of kinds in which a value is not always the same: the others tell nothing."""
    in_kind = values[kinds.order]
    told = np.maximum.reduceat(in_kind, kinds.starts) > np.minimum.reduceat(in_kind, kinds.starts)
    return np.asarray(told[kinds.of])


@dataclass(slots=True)
class Permutation:
    """A test of whether two values go together within their kinds, by permutation of one of them; positive is extreme.

    `extreme` of the `done` shuffles were as extreme as what was seen; it is `through` once that is not rare.
    """

    told: Examined
    kinds: Integers
    fixed: Floats
    moved: Floats
    extreme: int = 0
    done: int = 0
    through: bool = False
    parts: list[tuple[Floats, Floats]] = field(init=False)
    rng: np.random.Generator = field(init=False)
    seen: float = field(init=False)
    size: float = field(init=False)

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(hash_of(f"{self.told.test}/{self.told.sheet}/{self.told.unit}"))
        order = np.argsort(self.kinds, kind="stable")
        ends = np.flatnonzero(np.diff(self.kinds[order])) + 1
        self.parts = [*zip(np.split(self.fixed[order], ends), np.split(self.moved[order], ends), strict=True)]
        self.seen = float(self.fixed @ self.moved)
        self.size = float(np.sqrt((self.fixed @ self.fixed) * (self.moved @ self.moved)))
        self.through = not self.size

    def shuffle(self, until: int) -> None:
        """Go on until so many shuffles are done, or enough were extreme."""
        edge = self.seen - 1e-9 * self.size
        while self.done < until and not self.through:
            block = min(BLOCK if self.done else FIRST_BLOCK, until - self.done)
            made = np.zeros(block)
            for fixed, moved in self.parts:
                # Sorted by chance: a permutation within the kind, a row each.
                made += moved[np.argsort(self.rng.random((block, len(moved)), dtype=np.float32), axis=1)] @ fixed
            hits = np.flatnonzero(made >= edge)
            if self.extreme + len(hits) >= ENOUGH:
                self.done += int(hits[ENOUGH - self.extreme - 1]) + 1
                self.extreme, self.through = ENOUGH, True
            else:
                self.extreme += len(hits)
                self.done += block

    @property
    def result(self) -> Examined:
        """What has been found; the effect is a correlation."""
        if not self.size:
            return self.told
        p = self.extreme / self.done if self.through else (self.extreme + 1) / (self.done + 1)
        return self.told._replace(effect=round(-self.seen / self.size, 4), p=p)


def permuted(asked: Sequence[Permutation]) -> list[Examined]:
    """What the tests of a family find. Those that are not through go on until all of them are named, which more shuffles would
    only confirm, or until there are enough for one of them to be named alone.
    """
    most = max(SHUFFLES, SHUFFLES_A_TEST * len(asked))
    until = FIRST_SHUFFLES
    while True:
        for each in asked:
            each.shuffle(until)
        found = [each.result for each in asked]
        going_on = {(each.told.sheet, each.told.unit) for each in asked if not each.through}
        named = all(2 * q <= LEVEL for each, q in adjusted(found) if (each.sheet, each.unit) in going_on)
        if until >= most or named:
            return found
        until = min(2 * until + 1, most)


def together(kinds: Integers, answers: Floats, long: Floats) -> float:
    """How likely it is by chance that answers and long thinks go so far together, or apart, within their kinds: exactly.

    How many of a kind are both is then hypergeometric; what all kinds come to is the convolution of these.
    """
    each = Kinds(kinds)
    of, hits, thought = each.sizes, each.counted(answers), each.counted(long)
    low, high = np.maximum(0, hits + thought - of), np.minimum(hits, thought)
    sizes = high - low + 1
    parameters = np.repeat(np.array((of, hits, thought)), sizes, axis=1)
    both = np.concatenate([np.arange(least, most + 1) for least, most in zip(low, high, strict=True)])
    chances = scipy.stats.hypergeom.pmf(both, *parameters)  # all at once: each call is dear
    ways = np.ones(1)
    for of_kind in np.split(chances, np.cumsum(sizes)[:-1]):
        ways = np.convolve(ways, of_kind)
    expected = float((hits * thought / of).sum())
    beyond = np.abs(low.sum() + np.arange(len(ways)) - expected) >= abs(float(answers @ long) - expected) - 1e-9
    return min(1.0, float(ways[beyond].sum()))
