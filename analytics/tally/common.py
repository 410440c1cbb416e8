"""What is counted on every sheet: matches, levels, faults and think times."""

from collections import Counter

from analytics.tally.book import Book, Plays
from replay.computed import Audit, ComputedHand, ComputedMatch
from replay.findings import Kind, Severity
from replay.record import GameRecord
from replay.sheets import Sheet

MILLISECONDS = 1000


def count_match(book: Book, match: ComputedMatch) -> None:
    """Who won."""
    if match.winner is None or not book.sides:
        book.open(["matches_won"])
        return
    for name, side in book.named.items():
        book.of_side("matches_won", side, name == match.winner)


def count_levels(book: Book, sheet: Sheet, result: ComputedHand) -> None:
    """How far each side rose; who is sent back falls."""
    if not sheet.counts_levels:
        return
    before, after, ladder = result.setting.levels, result.levels or {}, sheet.ladder
    for name, side in book.named.items():
        if name in before and name in after:
            book.mean_of_side("levels_per_hand", side, ladder.index(after[name]) - ladder.index(before[name]))
        else:
            book.open(["levels_per_hand"], [side])


def count_plays(book: Book, sheet: Sheet, plays: Plays) -> None:
    """How many plays each seat made, for faults are counted by them, and how long they took."""
    made: Counter[str] = Counter()
    spent: dict[str, list[int]] = {seat: [] for seat in book.seats}
    clocks = sheet.clocks
    for _, _, trick, play, seat, *_, seconds in plays:
        made[seat] += 1
        if seconds is not None:
            spent[seat].append(round(seconds * MILLISECONDS))
            limit = clocks.limit(trick, play)
            if limit is not None:
                book.own("overtime", seat, seconds > limit)
    for seat, count in made.items():
        book.own("faults_confirmed", seat, 0, count)
        book.own("faults_alleged", seat, 0, count)
    for seat, times in spent.items():
        if times:
            book.times[seat].update(times)
            book.own_mean("think_time", seat, sum(times), len(times), sum([each * each for each in times]))


def count_faults(book: Book, record: GameRecord, audit: Audit) -> None:
    """Incidents and rulings in force against a seat; and errors in plays for which there is neither.

    A ruling at the place of an incident of its seat is about that. What follows from another finding is not counted.
    """
    noticed = {(hand.no, incident.seat, incident.at) for hand in record.hands for incident in hand.incidents}
    rulings = [ruling for ruling in record.rulings if ruling.in_force]
    for hand in record.hands:
        for incident in hand.incidents:
            book.own("faults_confirmed", incident.seat, 1, 0)
    for ruling in rulings:
        if ruling.seat is not None and (ruling.hand, ruling.seat, ruling.at) not in noticed:
            book.own("faults_confirmed", ruling.seat, 1, 0)
    covered = noticed | {
        (ruling.hand, seat, ruling.at) for ruling in rulings for seat in (book.seats if ruling.seat is None else [ruling.seat])
    }
    for finding in audit.findings:
        seat, where = finding.seat, finding.where
        error = finding.kind is Kind.FAIL and finding.severity is Severity.ERROR and finding.cause is None
        if not error or seat is None or not where.trick or not where.play:
            continue
        if (where.hand, seat, (where.trick, where.play)) not in covered:
            book.own("faults_alleged", seat, 1, 0)
