"""Every word that a command says in its own name, in both languages; those of a record or a sheet stay where they are."""

from typing import Final

from paipu.cli.support.streams import shows_chinese
from paipu.replay.texts import Texts

TEXT: Final = Texts(
    {},
    *((__name__, name) for name in ("help", "commands", "replay", "judge", "standings", "stats", "study", "find")),
    *((__name__, name) for name in ("propose", "ruling", "report", "event", "whatif", "solve", "review", "interface")),
    ("paipu.ingest.question", "text"),
    ("paipu.replay.solve", "words"),
    ("paipu.replay", "words"),
)
text = TEXT.tr


def both(key: str) -> str:
    """A text in both languages, for help; in English alone where Chinese cannot be shown."""
    said = TEXT[key]
    return f"{said.zh} · {said.en}" if shows_chinese() else said.en
