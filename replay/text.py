"""Text in both languages, Chinese first: what holds it, how its places are filled, and how one language is taken of it."""

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
    """One text in both languages; `{name}` marks a place that is filled."""

    zh: str
    en: str

    def fill(self, /, **values: object) -> "Text":
        """The text with its places filled.

        >>> Text("第 {no} 副", "hand {no}").fill(no=2)
        Text(zh='第 2 副', en='hand 2')
        """
        return Text(self.zh.format_map(values), self.en.format_map(values))


def in_language(said: Bilingual, lang: Lang, /, **values: object) -> str:
    """The words in one language, with their places filled where there are values for them.

    >>> in_language(Text("第 {no} 副", "hand {no}"), "en", no=2), in_language(Text("东", "E"), "zh")
    ('hand 2', '东')
    """
    words = said.zh if lang == "zh" else said.en
    return words.format_map(values) if values else words


def is_lang(value: str) -> TypeGuard[Lang]:
    """Whether the value names one of the two languages."""
    return value in LANGS
