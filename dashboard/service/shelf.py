"""The collections of an account: its own, and nobody else's until it gives one of them a link.

Who has the link sees the collection as it then is, notes and all, and may copy it; only its owner changes it. With the account
its collections and links go.
"""

import secrets
from collections.abc import Callable
from typing import NamedTuple

from paipu.analytics.collected import Collection, Collections, parsed, written
from paipu.dashboard.service.accounts import Accounts, key_of


class Shared(NamedTuple):
    """A collection that its owner gave a link."""

    owner: str
    collection: Collection


class AccountShelf:
    """The collections of one account."""

    def __init__(self, accounts: Accounts, owner: str) -> None:
        self._accounts, self._key = accounts, key_of(owner)

    def read(self) -> Collections:
        """All of them."""
        return _kept_by(self._accounts, self._key)

    def change(self, act: Callable[[Collections], Collections]) -> None:
        """Change them, while nobody else does. Raises CollectionsError as `act` does, and where they become too large."""
        with self._accounts.change():
            made = act(self.read())
            self._accounts.rows(
                "INSERT INTO collections VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET content = ?2",
                self._key,
                written(made).decode(),
            )
            gone = {each for each, _ in self._links()} - {each.name for each in made.collections}
            for name in gone:
                self._accounts.rows("DELETE FROM collection_links WHERE key = ? AND name = ?", self._key, name)

    def rename(self, name: str, new: str) -> None:
        """Give a collection another name; its link stays. Raises CollectionsError as `Collections.renamed` does."""
        with self._accounts.change():
            made = written(self.read().renamed(name, new)).decode()
            self._accounts.rows("UPDATE collections SET content = ? WHERE key = ?", made, self._key)
            self._accounts.rows("UPDATE collection_links SET name = ? WHERE key = ? AND name = ?", new, self._key, name)

    def link(self, name: str) -> str | None:
        """By what the link of a collection names it; None where it has none."""
        return dict(self._links()).get(name)

    def share(self, name: str) -> None:
        """Give a collection a link, unless it has one. Raises CollectionsError where there is no such collection."""
        with self._accounts.change():
            self.read().named(name)
            row = (secrets.token_urlsafe(16), self._key, name)
            self._accounts.rows("INSERT INTO collection_links VALUES (?, ?, ?) ON CONFLICT DO NOTHING", *row)

    def end_link(self, name: str) -> None:
        """Take the link of a collection away, for all who have it."""
        with self._accounts.change():
            self._accounts.rows("DELETE FROM collection_links WHERE key = ? AND name = ?", self._key, name)

    def _links(self) -> list[tuple[str, str]]:
        return self._accounts.rows("SELECT name, id FROM collection_links WHERE key = ? ORDER BY name", self._key)


def shared_by(accounts: Accounts, link: str) -> Shared | None:
    """The collection that a link names, and whose it is; None for a link that there is not, or no longer."""
    found = accounts.rows(
        "SELECT key, accounts.name, collection_links.name FROM collection_links JOIN accounts USING (key) WHERE id = ?", link
    )
    if not found:
        return None
    key, owner, name = found[0]
    return Shared(owner, _kept_by(accounts, key).named(name))


def _kept_by(accounts: Accounts, key: str) -> Collections:
    rows = accounts.rows("SELECT content FROM collections WHERE key = ?", key)
    return parsed(rows[0][0].encode(), "collections") if rows else Collections()
