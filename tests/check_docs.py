"""Checks what neither the linter nor the type checker reads: `python -m tests.check_docs [folder]`.

- Every relative link in a Markdown file leads to a file or folder of the repository.
- Every path of the repository that README.md and CONTRIBUTING.md name as code is there; `*` and `<…>` stand for any name.
- Every `make` word in README.md and CONTRIBUTING.md is a target of the Makefile.
- No file names a package registry's host, and no file outside tests/ a path of one machine.
- Every lint or type ignore says which rule it silences, and why.
- The subject of a commit has at most 72 characters; those from before there was such a bound are let be.

Prints `path:line: what` for each problem; the exit status is 1 where there is one.
"""

import fnmatch
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple
from urllib.parse import unquote


class Problem(NamedTuple):
    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


class TextFile(NamedTuple):
    path: str  # from the root, with /
    text: str

    def lines(self) -> Iterator[tuple[int, str]]:
        return enumerate(self.text.split("\n"), start=1)


DOCUMENTS: Final = ("README.md", "CONTRIBUTING.md")
FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})")
CODE_SPAN: Final = re.compile(r"(`+)(.+?)\1")
LINK: Final = re.compile(
    r"""\]\(\s*(?:<([^>]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))  # [text](target) and ![text](target "title")
      | ^\ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)                          # [label]: target
      | <(?:a|img)\b[^>]*?\b(?:href|src)=["']([^"']*)["']          # <a href="target">, <img src="target">
    """,
    re.VERBOSE,
)
SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")

MAKE_WORDS: Final = re.compile(r"(?:^|[\s;&|(])make((?:\s+[A-Za-z_][\w.-]*(?:=\S*)?)+)")
TARGET: Final = re.compile(r"^([A-Za-z][\w-]*)\s*:(?!=)", re.MULTILINE)

# The brackets keep the pattern from matching itself.
REGISTRY: Final = re.compile(
    r"py[p]i\.org|python[h]osted\.org|py[p]i\.tuna|mirrors\.[a-z0-9.-]+/py[p]i|registry\.[n]pmjs|registry\.[y]arnpkg"
    r"|npm[m]irror\.com|conda\.[a]naconda|crates\.[i]o|proxy\.[g]olang",
    re.IGNORECASE,
)
MACHINE_PATH: Final = re.compile(r"(?<![\w./~{}$*)-])(?:/(?:work|root|tmp|home|Users)/|[A-Z]:\\Users\\)")

IGNORE: Final = re.compile(
    r"#\s*(?:(?:ruff|flake8):\s*)?noqa\b(?P<noqa>:\s*[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*)?"
    r"|#\s*(?:type|pyright|ty):\s*ignore\b(?P<type>\s*\[[^\]]+\])?"
    r"|#\s*(?P<other>mypy:\s*[\w-]+(?:\s*=\s*\S+)?|fmt:\s*(?:off|skip)|isort:\s*(?:off|skip|skip_file)|nosec\b"
    r"|pragma:\s*no\s*cover)"
)
REASON: Final = re.compile(r"[a-z]{2,}\W+[a-z]{2,}|[\u4e00-\u9fff]{2,}", re.IGNORECASE)
CONFIG_IGNORE: Final = re.compile(r'^\s*"(?:[A-Z]+[0-9]+|(?:ignore|default|once|always)(?::.*)?)",?\s*(?P<comment>#.*)?$')


SUBJECT: Final = 72
SUBJECTS_SINCE: Final = "2026-11-26T00:00:00Z"


def repository_files(root: Path) -> list[str]:
    """What git tracks or would track, and has not been removed."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout.decode()
    return sorted({path for path in listed.split("\0") if path and (root / path).is_file()})


def text_files(root: Path, paths: Iterable[str]) -> Iterator[TextFile]:
    for path in paths:
        raw = (root / path).read_bytes()
        if b"\0" not in raw:
            yield TextFile(path, raw.decode("utf-8", errors="replace"))


def prose_and_code(file: TextFile) -> Iterator[tuple[int, str, list[str]]]:
    """Each line of a Markdown file: its number, its text without code, and its pieces of code."""
    fence = ""
    for number, line in file.lines():
        mark = FENCE.match(line)
        if fence:
            closes = mark is not None and mark[1].startswith(fence) and not line[mark.end() :].strip()
            fence = "" if closes else fence
            yield number, "", [] if closes else [line]
        elif mark:
            fence = mark[1]
            yield number, "", []
        else:
            yield number, CODE_SPAN.sub("", line), [span[1] for span in CODE_SPAN.findall(line)]


def check_links(files: Iterable[TextFile], paths: Iterable[str]) -> Iterator[Problem]:
    known = set(paths)
    known |= {str(folder) for path in known for folder in PurePosixPath(path).parents}
    for file in files:
        if not file.path.endswith(".md"):
            continue
        for number, prose, _ in prose_and_code(file):
            for match in LINK.finditer(prose):
                target = next((group for group in match.groups() if group is not None), "")
                where = unquote(target.partition("#")[0])
                if SCHEME.match(target) or (target and not where):
                    continue  # another site, or a heading of the same page
                if not target or resolve(PurePosixPath(file.path).parent, where) not in known:
                    yield Problem(file.path, number, f"the link leads nowhere: {target or '(empty)'}")


def resolve(folder: PurePosixPath, target: str) -> str | None:
    """The target's path from the root; None where it leads out of the repository."""
    parts = [] if target.startswith("/") else list(folder.parts)
    for part in PurePosixPath(target.lstrip("/")).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            return None
    return "/".join(parts) or "."


def check_named_paths(files: Iterable[TextFile], paths: Iterable[str]) -> Iterator[Problem]:
    """The names of files and folders: those that begin with a folder of the repository and have no spaces."""
    known = set(paths)
    known |= {str(folder) for path in known for folder in PurePosixPath(path).parents}
    folders = {path.partition("/")[0] for path in known if "/" in path}
    for file in files:
        if file.path in DOCUMENTS:
            for number, line in file.lines():
                for _, piece in CODE_SPAN.findall(line):
                    first, slash, _ = piece.partition("/")
                    pattern = re.sub(r"<\w+>", "*", piece.rstrip("/"))
                    if slash and first in folders and " " not in piece and not fnmatch.filter(known, pattern):
                        yield Problem(file.path, number, f"there is no {piece}")


def check_make_words(files: Iterable[TextFile]) -> Iterator[Problem]:
    by_path = {file.path: file for file in files}
    makefile = by_path.get("Makefile")
    targets = set(TARGET.findall(makefile.text)) if makefile else set()
    for path in DOCUMENTS:
        if path not in by_path:
            continue
        for number, _, pieces in prose_and_code(by_path[path]):
            for piece in pieces:
                command = piece.partition("#")[0]
                words = [word for match in MAKE_WORDS.finditer(command) for word in match[1].split()]
                for word in words:
                    if "=" not in word and word not in targets:
                        yield Problem(path, number, f"the Makefile has no target {word!r}")


def check_hosts_and_paths(files: Iterable[TextFile]) -> Iterator[Problem]:
    for file in files:
        for number, line in file.lines():
            if match := REGISTRY.search(line):
                yield Problem(file.path, number, f"a registry's host: {match[0]}")
            if not file.path.startswith("tests/") and (match := MACHINE_PATH.search(line)):
                yield Problem(file.path, number, f"a path of one machine: {match[0]}")


def check_ignores(files: Iterable[TextFile]) -> Iterator[Problem]:
    for file in files:
        if file.path.endswith((".py", ".pyi")):
            for number, comment in comments(file):
                yield from (Problem(file.path, number, what) for what in ignore_faults(comment))
        elif file.path == "pyproject.toml":
            for number, line in file.lines():
                match = CONFIG_IGNORE.match(line)
                if match and not REASON.search(match["comment"] or ""):
                    yield Problem(file.path, number, f"an ignore without its reason: {line.strip()}")


def comments(file: TextFile) -> Iterator[tuple[int, str]]:
    """The comments alone: a string that looks like one is not one."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(file.text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
    except (tokenize.TokenError, SyntaxError):
        return  # the linter says where, and better


def ignore_faults(comment: str) -> Iterator[str]:
    directives = list(IGNORE.finditer(comment))
    for found in directives:
        if not (found["noqa"] or found["type"] or found["other"]):
            yield f"an ignore of every rule: {found[0]}"
    if directives and not REASON.search(IGNORE.sub(" ", comment)):
        yield f"an ignore without its reason: {comment}"


def check_subjects(root: Path) -> Iterator[Problem]:
    command = ["git", "log", f"--since={SUBJECTS_SINCE}", "--format=%h%x00%s"]
    told = subprocess.run(command, cwd=root, check=False, capture_output=True).stdout.decode(errors="replace")
    for line in told.splitlines():  # none where nothing is committed yet
        commit, _, subject = line.partition("\0")
        if len(subject) > SUBJECT:
            yield Problem(f"commit {commit}", 1, f"a subject of {len(subject)} characters, {SUBJECT} at most: {subject}")


def check(root: Path) -> list[Problem]:
    paths = repository_files(root)
    files = list(text_files(root, paths))
    problems = [
        *check_links(files, paths),
        *check_named_paths(files, paths),
        *check_make_words(files),
        *check_hosts_and_paths(files),
        *check_ignores(files),
        *check_subjects(root),
    ]
    return sorted(problems)


def main(arguments: list[str]) -> int:
    root = Path(arguments[0]) if arguments else Path(__file__).parent.parent
    problems = check(root)
    for problem in problems:
        print(problem)
    print(f"documents: {len(problems)} problem{'' if len(problems) == 1 else 's'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
