"""A question and its answer, whoever asks: the command line, a line of a file, or a page."""

from paipu.ingest.question import climbing, tricks
from paipu.ingest.question.answer import Answer
from paipu.ingest.question.asked import asked_of
from paipu.ingest.question.question import Question
from paipu.replay.sheets import SHEETS


def ask(question: Question) -> Answer:
    """The answer to a question. Raises QuestionError for one that makes no sense."""
    asked = asked_of(question)
    return {"tricks": tricks.answer, "climbing": climbing.answer}[SHEETS[question.sheet].family](question, asked)
