"""Hands across (副数横排): one row a side, or a table, and a column a hand, with what each side rose by or scored in it.

Two rows that follow one another under one table number are the two sides of a match, the first named the first side where no
column says which it is. What a row is said to come to is held against its hands.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from paipu.ingest.scoresheet.blocks import Piece
from paipu.ingest.scoresheet.columns import (
    DATE,
    GAME,
    HAND,
    IDENTITY,
    LEVELS,
    REASON,
    REMARKS,
    RISE,
    WINNER,
    Columns,
    read_text,
    side_names,
    side_word,
)
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.outcome import CALLED_DRAWN
from paipu.ingest.scoresheet.pieces import LETTERED, TABLE, TEAMS, Cell, Drawn, can, keys, named, split, texts_of, whole
from paipu.ingest.scoresheet.values import DIGITS, SEVERAL, folded, key

FEWEST: Final = 3
"""Hands across."""
NUMBERED: Final = re.compile(
    r"第?\s*(\d{1,2}|[一二三四五六七八九十])\s*([副盘把局牌])\s*牌?(?:胜方|胜者|胜队|胜负|比分|结果|得分)?|牌?([副盘把局牌])\s*(\d{1,2})"
    r"|(hand|deal|board|game)\s*(\d{1,2})(?:\s+winner)?",
    re.IGNORECASE,
)
GAMES: Final = frozenset({"局", "game"})
PLAYERS: Final = keys("选手", "姓名", "队员", "运动员", "参赛选手", "选手姓名", "players", "player", "names")
SUMMED: Final = re.compile(r".{1,4}(?:合计|总计|小计|共计|total)", re.IGNORECASE)
"""A sum that says of what: 大分合计."""
SIDES: Final = keys(
    "方位", "座位", "座号", "座位号", "位次", "席位", "位置", "方", "座次", "方向", "side", "seats", "direction"
)
_SUMS: Final = (
    "合计 总计 小计 共计 累计 总分 总得分 得分合计 合计得分 得分 total sum 总级数 总级 "
    "总升级 总升级数 升级合计 合计级数 共升 总升 升级总数 累计升级 净升级数 胜局 胜局数 比分 总比分 大比分 局分"
)
SUMS: Final = keys(*_SUMS.split())
OUTCOMES: Final = keys(
    *(
        "胜负",
        "输赢",
        "战果",
        "结果",
        "胜方",
        "胜者",
        "胜队",
        "获胜方",
        "获胜队",
        "优胜方",
        "晋级",
        "晋级队",
        "result",
        "outcome",
        "winner",
    )
)
FINALS: Final = keys("终局级数", "最后级数", "最终级数", "终级", "级数", "打到", "升至", "升到", "打至", "final level", "level")
AVERAGES: Final = keys("平均", "平均分", "均分", "副均", "场均", "average", "mean")
FINES: Final = keys("罚分", "扣分", "加减分", "奖罚", "奖罚分", "penalty", "penalties")
POINTS: Final = keys("积分", "场分", "局分", "match points")
DIFFERENCES: Final = keys("级差", "净级", "净胜级", "净胜", "净胜分", "分差", "净分", "difference", "net")
RANKS: Final = keys("名次", "排名", "总名次", "最终名次", "pos", "position", "place", "rank", "ranking")
OPPONENTS: Final = keys("对手", "对阵", "对方", "对手队", "对阵队", "对阵单位", "opponent", "against")
COMES_TO: Final = frozenset(("final", "outcome", "points", "sum"))
"""What a row of a side tells of a match without hands."""
LOOKED_AT: Final = 12
SIGNED: Final = re.compile(r".{0,6}(?:签名|签字|签章|确认)|signature|signed", re.IGNORECASE)
SMALL: Final = 4
"""The most levels that a side rises by in most hands: numbers beyond are levels themselves."""
NO_HAND: Final = re.compile(r"[-—–/\\×xX.·\s]+")
PASSED: Final = re.compile(r"过|\+")
"""What a level is written with that was passed."""
LOST: Final = frozenset(("负", "输", "败", "lost", "loss", "l"))
WON: Final = frozenset(("胜", "赢", "获胜", "胜出", "won", "win", "w", "√", "✓"))


@dataclass(slots=True)
class Heads:
    """The columns of a table with hands across: of the hands by their numbers (two each, where each side has its own)."""

    first: int
    last: int
    hands: Mapping[int, tuple[int, ...]]
    games: bool
    roles: dict[str, int] = field(default_factory=dict)
    sums: tuple[int, ...] = ()
    """The columns of what each side's hands, or games, come to, where each has one below a name for both."""
    unknown: list[tuple[int, str]] = field(default_factory=list)


def find(grid: Grid, number: int, columns: Columns, *, bare: bool = False) -> Piece | None:
    """The table with hands across whose head begins in a row; `bare`: they are called by their numbers alone, or there are none
    and each row is a side with what it came to.
    """
    heads = heads_at(grid, number, columns, bare=bare) or (_of_sides(grid, number, columns) if bare else None)
    if heads is None:
        return None
    drawn = Drawn(grid, columns)
    reader = Reader(drawn, heads)
    last = reader.run()
    return drawn.piece(number, last, assumed=reader.assumed)


def _number(text: str, *, bare: bool) -> tuple[int, str] | None:
    """The number of a hand, and what it is called."""
    found = NUMBERED.fullmatch(folded(text))
    if found is None:
        plain = folded(text)  # ① is a 1
        bare_number = DIGITS.get(plain) or (int(plain) if plain.isdecimal() and len(plain) < FEWEST else None)
        return (bare_number, "") if bare and bare_number is not None else None
    told = found[1] or found[4] or found[6]
    return DIGITS.get(told) or int(told), (found[2] or found[3] or found[5]).casefold()


ENDS: Final = re.compile(r"(.*\d\s*[副盘把局牌])\s*[-·(]?([AB甲乙主客]|东西|南北|EW|NS)(?:方|队)?\)?", re.IGNORECASE)
"""A hand, or a game, of one side: 第1局A, 第1局B."""


def _of_each_side(row: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], bool]:
    """A head with one name for the two columns that each hand has, one a side beside the other; and whether it has such."""
    told = {at: found for at, text in row if (found := ENDS.fullmatch(folded(text))) is not None}
    seconds = {at for at, found in told.items() if at - 1 in told and told[at - 1][1] == found[1]}
    if not seconds or len(seconds) * 2 != len(told):
        return row, False
    return [(at, told[at][1] if at in told else text) for at, text in row if at not in seconds], True


def heads_at(grid: Grid, number: int, columns: Columns, *, bare: bool = False) -> Heads | None:
    """The columns of a table with hands across whose head begins in a row."""
    row = texts_of(grid.rows[number - 1])
    below = texts_of(grid.rows[number]) if number < len(grid.rows) else []
    counted = [told[0] for _, text in below if (told := _number(text, bare=True)) is not None]
    last = number
    if (
        min(len(row), len(counted)) >= FEWEST
        and counted == [*range(1, len(below) + 1)]
        and any(at == below[0][0] for at, _ in row)
    ):
        row = sorted([*below, *(each for each in row if not below[0][0] <= each[0] <= below[-1][0])])
        below, last, bare = texts_of(grid.rows[number + 1]) if number + 1 < len(grid.rows) else [], number + 1, True
    row, apart = _of_each_side(row) if last == number else (row, False)
    across = [(at, *told) for at, text in row if (told := _number(text, bare=bare)) is not None]
    games = bool(across) and across[0][2] in GAMES
    if len(across) < FEWEST - games or [each[1] for each in across] != list(range(1, len(across) + 1)):
        return None
    if len({each[2] for each in across}) > 1:
        return None
    starts = [at for at, _, _ in across]
    strides = {later - earlier for earlier, later in pairwise(starts)}
    stride = strides.pop() if len(strides) == 1 else 0
    if stride not in {1, 2}:
        return None
    if last > number or apart:
        pass  # the numbers stand in the second row of the head
    elif stride == len(columns.sheet.sides) and [at for at, _ in below if starts[0] <= at < starts[-1] + 2] == [
        *range(starts[0], starts[-1] + 2)
    ]:
        last = number + 1
    elif below and min(at for at, _ in below) >= starts[0] and not any(char.isdigit() for _, text in below for char in text):
        last = number + 1  # a second row of names, below the hands alone
    hands = {
        told: tuple(range(at, at + stride)) if stride > 1 and (last > number or apart) else (at,) for at, told, _ in across
    }
    heads = Heads(number, last, hands, games)
    _take_roles(heads, row, columns)
    sides = {key(name) for side in columns.sheet.sides for name in side_names(side)}
    for place, text in row if "side" not in heads.roles else ():
        below_it = {
            key(dict(texts_of(each)).get(place, "").rstrip("方")) for each in grid.rows[last : last + len(columns.sheet.sides)]
        }
        if below_it and below_it <= sides:  # 组别 over 甲组 and 乙组
            heads.roles = {role: at for role, at in heads.roles.items() if at != place} | {"side": place}
            heads.unknown = [each for each in heads.unknown if each != (place, text)]
    at = heads.roles.get("sum", -1)
    if (
        last > number
        and {key(dict(below).get(each, "").rstrip("方队")) for each in (at, at + 1)} <= sides
        and at + 1 not in dict(row)
    ):
        heads.sums = (at, at + 1)
    if bare and not ({TABLE, "side"} & heads.roles.keys() and "sum" in heads.roles):
        return None
    heads.games = games and not _adds_up(grid, heads)
    return heads


def _two_a_table(grid: Grid, heads: Heads, columns: Columns) -> bool:
    """Whether no table has more than two rows, and no row is a seat's."""
    drawn, told = Drawn(grid, columns), list[str | None]()
    sides = {key(name) for side in columns.sheet.sides for name in side_names(side)}
    for number in range(heads.last + 1, min(heads.last + LOOKED_AT, len(grid.rows)) + 1):
        side = drawn.merged(at, number) if (at := heads.roles.get("side")) is not None else None
        if side is not None and key(side.text.rstrip("方")) not in sides:
            return False
        cell = drawn.merged(at, number) if (at := heads.roles.get(TABLE)) is not None else None
        told.append(cell.text if cell is not None else None)
    return not any(told[at] is not None and len({*told[at : at + 3]}) == 1 for at in range(len(told) - 2))


def ranked(grid: Grid) -> int | None:
    """The head of a table that ranks teams, with no word of whom they met; none of a few rows is one."""
    for number, row in enumerate(grid.rows[:LOOKED_AT], start=1):
        if ranks(row):
            return number
    return None


def ranks(row: Sequence[str | None]) -> bool:
    """Whether a row is the head of a table that ranks teams, or players."""
    names = [text for _, text in texts_of(row)]
    return any(named(text, TEAMS | PLAYERS) for text in names) and any(named(text, RANKS) for text in names)


def _take_roles(heads: Heads, row: Sequence[tuple[int, str]], columns: Columns) -> None:
    """What the columns beside the hands hold."""
    taken = {each for places in heads.hands.values() for each in places}
    for at, text in row:
        if at in taken:
            continue
        role = _role(text, columns)
        if role is None or role in heads.roles:
            heads.unknown.append((at, text))
        elif role:
            heads.roles[role] = at


def _adds_up(grid: Grid, heads: Heads) -> bool:
    """Whether what is called a game is a hand with its points: in most rows these add up to what the row comes to."""
    right = told = 0
    for row in grid.rows[heads.last : heads.last + LOOKED_AT] if "sum" in heads.roles else ():
        at = heads.roles["sum"]
        total = whole(row[at] or "") if at < len(row) else None
        values = [whole(row[each] or "") for places in heads.hands.values() for each in places if each < len(row) and row[each]]
        if total is not None and values and None not in values:
            told += 1
            right += sum(value for value in values if value is not None) == total
    return right * 2 > told


def _of_sides(grid: Grid, number: int, columns: Columns) -> Heads | None:
    """The head of a table that has a row a side of each match: who, and the level, points or outcome that it came to."""
    row = texts_of(grid.rows[number - 1])
    heads = Heads(number, number, {}, games=False)
    if len({key(text) for _, text in row}) < len(row):
        return None  # several rounds beside one another
    _take_roles(heads, row, columns)
    if len(row) < FEWEST:
        return heads if {"team"} < heads.roles.keys() and COMES_TO & heads.roles.keys() and _two_alone(grid, heads) else None
    if not {"team", "players"} & heads.roles.keys() or not COMES_TO & heads.roles.keys():
        return None
    if any(f"/seats/{side}/team" in heads.roles for side in columns.sheet.sides) or len(heads.unknown) * 2 > len(row):
        return None
    if {TABLE, "side", "opponent"} & heads.roles.keys():
        return heads if _two_a_table(grid, heads, columns) else None
    if (at := _paired_by(grid, heads)) is not None:
        heads.roles = {role: place for role, place in heads.roles.items() if place != at} | {TABLE: at}
        return heads
    at = heads.roles.get("outcome")
    told = [texts_of(each) for each in grid.rows[number : number + FEWEST]]
    words = [key(dict(each).get(at, "")) for each in told] if at is not None else []
    known = all(word in WON | LOST | CALLED_DRAWN for word in words[:2])
    return heads if len(words) > 1 and known and words[2:] in ([], [""]) else None


def _two_alone(grid: Grid, heads: Heads) -> bool:
    """Whether two rows of a team each stand below a head, and then none, or what is said of both."""
    from paipu.ingest.scoresheet.heads import is_name  # noqa: PLC0415 - it looks for these tables

    rows = [texts_of(row) for row in grid.rows[heads.last : heads.last + FEWEST]]
    full = [len(row) == len(heads.roles) and not is_name(row[0][1]) for row in rows]
    return full[:2] == [True, True] and full[2:] in ([], [False])


def _paired_by(grid: Grid, heads: Heads) -> int | None:
    """The column of which every value stands beside two rows, in the first of them alone: it tells which match they are."""
    for at in (heads.roles[path] for path in IDENTITY if path in heads.roles):
        filled: list[bool] = []
        for row in grid.rows[heads.last :]:
            if not texts_of(row):
                break
            filled.append(bool(at < len(row) and (row[at] or "").strip()))
        if len(filled) >= len(("first", "second")) and filled == [number % 2 == 0 for number in range(len(filled))]:
            return at
    return None


def _role(text: str, columns: Columns) -> str | None:
    """What a column beside the hands holds; None for what is not known, "" for what is of no interest."""
    for role, names in (
        ("team", TEAMS),
        ("players", PLAYERS),
        ("side", SIDES),
        ("sum", SUMS),
        ("outcome", OUTCOMES),
        ("final", FINALS),
        ("points", POINTS),
        ("fines", FINES),
        ("average", AVERAGES),
        ("difference", DIFFERENCES),
        ("opponent", OPPONENTS),
    ):
        if named(text, names):
            return role
    if SUMMED.fullmatch(key(text)):
        return "sum"
    if SIGNED.match(folded(text)) or key(text) in {"序号", "编号", "no"}:
        return ""
    for column in columns.candidates(text):
        if column.path in {*IDENTITY, DATE, REMARKS} or column.path.startswith(("/seats/", "/claims/points/")):
            return column.path
    return None


class Checks:
    """What hands across come to: games, sums of rows and columns, and what both lines of a table say."""

    def __init__(self, drawn: Drawn, heads: Heads) -> None:
        self.drawn, self.heads = drawn, heads
        self.columns = drawn.columns
        self.sides = drawn.columns.sheet.sides
        self.assumed = False
        self.of_both = all(f"/seats/{side}/team" in heads.roles for side in self.sides) or (
            any(len(places) > 1 for places in heads.hands.values()) or not {"team", "players", "side"} & heads.roles.keys()
        )
        self.path = ""
        self.above: dict[int, dict[str, Cell]] = {}
        """What a line between the rows says of those below it."""
        self.fined = 1
        """Whether what stands under 罚分 is added to the hands, or taken off."""
        self.games: list[list[int] | None] = [[0, 0]]
        """How many games of a match each side has won; None where one of them cannot be read."""

    def count_game(self, told: Mapping[str, Cell]) -> None:
        """Who has won a game of a match: the higher level, or the more points."""
        sheet = self.columns.sheet
        reached = [
            sheet.level_index(read_text(self.columns.by_path[f"{self.path}/{side}"], told[side].text)[0])
            if self.path == f"/{LEVELS}"
            else whole(told[side].text)
            for side in self.sides
            if side in told
        ]
        first, second = reached if len(reached) == len(self.sides) else (None, None)
        passed = [bool(PASSED.search(cell.text)) for cell in told.values()]
        if first is not None and first == second and passed in ([True, False], [False, True]):
            first, second = passed  # 过A:A
        if first is None or second is None:
            self.games[0] = None
        elif first != second and self.games[0] is not None:
            self.games[0][first < second] += 1

    def check_games(self, number: int) -> None:
        """What a match of several games is said to have come to, against its games."""
        won, at = self.games[0], self.heads.roles.get("sum")
        self.games[0] = [0, 0]
        if won is None:
            return
        for place, side in zip(self.heads.sums, self.pair_order(self.heads.sums), strict=False) if self.heads.sums else ():
            told = self.drawn.cell(place, number)
            if told is not None and whole(told.text) != won[self.sides.index(side)]:
                self.drawn.refuse("CELL-ROW-TOTAL", told.at, told.text, expected=str(won[self.sides.index(side)]))
        cell = self.drawn.cell(at, number) if at is not None and not self.heads.sums else None
        if cell is not None and (parts := split(cell.text)) is not None and [whole(each) for each in parts] != won:
            self.drawn.refuse("CELL-ROW-TOTAL", cell.at, cell.text, expected=f"{won[0]}:{won[1]}")
        said = self.of_role("outcome", number)
        if said is None or won[0] == won[1]:
            return
        winner = self.sides[won[0] < won[1]]
        told_side = self.won_games(self.names_of_sides(number), said)
        if told_side is None:
            self.drawn.notes.append((said.at, "NOT-A-COLUMN", said.text[:40]))
        elif told_side != winner:
            self.drawn.refuse("CELL-ROW-TOTAL", said.at, said.text, expected=side_word(winner).zh)

    def weigh_fines(self, numbers: Sequence[int]) -> None:
        """Whether most totals have their fines added or taken off."""
        if not {"sum", "fines"} <= self.heads.roles.keys() or self.of_both:
            return
        right = {1: 0, -1: 0}
        for number in numbers:
            cells = [self.drawn.cell(places[0], number) for places in self.heads.hands.values()]
            hands = sum(whole(cell.text) or 0 for cell in cells if cell is not None)
            fine, total = (whole(cell.text) if (cell := self.of_role(role, number)) else None for role in ("fines", "sum"))
            for sign in right if fine and total is not None else ():
                right[sign] += total == hands + sign * (fine or 0)
        self.fined = 1 if right[1] >= right[-1] else -1

    def won_games(self, names: Mapping[str, str], cell: Cell, side: str | None = None) -> str | None:
        """The side that a cell of a game says has won it: 胜 of the first, or of the row's own `side`; or by its name."""
        word = key(cell.text) or cell.text
        own = side or self.sides[0]
        if word in WON | LOST:
            return own if word in WON else self.sides[1 - self.sides.index(own)]
        return names.get(key(re.sub(r"(?:方|队)?(?:获?胜|赢)?$", "", folded(cell.text))), names.get(word))

    def game_won(self, number: int, cell: Cell) -> Cell | None:
        """Who has won a game, where its cell says that in a word; it is counted."""
        won = self.won_games(self.names_of_sides(number), cell)
        if won is not None and self.games[0] is not None:
            self.games[0][self.sides.index(won)] += 1
        return Cell(side_word(won).zh, cell.at) if won is not None else None

    def said_by_both(self, told: Mapping[str, Cell]) -> Cell | None:
        """Who has won a game, where the row of each side says in a word whether it has; it is counted."""
        words = {side: key(cell.text) or cell.text for side, cell in told.items()}
        if not all(word in WON | LOST for word in words.values()):
            return None
        won = {side if word in WON else self.sides[1 - self.sides.index(side)]: side for side, word in words.items()}
        first, *others = won.items()
        for _, side in others:
            self.drawn.refuse("CELL-CONFLICT", told[side].at, told[side].text, other=told[first[1]].at)
        if self.games[0] is not None:
            self.games[0][self.sides.index(first[0])] += 1
        return Cell(side_word(first[0]).zh, told[first[1]].at)

    def check_own_games(self, numbers: Sequence[int], order: Sequence[str]) -> None:
        """How many games each side's row says that it has won."""
        won = self.games[0]
        for number, side in zip(numbers, order, strict=False) if won is not None and not self.of_both else ():
            cell = self.of_role("sum", number) or self.of_role("points", number)
            told, due = whole(cell.text) if cell is not None else None, won[self.sides.index(side)] if won is not None else None
            if cell is not None and told is not None and told != due:
                self.drawn.refuse("CELL-ROW-TOTAL", cell.at, cell.text, expected=str(due))

    def names_of_sides(self, number: int) -> dict[str, str]:
        """The sides by what they, and their teams in a row, are called."""
        names = {key(each): side for side in self.sides for each in side_names(side)}
        for side in self.sides:
            at = self.heads.roles.get(f"/seats/{side}/team")
            if at is not None and (team := self.drawn.merged(at, number)) is not None:
                names |= dict.fromkeys((key(team.text), key(team.text).removesuffix("队")), side)
        return names

    def is_both(self) -> bool:
        """Whether one cell holds both sides of a hand."""
        return self.of_both and all(len(places) == 1 for places in self.heads.hands.values())

    def pair_order(self, places: Sequence[int]) -> list[str]:
        """The sides of the columns of a hand, by the names below its number."""
        words = {key(each): side for side in self.sides for each in side_names(side)}
        told = [
            words.get(key(cell.text.rstrip("方队"))) if (cell := self.drawn.cell(at, self.heads.last)) else None
            for at in places
        ]
        return list(reversed(self.sides)) if told[0] == self.sides[1] else list(self.sides)

    def cell_at(self, at: int, number: int) -> Cell | None:
        cell = self.drawn.cell(at, number)
        return None if cell is None or NO_HAND.fullmatch(folded(cell.text)) else cell

    def both(self, cell: Cell) -> dict[str, Cell]:
        """What one cell says of both sides: 3:0, +2 or -1, 东西3."""
        parts = split(cell.text)
        if parts is not None:
            return {side: Cell(part, cell.at) for side, part in zip(self.sides, parts, strict=True)}
        number = whole(cell.text)
        if number is not None:
            return {side: Cell(str(max(each, 0)), cell.at) for side, each in zip(self.sides, (number, -number), strict=True)}
        for side in self.sides:
            for name in side_names(side):
                value = whole(folded(cell.text).removeprefix(name).lstrip("方升+"))
                if folded(cell.text).startswith(name) and value is not None:
                    return {each: Cell(str(value if each == side else 0), cell.at) for each in self.sides}
        self.drawn.refuse("CELL-VALUE", cell.at, cell.text)
        return {}

    # -- what it comes to

    def check_row(
        self, numbers: Sequence[int], order: Sequence[str], sums: Mapping[str, int | None], last: Mapping[str, str]
    ) -> None:
        """What a row says that it comes to: the sum of its hands, or the level that is reached."""
        at, apart = self.heads.roles.get("sum"), self.heads.roles.get("difference")
        sheet = self.columns.sheet
        for index, number in enumerate(numbers):
            cell = self.drawn.cell(at, number) if at is not None else None
            parts: Sequence[Cell] = () if cell is None else [cell]
            if cell is not None and self.of_both:
                parts = [Cell(each, cell.at) for each in split(cell.text) or ()]
            if self.heads.sums:
                told_of = dict(zip(self.pair_order(self.heads.sums), self.heads.sums, strict=True))
                parts = [self.drawn.cell(told_of[side], number) or Cell("", "") for side in self.sides]
            for side, cell in zip(order[index:] if not self.of_both else self.sides, parts, strict=False):
                text, total = cell.text, sums[side]
                if not text or (total is None and self.path.removeprefix("/") != LEVELS):
                    continue
                fine, total = self.of_role("fines", number), total or 0
                total += self.fined * (whole(fine.text) or 0) if fine is not None else 0
                right = {str(total)}
                if self.path == RISE:
                    right.add(sheet.level_name(max((sheet.level_index(sheet.first_level) or 0) + total, 0)))
                elif self.path.removeprefix("/") == LEVELS:
                    right = {last.get(side, ""), *self.risen(last.get(side, ""))}
                value = whole(text)
                if (str(value) if value is not None else folded(text).upper()) not in {
                    *right,
                    *({"10"} if "T" in right else ()),
                }:
                    self.drawn.refuse(
                        "CELL-ROW-TOTAL",
                        cell.at,
                        cell.text,
                        expected=str(total) if self.path.removeprefix("/") != LEVELS else last.get(side, ""),
                    )
            self.check_average(number, None if self.of_both else sums[order[index]])
            told = self.drawn.cell(apart, number) if apart is not None else None
            first, second = (sums[each] for each in order)
            if told is None or first is None or second is None or self.path.removeprefix("/") == LEVELS:
                continue
            wanted, given = (first - second if index == 0 else second - first), whole(told.text)
            if given is None or given not in {wanted, *((abs(wanted),) if self.of_both else ())}:
                self.drawn.refuse("CELL-ROW-TOTAL", told.at, told.text, expected=str(wanted))

    def risen(self, text: str) -> Iterator[str]:
        """By how much who has reached a level has risen in all."""
        sheet = self.columns.sheet
        value, unread, _ = read_text(self.columns.by_path[f"{LEVELS}/{self.sides[0]}"], text)
        index, first = sheet.level_index(value) if unread is None else None, sheet.level_index(sheet.first_level)
        if index is not None and first is not None:
            yield str(index - first)

    def hand_cells(self, number: int) -> Iterator[tuple[int, Cell]]:
        """The hands of a row, and the cells that hold something of them."""
        for hand, places in self.heads.hands.items():
            for at in places:
                if (cell := self.drawn.cell(at, number)) is not None and not NO_HAND.fullmatch(folded(cell.text)):
                    yield hand, cell

    def check_average(self, number: int, total: int | None) -> None:
        """What a row has a hand on the average, as exactly as it is written."""
        cell, hands = self.of_role("average", number), len([*self.hand_cells(number)])
        found = re.fullmatch(r"[+-]?\d{1,6}(?:\.(\d{1,6}))?", folded(cell.text)) if cell is not None else None
        if cell is None or found is None or total is None or not hands or self.path.removeprefix("/") == LEVELS:
            return
        counts = {hands, len(self.heads.hands)}  # an empty cell may count as a hand of none
        digits = len(found[1] or "")
        if all(abs(Fraction(found[0]) - Fraction(total, each)) > Fraction(1, 2 * 10**digits) for each in counts):
            self.drawn.refuse("CELL-ROW-TOTAL", cell.at, cell.text, expected=f"{total / hands:.{max(digits, 1)}f}")

    def check_sums(self, number: int, above: Sequence[int]) -> None:
        """A row of totals: of each hand, or of the sums."""
        places = [places[0] for places in self.heads.hands.values() if len(places) == 1]
        for at in [*places, *([self.heads.roles["sum"]] if "sum" in self.heads.roles else ())]:
            cell = self.drawn.cell(at, number)
            values = [whole(each.text) for row in above if (each := self.cell_at(at, row)) is not None]
            if cell is None or not values or None in values or whole(cell.text) is None:
                continue
            total = sum(each for each in values if each is not None)
            if whole(cell.text) != total:
                self.drawn.refuse("CELL-TOTAL", cell.at, cell.text, expected=str(total))

    def of_role(self, role: str, number: int) -> Cell | None:
        """What a row has in a column beside the hands."""
        at = self.heads.roles.get(role)
        return self.drawn.merged(at, number) if at is not None else None

    # -- sides without hands

    def comes_to(self, number: int) -> int:
        """How many cells of a row of a side tell what it came to."""
        level = self.columns.by_path.get(f"/{LEVELS}/{self.sides[0]}")
        found = 0
        for role in COMES_TO:
            cell = self.of_role(role, number)
            if cell is not None and role == "outcome":
                found += key(cell.text) in WON | LOST | CALLED_DRAWN or cell.text in WON
            elif cell is not None and (whole(cell.text) is not None or (level is not None and can(level, cell.text))):
                found += 1
        return found

    def hold_sides(self, numbers: Sequence[int], order: Sequence[str], found: Mapping[str, Cell]) -> None:
        """What each side's row says of the other: who it is, and by how much their levels differ."""
        sheet = self.columns.sheet
        reached = [self.reached(f"/{LEVELS}/{side}", found) for side in order]
        for at, number in enumerate(numbers):
            other = found.get(f"/seats/{order[1 - at]}/team")
            cell, result = self.of_role("opponent", number), self.of_role("sum", number)
            mirror = self.of_role("sum", numbers[1 - at])
            both = [split(each.text) for each in (result, mirror) if each is not None]
            if at and len(both) > 1 and both[0] is not None and both[1] is not None and both[0] != both[1][::-1]:
                self.drawn.refuse(
                    "CELL-MIRROR", result.at if result else "", result.text if result else "", other=mirror.at if mirror else ""
                )
            if cell is not None and other is not None and key(cell.text) != key(other.text):
                self.drawn.refuse("CELL-CONFLICT", cell.at, cell.text, other=other.at)
            told, one, another = self.of_role("difference", number), reached[at], reached[1 - at]
            back = self.of_role("difference", numbers[1 - at])
            if at and told is not None and back is not None and one is None and another is None:
                own, theirs = whole(told.text), whole(back.text)
                if own is not None and theirs is not None and own != -theirs and own * theirs < 0:
                    self.drawn.refuse("CELL-MIRROR", told.at, told.text, other=back.at)
            if told is None or one is None or another is None or (given := whole(told.text)) is None:
                continue
            apart = one - another
            further = apart + ((apart > 0) - (apart < 0)) if len(sheet.ladder) - 1 in reached else apart
            if given not in {apart, further, abs(apart), abs(further)} or (given * apart < 0 and told.text[:1] in "+-"):
                self.drawn.refuse("CELL-ROW-TOTAL", told.at, told.text, expected=str(apart))

    def reached(self, path: str, found: Mapping[str, Cell]) -> int | None:
        """A level by its place in the ladder."""
        cell, column = found.get(path), self.columns.by_path.get(path)
        value, unread, _ = read_text(column, cell.text) if cell is not None and column is not None else (None, None, False)
        return self.columns.sheet.level_index(value) if unread is None else None

    def ahead(self, found: Mapping[str, Cell]) -> str | None:
        """The side that has the higher level, or more points, where there are no hands."""
        levels = [self.reached(f"/{LEVELS}/{side}", found) for side in self.sides]
        points = [whole(cell.text) if (cell := found.get(f"/claims/points/{side}")) else None for side in self.sides]
        for one, other in (levels, points):
            if one is not None and other is not None and one != other:
                return self.sides[one < other]
        return None


class Partners(Checks):
    """Rows of seats: who plays for which side, and what partners have alike."""

    seated: Mapping[int, Sequence[tuple[str, int]]] = MappingProxyType({})
    """The rows that stand for a side, where each row is a seat's: the seats of the side with their rows."""

    def by_seats(self, numbers: Sequence[int]) -> Mapping[int, Sequence[tuple[str, int]]]:
        """The same, looked for: all seats of a table follow one another, and partners have the same in most hands."""
        sheet, at = self.columns.sheet, self.heads.roles.get("side")
        seat_column = self.columns.by_path[f"{'dealer' if 'dealer' in self.columns.by_path else 'claims/finish/1'}"]
        if at is None or not self.heads.hands:
            return {}
        groups, size = (
            [numbers[first : first + len(sheet.seats)] for first in range(0, len(numbers), len(sheet.seats))],
            len(sheet.seats),
        )
        found: dict[int, list[tuple[str, int]]] = {}
        alike = told = 0
        for group in groups:
            cells = [self.of_role("side", number) for number in group]
            seats = [read_text(seat_column, cell.text)[0] if cell is not None else None for cell in cells]
            if len(group) < size or {*seats} != {*sheet.seats}:
                return {}
            for side in range(len(sheet.sides)):
                partners = [
                    (str(seat), number)
                    for seat, number in zip(seats, group, strict=True)
                    if seat and sheet.side_of[seat] == side
                ]
                found[partners[0][1]] = partners
                for places in self.heads.hands.values():
                    texts = [cell.text if (cell := self.cell_at(places[0], number)) else "0" for _, number in partners]
                    told += 1
                    alike += len({*map(folded, texts)}) == 1
        return found if alike * 2 > told else {}

    def hold_partners(self) -> None:
        """What partners have of one hand, or in all, is the same: where it is not, the second is wrong."""
        places = [places[0] for places in self.heads.hands.values()]
        for at in [
            *places,
            *(self.heads.roles[role] for role in ("sum", "final", "outcome", "points") if role in self.heads.roles),
        ]:
            for partners in self.seated.values():
                first, *others = [self.drawn.merged(at, number) for _, number in partners]
                for cell in others:
                    if first is not None and cell is not None and folded(first.text) != folded(cell.text):
                        self.drawn.refuse("CELL-CONFLICT", cell.at, cell.text, other=first.at)

    def seat_players(self, side: str, number: int, found: dict[str, Cell]) -> None:
        """Who plays for a side, by its row, or by those of its seats."""
        for seat, row in self.seated.get(number, ()):
            if (player := self.of_role("players", row)) is not None:
                found[f"/seats/{seat}/id"] = player
        if number not in self.seated and (players := self.of_role("players", number)) is not None:
            self.seat(side, players, found)

    def seat(self, side: str, players: Cell, found: dict[str, Cell]) -> None:
        """The players of a side: in the order of its seats."""
        names = [each for each in SEVERAL.split(folded(players.text)) if each]
        seats = [seat for seat, index in self.columns.sheet.side_of.items() if self.sides[index] == side]
        if len(names) == len(seats):
            found |= {f"/seats/{seat}/id": Cell(name, players.at) for seat, name in zip(seats, names, strict=True)}
            self.drawn.notes.append((players.at, "SEATS-ASSUMED", players.text[:40]))
        else:
            self.drawn.notes.append((players.at, "NO-NAMES", players.text[:40]))


class Reader(Partners):
    """Goes through the rows of one table."""

    def run(self) -> int:
        """Every row that has hands; the last of them."""
        rows, last = self.rows()
        self.seated = self.by_seats([number for number, _ in rows])
        if self.seated:
            rows = [each for each in rows if each[0] in self.seated]
            self.hold_partners()
        self.path = self.measure([number for number, *_ in rows])
        self.weigh_fines([number for number, *_ in rows])
        at = 0
        told: dict[str, Cell] = {}
        while at < len(rows):
            group = [rows[at]]
            if not self.of_both:
                self.meet(rows, at)
                group = rows[at : at + 2]
                if len(group) < len(self.sides) or self.table_of(group[0]) != self.table_of(group[1]):
                    self.alone(group[0])
                    at += 1
                    continue
            self.match([number for number, *_ in group], told)
            at += len(group)
        for at, text in self.heads.unknown:
            self.drawn.notes.append((self.drawn.grid.cell(at, self.heads.first), "NO-COLUMN", text[:40]))
        return last

    def meet(self, rows: list[tuple[int, str | None]], at: int) -> None:
        """Bring the row of whom a row names as its opponent behind it, wherever it stands below."""
        here, opponent = self.of_role("team", rows[at][0]), self.of_role("opponent", rows[at][0])
        for place in range(at + 1, len(rows)) if here is not None and opponent is not None else ():
            there, back = self.of_role("team", rows[place][0]), self.of_role("opponent", rows[place][0])
            if there is None or here is None or opponent is None or key(there.text) != key(opponent.text):
                continue
            if (back is None or key(back.text) == key(here.text)) and rows[place][1] == rows[at][1]:
                rows.insert(at + 1, rows.pop(place))
                return

    def rows(self) -> tuple[list[tuple[int, str | None]], int]:
        """The rows with hands, each with its table; blank ones between, and those of totals, are skipped."""
        from paipu.ingest.scoresheet.heads import beginning, is_name, numbered  # noqa: PLC0415 - it looks for these tables

        grid, found, table = self.drawn.grid, list[tuple[int, str | None]](), None
        places = [each for hand in self.heads.hands.values() for each in hand]
        last = self.heads.last
        self.drawn.skipped |= dict.fromkeys(range(self.heads.first, last + 1), "title")
        above: dict[str, Cell] = {}
        for number in range(self.heads.last + 1, len(grid.rows) + 1):
            row = texts_of(grid.rows[number - 1])
            if not row:
                self.drawn.skipped[number] = "blank"
                continue
            kind = beginning(row[0][1][:200])
            line = dict(numbered(folded(row[0][1][:100]))) if len(row) == 1 else {}
            if TABLE in line:
                above = {path: Cell(text, grid.cell(row[0][0], number)) for path, text in line.items()}
                table, last = line[TABLE], number
                self.drawn.skipped[number] = "title"
                continue
            values = sum(1 for at, text in row if at in places and (whole(text) is not None or len(text) <= SMALL + 1))
            values = values if places else self.comes_to(number)
            label = not places and is_name(dict(row).get(self.heads.roles.get("team", -1), ""))
            if kind in {"signed", "remark"} or not values or label or heads_at(grid, number, self.columns) is not None:
                break
            last = number
            if kind == "total":
                self.drawn.skipped[number] = "total"
                self.check_sums(number, [each for each, _ in found])
                continue
            if (at := self.heads.roles.get(TABLE)) is not None and (told := self.drawn.merged(at, number)) is not None:
                table = told.text
            found.append((number, table))
            self.above[number] = above
            self.drawn.skipped[number] = "bare"
        for number in [each for each in self.drawn.skipped if each > last]:
            del self.drawn.skipped[number]
        return found, last

    def table_of(self, row: tuple[int, str | None]) -> str | None:
        return row[1]

    def alone(self, row: tuple[int, str | None]) -> None:
        """A side without the other: its hands tell nothing of a match."""
        cell = self.drawn.cell(self.heads.roles.get("team", 0), row[0])
        self.drawn.refuse("CELL-ALONE", cell.at if cell else f"A{row[0]}", cell.text if cell else str(row[1] or ""))
        self.drawn.skipped[row[0]] = "quarantined"

    # -- what the hands hold

    def measure(self, numbers: Sequence[int]) -> str:
        """The path of what stands in the hands: a rise or a level, points, or a score."""
        sheet, texts = self.columns.sheet, [each.text for number in numbers for _, each in self.hand_cells(number)]
        parts = [each for text in texts for each in (split(text) or (text,))]
        if self.heads.games:
            levels = f"/{LEVELS}"
            column = self.columns.by_path.get(f"{levels}/{self.sides[0]}")
            parts = [part for text in texts for part in split(text) or (() if self.is_end(text) else (text,))]
            lettered = any(LETTERED.search(each) for each in parts)
            return levels if column is not None and lettered and all(can(column, each) for each in parts) else "/claims/points"
        paths = [
            path
            for path in (RISE, LEVELS, "claims/score", "claims/points")
            if f"{path}/{self.sides[0]}" in self.columns.by_path
        ]
        if LEVELS in paths:
            level = self.columns.by_path[f"{LEVELS}/{self.sides[0]}"]
            values = [value for each in parts if (value := whole(each)) is not None]
            small = sum(1 for each in values if each <= SMALL)
            lettered = any(whole(each) is None and can(level, each) for each in parts)
            if lettered or (small * 2 < len(values) and 0 not in values):
                return LEVELS
            return RISE
        return paths[0] if paths else ("claims/attackers" if not sheet.counts_levels else RISE)

    # -- a match

    def is_end(self, text: str) -> bool:
        """Whether a cell of a game says why it was not played: 弃权."""
        return can(self.columns.by_path[REASON], text)

    def match(self, numbers: Sequence[int], told: dict[str, Cell]) -> None:
        """A match of one row or two."""
        turned = self.turned(numbers)
        lines = tuple(sorted({*numbers, *(row for number in numbers for _, row in self.seated.get(number, ()))}))
        of_match = self.of_match(numbers, told, turned)
        rows = list(self.hands(numbers, turned)) if self.heads.hands else []
        if rows:
            for at, (hand, values) in enumerate(rows):
                kept = {path: cell for path, cell in of_match.items() if path in IDENTITY or path.startswith("/seats/")}
                told_here = of_match if at == 0 and not self.heads.games else kept
                self.drawn.rows.append(({**told_here, (GAME if self.heads.games else HAND): hand, **values}, lines))
        elif any(path.startswith("/claims/") for path in of_match):
            self.drawn.rows.append((of_match, lines))

    def turned(self, numbers: Sequence[int]) -> bool:
        """Whether the second side stands first; where nothing says so, the first is taken to be."""
        at = self.heads.roles.get("side")
        words = {key(each): side for side in self.sides for each in side_names(side)}
        told = [
            words.get(key(cell.text.rstrip("方")))
            for number in numbers
            if at is not None and (cell := self.drawn.merged(at, number))
        ]
        if numbers[0] in self.seated:
            told = [self.sides[self.columns.sheet.side_of[self.seated[numbers[0]][0][0]]]]
        if told and told[0] in self.sides:
            return told[0] == self.sides[1]
        first, second = (self.heads.roles.get(f"/seats/{side}/team") for side in self.sides)
        if first is not None and second is not None:
            return False
        if not self.of_both:
            if not self.assumed:
                cell = self.drawn.cell(self.heads.roles.get("team", self.heads.roles.get("players", 0)), numbers[0])
                self.drawn.notes.append((cell.at if cell else f"A{numbers[0]}", "SIDES-ASSUMED", self.word(0)))
            self.assumed = True
        return False

    def word(self, side: int) -> str:
        return side_word(self.sides[side]).zh

    def of_match(self, numbers: Sequence[int], told: dict[str, Cell], turned: bool) -> dict[str, Cell]:
        """What the rows tell of the match."""
        found: dict[str, Cell] = dict(self.above.get(numbers[0], {}))
        roles, drawn = self.heads.roles, self.drawn
        for path, at in roles.items():
            if not path.startswith("/"):
                continue
            cell = next((cell for number in numbers if (cell := drawn.merged(at, number)) is not None), None)
            if cell is not None and path in IDENTITY:
                told[path] = cell
            if cell is not None:
                found[path] = cell
        found = {**{path: cell for path, cell in told.items() if path != TABLE}, **found}
        order = list(reversed(self.sides)) if turned else list(self.sides)
        for number, side in zip(numbers, order, strict=False) if not self.of_both else ():
            if (team := self.of_role("team", number)) is not None:
                found[f"/seats/{side}/team"] = team
            self.seat_players(side, number, found)
            level = self.of_role("final", number)
            if level is not None and f"/{LEVELS}/{side}" in self.columns.by_path:
                found[f"/{LEVELS}/{side}"] = level
            points = self.of_role("points", number) or (None if self.heads.hands else self.of_role("sum", number))
            if points is not None and not self.heads.hands and (parts := split(points.text)) is not None:
                column = self.columns.by_path.get(f"/{LEVELS}/{side}")
                lettered = LETTERED.search(points.text) and column is not None and all(can(column, each) for each in parts)
                found[f"/{LEVELS}/{side}" if lettered else f"/claims/points/{side}"] = Cell(parts[0], points.at)
            elif points is not None:
                found[f"/claims/points/{side}"] = points
        self.outcome(numbers, order, found)
        for number in numbers if self.heads.games else ():
            ends = [cell for _, cell in self.hand_cells(number) if self.is_end(cell.text)]
            found |= {REASON: ends[0]} if ends else {}
        if not self.heads.hands:
            self.hold_sides(numbers, order, found)
        return found

    def outcome(self, numbers: Sequence[int], order: Sequence[str], found: dict[str, Cell]) -> None:
        """Who has won, by the words beside each side's hands, or beside both."""
        at = self.heads.roles.get("outcome")
        for index, number in enumerate(numbers if at is not None else ()):
            cell = self.drawn.cell(at or 0, number) if index == 0 or self.drawn.cell(at or 0, number) else None
            if cell is None:
                continue
            word = key(cell.text) or cell.text
            side = None
            if not self.of_both and word in WON | LOST:
                side = order[index] if word in WON else order[1 - index]
            said = Cell(side_word(side).zh, cell.at) if side is not None else cell
            before = found.get(WINNER)
            if before is not None and key(before.text) != key(said.text) and word not in CALLED_DRAWN:
                ahead = self.ahead(found) if not self.heads.hands else None
                wrong, right = (
                    (cell, before) if ahead is None or key(before.text) == key(side_word(ahead).zh) else (before, said)
                )
                first = self.drawn.cell(at or 0, numbers[0])
                text = cell.text if wrong is cell or first is None else first.text
                self.drawn.refuse("CELL-CONFLICT", wrong.at, text, other=right.at)
                found[WINNER] = right
                continue
            found.setdefault(WINNER, said)

    def apart(self, numbers: Sequence[int], order: Sequence[str], places: Sequence[int]) -> dict[str, Cell]:
        """What each side has of a hand, by the cell of its own row, or of its own column."""
        if self.of_both:
            where = [(side, at, numbers[0]) for side, at in zip(self.pair_order(places), places, strict=True)]
        else:
            where = [(side, places[0], number) for side, number in zip(order, numbers, strict=True)]
        return {side: cell for side, at, number in where if (cell := self.cell_at(at, number)) is not None}

    def hands(self, numbers: Sequence[int], turned: bool) -> Iterator[tuple[Cell, dict[str, Cell]]]:
        """Each hand that was played, with what each side has of it."""
        order = list(reversed(self.sides)) if turned else list(self.sides)
        sums: dict[str, int | None] = dict.fromkeys(self.sides, 0)
        last: dict[str, str] = {}
        for hand, places in self.heads.hands.items():
            told: dict[str, Cell] = {}
            if not self.of_both or len(places) > 1:
                told = self.apart(numbers, order, places)
            elif (cell := self.cell_at(places[0], numbers[0])) is not None:
                if self.heads.games and self.is_end(cell.text):
                    continue
                if self.heads.games and (won := self.game_won(numbers[0], cell)) is not None:
                    yield Cell(str(hand), self.drawn.grid.cell(places[0], self.heads.first)), {WINNER: won}
                    continue
                told = self.both(cell)
            if not told:
                continue
            if self.heads.games and not self.of_both and (won := self.said_by_both(told)) is not None:
                yield Cell(str(hand), self.drawn.grid.cell(places[0], self.heads.first)), {WINNER: won}
                continue
            head = self.drawn.grid.cell(places[0], self.heads.first)
            if len(told) == 1 and self.path not in {LEVELS, f"/{LEVELS}"} and not self.heads.games and not self.is_both():
                (given,) = told
                blank = next(side for side in self.sides if side != given)
                at = numbers[order.index(blank)] if not self.of_both else numbers[0]
                place = places[self.pair_order(places).index(blank)] if len(places) > 1 else places[0]
                told[blank] = Cell("0", self.drawn.grid.cell(place, at))
                self.drawn.notes.append((told[blank].at, "BLANK-ZERO", ""))
            for side, cell in told.items():
                value, before = whole(cell.text), sums[side]
                sums[side] = before + value if value is not None and before is not None else None
                last[side] = cell.text
            yield Cell(str(hand), head), {f"{self.path}/{side}": told[side] for side in self.sides if side in told}
            self.count_game(told)
        if self.heads.games:
            self.check_own_games(numbers, order)
            self.check_games(numbers[0])
        else:
            self.check_row(numbers, order, sums, last)
