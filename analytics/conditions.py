"""The little language in which hands are searched for: conditions on a seat of a hand, joined by `and`, `or`, `not`.

    bomb>=6 and lost
    炸弹>=6 且 负
    (tractor(3) or throw failed) and not won

An expression is read into a tree (`read`), which `analytics/find.py` turns into one query. Whatever is written, numbers go into
parameters and names into a table, so no text of an expression ever stands in a query.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from paipu.analytics.seat_hand_rows import ACTS
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS, TRICK_SHEETS
from paipu.replay.text import Text, near
from paipu.replay.texts import Texts

GROUP: Final = Texts({}, (__package__, "conditions.group"))
NAMES: Final = Texts({}, (__package__, "conditions.name"))
"""By key, in the order in which conditions are shown."""
ALSO: Final = Texts({}, (__package__, "conditions.also"))
TOLD: Final = Texts({}, (__package__, "conditions.told"))
ERRORS: Final = Texts({}, (__package__, "conditions.error"))

LONGEST: Final = 400
MOST: Final = 24
DEEPEST: Final = 8
LARGEST: Final = 999
SAID: Final = Texts({}, (__package__, "conditions.said"))
EXAMPLE: Final = SAID["example"]
SHOWN: Final = 24
"""Characters of an expression that an error shows on either side of a place."""

Form = Literal["fact", "number", "count", "act"]
"""A fact is so or not; a number is compared; a count alone means at least one; an act is compared by its size."""
Compared = Literal[">=", "<=", ">", "<", "=", "!="]


class WrongExpressionError(ValueError):
    """An expression that cannot be read; `message` shows the place, character `at` from 0."""

    def __init__(self, key: str, at: int, message: Text) -> None:
        super().__init__(message.en)
        self.key, self.at, self.message = key, at, message


class Condition(NamedTuple):
    """One condition; `compared` and `number` are None where it is asked whether there is any, or whether it is so."""

    key: str
    compared: Compared | None = None
    number: int | None = None


class Not(NamedTuple):
    part: "Expression"


class Joined(NamedTuple):
    """All of some parts, or any of them."""

    by: Literal["and", "or"]
    parts: tuple["Expression", ...]


Expression = Condition | Not | Joined


class Kind(NamedTuple):
    """What sort of condition it is, and on which sheets it can be met."""

    group: Literal["held", "done", "came"]
    form: Form
    on: Callable[[Any], bool]


def _every(_: Any) -> bool:  # noqa: ANN401 - a sheet of either family
    return True


def _tricks(sheet: Any) -> bool:  # noqa: ANN401 - as above
    return sheet.key in TRICK_SHEETS


def _climbing(sheet: Any) -> bool:  # noqa: ANN401 - as above
    return sheet.key in CLIMBING_SHEETS


def _of_office(sheet: Any) -> bool:  # noqa: ANN401 - as above
    """Where the bank changes hands by what a hand comes to."""
    return _tricks(sheet) and sheet.schedule is None


def _of_kitty(sheet: Any) -> bool:  # noqa: ANN401 - as above
    return _tricks(sheet) and sheet.kitty_size > 0


def _of_levels(sheet: Any) -> bool:  # noqa: ANN401 - as above
    return _climbing(sheet) and sheet.levels is not None


def _of_tribute(sheet: Any) -> bool:  # noqa: ANN401 - as above
    return _climbing(sheet) and sheet.tribute is not None


def _several_levels(sheet: Any) -> bool:  # noqa: ANN401 - as above
    return len(sheet.ladder) > 1


KINDS: Final[Mapping[str, Kind]] = {
    "big_jokers": Kind("held", "count", _every),
    "little_jokers": Kind("held", "count", _every),
    "jokers": Kind("held", "count", _every),
    "both_big_jokers": Kind("held", "fact", _every),
    "level_cards": Kind("held", "count", _several_levels),
    "wilds": Kind("held", "count", _climbing),
    "trumps": Kind("held", "count", _tricks),
    **{key: Kind("done", "act", on) for key, on in ACTS.items()},
    "won": Kind("came", "fact", _every),
    "lost": Kind("came", "fact", _every),
    "bank": Kind("came", "fact", _tricks),
    "attack": Kind("came", "fact", _tricks),
    "banker": Kind("came", "fact", _tricks),
    "bank_held": Kind("came", "fact", _of_office),
    "bank_lost": Kind("came", "fact", _of_office),
    "bank_taken": Kind("came", "fact", _of_office),
    "shutout": Kind("came", "fact", _tricks),
    "kitty_captured": Kind("came", "fact", _of_kitty),
    "points": Kind("came", "number", _tricks),
    "place": Kind("came", "number", _climbing),
    "first": Kind("came", "fact", _climbing),
    "both_first": Kind("came", "fact", _climbing),
    "both_last": Kind("came", "fact", _climbing),
    "ace_passed": Kind("came", "fact", _of_levels),
    "tribute_paid": Kind("came", "fact", _of_tribute),
    "tribute_refused": Kind("came", "fact", _of_tribute),
}


def sheets_of(key: str) -> tuple[str, ...]:
    """The sheets on which a condition can be met."""
    return tuple(sheet for sheet, rules in SHEETS.items() if KINDS[key].on(rules))


def never_on(expression: Expression, sheet: str) -> list[str]:
    """The conditions of an expression that are never met on a sheet, nor is that they are not."""
    keys = dict.fromkeys(each.key for each in conditions_of(expression))
    return [key for key in keys if not KINDS[key].on(SHEETS[sheet])]


def conditions_of(expression: Expression) -> Iterator[Condition]:
    """The conditions of an expression, as they are written."""
    if isinstance(expression, Condition):
        yield expression
    elif isinstance(expression, Not):
        yield from conditions_of(expression.part)
    else:
        for part in expression.parts:
            yield from conditions_of(part)


def written(expression: Expression, lang: Literal["zh", "en"], *, inner: bool = False) -> str:
    """An expression as it is read back in a language.

    >>> written(read("炸弹>=6 且 非(负 或 wilds)"), "en")
    'bomb>=6 and not (lost or wild cards)'
    """
    at = 0 if lang == "zh" else 1
    if isinstance(expression, Condition):
        number = "" if expression.number is None else f"{expression.compared}{expression.number}"
        return NAMES[expression.key][at] + number
    if isinstance(expression, Not):
        return f"{('非', 'not')[at]} {written(expression.part, lang, inner=True)}"
    words = {"and": ("且", "and"), "or": ("或", "or")}[expression.by][at]
    said = f" {words} ".join(written(part, lang, inner=True) for part in expression.parts)
    return f"({said})" if inner else said


# --- Reading -----------------------------------------------------------------------------------------------

_SIGNS: Final[Mapping[str, Compared]] = {
    ">=": ">=",
    "≥": ">=",
    "≧": ">=",
    "=>": ">=",
    "<=": "<=",
    "≤": "<=",
    "≦": "<=",
    "=<": "<=",
    "!=": "!=",
    "<>": "!=",
    "≠": "!=",
    "==": "=",
    "=": "=",
    ">": ">",
    "<": "<",
}
_SIGN: Final = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True)))
_NUMBER: Final = re.compile(r"-?\d+", re.ASCII)
_SPACE: Final = re.compile(r"\s*")
_WORD: Final = re.compile(r"[^\s()<>=!&|]+")
_PLAIN: Final = str.maketrans("（）＞＜＝！＆｜－　", "()><=!&|- ")
_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("and", "&&", "&", "且", "并且", "而且", "和", "与"), "and"),
    **dict.fromkeys(("or", "||", "|", "或者", "或"), "or"),
    **dict.fromkeys(("not", "!", "非", "不是", "没有", "不", "没"), "not"),
}


def _pattern(words: Mapping[str, str]) -> re.Pattern[str]:
    """Whatever is written of some words, the longest first; a word of letters ends where no letter follows."""
    each = [
        re.escape(word).replace(r"\ ", r"[\s_]+") + (r"(?!\w)" if word[-1].isascii() and word[-1].isalnum() else "")
        for word in sorted(words, key=len, reverse=True)
    ]
    return re.compile("|".join(each), re.IGNORECASE | re.ASCII)


def _named() -> dict[str, str]:
    """The key of each name: as it is written in either language, what else it is called, and the key itself."""
    found: dict[str, str] = {}
    for key in KINDS:
        found[key.replace("_", " ")] = key
    for key in KINDS:
        for said in (NAMES[key], ALSO[key]):
            for names in said:
                found |= dict.fromkeys(names.casefold().split("|"), key)
    return found


_NAMED: Final = _named()
_NAME: Final = _pattern(_NAMED)
_OPERATOR: Final = _pattern(_WORDS)


def read(text: str) -> Expression:
    """The expression that is written. Raises WrongExpressionError with the place of what is wrong, or is too much."""
    if len(text) > LONGEST:
        raise WrongExpressionError("long", LONGEST, ERRORS["long"].fill(n=len(text), most=LONGEST))
    reading = _Reading(text.translate(_PLAIN))
    if reading.at == len(reading.text):
        raise WrongExpressionError("empty", 0, ERRORS["empty"].fill(example=EXAMPLE))
    found = reading.any_of(0)
    if reading.at < len(reading.text):
        raise reading.wrong("open" if reading.text[reading.at] == ")" else "joined")
    return found


class _Reading:
    """A text that is read from its beginning on: `at` is where the next word begins."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.count = text, 0, 0
        self.skip(0)

    def skip(self, to: int) -> None:
        found = _SPACE.match(self.text, to)
        self.at = found.end() if found is not None else to

    def wrong(self, key: str, at: int | None = None, **values: object) -> WrongExpressionError:
        """What is wrong at a place, with the text around it."""
        place = self.at if at is None else at
        before, after = self.text[max(0, place - SHOWN) : place], self.text[place : place + SHOWN]
        shown = f"{'…' if place > SHOWN else ''}{before}▸{after}{'…' if place + SHOWN < len(self.text) else ''}"
        where = SAID["place"].fill(n=place + 1, shown=shown)
        return WrongExpressionError(key, place, ERRORS[key].fill(at=where, **values))

    def operator(self, wanted: str) -> bool:
        """Whether that operator stands here; then it is read."""
        found = _OPERATOR.match(self.text, self.at)
        if found is None or _WORDS[found[0].casefold()] != wanted or self.longer_name(found.end()):
            return False
        self.skip(found.end())
        return True

    def longer_name(self, end: int) -> bool:
        """Whether what stands here is the beginning of a name, and no operator."""
        name = _NAME.match(self.text, self.at)
        return name is not None and name.end() > end

    def sign(self, sign: str) -> bool:
        """Whether a parenthesis stands here; then it is read."""
        if not self.text.startswith(sign, self.at):
            return False
        self.skip(self.at + 1)
        return True

    def any_of(self, depth: int) -> Expression:
        return self.several("or", lambda: self.all_of(depth))

    def all_of(self, depth: int) -> Expression:
        return self.several("and", lambda: self.one(depth))

    def several(self, by: Literal["and", "or"], part: Callable[[], Expression]) -> Expression:
        parts = [part()]
        while self.operator(by):
            parts.append(part())
        return Joined(by, tuple(parts)) if len(parts) > 1 else parts[0]

    def one(self, depth: int) -> Expression:
        """A condition, what is not so, or an expression in parentheses."""
        if depth > DEEPEST:
            raise self.wrong("deep", most=DEEPEST)
        if self.operator("not"):
            return Not(self.one(depth + 1))
        began = self.at
        if self.sign("("):
            found = self.any_of(depth + 1)
            if not self.sign(")"):
                raise self.wrong("joined") if self.at < len(self.text) else self.wrong("close", began)
            return found
        return self.condition()

    def condition(self) -> Condition:
        began, found = self.at, _NAME.match(self.text, self.at)
        if found is None:
            word = _WORD.match(self.text, self.at)
            if word is None or _OPERATOR.fullmatch(word[0]):
                raise self.wrong("condition")
            raise self.wrong("unknown", found=word[0], near=near(word[0], _NAMED))
        self.count += 1
        if self.count > MOST:
            raise self.wrong("many", most=MOST)
        key = _NAMED[re.sub(r"[\s_]+", " ", found[0]).casefold()]
        self.skip(found.end())
        name, form = NAMES[key], KINDS[key].form
        compared = self.compared()
        if compared is None:
            if form == "number":
                raise self.wrong("compare", began, name=name)
            return Condition(key)
        if form == "fact":
            raise self.wrong("plain", began, name=name)
        if form == "act" and compared[0] == "!=":
            raise self.wrong("unequal", began, name=name)
        return Condition(key, *compared)

    def compared(self) -> tuple[Compared, int] | None:
        """What a condition is compared with: `>=6`, or `(6)`, which is `=6`."""
        found = _SIGN.match(self.text, self.at)
        if found is not None:
            self.skip(found.end())
            return _SIGNS[found[0]], self.number()
        if self.sign("("):
            number = self.number()
            if not self.sign(")"):
                raise self.wrong("close")
            return "=", number
        return None

    def number(self) -> int:
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            raise self.wrong("number")
        if len(found[0]) > len(str(LARGEST)) + 1 or abs(int(found[0])) > LARGEST:
            raise self.wrong("large", most=LARGEST)
        self.skip(found.end())
        return int(found[0])
