"""A question and its answer, whoever asks: the command line, or a line of a file."""

from collections.abc import Collection

from paipu.cli.judge import climbing, tricks
from paipu.cli.judge.answer import Answer
from paipu.cli.judge.asked import asked_of
from paipu.cli.judge.question import Question
from paipu.cli.support.errors import ExitCode
from paipu.replay.question import Word
from paipu.replay.sheets import SHEETS


def ask(question: Question) -> Answer:
    """The answer to a question. Raises UsageError for one that makes no sense."""
    asked = asked_of(question)
    return {"tricks": tricks.answer, "climbing": climbing.answer}[SHEETS[question.sheet].family](question, asked)


def code_of(words: Collection[Word]) -> ExitCode:
    """The exit code that some verdicts come to, the gravest first."""
    if Word.UNDETERMINED in words:
        return ExitCode.INPUT
    return ExitCode.FINDINGS if Word.ILLEGAL in words else ExitCode.CLEAN
