"""What the answers of `paipu judge` say, in both languages: winners, leaders, results, costs, tribute, and what is missing."""

from collections.abc import Mapping
from typing import Final

from cli.text import Lang, Said

WORDS: Final[Mapping[str, Said]] = {
    # plays and declarations
    "play.LEGAL": Said("{subject} 合法", "{subject} is legal"),
    "play.ILLEGAL": Said("{subject} 违例", "{subject} is illegal"),
    "play.DISPUTED": Said("{subject} 两可", "{subject} is disputed"),
    "play.UNDETERMINED": Said("{subject} 无从判定", "nothing can be said of {subject}"),
    "open": Said("无从判定，还缺：{facts}", "cannot be told; missing: {facts}"),
    # a trick
    "trick": Said("{seat} 赢得此墩", "{seat} wins the trick"),
    "trick.points": Said("，{n} 分", ", {n} points"),
    "trick.holds": Said("；到此由 {seat} 领先", "; so far {seat} holds it"),
    "leads": Said("{seats} 领出", "{seats} leads"),
    "leads.any": Said("可由 {seats} 任一家领出", "any of {seats} may lead"),
    "leads.over": Said("此副已结束，无人领出", "the hand is over: nobody leads"),
    "leads.refused": Said("；若抗贡则 {seats} 领出", "; if tribute is refused, {seats} leads"),
    "role.lead": Said("领出", "leads"),
    "role.follow": Said("跟牌", "follows"),
    "role.ruff": Said("毙", "ruffs"),
    "role.discard": Said("垫牌", "discards"),
    "role.pass": Said("不出", "passes"),
    "able": Said("可以赢", "may win"),
    "unable": Said("赢不了", "cannot win"),
    "beats": Said("压住", "beats what lies there"),
    "low": Said("压不住", "does not beat what lies there"),
    # a result
    "kitty": Said("扣底：底牌分 ×{factor}，计 {n} 分", "the kitty is captured: its points ×{factor}, {n} points"),
    "kitty.factor": Said("扣底：底牌分 ×{factor}", "the kitty is captured: its points ×{factor}"),
    "kitty.kept": Said("没有扣底", "the kitty is not captured"),
    "points": Said("抓分 {n}：", "{n} points: "),
    "levels": Said("打完 {levels}", "levels {levels}"),
    "rises": Said("，{side} 升 {n} 级", ", {side} rises by {n}"),
    "stays": Said("，无人升级", ", nobody rises"),
    "office": Said("，{side} 坐庄", ", {side} in office"),
    "score": Said("大分 {score}", "score {score}"),
    "places": Said("得分 {points}", "points {points}"),
    "worth": Said("{side} 应升 {n} 级", "{side} is to rise by {n}"),
    "banker": Said("下一副庄家 {seat}", "next banker {seat}"),
    "banker.none": Said("下一副重新抢庄", "the bank is declared for again"),
    "over": Said("{side} 过关，此局结束", "{side} has passed the last level: the game is over"),
    "over.not": Said("此局未结束", "the game is not over"),
    "time": Said("时间到，{side} 胜", "at time {side} wins"),
    "time.none": Said("时间到，无人获胜", "at time nobody wins"),
    # an incident
    "costs.points": Said("罚 {side} {n} 分", "{n} points against {side}"),
    "costs.attackers": Said("（抓分方 {n}）", " (attackers {n})"),
    "costs.hand": Said("{side} 此副判错", "the hand goes against {side}"),
    "costs.match": Said("比赛结束", "the match is over"),
    "costs.score": Said("大分 {score}", "score {score}"),
    "costs.free": Said("首次不罚", "free the first time"),
    "costs.marks": Said("{side} 记过 {n} 次", "{side} is marked {n} times"),
    "costs.referee": Said("由裁判裁定", "the referee decides"),
    "costs.range": Said("由裁判在 {low}…{high} 分内裁定", "the referee decides within {low}…{high} points"),
    "costs.none": Said("不罚", "no penalty"),
    # tribute
    "pays": Said("{giver} 向 {taker} 进贡", "{giver} pays {taker}"),
    "pays.card": Said(" {cards}", " {cards}"),
    "pays.none": Said("无人进贡", "nobody pays tribute"),
    "resist": Said("可以抗贡", "tribute may be refused"),
    "resist.not": Said("不能抗贡", "tribute may not be refused"),
    "or": Said("或", " or "),
    # facts that are missing
    "fact.attackers": Said("抓分方得分（--attackers）", "the attackers' points (--attackers)"),
    "fact.at": Said("何时发生（--incident 的 7.2）", "when it happened (7.2 in --incident)"),
    "fact.banker": Said("庄家（--banker）", "the banker (--banker)"),
    "fact.blocked": Said("甩牌被哪几部分挡住（用 --play 问甩牌）", "which parts of the throw were blocked (ask with --play)"),
    "fact.cards": Said("是哪些牌（写在 --incident 后）", "which cards (in --incident)"),
    "fact.drawn": Said("抽牌定出的首领者（--banker）", "who was drawn to lead (--banker)"),
    "fact.earlier": Said("此前同类违例次数（--earlier）", "how often it happened before (--earlier)"),
    "fact.failures": Said("此前连续失败次数（--failures）", "how often the bank failed before (--failures)"),
    "fact.in_force": Said("打的是哪一方的级（--in-force）", "whose level was played (--in-force)"),
    "fact.incident": Said("违例罚分", "what the incident costs"),
    "fact.kitty_points": Said("底牌分（--kitty-points）", "the kitty's points (--kitty-points)"),
    "fact.last": Said("末墩（--last）", "the last trick (--last)"),
    "fact.levels": Said("打前级数（--levels）", "the levels before (--levels)"),
    "fact.noticed": Said("何时发现（noticed 8.1）", "when it was noticed (noticed 8.1)"),
    "fact.places": Said("名次（--finish 或 --tribute-from）", "the places (--finish or --tribute-from)"),
    "fact.plays": Said("所在一墩（--trick，时刻写 1.n）", "the trick it happened in (--trick, its place as 1.n)"),
    "fact.referee": Said("裁判的裁定", "the referee's decision"),
    "fact.scores": Said("双方大分", "both sides' scores"),
    "fact.table": Said("主办方的换算表（--option big_points）", "the organiser's table (--option big_points)"),
    "fact.hand": Said("{seat} 的牌", "the cards of {seat}"),
}


def words(key: str, lang: Lang, /, **values: str | int) -> str:
    """The words of a key in a language, its places filled."""
    said = WORDS[key]
    return (said.zh if lang == "zh" else said.en).format(**values)
