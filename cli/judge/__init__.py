"""`paipu judge`: one dispute without a record: a play, declarations, tribute, a winner, a result, the cost of an incident."""

from functools import wraps
from typing import Any

import typer

from cli.judge.question import Question
from cli.support.errors import ExitCode


@wraps(Question, updated=())  # its fields are the options of the command
def command(**given: Any) -> None:  # noqa: ANN401 - each of its own type
    """The command line of `paipu judge`."""
    from cli.judge import climbing, tricks
    from cli.judge.asked import asked_of
    from cli.support.files import say
    from replay.judge import Word
    from replay.sheets import SHEETS

    question = Question(**given)
    asked = asked_of(question)
    answer = {"tricks": tricks.answer, "climbing": climbing.answer}[SHEETS[question.sheet].family](question, asked)
    say(*([answer.json()] if question.form == "json" else answer.lines()))
    words = {verdict.default for verdict in answer.verdicts} if question.exit_code else set()
    if Word.UNDETERMINED in words:
        raise typer.Exit(ExitCode.INPUT)
    if Word.ILLEGAL in words:
        raise typer.Exit(ExitCode.FINDINGS)
