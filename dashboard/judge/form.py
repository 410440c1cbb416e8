"""What can be asked, and in which fields: those that `paipu judge` takes, each in the way in which it is told."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypedDict

from paipu.dashboard.text import TEXT, t
from paipu.ingest.question.asked import TAKES
from paipu.ingest.question.document import KINDS, WRITTEN
from paipu.ingest.question.question import ASKING
from paipu.replay.cards import SUITS
from paipu.replay.question import Situation
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.solve.rest import Position
from paipu.replay.text import Lang, in_language
from paipu.replay.tricks.trump import NO_TRUMP
from paipu.replay.words import INCIDENTS, level_name, seat_name, seats_name, suit_name

Told = Mapping[str, Sequence[str]]
"""What an address tells: all values of each name."""
Way = Literal["cards", "pick", "plays", "text", "choice", "flag", "number", "options", "incident"]
"""How a field is told: cards that are tapped or typed; cards picked from a hand that is told; cards behind seats; and so on."""

ABOUT: Final = "about"
FIRST_SHEET: Final = "shengji"
NEEDS: Final[Mapping[FamilyName, Mapping[str, Sequence[str]]]] = {
    "tricks": {
        "lead": ("lead", "hand", "play"),
        "play": ("hand", "play"),
        "trick": ("trick",),
        "after": ("after",),
        "bids": (),
        "leads": (),
        "rest": ("hands", "seat", "banker"),
        "result": (),
        "incident": ("incident",),
        "time": ("levels",),
    },
    "climbing": {
        "table": ("play",),
        "trick": ("trick",),
        "after": ("after",),
        "tribute": ("tribute", "hand"),
        "return": ("return", "hand"),
        "tribute-from": ("tribute-from",),
        "leads": (),
        "rest": ("hands", "seat"),
        "result": ("finish",),
        "incident": ("incident",),
        "time": ("levels",),
    },
}
"""The questions of a family in the order in which they come up, and what each cannot do without to be that question."""
ASKED_BY: Final[Mapping[str, Sequence[str]]] = {"table": ("play",), "bids": ("kitty", "asked")}
"""What asks the same question where its own field is empty: a lead, a kitty turned up, answers to 炒底."""
BESIDE: Final[Mapping[str, Sequence[str]]] = {
    "play": ("others",),
    "bids": ("asked", "banker"),
    "leads": ("banker",),
    "rest": ("trick", "attackers", "kitty-points", "out"),
    "result": ("banker", "attackers", "last", "levels"),
    "table": ("hand", "table"),
    "incident": ("banker",),
    "tribute": ("double",),
    "return": ("double",),
    "tribute-from": ("hands",),
    "time": ("banker",),
}
"""What is asked for at once as well; the rest is folded."""
INSTEAD: Final[Mapping[str, str]] = {"finish": "incident", "seat": "trick"}
"""What can take the place of something that a question needs: a fault can decide a hand that was not played out, and the plays
on the table show whose turn it is.
"""
ORDER: Final = ("trump", "table", "lead", "hand", "tribute", "return", "play")
"""What comes before all else, as a dispute is told."""
WRITTEN_AS: Final = dict.fromkeys(("lead", "hand", "play", "table", "gone", "exposed", "kitty", "tribute", "return"), "cards")
_OF_TRIBUTE: Final = frozenset({"tribute", "return", "tribute-from"})
_CARDS: Final = frozenset({"lead", "hand", "table", "gone", "exposed", "kitty"})
_PLAYS: Final = frozenset({"others", "hands", "bids", "asked", "trick", "after", "last"})
_PICKED: Final = frozenset({"play", "tribute", "return"})


class Choice(TypedDict):
    """A value that a field may have, as it is told and as it is called."""

    value: str
    label: str


class OptionField(TypedDict):
    """An option of the sheet: its key, its question, its values, the default first."""

    key: str
    label: str
    choices: list[Choice]


class Field(TypedDict):
    """A field: its key, how it is told, what it holds, and whether it is `open` or folded away.

    `hint` is how it is typed, `empty` what a list calls no choice. `choices` are of a choice, and the kinds of an incident;
    `options` are of the field of options.
    """

    key: str
    label: str
    way: Way
    value: str
    hint: str
    empty: str
    open: bool
    needed: bool
    choices: list[Choice]
    options: list[OptionField]


def about_of(told: Told) -> tuple[Sheet, str]:
    """The sheet and the question of an address; where it names none that is there, the first."""
    sheet = SHEETS[_first(told, "sheet")] if _first(told, "sheet") in SHEETS else SHEETS[FIRST_SHEET]
    asked = _first(told, ABOUT)
    known = NEEDS[sheet.family]
    return sheet, asked if asked in known else next(iter(known))


def takes_of(family: FamilyName, about: str) -> Iterator[str]:
    """The options that may be told with a question, by whichever of its own it is asked."""
    for each in (about, *ASKED_BY.get(about, ())):
        yield from (f"--{each}", *TAKES[family].get(f"--{each}", "").split())


def keys_of(sheet: Sheet, about: str) -> list[str]:
    """The fields of a question, those that it needs first."""
    takes = list(takes_of(sheet.family, about))
    flag = KINDS[f"--{about}"] == "bool"
    first = [*NEEDS[sheet.family][about], *(each for each in BESIDE.get(about, ()) if f"--{each}" in takes)]
    trump = ["trump"] if "--trump" in takes else []
    rest = [each.removeprefix("--") for each in takes]
    found = list(dict.fromkeys([*trump, *first, *(each for each in rest if not (flag and each == about))]))
    return sorted(found, key=lambda key: ORDER.index(key) if key in ORDER else len(ORDER))


def document_of(told: Told) -> dict[str, object]:
    """The question as a line of a file of questions has it: the fields of what is asked that hold something."""
    sheet, about = about_of(told)
    found: dict[str, object] = {"sheet": sheet.key}
    if KINDS[f"--{about}"] == "bool":
        found[about] = True
    for key in ("level", *keys_of(sheet, about), "option"):
        given = [each for each in told.get(key, ()) if each.strip()]
        kind = KINDS[f"--{key}"]
        if not given:
            continue
        if kind == "list":
            found[key] = given
        elif kind == "bool":
            found[key] = True
        elif kind == "int":
            found[key] = int(given[0]) if re.fullmatch(r"-?[0-9]{1,9}", given[0]) else given[0]
        else:
            found[key] = given[0]
    return found


def asked_of_rest(situation: Situation, position: Position) -> dict[str, list[str]]:
    """What an address asks of the rest of a hand from a position."""
    said = {
        ABOUT: "rest",
        "sheet": situation.sheet,
        "level": situation.level,
        "trump": situation.trump,
        "banker": position.banker,
        "hands": " ".join(f"{seat}:{cards or '-'}" for seat, cards in position.hands.items()),
        "trick": position.trick,
        "seat": position.turn,
        "out": position.out,
        "kitty": position.kitty,
        "attackers": str(position.attackers) if position.attackers is not None else None,
    }
    options = [f"{key}={value}" for key, value in situation.options.items()]
    return {**{key: [value] for key, value in said.items() if value}, **({"option": options} if options else {})}


NAMES: Final = frozenset({ABOUT, *(name.removeprefix("--") for name in ASKING)})


def told_in(query: Mapping[str, Sequence[str]]) -> Told:
    """What an address asks."""
    return {name: list(values) for name, values in query.items() if name in NAMES}


def lacking(told: Told) -> list[str]:
    """The fields that the question needs and that are empty."""
    sheet, about = about_of(told)
    given = document_of(told)
    return [key for key in NEEDS[sheet.family][about] if key not in given and INSTEAD.get(key) not in given]


def fields_of(told: Told, lang: Lang) -> list[Field]:
    """The form, filled with what is told."""
    sheet, about = about_of(told)
    given = document_of(told)
    keys = keys_of(sheet, about)
    needed = NEEDS[sheet.family][about]
    shown = {"sheet", "level", *(["trump"] if about != "bids" else []), *needed, *BESIDE.get(about, ()), about}
    listed = ("sheet", "level", *keys, "option")
    return [
        _field(key, sheet, given.get(key), field_name(key, lang, about), lang, shown=key in shown, needed=key in needed)
        for key in listed
    ]


def abouts(sheet: Sheet, lang: Lang) -> list[Choice]:
    """What can be asked of a sheet: of tribute only where it has some."""
    without = frozenset[str]() if getattr(sheet, "tribute", None) is not None else _OF_TRIBUTE
    return [Choice(value=each, label=t(f"ask.about.{each}", lang)) for each in NEEDS[sheet.family] if each not in without]


def field_name(key: str, lang: Lang, about: str = "") -> str:
    """The name of a field: the one that this question has for it, or else its usual one."""
    own = f"ask.field.{about}.{key}"
    return t(own if own in TEXT else f"ask.field.{key}", lang)


def _field(key: str, sheet: Sheet, value: object, label: str, lang: Lang, *, shown: bool, needed: bool) -> Field:
    return Field(
        key=key,
        label=label,
        way=_way(key),
        value=_as_text(value),
        hint=t(f"ask.hint.{WRITTEN_AS[key]}", lang) if key in WRITTEN_AS else WRITTEN.get(f"--{key}", "").strip("'"),
        empty=""
        if key == "sheet"
        else t("ask.default.is", lang, value=level_name(sheet.first_level, lang))
        if key == "level"
        else t("ask.none", lang),
        open=shown,
        needed=needed,
        choices=list(_choices(key, sheet, lang)),
        options=options_of(sheet, lang) if key == "option" else [],
    )


def _way(key: str) -> Way:
    if key in _CARDS:
        return "cards"
    if key in _PICKED:
        return "pick"
    if key in _PLAYS:
        return "plays"
    if key == "option":
        return "options"
    if key == "incident":
        return "incident"
    if key in {"sheet", "level", "trump", "seat", "banker", "in-force"}:
        return "choice"
    return {"bool": "flag", "int": "number"}.get(KINDS[f"--{key}"], "text")  # type: ignore[return-value] # one of the ways


def _as_text(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(value)
    return "" if value is None else "1" if value is True else str(value)


def _choices(key: str, sheet: Sheet, lang: Lang) -> Iterator[Choice]:
    if key == "sheet":
        yield from (Choice(value=each.key, label=in_language(each.title, lang)) for each in SHEETS.values())
    elif key == "level":
        ladder = getattr(sheet, "ladder", ())
        yield from (Choice(value=each, label=level_name(each, lang)) for each in ladder)
    elif key == "trump":
        yield from (Choice(value=each, label=suit_name(each, lang)) for each in (*SUITS, NO_TRUMP))
    elif key in {"seat", "banker"}:
        yield from (Choice(value=each, label=seat_name(each, lang)) for each in sheet.seats)
    elif key == "in-force":
        yield from (Choice(value=each, label=seats_name(each, lang)) for each in sheet.sides)
    elif key == "incident":
        known = [kind for kind in INCIDENTS if sheet.penalties.knows(kind)]
        yield from (Choice(value=each, label=in_language(INCIDENTS[each], lang)) for each in known)


def options_of(sheet: Sheet, lang: Lang) -> list[OptionField]:
    """The options with values to choose from."""
    return [
        OptionField(
            key=each.key,
            label=in_language(each, lang),
            choices=[Choice(value=str(value), label=in_language(said, lang)) for value, said in each.choices.items()],
        )
        for each in sheet.options
        if len(each.choices) > 1
    ]


def _first(told: Told, name: str) -> str:
    return next(iter(told.get(name, ())), "")
