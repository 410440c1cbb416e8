"""JSON as RFC 8259 means it: a key once in an object, numbers that are numbers, text that is Unicode.

`decode` is slow and says everything; `paipu.ingest.parse` comes here only for what the fast decoder did not take, or
could not vouch for.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from math import isfinite
from typing import Any, Final

from paipu.ingest.rejection import MAX_DEPTH, MAX_PROBLEMS, Problem, problem, shown, to_pointer

MAX_INTEGER: Final = 2**63 - 1


class _NoNumber:
    """Stands in the tree for NaN, an infinity, a number too large for a float, an integer of over 64 bits."""

    def __init__(self, text: str) -> None:
        self.text = text if len(text) <= 40 else f"{text[:40]}… ({len(text)} characters)"


class _Doubled(dict[str, Any]):
    """An object in which keys were there twice."""

    def __init__(self, members: dict[str, Any]) -> None:
        super().__init__(members)
        self.doubled: dict[str, None] = {}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    seen: set[str] = set()
    marked = _Doubled(made)
    for key, _ in pairs:
        if key in seen:
            marked.doubled[key] = None
        seen.add(key)
    return marked


def _integer(text: str) -> int | _NoNumber:
    if len(text) > 20 or abs(value := int(text)) > MAX_INTEGER:
        return _NoNumber(text)
    return value


def _float(text: str) -> float | _NoNumber:
    value = float(text)
    return value if isfinite(value) else _NoNumber(text)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_NoNumber)


_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


@lru_cache(maxsize=1)
def lines_of(raw: bytes) -> Mapping[str, int]:
    r"""The line at which each value of a document begins, by its pointer; what is no JSON ends it.

    >>> lines_of(b'{"a": 1,\n "b": [2,\n 3]}')
    {'': 1, '/a': 1, '/b': 2, '/b/0': 2, '/b/1': 3}
    """
    text, found = raw.decode("utf-8", "replace"), dict[str, int]()
    path: list[str | int] = []
    waiting, line, before = True, 1, 0
    for token in _TOKEN.finditer(text):
        line, before = line + text.count("\n", before, token.start()), token.start()
        said = token[0]
        if said == ",":
            waiting = bool(path) and isinstance(path[-1], int)
            if waiting:
                path[-1] = int(path[-1]) + 1
        elif said == ":":
            waiting = True
        elif said in "]}":
            path.pop() if path else None
        elif waiting:
            found[to_pointer(path)] = line
            waiting = said == "["
            if said in "[{":
                path.append(0 if waiting else "")
        elif path:
            path[-1] = json.loads(said) if said.startswith('"') else said
    return found


def decode(raw: bytes) -> tuple[object, list[Problem]]:
    """The value, and what is wrong with it as JSON, in the order of the document. With problems, there is no value.

    A syntax error is a single problem, since nothing after it can be trusted.
    """
    if not raw.strip():
        return None, [problem("JSON-EMPTY")]
    if raw.startswith(b"\xef\xbb\xbf"):
        return None, [problem("JSON-ENCODING", why="EF BB BF")]
    try:
        tree = _DECODER.decode(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        at = f"{error.reason}, {raw[error.start : error.end].hex(' ').upper()} @ {error.start}"
        return None, [problem("JSON-ENCODING", why=at)]
    except json.JSONDecodeError as error:
        return None, [problem("JSON-SYNTAX", why=str(error))]
    except RecursionError:
        return None, [problem("JSON-DEPTH", limit=MAX_DEPTH)]
    problems = [] if _is_sound(tree) else list(islice(faults(tree), MAX_PROBLEMS))
    return (None if problems else tree), problems


def _is_sound(tree: object, depth: int = 0) -> bool:
    """Whether `faults` would find nothing in an object or array; most have nothing, and this is ten times as fast."""
    if depth >= MAX_DEPTH or not (type(tree) is dict or type(tree) is list):
        return False
    if type(tree) is dict and not all(key.isascii() or is_text(key) for key in tree):
        return False
    for value in tree.values() if type(tree) is dict else tree:
        kind = type(value)
        if kind is str:
            sound = value.isascii() or is_text(value)
        elif kind is dict or kind is list:
            sound = _is_sound(value, depth + 1)
        else:
            sound = _fault(value) is None and not isinstance(value, dict)  # one of `_Doubled`
        if not sound:
            return False
    return True


def faults(tree: object, path: tuple[str | int, ...] = ()) -> Iterator[Problem]:
    """What no parser of JSON should have let through in a decoded value; `path` is where that value stands."""
    if isinstance(tree, dict | list):
        if len(path) >= MAX_DEPTH:
            yield problem("JSON-DEPTH", to_pointer(path), limit=MAX_DEPTH)
            return
        if isinstance(tree, dict):
            yield from _key_faults(tree, path)
        steps: Iterable[tuple[str | int, object]] = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for step, value in steps:
            if isinstance(value, dict | list):
                yield from faults(value, (*path, step))
            elif code := _fault(value):
                yield problem(code, to_pointer((*path, step)), found=_shown(value))
    elif code := _fault(tree):
        yield problem(code, to_pointer(path), found=_shown(tree))


def _key_faults(tree: dict[str, Any], path: tuple[str | int, ...]) -> Iterator[Problem]:
    if isinstance(tree, _Doubled):
        for key in tree.doubled:
            yield problem("JSON-DUPLICATE-KEY", to_pointer((*path, key)), key=shown(key))
    for key in tree:
        if not is_text(key):
            yield problem("JSON-SURROGATE", to_pointer((*path, key)), found=shown(key))


def _fault(value: object) -> str | None:
    if isinstance(value, str):
        return None if is_text(value) else "JSON-SURROGATE"
    if isinstance(value, float):
        return None if isfinite(value) else "JSON-NUMBER"
    if isinstance(value, int):
        return None if abs(value) <= MAX_INTEGER else "JSON-NUMBER"
    return "JSON-NUMBER" if isinstance(value, _NoNumber) else None


def _shown(value: object) -> str:
    return value.text if isinstance(value, _NoNumber) else shown(value)


def is_text(value: str) -> bool:
    """Whether the string is Unicode text: it holds no lone surrogate."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def each_key_once(raw: bytes, members: int, inside: int = 0) -> bool:
    """Whether the colons prove that no object of a JSON text has a key twice, `members` being what is left of them then.

    Each member has a colon, and so many are known to be `inside` its strings, unless some are escaped there. If there are no
    more of them, no member was lost.
    """
    counted = raw.count(b":") == members + inside and (not inside or b"\\" not in raw)
    return counted or colons_of_members(raw) == members


def colons_of_members(raw: bytes) -> int | None:
    """At most so many members have the objects of a JSON text; None where it cannot be told cheaply.

    A member's colon follows the quote that ends its key, with or without white space between. Where the text has
    no such white space, the members are at most the `":` in it; some of those may be inside strings.
    """
    if b" :" in raw:
        return None
    if (b"\n" in raw or b"\r" in raw or b"\t" in raw) and (b"\n:" in raw or b"\r:" in raw or b"\t:" in raw):
        return None
    return raw.count(b'":')
