"""`paipu integrity`: what a person should look at again; never an accusation."""

from pathlib import Path
from typing import Annotated

import typer

from paipu.cli.support.arguments import CORES, Language, OutputFile, Quiet, Warehouse
from paipu.cli.support.files import output
from paipu.cli.support.listing import Form, listed
from paipu.cli.support.progress import progress
from paipu.cli.support.studied import OneEvent, OneSheet, opened
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text

COLUMNS = ("test", "sheet", "unit", "name", "sample", "matches", "of", "effect", "p", "q", "review", "places")


def command(
    warehouse: Warehouse = Path("warehouse"),
    sheet: OneSheet = None,
    event: OneEvent = None,
    everything: Annotated[bool, typer.Option("--all", help=both("help.integrity.all"))] = False,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu integrity`."""
    from paipu.analytics import integrity
    from paipu.analytics.statistics import named
    from paipu.analytics.turns import ENOUGH_TURNS
    from paipu.analytics.units import called

    reader = opened(warehouse, sheet, event)
    total = len(integrity.matches(reader, sheet, event))
    with progress(text("integrity.title", lang), lambda: total, quiet=quiet) as advance:
        found = integrity.examined(reader, sheet, event, CORES, lambda done: advance(done, str(done)))
    known = named(reader, "player")
    rows = [
        {
            **each._asdict(),
            "name": each.unit if each.test == "same_deal" else called(each.unit, known),
            "review": each.named,
            "places": "; ".join(f"{match}#{hand}.{ply}" for match, hand, ply in each.places),
        }
        for each in found
        if each.named or everything
    ]
    with output(output_file) as out:
        if rows or form != "text":
            out.write(listed(rows, COLUMNS, form, lang))
    if not quiet and form == "text":
        tell(
            text("integrity.tested", lang, tested=len(found), named=sum(each.named for each in found)),
            text("integrity.chosen", lang, turns=ENOUGH_TURNS),
            text("integrity.words", lang),
        )
