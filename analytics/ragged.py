"""Lists of numbers one after the other, as columns of lists are made of: nothing of them is an object of its own."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple, Self

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Ragged(NamedTuple):
    """So many lists: how many numbers each has, all of these, and whether there is a list at all."""

    sizes: Ints
    values: Ints
    there: Bools

    @classmethod
    def of(cls, lists: Sequence[Sequence[int] | None]) -> Self:
        there = np.array([each is not None for each in lists], np.bool_)
        sizes = np.array([0 if each is None else len(each) for each in lists], np.int64)
        return cls(sizes, flat(each for each in lists if each is not None), there)

    @classmethod
    def none(cls, count: int) -> Self:
        return cls(np.zeros(count, np.int64), np.zeros(0, np.int64), np.zeros(count, np.bool_))

    @classmethod
    def joined(cls, parts: Sequence["Ragged"]) -> Self:
        return cls(*(np.concatenate(each) for each in zip(*parts, strict=True)))

    def take(self, at: Ints) -> "Ragged":
        """Some of the lists."""
        sizes = self.sizes[at]
        begin, ahead = (np.cumsum(each) - each for each in (self.sizes, sizes))
        found = np.repeat(begin[at] - ahead, sizes) + np.arange(sizes.sum())
        return Ragged(sizes, self.values[found], self.there[at])

    def together(self, starts: Ints) -> "Ragged":
        """Runs of lists as one each, which begin there."""
        return Ragged(np.add.reduceat(self.sizes, starts), self.values, np.logical_or.reduceat(self.there, starts))

    def array(self, names: pa.Array | None = None) -> pa.Array:
        """A column of these lists, or of what the numbers are the places of."""
        offsets = np.concatenate([[0], np.cumsum(self.sizes)]).astype(np.int32)
        values = pa.array(self.values) if names is None else names.take(pa.array(self.values))
        return pa.ListArray.from_arrays(pa.array(offsets), values, mask=pa.array(~self.there))


def flat(lists: Iterable[Iterable[int]]) -> Ints:
    """All numbers of some lists. Arrow reads them in a third of the time that numpy takes."""
    made: Ints = pa.array([*chain.from_iterable(lists)], pa.int64()).to_numpy()
    return made


def within(sizes: Ints) -> Ints:
    """The place in its list, from 0, of each of the numbers in lists of such sizes."""
    return np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def by_place(of: Ints, values: Ints, count: int, there: Bools) -> Ragged:
    """Numbers that belong to one of so many lists, gathered."""
    sizes = np.bincount(of, minlength=count)
    return Ragged(sizes, values[np.argsort(of, kind="stable")], there)
