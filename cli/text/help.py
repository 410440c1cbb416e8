"""What `--help` says of commands, arguments and options: one line in both languages, for it is shown before one is chosen."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

HELP: Final[Mapping[str, Text]] = {
    "help.app": Text("牌谱：审核、复盘、统计", "Audit, replay and count recorded card games."),
    "help.exit": Text(
        "退出码 0 无问题，1 有发现，2 用法错误，3 输入读不了、已损坏或不合格式，4 内部错误，"
        "5 空间不足（磁盘、配额、文件大小），6 没有权限或系统另有拒绝；"
        "被信号终止为 128 加信号编号（Ctrl-C 130，SIGTERM 143，SIGHUP 129）。",
        "Exit codes: 0 clean, 1 findings, 2 usage, 3 unreadable, damaged or invalid input, 4 internal error, "
        "5 no space left (disk, quota, file size), 6 no permission, or another refusal of the system; "
        "ended by a signal: 128 and its number (Ctrl-C 130, SIGTERM 143, SIGHUP 129).",
    ),
    "help.version": Text("显示版本", "show the versions"),
    "help.debug": Text("内部错误时显示详情", "show what lies behind an internal error"),
    "help.audit": Text("审核牌谱，列出每一处问题", "audit records and list every finding"),
    "help.standings": Text("赛事的排名：每个名次如何得出", "the standings of an event, every place with its derivation"),
    "help.judge": Text("裁一件争议：出牌、亮主、进贡、胜负、罚分", "judge one dispute: a play, bids, a result, a fine"),
    "help.ruling.propose": Text(
        "列出规则对某处违规的裁决方案及其效果", "list the rulings that the sheet provides, and what each does"
    ),
    "help.replay": Text("逐手复盘一副牌", "replay a hand, ply by ply"),
    "help.whatif": Text("假如换一手牌或裁决，会怎样", "what another play, bid or ruling would lead to"),
    "help.whatif.play": Text("那一手改出这些牌", "these cards at that place instead"),
    "help.whatif.bid": Text("亮主改为这些，分号隔开，如 E 2s; N 2c2c", "these declarations instead, as E 2s; N 2c2c"),
    "help.whatif.bury": Text("改扣这些牌", "these cards buried instead"),
    "help.whatif.tribute": Text("贡还改为这些，如 W>N BJ; N>W 3c", "these gifts instead, as W>N BJ; N>W 3c"),
    "help.whatif.ruling": Text("加上这项裁决（rulings 的一条，JSON）", "with this ruling, an entry of rulings in JSON"),
    "help.explain": Text("解释代码、条款、选项、用语", "explain a code, a clause, an option, a player's word"),
    "help.rules": Text("列出规则、条款与选项", "list the rule sheets, their clauses and options"),
    "help.load": Text("审核并装入数据仓库", "audit records into the warehouse"),
    "help.verify": Text("核对数据仓库有无损坏", "check a warehouse for damage"),
    "help.dashboard": Text("打开看板", "serve the dashboard"),
    "help.convert": Text("把计分表、其他程序的记录转成 paipu/1", "convert score sheets and other programs' records"),
    "help.sample": Text("生成样例赛事", "make up a tournament"),
    "help.schema": Text("输出牌谱格式的 JSON Schema", "print the JSON Schema of the format"),
    "help.audit.event": Text(
        "同时审核这份赛事文件：抽签、各场、公布的表", "audit this event file too: draw, matches, published tables"
    ),
    "help.of_event": Text(
        "这场所属的赛事文件：一场最多几局以它为准", "the event file of the match, which says how many games it has at most"
    ),
    "help.event": Text("赛事文件（paipu-event/1）", "the event file (paipu-event/1)"),
    "help.stage": Text("只列这个阶段", "this stage alone"),
    "help.account": Text(
        "按记录所称、按重算，或按裁决；有 --rulings 时为裁决，否则为重算",
        "by what the records claim, by what was computed, or as ruled; as ruled with --rulings, else as computed",
    ),
    "help.schema.event": Text("赛事文件的，而非牌谱的", "that of event files, not of records"),
    "help.demo": Text("从样例到看板，一步走完", "sample, audit, load, dashboard"),
    "help.lang": Text("语言", "language of what is said"),
    "help.quiet": Text("不显示进度与小结", "no progress and no summary"),
    "help.paths": Text(
        "文件、文件夹，或 - 表示标准输入；.json .ndjson，可为 .gz .zst；计分表 .csv .xlsx",
        "files, folders, or - for standard input; .json .ndjson, also .gz .zst; score sheets .csv .xlsx",
    ),
    "help.output": Text("写入文件而非标准输出", "write to a file instead of standard output"),
    "help.format": Text("输出形式", "the form of the output"),
    "help.computed": Text("另将重算结果逐场写入文件", "also write what was computed, one match a line"),
    "help.fail_on": Text("达到此级别的发现使退出码为 1", "findings this severe or more make the exit code 1"),
    "help.severity": Text("改某个代码的级别（可重复）", "set the severity of a code (repeatable)"),
    "help.baseline": Text("已知发现的基线文件，其中的不计", "a file of known findings, which do not count"),
    "help.write_baseline": Text("把当前发现写成基线", "write the present findings as the baseline"),
    "help.waivers": Text(
        "豁免文件（JSON），须有 author、reason、date", "a JSON file of waivers, each with author, reason, date"
    ),
    "help.unfold": Text(
        "文本输出也列出由别的发现引起的各条", "in text, show what follows from other findings too, not only how much"
    ),
    "help.workers": Text("进程数，不写则为全部处理器核", "worker processes; if not said, as many as there are cores"),
    "help.cluster": Text(
        "由这个 dask 调度器的工作进程来做；地址如 tls://主机:8786，须可信；要装 'paipu[cluster]'",
        "by the workers of this dask scheduler, as tls://HOST:8786, which is trusted; wants 'paipu[cluster]'",
    ),
    "help.warehouse": Text("数据仓库文件夹", "the folder of the warehouse"),
    "help.port": Text("端口", "the port, on this machine only"),
    "help.browser": Text("是否打开浏览器", "whether to open a browser"),
    "help.explain.name": Text(
        "代码、条款、选项、规则名、拒收原因，或牌桌用语（下游、双戴花……）",
        "a code, clause, option, rule sheet, reason for refusal, or a player's word (tractor, tribute, …)",
    ),
    "help.explain.all": Text("列出全部", "list everything"),
    "help.rules.sheet": Text("规则名", "a rule sheet"),
    "help.rules.options": Text("列出选项、取值与默认", "list the options with their values and defaults"),
    "help.convert.file": Text("要转换的文件，- 为标准输入", "the files to convert, - for standard input"),
    "help.convert.sheet": Text(
        "计分表所用规则，表中有“规则”列则可省", "the rule sheet of score sheets that have no column for it"
    ),
    "help.template": Text("输出空计分表（Excel 或 CSV）", "write an empty score sheet, Excel or CSV"),
    "help.template.output": Text("写入 .xlsx（带下拉选项）或 .csv", "write to an .xlsx, with drop-downs, or a .csv"),
    "help.dashboard.baseline": Text("审计页用的基线，同 paipu audit", "the baseline for the page Audit, as of paipu audit"),
    "help.dashboard.waivers": Text("审计页用的豁免，同 paipu audit", "the waivers for the page Audit, as of paipu audit"),
    "help.load.paths": Text(
        "牌谱、计分表，一个赛事文件也可以；不给，则只补做欠下的审核",
        "records, score sheets, and the file of an event; without any, what audits are due are made",
    ),
    "help.load.event": Text(
        "一并装入的赛事文件：排名、核对与审核由此而来",
        "an event file to load too: standings, the published tables held against them, its audit",
    ),
    "help.convert.event": Text(
        "计分表所属赛事的文件：规则、选项、队名与选手名由此而知",
        "the event file of score sheets: its sheet, options, teams, players",
    ),
    "help.convert.from": Text("来源格式", "the format to convert from"),
    "help.sample.event": Text(
        "生成一次完整的赛事：赛事文件、全部牌谱、同样内容的计分表、公布的排名，写入 -o 的文件夹",
        "a whole event of a form: event file, full records, the same as score sheets, published tables, into the folder of -o",
    ),
    "help.sample.seed": Text("种子；同一种子，同样的牌谱", "the seed; the same seed, the same records"),
    "help.sample.matches": Text("场数", "how many matches"),
    "help.sample.faults": Text("有问题的场次比例，0 到 1", "the share of matches with faults, 0 to 1"),
    "help.demo.folder": Text("放置结果的文件夹", "the folder for the results"),
    "help.demo.serve": Text("最后是否打开看板", "whether to serve the dashboard at the end"),
    "help.propose.hand": Text("第几副（no）", "the hand's number"),
    "help.propose.at": Text("墩.手，如 7.2；0 为首墩前", "trick.play, as 7.2; 0 is before the first trick"),
    "help.propose.seat": Text("何人", "whose fault"),
    "help.propose.kind": Text(
        "违规的种类，如 revoke；记录里没有也可", "the kind of the fault, as revoke; it need not be on record"
    ),
    "help.propose.cards": Text("有关的牌（与 --kind 并用）", "the cards concerned (with --kind)"),
    "help.propose.count": Text("所报张数（与 --kind 并用）", "how many cards one said that he had left (with --kind)"),
    "help.propose.seconds": Text("迟到或超时几秒（与 --kind 并用）", "by how many seconds one was late (with --kind)"),
    "help.propose.noticed": Text("何时发现（墩.手），默认为现在", "when it was found, trick.play; now by default"),
    "help.replay.path": Text("牌谱文件或文件夹，- 为标准输入", "a file or folder of records, - for standard input"),
    "help.replay.match": Text("场的 id；只有一场时可省", "the match's id; not needed where there is only one"),
    "help.replay.hand": Text("第几副（no），默认第一副", "the hand's number; the first by default"),
    "help.replay.ply": Text("第几手，0 为出牌前，默认最后一手", "the ply, 0 before the first trick; the last by default"),
    "help.replay.all": Text("逐手显示整副", "every ply of the hand"),
    "help.replay.alternatives": Text("最多列出几种合法出法", "how many legal plays to list at most"),
    "help.judge.sheet": Text("规则", "the rule sheet"),
    "help.judge.level": Text("级牌；扛旗为 flag", "the level, a rank or flag"),
    "help.judge.trump": Text("主花色", "the trump suit, or NT"),
    "help.judge.lead": Text(
        "升级类：领出的牌；省略则裁领出或甩牌", "trick games: the cards led; without it the play is judged as a lead"
    ),
    "help.judge.hand": Text(
        "出牌前的全部手牌；掼蛋类可省", "the complete hand before the play; climbing games may leave it out"
    ),
    "help.judge.play": Text(
        "所出的牌（可重复）；甩牌失败写 甩出>留下，不出写 -，所报牌型写在 = 后",
        "the cards played (repeatable); a failed throw as thrown>stood, a pass as -, a declared reading after =",
    ),
    "help.judge.table": Text(
        "掼蛋类：场上最大的牌；省略则裁领出", "climbing games: what lies on the table; without it the play is a lead"
    ),
    "help.judge.exposed": Text("领出者暴露、须先出的牌", "cards that the leader has exposed and must lead"),
    "help.judge.tribute": Text(
        "进贡的牌，与 --hand 同用；与 --tribute-from 同用则写 E As",
        "a card paid as tribute, with --hand; as E As with --tribute-from",
    ),
    "help.judge.return": Text("还贡的牌，与 --hand 同用（含所收的贡）", "a card returned, with --hand, the tribute in it"),
    "help.judge.double": Text("双下：两家进贡", "both losers pay tribute"),
    "help.judge.seat": Text("出牌者的座位", "the seat of the player"),
    "help.judge.others": Text(
        "其他各家的全部手牌（- 为无牌），判甩牌用", "the other complete hands, - for an empty one, for a throw"
    ),
    "help.judge.gone": Text("此前已经打出的牌", "cards that were played before"),
    "help.judge.bids": Text(
        "亮主与反主，按先后；双红心5写 5h5h=c", "declarations and over-declarations, in order; both ♥5 as 5h5h=c"
    ),
    "help.judge.banker": Text("已定的庄家", "the banker, where it is not declared for"),
    "help.judge.kitty": Text("无人亮主时翻开的底牌，按次序", "the kitty in order, where nobody declared"),
    "help.judge.asked": Text(
        "扣底后逐家问炒底的回答，- 为不炒", "what was answered when asked to take the kitty up again, in order; - for a pass"
    ),
    "help.judge.trick": Text("这一墩谁赢：领出者及各家所出", "who wins this trick: its leader, then the plays"),
    "help.judge.after": Text("这一墩之后谁领出（接风）", "who leads after this trick"),
    "help.judge.out": Text(
        "掼蛋类：此墩之前已出完的各家；在此墩出完的，牌后写 !",
        "climbing games: who was out before the trick; a ! after a play that was a seat's last",
    ),
    "help.judge.left": Text(
        "掼蛋类：此墩之前各家手里的张数，与报牌的 --incident 同用",
        "climbing games: how many cards seats had before the trick, for an --incident about counts",
    ),
    "help.judge.leads": Text("第一墩谁领出", "who leads the first trick"),
    "help.judge.result": Text("打完结算成什么：级数、大分、得分", "what a hand comes to: levels, match score, points"),
    "help.judge.attackers": Text(
        "抓分方得分；另给 --kitty-points 时不含底牌分", "the attackers' points, without the kitty where --kitty-points is given"
    ),
    "help.judge.kitty_points": Text("底牌里的分", "the points in the kitty"),
    "help.judge.last": Text(
        "末墩，写法同 --trick；只写牌则作抓分方领出并赢得",
        "the last trick as in --trick; cards alone were led and won by the attackers",
    ),
    "help.judge.levels": Text("打前双方级数", "both sides' levels before the hand"),
    "help.judge.failures": Text(
        "此前连续打不过末级（扛旗、A）的次数", "how often in a row the side failed at the last level, the flag or A, before"
    ),
    "help.judge.finish": Text("名次：出完的先后", "the order in which the seats were out"),
    "help.judge.in_force": Text("打的是哪一方的级", "the side whose level was played"),
    "help.judge.incident": Text(
        "违例罚多少：种类 座位 何时 noticed 何时发现 牌，迟到写 90s，读秒后仍超时写 still（可重复）",
        "what an incident costs: kind, seat, when, noticed when, cards, 90s for lateness, still after a countdown (repeatable)",
    ),
    "help.judge.earlier": Text("同一方此前同类违例次数", "how often the side did the same before"),
    "help.judge.tribute_from": Text(
        "谁向谁进贡、能否抗贡、谁领出：上一副的名次", "who pays whom, who may refuse, who leads: the places of the hand before"
    ),
    "help.judge.hands": Text("进贡前各家手牌，不全也可", "hands before tribute, complete or a part"),
    "help.judge.time": Text("时间到谁胜，与 --levels 同用", "who wins when time is up, with --levels"),
    "help.judge.option": Text("规则选项（可重复）", "an option of the sheet (repeatable)"),
    "help.judge.from": Text(
        "逐行回答一个文件里的问题：每行一个 JSON 对象，键是这些选项名；- 为标准输入，.gz、.zst 也可",
        "answer a file of questions, a JSON object a line whose keys are these options; - for standard input; .gz and .zst too",
    ),
    "help.judge.exit_code": Text("违例时退出码为 1，无从判定时为 3", "exit 1 if illegal, 3 if undetermined"),
}
