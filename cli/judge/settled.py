"""`paipu judge`, questions that have values for an answer: who wins, who leads, what it comes to, what it costs, who pays."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal

from cli.judge.asked import (
    LEVEL_NAMES,
    PASSES,
    Question,
    check_copies,
    read_cards,
    read_hands,
    read_level,
    read_options,
    read_play,
    read_seat,
    read_shown,
    read_suit,
    read_thrown,
)
from cli.support.errors import UsageError, near
from cli.support.files import say
from replay.cards import split_cards
from replay.text import Lang

if TYPE_CHECKING:
    from cli.judge import Form
    from replay.climbing.sheet import ClimbingSheet
    from replay.judge import Places, ScoreSheet, Situation, Verdict
    from replay.record import Incident
    from replay.rulesheet import FamilyName
    from replay.sheets import Sheet
    from replay.tricks.sheet import TrickSheet

Asked = Literal["trick", "leads", "result", "incident", "pays", "time"]

ASKED: Final[Mapping[str, Asked]] = {
    "--trick": "trick",
    "--after": "leads",
    "--leads": "leads",
    "--result": "result",
    "--incident": "incident",
    "--tribute-from": "pays",
    "--time": "time",
}
"""What each option asks."""
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "exposed": ("暴露", "露牌"),
    "revoke": ("跟错", "错牌", "出错牌"),
    "concealed": ("藏牌", "藏张"),
    "out_of_turn": ("越序", "抢出"),
    "kitty_count": ("底牌张数",),
    "hand_count": ("手牌张数",),
    "overdraw": ("多抓",),
    "kitty_viewed": ("看底",),
    "failed_throw": ("甩牌失败",),
    "timeout": ("超时",),
    "late": ("迟到",),
    "signal": ("暗示", "传信"),
    "card_check": ("查牌",),
    "misconduct": ("行为不当",),
    "count_asked": ("问牌",),
    "count_told": ("报牌",),
    "unannounced": ("未报牌",),
}
"""The kinds of incident, and what people call them."""


def answer(question: Question, asked: Asked, form: "Form", lang: Lang) -> "Sequence[Verdict]":
    """Answer a question on standard output. Raises UsageError for one that makes no sense."""
    from cli.judge.answer_settled import SettledAnswer
    from replay.sheets import SHEETS

    of_family: Mapping[FamilyName, Callable[[Question, Asked], tuple[Situation, Sequence[Verdict]]]]
    of_family = {"tricks": _of_tricks, "climbing": _of_climbing}
    situation, verdicts = of_family[SHEETS[question.sheet].family](question, asked)
    shown = SettledAnswer(situation, asked, _about(question), lang)
    if form == "json":
        say(shown.json([shown.as_dict(verdict) for verdict in verdicts]))
    else:
        say(*shown.lines(verdicts))
    return verdicts


def _about(question: Question) -> list[str]:
    """What was told, as it was typed, for the head."""
    told = [question.trick, question.finish, question.levels, *question.incidents]
    return [each for each in told if each]


# --- the trick family ----------------------------------------------------------------------------------------


def _of_tricks(question: Question, asked: Asked) -> "tuple[Situation, Sequence[Verdict]]":
    from replay.judge import judge_first_leader, judge_incidents, judge_result, judge_time, judge_trick
    from replay.sheets import TRICK_SHEETS

    sheet = TRICK_SHEETS[question.sheet]
    levels = _levels(sheet, question.levels)
    banker = read_seat(question.banker, sheet.seats)
    situation = _situation(sheet, question, _level_of_bank(sheet, question, levels, banker))
    if asked in {"trick", "leads"} and question.trick is not None:
        trick = _whole_trick(sheet, question.trick, "--trick" if asked == "trick" else "--after")
        _needs_trump(sheet, question, situation)
        return situation, judge_trick(situation, trick, "leads" if asked == "leads" else "trick")
    if asked == "leads":
        bids, answers = read_shown(question.bids, "--bids"), read_shown(question.answers, "--asked", passes=True)
        return situation, [judge_first_leader(situation, banker, bids, answers)]
    if asked == "time":
        if levels is None:
            raise UsageError("judge.needs", missing="--levels")
        return situation, [judge_time(situation, levels, banker)]
    told = _score_sheet(sheet, question, situation, levels, banker)
    return situation, judge_incidents(situation, told) if asked == "incident" else judge_result(situation, told)


def _whole_trick(sheet: "TrickSheet", given: str, option: str) -> str:
    """A trick in which each seat plays once."""
    return _trick(sheet, given, option, _thrown, len(sheet.seats))


def _thrown(number: int, token: str) -> str:
    """A play of a trick, of which the lead may be a failed throw."""
    return read_cards(token) if number else read_thrown(token)


def _level_of_bank(sheet: "TrickSheet", question: Question, levels: Mapping[str, str] | None, banker: str | None) -> str | None:
    """The level of the hand: that of the banker's side, with which one that is given must agree."""
    if levels is None or banker is None:
        return question.level
    own = levels[sheet.sides[sheet.side_of[banker]]]
    if question.level is not None and read_level(sheet.key, question.level, sheet.ladder, LEVEL_NAMES) != own:
        raise UsageError("judge.level_of_bank", level=question.level, own=own, banker=banker)
    return own


def _situation(sheet: "TrickSheet", question: Question, level: str | None) -> "Situation":
    from replay.judge import Situation

    rank = read_level(sheet.key, level or sheet.first_level, sheet.ladder, LEVEL_NAMES)
    fixed = sheet.at_level(rank).fixed_trump
    trump = read_suit(question.trump) if question.trump is not None else fixed or ""
    if fixed is not None and trump != fixed:
        raise UsageError("judge.trump", trump=trump, trumps=fixed)
    return Situation(sheet.key, rank, trump, read_options(sheet.key, question.options))


def _needs_trump(sheet: "TrickSheet", question: Question, situation: "Situation") -> None:
    """Cards are compared under a trump, and at a level."""
    if not situation.trump:
        raise UsageError("judge.needs", missing="--trump")
    if question.level is None and question.levels is None and sheet.schedule is not None:
        raise UsageError("judge.needs", missing="--level")


def _score_sheet(
    sheet: "TrickSheet",
    question: Question,
    situation: "Situation",
    levels: Mapping[str, str] | None,
    banker: str | None,
) -> "ScoreSheet":
    from replay.judge import ScoreSheet

    last = question.last
    if last is not None:
        last = _whole_trick(sheet, last, "--last") if " " in last.strip() else read_cards(last)
        check_copies(*_made(last), copies=sheet.cards.copies)
        _needs_trump(sheet, question, situation)
        if " " in last and len(last.split(" ")) != len(sheet.seats) + 1:
            raise UsageError("judge.trick_plays", option="--last", given=last, count=len(sheet.seats))
    for option, value in (("--attackers", question.attackers), ("--kitty-points", question.kitty_points)):
        if value is not None and (value % 5 or (value < 0 and option == "--kitty-points")):
            raise UsageError("judge.points", option=option, given=value)
    bids, answers = read_shown(question.bids, "--bids"), read_shown(question.answers, "--asked", passes=True)
    if answers and sheet.at_level(situation.level).reopen is None:
        raise UsageError("judge.no_asking", sheet=sheet.key)
    return ScoreSheet(
        banker=banker,
        attackers=question.attackers,
        kitty_points=question.kitty_points,
        last=last,
        levels=levels,
        bids=bids,
        asked=answers,
        incidents=_incidents(sheet, question.incidents),
        failures=question.failures,
        earlier=question.earlier,
    )


# --- the climbing family -------------------------------------------------------------------------------------


def _of_climbing(question: Question, asked: Asked) -> "tuple[Situation, Sequence[Verdict]]":
    from replay.judge import Situation, judge_climb, judge_conduct, judge_finish, judge_first_climb, judge_time
    from replay.sheets import CLIMBING_SHEETS

    sheet = CLIMBING_SHEETS[question.sheet]
    levels = _levels(sheet, question.levels)
    in_force = _in_force(sheet, question, levels)
    ladder = sheet.ladder if sheet.levels is not None else (sheet.first_level,)
    own = levels[in_force] if levels is not None and in_force is not None else None
    level = read_level(sheet.key, question.level or own or sheet.first_level, ladder, {"10": "T"})
    situation = Situation(sheet.key, level, options=read_options(sheet.key, question.options))
    trick = None
    if question.trick is not None:
        trick = _trick(sheet, question.trick, "--after" if asked == "leads" else "--trick", _climbed)
    if asked in {"trick", "leads"} and trick is not None:
        out = _places(sheet, question.out or "", "--out")
        if trick[0] in out:
            raise UsageError("judge.not_out", out=trick[0], trick=trick)
        return situation, judge_climb(situation, trick, out, "leads" if asked == "leads" else "trick")
    if asked == "leads":
        return situation, [judge_first_climb(situation, read_seat(question.banker, sheet.seats))]
    if asked == "pays":
        return situation, _due(sheet, situation, question)
    if asked == "time":
        if levels is None:
            raise UsageError("judge.needs", missing="--levels")
        return situation, [judge_time(situation, levels)]
    told = _finish(sheet, question, levels, in_force, trick)
    return situation, judge_conduct(situation, told) if asked == "incident" else judge_finish(situation, told)


def _climbed(number: int, token: str) -> str:
    """A play of a trick, or a pass; `!` marks one that was a seat's last."""
    if token.casefold() in PASSES and number:
        return "-"
    return read_play(token.rstrip("!！")) + ("!" if token.endswith(("!", "！")) else "")


def _in_force(sheet: "ClimbingSheet", question: Question, levels: Mapping[str, str] | None) -> str | None:
    """The side whose level was played, as told, or as the level tells where only one side has it."""
    if question.in_force is not None:
        side = _side(sheet, question.in_force, "--in-force")
        if levels is not None and question.level is not None and levels[side] != question.level.upper().replace("10", "T"):
            raise UsageError("judge.level_in_force", level=question.level, side=side, own=levels[side])
        return side
    if levels is None or question.level is None:
        return None
    owners = [side for side, level in levels.items() if level == question.level.upper().replace("10", "T")]
    return owners[0] if len(owners) == 1 else None


def _finish(
    sheet: "ClimbingSheet", question: Question, levels: Mapping[str, str] | None, in_force: str | None, trick: str | None
) -> "Places":
    from replay.judge import Places

    if levels is not None and sheet.levels is None:
        raise UsageError("judge.no_levels", sheet=sheet.key)
    finish = _places(sheet, question.finish or "", "--finish")
    return Places(finish, levels, in_force, _incidents(sheet, question.incidents), trick)


def _due(sheet: "ClimbingSheet", situation: "Situation", question: Question) -> "Sequence[Verdict]":
    """Who pays whom: the order, the hands told, and the cards that were paid."""
    from replay.judge import Told, judge_due

    hands = read_hands(question.hands, sheet.seats, "--hands")
    check_copies(*hands.values(), copies=sheet.cards.copies)
    paid: dict[str, str] = {}
    for each in question.tribute:
        seat, _, card = re.sub(r"[:：]", " ", each.strip(), count=1).partition(" ")
        name, cards = read_seat(seat, sheet.seats), read_cards(card)
        if name is None or name in paid or len(split_cards(cards)) != 1:
            raise UsageError("judge.paid", given=each)
        paid[name] = cards
    for seat, held in hands.items():
        if len(split_cards(held)) > sheet.hand_size:
            raise UsageError("judge.too_many", seat=seat, size=sheet.hand_size)
        if len(split_cards(held)) == sheet.hand_size and paid.get(seat, held[:2]) not in split_cards(held):
            raise UsageError("judge.not_in_hand", option="--tribute", card=paid[seat])
    return judge_due(situation, Told(_places(sheet, question.finish or "", "--tribute-from"), hands, paid))


# --- reading -------------------------------------------------------------------------------------------------


def _levels(sheet: "Sheet", given: str | None) -> dict[str, str] | None:
    """Levels by side (`EW=4,NS=2`). Raises UsageError where a side has none or two."""
    if given is None:
        return None
    found: dict[str, str] = {}
    for part in re.split(r"[\s,，;；]+", given.strip()):
        side, equals, level = re.sub(r"[:：]", "=", part).partition("=")
        name = _side(sheet, side, "--levels")
        if not equals or name in found:
            raise UsageError("judge.levels", given=given, sides=",".join(f"{each}=2" for each in sheet.sides))
        found[name] = read_level(sheet.key, level, sheet.ladder, LEVEL_NAMES)
    if len(found) != len(sheet.sides):
        raise UsageError("judge.levels", given=given, sides=",".join(f"{each}=2" for each in sheet.sides))
    return found


def _side(sheet: "Sheet", given: str, option: str) -> str:
    """A side, its seats in any order."""
    for side in sheet.sides:
        if sorted(given.upper()) == sorted(side):
            return side
    raise UsageError("judge.side", option=option, given=given, sides=" ".join(sheet.sides))


def _places(sheet: "Sheet", given: str, option: str) -> str:
    """Seats in order, none twice."""
    seats = "".join(read_seat(seat, sheet.seats) or "" for seat in re.sub(r"[\s,，>]+", "", given))
    twice = [seat for seat, count in Counter(seats).items() if count > 1]
    if twice:
        raise UsageError("judge.place_twice", option=option, seat=twice[0])
    return seats


def _trick(sheet: "Sheet", given: str, option: str, read: Callable[[int, str], str], most: int | None = None) -> str:
    """A trick in notation: its leader, then the plays, `most` at most. Raises UsageError for one that cannot be."""
    leader, *tokens = re.sub(r"[:：]", " ", given.strip(), count=1).split() or [""]
    seat = read_seat(leader, sheet.seats)
    if not tokens or (most is not None and len(tokens) > most):
        raise UsageError("judge.trick_plays", option=option, given=given, count=len(sheet.seats))
    trick = " ".join((seat or "", *(read(number, token) for number, token in enumerate(tokens))))
    check_copies(*_made(trick), copies=sheet.cards.copies)
    return trick


def _made(trick: str) -> list[str]:
    """The cards of the plays of a trick, or of one play alone."""
    plays = trick.split(" ")[1:] or [trick]
    return [re.split(r"[=>!]", play)[0] for play in plays if play != "-"]


def _incidents(sheet: "Sheet", given: Sequence[str]) -> "tuple[Incident, ...]":
    """What happened: kind, seat, when, `noticed` when, which cards, `count` how many were told."""
    return tuple(_incident(sheet, each) for each in given)


def _incident(sheet: "Sheet", given: str) -> "Incident":
    from replay.record import Incident

    kind, *rest = given.split()
    named = next((name for name, called in KINDS.items() if kind.casefold() == name or kind in called), None)
    if named is None or not rest:
        known = near(kind, [*KINDS, *(name for called in KINDS.values() for name in called)])
        raise UsageError("judge.incident", given=given, near=known)
    seat = read_seat(rest.pop(0), sheet.seats) or ""
    at: tuple[int, int] | None = None
    noticed: tuple[int, int] | None = None
    count: int | None = None
    cards: list[str] = []
    while rest:
        word = rest.pop(0)
        if word in {"noticed", "发现"} and rest:
            noticed = _place(rest.pop(0), given)
        elif word in {"count", "报"} and rest and rest[0].isdecimal():
            count = int(rest.pop(0))
        elif re.fullmatch(r"[\d.]+", word) and at is None:
            at = _place(word, given)
        else:
            cards.append(read_cards(word))
    if at is not None and noticed is not None and noticed < at:
        raise UsageError("judge.noticed", given=given)
    check_copies(*cards, copies=sheet.cards.copies)
    return Incident(kind=named, seat=seat, at=at, noticed=noticed, cards="".join(cards) or None, count=count)


def _place(given: str, whole: str) -> tuple[int, int]:
    """A place in a hand: `7.2` is trick 7, play 2, and `0` before the first trick."""
    found = re.fullmatch(r"([1-9]\d*)\.([1-9]\d*)", given)
    if given != "0" and found is None:
        raise UsageError("judge.place", given=given, whole=whole)
    return (int(found[1]), int(found[2])) if found is not None else (0, 0)
