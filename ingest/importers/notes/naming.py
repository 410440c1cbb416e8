"""Who is who in notes: seats by the names of players, by numbers, or as they are seen from the seat of the writer."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from paipu.ingest.question.reading import lettered
from paipu.replay.rulesheet import FOUR_SEATS, SIX_SEATS

_SEAT: Final = "[东東南西北ENWS]"
_NAME: Final = r"[^\W\d_]{1,12}"
_BEFORE: Final = re.compile(rf"(?<![^\W\d_])({_SEAT})\s*(?:家|位)?\s*[=:是坐]\s*({_NAME})")
_BEHIND: Final = re.compile(rf"({_NAME})\s*(?:[=:是坐]\s*({_SEAT})(?![^\W\d_])|\(\s*({_SEAT})\s*\))")
_ADJACENT: Final = re.compile(
    rf"({_SEAT})\s?(?![东東北西南家边方先庄出打亮叫甩得收对])([^\W\d_ENWS]{{1,3}})(?=\s*(?:$|[,，、;；()]|{_SEAT}))"
)
"""A seat and a short name close behind it; behind these nothing may stand that a hand has."""
_ADJACENT_BEHIND: Final = re.compile(rf"(?<![^\s,，、;；])([^\W\d_ENWS]{{1,3}}?)\s?({_SEAT})(?=\s*(?:$|[\s,，、;；]))")
"""A short name and a seat close behind it."""
_ROW: Final = re.compile(r"([东東南西北]{4})\s*[=:是]?\s*((?:[^\W\d_]{1,6}[、,/\s]+){3}[^\W\d_]{1,6})")
"""The four seats, then the four names: 东南西北：陈、李、王、赵."""
_NUMBERED: Final = re.compile(rf"(?<!\d)([1-4])\s*号?\s*[=:是-]?\s*({_SEAT})(?![^\W\d_])")
_SIX: Final = re.compile(rf"(?<!\d)([1-6])\s*号?\s*[=:是]?\s*({_NAME})")
_OF_TEAM: Final = re.compile(rf"([甲乙])\s*([123])\s*号?\s*[=:是]?\s*({_NAME})")
_WRITER: Final = re.compile(
    rf"我\s*(?:们?坐|是|在|=|:|,|\(\s*(?:坐|在|是)?)?\s*({_SEAT})(?:家|位)?(?:(?![^\W\d_]|庄)|(?=[下对上]家|对门))"
    rf"|\b(?:[Ii] am|[Ii]'m|[Ii] was|[Ii] sat|me)\s*[=:]?\s*(?:seat\s*)?({_SEAT}\b|east|north|west|south|[1-6]\b)"
)
_ME: Final = re.compile(r"我\s*(?=[\d♠♥♣♦黑红梅草方大小对单出打毙杀垫跟甩过不])|[下对上]家")
"""Who plays as he is seen by who wrote."""
_IN_TURN: Final = "甲乙丙丁"
_ELDERS: Final = ("老大", "老二", "老三", "老四", "老五", "老六")
_NAMED_ROUND: Final = re.compile(
    r"\s*(?:座[位次]\s*[:：]?)?\s*" + r"[\s、,]+".join([r"([^\W\d_]{1,3})"] * 4) + r"[\s、,(]*(?:逆时针|依次|按顺序|顺序)"
)
"""Four names in the order of play."""
_FROM_WRITER: Final[Mapping[str, int]] = {
    "我": 0,
    "下家": 1,
    "对家": 2,
    "对门": 2,
    "上家": -1,
    **dict(zip(("下一", "下二", "下三", "下四", "下五"), range(1, 6), strict=True)),
}
_SEEN_FROM: Final = re.compile(
    r"我(?!们|说|看|觉|记|问|方(?!\s*[\dTJQKA块片]))|[下对上]家|对门"
    r"|下[一二三四五](?=\s*(?:[\d♠♥♣♦TJQKA五四三对单过不没出黑红梅草方同杂接]|下[一二三四五]))"
)
_I_ENGLISH: Final = re.compile(
    r"(?<![\w'])(?:[Mm]e|[Ii])(?![a-z])\s*(?=[:\d♠♥♣♦TJQKA-]|(?:pass|bomb|play|lead|led|gave|give|paid|got|threw|took|drop|(?:x|no)\b))"
)
"""The writer, before what he did."""
_NUMBER_OF: Final = (
    r"(?<![\w♠♥♣♦+×*.?])([1-4])(?=\s*(?:[-号叫亮埋扣坐先出:]|过|不))|(?<=庄)\s*([1-4])(?!\d)"
    r"|(?<=[过要出])\s*([1-4])(?=\s*(?:[-号:]|过|不))"
)
_CHINESE: Final = dict(zip(FOUR_SEATS, "东北西南", strict=True))
_SEATS: Final = re.compile(_SEAT)
_JOKERS: Final = frozenset({"小王", "王"})
"""A name that is a card too."""
_CARDS: Final = re.compile(r"[黑红梅草方桃花心块片SHCDTJQKA一对双大小王鬼怪]+")
"""What stands behind a seat and is no name: cards without their numbers."""
_TELLS: Final = re.compile("[游科级贡庄先主亮反扣过炸]|[打出要]$")
"""What stands beside a seat and is no name: words that tell something of him."""
_COLUMNS: Final = re.compile(r"[轮墩圈]|备注|收|赢")


class Naming(NamedTuple):
    """Seats by what the notes call them, and the players of those that are named.

    `writer` is the seat of who wrote; `numbered`: seats are called by numbers; `assumed`: nothing tells how they lie to the
    compass.
    """

    called: Mapping[str, str] = {}
    players: Mapping[str, str] = {}
    writer: str | None = None
    numbered: bool = False
    assumed: bool = False

    def plain(self, told: str) -> str:
        """A line with seats in place of names."""
        for name in sorted(self.players.values(), key=len, reverse=True):
            seat = self.called[name]
            short = len(name) == 1  # 张 and 王 are words of cards too
            before, behind = ("大小一二两三四五六七八九十几\\d", "(?!炸)") if short else ("大小", "")
            if name in _JOKERS and not short:  # of who is called as a card is, the name stands before a play
                before, behind = "^\\s,;:|>", "(?=\\s*[:：]|\\s*(?:过|不|要不|[\\d♠♥♣♦TJQKA对单三四大小黑红梅草方出炸]))"
            pattern = rf"(?<![{before}]){re.escape(name)}{behind}\s*"
            told = re.sub(pattern, _CHINESE.get(seat, f"{seat}号 "), told, flags=re.IGNORECASE if name.isascii() else 0)
        told = self.without_short_names(told)
        if _IN_TURN[0] in self.called:
            told = re.sub(f"[{_IN_TURN}]", lambda found: _CHINESE[self.called[found[0]]], told)
        if "B" in self.called:  # seats by letters, of which A is a card too
            told = re.sub(r"[A-F]\s*~\s*[A-F]", " ", told)
            told = re.sub(
                r"(?<![\w♠♥♣♦])([A-F])(?=\s*:|(?:[\s、,]*[A-F])*\s*(?:不要|没要|都|过|pass))|(?<=过)([A-F])(?=\s*过)",
                lambda found: (
                    written_seat(self.called[found[1] or found[2]]) if (found[1] or found[2]) in self.called else found[0]
                ),
                told,
            )
        for name in sorted(_ELDERS, reverse=True):
            if name in self.called:
                told = told.replace(name, _CHINESE.get(self.called[name], f"{self.called[name]}号 "))
        if self.numbered:
            told = _NUMBERED.sub(" ", told) if len(_NUMBERED.findall(told)) == len(FOUR_SEATS) else told
            told = re.sub(_NUMBER_OF, lambda found: _CHINESE[self.called[found[1] or found[2] or found[3]]], told)
        if self.writer is not None:
            told = _SEEN_FROM.sub(lambda found: written_seat(self.from_writer(found[0])), told)
            told = _I_ENGLISH.sub(f"{self.writer if self.writer in FOUR_SEATS else written_seat(self.writer)} ", told)
        return re.sub(r"(?<=\d号) {2,}", " ", told)

    @property
    def short(self) -> Mapping[str, str]:
        """Seats by a sign of the name that no other name has, the last where it is not the first that tells."""
        names = {name: seat for seat, name in self.players.items() if len(name) > 1}
        found: dict[str, str] = {}
        for name, seat in names.items():
            for sign in (name[-1], name[0]):
                if sign not in "小老阿大" and sum(each.count(sign) for each in names) == 1:
                    found[sign] = seat
        return found

    def without_short_names(self, told: str) -> str:
        """A line with seats in place of signs of names, where these stand before a play or a pass."""
        short = self.short
        if not short:
            return told
        signs = "".join(map(re.escape, short))
        cards = "".join(sign for sign in short if _CARDS.fullmatch(sign))
        begins = rf"(?<![^\s,;:|>/。、{signs}东南西北])"
        passes = rf"\s*(?:[{signs}东南西北、,]\s*)*(?:都|也)*(?:过|不|没|要不|pass)"
        plays = r"\s*(?:[\d♠♥♣♦TJQKA对单三四五六大小黑红梅草方出炸同顺]|一[张对]|钢板|连对|杂顺|葫芦)"
        pattern = rf"{begins}(?:([{signs}])(?=\s*:|{passes})" + (
            rf"|(?![{cards}])([{signs}])(?={plays}))" if cards else rf"|([{signs}])(?={plays}))"
        )
        return re.sub(pattern, lambda found: _CHINESE.get(short[found[0]], f"{short[found[0]]}号 "), told)

    def from_writer(self, said: str) -> str:
        """The seat that somebody has who is called as he sits from the writer."""
        seats = FOUR_SEATS if self.writer in FOUR_SEATS else SIX_SEATS
        return seats[(seats.index(self.writer or "") + _FROM_WRITER[said]) % len(seats)]


def written_seat(seat: str) -> str:
    """A seat as it is written in Chinese."""
    return _CHINESE.get(seat, f"{seat}号 ")


def naming_of(lines: Sequence[str]) -> tuple[Naming, int | None]:
    """What some lines call the seats, and the place of the line that names the players; None where none does."""
    found = Naming()
    at: int | None = None
    for number, told in enumerate(lines):
        if at is None:
            names = _players_in(told)
            if names:
                found, at = found._replace(players=names, called={**found.called, **_turned(names)}), number
        numbers = {each[1]: lettered(each[2]) for each in _NUMBERED.finditer(told)}
        if len(numbers) == len({*numbers.values()}) == len(FOUR_SEATS):
            found = found._replace(numbered=True, called={**found.called, **numbers})
        writer = _WRITER.search(told)
        if writer is not None and found.writer is None:
            found = found._replace(writer=lettered((writer[1] or writer[2]).removesuffix("家")[:1].upper()))
    if found.called or found.writer is not None:
        return found, at
    assumed = _assumed("\n".join(lines))
    return (assumed, None) if assumed is not None else (found, at)


def _assumed(text: str) -> Naming | None:
    """What seats are called where nothing tells how they lie to the compass."""
    for letters, seats in (("ABCDEF", SIX_SEATS), ("ABCD", FOUR_SEATS)):
        if all(re.search(rf"^\s*{each}\s*:", text, re.MULTILINE) for each in letters):
            return Naming(called=dict(zip(letters, seats, strict=True)), assumed=True)
    if all(re.search(f"{each}(?![队方组\\d])", text) for each in _IN_TURN):
        return Naming(called=dict(zip(_IN_TURN, FOUR_SEATS, strict=True)), assumed=True)
    for seats in (SIX_SEATS, FOUR_SEATS):
        if all(name in text for name in _ELDERS[: len(seats)]):
            return Naming(called=dict(zip(_ELDERS, seats, strict=False)), assumed=len(seats) == len(FOUR_SEATS))
    if re.search("我\\s*[\\d♠♥♣♦TJQKA过不]", text) and all(f"下{each}" in text for each in "一二三四五"):
        return Naming(writer=SIX_SEATS[0], assumed=True)
    seen = {each[0].strip() for each in _ME.finditer(text)}
    if seen >= {"我", "对家"} and not re.search(r"[东東北西南]|(?<![A-Za-z])[ENWS](?![A-Za-z])", text):
        return Naming(writer=FOUR_SEATS[-1], assumed=True)
    return None


def _players_in(told: str) -> dict[str, str]:
    """The players that a line names, by their seats: all four, no two alike."""
    row = _ROW.search(told)
    if row is not None:
        names = re.findall(_NAME, row[2])
        if len(names) == len({*names}) == len(FOUR_SEATS) == len({*row[1]}):
            return dict(zip(map(lettered, row[1]), names, strict=True))
    for pattern, seat_first in ((_BEFORE, True), (_BEHIND, False), (_ADJACENT, True), (_ADJACENT_BEHIND, False)):
        named = {}
        for each in pattern.finditer(told):
            seat, name = (each[1], each[2]) if seat_first else (next(filter(None, each.groups()[1:])), each[1])
            named[lettered(seat)] = name
        cards = any((_CARDS.fullmatch(each) and each not in _JOKERS) or _TELLS.search(each) for each in named.values())
        if (
            not cards
            and len(named) == len({*named.values()}) == len(FOUR_SEATS)
            and not any(map(_COLUMNS.search, named.values()))
        ):
            return named if not any(map(_SEATS.search, named.values())) else {}
    rounds = _NAMED_ROUND.match(told)
    if rounds is not None and len({*rounds.groups()}) == len(FOUR_SEATS):
        names = [each for each in rounds.groups() if each != "王"]  # a name before all else
        if not any(_SEATS.search(each) or _CARDS.fullmatch(each) for each in names):
            return dict(zip(FOUR_SEATS, rounds.groups(), strict=True))
    six = {each[1]: each[2] for each in _SIX.finditer(told)}
    of_teams = {str(2 * int(each[2]) - (each[1] == "甲")): each[3] for each in _OF_TEAM.finditer(told)}
    six = of_teams or six
    return six if len(six) == len({*six.values()}) == len(SIX_SEATS) else {}


def _turned(names: Mapping[str, str]) -> dict[str, str]:
    return {name: seat for seat, name in names.items()}
