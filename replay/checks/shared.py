"""What every sheet may report: the record and the match, the deal, plays and claims that all games have."""

from typing import Final

from replay.checks.entry import FACTS, LOOK, RULE, SHEET, Check, fail, review, unknown
from replay.text import Text

SHARED: Final[tuple[Check, ...]] = (
    # the record and the match
    unknown(
        "SHEET-VERSION",
        Text("规则版本不同", "Other sheet version"),
        Text(
            "记录依据规则版本 {actual}，现按 {expected} 审核。",
            "The record names sheet version {actual}; audited under {expected}.",
        ),
        Text("确认两版差异是否影响结论。", "Check whether the difference matters here."),
    ),
    fail(
        "SEAT-TEAM",
        Text("座位与队不符", "Partners in wrong seats"),
        Text(
            "座位 {seat} 属 {actual} 队，按座次应属 {expected}。",
            "Seat {seat} is of team {actual}; partners sit at every second seat, which makes it {expected}.",
        ),
        LOOK,
    ),
    fail(
        "START-LEVEL",
        Text("起始级错误", "Wrong first level"),
        Text(
            "第一副应从 {expected} 打起，记录为 {actual}。",
            "The first hand starts at level {expected}; recorded {actual}.",
        ),
        Text("若为中途记录，请填写 start。", "If the record begins mid-game, fill in `start`."),
    ),
    review(
        "START-IDLE",
        Text("起点所记与规则不符", "Start without effect"),
        Text(
            "本规则没有 start 所记的 {actual}，不影响审核。",
            "The sheet has no use for the {actual} that `start` names; it changes nothing.",
        ),
        Text("从 start 中删去，或核对所用的规则。", "Take it out of `start`, or check which sheet was played under."),
    ),
    unknown(
        "HANDS-MISSING",
        Text("缺少若干副", "Hands not on record"),
        Text(
            "没有第 {actual} 副的记录，此后无从核对：{unchecked}。",
            "Hands {actual} are not on record; from here on this cannot be checked: {unchecked}.",
        ),
        Text(
            "补上所缺各副；若为中途记录，请填写 start。",
            "Add the missing hands; if the record begins mid-game, fill in `start`.",
        ),
    ),
    fail(
        "MATCH-OVER",
        Text("已分胜负仍续打", "Played after the end"),
        Text(
            "{winner} 已获胜，此副不应再打，不计入结果，也不再审核。",
            "{winner} had already won; this hand does not belong to the match: it counts nowhere and was not checked further.",
        ),
        LOOK,
    ),
    review(
        "CLOCK-ROUND",
        Text("用时与结束方式不符", "Clock against reason"),
        Text("限时 {expected} 分钟，实际 {actual} 分钟。", "The round is {expected} minutes; {actual} were used."),
        RULE,
    ),
    review(
        "OPTION-IDLE",
        Text("选项已有定论", "Settled option"),
        Text(
            "选项 {actual} 已有定论（条款 {settled}），取什么值都不影响审核。",
            "Option {actual} is settled by clause {settled}: whatever it is set to changes nothing.",
        ),
        Text(
            "从 options 中删去该项；定论见 paipu explain。", "Take it out of `options`; `paipu explain` says what is settled."
        ),
    ),
    unknown(
        "AUDIT-LIMIT",
        Text("审核工作量已达上限", "The audit's budget is used up"),
        Text(
            "每一手牌都已审核，但其余工作量超过上限（{actual} 步）："
            "{unweighed} 条结论未查明是否依赖有争议的读法，{unlisted} 条结论未列出合法出法，"
            "{undoubted} 处未比较全部可能的级牌、庄家、主牌或进贡情形，{untraced} 条结论未查明是否由别的差错引起。",
            "Every play was judged, but all that goes beyond that came to more than {actual} steps: "
            "of {unweighed} findings it is not known whether they rest on a reading, {unlisted} list no legal plays, "
            "{undoubted} times not every possible level, banker, trump or tribute was tried, "
            "and of {untraced} it was not found out whether they follow from another.",
        ),
        Text("把牌谱分成几份再审核。", "Audit the record in parts."),
    ),
    # the deal
    fail(
        "DEAL-COUNT",
        Text("张数不对", "Wrong number of cards"),
        Text(
            "{part} 应有 {expected} 张，记录为 {actual} 张。",
            "{part} should have {expected} cards, recorded {actual}.",
        ),
        LOOK,
    ),
    fail(
        "DEAL-COPIES",
        Text("同一张牌过多", "Too many copies"),
        Text(
            "全副牌只有 {expected}，发牌中出现 {actual}（{holders}）。",
            "The decks hold {expected}; the deal shows {actual} ({holders}).",
        ),
        LOOK,
    ),
    fail(
        "LEFT-COUNT",
        Text("所剩张数不对", "Wrong number of cards left"),
        Text(
            "{who} 此时应有 {expected} 张，left 记为 {actual} 张。",
            "{who} should have {expected} cards at that time; `left` says {actual}.",
        ),
        LOOK,
    ),
    unknown(
        "LEFT-OPEN",
        Text("所剩张数不明", "Numbers of cards left not known"),
        Text(
            "left 没有记下 {actual} 还剩几张，此后各手由谁打出、谁已出完都不能确定，本副出牌未审核。",
            "`left` does not say how many cards {actual} had: who made which play, and who was out, cannot be told; "
            "the plays of this hand were not checked.",
        ),
        FACTS,
    ),
    unknown(
        "HAND-MIDWAY",
        Text("从中途记起", "Recorded from its middle on"),
        Text(
            "此副从中途记起（{actual} 张），此前的出牌不在记录中，只审核其后各手；此前得分与犯规无从核对。",
            "The hand is on record from its middle on ({actual} cards): what was played before, and its points and faults, "
            "cannot be checked.",
        ),
        FACTS,
    ),
    unknown(
        "DEAL-OPEN",
        Text("手牌不全", "Hands not fully known"),
        Text(
            "{actual} 的手牌不完全可知，只查出牌本身能证明的违例。",
            "Hands of {actual} are not fully known; only what the plays prove was checked.",
        ),
        FACTS,
    ),
    # what a hand was played under
    fail(
        "LEVEL-IN-FORCE",
        Text("级牌错误", "Wrong level"),
        Text("本副应打 {expected}，记录为 {actual}。", "This hand is played at level {expected}; recorded {actual}."),
        SHEET,
    ),
    # leading
    fail(
        "LEAD-BANKER",
        Text("首墩领出者错误", "Wrong first leader"),
        Text("首墩应由庄家 {expected} 领出，{actual} 先出。", "The banker {expected} leads trick 1; {actual} did."),
        LOOK,
    ),
    fail(
        "LEAD-WINNER",
        Text("领出者错误", "Wrong leader"),
        Text(
            "应由上一墩获胜者 {expected} 领出，{actual} 先出。",
            "The last trick's winner {expected} leads; {actual} did.",
        ),
        LOOK,
    ),
    # following
    fail(
        "PLAY-NOT-HELD",
        Text("出了没有的牌", "Played cards not held"),
        Text(
            "{seat} 出 {actual}，其中 {cards} 不在手中；此后只查出牌能证明的违例。",
            "{seat} played {actual}; {cards} was not in hand. From here only what the plays prove is checked.",
        ),
        LOOK,
    ),
    fail(
        "CARD-COPIES",
        Text("多出一张相同的牌", "One copy too many"),
        Text(
            "{seat} 出 {card} 后已见 {actual}，全副牌只有 {expected}。",
            "{seat}'s {card} makes {actual}; the decks hold {expected}.",
        ),
        LOOK,
    ),
    fail(
        "TRICK-PLAYS",
        Text("一墩手数不对", "Wrong number of plays"),
        Text(
            "此墩应有 {expected} 手，记录 {actual} 手。",
            "This trick needs {expected} plays; {actual} are recorded.",
        ),
        LOOK,
    ),
    # claims
    fail(
        "CLAIM-LEVELS",
        Text("升级错误", "Wrong levels"),
        Text(
            "本副后级数应为 {expected}，记录为 {actual}。",
            "Levels after this hand are {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-MATCH-WINNER",
        Text("比赛胜方错误", "Wrong match winner"),
        Text("胜方应为 {expected}，记录为 {actual}。", "The winner is {expected}; claimed {actual}."),
        SHEET,
    ),
    fail(
        "CLAIM-MATCH-REASON",
        Text("结束方式错误", "Wrong reason"),
        Text("比赛结束方式应为 {expected}，记录为 {actual}。", "The match ended by {expected}; claimed {actual}."),
        SHEET,
    ),
    fail(
        "CLAIM-MATCH-LEVELS",
        Text("终局级数错误", "Wrong final levels"),
        Text("终局级数应为 {expected}，记录为 {actual}。", "The final levels are {expected}; claimed {actual}."),
        SHEET,
    ),
    unknown(
        "CLAIM-OPEN",
        Text("无法核对的记录", "Claims not checked"),
        Text("缺少事实，未能核对：{actual}。", "For want of facts these claims were not checked: {actual}."),
        FACTS,
    ),
    unknown(
        "HAND-UNFINISHED",
        Text("未打完", "Hand not finished"),
        Text(
            "此副记录到第 {actual} 墩为止，没有打完。",
            "The record of this hand stops after {actual} finished tricks.",
        ),
        FACTS,
    ),
    fail(
        "CLAIM-MATCH-POINTS",
        Text("场分或总分错误", "Wrong match points"),
        Text(
            "应为 {expected}，记录为 {actual}。",
            "Match points are {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    # incidents and rulings
    review(
        "INCIDENT-KIND",
        Text("规则无此违例", "No clause for this incident"),
        Text("{seat} 的“{actual}”在本规则中没有处罚条款。", "{seat}: this sheet has no clause for “{actual}”."),
        RULE,
    ),
    review(
        "INCIDENT-CARD-CHECK",
        Text("查看已出的牌", "Looked at past tricks"),
        Text("{seat} 查牌，比赛中不得查牌。", "{seat} looked at past tricks, which the sheet forbids."),
        RULE,
    ),
    review(
        "INCIDENT-CONDUCT",
        Text("赛场纪律", "Conduct"),
        Text(
            "{seat} 的“{actual}”由裁判处理，记录无法核对。",
            "{seat}: “{actual}” is for the referee; the record cannot prove it.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-UNCONFIRMED",
        Text("违例未获证实", "Incident not borne out"),
        Text(
            "{seat} 记有“{actual}”，但牌都可知，且并无此事；结果仍按所记计算。",
            "{seat} is said to have committed “{actual}”, but the cards are known and show none; it counts as it is written.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-CARDS",
        Text("违例所记的牌不符", "Cards of an incident"),
        Text(
            "{seat} 的违例记为 {actual}，而当时只有 {expected}；罚分按所出的牌计算。",
            "{seat}'s incident names {actual}; there were {expected}. What it costs goes by the cards that there were.",
        ),
        RULE,
    ),
    review(
        "RULING-PLACE",
        Text("裁决所指不存在", "Ruling without a place"),
        Text("裁决 {ruling} 指向不存在的 {actual}。", "Ruling {ruling} refers to {actual}, which does not exist."),
        LOOK,
    ),
    review(
        "INCIDENT-TIMEOUT",
        Text("超时", "Over time"),
        Text(
            "{seat} 超时，由裁判警告或按条款处罚，处罚见裁决。",
            "{seat} was over time: the referee warns, or applies the clause by a ruling.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-SIGNAL",
        Text("暗号", "Signals"),
        Text(
            "{seat} 被指传递信号，由裁判核实处理。",
            "{seat} is said to have signalled; the referee establishes it.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-LATE",
        Text("迟到", "Late"),
        Text(
            "{seat} 迟到；满十分钟按弃权处理。",
            "{seat} came late; ten minutes are a forfeit.",
        ),
        RULE,
    ),
    review(
        "CLOCK-PLAY",
        Text("出牌超时", "Play over time"),
        Text(
            "{seat} 此手用时 {actual} 秒，限 {expected} 秒：由裁判警告或罚分。",
            "{seat} took {actual} seconds for this play, {expected} are allowed: the referee warns or fines.",
        ),
        RULE,
    ),
    fail(
        "MATCH-HANDS",
        Text("超出规定副数", "More hands than a match has"),
        Text(
            "一场共 {expected} 副，此为第 {actual} 副，不计入结果，也不再审核。",
            "A match has {expected} hands; this is number {actual}: it counts nowhere and was not checked further.",
        ),
        LOOK,
    ),
)
