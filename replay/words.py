"""What people call the things of a game, in one place for messages, command line and pages: seats, cards, levels,
combinations, places in a hand and in the order of going out.

The words are as they are spoken; what is safe for a terminal or a page is for those who show them. The tables look alike, here
and in `replay/event/words.py`, since each is that and no more: a key of the format, and what it is called.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from paipu.replay.cards import JOKERS, SUIT_SYMBOLS, UNKNOWN, split_cards
from paipu.replay.notation import read_reading
from paipu.replay.text import Lang, Text, in_language

WORDS: Final[Mapping[str, Text]] = {
    "seat.E": Text("东", "E"),
    "seat.N": Text("北", "N"),
    "seat.W": Text("西", "W"),
    "seat.S": Text("南", "S"),
    "side.NS": Text("南北", "NS"),
    "suit.s": Text("黑桃", "spades"),
    "suit.h": Text("红桃", "hearts"),
    "suit.c": Text("梅花", "clubs"),
    "suit.d": Text("方块", "diamonds"),
    "suit.NT": Text("无主", "no trump"),
    "suit.T": Text("主牌", "trumps"),
    "card.BJ": Text("大王", "big joker"),
    "card.LJ": Text("小王", "little joker"),
    "level.flag": Text("扛旗", "flag"),
    "unknown": Text("未知", "unknown"),
    # places: of a finding, and in the order of going out
    "place.hand": Text("第 {no} 副", "hand {no}"),
    "place.before": Text("出牌前", "before trick 1"),
    "place.trick": Text("第 {trick} {term}", "trick {trick}"),
    "place.play": Text("第 {trick} {term}第 {play} 手", "trick {trick}, play {play}"),
    "place.hands": Text("各副", "the hands"),
    "place.start": Text("起点", "the start"),
    "place.claims": Text("所报结果", "the claims"),
    "place.deal": Text("发牌", "the deal"),
    "place.kitty": Text("底牌", "the kitty"),
    "place.bury": Text("所扣的牌", "the cards buried"),
    "place.seat": Text("座位", "the seat"),
    "place.bids": Text("亮主", "the bids"),
    "place.bid": Text("第 {no} 次亮主", "bid {no}"),
    "place.tricks": Text("出牌", "the tricks"),
    "place.trump": Text("主", "trump"),
    "place.no": Text("副号", "its number"),
    "finish.4.1": Text("头游", "1st"),
    "finish.4.2": Text("二游", "2nd"),
    "finish.4.3": Text("三游", "3rd"),
    "finish.4.4": Text("末游", "last"),
    "finish.6.1": Text("第1名", "1st"),
    "finish.6.2": Text("第2名", "2nd"),
    "finish.6.3": Text("第3名", "3rd"),
    "finish.6.4": Text("第4名", "4th"),
    "finish.6.5": Text("第5名", "5th"),
    "finish.6.6": Text("第6名", "6th"),
    # at the table
    "game.pass": Text("不要", "pass"),
    "game.not_asked": Text("不炒", "passes"),
    "game.trio": Text("{suit} 5·10·K", "{suit} 5·10·K"),
    "game.broken": Text("不成立", "does not count"),
    "game.relieves": Text("接 {seat} 的风", "for {seat}, who is out"),
    "game.double": Text("双下", "both first places"),
    "game.passed": Text("{side} 过A，胜此局", "{side} pass the A and win the game"),
    "game.seconds": Text("{n} 秒", "{n} s"),
    "game.limit": Text("限 {n} 秒", "limit {n} s"),
    "game.over_time": Text("超时", "over time"),
    "game.not_recorded": Text("未记录", "not recorded"),
    # what the attackers' points lead to, by the sheet's table
    "band.bank": Text("庄家方升 {n} 级", "bank +{n}"),
    "band.bank.0": Text("庄家方不升级", "bank +0"),
    "band.attackers": Text("抓分方上台升 {n} 级", "attackers take office +{n}"),
    "band.attackers.0": Text("抓分方上台不升级", "attackers take office"),
    "band.straight": Text("庄家方直升 {level}", "bank straight to {level}"),
    "band.passed": Text("{level}通过", "{level} passed"),
    "band.stake.bank": Text("庄家方打{top}、对方打{bottom}", "bank to {top}, attackers to {bottom}"),
    "band.stake.attackers": Text("抓分方打{top}、对方打{bottom}", "attackers to {top}, bank to {bottom}"),
    "band.stage_stake.attackers": Text("抓分方上台、对方退打{bottom}", "attackers take office, bank back to {bottom}"),
    "band.score": Text("大分 {score}", "score {score}"),
    # what a follower owes
    "duty.all": Text("跟 {n} 张{suit}", "{suit}: {n}"),
    "duty.short": Text("{suit}只有 {n} 张，都须跟出，其余任意", "{suit}: all {n}, then any cards"),
    "duty.void": Text("没有{suit}，任意 {n} 张", "void in {suit}: any {n} {n:card|cards}"),
    "duty.pairs": Text("，其中 {n} 个对子", ", {n} {n:pair|pairs} among them"),
    "duty.pair": Text("，其中 1 个对子", ", a pair among them"),
    "duty.tractor": Text("，其中 {n} 连对的拖拉机", ", a tractor of {n} pairs among them"),
    # verdicts and lists
    "severity.error": Text("错误", "error"),
    "severity.warning": Text("警告", "warning"),
    "severity.note": Text("提示", "note"),
    "kind.fail": Text("违规或不符", "a breach or a wrong claim"),
    "kind.review": Text("待裁判定夺", "for the referee"),
    "kind.open": Text("缺事实，未定", "open: facts missing"),
    "basis.stated": Text("明文", "stated"),
    "basis.assumed": Text("未写明，按约定", "assumed"),
    "basis.disputed": Text("两读皆可", "disputed"),
    "label.expected": Text("应为", "expected"),
    "label.actual": Text("实为", "actual"),
    "label.played": Text("所出", "played"),
    "list.stop": Text("；", "; "),
    "list.all": Text("全部 {n} 种", "all {n}"),
    "list.some": Text("{n} 种，共 {total} 种", "{n} of {total}"),
    "list.many": Text("{n} 种，总数未计尽", "{n}, more than could be counted"),
}
"""The words that the texts of the command line and those of the pages both have."""

INCIDENTS: Final[Mapping[str, Text]] = {
    "exposed": Text("露牌", "a card shown that was not played"),
    "revoke": Text("跟错牌", "cards owed and not followed"),
    "concealed": Text("藏牌", "a card kept back that should have been played"),
    "out_of_turn": Text("抢先出牌", "played out of turn"),
    "kitty_count": Text("底牌张数不对", "a wrong number of cards in the kitty"),
    "hand_count": Text("手牌张数不对", "a wrong number of cards in the hand"),
    "overdraw": Text("多摸或少摸", "cards drawn too many or too few"),
    "kitty_viewed": Text("扣底后看底牌", "the kitty looked at after it was buried"),
    "failed_throw": Text("甩牌失败", "a throw that did not stand"),
    "timeout": Text("超时", "over time"),
    "late": Text("迟到", "late"),
    "signal": Text("传递信息", "information passed"),
    "card_check": Text("要求看牌", "a past trick inspected"),
    "misconduct": Text("行为不当", "misconduct"),
    "cheating": Text("作弊", "cheating"),
    "count_asked": Text("问张数", "asked how many cards were left"),
    "count_told": Text("报张数", "told how many cards he had left"),
    "unannounced": Text("未报牌", "cards left not announced"),
    "draw_seen": Text("越序抓牌，已看到牌", "a card drawn out of turn, and seen"),
    "draw_kept": Text("越序抓牌，已插入手中", "a card drawn out of turn, and put among one's own"),
    "pack_count": Text("全副牌张数不符", "a wrong number of cards in the pack"),
    "tribute_wrong": Text("贡错牌、还错牌", "a wrong card paid or returned as tribute"),
    "word_out_of_turn": Text("越序表态", "said out of turn what one would do"),
    "wrong_play": Text("出错牌", "a play that was none, or did not beat what lay there"),
    "manner": Text("出牌方式违规", "cards held, laid down or passed irregularly"),
    "delay": Text("故意延误", "the match delayed on purpose"),
    "left_seat": Text("离开座位", "the seat left without leave"),
    "sheet_not_kept": Text("经提醒仍未填记录表", "the score sheet not kept, in spite of a reminder"),
    "sheet_unsigned": Text("经提醒仍未签字", "the score sheet not signed, in spite of a reminder"),
}
"""What can have been noticed at the table, in the order of `data/FORMAT.md`."""

STEPS: Final[Mapping[str, Text]] = {
    "warning": Text("警告", "warning"),
    "violation": Text("违例", "violation"),
    "foul": Text("犯规", "foul"),
    "lost": Text("判负", "loss of the match"),
    "forfeit": Text("弃权", "forfeit"),
}
"""What a fault may come to, in the order of `data/FORMAT.md`."""

REASONS_TO_END: Final[Mapping[str, Text]] = {
    "passed": Text("打过", "passed"),
    "time": Text("到时", "time"),
    "hands": Text("打完副数", "hands"),
    "forfeit": Text("弃权", "forfeit"),
    "ruling": Text("裁决", "ruling"),
}
"""Why a match can have ended, in the order of `data/FORMAT.md`."""

CLAIMS: Final[Mapping[str, Text]] = {
    "winners": Text("各墩赢家", "winners"),
    "attackers": Text("抓分", "attackers"),
    "kitty_points": Text("底分", "kitty_points"),
    "multiplier": Text("扣底倍数", "multiplier"),
    "penalties": Text("罚分", "penalties"),
    "levels": Text("级数", "levels"),
    "next_dealer": Text("下一副庄家", "next_dealer"),
    "score": Text("大分", "score"),
    "finish": Text("名次", "finish"),
    "points": Text("积分", "points"),
    "winner": Text("胜方", "winner"),
    "reason": Text("结束原因", "reason"),
}
"""What a score sheet claims of a hand or a match; in English by the keys of the format, which a scorer looks for."""
HANDED_ON: Final[Mapping[str, Text]] = {
    "level": Text("级牌", "level"),
    "dealer": Text("庄家", "dealer"),
    "tribute": Text("进贡", "tribute"),
    "lead": Text("先出", "lead"),
}
"""What a hand takes from the one before, besides."""
FACTS: Final[Mapping[str, Text]] = {**CLAIMS, **HANDED_ON, "resisted": Text("抗贡", "resisted")}
"""Both, and whether tribute was refused."""

RULING_STATES: Final[Mapping[str, Text]] = {
    "draft": Text("草拟，未生效", "a draft, not in force"),
    "issued": Text("已裁决", "issued"),
    "appealed": Text("申诉中，仍有效", "appealed, in force until decided"),
    "final": Text("终裁", "final"),
    "withdrawn": Text("已撤销", "withdrawn"),
}

KINDS: Final[Mapping[str, Text]] = {
    "single": Text("单张", "single"),
    "pair": Text("对子", "pair"),
    "triple": Text("三张", "triple"),
    "full_house": Text("三带二", "full house"),
    "straight": Text("顺子", "straight"),
    "tube": Text("三连对", "three pairs"),
    "plate": Text("钢板", "two triples"),
    "flush": Text("同花", "flush"),
    "four_one": Text("四带一", "four and one"),
    "bomb": Text("炸弹", "bomb"),
    "straight_flush": Text("同花顺", "straight flush"),
    "five": Text("五同", "five alike"),
    "four_jokers": Text("四王", "four jokers"),
}
"""What combinations are called; the names in findings are those of `types` in computed results."""

_BOMB: Final = Text("{size}张{kind}", "{kind} of {size}")
_AND: Final = Text("、", ", ")
FIGURE_NAMES: Final[Mapping[str, Text]] = {
    "place": Text("名次", "place"),
    "match_points": Text("积分", "match points"),
    "points": Text("得分", "points"),
    "big_points": Text("大分", "big points"),
    "small_points": Text("小分", "small points"),
    "first_places": Text("头名", "first places"),
    "level_difference": Text("级差", "level difference"),
    "levels_gained": Text("升级数", "levels gained"),
    "wins": Text("胜场", "wins"),
    "head_to_head": Text("相互战绩", "head to head"),
    "direct_win": Text("直胜", "direct wins"),
    "opponents": Text("对手分", "opponents"),
    "progressive": Text("累进分", "progressive"),
    "progressive_cut": Text("去首累进分", "progressive, cut"),
    "lot": Text("抽签", "lot"),
    "round": Text("到第几轮", "round"),
    "penalties": Text("罚分", "penalties"),
    "ruling": Text("裁定取消资格", "disqualified by a ruling"),
    "latenesses": Text("连续迟到", "latenesses running"),
    "forfeits": Text("连续弃权", "forfeits running"),
    "lost_by_rulings": Text("被判负", "matches lost by rulings"),
}
"""What the figures of an event and the keys that it is ranked by are called, and what disqualifies."""


def seat_name(seat: str | None, lang: Lang) -> str:
    """A seat with the letter that records have for it: `东 E`, `E`; the numbers of six-seat tables stay numbers.

    >>> seat_name("E", "zh"), seat_name("E", "en"), seat_name("3", "zh")
    ('东 E', 'E', '3')
    """
    said = seats_name(seat or "", lang)
    return said if said == (seat or "") else f"{said} {seat}"


def seats_name(seats: str, lang: Lang) -> str:
    """A side, or a run of seats; a side is called as people say it, whichever seat comes first at the table.

    >>> seats_name("NS", "zh"), seats_name("NES", "zh"), seats_name("135", "zh")
    ('南北', '北东南', '135')
    """
    if f"side.{seats}" in WORDS:
        return in_language(WORDS[f"side.{seats}"], lang)
    return "".join(_called(f"seat.{seat}", seat, lang) for seat in seats)


def suit_name(suit: str | None, lang: Lang) -> str:
    """A trump suit: `♠ 黑桃`, `♠ spades`; `NT` is 无主."""
    if suit is None:
        return in_language(WORDS["unknown"], lang)
    name = in_language(WORDS[f"suit.{suit}"], lang)
    return f"{SUIT_SYMBOLS[suit]} {name}" if suit in SUIT_SYMBOLS else name


def suit_sign(suit: str, lang: Lang) -> str:
    """A suit's sign, or the word for trumps (`T`)."""
    return SUIT_SYMBOLS.get(suit) or in_language(WORDS["suit.T"], lang)


def card_name(card: str, lang: Lang) -> str:
    """A card with its suit's sign; jokers as records write them, in Chinese by name.

    >>> card_name("Th", "zh"), card_name("BJ", "zh"), card_name("BJ", "en")
    ('♥10', '大王', 'BJ')
    """
    if card in JOKERS:
        return WORDS[f"card.{card}"].zh if lang == "zh" else card
    return "?" if card == UNKNOWN else SUIT_SYMBOLS[card[1]] + ("10" if card[0] == "T" else card[0])


def cards_name(cards: str, lang: Lang, between: str = "") -> str:
    """Some cards, one after the other."""
    return between.join(card_name(card, lang) for card in split_cards(cards))


_CARDS_IN_TEXT: Final = re.compile(r"(?<![\w/-])(?:[2-9TJQKA][shcd]|BJ|LJ)+(?![\w/-])", re.ASCII)


def with_signs(said: str, lang: Lang) -> str:
    """A text with the cards in it as people know them, as on the card table.

    >>> with_signs("demo/r1/t02: Ac led, KdTd of SJ-16j", "en")
    'demo/r1/t02: ♣A led, ♦K♦10 of SJ-16j'
    """
    return _CARDS_IN_TEXT.sub(lambda found: cards_name(found[0], lang), said)


def rank_name(rank: str, lang: Lang) -> str:
    """A rank as it is printed on a card; jokers by name.

    >>> rank_name("T", "en"), rank_name("BJ", "en")
    ('10', 'big joker')
    """
    return "10" if rank == "T" else _called(f"card.{rank}", rank, lang)


def level_name(level: str | None, lang: Lang) -> str:
    """A level as people say it: a rank, or 扛旗.

    >>> level_name("flag", "en"), level_name("T", "zh")
    ('flag', 'T')
    """
    return _called("unknown" if level is None else f"level.{level}", level or "", lang)


def levels_name(levels: Mapping[str, str], lang: Lang) -> str:
    """Levels by side: `EW 4, NS 2`."""
    return by_side({side: level_name(level, lang) for side, level in levels.items()})


def signed(score: int) -> str:
    """A score with its sign.

    >>> signed(2), signed(-17), signed(0)
    ('+2', '−17', '0')
    """
    return f"{score:+d}".replace("-", "−") if score else "0"


def sides_named(text: str, lang: Lang) -> str:
    """A text in which sides stand by their letters: `SK-5.3: NS −2, EW +2`.

    >>> sides_named("SJ-16m: EW=8 NS=8", "zh")
    'SJ-16m: 东西 8 南北 8'
    """
    return _SIDE_IN_TEXT.sub(lambda found: f"{seats_name(found[1], lang)} ", text) if lang == "zh" else text


_SIDE_IN_TEXT: Final = re.compile(r"\b(EW|NS)[= ]")


def by_side(values: Mapping[str, object]) -> str:
    """Values by side: `EW 3, NS 0`."""
    return ", ".join(f"{side} {value}" for side, value in values.items())


def kind_name(kind: str, size: int, lang: Lang) -> str:
    """A kind of combination as players call it; bombs with their number of cards.

    >>> kind_name("bomb", 5, "zh"), kind_name("plate", 6, "en")
    ('5张炸弹', 'two triples')
    """
    said = in_language(KINDS[kind], lang)
    return in_language(_BOMB, lang, size=size, kind=said) if kind == "bomb" else said


def reading_name(reading: str, lang: Lang, *, printed: bool = False) -> str:
    """What a play counts as: its kind, and the rank that decides, as records write it or as it is `printed` on a card.

    Anything that is no reading stays as it is.

    >>> reading_name("straight:7", "zh"), reading_name("bomb4:T", "en"), reading_name("bomb4:T", "en", printed=True)
    ('顺子 7', 'bomb of 4 T', 'bomb of 4 10')
    >>> reading_name("four_jokers:BJ", "en"), reading_name("KsKs", "en")
    ('four jokers', 'KsKs')
    """
    kind, size, rank = read_reading(reading)
    if kind not in KINDS or not rank:
        return reading
    said = kind_name(kind, size, lang)
    return said if kind == "four_jokers" else f"{said} {rank_name(rank, lang) if printed else rank}"


def readings_name(readings: str, lang: Lang) -> str:
    """The readings of a finding: `straight:7 | bomb4:9` is 顺子 7、4张炸弹 9."""
    return join((reading_name(reading, lang) for reading in readings.split(" | ")), lang)


def place_name(trick: int | None, play: int | None, lang: Lang, term: Text) -> str:
    """Where in a hand something is, under the word that its sheet has for a trick. Empty for the hand as a whole.

    >>> round = Text("圈", "trick")
    >>> place_name(7, 2, "en", round), place_name(0, 0, "zh", round), place_name(7, None, "zh", round)
    ('trick 7, play 2', '出牌前', '第 7 圈')
    """
    if trick is None:
        return ""
    what = "before" if not trick else "trick" if not play else "play"
    return in_language(WORDS[f"place.{what}"], lang, trick=trick, play=play, term=in_language(term, lang))


def pointer_name(pointer: str, numbers: Sequence[int], lang: Lang, term: Text) -> str:
    """What a JSON pointer into a record leads to, as people call it; `numbers` are those of the hands, in their order.

    >>> round = Text("轮", "trick")
    >>> pointer_name("/hands/4/claims/winners", [1, 2, 3, 4, 6], "zh", round)
    '第 6 副所报结果各墩赢家'
    >>> pointer_name("/hands/0/tricks/6", [3], "zh", round), pointer_name("/hands/0/tricks/6", [3], "en", round)
    ('第 3 副第 7 轮', 'hand 3 trick 7')
    >>> pointer_name("/start/levels/EW", [], "zh", round), pointer_name("/hands/1/bids/0", [1, 2], "en", round)
    ('起点级数东西', 'hand 2 bid 1')
    """
    steps = pointer.split("/")[1:]
    said: list[str] = []
    while steps:
        step, *steps = steps
        at = int(steps[0]) if steps and steps[0].isdecimal() else None
        if step == "hands" and at is not None and at < len(numbers):
            said.append(hand_name(numbers[at], lang))
        elif step == "tricks" and at is not None:
            said.append(place_name(at + 1, None, lang, term))
        elif step == "bids" and at is not None:
            said.append(in_language(WORDS["place.bid"], lang, no=at + 1))
        else:
            at = None if step != "kitty" else at
            word = WORDS.get(f"place.{step}") or FACTS.get(step)
            said.append(in_language(word, lang) if word is not None else seats_name(step, lang))
        steps = steps[1:] if at is not None else steps
    return ("" if lang == "zh" else " ").join(said)


def hand_name(no: int, lang: Lang) -> str:
    """A hand by its number."""
    return in_language(WORDS["place.hand"], lang, no=no)


def finish_name(place: int, seats: int, lang: Lang) -> str:
    """A place in the order of going out, from 1, at a table of so many seats: 头游."""
    return in_language(WORDS[f"finish.{seats}.{place}"], lang)


def count_name(total: int | None, shown: int, lang: Lang) -> str:
    """How many of how many are listed; the total is None where they were too many to count."""
    key = "many" if total is None else "all" if shown >= total else "some"
    return in_language(WORDS[f"list.{key}"], lang, n=shown, total=total)


def join(words: Iterable[str], lang: Lang) -> str:
    """A list in a sentence."""
    return in_language(_AND, lang).join(words)


def _called(key: str, otherwise: str, lang: Lang) -> str:
    """What the words have for a key, where they have anything."""
    return in_language(WORDS[key], lang) if key in WORDS else otherwise
