"""What is counted on every sheet, and not of every play: matches, levels and faults."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from paipu.analytics.tally.book import Book
from paipu.replay.computed import Audit, ComputedHand, ComputedMatch
from paipu.replay.findings import Kind, Severity
from paipu.replay.plays import ply_at
from paipu.replay.record import GameRecord
from paipu.replay.sheets import Sheet


def count_match(book: Book, match: ComputedMatch) -> None:
    """Who won, where what the hands came to tells it; of a match that was drawn nobody has, and nothing is open."""
    if match.drawn and match.reason is not None and not match.by_claims:
        return
    if match.winner is None or match.by_claims or not book.sides:
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
        if name in before and name in after and not result.setting.by_claims:
            book.value("levels_per_hand", side, ladder.index(after[name]) - ladder.index(before[name]))
        else:
            book.open(["levels_per_hand"], [side])


def faults_of(record: GameRecord, audit: Audit, seats: Sequence[str]) -> Mapping[int | None, list[tuple[str, str, int]]]:
    """Incidents and rulings in force against a seat; and errors in plays for which there is neither: key, seat and ply of each,
    by the place of its hand, None where it is of the match.

    A ruling at the place of an incident of its seat is about that. What follows from another finding is not counted.
    """
    told: defaultdict[int | None, list[tuple[str, str, int]]] = defaultdict(list)
    at_hand = {hand.no: index for index, hand in enumerate(record.hands)}

    def note(key: str, seat: str, hand: int | None, at: tuple[int, int | None] | None) -> None:
        index = at_hand.get(hand) if hand is not None else None
        ply = ply_at(record.hands[index].tricks or (), *at) if index is not None and at is not None else 0
        told[index].append((key, seat, ply))

    noticed = {(hand.no, incident.seat, incident.at) for hand in record.hands for incident in hand.incidents}
    rulings = [ruling for ruling in record.rulings if ruling.in_force]
    for hand in record.hands:
        for incident in hand.incidents:
            note("faults_confirmed", incident.seat, hand.no, incident.at)
    for ruling in rulings:
        if ruling.seat is not None and (ruling.hand, ruling.seat, ruling.at) not in noticed:
            note("faults_confirmed", ruling.seat, ruling.hand, ruling.at)
    covered = noticed | {
        (ruling.hand, seat, ruling.at) for ruling in rulings for seat in (seats if ruling.seat is None else [ruling.seat])
    }
    for finding in audit.findings:
        seat, where = finding.seat, finding.where
        error = finding.kind is Kind.FAIL and finding.severity is Severity.ERROR and finding.cause is None
        if not error or seat is None or not where.trick or not where.play:
            continue
        if (where.hand, seat, (where.trick, where.play)) not in covered:
            note("faults_alleged", seat, where.hand, (where.trick, where.play))
    return told
