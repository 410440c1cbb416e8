"""What the pages 排名 and 审计 say, beside what a report on an event says too (`analytics/report/event_text.py`)."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

EVENT_PAGES: Final[Mapping[str, Text]] = {
    "nav.standings": Text("排名", "Standings"),
    "nav.audit": Text("审计", "Audit"),
    "link.wrong": Text("链接里的 {name}“{value}”在这里没有。", "The link gives {name} as “{value}”, which there is not here."),
    "link.wrong.without": Text("不要这一项", "without it"),
    "standings.choose": Text("从上面选一个赛事。", "Choose an event above."),
    "standings.none": Text(
        "数据仓库里没有这个赛事的文件，排不出名次。装入它：paipu load 牌谱 --event event.json",
        "The warehouse has no file of this event to rank by. Load it: paipu load RECORDS --event event.json",
    ),
    "standings.part": Text("阶段与组", "Stage and group"),
    "standings.part.all": Text("全部阶段", "All stages"),
    "standings.round": Text("轮次", "Round"),
    "standings.table": Text("桌号", "Table"),
    "standings.account": Text("成绩依据", "Results"),
    "standings.account.recorded": Text("按记录所称", "As recorded"),
    "standings.account.computed": Text("按牌谱重算", "As computed"),
    "standings.account.ruled": Text("按裁决", "As ruled"),
    "audit.verdict": Text("错误 {error}，警告 {warning}，提示 {note}", "Errors {error}, warnings {warning}, notes {note}"),
    "audit.known.broken": Text(
        "{why}。改好它，再打开此页。",
        "{why}. Mend the file and open this page again.",
    ),
    "audit.none": Text("没有任何发现。", "There are no findings."),
    "audit.nothing": Text("没有符合筛选的发现。", "No finding fits the filters."),
    "audit.by.round": Text("按轮次", "By round"),
    "audit.by.event": Text("按赛事", "By event"),
    "audit.by.table": Text("按桌", "By table"),
    "audit.by.code": Text("按检查项", "By check"),
    "audit.filters": Text("筛选", "Filters"),
    "audit.list": Text("逐条", "One by one"),
    "audit.more": Text(
        "只列前 {shown} 项，共 {total} 项；点上面的一行可缩小范围。",
        "The first {shown} of {total}; a line above narrows them.",
    ),
    "audit.rest": Text("另有 {n} 行", "{n} more rows"),
    "audit.state.known": Text("基线已有", "in the baseline"),
    "audit.state.waived": Text("豁免：{author}，{date}，{reason}", "waived by {author}, {date}: {reason}"),
    "audit.filter.round.none": Text("不分轮次", "no round"),
    "audit.round.none": Text("{stage} · 不分轮次", "{stage} · no round"),
    "audit.filter.round": Text("第 {value} 轮", "round {value}"),
    "audit.filter.table": Text("第 {value} 桌", "table {value}"),
    "audit.state.new.name": Text("新的", "new"),
    "audit.state.known.name": Text("基线已有的", "known"),
    "audit.state.waived.name": Text("豁免的", "waived"),
}
