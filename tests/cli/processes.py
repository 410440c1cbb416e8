"""The program in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-m", "paipu.cli")

Done = subprocess.CompletedProcess[str]


def environment(more: Mapping[str, str]) -> dict[str, str]:
    """Ours, without what would choose a language."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PAIPU_LANG", "PYTHONIOENCODING", "LC_ALL"}}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def run(*words: object, before: Callable[[], object] | None = None, where: Mapping[str, str] | None = None) -> Done:
    """The program with some words; `where` are environment variables, `before` is called in the process at its beginning."""
    command = [*COMMAND, *map(str, words)]
    return subprocess.run(
        command,
        env=environment(where or {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=100,
        preexec_fn=before,
    )


def shell(line: str, folder: Path) -> Done:
    """A line of shell, in which `paipu` is the program."""
    script = f'paipu() {{ {sys.executable} -m paipu.cli "$@"; }}\n{line}\n'
    return subprocess.run(
        ["/bin/sh", "-c", script],
        cwd=folder,
        env=environment({}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=100,
    )
