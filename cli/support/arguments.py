"""Arguments and options that several commands have.

No option is `readable`: whether a file may be read is found by reading it, and is no fault of the command line.
"""

import os
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from paipu.cli.support.errors import UsageError
from paipu.cli.text import both
from paipu.replay.text import Lang, near

Form = Literal["text", "ndjson", "json", "sarif", "csv"]
Account = Literal["recorded", "computed", "ruled"]
FailOn = Literal["error", "warning", "note", "never"]

Language = Annotated[Lang, typer.Option("--lang", envvar="PAIPU_LANG", show_envvar=True, help=both("help.lang"))]
Tongue = Annotated[
    Literal["zh", "en", "both"], typer.Option("--lang", envvar="PAIPU_LANG", show_envvar=True, help=both("help.report.lang"))
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help=both("help.quiet"))]
Paths = Annotated[list[str], typer.Argument(metavar="PATH", show_default=False, help=both("help.paths"))]
OutputFile = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", show_default=False, readable=False, help=both("help.output"))
]
LogOfRulings = Annotated[
    Path | None, typer.Option("--rulings", metavar="FILE", show_default=False, readable=False, help=both("help.rulings"))
]
Record = Annotated[str, typer.Argument(metavar="PATH", show_default=False, help=both("help.replay.path"))]
OfHand = Annotated[int, typer.Option("--hand", metavar="N", show_default=False, help=both("help.propose.hand"))]
AtPlay = Annotated[str | None, typer.Option("--at", metavar="T.P", show_default=False, help=both("help.propose.at"))]
OfSeat = Annotated[str | None, typer.Option("--seat", metavar="SEAT", show_default=False, help=both("help.propose.seat"))]
OfKind = Annotated[str | None, typer.Option("--kind", metavar="KIND", show_default=False, help=both("help.propose.kind"))]
OfMatch = Annotated[str | None, typer.Option("--match", metavar="ID", show_default=False, help=both("help.replay.match"))]
Noticed = Annotated[str | None, typer.Option("--noticed", metavar="T.P", show_default=False, help=both("help.propose.noticed"))]
Cards = Annotated[str | None, typer.Option("--cards", metavar="CARDS", show_default=False, help=both("help.propose.cards"))]
Count = Annotated[int | None, typer.Option("--count", metavar="N", show_default=False, help=both("help.propose.count"))]
Seconds = Annotated[float | None, typer.Option("--seconds", metavar="S", show_default=False, help=both("help.propose.seconds"))]
AsTold = Annotated[Account | None, typer.Option("--as", show_default=False, help=both("help.as_told"))]
Warehouse = Annotated[
    Path,
    typer.Option(
        "--warehouse", metavar="DIR", envvar="PAIPU_WAREHOUSE", show_envvar=True, readable=False, help=both("help.warehouse")
    ),
]
MOST_WORKERS: Final = 256
CORES: Final = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, MOST_WORKERS)
"""That this process may use: so many workers, if nobody says how many."""
OfEvent = Annotated[str | None, typer.Option("--event", metavar="EVENT", show_default=False, help=both("help.of_event"))]
"""Of what is said of one record."""
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", show_default=False, help=both("help.cluster"))]
_WORKERS: Final = typer.Option("--workers", min=1, max=MOST_WORKERS, metavar="N", show_default=False, help=both("help.workers"))
Workers = Annotated[int, _WORKERS]
WorkersHere = Annotated[int | None, _WORKERS]
"""Where a cluster may be named instead."""
PublishedTables = Annotated[
    list[str] | None, typer.Option("--published", metavar="FILE", show_default=False, help=both("help.published"))
]
SheetOfTables = Annotated[str | None, typer.Option("--sheet", metavar="SHEET", show_default=False, help=both("help.sheet"))]
"""Of score sheets that do not say it."""
MappingFile = Annotated[str | None, typer.Option("--map", metavar="FILE", show_default=False, help=both("help.map"))]


def known_sheet(sheet: str | None, event: object = None) -> None:
    """Refuse a rule sheet that there is none of, or one beside an event, which says its own. Raises UsageError."""
    from paipu.replay.sheets import SHEETS

    if sheet is not None and event is not None:
        raise UsageError("sheet.of_event")
    if sheet is not None and sheet not in SHEETS:
        raise UsageError("rules.unknown", sheet=sheet, near=near(sheet, SHEETS))
