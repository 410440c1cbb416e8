"""`paipu judge` of the trick family: plays, throws, declarations, and answers to 炒底."""

from typing import TYPE_CHECKING

from cli.judge.asked import (
    LEVEL_NAMES,
    SIGNS,
    Question,
    check_copies,
    read_cards,
    read_hands,
    read_level,
    read_options,
    read_seat,
    read_shown,
    read_thrown,
    unseated,
)
from cli.support.errors import UsageError
from cli.support.files import say
from replay.cards import RANKS, SUITS
from replay.text import Lang

if TYPE_CHECKING:
    from cli.judge import Form
    from replay.judge import Situation, Verdict


def answer(question: Question, form: "Form", lang: Lang) -> "list[Verdict]":
    """Answer a question on standard output. Raises UsageError for one that makes no sense."""
    situation = _situation(question)
    bidding = any(each is not None for each in (question.bids, question.kitty, question.answers))
    if bidding == bool(question.plays):
        raise UsageError("judge.what")
    if bidding:
        _only(question, "lead", "hand", "others", "gone", "seat", said="judge.not_with_bids")
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
    from replay.sheets import TRICK_SHEETS

    sheet = TRICK_SHEETS[question.sheet]
    rank = read_level(sheet.key, question.level or sheet.first_level, sheet.ladder, LEVEL_NAMES)
    suit = SIGNS.get(question.trump or "", (question.trump or "NT").lower())
    fixed = sheet.at_level(rank).fixed_trump
    if suit not in {*SUITS, "nt"} or (fixed is not None and suit != fixed.lower()):
        raise UsageError("judge.trump", trump=question.trump or "", trumps=fixed or " ".join((*SUITS, "NT")))
    return Situation(sheet.key, rank, "NT" if suit == "nt" else suit, read_options(sheet.key, question.options))


def _judge_plays(situation: "Situation", question: Question, hand: str, form: "Form", lang: Lang) -> "list[Verdict]":
    from cli.judge.answer_tricks import TrickAnswer
    from replay.judge import judge_follow, judge_lead

    plays, seat = question.plays, read_seat(question.seat)
    held, hands = read_cards(hand), read_hands(question.others, "ENWS", "--others")
    gone = read_cards(question.gone) if question.gone is not None else ""
    if question.lead is not None:
        led = read_cards(unseated(question.lead))
        if question.others is not None:
            raise UsageError("judge.others_follow")
        check_copies(led, held, gone)
        made = [read_cards(unseated(each)) for each in plays]
        for each in made:
            check_copies(led, each, gone)
        verdicts = [judge_follow(situation, lead=led, hand=held, play=each) for each in made]
    else:
        led = None
        check_copies(held, gone, *hands.values())
        leader = seat or next(each for each in "ENWS" if each not in hands) if len(hands) < len("ENWS") else None
        if leader is None or leader in hands:
            raise UsageError("judge.leader", seat=leader or "—")
        thrown = [read_thrown(unseated(each)) for each in plays]
        for each in thrown:
            check_copies(each.partition(">")[0], gone, *hands.values())
        verdicts = [judge_lead(situation, hand=held, play=each, seat=leader, others=hands, gone=gone) for each in thrown]
    shown = TrickAnswer(situation, seat, lang, led)
    if form == "json":
        say(shown.json([shown.as_dict(verdict) for verdict in verdicts]))
    else:
        say(*shown.lines(verdicts))
    return verdicts


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
    bids, answers = read_shown(question.bids, "--bids"), read_shown(question.answers, "--asked", passes=True)
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
