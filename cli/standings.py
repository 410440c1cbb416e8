"""`paipu standings`: who stands where in an event, by what its records claim or by what was computed."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple, get_args

import typer

from paipu.cli.support.arguments import (
    CORES,
    Account,
    AsTold,
    LogOfRulings,
    MappingFile,
    OutputFile,
    Paths,
    PublishedTables,
    Quiet,
    Tongue,
    Workers,
)
from paipu.cli.support.ends import code_of_inputs
from paipu.cli.support.errors import ExitCode, UsageError
from paipu.cli.support.files import check_targets, output, output_bytes
from paipu.cli.support.idle import refuse_idle
from paipu.cli.support.terminal import cells, clean, clean_json, pad, tell, wants_colour
from paipu.cli.text import both, text
from paipu.replay.text import Lang, in_language, near

if TYPE_CHECKING:
    from paipu.analytics.event_extract import Audit
    from paipu.analytics.event_view import Group
    from paipu.analytics.report.page import Tongue as Tongues
    from paipu.analytics.report.publication import Publication
    from paipu.analytics.rulings import Log
    from paipu.cli.support.events import Gathered
    from paipu.replay.event.match import Match
    from paipu.replay.event.published import Count
    from paipu.replay.event.record import EventRecord, Stage
    from paipu.replay.event.rows import Drawn, Standing, Standings
    from paipu.replay.event.worth import Encounter

Form = Literal["text", "json", "csv", "xlsx", "zip", "html", "pdf"]
PUBLISHED: Final = ("xlsx", "zip", "html", "pdf")
"""Forms in which standings are published, with all that belongs to them."""
After = Annotated[int | None, typer.Option("--after-round", metavar="N", show_default=False, help=both("help.standings.after"))]
Of = Annotated[str | None, typer.Option("--team", metavar="TEAM", show_default=False, help=both("help.standings.team"))]


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    event_file: Annotated[str, typer.Argument(metavar="EVENT", show_default=False, help=both("help.event_file"))],
    paths: Paths,
    stage: Annotated[str | None, typer.Option("--stage", metavar="STAGE", show_default=False, help=both("help.stage"))] = None,
    after: After = None,
    team: Of = None,
    results: Annotated[bool, typer.Option("--results", help=both("help.standings.results"))] = False,
    account: AsTold = None,
    rulings: LogOfRulings = None,
    published: PublishedTables = None,
    mapping: MappingFile = None,
    form: Annotated[Form | None, typer.Option("--format", "-f", show_default=False, help=both("help.standings.format"))] = None,
    output_file: OutputFile = None,
    workers: Workers = CORES,
    quiet: Quiet = False,
    lang: Tongue = "zh",
) -> None:
    """The command line of `paipu standings`."""
    from paipu.analytics.manifest import newest
    from paipu.analytics.rulings import overlay
    from paipu.cli.support.events import audit_of, gather, present, published_lines, read_event, with_tables
    from paipu.cli.support.rulings import astray_lines, log_at
    from paipu.cli.support.scoresheets import mapping_at
    from paipu.ingest.stream import NO_RULINGS

    kept = [str(each) for each in (rulings, mapping) if each is not None]
    files = (event_file, *paths, *(published or ()), *kept)
    check_targets((output_file,), files)
    form = form or form_of(output_file)
    house = Path(paths[0]) if len(paths) == 1 and "://" not in paths[0] else None
    if house is not None and house.is_dir() and newest(house) is not None:
        refuse_idle("WAREHOUSE", rulings=rulings is not None, published=bool(published), map=mapping is not None)
        asked = in_warehouse(house, event_file, account)
        shown = Shown.of(asked.audit().parsed.event, stage, after, team, results=results)
        write(asked, shown, form, output_file, lang)
        return
    told, account = language(lang), chosen(account, rulings)
    log = log_at(rulings, told) if rulings is not None else None
    given, whole = with_tables(read_event(event_file, told), published or (), told)
    event = given.parsed.event
    shown = Shown.of(event, stage, after, team, results=results)
    mapped = mapping_at(mapping, event.sheet, told) if mapping is not None else None
    gathered = gather(given, paths, workers, overlay(log) if log is not None else NO_RULINGS, mapped=mapped)
    if log is not None:
        tell(*astray_lines(log, present(gathered), told))
    asked = Asked(gathered.matches, partial(audit_of, given, event_file, gathered), account, log)
    count = write(asked, shown, form, output_file, lang)
    code = report(gathered, quiet=quiet, lang=told)
    if count is not None:
        tell(*published_lines(count, told, quiet=quiet))
    raise typer.Exit(code if whole else code or ExitCode.INPUT)


def language(tongue: "Tongues") -> Lang:
    """The one language of what is not said twice."""
    return "en" if tongue == "en" else "zh"


def form_of(target: Path | None) -> Form:
    """The form that a file's name says."""
    suffix = target.suffix.lower().removeprefix(".") if target is not None else ""
    return next((form for form in get_args(Form) if form == suffix), "text")


class Asked(NamedTuple):
    """The matches of an event, how it is audited over them, by which account they count, and the log of rulings over them."""

    matches: "Sequence[Match]"
    audit: "Callable[[], Audit]"
    account: Account
    log: "Log | None"


class Shown(NamedTuple):
    """What is shown of an event: some stages, after some round, one entrant alone, with the results of the rounds."""

    event: "EventRecord"
    stages: "tuple[Stage, ...]"
    after: int | None
    entrant: str | None
    results: bool

    @classmethod
    def of(cls, event: "EventRecord", stage: str | None, after: int | None, team: str | None, *, results: bool) -> "Shown":
        """What is asked for. Raises UsageError for a stage, a round or an entrant that the event does not have."""
        stages = stage_asked(event, stage)
        numbers = sorted({played.no for each in stages for played in each.rounds})
        if after is not None and after not in numbers:
            raise UsageError("standings.after", n=after, rounds=", ".join(map(str, numbers)) or "—")
        return cls(event, stages, after, entrant_asked(event, team), results=results)

    def tables(self, asked: Asked) -> "list[Standings]":
        """The standings, as the kernel has them."""
        from paipu.replay.event.standings import standings

        named = {stage.id for stage in self.stages}
        found = [each for each in standings(self.event, asked.matches, asked.account, self.after) if each.stage in named]
        if self.entrant is None:
            return found
        return [replace(each, rows=(row,)) for each in found if (row := each.row(self.entrant)) is not None]


def in_warehouse(house: Path, event: str, account: Account | None) -> Asked:
    """An event of a warehouse over its matches, by the account that is asked for, else as ruled where anything is.

    Raises UsageError where the warehouse has no file of such an event.
    """
    from paipu.analytics.events import asked_of
    from paipu.analytics.reader import Reader
    from paipu.analytics.rulings import log_beside, read_log

    reader = Reader(house)
    found = asked_of(reader, event)
    if found is None:
        held = reader.query("SELECT event FROM latest_events ORDER BY event")["event"]
        raise UsageError("study.event", event=event, near=near(event, held))
    by = account or ("ruled" if any(match.ruled is not None for match in found.matches) else "computed")
    log = read_log(log_beside(house), reader.log_seen) if by == "ruled" else None
    return Asked(found.matches, lambda: found, by, log)


def stage_asked(event: "EventRecord", stage: str | None) -> "tuple[Stage, ...]":
    """The stages that are asked for. Raises UsageError."""
    found = tuple([each for each in event.stages if stage in {None, each.id}])
    if not found:
        raise UsageError("standings.stage", stage=stage or "", near=near(stage or "", [each.id for each in event.stages]))
    return found


def entrant_asked(event: "EventRecord", team: str | None) -> str | None:
    """The entrant that an id or a name says. Raises UsageError."""
    from paipu.ingest.scoresheet.entering import ids_by_name
    from paipu.ingest.scoresheet.values import key

    if team is None:
        return None
    ids = [each.id for each in event.entrants]
    found = team if team in ids else ids_by_name((each.id, each.name) for each in event.entrants).get(key(team))
    if found is None:
        names = [each.name or each.id for each in event.entrants]
        raise UsageError("standings.team", team=team, near=near(team, [*names, *ids]))
    return found


def write(asked: Asked, shown: Shown, form: Form, target: Path | None, lang: "Tongues") -> "Count | None":
    """Write the standings in a form; how many published cells were checked, where that is told."""
    from paipu.analytics.report.publication import publication, published_page
    from paipu.replay.event.standings import places_of

    told = language(lang)
    event = shown.event
    stages = [stage.id for stage in shown.stages]
    more = form in PUBLISHED or shown.results or (shown.entrant is not None and form == "text")
    made = publication(asked.audit(), asked.account, asked.log, shown.after, stages) if more else None
    if made is not None and form in PUBLISHED:
        if form == "xlsx":
            from paipu.analytics.report.book import as_workbook

            with output_bytes(target) as file:
                file.write(as_workbook(made, lang))
        elif form == "zip":
            from paipu.analytics.report.csvs import as_csvs

            with output_bytes(target) as file:
                file.write(as_csvs(made, lang))
        else:
            from paipu.cli.support import reporting

            reporting.write(published_page(made, lang), target, pdf=form == "pdf")
        return made.published
    tables = shown.tables(asked)
    with output(target) as out:
        if form == "csv":
            from paipu.ingest.output import standings_csv

            out.write(standings_csv(event, tables, asked.account))
        elif form == "json":
            out.write(as_json(tables, made))
        elif made is not None and shown.entrant is not None:
            then = places_of(event, asked.matches, asked.account, shown.entrant)
            lines = (
                line
                for group in made.groups
                for line in team_lines(group, shown.entrant, then.get((group.stage, group.group), {}), told)
            )
            out.writelines(f"{clean(line)}\n" for line in lines)
        else:
            out.write(as_text(event, tables, told, made))
    return None


def chosen(account: Account | None, rulings: Path | None) -> Account:
    """By which account; as ruled where a log of rulings is given. Raises UsageError for another one with a log."""
    if rulings is not None and account not in {None, "ruled"}:
        raise UsageError("standings.rulings", account=account)
    return account or ("computed" if rulings is None else "ruled")


def report(gathered: "Gathered", *, quiet: bool, lang: Lang) -> ExitCode:
    """Say on standard error what became of the records, and give the exit code."""
    from paipu.cli.formats.as_text import rejection_lines
    from paipu.cli.support.events import counted_lines
    from paipu.cli.support.scoresheets import reading_lines
    from paipu.ingest.rejection import DENIED

    rejections = [each.rejection for each in gathered.refused if each.rejection is not None]
    for rejection in rejections:
        tell(rejection_lines(rejection, lang, colour=wants_colour(sys.stderr)))
    for outcome in gathered.refused:
        if outcome.fault is not None:
            what = outcome.fault.strip().rpartition("\n")[2]
            tell(clean(text("internal.record", lang, place=outcome.source, what=what)))
    for reading in gathered.readings:
        tell(*reading_lines(reading, lang, notes=False))
    tell(*counted_lines(gathered, lang, quiet=quiet))
    if not quiet:
        taken, refused = len(gathered.matches), len(gathered.refused)
        tell(text("standings.equation", lang, read=gathered.read, taken=taken, others=gathered.others, refused=refused))
    failed = code_of_inputs(
        internal=len(gathered.refused) - len(rejections),
        denied=sum(each.code == DENIED for each in rejections),
        refused=len(rejections),
        nothing=False,
    )
    return failed or ExitCode.CLEAN


# --- Forms of output ---------------------------------------------------------------------------------------


def as_json(tables: "Sequence[Standings]", made: "Publication | None") -> str:
    """An array with one object a stage and group; with the results of the rounds, where they are asked for."""
    from paipu.analytics.event_view import as_row
    from paipu.ingest.output import standings_row

    groups = made.groups if made is not None else ()
    rounds = {(group.stage, group.group): [as_row(played, group) for played in group.rounds] for group in groups}
    rows = [{**standings_row(table), **({"rounds": rounds[table.stage, table.group]} if made else {})} for table in tables]
    return clean_json(json.dumps(rows, ensure_ascii=False, indent=1)) + "\n"


def as_text(event: "EventRecord", tables: "Sequence[Standings]", lang: Lang, made: "Publication | None" = None) -> str:
    """For people: a table a group, with how equal teams were parted, the bracket of a knock-out, the results of the rounds."""
    from paipu.replay.event.words import WORDS, names_apart, part_title

    results = {(group.stage, group.group): group for group in made.groups} if made is not None else {}
    names = names_apart({entrant.id: entrant.name for entrant in event.entrants})
    lines: list[str] = []
    for table in tables:
        part = in_language(part_title(table.stage, table.group), lang)
        part = part if table.after is None else in_language(WORDS["part.after"], lang, part=part, no=table.after)
        title = text(f"standings.{table.form}", lang, part=part)
        lines += [clean(title), *rows(table, names, lang)]
        if made is None:
            lines += [line for drawn in table.bracket for line in bracket(drawn, names, lang)]
        elif (group := results.get((table.stage, table.group))) is not None:
            lines += [clean(line) for line in result_lines(group, lang)]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n" if lines else ""


def rows(table: "Standings", names: Mapping[str, str], lang: Lang) -> Iterator[str]:
    """The lines of a table in columns."""
    from paipu.replay.event.boards import figure_said
    from paipu.replay.event.words import listed_up
    from paipu.replay.words import FIGURE_NAMES

    told = table.columns
    listed = [[in_language(FIGURE_NAMES[key], lang) for key in ("place", "team", "played", "open", *told, "reach")]]
    for row in table.rows:
        figures = [_number(figure_said(figure, row.figures[figure], table.board_parts)) for figure in told]
        listed.append(
            [_place(row, lang), clean(names[row.entrant]), str(row.played), str(row.open or ""), *figures, _reach(row)]
        )
    widths = [max(map(cells, column)) for column in zip(*listed, strict=True)]
    padded = ["  " + "  ".join(pad(each, width) for each, width in zip(line, widths, strict=True)) for line in listed]
    yield padded[0].rstrip()
    for line, row in zip(padded[1:], table.rows, strict=True):
        yield line.rstrip()
        if row.disqualified or (table.form == "table" and (len(row.derivation) > 1 or row.derivation[-1].tied)):
            steps = [
                f"{in_language(FIGURE_NAMES[step.by], lang)} {_number(figure_said(step.by, step.value, table.board_parts))}"
                for step in row.derivation
            ]
            last = row.derivation[-1]
            shared = listed_up([names[each] for each in last.tied_with], lang, last.tied)
            said = text("standings.shared", lang, others=shared) if shared else ""
            said += text("standings.disqualified.why", lang) if row.disqualified else ""
            yield clean("      " + " → ".join(steps) + said)


def _reach(row: "Standing") -> str:
    """The places that somebody can still have, where there are several, or it cannot be told."""
    if row.disqualified:
        return ""
    if row.reach is None:
        return "—"
    best, worst = row.reach
    return "" if best == worst else f"{best}–{worst}"


def _place(row: "Standing", lang: Lang) -> str:
    if row.disqualified:
        return text("standings.disqualified", lang)
    return f"{row.place}=" if row.derivation and row.derivation[-1].tied else str(row.place)


def _number(value: int | str | None) -> str:
    return "?" if value is None else str(value)


def bracket(drawn: "Drawn", names: Mapping[str, str], lang: Lang) -> Iterator[str]:
    """The lines of a round of a knock-out."""
    yield "  " + text("standings.drawn", lang, no=drawn.no)
    for one in drawn.encounters:
        yield clean("    " + encounter(one, names, lang))
    for one in drawn.thirds:
        yield clean("    " + text("standings.third", lang) + encounter(one, names, lang))
    if drawn.byes:
        yield clean("    " + text("standings.byes", lang, names=", ".join(names[each] for each in drawn.byes)))


def encounter(one: "Encounter", names: Mapping[str, str], lang: Lang) -> str:
    """A table of a knock-out in a line."""
    sides = [" + ".join(names[each] for each in side) for side in one.sides]
    if one.winner is None:
        return text("standings.waiting", lang, table=one.table, first=sides[0], second=sides[1])
    return text("standings.won", lang, table=one.table, winner=sides[one.winner], loser=sides[1 - one.winner])


def result_lines(group: "Group", lang: Lang) -> Iterator[str]:
    """The rounds of a group: each table with its score and what it counts, and who had none."""
    for played in group.rounds:
        if not played.tables and not played.idle:
            continue
        yield "  " + text("standings.drawn", lang, no=played.no)
        listed = []
        for drawn in played.tables:
            sides = [" + ".join(side.names) + (" ✓" if side.won else "") for side in drawn.sides]
            score = in_language(drawn.score, lang) if drawn.score else "" if drawn.told else _ended("open", lang)
            counts = [_pair(drawn.sides[0].figures[at], drawn.sides[1].figures[at]) for at, _ in group.keyed if drawn.told]
            third = [text("standings.third", lang).rstrip(": ：")] if drawn.third_place else []
            waiting = [_ended("open", lang)] if drawn.score and not drawn.told else []
            listed.append([drawn.table, sides[0], score, sides[1], *counts, *third, *waiting])
        for each in played.idle:
            told = [_number(each.figures[at]) for at, _ in group.keyed if each.figures[at] is not None]
            listed.append(["", each.name, _ended(each.ended, lang), "", *told])
        yield from _lined_up(listed)


def team_lines(group: "Group", entrant: str, then: Mapping[int, str], lang: Lang) -> Iterator[str]:
    """All of one entrant in a group: place, how it came about, and every round with the place that he had `then`."""
    from paipu.analytics.report.texts import EVENT
    from paipu.replay.words import FIGURE_NAMES

    line = group.line_of(entrant)
    if line is None:
        return
    yield f"{line.name} · {in_language(group.title, lang)}"
    if line.disqualified:
        yield "  " + text("standings.disqualified", lang)
    else:
        place = EVENT["event.team.place"].fill(place=line.place, of=len(group.lines))
        reach = f" · {in_language(FIGURE_NAMES['reach'], lang)} {line.reach}" if line.reach else ""
        yield "  " + in_language(place, lang) + ("=" if line.shared else "") + reach
    yield "  " + " → ".join(f"{in_language(FIGURE_NAMES[step.key], lang)} {_number(step.value)}" for step in line.steps)
    heads = [EVENT[f"event.{key}"] for key in ("round.no", "table.no", "opponent", "result", "score")]
    behind = EVENT["event.place.then"]
    listed = [[in_language(head, lang) for head in (*heads, *(FIGURE_NAMES[column] for column in group.columns), behind)]]
    for game in line.games:
        score = in_language(game.score, lang) if game.score else ""
        figures = ["" if value is None else str(value) for value in game.figures]
        against, stood = " + ".join(game.against), then.get(game.round, "")
        listed.append([str(game.round), game.table, against, _ended(game.ended, lang), score, *figures, stood])
    total = in_language(EVENT["event.team.sum"], lang)
    listed.append(["", "", total, "", "", *(_number(value) for value in line.figures)])
    yield from _lined_up(listed)


def _ended(how: str, lang: Lang) -> str:
    from paipu.analytics.report.texts import EVENT

    return in_language(EVENT[f"event.ended.{how}"], lang)


def _pair(first: int | str | None, second: int | str | None) -> str:
    return f"{_number(first)} : {_number(second)}"


def _lined_up(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns."""
    widths = [max((cells(row[at]) for row in rows if at < len(row)), default=0) for at in range(max(map(len, rows), default=0))]
    for row in rows:
        yield ("    " + "  ".join(pad(each, width) for each, width in zip(row, widths, strict=False))).rstrip()
