"""What the 掼蛋 sheets leave open: each question an option whose first value is the decided default.

D-…, GD2-… and GD3-… are the ids of the rule notes; `touches` names the checks whose verdict may rest on the answer.
"""

from typing import Final

from replay.climbing.rules import Warned
from replay.options import Choice, Option
from replay.sheets.guandan import ANNOUNCED, CONDUCT_3, ROWS
from replay.sheets.options.climbing import ALL, GD, settled


def _options(*own: Option) -> tuple[Option, ...]:
    """The questions that all three sheets leave open, with a sheet's own beside them or in their place."""
    mine = {option.key: option for option in own}
    shared = [mine.pop(key, option) for key, option in GD.items()]
    return (*shared, *mine.values())


_PASSES: Final = {
    "any": Choice("升级即过", "any rise passes it"),
    "partner_not_last": Choice("对家不能末游", "only with the partner not last", {"levels.passes": "partner_not_last"}),
}

_SAME_TYPE: Final = settled(
    "same_type",
    "D-GD-09a",
    "assumed",
    "一般牌型只能压同牌型、同张数的",
    "But for bombs a play beats only one of its own combination and number",
)

GUANDAN_1: Final = _options(
    GD["partner_pays"]._replace(mark="disputed"),
    Option(
        "announcing",
        ("D-GD1-A",),
        "disputed",
        "一手牌越过十张时也要报牌吗？",
        "Must a player announce his count whom one play takes past ten cards?",
        {
            "exactly": Choice("不用，正好剩十张才报", "no, only with exactly ten left"),
            "passing": Choice("要", "yes", {"conduct.announced": "passing"}),
        },
        ("COUNT-UNANNOUNCED", "COUNT-UNCONFIRMED"),
    ),
    Option(
        "ace_failures",
        ("D-GD1-B",),
        "assumed",
        "打A总打不过，要退级吗？",
        "Does a side that fails at A again and again go back?",
        {
            "stays": Choice("不退，仍打A", "no, it stays at A"),
            "three": Choice("三次打不过退回2", "after three failures, to 2", {"levels.failures": 3}),
        },
        ALL,
    ),
)

GUANDAN_2: Final = _options(
    Option(
        "equal_tribute",
        ("D-GD-13",),
        "stated",
        "双下贡牌一样大，任意挑选",
        "Equal tributes at 双下 leave the choice to the players",
        {"either": GD["equal_tribute"].choices["either"]._replace(slots={})},
    ),
    GD["returns"]._replace(
        zh="级牌可以还吗？",
        en="May a level card of at most ten be returned?",
        choices={
            "ten": Choice("不可以", "no"),
            "level_cards": GD["returns"].choices["level_cards"]._replace(zh="可以", en="yes"),
        },
    ),
    Option(
        "passing",
        ("D-GD2-A",),
        "disputed",
        "怎样算打过A？",
        "What does it take to pass A?",
        _PASSES,
        ALL,
    ),
    _SAME_TYPE,
    settled("four_alike", "D-GD2-B", "stated", "四张同点就是炸弹", "Four of a rank are a bomb"),
    settled("past_ace", "D-GD2-C", "stated", "升过A仍停在A", "Nobody rises past A without playing it"),
    settled(
        "who_chooses",
        "D-GD2-D",
        "assumed",
        "贡牌一样大时头家挑贡牌，进贡者挑还牌和先出者",
        "Of equal tributes 头家 picks one; the payers pick the returns and who leads",
    ),
    Option(
        "games",
        ("GD2-5",),
        "stated",
        "一场几局？",
        "How many games decide a match?",
        {
            "best_of_three": Choice("三局两胜", "best of three"),
            "one": Choice("一局", "one game", {"levels.games_to_win": 1}, setting=True),
        },
        ALL,
    ),
)

_TOLD: Final = {
    "conduct.counts_agreed": True,
    "conduct.answer_up_to": ANNOUNCED,
    "conduct.announce_at": ANNOUNCED,
    "conduct.announced": "within",
    "conduct.incidents": {**CONDUCT_3.incidents, "unannounced": Warned("COUNT-UNANNOUNCED")},
}
"""GD3-F6 where both sides agreed on it: counts of at most ten are asked for, answered and announced."""

GUANDAN_3: Final = _options(
    _SAME_TYPE,
    GD["equal_tribute"]._replace(ids=("D-GD-13", "D-GD3-6")),
    GD["first_lead"]._replace(mark="assumed", zh="第一副由谁先出按记录", en="The record tells who leads the first hand"),
    Option(
        "large_bombs",
        ("D-GD3-1",),
        "disputed",
        "九张、十张同点是炸弹吗？",
        "Are nine and ten cards of a rank bombs?",
        {
            "printed": Choice("不是，只到八张", "no, eight is the most"),
            "to_ten": Choice("是", "yes", {"cards.rows": ROWS}),
        },
        ALL,
    ),
    Option(
        "passing",
        ("D-GD3-2",),
        "disputed",
        "怎样算打过A？",
        "What does it take to pass A?",
        _PASSES,
        ALL,
    ),
    settled(
        "level_difference",
        "D-GD3-3",
        "assumed",
        "级差按2到A为2到14，打过A再加所升级数",
        "Levels count 2 to 14, and past A what the last hand rose",
        "CLAIM-ROUND-POINTS",
    ),
    Option(
        "at_time",
        ("D-GD3-4",),
        "disputed",
        "到时无人打过A，如何计分？",
        "Nobody past A at time: what is the round worth?",
        {
            "climbed": Choice("都按升级得分", "both have the levels they rose"),
            "higher_wins": Choice(
                "级高者算胜方计分", "the higher level is scored as the winner", {"round_points.at_time": "higher_wins"}
            ),
        },
        ("CLAIM-ROUND-POINTS", "CLAIM-MATCH-WINNER", "CLAIM-MATCH-REASON"),
    ),
    settled("exposed_follow", "D-GD3-5", "assumed", "暴露的牌只限领出", "Exposed cards bind only when leading"),
    settled("lateness", "D-GD3-7", "stated", "连续第三次迟到取消资格", "The third lateness in a row disqualifies"),
    settled("level_fine", "D-GD3-8", "assumed", "罚几级由裁判定", "The referee sets how many levels are taken"),
    Option(
        "counts",
        ("GD3-F6",),
        "stated",
        "双方约定十张以内报牌了吗？",
        "Did the sides agree that counts up to ten are told?",
        {
            "not_agreed": Choice("没有，不得问和报", "no: nobody may ask or tell"),
            "agreed": Choice("约定了", "yes", _TOLD, setting=True),
        },
        ("COUNT-NOT-AGREED", "COUNT-ANSWER", "COUNT-UNANNOUNCED", "COUNT-UNCONFIRMED", "INCIDENT-KIND"),
    ),
)
