"""How every database file of a warehouse is opened, and how one that is damaged, cut short or refused is told.

DuckDB reads most of a file only when it is asked for, so that half a file opens without a word. Its length is looked at
when it is opened.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import duckdb

from analytics.errors import UnusableError, WarehouseBusyError
from replay.text import Text

CLOSED_DOORS: Final = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "enable_external_access": "false",
}
"""Settings of every connection: no extension is fetched, no file but the database is read or written."""
FAULTS: Final = (
    duckdb.IOException,
    duckdb.TransactionException,
    duckdb.FatalException,
    duckdb.InternalException,
    duckdb.SerializationException,
)
"""What DuckDB says, by what it was at, when the disk refuses or a file is not as it wrote it; the rest are faults of ours."""
HELD: Final = re.compile(r"Conflicting lock is held(?:.*\(PID ([0-9]+)\))?")
"""In what DuckDB says where another program has the file, and who that is."""
HEADERS_BYTES: Final = 3 * 4096
"""Before the blocks of a database file."""


def connect(
    path: Path, *, read_only: bool = False, memory: str | None = None, remedy: Text | None = None
) -> duckdb.DuckDBPyConnection:
    """Open a database file.

    Raises UnusableError, with the remedy, where it is none, cut short, or may not be opened, and WarehouseBusyError
    where another program has it open. What DuckDB meets in it later, `told` and `reading` tell.
    """
    memory_limit = {"memory_limit": memory} if memory else {}
    try:
        con = duckdb.connect(str(path), read_only=read_only, config={**CLOSED_DOORS, **memory_limit})
    except duckdb.Error as fault:
        if held := HELD.search(str(fault)):
            raise WarehouseBusyError(path.parent, int(held[1]) if held[1] else None) from fault
        raise UnusableError(path.parent, fault, remedy) from fault
    try:
        _check_length(con, path)
    except (duckdb.Error, OSError, EOFError) as fault:
        con.close()
        raise UnusableError(path.parent, fault, remedy) from fault
    return con


@contextmanager
def reading(path: Path, remedy: Text | None = None) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database opened without the right to change it, for questions that every warehouse can answer."""
    con = connect(path, read_only=True, remedy=remedy)
    try:
        with told(path.parent, remedy, whatever=True):
            yield con
    finally:
        con.close()


@contextmanager
def told(directory: Path, remedy: Text | None = None, *, whatever: bool = False) -> Iterator[None]:
    """What the file or the disk is to blame for is raised as UnusableError.

    That is `whatever` DuckDB says where it is asked what every warehouse can answer.
    """
    try:
        yield
    except duckdb.Error as fault:
        # A wrong checksum is an Error of no kind.
        if whatever or isinstance(fault, FAULTS) or type(fault) is duckdb.Error:
            raise UnusableError(directory, fault, remedy) from fault
        raise


def _check_length(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Raise EOFError where the file of a connection has not even the bytes for the blocks in use.

    It may have fewer than for all its blocks: free ones at the end are cut off.
    """
    sizes = con.execute("SELECT block_size * used_blocks FROM pragma_database_size() ORDER BY ALL").fetchall()
    wanted = HEADERS_BYTES + max((int(size) for (size,) in sizes), default=0)
    found = path.stat().st_size
    if found < wanted:
        raise EOFError(f"{path.name}: {found} / {wanted} bytes")
