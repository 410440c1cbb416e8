"""`paipu judge`: disputes without a record: a play, declarations, tribute, a winner, a result, the cost of an incident."""

from functools import wraps
from typing import Any

import typer

from cli.judge.question import Question
from cli.support.idle import refuse_idle


@wraps(Question, updated=())  # its fields are the options of the command
def command(**given: Any) -> None:  # noqa: ANN401 - each of its own type
    """The command line of `paipu judge`."""
    from cli.judge.asked import asked_of
    from cli.judge.asking import ask, code_of
    from cli.judge.file import answer_all
    from cli.support.files import say

    question = Question(**given)
    if question.from_ is not None:
        raise typer.Exit(answer_all(question, question.from_))
    refuse_idle(asked_of(question), quiet=question.quiet)
    answer = ask(question)
    say(*(answer.lines() if question.form == "text" else [answer.json()]))
    raise typer.Exit(code_of({verdict.default for verdict in answer.verdicts} if question.exit_code else ()))
