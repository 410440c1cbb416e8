"""What the card table is sent, as its script's type checker reads it: each TypedDict of the message as an interface."""

from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from paipu.dashboard.judge import form, view
from paipu.dashboard.record import message as record_message
from paipu.dashboard.record import view as record_view
from paipu.dashboard.table import climbing, message, tricks

HEAD: Final = (
    "// What the scripts are sent: made by `make tables` from TypedDicts of `dashboard/table`, `judge` and `record`.\n"
)
MODULES: Final = (message, tricks, climbing, form, view, record_view, record_message)
PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


def made() -> str:
    """The declarations, in the order in which Python has them."""
    models = {name: each for module in MODULES for name, each in vars(module).items() if is_typeddict(each)}
    keys = {name: [(key, _said(given)) for key, given in get_type_hints(each).items()] for name, each in models.items()}
    return HEAD + "".join("\n" + "\n".join(_lines(name, keys)) + "\n" for name in keys)


def _lines(name: str, keys: Mapping[str, Sequence[tuple[str, str]]]) -> Iterator[str]:
    """One interface. Python's classes do not tell which of them they extend: it is the one that they begin with."""
    own = keys[name]
    others = (other for other, theirs in keys.items() if len(theirs) < len(own) and own[: len(theirs)] == theirs)
    base = max(others, key=lambda other: len(keys[other]), default=None)
    yield f"export interface {name} extends {base} {{" if base else f"export interface {name} {{"
    for key, said in own[len(keys[base]) if base else 0 :]:
        yield f"  {key}: {said};"
    yield "}"


def _said(given: Any) -> str:
    """A type in TypeScript's words."""
    origin, parts = get_origin(given), get_args(given)
    if given in PLAIN:
        return PLAIN[given]
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin in (Union, UnionType):
        return " | ".join(map(_said, parts))
    if origin is list:
        return f"Array<{_said(parts[0])}>"
    if origin is tuple:
        return f"[{', '.join(map(_said, parts))}]"
    if origin is dict:
        return f"Record<{_said(parts[0])}, {_said(parts[1])}>"
    if is_typeddict(given):
        return str(given.__name__)
    raise TypeError(f"no word for {given}")
