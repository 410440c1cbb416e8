"""`paipu judge`: one dispute without a record: a play, declarations, tribute, a winner, a result, the cost of an incident."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cli.support.arguments import Language
from cli.support.errors import ExitCode
from cli.text import both

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from replay.judge import Verdict
    from replay.rulesheet import FamilyName
    from replay.text import Lang

Form = Literal["text", "json"]


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    context: typer.Context,
    sheet: Annotated[str, typer.Option("--sheet", metavar="SHEET", help=both("help.judge.sheet"))] = "shengji",
    level: Annotated[
        str | None, typer.Option("--level", metavar="RANK", show_default="2", help=both("help.judge.level"))
    ] = None,
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
    gone: Annotated[
        str | None, typer.Option("--gone", metavar="CARDS", show_default=False, help=both("help.judge.gone"))
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
    trick: Annotated[
        str | None, typer.Option("--trick", metavar="'E AsAs 3s4s …'", show_default=False, help=both("help.judge.trick"))
    ] = None,
    after: Annotated[
        str | None, typer.Option("--after", metavar="'E AsAs 3s4s …'", show_default=False, help=both("help.judge.after"))
    ] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="SEATS", show_default=False, help=both("help.judge.out"))] = None,
    leads: Annotated[bool, typer.Option("--leads", help=both("help.judge.leads"))] = False,  # noqa: ARG001 - a question that `question_of` finds in the context
    result: Annotated[bool, typer.Option("--result", help=both("help.judge.result"))] = False,  # noqa: ARG001 - a question that `question_of` finds in the context
    attackers: Annotated[
        int | None, typer.Option("--attackers", metavar="POINTS", show_default=False, help=both("help.judge.attackers"))
    ] = None,
    kitty_points: Annotated[
        int | None, typer.Option("--kitty-points", metavar="POINTS", show_default=False, help=both("help.judge.kitty_points"))
    ] = None,
    last: Annotated[
        str | None, typer.Option("--last", metavar="TRICK|CARDS", show_default=False, help=both("help.judge.last"))
    ] = None,
    levels: Annotated[
        str | None, typer.Option("--levels", metavar="EW=4,NS=2", show_default=False, help=both("help.judge.levels"))
    ] = None,
    failures: Annotated[
        int | None, typer.Option("--failures", metavar="N", show_default=False, help=both("help.judge.failures"))
    ] = None,
    finish: Annotated[
        str | None, typer.Option("--finish", metavar="SEATS", show_default=False, help=both("help.judge.finish"))
    ] = None,
    in_force: Annotated[
        str | None, typer.Option("--in-force", metavar="SIDE", show_default=False, help=both("help.judge.in_force"))
    ] = None,
    incident: Annotated[
        list[str] | None,
        typer.Option(
            "--incident", metavar="'revoke N 7.2 noticed 8.1 AsAs'", show_default=False, help=both("help.judge.incident")
        ),
    ] = None,
    earlier: Annotated[
        int | None, typer.Option("--earlier", metavar="N", show_default=False, help=both("help.judge.earlier"))
    ] = None,
    tribute_from: Annotated[
        str | None, typer.Option("--tribute-from", metavar="SEATS", show_default=False, help=both("help.judge.tribute_from"))
    ] = None,
    hands: Annotated[
        str | None, typer.Option("--hands", metavar="'E:… W:…'", show_default=False, help=both("help.judge.hands"))
    ] = None,
    time: Annotated[bool, typer.Option("--time", help=both("help.judge.time"))] = False,  # noqa: ARG001 - a question that `question_of` finds in the context
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="KEY=VALUE", show_default=False, help=both("help.judge.option"))
    ] = None,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    exit_code: Annotated[bool, typer.Option("--exit-code", help=both("help.judge.exit_code"))] = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu judge`."""
    from cli.judge import climbing, settled, tricks
    from cli.judge.asked import Question, question_of
    from replay.sheets import SHEETS

    names = {param.name: param.opts[0] for param in context.command.params}
    wanted = question_of(sheet, {names[name]: value for name, value in context.params.items()})
    question = Question(
        sheet=sheet,
        level=level,
        trump=trump,
        options=option or (),
        lead=lead,
        hand=hand,
        plays=play or (),
        seat=seat,
        others=others,
        gone=gone,
        table=table,
        exposed=exposed,
        tribute=tribute or (),
        returned=returned or (),
        double=double,
        bids=bids,
        banker=banker,
        kitty=kitty,
        answers=asked,
        trick=after if after is not None else trick,
        out=out,
        attackers=attackers,
        kitty_points=kitty_points,
        last=last,
        levels=levels,
        failures=failures,
        finish=tribute_from if tribute_from is not None else finish,
        in_force=in_force,
        incidents=incident or (),
        earlier=earlier,
        hands=hands,
    )
    if wanted is not None:
        verdicts = settled.answer(question, settled.ASKED[wanted], form, lang)
    else:
        answer: Mapping[FamilyName, Callable[[Question, Form, Lang], Sequence[Verdict]]]
        answer = {"tricks": tricks.answer, "climbing": climbing.answer}
        verdicts = answer[SHEETS[sheet].family](question, form, lang)
    raise typer.Exit(_exit_code(verdicts) if exit_code else ExitCode.CLEAN)


def _exit_code(verdicts: "Sequence[Verdict]") -> ExitCode:
    from replay.judge import Word

    words = {verdict.default for verdict in verdicts}
    if Word.UNDETERMINED in words:
        return ExitCode.INPUT
    return ExitCode.FINDINGS if Word.ILLEGAL in words else ExitCode.CLEAN
