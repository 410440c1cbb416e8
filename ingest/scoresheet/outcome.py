"""Results in words: what 上台, 东西升1级, 大光升三级, NS won or 平 say of a hand or a match.

A cell is read apart first, whatever it stands for; whom it means, other cells of its row tell. What does not say whose it is
is no claim, and the cell is said not to be read.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from paipu.ingest.scoresheet.values import DIGITS, Kind, Unread, folded, key, no_date
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS
from paipu.replay.text import Lang, Text

BANK: Final = frozenset(("庄", "庄家", "庄方", "庄家方", "台上方", "bank", "banker", "thebank", "banker'sside"))
ATTACKERS: Final = frozenset(("闲", "闲家", "闲方", "闲家方", "抓分方", "attackers", "attacker", "theattackers"))
DRAWN: Final = "-"
"""Stands for the winner where there is none."""
CALLED_DRAWN: Final = frozenset(("平", "平局", "和", "和局", "平手", "战平", "打平", "draw", "drawn", "tie", "tied"))
SHAPE: Final = Text("上台，东西升1级，东西胜", "attackers take office; EW up 1; EW won")
SHAPE_OF_MATCH: Final = Text("胜，东西胜，东西胜3级，平", "won; EW won; EW won by 3; draw")
WHOSE: Final = Text("写明是哪一方，如 东西升1级、东西胜", "whose it is, as EW up 1, EW won")
LONGEST: Final = 200
LONGEST_NAME: Final = 60

_COUNT: Final = r"(?:1[0-3]|[0-9]|[一二两三四五六七八九十])"
_PART: Final = re.compile(
    r"(?P<who>.*?)(?P<all>大光|小光)?(?P<passed>打?过(?:a|尖|1?\d|[jqk])|扛旗成功)?"
    r"(?:(?P<takes>上台|换庄|takes?office|inoffice)|(?P<leaves>下台|下庄|leaves?office|outofoffice)"
    r"|(?P<holds>守庄|保庄|连庄|守住|holds?(?:office)?|staysinoffice))?"
    r"(?:(?P<won>获胜|胜出|胜|赢|wins?|won)|(?P<lost>负|输|败|loses?|lost))?"
    rf"(?:(?:升|进|rises?(?:by)?|up(?:by)?|\+)(?P<rise>{_COUNT})(?:级|levels?)?|(?P<stays>不升级|不升|norise)"
    rf"|(?:by)?(?P<by>{_COUNT})(?:级|levels?))?"
)
_BARE: Final = re.compile(rf"\+?({_COUNT})级?")
_AHEAD: Final = re.compile(rf"(\D+?)\s*\+\s*({_COUNT})级?")
"""By how much somebody has won a match: NS +3."""
_BETWEEN: Final = re.compile(r"[,;、。]|\band\b")


class Part(NamedTuple):
    """One thing that a cell says: of whom, how the bank went, who won, by how much somebody rose, or won."""

    who: str
    bank: str = ""
    end: str = ""
    rise: int | None = None
    by: int | None = None
    passed: bool = False
    """Whether nothing is said but that a level was passed."""


class Said(NamedTuple):
    """A cell's text, and its parts."""

    text: str
    parts: tuple[Part, ...]


def _read_of_hand(text: str) -> Said:
    """The same of a hand, where a number alone is by how much it was won."""
    bare = _BARE.fullmatch(folded(text))
    return Said(text, (Part("", rise=_count(bare[1])),)) if bare is not None else read(text)


def read(text: str) -> Said:
    """The parts of a cell. Raises Unread where one of them is nothing that is known.

    >>> read("下台，东西升1级").parts == (Part("", bank="leaves"), Part("东西", rise=1))
    True
    >>> read("NS won by 3 levels").parts == (Part("ns", end="won", by=3),), read("平局").parts == (Part("", end="drawn"),)
    (True, True)
    """
    no_date(text, SHAPE)
    parts = tuple(
        [_part(part) for each in _BETWEEN.split(folded(text[: LONGEST + 1])) if (part := re.sub(r"\s", "", each).casefold())]
    )
    if not parts or len(text) > LONGEST:
        raise Unread("CELL-VALUE", SHAPE)
    return Said(text, parts)


def _part(text: str) -> Part:
    if text in CALLED_DRAWN:
        return Part("", end="drawn")
    found = _PART.fullmatch(text)
    groups: Mapping[str, str | None] = found.groupdict() if found is not None else {}
    said = [name for name, value in groups.items() if value and name != "who"]
    if not said or len(groups["who"] or "") > LONGEST_NAME:
        raise Unread("CELL-VALUE", SHAPE)
    bank = next((name for name in ("takes", "leaves", "holds") if groups[name]), "holds" if groups["all"] else "")
    end = next((name for name in ("won", "lost") if groups[name]), "")
    if (groups["by"] and not end) or (groups["all"] and bank != "holds"):
        raise Unread("CELL-VALUE", SHAPE)
    if said == ["passed"]:
        return Part(groups["who"] or "", passed=True)
    rise = 0 if groups["stays"] else _count(groups["rise"])
    return Part(groups["who"] or "", bank, end, rise, _count(groups["by"]))


def _count(text: str | None) -> int | None:
    if text is None:
        return None
    return 2 if text == "两" else DIGITS.get(text) or int(text)


def _write(value: Any, _lang: Lang) -> str | int:  # noqa: ANN401 - a value of whatever kind of column
    return str(value)


def _read_of_match(text: str) -> Said:
    ahead = _AHEAD.fullmatch(folded(text))
    try:
        return read(f"{ahead[1]}胜{ahead[2]}级")._replace(text=text) if ahead is not None else read(text)
    except Unread as unread:
        raise Unread(unread.code, SHAPE_OF_MATCH) from None


OF_HAND: Final = Kind(_read_of_hand, _write, SHAPE)
OF_MATCH: Final = Kind(_read_of_match, _write, SHAPE_OF_MATCH)


# --- whom it means -----------------------------------------------------------------------------------------

Named = Mapping[str, str]
"""The sides by what they may be called, as `key` has it; "" where two are called so."""


def of_hand(sheet: RuleSheet, parts: Sequence[Part], values: Mapping[str, Any], named: Named) -> dict[str, int]:
    """By how much sides rose in a hand: those that the words tell of. Raises Unread.

    Who has not won the hand does not rise, but at a level or with stakes at which who loses falls.
    """
    rises: dict[str, int] = {}
    for part in parts:
        side, lost = _side_of(sheet, part, values, named)
        if part.rise is not None:
            side = side or _winner(sheet, values)
            if side is None:
                raise Unread("CELL-VALUE", WHOSE)
            lost = lost or (_other(sheet, side) if part.rise else None)
            _put(rises, side, part.rise)
        if lost is not None and not may_fall(sheet, values):
            _put(rises, lost, 0)
    if not rises and not any(part.bank or part.passed for part in parts):
        raise Unread("CELL-VALUE", SHAPE)
    return rises


def _put(rises: dict[str, int], side: str, rise: int) -> None:
    if rises.setdefault(side, rise) != rise:
        raise Unread("CELL-VALUE", WHOSE)


def _side_of(sheet: RuleSheet, part: Part, values: Mapping[str, Any], named: Named) -> tuple[str | None, str | None]:
    """The side of which a part of a hand's result tells a rise, and the side that it says has lost the hand."""
    bank = _bank(sheet, values)
    if part.end == "drawn" or part.by is not None or not sheet.counts_levels or (part.bank and bank is None):
        raise Unread("CELL-VALUE", SHAPE)
    side = _who(sheet, part.who, bank, named)
    if not part.bank:
        if not part.end:
            return side, None
        if side is None:
            raise Unread("CELL-VALUE", WHOSE)
        return (side, _other(sheet, side)) if part.end == "won" else (side, side)
    attackers = _other(sheet, bank or "")
    meant = attackers if part.bank == "takes" else bank
    at_odds = part.end and part.end != ("lost" if part.bank == "leaves" else "won")
    if side not in {None, meant} or at_odds or (part.bank == "leaves" and part.rise):
        raise Unread("CELL-VALUE", SHAPE)
    return meant, attackers if part.bank == "holds" else bank


def _who(sheet: RuleSheet, who: str, bank: str | None, named: Named) -> str | None:
    """The side that a part names; None where it names none. Raises Unread."""
    if not who:
        return None
    if who in BANK | ATTACKERS:
        side = bank if bank is None or who in BANK else _other(sheet, bank)
    else:
        side = named.get(key(who)) or None
    if side is None:
        raise Unread("CELL-VALUE", WHOSE)
    return side


def _other(sheet: RuleSheet, side: str) -> str:
    first, second = sheet.sides
    return second if side == first else first


def _bank(sheet: RuleSheet, values: Mapping[str, Any]) -> str | None:
    dealer = values.get("dealer")
    return sheet.sides[sheet.side_of[dealer]] if sheet.key in TRICK_SHEETS and dealer is not None else None


def _winner(sheet: RuleSheet, values: Mapping[str, Any]) -> str | None:
    """Who has won a hand by what its row says besides: by points, by the first place, or by its own word."""
    return winner_of(sheet, values) or values.get("won")


def winner_of(sheet: RuleSheet, values: Mapping[str, Any]) -> str | None:
    """Who has won a hand by its points, or by the first place."""
    if (of_tricks := TRICK_SHEETS.get(sheet.key)) is not None:
        bank, points = _bank(sheet, values), values.get("claims/attackers")
        if bank is None or points is None:
            return None
        return bank if of_tricks.at_level(values.get("level")).score.row(points).side == "bank" else _other(sheet, bank)
    first = values.get("claims/finish/1")
    return sheet.sides[sheet.side_of[str(first)]] if first in sheet.side_of else None


def rise_due(sheet: RuleSheet, values: Mapping[str, Any]) -> tuple[str, int] | None:
    """Who rises, and by how much, by the places or the points of a hand; None where they do not tell, or levels may fall."""
    side, order = winner_of(sheet, values), str(values.get("claims/finish", ""))
    if side is None or may_fall(sheet, values):
        return None
    if (of_tricks := TRICK_SHEETS.get(sheet.key)) is not None:
        return side, of_tricks.at_level(values.get("level")).score.row(values["claims/attackers"]).steps
    levels = CLIMBING_SHEETS[sheet.key].levels
    places = [at for at, seat in enumerate(order) if seat in sheet.side_of and sheet.sides[sheet.side_of[seat]] == side]
    if levels is None or len(places) != len(sheet.sides):
        return None
    return side, levels.rises[places[1] - 1]


def may_fall(sheet: RuleSheet, values: Mapping[str, Any]) -> bool:
    """Whether a side that loses a hand may lose levels too: where these are at stake, or fail too often at the last."""
    if (of_tricks := TRICK_SHEETS.get(sheet.key)) is not None:
        return of_tricks.stakes is not None or bool(of_tricks.stages) or of_tricks.knows_failures
    return values.get("level") in {None, sheet.ladder[-1]}


def drawn_claims(sheet: RuleSheet) -> dict[str, int]:
    """What 平 claims under a sheet that prints what a draw counts: that for each side. No sheet has another word for it."""
    points = sheet.event.match_points
    return {} if points is None or points.draw is None else {f"/claims/points/{side}": points.draw for side in sheet.sides}


def of_match(sheet: RuleSheet, parts: Sequence[Part], named: Named, first: str | None) -> tuple[str, int | None]:
    """Who won a match (`DRAWN` for nobody), and by how many levels where that is said. Raises Unread.

    胜 alone is said of whom the table names first, if it names sides.
    """
    part, *others = parts
    if others or part.bank or part.rise is not None or not part.end:
        raise Unread("CELL-VALUE", SHAPE_OF_MATCH)
    if part.end == "drawn":
        return DRAWN, None
    side = _who(sheet, part.who, None, named) or first
    if side is None:
        raise Unread("CELL-VALUE", WHOSE)
    return side if part.end == "won" else _other(sheet, side), part.by
