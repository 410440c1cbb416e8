"""`paipu stats`: the statistics of players, pairs, teams, seats, events or rule sheets."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, Warehouse
from paipu.cli.support.errors import UsageError
from paipu.cli.support.exporting import write
from paipu.cli.support.listing import as_text
from paipu.cli.support.narrowed import Against, Bank, First, Last, Level, Player, Seat, Side, Since, Until, With, narrowed
from paipu.cli.support.studied import OneSheet, opened
from paipu.cli.support.terminal import clean, tell
from paipu.cli.text import both, text
from paipu.replay.text import Lang, in_language, near

if TYPE_CHECKING:
    import polars as pl

    from paipu.analytics.filters import Filters
    from paipu.analytics.reader import Reader

By = Literal["player", "pair", "team", "seat", "event", "sheet"]
Form = Literal["text", "csv", "json", "parquet", "xlsx", "html", "pdf"]
PRINTED = frozenset({"html", "pdf"})
MOST_TABLES = 100
"""So many units are shown on the screen; a file has them all."""
HANDS = ("match", "hand", "ply", "day", "level", "dealer", "seats", "value")
COLUMNS = ("statistic", "value", "interval", "numerator", "denominator", "open", "percentile")


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    warehouse: Warehouse = Path("warehouse"),
    by: Annotated[By, typer.Option("--by", help=both("help.stats.by"))] = "player",
    sheet: OneSheet = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="EVENT", show_default=False, help=both("help.export.event"))
    ] = None,
    key: Annotated[str | None, typer.Option("--key", metavar="KEY", show_default=False, help=both("help.stats.key"))] = None,
    player: Player = None,
    partners: With = None,
    opponents: Against = None,
    since: Since = None,
    until: Until = None,
    seat: Seat = None,
    side: Side = None,
    level: Level = None,
    bank: Bank = None,
    first: First = None,
    last: Last = None,
    listed: Annotated[
        str | None, typer.Option("--hands", metavar="KEY", show_default=False, help=both("help.stats.hands"))
    ] = None,
    every: Annotated[bool, typer.Option("--of", help=both("help.stats.of"))] = False,
    form: Annotated[Form | None, typer.Option("--format", "-f", show_default=False, help=both("help.export.format"))] = None,
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu stats`."""
    from paipu.analytics.statistics import statistics

    if key is not None and listed is not None:
        raise UsageError("stats.both", option="--hands")
    if every and listed is None:
        raise UsageError("stats.of", option="--of")
    key, listed = key and key_of(key), listed and key_of(listed)
    reader = opened(warehouse, sheet, event)
    of_hands = {"seat": seat, "side": side, "level": level, "bank": bank, "first": first, "last": last}
    filters = narrowed(reader, player, partners, opponents, (since, until), **of_hands)
    if filters.members is not None and len(filters.members) > 1 and by == "player":
        by = "pair"
    if filters.members is not None and by not in {"player", "pair"}:
        raise UsageError("stats.player.by", option="--player", by=by)
    if listed is not None:
        from paipu.analytics.hands import hands
        from paipu.analytics.statistics import key_name

        rows = hands(reader, by, listed, filters, part="denominator" if every else "numerator", sheet=sheet, event=event)
        write(form, output_file, lambda: [rows], lambda: hand_lines(rows, lang))
        if not quiet:
            tell(text("stats.hands.told", lang, key=key_name(listed, lang), n=rows.height))
        return
    if printed(reader, filters, (sheet, event, key), form, output_file, lang):
        return
    found = statistics(reader, by, sheet=sheet, event=event, key=key, filters=filters)
    write(form, output_file, lambda: [found], lambda: lines(found, lang, MOST_TABLES if output_file is None else None))
    if not quiet and found.is_empty():
        tell(text("stats.none", lang))
    elif not quiet and output_file is None and form in {None, "text"}:
        tell(text("stats.told", lang))


def printed(
    reader: "Reader",
    filters: "Filters",
    asked: tuple[str | None, str | None, str | None],
    form: str | None,
    target: Path | None,
    lang: Lang,
) -> bool:
    """Write the profile of a player, or of partners, if a document is asked for; whether it was. `asked` has sheet, event, key.

    Raises UsageError where it is a document of nobody, of one statistic, or nothing passes the filters.
    """
    form = form or (target.suffix.lower().removeprefix(".") if target is not None else None)
    if form not in PRINTED:
        return False
    from paipu.analytics.report.profile import NobodyError, profile_html
    from paipu.cli.support import reporting

    sheet, event, key = asked
    if filters.members is None or key is not None:
        raise UsageError("stats.profile", form=str(form))
    try:
        made = profile_html(reader, filters, lang, sheet=sheet, event=event)
    except NobodyError as nobody:
        raise UsageError("stats.profile.none", unit=str(nobody)) from None
    reporting.write(made, target, pdf=form == "pdf")
    return True


def key_of(said: str) -> str:
    """The key of a statistic that is named by it, or in either language. Raises UsageError where none is."""
    from paipu.analytics.keys import NAMES, keys_of

    found = keys_of(said)
    if len(found) != 1:
        names = [each for name in NAMES.values() for each in name]
        raise UsageError("stats.key", key=said, near=", ".join(found) or near(said, [*NAMES, *names]))
    return found[0]


def hand_lines(rows: "pl.DataFrame", lang: Lang) -> Iterable[str]:
    """For people: the hands that are counted, a line each."""
    columns = [name for name in HANDS if name != "value" or rows["value"].null_count() < rows.height]
    return as_text(rows.iter_rows(named=True), columns, lang)


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
