"""What a question to `paipu judge` asks, and what may be told with it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal

from paipu.ingest.question.answer import Answer
from paipu.ingest.question.errors import QuestionError, concerning, text
from paipu.ingest.question.noted import Document
from paipu.ingest.question.question import ASKING, COMMON, Question
from paipu.ingest.question.reading import OneSheet, Reader, lettered, needed, read_cards
from paipu.replay.question import Situation, Verdict, judge_time
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS
from paipu.replay.text import near
from paipu.replay.words import suit_name

TrickAsked = Literal["trick", "leads"]

_LACKS: Final[Mapping[FamilyName, Mapping[str, str]]] = {
    "tricks": {
        "--table": "--lead",
        "--exposed": "--lead | --play",
        **dict.fromkeys(("--tribute", "--return", "--double"), "--play | --bids | --kitty | --asked"),
        "--tribute-from": "--result | --bids",
        **dict.fromkeys(("--out", "--left"), "--trick | --after"),
        "--finish": "--attackers",
        "--in-force": "--banker",
    },
    "climbing": {
        "--trump": "--level",
        "--lead": "--table",
        "--others": "--hand",
        **dict.fromkeys(("--bids", "--kitty", "--asked"), "--play | --tribute | --return"),
        **dict.fromkeys(("--attackers", "--kitty-points", "--last"), "--finish"),
    },
}
"""The options that have nothing to do with a family, and what it has for them."""
TAKES: Final[Mapping[FamilyName, Mapping[str, str]]] = {
    "tricks": {
        "--rest": "--hands --trump --banker --seat --trick --attackers --kitty --kitty-points --asked --levels --nodes",
        "--result": "--banker --attackers --kitty-points --last --trump --levels --bids --asked "
        "--failures --incident --earlier",
        "--time": "--levels --banker",
        "--leads": "--banker --bids --asked",
        "--after": "--trump",
        "--incident": "--banker --earlier",
        "--trick": "--trump",
        "--bids": "--banker --kitty --asked --trump",
        "--kitty": "--banker --asked --trump",
        "--asked": "--banker --trump",
        "--lead": "--play --hand --trump --seat --gone",
        "--play": "--hand --trump --seat --others --gone",
    },
    "climbing": {
        "--rest": "--hands --seat --trick --out --nodes",
        "--tribute-from": "--hands --tribute",
        "--result": "--finish --levels --in-force --failures --incident --earlier --trick --out --left",
        "--time": "--levels --finish",
        "--leads": "--banker",
        "--after": "--out",
        "--incident": "--earlier --trick --out --left",
        "--trick": "--out",
        "--tribute": "--hand --double --seat",
        "--return": "--hand --double --seat",
        "--table": "--play --hand --seat --gone",
        "--play": "--hand --seat --gone --exposed",
    },
}
"""The questions, in the order in which they are looked for, and what each takes beside what every question takes."""


def with_letters(question: Question) -> Question:
    """The question with seats by their letters, however they were written."""
    read: dict[str, Any] = {}
    for name in (each.name for key, each in ASKING.items() if key not in COMMON):
        told = getattr(question, name)
        read[name] = lettered(told) if isinstance(told, str) else list(map(lettered, told)) if isinstance(told, list) else told
    return replace(question, **read)


def asked_of(question: Question) -> str:
    """The option that asks the question.

    Raises QuestionError for a sheet that is not there, and for what has nothing to do with its family or with the question.
    """
    sheet, told = question.sheet, question.told()
    if sheet not in SHEETS:
        raise QuestionError("rules.unknown", option="--sheet", sheet=sheet, near=near(sheet, SHEETS))
    family = SHEETS[sheet].family
    for option, instead in _LACKS[family].items():
        if option in told:
            raise QuestionError("judge.other_family", option=option, sheet=sheet, instead=instead)
    asked = next((option for option in TAKES[family] if option in told), None)
    if asked is None:
        raise QuestionError("judge.what", questions=" ".join(TAKES[family]))
    takes = {asked, *TAKES[family][asked].split()}
    for option in told:
        if option not in takes:
            raise QuestionError("judge.not_here", option=option, asked=asked, takes=" ".join(sorted(takes)))
    return asked


class Asked(Reader[OneSheet], ABC):
    """A question as its family reads it, with what most of them tell; `asked` is the option that asks it."""

    situation: Situation

    def __init__(self, question: Question, asked: str, sheet: OneSheet) -> None:
        super().__init__(sheet)
        question = with_letters(question)
        self.question, self.asked, self.lang = question, asked, question.lang
        with concerning("--option"):
            self.options = self.options_told(question.option or ())
        self.levels = self.read_levels(question.levels)
        with concerning("--banker"):
            self.banker = self.read_seat(question.banker)
        with concerning("--seat"):
            self.seat = self.read_seat(question.seat)
        with concerning("--hand"):
            partly = asked in {"--lead", "--play", "--table"}
            self.hand = read_cards(question.hand, partly=partly) if question.hand is not None else None
        with concerning("--gone"):
            self.gone = read_cards(question.gone) if question.gone is not None else ""
        with concerning("--incident"):
            self.incidents = [self.read_incident(each) for each in question.incident or ()]

    @abstractmethod
    def noted(self) -> Sequence[Document]:
        """The hands of the record of which it asks, with what was told of them."""

    @abstractmethod
    def of_trick(self, given: str, asked: TrickAsked) -> Sequence[Verdict]:
        """Who wins a trick, or leads after it."""

    def trick(self) -> Answer:
        """Who wins a trick, or leads after it."""
        after = self.question.after
        given = needed(self.question.trick, "--trick") if after is None else after
        asked: TrickAsked = "trick" if after is None else "leads"
        return self.settled(asked, self.of_trick(given, asked), given)

    def time(self) -> Answer:
        """Who wins when time is up."""
        levels, finish = needed(self.levels, "--levels"), self.read_places(self.question.finish, "--finish")
        verdict = judge_time(self.situation, levels, self.banker)
        if finish and "decider" not in verdict.values:
            raise QuestionError("judge.nothing_to_decide", option="--finish")
        return self.settled("time", [judge_time(self.situation, levels, self.banker, finish) if finish else verdict])

    @property
    def level_told(self) -> str | None:
        """The level of the hand, unless what is told are the levels of both sides, and not which of them was played."""
        whose = self.banker is not None or self.question.in_force is not None
        return self.situation.level if self.question.level is not None or self.levels is None or whose else None

    @property
    def answer(self) -> Callable[..., Answer]:
        """An answer to the question."""
        return partial(Answer, situation=self.situation, lang=self.lang)

    def settled(self, asked: str, verdicts: Sequence[Verdict], *told: str | None, end: Sequence[str] = ()) -> Answer:
        """The answer to a question that asks for values; `told` is what the head says beside trump, levels and incidents."""
        question, trump = self.question, self.situation.trump
        about = [each for each in (*told, question.levels, *(question.incident or ())) if each]
        about = [*([self.with_trump] if trump else []), *about]
        return self.answer(asked=asked, verdicts=verdicts, facts={"trump": trump or None}, about=about, end=end)

    @property
    def with_trump(self) -> str:
        """The trump in words."""
        return text("judge.with_trump", self.lang, trump=suit_name(self.situation.trump, self.lang))
