"""`paipu rules`: the rule sheets, their clauses, and what each leaves to the organiser."""

from typing import Annotated

import typer

from paipu.cli.support.arguments import Language
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import say
from paipu.cli.text import both
from paipu.replay.text import near


def command(
    sheet: Annotated[str | None, typer.Argument(metavar="SHEET", show_default=False, help=both("help.rules.sheet"))] = None,
    options: Annotated[bool, typer.Option("--options", help=both("help.rules.options"))] = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu rules`."""
    from paipu.cli.support.explaining import rules, sheets
    from paipu.replay.sheets import SHEETS

    if sheet is None and options:
        raise UsageError("rules.which", sheets=", ".join(SHEETS))
    if sheet is not None and sheet not in SHEETS:
        raise UsageError("rules.unknown", sheet=sheet, near=near(sheet, SHEETS))
    say(*(sheets(lang) if sheet is None else rules(sheet, lang, options=options)))
