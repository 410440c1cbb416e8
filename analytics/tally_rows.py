"""The rows of tallies and of their sums: their columns are the keys of the statistics, in the order in which they are shown."""

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
    tricks_won: Count | None
    points_taken: Count | None
    bids: Count | None
    bids_stood: Count | None
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
    tribute_net: Count | None
    lead_taken_over: Count | None
    pass_rate: Count | None


KEYS: Final = TallyRow._fields[3:]
"""The keys of the statistics, in the order in which they are shown."""


class ThinkTimeRow(NamedTuple):
    """How many plays of a seat took so long, to the millisecond."""

    seat: str
    milliseconds: int
    plays: int
