"""What every form of output is asked to do."""

from abc import ABC, abstractmethod
from typing import Literal, NamedTuple

from paipu.cli.support.known import Waiver
from paipu.cli.support.outcomes import Item, Outcome
from paipu.ingest.rejection import Rejection


class Standing(NamedTuple):
    """Whether a finding counts: one that is new does, not one that is known, waived, or follows from another."""

    state: Literal["new", "known", "waived", "follows"]
    waiver: Waiver | None = None


class Sink(ABC):
    """Writes findings as they come, or in an order of its own. A form has nothing else to say where it does not say so."""

    def begin(self) -> None:  # noqa: B027 - nothing, where a form has no head
        """Before the first finding."""

    @abstractmethod
    def finding(self, item: Item, outcome: Outcome, standing: Standing) -> None:
        """One finding, whatever its standing."""

    def rejection(self, rejection: Rejection) -> None:  # noqa: B027 - nothing, where a form has no place for it
        """An input that was refused; standard error has told of it already."""

    def end(self) -> None:  # noqa: B027 - nothing, where a form has no foot
        """After the last finding."""

    def close(self) -> None:  # noqa: B027 - nothing, where a form keeps nothing
        """After all, or where it was broken off."""
