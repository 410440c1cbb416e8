"""Text in both languages, Chinese first: what holds it, how its places are filled, and how one language is taken of it."""

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Final, Literal, NamedTuple, Protocol, TypeGuard

Lang = Literal["zh", "en"]

LANGS: Final[tuple[Lang, Lang]] = ("zh", "en")


class Bilingual(Protocol):
    """Whatever has words in both languages: a text, a clause, an option, the title of a sheet."""

    @property
    def zh(self) -> str: ...
    @property
    def en(self) -> str: ...


class Text(NamedTuple):
    """One text in both languages; `{n}` marks a place that is filled, `{n:card|cards}` one of two words by that number."""

    zh: str
    en: str

    def fill(self, /, **values: object) -> "Text":
        """The text with its places filled, by texts in its languages.

        >>> Text("第 {no} 副，{who}", "hand {no}, {who}").fill(no=2, who=Text("东", "E"))
        Text(zh='第 2 副，东', en='hand 2, E')
        """
        zh, en = ({key: of[at] if isinstance(of, Text) else of for key, of in values.items()} for at in (0, 1))
        return Text(_filled(self.zh, zh), _filled(self.en, en))


def both(words: Callable[[Lang], str]) -> Text:
    """What a function says in both languages."""
    return Text(words("zh"), words("en"))


def in_language(said: Bilingual, lang: Lang, /, **values: object) -> str:
    """The words in one language, with their places filled where there are values for them.

    >>> in_language(Text("第 {no} 副", "hand {no}"), "en", no=2), in_language(Text("东", "E"), "zh")
    ('hand 2', '东')
    >>> in_language(Text("{n} 张", "{n} {n:card|cards}"), "en", n=1)
    '1 card'
    """
    words = said.zh if lang == "zh" else said.en
    return _filled(words, values) if values else words


_ONE_OR_MORE: Final = re.compile(r"\{(\w+):([^{}|]+)\|([^{}|]+)\}")


def _filled(words: str, values: Mapping[str, object]) -> str:
    if "|" in words:
        words = _ONE_OR_MORE.sub(lambda found: found[2 if str(values[found[1]]).lstrip("+-−") == "1" else 3], words)
    return words.format_map(values)


def is_lang(value: str) -> TypeGuard[Lang]:
    """Whether the value names one of the two languages."""
    return value in LANGS


def near(name: str, names: Iterable[str]) -> str:
    """The known names that are most like one that is not, for a message."""
    by_folded = {known.casefold(): known for known in names}
    found = get_close_matches(name.casefold(), by_folded, n=4, cutoff=0.5)
    return ", ".join(by_folded[each] for each in found) or "—"
