"""升级 / 拖拉机: the sheet `shengji` (SJ), in printed order. Clause ids are those of `catalogue/shengji.toml`.

Where it is silent stand the defaults that it shares with the sheets made from it (X-… in the rule notes).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from paipu.replay.cards import BIG_JOKER, JOKERS, LITTLE_JOKER, RANKS, UNKNOWN
from paipu.replay.event_rules import EventRules
from paipu.replay.penalties import SAME_PLAY, Penalties, Penalty
from paipu.replay.rulesheet import FOUR_SEATS, ClockRules
from paipu.replay.text import Text
from paipu.replay.tricks.bidding import Bid, BidRules, Reading, Standing
from paipu.replay.tricks.card_rules import Adjacency, CardRules
from paipu.replay.tricks.rules import (
    Band,
    Bands,
    BeatRules,
    ChargeRules,
    FollowRules,
    MisplayRules,
    Multipliers,
    ScoreRules,
    ThrowRules,
)
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import NO_TRUMP

# ---- 总则

CLOCKS: Final = ClockRules(round_minutes=60, time_in_hand="stop")
"""SJ-0.2, D-SJ-20."""
EVENT: Final = EventRules(form="knockout", entrants="players", counts=None, boards=("levels", "attackers"))
"""SJ-0.1, 0.3, 0.4: who loses a round is out, and partners are drawn anew; a match is worth nothing but going on."""

# ---- 一.1 分牌

DECKS: Final = 2
POINTS: Final = (("5", 5), ("T", 10), ("K", 10))

# ---- 一.5 亮牌

LITTLE_PAIR: Final = (LITTLE_JOKER, LITTLE_JOKER)
BIG_PAIR: Final = (BIG_JOKER, BIG_JOKER)
STRENGTH: Final[Mapping[tuple[str, ...], int]] = {LITTLE_PAIR: 3, BIG_PAIR: 4}
"""A joker with one level card is 1, with a pair of them 2 (D-SJ-06)."""


def level_declaration(bid: Bid, level: str) -> Reading | None:
    """SJ-5a: at least one joker and one level card, the level cards of one suit and nothing else."""
    cards = bid.cards
    levels = [card for card in cards if card[0] == level and card not in JOKERS]
    if len(levels) in {0, len(cards)} or len(set(levels)) > 1 or len(levels) > 2:
        return None
    if any(card not in JOKERS for card in cards if card not in levels):
        return None
    return Reading(levels[0][1], len(levels), takes_bank=True)


def joker_pair(bid: Bid) -> Reading | None:
    """SJ-5b, SJ-10a: a pair of jokers makes no trump, and SJ-3b: it cannot win the bank."""
    strength = STRENGTH.get(bid.cards)
    return Reading(NO_TRUMP, strength, takes_bank=False) if strength else None


def over_declaration(bid: Bid, level: str) -> Reading | None:
    """SJ-5b: a joker with a pair of level cards, or a pair of jokers."""
    reading = level_declaration(bid, level)
    return reading if reading is not None and reading.strength > 1 else joker_pair(bid)


def any_declaration(bid: Bid, level: str) -> Reading | None:
    """The first declaration where a joker pair may open (the other reading of SJ-a)."""
    return level_declaration(bid, level) or joker_pair(bid)


def second_level_card(standing: Standing, bid: Bid, level: str) -> Reading | None:
    """SJ-5d, 加固: the other copy of the level card that one has declared with."""
    before = standing.reading
    if before.strength != 1 or bid.cards != (f"{level}{before.trump}",):
        return None
    return Reading(before.trump, 2, takes_bank=True)


def weak_second_level_card(standing: Standing, bid: Bid, level: str) -> Reading | None:
    """加固 that does not keep another joker + pair from over-declaring (the other reading of D-SJ-07)."""
    reading = second_level_card(standing, bid, level)
    return reading._replace(strength=1) if reading else None


def kitty_first_level_card(kitty: Sequence[str], level: str) -> str | None:
    """The trump that the kitty shows when nobody declared (the other reading of D-SJ-08): its first level card or joker."""
    for card in kitty:
        if card == UNKNOWN:
            return None
        if card in JOKERS:
            return NO_TRUMP
        if card[0] == level:
            return card[1]
    return None


BIDS: Final = BidRules(
    first=level_declaration,
    over=over_declaration,
    reinforce=second_level_card,
    first_shape="LJ|BJ + [level]",
    over_shape="LJ|BJ + [level][level] | LJLJ | BJBJ",
    bank_to="first_over",
)
"""SJ-3b, SJ-5."""

# ---- 一.8 至 13 级牌、主牌、副牌、对牌、拖拉机

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
"""SJ-10b, D-SJ-11, D-SJ-12, X-15."""
CARDS: Final = CardRules(copies=DECKS, points=POINTS, top_trumps=JOKERS, adjacency=ADJACENCY)

# ---- 一.14 扣底

MULTIPLIERS: Final = Multipliers(trump=(2, 4, 8), side=(1, 2, 4), longer="flat", by_lead=False, class_of_lead=False)
"""SJ-14: single, pair, tractor; D-SJ-10, X-12, D-SJ-22."""

# ---- 一.15 胜负判定

SCORE: Final = ScoreRules(
    Bands(
        Band(0, 1, "bank", 3),
        Band(1, 40, "bank", 2),
        Band(40, 80, "bank", 1),
        *(Band(low, low + 40, "attackers", low // 40 - 1) for low in range(80, 880, 40)),
    ),
    attackers_rise=True,
)
"""SJ-15b, D-SJ-04. The last row ends past all that can be scored: 200 points and a kitty of 80 taken eightfold."""

# ---- 一.16 出牌规则

FOLLOW: Final = FollowRules(shorter_tractor=True, every_tractor=True)
"""SJ-16g and h, X-4, X-16."""
BEAT: Final = BeatRules(equal_first=True, longer_serves=True, overruff="structure")
"""SJ-16i, X-2, X-5, X-6."""
THROWS: Final = ThrowRules(singles="last", tractors="first", partner_blocks=True, trump_throws=True)
"""SJ-16f, X-7, X-8, X-9, X-19; a failed throw costs nothing (D-SJ-13)."""
MISPLAYS: Final = MisplayRules(
    codes=frozenset(
        {
            *("DEAL-COUNT", "BURY-COUNT", "LEAD-ONE-SUIT", "TRICK-SIZE"),
            *("TRICK-FOLLOW-SUIT", "TRICK-FOLLOW-PAIR", "TRICK-FOLLOW-TRACTOR"),
        }
    ),
    attackers_settle_from=80,
    attackers_rise=0,
    bank_settles_below=40,
    bank_rises=1,
    bank_keeps_at_any_score=True,
    points_at_discovery=False,
)
"""SJ-16l to n: too many cards, too few, or a wrong play; D-SJ-16 to 18."""

# ---- 二 违规处罚

ROWS: Final = (
    Penalty(("signal", "misconduct"), clause="SJ-0.5", tells="INCIDENT-CONDUCT", by="referee", warning=True, loses=True),
    Penalty(clause="SJ-0.5", by="last_word"),
    Penalty(("out_of_turn",), clause="SJ-16k", tells="INCIDENT-OUT-OF-TURN", by="referee", warning=True),
    Penalty(("revoke", "hand_count", "kitty_count", "overdraw"), loses_hand=True, if_unsaid=True),  # SJ-16l to n
    Penalty(("failed_throw",)),  # it shows in the plays
    Penalty(("card_check",), clause="SJ-II.1", tells="INCIDENT-CARD-CHECK", by="referee", warning=True),
)
PENALTIES: Final = Penalties(Penalty(("revoke",), tells="INCIDENT-CORRECTED", until=SAME_PLAY), *ROWS)
"""A wrong play put right before the next one is no wrong play (D-SJ-19). What has no number is for the referee, whose word is
final.
"""
CORRECTED_COUNTS: Final = Penalties(*ROWS)
"""The other reading of D-SJ-19."""

FAULTS: Final = {
    "DEAL-COUNT": "hand_count",
    "BURY-COUNT": "kitty_count",
    **dict.fromkeys(MISPLAYS.codes - {"DEAL-COUNT", "BURY-COUNT"}, "revoke"),
    "LEAD-BANKER": "out_of_turn",
    "LEAD-WINNER": "out_of_turn",
}
"""What a fault is that a check finds, for a referee who rules on it."""

# ---- the sheet

SHENGJI: Final = TrickSheet(
    key="shengji",
    version="1",
    title=Text("升级（拖拉机）", "Shengji (Tractor)"),
    source=Text("扑克（拖拉机）个人淘汰赛的比赛细则", "the detailed rules of an individual knock-out of 拖拉机"),
    term=Text("轮", "trick"),  # SJ-3a 第一轮, SJ-16b 前轮, SJ-14 最后一轮
    seats=FOUR_SEATS,
    seats_alternate=True,
    clocks=CLOCKS,
    event=EVENT,
    penalties=PENALTIES,
    faults=FAULTS,
    ladder=tuple(RANKS),
    first_level="2",
    pass_level="T",  # noqa: S106 - a level of the game, not a secret
    pass_as_banker=False,
    hand_size=25,
    kitty_size=8,
    cards=CARDS,
    bids=BIDS,
    silence="recorded",
    silent_bank="recorded",
    kitty_trump=kitty_first_level_card,
    multipliers=MULTIPLIERS,
    score=SCORE,
    next_dealer="partner",
    other_dealer_of_side="wrong",
    leader_from_side=False,
    follow=FOLLOW,
    beat=BEAT,
    throws=THROWS,
    misplay=MISPLAYS,
    charging=ChargeRules(bank_fault_adds=True),
)
"""The sheet as its tournament printed it, with the decided defaults (D-SJ-…, X-…)."""
