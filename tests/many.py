"""Cases of which some are tried in every run, and all in the deep one."""

from collections.abc import Iterable
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
