"""The 掼蛋 sheets read a second time, by brute force, default options only: the three of file 003 and 江苏 2023.

Clause ids are those of the rule notes: GD1-…, GD2-…, GD3-…, JS-… the sheets, D-GD-…, D-GD2-…, D-GD3-… what
was decided where they are silent. Every function takes the key of its sheet (`guandan-1` to
`guandan-3`, `guandan-js2023`) and the level in force where they matter; cards are strings, two decks, so that there are
at most two wild cards, the hearts of the level rank (GD1-1c, GD2-1.1, GD3-C2).

What the notes leave open and is decided here:

* Cards that are all wild stand for themselves and cannot be declared as anything else (D-GD-08).
* A declared sequence without a suit is a straight. Where the natural cards are of one suit it cannot be
  called (D-GD-06), and the declaration is a bad reading; so is a suit beside anything else.
* An illegal play of cards that were held leaves the hand. A follow that is no combination, or does not
  beat, counts as a pass and leaves on the table what lay there; `play_out(..., takes=True)` has it take
  the trick, and the next must beat what it is. A lead that is no combination holds the trick, and
  anything may follow it. A play that only breaks the duty of E2.2 is on the table as what it is.
* A bad reading is an error of its own: the cards are judged, and lie there, as undeclared.
* After a card that was not held, and after cards that were played when the trick or the deal was over,
  nothing is judged any more.
* The deal ends with the play that ends it (D-GD-03); no passes follow that play.
* A last trick that stops half-way is no fault: the record may end there.
* A return is chosen from the hand with the tribute in it. Where nothing in it may be returned, the
  smallest is any card of the lowest rank in the order in force.
* Resisting where it is not allowed changes nothing about who should lead.
* GD1-4f is taken by the letter: announced is the play that leaves ten cards, not one that leaves nine;
  `must_announce` knows the other reading.
* Wild cards that nobody declared may be any of their readings, though the strongest lies there (D-GD-05):
  a play that beats only another of them is for the referee, `reading_decides`, and does not count.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Final, Literal, NamedTuple

from tests.oracle.cards import (
    JOKERS,
    RANKS,
    SEATS,
    SIDES,
    SUITS,
    Multiset,
    cards_of,
    contains,
    multiset,
    next_seat,
    other_side,
    seats_from,
    side_of,
    without,
)

GD1: Final = "guandan-1"
GD2: Final = "guandan-2"
GD3: Final = "guandan-3"
JS: Final = "guandan-js2023"

BIGGEST_BOMB: Final = {GD1: 10, GD2: 10, GD3: 8, JS: 10}
"""GD1-1b, GD2-1.1; GD3-C2(2) prints "4-8张", and D-GD3-1 takes it by the letter; JS-4.7.9 has no upper end, and ten are all."""

# ---------------------------------------------------------------------------------------- combinations

ROW: Final = "A" + RANKS
"""The ranks in their natural order, A at both ends: sequences are stretches of it (D-GD-10)."""

PLAIN_CARDS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)


class Reading(NamedTuple):
    """What some cards are. `key` is the rank that decides: of single, pair, triple, bomb and the triple
    of a full house; the top of a sequence, thus `5` in A2345, `3` in AA2233, `2` in AAA222; `BJ` for
    the four jokers.
    """

    type: str
    size: int
    key: str


def rank_of(card: str) -> str:
    """`2` to `A`, or the joker itself."""
    return card if card in JOKERS else card[0]


def is_wild(card: str, level: str) -> bool:
    """逢人配, 自由牌: the hearts of the level rank (GD1-1c, GD2-1.1, GD3-C2(11))."""
    return card == level + "h"


def sequence_top(ranks: Sequence[str], length: int, copies: int) -> str | None:
    """The top rank, if the ranks are `length` neighbours with `copies` of each; None if not.

    No jokers, no wrapping round the A (GD1-1d to 1g, GD2-1.2 to 1.5, D-GD-10).
    """
    counts = Counter(ranks)
    if set(counts.values()) != {copies}:
        return None
    for first in range(len(ROW) - length + 1):
        stretch = ROW[first : first + length]
        if set(stretch) == set(counts):
            return stretch[-1]
    return None


SEQUENCES: Final = {"straight": (5, 1), "tube": (3, 2), "plate": (2, 3)}
"""Neighbours, and copies of each, of 顺子, 三连对 and 钢板: exactly so many."""


@cache
def shape_of(sheet: str, ranks: Multiset, suited: bool) -> Reading | None:
    """What cards without a wild are, by their ranks and whether they are all of one suit."""
    size = len(ranks)
    counts = Counter(ranks)
    if counts == {"LJ": 2, "BJ": 2}:
        return Reading("four_jokers", 4, "BJ")  # GD1-1a, GD2-1.1, GD3-C2(1)
    if len(counts) == 1:
        (rank,) = counts
        if size == 1 or (size == 2 and rank in JOKERS):
            return Reading("single" if size == 1 else "pair", size, rank)
        if rank in JOKERS:
            return None
        if size <= 3:
            return Reading("pair" if size == 2 else "triple", size, rank)
        return Reading("bomb", size, rank) if size <= BIGGEST_BOMB[sheet] else None
    if sorted(counts.values()) == [2, 3]:  # the two may be jokers (D-GD-07)
        return Reading("full_house", 5, next(rank for rank, copies in counts.items() if copies == 3))
    for name, (length, copies) in SEQUENCES.items():
        top = sequence_top(ranks, length, copies)
        if top is not None:
            return Reading("straight_flush" if name == "straight" and suited else name, size, top)
    return None


def substitutions(level: str, cards: Sequence[str]) -> Iterator[list[str]]:
    """The cards with their wilds replaced in every way, by any card but a joker (GD1-1c); in one way
    only if all are wild: as themselves (D-GD-08).
    """
    natural = [card for card in cards if not is_wild(card, level)]
    if not natural:
        yield list(cards)
        return
    for stand_ins in combinations_with_replacement(PLAIN_CARDS, len(cards) - len(natural)):
        yield [*natural, *stand_ins]


def is_suited(cards: Sequence[str]) -> bool:
    """Whether all the cards are of one suit. A joker has none."""
    return not any(card in JOKERS for card in cards) and len({card[1] for card in cards}) == 1


def read(sheet: str, cards: Sequence[str]) -> Reading | None:
    """What these cards are, none of them a wild."""
    return shape_of(sheet, multiset(rank_of(card) for card in cards), is_suited(cards))


@lru_cache(maxsize=100_000)
def readings_of(sheet: str, level: str, cards: Multiset) -> frozenset[Reading]:
    """`readings` of cards in one order, remembered."""
    found = {read(sheet, stood) for stood in substitutions(level, cards)}
    if is_suited([card for card in cards if not is_wild(card, level)]):
        found = {reading for reading in found if reading is None or reading.type != "straight"}
    return frozenset(reading for reading in found if reading is not None)


def readings(sheet: str, level: str, cards: Sequence[str]) -> frozenset[Reading]:
    """Everything that the cards can be, by trying every substitution of the wilds; nothing where they
    are no combination (D-GD-20: three jokers, LJ with BJ).

    D-GD-06: five in sequence whose natural cards are of one suit are a straight flush and never a
    straight, whatever the wilds stand for.
    """
    if sheet not in BIGGEST_BOMB:
        raise ValueError(f"not a sheet of 掼蛋: {sheet}")
    return readings_of(sheet, level, multiset(cards)) if cards else frozenset()


# ---------------------------------------------------------------------------------------- what beats what


def order(level: str, rank: str) -> int:
    """The order of single cards: BJ, LJ, the level rank, A … 2 (GD1-3a, GD2-1.7, GD3-C3(2))."""
    return [*(plain for plain in RANKS if plain != level), level, *JOKERS].index(rank)


def height(level: str, reading: Reading) -> int:
    """How high a reading is among those of its type and size: sequences and straight flushes in the
    natural order (D-GD-09, D-GD-10), all else in the order of single cards.
    """
    if reading.type in ("straight", "tube", "plate", "straight_flush"):
        return RANKS.index(reading.key)
    return order(level, reading.key)


def tier(reading: Reading) -> int:
    """GD1-2a, GD2-1.1, GD2-1.2, GD3-C3(1): four jokers over bombs of ten down to six, straight
    flushes, bombs of five, bombs of four, everything else.
    """
    if reading.type == "four_jokers":
        return 11
    if reading.type == "bomb":
        return reading.size if reading.size >= 6 else reading.size - 3
    return 3 if reading.type == "straight_flush" else 0


def beats(sheet: str, level: str, play: Reading, table: Reading) -> bool:
    """Whether a play goes over what lies on the table. Only what is strictly larger does (GD1-2c);
    wild-made and natural ones are equal (GD1-1c); plain types only over their own type and number
    (GD1-2b). The three sheets agree.
    """
    if sheet not in BIGGEST_BOMB:
        raise ValueError(f"not a sheet of 掼蛋: {sheet}")
    if tier(play) != tier(table):
        return tier(play) > tier(table)
    return (play.type, play.size) == (table.type, table.size) and height(level, play) > height(level, table)


def strength(level: str, reading: Reading) -> tuple[int, bool, int]:
    """What makes one reading of some cards stronger than another reading of the same cards (D-GD-05).
    Three pairs go before two triples.
    """
    return tier(reading), reading.type == "tube", height(level, reading)


def standing(sheet: str, level: str, cards: Sequence[str], table: Reading | None) -> Reading | None:
    """What cards stand as when nothing is declared (D-GD-05): a lead as the strongest type and then the
    highest, a follow as the strongest reading that beats the table. None: no combination, or none that
    beats.
    """
    able = [reading for reading in readings(sheet, level, cards) if table is None or beats(sheet, level, reading, table)]
    return max(able, key=lambda reading: strength(level, reading), default=None)


def declared(sheet: str, level: str, cards: Sequence[str], text: str) -> Reading | None:
    """The reading that its player declared, `KKK99`, `KKKLJLJ`, `9TJQKs`: the ranks in any order, and
    the suit of a straight flush and of nothing else. None where no substitution gives it.
    """
    match = re.fullmatch("((?:LJ|BJ|[2-9TJQKA])+)([shcd]?)", text)
    if match is None:
        return None
    wanted = multiset(re.findall("LJ|BJ|.", match[1]))
    possible = readings(sheet, level, cards)
    for stood in substitutions(level, cards):
        if multiset(rank_of(card) for card in stood) != wanted:
            continue
        reading = read(sheet, stood)
        if reading not in possible:
            continue
        if (reading.type == "straight_flush") == (match[2] != "") and all(card.endswith(match[2]) for card in stood):
            return reading
    return None


def legal_plays(sheet: str, level: str, hand: Sequence[str], table: Reading | None) -> Iterator[Multiset]:
    """Every different choice of cards from a small hand that is a legal lead (`table` None) or follow,
    short ones first. Passing, which a follower always may, is not among them.
    """
    if len(hand) > 10:
        raise ValueError("all subsets are tried: ten cards at most")
    for size in range(1, len(hand) + 1):
        for cards in sorted({multiset(chosen) for chosen in combinations(hand, size)}):
            if standing(sheet, level, cards, table) is not None:
                yield cards


# ---------------------------------------------------------------------------------------- exposed cards


def exposed_duty(exposed: Sequence[str], played: Sequence[str]) -> frozenset[str]:
    """GD3-E2.2: the cards of which one must be led, alone, by the one who exposed cards and has since
    played others or the same, leading or following. Empty: he leads what he likes.

    Following is free (D-GD3-5). Of several any may go first; of two copies it is the exposed one that
    was played.
    """
    return frozenset(Counter(exposed) - Counter(played))


def early_play(previous_passes: bool) -> Literal["warning", "exposed"]:
    """GD3-E2.3: what a play before one's turn comes to."""
    return "warning" if previous_passes else "exposed"


# ---------------------------------------------------------------------------------------- the play of a deal

Word = Literal[
    "wrong_leader",
    "not_held",
    "no_combination",
    "bad_reading",
    "does_not_beat",
    "reading_decides",
    "reentry",
    "passes_a_lead",
    "exposed_first",
    "ends_early",
    "trick_over",
    "after_end",
]
Fault = tuple[int, int, Word]

Exposure = tuple[int, int, str, str]
"""(trick, play, seat, cards): what was exposed when; (0, 0, …) before the first trick."""


@dataclass(slots=True)
class Deal:
    """What became of a deal.

    `types` has one list a trick of what each play was: its reading, `pass`, or None for an illegal one;
    surplus plays are not in it. `faults` are (trick, play, word), both counted from 1; `ends_early`
    stands at the play that is missing. `holders` are who won each trick, None for one where no cards
    were played. `out` is who is out, in order; `finish`, when the deal is over, has the others behind
    them in place. `last` is who counts as last: at 双下 头游's 下家 in `guandan-3` (GD3-C4.6), and in the
    other sheets None, where `finish` has the two in the order of play behind 头家, which says nothing.

    `leader` leads the next trick, None after the end and inside a trick; inside one `turn` is who is to
    play. `hands` is what is left. `stopped`: the tricks could not be followed to their end.
    """

    hands: dict[str, list[str]]
    leader: str | None
    turn: str | None = None
    types: list[list[Reading | str | None]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    holders: list[str | None] = field(default_factory=list)
    out: str = ""
    finish: str | None = None
    last: str | None = None
    over: bool = False
    stopped: bool = False


def is_double(finish: str) -> bool:
    """双下: the first two are partners (GD1-3b, GD2-3a, GD3-C4.1)."""
    return side_of(finish[0]) == side_of(finish[1])


def finish_of(sheet: str, out: str) -> tuple[str, str | None]:
    """(all four in order, who is last) from those who are out at the end of a deal."""
    rest = [seat for seat in seats_from(out[0]) if seat not in out]
    if len(rest) == 1:
        return out + rest[0], rest[0]
    if sheet != GD3:
        return out + "".join(rest), None
    below = next_seat(out[0])  # GD3-C4.6
    return out + "".join(seat for seat in rest if seat != below) + below, below


@dataclass(slots=True)
class Referee:
    """A deal while it is played, and the trick that lies on the table: who `held` it with what `table`,
    and who has `passed` since then. Without `reentry` whoever has passed is `barred` from the rest of the trick (D-GD-02, the
    other reading); his turns are still written as passes, but none is needed to end the trick.
    """

    sheet: str
    level: str
    takes: bool
    exposed: Sequence[Exposure]
    deal: Deal
    opener: str
    log: list[tuple[int, int, str, str]] = field(default_factory=list)
    table: Reading | None = None
    others: frozenset[Reading] = frozenset()
    held: str | None = None
    passed: set[str] = field(default_factory=set)
    reentry: bool = True
    back: bool = False
    barred: set[str] = field(default_factory=set)

    def trick(self, number: int, seat: str, plays: Sequence[str]) -> bool:
        """Step one trick; False if nothing after it can be judged."""
        deal = self.deal
        if deal.over:
            deal.faults.append((number, 1, "after_end"))
            return False
        if deal.leader is None:
            deal.faults.append((number - 1, len(deal.types[-1]) + 1, "ends_early"))
            deal.leader = self.next_leader()
        if seat != deal.leader:
            deal.faults.append((number, 1, "wrong_leader"))
        if not deal.hands[seat]:
            return False
        self.opener = deal.leader
        self.table, self.others, self.held, self.passed, self.barred = None, frozenset(), None, set(), set()
        deal.types.append([])
        deal.holders.append(None)
        deal.leader, deal.turn = None, seat
        return self.plays(number, plays)

    def plays(self, number: int, plays: Sequence[str]) -> bool:
        """Step the plays of a trick; surplus passes are dropped, surplus cards end it all."""
        deal = self.deal
        for play, text in enumerate(plays, 1):
            if deal.turn is None and not self.reentry and text == "-":
                deal.types[-1].append("pass")
                continue
            if deal.turn is None:
                deal.faults.append((number, play, "after_end" if deal.over else "trick_over"))
                return not deal.over and all(later == "-" for later in plays[play - 1 :])
            if not self.act(number, play, deal.turn, text):
                return False
        return True

    def is_over(self) -> bool:
        """D-GD-02: all others who still hold cards have passed in a row. A trick that everybody passes,
        its leader too, is over as well.
        """
        out = self.passed if self.reentry else self.passed | self.barred
        return all(seat in out or seat == self.held or not self.deal.hands[seat] for seat in SEATS)

    def next_leader(self) -> str:
        """The winner of the trick, or his partner when he is out (接风, D-GD-01). Where nobody played a
        card the same seat leads again.
        """
        if self.held is None:
            return self.opener
        return self.held if self.deal.hands[self.held] else next_seat(self.held, 2)

    def act(self, number: int, play: int, seat: str, text: str) -> bool:
        """Step one play of the seat whose turn it is; False if it cannot have happened."""
        deal = self.deal
        if text == "-":
            deal.types[-1].append("pass")
            if self.held is None:
                deal.faults.append((number, play, "passes_a_lead"))
            self.passed.add(seat)
            self.barred.add(seat)
        else:
            cards = cards_of(text.partition("=")[0])
            if not contains(deal.hands[seat], cards):
                deal.types[-1].append(None)
                deal.faults.append((number, play, "not_held"))
                return False
            self.put_down(number, play, seat, text)
        self.close(seat)
        return True

    def put_down(self, number: int, play: int, seat: str, text: str) -> None:
        """Judge cards that were held, and lay them on the table."""
        deal = self.deal
        head, _, call = text.partition("=")
        cards = cards_of(head)
        reading, word, stands = self.judge(cards, call)
        if not self.reentry and seat in self.barred:
            reading, word, stands = None, "reentry", False
        if self.held is None and self.sheet == GD3:
            duty = self.duty(seat, number, play)
            if duty and (len(cards) > 1 or cards[0] not in duty):
                word = word or "exposed_first"
        deal.types[-1].append(reading if word is None else None)
        if word is not None:
            deal.faults.append((number, play, word))
        counts = stands or self.takes or self.held is None
        if counts or not self.back:
            self.log.extend((number, play, seat, card) for card in cards)
            deal.hands[seat] = without(deal.hands[seat], cards)
            if not deal.hands[seat]:
                deal.out += seat
        if counts:
            self.others = self.read_otherwise(cards, call)
            self.table, self.held, self.passed = reading or self.table, seat, set()
            deal.holders[-1] = seat
        else:
            self.passed.add(seat)

    def judge(self, cards: Sequence[str], call: str) -> tuple[Reading | None, Word | None, bool]:
        """(what the cards are, what is wrong with playing them now, whether they are the new table)."""
        alone = standing(self.sheet, self.level, cards, None)
        if alone is None:
            return None, "no_combination", False
        best = standing(self.sheet, self.level, cards, self.table)
        called = declared(self.sheet, self.level, cards, call) if call else None
        if called is not None:
            best = called if self.table is None or beats(self.sheet, self.level, called, self.table) else None
            alone = called
        if call and called is None:
            return best or alone, "bad_reading", best is not None
        if best is None and self.beats_another(cards, called):
            return alone, "reading_decides", False
        return best or alone, None if best is not None else "does_not_beat", best is not None

    def beats_another(self, cards: Sequence[str], called: Reading | None) -> bool:
        """Whether cards beat what else than `table` may lie there."""
        able = {called} if called is not None else readings(self.sheet, self.level, cards)
        return any(beats(self.sheet, self.level, one, other) for one in able for other in self.others)

    def read_otherwise(self, cards: Sequence[str], call: str) -> frozenset[Reading]:
        """All that cards laid on the table may be: with wild ones and nothing declared, whatever beats what may lie there."""
        if not any(is_wild(card, self.level) for card in cards) or declared(self.sheet, self.level, cards, call):
            return frozenset()
        under = {*self.others, *([self.table] if self.table is not None else [])}
        return frozenset(
            one
            for one in readings(self.sheet, self.level, cards)
            if not under or any(beats(self.sheet, self.level, one, other) for other in under)
        )

    def duty(self, seat: str, number: int, play: int) -> frozenset[str]:
        """The exposed cards that a leader still has to get rid of (GD3-E2.2)."""
        mine = [
            ((trick, at), card)
            for trick, at, owner, cards in self.exposed
            if owner == seat and (trick, at) < (number, play)
            for card in cards_of(cards)
        ]
        if not mine:
            return frozenset()
        since = [card for trick, at, by, card in self.log if by == seat and (trick, at) >= min(mine)[0]]
        return exposed_duty([card for _, card in mine], since) & set(self.deal.hands[seat])

    def close(self, seat: str) -> None:
        """After a play of the seat: end the deal (D-GD-03), or the trick, or say whose turn it is."""
        deal = self.deal
        if len(deal.out) >= 3 or (len(deal.out) == 2 and is_double(deal.out)):
            deal.over, deal.turn = True, None
            deal.finish, deal.last = finish_of(self.sheet, deal.out)
        elif self.is_over():
            deal.leader, deal.turn = self.next_leader(), None
        else:
            deal.turn = next(later for later in (next_seat(seat, steps) for steps in range(1, 5)) if deal.hands[later])


def play_out(
    sheet: str,
    level: str,
    hands: Mapping[str, Sequence[str]],
    leader: str,
    tricks: Sequence[str],
    *,
    takes: bool = False,
    exposed: Sequence[Exposure] = (),
    reentry: bool = True,
    back: bool = False,
) -> Deal:
    """Referee the recorded tricks of a deal from the four hands after tribute and the seat that must
    lead first.

    `takes`: whether a follow that does not beat takes the trick all the same, or counts as a pass.
    `exposed` is heeded in `guandan-3` alone. `reentry`: whether who has passed may play later in the trick (D-GD-02).
    `back`: whether cards played in vain were taken back, on which no sheet has a word.
    """
    if any(not hands[seat] for seat in SEATS):
        raise ValueError("all four hold cards when a deal begins")
    deal = Deal({seat: list(hands[seat]) for seat in SEATS}, leader)
    referee = Referee(sheet, level, takes, exposed, deal, leader, reentry=reentry, back=back)
    for number, text in enumerate(tricks, 1):
        seat, *plays = text.split()
        if not referee.trick(number, seat, plays):
            deal.stopped = True
            break
    return deal


# ---------------------------------------------------------------------------------------- tribute


class Tribute(NamedTuple):
    """What is owed before a deal.

    `cards` are the cards each payer may pay with. `resist`: 抗贡 is allowed, and expected (D-GD-12).
    `pairings` are the ways in which payers may be matched with receivers, payer to receiver; there are
    two only where equal tributes are for 头家 to choose from (D-GD2-D). `leaders` are who may lead once
    it is paid.
    """

    double: bool
    payers: tuple[str, ...]
    cards: dict[str, frozenset[str]]
    resist: bool
    pairings: tuple[dict[str, str], ...]
    leaders: frozenset[str]


def tribute_cards(level: str, hand: Sequence[str]) -> frozenset[str]:
    """The largest card of a hand, the hearts of the level rank aside, any copy of it (D-GD-11)."""
    eligible = [card for card in hand if not is_wild(card, level)]
    top = max((order(level, rank_of(card)) for card in eligible), default=None)
    return frozenset(card for card in eligible if order(level, rank_of(card)) == top)


def tribute_due(sheet: str, level: str, finish: str, hands: Mapping[str, Sequence[str]]) -> Tribute:
    """Who pays whom, and what, after a deal that ended so; `level` and `hands` are the new deal's.

    单下: the last pays the first, his own partner too (D-GD-14), and leads (GD1-4e, GD2-3c, GD3-C4.4).
    双下: the larger tribute goes to 头家, the other to his partner, and the larger payer leads (GD1-4b,
    GD2-3a, GD3-C4.5, C4.6); equal ones: 头家's 下家 pays him and leads (D-GD-13, GD1-4b, GD3-C4.6,
    D-GD3-6), and in `guandan-2` all of it is free (GD2-3a, D-GD2-D). Larger is what is due, not what was
    paid. Both big jokers with the payers, in one hand or two: they may resist (GD1-4c, 4e, GD2-3b, 3c,
    GD3-C4.4, C4.5).
    """
    first, second = finish[0], finish[1]
    double = is_double(finish)
    payers = tuple(seat for seat in seats_from(first) if seat not in finish[:2]) if double else (finish[3],)
    cards = {seat: tribute_cards(level, hands[seat]) for seat in payers}
    resist = sum(list(hands[seat]).count("BJ") for seat in payers) == 2
    if not double:
        return Tribute(double, payers, cards, resist, ({payers[0]: first},), frozenset(payers))
    below, above = payers  # 头家's 下家 is asked first
    ways: tuple[dict[str, str], ...] = ({below: first, above: second}, {above: first, below: second})
    heights = [max((order(level, rank_of(card)) for card in cards[seat]), default=-1) for seat in payers]
    if heights[0] != heights[1]:
        ways = ways[:1] if heights[0] > heights[1] else ways[1:]
    elif sheet != GD2:
        ways = ways[:1]
    leading = frozenset(payer for way in ways for payer, receiver in way.items() if receiver == first)
    return Tribute(double, payers, cards, resist, ways, leading)


def returns_due(sheet: str, level: str, finish: str, hand: Sequence[str]) -> frozenset[str]:
    """The cards that a winner may give back, from his hand with the tribute in it.

    GD1-4b, 双下 there: any card. Else a plain card up to the 10 that is no level card, and if he has
    none, the smallest (D-GD-15; GD1-4e, GD2-3a, GD2-3c, GD3-C4.4; JS-5.4.1 says so).
    """
    if sheet == GD1 and is_double(finish):
        return frozenset(hand)
    low = [card for card in hand if card not in JOKERS and card[0] in "23456789T" and card[0] != level]
    if low:
        return frozenset(low)
    bottom = min((order(level, rank_of(card)) for card in hand), default=None)
    return frozenset(card for card in hand if order(level, rank_of(card)) == bottom)


def leaders(
    sheet: str, level: str, finish: str | None, hands: Mapping[str, Sequence[str]], *, resisted: bool = False
) -> frozenset[str]:
    """The seats that may lead a deal: in the first the one who drew the marked card, so any (D-GD-19);
    after 抗贡 头家; else the one whose tribute decides (`tribute_due`).
    """
    if finish is None:
        return frozenset(SEATS)
    due = tribute_due(sheet, level, finish, hands)
    return frozenset(finish[0]) if resisted and due.resist else due.leaders


TributeWord = Literal["resist", "missing", "surplus", "payer", "not_held", "tribute_card", "receiver", "return_card"]


def tribute_log(
    sheet: str,
    level: str,
    finish: str,
    hands: Mapping[str, Sequence[str]],
    gifts: Sequence[str],
    *,
    resisted: bool = False,
) -> tuple[list[tuple[int, TributeWord]], dict[str, list[str]]]:
    """Referee `"S>E BJ"`, `"E>S 3h"`: (faults by place from 1, the hands afterwards).

    First every tribute, then every return. A winner gives back to the one who paid him; after equal
    tributes in `guandan-2` the payers choose between the cards (GD2-3a), so either may get either.
    `missing` stands at the first gift that is not there, `resist` and what then follows at 0. Gifts of
    a card that was not held change no hand, all others do, wrong or not.
    """
    due = tribute_due(sheet, level, finish, hands)
    faults: list[tuple[int, TributeWord]] = []
    after = {seat: list(hands[seat]) for seat in SEATS}
    if resisted:
        if not due.resist:
            faults.append((0, "resist"))
        return [*faults, *((place, "surplus") for place in range(1, len(gifts) + 1))], after
    count = len(due.payers)
    paid: dict[str, str] = {}
    given: dict[str, str] = {}
    for place, gift in enumerate(gifts, 1):
        who, card = gift.split()
        giver, taker = who.split(">")
        if place <= count:
            word = tribute_fault(due, paid, giver, taker, card)
            paid[giver] = taker
        elif place <= 2 * count:
            allowed = returns_due(sheet, level, finish, after[giver])
            targets = due.payers if len(due.pairings) == 2 else [payer for payer, winner in paid.items() if winner == giver]
            word = return_fault(paid, given, giver, taker, card in allowed, targets)
            given[giver] = taker
        else:
            word = "surplus"
        if card not in after[giver]:
            word = word or "not_held"
        else:
            after[giver].remove(card)
            after[taker].append(card)
        if word is not None:
            faults.append((place, word))
    if len(gifts) < 2 * count:
        faults.append((len(gifts) + 1, "missing"))
    return faults, after


def tribute_fault(due: Tribute, paid: Mapping[str, str], giver: str, taker: str, card: str) -> TributeWord | None:
    """What is wrong with one tribute after others have been paid."""
    if giver not in due.payers or giver in paid:
        return "payer"
    if card not in due.cards[giver]:
        return "tribute_card"
    fits = any(way[giver] == taker and all(way.get(payer) == winner for payer, winner in paid.items()) for way in due.pairings)
    return None if fits else "receiver"


def return_fault(
    paid: Mapping[str, str],
    given: Mapping[str, str],
    giver: str,
    taker: str,
    may_return: bool,
    targets: Sequence[str],
) -> TributeWord | None:
    """What is wrong with one return after others have been made."""
    if giver not in paid.values() or giver in given:
        return "payer"
    if not may_return:
        return "return_card"
    return None if taker in targets and taker not in given.values() else "receiver"


def tribute_explains(
    sheet: str,
    level: str,
    finish: str,
    dealt: Mapping[str, Sequence[str]],
    played: Mapping[str, Sequence[str]],
    leader: str,
) -> bool:
    """Whether some tribute by the rules, or a refusal by them, lets the seats have played these cards, and this one have led.

    Nobody wrote it down, and `dealt` may leave seats out: one has what the others have not, and where there are more of them
    any card may have been theirs. Each payer exchanges one card for one with the winner that he pays, so the two pairs at 双下
    can be asked one by one.
    """
    dealt = with_the_rest(dealt)
    double = is_double(finish)
    payers = [seat for seat in seats_from(finish[0]) if seat not in finish[:2]] if double else [finish[3]]
    others = [seat for seat in SEATS if seat not in (*payers, *finish[: 2 if double else 1])]
    if not all(seat not in dealt or contains(dealt[seat], played[seat]) for seat in others):
        return False
    untouched = all(seat not in dealt or contains(dealt[seat], played[seat]) for seat in SEATS)
    if leader == finish[0] and untouched and _may_hold_both(payers, dealt):
        return True
    if all(payer in dealt for payer in payers):
        pairings = tribute_due(sheet, level, finish, {**dict.fromkeys(SEATS, ()), **dealt}).pairings
    elif double:
        below, above = payers
        pairings = ({below: finish[0], above: finish[1]}, {above: finish[0], below: finish[1]})
    else:
        pairings = ({payers[0]: finish[0]},)
    return any(
        all(_exchange_explains(sheet, level, finish, dealt, played, payer, taker) for payer, taker in way.items())
        for way in pairings
        if way.get(leader) == finish[0]
    )


def with_the_rest(dealt: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """The hands that were dealt, and that of a seat that alone is left out: all cards that the others do not have."""
    hidden = [seat for seat in SEATS if seat not in dealt]
    if len(hidden) != 1:
        return dealt
    rest = Counter(2 * (*PLAIN_CARDS, *JOKERS)) - Counter(card for hand in dealt.values() for card in hand)
    return {**dealt, hidden[0]: [*rest.elements()]}


def _may_hold_both(payers: Sequence[str], dealt: Mapping[str, Sequence[str]]) -> bool:
    """Whether the payers have both big jokers, or may have (GD1-4c, 4e, GD2-3b, 3c, GD3-C4.4, C4.5)."""
    theirs = sum(list(dealt[seat]).count("BJ") for seat in payers if seat in dealt)
    elsewhere = sum(list(hand).count("BJ") for seat, hand in dealt.items() if seat not in payers)
    return theirs == 2 or (elsewhere == 0 and any(seat not in dealt for seat in payers))


def _exchange_explains(
    sheet: str,
    level: str,
    finish: str,
    dealt: Mapping[str, Sequence[str]],
    played: Mapping[str, Sequence[str]],
    payer: str,
    taker: str,
) -> bool:
    """Whether a payer and a winner can have exchanged two cards by the rules and then played these."""
    paying, taking = dealt.get(payer), dealt.get(taker)
    cards = tribute_cards(level, paying) if paying is not None else frozenset((*PLAIN_CARDS, *JOKERS)) - {level + "h"}
    for card in cards:
        hand = None if taking is None else [*taking, card]
        back = returns_due(sheet, level, finish, hand) if hand is not None else frozenset((*PLAIN_CARDS, *JOKERS))
        for returned in back:
            known = paying is None or contains([*without(paying, [card]), returned], played[payer])
            if known and (hand is None or contains(without(hand, [returned]), played[taker])):
                return True
    return False


# ---------------------------------------------------------------------------------------- levels

STEPS: Final = {GD1: (3, 2, 1), GD2: (5, 3, 1), GD3: (3, 2, 1), JS: (3, 2, 1)}
"""For 双下, an opponent last, one's own partner last (GD1-5a, GD2-4a, GD3-D3, JS-5.7)."""


def promotion(sheet: str, finish: str) -> tuple[str, int]:
    """(the side that rises, by how much): 上游's (GD1-5a, GD2-4a, GD3-D1, GD3-D3)."""
    side = side_of(finish[0])
    double, single, own = STEPS[sheet]
    if is_double(finish):
        return side, double
    return side, own if side_of(finish[3]) == side else single


def levels_after(
    sheet: str, levels: Mapping[str, str], level: str, finish: str, *, owner: str | None = None
) -> tuple[dict[str, str], str | None]:
    """(the levels after a deal, the side that won the match or None).

    Nobody goes over A without playing it: it stops there, and passes A only in a deal in which its own A
    was in force (D-GD-16, D-GD2-C, GD2-4b): by any promotion (D-GD2-A, D-GD3-2), in `guandan-1` and
    `guandan-js2023` only if its own man is not last (GD1-5b, JS-5.7). Whoever fails stays at A, however often (GD2-4b).

    `owner` is the side whose level was in force; it must be named where both are at A, for that decides
    who can win.
    """
    side, steps = promotion(sheet, finish)
    after = dict(levels)
    place = RANKS.index(levels[side])
    if levels[side] != "A":
        after[side] = RANKS[min(place + steps, len(RANKS) - 1)]
        return after, None
    if level != "A":
        return after, None
    if levels[other_side(side)] == "A" and owner is None:
        raise ValueError("both sides are at A: whose A was in force?")
    if owner not in (None, side) or (sheet in {GD1, JS} and steps == 1):
        return after, None
    return after, side


def after_failing(failures: int) -> tuple[str, int]:
    """(level, failures) of a side that played its own A and has not passed it, where three failures lead back to 2 (D-GD1-B,
    the other reading); `failures` are those before.
    """
    return ("2", 0) if failures == 2 else ("A", failures + 1)


def next_level(levels: Mapping[str, str], finish: str | None) -> str:
    """The level in force in the next deal: that of the last 上游's side; 2 in the first (D-GD-04)."""
    return "2" if finish is None else levels[side_of(finish[0])]


def round_points(levels: Mapping[str, str], winner: str | None, over: int = 0) -> dict[str, int]:
    """GD3-G2, D-GD3-3: what a round is worth, from the levels at its end and by how many levels the
    winner's last deal promoted him over A.

    Levels count 2 to 14. The winner has 100 and the difference, 15 at most; the loser what he climbed,
    12 at most. Nobody past A: both have what they climbed (D-GD3-4).
    """
    places = {side: RANKS.index(levels[side]) + 2 for side in SIDES}
    points = {side: min(12, places[side] - 2) for side in SIDES}
    if winner is not None:
        loser = other_side(winner)
        points[winner] = 100 + min(15, 14 + over - places[loser])
    return points


# ---------------------------------------------------------------------------------------- around the table


def clock(seconds: Sequence[Sequence[float | None]]) -> list[tuple[int, int]]:
    """GD3-A4: the (trick, play) that took too long, both from 1. A deal's first act has 30 seconds,
    every other, passes too, 15; None was not timed.
    """
    return [
        (trick, play)
        for trick, acts in enumerate(seconds, 1)
        for play, taken in enumerate(acts, 1)
        if taken is not None and taken > (30 if (trick, play) == (1, 1) else 15)
    ]


def time_result(after_deals: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """GD3-A5: the levels that count when time is up, from those after each finished deal."""
    return dict(after_deals[-1]) if after_deals else dict.fromkeys(SIDES, "2")


def time_winner(levels: Mapping[str, str]) -> str | None:
    """Who has won a round that time stopped: the higher level, by the default for what GD3 does not print (D-GD3-10)."""
    ladder = "23456789TJQKA"
    first, second = sorted(SIDES, key=lambda side: ladder.index(levels[side]))
    return second if levels[first] != levels[second] else None


def before_the_deal(finish: str | None) -> tuple[str, str, str]:
    """GD3-B2: (who shuffles, who cuts, who draws first). 双下: last is 头游's 下家 (GD3-C4.6)."""
    if finish is None:
        return "N", "E", "N"
    last = next_seat(finish[0]) if is_double(finish) else finish[3]
    return last, finish[0], last


def may_cut(cards: int) -> bool:
    """GD3-B3: neither one card only nor all but one, nor none."""
    return 2 <= cards <= 106


def may_ask(agreed: bool, cards_left: int) -> bool:
    """GD3-F6: asking and announcing, of ten cards at most, and only if both sides agreed on it."""
    return agreed and cards_left <= 10


def must_announce(cards_left: int, before: int = 11, *, passing: bool = False) -> bool:
    """GD1-4f: whether the play that left so many cards, of so many before, must be followed by an announcement.

    `passing` is the other reading, by which a play that goes past ten must be, too.
    """
    return cards_left == 10 or (passing and cards_left < 10 < before)


def levels_possible(
    sheet: str, levels: Mapping[str, str], level: str, out: str, owner: str | None = None
) -> list[dict[str, str]]:
    """What the levels can be after a deal that stopped when these were out, however it went on."""
    rest = [seat for seat in SEATS if seat not in out]
    return [levels_after(sheet, levels, level, out + "".join(order), owner=owner)[0] for order in permutations(rest)]
