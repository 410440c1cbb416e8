"""A warehouse in one file, with the log of rulings beside it and whatever else belongs to it; and back again.

Parts never change, so a backup holds writers off only while it takes hold of what the newest manifest lists, and copies that
afterwards. The log comes after the warehouse, since the warehouse says how far it had come. What is put back is checked whole
before it has its name.
"""

import io
import os
import re
import secrets
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from paipu.analytics import lock as locks
from paipu.analytics import manifest as manifests
from paipu.analytics.errors import ERRORS, NotAWarehouseError, UnusableError, WarehouseError
from paipu.analytics.manifest import PARTS
from paipu.analytics.rulings import log_beside
from paipu.analytics.rulings.disk import head_of
from paipu.analytics.verify import verify

PATIENCE: Final = 600.0
"""Seconds to wait for a load to end."""
HOUSE: Final = "warehouse"
LOG: Final = "rulings.ndjson"
MORE: Final = "more"
"""Where the files of others lie in a backup."""
_NAMES: Final = re.compile(
    rf"{HOUSE}/(?:manifest-(?:0|[1-9]\d{{0,14}})|{PARTS}/[1-9]\d{{0,14}}-[1-9]\d{{0,14}}\.[a-z_]+\.parquet)"
    rf"|{re.escape(LOG)}(?:\.head)?|{MORE}/[a-z0-9_.-]{{1,60}}"
)
"""What a backup may hold."""


class BackupError(WarehouseError):
    """A backup cannot be put back."""


class Backed(NamedTuple):
    """What a backup holds: files, their bytes, and the batches that had been committed."""

    files: int
    bytes: int
    batches: int


def backup(directory: Path, out: BinaryIO, more: Mapping[str, bytes] | None = None, patience: float = PATIENCE) -> Backed:
    """Write a backup, and return when it is on the disk: all that was committed and acknowledged before it began is in it.

    `more` are files of others. Raises NotAWarehouseError, WarehouseBusyError where a load takes longer than `patience`
    seconds, UnusableError where a part is not as it was written.
    """
    directory = directory.resolve()
    files = size = 0
    with _held(directory, patience) as (held, batches), tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:

        def add(name: str, path: Path) -> None:
            nonlocal files, size
            with path.open("rb") as file:
                size += _add(tar, name, file, os.fstat(file.fileno()).st_size)
            files += 1

        for path in sorted(path for path in held.rglob("*") if path.is_file()):
            add(f"{HOUSE}/{path.relative_to(held).as_posix()}", path)
        log = log_beside(directory)
        head = head_of(log)
        with suppress(FileNotFoundError):  # the head first: the lines that it counts are in the log by then
            told = head.read_bytes()
            size += _add(tar, f"{LOG}.head", io.BytesIO(told), len(told))
            files += 1
        if log.exists():
            add(LOG, log)
        for name, content in (more or {}).items():
            size += _add(tar, f"{MORE}/{name}", io.BytesIO(content), len(content))
            files += 1
    out.flush()
    with suppress(OSError, io.UnsupportedOperation):  # a pipe is not on a disk
        os.fsync(out.fileno())
    return Backed(files, size, batches)


def restore(source: Path, directory: Path) -> Mapping[str, bytes]:
    """Put a backup back as a warehouse, where there is none, with its log beside it; the files of others are given back.

    Raises BackupError for what is no backup, for one that is damaged, and where something is there already; then nothing is.
    """
    directory = directory.absolute()
    log = log_beside(directory)
    for path in (directory, log, head_of(log)):
        if path.exists() or path.is_symlink():
            raise BackupError(*ERRORS["backup.there"].fill(path=path))
    scratch = directory.with_name(f".{directory.name}.{secrets.token_hex(4)}.restore")
    try:
        (scratch / HOUSE / PARTS).mkdir(parents=True)
        more = dict(_unpacked(source, scratch))
        if not manifests.numbered(scratch / HOUSE):
            raise BackupError(*ERRORS["backup.none"].fill(path=source))
        found = verify(scratch / HOUSE)
        if not found.sound:
            raise BackupError(*ERRORS["backup.damaged"].fill(path=source, what=found.damage[0].code))
        for name in (LOG, f"{LOG}.head"):
            if (scratch / name).exists():
                (scratch / name).rename(log.with_name(name))
        (scratch / HOUSE).rename(directory)
        manifests.flush(directory.parent)
    except OSError as fault:
        raise UnusableError(directory, fault) from fault
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return more


@contextmanager
def _held(directory: Path, patience: float) -> Iterator[tuple[Path, int]]:
    """The files of the newest manifest under another name, where no merge takes them away, and its batches."""
    if not directory.is_dir():
        raise NotAWarehouseError(directory, *ERRORS["backup.no_warehouse"])
    held = directory.with_name(f".{directory.name}.{secrets.token_hex(4)}.backup")
    try:
        lock = locks.take(directory, patience)
        try:
            manifest = manifests.newest(directory)
            if manifest is None:
                raise NotAWarehouseError(directory, *ERRORS["backup.no_warehouse"])
            for part, code in manifests.lost(directory, manifest):
                raise BackupError(*ERRORS["backup.damaged"].fill(path=directory, what=f"{code} {part.file}"))
            (held / PARTS).mkdir(parents=True)
            for name in (manifest.name, *(part.file for part in manifest.parts)):
                _take(directory / name, held / name)
        finally:
            locks.give_back(lock)
        yield held, manifest.batches
    except OSError as fault:
        raise UnusableError(directory, fault) from fault
    finally:
        shutil.rmtree(held, ignore_errors=True)


def _take(path: Path, to: Path) -> None:
    """Another name for a file, or a copy where the file system has only one."""
    try:
        to.hardlink_to(path)
    except OSError:
        shutil.copyfile(path, to)


def _add(tar: tarfile.TarFile, name: str, file: BinaryIO | io.BytesIO, size: int) -> int:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    tar.addfile(member, file)
    return size


def _unpacked(source: Path, scratch: Path) -> Iterator[tuple[str, bytes]]:
    """Lay the files of a backup into a folder, each on the disk; those of others are given."""
    try:
        with tarfile.open(source, mode="r:") as tar:
            for member in tar:
                content = tar.extractfile(member) if member.isreg() and _NAMES.fullmatch(member.name) else None
                if content is None:
                    raise BackupError(*ERRORS["backup.none"].fill(path=source))
                if member.name.startswith(f"{MORE}/"):
                    yield member.name.removeprefix(f"{MORE}/"), content.read()
                    continue
                with (scratch / member.name).open("xb") as file:
                    shutil.copyfileobj(content, file)
                    file.flush()
                    os.fsync(file.fileno())
    except (tarfile.TarError, EOFError, FileExistsError) as fault:
        raise BackupError(*ERRORS["backup.none"].fill(path=source)) from fault
