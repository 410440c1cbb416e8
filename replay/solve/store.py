"""Where a search keeps what it was told and what it found: words by words, in flat arrays.

Everything fits 63 bits, so that the compiled build holds it in machine words; what is multiplied is cut to its low bits at
once, so that both builds compute the same.
"""

from array import array
from typing import Final

SPREAD: Final = 0x1E3779B97F4A7C15
"""What a key is multiplied by, so that keys that are near are laid far apart."""


def words(count: int) -> "array[int]":
    """So many words, all 0."""
    return array("q", [0]) * count


def longer(held: "array[int]", count: int) -> "array[int]":
    """A copy of some words with more room behind them."""
    found = words(count)
    for at in range(len(held)):
        found[at] = held[at]
    return found


class Memo:
    """A word for each key that is not negative; it grows as needed. A key is kept with 1 added, 0 being an empty place, and
    its word beside it.
    """

    def __init__(self) -> None:
        self.mask = 1023
        self.used = 0
        self.held = words(2048)

    def find(self, key: int) -> int:
        """The word of a key, -1 if there is none."""
        mixed = key ^ (key >> 17) ^ (key >> 37)
        at = 2 * ((mixed * SPREAD >> 20) & self.mask)
        stored = self.held[at]
        while stored:
            if stored == key + 1:
                return self.held[at + 1]
            at = (at + 2) & (2 * self.mask + 1)
            stored = self.held[at]
        return -1

    def put(self, key: int, value: int) -> None:
        """Keep the word of a key, in place of one that it has."""
        if 2 * self.used > self.mask:
            self.grow()
        self.place(key, value)

    def place(self, key: int, value: int) -> None:
        """Lay a word where the key's is, or where there is room."""
        mixed = key ^ (key >> 17) ^ (key >> 37)
        at = 2 * ((mixed * SPREAD >> 20) & self.mask)
        while self.held[at] and self.held[at] != key + 1:
            at = (at + 2) & (2 * self.mask + 1)
        if not self.held[at]:
            self.used += 1
        self.held[at] = key + 1
        self.held[at + 1] = value

    def grow(self) -> None:
        """Twice the room."""
        old = self.held
        size = self.mask + 1
        self.mask = 2 * size - 1
        self.used = 0
        self.held = words(4 * size)
        for at in range(0, 2 * size, 2):
            if old[at]:
                self.place(old[at] - 1, old[at + 1])


class Bounds:
    """What positions are known to be worth: a word each for two words that are the position.

    It grows up to `most` places, eight of which are looked through together; then a position takes the place of another. The
    first of its words are laid apart from the rest, for most who ask for a position learn by them that it is not there.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 4096
        self.used = 0
        self.firsts = words(self.size)
        self.rest = words(2 * self.size)

    def find(self, first: int, second: int) -> int:
        """The word of a position, -1 if nothing is known of it."""
        begin = first & (self.size - 8)
        for at in range(begin, begin + 8):
            if self.firsts[at] == first and self.rest[2 * at] == second:
                return self.rest[2 * at + 1]
        return -1

    def put(self, first: int, second: int, word: int) -> None:
        """Keep the word of a position in place of what was known of it."""
        if 2 * self.used > self.size and self.size < self.most:
            self.grow()
        self.place(first, second, word)

    def place(self, first: int, second: int, word: int) -> None:
        """Lay a word where there is room, or at one of eight places."""
        begin = first & (self.size - 8)
        found = begin + (second & 7)
        for at in range(begin, begin + 8):
            if self.firsts[at] == first and self.rest[2 * at] == second:
                self.rest[2 * at + 1] = word
                return
            if not self.firsts[at]:
                self.used += 1
                found = at
                break
        self.firsts[found] = first
        self.rest[2 * found] = second
        self.rest[2 * found + 1] = word

    def grow(self) -> None:
        """Four times the room."""
        firsts, rest = self.firsts, self.rest
        size = self.size
        self.size = 4 * size
        self.used = 0
        self.firsts = words(self.size)
        self.rest = words(2 * self.size)
        for at in range(size):
            if firsts[at]:
                self.place(firsts[at], rest[2 * at], rest[2 * at + 1])
