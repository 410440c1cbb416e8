"""The checks of the trick-taking family: declaring, the kitty, leading and following, points, and what incidents cost."""

from typing import Final

from replay.checks.entry import FACTS, LOOK, RULE, SHEET, Check, fail, review, unknown
from replay.text import Text

TRICKS: Final[tuple[Check, ...]] = (
    # declaring
    fail(
        "BID-DECLARE",
        Text("亮主不合规", "Bad declaration"),
        Text(
            "{seat} 亮 {actual} 不成立，需要：{expected}。",
            "{seat} showed {actual}, which declares nothing; needed: {expected}.",
        ),
        LOOK,
    ),
    fail(
        "BID-OVER",
        Text("反主牌型不合规", "Bad over-declaration"),
        Text(
            "{seat} 用 {actual} 反主不成立，需要：{expected}。",
            "{seat} over-declared with {actual}; needed: {expected}.",
        ),
        LOOK,
    ),
    fail(
        "BID-RANK",
        Text("反主不够大", "Over-declaration not higher"),
        Text(
            "{seat} 用 {actual} 反主，未大过现有亮主（{expected}）。",
            "{seat} over-declared with {actual}, not higher than what stands ({expected}).",
        ),
        LOOK,
    ),
    fail(
        "BID-SELF",
        Text("自己反自己", "Over-declared oneself"),
        Text(
            "{seat} 反了自己的主（{actual}）；只可加固（{expected}）。",
            "{seat} over-declared himself ({actual}); he may only add to it ({expected}).",
        ),
        LOOK,
    ),
    fail(
        "BID-NOT-HELD",
        Text("亮出手中没有的牌", "Declared cards not dealt"),
        Text(
            "{seat} 亮的 {actual} 不在所摸的牌中（底牌不算）。",
            "{seat} showed {actual}, not all among the cards dealt to him (the kitty does not count).",
        ),
        LOOK,
    ),
    fail(
        "BID-REDEAL",
        Text("无人亮主仍开打", "Played with no declaration"),
        Text("无人亮主，按所选约定应重新发牌。", "Nobody declared; by the chosen option the hand is dealt again."),
        LOOK,
    ),
    unknown(
        "BID-NONE",
        Text("无人亮主", "Nobody declared"),
        Text(
            "无人亮主，规则未规定主花色；按记录的 {actual} 审核。",
            "Nobody declared and the sheet is silent; audited with the recorded trump {actual}.",
        ),
        RULE,
    ),
    unknown(
        "TRUMP-OPEN",
        Text("主花色不明", "Trump not known"),
        Text(
            "记录中无从得知主花色，本副出牌未审核。",
            "The record does not tell the trump; the plays of this hand were not checked.",
        ),
        FACTS,
    ),
    fail(
        "BID-CLOSED",
        Text("已不能再反主", "Declaration was closed"),
        Text(
            "{seat} 用 {actual} 反主，但现有亮主（{expected}）已成对保定，不能再反。",
            "{seat} over-declared with {actual}; what stands ({expected}) was made safe with a pair.",
        ),
        LOOK,
    ),
    fail(
        "BID-SPENT",
        Text("重复使用亮过的对子", "Pair shown before"),
        Text(
            "{seat} 用 {actual} 反主，这一对已经亮过；需要：{expected}。",
            "{seat} showed {actual}, a pair already used; needed: {expected}.",
        ),
        LOOK,
    ),
    fail(
        "BID-AFTER-KITTY",
        Text("翻底定主后又反主", "Declared after the kitty named trump"),
        Text(
            "无人叫主、已由底牌定主，{seat} 不能再用 {actual} 反主。",
            "Nobody had called and the kitty named the trump; {seat} cannot declare with {actual} any more.",
        ),
        LOOK,
    ),
    fail(
        "BID-ATTACKERS",
        Text("亮牌方错误", "Shown by the wrong side"),
        Text(
            "此处只有抓分方 {expected} 可以亮 {actual}，亮牌的是 {seat}。",
            "Only the attackers ({expected}) may show {actual} here; {seat} did.",
        ),
        LOOK,
    ),
    review(
        "BANK-NONE",
        Text("首副无人亮主", "Nobody declared in the first hand"),
        Text(
            "首副无人亮主，规则未定谁坐庄，按惯例重新发牌；记录由 {actual} 坐庄。",
            "Nobody declared in the first hand: the custom is to deal again. Recorded banker: {actual}.",
        ),
        RULE,
    ),
    # what a hand was played under
    fail(
        "TRUMP-SUIT",
        Text("主花色错误", "Wrong trump"),
        Text(
            "主花色应为 {expected}，记录为 {actual}。",
            "Trump is {expected}; recorded {actual}.",
        ),
        SHEET,
    ),
    fail(
        "DEALER-FIRST",
        Text("首副庄家错误", "Wrong first banker"),
        Text(
            "按抢庄庄家应为 {expected}，记录为 {actual}。",
            "By the declarations the banker is {expected}; recorded {actual}.",
        ),
        SHEET,
    ),
    fail(
        "DEALER-NEXT",
        Text("庄家错误", "Wrong banker"),
        Text(
            "按上一副结果庄家应为 {expected}，记录为 {actual}。",
            "By the last hand's result the banker is {expected}; recorded {actual}.",
        ),
        SHEET,
    ),
    fail(
        "DEALER-OVERBID",
        Text("反主不反庄", "Over-declaring moved the bank"),
        Text(
            "反主不换庄：庄家应为 {expected}，记录为反主者 {actual}。",
            "Over-declaring does not move the bank: it is {expected}'s; recorded {actual}.",
        ),
        SHEET,
    ),
    unknown(
        "TRUMP-KITTY-OPEN",
        Text("底牌未记，主花色无从核对", "Kitty not known, trump not checked"),
        Text(
            "记为无人亮主，主花色应由底牌定，底牌却没有记下；按记录的 {actual} 审核，也可能漏记了亮主。",
            "Nobody is said to have declared, so that the kitty names the trump, and it is not on record; "
            "audited with the recorded {actual}. A declaration may have been left out.",
        ),
        FACTS,
    ),
    review(
        "DEALER-PARTNER",
        Text("庄家是对家还是下家有分歧", "Which of the two is banker"),
        Text(
            "按惯例庄家应为 {expected}，记录为同一方的 {actual}；规则没有写明。",
            "By custom the banker is {expected}; recorded {actual} of the same side. The sheet does not say.",
        ),
        RULE,
    ),
    # the kitty
    fail(
        "BURY-SEAT",
        Text("扣底人错误", "Wrong player buried"),
        Text("应由庄家 {expected} 扣底，记录为 {actual}。", "The banker {expected} buries; recorded {actual}."),
        LOOK,
    ),
    fail(
        "BURY-COUNT",
        Text("扣底张数错误", "Wrong number buried"),
        Text("{seat} 应扣 {expected} 张，扣了 {actual} 张。", "{seat} must bury {expected} cards, buried {actual}."),
        LOOK,
    ),
    fail(
        "BURY-NOT-HELD",
        Text("扣了没有的牌", "Buried cards not held"),
        Text("{seat} 扣的 {cards} 不在手牌与底牌中。", "{seat} buried {cards}, neither in hand nor in the kitty."),
        LOOK,
    ),
    fail(
        "KITTY-AGAIN",
        Text("扣底后再动底牌", "Kitty taken again"),
        Text(
            "庄家扣底后 {seat} 又反主或重扣（{actual}），本规则不允许。",
            "{seat} took or declared on the kitty again ({actual}) after the burial; this sheet has none of it.",
        ),
        LOOK,
    ),
    fail(
        "KITTY-SHOW",
        Text("炒底牌型不合规", "Bad show for the kitty"),
        Text(
            "{seat} 用 {actual} 炒底不成立，需要：{expected}。",
            "{seat} took the kitty up with {actual}; needed: {expected}.",
        ),
        LOOK,
    ),
    fail(
        "KITTY-ORDER",
        Text("炒底询问次序错误", "Asked out of order"),
        Text(
            "应先询问 {expected}，{seat} 却先作答（{actual}）。",
            "{expected} is to be asked first; {seat} answered ({actual}).",
        ),
        LOOK,
    ),
    fail(
        "KITTY-BACK",
        Text("不炒之后又炒", "Came back after passing"),
        Text(
            "{seat} 已表示不炒，此后无人反主，不能再用 {actual} 炒底。",
            "{seat} had passed and nobody has taken the kitty up since; {actual} cannot do it now.",
        ),
        LOOK,
    ),
    fail(
        "KITTY-OWN",
        Text("扣底者自己又炒", "Took up his own burial"),
        Text(
            "底牌是 {seat} 自己扣的，此后无人反主，他不被询问，不能用 {actual} 炒底。",
            "{seat} buried the kitty himself and nobody has taken it up since; he is not asked, and {actual} cannot do it.",
        ),
        LOOK,
    ),
    fail(
        "SHOW-NOT-HELD",
        Text("炒底亮出手中没有的牌", "Showed cards not held"),
        Text(
            "{seat} 炒底亮的 {actual} 不在手中。",
            "{seat} showed {actual} to take the kitty up, which he does not hold.",
        ),
        LOOK,
    ),
    unknown(
        "KITTY-UNASKED",
        Text("炒底询问不全", "Asking breaks off"),
        Text(
            "记录中没有 {seat} 的答复，炒底询问尚未结束。",
            "The record has no answer of {seat}: the asking is not finished.",
        ),
        FACTS,
    ),
    fail(
        "KITTY-NONE",
        Text("此级没有底牌", "No kitty at this level"),
        Text(
            "此级全部抓光，没有底牌；{seat} 却有扣底或炒底的记录（{actual}）。",
            "At this level there is no kitty; {seat} is recorded to have buried or taken it up ({actual}).",
        ),
        LOOK,
    ),
    # leading
    fail(
        "LEAD-SIDE",
        Text("首墩由抓分方领出", "Attackers led first"),
        Text(
            "首墩应由庄家方 {expected} 领出，抓分方 {actual} 先出。",
            "Trick 1 belongs to the banker's side ({expected}); {actual} of the attackers led.",
        ),
        LOOK,
    ),
    fail(
        "LEAD-ONE-SUIT",
        Text("领出多门花色", "Led several suits"),
        Text("{seat} 领出 {actual}，不是同一门花色。", "{seat} led {actual}, which is not of one suit."),
        LOOK,
    ),
    fail(
        "THROW-BEATABLE",
        Text("甩牌不是最大", "Throw not highest"),
        Text(
            "{seat} 甩 {actual}，他人手中有更大的牌，只能出 {expected}。",
            "{seat} threw {actual}, which another hand can beat; only {expected} may stand.",
        ),
        LOOK,
    ),
    fail(
        "THROW-PIECE",
        Text("甩牌失败后出牌错误", "Wrong piece after a failed throw"),
        Text(
            "{seat} 甩牌失败应出 {expected}，留下的是 {actual}。",
            "After the failed throw {seat} must lead {expected}; {actual} stood.",
        ),
        LOOK,
    ),
    fail(
        "THROW-UNBEATABLE",
        Text("甩牌本应成立", "Throw was good"),
        Text(
            "{seat} 甩 {expected} 各部分均最大，不应判为失败。",
            "{seat}'s throw {expected} could not be beaten; it was wrongly taken back.",
        ),
        LOOK,
    ),
    fail(
        "THROW-ONE-UNIT",
        Text("单一牌型不是甩牌", "Not a throw"),
        Text(
            "{seat} 出的 {actual} 是单张、对子或拖拉机，可直接领出，没有甩牌失败。",
            "{seat}'s {actual} is a single, pair or tractor: it may be led and cannot fail as a throw.",
        ),
        LOOK,
    ),
    fail(
        "THROW-TRUMPS",
        Text("甩主", "Threw trumps"),
        Text(
            "{seat} 甩主牌 {actual}，所选约定不允许。",
            "{seat} threw trumps {actual}; the chosen option forbids it.",
        ),
        LOOK,
    ),
    fail(
        "THROW-FOLLOW",
        Text("跟牌不能甩", "Follower's failed throw"),
        Text(
            "{seat} 跟牌时记为甩牌失败（{actual}），只有领出者可以甩牌。",
            "{seat} followed with a failed throw ({actual}); only a leader throws.",
        ),
        LOOK,
    ),
    fail(
        "LEAD-TRIO",
        Text("不成 5·10·K", "No 5·10·K"),
        Text(
            "{seat} 领出 {actual}，其中有级牌，不能下放，不成同花色的 5·10·K。",
            "{seat} led {actual}: a level card among them cannot be lowered, so it is no 5·10·K of a suit.",
        ),
        LOOK,
    ),
    # following
    fail(
        "TRICK-SIZE",
        Text("跟牌张数不对", "Wrong number of cards"),
        Text(
            "{seat} 应跟 {owed} 张，出了 {given} 张（{actual}）。",
            "{seat} must follow with {owed} cards, played {given} ({actual}).",
        ),
        LOOK,
    ),
    fail(
        "TRICK-FOLLOW-SUIT",
        Text("有牌不跟花色", "Did not follow suit"),
        Text(
            "{lead} 领出，{seat} 应跟 {suit} {owed} 张，只跟 {given} 张（{actual}）。",
            "{lead} was led; {seat} owes {owed} of {suit}, gave {given} ({actual}).",
        ),
        RULE,
    ),
    fail(
        "TRICK-FOLLOW-PAIR",
        Text("有对不出对", "Did not follow with pairs"),
        Text(
            "{lead} 领出，{seat} 应出 {suit} 对子 {owed} 对，只出 {given} 对（{actual}）。",
            "{lead} was led; {seat} owes {owed} pair(s) of {suit}, gave {given} ({actual}).",
        ),
        RULE,
    ),
    fail(
        "TRICK-FOLLOW-TRACTOR",
        Text("有拖拉机或对子不跟", "Did not follow a tractor"),
        Text(
            "{lead} 领出，{seat} 应跟 {suit} 的拖拉机或对子 {owed} 对，只出 {given} 对（{actual}）。",
            "{lead} was led; {seat} owes {owed} pairs of {suit} in a tractor or as pairs, gave {given} ({actual}).",
        ),
        RULE,
    ),
    fail(
        "TRICK-FOLLOW-TRIO",
        Text("有 5·10·K 不跟", "Did not follow with the 5·10·K"),
        Text(
            "{lead} 领出，{seat} 手中有同花色 5·10·K，必须跟出（{actual}）。",
            "{lead} was led; {seat} holds the 5·10·K of that suit and must play it ({actual}).",
        ),
        RULE,
    ),
    fail(
        "TRICK-FOLLOW-HIGHEST",
        Text("未出最大的三张主", "Kept back one of the three highest trumps"),
        Text(
            "{lead} 调大主，{seat} 应出手中最大的主牌 {owed} 张，只出 {given} 张（{actual}）。",
            "{lead} draws the high trumps; {seat} owes his {owed} highest, gave {given} of them ({actual}).",
        ),
        RULE,
    ),
    review(
        "TRICK-HIGHEST-OR-TRIO",
        Text("调大主时跟主 5·10·K 有分歧", "Three highest trumps or the 5·10·K"),
        Text(
            "{lead} 调大主，{seat} 跟出自己的主 5·10·K（{actual}）；按约定应出最大的三张，另一读法认为应跟 5·10·K。",
            "{lead} draws high trumps; {seat} showed his own 5·10·K ({actual}); the default owes the three highest.",
        ),
        RULE,
    ),
    # claims
    fail(
        "CLAIM-WINNER",
        Text("赢家记录错误", "Wrong trick winner"),
        Text(
            "第 {trick} 墩应为 {expected} 得，记录为 {actual}。",
            "Trick {trick} was won by {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-WINNER-DISCARD",
        Text("垫牌不能赢", "A discard cannot win"),
        Text(
            "第 {trick} 墩 {actual} 是垫牌，赢家应为 {expected}。",
            "In trick {trick} {actual} discarded; {expected} won.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-WINNER-PAIRLESS",
        Text("无对主牌不能毙对", "Pairless trumps cannot win"),
        Text(
            "第 {trick} 墩领出含对，{actual} 的主牌无对，赢家应为 {expected}。",
            "Trick {trick} was led with pairs; {actual}'s trumps have none, {expected} won.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-WINNER-RUFF",
        Text("毙牌牌型不符", "Ruff lacks the structure"),
        Text(
            "第 {trick} 墩 {actual} 的主牌不含领出的拖拉机或对子数，赢家应为 {expected}。",
            "In trick {trick} {actual}'s ruff lacks the led tractors or pairs; {expected} won.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-WINNER-COUNT",
        Text("墩数不符", "Wrong number of tricks"),
        Text(
            "共打 {expected} 墩，记录了 {actual} 个赢家。",
            "{expected} tricks were finished; {actual} winners are claimed.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-ATTACKERS",
        Text("抓分方得分错误", "Wrong attackers' points"),
        Text("抓分方应得 {expected} 分，记录为 {actual}。", "The attackers have {expected} points; claimed {actual}."),
        SHEET,
    ),
    fail(
        "CLAIM-POINTS-IMPOSSIBLE",
        Text("不可能的分数", "Impossible points"),
        Text("{actual} 分不可能出现：{expected}。", "{actual} points cannot occur: {expected}."),
        SHEET,
    ),
    fail(
        "CLAIM-KITTY-POINTS",
        Text("底牌分错误", "Wrong kitty points"),
        Text("底牌有 {expected} 分，记录为 {actual}。", "The kitty holds {expected} points; claimed {actual}."),
        SHEET,
    ),
    fail(
        "CLAIM-MULTIPLIER",
        Text("扣底倍数错误", "Wrong kitty multiplier"),
        Text("扣底倍数应为 {expected}，记录为 {actual}。", "The kitty multiplier is {expected}; claimed {actual}."),
        SHEET,
    ),
    fail(
        "CLAIM-PENALTIES",
        Text("罚分错误", "Wrong penalties"),
        Text("罚分应为 {expected}，记录为 {actual}。", "Penalty points are {expected}; claimed {actual}."),
        SHEET,
    ),
    fail(
        "CLAIM-NEXT-DEALER",
        Text("下一副庄家错误", "Wrong next banker"),
        Text("下一副庄家应为 {expected}，记录为 {actual}。", "The next banker is {expected}; claimed {actual}."),
        SHEET,
    ),
    fail(
        "CLAIM-MATCH-TIME",
        Text("限时胜方错误", "Wrong winner at time"),
        Text(
            "时间到级数高者胜，应为 {expected}，记录为 {actual}。",
            "At time the higher level wins: {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-MATCH-OFFICE",
        Text("级数相同胜方错误", "Wrong winner at equal levels"),
        Text(
            "时间到级数相同，在台上的一方胜，应为 {expected}，记录为 {actual}。",
            "At time with equal levels the side in office wins: {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-WINNER-TRIO",
        Text("5·10·K 赢家错误", "Wrong winner of a 5·10·K"),
        Text(
            "第 {trick} 墩领出 5·10·K，赢家应为 {expected}，记录为 {actual}。",
            "Trick {trick} was led with a 5·10·K; {expected} won, claimed {actual}.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-WINNER-HIGHEST",
        Text("调大主赢家错误", "Wrong winner under a 5·10·K of trumps"),
        Text(
            "第 {trick} 墩领出主花色 5·10·K，由领出者 {expected} 赢，记录为 {actual}。",
            "Trick {trick} was led with a 5·10·K of trumps, which {expected} won; claimed {actual}.",
        ),
        SHEET,
    ),
    review(
        "CLAIM-NEXT-PARTNER",
        Text("下副庄家是哪一家有分歧", "Which of the two is next banker"),
        Text(
            "按惯例下副庄家应为 {expected}，记录为同一方的 {actual}；规则没有写明。",
            "By custom the next banker is {expected}; claimed {actual} of the same side. The sheet does not say.",
        ),
        RULE,
    ),
    fail(
        "CLAIM-SCORE",
        Text("大分错误", "Wrong match score of the hand"),
        Text(
            "本副大分应为 {expected}，记录为 {actual}。",
            "The hand's match score is {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    unknown(
        "SCORE-OPEN",
        Text("大分换算表不全", "Conversion table missing"),
        Text(
            "小分 {actual} 不在规则所列五档之内，大分只知 {expected}；请在 options 中给出主办方的换算表。",
            "The sheet does not convert {actual} points; the score is {expected}. Give the organiser's table.",
        ),
        FACTS,
    ),
    fail(
        "CLAIM-FORFEIT",
        Text("弃权的记分错误", "Wrong counting of a forfeit"),
        Text(
            "弃权方无积分，大分记负：应为 {expected}，记录为 {actual}。",
            "A forfeit gives its side no points, and costs score: {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    fail(
        "CLAIM-MATCH-SCORE",
        Text("全场大分错误", "Wrong match score"),
        Text(
            "各副大分合计应为 {expected}，记录为 {actual}。",
            "The hands' scores come to {expected}; claimed {actual}.",
        ),
        SHEET,
    ),
    # incidents and rulings
    review(
        "INCIDENT-OUT-OF-TURN",
        Text("越序出牌", "Played out of turn"),
        Text("{seat} 越序出牌：只给予警告。", "{seat} played out of turn: a warning only."),
        RULE,
    ),
    review(
        "INCIDENT-CORRECTED",
        Text("当场改正", "Corrected at once"),
        Text(
            "{seat} 出错在下家出牌前改正：只给予警告。",
            "{seat} corrected the play before the next player played: a warning only.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-OVERDRAW",
        Text("多抓或少抓底牌", "Kitty drawn into"),
        Text(
            "{seat} 抓牌有误，由裁判按条款处理，罚分见裁决。",
            "{seat} drew wrongly; the referee applies the clause, its points are in a ruling.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-KITTY-EARLY",
        Text("首轮内发现底牌张数不对", "Wrong kitty found in time"),
        Text(
            "{seat} 扣的底牌张数不对，首轮结束前已发现：规则没有规定罚分，由裁判处理。",
            "{seat} buried a wrong number of cards, found before trick 1 was over: the sheet prints no fine for it.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-KITTY-VIEWED",
        Text("查看底牌，首次警告", "Looked at the kitty, first time"),
        Text(
            "{seat} 扣底后查看或换牌：首次只警告。",
            "{seat} looked at the kitty after burying: the first time it is a warning.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-BURY-LATE",
        Text("扣底超时，首次警告", "Late burial, first time"),
        Text(
            "{seat} 没有在限时内扣完底牌：首次只警告。",
            "{seat} did not bury in time: the first time it is a warning.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-REFEREE",
        Text("多家张数不对", "Several hands with a wrong count"),
        Text(
            "多家手牌张数不对（{seat} 在内），由裁判视情处理，罚分见裁决。",
            "Several hands have a wrong count, {seat}'s among them: the referee decides, by a ruling.",
        ),
        RULE,
    ),
    review(
        "INCIDENT-COUNT-EARLY",
        Text("扣底前发现张数错误", "Wrong count found in time"),
        Text(
            "{seat} 张数不对，扣底前发现：少牌者从多牌者抽取，不罚。",
            "{seat}'s count was wrong and found before the burial: the short hand draws from the long one, no penalty.",
        ),
        RULE,
    ),
    review(
        "RULING-AMOUNT",
        Text("裁决罚分超出范围", "Ruling outside its clause"),
        Text(
            "裁决 {ruling} 罚 {actual} 分，条款规定 {expected} 分。",
            "Ruling {ruling} takes {actual} points; its clause allows {expected}.",
        ),
        LOOK,
    ),
    review(
        "CLOCK-BURY",
        Text("扣底超时", "Burial over time"),
        Text(
            "{seat} 扣底用时 {actual} 秒，限 {expected} 秒：由裁判警告或罚分。",
            "{seat} took {actual} seconds to bury, {expected} are allowed: the referee warns or fines.",
        ),
        RULE,
    ),
    fail(
        "CLOCK-UNTIMED",
        Text("此阶段不限总时间", "No time limit at this stage"),
        Text(
            "{actual} 阶段不限总时间，须打完，不能以时间到结束。",
            "Games of the stage {actual} are played to their end; this one was ended by time.",
        ),
        LOOK,
    ),
)
