"""What each column of a table is, told by all of its values; what it is called is evidence among others.

A table is a head of one row or two with rows of data below. Of each column, and of each two that go together, every claim of
what it may be is scored: by how many of its values can be that, by how far these agree with other columns (who has won is one
of the two who met, the higher level has won, points come to one sum), and by its name. The claims that go together best make a
reading; without any one of the strongest, the others make another. What each is worth, `readings.py` finds by reading it.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations, islice, pairwise
from math import ceil
from types import MappingProxyType
from typing import Final, NamedTuple

from paipu.ingest.rejection import Problem, problem, shown
from paipu.ingest.scoresheet.across import LOST, WON
from paipu.ingest.scoresheet.columns import WINNER, Column, columns_of, read_text, side_names
from paipu.ingest.scoresheet.edits import Edited, Row, items_of, rows_of, spread
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.heads import LABELLED, PARTING, SIGNED, beginning, is_number
from paipu.ingest.scoresheet.names import FIRST_TWO, SYSTEMS, composed, headers_of, is_known, whose
from paipu.ingest.scoresheet.outcome import CALLED_DRAWN, OF_MATCH
from paipu.ingest.scoresheet.pieces import LETTERED, are_levels, can, counts, split, texts_of, whole
from paipu.ingest.scoresheet.values import DAY, DIGITS, TABLE_NUMBER, Unread, folded, key
from paipu.replay.sheets import SHEETS

FEWEST: Final = 3
"""Columns of a table."""
LOOKED_AT: Final = 60
"""Rows in which a table may begin."""
MOST_ROWS: Final = 60
"""Rows whose values tell what a column is."""
MOST_WAYS: Final = 4
ENOUGH: Final = 1.0
"""What a claim must come to."""
AT_ODDS: Final = 2.0
"""What it costs a claim that the name of a column says otherwise, and its values can be that."""
MOST: Final = 0.6
"""Of the values of a column, or of rows, those that must agree where a slip or two may not."""
MOSTLY: Final = 0.8
"""Of the texts of a column of names."""
LONGEST: Final = 40
PLACED: Final = re.compile(
    r"(?:第\s*)?[A-Za-z]?[\d一二三四五六七八九十]{1,3}\s*[轮桌台场局副号盘]+桌?|(?:round|table|r|t)\s*\d+", re.IGNORECASE
)
"""Round, table or hand by its number."""
CLOCK: Final = re.compile(r"\d{1,2}:[0-5]\d(?::\d{2})?")
SEATS: Final = frozenset("东南西北ensw")
HINTS: Final[Mapping[str, re.Pattern[str]]] = {
    role: re.compile(pattern)
    for role, pattern in {
        "round": "轮|round|^rd",
        "table": "桌|台|场地|^tbl|table|房间",
        "number": "序|场次|场号|编号|^场$|^no|match",
        "date": "日期|时间|date|day",
        "stage": "组别|小组|阶段|赛段",
        "team": "队|方|单位|班|组|对|家|选手|牌手|姓名|搭档|参赛|名称|pair|team|player|主|客|甲|乙|红|蓝|东|南|ew|ns",
        "winner": "胜|赢|晋级|出线|优|winner|won|advance",
        "loser": "负|败|淘汰|lose|lost",
        "level": "级|打到|升至|打至|lvl|level",
        "difference": "差|净|diff|margin",
        "points": "积分|场分|得分|局分|记分|计分|^分|分$|vp|pts|point",
        "score": "大分|总分|score",
        "small": "小分",
        "result": "比分|结果|成绩|赛果|战果|比|result|score",
        "hand": "副|局|盘|把|手|hand|deal|序|^no|board",
        "played": "打|级牌|本副|level",
        "dealer": "庄|bank|dealer|declarer",
        "trump": "主|花色|trump|suit",
        "attackers": "闲|抓|捡|得分|attack|分",
        "rise": "升|进|得级|rise|up",
        "other": "裁判|记录|签|备注|说明|电话|用时|时长|地点|人数|副数|星期|名次|排名|^注|学号|证号|referee|note|remark",
    }.items()
}
"""What may be in the name of a column that is such."""


class Field(NamedTuple):
    """A column as it stands: its name, and its texts by row."""

    at: int
    name: str
    texts: Mapping[int, str]

    def hints(self, role: str) -> bool:
        """Whether its name speaks for a role."""
        return HINTS[role].search(key(self.name)) is not None

    def share(self, test: Callable[[str], bool]) -> float:
        """The share of its values that pass."""
        return sum(map(test, self.texts.values())) / len(self.texts) if self.texts else 0.0


class Held(NamedTuple):
    """A column against which another is held."""

    at: int
    agrees: Callable[[Callable[[int], str], int], bool]
    """Whether the texts of a row go together, by their columns, and its number."""


class Claim(NamedTuple):
    """What some columns may be: the slots that this fills, and the names that stand for it."""

    score: float
    slots: frozenset[str]
    names: Mapping[int, str]
    held: Mapping[int, Held] = MappingProxyType({})
    """Columns that say what others say too, or the opposite: they are held against these, and not read for themselves."""


class Way(NamedTuple):
    """What all columns of a table may be: what speaks for it, their names, and which are held against others."""

    score: float
    names: Mapping[int, str]
    held: Mapping[int, Held]


@dataclass(frozen=True, slots=True)
class Region:
    """A table: the rows of its head, the names of its columns, its rows of data, and the rows that have its head again."""

    first: int
    last: int
    names: Sequence[str]
    rows: Sequence[int]
    again: Sequence[int]


def by_values(grid: Grid, sheet: str | None) -> Iterator[Edited]:
    """The tables of a worksheet with every column called by what its values say it is, the likeliest first."""
    if sheet is None or grid.origins is not None:
        return
    regions = [*_regions(grid, sheet)]
    told = [[*islice(_ways(grid, region, sheet), MOST_WAYS)] for region in regions]
    for way in range(max(map(len, told), default=0)):
        rows, read_as, heads, doubt = rows_of(grid), dict[str, str](), set[int](), 0.0
        wrong: list[Problem] = []
        for region, ways in zip(regions, told, strict=True):
            if ways:
                meant = ways[min(way, len(ways) - 1)]
                wrong += _held(grid, region, meant)
                _write(grid, rows, region, meant.names, read_as, sheet)
                heads |= {*range(region.first, region.last + 1), *region.again}
                doubt += ways[0].score - meant.score
        yield Edited(replace(grid, rows=rows), wrong, read_as, heads, doubt=ceil(doubt))


def _held(grid: Grid, region: Region, way: Way) -> Iterator[Problem]:
    """The cells that do not go together with those against which they are held."""
    for at, (other, agrees) in way.held.items():
        for number in region.rows:
            row = grid.rows[number - 1]

            def text(each: int, row: Sequence[str | None] = row) -> str:
                return (row[each] or "").strip() if each < len(row) else ""

            if text(at) and text(other) and not agrees(text, number):
                yield problem("CELL-CONFLICT", grid.cell(at, number), found=shown(text(at)), other=grid.cell(other, number))


def _opposite(one: str, other: str) -> bool:
    """Whether one says that it was won, and the other that it was lost; or both that it was drawn."""
    a, b = key(one), key(other)
    return (a in WON and b in LOST) or (a in LOST and b in WON) or (a in CALLED_DRAWN and b in CALLED_DRAWN)


def _write(grid: Grid, rows: list[Row], region: Region, names: Mapping[int, str], read_as: dict[str, str], sheet: str) -> None:
    """Write the names of a head, and of those that say it again."""
    for last in (region.last, *region.again):
        for at, name in enumerate(region.names):
            meant = names.get(at, name and (f"其他·{name}" if is_known(name, sheet) else name))
            rows[last - 1][at] = meant or None
            if at in names and key(name) != key(meant):
                read_as[grid.cell(at, last)] = f"{name} → {meant}" if name else meant
    for number in range(region.first, region.last):
        rows[number - 1] = [None] * len(rows[number - 1])
    parting = [at for at, name in names.items() if not name]
    for number in region.rows:
        for at in parting:
            rows[number - 1][at] = None


# --- Where tables are --------------------------------------------------------------------------------------


def is_value(text: str) -> bool:
    """Whether a text is a value, as no name of a column is."""
    plain = folded(text)
    if is_number(text) or whole(text) is not None or PLACED.fullmatch(plain) or (len(plain) <= 2 and LETTERED.search(plain)):
        return True
    both = split(text)
    return both is not None and all(whole(each) is not None or LETTERED.search(each) for each in both)


def tells(text: str) -> bool:
    """Whether a text may be a result, unlike a day or a time of it."""
    plain = folded(text)
    if CLOCK.fullmatch(plain) or (whole(text) is None and _can(DAY.read, plain)):
        return False
    return is_value(text) or bool(items_of(text)) or _can(OF_MATCH.read, text)


class Said:
    """What the cells of a worksheet may tell of results that its table leaves unread."""

    def __init__(self, grid: Grid, sheet: str) -> None:
        self.words = [column for column in columns_of(sheet).all if column.kind.choices is not None]
        self.cells = [(at, key(text)) for row in grid.rows for at, text in texts_of(row)]

    def tells(self, at: int, text: str) -> bool:
        """Whether a cell may: it is a result, a word of some column, or names whom another column names."""
        if tells(text) or any(can(column, text) for column in self.words):
            return True
        name = key(text)
        return bool(name) and any(other != at and name in said for other, said in self.cells)


def says_nothing(name: str) -> bool:
    """Whether a column by its name says nothing of results: who kept the score, how long it took."""
    return HINTS["other"].search(key(name)) is not None or SIGNED.match(folded(name)) is not None


def _is_head(texts: Sequence[tuple[int, str]], sheet: str) -> bool:
    """Whether a row may be a head: most of it are names that are known, or speak for something."""
    if len(texts) < FEWEST or any(is_value(text) or len(text) > LONGEST for _, text in texts):
        return False
    if any(LABELLED.match(folded(text)) for _, text in texts):
        return False
    said = sum(is_known(text, sheet) or any(hint.search(key(text)) for hint in HINTS.values()) for _, text in texts)
    return said * 2 >= len(texts)


def _regions(grid: Grid, sheet: str) -> Iterator[Region]:
    """The tables of a worksheet, from above."""
    number = 1
    while number < min(len(grid.rows), LOOKED_AT):
        texts, below = texts_of(grid.rows[number - 1]), texts_of(grid.rows[number])
        if not _is_head(texts, sheet) and not (len(texts) > 1 and _is_head(below, sheet) and _spans(grid, number)):
            number += 1
            continue
        both = (
            len(below) > 1
            and not any(is_value(text) for _, text in below)
            and (len(below) < len(texts) or _is_head(below, sheet))
        )
        last = number + both
        region = _region(grid, number, last, sheet)
        if len(region.rows) > 0:
            yield region
        number = max([last, *region.rows, *region.again]) + 1


def _spans(grid: Grid, number: int) -> bool:
    """Whether a row has names over several columns."""
    return any(top <= number <= bottom and right > left for top, left, bottom, right in grid.merges())


def _region(grid: Grid, first: int, last: int, sheet: str) -> Region:
    upper = [(text or "").strip() for text in grid.rows[first - 1]]
    lower = [(text or "").strip() for text in grid.rows[last - 1]]
    above = spread(grid, first, upper)
    names = [f"{top}{text}" if text and top != text else top or text for top, text in zip(above, lower, strict=False)]
    names = names if first != last else above if _spans(grid, first) else lower
    names += [""] * (len(grid.letters) - len(names))
    head = [text for _, text in texts_of(lower)]
    rows, again = list[int](), list[int]()
    for number in range(last + 1, len(grid.rows) + 1):
        texts = texts_of(grid.rows[number - 1])
        if [text for _, text in texts] == head:
            again.append(number)
        elif _is_head(texts, sheet) and not _alike(grid, number, rows):
            break
        elif len(texts) >= min(FEWEST, len(head)) and beginning(texts[0][1]) not in {"total", "signed", "remark", "labelled"}:
            rows.append(number)
    return Region(first, last, names, rows, again)


def _alike(grid: Grid, number: int, rows: Sequence[int]) -> bool:
    """Whether a row has something that the rows above it have, in the same column."""
    return any(
        text == (grid.rows[other - 1][at] if at < len(grid.rows[other - 1]) else None)
        for at, text in texts_of(grid.rows[number - 1])
        for other in rows[-MOST_ROWS:]
    )


# --- What its columns are ----------------------------------------------------------------------------------


def _ways(grid: Grid, region: Region, sheet: str) -> Iterator[Way]:
    """The readings of a table, the likeliest first."""
    rows = region.rows[:MOST_ROWS]
    merged = _merged(grid, rows)
    fields = []
    for at, name in enumerate(region.names):
        texts = {}
        for number in rows:
            text = (grid.rows[number - 1][at] or "").strip() if at < len(grid.rows[number - 1]) else ""
            text = text or merged.get((number, at), "")
            if text:
                texts[number] = text
        fields.append(Field(at, name, texts))
    fields = [each for each in fields if each.texts and len(each.texts) * 3 >= len(rows)]
    bands = [[*islice(_ways_of(band, sheet), MOST_WAYS)] for band in _bands(fields)]
    for way in range(max(map(len, bands))):
        taken = [ways[min(way, len(ways) - 1)] for ways in bands if ways]
        names = {at: name for each in taken for at, name in each.names.items()}
        yield Way(sum(each.score for each in taken), names, {at: held for each in taken for at, held in each.held.items()})


def _bands(fields: Sequence[Field]) -> Sequence[Sequence[Field]]:
    """The columns of tables that stand side by side: their names begin again in the same order."""
    for size in range(FEWEST + 1, len(fields) // 2 + 1):
        parts = [fields[at : at + size] for at in range(0, len(fields), size)]
        names = [[key(each.name) for each in part] for part in parts]
        if all(each == names[0] for each in names):
            return parts
    called = [key(each.name) for each in fields]
    for size in range(len(fields) // 2, FEWEST, -1):
        again = [at for at in range(len(fields) - size + 1) if called[at : at + size] == called[:size]]
        if len(again) > 1 and len({*called[:size]}) == size and min(b - a for a, b in pairwise(again)) >= size:
            return [fields[at : at + size] for at in again]
    return [fields]


def _ways_of(fields: Sequence[Field], sheet: str) -> Iterator[Way]:
    """The readings of one table, the likeliest first."""
    scored: list[Way] = []
    for table in (Hands(fields, sheet), *_matches(fields, sheet)):
        told = sorted(table.likely(table.claims()), key=lambda each: -each.score)
        scored.append(_chosen(told))
        strong = [each for each in told if each.score >= 2 * ENOUGH]
        scored += [_chosen([each for each in told if each is not left]) for left in strong[:MOST_WAYS]]
    seen = list[Mapping[int, str]]()
    for way in sorted(scored, key=lambda each: -each.score):
        if len([name for name in way.names.values() if name]) >= FEWEST and way.names not in seen:
            seen.append(way.names)
            yield way


def _merged(grid: Grid, rows: Sequence[int]) -> dict[tuple[int, int], str]:
    """What merged cells below one another have from the first of them."""
    found = dict[tuple[int, int], str]()
    for top, left, bottom, _ in grid.merges():
        if top in rows and bottom > top:
            text = grid.rows[top - 1][left] if left < len(grid.rows[top - 1]) else None
            found |= {(number, left): (text or "").strip() for number in range(top + 1, bottom + 1)}
    return found


def _chosen(claims: Sequence[Claim]) -> Way:
    """The claims that go together, the strongest first."""
    names, slots, held, total = dict[int, str](), set[str](), dict[int, Held](), 0.0
    for claim in claims:
        if claim.score >= ENOUGH and slots.isdisjoint(claim.slots) and names.keys().isdisjoint(claim.names):
            names |= claim.names
            slots |= claim.slots
            held |= claim.held
            total += claim.score * len(claim.names)
    return Way(total, names, held)


def _is_name(text: str) -> bool:
    """Whether a text may be somebody's name."""
    plain = key(text)
    if not plain or is_value(text) or plain in CALLED_DRAWN or len(text) > LONGEST:
        return False
    if plain in {"胜", "负", "输", "赢", "败", "w", "l", "win", "loss", "vs", "对", "比", *SEATS}:
        return False
    return not _can(DAY.read, folded(text)) and not SIGNED.match(folded(text))


def _can(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except Unread:
        return False
    return True


def _family(column: Column, whose: AbstractSet[str]) -> str:
    """What a column is of, whichever side or seat has it."""
    return "/".join(part for part in column.path.split("/") if part not in whose and not part.isdecimal())


class Table(ABC):
    """What is asked of the columns of a table in any case."""

    @abstractmethod
    def claims(self) -> Iterator[Claim]:
        """Everything that its columns may be."""

    def __init__(self, fields: Sequence[Field], sheet: str) -> None:
        self.fields, self.sheet, self.rules = fields, sheet, SHEETS[sheet]
        self.columns = columns_of(sheet)
        self.whose = frozenset((*self.rules.sides, *self.rules.seats))

    @cached_property
    def known(self) -> Mapping[int, frozenset[str]]:
        """What the names of columns mean as they stand, where their values can be that."""
        found = dict[int, frozenset[str]]()
        for each in self.fields:
            meant = self.columns.candidates(each.name)
            if any(each.share(partial(can, column)) >= MOST for column in meant):
                found[each.at] = frozenset(_family(column, self.whose) for column in meant)
        return found

    def likely(self, claims: Iterable[Claim]) -> Iterator[Claim]:
        """The claims, each worth less for every column whose name, and values, say that it is something else."""
        for claim in claims:
            against = 0
            for at, name in claim.names.items():
                meant = {_family(column, self.whose) for column in self.columns.candidates(name)}
                against += at in self.known and self.known[at].isdisjoint(meant)
            yield claim._replace(score=claim.score - AT_ODDS * against)

    def called(self, path: str) -> str | None:
        """The name that stands for a path of columns, and for no other."""
        column = self.columns.by_path.get(path)
        if column is None:
            return None
        names = [*column.header, *column.called]
        alone = (name for name in names if len(self.columns.by_name[key(name)]) == 1)
        return next(alone, column.header.zh)

    def level(self, text: str) -> int | None:
        """A level, by its place on the ladder."""
        return self.rules.level_index(self._level(text))

    def _level(self, text: str) -> str | None:
        column = self._levels
        return read_text(column, text)[0] if column is not None else None

    @cached_property
    def _levels(self) -> Column | None:
        return self.columns.by_path.get(f"/claims/levels/{self.rules.sides[0]}")

    def placing(self, paths: Sequence[tuple[str, str]]) -> Iterator[Claim]:
        """The columns that tell where and when: round, table, stage and day."""
        for each in self.fields:
            numbered = each.share(
                lambda text: (
                    whole(text) is not None
                    or TABLE_NUMBER.fullmatch(folded(text)) is not None
                    or PLACED.fullmatch(folded(text)) is not None
                )
            )
            for role, path in paths:
                named = each.hints(role)
                fits = (
                    each.share(lambda text: (_can(DAY.read, folded(text)) and whole(text) is None) or len(text) == 8)
                    if role == "date"
                    else numbered
                )
                if role == "stage":
                    fits = named and len({*each.texts.values()}) <= max(1, len(each.texts) // 2)
                name = self.called(path)
                if named and fits >= MOST and name is not None and not (each.hints("other") and role != "table"):
                    words = re.sub(r"第|\d", "", "".join({*each.texts.values()}))
                    told = HINTS[role].search(words) is not None
                    yield Claim(ENOUGH + fits + told - each.at / 100, frozenset({path}), {each.at: name})

    def remarks(self) -> Iterator[Claim]:
        """The column of remarks."""
        for each in self.fields:
            if re.search("备注|说明|^注$|remark|note", key(each.name)):
                yield Claim(ENOUGH, frozenset({"remarks"}), {each.at: "备注"})


# --- Rows of matches ---------------------------------------------------------------------------------------


def _matches(fields: Sequence[Field], sheet: str) -> Iterator["Met"]:
    """The pairs of columns that may have who met, the likeliest first."""
    scored: list[tuple[float, tuple[Field, Field]]] = []
    words = [columns_of(sheet).by_path.get(path) for path in (WINNER, "trump", "dealer", "claims/finish/1")]
    said = [column for column in words if column is not None]

    def may_name(text: str) -> bool:
        return _is_name(text) and not items_of(text) and all(read_text(column, text)[1] is not None for column in said)

    named = [each for each in fields if each.share(may_name) >= MOSTLY and not each.hints("other")]
    for one, other in combinations(named, 2):
        both = [(one.texts[n], other.texts[n]) for n in one.texts.keys() & other.texts.keys()]
        if len(both) * 2 < len(one.texts) or any(a == b for a, b in both):
            continue
        apart = len({*one.texts.values(), *other.texts.values()})
        score = 2.0 * (one.hints("team") + other.hints("team")) - 2.0 * sum(
            each.hints(r) for each in (one, other) for r in ("winner", "loser")
        )
        score += bool(_two_sides(one.name, other.name)) + (key(one.name) == key(other.name))
        score += apart > len({*one.texts.values()}) and len({*one.texts.values()}) > 1
        score += any(Met((one, other), fields, sheet).winners())
        score -= 2.0 * any(
            _two_sides(each.name, last.name) for each in (one, other) for last in named if last not in (one, other)
        )
        scored.append((score, (one, other)))
    scored.sort(key=lambda each: -each[0])
    yield from (Met(pair, fields, sheet, score - scored[0][0]) for score, pair in scored[:3])


def _two_sides(one: str, other: str) -> tuple[int, int] | None:
    """Which sides two names are of, told by one pair of words; None where they do not tell."""
    for system, side, rest in whose(one):
        for also, opposite, same in whose(other):
            if system == also and side != opposite and rest == same:
                return side, system
    return None


class Met(Table):
    """A table with a row a match whose first two columns are of who met."""

    def __init__(self, pair: tuple[Field, Field], fields: Sequence[Field], sheet: str, behind: float = 0.0) -> None:
        super().__init__(fields, sheet)
        self.behind = behind
        """By how much less likely it is that they hold who met, than others."""
        told = _two_sides(pair[0].name, pair[1].name)
        self.turned = told is not None and told[0] == 1
        self.teams = (pair[1], pair[0]) if self.turned else pair
        self.said = SYSTEMS[told[1]] if told is not None else FIRST_TWO
        self.words = SYSTEMS[0] if key(self.said[0]) in {"东西", "ew"} else FIRST_TWO
        self.rest = [each for each in fields if each not in pair]
        self.rows = sorted(pair[0].texts.keys() & pair[1].texts.keys())

    def side(self, text: str, said: Callable[[int], str]) -> int | None:
        """The side that a text means in a row with what is `said` by columns: by its team's name, or its side's."""
        plain = re.sub(r"(?:获胜|胜出|晋级|胜)$", "", key(text)) or key(text)
        for at, team in enumerate(self.teams):
            name = key(said(team.at))
            if name and plain in {name, name.removesuffix("队")}:
                return at
        for at, each in enumerate(self.numbers or ()):
            if plain and plain == key(said(each.at)):
                return at
        called = [{key(each) for each in side_names(side)} for side in self.rules.sides]
        words = [
            {key(f"{word}{end}") for word in both for end in ("", "方", "队")}
            for both in zip(self.words, self.said, strict=True)
        ]
        heads = [{key(team.name)} for team in self.teams]
        return next((at for at in (0, 1) if plain in called[at] | words[at] | heads[at]), None)

    @cached_property
    def numbers(self) -> tuple[Field, Field] | None:
        """The columns of the numbers by which the two are called: one number a team, and one team a number."""
        for one, other in combinations(self.rest, 2):
            pairs = [
                (key(team.texts[n]), key(each.texts[n]))
                for team, each in zip(self.teams, self.order(one, other), strict=True)
                for n in self.rows
                if n in each.texts
            ]
            teams, numbers = len({team for team, _ in pairs}), len({number for _, number in pairs})
            called = one.hints("number") and other.hints("number") and key(one.name) != key("序号")
            if pairs and called and len({*pairs}) == teams == numbers and len(pairs) == 2 * len(self.rows):
                return self.order(one, other)
        return None

    def winners(self) -> Iterator[tuple[Field, dict[int, int], float]]:
        """The columns that name one of the two in most rows, with whom."""
        for each in self.rest:
            told = {
                n: at for n in self.rows if n in each.texts and (at := self.side(each.texts[n], self.said_in(n))) is not None
            }
            drawn = sum(key(text) in CALLED_DRAWN for text in each.texts.values())
            if told and len(told) + drawn >= MOST * len(each.texts):
                yield each, told, (len(told) + drawn) / len(each.texts)

    def said_in(self, row: int) -> Callable[[int], str]:
        """What columns have in a row."""
        by_place = {each.at: each for each in self.fields}
        return lambda at: by_place[at].texts.get(row, "")

    def told_twice(self) -> Iterator[Claim]:
        """Two columns of who has won, or of that and who goes on: the second is held against the first."""
        told = [(each, won) for each, won, _ in self.winners() if not each.hints("loser") or each.hints("winner")]
        for (one, won), (other, also) in combinations(told, 2):
            rows = won.keys() & also.keys()
            if rows and sum(won[n] == also[n] for n in rows) >= MOST * len(rows):

                def agrees(said: Callable[[int], str], _row: int, one: int = one.at, other: int = other.at) -> bool:
                    return self.side(said(other), said) in {None, self.side(said(one), said)}

                names = {one.at: self.called(WINNER) or "", other.at: ""}
                yield Claim(2.5 + one.hints("winner"), frozenset({"winner"}), names, {other.at: Held(one.at, agrees)})

    @cached_property
    def won(self) -> Mapping[int, int]:
        """Who has won each match, by the column that says so best."""
        told = [(score + each.hints("winner") - 2 * each.hints("loser"), won) for each, won, score in self.winners()]
        return max(told, key=lambda each: each[0])[1] if told else {}

    def claims(self) -> Iterator[Claim]:
        """Everything that its columns may be."""
        names = {team.at: f"{word}队" for team, word in zip(self.teams, self.words, strict=True)}
        yield Claim(4.0 + self.behind / 2, frozenset({"teams"}), names)
        yield from self.placing(
            (("round", "/event/round"), ("table", "/event/table"), ("stage", "/event/stage"), ("date", "/event/started"))
        )
        yield from self.counted()
        yield from self.remarks()
        for each, _, fits in self.winners():
            if not each.hints("loser") or each.hints("winner"):
                yield Claim(2 * fits + each.hints("winner"), frozenset({"winner"}), {each.at: self.called(WINNER) or ""})
        yield from self.told_twice()
        if self.numbers is not None:
            called = zip(self.numbers, self.words, strict=True)
            yield Claim(3.0, frozenset({"numbers"}), {each.at: f"{word}编号" for each, word in called})
        yield from self.singles()
        told = [(claim, each) for each in combinations(self.rest, 2) for claim in self.pairs(*each)]
        yield from (claim for claim, _ in told)
        yield from self.running([each for claim, each in told if {"points", "score"} & claim.slots and claim.score >= ENOUGH])
        levels = [each for each in told if "level" in each[0].slots and each[0].score >= ENOUGH]
        yield from self.apart(max(levels, key=lambda each: each[0].score, default=None))
        for each in self.rest:
            if each.share(lambda text: PARTING.fullmatch(folded(text)) is not None) == 1:
                yield Claim(ENOUGH, frozenset(), {each.at: ""})

    def counted(self) -> Iterator[Claim]:
        """A column that counts the matches, or the tables of each round."""
        for each in self.rest:
            values = [whole(text) for text in each.texts.values()]
            steps = [later - earlier for earlier, later in pairwise(values) if earlier is not None and later is not None]
            if (
                values
                and None not in values
                and values[0] == 1
                and all(step == 1 or values[at + 1] == 1 for at, step in enumerate(steps))
            ):
                numbered = each.hints("number")
                yield Claim(
                    ENOUGH + numbered,
                    frozenset({"/event/table" if not numbered else "number"}),
                    {each.at: "场次" if numbered else "桌号"},
                )

    def singles(self) -> Iterator[Claim]:
        """Columns that tell of both sides at once: a result of two parts, one in words, and by how much somebody won."""
        slots = frozenset({"result"})
        for each in self.rest:
            pairs = [
                both
                for text in each.texts.values()
                if tells(text) and (both := split(text)) is not None and all(map(self.is_figure, both))
            ]
            if len(pairs) >= MOST * len(each.texts):
                points = all(counts(self.rules, [whole(part) or 0 for part in both]) for both in pairs) and each.hints("points")
                levels = are_levels(self.columns, pairs)
                name = "积分" if points else self.called("/claims/levels/*") or "比分" if levels else "比分"
                yield Claim(2.0 + each.hints("result"), frozenset({"points"}) if points else slots, {each.at: name})
            marks = each.share(lambda text: _can(OF_MATCH.read, text))
            if marks >= MOST and not any(told is each for told, *_ in self.winners()):
                yield Claim(1.5 * marks, frozenset({"words"}), {each.at: "胜负"})
        for one, other in combinations(self.rest, 2):
            rows = one.texts.keys() & other.texts.keys()
            if rows and sum(_opposite(one.texts[n], other.texts[n]) for n in rows) >= MOST * len(rows):
                first, second = self.order(one, other)

                def apart(said: Callable[[int], str], _row: int, one: int = first.at, other: int = second.at) -> bool:
                    return _opposite(said(one), said(other))

                held = {second.at: Held(first.at, apart)}
                yield Claim(2.5, frozenset({"words"}), {first.at: "胜负", second.at: ""}, held)

    def running(self, counted: Iterable[tuple[Field, Field]]) -> Iterator[Claim]:
        """Two columns of what each team has had so far of what two others count."""
        for pair in counted:
            added = self.both(*self.order(*pair), whole)
            for rest in combinations([each for each in self.rest if each not in pair], 2):
                columns = self.order(*rest)
                said = self.both(*columns, whole)
                so_far, due = Counter[str](), dict[int, tuple[int, int]]()
                for n, points in added.items():
                    names = [key(team.texts.get(n, "")) for team in self.teams]
                    for name, value in zip(names, points, strict=True):
                        so_far[name] += value
                    due[n] = so_far[names[0]], so_far[names[1]]
                rows = [n for n in said if n in due]
                right = sum(said[n] == due[n] for n in rows)
                if right < FEWEST or right < MOSTLY * len(rows) or all(due[n] == added[n] for n in rows):
                    continue
                held = {}
                for side, each in enumerate(columns):

                    def agrees(
                        said: Callable[[int], str],
                        row: int,
                        at: int = each.at,
                        wanted: Mapping[int, int] = MappingProxyType({n: both[side] for n, both in due.items()}),
                    ) -> bool:
                        return row not in wanted or whole(said(at)) == wanted[row]

                    held[each.at] = Held(pair[0].at, agrees)
                yield Claim(5.0, frozenset({"running"}), dict.fromkeys(held, ""), held)

    def apart(self, levels: tuple[Claim, tuple[Field, Field]] | None) -> Iterator[Claim]:
        """Columns of numbers that tell how far apart the levels are, or by how much a match was won."""
        reached = self.both(*self.order(*levels[1]), self.level) if levels is not None else {}
        for each in self.rest if levels is None else ():
            pairs = {n: both for n, text in each.texts.items() if (both := split(text)) is not None}
            told = {
                n: (a, b)
                for n, (one, other) in pairs.items()
                if (a := self.level(one)) is not None and (b := self.level(other)) is not None
            }
            reached = told if len(told) > len(reached) else reached
        for each in self.rest:
            values = {n: value for n, text in each.texts.items() if (value := whole(text)) is not None}
            known = values.keys() & reached.keys()
            if len(values) < MOST * len(each.texts) or not values:
                continue
            fits = sum(abs(values[n]) - abs(reached[n][0] - reached[n][1]) in {0, 1} for n in known) / len(values)
            score = 1.5 * fits + each.hints("difference") - each.hints("other") if fits >= MOST else 0.0
            yield Claim(score, frozenset({"difference"}), {each.at: "级差"})
            if not known and each.hints("difference"):
                yield Claim(ENOUGH, frozenset({"margin"}), {each.at: "净胜分"})

    @staticmethod
    def is_figure(text: str) -> bool:
        """Whether a text is a number, or a level."""
        return whole(text) is not None or SCORED.fullmatch(folded(text)) is not None

    def order(self, one: Field, other: Field) -> tuple[Field, Field]:
        """Two columns of one thing, that of the first side first."""
        told = _two_sides(one.name, other.name)
        turned = told[0] == 1 if told is not None else (self.teams[0].at > self.teams[1].at)
        return (other, one) if turned else (one, other)

    def agree(self, values: Mapping[int, tuple[int, int]]) -> float:
        """How far it agrees with who has won that the higher of two values wins: from -1 to 1."""
        told = [((one > other) == (self.won[n] == 0)) for n, (one, other) in values.items() if n in self.won and one != other]
        return 2 * sum(told) / len(told) - 1 if told else 0.0

    def both(self, one: Field, other: Field, read: Callable[[str], int | None]) -> dict[int, tuple[int, int]]:
        """The values of two columns in the rows that have both."""
        rows = one.texts.keys() & other.texts.keys()
        told = {n: (read(one.texts[n]), read(other.texts[n])) for n in sorted(rows)}
        return {n: (a, b) for n, (a, b) in told.items() if a is not None and b is not None}

    def pairs(self, left: Field, right: Field) -> Iterator[Claim]:
        """What two columns of one thing may be."""
        one, other = self.order(left, right)
        alike = bool(_two_sides(left.name, right.name)) or key(left.name) == key(right.name)
        near = 0.5 * (abs(one.at - self.teams[0].at) == abs(other.at - self.teams[1].at)) + 0.75 * alike
        for role, rest, test in PAIRED:
            values = self.both(one, other, self.level if role == "level" else whole)
            size = max(len(one.texts), len(other.texts))
            if not values or len(values) < MOST * size:
                continue
            names = [composed(key(rest), word, self.sheet) for word in self.words]
            if None in names or any(name is not None and key(name) not in headers_of(self.sheet) for name in names):
                continue
            fits = test(self, values)
            hinted = sum(each.hints(role) for each in (one, other)) / 2
            others = [each for each in (one, other) if not each.hints(role)]
            against = sum(each.hints(told) for each in others for told in AGAINST if told != role)
            lettered = any(LETTERED.search(text) for each in (one, other) for text in each.texts.values())
            agreed = self.agree(values) if role != "small" else 0
            if role == "level":
                fits += 0.5 * lettered
            against += not hinted and not alike and not (role == "level" and lettered)
            score = fits * len(values) / size + hinted + near + agreed - against
            told = {each.at: name for each, name in zip((one, other), names, strict=True) if name is not None}
            yield Claim(score, frozenset({role}), told)


SCORED: Final = re.compile(r"[+-]?\d{1,3}|打?[2-9]|10|[AJQKajqk尖钩圈]\+?\d?|过A?|老K|打?A[1-3+]?")
AGAINST: Final = ("level", "difference", "points", "score", "small", "table", "round", "other")
"""What the name of a column may speak for instead."""


def _sum_is(values: Mapping[int, tuple[int, int]], due: int | None) -> float:
    """The share of rows in which both come to a sum, or to the one that most have."""
    sums = Counter(one + other for one, other in values.values())
    wanted = sums.most_common(1)[0][0] if due is None else due
    return sums[wanted] / len(values)


def _scheme(table: Met, values: Mapping[int, tuple[int, int]]) -> float:
    return sum(counts(table.rules, both) for both in values.values()) / len(values)


def _level_pair(_table: Met, _values: Mapping[int, tuple[int, int]]) -> float:
    return 0.75


def _opposed(_table: Met, values: Mapping[int, tuple[int, int]]) -> float:
    return _sum_is(values, 0) if any(map(any, values.values())) else 0.0


def _constant(_table: Met, values: Mapping[int, tuple[int, int]]) -> float:
    return _sum_is(values, None) if min(map(min, values.values())) > 10 else 0.0


PAIRED: Final[Sequence[tuple[str, str, Callable[[Met, Mapping[int, tuple[int, int]]], float]]]] = (
    ("level", "级数", _level_pair),
    ("points", "积分", _scheme),
    ("score", "大分", _opposed),
    ("difference", "级差", _opposed),
    ("small", "小分", _constant),
)
"""What two columns may be: how that is called, and how far their values speak for it."""


# --- Rows of hands -----------------------------------------------------------------------------------------


class Hands(Table):
    """A table with a row a hand."""

    def claims(self) -> Iterator[Claim]:
        """Everything that its columns may be; nothing where no column counts hands."""
        numbers = [*self.numbers()]
        if not numbers:
            return
        yield from numbers
        yield from self.placing(
            (("round", "/event/round"), ("table", "/event/table"), ("stage", "/event/stage"), ("date", "/event/started"))
        )
        yield from self.remarks()
        for each in self.fields:
            for path, role, least in SINGLE:
                name, column = self.called(path), self.columns.by_path.get(path)
                if column is None or name is None:
                    continue
                fits = each.share(partial(can, column))
                of_bank = path == "won" and each.hints("dealer")  # which side banks: 庄家方
                if fits >= MOST and each.hints(role) >= least and not of_bank:
                    words = 0.5 * (column.kind.choices is not None and len({*each.texts.values()}) > 1)
                    yield Claim(fits + each.hints(role) + words, frozenset({path}), {each.at: name})
        for one, other in combinations(self.fields, 2):
            yield from self.pairs(one, other)
        yield from self.places()

    def numbers(self) -> Iterator[Claim]:
        """The columns that count the hands."""
        for each in self.fields:
            values = [whole(text) for text in each.texts.values()]
            begins = [at for at, value in enumerate(values) if value == 1]
            steps = sum(b is not None and a is not None and (b == a + 1 or b == 1) for a, b in pairwise(values))
            if begins[:1] == [0] and len(values) > 1 and steps == len(values) - 1 and each.hints("hand"):
                yield Claim(3.0, frozenset({"no"}), {each.at: self.called("no") or "副"})

    def pairs(self, one: Field, other: Field) -> Iterator[Claim]:
        """What both sides have after a hand, or for it."""
        told = _two_sides(one.name, other.name)
        if told is None:
            return
        first, second = (other, one) if told[0] == 1 else (one, other)
        words = SYSTEMS[0] if key(SYSTEMS[told[1]][0]) in {"东西", "ew"} else FIRST_TWO
        for rest, path in (("级数", "claims/levels"), ("升级", "rise"), ("得分", "claims/points"), ("大分", "claims/score")):
            column = self.columns.by_path.get(f"{path}/{self.rules.sides[0]}")
            names = [composed(key(rest), word, self.sheet) for word in words]
            if column is None or None in names:
                continue
            fits = min(each.share(partial(can, column)) for each in (one, other))
            rows = one.texts.keys() | other.texts.keys()
            score = fits + 0.5
            if path == "claims/levels":
                grows = [self.grows(each) for each in (one, other)]
                score += min(grows) + 0.5 * (len(one.texts.keys() & other.texts.keys()) == len(rows))
            elif path != "claims/score":  # one of the two has nothing
                alone = sum(not (_counts(one, n) and _counts(other, n)) for n in rows) / len(rows)
                small = max((abs(whole(text) or 0) for each in (one, other) for text in each.texts.values()), default=0) <= 4
                score += (
                    alone
                    - (not small if rest == "升级" else 0)
                    + (one.hints("rise") if rest == "升级" else one.hints("points"))
                )
            else:
                both = [(whole(one.texts[n]), whole(other.texts[n])) for n in one.texts.keys() & other.texts.keys()]
                score += sum(a is not None and b is not None and a + b == 0 for a, b in both) / len(rows)
            if fits >= MOST:
                yield Claim(score, frozenset({path}), {first.at: names[0] or "", second.at: names[1] or ""})

    def grows(self, each: Field) -> float:
        """How often a level is at least that of the row before."""
        levels = [self.level(text) for text in each.texts.values()]
        told = [b >= a for a, b in pairwise(levels) if a is not None and b is not None]
        return sum(told) / len(told) if told else 0.0

    def places(self) -> Iterator[Claim]:
        """Columns of who went out first, second and so on: every row has all of those who sit there."""
        seat = self.columns.by_path.get("claims/finish/1")
        count = len(self.rules.seats)
        told = [
            each
            for each in self.fields
            if seat is not None and each.share(lambda text: read_text(seat, text)[1] is None) >= MOST
        ]
        for start in range(len(told) - count + 1):
            part = told[start : start + count]
            rows = part[0].texts.keys()
            whole_rows = sum(len({each.texts.get(n) for each in part}) == count for n in rows)
            if whole_rows >= MOST * len(rows):
                names = {each.at: self.called(f"claims/finish/{place}") or "" for place, each in enumerate(part, start=1)}
                yield Claim(3.0, frozenset({"finish"}), names)
        called = {place: each for each in told if (place := self.place_of(each.name)) is not None}
        if len(called) > 1:
            named = {each.at: self.called(f"claims/finish/{place}") or "" for place, each in called.items()}
            yield Claim(1.0 + len(called) / 2, frozenset({"finish"}), named)

    def place_of(self, name: str) -> int | None:
        """The place that a column is called by: 头, 二, 末."""
        plain = re.sub(r"[名游家科]|第", "", key(name))
        last = len(self.rules.seats)
        return {"头": 1, "上": 1, "末": last, "下": last}.get(plain) or DIGITS.get(plain)


def _counts(each: Field, row: int) -> bool:
    """Whether a column has something other than nothing in a row."""
    return (whole(each.texts.get(row, "")) or 0) != 0


SINGLE: Final = (
    ("level", "played", 1),
    ("dealer", "dealer", 0),
    ("trump", "trump", 0),
    ("claims/attackers", "attackers", 1),
    ("won", "rise", 0),
    ("result", "rise", 1),
    ("claims/finish/*", "other", 0),
)
"""Columns of a hand that stand alone: their path, what their names speak for, and whether they have to."""
