"""An answer as a command gives it: in lines, as JSON, as an exit code; a question that makes no sense is an error of usage."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from paipu.cli.support.errors import ExitCode, UsageError
from paipu.cli.support.terminal import labelled, to_json
from paipu.cli.text import text
from paipu.ingest.question.answer import Answer
from paipu.ingest.question.errors import QuestionError
from paipu.replay.question import Word


@contextmanager
def as_usage() -> Iterator[None]:
    """A question that makes no sense is a wrong command line."""
    try:
        yield
    except QuestionError as error:
        usage = UsageError(error.key, **error.values)
        usage.option = error.option
        raise usage from error


def lines_of(answer: Answer) -> Iterator[str]:
    """The question, the verdicts, and what they come to."""

    def row(key: str, value: str) -> str:
        return labelled(text(f"label.{key}", answer.lang), value, answer.lang, colour=False)

    yield answer.head()
    if answer.table is not None:
        yield row("table", answer.reads(answer.table))
    for verdict in answer.verdicts:
        yield ""
        yield answer.subject(verdict)
        yield from (row(key, value) for key, value in answer.rows(verdict))
    if answer.end:
        yield from ("", *answer.end)


def json_of(answer: Answer) -> str:
    """One document with everything the answer stands on."""
    return to_json(answer.document())


def code_of(words: Collection[Word]) -> ExitCode:
    """The exit code that some verdicts come to, the gravest first."""
    if Word.UNDETERMINED in words:
        return ExitCode.INPUT
    return ExitCode.FINDINGS if Word.ILLEGAL in words else ExitCode.CLEAN
