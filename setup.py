"""What `pyproject.toml` cannot say: the compiled build of the engine, which is made where PAIPU_COMPILE is set (`make wheel`).

The modules are the same: mypyc makes C of them. A compiled module asks those that are compiled with it for their functions and
fields without looking up what their names stand for, so that whatever is replaced in one of them is not seen by the others.
"""

import ast
import os
import shlex
import shutil
import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).parent
FAMILIES = tuple(ROOT / "replay" / family for family in ("climbing", "tricks"))
"""What audits hands and matches. Compiled is what they have, and what of `replay` itself so many of their modules ask."""
OFTEN = 3
STAYS = frozenset({"Group", "RuleSheet", "ABC"})
"""Bases of classes that stay Python: of slots a watched copy (`replay/watch.py`) is made while the audit runs, and its class of
theirs; of an abstract class mypyc makes none of its own.
"""
TELLS = ROOT / "replay" / "compiled.py"
"""What tells the compiler of classes is not for it."""
ACROSS = ["-flto", "-fvisibility=hidden"]
"""What lets the compiler see across modules, and call a function of another one without asking where it is."""


def stays_python(module: Path) -> bool:
    """Whether a module has a class that cannot be compiled, or not so that it would serve.

    Besides those above: one with a metaclass, and one that is frozen, the records and findings that processes send each other.
    """
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            bases = {base.value if isinstance(base, ast.Subscript) else base for base in node.bases}
            named = {base.id for base in bases if isinstance(base, ast.Name)}
            if named & STAYS or node.keywords or any("frozen" in ast.unparse(each) for each in node.decorator_list):
                return True
    return False


def asked(module: Path) -> Iterator[Path]:
    """The modules of `replay` itself that a module imports."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and node.module.startswith("replay.")
            and node.module.count(".") == 1
        ):
            yield ROOT / f"{node.module.replace('.', '/')}.py"


def modules() -> list[Path]:
    """What is compiled."""
    own = [module for family in FAMILIES for module in family.glob("[!_]*.py")]
    kernel = Counter(module for each in own for module in asked(each))
    often = [module for module, times in kernel.items() if times >= OFTEN and module.is_file()]
    return sorted(module for module in [*own, *often] if module != TELLS and not stays_python(module))


def extensions() -> list[Extension]:
    """What is to be built: nothing, if nobody asks for it. Raises SystemExit where something is missing for it."""
    if not os.environ.get("PAIPU_COMPILE"):
        return []
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")[:1]
    if os.name == "posix" and not (compiler and shutil.which(compiler[0])):
        raise SystemExit(f"PAIPU_COMPILE: no C compiler ({' '.join(compiler) or 'CC'}); on Debian and Ubuntu: apt install gcc")
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise SystemExit("PAIPU_COMPILE: no header files of this Python; on Debian and Ubuntu: apt install python3-dev")
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - who does not compile need not have it
    except ModuleNotFoundError:
        raise SystemExit("PAIPU_COMPILE: no mypyc, which comes with mypy; `make wheel` builds with that of .venv") from None
    paths = [str(module.relative_to(ROOT)) for module in modules()]
    made = mypycify(paths, opt_level="3", debug_level="0", multi_file=True, group_name="paipu")
    for extension in made if os.name == "posix" else ():
        extension.extra_compile_args += ACROSS
        extension.extra_link_args += ["-O3", *ACROSS]
    return made


setup(ext_modules=extensions())
