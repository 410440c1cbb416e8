"""What the compiled build of what works on numbers needs of the sources."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = {"paipu.replay.solve": ROOT / "replay" / "solve", "paipu.analytics.review": ROOT / "analytics" / "review"}


def numbers_of(types: Path) -> set[str]:
    """The names that are machine words in the compiled build: nobody can import those."""
    lines = re.findall(r"^cdef (?:unsigned )?long long (.+)$", types.read_text(encoding="utf-8"), re.MULTILINE)
    return {name.strip() for line in lines for name in line.split(",")}


def test_no_module_imports_what_is_a_machine_word_where_it_is_compiled() -> None:
    words = {
        f"{package}.{types.stem}": numbers_of(types) for package, folder in FOLDERS.items() for types in folder.glob("*.pxd")
    }
    assert all(any(words[name] for name in words if name.startswith(package)) for package in FOLDERS)
    for module in (each for folder in FOLDERS.values() for each in folder.glob("*.py")):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                taken = {each.name for each in node.names} & words.get(node.module or "", set())
                assert taken == set(), module.name
