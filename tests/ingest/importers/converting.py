"""What tests ask of an importer: the documents of a file that must convert, and why one is refused that must not."""

from typing import Any

from paipu.ingest.importers.base import Importer
from paipu.ingest.rejection import Rejection

Document = dict[str, Any]


def documents(importer: Importer, raw: bytes, name: str = "log.json") -> list[Document]:
    found = importer.convert(raw, name)
    assert not isinstance(found, Rejection), found
    return list(found)


def only(importer: Importer, raw: bytes, name: str = "log.json") -> Document:
    (document,) = documents(importer, raw, name)
    return document


def refusal(importer: Importer, raw: bytes, name: str = "log.json") -> Rejection:
    found = importer.convert(raw, name)
    assert isinstance(found, Rejection), found
    assert found.source == name
    assert all(found.message)
    return found
