"""Every word that a command says in its own name, in both languages; those of a record or a sheet stay where they are."""

from collections.abc import Mapping
from typing import Final

from cli.support.streams import shows_chinese
from cli.text.commands import COMMANDS
from cli.text.help import HELP
from cli.text.judge import JUDGE
from cli.text.propose import PROPOSE
from cli.text.replay import REPLAY
from cli.text.report import REPORT
from cli.text.ruling import RULING
from cli.text.standings import STANDINGS
from cli.text.stats import STATS
from cli.text.study import STUDY
from cli.text.whatif import WHATIF
from replay.text import Lang, Text, in_language
from replay.words import WORDS

TEXT: Final[Mapping[str, Text]] = {
    **WORDS,
    **HELP,
    **COMMANDS,
    **REPLAY,
    **JUDGE,
    **STANDINGS,
    **STATS,
    **STUDY,
    **PROPOSE,
    **RULING,
    **REPORT,
    **WHATIF,
}


def text(key: str, lang: Lang, /, **values: str | int) -> str:
    """The text of a key in a language, its places filled.

    >>> text("place.play", "en", trick=3, play=2)
    'trick 3, play 2'
    """
    return in_language(TEXT[key], lang, **values)


def both(key: str) -> str:
    """A text in both languages, for help; in English alone where Chinese cannot be shown."""
    said = TEXT[key]
    return f"{said.zh} · {said.en}" if shows_chinese() else said.en
