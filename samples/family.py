"""What the makers of each family of sheets give, so that the rest never asks which family it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from replay.record import OptionValue
from samples.document import Document
from samples.fault import Fault, W
from samples.people import Tournament


@dataclass(frozen=True, kw_only=True)
class Maker(Generic[W]):
    """How the matches of a family are made up.

    `tournament` is the one that a sheet is played in, `organised` the options that its organiser sets, if he sets any (both by
    the sheet's key). `play` plays the hands of a document that has none yet, to the end or so many of them. `copy` is what the
    `faults` are built into.
    """

    tournament: Callable[[str], Tournament]
    organised: Callable[[str, Random], Mapping[str, OptionValue] | None]
    play: Callable[[Document, Random, int | None], None]
    copy: Callable[[Mapping[str, Any], Random], W]
    faults: tuple[Fault[W], ...]
