"""The interface for programs and notebooks: what the commands do, with values out. `data/API.md` describes it.

Everything is asked where the commands ask it. What a command would tell on standard error is a `Notice`, a warning of Python.
"""

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paipu.cli.formats.as_csv import OF_FINDING, flat
from paipu.cli.formats.as_text import rejection_lines
from paipu.cli.support.errors import CommandError, UsageError
from paipu.cli.support.scoresheets import reading_lines
from paipu.ingest.event_source import EventFile, read_event, records
from paipu.ingest.output import computed_row, finding_row
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place, Rejection, printable
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.reading import UNREAD
from paipu.ingest.source import read as read_sources
from paipu.ingest.stream import NO_RULINGS, Overlay, Verdict, in_event, verdict_on
from paipu.replay.computed import ComputedHand, ComputedMatch
from paipu.replay.event.placing import games_said
from paipu.replay.family import hand_view
from paipu.replay.findings import Finding
from paipu.replay.record import GameRecord
from paipu.replay.text import LANGS, Text, near

if TYPE_CHECKING:
    import polars as pl

    from paipu.analytics.filters import Filters
    from paipu.analytics.rulings import Log
    from paipu.analytics.statistics import Unit
    from paipu.cli.support.events import Gathered
    from paipu.replay.climbing.states import ClimbingState
    from paipu.replay.event.match import AccountName
    from paipu.replay.event.record import EventRecord
    from paipu.replay.event.rows import Standings
    from paipu.replay.tricks.states import State

__all__ = [
    "Audited",
    "EventStandings",
    "Finding",
    "Notice",
    "Record",
    "Refused",
    "Rejection",
    "Warehouse",
    "audit",
    "judge",
    "open_warehouse",
    "read",
    "standings",
    "states",
]

FilePath = str | PathLike[str]
Narrowing = str | int | bool | list[str] | None
"""What a filter of the hands that are counted takes."""


class Notice(UserWarning):
    """What is worth a word and stops nothing: cells of a score sheet that were not read, a match that counts nowhere."""


class Refused(ValueError):  # noqa: N818 - that something is refused says that it is an error
    """What was given cannot be read, or makes no sense. `message` says it in both languages, as a string the English one.

    `rejection` has the place and all that is wrong with a record or file.
    """

    def __init__(self, message: Text, rejection: Rejection | None = None) -> None:
        super().__init__(message.en)
        self.message, self.rejection = message, rejection


# --- Records -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Record:
    """A match on record, and where it was read; `line` counts from 1 in a file of one record a line."""

    parsed: Parsed
    source: str
    line: int | None = None

    @property
    def id(self) -> str:
        """The match."""
        return self.game.id

    @property
    def sheet(self) -> str:
        """The key of its rule sheet."""
        return self.game.sheet

    @property
    def sha256(self) -> str:
        """Of its bytes: its identity."""
        return self.parsed.sha256

    @property
    def game(self) -> GameRecord:
        """What is audited: players, hands, plays, claims."""
        return self.parsed.record

    @property
    def document(self) -> Mapping[str, Any]:
        """The JSON as it was read."""
        return self.parsed.document

    def __repr__(self) -> str:
        return f"<Record {self.id} of {self.sheet}, {len(self.game.hands)} hands>"


def read(*paths: FilePath, event: FilePath | None = None, rejected: list[Rejection] | None = None) -> Iterator[Record]:
    """The records of some files and folders, as `paipu audit` reads them: JSON, ndjson, packed, score sheets.

    With an `event` its file says what records and score sheets leave out, as how many games a match has. Raises Refused at
    what cannot be read; with a list as `rejected` that goes there, and the rest is read.
    """
    told = [fspath(path) for path in paths]
    given = _event(event) if event is not None else None
    games = games_said(given.parsed.event) if given is not None else {}
    for each in read_sources(told, told=_tell) if given is None else records(told, given, _tell):
        found = each if isinstance(each, Rejection) else parse(each.raw, each)
        if not isinstance(found, Rejection):
            yield Record(in_event(found, games), printable(each.source), each.line)
        elif rejected is not None:
            rejected.append(found)
        else:
            raise _refused(found)


def _event(path: FilePath) -> EventFile:
    found = read_event(fspath(path))
    if isinstance(found, Rejection):
        raise _refused(found)
    return found


def _refused(rejection: Rejection) -> Refused:
    return Refused(Text(*(rejection_lines(rejection, lang, colour=False) for lang in LANGS)), rejection)


def _tell(reading: Reading) -> None:
    """What of a score sheet was not read."""
    if reading.tally.cells or any(note.code in UNREAD for note in reading.notes):
        _notice(reading_lines(reading, "en", notes=False))


def _notice(lines: Iterable[str]) -> None:
    said = "\n".join(lines)
    if said:
        warnings.warn(said, Notice, stacklevel=3)


# --- Audits ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Audited:
    """The verdict on a record: as it stands, and as ruled where rulings were laid over it."""

    record: Record
    verdict: Verdict

    @property
    def findings(self) -> tuple[Finding, ...]:
        """In the order of the record; with rulings, what they do not settle."""
        return self.verdict.ruled.findings

    @property
    def hands(self) -> tuple[ComputedHand, ...]:
        """What each hand came to, from its plays and the rulings."""
        return self.verdict.ruled.hands

    @property
    def match(self) -> ComputedMatch:
        """What the match came to."""
        return self.verdict.ruled.match

    def rows(self) -> list[dict[str, Any]]:
        """The findings as `paipu audit --format ndjson` has them, each with its sentence in both languages."""
        return [finding_row(each, self.record.parsed, self.verdict.ruled) for each in self.findings]

    def computed(self) -> dict[str, Any]:
        """What was computed, under the names of the record's claims, as `paipu audit --computed` has it."""
        return computed_row(self.verdict.ruled, self.record.parsed)

    def frame(self) -> "pl.DataFrame":
        """The findings, a row each, as `paipu audit --format csv` has them; the columns are the same where there are none."""
        import polars as pl

        kinds: dict[str, pl.DataType | type[pl.DataType]] = dict.fromkeys(OF_FINDING, pl.String)
        kinds |= {**dict.fromkeys(("hand", "trick", "play"), pl.Int64), "options": pl.List(pl.String)}
        return pl.DataFrame([flat(row) for row in self.rows()], schema=kinds)

    def __repr__(self) -> str:
        return f"<Audited {self.record.id}: {len(self.findings)} findings>"


def audit(record: Record, *, rulings: FilePath | None = None) -> Audited:
    """The audit of a record; with the log at `rulings` as ruled. Raises Refused for a log that cannot be read."""
    return Audited(record, verdict_on(record.parsed, NO_RULINGS if rulings is None else _overlay(_log(rulings))))


def _log(path: FilePath) -> "Log":
    from paipu.analytics.rulings import read_log

    with _refusing():
        if not Path(path).exists():
            raise UsageError("ruling.no_log", path=fspath(path))
        log = read_log(Path(path))
    _notice(notice.en for notice in log.notices)
    return log


def _overlay(log: "Log") -> Overlay:
    from paipu.analytics.rulings import overlay

    return overlay(log)


def states(record: Record, hand: int) -> "tuple[State | ClimbingState, ...]":
    """A hand by its number, play by play, from before the first one; empty where it cannot be replayed.

    Raises Refused for a hand that the record does not have.
    """
    numbers = [each.no for each in record.game.hands]
    with _refusing():
        if hand not in numbers:
            said = ", ".join(map(str, numbers)) or "—"
            raise UsageError("replay.no_hand", hand=hand, match=record.id, hands=said)
    return hand_view(record.game, numbers.index(hand)).frames


# --- One dispute -------------------------------------------------------------------------------------------


def judge(**question: str | int | bool | list[str] | None) -> dict[str, Any]:
    """The answer to a question without a record, as `paipu judge --format json` gives it; its options are the names.

    `-` in an option is `_` here, and `return` is `return_`. Raises Refused for a question that makes no sense.
    """
    from paipu.cli.judge.telling import as_usage, json_of
    from paipu.ingest.question.asking import ask
    from paipu.ingest.question.document import question_of

    given = {name.removesuffix("_").replace("_", "-"): value for name, value in question.items()}
    with _refusing(), as_usage():
        answer: dict[str, Any] = json.loads(json_of(ask(question_of(given, "zh"))))
    return answer


# --- Events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventStandings:
    """Who stands where in an event, by one account of its matches.

    `tables` are the stages and groups with their derivations; `uncounted` the ids of matches that have no drawn table and
    count nowhere, `others` how many records were of other events.
    """

    event: "EventRecord"
    tables: "tuple[Standings, ...]"
    uncounted: tuple[str, ...] = ()
    others: int = 0
    account: str = "computed"

    def frame(self) -> "pl.DataFrame":
        """A row an entrant, as `paipu standings --format csv` has it, in every stage and group."""
        import polars as pl

        from paipu.ingest.output import STANDINGS_COLUMNS, standings_listed

        texts = {"stage", "group", "form", "team", "name", "decided_by", "account"}
        kinds: dict[str, pl.DataType | type[pl.DataType]] = {
            name: pl.String if name in texts else pl.Int64 for name in STANDINGS_COLUMNS
        }
        kinds |= {"shared_with": pl.List(pl.String), "disqualified": pl.Boolean}
        return pl.DataFrame(list(standings_listed(self.event, self.tables, self.account)), schema=kinds)


def standings(
    event: FilePath,
    *paths: FilePath,
    account: "AccountName | None" = None,
    rulings: FilePath | None = None,
    rejected: list[Rejection] | None = None,
) -> EventStandings:
    """The standings of an event from its file and its records, as `paipu standings` gives them.

    `account`: as "computed" (from the plays), "recorded" (as claimed), or "ruled", with the log at `rulings` if one is given.
    Raises Refused for what cannot be read; with a list as `rejected` a record goes there, and the rest is counted.
    """
    from paipu.cli.standings import chosen
    from paipu.cli.support.events import counted_lines, gather, present
    from paipu.cli.support.rulings import astray_lines
    from paipu.replay.event.placing import place
    from paipu.replay.event.standings import standings as standings_by

    with _refusing():
        by = chosen(account, None if rulings is None else Path(rulings))
    log = _log(rulings) if rulings is not None else None
    given = _event(event)
    gathered = gather(given, [fspath(path) for path in paths], 1, NO_RULINGS if log is None else _overlay(log))
    _look_at(gathered, rejected)
    for reading in gathered.readings:
        _tell(reading)
    _notice(counted_lines(gathered, "en", quiet=False))
    if log is not None:
        _notice(astray_lines(log, present(gathered), "en"))
    lost = place(gathered.event, gathered.matches).uncounted
    tables = standings_by(gathered.event, gathered.matches, by)
    return EventStandings(gathered.event, tables, tuple(each.id for each in lost), gathered.others, by)


def _look_at(gathered: "Gathered", rejected: list[Rejection] | None) -> None:
    """Records of which nothing came. Raises Refused, and RuntimeError where that is this program's own fault."""
    for each in gathered.refused:
        if each.rejection is None:
            raise RuntimeError(f"{each.source}: {each.fault}")
        if rejected is None:
            raise _refused(each.rejection)
        rejected.append(each.rejection)


# --- The warehouse -----------------------------------------------------------------------------------------


class Warehouse:
    """A warehouse that `paipu load` filled, read-only, always as it was last committed; safe to share between threads.

    What it cannot answer because the folder is gone or damaged raises Refused. A query that DuckDB refuses raises its error.
    """

    def __init__(self, directory: FilePath) -> None:
        from paipu.analytics.reader import Reader

        with _refusing():
            self._reader = Reader(fspath(directory))

    def __repr__(self) -> str:
        return f"<Warehouse {self._reader.directory}>"

    def tables(self) -> "pl.DataFrame":
        """The tables and views with what they hold and their columns."""
        import polars as pl

        from paipu.analytics.schema import TABLES, VIEWS, meanings

        with _refusing():
            names = [(name, self._reader.query(f"FROM {name} LIMIT 0").columns) for name in (*TABLES, *VIEWS)]
        return pl.DataFrame(
            {
                "table": [name for name, _ in names],
                "meaning": [meanings()[name]["about"] for name, _ in names],
                "columns": [columns for _, columns in names],
            }
        )

    def table(self, name: str) -> "pl.DataFrame":
        """A table or a view, whole and in order. Raises Refused for one that there is not."""
        from paipu.analytics.schema import TABLES, VIEWS

        names = (*TABLES, *VIEWS)
        with _refusing():
            if name not in names:
                raise UsageError("export.table", table=name, near=near(name, names))
            return self._reader.query(f"FROM {name} ORDER BY ALL")

    def query(self, sql: str, params: Sequence[object] = ()) -> "pl.DataFrame":
        """The rows of one SELECT. Values go into `params`, one for each `?`, and never into the text."""
        with _refusing():
            return self._reader.query(sql, params)

    def statistics(
        self,
        by: "Unit" = "player",
        *,
        sheet: str | None = None,
        event: str | None = None,
        key: str | None = None,
        **narrowed: Narrowing,
    ) -> "pl.DataFrame":
        """The statistics of each player, pair, team, seat, event or sheet, as `paipu stats --by` has them.

        `narrowed` are its filters by the names of the options (`player="p001"`, `with_=["p002"]`, `against`, `since`, `until`,
        `seat`, `side`, `level`, `bank`, `first`, `last`). Raises Refused for a sheet, a key or a value of a filter that there
        is not, and an event that the warehouse does not hold.
        """
        from paipu.analytics.keys import NAMES
        from paipu.analytics.statistics import statistics
        from paipu.cli.support.studied import check_event, check_sheet

        with _refusing():
            if key is not None and key not in NAMES:
                raise UsageError("stats.key", key=key, near=near(key, NAMES))
            check_sheet(sheet)
            check_event(self._reader, event)
            filters = self._filters(narrowed)
            together = filters.members is not None and len(filters.members) > 1 and by == "player"
            return statistics(self._reader, "pair" if together else by, sheet=sheet, event=event, key=key, filters=filters)

    def partners(self, *, sheet: str | None = None, event: str | None = None, player: str | None = None) -> "pl.DataFrame":
        """What partners are worth to each other beyond their own strengths, as `paipu stats --partners` has it.

        A row for each player and partner where partners vary; `effect` is in shares of a match, with its `standard_error` and
        its 95 % interval, and null where `told` says that there is not enough: `few`, `apart` or `large`. Of one `player` by id
        or name if one is given. Raises Refused for a sheet, an event or a player that there is not.
        """
        from paipu.analytics.partners import partner_effects
        from paipu.cli.support.studied import check_event, check_sheet

        with _refusing():
            check_sheet(sheet)
            check_event(self._reader, event)
            members = self._filters({"player": player}).members
            found = partner_effects(self._reader, sheet, event)
            return found if members is None else found.filter(player=members[0])

    def find(
        self,
        conditions: str,
        *,
        sheet: str | None = None,
        event: str | None = None,
        most: int | None = None,
        **narrowed: Narrowing,
    ) -> "pl.DataFrame":
        """The seats of hands that meet some conditions (`data/FIND.md`), as `paipu find` has them; filters as for statistics.

        Raises Refused for conditions that cannot be read, and likewise.
        """
        from paipu.analytics.conditions import WrongExpressionError, read
        from paipu.analytics.find import find
        from paipu.cli.support.studied import check_event, check_sheet

        with _refusing():
            check_sheet(sheet)
            check_event(self._reader, event)
            try:
                asked = read(conditions)
            except WrongExpressionError as error:
                raise Refused(error.message) from None
            return find(self._reader, asked, self._filters(narrowed), sheet=sheet, event=event, most=most).rows

    def profile(
        self, player: str, *, sheet: str | None = None, event: str | None = None, lang: str = "zh", **narrowed: Narrowing
    ) -> str:
        """The profile of a player, or of partners joined by ` + `, as one HTML document (`paipu stats -o x.html`)."""
        from paipu.analytics.report.profile import NobodyError, profile_html
        from paipu.cli.support.studied import check_event, check_sheet

        with _refusing():
            check_sheet(sheet)
            check_event(self._reader, event)
            filters = self._filters({"player": player, **narrowed})
            try:
                return profile_html(self._reader, filters, "en" if lang == "en" else "zh", sheet=sheet, event=event)
            except NobodyError:
                raise UsageError("stats.profile.none", unit=player) from None

    def _filters(self, named: Mapping[str, Any]) -> "Filters":
        """The filters by the names of the options of the commands. Raises UsageError for one that there is not."""
        from paipu.cli.support.narrowed import OPTIONS, narrowed

        for name in named:
            if name not in OPTIONS:
                raise UsageError("narrow.unknown", name=name, known=", ".join(OPTIONS))
        return narrowed(self._reader, named)

    def record(self, sha256: str) -> Record:
        """A record by its hash (`record_sha256`), with what the events of the warehouse say of its games, as it was loaded.

        Raises Refused where there is none.
        """
        from paipu.analytics.events import games_told

        with _refusing():
            raw = self._reader.record(sha256)
            if raw is None:
                raise UsageError("interface.no_record", sha256=sha256)
            games = games_told(self._reader)
        source = str(self._reader.directory)
        found = parse(raw, Place(source))
        if isinstance(found, Rejection):
            raise _refused(found)
        return Record(in_event(found, games), source)


@contextmanager
def _refusing() -> Iterator[None]:
    from paipu.analytics.errors import WarehouseError

    try:
        yield
    except (WarehouseError, CommandError) as error:
        raise Refused(error.message) from None  # it says all that the other does


def open_warehouse(directory: FilePath) -> Warehouse:
    """The warehouse in a folder. Raises Refused where there is none."""
    return Warehouse(directory)
