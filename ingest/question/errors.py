"""A question that makes no sense, and the texts of questions and answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from paipu.replay.text import Text
from paipu.replay.texts import Texts

TEXT: Final = Texts({}, (__package__, "text"), ("paipu.replay.solve", "words"), ("paipu.replay", "words"))
text = TEXT.tr


class QuestionError(ValueError):
    """A question makes no sense. `key` names the message, `values` fill it; `option` is at fault, or None."""

    def __init__(self, key: str, /, **values: str | int | Text) -> None:
        self.key, self.values = key, values
        self.choices: tuple[str, ...] = ()
        self.message = TEXT[key].fill(**values)
        super().__init__(self.message.en)
        named = values.get("option", values.get("missing"))
        self.option = named if isinstance(named, str) and named.startswith("--") else None


@contextmanager
def concerning(option: str) -> Iterator[None]:
    """What makes no sense while this lasts is that option's fault, unless the error names another."""
    try:
        yield
    except QuestionError as error:
        error.option = error.option or option
        raise
