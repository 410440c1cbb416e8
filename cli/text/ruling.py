"""What `paipu ruling` says."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

RULING: Final[Mapping[str, Text]] = {
    "ruling.record": Text(
        "请给出牌谱（RECORD），或用 --id 指明草拟的裁决", "name the record (RECORD), or a draft that is there with --id"
    ),
    "ruling.unchecked": Text(
        "改了认定的违规或其位置，须对照牌谱核对：请给出牌谱（RECORD）",
        "another fault is found proven, or elsewhere, and the record is to show whether it can be: name the record (RECORD)",
    ),
    "ruling.sides": Text("--{name} {given}：应写作 NS=-10,EW=2", "--{name} {given}: it is written NS=-10,EW=2"),
    "ruling.whole": Text(
        "--ruling 是整项裁决，不与其他说明裁决的选项并用",
        "--ruling is the whole ruling: no other option says anything of it then",
    ),
    "entry.object": Text(
        "--ruling 须是一个 JSON 对象，写法同牌谱的 rulings", "--ruling is one JSON object, as in a record's rulings"
    ),
    "entry.wrong": Text("裁决写得不对：{zh}", "the ruling is not as the format has it: {en}"),
    "entry.state": Text(
        "/state: 写的是 {given}，而这一步之后是 {state}；省略即可",
        "/state: it says {given}, and after this act it is {state}; leave it out",
    ),
    "entry.fault": Text(
        "--fault 里的 {given}：写作 KIND,noticed=9.4,cards=3s,count=9,seconds=600,step=foul",
        "--fault, {given}: it is written KIND,noticed=9.4,cards=3s,count=9,seconds=600,step=foul",
    ),
    "help.ruling.fault": Text(
        "认定的违规，后果按规则：种类，另可写 noticed、cards、count、seconds、step",
        "a fault found proven, which costs what the sheet prints: its kind, and noticed, cards, count, seconds, step",
    ),
    "help.ruling.ruling": Text(
        "整项裁决，写法同牌谱的 rulings；id、state、by、when、note 由这一步写",
        "the whole ruling as an entry of a record's rulings; id, state, by, when and note are the act's",
    ),
    "ruling.proposal": Text(
        "--proposal {n}：规则在此处提供 {found} 项（paipu ruling propose 列出），并须写明 --hand",
        "--proposal {n}: the sheet provides {found} here (paipu ruling propose lists them); --hand is needed too",
    ),
    "ruling.no_log": Text(
        "没有裁决记录 {path}；用 --rulings 指明", "there is no log of rulings {path}; name it with --rulings"
    ),
    "ruling.unknown": Text("{path} 里没有裁决 {id}", "{path} has no ruling {id}"),
    "ruling.astray": Text("⚠ {what}", "⚠ {what}"),
    "help.ruling.records": Text(
        "现有的牌谱：说明哪些裁决裁的是它们的另一版",
        "records as they are now: says which rulings are on another version of them",
    ),
    "ruling.done": Text("已记入第 {no} 行：{what}", "line {no}: {what}"),
    "ruling.none": Text("{path} 里还没有裁决", "{path} has no rulings yet"),
    "ruling.act.draft": Text("草拟", "drafted"),
    "ruling.act.issue": Text("裁决", "issued"),
    "ruling.act.appeal": Text("申诉", "appealed"),
    "ruling.act.decide": Text("终裁", "decided"),
    "ruling.act.withdraw": Text("撤销", "withdrawn"),
    "ruling.checked": Text("查了 {acts} 行，{rulings} 项裁决", "{acts} lines, {rulings} rulings checked"),
    "ruling.sound": Text(
        "没有查出改动：逐行相连，末行是确认过的那一行",
        "no change found: line follows on line, and the last is the one acknowledged",
    ),
    "ruling.broken": Text(
        "不可用：从备份放回原来的文件；什么都没有改动", "not to be used: put the file back from a backup; nothing was changed"
    ),
    "ruling.mark": Text("共 {lines} 行，末行哈希 {sha256}", "{lines} lines, the hash of the last is {sha256}"),
    "ruling.seen": Text("仓库见过前 {lines} 行", "the warehouse has seen {lines} lines"),
    "ruling.lines": Text(
        "共 {lines} 行；按看过的这些裁决时写 --seen {lines}",
        "{lines} lines; who rules by what he has seen here writes --seen {lines}",
    ),
    "ruling.confirm": Text(
        "没有备份时：与打印的报告核对哈希，再由人担保："
        "paipu ruling confirm {sha256}{instead} --rulings {path} --by 姓名 --reason 理由",
        "without a backup: hold the hash against printed reports, and have somebody answer for it: "
        "paipu ruling confirm {sha256}{instead} --rulings {path} --by NAME --reason WHY",
    ),
    "help.ruling.confirm": Text(
        "担保记录的末尾：记数文件不见了，或行少了而没有备份",
        "answer for the end of the log, where its head or lines are gone for good",
    ),
    "help.ruling.last": Text("末行的哈希，至少前 12 位", "the hash of the last line, 12 digits of it at least"),
    "help.ruling.instead_of": Text(
        "仓库见过而现在没有的末行的哈希", "the hash of the last line that the warehouse has seen and that is gone"
    ),
    "help.ruling.seen": Text(
        "看过记录的前 N 行；此后这场又有裁决就不记入",
        "how many lines of the log you saw: with newer ones on the match it is refused",
    ),
    "load.ruled": Text(
        "裁决记录或赛事所定的局数变了：其中 {n} 份是仓库里已有的，按现在的重新审核",
        "rulings, or the games that an event sets, have changed: {n} of them were in the warehouse and were audited again so",
    ),
    "rulings.trouble": Text("裁决记录 {zh}", "log of rulings {en}"),
    "help.ruling": Text(
        "裁决：草拟、作出、申诉、终裁、撤销，逐条记入不可改的记录",
        "rulings: draft, issue, appeal, decide, withdraw, in a log that only grows",
    ),
    "help.ruling.draft": Text("草拟一项裁决（不生效）", "draft a ruling, which is not in force"),
    "help.ruling.issue": Text("作出裁决（生效）", "issue a ruling"),
    "help.ruling.appeal": Text("对裁决申诉（仍有效）", "appeal against a ruling, which stays in force"),
    "help.ruling.decide": Text("终裁：维持，或另写效果", "decide: uphold it, or give it another effect"),
    "help.ruling.withdraw": Text("撤销裁决，结果恢复如前", "withdraw a ruling: results are as before"),
    "help.ruling.list": Text("列出裁决及现状", "list the rulings as they stand"),
    "help.ruling.verify": Text("逐行核对记录有无改动、缺行", "check the log line by line"),
    "help.ruling.log": Text("裁决记录文件", "the log of rulings"),
    "help.ruling.id": Text("裁决的编号", "the id of the ruling"),
    "help.ruling.of": Text("只列这一项的每一步", "every act of this ruling"),
    "help.ruling.by": Text("由谁作出", "who does it"),
    "help.ruling.reason": Text("理由", "why"),
    "help.ruling.record_of": Text(
        "牌谱文件；改认定的违规或其位置时须给出；多场时加 --match",
        "the record's file, needed where another fault is found proven, or elsewhere; with --match where it has several",
    ),
    "help.ruling.record": Text("牌谱文件；多场时加 --match", "the record's file; with --match where it has several"),
    "help.ruling.proposal": Text("照 propose 列出的第 N 项", "the N-th ruling that `propose` lists"),
    "help.ruling.kind": Text("违例种类，同 propose --kind", "the kind of incident, as in propose --kind"),
    "help.ruling.hand": Text("第几副；不写为整场", "the hand; left out where it is on the match"),
    "help.ruling.at": Text("墩.手", "trick.play"),
    "help.ruling.seat": Text("被裁者", "whom it is against"),
    "help.ruling.clause": Text("所据条款", "the clause"),
    "help.ruling.points": Text("双方加减的分，不必相抵", "points added for each side"),
    "help.ruling.levels": Text("双方加减的级", "levels added for each side"),
    "help.ruling.next_dealer": Text("下一副的庄家", "the next banker"),
    "help.ruling.winner": Text("判胜的一方", "the side that wins"),
    "help.ruling.loser": Text("判负的一方", "the side that loses the match"),
    "help.ruling.disqualified": Text("取消参赛资格的一方", "the side that is disqualified"),
    "help.ruling.double": Text("判为双下的一方", "the side ruled to have the last places"),
    "help.ruling.void": Text("本副作废", "the hand does not count"),
    "help.ruling.stopped": Text("停止此次出牌", "the turn at that place is lost"),
    "help.rulings": Text(
        "裁决记录；其中生效的先叠加到牌谱上再审核",
        "a log of rulings: those in force are laid over the records before the audit",
    ),
}
