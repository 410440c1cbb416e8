"""What the sheet `shengji` leaves open: each question an option whose first value is the decided default.

D-… and X-… are the ids of the rule notes; `touches` names the checks whose verdict may rest on the answer.
"""

from replay.cards import RANKS
from replay.sheets.shengji.bids import any_declaration, weak_second_level_card
from replay.tricks.sheet import Choice, Option
from replay.tricks.units import UnitKind

_YES = Choice("是", "yes")
_FOLLOW = ("TRICK-FOLLOW-TRACTOR", "TRICK-FOLLOW-PAIR")
_THROW = ("THROW-BEATABLE", "THROW-PIECE", "THROW-UNBEATABLE", "THROW-ONE-UNIT")
_WINNER = ("CLAIM-WINNER", "CLAIM-WINNER-DISCARD", "CLAIM-WINNER-PAIRLESS", "CLAIM-WINNER-RUFF", "LEAD-WINNER")
_RESULT = ("CLAIM-LEVELS", "CLAIM-NEXT-DEALER", "LEVEL-IN-FORCE", "DEALER-NEXT", "CLAIM-MATCH-LEVELS")
_END = ("CLAIM-MATCH-WINNER", "CLAIM-MATCH-REASON", "MATCH-OVER", "CLAIM-MATCH-TIME", "CLAIM-MATCH-OFFICE")
_MISPLAY = ("CLAIM-MISPLAY-BANKER", "CLAIM-MISPLAY-ATTACKERS", "CLAIM-MISPLAY-BOTH", *_RESULT, *_END)
_KITTY = ("CLAIM-MULTIPLIER", "CLAIM-ATTACKERS", *_MISPLAY)
_BID = ("BID-RANK", "BID-OVER", "BID-DECLARE", "TRUMP-SUIT", "TRUMP-JOKERS", "DEALER-FIRST")
_STRUCTURE = (*_FOLLOW, *_THROW, *_WINNER, *_KITTY)

SETTLED = Choice("无其他读法", "no other reading")

OPTIONS = (
    Option(
        "pass_level",
        ("D-SJ-01",),
        "assumed",
        "打过哪一级获胜？总则说第十级，第15条说A。",
        "Past which level does a side win? The general part says ten, clause 15 says the ace.",
        {
            rank: Choice(f"打过{rank}", f"past {rank}", {"pass_level": rank}, setting=rank not in "TA")
            for rank in ("T", "A", *RANKS[:8], *RANKS[9:12])
        },
        (*_END, "CLAIM-LEVELS"),
    ),
    Option(
        "pass_as",
        ("D-SJ-02",),
        "disputed",
        "打过是否必须坐庄打？",
        "Must the last level be won as banker?",
        {
            "any": Choice("升过即可", "passing it any way will do"),
            "banker": Choice(
                "必须坐庄打过，不得跳过", "it must be won as banker and cannot be jumped", {"pass_as_banker": True}
            ),
        },
        (*_END, *_RESULT),
    ),
    Option(
        "shared_borders",
        ("D-SJ-03",),
        "assumed",
        "80、120、160 等分界属哪一档？",
        "To which row do 80, 120, 160 belong?",
        {
            "higher": Choice("归高一档", "the higher row"),
            "lower": Choice("归低一档", "the lower row", {"score.borders_lower_from": 80}),
        },
        _MISPLAY,
    ),
    Option(
        "office_at_80",
        ("D-SJ-04",),
        "stated",
        "抓分方80分上台是否升一级？",
        "Do the attackers rise one level at 80?",
        {
            "rise": Choice("上台并升一级", "take office and rise one"),
            "office_only": Choice("只上台", "take office only", {"score.attackers_offset": -1}),
        },
        _MISPLAY,
    ),
    Option(
        "next_banker",
        ("X-14", "D-SJ-05"),
        "assumed",
        "庄家方守住后谁坐庄？",
        "Who is banker after the bank held?",
        {
            "partner": Choice("庄家的对家", "the banker's partner"),
            "same": Choice("原庄家", "the same banker", {"next_dealer": "same"}),
        },
        ("CLAIM-NEXT-DEALER", "DEALER-NEXT", "DEALER-OVERBID", "CLAIM-MISPLAY-ATTACKERS"),
        always=("CLAIM-NEXT-DEALER", "DEALER-NEXT"),
    ),
    Option(
        "overdeclare_order",
        ("D-SJ-06",),
        "assumed",
        "反主的大小",
        "The order of over-declarations",
        {
            "strict": Choice("单张亮主<王加一对<小王对<大王对，须更大", "single < joker+pair < LJLJ < BJBJ, strictly higher"),
            "none": Choice("不分大小", "no order among them", {"bids.strictly_higher": False}),
        },
        _BID,
    ),
    Option(
        "reinforced_stands",
        ("D-SJ-07",),
        "assumed",
        "加固后能否挡住王加一对的反主？",
        "Does an added card keep a joker + pair from over-declaring?",
        {"yes": _YES, "no": Choice("否", "no", {"bids.reinforce": weak_second_level_card})},
        _BID,
    ),
    Option(
        "nobody_declares",
        ("D-SJ-08",),
        "assumed",
        "无人亮主",
        "Nobody declares",
        {
            "recorded": Choice("规则未定，按记录", "undetermined; the record's trump is taken"),
            "redeal": Choice("重新发牌", "deal again", {"silence": "redeal"}),
            "kitty_card": Choice(
                "底牌首张级牌，王为无主", "first level card of the kitty; a joker: no trump", {"silence": "kitty_card"}
            ),
            "no_trump": Choice("无主", "no trump", {"silence": "no_trump"}),
        },
        ("BID-NONE", "BID-REDEAL", "TRUMP-SUIT"),
    ),
    Option(
        "side_single_kitty",
        ("D-SJ-09",),
        "assumed",
        "副牌单张扣底的倍数",
        "Kitty multiplier for a side-suit single",
        {"1": Choice("一倍", "×1"), "2": Choice("两倍", "×2", {"multipliers.side": (2, 2, 4)})},
        _KITTY,
    ),
    Option(
        "long_tractor_kitty",
        ("D-SJ-10",),
        "assumed",
        "三对以上拖拉机扣底",
        "Kitty multiplier of tractors of three pairs and more",
        {
            "flat": Choice("不再加倍", "as for two"),
            "doubling": Choice("每多一对再加倍", "doubled per pair", {"multipliers.per_pair": True}),
        },
        _KITTY,
    ),
    Option(
        "hollow_tractors",
        ("D-SJ-11",),
        "assumed",
        "隔级牌的两对是否相邻（打5时4466）？",
        "Are pairs either side of the level rank neighbours (4466 at 5)?",
        {
            "yes": Choice("副牌、主牌都算", "yes, side suits and trumps"),
            "side": Choice("只副牌算", "side suits only", {"cards.adjacency.hollow_trump": False}),
            "no": Choice("不算", "no", {"cards.adjacency.hollow_trump": False, "cards.adjacency.hollow_side": False}),
        },
        _STRUCTURE,
    ),
    Option(
        "level_on_ace",
        ("D-SJ-12",),
        "disputed",
        "副级对与主A对，以及无主时小王对与级牌对，是否拖拉机？",
        "Are side-level pair on trump aces, and at no trump little jokers on a level pair, tractors?",
        {
            "both": Choice("都算", "both"),
            "ace": Choice("只副级与主A", "on the ace only", {"cards.adjacency.joker_on_level_no_trump": False}),
            "no_trump": Choice("只无主小王与级牌", "at no trump only", {"cards.adjacency.level_on_ace": False}),
            "neither": Choice(
                "都不算", "neither", {"cards.adjacency.level_on_ace": False, "cards.adjacency.joker_on_level_no_trump": False}
            ),
        },
        _STRUCTURE,
    ),
    Option(
        "failed_throw",
        ("D-SJ-13",),
        "assumed",
        "甩牌失败是否算出错牌？",
        "Is a failed throw a wrong play?",
        {
            "piece_only": Choice("只出小牌，不罚", "the small part is led, no penalty"),
            "misplay": Choice("算出错牌", "it is a wrong play", {"throws.failure_is_misplay": True}),
        },
        _MISPLAY,
    ),
    Option(
        "bank_by_bid",
        ("D-SJ-14",),
        "stated",
        "抢庄只在首副吗？",
        "Is the bank declared for in the first hand only?",
        {
            "first_hand": Choice("只在首副", "first hand only"),
            "every_hand": Choice("每副", "every hand", {"bids.bank_by_bid_always": True}),
        },
        ("DEALER-NEXT", "DEALER-OVERBID", "LEVEL-IN-FORCE"),
    ),
    Option(
        "overruff",
        ("X-6", "D-SJ-15"),
        "assumed",
        "甩牌被毙后如何盖毙？",
        "How are two ruffs of a throw compared?",
        {
            "structure": Choice("比领出的最高牌型", "by the highest structure of the lead"),
            "highest_card": Choice("比最大一张", "by the highest card", {"beat.overruff": "highest_card"}),
            "beat_all": Choice("每部分都要大", "every unit must be higher", {"beat.overruff": "beat_all"}),
        },
        _WINNER,
    ),
    Option(
        "misplay_at_80",
        ("D-SJ-16",),
        "assumed",
        "庄家方出错，抓分方正好80分是否按表升级？",
        "Bank at fault and the attackers at exactly 80: do they rise by the table?",
        {
            "settle": Choice("是", "yes"),
            "office_only": Choice("否，须超过80", "no, only above 80", {"misplay.attackers_settle_from": 81}),
        },
        _MISPLAY,
    ),
    Option(
        "misplay_points",
        ("D-SJ-16b",),
        "assumed",
        "出错后按哪个得分？",
        "Which score counts after a wrong play?",
        {
            "final": Choice("打完则终局得分，停牌则发现时得分", "the final one if played out, else that at discovery"),
            "discovery": Choice("发现时得分", "that at discovery", {"misplay.points_at_discovery": True}),
        },
        _MISPLAY,
    ),
    Option(
        "misplay_attackers_rise",
        ("D-SJ-17",),
        "stated",
        "庄家方出错且抓分方不到80分，抓分方是否升级？",
        "Bank at fault below 80: do the attackers rise?",
        {"no": Choice("否", "no"), "one": Choice("升一级", "one level", {"misplay.attackers_rise": 1})},
        _MISPLAY,
    ),
    Option(
        "misplay_bank_over_80",
        ("D-SJ-18",),
        "stated",
        "抓分方出错但已得80分，庄家方是否仍升级留庄？",
        "Attackers at fault with 80 or more: does the bank still rise and stay?",
        {
            "stay": Choice("是", "yes"),
            "table": Choice("否，按得分", "no, by the table", {"misplay.bank_keeps_at_any_score": False}),
        },
        _MISPLAY,
    ),
    Option(
        "corrected_revoke",
        ("D-SJ-19",),
        "assumed",
        "下家出牌前改正的错牌算出错牌吗？",
        "Is a play corrected before the next one a wrong play?",
        {
            "warning": Choice("只警告", "a warning only"),
            "misplay": Choice("算", "yes", {"misplay.corrected_counts": True}),
        },
        ("INCIDENT-CORRECTED", *_MISPLAY),
    ),
    Option(
        "time_in_hand",
        ("D-SJ-20",),
        "assumed",
        "时间到时一副未打完",
        "Time is called inside a hand",
        {
            "stop": Choice("停止，按上一副", "stop; the last finished hand counts"),
            "finish": Choice("打完该副", "that hand is finished", {"time_in_hand": "finish"}),
        },
        ("CLAIM-MATCH-TIME", "CLAIM-MATCH-OFFICE", "CLAIM-OPEN"),
    ),
    Option(
        "declare_until",
        ("D-SJ-21",),
        "assumed",
        "何时可以亮主、反主？记录格式不记时刻，不影响审核。",
        "When may one declare? Records hold no time of a bid, so nothing changes.",
        {"kitty_taken": Choice("抓起底牌前", "until the kitty is taken"), "drawn": Choice("摸完牌后", "after drawing")},
    ),
    Option(
        "kitty_class",
        ("D-SJ-22",),
        "assumed",
        "扣底按主牌还是副牌算？",
        "Trump or side suit for the kitty?",
        {
            "winner": Choice("看赢牌是否主牌", "by the winning cards"),
            "lead": Choice("看领出花色", "by the led suit", {"multipliers.class_of_lead": True}),
        },
        _KITTY,
    ),
    Option(
        "first_leader",
        ("D-SJ-23",),
        "stated",
        "首墩谁领出？",
        "Who leads trick 1?",
        {
            "banker": Choice("庄家本人", "the banker"),
            "side": Choice("庄家方任一人", "either of his side", {"leader_from_side": True}),
        },
        ("LEAD-BANKER", "LEAD-SIDE"),
    ),
    Option(
        "level_tractors",
        ("D-SJ-24",),
        "stated",
        "级牌能否组成主牌拖拉机？",
        "May level cards form trump tractors?",
        {
            "10b": Choice("按第10条可以", "yes, by clause 10"),
            "13": Choice(
                "按第13条不可以",
                "no, by clause 13",
                {
                    "cards.adjacency.main_on_side_level": False,
                    "cards.adjacency.joker_on_level": False,
                    "cards.adjacency.joker_on_level_no_trump": False,
                    "cards.adjacency.level_on_ace": False,
                },
            ),
        },
        _STRUCTURE,
    ),
    Option("point_cards", ("X-1",), "stated", "分牌", "Point cards", {"5TK": SETTLED}),
    Option(
        "equal_cards",
        ("X-2",),
        "assumed",
        "相同大小的牌",
        "Equal cards",
        {
            "first": Choice("先出者大", "the first wins"),
            "last": Choice("后出者大", "the last wins", {"beat.equal_first": False}),
        },
        _WINNER,
    ),
    Option(
        "follow_class",
        ("X-3",),
        "stated",
        "级牌和王属主牌",
        "Level cards and jokers follow as trumps",
        {"trump": SETTLED},
    ),
    Option(
        "shorter_tractor",
        ("X-4",),
        "assumed",
        "没有同长的拖拉机时，短的必须出吗？",
        "Is a shorter tractor owed where none of full length is held?",
        {
            "owed": Choice("必须出", "yes"),
            "free": Choice("有对即可", "pairs will do", {"follow.shorter_tractor": False}),
        },
        _FOLLOW,
    ),
    Option(
        "longer_ruff",
        ("X-5",),
        "assumed",
        "毙牌时长拖拉机能否充短拖拉机或对？",
        "In a ruff, does a longer tractor serve for a shorter one?",
        {"serves": _YES, "exact": Choice("否", "no", {"beat.longer_serves": False})},
        _WINNER,
    ),
    Option(
        "throw_test",
        ("X-7",),
        "assumed",
        "甩牌看谁的手牌？",
        "Whose hands stop a throw?",
        {
            "all": Choice("其他三家", "all three others"),
            "opponents": Choice("只看对方两家", "the opponents only", {"throws.partner_blocks": False}),
        },
        _THROW,
    ),
    Option(
        "forced_piece",
        ("X-8",),
        "assumed",
        "甩牌失败出哪一部分？",
        "Which part of a failed throw is led?",
        {
            "structure_first": Choice("先对子后单张，取最小", "the pair level before singles, smallest"),
            "single_first": Choice(
                "先单张", "singles first", {"throws.forced_kinds": (UnitKind.SINGLE, UnitKind.PAIR, UnitKind.TRACTOR)}
            ),
        },
        ("THROW-PIECE",),
        always=("THROW-PIECE",),
    ),
    Option(
        "trump_throws",
        ("X-9",),
        "assumed",
        "可以甩主牌吗？",
        "May trumps be thrown?",
        {"allowed": Choice("可以", "yes"), "forbidden": Choice("不可以", "no", {"throws.trump_throws": False})},
        ("THROW-TRUMPS",),
    ),
    Option(
        "leader",
        ("X-10",),
        "stated",
        "庄家领出，以后由赢家领出",
        "The banker leads, then each winner",
        {"banker": SETTLED},
    ),
    Option(
        "kitty_capture",
        ("X-11",),
        "stated",
        "抓分方赢末墩才计底分",
        "The kitty counts if the attackers win the last trick",
        {"last_trick": SETTLED},
    ),
    Option(
        "kitty_structure",
        ("X-12",),
        "assumed",
        "扣底倍数看谁的牌型？",
        "Whose structure sets the kitty multiplier?",
        {
            "winner": Choice("赢家自己的牌", "the winner's own cards"),
            "lead": Choice("领出的牌型", "the led structure", {"multipliers.by_lead": True}),
        },
        _KITTY,
    ),
    Option("ace_low", ("X-13",), "assumed", "A与2不相邻", "Ace and two are no neighbours", {"never": SETTLED}),
    Option(
        "level_on_king",
        ("X-15",),
        "assumed",
        "打A时主K对与副级对相邻吗？",
        "At level A, is the trump king's pair next to the side-level pair?",
        {"yes": _YES, "no": Choice("否", "no", {"cards.adjacency.level_on_king": False})},
        _STRUCTURE,
    ),
    Option(
        "owed_tractors",
        ("X-16",),
        "assumed",
        "领出多个拖拉机时应跟哪些？",
        "Several tractors led: which are owed?",
        {
            "longest_first": Choice("由长到短逐个对应最长的", "for each, longest first, the longest held"),
            "first_only": Choice("只须对应最长的一个", "only against the longest", {"follow.every_tractor": False}),
        },
        _FOLLOW,
    ),
    Option(
        "pair_clause",
        ("X-17",),
        "stated",
        "跟拖拉机时欠对按拖拉机条款",
        "Pairs owed under a tractor fall under the tractor clause",
        {"tractor": SETTLED},
    ),
    Option(
        "side_level_run",
        ("X-18",),
        "disputed",
        "多个副级对时取最长的连对",
        "Several side-level pairs: the longest run is read",
        {"longest": SETTLED},
    ),
    Option(
        "tractor_before_pair",
        ("X-19",),
        "disputed",
        "甩牌中拖拉机与对、单都被挡时",
        "A tractor and other parts of a throw are blocked",
        {
            "tractor": Choice("先出拖拉机", "the tractor is led"),
            "pair": Choice(
                "先出对子",
                "the pair level is led",
                {"throws.forced_kinds": (UnitKind.PAIR, UnitKind.TRACTOR, UnitKind.SINGLE)},
            ),
        },
        ("THROW-PIECE",),
    ),
    Option(
        "equal_pieces",
        ("X-20",),
        "assumed",
        "同样小的部分任出其一",
        "Of equal smallest parts any may stand",
        {"any": SETTLED},
    ),
    Option(
        "joker_pair_opens",
        ("SJ-a",),
        "disputed",
        "一对王能否最先亮主？",
        "May a joker pair be the first declaration?",
        {"no": Choice("否", "no"), "yes": Choice("可以", "yes", {"bids.first": any_declaration})},
        _BID,
    ),
    Option("above_ace", ("SJ-b",), "assumed", "升过A按A计", "Levels above the ace stay at the ace", {"clamp": SETTLED}),
    Option(
        "round_minutes",
        ("SJ-0.2",),
        "stated",
        "每轮限时（分钟）",
        "Minutes a round",
        {"60": Choice("六十分钟", "sixty")},
        ("CLOCK-ROUND",),
        slot="round_minutes",
        low=1,
        high=600,
    ),
)
