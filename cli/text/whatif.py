"""What `paipu whatif` says."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

WHATIF: Final[Mapping[str, Text]] = {
    "whatif.one": Text(
        "请用且只用一个：--play、--bid、--bury、--tribute、--ruling", "give one of --play, --bid, --bury, --tribute, --ruling"
    ),
    "whatif.at": Text("--play 须有 --at", "--play needs --at"),
    "whatif.nothing_there": Text("牌谱此处没有可换的事实", "the record has nothing there that could have been otherwise"),
    "whatif.notation": Text("{given} 写法不对；例 {example}", "{given} is not how it is written; for instance {example}"),
    "whatif.play": Text("假如 {place}{seat} 出 {cards}", "if {seat} had played {cards} at {place}"),
    "whatif.other": Text("假如{what}为 {given}", "if {what} had been {given}"),
    "whatif.what.bid": Text("亮主", "the declarations"),
    "whatif.what.bury": Text("扣底", "the burial"),
    "whatif.what.tribute": Text("贡牌", "the tribute"),
    "whatif.what.ruling": Text("裁决", "a ruling"),
    "whatif.legal": Text("合规", "legal"),
    "whatif.trick": Text("该{term}：{before} → {after}", "the trick: {before} → {after}"),
    "whatif.won": Text("{seat} 赢，抓分方得 {points} 分", "{seat} wins it, {points} points to the attackers"),
    "whatif.won_only": Text("{seat} 赢", "{seat} wins it"),
    "whatif.unfinished": Text("未打完", "not finished"),
    "whatif.broken": Text("此后不再成立：", "can no longer hold:"),
    "whatif.open": Text(
        "自{place}起未定；此前抓分方 {points} 分", "open from {place} on; up to there the attackers have {points} points"
    ),
    "whatif.open_only": Text("自{place}起未定", "open from {place} on"),
    "whatif.changes": Text("结果：{changes}", "results: {changes}"),
    "whatif.same": Text("结果不变", "the results are the same"),
    "whatif.later": Text("以后各副有 {n} 处因此不合", "{n} entries of later hands no longer fit"),
    "whatif.gone": Text("消失的发现：{codes}", "findings that go: {codes}"),
}
