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
    return array("q", bytes(8 * count))


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

    It grows up to `most` places; then a position takes the place of another.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 4096
        self.used = 0
        self.held = words(3 * self.size)

    def find(self, first: int, second: int) -> int:
        """The word of a position, -1 if nothing is known of it."""
        at = first & (self.size - 1)
        for _ in range(8):
            if self.held[3 * at] == first and self.held[3 * at + 1] == second:
                return self.held[3 * at + 2]
            at = (at + 1) & (self.size - 1)
        return -1

    def put(self, first: int, second: int, word: int) -> None:
        """Keep the word of a position in place of what was known of it."""
        if 2 * self.used > self.size and self.size < self.most:
            self.grow()
        self.place(first, second, word)

    def place(self, first: int, second: int, word: int) -> None:
        """Lay a word where there is room, or at the first of eight places."""
        begin = first & (self.size - 1)
        at = begin
        for _ in range(8):
            if self.held[3 * at] == first and self.held[3 * at + 1] == second:
                self.held[3 * at + 2] = word
                return
            if self.held[3 * at] == 0 and self.held[3 * at + 1] == 0:
                self.used += 1
                begin = at
                break
            at = (at + 1) & (self.size - 1)
        self.held[3 * begin] = first
        self.held[3 * begin + 1] = second
        self.held[3 * begin + 2] = word

    def grow(self) -> None:
        """Four times the room."""
        old = self.held
        size = self.size
        self.size = 4 * size
        self.used = 0
        self.held = words(3 * self.size)
        for at in range(size):
            if old[3 * at] or old[3 * at + 1]:
                self.place(old[3 * at], old[3 * at + 1], old[3 * at + 2])


class Lists:
    """For each key a list of different words, the newest first: of each itself, and where the next is, 0 for none."""

    def __init__(self) -> None:
        self.end = 2
        self.heads = Memo()
        self.rows = words(1024)

    def head(self, key: int) -> int:
        """Where the newest word of a key is, 0 if there is none."""
        found = self.heads.find(key)
        return max(0, found)

    def add(self, key: int, word: int) -> None:
        """Put a word on a list, unless it is there."""
        first = self.head(key)
        at = first
        while at and self.rows[at] != word:
            at = self.rows[at + 1]
        if not at:
            if self.end + 2 > len(self.rows):
                self.widen()
            self.rows[self.end] = word
            self.rows[self.end + 1] = first
            self.heads.put(key, self.end)
            self.end += 2

    def widen(self) -> None:
        """Twice the room."""
        held = self.rows
        self.rows = words(2 * len(held))
        for at in range(len(held)):
            self.rows[at] = held[at]
