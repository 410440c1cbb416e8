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
    rf"({_SEAT})\s?(?![东東北西南家边方先庄出打亮叫甩得收对])([^\W\d_ENWS]{{1,3}})(?=\s*(?:$|[,，、;；()]|{_SEAT})|\s+打)"
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
_WRITER_ALONE: Final = re.compile(rf"(?:^|(?<=[\s,;。]))我\s*(?:们?坐|是|在|=|:)?\s*{_SEAT}(?:家|位)?(?=$|[\s,;。])")
"""Where the writer sits, and nothing else."""
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
    r"(?<![\w'])(?:[Mm]e|[Ii])(?![a-z])\s*(?=[:\d♠♥♣♦TJQKA-]|(?:pass|bomb|play|lead|led|gave|give|paid|got|return|threw|took|drop|(?:x|no)\b))"
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
_COUNTS: Final = re.compile("[第剩还只余有无没零一二两三四五六七八九十百头末尾半名张分手轮胜负输赢平]+")
"""What stands beside a seat and is no name: the place that he came in, what he has left, what he made."""
_COLUMNS: Final = re.compile(r"[轮墩圈]|备注|收|赢")
_TO_WHOM: Final = re.compile(r"(?:我的?)?(?:[上下对]家|对[门面]|他们俩?是|我们|他们|和|跟|与|是|[他她])+(?=..)")
"""What stands before a name, and is none of it: 对家小吴, 和他老婆."""
_RELATIONS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("下家", "下手", "右手边", "右手", "右边", "right"), 1),
    **dict.fromkeys(("对家", "对门", "对面", "opposite", "across", "partner"), 2),
    **dict.fromkeys(("上家", "上手", "左手边", "左手", "左边", "left"), 3),
}
"""How many seats on somebody sits who is told of so."""
_RELATED: Final = "|".join(sorted(_RELATIONS, key=len, reverse=True))
_RELATED_AHEAD: Final = re.compile(rf"({_RELATED})\s*(?:边|家)?\s*(?:是|=|:)?\s*([^\W\d_]{{2,3}})(?=$|[\s,;。()])")
"""A relation, then who it is: 左手老赵."""
_RELATED_BEHIND: Final = re.compile(
    rf"(?<![^\W\d_])([^\W\d_]{{2,3}}?)(?:是|在|坐)?我?的?({_RELATED})(?=$|[\s,;。()])"
    rf"|([A-Za-z][A-Za-z ]{{1,11}}?)\s*\(\s*(?:(?:to|on)\s+(?:my|the)\s+)?({_RELATED})(?:\s+of\s+me)?\s*\)",
    re.IGNORECASE,
)
"""Who it is, then the relation: 刘叔对门, Jun (right of me)."""
_PLAYS: Final = re.compile(
    r"(?<![^\s,;:。、过])([^\W\d_]{1,3}?)\s*(?=(?:先出|先|出)?\s*(?:单|对子?|[三四五]个|连对|[♠♥♣♦黑红梅草方]|\d|炸)|过(?!来|去|后|了)|不要)"
)
"""A name before a play or a pass."""
_OF_ONE: Final = re.compile(r"([^\W\d_]{2,3}?)的?手牌|在([^\W\d_]{2,3}?)手[里上]")
"""A name of whom something is told that one has in hand."""
_SAID: Final = re.compile(r"[东北西南]\s*(?:\d{1,2}:\d{2}\s|:)|[东北西南]我")
"""Who says a line of a chat."""
_HE_FIRST: Final = re.compile(r"[他她](?=第一手|先出|首出|先手|领出)")


class Naming(NamedTuple):
    """Seats by what the notes call them, and the players of those that are named.

    `writer` is the seat of who wrote, or of the `centre`, of whom the others are told by how they sit from him; `numbered`:
    seats are called by numbers; `assumed`: nothing tells how they lie to the compass.
    """

    called: Mapping[str, str] = {}
    players: Mapping[str, str] = {}
    writer: str | None = None
    numbered: bool = False
    assumed: bool = False
    centre: str = ""

    def plain(self, told: str) -> str:
        """A line with seats in place of names."""
        for name in sorted(self.players.values(), key=len, reverse=True):
            seat = self.called[name]
            short = len(name) == 1  # 张 and 王 are words of cards too
            before, behind = ("大小一二两三四五六七八九十几\\d", "(?!炸)") if short else ("大小", "")
            if name in _JOKERS and not short:  # of who is called as a card is, the name stands before a play
                before, behind = "^\\s,;:|>", "(?=\\s*[:：]|\\s*(?:过|不|要不|[\\d♠♥♣♦TJQKA对单三四大小黑红梅草方出炸]))"
            pattern = rf"(?<![{before}]){re.escape(name)}{behind}\s*"
            ignored = re.IGNORECASE if name.isascii() else 0
            told = re.sub(pattern, written_seat(seat), told, flags=ignored)
            initials = "".join(word[0] for word in name.split()).upper()
            if len(initials) > 1:
                told = re.sub(rf"(?<![A-Za-z]){initials}(?![A-Za-z])\s*", written_seat(seat), told)
            turned = re.fullmatch(r"(.)([小老阿大])", name)
            if turned is not None and f"{turned[2]}{turned[1]}" not in self.called:
                told = told.replace(f"{turned[2]}{turned[1]}", written_seat(seat))  # 小江, who is 江小 in the list
        told = self.without_short_names(told)
        if _IN_TURN[0] in self.called:
            told = re.sub(f"[{_IN_TURN}]", lambda found: _CHINESE[self.called[found[0]]], told)
        if "B" in self.called:  # seats by letters, of which A is a card too
            told = re.sub(r"[A-F]\s*~\s*[A-F]", " ", told)
            told = re.sub(
                r"(?<![\w♠♥♣♦])([A-F])(?=\s*:|(?:[\s、,-]*[A-F])*\s*:?\s*(?:不要|没要|都|过|pass))|(?<=过)([A-F])(?=\s*过)",
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
        if self.centre:
            told = _HE_FIRST.sub(written_seat(self.called[self.centre]), told)
            told = told.replace(self.centre, written_seat(self.called[self.centre]))
        told = _WRITER_ALONE.sub(" ", told) if self.writer is not None else told
        told = self.with_speaker(told)
        if self.writer is not None:
            told = _SEEN_FROM.sub(
                lambda found: found[0] if self.centre and found[0] == "我" else written_seat(self.from_writer(found[0])), told
            )
            told = (
                told
                if self.centre
                else _I_ENGLISH.sub(f"{self.writer if self.writer in FOUR_SEATS else written_seat(self.writer)} ", told)
            )
        return re.sub(r"(?<=\d号) {2,}", " ", told)

    def with_speaker(self, told: str) -> str:
        """A line of a chat, which begins with who says it, with his seat for 我."""
        if self.writer is not None or len(self.players) != len(FOUR_SEATS) or _SAID.match(told) is None:
            return told
        return re.sub(r"我(?!们)", told[0], told)

    @property
    def short(self) -> Mapping[str, str]:
        """Seats by a sign of the name that no other name has, the last where it is not the first that tells."""
        names = {name: seat for seat, name in self.players.items() if len(name) > 1}
        found: dict[str, str] = {}
        for name, seat in names.items():
            for sign in (name[-1], name[0]):
                if sign not in "小老阿大" and not sign.isascii() and sum(sign in each for each in names) == 1:
                    found[sign] = seat
        return found

    def without_short_names(self, told: str) -> str:
        """A line with seats in place of signs of names, where these stand before a play or a pass."""
        short = self.short
        if not short:
            return told
        signs = "".join(map(re.escape, short))
        cards = "".join(sign for sign in short if _CARDS.fullmatch(sign))
        begins = rf"(?<![^\s,;:|>/。、{signs}东南西北过])"
        passes = rf"\s*(?:[{signs}东南西北、,]\s*)*(?:都|也)*(?:过|不|没|要不|pass)"
        plays = r"\s*(?:[\d♠♥♣♦TJQKA对单三四五六大小黑红梅草方出先炸同顺]|一[张对]|钢板|连对|杂顺|葫芦)"
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
            if "我" in names.values():
                writer_at = next(seat for seat, name in names.items() if name == "我")
                found = found._replace(writer=writer_at)
                names = {seat: name for seat, name in names.items() if name != "我"}
            if names:
                found, at = found._replace(players=names, called={**found.called, **_turned(names)}), number
        numbers = {each[1]: lettered(each[2]) for each in _NUMBERED.finditer(told)}
        if len(numbers) == len({*numbers.values()}) == len(FOUR_SEATS):
            found = found._replace(numbered=True, called={**found.called, **numbers})
        writer = _WRITER.search(told)
        if writer is not None and found.writer is None:
            found = found._replace(writer=lettered((writer[1] or writer[2]).removesuffix("家")[:1].upper()))
    if not found.called and (related := _related(lines, found.writer)) is not None:
        return related
    if found.called or found.writer is not None:
        return found, at
    assumed = _assumed("\n".join(lines))
    return (assumed, None) if assumed is not None else (found, at)


def _assumed(text: str) -> Naming | None:
    """What seats are called where nothing tells how they lie to the compass."""
    if re.search(r"(?<![A-Za-z])A[\s、,]*B[\s、,]*C[\s、,]*D[\s、,]*E[\s、,]*F(?![A-Za-z])", text):
        return Naming(called=dict(zip("ABCDEF", SIX_SEATS, strict=True)), assumed=True)
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
    one = _OF_ONE.search(text)
    seen = {each[0].strip() for each in _ME.finditer(text)}
    if one is not None and len(seen) > 1 and "我" not in seen and not re.search(rf"{_SEAT}(?![A-Za-z])", text):
        name = one[1] or one[2]
        return Naming(called={name: FOUR_SEATS[-1]}, writer=FOUR_SEATS[-1], assumed=True, centre=name)
    if seen >= {"我", "对家"} and not re.search(r"[东東北西南]|(?<![A-Za-z])[ENWS](?![A-Za-z])", text):
        return Naming(writer=FOUR_SEATS[-1], assumed=True)
    return None


def _related(lines: Sequence[str], writer: str | None) -> tuple[Naming, int | None] | None:
    """Seats by how three players sit from the fourth, who is the writer or somebody that plays; None where nothing tells."""
    text = "\n".join(lines)
    for number, told in enumerate(lines):
        of = {_RELATIONS[each[1].lower()]: each[2] for each in _RELATED_AHEAD.finditer(told)}
        behind = _RELATED_BEHIND.finditer(told)
        of |= {_RELATIONS[(each[2] or each[4]).lower()]: (each[1] or each[3]).strip() for each in behind}
        if len(of) != len(FOUR_SEATS) - 1 or len({*of.values()}) != len(of):
            continue
        others = Naming(
            players={str(step): name for step, name in of.items()}, called={name: str(step) for step, name in of.items()}
        )
        plays = [each[1] for each in _PLAYS.finditer(text) if not re.search("[我东北西南]", each[1])]
        known = {*of.values(), *others.short}
        centres = [
            name for name in dict.fromkeys(plays) if name not in known and plays.count(name) > 1 and not _CARDS.fullmatch(name)
        ]
        seat = writer or FOUR_SEATS[-1]
        at = FOUR_SEATS.index(seat)
        players = {FOUR_SEATS[(at + step) % len(FOUR_SEATS)]: name for step, name in of.items()}
        found = Naming(players=players, called=_turned(players), writer=seat, assumed=writer is None)
        if writer is None and len(centres) == 1:
            name = next((each for each in (centres[0] * 2,) if each in text), centres[0])  # 舅舅, called 舅
            players = {**players, seat: name}
            found = found._replace(players=players, called=_turned(players), writer=None)
        return found, number
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
            named[lettered(seat)] = _TO_WHOM.sub("", name, count=1) if _TO_WHOM.match(name) else name
        cards = any(
            (_CARDS.fullmatch(each) and each not in _JOKERS) or _TELLS.search(each) or _COUNTS.fullmatch(each)
            for each in named.values()
        )
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
