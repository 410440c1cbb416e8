"""From an audited record to its rows in the warehouse."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, NamedTuple, TypeVar, get_args

from paipu.analytics.dealt import dealt_in
from paipu.analytics.plays import Plays, plays_of
from paipu.analytics.rows import (
    BoardRow,
    ClaimRow,
    ComputedRow,
    FindingRow,
    HandRow,
    HandSideRow,
    IncidentRow,
    MatchAccountRow,
    MatchResultRow,
    MatchRow,
    MatchSideRow,
    Pins,
    RecordRow,
    Rows,
    RulingRow,
    SeatRow,
)
from paipu.analytics.seat_hand_rows import ACTS
from paipu.analytics.seat_hands import bombs_of, seen_in
from paipu.analytics.tally import office_taken, tallied
from paipu.analytics.told import Audited, Sitting, Told
from paipu.ingest.output import finding_row
from paipu.ingest.parse import Parsed
from paipu.ingest.stream import Verdict, digest_of, ruled
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.event.board import BoardHand
from paipu.replay.event.match import AccountName, Match, match_of
from paipu.replay.plays import ply_at
from paipu.replay.record import GameRecord, Hand, HandClaims, MatchClaims, Ruling
from paipu.replay.sheets import SHEETS, Sheet, sheet_of

Value = TypeVar("Value")
_SAID: Final = ("seat", "code", "clause", "basis", "severity", "kind", "pointer", "expected", "actual", "fingerprint")
"""What a finding's row in the output and in the warehouse have alike."""


class Origin(NamedTuple):
    """Where a record came from: its place among the inputs of its batch, its file, the line of the file."""

    position: int
    source: str
    line: int | None


def audited_rows(origin: Origin, parsed: Parsed, verdict: Verdict) -> Audited:
    """Everything that the warehouse keeps of one audited record. Findings and claims are those of the record as ruled."""
    record, audit, plain = parsed.record, verdict.ruled, verdict.computed
    sheet = SHEETS[record.sheet]
    pins = Pins(record.id, record.sheet, audit.sheet_version, ENGINE_VERSION, parsed.sha256)
    match = match_of(record, verdict.computed, audit if audit is not verdict.computed else None)
    plays = [plays_of(sheet, hand, result.types) for hand, result in zip(record.hands, audit.hands, strict=True)]
    hands = list(enumerate(zip(record.hands, plays, strict=True)))
    both = list(enumerate(zip(record.hands, plain.hands, audit.hands, strict=True)))
    sides = [row for index, results in both for row in hand_side_rows(sheet, index, *results)]
    rows: Rows = {
        "records": [RecordRow(parsed.sha256, parsed.raw)],
        "matches": [match_row(origin, parsed, sum([len(made.cards) for made in plays]), len(audit.findings), verdict.laid)],
        "match_results": [match_result_row(parsed, verdict)],
        "match_sides": list(match_side_rows(sheet, parsed, verdict)),
        "match_accounts": list(account_rows(sheet, match)),
        "boards": list(board_rows(match)),
        "rulings": list(ruling_rows(parsed, verdict.laid)),
        "incidents": list(incident_rows(record)),
        "seats": list(seat_rows(sheet, parsed)),
        "hands": [hand_row(index, hand, made) for index, (hand, made) in hands],
        "computed": [
            computed_row(index, result, ruled, office_taken(record, hand, ruled)) for index, (hand, result, ruled) in both
        ],
        "hand_sides": sides,
        "findings": list(finding_rows(parsed, audit)),
        "claims": list(claim_rows(sheet, parsed, verdict, plays)),
    }
    return Audited(origin.position, pins, rows, told_of(ruled(record, verdict.laid), audit, plays))


def told_of(record: GameRecord, audit: Audit, plays: Sequence[Plays]) -> Told:
    """What rows are derived from, of a record as it is ruled."""
    sheet, book = sheet_of(record), tallied(record, audit, plays)
    later = sheet.clocks.play
    return Told(
        numbers=[hand.no for hand in record.hands],
        plays=plays,
        book=book,
        sitting=[sitting(record, unit) for unit in (*book.seats, *book.sides)],
        seen=seen_in(record, audit, plays),
        dealt=dealt_in(SHEETS[record.sheet], record, audit),
        limits=None if later is None else (sheet.clocks.limit(1, 1) or 0, later),
        acts=[on(sheet) for on in ACTS.values()],
        bombs=bombs_of(sheet),
    )


def sitting(record: GameRecord, unit: str) -> Sitting:
    """Who sits there, and their team."""
    there = [record.seats.get(seat) for seat in unit]
    named = [player.id for player in there if player is not None]
    teams = {player.team if player is not None else None for player in there}
    return tuple(sorted(named)) if len(named) == len(there) else None, teams.pop() if len(teams) == 1 else None


def match_row(origin: Origin, parsed: Parsed, plays: int, findings: int, laid: Sequence[Ruling] = ()) -> MatchRow:
    record, event = parsed.record, parsed.record.event
    name = event.name if event else None
    people = " ".join(player.name or player.id for _, player in sorted(record.seats.items()))
    return MatchRow(
        position=origin.position,
        source=origin.source,
        line=origin.line,
        claimed_sheet_version=record.sheet_version,
        options=json.dumps(dict(record.options), ensure_ascii=False, sort_keys=True),
        event=event.id if event else None,
        event_name=name,
        stage=event.stage if event else None,
        round=event.round if event else None,
        event_table=event.table if event else None,
        game=event.game if event else None,
        started=event.started if event else None,
        finished=event.finished if event else None,
        hands=len(record.hands),
        plays=plays,
        findings=findings,
        people=people,
        search=" ".join(filter(None, (record.id, name, people))).lower(),
        rulings=sum(ruling.in_force for ruling in (*record.rulings, *laid)),
        rulings_sha256=digest_of(laid, record.games) if laid or record.games is not None else None,
    )


def match_result_row(parsed: Parsed, verdict: Verdict) -> MatchResultRow:
    claims = parsed.record.claims or MatchClaims()
    match, ruled = verdict.computed.match, verdict.ruled.match
    return MatchResultRow(claims.winner, match.winner, claims.reason, match.reason, ruled.winner, ruled.reason)


def board_rows(match: Match) -> Iterator[BoardRow]:
    """The hands of a match that were boards."""
    for board in match.boards:
        told = {**board._asdict(), "void": sorted(board.void)}
        yield BoardRow(board.hand, board.set, board.no, json.dumps(told, ensure_ascii=False, sort_keys=True))


def board_of(told: str) -> BoardHand:
    """A hand that was a board, from its row."""
    tree = json.loads(told)
    results = {by: {kind: tuple(both) for kind, both in came.items()} for by, came in tree["results"].items()}
    return BoardHand(**{**tree, "tribute": tuple(tree["tribute"]), "results": results, "void": frozenset(tree["void"])})


def ruling_rows(parsed: Parsed, laid: Sequence[Ruling]) -> Iterator[RulingRow]:
    """The record's own rulings, then those that a log lays over it."""
    told = [("record", ruling) for ruling in parsed.record.rulings] + [("log", ruling) for ruling in laid]
    for position, (source, ruling) in enumerate(told):
        effect = {name: value for name, value in asdict(ruling.effect).items() if value}
        trick, play = ruling.at or (None, None)
        yield RulingRow(
            position=position,
            source=source,
            ruling=ruling.id,
            hand=ruling.hand,
            trick=trick,
            play=play,
            seat=ruling.seat,
            clause=ruling.clause,
            effect=json.dumps(effect, ensure_ascii=False, sort_keys=True),
            state=ruling.state,
            in_force=ruling.in_force,
            author=ruling.by,
            ruled_at=ruling.when,
            note=ruling.note,
        )


def incident_rows(record: GameRecord) -> Iterator[IncidentRow]:
    """What the table noted in each hand of a record."""
    for index, hand in enumerate(record.hands):
        for position, incident in enumerate(hand.incidents):
            trick, play = incident.at or (None, None)
            noticed = incident.noticed or (None, None)
            yield IncidentRow(
                position=position,
                hand_index=index,
                hand=hand.no,
                kind=incident.kind,
                seat=incident.seat,
                trick=trick,
                play=play,
                noticed_trick=noticed[0],
                noticed_play=noticed[1],
                cards=incident.cards,
                told=incident.count,
                seconds=incident.seconds,
                note=incident.note,
                ply=ply_at(hand.tricks or (), trick or 0, play),
            )


def match_side_rows(sheet: Sheet, parsed: Parsed, verdict: Verdict) -> Iterator[MatchSideRow]:
    claims = parsed.record.claims or MatchClaims()
    levels, points, ruled = verdict.computed.match.levels, verdict.computed.match.points, verdict.ruled.match
    for side in sides_of(sheet, claims.levels, levels, claims.points, points, ruled.levels, ruled.points):
        yield MatchSideRow(
            side=side,
            claimed_level=of(side, claims.levels),
            level=of(side, levels),
            claimed_points=of(side, claims.points),
            points=of(side, points),
            ruled_level=of(side, ruled.levels),
            ruled_points=of(side, ruled.points),
        )


def account_rows(sheet: Sheet, match: Match) -> Iterator[MatchAccountRow]:
    """By each account; as ruled only where rulings are laid over the record."""
    for name in get_args(AccountName):
        if name == "ruled" and match.ruled is None:
            continue
        account = match.account(name)
        for at, side in enumerate(sheet.sides):
            told = (account.grades, account.points, account.score, account.small, account.firsts)
            yield MatchAccountRow(
                *(name, side, match.teams[at], match.players[at]),
                None if account.winner is None else account.winner == at,
                account.drawn,
                account.reason,
                account.lost_by,
                at in account.late,
                at in account.disqualified,
                account.disqualified.get(at),
                *(None if pair is None else pair[at] for pair in told),
            )


def seat_rows(sheet: Sheet, parsed: Parsed) -> Iterator[SeatRow]:
    for seat in sheet.seats:
        player = parsed.record.seats.get(seat)
        if player is not None:
            side = next(side for side in sheet.sides if seat in side)
            yield SeatRow(seat, side, player.id, player.name, player.team)


def hand_row(index: int, hand: Hand, plays: Plays) -> HandRow:
    claims = hand.claims or HandClaims()
    return HandRow(
        hand_index=index,
        hand=hand.no,
        level=hand.level,
        dealer=hand.dealer,
        trump=hand.trump,
        lead=hand.lead,
        bids=hand.bids,
        tribute=hand.tribute,
        resisted=hand.resisted,
        burials=None if hand.kitty is None else sum(action.bury is not None for action in hand.kitty),
        dealt_cards=None if hand.deal is None else sum(map(known_cards, hand.deal.values())),
        tricks=None if hand.tricks is None else len(hand.tricks),
        plays=None if hand.tricks is None else len(plays.cards),
        claimed_winners=claims.winners,
        claimed_attackers=claims.attackers,
        claimed_kitty_points=claims.kitty_points,
        claimed_multiplier=claims.multiplier,
        claimed_penalties=claims.penalties,
        claimed_next_dealer=claims.next_dealer,
        claimed_finish=claims.finish,
    )


def known_cards(cards: str) -> int:
    """How many cards of a deal are known: two characters each, spaces and `??` aside.

    >>> known_cards("As BJ ??"), known_cards("AsBJ")
    (2, 2)
    """
    return len(cards.replace(" ", "").replace("??", "")) // 2


def computed_row(index: int, hand: ComputedHand, ruled: ComputedHand, taken: bool | None) -> ComputedRow:
    return ComputedRow(
        hand_index=index,
        hand=hand.no,
        level=hand.level,
        dealer=hand.dealer,
        trump=hand.trump,
        winners=hand.winners,
        attackers=hand.attackers,
        trick_points=hand.trick_points,
        kitty_points=hand.kitty_points,
        multiplier=hand.multiplier,
        penalties=hand.penalties,
        next_dealer=hand.next_dealer,
        finish=hand.finish,
        ruled_level=ruled.level,
        ruled_dealer=ruled.dealer,
        ruled_attackers=ruled.attackers,
        ruled_penalties=ruled.penalties,
        ruled_next_dealer=ruled.next_dealer,
        ruled_finish=ruled.finish,
        office_taken=taken,
    )


def hand_side_rows(sheet: Sheet, index: int, hand: Hand, result: ComputedHand, ruled: ComputedHand) -> Iterator[HandSideRow]:
    claims = hand.claims or HandClaims()
    told = (claims.levels, result.levels, claims.score, result.score, claims.points, result.points)
    for side in sides_of(sheet, *told, ruled.levels, ruled.score, ruled.points):
        yield HandSideRow(
            hand_index=index,
            hand=hand.no,
            side=side,
            claimed_level=of(side, claims.levels),
            level=of(side, result.levels),
            claimed_score=of(side, claims.score),
            score=of(side, result.score),
            claimed_points=of(side, claims.points),
            points=of(side, result.points),
            ruled_level=of(side, ruled.levels),
            ruled_score=of(side, ruled.score),
            ruled_points=of(side, ruled.points),
        )


def of(side: str, values: Mapping[str, Value] | None) -> Value | None:
    return values.get(side) if values else None


def sides_of(sheet: Sheet, *told: Mapping[str, str] | Mapping[str, int] | None) -> Iterator[str]:
    """The sides of which anything is told, in the order of the sheet."""
    named = {side for values in told if values for side in values}
    yield from (side for side in sheet.sides if side in named)


def finding_rows(parsed: Parsed, audit: Audit) -> Iterator[FindingRow]:
    for position, finding in enumerate(audit.findings):
        row = finding_row(finding, parsed, audit)
        index = finding.where.at_hand
        yield FindingRow(
            position=position,
            hand_index=index,
            hand=row["hand"],
            trick=row["trick"],
            play=row["play"],
            **as_columns(row),
            follows_from=row["follows_from"],
            ply=None if index is None else ply_at(parsed.record.hands[index].tricks or (), row["trick"], row["play"]),
        )


def as_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a finding says, of a match or of an event, but for its place: a column each."""
    said = {name: row[name] for name in _SAID}
    return said | {"options": tuple(row["options"]), "message_zh": row["message"]["zh"], "message_en": row["message"]["en"]}


def claim_rows(sheet: Sheet, parsed: Parsed, verdict: Verdict, plays: Sequence[Plays]) -> Iterator[ClaimRow]:
    """Every claim beside what it came to as ruled, and whether they agree. Of an order out the audit decides that.

    What was right when it was written, and differs since a ruling of the log, is told apart.
    """
    if verdict.ruled is verdict.computed:
        yield from _compared(sheet, parsed, verdict.computed, plays)
        return
    plain, now = (_compared(sheet, parsed, audit, plays) for audit in (verdict.computed, verdict.ruled))
    for was, row in zip(plain, now, strict=True):
        yield row._replace(verdict="ruled") if row.verdict == "differs" and was.verdict != "differs" else row


def _compared(sheet: Sheet, parsed: Parsed, audit: Audit, plays: Sequence[Plays]) -> Iterator[ClaimRow]:
    wrong_orders = {finding.where.at_hand for finding in audit.findings if finding.code == "CLAIM-FINISH"}
    for index, (hand, result, made) in enumerate(zip(parsed.record.hands, audit.hands, plays, strict=True)):
        claims = hand.claims or HandClaims()
        told: list[Compared] = [
            (name, None, getattr(hand, name), getattr(result, name)) for name in ("level", "dealer", "trump")
        ]
        told += [(name, None, getattr(claims, name), getattr(result, name)) for name in CLAIMS_OF_HANDS]
        for name in ("levels", "score", "points"):
            told += of_sides(sheet, name, getattr(claims, name), getattr(result, name))
        for name, side, claimed, computed in told:
            if claimed is not None:
                row = claim_row(name, side, claimed, computed, hand.no, index, len(made.cards))
                if name == "finish" and computed is not None:
                    row = row._replace(verdict="differs" if index in wrong_orders else "same")
                if name == "winners" and row.verdict == "differs":
                    row = row._replace(ply=ply_at(hand.tricks or (), differing_trick(row.claimed, row.other or ""), None))
                yield row
    whole, match = parsed.record.claims or MatchClaims(), audit.match
    told = [("winner", None, whole.winner, match.winner), ("reason", None, whole.reason, match.reason)]
    told += of_sides(sheet, "levels", whole.levels, match.levels) + of_sides(sheet, "points", whole.points, match.points)
    for name, side, claimed, computed in told:
        if claimed is not None:
            yield claim_row(name, side, claimed, computed)


CLAIMS_OF_HANDS: Final = ("winners", "attackers", "kitty_points", "multiplier", "penalties", "next_dealer", "finish")
Compared = tuple[str, str | None, object, object]
"""A field, whose it is, the claim and what was computed."""


def of_sides(sheet: Sheet, name: str, claimed: Mapping[str, Any] | None, computed: Mapping[str, Any] | None) -> list[Compared]:
    return [(name, side, of(side, claimed), of(side, computed)) for side in sheet.sides]


def claim_row(
    name: str,
    side: str | None,
    claimed: object,
    computed: object,
    hand: int | None = None,
    index: int | None = None,
    ply: int | None = None,
) -> ClaimRow:
    verdict = "open" if computed is None else "same" if claimed == computed else "differs"
    other = None if computed is None or claimed == computed else str(computed)
    return ClaimRow(index, hand, name, side, str(claimed), other, verdict, ply)


def differing_trick(claimed: str, computed: str) -> int | None:
    """The first trick of which two lists of winners name two, one seat a trick; None where there is none.

    >>> differing_trick("ENNW", "ENSW"), differing_trick("EN", "ENS")
    (3, None)
    """
    pairs = enumerate(zip(claimed, computed, strict=False), start=1)
    return next((trick for trick, (one, two) in pairs if one != two), None)
