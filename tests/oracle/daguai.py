"""大怪路子 (sheet 004) read a second time, by brute force, default options only.

Clause ids are those of the rule notes: DG-… the sheet itself, D-DG-… what was decided where it is
silent. Cards are written as in the records, seats `1` to `6` in order of play, sides as the text of
their seats, `135` and `246`.

Readings of the sheet and the notes that are this file's own:

* Cards without a joker may be two types at once (`AsAsAsKsKs` is 三带两 and 同花, with three decks): they
  too are read at their largest (DG-2.1d says it of jokers). A 同花 may hold copies of one card.
* The low A is the smallest card of a straight: `2s3h4c5d`+joker is A2345, not 23456, and `2s3s4s` with
  two jokers is the 同花顺 to 5 (DG-2.1b; 3.3a, a joker 6 would be the comparing card).
* `2` and `A` with three jokers and of two suits are 2222+A: within a type the larger key, 2 over A
  (DG-2.1d, 3.2).
* A declared reading (`=…`) changes nothing: there is no choice (D-DG-13).
* Cards that were laid leave the hand, whatever is wrong with them. They take the table where they are
  what beats it, held or not; other illegal plays leave on the table what lay there, and count as a
  pass towards the end of the round (D-DG-04). After a lead that is no combination its player has the
  round until somebody lays a combination of as many cards.
* The side that has not got the first place scores 0; the points of the extra deal are not in the totals.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Final, Literal, NamedTuple

from tests.oracle.cards import JOKERS, RANKS, SUITS, Multiset, cards_of, contains, multiset

SEATS: Final = "123456"
SIDES: Final = ("135", "246")
THREE_DECKS: Final[tuple[str, ...]] = (*(r + s for s in SUITS for r in RANKS), *JOKERS) * 3

# ---------------------------------------------------------------------------------------- what a play is

FIVE_CARD_TYPES: Final = ("straight", "flush", "full_house", "four_one", "straight_flush", "five")
"""DG-3.4, lowest first."""

BY_PLAIN_RANK: Final = ("straight", "flush", "straight_flush")
"""Where a 2 is an ordinary 2 (DG-3.3c, d, D-DG-10) and a joker a small card (DG-2.1b, D-DG-06)."""

SINGLES: Final = (*"3456789TJQKA2", "LJ", "BJ")
"""DG-3.2, lowest first: the order of everything that is not among BY_PLAIN_RANK (DG-3.3a, b)."""

STRAIGHTS: Final = {"".join(sorted(run)): run[-1] for run in ("A2345", *(RANKS[i : i + 5] for i in range(9)))}
"""The ranks of every straight, sorted as text, to its top card: A is low or high, 2 stands only right
under 3 (DG-2.3, D-DG-11).
"""


class Reading(NamedTuple):
    """What a play is: its type (single, pair, triple, or one of FIVE_CARD_TYPES), and the rank that
    decides between two plays of that type.
    """

    type: str
    key: str


def height(reading: Reading) -> tuple[int, int]:
    """How high a play stands among those of as many cards: by type (DG-3.4), then by key (DG-3.2, 3.3)."""
    of_type = FIVE_CARD_TYPES.index(reading.type) if reading.type in FIVE_CARD_TYPES else 0
    of_key = RANKS.index(reading.key) if reading.type in BY_PLAIN_RANK else SINGLES.index(reading.key)
    return of_type, of_key


def number_of_cards(reading: Reading) -> int:
    """1, 2, 3 or 5."""
    return {"single": 1, "pair": 2, "triple": 3}.get(reading.type, 5)


@cache
def at_face_value(ranks: tuple[str, ...], one_suit: bool) -> frozenset[Reading]:
    """Everything that two, three or five cards are (DG-2.3) where each is what it says; ranks sorted as
    text. None of it for four cards, or six.
    """
    copies = Counter(ranks)
    by_copies = {number: rank for rank, number in copies.items()}
    shape = sorted(copies.values(), reverse=True)
    groups: dict[tuple[int, ...], str] = {
        (2,): "pair",
        (3,): "triple",
        (3, 2): "full_house",
        (4, 1): "four_one",
        (5,): "five",
    }
    found: set[Reading] = set()
    group = groups.get(tuple(shape))
    if group is not None:
        found.add(Reading(group, by_copies[shape[0]]))  # DG-3.3b: the triple, the four
    top = STRAIGHTS.get("".join(ranks))
    if top is not None:
        found.add(Reading("straight_flush" if one_suit else "straight", top))
    elif one_suit and len(ranks) == 5:
        found.add(Reading("flush", max(ranks, key=RANKS.index)))
    return frozenset(found)


@cache
def _also(ranks: tuple[str, ...], one_suit: bool, jokers: int) -> frozenset[Reading]:
    """Every reading of natural cards with so many jokers, each in the place of any card.

    No type asks more of the suits than whether they are all one, so two suits stand for the four: `s`
    the one that the natural cards share (if they do), `h` another.
    """
    found: set[Reading] = set()
    for stand_ins in combinations_with_replacement([(rank, suit) for rank in RANKS for suit in "sh"], jokers):
        suits = {suit for _, suit in stand_ins} | ({"s"} if ranks else set())
        found |= at_face_value(
            tuple(sorted((*ranks, *(rank for rank, _ in stand_ins)))),
            one_suit and len(suits) == 1,
        )
    return frozenset(found)


def jokers_alone(cards: Sequence[str]) -> Reading:
    """Two, three or five jokers and nothing else (DG-2.1c, D-DG-12): BJ's are of rank BJ, and with a
    single LJ among them they are LJ's.
    """
    types: dict[int, str] = {2: "pair", 3: "triple", 5: "five"}
    return Reading(types[len(cards)], "BJ" if set(cards) == {"BJ"} else "LJ")


def also_readings(cards: Sequence[str]) -> frozenset[Reading]:
    """Every reading that some substitution of the jokers gives, each taken as if the cards stood there
    themselves; a joker takes the place of any of the 52 cards (DG-2.1a), jokers alone may also be what
    they are (D-DG-12). A single is what it is (DG-2.1a).

    There are some here that DG-2.1b, 2.1d and 3.3a rule out: choosing is the matter of `reading`.
    """
    if not set(cards) <= set(THREE_DECKS):
        raise ValueError(f"no such card among {cards}")
    if len(cards) == 1:
        return frozenset({Reading("single", cards[0] if cards[0] in JOKERS else cards[0][0])})
    if len(cards) not in (2, 3, 5):
        return frozenset()
    natural = [card for card in cards if card not in JOKERS]
    ranks = tuple(sorted(card[0] for card in natural))
    found = _also(ranks, len({card[1] for card in natural}) <= 1, len(cards) - len(natural))
    return found if natural else found | {jokers_alone(cards)}


def reading(cards: Sequence[str]) -> Reading | None:
    """What a play is (DG-2.1, 2.3), or None: the largest type that a substitution gives (DG-2.1d,
    D-DG-13, D-DG-14). Within it:

    * straights, flushes and straight flushes have the smallest key (DG-2.1b, D-DG-06), which for a flush
      is that of its top natural card (D-DG-08), and 5 for A234 with a joker (D-DG-07);
    * the others have the largest (DG-2.1d) of those that a natural card has (DG-3.3a).
    """
    found = also_readings(cards)
    if not found:
        return None
    largest = max(height(one)[0] for one in found)
    of_type = [one for one in found if height(one)[0] == largest]
    if of_type[0].type in BY_PLAIN_RANK:
        return min(of_type, key=height)
    natural = {card[0] for card in cards if card not in JOKERS}
    return max((one for one in of_type if not natural or one.key in natural), key=height)


def beats(play: Reading, table: Reading) -> bool:
    """DG-3.1: only as many cards as lie there; DG-3.2 to 3.4: larger, for the same is not enough."""
    return number_of_cards(play) == number_of_cards(table) and height(play) > height(table)


def legal_plays(hand: Sequence[str], table: Reading | None) -> frozenset[Multiset]:
    """Every multiset of cards that may be laid on the table, or led where there is nothing on it (DG-4.2,
    4.3). The pass is not among them. For a few cards only.
    """
    if len(hand) > 8:
        raise ValueError("every subset of the hand is tried: eight cards at the most")
    found: set[Multiset] = set()
    for number in (1, 2, 3, 5):
        for cards in {multiset(chosen) for chosen in combinations(hand, number)}:
            play = reading(cards)
            if play is not None and (table is None or beats(play, table)):
                found.add(cards)
    return frozenset(found)


def all_forms() -> Iterator[list[str]]:
    """One play for every two that a reading can tell apart, but for BJ and LJ: each number of jokers up
    to five, all ranks of the other cards, of one suit and of more. Some have more copies of a card than
    three decks.
    """
    for number in (1, 2, 3, 5):
        for jokers in range(number + 1):
            for ranks in combinations_with_replacement(RANKS, number - jokers):
                wild = ["LJ"] * jokers
                yield [*(rank + "s" for rank in ranks), *wild]
                if len(ranks) > 1:
                    yield [ranks[0] + "h", *(rank + "s" for rank in ranks[1:]), *wild]


# ---------------------------------------------------------------------------------------- the play of a deal

Said = Reading | Literal["pass"] | None
"""What a play was; None where it was illegal."""

Word = Literal[
    "wrong leader",  # DG-1.4, 4.4, D-DG-03; its play may be legal otherwise
    "passes a lead",  # DG-4.2
    "not held",
    "no combination",  # DG-2.3
    "number",  # DG-3.1, 4.3
    "too small",  # DG-4.3
    "reentry",  # D-DG-05, the other reading
    "trick too long",  # the round was over (DG-4.4, D-DG-04)
    "trick too short",  # it was not, and the next begins
    "trick unfinished",  # it was not, and the record ends
    "after the end",  # all the cards are gone (DG-4.5)
]


@dataclass(slots=True)
class Deal:
    """What came of the plays of a deal.

    `said` has one list a trick; a fault is (trick, play, word), both from 1, and where a play is missing
    it is the place of that; `winners` are the last to take the table in each trick; `finish` is the
    order out, and all six where the deal is over, for then five are out; `leads` is who leads the next
    trick, None where the last is not finished or nobody has to lead.
    """

    said: list[list[Said]] = field(default_factory=list)
    faults: list[tuple[int, int, Word]] = field(default_factory=list)
    winners: list[str | None] = field(default_factory=list)
    finish: str = ""
    over: bool = False
    leads: str | None = None
    left: dict[str, list[str]] = field(default_factory=dict)


def next_seat(seat: str, steps: int = 1) -> str:
    """The seat that plays so many turns later, counter-clockwise (DG-1.3)."""
    return SEATS[(SEATS.index(seat) + steps) % 6]


def is_full_deal(hands: Mapping[str, Sequence[str]]) -> bool:
    """Three decks (DG-1.1), 27 cards to each of the six (D-DG-02)."""
    dealt = [card for hand in hands.values() for card in hand]
    return (
        sorted(hands) == list(SEATS) and {len(h) for h in hands.values()} == {27} and multiset(dealt) == multiset(THREE_DECKS)
    )


@dataclass(slots=True)
class _Round:
    """A trick under way. `owner` took the table last, with `table` (None where that was no combination)
    of `number` cards; `passed` are those who have had their turn since and have not taken it. Cards of a play that does not
    take it are gone, or go `back` to the hand.
    """

    hands: dict[str, list[str]]
    owner: str | None = None
    table: Reading | None = None
    number: int = 0
    passed: set[str] = field(default_factory=set)
    reentry: bool = True
    back: bool = False
    barred: set[str] = field(default_factory=set)

    def ended(self) -> bool:
        """DG-4.4, D-DG-04: everybody else who has cards has passed since; D-DG-05: who has passed before
        that may come back, or, by the other reading, is out of the round (`barred`), and his later passes say nothing.
        """
        out = self.passed if self.reentry else self.passed | self.barred
        return self.owner is not None and all(seat in out for seat in SEATS if self.hands[seat] and seat != self.owner)

    def holder_from(self, seat: str, steps: int) -> str | None:
        """The first seat with cards, so many turns after a seat or later; None where nobody has any."""
        turns = [next_seat(seat, later) for later in range(steps, steps + 6)]
        return next((one for one in turns if self.hands[one]), None)

    def turn(self, seat: str, text: str) -> tuple[Said, list[Word]]:
        """One play or pass: what it was, and what is wrong with it."""
        leads = self.owner is None
        if text == "-":
            self.passed.add(seat)
            self.barred.add(seat)
            return (None, ["passes a lead"]) if leads else ("pass", [])
        cards = cards_of(text.partition("=")[0])
        play = reading(cards)
        wrong: list[Word] = []
        if not contains(self.hands[seat], cards):
            wrong.append("not held")
        if play is None:
            wrong.append("no combination")
        back = not self.reentry and seat in self.barred
        takes = leads or (play is not None and len(cards) == self.number and not back)
        if back:
            wrong.append("reentry")
        if not leads and len(cards) != self.number:
            wrong.append("number")
        elif play is not None and self.table is not None and not beats(play, self.table):
            wrong.append("too small")
            takes = False
        for card in cards if takes or not self.back else ():
            if card in self.hands[seat]:
                self.hands[seat].remove(card)
        if takes:
            self.owner, self.table, self.number = seat, play, len(cards)
            self.passed.clear()
        else:
            self.passed.add(seat)
        return (None if wrong else play), wrong


def _plays(deal: Deal, trick: _Round, leader: str, plays: Sequence[str]) -> bool:
    """Step the plays of the trick that comes next; whether it may end where the record ends it."""
    no = len(deal.winners) + 1
    seat: str | None = leader
    said: list[Said] = []
    for place, text in enumerate(plays, 1):
        if not trick.reentry and trick.ended() and text == "-":
            said.append("pass")
            continue
        if seat is None or trick.ended():
            deal.faults.append((no, place, "trick too long"))
            said += [None] * (len(plays) - len(said))
            break
        was, wrong = trick.turn(seat, text)
        said.append(was)
        deal.faults += [(no, place, word) for word in wrong]
        if not trick.hands[seat] and seat not in deal.finish:
            deal.finish += seat
        seat = trick.holder_from(seat, 1)
    deal.said.append(said)
    deal.winners.append(trick.owner)
    return trick.ended() or len(deal.finish) >= 5


def play_out(
    hands: Mapping[str, Sequence[str]], leader: str, tricks: Sequence[str], *, reentry: bool = True, back: bool = False
) -> Deal:
    """Step the tricks of a record (DG-4.2 to 4.5). Seats without cards are skipped; whoever took the
    table last leads the next trick, and where he is out, the next counter-clockwise who is not (D-DG-03).

    The deal is over when five are out; the sixth may stop there, in the middle of the trick, or play on
    to his last card. A trick that a wrong seat leads is stepped from that seat. What follows the end of
    a round in the same trick is not stepped, nor what follows the last card of all. `back`: cards played in vain were taken
    back, on which the sheet has no word. ValueError where a seat has no cards to begin with, or the text is no trick.
    """
    if sorted(hands) != list(SEATS) or not all(hands.values()):
        raise ValueError("six hands, none of them empty")
    left = {seat: list(hands[seat]) for seat in SEATS}
    deal = Deal(left=left)
    due: str | None = leader
    finished = True
    for no, text in enumerate(tricks, 1):
        seat, *plays = text.split()
        if seat not in tuple(SEATS):
            raise ValueError(f"no seat leads {text!r}")
        if due is None:
            deal.faults.append((no, 1, "after the end"))
            deal.said.append([None] * len(plays))
            deal.winners.append(None)
            continue
        if seat != due:
            deal.faults.append((no, 1, "wrong leader"))
        trick = _Round(left, reentry=reentry, back=back)
        finished = _plays(deal, trick, seat, plays)
        if not finished:
            deal.faults.append((no, len(plays) + 1, "trick unfinished" if no == len(tricks) else "trick too short"))
        due = trick.holder_from(trick.owner or seat, 0)
    deal.over = len(deal.finish) >= 5
    if deal.over:
        deal.finish += "".join(seat for seat in SEATS if seat not in deal.finish)
    deal.leads = due if finished and not deal.over else None
    return deal


# ---------------------------------------------------------------------------------------- points and matches


def deal_points(finish: str, sides: Sequence[str] = SIDES) -> dict[str, int]:
    """Points of both sides for an order of all six (DG-5.1 to 5.8): the first row that fits (D-DG-15)."""
    if sorted(finish) != list(SEATS) or sorted("".join(sides)) != list(SEATS):
        raise ValueError("six seats in the order out, three on each side")
    first, other = sorted(sides, key=lambda side: finish[0] not in side)
    if all(seat in first for seat in finish[:3]):
        points = 8
    elif all(seat in other for seat in finish[4:]):
        points = 5
    elif finish[5] in other:
        points = 3
    else:
        points = 1
    return {side: points if side == first else 0 for side in sides}


def points_possible(out: str, sides: Sequence[str] = SIDES) -> list[dict[str, int]]:
    """The points of every way to go on from here."""
    rest = [seat for seat in SEATS if seat not in out]
    return [deal_points(out + "".join(order), sides) for order in permutations(rest)]


def fixed_points(out: str, sides: Sequence[str] = SIDES) -> dict[str, int] | None:
    """The points that every way to go on from here gives (D-DG-16), None where they differ."""
    ways = points_possible(out, sides)
    return ways[0] if all(way == ways[0] for way in ways) else None


def sides_of(teams: str) -> tuple[str, str] | None:
    """The seats of the two sides by the team of each seat, `-` where it is not told; the first seat's side first (D-DG-01).

    Three of one team are a side, and so are the others. None where no team has three.
    """
    whole = next((team for team in teams if team != "-" and teams.count(team) == 3), None)
    if whole is None:
        return None
    one = "".join(seat for seat, team in zip(SEATS, teams, strict=True) if team == whole)
    other = "".join(seat for seat in SEATS if seat not in one)
    return (one, other) if SEATS[0] in one else (other, one)


def misconduct(marks: Sequence[str], sides: Sequence[str] = SIDES) -> dict[str, int] | Literal["undetermined"] | None:
    """What the 记过 of a deal, each given by the seat that got it, make of its points (DG-6.3, 6.4).

    None: nothing, the order out counts. A side that has two takes the places 4, 5, 6, thus 8 points for
    the other; where both have, the referee decides (D-DG-17).
    """
    guilty = [side for side in sides if sum(seat in side for seat in marks) >= 2]
    if len(guilty) == 2:
        return "undetermined"
    return {side: 0 if side in guilty else 8 for side in sides} if guilty else None


class MatchResult(NamedTuple):
    """Totals and first places over the six deals, and who has won by what; `deals` and `extra deal`:
    nobody yet, for such deals are still to be played. `surplus` counts deals that had not to be played.
    """

    totals: dict[str, int]
    firsts: dict[str, int]
    winner: str | None
    by: Literal["total", "firsts", "extra", "deals", "extra deal"]
    surplus: int


def match_result(deals: Sequence[Mapping[str, int]], sides: Sequence[str] = SIDES) -> MatchResult:
    """A match from the points of its deals (DG-1.2, 5.9). The side with points is the one that had the
    first place, by a ruling under DG-6.4 too: the others have 4, 5, 6.
    """
    totals = {side: sum(deal[side] for deal in deals[:6]) for side in sides}
    firsts = {side: sum(deal[side] > 0 for deal in deals[:6]) for side in sides}
    surplus = max(len(deals) - 6, 0)
    if len(deals) < 6:
        return MatchResult(totals, firsts, None, "deals", 0)
    if (winner := _ahead(totals)) is not None:
        return MatchResult(totals, firsts, winner, "total", surplus)
    if (winner := _ahead(firsts)) is not None:
        return MatchResult(totals, firsts, winner, "firsts", surplus)
    if len(deals) == 6:
        return MatchResult(totals, firsts, None, "extra deal", 0)
    return MatchResult(totals, firsts, _ahead(deals[6]), "extra", surplus - 1)


def _ahead(counts: Mapping[str, int]) -> str | None:
    """The side that has more; None where both have the same."""
    one, other = counts
    if counts[one] == counts[other]:
        return None
    return one if counts[one] > counts[other] else other


# ---------------------------------------------------------------------------------------- who deals, who asks


def first_dealer(drawn: Mapping[str, str]) -> str | None:
    """Who is 庄 in the first deal, by the card that each seat drew: BJ, LJ, A … 2, the lowest 2; of one
    rank ♠ ♥ ♣ ♦ (DG-1.4). None where two drew copies of the highest (D-DG-18).
    """

    def strength(card: str) -> tuple[int, int]:
        if card in JOKERS:
            return 13 + JOKERS.index(card), 0
        return RANKS.index(card[0]), -SUITS.index(card[1])

    best = max(strength(card) for card in drawn.values())
    seats = [seat for seat, card in drawn.items() if strength(card) == best]
    return seats[0] if len(seats) == 1 else None


def dealer(first: str, no: int) -> str | None:
    """Who is 庄, and leads, in a deal, counted from 1: in turn, counter-clockwise (DG-1.2, 1.4, 4.1);
    None for the extra deal, of which nothing is said (D-DG-18).
    """
    if no < 1:
        raise ValueError("deals are counted from 1")
    return next_seat(first, no - 1) if no <= 6 else None


def count_answer(
    held: int, answer: int | Literal["不报"], *, on_turn: bool = True
) -> Literal["off turn", "must answer", "wrong count", "must not tell"] | None:
    """What is wrong with a question for the number of cards that somebody holds, and with its answer:
    asked off turn (DG-6.1), no exact answer for ten or fewer, a number for more (DG-6.2). No penalty is
    printed (D-DG-19).
    """
    if not on_turn:
        return "off turn"
    if held > 10:
        return None if answer == "不报" else "must not tell"
    if answer == "不报":
        return "must answer"
    return None if answer == held else "wrong count"
