"""The clause catalogue of each sheet, and the options it leaves to the organiser.

The catalogue is data (`replay/sheets/clauses/*.toml`): every clause with its meaning in both languages, what it stands on, and
the check codes that enforce it. A clause no machine can check says why.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from replay.findings import Basis, weakest
from replay.options import Option
from replay.record import OptionValue
from replay.sheets import SHEETS, clause_table, table
from replay.text import Text


class Clause(NamedTuple):
    """One clause of a sheet.

    `enforced` are the codes that enforce it, each with the basis of its verdict: `CODE/case` where one does so in that case
    only. `defines` are those whose verdict uses it as a definition. `permits` are the plays, by kind or `pass`, that are legal
    by it, or the declarations: `declare`, `over`, `reinforce`, and with `_suit` those by which a suit is trump. `settles` is
    the key of the question that it settles, where the sheet leaves one open to which no other answer is known that would
    change a verdict; `bears` are the codes whose verdict rests on that, in all cases or in one, `proposed` what is proposed
    for faults that does, as `CLAUSE/form` or `CLAUSE/form/in_play`. `gives` is what a ruling may do by its words that no check
    of it enforces.
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
        for row in clause_table(sheet_key)
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


@cache
def permitting(sheet_key: str) -> Mapping[str, tuple[str, Basis]]:
    """For each kind of play or declaration of a sheet, and for `pass`, the clause by which it is legal, and its basis."""
    return {kind: (clause.id, clause.basis) for clause in clauses(sheet_key).values() for kind in clause.permits}


def options(sheet_key: str) -> Mapping[str, Option]:
    """The options of a sheet by key. Raises KeyError for an unknown sheet."""
    return {option.key: option for option in SHEETS[sheet_key].options}


@cache
def evidence() -> Mapping[str, Text]:
    """Why the default of a question was taken, by the first id of an option or the id of a clause that settles one."""
    return {identifier: Text(row["zh"], row["en"]) for identifier, row in table("evidence").items()}


@cache
def elsewhere() -> Mapping[str, Text]:
    """What another text, which is no sheet, says alike, by the id of a clause."""
    return {identifier: Text(row["zh"], row["en"]) for row in table("elsewhere")["text"] for identifier in row["ids"]}


def find_settled(sheet_key: str, name: str) -> Clause | None:
    """The clause that settles the question that a record calls by its key or its id."""
    listed = clauses(sheet_key).values()
    return next((clause for clause in listed if clause.settles is not None and name in {clause.settles, clause.id}), None)


def options_called(name: str) -> Mapping[str, Option]:
    """The options that go by a name, by sheet."""
    return {key: option for key, sheet in SHEETS.items() if (option := sheet.option(name)) is not None}


def option_problem(sheet_key: str, name: str, value: OptionValue) -> Text | None:
    """What is wrong with an option of a record, or None.

    A question that is settled may be named: the audit says so.
    """
    if find_settled(sheet_key, name) is not None:
        return None
    option = SHEETS[sheet_key].option(name)
    if option is None:
        known = ", ".join(options(sheet_key))
        return Text(
            f"规则 {sheet_key} 没有选项 {name}；有 {known}", f"the sheet {sheet_key} has no option {name!r}; it has: {known}"
        )
    if option.choice(value) is None:
        return Text(
            f"选项 {option.key} 可取 {option.values}；写的是 {value!r}",
            f"option {option.key} takes {option.values}; found {value!r}",
        )
    return None
