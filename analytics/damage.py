"""What a check of a warehouse can find: the kinds of damage, what each means and what helps."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from analytics.snapshots import WRITER
from replay.text import Text

PUBLISH_ANEW: Final = Text(
    "再 load 一次（哪怕是装过的牌谱），就会重新发布",
    "load again, even records that are there already, and it is published anew",
)
_WRITER: Final = Text(
    (
        "把 {file} 移出文件夹（不要删），再 load 一次（哪怕是装过的牌谱），会从最新可读的快照恢复；快照也坏了，就把原来的牌谱"
        "装入新的文件夹"
    ),
    (
        "move {file} out of the folder (do not delete it) and load again, even records that are there already, to go on "
        "from the newest readable snapshot; if that is damaged too, load the records into a new folder"
    ),
)
_SNAPSHOT: Final = Text(
    "把 {file} 移出文件夹，再 load 一次（哪怕是装过的牌谱），就会重新发布；writer.duckdb 也坏了，就先处理它",
    (
        "move {file} out of the folder and load again, even records that are there already, to publish another; "
        "if writer.duckdb is damaged too, see to that first"
    ),
)


class Damage(NamedTuple):
    """Something that is not as it was made. `file` is its name in the folder, `code` a key of `KINDS`."""

    code: str
    file: str
    batch: int | None = None
    table: str | None = None
    amount: int | None = None
    what: str | None = None

    @property
    def message(self) -> Text:
        return KINDS[self.code].fill(**self._asdict())

    @property
    def remedy(self) -> Text:
        by_file = _WRITER if self.file == WRITER else _SNAPSHOT
        return REMEDIES.get(self.code, by_file).fill(**self._asdict())


KINDS: Final[Mapping[str, Text]] = {
    # the rows
    "unreadable": Text("{file} 读不了：{what}", "{file} cannot be read: {what}"),
    "table-missing": Text("{file} 没有表或视图 {table}", "{file} has no table or view {table}"),
    "record-changed": Text(
        "{file} 第 {batch} 批有 {amount} 份牌谱与它的 SHA-256 不符（如 {what}）",
        "{file}: {amount} records of batch {batch} are not what their SHA-256 says, such as {what}",
    ),
    "record-missing": Text(
        "{file} 第 {batch} 批有 {amount} 场没有牌谱原文（如 {what}）",
        "{file}: {amount} matches of batch {batch} are without the bytes of their record, such as {what}",
    ),
    "record-doubled": Text(
        "{file} 的 {table} 里同一份牌谱出现了不止一次（{amount} 份，如 {what}）",
        "{file}: {amount} records stand more than once in {table}, such as {what}",
    ),
    "rows-missing": Text(
        "{file} 的 {table} 少了第 {batch} 批的 {amount} 行", "{file}: {amount} rows of batch {batch} are missing from {table}"
    ),
    "rows-added": Text(
        "{file} 的 {table} 多了第 {batch} 批的 {amount} 行", "{file}: {table} has {amount} rows too many for batch {batch}"
    ),
    "rows-changed": Text(
        "{file} 的 {table} 里第 {batch} 批的行被改过", "{file}: rows of batch {batch} in {table} have been changed"
    ),
    "rows-orphaned": Text(
        "{file} 的 {table} 有 {amount} 行不属于{what}（第 {batch} 批）",
        "{file}: {amount} rows of batch {batch} in {table} belong to nothing in {what}",
    ),
    "batch-missing": Text("{file} 少了第 {batch} 批：共应有 {amount} 批", "{file} lacks batch {batch} of its {amount} batches"),
    "batch-unbalanced": Text(
        "{file} 第 {batch} 批的账不平：读入数、去向与各行对不上",
        "{file}: the counts of batch {batch} do not add up to what was read and to the rows that are there",
    ),
    # the folder
    "writer-missing": Text("{file} 不见了", "{file} is gone"),
    "writer-foreign": Text("{file} 是别的程序的数据库", "{file} is a database of another program"),
    "log-stray": Text("{file} 是日志，但它的数据库不见了", "{file} is a log whose database is gone"),
    "snapshot-foreign": Text("{file} 有快照的名字，却不是仓库", "{file} has a snapshot's name and is no warehouse"),
    "snapshot-ahead": Text("{file} 里有 writer.duckdb 没有的批次", "{file} has batches that writer.duckdb has not"),
    "snapshot-differs": Text("{file} 与 writer.duckdb 同号而内容不同", "{file} has the number of writer.duckdb and other rows"),
    "link-missing": Text("没有 {file}，读者找不到快照", "{file} is not there, and no reader finds a snapshot"),
    "link-broken": Text("{file} 指向的 {what} 不在了", "{file} leads to {what}, which is not there"),
    "link-outside": Text(
        "{file} 应在本文件夹里，却通向别处：{what}", "{file} must be in this folder and leads elsewhere: {what}"
    ),
    "link-replaced": Text("{file} 不是它应有的那种文件", "{file} is not the kind of file that it must be"),
    "file-foreign": Text("{file} 不属于仓库", "{file} is no part of a warehouse"),
}
"""Every kind of damage; `{name}` marks what `Damage` fills in. Codes never change their meaning."""
REMEDIES: Final[Mapping[str, Text]] = {
    "writer-missing": Text(
        "放回 {file}，或者再 load 一次，会从最新可读的快照恢复",
        "put {file} back, or load again to go on from the newest readable snapshot",
    ),
    "writer-foreign": Text("把它移出文件夹", "move it out of the folder"),
    "log-stray": Text(
        "放回 writer.duckdb，或者把 {file} 移出文件夹", "put writer.duckdb back, or move {file} out of the folder"
    ),
    "snapshot-foreign": Text(
        "把它移出文件夹；若它是当前快照，" + PUBLISH_ANEW.zh,
        "move it out of the folder; if it is the current snapshot, " + PUBLISH_ANEW.en,
    ),
    "snapshot-ahead": Text(
        "若 writer.duckdb 是旧的，把它移出文件夹；若要留用它，把 {file} 移出文件夹；再 load 一次（哪怕是装过的牌谱）",
        "if writer.duckdb is an old one, move it out of the folder; if it is the one to keep, move {file} out; then load "
        "again, even records that are there already",
    ),
    "snapshot-differs": Text(
        "看哪一个是对的：把错的移出文件夹，再 load 一次（哪怕是装过的牌谱）",
        "find out which is right, move the other out of the folder, and load again, even records that are there already",
    ),
    "link-missing": PUBLISH_ANEW,
    "link-broken": PUBLISH_ANEW,
    "link-outside": Text(
        "把所指的文件移到这里（磁盘没挂上就先挂上），删去链接，再 load 一次",
        "move what it leads to here (mount the disk if need be), remove the link, and load again",
    ),
    "link-replaced": Text(
        "把它移出文件夹，再 load 一次（哪怕是装过的牌谱）",
        "move it out of the folder and load again, even records that are there already",
    ),
    "file-foreign": Text("把它移到别处；仓库要自己的文件夹", "move it elsewhere; a warehouse wants a folder of its own"),
}
"""What helps against a kind of damage; for any other kind the file decides it."""
