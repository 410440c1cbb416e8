"""Tests that name the clause and the check code they are about, so that another test can say which have none.

A registered test builds a record and returns it; the decorator audits it and asserts the verdict. `trigger`: the code is
found, once, under its clause and at the exact place, with the basis and options given, and no other verdict is.
`must_not`: a record close by gives no verdict at all, but those named in `besides`.
"""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Final, Literal, ParamSpec

from replay.audit import audit
from replay.catalogue import clauses
from replay.checks import CHECKS, render
from replay.findings import Finding, Kind
from replay.record import GameRecord

Mode = Literal["trigger", "must_not"]
P = ParamSpec("P")
SHEET_OF_PREFIX: Final = {"SJ": "shengji", "CDP": "chaodipi", "SK": "shuangkou"}
REGISTERED: Final[set[tuple[Mode, str, str | None, str]]] = set()
"""(mode, sheet, clause, code) of every registered test."""
TRIGGERS: Final[dict[str, Callable[[], GameRecord]]] = {}
"""The records of the triggers that take no parameters, by the test's name."""


def trigger(
    clause: str | None,
    code: str,
    *,
    hand: int | None = 1,
    trick: int | None = None,
    play: int | None = None,
    seat: str | None = None,
    expected: str | None = None,
    actual: str | None = None,
    pointer: str | None = None,
    basis: str = "stated",
    options: tuple[str, ...] = (),
    besides: tuple[str, ...] = (),
    by: str | None = None,
) -> Callable[[Callable[P, GameRecord]], Callable[P, None]]:
    """The record that the test returns has this finding and, but for the codes in `besides`, no other verdict.

    `by` is the clause that the finding names where `clause` only defines what it checks. `expected`, `actual` and `pointer`
    are asserted where given; all the rest always is.
    """

    def decorate(build: Callable[P, GameRecord]) -> Callable[P, None]:
        @wraps(build)
        def test(*args: P.args, **kwargs: P.kwargs) -> None:
            record = build(*args, **kwargs)
            findings = audit(record).findings
            matching = [finding for finding in findings if finding.code == code]
            assert len(matching) == 1, told(findings)
            finding = matching[0]
            assert finding.clause == (by or clause)
            at = finding.where
            assert (at.hand, at.trick, at.play, finding.seat) == (hand, trick, play, seat), told(findings)
            assert (finding.basis, finding.options) == (basis, options), told(findings)
            for wanted, is_ in ((expected, finding.expected), (actual, finding.actual), (pointer, at.pointer)):
                assert wanted in {None, is_}, told(findings)
            check = CHECKS[code]
            assert (finding.severity, finding.kind) == (check.severity, check.kind)
            assert all(render(finding, lang) for lang in ("zh", "en"))
            _nothing_else(findings, {code, *besides})
            missing = set(besides) - {other.code for other in findings}
            assert not missing, told(findings)

        _register(test, "trigger", clause, code)
        if not signature(build).parameters:
            TRIGGERS[build.__name__] = build
        return test

    return decorate


def must_not(
    clause: str | None, code: str, *, besides: tuple[str, ...] = ()
) -> Callable[[Callable[P, GameRecord]], Callable[P, None]]:
    """The record that the test returns has no finding of this code, and no other verdict but those in `besides`."""

    def decorate(build: Callable[P, GameRecord]) -> Callable[P, None]:
        @wraps(build)
        def test(*args: P.args, **kwargs: P.kwargs) -> None:
            findings = audit(build(*args, **kwargs)).findings
            assert code not in {finding.code for finding in findings}, told(findings)
            _nothing_else(findings, set(besides))
            missing = set(besides) - {other.code for other in findings}
            assert not missing, told(findings)

        _register(test, "must_not", clause, code)
        return test

    return decorate


def needed(sheet: str) -> set[tuple[Mode, str, str | None, str]]:
    """What must be registered for a sheet: both modes for every code that a clause enforces or defines."""
    modes: tuple[Mode, Mode] = ("trigger", "must_not")
    return {
        (mode, sheet, clause.id, code)
        for clause in clauses(sheet).values()
        for code in (*clause.checks, *clause.defines)
        for mode in modes
    }


def told(findings: tuple[Finding, ...]) -> str:
    """Findings in lines, for the message of a failing test."""
    lines = [f"{f.code} {f.clause} {f.basis} {f.options} {f.where} {f.seat} {f.expected} / {f.actual}" for f in findings]
    return "\n".join(["", *lines])


def _nothing_else(findings: tuple[Finding, ...], allowed: set[str]) -> None:
    others = [f for f in findings if f.kind is not Kind.OPEN and f.code not in allowed]
    assert not others, told(findings)


def _register(test: Callable[..., None], mode: Mode, clause: str | None, code: str) -> None:
    sheet = SHEET_OF_PREFIX[clause.partition("-")[0]] if clause else "shengji"
    stem = f"test_{clause.replace('-', '_').replace('.', '_')}_" if clause else "test_no_clause_"
    assert test.__name__.startswith(f"{stem}{mode}"), f"{test.__name__} is about {clause}: call it {stem}{mode}…"
    REGISTERED.add((mode, sheet, clause, code))
