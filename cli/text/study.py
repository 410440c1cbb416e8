"""What the commands for studying say: ratings, luck, integrity."""

from collections.abc import Mapping
from typing import Final

from replay.text import Text

STUDY: Final[Mapping[str, Text]] = {
    "help.ratings": Text("等级分：搭档与个人", "ratings of pairs and players"),
    "help.study.sheet": Text("只看这份规则", "this rule sheet alone"),
    "help.study.event": Text("只列打过这项赛事的；等级分仍按全部场次", "only who played in this event; rated by all matches"),
    "help.ratings.history": Text(
        "这一对（编号以“ + ”相连）或这位选手的逐场历史",
        "the history of a pair (ids joined by “ + ”) or of a player, match by match",
    ),
    "ratings.none": Text("没有可评等级分的场次", "no match that can be rated"),
    "ratings.unit": Text("没有 {unit} 的等级分；相近：{near}", "there is no rating of {unit}; near: {near}"),
    "ratings.told": Text(
        "Plackett–Luce（openskill）；区间 95 %；同一规则内可比，不同规则之间不可比",
        "Plackett-Luce (openskill); 95 % intervals; to be compared within one sheet, never between sheets",
    ),
    "study.sheet": Text("没有规则 {sheet}；可用：{sheets}", "there is no sheet {sheet}; there are: {sheets}"),
    "study.event": Text("仓库里没有赛事 {event}；相近：{near}", "the warehouse has no event {event}; near: {near}"),
    # columns and values
    "column.sheet": Text("规则", "sheet"),
    "column.kind": Text("单位", "unit of"),
    "column.unit": Text("编号", "unit"),
    "column.name": Text("名称", "name"),
    "column.game": Text("场", "games"),
    "column.match": Text("场次", "match"),
    "column.event": Text("赛事", "event"),
    "column.opponents": Text("对手", "opponents"),
    "column.result": Text("结果", "result"),
    "column.won": Text("胜", "won"),
    "column.lost": Text("负", "lost"),
    "column.drawn": Text("平", "drawn"),
    "column.mu": Text("等级分", "rating"),
    "column.sigma": Text("不确定度", "sigma"),
    "column.ordinal": Text("保守分", "ordinal"),
    "column.low": Text("下限", "low"),
    "column.high": Text("上限", "high"),
    "value.pair": Text("搭档", "pair"),
    "value.player": Text("个人", "player"),
    "value.won": Text("胜", "won"),
    "value.lost": Text("负", "lost"),
    "value.drawn": Text("平", "drawn"),
}
