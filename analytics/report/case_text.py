"""What a case file says."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

CASE: Final[Mapping[str, Text]] = {
    "case.title": Text("案件 {match}", "Case {match}"),
    "case.record": Text("牌谱", "record"),
    "case.no_hand": Text("牌谱里没有第 {hand} 副（有：{known}）", "the record has no hand {hand} (it has {known})"),
    "case.no_play": Text(
        "第 {hand} 副没有 {at} 这一手（共 {tricks} {term}）", "hand {hand} has no play {at} (it has {tricks} tricks)"
    ),
    "case.matter": Text("争议", "In dispute"),
    "case.nothing": Text(
        "审核在此处没有发现；是否违例由裁判认定。", "The audit finds nothing here: the referee says what happened."
    ),
    "case.noted": Text("现场记录：{seat} {what}", "Noted at the table: {seat}, {what}"),
    "case.about": Text("涉及 {cards}", "cards: {cards}"),
    "case.diagram": Text(
        "局面（出此手之前的手牌；中间为本{term}）", "Position (hands before the play; the trick in the middle)"
    ),
    "case.signs": Text(
        "▶ 争议的一手　★ 本{term}领出　♡♢ 红，♠♣ 黑", "▶ the play in dispute  ★ led the trick  ♡♢ red, ♠♣ black"
    ),
    "case.left": Text("{n} 张", "{n} {n:card|cards}"),
    "case.not_shown": Text(
        "这一副没有可以摆出的局面（只有计分表，或缺主、庄）。", "There is no position to show for this hand."
    ),
    "case.banker": Text("庄家 {seat}", "banker {seat}"),
    "case.around": Text("前后各手", "The plies around it"),
    "case.seat": Text("谁", "who"),
    "case.clauses": Text("条款", "Clauses"),
    "case.legal": Text("本可以出", "What could have been played"),
    "case.may_pass": Text("可不出，或出：", "A pass, or:"),
    "case.must_play": Text("须出牌：", "A play is due:"),
    "case.more": Text("另有 {n} 种", "and {n} more"),
    "case.anything": Text("领出：任一合法牌型", "a lead: any legal play"),
    "case.see": Text("见附件", "see the annex"),
    "case.rest": Text("另有 {n} 项见附件", "{n} more in the annex"),
    "case.others": Text("规则提供的其余裁决", "What else the sheet provides"),
    "case.notes": Text("全文", "In full"),
    "case.proposed": Text("规则提供的裁决", "What the sheet provides"),
    "case.none_proposed": Text("规则没有为此印出处罚；由裁判裁定。", "The sheet prints nothing for this; the referee decides."),
    "case.decision": Text("裁决", "Decision"),
    "case.own": Text("记录里的裁决", "in the record"),
    "case.write": Text("裁决：", "Decision:"),
    "case.reasons": Text("理由：", "Reasons:"),
    "case.referee": Text("裁判", "Referee"),
    "case.side": Text("{side} 代表", "For {side}"),
    "case.annex": Text("附件", "Annex"),
    "case.results": Text("结果：所记、所算、所裁", "Results as recorded, as computed, as ruled"),
    "case.result": Text("项", "result"),
    "case.recorded": Text("所记", "recorded"),
    "case.computed": Text("所算", "computed"),
    "case.ruled": Text("所裁", "ruled"),
    "case.whole": Text("全场{what}", "match: {what}"),
    "case.dealt": Text("本副各家的牌", "The deal of the hand"),
    "case.kitty": Text("底牌", "kitty"),
    "case.tricks": Text("本副全部出牌", "All plays of the hand"),
    "case.hands": Text("本场各副", "The hands of the match"),
    "case.hand": Text("副", "hand"),
    "case.level": Text("级", "level"),
    "case.findings": Text("发现", "findings"),
    "case.history": Text("裁决经过", "History of the rulings"),
    "case.no_history": Text("裁决记录里没有这份牌谱的裁决。", "The log of rulings has nothing on this record."),
    "case.act.draft": Text("草拟", "drafted"),
    "case.act.issue": Text("裁决", "issued"),
    "case.act.appeal": Text("申诉", "appealed"),
    "case.act.decide": Text("终裁", "decided"),
    "case.act.withdraw": Text("撤销", "withdrawn"),
    "case.no": Text("行", "line"),
    "case.act": Text("步骤", "act"),
    "case.by": Text("由谁", "by"),
    "case.when": Text("何时", "when"),
    "case.why": Text("理由", "reason"),
    "case.effect": Text("效果", "effect"),
}
