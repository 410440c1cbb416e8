"""What the sheet `shuangkou` leaves open: each question an option whose first value is the decided default.

D-…, X-… and SK-… are the ids of the rule notes.
"""

import re
from functools import lru_cache
from itertools import pairwise

from paipu.replay.options import YES, Choice, assumed, choices, disputed, stated
from paipu.replay.sheets.options.shared import X
from paipu.replay.sheets.shuangkou import ALWAYS_WRONG_CARD, CONVERSION, SUIT_STRENGTH, mixed_jokers
from paipu.replay.tricks.schedule import Conversion

_ROW = re.compile(r"(-?[0-9]{1,4}):([+-]?[0-9]{1,4})", re.ASCII)
_ROWS_AT_MOST = 200
_BEYOND = ",".join(f"{points}:{-25 if points < 20 else 25}" for points in (*range(-200, 20, 5), *range(165, 500, 5)))
"""A table that goes on beyond the printed rows: it stands for those that organisers give."""


@lru_cache(maxsize=64)  # an event has one, and all its records name it
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
    return Choice(text, text, text, {"schedule.conversion": Conversion(table)})


OPTIONS = (
    assumed("match_hands", "D-SK-01", "一场打几副？", "How many hands has a match?")(
        Choice("8", "八副，即一轮", "eight, one round"), Choice("32", "三十二副，四轮", "thirty-two", {"schedule.hands": 32})
    ),
    assumed("big_points", "D-SK-02", "小分如何换算大分？", "How are a hand's points converted?")(
        Choice("printed", "只用规则所列五档，其余待定", "the five printed values; open between them"),
        Choice("interpolated", "五档之间按直线推算", "on the line between them", {"schedule.conversion.interpolate": True}),
    )._replace(parse=conversion_table, written="0:-25,20:-17,…", tried=(_BEYOND,)),
    assumed("bank_score", "D-SK-03", "庄家方的大分", "The bank's side's score")(
        Choice("mirrored", "与防守方相反", "that of the defenders with the sign turned"),
        Choice("none", "只有防守方得大分", "only the defenders score", {"schedule.zero_sum": False}),
    ),
    assumed("suit_order", "D-SK-05", "反主分花色大小吗？", "Do suits rank in over-declaring?")(
        Choice("ranked", "黑红梅方，须更大", "♠ ♥ ♣ ♦, and higher is needed"),
        Choice("priority", "只是优先次序", "only in who comes first", {"bids.unranked_up_to": SUIT_STRENGTH["s"]}),
    ),
    disputed("joker_pair", "D-SK-06", "一大一小两王能反主吗？", "Do a big and a little joker over-declare together?")(
        Choice("identical", "须两张相同", "no, two of a kind"), Choice("mixed", "可以", "yes", {"bids.over": mixed_jokers})
    ),
    assumed("long_sisters", "D-SK-07", "三对以上姊妹对抠底", "Kitty multiplier of three and more sister pairs")(
        Choice("doubling", "每多一对加倍", "doubled per pair"),
        Choice("adding", "每多一对加四", "four more per pair", {"multipliers.longer": "add"}),
        Choice("flat", "都乘八", "eight", {"multipliers.longer": "flat"}),
    ),
    assumed(
        "hollow_trumps", "D-SK-08", "主牌隔级牌的两对算姊妹对吗？", "Are trump pairs either side of the level rank sisters?"
    )(YES, Choice("no", "否", "no", {"cards.adjacency.hollow_trump": False})),
    assumed(
        "no_trump_sisters",
        "D-SK-09",
        "无主时小王对与级牌对算姊妹对吗（两对副级、AA22 都不算）？",
        "At no trump, are little jokers and a level pair sisters? (Two side-level pairs and AA22 never are.)",
    )(YES, Choice("no", "否", "no", {"cards.adjacency.joker_on_level_no_trump": False})),
    assumed("throw_fine", "D-SK-10", "甩牌失败罚几个十分？", "How many tens does a failed throw cost?")(
        Choice("each", "被挡的每部分十分", "one for each blocked part"),
        Choice("one", "一次十分", "one", {"throws.fine.per": "throw"}),
    ),
    assumed(
        "penalty_direction", "D-SK-12", "庄家方罚小分是否加给防守方？", "Do points against the bank's side go to the defenders?"
    )(
        Choice("added", "是", "yes"),
        Choice("taken", "否，一律减", "no, all are taken off", {"charging.bank_fault_adds": False}),
    ),
    assumed("concealed", "D-SK-13", "跟错牌何时算藏张？", "When is a wrong follow a concealed card?")(
        Choice("later", "该墩收起后才发现", "found after the trick was closed"),
        Choice("never", "一律算出错牌", "never: always a wrong card", {"penalties": ALWAYS_WRONG_CARD}),
    ),
    assumed(
        "offender_score",
        "D-SK-16",
        "无错方取更好成绩时，有错方记多少？",
        "The innocent side has a better result: what does the offender get?",
    )(
        Choice("mirrored", "相反数", "the same with the sign turned"),
        Choice("two", "负二分", "minus two", {"schedule.offender_mirrors": False}),
    ),
    disputed(
        "turn_warnings",
        "SK-5.5a",
        "越序出牌的第二次按方算还是按人算？",
        "Is the second play out of turn that of a side or of a player?",
    )(
        Choice("side", "同一方的第二次", "the second of a side"),
        Choice("player", "同一人的第二次", "the second of a player", {"charging.free_per": "player"}),
    ),
    assumed("over_until", "D-SK-21", "何时之前可以反主？", "Until when may one over-declare?")(
        Choice("buried", "庄家扣底之前", "until the banker has buried"),
        Choice("taken", "抓起底牌之前", "until the kitty is taken", {"bids.until_buried": False}),
    ),
    disputed("jokers_over_call", "SK-a", "一对王能直接反单张叫主吗？", "May a joker pair go straight over a single call?")(
        YES, Choice("no", "否", "no", {"bids.no_trump_over": min(SUIT_STRENGTH.values())})
    ),
    X["equal_cards"],
    X["shorter_tractor"],
    X["longer_ruff"],
    X["overruff"],
    X["throw_test"],
    X["trump_throws"],
    X["kitty_structure"],
    X["level_on_king"],
    X["owed_tractors"],
    X["tractor_before_pair"]._replace(
        choices=choices(
            Choice("tractor", "先出姊妹对", "the sister pairs are led"),
            Choice("double", "姊妹对算双", "sister pairs count as a double", {"throws.tractors": "as_pairs"}),
        )
    ),
    stated("round_minutes", "SK-1a", "比赛限时（分钟）", "Minutes a match")(Choice("60", "六十分钟", "sixty"))._replace(
        slot="clocks.round_minutes", low=1, high=600
    ),
)
