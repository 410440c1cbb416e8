"""`paipu replay`: a hand as text, at any ply."""

from typing import Annotated

import typer

from paipu.cli.support.arguments import Language, OfEvent
from paipu.cli.support.files import check_targets
from paipu.cli.text import both


def command(
    path: Annotated[str, typer.Argument(metavar="PATH", show_default=False, help=both("help.replay.path"))],
    match: Annotated[
        str | None, typer.Option("--match", metavar="ID", show_default=False, help=both("help.replay.match"))
    ] = None,
    hand: Annotated[int | None, typer.Option("--hand", metavar="N", show_default=False, help=both("help.replay.hand"))] = None,
    ply: Annotated[int | None, typer.Option("--ply", metavar="K", show_default=False, help=both("help.replay.ply"))] = None,
    everything: Annotated[bool, typer.Option("--all", help=both("help.replay.all"))] = False,
    alternatives: Annotated[
        int, typer.Option("--alternatives", min=0, max=1000, metavar="N", help=both("help.replay.alternatives"))
    ] = 12,
    event: OfEvent = None,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu replay`."""
    check_targets((None,), (path,))
    from paipu.cli.support.board import show

    show(path, match=match, hand=hand, ply=ply, everything=everything, alternatives=alternatives, lang=lang, event=event)
