"""炒地皮: the sheet `chaodipi` (CDP), in the order of its printed parts. Clause ids are those of `catalogue/chaodipi.toml`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from paipu.replay.cards import BIG_JOKER, JOKERS, LITTLE_JOKER, RANKS, SUITS, UNKNOWN
from paipu.replay.event_rules import EventRules
from paipu.replay.penalties import Penalties, Penalty, tricks_later
from paipu.replay.rulesheet import ClockRules
from paipu.replay.sheets.shengji import SHENGJI
from paipu.replay.text import Text
from paipu.replay.tricks.bidding import Bid, BidRules, Reading, ReopenRules, Standing
from paipu.replay.tricks.card_rules import Adjacency, TrioRules
from paipu.replay.tricks.rules import (
    Band,
    Bands,
    ChargeRules,
    FailureRules,
    ScoreRules,
    StakeRules,
    ThrowFine,
)
from paipu.replay.tricks.trump import NO_TRUMP

FLAG: Final = "flag"
"""扛旗, the level after A."""
RED_FIVE: Final = "5h"
TRUMPS_ALWAYS: Final = (*JOKERS, RED_FIVE)
"""The little joker, the big joker and above them the five of hearts (CDP-4.3a, D-CDP-05)."""

# ---- 一、人数、赛制及时限

LATE_STAGES: Final = frozenset(
    {
        *("semifinal", "semifinals", "1/2", "半决赛", "final", "finals", "决赛"),
    }
)
"""CDP-1.2: best of three games from here on. Stages are compared in lower case, without spaces and hyphens."""
EVENT: Final = EventRules(
    form="knockout", entrants="teams", counts="games", boards=("levels", "attackers"), best_of=3, best_of_stages=LATE_STAGES
)
"""CDP-1.1, CDP-1.2."""
UNTIMED_STAGES: Final = LATE_STAGES | {"quarterfinal", "quarterfinals", "1/4", "1/4决赛", "四分之一决赛"}
"""CDP-1.3c: from the quarter-finals on a game ends only when 扛旗 is passed."""
CLOCKS: Final = ClockRules(round_minutes=50, time_in_hand="finish", untimed_stages=UNTIMED_STAGES, play=15, bury=60)
"""CDP-1.3: a minute for burying, fifteen seconds a play, fifty minutes a game; the hand in progress is finished."""

# ---- 三、定主、扣底及炒底

LEVEL_STRENGTH: Final = 1
TOP_STRENGTH: Final = 2
"""Declarations have no rank among themselves (CDP-3.2b); what closes the declaring may close it to level cards alone."""


def level_cards(bid: Bid, level: str) -> Reading | None:
    """One level card, or two of one suit: the suit is trump (CDP-3.1, 3.2)."""
    if len(bid.cards) not in {1, 2} or len(set(bid.cards)) > 1 or bid.cards[0][0] != level or bid.cards[0] in JOKERS:
        return None
    return Reading(bid.cards[0][1], LEVEL_STRENGTH, takes_bank=True)


def top_pair(bid: Bid, level: str) -> Reading | None:
    """CDP-3.2c: a pair of jokers makes no trump; a pair of ♥5 makes what its owner names, and stakes the levels (4.3d).

    At level 5 two ♥5 are this pair too, not a pair of level cards (D-CDP-33).
    """
    del level
    if bid.cards in {(LITTLE_JOKER, LITTLE_JOKER), (BIG_JOKER, BIG_JOKER)}:
        return Reading(NO_TRUMP, TOP_STRENGTH, takes_bank=True)
    if bid.cards == (RED_FIVE, RED_FIVE):
        return Reading(bid.named, TOP_STRENGTH, takes_bank=True, stakes=True)
    return None


def any_declaration(bid: Bid, level: str) -> Reading | None:
    """The first declaration: level cards, or a pair of jokers or of ♥5; none of these three as a single card."""
    return top_pair(bid, level) or level_cards(bid, level)


def any_pair(bid: Bid, level: str) -> Reading | None:
    """正主 and 炒底: a pair of level cards, of jokers or of ♥5 (D-CDP-21, D-CDP-22)."""
    return any_declaration(bid, level) if len(bid.cards) == 2 else None


def five_as_level_card(bid: Bid, level: str) -> Reading | None:
    """The first declaration where two ♥5 at level 5 are level cards (the other reading of D-CDP-33)."""
    return level_cards(bid, level) or top_pair(bid, level)


def five_pair_as_level_pair(bid: Bid, level: str) -> Reading | None:
    """正主 and 炒底 by the same reading."""
    return five_as_level_card(bid, level) if len(bid.cards) == 2 else None


def self_protection(standing: Standing, bid: Bid, level: str) -> Reading | None:
    """CDP-3.2a, 自保: the second card to one's own first declaration, written as the pair; it stands until 炒底 (D-CDP-21)."""
    if not standing.first or len(standing.cards) > 1 or bid.cards not in {standing.cards, standing.cards * 2}:
        return None
    if bid.named not in {None, standing.reading.trump}:
        return None
    reading = level_cards(bid, level)
    return reading._replace(closes=TOP_STRENGTH) if reading is not None else None


def kitty_trump(kitty: Sequence[str], level: str, *, red_five_top: bool = True, equals_by_suit: bool = True) -> str | None:
    """CDP-3.3: the kitty's first level card, or else its highest card, names the trump.

    ♥5 is the highest of all, and of equal ranks ♠ comes first; other readings of D-CDP-25 are a plain five, and the first card.
    """
    first = next((card for card in kitty if card == UNKNOWN or (card[0] == level and card not in JOKERS)), None)
    if first is not None and first != UNKNOWN:
        return first[1]
    if UNKNOWN in kitty:
        return None
    if red_five_top and RED_FIVE in kitty:
        return RED_FIVE[1]
    if any(card in JOKERS for card in kitty):
        return NO_TRUMP
    highest = max(kitty, key=lambda card: (RANKS.index(card[0]), -SUITS.index(card[1]) if equals_by_suit else 0), default=None)
    return highest[1] if highest is not None else None


def shown_red_fives(bid: Bid, level: str) -> Reading | None:
    """CDP-4.3e: in 扛旗 the attackers may show both ♥5 before play; there is no trump to name."""
    del level
    return Reading(NO_TRUMP, 1, takes_bank=False, stakes=True) if bid.cards == (RED_FIVE, RED_FIVE) else None


def nothing_added(standing: Standing, bid: Bid, level: str) -> Reading | None:
    """In 扛旗 nothing is added to what was shown."""
    del standing, bid, level
    return None


BIDS: Final = BidRules(
    first=any_declaration,
    reinforce=self_protection,
    first_shape="[level] | [level][level] | LJLJ | BJBJ | 5h5h=?",
    over_shape="[level][level] | LJLJ | BJBJ | 5h5h=?",
    unranked_up_to=TOP_STRENGTH,
    pairs_spent=True,
    bank_to="last",
    by_name=frozenset(TRUMPS_ALWAYS),
)
"""CDP-3.1, 3.2: pairs over-declare without rank among them; in the first hand the bank goes with the trump."""

FLAG_BIDS: Final = BidRules(
    first=shown_red_fives,
    reinforce=nothing_added,
    first_shape="5h5h",
    over_shape="5h5h",
    unranked_up_to=TOP_STRENGTH,
    attackers_only=True,
)
"""CDP-4.3e."""

REOPEN: Final = ReopenRules(
    show=any_pair, shape="[level][level] | LJLJ | BJBJ | 5h5h=?", pairs_spent=True, leads=False, burier_protects=False
)
"""CDP-3.5, 炒底; D-CDP-06, D-CDP-07, D-CDP-22: anybody but the current declarer."""

# ---- 四、得分、升级

SCORE: Final = ScoreRules(
    Bands(
        Band(0, 1, "bank", 9, to="A"),
        Band(1, 10, "bank", 8),
        *(Band(low, low + 10, "bank", 8 - low // 10) for low in range(10, 80, 10)),
        *(Band(low, low + 10, "attackers", low // 10 - 8) for low in range(80, 2000, 10)),
    ),
    attackers_rise=True,
)
"""CDP-4.2: ten points a level on either side of 80; nothing, or less by penalties, takes the bank straight to A."""
FLAG_SCORE: Final = SCORE._replace(bands=Bands(Band(0, 100, "bank", 1), Band(100, 2000, "attackers", 0)))
"""CDP-4.3b: the attackers need a hundred; else 扛旗 is passed."""
FLAG_SCORE_FROM_100: Final = SCORE._replace(
    bands=Bands(FLAG_SCORE.bands[0], *(Band(low, low + 10, "attackers", low // 10 - 10) for low in range(100, 2000, 10)))
)
FLAG_SCORE_FROM_80: Final = SCORE._replace(bands=Bands(FLAG_SCORE.bands[0], *(band for band in SCORE.bands if band.low >= 100)))
"""The other readings of D-CDP-20: the attackers rise, counted from a hundred or as in other hands from 80."""

FLAG_FAILURES: Final = FailureRules(allowed=3, back_to="A")
"""CDP-4.3c."""
STAKES: Final = StakeRules(
    winner_to="A",
    loser_to="2",
    attackers_only=False,
    last_only=False,
    bottom_decides=True,
    past_ace=True,
    lowers_winner=False,
    rule="stake",
)
"""CDP-4.3d, 5.1f, 上天入地; D-CDP-16 to 18."""
FLAG_STAKES: Final = STAKES._replace(loser_to="A", attackers_only=True, rule="stage_stake")
"""CDP-4.3e."""

MULTIPLIERS: Final = SHENGJI.multipliers._replace(trump=(2, 4, 8), side=(2, 4, 8), longer="add")
"""CDP-4.4: single ×2, pair ×4, two pairs in a row ×8, three ×12 and so on."""

# ---- 五、几项特殊规则

CARDS: Final = SHENGJI.cards._replace(
    top_trumps=TRUMPS_ALWAYS,
    adjacency=Adjacency(
        hollow_side=True,
        hollow_trump=False,
        level_on_ace=False,
        level_on_king=False,
        main_on_side_level=False,
        joker_on_level=False,
        joker_on_level_no_trump=False,
        jokers=True,
        hollow_fixed=True,
        hollow_double=True,
    ),
    trios=TrioRules(ranks=("5", "T", "K"), of_top_trump=True),
)
"""CDP-5.1, 5.2: the 5·10·K; tractors of the jokers, in trumps solid ones, in side suits also across the level rank."""

# ---- 六、违例

TEN_MINUTES: Final = 600
COUNT: Final = "count"
CARD_BY_CARD: Final = 10
EIGHTY: Final = (80, 80)
ON_THE_SPOT: Final = tricks_later(1)
"""D-CDP-28: up to the trick after the fault it is a wrong play, from the one after that on a concealed card."""
BURIAL: Final = "burial"
"""CDP-3.4: too long over the burial, or a look at what was buried: a warning once, then 80."""
FOLLOWS: Final = frozenset({f"TRICK-FOLLOW-{each}" for each in ("SUIT", "PAIR", "TRACTOR", "TRIO", "HIGHEST")})
AS_HE_SEES_FIT: Final = Penalty(by="referee", points=(1, None), proposed=CARD_BY_CARD)
"""The referee takes points off, and no number is printed: a proposal begins with those of a card."""
PENALTIES: Final = Penalties(
    # 3.4
    Penalty(
        ("kitty_viewed",), "CLAIM-PENALTIES/kitty_viewed", tells="INCIDENT-KITTY-VIEWED", points=EIGHTY, free=1, together=BURIAL
    ),
    Penalty(
        ("timeout",),
        "CLAIM-PENALTIES/bury_late",
        tells="INCIDENT-BURY-LATE",
        before=True,
        points=EIGHTY,
        free=1,
        together=BURIAL,
        unnoticed=frozenset({"CLOCK-BURY"}),
    ),
    # 6.1 to 6.3
    Penalty(("exposed",), "CLAIM-PENALTIES/exposed", each=CARD_BY_CARD),
    Penalty(("kitty_count",), tells="INCIDENT-KITTY-EARLY", until=tricks_later(1)),
    Penalty(("kitty_count",), "CLAIM-PENALTIES/kitty_count", points=EIGHTY, group=COUNT, unnoticed=frozenset({"BURY-COUNT"})),
    Penalty(
        ("hand_count",),
        "CLAIM-PENALTIES/hand_count",
        tells="INCIDENT-REFEREE",
        points=EIGHTY,
        group=COUNT,
        one_seat=True,
        unnoticed=frozenset({"DEAL-COUNT"}),
    ),
    AS_HE_SEES_FIT._replace(kinds=("hand_count",), clause="CDP-6.3", besides=True, several=True, open=True),
    # 6.4
    Penalty(("out_of_turn",), "CLAIM-PENALTIES/out_of_turn", each=CARD_BY_CARD),
    AS_HE_SEES_FIT._replace(kinds=("out_of_turn",), clause="CDP-6.4", besides=True, open=True),
    # 6.5, 6.6
    Penalty(("revoke",), "CLAIM-PENALTIES/revoke", until=ON_THE_SPOT, each=CARD_BY_CARD),
    Penalty(("concealed",), "CLAIM-PENALTIES/concealed", until=ON_THE_SPOT, each=CARD_BY_CARD),
    Penalty(("revoke", "concealed"), "CLAIM-PENALTIES/concealed", points=EIGHTY, unnoticed=FOLLOWS),
    AS_HE_SEES_FIT._replace(kinds=("revoke", "concealed"), clause="CDP-6.6", loses=True, besides=True),
    # 6.7
    Penalty(
        ("overdraw",),
        clause="CDP-6.7",
        tells="INCIDENT-OVERDRAW",
        by="referee",
        warning=True,
        points=EIGHTY,
        of_bank=True,
        mends=True,
    ),
    # 6.8
    Penalty(("failed_throw",), "CLAIM-PENALTIES/failed_throw", each=CARD_BY_CARD, unnoticed=frozenset({"THROW-BEATABLE"})),
    # 6.9: usually ten to eighty points, off or to the other side
    Penalty(
        ("timeout",),
        clause="CDP-6.9",
        tells="INCIDENT-TIMEOUT",
        by="referee",
        warning=True,
        points=(10, 80),
        usual=True,
        gives=True,
        open=True,
    ),
    # 6.10
    Penalty(("signal",), clause="CDP-6.10", tells="INCIDENT-SIGNAL", disqualifies=True),
    # 6.11
    AS_HE_SEES_FIT._replace(
        kinds=("misconduct",), clause="CDP-6.11", tells="INCIDENT-CONDUCT", warning=True, loses=True, open=True
    ),
    # 7.2 to 7.5
    Penalty(("card_check",), "CLAIM-PENALTIES/card_check", tells="INCIDENT-CARD-CHECK", points=(10, 10), free=1),
    Penalty(("late",), clause="CDP-7.3", tells="INCIDENT-LATE", after=TEN_MINUTES, loses=True),
    AS_HE_SEES_FIT._replace(clause="CDP-7.4", levels=(1, None), loses=True),
    Penalty(clause="CDP-7.5", by="last_word"),
)
"""Where a clause does not end with what it lists (6.3 视情处理, 6.4 酌情处理, 6.9 等措施, 6.11 等处罚) it may mean more."""
THROWS: Final = SHENGJI.throws._replace(fine=ThrowFine(CARD_BY_CARD, per="card"))
"""CDP-6.8: one bad card makes all cards of the throw bad."""
FAULTS: Final = {
    **dict.fromkeys(FOLLOWS, "concealed"),
    "BURY-COUNT": "kitty_count",
    "DEAL-COUNT": "hand_count",
    "THROW-BEATABLE": "failed_throw",
    "TRICK-SIZE": "revoke",
    "LEAD-ONE-SUIT": "revoke",
    "LEAD-BANKER": "out_of_turn",
    "LEAD-WINNER": "out_of_turn",
    "CLOCK-PLAY": "timeout",
    "CLOCK-BURY": "timeout",
}
"""What a fault is that a check finds, for a referee who rules on it."""

# ---- the sheet


def flag_stage(score: ScoreRules) -> Mapping[str, Mapping[str, object]]:
    """CDP-4.3, 扛旗: the slots that are others at this level."""
    return {
        FLAG: {
            "hand_size": 27,
            "kitty_size": 0,
            "fixed_trump": NO_TRUMP,
            "bids": FLAG_BIDS,
            "reopen": None,
            "score": score,
            "staged": True,
            "failures": FLAG_FAILURES,
            "stakes": FLAG_STAKES,
        }
    }


CHAODIPI: Final = replace(
    SHENGJI,
    key="chaodipi",
    title=Text("炒地皮", "Chaodipi"),
    source=Text("院职工扑克牌炒地皮比赛规则", "the rules of an institution's staff tournament of 炒地皮"),
    term=Text("轮", "trick"),  # CDP-5.3 每轮, CDP-6.2 首轮; CDP-6.6 has 圈 as well
    clocks=CLOCKS,
    event=EVENT,
    penalties=PENALTIES,
    best_of_three=LATE_STAGES,
    bids=BIDS,
    reopen=REOPEN,
    silence="kitty",
    silent_bank="redeal",
    kitty_trump=kitty_trump,
    other_dealer_of_side="disputed",
    score=SCORE,
    multipliers=MULTIPLIERS,
    kitty_size=8,
    ladder=(*RANKS, FLAG),
    first_level="2",
    pass_level=FLAG,
    must_play=("A", FLAG),
    stakes=STAKES,
    cards=CARDS,
    throws=THROWS,
    misplay=None,
    charging=ChargeRules(bank_fault_adds=True, corrected_lowest=True, free_per="side"),
    faults=FAULTS,
    stages=flag_stage(FLAG_SCORE),
)
"""The sheet as its tournament printed it, with the decided defaults. At the level 扛旗 (CDP-4.3) other slots hold."""
