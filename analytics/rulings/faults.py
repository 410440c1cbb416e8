"""What can be wrong with a log of rulings, in words; codes never change their meaning."""

from collections.abc import Iterable, Mapping
from typing import Final

from analytics.errors import RefusedActError
from replay.text import Text
from replay.words import RULING_STATES

FAULTS: Final[Mapping[str, Text]] = {
    "changed": Text("第 {line} 行写下以后被改过（{what}）", "line {line} was changed after it was written ({what})"),
    "format": Text("第 {line} 行不是裁决记录的一行：{what}", "line {line} is no line of a log of rulings: {what}"),
    "removed": Text(
        "第 {line} 行是第 {what} 号：它前面少了行", "line {line} is number {what}: lines before it were taken away"
    ),
    "moved": Text("第 {line} 行是第 {what} 号：行被调换或重复", "line {line} is number {what}: lines were moved or doubled"),
    "chain": Text(
        "第 {line} 行接的不是它前面那一行：前一行被换过",
        "line {line} does not follow on the line before it, which is another than was written",
    ),
    "turn": Text(
        "第 {line} 行的步骤不能接在已有的步骤之后（{what}）",
        "line {line} is an act that cannot follow on those before it ({what})",
    ),
    "lost": Text(
        "从第 {line} 行起不见了：确认过的共有 {what} 行",
        "from line {line} on it is gone: {what} lines were acknowledged",
    ),
    "rewritten": Text("第 {line} 行不是当时确认的那一行", "line {line} is not the one that was acknowledged"),
    "head": Text("{what} 坏了或读不了", "{what} is damaged or cannot be read"),
    "file": Text("不是普通文件", "is no plain file"),
    "unreadable": Text("换一个位置，或改成普通文件（不能是链接）", "use another place, or a plain file there, not a link"),
    "torn": Text(
        "第 {line} 行只写了一半（{what} 字节）：写入时断了，没有确认过，不算数；下一次写入会把它另存",
        "line {line} was left half-written ({what} bytes) by a crash; it was never acknowledged and does not count, and the "
        "next act puts it aside",
    ),
    "headless": Text("没有 {what}：末尾若少了行，查不出来", "there is no {what}: acts missing at the end would not show"),
}

GONE: Final = Text(
    "裁决记录不见了，而仓库里有按它裁定的结果", "the log is gone, and the warehouse has results that were ruled by it"
)
"""Why a load does not go on."""

REFUSED: Final[Mapping[str, Text]] = {
    "unknown": Text(
        "没有裁决 {id}（最近的：{known}）；paipu ruling list 列出全部",
        "there is no ruling {id} (the latest: {known}); paipu ruling list shows all",
    ),
    "turn": Text(
        "裁决 {id} 现在是“{state_zh}”，不能{act_zh}；现在可以：{may_zh}",
        "ruling {id} is {state_en}: it cannot be {act_en}; what can be done now: {may_en}",
    ),
    "author": Text("须写明由谁作出", "it must say who does it"),
    "reason": Text("须写明理由（{act_zh}）", "a reason is needed ({act_en})"),
    "same": Text(
        "裁决 {id} 已对此处作出同样的裁定，且有效；要改就终裁或撤销它",
        "ruling {id} says the same of this place already, and is in force; decide or withdraw that one to change it",
    ),
    "record": Text(
        "裁决 {id} 是对另一份牌谱（{match}）的；牌谱改过就重新裁决",
        "ruling {id} is on another record ({match}); a record that was changed needs a ruling of its own",
    ),
    "place": Text("新的裁决须写明是哪份牌谱", "a new ruling must say which record it is on"),
    "entry": Text("裁决写得不对：{where} {zh}", "the ruling is not as the format has it: {where} {en}"),
    "hand": Text("牌谱里没有第 {hand} 副（有：{known}）", "the record has no hand {hand} (it has {known})"),
    "id": Text("牌谱自己已有裁决 {id}；换一个", "the record has a ruling {id} of its own; take another id"),
}
"""Why an act is not taken, and what helps."""

ACT_WORDS: Final[Mapping[str, Text]] = {
    "draft": Text("草拟", "drafted"),
    "issue": Text("作出", "issued"),
    "appeal": Text("申诉", "appealed"),
    "decide": Text("终裁", "decided"),
    "withdraw": Text("撤销", "withdrawn"),
}
"""What was done, or is to be done."""


def refused(key: str, may: Iterable[str] = (), **values: object) -> RefusedActError:
    """Why an act is not taken. An act and a state among the values, and the acts that may be, are given their names."""
    words: dict[str, object] = dict(values)
    for name, table in (("act", ACT_WORDS), ("state", RULING_STATES)):
        said = table.get(str(values.get(name)), Text("尚未有", "not there yet"))
        words |= {f"{name}_zh": said.zh, f"{name}_en": said.en}
    named = [ACT_WORDS[act] for act in may]
    words["may_zh"] = "、".join(each.zh for each in named) or "—"
    words["may_en"] = ", ".join(each.en for each in named) or "—"
    return RefusedActError(REFUSED[key].fill(**words))
