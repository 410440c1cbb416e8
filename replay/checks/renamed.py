"""The codes of earlier versions that have other names now."""

from collections.abc import Mapping
from typing import Final

_AT_DOUBLE: Final = (
    *("LEAD-NEITHER", "LEAD-RESISTED", "LEAD-TRIBUTE", "TRIBUTE-CARD", "TRIBUTE-MISSING", "TRIBUTE-NO-RETURN"),
    *("TRIBUTE-NOT-HELD", "TRIBUTE-OPEN", "TRIBUTE-ORDER", "TRIBUTE-PAID-ANYWAY", "TRIBUTE-RECEIVER", "TRIBUTE-RESISTED"),
    *("TRIBUTE-RETURN", "TRIBUTE-RETURN-TO", "TRIBUTE-TWICE", "TRIBUTE-WAIVED"),
)
RENAMED: Final[Mapping[str, tuple[str, ...]]] = {
    **{f"{code}-DOUBLE": (f"{code}/double",) for code in _AT_DOUBLE},
    "LEAD-TRIBUTE-EQUAL": ("LEAD-TRIBUTE/equal",),
    "READING-TWO-WILDS": ("READING-AMBIGUOUS",),
    "CLAIM-MISPLAY-BANKER": ("CLAIM-LEVELS/bank_fault", "CLAIM-NEXT-DEALER/bank_fault"),
    "CLAIM-MISPLAY-ATTACKERS": ("CLAIM-LEVELS/attackers_fault", "CLAIM-NEXT-DEALER/attackers_fault"),
    "CLAIM-MISPLAY-BOTH": ("CLAIM-LEVELS/both_fault", "CLAIM-NEXT-DEALER/both_fault"),
    "CLAIM-OFFICE": ("CLAIM-LEVELS/office",),
    "CLAIM-STRAIGHT": ("CLAIM-LEVELS/straight",),
    "CLAIM-MUST-PLAY": ("CLAIM-LEVELS/must_play",),
    "CLAIM-STAGE": ("CLAIM-LEVELS/stage",),
    "CLAIM-FAILURES": ("CLAIM-LEVELS/failures",),
    "CLAIM-STAKE": ("CLAIM-LEVELS/stake",),
    "CLAIM-STAGE-STAKE": ("CLAIM-LEVELS/stage_stake",),
    "CLAIM-BOTTOM": ("CLAIM-LEVELS/bottom",),
    "CLAIM-MULTIPLIER-SINGLE": ("CLAIM-MULTIPLIER/single",),
    "CLAIM-MULTIPLIER-PAIR": ("CLAIM-MULTIPLIER/pair",),
    "CLAIM-MULTIPLIER-TRACTOR": ("CLAIM-MULTIPLIER/tractor",),
    "CLAIM-MULTIPLIER-TRIO": ("CLAIM-MULTIPLIER/trio",),
    "PENALTY-EXPOSED": ("CLAIM-PENALTIES/exposed",),
    "PENALTY-KITTY-COUNT": ("CLAIM-PENALTIES/kitty_count",),
    "PENALTY-HAND-COUNT": ("CLAIM-PENALTIES/hand_count",),
    "PENALTY-OUT-OF-TURN": ("CLAIM-PENALTIES/out_of_turn",),
    "PENALTY-REVOKE": ("CLAIM-PENALTIES/revoke",),
    "PENALTY-CONCEALED": ("CLAIM-PENALTIES/concealed",),
    "PENALTY-THROW": ("CLAIM-PENALTIES/failed_throw",),
    "PENALTY-KITTY-VIEWED": ("CLAIM-PENALTIES/kitty_viewed",),
    "PENALTY-BURY-LATE": ("CLAIM-PENALTIES/bury_late",),
    "PENALTY-CARD-CHECK": ("CLAIM-PENALTIES/card_check",),
    "SCORE-COUNT": ("CLAIM-SCORE/count",),
    "SCORE-CONCEALED": ("CLAIM-SCORE/concealed",),
    "SCORE-SIGNAL": ("CLAIM-SCORE/signal",),
    "SCORE-OUT-OF-TURN": ("CLAIM-SCORE/out_of_turn",),
    "TRUMP-JOKERS": ("TRUMP-SUIT/jokers",),
    "TRUMP-KITTY": ("TRUMP-SUIT/kitty",),
    "TRUMP-STAGE": ("TRUMP-SUIT/stage",),
    "TRUMP-REOPENED": ("TRUMP-SUIT/reopened",),
}
"""For each old code the one that it is now, or those, as `CODE/case` where the clause that it named is that of a case."""


def codes_now(code: str) -> tuple[str, ...]:
    """The codes that a code stands for now: itself, if it was not renamed."""
    return tuple(dict.fromkeys(name.partition("/")[0] for name in RENAMED.get(code, (code,))))
