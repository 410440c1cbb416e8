"""What the card table is sent, as its script's type checker reads it: each TypedDict of the message as an interface."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from dashboard.table import climbing, message, tricks

HEAD: Final = (
    "// What the card table is sent: made by `make tables` from the TypedDicts of message.py, tricks.py, climbing.py.\n"
)
PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


def made() -> str:
    """The declarations, in the order in which Python has them."""
    found = {name: each for module in (message, tricks, climbing) for name, each in vars(module).items() if is_typeddict(each)}
    return HEAD + "".join(f"\nexport interface {name} {{\n{''.join(_lines(each))}}}\n" for name, each in found.items())


def _lines(model: type) -> Iterator[str]:
    for key, given in get_type_hints(model).items():
        yield f"  {key}: {_said(given)};\n"


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
