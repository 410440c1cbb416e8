"""`paipu judge` of the trick family: plays, throws, declarations, and answers to 炒底."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from cli.judge.asked import (
    SIGNS,
    check_copies,
    read_cards,
    read_level,
    read_options,
    read_seat,
    read_suit,
    unseated,
)
from cli.support.errors import UsageError
from cli.support.files import say
from cli.text import Lang
from replay.cards import RANKS, SUITS

if TYPE_CHECKING:
    from cli.judge import Form
    from replay.judge import Situation, Verdict

_PASSES: Final = frozenset({"-", "—", "不炒", "不要", "pass"})
_LEVELS: Final = {"10": "T", "flag": "flag", "扛旗": "flag"}


class Question(NamedTuple):
    """What is asked, as it was typed."""

    sheet: str
    level: str
    trump: str | None
    options: Sequence[str]
    lead: str | None
    hand: str | None
    plays: Sequence[str]
    seat: str | None
    others: str | None
    bids: str | None
    banker: str | None
    kitty: str | None
    asked: str | None


def answer(question: Question, form: "Form", lang: Lang) -> "list[Verdict]":
    """Answer a question on standard output. Raises UsageError for one that makes no sense."""
    situation = _situation(question)
    bidding = any(each is not None for each in (question.bids, question.kitty, question.asked))
    if bidding == bool(question.plays):
        raise UsageError("judge.what")
    if bidding:
        _only(question, "lead", "hand", "others", "seat", said="judge.not_with_bids")
        return _judge_bids(situation, question, form, lang)
    _only(question, "banker", said="judge.only_bids")
    if (question.trump is None and situation.level in RANKS) or question.hand is None:
        raise UsageError("judge.needs", missing="--hand" if question.hand is None else "--trump")
    return _judge_plays(situation, question, question.hand, form, lang)


def _only(question: Question, *names: str, said: str) -> None:
    """Refuse what has nothing to do with the question."""
    for name in names:
        if getattr(question, name) is not None:
            raise UsageError(said, option=f"--{name}")


def _situation(question: Question) -> "Situation":
    from replay.judge import Situation
    from replay.sheets import SHEETS
    from replay.tricks.sheet import TrickSheet

    sheet = SHEETS[question.sheet]
    if not isinstance(sheet, TrickSheet):
        raise TypeError(f"{sheet.key} is not of the trick family")
    rank = read_level(sheet.key, question.level, sheet.ladder, _LEVELS)
    suit = SIGNS.get(question.trump or "", (question.trump or "NT").lower())
    fixed = sheet.at_level(rank).fixed_trump
    if suit not in {*SUITS, "nt"} or (fixed is not None and suit != fixed.lower()):
        raise UsageError("judge.trump", trump=question.trump or "", trumps=fixed or " ".join((*SUITS, "NT")))
    return Situation(sheet.key, rank, "NT" if suit == "nt" else suit, read_options(sheet.key, question.options))


def _others(given: str | None) -> dict[str, str]:
    if given is None:
        return {}
    parts = re.split(r"([ENWS])\s*[:：=]", given, flags=re.IGNORECASE)
    if parts[0].strip() or len(parts) < 3:
        raise UsageError("judge.others", given=given)
    hands: dict[str, str] = {}
    for seat, cards in zip(parts[1::2], parts[2::2], strict=True):
        if seat.upper() in hands:
            raise UsageError("judge.others", given=given)
        hands[seat.upper()] = read_cards(cards.strip(" ;；"))
    return hands


def _judge_plays(situation: "Situation", question: Question, hand: str, form: "Form", lang: Lang) -> "list[Verdict]":
    from cli.judge.answer_tricks import TrickAnswer
    from replay.judge import judge_follow, judge_lead

    plays, seat = question.plays, read_seat(question.seat)
    held, hands = read_cards(hand), _others(question.others)
    if question.lead is not None:
        led = read_cards(unseated(question.lead))
        if question.others is not None:
            raise UsageError("judge.others_follow")
        check_copies(led, held)
        verdicts = [judge_follow(situation, lead=led, hand=held, play=read_cards(unseated(each))) for each in plays]
    else:
        led = None
        check_copies(held, *hands.values())
        leader = seat or next(each for each in "ENWS" if each not in hands) if len(hands) < len("ENWS") else None
        if leader is None or leader in hands:
            raise UsageError("judge.leader", seat=leader or "—")
        verdicts = [judge_lead(situation, hand=held, play=_thrown(unseated(each)), seat=leader, others=hands) for each in plays]
    shown = TrickAnswer(situation, seat, lang, led)
    if form == "json":
        say(shown.json([shown.as_dict(verdict) for verdict in verdicts]))
    else:
        say(*shown.lines(verdicts))
    return verdicts


def _thrown(given: str) -> str:
    """A lead, or a failed throw with what stood of it (`9c8c8c>9c`)."""
    attempted, failed, stood = given.partition(">")
    return f"{read_cards(attempted)}>{read_cards(stood)}" if failed else read_cards(attempted)


def _judge_bids(situation: "Situation", question: Question, form: "Form", lang: Lang) -> "list[Verdict]":
    from cli.judge.answer_tricks import TrickAnswer
    from replay.judge import judge_declarations
    from replay.judge.tricks import trick_sheet

    sheet, banker = trick_sheet(situation._replace(options={})), read_seat(question.banker)
    turned = read_cards(question.kitty) if question.kitty is not None else None
    if turned is not None and sheet.silence != "kitty":
        raise UsageError("judge.no_kitty", sheet=situation.sheet)
    if sheet.bids.attackers_only and banker is None:
        raise UsageError("judge.needs", missing="--banker")
    bids, answers = _shown(question.bids, "--bids"), _shown(question.asked, "--asked", passes=True)
    if answers and sheet.reopen is None:
        raise UsageError("judge.no_asking", sheet=situation.sheet)
    if answers and banker is None and judge_declarations(situation, bids).banker is None:
        raise UsageError("judge.needs", missing="--banker")
    bidding = judge_declarations(situation, bids, banker, kitty=turned, asked=answers)
    shown = TrickAnswer(situation, None, lang, None)
    if form == "json":
        say(shown.json_of_bids(bidding))
    else:
        say(*shown.lines_of_bids(bidding))
    turning = [bidding.turned] if bidding.turned is not None else []
    return [*turning, *(bid.verdict for bid in (*bidding.bids, *bidding.asked))]


def _shown(given: str | None, option: str, *, passes: bool = False) -> list[str]:
    """What each seat showed, in notation (`N LJ2h`, `S 5h5h=c`), or with `passes` that it passed (`N -`)."""
    shown = []
    for each in re.split(r"[;；]", given or ""):
        if not each.strip():
            continue
        seat, _, cards = re.sub(r"[:：]", " ", each.strip(), count=1).partition(" ")
        held, equals, named = cards.partition("=")
        if passes and cards.strip() in _PASSES:
            shown.append(f"{read_seat(seat)} -")
        else:
            shown.append(f"{read_seat(seat)} {read_cards(held)}{'=' + read_suit(named) if equals else ''}")
    if given is not None and not shown:
        raise UsageError("judge.no_cards", given=f"{option} {given}")
    return shown
