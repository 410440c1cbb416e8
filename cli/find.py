"""`paipu find`: hands by what a seat held, did and came to."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, Warehouse
from paipu.cli.support.errors import UsageError
from paipu.cli.support.exporting import write
from paipu.cli.support.files import output
from paipu.cli.support.listing import with_links
from paipu.cli.support.narrowed import NOTHING, Narrowing, narrowable, narrowed
from paipu.cli.support.studied import OneSheet, opened
from paipu.cli.support.terminal import tell
from paipu.cli.text import TEXT, both, text
from paipu.replay.text import Lang, Text, in_language

if TYPE_CHECKING:
    import polars as pl

Form = Literal["text", "csv", "json", "parquet", "xlsx"]
MOST_LINES = 100
"""So many hands are shown on the screen; a file has them all."""
COLUMNS = ("sheet", "match", "hand", "ply", "day", "level", "dealer", "seats", "player")


class WrongConditionsError(UsageError):
    """An expression that cannot be read: the message shows the place."""

    def __init__(self, what: Text) -> None:
        super().__init__("find.wrong", what=what.en)
        self.message = TEXT["find.wrong"].fill(what=what)


@narrowable
def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    expression: Annotated[
        str | None, typer.Argument(metavar="CONDITIONS", show_default=False, help=both("help.find.what"))
    ] = None,
    warehouse: Warehouse = Path("warehouse"),
    sheet: OneSheet = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="EVENT", show_default=False, help=both("help.export.event"))
    ] = None,
    given: Narrowing = NOTHING,
    conditions: Annotated[bool, typer.Option("--conditions", help=both("help.find.conditions"))] = False,
    into: Annotated[str | None, typer.Option("--into", metavar="NAME", show_default=False, help=both("help.find.into"))] = None,
    form: Annotated[Form | None, typer.Option("--format", "-f", show_default=False, help=both("help.export.format"))] = None,
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu find`."""
    from paipu.analytics.conditions import NAMES, WrongExpressionError, never_on, read, written
    from paipu.analytics.find import find

    if conditions:
        with output(output_file) as out:
            out.writelines(f"{line}\n" for line in listed(lang))
        return
    if expression is None:
        raise UsageError("find.none", option="--conditions")
    try:
        asked = read(expression)
    except WrongExpressionError as error:
        raise WrongConditionsError(error.message) from None
    reader = opened(warehouse, sheet, event)
    filters = narrowed(reader, given)
    shown = form in {None, "text"} and output_file is None
    found = find(reader, asked, filters, sheet=sheet, event=event, most=MOST_LINES if shown else None)
    rows = linked(found.rows, lang)
    write(form, output_file, lambda: [rows], lambda: lines(rows, lang))
    if into is not None:
        keep(found.rows, into, warehouse)
    if not quiet:
        tell(text("find.told", lang, n=found.total, what=written(asked, lang)))
        if shown and found.total > rows.height:
            tell(text("find.more", lang, n=found.total - rows.height))
        never = ", ".join(in_language(NAMES[key], lang) for key in never_on(asked, sheet)) if sheet is not None else ""
        if never:
            tell(text("find.never", lang, sheet=str(sheet), what=never))


def keep(rows: "pl.DataFrame", name: str, warehouse: Path) -> None:
    """Add hands that were found to a collection."""
    from paipu.analytics.collected import KeptPlace, change, file_beside

    places = [
        KeptPlace(match=match, hand=hand, ply=ply) for match, hand, ply in rows.select("match", "hand", "ply").iter_rows()
    ]
    change(file_beside(warehouse), lambda before: before.added(name, places))


def linked(rows: "pl.DataFrame", lang: Lang) -> "pl.DataFrame":
    """The hands, each with the address of its ply on the page of the dashboard, seen from the seat."""
    import polars as pl

    from paipu.dashboard.links import Place, replay_link

    places = rows.select("match", "hand", "ply", "seats").iter_rows()
    return rows.with_columns(pl.Series("link", [replay_link(Place(*place), lang) for place in places], dtype=pl.String))


def lines(rows: "pl.DataFrame", lang: Lang) -> Iterable[str]:
    """For people: the hands, a line each, the link at its end."""
    return with_links(rows.to_dicts(), COLUMNS, rows["link"].to_list(), lang) if rows.height else ()


def listed(lang: Lang) -> Iterable[str]:
    """For people: every condition, what else it is called, on which sheets it can be met, and what it means."""
    from paipu.analytics.conditions import ALSO, GROUP, KINDS, NAMES, TOLD, sheets_of
    from paipu.replay.sheets import SHEETS

    for group, title in GROUP.items():
        yield in_language(title, lang)
        for key, kind in KINDS.items():
            if kind.group == group:
                sheets = sheets_of(key)
                where = "" if len(sheets) == len(SHEETS) else f" [{' '.join(sheets)}]"
                names = ", ".join([*NAMES[key], *ALSO[key].zh.split("|"), *ALSO[key].en.split("|")])
                yield f"  {names}{where}"
                yield f"      {in_language(TOLD[key], lang)}"
