"""Records in an object store, by the addresses of fsspec (`s3://bucket/prefix`); whose package is of the extra `cluster`."""

import io
import re
from types import TracebackType
from typing import Any, Final, Self

_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
INSTALL: Final = "pip install 'paipu[cluster]'"


def is_url(path: str) -> bool:
    """Whether that is the address of a store, and no path of this machine."""
    return _URL.match(path) is not None


def below(url: str) -> list[str] | None:
    """The addresses below a prefix, in the order of names, hidden ones left out; None for an object. Raises OSError."""
    try:
        system, root = _system(url)
        if system.isfile(root):
            return None
        found = [name for name in system.find(root) if not _is_hidden(name.removeprefix(root))]
        if found or system.exists(root):
            return [str(system.unstrip_protocol(name)) for name in sorted(found, key=lambda name: name.split("/"))]
    except Exception as fault:
        raise _as_system(fault) from fault
    raise FileNotFoundError(url)


def opened(url: str) -> "Stored":
    """An object. Raises OSError."""
    try:
        system, root = _system(url)
        return Stored(system.open(root, "rb"))
    except Exception as fault:
        raise _as_system(fault) from fault


class Stored:
    """An object that is open; whatever the package of a store raises is an OSError, as of a file."""

    def __init__(self, file: Any) -> None:  # noqa: ANN401 - each package has a class of its own
        self._file = file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def seek(self, place: int) -> None:
        self._file.seek(place)

    def read(self, size: int) -> bytes:
        try:
            return bytes(self._file.read(size))
        except Exception as fault:
            raise _as_system(fault) from fault

    def read1(self, size: int, /) -> bytes:
        return self.read(size)


def _system(url: str) -> tuple[Any, str]:
    from fsspec.core import url_to_fs  # noqa: PLC0415 - it is of an extra

    system, root = url_to_fs(url)
    return system, str(root)


def _is_hidden(path: str) -> bool:
    return any(name.startswith(".") for name in path.split("/"))


def _as_system(fault: Exception) -> OSError:
    """What a fault comes to for one who reads files."""
    if isinstance(fault, OSError) and not isinstance(fault, io.UnsupportedOperation):
        return fault
    remedy = f"; {INSTALL}" if isinstance(fault, ModuleNotFoundError) and fault.name == "fsspec" else ""
    return OSError(f"{str(fault) or type(fault).__name__}{remedy}")
