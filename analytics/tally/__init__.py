"""From an audited record to its book: what each seat and each side has in every statistic, hand by hand.

A statistic is a numerator and a denominator, and every unit that is asked for (player, pair, team, event) is the same all
through a record: so a record needs a row a seat and a row a side, and a statistic over a million hands adds up so many rows as
there are seats and sides in the matches.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from paipu.analytics.plays import Plays
from paipu.analytics.tally import climbing, common, tricks
from paipu.analytics.tally.book import Book
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.record import GameRecord, Hand
from paipu.replay.rulesheet import FamilyName
from paipu.replay.seating import sides_at
from paipu.replay.sheets import TRICK_SHEETS, Sheet, sheet_of

COUNTED: Final[Mapping[FamilyName, Callable[[Book, Any, Hand, ComputedHand, Plays], None]]] = {
    "tricks": tricks.count_hand,
    "climbing": climbing.count_hand,
}
"""What counts a hand, by family: given a sheet of it, with options set."""


def tallied(record: GameRecord, audit: Audit, plays: Sequence[Plays]) -> Book:
    """What is counted of a record as it is ruled, given the plays of each hand."""
    sheet = sheet_of(record)
    book = Book(sheet, units_of(sheet, record))
    faults = common.faults_of(record, audit, sheet.seats)
    for index, (hand, result, made) in enumerate(zip(record.hands, audit.hands, plays, strict=True)):
        book.hand = index
        for key, seat, ply in faults.get(index, ()):
            book.event(key, seat, ply)
        if result.setting.counts and not hand.tie_break:
            common.count_levels(book, sheet, result)
            COUNTED[sheet.family](book, sheet, hand, result, made)
    book.hand = None
    common.count_match(book, audit.match)
    for key, seat, ply in faults.get(None, ()):
        book.event(key, seat, ply)
    return book


def office_taken(record: GameRecord, hand: Hand, result: ComputedHand) -> bool | None:
    """Whether the attackers take office with a hand that counts, as `hold_rate` and `take_rate` have it."""
    sheet = TRICK_SHEETS.get(record.sheet)
    if sheet is None or not result.setting.counts or hand.tie_break:
        return None
    return tricks.taken_over(sheet.configured(record.options).at_level(result.level), result)


def units_of(sheet: Sheet, record: GameRecord) -> tuple[str, ...]:
    """The seats of each side; none where the record does not tell who are partners (D-DG-01)."""
    sides = sides_at(sheet, record)
    if sides is None:
        return ()
    return tuple("".join(seat for seat, at in zip(sheet.seats, sides, strict=True) if at == side) for side in (0, 1))
