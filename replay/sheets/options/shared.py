"""Questions that the trick-taking sheets leave open alike (X-… in the rule notes).

Each is an option whose first value is the decided default; a sheet takes it as it is, or with ids or choices of its own.
Options are rows of a table: those of two sheets are alike in shape, and each is a question of its own.
"""

from typing import Final

from paipu.replay.options import YES, Choice, assumed, disputed

X: Final = {
    option.key: option
    for option in (
        assumed("next_banker", "X-14", "庄家方守住后谁坐庄？", "Who is banker after the bank held?")(
            Choice("partner", "庄家的对家", "the banker's partner"),
            Choice("same", "原庄家", "the same banker", {"next_dealer": "same"}),
        ),
        assumed("overruff", "X-6", "甩牌被毙后如何盖毙？", "How are two ruffs of a throw compared?")(
            Choice("structure", "比领出的最高牌型", "by the highest structure of the lead"),
            Choice("highest_card", "比最大一张", "by the highest card", {"beat.overruff": "highest_card"}),
            Choice("beat_all", "每部分都要大", "every unit must be higher", {"beat.overruff": "beat_all"}),
        ),
        assumed("kitty_structure", "X-12", "扣底倍数看谁的牌型？", "Whose structure sets the kitty multiplier?")(
            Choice("winner", "赢家自己的牌", "the winner's own cards"),
            Choice("lead", "领出的牌型", "the led structure", {"multipliers.by_lead": True}),
        ),
        assumed("equal_cards", "X-2", "相同大小的牌", "Equal cards")(
            Choice("first", "先出者大", "the first wins"),
            Choice("last", "后出者大", "the last wins", {"beat.equal_first": False}),
        ),
        assumed(
            "shorter_tractor",
            "X-4",
            "没有同长的拖拉机时，短的必须出吗？",
            "Is a shorter tractor owed where none of full length is held?",
        )(Choice("owed", "必须出", "yes"), Choice("free", "有对即可", "pairs will do", {"follow.shorter_tractor": False})),
        assumed(
            "longer_ruff",
            "X-5",
            "毙牌时长拖拉机能否充短拖拉机或对？",
            "In a ruff, does a longer tractor serve for a shorter one?",
        )(Choice("serves", "是", "yes"), Choice("exact", "否", "no", {"beat.longer_serves": False})),
        assumed("throw_test", "X-7", "甩牌看谁的手牌？", "Whose hands stop a throw?")(
            Choice("all", "其他三家", "all three others"),
            Choice("opponents", "只看对方两家", "the opponents only", {"throws.partner_blocks": False}),
        ),
        assumed("forced_piece", "X-8", "甩牌失败出哪一部分？", "Which part of a failed throw is led?")(
            Choice("structure_first", "先对子后单张，取最小", "the pair level before singles, smallest"),
            Choice("single_first", "先单张", "singles first", {"throws.singles": "first"}),
        ),
        assumed("trump_throws", "X-9", "可以甩主牌吗？", "May trumps be thrown?")(
            Choice("allowed", "可以", "yes"), Choice("forbidden", "不可以", "no", {"throws.trump_throws": False})
        ),
        assumed(
            "level_on_king",
            "X-15",
            "打A时主K对与副级对相邻吗？",
            "At level A, is the trump king's pair next to the side-level pair?",
        )(YES, Choice("no", "否", "no", {"cards.adjacency.level_on_king": False})),
        assumed("owed_tractors", "X-16", "领出多个拖拉机时应跟哪些？", "Several tractors led: which are owed?")(
            Choice("longest_first", "由长到短逐个对应最长的", "for each, longest first, the longest held"),
            Choice("first_only", "只须对应最长的一个", "only against the longest", {"follow.every_tractor": False}),
        ),
        disputed(
            "tractor_before_pair", "X-19", "甩牌中拖拉机与对、单都被挡时", "A tractor and other parts of a throw are blocked"
        )(
            Choice("tractor", "先出拖拉机", "the tractor is led"),
            Choice("pair", "先出对子", "the pair level is led", {"throws.tractors": "after_pairs"}),
        ),
    )
}
"""By key."""
