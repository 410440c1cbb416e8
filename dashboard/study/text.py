"""The words of the page of players and of figures, in both languages."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

STUDY: Final[Mapping[str, Text]] = {
    "players.kind": Text("看搭档还是个人", "Pairs or players"),
    "players.pair": Text("搭档", "Pairs"),
    "players.player": Text("个人", "Players"),
    "players.search": Text("查找选手", "Find a player"),
    "players.search.placeholder": Text("姓名或编号", "Name or id"),
    "players.none": Text("还没有写明选手的场次。", "There is no match yet that names its players."),
    "players.unknown": Text("这里没有“{unit}”打的场次。", "There is no match of “{unit}” here."),
    "players.found": Text("共 {n} 个", "{n} found"),
    "players.more": Text("另有 {n} 个，请缩小查找范围。", "And {n} more; narrow the search."),
    "players.add": Text("＋对照", "+ compare"),
    "players.add.of": Text("把 {name} 放到一起对照", "Compare {name} too"),
    "players.off": Text("移去", "remove"),
    "players.off.of": Text("不再对照 {name}", "No longer compare {name}"),
    "players.rated": Text(
        "等级分 {mu}（95 % 区间 {low} 至 {high}）；{won} 胜 {lost} 负 {drawn} 平",
        "Rating {mu} (95 % interval {low} to {high}); {won} won, {lost} lost, {drawn} drawn",
    ),
    "players.luck": Text(
        "{hands}得 {outcome}＝基准 {baseline}＋牌运 {luck}＋其余 {adjusted}（标准误 {error}）",
        "{hands} came to {outcome} = baseline {baseline} + luck of the deal {luck} + the rest {adjusted} (s.e. {error})",
    ),
    "players.luck.fit": Text(
        "手气模型 {version}：留出的 {hands} 副上 R² {r2}；拟合于 {on}，打牌的选手是虚构的，水平不如真人。"
        "基准是同样多的普通牌会有的；其余的误差按场计，连同系数自身的不确定。",
        "Luck model {version}: R² {r2} on {hands} held-out hands; fitted on {on}, made up and weaker than people. The baseline "
        "is what as many ordinary hands come to; the error of the rest is by match, with what the coefficients leave open.",
    ),
    "players.luck.none": Text(
        "这份规则没有手气调整：模型没有明显胜过均值。",
        "There is no luck model for this sheet: none surely beats the mean.",
    ),
    "players.statistics": Text("统计", "Statistics"),
    "players.statistic": Text("项目", "Statistic"),
    "players.peers": Text("同类分布", "Peers"),
    "players.open": Text("{n} 副待定", "{n} open"),
    "players.open.matches": Text("{n} 场待定", "{n} matches open"),
    "players.percentile": Text("高于 {n} % 的同类", "above {n} % of peers"),
    "players.strip": Text("{n} 个同类的分布，标出的是所看的位置", "How {n} peers spread, with the places looked at marked"),
    "players.few": Text("同类太少", "too few peers"),
    "players.alike": Text("同类都相同", "all peers alike"),
    "players.statistics.note": Text(
        "各数带自己的 95 % 区间（逐项单独成立），误差按场计：同一场里的牌互相牵连。"
        "同类是同一规则、同一范围内分母不少于 30 的，不足 10 个不比；待定的另计。",
        "Each value has a 95 % interval of its own, with errors by match, for what is done in one match goes together. Peers "
        "are those of the same sheet and scope with at least 30 in the denominator, compared where there are 10; what is open "
        "is counted apart.",
    ),
    "players.opponents": Text("{name} 的对手", "Opponents of {name}"),
    "players.partners": Text("{name} 的搭档", "Partners of {name}"),
    "players.hands": Text("{name}：值得再看的牌", "{name}: hands to revisit"),
    "players.beyond": Text("比发牌的期望好 {n}", "{n} better than the deal let expect"),
    "players.below": Text("比发牌的期望差 {n}", "{n} worse than the deal let expect"),
    "players.longest": Text("想了 {n} 秒", "thought for {n} s"),
    "players.rating": Text("等级分走势", "Rating, match by match"),
    "players.rating.note": Text(
        "Plackett–Luce；浅色带是各场单独的 95 % 区间，不是整条线的。只在同一规则内可比。",
        "Plackett-Luce; the light band is the 95 % interval of each match alone, not of the whole line. Compare within one "
        "sheet alone.",
    ),
    "players.rating.soon": Text("等级分正在计算……", "Ratings are being worked out …"),
    "players.places": Text("名次分布", "Finishing order"),
    "players.places.note": Text(
        "与上表同一算法：副数占比；一对搭档每副有两个名次。竖线是各名次单独的 95 % 区间；双下时规则不排先后的名次待定。",
        "As in the table: shares of hands; a pair has two places in each. Bars are the 95 % interval of each place alone; "
        "places that the sheet does not print at a double win are open.",
    ),
    "players.share.hands": Text("副数占比", "Share of hands"),
    "players.points": Text("抓分分布（攻方各副）", "Points as attackers, hand by hand"),
    "players.thinks": Text("用时分布", "Think times"),
    "players.share": Text("出牌占比", "Share of plays"),
    "players.hold": Text("守庄率（按级牌）", "Bank held, by level"),
    "players.hold.note": Text(
        "与上表守庄率同一算法，只取级牌已知的各副；竖线是各级单独的 95 % 区间，误差按场计。",
        "Bank held as in the table, of hands whose level is known; bars are the 95 % interval of each level alone, with errors "
        "by match.",
    ),
    "players.with": Text("谁与谁搭档赢得多", "Who wins with whom"),
    "players.with.note": Text(
        "场次最多的选手；格中是胜场／同队场次，颜色越深胜率越高。",
        "Those with most matches; a cell has matches won of those together, darker for a larger share.",
    ),
    "figure.picture": Text("图片存为", "Keep figures as"),
    "figure.numbers": Text("图中的数字", "The numbers of the figure"),
    "figure.csv": Text("下载 CSV", "Download CSV"),
    "figure.open": Text("图：分数与级数", "Figures: points and levels"),
    "figure.flow.points": Text("本副抓分走势", "Points through the hand"),
    "figure.race.level": Text("本场级数走势", "Levels through the match"),
    "figure.flow.cards": Text("本副余牌走势", "Cards left through the hand"),
    "figure.race.points": Text("本场得分走势", "Points through the match"),
    "column.cards": Text("余牌", "Cards left"),
    "figure.ply": Text("手", "Ply"),
    "result.won": Text("胜", "won"),
    "result.lost": Text("负", "lost"),
    "result.drawn": Text("平", "drawn"),
    "column.name": Text("名称", "Name"),
    "column.game": Text("第几场", "Match no."),
    "column.opponents": Text("对手", "Opponents"),
    "column.result": Text("结果", "Result"),
    "column.mu": Text("等级分", "Rating"),
    "column.sigma": Text("不确定度", "Sigma"),
    "column.low": Text("下限", "Low"),
    "column.high": Text("上限", "High"),
    "column.part": Text("部分", "Part"),
    "column.place": Text("名次", "Place"),
    "column.untold": Text("待定", "Open"),
    "column.numerator": Text("分子", "Numerator"),
    "column.denominator": Text("分母", "Denominator"),
    "column.seconds": Text("秒", "Seconds"),
    "column.plays": Text("手数", "Plays"),
    "column.level": Text("级牌", "Level"),
    "column.held": Text("守住", "Held"),
    "column.rate": Text("比率", "Rate"),
    "column.player": Text("选手", "Player"),
    "column.partner": Text("搭档", "Partner"),
    "column.won": Text("胜场", "Won"),
    "column.lost": Text("负场", "Lost"),
    "column.ply": Text("手", "Ply"),
    "column.points": Text("抓分", "Points"),
}
