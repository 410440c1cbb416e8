"""Every word that a command says in its own name, in both languages; those of a record or a sheet stay where they are."""

from collections.abc import Mapping
from typing import Final

from paipu.cli.support.streams import shows_chinese
from paipu.cli.text.commands import COMMANDS
from paipu.cli.text.help import HELP
from paipu.cli.text.interface import INTERFACE
from paipu.cli.text.judge import JUDGE
from paipu.cli.text.propose import PROPOSE
from paipu.cli.text.replay import REPLAY
from paipu.cli.text.report import REPORT
from paipu.cli.text.ruling import RULING
from paipu.cli.text.standings import STANDINGS
from paipu.cli.text.stats import STATS
from paipu.cli.text.study import STUDY
from paipu.cli.text.whatif import WHATIF
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.words import WORDS

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
    **INTERFACE,
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
