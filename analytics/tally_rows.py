"""The rows of tallies and of their sums: their columns are the keys of the statistics, in the order in which they are shown."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final, NamedTuple


class Count(NamedTuple):
    """A statistic over some hands: numerator and denominator, how many hands are open, and of a mean the sum of squares."""

    numerator: int
    denominator: int
    open: int
    squares: int | None


class Sum(NamedTuple):
    """Counts of many records added up; and of each match, whose acts go together, numerator and denominator squared and
    multiplied, and whether there is anything in the denominator.
    """

    numerator: int
    denominator: int
    open: int
    squares: Decimal | None
    nn: Decimal
    nd: Decimal
    dd: Decimal
    matches: int


class TallyRow(NamedTuple):
    """What a seat, or a side, has in every statistic; None where there is nothing of the kind.

    `unit` is a seat, or the seats of a side; `players` who sat there, in the order of their ids, None where one is not named.
    """

    unit: str
    players: tuple[str, ...] | None
    team: str | None
    matches_won: Count | None
    levels_per_hand: Count | None
    faults_confirmed: Count | None
    faults_alleged: Count | None
    think_time: Count | None
    overtime: Count | None
    bank_share: Count | None
    dealer_share: Count | None
    hold_rate: Count | None
    take_rate: Count | None
    attack_points: Count | None
    attack_trick_points: Count | None
    attack_kitty_points: Count | None
    attack_penalties: Count | None
    conceded_points: Count | None
    shutout_rate: Count | None
    kitty_capture: Count | None
    kitty_gain: Count | None
    leads: Count | None
    tricks_won: Count | None
    points_taken: Count | None
    bids: Count | None
    bids_stood: Count | None
    buried_points: Count | None
    reopened: Count | None
    throws: Count | None
    throws_failed: Count | None
    ruffs: Count | None
    place_1: Count | None
    place_2: Count | None
    place_3: Count | None
    place_4: Count | None
    place_5: Count | None
    place_6: Count | None
    both_first: Count | None
    both_last: Count | None
    rise_mix_8: Count | None
    rise_mix_5: Count | None
    rise_mix_3: Count | None
    rise_mix_2: Count | None
    rise_mix_1: Count | None
    hand_points: Count | None
    pass_ace: Count | None
    bombs: Count | None
    bombs_led: Count | None
    wild_as_other: Count | None
    tribute_paid: Count | None
    tribute_refused: Count | None
    returned_card: Count | None
    tribute_net: Count | None
    lead_taken_over: Count | None
    pass_rate: Count | None


KEYS: Final = TallyRow._fields[3:]
"""The keys of the statistics, in the order in which they are shown."""


OF_PLAYERS: Final = frozenset(
    {
        *("dealer_share", "leads", "tricks_won", "points_taken", "bids", "reopened", "bombs", "lead_taken_over"),
        *(f"place_{place}" for place in range(1, 7)),
    }
)
"""What is counted of each player in hands or tricks that all have together: a side has what its players have, of as many."""
OF_PLAYS: Final = frozenset(
    {
        *("faults_confirmed", "faults_alleged", "think_time", "overtime", "bids_stood", "throws", "throws_failed", "ruffs"),
        *("bombs_led", "wild_as_other", "tribute_paid", "tribute_net", "pass_rate", "buried_points", "returned_card"),
    }
)
"""What is counted of a player's own acts: a side has the acts of all its players."""
EVERY: Final[Mapping[str, str]] = {
    **dict.fromkeys(("faults_confirmed", "faults_alleged"), "true"),
    **dict.fromkeys(("think_time", "overtime"), "seconds IS NOT NULL"),
    "leads": "play = 1 AND trick <= denominator",
    "tricks_won": "last AND trick <= denominator",
    "pass_rate": "play > 1",
    "throws": "play = 1",
}
"""What is counted of every play of a kind, for which no places are kept: in SQL, which rows of `plays` these are, where `last`
is the last play of a trick; a trick that is not through comes after those that count. Of tricks all players have every one, of
all else each its own.
"""
MEANS: Final = frozenset(
    {
        *("faults_confirmed", "faults_alleged"),
        *("levels_per_hand", "think_time", "attack_points", "attack_trick_points", "attack_kitty_points", "attack_penalties"),
        *("conceded_points", "kitty_gain", "points_taken", "bids", "reopened", "hand_points", "bombs", "tribute_net"),
        *("lead_taken_over", "buried_points", "returned_card"),
    }
)
"""What has a mean, as it may be more than one; all else is a share. All that is in none of these three is counted of a side,
and so are its players.
"""
ADDED: Final = MEANS - {"faults_confirmed", "faults_alleged", "bids", "reopened", "bombs", "lead_taken_over"}
"""Means of values: the numerator is their sum. In all else it is a count."""


class ThinkTimeRow(NamedTuple):
    """How many plays of a seat took so long, to the millisecond."""

    seat: str
    milliseconds: int
    plays: int


class HandCountRow(NamedTuple):
    """What a seat or a side has in a statistic of a hand; `hand_index` is None for what is counted of the match.

    Of what is counted of players there are rows of seats alone, of all else rows of sides. `hits` are the plies of what is in
    the numerator, a ply as often as it counts there, `others` those of what is in the denominator alone; None where these are
    no plays, or every play of a kind (`EVERY`). Of several values of one hand `hits` has the values. `kinds` says what each of
    the numerator was, in the order of `hits` where there are any (`analytics/kinds.py`); None where nothing tells them apart.
    """

    hand_index: int | None
    unit: str
    key: str
    numerator: int
    denominator: int
    open: int
    squares: int
    hits: tuple[int, ...] | None
    others: tuple[int, ...] | None
    kinds: tuple[str, ...] | None
