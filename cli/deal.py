"""`paipu deal`: deals for boards (复式), sealed in a file whose hash is told, and printed to be laid out."""

from pathlib import Path
from secrets import token_hex
from typing import Annotated, Final

import typer

from paipu.cli.support.arguments import Quiet, Tongue, known_sheet
from paipu.cli.support.errors import UsageError
from paipu.cli.text import both, text

SEED_BYTES: Final = 16
SHORT_SEED: Final = 16
"""A shorter one could be found by trying: the hash tells which is right."""


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    sheet: Annotated[str, typer.Argument(metavar="SHEET", show_default=False, help=both("help.rules.sheet"))],
    boards: Annotated[int, typer.Option("--boards", min=1, max=2_000, metavar="N", help=both("help.deal.boards"))] = 12,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S", show_default=False, help=both("help.deal.seed"))] = None,
    levels: Annotated[
        str | None, typer.Option("--levels", metavar="2,5,…", show_default=False, help=both("help.deal.levels"))
    ] = None,
    leader: Annotated[
        str | None, typer.Option("--leader", metavar="SEAT", show_default=False, help=both("help.deal.leader"))
    ] = None,
    output_file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, readable=False, help=both("help.deal.output")),
    ] = None,
    printed: Annotated[
        Path | None,
        typer.Option("--print", metavar="FILE", show_default=False, readable=False, help=both("help.deal.print")),
    ] = None,
    quiet: Quiet = False,
    lang: Tongue = "zh",
) -> None:
    """The command line of `paipu deal`."""
    from hashlib import sha256

    from paipu.analytics.report.deals import deals_html
    from paipu.analytics.report.page import language_of
    from paipu.cli.support.files import check_targets, output_bytes
    from paipu.cli.support.reporting import write
    from paipu.cli.support.terminal import tell
    from paipu.ingest.deals import to_file
    from paipu.replay.sheets import SHEETS
    from paipu.samples.deals import deals_of

    known_sheet(sheet)
    check_targets(tuple(each for each in (output_file, printed) if each is not None), ())
    rules, said = SHEETS[sheet], language_of(lang)
    played = [each.strip() for each in levels.split(",")] if levels is not None else []
    for given, may, key in ((played, rules.ladder, "deal.level"), ([leader] if leader else [], rules.seats, "deal.leader")):
        for each in given:
            if each not in may:
                raise UsageError(key, given=each, known=", ".join(may))
    chosen = seed if seed is not None else token_hex(SEED_BYTES)
    deals = deals_of(sheet, boards, chosen, played, leader)
    raw = to_file(sheet, deals)
    with output_bytes(output_file) as out:
        out.write(raw)
    digest = sha256(raw).hexdigest()
    if printed is not None:
        write(deals_html(sheet, deals, digest, lang), printed, pdf=False)
    tell(text("deal.sealed", said, n=boards, sha256=digest))
    if seed is None:
        tell(text("deal.seed", said, seed=chosen))
    elif len(seed) < SHORT_SEED and not quiet:
        tell(text("deal.short", said))
