"""`paipu judge`: disputes without a record: a play, declarations, tribute, a winner, a result, the cost of an incident."""

from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

import typer

from paipu.cli.support.arguments import Language, Quiet
from paipu.cli.text import both
from paipu.ingest.question.question import ASKING, Question

Form = Literal["text", "json", "ndjson"]
_SHOWN: Final[dict[str, str | bool]] = {"--sheet": True, "--level": "2"}
"""What the help says of a default."""


def _parameters() -> Iterator[Parameter]:
    """The options of the command: what a question is made of, where questions are, and how they are answered."""
    hints = get_type_hints(Question, include_extras=True)
    for name, each in ASKING.items():
        kind, written = get_args(hints[each.name])
        said = both(f"help.judge.{name.removeprefix('--').replace('-', '_')}")
        option = typer.Option(name, metavar=written, show_default=_SHOWN.get(name, False), help=said)
        yield Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=Annotated[kind, option])
    file = typer.Option("--from", metavar="FILE", show_default=False, help=both("help.judge.from"))
    form = typer.Option("--format", "-f", help=both("help.format"))
    code = typer.Option("--exit-code", help=both("help.judge.exit_code"))
    for known, default, kind in (
        ("from_", None, Annotated[str | None, file]),
        ("form", "text", Annotated[Form, form]),
        ("exit_code", False, Annotated[bool, code]),
        ("quiet", False, Quiet),
        ("lang", "zh", Language),
    ):
        yield Parameter(known, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _with_options(command: Callable[..., None]) -> Callable[..., None]:
    given = list(_parameters())
    command.__signature__ = Signature(given)  # type: ignore[attr-defined] # what inspect looks for
    command.__annotations__ = {each.name: each.annotation for each in given}
    return command


@_with_options
def command(*, from_: str | None, form: Form, exit_code: bool, quiet: bool, **given: Any) -> None:  # noqa: ANN401 - each of its own type
    """The command line of `paipu judge`."""
    from paipu.cli.judge.telling import as_usage, code_of, json_of, lines_of
    from paipu.cli.support.files import say
    from paipu.cli.support.idle import refuse_idle
    from paipu.ingest.question.asked import asked_of
    from paipu.ingest.question.asking import ask

    question = Question(**given)
    if from_ is not None:
        from paipu.cli.judge.file import answer_all

        raise typer.Exit(answer_all(question, from_, text_wanted=form == "text", exit_code=exit_code, quiet=quiet))
    with as_usage():
        refuse_idle(asked_of(question), quiet=quiet)
        answer = ask(question)
    say(*(lines_of(answer) if form == "text" else [json_of(answer)]))
    raise typer.Exit(code_of({verdict.default for verdict in answer.verdicts} if exit_code else ()))
