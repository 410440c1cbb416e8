"""The rule player of the trick games over machine words: how it leads and follows, and hands played out by it.

What it plays by is said in `policy_tricks.py`. A hand is two masks: the cards that are there, and those that are there twice,
each card a bit by class and rung, weakest first. What the quick rules here do not cover (several tractors at once, sets of
three, who wins a throw) is asked of `TrickAsked`, which asks the functions that judge plays.

It is plain typed Python; the `.pxd` beside it tells Cython the types of the same source for the compiled build.
"""

from array import array
from typing import Final, Protocol

from paipu.replay.solve import bits
from paipu.replay.solve.store import words

SEATS: Final = 4
TRUMPS_CLASS: Final = 4
CLASSES: Final = 5
TRUMPS_FROM: Final = 64
"""The power of the weakest trump: more than any card of a side suit has."""
RUFFED: Final = 200
FEW: Final = 100
KEPT: Final = 400
ENDING: Final = 8
"""What it counts against a lead that it may be ruffed, that few of the suit are out, that trumps are kept for the last trick,
and with how many cards that begins.
"""
LOWEST: Final = -(1 << 30)
SIZE_AT: Final = 3
PAIRS_AT: Final = 9
RUN_AT: Final = 15
UNIT: Final = 1 << 20
ODD: Final = 1 << 21
TRIO: Final = 1 << 22
ASKED: Final = 23
"""What there is to know of a lead is a word: its class; its size, pairs, and the pairs of its longest tractor from these bits
on; whether it is one unit, whether the quick rules do not say what is owed, whether it is a set of three; and from the last
bit on the number by which `TrickAsked` knows it, 0 for what it has not seen.
"""


class TrickAsked(Protocol):
    """What is asked of the rules where the quick ones do not tell."""

    def kind(self, one: int, two: int) -> int:
        """The word of a lead."""

    def follow(self, kind: int, led: "array[int]", one: int, two: int, give: int) -> tuple[int, int]:
        """Of the legal follows of a hand that which wins nothing and costs least: the two masks."""

    def winner(self, kind: int, made: "array[int]") -> int:
        """Which of four plays, two masks each, takes a trick: its number."""

    def bottom(self, kind: int, led: "array[int]", one: int, two: int, kitty: int) -> int:
        """What the attackers get for the kitty's points when they win the last trick with a play."""


def word_of(cls: int, size: int, pairs: int, run: int, flags: int, number: int) -> int:
    """The word of a lead; `flags`: 1 for one unit, 2 for what the quick rules do not tell, 4 for a set of three."""
    return cls | size << SIZE_AT | pairs << PAIRS_AT | run << RUN_AT | flags * UNIT | number << ASKED


def number_of(kind: int) -> int:
    """The number by which `TrickAsked` knows a lead, 0 for none."""
    return kind >> ASKED


class TrickSeats:
    """Four hands, what lies there, and what each seat may know.

    `cards` has for each card class, power, points, the mask of the higher cards of its class, and that of the cards whose pairs
    come right before its pair in a tractor; `rules` the banker, who buried, which seats capture the kitty, and
    whether of equal plays the first wins, a shorter tractor is owed, and no lead can be told by the quick rules.
    """

    def __init__(self, asked: TrickAsked, cards: "array[int]", rules: "array[int]") -> None:
        self.asked = asked
        self.count = len(cards) // 5
        self.cls, self.power, self.points = words(self.count), words(self.count), words(self.count)
        self.above, self.linked, self.mask = words(self.count), words(self.count), words(CLASSES)
        self.worthless = 0
        for place in range(self.count):
            self.cls[place] = cards[5 * place]
            self.power[place] = cards[5 * place + 1]
            self.points[place] = cards[5 * place + 2]
            self.above[place] = cards[5 * place + 3]
            self.linked[place] = cards[5 * place + 4]
            self.mask[self.cls[place]] |= self.bit(place)
            if not self.points[place]:
                self.worthless |= self.bit(place)
        self.all = self.bit(self.count) - 1
        self.dealer, self.burier = rules[0], rules[1]
        self.captured = words(SEATS)
        for seat in range(SEATS):
            self.captured[seat] = rules[2 + seat]
        self.equal_first, self.shorter, self.layered = rules[6], rules[7], rules[8]
        self.one, self.two, self.void = words(SEATS), words(SEATS), words(SEATS)
        self.made, self.led = words(2 * SEATS), words(2)
        self.gone1 = self.gone2 = self.kitty1 = self.kitty2 = self.kitty = 0
        self.unseen1 = self.unseen2 = 0
        self.leader = self.number = self.winner = self.best = self.gained = 0
        self.kind = self.lead_cls = self.size = self.pairs = self.run_of = self.unit = self.odd = self.given = 0
        self.pick1 = self.pick2 = self.pick_kind = 0
        self.score = LOWEST

    def bit(self, place: int) -> int:
        """The mask of a card."""
        found = 1
        return found << place

    # ---- the hands

    def begin(self, hands: "array[int]", told: "array[int]", trick: "array[int]") -> None:
        """Lay a position: the hands, and the kitty's two masks and points; what was played and is void, who leads, what the
        attackers have, and the word of the lead; the plays of the trick under way.
        """
        for seat in range(SEATS):
            self.one[seat] = hands[2 * seat]
            self.two[seat] = hands[2 * seat + 1]
            self.void[seat] = told[2 + seat]
        self.kitty1, self.kitty2, self.kitty = hands[8], hands[9], hands[10]
        self.gone1, self.gone2 = told[0], told[1]
        self.leader, self.gained = told[6], told[7]
        self.number = self.winner = self.best = 0
        self.given = 1
        for number in range(len(trick) // 2):
            self.lay(trick[2 * number], trick[2 * number + 1], told[8])

    def lay(self, one: int, two: int, kind: int) -> None:
        """Lay a play into the trick; `kind` is looked at where it is led."""
        seat = (self.leader + self.number) % SEATS
        if not self.number:
            self.tell(kind)
            self.led[0], self.led[1] = one, two
            self.winner = self.best = 0
        elif one & ~self.mask[self.lead_cls]:
            self.void[seat] |= 1 << self.lead_cls
        self.made[2 * self.number], self.made[2 * self.number + 1] = one, two
        power = self.strength(one, two)
        if power > self.best or (self.number and power and power == self.best and not self.equal_first):
            self.winner, self.best = self.number, power
        self.number += 1

    def tell(self, kind: int) -> None:
        """Read the word of a lead."""
        self.kind = kind
        self.lead_cls = kind & 7
        self.size = kind >> SIZE_AT & 63
        self.pairs = kind >> PAIRS_AT & 63
        self.run_of = kind >> RUN_AT & 31
        self.unit = kind & UNIT
        self.odd = kind & ODD

    def take(self, seat: int, one: int, two: int) -> None:
        """A seat plays cards out of its hand."""
        own2 = self.two[seat]
        self.one[seat] = (self.one[seat] & ~one) | (own2 & one & ~two)
        self.two[seat] = own2 & ~one
        both = self.gone1 & one
        self.gone1 |= one
        self.gone2 |= two | both

    def look(self, seat: int) -> None:
        """Tell the cards of which a copy is neither in a seat's hand nor played, and those of which both are not."""
        one = self.one[seat] | self.gone1
        two = self.two[seat] | self.gone2 | (self.one[seat] & self.gone1)
        if seat == self.burier:
            two |= self.kitty2 | (one & self.kitty1)
            one |= self.kitty1
        self.unseen1 = self.all & ~two
        self.unseen2 = self.all & ~one

    def run(self, pairs: int, length: int, above: int) -> int:
        """The lowest run of so many linked pairs whose top has at least some power, 0 if there is none."""
        left = pairs
        while left:
            low = left & -left
            left ^= low
            top = bits.top(low)
            if self.power[top] < above:
                continue
            taken = low
            at = top
            count = 1
            while count < length:
                below = self.linked[at] & pairs
                if not below:
                    break
                at = bits.top(below)
                taken |= self.bit(at)
                count += 1
            if count == length:
                return taken
        return 0

    def strength(self, one: int, two: int) -> int:
        """How high a play stands in a trick, 0 where it cannot win; of throws it tells only what is ruffed."""
        mask = self.mask[self.lead_cls]
        ruffs = 0
        if one & ~mask:
            mask = self.mask[TRUMPS_CLASS]
            ruffs = 1
            if one & ~mask:
                return 0
        if bits.ones(one) + bits.ones(two) != self.size or bits.ones(two) < self.pairs:
            return 0
        if not self.unit:
            return 1 + TRUMPS_FROM * ruffs
        if self.run_of and not self.run(two, self.run_of, 0):
            return 0
        return self.power[bits.top(one)] + 1

    def worth(self, mask: int) -> int:
        """The points of some cards."""
        left = mask & ~self.worthless
        found = 0
        while left:
            low = left & -left
            left ^= low
            found += self.points[bits.top(low)]
        return found

    def over(self, own: int, out: int) -> int:
        """Those of one's cards of a class that none of the others there is above."""
        if not out:
            return own
        place = bits.top(out)
        below = self.mask[self.cls[place]] & (self.bit(place) - 1)
        while below:  # cards on its own rung are not below it
            top = bits.top(below)
            if self.power[top] < self.power[place]:
                break
            below ^= self.bit(top)
        return own & ~below


class TrickLeads(TrickSeats):
    """How the rule player leads."""

    def lead(self, seat: int) -> None:
        """Choose what the rule player leads: the highest score, and of equals the lowest cards."""
        self.look(seat)
        self.score = LOWEST
        for cls in range(CLASSES):
            one = self.one[seat] & self.mask[cls]
            if not one:
                continue
            if cls == TRUMPS_CLASS:
                self.lead_trumps(seat, one, self.two[seat] & self.mask[cls])
            else:
                self.lead_suit(seat, cls, one, self.two[seat] & self.mask[cls])
        if self.pick_kind < 0:
            self.pick_kind = self.asked.kind(self.pick1, self.pick2)

    def weigh(self, score: int, one: int, two: int, kind: int) -> None:
        """A lead that there is."""
        if score < self.score:
            return
        if score == self.score and (one > self.pick1 or (one == self.pick1 and two >= self.pick2)):
            return
        self.score = score
        self.pick1 = one
        self.pick2 = two
        self.pick_kind = kind

    def simple(self, cls: int, pairs: int, run: int) -> int:
        """The word of a single card (no pairs), a pair, or a tractor."""
        return word_of(cls, 2 * pairs if pairs else 1, pairs, run, 3 if self.layered else 1, 0)

    def longest(self, pairs: int) -> int:
        """The lowest of the longest tractors in some pairs."""
        length = bits.ones(pairs)
        while length > 1:
            found = self.run(pairs, length, 0)
            if found:
                return found
            length -= 1
        return 0

    def lead_suit(self, seat: int, cls: int, own1: int, own2: int) -> None:
        """What there is to lead of a side suit, with how good it is."""
        out1 = self.unseen1 & self.mask[cls]
        out2 = self.unseen2 & self.mask[cls]
        out = bits.ones(out1) + bits.ones(out2)
        across = self.void[(seat + 1) % SEATS] | self.void[(seat + 3) % SEATS]
        partner = self.void[(seat + 2) % SEATS]
        less = 0
        helped = 0
        if self.unseen1 & self.mask[TRUMPS_CLASS] and across >> cls & 1:
            less = RUFFED
        elif partner >> cls & 1 and not partner >> TRUMPS_CLASS & 1:
            helped = 150
        sure1 = self.over(own1, out1)
        sure2 = self.over(own2, out2)
        throw = sure1 | sure2
        if bits.ones(throw) > 1:
            cards = bits.ones(throw) + bits.ones(sure2)
            self.weigh(380 + 50 * cards - 10 * max(0, 3 * cards - out) - less, throw, sure2, -1)
        taken = self.longest(own2)
        if taken:
            length = bits.ones(taken)
            self.weigh(360 + 30 * length - less, taken, taken, self.simple(cls, length, length))
        left = own1
        while left:
            bit = left & -left
            left ^= bit
            place = bits.top(bit)
            points = self.points[place]
            rung = self.power[place]
            if own2 & bit:
                score = 410 if sure2 & bit else 170 + 8 * rung - 8 * points
                self.weigh(score - (FEW if out < 8 else 0) - less, bit, bit, self.simple(cls, 1, 0))
            if sure1 & bit:
                self.weigh(320 - (FEW if out < 4 else 0) - less, bit, 0, self.simple(cls, 0, 0))
            elif not own2 & bit:
                self.weigh(120 - 5 * rung - 8 * points + helped - less, bit, 0, self.simple(cls, 0, 0))

    def lead_trumps(self, seat: int, own1: int, own2: int) -> None:
        """The same of trumps."""
        count = bits.ones(own1) + bits.ones(own2)
        size = bits.ones(self.one[seat]) + bits.ones(self.two[seat])
        out1 = self.unseen1 & self.mask[TRUMPS_CLASS]
        bank = (seat - self.dealer) % 2 == 0
        wish = 9 * count + (90 if bank else -40) - (0 if out1 else 300)
        kept = KEPT if count == size and size <= ENDING else 0
        sure1 = self.over(own1, out1)
        sure2 = self.over(own2, self.unseen2 & self.mask[TRUMPS_CLASS])
        taken = self.longest(own2)
        if taken:
            length = bits.ones(taken)
            score = wish + 80 + 70 * length - (kept if size > 2 * length else 0)
            self.weigh(score, taken, taken, self.simple(TRUMPS_CLASS, length, length))
        left = own1
        while left:
            bit = left & -left
            left ^= bit
            place = bits.top(bit)
            rung = self.power[place] - TRUMPS_FROM
            if own2 & bit:
                score = wish + 150 + (80 if sure2 & bit else 0) + 3 * rung - (kept if size > 2 else 0)
                self.weigh(score, bit, bit, self.simple(TRUMPS_CLASS, 1, 0))
            if sure1 & bit or not own2 & bit:
                score = wish - (120 if sure1 & bit else 0) - 5 * rung if bank else wish + 3 * rung
                if not sure1 & bit:
                    score -= 8 * self.points[place]
                self.weigh(score, bit, 0, self.simple(TRUMPS_CLASS, 0, 0))


class TrickFollows(TrickLeads):
    """How the rule player follows."""

    def follow(self, seat: int) -> None:
        """Choose what the rule player follows with."""
        mask = self.mask[self.lead_cls]
        own1 = self.one[seat] & mask
        own2 = self.two[seat] & mask
        held = bits.ones(own1) + bits.ones(own2)
        partner = (self.leader + self.winner - seat) % 2 == 0
        give = partner and (self.number == 3 or self.safe(seat))
        if held < self.size:
            self.fall_short(seat, own1, own2, self.size - held, give, partner)
            return
        if self.odd:
            found = self.asked.follow(self.kind, self.led, self.one[seat], self.two[seat], give)
            self.pick1 = found[0]
            self.pick2 = found[1]
            return
        wants = not partner or (self.number == 2 and not give)
        taken = self.owed_run(own2, wants)
        more = min(self.pairs, bits.ones(own2)) - bits.ones(taken)
        free = own2 & ~taken
        if more > 0 and wants and self.unit and self.pairs == 1:
            pair = self.pair_to_win(free)
            if pair:
                taken |= pair
                more = 0
        while more > 0:
            bit = self.pair_to_play(free, give)
            taken |= bit
            free ^= bit
            more -= 1
        self.pick1 = taken
        self.pick2 = taken
        need = self.size - 2 * bits.ones(taken)
        if not need:
            return
        if self.size == 1 and wants:
            win = self.single_to_win(seat, own1)
            if win:
                self.pick1 = win
                self.pick2 = 0
                return
        self.fill(own1 & ~taken, own2 & ~taken, need, give)

    def owed_run(self, own2: int, wants: int) -> int:
        """The tractor to play, or the longest there is where that is owed."""
        taken = 0
        if self.run_of:
            if wants and self.unit:
                taken = self.run(own2, self.run_of, self.best)
            if not taken:
                taken = self.run(own2, self.run_of, 0)
            length = self.run_of - 1
            while not taken and length > 1 and self.shorter:
                taken = self.run(own2, length, 0)
                length -= 1
        return taken

    def pair_to_win(self, pairs: int) -> int:
        """The pair to win with, 0 where none wins: the highest for the second hand, for the last the one with most points."""
        beating = self.beating(pairs)
        if not beating:
            return 0
        highest = bits.top(beating)
        if self.number == 3:
            return self.dearest(beating)
        if self.number == 1 or (self.number == 2 and self.best < self.power[highest]):
            return self.bit(highest)
        return beating & -beating

    def beating(self, cards: int) -> int:
        """Those of some cards that stand above what holds the trick."""
        found = 0
        left = cards
        while left:
            bit = left & -left
            left ^= bit
            if self.power[bits.top(bit)] + 1 > self.best:
                found |= bit
        return found

    def dearest(self, cards: int) -> int:
        """Of some cards the one with most points, then the lowest."""
        found = 0
        most = -1
        left = cards
        while left:
            bit = left & -left
            left ^= bit
            if self.points[bits.top(bit)] > most:
                most = self.points[bits.top(bit)]
                found = bit
        return found

    def single_to_win(self, seat: int, own: int) -> int:
        """The single card to win with, 0 where it is not to be won."""
        beating = self.beating(own)
        if not beating:
            return 0
        if self.number == 3:
            return self.dearest(beating)
        self.look(seat)
        highest = bits.top(beating)
        if not self.unseen1 & self.above[highest]:
            left = beating
            bit = left & -left
            while self.unseen1 & self.above[bits.top(bit)]:
                left ^= bit
                bit = left & -left
            return bit
        return self.bit(highest) if self.number == 2 and not self.points[highest] else 0

    def safe(self, seat: int) -> int:
        """Whether nothing unseen beats what the partner has played."""
        if not self.unit:
            return 1
        self.look(seat)
        after = (seat + 1) % SEATS
        highest = bits.top(self.made[2 * self.winner])
        cls = self.cls[highest]
        if cls != TRUMPS_CLASS and self.void[after] >> cls & 1 and not self.void[after] >> TRUMPS_CLASS & 1:
            return 0
        unseen = self.unseen2 if self.pairs else self.unseen1
        return 0 if unseen & self.above[highest] else 1

    def fall_short(self, seat: int, own1: int, own2: int, need: int, give: int, partner: int) -> None:
        """What is played by who has less of the class than was led."""
        one = self.one[seat]
        two = self.two[seat]
        trumps = one & self.mask[TRUMPS_CLASS]
        may = not own1 and self.lead_cls != TRUMPS_CLASS and trumps and not give and not self.kind & TRIO
        if may and not (partner and self.best > TRUMPS_FROM) and self.ruff(trumps, two & trumps):
            worth = 0
            for number in range(self.number):
                worth += self.worth(self.made[2 * number]) + self.worth(self.made[2 * number + 1])
            cheap = self.power[bits.top(self.pick1)] - TRUMPS_FROM < 10
            if worth >= 10 or (not partner and (worth or cheap)) or (self.number == 3 and worth):
                return
        self.pick1 = own1
        self.pick2 = own2
        self.fill(one & ~own1, two & ~own2, need, give)

    def ruff(self, trumps1: int, trumps2: int) -> int:
        """Choose the lowest trumps that win the trick; whether there are any."""
        if bits.ones(trumps1) + bits.ones(trumps2) < self.size or bits.ones(trumps2) < self.pairs:
            return 0
        least = max(self.best, TRUMPS_FROM)
        if self.unit and not self.run_of:
            left = self.beating(trumps2 if self.pairs else trumps1)
            self.pick1 = left & -left
            self.pick2 = self.pick1 if self.pairs else 0
            return 1 if left else 0
        if self.run_of:
            taken = self.run(trumps2, self.run_of, least) if self.unit else 0
            self.pick1 = taken
            self.pick2 = taken
            return 1 if taken else 0
        if self.best > TRUMPS_FROM:  # a throw that was ruffed
            return 0
        taken = 0
        left = trumps2
        for _ in range(self.pairs):
            bit = left & -left
            left ^= bit
            taken |= bit
        self.pick1 = taken
        self.pick2 = taken
        self.fill(trumps1 & ~taken, trumps2 & ~taken, self.size - 2 * self.pairs, 0)
        return 1

    def fill(self, rest1: int, rest2: int, need: int, give: int) -> None:
        """Add so many more cards of the rest to what was chosen."""
        one = rest1
        two = rest2
        for _ in range(need):
            bit = self.single_to_play(one, two, give)
            if self.pick1 & bit:
                self.pick2 |= bit
            self.pick1 |= bit
            if two & bit:
                two ^= bit
            else:
                one ^= bit

    def pair_to_play(self, pairs: int, give: int) -> int:
        """The pair to play that need not win."""
        return self.dearest(pairs) if give else self.cheapest(pairs)

    def cheapest(self, cards: int) -> int:
        """Of some cards that with the fewest points, then the lowest, no trumps if there are others."""
        found = 0
        least = 1 << 30
        left = cards
        while left:
            bit = left & -left
            left ^= bit
            place = bits.top(bit)
            cost = self.points[place] * 256 + self.power[place]
            if self.cls[place] == TRUMPS_CLASS:
                cost += 1 << 20
            if cost < least:
                least = cost
                found = bit
        return found

    def single_to_play(self, rest1: int, rest2: int, give: int) -> int:
        """The card to play that need not win."""
        if give and rest1 & ~self.worthless:
            found = 0
            most = -1
            left = rest1 & ~self.worthless
            while left:
                bit = left & -left
                left ^= bit
                place = bits.top(bit)
                if self.points[place] * 256 + 255 - self.power[place] > most:
                    most = self.points[place] * 256 + 255 - self.power[place]
                    found = bit
            return found
        plain = rest1 & self.worthless & ~self.mask[TRUMPS_CLASS]
        if plain & ~rest2:
            return self.cheapest(plain & ~rest2)
        return self.cheapest(plain or rest1)


class TrickPlaying(TrickFollows):
    """A hand that is played out, step by step or to its end."""

    def start(self, hands: "array[int]", told: "array[int]", trick: "array[int]") -> None:
        """Lay a position (`begin`)."""
        self.begin(hands, told, trick)

    def choose(self) -> None:
        """Choose what the rule player plays next (`pick1`, `pick2`, `pick_kind`); it looks at no other hand."""
        seat = (self.leader + self.number) % SEATS
        if self.number:
            self.follow(seat)
        else:
            self.lead(seat)

    def finished(self) -> bool:
        """Whether all is played."""
        return not self.number and not self.one[self.leader]

    def make(self, one: int, two: int, kind: int) -> None:
        """The seat whose turn it is plays so; `kind` is the word of a lead."""
        self.take((self.leader + self.number) % SEATS, one, two)
        self.lay(one, two, kind)
        if self.number == SEATS:
            self.settle()

    def settle(self) -> None:
        """Finish a trick."""
        if not self.unit and self.contested():
            self.winner = self.asked.winner(self.kind, self.made)
        winner = (self.leader + self.winner) % SEATS
        if (winner - self.dealer) % 2:
            for number in range(2 * SEATS):
                self.gained += self.worth(self.made[number])
        if not self.one[self.leader] and self.captured[winner]:
            one = self.made[2 * self.winner]
            two = self.made[2 * self.winner + 1]
            self.gained += self.asked.bottom(self.kind, self.led, one, two, self.kitty)
        self.leader = winner
        self.number = 0
        self.given = 0

    def contested(self) -> int:
        """Whether anybody may win a throw but its leader: by trumps, by equal cards, or where it was not the rule player's."""
        if self.given or self.kind & TRIO or not self.equal_first:
            return 1
        for number in range(1, SEATS):
            if self.strength(self.made[2 * number], self.made[2 * number + 1]) > TRUMPS_FROM:
                return 1
        self.winner = 0
        return 0

    def play_out(self, hands: "array[int]", told: "array[int]", trick: "array[int]", play: "array[int]") -> int:
        """What the attackers get in all when the seat whose turn it is plays so and all go on by the rules: `play` has the two
        masks, the word of the lead, and what else the attackers get. It is empty where that seat goes by the rules too.
        """
        self.begin(hands, told, trick)
        if len(play):
            self.gained += play[3]
            self.make(play[0], play[1], play[2])
        else:
            self.given = 0
        while self.number or self.one[self.leader]:
            self.choose()
            self.make(self.pick1, self.pick2, self.pick_kind)
        return self.gained
