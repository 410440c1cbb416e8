"""The search of a climbing game's ending: alpha-beta with zero windows over what the order out is worth to the first side.

A position is each seat's hand as a mask, what lies on the table and whose it is, who is to pass yet, and who is out. What cards
may be, what beats what, who leads after whom and what an order is worth is asked of `ClimbingRules`.
"""

from array import array
from typing import Final, Protocol

from paipu.replay.solve.store import Bounds, Memo, words

SEATS_AT_MOST: Final = 6
READINGS: Final = 512
"""The readings that are compared in a table; others are asked each time."""
LOW: Final = 0x3FFFFFFFFFFFFFFF
"""The bits of a word that are kept of a product."""
MIXING: Final = 0x2545F4914F6CDD1D
SPREADING: Final = 0x369DEA0F31A53F85
"""Odd numbers with many bits."""
OF_ORDERS: Final = 1 << 40
OF_TURNS: Final = 1 << 41
OF_PLAYS: Final = 1 << 42


class ClimbingRules(Protocol):
    """What the search asks. An order is a number with an octal digit for each seat that is out, from 1, the first one first."""

    def beats(self, challenger: int, holder: int) -> int:
        """1 where one reading beats another."""

    def order(self, order: int) -> int:
        """The least and the most that such an order may come to, each `zero` more, the first times 256; bit 16: it ends."""

    def leads(self, holder: int, holding: int) -> int:
        """Who leads after a trick that a seat won, given a mask of those who have cards."""


class ClimbingSearch:
    """A search from one position, which remembers what it learnt.

    `plays` has for each play that a seat can make of its cards three words: mask, reading, and when it is tried;
    `begins` says where those of each seat begin. `equal` are the cards of each seat that equal their next. `sides` has 1 for
    the seats of the first side. `reentry`: who passed may come back. `zero` is added to what an
    order is worth, so that nothing kept is negative.
    """

    def __init__(
        self,
        rules: ClimbingRules,
        plays: "array[int]",
        begins: "array[int]",
        equal: "array[int]",
        sides: "array[int]",
        widths: "array[int]",
        reentry: int,
        zero: int,
    ) -> None:
        self.rules, self.plays, self.begins, self.equal = rules, plays, begins, equal
        self.sides, self.widths, self.reentry, self.zero = sides, widths, reentry, zero
        self.seats = len(sides)
        self.nodes = self.limit = self.stopped = 0
        total = 0
        for seat in range(self.seats):
            total += widths[seat]
        depth = (total + 2) * self.seats
        self.hand = words(SEATS_AT_MOST * depth)
        self.seat, self.holder, self.table = words(depth), words(depth), words(depth)
        self.waiting, self.passed, self.order = words(depth), words(depth), words(depth)
        self.compared = words(READINGS * READINGS)
        self.stack = words(1 << 14)
        self.top = 0
        self.arena = words(1 << 14)
        self.end = 1
        self.memo = Memo()
        self.bounds = Bounds(1 << 22)

    def start(self, seat: int, holder: int, table: int, waiting: int, passed: int, order: int) -> None:
        """Lay the position; hands are laid by `hold`."""
        self.seat[0], self.holder[0], self.table[0] = seat, holder, table
        self.waiting[0], self.passed[0], self.order[0] = waiting, passed, order

    def hold(self, seat: int, cards: int) -> None:
        """Lay a hand."""
        self.hand[seat] = cards

    def grant(self, limit: int) -> None:
        """How many more plays may be looked at."""
        self.stopped = 0
        self.limit = self.nodes + limit

    def spent(self) -> bool:
        """Whether the budget is used up: what was said last is nothing then."""
        return self.stopped == 1

    def listed(self) -> "array[int]":
        """The legal plays: where each stands among the plays of all, -1 for to pass."""
        begin = self.list_plays(0)
        found = words(self.arena[begin])
        for number in range(len(found)):
            found[number] = self.arena[begin + 1 + number]
        return found

    def ask(self, beta: int) -> int:
        """What the position is worth: at least this if not below beta, else at most, unless the budget is spent."""
        return self.play(0, beta)

    def ask_after(self, play: int, beta: int) -> int:
        """The same after a play."""
        return self.make(0, play, beta)

    def value_of(self, order: int) -> int:
        """What is known of an order out."""
        key = OF_ORDERS | order
        known = self.memo.find(key)
        if known < 0:
            known = self.rules.order(order)
            self.memo.put(key, known)
        return known

    def play(self, depth: int, beta: int) -> int:
        """What a position is worth."""
        self.nodes += 1
        if self.nodes > self.limit:
            self.stopped = 1
            return 0
        known = self.value_of(self.order[depth])
        low = (known >> 8 & 255) - self.zero
        high = (known & 255) - self.zero
        if low >= beta:
            return low
        if high < beta:
            return high
        at = SEATS_AT_MOST * depth
        first = 0
        for other in range(self.seats):
            first = first << self.widths[other] | self.hand[at + other]
        second = 1 + self.seat[depth] | self.order[depth] << 4
        if self.table[depth]:
            second |= self.holder[depth] << 24 | self.waiting[depth] << 28 | self.passed[depth] << 32 | self.table[depth] << 40
        # another number for each pair of numbers, spread, for it says where the position is kept
        first = (first ^ second * MIXING) & LOW
        first = first * SPREADING & LOW
        first ^= first >> 31
        word = self.bounds.find(first, second)
        move = -2
        if word >= 0:
            low = (word >> 8 & 255) - self.zero
            high = (word & 255) - self.zero
            move = (word >> 16) - 2
            if low >= beta:
                return low
            if high < beta:
                return high
        return self.search(depth, beta, first, second, low, high, move)

    def search(self, depth: int, beta: int, first: int, second: int, low: int, high: int, move: int) -> int:
        """The same of a position that was not known so far."""
        begin = self.list_plays(depth)
        leads = self.sides[self.seat[depth]]
        value = -self.zero if leads else self.zero
        best = move
        count = self.arena[begin]
        # what was best before is tried first
        for number in range(-1, count):
            if number < 0:
                play = move
                if move < -1:
                    continue
            else:
                play = self.arena[begin + 1 + number]
                if play == move:
                    continue
            found = self.make(depth, play, beta)
            if self.stopped:
                return 0
            if (found > value) if leads else (found < value):
                value = found
                best = play
                if (value >= beta) if leads else (value < beta):
                    break
        if value >= beta:
            low = max(low, value)
        else:
            high = min(high, value)
        self.bounds.put(first, second, (best + 2) << 16 | (low + self.zero) << 8 | (high + self.zero))
        return value

    def list_plays(self, depth: int) -> int:
        """Where the plays of the seat whose turn it is are kept: how many, and these, in the order of trying."""
        seat = self.seat[depth]
        hand = self.hand[SEATS_AT_MOST * depth + seat]
        table = self.table[depth]
        barred = ours = 0
        if table:
            ours = 1 if self.sides[self.holder[depth]] == self.sides[seat] else 0
            if not self.reentry:
                barred = self.passed[depth] >> seat & 1
        key = OF_PLAYS | ((table * 2 + ours) * 2 + barred) << 20 | seat << 16 | hand
        begin = self.memo.find(key)
        if begin < 0:
            base = self.top
            if not barred:
                self.push_plays(seat, hand, table)
            if table:
                self.push(-1, (1 << 20) if ours else 1 << 10)
            begin = self.keep(base)
            self.memo.put(key, begin)
        return begin

    def push_plays(self, seat: int, hand: int, table: int) -> None:
        """Put the plays of a hand on the list, with their places in the order of trying."""
        for each in range(self.begins[seat], self.begins[seat + 1], 3):
            cards = self.plays[each]
            if cards & ~hand:
                continue
            if table and not self.beats(self.plays[each + 1], table):
                continue
            if not self.doubled(self.equal[seat], hand, cards):
                self.push(each, (1 << 28) if cards == hand else self.plays[each + 2])

    def keep(self, base: int) -> int:
        """Keep the list from a place on, sorted; where."""
        count = (self.top - base) // 2
        while self.end + count + 1 > len(self.arena):
            held = self.arena
            self.arena = words(2 * len(held))
            for at in range(len(held)):
                self.arena[at] = held[at]
        begin = self.end
        self.arena[begin] = count
        self.end += count + 1
        for number in range(count):
            chosen = base
            for each in range(base + 2, self.top, 2):
                if self.stack[each + 1] > self.stack[chosen + 1]:
                    chosen = each
            self.arena[begin + 1 + number] = self.stack[chosen]
            self.top -= 2
            self.stack[chosen] = self.stack[self.top]
            self.stack[chosen + 1] = self.stack[self.top + 1]
        return begin

    def push(self, play: int, order: int) -> None:
        """Put a play on the list."""
        if self.top + 2 > len(self.stack):
            held = self.stack
            self.stack = words(2 * len(held))
            for at in range(len(held)):
                self.stack[at] = held[at]
        self.stack[self.top] = play
        self.stack[self.top + 1] = order
        self.top += 2

    def doubled(self, chain: int, hand: int, cards: int) -> int:
        """Whether a play takes a card instead of an equal one below it that it leaves."""
        left = chain & hand & ~cards
        while left:
            low = left & -left
            left ^= low
            above = hand & -(low + low)
            above &= -above
            # of equal cards all but the last are in the chain: up to the next one that is held none may be missing there
            if cards & above and not (above - low) & ~chain:
                return 1
        return 0

    def beats(self, challenger: int, holder: int) -> int:
        """Whether one reading beats another: 1 or 0."""
        if challenger >= READINGS or holder >= READINGS:
            return self.rules.beats(challenger, holder)
        at = challenger * READINGS + holder
        if not self.compared[at]:
            self.compared[at] = 1 + self.rules.beats(challenger, holder)
        return self.compared[at] - 1

    def make(self, depth: int, play: int, beta: int) -> int:
        """What a position is worth after a play."""
        at = SEATS_AT_MOST * depth
        seat = self.seat[depth]
        for other in range(self.seats):
            self.hand[at + SEATS_AT_MOST + other] = self.hand[at + other]
        order = self.order[depth]
        passed = self.passed[depth]
        holder, table, waiting = self.holder[depth], self.table[depth], self.waiting[depth]
        if play < 0:
            if self.reentry or not passed >> seat & 1:
                waiting -= 1
            passed |= 1 << seat
        else:
            holder, table = seat, self.plays[play + 1]
            left = self.hand[at + seat] ^ self.plays[play]
            self.hand[at + SEATS_AT_MOST + seat] = left
            if not left:
                order = order << 3 | seat + 1
                known = self.value_of(order)
                if known >> 16:
                    return (known & 255) - self.zero
            waiting = 0
            for other in range(self.seats):
                if other != seat and self.hand[at + other] and (self.reentry or not passed >> other & 1):
                    waiting += 1
        self.order[depth + 1] = order
        if waiting:
            self.holder[depth + 1], self.table[depth + 1] = holder, table
            self.waiting[depth + 1] = waiting
            self.passed[depth + 1] = passed if not self.reentry else 0
            after = seat + 1 if seat + 1 < self.seats else 0
            while not self.hand[at + SEATS_AT_MOST + after]:
                after = after + 1 if after + 1 < self.seats else 0
            self.seat[depth + 1] = after
        else:
            self.holder[depth + 1] = self.table[depth + 1] = 0
            self.waiting[depth + 1] = self.passed[depth + 1] = 0
            self.seat[depth + 1] = self.next_leader(depth + 1, holder)
        return self.play(depth + 1, beta)

    def next_leader(self, depth: int, holder: int) -> int:
        """Who leads after a trick."""
        if self.hand[SEATS_AT_MOST * depth + holder]:
            return holder
        holding = 0
        for other in range(self.seats):
            if self.hand[SEATS_AT_MOST * depth + other]:
                holding |= 1 << other
        key = OF_TURNS | holder << 8 | holding
        known = self.memo.find(key)
        if known < 0:
            known = self.rules.leads(holder, holding)
            self.memo.put(key, known)
        return known
