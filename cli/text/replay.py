"""What `paipu replay` says."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

REPLAY: Final[Mapping[str, Text]] = {
    "replay.all_or_ply": Text("--all 与 --ply 只能用一个", "give either --all or --ply"),
    "replay.no_record": Text(
        "{path} 中没有可读的牌谱（隔离 {rejected}）", "{path} holds no readable record ({rejected} quarantined)"
    ),
    "replay.no_match": Text("{path} 中没有场次 {match}；相近：{near}", "{path} has no match {match}; near: {near}"),
    "replay.which_match": Text(
        "{path} 有 {n} 场，请用 --match 指明：{ids} …", "{path} has {n} matches; name one with --match: {ids} …"
    ),
    "replay.no_hands": Text("{match} 没有任何一副", "{match} has no hands"),
    "replay.no_hand": Text("{match} 没有第 {hand} 副；有：{hands}", "{match} has no hand {hand}; it has: {hands}"),
    "replay.no_ply": Text(
        "没有第 {ply} 手：第 {hand} 副有第 0 至 {last} 手", "there is no ply {ply}: hand {hand} has plies 0 to {last}"
    ),
    "replay.not_shown": Text(
        "{match} 第 {hand} 副无法复盘：级牌、主花色或庄家不明",
        "{match}, hand {hand} cannot be replayed: level, trump or banker are not known",
    ),
    "replay.why.declared": Text("（声明 {declared}）", " (declared {declared})"),
    "replay.why.beats": Text("（唯此能压）", " (nothing else beats)"),
    "replay.why.undeclared": Text("（未声明，按规则取此）", " (not declared; taken by the sheet)"),
    "replay.holds": Text("◂ 控牌", "◂ holds"),
    "replay.gives": Text("{giver} 进贡 {card} → {taker}", "{giver} pays {card} → {taker}"),
    "replay.gives_back": Text("{giver} 还贡 {card} → {taker}", "{giver} returns {card} → {taker}"),
    "replay.any_lead": Text("首出，任意牌型", "a lead: any combination"),
    "replay.to_beat": Text("须压过 {reading}", "to beat {reading}"),
    "replay.ply": Text("第 {ply} 手，共 {last} 手", "ply {ply} of {last}"),
    "replay.points": Text("抓得 {n} 分：{band}", "{n} points: {band}"),
    "replay.penalties": Text("含罚分 {n}", "penalties {n} included"),
    "replay.takes": Text("炒底 {cards}", "takes the kitty up with {cards}"),
    "replay.buries": Text("扣 {cards}", "buries {cards}"),
    "replay.buried_by": Text("（{seat} 扣）", "(buried by {seat})"),
    "replay.no_kitty": Text("无底牌", "none"),
    "replay.claimed": Text("（申报 {value}）", "(claimed {value})"),
    "replay.bank": Text("庄", "bank"),
    "replay.to_play": Text("▸", "▸"),
    "replay.trumps": Text("主", "T"),
    "replay.unseen": Text("另有未见之牌", "and cards not seen"),
    "replay.winning": Text("◂ 最大", "◂ best"),
    "replay.next": Text("轮到 {seat}", "{seat} to play"),
    "replay.end": Text("本副终", "end of the hand"),
    "replay.leads": Text(
        "领出：同一门花色的任意牌型，甩牌须每部分最大", "a lead: anything of one suit; every part of a throw must be highest"
    ),
    "replay.legal_unknown": Text("手牌不全，无法列出", "the hand is not fully known"),
    "replay.no_finding": Text("此处无发现", "none here"),
    "replay.pins": Text("规则 {sheet} · 引擎 {engine} · 记录 {sha}", "sheet {sheet} · engine {engine} · record {sha}"),
}
