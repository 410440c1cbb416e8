"""A question and its answer, whoever asks: the command line, a line of a file, or a page; and the record that it is of."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from paipu.ingest.question import climbing, tricks
from paipu.ingest.question.answer import Answer
from paipu.ingest.question.asked import Asked, asked_of
from paipu.ingest.question.noted import Document, known
from paipu.ingest.question.question import Question
from paipu.ingest.rejection import FORMAT
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS

_FAMILIES: Final[Mapping[FamilyName, tuple[Callable[[Question, str], Asked[Any]], Mapping[str, Callable[[Any], Answer]]]]] = {
    "tricks": (tricks.Tricks, tricks.ANSWERS),
    "climbing": (climbing.Climbing, climbing.ANSWERS),
}
"""What reads the questions of a family, and what answers them, by the option that asks."""


def ask(question: Question) -> Answer:
    """The answer to a question. Raises QuestionError for one that makes no sense."""
    asked = asked_of(question)
    reads, answers = _FAMILIES[SHEETS[question.sheet].family]
    return answers[asked](reads(question, asked))


def record_of(question: Question, name: str) -> Document | None:
    """The record of which a question asks, under a name: what was told, and nothing else; None of what is asked of no hand.

    Raises QuestionError for one that makes no sense.
    """
    asked = asked_of(question)
    if asked == "--time":
        return None
    sheet = SHEETS[question.sheet]
    reads, _ = _FAMILIES[sheet.family]
    read = reads(question, asked)
    hands = read.noted()
    first = question.level is not None and hands[0]["no"] == 1 and getattr(sheet, "schedule", None) is None
    levels = read.levels or (dict.fromkeys(sheet.sides, read.situation.level) if first else None)
    about = known(options=read.options, start=known(levels=levels))
    return {"format": FORMAT, "id": name, "sheet": sheet.key, **about, "hands": list(hands)}
