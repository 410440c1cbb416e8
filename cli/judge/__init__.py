"""`paipu judge`: disputes without a record: a play, declarations, tribute, a winner, a result, the cost of an incident."""

from functools import wraps
from typing import Any

import typer

from paipu.cli.judge.question import Question
from paipu.cli.support.idle import refuse_idle


@wraps(Question, updated=())  # its fields are the options of the command
def command(**given: Any) -> None:  # noqa: ANN401 - each of its own type
    """The command line of `paipu judge`."""
    from paipu.cli.judge.asked import asked_of
    from paipu.cli.judge.asking import ask, code_of
    from paipu.cli.judge.file import answer_all
    from paipu.cli.support.files import say

    question = Question(**given)
    if question.from_ is not None:
        raise typer.Exit(answer_all(question, question.from_))
    refuse_idle(asked_of(question), quiet=question.quiet)
    answer = ask(question)
    say(*(answer.lines() if question.form == "text" else [answer.json()]))
    raise typer.Exit(code_of({verdict.default for verdict in answer.verdicts} if question.exit_code else ()))
