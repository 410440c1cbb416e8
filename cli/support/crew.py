"""Who does the work of a command: processes of this machine, or the workers of a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from paipu.cli.support.arguments import CORES
from paipu.cli.support.errors import UsageError

if TYPE_CHECKING:
    from paipu.ingest.pool import Crew  # it brings multiprocessing, which most commands have no use for


@contextmanager
def crew(cluster: str | None, workers: int | None) -> "Iterator[int | Crew]":
    """So many processes, as many as there are cores where nobody says, or those at the address of a cluster.

    Raises UsageError where both are said, and where the extra is not installed.
    """
    if cluster is None:
        yield workers if workers is not None else CORES
        return
    if workers is not None:
        raise UsageError("cluster.workers", n=workers)
    try:
        from paipu.ingest.cluster import connected
    except ModuleNotFoundError as fault:
        raise UsageError("cluster.missing", what=fault.name or "distributed") from fault
    with connected(cluster) as found:
        yield found
