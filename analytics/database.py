"""A database file that is damaged or cut short: told as `UnusableError` wherever DuckDB meets it.

DuckDB reads most of a file only when it is asked for, so that half a file opens without a word. Its length is looked at
when it is opened.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import duckdb

from analytics.errors import UnusableError

FAULTS: Final = (
    duckdb.IOException,
    duckdb.TransactionException,
    duckdb.FatalException,
    duckdb.InternalException,
    duckdb.SerializationException,
)
"""What DuckDB says, by what it was at, when the disk refuses or a file is not as it wrote it; the rest are faults of ours."""
HEADERS_BYTES: Final = 3 * 4096
"""Before the blocks of a database file."""


def is_to_blame(fault: duckdb.Error) -> bool:
    """Whether the file or the disk is to blame for a fault. A wrong checksum is an Error of no kind."""
    return isinstance(fault, FAULTS) or type(fault) is duckdb.Error


@contextmanager
def told(directory: Path) -> Iterator[None]:
    """What the file or the disk is to blame for is raised as UnusableError."""
    try:
        yield
    except duckdb.Error as fault:
        if is_to_blame(fault):
            raise UnusableError(directory, fault) from fault
        raise


def check_length(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Raise UnusableError where the file of a connection has not even the bytes for the blocks in use.

    It may have fewer than for all its blocks: free ones at the end are cut off.
    """
    sizes = con.execute("SELECT block_size * used_blocks FROM pragma_database_size() ORDER BY ALL").fetchall()
    wanted = HEADERS_BYTES + max((int(size) for (size,) in sizes), default=0)
    found = path.stat().st_size
    if found < wanted:
        raise UnusableError(path.parent, EOFError(f"{path.name}: {found} / {wanted} bytes"))
