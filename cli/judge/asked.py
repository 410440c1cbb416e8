"""Reading a question of `paipu judge`: what both families ask alike."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cli.support.errors import UsageError, near
from replay.cards import SUITS, split_cards

if TYPE_CHECKING:
    from replay.record import OptionValue
    from replay.rulesheet import FamilyName

_CARD: Final = re.compile(
    r"(?P<joker>BJ|LJ|[大小][王怪])|(?P<rank>10|[2-9TJQKA])(?P<suit>[shcd♠♥♣♦])|(?P<sign>[♠♥♣♦])(?P<after>10|[2-9TJQKA])",
    re.IGNORECASE,
)
_READING: Final = re.compile(r"(?P<ranks>(?:BJ|LJ|[大小][王怪]|10|[2-9TJQKA])+)(?P<suit>[shcd♠♥♣♦])?", re.IGNORECASE)
SIGNS: Final = {"♠": "s", "♥": "h", "♣": "c", "♦": "d"}
_JOKERS: Final = {"大王": "BJ", "小王": "LJ", "大怪": "BJ", "小怪": "LJ"}
_SEATED: Final = re.compile(r"^\s*([ENWS1-6])\s*[:：]\s*", re.IGNORECASE)
PASSES: Final = frozenset({"-", "—", "不出", "不要", "不炒", "过", "pass"})
LEVEL_NAMES: Final[Mapping[str, str]] = {"10": "T", "flag": "flag", "扛旗": "flag"}
_LACKS: Final[Mapping["FamilyName", Mapping[str, str]]] = {
    "tricks": {
        "--table": "--lead",
        "--exposed": "--lead | --play",
        "--tribute": "--play | --bids | --kitty | --asked",
        "--return": "--play | --bids | --kitty | --asked",
        "--double": "--play | --bids | --kitty | --asked",
        "--tribute-from": "--result | --bids",
        "--hands": "--others",
        "--out": "--trick | --after",
        "--finish": "--attackers",
        "--in-force": "--banker",
    },
    "climbing": {
        "--trump": "--level",
        "--lead": "--table",
        "--others": "--hand",
        "--bids": "--play | --tribute | --return",
        "--kitty": "--play | --tribute | --return",
        "--asked": "--play | --tribute | --return",
        **dict.fromkeys(("--attackers", "--kitty-points", "--last", "--failures"), "--finish"),
    },
}
"""The options that have nothing to do with a family, and what it has for them."""
_VALUED: Final[Mapping["FamilyName", Mapping[str, str]]] = {
    "tricks": {
        "--result": "--banker --attackers --kitty-points --last --trump --levels --bids --asked "
        "--failures --incident --earlier",
        "--time": "--levels --banker",
        "--leads": "--banker --bids --asked",
        "--after": "--trump",
        "--incident": "--banker --earlier",
        "--trick": "--trump",
    },
    "climbing": {
        "--tribute-from": "--hands --tribute",
        "--result": "--finish --levels --in-force --incident --trick",
        "--time": "--levels",
        "--leads": "--banker",
        "--after": "--out",
        "--incident": "--trick",
        "--trick": "--out",
    },
}
"""The questions that have values for an answer, in the order in which they are looked for, and what each takes beside it."""
_COMMON: Final = frozenset({"--sheet", "--level", "--option", "--format", "--exit-code", "--lang"})
_JUDGED: Final = frozenset(
    {
        *("--play", "--trump", "--lead", "--hand", "--seat", "--others", "--gone", "--table", "--exposed"),
        *("--tribute", "--return", "--double", "--bids", "--banker", "--kitty", "--asked"),
    }
)
"""What the questions take that ask whether something is legal."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked, as it was typed; `trick` and `finish` are those of whatever question asks about one."""

    sheet: str
    level: str | None
    trump: str | None
    options: Sequence[str]
    lead: str | None
    hand: str | None
    plays: Sequence[str]
    seat: str | None
    others: str | None
    gone: str | None
    table: str | None
    exposed: str | None
    tribute: Sequence[str]
    returned: Sequence[str]
    double: bool
    bids: str | None
    banker: str | None
    kitty: str | None
    answers: str | None
    trick: str | None
    out: str | None
    attackers: int | None
    kitty_points: int | None
    last: str | None
    levels: str | None
    failures: int | None
    finish: str | None
    in_force: str | None
    incidents: Sequence[str]
    earlier: int | None
    hands: str | None


def question_of(sheet: str, given: Mapping[str, object]) -> str | None:
    """The option that asks for values, None for another question.

    Raises UsageError for a sheet that is not there, and for what has nothing to do with its family or with the question.
    """
    from replay.sheets import SHEETS

    if sheet not in SHEETS:
        raise UsageError("rules.unknown", sheet=sheet, near=near(sheet, SHEETS))
    family = SHEETS[sheet].family
    told = [option for option, value in given.items() if _is_given(value) and option not in _COMMON]
    for option, instead in _LACKS[family].items():
        if option in told:
            raise UsageError("judge.other_family", option=option, sheet=sheet, instead=instead)
    valued = _VALUED[family]
    asked = next((option for option in valued if option in told), None)
    takes = _JUDGED if asked is None else {asked, *valued[asked].split()}
    for option in told:
        if option not in takes:
            raise UsageError("judge.not_here", option=option, asked=asked or "--play", takes=" ".join(sorted(takes)))
    return asked


def _is_given(value: object) -> bool:
    """Whether an option was given; a number may be 0."""
    return value is not None and value is not False and value not in ([], ())


def read_options(sheet: str, given: Sequence[str]) -> "dict[str, OptionValue]":
    """Options as `key=value`. Raises UsageError for one that the sheet does not have."""
    from replay.catalogue import option_problem
    from replay.sheets import SHEETS

    found: dict[str, OptionValue] = {}
    for each in given:
        name, equals, value = each.partition("=")
        option = SHEETS[sheet].option(name)
        if not equals or option is None:
            known = [option.key for option in SHEETS[sheet].options]
            raise UsageError("judge.option", given=each, near=near(name, known))
        typed: OptionValue = int(value) if option.slot is not None and value.isdecimal() else value
        if option_problem(sheet, name, typed) is not None:
            raise UsageError("judge.value", given=each, values=option.values)
        if option.key in found:
            raise UsageError("judge.twice", option=option.key)
        found[option.key] = typed
    return found


def read_cards(given: str) -> str:
    """Cards as people type them (`10c`, `♠K`, `kc`, with or without spaces) in record notation. Raises UsageError."""
    cards, rest = [], re.sub(r"[\s,，]+", "", given)
    at = 0
    while at < len(rest):
        found = _CARD.match(rest, at)
        if found is None:
            raise UsageError("judge.card", given=given, found=rest[at : at + 2])
        at = found.end()
        joker = found["joker"]
        if joker:
            cards.append(_JOKERS.get(joker, joker.upper()))
            continue
        rank, suit = (found["rank"], found["suit"]) if found["rank"] else (found["after"], found["sign"])
        cards.append(("T" if rank == "10" else rank.upper()) + SIGNS.get(suit, suit.lower()))
    if not cards:
        raise UsageError("judge.no_cards", given=given)
    return "".join(cards)


def read_play(given: str) -> str:
    """A play as people type it, with the reading declared for it if there is one (`KsKh9d9c2h=KKK99`, `…=9TJQKs`)."""
    cards, equals, declared = given.partition("=")
    found = _READING.fullmatch(re.sub(r"[\s,，]+", "", declared))
    if not equals:
        return read_cards(cards)
    if found is None:
        raise UsageError("judge.reading", given=given)
    ranks = found["ranks"].upper().replace("10", "T")
    for said, joker in _JOKERS.items():
        ranks = ranks.replace(said, joker)
    suit = found["suit"] or ""
    return f"{read_cards(cards)}={ranks}{SIGNS.get(suit, suit.lower())}"


def unseated(given: str) -> str:
    """`E:7c7c` is `7c7c`: who played it is asked for elsewhere."""
    return _SEATED.sub("", given)


def read_seat(given: str | None, seats: Collection[str] = "ENWS") -> str | None:
    """A seat of the sheet. Raises UsageError for any other."""
    if given is None:
        return None
    if given.upper() not in tuple(seats):
        raise UsageError("judge.seat", seat=given, seats=" ".join(seats))
    return given.upper()


def read_hands(given: str | None, seats: Sequence[str], option: str) -> dict[str, str]:
    """Hands by seat (`N:3c3d W:5d6d`), `-` for one without cards. Raises UsageError where a seat has two, or none is named."""
    if given is None:
        return {}
    parts = re.split(rf"([{''.join(seats)}])\s*[:：=]", given, flags=re.IGNORECASE)
    if parts[0].strip() or len(parts) < 3:
        raise UsageError("judge.others", option=option, given=given)
    hands: dict[str, str] = {}
    for seat, cards in zip(parts[1::2], parts[2::2], strict=True):
        if seat.upper() in hands:
            raise UsageError("judge.others", option=option, given=given)
        held = cards.strip(" ;；,，")
        hands[seat.upper()] = read_cards(held) if held not in {"", "-", "—", "无"} else ""
    return hands


def read_thrown(given: str) -> str:
    """A lead, or a failed throw with what stood of it (`9c8c8c>9c`)."""
    attempted, failed, stood = given.partition(">")
    return f"{read_cards(attempted)}>{read_cards(stood)}" if failed else read_cards(attempted)


def read_shown(given: str | None, option: str, *, passes: bool = False) -> list[str]:
    """What each seat showed, in notation (`N LJ2h`, `S 5h5h=c`), or with `passes` that it passed (`N -`)."""
    shown = []
    for each in re.split(r"[;；]", given or ""):
        if not each.strip():
            continue
        seat, _, cards = re.sub(r"[:：]", " ", each.strip(), count=1).partition(" ")
        held, equals, named = cards.partition("=")
        if passes and cards.strip() in PASSES:
            shown.append(f"{read_seat(seat)} -")
        else:
            shown.append(f"{read_seat(seat)} {read_cards(held)}{'=' + read_suit(named) if equals else ''}")
    if given is not None and not shown:
        raise UsageError("judge.no_cards", given=f"{option} {given}")
    return shown


def check_copies(*held: str, copies: int = 2) -> None:
    """No card may be there more often than the decks have it."""
    counts = Counter(card for cards in held for card in split_cards(cards))
    for card, count in counts.items():
        if count > copies:
            raise UsageError("judge.copies", card=card, count=count, copies=copies)


def read_level(sheet: str, level: str, levels: Sequence[str], names: Mapping[str, str]) -> str:
    """A level, one of `levels`; `names` are other words for some. Raises UsageError for any other."""
    rank = names.get(level.casefold(), level.upper())
    if rank not in levels:
        raise UsageError("judge.level", level=level, levels=" ".join(levels), sheet=sheet)
    return rank


def read_suit(given: str) -> str:
    """A suit, or no trump (`NT`). Raises UsageError for anything else."""
    suit = SIGNS.get(given.strip(), given.strip().lower())
    if suit not in {*SUITS, "nt"}:
        raise UsageError("judge.trump", trump=given, trumps=" ".join((*SUITS, "NT")))
    return "NT" if suit == "nt" else suit
