"""Foreign formats that can be turned into `paipu/1`: one file each, all listed here."""

from collections.abc import Mapping
from typing import Final

from paipu.ingest.importers.base import Document, Importer
from paipu.ingest.importers.botzone_tractor import BOTZONE_TRACTOR
from paipu.ingest.importers.guandan_world import GUANDAN_WORLD
from paipu.ingest.importers.notes import NOTES

__all__ = ["IMPORTERS", "Document", "Importer"]

IMPORTERS: Final[Mapping[str, Importer]] = {importer.name: importer for importer in (BOTZONE_TRACTOR, GUANDAN_WORLD, NOTES)}
"""Every importer by the name that the command line takes."""
