"""What `pyproject.toml` cannot say: which folders are the package `paipu`, and the compiled build of the engine.

`replay/` is `paipu.replay`, and so on, without a folder `paipu`. An editable install and the wheel know that from here. Tools
that go by folders alone (mypy, grimp, mypyc) are shown a folder of links: `python setup.py links --into DIR` lays it.

The compiled build is made where PAIPU_COMPILE is set (`make wheel`), of the same modules: mypyc makes C of them. A compiled
module asks those that are compiled with it for their functions and fields without looking up what their names stand for, so
that whatever is replaced in one of them is not seen by the others. Of what works on numbers alone, the searches and the hands
that the review plays out, Cython makes C with machine words, by the types in the `.pxd` beside each; with PAIPU_COMPILE=numbers
these alone are made, in a minute (`make native`).
"""

import ast
import os
import platform
import shlex
import shutil
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Extension, find_namespace_packages, setup

ROOT = Path(__file__).parent
PARTS = ("replay", "ingest", "samples", "analytics", "dashboard", "cli")
ITSELF = "cli/paipu.package"
"""What `import paipu` runs. A folder with a dot is no package, so that its modules are no part of `paipu.cli` as well."""
LINKS = "build/links"
FAMILIES = tuple(ROOT / "replay" / family for family in ("climbing", "tricks"))
"""What audits hands and matches. Compiled is what they have, and what of `replay` itself so many of their modules ask."""
OFTEN = 3
STAYS = frozenset({"Group", "RuleSheet", "ABC"})
"""Bases of classes that stay Python: of slots a watched copy (`replay/slot_reads.py`) is made while the audit runs, and its
class of theirs; of an abstract class mypyc makes none of its own.
"""
NUMBERS = (ROOT / "replay" / "solve", ROOT / "analytics" / "review")
"""Where modules lie that work on numbers alone, each with its types beside it; those with classes are compiled."""
WORDS = {
    "annotation_typing": False,  # the types are those of the .pxd
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
"""What is said to Cython of these: tests hold them, run as Python, to the bounds of their arrays."""
TELLS = ROOT / "replay" / "compiled.py"
"""What tells the compiler of classes is not for it."""
ACROSS = ["-flto=auto", "-fvisibility=hidden"]
"""What lets the compiler see across modules, and call a function of another one without asking where it is. Linked on all
processors: on one it takes longer than all modules take to be compiled.
"""
METADATA = frozenset({"egg_info", "dist_info"})
"""What asks for no more than what is known of the package: pip does before it builds, and mypyc would work in vain."""
POPCOUNT = ["-mpopcnt"] if platform.machine().lower() in {"x86_64", "amd64"} else []
"""Every such processor since 2008 counts bits by itself."""


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
        if isinstance(node, ast.ImportFrom) and node.module:
            package, _, name = node.module.rpartition(".")
            if package == "paipu.replay":
                yield ROOT / "replay" / f"{name}.py"


def modules() -> list[Path]:
    """What is compiled."""
    own = [module for family in FAMILIES for module in family.glob("[!_]*.py")]
    kernel = Counter(module for each in own for module in asked(each))
    often = [module for module, times in kernel.items() if times >= OFTEN and module.is_file()]
    return sorted(module for module in [*own, *often] if module != TELLS and not stays_python(module))


def extensions() -> list[Extension]:
    """What is to be built: nothing, if nobody asks for it. Raises SystemExit where something is missing for it."""
    asked = os.environ.get("PAIPU_COMPILE")
    if not asked or METADATA & set(sys.argv):
        return []
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")[:1]
    if os.name == "posix" and not (compiler and shutil.which(compiler[0])):
        raise SystemExit(f"PAIPU_COMPILE: no C compiler ({' '.join(compiler) or 'CC'}); on Debian and Ubuntu: apt install gcc")
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise SystemExit("PAIPU_COMPILE: no header files of this Python; on Debian and Ubuntu: apt install python3-dev")
    lay_links(ROOT / LINKS)
    if asked == "numbers":
        return numbers()
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - who does not compile need not have it
    except ModuleNotFoundError:
        raise SystemExit("PAIPU_COMPILE: no mypyc, which comes with mypy; `make wheel` builds with that of .venv") from None
    paths = [f"{LINKS}/paipu/{module.relative_to(ROOT).as_posix()}" for module in modules()]
    made = mypycify(paths, opt_level="3", debug_level="0", multi_file=True, group_name="paipu")
    for extension in made if os.name == "posix" else ():
        extension.extra_compile_args += ACROSS
        extension.extra_link_args += ["-O3", *ACROSS]
    return [*made, *numbers()]


def numbers() -> list[Extension]:
    """What works on numbers alone. Raises SystemExit where Cython is missing."""
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 - who does not compile need not have it
    except ModuleNotFoundError:
        raise SystemExit("PAIPU_COMPILE: no Cython; `make wheel` builds with that of .venv") from None
    found = [
        Extension(
            ".".join(("paipu", *types.relative_to(ROOT).with_suffix("").parts)),
            [f"{LINKS}/paipu/{types.relative_to(ROOT).with_suffix('.py').as_posix()}"],
            extra_compile_args=["-O3", "-g0", *POPCOUNT] if os.name == "posix" else [],
        )
        for folder in NUMBERS
        for types in sorted(folder.glob("*.pxd"))
        if "cdef class" in types.read_text(encoding="utf-8")
    ]
    made: list[Extension] = cythonize(
        found, build_dir="build/cython", include_path=[LINKS], compiler_directives=WORDS, language_level=3, quiet=True
    )
    return made


def packages() -> list[str]:
    """Every package, those too that have only files of data."""
    found = find_namespace_packages(str(ROOT), include=[pattern for part in PARTS for pattern in (part, f"{part}.*")])
    return ["paipu", *(f"paipu.{name}" for name in found if "__pycache__" not in name)]


def lay_links(folder: Path) -> None:
    """A folder `paipu` of links, as an installed one would be."""
    laid = folder / "paipu"
    shutil.rmtree(laid, ignore_errors=True)
    laid.mkdir(parents=True)
    for each in (*(ROOT / part for part in PARTS), *(ROOT / ITSELF).glob("[!_]*"), ROOT / ITSELF / "__init__.py"):
        (laid / each.name).symlink_to(os.path.relpath(each, laid), target_is_directory=each.is_dir())


class Links(Command):
    """Lay the links."""

    user_options: ClassVar = [("into=", None, "the folder that is to have them")]
    into: str

    def initialize_options(self) -> None:
        """None is chosen."""
        self.into = LINKS

    def finalize_options(self) -> None:
        """Nothing follows from what is chosen."""

    def run(self) -> None:
        """Lay them."""
        lay_links(Path(self.into))


setup(
    ext_modules=extensions(),
    packages=packages(),
    package_dir={"paipu": ITSELF, **{f"paipu.{part}": part for part in PARTS}},
    cmdclass={"links": Links},
)
