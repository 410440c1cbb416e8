"""The examples in the docstrings of the product are true."""

import doctest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from paipu import analytics, cli, dashboard, ingest, replay, samples

PACKAGES: Final = (replay, ingest, samples, analytics, dashboard, cli)


def with_examples(package: ModuleType) -> Iterator[str]:
    """The modules of a package in whose text there are examples."""
    folder = Path(package.__path__[0])
    for path in sorted(folder.rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join([package.__name__, *(part for part in parts if part != "__init__")])


@pytest.mark.parametrize("name", [name for package in PACKAGES for name in with_examples(package)])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    done = doctest.testmod(import_module(name))
    assert (done.failed, done.attempted > 0) == (0, True)
