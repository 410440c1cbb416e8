"""What is frozen of each sheet: a source is a name and the entries of a sheet, each a list of lines under a title."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

from dashboard.table.frames import table_view
from ingest.parse import Parsed, parse
from ingest.rejection import Place
from replay.audit import audit
from replay.family import hand_views
from replay.sheets import SHEETS
from replay.text import LANGS
from samples import FAULTS, make_match
from tests.frozen.texts import audit_lines, line
from tests.samples.test_faults import faulty
from tests.slips import claims, plays  # noqa: F401 - importing them enters their kinds
from tests.slips.clerk import KINDS, slipped
from tests.worst.genome import to_bytes
from tests.worst.pinned import ONCE_WORSE, WORST

ROOT: Final = Path(__file__).parents[2]
SEEDS: Final = 3
"""Of each class of faults and of each slip, so many."""
MATCHES_TRIED: Final = 12
"""A slip that finds no opportunity in so many matches has none."""
OVERHEARD: Final = ("tests/cases", "tests/rules", "tests/ruling", "tests/doors", "tests/event", "tests/oracle", "tests/cli")
"""Where tests ask the audit and the judge: what they ask is frozen with what they are told."""
Entry = tuple[str, Sequence[str]]
Entries = Iterator[Entry]


def _audited(title: str, raw: bytes) -> Entry:
    found = parse(raw, Place("x", 1))
    if not isinstance(found, Parsed):
        return title, [line([error.message for error in found.errors])]
    return title, audit_lines(found.record, audit(found.record))


def _bytes(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def faults(sheet: str) -> Entries:
    """Every class of faults that samples have, in three matches."""
    for kind in FAULTS.get(sheet, ()):
        for number, document in enumerate(islice(faulty(sheet, kind), SEEDS), 1):
            yield _audited(f"{kind} {number}", _bytes(document))


def slips(sheet: str) -> Entries:
    """Every slip of a scorer, in three matches."""
    for kind in KINDS if sheet in FAULTS else ():
        made = (
            slipped(make_match(1, number, sheet=sheet), kind, Random(f"1 {number} {kind}"))
            for number in range(1, MATCHES_TRIED + 1)
        )
        for number, slip in enumerate(islice(filter(None, made), SEEDS), 1):
            yield _audited(f"{kind} {number}", _bytes(slip.document))


def worst(sheet: str) -> Entries:
    """The records that cost most."""
    for genome in (*WORST.values(), *ONCE_WORSE):
        if genome.sheet == sheet:
            yield _audited(f"seed {genome.seed}", to_bytes(genome))


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
        found = parse(raw, Place())
        assert isinstance(found, Parsed)
        verdict = audit(found.record)
        for view in hand_views(found.record):
            for lang in LANGS:
                told = dict(table_view(view, verdict, lang, ""))
                frames = told.pop("frames")
                assert isinstance(frames, list)
                yield f"line {number} hand {told['hand']} {lang}", [line(told), *map(line, frames)]


SOURCES: Final[Mapping[str, Callable[[str], Entries]]] = {
    "faults": faults,
    "slips": slips,
    "worst": worst,
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
