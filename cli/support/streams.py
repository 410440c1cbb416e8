"""The standard streams as they really are: some closed by whoever started the program, some without Chinese letters."""

import codecs
import io
import os
import sys
from contextlib import suppress
from typing import Final, TextIO

_CHINESE: Final = "牌谱"
_BARE: Final = {"C": "ascii", "POSIX": "ascii"}
_COERCED: Final = {"C.UTF-8", "C.utf8", "UTF-8"}
"""What Python itself puts into LC_CTYPE where the locale is C, or one that is not installed (PEP 538)."""
_SIGNS: Final = {"“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "—": "--", "–": "-", "─": "-", "·": "-", "×": "x"}
_SYMBOLS: Final = {"→": "->", "◂": "<", "▸": ">", "≥": ">=", "≤": "<=", "∅": "-", "♠": "s", "♥": "h", "♣": "c", "♦": "d"}
_PLAIN: Final = str.maketrans(_SIGNS | _SYMBOLS | {"−": "-"})
"""What an English text has besides ASCII, for a terminal that has no more."""


def prepare() -> None:
    """Make the streams fit to be used. Called once, before any command runs."""
    codecs.register_error("paipu", _plainly)
    _reopen_closed()
    charset = None if shows_chinese() else _charset()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=charset or stream.encoding, errors="paipu")


def shows_chinese() -> bool:
    """Whether those who read our standard output and error can be shown Chinese."""
    charsets = [stream.encoding for stream in (sys.stdout, sys.stderr) if stream is not None and stream.encoding]
    return all(map(_has_chinese, (*charsets, _charset() or "utf-8")))


def let_go(stream: TextIO) -> None:
    """What a stream still holds cannot be written: let the interpreter flush it into nothing when it ends."""
    with suppress(OSError, ValueError):  # ValueError: not the stream of a file
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def _reopen_closed() -> None:
    """Nothing else may come to lie where a standard stream was. What is written to the standard output fails, as it must."""
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - a descriptor, for good
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - as above


def _has_chinese(charset: str) -> bool:
    try:
        _CHINESE.encode(charset)
    except UnicodeEncodeError:
        return False
    except LookupError:  # a character set that Python does not know
        return True
    return True


def _charset() -> str | None:
    """The character set that the environment names; None where it names none, or settles Python's own choice."""
    if os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8") == "1":
        return None
    general, narrow = os.environ.get("LANG", ""), os.environ.get("LC_CTYPE", "")
    if narrow in _COERCED and general:
        narrow = ""
    name = os.environ.get("LC_ALL") or narrow or general
    charset = _BARE.get(name) or name.partition(".")[2].partition("@")[0]
    try:
        return codecs.lookup(charset).name if charset else None
    except LookupError:
        return None


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """The error handler `paipu`: signs that have an ASCII twin become it, everything else is spelt out."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end].translate(_PLAIN)
    return found.encode("ascii", "backslashreplace").decode("ascii"), error.end
