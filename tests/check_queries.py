"""Checks that no query calls back into Python: `python -m tests.check_queries`.

A function of ours in a query of polars or DuckDB runs on threads of theirs and wants the interpreter's lock, which whoever
waits for another query may hold: then both wait for ever, and the whole dashboard with them. What takes such a function is
asked of the libraries as they are installed, so that a new release cannot bring one that nobody thought of.

Prints each call; the exit status is 1 where there is one.
"""

import ast
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import _duckdb
import polars as pl

from tests.check_engine import PRODUCT

HARMLESS: Final = frozenset({"pipe", "read_csv", "rename", "scan_csv"})
"""What takes a function as well, and calls it before anything is asked, or takes names in its stead; a function written in such
a call is found all the same."""
OF_OTHERS: Final = frozenset(
    {
        "apply",
        "applymap",
        "register",
        "register_aggregate_function",
        "register_filesystem",
        "register_io_source",
        "register_scalar_function",
        "register_tabular_function",
        "register_vector_function",
        "udf",
    }
)
"""What pandas, pyarrow and DuckDB have for it besides, where the function is no argument that says so: objects of Python that
they read from while they answer, too."""


@cache
def takers() -> frozenset[str]:
    """The names of all that takes a function of ours into a query."""
    return frozenset(_of_polars() | _of_duckdb() | OF_OTHERS) - HARMLESS


def _of_polars() -> set[str]:
    modules = [pl, *(importlib.import_module(f"polars.{name}") for name in _modules())]
    found = set()
    for module in modules:
        for name, each in vars(module).items():
            if inspect.isclass(each) and each.__module__.startswith("polars"):
                found |= {inner for inner, own in inspect.getmembers(each, callable) if _takes_one(own)}
            elif module is pl and inspect.isfunction(each) and _takes_one(each):
                found.add(name)
    return {name for name in found if not name.startswith("_")}


def _modules() -> Iterator[str]:
    """Where polars has what can be called: its frames, expressions, series and functions."""
    for package in ("dataframe", "expr", "functions", "io", "lazyframe", "series"):
        path = Path(pl.__file__).parent / package
        yield from (f"{package}.{each.name}" for each in pkgutil.iter_modules([str(path)]) if not each.ispkg)


def _takes_one(what: object) -> bool:
    try:
        return "Callable" in str(inspect.signature(what))  # type: ignore[arg-type] # what has none is told by the exception
    except (TypeError, ValueError):
        return False


def _of_duckdb() -> set[str]:
    """By its stubs, for what is written in C++ does not say what it takes."""
    stubs = Path(_duckdb.__file__).parent / "_duckdb-stubs" / "__init__.pyi"
    return {
        node.name
        for node in ast.walk(ast.parse(stubs.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and "Callable" in ast.unparse(node.args)
    }


def calls_back(node: ast.AST) -> bool:
    """Whether something is a call that takes a function into a query, or names what takes one."""
    if isinstance(node, ast.Attribute):
        at_the_end = isinstance(node.value, ast.Name) and node.value.id == "atexit"  # which asks no query
        return node.attr in takers() and not at_the_end
    if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in {"polars", "duckdb", "pyarrow"}:
        return any(each.name in takers() for each in node.names)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in HARMLESS:
        return any(isinstance(each, ast.Lambda) for each in (*node.args, *(given.value for given in node.keywords)))
    return False


def functions_in_queries(packages: Sequence[Path] = PRODUCT) -> list[str]:
    """All such places in some packages."""
    return [
        f"{module.relative_to(package.parent)}:{node.lineno}: {ast.unparse(node)} takes a function into a query"  # type: ignore[attr-defined] # they have lines
        for package in packages
        for module in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if calls_back(node)
    ]


if __name__ == "__main__":
    found = functions_in_queries()
    print(*found, f"queries: {len(found)} problems", sep="\n")
    sys.exit(bool(found))
