"""`paipu report`: documents to be printed and kept."""

from collections.abc import Callable, Mapping
from typing import Annotated, Final

import typer

from paipu.cli.support.arguments import (
    CORES,
    AsTold,
    Cards,
    Count,
    LogOfRulings,
    MappingFile,
    Noticed,
    OfEvent,
    OfKind,
    OfMatch,
    OfSeat,
    OutputFile,
    Paths,
    PublishedTables,
    Quiet,
    Seconds,
    Tongue,
    Workers,
)
from paipu.cli.text import both

Pdf = Annotated[bool, typer.Option("--pdf", help=both("help.report.pdf"))]


def case(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    record: Annotated[str, typer.Argument(metavar="RECORD", show_default=False, help=both("help.ruling.record"))],
    hand: Annotated[int, typer.Option("--hand", metavar="N", show_default=False, help=both("help.ruling.hand"))],
    at: Annotated[str, typer.Option("--at", metavar="7.2", help=both("help.ruling.at"))] = "0",
    match: OfMatch = None,
    seat: OfSeat = None,
    kind: OfKind = None,
    noticed: Noticed = None,
    cards: Cards = None,
    count: Count = None,
    seconds: Seconds = None,
    rulings: LogOfRulings = None,
    of_event: OfEvent = None,
    output_file: OutputFile = None,
    pdf: Pdf = False,
    lang: Tongue = "zh",
) -> None:
    """`paipu report case`."""
    from paipu.cli.support.files import check_targets
    from paipu.cli.support.reporting import Asked, case_file, write

    check_targets((output_file,), (record, *[str(each) for each in (rulings, of_event) if each is not None]))
    write(
        case_file(record, match, Asked(hand, at, seat, kind, noticed, cards, count, seconds), rulings, of_event, lang),
        output_file,
        pdf=pdf,
    )


def event(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    event_file: Annotated[str, typer.Argument(metavar="EVENT", show_default=False, help=both("help.event_file"))],
    paths: Paths,
    published: PublishedTables = None,
    mapping: MappingFile = None,
    account: AsTold = None,
    rulings: LogOfRulings = None,
    output_file: OutputFile = None,
    workers: Workers = CORES,
    pdf: Pdf = False,
    quiet: Quiet = False,
    lang: Tongue = "zh",
) -> None:
    """`paipu report event`."""
    from paipu.analytics.report.page import language_of
    from paipu.cli.standings import chosen, report
    from paipu.cli.support import reporting
    from paipu.cli.support.errors import ExitCode
    from paipu.cli.support.events import published_lines
    from paipu.cli.support.files import check_targets
    from paipu.cli.support.terminal import tell

    tables = tuple(published or ())
    check_targets(
        (output_file,), (event_file, *paths, *tables, *[str(each) for each in (rulings, mapping) if each is not None])
    )
    made, gathered, whole = reporting.event_file(
        event_file, paths, chosen(account, rulings), rulings, workers, lang, tables, mapping
    )
    reporting.write(made.html, output_file, pdf=pdf)
    code = report(gathered, quiet=quiet, lang=language_of(lang))
    tell(*published_lines(made.published, language_of(lang), quiet=quiet))
    raise typer.Exit(code if whole else code or ExitCode.INPUT)


COMMANDS: Final[Mapping[str, Callable[..., None]]] = {"case": case, "event": event}
