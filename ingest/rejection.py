"""What is refused, and why: every input that is no record ends as a `Rejection`, never as an exception.

Only what cannot be read as `paipu/1` is refused. A wrong play or a wrong claim is a finding of the audit.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from replay.text import Text

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
        "压缩数据不完整或已损坏：{why}；之前读出的牌谱有效",
        "the compressed data is cut short or damaged: {why}; the records read before it stand",
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
    "RECORD-SIZE": Text("一份牌谱超过 {limit} 字节", "one record is larger than {limit} bytes"),
    "RECORD-VALUES": Text("一份牌谱的值超过 {limit} 个", "one record holds more than {limit} values"),
    "RECORD-OBJECT": Text("一份牌谱必须是一个 JSON 对象", "a record must be one JSON object"),
    "RECORD-FORMAT": Text("不是 paipu/1 格式", "the format is not paipu/1"),
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
        "这份规则没有这个选项，或没有这个值：{why}", "the sheet has no such option, or the option no such value: {why}"
    ),
    "OPTION-TWICE": Text("同一个选项写了两次（{key} 和 {other}）", "one option is given twice ({key} and {other})"),
    "HAND-ORDER": Text("每副的 no 必须比前一副大", "a hand's no must be greater than that of the hand before it"),
    "KITTY-PASS": Text("不炒（pass）就不能有 show 或 bury", "whoever passes neither shows nor buries"),
    "SECONDS-ROWS": Text("seconds 的行数多于 tricks", "seconds has more rows than there are tricks"),
    "RULING-HAND": Text("牌谱里没有这一副", "the record has no such hand"),
    "RULING-TWICE": Text("裁决的 id 重复", "another ruling has the same id"),
    "ROUND-ORDER": Text("每轮的 no 必须比前一轮大", "a round's no must be greater than that of the round before it"),
    "ID-TWICE": Text("“{id}”已经出现过", "“{id}” is there already"),
    "ID-UNKNOWN": Text("赛事里没有“{id}”", "the event has no “{id}”"),
    "FORM-OPEN": Text("这份规则没有写明，赛事文件必须写出“{key}”", "the sheet does not print it: the event must say “{key}”"),
    "ENTRANTS-KIND": Text("teams 与 players 须写且只写一个", "there must be either teams or players, and not both"),
    "EXTRA-SIZE": Text(
        "extra 超过 {limit} 个值或 {characters} 个字符", "extra holds more than {limit} values or {characters} characters"
    ),
}
"""Every code a rejection may have. Codes are stable: once published, one is never given another meaning."""


class Source(Protocol):
    """Where bytes came from; `ingest.source.RawRecord` is one."""

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
