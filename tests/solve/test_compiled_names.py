"""What the compiled build of the searches needs of their sources."""

import ast
import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "replay" / "solve"


def numbers_of(types: Path) -> set[str]:
    """The names that are machine words in the compiled build: nobody can import those."""
    lines = re.findall(r"^cdef (?:unsigned )?long long (.+)$", types.read_text(encoding="utf-8"), re.MULTILINE)
    return {name.strip() for line in lines for name in line.split(",")}


def test_no_module_imports_what_is_a_machine_word_where_it_is_compiled() -> None:
    words = {f"paipu.replay.solve.{types.stem}": numbers_of(types) for types in FOLDER.glob("*.pxd")}
    assert any(words.values())
    for module in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                taken = {each.name for each in node.names} & words.get(node.module or "", set())
                assert taken == set(), module.name
