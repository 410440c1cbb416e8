"""Clocks, whatever the family: how long burying and each play took, and the length of the round."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from paipu.replay.notation import PASS, read_gift, split_trick
from paipu.replay.plays import seconds_at, turns
from paipu.replay.record import Event, Hand
from paipu.replay.report import Report
from paipu.replay.rulesheet import ClockRules, RuleSheet

_SECONDS: Final = 60


def check_burials(clocks: ClockRules, hand: Hand, report: Report) -> None:
    """Each burial that took longer than the sheet allows (CDP-1.3a); what follows is the referee's."""
    if clocks.bury is None:
        return
    for number, action in enumerate(hand.kitty or ()):
        buried = action.bury is not None or (action.silent and not number)
        if buried and action.seconds is not None and action.seconds > clocks.bury:
            report.add(
                "CLOCK-BURY",
                f"kitty/{number}/seconds",
                trick=0,
                play=0,
                seat=action.seat,
                expected=str(clocks.bury),
                actual=f"{action.seconds:g}",
            )


def check_tribute(clocks: ClockRules, hand: Hand, report: Report) -> None:
    """Each card of tribute, or one given back, that took longer than the sheet allows (JS-5.4.4)."""
    for number, (giver, taken, limit) in enumerate(timed_gifts(clocks, hand)):
        if taken is not None and limit is not None and taken > limit:
            place, used = f"tribute_seconds/{number}", f"{taken:g}"
            report.add("CLOCK-TRIBUTE", place, trick=0, play=0, seat=giver, expected=str(limit), actual=used)


def timed_gifts(clocks: ClockRules, hand: Hand) -> Iterator[tuple[str, float | None, int | None]]:
    """The cards of tribute and those given back: by whom, the seconds that each took, and those that it may take."""
    received: set[str] = set()
    for text, taken in zip_longest(hand.tribute or (), hand.tribute_seconds[: len(hand.tribute or ())]):
        giver, taker, _ = read_gift(text)
        yield giver, taken, clocks.give_back if giver in received else clocks.tribute
        received.add(taker)


def timed_play(clocks: ClockRules, hand: Hand, at: tuple[int, int]) -> tuple[float | None, int | None]:
    """The seconds that the play at a place took, and those that it may take; of a hand from its middle on none is the first."""
    return seconds_at(hand, at), clocks.limit(*at) if hand.left is None else clocks.play


def check_plays(sheet: RuleSheet, hand: Hand, sizes: Sequence[int], report: Report) -> None:
    """Each play that took longer than the sheet allows (CDP-1.3a, GD3-A4), given how many cards each seat plays in the hand.

    Of a hand on record from its middle on the first play was made before.
    """
    clocks, tricks, begun = sheet.clocks, hand.tricks or (), hand.left is not None
    most = clocks.play
    if most is None:
        return
    over = [
        (trick, play, taken, limit)
        for trick, row in enumerate(hand.seconds[: len(tricks)], start=1)
        if max(filter(None, row), default=0) > most
        for play, taken in enumerate(row, start=1)
        if taken is not None and taken > (limit := (None if begun else clocks.limit(trick, play)) or most)
    ]
    order = list(turns(sheet, tricks, sizes)) if over else []
    for trick, play, taken, limit in over:
        for seat in order[trick - 1][play - 1 : play]:
            report.add(
                "CLOCK-PLAY",
                f"seconds/{trick - 1}/{play - 1}",
                trick=trick,
                play=play,
                seat=sheet.seats[seat],
                expected=str(limit),
                actual=f"{taken:g}",
                case="pass" if split_trick(tricks[trick - 1])[play : play + 1] == [PASS] else None,
            )


def check_round(clocks: ClockRules, event: Event | None, reason: str | None, report: Report) -> None:
    """The round's length against the way it ended (SJ-0.2, CDP-1.3b, c, GD3-A5)."""
    untimed = clocks.untimed(event)
    if reason == "time" and untimed:
        report.add("CLOCK-UNTIMED", "claims/reason", actual=event.stage if event is not None else None)
    limit = clocks.round_minutes
    if event is None or event.seconds is None or limit is None or untimed:
        return
    early = reason == "time" and event.seconds < limit * _SECONDS
    late = reason == "passed" and event.seconds > limit * _SECONDS and clocks.time_in_hand == "stop"
    if early or late or event.seconds < 0:
        used = f"{round(event.seconds / _SECONDS, 2):g}"
        report.add("CLOCK-ROUND", "event/finished", expected=str(limit), actual=used)
