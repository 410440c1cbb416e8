"""What the keys of the statistics are called."""

from typing import Final

from paipu.replay.texts import Texts

TOGETHER: Final = " + "
"""Between the members of a unit."""
NAMES: Final = Texts({}, (__package__, "text.statistic"))
"""By key, in the order in which statistics are shown."""
