"""The files of a warehouse, and the manifest that says which of them make it up.

- `parts/FIRST-LAST.TABLE.parquet` holds rows of one table for some batches, and never changes;
- `manifest-N`, the one with the greatest number, lists the parts that make up the warehouse after N commits;
- `lock` is held by the one process that writes.

A commit brings its parts and a new manifest, whose name is what makes all of it count. The manifest before is kept, with
the parts that it lists, for a reader that has just read it.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from paipu.analytics.errors import REMEDIES, NotAWarehouseError, OtherSchemaError, UnusableError
from paipu.analytics.rulings import START, Mark

SCHEMA_VERSION: Final = 17
LAST_WITHOUT: Final = 3
"""The last schema that had no manifests."""
FORMAT: Final = "paipu warehouse"
PARTS: Final = "parts"
LOCK: Final = "lock"
DRAFT: Final = ".partial"
"""The end of the name of a file that is being written."""
KEPT: Final = 2
"""Manifests: the newest, and the one before."""

_MANIFEST: Final = re.compile(r"manifest-(0|[1-9][0-9]{0,14})")
_DRAFT_MANIFEST: Final = re.compile(r"manifest-(0|[1-9][0-9]{0,14})\.partial")
_PART: Final = re.compile(r"[1-9][0-9]{0,14}-[1-9][0-9]{0,14}\.[a-z_]+\.parquet")
_DRAFT_PART: Final = re.compile(r"[1-9][0-9]{0,14}-[1-9][0-9]{0,14}\.[a-z_]+\.parquet(\.[0-9a-f]{16})?\.partial")
_OLD: Final = re.compile(r"writer\.duckdb.*|warehouse-[0-9]{1,15}\.duckdb.*")
"""The names of a warehouse of schema 3 or before: one DuckDB file and its snapshots."""


class Part(NamedTuple):
    """A file of rows of one table, for the batches from `first` to `last`."""

    table: str
    first: int
    last: int
    rows: int
    bytes: int
    sha256: str

    @property
    def name(self) -> str:
        return f"{self.first}-{self.last}.{self.table}.parquet"

    @property
    def file(self) -> str:
        """Its place in the folder."""
        return f"{PARTS}/{self.name}"

    def path(self, directory: Path) -> Path:
        return directory / PARTS / self.name


class Manifest(NamedTuple):
    """A warehouse after some commits. `batches` and `loads` were committed so far; `before` is the SHA-256 of the manifest
    that it went on from, empty for the first. `rulings` is how far the log of rulings beside it had come when it was last read
    for it: a log that does not go on from there is refused.
    """

    generation: int = 0
    batches: int = 0
    loads: int = 0
    parts: tuple[Part, ...] = ()
    before: str = ""
    rulings: Mark = START

    @property
    def name(self) -> str:
        return f"manifest-{self.generation}"

    @property
    def _told(self) -> dict[str, Any]:
        return {"format": FORMAT, "schema": SCHEMA_VERSION, **self._asdict()}

    @property
    def sha256(self) -> str:
        return digest(self._told)

    def to_json(self) -> bytes:
        return json.dumps({**self._told, "sha256": self.sha256}, separators=(",", ":")).encode()

    def next(self, **changes: Any) -> Self:  # noqa: ANN401 - fields are of many types
        """The manifest that goes on from this one, with some fields changed."""
        return self._replace(**changes, generation=self.generation + 1, before=self.sha256)

    @classmethod
    def from_json(cls, text: bytes, path: Path) -> Self:
        """Raises ValueError where that is no manifest as it was written, OtherSchemaError for one of a newer paipu."""
        told = json.loads(text)
        if not isinstance(told, dict) or told.get("format") != FORMAT or told.pop("sha256", None) != digest(told):
            raise ValueError(f"{path.name}: not as it was written")
        if told["schema"] != SCHEMA_VERSION:
            raise OtherSchemaError(path.parent, told["schema"], SCHEMA_VERSION)
        parts = tuple(Part(*part) for part in told["parts"])
        if not all(_PART.fullmatch(part.name) for part in parts):
            raise ValueError(f"{path.name}: names what is no part")
        manifest = cls(told["generation"], told["batches"], told["loads"], parts, told["before"], Mark(*told["rulings"]))
        if path.name.removesuffix(DRAFT) != manifest.name:
            raise ValueError(f"it was written as {manifest.name}")
        return manifest


def digest(told: object) -> str:
    return hashlib.sha256(json.dumps(told, separators=(",", ":")).encode()).hexdigest()


# --- What is there -----------------------------------------------------------------------------------------


def numbered(directory: Path) -> list[tuple[int, Path]]:
    """Everything that has a manifest's name, the newest first."""
    found = [(int(name[1]), path) for path in directory.iterdir() if (name := _MANIFEST.fullmatch(path.name))]
    return sorted(found, reverse=True)


def is_ours(name: str) -> bool:
    """Whether a file of that name can be a part of a warehouse."""
    return name in (PARTS, LOCK) or any(kind.fullmatch(name) for kind in (_MANIFEST, _DRAFT_MANIFEST))


def drafts(directory: Path) -> list[Path]:
    """Files that a process which was killed had begun."""
    found = [path for path in directory.iterdir() if _DRAFT_MANIFEST.fullmatch(path.name)]
    return sorted([*found, *(path for path in _in_parts(directory) if _DRAFT_PART.fullmatch(path.name))])


def part_files(directory: Path) -> list[Path]:
    """Everything in the folder of parts that is no draft."""
    return sorted(path for path in _in_parts(directory) if not _DRAFT_PART.fullmatch(path.name))


def strays(directory: Path) -> list[Path]:
    """Parts that no manifest lists."""
    listed = {part.name for _, path in numbered(directory) for part in read(path).parts}
    return [path for path in part_files(directory) if is_part(path) and path.name not in listed]


def begun(directory: Path, after: Manifest | None) -> set[str]:
    """The parts of a commit that a killed process had begun: those that the draft of the next manifest lists."""
    path = draft_of(directory / Manifest(0 if after is None else after.generation + 1).name)
    try:
        return {part.name for part in Manifest.from_json(path.read_bytes(), path).parts}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # none, or half of one: then nothing had its name yet
        return set()


def is_part(path: Path) -> bool:
    return _PART.fullmatch(path.name) is not None


def _in_parts(directory: Path) -> list[Path]:
    try:
        return list((directory / PARTS).iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


def is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def refuse_old(directory: Path) -> None:
    """Raise OtherSchemaError where there is a warehouse as it was made before there were manifests."""
    with suppress(FileNotFoundError, NotADirectoryError):
        if any(_OLD.fullmatch(path.name) for path in directory.iterdir()) and not numbered(directory):
            raise OtherSchemaError(directory, LAST_WITHOUT, SCHEMA_VERSION)


def read(path: Path) -> Manifest:
    """A manifest. Raises UnusableError, with what to do, where it is damaged or may not be read."""
    try:
        return Manifest.from_json(path.read_bytes(), path)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as fault:
        raise UnusableError(path.parent, fault, REMEDIES["damaged"].fill(file=path.name)) from fault


def newest(directory: Path) -> Manifest | None:
    """What a reader or a writer goes by; None where there is no manifest. Raises OSError where the folder may not be read."""
    for _, path in numbered(directory):
        if not is_plain(path):
            raise NotAWarehouseError(
                directory,
                f"{path.name} 应是本文件夹里的文件，不能是链接或文件夹；把它移出文件夹",
                f"{path.name} must be a file of this folder, neither a link nor a folder; move it out of the folder",
            )
        return read(path)
    return None


def unchained(manifests: Iterable[Manifest]) -> Manifest | None:
    """Of manifests, the newest first, one that did not go on from the one before it, where that is among them."""
    for newer, older in pairwise(manifests):
        if newer.generation == older.generation + 1 and newer.before != older.sha256:
            return newer
    return None


def lost(directory: Path, manifest: Manifest) -> Iterator[tuple[Part, str]]:
    """The parts that are gone, or have not the length that they had, and which of the two."""
    for part in manifest.parts:
        path = part.path(directory)
        if not is_plain(path):
            yield part, "part-missing"
        elif path.stat().st_size != part.bytes:
            yield part, "part-changed"


def altered(directory: Path, manifest: Manifest) -> Iterator[tuple[Part, str]]:
    """The parts that are gone, or not as they were written by their hashes, and which of the two; all of them are read."""
    gone = dict(lost(directory, manifest))
    for part in manifest.parts:
        code = gone.get(part)
        if code is None:
            with part.path(directory).open("rb") as file:
                code = None if hashlib.file_digest(file, "sha256").hexdigest() == part.sha256 else "part-changed"
        if code:
            yield part, code


# --- What is written ---------------------------------------------------------------------------------------


def publish(directory: Path, manifest: Manifest, brought: Iterable[Part], attempt: str = "") -> None:
    """Give the drafts of some parts, of some attempt, their names, and make a manifest that lists them the newest one.

    A process that is killed meanwhile leaves the manifest before, and a draft of the new one, which names what else it left.
    Whatever else fails leaves nothing.
    """
    parts = [part.path(directory) for part in brought]
    path = directory / manifest.name
    draft = draft_of(path)
    try:
        write(draft, manifest.to_json())
        for part in parts:
            draft_of(part, attempt).replace(part)
        flush(directory / PARTS)
        draft.replace(path)
    except BaseException:
        if not path.exists():
            remove([*parts, *(draft_of(part, attempt) for part in parts), draft])
        raise
    flush(directory)


def draft_of(path: Path, attempt: str = "") -> Path:
    """Where a file is written before it has its name; each attempt has one of its own where several may be at it at once."""
    return path.with_name(path.name + (f".{attempt}" if attempt else "") + DRAFT)


def write(path: Path, content: bytes | memoryview) -> None:
    """Write a draft, and have the system bring it to the disk. If a link has its name, the link goes."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    with os.fdopen(handle, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(handle)


def remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def flush(directory: Path) -> None:
    """Have the system bring the names in a folder to the disk."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
