"""The tables of texts that ship beside the code that says them."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

from paipu.replay.text import Lang, Text, in_language


class Texts(Mapping[str, Text]):
    """Texts by key: those that are `known`, then those of tables, files of a package with lines `"KEY" = ["中文", "English"]`.

    The table `FILE.PART` is what stands under `[PART]`. It is read when a key is asked for that is in none before it: what is
    said at once stands in the first.

    >>> Texts({"cards": Text("{n} 张", "{n} {n:card|cards}")}).tr("cards", "en", n=2)
    '2 cards'
    """

    def __init__(self, known: Mapping[str, Text], *tables: tuple[str, str]) -> None:
        self._known, self._unread = dict(known), tables

    def __getitem__(self, key: str) -> Text:
        while key not in self._known and self._unread:
            self._read_next()
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        while self._unread:
            self._read_next()
        return iter(self._known)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def tr(self, key: str, lang: Lang, /, **values: object) -> str:
        """The text of a key in a language, its places filled. Raises KeyError for a key that no table has."""
        return in_language(self[key], lang, **values)

    def _read_next(self) -> None:
        """Read a table; whoever asks at the same time finds it unread until its texts are there, and reads it too."""
        unread = self._unread
        if not unread:
            return
        package, name = unread[0]
        file, _, part = name.partition(".")
        table = _read(package, file)[part] if part else _read(package, file)
        self._known.update({key: Text(*said) for key, said in table.items() if isinstance(said, list)})
        self._unread = unread[1:]


@cache
def _read(package: str, file: str) -> Mapping[str, Any]:
    return tomllib.loads(resources.files(package).joinpath(f"{file}.toml").read_text(encoding="utf-8"))
