"""The sheets of the trick-taking family, as the makers of their matches need them."""

from collections.abc import Mapping
from types import MappingProxyType

from replay.audit import configured_sheet
from replay.record import OptionValue
from replay.tricks.sheet import TrickSheet


def trick_sheet(key: str, options: Mapping[str, OptionValue] = MappingProxyType({})) -> TrickSheet:
    """A trick-taking sheet with options set. Raises KeyError for any other."""
    sheet = configured_sheet(key, tuple(sorted(options.items())))
    if not isinstance(sheet, TrickSheet):
        raise KeyError(key)
    return sheet
