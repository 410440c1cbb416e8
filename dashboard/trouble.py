"""What stands on a page in place of what could not be drawn: a sentence, without traceback or path of the server."""

from collections.abc import Iterator
from contextlib import contextmanager

from paipu.analytics.collected import file_beside
from paipu.analytics.damage import reading
from paipu.analytics.errors import WarehouseError
from paipu.dashboard.notices import say
from paipu.dashboard.session import directory, language
from paipu.dashboard.text import t
from paipu.ingest.refusal import refusal
from paipu.replay.text import Lang, in_language


def told(fault: WarehouseError, lang: Lang) -> str:
    """What stands in the way, the folder of the warehouse and the file of the collections called by their names alone."""
    said = in_language(fault.message, lang)
    beside = file_beside(directory())
    said = said.replace(str(beside), beside.name)
    for folder in (directory(), directory().absolute()):
        said = said.replace(str(folder.parent / folder.name), folder.name)
    return said


@contextmanager
def said() -> Iterator[None]:
    """Say what stands in the way of a page. What nobody foresaw is raised on: the server prints it, and calls `unforeseen`."""
    try:
        with reading(directory()):
            yield
    except WarehouseError as fault:
        say("error", told(fault, language()))


def unforeseen(fault: Exception) -> bool:
    """Say that a page is not whole: what the system refuses, or that there is a fault, of which the server has printed all."""
    kind = refusal(fault) if isinstance(fault, OSError) else "other"
    say("error", t(f"app.refused.{kind}", language()))
    return True
