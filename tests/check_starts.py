"""Checks that every TOML file can be read, and that the program starts: `python -m tests.check_starts [folder]`.

What people read lies in TOML beside the code. A key that is there twice, as where two changes meet, stops every command, and
neither the linter nor the type checker reads it. The program is started as people start it, by the script that is installed.

Prints `path:line: what` for each file of the folder that cannot be read, and what the program said if it did not start; the
exit status is 1 where there is one.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.check_docs import Problem, repository_files

PROGRAM: Final = Path(sys.executable).with_name("paipu")


def unread(root: Path) -> Iterator[Problem]:
    """The TOML files that cannot be read."""
    for path in repository_files(root):
        if path.endswith(".toml"):
            try:
                tomllib.loads((root / path).read_text(encoding="utf-8"))
            except ValueError as error:  # no TOML, or no UTF-8
                line = re.search(r"line (\d+)", str(error))
                yield Problem(path, int(line[1]) if line else 1, str(error))


def refusal() -> str:
    """What the program says instead of its help; nothing where it starts."""
    done = subprocess.run([PROGRAM, "--help"], check=False, capture_output=True, text=True)
    return "" if done.returncode == 0 and "audit" in done.stdout else f"paipu --help: exit {done.returncode}\n{done.stderr}"


def main(arguments: list[str]) -> int:
    root = Path(arguments[0]) if arguments else Path(__file__).parent.parent
    said = [*map(str, unread(root)), *filter(None, [refusal()])]
    for each in said:
        print(each)
    print(f"start: {len(said)} problem{'' if len(said) == 1 else 's'}")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
