"""Who plays when: the order of play, which skips those who are out, and the plays of a record by seat."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from paipu.replay.cards import split_cards
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.notation import PASS, read_token, size_of, split_trick
from paipu.replay.rulesheet import RuleSheet


class PlayAt(NamedTuple):
    """One play of the record, passes among them: where it is, the seat's index, and the token."""

    trick: int
    play: int
    seat: int
    token: str

    @property
    def cards(self) -> list[str]:
        """The cards of the play, none of a pass."""
        return split_cards(read_token(self.token).stood)


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


def takes_over(sheet: ClimbingSheet, sides: Sequence[int], holder: int, left: Sequence[int]) -> int:
    """Who leads in place of a winner who is out (接风), given the side of each seat and how many cards it has left."""
    count = len(left)
    for step in range(1, count) if sheet.rounds.after_out != "next" else ():
        partner = (holder + step) % count
        if left[partner] > 0 and sides[partner] == sides[holder]:
            return partner
    return seats_after(left)[holder]


def turns(sheet: RuleSheet, tricks: Sequence[str], sizes: Sequence[int]) -> Iterator[Sequence[int]]:
    """The seats that made the plays of each trick, given how many cards each seat begins with: who is out is skipped."""
    left = list(sizes)
    after = seats_after(left)
    for text in tricks:
        leader, *tokens = split_trick(text)
        seat, seats = sheet.seat_at[leader], []
        for token in tokens:
            seats.append(seat)
            if token != PASS:
                left[seat] -= size_of(token)
                if left[seat] <= 0:
                    after = seats_after(left)
            seat = after[seat]
        yield seats


def plays_of(sheet: ClimbingSheet, tricks: Sequence[str], sizes: Sequence[int]) -> Iterator[PlayAt]:
    """The plays of a hand in order, likewise."""
    for trick, (text, seats) in enumerate(zip(tricks, turns(sheet, tricks, sizes), strict=True), start=1):
        for play, (seat, token) in enumerate(zip(seats, split_trick(text)[1:], strict=True), start=1):
            yield PlayAt(trick, play, seat, token)


def seats_of(sheet: ClimbingSheet, tricks: Sequence[str], sizes: Sequence[int]) -> Sequence[Sequence[str]]:
    """The seats that made the plays of each trick, by name."""
    names = sheet.seats
    return [[names[seat] for seat in seats] for seats in turns(sheet, tricks, sizes)]


def hand_over(sheet: ClimbingSheet, out: Sequence[int]) -> bool:
    """Whether a hand is over: all but one are out, one side has the first places (D-GD-03), or somebody is (`first_ends`)."""
    if sheet.rounds.first_ends:
        return bool(out)
    gone, count = len(out), len(sheet.seats)
    if gone != count // 2:
        return gone >= count - 1
    return sum([seat % 2 for seat in out]) in {0, gone} and sheet.rounds.double_ends
