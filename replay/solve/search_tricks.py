"""The search of a trick game's ending: alpha-beta with zero windows over what the attackers still get.

A position is four hands as masks of bits, each seat's cards numbered by class and rung, weakest first, and who leads. What is
legal, what stands against what, and what the kitty brings is asked of `TrickRules` once for each case and kept. Known
positions are kept by what they are to the rules: cards by their place among those that are left, so that gaps that were played
out do not count, and side suits that nothing tells apart count as one.
"""

from array import array
from typing import Final, Protocol

from paipu.replay.solve.store import Bounds, Memo, longer, words

SEATS: Final = 4
CLASSES: Final = 5
ANYWHERE: Final = 128
"""A kind of lead, as the rules tell it, is a number times twice this, plus its class times 16 and its size; with this in it
where its follows may take any card of the hand, of the led class or not.
"""
WORTH: Final = 1 << 20
"""More than a hand can come to."""
STRENGTHS: Final = 256
"""The strengths that are compared in a table; others are asked each time."""

LOW: Final = 0x3FFFFFFFFFFFFFFF
"""The bits of a word that are kept of a product."""
FIRST: Final = 0x2545F4914F6CDD1D
SECOND: Final = 0x369DEA0F31A53F85
LAST_FIRST: Final = 0x1B03738712FAD5C9
LAST_SECOND: Final = 0x2C1B3C6D5A4F1E37
"""What is multiplied by, odd numbers with many bits: two words of a position agree by chance in one of 2**124 cases."""
KINDS: Final = 8
"""By so many bits the kind of a lead is shifted to be its number."""
ITEM: Final = 7
"""So many words a gathered card has."""
TOLD: Final = 5
"""And so many what is told of a class, before its rows: two words for what it is, what is so of it (below); cards of all hands:
those that equal others, those that nobody else has a higher one against.
"""
ORDERED: Final = 1
TRAITS: Final = 2
DOUBLES: Final = 3
TOPS: Final = 4
LINKED: Final = 2
"""In what is so of a class: the attackers have pairs there (1), and linked ones (2); then a bit for each seat that has any, and
how many rows there are.
"""
HOLDERS: Final = 2
ROWS: Final = 6
PLAYS: Final = 13
"""So many bits a hand has at most."""
DEPTHS: Final = 16
"""More than there are tricks."""
REMEMBERED: Final = 1 << 16
"""So many plays that decided are kept, by what they answered."""
TO_PLACE: Final = 46
"""By so many bits a word is shifted to be a place among them."""
OFTEN: Final = 30000
"""What a play that decided in the like before is ahead of others."""
FIRST_OF_ALL: Final = 1 << 50
"""The place in the order of a play that was best before."""


class TrickRules(Protocol):
    """What the search asks. Masks are of the seat's own cards; what is listed is a flat sequence of words."""

    def leads(self, seat: int, cards: int, cls: int) -> list[int]:
        """The leads from some cards of one class: mask, kind, and the bits of their units, negative for a throw."""

    def mixed_leads(self, seat: int, cards: int) -> list[int]:
        """The leads that take cards of several classes, likewise."""

    def follows(self, seat: int, cards: int, kind: int) -> list[int]:
        """The follows from those cards of the led class, which are enough, or from the whole hand: a mask each."""

    def discards(self, seat: int, cards: int, count: int) -> list[int]:
        """All ways to take so many cards: a mask each."""

    def blocks(self, seat: int, cards: int, cls: int) -> int:
        """The bits of the units of a class that some cards of it have a higher one against."""

    def strength(self, seat: int, cards: int, kind: int, leads: int) -> int:
        """How strong a play is under a kind of lead: a number from 1, 0 for one that cannot win."""

    def beats(self, challenger: int, holder: int) -> int:
        """1 where a later play takes the trick from the one that holds it."""

    def bottom(self, seat: int, cards: int, kind: int) -> int:
        """What the attackers get besides when a play wins the last trick."""


class TrickPosition:
    """The hands before each trick of a line of play, and what is known of them.

    `shape` has for each class and seat where its cards begin in the seat's hand, their mask and their number, `order` for each
    card by class and rung: seat, bit, rung, card, role (what tells it from a neighbour), and whether its rung is linked to the
    one below. `points` are those of each seat's cards by bit, `costs` what they are to keep. `attack` says which seats are the
    attackers'. `most` has for so many cards left to each what the last trick can bring at most: by singles, pairs, and
    tractors. `alike` is the same number for classes that nothing tells apart.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - flat tables, each of its own
        self,
        rules: TrickRules,
        hands: "array[int]",
        shape: "array[int]",
        order: "array[int]",
        points: "array[int]",
        costs: "array[int]",
        attack: "array[int]",
        most: "array[int]",
        alike: "array[int]",
        least: int,
        partner_blocks: int,
        plain: int,
    ) -> None:
        self.rules = rules
        self.shape, self.order, self.attack, self.most, self.alike = shape, order, attack, most, alike
        self.least, self.partner_blocks, self.plain = least, partner_blocks, plain
        self.nodes = self.limit = self.stopped = 0
        self.width = 1
        for seat in range(SEATS):
            while hands[seat] >> self.width:
                self.width += 1
        depth = self.width + 2
        self.hand = words(SEATS * depth)
        for seat in range(SEATS):
            self.hand[seat] = hands[seat]
        self.leader, self.kind = words(depth), words(depth)
        self.made, self.holder, self.strongest = words(SEATS * depth), words(SEATS * depth), words(SEATS * depth)
        self.doubles, self.told = words(depth), words(CLASSES * depth)
        self.items = words(ITEM * SEATS * self.width)
        self.runs = words(2 * SEATS * self.width)
        self.key, self.ordered, self.rest = words(depth), words(depth), words(depth)
        self.best, self.paired, self.touched, self.high = words(depth), words(depth), words(depth), words(depth)
        self.replied = self.answered = 0
        self.counts = words(1 << self.width)
        self.worth = words(SEATS << self.width)
        self.replies, self.answers, self.openings = words(REMEMBERED), words(REMEMBERED), words(SEATS << self.width)
        self.stack = words(1 << 16)
        self.top = 0
        self.arena = words(1 << 14)
        self.end = 1
        self.compared = words(STRENGTHS * STRENGTHS)
        self.bottoms, self.known = Memo(), Memo()
        self.leads, self.mixed_leads, self.stops = (words(SEATS << self.width) for _ in range(3))
        self.discards = words(self.width + 1 << self.width + 2)
        self.follows, self.strengths, self.lead_strengths = words(0), words(0), words(0)
        self.bounds = Bounds(1 << 22)
        self.cost, self.touches = words(SEATS << self.width), words(SEATS << self.width)
        self.run, self.owed, self.loose = words(CLASSES), words(CLASSES), words(CLASSES)
        self.levels = 0
        self.level, self.among = words(SEATS * self.width), words(SEATS * SEATS * self.width)
        self.tabulate(points, costs)
        self.grade(points)

    def tabulate(self, points: "array[int]", costs: "array[int]") -> None:
        """How many cards each mask has, and what those of each seat are worth: in points, and to keep."""
        size = 1 << self.width
        bit = 1
        number = 0
        while bit < size:
            for low in range(bit):
                self.counts[bit + low] = self.counts[low] + 1
                for seat in range(SEATS):
                    base = seat * size
                    self.worth[base + bit + low] = self.worth[base + low] + points[seat * self.width + number]
                    self.touches[base + bit + low] = self.touches[base + low] | self.classes_of(seat, bit)
                    self.cost[base + bit + low] = self.cost[base + low] + costs[seat * self.width + number]
            bit += bit
            number += 1

    def grade(self, points: "array[int]") -> None:
        """What cards may count, the most first, and for each of these the cards of each seat that count it."""
        below = WORTH
        while below:
            most = 0
            for at in range(SEATS * self.width):
                if most < points[at] < below:
                    most = points[at]
            below = most
            if most:
                self.level[self.levels] = most
                for seat in range(SEATS):
                    for number in range(self.width):
                        if points[seat * self.width + number] == most:
                            self.among[SEATS * self.levels + seat] |= 1 << number
                self.levels += 1

    def classes_of(self, seat: int, bit: int) -> int:
        """The class of a card, as a mask."""
        for cls in range(CLASSES):
            if self.shape[3 * (SEATS * cls + seat) + 1] & bit:
                return 1 << cls
        return 0


class TrickCards(TrickPosition):
    """The cards that are left of a class, and which of them are equal."""

    def own(self, cards: int, seat: int) -> int:
        """Of some cards of all hands those of a seat."""
        return cards >> seat * self.width & (1 << self.width) - 1

    def room(self, count: int) -> None:
        """Make room for so many words that are kept."""
        if self.end + count > len(self.arena):
            self.arena = longer(self.arena, 2 * (self.end + count))

    def gather(self, depth: int, cls: int, begin: int) -> int:
        """Lay out the different cards that are left of a class, by rung: rung, card, owner, how they are held (1 for one, 2 for
        two of a hand, 3 for two of two hands), role, bits, and whether the rung is linked to the one below. How many words.
        """
        count = 0
        for place in range(self.order[cls], self.order[cls + 1], 6):
            seat = self.order[place]
            bit = self.order[place + 1]
            if not self.hand[SEATS * depth + seat] & bit:
                continue
            last = count - ITEM
            if count and self.items[last + 1] == self.order[place + 3]:
                if self.items[last + 2] == seat:
                    self.items[last + 3] = 2
                    self.items[last + 5] |= bit
                    if self.attack[seat]:
                        self.arena[begin + TRAITS] |= 1
                else:
                    self.items[last + 3] = 3
                    self.items[last + 5] = self.items[last + 5] << self.items[last + 2] * self.width | bit << seat * self.width
                    self.items[last + 2] = (self.items[last + 2] + 1) * SEATS + seat
                continue
            self.items[count] = self.order[place + 2]
            self.items[count + 1] = self.order[place + 3]
            self.items[count + 2] = seat
            self.items[count + 3] = 1
            self.items[count + 4] = self.order[place + 4]
            self.items[count + 5] = bit
            self.items[count + 6] = self.order[place + 5]
            count += ITEM
        return count

    def link(self, count: int, begin: int) -> int:
        """Tell which of the gathered cards are linked pairs (6), and which rungs are one hand's and in no tractor; the
        first that is in one, -1 where none is.
        """
        at = under = 0
        found = -1
        while at < count:
            end = at
            linked = 0
            sole = 1
            while end < count and self.items[end] == self.items[at]:
                if self.items[end + 3] == 3 or self.items[end + 2] != self.items[at + 2]:
                    sole = 0
                if self.items[end + 3] == 2 and self.items[end + 6] and self.items[under] == self.items[at] - 1:
                    each = under
                    while each < at:
                        if self.items[each + 3] & 3 == 2 and self.items[each + 2] == self.items[end + 2]:
                            linked = 1
                            if found < 0:
                                found = each
                            self.items[end + 3] = 6
                            if self.attack[self.items[end + 2]]:
                                self.arena[begin + TRAITS] |= LINKED
                        each += ITEM
                end += ITEM
            each = under if linked else at
            while each < end:
                self.items[each + 6] = 1 if sole and not linked else 0
                each += ITEM
            under = at
            at = end
        return found

    def joins(self, run: int, at: int) -> int:
        """Whether a gathered card counts with those before it, in any order."""
        if not self.items[at + 6]:
            return 1 if self.items[at] == self.items[run] and not self.items[run + 6] else 0
        if not self.items[run + 6] or self.items[run + 2] != self.items[at + 2]:
            return 0
        same = self.items[at - ITEM + 3] == self.items[at + 3] and self.items[at - ITEM + 4] == self.items[at + 4]
        return 1 if self.plain or same else 0

    def equal(self, begin: int, run: int, at: int) -> None:
        """Note which card of its run a card equals, if any: the last such."""
        seat = self.items[at + 2]
        before = at - ITEM
        while before >= run:
            if self.items[before + 3] == self.items[at + 3] and self.items[before + 4] == self.items[at + 4]:
                self.arena[begin + DOUBLES] |= self.items[at + 5] << seat * self.width
                self.arena[begin + TRAITS] += 1 << ROWS
                self.arena[self.end] = seat
                self.arena[self.end + 1] = self.items[before + 5]
                self.arena[self.end + 2] = self.items[at + 5]
                self.end += 3
                return
            before -= ITEM

    def level_with(self, begin: int, run: int, at: int) -> None:
        """The same of the single cards of a rung that several hands have cards of: of each hand those are equal."""
        if self.items[at + 3] & 1:
            self.level_of(begin, run, at, self.items[at + 2] & 3)
            if self.items[at + 3] == 3:
                self.level_of(begin, run, at, (self.items[at + 2] >> 2) - 1)

    def level_of(self, begin: int, run: int, at: int, seat: int) -> None:
        """Note which card of its run a seat's card equals, if any: the last such."""
        before = at - ITEM
        while before >= run:
            if (
                self.items[before + 4] == self.items[at + 4]
                and self.items[before + 3] & 1
                and self.own(self.where(before), seat)
            ):
                self.arena[begin + DOUBLES] |= self.own(self.where(at), seat) << seat * self.width
                self.arena[begin + TRAITS] += 1 << ROWS
                self.arena[self.end] = seat
                self.arena[self.end + 1] = self.own(self.where(before), seat)
                self.arena[self.end + 2] = self.own(self.where(at), seat)
                self.end += 3
                return
            before -= ITEM

    def crown(self, depth: int, cls: int, begin: int) -> None:
        """Note the cards of each seat that no other seat has a higher one against, and who has any."""
        rung = -1
        above = here = 0
        place = self.order[cls + 1] - 6
        while place >= self.order[cls]:
            seat = self.order[place]
            bit = self.order[place + 1]
            if self.hand[SEATS * depth + seat] & bit:
                if self.order[place + 2] != rung:
                    rung = self.order[place + 2]
                    above = here
                if not above & ~(1 << seat):
                    self.arena[begin + TOPS] |= bit << seat * self.width
                here |= 1 << seat
            place -= 6
        self.arena[begin + TRAITS] |= here << HOLDERS

    def mixed(self, owner: int, at: int, held: int) -> int:
        """A word for a gathered card: whose it is, how it is held, and its role."""
        found = (((self.items[at + 4] * 8 + held) * 32 + owner) * FIRST) & LOW
        found ^= found >> 29
        return (found * SECOND) & LOW

    def where(self, at: int) -> int:
        """A gathered card among those of all hands."""
        owner = self.items[at + 2]
        if self.items[at + 3] == 3:
            return self.items[at + 5]
        return self.items[at + 5] << owner * self.width


class TrickClasses(TrickCards):
    """What a position is to the rules, class by class."""

    def canonical(self, depth: int) -> None:
        """What the position before a trick is to the rules, in two words that do not tell side suits apart by name."""
        key = 1 + self.leader[depth]
        ordered = 0
        doubles = traits = 0
        for cls in range(CLASSES):
            begin = (
                self.told[CLASSES * (depth - 1) + cls]
                if depth and not self.touched[depth] >> cls & 1
                else self.stands(depth, cls)
            )
            self.told[CLASSES * depth + cls] = begin
            if not begin:
                continue
            key += self.arena[begin]
            ordered += self.arena[begin + ORDERED]
            traits |= self.arena[begin + TRAITS]
            doubles |= self.arena[begin + DOUBLES]
        self.paired[depth] = 2 if traits & LINKED else traits & 1
        self.doubles[depth] = doubles
        self.key[depth], self.ordered[depth] = key & LOW, ordered & LOW

    def stands(self, depth: int, cls: int) -> int:
        """Where it is told what is left of a class; 0 where nothing is left."""
        cards = 0
        for seat in range(SEATS):
            place = 3 * (SEATS * cls + seat)
            cards = cards << self.shape[place + 2] | (
                (self.hand[SEATS * depth + seat] & self.shape[place + 1]) >> self.shape[place]
            )
        if not cards:
            return 0
        key = cls << 53 | cards
        begin = self.known.find(key)
        if begin < 0:
            begin = self.tell(depth, cls)
            self.known.put(key, begin)
        return begin

    def tell(self, depth: int, cls: int) -> int:
        """Where it stands what is left of a class: two words for it, whether the attackers have pairs there (1), or linked ones
        (2), the cards that equal others of their hand, those that no other seat has a higher one against, and the rows: seat,
        cards, and higher ones that equal them.

        Cards count by place among those left, with owner and role. Where several stand beside each other in one hand, and none
        is in a tractor, it counts which they are, not in what order.
        """
        self.room(TOLD + 6 * SEATS * self.width)
        begin = self.end
        self.end += TOLD
        for at in range(begin, self.end):
            self.arena[at] = 0
        count = self.gather(depth, cls, begin)
        lowest = self.link(count, begin)
        if not self.plain:
            lowest = 0
        last = run = at = 0
        while at < count:
            if not at or not self.joins(run, at):
                run = at
                self.runs[last] = self.runs[last + 1] = 0
                last += 2
            elif self.items[at + 6]:
                self.equal(begin, run, at)
            if at > lowest and self.plain:
                self.level_with(begin, run, at)
            exact = self.mixed((self.items[at + 2] & 3) + 2, at, 1 if self.items[at + 3] == 3 else self.items[at + 3])
            loose = self.mixed(self.items[at + 2] & 3, at, self.items[at + 3] & 1)
            if self.items[at + 3] == 3:
                exact += self.mixed((self.items[at + 2] >> 2) + 1, at, 1)
                loose += self.mixed((self.items[at + 2] >> 2) - 1, at, 1)
            self.runs[last - 2] = (self.runs[last - 2] + exact) & LOW
            self.runs[last - 1] = (self.runs[last - 1] + loose) & LOW
            at += ITEM
        self.name(cls, begin, last)
        self.crown(depth, cls, begin)
        return begin

    def name(self, cls: int, begin: int, last: int) -> None:
        """Lay the two words for a class: its runs in any order, and in theirs."""
        first = 17 + self.alike[cls]
        rest = 0
        at = last - 2
        while at >= 0:
            first = ((first ^ self.runs[at]) * FIRST) & LOW
            first ^= first >> 29
            rest = (rest + self.runs[at + 1]) & LOW
            at -= 2
        word = ((first ^ (first >> 31)) * SECOND) & LOW
        self.arena[begin + ORDERED] = word ^ (word >> 27)
        word = ((17 + self.alike[cls]) * SECOND + rest * LAST_SECOND) & LOW
        word = ((word ^ (word >> 27)) * LAST_FIRST) & LOW
        self.arena[begin] = word ^ (word >> 30)


class TrickProofs(TrickClasses):
    """What was found of positions."""

    def look(self, depth: int) -> int:
        """What is known of a position; -1 if nothing is."""
        return self.bounds.find(self.ordered[depth], self.key[depth])

    def learn(self, depth: int, beta: int, value: int) -> None:
        """Keep what a position is worth."""
        low = value if value >= beta else 0
        high = value if value < beta else self.high[depth]
        word = self.look(depth)
        if word >= 0:
            low = max(low, word >> 40)
            high = min(high, word >> 20 & 0xFFFFF)
        self.bounds.put(self.ordered[depth], self.key[depth], low << 40 | high << 20 | self.best[depth])


class TrickMoves(TrickProofs):
    """The plays of each seat, in the order in which they are worth a look, and what they do to a trick."""

    def bottom(self, seat: int, cards: int, kind: int) -> int:
        """What the last trick brings besides its points."""
        key = kind << 24 | seat << 20 | cards
        known = self.bottoms.find(key)
        if known < 0:
            known = self.rules.bottom(seat, cards, kind)
            self.bottoms.put(key, known)
        return known

    def lead(self, depth: int, cards: int, kind: int) -> None:
        """Lay a lead."""
        seat = self.leader[depth]
        at = SEATS * depth
        self.made[at + seat] = cards
        self.kind[depth] = kind
        self.holder[at] = seat
        self.strongest[at] = self.strength(seat, cards, kind, 1)

    def follow(self, depth: int, at: int, cards: int, strength: int) -> None:
        """Lay a follow, so strong."""
        seat = (self.leader[depth] + at) & 3
        place = SEATS * depth + at
        self.made[SEATS * depth + seat] = cards
        if strength and self.beats(strength, self.strongest[place - 1]):
            self.holder[place] = seat
            self.strongest[place] = strength
        else:
            self.holder[place] = self.holder[place - 1]
            self.strongest[place] = self.strongest[place - 1]

    def strength(self, seat: int, cards: int, kind: int, leads: int) -> int:
        """How strong a play is."""
        at = self.place_of(kind, seat) + cards
        known = self.lead_strengths[at] if leads else self.strengths[at]
        if not known:
            known = 1 + self.rules.strength(seat, cards, kind, leads)
            if leads:
                self.lead_strengths[at] = known
            else:
                self.strengths[at] = known
        return known - 1

    def place_of(self, kind: int, seat: int) -> int:
        """Where the cards of a seat begin in the tables of a kind of lead."""
        at = (kind >> KINDS) * SEATS + seat << self.width
        if at >= len(self.follows):
            self.follows, self.strengths = longer(self.follows, 2 * at), longer(self.strengths, 2 * at)
            self.lead_strengths = longer(self.lead_strengths, 2 * at)
        return at

    def beats(self, challenger: int, holder: int) -> int:
        """Whether a play takes the trick: 1 or 0."""
        if challenger >= STRENGTHS or holder >= STRENGTHS:
            return self.rules.beats(challenger, holder)
        at = challenger * STRENGTHS + holder
        if not self.compared[at]:
            self.compared[at] = 1 + self.rules.beats(challenger, holder)
        return self.compared[at] - 1

    def choose(self, base: int) -> int:
        """Where the best of the listed plays stands."""
        chosen = base
        for each in range(base + 4, self.top, 4):
            if self.stack[each + 2] > self.stack[chosen + 2]:
                chosen = each
        return chosen

    def swap(self, one: int, other: int) -> None:
        """Exchange two plays on the list."""
        for at in range(3):
            held = self.stack[one + at]
            self.stack[one + at] = self.stack[other + at]
            self.stack[other + at] = held

    def drop(self, chosen: int) -> None:
        """Take a play off the list."""
        self.top -= 4
        self.stack[chosen] = self.stack[self.top]
        self.stack[chosen + 1] = self.stack[self.top + 1]
        self.stack[chosen + 2] = self.stack[self.top + 2]

    def push(self, cards: int, kind: int, order: int) -> None:
        """Put a play on the list."""
        if self.top + 4 > len(self.stack):
            self.stack = longer(self.stack, 2 * self.top)
        self.stack[self.top] = cards
        self.stack[self.top + 1] = kind
        self.stack[self.top + 2] = order
        self.top += 4

    def keep(self, listed: list[int]) -> int:
        """Keep a list of words; where its length stands, before its words."""
        self.room(len(listed) + 1)
        begin = self.end
        self.arena[begin] = len(listed)
        for at in range(len(listed)):
            self.arena[begin + 1 + at] = listed[at]
        self.end += len(listed) + 1
        return begin

    def list_leads(self, depth: int, seat: int) -> None:
        """The leads of a seat."""
        hand = self.hand[SEATS * depth + seat]
        for cls in range(CLASSES + 1):
            cards = hand
            if cls < CLASSES:
                cards = hand & self.shape[3 * (SEATS * cls + seat) + 1]
                if not cards:
                    continue
            place = (seat << self.width) + cards
            begin = self.leads[place] if cls < CLASSES else self.mixed_leads[place]
            if not begin:
                if cls < CLASSES:
                    begin = self.leads[place] = self.keep(self.rules.leads(seat, cards, cls))
                else:
                    begin = self.mixed_leads[place] = self.keep(self.rules.mixed_leads(seat, cards))
            count = self.arena[begin]
            if not count:
                continue
            over = 0
            if cls < CLASSES:
                for other in range(SEATS):
                    if other != seat and (self.partner_blocks or (other ^ seat) & 1):
                        over |= self.blocks(
                            other, self.hand[SEATS * depth + other] & self.shape[3 * (SEATS * cls + other) + 1], cls
                        )
            for each in range(begin + 1, begin + 1 + count, 3):
                self.weigh_lead(depth, seat, each, over)

    def weigh_lead(self, depth: int, seat: int, each: int, over: int) -> None:
        """List a lead, unless it is a throw that can be stopped or one that equals another."""
        cards = self.arena[each]
        units = self.arena[each + 2]
        throw = units < 0
        if throw:
            units = -units
        stopped = units & over
        if not (throw and stopped) and not (cards & self.own(self.doubles[depth], seat) and self.doubled(depth, seat, cards)):
            points = self.worth[(seat << self.width) + cards]
            order = self.counts[cards] * 2000
            cost = self.cost[(seat << self.width) + cards]
            if stopped:
                order -= 60 * points + 8 * cost
            else:
                order += 4000 + 20 * points + 8 * cost
            if cards == self.best[depth]:
                order = FIRST_OF_ALL
            elif cards == self.openings[(seat << self.width) + self.hand[SEATS * depth + seat]]:
                order += OFTEN
            self.push(cards, self.arena[each + 1], order)

    def blocks(self, seat: int, cards: int, cls: int) -> int:
        """The units that some cards can stop."""
        if not cards:
            return 0
        known = self.stops[(seat << self.width) + cards]
        if not known:
            known = 1 + self.rules.blocks(seat, cards, cls)
            self.stops[(seat << self.width) + cards] = known
        return known - 1

    def doubled(self, depth: int, seat: int, cards: int) -> int:
        """Whether a play takes a card instead of an equal one below it that it leaves."""
        for cls in range(CLASSES):
            begin = self.told[CLASSES * depth + cls]
            if not begin or not cards & self.own(self.arena[begin + DOUBLES], seat):
                continue
            row = begin + TOLD
            for _ in range(self.arena[begin + TRAITS] >> ROWS):
                if (
                    self.arena[row] == seat
                    and self.counts[cards & self.arena[row + 1]] < self.counts[cards & self.arena[row + 2]]
                ):
                    return 1
                row += 3
        return 0

    def list_follows(self, depth: int, at: int) -> None:
        """The follows of the seat whose turn it is."""
        seat = (self.leader[depth] + at) & 3
        hand = self.hand[SEATS * depth + seat]
        kind = self.kind[depth]
        size = kind & 15
        self.replied = self.replies[self.reply(depth, at, seat)]
        self.answered = self.answers[self.answer(depth, at, seat)]
        cards = hand
        if not kind & ANYWHERE:
            cards = hand & self.shape[3 * (SEATS * (kind >> 4 & 7) + seat) + 1]
        doubles = self.own(self.doubles[depth], seat) if self.plain or not kind & ANYWHERE else 0
        if cards and self.counts[cards] < size:
            must = cards
            hand ^= must
            count = size - self.counts[must]
            place = (count * SEATS + seat << self.width) + hand
            begin = self.discards[place]
            if not begin:
                begin = self.discards[place] = self.keep(self.rules.discards(seat, hand, count))
            for each in range(begin + 1, begin + 1 + self.arena[begin]):
                cards = self.arena[each] | must
                if not (cards & doubles and self.doubled(depth, seat, cards)):
                    self.weigh_follow(depth, at, seat, cards, self.strength(seat, cards, kind, 0))
        else:
            place = self.place_of(kind, seat) + (cards or hand)
            begin = self.follows[place]
            if not begin:
                begin = self.follows[place] = self.keep_follows(seat, cards, hand, kind)
            for each in range(begin + 1, begin + 1 + self.arena[begin], 2):
                cards = self.arena[each]
                if not (cards & doubles and self.doubled(depth, seat, cards)):
                    self.weigh_follow(depth, at, seat, cards, self.arena[each + 1])

    def keep_follows(self, seat: int, cards: int, hand: int, kind: int) -> int:
        """Keep the follows from enough cards of the led class, or from a hand that has none, with their strengths."""
        plays = self.rules.follows(seat, cards, kind) if cards else self.rules.discards(seat, hand, kind & 15)
        listed: list[int] = []
        for play in plays:
            listed += (play, self.strength(seat, play, kind, 0))
        return self.keep(listed)

    def weigh_follow(self, depth: int, at: int, seat: int, cards: int, strength: int) -> None:
        """List a follow: those first that win from the other side, or leave points to one's own."""
        place = SEATS * depth + at - 1
        points = self.worth[(seat << self.width) + cards]
        ours = self.attack[self.holder[place]] == self.attack[seat]
        order = 0
        cost = self.cost[(seat << self.width) + cards]
        if strength and self.beats(strength, self.strongest[place]):
            if ours:
                order += 4000 + 40 * points - 10 * cost
            elif at == SEATS - 1:
                order += 20000 + 40 * points - 20 * cost
            else:
                order += 15000 + 40 * points + 10 * cost
        elif ours:
            order += 8000 + 60 * points - 10 * cost
        else:
            order += 3000 - 80 * points - 10 * cost
        if cards == self.replied:
            order += OFTEN
        if cards == self.answered:
            order += OFTEN
        self.push(cards, strength, order)

    def reply(self, depth: int, at: int, seat: int) -> int:
        """Where the play is kept that decided last after the play before it, as the trick stood."""
        key = ((at * SEATS + self.holder[SEATS * depth + at - 1]) * SEATS + seat) * DEPTHS + depth
        key = key << PLAYS | self.made[SEATS * depth + (seat + SEATS - 1 & 3)]
        return (key * FIRST & LOW) >> TO_PLACE

    def answer(self, depth: int, at: int, seat: int) -> int:
        """Where the play is kept that decided last against the one that holds the trick, from the same hand."""
        holder = self.holder[SEATS * depth + at - 1]
        key = ((at * SEATS + holder) * SEATS + seat) << PLAYS | self.made[SEATS * depth + holder]
        return ((key << PLAYS | self.hand[SEATS * depth + seat]) * SECOND & LOW) >> TO_PLACE


class TrickBounds(TrickMoves):
    """What tricks that nobody can take from a side come to."""

    def foregone(self, depth: int, cards: int, beta: int) -> int:
        """What the attackers get at least or at most, if tricks that the leader surely takes decide; -1 if not."""
        leader = self.leader[depth]
        tricks = self.cash(depth, cards, leader)
        return self.decides(depth, cards, beta, leader, tricks) if tricks else -1

    def cash(self, depth: int, cards: int, leader: int) -> int:
        """How many tricks the leader takes with single cards that win whatever is played to them.

        Side suits as far as others must follow who could ruff, and trumps; they first, if that leaves nobody any. Where the
        others have run out of a class all cards of it win.
        """
        at = SEATS * depth
        last = CLASSES - 1
        begin = self.told[CLASSES * depth + last]
        own = self.hand[at + leader]
        partner = (leader + 2) & 3
        trumps = own & self.shape[3 * (SEATS * last + leader) + 1]
        tops = self.own(self.arena[begin + TOPS], leader) if begin else 0
        longest = self.longest(depth, last, leader)
        drawn = self.counts[tops] >= longest
        if drawn and begin:
            tops = trumps
        tricks = self.counts[tops]
        self.run[last] = tricks
        self.taken = tops
        theirs = self.size_of(depth, last, partner)
        free = cards - theirs >= self.counts[own ^ trumps] + max(0, tricks - theirs)
        for cls in range(last):
            begin = self.told[CLASSES * depth + cls]
            self.run[cls] = 0
            tops = self.own(self.arena[begin + TOPS], leader) if begin else 0
            if not tops:
                continue
            most = cards
            for step in range(SEATS if drawn else 1, SEATS):
                seat = (leader + step) & 3
                if not (seat == partner and free) and self.size_of(depth, last, seat):
                    most = min(most, self.size_of(depth, cls, seat))
            longest = self.longest(depth, cls, leader)
            if self.counts[tops] >= longest:
                tops = own & self.shape[3 * (SEATS * cls + leader) + 1]
            tops = self.highest(tops, most)
            self.taken |= tops
            self.run[cls] = self.counts[tops]
            tricks += self.run[cls]
        return tricks

    def size_of(self, depth: int, cls: int, seat: int) -> int:
        """How many cards of a class a seat has."""
        return self.counts[self.hand[SEATS * depth + seat] & self.shape[3 * (SEATS * cls + seat) + 1]]

    def longest(self, depth: int, cls: int, leader: int) -> int:
        """The most that another seat has."""
        found = 0
        for step in range(1, SEATS):
            found = max(found, self.size_of(depth, cls, (leader + step) & 3))
        return found

    def highest(self, cards: int, most: int) -> int:
        """At most so many of a class's cards, the highest ones."""
        while self.counts[cards] > most:
            cards &= cards - 1
        return cards

    def decides(self, depth: int, cards: int, beta: int, seat: int, tricks: int) -> int:
        """What follows of a seat's next tricks for what the attackers get; -1 if it is not enough."""
        won = self.worth[(seat << self.width) + self.taken]
        for at in range(1, SEATS):
            won += self.yields(depth, cards, (seat + at) & 3, tricks, at == 2)
        if self.attack[seat]:
            if tricks == cards:
                won += self.least
            return won if won >= beta else -1
        won = self.rest[depth] - won
        if tricks < cards:
            won += self.most[3 * (cards - tricks) + self.paired[depth]]
        return won if won < beta else -1

    def yields(self, depth: int, cards: int, seat: int, tricks: int, willing: int) -> int:
        """What a seat must play to so many tricks, as many of each class as are led; the most, if willing."""
        hand = self.hand[SEATS * depth + seat]
        total = self.worth[(seat << self.width) + hand]
        if not total:
            return 0
        extra = tricks
        for cls in range(CLASSES):
            count = self.size_of(depth, cls, seat)
            self.owed[cls] = min(count, self.run[cls])
            self.loose[cls] = count - self.owed[cls]
            extra -= self.owed[cls]
        room = cards - tricks
        for at in range(self.levels):
            rich = hand & self.among[SEATS * at + seat]
            if not rich:
                continue
            for cls in range(CLASSES):
                count = self.counts[rich & self.shape[3 * (SEATS * cls + seat) + 1]]
                if willing:
                    given = min(count, self.owed[cls])
                    self.owed[cls] -= given
                    count -= given
                    given = min(count, extra) if cls < CLASSES - 1 else 0  # a trump would take the trick, and the lead
                    extra -= given
                    count = min(count - given, room)
                else:
                    count = min(count, self.loose[cls], room)
                    self.loose[cls] -= count
                room -= count
                total -= self.level[at] * count
        return total


class TrickSearch(TrickBounds):
    """A search from one position, which remembers what it learnt for the next question about the same cards."""

    def start(self, leader: int, limit: int) -> None:
        """Begin a question: who leads, and how many more plays may be looked at."""
        self.leader[0] = leader
        self.stopped = 0
        self.limit = self.nodes + limit
        total = 0
        for seat in range(SEATS):
            total += self.worth[(seat << self.width) + self.hand[seat]]
        self.rest[0] = total

    def spent(self) -> bool:
        """Whether the budget is used up: what was said last is nothing then."""
        return self.stopped == 1

    def given(self, at: int, cards: int, loses: int) -> int:
        """Lay a play of the first trick that was made already; 0 where a lead is none that the rules allow.

        With `loses` it cannot win, whatever it is.
        """
        self.canonical(0)
        self.doubles[0] = 0
        if not at:
            base = self.top
            self.list_leads(0, self.leader[0])
            found = 0
            for each in range(base, self.top, 4):
                if self.stack[each] == cards:
                    self.lead(0, cards, self.stack[each + 1])
                    found = 1
            self.top = base
            return found
        self.follow(0, at, cards, self.strength((self.leader[0] + at) & 3, cards, self.kind[0], 0))
        if loses:
            self.holder[at] = self.holder[at - 1]
            self.strongest[at] = self.strongest[at - 1]
        return 1

    def listed(self, at: int) -> "array[int]":
        """The legal plays of the seat whose turn it is in the first trick, equal ones too: a mask each."""
        self.canonical(0)
        self.doubles[0] = 0
        base = self.top
        if at:
            self.list_follows(0, at)
        else:
            self.list_leads(0, self.leader[0])
        found = words((self.top - base) // 4)
        for number in range((self.top - base) // 4):
            found[number] = self.stack[base + 4 * number]
        self.top = base
        return found

    def ask(self, at: int, beta: int) -> int:
        """What the attackers still get after so many plays of the first trick: at least this if not below beta, else at most.

        This holds unless the budget is spent.
        """
        self.canonical(0)
        if not at:
            return self.begin(0, beta)
        return self.play(0, at, beta)

    def begin(self, depth: int, beta: int) -> int:
        """The same before a trick."""
        value = self.told_at_once(depth, beta)
        if value >= 0:
            return value
        if self.counts[self.hand[SEATS * depth + self.leader[depth]]] == 1:
            return self.last(depth)
        value = self.play(depth, 0, beta)
        if not self.stopped:
            self.learn(depth, beta, value)
        return value

    def told_at_once(self, depth: int, beta: int) -> int:
        """What the attackers get, if it takes no search to tell on which side of beta it is: -1 if it does.

        It lays what the position is to the rules, and the play that was best.
        """
        cards = self.counts[self.hand[SEATS * depth + self.leader[depth]]]
        high = self.rest[depth] + self.most[3 * cards + 2]
        if beta > high:
            return high
        if beta <= 0:
            return 0
        if cards == 1:
            return -1
        self.canonical(depth)
        high = self.rest[depth] + self.most[3 * cards + self.paired[depth]]
        self.high[depth] = high
        self.best[depth] = 0
        if beta > high:
            return high
        word = self.look(depth)
        if word >= 0:
            self.best[depth] = word & 0xFFFFF
            if word >> 40 >= beta:
                return word >> 40
            if word >> 20 & 0xFFFFF < beta:
                return word >> 20 & 0xFFFFF
        return self.foregone(depth, cards, beta) if self.plain else -1

    def last(self, depth: int) -> int:
        """What the attackers get from a last trick of single cards."""
        self.nodes += 1
        base = self.top
        self.doubles[depth] = 0
        self.list_leads(depth, self.leader[depth])
        self.lead(depth, self.stack[base], self.stack[base + 1])
        self.top = base
        for at in range(1, SEATS):
            seat = (self.leader[depth] + at) & 3
            cards = self.hand[SEATS * depth + seat]
            self.follow(depth, at, cards, self.strength(seat, cards, self.kind[depth], 0))
        return self.close(depth, 0)

    def play(self, depth: int, at: int, beta: int) -> int:  # noqa: C901, PLR0912 - one loop, whose parts would cost as much as calls
        """The same after so many plays of a trick."""
        self.nodes += 1
        if self.nodes > self.limit:
            self.stopped = 1
            return 0
        if at == SEATS:
            return self.close(depth, beta)
        seat = (self.leader[depth] + at) & 3
        base = self.top
        if at:
            self.list_follows(depth, at)
        else:
            self.list_leads(depth, seat)
        attacks = self.attack[seat]
        value = -1 if attacks else WORTH
        move = decided = 0
        if (
            at == SEATS - 1
            and self.top > base + 4
            and self.counts[self.hand[SEATS * depth + seat]] > (self.kind[depth] & 15) + 1
        ):
            value = self.foresee(depth, base, beta)
            if (value >= beta) if attacks else (value < beta):
                self.top = base
                return value
        while self.top > base:
            chosen = self.choose(base)
            cards = self.stack[chosen]
            kind = self.stack[chosen + 1]
            self.drop(chosen)
            if at:
                self.follow(depth, at, cards, kind)
            else:
                self.lead(depth, cards, kind)
            found = self.play(depth, at + 1, beta)
            if self.stopped:
                break
            if (found > value) if attacks else (found < value):
                value = found
                move = cards
            if (value >= beta) if attacks else (value < beta):
                decided = 1
                break
        if not at:
            self.best[depth] = move
            if decided:
                self.openings[(seat << self.width) + self.hand[SEATS * depth + seat]] = move
        elif decided:
            self.replies[self.reply(depth, at, seat)] = move
            self.answers[self.answer(depth, at, seat)] = move
        self.top = base
        return value

    def foresee(self, depth: int, base: int, beta: int) -> int:
        """The best of what the attackers get by those of the last seat's plays after which it takes no search to tell; if that
        does not decide, they are off the list.
        """
        attacks = self.attack[(self.leader[depth] + SEATS - 1) & 3]
        value = -1 if attacks else WORTH
        self.swap(base, self.choose(base))
        each = base
        while each < self.top:
            self.follow(depth, SEATS - 1, self.stack[each], self.stack[each + 1])
            gain = self.settle(depth)
            found = self.told_at_once(depth + 1, beta - gain)
            if found < 0:
                each += 4
                continue
            found += gain
            if (found >= beta) if attacks else (found < beta):
                return found
            value = max(value, found) if attacks else min(value, found)
            self.drop(each)
        return value

    def settle(self, depth: int) -> int:
        """Lay the hands after a trick, and who leads; what the attackers got."""
        at = SEATS * depth
        winner = self.holder[at + SEATS - 1]
        gain = touched = 0
        for seat in range(SEATS):
            gain += self.worth[(seat << self.width) + self.made[at + seat]]
            touched |= self.touches[(seat << self.width) + self.made[at + seat]]
            self.hand[at + SEATS + seat] = self.hand[at + seat] ^ self.made[at + seat]
        self.rest[depth + 1] = self.rest[depth] - gain
        self.touched[depth + 1] = touched
        self.leader[depth + 1] = winner
        return gain if self.attack[winner] else 0

    def close(self, depth: int, beta: int) -> int:
        """What the attackers get from the end of a trick on."""
        gain = self.settle(depth)
        if not self.hand[SEATS * depth + SEATS]:
            winner = self.leader[depth + 1]
            return gain + self.bottom(winner, self.made[SEATS * depth + winner], self.kind[depth])
        return gain + self.begin(depth + 1, beta - gain)
