"""What of the lock file the program itself needs: `python tests/needed.py requirements.lock pyproject.toml [package …]`.

The lock file is resolved with all extras, and says of each package which others ask for it. Prints the entries of those that
the dependencies of the project, and the packages named, lead to, with their hashes, for pip. It runs before anything is
installed.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
ASKED_BY = re.compile(r"^ +#(?: via)? +([A-Za-z0-9][A-Za-z0-9._-]*)", re.MULTILINE)


class Entry(NamedTuple):
    """A package of the lock file: its lines, and who asks for it."""

    text: str
    asked_by: frozenset[str]


def entries(lock: str) -> Mapping[str, Entry]:
    """By name; a name may come several times, for several machines."""
    found: dict[str, Entry] = {}
    for text in re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)[1:]:
        name = spelt(text)
        before = found.get(name, Entry("", frozenset()))
        found[name] = Entry(before.text + text, before.asked_by | set(map(spelt, ASKED_BY.findall(text))))
    return found


def spelt(text: str) -> str:
    """The name that a requirement begins with, spelt as in the lock file."""
    name = NAME.match(text)
    return re.sub(r"[-_.]+", "-", name[0]).lower() if name else ""


def needed(lock: str, dependencies: Iterable[str]) -> Iterator[str]:
    """The entries that the dependencies lead to. Raises KeyError where the lock file lacks one of them."""
    locked = entries(lock)
    wanted = {spelt(each) for each in dependencies}
    if lacking := wanted - locked.keys():
        raise KeyError(*sorted(lacking))
    while more := {name for name, entry in locked.items() if entry.asked_by & wanted} - wanted:
        wanted |= more
    yield from (locked[name].text for name in sorted(wanted))


if __name__ == "__main__":
    lock_file, project = map(Path, sys.argv[1:3])
    asked = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["dependencies"]
    sys.stdout.writelines(needed(lock_file.read_text(encoding="utf-8"), [*asked, *sys.argv[3:]]))
