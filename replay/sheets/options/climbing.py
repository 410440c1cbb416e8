"""Questions that the climbing sheets leave open alike (D-GD-… in the rule notes), and groups of checks that options touch.

Each is an option whose first value is the decided default; a sheet takes it as it is, or with ids, mark or choices of its own.
"""

from typing import Final, Literal

from replay.checks.climbing import AT_DOUBLE
from replay.options import Choice, Option
from replay.sheets.options.shared import SETTLED, YES

LEADS = ("LEAD-WINNER", "LEAD-AFTER-OUT", "LEAD-OUT", "LEAD-PASS", "TRICK-PLAYS")
PLAYS = (
    *("PLAY-TYPE", "PLAY-TYPE-RUN", "PLAY-TYPE-PAIRS", "PLAY-TYPE-TRIPLES", "PLAY-TYPE-FULL-HOUSE", "PLAY-TYPE-JOKERS"),
    *("PLAY-TYPE-BOMB", "PLAY-TYPE-COUNT"),
    *(
        "PLAY-NOT-HIGHER",
        "PLAY-OTHER-TYPE",
        "READING-WRONG",
        "READING-AMBIGUOUS",
        "READING-TWO-WILDS",
        "READING-DECIDES",
        "PLAY-NOT-HELD",
        "PLAY-AFTER-END",
    ),
    *("PLAY-REENTRY", "CARD-COPIES"),
    *LEADS,
)
TRIBUTE = (
    *("TRIBUTE-NONE", "TRIBUTE-RESISTED", "TRIBUTE-PAID-ANYWAY", "TRIBUTE-WAIVED", "TRIBUTE-PAYER", "TRIBUTE-TWICE"),
    *("TRIBUTE-RECEIVER", "TRIBUTE-ORDER", "TRIBUTE-MISSING", "TRIBUTE-NO-RETURN", "TRIBUTE-NOT-HELD", "TRIBUTE-CARD"),
    *("TRIBUTE-RETURN-TO", "TRIBUTE-RETURN", "TRIBUTE-OPEN", "LEAD-TRIBUTE", "LEAD-RESISTED", "DEAL-OPEN"),
    *("LEAD-TRIBUTE-EQUAL", "LEAD-NEITHER", *(f"{code}-DOUBLE" for code in AT_DOUBLE)),
)
RESISTING = ("TRIBUTE-WAIVED", "TRIBUTE-PAID-ANYWAY", "TRIBUTE-WAIVED-DOUBLE", "TRIBUTE-PAID-ANYWAY-DOUBLE")
LEVELS = (
    *("CLAIM-LEVELS", "CLAIM-LEVELS-LAST", "CLAIM-MATCH-LEVELS", "CLAIM-MATCH-WINNER", "CLAIM-MATCH-REASON", "MATCH-OVER"),
    *("LEVEL-IN-FORCE", "START-LEVEL", "LEVEL-OPEN", "CLAIM-ROUND-POINTS", "CLAIM-MATCH-POINTS", "CLAIM-OPEN"),
)
RESULT = ("CLAIM-FINISH", "HAND-UNFINISHED", *LEVELS, *TRIBUTE)
ALL = (*PLAYS, *RESULT)
"""A play, a leader or a result that is read otherwise may change whatever comes after it."""


def settled(key: str, identifier: str, mark: Literal["stated", "assumed", "disputed"], zh: str, en: str, *codes: str) -> Option:
    """A question whose default stands alone; the verdicts of `codes` rest on it."""
    return Option(key, (identifier,), mark, zh, en, {"decided": SETTLED}, codes, codes)


REENTRY: Final = Option(
    "reentry",
    ("D-GD-02",),
    "assumed",
    "不出之后同一墩还能出吗？",
    "May one who passed play later in the same trick?",
    {"yes": YES, "no": Choice("不能", "no", {"rounds.reentry": False})},
    ALL,
)

GD: Final = {
    option.key: option
    for option in (
        Option(
            "after_out",
            ("D-GD-01",),
            "assumed",
            "赢墩者已出完，谁领出（接风）？",
            "Who leads when the trick's winner is out?",
            {
                "partner": Choice("对家", "his partner"),
                "next": Choice("下家", "the next player still in", {"rounds.after_out": "next"}),
            },
            ALL,
            always=("LEAD-AFTER-OUT",),
        ),
        REENTRY,
        Option(
            "hand_end",
            ("D-GD-03",),
            "assumed",
            "一方两家先出完，此副结束吗？",
            "Is a hand over when both players of one side are out first?",
            {
                "double": Choice("结束", "yes"),
                "third": Choice("打到第三家出完", "no, when the third is out", {"rounds.double_ends": False}),
            },
            ALL,
        ),
        settled(
            "level_in_force",
            "D-GD-04",
            "assumed",
            "打上副第一名一方升级后的级",
            "The level is that of the last winner's side, after its rise",
            "LEVEL-IN-FORCE",
        ),
        Option(
            "undeclared",
            ("D-GD-05",),
            "assumed",
            "有几种读法而没有报明时算什么？",
            "Several readings and none declared: which stands?",
            {
                "strongest": Choice("最大的", "the strongest"),
                "weakest": Choice("最小的", "the weakest", {"cards.wild.undeclared": "weakest"}),
            },
            ALL,
            always=("READING-AMBIGUOUS", "READING-TWO-WILDS", "READING-DECIDES"),
        ),
        Option(
            "two_wilds",
            ("D-GD-05a",),
            "disputed",
            "两个逢人配加相邻两对，未报明时是什么？",
            "Both wild cards and two neighbouring pairs, none declared: what are they?",
            {
                "three_pairs": Choice("三连对", "three pairs in a row"),
                "two_triples": Choice("钢板", "two triples in a row", {"cards.wild.two_wilds": "triples"}),
            },
            ALL,
            always=("READING-TWO-WILDS",),
        ),
        Option(
            "one_suit",
            ("D-GD-06",),
            "assumed",
            "天然牌同花色的五张连牌能当顺子吗？",
            "May five in sequence, natural cards of one suit, be called a straight?",
            {
                "straight_flush": Choice("不能，总是同花顺", "no, always a straight flush"),
                "either": Choice("可以", "yes", {"cards.wild.suited_only": False}),
            },
            ALL,
        ),
        Option(
            "jokers_in_full_house",
            ("D-GD-07",),
            "assumed",
            "一对王能作三带二的对吗？",
            "May a pair of jokers go with a triple?",
            {"yes": YES, "no": Choice("不能", "no", {"cards.wild.joker_pair": False})},
            ALL,
        ),
        settled("wilds_alone", "D-GD-08", "assumed", "逢人配单出是级牌", "Wild cards alone are level cards"),
        settled("equal_bombs", "D-GD-09", "stated", "同张数的炸弹比点数", "Bombs of one size go by rank"),
        settled(
            "sequences",
            "D-GD-10",
            "stated",
            "级牌在连牌中按自然位置，A可作头尾，不能绕回",
            "Level cards keep their natural place in runs; an ace begins or ends one, none goes round the corner",
        ),
        settled("tribute_copy", "D-GD-11", "assumed", "同样大的牌任贡一张", "Of equal highest cards any may be paid"),
        Option(
            "resisting",
            ("D-GD-12",),
            "disputed",
            "可以抗贡时必须抗吗？",
            "Is a side that may refuse tribute expected to?",
            {
                "expected": Choice("应抗贡", "yes"),
                "optional": Choice("由其自定", "it may choose", {"tribute.resisting": "optional"}),
            },
            RESISTING,
            always=RESISTING,
        ),
        Option(
            "equal_tribute",
            ("D-GD-13",),
            "assumed",
            "双下贡牌一样大，谁贡给第一名？",
            "Two equal tributes: who pays the first player?",
            {
                "next_of_first": Choice("第一名的下家", "his right neighbour"),
                "either": Choice("任意", "either", {"tribute.equal_receiver": "either"}),
            },
            ALL,
        ),
        Option(
            "partner_pays",
            ("D-GD-14",),
            "assumed",
            "第一名的对家最后，要给他进贡吗？",
            "Does the last player pay when the first is his own partner?",
            {"yes": Choice("要", "yes"), "no": Choice("不要", "no", {"tribute.partner_pays": False})},
            ALL,
        ),
        Option(
            "returns",
            ("D-GD-15",),
            "assumed",
            "“10以下”可以还哪些牌？",
            "Which cards may be returned where they are of at most ten?",
            {
                "ten": Choice("含10，不含级牌", "ten among them, no level cards"),
                "nine": Choice("不含10", "without the ten", {"tribute.ten_returns": False}),
                "level_cards": Choice("级牌也可以", "level cards too", {"tribute.level_returns": True}),
            },
            ("TRIBUTE-RETURN", "TRIBUTE-RETURN-DOUBLE", "TRIBUTE-OPEN"),
        ),
        Option(
            "own_level",
            ("D-GD-16",),
            "assumed",
            "打对方的A时，己方的A能打过吗？",
            "May a side at A pass it in a hand played at the other side's A?",
            {
                "own": Choice("须打自己的A", "no, its own must be in force"),
                "any": Choice("可以", "yes", {"levels.own_level": False}),
            },
            ALL,
        ),
        settled("late_tribute", "D-GD-17", "assumed", "贡还错误没有规定罚则", "No penalty is printed for wrong tribute"),
        settled("direction", "D-GD-18", "assumed", "逆时针出牌", "Play is counter-clockwise"),
        settled("first_lead", "D-GD-19", "stated", "第一副由抽中者先出，按记录", "Who drew the card leads, by the record"),
        settled("mixed_jokers", "D-GD-20", "stated", "大小王不能混搭", "Big and little jokers do not mix"),
    )
}
"""By key, in the order of their ids."""
