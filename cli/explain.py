"""`paipu explain`: what a check code, a clause, an option, a reason for refusal or a player's word means."""

from typing import Annotated

import typer

from paipu.cli.support.arguments import Language
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import say
from paipu.cli.text import both


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="CODE|CLAUSE|OPTION", show_default=False, help=both("help.explain.name"))
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help=both("help.explain.all"))] = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu explain`."""
    if everything == (name is not None):
        raise UsageError("explain.what")
    from paipu.cli.support.explaining import explain, index

    say(*(index(lang) if name is None else explain(name, lang)))
