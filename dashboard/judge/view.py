"""The answer to a question as the page shows it: the word, the sentence, the clause, what could have been played."""

import json
import re
from typing import Final, TypedDict

from paipu.dashboard.judge.form import ABOUT, Choice, Field, Told, about_of, abouts, document_of, field_name, fields_of, lacking
from paipu.dashboard.text import part, t
from paipu.ingest.question.answer import LISTED, Answer
from paipu.ingest.question.asking import ask, record_of
from paipu.ingest.question.document import question_of
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.question import ASKING
from paipu.replay.question import Verdict, Word
from paipu.replay.text import Lang
from paipu.replay.words import join, seat_name

TONES: Final = {"LEGAL": "good", "SETTLED": "good", "ILLEGAL": "error", "DISPUTED": "warning"}
"""How the word of a verdict is coloured; one that is not there is told to be open."""
OPTION: Final = re.compile(r"--([a-z]+(?:-[a-z]+)*)")
ALONE: Final = re.compile(r" ?[\uff08(]--[a-z-]+[)\uff09]")
"""An option named behind the words for it: on a page there is none."""
KNOWN: Final = frozenset(name.removeprefix("--") for name in ASKING)
PICTURED: Final = ("ask.", "suit.", "card.")
"""The texts that the script says itself."""


class VerdictView(TypedDict):
    """A verdict: the word and its tone, the sentence, rows of a word and what it says, the `allowed` plays and how many."""

    tone: str
    word: str
    said: str
    clauses: list[str]
    rows: list[tuple[str, str]]
    choices: str
    allowed: list[str]
    more: str


class JudgeMessage(TypedDict):
    """The question with its fields, and the answer. `asked` tells it from another; `end` is what the verdicts come to; `record`
    tells whether it can be gone on with as a record: not where it is of no hand, or makes no sense.
    """

    asked: str
    lang: str
    text: dict[str, str]
    seats: list[Choice]
    about: str
    abouts: list[Choice]
    fields: list[Field]
    head: str
    verdicts: list[VerdictView]
    end: list[str]
    record: bool


def on_page(said: str, lang: Lang, about: str = "") -> str:
    """What is said of a question, with the fields of the page in place of the options of the command."""
    return OPTION.sub(lambda found: field_name(found[1], lang, about) if found[1] in KNOWN else found[0], ALONE.sub("", said))


def message_of(told: Told, lang: Lang) -> JudgeMessage:
    """All that the page shows of a question."""
    sheet, about = about_of(told)
    answer = answer_to(told, lang)
    return JudgeMessage(
        asked=json.dumps({ABOUT: about, **document_of(told)}, ensure_ascii=False, sort_keys=True),
        lang=lang,
        text=part(PICTURED, lang),
        seats=[Choice(value=each, label=seat_name(each, lang)) for each in sheet.seats],
        about=about,
        abouts=abouts(sheet, lang),
        fields=fields_of(told, lang),
        head=answer.head() if isinstance(answer, Answer) else "",
        verdicts=verdicts_of(answer, lang) if isinstance(answer, Answer) else [answer],
        end=list(answer.end) if isinstance(answer, Answer) else [],
        record=isinstance(answer, Answer) and is_of_a_hand(told, lang),
    )


def is_of_a_hand(told: Told, lang: Lang) -> bool:
    """Whether there is a record of which a question asks."""
    try:
        return record_of(question_of(document_of(told), lang), "") is not None
    except QuestionError:
        return False


def answer_to(told: Told, lang: Lang) -> Answer | VerdictView:
    """The answer of the engine; or what is still to be told, or wrong with it."""
    empty, (_, about) = lacking(told), about_of(told)
    if empty:
        fields = join((field_name(key, lang, about) for key in empty), lang)
        return _no_answer("wait", t("ask.wait", lang, fields=fields), lang)
    try:
        return ask(question_of(document_of(told), lang))
    except QuestionError as error:
        tone = "wait" if error.key in {"judge.needs", "judge.what"} else "wrong"
        if error.key == "judge.what":
            return _no_answer(tone, t("ask.nothing", lang), lang)
        return _no_answer(tone, on_page(error.message[lang == "en"], lang, about), lang)


def verdicts_of(answer: Answer, lang: Lang) -> list[VerdictView]:
    return [_verdict(answer, each, lang) for each in answer.verdicts]


def _no_answer(word: str, said: str, lang: Lang) -> VerdictView:
    """That there is no answer yet."""
    tone = "note" if word == "wait" else "warning"
    return VerdictView(
        tone=tone, word=t(f"ask.word.{word}", lang), said=said, clauses=[], rows=[], choices="", allowed=[], more=""
    )


def _verdict(answer: Answer, verdict: Verdict, lang: Lang) -> VerdictView:
    told = list(answer.rows(verdict))
    elsewhere = {"clause", "what", *([answer.choices] if verdict.allowed else [])}
    rows = [(t(f"label.{key}", lang), on_page(value, lang, answer.asked)) for key, value in told if key not in elsewhere]
    said = answer.message(verdict, lang)
    unnamed = answer.asked == "bids" and verdict.finding is None and verdict.seat is not None
    if answer.table is not None:
        rows = [(t("label.table", lang), answer.reads(answer.table)), *rows]
    return VerdictView(
        tone=TONES.get(verdict.word, "note"),
        word="" if verdict.word is Word.SETTLED else t(f"ask.word.{verdict.word}", lang),
        said=on_page(f"{seat_name(verdict.seat, lang)} {said}" if unnamed else said, lang),
        clauses=[value for key, value in told if key == "clause"],
        rows=rows,
        choices=t(f"label.{answer.choices}", lang),
        allowed=list(verdict.allowed[:LISTED]),
        more=answer.counted(verdict) if verdict.allowed else "",
    )
