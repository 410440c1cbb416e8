"""What the keys of the statistics are called."""

from typing import Final

from paipu.replay.texts import Texts

TOGETHER: Final = " + "
"""Between the members of a unit."""
NAMES: Final = Texts({}, (__package__, "text.statistic"))
"""By key, in the order in which statistics are shown."""


def keys_of(said: str) -> list[str]:
    """The keys that are written so, or named so in either language."""
    wanted = said.strip().casefold()
    if wanted in NAMES:
        return [wanted]
    return [key for key, name in NAMES.items() if wanted in {each.casefold() for each in name}]
