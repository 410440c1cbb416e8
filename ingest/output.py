"""What an audit gives back, as rows: the keys of `paipu audit --format ndjson`, of `--computed` and of `paipu standings`
(`data/FORMAT.md`).

Every row is plain JSON, with every key always there and null where it does not apply.
"""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from io import StringIO
from types import MappingProxyType
from typing import Any, Final

from paipu.ingest.cells import csv_cell
from paipu.ingest.event_parse import ParsedEvent
from paipu.ingest.event_words import EventWords
from paipu.ingest.parse import Parsed
from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet.places import cell_of, nearest_cell
from paipu.ingest.stream import Verdict
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.checks import render
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.event.audit import EventFinding
from paipu.replay.event.boards import figure_said
from paipu.replay.event.record import EventRecord
from paipu.replay.event.rows import Drawn, Standing, Standings
from paipu.replay.event.worth import Encounter
from paipu.replay.event_rules import FIGURES
from paipu.replay.findings import Finding
from paipu.replay.record import Hand, HandClaims, MatchClaims
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS

NO_EXTRA: Final[Mapping[str, Any]] = MappingProxyType({})


def finding_row(finding: Finding, parsed: Parsed, audit: Audit) -> dict[str, Any]:
    """One finding of one record's audit."""
    cell = cell_of(parsed.extra, finding.where.pointer, finding.expected, finding.actual)
    match = parsed.record.id
    row = _row(finding, match, match, cell, audit.sheet_version, parsed.sha256)
    return row | {"message": {lang: render(finding, lang, SHEETS[audit.sheet].term) for lang in LANGS}}


def event_finding_row(
    found: EventFinding,
    parsed: ParsedEvent,
    words: EventWords,
    extra: Mapping[str, Any] = NO_EXTRA,
    cells: Mapping[str, str] = NO_EXTRA,
) -> dict[str, Any]:
    """One finding of an event's audit: a row as of a record, with the hash of the event that it was made under.

    `extra` is that of the match's record, which may have been made of a score sheet, `cells` are those of the event's own
    document that stand in another file; `words` are those of the event.
    """
    match, finding = found.match, found.finding
    cell = cell_of(extra, finding.where.pointer, finding.expected, finding.actual)
    cell = cell if match is not None else nearest_cell(cells, finding.where.pointer)
    sheet = SHEETS[parsed.event.sheet]
    row = _row(finding, match, match or parsed.event.id, cell, sheet.version, parsed.sha256)
    return row | {"message": words.message(finding)}


def _row(
    finding: Finding,
    match: str | None,
    named_after: str,
    cell: str | None,
    sheet_version: str,
    sha256_of_input: str,
) -> dict[str, Any]:
    """What every finding says but for its message; `named_after` is what its fingerprint is of."""
    where = finding.where
    return {
        "match": match,
        "hand": where.hand,
        "trick": where.trick,
        "play": where.play,
        "seat": finding.seat,
        "code": finding.code,
        "clause": finding.clause,
        "basis": str(finding.basis),
        "severity": str(finding.severity),
        "kind": str(finding.kind),
        "pointer": where.pointer,
        "cell": cell,
        "expected": finding.expected,
        "actual": finding.actual,
        "options": list(finding.options),
        "message": None,
        "sheet_version": sheet_version,
        "engine_version": ENGINE_VERSION,
        "record_sha256": sha256_of_input,
        "fingerprint": fingerprint(finding, named_after),
        "follows_from": fingerprint(finding.cause, named_after) if finding.cause is not None else None,
        "fits_if": dict(zip(("pointer", "value"), finding.fits_if, strict=True)) if finding.fits_if is not None else None,
    }


def fingerprint(finding: Finding, match: str) -> str:
    """Names a finding from run to run, whatever else the record or the engine came to say: 16 hexadecimal digits."""
    where = finding.where
    identity = (
        *(match, where.hand, where.trick, where.play, finding.seat, finding.code, finding.clause),
        *(where.pointer, finding.expected, finding.actual),
    )
    text = json.dumps(identity, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]


def computed_row(audit: Audit, parsed: Parsed) -> dict[str, Any]:
    """What the engine computed of one record, under the names of the record's `claims`."""
    return {
        "match": parsed.record.id,
        "hands": [_hand(hand) for hand in audit.hands],
        "winner": audit.match.winner,
        "levels": dict(audit.match.levels),
        "points": dict(audit.match.points),
        "score": dict(audit.match.score),
    }


def three_accounts(verdict: Verdict, parsed: Parsed) -> dict[str, Any]:
    """What was computed of one record, beside what it claims and what it comes to as ruled."""
    ruled = computed_row(verdict.ruled, parsed)
    del ruled["match"]
    record = parsed.record
    claims = record.claims or MatchClaims()
    recorded = {
        "hands": [_claimed(hand, computed) for hand, computed in zip(record.hands, verdict.computed.hands, strict=True)],
        **{name: _plain(value) if isinstance(value, Mapping) else value for name, value in asdict(claims).items()},
    }
    return {**computed_row(verdict.computed, parsed), "recorded": recorded, "ruled": ruled}


def _claimed(hand: Hand, computed: ComputedHand) -> dict[str, Any]:
    """A hand's claims under the keys of what is computed."""
    told = {**asdict(hand.claims or HandClaims()), "no": hand.no, "trump": hand.trump, "dealer": hand.dealer}
    return {key: told.get(key) for key in _hand(computed)}


def _hand(hand: ComputedHand) -> dict[str, Any]:
    return {
        "no": hand.no,
        "trump": hand.trump,
        "dealer": hand.dealer,
        "winners": hand.winners,
        "attackers": hand.attackers,
        "trick_points": hand.trick_points,
        "kitty_points": hand.kitty_points,
        "multiplier": hand.multiplier,
        "penalties": hand.penalties,
        "levels": _plain(hand.levels),
        "next_dealer": hand.next_dealer,
        "score": _plain(hand.score),
        "finish": hand.finish,
        "points": _plain(hand.points),
        "types": None if hand.types is None else [list(trick) for trick in hand.types],
    }


def _plain(sides: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if sides is None else dict(sides)


def rejection_row(rejection: Rejection) -> dict[str, Any]:
    """One source or record that was refused, with everything that was wrong with it."""
    return {
        "source": rejection.source,
        "line": rejection.line,
        "code": rejection.code,
        "pointer": rejection.pointer,
        "found": rejection.found,
        "expected": rejection.expected,
        "message": rejection.message._asdict(),
        "record_sha256": rejection.sha256,
        "errors": [
            {
                "code": problem.code,
                "message": problem.message._asdict(),
                "pointer": problem.pointer,
                "found": problem.found,
                "expected": problem.expected,
            }
            for problem in rejection.errors
        ],
    }


STANDINGS_FIRST: Final = ("stage", "group", "form", "place", "team", "name", "played", "open")
STANDINGS_LAST: Final = ("shared_with", "decided_by", "best", "worst", "disqualified", "tied", "after_round", "account")
STANDINGS_COLUMNS: Final = (*STANDINGS_FIRST, *FIGURES, *STANDINGS_LAST)
"""What is said of an entrant in a row."""


def standings_listed(event: EventRecord, tables: Sequence[Standings], account: str) -> Iterator[dict[str, Any]]:
    """One row an entrant, in every stage and group."""
    names = {entrant.id: entrant.name for entrant in event.entrants}
    for table in tables:
        for row in table.rows:
            last = row.derivation[-1] if row.derivation else None
            best, worst = row.reach or (None, None)
            own = (table.stage, table.group, table.form, row.place, row.entrant, names.get(row.entrant), row.played, row.open)
            shared, by, tied = (list(last.tied_with), last.by, last.tied) if last else ([], None, 0)
            ends = (shared, by, best, worst, row.disqualified, tied, table.after, account)
            yield {
                **dict(zip(STANDINGS_FIRST, own, strict=True)),
                **{str(figure): figure_said(figure, value, table.board_parts) for figure, value in row.figures.items()},
                **dict(zip(STANDINGS_LAST, ends, strict=True)),
            }


def standings_csv(event: EventRecord, tables: Sequence[Standings], account: str) -> str:
    """The same for a spreadsheet: no cell can be taken for a formula."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(STANDINGS_COLUMNS)
    for row in standings_listed(event, tables, account):
        said = {**row, "shared_with": " ".join(row["shared_with"]), "disqualified": int(row["disqualified"])}
        writer.writerow([csv_cell(said[column]) for column in STANDINGS_COLUMNS])
    return out.getvalue()


def standings_row(table: Standings) -> dict[str, Any]:
    """The standings of a stage, or of a group of it."""
    return {
        "stage": table.stage,
        "group": table.group,
        "form": table.form,
        "after_round": table.after,
        "board_parts": table.board_parts,
        "rows": [_standing(row) for row in table.rows],
        "bracket": [_drawn(each) for each in table.bracket],
    }


def _standing(row: Standing) -> dict[str, Any]:
    return {
        "place": row.place,
        "team": row.entrant,
        "played": row.played,
        "open": row.open,
        **{figure: row.figures[figure] for figure in FIGURES},
        "derivation": [
            {"by": step.by, "value": step.value, "tied_with": list(step.tied_with), "tied": step.tied}
            for step in row.derivation
        ],
        "reach": list(row.reach) if row.reach is not None else None,
        "disqualified": row.disqualified,
        "matches": list(row.matches),
    }


def _drawn(drawn: Drawn) -> dict[str, Any]:
    return {
        "round": drawn.no,
        "tables": [_encounter(each) for each in drawn.encounters],
        "third_place": [_encounter(each) for each in drawn.thirds],
        "byes": list(drawn.byes),
    }


def _encounter(one: Encounter) -> dict[str, Any]:
    return {
        "table": one.table,
        "teams": [list(side) for side in one.sides],
        "winner": list(one.sides[one.winner]) if one.winner is not None else None,
        "matches": list(one.matches),
    }
