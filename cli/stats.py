"""`paipu stats`: the statistics of players, pairs, teams, seats, events or rule sheets."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, Warehouse
from paipu.cli.support.errors import UsageError
from paipu.cli.support.exporting import write
from paipu.cli.support.listing import as_text
from paipu.cli.support.studied import OneSheet, opened
from paipu.cli.support.terminal import clean, tell
from paipu.cli.text import both, text
from paipu.replay.text import Lang, in_language, near

if TYPE_CHECKING:
    import polars as pl

By = Literal["player", "pair", "team", "seat", "event", "sheet"]
Form = Literal["text", "csv", "json", "parquet", "xlsx"]
MOST_TABLES = 100
"""So many units are shown on the screen; a file has them all."""
COLUMNS = ("statistic", "value", "interval", "numerator", "denominator", "open", "percentile")


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    warehouse: Warehouse = Path("warehouse"),
    by: Annotated[By, typer.Option("--by", help=both("help.stats.by"))] = "player",
    sheet: OneSheet = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="EVENT", show_default=False, help=both("help.export.event"))
    ] = None,
    key: Annotated[str | None, typer.Option("--key", metavar="KEY", show_default=False, help=both("help.stats.key"))] = None,
    form: Annotated[Form | None, typer.Option("--format", "-f", show_default=False, help=both("help.export.format"))] = None,
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu stats`."""
    from paipu.analytics.keys import NAMES
    from paipu.analytics.statistics import statistics

    if key is not None and key not in NAMES:
        raise UsageError("stats.key", key=key, near=near(key, NAMES))
    found = statistics(opened(warehouse, sheet, event), by, sheet=sheet, event=event, key=key)
    write(form, output_file, lambda: [found], lambda: lines(found, lang, MOST_TABLES if output_file is None else None))
    if not quiet and found.is_empty():
        tell(text("stats.none", lang))
    elif not quiet and output_file is None and form in {None, "text"}:
        tell(text("stats.told", lang))


def lines(found: "pl.DataFrame", lang: Lang, most: int | None = None) -> list[str]:
    """For people: a table a unit and sheet, of at most so many, and how many more there are."""
    from paipu.replay.sheets import SHEETS

    units = found.select("sheet", "members").unique(maintain_order=True)
    shown = found.join(units.head(most or units.height), on=units.columns, how="semi", maintain_order="left")
    said: list[str] = []
    for rows in shown.partition_by(units.columns, maintain_order=True):
        first = rows.row(0, named=True)
        sheet = first["sheet"]
        title = in_language(SHEETS[sheet].title, lang) if sheet in SHEETS else sheet
        name = first["name"] if first["name"] == first["unit"] else f"{first['name']} ({first['unit']})"
        said += ["", clean(f"{title} · {name}" if first["unit"] != sheet else title)]
        said += as_text([row_of(row, lang) for row in rows.iter_rows(named=True)], COLUMNS, lang)
    if most is not None and units.height > most:
        said += ["", text("stats.more", lang, n=units.height - most)]
    return said[1:]


def row_of(row: dict[str, Any], lang: Lang) -> dict[str, object]:
    """A statistic in words: shares in percent."""
    from paipu.analytics.statistics import key_name, written

    shown, interval = written(row) or (None, None)
    if row["median"] is not None:
        interval = f"{interval or ''}  {text('stats.spread', lang, median=row['median'], ninetieth=row['ninetieth'])}"
    percentile = None if row["percentile"] is None else f"{row['percentile']:.0%}"
    told = {"statistic": key_name(row["key"], lang), "value": shown, "interval": interval, "percentile": percentile}
    return {**row, **told, "open": row["open"] or None}
