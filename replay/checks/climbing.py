"""The checks of the climbing family: tribute, leads, combinations and what beats what, places, counts asked and told."""

from typing import Final

from replay.checks.entry import FACTS, LOOK, RULE, SHEET, Check, fail, review, unknown
from replay.text import Text

CLIMBING: Final[tuple[Check, ...]] = (
    # tribute
    fail(
        "TRIBUTE-NONE",
        Text("不该有进贡", "No tribute is due"),
        Text(
            "此副没有进贡和抗贡，记录却有：{actual}。",
            "No tribute is paid or refused before this hand; recorded: {actual}.",
        ),
        LOOK,
    ),
    fail(
        "TRIBUTE-RESISTED",
        Text("不能抗贡", "Refused without the jokers"),
        Text(
            "{seat} 没有全部大王，不能抗贡。",
            "{seat} did not hold all the big jokers and cannot refuse tribute.",
        ),
        LOOK,
    ),
    review(
        "TRIBUTE-PAID-ANYWAY",
        Text("可抗贡而进贡", "Paid though free to refuse"),
        Text(
            "{seat} 持有全部大王，按惯例应抗贡，记录为进贡。",
            "{seat} held all the big jokers, which by custom refuses tribute; it was paid.",
        ),
        RULE,
    ),
    review(
        "TRIBUTE-WAIVED",
        Text("未记进贡也未记抗贡", "Neither paid nor refused"),
        Text(
            "{seat} 持有全部大王，记录没有进贡，也没有写明抗贡。",
            "{seat} held all the big jokers; the record has no tribute and does not say that it was refused.",
        ),
        RULE,
    ),
    fail(
        "TRIBUTE-PAYER",
        Text("进贡人错误", "Wrong payer"),
        Text(
            "应由 {expected} 进贡，{seat} 却交出牌（{actual}）。",
            "Tribute is due from {expected}; {seat} gave a card ({actual}).",
        ),
        LOOK,
    ),
    fail(
        "TRIBUTE-TWICE",
        Text("重复进贡或还贡", "Paid or returned twice"),
        Text("{seat} 又交出一张：{actual}。", "{seat} gave another card: {actual}."),
        LOOK,
    ),
    fail(
        "TRIBUTE-RECEIVER",
        Text("贡给了别人", "Tribute to the wrong player"),
        Text("{seat} 应贡给 {expected}，记录为 {actual}。", "{seat} pays {expected}; recorded {actual}."),
        LOOK,
    ),
    fail(
        "TRIBUTE-ORDER",
        Text("贡还次序错误", "Returned before all had paid"),
        Text(
            "{seat} 进贡（{actual}）之前，已有人还牌。",
            "A card was returned before {seat} had paid ({actual}).",
        ),
        LOOK,
    ),
    fail(
        "TRIBUTE-MISSING",
        Text("没有进贡", "Tribute missing"),
        Text("{seat} 应进贡而没有进贡。", "{seat} owed tribute and paid none."),
        LOOK,
    ),
    fail(
        "TRIBUTE-NO-RETURN",
        Text("没有还牌", "Nothing returned"),
        Text("{seat} 收了贡而没有还牌。", "{seat} received tribute and returned nothing."),
        LOOK,
    ),
    fail(
        "TRIBUTE-NOT-HELD",
        Text("贡还了没有的牌", "Gave a card not held"),
        Text("{seat} 交出的 {actual} 不在手中。", "{seat} gave {actual}, which he does not hold."),
        LOOK,
    ),
    fail(
        "TRIBUTE-CARD",
        Text("贡牌错误", "Wrong tribute card"),
        Text(
            "{seat} 应贡红心级牌以外最大的牌 {expected}，贡了 {actual}。",
            "{seat} pays the highest card but for level hearts, {expected}; paid {actual}.",
        ),
        LOOK,
    ),
    fail(
        "TRIBUTE-RETURN-TO",
        Text("还给了别人", "Returned to the wrong player"),
        Text("{seat} 应还给 {expected}，记录为 {actual}。", "{seat} returns a card to {expected}; recorded {actual}."),
        LOOK,
    ),
    fail(
        "TRIBUTE-RETURN",
        Text("还牌错误", "Wrong card returned"),
        Text("{seat} 还了 {actual}，可还的是：{expected}。", "{seat} returned {actual}; allowed: {expected}."),
        LOOK,
    ),
    unknown(
        "TRIBUTE-OPEN",
        Text("进贡不明", "Tribute not known"),
        Text(
            "应有进贡而没有记录；有关各家的手牌只按所出的牌审核。",
            "A tribute is due and none is recorded; the hands concerned are known by their plays alone.",
        ),
        FACTS,
    ),
    unknown(
        "LEVEL-OPEN",
        Text("级牌不明", "Level not known"),
        Text(
            "记录中无从得知本副打几，出牌未审核。",
            "The record does not tell the level; the plays of this hand were not checked.",
        ),
        FACTS,
    ),
    # leading
    fail(
        "LEAD-TRIBUTE",
        Text("进贡后领出者错误", "Wrong leader after tribute"),
        Text("进贡后应由 {expected} 领出，{actual} 先出。", "After tribute {expected} leads; {actual} did."),
        LOOK,
    ),
    fail(
        "LEAD-RESISTED",
        Text("抗贡后领出者错误", "Wrong leader after refused tribute"),
        Text(
            "抗贡后应由上副第一名 {expected} 领出，{actual} 先出。",
            "Tribute was refused, so {expected}, who finished first, leads; {actual} did.",
        ),
        LOOK,
    ),
    fail(
        "LEAD-NEITHER",
        Text("进贡或抗贡都轮不到其领出", "Neither tribute nor its refusal lets this one lead"),
        Text(
            "按进贡由 {expected} 领出，按抗贡由 {first} 领出；{actual} 先出。",
            "If tribute was paid {expected} leads, if it was refused {first}; {actual} did.",
        ),
        LOOK,
    ),
    fail(
        "LEAD-AFTER-OUT",
        Text("接风错误", "Wrong leader after one who is out"),
        Text(
            "上一墩赢家的牌已出完，应由 {expected} 领出，{actual} 先出。",
            "The last trick's winner is out, so {expected} leads; {actual} did.",
        ),
        LOOK,
    ),
    fail(
        "LEAD-OUT",
        Text("领出者已无牌", "Leader has no cards"),
        Text("{seat} 的牌已出完，不能领出。", "{seat} has no cards left and cannot lead."),
        LOOK,
    ),
    fail(
        "LEAD-PASS",
        Text("领出者不出", "Leader passed"),
        Text("{seat} 领出，不能不出。", "{seat} leads and cannot pass."),
        LOOK,
    ),
    fail(
        "LEAD-RECORD",
        Text("首家记录不一致", "Recorded leader differs"),
        Text(
            "首墩由 {expected} 领出，所记首家为 {actual}。",
            "Trick 1 was led by {expected}; the recorded leader is {actual}.",
        ),
        SHEET,
    ),
    fail(
        "LEAD-EXPOSED",
        Text("未先出暴露的牌", "Exposed card not led"),
        Text(
            "{seat} 领出时应先单出暴露的牌（{expected}），出了 {actual}。",
            "{seat} must lead his exposed cards first, one at a time ({expected}); led {actual}.",
        ),
        RULE,
    ),
    # combinations
    fail(
        "PLAY-TYPE",
        Text("不成牌型", "No combination"),
        Text("{seat} 出 {actual}，不成任何牌型。", "{seat} played {actual}, which is no combination."),
        LOOK,
    ),
    fail(
        "PLAY-TYPE-RUN",
        Text("不成顺子", "No straight"),
        Text(
            "{seat} 出 {actual}：顺子须是五张点数相连的牌，A 只能在头尾。",
            "{seat} played {actual}: a straight is five cards in sequence, with an ace at an end only.",
        ),
        LOOK,
    ),
    fail(
        "PLAY-TYPE-PAIRS",
        Text("连对须是三对", "Not three pairs in a row"),
        Text(
            "{seat} 出 {actual}：连对须是三对点数相连的牌。",
            "{seat} played {actual}: pairs in a row are exactly three.",
        ),
        LOOK,
    ),
    fail(
        "PLAY-TYPE-TRIPLES",
        Text("钢板须是两组三张", "Not two triples in a row"),
        Text(
            "{seat} 出 {actual}：钢板须是两组点数相连的三张。",
            "{seat} played {actual}: triples in a row are exactly two.",
        ),
        LOOK,
    ),
    fail(
        "PLAY-TYPE-FULL-HOUSE",
        Text("三张所带不是一对", "Triple without a pair"),
        Text(
            "{seat} 出 {actual}：三张只能带一对。",
            "{seat} played {actual}: what goes with a triple is one pair.",
        ),
        LOOK,
    ),
    fail(
        "PLAY-TYPE-JOKERS",
        Text("王不能这样出", "Jokers make no such combination"),
        Text(
            "{seat} 出 {actual}：大小王不能混成对或三张，也不能与这些牌成牌型。",
            "{seat} played {actual}: big and little jokers do not mix, and do not go with other cards like this.",
        ),
        LOOK,
    ),
    fail(
        "PLAY-TYPE-BOMB",
        Text("炸弹张数超出规则", "Bomb larger than the sheet has"),
        Text(
            "{seat} 出 {actual}：规则所列的炸弹没有这么多张。",
            "{seat} played {actual}: the sheet lists no bomb of so many cards.",
        ),
        RULE,
    ),
    fail(
        "PLAY-TYPE-COUNT",
        Text("没有这个张数的牌型", "No combination of so many cards"),
        Text(
            "{seat} 出 {actual}：没有这个张数的牌型，只有一、二、三、五张。",
            "{seat} played {actual}: combinations have one, two, three or five cards.",
        ),
        LOOK,
    ),
    fail(
        "PLAY-NOT-HIGHER",
        Text("没有大过场上的牌", "Not higher"),
        Text(
            "{seat} 出 {actual}（{given}），不比场上的（{table}）大。",
            "{seat} played {actual} ({given}), not higher than what lies there ({table}).",
        ),
        LOOK,
    ),
    fail(
        "PLAY-OTHER-TYPE",
        Text("牌型不同不能比", "Other combination"),
        Text(
            "{seat} 出 {actual}（{given}），不能压场上的（{table}）。",
            "{seat} played {actual} ({given}), which does not compare with what lies there ({table}).",
        ),
        LOOK,
    ),
    review(
        "READING-DECIDES",
        Text("要看先前的牌怎样读", "It depends how an earlier play is read"),
        Text(
            "{seat} 出 {actual}（{given}），不比场上的（{table}）大；场上的牌没有报明，若是 {expected} 就压得住。",
            "{seat} played {actual} ({given}), not higher than what lies there ({table}); that was not declared,"
            " and as {expected} it would be beaten.",
        ),
        RULE,
    ),
    fail(
        "PLAY-REENTRY",
        Text("不出之后又出", "Came back after a pass"),
        Text(
            "{seat} 在此墩已表示不出，所选约定不许再出 {actual}。",
            "{seat} had passed in this trick; by the chosen option {actual} cannot be played any more.",
        ),
        LOOK,
    ),
    fail(
        "PLAY-AFTER-END",
        Text("此副结束后又出牌", "Played after the hand was over"),
        Text("此副已经结束，{seat} 又出 {actual}。", "The hand was over; {seat} played {actual} all the same."),
        LOOK,
    ),
    fail(
        "READING-WRONG",
        Text("所报牌型不成立", "Bad reading"),
        Text(
            "{seat} 出 {actual}，所报的牌型不成立；应是：{expected}。",
            "{seat} played {actual} and called it what it cannot count as; it is: {expected}.",
        ),
        LOOK,
    ),
    unknown(
        "SEAT-DRAWN",
        Text("两队不是隔位而坐", "Teams not at every second seat"),
        Text(
            "记录中两队不是隔位而坐，又没有写全各家的队，积分未核对。",
            "The teams of the record do not alternate, and it does not tell all players' teams; points were not checked.",
        ),
        FACTS,
    ),
    unknown(
        "READING-AMBIGUOUS",
        Text("牌型不止一种读法", "Several readings"),
        Text(
            "{seat} 出 {actual}，可以是 {expected}，没有报明；按 {taken} 审核。",
            "{seat} played {actual}, which can be {expected}; none was declared, and it stands as {taken}.",
        ),
        Text("在出牌后写明所报的牌型。", "Write the declared reading after the play."),
    ),
    # results
    fail(
        "CLAIM-FINISH",
        Text("名次错误", "Wrong finishing order"),
        Text("名次应为 {expected}，记录为 {actual}。", "The finishing order is {expected}; claimed {actual}."),
        SHEET,
    ),
    fail(
        "CLAIM-LEVELS-LAST",
        Text("打A的结果错误", "Wrong levels at the last level"),
        Text(
            "A须打过，不能越过：级数应为 {expected}，记录为 {actual}。",
            "The last level must be played and passed: {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-PLACE-POINTS",
        Text("本副得分错误", "Wrong points of the hand"),
        Text(
            "按名次本副得分应为 {expected}，记录为 {actual}。",
            "By the places the hand's points are {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-ROUND-POINTS",
        Text("本轮得分错误", "Wrong points of the round"),
        Text("本轮得分应为 {expected}，记录为 {actual}。", "The round's points are {expected}; claimed {actual}."),
        SHEET,
    ),
    unknown(
        "LEFT-ORDER",
        Text("已出完各家的先后不明", "Order of those out not known"),
        Text(
            "{actual} 在记录开始之前已出完牌，先后不明，名次与得分不能算出。",
            "{actual} were out before the record begins, in an order that it does not tell: places and results stay open.",
        ),
        FACTS,
    ),
    unknown(
        "HAND-STOPPED",
        Text("没有打完，得分已定", "Stopped with the score settled"),
        Text(
            "此副记录到第 {actual} 墩为止；无论怎样打下去，得分不变。",
            "The record of this hand stops after {actual} finished tricks; the score is the same however it went on.",
        ),
        FACTS,
    ),
    # counts, exposed cards and conduct
    fail(
        "COUNT-UNANNOUNCED",
        Text("没有报牌", "Count not announced"),
        Text(
            "{seat} 剩 {expected} 张牌时没有报牌；规则未定处罚。",
            "{seat} had {expected} cards left and did not announce it; the sheet prints no penalty.",
        ),
        RULE,
    ),
    review(
        "COUNT-UNCONFIRMED",
        Text("无须报牌", "Nothing to announce"),
        Text(
            "{seat} 记为没有报牌，但当时剩 {actual} 张，不是 {expected} 张。",
            "{seat} is said not to have announced his count, but had {actual} cards left then, not {expected}.",
        ),
        RULE,
    ),
    fail(
        "COUNT-NOT-AGREED",
        Text("未约定而问牌或报牌", "Counts were not agreed on"),
        Text(
            "双方没有约定，{seat} 不得问牌或报牌。",
            "The sides had not agreed on it: {seat} may neither ask for counts nor tell them.",
        ),
        RULE,
    ),
    fail(
        "COUNT-OFF-TURN",
        Text("不该问牌时问牌", "Asked out of turn"),
        Text(
            "轮到 {expected} 出牌，{seat} 不能询问张数。",
            "It is {expected}'s turn; {seat} cannot ask for counts.",
        ),
        RULE,
    ),
    fail(
        "COUNT-ANSWER",
        Text("报牌错误", "Wrong answer about the count"),
        Text(
            "{seat} 应答 {expected}，答了 {actual}（“-”为不报）。",
            "{seat} should have answered {expected}, answered {actual} (“-” is not to tell).",
        ),
        RULE,
    ),
    review(
        "TRIBUTE-SHOWN",
        Text("亮出所还的牌", "Showed the card returned"),
        Text(
            "{seat} 亮出所还的 {actual}：双方都还牌前须反扣，规则没有罚则。",
            "{seat} showed the {actual} he returned: it lies face down until both are given; the sheet prints no penalty.",
        ),
        RULE,
    ),
    unknown(
        "COUNT-OPEN",
        Text("问牌时刻不明", "When counts were asked or told is open"),
        Text(
            "{seat} 的“{actual}”没有写明在哪一手，未能核对。",
            "{seat}: “{actual}” names no play, so it was not checked.",
        ),
        FACTS,
    ),
    review(
        "INCIDENT-EXPOSED",
        Text("暴露牌张", "Exposed cards"),
        Text(
            "{seat} 暴露牌张：轮到其领出时须先出这些牌，每次一张。",
            "{seat} exposed cards: when he leads he leads them first, one at a time.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-EARLY",
        Text("抢先出牌，上家不压", "Played early, the one before passed"),
        Text(
            "{seat} 抢先出牌，上家没有压牌：只给予警告。",
            "{seat} played before his turn and the player before him passed: a warning only.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-EARLY-EXPOSED",
        Text("抢先出牌，上家压牌", "Played early, the one before played"),
        Text(
            "{seat} 抢先出牌，上家压了牌：抢出的牌作暴露牌张处理。",
            "{seat} played before his turn and the player before him played: the early cards count as exposed.",
        ),
        RULE,
    ),
    unknown(
        "INCIDENT-EARLY-OPEN",
        Text("抢先出牌的处理不明", "Early play, the rest open"),
        Text(
            "{seat} 抢先出牌，记录中无从得知上家是否压牌。",
            "{seat} played before his turn; the record does not tell what the player before him did.",
        ),
        FACTS,
    ),
    review(
        "INCIDENT-MARK",
        Text("记过", "A mark"),
        Text("{seat} 的“{actual}”记过一次。", "{seat}: “{actual}” is marked once (记过)."),
        RULE,
    ),
    review(
        "MARKS-BOTH",
        Text("双方都因记过判负", "Both sides lose by marks"),
        Text(
            "双方在此副都已记满过，都应判负，规则没有规定如何计分。",
            "Both sides have the marks that lose the hand; the sheet does not say how it is scored.",
        ),
        RULE,
    ),
)
