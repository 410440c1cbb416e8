"""双扣: the sheet `shuangkou` (SK), in the order of its printed clauses. Clause ids are those of `catalogue/shuangkou.toml`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from paipu.replay.cards import BIG_JOKER, JOKERS, LITTLE_JOKER, UNKNOWN
from paipu.replay.event_rules import EventRules, ForfeitCounts, MatchPoints
from paipu.replay.penalties import ANY_TIME, BEFORE_PLAY, SAME_TRICK, Penalties, Penalty
from paipu.replay.rulesheet import TRICK
from paipu.replay.sheets.shengji import SHENGJI
from paipu.replay.text import Text
from paipu.replay.tricks.bidding import Bid, BidRules, Reading, Standing
from paipu.replay.tricks.card_rules import Adjacency
from paipu.replay.tricks.rules import ChargeRules, ThrowFine
from paipu.replay.tricks.schedule import Conversion, Schedule
from paipu.replay.tricks.trump import NO_TRUMP

# ---- 第一条 赛制

TURNS: Final = (("E", "2"), ("N", "3"), ("W", "4"), ("S", "5"), ("E", "5"), ("N", "6"), ("W", "7"), ("S", "8"))
"""SK-1b: two circles of bankers, a level for each of the eight hands."""

# ---- 第二条 出牌规则, 叫主与反主

ADJACENCY: Final = Adjacency(
    hollow_side=True,
    hollow_trump=True,
    level_on_ace=True,
    level_on_king=True,
    main_on_side_level=True,
    joker_on_level=True,
    joker_on_level_no_trump=True,
    jokers=True,
)
"""SK-2.1c, 姊妹对; D-SK-08, D-SK-09, X-15."""

SUIT_STRENGTH: Final = {"d": 2, "c": 3, "h": 4, "s": 5}
"""SK-2.2a, D-SK-05: a pair over-declares a single card, and a pair of a higher suit a lower one."""
JOKER_STRENGTH: Final[Mapping[tuple[str, ...], int]] = {(LITTLE_JOKER, LITTLE_JOKER): 6, (BIG_JOKER, BIG_JOKER): 7}
"""D-SK-06: jokers over any pair, the big ones over the little ones."""
BIG_STRENGTH: Final = 7


def call(bid: Bid, level: str) -> Reading | None:
    """SK-2.2a, c: one level card, or two of one suit, over which nobody may declare; the bank is fixed beforehand."""
    cards = bid.cards
    if len(cards) not in {1, 2} or len(set(cards)) > 1 or cards[0][0] != level or cards[0] in JOKERS:
        return None
    return Reading(cards[0][1], 1, takes_bank=False, closes=BIG_STRENGTH if len(cards) > 1 else 0)


def over_call(bid: Bid, level: str) -> Reading | None:
    """SK-2.2a: a pair of level cards, or a pair of jokers, which makes no trump."""
    strength = JOKER_STRENGTH.get(bid.cards)
    if strength is not None:
        return Reading(NO_TRUMP, strength, takes_bank=False)
    reading = call(bid, level)
    if reading is None or not reading.closes or reading.trump is None:
        return None
    return Reading(reading.trump, SUIT_STRENGTH[reading.trump], takes_bank=False)


def mixed_jokers(bid: Bid, level: str) -> Reading | None:
    """An over-declaration where a big and a little joker make a pair too (the other reading of D-SK-06)."""
    if sorted(bid.cards) == [BIG_JOKER, LITTLE_JOKER]:
        return Reading(NO_TRUMP, JOKER_STRENGTH[LITTLE_JOKER, LITTLE_JOKER], takes_bank=False)
    return over_call(bid, level)


def own_pair(standing: Standing, bid: Bid, level: str) -> Reading | None:
    """SK-2.2c: the caller completes his pair, written as the added card or as the pair, and so closes the declaring."""
    if not standing.first or len(standing.cards) > 1 or bid.cards not in {standing.cards, standing.cards * 2}:
        return None
    reading = call(bid, level)
    return reading._replace(closes=BIG_STRENGTH) if reading is not None else None


def kitty_trump(kitty: Sequence[str], level: str) -> str | None:
    """SK-2.2d: nobody called, so the kitty's first card names the trump; a joker makes none."""
    del level
    if not kitty or kitty[0] == UNKNOWN:
        return None
    return NO_TRUMP if kitty[0] in JOKERS else kitty[0][1]


BIDS: Final = BidRules(
    first=call,
    over=over_call,
    reinforce=own_pair,
    first_shape="[level] | [level][level]",
    over_shape="[level][level] | LJLJ | BJBJ",
    until_buried=True,
    closed_by_kitty=True,
)

# ---- 第三条 抠底

MULTIPLIERS: Final = SHENGJI.multipliers._replace(trump=(2, 4, 8), side=(2, 4, 8), longer="double")
"""SK-3: single ×2, pair ×4, sister pairs ×8, and twice as much for each further pair (D-SK-07)."""

# ---- 第四条 积分

CONVERSION: Final = Conversion(((20, -17), (40, -9), (80, 2), (120, 14), (160, 25)))
"""SK-4.1a prints five values of a table; between and beyond them nothing is made up (D-SK-02)."""
SCHEDULE: Final = Schedule(
    turns=TURNS,
    conversion=CONVERSION,
    hands=len(TURNS),
    win=2,
    loss=1,
    forfeit=0,
    forfeit_costs=20,
    fault_costs=2,
    zero_sum=True,
    offender_mirrors=True,
)
"""SK-1b, SK-4.1b, SK-4.2, SK-5.1.2, SK-5.3; D-SK-01, D-SK-03, D-SK-16."""
EVENT: Final = EventRules(
    form="table",
    entrants="teams",
    counts="match_points",
    boards=("score", "attackers"),
    rank_by=("match_points", "big_points", "small_points"),
    match_points=MatchPoints(win=SCHEDULE.win, loss=SCHEDULE.loss),
    forfeit=ForfeitCounts(
        absent={"match_points": SCHEDULE.forfeit, "big_points": -SCHEDULE.forfeit_costs},
        present={"match_points": SCHEDULE.win, "big_points": SCHEDULE.forfeit_costs},
    ),
)
"""SK-4.1b, SK-4.2; what a match with equal scores is worth is not printed (D-SK-04)."""

# ---- 第五条 违规与判罚

COUNTS: Final = ("hand_count", "kitty_count", "overdraw")
WRONG_PLAYS: Final = ("revoke", "concealed")
FOLLOWS: Final = frozenset({"TRICK-FOLLOW-SUIT", "TRICK-FOLLOW-PAIR", "TRICK-FOLLOW-TRACTOR"})
WRONG_CARD: Final = Penalty(WRONG_PLAYS, "CLAIM-PENALTIES/exposed", until=SAME_TRICK, each=10)
CONCEALED: Final = Penalty(WRONG_PLAYS, "CLAIM-SCORE/concealed", loses_hand=True, unnoticed=FOLLOWS)
ROWS: Final = (
    Penalty(
        ("late",),
        "CLAIM-FORFEIT",
        tells="INCIDENT-LATE",
        after=600,
        loses=True,
        forfeit=(-SCHEDULE.forfeit_costs, SCHEDULE.forfeit_costs),
    ),  # 4.2
    Penalty(COUNTS, tells="INCIDENT-COUNT-EARLY", until=BEFORE_PLAY, mends=True),  # 5.1.1
    Penalty(COUNTS, "CLAIM-SCORE/count", loses_hand=True, unnoticed=frozenset({"DEAL-COUNT", "BURY-COUNT"})),  # 5.1.2
    Penalty(("exposed",), "CLAIM-PENALTIES/exposed", each=10),  # 5.2.1
    Penalty(("failed_throw",), "CLAIM-PENALTIES/failed_throw", each=10, by_plays=True),  # 5.2.2
    Penalty(("failed_throw",), clause="SK-5.2.2", by="referee", points=(10, None)),  # of one that nobody tested
    Penalty(("signal",), "CLAIM-SCORE/signal", ends_match=(-10, 2)),  # 5.4
    Penalty(("out_of_turn",), "CLAIM-SCORE/out_of_turn", tells="INCIDENT-OUT-OF-TURN", score=-10, free=1),  # 5.5
)
PENALTIES: Final = Penalties(*ROWS, WRONG_CARD, CONCEALED)
"""SK-5.1 to 5.5, SK-4.2; for a wrong card SK-5.2.1 and, found later, SK-5.3."""
ALWAYS_WRONG_CARD: Final = Penalties(*ROWS, WRONG_CARD._replace(until=ANY_TIME, unnoticed=FOLLOWS))
"""The other reading of D-SK-13."""
THROWS: Final = SHENGJI.throws._replace(singles="choice", fine=ThrowFine(10, per="blocked_unit"))
"""SK-5.2.2: ten points for each blocked part; the smallest of the blocked kind, at the opponents' choice where both are."""

FAULTS: Final = {
    **dict.fromkeys(FOLLOWS, "concealed"),
    "DEAL-COUNT": "hand_count",
    "BURY-COUNT": "kitty_count",
    "TRICK-SIZE": "revoke",
    "LEAD-ONE-SUIT": "revoke",
    "LEAD-BANKER": "out_of_turn",
    "LEAD-WINNER": "out_of_turn",
    "THROW-BEATABLE": "failed_throw",
}
"""What a fault is that a check finds, for a referee who rules on it."""

# ---- the sheet

SHUANGKOU: Final = replace(
    SHENGJI,
    key="shuangkou",
    title=Text("双扣", "Shuangkou"),
    source=Text("双扣比赛竞赛规则", "the rules of a 双扣 competition"),
    term=TRICK,  # no word for it: SK-1b has 轮 and 圈 of the bank going round
    penalties=PENALTIES,  # bad conduct has no clause: SK-5.4 is about passing information alone, SK-5.6 about when to appeal
    faults=FAULTS,
    clocks=SHENGJI.clocks._replace(round_minutes=60),
    event=EVENT,
    schedule=SCHEDULE,
    cards=SHENGJI.cards._replace(adjacency=ADJACENCY),
    bids=BIDS,
    silence="kitty",
    kitty_trump=kitty_trump,
    multipliers=MULTIPLIERS,
    misplay=None,
    charging=ChargeRules(bank_fault_adds=True, free_per="side"),
    throws=THROWS,
)
"""The sheet as its tournament printed it, with the decided defaults."""
