"""Bytes to a game record, or to a `Rejection`; never an exception, whatever the bytes.

The fast way is one pass of pydantic's own decoder, after which `strict_json.each_key_once` proves that no
object had a key twice. What that pass refuses, or cannot prove, is decoded again by `strict_json.decode`, which says
why.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json

from paipu.ingest import schema
from paipu.ingest.convert import count_members, rules, to_record
from paipu.ingest.rejection import MAX_RECORD, MAX_VALUES, Problem, Rejection, Source, problem, reject, shown, to_pointer
from paipu.ingest.strict_json import decode, each_key_once
from paipu.replay.notation import DEAL, HELD, NOTATIONS, STAMP, Notation
from paipu.replay.record import GameRecord
from paipu.replay.sheets import SHEETS

MAX_LISTED: Final = 20_000
"""With more errors than this the bytes are no record at all; listing them would only take memory."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A record and the bytes it was read from. `sha256` is theirs, in hexadecimal: the record's identity."""

    record: GameRecord
    extra: Mapping[str, Any]
    sha256: str
    raw: bytes

    @property
    def document(self) -> Mapping[str, Any]:
        """The decoded JSON, decoded at each call."""
        document: Mapping[str, Any] = from_json(self.raw)
        return document


def parse(raw: bytes, source: Source) -> Parsed | Rejection:
    """The record that the bytes are, or all that is wrong with them; `source` only names them in a rejection."""
    if len(raw) > MAX_RECORD:
        return reject([problem("RECORD-SIZE", limit=MAX_RECORD)], source.source, source.line)
    digest = sha256(raw).hexdigest()
    if len(raw) > MAX_VALUES and raw.count(b",") > MAX_VALUES:
        problems = [problem("RECORD-VALUES", limit=MAX_VALUES)]
        return reject(problems, source.source, source.line, sha256=digest)
    try:
        match = schema.MATCH.validate_json(raw)
    except ValidationError as error:
        return reject(_explain(raw, error), source.source, source.line, sha256=digest)
    problems = list(rules(match))
    event = match.event
    inside = (event.started or "").count(":") + (event.finished or "").count(":") if event is not None else 0
    if problems or not each_key_once(raw, count_members(match), inside):
        problems = decode(raw)[1] or problems
        if problems:
            return reject(problems, source.source, source.line, sha256=digest)
    return Parsed(to_record(match), match.extra or {}, digest, raw)


def _explain(raw: bytes, error: ValidationError) -> Sequence[Problem]:
    tree, problems = decode(raw)
    if problems:
        return problems
    if not isinstance(tree, dict):
        return [problem("RECORD-OBJECT", "", found=shown(tree))]
    if tree.get("format") != schema.FORMAT:
        return [problem("RECORD-FORMAT", "/format", found=shown(tree.get("format")), expected=schema.FORMAT)]
    if not isinstance(tree.get("sheet"), str) or tree["sheet"] not in SHEETS:
        known = ", ".join(SHEETS)
        return [problem("SHEET-UNKNOWN", "/sheet", found=shown(tree.get("sheet")), expected=known)]
    if error.error_count() > MAX_LISTED:
        return [problem("RECORD-PROBLEMS", "", count=error.error_count())]
    errors = error.errors(include_url=False, include_input=False)
    return list(translate(errors, tree))


# --- What pydantic says, in the terms of the format --------------------------------------------------------

Path = tuple[str | int, ...]

_TYPES: Final = {
    "string_type": "string",
    "bool_type": "true, false",
    "int_type": "integer",
    "int_from_float": "integer",
    "float_type": "number",
    "dict_type": "object",
    "model_type": "object",
    "tuple_type": "array",
}
_LIMITS: Final = {
    "string_too_long": ("VALUE-LENGTH", "≤ {max_length}"),
    "too_long": ("VALUE-LENGTH", "≤ {max_length}"),
    "string_too_short": ("VALUE-LENGTH", "≥ {min_length}"),
    "too_short": ("VALUE-LENGTH", "≥ {min_length}"),
    "greater_than_equal": ("VALUE-RANGE", "≥ {ge}"),
    "less_than_equal": ("VALUE-RANGE", "≤ {le}"),
    "finite_number": ("VALUE-RANGE", "≤ 86400"),
}
_FAMILIES: Final = {
    "tricks": ("升级类", "trick-taking"),
    "climbing": ("掼蛋类", "climbing"),
}


def _keys(model: type[BaseModel]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}


_HAND_KEYS: Final = {"tricks": _keys(schema.TrickHand), "climbing": _keys(schema.HandOfFour)}
_CLAIM_KEYS: Final = {
    "tricks": _keys(schema.TrickHandClaims),
    "climbing": _keys(schema.ClimbingHandClaims),
}


_SUITLESS: Final = r"(?:[2-9TJQKA][shcd?]?|[BL]J)+"
"""Cards of which some have no suit."""
_BARE: Final = r"(?<![BL])([2-9TJQKA])(?![shcd?])"


def translate(errors: Iterable[ErrorDetails], tree: Mapping[str, Any], tag: int = 1) -> Iterable[Problem]:
    """One problem a place: the members of a union each complain of the same value, and the fullest says most.

    `tag` is how many steps at the beginning of each place only name a member of the union that the document is.
    """
    by_pointer: dict[str | None, Problem] = {}
    for error in errors:
        made = _problem(error, tree, tag)
        kept = by_pointer.setdefault(made.pointer, made)
        if kept.code == "VALUE-TYPE" and made.code != "VALUE-TYPE":
            by_pointer[made.pointer] = made
    return by_pointer.values()


def _problem(error: ErrorDetails, tree: Mapping[str, Any], tag: int) -> Problem:
    loc = error["loc"][tag:]
    if error["type"] == "missing":
        return problem("KEY-MISSING", to_pointer(loc), key=str(loc[-1]))
    if error["type"] == "extra_forbidden":
        return _unknown_key(loc, tree)
    if loc[-1:] == ("[key]",):
        path, _ = _follow(loc[:-1], tree)
        return _wrong_value(error, path, path[-1])
    return _wrong_value(error, *_follow(loc, tree))


def _wrong_value(error: ErrorDetails, path: Path, value: object) -> Problem:
    """`value` is the last step of `path` itself where that is a key that may not be."""
    kind, context, pointer, found = error["type"], error.get("ctx", {}), to_pointer(path), shown(value)
    if kind == "literal_error":
        choices = context["expected"].replace("'", "").replace(" or ", ", ")
        if error["loc"][-1] == "[key]":
            return problem("KEY-UNKNOWN", pointer, found=found, expected=choices, key=str(value))
        return problem("VALUE-CHOICE", pointer, found=found, expected=choices)
    if kind in ("string_pattern_mismatch", "stamp"):
        notation = NOTATIONS[context["pattern"]] if context else STAMP
        fault = _word_at_fault(notation, value)
        found = f"{shown(fault)} ({found})" if fault else found
        if fault and re.fullmatch(_SUITLESS, fault) and re.fullmatch(notation.word, with_suits := re.sub(_BARE, r"\1?", fault)):
            return problem("VALUE-SUIT", pointer, found=found, expected=with_suits)
        words = {"what_zh": notation.zh, "what_en": notation.en}
        return problem("VALUE-NOTATION", pointer, found=found, expected=notation.example or None, **words)
    if kind in _LIMITS:
        code, limit = _LIMITS[kind]
        return problem(code, pointer, found=found, expected=limit.format_map(context))
    of_options = path[:1] == ("options",) and len(path) == 2
    expected = "string, integer, true, false" if of_options else _TYPES.get(kind, error["msg"])
    return problem("VALUE-TYPE", pointer, found=found, expected=expected)


def _unknown_key(loc: Path, tree: Mapping[str, Any]) -> Problem:
    key, sheet = str(loc[-1]), SHEETS[tree["sheet"]]
    by_family = _HAND_KEYS if len(loc) == 3 else _CLAIM_KEYS if loc[2:3] == ("claims",) else {}
    others = [family for family, keys in by_family.items() if key in keys]
    pointer, (_, value) = to_pointer(loc), _follow(loc, tree)
    if loc[0] == "hands" and others:
        zh, en = _FAMILIES[others[0]]
        return problem("KEY-FAMILY", pointer, found=shown(value), key=key, family_zh=zh, family_en=en, sheet=sheet.key)
    return problem("KEY-UNKNOWN", pointer, found=shown(value), key=key)


def _follow(loc: Path, tree: object) -> tuple[Path, object]:
    """As far as the steps lead in the document, and the value there: pydantic also names the members of unions."""
    for depth, step in enumerate(loc):
        leads = (isinstance(tree, dict) and step in tree) or (isinstance(tree, list) and isinstance(step, int))
        if not leads:
            return loc[:depth], tree
        tree = tree[step]  # type: ignore[index] # a step that leads on is a key of a dict or an index of a list
    return loc, tree


def _word_at_fault(notation: Notation, value: object) -> str | None:
    if not notation.word or not isinstance(value, str):
        return None
    words = value.split(" ")
    later = words if notation in {DEAL, HELD} else words[1:]
    return next((word for word in later if not re.fullmatch(notation.word, word)), None)
