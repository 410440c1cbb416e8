"""Audits made before the warehouse is held: a load then holds it to write and commit, and no longer than that takes.

What an audit makes of a batch depends on the batch alone, but for the numbers of its records, which follow from that of the
batch. So `Ahead` reads and audits the batches as the first of an empty warehouse, lays them by in a folder, and gives them,
numbered as is due, to a load that has the same batch to make. One that it finds otherwise, since others have loaded
some of it in between or there are other rulings, the load audits anew.
"""

import pickle
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import pyarrow as pa
import pyarrow.compute as pc

from paipu.analytics.columns import Tables
from paipu.analytics.pipeline import BATCH_BYTES, BATCH_INPUTS, Chunk, Seen, chunks, input_sha256, process, written
from paipu.analytics.rows import record_number
from paipu.analytics.warehouse import Place
from paipu.ingest.stream import Input, batches, digest_of

Given = TypeVar("Given")
Made = TypeVar("Made")
NUMBERS: Final = ("record", "first")
"""The columns that have the numbers of records."""


class Ahead:
    """Inputs that were read, and what was made of those that are new, in a folder of its own. As a `Crew` it does the work of a
    load of these inputs.
    """

    def __init__(self, folder: Path, most: int = BATCH_INPUTS) -> None:
        self._folder, self._most = folder, most
        self._inputs: list[Path] = []
        self._made: dict[tuple[tuple[object, ...], ...], Path] = {}

    def audit(self, given: Iterable[Input], begun: Place, seen: Seen, progress: Callable[[int], object]) -> None:
        """Read and audit the inputs, of which the warehouse has those `seen`; `progress` is told how many have been."""
        done = 0

        def read() -> Iterator[tuple[int, list[Input]]]:
            for number, inputs in enumerate(batches(given, self._most, BATCH_BYTES)):
                self._inputs.append(self._keep(f"inputs-{number}", inputs))
                yield begun.load, inputs

        for number, chunk in enumerate(chunks(read(), begun, seen)):
            if chunk.fresh and not chunk.place.first:
                self._made[key_of(chunk)] = self._keep(
                    f"made-{number}", process(chunk.fresh, 0, None, chunk.rulings, chunk.games)
                )
            done += chunk.place.read
            progress(done)

    def inputs(self) -> Iterator[Input]:
        """The inputs again."""
        for path in self._inputs:
            yield from _kept(path)

    def in_order(self, work: Callable[[Given], Made], batches: Iterable[Given]) -> Generator[tuple[Given, Made], None, None]:
        """Each batch with what has been made of it, or what `work` makes of it now. The work is that of a load."""
        for batch in batches:
            yield batch, cast("Made | None", self._done(batch)) or work(batch)

    def _done(self, batch: object) -> object:
        """What has been made of a batch."""
        if not isinstance(batch, Chunk) or not batch.fresh or batch.place.first:
            return None
        made = self._made.get(key_of(batch))
        return written(batch, numbered(_kept(made), batch.place.batch)) if made is not None else None

    def _keep(self, name: str, value: object) -> Path:
        path = self._folder / name
        with path.open("wb") as out:
            pickle.dump(value, out, pickle.HIGHEST_PROTOCOL)
        return path


def key_of(chunk: Chunk) -> tuple[tuple[object, ...], ...]:
    """All that the rows of a batch depend on but its number."""
    hashed = [(input_sha256(given), given) for given in chunk.fresh]
    made_of = ((sha256, given.source, given.line, digest_of(chunk.rulings.get(sha256, ()))) for sha256, given in hashed)
    return (*made_of, *sorted(chunk.games.items(), key=repr))


def numbered(tables: Tables, batch: int) -> Tables:
    """The rows of batch 0 as those of another."""
    more = record_number(batch, 0)
    return {name: _numbered(table, more) for name, table in tables.items()}


def _numbered(table: pa.Table, more: int) -> pa.Table:
    for name in NUMBERS:
        if name in table.column_names:
            at = table.schema.get_field_index(name)
            table = table.set_column(at, table.schema.field(at), pc.add(table[name], pa.scalar(more, table[name].type)))
    return table


def _kept(path: Path) -> Any:  # noqa: ANN401 - what was laid by
    with path.open("rb") as stream:
        return pickle.load(stream)  # noqa: S301 - we wrote it, into a folder of our own
