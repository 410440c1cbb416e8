"""A question from its keys, which are the options of `paipu judge` without their dashes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, get_args, get_type_hints

from paipu.ingest.question.asked import TAKES
from paipu.ingest.question.errors import QuestionError, concerning
from paipu.ingest.question.question import ASKING, Question
from paipu.ingest.rejection import shown
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS
from paipu.replay.text import Lang, near

LONGEST: Final = 800
"""Characters of a text: the hands of six seats with spaces between the cards take fewer."""
MOST_GIVEN: Final = 32
"""How often an option may be given in one question."""
LONGEST_KEY: Final = 200
LONGEST_ID: Final = 200
"""Of the name that a question is given."""
LARGEST: Final = 1_000_000
"""Of numbers: more than any hand or match comes to."""


def question_of(told: Mapping[str, object], lang: Lang) -> Question:
    """The question that some keys make. Raises QuestionError for a key that is none, and a value of another type."""
    given: dict[str, Any] = {"lang": lang}
    for key, value in told.items():
        name = f"--{key}"
        if key == "id" or (value is None and name in ASKING):
            continue
        with concerning(name):
            if name not in ASKING:
                short = key[:LONGEST_KEY]
                raise QuestionError("judge.key", key=short, near=near(short, (each.removeprefix("--") for each in ASKING)))
            given[ASKING[name].name] = _typed(key, value, KINDS[name])
    return Question(**given)


def _kinds() -> Iterator[tuple[str, str]]:
    hints = get_type_hints(Question)
    for name, each in ASKING.items():
        hint = hints[each.name]
        kinds = (hint, *get_args(hint))
        yield name, "list" if list[str] in kinds else next(kind.__name__ for kind in (bool, int, str) if kind in kinds)


KINDS: Final = dict(_kinds())
"""What each option holds: `str`, `int`, `bool`, or `list` of texts."""
_WANTED: Final = {
    "str": f"string, ≤ {LONGEST} characters",
    "int": f"integer, -{LARGEST:,} .. {LARGEST:,}",
    "bool": "true, false",
    "list": f"string, array of 1 .. {MOST_GIVEN} strings, ≤ {LONGEST} characters",
}


def _is_short(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


_HOLDS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "str": _is_short,
    "bool": lambda value: isinstance(value, bool),
    "int": lambda value: type(value) is int and abs(value) <= LARGEST,
}
"""Whether a value is one of its kind."""


def _typed(key: str, value: object, kind: str) -> object:
    """The value as the command line gives it."""
    if kind == "list":
        many = [value] if isinstance(value, str) else value
        if isinstance(many, list) and 0 < len(many) <= MOST_GIVEN and all(map(_is_short, many)):
            return many
    elif _HOLDS[kind](value):
        return value
    raise QuestionError("judge.type", key=key, found=shown(value), wanted=_WANTED[kind])


def _written() -> Iterator[tuple[str, str]]:
    hints = get_type_hints(Question, include_extras=True)
    for name, each in ASKING.items():
        written = get_args(hints[each.name])[1]
        if written is not None:
            yield name, written


WRITTEN: Final = dict(_written())
"""How each option is written, as the help has it."""


def question_schema() -> dict[str, Any]:
    """The JSON Schema of a question: which options it is asked by, which go with them, and of which type each is.

    What a text means is read when it is asked.
    """
    text = {"type": "string", "maxLength": LONGEST}
    texts = [text, {"type": "array", "items": text, "minItems": 1, "maxItems": MOST_GIVEN}]
    of_kind: dict[str, dict[str, Any]] = {
        "str": {"type": ["string", "null"], "maxLength": LONGEST},
        "int": {"type": ["integer", "null"], "minimum": -LARGEST, "maximum": LARGEST},
        "bool": {"type": ["boolean", "null"]},
        "list": {"anyOf": [*texts, {"type": "null"}]},
    }
    asks: dict[str, dict[str, Any]] = {"str": text, "bool": {"const": True}, "list": {"anyOf": texts}}
    options = {name: {**of_kind[kind]} for name, kind in KINDS.items()}
    for name, written in WRITTEN.items():
        options[name]["description"] = written
    ways = []
    of_family: Mapping[FamilyName, Sequence[str]] = {"tricks": [*TRICK_SHEETS], "climbing": [*CLIMBING_SHEETS]}
    for family, questions in TAKES.items():
        sheets = of_family[family]
        silent = Question.sheet in sheets
        for asked, takes in questions.items():
            told = {name: options[name] for name in ("--level", "--option", *takes.split())}
            told["--sheet"] = {"enum": [*sheets, None] if silent else sheets}
            told[asked] = {**asks[KINDS[asked]], **{key: said for key, said in options[asked].items() if key == "description"}}
            properties = {name.removeprefix("--"): each for name, each in sorted(told.items())}
            properties["id"] = {"type": ["string", "integer", "null"], "maxLength": LONGEST_ID}
            required = [asked.removeprefix("--"), *([] if silent else ["sheet"])]
            ways.append({"type": "object", "properties": properties, "required": required, "additionalProperties": False})
    return {"description": "a question: the options of `paipu judge` without their dashes", "anyOf": ways}
