"""What a check of a warehouse can find: the kinds of damage, what each means and what helps; and when a fault is damage."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from paipu.analytics import manifest as manifests
from paipu.analytics.errors import REMEDIES, NotAWarehouseError, UnusableError, WarehouseError
from paipu.analytics.manifest import PARTS
from paipu.replay.text import Text
from paipu.replay.texts import Texts


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
        return KINDS[self.code].fill(**self._asdict())

    @property
    def remedy(self) -> Text:
        return REMEDIES[HELPS.get(self.code, "anew")].fill(**self._asdict())

    def error(self, directory: Path) -> NotAWarehouseError:
        """The same, where it stops a load."""
        (zh, en), (do_zh, do_en) = self.message, self.remedy
        return NotAWarehouseError(directory, f"{zh}；{do_zh}", f"{en}; {do_en}")


KINDS: Final = Texts({}, (__package__, "text.damage"))
"""Every kind of damage; `{name}` marks what `Damage` fills in. Codes never change their meaning."""
HELPS: Final[Mapping[str, str]] = {
    "manifest-missing": "stray",
    "manifest-damaged": "damaged",
    "manifest-unchained": "put_back",
    "part-missing": "put_back",
    "part-changed": "put_back",
    "part-stray": "stray",
    "file-foreign": "elsewhere",
}
"""Which remedy helps, where it is not to load the records anew."""


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
    return UnusableError(directory, fault, REMEDIES["put_back"].fill(file=PARTS))


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
