"""What the keys of the statistics are called, and what each statistic is."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text
from paipu.replay.texts import Texts

TOGETHER: Final = " + "
"""Between the members of a unit."""
NAMES: Final = Texts({}, (__package__, "text.statistic"))
"""By key, in the order in which statistics are shown."""
TOLD: Final = ("numerator", "denominator", "high", "misleads")
"""What is said of each statistic; `high` is what a high value means."""
NUMERATOR: Final = Texts({}, (__package__, "explained.numerator"))
DENOMINATOR: Final = Texts({}, (__package__, "explained.denominator"))
HIGH: Final = Texts({}, (__package__, "explained.high"))
MISLEADS: Final = Texts({}, (__package__, "explained.misleads"))
EXPLAINED: Final[Mapping[str, Mapping[str, Text]]] = dict(zip(TOLD, (NUMERATOR, DENOMINATOR, HIGH, MISLEADS), strict=True))
"""What is said, by key."""


def keys_of(said: str) -> list[str]:
    """The keys that are written so, or named so in either language."""
    wanted = said.strip().casefold()
    if wanted in NAMES:
        return [wanted]
    return [key for key, name in NAMES.items() if wanted in {each.casefold() for each in name}]
