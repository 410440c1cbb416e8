"""The zh/en catalogue: every word that the pages and the card table show, and nothing that a record says."""

from collections.abc import Mapping
from typing import Final

from paipu.dashboard.event_text import EVENT_PAGES
from paipu.dashboard.rulings.text import RULINGS
from paipu.dashboard.study.text import STUDY
from paipu.replay.describe.words import SAID
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.words import WORDS

LANG_NAMES: Final[Mapping[Lang, str]] = {"zh": "中文", "en": "English"}

TEXT: Final[Mapping[str, Text]] = {
    **WORDS,
    **SAID,
    **EVENT_PAGES,
    **RULINGS,
    **STUDY,
    # a load
    "load.ended": Text(
        "装入的进程没做完就结束了（内存不够？）；已装入的仍然有效，再装一次会从那里继续",
        "the process that loaded ended before it was done (out of memory?); what is loaded stands, and the same load again "
        "goes on from there",
    ),
    # the application
    "app.title": Text("牌谱", "paipu"),
    "app.no_script": Text("此页需要 JavaScript。", "This page needs JavaScript."),
    "app.unknown": Text("没有这个网页。", "There is no such page."),
    "app.unknown.back": Text("回到总览", "To the overview"),
    "app.language": Text("语言", "Language"),
    "app.language.unknown": Text(
        "链接要求的语言“{value}”不存在，现以{shown}显示。",
        "The link asks for the language “{value}”, which does not exist; this is {shown}.",
    ),
    "app.twice": Text("链接里 {name} 写了不止一次。", "The link gives {name} more than once."),
    "app.refused.full": Text(
        "磁盘没有空间，这一页没有做完；腾出空间后再试。",
        "The disk is full and this page is not whole; make room, then try again.",
    ),
    "app.refused.denied": Text(
        "系统不许读写要用的文件，这一页没有做完；改好权限后再试。",
        "The system does not permit a file that is needed, and this page is not whole; change the permissions, then try again.",
    ),
    "app.refused.other": Text(
        "程序出了错，这一页没有做完；经过已写在运行看板的终端里，可以再试一次，或把它报告给开发者。",
        "The program met a fault and this page is not whole; the terminal that runs the dashboard has the details: try again, "
        "or report them.",
    ),
    "app.warehouse.empty": Text(
        "数据仓库里还没有任何一批数据。先用 `paipu load` 装入记录。",
        "The warehouse holds no batch yet. Load records with `paipu load` first.",
    ),
    "app.port.taken": Text(
        "{host} 的端口 {port} 不能用（{why}），请换一个", "port {port} of {host} cannot be used ({why}); choose another"
    ),
    "gate.host": Text(
        "这里只答发给 127.0.0.1 或 localhost 的请求。", "Only requests to 127.0.0.1 or localhost are answered here."
    ),
    "gate.origin": Text("不接受别的网站的网页发来的请求。", "Requests from the page of another site are refused."),
    "gate.method": Text("这里只能读取，不能写入。", "Pages are only read here; nothing can be written."),
    "gate.path": Text("没有这个地址。", "There is no such address."),
    "nav.overview": Text("总览", "Overview"),
    "nav.replay": Text("牌谱", "Replay"),
    "nav.players": Text("选手", "Players"),
    "nav.data": Text("数据", "Data"),
    # 总览
    "overview.here": Text("赛事概况", "What is here"),
    "overview.verdict": Text("{matches}中有{errors}，{reviews}。", "{errors} in {matches}, {reviews}."),
    "overview.await.0": Text("没有待裁判裁定的事项", "none awaits the referee"),
    "overview.await.1": Text("{n} 处待裁判裁定", "{n} awaits the referee"),
    "overview.await.2": Text("{n} 处待裁判裁定", "{n} await the referee"),
    "overview.await.unknown": Text(
        "待裁的不详：裁决记录读不了", "what awaits the referee is not known: the log of rulings cannot be read"
    ),
    "count.error": Text(" {n} 处错误", "{n} errors"),
    "count.error.one": Text(" {n} 处错误", "{n} error"),
    "count.match": Text("{n} 场", "{n} matches"),
    "count.match.one": Text("{n} 场", "{n} match"),
    "count.hand": Text("{n} 副", "{n} hands"),
    "count.hand.one": Text("{n} 副", "{n} hand"),
    "count.finding": Text("{n} 项发现", "{n} findings"),
    "count.finding.one": Text("{n} 项发现", "{n} finding"),
    "overview.contents": Text(
        "{matches} 场、{hands} 副、{plays} 手出牌；{clean} 场没有发现。",
        "{matches} matches, {hands} hands, {plays} plays; {clean} matches without a finding.",
    ),
    "overview.event.none": Text("不属赛事", "of no event"),
    "overview.events.more": Text("另有 {n} 项赛事。", "{n} more events."),
    "overview.grid": Text("各轮各场", "Matches by round"),
    "overview.round": Text("第 {n} 轮", "Round {n}"),
    "overview.round.none": Text("未注明轮次", "no round"),
    "overview.rounds.more": Text("另有 {n} 场未列出。", "{n} more matches are not shown."),
    "overview.cell": Text("{match}：{findings}", "{match}: {findings}"),
    "overview.cells.rest": Text("另有 {n} 场", "{n} more matches"),
    "overview.clean": Text("无发现", "no finding"),
    "letter.error": Text("错", "E"),
    "letter.warning": Text("裁", "R"),
    "letter.note": Text("缺", "F"),
    "letter.clean": Text("✓", "✓"),
    "overview.queue": Text("待处理", "To be decided"),
    "overview.all": Text("全部", "All"),
    "overview.findings.none": Text("没有任何发现。", "There are no findings."),
    "overview.by_severity": Text("按严重程度", "By severity"),
    "overview.by_code": Text("按检查项", "By check"),
    "overview.checks.more": Text("另有 {n} 项检查", "{n} more checks"),
    "overview.shown": Text("第 {start}–{end} 条，共 {total} 条", "{start}–{end} of {total}"),
    "overview.back": Text("上一页", "Previous page"),
    "overview.on": Text("下一页", "Next page"),
    "overview.unusual": Text("异常", "Unusual"),
    "overview.unusual.none": Text("没有异常。", "Nothing unusual."),
    "overview.claim": Text("“{field}”申报与重算不符", "“{field}”: claimed ≠ computed"),
    "overview.open": Text("因记录缺项而不能判定", "cannot be judged for want of facts"),
    "overview.superseded": Text("同一场次号的另一份记录已替代", "replaced by another record with the same match id"),
    "overview.refused": Text("读入时被隔离", "quarantined when read"),
    # 数据
    "data.upload": Text(
        "装入牌谱、计分表、赛事文件（{endings}；至多 {mb} MB）",
        "Load records, score sheets, the file of an event ({endings}; up to {mb} MB)",
    ),
    "data.upload.load": Text("装入", "Load"),
    "data.upload.much": Text(
        "一次至多装入 {files} 个文件、共 {mb} MB。", "At most {files} files and {mb} MB are loaded at a time."
    ),
    "data.upload.reading": Text("已读入 {n} 份……", "{n} read …"),
    "data.upload.became": Text(
        "读入 {read} ＝ 通过 {clean} ＋ 通过且有发现 {with_findings} ＋ 隔离 {quarantined} ＋ 重复 {seen}。",
        "Read {read} = accepted {clean} + accepted with findings {with_findings} + quarantined {quarantined}"
        " + seen before {seen}.",
    ),
    "data.upload.rows": Text(
        "{file}：{read} 行 ＝ 读入 {taken} ＋ 隔离 {quarantined} ＋ 跳过 {skipped}。",
        "{file}: {read} rows = {taken} taken + {quarantined} in quarantine + {skipped} skipped.",
    ),
    "data.upload.like": Text("{said}（共 {n} 处）", "{said} ({n} in all)"),
    "data.upload.notes": Text("另有 {n} 种提示。", "{n} more kinds of notes."),
    "data.upload.event": Text(
        "{name} 不是可用的赛事文件，什么都没有装入：", "{name} is no event file that can be used; nothing was loaded:"
    ),
    "data.upload.events": Text("一次装入一个赛事；这里有：{names}。", "One event is loaded at a time; here are {names}."),
    "data.upload.refused": Text(
        "被隔离的 {n} 份及其原因列在下面。", "The {n} in quarantine are listed below, each with its reason."
    ),
    "data.export": Text("导出", "Exports"),
    "data.export.table": Text("表", "Table"),
    "data.export.form": Text("格式", "Format"),
    "data.export.make": Text("生成文件", "Make the file"),
    "data.export.save": Text("保存（{rows} 行）", "Save ({rows} rows)"),
    "data.loads": Text("装入", "Loads"),
    "data.loads.more": Text("另有更早的 {n} 次。", "{n} earlier loads."),
    "data.equation.holds": Text(
        "通过 {clean} ＋ 通过且有发现 {with_findings} ＋ 隔离 {quarantined} ＋ 重复 {seen} ＝ 读入 {inputs}，且各行俱在。",
        "Accepted {clean} + accepted with findings {with_findings} + quarantined {quarantined} + seen before {seen}"
        " = read {inputs}, and every row is there.",
    ),
    "data.equation.broken": Text(
        "账不平：通过 {clean}，通过且有发现 {with_findings}，隔离 {quarantined}，重复 {seen}，读入 {inputs}；见下面各次。",
        "The books do not balance: accepted {clean}, accepted with findings {with_findings}, quarantined {quarantined},"
        " seen before {seen}, read {inputs}; see the loads below.",
    ),
    "data.quarantine": Text("隔离的记录", "Quarantined records"),
    "data.quarantine.none": Text("没有隔离的记录。", "No record is in quarantine."),
    "data.clauses": Text("条款", "Clauses"),
    "data.clauses.count": Text("{n} 条", "{n} clauses"),
    "data.word": Text("查找", "Search"),
    "data.word.placeholder": Text("条款号、字词或检查项", "Clause, word or check"),
    # what all pages look at
    "scope.event.all": Text("全部赛事", "All events"),
    "scope.sheet.all": Text("全部规则", "All sheets"),
    "scope.unknown": Text(
        "链接指向的{name}“{value}”不在此数据仓库中。",
        "The link asks for the {name} “{value}”, which this warehouse does not hold.",
    ),
    "scope.unknown.on": Text("从上面另选一个，或", "Choose another above, or"),
    "scope.unknown.all": Text("看全部赛事", "look at all events"),
    # columns
    "column.event": Text("赛事", "Event"),
    "column.severity": Text("程度", "Severity"),
    "column.code": Text("检查项", "Check"),
    "column.title": Text("含义", "Meaning"),
    "column.clause": Text("条款", "Clause"),
    "column.count": Text("次数", "Count"),
    "column.matches": Text("场次", "Matches"),
    "column.match": Text("场次", "Match"),
    "column.hand": Text("副", "Hand"),
    "column.trick": Text("墩", "Trick"),
    "column.play": Text("手", "Play"),
    "column.seat": Text("座位", "Seat"),
    "column.claimed": Text("申报", "Claimed"),
    "column.computed": Text("重算", "Computed"),
    "column.message": Text("说明", "Message"),
    "column.open": Text("牌谱", "Replay"),
    "column.source": Text("来源", "Source"),
    "column.reason": Text("原因", "Reason"),
    "column.line": Text("行", "Line"),
    "column.pointer": Text("位置", "Pointer"),
    "column.found": Text("实际", "Found"),
    "column.expected": Text("应为", "Expected"),
    "column.batch": Text("批次", "Batch"),
    "column.load": Text("次", "Load"),
    "column.loaded": Text("装入时间", "Loaded"),
    "column.inputs": Text("读入", "Read"),
    "column.clean": Text("通过", "Accepted"),
    "column.with_findings": Text("通过，有发现", "Accepted with findings"),
    "column.quarantined": Text("隔离", "Quarantined"),
    "column.seen": Text("重复", "Seen before"),
    "column.hands": Text("副数", "Hands"),
    "column.clause_text": Text("条款内容", "Clause says"),
    "column.basis": Text("依据", "Basis"),
    "column.kind": Text("性质", "Kind"),
    "column.sheet": Text("规则", "Sheet"),
    "column.field": Text("项目", "Claim"),
    "column.side": Text("方", "Side"),
    "column.sources": Text("来源数", "Sources"),
    "column.replaced": Text("后被重审", "Audited anew"),
    "column.holds": Text("账平", "Balances"),
    "column.engine": Text("引擎", "Engine"),
    # what a finding is
    "scope.trick": Text("本{term}", "the trick"),
    "scope.hand": Text("全副", "the hand"),
    "scope.match": Text("全场", "the match"),
    "basis.stated.why": Text("规则原文写明", "The sheet says so in words"),
    "basis.assumed.why": Text("规则未写，按默认解释", "The sheet is silent; a default decided"),
    "basis.disputed.why": Text("两种读法都说得通，按默认判", "Two readings are defensible; the default decided"),
    # choosing a match
    "replay.search": Text("查找场次", "Find a match"),
    "replay.search.placeholder": Text("场次号、赛事或选手", "Match id, event or player"),
    "replay.stage": Text("全部阶段", "All stages"),
    "replay.found": Text("有无发现", "Any findings"),
    "replay.found.error": Text("有错误", "with errors"),
    "replay.found.warning": Text("有警告", "with warnings"),
    "replay.found.note": Text("缺事实", "want facts"),
    "replay.found.none": Text("无发现", "no findings"),
    "replay.wanted": Text("“下一处”只走：", "“Next finding” goes through:"),
    "replay.wanted.all": Text("改走全部", "go through all"),
    "replay.match.choose": Text("选一场", "Choose a match"),
    "replay.match.none": Text("没有符合“{search}”的场次。", "No match fits “{search}”."),
    "replay.match.more": Text("只列前 {shown} 场，共 {total} 场符合。", "The first {shown} of {total} that fit."),
    "replay.findings.count": Text("发现 {n} 项", "findings: {n}"),
    "replay.findings.zero": Text("无发现", "no findings"),
    "replay.welcome": Text(
        "从上面选一场，或打开一个带 match、hand、ply 的链接。",
        "Choose a match above, or open a link that carries match, hand and ply.",
    ),
    "replay.wrong.match": Text(
        "链接指向的场次“{match}”不在此数据仓库中。", "The link names the match “{match}”, which this warehouse does not hold."
    ),
    "replay.wrong.hand": Text(
        "链接指向第 {hand} 副，但场次“{match}”没有这一副；有的是：{have}。",
        "The link names hand {hand}, but the match “{match}” has no such hand; it has {have}.",
    ),
    "replay.wrong.ply": Text(
        "链接指向第 {ply} 手，但第 {hand} 副只有第 0 到 {last} 手。",
        "The link names ply {ply}, but hand {hand} has plies 0 to {last} only.",
    ),
    "replay.wrong.seat": Text(
        "链接要看座位“{seat}”，这一场的座位是：{have}。", "The link looks from the seat “{seat}”; the match has {have}."
    ),
    "replay.wrong.number": Text(
        "链接里的 {name}“{value}”不是从 {least} 起的整数。",
        "In the link, {name} is “{value}”, which is not a whole number from {least} up.",
    ),
    "replay.wrong.order": Text("链接里有 {name}，却没有 {needs}。", "The link gives {name} without {needs}."),
    "replay.wrong.stop": Text(
        "没有改显示别的位置；请核对链接，或从上面另选。",
        "No other place is shown in its stead; check the link, or choose above.",
    ),
    "replay.engine": Text(
        "入库时由引擎 {then} 审核，此页由引擎 {now} 重新审核。",
        "Loaded with the verdicts of engine {then}; this page shows those of engine {now}.",
    ),
    "replay.no_hands": Text("这场记录里一副牌也没有。", "This match records no hand."),
    "replay.gone": Text("没有哈希为 {sha256} 的记录", "there is no record with the hash {sha256}"),
    "replay.unreadable": Text(
        "仓库里这场记录读不出来：{why}", "The record of this match in the warehouse cannot be read: {why}"
    ),
    # the card table
    "table.label": Text("牌桌：方向键走步，问号看按键", "Card table: arrow keys step, question mark lists the keys"),
    "table.hands": Text("各副", "Hands"),
    "table.hand.findings": Text("第 {no} 副，发现 {n} 项", "Hand {no}, findings: {n}"),
    "table.banker.short": Text("庄", "BANK"),
    "table.points": Text("抓分", "Points"),
    "table.points.scored": Text("小分", "Points"),
    "table.points.tricks": Text("逐{term}抓分和罚分，不含底牌", "points from tricks and fines, without the kitty"),
    "table.points.penalties": Text("含罚分 {n}", "penalties {n}"),
    "table.kitty": Text("底牌", "Kitty"),
    "table.kitty.unknown": Text("底牌未记录", "kitty not recorded"),
    "table.kitty.none": Text("无底牌", "no kitty"),
    "table.kitty.points": Text("{n} 分", "{n} points"),
    "table.bids": Text("亮主", "Bids"),
    "table.bids.unknown": Text("亮主未记录", "bids not recorded"),
    "table.bury": Text("埋底", "buries"),
    "table.show": Text("炒底", "takes up with"),
    "table.declared": Text("亮主与底牌", "Bids and kitty"),
    "table.lead": Text("首家", "led"),
    "table.winning": Text("最大", "best"),
    "table.wins": Text("赢此{term}", "wins"),
    "table.next": Text("轮到", "to play"),
    "table.trick": Text("{term}", "Trick"),
    "table.trick.n": Text("第 {n} {term}", "Trick {n}"),
    "table.ply.of": Text("第 {ply} 手，共 {last} 手", "Ply {ply} of {last}"),
    "table.start": Text("出牌之前", "Before the first trick"),
    "table.end": Text("本副终", "End of the hand"),
    "table.cards.some": Text("{n} 张，已知 {known}", "{n} cards, {known} known"),
    "table.cards.known": Text("已知 {n} 张", "{n} known"),
    "table.hidden": Text("已遮住", "hidden"),
    "table.hand.unknown": Text("手牌未记录", "hand not recorded"),
    "table.noplays": Text("这一副没有出牌记录。", "No plays are recorded for this hand."),
    "table.verdict": Text("判定", "Verdict"),
    "table.verdict.none": Text("这一手没有发现。", "No finding at this play."),
    "table.verdict.start": Text("出牌之前没有发现。", "No finding before the first trick."),
    "table.options": Text("所依选项", "rests on"),
    "table.clause.missing": Text("无条款", "no clause"),
    "table.remedy": Text("怎么办", "What to do"),
    "table.cause": Text("由{place}“{title}”引起", "Follows from {place}: {title}"),
    "table.fits": Text(
        "若 {place} 读作 {value}，此条及随之各条都不再成立。",
        "If {place} read {value}, this and all that follows would be gone.",
    ),
    "table.fits.without": Text(
        "若没有 {place}，此条及随之各条都不再成立。", "Without {place}, this and all that follows would be gone."
    ),
    "table.spoken.start": Text("第 {no} 副，出牌之前。", "Hand {no}, before the first trick."),
    "table.spoken.play": Text("{trick}，{seat}出{cards}。", "{trick}: {seat} plays {cards}."),
    "table.spoken.pass": Text("{trick}，{seat}过。", "{trick}: {seat} passes."),
    "table.spoken.best": Text("{seat}最大。", "{seat} is best."),
    "table.spoken.wins": Text("{seat}赢得此{term}。", "{seat} wins."),
    "table.owed": Text("应跟", "To follow"),
    "table.held": Text("手里这门有", "Held of it"),
    "table.held.none": Text("没有", "none"),
    "table.led": Text("领出的是", "Led"),
    "table.legal.lead": Text("首家出牌：同一花色，任意组合。", "A lead: any cards of one suit."),
    "table.legal": Text("合法出法", "Legal plays"),
    "table.legal.unknown": Text("手牌不全，列不出", "the hand is not known, so none can be listed"),
    "table.legal.wait": Text("计算中…", "working it out…"),
    "table.threw.label": Text("甩牌不成", "failed throw"),
    "table.stood": Text("落地", "stood"),
    "table.time": Text("用时", "Think time"),
    "table.claims": Text("申报与重算", "Claimed beside computed"),
    "table.claimed": Text("申报", "Claimed"),
    "table.computed": Text("重算", "Computed"),
    "table.same": Text("相符", "agrees"),
    "table.differs": Text("不符", "differs"),
    "table.ruled": Text("裁决改了它，原来相符", "changed by a ruling; it agreed before"),
    "table.unclaimed": Text("未申报", "not claimed"),
    "table.undecided": Text("不能定", "cannot be told"),
    "claim.winners": Text("赢家", "Winners"),
    "claim.winners.full": Text("各{term}赢家", "Who won each trick"),
    "claim.attackers": Text("抓分", "Points"),
    "claim.attackers.full": Text(
        "抓分方总分：各{term} ＋ 底分 × 倍数 ＋ 罚分", "Attackers' total: tricks + kitty × multiplier + penalties"
    ),
    "claim.kitty_points": Text("底分", "Kitty"),
    "claim.kitty_points.full": Text("底牌里的分，未乘倍数", "Points in the kitty, before the multiplier"),
    "claim.multiplier": Text("倍数", "×"),
    "claim.multiplier.full": Text("扣底倍数", "Multiplier of the kitty"),
    "claim.penalties": Text("罚分", "Pen."),
    "claim.penalties.full": Text("罚分，计入抓分方", "Penalties, as a change of the attackers' points"),
    "claim.levels": Text("级数", "Levels"),
    "claim.levels.full": Text("本副后双方的级数", "Levels after the hand"),
    "claim.next_dealer": Text("下任", "Next"),
    "claim.next_dealer.full": Text("下一副的庄家", "Banker of the next hand"),
    "claim.score": Text("大分", "Score"),
    "claim.score.full": Text("本副大分", "Score of the hand"),
    "claim.finish": Text("名次", "Finish"),
    "claim.finish.full": Text("出完的次序", "Order of going out"),
    "claim.level.full": Text("本副级牌", "Level of the hand"),
    "claim.dealer.full": Text("庄家", "Banker"),
    "claim.trump.full": Text("主", "Trump"),
    "claim.winner.full": Text("全场胜方", "Winner of the match"),
    "claim.reason.full": Text("终局原因", "Why the match ended"),
    "claim.points": Text("积分", "Points"),
    "claim.points.full": Text("本副积分", "Points of the hand"),
    "table.plays": Text("出牌", "Plays"),
    "table.record": Text("记录", "Record"),
    "table.first": Text("到本副开头", "To the start of the hand"),
    "table.last": Text("到本副末尾", "To the end of the hand"),
    "table.back": Text("退一手", "One ply back"),
    "table.forward": Text("进一手", "One ply on"),
    "table.trick.back": Text("退一{term}", "One trick back"),
    "table.trick.forward": Text("进一{term}", "One trick on"),
    "table.finding.back": Text("上一处发现", "Previous finding"),
    "table.finding.forward": Text("下一处发现", "Next finding"),
    "table.finding.end": Text("后面没有发现了", "No further finding"),
    "table.finding.start": Text("前面没有发现了", "No earlier finding"),
    "table.hand.end": Text("已是最后一副", "This is the last hand"),
    "table.hand.start": Text("已是第一副", "This is the first hand"),
    "table.scrub": Text("手数", "Ply"),
    "table.veiled": Text(
        "只看一家：判定和别家的牌，本副打完或全开后才显示。", "One seat's view: verdicts wait for the end of the hand."
    ),
    "table.veiled.findings": Text("全开后才能跳到发现", "Open all hands to go to findings"),
    "table.veiled.claims": Text("本副打完后显示", "Shown when the hand is over"),
    "table.view": Text("视角", "View"),
    "table.view.all": Text("全开", "All"),
    "table.view.seat": Text("只看 {seat}", "Only {seat}"),
    "table.letters": Text("花色用字母", "Suits as letters"),
    "table.help": Text("按键", "Keys"),
    "table.close": Text("关闭", "Close"),
    "keys.ply": Text("退、进一手", "one ply back, on"),
    "keys.trick": Text("退、进一{term}", "one trick back, on"),
    "keys.hand": Text("上一副、下一副", "previous, next hand"),
    "keys.finding": Text("下一处、上一处发现", "next, previous finding"),
    "keys.ends": Text("本副开头、末尾", "start, end of the hand"),
    "keys.seat": Text("只看一家", "one seat's view"),
    "keys.all": Text("各家全开", "all hands"),
    "keys.hide": Text("遮住或亮出其余各家", "hide or show the others"),
    "keys.letters": Text("花色用符号或字母", "suits as symbols or letters"),
    "keys.help": Text("显示、关闭本表", "show, close this list"),
    # the climbing games on the card table; `climb.KEY` stands in for KEY there
    "climb.legal.none": Text("没有压得过的牌", "nothing that beats it"),
    "climb.wild.card": Text("自由牌 {card}", "wild: {card}"),
    "climb.order": Text("名次", "Places"),
    "climb.tribute": Text("进贡", "Tribute"),
    "climb.gift": Text("进贡", "pays"),
    "climb.back": Text("还贡", "returns"),
    "climb.leads": Text("应由谁先出", "to lead"),
    "climb.table.winning": Text("控牌", "holds"),
    "climb.table.wins": Text("得权", "wins"),
    "climb.declared": Text("声明 {text}", "declared {text}"),
    "climb.beats": Text("唯此能压", "all that beats"),
    "climb.undeclared": Text("未声明", "not declared"),
    "climb.why.declared": Text("出牌人声明的牌型", "What the player said the cards are"),
    "climb.why.beats": Text("几种读法里只有这一种压得过", "Of several readings only this one beats what lies there"),
    "climb.why.undeclared": Text(
        "有几种读法而未声明，按规则取此", "Several readings and none declared; the sheet takes this one"
    ),
    "climb.against": Text("须压过", "To beat"),
    "climb.lead": Text("首出，任意牌型", "A lead: any combination"),
    "climb.more": Text("列 {n}，共 {total}", "{n} of {total}"),
    # incidents and rulings
    "noted.incident": Text("记录的违例", "Incident on record"),
    # cards
    "card.name": Text("{suit}{rank}", "{rank} of {suit}"),
    "card.and": Text("、", ", "),
    "card.unknown": Text("未见之牌", "unseen card"),
}


def t(key: str, lang: Lang, /, **params: str | int) -> str:
    """The text of a key in a language, its places filled.

    >>> t("replay.wrong.ply", "en", ply=9, hand=1, last=4)
    'The link names ply 9, but hand 1 has plies 0 to 4 only.'
    """
    return in_language(TEXT[key], lang, **params)


def part(prefixes: tuple[str, ...], lang: Lang) -> dict[str, str]:
    """The texts whose keys begin with one of the prefixes, unfilled: what is sent to the card table."""
    return {key: in_language(text, lang) for key, text in TEXT.items() if key.startswith(prefixes)}
