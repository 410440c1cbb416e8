"""What a report on an event says, and the page 排名 with it."""

from collections.abc import Mapping
from typing import Final

from replay.event.words import FIGURE_NAMES
from replay.text import Text

EVENT: Final[Mapping[str, Text]] = {
    **{f"figure.{key}": name for key, name in FIGURE_NAMES.items()},
    "event.title": Text("赛事报告", "Report of an event"),
    "event.account": Text("成绩依据", "Results"),
    "event.account.recorded": Text("按记录所称", "as recorded"),
    "event.account.computed": Text("按牌谱重算", "as computed"),
    "event.account.ruled": Text("按裁决", "as ruled"),
    "event.summary": Text(
        "{entrants} 个参赛者，{matches} 场；错误 {errors} 项，警告 {warnings} 项，待裁判 {reviews} 项；"
        "公布的表有 {cells} 格与重算不符。",
        "{entrants} entrants, {matches} matches; {errors} errors, {warnings} warnings, {reviews} for the referee; "
        "{cells} published cells differ from what was computed.",
    ),
    "event.stage.table": Text("{stage}（按轮计分）", "{stage} (table of rounds)"),
    "event.stage.knockout": Text("{stage}（淘汰）", "{stage} (knock-out)"),
    "event.group": Text(" · {group} 组", " · group {group}"),
    "event.entrant": Text("参赛者", "Entrant"),
    "event.played": Text("场", "Played"),
    "event.open": Text("待定", "Open"),
    "event.reach": Text("可及名次", "Can reach"),
    "event.ranked": Text("依次比较：{keys}", "Ranked by: {keys}"),
    "event.tied": Text("与 {names} 相同", "equal to {names}"),
    "event.shared": Text("与 {names} 并列", "place shared with {names}"),
    "event.unknown": Text("有一项未知，分不开", "a value is not known, so they cannot be parted"),
    "event.round": Text("第 {no} 轮", "Round {no}"),
    "event.table": Text("第 {table} 桌", "table {table}"),
    "event.against": Text("对 {names}", "against {names}"),
    "event.partners": Text("与 {names} 同伴", "with {names}"),
    "event.ended.won": Text("胜", "won"),
    "event.ended.lost": Text("负", "lost"),
    "event.ended.drawn": Text("平", "drawn"),
    "event.ended.forfeited": Text("弃权", "forfeited"),
    "event.ended.open": Text("待定", "open"),
    "event.ended.bye": Text("轮空", "bye"),
    "event.ended.absent": Text("缺席", "absent"),
    "event.cross": Text("交叉表", "Crosstable"),
    "event.cross.of": Text("每格：行对列的结果，及该场的{figure}", "Each cell: the row against the column, and its {figure}"),
    "event.bracket": Text("对阵", "Bracket"),
    "event.third": Text("争第三名", "for the third place"),
    "event.byes": Text("轮空：{names}", "Byes: {names}"),
    "event.waiting": Text("未决", "open"),
    "event.published": Text("公布的表与重算", "Published beside computed"),
    "event.published.all": Text("全部轮次之后", "After all rounds"),
    "event.published.after": Text("第 {no} 轮之后", "After round {no}"),
    "event.published.none": Text("每一格都与重算一致。", "Every cell agrees with what was computed."),
    "event.published.differ": Text(
        "{n} 格不符，标 ≠，其后为重算之数。", "{n} cells differ, marked ≠, with the computed figure behind."
    ),
    "event.published.open": Text("? 为尚不能定。", "? cannot be told yet."),
    "event.ledger": Text("罚分账", "Penalty ledger"),
    "event.ledger.figure": Text("项目", "Figure"),
    "event.ledger.value": Text("加减", "Change"),
    "event.ledger.clause": Text("条款", "Clause"),
    "event.ledger.note": Text("说明", "Note"),
    "event.ledger.round": Text("轮次", "Round"),
    "event.findings": Text("审核发现", "Findings of the audit"),
    "event.findings.none": Text("没有任何发现。", "There are no findings."),
    "event.findings.place": Text("位置", "Place"),
    "event.findings.severity": Text("程度", "Severity"),
    "event.findings.said": Text("说明", "What is wrong"),
    "event.findings.more": Text("只列前 {shown} 项，共 {total} 项。", "The first {shown} of {total}."),
    "event.severity.error": Text("错误", "error"),
    "event.severity.warning": Text("警告", "warning"),
    "event.severity.note": Text("提示", "note"),
    "event.hand": Text("第 {hand} 副", "hand {hand}"),
    "event.sign.organiser": Text("主办方", "Organiser"),
    "event.sign.referee": Text("裁判长", "Chief referee"),
    "event.sign.date": Text("日期", "Date"),
    "event.matches": Text("牌谱合计 {n} 份", "{n} records"),
}
