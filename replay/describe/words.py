"""What the description of a hand says."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

SAID: Final[Mapping[str, Text]] = {
    "table.level": Text("级牌", "Level"),
    "table.trump": Text("主", "Trump"),
    "table.attackers": Text("抓分方", "Attackers"),
    "table.band.midway": Text("不含先前得分", "without those before"),
    "table.levels": Text("级数", "Levels"),
    "table.levels.before": Text("本副开始时双方的级数", "Levels when the hand began"),
    "table.stakes": Text("双红心5", "Both ♥5"),
    "table.stakes.stake": Text("上天入地：胜者打A，败者打2", "All or nothing: the winner goes to A, the loser to 2"),
    "table.stakes.stage_stake": Text("扛旗失败则退回打A", "If the flag is lost, that side goes back to A"),
    "table.schedule": Text("赛程", "Schedule"),
    "table.schedule.of": Text("第 {no} 副，共 {hands} 副", "hand {no} of {hands}"),
    "table.score": Text("大分", "Score"),
    "table.score.before": Text("本副以前双方的大分", "Scores of both sides before the hand"),
    "table.cards.one": Text("1 张", "1 card"),
    "table.cards.left": Text("{n} 张", "{n} cards"),
    "climb.level.why": Text(
        "本副打的级，标记为打自己级的一方", "The level played, with the mark of the side whose level it is"
    ),
    "climb.wild": Text("自由牌", "Wild"),
    "climb.wild.heart": Text("逢人配：红桃级牌可代王以外的任何牌", "The level's hearts stand for any card but a joker"),
    "climb.wild.jokers": Text("大小王", "jokers"),
    "climb.games": Text("局数", "Games"),
    "climb.games.why": Text("双方已胜的局数", "Games that each side has won"),
    "climb.totals": Text("总分", "Total"),
    "climb.totals.before": Text("本副以前双方的总分", "Points of both sides before the hand"),
    "climb.before": Text("上副名次", "Last hand"),
    "climb.before.why": Text("上一副出完的次序，进贡由此而来", "Order of going out in the hand before, which tribute follows"),
    "climb.tribute.paid": Text("已进贡", "paid"),
    "climb.tribute.shown": Text("未记录，由出牌推得", "not recorded; the plays show it"),
    "climb.tribute.resisted": Text("抗贡", "refused: both big jokers"),
    "climb.tribute.first": Text("首副无进贡", "none in the first hand"),
    "climb.tribute.none": Text("没有进贡", "none was paid"),
    "climb.tribute.unknown": Text("进贡未记录", "not recorded"),
    "climb.rise": Text("{side} 升 {n} 级，打 {level}", "{side} +{n}, to {level}"),
    "climb.points": Text("{side} 得 {n} 分", "{side} {n} points"),
    "noted.ruling": Text("裁决 {id}", "Ruling {id}"),
    "noted.noticed": Text("{place}发现", "noticed at {place}"),
    "noted.nothing": Text("不改结果", "changes no result"),
}
