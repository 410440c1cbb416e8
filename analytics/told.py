"""What the rows of a batch are made of, before Arrow: of each input its rows, and what the tables with many rows of a record
are derived from, for all records at once (`analytics/by_column.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from paipu.analytics.dealt import Dealt
from paipu.analytics.event_rows import EventPins
from paipu.analytics.plays import Plays
from paipu.analytics.rows import Pins, QuarantineRow, Rows
from paipu.analytics.seat_hands import Seen
from paipu.analytics.tally.book import Book

Sitting = tuple[tuple[str, ...] | None, str | None]
"""The players of a unit in the order of their ids, None where one is not named; and their team."""
NO_ACTS: Final = (False,) * 9


class Told(NamedTuple):
    """What is told of a record: the `numbers` of its hands and their plays, what was counted, who sat at the seats and the
    sides of the book, the hands that count, those that were dealt openly, and by its sheet the `limits` on think times (of the
    first play of a hand and of another, in seconds), which `acts` there may be and which combinations are bombs.
    """

    numbers: Sequence[int]
    plays: Sequence[Plays]
    book: Book
    sitting: Sequence[Sitting] = ()
    seen: Sequence[Seen] = ()
    dealt: Sequence[Dealt] = ()
    limits: tuple[float, float] | None = None
    acts: Sequence[bool] = NO_ACTS
    bombs: frozenset[str] = frozenset()


class Audited(NamedTuple):
    """A record or an event of a batch: where it stands there, what its rows rest on, and the rows; of a record also what others
    are derived from.
    """

    position: int
    pins: Pins | EventPins
    rows: Rows
    told: Told | None = None


@dataclass
class BatchRows:
    """What the inputs of a batch have become, before Arrow."""

    audited: list[Audited] = field(default_factory=list)
    quarantined: list[QuarantineRow] = field(default_factory=list)

    def extend(self, other: "BatchRows") -> None:
        """Add the rows of another batch after these."""
        self.audited += other.audited
        self.quarantined += other.quarantined
