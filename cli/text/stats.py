"""What `paipu stats` and `paipu export` say."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

STATS: Final[Mapping[str, Text]] = {
    "help.stats": Text("选手、搭档、队、赛事的统计", "statistics of players, pairs, teams, events"),
    "help.stats.by": Text(
        "按选手、搭档（六人为三人）、队、座位、赛事或规则",
        "by player, pair (at six seats a trio), team, seat, event or sheet",
    ),
    "help.stats.key": Text("只列这一项，如 hold_rate", "this statistic alone, such as hold_rate"),
    "help.export": Text("把仓库的一张表写成文件", "write a table of the warehouse to a file"),
    "help.export.table": Text(
        "表或视图的名字，见 data/WAREHOUSE.md", "the name of a table or view, as data/WAREHOUSE.md has them"
    ),
    "help.export.event": Text("只列这项赛事", "this event alone"),
    "help.export.format": Text(
        "输出形式：csv、json、parquet、xlsx；不写则看文件名",
        "the form of the output: csv, json, parquet, xlsx; that of the file's name if left out",
    ),
    "stats.key": Text("没有统计项 {key}；相近：{near}", "there is no statistic {key}; near: {near}"),
    "stats.more": Text(
        "另有 {n} 个未列出：-o FILE.csv 写出全部，--sheet、--event 缩小范围",
        "{n} more not shown: -o FILE.csv writes them all, --sheet and --event narrow",
    ),
    "stats.none": Text("没有可统计的", "there is nothing to count"),
    "stats.told": Text(
        "区间 95 %，各自单独成立，误差按场计；“待定”是算不出的副（胜率：场）；"
        "百分位：同一规则里分母不少于 30 者中低于此数的比例，不足 10 个不列",
        "95 % intervals, each for its own value, with errors by match; open hands (matches won: matches) cannot be told; "
        "percentile: the share of those of the same sheet with at least 30 in the denominator that lie below, if there are 10",
    ),
    "stats.spread": Text(
        "中位 {median:.1f}，九成在 {ninetieth:.1f} 内", "median {median:.1f}, nine in ten within {ninetieth:.1f}"
    ),
    "export.table": Text("没有表 {table}；相近：{near}", "there is no table {table}; near: {near}"),
    "export.column": Text("表 {table} 不分 {column}，不能这样筛选", "the table {table} knows no {column} to choose by"),
    "export.form": Text(
        "看不出要写成什么：{path}；用 --format 指明，可用：{forms}",
        "{path} does not tell the form of the file; name it with --format, there are: {forms}",
    ),
    "export.terminal": Text(
        "{form} 不能显示在终端；用 -o 写入文件", "{form} cannot be shown on a terminal; write it to a file with -o"
    ),
    "export.done": Text("{table} 共 {rows} 行，已写入 {path}", "{rows} rows of {table} are in {path}"),
    "column.statistic": Text("统计项", "statistic"),
    "column.value": Text("数值", "value"),
    "column.interval": Text("区间", "interval"),
    "column.numerator": Text("分子", "numerator"),
    "column.denominator": Text("分母", "denominator"),
    "column.open": Text("待定", "open"),
    "column.percentile": Text("百分位", "percentile"),
}
