"""`paipu replay`: a hand as text, at any ply."""

from pathlib import Path
from typing import Annotated

import typer

from paipu.cli.support.arguments import Language, OfEvent, OfMatch, Record
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import check_targets
from paipu.cli.text import both


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    path: Record,
    match: OfMatch = None,
    hand: Annotated[int | None, typer.Option("--hand", metavar="N", show_default=False, help=both("help.replay.hand"))] = None,
    ply: Annotated[int | None, typer.Option("--ply", metavar="K", show_default=False, help=both("help.replay.ply"))] = None,
    everything: Annotated[bool, typer.Option("--all", help=both("help.replay.all"))] = False,
    alternatives: Annotated[
        int, typer.Option("--alternatives", min=0, max=1000, metavar="N", help=both("help.replay.alternatives"))
    ] = 12,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", show_default=False, readable=False, help=both("help.replay.html"))
    ] = None,
    event: OfEvent = None,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu replay`."""
    check_targets((page,), (path,))
    from paipu.cli.support.board import show, write_page

    if page is not None:
        if ply is not None or everything:
            raise UsageError("replay.page_whole")
        write_page(path, page, match=match, hand=hand, lang=lang, event=event)
        return
    show(path, match=match, hand=hand, ply=ply, everything=everything, alternatives=alternatives, lang=lang, event=event)
