"""Who does the work of a command: processes of this machine, or the workers of a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager

from cli.support.errors import UsageError
from ingest.pool import Crew


@contextmanager
def crew(cluster: str | None, workers: int) -> Iterator[int | Crew]:
    """So many processes, or those at the address of a cluster. Raises UsageError where the extra is not installed."""
    if cluster is None:
        yield workers
        return
    try:
        from ingest.cluster import connected
    except ModuleNotFoundError as fault:
        raise UsageError("cluster.missing", what=fault.name or "distributed") from fault
    with connected(cluster) as found:
        yield found
