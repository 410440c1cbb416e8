"""升级 / 拖拉机: the sheet `shengji` (SJ). Clause ids are those of the catalogue `clauses/shengji.toml`."""

from collections.abc import Mapping, Sequence

from replay.cards import BIG_JOKER, JOKERS, LITTLE_JOKER, UNKNOWN
from replay.text import Text
from replay.tricks.bidding import Bid, BidRules, Reading, Standing
from replay.tricks.rules import Band, Bands, ClockRules, MisplayRules, Multipliers, ScoreRules
from replay.tricks.sheet import TrickSheet
from replay.tricks.tariff import SAME_PLAY, Fine, Tariff
from replay.tricks.trump import NO_TRUMP

LITTLE_PAIR = (LITTLE_JOKER, LITTLE_JOKER)
BIG_PAIR = (BIG_JOKER, BIG_JOKER)
STRENGTH: Mapping[tuple[str, ...], int] = {LITTLE_PAIR: 3, BIG_PAIR: 4}
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


SCORE = ScoreRules(
    Bands(
        Band(0, 1, "bank", 3),
        Band(1, 40, "bank", 2),
        Band(40, 80, "bank", 1),
        *(Band(low, low + 40, "attackers", low // 40 - 1) for low in range(80, 880, 40)),
    )
)
"""SJ-15b. The last row ends past all that can be scored: 200 points and a kitty of 80 taken eightfold."""

MULTIPLIERS = Multipliers(trump=(2, 4, 8), side=(1, 2, 4))
"""SJ-14: single, pair, tractor."""

MISPLAYS = MisplayRules(
    codes=frozenset(
        {
            "DEAL-COUNT",
            "BURY-COUNT",
            "LEAD-ONE-SUIT",
            "TRICK-SIZE",
            "TRICK-FOLLOW-SUIT",
            "TRICK-FOLLOW-PAIR",
            "TRICK-FOLLOW-TRACTOR",
        }
    ),
)
"""SJ-16l to n: too many cards, too few, or a wrong play."""

COSTS_THE_HAND = (Fine(loses_hand=True),)
CORRECTED_COUNTS = {
    "revoke": COSTS_THE_HAND,
    "hand_count": COSTS_THE_HAND,
    "kitty_count": COSTS_THE_HAND,
    "overdraw": COSTS_THE_HAND,
    "failed_throw": (Fine(),),
    "out_of_turn": (Fine(warns="INCIDENT-OUT-OF-TURN"),),
    "card_check": (Fine(warns="INCIDENT-CARD-CHECK"),),
    "signal": (Fine(warns="INCIDENT-CONDUCT"),),
    "misconduct": (Fine(warns="INCIDENT-CONDUCT"),),
}
"""The incidents that the sheet knows and what they cost; a failed throw shows in the plays."""
FINES = {**CORRECTED_COUNTS, "revoke": (Fine(until=SAME_PLAY, warns="INCIDENT-CORRECTED"), Fine(loses_hand=True))}
"""A wrong play put right before the next one is no wrong play (D-SJ-19)."""

SHENGJI = TrickSheet(
    key="shengji",
    title=Text("升级（拖拉机）", "Shengji (Tractor)"),
    source=Text("扑克（拖拉机）个人淘汰赛的比赛细则", "the detailed rules of an individual knock-out of 拖拉机"),
    version="1",
    clauses="shengji",
    bids=BidRules(
        first=level_declaration,
        over=over_declaration,
        reinforce=second_level_card,
        first_shape="LJ|BJ + [level]",
        over_shape="LJ|BJ + [level][level] | LJLJ | BJBJ",
    ),
    multipliers=MULTIPLIERS,
    score=SCORE,
    misplay=MISPLAYS,
    kitty_trump=kitty_first_level_card,
    pass_level="T",  # noqa: S106 - a level of the game, not a secret
    tariff=Tariff(FINES, late_if_unsaid=True),
    clocks=ClockRules(round_minutes=60),
)
"""The sheet as its tournament printed it, with the decided defaults."""
