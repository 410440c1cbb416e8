"""The rule player of the climbing games over numbers: how it arranges a hand, leads and follows, and hands played out by it.

What it plays by is said in `policy_climbing.py`. A hand is how often each card is there, cards numbered by rank and suit, the
jokers last; it is arranged in groups that are played together. What some cards are as a combination is asked of `ClimbAsked`,
once for each form: kind, ranks, wild cards.

It is plain typed Python; the `.pxd` beside it tells Cython the types of the same source for the compiled build.
"""

from array import array
from typing import Final, Protocol

from paipu.replay.solve.store import Memo, words

CARDS: Final = 54
RANKS: Final = 13
SUITS: Final = 4
LITTLE: Final = 52
BIG: Final = 53
SEATS: Final = 6
"""At most."""
SINGLE: Final = 1
PAIR: Final = 2
TRIPLE: Final = 3
FULL_HOUSE: Final = 4
STRAIGHT: Final = 5
TUBE: Final = 6
PLATE: Final = 7
FOUR_ONE: Final = 8
BOMB: Final = 9
STRAIGHT_FLUSH: Final = 10
FIVE: Final = 11
FOUR_JOKERS: Final = 12
KINDS: Final = 13
STRENGTH: Final = 0
GROUP: Final = 1
PLACE: Final = 2
KIND: Final = 3
SIZE: Final = 4
WILD: Final = 5
FORM: Final = 6
FIRST: Final = 7
"""What is where in the words of a group: how strong, compared with what (-1: a bomb), the place of its rank, what it is, how
many cards, how many of them wild, its form, and its cards.
"""
LARGEST: Final = 12
ROW: Final = 20
MOST: Final = 28
"""So many groups a hand has at most."""
HANDS: Final = 0
COUNTS: Final = 324
ROWS: Final = 330
STATE: Final = 3690
"""What is where in a position: the cards of each seat, how many groups it has, the groups."""
BOMBS: Final = -1
SHORT: Final = 8
"""With so few cards left an opponent is to be stopped."""
HIGH: Final = 11
"""From this place in the order of cards on, a card is one to keep: an ace, the level's rank, a joker."""
OPENING: Final = 18
"""With more cards than this high ones are kept."""
LENGTH: Final = 17
"""What a card more makes up for in rank when one leads, in tenths."""
NOTHING: Final = -1
PART: Final = -2
"""What is chosen where it is no group: to pass, or a part of one."""
LOSSES: Final = 1000
"""What is added to results, which may be below 0, to keep them."""
FAR: Final = 1 << 30


class ClimbAsked(Protocol):
    """What is asked of the rules."""

    def form(self, kind: int, rank: int, other: int, cards: "array[int]", size: int) -> list[int]:
        """What some cards are as a kind of a rank: strength, group, place of the rank, and the form's number, none if they are
        not that. `other` is the rank of a pair or a card that goes with them, or of the one that a wild card stands for.
        """

    def ended(self, order: int) -> int:
        """Whether the hand is over when seats are out in an order: its digits to the base 8 after a 1."""

    def worth(self, order: int) -> int:
        """What that comes to for the first side."""


class ClimbGroups:
    """Hands, and cards of one that are laid together as groups.

    `cards` has for each card whether it is wild, for each rank its place as a single card, for each kind whether the sheet has
    it, and the most cards of a bomb. `forms` and `known` keep what was asked.
    """

    def __init__(self, asked: ClimbAsked, cards: "array[int]") -> None:
        self.asked = asked
        self.wild, self.place, self.has = words(CARDS), words(RANKS + 2), words(KINDS)
        for card in range(CARDS):
            self.wild[card] = cards[card]
        for rank in range(RANKS + 2):
            self.place[rank] = cards[CARDS + rank]
        for kind in range(KINDS):
            self.has[kind] = cards[CARDS + RANKS + 2 + kind]
        self.bomb = cards[CARDS + RANKS + 2 + KINDS]
        self.known = Memo()
        self.forms = words(1 << 16)
        self.told = 0
        self.state = words(STATE)
        self.free, self.count = words(CARDS), words(RANKS)
        self.laid = words(LARGEST)
        self.size = self.seat = self.wilds = 0

    def lay(self, rank: int, count: int) -> None:
        """Lay the first so many cards of a rank out."""
        left = count
        for suit in range(SUITS):
            card = SUITS * rank + suit
            if not self.wild[card]:
                for _ in range(min(left, self.free[card])):
                    self.laid[self.size] = card
                    self.size += 1
                    left -= 1

    def lay_wild(self) -> None:
        """Lay a wild card out."""
        for card in range(CARDS):
            if self.wild[card] and self.free[card]:
                self.laid[self.size] = card
                self.size += 1
                return

    def form_of(self, kind: int, rank: int, other: int) -> int:
        """Where it is told what the laid cards are as a kind, 0 if they are not that."""
        wild = big = 0
        suit = -1
        suited = 1
        for at in range(self.size):
            card = self.laid[at]
            if self.wild[card]:
                wild += 1
                big += card == BIG
            elif suit < 0:
                suit = card % SUITS
            elif card % SUITS != suit:
                suited = 0
        key = kind | self.size << 4 | rank << 8 | other << 12 | wild << 16 | big << 20
        if self.size > 4 and suited:
            key |= 1 << 24
        found = self.known.find(key)
        if found < 0:
            found = self.tell(kind, rank, other, wild)
            self.known.put(key, found)
        return found

    def tell(self, kind: int, rank: int, other: int, wild: int) -> int:
        """Ask what the laid cards are."""
        listed = self.asked.form(kind, rank, other, self.laid, self.size)
        if not len(listed) or self.told + 2 * ROW > len(self.forms):
            return 0
        self.told += ROW
        for at in range(3):
            self.forms[self.told + at] = listed[at]
        self.forms[self.told + KIND] = kind
        self.forms[self.told + SIZE] = self.size
        self.forms[self.told + WILD] = wild
        self.forms[self.told + FORM] = listed[3]
        return self.told

    def put(self, kind: int, rank: int, other: int) -> int:
        """Take the laid cards out as a group; whether they are one."""
        form = self.form_of(kind, rank, other)
        if not form:
            return 0
        number = self.state[COUNTS + self.seat]
        self.write(number, form)
        self.state[COUNTS + self.seat] = number + 1
        for at in range(self.size):
            self.remove(self.laid[at])
        return 1

    def write(self, number: int, form: int) -> None:
        """Write a group of the laid cards."""
        row = ROWS + ROW * (MOST * self.seat + number)
        for at in range(FIRST):
            self.state[row + at] = self.forms[form + at]
        for at in range(self.size):
            self.state[row + FIRST + at] = self.laid[at]

    def remove(self, card: int) -> None:
        """A card is in a group now."""
        self.free[card] -= 1
        if self.wild[card]:
            self.wilds -= 1
        elif card < LITTLE:
            self.count[card // SUITS] -= 1


class ClimbHands(ClimbGroups):
    """How a hand is sorted in groups."""

    def arrange(self, seat: int) -> None:
        """Sort the hand of a seat in groups, the weakest first."""
        self.seat = seat
        self.wilds = 0
        self.state[COUNTS + seat] = 0
        for rank in range(RANKS):
            self.count[rank] = 0
        for card in range(CARDS):
            self.free[card] = self.state[HANDS + CARDS * seat + card]
            if self.wild[card]:
                self.wilds += self.free[card]
            elif card < LITTLE:
                self.count[card // SUITS] += self.free[card]
        self.jokers()
        if self.bomb:
            for rank in range(RANKS):
                if self.count[rank] >= 4:
                    self.size = 0
                    self.lay(rank, min(self.bomb, self.count[rank]))
                    self.put(BOMB, rank, 0)
        if self.has[STRAIGHT_FLUSH]:
            self.suited()
        self.runs()
        self.spend_wild()
        self.sets()
        self.sort()

    def jokers(self) -> None:
        """Jokers that are not wild: all four as a bomb, else those alike."""
        if self.wild[BIG]:
            return
        if self.free[LITTLE] + self.free[BIG] == 4 and self.has[FOUR_JOKERS]:
            self.size = 4
            for at in range(4):
                self.laid[at] = LITTLE + at // 2
            if self.put(FOUR_JOKERS, RANKS, 0):
                return
        for card in range(LITTLE, CARDS):
            many = self.free[card]
            self.size = many
            for at in range(many):
                self.laid[at] = card
            if many and not self.put(many, card - LITTLE + RANKS, 0):
                for _ in range(many):
                    self.size = 1
                    self.put(SINGLE, card - LITTLE + RANKS, 0)

    def suited(self) -> None:
        """Straight flushes."""
        for first in range(RANKS - 3):
            for suit in range(SUITS):
                self.size = 0
                for at in range(5):
                    card = SUITS * ((first + at + 12) % RANKS) + suit
                    if self.free[card] and not self.wild[card]:
                        self.laid[self.size] = card
                        self.size += 1
                if self.size == 5:
                    self.put(STRAIGHT_FLUSH, (first + 3) % RANKS, 0)

    def width(self, kind: int) -> int:
        """How many ranks a run has."""
        return 5 if kind == STRAIGHT else 3 if kind == TUBE else 2

    def needed(self, first: int, width: int, copies: int) -> int:
        """How many plays the ranks go in without a run that is taken out."""
        many = triples = pairs = 0
        for rank in range(RANKS):
            count = self.count[rank]
            if rank + 1 >= first and (rank + 1 - first) % RANKS < width:  # an ace begins a run too
                count -= copies
            many += count > 0
            triples += count == 3
            pairs += count == 2
        return many - (min(triples, pairs) if self.has[FULL_HOUSE] else 0)

    def runs(self) -> None:
        """Straights, three pairs and two triples in a row, while they save plays."""
        more = 1
        while more:
            more = 0
            now = self.needed(0, 0, 0)
            most = 0
            best = best_kind = 0
            for kind in range(STRAIGHT, PLATE + 1):
                width = self.width(kind)
                copies = kind - STRAIGHT + 1
                if not self.has[kind]:
                    continue
                for first in range(RANKS + 2 - width):
                    if self.enough(first, width, copies):
                        saved = now - self.needed(first, width, copies) - 1
                        if saved > most:
                            most = saved
                            best = first
                            best_kind = kind
            if most:
                more = self.take_run(best_kind, best)

    def enough(self, first: int, width: int, copies: int) -> int:
        """Whether a run is there."""
        for at in range(width):
            if self.count[(first + at + 12) % RANKS] < copies:
                return 0
        return 1

    def take_run(self, kind: int, first: int) -> int:
        """Take a run out; a straight not of one suit, if that can be helped."""
        width = self.width(kind)
        self.size = 0
        for at in range(width):
            self.lay((first + at + 12) % RANKS, kind - STRAIGHT + 1)
        if kind == STRAIGHT:
            same = 1
            for at in range(1, 5):
                if self.laid[at] % SUITS != self.laid[0] % SUITS:
                    same = 0
            if same:
                self.other_suit()
        return self.put(kind, (first + width + 11) % RANKS, 0)

    def other_suit(self) -> None:
        """Let the first laid card be of another suit, if there is one."""
        for suit in range(SUITS):
            card = self.laid[0] // SUITS * SUITS + suit
            if card != self.laid[0] and self.free[card] and not self.wild[card]:
                self.laid[0] = card
                return

    def spend_wild(self) -> None:
        """Wild cards: to a triple, else to a bomb, else into a straight that lacks a rank, else alone."""
        for _ in range(self.wilds):
            if not self.join_triple() and not self.join_bomb():
                self.fill_straight()
        for _ in range(self.wilds):
            self.size = 0
            self.lay_wild()
            card = self.laid[0]
            rank = card // SUITS if card < LITTLE else card - LITTLE + RANKS
            self.put(SINGLE, rank, 0)

    def join_triple(self) -> int:
        """Three alike and a wild card."""
        if not self.bomb and not self.has[FIVE]:
            return 0
        for rank in range(RANKS):
            if self.count[rank] == 3:
                self.size = 0
                self.lay(rank, 3)
                self.lay_wild()
                if self.put(BOMB, rank, 0):
                    return 1
        return 0

    def join_bomb(self) -> int:
        """A bomb made larger by a wild card."""
        if not self.bomb:
            return 0
        for number in range(self.state[COUNTS + self.seat]):
            row = ROWS + ROW * (MOST * self.seat + number)
            if self.state[row + KIND] == BOMB and self.state[row + SIZE] < self.bomb:
                self.size = self.state[row + SIZE]
                rank = 0
                for at in range(self.size):
                    self.laid[at] = self.state[row + FIRST + at]
                    if not self.wild[self.laid[at]]:
                        rank = self.laid[at] // SUITS
                self.lay_wild()
                form = self.form_of(BOMB, rank, 0)
                if form:
                    self.write(number, form)
                    self.remove(self.laid[self.size - 1])
                    return 1
        return 0

    def fill_straight(self) -> int:
        """A wild card stands in a straight of which one rank is missing, if that takes three lone cards along."""
        if not self.has[STRAIGHT]:
            return 0
        for first in range(RANKS - 3):
            none = lone = missing = 0
            for at in range(5):
                rank = (first + at + 12) % RANKS
                if not self.count[rank]:
                    none += 1
                    missing = rank
                lone += self.count[rank] == 1
            if none == 1 and lone >= 3:
                self.size = 0
                for at in range(5):
                    rank = (first + at + 12) % RANKS
                    if rank == missing:
                        self.lay_wild()
                    else:
                        self.lay(rank, 1)
                if self.put(STRAIGHT, (first + 3) % RANKS, missing + 1):
                    return 1
        return 0

    def sets(self) -> None:
        """What is left, by rank; the lowest pairs go with the triples."""
        for rank in range(RANKS):
            if self.count[rank] == 4 and self.has[FOUR_ONE] and self.four_one(rank):
                continue
            while self.count[rank] > 4 and self.has[FIVE] and self.alike(FIVE, rank, 5):
                pass
            while self.count[rank] > 3 and self.alike(TRIPLE, rank, 3):
                pass
        if self.has[FULL_HOUSE]:
            self.full_houses()
        for rank in range(RANKS):
            while self.count[rank]:
                many = self.count[rank]
                if (many > 3 or not self.alike(many, rank, many)) and not self.alike(SINGLE, rank, 1):
                    return

    def alike(self, kind: int, rank: int, count: int) -> int:
        """Take cards of a rank out."""
        self.size = 0
        self.lay(rank, count)
        return self.put(kind, rank, 0)

    def four_one(self, rank: int) -> int:
        """Four alike with a lone card."""
        for lone in range(RANKS):
            if self.count[lone] == 1:
                self.size = 0
                self.lay(rank, 4)
                self.lay(lone, 1)
                return self.put(FOUR_ONE, rank, lone + 1)
        return 0

    def full_houses(self) -> None:
        """The lowest pairs with the lowest triples."""
        triple = pair = -1
        while True:
            triple = self.next(3, triple)
            pair = self.next(2, pair)
            if triple < 0 or pair < 0:
                return
            if self.place[pair] < HIGH:
                self.size = 0
                self.lay(triple, 3)
                self.lay(pair, 2)
                self.put(FULL_HOUSE, triple, pair + 1)

    def next(self, count: int, after: int) -> int:
        """The next rank in the order of single cards of which there are so many, -1 for none."""
        found = -1
        for rank in range(RANKS):
            later = self.count[rank] == count and (after < 0 or self.place[rank] > self.place[after])
            if later and (found < 0 or self.place[rank] < self.place[found]):
                found = rank
        return found

    def sort(self) -> None:
        """The weakest group first, bombs last."""
        begin = ROWS + ROW * MOST * self.seat
        for number in range(1, self.state[COUNTS + self.seat]):
            at = number
            while at and self.before(begin + ROW * at, begin + ROW * (at - 1)):
                for word in range(ROW):
                    kept = self.state[begin + ROW * at + word]
                    self.state[begin + ROW * at + word] = self.state[begin + ROW * (at - 1) + word]
                    self.state[begin + ROW * (at - 1) + word] = kept
                at -= 1

    def before(self, one: int, other: int) -> bool:
        """Whether a group goes before another."""
        bomb = self.state[one + GROUP] == BOMBS
        if bomb != (self.state[other + GROUP] == BOMBS):
            return not bomb
        return self.state[one + STRENGTH] < self.state[other + STRENGTH]


class ClimbRules(ClimbHands):
    """A hand under way, and what the rule player plays."""

    def __init__(self, asked: ClimbAsked, cards: "array[int]", rules: "array[int]") -> None:
        super().__init__(asked, cards)
        self.seats, self.reentry, self.partner_leads = rules[0], rules[1], rules[2]
        self.side, self.left = words(SEATS), words(SEATS)
        for seat in range(self.seats):
            self.side[seat] = rules[3 + seat]
        self.turn = self.holder = self.waiting = self.passed = self.leads = self.order = self.over = 0
        self.strength = self.group = self.lying = self.kind = self.many = 0
        self.pick = NOTHING
        self.played = words(ROW)
        self.tally = words(CARDS)
        self.ends, self.results = Memo(), Memo()

    def prepare(self, hands: "array[int]", base: "array[int]") -> None:
        """Arrange the hands of a deal, so many cards each, and keep the position."""
        for at in range(STATE):
            self.state[at] = 0
        for at in range(CARDS * self.seats):
            self.state[HANDS + at] = hands[at]
        for seat in range(self.seats):
            self.arrange(seat)
        base[:] = self.state

    def start(self, base: "array[int]", told: "array[int]") -> None:
        """Lay a position: whose turn it is, who holds the trick, who is yet to play in it, who has passed, whether it is to be
        led, the order out, what is to be beaten (strength, group, place, kind, size), and how many cards each has left.
        """
        self.state[:] = base
        self.turn, self.holder, self.waiting, self.passed = told[0], told[1], told[2], told[3]
        self.leads, self.order = told[4], told[5]
        self.strength, self.group, self.lying, self.kind, self.many = told[6], told[7], told[8], told[9], told[10]
        for seat in range(self.seats):
            self.left[seat] = told[11 + seat]
        self.over = 0

    # ---- the rules that it plays by

    def beats(self, row: int) -> bool:
        """Whether a group beats what lies there."""
        if self.state[row + STRENGTH] <= self.strength:
            return False
        return self.state[row + GROUP] == self.group or self.state[row + GROUP] == BOMBS

    def choose(self) -> None:
        """Choose what the rule player plays: a group by its number, a part of one, or nothing; it looks at no other hand."""
        seat = self.turn
        if self.leads:
            self.pick = self.lead(seat)
        elif self.side[self.holder] == self.side[seat]:
            self.pick = self.beside(seat)
        else:
            self.pick = self.against(seat)

    def lead(self, seat: int) -> int:
        """What is low and long, bombs last."""
        begin = ROWS + ROW * MOST * seat
        count = self.state[COUNTS + seat]
        plain = 0
        for number in range(count):
            plain += self.state[begin + ROW * number + GROUP] != BOMBS
        best = NOTHING
        least = FAR
        for number in range(count):
            row = begin + ROW * number
            if plain and self.state[row + GROUP] == BOMBS:
                continue
            cost = 10 * self.state[row + PLACE] - LENGTH * self.state[row + SIZE] + self.wary(seat, row)
            if cost < least:
                least = cost
                best = number
        return best

    def wary(self, seat: int, row: int) -> int:
        """What it costs to lead a size that an opponent may go out on, and gains to lead one that the partner may."""
        size = self.state[row + SIZE]
        theirs = ours = 0
        for step in range(1, self.seats):
            if self.left[(seat + step) % self.seats] == size:
                if step % 2:
                    theirs = 1
                else:
                    ours = 1
        if theirs and size <= SHORT:
            return 120 - 15 * self.state[row + PLACE]
        return -60 if ours and size <= 2 else 0

    def beside(self, seat: int) -> int:
        """The partner's play is left alone, but to go out, or to get rid of something low on something low."""
        begin = ROWS + ROW * MOST * seat
        low = self.group != BOMBS and self.lying < HIGH - 4 and self.left[self.holder] > SHORT
        for number in range(self.state[COUNTS + seat]):
            row = begin + ROW * number
            if self.beats(row):
                if self.state[row + SIZE] == self.left[seat]:
                    return number
                if low and self.state[row + GROUP] != BOMBS and self.state[row + PLACE] < HIGH - 2:
                    return number
        return NOTHING

    def against(self, seat: int) -> int:
        """An opponent's play is beaten as low as it goes, if that is worth it."""
        begin = ROWS + ROW * MOST * seat
        bomb = plain = NOTHING
        others = 0
        urgent = self.is_urgent(seat)
        for number in range(self.state[COUNTS + seat]):
            row = begin + ROW * number
            others += self.state[row + GROUP] != BOMBS
            if self.beats(row):
                if self.state[row + SIZE] == self.left[seat]:
                    return number
                if self.state[row + GROUP] == BOMBS:
                    if bomb < 0:
                        bomb = number
                elif plain < 0:
                    plain = number
        if plain >= 0:
            high = self.state[begin + ROW * plain + PLACE] >= HIGH
            if urgent or not high or self.left[seat] <= OPENING or self.lying >= HIGH - 3:
                return plain
            return NOTHING
        if self.group != BOMBS and self.part(seat, urgent):
            return PART
        if bomb >= 0 and (urgent or others <= 2 or (self.lying >= HIGH and others <= SHORT // 2 + 1)):
            return bomb
        return NOTHING

    def is_urgent(self, seat: int) -> int:
        """Whether an opponent has few cards left."""
        for other in range(self.seats):
            if 0 < self.left[other] <= SHORT and self.side[other] != self.side[seat]:
                return 1
        return 0

    def part(self, seat: int, urgent: int) -> int:
        """A single or a pair out of a larger set that beats what lies there; the lowest. It is laid out."""
        if not SINGLE <= self.kind <= PAIR:
            return 0
        for number in range(self.state[COUNTS + seat]):
            row = ROWS + ROW * (MOST * seat + number)
            kind = self.state[row + KIND]
            larger = kind == TRIPLE if self.many > 1 or urgent else kind == PAIR
            if self.many == 1 and urgent and kind == PAIR:
                larger = True
            if not larger or self.state[row + WILD] or self.state[row + PLACE] <= self.lying:
                continue
            self.size = self.many
            for at in range(self.size):
                self.laid[at] = self.state[row + FIRST + at]
            card = self.laid[0]
            form = self.form_of(self.kind, card // SUITS if card < LITTLE else card - LITTLE + RANKS, 0)
            if form and self.serves(form) and (urgent or self.forms[form + PLACE] >= HIGH):
                for at in range(FIRST):
                    self.played[at] = self.forms[form + at]
                for at in range(self.size):
                    self.played[FIRST + at] = self.laid[at]
                return 1
        return 0

    def serves(self, form: int) -> bool:
        """Whether a form that is no bomb beats what lies there."""
        return self.forms[form + STRENGTH] > self.strength and self.forms[form + GROUP] == self.group


class ClimbPlaying(ClimbRules):
    """A hand that is played out, step by step or to its end."""

    def take(self) -> None:
        """Tell what was chosen (`played`); its size is 0 for a pass."""
        if self.pick >= 0:
            row = ROWS + ROW * (MOST * self.turn + self.pick)
            for at in range(ROW):
                self.played[at] = self.state[row + at]
        elif self.pick == NOTHING:
            self.played[SIZE] = 0

    def groups_of(self, seat: int) -> int:
        """How many groups a seat has."""
        return self.state[COUNTS + seat]

    def may_play(self, number: int) -> bool:
        """Whether a group of the seat whose turn it is may be played; it is told (`played`)."""
        self.pick = number
        self.take()
        return bool(self.leads) or self.beats(ROWS + ROW * (MOST * self.turn + number))

    def make(self) -> None:
        """The seat whose turn it is plays what is in `played`, a group of its arrangement by the number in `pick`."""
        seat = self.turn
        size = self.played[SIZE]
        if not size:
            self.waiting -= 1
            self.passed |= 1 << seat
        else:
            self.spend(seat, size)
            self.left[seat] -= size
            self.strength, self.group, self.lying = self.played[STRENGTH], self.played[GROUP], self.played[PLACE]
            self.kind, self.many = self.played[KIND], size
            self.holder = seat
            self.leads = 0
            if not self.left[seat]:
                self.order = 8 * self.order + seat
                self.over = self.has_ended()
            self.waiting = 0
            for other in range(self.seats):
                if self.left[other] and other != seat and (self.reentry or not self.passed >> other & 1):
                    self.waiting += 1
        if not self.over:
            self.pass_on()

    def has_ended(self) -> int:
        """Whether the hand is over."""
        found = self.ends.find(self.order)
        if found < 0:
            found = self.asked.ended(self.order)
            self.ends.put(self.order, found)
        return found

    def spend(self, seat: int, size: int) -> None:
        """Cards leave a hand, which is sorted anew if they were no group of it."""
        for at in range(size):
            self.state[HANDS + CARDS * seat + self.played[FIRST + at]] -= 1
        number = self.pick if self.pick >= 0 else self.group_of(seat, size)
        if number >= 0:
            self.drop(seat, number)
        else:
            self.arrange(seat)

    def group_of(self, seat: int, size: int) -> int:
        """Which group of a seat has just the cards that it plays, as the same; -1 if none has."""
        for number in range(self.state[COUNTS + seat]):
            row = ROWS + ROW * (MOST * seat + number)
            if self.state[row + SIZE] == size and self.state[row + STRENGTH] == self.played[STRENGTH]:
                for at in range(size):
                    self.tally[self.played[FIRST + at]] += 1
                    self.tally[self.state[row + FIRST + at]] -= 1
                same = 1
                for at in range(size):
                    if self.tally[self.played[FIRST + at]]:
                        same = 0
                for at in range(size):
                    self.tally[self.played[FIRST + at]] = 0
                    self.tally[self.state[row + FIRST + at]] = 0
                if same:
                    return number
        return -1

    def drop(self, seat: int, number: int) -> None:
        """A group was played."""
        last = self.state[COUNTS + seat] - 1
        begin = ROWS + ROW * MOST * seat
        for at in range(begin + ROW * number, begin + ROW * last):
            self.state[at] = self.state[at + ROW]
        self.state[COUNTS + seat] = last

    def pass_on(self) -> None:
        """Whose turn it is next."""
        if not self.waiting:
            self.turn = self.holder
            if not self.left[self.turn]:
                self.turn = self.taking_over(self.turn)
            self.leads = 1
            self.passed = 0
            return
        self.turn = (self.turn + 1) % self.seats
        while not self.left[self.turn] or (not self.reentry and self.passed >> self.turn & 1):
            self.turn = (self.turn + 1) % self.seats

    def taking_over(self, holder: int) -> int:
        """Who leads in place of one who is out."""
        if self.partner_leads:
            for step in range(1, self.seats):
                seat = (holder + step) % self.seats
                if self.left[seat] and self.side[seat] == self.side[holder]:
                    return seat
        seat = (holder + 1) % self.seats
        while not self.left[seat]:
            seat = (seat + 1) % self.seats
        return seat

    def play_out(self, base: "array[int]", told: "array[int]", play: "array[int]") -> int:
        """What the hand comes to for the first side when the seat whose turn it is plays so and all go on by the rules: `play`
        has the words of a group. It is empty where that seat goes by the rules too.
        """
        self.start(base, told)
        self.pick = NOTHING
        if len(play):
            for at in range(ROW):
                self.played[at] = play[at]
            self.make()
        while not self.over:
            self.choose()
            self.take()
            self.make()
        found = self.results.find(self.order)
        if found < 0:
            found = self.asked.worth(self.order) + LOSSES
            self.results.put(self.order, found)
        return found - LOSSES
