"""`paipu export`: a table or a view of the warehouse as a file."""

from pathlib import Path
from typing import Annotated

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, Warehouse
from paipu.cli.support.errors import UsageError
from paipu.cli.support.exporting import write
from paipu.cli.support.studied import OneSheet, opened
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text
from paipu.replay.text import Lang, near


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    table: Annotated[str, typer.Argument(metavar="TABLE", show_default=False, help=both("help.export.table"))],
    warehouse: Warehouse = Path("warehouse"),
    sheet: OneSheet = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="EVENT", show_default=False, help=both("help.export.event"))
    ] = None,
    form: Annotated[str | None, typer.Option("--format", "-f", show_default=False, help=both("help.export.format"))] = None,
    output_file: OutputFile = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, show_default=False, help=both("help.export.limit"))
    ] = None,
    offset: Annotated[int, typer.Option("--offset", metavar="N", min=0, help=both("help.export.offset"))] = 0,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu export`."""
    from paipu.analytics.schema import TABLES, VIEWS

    names = (*TABLES, *VIEWS)
    if table not in names:
        raise UsageError("export.table", table=table, near=near(table, names))
    reader = opened(warehouse, sheet, event)
    columns = reader.query(f"FROM {table} LIMIT 0").columns
    wanted = {"sheet": sheet, "event": event}
    asked = {name: value for name, value in wanted.items() if value is not None}
    conditions = [condition(name, table, columns) for name in asked]
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    page = f" LIMIT {int(limit)}" if limit is not None else ""
    page += f" OFFSET {int(offset)}" if offset else ""
    rows = write(form, output_file, lambda: reader.pieces(f"FROM {table}{where} ORDER BY ALL{page}", list(asked.values())))
    if not quiet:
        tell(said(table, rows, output_file, lang))


def condition(name: str, table: str, columns: list[str]) -> str:
    """What chooses the rows of a sheet or an event. Raises UsageError for a table that knows nothing of it."""
    if name in columns:
        return f"{name} = ?"
    if name == "event" and "match" in columns:
        return "match IN (SELECT match FROM matches WHERE event = ?)"
    raise UsageError("export.column", table=table, column=name)


def said(table: str, rows: int, path: Path | None, lang: Lang) -> str:
    """What was written, and where."""
    where = str(path) if path is not None else text("output.stdout", lang)
    return text("export.done", lang, table=table, rows=rows, path=where)
