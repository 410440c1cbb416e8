"""A record with one slip undone, and where its places were before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paipu.replay.findings import Where
from paipu.replay.record import GameRecord, Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """What a record would be without a slip: what stands at `pointer` would read `value`, or not be there (None).

    `hands` has for each hand of the repaired record its index in the record as it is, where hands moved; `tricks` the same for
    the tricks of hand `index`, where tricks moved: their numbers as they are, None for one that is new. A repair that makes so
    much unknown that any single fault would be gone must explain at least so many, of codes that begin as in `counts`.
    """

    record: GameRecord
    pointer: str
    value: str | None = None
    hands: tuple[int, ...] | None = None
    index: int | None = None
    tricks: tuple[int | None, ...] | None = None
    least: int = 1
    counts: tuple[str, ...] = ()

    def before(self, where: Where, record: GameRecord) -> Where:
        """The place in the record as it is (`record`) of a place in the repaired one."""
        index = hand_index(where.pointer)
        if index is None:
            return where
        if self.hands is not None:
            former = self.hands[index]
            pointer = f"/hands/{former}" + where.pointer[len(f"/hands/{index}") :]
            return where._replace(hand=record.hands[former].no, pointer=pointer)
        if self.tricks is not None and index == self.index and where.trick:
            number = self.tricks[where.trick - 1] if where.trick <= len(self.tricks) else None
            pointer = where.pointer
            if number is not None and pointer.startswith(f"/hands/{index}/tricks/"):
                pointer = f"/hands/{index}/tricks/{number - 1}"
            return where._replace(trick=number, pointer=pointer)
        return where


def hand_index(pointer: str) -> int | None:
    """The hand that a JSON pointer leads into."""
    parts = pointer.split("/", 3)
    return int(parts[2]) if len(parts) > 2 and parts[1] == "hands" and parts[2].isdigit() else None


def with_hand(record: GameRecord, index: int, hand: Hand) -> GameRecord:
    """The record with another hand in the place of one."""
    return replace(record, hands=(*record.hands[:index], hand, *record.hands[index + 1 :]))


def with_trick(hand: Hand, trick: int, text: str) -> Hand:
    """The hand with another text for trick `trick`, from 0."""
    tricks = hand.tricks or ()
    return replace(hand, tricks=(*tricks[:trick], text, *tricks[trick + 1 :]))


def with_tricks_moved(hand: Hand, tricks: tuple[str, ...], before: Sequence[int | None]) -> Hand:
    """The hand with other tricks, of which `before` has the former numbers: what was told of a trick goes where it goes.

    What was told of a trick that is not there any more belongs to the one before it, whose twin it was; a new trick took
    no time that is known.
    """
    now = {number: at for at, number in enumerate(before, 1) if number is not None}

    def moved(place: tuple[int, int] | None) -> tuple[int, int] | None:
        if place is None or not 0 < place[0] <= len(hand.tricks or ()):
            return place
        return now.get(place[0], place[0] - 1), place[1]

    incidents = tuple(replace(told, at=moved(told.at), noticed=moved(told.noticed)) for told in hand.incidents)
    seconds = hand.seconds
    if seconds:
        seconds = tuple(seconds[number - 1] if number is not None and number <= len(seconds) else () for number in before)
    return replace(hand, tricks=tricks, seconds=seconds, incidents=incidents)
