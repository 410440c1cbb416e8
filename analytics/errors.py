"""What can go wrong around a warehouse.

```
WarehouseError
├── NotAWarehouseError    the folder holds none, or something else
│   └── MovedError        it did when it was opened
├── WarehouseBusyError    another process writes to it
├── UnusableError         the disk or the database refuses
│   ├── NotTakenError     an act of the log of rulings, which is not in force then
│   └── UnsureActError    to say whether an act is in force
├── UnreachableError      a worker elsewhere does not see the folder
├── OtherSchemaError      made by a newer paipu or an older one
├── ExportError           a worksheet has not so many rows
├── LoadError             a load stopped; what was committed before stands
└── RulingsError          the log of rulings beside it
    ├── BrokenLogError    not as it was written
    ├── LogBusyError      another process holds it
    └── RefusedActError   an act that may not follow on what is there
```
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from paipu.ingest.refusal import Refusal, refusal
from paipu.replay.text import Text


class WarehouseError(Exception):
    """Any of those below. `message` is for people; as a string the error is the English one."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(zh, en)
        self.message = Text(zh, en)

    def __str__(self) -> str:
        return self.message.en

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process it goes as it is: those below are made of other things than they keep."""
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[WarehouseError], said: tuple[str, ...]) -> WarehouseError:
    made = kind.__new__(kind, *said)
    made.args = said
    return made


class NotAWarehouseError(WarehouseError):
    def __init__(self, directory: Path, zh: str, en: str) -> None:
        super().__init__(f"{directory}：{zh}", f"{directory}: {en}")


class MovedError(NotAWarehouseError):
    def __init__(self, directory: Path) -> None:
        super().__init__(
            directory,
            "这个文件夹打开以后不见了（改了名、移走了，或者磁盘断开了）；把它放回来，或者用新的位置重新打开",
            "this folder was there when it was opened and is gone: renamed, moved, or on a disk that went away; put it "
            "back, or open it again where it is now",
        )


class WarehouseBusyError(WarehouseError):
    """`holder` is the process id that the lock names, None where it cannot be told."""

    def __init__(self, directory: Path, holder: int | None) -> None:
        super().__init__(
            f"{directory}：{f'进程 {holder} 正在写' if holder else '另一个进程正在写或核对'}这个仓库；等它结束后再试",
            f"{directory}: {f'process {holder} is writing to' if holder else 'another process is writing to or checking'} "
            "this warehouse; "
            "wait for it to end, then try again",
        )
        self.holder = holder


class UnusableError(WarehouseError):
    """What the system or DuckDB said is the cause; `refusal` tells a full disk and a missing permission from damage.

    `remedy` is what to do about damage.
    """

    def __init__(self, directory: Path, cause: Exception, remedy: Text | None = None) -> None:
        self.refusal = refusal(cause)
        first = str(cause).splitlines()[0] if str(cause) else type(cause).__name__
        self.said = first.replace(f"{directory.absolute()}/", "")  # the words before it name the folder
        what = REFUSED[self.refusal]
        do = remedy if remedy and self.refusal == "other" else REMEDIES[self.refusal]
        super().__init__(f"{directory}：{what.zh}；{do.zh}（{self.said}）", f"{directory}: {what.en}; {do.en} ({self.said})")


class NotTakenError(UnusableError):
    """The disk refused an act of the log of rulings, or to be read for it."""

    def __init__(self, path: Path, cause: Exception, remedy: Text | None = None) -> None:
        super().__init__(path, cause, remedy)
        what, do = NOT_TAKEN[self.refusal]
        do = remedy if remedy and self.refusal == "other" else do
        self.message = Text(f"{path}：{what.zh}；{do.zh}（{self.said}）", f"{path}: {what.en}; {do.en} ({self.said})")


class UnsureActError(UnusableError):
    """The disk refused an act when it was in force already, and refused to take it back."""

    def __init__(self, path: Path, line: int, cause: Exception) -> None:
        super().__init__(path, cause)
        self.message = Text(
            f"{path}：磁盘拒绝了，又退不回去：第 {line} 行可能已生效；先看磁盘，再用 paipu ruling list 查（{self.said}）",
            f"{path}: the disk refused, and refused to go back: line {line} may be in force; see to the disk, then look with "
            f"paipu ruling list ({self.said})",
        )


NOT_TAKEN: Final[Mapping[Refusal, tuple[Text, Text]]] = {
    "full": (
        Text("空间不足，没有记入，不生效", "no space left: the act was not taken and is not in force"),
        Text("腾出空间后再裁", "make room, then rule again"),
    ),
    "denied": (
        Text("没有权限，没有记入，不生效", "no permission: the act was not taken and is not in force"),
        Text("改权限，或换一个位置", "change the permissions, or use another place"),
    ),
    "other": (
        Text("读写不了，没有记入，不生效", "cannot be read or written: the act was not taken and is not in force"),
        Text("先看磁盘；paipu ruling verify 逐行核对", "see to the disk; paipu ruling verify tells each line"),
    ),
}


class UnreachableError(WarehouseError):
    def __init__(self, directory: Path, host: str) -> None:
        super().__init__(
            f"{directory}：工作进程所在的 {host} 看不到这个仓库；把仓库放在各机器共用的文件系统上，在每台机器上路径相同",
            f"{directory}: a worker on {host} does not see this warehouse; put it on a file system that all machines share, at "
            "the same path on each",
        )


REFUSED: Final[Mapping[Refusal, Text]] = {
    "full": Text("空间不足，已装入的仍然有效", "no space left, and what is loaded stands"),
    "denied": Text("没有权限", "no permission"),
    "other": Text("读写不了，文件可能已损坏", "cannot be read or written, its file may be damaged"),
}
REMEDIES: Final[Mapping[Refusal, Text]] = {
    "full": Text("腾出空间后再运行一次", "make room and run it again"),
    "denied": Text("改权限，或换一个文件夹", "change the permissions, or use another folder"),
    "other": Text("请换一个文件夹，重新装入牌谱", "load the records again, into another folder"),
}


class OtherSchemaError(WarehouseError):
    """`found` and `expected` are schema versions; those before 4 were one DuckDB file, and 3 stands for all of them."""

    def __init__(self, directory: Path, found: int, expected: int) -> None:
        newer = found > expected
        super().__init__(
            f"{directory}：仓库的结构是第 {found} 版{'' if newer else '或更早'}，本程序用第 {expected} 版；"
            + ("请用更新的 paipu" if newer else "请把原来的牌谱装入新的文件夹：paipu load 牌谱 --warehouse 新文件夹"),
            f"{directory}: the warehouse has schema {found}{'' if newer else ' or an older one'}, this paipu reads {expected}; "
            + ("use the newer paipu" if newer else "load the records into a new folder: paipu load RECORDS --warehouse NEW"),
        )
        self.found, self.expected = found, expected


class ExportError(WarehouseError):
    def __init__(self, rows: int, most: int) -> None:
        super().__init__(
            f"Excel 的一张表最多 {most} 行，这里已有 {rows} 行；请用 csv 或 parquet，或者用 --sheet、--event 缩小范围",
            f"a worksheet of Excel has at most {most} rows, and here are {rows} already; take csv or parquet, or narrow it "
            "down with --sheet or --event",
        )
        self.rows = rows


class LoadError(WarehouseError):
    """Whatever was committed stands, and the same load again goes on from there."""


class RulingsError(WarehouseError):
    """Something is wrong with the log of rulings, or with what is asked of it."""


class BrokenLogError(RulingsError):
    """`what` names the line. Nothing is repaired: whoever has a backup knows what was written."""

    def __init__(self, path: Path, what: Text) -> None:
        super().__init__(
            f"{path}：{what.zh}；从备份放回原来的文件（什么都没有改动；paipu ruling verify 逐行核对）",
            f"{path}: {what.en}; put the file back from a backup (nothing was changed; paipu ruling verify tells each line)",
        )
        self.what = what


class LogBusyError(RulingsError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}：另一个进程一直占着它；等它结束后再试", f"{path}: another process holds it; wait, then try again"
        )


class RefusedActError(RulingsError):
    """`why` says what helps."""

    def __init__(self, why: Text) -> None:
        super().__init__(*why)
