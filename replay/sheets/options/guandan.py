"""What the 掼蛋 sheets leave open: each question an option whose first value is the decided default.

D-…, GD2-…, GD3-… and JS-… are the ids of the rule notes.
"""

from typing import Final

from paipu.replay.options import Choice, Option, assumed, choices, disputed, stated
from paipu.replay.penalties import Penalties
from paipu.replay.sheets.guandan import ANNOUNCED, PENALTIES_3, ROWS, UNANNOUNCED
from paipu.replay.sheets.options.climbing import GD


def _options(*own: Option, without: tuple[str, ...] = ()) -> tuple[Option, ...]:
    """The questions that all the sheets leave open, with a sheet's own beside them or in their place, and `without` some."""
    mine = {option.key: option for option in own}
    shared = [mine.pop(key, option) for key, option in GD.items() if key not in without]
    return (*shared, *mine.values())


_PASSES: Final = (
    Choice("any", "升级即过", "any rise passes it"),
    Choice("partner_not_last", "对家不能末游", "only with the partner not last", {"levels.passes": "partner_not_last"}),
)

GUANDAN_1: Final = _options(
    GD["partner_pays"]._replace(mark="disputed"),
    disputed(
        "announcing",
        "D-GD1-A",
        "一手牌越过十张时也要报牌吗？",
        "Must a player announce his count whom one play takes past ten cards?",
    )(
        Choice("exactly", "不用，正好剩十张才报", "no, only with exactly ten left"),
        Choice("passing", "要", "yes", {"conduct.announced": "passing"}),
    ),
    assumed("ace_failures", "D-GD1-B", "打A总打不过，要退级吗？", "Does a side that fails at A again and again go back?")(
        Choice("stays", "不退，仍打A", "no, it stays at A"),
        Choice("three", "三次打不过退回2", "after three failures, to 2", {"levels.failures": 3}),
    ),
)
GUANDAN_2: Final = _options(
    GD["returns"]._replace(
        zh="级牌可以还吗？",
        en="May a level card of at most ten be returned?",
        choices=choices(
            Choice("ten", "不可以", "no"),
            GD["returns"].choices["level_cards"]._replace(zh="可以", en="yes"),
        ),
    ),
    disputed("passing", "D-GD2-A", "怎样算打过A？", "What does it take to pass A?")(*_PASSES),
    stated("games", "GD2-5", "一场几局？", "How many games decide a match?")(
        Choice("best_of_three", "三局两胜", "best of three"),
        Choice("one", "一局", "one game", {"levels.games_to_win": 1}, setting=True),
    ),
    without=("equal_tribute",),
)
_TOLD: Final = {
    "conduct.counts_agreed": True,
    "conduct.answer_up_to": ANNOUNCED,
    "conduct.announce_at": ANNOUNCED,
    "conduct.announced": "within",
    "penalties": Penalties(*PENALTIES_3.rows, UNANNOUNCED),
}
"""GD3-F6 where both sides agreed on it: counts of at most ten are asked for, answered and announced."""


def _double_returns(identifier: str) -> Option:
    """A sheet that prints the limit of what is returned for the one tribute alone: whether it holds for two as well."""
    return assumed(
        "double_returns",
        identifier,
        "双下还牌也须不大于十吗？",
        "Are cards returned at 双下 of at most ten too?",
    )(
        Choice("low", "也须", "yes"),
        Choice("any", "任意一张", "no, any card may be", {"tribute.returns_at_double": "any"}),
    )


GUANDAN_3: Final = _options(
    GD["equal_tribute"]._replace(ids=("D-GD-13", "D-GD3-6")),
    _double_returns("D-GD3-11"),
    disputed("large_bombs", "D-GD3-1", "九张、十张同点是炸弹吗？", "Are nine and ten cards of a rank bombs?")(
        Choice("printed", "不是，只到八张", "no, eight is the most"), Choice("to_ten", "是", "yes", {"cards.rows": ROWS})
    ),
    disputed("passing", "D-GD3-2", "怎样算打过A？", "What does it take to pass A?")(*_PASSES),
    disputed("at_time", "D-GD3-4", "到时无人打过A，如何计分？", "Nobody past A at time: what is the round worth?")(
        Choice("climbed", "都按升级得分", "both have the levels they rose"),
        Choice(
            "higher_wins",
            "级高者算胜方计分",
            "the higher level is scored as the winner",
            {"round_points.at_time": "higher_wins"},
        ),
    ),
    stated("counts", "GD3-F6", "双方约定十张以内报牌了吗？", "Did the sides agree that counts up to ten are told?")(
        Choice("not_agreed", "没有，不得问和报", "no: nobody may ask or tell"),
        Choice("agreed", "约定了", "yes", _TOLD, setting=True),
    ),
)
GUANDAN_JS: Final = _options(
    GD["resisting"]._replace(ids=("D-GDN-08",), mark="assumed"),
    disputed("returns", "D-GDN-05", "可以还不大于十的级牌吗？", "May a level card of at most ten be returned?")(
        Choice("ten", "不可以，级牌大于A", "no, it ranks above the ace"),
        Choice("level_cards", "可以", "yes", {"tribute.level_returns": True}),
    ),
    _double_returns("D-JS-07"),
    assumed("ace_failures", "D-GDN-13", "打A总打不过，要退级吗？", "Does a side that fails at A again and again go back?")(
        Choice("stays", "不退，仍打A", "no, it stays at A"),
        Choice("three", "三次打不过退回2", "after three failures, to 2", {"levels.failures": 3}),
    ),
    disputed("time_end", "D-GDN-16", "到时没打完的一副怎么算？", "What becomes of a hand that time breaks off?")(
        Choice("stop", "不算，以上一副为准", "it counts nothing; the hand before does"),
        Choice("finish", "打完为止", "it is played to its end", {"clocks.time_in_hand": "finish"}),
    ),
    disputed("announcing", "D-GDN-20", "剩十张以内要报几次？", "How often is a count of ten or fewer reported?")(
        Choice("once", "一次，首次不多于十张时", "once, at the first play that leaves so few"),
        Choice("each", "每出一手都报", "after every play", {"conduct.announced": "within"}),
    ),
    assumed("who_goes_out", "D-GDN-22", "没有报牌之后“一家出完”指谁？", "Who is meant to go out after a missing report?")(
        Choice("own", "没有报牌的那一家", "who owed the report"),
        Choice("side", "他或他的对家", "he or his partner", {"steps.whose": "side"}),
        Choice("any", "任何一家", "anybody", {"steps.whose": "any"}),
    ),
    assumed("late_alike", "D-JS-01", "双方迟到得一样久，怎么判？", "What is given where both sides come equally late?")(
        Choice("by_time", "各按迟到时间", "each goes by its time"),
        Choice("as_first", "都只警告", "both are only warned", {"steps.late_alike": "as_first"}),
    ),
    assumed(
        "disqualified", "D-JS-02", "取消参赛资格，本场怎么记？", "What does the match come to of which a side is disqualified?"
    )(
        Choice("forfeit", "按弃权，十七比零", "as its forfeit, 17 to 0"),
        Choice("lost", "按判负升四级", "as ruled lost, four levels above it", {"ends.disqualified": "lost"}),
    ),
    assumed("lost_rounds", "D-JS-03", "“两轮判负”算不算弃权？", "Is a forfeit one of the two rounds that penalties lose?")(
        Choice("penalties", "不算，弃权只看是否连续两轮", "no: forfeits count only where two run"),
        Choice("forfeits", "也算", "yes", {"event.forfeits_lost": True}),
    ),
    disputed(
        "adding_up", "D-JS-05", "两次警告记违例之后，第三次怎么算？", "What is a third warning, after two were a violation?"
    )(
        Choice("again", "重新计，再满两次才又记违例；违例满两次同", "the first of two more; and so with violations"),
        Choice(
            "each",
            "此后每次都再记违例；违例同",
            "a violation again, as each after it; and so with violations",
            {"steps.beyond": "each"},
        ),
    ),
    disputed(
        "last_foul",
        "D-JS-06",
        "第二次犯规，是先升三级再按判负记级吗？",
        "Does the second foul first raise the others three levels, before the match is lost by it?",
    )(
        Choice("stands", "不升，按此前的级数记", "no, the levels before it count"),
        Choice("rises", "先升三级", "yes", {"ends.last_foul": "rises"}),
    ),
    without=("after_out", "hand_end", "jokers_in_full_house", "equal_tribute", "partner_pays"),
)
