"""The claims of a hand, held against what was computed, whatever the family."""

from collections.abc import Mapping

from paipu.replay.catalogue import Case
from paipu.replay.computed import sides_text
from paipu.replay.report import Report


class ClaimsHeld:
    """Holds claims against what was computed; `unchecked` are those for which facts are missing."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.unchecked: list[str] = []

    def wrong(self, code: str, name: str, expected: str, actual: str, case: Case = None) -> None:
        """Report a claim that is wrong."""
        self.report.add(code, f"claims/{name}", expected=expected, actual=actual, case=case)

    def compare(self, code: str, name: str, claimed: int | None, computed: int | None, case: Case = None) -> None:
        """A number that is claimed."""
        if claimed is None or claimed == computed:
            return
        if computed is None:
            self.unchecked.append(name)
        else:
            self.wrong(code, name, str(computed), str(claimed), case)

    def compare_sides(
        self,
        code: str,
        name: str,
        claimed: Mapping[str, object] | None,
        computed: Mapping[str, object] | None,
        case: Case = None,
    ) -> None:
        """Levels, points or a score that are claimed, by side."""
        if claimed is None:
            return
        if computed is None:
            self.unchecked.append(name)
        elif not claimed.items() <= computed.items():
            self.wrong(code, name, sides_text(computed), sides_text(claimed), case)

    def tell_unchecked(self) -> None:
        """List what could not be checked in one open finding."""
        if self.unchecked:
            self.report.add("CLAIM-OPEN", "claims", actual=" ".join(self.unchecked))
