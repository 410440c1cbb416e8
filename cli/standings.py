"""`paipu standings`: who stands where in an event, by what its records claim or by what was computed."""

import csv
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from paipu.cli.support.arguments import CORES, Account, AsTold, Language, LogOfRulings, OutputFile, Paths, Quiet, Workers
from paipu.cli.support.ends import code_of_inputs
from paipu.cli.support.errors import ExitCode, UsageError
from paipu.cli.support.files import check_targets, output, output_bytes
from paipu.cli.support.terminal import cells, clean, clean_json, pad, tell, wants_colour
from paipu.cli.text import both, text
from paipu.replay.text import Lang, in_language, near

if TYPE_CHECKING:
    from paipu.cli.support.events import Gathered
    from paipu.replay.event.record import EventRecord
    from paipu.replay.event.rows import Drawn, Standing, Standings
    from paipu.replay.event.worth import Encounter

Form = Literal["text", "json", "csv", "xlsx"]


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    event_file: Annotated[str, typer.Argument(metavar="EVENT", show_default=False, help=both("help.event_file"))],
    paths: Paths,
    stage: Annotated[str | None, typer.Option("--stage", metavar="STAGE", show_default=False, help=both("help.stage"))] = None,
    account: AsTold = None,
    rulings: LogOfRulings = None,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    output_file: OutputFile = None,
    workers: Workers = CORES,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu standings`."""
    from paipu.analytics.rulings import overlay
    from paipu.cli.support.events import gather, present, read_event
    from paipu.cli.support.rulings import astray_lines, log_at
    from paipu.ingest.stream import NO_RULINGS
    from paipu.replay.event.standings import standings

    check_targets((output_file,), (event_file, *paths, *([str(rulings)] if rulings is not None else [])))
    account = chosen(account, rulings)
    log = log_at(rulings, lang) if rulings is not None else None
    laid = overlay(log) if log is not None else NO_RULINGS
    given = read_event(event_file, lang)
    parsed = given.parsed
    names = [each.id for each in parsed.event.stages]
    if stage is not None and stage not in names:
        raise UsageError("standings.stage", stage=stage, near=near(stage, names))
    gathered = gather(given, paths, workers, laid)
    if log is not None:
        tell(*astray_lines(log, present(gathered), lang))
    tables = [each for each in standings(parsed.event, gathered.matches, account) if stage in {None, each.stage}]
    if form == "xlsx" or (output_file is not None and output_file.suffix.lower() == ".xlsx"):
        from paipu.cli.support.standings_book import as_workbook

        with output_bytes(output_file) as file:
            file.write(as_workbook(parsed.event, tables, account, log.mark if log is not None else None, lang))
        raise typer.Exit(report(gathered, quiet=quiet, lang=lang))
    with output(output_file) as out:
        out.write({"text": as_text, "json": as_json, "csv": as_csv}[form](parsed.event, tables, lang))
    raise typer.Exit(report(gathered, quiet=quiet, lang=lang))


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


def as_json(event: "EventRecord", tables: "Sequence[Standings]", lang: Lang) -> str:
    """An array with one object a stage and group."""
    from paipu.ingest.output import standings_row

    del event, lang
    return clean_json(json.dumps([standings_row(table) for table in tables], ensure_ascii=False, indent=1)) + "\n"


COLUMNS = ("stage", "group", "form", "place", "team", "name", "played", "open")
LAST_COLUMNS = ("shared_with", "decided_by", "best", "worst", "disqualified", "tied")


def as_csv(event: "EventRecord", tables: "Sequence[Standings]", lang: Lang) -> str:
    """One row an entrant, for a spreadsheet."""
    from paipu.cli.formats.as_csv import cell

    del lang
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns())
    for row in listed(event, tables):
        said = {**row, "shared_with": " ".join(row["shared_with"]), "disqualified": int(row["disqualified"])}
        writer.writerow([cell(said[column]) for column in columns()])
    return out.getvalue()


def columns() -> tuple[str, ...]:
    """What is said of an entrant in a row."""
    from paipu.replay.event_rules import FIGURES

    return (*COLUMNS, *FIGURES, *LAST_COLUMNS)


def listed(event: "EventRecord", tables: "Sequence[Standings]") -> Iterator[dict[str, Any]]:
    """One row an entrant, in every stage and group."""
    from paipu.replay.event.boards import figure_said

    names = {entrant.id: entrant.name for entrant in event.entrants}
    for table in tables:
        for row in table.rows:
            last = row.derivation[-1] if row.derivation else None
            best, worst = row.reach or (None, None)
            own = (table.stage, table.group, table.form, row.place, row.entrant, names.get(row.entrant), row.played, row.open)
            shared, by, tied = (list(last.tied_with), last.by, last.tied) if last else ([], None, 0)
            ends = (shared, by, best, worst, row.disqualified, tied)
            yield {
                **dict(zip(COLUMNS, own, strict=True)),
                **{str(figure): figure_said(figure, value, table.board_parts) for figure, value in row.figures.items()},
                **dict(zip(LAST_COLUMNS, ends, strict=True)),
            }


def as_text(event: "EventRecord", tables: "Sequence[Standings]", lang: Lang) -> str:
    """For people: a table a group, with how equal teams were parted, and the bracket of a knock-out."""
    from paipu.replay.event.words import names_apart, part_title

    names = names_apart({entrant.id: entrant.name for entrant in event.entrants})
    lines: list[str] = []
    for table in tables:
        title = text(f"standings.{table.form}", lang, part=in_language(part_title(table.stage, table.group), lang))
        lines += [clean(title), *rows(table, names, lang)]
        lines += [line for drawn in table.bracket for line in bracket(drawn, names, lang)]
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
