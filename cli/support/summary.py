"""What became of the inputs of an audit, counted."""

from dataclasses import dataclass, field

from paipu.replay.findings import Severity


@dataclass(slots=True)
class Summary:
    """Counts of inputs and findings. `internal` of the quarantined inputs are faults of this program; `denied` may not be read.

    `published` counts the cells of an event's published tables: all, checked, differing and unchecked; None without an event.
    `severities` counts the findings that count; `known`, `waived` and `following` (from another one) are the others.
    """

    read: int = 0
    accepted: int = 0
    accepted_with_findings: int = 0
    quarantined: int = 0
    internal: int = 0
    denied: int = 0
    severities: dict[Severity, int] = field(default_factory=lambda: dict.fromkeys(Severity, 0))
    known: int = 0
    waived: int = 0
    following: int = 0
    published: dict[str, int] | None = None

    @property
    def findings(self) -> int:
        """The findings that count."""
        return sum(self.severities.values())

    @property
    def holds(self) -> bool:
        """Whether every input read is accounted for."""
        return self.read == self.accepted + self.accepted_with_findings + self.quarantined

    def at_least(self, severity: Severity) -> int:
        """The findings that count and are this severe or more."""
        order = list(Severity)  # the most severe first
        return sum(self.severities[each] for each in order[: order.index(severity) + 1])
