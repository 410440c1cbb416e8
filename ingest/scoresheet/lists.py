"""Lists of results, a match a line, without a head: 第1场 红队 3:1 蓝队 胜者 红队; 红队 A:9 蓝队.

Such a line has two names and a result between or behind them, in one cell or several; before it may stand which match it is.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from paipu.ingest.scoresheet.blocks import Piece
from paipu.ingest.scoresheet.columns import OF_MATCH_SAID, REASON, WINNER, Columns, every_header, read_text
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.pieces import LEVELS, POINTS, ROUND, STAGE, STAGED, TABLE, Cell, Drawn, are_levels, split, texts_of
from paipu.ingest.scoresheet.values import folded, is_bye, key

LONGEST: Final = 120
"""Characters of a line in one cell, and of each cell of one in several."""
FEWEST: Final = 2
"""Lines of a list, where they do not say that they are of teams."""
_LEVEL: Final = r"(?:过?[AJQKajqk]\+?|10|1[1-4]|老K|尖|钩|圈|\d{1,3})"
RESULT: Final = re.compile(
    rf"[+-]?\d{{1,3}}\s*:\s*[+-]\d{{1,3}}|-\d{{1,3}}\s*:\s*\d{{1,3}}|{_LEVEL}\s*(?:[:/比-]|→)\s*{_LEVEL}"
)
WORD: Final = re.compile(r"(?:胜|负|平|战胜|击败|不敌|负于|战平|beat|lost to|drew)")
WORDS: Final = {
    "胜": "胜",
    "战胜": "胜",
    "击败": "胜",
    "beat": "胜",
    "负": "负",
    "不敌": "负",
    "负于": "负",
    "lost to": "负",
    "平": "平",
    "战平": "平",
    "drew": "平",
}
VERSUS: Final = re.compile(r"(?:vs\.?|v\.?|对|对阵|—+|－|–|-)", re.IGNORECASE)
SCORE: Final = "/claims/score"
BEFORE: Final = re.compile(
    r"第?\s*(?:[A-Za-z]?\d{1,3}|[A-Za-z一二三四五六七八九十甲乙丙丁]{1,3})\s*[场桌台组号][桌台]?|[A-Z]?\d{1,3}[.、)]?|\(\d{1,3}\)"
    r"|(?:match|table|game)\s*\d{1,3}",
    re.IGNORECASE,
)
OF_TABLE: Final = re.compile(
    r"第?\s*(\w{1,3}?)\s*号?\s*[场桌台]|(?:match|table)\s*(\d{1,3})|([A-Z]?\d{1,3})[.、)]?|\((\d{1,3})\)", re.IGNORECASE
)
WINS: Final = re.compile(
    r"(?:胜者|胜方|获胜|胜队|晋级|winner)\s*[:为]?\s*(.+)|(.+?)\s*(?:胜出|获胜|晋级|夺冠|夺魁|取胜|过关|出线|胜|won|wins)",
    re.IGNORECASE,
)
ONE_CELL: Final = re.compile(
    r"(?:第\s*(?P<round>\w{1,3}?)\s*轮\s*(?=第)[:、]?\s*)?"
    rf"(?:(?P<no>{BEFORE.pattern})\s*[:、.]?\s+|(?P<no2>第\s*\w{{1,3}}\s*[场桌台])\s*[:、]?\s*|(?P<no3>\d{{1,3}})[、.]\s*)?"
    rf"(?P<one>[^\s:,;，；。]{{1,30}}?(?:\s[^\s:,;，；。\d]{{1,20}}?)?)\s*"
    rf"(?:(?:{VERSUS.pattern})\s*(?P<two>[^\s:,;，；。]{{1,30}}?)\s+(?P<result>{RESULT.pattern})"
    rf"|(?<![\dA-Za-z])\s*(?P<mid>{RESULT.pattern})\s*(?![\dA-Za-z])(?P<two2>[^\s:,;，；。(（]{{1,30}})"
    rf"|\s(?P<mid2>{RESULT.pattern})\s+(?P<two3>[^\s:,;，；。(（]{{1,30}})"
    rf"|\s(?P<word>{WORD.pattern})\s+(?P<two4>[^\s:,;，；。(（]{{1,30}}))"
    r"(?:\s*[\s,;，；。(（]\s*(?P<rest>.{1,60}?)[)）]?)?",
    re.IGNORECASE,
)


SENTENCE: Final = re.compile(
    r"(?:(?P<no>第?\s*\w{1,3}\s*[场桌台]|\d{1,3})\s*[:、.]?\s*(?<=[\s:、.场桌台]))?"
    rf"(?P<one>[^\s:,;，；。、\d()]{{1,30}}?)\s*(?:\(\s*打?(?P<own>{_LEVEL})\s*\)\s*)?"
    rf"(?:[以]?\s*(?P<before>{RESULT.pattern})\s*)?(?P<word>战胜|击败|不敌|负于|战平|胜|负|平|beat|lost to|drew)\s*"
    rf"(?P<two>[^\s:,;，；。、\d()]{{1,30}}?)\s*(?:\(\s*打?(?P<other>{_LEVEL})\s*\)|,?\s*(?P<after>{RESULT.pattern}))?[。.]?",
    re.IGNORECASE,
)
"""Who beat whom: 红队 3:0 战胜 蓝队; 红队战胜蓝队 3:0; 红队(A)胜蓝队(8)."""


REACHED: Final = re.compile(
    r"(?:(?P<no>第?\s*\w{1,3}\s*[场桌台]|\d{1,3})\s*[:、.]?\s*(?<=[\s:、.场桌台]))?"
    rf"(?P<one>[^\s:,;，；。、\d()]{{1,30}}?)\s*(?:打到|升到|升至|打)\s*(?P<own>{_LEVEL})\s*级?[\s,，、;；]*"
    rf"(?P<two>[^\s:,;，；。、\d()]{{1,30}}?)\s*(?:打到|升到|升至|打)\s*(?P<other>{_LEVEL})\s*级?"
    r"(?:[\s,，、;；。]*(?P<rest>[^\s,，、;；。].{0,40}?))?[。.]?",
    re.IGNORECASE,
)
"""What level each has reached: 红队打到A，蓝队打到9，红队胜."""


CIRCLED: Final = re.compile(r"^\s*([①-⑳])\s*")
CALLED: Final = re.compile(r"[^\w(]*([^\W\d][^\s:]{1,9})\s*:\s*(?=\S)")
"""What a match is called before it: its stage, as a rule."""
IN_BRACKETS: Final = re.compile(rf"[(\[【]\s*({RESULT.pattern})\s*[)\]】]", re.IGNORECASE)


class Line(NamedTuple):
    """A line of a list: two names, the result, and what stands before and behind."""

    one: Cell
    two: Cell
    result: Cell
    before: tuple[Cell, ...] = ()
    behind: tuple[Cell, ...] = ()


def results(grid: Grid, columns: Columns) -> Sequence[tuple[str, str]]:
    """The results of all lines of a worksheet, which together tell whether they are levels."""
    drawn = Drawn(grid, columns)
    rows = [row for number in range(1, len(grid.rows) + 1) for row in lines_of(drawn, number, texts_of(grid.rows[number - 1]))]
    return [parts for line in rows if (parts := split(line.result.text)) is not None]


def find(grid: Grid, number: int, columns: Columns, told: Callable[[], Sequence[tuple[str, str]]]) -> Piece | None:
    """The list that begins in a row; `told` gives all results of the worksheet."""
    drawn = Drawn(grid, columns)
    lines: list[tuple[int, Line]] = []
    for at in range(number, len(grid.rows) + 1):
        row = texts_of(grid.rows[at - 1])
        if not row:
            if not lines:
                return None
            drawn.skipped[at] = "blank"
            continue
        here = lines_of(drawn, at, row)
        if not here and lines and (who := bye_of(row)) is not None:
            drawn.skipped[at] = "bare"
            drawn.notes.append((grid.cell(row[0][0], at), "BYE", who[:40]))
            continue
        if not here:
            break
        lines += [(at, line) for line in here]
    if not lines or (len(lines) < FEWEST and not any("队" in each.text for _, line in lines for each in (line.one, line.two))):
        return None
    last = lines[-1][0]
    last = max([last, *(at for at, why in drawn.skipped.items() if why == "bare")])
    drawn.skipped = {each: why for each, why in drawn.skipped.items() if each <= last}
    levels = are_levels(columns, told())
    for at, line in lines:
        drawn.skipped[at] = "bare"
        drawn.rows.append((dict(values(drawn, line, levels=levels)), (at,)))
    drawn.notes.append((lines[0][1].one.at, "SIDES-ASSUMED", lines[0][1].one.text[:40]))
    return drawn.piece(number, last, assumed=True)


def bye_of(row: Sequence[tuple[int, str]]) -> str | None:
    """Who has no opponent by a line: 白队 轮空; 轮空：白队."""
    texts = [part for _, text in row if len(text) <= LONGEST for part in re.split(r"[\s:]+", folded(text)) if part]
    bare = [text for text in texts if not is_bye(text)]
    if len(bare) == len(texts):
        return next((text.removesuffix("轮空") for text in texts if text.endswith("轮空")), None)
    return next((text for text in reversed(bare) if not BEFORE.fullmatch(text)), "")


def lines_of(drawn: Drawn, number: int, row: Sequence[tuple[int, str]]) -> Sequence[Line]:
    """What a row says: one result, or several in its only cell behind what holds for all: 第一轮：甲-乙 3:1；丙-丁 0:3."""
    line = line_of(drawn, number, row) if row else None
    if line is not None or len(row) != 1 or len(row[0][1]) > MOST_IN_ONE:
        return [line] if line is not None else []
    at, text = drawn.grid.cell(row[0][0], number), folded(row[0][1])
    led = LED.match(text)
    parts = [part for each in ENDS.split(text[led.end() :] if led is not None else text) if (part := each.strip())]
    made = [_one([Cell(part, at)]) for part in parts if len(part) <= LONGEST]
    if len(made) < len(parts) or len(parts) + (led is not None) < FEWEST or None in made:
        return []
    before = () if led is None else (Cell(f"第{led[1]}轮", at),)
    return [each._replace(before=(*before, *each.before)) for each in made if each is not None]


MOST_IN_ONE: Final = 2_000
ENDS: Final = re.compile(r"[;。\n]+")
"""What ends a result where there are several in a cell."""
LED: Final = re.compile(r"第\s*(\w{1,3}?)\s*轮\s*[:]\s*")


def line_of(drawn: Drawn, number: int, row: Sequence[tuple[int, str]]) -> Line | None:
    """What a row says, if it is a line of results."""
    cells = [Cell(text, drawn.grid.cell(at, number)) for at, text in row]
    if any(len(cell.text) > LONGEST for cell in cells):
        return None
    return _several(cells) or _one(cells)


def _one(cells: Sequence[Cell]) -> Line | None:
    """A line in one cell, behind what it may be called (半决赛1：); what stands in the cells behind belongs to it."""
    text = folded(cells[0].text)
    if (line := _bare(cells)) is not None or (led := CALLED.match(text)) is None or ENDS.search(text.rstrip("。;\n")):
        return line
    line = _bare([cells[0]._replace(text=text[led.end() :]), *cells[1:]])
    return line._replace(before=(Cell(led[1], cells[0].at), *line.before)) if line is not None else None


def _bare(cells: Sequence[Cell]) -> Line | None:
    """A line in one cell that begins with who met, or which of its round it is."""
    circled = CIRCLED.sub(lambda found: f"{int(unicodedata.numeric(found[1]))}、", cells[0].text)
    text, at = IN_BRACKETS.sub(r" \1", folded(circled)), cells[0].at
    if not any(char.isdigit() or char in "胜负平不bBlLdDQKAJ" for char in text):
        return None
    plain = re.sub(r"\s+", " ", text)
    told = SENTENCE.fullmatch(plain)
    if told is not None and (told["before"] or told["after"] or (told["own"] and told["other"])):
        return _sentence(told, at, cells[1:])
    if (reached := REACHED.fullmatch(plain)) is not None:
        return _reached(reached, at, cells[1:])
    found = ONE_CELL.fullmatch(plain)
    if found is None:
        return None
    one, two = found["one"], found["two"] or found["two2"] or found["two3"] or found["two4"]
    result = found["result"] or found["mid"] or found["mid2"] or found["word"]
    if not are_names(one, two):
        return None
    lead = [found["no"] or found["no2"] or found["no3"], f"第{found['round']}轮" if found["round"] else None]
    before = tuple(Cell(each, at) for each in lead if each)
    behind = [Cell(found["rest"], at)] if found["rest"] else []
    return Line(Cell(one, at), Cell(two, at), Cell(result, at), before, (*behind, *cells[1:]))


def _sentence(found: re.Match[str], at: str, behind: Sequence[Cell]) -> Line | None:
    """A line that says who beat whom, and by how much."""
    result = found["before"] or found["after"] or f"{found['own']}:{found['other']}"
    if not are_names(found["one"], found["two"]):
        return None
    won = WORDS[found["word"].casefold()]
    said = [] if won == "平" else [Cell(f"{found['one'] if won == '胜' else found['two']}胜", at)]
    before = (Cell(found["no"], at),) if found["no"] else ()
    return Line(Cell(found["one"], at), Cell(found["two"], at), Cell(result, at), before, (*said, *behind))


def _reached(found: re.Match[str], at: str, behind: Sequence[Cell]) -> Line | None:
    """A line that says what level each has reached, and perhaps who has won."""
    if not are_names(found["one"], found["two"]):
        return None
    before = (Cell(found["no"], at),) if found["no"] else ()
    said = (Cell(found["rest"], at),) if found["rest"] else ()
    return Line(
        Cell(found["one"], at), Cell(found["two"], at), Cell(f"{found['own']}:{found['other']}", at), before, (*said, *behind)
    )


def _several(cells: Sequence[Cell]) -> Line | None:
    """A line over several cells: name, result, name; or name, name, result."""
    for at in range(1, len(cells)):
        text = folded(cells[at].text)
        if not (RESULT.fullmatch(text) or WORD.fullmatch(text)):
            continue
        both = _two_names(cells[at - 1])
        following = folded(cells[at + 1].text) if at + 1 < len(cells) else ""
        if (
            both is not None
            and _lead(cells[: at - 1])
            and (
                not are_names(both[0].text, following) or following in {both[0].text, both[1].text} or WINS.fullmatch(following)
            )
        ):
            return Line(*both, cells[at], tuple(cells[: at - 1]), tuple(cells[at + 1 :]))
        if at + 1 < len(cells) and are_names(cells[at - 1].text, cells[at + 1].text) and _lead(cells[: at - 1]):
            return Line(cells[at - 1], cells[at + 1], cells[at], tuple(cells[: at - 1]), tuple(cells[at + 2 :]))
        names = [cell for cell in cells[:at] if not VERSUS.fullmatch(folded(cell.text))]
        if RESULT.fullmatch(text) and len(names) > 1 and are_names(names[-2].text, names[-1].text) and _lead(names[:-2]):
            return Line(names[-2], names[-1], cells[at], tuple(names[:-2]), tuple(cells[at + 1 :]))
    return None


def _two_names(cell: Cell) -> tuple[Cell, Cell] | None:
    """Both names of a cell: 红队-蓝队, 红队 vs 蓝队."""
    found = re.fullmatch(rf"(.+?)\s*(?:{VERSUS.pattern})\s*(.+)", folded(cell.text), re.IGNORECASE)
    if found is None or not are_names(found[1], found[2]):
        return None
    return Cell(found[1].strip(), cell.at), Cell(found[2].strip(), cell.at)


def _lead(cells: Sequence[Cell]) -> bool:
    """Whether cells only say which match it is."""
    return all(BEFORE.fullmatch(folded(cell.text)) or NUMBERED.fullmatch(folded(cell.text)) for cell in cells)


NUMBERED: Final = re.compile(r"第\s*(\w{1,3})\s*轮|round\s*(\d{1,3})", re.IGNORECASE)


def are_names(one: str, two: str) -> bool:
    """Whether two texts may be those who met: they differ, are no numbers and no names of columns."""
    for text in (one, two):
        plain = folded(text)
        if not plain or not any(char.isalpha() for char in plain) or ":" in plain or RESULT.search(plain):
            return False
        if BEFORE.fullmatch(plain) or WORD.fullmatch(plain) or key(plain) in every_header():
            return False
    return folded(one) != folded(two)


def values(drawn: Drawn, line: Line, *, levels: bool) -> Iterator[tuple[str, Cell]]:
    """What a line says of a match, by the columns of a table of matches."""
    first, second = drawn.columns.sheet.sides
    for cell in line.before:
        text = folded(cell.text)
        if (found := NUMBERED.fullmatch(text)) is not None:
            yield ROUND, Cell(found[1] or found[2], cell.at)
        elif STAGED.match(text) is not None:
            yield STAGE, cell
        elif (found := OF_TABLE.fullmatch(text)) is not None:
            yield TABLE, Cell(next(filter(None, found.groups())), cell.at)
    yield f"/seats/{first}/team", line.one
    yield f"/seats/{second}/team", line.two
    parts = split(line.result.text)
    if parts is None:
        yield OF_MATCH_SAID, Cell(WORDS[folded(line.result.text).casefold()], line.result.at)
    else:
        scored = any(each.startswith("-") for each in parts) and f"{SCORE}/{first}" in drawn.columns.by_path
        path = LEVELS if levels else SCORE if scored else POINTS
        yield f"{path}/{first}", Cell(parts[0], line.result.at)
        yield f"{path}/{second}", Cell(parts[1], line.result.at)
    for cell in line.behind:
        yield from behind(drawn, line, cell)


def behind(drawn: Drawn, line: Line, cell: Cell) -> Iterator[tuple[str, Cell]]:
    """What stands behind a result: who has won, why it ended; anything else is named."""
    text = folded(cell.text)
    names = {folded(line.one.text): line.one, folded(line.two.text): line.two}
    won = WINS.fullmatch(text)
    name = (won[1] or won[2]).strip() if won is not None else text
    if name in names or won is not None:
        yield WINNER, Cell(name, cell.at)
    elif read_text(drawn.columns.by_path[REASON], text)[1] is None:
        yield REASON, Cell(text, cell.at)
    elif not re.fullmatch(r"(?:胜者|胜方|晋级)\s*:?", text):
        drawn.notes.append((cell.at, "NOT-A-COLUMN", cell.text[:40]))
