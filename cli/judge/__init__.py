"""`paipu judge`: one disputed play, a run of declarations, or a card of a tribute, without a record."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cli.support.arguments import Language
from cli.support.errors import ExitCode
from cli.text import both

if TYPE_CHECKING:
    from collections.abc import Sequence

    from replay.judge import Verdict

Form = Literal["text", "json"]


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    sheet: Annotated[str, typer.Option("--sheet", metavar="SHEET", help=both("help.judge.sheet"))] = "shengji",
    level: Annotated[str, typer.Option("--level", metavar="RANK", help=both("help.judge.level"))] = "2",
    trump: Annotated[
        str | None, typer.Option("--trump", metavar="s|h|c|d|NT", show_default=False, help=both("help.judge.trump"))
    ] = None,
    lead: Annotated[
        str | None, typer.Option("--lead", metavar="CARDS", show_default=False, help=both("help.judge.lead"))
    ] = None,
    hand: Annotated[
        str | None, typer.Option("--hand", metavar="CARDS", show_default=False, help=both("help.judge.hand"))
    ] = None,
    play: Annotated[
        list[str] | None, typer.Option("--play", metavar="CARDS", show_default=False, help=both("help.judge.play"))
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", show_default=False, help=both("help.judge.seat"))
    ] = None,
    others: Annotated[
        str | None, typer.Option("--others", metavar="'N:… W:… S:…'", show_default=False, help=both("help.judge.others"))
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="CARDS[=READING]", show_default=False, help=both("help.judge.table"))
    ] = None,
    exposed: Annotated[
        str | None, typer.Option("--exposed", metavar="CARDS", show_default=False, help=both("help.judge.exposed"))
    ] = None,
    tribute: Annotated[
        list[str] | None, typer.Option("--tribute", metavar="CARD", show_default=False, help=both("help.judge.tribute"))
    ] = None,
    returned: Annotated[
        list[str] | None, typer.Option("--return", metavar="CARD", show_default=False, help=both("help.judge.return"))
    ] = None,
    double: Annotated[bool, typer.Option("--double", help=both("help.judge.double"))] = False,
    bids: Annotated[
        str | None, typer.Option("--bids", metavar="'N LJ2h; S BJBJ'", show_default=False, help=both("help.judge.bids"))
    ] = None,
    banker: Annotated[
        str | None, typer.Option("--banker", metavar="SEAT", show_default=False, help=both("help.judge.banker"))
    ] = None,
    kitty: Annotated[
        str | None, typer.Option("--kitty", metavar="CARDS", show_default=False, help=both("help.judge.kitty"))
    ] = None,
    asked: Annotated[
        str | None, typer.Option("--asked", metavar="'N -; W 2c2c'", show_default=False, help=both("help.judge.asked"))
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="KEY=VALUE", show_default=False, help=both("help.judge.option"))
    ] = None,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.judge.format"))] = "text",
    exit_code: Annotated[bool, typer.Option("--exit-code", help=both("help.judge.exit_code"))] = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu judge`."""
    from cli.judge.asked import family_of, only_own

    family = family_of(sheet)
    given = {"--trump": trump, "--lead": lead, "--others": others, "--bids": bids, "--banker": banker, "--kitty": kitty}
    given |= {"--asked": asked, "--table": table, "--exposed": exposed}
    only_own(sheet, family, {**given, "--tribute": tribute, "--return": returned, "--double": double})
    verdicts: Sequence[Verdict]
    if family == "climbing":
        from cli.judge import climbing

        cards = climbing.Question(
            sheet=sheet,
            level=level,
            options=option or (),
            table=table,
            hand=hand,
            plays=play or (),
            seat=seat,
            exposed=exposed,
            tribute=tribute or (),
            returned=returned or (),
            double=double,
        )
        verdicts = climbing.answer(cards, form, lang)
    else:
        from cli.judge import tricks

        question = tricks.Question(
            sheet=sheet,
            level=level,
            trump=trump,
            options=option or (),
            lead=lead,
            hand=hand,
            plays=play or (),
            seat=seat,
            others=others,
            bids=bids,
            banker=banker,
            kitty=kitty,
            asked=asked,
        )
        verdicts = tricks.answer(question, form, lang)
    raise typer.Exit(_exit_code(verdicts) if exit_code else ExitCode.CLEAN)


def _exit_code(verdicts: "Sequence[Verdict]") -> ExitCode:
    from replay.judge import Word

    words = {verdict.default for verdict in verdicts}
    if Word.UNDETERMINED in words:
        return ExitCode.INPUT
    return ExitCode.FINDINGS if Word.ILLEGAL in words else ExitCode.CLEAN
