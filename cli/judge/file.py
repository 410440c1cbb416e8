"""`paipu judge --from`: a file of questions, one a line, each answered as if it had been asked alone.

A question is a JSON object whose keys are the options of the command. One that makes no sense is answered by what is wrong
with it, and the next is read.
"""

import sys
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from paipu.cli.formats.as_text import rejection_lines
from paipu.cli.judge.telling import code_of as exit_code_of
from paipu.cli.judge.telling import json_of, lines_of
from paipu.cli.support.debug import debugging
from paipu.cli.support.ends import code_of_inputs
from paipu.cli.support.errors import ExitCode, UsageError, code_of
from paipu.cli.support.files import output
from paipu.cli.support.idle import refuse_idle
from paipu.cli.support.terminal import clean, tell, to_json, wants_colour
from paipu.cli.text import TEXT, text
from paipu.ingest.question.answer import Answer
from paipu.ingest.question.asking import ask
from paipu.ingest.question.document import LONGEST_ID, WRITTEN, question_of
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.question import ASKING, COMMON, Question
from paipu.ingest.rejection import DENIED, Problem, Rejection, shown
from paipu.ingest.source import Line, read_lines
from paipu.ingest.strict_json import decode
from paipu.replay.question import Word
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, Text

MAX_QUESTION: Final = 8 * 1024
"""Bytes of a line: the hands of a table take less than one in ten of them."""
MOST_REFUSED: Final = 10_000
"""Lines that are no questions, where they are most of the file, after which no more of it is read."""
_NAMED: Final = ("levels", "trumps", "seats", "values", "sides", "takes", "questions", "instead")
"""The values of an error that name what would do."""


class Refused(NamedTuple):
    """Why a line is not answered: a code, what to do, and where one key is at fault, which, what it says, what would do."""

    code: str
    message: Text
    key: str | None = None
    found: str | None = None
    expected: str | None = None


class Reply(NamedTuple):
    """What a line comes to; `line` is None for a file that cannot be read at all."""

    line: int | None
    id: str | int | None
    said: Answer | Refused

    def json(self) -> str:
        """In one line: where it stands, then the answer as it is given to one question, or the error."""
        place: dict[str, object] = {"line": self.line, "id": self.id}
        if isinstance(self.said, Answer):
            return f"{to_json(place)[:-1]},{json_of(self.said)[1:]}"
        message = self.said.message._asdict()
        return to_json({**place, "error": {**self.said._asdict(), "message": message}})

    def lines(self, lang: Lang) -> Iterator[str]:
        """Under a heading."""
        number = "—" if self.line is None else self.line
        yield clean(text("judge.line", lang, line=number) + (f" · {self.id}" if self.id is not None else ""))
        if isinstance(self.said, Answer):
            yield from lines_of(self.said)
        else:
            yield clean(text("judge.refused", lang, code=self.said.code, what=self.said.message[lang == "en"]))
            if self.said.expected is not None:
                yield clean(text("judge.expected", lang, expected=self.said.expected))
        yield ""


@dataclass(slots=True)
class _Counts:
    """What became of the lines; `internal` and `denied` are among the refused."""

    read: int = 0
    answered: int = 0
    refused: int = 0
    internal: int = 0
    denied: int = 0
    words: set[Word] = field(default_factory=set)

    @property
    def foreign(self) -> bool:
        """Whether it is no file of questions."""
        return self.refused >= MOST_REFUSED and self.refused > self.answered

    def take(self, reply: Reply) -> None:
        self.read += 1
        if isinstance(reply.said, Answer):
            self.answered += 1
            self.words.update(verdict.default for verdict in reply.said.verdicts)
            return
        self.refused += 1
        self.internal += reply.said.code == INTERNAL
        self.denied += reply.said.code == DENIED


INTERNAL: Final = "INTERNAL"
FOREIGN: Final = "JUDGE-FOREIGN"


def answer_all(asked: Question, path: str, *, text_wanted: bool, exit_code: bool, quiet: bool) -> ExitCode:
    """Answer every question of a file, and say at the end how many were read, answered and refused."""
    given = [*asked.told(), *(name for name in COMMON if _changed(asked, name))]
    refuse_idle("--from", **dict.fromkeys((name.removeprefix("--") for name in given), True))
    counts = _Counts()
    with output(None) as out:
        for line in read_lines(path, MAX_QUESTION):
            reply = reply_to(line, asked.lang) if isinstance(line, Line) else _unread(line, asked.lang)
            if counts.foreign:
                reply = Reply(line.number if isinstance(line, Line) else line.line, None, _foreign(asked.lang))
            counts.take(reply)
            out.writelines(f"{each}\n" for each in (reply.lines(asked.lang) if text_wanted else [reply.json()]))
            if isinstance(reply.said, Refused) and reply.said.code == FOREIGN:
                break
    if counts.read != counts.answered + counts.refused:
        raise RuntimeError(f"questions and answers do not add up: {counts}")
    if not quiet:
        told = {"read": counts.read, "answered": counts.answered, "refused": counts.refused}
        tell(text("judge.summary", asked.lang, **told))
    failed = code_of_inputs(internal=counts.internal, denied=counts.denied, refused=counts.refused, nothing=not counts.read)
    return failed or exit_code_of(counts.words if exit_code else ())


def _changed(asked: Question, name: str) -> bool:
    """Whether an option that every question takes was given."""
    found: object = getattr(asked, ASKING[name].name)
    return found not in (None, [], ASKING[name].default)


def reply_to(line: Line, lang: Lang) -> Reply:
    """The answer to one line, or what is wrong with it."""
    told = _keys_of(line.raw)
    if isinstance(told, Refused):
        return Reply(line.number, None, told)
    known: str | int | None = None
    try:
        known = _id_of(told.get("id"))
        return Reply(line.number, known, ask(question_of(told, lang)))
    except (QuestionError, UsageError) as error:
        return Reply(line.number, known, _of_usage(error, told))
    except Exception as fault:  # noqa: BLE001 - one question that cannot be answered must not cost the others theirs
        if debugging():
            traceback.print_exception(fault)
        what = f"{type(fault).__name__}: {fault}".splitlines()[0]
        return Reply(line.number, known, Refused(INTERNAL, TEXT["end.internal"].fill(what=what)))


def _keys_of(raw: bytes | None) -> Mapping[str, Any] | Refused:
    """The object that a line is; `raw` is None for one that is too long."""
    if raw is None:
        return _of_usage(UsageError("judge.size", limit=f"{MAX_QUESTION:,}"), {})
    tree, problems = decode(raw)
    if problems:
        return _of_json(problems[0])
    return tree if isinstance(tree, dict) else _of_usage(UsageError("judge.object", found=shown(tree)), {})


def _id_of(given: object) -> str | int | None:
    if given is None or type(given) is int or (isinstance(given, str) and len(given) <= LONGEST_ID):
        return given
    raise UsageError("judge.id", option="--id", found=shown(given), limit=LONGEST_ID)


# --- What is wrong with a line -----------------------------------------------------------------------------


def _unread(rejection: Rejection, lang: Lang) -> Reply:
    """The file, or the rest of it, cannot be read: told to whoever looks, and in its place among the answers."""
    tell(rejection_lines(rejection, lang, colour=wants_colour(sys.stderr)))
    return Reply(rejection.line, None, _of_json(rejection))


def _foreign(lang: Lang) -> Refused:
    """What ends the reading of a file that is no file of questions; told to whoever looks as well."""
    said = _of_usage(UsageError("judge.foreign", limit=f"{MOST_REFUSED:,}"), {})
    tell(said.message[lang == "en"])
    return said


def _of_json(problem: Problem | Rejection) -> Refused:
    key = problem.pointer.split("/")[1] if problem.pointer else None
    return Refused(problem.code, problem.message, key, problem.found, problem.expected)


def _of_usage(error: QuestionError | UsageError, told: Mapping[str, Any]) -> Refused:
    """The error in terms of the keys of the question: an option is a key without its dashes."""
    key = error.option.removeprefix("--") if error.option is not None else None
    found = shown(told[key]) if key is not None and key in told else None
    return Refused(code_of(error.key), error.message, key, found, _expected(error))


def _expected(error: QuestionError | UsageError) -> str | None:
    """What would do: what the error names, or how the option is written."""
    if error.key in {"rules.unknown", "judge.key"}:
        return ", ".join(SHEETS if error.key == "rules.unknown" else (each.removeprefix("--") for each in ASKING))
    named = next((str(error.values[name]) for name in (*_NAMED, "wanted") if name in error.values), None)
    if named is not None:
        return named.replace("--", "")
    return WRITTEN.get(error.option or "")
