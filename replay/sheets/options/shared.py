"""Questions that the trick-taking sheets leave open alike (X-… in the rule notes), and groups of checks that options touch.

Each is an option whose first value is the decided default; a sheet takes it as it is, or with ids, mark or checks of its own.
"""

from typing import Final

from replay.options import Choice, Option

YES = Choice("是", "yes")
FOLLOW = ("TRICK-FOLLOW-TRACTOR", "TRICK-FOLLOW-PAIR")
THROW = ("THROW-BEATABLE", "THROW-PIECE", "THROW-UNBEATABLE", "THROW-ONE-UNIT")
WINNER = (
    *("CLAIM-WINNER", "CLAIM-WINNER-DISCARD", "CLAIM-WINNER-PAIRLESS", "CLAIM-WINNER-RUFF"),
    *("CLAIM-WINNER-TRIO", "CLAIM-WINNER-HIGHEST", "LEAD-WINNER"),
)
LEVELS = (
    *("CLAIM-LEVELS", "CLAIM-OFFICE", "CLAIM-STRAIGHT", "CLAIM-MUST-PLAY", "CLAIM-STAGE", "CLAIM-FAILURES"),
    *("CLAIM-STAKE", "CLAIM-STAGE-STAKE", "CLAIM-BOTTOM"),
)
SCORE = ("CLAIM-SCORE", "SCORE-COUNT", "SCORE-CONCEALED", "SCORE-OUT-OF-TURN", "CLAIM-MATCH-POINTS")
BANKER = ("CLAIM-NEXT-DEALER", "DEALER-NEXT", "CLAIM-NEXT-PARTNER", "DEALER-PARTNER")
RESULT = (*LEVELS, *BANKER, *SCORE, "LEVEL-IN-FORCE", "CLAIM-MATCH-LEVELS")
END = ("CLAIM-MATCH-WINNER", "CLAIM-MATCH-REASON", "MATCH-OVER", "CLAIM-MATCH-TIME", "CLAIM-MATCH-OFFICE")
MISPLAY = ("CLAIM-MISPLAY-BANKER", "CLAIM-MISPLAY-ATTACKERS", "CLAIM-MISPLAY-BOTH", *RESULT, *END)
KITTY = (
    *("CLAIM-MULTIPLIER", "CLAIM-MULTIPLIER-SINGLE", "CLAIM-MULTIPLIER-PAIR", "CLAIM-MULTIPLIER-TRACTOR"),
    *("CLAIM-ATTACKERS", "CLAIM-POINTS-IMPOSSIBLE", *MISPLAY),
)
PENALTY = ("CLAIM-PENALTIES", "CLAIM-ATTACKERS", "CLAIM-POINTS-IMPOSSIBLE", *MISPLAY)
BID = (
    *("BID-RANK", "BID-OVER", "BID-DECLARE", "BID-SELF", "BID-CLOSED", "BID-SPENT"),
    *("TRUMP-SUIT", "TRUMP-JOKERS", "DEALER-FIRST"),
)
TRIO = ("LEAD-TRIO", "TRICK-FOLLOW-TRIO", "TRICK-FOLLOW-HIGHEST", "TRICK-HIGHEST-OR-TRIO")
STRUCTURE = (*FOLLOW, *THROW, *WINNER, *KITTY)

SETTLED = Choice("无其他读法", "no other reading")

X: Final = {
    option.key: option
    for option in (
        Option(
            "next_banker",
            ("X-14",),
            "assumed",
            "庄家方守住后谁坐庄？",
            "Who is banker after the bank held?",
            {
                "partner": Choice("庄家的对家", "the banker's partner"),
                "same": Choice("原庄家", "the same banker", {"next_dealer": "same"}),
            },
            (*BANKER, "DEALER-OVERBID", "CLAIM-MISPLAY-ATTACKERS"),
            always=BANKER,
        ),
        Option(
            "overruff",
            ("X-6",),
            "assumed",
            "甩牌被毙后如何盖毙？",
            "How are two ruffs of a throw compared?",
            {
                "structure": Choice("比领出的最高牌型", "by the highest structure of the lead"),
                "highest_card": Choice("比最大一张", "by the highest card", {"beat.overruff": "highest_card"}),
                "beat_all": Choice("每部分都要大", "every unit must be higher", {"beat.overruff": "beat_all"}),
            },
            WINNER,
        ),
        Option(
            "kitty_structure",
            ("X-12",),
            "assumed",
            "扣底倍数看谁的牌型？",
            "Whose structure sets the kitty multiplier?",
            {
                "winner": Choice("赢家自己的牌", "the winner's own cards"),
                "lead": Choice("领出的牌型", "the led structure", {"multipliers.by_lead": True}),
            },
            KITTY,
        ),
        Option("point_cards", ("X-1",), "stated", "分牌", "Point cards", {"5TK": SETTLED}),
        Option(
            "equal_cards",
            ("X-2",),
            "assumed",
            "相同大小的牌",
            "Equal cards",
            {
                "first": Choice("先出者大", "the first wins"),
                "last": Choice("后出者大", "the last wins", {"beat.equal_first": False}),
            },
            WINNER,
        ),
        Option(
            "follow_class",
            ("X-3",),
            "stated",
            "级牌和王属主牌",
            "Level cards and jokers follow as trumps",
            {"trump": SETTLED},
        ),
        Option(
            "shorter_tractor",
            ("X-4",),
            "assumed",
            "没有同长的拖拉机时，短的必须出吗？",
            "Is a shorter tractor owed where none of full length is held?",
            {
                "owed": Choice("必须出", "yes"),
                "free": Choice("有对即可", "pairs will do", {"follow.shorter_tractor": False}),
            },
            FOLLOW,
        ),
        Option(
            "longer_ruff",
            ("X-5",),
            "assumed",
            "毙牌时长拖拉机能否充短拖拉机或对？",
            "In a ruff, does a longer tractor serve for a shorter one?",
            {"serves": YES, "exact": Choice("否", "no", {"beat.longer_serves": False})},
            WINNER,
        ),
        Option(
            "throw_test",
            ("X-7",),
            "assumed",
            "甩牌看谁的手牌？",
            "Whose hands stop a throw?",
            {
                "all": Choice("其他三家", "all three others"),
                "opponents": Choice("只看对方两家", "the opponents only", {"throws.partner_blocks": False}),
            },
            THROW,
        ),
        Option(
            "forced_piece",
            ("X-8",),
            "assumed",
            "甩牌失败出哪一部分？",
            "Which part of a failed throw is led?",
            {
                "structure_first": Choice("先对子后单张，取最小", "the pair level before singles, smallest"),
                "single_first": Choice(
                    "先单张",
                    "singles first",
                    {"throws.singles": "first"},
                ),
            },
            ("THROW-PIECE",),
            always=("THROW-PIECE",),
        ),
        Option(
            "trump_throws",
            ("X-9",),
            "assumed",
            "可以甩主牌吗？",
            "May trumps be thrown?",
            {"allowed": Choice("可以", "yes"), "forbidden": Choice("不可以", "no", {"throws.trump_throws": False})},
            ("THROW-TRUMPS",),
        ),
        Option(
            "leader",
            ("X-10",),
            "stated",
            "庄家领出，以后由赢家领出",
            "The banker leads, then each winner",
            {"banker": SETTLED},
        ),
        Option(
            "kitty_capture",
            ("X-11",),
            "stated",
            "抓分方赢末墩才计底分",
            "The kitty counts if the attackers win the last trick",
            {"last_trick": SETTLED},
        ),
        Option("ace_low", ("X-13",), "assumed", "A与2不相邻", "Ace and two are no neighbours", {"never": SETTLED}),
        Option(
            "level_on_king",
            ("X-15",),
            "assumed",
            "打A时主K对与副级对相邻吗？",
            "At level A, is the trump king's pair next to the side-level pair?",
            {"yes": YES, "no": Choice("否", "no", {"cards.adjacency.level_on_king": False})},
            STRUCTURE,
        ),
        Option(
            "owed_tractors",
            ("X-16",),
            "assumed",
            "领出多个拖拉机时应跟哪些？",
            "Several tractors led: which are owed?",
            {
                "longest_first": Choice("由长到短逐个对应最长的", "for each, longest first, the longest held"),
                "first_only": Choice("只须对应最长的一个", "only against the longest", {"follow.every_tractor": False}),
            },
            FOLLOW,
        ),
        Option(
            "pair_clause",
            ("X-17",),
            "stated",
            "跟拖拉机时欠对按拖拉机条款",
            "Pairs owed under a tractor fall under the tractor clause",
            {"tractor": SETTLED},
        ),
        Option(
            "side_level_run",
            ("X-18",),
            "disputed",
            "多个副级对时取最长的连对",
            "Several side-level pairs: the longest run is read",
            {"longest": SETTLED},
        ),
        Option(
            "tractor_before_pair",
            ("X-19",),
            "disputed",
            "甩牌中拖拉机与对、单都被挡时",
            "A tractor and other parts of a throw are blocked",
            {
                "tractor": Choice("先出拖拉机", "the tractor is led"),
                "pair": Choice("先出对子", "the pair level is led", {"throws.tractors": "after_pairs"}),
            },
            ("THROW-PIECE",),
        ),
        Option(
            "equal_pieces",
            ("X-20",),
            "assumed",
            "同样小的部分任出其一",
            "Of equal smallest parts any may stand",
            {"any": SETTLED},
        ),
    )
}
"""By key."""
