"""Whether an importer keeps the promises of all importers, for the tests of whoever writes one.

from paipu.ingest.importers.conform import faults
assert not list(faults(MINE, {"a.log": Path("a.log").read_bytes()}))
"""

import json
from collections.abc import Iterator, Mapping
from random import Random

from paipu.ingest.importers.base import Document, Importer
from paipu.ingest.parse import parse
from paipu.ingest.rejection import Place, Rejection


def faults(importer: Importer, examples: Mapping[str, bytes], *, changes: int = 100, seed: int = 0) -> Iterator[str]:
    """What is wrong with an importer, a sentence each, tried on files that it reads and on `changes` damaged copies of each.

    - A file that it reads gives a match at least, and the same bytes the same matches.
    - Every match is a record that `paipu.ingest.parse` accepts, and no two of a file have one `id`.
    - A file that it does not read is refused with a place or a value and in both languages; nothing is ever raised.
    """
    if not (importer.name and importer.zh and importer.en):
        yield "an importer has a name and says in both languages what it reads"
    rng = Random(seed)  # noqa: S311 - damage that comes out the same each time
    for name, raw in examples.items():
        found = importer.convert(raw, name)
        if isinstance(found, Rejection):
            yield f"{name}: refused: {found.code} {found.message.en}"
            continue
        if not found:
            yield f"{name}: no match"
        if importer.convert(raw, name) != found:
            yield f"{name}: read twice, it gives two things"
        yield from _of_documents(name, found)
        for number in range(changes):
            damaged = _damaged(raw, rng)
            try:
                answer = importer.convert(damaged, name)
            except Exception as error:  # noqa: BLE001 - that is what is asked
                yield f"{name}: change {number}: {type(error).__name__}: {error}"
                continue
            yield from _of_answer(f"{name}: change {number}", answer)
    for raw in (b"", b"\xff", b"{}", b"[]", b"\n"):
        try:
            yield from _of_answer(f"{raw!r}", importer.convert(raw, "x"))
        except Exception as error:  # noqa: BLE001 - as above
            yield f"{raw!r}: {type(error).__name__}: {error}"


def _of_answer(name: str, answer: list[Document] | Rejection) -> Iterator[str]:
    if not isinstance(answer, Rejection):
        yield from _of_documents(name, answer)
    elif not (answer.errors and all(each.message.zh and each.message.en for each in answer.errors)):
        yield f"{name}: refused without a reason"


def _of_documents(name: str, documents: list[Document]) -> Iterator[str]:
    ids = [document.get("id") for document in documents]
    if len({*ids}) < len(ids):
        yield f"{name}: two matches of one id"
    for document in documents:
        found = parse(json.dumps(document, ensure_ascii=False).encode(), Place())
        if isinstance(found, Rejection):
            yield f"{name}: {found.code} {found.pointer}: {found.message.en}"


def _damaged(raw: bytes, rng: Random) -> bytes:
    """A copy that is cut off, has a piece less or twice, or a byte changed."""
    start, end = sorted(rng.randrange(len(raw) + 1) for _ in range(2))
    end = min(end, start + 200)
    return rng.choice(
        (
            raw[:end],
            raw[:start] + raw[end:],
            raw[:end] + raw[start:],
            raw[:start] + bytes([rng.choice(b'0123456789-,"[]{} ASKQJT\xff')]) + raw[start + 1 :],
        )
    )
