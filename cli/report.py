"""`paipu report`: documents to be printed and kept."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from cli.support.arguments import OutputFile
from cli.text import both

Tongue = Annotated[
    Literal["zh", "en", "both"], typer.Option("--lang", envvar="PAIPU_LANG", show_envvar=True, help=both("help.report.lang"))
]
Pdf = Annotated[bool, typer.Option("--pdf", help=both("help.report.pdf"))]


def case(
    record: Annotated[str, typer.Argument(metavar="RECORD", show_default=False, help=both("help.ruling.record"))],
    hand: Annotated[int, typer.Option("--hand", metavar="N", show_default=False, help=both("help.ruling.hand"))],
    at: Annotated[str, typer.Option("--at", metavar="7.2", help=both("help.ruling.at"))] = "0",
    match: Annotated[
        str | None, typer.Option("--match", metavar="ID", show_default=False, help=both("help.replay.match"))
    ] = None,
    rulings: Annotated[
        Path | None, typer.Option("--rulings", metavar="FILE", show_default=False, readable=False, help=both("help.rulings"))
    ] = None,
    output_file: OutputFile = None,
    pdf: Pdf = False,
    lang: Tongue = "zh",
) -> None:
    """`paipu report case`."""
    from cli.support.files import check_targets
    from cli.support.reporting import case_file, write

    check_targets((output_file,), (record, *([str(rulings)] if rulings is not None else [])))
    write(case_file(record, match, hand, at, rulings, lang), output_file, pdf=pdf)


COMMANDS: Final[Mapping[str, Callable[..., None]]] = {"case": case}
