"""What `paipu judge` says: of a question that makes no sense, of what was asked, and its answers."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

JUDGE: Final[Mapping[str, Text]] = {
    "word.LEGAL": Text("合法 LEGAL", "LEGAL"),
    "word.ILLEGAL": Text("违例 ILLEGAL", "ILLEGAL"),
    "word.DISPUTED": Text("两可 DISPUTED", "DISPUTED"),
    "word.SETTLED": Text("已定 SETTLED", "SETTLED"),
    "word.UNDETERMINED": Text("无从判定 UNDETERMINED", "UNDETERMINED"),
    "judge.what": Text("问什么？须有其一：{questions}", "what is asked? give one of {questions}"),
    "judge.line": Text("── 第 {line} 行", "── line {line}"),
    "judge.summary": Text(
        "读了 {read} 问：答 {answered}，不成问题 {refused}", "{read} questions read: {answered} answered, {refused} refused"
    ),
    "judge.refused": Text("不成问题 {code}：{what}", "refused, {code}: {what}"),
    "judge.expected": Text("  应为：{expected}", "  expected: {expected}"),
    "judge.size": Text(
        "一问超过 {limit} 字节，不读；一问只说一件争议",
        "the line has over {limit} bytes and is not read; a question is one dispute",
    ),
    "judge.foreign": Text(
        "有 {limit} 行不成问题，不再往下读；请确认文件一行一问",
        "{limit} lines are no questions, and the rest is not read; is it a file of questions, one a line?",
    ),
    "judge.object": Text(
        "一行须是一个 JSON 对象，键是 judge 的选项名，而不是 {found}",
        "a line is one JSON object whose keys are the options of judge, not {found}",
    ),
    "judge.id": Text(
        "id 须是整数，或不超过 {limit} 个字符的文字，而不是 {found}",
        "an id is an integer, or a text of at most {limit} characters, not {found}",
    ),
    "judge.key": Text("问题里没有键“{key}”；相近：{near}", "a question has no key “{key}”; near: {near}"),
    "judge.type": Text("{key} 不能是 {found}；应为 {wanted}", "{key} cannot be {found}; it is {wanted}"),
    "judge.needs": Text("还需要 {missing}", "{missing} is needed too"),
    "judge.other_family": Text("{option} 不用于 {sheet}，用 {instead}", "{option} is not for {sheet}, which takes {instead}"),
    "judge.no_tribute": Text("规则 {sheet} 没有进贡", "under {sheet} no tribute is paid"),
    "judge.one_card": Text("{option} 须是一张牌，而不是“{given}”", "{option} is one card, not “{given}”"),
    "judge.no_exposed": Text("规则 {sheet} 没有暴露牌张须先出的规定", "under {sheet} exposed cards need not be led"),
    "judge.not_in_hand": Text("{option} 的 {card} 不在 --hand 中", "{card} of {option} is not in --hand"),
    "judge.reading": Text(
        "看不懂“{given}”所报的牌型；应写作 KsKh9d9c2h=KKK99，同花顺加花色：=9TJQKs",
        "the reading declared in “{given}” is not understood; write KsKh9d9c2h=KKK99, a straight flush with its suit: =9TJQKs",
    ),
    "judge.no_kitty": Text("规则 {sheet} 不由底牌定主", "under {sheet} the kitty names no trump"),
    "judge.no_asking": Text("规则 {sheet} 在此不炒底", "under {sheet} nobody is asked to take the kitty up again here"),
    "judge.level": Text("没有级牌 {level}：{levels}", "there is no level {level}: {levels}"),
    "judge.trump": Text("不能以 {trump} 为主：{trumps}", "{trump} cannot be trump: {trumps}"),
    "judge.option": Text(
        "没有选项 {given}（写作 key=value）；相近：{near}", "there is no option {given} (as key=value); near: {near}"
    ),
    "judge.value": Text("{given}：取值为 {values}", "{given}: the values are {values}"),
    "judge.twice": Text("选项 {option} 给了两次", "the option {option} is given twice"),
    "judge.card": Text("“{given}”中的“{found}”不是牌", "“{found}” in “{given}” is no card"),
    "judge.no_cards": Text("“{given}”没有牌", "“{given}” has no cards"),
    "judge.seat": Text("没有座位 {seat}：{seats}", "there is no seat {seat}: {seats}"),
    "judge.shown": Text("{option} 多于 {limit} 次，不裁", "{option} has over {limit} of them, which is not judged"),
    "judge.others": Text(
        "看不懂 {option} “{given}”；应写作 N:3c3d W:5d6d", "“{given}” of {option} is not understood; write N:3c3d W:5d6d"
    ),
    "judge.not_here": Text(
        "{option} 与 {asked} 无关，可用 {takes}", "{option} has nothing to do with {asked}, which takes {takes}"
    ),
    "judge.level_of_bank": Text(
        "庄家 {banker} 一方打 {own}，不是 {level}；更正 --level 或 --levels",
        "the side of banker {banker} plays {own}, not {level}; correct --level or --levels",
    ),
    "judge.level_in_force": Text(
        "{side} 打 {own}，不是 {level}；更正 --level、--levels 或 --in-force",
        "{side} plays {own}, not {level}; correct --level, --levels or --in-force",
    ),
    "judge.trick_plays": Text(
        "{option} “{given}”应为领出者及至多 {count} 手牌：E AsAs 3s4s KsKs 5s5s",
        "“{given}” of {option} should be the leader and up to {count} plays: E AsAs 3s4s KsKs 5s5s",
    ),
    "judge.points": Text("{option} {given} 不是 5 的倍数，或小于 0", "{option} {given} is no multiple of 5, or below 0"),
    "judge.not_out": Text("“{trick}”由 {out} 领出，--out 不应有 {out}", "{out} leads “{trick}”: leave {out} out of --out"),
    "judge.no_levels": Text("规则 {sheet} 不计级数，勿给 --levels", "under {sheet} there are no levels: leave out --levels"),
    "judge.levels": Text("看不懂 --levels “{given}”；应写作 {sides}", "--levels “{given}” is not understood; write {sides}"),
    "judge.side": Text("{option} 没有“{given}”一方：{sides}", "there is no side “{given}” for {option}: {sides}"),
    "judge.place_twice": Text("{option} 中 {seat} 出现两次", "{seat} is in {option} twice"),
    "judge.paid": Text("--tribute “{given}”应为一家一张：E As", "--tribute “{given}” should be a seat and one card: E As"),
    "judge.counts": Text(
        "看不懂 {option} “{given}”；应写作 E:12 N:20", "“{given}” of {option} is not understood; write E:12 N:20"
    ),
    "judge.no_earlier": Text(
        "规则 {sheet} 没有按此前次数加重的处罚：同一副的几次各写一个 --incident",
        "under {sheet} no penalty goes by how often it happened before: write each of a hand as an --incident of its own",
    ),
    "judge.earlier": Text(
        "--earlier {given}：此前同类的次数，不能少于 0，也不能多到此前就已判负",
        "--earlier {given}: how often it happened before; not less than 0, nor so often that the match was lost by then",
    ),
    "judge.left": Text(
        "--left {seat}:{given} 与 --trick、--out 不符：应为 {low} 到 {high}",
        "--left {seat}:{given} does not go with --trick and --out: it is {low} to {high}",
    ),
    "judge.too_many": Text("{seat} 的手牌多于 {size} 张", "{seat} has more than {size} cards"),
    "judge.incident": Text(
        "看不懂 --incident “{given}”；应写作 revoke N 7.2 noticed 8.1 AsAs；种类相近：{near}",
        "--incident “{given}” is not understood; write revoke N 7.2 noticed 8.1 AsAs; kinds near: {near}",
    ),
    "judge.noticed": Text("“{given}”：发现在违例之前", "“{given}”: noticed before it happened"),
    "judge.place": Text(
        "“{whole}”中的“{given}”不是时刻；写 7.2，开打前写 0", "“{given}” in “{whole}” is no place; write 7.2, or 0 before play"
    ),
    "judge.leader": Text("领出者（--seat {seat}）不能也在 --others 中", "the leader (--seat {seat}) cannot be among --others"),
    "judge.copies": Text("{card} 出现 {count} 张，只有 {copies} 副牌", "{card} is there {count} times in {copies} decks"),
    "judge.at_level": Text("打 {level}", "level {level}"),
    "judge.with_trump": Text("主 {trump}", "trump {trump}"),
    "judge.led": Text("领出 {lead}", "led {lead}"),
    "judge.leading": Text("领出", "leading"),
    "judge.on_table": Text("场上 {cards}", "on the table {cards}"),
    "judge.exposed": Text("暴露 {cards}", "exposed {cards}"),
    "judge.returning": Text("还贡", "return of tribute"),
    "judge.double": Text("双下", "both losers pay"),
    "judge.single": Text("单下", "the last pays"),
    "judge.no_combination": Text("不成牌型", "no combination"),
    "judge.reads": Text("{reading}（{why}）", "{reading} ({why})"),
    "judge.could_be": Text("也可作 {readings}", "could be {readings}"),
    "judge.why.only": Text("只有此读", "nothing else"),
    "judge.why.beats": Text("只有此读压得住场上的", "nothing else beats what lies there"),
    "judge.why.declared": Text("按所报", "as declared"),
    "judge.why.undeclared": Text("没有报明，按 {ids} 取此读", "none was declared; this stands by {ids}"),
    "judge.why.misread": Text("所报的配不出来", "not what was declared"),
    "judge.why.low": Text("压不住场上的", "does not beat what lies there"),
    "judge.undecided.climbing": Text(
        "场上的牌不成立，能不能压无从判定", "what lies there is no play, so nothing can be judged on it"
    ),
    "judge.pass_only": Text("只能不出", "only a pass"),
    "judge.or_pass": Text("，或不出", ", or a pass"),
    "judge.by_default": Text("（按默认：{word}）", "(by the default: {word})"),
    "judge.other_lacks": Text("还缺：{facts}", "missing: {facts}"),
    "judge.missing": Text("{seats} 的手牌", "the hands of {seats}"),
    "judge.missing_part": Text(
        "应出哪一部分还要看 {seats} 的手牌", "which part must be led also depends on the hands of {seats}"
    ),
    "judge.undecided.tricks": Text(
        "领出的牌不是同一门花色，如何跟牌无从判定", "the lead is not of one suit, so no follow can be judged"
    ),
    "judge.otherwise": Text("{ids} 若取 {setting}（{meaning}）：{word}", "{ids} with {setting} ({meaning}): {word}"),
    "judge.organisers": Text("主办方自订", "as the organiser sets it"),
    "judge.follower": Text("跟牌者", "the follower"),
    "judge.leader_word": Text("领出者", "the leader"),
    "judge.before": Text("上一手", "the play before"),
    "judge.payer": Text("进贡者", "the payer"),
    "judge.receiver": Text("受贡者", "the receiver"),
    "judge.stands": Text("主 {trump}，庄 {banker}", "trump {trump}, banker {banker}"),
    "judge.result": Text("结果：主 {trump}，庄 {banker}", "result: trump {trump}, banker {banker}"),
    "judge.taker": Text("末次炒底 {seat}", "the kitty last taken up by {seat}"),
    "judge.stakes": Text("{seats} 用双红心5：上天入地", "both ♥5 of {seats} put the levels at stake"),
    "judge.turned": Text("底牌 {cards}", "kitty {cards}"),
    "judge.fine": Text("{n} 分，记 {side}（{clause}）", "{n} points against {side} ({clause})"),
    "judge.leaders_side": Text("领出者一方", "the leader's side"),
    "judge.fine_of": Text("罚 {n} 分", "fine {n}"),
    # plays and declarations
    "answer.play.LEGAL": Text("{subject} 合法", "{subject} is legal"),
    "answer.play.ILLEGAL": Text("{subject} 违例", "{subject} is illegal"),
    "answer.play.DISPUTED": Text("{subject} 两可", "{subject} is disputed"),
    "answer.play.UNDETERMINED": Text("{subject} 无从判定", "nothing can be said of {subject}"),
    "answer.open": Text("{asked}：无从判定，还缺：{facts}", "{asked}: cannot be told; missing: {facts}"),
    "answer.asked.trick": Text("此{term}谁赢", "who wins the trick"),
    "answer.asked.leads": Text("谁领出", "who leads"),
    "answer.asked.kitty": Text("底牌计几分", "what the kitty counts"),
    "answer.asked.result": Text("此副结果", "what the hand comes to"),
    "answer.asked.banker": Text("下一副谁坐庄", "who is the next banker"),
    "answer.asked.over": Text("此局是否结束", "whether the game is over"),
    "answer.asked.points": Text("此轮得分", "what the round counts"),
    "answer.asked.time": Text("时间到时谁胜", "who wins at time"),
    "answer.asked.incident": Text("{what}如何判罚", "what comes of it: {what}"),
    "answer.asked.pays": Text("谁向谁进贡", "who pays whom"),
    "answer.asked.resist": Text("可否抗贡", "whether tribute may be refused"),
    # a trick
    "answer.trick": Text("{seat} 赢得此{term}", "{seat} wins the trick"),
    "answer.trick.over": Text("此副已经结束，无人赢得此{term}", "the hand is over: nobody wins the trick"),
    "answer.trick.points": Text("，{n} 分", ", {n} points"),
    "answer.trick.holds": Text("；到此由 {seat} 领先", "; so far {seat} holds it"),
    "answer.leads": Text("{seats} 领出", "{seats} leads"),
    "answer.leads.any": Text("可由 {seats} 任一家领出", "any of {seats} may lead"),
    "answer.leads.over": Text("此副已结束，无人领出", "the hand is over: nobody leads"),
    "answer.leads.refused": Text("；若抗贡则 {seats} 领出", "; if tribute is refused, {seats} leads"),
    "answer.role.lead": Text("领出", "leads"),
    "answer.role.follow": Text("跟牌", "follows"),
    "answer.role.ruff": Text("毙", "ruffs"),
    "answer.role.discard": Text("垫牌", "discards"),
    "answer.role.pass": Text("不出", "passes"),
    "answer.able": Text("可以赢", "may win"),
    "answer.unable": Text("赢不了", "cannot win"),
    "answer.beats": Text("压住", "beats what lies there"),
    "answer.low": Text("压不住", "does not beat what lies there"),
    # a result
    "answer.kitty": Text("扣底：底牌分 ×{factor}，计 {n} 分", "the kitty is captured: its points ×{factor}, {n} points"),
    "answer.kitty.factor": Text("扣底：底牌分 ×{factor}", "the kitty is captured: its points ×{factor}"),
    "answer.kitty.kept": Text("没有扣底", "the kitty is not captured"),
    "answer.points": Text("抓分 {n}：", "{n} points: "),
    "answer.levels": Text("打完 {levels}", "levels {levels}"),
    "answer.rises": Text("，{side} 升 {n} 级", ", {side} rises by {n}"),
    "answer.stays": Text("，无人升级", ", nobody rises"),
    "answer.office": Text("，{side} 坐庄", ", {side} in office"),
    "answer.places": Text("得分 {points}", "points {points}"),
    "answer.difference": Text("，级差分 {points}", ", for the difference {points}"),
    "answer.lost": Text("{side} 胜，比赛结束", "{side} win: the match is over"),
    "answer.worth": Text("{side} 应升 {n} 级", "{side} is to rise by {n}"),
    "answer.banker": Text("下一副庄家 {seat}", "next banker {seat}"),
    "answer.banker.none": Text("下一副重新抢庄", "the bank is declared for again"),
    "answer.over": Text("{side} 过关，此局结束", "{side} has passed the last level: the game is over"),
    "answer.over.not": Text("此局未结束", "the game is not over"),
    "answer.time": Text("时间到，{side} 胜", "at time {side} wins"),
    "answer.time.none": Text("时间到，无人获胜", "at time nobody wins"),
    "answer.time.decider": Text(
        "；必须分胜负的，抽签或加赛一副", "; where somebody must win, lots are drawn or one more hand is played"
    ),
    # an incident
    "answer.costs.points": Text("罚 {side} {n} 分", "{n} points against {side}"),
    "answer.costs.attackers": Text("（抓分方 {n}）", " (attackers {n})"),
    "answer.costs.hand": Text("{side} 此副判错", "the hand goes against {side}"),
    "answer.costs.match": Text("比赛结束", "the match is over"),
    "answer.costs.past": Text("到下一{term}才指出，处罚权可能丧失", "pointed out in a later trick: the penalty may be lost"),
    "answer.costs.disproved": Text("按所述并无此事，不罚", "by what is told there was no such fault: no penalty"),
    "answer.costs.free": Text("首次不罚", "free the first time"),
    "answer.costs.marks": Text("{side} {often}记过", "{side} is marked {often}"),
    "answer.often.1": Text("第一次", "once"),
    "answer.often.2": Text("第二次", "twice"),
    "answer.often.n": Text("第 {n} 次", "{n} times"),
    "answer.costs.referee": Text("由裁判裁定", "the referee decides"),
    "answer.costs.range": Text("由裁判在 {low}…{high} 分内裁定", "the referee decides within {low}…{high} points"),
    "answer.costs.warning": Text("{side} 警告", "a warning for {side}"),
    "answer.costs.violation": Text(
        "{side} 违例，由 {who} 决定是否停其一次出牌", "a violation of {side}; {who} decides whether it costs a turn"
    ),
    "answer.costs.foul": Text(
        "{side} 犯规，本副结束，算其双下，下副不进贡",
        "a foul of {side}: the hand ends, {side} with the last places, and the next has no tribute",
    ),
    "answer.costs.lost": Text("{side} 两次犯规，判负", "two fouls of {side}, who lose the match"),
    "answer.costs.forfeit": Text("{side} 弃权，判负", "a forfeit of {side}, who lose the match"),
    "answer.costs.disqualified": Text("{side} 取消资格，判负", "{side} are disqualified and lose the match"),
    "answer.costs.none": Text("不罚", "no penalty"),
    # tribute
    "answer.pays": Text("{giver} 向 {taker} 进贡", "{giver} pays {taker}"),
    "answer.pays.none": Text("无人进贡", "nobody pays tribute"),
    "answer.pays.may_refuse": Text("，也可以抗贡", ", or tribute is refused"),
    "answer.pays.refusal_due": Text("（按理应抗贡）", " (though tribute should be refused)"),
    "answer.resist.due": Text("应抗贡", "tribute is refused"),
    "answer.resist": Text("可以抗贡", "tribute may be refused"),
    "answer.resist.not": Text("不能抗贡", "tribute may not be refused"),
    "answer.or": Text("或", " or "),
    # facts that are missing
    "answer.fact.attackers": Text("抓分方得分（--attackers）", "the attackers' points (--attackers)"),
    "answer.fact.at": Text("何时发生（--incident 的 7.2）", "when it happened (7.2 in --incident)"),
    "answer.fact.banker": Text("庄家（--banker）", "the banker (--banker)"),
    "answer.fact.blocked": Text(
        "甩牌被哪几部分挡住（用 --play 问甩牌）", "which parts of the throw were blocked (ask with --play)"
    ),
    "answer.fact.cards": Text("是哪些牌（写在 --incident 后）", "which cards (in --incident)"),
    "answer.fact.counted": Text(
        "读秒之后是否仍超时（写 仍超时）", "whether it went on when the seconds had been counted (still, in --incident)"
    ),
    "answer.fact.drawn": Text("抽牌定出的首领者（--banker）", "who was drawn to lead (--banker)"),
    "answer.fact.earlier": Text("此前同类违例次数（--earlier）", "how often it happened before (--earlier)"),
    "answer.fact.failures": Text("此前连续失败次数（--failures）", "how often the bank failed before (--failures)"),
    "answer.fact.in_force": Text("打的是哪一方的级（--in-force）", "whose level was played (--in-force)"),
    "answer.fact.incident": Text("违例罚分", "what the incident costs"),
    "answer.fact.kitty_points": Text("底牌分（--kitty-points）", "the kitty's points (--kitty-points)"),
    "answer.fact.last": Text("末{term}（--last）", "the last trick (--last)"),
    "answer.fact.late": Text("迟到多久（90s）", "by how long (90s)"),
    "answer.fact.left": Text("那时手里有几张（--left）", "how many cards there were then (--left)"),
    "answer.fact.levels": Text("打前级数（--levels）", "the levels before (--levels)"),
    "answer.fact.noticed": Text("何时发现（noticed 8.1）", "when it was noticed (noticed 8.1)"),
    "answer.fact.places": Text("名次（--finish 或 --tribute-from）", "the places (--finish or --tribute-from)"),
    "answer.fact.plays": Text("所在一{term}（--trick，时刻写 1.n）", "the trick it happened in (--trick, its place as 1.n)"),
    "answer.fact.referee": Text("裁判的裁定", "the referee's decision"),
    "answer.fact.scores": Text("双方大分", "both sides' scores"),
    "answer.fact.table": Text("主办方的换算表（--option big_points）", "the organiser's table (--option big_points)"),
    "answer.fact.unprinted": Text(
        "规则没有写明的：无人进贡时谁领出", "what the sheet does not print: who leads where nobody pays"
    ),
    "answer.fact.hand": Text("{seat} 的牌", "the cards of {seat}"),
}
