"""Files that a reader of the pages loads: through the same pipeline as `paipu load`, within bounds."""

import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

from analytics.pipeline import LoadSummary, load
from analytics.warehouse import Warehouse
from ingest.source import SHEET_SUFFIXES, SUFFIXES

MOST_MB: Final = 64
"""Of one file, and of all that are loaded together."""
MOST_FILES: Final = 50
ENDINGS: Final = (*(suffix.removeprefix(".") for suffix in SUFFIXES), *(suffix.removeprefix(".") for suffix in SHEET_SUFFIXES))
BATCH: Final = 500
"""Inputs between two words about the progress."""
_UNSAFE: Final = re.compile(r"[^\w.-]+")
_NAME: Final = 100
"""Characters of a file's name that are kept: the last ones, which say what it is."""


class Upload(Protocol):
    """What this module asks of a file that was sent."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...

    def getbuffer(self) -> memoryview: ...


def too_much(files: Sequence[Upload]) -> bool:
    """Whether the files are more than is loaded at a time."""
    return len(files) > MOST_FILES or sum(file.size for file in files) > MOST_MB << 20


def expected(files: Sequence[Upload]) -> int:
    """About how many records are in some files: a line each; in a packed one that cannot be told."""
    return sum(max(1, bytes(file.getbuffer()).count(b"\n")) for file in files)


def load_files(files: Sequence[Upload], directory: Path, progress: Callable[[LoadSummary], None]) -> LoadSummary:
    """Load some files. Raises WarehouseError where the warehouse cannot be written.

    Their names say of which kind they are, and where a record came from; nothing else of a name is trusted.
    """
    with tempfile.TemporaryDirectory(prefix="paipu-") as folder, Warehouse.open(directory) as warehouse:
        paths = []
        for number, file in enumerate(files, start=1):
            own = Path(folder) / str(number)
            own.mkdir()
            path = own / safe_name(file.name)
            path.write_bytes(file.getbuffer())
            paths.append(str(path))
        return load(paths, warehouse, progress=progress, batch_inputs=BATCH)


def safe_name(name: str) -> str:
    r"""A name that stays in its folder, and no hidden one.

    >>> safe_name("../../etc/passwd"), safe_name("决赛 1.ndjson.gz"), safe_name("C:\\x\\a.csv"), safe_name("..")
    ('passwd', '决赛_1.ndjson.gz', 'a.csv', 'file')
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    return _UNSAFE.sub("_", last)[-_NAME:].lstrip("._-") or "file"
