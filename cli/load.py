"""`paipu load`: records into the warehouse, audited on the way."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from paipu.cli.support.arguments import (
    Cluster,
    Language,
    MappingFile,
    Quiet,
    SheetOfTables,
    Warehouse,
    WorkersHere,
    known_sheet,
)
from paipu.cli.support.crew import crew
from paipu.cli.support.ends import code_of_inputs
from paipu.cli.support.errors import ExitCode, UsageError
from paipu.cli.support.files import say
from paipu.cli.support.progress import progress
from paipu.cli.support.terminal import clean, tell
from paipu.cli.text import both, text
from paipu.replay.text import Lang, in_language

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paipu.analytics.pipeline import LoadSummary
    from paipu.ingest.event_source import EventFile
    from paipu.ingest.scoresheet import Reading
    from paipu.ingest.scoresheet.mapping import Mapped


LoadPaths = Annotated[list[str] | None, typer.Argument(metavar="[PATH]…", show_default=False, help=both("help.load.paths"))]


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    paths: LoadPaths = None,
    warehouse: Warehouse = Path("warehouse"),
    workers: WorkersHere = None,
    cluster: Cluster = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="FILE", show_default=False, help=both("help.load.event"))
    ] = None,
    sheet: SheetOfTables = None,
    mapping: MappingFile = None,
    form: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help=both("help.format"))] = "text",
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu load`."""
    from paipu.cli.support.scoresheets import mapping_at, reading_lines

    asked, given = event_among(paths or (), event, lang)
    known_sheet(sheet, given)
    if not asked and given is None and not warehouse.exists():
        raise UsageError("load.nothing")
    of_tables = given.parsed.event.sheet if given is not None else sheet
    mapped = mapping_at(mapping, of_tables, lang) if mapping is not None else None
    readings: list[Reading] = []
    summary = run(
        asked,
        warehouse,
        workers=workers,
        quiet=quiet,
        lang=lang,
        told=readings.append,
        event=given,
        cluster=cluster,
        sheet=sheet,
        mapped=mapped,
    )
    for reading in readings:
        tell(*reading_lines(reading, lang, notes=not quiet))
    tell(*astray_lines_of(warehouse, lang))
    if form == "json":
        say(json.dumps(asdict(summary)))
    elif not quiet:
        bare = not asked and given is None and not summary.events_anew and not summary.read
        tell(*([text("load.none_due", lang)] if bare else lines(summary, lang)))
    raise typer.Exit(exit_code(summary) if asked or given is not None else ExitCode.CLEAN)


def event_among(paths: "Sequence[str]", event: str | None, lang: Lang) -> "tuple[list[str], EventFile | None]":
    """The paths of records, and the event: that of the option, else the one whose file is among the paths.

    Raises UsageError for two events, InputError for one that cannot be read.
    """
    from paipu.cli.support.events import read_event
    from paipu.ingest.event_source import is_event

    found = [path for path in paths if is_event(path)] if event is None else [event]
    if len(found) > 1:
        raise UsageError("load.events.several", paths=", ".join(found))
    given = read_event(found[0], lang) if found else None
    return [path for path in paths if path not in found], given


def run(  # noqa: PLR0913 - a load and what is shown of it
    paths: "Sequence[str]",
    directory: Path,
    *,
    workers: int | None,
    quiet: bool,
    lang: Lang,
    inputs: int | None = None,
    batch: int | None = None,
    told: "Callable[[Reading], None] | None" = None,
    event: "EventFile | None" = None,
    cluster: str | None = None,
    sheet: str | None = None,
    mapped: "Mapped | None" = None,
) -> "LoadSummary":
    """Load, with a bar. `inputs` is how many there are, if known; `batch` how many are committed at a time.

    `told` is given how each score sheet was read, by the rule `sheet` if it names none, and as `mapped` says. `event` is an
    event to load too.
    Raises WarehouseError where the warehouse cannot be written, CrewError where the scheduler at the address `cluster` cannot
    be worked with.
    """
    from paipu.analytics.pipeline import BATCH_INPUTS, inputs_of, load_inputs
    from paipu.analytics.warehouse import Warehouse as Writer

    with progress(text("load.title", lang), lambda: inputs, quiet=quiet) as advance:

        def show(done: "LoadSummary") -> None:
            advance(done.read, text("load.words", lang, read=done.read, plays=done.plays))

        with crew(cluster, workers) as by, Writer.open(directory) as writer:
            given = inputs_of(paths, told, event, sheet, mapped)
            return load_inputs(given, writer, workers=by, progress=show, batch_inputs=batch or BATCH_INPUTS, event=event)


def astray_lines_of(directory: Path, lang: Lang) -> list[str]:
    """What is said of rulings in the log beside a warehouse that are on other versions of its records."""
    from paipu.analytics.rulings import log_beside, read_log
    from paipu.analytics.rulings.astray import astray_in

    found = astray_in(directory, read_log(log_beside(directory)))
    said = (" · ".join(in_language(part, lang) for part in (each.message, why)) for each, why in found)
    return [clean(text("ruling.astray", lang, what=what)) for what in said]


def lines(summary: "LoadSummary", lang: Lang) -> list[str]:
    """What became of the inputs. Raises RuntimeError where they and their outcomes do not add up."""
    if not summary.holds:
        raise RuntimeError(f"inputs and outcomes do not add up: {summary}")
    found = [
        text(
            "load.equation",
            lang,
            read=summary.read,
            accepted=summary.accepted,
            findings=summary.accepted_with_findings,
            quarantined=summary.quarantined,
            already=summary.already_loaded,
        ),
        text("load.brought", lang, hands=summary.hands, plays=summary.plays, findings=summary.findings),
    ]
    if summary.ruled:
        found.append(text("load.ruled", lang, n=summary.ruled))
    if summary.replaced:
        found.append(text("load.replaced", lang, n=summary.replaced))
    if summary.events_anew:
        found.append(text("load.events", lang, n=summary.events_anew))
    if summary.internal:
        found.append(text("load.internal", lang, n=summary.internal))
    if summary.quarantined or summary.already_quarantined:
        found.append(text("load.quarantine", lang, n=summary.quarantined + summary.already_quarantined))
    if not summary.read and not summary.events_anew:
        found.append(text("audit.nothing", lang))
    return found


def exit_code(summary: "LoadSummary") -> ExitCode:
    """Findings are what a load is for; what could not be read is not."""
    failed = code_of_inputs(
        internal=summary.internal,
        denied=summary.denied,
        refused=summary.quarantined + summary.already_quarantined,
        nothing=not summary.read,
    )
    return failed or ExitCode.CLEAN
