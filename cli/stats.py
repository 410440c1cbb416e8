"""`paipu stats`: the statistics of players, pairs, teams, seats, events or rule sheets."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, Warehouse
from paipu.cli.support.errors import UsageError
from paipu.cli.support.exporting import write
from paipu.cli.support.listing import as_text
from paipu.cli.support.narrowed import NOTHING, Narrowing, narrowable, narrowed
from paipu.cli.support.studied import OneSheet, opened
from paipu.cli.support.terminal import clean, tell
from paipu.cli.text import both, text
from paipu.replay.text import Lang, in_language, near

if TYPE_CHECKING:
    import polars as pl

    from paipu.analytics.filters import Filters
    from paipu.analytics.hands import Part
    from paipu.analytics.reader import Reader

By = Literal["player", "pair", "team", "seat", "event", "sheet"]
Form = Literal["text", "csv", "json", "parquet", "xlsx", "html", "pdf"]
PRINTED = frozenset({"html", "pdf"})
MOST_TABLES = 100
"""So many units are shown on the screen; a file has them all."""
HANDS = ("match", "hand", "ply", "day", "level", "dealer", "seats", "value")
PARTNERS = ("player", "partner", "together", "won", "drawn", "expected", "worth", "interval")
COLUMNS = ("statistic", "value", "interval", "numerator", "denominator", "open", "percentile")


@narrowable
def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    warehouse: Warehouse = Path("warehouse"),
    by: Annotated[By, typer.Option("--by", help=both("help.stats.by"))] = "player",
    sheet: OneSheet = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="EVENT", show_default=False, help=both("help.export.event"))
    ] = None,
    keys: Annotated[
        list[str] | None, typer.Option("--key", metavar="KEY", show_default=False, help=both("help.stats.key"))
    ] = None,
    given: Narrowing = NOTHING,
    listed: Annotated[
        str | None, typer.Option("--hands", metavar="KEY", show_default=False, help=both("help.stats.hands"))
    ] = None,
    every: Annotated[bool, typer.Option("--of", help=both("help.stats.of"))] = False,
    across: Annotated[
        list[str] | None, typer.Option("--across", metavar="SITUATION", show_default=False, help=both("help.stats.across"))
    ] = None,
    steps: Annotated[
        list[str] | None, typer.Option("--step", metavar="STEP", show_default=False, help=both("help.stats.step"))
    ] = None,
    partners: Annotated[bool, typer.Option("--partners", help=both("help.stats.partners"))] = False,
    form: Annotated[Form | None, typer.Option("--format", "-f", show_default=False, help=both("help.export.format"))] = None,
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu stats`."""
    from paipu.analytics.statistics import statistics

    keys, listed = keys_of(keys or (), listed, across, every=every)
    key = keys[0] if keys else None
    reader = opened(warehouse, sheet, event)
    filters = narrowed(reader, given)
    if partners:
        lone = not (filters.narrow or keys or listed or across or form in PRINTED)
        tell_partners((reader, filters.members, lone), {"sheet": sheet, "event": event}, (form, output_file), quiet, lang)
        return
    if filters.members is not None and len(filters.members) > 1 and by == "player":
        by = "pair"
    if filters.members is not None and by not in {"player", "pair"}:
        raise UsageError("stats.player.by", option="--player", by=by)
    apart = told_apart(key or listed, across, steps, listed is not None)
    of: Of = {"sheet": sheet, "event": event}
    if listed is not None:
        asked: Asked = {"part": "denominator" if every else "numerator", "by": apart, "step": steps or []}
        list_hands((reader, by, listed, filters), of, asked, (form, output_file), quiet=quiet, lang=lang)
        return
    if key is not None and apart:
        tell_apart((reader, by, key, filters), of, apart, (form, output_file), quiet=quiet, lang=lang)
        return
    if printed(reader, filters, (sheet, event, key), form, output_file, lang):
        return
    found = statistics(reader, by, sheet=sheet, event=event, key=key if len(keys) == 1 else None, filters=filters)
    found = found.filter(found["key"].is_in(keys)) if len(keys) > 1 else found
    write(form, output_file, lambda: [found], lambda: lines(found, lang, MOST_TABLES if output_file is None else None))
    if not quiet and found.is_empty():
        tell(text("stats.none", lang))
    elif not quiet and output_file is None and form in {None, "text"}:
        tell(text("stats.told", lang))


def keys_of(
    keys: Sequence[str], listed: str | None, across: Sequence[str] | None, *, every: bool
) -> tuple[list[str], str | None]:
    """The keys of the statistics that are told, and of the one whose hands are listed, in `every` of them or where it hit.

    Raises UsageError for both of these, for several that are to be told apart, and for what is no statistic.
    """
    if every and listed is None:
        raise UsageError("stats.of", option="--of")
    if keys and listed is not None:
        raise UsageError("stats.both", option="--hands")
    if len(keys) > 1 and across:
        raise UsageError("stats.one", option="--across")
    return [key_of(each) for each in keys], listed and key_of(listed)


class Of(TypedDict):
    """The sheet and the event that are asked about."""

    sheet: str | None
    event: str | None


Whose = tuple["Reader", By, str, "Filters"]
"""What is asked of whom: the key of a statistic, of units of a kind."""
Into = tuple[str | None, Path | None]
"""The form of an answer, and its file."""


def list_hands(whose: Whose, of: Of, asked: "Asked", into: Into, *, quiet: bool, lang: Lang) -> None:
    """List the hands that a statistic counts."""
    from paipu.analytics.hands import hands
    from paipu.analytics.situations import steps_said
    from paipu.analytics.statistics import key_name

    rows = hands(*whose, part=asked["part"], by=asked["by"], step=steps_said(asked["by"], asked["step"]), **of)
    write(*into, lambda: [rows], lambda: hand_lines(rows, lang))
    if not quiet:
        tell(text("stats.hands.told", lang, key=key_name(whose[2], lang), n=rows.height))


def tell_apart(whose: Whose, of: Of, apart: Sequence[str], into: Into, *, quiet: bool, lang: Lang) -> None:
    """Say a statistic by its situations."""
    from paipu.analytics.situations import by_situation

    parts = by_situation(*whose, apart, **of)
    write(*into, lambda: [laid_out(parts, apart)], lambda: part_lines(parts, apart, lang))
    if not quiet and parts.is_empty():
        tell(text("stats.none", lang))


def tell_partners(asked: "tuple[Reader, Sequence[str] | None, bool]", of: Of, into: Into, quiet: bool, lang: Lang) -> None:
    """Say what partners are worth to each other: of a player, of the partners named, or of all.

    Raises UsageError unless they are asked for alone.
    """
    import polars as pl

    from paipu.analytics.partners import FEWEST, partner_effects
    from paipu.analytics.statistics import named
    from paipu.replay.sheets import SHEETS

    reader, members, lone = asked
    if not lone:
        raise UsageError("stats.partners", option="--partners")
    rows = partner_effects(reader, **of)
    if members is not None:
        mine = pl.col("player").is_in(members)
        rows = rows.filter(mine & pl.col("partner").is_in(members) if len(members) > 1 else mine)
    known = named(reader, "player")

    def shown() -> Iterable[str]:
        for (sheet,), own in rows.group_by("sheet", maintain_order=True):
            yield in_language(SHEETS[str(sheet)].title, lang)
            told = own.sort("player", "matches", "partner", descending=[False, True, False]).iter_rows(named=True)
            yield from as_text([effect_row(row, known) for row in told], PARTNERS, lang)

    write(*into, lambda: [rows], shown)
    if not quiet:
        tell(text("stats.partners.told" if rows.height else "stats.partners.none", lang, fewest=FEWEST))


def effect_row(row: dict[str, Any], known: Mapping[str, str]) -> dict[str, object]:
    """Two partners for people: what they are worth together in points of a hundred matches, or why that is not told."""
    enough = row["effect"] is not None
    reach = f"{100 * row['low']:+.0f} – {100 * row['high']:+.0f}" if enough else None
    return {
        **row,
        "player": known.get(row["player"], row["player"]),
        "partner": known.get(row["partner"], row["partner"]),
        "together": row["matches"],
        "expected": f"{row['expected']:.1f}" if enough else None,
        "worth": f"{100 * row['effect']:+.0f}" if enough else row["told"],
        "interval": reach,
    }


class Asked(TypedDict):
    """Which part of what a statistic counts is listed."""

    part: "Part"
    by: list[str]
    step: list[str]


def told_apart(key: str | None, across: Sequence[str] | None, steps: Sequence[str] | None, listed: bool) -> list[str]:
    """The situations by which a statistic is to be told apart, by name in either language.

    Raises UsageError for one that there is not, or not of this statistic, for too many; for a step without its situation, or
    the other way round where hands are listed.
    """
    if bool(steps) != bool(across and listed):
        raise UsageError("stats.step", option="--step")
    if not across:
        return []
    from paipu.analytics.situated import MOST, offered
    from paipu.analytics.situations import SITUATIONS

    if key is None:
        raise UsageError("stats.across.key", option="--across")
    known = offered(key)
    names = {said.casefold(): each for each in known for said in (each, *SITUATIONS[each])}
    for said in across:
        if said.strip().casefold() not in names:
            raise UsageError(
                "stats.across", option="--across", value=said, known=", ".join(SITUATIONS[each].zh for each in known)
            )
    found = list(dict.fromkeys(names[said.strip().casefold()] for said in across))
    if len(found) > MOST or (steps and len(steps) != len(found)):
        raise UsageError("stats.across.many", option="--across", most=MOST)
    return found


def laid_out(parts: "pl.DataFrame", apart: Sequence[str]) -> "pl.DataFrame":
    """The parts with a column a situation."""
    import polars as pl

    steps = [pl.col("step").list.get(at).alias(name) for at, name in enumerate(apart)]
    return parts.select("sheet", "unit", *steps, pl.exclude("sheet", "unit", "step"))


def part_lines(parts: "pl.DataFrame", apart: Sequence[str], lang: Lang) -> Iterable[str]:
    """For people: a table a unit and sheet, a line a part."""
    from paipu.analytics.keys import NAMES
    from paipu.analytics.situations import SITUATIONS, step_name
    from paipu.analytics.statistics import written
    from paipu.replay.sheets import SHEETS

    said: list[str] = []
    for rows in parts.partition_by("sheet", "unit", maintain_order=True):
        first = rows.row(0, named=True)
        sheet = in_language(SHEETS[first["sheet"]].title, lang)
        of = " · ".join(in_language(each, lang) for each in (NAMES[first["key"]], *(SITUATIONS[name] for name in apart)))
        said += ["", clean(f"{sheet} · {first['unit']} · {of}")]
        told = []
        for row in rows.iter_rows(named=True):
            shown, interval = written(row) or (None, None)
            steps = [step_name(name, step, lang) for name, step in zip(apart, row["step"], strict=True)]
            told.append({**row, "part": " · ".join(steps), "value": shown, "interval": interval})
        said += as_text(told, ("part", "value", "interval", "numerator", "denominator"), lang)
    return said[1:]


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
