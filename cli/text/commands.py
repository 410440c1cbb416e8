"""What all the other commands say: what stops them, labels, counts, lists."""

from collections.abc import Mapping
from typing import Final

from replay.text import Text

COMMANDS: Final[Mapping[str, Text]] = {
    # what stops a command
    "usage.NoSuchCommand": Text("没有这个命令：{name}", "no such command: {name}"),
    "usage.NoSuchOption": Text("没有这个选项：{name}", "no such option: {name}"),
    "usage.MissingParameter": Text("缺少参数：{name}", "missing: {name}"),
    "usage.BadParameter": Text("参数 {name} 的值不对", "invalid value for {name}"),
    "usage.BadOptionUsage": Text("选项 {name} 用法不对", "{name} is used wrongly"),
    "usage.other": Text("用法不对", "wrong usage"),
    "usage.try": Text("用法见 / usage: {command} --help", "usage: {command} --help"),
    "end.full": Text(
        "空间不足（磁盘已满、超出配额或文件大小限制）：{what}；腾出空间，或写到别处，再运行一次",
        "no space left (full disk, quota or limit of file size): {what}; make room, or write elsewhere, and run it again",
    ),
    "end.denied": Text(
        "没有权限：{what}；改权限，或换一个有权限的地方，再运行一次",
        "no permission: {what}; change the permissions, or use another place, and run it again",
    ),
    "end.other": Text("系统拒绝：{what}", "the system refuses: {what}"),
    "stdout.closed": Text(
        "标准输出是关闭的，结果无处可写；不要关闭它，或用 -o 写入文件",
        "the standard output is closed, so there is nowhere to write the results; leave it open, or write to a file with -o",
    ),
    "worker.died": Text(
        "一个工作进程没做完就结束了（内存不够？）；可用较小的 --workers 再试",
        "a worker process ended before its work was done (out of memory?); try again with fewer --workers",
    ),
    "end.internal": Text("内部错误：{what}", "internal error: {what}"),
    "internal.hint": Text(
        "paipu: 这是程序的问题，不是牌谱的问题；加 --debug 可见详情 / a fault of this program; --debug shows more",
        "paipu: a fault of this program; --debug shows more",
    ),
    "internal.record": Text(
        "paipu: {place}：内部错误，此份未审核（{what}）；加 --debug 可见详情",
        "paipu: {place}: internal error, not audited ({what}); --debug shows more",
    ),
    "end.interrupted": Text("已中断", "interrupted"),
    "output.cannot": Text("无法写入 {path}：{why}", "cannot write {path}: {why}"),
    "output.input": Text(
        "{path} 也是这次的输入（{source}），写入会毁掉它；请换一个文件名",
        "{path} is an input of this run too ({source}) and would be overwritten; write to another file",
    ),
    "output.twice": Text("两项输出是同一个文件：{path}", "two results go to the same file: {path}"),
    "output.stdout": Text("标准输出", "the standard output"),
    "output.read_only": Text(
        "{path} 是只读的，不去覆盖它；请换一个文件名，或先 chmod u+w",
        "{path} is read-only and is not overwritten; write to another file, or chmod u+w it first",
    ),
    "file.unreadable": Text("读不了 {path}：{why}", "cannot read {path}: {why}"),
    "warehouse.trouble": Text("数据仓库 {zh}", "warehouse {en}"),
    "dashboard.trouble": Text(
        "看板无法启动：{zh}（用 paipu load 装入牌谱，--warehouse 指明位置，--port 指明端口）",
        "the dashboard cannot be served: {en} (paipu load fills a warehouse, --warehouse says where it is, --port the port)",
    ),
    "severity.code": Text("没有代码 {code}；相近：{near}", "there is no code {code}; near: {near}"),
    "severity.level": Text("{given}：级别只能是 error、warning、note", "{given}: the level is one of error, warning, note"),
    "baseline.missing": Text("--write-baseline 须与 --baseline FILE 同用", "--write-baseline needs --baseline FILE"),
    "baseline.format": Text(
        "{path} 不是基线文件（首行应为 {expected}）", "{path} is no baseline (its first line names {expected})"
    ),
    "baseline.broken": Text("基线文件 {path} 已损坏：{why}", "the baseline {path} is damaged: {why}"),
    "waivers.json": Text("豁免文件 {path} 不是 JSON：{why}", "the waivers {path} are not JSON: {why}"),
    "waivers.list": Text("豁免文件 {path} 须为一个列表", "the waivers {path} must be a list"),
    "waivers.object": Text("{path} 第 {number} 条不是对象", "{path}, entry {number} is no object"),
    "waivers.key": Text(
        "{path} 第 {number} 条：不该有键“{key}”", "{path}, entry {number}: the key “{key}” does not belong here"
    ),
    "waivers.missing": Text("{path} 第 {number} 条：缺少“{key}”", "{path}, entry {number}: “{key}” is missing"),
    "waivers.fingerprint": Text(
        "{path} 第 {number} 条：指纹应为 16 位十六进制，而不是 {found}",
        "{path}, entry {number}: a fingerprint has 16 hexadecimal digits, not {found}",
    ),
    "waivers.date": Text(
        "{path} 第 {number} 条：日期应写作 2026-05-01，而不是 {found}",
        "{path}, entry {number}: a date is written 2026-05-01, not {found}",
    ),
    # audit
    "audit.title": Text("审核", "auditing"),
    "audit.words": Text("{read} 份，发现 {findings}", "{read} records, {findings} findings"),
    "audit.equation": Text(
        "读入 {read} = 通过 {accepted} + 通过但有发现 {findings} + 隔离 {quarantined}",
        "read {read} = accepted {accepted} + accepted with findings {findings} + quarantined {quarantined}",
    ),
    "audit.findings": Text(
        "发现 {total}：错误 {error}，警告 {warning}，提示 {note}",
        "findings {total}: errors {error}, warnings {warning}, notes {note}",
    ),
    "audit.following": Text("由此而起、不另计的 {n}", "{n} more follow from these and are not counted"),
    "audit.follows": Text("{n} 条：{codes}", "{n}: {codes}"),
    "audit.fits": Text("{place} 读作 {value}", "{place} reads {value}"),
    "audit.fits.without": Text("没有 {place}", "{place} is left out"),
    "audit.not_counted": Text("另有不计者：基线已知 {known}，豁免 {waived}", "not counted: known {known}, waived {waived}"),
    "audit.baseline_written": Text("写入基线 {known}，豁免 {waived}", "written to the baseline {known}, waived {waived}"),
    "audit.nothing": Text("没有读到任何牌谱", "nothing was found to read"),
    "waiver.unused": Text("豁免未用上：{about}（{author}，{date}）", "a waiver met nothing: {about} ({author}, {date})"),
    "waived": Text("{author}，{date}：{reason}", "{author}, {date}: {reason}"),
    "rejected": Text("隔离", "quarantined"),
    "rejected.more": Text("另有 {n} 处", "and {n} more"),
    "found": Text("（为 {value}）", "(found {value})"),
    "expected": Text("（应为 {value}）", "(expected {value})"),
    # places and words
    "kind.rejection": Text("拒收原因：输入被隔离，不审核", "a reason for refusal: the input is quarantined, not audited"),
    # labels
    "label.where": Text("位置", "where"),
    "label.what": Text("说明", "what"),
    "label.clause": Text("条款", "clause"),
    "label.option": Text("选项", "option"),
    "label.effect": Text("处理", "effect"),
    "label.source": Text("出处", "source"),
    "label.cell": Text("单元格", "cell"),
    "label.fits": Text("若作", "fits if"),
    "label.follows": Text("随之", "follows"),
    "label.cause": Text("起因", "cause"),
    "label.print": Text("指纹", "id"),
    "label.waived": Text("豁免", "waived"),
    "label.severity": Text("级别", "severity"),
    "label.meaning": Text("意思", "meaning"),
    "label.kind": Text("性质", "kind"),
    "label.message": Text("消息", "message"),
    "label.defines": Text("所用定义", "uses"),
    "label.remedy": Text("怎么办", "remedy"),
    "label.sheet": Text("规则", "sheet"),
    "label.basis": Text("依据", "basis"),
    "label.checks": Text("由此检查", "checked by"),
    "label.defines_for": Text("用于", "used by"),
    "label.not_checkable": Text("无法检查", "not checkable"),
    "label.evidence": Text("理由", "because"),
    "label.alike": Text("别处", "alike"),
    "label.default": Text("默认", "default"),
    "label.values": Text("取值", "values"),
    "label.allowed": Text("可出", "legal"),
    "label.stands": Text("只出", "may lead"),
    "label.table": Text("场上", "table"),
    "label.reads": Text("牌型", "reads"),
    "label.pays": Text("可贡", "may pay"),
    "label.returns": Text("可还", "may give"),
    "label.fine": Text("罚分", "fine"),
    "label.trump": Text("定主", "trump"),
    "label.otherwise": Text("另读", "else"),
    "label.missing": Text("缺少", "missing"),
    "label.after": Text("此后", "then"),
    "label.legal": Text("合法", "legal"),
    "label.time": Text("用时", "time"),
    "label.kitty": Text("底牌", "kitty"),
    "label.incident": Text("记录的违例", "incident"),
    "label.ruling": Text("裁决", "ruling"),
    "label.finding": Text("发现", "finding"),
    "label.elsewhere": Text("另有发现的手", "findings at plies"),
    "label.bids": Text("亮主", "declared"),
    "label.buried": Text("扣底", "buried"),
    "label.asked": Text("炒底", "asked"),
    "label.points": Text("得分", "points"),
    "label.score": Text("大分", "score"),
    "label.levels": Text("本副后级数", "levels after"),
    "label.before": Text("上副名次", "last hand"),
    "label.tribute": Text("进贡", "tribute"),
    "label.leads": Text("应先出", "to lead"),
    "label.places": Text("已出完", "out"),
    "label.owed": Text("要求", "owed"),
    "label.finish": Text("名次", "finish"),
    "label.pins": Text("版本", "pinned"),
    # explain
    "explain.what": Text("给出一个名字，或用 --all 列出全部", "give one name, or --all to list everything"),
    "explain.unknown": Text("没有“{name}”；相近：{near}", "there is no “{name}”; near: {near}"),
    "explain.renamed": Text("{old} 现在叫 {new}（斜线后为情形）。", "{old} is now {new} (after the slash: the case)."),
    "index.codes": Text("检查代码", "check codes"),
    "index.clauses": Text("条款", "clauses"),
    "index.options": Text("选项", "options"),
    "index.reasons": Text("拒收原因", "reasons for refusal"),
    "index.terms": Text("牌桌用语（同义）", "players' words that mean the same"),
    # rules
    "rules.version": Text("版本 {version}", "version {version}"),
    "rules.unknown": Text("没有规则 {sheet}；相近：{near}", "there is no rule sheet {sheet}; near: {near}"),
    "rules.which": Text("请指明规则：{sheets}", "name a sheet: {sheets}"),
    "rules.settled": Text("已有定论，不能设定：", "Settled, and not to be set:"),
    "rules.how": Text(
        "在牌谱的 options 中设定，例如 {example}；* 为默认。",
        "Set in a record under options, as in {example}; * marks the default.",
    ),
    "rules.number": Text("整数", "a whole number"),
    "rules.table": Text("换算表：小分:大分，由小到大", "a table of points:score, points in rising order"),
    # convert, sample, load, dashboard, demo
    "convert.unknown": Text(
        "没有来源格式 {form}；可用：{known}；相近：{near}", "there is no format {form}; there are: {known}; near: {near}"
    ),
    "convert.large": Text("{path} 超过 {limit} 字节", "{path} is larger than {limit} bytes"),
    "convert.done": Text("由 {form} 转出 {n} 场", "{n} matches converted from {form}"),
    "convert.sheet": Text(
        "--sheet 与 --event 只用于 --from scoresheet；其他来源的记录自己说明规则",
        "--sheet and --event are for --from scoresheet alone; records of other programs say what they are of",
    ),
    "convert.other": Text(
        "--sheet {sheet} 与赛事文件的规则 {event} 不同；去掉 --sheet 即可",
        "--sheet {sheet} is not the sheet of the event, {event}; leave --sheet out",
    ),
    "scoresheet.rows": Text(
        "{file}：读到 {read} 行 = 采用 {taken} + 隔离 {quarantined} + 跳过 {skipped}"
        "（空行 {blank}，合计 {total}，标题与表头 {title}，示例 {example}）",
        "{file}: rows read {read} = taken {taken} + quarantined {quarantined} + skipped {skipped}"
        " (blank {blank}, totals {total}, titles and headers {title}, examples {example})",
    ),
    "scoresheet.note": Text("提示 {cell}  {message}", "note {cell}  {message}"),
    "scoresheet.notes": Text("提示 {cell}  {message}（同列共 {n} 格）", "note {cell}  {message} ({n} cells of the column)"),
    "scoresheet.more": Text("另有提示 {n} 类", "and {n} more kinds of notes"),
    "template.suffix": Text(
        "{path}：空表只有 .xlsx 与 .csv 两种；不加 -o 则输出 CSV", "{path}: a template is .xlsx or .csv; CSV without -o"
    ),
    "template.done": Text("{sheet} 的空计分表 → {path}", "an empty score sheet of {sheet} → {path}"),
    "sample.title": Text("生成样例", "making samples"),
    "sample.done": Text("已生成 {n} 场（种子 {seed}）", "{n} matches made (seed {seed})"),
    "verify.checked": Text(
        "{file}：{batches} 批，牌谱 {records} 份，{parts} 个文件共 {rows} 行，逐一核对过",
        "{file}: {batches} batches, {records} records, {rows} rows in {parts} files, every one checked",
    ),
    "verify.notice": Text("注意：{notice}", "note: {notice}"),
    "verify.remedy": Text("    办法：{remedy}", "    remedy: {remedy}"),
    "verify.sound": Text("完好", "no damage"),
    "verify.damaged": Text("损坏 {n} 处", "damage in {n} places"),
    "load.title": Text("装入", "loading"),
    "load.words": Text("{read} 份，{plays} 手", "{read} records, {plays} plays"),
    "load.equation": Text(
        "读入 {read} = 通过 {accepted} + 通过但有发现 {findings} + 隔离 {quarantined} + 早已装入 {already}",
        "read {read} = accepted {accepted} + accepted with findings {findings} + quarantined {quarantined}"
        " + already loaded {already}",
    ),
    "load.brought": Text(
        "装入 {hands} 副、{plays} 手、{findings} 项发现", "loaded {hands} hands, {plays} plays, {findings} findings"
    ),
    "load.replaced": Text(
        "其中 {n} 份以前审核过，因版本或赛事的场次有变而重新审核",
        "of these {n} had been audited before, by other versions or over other matches of the event",
    ),
    "load.events": Text(
        "另有 {n} 个已入库的赛事因场次有变而重新审核",
        "{n} events that were there were audited anew, since their matches have changed",
    ),
    "load.internal": Text("其中 {n} 份因程序内部错误未审核", "of these {n} were not audited for a fault of this program"),
    "load.quarantine": Text(
        "隔离 {n} 份，原因见数据仓库的 quarantine 表，或用 paipu audit 查看",
        "{n} are in quarantine; the table quarantine, or paipu audit, says why",
    ),
    "dashboard.at": Text("看板：{url}（Ctrl-C 停止）", "dashboard: {url} (Ctrl-C stops it)"),
    "demo.sample": Text("一、生成 {n} 场样例赛事 → {path}", "1. a sample tournament of {n} matches → {path}"),
    "demo.event": Text("　　连同一次完整的赛事（{form}）→ {folder}", "   and a whole event ({form}) → {folder}"),
    "demo.audit": Text("二、审核 → {path}", "2. audit → {path}"),
    "demo.load": Text("三、装入数据仓库 → {path}", "3. load into the warehouse → {path}"),
    "demo.later": Text("看板：paipu dashboard --warehouse {path}", "dashboard: paipu dashboard --warehouse {path}"),
}
