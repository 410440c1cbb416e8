"""Questions that the climbing sheets leave open alike (D-GD-… in the rule notes).

Each is an option whose first value is the decided default; a sheet takes it as it is, or with ids, mark or choices of its own.
"""

from typing import Final

from paipu.replay.options import YES, Choice, assumed, disputed

REENTRY: Final = assumed("reentry", "D-GD-02", "不出之后同一墩还能出吗？", "May one who passed play later in the same trick?")(
    YES, Choice("no", "不能", "no", {"rounds.reentry": False})
)
GD: Final = {
    option.key: option
    for option in (
        assumed("after_out", "D-GD-01", "赢墩者已出完，谁领出（接风）？", "Who leads when the trick's winner is out?")(
            Choice("partner", "对家", "his partner"),
            Choice("next", "下家", "the next player still in", {"rounds.after_out": "next"}),
        ),
        REENTRY,
        assumed(
            "hand_end", "D-GD-03", "一方两家先出完，此副结束吗？", "Is a hand over when both players of one side are out first?"
        )(
            Choice("double", "结束", "yes"),
            Choice("third", "打到第三家出完", "no, when the third is out", {"rounds.double_ends": False}),
        ),
        assumed("undeclared", "D-GD-05", "有几种读法而没有报明时算什么？", "Several readings and none declared: which stands?")(
            Choice("strongest", "最大的", "the strongest"),
            Choice("weakest", "最小的", "the weakest", {"cards.wild.undeclared": "weakest"}),
        ),
        disputed(
            "two_wilds",
            "D-GD-05a",
            "两个逢人配加相邻两对，未报明时是什么？",
            "Both wild cards and two neighbouring pairs, none declared: what are they?",
        )(
            Choice("three_pairs", "三连对", "three pairs in a row"),
            Choice("two_triples", "钢板", "two triples in a row", {"cards.wild.two_wilds": "triples"}),
        ),
        assumed(
            "one_suit",
            "D-GD-06",
            "天然牌同花色的五张连牌能当顺子吗？",
            "May five in sequence, natural cards of one suit, be called a straight?",
        )(
            Choice("straight_flush", "不能，总是同花顺", "no, always a straight flush"),
            Choice("either", "可以", "yes", {"cards.wild.suited_only": False}),
        ),
        assumed("jokers_in_full_house", "D-GD-07", "一对王能作三带二的对吗？", "May a pair of jokers go with a triple?")(
            YES, Choice("no", "不能", "no", {"cards.wild.joker_pair": False})
        ),
        disputed("resisting", "D-GD-12", "可以抗贡时必须抗吗？", "Is a side that may refuse tribute expected to?")(
            Choice("expected", "应抗贡", "yes"),
            Choice("optional", "由其自定", "it may choose", {"tribute.resisting": "optional"}),
        ),
        assumed("equal_tribute", "D-GD-13", "双下贡牌一样大，谁贡给第一名？", "Two equal tributes: who pays the first player?")(
            Choice("next_of_first", "第一名的下家", "his right neighbour"),
            Choice("either", "任意", "either", {"tribute.equal_receiver": "either"}),
        ),
        assumed(
            "larger_tribute",
            "GD-a",
            "双下有人没按规定进最大的牌，谁进的算大？",
            "At 双下 a card paid is not the highest: whose tribute is the larger?",
        )(
            Choice("due", "按应进的牌", "by the cards that were due"),
            Choice("paid", "按实际进的牌", "by the cards that were paid", {"tribute.larger_by": "paid"}),
        ),
        assumed(
            "partner_pays",
            "D-GD-14",
            "第一名的对家最后，要给他进贡吗？",
            "Does the last player pay when the first is his own partner?",
        )(Choice("yes", "要", "yes"), Choice("no", "不要", "no", {"tribute.partner_pays": False})),
        assumed("returns", "D-GD-15", "“10以下”可以还哪些牌？", "Which cards may be returned where they are of at most ten?")(
            Choice("ten", "含10，不含级牌", "ten among them, no level cards"),
            Choice("nine", "不含10", "without the ten", {"tribute.return_top": "9"}),
            Choice("level_cards", "级牌也可以", "level cards too", {"tribute.level_returns": True}),
        ),
        assumed(
            "own_level",
            "D-GD-16",
            "打对方的A时，己方的A能打过吗？",
            "May a side at A pass it in a hand played at the other side's A?",
        )(
            Choice("own", "须打自己的A", "no, its own must be in force"),
            Choice("any", "可以", "yes", {"levels.own_level": False}),
        ),
    )
}
"""By key, in the order of their ids."""
