"""Checks that nothing lies about that nobody asks for: `python -m tests.check_dead`.

- Python: functions, classes, methods and constants that no live code reaches. Live is what a module does when it is imported,
  what a decorator or a base hands to a framework, what a document names by its path, a test, and all that live code names. What
  is shipped has to be live without the tests.
- Texts: keys of the tables of texts that are in no code, page, query or table of the rules.
- Style sheets: classes, ids and properties that no page has; a rule that stands twice in a file.
- SQL: a file that no code, no other query and no table of the warehouse names; a named part that is not asked.
- JavaScript: what is exported and not imported, and functions of a module that it does not call.

All of it goes by names, so that what is called dead is dead, while something that shares its name with what is live is missed.
Prints `path:line: what` for each; the exit status is 1 where there is one.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.check_docs import Problem, repository_files

ROOT: Final = Path(__file__).parents[1]
PRODUCT: Final = ("replay", "ingest", "samples", "analytics", "dashboard", "cli")
ITSELF: Final = {"cli/paipu.package/__init__.py": "paipu", "cli/paipu.package/interface.py": "paipu.interface"}
"""Modules that are not called as their folder is."""
OUTSIDE: Final = "dashboard/table/lit/"
"""What others wrote."""
HANDED_TO_NOBODY: Final = frozenset(
    {"staticmethod", "classmethod", "property", "cached_property", "cache", "lru_cache", "contextmanager", "setter", "final"}
    | {"override", "abstractmethod", "dataclass", "overload", "total_ordering", "runtime_checkable", "mypyc_attr"}
)
"""Decorators that leave it to our code to ask for what they decorate."""
ASK_BY_NAME: Final = frozenset({"object", "NamedTuple", "Protocol", "Generic", "TypedDict", "Enum", "StrEnum", "ABC"})
"""Bases outside the repository that call no method of their own accord."""
TESTING: Final = ("test_", "pytest", "TESTS", "engine_", "oracle_", "question_")
"""How names begin that pytest asks for, that import modules for what they register, and that `tests/cases` looks up."""
BUILT: Final = "COMPILED"
"""How a module says that it is compiled: of some, tests and benchmarks alone ask it."""
DOTTED: Final = re.compile(r"(?:paipu|tests)(?:\.\w+)+|from (paipu(?:\.\w+)*) import ([\w, ]+)")
WORD: Final = re.compile(r"[A-Za-z_]\w*")
KEY: Final = re.compile(r"(?<![\w.-])[\w./-]+(?![\w.-])")
STYLED: Final = re.compile(r"[.#](-?[A-Za-z_][\w-]*)")
STREAMLITS: Final = ("st", "e1")
"""How the classes begin that Streamlit gives its elements."""


class Definition(NamedTuple):
    """Something with a name: its module, the class that it is a method of, its line, what it is made of, and whether a
    framework or Python itself may ask for it.
    """

    module: str
    owner: str
    name: str
    line: int
    body: tuple[ast.AST, ...]
    always: bool


class Module(NamedTuple):
    """A module: what it defines, what it does when it is imported, and what its names mean that are of other modules."""

    name: str
    path: str
    definitions: tuple[Definition, ...]
    does: tuple[ast.AST, ...]
    imported: Mapping[str, tuple[str, ...]]  # the module, or the module and a name there


class Names(NamedTuple):
    """What some code names: by itself, of something (by that name alone, and with its path), and how names begin that are
    put together.
    """

    alone: set[str]
    asked: set[str]
    paths: set[str]
    starts: set[str]


def called(node: ast.expr) -> str:
    """The last name of a decorator or a base."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def handed_on(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    return any(called(each) not in HANDED_TO_NOBODY for each in node.decorator_list)


def given(node: ast.Assign | ast.AnnAssign) -> list[str]:
    """The names that an assignment gives; none where it writes elsewhere too."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    each = [inner for target in targets for inner in (target.elts if isinstance(target, ast.Tuple) else [target])]
    names = [one.id for one in each if isinstance(one, ast.Name)]
    return names if len(names) == len(each) else []


def defined(node: ast.stmt, module: str, classes: frozenset[str]) -> Iterator[Definition]:
    """What a statement of a module defines; nothing where it does something."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield Definition(module, "", node.name, node.lineno, (node,), handed_on(node))
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for name in given(node):
            yield Definition(module, "", name, node.lineno, (node,), name.startswith("__") or name == BUILT)
    elif isinstance(node, ast.ClassDef):
        methods = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
        rest = [each for each in node.body if each not in methods]
        body = (*rest, *node.decorator_list, *node.bases, *node.keywords)
        yield Definition(module, "", node.name, node.lineno, body, handed_on(node))
        foreign = any(called(base) not in ASK_BY_NAME | classes for base in node.bases)
        for each in methods:
            always = foreign or handed_on(each) or each.name.startswith("__")
            yield Definition(module, node.name, each.name, each.lineno, (each,), always)


def our_own(classes: Iterable[ast.ClassDef]) -> frozenset[str]:
    """The classes of which no base calls a method of its own accord, whatever is above it."""
    above = {each.name: {called(base) for base in each.bases} - ASK_BY_NAME for each in classes}
    while foreign := [name for name, bases in above.items() if not bases <= above.keys()]:
        for name in foreign:
            del above[name]
    return frozenset(above)


def imports(tree: ast.AST, package: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            yield from ((each.asname or each.name, (source, each.name)) for each in node.names)
        elif isinstance(node, ast.Import):
            yield from ((each.asname, (each.name,)) for each in node.names if each.asname)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """All that is in it but docstrings; of `a.b.c` the whole alone."""
    yield node
    inner = node
    while isinstance(inner, ast.Attribute):
        inner = inner.value
    for each in ast.iter_child_nodes(node) if inner is node else () if isinstance(inner, ast.Name) else (inner,):
        if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)):
            yield from walk(each)


def names_in(nodes: Iterable[ast.AST]) -> Names:
    found = Names(set(), set(), set(), set())
    for node in (inner for each in nodes for inner in walk(each)):
        if isinstance(node, ast.Name):
            found.alone.add(node.id)
        elif isinstance(node, ast.Attribute):
            parts: list[str] = []
            inner: ast.expr = node
            while isinstance(inner, ast.Attribute):
                parts.append(inner.attr)
                inner = inner.value
            found.asked.update(parts)
            if isinstance(inner, ast.Name):
                found.paths.add(".".join([inner.id, *reversed(parts)]))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value.isidentifier():
                found.asked.add(node.value)
            elif re.fullmatch(r"[\w.:]+", node.value):
                found.paths.add(node.value.replace(":", "."))
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            found.starts.add(str(node.values[0].value))
        elif isinstance(node, ast.MatchClass):
            found.asked.update(node.kwd_attrs)
    return found


class Code:
    """Modules, and what of them is live."""

    def __init__(self, root: Path, files: Iterable[str]) -> None:
        trees = {path: ast.parse((root / path).read_text(encoding="utf-8")) for path in files if path.endswith(".py")}
        classes = our_own([node for tree in trees.values() for node in tree.body if isinstance(node, ast.ClassDef)])
        self.modules: dict[str, Module] = {}
        self.places: dict[tuple[str, str], list[Definition]] = {}
        self.methods: dict[str, list[Definition]] = {}
        for path, tree in trees.items():
            parts = Path(path).with_suffix("").parts
            above = () if parts[0] == "tests" else ("paipu",)
            name = ITSELF.get(path) or ".".join([*above, *parts]).removesuffix(".__init__")
            package = name.split(".") if parts[-1] == "__init__" else name.split(".")[:-1]
            own = {node: list(defined(node, name, classes)) for node in tree.body}
            does = [node for node, made in own.items() if not made and not isinstance(node, ast.Import | ast.ImportFrom)]
            definitions = tuple(each for made in own.values() for each in made)
            self.modules[name] = Module(name, path, definitions, tuple(does), dict(imports(tree, package)))
            for each in definitions:
                if each.owner:
                    self.methods.setdefault(each.name, []).append(each)
                else:
                    self.places.setdefault((name, each.name), []).append(each)
        self.live: set[Definition] = set()
        self._resolved: set[tuple[str, str]] = set()
        self._asked: set[str] = set()
        self._values: set[str] = set()  # modules that are values: what is asked of anything may be asked of them
        self._waiting: list[Definition] = []

    def run(self, modules: Iterable[Module]) -> None:
        """Import some modules, and let everything run that a framework asks for."""
        for module in modules:
            self._name(module, names_in(module.does))
            self.wake(each for each in module.definitions if each.always and not each.owner)

    def ask(self, words: Iterable[str]) -> None:
        """Ask for methods of these names, wherever there are some."""
        for name in set(words) - self._asked:
            self._asked.add(name)
            self.wake(each for each in self.methods.get(name, ()) if self._whole(each) in self.live)
            for other in self._values:
                self._resolve(other, name)

    def read(self, document: str) -> None:
        """Ask for what a document names by its path."""
        for found in DOTTED.finditer(document):
            for name in found[2].split(",") if found[1] else [""]:
                self._follow(f"{found[1]}.{name.strip()}" if name else found[0])

    def wake(self, definitions: Iterable[Definition]) -> None:
        """Take these, and all that they name, for live."""
        new = [each for each in definitions if each not in self.live]
        self.live.update(new)
        idle = not self._waiting
        self._waiting += new
        while idle and self._waiting:
            each = self._waiting.pop()
            module = self.modules[each.module]
            self._name(module, names_in(each.body))
            mine = [other for other in module.definitions if other.owner == each.name] if not each.owner else []
            self.wake(other for other in mine if other.always or other.name in self._asked)

    def dead(self, packages: tuple[str, ...]) -> Iterator[Problem]:
        """What is not live; of a class that is dead not its methods too."""
        for module in self.modules.values():
            for each in module.definitions if module.path.startswith(packages) else ():
                if each not in self.live and (not each.owner or self._whole(each) in self.live):
                    name = f"{each.owner}.{each.name}".removeprefix(".")
                    yield Problem(module.path, each.line, f"{name} is asked for by nobody")

    def _whole(self, method: Definition) -> Definition:
        return self.places[method.module, method.owner][0]

    def _name(self, module: Module, names: Names) -> None:
        for name in names.alone:
            self._resolve(module.name, name)
            self._value(".".join(module.imported.get(name, ())))
        for path in names.paths:
            first, _, rest = path.partition(".")
            self._resolve(module.name, first)
            self._follow(".".join([*module.imported.get(first, (first,)), rest]))
        self.ask(names.asked)
        for start in names.starts:
            self.wake(each for each in module.definitions if each.name.startswith(start) and start)
            for other in self.modules if start.startswith("paipu.") else ():
                if other.startswith(start):
                    self._value(other)

    def _value(self, module: str) -> None:
        if module in self.modules and module not in self._values:
            self._values.add(module)
            for name in list(self._asked):
                self._resolve(module, name)

    def _follow(self, path: str) -> None:
        """Ask for what a path leads to: the longest beginning that is a module, and the name behind it."""
        parts = path.split(".")
        for end in range(len(parts) - 1, 0, -1):
            if (module := ".".join(parts[:end])) in self.modules:
                self._resolve(module, parts[end])
                return

    def _resolve(self, module: str, name: str) -> None:
        """Ask for a name of a module, there or where it is imported from."""
        while (module, name) not in self._resolved and module in self.modules:
            self._resolved.add((module, name))
            if found := self.places.get((module, name)):
                self.wake(found)
                return
            match self.modules[module].imported.get(name):
                case (source, there):
                    module, name = source, there
                case _:
                    return


def dead_code(root: Path, files: list[str], words: set[str]) -> Iterator[Problem]:
    """Python that is dead: of the product what is so without the tests; of the tests what none comes to."""
    code = Code(root, files)
    shipped = [module for module in code.modules.values() if module.path.startswith(tuple(f"{each}/" for each in PRODUCT))]
    code.run(shipped)
    code.ask(words)
    for path in files:
        if path.endswith(".md") or path == "pyproject.toml":
            code.read((root / path).read_text(encoding="utf-8").replace(":main", ".main"))
    code.wake(each for name in ITSELF.values() if name in code.modules for each in code.modules[name].definitions)
    yield from code.dead(tuple(f"{each}/" for each in PRODUCT))
    tests = [module for module in code.modules.values() if module.path.startswith("tests/")]
    code.run(tests)
    code.wake(each for module in tests for each in module.definitions if each.name.startswith(TESTING))
    yield from code.dead(("tests/",))


def rows(text: str) -> Iterator[tuple[str, object]]:
    for key, said in tomllib.loads(text).items():
        yield from said.items() if isinstance(said, dict) else [(key, said)]


def is_table_of_texts(text: str) -> bool:
    """Whether each row is a text; checks, clauses, columns and models are tables of another shape."""
    said = [each for _, each in rows(text)]
    return all(isinstance(each, list) and each and isinstance(each[0], str) for each in said)


def dead_texts(texts: Mapping[str, str]) -> Iterator[Problem]:
    """Keys of texts that stand nowhere, and do not begin as a key that is put together."""
    tables = {path for path, text in texts.items() if path.endswith(".toml") and is_table_of_texts(text)}
    rest = "\n".join(text for path, text in texts.items() if path not in tables and not path.endswith(".css"))
    named, made = set(KEY.findall(rest)), tuple(set(re.findall(r"[\"'`](\w[\w.]*\.)[{$\"']", rest)))
    for path in sorted(tables):
        for key, _ in rows(texts[path]):
            if key not in named and not key.startswith(made):
                yield Problem(path, line_of(texts[path], key), f"the text {key} is asked for by nobody")


def line_of(text: str, what: str) -> int:
    return text[: max(text.find(what), 0)].count("\n") + 1


def rules_of(text: str) -> Iterator[tuple[str, str]]:
    """The rules of a style sheet, each with that under which it stands (`@media …`)."""
    under: list[str] = []
    for before, sign in re.findall(r"([^{}]*)([{}])", text):
        said = re.sub(r"\s+", " ", before).strip()
        if sign == "{":
            under.append(said)
        else:
            last = under.pop() if under else ""
            if said:
                yield " ".join(under), f"{last} {{ {said} }}"


def dead_styles(texts: Mapping[str, str]) -> Iterator[Problem]:
    """Classes, ids and properties of style sheets that are nowhere else, and rules that stand twice in one."""
    rest = "\n".join(text for path, text in texts.items() if path.endswith((".py", ".js", ".html")))
    words, starts = set(re.findall(r"[\w-]+", rest)), set(re.findall(r"([\w-]+-|[a-z]{2,})(?:\$\{|\{|%)", rest))
    sheets = {path: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for path, text in texts.items() if path.endswith(".css")}
    read = set(re.findall(r"var\(\s*(--[\w-]+)", rest + "".join(sheets.values())))
    for path, text in sheets.items():
        named = {name for rule in re.findall(r"([^{}]+)\{", text) for name in STYLED.findall(rule)}
        put_together = {name for name in named if any(name.startswith(start) for start in starts)}
        for name in sorted(named - words - put_together):
            if not name.startswith(STREAMLITS):
                yield Problem(path, line_of(texts[path], name), f"no page has the class or id {name}")
        for name in sorted(set(re.findall(r"(--[\w-]+)\s*:", text)) - read):
            yield Problem(path, line_of(texts[path], name), f"the property {name} is read by nobody")
        for (_, rule), times in Counter(rules_of(text)).items():
            if times > 1:
                yield Problem(path, 1, f"a rule stands {times} times: {rule[:60]}")


def dead_queries(texts: Mapping[str, str]) -> Iterator[Problem]:
    """Files of SQL that nobody names, and parts of a query that it does not ask."""
    words = {path: Counter(WORD.findall(text)) for path, text in texts.items() if path.endswith((".py", ".sql", ".toml"))}
    for path, text in texts.items():
        if path.endswith(".sql"):
            name = Path(path).stem
            if not any(count[name] for other, count in words.items() if other != path):
                yield Problem(path, 1, "the query is asked for by nobody")
            for part in re.findall(r"(?:\bWITH|,)\s+(\w+)\s*(?:\([\w\s,]*\))?\s+AS\s+(?:MATERIALIZED\s+)?\(", text):
                if words[path][part] == 1:
                    yield Problem(path, line_of(text, part), f"the part {part} is asked by nobody")


def dead_scripts(texts: Mapping[str, str]) -> Iterator[Problem]:
    """Functions of JavaScript that are exported to nobody, or called by nobody."""
    scripts = (".js", ".ts", ".html", ".py")
    words = {path: Counter(re.findall(r"\w+", text)) for path, text in texts.items() if path.endswith(scripts)}
    for path, text in texts.items():
        if path.endswith(".js"):
            for found in re.finditer(r"^(export )?(?:async )?(?:function|const|let|class) (\w+)", text, re.MULTILINE):
                exported, name = found.groups()
                if exported and not any(count[name] for other, count in words.items() if other != path):
                    yield Problem(path, line_of(text, found[0]), f"{name} is exported to nobody")
                elif words[path][name] == 1 and not exported:
                    yield Problem(path, line_of(text, found[0]), f"{name} is asked for by nobody")


def problems(root: Path) -> list[Problem]:
    """Everything in a repository that nobody asks for."""
    files = [path for path in repository_files(root) if not path.startswith(OUTSIDE) and (root / path).is_file()]
    kinds = (".py", ".toml", ".css", ".js", ".ts", ".html", ".sql")
    own = [path for path in files if path.startswith(tuple(f"{each}/" for each in PRODUCT)) and path.endswith(kinds)]
    texts = {path: (root / path).read_text(encoding="utf-8") for path in own}
    words = {word for path, text in texts.items() if path.endswith(".html") for word in WORD.findall(text)}
    said = (dead_texts, dead_styles, dead_queries, dead_scripts)
    return sorted([*dead_code(root, files, words), *(problem for find in said for problem in find(texts))])


def main(arguments: list[str]) -> int:
    found = problems(Path(arguments[0]) if arguments else ROOT)
    for each in found:
        print(each)
    print(f"dead: {len(found)} problem{'' if len(found) == 1 else 's'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
