"""What is counted on every sheet: matches, levels, faults and think times."""

from collections import Counter
from operator import itemgetter
from typing import Final

from analytics.tally.book import Book, Plays
from analytics.tally_rows import ThinkTimeRow
from replay.computed import Audit, ComputedHand, ComputedMatch
from replay.findings import Kind, Severity
from replay.record import GameRecord
from replay.sheets import Sheet

MILLISECONDS: Final = 1000
TRICK, PLAY, SEAT, SECONDS = 2, 3, 4, 9
"""Where these stand in the row of a play."""
_TIMED: Final = itemgetter(SEAT, SECONDS)


def count_match(book: Book, match: ComputedMatch) -> None:
    """Who won."""
    if match.winner is None or not book.sides:
        book.open(["matches_won"])
        return
    for name, side in book.named.items():
        book.share("matches_won", side, name == match.winner)


def count_levels(book: Book, sheet: Sheet, result: ComputedHand) -> None:
    """How far each side rose; who is sent back falls."""
    if not sheet.counts_levels:
        return
    before, after, ladder = result.setting.levels, result.levels or {}, sheet.ladder
    for name, side in book.named.items():
        if name in before and name in after:
            book.value("levels_per_hand", side, ladder.index(after[name]) - ladder.index(before[name]))
        else:
            book.open(["levels_per_hand"], [side])


def count_plays(book: Book, sheet: Sheet, plays: Plays) -> None:
    """How many plays each seat made, how long they took, and how many took too long."""
    book.taken.update(map(_TIMED, plays))
    if sheet.clocks.play is not None:
        limit = sheet.clocks.limit
        timed = [row for row in plays if row[SECONDS] is not None]
        over = Counter([row[SEAT] for row in timed if row[SECONDS] > (limit(row[TRICK], row[PLAY]) or 0)])
        for seat, count in Counter([row[SEAT] for row in timed]).items():
            book.share("overtime", seat, over[seat], count)


def count_times(book: Book) -> list[ThinkTimeRow]:
    """The plays of all hands, for faults are counted by them; and how many plays of each seat took how long."""
    of_seats: dict[str, Counter[int]] = {seat: Counter() for seat in book.seats}
    made: Counter[str] = Counter()
    for (seat, seconds), plays in book.taken.items():
        made[seat] += plays
        if seconds is not None:
            of_seats[seat][round(seconds * MILLISECONDS)] += plays
    for seat, count in made.items():
        book.share("faults_confirmed", seat, 0, count)
        book.share("faults_alleged", seat, 0, count)
    for seat, times in of_seats.items():
        if times:
            cell = book.cell("think_time", seat)
            cell[0] = sum([each * plays for each, plays in times.items()])
            cell[1] = times.total()
            cell[3] = sum([each * each * plays for each, plays in times.items()])
    return [ThinkTimeRow(seat, each, plays) for seat, times in of_seats.items() for each, plays in sorted(times.items())]


def count_faults(book: Book, record: GameRecord, audit: Audit) -> None:
    """Incidents and rulings in force against a seat; and errors in plays for which there is neither.

    A ruling at the place of an incident of its seat is about that. What follows from another finding is not counted.
    """
    noticed = {(hand.no, incident.seat, incident.at) for hand in record.hands for incident in hand.incidents}
    rulings = [ruling for ruling in record.rulings if ruling.in_force]
    for hand in record.hands:
        for incident in hand.incidents:
            book.share("faults_confirmed", incident.seat, 1, 0)
    for ruling in rulings:
        if ruling.seat is not None and (ruling.hand, ruling.seat, ruling.at) not in noticed:
            book.share("faults_confirmed", ruling.seat, 1, 0)
    covered = noticed | {
        (ruling.hand, seat, ruling.at) for ruling in rulings for seat in (book.seats if ruling.seat is None else [ruling.seat])
    }
    for finding in audit.findings:
        seat, where = finding.seat, finding.where
        error = finding.kind is Kind.FAIL and finding.severity is Severity.ERROR and finding.cause is None
        if not error or seat is None or not where.trick or not where.play:
            continue
        if (where.hand, seat, (where.trick, where.play)) not in covered:
            book.share("faults_alleged", seat, 1, 0)
