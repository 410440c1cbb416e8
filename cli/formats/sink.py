"""What every form of output is asked to do."""

from typing import Literal, NamedTuple, Protocol

from cli.support.known import Waiver
from cli.support.outcomes import Item, Outcome
from ingest.rejection import Rejection


class Standing(NamedTuple):
    """Whether a finding counts: one that is new does, not one that is known, waived, or follows from another."""

    state: Literal["new", "known", "waived", "follows"]
    waiver: Waiver | None = None


class Sink(Protocol):
    """Writes findings as they come; nothing is kept until the end."""

    def begin(self) -> None:
        """Before the first finding."""

    def finding(self, item: Item, outcome: Outcome, standing: Standing) -> None:
        """One finding, whatever its standing."""

    def rejection(self, rejection: Rejection) -> None:
        """An input that was refused; standard error has told of it already."""

    def end(self) -> None:
        """After the last finding."""
