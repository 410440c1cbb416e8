"""What the sheet `shengji` leaves open: each question an option whose first value is the decided default.

D-… and X-… are the ids of the rule notes.
"""

from paipu.replay.cards import RANKS
from paipu.replay.options import YES, Choice, assumed, disputed, stated
from paipu.replay.sheets.options.shared import X
from paipu.replay.sheets.shengji import CORRECTED_COUNTS, any_declaration, weak_second_level_card
from paipu.replay.tricks.bidding import TOP

OPTIONS = (
    assumed(
        "pass_level",
        "D-SJ-01",
        "打过哪一级获胜？总则说第十级，第15条说A。",
        "Past which level does a side win? The general part says ten, clause 15 says the ace.",
    )(
        *(
            Choice(rank, f"打过{rank}", f"past {rank}", {"pass_level": rank}, setting=rank not in "TA")
            for rank in ("T", "A", *RANKS[:8], *RANKS[9:12])
        )
    ),
    disputed("pass_as", "D-SJ-02", "打过是否必须坐庄打？", "Must the last level be won as banker?")(
        Choice("any", "升过即可", "passing it any way will do"),
        Choice("banker", "必须坐庄打过，不得跳过", "it must be won as banker and cannot be jumped", {"pass_as_banker": True}),
    ),
    assumed("shared_borders", "D-SJ-03", "80、120、160 等分界属哪一档？", "To which row do 80, 120, 160 belong?")(
        Choice("higher", "归高一档", "the higher row"),
        Choice("lower", "归低一档", "the lower row", {"score.borders_lower_from": 80}),
    ),
    stated("office_at_80", "D-SJ-04", "抓分方80分上台是否升一级？", "Do the attackers rise one level at 80?")(
        Choice("rise", "上台并升一级", "take office and rise one"),
        Choice("office_only", "只上台", "take office only", {"score.attackers_offset": -1}),
    ),
    X["next_banker"]._replace(ids=("X-14", "D-SJ-05")),
    assumed("overdeclare_order", "D-SJ-06", "反主的大小", "The order of over-declarations")(
        Choice("strict", "单张亮主<王加一对<小王对<大王对，须更大", "single < joker+pair < LJLJ < BJBJ, strictly higher"),
        Choice("none", "不分大小", "no order among them", {"bids.unranked_up_to": TOP}),
    ),
    assumed(
        "reinforced_stands",
        "D-SJ-07",
        "加固后能否挡住王加一对的反主？",
        "Does an added card keep a joker + pair from over-declaring?",
    )(YES, Choice("no", "否", "no", {"bids.reinforce": weak_second_level_card})),
    assumed("nobody_declares", "D-SJ-08", "无人亮主", "Nobody declares")(
        Choice("recorded", "规则未定，按记录", "undetermined; the record's trump is taken"),
        Choice("redeal", "重新发牌", "deal again", {"silence": "redeal"}),
        Choice(
            "kitty_card", "底牌首张级牌，王为无主", "first level card of the kitty; a joker: no trump", {"silence": "kitty"}
        ),
        Choice("no_trump", "无主", "no trump", {"silence": "no_trump"}),
    ),
    assumed("side_single_kitty", "D-SJ-09", "副牌单张扣底的倍数", "Kitty multiplier for a side-suit single")(
        Choice("1", "一倍", "×1"), Choice("2", "两倍", "×2", {"multipliers.side": (2, 2, 4)})
    ),
    assumed("long_tractor_kitty", "D-SJ-10", "三对以上拖拉机扣底", "Kitty multiplier of tractors of three pairs and more")(
        Choice("flat", "不再加倍", "as for two"),
        Choice("doubling", "每多一对再加倍", "doubled per pair", {"multipliers.longer": "double"}),
    ),
    assumed(
        "hollow_tractors",
        "D-SJ-11",
        "隔级牌的两对是否相邻（打5时4466）？",
        "Are pairs either side of the level rank neighbours (4466 at 5)?",
    )(
        Choice("yes", "副牌、主牌都算", "yes, side suits and trumps"),
        Choice("side", "只副牌算", "side suits only", {"cards.adjacency.hollow_trump": False}),
        Choice("no", "不算", "no", {"cards.adjacency.hollow_trump": False, "cards.adjacency.hollow_side": False}),
    ),
    disputed(
        "level_on_ace",
        "D-SJ-12",
        "副级对与主A对，以及无主时小王对与级牌对，是否拖拉机？",
        "Are side-level pair on trump aces, and at no trump little jokers on a level pair, tractors?",
    )(
        Choice("both", "都算", "both"),
        Choice("ace", "只副级与主A", "on the ace only", {"cards.adjacency.joker_on_level_no_trump": False}),
        Choice("no_trump", "只无主小王与级牌", "at no trump only", {"cards.adjacency.level_on_ace": False}),
        Choice(
            "neither",
            "都不算",
            "neither",
            {"cards.adjacency.level_on_ace": False, "cards.adjacency.joker_on_level_no_trump": False},
        ),
    ),
    assumed("failed_throw", "D-SJ-13", "甩牌失败是否算出错牌？", "Is a failed throw a wrong play?")(
        Choice("piece_only", "只出小牌，不罚", "the small part is led, no penalty"),
        Choice("misplay", "算出错牌", "it is a wrong play", {"throws.failure_is_misplay": True}),
    ),
    stated("bank_by_bid", "D-SJ-14", "抢庄只在首副吗？", "Is the bank declared for in the first hand only?")(
        Choice("first_hand", "只在首副", "first hand only"),
        Choice("every_hand", "每副", "every hand", {"bids.bank_by_bid_always": True}),
    ),
    X["overruff"]._replace(ids=("X-6", "D-SJ-15")),
    assumed(
        "misplay_at_80",
        "D-SJ-16",
        "庄家方出错，抓分方正好80分是否按表升级？",
        "Bank at fault and the attackers at exactly 80: do they rise by the table?",
    )(
        Choice("settle", "是", "yes"),
        Choice("office_only", "否，须超过80", "no, only above 80", {"misplay.attackers_settle_from": 81}),
    ),
    assumed("misplay_points", "D-SJ-16b", "出错后按哪个得分？", "Which score counts after a wrong play?")(
        Choice("final", "打完则终局得分，停牌则发现时得分", "the final one if played out, else that at discovery"),
        Choice("discovery", "发现时得分", "that at discovery", {"misplay.points_at_discovery": True}),
    ),
    stated(
        "misplay_attackers_rise",
        "D-SJ-17",
        "庄家方出错且抓分方不到80分，抓分方是否升级？",
        "Bank at fault below 80: do the attackers rise?",
    )(Choice("no", "否", "no"), Choice("one", "升一级", "one level", {"misplay.attackers_rise": 1})),
    stated(
        "misplay_bank_over_80",
        "D-SJ-18",
        "抓分方出错但已得80分，庄家方是否仍升级留庄？",
        "Attackers at fault with 80 or more: does the bank still rise and stay?",
    )(
        Choice("stay", "是", "yes"),
        Choice("table", "否，按得分", "no, by the table", {"misplay.bank_keeps_at_any_score": False}),
    ),
    assumed(
        "corrected_revoke",
        "D-SJ-19",
        "下家出牌前改正的错牌算出错牌吗？",
        "Is a play corrected before the next one a wrong play?",
    )(Choice("warning", "只警告", "a warning only"), Choice("misplay", "算", "yes", {"penalties": CORRECTED_COUNTS})),
    assumed("time_in_hand", "D-SJ-20", "时间到时一副未打完", "Time is called inside a hand")(
        Choice("stop", "停止，按上一副", "stop; the last finished hand counts"),
        Choice("finish", "打完该副", "that hand is finished", {"clocks.time_in_hand": "finish"}),
    ),
    assumed("kitty_class", "D-SJ-22", "扣底按主牌还是副牌算？", "Trump or side suit for the kitty?")(
        Choice("winner", "看赢牌是否主牌", "by the winning cards"),
        Choice("lead", "看领出花色", "by the led suit", {"multipliers.class_of_lead": True}),
    ),
    stated("first_leader", "D-SJ-23", "首墩谁领出？", "Who leads trick 1?")(
        Choice("banker", "庄家本人", "the banker"),
        Choice("side", "庄家方任一人", "either of his side", {"leader_from_side": True}),
    ),
    stated("level_tractors", "D-SJ-24", "级牌能否组成主牌拖拉机？", "May level cards form trump tractors?")(
        Choice("10b", "按第10条可以", "yes, by clause 10"),
        Choice(
            "13",
            "按第13条不可以",
            "no, by clause 13",
            {
                "cards.adjacency.main_on_side_level": False,
                "cards.adjacency.joker_on_level": False,
                "cards.adjacency.joker_on_level_no_trump": False,
                "cards.adjacency.level_on_ace": False,
            },
        ),
    ),
    X["equal_cards"],
    X["shorter_tractor"],
    X["longer_ruff"],
    X["throw_test"],
    X["forced_piece"],
    X["trump_throws"],
    X["kitty_structure"],
    X["level_on_king"],
    X["owed_tractors"],
    X["tractor_before_pair"],
    disputed("joker_pair_opens", "SJ-a", "一对王能否最先亮主？", "May a joker pair be the first declaration?")(
        Choice("no", "否", "no"), Choice("yes", "可以", "yes", {"bids.first": any_declaration})
    ),
    stated("round_minutes", "SJ-0.2", "每轮限时（分钟）", "Minutes a round")(Choice("60", "六十分钟", "sixty"))._replace(
        slot="clocks.round_minutes", low=1, high=600
    ),
)
