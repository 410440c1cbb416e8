"""What is frozen of each sheet: a source is a name and the entries of a sheet, each a list of lines under a title."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from paipu.dashboard.table.frames import table_view
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.family import hand_views
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS
from tests.frozen.texts import audit_lines, line
from tests.made import must_parse
from tests.wrong import WRONG, records

ROOT: Final = Path(__file__).parents[2]
SEEDS: Final = 3
"""Of each class of faults and of each slip, so many."""
OVERHEARD: Final = ("tests/cases", "tests/rules", "tests/ruling", "tests/doors", "tests/event", "tests/oracle", "tests/cli")
"""Where tests ask the audit and the judge: what they ask is frozen with what they are told."""
Entry = tuple[str, Sequence[str]]
Entries = Iterator[Entry]


def _audited(title: str, raw: bytes) -> Entry:
    found = parse(raw, Place("x", 1))
    if not isinstance(found, Parsed):
        return title, [line([error.message for error in found.errors])]
    return title, audit_lines(found.record, audit(found.record))


def faulty(source: str, sheet: str) -> Entries:
    """Three records of each kind of what is wrong, by its source."""
    for title, raw in records(source, sheet, SEEDS):
        yield _audited(title, raw)


def _samples(sheet: str) -> Iterator[tuple[int, bytes]]:
    path = ROOT / "data" / "samples" / f"{sheet}.ndjson"
    yield from enumerate(path.read_bytes().splitlines() if path.exists() else (), 1)


def samples(sheet: str) -> Entries:
    """The sample files."""
    for number, raw in _samples(sheet):
        yield _audited(f"line {number}", raw)


def views(sheet: str) -> Entries:
    """What the page is told of every hand of the sample files."""
    for number, raw in _samples(sheet):
        found = must_parse(raw)
        verdict = audit(found.record)
        for view in hand_views(found.record):
            for lang in LANGS:
                told = dict(table_view(view, verdict, lang, ""))
                frames = told.pop("frames")
                assert isinstance(frames, list)
                yield f"line {number} hand {told['hand']} {lang}", [line(told), *map(line, frames)]


SOURCES: Final[Mapping[str, Callable[[str], Entries]]] = {
    **{source: partial(faulty, source) for source in WRONG},
    "samples": samples,
    "views": views,
}


def written(task: tuple[str, str, Path]) -> None:
    """One source of one sheet, as a file: each entry its title and its lines."""
    source, sheet, folder = task
    entries = list(SOURCES[source](sheet))
    if entries:
        text = "".join(f"== {title}\n" + "".join(f"{each}\n" for each in lines) for title, lines in entries)
        (folder / f"{source}.{sheet}.txt").write_text(text, encoding="utf-8")


def _overhear(folder: Path) -> None:
    """The tests that ask, run once, with whoever hears them."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [
            *(sys.executable, "-m", "pytest", "-q", "-p", "tests.frozen.heard", "--dist", "worksteal"),
            *("-n", str(os.cpu_count()), "-p", "no:cacheprovider", "--no-header", *OVERHEARD),
        ]
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, "PAIPU_HEARD": scratch}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"the tests that are overheard fail:\n{done.stdout[-4000:]}{done.stderr[-1000:]}")
        heard: dict[str, set[str]] = {}
        for path in sorted(Path(scratch).iterdir()):
            for row in path.read_text(encoding="utf-8").splitlines():
                source, said = json.loads(row)
                heard.setdefault(source, set()).add(said)
    for source, entries in heard.items():
        (folder / f"{source}.txt").write_text("".join(f"==\n{said}" for said in sorted(entries)), encoding="utf-8")


def write(folder: Path) -> None:
    """All texts into a folder, a file for each source and sheet."""
    folder.mkdir(parents=True, exist_ok=True)
    tasks = [(source, sheet, folder) for source in SOURCES for sheet in SHEETS]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        list(pool.map(written, tasks))
    _overhear(folder)


def hashes(folder: Path) -> dict[str, str]:
    """By source and sheet, the hash of its text."""
    return {path.stem: sha256(path.read_bytes()).hexdigest()[:32] for path in sorted(folder.glob("*.txt"))}
