"""What the sheet `shuangkou` leaves open: each question an option whose first value is the decided default.

D-…, X-… and SK-… are the ids of the rule notes; `touches` names the checks whose verdict may rest on the answer.
"""

import re
from itertools import pairwise

from replay.options import Choice, Option
from replay.sheets.options.shared import BID, KITTY, PENALTY, SCORE, SETTLED, STRUCTURE, YES, X
from replay.sheets.shuangkou import ALWAYS_WRONG_CARD, CONVERSION, SUIT_STRENGTH, mixed_jokers
from replay.tricks.schedule import Conversion

_PENALTIES = ("PENALTY-EXPOSED", "PENALTY-THROW", *PENALTY)
_ROW = re.compile(r"(-?[0-9]{1,4}):([+-]?[0-9]{1,4})", re.ASCII)
_ROWS_AT_MOST = 200


def conversion_table(text: str) -> Choice | None:
    """The organiser's table, `"0:-25,20:-17,…"`, beside the printed rows: points rise, scores never fall; else None."""
    rows = [_ROW.fullmatch(row.strip()) for row in text.split(",")]
    if len(rows) > _ROWS_AT_MOST or not all(rows):
        return None
    given = [(int(row[1]), int(row[2])) for row in rows if row is not None]
    table = tuple(sorted({**dict(CONVERSION.table), **dict(given)}.items()))
    rising = all(before[0] < later[0] for before, later in pairwise(given))
    if not rising or any(before[1] > later[1] for before, later in pairwise(table)):
        return None
    return Choice(text, text, {"schedule.conversion": Conversion(table)})


def _settled(key: str, identifier: str, mark: str, zh: str, en: str) -> Option:
    """A question whose default stands alone."""
    return Option(key, (identifier,), mark, zh, en, {"decided": SETTLED})  # type: ignore[arg-type] # marks as in `Option`


OPTIONS = (
    Option(
        "match_hands",
        ("D-SK-01",),
        "assumed",
        "一场打几副？",
        "How many hands has a match?",
        {"8": Choice("八副，即一轮", "eight, one round"), "32": Choice("三十二副，四轮", "thirty-two", {"schedule.hands": 32})},
        ("MATCH-HANDS", "HANDS-MISSING", "CLAIM-MATCH-WINNER", "CLAIM-MATCH-REASON", "CLAIM-MATCH-POINTS", "CLAIM-MATCH-SCORE"),
    ),
    Option(
        "big_points",
        ("D-SK-02",),
        "assumed",
        "小分如何换算大分？",
        "How are a hand's points converted?",
        {
            "printed": Choice("只用规则所列五档，其余待定", "the five printed values; open between them"),
            "interpolated": Choice("五档之间按直线推算", "on the line between them", {"schedule.conversion.interpolate": True}),
        },
        ("SCORE-OPEN", "CLAIM-MATCH-SCORE", *SCORE),
        always=("SCORE-OPEN",),
        parse=conversion_table,
        written="0:-25,20:-17,…",
    ),
    Option(
        "bank_score",
        ("D-SK-03",),
        "assumed",
        "庄家方的大分",
        "The bank's side's score",
        {
            "mirrored": Choice("与防守方相反", "that of the defenders with the sign turned"),
            "none": Choice("只有防守方得大分", "only the defenders score", {"schedule.zero_sum": False}),
        },
        (*SCORE, "CLAIM-MATCH-WINNER", "CLAIM-MATCH-SCORE"),
    ),
    _settled("equal_totals", "D-SK-04", "assumed", "大分相等未定", "Equal match scores are undetermined"),
    Option(
        "suit_order",
        ("D-SK-05",),
        "assumed",
        "反主分花色大小吗？",
        "Do suits rank in over-declaring?",
        {
            "ranked": Choice("黑红梅方，须更大", "♠ ♥ ♣ ♦, and higher is needed"),
            "priority": Choice("只是优先次序", "only in who comes first", {"bids.unranked_up_to": SUIT_STRENGTH["s"]}),
        },
        BID,
    ),
    Option(
        "joker_pair",
        ("D-SK-06",),
        "disputed",
        "一大一小两王能反主吗？",
        "Do a big and a little joker over-declare together?",
        {
            "identical": Choice("须两张相同", "no, two of a kind"),
            "mixed": Choice("可以", "yes", {"bids.over": mixed_jokers}),
        },
        BID,
    ),
    Option(
        "long_sisters",
        ("D-SK-07",),
        "assumed",
        "三对以上姊妹对抠底",
        "Kitty multiplier of three and more sister pairs",
        {
            "doubling": Choice("每多一对加倍", "doubled per pair"),
            "adding": Choice("每多一对加四", "four more per pair", {"multipliers.longer": "add"}),
            "flat": Choice("都乘八", "eight", {"multipliers.longer": "flat"}),
        },
        KITTY,
    ),
    Option(
        "hollow_trumps",
        ("D-SK-08",),
        "assumed",
        "主牌隔级牌的两对算姊妹对吗？",
        "Are trump pairs either side of the level rank sisters?",
        {"yes": YES, "no": Choice("否", "no", {"cards.adjacency.hollow_trump": False})},
        STRUCTURE,
    ),
    Option(
        "no_trump_sisters",
        ("D-SK-09",),
        "assumed",
        "无主时小王对与级牌对算姊妹对吗（两对副级、AA22 都不算）？",
        "At no trump, are little jokers and a level pair sisters? (Two side-level pairs and AA22 never are.)",
        {"yes": YES, "no": Choice("否", "no", {"cards.adjacency.joker_on_level_no_trump": False})},
        STRUCTURE,
    ),
    Option(
        "throw_fine",
        ("D-SK-10",),
        "assumed",
        "甩牌失败罚几个十分？",
        "How many tens does a failed throw cost?",
        {
            "each": Choice("被挡的每部分十分", "one for each blocked part"),
            "one": Choice("一次十分", "one", {"throws.fine_per": "throw"}),
        },
        _PENALTIES,
    ),
    _settled(
        "smallest_piece",
        "D-SK-11",
        "assumed",
        "甩牌失败出同类中最小的，它必在被挡之列",
        "After a failed throw the smallest of its kind is led, which is always among the blocked",
    ),
    Option(
        "penalty_direction",
        ("D-SK-12",),
        "assumed",
        "庄家方罚小分是否加给防守方？",
        "Do points against the bank's side go to the defenders?",
        {
            "added": Choice("是", "yes"),
            "taken": Choice("否，一律减", "no, all are taken off", {"tariff.bank_fault_adds": False}),
        },
        _PENALTIES,
    ),
    Option(
        "concealed",
        ("D-SK-13",),
        "assumed",
        "跟错牌何时算藏张？",
        "When is a wrong follow a concealed card?",
        {
            "later": Choice("该墩收起后才发现", "found after the trick was closed"),
            "never": Choice("一律算出错牌", "never: always a wrong card", {"tariff.fines": ALWAYS_WRONG_CARD}),
        },
        ("SCORE-CONCEALED", *_PENALTIES),
    ),
    _settled(
        "wrong_card_stays", "D-SK-14", "assumed", "收不回的错牌照常比大小", "A wrong card that stays is compared as it is"
    ),
    _settled(
        "count_in_play", "D-SK-15", "assumed", "打牌中发现张数错误同终局", "A wrong count found in mid-play is as at the end"
    ),
    Option(
        "offender_score",
        ("D-SK-16",),
        "assumed",
        "无错方取更好成绩时，有错方记多少？",
        "The innocent side has a better result: what does the offender get?",
        {
            "mirrored": Choice("相反数", "the same with the sign turned"),
            "two": Choice("负二分", "minus two", {"schedule.offender_mirrors": False}),
        },
        ("SCORE-COUNT", "SCORE-CONCEALED", "CLAIM-MATCH-POINTS", "CLAIM-MATCH-WINNER"),
    ),
    Option(
        "turn_warnings",
        ("SK-5.5a",),
        "disputed",
        "越序出牌的第二次按方算还是按人算？",
        "Is the second play out of turn that of a side or of a player?",
        {
            "side": Choice("同一方的第二次", "the second of a side"),
            "player": Choice("同一人的第二次", "the second of a player", {"tariff.free_per": "player"}),
        },
        ("INCIDENT-OUT-OF-TURN", "SCORE-OUT-OF-TURN", *SCORE, "CLAIM-MATCH-POINTS", "CLAIM-MATCH-WINNER"),
    ),
    _settled("hour_over", "D-SK-17", "assumed", "时间到只计打完的副", "At time only finished hands count"),
    _settled("who_calls", "D-SK-18", "assumed", "谁都可以叫主", "Anybody may call"),
    _settled("signal_winner", "D-SK-19", "stated", "传递信息则对方获胜", "After a signal the other side wins"),
    _settled("eighty_wins", "D-SK-20", "stated", "八十分为胜", "Eighty points win the hand"),
    Option(
        "over_until",
        ("D-SK-21",),
        "assumed",
        "何时之前可以反主？",
        "Until when may one over-declare?",
        {
            "buried": Choice("庄家扣底之前", "until the banker has buried"),
            "taken": Choice("抓起底牌之前", "until the kitty is taken", {"bids.until_buried": False}),
        },
        ("KITTY-AGAIN", *BID),
    ),
    Option(
        "jokers_over_call",
        ("SK-a",),
        "disputed",
        "一对王能直接反单张叫主吗？",
        "May a joker pair go straight over a single call?",
        {"yes": YES, "no": Choice("否", "no", {"bids.no_trump_over": min(SUIT_STRENGTH.values())})},
        BID,
    ),
    X["point_cards"],
    X["equal_cards"],
    X["follow_class"]._replace(mark="assumed"),
    X["shorter_tractor"],
    X["longer_ruff"],
    X["overruff"],
    X["throw_test"],
    X["trump_throws"],
    X["leader"]._replace(mark="assumed"),
    X["kitty_capture"],
    X["kitty_structure"],
    X["ace_low"],
    X["level_on_king"],
    X["owed_tractors"],
    X["pair_clause"],
    X["side_level_run"],
    X["tractor_before_pair"]._replace(
        choices={
            "tractor": Choice("先出姊妹对", "the sister pairs are led"),
            "double": Choice("姊妹对算双", "sister pairs count as a double", {"throws.tractors": "as_pairs"}),
        }
    ),
    X["equal_pieces"],
    Option(
        "round_minutes",
        ("SK-1a",),
        "stated",
        "比赛限时（分钟）",
        "Minutes a match",
        {"60": Choice("六十分钟", "sixty")},
        ("CLOCK-ROUND",),
        slot="clocks.round_minutes",
        low=1,
        high=600,
    ),
)
