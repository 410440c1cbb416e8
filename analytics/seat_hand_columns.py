"""The rows of `seat_hands`, of all records of a batch at once."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paipu.analytics.played import CARD, Played
from paipu.analytics.ragged import Bools, Ints, Ragged, flat
from paipu.analytics.seat_hand_rows import ACTS, LARGEST
from paipu.analytics.tally.book import MOST_SEATS, SIDES_FROM
from paipu.analytics.tally.by_play import bombs_in
from paipu.analytics.tally.rows import Counts
from paipu.analytics.tally.totals import Units
from paipu.analytics.told import Told
from paipu.replay.climbing.combos import Kind

HELD: Final = ("big_jokers", "little_jokers", "level_cards", "wilds", "trumps")
NAMES: Final = sorted(ACTS)
"""The acts, in the order in which those of one ply are told."""


class _Truth(NamedTuple):
    """Whether something is so of each row, where that is told."""

    so: Bools
    told: Bools

    def column(self) -> pa.Array:
        return pa.array(self.so & self.told, mask=~self.told)


class _Asked:
    """What the counts of a batch say of some seats in some hands."""

    def __init__(self, counts: Counts, played: Played, units: Units, hands: Ints, seats: Ints) -> None:
        self.counts, self.total, self.hands, self.seats = counts, len(played.records), hands, seats
        record = played.records[hands]
        side = units.partners[record, seats]
        self.sided = side < SIDES_FROM + 2
        self.side = np.where(self.sided, side, SIDES_FROM)
        self.other = np.where(self.side == SIDES_FROM, SIDES_FROM + 1, SIDES_FROM)
        self.partners = units.members[record, self.side - SIDES_FROM]

    def of(self, key: str, units: Ints) -> tuple[Ints, Ints]:
        """Numerator and denominator for a unit of each row; 0 for a side where nobody knows who are partners."""
        told = (self.sided | (units < SIDES_FROM)).astype(np.int64)
        hits, of = (each[self.hands, units] * told for each in self.counts.dense(key, self.total))
        return hits, of

    def share(self, key: str, units: Ints) -> _Truth:
        """Whether a hand is in the numerator of a statistic, where it is in the denominator."""
        hits, of = self.of(key, units)
        return _Truth(hits > 0, of != 0)

    def of_one(self, key: str, others: str) -> _Truth:
        """What is told of one side; it is not so of the other, of which something else is told instead."""
        so, told = self.share(key, self.side)
        return _Truth(so & told, told | self.share(others, self.side).told)

    def captured(self) -> _Truth:
        """Whether a side captured the kitty; only attackers can."""
        so, told = self.share("kitty_capture", self.side)
        return _Truth(so & told, told | self.share("kitty_capture", self.other).told)

    def has_attackers(self) -> Bools:
        return self.share("attack_points", self.side).told | self.share("conceded_points", self.side).told

    def place(self) -> tuple[Ints, Bools]:
        """The place in which a seat finished."""
        found = np.zeros(len(self.hands), np.int64)
        for place in range(MOST_SEATS, 0, -1):
            found = np.where(self.of(f"place_{place}", self.seats)[0] != 0, place, found)
        return found, found > 0

    def outcome(self, of_bank: Ints) -> tuple[Ints, Bools]:
        """1 for the side that has won the hand, -1 for the other, 0 where neither has.

        Where the bank changes hands it goes with that, where it goes round by the table of points; where places earn points who
        has more of them has won, and else the side of the first place.
        """
        held, taken, bank, both = (self.share(key, self.side) for key in ("hold_rate", "take_rate", "bank_share", "both_first"))
        of_office = held.told | taken.told
        office = np.where((held.so & held.told) | (taken.so & taken.told), 1, -1)
        by_table = np.where((of_bank == 1) == bank.so, 1, -1)
        (own, of_own), (others, of_others) = (self.of("hand_points", side) for side in (self.side, self.other))
        by_points = (of_own != 0) & (of_others != 0)
        firsts = self.counts.dense("place_1", self.total)[0]
        partners = firsts[self.hands[:, None], np.minimum(self.partners, SIDES_FROM)] * (self.partners < SIDES_FROM)
        first = np.where(partners.any(axis=1) | both.so, 1, -1)
        choices = [of_office, bank.told, by_points, both.told]
        found = np.select(choices, [office, by_table, np.sign(own - others), first], 0)
        told = np.select(choices, [True, (of_bank >= 0) & self.has_attackers(), True, True], default=False)
        return found, told.astype(np.bool_) & self.sided


def seat_hands_of(told: Sequence[Told], played: Played, counts: Counts, units: Units) -> Mapping[str, pa.Array]:
    """The columns of a `SeatHandRow`, and of the number of its hand and its seat in the batch."""
    seen = [(begin + hand.place, hand) for begin, each in zip(played.begins.tolist(), told, strict=True) for hand in each.seen]
    of_hands = np.array([hand for hand, _ in seen], np.int64)
    sizes = played.seats[played.records[of_hands]]
    rows = np.repeat(np.arange(len(seen)), sizes)
    hands = of_hands[rows]
    seats = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    asked = _Asked(counts, played, units, hands, seats)
    held = [*chain.from_iterable([hand.held for _, hand in seen])]
    of_bank = np.array([-1 if hand.of_bank is None else hand.of_bank for _, hand in seen], np.int64)[rows]
    attackers = pa.array([hand.attackers for _, hand in seen], pa.int64()).take(pa.array(rows))
    outcome, told_outcome = asked.outcome(of_bank)
    place, placed = asked.place()
    made: dict[str, pa.Array] = {"hand": pa.array(hands), "seat": pa.array(seats)}
    made |= {name: pa.array(held[at :: len(HELD)], pa.int64()) for at, name in enumerate(HELD)}
    made |= {
        "bank": asked.share("bank_share", asked.side).column(),
        "banker": asked.share("dealer_share", seats).column(),
        "outcome": pa.array(outcome, mask=~told_outcome),
        "bank_held": asked.of_one("hold_rate", "take_rate").column(),
        "bank_taken": asked.of_one("take_rate", "hold_rate").column(),
        "kitty_captured": asked.captured().column(),
        "attackers": pc.if_else(pa.array(asked.has_attackers()), attackers, None),
        "place": pa.array(place, mask=~placed),
        "both_first": asked.share("both_first", asked.side).column(),
        "both_last": asked.share("both_last", asked.side).column(),
        "ace_passed": asked.share("pass_ace", asked.side).column(),
        "tribute_paid": asked.share("tribute_paid", seats).column(),
        "tribute_refused": asked.share("tribute_refused", asked.side).column(),
    }
    read, finished = (np.array([getattr(hand, name) for _, hand in seen], np.bool_)[rows] for name in ("read", "finished"))
    return made | _acts(told, seen, played, counts, hands, seats, read, finished)


def _acts(
    told: Sequence[Told],
    seen: Sequence[tuple[int, Any]],
    played: Played,
    counts: Counts,
    hands: Ints,
    seats: Ints,
    read: Bools,
    finished: Bools,
) -> dict[str, pa.Array]:
    """The sizes of what each seat did, a bit each, null where the plays do not tell, and where a sheet has no such thing; and
    all of its acts by their plies.
    """
    hand, seat, ply, name, size = _done(told, seen, played, counts)
    of_row = np.full(len(played.records) * MOST_SEATS, -1)
    of_row[hands[read] * MOST_SEATS + seats[read]] = np.flatnonzero(read)
    row = of_row[hand * MOST_SEATS + seat]
    kept = row >= 0
    row, ply, name, size = row[kept], ply[kept], name[kept], size[kept]
    order = np.lexsort((name, ply, row))
    row, ply, name, size = row[order], ply[order], name[order], size[order]
    masks = np.zeros((len(hands), len(NAMES)), np.int64)
    np.bitwise_or.at(masks, (row, name), np.left_shift(1, np.minimum(size, LARGEST)))
    known = np.array([each.acts for each in told], np.bool_).reshape(-1, len(ACTS))[played.records[hands]] & read[:, None]
    sizes = np.bincount(row, minlength=len(hands))
    lists = [Ragged(sizes, values, sizes > 0) for values in (name, size, ply)]
    made: dict[str, pa.Array] = {}
    for at, act in enumerate(ACTS):
        there = known[:, at] & finished if act in OF_WHOLE else known[:, at]
        made[act] = pa.array(masks[:, NAMES.index(act)], mask=~there)
    return made | {"acts": lists[0].array(pa.array(NAMES)), "sizes": lists[1].array(), "plies": lists[2].array()}


OF_WHOLE: Final = ("ruff",)
"""What only a hand that was played out can tell: that a seat was void is confirmed by its later plays."""
_Events = tuple[Ints, Ints, Ints, Ints, Ints]


def _done(told: Sequence[Told], seen: Sequence[tuple[int, Any]], played: Played, counts: Counts) -> _Events:
    """Hand, seat, ply, name and size of all that was done."""
    begins = np.concatenate([[0], np.cumsum(np.bincount(played.hands, minlength=len(played.records)))])
    thrown = pc.binary_length(pc.coalesce(played.attempted, played.cards)).to_numpy() // CARD
    found = [*_kinds(told, played, counts)]
    for name, key in (("throw", "throws"), ("failed_throw", "throws_failed"), ("ruff", "ruffs")):
        hand, seat, ply = counts.of(key)
        found.append((hand, seat, ply, np.full(len(hand), NAMES.index(name)), thrown[begins[hand] + ply - 1]))
    tractors = flat(chain.from_iterable((hand, *each) for each in one.tractors) for hand, one in seen).reshape(-1, 4)
    hand, seat, pairs, ply = tractors.T
    found.append((hand, seat, ply, np.full(len(hand), NAMES.index("tractor")), pairs))
    one, two, three, four, five = (np.concatenate(each) for each in zip(*found, strict=True))
    return one, two, three, four, five


def _kinds(told: Sequence[Told], played: Played, counts: Counts) -> Sequence[_Events]:
    """Of what the audit found plays to be: bombs and the like, and which of them have a wild card for another one."""
    at = np.flatnonzero(played.types_at >= 0)
    codes, is_bomb = played.types_at[at], bombs_in(told, played)[at]
    hand, _, ply = counts.of("wild_as_other")
    most = 1 + max(played.plies.max(initial=0), ply.max(initial=0))
    wild = np.isin(played.hands[at] * most + played.plies[at], hand * most + ply)
    flush, jokers = (
        np.array([name == kind for name in played.type_names], np.bool_)[codes]
        for kind in (Kind.STRAIGHT_FLUSH, Kind.FOUR_JOKERS)
    )
    found = []
    for name, which in (
        ("bomb", is_bomb),
        ("wild_bomb", is_bomb & wild),
        ("straight_flush", flush),
        ("wild_straight_flush", flush & wild),
        ("four_jokers", jokers),
    ):
        here = at[which]
        number = np.full(len(here), NAMES.index(name))
        found.append((played.hands[here], played.seated[here], played.plies[here], number, played.sizes[here]))
    return found
