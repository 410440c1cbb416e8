"""Objects that are made by the million and never change."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Made]) -> type[Made]:
    """A dataclass that the type checker lets nobody change: with a check at run time, to make one takes thrice as long."""
    return dataclass(slots=True, kw_only=True, unsafe_hash=True)(cls)
