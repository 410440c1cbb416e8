"""Where the collections of whoever looks at a page are: with his account, or without accounts beside the warehouse."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from paipu.analytics import collected
from paipu.analytics.collected import Collections
from paipu.dashboard.service import access
from paipu.dashboard.service.shelf import AccountShelf
from paipu.dashboard.session import directory


class FileShelf(NamedTuple):
    """The collections of a file, which `paipu collection` changes too; they have no links."""

    path: Path

    def read(self) -> Collections:
        """All of them."""
        return collected.read(self.path)

    def change(self, act: Callable[[Collections], Collections]) -> None:
        """Change them. Raises CollectionsError as `act` does, and UnusableError where the disk refuses."""
        collected.change(self.path, act)

    def rename(self, name: str, new: str) -> None:
        """Give a collection another name. Raises CollectionsError as `Collections.renamed` does."""
        self.change(lambda before: before.renamed(name, new))


def shelf() -> FileShelf | AccountShelf:
    """That of whoever looks at the page. Raises NotAllowedError where his session has ended."""
    return access.shelf() or FileShelf(collected.file_beside(directory()))
