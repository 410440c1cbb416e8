"""`paipu audit`: read records, audit them, and give back every finding."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paipu.cli.standings import chosen
from paipu.cli.support.arguments import (
    AsTold,
    Cluster,
    FailOn,
    Form,
    Language,
    LogOfRulings,
    MappingFile,
    OutputFile,
    Paths,
    PublishedTables,
    Quiet,
    SheetOfTables,
    WorkersHere,
    known_sheet,
)
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import check_targets
from paipu.cli.support.idle import refuse_idle
from paipu.cli.text import both
from paipu.replay.text import near

if TYPE_CHECKING:
    from paipu.replay.findings import Severity

Computed = Annotated[
    Path | None, typer.Option("--computed", metavar="FILE", show_default=False, readable=False, help=both("help.computed"))
]
Severities = Annotated[
    list[str] | None, typer.Option("--severity", metavar="CODE=LEVEL", show_default=False, help=both("help.severity"))
]
Baseline = Annotated[
    Path | None, typer.Option("--baseline", metavar="FILE", show_default=False, readable=False, help=both("help.baseline"))
]
Waived = Annotated[
    Path | None, typer.Option("--waivers", metavar="FILE", show_default=False, readable=False, help=both("help.waivers"))
]
OfEventFile = Annotated[str | None, typer.Option("--event", metavar="EVENT", show_default=False, help=both("help.audit.event"))]


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    paths: Paths,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    output_file: OutputFile = None,
    computed: Computed = None,
    fail_on: Annotated[FailOn, typer.Option("--fail-on", help=both("help.fail_on"))] = "error",
    severity: Severities = None,
    baseline: Baseline = None,
    write_baseline: Annotated[bool, typer.Option("--write-baseline", help=both("help.write_baseline"))] = False,
    waivers: Waived = None,
    event: OfEventFile = None,
    published: PublishedTables = None,
    account: AsTold = None,
    rulings: LogOfRulings = None,
    sheet: SheetOfTables = None,
    mapping: MappingFile = None,
    unfold: Annotated[bool, typer.Option("--unfold", help=both("help.unfold"))] = False,
    notes: Annotated[bool, typer.Option("--notes", help=both("help.notes"))] = False,
    workers: WorkersHere = None,
    cluster: Cluster = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu audit`."""
    refuse_idle(f"--format {form}", unfold=unfold and form != "text", notes=notes and form != "text")
    if write_baseline and baseline is None:
        raise UsageError("baseline.missing")
    _goes_with_event(event, published, account)
    known_sheet(sheet, event)
    chosen(account, rulings)
    others = (waivers, event, rulings, mapping, *(published or ()), None if write_baseline else baseline)
    sources = (*paths, *(str(each) for each in others if each is not None))
    check_targets((output_file, *filter(None, (computed, baseline if write_baseline else None))), sources)
    from paipu.cli.support.auditing import Asked, run

    asked = Asked(
        paths=tuple(paths),
        form=form,
        lang=lang,
        fail_on=fail_on,
        severities=_severities(severity or ()),
        workers=workers,
        cluster=cluster,
        quiet=quiet,
        output=output_file,
        computed=computed,
        baseline=baseline,
        write_baseline=write_baseline,
        waivers=waivers,
        unfold=unfold,
        notes=notes,
        sheet=sheet,
        mapping=mapping,
        event=event,
        published=tuple(published or ()),
        rulings=rulings,
        account="recorded" if account == "recorded" else "ruled",
    )
    raise typer.Exit(run(asked))


def _goes_with_event(event: str | None, published: Sequence[str] | None, account: str | None) -> None:
    """Refuse what is about an event where none is given. Raises UsageError."""
    if published and event is None:
        raise UsageError("published.event")
    if account is not None and event is None:
        raise UsageError("audit.account", account=account)


def _severities(given: Sequence[str]) -> "dict[str, Severity]":
    """The overrides by code. Raises UsageError for a code or a level that does not exist."""
    from paipu.replay.checks import CHECKS
    from paipu.replay.checks.renamed import RENAMED
    from paipu.replay.findings import Severity

    found = {}
    for each in given:
        code, _, level = each.partition("=")
        if code not in CHECKS:
            raise UsageError("severity.code", code=code, near=", ".join(RENAMED.get(code, ())) or near(code, CHECKS))
        if level not in set(Severity):
            raise UsageError("severity.level", level=level, given=each)
        found[code] = Severity(level)
    return found
