"""What narrows the hands that are counted: which matches, who sat where, which hands of these."""

import re
from datetime import date
from typing import Any, Final, NamedTuple


class Filters(NamedTuple):
    """What is None filters nothing; all else must hold together.

    `members` are the ids by which the unit is known, `partners` and `opponents` ids of players who sat on its side and on the
    other, `since` and `until` days (2026-05-01), both included. `side` has the seats of the unit's side. Of the hands `level`
    is that which was played, `bank` whether the unit's side had the bank, `first` and `last` so many hands of each match.
    `over` and `under`: how high the opponents, as a pair, were rated before the match. Which matches these are, against whom,
    only ratings tell: `facing` has them (`ratings.faced`).
    """

    members: tuple[str, ...] | None = None
    partners: tuple[str, ...] | None = None
    opponents: tuple[str, ...] | None = None
    since: str | None = None
    until: str | None = None
    seat: str | None = None
    side: str | None = None
    level: str | None = None
    bank: bool | None = None
    first: int | None = None
    last: int | None = None
    over: float | None = None
    under: float | None = None
    facing: tuple[str, ...] | None = None

    @property
    def narrow(self) -> bool:
        """Whether anything but the unit is asked for: then peers are not compared, and sums do not tell it."""
        return any(value is not None for value in self[1:])

    def param(self) -> dict[str, Any]:
        """As a query takes them."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self._asdict().items()}


NO_FILTERS: Final = Filters()
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def is_day(said: str) -> bool:
    """Whether it is a day of the calendar, written 2026-05-01."""
    if not _DAY.fullmatch(said):
        return False
    try:
        date.fromisoformat(said)
    except ValueError:
        return False
    return True
