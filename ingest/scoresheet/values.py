"""What the cells of a column say: each kind of column reads its texts, and writes its values in either language."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple

from paipu.replay.cards import HIDDEN
from paipu.replay.notation import ID, NAME, STAMP
from paipu.replay.text import LANGS, Lang, Text, in_language

MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
DATED: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?: (\d{2}:\d{2}:\d{2}))?")
"""How the reader of workbooks gives a date."""
SHOWN_DATES: Final = re.compile(
    rf"\d{{1,2}}月\d{{1,2}}日|\d{{1,2}}-(?:{'|'.join(MONTHS)})|(?:{'|'.join(MONTHS)})-\d{{2,4}}|\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}"
    r"(?: 00:00(?::00)?)?",
    re.IGNORECASE,
)
"""What a spreadsheet saves as text of a date that it took `5-6` for."""
MONTH_AND_DAY: Final = re.compile(r"(\d{1,2})月(\d{1,2})日")
DIGITS: Final = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
WORTH_SAYING: Final = 10_000
"""A bound beyond this only keeps numbers in their column."""
WHOLE: Final = re.compile(r"([+-]?\d{1,9})(?:\.0*)?")
PAIR: Final = re.compile(r"([+-]?[^\s:/比-]+)\s*[-:/比]\s*([+-]?[^\s:/比-]+)")
SEVERAL: Final = re.compile(r"[\s/、,，;；+&]+")
"""Between the names of two who play together."""
SHORT: Final = 64
"""Characters: no name of a column and no value of one that has some is longer."""
MARKS: Final = re.compile(r"[\W_]")
_MINUS: Final = str.maketrans({"−": "-", "–": "-", "—": "-", "﹣": "-", "‐": "-", "\u200b": None, "\ufeff": None})


class Unread(Exception):  # noqa: N818 - it is an answer, and becomes a Problem of the cell
    """A text that is none of what its column takes: the code of the problem, and what would do."""

    def __init__(self, code: str, expected: Text | str) -> None:
        super().__init__(code)
        self.code = code
        self.expected = expected if isinstance(expected, Text) else Text(expected, expected)


_TRADITIONAL: Final = str.maketrans(
    "隊級數點輪檯臺號場勝負對東發積總計員選賽單組團賓帳記錄備註類莊際簽審權棄領頭遊進淨淘決軍銅戰績開結過達種實階標題時間區長終罰減獎換無畢聯隨馬與為鬥雙報體紅藍綠黃師電兩個產現開關後"
    "鉤鈎參圈戲牌張贏輸強優獲雙編機構說檢認幾",
    "队级数点轮台台号场胜负对东发积总计员选赛单组团宾账记录备注类庄际签审权弃领头游进净淘决军铜战绩开结过达种实阶标题时间区长终罚减奖换无毕联随马与为斗双报体红蓝绿黄师电两个产现开关后"
    "钩钩参圈戏牌张赢输强优获双编机构说检认几",
)


def simple(text: str) -> str:
    """A text with the traditional characters of score sheets made simple: names are looked up so, and kept as they are.

    >>> simple("第三輪勝隊")
    '第三轮胜队'
    """
    return text if text.isascii() else text.translate(_TRADITIONAL)


def folded(text: str) -> str:
    """A text with full-width characters, dashes and spaces at its ends made plain.

    >>> folded(" ８５ "), folded("－１４"), folded("５：６")
    ('85', '-14', '5:6')
    """
    return unicodedata.normalize("NFKC", text).translate(_MINUS).strip()


def key(text: str) -> str:
    """A text by which a word is looked up: no case, no spaces, no marks.

    >>> key("East–West  Team"), key("桌号："), key("掼蛋（一）")
    ('eastwestteam', '桌号', '掼蛋一')
    """
    return _short_key(text) if len(text) <= SHORT else _key(text)


def _key(text: str) -> str:
    return MARKS.sub("", simple(folded(text))).casefold()


_short_key: Final = lru_cache(maxsize=10_000)(_key)
"""Names and values come again in every row; what is longer than any of them is not kept."""


class Kind(NamedTuple):
    """A kind of column. `read` takes the text as it stands, or folded where `folds`; it raises Unread.

    `numeric` says that a spreadsheet has numbers in it; `choices` are all the values that a cell may have, as they are
    written in a language. `shape` is what stands here, for people. `tells`: not any text is one.
    `odd` texts are read, and it is said as what.
    """

    read: Callable[[str], Any]
    write: Callable[[Any, Lang], str | int]
    shape: Text
    folds: bool = True
    numeric: bool = False
    choices: Callable[[Lang], Sequence[str]] | None = None
    tells: bool = True
    odd: Callable[[str], bool] | None = None


def no_date(text: str, expected: Text | str) -> None:
    """Refuse what a spreadsheet made a date of. Raises Unread."""
    if DATED.fullmatch(text) or SHOWN_DATES.fullmatch(text):
        raise Unread("CELL-DATE", expected)


# --- Kinds of columns --------------------------------------------------------------------------------------


def _as_text(value: Any, _lang: Lang) -> str | int:  # noqa: ANN401 - a value of whatever kind of column
    return str(value)


def _as_number(value: Any, _lang: Lang) -> str | int:  # noqa: ANN401 - as above
    return int(value)


def words(pattern: str, longest: int, shape: Text) -> Kind:
    """Free text: names and ids. A number stays as it is written."""
    written = re.compile(pattern)

    def read(text: str) -> str:
        text = " ".join(text.split())
        no_date(text, shape)
        if not written.fullmatch(text) or len(text) > longest:
            raise Unread("CELL-VALUE", shape)
        return text

    return Kind(read, _as_text, shape, folds=False, tells=False)


IDENTIFIER: Final = words(ID.pattern, 120, Text("名称或编号", "a name or number"))
LABEL: Final = words(NAME.pattern, 120, Text("一行文字", "a line of text"))
BYES: Final = frozenset(("轮空", "轮休", "空轮", "bye"))


def is_bye(text: str | None) -> bool:
    """Whether a cell says that somebody has no opponent."""
    return text is not None and len(text) <= LONGEST_BYE and key(text) in BYES


LONGEST_BYE: Final = 20
TABLE_NUMBER: Final = re.compile(
    r"(?:第|[nN][oO]\.?|table)?\s*([A-Za-z]?\d{1,3}|[一二三四五六七八九十])\s*(?:号?[桌台]|[号场])?", re.IGNORECASE
)
"""A table by its number: 第3桌, 3号台, Table 3, 三."""


def table_number(text: str) -> str:
    """What a table is called, by its number alone where it has one.

    >>> table_number("第3桌"), table_number("1号台"), table_number("三"), table_number("主桌"), table_number("A1")
    ('3', '1', '3', '主桌', 'A1')
    """
    found = TABLE_NUMBER.fullmatch(folded(text))
    return str(DIGITS.get(found[1], found[1])) if found is not None else text


TABLE_NAME: Final = LABEL._replace(
    read=lambda text: table_number(LABEL.read(text)), odd=lambda text: table_number(text) != text
)
REMARK: Final = Kind(lambda text: text[:400], _as_text, Text("任意文字", "any text"), folds=False, tells=False)


def number(low: int, high: int, unit: str = "") -> Kind:
    """A whole number in a range; a unit of measure may stand behind it."""
    wide = high > WORTH_SAYING
    shape = Text("整数", "a whole number") if wide else Text(f"{low} … {high}", f"{low} … {high}")

    def read(text: str) -> int:
        no_date(text, shape)
        found = WHOLE.fullmatch(text.removesuffix(unit).strip() if unit else text)
        if found is None or not low <= int(found[1]) <= high:
            raise Unread("CELL-VALUE", shape)
        return int(found[1])

    return Kind(read, _as_number, shape, numeric=True)


def times(most: int) -> Kind:
    """By how much something counts: 4, ×4, 4倍."""
    plain = number(0, most, "倍")
    return plain._replace(read=lambda text: plain.read(re.sub(r"^[×xX*]\s*", "", text)))


def ordinal(low: int, high: int) -> Kind:
    """A whole number that may be called 第一, 第 3 轮, R3."""
    plain = number(low, high)

    def read(text: str) -> int:
        bare = re.sub(r"^第|^(?:round|hand|game|[rg#])\s*|[轮副盘局把号]$", "", text, flags=re.IGNORECASE).strip()
        if bare in DIGITS:
            return int(plain.read(str(DIGITS[bare])))
        return int(plain.read(bare))

    return plain._replace(read=read)


def choice(names: Mapping[str, Iterable[str]], said: Mapping[str, Text]) -> Kind:
    """One of some values: `names` are what each may be called, `said` how it is written."""
    by_name = {key(name) or name: value for value, called in names.items() for name in (value, *said[value], *called)}
    listed = ", ".join
    shape = Text(*(listed(in_language(text, lang) for text in said.values()) for lang in LANGS))

    def read(text: str) -> str:
        no_date(text, shape)
        found = by_name.get(key(text) or text)
        if found is None:
            raise Unread("CELL-VALUE", shape)
        return found

    def write(value: Any, lang: Lang) -> str | int:  # noqa: ANN401 - a value of whatever kind of column
        return in_language(said[value], lang)

    return Kind(read, write, shape, choices=lambda lang: [in_language(text, lang) for text in said.values()])


_SAID_YES: Final = choice({"yes": ("对", "√", "✓", "1", "y", "true")}, {"yes": Text("是", "yes")})
YES: Final = _SAID_YES._replace(
    read=lambda text: bool(_SAID_YES.read(text)), write=lambda _, lang: _SAID_YES.write("yes", lang)
)
"""A cell that says so, or nothing."""


def pair(kind: Kind, sides: Sequence[str]) -> Kind:
    """What both sides have, in one cell: `5-6`, first the side of the first seat."""
    shape = Text(f"{sides[0]}-{sides[1]}：{kind.shape.zh}", f"{sides[0]}-{sides[1]}: {kind.shape.en}")

    def read(text: str) -> dict[str, Any]:
        found = MONTH_AND_DAY.fullmatch(text)
        parts = found.groups() if found else None
        if parts is None:
            no_date(text, shape)
            matched = PAIR.fullmatch(text)
            if matched is None:
                raise Unread("CELL-VALUE", shape)
            parts = matched.groups()
        return {side: kind.read(part) for side, part in zip(sides, parts, strict=True)}

    def write(value: Any, lang: Lang) -> str | int:  # noqa: ANN401 - a value of whatever kind of column
        return "-".join(str(kind.write(value[side], lang)) for side in sides)

    return Kind(read, write, shape)


def order(seat: Kind, seats: Sequence[str]) -> Kind:
    """A finishing order in one cell: `ENWS`, 东北西南, with `-` for who kept cards, or `?` where it is not known."""
    shape = Text("".join(seats), "".join(seats))

    def read(text: str) -> str:
        told = re.sub(r"[\s,>、]", "", text).replace("？", HIDDEN)
        if HIDDEN in told and len(told) == len(seats) and set(told) != {HIDDEN}:
            known = [str(seat.read(each)) if each != HIDDEN else HIDDEN for each in told]
            if all(known.count(each) == 1 for each in known if each != HIDDEN):
                return "".join(known)
        return finish((None if each == "-" else seat.read(each) for each in told), seats, shape)

    def write(value: Any, lang: Lang) -> str | int:  # noqa: ANN401 - a value of whatever kind of column
        return "".join(each if each in {"-", HIDDEN} else str(seat.write(each, lang)) for each in value)

    return Kind(read, write, shape)


def finish(order: Iterable[str | None], seats: Sequence[str], shape: Text | str) -> str:
    """A finishing order as records have it: places that are known, then `-` for the others. Raises Unread for any other."""
    given = list(order)
    known = [seat for seat in given if seat is not None]
    gap = given.index(None) if None in given else len(given)
    if not known or len(set(known)) < len(known) or gap < len(known) or len(given) > len(seats):
        raise Unread("CELL-VALUE", shape)
    if len(known) < len(seats) // 2:
        return "".join(known)
    return "".join(known).ljust(len(seats), "-")


SERIAL: Final = re.compile(r"[34567]\d{4}")
"""A day as a spreadsheet counts it, from the end of 1899: 46144 is 2 May 2026."""
WITHOUT_YEAR: Final = re.compile(
    r"(?:\d{1,2}月\d{1,2}[日号]?|\d{1,2}[-/.]\d{1,2}|\d{1,2}:\d{2}(?::\d{2})?|(?:周|星期)[一二三四五六日天]|[上下]午|早上|中午|晚上?|第[一二三四五1-5]天"
    r"|[-~至到()\s])+"
)


def _read_date(text: str) -> str:
    """A day as `2026-05-01`, or a time with its offset as it is; what tells no year (5月3日, 14:30) as it is written."""
    shape = Text("2026-05-01，或 2026-05-01T14:00:00+08:00", "2026-05-01, or 2026-05-01T14:00:00+08:00")
    if SERIAL.fullmatch(text):
        return (date(1899, 12, 30) + timedelta(days=int(text))).isoformat()
    if WITHOUT_YEAR.fullmatch(text) and any(map(str.isdigit, text)):
        return text
    if re.fullmatch(STAMP.pattern, text):
        try:
            return datetime.fromisoformat(text).isoformat()
        except ValueError:
            raise Unread("CELL-VALUE", shape) from None
    if (dated := re.match(r"(\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?)\s+(.+)", text)) is not None and WITHOUT_YEAR.fullmatch(
        dated[2]
    ):
        text = dated[1]  # 上午
    found = re.fullmatch(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 00:00(?::00)?)?|((?:19|20)\d{2})(\d{2})(\d{2})", text)
    try:
        if found is not None:
            return date(*(int(each) for each in found.groups() if each)).isoformat()
    except ValueError:
        pass
    raise Unread("CELL-VALUE", shape)


DAY: Final = Kind(_read_date, _as_text, Text("日期", "a date"), odd=lambda text: SERIAL.fullmatch(text) is not None)


def _read_options(text: str) -> dict[str, str | int | bool]:
    shape = Text("选项=值；选项=值", "option=value; option=value")
    found: dict[str, str | int | bool] = {}
    for part in re.split(r"[;\n]", text):
        name, equals, value = (each.strip() for each in part.partition("="))
        if not name and not value:
            continue
        if not name or not equals or name in found:
            raise Unread("CELL-VALUE", shape)
        found[name] = {"true": True, "false": False}.get(value.lower(), int(value) if WHOLE.fullmatch(value) else value)
    return found


def _write_options(value: Any, _lang: Lang) -> str | int:  # noqa: ANN401 - a value of whatever kind of column
    said = {True: "true", False: "false"}
    return "; ".join(f"{name}={said.get(each, each) if isinstance(each, bool) else each}" for name, each in value.items())


OPTIONS: Final = Kind(_read_options, _write_options, Text("规则选项", "options of the sheet"))
