"""Reading a question of `paipu judge`: what both families ask alike."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cli.support.errors import UsageError, near
from replay.cards import SUITS, split_cards

if TYPE_CHECKING:
    from replay.record import OptionValue
    from replay.sheets.names import Family

_CARD: Final = re.compile(
    r"(?P<joker>BJ|LJ|大王|小王)|(?P<rank>10|[2-9TJQKA])(?P<suit>[shcd♠♥♣♦])|(?P<sign>[♠♥♣♦])(?P<after>10|[2-9TJQKA])",
    re.IGNORECASE,
)
_READING: Final = re.compile(r"(?P<ranks>(?:BJ|LJ|大王|小王|10|[2-9TJQKA])+)(?P<suit>[shcd♠♥♣♦])?", re.IGNORECASE)
SIGNS: Final = {"♠": "s", "♥": "h", "♣": "c", "♦": "d"}
_JOKERS: Final = {"大王": "BJ", "小王": "LJ"}
_SEATED: Final = re.compile(r"^\s*([ENWS1-6])\s*[:：]\s*", re.IGNORECASE)
_OWN: Final[Mapping["Family", Mapping[str, str]]] = {
    "tricks": {
        "--trump": "--level",
        "--lead": "--table",
        "--others": "--hand",
        "--bids": "--play | --tribute | --return",
        "--banker": "--play | --tribute | --return",
        "--kitty": "--play | --tribute | --return",
        "--asked": "--play | --tribute | --return",
    },
    "climbing": {
        "--table": "--lead",
        "--exposed": "--lead | --play",
        "--tribute": "--play | --bids | --kitty | --asked",
        "--return": "--play | --bids | --kitty | --asked",
        "--double": "--play | --bids | --kitty | --asked",
    },
}
"""The options of each family, and what the other one has for them."""


def family_of(sheet: str) -> "Family":
    """The family of a sheet that has an engine. Raises UsageError for any other."""
    from replay.sheets import SHEETS
    from replay.sheets.names import SHEET_NAMES

    if sheet not in SHEETS:
        key = "judge.no_engine" if sheet in SHEET_NAMES else "rules.unknown"
        raise UsageError(key, sheet=sheet, near=near(sheet, SHEETS))
    return SHEET_NAMES[sheet].family


def only_own(sheet: str, family: "Family", given: Mapping[str, object]) -> None:
    """Refuse options of the other family, and name those of the sheet's own."""
    for other, options in _OWN.items():
        for option, instead in options.items():
            if other != family and given[option] not in (None, False):
                raise UsageError("judge.other_family", option=option, sheet=sheet, instead=instead)


def read_options(sheet: str, given: Sequence[str]) -> "dict[str, OptionValue]":
    """Options as `key=value`. Raises UsageError for one that the sheet does not have."""
    from replay.catalogue import find_option, option_problem
    from replay.sheets import SHEETS

    found: dict[str, OptionValue] = {}
    for each in given:
        name, equals, value = each.partition("=")
        option = find_option(SHEETS[sheet], name)
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
