"""From an event and its matches to its rows in the warehouse."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from sys import maxsize
from typing import NamedTuple, get_args

from paipu.analytics.event_rows import (
    DerivationRow,
    EntrantPlayerRow,
    EntrantRow,
    EventFindingRow,
    EventMatchRow,
    EventPins,
    EventRow,
    EventTableRow,
    LedgerRow,
    PublishedRow,
    RoundRow,
    StageRow,
    StandingRow,
    TableBoardRow,
)
from paipu.analytics.extract import as_columns
from paipu.analytics.rows import RecordRow, Rows
from paipu.analytics.told import Audited
from paipu.ingest.event_parse import ParsedEvent
from paipu.ingest.event_words import EventWords
from paipu.ingest.output import event_finding_row
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.event.audit import EventAudit, EventFinding
from paipu.replay.event.match import AccountName, Match
from paipu.replay.event.placing import Spot, by_match, round_at, stage_at, table_at
from paipu.replay.event.record import EventRecord
from paipu.replay.event.rows import Standings
from paipu.replay.event.standings import standings_of
from paipu.replay.event.worth import Encounter, encounters, terms_of
from paipu.replay.event_rules import FIGURES, Counts
from paipu.replay.sheets import SHEETS


class Where(NamedTuple):
    """A part of an event, as far as something is about one."""

    stage: str | None = None
    group: str | None = None
    round: int | None = None
    table: str | None = None


class Parts:
    """The parts of one event, by what leads to them."""

    def __init__(self, event: EventRecord) -> None:
        self.event = event
        self.group_of = [{each: group for group, members in stage.groups.items() for each in members} for stage in event.stages]

    def named(self, spot: Spot) -> Where:
        """The part that a drawn table is."""
        seated = table_at(self.event, spot)
        group = self.group(spot.stage, seated.entrants)
        return Where(stage_at(self.event, spot).id, group, round_at(self.event, spot).no, seated.name)

    def group(self, stage: int, who: Iterable[str]) -> str | None:
        """The group of a stage that some of its entrants are of; None where it has none, or they are of several."""
        groups = {group for each in who if (group := self.group_of[stage].get(each)) is not None}
        return groups.pop() if len(groups) == 1 else None

    def pointed(self, pointer: str, who: str | None) -> Where:
        """What a pointer into the event is about, as far as it goes; `who` may be an entrant, of one of the groups."""
        steps = pointer.strip("/").split("/")
        index = [int(step) for step in steps[1::2] if step.isdecimal()]
        if steps[0] == "published":
            table = self.event.published[index[0]]
            return Where(table.stage, table.group, table.after_round)
        if steps[0] != "stages":
            return Where()
        stage = self.event.stages[index[0]]
        if steps[2:3] != ["rounds"]:
            return Where(stage.id, self.group(index[0], [who or ""]))
        if steps[4:5] == ["tables"]:
            return self.named(Spot(index[0], index[1], index[2]))
        return Where(stage.id, self.group(index[0], [who or ""]), stage.rounds[index[1]].no)


class Audit(NamedTuple):
    """An event and the matches that it is audited over, with the hash of each record, and a digest of these."""

    parsed: ParsedEvent
    source: str
    matches: Sequence[Match]
    hashes: Mapping[str, str]
    digest: str


def digest_of(said: Iterable[str]) -> str:
    """A digest of what is said of each match, in order."""
    return sha256("\n".join(said).encode()).hexdigest()


def audited_event(position: int, asked: Audit, by: AccountName = "ruled", after: int | None = None) -> Audited:
    """Everything that the warehouse keeps of an event, audited by one account of its matches; as it was `after` a round."""
    event, until = asked.parsed.event, maxsize if after is None else after
    audit = EventAudit(event, asked.matches, by)
    found = audit.run()
    event = audit.event
    ruled = any(match.ruled is not None for match in asked.matches)
    accounts: list[AccountName] = [name for name in get_args(AccountName) if name != "ruled" or ruled]
    known = {by, "computed"} if by == "ruled" and not ruled else {by}  # without a ruling they say the same
    met = {
        name: audit.met if name in known else encounters(event, audit.sheet, audit.placed, name, audit.scores)
        for name in accounts
    }
    tables = {account: standings_of(event, audit.sheet, met[account], after) for account in accounts}
    parts = Parts(event)
    own: Rows = {
        "event_entrants": [EntrantRow(each.id, each.name, each.seed) for each in event.entrants],
        "event_players": [
            EntrantPlayerRow(each.id, player.id, player.name) for each in event.entrants for player in each.players
        ],
        "event_stages": list(stage_rows(audit)),
        "event_rounds": [
            RoundRow(at, stage.id, played.no, played.byes, played.absent)
            for at, stage in enumerate(event.stages)
            for played in stage.rounds
            if played.no <= until
        ],
        "event_tables": [
            row for name in accounts for row in table_rows(audit, name, met[name], tables[name]) if row.round <= until
        ],
        "event_matches": list(match_rows(audit, asked.hashes, parts)),
        "standings": [row for account in accounts for row in standing_rows(audit, account, tables[account])],
        "derivations": [row for account in accounts for row in derivation_rows(account, tables[account])],
        "published": [
            row for row in published_rows(audit) if (maxsize if row.after_round is None else row.after_round) <= until
        ],
        "event_boards": [row for name in accounts for row in board_rows(audit, name) if row.round <= until],
        "ledger": [row for row in ledger_rows(asked.parsed) if row.round is None or row.round <= until],
        "event_findings": list(finding_rows(audit, asked.parsed, found, parts)),
    }
    head = EventRow(
        position=position,
        source=asked.source,
        name=event.name,
        options=json.dumps(dict(event.options), ensure_ascii=False, sort_keys=True),
        entrants=len(event.entrants),
        of_players=event.of_players,
        matches=len(asked.matches),
        standings=len(own["standings"]),
        findings=len(found),
        matches_sha256=asked.digest,
    )
    pins = EventPins(event.id, event.sheet, audit.sheet.version, ENGINE_VERSION, asked.parsed.sha256)
    return Audited(position, pins, {"records": [RecordRow(asked.parsed.sha256, asked.parsed.raw)], "events": [head], **own})


def stage_rows(audit: EventAudit) -> Iterator[StageRow]:
    for at, stage in enumerate(audit.event.stages):
        terms = terms_of(stage, audit.sheet.event)
        out = _counts(terms.bye), _counts(terms.absent)
        yield StageRow(at, stage.id, stage.form, terms.rank_by, stage.advance, *out, stage.parts, compared(audit.event, at))


def _counts(counts: Counts | None) -> str | None:
    return None if counts is None else json.dumps(dict(counts), sort_keys=True)


def table_rows(
    audit: EventAudit, account: AccountName, met: Sequence[Encounter], tables: Sequence[Standings]
) -> Iterator[EventTableRow]:
    thirds = {one.spot for table in tables for drawn in table.bracket for one in drawn.thirds}
    for one in met:
        for side in (0, 1):
            yield EventTableRow(
                account=account,
                stage_index=one.spot.stage,
                stage=audit.event.stages[one.spot.stage].id,
                round=one.round,
                table_index=one.spot.table,
                event_table=one.table,
                side=audit.sheet.sides[side],
                entrants=one.sides[side],
                third_place=one.spot in thirds,
                told=one.told,
                won=None if one.winner is None else one.winner == side,
                drawn=one.drawn,
                forfeited=side in one.forfeited,
                score=one.score[side] if one.score is not None else None,
                **{figure: one.figures[side][figure] for figure in FIGURES},
                matches=one.matches,
            )


def compared(event: EventRecord, s: int) -> str | None:
    """What the boards of a stage are compared by; None where it has none."""
    boards = event.boards
    if boards is None or not any(each.stage == event.stages[s].id for each in boards.sets):
        return None
    return boards.scale.result if boards.scale is not None else SHEETS[event.sheet].event.boards[0]


def board_rows(audit: EventAudit, account: AccountName) -> Iterator[TableBoardRow]:
    """Every board at every drawn table; points are in parts of a point, as the figure is."""
    event, boards = audit.event, audit.event.boards
    kind = boards.scale.result if boards is not None and boards.scale is not None else audit.sheet.event.boards[0]
    for spot, here in sorted(audit.scores.by(account).items()):
        stage = stage_at(event, spot)
        for one, points in here:
            result = one.board.came_to(account, kind)
            first, second = one.seated(event)
            scored = [int(each * stage.parts) for each in points] if points is not None and stage.parts else (None, None)
            yield TableBoardRow(
                account=account,
                stage_index=spot.stage,
                stage=stage.id,
                board_set=boards.sets[one.set].id if boards is not None else None,
                set_index=one.set,
                board=one.board.no,
                round=round_at(event, spot).no,
                table_index=spot.table,
                event_table=table_at(event, spot).name,
                first_side=first,
                second_side=second,
                match=one.match.id,
                hand_index=one.board.hand,
                result_first=result[0] if result is not None else None,
                result_second=result[1] if result is not None else None,
                first_points=scored[0],
                second_points=scored[1],
                adjusted=audit.scores.adjusted(one) is not None,
            )


def match_rows(audit: EventAudit, hashes: Mapping[str, str], parts: Parts) -> Iterator[EventMatchRow]:
    placed = audit.placed
    at: dict[str, tuple[str, Where]] = {match.id: ("stray", _own(match)) for match in placed.stray}
    for role, found in (("twice", placed.twice), ("foreign", placed.foreign)):
        at |= {match.id: (role, parts.named(spot)) for match, spot in found}
    at |= {match: ("placed", parts.named(spot)) for match, (spot, _) in by_match(placed).items()}
    for match in audit.matches:
        role, where = at[match.id]
        yield EventMatchRow(match.id, hashes[match.id], role, where.stage, where.round, where.table, match.bare)


def standing_rows(audit: EventAudit, account: AccountName, tables: Sequence[Standings]) -> Iterator[StandingRow]:
    index = {stage.id: at for at, stage in enumerate(audit.event.stages)}
    for table in tables:
        for position, row in enumerate(table.rows):
            best, worst = row.reach or (None, None)
            yield StandingRow(
                account=account,
                stage_index=index[table.stage],
                stage=table.stage,
                group_name=table.group,
                form=table.form,
                position=position,
                place=row.place,
                shared=bool(row.derivation and row.derivation[-1].tied),
                disqualified=row.disqualified,
                entrant=row.entrant,
                played=row.played,
                open=row.open,
                **{figure: row.figures[figure] for figure in FIGURES},
                best=best,
                worst=worst,
                unknown=row.unknown,
                matches=row.matches,
            )


def derivation_rows(account: AccountName, tables: Sequence[Standings]) -> Iterator[DerivationRow]:
    for table in tables:
        for row in table.rows:
            for number, step in enumerate(row.derivation, start=1):
                yield DerivationRow(
                    account, table.stage, table.group, row.entrant, number, step.by, step.value, step.tied_with, step.tied
                )


def published_rows(audit: EventAudit) -> Iterator[PublishedRow]:
    """Every published cell beside what was computed, with the verdict of the audit."""
    for held in audit.held:
        table = held.table
        for cell in held.cells:
            yield PublishedRow(table.stage, table.group, table.after_round, cell.line + 1, *cell[1:])


def ledger_rows(parsed: ParsedEvent) -> Iterator[LedgerRow]:
    """The penalty ledger with the clause and the note of each line, which the kernel has no use for."""
    told = json.loads(parsed.raw).get("penalties") or ()
    for position, (line, said) in enumerate(zip(parsed.event.penalties, told, strict=True)):
        yield LedgerRow(
            position, line.stage, line.round, line.entrant, line.figure, line.value, said.get("clause"), said.get("note")
        )


def finding_rows(
    audit: EventAudit, parsed: ParsedEvent, found: Sequence[EventFinding], parts: Parts
) -> Iterator[EventFindingRow]:
    placed = {match: parts.named(spot) for match, (spot, _) in by_match(audit.placed).items()}
    own = {match.id: _own(match) for match in audit.matches}
    words = EventWords(audit.event)
    for position, each in enumerate(found):
        row = event_finding_row(each, parsed, words)
        where = parts.pointed(row["pointer"], row["actual"]) if each.match is None else placed.get(each.match, own[each.match])
        yield EventFindingRow(
            position,
            each.match,
            *where,
            **as_columns(row),
        )


def _own(match: Match) -> Where:
    return Where(match.stage, None, match.round, match.table)
