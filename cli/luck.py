"""`paipu luck`: what units made of their cards, and how good the model is that tells so."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, Warehouse
from paipu.cli.support.errors import InputError
from paipu.cli.support.files import output
from paipu.cli.support.idle import refuse_idle
from paipu.cli.support.listing import Form, listed
from paipu.cli.support.studied import OneEvent, OneSheet, opened
from paipu.cli.support.terminal import clean, tell
from paipu.cli.text import both, text
from paipu.replay.text import Lang

if TYPE_CHECKING:
    from paipu.analytics.luck import Model
    from paipu.analytics.reader import Reader

FIT = ("sheet", "hands", "held_out", "r2", "error", "mean_error", "seat_error", "over_mean", "over_seat", "offered")
UNITS = ("sheet", "kind", "unit", "name", "hands", "outcome", "baseline", "luck", "adjusted", "standard_error", "per_hand")
REACH = ("low", "high")


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    action: Annotated[Literal["show", "fit"], typer.Argument(help=both("help.luck.action"))],
    warehouse: Warehouse = Path("warehouse"),
    sheet: OneSheet = None,
    event: OneEvent = None,
    by: Annotated[Literal["pair", "player"], typer.Option("--by", help=both("help.luck.by"))] = "pair",
    model_file: Annotated[
        Path | None, typer.Option("--model", metavar="FILE", show_default=False, readable=False, help=both("help.luck.model"))
    ] = None,
    version: Annotated[str, typer.Option("--model-version", metavar="NAME", help=both("help.luck.version"))] = "own",
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help=both("help.luck.note"))] = "",
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu luck`."""
    if action == "fit":
        refuse_idle(action, by=by != "pair", format=form != "text", model=model_file is not None)
    else:
        refuse_idle(action, model_version=version != "own", note=bool(note))
    reader = opened(warehouse, sheet, event)
    if action == "fit":
        fit(reader, version, note or str(warehouse), output_file, quiet=quiet, lang=lang)
        return
    asked = Asked(reader, model_of(model_file), sheet, event)
    rows = asked.units(by)
    with output(output_file) as out:
        if form == "text":
            out.write(listed(asked.fits(), FIT, form, lang) + ("\n" if rows else ""))
        if rows or form != "text":
            out.write(listed(rows, (*UNITS, *REACH), form, lang))
    if not quiet and form == "text":
        told = text("luck.model", lang, version=asked.model.version, fitted_on=asked.model.fitted_on)
        tell(clean(told), *([] if rows else [text("luck.none", lang)]), text("luck.limits", lang))


@dataclass(frozen=True)
class Asked:
    """What is asked for, of which warehouse, under which model."""

    reader: "Reader"
    model: "Model"
    sheet: str | None
    event: str | None

    def fits(self) -> list[dict[str, object]]:
        """How good the model is for each sheet."""
        return [
            {"sheet": key, **each.fit._asdict(), "offered": each.fit.offered}
            for key, each in self.model.sheets.items()
            if self.sheet in {None, key}
        ]

    def units(self, by: str) -> list[dict[str, object]]:
        """The luck of each unit of a kind, with its name."""
        from paipu.analytics.luck import luck_of
        from paipu.analytics.statistics import named
        from paipu.analytics.units import called

        known = named(self.reader, "player")
        rows = luck_of(self.reader, self.model, self.sheet, self.event)
        return [{**row._asdict(), "name": called(row.unit, known)} for row in rows if row.kind == by]


def model_of(path: Path | None) -> "Model":
    """The model of a file, or the one that is shipped. Raises InputError for a file that is none."""
    from paipu.analytics.luck import read_model, shipped
    from paipu.ingest.whole import read_text

    if path is None:
        return shipped()
    try:
        return read_model(read_text(path))
    except ValueError as fault:
        raise InputError("luck.unreadable", path=str(path), why=str(fault)) from fault


def fit(reader: "Reader", version: str, note: str, path: Path | None, *, quiet: bool, lang: Lang) -> None:
    """Fit a model on a warehouse, write it, and say how good it is. Raises InputError where there are too few hands."""
    from paipu.analytics import luck

    made = luck.fit(reader, version, note)
    if not made.sheets:
        raise InputError("luck.few", least=luck.FEWEST)
    with output(path) as out:
        out.write(luck.written(made))
    if not quiet and path is not None:
        tell(*listed(Asked(reader, made, None, None).fits(), FIT, "text", lang).splitlines())
