"""Collects findings: fills in what the check and the sheet's catalogue know, so that a check names only code and place."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from paipu.replay.budget import Budget
from paipu.replay.catalogue import Case, ClauseOf, clause_for
from paipu.replay.checks import CHECKS
from paipu.replay.findings import Basis, Finding, Kind, Where, errors_of, weakest
from paipu.replay.options import Option
from paipu.replay.record import Incident

Kept = TypeVar("Kept")
_BRIEF: Final = "brief"


class TooManyErrors(Exception):  # noqa: N818 - what it says is no error of the program
    """A hand shows more errors than are tolerated: nobody asks what else it shows."""


class Report:
    """Findings of one audit, in the order in which they were found; `clause_of` is the sheet's catalogue, as in `clause_for`.

    `prefix` is the JSON pointer under which pointers are relative; `hand` the current hand's number; `starts` says how many
    findings there were before each hand, and before what is said of the whole match at the end. `unheard` are the findings
    in hands that do not belong to the match: nobody is told of them. `budget` counts what is done beyond judging each play
    once. The findings of a `brief` report are only compared: they list no legal plays. One that shows more errors than its
    `error_limit` is of no use, so that nobody need ask how many more. Where nothing of what is found is `asked`, only what
    the hand comes to, nobody need look for more than that takes. `kept` is how many there were when in the current hand
    some were taken back, None where none were.
    """

    def __init__(
        self,
        clause_of: ClauseOf,
        prefix: str = "",
        hand: int | None = None,
        budget: Budget | None = None,
        *,
        brief: bool = False,
        error_limit: int | None = None,
    ) -> None:
        self.clause_of = clause_of
        self.budget = budget if budget is not None else Budget()
        self.brief, self.error_limit, self.asked = brief, error_limit, True
        self.findings: list[Finding] = []
        self.unheard: list[Finding] = []
        self.prefix = prefix
        self.hand = hand
        self.starts: list[int] = []
        self.unheard_before = 0
        self.kept: int | None = None

    @property
    def began(self) -> int:
        """How many findings there were before the current hand."""
        return self.starts[-1] if self.starts else 0

    @property
    def of_hand(self) -> list[Finding]:
        """The findings in the current hand, those that nobody is told of too."""
        return self.findings[self.began :] + self.unheard[self.unheard_before :]

    def is_wrong(self, pointer: str) -> bool:
        """Whether what stands at a place of the current hand was found wrong."""
        place = f"{self.prefix}/{pointer}"
        return any(each.where.pointer == place and each.kind is Kind.FAIL for each in self.findings[self.began :])

    def found_in(self, stage: int) -> Sequence[Finding]:
        """What was found at a stage: in a hand, at -1 before all of them, past the last at the end of the match."""
        end = self.starts[stage + 1] if stage + 1 < len(self.starts) else None
        return self.findings[self.starts[stage] if stage >= 0 else 0 : end]

    def clause(self, check: str, case: Case = None) -> str | None:
        """The clause of a check, as in `clause_for`."""
        return clause_for(self.clause_of, check, case)[0]

    def fork(self, *, brief: bool | None = None) -> "Report":
        """An empty report at the same place, which counts its work with this one's."""
        kept_brief = self.brief if brief is None else brief
        return Report(self.clause_of, self.prefix, self.hand, self.budget, brief=kept_brief, error_limit=self.error_limit)

    def kept_as(self, key: tuple[object, ...]) -> tuple[object, ...]:
        """The key under which to keep what was found: a brief report lists no legal plays, and serves brief ones alone."""
        return (*key, _BRIEF) if self.brief else key

    def recall(self, kept: Mapping[tuple[object, ...], Kept], key: tuple[object, ...]) -> Kept | None:
        """What was kept under a key, as far as it serves this report."""
        return kept.get(key) or (kept.get((*key, _BRIEF)) if self.brief else None)

    def may_list(self) -> bool:
        """Whether a finding is to list the legal plays: not in a brief report, nor when no work is left for it."""
        if not self.brief and self.budget.done:
            self.budget.unlisted += 1
        return not self.brief and not self.budget.done

    def at_hand(self, index: int, number: int) -> None:
        """From here on places are relative to hand `index` of the record, whose number is `number`."""
        self.prefix, self.hand = f"/hands/{index}", number
        self.starts.append(len(self.findings))
        self.unheard_before = len(self.unheard)
        self.kept = None

    def take_back(self, kept: int) -> None:
        """Take findings back, all but the first `kept`."""
        del self.findings[kept:]
        self.kept = min(kept, self.kept) if self.kept is not None else kept

    def tolerate(self) -> None:
        """Raise TooManyErrors if the current hand shows more than are tolerated."""
        if self.error_limit is not None and errors_of(self.findings[self.began :]) > self.error_limit:
            raise TooManyErrors

    def at_match(self) -> None:
        """From here on places are relative to the whole record."""
        self.prefix, self.hand = "", None
        self.starts.append(len(self.findings))

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
        case: Case = None,
        **params: str | int,
    ) -> None:
        """Report one finding; `pointer` is relative to the current hand or record, `case` as in `clause_for`."""
        check = CHECKS[code]
        clause, basis = clause_for(self.clause_of, code, case)
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

    def under(self, clause: str | None, basis: Basis | None = None) -> None:
        """Say that what was just found is about another clause than that of its check, or none; on another `basis` if given."""
        found = self.findings[-1]
        self.findings[-1] = found.replace(clause=clause, basis=basis or found.basis)

    def assumed(self, clause: str | None) -> None:
        """Say that the sheet does not print what was just found, which is about that clause all the same."""
        found = self.findings[-1]
        self.findings[-1] = found.replace(clause=found.clause or clause, basis=weakest(found.basis, Basis.ASSUMED))

    def rests_on(self, option: Option) -> None:
        """Say that what was just found would be something else with another reading of an option."""
        found = self.findings[-1]
        self.findings[-1] = found.replace(basis=weakest(found.basis, Basis(option.mark)), options=(*found.options, *option.ids))

    def decided_by(self, *slots: str) -> None:
        """Say which slots of the sheet would decide what was just found to be open."""
        self.findings[-1] = self.findings[-1].replace(decided_by=slots)

    def at_play(
        self,
        code: str,
        at: tuple[int, int, str],
        expected: str | None = None,
        actual: str | None = None,
        *,
        case: str | None = None,
        **params: str | int,
    ) -> None:
        """Report one finding about a play: its trick and its place in it, from 1, and the seat."""
        trick, play, seat = at
        self.add(
            code,
            f"tricks/{trick - 1}",
            trick=trick,
            play=play,
            seat=seat,
            expected=expected,
            actual=actual,
            case=case,
            **params,
        )

    def at_incident(
        self,
        code: str,
        number: int,
        incident: Incident,
        expected: str | None = None,
        actual: str | None = None,
        *,
        case: Case = None,
        **params: str | int,
    ) -> None:
        """Report one finding about incident `number` of the hand; of what kind it is, if nothing else is `actual`."""
        trick, play = incident.at or (None, None)
        told = actual if actual is not None else incident.kind
        place = f"incidents/{number}"
        self.add(code, place, trick=trick, play=play, seat=incident.seat, expected=expected, actual=told, case=case, **params)
        if incident.ruled is not None:  # the table noted nothing of it
            found = self.findings[-1]
            self.findings[-1] = found.replace(where=found.where._replace(pointer=f"/rulings/{incident.ruled}"))
