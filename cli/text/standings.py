"""What the commands about events say."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text
from paipu.replay.words import FIGURE_NAMES

STANDINGS: Final[Mapping[str, Text]] = {
    **{f"standings.{key}": name for key, name in FIGURE_NAMES.items()},
    "event.unreadable": Text("{path} 不是可用的赛事文件", "{path} is no event file that can be used"),
    "sample.form": Text("没有这种赛事：{form}；有：{forms}", "no such form of event: {form}; there are: {forms}"),
    "sample.folder": Text("赛事要写入文件夹，请用 -o 指明", "an event is written into a folder: name it with -o"),
    "sample.event": Text(
        "赛事 {form}（种子 {seed}）已写入 {folder}：event.json、records.ndjson、sheets.csv、sheets.xlsx、published.csv",
        "the event {form} (seed {seed}) is in {folder}: event.json, records.ndjson, sheets.csv, sheets.xlsx, published.csv",
    ),
    "standings.stage": Text("赛事没有阶段 {stage}；相近：{near}", "the event has no stage {stage}; near: {near}"),
    "standings.rulings": Text(
        "--rulings 只用于 --as ruled；这里写的是 --as {account}", "--rulings is for --as ruled; here it is --as {account}"
    ),
    "event.published": Text(
        "公布的表共 {cells} 格：核对 {checked}，其中不符 {differing}；未核对 {unchecked}",
        "cells of published tables {cells}: checked {checked}, of these differing {differing}; unchecked {unchecked}",
    ),
    "standings.unplaced": Text(
        "不在抽签表上（阶段、轮次、桌号或参赛者对不上，或一场两份），没有计入 {n} 场：{some}；详见 paipu audit --event",
        "at no drawn table (stage, round, table or entrants differ, or one match is there twice), so not counted, {n}: {some}; "
        "see paipu audit --event",
    ),
    "standings.bare": Text(
        "{of} 场中 {n} 场没有一副牌的记录，按所记的比赛结果计",
        "of {of} matches {n} have no hand on record and count as claimed",
    ),
    "audit.account": Text(
        "--as {account} 是按什么核对公布的表，要同时给 --event",
        "--as {account} is what published tables are held against: give --event too",
    ),
    "standings.equation": Text(
        "读入 {read} = 本赛事 {taken} + 其他赛事 {others} + 拒收 {refused}",
        "read {read} = {taken} of this event + {others} of others + {refused} refused",
    ),
    "standings.table": Text("{part}（按轮计分）", "{part} (table of rounds)"),
    "standings.knockout": Text("{part}（淘汰）", "{part} (knock-out)"),
    "standings.team": Text("参赛者", "entrant"),
    "standings.played": Text("场", "played"),
    "standings.open": Text("待定", "open"),
    "standings.reach": Text("可及", "reach"),
    "standings.shared": Text("；与 {others} 并列", "; shared with {others}"),
    "standings.disqualified": Text("取消资格", "DSQ"),
    "standings.disqualified.why": Text(
        "；不排名次，其后递补，已赛各场照计（规则未写，按 EV-1 假定）",
        "; no place, those behind move up, what was played counts (the sheet is silent: assumed by EV-1)",
    ),
    "standings.drawn": Text("第 {no} 轮", "round {no}"),
    "standings.third": Text("三四名：", "third place: "),
    "standings.byes": Text("轮空：{names}", "byes: {names}"),
    "standings.waiting": Text("第 {table} 桌：{first} 对 {second}，待定", "table {table}: {first} against {second}, open"),
    "standings.won": Text("第 {table} 桌：{winner} 胜 {loser}", "table {table}: {winner} beat {loser}"),
}
