"""The clause catalogue of each sheet.

It is data (`KEY.toml` and `KEY.PART.toml` beside this file): every clause with its meaning in both languages, what it stands
on, and the check codes that enforce it. A clause no machine can check says why. `settled.toml` has the questions that have one
answer, `evidence.toml` why each default was taken, `elsewhere.toml` what texts say alike that are no sheet.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple

from paipu.replay.findings import Basis, weakest
from paipu.replay.text import Text

Case = str | tuple[str, ...] | None
"""In what case a check finds something, or in which ones, the nearest first."""
ClauseOf = Mapping[str, tuple[str | None, Basis]]
"""For each check code of a sheet, and each `CODE/case`, the clause that it enforces and the basis of its verdict."""


class Clause(NamedTuple):
    """One clause of a sheet.

    `enforced` are the codes that enforce it, each with the basis of its verdict: `CODE/case` where one does so in that
    case only. `defines` are those whose verdict uses it as a definition. `permits` are the plays, by kind or `pass`,
    that are legal by it, or the declarations: `declare`, `over`, `reinforce`, and with `_suit` those by which a suit is
    trump, and `take_up` (炒底). `settles` is the key of the question that it settles, where the sheet leaves one open to
    which no other answer is known that would change a verdict; `bears` are the codes whose verdict rests on that, in
    all cases or in one, `proposed` what is proposed for faults that does, as `CLAUSE/form` or `CLAUSE/form/in_play`.
    `gives` is what a ruling may do by its words that no check of it enforces.
    `not_checkable` says why no check exists, and is None otherwise.
    """

    id: str
    zh: str
    en: str
    basis: Basis
    enforced: Mapping[str, Basis] = MappingProxyType({})
    defines: tuple[str, ...] = ()
    permits: tuple[str, ...] = ()
    settles: str | None = None
    bears: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    not_checkable: Text | None = None

    @property
    def checks(self) -> tuple[str, ...]:
        """The codes that enforce it, in some cases or in all."""
        return tuple(dict.fromkeys(key.partition("/")[0] for key in self.enforced))


@cache
def _names() -> Sequence[str]:
    """The tables of this folder, in order."""
    files = (file.name for file in resources.files(__name__).iterdir())
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


@cache
def _table(name: str) -> Mapping[str, Any]:
    """A table of this folder. Raises KeyError for one that there is not."""
    if name not in _names():
        raise KeyError(name)
    return tomllib.loads(resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def catalogue_of(sheet_key: str) -> str:
    """The sheet whose clauses a sheet is played by: itself, unless it has none. Raises KeyError for an unknown sheet."""
    named: str = _table(sheet_key).get("same_as", sheet_key)
    return named


def _rows(sheet_key: str) -> Iterator[Mapping[str, Any]]:
    """The rows of a sheet's files, and those of the settled questions that are of it."""
    name = catalogue_of(sheet_key)
    for part in _names():
        if part == name or part.startswith(f"{name}."):
            yield from _table(part)["clause"]
    for identifier, row in _table("settled").items():
        if sheet_key in row["basis"]:
            of_sheet = {key: row.get(key, {}).get(sheet_key, ()) for key in ("basis", "bears", "proposed")}
            yield {"id": identifier, "settles": row["key"], "zh": row["zh"], "en": row["en"], **of_sheet}


@cache
def clauses(sheet_key: str) -> Mapping[str, Clause]:
    """The clauses of a sheet by id, in the sheet's order. Raises KeyError for an unknown sheet."""
    return {
        row["id"]: Clause(
            id=row["id"],
            zh=row["zh"],
            en=row["en"],
            basis=Basis(row.get("basis", "stated")),
            enforced={
                **dict.fromkeys(row.get("checks", ()), Basis(row.get("basis", "stated"))),
                **dict.fromkeys(row.get("assumed", ()), Basis.ASSUMED),
                **dict.fromkeys(row.get("disputed", ()), Basis.DISPUTED),
            },
            defines=tuple(row.get("defines", ())),
            permits=tuple(row.get("permits", ())),
            settles=row.get("settles"),
            bears=tuple(row.get("bears", ())),
            proposed=tuple(row.get("proposed", ())),
            gives=tuple(row.get("gives", ())),
            not_checkable=Text(row["not_checkable_zh"], row["not_checkable_en"]) if "not_checkable_zh" in row else None,
        )
        for row in _rows(sheet_key)
    }


@cache
def clause_of_codes(sheet_key: str) -> Mapping[str, tuple[str | None, Basis]]:
    """For each check code of a sheet, or `CODE/case`, the clause that it enforces and the basis of its verdict.

    That is no firmer than what the sheet has settled about it; a case with a clause of its own stands by itself,
    one that only rests on something settled has the clause of the code.
    """
    listed = clauses(sheet_key).values()
    settled: dict[str, Basis] = {}
    for clause in listed:
        for code in clause.bears:
            settled[code] = weakest(clause.basis, settled.get(code, Basis.STATED))
    found: dict[str, tuple[str | None, Basis]] = {
        key: (clause.id, weakest(basis, settled.get(key, Basis.STATED)))
        for clause in listed
        for key, basis in clause.enforced.items()
    }
    for key, basis in settled.items():
        of_code, own = found.get(key.partition("/")[0], (None, Basis.STATED))
        found.setdefault(key, (of_code, weakest(own, basis)))
    return found


def clause_for(clause_of: ClauseOf, check: str, case: Case = None) -> tuple[str | None, Basis]:
    """The clause of a sheet under which a check finds something, and its basis; None where the sheet has none.

    A code is one kind of error, whatever the sheet. Where a sheet prints a clause of its own for a case of it, its catalogue
    has `CODE/case`; of several cases the first holds that it has. Where it has none the clause of the code itself holds. So no
    check asks which clauses a sheet has: it says the case. Whether a sheet has a rule at all is told by its slots. A `check`
    is a code, or a code with its case.
    """
    code, _, own = check.partition("/")
    cases = (own,) if own else (case,) if isinstance(case, str) else case or ()
    found = (clause_of.get(f"{code}/{each}") for each in cases)
    return next(filter(None, found), None) or clause_of.get(code, (None, Basis.STATED))


@cache
def permitting(sheet_key: str) -> Mapping[str, tuple[str, Basis]]:
    """For each kind of play or declaration of a sheet, and for `pass`, the clause by which it is legal, and its basis."""
    return {kind: (clause.id, clause.basis) for clause in clauses(sheet_key).values() for kind in clause.permits}


@cache
def evidence() -> Mapping[str, Text]:
    """Why the default of a question was taken, by the first id of an option or the id of a clause that settles one."""
    return {identifier: Text(row["zh"], row["en"]) for identifier, row in _table("evidence").items()}


@cache
def elsewhere() -> Mapping[str, Text]:
    """What another text, which is no sheet, says alike, by the id of a clause."""
    return {identifier: Text(row["zh"], row["en"]) for row in _table("elsewhere")["text"] for identifier in row["ids"]}


def find_settled(sheet_key: str, name: str) -> Clause | None:
    """The clause that settles the question that a record calls by its key or its id."""
    listed = clauses(sheet_key).values()
    return next((clause for clause in listed if clause.settles is not None and name in {clause.settles, clause.id}), None)
