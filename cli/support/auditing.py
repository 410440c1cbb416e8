"""An audit from the paths to the exit code: read, judge, count, write."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TextIO

from paipu.analytics.rulings import Log, overlay
from paipu.cli.formats.as_csv import Csv
from paipu.cli.formats.as_json import Json
from paipu.cli.formats.as_ndjson import Ndjson
from paipu.cli.formats.as_sarif import Sarif
from paipu.cli.formats.as_text import Text, rejection_lines
from paipu.cli.formats.sink import Sink, Standing
from paipu.cli.support.arguments import FailOn, Form
from paipu.cli.support.crew import crew
from paipu.cli.support.debug import debugging
from paipu.cli.support.ends import code_of_inputs
from paipu.cli.support.errors import ExitCode
from paipu.cli.support.events import published_lines, read_event, read_table, table_line
from paipu.cli.support.files import output
from paipu.cli.support.known import Waivers, baseline_head, baseline_line, read_baseline, read_waivers
from paipu.cli.support.outcomes import Item, Outcome, Wanted, outcomes
from paipu.cli.support.progress import bytes_of, progress
from paipu.cli.support.rulings import astray_lines, log_at
from paipu.cli.support.scoresheets import mapping_at, reading_lines
from paipu.cli.support.summary import Summary
from paipu.cli.support.terminal import clean, is_terminal, tell, to_json, wants_colour
from paipu.cli.text import text
from paipu.ingest.event_parse import ParsedEvent
from paipu.ingest.event_source import EventFile, records
from paipu.ingest.event_words import EventWords
from paipu.ingest.output import NO_EXTRA, event_finding_row
from paipu.ingest.published import PublishedFile
from paipu.ingest.rejection import DENIED, reject
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.mapping import Mapped
from paipu.ingest.source import read
from paipu.ingest.stream import NO_RULINGS
from paipu.replay.event.audit import EventAudit
from paipu.replay.event.match import AccountName, Match
from paipu.replay.event.placing import belongs, games_said
from paipu.replay.event.published import Count
from paipu.replay.findings import Severity
from paipu.replay.text import Lang


class Asked(NamedTuple):
    """What the command line asks for, checked."""

    paths: tuple[str, ...]
    lang: Lang
    quiet: bool
    output: Path | None
    form: Form = "text"
    fail_on: FailOn = "error"
    severities: Mapping[str, Severity] = MappingProxyType({})
    workers: int | None = 1
    cluster: str | None = None
    computed: Path | None = None
    baseline: Path | None = None
    write_baseline: bool = False
    waivers: Path | None = None
    unfold: bool = False
    notes: bool = False
    sheet: str | None = None
    mapping: str | None = None
    event: str | None = None
    published: tuple[str, ...] = ()
    rulings: Path | None = None
    account: AccountName = "ruled"


def run(asked: Asked) -> ExitCode:
    """Audit everything, write as it comes, and say on standard error what became of it."""
    waivers = read_waivers(asked.waivers) if asked.waivers else Waivers()
    known = read_baseline(asked.baseline) if asked.baseline and not asked.write_baseline else frozenset[str]()
    event = read_event(asked.event, asked.lang) if asked.event is not None else None
    published = []
    if event is not None:
        for path in asked.published:
            event, table = read_table(event, path, asked.lang)
            published.append((path, table))
    of_event = event.parsed.event.sheet if event is not None else asked.sheet
    mapped = mapping_at(asked.mapping, of_event, asked.lang) if asked.mapping is not None else None
    log = log_at(asked.rulings, asked.lang) if asked.rulings is not None else None
    with ExitStack() as files:
        out = files.enter_context(output(asked.output))
        computed = files.enter_context(output(asked.computed)) if asked.computed else None
        drawn_up = files.enter_context(output(asked.baseline)) if asked.write_baseline else None
        work = Work(asked, waivers, known, out, computed, drawn_up)
        files.callback(work.sink.close)
        work.event, work.log, work.tables, work.mapped = event, log, published, mapped
        work.run()
    work.report()
    return work.exit_code


class Work:
    """Takes outcomes one by one, counts them, and hands their findings to the form of output."""

    def __init__(
        self,
        asked: Asked,
        waivers: Waivers,
        known: frozenset[str],
        out: TextIO,
        computed: TextIO | None,
        drawn_up: TextIO | None,
    ) -> None:
        self.asked, self.waivers, self.known = asked, waivers, known
        self.out, self.computed, self.drawn_up = out, computed, drawn_up
        self.summary = Summary()
        self.readings: list[Reading] = []
        self.sink = self.make_sink()
        self.event: EventFile | None = None
        self.log: Log | None = None
        self.mapped: Mapped | None = None
        self.present: dict[str, set[str]] = {}
        self.published = Count()
        self.matches: list[tuple[Match, Outcome]] = []
        self.tables: list[tuple[str, PublishedFile]] = []
        self.bare = 0

    def make_sink(self) -> Sink:
        """The form of output that is asked for."""
        asked, out = self.asked, self.out
        match asked.form:
            case "text":
                colour = asked.output is None and wants_colour(out)
                return Text(out, asked.lang, colour=colour, unfold=asked.unfold, notes=asked.notes)
            case "ndjson":
                return Ndjson(out)
            case "json":
                return Json(out, self.summary)
            case "sarif":
                return Sarif(out, asked.lang, baseline=asked.baseline is not None)
            case "csv":
                return Csv(out)

    def run(self) -> None:
        """Every input, in order."""
        asked, summary = self.asked, self.summary
        here = asked.output is None and is_terminal(self.out)
        title = text("audit.title", asked.lang)
        with progress(title, lambda: bytes_of(asked.paths), quiet=asked.quiet, shown_anyway=here) as advance:
            if self.drawn_up is not None:
                self.drawn_up.write(baseline_head() + "\n")
            self.sink.begin()
            done = 0
            told = self.readings.append
            paths, event = asked.paths, self.event
            mapped = self.mapped
            given = (
                read(paths, told=told, sheet=asked.sheet, mapped=mapped)
                if event is None
                else records(paths, event, told, mapped)
            )
            ruled = asked.rulings is not None
            wanted = Wanted(computed=self.computed is not None, match=self.event is not None, ruled=ruled)
            rulings = overlay(self.log) if self.log is not None else NO_RULINGS
            games = games_said(self.event.parsed.event) if self.event is not None else {}
            with crew(asked.cluster, asked.workers) as by, closing(outcomes(given, by, wanted, rulings, games)) as made:
                for outcome in made:
                    done += outcome.size
                    self.take(outcome)
                    advance(done, text("audit.words", asked.lang, read=summary.read, findings=summary.findings))
            for path, table in self.tables:
                self.take_table(path, table)
            if self.event is not None:
                self.take_event(self.event.parsed, self.event.source)
            self.sink.end()

    def take(self, outcome: Outcome) -> None:
        """One outcome."""
        summary = self.summary
        summary.read += 1
        if self.log is not None and outcome.id is not None and outcome.sha256 is not None:
            self.present.setdefault(outcome.id, set()).add(outcome.sha256)
        if outcome.rejection is not None or outcome.fault is not None:
            self.refuse(outcome)
            return
        self.bare += any(item.row["code"] == "RECORD-BARE" for item in outcome.items)
        if outcome.items:
            summary.accepted_with_findings += 1
        else:
            summary.accepted += 1
        if self.event is not None and outcome.match is not None and belongs(self.event.parsed.event, outcome.match):
            self.matches.append((outcome.match, outcome._replace(items=(), computed=None)))
        self.show(outcome)

    def take_table(self, path: str, table: PublishedFile) -> None:
        """A file of published tables, which is an input too, as far as it could be read."""
        self.summary.read += 1
        if table.problems:
            self.refuse(Outcome(path, None, 0, rejection=reject(table.problems, path)))
        else:
            self.summary.accepted += 1

    def take_event(self, event: ParsedEvent, path: str) -> None:
        """The event, which is an input too: its findings are in its own document, and in those of its matches."""
        audit = EventAudit(event.event, [match for match, _ in self.matches], self.asked.account)
        found = audit.run()
        count = Count.of(cell.verdict for held in audit.held for cell in held.cells)
        self.published, self.summary.published = count, {**count._asdict(), "checked": count.checked}
        self.summary.read += 1
        if found:
            self.summary.accepted_with_findings += 1
        else:
            self.summary.accepted += 1
        own, words = Outcome(path, None, 0, event.event.sheet), EventWords(event.event)
        for at, items in groupby(found, key=lambda each: each.at):
            document = own if at is None else self.matches[at][1]
            extra, cells = document.places or NO_EXTRA, self.event.cells if self.event is not None else NO_EXTRA
            rows = [Item(event_finding_row(each, event, words, extra, cells), each.finding) for each in items]
            if at is None and (file := self.event) is not None:
                for item in rows:
                    item.row["cell"] = item.row["cell"] or file.line_at(item.row["pointer"])
            self.show(document._replace(items=tuple(rows)))

    def show(self, outcome: Outcome) -> None:
        """The findings of one document."""
        for item in outcome.items:
            item.row["severity"] = str(self.asked.severities.get(item.row["code"], item.row["severity"]))
        for item, standing in zip(outcome.items, self.standings(outcome.items), strict=True):
            self.sink.finding(item, outcome, standing)
        if self.computed is not None:
            self.computed.write(to_json(outcome.computed) + "\n")

    def standings(self, items: Sequence[Item]) -> list[Standing]:
        """Whether the findings of a record count, and the count; what follows stands as its cause does, and is not counted."""
        causes = {item.row["fingerprint"]: self.standing(item) for item in items if item.row["follows_from"] is None}
        found = []
        for item in items:
            cause = item.row["follows_from"]
            standing = causes[item.row["fingerprint"] if cause is None else cause]
            if cause is not None:
                self.summary.following += 1
                standing = Standing("follows") if standing.state == "new" else standing
            found.append(standing)
        return found

    def standing(self, item: Item) -> Standing:
        """Whether a cause counts, and the count of it."""
        waiver = self.waivers.find(item.row)
        if waiver is not None:
            self.summary.waived += 1
            return Standing("waived", waiver)
        if self.drawn_up is not None:
            self.drawn_up.write(baseline_line(item.row) + "\n")
        if self.drawn_up is not None or item.row["fingerprint"] in self.known:
            self.summary.known += 1
            return Standing("known")
        self.summary.severities[Severity(item.row["severity"])] += 1
        return Standing("new")

    def refuse(self, outcome: Outcome) -> None:
        """An input without an audit: it was refused, or it set off a fault of this program."""
        self.summary.quarantined += 1
        lang = self.asked.lang
        if outcome.rejection is not None:
            self.summary.denied += outcome.rejection.code == DENIED
            tell(rejection_lines(outcome.rejection, lang, colour=wants_colour(sys.stderr)))
            self.sink.rejection(outcome.rejection)
            return
        self.summary.internal += 1
        fault = outcome.fault or ""
        if debugging():
            tell(clean_lines(fault))
        place = outcome.source + (f":{outcome.line}" if outcome.line is not None else "")
        tell(clean(text("internal.record", lang, place=place, what=fault.strip().rpartition("\n")[2])))

    def report(self) -> None:
        """The waivers that met nothing, and the summary."""
        tell(*self.lines())

    def lines(self) -> Iterator[str]:
        """What `report` tells. Raises RuntimeError where inputs and outcomes do not add up."""
        summary, lang = self.summary, self.asked.lang
        if not summary.holds:
            raise RuntimeError(f"inputs and outcomes do not add up: {summary}")
        for waiver in self.waivers.unused:
            yield clean(text("waiver.unused", lang, about=waiver.about, author=waiver.author, date=waiver.date))
        if self.log is not None:
            yield from astray_lines(self.log, self.present, lang)
        for path, table in self.tables:
            yield table_line(path, table, lang)
        for reading in self.readings:
            yield from reading_lines(reading, lang, notes=not self.asked.quiet)
        yield from published_lines(self.published, lang, quiet=self.asked.quiet)
        if self.told_nothing:
            yield text("audit.bare", lang)
        if self.asked.quiet:
            return
        yield text(
            "audit.equation",
            lang,
            read=summary.read,
            accepted=summary.accepted,
            findings=summary.accepted_with_findings,
            quarantined=summary.quarantined,
        )
        counts = {str(severity): count for severity, count in summary.severities.items()}
        yield text("audit.findings", lang, total=summary.findings, **counts)
        if summary.following:
            yield text("audit.following", lang, n=summary.following)
        if summary.known or summary.waived:
            key = "audit.baseline_written" if self.asked.write_baseline else "audit.not_counted"
            yield text(key, lang, known=summary.known, waived=summary.waived)
        if not summary.read:
            yield text("audit.nothing", lang)

    @property
    def told_nothing(self) -> bool:
        """Whether nothing of what was read can be audited; beside an event a match may be there by its place alone."""
        return self.event is None and 0 < self.summary.read == self.bare

    @property
    def exit_code(self) -> ExitCode:
        """What was found, in one number; the graver comes first."""
        summary, fail_on = self.summary, self.asked.fail_on
        failed = code_of_inputs(
            internal=summary.internal,
            denied=summary.denied,
            refused=summary.quarantined,
            nothing=not summary.read or self.told_nothing,
        )
        if failed is None and fail_on != "never" and summary.at_least(Severity(fail_on)):
            return ExitCode.FINDINGS
        return failed or ExitCode.CLEAN


def clean_lines(block: str) -> str:
    """Several lines, each made safe for a terminal."""
    return "\n".join(map(clean, block.rstrip("\n").split("\n")))
