"""The one walk over the plays of a record: where each is, who made it, what was thrown and what stood.

Whoever wants more than the verdict of a play goes through these rows: deals that only the plays tell, incidents, slips, views,
the warehouse. The machines alone take a trick apart themselves, for speed.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from paipu.replay.cards import UNKNOWN, count_cards, seen_cards
from paipu.replay.notation import (
    DECLARED,
    FAILED,
    PASS,
    UNSEEN,
    join_trick,
    plays_in,
    read_token,
    size_of,
    split_trick,
    with_sizes,
)
from paipu.replay.record import Hand
from paipu.replay.rulesheet import RuleSheet

BEFORE: Final = (0, 0)
"""The place before trick 1."""


@lru_cache(maxsize=1 << 13)
def cards_of(token: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards that were thrown and those that stood: the same, but for a failed throw (`AsKs>Ks`); none of a pass.

    Cards that were not seen, or not whole, are not among them: what is told of a seat's cards is the least.
    """
    made = read_token(token)
    cards = tuple(seen_cards(made.thrown))
    return cards, tuple(seen_cards(made.stood)) if made.failed else cards


class PlayAt(NamedTuple):
    """One play of the record, passes among them: its trick and its place there, both from 1, the seat's index, the token."""

    trick: int
    play: int
    seat: int
    token: str

    @property
    def place(self) -> tuple[int, int]:
        """Where it is."""
        return self.trick, self.play

    @property
    def attempted(self) -> tuple[str, ...]:
        """The cards that were thrown."""
        return cards_of(self.token)[0]

    @property
    def stood(self) -> tuple[str, ...]:
        """The cards that lay there in the end."""
        return cards_of(self.token)[1]

    @property
    def size(self) -> int:
        """How many those are, with the ones that nobody saw; 0 where nobody saw the play."""
        return size_of(self.token)


@lru_cache(maxsize=64)
def rotations(seats: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """For each seat index the order of play that starts with it."""
    count = len(seats)
    return tuple(tuple((first + k) % count for k in range(count)) for first in range(count))


@lru_cache(maxsize=256)
def next_seats(holding: tuple[bool, ...]) -> tuple[int, ...]:
    """For each seat the next one in order of play that still holds cards; the seat itself if there is no other."""
    count = len(holding)
    return tuple(
        next(((seat + step) % count for step in range(1, count + 1) if holding[(seat + step) % count]), seat)
        for seat in range(count)
    )


def seats_after(left: Iterable[int]) -> tuple[int, ...]:
    """For each seat the next one that still holds cards, given how many each has left."""
    return next_seats(tuple([count > 0 for count in left]))


def turns(sheet: RuleSheet, tricks: Sequence[str], sizes: Sequence[int]) -> Iterator[Sequence[int]]:
    """The seats that come to play in each trick, those that made no play too where it goes round once.

    Where it goes round until all others pass, who is out is skipped: `sizes` are how many cards each seat begins with. Then a
    play that nobody saw leaves open how many cards its seat has left: from where it may be out on nobody is told any more.
    """
    if sheet.once_round:
        orders = rotations(sheet.seats)
        yield from (orders[sheet.seat_at[text[0]]] for text in tricks)
        return
    if not any(UNSEEN in text for text in tricks):
        yield from _going_round(sheet, tricks, sizes, 0)
        return
    told = tricks
    while True:  # who leads a trick that is not told any more has not got cards left by that
        found = list(_going_round(sheet, told, sizes, sheet.longest_play))
        whole = sum(map(len, found)) == sum(map(plays_in, told))
        if whole:
            break
        told = _as_far_as(told, found)
    yield from found
    yield from ([] for _ in tricks[len(found) :])


def _going_round(sheet: RuleSheet, tricks: Sequence[str], sizes: Sequence[int], longest: int) -> Iterator[Sequence[int]]:
    """The seats that come to play in each trick: of a play that nobody saw, of `longest` cards at most, as far as told."""
    left = list(sizes)
    after = seats_after(left)
    unseen, doubted = [0] * len(left), False
    led = {text[0]: number for number, text in enumerate(tricks)} if longest else {}
    for number, text in enumerate(tricks):
        leader, *tokens = split_trick(text)
        seat, seats = sheet.seat_at[leader], []
        plain = FAILED not in text and DECLARED not in text and UNSEEN not in text
        for token in tokens:
            if doubted:
                break
            seats.append(seat)
            if token != PASS:
                left[seat] -= len(token) // len(UNKNOWN) if plain else size_of(token)
                if longest:
                    unseen[seat] += longest * (token == UNSEEN)
                    doubted = 0 < left[seat] <= unseen[seat] and led.get(sheet.seats[seat], -1) <= number
                if left[seat] <= 0:
                    after = seats_after(left)
            seat = after[seat]
        if longest and not doubted:  # who leads no later trick may be out
            bounds = zip(left, unseen, sheet.seats, strict=True)
            doubted = any(0 < count <= lost and led.get(name, -1) <= number for count, lost, name in bounds)
        yield seats


def _as_far_as(tricks: Sequence[str], seats: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """The tricks with the plays of so many seats."""
    told = []
    for text, order in zip(tricks, seats, strict=False):
        if order:
            leader, *tokens = split_trick(text)
            told.append(join_trick(leader, *tokens[: len(order)]))
    return tuple(told)


def told_tricks(sheet: RuleSheet, tricks: Sequence[str], sizes: Sequence[int]) -> Sequence[str]:
    """The tricks as far as it is told who made the plays: whole, unless plays that nobody saw leave open who is out."""
    if sheet.once_round or not any(UNSEEN in text for text in tricks):
        return tricks
    return _as_far_as(tricks, list(turns(sheet, tricks, sizes)))


def plays_of(sheet: RuleSheet, tricks: Sequence[str], sizes: Sequence[int] = ()) -> Iterator[PlayAt]:
    """The plays of a hand in order, straight from the notation; `sizes` as above."""
    for trick, (text, seats) in enumerate(zip(tricks, turns(sheet, tricks, sizes), strict=True), start=1):
        written = with_sizes(text) if sheet.once_round else text
        for play, (seat, token) in enumerate(zip(seats, split_trick(written)[1:], strict=False), start=1):
            yield PlayAt(trick, play, seat, token)


def cards_by_seat(sheet: RuleSheet, tricks: Sequence[str], sizes: Sequence[int] = ()) -> list[list[str]]:
    """What each seat played: the cards that stood, in order; nothing more is made of a play, which costs less."""
    played = [list[str]() for _ in sheet.seats]
    for text, seats in zip(tricks, turns(sheet, tricks, sizes), strict=True):
        for seat, token in zip(seats, split_trick(text)[1:], strict=False):
            played[seat] += cards_of(token)[1]
    return played


def sizes_by_seat(sheet: RuleSheet, tricks: Sequence[str]) -> list[int]:
    """How many cards each seat played where everybody plays once to a trick, those that nobody saw among them."""
    played = [0] * len(sheet.seats)
    for at in plays_of(sheet, tricks):
        played[at.seat] += at.size
    return played


def plays_of_hand(sheet: RuleSheet, hand: Hand) -> Iterator[PlayAt]:
    """The same, by what is on record of how many cards each seat begins with."""
    return plays_of(sheet, hand.tricks or (), _begin_with(sheet, hand))


def seats_of_hand(sheet: RuleSheet, hand: Hand) -> Sequence[int]:
    """Who made each of them; nothing more is made of a play, which costs less."""
    tricks, made = hand.tricks or (), list[int]()
    for text, seats in zip(tricks, turns(sheet, tricks, _begin_with(sheet, hand)), strict=True):
        made += seats[: plays_in(text)]
    return made


def told_of_hand(sheet: RuleSheet, hand: Hand) -> Sequence[str]:
    """The tricks of a hand as far as it is told who made the plays, and how many cards of those that nobody saw."""
    tricks = hand.tricks or ()
    if not any(UNSEEN in text for text in tricks):
        return tricks
    return [with_sizes(text) for text in tricks] if sheet.once_round else told_tricks(sheet, tricks, _begin_with(sheet, hand))


def _begin_with(sheet: RuleSheet, hand: Hand) -> Sequence[int]:
    """The cards that are left to each seat, or were dealt, where all of them are on record."""
    if sheet.once_round:
        return ()
    known = dict(hand.left or {})
    known |= {part: count_cards(cards) for part, cards in (hand.deal or {}).items() if UNKNOWN not in cards}
    return [known.get(seat, sheet.hand_size) for seat in sheet.seats]


def ply_at(tricks: Sequence[str], trick: int | None, play: int | None) -> int:
    """How many plays a hand shows at a place: 0 before the first trick (trick 0).

    What is of a whole trick, or of a play that it lacks, is shown at the trick's end, what is of the whole hand at the hand's.

    >>> hand = ("E As Ks Qs Js", "W 3s 4s")
    >>> [ply_at(hand, *at) for at in [(0, 0), (1, 2), (1, None), (2, 4), (None, None)]]
    [0, 2, 4, 6, 6]
    """
    if trick == 0:
        return 0
    if trick is None or trick > len(tricks):
        return sum(map(plays_in, tricks))
    size = plays_in(tricks[trick - 1])
    return sum(map(plays_in, tricks[: trick - 1])) + (play if play and play <= size else size)


def seconds_at(hand: Hand, at: tuple[int, int]) -> float | None:
    """The think time of the play at a place; None where it was not recorded, for the lists of a record may be ragged."""
    trick, play = at
    row = hand.seconds[trick - 1] if 0 < trick <= len(hand.seconds) else ()
    return row[play - 1] if 0 < play <= len(row) else None


class Recorded:
    """The plays of a hand, to be looked up by place and by seat."""

    def __init__(self, plays: Iterable[PlayAt]) -> None:
        self.plays = tuple(plays)
        self.index = {at.place: index for index, at in enumerate(self.plays)}

    def at(self, place: tuple[int, int] | None) -> PlayAt | None:
        """The play at a place; None if the record does not have it."""
        index = self.index.get(place) if place is not None else None
        return self.plays[index] if index is not None else None

    def before(self, play: PlayAt) -> PlayAt | None:
        """The play before one, None if that is the first."""
        index = self.index[play.trick, play.play] - 1
        return self.plays[index] if index >= 0 else None

    def lead(self, play: PlayAt) -> PlayAt:
        """The play that the trick of one began with."""
        return self.plays[self.index[play.trick, 1]]

    def of_seat(self, seat: int) -> Sequence[PlayAt]:
        """The plays of a seat, passes among them, in order."""
        return self._by_seat.get(seat, ())

    @cached_property
    def _by_seat(self) -> Mapping[int, Sequence[PlayAt]]:
        found: dict[int, list[PlayAt]] = {}
        for play in self.plays:
            found.setdefault(play.seat, []).append(play)
        return found

    @cached_property
    def _played(self) -> Mapping[int, tuple[Sequence[tuple[int, int]], Sequence[int]]]:
        """By seat the places of its plays, and how many cards it had played before each and after the last."""
        found = {}
        for seat, plays in self._by_seat.items():
            sizes = (play.size for play in plays)
            found[seat] = [play.place for play in plays], list(accumulate(sizes, initial=0))
        return found

    def played_by(self, seat: int, at: tuple[int, int], *, after: bool) -> int:
        """How many cards a seat had played before a place, or `after` what was played there."""
        places, played = self._played.get(seat, ((), (0,)))
        return played[(bisect_right if after else bisect_left)(places, at)]

    def unseen_by(self, seat: int, at: tuple[int, int]) -> bool:
        """Whether nobody saw a play that a seat made up to a place, so that it is not known how many cards it had played."""
        return any(play.token == UNSEEN and play.place <= at for play in self.of_seat(seat))
