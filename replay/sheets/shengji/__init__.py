"""升级 / 拖拉机: the sheet `shengji` (SJ). Clause ids are those of the catalogue `clauses/shengji.toml`."""

from replay.sheets.shengji.bids import level_declaration, over_declaration, second_level_card
from replay.sheets.shengji.options import OPTIONS
from replay.tricks.bidding import BidRules
from replay.tricks.sheet import Band, Bands, MisplayRules, Multipliers, ScoreRules, TrickSheet

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
    kinds=frozenset({"revoke", "hand_count", "kitty_count", "overdraw"}),
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

INCIDENTS = {
    "revoke": "",
    "hand_count": "",
    "kitty_count": "",
    "overdraw": "",
    "failed_throw": "",
    "out_of_turn": "INCIDENT-OUT-OF-TURN",
    "card_check": "INCIDENT-CARD-CHECK",
    "signal": "INCIDENT-CONDUCT",
    "misconduct": "INCIDENT-CONDUCT",
}
"""The incidents that the sheet knows, each with the code that reports it; those with none show in the results."""

SHENGJI = TrickSheet(
    key="shengji",
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
    pass_level="T",  # noqa: S106 - a level of the game, not a secret
    round_minutes=60,
    incidents=INCIDENTS,
    options=OPTIONS,
)
"""The sheet as its tournament printed it, with the decided defaults."""
