"""What the page of rulings says."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

RULINGS: Final[Mapping[str, Text]] = {
    "nav.rulings": Text("裁定", "Rulings"),
    "rulings.by": Text("裁判姓名", "Referee"),
    "rulings.by.ask": Text("先写姓名，裁决由此人作出", "your name: rulings are made in it"),
    "rulings.show": Text("列出", "Listed"),
    "rulings.show.waiting": Text("待裁 {n}", "waiting {n}"),
    "rulings.show.ruled": Text("已裁 {n}", "ruled {n}"),
    "rulings.queue": Text("待裁与已裁", "Queue"),
    "rulings.queue.none": Text("没有。", "Nothing."),
    "rulings.queue.more": Text("另有 {n} 处；按赛事或规则缩小范围", "{n} more: narrow them by event or sheet"),
    "rulings.noted": Text("{seat} 记有：", "noted of {seat}: "),
    "rulings.choose": Text("从左边选一处，或在牌谱页按 r。", "Choose one on the left, or press r on the Replay page."),
    "rulings.replay": Text("在牌谱页打开", "Open in Replay"),
    "rulings.print": Text("打印案件", "Print the case"),
    "rulings.nothing": Text(
        "审核在此处没有发现；可自行裁定。", "The audit finds nothing here; a ruling of your own is possible."
    ),
    "rulings.proposals": Text("规则提供的裁决", "What the sheet provides"),
    "rulings.proposals.none": Text(
        "规则没有为此处印出处罚；由裁判裁定。", "The sheet prints nothing for this place; the referee decides."
    ),
    "rulings.otherwise": Text("如在其他时刻发现", "had it been found at another time"),
    "rulings.standings": Text("名次", "standings"),
    "rulings.standings.same": Text("名次不变", "standings unchanged"),
    "rulings.standings.shift": Text("{team} {before} → {after}", "{team} {before} → {after}"),
    "rulings.standings.out": Text("取消资格", "DSQ"),
    "rulings.standings.none": Text("不属于已装入的赛事", "of no event that is loaded"),
    "rulings.kind": Text("{seat} 在此处的违例", "what {seat} did there"),
    "rulings.kind.ask": Text("审核没有发现、而裁判认定的", "what the audit cannot see and the referee finds"),
    "rulings.appellant": Text("申诉人", "Who appeals"),
    "rulings.appellant.ask": Text("申诉由此人提出", "the appeal is made in this name"),
    "rulings.last": Text("{act}：{by} {when} {reason}", "{act} by {by} {when} {reason}"),
    "rulings.seconds": Text("迟到几秒", "Late by seconds"),
    "rulings.count": Text("报了几张", "Cards told"),
    "rulings.which": Text("采用", "Ruling"),
    "rulings.own": Text("自行裁定", "a ruling of your own"),
    "rulings.points": Text("{side} 加减分", "{side}: points"),
    "rulings.levels": Text("{side} 加减级", "{side}: levels"),
    "rulings.clause": Text("条款", "Clause"),
    "rulings.loser": Text("判负", "Loses the match"),
    "rulings.void": Text("本副作废", "The hand does not count"),
    "rulings.nobody": Text("无", "nobody"),
    "rulings.reason": Text("理由", "Reason"),
    "rulings.reason.ask": Text("必填；写入记录，不能再改", "needed; it goes into the log and stays there"),
    "rulings.act.draft": Text("存为草稿", "Save a draft"),
    "rulings.act.issue": Text("作出裁决", "Issue"),
    "rulings.act.appeal": Text("申诉", "Appeal"),
    "rulings.act.decide": Text("终裁维持", "Decide: upheld"),
    "rulings.act.withdraw": Text("撤销", "Withdraw"),
    "rulings.meanwhile": Text(
        "这份牌谱的裁决刚由别人改动（{came}）；刚才若按了按钮，没有执行。请看过再裁。",
        "Somebody else has just ruled on this record ({came}); a button pressed just now did nothing. Look at that first.",
    ),
    "rulings.done": Text("已记入第 {no} 行：{id} {state}", "line {no}: {id} {state}"),
    "rulings.pending": Text(
        "裁决已生效，但仓库没有跟上：结果在下一次装入后更新。",
        "The ruling is in force, and the warehouse has not followed: results follow with the next load.",
    ),
    "rulings.history": Text("经过", "History"),
    "keys.case": Text("打开此手的案件", "the case of this play"),
}
