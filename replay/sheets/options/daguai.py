"""What the sheet `daguai` leaves open: each question an option whose first value is the decided default.

D-DG-… are the ids of the rule notes; `touches` names the checks whose verdict may rest on the answer.
"""

from replay.climbing.combos import Kind
from replay.options import Choice, Option
from replay.sheets.daguai import CARDS, JOKERS_BELOW_TWO
from replay.sheets.options.climbing import GD, LEADS, REENTRY, settled

_PLACES = ("CLAIM-FINISH", "CLAIM-PLACE-POINTS", "CLAIM-MATCH-POINTS", "CLAIM-MATCH-WINNER", "CLAIM-MATCH-REASON")
_PLAYS = (
    *(
        "PLAY-TYPE",
        "PLAY-TYPE-COUNT",
        "PLAY-TYPE-RUN",
        "PLAY-TYPE-FULL-HOUSE",
        "PLAY-NOT-HIGHER",
        "PLAY-OTHER-TYPE",
        "READING-WRONG",
    ),
    *(
        "PLAY-NOT-HELD",
        "PLAY-REENTRY",
        "CARD-COPIES",
        *LEADS,
        *_PLACES,
        "HAND-STOPPED",
        "HAND-UNFINISHED",
        "CLAIM-OPEN",
        "MATCH-HANDS",
    ),
)

OPTIONS = (
    Option(
        "seating",
        ("D-DG-01",),
        "assumed",
        "两队怎样入座？",
        "How do the teams sit?",
        {
            "recorded": Choice("以记录为准", "as the record has them"),
            "alternate": Choice("隔位而坐", "at every second seat", {"seats_alternate": True}),
        },
        (
            "SEAT-TEAM",
            "SEAT-DRAWN",
            *_PLACES,
            *LEADS,
            "HAND-STOPPED",
            "HAND-UNFINISHED",
            "CLAIM-OPEN",
            "MARKS-BOTH",
            "MATCH-HANDS",
        ),
    ),
    settled("hand_size", "D-DG-02", "assumed", "每人二十七张，没有底牌", "27 cards a player, no kitty"),
    GD["after_out"]._replace(
        ids=("D-DG-03",),
        touches=_PLAYS,
        choices={
            "next": Choice("逆时针下一位未出完者", "the next player still in"),
            "next_of_side": Choice("下一位未出完的队友", "the next of his side still in", {"rounds.after_out": "next_of_side"}),
        },
    ),
    settled("finished_pass", "D-DG-04", "assumed", "出完者算 Pass", "Players who are out count as having passed"),
    REENTRY._replace(ids=("D-DG-05",), touches=_PLAYS),
    Option(
        "joker_in_runs",
        ("D-DG-06",),
        "stated",
        "自由牌在顺子里算小牌还是大牌？",
        "Is a joker in a straight a small card or a large one?",
        {
            "low": Choice("尽量小", "as small as can be"),
            "high": Choice("尽量大", "as large as can be", {"cards.wild.runs": "high"}),
        },
        _PLAYS,
    ),
    Option(
        "joker_in_straight_flushes",
        ("D-DG-06a",),
        "assumed",
        "自由牌在同花顺里算小牌还是大牌？",
        "Is a joker in a straight flush a small card or a large one?",
        {
            "low": Choice("尽量小", "as small as can be"),
            "high": Choice("尽量大", "as large as can be", {"cards.wild.suited_runs": "high"}),
        },
        _PLAYS,
    ),
    Option(
        "joker_on_top",
        ("D-DG-07",),
        "disputed",
        "A234 加怪按几比？",
        "By which card does A234 with a joker go?",
        {
            "top": Choice("按 5", "by the 5"),
            "natural": Choice(
                "按 4，自由牌不作最大的一张", "by the 4: a joker is never the top", {"cards.wild.low_top": "natural"}
            ),
        },
        _PLAYS,
    ),
    settled("joker_in_flush", "D-DG-08", "stated", "同花按最大的天然牌比", "A flush goes by its highest natural card"),
    Option(
        "equal_flushes",
        ("D-DG-09",),
        "stated",
        "同花最大的牌相同时如何？",
        "Two flushes with the same top card?",
        {
            "equal": Choice("一样大", "they are equal"),
            "next_card": Choice("比下一张", "the next card decides", {"cards.wild.flush_ties": "next_card"}),
        },
        _PLAYS,
    ),
    Option(
        "two_in_flush",
        ("D-DG-10",),
        "stated",
        "同花里的 2 是将牌吗？",
        "Is a 2 in a flush the highest card?",
        {
            "plain": Choice("不是，按普通牌", "no, an ordinary 2"),
            "highest": Choice("是", "yes", {"cards.natural": CARDS.natural - {Kind.FLUSH}}),
        },
        _PLAYS,
    ),
    settled("two_in_runs", "D-DG-11", "assumed", "2 在顺子里只在自然位置", "A 2 stands in straights at its natural place only"),
    Option(
        "jokers_alone",
        ("D-DG-12",),
        "assumed",
        "全是怪的对子、三张、五张按什么比？",
        "What do two, three or five jokers rank as?",
        {
            "little": Choice("对子、三张全是大怪才按大怪", "big ones only where two or three are all big"),
            "all_little": Choice("三张大怪也按小怪", "three big ones as little ones too", {"cards.wild.triple_of_big": False}),
            "below_two": Choice("都不如 2", "all below the 2", {"cards.group_order": JOKERS_BELOW_TWO}),
        },
        _PLAYS,
    ),
    settled("under_calling", "D-DG-13", "stated", "牌型以大为准，不能自选", "A play is read at its largest, without choice"),
    settled("five_with_jokers", "D-DG-14", "stated", "999 加两怪是五同", "999 and two jokers are five alike"),
    settled("score_rows", "D-DG-15", "stated", "按所列次序取第一条", "The first of the score rows that fits counts"),
    settled(
        "stopping",
        "D-DG-16",
        "assumed",
        "得分已定也应打完，没打完只作提示",
        "A hand is played out even with its score settled; one that was not is only noted",
        "HAND-STOPPED",
    ),
    settled("marked_side", "D-DG-17", "stated", "记过判负，对方得八分", "A side that loses by marks gives the other 8 points"),
    settled("extra_hand", "D-DG-18", "assumed", "加赛由谁坐庄按记录", "The record tells who is banker of the extra hand"),
    settled(
        "count_faults",
        "D-DG-19",
        "assumed",
        "问牌、答牌违例没有规定罚则",
        "No penalty is printed for wrong asking or answering",
    ),
)
