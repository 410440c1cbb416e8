"""What the sheet `chaodipi` leaves open: each question an option whose first value is the decided default.

D-…, X-… and CDP-… are the ids of the rule notes; `touches` names the checks whose verdict may rest on the answer.
"""

from functools import partial

from replay.options import Choice, Option
from replay.sheets.chaodipi import (
    FLAG_SCORE_FROM_80,
    FLAG_SCORE_FROM_100,
    LEVEL_STRENGTH,
    five_as_level_card,
    five_pair_as_level_pair,
    flag_stage,
    kitty_trump,
)
from replay.sheets.options.shared import (
    BID,
    END,
    FOLLOW,
    KITTY,
    LEVELS,
    PENALTY,
    RESULT,
    SETTLED,
    STRUCTURE,
    THROW,
    TRIO,
    WINNER,
    YES,
    X,
)
from replay.tricks.trump import TrioRules

_POINTS = ("CLAIM-ATTACKERS", "CLAIM-KITTY-POINTS")
_FINES = (
    *("PENALTY-REVOKE", "PENALTY-CONCEALED", "PENALTY-KITTY-COUNT", "PENALTY-HAND-COUNT", "PENALTY-EXPOSED"),
    *("PENALTY-OUT-OF-TURN", "PENALTY-THROW", "PENALTY-KITTY-VIEWED", "PENALTY-BURY-LATE", "PENALTY-CARD-CHECK", *PENALTY),
)


def _settled(key: str, identifier: str, mark: str, zh: str, en: str, *codes: str) -> Option:
    """A question whose default stands alone; the verdicts of `codes` rest on it."""
    return Option(key, (identifier,), mark, zh, en, {"decided": SETTLED}, codes, codes)  # type: ignore[arg-type] # marks as in `Option`


OPTIONS = (
    Option(
        "at_80",
        ("D-CDP-01",),
        "assumed",
        "抓分方正好80分是否上台？",
        "Do the attackers take office at exactly 80?",
        {
            "office": Choice("上台不升级", "yes, without rising"),
            "bank_stays": Choice("庄家方留任，不升级", "no, the bank stays without rising", {"score.bank_stays_at": 80}),
        },
        RESULT,
    ),
    Option(
        "attackers_rise",
        ("D-CDP-02",),
        "assumed",
        "抓分方90分以上是否升级？",
        "Do the attackers rise from 90 points on?",
        {
            "ten": Choice("每多十分升一级", "a level for each ten more"),
            "never": Choice("只上台", "they only take office", {"score.attackers_rise": False}),
        },
        (*RESULT, *END),
    ),
    Option(
        "past_ace",
        ("D-CDP-03",),
        "assumed",
        "A是否必须坐庄打过？",
        "Must A be won as banker?",
        {
            "banker": Choice("必须，不得跳过", "yes, and it cannot be jumped"),
            "any": Choice("升过即可", "passing it any way will do", {"must_play": ("flag",)}),
        },
        (*RESULT, *END),
    ),
    X["next_banker"],
    Option(
        "other_banker",
        ("D-CDP-04",),
        "disputed",
        "记录由同一方另一家坐庄",
        "The other seat of the right side is banker",
        {
            "disputed": Choice("规则未写明，两可", "the sheet does not say: disputed"),
            "wrong": Choice("算错", "wrong", {"other_dealer_of_side": "wrong"}),
        },
        ("DEALER-PARTNER", "CLAIM-NEXT-PARTNER", "DEALER-NEXT", "CLAIM-NEXT-DEALER"),
    ),
    _settled(
        "trump_order",
        "D-CDP-05",
        "stated",
        "主牌次序：♥5、大王、小王、主级、副级",
        "Trumps from the top: ♥5, BJ, LJ, main level, side levels",
    ),
    Option(
        "first_leader",
        ("D-CDP-06",),
        "assumed",
        "炒底之后谁先出牌？",
        "Who leads after the kitty was taken up again?",
        {
            "banker": Choice("庄家", "the banker"),
            "taker": Choice("最后的炒家", "the last who took it up", {"reopen.leads": True}),
        },
        ("LEAD-BANKER", "LEAD-SIDE"),
    ),
    Option(
        "kitty_protection",
        ("D-CDP-07",),
        "assumed",
        "抓分方最后扣底时谁保底？",
        "The attackers buried last: who protects the kitty?",
        {
            "bank": Choice("庄家方", "the bank's side"),
            "burier": Choice("扣底的一方", "the side that buried", {"reopen.burier_protects": True}),
        },
        (*KITTY, *LEVELS),
    ),
    _settled(
        "usual_rules",
        "D-CDP-08",
        "assumed",
        "基本打法按游戏常规（X-2 至 X-8）",
        "The basic rules are the usual ones (X-2 to X-8)",
    ),
    _settled(
        "failed_lead", "D-CDP-09", "assumed", "甩牌失败后留下的牌照常领出", "What stands of a failed throw is led as usual"
    ),
    Option(
        "hearts_trio",
        ("D-CDP-10",),
        "disputed",
        "红心为主时 ♥5♥10♥K 算主 5·10·K 吗？",
        "With hearts trump, are ♥5 ♥10 ♥K the trump 5·10·K?",
        {"yes": YES, "no": Choice("否，♥5是大主", "no, ♥5 is above the suit", {"cards.trios": TrioRules(of_top_trump=False)})},
        (*TRIO, *WINNER, *THROW, *FOLLOW, "TRICK-FOLLOW-SUIT", *KITTY, *LEVELS),
    ),
    _settled(
        "level_trio", "D-CDP-11", "stated", "级牌不能下放：打5、10、K时", "Level cards are not lowered: at levels 5, 10 and K"
    ),
    Option(
        "lowered_five",
        ("D-CDP-12",),
        "assumed",
        "须下放♥5凑成 5·10·K 跟出吗？",
        "Must ♥5 be lowered to follow with the 5·10·K?",
        {"free": Choice("否", "no"), "owed": Choice("须", "yes", {"follow.lowered_owed": True})},
        ("TRICK-FOLLOW-TRIO", "TRICK-FOLLOW-SUIT"),
    ),
    Option(
        "second_trio",
        ("D-CDP-13",),
        "disputed",
        "调大主时手中有主 5·10·K，跟哪个？",
        "Under a trump 5·10·K one holds the other: what is owed?",
        {
            "highest": Choice("最大的三张主", "the three highest trumps"),
            "trio": Choice("主 5·10·K", "the trump 5·10·K", {"follow.trio_under_trumps": True}),
        },
        ("TRICK-HIGHEST-OR-TRIO", "TRICK-FOLLOW-HIGHEST", "TRICK-FOLLOW-TRIO"),
    ),
    _settled(
        "trump_trio_winner",
        "D-CDP-14",
        "assumed",
        "调大主由领出者赢，主不足三张者全出",
        "A trump 5·10·K wins; who has fewer trumps gives all",
        "CLAIM-WINNER-HIGHEST",
    ),
    _settled(
        "two_trios", "D-CDP-15", "assumed", "两家都用主 5·10·K 毙，先出者大", "Of two ruffs with a trump 5·10·K the first wins"
    ),
    Option(
        "trio_bottom",
        ("D-CDP-16",),
        "disputed",
        "5·10·K 抠底是否不论得分都算胜？",
        "Does taking the kitty with a 5·10·K win at any score?",
        {
            "capture": Choice("是", "yes"),
            "stake": Choice("否，只作上天入地的条件", "no, it only puts the levels at stake", {"stakes.bottom_decides": False}),
        },
        (*LEVELS, *RESULT, *END),
    ),
    Option(
        "stake_survives",
        ("D-CDP-17",),
        "assumed",
        "双红心5亮主后又被反，上天入地还算吗？",
        "Both ♥5 were declared over later: are the levels still at stake?",
        {"yes": YES, "no": Choice("否，须是最后的反主", "no, only if it was the last", {"stakes.last_only": True})},
        (*RESULT, *END),
    ),
    Option(
        "stake_at_ace",
        ("D-CDP-18",),
        "assumed",
        "已打A或待扛旗的一方上天入地获胜",
        "A side at A, or past it, wins with the levels at stake",
        {
            "never_lowered": Choice("照常过A，不降级", "it passes A as usual and is never lowered"),
            "to_ace": Choice("一律打A", "it plays A", {"stakes.past_ace": False, "stakes.lowers_winner": True}),
        },
        (*RESULT, *END),
    ),
    Option(
        "five_gap",
        ("D-CDP-19",),
        "assumed",
        "副红心4466隔着♥5算连对吗？",
        "Are ♥4♥4 and ♥6♥6 neighbours across ♥5 in side hearts?",
        {"yes": YES, "no": Choice("否", "no", {"cards.adjacency.hollow_fixed": False})},
        (*STRUCTURE, "TRICK-FOLLOW-SUIT"),
    ),
    Option(
        "flag_rise",
        ("D-CDP-20",),
        "assumed",
        "扛旗时抓分方上台升级吗？",
        "Do the attackers rise when they take office in 扛旗?",
        {
            "never": Choice("不升级", "no"),
            "from_100": Choice(
                "100分起每多十分升一级", "a level for each ten beyond 100", {"stages": flag_stage(FLAG_SCORE_FROM_100)}
            ),
            "from_80": Choice("照80分的升级表", "as by the table from 80", {"stages": flag_stage(FLAG_SCORE_FROM_80)}),
        },
        (*RESULT, *END),
    ),
    Option(
        "over_declaration",
        ("D-CDP-21",),
        "assumed",
        "正主是否须用一对？",
        "Does over-declaring take a pair?",
        {"pair": Choice("须一对", "yes"), "single": Choice("单张也可", "a single will do", {"bids.over_in_pairs": False})},
        BID,
    ),
    Option(
        "self_protection",
        ("D-CDP-21b",),
        "assumed",
        "自保之后，拿底牌前他人还能正主吗？",
        "After 自保, may others declare over it before the kitty?",
        {
            "closed": Choice("否，只能炒底", "no, only by 炒底"),
            "open": Choice("可以", "yes", {"bids.closing": False}),
        },
        BID,
    ),
    Option(
        "pair_again",
        ("D-CDP-22",),
        "assumed",
        "亮过的一对能再用吗？",
        "May a pair be shown again?",
        {
            "spent": Choice("不能", "no"),
            "again": Choice("可以", "yes", {"bids.pairs_spent": False, "reopen.pairs_spent": False}),
        },
        ("BID-SPENT", *BID),
    ),
    _settled("hidden_trump", "D-CDP-23", "assumed", "首墩按最后的主审核", "Trick 1 is audited under the final trump"),
    Option(
        "nobody_first",
        ("D-CDP-24",),
        "disputed",
        "首副无人亮主谁坐庄？",
        "Nobody declares in the first hand: who is banker?",
        {
            "redeal": Choice("重新发牌", "deal again"),
            "recorded": Choice("按记录", "as recorded", {"silent_bank": "recorded"}),
        },
        ("BANK-NONE",),
    ),
    Option(
        "kitty_highest",
        ("D-CDP-25",),
        "assumed",
        "底牌定主时♥5和同点数牌的大小",
        "How high are ♥5 and equal ranks when the kitty names the trump?",
        {
            "top": Choice(
                "♥5最大，同点数按黑桃、红心、梅花、方块", "♥5 highest, above the jokers; equal ranks by suit, ♠ ♥ ♣ ♦"
            ),
            "plain": Choice("♥5只是五", "♥5 a plain five", {"kitty_trump": partial(kitty_trump, red_five_top=False)}),
            "first": Choice(
                "同点数取在先的一张",
                "of equal ranks the first in the kitty",
                {"kitty_trump": partial(kitty_trump, equals_by_suit=False)},
            ),
        },
        ("TRUMP-KITTY",),
    ),
    Option(
        "penalty_direction",
        ("D-CDP-26",),
        "assumed",
        "庄家方罚分是否加给抓分方？",
        "Do points against the bank's side go to the attackers?",
        {
            "added": Choice("是", "yes"),
            "taken": Choice("否，一律减", "no, all are taken off", {"tariff.bank_fault_adds": False}),
        },
        _FINES,
    ),
    Option(
        "count_once",
        ("D-CDP-27",),
        "assumed",
        "同一家底牌与手牌张数都错，罚几次？",
        "One seat with a wrong kitty and a wrong hand: how many fines?",
        {"once": Choice("一次80分", "one of 80"), "each": Choice("各罚", "each", {"tariff.count_groups": False})},
        (*_FINES, "INCIDENT-UNCONFIRMED"),
    ),
    Option(
        "found_next_trick",
        ("D-CDP-28",),
        "assumed",
        "跟错牌在下一圈才发现",
        "A wrong follow is found in the next trick",
        {
            "on_the_spot": Choice("仍按当场", "as on the spot"),
            "concealed": Choice("按藏牌", "as a concealed card", {"tariff.next_trick_late": True}),
        },
        _FINES,
    ),
    _settled(
        "equal_levels",
        "D-CDP-29",
        "assumed",
        "时间到级数相同，台上方胜",
        "Equal levels at time: the side in office wins",
        "CLAIM-MATCH-OFFICE",
    ),
    _settled("first_draw", "D-CDP-30", "assumed", "第二副起庄家先抓牌", "From the second hand on the banker draws first"),
    _settled(
        "counted_per",
        "D-CDP-31",
        "assumed",
        "“第一次、第二次”按一方一局计",
        "First and second time are counted per side and game",
        "PENALTY-CARD-CHECK",
        "PENALTY-KITTY-VIEWED",
        "PENALTY-BURY-LATE",
    ),
    _settled(
        "level_rank", "D-CDP-32", "assumed", "级牌按庄家方的级", "The level in force is the bank's side's", "LEVEL-IN-FORCE"
    ),
    Option(
        "five_at_five",
        ("D-CDP-33",),
        "assumed",
        "打5时一对♥5算双红心5吗？",
        "At level 5, are two ♥5 the pair of red fives?",
        {
            "red_fives": Choice("算", "yes"),
            "level_pair": Choice(
                "否，算红心级牌对",
                "no, a pair of level cards",
                {
                    "bids.first": five_as_level_card,
                    "reopen.show": five_pair_as_level_pair,
                },
            ),
        },
        (*BID, *RESULT),
    ),
    Option(
        "hollow_tractors",
        ("D-CDP-34",),
        "assumed",
        "副牌隔级牌的两对是否连对？",
        "Are side pairs either side of the level rank neighbours?",
        {"yes": YES, "no": Choice("否", "no", {"cards.adjacency.hollow_side": False})},
        STRUCTURE,
    ),
    _settled(
        "exact_trio", "D-CDP-35", "assumed", "正好三张即 5·10·K，更多即甩牌", "Exactly three are a 5·10·K, more are a throw"
    ),
    _settled("stake_won", "D-CDP-36", "assumed", "胜负以80分为界", "The hand is won at 80"),
    Option(
        "double_gap",
        ("CDP-a",),
        "disputed",
        "打4时副红心3366算连对吗？",
        "At level 4, are ♥3♥3 and ♥6♥6 neighbours?",
        {"yes": YES, "no": Choice("否", "no", {"cards.adjacency.hollow_double": False})},
        STRUCTURE,
    ),
    Option(
        "five_as_heart",
        ("CDP-b",),
        "disputed",
        "应跟红心时能单出♥5吗？",
        "May ♥5 be played where a heart is owed?",
        {"no": Choice("不能，♥5是主", "no, it is a trump"), "yes": Choice("可以", "yes", {"follow.lowered_serves": True})},
        ("TRICK-FOLLOW-SUIT",),
    ),
    _settled(
        "trump_level_trio",
        "CDP-c",
        "assumed",
        "打5、10、K时主花色的5、10、K是甩牌",
        "At 5, T or K those of the trump suit are a throw",
    ),
    _settled(
        "bottom_multiplier",
        "CDP-d",
        "disputed",
        "5·10·K 抠底的分按单张乘二",
        "The points of a 5·10·K bottom count as a single's",
        "CLAIM-MULTIPLIER-TRIO",
    ),
    _settled(
        "bottom_over_stake", "CDP-e", "disputed", "抠底与双红心5相抵时以抠底为准", "A 5·10·K bottom decides over a lost stake"
    ),
    Option(
        "top_pair_over_protection",
        ("CDP-f",),
        "disputed",
        "自保之后，拿底牌前能用一对王或双红心5正主吗？",
        "After 自保, may a joker pair or both ♥5 declare before the kitty?",
        {"no": Choice("不能", "no"), "yes": Choice("可以", "yes", {"bids.closes_at_most": LEVEL_STRENGTH})},
        BID,
    ),
    X["point_cards"]._replace(mark="assumed", always=_POINTS, touches=_POINTS),
    X["equal_cards"],
    X["follow_class"]._replace(mark="assumed", always=("TRICK-FOLLOW-SUIT",), touches=("TRICK-FOLLOW-SUIT",)),
    X["shorter_tractor"],
    X["longer_ruff"],
    X["overruff"],
    X["throw_test"],
    X["forced_piece"],
    X["trump_throws"],
    X["leader"]._replace(mark="assumed"),
    X["kitty_capture"],
    X["kitty_structure"],
    X["ace_low"],
    X["owed_tractors"],
    X["pair_clause"],
    X["tractor_before_pair"],
    X["equal_pieces"],
    Option(
        "round_minutes",
        ("CDP-1.3b",),
        "stated",
        "每局限时（分钟）",
        "Minutes a game",
        {"50": Choice("五十分钟", "fifty")},
        ("CLOCK-ROUND",),
        slot="clocks.round_minutes",
        low=1,
        high=600,
    ),
)
