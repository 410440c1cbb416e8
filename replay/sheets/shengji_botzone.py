"""升级 as the Botzone platform plays it: a sibling of the sheet `shengji`, for matches imported from there."""

from dataclasses import replace
from typing import Final

from paipu.replay.cards import JOKERS
from paipu.replay.penalties import Penalties, Penalty
from paipu.replay.rulesheet import TRICK
from paipu.replay.sheets.shengji import MISPLAYS, SHENGJI
from paipu.replay.text import Text
from paipu.replay.tricks.bidding import Bid, BidRules, Reading, Standing
from paipu.replay.tricks.rules import Band, Bands, ThrowFine
from paipu.replay.tricks.trump import NO_TRUMP

NEVER: Final = 1_000_000
"""More points than a hand can give."""


def platform_call(bid: Bid, level: str) -> Reading | None:
    """报主, the platform's first declaration: one level card, and no joker beside it."""
    cards = bid.cards
    if len(cards) != 1 or cards[0][0] != level or cards[0] in JOKERS:
        return None
    return Reading(cards[0][1], 1, takes_bank=True)


def platform_snatch(bid: Bid, level: str) -> Reading | None:
    """反主: a pair of level cards or of jokers, all of one strength, so that there is only one; it always wins the bank."""
    cards = bid.cards
    if len(cards) != 2 or cards[0] != cards[1]:
        return None
    if cards[0] in JOKERS:
        return Reading(NO_TRUMP, 2, takes_bank=True)
    return Reading(cards[0][1], 2, takes_bank=True) if cards[0][0] == level else None


def platform_own_snatch(standing: Standing, bid: Bid, level: str) -> Reading | None:
    """The platform lets the caller over-declare himself."""
    return platform_snatch(bid, level) if standing.reading.strength == 1 else None


SHENGJI_BOTZONE = replace(
    SHENGJI,
    key="shengji-botzone",
    title=Text("升级（Botzone 平台）", "Shengji (Botzone platform)"),
    source=Text("Botzone 平台游戏 Tractor 的裁判程序", "the judge program of the game Tractor on the Botzone platform"),
    term=TRICK,  # a program prints no word
    cards=SHENGJI.cards._replace(
        adjacency=SHENGJI.cards.adjacency._replace(
            level_on_ace=False,
            level_on_king=False,
            main_on_side_level=False,
            joker_on_level=False,
            joker_on_level_no_trump=False,
        )
    ),
    follow=SHENGJI.follow._replace(shorter_tractor=False),
    throws=SHENGJI.throws._replace(one_card=True, fine=ThrowFine(10, per="blocked_card")),
    bids=BidRules(
        first=platform_call,
        over=platform_snatch,
        reinforce=platform_own_snatch,
        first_shape="[level]",
        over_shape="[level][level] | LJLJ | BJBJ",
        bank_to="first_over",
    ),
    silence="drawn",
    multipliers=SHENGJI.multipliers._replace(trump=(1, 2, 4), side=(1, 2, 4), by_lead=True, by_size=True),
    score=SHENGJI.score._replace(bands=Bands(*SHENGJI.score.bands[:5], Band(160, 840, "attackers", 3))),
    misplay=MISPLAYS._replace(codes=frozenset(), attackers_settle_from=NEVER, attackers_rise=1, bank_settles_below=0),
    penalties=Penalties(
        Penalty(("hand_count", "kitty_count", "overdraw", "failed_throw", "out_of_turn", "card_check", "signal", "misconduct")),
        Penalty(("revoke",), loses_hand=True),
    ),
    faults={code: kind for code, kind in SHENGJI.faults.items() if kind == "revoke"},
    event=SHENGJI.event._replace(form=None, entrants="teams"),
    pass_level="A",  # noqa: S106 - a level of the game, not a secret
)
"""Matches of the Botzone platform, one hand each. What the sheet leaves open its judge program decides: there are no options.

The declaring card, the bank, the leaders and the running score are as the judge's log shows them. The rest is what the judge
with the suits in the order s h c d does (a copy is public: DylanWRh/Tractor-Project, judge_step.py); how far the earlier judge
did the same is not known:

- declaring: `platform_call`, then at most one `platform_snatch`; if nobody declares, bank and trump are drawn by lot;
- tractors: neighbouring plain pairs of one suit, or both pairs of jokers; a level card is in none;
- following: a shorter tractor is not owed, its pairs are. The judge misses some faults (a throw of pairs, and in its first
  version trumps that are not of the trump suit), which makes them no less faults;
- a failed throw: one card of the lowest blocked unit stands, and each blocked card costs ten points;
- the kitty: the number of cards in the led unit; for a throw twice that of its longest unit. Trumps or not plays no part;
- the score: rows as in SJ-15b, but never more than three; it is given in points, and the next match has its level set;
- an illegal play ends the match at once, and the other side rises by one.
"""
