"""When a fault was found decides under which row of the sheet it falls: the tiers of one fault, each with its moments."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple

from paipu.replay.family import FAMILIES
from paipu.replay.faults import WRONG_COUNTS, WRONG_PLAYS, Moment
from paipu.replay.record import AT_OF_INCIDENT, GameRecord, Incident
from paipu.replay.ruling.alleged import AllegedFault, hand_of, moments
from paipu.replay.sheets import sheet_of

ALL_DAY: Final = 86_400.0


class Tier(NamedTuple):
    """A row, or several that cost the same: the fault as found within it, and the first and the last moment for it.

    Who is late falls under one by the seconds, at least `least` and less than `most`; where they are told there is no other.
    `applies`: by what is known this is it.
    """

    incident: Incident
    first: Moment
    last: Moment
    applies: bool
    least: float | None = None
    most: float | None = None


def tiers(record: GameRecord, matter: AllegedFault, noticed: Moment | None = None) -> tuple[Tier, ...]:
    """The tiers of a fault, earliest first. It was `noticed` then, or as its incident says, or else after the last play."""
    hand, incident = hand_of(record, matter.hand), matter.incident
    said = noticed or incident.noticed
    found = list(moments(record, hand))
    end = found[-1]
    now: Moment | None = said or max(end, incident.at or end)
    sheet = sheet_of(record)
    tier_of = FAMILIES[sheet.family].tier_of(sheet, hand)
    if incident.kind == "late":
        return tuple(_lateness(record, incident, found[0]))
    if said is None and unplaced(incident) and end == found[0]:  # nor is there a play on record at which it may have been found
        return (Tier(incident, end, end, applies=True),)
    if said is None and incident.at is None and end == found[0]:  # a wrong count: nobody knows when it was found
        whole = [found[0], (1, 1), end_of(record)]
        if len({tier_of(replace(incident, noticed=each)) for each in whole}) > 1:
            found, now = whole, None
    happened = (0, 0) if incident.kind in WRONG_COUNTS else incident.at or (0, 0)
    stands = matter.code is not None and incident.kind in WRONG_PLAYS  # the audit finds what nobody took back
    later = [each for each in found if each > happened or (each == happened and not stands)] or [max(happened, end)]
    if unplaced(incident) and AT_OF_INCIDENT[incident.kind] in {"play", "due"}:  # no play is made before the first trick
        later = later[1:] or later
    if now is not None:
        now = max(now, later[0])
        later = sorted({*later, now})
    spans = [list(span) for _, span in groupby(later, lambda each: tier_of(replace(incident, noticed=each)))]
    return tuple(
        Tier(replace(incident, noticed=now if now in span else span[-1]), span[0], span[-1], now in span) for span in spans
    )


def end_of(record: GameRecord) -> Moment:
    """The last play of a hand that is played out, for one of which the plays are not on record."""
    sheet = sheet_of(record)
    return sheet.hand_size, len(sheet.seats)


def unplaced(incident: Incident) -> bool:
    """Whether nobody knows when a fault happened that was not there from the beginning."""
    return incident.at is None and incident.kind not in WRONG_COUNTS and AT_OF_INCIDENT[incident.kind] != "beginning"


def however_late(record: GameRecord, matter: AllegedFault) -> Tier:
    """Who was late, by however much: not more is said of it than is told."""
    start = moments(record, hand_of(record, matter.hand))[0]
    return Tier(matter.incident, start, start, applies=True, least=0.0, most=ALL_DAY)


def _lateness(record: GameRecord, incident: Incident, start: Moment) -> Iterator[Tier]:
    """Who was late falls under a tier by how late it was."""
    rows = sheet_of(record).penalties.lateness
    for number, least in enumerate(rows):
        last = number + 1 == len(rows)
        most = ALL_DAY if last else rows[number + 1]
        told = incident.seconds
        here = told is not None and least <= told and (last or told < most)
        if told is not None and not here:
            continue  # nothing is proposed against what is told
        seconds = told if here or len(rows) == 1 else least or 1  # nobody is late by nothing
        yield Tier(replace(incident, seconds=seconds), start, start, here or len(rows) == 1, least, most)
