"""Tests that name the clause and the check they are about, so that another test can say which have none.

A registered test builds a record and returns it; the decorator audits it and asserts the verdict. `trigger`: the code is
found, once, under its clause and at the exact place, with the basis and options given, and no other verdict is. Records that
need no more than an expression stand in tables: `trigger(…).of(said_so=lambda: record(…), …)`. Several that differ in a card or
a number are a list in it: `trigger(…).of(two_unlike_cards=each(led, ["3s5s", "3s4s"]))`.
`must_not`: a record close by gives no verdict at all, but those named in `besides`. `each_trigger` and `each_must_not` are the
same for a rule that several sheets have, under a clause of their own each. A check is a code, or `CODE/case` where the clause
has several cases of it. A `?` behind an id says that the sheet does not print it: what is found is assumed. What is said of
two sheets or more is asked of the siblings in `SIBLINGS` too, under the clause that their own catalogue has for it, with its
basis, and the id that their own option has.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial, update_wrapper, wraps
from inspect import signature
from itertools import product
from pathlib import Path
from typing import Final, Generic, Literal, ParamSpec, TypeVar

import pytest

from paipu.replay.audit import audit
from paipu.replay.catalogue import catalogue_of, clause_of_codes, clauses
from paipu.replay.checks import CHECKS, render
from paipu.replay.findings import Basis, Finding, Kind, weakest
from paipu.replay.record import GameRecord
from paipu.replay.rulesheet import FOUR_SEATS, TRICK
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS
from tests.many import each_row

Mode = Literal["trigger", "must_not"]
P = ParamSpec("P")
B = TypeVar("B", bound=Callable[..., object])
Place = tuple[int | None, int | None]
"""A trick and a play in it."""
NOWHERE: Final = (None, None)
"""Of what is found in no trick."""
OWN_CLAUSES: Final = tuple(key for key in SHEETS if catalogue_of(key) == key)
"""The sheets that have a catalogue; the others are played by that of another."""


def prefix_of(sheet: str) -> str:
    """What the ids of a sheet's clauses begin with."""
    return next(iter(clauses(sheet))).rpartition("-")[0]


def _sheets_of_prefixes() -> Mapping[str, str]:
    """The sheet of each prefix of clauses and defaults that no other sheet has."""
    used = [(sheet, {clause.rpartition("-")[0] for clause in clauses(sheet)}) for sheet in OWN_CLAUSES]
    times = Counter(prefix for _, prefixes in used for prefix in prefixes)
    return {prefix: sheet for sheet, prefixes in used for prefix in prefixes if times[prefix] == 1}


SHEET_OF_PREFIX: Final = _sheets_of_prefixes()
"""A default that several sheets share stands after the prefix of the sheet meant: `GD1:D-GD-02`."""
UNPRINTED: Final = "?"
"""Behind a clause whose sheet does not print what is asked of it."""
NAMED: Final = frozenset({"guandan-1", "guandan-2", "guandan-3"})
"""The sheets of 掼蛋 whose clauses the tables name; the other ones have the situations of these."""
SIBLINGS: Final = {
    prefix_of(key): (key, NAMED) for key, sheet in CLIMBING_SHEETS.items() if sheet.seats == FOUR_SEATS and key not in NAMED
}
"""By prefix, sheets that have the situations of others."""
QUIET: Final = frozenset(
    {"DEAL-OPEN", "HAND-MIDWAY", "HAND-UNFINISHED", "TRIBUTE-OPEN", "HANDS-MISSING", "RECORD-BARE", "SCORE-OPEN"}
)
"""What a hand that is not recorded to its end, without those before it, or between two printed scores, says of itself;
`each_trigger` and `each_must_not` ask for everything else, but for places that are known from the score sheet alone."""
OF_EVENTS: Final = "EVENT-"
"""What the codes of an event's audit begin with."""
REGISTERED: Final[set[tuple[Mode, str, str | None, str]]] = set()
"""(mode, sheet, clause, check) of every registered test; the check as the catalogue has it."""
TESTS: Final[list[tuple[Mode, str, Callable[..., None]]]] = []
"""(mode, sheet, test) of every registered test."""
ROWS: Final[dict[str, list[tuple[Callable[..., None], Callable[..., object]]]]] = {}
"""The tests of the tables, and what they are of, by module, until the module calls `situations`."""
LISTED: Final[dict[Callable[..., object], tuple[str, int]]] = {}
"""The records that `each` makes of a list, and the file and line of it."""
CHECK_OF: Final[dict[str, str]] = {}
"""The check that a test of a table is about, by the test's name."""
TRIGGERS: Final[dict[str, dict[str, Callable[[], GameRecord]]]] = {sheet: {} for sheet in SHEETS}
"""By sheet, the records of the triggers that take no parameters, by the test's name; `shengji` has those of no clause."""


def trigger(
    clause: str | None,
    check: str,
    *,
    hand: int | None = 1,
    at: Place = NOWHERE,
    seat: str | None = None,
    expected: str | None = None,
    actual: str | None = None,
    pointer: str | None = None,
    basis: str = "stated",
    options: tuple[str, ...] = (),
    besides: tuple[str, ...] = (),
    by: str | None = None,
) -> "Wanted":
    """The record that the test returns has this finding and, but for the codes in `besides`, no other verdict.

    `by` is the clause that the finding names where `clause` only defines what it checks. `expected`, `actual` and `pointer`,
    which is below the hand unless it begins with a slash, are asserted where given; all the rest always is.
    """
    code = check.partition("/")[0]

    def verify(record: GameRecord) -> None:
        findings = audit(record).findings
        matching = [finding for finding in findings if finding.code == code]
        assert len(matching) == 1, told(findings)
        finding = matching[0]
        assert finding.clause == (by or clause)
        where = finding.where
        assert (where.hand, (where.trick, where.play), finding.seat) == (hand, at, seat), told(findings)
        assert (finding.basis, finding.options) == (basis, options), told(findings)
        assert pointer is None or where.pointer == _pointer(record, hand, pointer), told(findings)
        for wanted, is_ in ((expected, finding.expected), (actual, finding.actual)):
            assert wanted in {None, is_}, told(findings)
        assert (finding.severity, finding.kind) == (CHECKS[code].severity, CHECKS[code].kind)
        assert all(render(finding, lang, TRICK) for lang in ("zh", "en"))
        _nothing_else(findings, {code, *besides})
        missing = set(besides) - {other.code for other in findings}
        assert not missing, told(findings)

    return Wanted("trigger", clause, check, verify)


before_play = partial(trigger, at=(0, 0))
"""The same of what is found before the first trick: in the deal, the bids, the kitty."""


def must_not(clause: str | None, check: str, *, besides: tuple[str, ...] = ()) -> "Wanted":
    """The record that the test returns has no finding of this code, and no other verdict but those in `besides`."""
    code = check.partition("/")[0]

    def verify(record: GameRecord) -> None:
        findings = audit(record).findings
        assert code not in {finding.code for finding in findings}, told(findings)
        _nothing_else(findings, set(besides))
        missing = set(besides) - {other.code for other in findings}
        assert not missing, told(findings)

    return Wanted("must_not", clause, check, verify)


def each_trigger(
    ids: str,
    check: str,
    *,
    by: str | None = None,
    hand: int | None = 1,
    at: Place = NOWHERE,
    seat: str | None = None,
    expected: str | None = None,
    actual: str | None = None,
    pointer: str | None = None,
    basis: str = "stated",
    options: tuple[str, ...] = (),
    besides: tuple[str, ...] = (),
    name: str = "GD",
    siblings: bool = True,
) -> "Wanted":
    """As `trigger`, once for each of the clauses in `ids`; the record is made for the `sheet` that has the clause.

    `by` are the clauses that the findings name where those in `ids` only define what is checked, in the same order. `pointer`
    is always asserted: below the hand unless it begins with a slash, and left out for a play, whose trick it is. What is merely
    open has to be in `besides` too, but for `QUIET`. Without `siblings` only the sheets in `ids` are asked.
    """
    all_ids = _with_siblings(ids, check) if by is None and siblings else ids
    named = dict(zip(map(_sheet_of, all_ids.split()), (by or all_ids).split(), strict=True))
    code = check.partition("/")[0]

    def verify(record: GameRecord) -> None:
        findings = audit(record).findings
        matching = [finding for finding in findings if finding.code == code]
        assert len(matching) == 1, told(findings)
        finding, where = matching[0], matching[0].where
        assert finding.clause == _clause_of(named[record.sheet])
        assert (where.hand, (where.trick, where.play), finding.seat) == (hand, at, seat), told(findings)
        assumed = weakest(Basis(basis), Basis.ASSUMED) if named[record.sheet].endswith(UNPRINTED) else basis
        assert (finding.basis, finding.options) == _stands_on(record.sheet, ids, check, assumed, options), told(findings)
        assert where.pointer == _pointer(record, hand, pointer if pointer is not None else f"tricks/{(at[0] or 0) - 1}")
        assert expected in {None, finding.expected}, told(findings)
        assert actual in {None, finding.actual}, told(findings)
        assert (finding.severity, finding.kind) == (CHECKS[code].severity, CHECKS[code].kind)
        assert all(render(finding, lang, TRICK) for lang in ("zh", "en"))
        _only(findings, {code, *besides})

    return Wanted("trigger", all_ids.replace(UNPRINTED, ""), check, verify, name)


def each_must_not(ids: str, check: str, *, besides: tuple[str, ...] = (), name: str = "GD") -> "Wanted":
    """As `must_not`, once for each of the clauses in `ids`; what is merely open has to be in `besides` too, but for `QUIET`."""
    code = check.partition("/")[0]

    def verify(record: GameRecord) -> None:
        findings = audit(record).findings
        assert code not in {finding.code for finding in findings}, told(findings)
        _only(findings, set(besides))

    return Wanted("must_not", _with_siblings(ids, check).replace(UNPRINTED, ""), check, verify, name)


def needed(sheet: str) -> set[tuple[Mode, str, str | None, str]]:
    """What must be registered for a sheet: both modes for every code, in every case, that a clause enforces or defines.

    Codes of events are tested where events are (`tests/event`).
    """
    modes: tuple[Mode, Mode] = ("trigger", "must_not")
    return {
        (mode, sheet, clause.id, check)
        for clause in clauses(sheet).values()
        for check in (*clause.enforced, *clause.defines)
        if not check.startswith(OF_EVENTS)
        for mode in modes
    }


def told(findings: tuple[Finding, ...]) -> str:
    """Findings in lines, for the message of a failing test."""
    lines = [f"{f.code} {f.clause} {f.basis} {f.options} {f.where} {f.seat} {f.expected} / {f.actual}" for f in findings]
    return "\n".join(["", *lines])


def _nothing_else(findings: tuple[Finding, ...], allowed: set[str]) -> None:
    others = [f for f in findings if f.kind is not Kind.OPEN and f.code not in allowed]
    assert not others, told(findings)


def _only(findings: tuple[Finding, ...], wanted: set[str]) -> None:
    """All that is wanted is there, and nothing else."""
    codes = {finding.code for finding in findings if (finding.code, finding.actual) != ("CLAIM-OPEN", "finish")}
    assert codes - QUIET == wanted - QUIET, told(findings)
    assert wanted <= codes, told(findings)


def _pointer(record: GameRecord, number: int | None, pointer: str) -> str:
    """A pointer below the hand of a number, unless it is into the whole record."""
    if pointer.startswith("/") or number is None:
        return pointer
    index = next(index for index, hand in enumerate(record.hands) if hand.no == number)
    return f"/hands/{index}/{pointer}".rstrip("/")


def _sheet_of(clause: str) -> str:
    return SHEET_OF_PREFIX[clause.partition(":")[0] if ":" in clause else clause.rpartition("-")[0]]


def _clause_of(clause: str) -> str:
    return clause.rpartition(":")[2].removesuffix(UNPRINTED)


def _with_siblings(ids: str, check: str) -> str:
    """The clauses of some sheets, and those that siblings have for the same check, in the nearest case that they name."""
    sheets = {_sheet_of(clause): _clause_of(clause) for clause in ids.split()}
    for prefix, (sibling, others) in SIBLINGS.items():
        found = len(sheets.keys() & others) > 1 and sibling not in sheets and _as_sibling(sibling, sheets, check)
        ids += f" {prefix}:{clause_of_codes(sibling)[found][0]}" if found else ""
    return ids


def _as_sibling(sibling: str, sheets: Mapping[str, str], check: str) -> str | None:
    """A check as a sibling's catalogue has it: in the nearest case that one of some clauses of other sheets names."""
    keys = [check, *(_check(sheet, clause, check) for sheet, clause in sheets.items() if sheet != sibling)]
    return next((key for key in sorted(keys, key=len, reverse=True) if key in clause_of_codes(sibling)), None)


def _stands_on(sheet: str, ids: str, check: str, basis: str, options: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """What the finding of a sheet stands on: as said, or as a sibling that is not in the list has it."""
    sheets = {_sheet_of(clause): _clause_of(clause) for clause in ids.split()}
    if sheet in sheets:
        return basis, options
    key = _as_sibling(sheet, sheets, check)
    asked = [SHEETS[other].option(name) for other in sheets for name in options]
    own = [mine for each in asked if each is not None and (mine := SHEETS[sheet].option(each.key)) is not None]
    named = dict.fromkeys(each.ids[0] for each in own)
    bases = [clause_of_codes(sheet)[key][1] if key is not None else Basis.STATED, *(Basis(each.mark) for each in own)]
    return weakest(*bases), tuple(named)


def _check(sheet: str, clause: str | None, check: str) -> str:
    """A check as the catalogue of a sheet has it: with its case where the clause has only one of the code."""
    own = clauses(sheet)[clause] if clause is not None else None
    if own is None or check in (*own.enforced, *own.defines):
        return check
    cases = [key for key in own.enforced if key.partition("/")[0] == check]
    return cases[0] if len(cases) == 1 else check


@dataclass(frozen=True)
class Wanted:
    """What is wanted of a record: a decorator for the function that builds it, or `of` for a table of records."""

    mode: Mode
    ids: str | None
    """The clause, or with a `family` the clauses: one for each sheet that the record is built for."""
    check: str
    verify: Callable[[GameRecord], None]
    family: str | None = None

    def __call__(self, build: Callable[P, GameRecord]) -> Callable[P, None]:
        @wraps(build)
        def test(*args: P.args, **kwargs: P.kwargs) -> None:
            self.verify(build(*args, **kwargs))

        assert test.__name__.startswith(self.stem), f"{test.__name__} is about {self.ids}: call it {self.stem}…"
        if self.family is None:
            self._register(test, build, self.ids)
            return test
        sheets = [pytest.param(_sheet_of(clause), id=clause) for clause in (self.ids or "").split()]
        for clause in (self.ids or "").split():
            self._register(test, build, clause)
        return pytest.mark.parametrize("sheet", sheets)(test)

    def of(self, **builds: Callable[..., GameRecord]) -> None:
        """The same of each of these records, by what there is to say of it; `_26_cards` where that begins with a number.

        `situations` makes the tests of a module.
        """
        for name, build in builds.items():
            build.__name__ = f"{self.stem}_{name.removeprefix('_')}"
            CHECK_OF[build.__name__[5:]] = self.check
            ROWS.setdefault(build.__module__, []).append((self(build), build))

    @property
    def stem(self) -> str:
        """How the names of such tests begin."""
        clause = self.family or (self.ids or "no_clause").replace("-", "_").replace(".", "_")
        return f"test_{clause}_{self.mode}"

    def _register(self, test: Callable[..., None], build: Callable[..., GameRecord], clause: str | None) -> None:
        sheet, own = (_sheet_of(clause), _clause_of(clause)) if clause else ("shengji", None)
        all_sheets = {_sheet_of(each): _clause_of(each) for each in (self.ids or "").split()}
        shared = (clause or "").partition(":")[0] in SIBLINGS and len(all_sheets) > 1
        check = (shared and _as_sibling(sheet, all_sheets, self.check)) or _check(sheet, own, self.check)
        REGISTERED.add((self.mode, sheet, own, check))
        TESTS.append((self.mode, sheet, test))
        if self.mode == "trigger" and self.family is None and not signature(build).parameters:
            TRIGGERS[sheet][build.__name__] = build
        if self.mode == "trigger" and self.family is not None and len(signature(build).parameters) == 1:
            TRIGGERS[sheet][f"{build.__name__}[{clause}]"] = partial(build, sheet=sheet)


@dataclass(frozen=True)
class Asked(Generic[B]):
    """A test of other things than `Wanted`: a decorator for the function that makes them, or `of` for a table of them."""

    test_of: Callable[[B], Callable[..., None]]

    def __call__(self, build: B) -> Callable[..., None]:
        return self.test_of(build)

    def of(self, **builds: B) -> None:
        """The same of each of these; `situations` makes the tests of a module."""
        for name, build in builds.items():
            build.__name__ = f"test_{name}"
            ROWS.setdefault(build.__module__, []).append((self(build), build))


def finds(*wanted: str) -> Asked[Callable[..., GameRecord]]:
    """The record has these verdicts and no other, whichever comes first."""

    def decorate(build: Callable[..., GameRecord]) -> Callable[..., None]:
        @wraps(build)
        def test(*given: object) -> None:
            findings = audit(build(*given)).findings
            assert sorted(each.code for each in findings if each.kind is not Kind.OPEN) == sorted(wanted), told(findings)

        return test

    return Asked(decorate)


def each(build: Callable[..., GameRecord], rows: Iterable[object]) -> Callable[..., GameRecord]:
    """In a table, a record of each of these rows: a row is what `build` is given, behind the sheet where it is given one."""
    several = [row if isinstance(row, tuple) else (row,) for row in rows]

    @pytest.mark.parametrize("row", [pytest.param(*row, id="-".join(map(str, row))) for row in several])
    def made(*given: object) -> GameRecord:
        return build(*given)

    update_wrapper(made, build, assigned=())  # it takes what that takes
    caller = sys._getframe(1)
    made.__module__ = caller.f_globals["__name__"]  # where the table stands, whosever `build` is
    LISTED[made] = (caller.f_code.co_filename, caller.f_lineno)
    return made


def line_of(build: Callable[..., object], index: int) -> str:
    """Where a record of a table stands: its own line, or in a list that of the row."""
    if build not in LISTED:
        return f"{Path(build.__code__.co_filename).name}:{build.__code__.co_firstlineno}"
    path, line = LISTED[build]
    calls = [each for each in ast.walk(_parsed(path)) if isinstance(each, ast.Call) and len(each.args) > 1]
    rows = next((each.args[1] for each in calls if each.lineno <= line <= (each.end_lineno or 0) and _is_each(each.func)), None)
    return f"{Path(path).name}:{rows.elts[index].lineno if isinstance(rows, ast.List) else line}"


def _is_each(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id == each.__name__


@cache
def _parsed(path: str) -> ast.Module:
    return ast.parse(Path(path).read_text(encoding="utf-8"))


def situations(module: str) -> Callable[..., None]:
    """The test of the tables of a module, which calls itself `__name__`: each situation on all its sheets, in all rows."""
    tests: dict[str, dict[str, Callable[[], None]]] = {}
    lines: dict[str, Callable[[], str]] = {}
    for test, build in ROWS.pop(module):
        tables = [mark.args[1] for mark in reversed(getattr(test, "pytestmark", ()))]  # the sheets, then what `each` is given
        rows = tests.setdefault(test.__name__[5:], {})
        listed = [*tables[-1]] if build in LISTED else []
        for row in product(*tables):
            name = "-".join(part.id for part in row)
            assert name not in rows, f"{test.__name__}: two rows are called {name}"
            rows[name] = partial(test, *(value for part in row for value in part.values))
            place = listed.index(row[-1]) if listed else 0
            lines[f"{test.__name__[5:]} {name}"] = partial(line_of, build, place)

    clauses: dict[str, list[str]] = {}
    for name in tests:
        clauses.setdefault(re.split("_(?:trigger|must_not)_", name)[0], []).append(name)

    @pytest.mark.parametrize("clause", clauses)
    def test_situation(clause: str) -> None:
        rows = {f"{name} {row}": test for name in clauses[clause] for row, test in tests[name].items()}
        each_row(rows, lambda row: f"{row} ({lines[row]()}, {CHECK_OF.get(row.split()[0], '')})")

    return test_situation
