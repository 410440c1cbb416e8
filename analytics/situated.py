"""The situations by which what a statistic counts can be told apart, as columns beside the rows of `analytics/hands.py`."""

from collections.abc import Mapping, Sequence
from typing import Final

from paipu.analytics.tally_rows import EVERY
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS, TRICK_SHEETS

UNKNOWN: Final = "unknown"
"""The step of what cannot be told."""
BANDS: Final[Mapping[str, Sequence[int]]] = {"trick": (1, 2, 4, 7, 11), "left": (1, 6, 11, 16, 21)}
"""Where the steps of a number begin; the last one is open."""


def _banded(name: str) -> str:
    """SQL: the step in which a number lies, as `4-6` or `11+`."""
    first, *later = BANDS[name]
    name = f"of_{name}"
    cases = [
        f"WHEN {name} < {end} THEN '{start}'" if end == start + 1 else f"WHEN {name} < {end} THEN '{start}-{end - 1}'"
        for start, end in zip((first, *later), later, strict=False)
    ]
    return f"CASE WHEN {name} IS NULL THEN NULL {' '.join(cases)} ELSE '{later[-1]}+' END"


OF_HANDS: Final[Mapping[str, str]] = {
    "level": "level",
    "role": "CASE WHEN contains(side, dealer) THEN 'bank' WHEN contains(side, dealer) IS NOT NULL THEN 'attack' END",
    "month": "day[:7]",
    "event": "event",
    "match": "match",
}
"""What is told of a hand, in SQL over its columns."""
OF_PLAYS: Final[Mapping[str, str]] = {
    "trick": _banded("trick"),
    "left": _banded("left"),
    "ahead": "CASE WHEN own < other THEN 'own' WHEN own > other THEN 'other' WHEN own = other THEN 'even' END",
}
"""What is told of a play: its trick; how many cards the player had before it; which side had the hand with fewest cards."""
OF_WHAT: Final[Mapping[str, str]] = {"kind": "kind", "value": "CAST(value AS VARCHAR)"}
"""What is told of what was counted: what it was, and what it was worth."""
COLUMNS: Final[Mapping[str, str]] = {**OF_WHAT, **OF_PLAYS, **OF_HANDS}
MOST: Final = 2
"""So many situations at once: one down, one across."""

KINDED: Final = frozenset({"leads", "bombs", "bids", "buried_points", "returned_card"})
"""The statistics that keep what each of their numerator was."""
VALUED: Final = frozenset({"levels_per_hand", "hand_points", "buried_points", "kitty_gain", "tribute_net"})
"""Those whose values are few enough to be told apart."""
PLACED: Final = frozenset(
    {*EVERY, "overtime", "throws_failed", "ruffs", "bombs", "bombs_led", "wild_as_other", "lead_taken_over"}
)
"""Those that count plays."""
WHOLE: Final = frozenset({"bombs", "bombs_led", "lead_taken_over"})
"""Those of hands on record from their first play to the last, in which the cards left are known."""
RATED: Final = PLACED - {"bombs", "lead_taken_over"}
"""Those whose denominators are plays too, and so have a trick."""


def offered(key: str, sheet: str | None = None) -> tuple[str, ...]:
    """By what a statistic can be told apart, on a sheet or on any."""
    climbing = sheet is None or sheet in CLIMBING_SHEETS
    tricks = sheet is None or sheet in TRICK_SHEETS
    found = {"month", "event", "match"}
    if key != "matches_won":
        found |= {"level"} if sheet is None or SHEETS[sheet].counts_levels or tricks else set()
        found |= {"role"} if tricks else set()
    found |= {"kind"} if key in KINDED else set()
    found |= {"value"} if key in VALUED else set()
    found |= {"trick"} if key in PLACED else set()
    found |= {"left", "ahead"} if key in WHOLE and climbing else set()
    return tuple(name for name in COLUMNS if name in found)


def spread(key: str, by: Sequence[str]) -> bool:
    """Whether what is counted is told apart among itself: then a step has its share of the whole, and no rate of its own."""
    return any(each in OF_WHAT for each in by) or (any(each in OF_PLAYS for each in by) and key not in RATED)


def of_hands_alone(by: Sequence[str]) -> bool:
    """Whether hands are told apart, not what is counted of each."""
    return all(each in OF_HANDS for each in by)


def stepped(by: Sequence[str]) -> str:
    """SQL: the common table `stepped`, of the rows of `told` with their steps, and what it rests on."""
    size = " ".join(f"WHEN '{key}' THEN {sheet.hand_size}" for key, sheet in SHEETS.items())
    joined = ""
    before = ""
    if any(each in OF_PLAYS for each in by):
        before = _MADE + _STOOD.format(size=f"CASE sheet {size} END")
        joined = "LEFT JOIN stood USING (record, hand_index, ply, unit)"
    columns = ", ".join(f"coalesce({COLUMNS[each]}, '{UNKNOWN}')" for each in by)
    return f"{before} stepped AS (SELECT told.*, [{columns}] AS step FROM told {joined})"  # noqa: S608 - constants of ours


_MADE: Final = """
made AS (
    SELECT
        record, hand_index, trick, seat, CASE cards WHEN '-' THEN 0 ELSE length(cards) // 2 END AS cards,
        row_number() OVER (PARTITION BY record, hand_index ORDER BY trick, play) AS ply
    FROM stored.plays
    SEMI JOIN told USING (record, hand_index)
),
"""
_STOOD: Final = """
asked AS (SELECT DISTINCT record, hand_index, ply, unit, side, {size} AS size FROM told WHERE ply > 0),
of_seats AS (
    SELECT
        record, hand_index, asked.ply, unit, side, seat,
        size - coalesce(sum(cards) FILTER (made.ply < asked.ply), 0) AS held, size = sum(cards) AS through,
        any_value(trick) FILTER (made.ply = asked.ply) AS trick
    FROM asked JOIN made USING (record, hand_index)
    GROUP BY record, hand_index, asked.ply, unit, side, size, seat
),
stood AS (
    SELECT
        record, hand_index, ply, unit, any_value(trick) AS of_trick, bool_or(through) AS whole,
        CASE WHEN whole THEN any_value(held) FILTER (trick IS NOT NULL) END AS of_left,
        CASE WHEN whole THEN min(held) FILTER (contains(side, seat)) END AS own,
        CASE WHEN whole THEN min(held) FILTER (NOT contains(side, seat)) END AS other
    FROM of_seats
    GROUP BY record, hand_index, ply, unit
),
"""
"""How many cards each seat held before a play: told where somebody plays all his cards, and so began with all of them."""
