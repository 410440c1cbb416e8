"""Changes of an input after which it still looks like one: bytes changed at random seldom get past the first reader.

A change is made at a value of a JSON text, a cell of a table, a tag or an attribute of XML, a word of a line; what is put there
stands elsewhere in the input or in one of those that the fuzzing began with, or is one of a few that are often forgotten.
"""

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache, partial
from typing import Any, Final

from tests.fuzz.seeds import seeds
from tests.fuzz.targets import foreign_logs

Mutate = Callable[[bytes, random.Random], bytes]

_ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 10_000, 2**63 - 1, 2**63, 1e308, 0.5, "", " ", "0", "E", "A", "-", "a" * 300),
    *("\ud800", "\u202e", "=1+1", "1.1", "27.9", "99999999999.9", "NaN", [], {}, [[]], {"": ""}, "２", "\u0665", "½", "³"),
)
_ODD_TEXT: Final = tuple(each for each in _ODD if isinstance(each, str))
_WORDS: Final = re.compile(r"[A-Za-z]+|\d+|\W|\w")
_TAGS: Final = re.compile(rb"<[^<>]*>|[^<>]+|[<>]")
_ATTRIBUTE: Final = re.compile(rb'([\w:]+)="([^"]*)"')
_MOST: Final = 4
"""Changes at a time."""
_LONGEST_PUT: Final = 400
"""Characters of a value that is put into a document."""


def _times(rng: random.Random) -> range:
    return range(rng.randint(1, _MOST))


# --- JSON ----------------------------------------------------------------------------------------------------


class _Known:
    """Keys and values that stand in some documents, each once, and the words of the texts; a value is kept as JSON."""

    def __init__(self, documents: Sequence[bytes]) -> None:
        self.keys: list[str] = []
        self.values: list[str] = []
        for raw in documents:
            for line in raw.split(b"\n"):
                try:
                    self._take(json.loads(line))
                except ValueError:
                    continue
        self.keys = list(dict.fromkeys(self.keys))
        self.values = list(dict.fromkeys(self.values))
        self.words = list(dict.fromkeys(word for each in self.values if each[0] == '"' for word in _WORDS.findall(each[1:-1])))

    def value(self, rng: random.Random) -> Any:
        """One of the values, nobody else's."""
        return json.loads(rng.choice(self.values))

    def _take(self, value: Any) -> None:
        if len(told := json.dumps(value, ensure_ascii=False)) <= _LONGEST_PUT:
            self.values.append(told)
        if isinstance(value, dict):
            self.keys += value
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            self._take(each)


@cache
def _known(target: str) -> _Known:
    return _Known(seeds(target))


def _holders(tree: Any) -> list[dict[str, Any] | list[Any]]:
    """The objects and arrays of a document that hold something."""
    found: list[dict[str, Any] | list[Any]] = [tree] if isinstance(tree, dict | list) and tree else []
    for holder in found:  # which grows as it is gone through
        for each in holder.values() if type(holder) is dict else holder:
            if each and (type(each) is dict or type(each) is list):
                found.append(each)  # noqa: PERF401 - what is added is gone through too
    return found


def _text(said: str, rng: random.Random, known: Sequence[str]) -> str:
    """A text with one of its words changed; the `known` ones are words too."""
    words: list[str] = _WORDS.findall(said)
    at = rng.randrange(len(words) + 1)
    match rng.randrange(5):
        case 0:
            words[at:at] = [rng.choice(_ODD_TEXT)]
        case 1:
            del words[at : at + rng.randint(1, 3)]
        case 2:
            words[at:at] = words[at : at + rng.randint(1, 4)]
        case 3 if words:
            words[rng.randrange(len(words))] = rng.choice(words)
        case _:
            words[at : at + 1] = [rng.choice(known)] if known else []
    return "".join(words)


def _document(tree: Any, rng: random.Random, known: _Known) -> Any:
    """The document with one value changed."""
    holders = list(_holders(tree))
    if not holders:
        return known.value(rng)
    inside: Any = rng.choice(holders)
    at = rng.choice(list(inside)) if isinstance(inside, dict) else rng.randrange(len(inside))
    match rng.randrange(6):
        case 0:
            inside[at] = deepcopy(rng.choice(_ODD))
        case 1:
            del inside[at]
        case 2 if isinstance(inside, dict):
            inside[rng.choice(known.keys)] = known.value(rng)
        case 2:
            inside.insert(at, json.loads(json.dumps(inside[rng.randrange(len(inside))])))
        case 3 if isinstance(inside[at], str):
            inside[at] = _text(inside[at], rng, known.words)
        case 4 if isinstance(inside[at], int):
            inside[at] += rng.choice((-1, 1, 2, 100, -100))
        case 4 if isinstance(inside, list):
            rng.shuffle(inside)
        case _:
            inside[at] = known.value(rng)
    return tree


def _json(raw: bytes, rng: random.Random, target: str) -> bytes:
    tree = json.loads(raw)
    for _ in _times(rng):
        tree = _document(tree, rng, _known(target))
    return json.dumps(tree, ensure_ascii=rng.random() < 0.5, separators=(",", ":")).encode("utf-8", "surrogatepass")


# --- Lines, tables, XML --------------------------------------------------------------------------------------


def _shuffled(parts: list[bytes], rng: random.Random) -> None:
    """A part is doubled, taken away or put elsewhere."""
    at, to = rng.randrange(len(parts)), rng.randrange(len(parts))
    match rng.randrange(3):
        case 0:
            parts.insert(to, parts[at])
        case 1:
            del parts[at]
        case _:
            parts[at], parts[to] = parts[to], parts[at]


def _log(raw: bytes, rng: random.Random, target: str) -> bytes:
    lines = raw.split(b"\n")
    if rng.random() < 0.3:
        _shuffled(lines, rng)
    else:
        at = rng.randrange(len(lines))
        lines[at] = _json(lines[at], rng, target)
    return b"\n".join(lines)


@cache
def _lines(target: str) -> tuple[str, ...]:
    return tuple(line for raw in seeds(target) for line in raw.decode("utf-8", "replace").split("\n"))


@cache
def _words(target: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for line in _lines(target) for word in _WORDS.findall(line)))


@cache
def _cells(target: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cell for line in _lines(target) for cell in line.split(",")))


@cache
def _keys_of_questions() -> _Known:
    """What stands in lines of a file of questions."""
    return _Known([seed for seed in seeds("judge") if seed.startswith(b"{")])


def _question(raw: bytes, rng: random.Random, target: str) -> bytes:
    if raw.startswith(b"{"):
        tree = json.loads(raw)
        for _ in _times(rng):
            tree = _document(tree, rng, _keys_of_questions())
        return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    lines = raw.decode("utf-8", "surrogateescape").split("\n")
    for _ in _times(rng):
        at = rng.randrange(len(lines) + 1)
        match rng.randrange(4):
            case 0:
                lines.insert(at, rng.choice(_lines(target)))
            case 1 if len(lines) > 1:
                del lines[min(at, len(lines) - 1)]
            case _ if at < len(lines):
                name, equals, value = lines[at].partition("=")
                lines[at] = name + equals + _text(value, rng, _words(target))
            case _:
                pass
    return "\n".join(lines).encode("utf-8", "surrogateescape" if rng.random() < 0.9 else "replace")


def _table(raw: bytes, rng: random.Random, target: str) -> bytes:
    rows = [line.split(b",") for line in raw.split(b"\n")]
    for _ in _times(rng):
        row = rng.choice(rows)
        match rng.randrange(5):
            case 0:
                _shuffled(row, rng)
            case 1 if len(rows) > 1:
                at = rng.randrange(len(rows) - 1)
                rows.insert(at, list(rng.choice(rows)))
            case 2:
                row[rng.randrange(len(row))] = rng.choice(_cells(target)).encode()
            case 3:
                at = rng.randrange(len(row))
                row[at] = _text(row[at].decode("utf-8", "replace"), rng, _words(target)).encode("utf-8", "replace")
            case _:
                row[rng.randrange(len(row))] = rng.choice(_ODD_TEXT).encode("utf-8", "replace")
        if not row:
            row.append(b"")
    return b"\n".join(map(b",".join, rows))


@cache
def _attributes(target: str) -> tuple[tuple[bytes, bytes], ...]:
    return tuple(dict.fromkeys(found for raw in seeds(target) for found in _ATTRIBUTE.findall(raw)))


def _xml(raw: bytes, rng: random.Random, target: str) -> bytes:
    tags: list[bytes] = _TAGS.findall(raw)
    for _ in _times(rng):
        at = rng.randrange(len(tags))
        match rng.randrange(5):
            case 0:
                _shuffled(tags, rng)
                if not tags:
                    return b""
            case 1:
                end = min(len(tags), at + rng.randint(1, 12))
                tags[at:at] = tags[at:end]
            case 2 if found := list(_ATTRIBUTE.finditer(tags[at])):
                one = rng.choice(found)
                name, value = rng.choice(_attributes(target))
                odd = rng.choice((value, rng.choice(_ODD_TEXT).encode("utf-8", "replace"), b"A1", b"XFD1048576", b"4294967296"))
                put = b'%s="%s"' % (rng.choice((one[1], one[1], name)), odd)
                tags[at] = tags[at][: one.start()] + put + tags[at][one.end() :]
            case 3 if not tags[at].startswith(b"<"):
                tags[at] = _text(tags[at].decode("utf-8", "replace"), rng, _words(target)).encode("utf-8", "replace")
            case _:
                del tags[at : at + rng.randint(1, 4)]
                if not tags:
                    return b""
    return b"".join(tags)


@cache
def _log_values() -> _Known:
    """What stands in the logs of other programs that are JSON."""
    return _Known([line for log in foreign_logs() for line in log if line.startswith(b"{")])


def _edits(raw: bytes, rng: random.Random) -> bytes:
    """Changes of a log of another program: one more, one changed further, one taken away."""
    first, *changes = raw.split(b"\n")
    if not first.isdigit() or int(first) >= len(foreign_logs()):
        first = b"%d" % rng.randrange(len(foreign_logs()))
    log = foreign_logs()[int(first)]
    for _ in _times(rng):
        at = rng.randrange(len(log))
        match rng.randrange(8):
            case 0 if changes:
                del changes[rng.randrange(len(changes))]
            case 1:
                changes.append(b"<%d" % at)
            case 2:
                changes.append(b"-%d" % at)
            case 3:
                changes.append(b"+%d %s" % (at, rng.choice(log)))
            case 4 if changes and b" " in changes[-1]:
                where, _, text = changes[-1].partition(b" ")
                changes[-1] = where + b" " + _line(text, rng)
            case _:
                changes.append(b"=%d %s" % (at, _line(log[at], rng)))
    return b"\n".join((first, *changes))


def _line(text: bytes, rng: random.Random) -> bytes:
    """A line of a log changed: a value where it is JSON, else a word."""
    if text.startswith(b"{"):
        tree = _document(json.loads(text), rng, _log_values())
        return json.dumps(tree, separators=(",", ":")).encode()
    return _text(text.decode("utf-8", "replace"), rng, _printed_words()).encode("utf-8", "replace")


@cache
def _printed_words() -> tuple[str, ...]:
    lines = (line.decode() for log in foreign_logs() for line in log if not line.startswith(b"{"))
    return tuple(dict.fromkeys(word for line in lines for word in _WORDS.findall(line)))


def _noted(raw: bytes, rng: random.Random) -> bytes:
    """Changes of notes: a line twice, elsewhere, gone or of other notes, or a word of one."""
    lines = raw.split(b"\n")
    for _ in _times(rng):
        at = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                _shuffled(lines, rng)
            case 1:
                lines.insert(at, rng.choice(rng.choice(seeds("notes")).split(b"\n")))
            case _:
                lines[at] = _text(lines[at].decode("utf-8", "replace"), rng, _words("notes")).encode("utf-8", "replace")
    return b"\n".join(lines)


MUTATE: Final[Mapping[str, Mutate]] = {
    "records": partial(_json, target="records"),
    "events": partial(_json, target="events"),
    "scoresheets": partial(_table, target="scoresheets"),
    "workbooks": partial(_xml, target="workbooks"),
    "rulings": partial(_log, target="rulings"),
    "judge": partial(_question, target="judge"),
    "foreign": _edits,
    "notes": _noted,
}


def changed(target: str, raw: bytes, rng: random.Random) -> bytes | None:
    """The input with a few changes; None for what does not look like one."""
    try:
        return MUTATE[target](raw, rng)
    except (ValueError, IndexError, RecursionError):
        return None
