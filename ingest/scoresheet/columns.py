"""The columns that a score sheet of each rule sheet may have: what is claimed of a hand and of a match, under players' words.

A column's path is where its values go: with a slash before it a JSON pointer into the match, without one a path in the hand. A
value that both sides have has a column a side and, in their stead, one for both (`5-6`).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from paipu.ingest.schema import TRUMPS
from paipu.ingest.scoresheet import outcome
from paipu.ingest.scoresheet.outcome import CALLED_DRAWN, DRAWN
from paipu.ingest.scoresheet.values import (
    DATED,
    DAY,
    IDENTIFIER,
    LABEL,
    OPTIONS,
    REMARK,
    TABLE_NAME,
    YES,
    Kind,
    Unread,
    choice,
    folded,
    key,
    no_date,
    number,
    order,
    ordinal,
    pair,
    times,
)
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS, TRICK_SHEETS
from paipu.replay.text import LANGS, Text
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.words import REASONS_TO_END, WORDS, finish_name, level_name, seats_name

RULES: Final = "/sheet"
HAND: Final = "no"
REMARKS: Final = "remarks"
OF_HAND_SAID: Final = "result"
"""What a hand came to in words, and what a match did: no claims of their own, but what they say is claimed."""
OF_MATCH_SAID: Final = "/result"
OF_BOTH: Final = ("claims/levels", "claims/points", "claims/score", OF_HAND_SAID)
"""What is said of a hand, and of a match."""
GAME: Final = "/event/game"
DATE: Final = "/event/started"
REASON: Final = "/claims/reason"
WINNER: Final = "/claims/winner"
RISE: Final = "rise"
DIFFERENCE: Final = "/difference"
"""By how many levels a match was won, or a side: no claim of its own, but held against the levels."""
ENDS: Final = "/ends"
"""How many games, or what else, each has won of a match that counts match points beside: who has more has won."""
FIRSTS: Final = "/firsts"
"""How many first places each side had: it decides between who have as many points, where the sheet says so."""
PAST: Final = "/past"
"""Who is written to have passed the last level, by side: 过A, A+."""
SMALL: Final = "/small"
"""How many small points each side had in all: both together have as many in every match."""
MARGIN: Final = "/margin"
"""By how many points: held against these."""
NUMBER_OF_TEAM: Final = "/number"
"""By what number a side's team is called, where the winner is told by it."""
CALLED_NUMBER: Final = ("编号", "队号", "号码", "号", "队伍编号", "参赛号", "no", "number")
MET: Final = "/teams"
"""Both teams in one cell: 红队 VS 蓝队."""
WON: Final = "won"
"""Who has won a hand: no claim of its own, but what its rise is of."""
LEVELS: Final = "claims/levels"
FINISH: Final = "claims/finish"
TIE_BREAK: Final = "tie_break"
OF_HAND: Final = (HAND, "level", "dealer", "trump")
"""What is told of a hand beside its claims."""
BOARD: Final = "/event/board"
"""Which deal of several tables a hand is (复式): each is a record of its own."""
IDENTITY: Final = ("/event/id", "/event/stage", "/event/round", "/event/table", GAME, BOARD)
"""What tells one match from another."""
MOST: Final = 1_000_000
"""The format's bound for points."""
POINTS: Final = number(-MOST, MOST, "分")
NOBODY: Final = "-"
"""Stands for the seat at a place that nobody has: of who kept cards it is not told who has which."""
CALLED_ENDS: Final = {
    "passed": ("过", "完赛", "过A", "打过A", "通关", "过关", "正常结束", "passed"),
    "time": ("时间到", "到时", "到时间", "超时", "到点", "时间"),
    "hands": ("副数已满", "打完"),
    "forfeit": ("罢赛",),
    "ruling": ("判定",),
}
CALLED_SUITS: Final = {
    "s": ("♠", "黑", "spade"),
    "h": ("♥", "红", "红心", "heart"),
    "c": ("♣", "梅", "草花", "club"),
    "d": ("♦", "方", "方片", "diamond"),
    "NT": ("无", "无将", "no trumps"),
}


FROM_TO: Final = re.compile(r"\S{1,4}?(?:→|->|=>|—>)(\S{1,4})")
"""A level with the one before it: 2→8."""
LEVEL: Final = re.compile(
    r"(?:打过|打到|打|过|升至|升到|升|到|PAST|BEYOND)?(?:(10|1[1-4]|[1-9]|[TJQK]|老K|[二三四五六七八九十钩勾圈旗]|扛旗|FLAG)(?:\.0+)?级?"
    r"|(A|尖)(?:[+过]|\(?\+?[1-9]\)?|级)?)"
)
"""How levels are written: 打5, 10.0, 过A, A+, A3 (the third try at A), 老K."""
PLAIN_LEVEL: Final = re.compile(r"打?(?:10|[2-9TJQKA二三四五六七八九十旗]|扛旗|FLAG)级?(?:\.0+)?")
"""Those of which nobody need be told how they were read."""
GUARDED: Final = re.compile(r"'(?=[=+\-@＝＋－＠\t\r])")
"""What a table that was exported with care has before text that begins like a formula."""
WIDE: Final = re.compile("[０-９Ａ-Ｚａ-ｚ＋－．]")
"""Full-width characters that are part of a value; brackets and marks may always be wide."""


class Column(NamedTuple):
    """One column: its path, its header and what else it may be called, and what its cells hold.

    `both` says that it stands for the columns of the two sides, or of all places. `usual` ones are in a template.
    """

    path: str
    header: Text
    kind: Kind
    called: tuple[str, ...] = ()
    both: bool = False
    usual: bool = True

    @property
    def of_match(self) -> bool:
        """Whether it says something of the match, not of a hand."""
        return self.path.startswith("/")

    @property
    def of_hand_alone(self) -> bool:
        """Whether nothing of the kind is said of a match."""
        return not self.of_match and self.path not in {HAND, REMARKS} and not self.path.startswith(OF_BOTH)

    def names(self) -> Iterator[str]:
        """What its header may be, as `key` has it."""
        for name in (*self.header, *self.called):
            yield key(name)


@dataclass(frozen=True, eq=False)
class Columns:
    """All columns of a rule sheet, in the order in which a template has them."""

    sheet: RuleSheet
    all: tuple[Column, ...]

    @cached_property
    def by_name(self) -> Mapping[str, tuple[Column, ...]]:
        """The columns by what their headers may be: of several that are called alike the values tell which it is."""
        found: dict[str, tuple[Column, ...]] = {}
        for column in self.all:
            for name in dict.fromkeys(column.names()):
                found[name] = (*found.get(name, ()), column)
        return found

    @cached_property
    def by_path(self) -> Mapping[str, Column]:
        """The columns of one value each by their paths; those for both sides, or all places, by theirs and `*`."""
        return {path_of(column): column for column in reversed(self.all)}

    def candidates(self, header: str) -> tuple[Column, ...]:
        """The columns that a header may mean, whatever stands in brackets or in the other language beside it."""
        return next((columns for name in variants(header) if name and (columns := self.by_name.get(name))), ())

    def of_match_called(self, label: str, said: str = "") -> Column | None:
        """The column of the match that a label beside a table means: of several the first that can have what is `said`."""
        meant = [column for column in self.candidates(label) if column.of_match]
        return next((column for column in meant if said and read_text(column, said)[1] is None), next(iter(meant), None))


def path_of(column: Column) -> str:
    """What tells a column from the others of its table."""
    return column.path + ("/*" if column.both else "")


def read_text(column: Column, text: str) -> tuple[Any, Unread | None, bool]:
    """What a column's text says, or why it says nothing; and whether it was written in full-width characters."""
    kind, bare = column.kind, GUARDED.sub("", text.strip(), count=1)
    plain = folded(bare) if kind.folds else bare
    if kind is REMARK:
        return kind.read(bare), None, False
    if column.path == DATE and (dated := DATED.fullmatch(plain)) is not None:
        plain = plain[: len("2026-05-01")] if dated[4] in {None, "00:00:00"} else plain
    try:
        return kind.read(plain), None, kind.folds and WIDE.search(bare) is not None
    except Unread as unread:
        return None, unread, False


def variants(header: str) -> Iterator[str]:
    """The names that a header may stand for: 桌号 (Table) is 桌号, and Table."""
    yield key(header)
    bare = header
    for opening, closing in ("()", "（）", "[]", "【】"):
        before, found, rest = bare.partition(opening)
        bare = before + rest.partition(closing)[2] if found else bare
    yield key(bare)
    yield key("".join(each for each in bare if not each.isascii() or each.isdigit()))
    yield key("".join(each for each in bare if each.isascii()))


@cache
def columns_of(sheet: str) -> Columns:
    """The columns of a rule sheet, by its key."""
    made = _tricks(TRICK_SHEETS[sheet]) if sheet in TRICK_SHEETS else _climbing(CLIMBING_SHEETS[sheet])
    return Columns(SHEETS[sheet], tuple(made))


@cache
def every_header() -> frozenset[str]:
    """All that headers may be, whatever the rule sheet."""
    return frozenset(name for sheet in SHEETS for name in columns_of(sheet).by_name) - {""}


RULES_COLUMN: Final = Column(
    RULES,
    Text("规则", "rules"),
    choice(dict.fromkeys(SHEETS, ()), {name: sheet.title for name, sheet in SHEETS.items()}),
    ("规则表", "所用规则", "sheet", "rule sheet"),
)


# --- Whose values ------------------------------------------------------------------------------------------


def seat_kind(sheet: RuleSheet) -> Kind:
    """A seat: 东, E, East; 1, 1号."""
    full = {"E": "east", "N": "north", "W": "west", "S": "south"}
    called = {
        seat: (
            full.get(seat, f"seat {seat}"),
            *(seat_word(seat).zh + each for each in ("家", "号", "号位", "位", "选手", "号选手")),
        )
        for seat in sheet.seats
    }
    return choice(called, {seat: seat_word(seat) for seat in sheet.seats})


def seat_word(seat: str) -> Text:
    """What a seat is called: 东, E; 3."""
    return WORDS.get(f"seat.{seat}", Text(seat, seat))


def side_word(side: str) -> Text:
    """What a side is called: 东西, EW; 135."""
    return Text(seats_name(side, "zh"), seats_name(side, "en"))


def side_names(side: str) -> tuple[str, ...]:
    """All that it may be called: 北南 is 南北 too."""
    word = side_word(side)
    groups = {"135": ("甲组",), "246": ("乙组",), "EW": ("East-West",), "NS": ("North-South",)}.get(side, ())
    return tuple(dict.fromkeys((word.zh, word.zh[::-1], side, side[::-1], *groups)))


def side_kind(sheet: RuleSheet) -> Kind:
    """A side: 东西, EW, 东西胜; 135. `DRAWN` where neither has won."""
    ends = ("", "方", "队", "胜", "方胜", "队胜", "赢", "方赢", "win", "wins", "won")
    called = {side: [name + each for name in side_names(side) for each in ends] for side in sheet.sides}
    sides = choice(called, {side: side_word(side) for side in sheet.sides})

    def read(text: str) -> str:
        return DRAWN if key(text) in CALLED_DRAWN else str(sides.read(text))

    return sides._replace(read=read)


def level_kind(ladder: Sequence[str]) -> Kind:
    """A level: 10, T and 十 are one, and so are A, 1, 14, 尖 and 过A; nothing else that only looks like one."""
    names = dict(zip("23456789", "23456789", strict=True)) | dict(zip("二三四五六七八九十", "23456789T", strict=True))
    names |= {
        "10": "T",
        "T": "T",
        "11": "J",
        "12": "Q",
        "13": "K",
        "14": "A",
        "1": "A",
        "尖": "A",
        "旗": "flag",
        "扛旗": "flag",
    }
    names |= {"J": "J", "钩": "J", "勾": "J", "Q": "Q", "圈": "Q", "K": "K", "老K": "K", "A": "A", "FLAG": "flag"}
    said = {level: Text(*(("10" if level == "T" else level_name(level, lang)) for lang in LANGS)) for level in ladder}
    kind = choice(dict.fromkeys(ladder, ()), said)
    words = {key(each): level for level, text in said.items() for each in text}

    def read(text: str) -> str:
        bare = re.sub(r"\s", "", text).upper()
        bare = both[1] if (both := FROM_TO.fullmatch(bare)) is not None else bare
        found = LEVEL.fullmatch(bare)
        level = names.get(found[1] or found[2]) if found is not None else words.get(key(text)) if text.isalpha() else None
        if level is None or level not in ladder:
            no_date(text, kind.shape)
            raise Unread("CELL-VALUE", kind.shape)
        return level

    return kind._replace(read=read, odd=lambda text: PLAIN_LEVEL.fullmatch(text.strip().upper()) is None)


OF_FIRST_NAMED: Final = ("/claims/", "claims/", RISE, FIRSTS, SMALL)
"""What is told of the two by the order in which they are named: 甲方级数, 红方升级."""


def _sided(
    sheet: RuleSheet, path: str, kind: Kind, said: Text, called: Sequence[str] = (), *, usual: bool = True, bare: bool = False
) -> Iterator[Column]:
    """A column a side, and one for both: 东西级数 or EW level, and 级数; `bare`: where the values tell, 东西 alone too."""
    for side in sheet.sides:
        word = side_word(side)
        header = Text(f"{word.zh}{said.zh}", f"{word.en} {said.en}")
        others = [
            f"{name}{each}"
            for name in (*side_names(side), *(named_first(sheet.sides.index(side)) if path.startswith(OF_FIRST_NAMED) else ()))
            for each in (*said, *called, *("方" + each for each in (said.zh, *called)), *(("",) if bare else ()))
        ]
        if path.startswith(OF_FIRST_NAMED):
            others += [name + each for name in BARE_FIRST[sheet.sides.index(side)] for each in (*said, *called)]
        yield Column(f"{path}/{side}", header, kind, tuple(others), usual=usual)
    yield Column(path, said, pair(kind, sheet.sides), tuple(called), both=True, usual=False)


# --- The match ---------------------------------------------------------------------------------------------


def _identity(sheet: RuleSheet) -> Iterator[Column]:
    yield RULES_COLUMN
    yield Column("/event/id", Text("赛事", "event"), IDENTIFIER, ("比赛", "赛事编号", "event id", "tournament"))
    yield Column("/event/stage", Text("阶段", "stage"), LABEL, ("赛段", "赛程", "组别", "小组"))
    yield Column(
        "/event/round", Text("轮次", "round"), ordinal(0, 10_000), ("轮", "轮数", "第几轮", "round no", "rd", *NUMBER_OF_MATCH)
    )
    yield Column(
        "/event/table",
        Text("桌号", "table"),
        TABLE_NAME,
        ("桌", "台", "台号", "台次", "桌次", "第几桌", "场地", "台位", "桌位", "牌桌", "table no", "tbl", *NUMBER_OF_MATCH),
    )
    yield Column(GAME, Text("局", "game"), ordinal(1, 100), ("局次", "局数", "第几局", "game no"))
    yield Column(BOARD, Text("牌号", "board number"), ordinal(1, 10_000), ("牌局号", "复式牌号", "board no"), usual=False)
    yield Column(DATE, Text("日期", "date"), DAY, ("比赛日期", "时间", "day", "started"))
    teams = "/seats/{}/team"
    for side in sheet.sides:
        word = side_word(side)
        called = tuple(f"{name}{each}" for name in side_names(side) for each in TEAM)
        yield Column(
            teams.format(side),
            Text(f"{word.zh}队", f"{word.en} team"),
            IDENTIFIER,
            (*called, *named_first(sheet.sides.index(side), ("队名", "名称", "单位", "代表队", "team", ""))),
        )
    for side in sheet.sides:
        names = tuple(f"{start}{each}" for start in starts_of(sheet, side) for each in CALLED_NUMBER)
        header = Text(f"{side_word(side).zh}编号", f"{side_word(side).en} number")
        yield Column(f"{NUMBER_OF_TEAM}/{side}", header, LABEL, names, usual=False)
    yield Column(
        MET,
        Text("对阵", "teams"),
        versus(sheet.sides),
        ("对阵双方", "对阵队伍", "参赛双方", "双方", "match-up"),
        both=True,
        usual=False,
    )
    for seat in sheet.seats:
        word = seat_word(seat)
        called = tuple(f"{name}{each}" for name in (*word, seat) for each in ("家", "号", "号选手", "位"))
        full = {"E": "east", "N": "north", "W": "west", "S": "south"}.get(seat, f"seat {seat}")
        header = Text(f"{word.zh}选手", f"{word.en} player")
        yield Column(
            f"/seats/{seat}/id", header, IDENTIFIER, (word.zh, seat, full, f"{full} player", f"player {seat}", *called)
        )
    for seat in sheet.seats:
        word = seat_word(seat)
        yield Column(
            teams.format(seat), Text(f"{word.zh}位队", f"{word.en} seat's team"), IDENTIFIER, (f"{seat}位队",), usual=False
        )
    yield Column("/options", Text("选项", "options"), OPTIONS, ("规则选项",), usual=False)


TEAM: Final = ("队", "方队", "队名", "方队名", "队伍", "方队伍", "单位", "方单位", "代表队", "方", "对", "team", "pair", "")
"""What a side's team is called, behind the side's name."""
NAMED_FIRST: Final = (
    ("甲队", "甲方", "主队", "队伍一", "队伍1", "队一", "队1", "A队", "队A", "A方", "红方", "team a", "team 1", "home"),
    ("乙队", "乙方", "客队", "队伍二", "队伍2", "队二", "队2", "B队", "队B", "B方", "蓝方", "team b", "team 2", "away"),
)
"""What the two that meet are called where the seats are not named: the first stands for the first side."""
BARE_FIRST: Final = (("A", "甲", "主", "红"), ("B", "乙", "客", "蓝"))
"""The same before what is told of them: A得分, 甲级数."""
WON_LOST: Final = tuple(
    re.compile(f"(?:{words})(.*)", re.IGNORECASE)
    for words in ("胜队|胜方|胜者|优胜方|获胜方|winning team|winner", "负队|负方|负者|败方|败队|losing team|loser")
)
"""What the two are called where one column has who has won, and another who has lost."""
ASSUMED: Final = tuple(key(name) for names in NAMED_FIRST for name in names)
"""How the name of a team begins that does not say which side it is."""
NUMBER_OF_MATCH: Final = ("场次", "场序", "场号", "场", "match no", "match")
"""The round, or, where that has a column or every row another number, which match it is."""
RESULT: Final = (
    "比分",
    "五局三胜",
    "三局两胜",
    "七局四胜",
    "局数比",
    "局比分",
    "大比分",
    "总比分",
    "场比分",
    "赛果",
    "结果",
    "成绩",
    "result",
    "score line",
    "score",
)
"""What a match came to, in one cell: by points or games, or by levels."""
TOTAL: Final = Text("总大分", "total score")
LEVEL_POINTS: Final = Text("级差分", "level points")


CALLED_REACHED: Final = ("级数", "升至", "升到", "打至", "打到", "级", "level", "levels", "lvl")
"""What a level is called that was reached, after a hand or a match."""
CALLED_DIFFERENCE: Final = (
    "级差",
    "级数差",
    "净级",
    "净胜级",
    "净胜级数",
    "净级数",
    "胜级",
    "净升级",
    "level difference",
    "level diff",
    "diff",
)


def starts_of(sheet: RuleSheet, side: str) -> tuple[str, ...]:
    """What stands before a name of what a side has: its own, or that of the first or the second of two."""
    at = sheet.sides.index(side)
    return (*side_names(side), *named_first(at), *BARE_FIRST[at])


def versus(sides: Sequence[str]) -> Kind:
    """Two names in one cell, with what stands between those who meet: 红队 VS 蓝队, 红队—蓝队."""
    shape = Text("红队 VS 蓝队", "Reds vs Blues")

    def read(text: str) -> dict[str, str]:
        names = [name.strip() for name in BETWEEN[bool(BETWEEN[True].search(text))].split(text)]
        if len(names) != len(sides) or any(not name or name.isdecimal() for name in names):
            raise Unread("CELL-VALUE", shape)
        return {side: IDENTIFIER.read(name) for side, name in zip(sides, names, strict=True)}

    return Kind(read, lambda value, _: " VS ".join(value.values()), shape)


BETWEEN: Final = tuple(re.compile(each, re.IGNORECASE) for each in (r"[-:]+", r"(?<![A-Za-z])vs\.?(?![A-Za-z])|对阵"))
"""What stands between who meet: of dashes there is but one."""


def named_first(at: int, ends: Sequence[str] = ("",)) -> Iterator[str]:
    """What a side is called by the order in which the two are named, with what may stand behind it."""
    for name in NAMED_FIRST[at]:
        yield from (name + end for end in ends)


def _match(sheet: RuleSheet, *, points: bool, score: Text | None) -> Iterator[Column]:
    """What is claimed of a match; `points` are match points, and `score` what else adds up, where the sheet has them."""
    yield Column(WINNER, Text("胜方", "winner"), side_kind(sheet), CALLED_WINNER)
    if sheet.counts_levels:
        said = Text("终局级数", "final level")
        names: tuple[str, ...] = ("最后级数", "最终级数", "最终级", "终级", *CALLED_REACHED, "final levels")
        yield from _sided(sheet, "/claims/levels", level_kind(sheet.ladder), said, names, bare=True)
        difference = number(-len(sheet.ladder), len(sheet.ladder), "级")
        for side in sheet.sides:
            word = side_word(side)
            names = tuple(f"{name}{each}" for name in starts_of(sheet, side) for each in CALLED_DIFFERENCE)
            header = Text(f"{word.zh}级差", f"{word.en} level difference")
            yield Column(f"{DIFFERENCE}/{side}", header, difference, names, usual=False)
        yield Column(DIFFERENCE, Text("级差", "level difference"), difference, CALLED_DIFFERENCE, usual=False)
    names = ("积分", "总得分", "得分", "分", "局分", "胜局", "胜局数", *RESULT, "points", "pts", "vp", "vps")
    yield from _sided(sheet, "/claims/points", POINTS, Text("场分", "match points"), names, usual=points)
    yield Column(ENDS, Text("局数比", "games"), pair(POINTS, sheet.sides), ("局分比",), both=True, usual=False)
    yield Column(
        MARGIN,
        Text("净胜分", "margin"),
        POINTS,
        ("净分", "分差", "净得分", "得失分", "净胜局", "净局", "局差", "胜局差", "净胜局数"),
        usual=False,
    )
    if sheet.counts_levels:  # Q:9 under 比分 are levels, 3:0 are not
        levels = pair(level_kind(sheet.ladder), sheet.sides)
        yield Column("/claims/levels", Text("级数比分", "result in levels"), levels, RESULT, both=True, usual=False)
    if score is TOTAL:
        yield from _sided(sheet, SMALL, POINTS, Text("总小分", "total of small points"), ("小分", "小分合计"), usual=False)
    if score is not None:
        also = () if score is LEVEL_POINTS else ("score",)
        names = ("总大分", "大分合计", "总分", "total score", "大分", "大分比", "大分比分", *also)
        yield from _sided(sheet, "/claims/score", POINTS, score, names)
    kind = choice(CALLED_ENDS, REASONS_TO_END)
    yield Column(REASON, Text("结束原因", "reason"), kind, ("原因", "结束", "ended by"))
    yield Column(OF_MATCH_SAID, Text("结果", "result"), outcome.OF_MATCH, SAID, usual=False)


CALLED_WINNER: Final = (
    *(
        "胜",
        "胜者",
        "获胜方",
        "赢家",
        "赢方",
        "胜队",
        "获胜队",
        "获胜者",
        "优胜方",
        "优胜队",
        "胜出方",
        "胜出队",
        "胜出",
        "判胜",
        "判胜方",
        "局胜",
        "本局胜",
    ),
    *("胜队编号", "胜方编号", "胜者编号", "胜方号", "胜者号", "胜队号", "获胜队号", "获胜编号"),
    *("晋级", "晋级队", "晋级方", "晋级者", "出线队", "won by", "game won by", "winning team", "advances"),
)
CALLED_FIRSTS: Final = ("头名", "头名次数", "头游数", "第一名数", "firsts")
SAID: Final = ("胜负", "胜负关系", "输赢", "战果", "本副结果", "本场结果", *RESULT, "outcome")
"""What a result in words may be called."""


CALLED_LEVEL: Final = ("打", "打几", "打级", "本副级", "本副级牌", "级别", "级")
OF_HAND_CALLED: Final = (
    *SAID,
    "levels up",
    "levels won",
    "升级",
    "升级数",
    "升几级",
    "升级情况",
    "升降",
    "级数变化",
    "升",
    "得级",
    "得级数",
)
WON_CALLED: Final = ("胜方", "升级方", "得级方", "本副胜者", "上游方", "头游方", "赢方", "winner")
"""What the column is called of who has won a hand."""
REMARKS_COLUMN: Final = Column(REMARKS, Text("备注", "remarks"), REMARK, ("说明", "注", "附注", "note", "notes"))


# --- The hands of each family ------------------------------------------------------------------------------


def _number_of_hand() -> Column:
    return Column(
        HAND,
        Text("副", "hand"),
        ordinal(1, 10_000),
        ("副次", "副数", "副号", "第几副", "序", "盘", "盘次", "盘数", "把", "把次", "把数", "hand no", "deal"),
    )


def _levels(sheet: RuleSheet) -> Iterator[Column]:
    """What the level after a hand is, or by how much a side rose."""
    called = ("levels after", *CALLED_REACHED)
    yield from _sided(sheet, LEVELS, level_kind(sheet.ladder), Text("级数", "level after"), called, bare=True)
    rise = number(-len(sheet.ladder), len(sheet.ladder), "级")
    yield from _sided(sheet, RISE, rise, Text("升级", "rise"), ("升", "升级数", "rises"), usual=False)


def _tricks(sheet: TrickSheet) -> Iterator[Column]:
    seat, scored = seat_kind(sheet), sheet.schedule is not None
    suits = {suit: WORDS[f"suit.{suit}"] for suit in TRUMPS}
    yield from _identity(sheet)
    yield _number_of_hand()
    yield Column("level", Text("级牌", "level"), level_kind(sheet.ladder), CALLED_LEVEL)
    yield Column("dealer", Text("庄家", "banker"), seat, ("庄", "坐庄", "庄位", "dealer"))
    yield Column("trump", Text("主", "trump"), choice(CALLED_SUITS, suits), ("主花色", "主牌", "trumps"))
    yield Column(
        "claims/attackers",
        Text("抓分", "attackers"),
        POINTS,
        (
            "得分",
            "抓分方得分",
            "闲家得分",
            "闲家抓分",
            "抓分合计",
            "总抓分",
            *(("小分", "抓分方小分", "闲家小分", "抓分小分") if scored else ()),
            "points",
        ),
    )
    yield Column("claims/kitty_points", Text("底分", "kitty points"), POINTS, ("底牌分", "kitty"))
    yield Column("claims/multiplier", Text("倍数", "multiplier"), times(MOST), ("扣底倍数", "抠底倍数", "底倍"))
    yield Column("claims/penalties", Text("罚分", "penalties"), POINTS, ("罚", "penalty"))
    if scored:
        yield from _sided(sheet, "claims/score", POINTS, Text("大分", "score"), ("scores",))
    else:
        yield from _levels(sheet)
    yield Column("claims/next_dealer", Text("下副庄家", "next banker"), seat, ("下庄", "下一庄", "下副庄", "next dealer"))
    yield Column(OF_HAND_SAID, Text("本副结果", "hand's result"), outcome.OF_HAND, OF_HAND_CALLED, usual=False)
    yield from _match(sheet, points=scored or bool(sheet.best_of_three), score=TOTAL if scored else None)
    yield Column(WON, Text("本副胜方", "hand's winner"), side_kind(sheet), WON_CALLED, usual=False)
    yield REMARKS_COLUMN


def _climbing(sheet: ClimbingSheet) -> Iterator[Column]:
    seat, seats = seat_kind(sheet), sheet.seats
    placed = seat._replace(choices=lambda lang: [*(seat.choices or list)(lang), NOBODY], read=_seat_or_nobody(seat))
    placed = placed._replace(write=lambda value, lang: value if value == NOBODY else seat.write(value, lang))
    yield from _identity(sheet)
    yield _number_of_hand()
    if sheet.levels is not None:
        yield Column("level", Text("级牌", "level"), level_kind(sheet.ladder), CALLED_LEVEL)
    for place in range(1, len(seats) + 1):
        header = Text(finish_name(place, len(seats), "zh"), finish_name(place, len(seats), "en"))
        called = {1: ("上游", "头科", "头"), len(seats): ("下游", "末科", "末")}.get(place, ())
        chinese = "一二三四五六"[place - 1]
        called = (
            f"第{place}",
            f"第{place}名",
            f"第{chinese}",
            f"第{chinese}名",
            chinese,
            f"{chinese}游",
            f"place {place}",
            *called,
        )
        yield Column(f"{FINISH}/{place}", header, placed, called)
    yield Column(FINISH, Text("名次", "finish"), order(seat, seats), ("出完次序", "顺序", "order"), both=True, usual=False)
    if sheet.levels is not None:
        yield from _levels(sheet)
    if sheet.places is not None:
        yield from _sided(sheet, "claims/points", POINTS, Text("得分", "points"), ("分",))
    several = sheet.levels is not None and sheet.levels.games_to_win > 1
    points = several or any(each is not None for each in (sheet.round_points, sheet.places, sheet.event.match_points))
    if sheet.ends is not None and sheet.ends.tie_break:
        yield Column(TIE_BREAK, Text("加赛", "tie-break"), YES, ("加赛副",), usual=False)
    yield Column(OF_HAND_SAID, Text("本副结果", "hand's result"), outcome.OF_HAND, OF_HAND_CALLED, usual=False)
    if sheet.places is not None:
        firsts = _sided(sheet, FIRSTS, number(0, MOST), Text("头名数", "first places"), CALLED_FIRSTS, usual=False)
        yield from (column for column in firsts if not column.both)
    yield from _match(sheet, points=points, score=LEVEL_POINTS if sheet.event.by_difference else None)
    yield Column(WON, Text("本副胜方", "hand's winner"), side_kind(sheet), WON_CALLED, usual=False)
    yield REMARKS_COLUMN


def _seat_or_nobody(seat: Kind) -> Callable[[str], str]:
    """Of a hand that is over before all are out, a place may be nobody's."""

    def read(text: str) -> str:
        found: str = NOBODY if text == NOBODY else seat.read(text)
        return found

    return read
