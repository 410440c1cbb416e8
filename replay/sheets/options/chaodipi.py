"""What the sheet `chaodipi` leaves open: each question an option whose first value is the decided default.

D-…, X-… and CDP-… are the ids of the rule notes.
"""

from functools import partial

from paipu.replay.options import YES, Choice, assumed, disputed, stated
from paipu.replay.sheets.chaodipi import (
    FLAG_SCORE_FROM_80,
    FLAG_SCORE_FROM_100,
    LEVEL_STRENGTH,
    five_as_level_card,
    five_pair_as_level_pair,
    flag_stage,
    kitty_trump,
)
from paipu.replay.sheets.options.shared import X

OPTIONS = (
    assumed("at_80", "D-CDP-01", "抓分方正好80分是否上台？", "Do the attackers take office at exactly 80?")(
        Choice("office", "上台不升级", "yes, without rising"),
        Choice("bank_stays", "庄家方留任，不升级", "no, the bank stays without rising", {"score.bank_stays_at": 80}),
    ),
    assumed("attackers_rise", "D-CDP-02", "抓分方90分以上是否升级？", "Do the attackers rise from 90 points on?")(
        Choice("ten", "每多十分升一级", "a level for each ten more"),
        Choice("never", "只上台", "they only take office", {"score.attackers_rise": False}),
    ),
    assumed("past_ace", "D-CDP-03", "A是否必须坐庄打过？", "Must A be won as banker?")(
        Choice("banker", "必须，不得跳过", "yes, and it cannot be jumped"),
        Choice("any", "升过即可", "passing it any way will do", {"must_play": ("flag",)}),
    ),
    X["next_banker"],
    disputed("other_banker", "D-CDP-04", "记录由同一方另一家坐庄", "The other seat of the right side is banker")(
        Choice("disputed", "规则未写明，两可", "the sheet does not say: disputed"),
        Choice("wrong", "算错", "wrong", {"other_dealer_of_side": "wrong"}),
    ),
    assumed("first_leader", "D-CDP-06", "炒底之后谁先出牌？", "Who leads after the kitty was taken up again?")(
        Choice("banker", "庄家", "the banker"), Choice("taker", "最后的炒家", "the last who took it up", {"reopen.leads": True})
    ),
    assumed("kitty_protection", "D-CDP-07", "抓分方最后扣底时谁保底？", "The attackers buried last: who protects the kitty?")(
        Choice("bank", "庄家方", "the bank's side"),
        Choice("burier", "扣底的一方", "the side that buried", {"reopen.burier_protects": True}),
    ),
    disputed(
        "hearts_trio", "D-CDP-10", "红心为主时 ♥5♥10♥K 算主 5·10·K 吗？", "With hearts trump, are ♥5 ♥10 ♥K the trump 5·10·K?"
    )(
        YES,
        Choice("no", "否，♥5是大主", "no, ♥5 is above the suit", {"cards.trios.of_top_trump": False}),
    ),
    assumed("lowered_five", "D-CDP-12", "须下放♥5凑成 5·10·K 跟出吗？", "Must ♥5 be lowered to follow with the 5·10·K?")(
        Choice("free", "否", "no"), Choice("owed", "须", "yes", {"follow.lowered_owed": True})
    ),
    disputed(
        "second_trio",
        "D-CDP-13",
        "调大主时手中有主 5·10·K，跟哪个？",
        "Under a trump 5·10·K one holds the other: what is owed?",
    )(
        Choice("highest", "最大的三张主", "the three highest trumps"),
        Choice("trio", "主 5·10·K", "the trump 5·10·K", {"follow.trio_under_trumps": True}),
    ),
    disputed(
        "trio_bottom", "D-CDP-16", "5·10·K 抠底是否不论得分都算胜？", "Does taking the kitty with a 5·10·K win at any score?"
    )(
        Choice("capture", "是", "yes"),
        Choice("stake", "否，只作上天入地的条件", "no, it only puts the levels at stake", {"stakes.bottom_decides": False}),
    ),
    assumed(
        "stake_survives",
        "D-CDP-17",
        "双红心5亮主后又被反，上天入地还算吗？",
        "Both ♥5 were declared over later: are the levels still at stake?",
    )(
        YES,
        Choice("no", "否，须是最后的反主", "no, only if it was the last", {"stakes.last_only": True}),
    ),
    assumed(
        "stake_at_ace", "D-CDP-18", "已打A或待扛旗的一方上天入地获胜", "A side at A, or past it, wins with the levels at stake"
    )(
        Choice("never_lowered", "照常过A，不降级", "it passes A as usual and is never lowered"),
        Choice("to_ace", "一律打A", "it plays A", {"stakes.past_ace": False, "stakes.lowers_winner": True}),
    ),
    assumed("five_gap", "D-CDP-19", "副红心4466隔着♥5算连对吗？", "Are ♥4♥4 and ♥6♥6 neighbours across ♥5 in side hearts?")(
        YES, Choice("no", "否", "no", {"cards.adjacency.hollow_fixed": False})
    ),
    assumed("flag_rise", "D-CDP-20", "扛旗时抓分方上台升级吗？", "Do the attackers rise when they take office in 扛旗?")(
        Choice("never", "不升级", "no"),
        Choice(
            "from_100", "100分起每多十分升一级", "a level for each ten beyond 100", {"stages": flag_stage(FLAG_SCORE_FROM_100)}
        ),
        Choice("from_80", "照80分的升级表", "as by the table from 80", {"stages": flag_stage(FLAG_SCORE_FROM_80)}),
    ),
    assumed("over_declaration", "D-CDP-21", "正主是否须用一对？", "Does over-declaring take a pair?")(
        Choice("pair", "须一对", "yes"), Choice("single", "单张也可", "a single will do", {"bids.over_by_single": True})
    ),
    assumed(
        "self_protection",
        "D-CDP-21b",
        "自保之后，拿底牌前他人还能正主吗？",
        "After 自保, may others declare over it before the kitty?",
    )(Choice("closed", "否，只能炒底", "no, only by 炒底"), Choice("open", "可以", "yes", {"bids.stays_open": True})),
    assumed("pair_again", "D-CDP-22", "亮过的一对能再用吗？", "May a pair be shown again?")(
        Choice("spent", "不能", "no"), Choice("again", "可以", "yes", {"bids.pairs_spent": False, "reopen.pairs_spent": False})
    ),
    assumed("declarer_asked", "D-CDP-22b", "现在的主是谁亮的，炒底时还问他吗？", "Is he asked whose declaration stands?")(
        Choice("no", "不问", "no"),
        Choice("yes", "问，不是扣底者即可", "yes, unless he buried", {"reopen.declarer_asked": True}),
    ),
    disputed("nobody_first", "D-CDP-24", "首副无人亮主谁坐庄？", "Nobody declares in the first hand: who is banker?")(
        Choice("redeal", "重新发牌", "deal again"), Choice("recorded", "按记录", "as recorded", {"silent_bank": "recorded"})
    ),
    assumed(
        "kitty_highest",
        "D-CDP-25",
        "底牌定主时♥5和同点数牌的大小",
        "How high are ♥5 and equal ranks when the kitty names the trump?",
    )(
        Choice("top", "♥5最大，同点数按黑桃、红心、梅花、方块", "♥5 highest, above the jokers; equal ranks by suit, ♠ ♥ ♣ ♦"),
        Choice("plain", "♥5只是五", "♥5 a plain five", {"kitty_trump": partial(kitty_trump, red_five_top=False)}),
        Choice(
            "first",
            "同点数取在先的一张",
            "of equal ranks the first in the kitty",
            {"kitty_trump": partial(kitty_trump, equals_by_suit=False)},
        ),
    ),
    assumed(
        "penalty_direction", "D-CDP-26", "庄家方罚分是否加给抓分方？", "Do points against the bank's side go to the attackers?"
    )(
        Choice("added", "是", "yes"),
        Choice("taken", "否，一律减", "no, all are taken off", {"charging.bank_fault_adds": False}),
    ),
    assumed(
        "count_once",
        "D-CDP-27",
        "同一家底牌与手牌张数都错，罚几次？",
        "One seat with a wrong kitty and a wrong hand: how many fines?",
    )(Choice("once", "一次80分", "one of 80"), Choice("each", "各罚", "each", {"charging.each_of_group": True})),
    assumed("found_next_trick", "D-CDP-28", "跟错牌在下一圈才发现", "A wrong follow is found in the next trick")(
        Choice("on_the_spot", "仍按当场", "as on the spot"),
        Choice("concealed", "按藏牌", "as a concealed card", {"charging.next_trick_late": True}),
    ),
    assumed("five_at_five", "D-CDP-33", "打5时一对♥5算双红心5吗？", "At level 5, are two ♥5 the pair of red fives?")(
        Choice("red_fives", "算", "yes"),
        Choice(
            "level_pair",
            "否，算红心级牌对",
            "no, a pair of level cards",
            {"bids.first": five_as_level_card, "reopen.show": five_pair_as_level_pair},
        ),
    ),
    assumed(
        "hollow_tractors", "D-CDP-34", "副牌隔级牌的两对是否连对？", "Are side pairs either side of the level rank neighbours?"
    )(YES, Choice("no", "否", "no", {"cards.adjacency.hollow_side": False})),
    disputed("double_gap", "CDP-a", "打4时副红心3366算连对吗？", "At level 4, are ♥3♥3 and ♥6♥6 neighbours?")(
        YES, Choice("no", "否", "no", {"cards.adjacency.hollow_double": False})
    ),
    disputed("five_as_heart", "CDP-b", "应跟红心时能单出♥5吗？", "May ♥5 be played where a heart is owed?")(
        Choice("no", "不能，♥5是主", "no, it is a trump"), Choice("yes", "可以", "yes", {"follow.lowered_serves": True})
    ),
    disputed(
        "top_pair_over_protection",
        "CDP-f",
        "自保之后，拿底牌前能用一对王或双红心5正主吗？",
        "After 自保, may a joker pair or both ♥5 declare before the kitty?",
    )(Choice("no", "不能", "no"), Choice("yes", "可以", "yes", {"bids.closes_at_most": LEVEL_STRENGTH})),
    disputed(
        "own_after_another",
        "CDP-g",
        "被他人正主之后，先前亮单张的还能亮出这一对吗？",
        "May who was declared over show the pair of what he had declared?",
    )(
        Choice("over", "可以，算对他人正主", "yes, it declares over the other"),
        Choice("no", "不能，自保只在他人正主之前", "no, one's own is protected only before that", {"bids.own_ends": True}),
    ),
    X["equal_cards"],
    X["shorter_tractor"],
    X["longer_ruff"],
    X["overruff"],
    X["throw_test"],
    X["forced_piece"],
    X["trump_throws"],
    X["kitty_structure"],
    X["owed_tractors"],
    X["tractor_before_pair"],
    stated("round_minutes", "CDP-1.3b", "每局限时（分钟）", "Minutes a game")(Choice("50", "五十分钟", "fifty"))._replace(
        slot="clocks.round_minutes", low=1, high=600
    ),
)
