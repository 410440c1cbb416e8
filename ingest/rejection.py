"""What is refused, and why: every input that is no record ends as a `Rejection`, never as an exception.

Only what cannot be read as `paipu/1` is refused. A wrong play or a wrong claim is a finding of the audit.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from paipu.replay.text import Text

FORMAT: Final = "paipu/1"
"""The format of the records that are read."""
MAX_RECORD: Final = 16 * 1024 * 1024
"""Bytes of one record, uncompressed. A whole tournament's match is under 100 KB."""
MAX_VALUES: Final = 500_000
"""Values of one record, told by its commas: it bounds the memory that a hostile record can take."""
MAX_DEPTH: Final = 40
"""Levels of arrays and objects; the format itself needs seven."""
MAX_PROBLEMS: Final = 1000
"""How many problems of one record a rejection lists at most."""
DENIED: Final = "SOURCE-DENIED"
"""The code of what the system does not let us read: no fault of what is there."""


REASONS: Final[Mapping[str, Text]] = {
    "SOURCE-MISSING": Text("没有这个文件或文件夹", "there is no such file or folder"),
    "SOURCE-UNREADABLE": Text("读不了：{why}", "cannot be read: {why}"),
    DENIED: Text("没有读取的权限：{why}", "may not be read: {why}"),
    "SOURCE-SUFFIX": Text("不认得这个后缀", "the suffix is none that holds records"),
    "SOURCE-SPECIAL": Text("不是普通文件", "is not a regular file"),
    "SOURCE-LINK": Text("文件夹里的符号链接不跟随", "a symbolic link inside a folder is not followed"),
    "SOURCE-EMPTY": Text("文件夹里没有牌谱文件", "the folder holds no record file"),
    "SOURCE-CORRUPT": Text(
        "压缩数据不完整或已损坏：{why}；之前读出的有效",
        "the compressed data is cut short or damaged: {why}; what was read before it stands",
    ),
    "SOURCE-PACKED": Text(
        "内容是 {packing} 压缩数据，文件名却没有说明，或者压缩了两次；请解压，或（gzip、zstd）在文件名后加 .gz、.zst",
        "it holds {packing} data under a name that does not say so, or packed twice; unpack it or, for gzip and zstd, add"
        " .gz or .zst to the name",
    ),
    "SOURCE-BOMB": Text(
        "解压超过 {limit} 且大于压缩数据的 {ratio} 倍，不再往下读",
        "it expands beyond {limit} and {ratio} times its size; the rest is not read",
    ),
    "SOURCE-ENDLESS": Text(
        "从管道或标准输入读了 {limit}，不再往下读；请存成文件再读，或分成几次",
        "{limit} came through a pipe or the standard input, and the rest is not read; save it as a file, or give it in parts",
    ),
    "SOURCE-STREAMED": Text(
        "从管道或标准输入读了 {limit} 行，不再往下读；请存成文件再读，或分成几次",
        "{limit} lines came through a pipe or the standard input, and the rest is not read; save it as a file, or give it in"
        " parts",
    ),
    "SOURCE-FOREIGN": Text(
        "有 {limit} 行不是 paipu/1 牌谱，不再往下读；请确认文件是牌谱，删去别的行再读",
        "{limit} lines hold no record of paipu/1, and the rest is not read; is it a file of records? take the other lines out",
    ),
    "SOURCE-DENSE": Text(
        "以压缩后的大小，不会有这么多内容：读了 {limit} 行，不再往下读；请解压后再读",
        "it holds more than its packed size lets expect: {limit} lines were read, the rest is not; unpack it and read that",
    ),
    "SOURCE-BARE": Text(
        "牌谱里几乎没有内容：读了 {limit} 行，不再往下读；请删去没有成绩、也没有打法的牌谱和各副，再读",
        "its records tell next to nothing: {limit} lines were read, the rest is not; leave out the records and hands that have "
        "neither results nor plays",
    ),
    "RECORD-SIZE": Text("一份牌谱超过 {limit} 字节", "one record is larger than {limit} bytes"),
    "RECORD-VALUES": Text("一份牌谱的值超过 {limit} 个", "one record holds more than {limit} values"),
    "RECORD-OBJECT": Text("一份牌谱必须是一个 JSON 对象", "a record must be one JSON object"),
    "RECORD-FORMAT": Text("不是 paipu/1 格式", "the format is not paipu/1"),
    "EVENT-SIZE": Text(
        "赛事太大，几秒内排不出名次；请分成几个赛事文件，或分组",
        "more than is ranked in seconds: cut the event into several files, or into groups",
    ),
    "EVENT-FORMAT": Text("不是 paipu-event/1 格式", "the format is not paipu-event/1"),
    "RECORD-PROBLEMS": Text("错误多达 {count} 处，不一一列出", "there are {count} problems, too many to list"),
    "JSON-EMPTY": Text("是空的", "is empty"),
    "JSON-ENCODING": Text("不是不带 BOM 的 UTF-8：{why}", "is not UTF-8 without a byte order mark: {why}"),
    "JSON-SYNTAX": Text("不是合法的 JSON：{why}", "is not JSON: {why}"),
    "JSON-DUPLICATE-KEY": Text("同一个对象里键 {key} 出现了两次", "the key {key} is there twice in one object"),
    "JSON-NUMBER": Text("JSON 里没有这个数，或者它太大", "is no number of JSON, or too large for one"),
    "JSON-SURROGATE": Text("含有不成对的代理码位（\\ud800–\\udfff）", "holds a lone surrogate (\\ud800–\\udfff)"),
    "JSON-DEPTH": Text("数组和对象嵌套超过 {limit} 层", "arrays and objects are nested deeper than {limit} levels"),
    "SHEET-UNKNOWN": Text("没有这份规则", "there is no such rule sheet"),
    "KEY-MISSING": Text("缺少必需的键“{key}”", "the key “{key}” is required"),
    "KEY-UNKNOWN": Text(
        "格式里没有键“{key}”；自由数据放在 extra 里", "the format has no key “{key}” here; free data goes under extra"
    ),
    "KEY-FAMILY": Text(
        "键“{key}”属于{family_zh}，而这份牌谱用的是 {sheet}",
        "the key “{key}” belongs to the {family_en} sheets, and this record is of {sheet}",
    ),
    "VALUE-TYPE": Text("类型不对", "is of the wrong type"),
    "VALUE-CHOICE": Text("不在允许的值之中", "is none of the values allowed"),
    "VALUE-NOTATION": Text("不是{what_zh}的写法", "is not written as {what_en}"),
    "VALUE-RANGE": Text("超出允许的范围", "is out of the range allowed"),
    "VALUE-LENGTH": Text("太长或太短", "is too long or too short"),
    "OPTION-INVALID": Text(
        "这份规则没有这个选项，或没有这个值：{why_zh}", "the sheet has no such option, or the option no such value: {why_en}"
    ),
    "OPTION-TWICE": Text("同一个选项写了两次（{key} 和 {other}）", "one option is given twice ({key} and {other})"),
    "HAND-ORDER": Text("每副的 no 必须比前一副大", "a hand's no must be greater than that of the hand before it"),
    "KITTY-PASS": Text("不炒（pass）就不能有 show 或 bury", "whoever passes neither shows nor buries"),
    "SECONDS-ROWS": Text("seconds 的行数多于 tricks", "seconds has more rows than there are tricks"),
    "RULING-HAND": Text("牌谱里没有这一副", "the record has no such hand"),
    "RULING-FAULT": Text(
        "认定违规（fault）的裁决须写明 hand 与 seat", "a ruling that finds a fault proven says of which hand and seat"
    ),
    "RULING-TWICE": Text("裁决的 id 重复", "another ruling has the same id"),
    "ROUND-ORDER": Text("每轮的 no 必须比前一轮大", "a round's no must be greater than that of the round before it"),
    "ID-TWICE": Text("“{id}”已经出现过", "“{id}” is there already"),
    "ID-UNKNOWN": Text("赛事里没有“{id}”", "the event has no “{id}”"),
    "FORM-OPEN": Text("这份规则没有写明，赛事文件必须写出“{key}”", "the sheet does not print it: the event must say “{key}”"),
    "ENTRANTS-KIND": Text("teams 与 players 须写且只写一个", "there must be either teams or players, and not both"),
    "EXTRA-SIZE": Text(
        "extra 超过 {limit} 个值或 {characters} 个字符", "extra holds more than {limit} values or {characters} characters"
    ),
    # score sheets: the file, then its cells
    "SCORESHEET-ENCODING": Text(
        "不是 UTF-8、UTF-16 或 GB18030 的文本；请在表格软件里另存为“CSV UTF-8”或 .xlsx",
        "is no text in UTF-8, UTF-16 or GB18030; save it as “CSV UTF-8” or .xlsx",
    ),
    "SCORESHEET-OLD": Text(
        "是旧格式（.xls）或有密码的工作簿；请在表格软件里去掉密码，另存为 .xlsx",
        "is a workbook of the old format (.xls) or under a password; take the password off and save it as .xlsx",
    ),
    "SCORESHEET-DAMAGED": Text(
        "不是完好的表格文件：{why}；请在表格软件里打开并另存为 .xlsx 或 CSV",
        "is no sound spreadsheet: {why}; open it and save it as .xlsx or CSV",
    ),
    "SCORESHEET-ENTITIES": Text(
        "工作簿里声明了文档类型，表格软件从不这样写；不予读取，请另存为新的 .xlsx",
        "a part of the workbook declares a document type, as no spreadsheet program does; it is not read: save it anew",
    ),
    "SCORESHEET-BOMB": Text(
        "解压后超过 {limit}，不读；计分表没有这么大，请只留下计分的工作表",
        "it expands beyond {limit} and is not read; no score sheet is so large: keep the worksheets of scores alone",
    ),
    "SCORESHEET-FILE": Text(
        "文件超过 {limit}；请按轮次分成几个文件", "the file is larger than {limit}; split it into files, by round for instance"
    ),
    "SCORESHEET-SIZE": Text(
        "一张表超过 {rows} 行、{columns} 列，或文件共超过 {cells} 格；请删去表外的内容，或分成几个文件",
        "a table has more than {rows} rows or {columns} columns, or the file more than {cells} cells; delete what lies outside"
        " of the tables, or split the file",
    ),
    "SCORESHEET-TEXT": Text(
        "一格的文字超过 {limit} 个字符，表格软件也放不下；请缩短",
        "one cell holds more than {limit} characters, more than a spreadsheet program takes; shorten it",
    ),
    "SCORESHEET-TEXTS": Text(
        "各格的文字合计超过 {limit} 个字符；请只留下计分的内容",
        "all cells together hold more than {limit} characters; keep the scores alone",
    ),
    "SCORESHEET-MATCHES": Text(
        "超过 {limit} 场；请按轮次分成几个文件", "there are more than {limit} matches; split the file, by round for instance"
    ),
    "SCORESHEET-PROBLEMS": Text(
        "读不了的行超过 {limit} 行，整个文件不读；请确认它是计分表，再改正（先列出前面几格）",
        "more than {limit} rows cannot be read, so nothing of the file is; is it a score sheet? the first cells are listed",
    ),
    "SCORESHEET-COST": Text(
        "读它要花超过 {seconds} 秒或 {memory} MB 内存，已停下；请只留下计分的工作表，或分成几个文件",
        "it takes more than {seconds} seconds or {memory} MB of memory to read, and was stopped; keep the worksheets of scores"
        " alone, or split the file",
    ),
    "SCORESHEET-SHEETS": Text(
        "工作表超过 {limit} 张；请分成几个文件", "there are more than {limit} worksheets; split the file"
    ),
    "SCORESHEET-HEADERS": Text(
        "没有找到计分表的表头（同一份规则的列名至少三个，下面有相应的值）；最像的一行已列出。请改用认得的列名，"
        "paipu template 可生成带表头的空表",
        "no row has the headers of a score sheet: three columns of one rule sheet at least, with their values below; the row"
        " that comes nearest is shown. Use names that are known; paipu template writes an empty one",
    ),
    "SCORESHEET-CROSS": Text(
        "像循环赛的交叉表，但读不出来：行与列的队名要相同、次序一致，至少三队，对角线留空。请改正，或改成一场一行（轮次、桌号、东西队、"
        "南北队、比分）",
        "looks like the cross table of a round robin, and cannot be read: rows and columns must name the same entrants in the"
        " same order, three at least, with an empty diagonal. Mend that, or write one row a match (round, table, EW team,"
        " NS team, result)",
    ),
    "SCORESHEET-MISFIT": Text(
        "这一行像表头，下面的值却不合这些列；请核对列名与列的次序，paipu template 可生成带表头的空表",
        "this row looks like headers, but what stands below does not fit its columns; check names and order of the columns;"
        " paipu template writes an empty one",
    ),
    "SCORESHEET-NOTHING": Text(
        "没有读到任何一副或一场的结果；没有读的列与行已列出。请改用认得的列名，paipu template 可生成带表头的空表",
        "no result of a hand or a match was read; columns and rows that were not read are shown. Use names that are known;"
        " paipu template writes an empty one",
    ),
    "SCORESHEET-RULES": Text(
        "没有说明所用规则；请加一列“规则”并填上规则名，或用 --sheet 指明",
        "which rule sheet it is of is not said; add a column “rules” with its name, or give --sheet",
    ),
    "SCORESHEET-TABLES": Text(
        "一张工作表里的表太多，或表头太长；请分成几张工作表或几个文件",
        "one worksheet has too many tables, or too long heads; split it into several worksheets or files",
    ),
    "SCORESHEET-TWICE": Text("这一列与 {other} 是同一列；请删去其一", "this is the same column as {other}; delete one of them"),
    "ENTRIES-HEADERS": Text(
        "没有一行是报名表的表头：要有队名一列", "no row has the heads of an entry list: a column with the teams"
    ),
    "DRAW-PLACE": Text("建立赛事要有轮次、桌号和两队", "an event takes a round, a table and two teams of every match"),
    "DRAW-TWICE": Text("同一轮同一桌另有两队", "two other teams have this table in the same round"),
    "PUBLISHED-HEADERS": Text(
        "没有一行是公布的表的表头：要有队名一列，和名次或任一项得分",
        "no row has the heads of a published table: a column with the teams, and one with places or a figure",
    ),
    "PUBLISHED-TEAM": Text("赛事中没有这支队（或同名不止一支）", "is no team of the event, or several have that name"),
    "PUBLISHED-NUMBER": Text("不是整数", "is no whole number"),
    "PUBLISHED-STAGE": Text(
        "看不出是哪个阶段的表；请加一列“阶段”，或写在表名、标题里",
        "of which stage it is cannot be told; add a column “stage”, or write it into the title or the worksheet's name",
    ),
    "MAP-SYNTAX": Text("对应文件不是合法的 TOML：{why}", "the mapping is no TOML: {why}"),
    "MAP-VALUE": Text("对应文件里的这一项不对", "is none of what may stand here in a mapping"),
    "MAP-HEAD": Text(
        "对应文件写的这一列在表头里找不到；表头各列已列出",
        "the mapping names a column that the head does not have; its names are shown",
    ),
    "CELL-VALUE": Text("这一格不是这一列应有的内容", "is not what this column takes"),
    "CELL-DIFFERENCE": Text("级差与两方级数不符", "is not the difference between the two levels"),
    "CELL-TOTAL": Text("合计不等于上面各行之和", "the total is not the sum of the rows above"),
    "CELL-ROW-TOTAL": Text("与这一行各格算出来的不符", "is not what the cells of its row come to"),
    "CELL-MIRROR": Text("与对面一格（{other}）不符：同一场，两格应当相反", "contradicts the cell of the same match ({other})"),
    "CELL-PLACE": Text(
        "名次与积分（{score}）不符；同样不符的还有：{others}",
        "is not the place of who has {score}; others that do not fit: {others}",
    ),
    "CELL-ALONE": Text(
        "一张桌应有两行，一方一行；没有找到对方的一行", "a table has two rows here, one a side, and the other is not there"
    ),
    "CELL-DATE": Text(
        "表格软件把这一格变成了日期，原来写的是什么已无从知道；请把这一列设为文本格式再重填",
        "the spreadsheet made a date of what was typed, which cannot be told now; format the column as text, type it again",
    ),
    "CELL-FORMULA": Text(
        "是没有保存结果的公式；请在表格软件里打开、重算并保存，或直接填数",
        "is a formula without a saved result; open the file, let it be calculated and save it, or type the value",
    ),
    "CELL-ERROR": Text(
        "这一格是错误值（如 #REF!）；请改正公式或直接填写", "holds an error such as #REF!; mend the formula or type the value"
    ),
    "CELL-MERGED": Text(
        "合并单元格，而这一列每副各有其值；请取消合并，逐副填写",
        "a merged cell, where each hand has a value of its own; unmerge it and fill in each",
    ),
    "CELL-MISSING": Text("这一格必须填写", "must be filled in"),
    "CELL-CONFLICT": Text(
        "与 {other} 矛盾；同一场、同一副只能有一个说法", "contradicts {other}; a match, or a hand, has one of it"
    ),
    "CELL-ORDER": Text("副号须大于同一场前一副（{other}）的", "must be greater than that of the hand before it ({other})"),
    "CELL-HANDS": Text("一场超过 {limit} 副", "a match has more than {limit} hands"),
    "CELL-CONTINUES": Text(
        "未写桌次，而上一行的桌次读不出来；请填写", "names no table, and that of the row above cannot be read; fill it in"
    ),
}
"""Every code a rejection may have. Codes are stable: once published, one is never given another meaning."""


class Source(Protocol):
    """Where bytes came from; `paipu.ingest.source.RawRecord` is one."""

    @property
    def source(self) -> str:
        """A path, or `-` for the standard input."""

    @property
    def line(self) -> int | None:
        """From 1, where the source holds one record a line."""


class Place(NamedTuple):
    """A `Source` for bytes that no reader brought."""

    source: str = "-"
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong. `pointer` (RFC 6901) is into the document, or None where there is no document.

    `found` and `expected` are in record notation or JSON, so they need no translation.
    """

    code: str
    message: Text
    pointer: str | None = None
    found: str | None = None
    expected: str | None = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """A source or record that was refused. The fields up to `expected` are those of its first problem.

    `line` is the record's line in an ndjson source, or the line at which reading stopped. `sha256` is that of the
    record's bytes, where they were held. `errors` has at most MAX_PROBLEMS.
    """

    code: str
    message: Text
    pointer: str | None
    line: int | None
    found: str | None
    expected: str | None
    source: str
    errors: tuple[Problem, ...] = ()
    sha256: str | None = None


def problem(
    code: str, pointer: str | None = None, *, found: str | None = None, expected: str | None = None, **values: str | int
) -> Problem:
    """A problem with its message filled in from `REASONS`."""
    shown = {name: printable(value) if isinstance(value, str) else value for name, value in values.items()}
    return Problem(
        code,
        REASONS[code].fill(**shown),
        None if pointer is None else printable(pointer),
        None if found is None else printable(found),
        expected,
    )


def wanting(told: Problem, wanted: Text | None) -> Problem:
    """A problem with what would do: as `expected` where that is the same in both languages, else in each one's message."""
    if wanted is None:
        return told
    if wanted.zh == wanted.en:
        return replace(told, expected=wanted.zh)
    zh, en = told.message
    return replace(told, message=Text(f"{zh}；应为：{wanted.zh}", f"{en}; wanted: {wanted.en}"))


def reject(problems: Sequence[Problem], source: str, line: int | None = None, *, sha256: str | None = None) -> Rejection:
    """The rejection of one source or record; `problems` holds one at least, in the order of the document."""
    first = problems[0]
    return Rejection(
        code=first.code,
        message=first.message,
        pointer=first.pointer,
        line=line,
        found=first.found,
        expected=first.expected,
        source=printable(source),
        errors=tuple(problems[:MAX_PROBLEMS]),
        sha256=sha256,
    )


def printable(text: str) -> str:
    """The text with lone surrogates (of a hostile key, or of a file name that is not UTF-8) spelt out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def to_pointer(path: Iterable[str | int]) -> str:
    """The JSON pointer of a path of keys and indices.

    >>> to_pointer(["hands", 0, "a/b~c"])
    '/hands/0/a~1b~0c'
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def shown(value: object, limit: int = 120) -> str:
    """A JSON value in few characters; arrays and objects are named by their size."""
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    if isinstance(value, list):
        return f"an array of {len(value)}"
    text = json.dumps(value[: limit + 1] if isinstance(value, str) else value, ensure_ascii=False)
    return printable(text if len(text) <= limit else text[:limit] + "…")
