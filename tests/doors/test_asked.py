"""What the judge answers is what the audit finds of the record that asks it: of each row of `asked.toml`, and at random.

The record has what was told and no more; where a question tells what no record says, the audit only may find less.
"""

import random
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import pytest

from paipu.ingest.question.answer import Answer
from paipu.ingest.question.asking import ask, record_of
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.question import ASKING, Question
from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.findings import Kind
from paipu.replay.question import Word
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS, TRICK_SHEETS
from tests.cli.test_asked import TABLES
from tests.made import must_parse
from tests.many import each_row

SEVERAL: Final = frozenset({"play", "tribute", "return_", "incident", "option"})
TRUE: Final = frozenset({"double", "leads", "rest", "result", "time"})
NUMBERS: Final = frozenset({"nodes", "attackers", "kitty_points", "failures", "earlier"})
PLACES: Final = ("/tricks/", "/bids/", "/kitty/")
Checks = set[tuple[str, str | None]]


def question_of(words: str) -> Question:
    """A question by the words of the command."""
    told: dict[str, Any] = {}
    each = iter(shlex.split(words))
    for word in each:
        name = ASKING[word].name
        if name in TRUE:
            told[name] = True
        elif name in SEVERAL:
            told.setdefault(name, []).append(next(each))
        else:
            told[name] = int(next(each)) if name in NUMBERS else next(each)
    return Question(**told)


def audited(question: Question) -> tuple[Audit, int] | None:
    """The audit of the record that holds a question, and the place of its last hand; None where no hand is asked about."""
    document = record_of(question, "asked")
    if document is None:
        return None
    parsed = must_parse(document)
    return audit(parsed.record), len(parsed.record.hands) - 1


def wrong_in(found: Audit, hand: int, play: int | None) -> Checks:
    """What the audit finds wrong of plays, bids and answers; of a trick only of one `play`, where that is asked about."""
    return {
        (each.code, each.clause)
        for each in found.findings
        if each.kind is not Kind.OPEN
        and each.where.pointer.startswith(f"/hands/{hand}")
        and any(place in each.where.pointer for place in PLACES)
        and play in {None, each.where.play}
    }


def agrees(question: Question) -> bool:
    """The answer and the audit say the same; whether there was anything to compare."""
    answer, told = ask(question), audited(question)
    if told is None:
        return False
    found, hand = told
    if answer.asked in {"play", "bids", "trick", "leads"}:
        of_plays(question, answer, wrong_in(found, hand, 2 if question.lead or question.table else None))
    computed = found.hands[hand]
    for verdict in answer.verdicts:
        if verdict.kind == "trick":
            assert (computed.winners or None) == verdict.values.get("winner")
        if verdict.kind == "result" and verdict.default is Word.SETTLED and same_facts(question):
            for name in ("levels", "score", "points"):
                got, wanted = getattr(computed, name), verdict.values.get(name)
                assert None in (got, wanted) or got == wanted, name
    return True


def of_plays(question: Question, answer: Answer, wrong: Checks) -> None:
    """What is said to be wrong is found, and nothing is found where all is said to be legal.

    For the judge an illegal bid does not stand, and of what is wrong with one bid it names one thing; a record that does not
    tell the trump leaves open what becomes of later ones.
    """
    kinds = {"play", "bid", "answer"}
    if any(each.default is Word.UNDETERMINED for each in answer.verdicts if each.kind in kinds):
        return
    said = {(each.code, each.clause) for each in answer.verdicts if each.kind in kinds and each.finding is not None}
    told_less = question.lead is None and question.table is None and question.play is not None and question.others is None
    if answer.asked == "bids":
        assert {each for each in wrong if each[0] != "BID-NAMED"} <= said
        assert bool(wrong) == bool(said)
        return
    assert told_less or said <= wrong
    assert said or not wrong


def same_facts(question: Question) -> bool:
    """Whether the record has all that a result goes by: no incident, no failures before, and a turn that there is."""
    schedule = getattr(SHEETS[question.sheet], "schedule", None)
    turned = schedule is None or (question.banker, question.level) in schedule.turns
    return turned and not question.incident and not question.failures


@pytest.mark.parametrize("table", [name for name in TABLES if name not in {"gift", "time"}])
def test_every_row_that_the_judge_is_asked_is_so_in_the_audit(table: str) -> None:
    def put(words: str) -> None:
        agrees(question_of(words))

    each_row({f"{line} {row['words']}": partial(put, row["words"]) for line, row in TABLES[table].items()})


# ---- at random

RANKS: Final = "23456789TJQKA"


def card(chance: random.Random, suits: str = "shd") -> str:
    return chance.choice([*(rank + suit for rank in RANKS for suit in suits), "LJ", "BJ"])


def play_of(chance: random.Random, size: int) -> str:
    """Some cards, as many as were led: a pair as often as not."""
    if size == 2 and chance.random() < 0.5:
        return card(chance) * 2
    return "".join(card(chance) for _ in range(size))


def hidden(chance: random.Random, play: str) -> str:
    """A play of which perhaps not all was seen."""
    if chance.random() < 0.8:
        return play
    return "".join(f"{play[at]}?" if play[at + 1] in "shd" else "??" for at in range(0, len(play), 2))


def shape_of(chance: random.Random, level: str) -> str:
    """Cards of a climbing game: alike, a straight, or anything."""
    rank, suits, size = chance.choice(RANKS), "shcd", chance.choice([1, 1, 2, 2, 3, 4, 5])
    if size == 5:
        first = chance.randrange(9)
        return "".join(("A" + RANKS)[first + step] + chance.choice("sh") for step in range(5))
    alike = [rank + chance.choice(suits) for _ in range(size)]
    return "".join([*alike[:-1], f"{level}h"]) if chance.random() < 0.2 else "".join(alike)


def bid_of(chance: random.Random, sheet: str, level: str) -> str:
    """Cards that are shown."""
    own = level + chance.choice("shcd")
    if sheet.startswith("shengji"):
        return chance.choice([f"LJ{own}", f"BJ{own}{own}", own, own * 2, "LJLJ", "BJBJ"])
    return chance.choice([own, own * 2, own * 2, "LJLJ", "BJBJ", "5h5h=c", "5h"])


def asked_at_random(seed: int, count: int) -> Iterator[Question]:
    """Questions about tricks, plays, bids and results of every sheet."""
    chance = random.Random(seed)
    for number in range(count):
        sheet = chance.choice(list(TRICK_SHEETS) if number % 2 else list(CLIMBING_SHEETS))
        lang: Any = chance.choice(["zh", "en"])
        if sheet in CLIMBING_SHEETS:
            level = chance.choice(RANKS) if CLIMBING_SHEETS[sheet].levels is not None else "2"
            table, play = (hidden(chance, shape_of(chance, level)) for _ in range(2))
            seats = CLIMBING_SHEETS[sheet].seats
            trick = " ".join([seats[0], table, play, *["-"] * (len(seats) - 1)])
            asked: Mapping[str, Any] = chance.choice([{"table": table, "play": [play]}, {"play": [play]}, {"trick": trick}])
            yield Question(sheet=sheet, level=level, lang=lang, **asked)
            continue
        schedule = TRICK_SHEETS[sheet].schedule
        banker, level = chance.choice(schedule.turns) if schedule is not None else (chance.choice("ENWS"), chance.choice(RANKS))
        size = chance.choice([1, 1, 2])
        if number % 3 == 0:
            bids = "; ".join(f"{chance.choice('ENWS')} {bid_of(chance, sheet, level)}" for _ in range(chance.randint(1, 3)))
            yield Question(sheet=sheet, level=level, banker=banker, bids=bids, lang=lang)
        elif number % 3 == 1:
            trick = " ".join([banker, *(hidden(chance, play_of(chance, size)) for _ in range(4))])
            yield Question(sheet=sheet, level=level, trump=chance.choice("shd"), trick=trick, lang=lang)
        else:
            lead, play = play_of(chance, size), play_of(chance, size)
            hand = play + "".join(card(chance) for _ in range(2))
            yield Question(sheet=sheet, level=level, trump=chance.choice("shd"), lead=lead, hand=hand, play=[play], lang=lang)


def disagreements(questions: Iterator[Question]) -> tuple[int, Sequence[str]]:
    """How many questions were answered, and those of which the audit says something else."""
    put, differ = 0, []
    for question in questions:
        try:
            put += agrees(question)
        except QuestionError:
            continue
        except AssertionError as why:
            differ.append(f"{question}: {why}")
    return put, differ


@pytest.mark.parametrize("count", [240, pytest.param(6000, marks=pytest.mark.deep)])
def test_questions_at_random_are_answered_as_the_audit_finds(count: int) -> None:
    put, differ = disagreements(asked_at_random(7, count))
    assert differ == []
    assert put > count // 3
