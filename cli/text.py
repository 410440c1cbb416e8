"""The zh/en catalogue of the command line: every word that a command says, and nothing that a record or a sheet says."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from cli.support.streams import shows_chinese

Lang = Literal["zh", "en"]


class Said(NamedTuple):
    """One text in both languages; `{name}` marks a place that `text` fills."""

    zh: str
    en: str


TEXT: Final[Mapping[str, Said]] = {
    # help: one line in both languages, for help is shown before any language is chosen
    "help.app": Said("牌谱：审核、复盘、统计", "Audit, replay and count recorded card games."),
    "help.exit": Said(
        "退出码 0 无问题，1 有发现，2 用法错误，3 输入读不了、已损坏或不合格式，4 内部错误，"
        "5 空间不足（磁盘、配额、文件大小），6 没有权限或系统另有拒绝；"
        "被信号终止为 128 加信号编号（Ctrl-C 130，SIGTERM 143，SIGHUP 129）。",
        "Exit codes: 0 clean, 1 findings, 2 usage, 3 unreadable, damaged or invalid input, 4 internal error, "
        "5 no space left (disk, quota, file size), 6 no permission, or another refusal of the system; "
        "ended by a signal: 128 and its number (Ctrl-C 130, SIGTERM 143, SIGHUP 129).",
    ),
    "help.version": Said("显示版本", "show the versions"),
    "help.debug": Said("内部错误时显示详情", "show what lies behind an internal error"),
    "help.audit": Said("审核牌谱，列出每一处问题", "audit records and list every finding"),
    "help.judge": Said("裁一件争议：出牌、亮主、进贡、胜负、罚分", "judge one dispute: a play, bids, a result, a fine"),
    "help.replay": Said("逐手复盘一副牌", "replay a hand, ply by ply"),
    "help.explain": Said("解释代码、条款、选项、用语", "explain a code, a clause, an option, a player's word"),
    "help.rules": Said("列出规则、条款与选项", "list the rule sheets, their clauses and options"),
    "help.load": Said("审核并装入数据仓库", "audit records into the warehouse"),
    "help.verify": Said("核对数据仓库有无损坏", "check a warehouse for damage"),
    "help.dashboard": Said("打开看板", "serve the dashboard"),
    "help.convert": Said("把其他程序的记录转成 paipu/1", "convert other programs' records"),
    "help.sample": Said("生成样例赛事", "make up a tournament"),
    "help.schema": Said("输出牌谱格式的 JSON Schema", "print the JSON Schema of the format"),
    "help.demo": Said("从样例到看板，一步走完", "sample, audit, load, dashboard"),
    "help.lang": Said("语言", "language of what is said"),
    "help.quiet": Said("不显示进度与小结", "no progress and no summary"),
    "help.paths": Said(
        "文件、文件夹，或 - 表示标准输入；.json .ndjson，可为 .gz .zst",
        "files, folders, or - for standard input; .json .ndjson, also .gz .zst",
    ),
    "help.output": Said("写入文件而非标准输出", "write to a file instead of standard output"),
    "help.format": Said("输出形式", "the form of the output"),
    "help.computed": Said("另将重算结果逐场写入文件", "also write what was computed, one match a line"),
    "help.fail_on": Said("达到此级别的发现使退出码为 1", "findings this severe or more make the exit code 1"),
    "help.severity": Said("改某个代码的级别（可重复）", "set the severity of a code (repeatable)"),
    "help.baseline": Said("已知发现的基线文件，其中的不计", "a file of known findings, which do not count"),
    "help.write_baseline": Said("把当前发现写成基线", "write the present findings as the baseline"),
    "help.waivers": Said("豁免文件（JSON），须有 author reason date", "a JSON file of waivers, each with author, reason, date"),
    "help.unfold": Said(
        "文本输出也列出由别的发现引起的各条", "in text, show what follows from other findings too, not only how much"
    ),
    "help.workers": Said("进程数", "worker processes"),
    "help.warehouse": Said("数据仓库文件夹", "the folder of the warehouse"),
    "help.port": Said("端口", "the port, on this machine only"),
    "help.browser": Said("是否打开浏览器", "whether to open a browser"),
    "help.explain.name": Said(
        "代码、条款、选项、拒收原因，或牌桌用语（下游、双戴花……）",
        "a code, clause, option, reason for refusal, or a player's word (tractor, tribute, …)",
    ),
    "help.explain.all": Said("列出全部", "list everything"),
    "help.rules.sheet": Said("规则名", "a rule sheet"),
    "help.rules.options": Said("列出选项、取值与默认", "list the options with their values and defaults"),
    "help.convert.file": Said("要转换的文件，- 为标准输入", "the file to convert, - for standard input"),
    "help.convert.from": Said("来源格式", "the format to convert from"),
    "help.sample.seed": Said("种子；同一种子，同样的牌谱", "the seed; the same seed, the same records"),
    "help.sample.matches": Said("场数", "how many matches"),
    "help.sample.faults": Said("有问题的场次比例，0 到 1", "the share of matches with faults, 0 to 1"),
    "help.demo.folder": Said("放置结果的文件夹", "the folder for the results"),
    "help.demo.serve": Said("最后是否打开看板", "whether to serve the dashboard at the end"),
    "help.replay.path": Said("牌谱文件或文件夹，- 为标准输入", "a file or folder of records, - for standard input"),
    "help.replay.match": Said("场的 id；只有一场时可省", "the match's id; not needed where there is only one"),
    "help.replay.hand": Said("第几副（no），默认第一副", "the hand's number; the first by default"),
    "help.replay.ply": Said("第几手，0 为出牌前，默认最后一手", "the ply, 0 before the first trick; the last by default"),
    "help.replay.all": Said("逐手显示整副", "every ply of the hand"),
    "help.replay.alternatives": Said("最多列出几种合法出法", "how many legal plays to list at most"),
    "help.judge.sheet": Said("规则", "the rule sheet"),
    "help.judge.level": Said("级牌；扛旗为 flag", "the level, a rank or flag"),
    "help.judge.trump": Said("主花色", "the trump suit, or NT"),
    "help.judge.lead": Said(
        "升级类：领出的牌；省略则裁领出或甩牌", "trick games: the cards led; without it the play is judged as a lead"
    ),
    "help.judge.hand": Said(
        "出牌前的全部手牌；掼蛋类可省", "the complete hand before the play; climbing games may leave it out"
    ),
    "help.judge.play": Said(
        "所出的牌（可重复）；甩牌失败写 甩出>留下，不出写 -，所报牌型写在 = 后",
        "the cards played (repeatable); a failed throw as thrown>stood, a pass as -, a declared reading after =",
    ),
    "help.judge.table": Said(
        "掼蛋类：场上最大的牌；省略则裁领出", "climbing games: what lies on the table; without it the play is a lead"
    ),
    "help.judge.exposed": Said("领出者暴露的牌（guandan-3）", "cards that the leader has exposed (guandan-3)"),
    "help.judge.tribute": Said(
        "进贡的牌，与 --hand 同用；与 --tribute-from 同用则写 E As",
        "a card paid as tribute, with --hand; as E As with --tribute-from",
    ),
    "help.judge.return": Said("还贡的牌，与 --hand 同用（含所收的贡）", "a card returned, with --hand, the tribute in it"),
    "help.judge.double": Said("双下：两家进贡", "both losers pay tribute"),
    "help.judge.seat": Said("出牌者的座位", "the seat of the player"),
    "help.judge.others": Said(
        "其他各家的全部手牌（- 为无牌），判甩牌用", "the other complete hands, - for an empty one, for a throw"
    ),
    "help.judge.gone": Said("此前已经打出的牌", "cards that were played before"),
    "help.judge.bids": Said(
        "亮主与反主，按先后；双红心5写 5h5h=c", "declarations and over-declarations, in order; both ♥5 as 5h5h=c"
    ),
    "help.judge.banker": Said("已定的庄家", "the banker, where it is not declared for"),
    "help.judge.kitty": Said("无人亮主时翻开的底牌，按次序", "the kitty in order, where nobody declared"),
    "help.judge.asked": Said(
        "扣底后逐家问炒底的回答，- 为不炒", "what was answered when asked to take the kitty up again, in order; - for a pass"
    ),
    "help.judge.trick": Said("这一墩谁赢：领出者及各家所出", "who wins this trick: its leader, then the plays"),
    "help.judge.after": Said("这一墩之后谁领出（接风）", "who leads after this trick"),
    "help.judge.out": Said(
        "掼蛋类：此墩之前已出完的各家；在此墩出完的，牌后写 !",
        "climbing games: who was out before the trick; a ! after a play that was a seat's last",
    ),
    "help.judge.leads": Said("第一墩谁领出", "who leads the first trick"),
    "help.judge.result": Said("打完结算成什么：级数、大分、得分", "what a hand comes to: levels, match score, points"),
    "help.judge.attackers": Said(
        "抓分方得分；另给 --kitty-points 时不含底牌分", "the attackers' points, without the kitty where --kitty-points is given"
    ),
    "help.judge.kitty_points": Said("底牌里的分", "the points in the kitty"),
    "help.judge.last": Said(
        "末墩，写法同 --trick；只写牌则作抓分方领出并赢得",
        "the last trick as in --trick; cards alone were led and won by the attackers",
    ),
    "help.judge.levels": Said("打前双方级数", "both sides' levels before the hand"),
    "help.judge.failures": Said("此前庄家连续扛旗失败次数", "how often in a row the bank failed at the flag before"),
    "help.judge.finish": Said("名次：出完的先后", "the order in which the seats were out"),
    "help.judge.in_force": Said("打的是哪一方的级", "the side whose level was played"),
    "help.judge.incident": Said(
        "违例罚多少：种类 座位 何时 noticed 何时发现 牌（可重复）",
        "what an incident costs: kind, seat, when, noticed when, cards (repeatable)",
    ),
    "help.judge.earlier": Said("同一方此前同类违例次数", "how often the side did the same before"),
    "help.judge.tribute_from": Said(
        "谁向谁进贡、能否抗贡、谁领出：上一副的名次", "who pays whom, who may refuse, who leads: the places of the hand before"
    ),
    "help.judge.hands": Said("进贡前各家手牌，不全也可", "hands before tribute, complete or a part"),
    "help.judge.time": Said("时间到谁胜，与 --levels 同用", "who wins when time is up, with --levels"),
    "help.judge.option": Said("规则选项（可重复）", "an option of the sheet (repeatable)"),
    "help.judge.format": Said("输出形式", "the form of the output"),
    "help.judge.exit_code": Said("违例时退出码为 1，无从判定时为 3", "exit 1 if illegal, 3 if undetermined"),
    # what stops a command
    "usage.NoSuchCommand": Said("没有这个命令：{name}", "no such command: {name}"),
    "usage.NoSuchOption": Said("没有这个选项：{name}", "no such option: {name}"),
    "usage.MissingParameter": Said("缺少参数：{name}", "missing: {name}"),
    "usage.BadParameter": Said("参数 {name} 的值不对", "invalid value for {name}"),
    "usage.BadOptionUsage": Said("选项 {name} 用法不对", "{name} is used wrongly"),
    "usage.other": Said("用法不对", "wrong usage"),
    "usage.try": Said("用法见 / usage: {command} --help", "usage: {command} --help"),
    "end.full": Said(
        "空间不足（磁盘已满、超出配额或文件大小限制）：{what}；腾出空间，或写到别处，再运行一次",
        "no space left (full disk, quota or limit of file size): {what}; make room, or write elsewhere, and run it again",
    ),
    "end.denied": Said(
        "没有权限：{what}；改权限，或换一个有权限的地方，再运行一次",
        "no permission: {what}; change the permissions, or use another place, and run it again",
    ),
    "end.other": Said("系统拒绝：{what}", "the system refuses: {what}"),
    "stdout.closed": Said(
        "标准输出是关闭的，结果无处可写；不要关闭它，或用 -o 写入文件",
        "the standard output is closed, so there is nowhere to write the results; leave it open, or write to a file with -o",
    ),
    "worker.died": Said(
        "一个工作进程没做完就结束了（内存不够？）；可用较小的 --workers 再试",
        "a worker process ended before its work was done (out of memory?); try again with fewer --workers",
    ),
    "end.internal": Said("内部错误：{what}", "internal error: {what}"),
    "internal.hint": Said(
        "paipu: 这是程序的问题，不是牌谱的问题；加 --debug 可见详情 / a fault of this program; --debug shows more",
        "paipu: a fault of this program; --debug shows more",
    ),
    "internal.record": Said(
        "paipu: {place}：内部错误，此份未审核（{what}）；加 --debug 可见详情",
        "paipu: {place}: internal error, not audited ({what}); --debug shows more",
    ),
    "end.interrupted": Said("已中断", "interrupted"),
    "output.cannot": Said("无法写入 {path}：{why}", "cannot write {path}: {why}"),
    "output.input": Said(
        "{path} 也是这次的输入（{source}），写入会毁掉它；请换一个文件名",
        "{path} is an input of this run too ({source}) and would be overwritten; write to another file",
    ),
    "output.twice": Said("两项输出是同一个文件：{path}", "two results go to the same file: {path}"),
    "output.stdout": Said("标准输出", "the standard output"),
    "output.read_only": Said(
        "{path} 是只读的，不去覆盖它；请换一个文件名，或先 chmod u+w",
        "{path} is read-only and is not overwritten; write to another file, or chmod u+w it first",
    ),
    "file.unreadable": Said("读不了 {path}：{why}", "cannot read {path}: {why}"),
    "warehouse.trouble": Said("数据仓库 {zh}", "warehouse {en}"),
    "dashboard.trouble": Said(
        "看板无法启动：{zh}（用 paipu load 装入牌谱，--warehouse 指明位置，--port 指明端口）",
        "the dashboard cannot be served: {en} (paipu load fills a warehouse, --warehouse says where it is, --port the port)",
    ),
    "severity.code": Said("没有代码 {code}；相近：{near}", "there is no code {code}; near: {near}"),
    "severity.level": Said("{given}：级别只能是 error、warning、note", "{given}: the level is one of error, warning, note"),
    "baseline.missing": Said("--write-baseline 须与 --baseline FILE 同用", "--write-baseline needs --baseline FILE"),
    "baseline.format": Said(
        "{path} 不是基线文件（首行应为 {expected}）", "{path} is no baseline (its first line names {expected})"
    ),
    "baseline.broken": Said("基线文件 {path} 已损坏：{why}", "the baseline {path} is damaged: {why}"),
    "waivers.json": Said("豁免文件 {path} 不是 JSON：{why}", "the waivers {path} are not JSON: {why}"),
    "waivers.list": Said("豁免文件 {path} 须为一个列表", "the waivers {path} must be a list"),
    "waivers.object": Said("{path} 第 {number} 条不是对象", "{path}, entry {number} is no object"),
    "waivers.key": Said(
        "{path} 第 {number} 条：不该有键“{key}”", "{path}, entry {number}: the key “{key}” does not belong here"
    ),
    "waivers.missing": Said("{path} 第 {number} 条：缺少“{key}”", "{path}, entry {number}: “{key}” is missing"),
    "waivers.fingerprint": Said(
        "{path} 第 {number} 条：指纹应为 16 位十六进制，而不是 {found}",
        "{path}, entry {number}: a fingerprint has 16 hexadecimal digits, not {found}",
    ),
    "waivers.date": Said(
        "{path} 第 {number} 条：日期应写作 2026-05-01，而不是 {found}",
        "{path}, entry {number}: a date is written 2026-05-01, not {found}",
    ),
    # audit
    "audit.title": Said("审核", "auditing"),
    "audit.words": Said("{read} 份，发现 {findings}", "{read} records, {findings} findings"),
    "audit.equation": Said(
        "读入 {read} = 通过 {accepted} + 通过但有发现 {findings} + 隔离 {quarantined}",
        "read {read} = accepted {accepted} + accepted with findings {findings} + quarantined {quarantined}",
    ),
    "audit.findings": Said(
        "发现 {total}：错误 {error}，警告 {warning}，提示 {note}",
        "findings {total}: errors {error}, warnings {warning}, notes {note}",
    ),
    "audit.following": Said("由此而起、不另计的 {n}", "{n} more follow from these and are not counted"),
    "audit.follows": Said("{n} 条：{codes}", "{n}: {codes}"),
    "audit.fits": Said("{place} 读作 {value}", "{place} reads {value}"),
    "audit.fits.without": Said("没有 {place}", "{place} is left out"),
    "audit.not_counted": Said("另有不计者：基线已知 {known}，豁免 {waived}", "not counted: known {known}, waived {waived}"),
    "audit.baseline_written": Said("写入基线 {known}，豁免 {waived}", "written to the baseline {known}, waived {waived}"),
    "audit.nothing": Said("没有读到任何牌谱", "nothing was found to read"),
    "waiver.unused": Said("豁免未用上：{about}（{author}，{date}）", "a waiver met nothing: {about} ({author}, {date})"),
    "waived": Said("{author}，{date}：{reason}", "{author}, {date}: {reason}"),
    "rejected": Said("隔离", "quarantined"),
    "rejected.more": Said("另有 {n} 处", "and {n} more"),
    "found": Said("（为 {value}）", "(found {value})"),
    "expected": Said("（应为 {value}）", "(expected {value})"),
    # places and words
    "place.hand": Said("第 {no} 副", "hand {no}"),
    "place.trick": Said("第 {trick} 墩", "trick {trick}"),
    "place.play": Said("第 {trick} 墩第 {play} 手", "trick {trick}, play {play}"),
    "place.before": Said("出牌前", "before trick 1"),
    "seat.E": Said("东", "E"),
    "seat.N": Said("北", "N"),
    "seat.W": Said("西", "W"),
    "seat.S": Said("南", "S"),
    "suit.s": Said("黑桃", "spades"),
    "suit.h": Said("红桃", "hearts"),
    "suit.c": Said("梅花", "clubs"),
    "suit.d": Said("方块", "diamonds"),
    "suit.NT": Said("无主", "no trump"),
    "suit.trump": Said("主牌", "trumps"),
    "card.BJ": Said("大王", "BJ"),
    "card.LJ": Said("小王", "LJ"),
    "reading.bomb": Said("{n} 张炸弹 {key}", "bomb of {n}, {key}"),
    "unknown": Said("未知", "unknown"),
    "severity.error": Said("错误", "error"),
    "severity.warning": Said("警告", "warning"),
    "severity.note": Said("提示", "note"),
    "kind.fail": Said("违反条款，或声称有误（fail）", "a clause was broken or a claim is wrong (fail)"),
    "kind.review": Said("由裁判裁定（review）", "for the referee to decide (review)"),
    "kind.open": Said("缺少事实，未能核对（open）", "facts are missing (open)"),
    "kind.rejection": Said("拒收原因：输入被隔离，不审核", "a reason for refusal: the input is quarantined, not audited"),
    "basis.stated": Said("明文", "stated"),
    "basis.assumed": Said("未写明，按约定", "assumed"),
    "basis.disputed": Said("两读皆可", "disputed"),
    "list.all": Said("全部 {n} 种", "all {n}"),
    "list.some": Said("{n} 种，共 {total} 种", "{n} of {total}"),
    "list.many": Said("{n} 种，总数未计尽", "{n}, more than could be counted"),
    # labels
    "label.where": Said("位置", "where"),
    "label.what": Said("说明", "what"),
    "label.clause": Said("条款", "clause"),
    "label.expected": Said("应为", "expected"),
    "label.actual": Said("实为", "actual"),
    "label.option": Said("选项", "option"),
    "label.effect": Said("处理", "effect"),
    "label.source": Said("出处", "source"),
    "label.fits": Said("若作", "fits if"),
    "label.follows": Said("随之", "follows"),
    "label.cause": Said("起因", "cause"),
    "label.print": Said("指纹", "id"),
    "label.waived": Said("豁免", "waived"),
    "label.severity": Said("级别", "severity"),
    "label.meaning": Said("意思", "meaning"),
    "label.kind": Said("性质", "kind"),
    "label.message": Said("消息", "message"),
    "label.defines": Said("所用定义", "uses"),
    "label.remedy": Said("怎么办", "remedy"),
    "label.sheet": Said("规则", "sheet"),
    "label.basis": Said("依据", "basis"),
    "label.checks": Said("由此检查", "checked by"),
    "label.defines_for": Said("用于", "used by"),
    "label.not_checkable": Said("无法检查", "not checkable"),
    "label.default": Said("默认", "default"),
    "label.values": Said("取值", "values"),
    "label.allowed": Said("可出", "legal"),
    "label.stands": Said("只出", "may lead"),
    "label.table": Said("场上", "table"),
    "label.reads": Said("牌型", "reads"),
    "label.pays": Said("可贡", "may pay"),
    "label.returns": Said("可还", "may give"),
    "label.fine": Said("罚分", "fine"),
    "label.trump": Said("定主", "trump"),
    "label.otherwise": Said("另读", "else"),
    "label.missing": Said("缺少", "missing"),
    "label.after": Said("此后", "then"),
    "label.played": Said("所出", "played"),
    "label.legal": Said("合法", "legal"),
    "label.time": Said("用时", "time"),
    "label.kitty": Said("底牌", "kitty"),
    "label.finding": Said("发现", "finding"),
    "label.elsewhere": Said("另有发现的手", "findings at plies"),
    "label.bids": Said("亮主", "declared"),
    "label.buried": Said("扣底", "buried"),
    "label.asked": Said("炒底", "asked"),
    "label.points": Said("得分", "points"),
    "label.score": Said("大分", "score"),
    "label.levels": Said("本副后级数", "levels after"),
    "label.before": Said("上副名次", "last hand"),
    "label.tribute": Said("进贡", "tribute"),
    "label.leads": Said("应先出", "to lead"),
    "label.places": Said("已出完", "out"),
    "label.owed": Said("要求", "owed"),
    "label.finish": Said("名次", "finish"),
    "label.pins": Said("版本", "pinned"),
    # explain
    "explain.what": Said("给出一个名字，或用 --all 列出全部", "give one name, or --all to list everything"),
    "explain.unknown": Said("没有“{name}”；相近：{near}", "there is no “{name}”; near: {near}"),
    "index.codes": Said("检查代码", "check codes"),
    "index.clauses": Said("条款", "clauses"),
    "index.options": Said("选项", "options"),
    "index.reasons": Said("拒收原因", "reasons for refusal"),
    "index.terms": Said("牌桌用语（同义）", "players' words that mean the same"),
    # rules
    "rules.audited": Said("可审核", "audited"),
    "rules.not_audited": Said("格式已定，尚未实现审核", "in the format, not audited yet"),
    "rules.version": Said("版本 {version}", "version {version}"),
    "rules.unknown": Said("没有规则 {sheet}；相近：{near}", "there is no rule sheet {sheet}; near: {near}"),
    "rules.which": Said("请指明规则：{sheets}", "name a sheet: {sheets}"),
    "rules.settled": Said("已有定论，不能设定：", "Settled, and not to be set:"),
    "rules.how": Said(
        "在牌谱的 options 中设定，例如 {example}；* 为默认。",
        "Set in a record under options, as in {example}; * marks the default.",
    ),
    "rules.number": Said("整数", "a whole number"),
    "rules.table": Said("换算表：小分:大分，由小到大", "a table of points:score, points in rising order"),
    # convert, sample, load, dashboard, demo
    "convert.unknown": Said(
        "没有来源格式 {form}；可用：{known}；相近：{near}", "there is no format {form}; there are: {known}; near: {near}"
    ),
    "convert.large": Said("{path} 超过 {limit} 字节", "{path} is larger than {limit} bytes"),
    "convert.done": Said("由 {form} 转出 {n} 场", "{n} matches converted from {form}"),
    "sample.title": Said("生成样例", "making samples"),
    "sample.done": Said("已生成 {n} 场（种子 {seed}）", "{n} matches made (seed {seed})"),
    "verify.checked": Said(
        "{file}：{batches} 批，牌谱 {records} 份，共 {rows} 行，逐行核对过",
        "{file}: {batches} batches, {records} records, {rows} rows in all, every one checked",
    ),
    "verify.notice": Said("注意：{notice}", "note: {notice}"),
    "verify.remedy": Said("    办法：{remedy}", "    remedy: {remedy}"),
    "verify.sound": Said("完好", "no damage"),
    "verify.damaged": Said("损坏 {n} 处", "damage in {n} places"),
    "load.title": Said("装入", "loading"),
    "load.words": Said("{read} 份，{plays} 手", "{read} records, {plays} plays"),
    "load.equation": Said(
        "读入 {read} = 通过 {accepted} + 通过但有发现 {findings} + 隔离 {quarantined} + 早已装入 {already}",
        "read {read} = accepted {accepted} + accepted with findings {findings} + quarantined {quarantined}"
        " + already loaded {already}",
    ),
    "load.brought": Said(
        "装入 {hands} 副、{plays} 手、{findings} 项发现", "loaded {hands} hands, {plays} plays, {findings} findings"
    ),
    "load.replaced": Said("其中 {n} 份由新版本重新审核", "of these {n} were audited again by newer versions"),
    "load.internal": Said("其中 {n} 份因程序内部错误未审核", "of these {n} were not audited for a fault of this program"),
    "load.quarantine": Said(
        "隔离 {n} 份，原因见数据仓库的 quarantine 表，或用 paipu audit 查看",
        "{n} are in quarantine; the table quarantine, or paipu audit, says why",
    ),
    "dashboard.at": Said("看板：{url}（Ctrl-C 停止）", "dashboard: {url} (Ctrl-C stops it)"),
    "demo.sample": Said("一、生成 {n} 场样例赛事 → {path}", "1. a sample tournament of {n} matches → {path}"),
    "demo.audit": Said("二、审核 → {path}", "2. audit → {path}"),
    "demo.load": Said("三、装入数据仓库 → {path}", "3. load into the warehouse → {path}"),
    "demo.later": Said("看板：paipu dashboard --warehouse {path}", "dashboard: paipu dashboard --warehouse {path}"),
    # replay
    "replay.all_or_ply": Said("--all 与 --ply 只能用一个", "give either --all or --ply"),
    "replay.no_record": Said(
        "{path} 中没有可读的牌谱（隔离 {rejected}）", "{path} holds no readable record ({rejected} quarantined)"
    ),
    "replay.no_match": Said("{path} 中没有场次 {match}；相近：{near}", "{path} has no match {match}; near: {near}"),
    "replay.which_match": Said(
        "{path} 有 {n} 场，请用 --match 指明：{ids} …", "{path} has {n} matches; name one with --match: {ids} …"
    ),
    "replay.no_hands": Said("{match} 没有任何一副", "{match} has no hands"),
    "replay.no_hand": Said("{match} 没有第 {hand} 副；有：{hands}", "{match} has no hand {hand}; it has: {hands}"),
    "replay.no_ply": Said(
        "没有第 {ply} 手：第 {hand} 副有第 0 至 {last} 手", "there is no ply {ply}: hand {hand} has plies 0 to {last}"
    ),
    "replay.not_shown": Said(
        "{match} 第 {hand} 副无法复盘：级牌、主花色或庄家不明",
        "{match}, hand {hand} cannot be replayed: level, trump or banker are not known",
    ),
    "replay.round": Said("第 {trick} 轮第 {play} 手", "round {trick}, play {play}"),
    "replay.before_round": Said("第一轮前", "before round 1"),
    "replay.own_level": Said("（{side}）", " ({side})"),
    "replay.levels_before": Said("级数 {levels}", "levels {levels}"),
    "replay.hand_of": Said("共 {hands} 副之第 {no} 副", "hand {no} of {hands}"),
    "replay.led_by": Said("庄 {seat}", "banker {seat}"),
    "replay.totals": Said("此前总分 {totals}", "totals before {totals}"),
    "replay.games": Said("已胜局数 {games}", "games won {games}"),
    "replay.wild": Said("自由牌 {cards}", "wild {cards}"),
    "replay.place.4.1": Said("头游", "1st"),
    "replay.place.4.2": Said("二游", "2nd"),
    "replay.place.4.3": Said("三游", "3rd"),
    "replay.place.4.4": Said("末游", "last"),
    "replay.place.6.1": Said("第1名", "1st"),
    "replay.place.6.2": Said("第2名", "2nd"),
    "replay.place.6.3": Said("第3名", "3rd"),
    "replay.place.6.4": Said("第4名", "4th"),
    "replay.place.6.5": Said("第5名", "5th"),
    "replay.place.6.6": Said("第6名", "6th"),
    "replay.pass": Said("不要", "pass"),
    "replay.not_counted": Said("不成立", "does not count"),
    "replay.why.declared": Said("（声明 {declared}）", " (declared {declared})"),
    "replay.why.beats": Said("（唯此能压）", " (nothing else beats)"),
    "replay.why.undeclared": Said("（未声明，按规则取此）", " (not declared; taken by the sheet)"),
    "replay.holds": Said("◂ 控牌", "◂ holds"),
    "replay.relieves": Said("接 {seat} 的风", "for {seat}, who is out"),
    "replay.double": Said("双下", "both first places"),
    "replay.resisted": Said("抗贡", "refused (both big jokers)"),
    "replay.gives": Said("{giver} 进贡 {card} → {taker}", "{giver} pays {card} → {taker}"),
    "replay.gives_back": Said("{giver} 还贡 {card} → {taker}", "{giver} returns {card} → {taker}"),
    "replay.no_tribute": Said("无", "none"),
    "replay.tribute_unknown": Said("未记录", "not recorded"),
    "replay.any_lead": Said("首出，任意牌型", "a lead: any combination"),
    "replay.to_beat": Said("须压过 {reading}", "to beat {reading}"),
    "replay.bomb": Said("炸弹×{n}", "bomb×{n}"),
    "replay.limit": Said("限 {n} 秒", "limit {n} s"),
    "replay.over_time": Said("超时", "over time"),
    "replay.rises": Said("{side} 升 {n} 级", "{side} +{n}"),
    "replay.past_last": Said("{side} 过A，胜此局", "{side} pass the A and win the game"),
    "replay.ply": Said("第 {ply} 手，共 {last} 手", "ply {ply} of {last}"),
    "replay.banker": Said("庄 {seat}（{side}）", "banker {seat} ({side})"),
    "replay.points": Said("抓分方 {side} {n} 分，现为{band}", "attackers {side} {n} points, now {band}"),
    "replay.points.midway": Said("抓分方 {side} 记起之后 {n} 分", "attackers {side} {n} points in what is on record"),
    "replay.band.bank": Said("庄家方升 {n} 级", "bank +{n}"),
    "replay.band.bank.0": Said("庄家方不升级", "bank +0"),
    "replay.band.straight": Said("庄家方直升 {level}", "bank straight to {level}"),
    "replay.band.passed": Said("{level}通过", "{level} passed"),
    "replay.band.stake.bank": Said("庄家方打{top}、对方打{bottom}", "bank to {top}, attackers to {bottom}"),
    "replay.band.stake.attackers": Said("抓分方打{top}、对方打{bottom}", "attackers to {top}, bank to {bottom}"),
    "replay.band.stage_stake.attackers": Said("抓分方上台、对方退打{bottom}", "attackers take office, bank back to {bottom}"),
    "replay.band.attackers": Said("抓分方上台升 {n} 级", "attackers take office +{n}"),
    "replay.band.attackers.0": Said("抓分方上台不升级", "attackers take office"),
    "replay.score": Said("大分 {n}", "score {n}"),
    "replay.penalties": Said("含罚分 {n}", "penalties {n} included"),
    "replay.stakes.stake": Said("上天入地（{seats} 双红心5）", "levels at stake (both ♥5 of {seats})"),
    "replay.stakes.stage_stake": Said("{seats} 亮双红心5", "both ♥5 shown by {seats}"),
    "replay.trio": Said("{suit}5·10·K", "{suit} 5·10·K"),
    "replay.passes": Said("不炒", "passes"),
    "replay.takes": Said("炒底 {cards}", "takes the kitty up with {cards}"),
    "replay.buries": Said("扣 {cards}", "buries {cards}"),
    "replay.buried_by": Said("（{seat} 扣）", "(buried by {seat})"),
    "replay.no_kitty": Said("无底牌", "none"),
    "replay.claimed": Said("（申报 {value}）", "(claimed {value})"),
    "replay.bank": Said("庄", "bank"),
    "replay.to_play": Said("▸", "▸"),
    "replay.trumps": Said("主", "T"),
    "replay.unseen": Said("另有未见之牌", "and cards not seen"),
    "replay.winning": Said("◂ 最大", "◂ best"),
    "replay.next": Said("轮到 {seat}", "{seat} to play"),
    "replay.end": Said("本副终", "end of the hand"),
    "replay.kitty_unknown": Said("未记录", "not recorded"),
    "replay.leads": Said(
        "领出：同一门花色的任意牌型，甩牌须每部分最大", "a lead: anything of one suit; every part of a throw must be highest"
    ),
    "replay.legal_unknown": Said("手牌不全，无法列出", "the hand is not fully known"),
    "replay.no_time": Said("未记录", "not recorded"),
    "replay.time": Said("{n} 秒", "{n} s"),
    "replay.no_finding": Said("此处无发现", "none here"),
    "replay.pins": Said("规则 {sheet} · 引擎 {engine} · 记录 {sha}", "sheet {sheet} · engine {engine} · record {sha}"),
    # judge
    "word.LEGAL": Said("合法 LEGAL", "LEGAL"),
    "word.ILLEGAL": Said("违例 ILLEGAL", "ILLEGAL"),
    "word.DISPUTED": Said("两可 DISPUTED", "DISPUTED"),
    "word.SETTLED": Said("已定 SETTLED", "SETTLED"),
    "word.UNDETERMINED": Said("无从判定 UNDETERMINED", "UNDETERMINED"),
    "judge.what": Said("给出 --play，或 --bids、--kitty、--asked", "give either --play, or --bids, --kitty and --asked"),
    "judge.needs": Said("还需要 {missing}", "{missing} is needed too"),
    "judge.not_with_bids": Said("{option} 与亮主、炒底无关", "{option} has nothing to do with --bids, --kitty or --asked"),
    "judge.only_bids": Said("{option} 只与 --bids、--asked 同用", "{option} goes with --bids or --asked only"),
    "judge.what_climbing": Said("给出 --play、--tribute、--return 之一", "give one of --play, --tribute and --return"),
    "judge.other_family": Said("{option} 不用于 {sheet}，用 {instead}", "{option} is not for {sheet}, which takes {instead}"),
    "judge.only_tribute": Said("{option} 只与 --tribute、--return 同用", "{option} goes with --tribute or --return only"),
    "judge.not_with_tribute": Said("{option} 与进贡、还贡无关", "{option} has nothing to do with --tribute or --return"),
    "judge.no_tribute": Said("规则 {sheet} 没有进贡", "under {sheet} no tribute is paid"),
    "judge.one_card": Said("{option} 须是一张牌，而不是“{given}”", "{option} is one card, not “{given}”"),
    "judge.no_exposed": Said("规则 {sheet} 没有暴露牌张须先出的规定", "under {sheet} exposed cards need not be led"),
    "judge.exposed_follow": Said(
        "暴露的牌只在领出时须先出，--exposed 勿与 --table 同用", "exposed cards bind a leader only: not --exposed with --table"
    ),
    "judge.not_in_hand": Said("{option} 的 {card} 不在 --hand 中", "{card} of {option} is not in --hand"),
    "judge.reading": Said(
        "看不懂“{given}”所报的牌型；应写作 KsKh9d9c2h=KKK99，同花顺加花色：=9TJQKs",
        "the reading declared in “{given}” is not understood; write KsKh9d9c2h=KKK99, a straight flush with its suit: =9TJQKs",
    ),
    "judge.no_kitty": Said("规则 {sheet} 不由底牌定主", "under {sheet} the kitty names no trump"),
    "judge.no_asking": Said("规则 {sheet} 在此不炒底", "under {sheet} nobody is asked to take the kitty up again here"),
    "judge.no_engine": Said("规则 {sheet} 尚未实现", "the rule sheet {sheet} is not implemented yet"),
    "judge.level": Said("没有级牌 {level}：{levels}", "there is no level {level}: {levels}"),
    "judge.trump": Said("不能以 {trump} 为主：{trumps}", "{trump} cannot be trump: {trumps}"),
    "judge.option": Said(
        "没有选项 {given}（写作 key=value）；相近：{near}", "there is no option {given} (as key=value); near: {near}"
    ),
    "judge.value": Said("{given}：取值为 {values}", "{given}: the values are {values}"),
    "judge.twice": Said("选项 {option} 给了两次", "the option {option} is given twice"),
    "judge.card": Said("“{given}”中的“{found}”不是牌", "“{found}” in “{given}” is no card"),
    "judge.no_cards": Said("“{given}”没有牌", "“{given}” has no cards"),
    "judge.seat": Said("没有座位 {seat}：{seats}", "there is no seat {seat}: {seats}"),
    "judge.others": Said(
        "看不懂 {option} “{given}”；应写作 N:3c3d W:5d6d", "“{given}” of {option} is not understood; write N:3c3d W:5d6d"
    ),
    "judge.not_here": Said(
        "{option} 与 {asked} 无关，可用 {takes}", "{option} has nothing to do with {asked}, which takes {takes}"
    ),
    "judge.level_of_bank": Said(
        "庄家 {banker} 一方打 {own}，不是 {level}；更正 --level 或 --levels",
        "the side of banker {banker} plays {own}, not {level}; correct --level or --levels",
    ),
    "judge.level_in_force": Said(
        "{side} 打 {own}，不是 {level}；更正 --level、--levels 或 --in-force",
        "{side} plays {own}, not {level}; correct --level, --levels or --in-force",
    ),
    "judge.trick_plays": Said(
        "{option} “{given}”应为领出者及至多 {count} 手牌：E AsAs 3s4s KsKs 5s5s",
        "“{given}” of {option} should be the leader and up to {count} plays: E AsAs 3s4s KsKs 5s5s",
    ),
    "judge.points": Said("{option} {given} 不是 5 的倍数，或小于 0", "{option} {given} is no multiple of 5, or below 0"),
    "judge.not_out": Said("“{trick}”由 {out} 领出，--out 不应有 {out}", "{out} leads “{trick}”: leave {out} out of --out"),
    "judge.no_levels": Said("规则 {sheet} 不计级数，勿给 --levels", "under {sheet} there are no levels: leave out --levels"),
    "judge.levels": Said("看不懂 --levels “{given}”；应写作 {sides}", "--levels “{given}” is not understood; write {sides}"),
    "judge.side": Said("{option} 没有“{given}”一方：{sides}", "there is no side “{given}” for {option}: {sides}"),
    "judge.place_twice": Said("{option} 中 {seat} 出现两次", "{seat} is in {option} twice"),
    "judge.paid": Said("--tribute “{given}”应为一家一张：E As", "--tribute “{given}” should be a seat and one card: E As"),
    "judge.too_many": Said("{seat} 的手牌多于 {size} 张", "{seat} has more than {size} cards"),
    "judge.incident": Said(
        "看不懂 --incident “{given}”；应写作 revoke N 7.2 noticed 8.1 AsAs；种类相近：{near}",
        "--incident “{given}” is not understood; write revoke N 7.2 noticed 8.1 AsAs; kinds near: {near}",
    ),
    "judge.noticed": Said("“{given}”：发现在违例之前", "“{given}”: noticed before it happened"),
    "judge.place": Said(
        "“{whole}”中的“{given}”不是时刻；写 7.2，开打前写 0", "“{given}” in “{whole}” is no place; write 7.2, or 0 before play"
    ),
    "judge.others_follow": Said("跟牌不看其他各家的手牌，勿给 --others", "a follow does not depend on --others"),
    "judge.leader": Said("领出者（--seat {seat}）不能也在 --others 中", "the leader (--seat {seat}) cannot be among --others"),
    "judge.copies": Said("{card} 出现 {count} 张，只有 {copies} 副牌", "{card} is there {count} times in {copies} decks"),
    "judge.at_level": Said("打 {level}", "level {level}"),
    "level.flag": Said("扛旗", "flag"),
    "judge.with_trump": Said("主 {trump}", "trump {trump}"),
    "judge.led": Said("领出 {lead}", "led {lead}"),
    "judge.leading": Said("领出", "leading"),
    "judge.on_table": Said("场上 {cards}", "on the table {cards}"),
    "judge.exposed": Said("暴露 {cards}", "exposed {cards}"),
    "judge.paying": Said("进贡", "tribute"),
    "judge.returning": Said("还贡", "return of tribute"),
    "judge.double": Said("双下", "both losers pay"),
    "judge.single": Said("单下", "the last pays"),
    "judge.no_combination": Said("不成牌型", "no combination"),
    "judge.reads": Said("{reading}（{why}）", "{reading} ({why})"),
    "judge.could_be": Said("也可作 {readings}", "could be {readings}"),
    "judge.why.only": Said("只有此读", "nothing else"),
    "judge.why.beats": Said("只有此读压得住场上的", "nothing else beats what lies there"),
    "judge.why.declared": Said("按所报", "as declared"),
    "judge.why.undeclared": Said("没有报明，按 {ids} 取此读", "none was declared; this stands by {ids}"),
    "judge.why.misread": Said("所报的配不出来", "not what was declared"),
    "judge.why.low": Said("压不住场上的", "does not beat what lies there"),
    "judge.bad_table": Said("场上的牌不成立，能不能压无从判定", "what lies there is no play, so nothing can be judged on it"),
    "judge.pass_only": Said("只能不出", "only a pass"),
    "judge.or_pass": Said("，或不出", ", or a pass"),
    "judge.by_default": Said("（按默认：{word}）", "(by the default: {word})"),
    "judge.missing": Said("{seats} 的手牌", "the hands of {seats}"),
    "judge.missing_part": Said(
        "应出哪一部分还要看 {seats} 的手牌", "which part must be led also depends on the hands of {seats}"
    ),
    "judge.mixed_lead": Said(
        "领出的牌不是同一门花色，如何跟牌无从判定", "the lead is not of one suit, so no follow can be judged"
    ),
    "judge.otherwise": Said("{ids} 若取 {setting}（{meaning}）：{word}", "{ids} with {setting} ({meaning}): {word}"),
    "judge.follower": Said("跟牌者", "the follower"),
    "judge.leader_word": Said("领出者", "the leader"),
    "judge.before": Said("上一手", "the play before"),
    "judge.payer": Said("进贡者", "the payer"),
    "judge.receiver": Said("受贡者", "the receiver"),
    "judge.stands": Said("主 {trump}，庄 {banker}", "trump {trump}, banker {banker}"),
    "judge.result": Said("结果：主 {trump}，庄 {banker}", "result: trump {trump}, banker {banker}"),
    "judge.taker": Said("末次炒底 {seat}", "the kitty last taken up by {seat}"),
    "judge.stakes": Said("{seats} 用双红心5：上天入地", "both ♥5 of {seats} put the levels at stake"),
    "judge.turned": Said("底牌 {cards}", "kitty {cards}"),
    "judge.fine": Said("{n} 分，记 {side}（{clause}）", "{n} points against {side} ({clause})"),
    "judge.leaders_side": Said("领出者一方", "the leader's side"),
    "judge.fine_of": Said("罚 {n} 分", "fine {n}"),
}


def text(key: str, lang: Lang, /, **values: str | int) -> str:
    """The text of a key in a language, its places filled.

    >>> text("place.play", "en", trick=3, play=2)
    'trick 3, play 2'
    """
    said = TEXT[key]
    return (said.zh if lang == "zh" else said.en).format(**values)


def both(key: str) -> str:
    """A text in both languages, for help; in English alone where Chinese cannot be shown."""
    said = TEXT[key]
    return f"{said.zh} · {said.en}" if shows_chinese() else said.en
