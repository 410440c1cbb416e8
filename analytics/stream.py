"""What polars reads an answer of DuckDB from: as a stream of Arrow, without loading pyarrow first, which `pl()` does.

It is a module of its own, and the answer is not handed over itself: polars remembers the types that it was given, and whatever
of DuckDB can be reached from them is reported as leaked when the process ends.
"""

from typing import Protocol


class Streamable(Protocol):
    """What can be read as a stream of Arrow."""

    def __arrow_c_stream__(self, requested_schema: object = None, /) -> object: ...


class Stream:
    """Such a thing, and nothing else of it."""

    def __init__(self, source: Streamable) -> None:
        self.source = source

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.source.__arrow_c_stream__(requested_schema)
