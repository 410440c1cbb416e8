"""What the sheet `daguai` leaves open: each question an option whose first value is the decided default.

D-DG-… are the ids of the rule notes.
"""

from paipu.replay.climbing.combos import Kind
from paipu.replay.options import Choice, assumed, choices, disputed, stated
from paipu.replay.sheets.daguai import CARDS, JOKERS_BELOW_TWO
from paipu.replay.sheets.options.climbing import GD

OPTIONS = (
    assumed("seating", "D-DG-01", "两队怎样入座？", "How do the teams sit?")(
        Choice("recorded", "以记录为准", "as the record has them"),
        Choice("alternate", "隔位而坐", "at every second seat", {"seats_alternate": True}),
    ),
    GD["after_out"]._replace(
        ids=("D-DG-03",),
        choices=choices(
            Choice("next", "逆时针下一位未出完者", "the next player still in"),
            Choice("next_of_side", "下一位未出完的队友", "the next of his side still in", {"rounds.after_out": "next_of_side"}),
        ),
    ),
    GD["reentry"]._replace(ids=("D-DG-05",)),
    stated(
        "joker_in_runs", "D-DG-06", "自由牌在顺子里算小牌还是大牌？", "Is a joker in a straight a small card or a large one?"
    )(
        Choice("low", "尽量小", "as small as can be"),
        Choice("high", "尽量大", "as large as can be", {"cards.wild.runs": "high"}),
    ),
    assumed(
        "joker_in_straight_flushes",
        "D-DG-06a",
        "自由牌在同花顺里算小牌还是大牌？",
        "Is a joker in a straight flush a small card or a large one?",
    )(
        Choice("low", "尽量小", "as small as can be"),
        Choice("high", "尽量大", "as large as can be", {"cards.wild.suited_runs": "high"}),
    ),
    disputed("joker_on_top", "D-DG-07", "A234 加怪按几比？", "By which card does A234 with a joker go?")(
        Choice("top", "按 5", "by the 5"),
        Choice("natural", "按 4，自由牌不作最大的一张", "by the 4: a joker is never the top", {"cards.wild.natural_top": True}),
    ),
    stated("equal_flushes", "D-DG-09", "同花最大的牌相同时如何？", "Two flushes with the same top card?")(
        Choice("equal", "一样大", "they are equal"),
        Choice("next_card", "比下一张", "the next card decides", {"cards.wild.flush_kickers": True}),
    ),
    stated("two_in_flush", "D-DG-10", "同花里的 2 是将牌吗？", "Is a 2 in a flush the highest card?")(
        Choice("plain", "不是，按普通牌", "no, an ordinary 2"),
        Choice("highest", "是", "yes", {"cards.natural": CARDS.natural - {Kind.FLUSH}}),
    ),
    assumed("jokers_alone", "D-DG-12", "全是怪的对子、三张、五张按什么比？", "What do two, three or five jokers rank as?")(
        Choice("little", "对子、三张全是大怪才按大怪", "big ones only where two or three are all big"),
        Choice("all_little", "三张大怪也按小怪", "three big ones as little ones too", {"cards.wild.triple_of_big": False}),
        Choice("below_two", "都不如 2", "all below the 2", {"cards.group_order": JOKERS_BELOW_TWO}),
    ),
)
