"""Collects findings: fills in what the check and the sheet's catalogue know, so that a check names only code and place."""

from collections.abc import Mapping

from replay.checks import CHECKS
from replay.findings import Basis, Finding, Where


class Report:
    """Findings of one audit, in the order in which they were found.

    `clause_of` maps a check code, or `CODE/case`, to the clause that it enforces in the sheet and the basis of its verdict.
    `prefix` is the JSON pointer under which pointers are relative; `hand` the current hand's number; `began` how many findings
    there were before it. `unheard` are the findings in hands that do not belong to the match: nobody is told of them.
    """

    def __init__(self, clause_of: Mapping[str, tuple[str | None, Basis]], prefix: str = "", hand: int | None = None) -> None:
        self.clause_of = clause_of
        self.findings: list[Finding] = []
        self.unheard: list[Finding] = []
        self.prefix = prefix
        self.hand = hand
        self.began = 0

    def at_hand(self, index: int, number: int) -> None:
        """From here on places are relative to hand `index` of the record, whose number is `number`."""
        self.prefix, self.hand, self.began = f"/hands/{index}", number, len(self.findings)

    def apart(self) -> "Report":
        """A report at the same place, of which nobody is told."""
        return Report(self.clause_of, self.prefix, self.hand)

    def at_match(self) -> None:
        """From here on places are relative to the whole record."""
        self.prefix, self.hand = "", None

    def add(
        self,
        code: str,
        pointer: str,
        *,
        trick: int | None = None,
        play: int | None = None,
        seat: str | None = None,
        expected: str | None = None,
        actual: str | None = None,
        case: str | None = None,
        **params: str | int,
    ) -> None:
        """Report one finding; `pointer` is relative to the current hand or record.

        `case` tells clauses apart where a sheet has several for one check; without one for it the check's own holds.
        """
        check = CHECKS[code]
        clause, basis = self.clause_of.get(f"{code}/{case}") or self.clause_of.get(code, (None, Basis.STATED))
        self.findings.append(
            Finding(
                code=code,
                clause=clause,
                basis=basis,
                severity=check.severity,
                kind=check.kind,
                where=Where(self.hand, trick, play, f"{self.prefix}/{pointer}" if pointer else self.prefix),
                seat=seat,
                expected=expected,
                actual=actual,
                params=params,
            )
        )
