"""What players call things: words that mean the same, from table to table and from sheet to sheet."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from paipu.replay.rulesheet import FamilyName


class Term(NamedTuple):
    """Words for one thing, the project's own first."""

    words: tuple[str, ...]
    english: tuple[str, ...]
    zh: str
    en: str

    @property
    def names(self) -> tuple[str, ...]:
        """All words for it."""
        return (*self.words, *self.english)


CLIMBING: Final = (
    # places
    Term(("上游", "头游", "头家", "头名"), ("first out",), "最先出完牌的人", "the first to be out of cards"),
    Term(("二游",), ("second out",), "第二个出完牌的人", "the second to be out of cards"),
    Term(("三游",), ("third out",), "第三个出完牌的人", "the third to be out of cards"),
    Term(("末游", "下游", "末家", "大落"), ("last out",), "最后还有牌的人", "the last with cards in hand"),
    Term(("双下", "双戴花", "双带花", "双上"), ("double win",), "同一方得前两名", "one side has the first two places"),
    Term(("单下",), ("single win",), "只有一家末游进贡", "only the last player owes tribute"),
    Term(("接风", "借风"), (), "赢墩者已出完，由他人领出", "the trick's winner is out and another leads"),
    # combinations
    Term(("三连对", "连对", "木板"), ("three pairs", "tube"), "三对点数相连", "three pairs in a row"),
    Term(("单张", "单牌"), ("single",), "一张牌", "one card"),
    Term(("对子", "对牌"), ("pair",), "同点的两张", "two cards of a rank"),
    Term(("三张", "三同张"), ("triple",), "同点的三张", "three cards of a rank"),
    Term(("同花",), ("flush",), "同一花色的五张，不相连", "five cards of a suit, not in sequence"),
    Term(("钢板", "双飞", "三顺", "团子"), ("two triples", "plate"), "两组点数相连的三张", "two triples in a row"),
    Term(("三带二", "三带两", "三带对", "葫芦"), ("full house",), "三张带一对", "a triple and a pair"),
    Term(("四带一",), ("four and one",), "四张带一张", "four of a rank and one more"),
    Term(("顺子", "杂顺", "杂花顺"), ("straight",), "五张相连", "five cards in sequence"),
    Term(("同花顺",), ("straight flush",), "同一花色的五张相连", "five cards of a suit in sequence"),
    Term(("炸弹", "炸"), ("bomb",), "四张以上同点", "four or more cards of a rank"),
    Term(("四王", "四大天王", "天王炸", "王炸", "四鬼"), ("four jokers",), "四张王一起出", "all four jokers together"),
    Term(("五同",), ("five alike",), "五张同点", "five cards of a rank"),
    Term(
        ("逢人配", "自由牌", "配牌", "百搭", "红桃级牌", "红心级牌"),
        ("wild card",),
        "可以代替别的牌",
        "a card that stands for others",
    ),
    # tribute
    Term(("进贡", "上贡"), ("tribute",), "输家把最大的牌给赢家", "losers give winners their highest card"),
    Term(("还贡", "还牌", "退贡"), ("return of tribute",), "受贡者还一张牌", "who received tribute gives a card back"),
    Term(("抗贡",), ("refusing tribute",), "持有全部大王而不进贡", "with all the big jokers no tribute is paid"),
    Term(("将牌",), ("fixed high rank",), "大怪路子里的 2，单张大过 A", "the 2 of 大怪路子, above the ace as a single"),
    Term(("记过",), ("mark",), "违例记一次，同副两次判负", "an offence noted; two of a side in a hand lose it"),
    Term(("级差",), ("level difference",), "双方级数之差", "by how many levels one side is ahead"),
    Term(("不出", "不要", "过牌"), ("pass",), "轮到时不出牌", "to play nothing in one's turn"),
    Term(("报牌", "报张"), ("telling counts",), "说出剩几张牌", "saying how many cards are left"),
)
TRICKS: Final = (
    Term(("拖拉机", "连对", "姊妹对"), ("tractor",), "同一门点数相邻的两对以上", "two or more pairs in a row of one suit"),
    Term(("甩牌",), ("throw",), "一次领出几个牌型", "a lead of several units at once"),
    Term(("庄家", "台上"), ("banker",), "持有底牌、守分的一方", "who takes the kitty and defends the points"),
    Term(("底牌",), ("kitty",), "扣下不打的牌", "the cards laid aside"),
    Term(("扣底", "埋底", "扣牌"), ("burying",), "庄家放回底牌", "the banker lays cards aside"),
    Term(("亮主", "叫主", "亮牌"), ("declaring trump",), "亮出级牌定主", "level cards shown name the trump"),
    Term(("反主",), ("over-declaring",), "用更大的牌改主", "larger cards name another trump"),
    Term(("毙", "将吃"), ("ruff",), "缺门时用主牌压", "trumps played by one who is void"),
)
SHARED: Final = (
    Term(("大王", "大怪", "大鬼"), ("big joker",), "较大的王，牌谱写作 BJ", "the higher joker, BJ in records"),
    Term(("小王", "小怪", "小鬼"), ("little joker",), "较小的王，牌谱写作 LJ", "the lower joker, LJ in records"),
    Term(("王", "怪", "鬼牌"), ("joker",), "大王或小王", "a big or a little joker"),
    Term(("对家", "对门", "搭档"), ("partner",), "同一方的牌手", "a player of one's own side"),
    Term(("上家",), ("left neighbour",), "先于自己出牌的一家", "who plays before one"),
    Term(("下家",), ("right neighbour",), "后于自己出牌的一家", "who plays after one"),
    Term(("级牌",), ("level card",), "点数为所打的级的牌", "a card of the rank that is played"),
    Term(("墩",), ("trick",), "从领出到无人再压", "from a lead until nobody plays more"),
)
TERMS: Final = (*CLIMBING, *TRICKS, *SHARED)
USED: Final[Mapping[FamilyName, tuple[Term, ...]]] = {"tricks": (*TRICKS, *SHARED), "climbing": (*CLIMBING, *SHARED)}
"""The terms that are in use in the games of a family."""


def terms_of(word: str) -> list[Term]:
    """What goes by a word, which may be written in any case; one word may mean two things, one in each family."""
    wanted = word.strip().casefold()
    return [term for term in TERMS if wanted in term.names]
