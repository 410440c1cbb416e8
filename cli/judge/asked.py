"""What a question to `paipu judge` asks, and what may be told with it."""

from collections.abc import Mapping, Sequence
from typing import Final

from cli.judge.answer import Answer
from cli.judge.question import Question
from cli.support.errors import UsageError, near
from cli.text import text
from replay.judge import Situation, Verdict
from replay.rulesheet import FamilyName
from replay.sheets import SHEETS
from replay.words import suit_name

_LACKS: Final[Mapping[FamilyName, Mapping[str, str]]] = {
    "tricks": {
        "--table": "--lead",
        "--exposed": "--lead | --play",
        "--tribute": "--play | --bids | --kitty | --asked",
        "--return": "--play | --bids | --kitty | --asked",
        "--double": "--play | --bids | --kitty | --asked",
        "--tribute-from": "--result | --bids",
        "--hands": "--others",
        "--out": "--trick | --after",
        "--finish": "--attackers",
        "--in-force": "--banker",
    },
    "climbing": {
        "--trump": "--level",
        "--lead": "--table",
        "--others": "--hand",
        "--bids": "--play | --tribute | --return",
        "--kitty": "--play | --tribute | --return",
        "--asked": "--play | --tribute | --return",
        **dict.fromkeys(("--attackers", "--kitty-points", "--last", "--failures"), "--finish"),
    },
}
"""The options that have nothing to do with a family, and what it has for them."""
_TAKES: Final[Mapping[FamilyName, Mapping[str, str]]] = {
    "tricks": {
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
        "--tribute-from": "--hands --tribute",
        "--result": "--finish --levels --in-force --incident --trick",
        "--time": "--levels",
        "--leads": "--banker",
        "--after": "--out",
        "--incident": "--trick",
        "--trick": "--out",
        "--tribute": "--hand --double --seat",
        "--return": "--hand --double --seat",
        "--table": "--play --hand --seat --gone",
        "--play": "--hand --seat --gone --exposed",
    },
}
"""The questions, in the order in which they are looked for, and what each takes beside what every question takes."""


def asked_of(question: Question) -> str:
    """The option that asks the question.

    Raises UsageError for a sheet that is not there, and for what has nothing to do with its family or with the question.
    """
    sheet, told = question.sheet, question.told()
    if sheet not in SHEETS:
        raise UsageError("rules.unknown", sheet=sheet, near=near(sheet, SHEETS))
    family = SHEETS[sheet].family
    for option, instead in _LACKS[family].items():
        if option in told:
            raise UsageError("judge.other_family", option=option, sheet=sheet, instead=instead)
    asked = next((option for option in _TAKES[family] if option in told), None)
    if asked is None:
        raise UsageError("judge.what", questions=" ".join(_TAKES[family]))
    takes = {asked, *_TAKES[family][asked].split()}
    for option in told:
        if option not in takes:
            raise UsageError("judge.not_here", option=option, asked=asked, takes=" ".join(sorted(takes)))
    return asked


class Asked:
    """A question as its family reads it; `asked` is the option that asks it."""

    situation: Situation

    def __init__(self, question: Question, asked: str) -> None:
        self.question, self.asked, self.lang = question, asked, question.lang

    def settled(self, asked: str, verdicts: Sequence[Verdict], *told: str | None) -> Answer:
        """The answer to a question that asks for values; `told` is what the head says beside trump, levels and incidents."""
        question, trump = self.question, self.situation.trump
        return Answer(
            situation=self.situation,
            lang=self.lang,
            asked=asked,
            verdicts=verdicts,
            facts={"trump": trump or None},
            about=[
                *([text("judge.with_trump", self.lang, trump=suit_name(trump, self.lang))] if trump else []),
                *(each for each in (*told, question.levels, *(question.incident or ())) if each),
            ],
        )
