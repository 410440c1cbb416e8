"""Cases of which some are tried in every run, and all in the deep one."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product
from typing import Any

import pytest


def many(count: int, deep: int) -> pytest.MarkDecorator:
    """Run the test on so many random cases, and under the marker `deep` on many others."""
    spans = [range(count), pytest.param(range(count, deep), marks=pytest.mark.deep)]
    return pytest.mark.parametrize("seeds", spans, ids=["some", "deep"])


def every(nth: int, cases: Iterable[object]) -> list[Any]:
    """Every nth of some cases, the first of them too; the others under the marker `deep`."""
    return [case if number % nth == 0 else deep(case) for number, case in enumerate(cases)]


def deep(case: object) -> Any:
    """A case of a test that is tried under the marker `deep` alone; a tuple is all of its values."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.deep)


def in_one(test: Callable[..., None]) -> Callable[..., None]:
    """All cases of the tables of a test in one test, each that fails is named: for cases that take next to no time."""
    tables, others = [], []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name != "parametrize":
            others.append(mark)
            continue
        names, values = mark.args
        named = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
        tables.append([dict(zip(named, value if len(named) > 1 else (value,), strict=True)) for value in values])
    cases: list[dict[str, Any]] = [
        {name: value for part in parts for name, value in part.items()} for parts in product(*tables)
    ]
    assert cases, f"{test.__name__} has no table"

    def each(**fixtures: object) -> None:
        each_row({f"{number} {case}": partial(test, **case, **fixtures) for number, case in enumerate(cases)})

    given = inspect.signature(test)
    kept = [parameter for name, parameter in given.parameters.items() if name not in cases[0]]
    each.__dict__.update(__signature__=given.replace(parameters=kept), pytestmark=others)
    each.__name__, each.__module__, each.__doc__ = test.__name__, test.__module__, test.__doc__
    return each


def each_row(rows: Mapping[str, Callable[[], None]], named: Callable[[str], str] = str) -> None:
    """Try every row, whichever of them fails; each that does is `named`.

    A test for each would cost pytest more than most rows take.
    """
    failed = []
    for name, row in rows.items():
        try:
            row()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is raised below
            error.add_note(f"in the row: {named(name)}")
            failed.append(error)
    if failed:
        raise failed[0] if len(failed) == 1 else ExceptionGroup(f"{len(failed)} of {len(rows)} rows", failed)
