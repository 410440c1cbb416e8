"""`python -m tests.frozen`: hold what the engine says against what it said (`make frozen`)."""

import argparse
import difflib
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.frozen.sources import ROOT, hashes, write

HASHES: Final = Path(__file__).parent / "hashes.toml"
SHOWN: Final = 2000
"""Lines of a difference that are shown."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.frozen", description=__doc__)
    parser.add_argument("--texts", type=Path, metavar="DIR", help="keep the texts in this folder")
    parser.add_argument("--write", action="store_true", help="make the hashes anew")
    parser.add_argument("--against", metavar="REV", help="show what differs from a commit, line by line")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = asked.texts or Path(scratch) / "now"
        write(folder)
        made = hashes(folder)
        if asked.write:
            HASHES.write_text("".join(f'"{name}" = "{each}"\n' for name, each in made.items()), encoding="utf-8")
        if asked.against:
            before = _texts_of(asked.against, Path(scratch))
            for number, told in enumerate(differing(before, folder)):
                if number == SHOWN:
                    print(f"more than {SHOWN} lines")
                    break
                print(told)
        elif not asked.write:
            stored = tomllib.loads(HASHES.read_text(encoding="utf-8"))
            other = sorted(name for name in stored.keys() | made.keys() if stored.get(name) != made.get(name))
            print(f"{len(made) - len(other)} of {len(made)} say what they said", *other, sep="\n  ")
            sys.exit(bool(other))


def _texts_of(revision: str, scratch: Path) -> Path:
    """The texts of a commit, made by its own engine and tests."""
    tree, folder = scratch / "tree", scratch / "before"
    subprocess.run(["git", "worktree", "add", "--detach", "--quiet", tree, revision], cwd=ROOT, check=True)
    try:
        links = [sys.executable, "setup.py", "-q", "links", "--into", str(scratch / "links")]
        subprocess.run(links, cwd=tree, capture_output=True, check=False)  # there are none where `paipu` is no package yet
        command = [sys.executable, "-m", "tests.frozen", "--write", "--texts", str(folder)]
        paths = os.pathsep.join(map(str, (scratch / "links", tree)))
        subprocess.run(command, cwd=tree, env={**os.environ, "PYTHONPATH": paths}, check=True)
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    return folder


def differing(before: Path, now: Path) -> Iterator[str]:
    for name in sorted({path.name for folder in (before, now) for path in folder.glob("*.txt")}):
        one, other = (_lines(folder / name) for folder in (before, now))
        yield from difflib.unified_diff(one, other, f"before/{name}", f"now/{name}", lineterm="", n=1)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


if __name__ == "__main__":
    main()
