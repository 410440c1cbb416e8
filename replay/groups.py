"""Groups of slots of a rule sheet: tuples of which every field is read by its name."""

from types import new_class
from typing import Any, NamedTuple, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class _MadeTuple(type):
    def __new__(cls, name: str, bases: tuple[type, ...], made: dict[str, Any]) -> type:
        if not bases:
            return super().__new__(cls, name, bases, made)
        return new_class(name, (NamedTuple,), exec_body=lambda own: own.update(made))


class Group(metaclass=_MadeTuple):
    """What is written as a class of this is a NamedTuple, which the type checker does not know.

    Of a NamedTuple that it knows, the compiler of the compiled build reads the fields by their number: who watches what is
    read of a group (`replay/slot_reads.py`) would not be told.
    """

    def _replace(self, **slots: object) -> Self:
        raise NotImplementedError(slots)  # it is the tuple's
