"""`paipu template`: an empty score sheet of a rule sheet, to be filled in, converted and audited."""

from pathlib import Path
from typing import Annotated

import typer

from paipu.cli.support.arguments import Language, Quiet
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import output_bytes
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text
from paipu.replay.text import near


def command(
    sheet: Annotated[str, typer.Argument(metavar="SHEET", show_default=False, help=both("help.rules.sheet"))],
    output_file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, readable=False, help=both("help.template.output")),
    ] = None,
    event: Annotated[bool, typer.Option("--event", help=both("help.template.event"))] = False,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu template`."""
    from paipu.ingest.scoresheet.writing import ROWS_TO_FILL, template, to_csv, to_workbook
    from paipu.replay.sheets import SHEETS

    if sheet not in SHEETS:
        raise UsageError("rules.unknown", sheet=sheet, near=near(sheet, SHEETS))
    suffix = ".csv" if output_file is None else output_file.suffix.lower()
    if suffix not in {".csv", ".xlsx"}:
        raise UsageError("template.suffix", path=str(output_file))
    if event:
        if suffix != ".xlsx":
            raise UsageError("template.event", option="--output")
        from paipu.ingest.event_book import workbook

        raw = workbook(sheet, lang)
    else:
        made = template(sheet, lang)
        raw = to_csv(made) if suffix == ".csv" else to_workbook([made], ROWS_TO_FILL)
    with output_bytes(output_file) as out:
        out.write(raw)
    if not quiet and output_file is not None:
        tell(text("template.done.event" if event else "template.done", lang, sheet=sheet, path=str(output_file)))
