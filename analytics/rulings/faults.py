"""What can be wrong with a log of rulings, in words; codes never change their meaning."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from paipu.analytics.errors import RefusedActError
from paipu.analytics.rulings.acts import Act, Confirmed
from paipu.replay.effects import EFFECTS, effect_words
from paipu.replay.record import GameRecord, Ruling
from paipu.replay.ruling import misplaced
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS, Text, in_language
from paipu.replay.words import INCIDENTS, RULING_STATES, join, place_name, seat_name

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
    "headless": Text("没有 {what}：末尾是否少了行，查不出来", "there is no {what}: lines missing at the end would not show"),
    "unacknowledged": Text(
        "从第 {line} 行起没有确认过：确认过的共有 {what} 行",
        "from line {line} on it was never acknowledged: {what} lines were",
    ),
    "seen": Text(
        "从第 {line} 行起少了或换过：仓库见过 {what} 行，末行 {sha256}…",
        "from line {line} on, lines are gone or others: the warehouse has seen {what} of them, the last {sha256}…",
    ),
}

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
    "at": Text(
        "第 {hand} 副{at_zh}，{seat_zh} 没有可作“{kind_zh}”的牌：--at 写其自己的那一手（最近的：{near}），或换 --seat",
        "hand {hand}, {at_en}: {seat_en} did nothing there that can be “{kind_en}”; give its own play with --at (the "
        "nearest: {near}), or another --seat",
    ),
    "no_at": Text(
        "第 {hand} 副：“{kind_zh}”须用 --at 写明是 {seat_zh} 的哪一手（有：{near}）",
        "hand {hand}: say with --at which play of {seat_en} the “{kind_en}” is (there are {near})",
    ),
    "since": Text(
        "您看过的是前 {seen} 行；此后这场又有：{came_zh}。看过以后再裁（--seen {lines}）",
        "you saw {seen} lines, and since then there came on this match: {came_en}. Look at that, then rule (--seen {lines})",
    ),
    "ahead": Text(
        "裁决记录只有 {lines} 行，而您看过 {seen} 行：这不是您看过的那份，或者少了行",
        "the log has {lines} lines, and you saw {seen}: it is another than you saw, or lines are gone",
    ),
    "last": Text(
        "末行（第 {lines} 行）的哈希是 {sha256}：至少写出前 12 位，以示核对过",
        "the hash of the last line, {lines}, is {sha256}: give its first 12 digits at least, to show that you looked",
    ),
    "id": Text("牌谱自己已有裁决 {id}；换一个", "the record has a ruling {id} of its own; take another id"),
}
"""Why an act is not taken, and what helps."""

ACT_WORDS: Final[Mapping[str, Text]] = {
    "draft": Text("草拟", "drafted"),
    "issue": Text("作出", "issued"),
    "appeal": Text("申诉", "appealed"),
    "decide": Text("终裁", "decided"),
    "withdraw": Text("撤销", "withdrawn"),
    "confirm": Text("担保", "confirmed"),
}
"""What was done, or is to be done."""
MOST_NEAR: Final = 3
"""Places that are told where a ruling names one that cannot be."""
MOST_TOLD: Final = 3
"""Acts that have come since, which are told one by one."""


def said_of(line: Act | Confirmed) -> Text:
    """A line of the log in a few words: its number, what was done, and who did it."""
    if isinstance(line, Confirmed):
        return Text(
            f"第 {line.no} 行：{line.by} 于 {line.when[:10]} 担保前 {line.no - 1} 行就是全部（{line.reason}）",
            f"line {line.no}: on {line.when[:10]} {line.by} answered for it that the {line.no - 1} lines before are all "
            f"({line.reason})",
        )
    act, nothing = ACT_WORDS[line.act], EFFECTS["nothing"]
    effect = {lang: join(effect_words(line.entry().effect, lang), lang) or in_language(nothing, lang) for lang in LANGS}
    return Text(
        f"第 {line.no} 行 {line.by} {act.zh} {line.id}（{effect['zh']}）",
        f"line {line.no}: {line.id} {act.en} by {line.by} ({effect['en']})",
    )


def refused(key: str, may: Iterable[str] = (), came: Sequence[Text] = (), **values: object) -> RefusedActError:
    """Why an act is not taken. An act and a state among the values, and the acts that may be, are given their names; `came`
    are the lines that came meanwhile.
    """
    words: dict[str, object] = dict(values)
    for name, table in (("act", ACT_WORDS), ("state", RULING_STATES)):
        said = table.get(str(values.get(name)), Text("尚未有", "not there yet"))
        words |= {f"{name}_zh": said.zh, f"{name}_en": said.en}
    named = [ACT_WORDS[act] for act in may]
    words["may_zh"] = "、".join(each.zh for each in named) or "—"
    words["may_en"] = ", ".join(each.en for each in named) or "—"
    more = len(came) - MOST_TOLD
    words["came_zh"] = "；".join([each.zh for each in came[:MOST_TOLD]]) + (f"；另 {more} 步" if more > 0 else "")
    words["came_en"] = "; ".join([each.en for each in came[:MOST_TOLD]]) + (f"; and {more} more" if more > 0 else "")
    return RefusedActError(REFUSED[key].fill(**words))


def out_of_place(record: GameRecord, ruling: Ruling) -> RefusedActError | None:
    """That a fault cannot have been where a ruling says, and the nearest places where one of its kind can; None if it can."""
    places = misplaced(record, ruling)
    if places is None:
        return None
    at, fault = ruling.at or (0, 0), ruling.effect.fault
    near = sorted(sorted(places, key=lambda each: (abs(each[0] - at[0]), abs(each[1] - at[1]), each))[:MOST_NEAR])
    kind, term = INCIDENTS[fault.kind if fault is not None else ""], SHEETS[record.sheet].term
    values: dict[str, object] = {"hand": ruling.hand, "kind_zh": kind.zh, "kind_en": kind.en}
    for lang in LANGS:
        values[f"at_{lang}"] = place_name(at[0], at[1], lang, term)
        values[f"seat_{lang}"] = seat_name(ruling.seat or "", lang)
    values["near"] = ", ".join(f"{trick}.{play}" for trick, play in near) or "—"
    return RefusedActError(REFUSED["at" if ruling.at is not None else "no_at"].fill(**values))
