"""What a case file says, and what a report on an event says and the page 排名 with it."""

from typing import Final

from paipu.replay.texts import Texts
from paipu.replay.words import FIGURE_NAMES

CASE: Final = Texts({}, (__package__, "case"))
EVENT: Final = Texts({f"figure.{key}": name for key, name in FIGURE_NAMES.items()}, (__package__, "event"))
