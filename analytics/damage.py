"""What a check of a warehouse can find: the kinds of damage, what each means and what helps; and when a fault is damage."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from paipu.analytics import manifest as manifests
from paipu.analytics.errors import NotAWarehouseError, UnusableError, WarehouseError
from paipu.analytics.manifest import DAMAGED, PARTS, PUT_BACK, STRAY
from paipu.replay.text import Text

_ANEW: Final = Text(
    "把原来的牌谱装入新的文件夹：paipu load 牌谱 --warehouse 新文件夹",
    "load the records into a new folder: paipu load RECORDS --warehouse NEW",
)
_ELSEWHERE: Final = Text("把它移到别处；仓库要自己的文件夹", "move it elsewhere; a warehouse wants a folder of its own")


class Damage(NamedTuple):
    """Something that is not as it was made. `file` is its place in the folder, `code` a key of `KINDS`."""

    code: str
    file: str
    batch: int | None = None
    table: str | None = None
    amount: int | None = None
    what: str | None = None

    @property
    def message(self) -> Text:
        return KINDS[self.code][0].fill(**self._asdict())

    @property
    def remedy(self) -> Text:
        return KINDS[self.code][1].fill(**self._asdict())

    def error(self, directory: Path) -> NotAWarehouseError:
        """The same, where it stops a load."""
        (zh, en), (do_zh, do_en) = self.message, self.remedy
        return NotAWarehouseError(directory, f"{zh}；{do_zh}", f"{en}; {do_en}")


KINDS: Final[Mapping[str, tuple[Text, Text]]] = {
    # the folder
    "manifest-missing": (
        Text("清单不见了，parts 里却有 {amount} 个文件", "the manifest is gone, and parts has {amount} files"),
        STRAY,
    ),
    "manifest-damaged": (Text("清单 {file} 坏了：{what}", "the manifest {file} is damaged: {what}"), DAMAGED),
    "manifest-unchained": (
        Text(
            "{file} 不是接着文件夹里的前一份清单写的：两份之中有一份被换过",
            "{file} does not go on from the manifest before it that is there: one of the two was replaced",
        ),
        PUT_BACK,
    ),
    "part-missing": (Text("{file} 不见了", "{file} is gone"), PUT_BACK),
    "part-changed": (Text("{file} 不是写下时的样子", "{file} is not as it was written"), PUT_BACK),
    "part-stray": (Text("{file} 不在任何清单里", "{file} is in no manifest"), STRAY),
    "file-foreign": (Text("{file} 不属于仓库", "{file} is no part of a warehouse"), _ELSEWHERE),
    # the rows
    "unreadable": (Text("{file} 的各部分读不了：{what}", "the parts of {file} cannot be read: {what}"), _ANEW),
    "record-changed": (
        Text(
            "第 {batch} 批有 {amount} 份牌谱与它的 SHA-256 不符（如 {what}）",
            "{amount} records of batch {batch} are not what their SHA-256 says, such as {what}",
        ),
        _ANEW,
    ),
    "record-missing": (
        Text(
            "第 {batch} 批有 {amount} 场没有牌谱原文（如 {what}）",
            "{amount} matches of batch {batch} are without the bytes of their record, such as {what}",
        ),
        _ANEW,
    ),
    "record-doubled": (
        Text(
            "{table} 里同一份牌谱出现了不止一次（{amount} 份，如 {what}）",
            "{amount} records stand more than once in {table}, such as {what}",
        ),
        _ANEW,
    ),
    "rows-differ": (
        Text(
            "第 {batch} 批有 {amount} 场在 {table} 里的行数与它记下的不符",
            "{amount} matches of batch {batch} have not as many rows in {table} as they say",
        ),
        _ANEW,
    ),
    "sums-differ": (
        Text(
            "{table} 与各场的计数对不上（规则 {what}）",
            "{table} are not what the tallies of the matches add up to, for the sheet {what}",
        ),
        _ANEW,
    ),
    "batch-missing": (
        Text("少了第 {batch} 批：共应有 {amount} 批", "batch {batch} of {amount} is not there"),
        _ANEW,
    ),
    "batch-unbalanced": (
        Text(
            "第 {batch} 批的账不平：读入数、去向与各行对不上",
            "the counts of batch {batch} do not add up to what was read and to the rows that are there",
        ),
        _ANEW,
    ),
}
"""Every kind of damage and what helps; `{name}` marks what `Damage` fills in. Codes never change their meaning."""


# --- Whether a fault is damage -------------------------------------------------------------------------------

OF_THE_DISK: Final = frozenset({"Error", "FatalException", "InternalException", "IOException", "SerializationException"})
"""What DuckDB raises where the disk refuses, and where it reads what nobody can have written: such words are of no kind."""
OF_THE_ASKER: Final = frozenset({"InterruptException", "ParserException", "PermissionException", "SyntaxException"})
"""What it says of a question alone, whatever the files hold."""
WORDS: Final = ("corrupt", "parquet", "thrift", "tprotocol", "ttype", "zstd")
"""Words of a reader that found other bytes than were written."""


@contextmanager
def reading(directory: Path) -> Iterator[None]:
    """Where a warehouse is read. Raises UnusableError, with what to do, in place of a fault that damage is the cause of."""
    try:
        yield
    except WarehouseError:
        raise
    except Exception as fault:
        if damaged(fault, directory):
            raise unusable(fault, directory) from fault
        raise


def unusable(fault: Exception, directory: Path) -> UnusableError:
    """The error that says so."""
    return UnusableError(directory, fault, PUT_BACK.fill(file=PARTS))


def damaged(fault: Exception, directory: Path) -> bool:
    """Whether the disk refuses a warehouse, or a file in it that is not as it was written is what led to a fault.

    Many a fault says it itself. Any other may be a mistake of this program as well as a name, a number or a text in which a
    byte has changed: then the hashes of the parts tell, for which all of them are read.
    """
    said = _says(fault, directory)
    return _is_altered(directory) if said is None else said


def _says(fault: Exception, directory: Path) -> bool | None:
    """What a fault says of that by itself, None where it says nothing."""
    duckdb = sys.modules.get("duckdb")  # who has not asked it has no fault of it
    if duckdb is not None and isinstance(fault, duckdb.Error):
        if type(fault).__name__ in OF_THE_DISK:
            return True
        if type(fault).__name__ in OF_THE_ASKER:
            return False
    if isinstance(fault, OSError) and fault.errno is not None:
        return fault.filename is not None and Path(fault.filename).absolute().is_relative_to(directory.absolute())
    return True if any(word in str(fault).lower() for word in WORDS) else None


def _is_altered(directory: Path) -> bool:
    try:
        newest = manifests.newest(directory)
        return newest is not None and any(manifests.altered(directory, newest))
    except (OSError, WarehouseError):
        return True
