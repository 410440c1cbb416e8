"""Clocks: how long burying and each play took, and the length of the round."""

from replay.record import Event, Hand
from replay.report import Report
from replay.tricks.sheet import TrickSheet, rotations

_SECONDS = 60


def check_clocks(sheet: TrickSheet, hand: Hand, report: Report) -> None:
    """Report each burial and each play that took longer than the sheet allows (CDP-1.3a); what follows is the referee's."""
    clocks = sheet.clocks
    if clocks.bury is not None:
        for number, action in enumerate(hand.kitty or ()):
            if action.bury is not None and action.seconds is not None and action.seconds > clocks.bury:
                report.add(
                    "CLOCK-BURY",
                    f"kitty/{number}/seconds",
                    trick=0,
                    play=0,
                    seat=action.seat,
                    expected=str(clocks.bury),
                    actual=f"{action.seconds:g}",
                )
    if clocks.play is None or not hand.seconds or not hand.tricks:
        return
    for number, (text, row) in enumerate(zip(hand.tricks, hand.seconds, strict=False), start=1):
        if max(filter(None, row), default=0) <= clocks.play:
            continue
        order = rotations(sheet.seats)[sheet.seats.index(text[0])]
        for position, (seat, taken) in enumerate(zip(order, row, strict=False), start=1):
            if taken is not None and taken > clocks.play:
                report.add(
                    "CLOCK-PLAY",
                    f"seconds/{number - 1}/{position - 1}",
                    trick=number,
                    play=position,
                    seat=sheet.seats[seat],
                    expected=str(clocks.play),
                    actual=f"{taken:g}",
                )


def check_round(sheet: TrickSheet, event: Event | None, reason: str | None, report: Report) -> None:
    """The round's length against the way it ended (SJ-0.2, CDP-1.3b, c)."""
    if reason == "time" and untimed(sheet, event):
        report.add("CLOCK-UNTIMED", "claims/reason", actual=event.stage if event is not None else None)
        return
    limit = sheet.clocks.round_minutes
    if event is None or event.seconds is None or untimed(sheet, event):
        return
    used = int(event.seconds // _SECONDS)
    early = reason == "time" and event.seconds < limit * _SECONDS
    late = reason == "passed" and event.seconds > limit * _SECONDS and sheet.clocks.time_in_hand == "stop"
    if early or late or event.seconds < 0:
        report.add("CLOCK-ROUND", "event/finished", expected=str(limit), actual=str(used))


def stage_name(stage: str) -> str:
    """A stage as sheets name it: lower case, without spaces and hyphens."""
    return stage.strip().lower().replace(" ", "").replace("-", "")


def untimed(sheet: TrickSheet, event: Event | None) -> bool:
    """Whether games of the event's stage are played to their end."""
    return event is not None and event.stage is not None and stage_name(event.stage) in sheet.clocks.untimed_stages
