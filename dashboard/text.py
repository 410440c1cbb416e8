"""The zh/en catalogue: every word that the pages and the card table show, and nothing that a record says."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Lang, in_language
from paipu.replay.texts import Texts

LANG_NAMES: Final[Mapping[Lang, str]] = {"zh": "中文", "en": "English"}

TEXT: Final = Texts(
    {},
    ("paipu.replay", "words"),
    ("paipu.replay.describe", "words"),
    *((__package__, name) for name in ("text", "event_text")),
    *((f"{__package__}.{room}", "text") for room in ("rulings", "study", "judge", "record")),
    ("paipu.ingest.question", "text"),
)
t = TEXT.tr


def part(prefixes: tuple[str, ...], lang: Lang) -> dict[str, str]:
    """The texts whose keys begin with one of the prefixes, unfilled: what is sent to the card table."""
    return {key: in_language(text, lang) for key, text in TEXT.items() if key.startswith(prefixes)}
