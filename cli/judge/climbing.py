"""`paipu judge` of the climbing family: plays on what lies on the table, leads, and the cards of a tribute."""

from collections import Counter
from typing import TYPE_CHECKING

from cli.judge.asked import PASSES, Question, check_copies, read_cards, read_level, read_options, read_play, read_seat, unseated
from cli.support.errors import UsageError
from cli.support.files import say
from replay.cards import split_cards
from replay.text import Lang

if TYPE_CHECKING:
    from cli.judge import Form
    from replay.climbing.sheet import ClimbingSheet
    from replay.judge import Situation, Verdict


def answer(question: Question, form: "Form", lang: Lang) -> "list[Verdict]":
    """Answer a question on standard output. Raises UsageError for one that makes no sense."""
    from replay.judge import Situation
    from replay.sheets import CLIMBING_SHEETS

    sheet = CLIMBING_SHEETS[question.sheet]
    levels = sheet.ladder if sheet.levels is not None else (sheet.first_level,)
    level = read_level(sheet.key, question.level or sheet.first_level, levels, {"10": "T"})
    situation = Situation(sheet.key, level, options=read_options(sheet.key, question.options))
    if sum(map(bool, (question.plays, question.tribute, question.returned))) != 1:
        raise UsageError("judge.what_climbing")
    if question.plays:
        if question.double:
            raise UsageError("judge.only_tribute", option="--double")
        return _plays(situation, sheet, question, form, lang)
    for name in ("table", "exposed", "gone"):
        if getattr(question, name) is not None:
            raise UsageError("judge.not_with_tribute", option=f"--{name}")
    return _tribute(situation, sheet, question, form, lang)


def _plays(situation: "Situation", sheet: "ClimbingSheet", question: Question, form: "Form", lang: Lang) -> "list[Verdict]":
    from cli.judge.answer_climbing import PlayAnswer
    from replay.judge import judge_play

    copies = sheet.cards.copies
    seat = read_seat(question.seat, sheet.seats)
    table = read_play(unseated(question.table)) if question.table is not None else None
    hand = read_cards(question.hand) if question.hand is not None else None
    exposed = _exposed(sheet, question, hand)
    lying = table.partition("=")[0] if table is not None else ""
    plays = ["-" if each.strip().casefold() in PASSES else read_play(unseated(each)) for each in question.plays]
    gone = read_cards(question.gone) if question.gone is not None else ""
    check_copies(lying, hand or "", gone, copies=copies)
    for play in plays:
        check_copies(lying, play.partition("=")[0] if play != "-" else "", gone, copies=copies)
    judged = [judge_play(situation, table=table, play=play, hand=hand, exposed=exposed) for play in plays]
    shown = PlayAnswer(situation, seat, lang, judged[0].table, exposed, hand_known=hand is not None)
    if form == "json":
        say(shown.json([shown.play_as_dict(each) for each in judged]))
    else:
        say(*shown.lines(judged))
    return [each.verdict for each in judged]


def _exposed(sheet: "ClimbingSheet", question: Question, hand: str | None) -> str | None:
    """The exposed cards of a leader, which are still in his hand."""
    if question.exposed is None:
        return None
    if not sheet.conduct.exposed_led:
        raise UsageError("judge.no_exposed", sheet=sheet.key)
    if question.table is not None:
        raise UsageError("judge.exposed_follow")
    exposed = read_cards(question.exposed)
    check_copies(exposed, copies=sheet.cards.copies)
    if hand is not None:
        missing = Counter(split_cards(exposed)) - Counter(split_cards(hand))
        if missing:
            raise UsageError("judge.not_in_hand", option="--exposed", card=next(iter(missing)))
    return exposed


def _tribute(situation: "Situation", sheet: "ClimbingSheet", question: Question, form: "Form", lang: Lang) -> "list[Verdict]":
    from cli.judge.answer_climbing import TributeAnswer
    from replay.judge import judge_return, judge_tribute

    if sheet.tribute is None:
        raise UsageError("judge.no_tribute", sheet=sheet.key)
    if question.hand is None:
        raise UsageError("judge.needs", missing="--hand")
    returned = bool(question.returned)
    option = "--return" if returned else "--tribute"
    hand = read_cards(question.hand)
    check_copies(hand, copies=sheet.cards.copies)
    cards = [read_cards(unseated(each)) for each in question.returned or question.tribute]
    for given in cards:
        if len(split_cards(given)) != 1:
            raise UsageError("judge.one_card", option=option, given=given)
    judge = judge_return if returned else judge_tribute
    verdicts = [judge(situation, card=card, hand=hand, double=question.double) for card in cards]
    seat = read_seat(question.seat, sheet.seats)
    shown = TributeAnswer(situation, seat, lang, returned=returned, double=question.double)
    if form == "json":
        say(shown.json([shown.as_dict(verdict) for verdict in verdicts]))
    else:
        say(*shown.lines(verdicts))
    return verdicts
