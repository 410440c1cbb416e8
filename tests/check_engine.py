"""Checks that no module of the engine knows a sheet, and no module at all a family: `python -m tests.check_engine`.

- No module of `replay` outside `replay/sheets` names a sheet's key or a game in its code; what is meant for readers may.
- No slot that a sheet has to fill has a default: a default says that a sheet has nothing of the kind, or no bound.
- No module of the product compares a family, or asks whether a sheet is of one: what is a family's own is looked up by its
  name, or taken from its sheets.
- Every group of a sheet's slots is a `Group`, so that the compiled build too tells which of its slots are read.
- No module of `replay`, `samples` and `analytics` but `notation.py` takes apart what is written of plays, tricks, bids and
  tributes; the machines' fast paths may.
- No modules of `replay` import each other in a circle, not even for types alone; `pyproject.toml` has its rooms from top to
  bottom. What imports what is read from the folder of links that `make check` lays and puts on the path.

Prints each problem; the exit status is 1 where there is one.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any, Final

import grimp

from paipu.replay.penalties import ANY_TIME
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Text
from paipu.replay.tricks.bidding import TOP

ROOT: Final = Path(__file__).parents[1]
ENGINE: Final = ROOT / "replay"
PRODUCT: Final = tuple(ROOT / name for name in ("replay", "ingest", "samples", "analytics", "dashboard", "cli"))
ALSO_WORDS: Final = frozenset({"升级"})
"""Titles of games that are words of other things too: a side rises by a level."""
SIGNS: Final = frozenset({" ", "=", ">"})
"""What stands between the parts of a trick, a reading that is declared, and a throw that failed."""
MAY_SPLIT: Final = frozenset(
    f"replay/{module}" for module in ("notation.py", "tricks/play.py", "climbing/play.py", "climbing/context.py")
)
NO_BOUND: Final = frozenset({TOP, ANY_TIME})


def names_of_games() -> frozenset[str]:
    """What no engine module may say: the keys of sheets and the titles of games, without what tells siblings apart."""
    words = {re.split(r"[-（(0-9 ]", name)[0] for sheet in SHEETS.values() for name in (sheet.key, *sheet.title)}
    return frozenset(word.lower() for word in words) - ALSO_WORDS


def names_in(module: Path) -> Iterator[str]:
    """The places in a module whose code names a sheet or a game."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        said = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "module", None)
        if isinstance(node, ast.Constant) and id(node) not in prose:
            said = node.value
        if isinstance(said, str) and any(name in said.lower() for name in names_of_games()):
            yield f"{module.name}:{node.lineno}: {said!r} names a game"  # type: ignore[attr-defined] # what says something has a line


def circles(package: str = f"paipu.{ENGINE.name}") -> list[str]:
    """A circle of modules, each of which imports the next, where there is one."""
    graph = grimp.build_graph(package.partition(".")[0], cache_dir=None)
    modules = sorted(each for each in graph.modules if f"{each}.".startswith(f"{package}."))
    if not modules:
        return [f"no module of {package} is found: ask `make check`, which lays the links"]
    imported = {each: sorted(graph.find_modules_directly_imported_by(each)) for each in modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return [f"in a circle: {' <- '.join(error.args[1])}"]
    return []


def games_named(engine: Path = ENGINE) -> list[str]:
    """All such places in the engine."""
    modules = sorted(path for path in engine.rglob("*.py") if engine / "sheets" not in path.parents)
    return [problem for module in modules for problem in names_in(module)]


def splits(node: ast.AST) -> bool:
    """Whether something takes a text apart by a sign of the notation."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and len(node.args) == 1):
        return False
    sign = node.args[0]
    return node.func.attr in {"split", "partition", "rpartition"} and isinstance(sign, ast.Constant) and sign.value in SIGNS


def notation_elsewhere(*packages: Path) -> list[str]:
    """The places in some packages that read the notation by themselves."""
    return [
        f"{module.relative_to(package.parent)}: {ast.unparse(node)} reads the notation"
        for package in packages or (ENGINE, ROOT / "samples", ROOT / "analytics")
        for module in sorted(package.rglob("*.py"))
        if module.relative_to(package.parent).as_posix() not in MAY_SPLIT
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if splits(node)
    ]


def named(nodes: Sequence[ast.expr]) -> Iterator[str]:
    """The names that some expressions are, and those that a tuple, a set or a union of them has."""
    for node in nodes:
        yield getattr(node, "id", None) or getattr(node, "attr", None) or ""
        yield from named([node.left, node.right] if isinstance(node, ast.BinOp) else getattr(node, "elts", ()))


def asks_for_a_family(node: ast.AST) -> bool:
    """Whether something compares a family, or a class that is one family's sheets."""
    asked: Sequence[ast.expr] = ()
    if isinstance(node, ast.Compare):
        asked = [node.left, *node.comparators]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"isinstance", "issubclass"}:
        asked = node.args
    return any(name == "family" or (name.endswith("Sheet") and name != "RuleSheet") for name in named(asked))


def families_asked_for(packages: Sequence[Path] = PRODUCT) -> list[str]:
    """All places in some packages that do."""
    return [
        f"{module.name}: {ast.unparse(node)} asks for a family"
        for package in packages
        for module in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if asks_for_a_family(node)
    ]


def groups(slots: object) -> Iterator[type]:
    """The class of a group of slots, and of every group and row in it."""
    if isinstance(slots, tuple) and hasattr(slots, "_fields"):
        yield type(slots)
    inner = slots.values() if isinstance(slots, Mapping) else slots if isinstance(slots, tuple) else ()
    for each in inner:
        yield from groups(each)


def says_nothing(default: object) -> bool:
    """Whether a default says that a sheet has nothing of the kind, or no bound."""
    return not default or default in NO_BOUND


def defaults(kind: Any) -> Iterator[str]:
    """The slots of a class whose default is a rule or a number of some sheet."""
    given: Mapping[str, object] = getattr(kind, "_field_defaults", {})
    if not hasattr(kind, "_fields"):
        made = {field.name: field.default_factory() for field in fields(kind) if field.default_factory is not MISSING}
        given = {field.name: field.default for field in fields(kind) if field.default is not MISSING} | made
    for name, default in given.items():
        if not says_nothing(default):
            yield f"{kind.__name__}.{name} is {default!r} for a sheet that does not say"


def defaults_of_slots() -> list[str]:
    """The same of the slots of every sheet."""
    kinds = {type(sheet) for sheet in SHEETS.values()}
    for sheet in SHEETS.values():
        values = [getattr(sheet, field.name) for field in fields(sheet) if field.name != "options"]
        kinds |= {kind for value in values for kind in groups(value)}
    return sorted(problem for kind in kinds for problem in defaults(kind))


def slots_of_groups(slots: Any) -> Iterator[type]:
    """The classes of the groups that lie in the slots of a sheet or a group, and in theirs."""
    for name in getattr(slots, "_fields", None) or [field.name for field in fields(slots)]:
        value = getattr(slots, name)
        if isinstance(value, tuple) and hasattr(value, "_fields") and not isinstance(value, Text):
            yield type(value)
            yield from slots_of_groups(value)


def is_group(kind: type) -> bool:
    """Whether a class is written as a `Group`: when it runs nothing tells it from any other NamedTuple."""
    return inspect.getsource(kind).startswith(f"class {kind.__name__}(Group)")


def groups_unwatched() -> list[str]:
    """The groups of slots of every sheet of which the compiled build would not tell what is read."""
    kinds = {kind for sheet in SHEETS.values() for kind in slots_of_groups(sheet)}
    return sorted(f"{kind.__module__}.{kind.__name__} is no Group" for kind in kinds if not is_group(kind))


if __name__ == "__main__":
    found = [
        *(*games_named(), *families_asked_for(), *notation_elsewhere(), *defaults_of_slots(), *groups_unwatched()),
        *circles(),
    ]
    print(*found, f"the engine: {len(found)} problems", sep="\n")
    sys.exit(bool(found))
