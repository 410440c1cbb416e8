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

from pathlib import Path
from typing import Any, Final

from paipu.ingest.refusal import refusal
from paipu.replay.text import Text
from paipu.replay.texts import Texts

NOTICES: Final = Texts({}, (__package__, "text.notice"))
ERRORS: Final = Texts({}, (__package__, "text.error"))


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
        super().__init__(directory, *ERRORS["moved"])


class WarehouseBusyError(WarehouseError):
    """`holder` is the process id that the lock names, None where it cannot be told."""

    def __init__(self, directory: Path, holder: int | None) -> None:
        super().__init__(*ERRORS["busy" if holder else "busy.somebody"].fill(directory=directory, holder=holder))
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
        super().__init__(*ERRORS["unusable"].fill(path=directory, what=what, do=do, said=self.said))


class NotTakenError(UnusableError):
    """The disk refused an act of the log of rulings, or to be read for it."""

    def __init__(self, path: Path, cause: Exception, remedy: Text | None = None) -> None:
        super().__init__(path, cause, remedy)
        what = NOT_TAKEN[self.refusal]
        do = remedy if remedy and self.refusal == "other" else NOT_TAKEN[f"do.{self.refusal}"]
        self.message = ERRORS["unusable"].fill(path=path, what=what, do=do, said=self.said)


class UnsureActError(UnusableError):
    """The disk refused an act when it was in force already, and refused to take it back."""

    def __init__(self, path: Path, line: int, cause: Exception) -> None:
        super().__init__(path, cause)
        self.message = ERRORS["unsure"].fill(path=path, line=line, said=self.said)


NOT_TAKEN: Final = Texts({}, (__package__, "text.not_taken"))


class UnreachableError(WarehouseError):
    def __init__(self, directory: Path, host: str) -> None:
        super().__init__(*ERRORS["unreachable"].fill(directory=directory, host=host))


REFUSED: Final = Texts({}, (__package__, "text.refusal"))
REMEDIES: Final = Texts({}, (__package__, "text.remedy"))


class OtherSchemaError(WarehouseError):
    """`found` and `expected` are schema versions; those before 4 were one DuckDB file, and 3 stands for all of them."""

    def __init__(self, directory: Path, found: int, expected: int) -> None:
        said = ERRORS["schema.newer" if found > expected else "schema.older"]
        super().__init__(*said.fill(directory=directory, found=found, expected=expected))
        self.found, self.expected = found, expected


class ExportError(WarehouseError):
    def __init__(self, rows: int, most: int) -> None:
        super().__init__(*ERRORS["export"].fill(most=most, rows=rows))
        self.rows = rows


class LoadError(WarehouseError):
    """Whatever was committed stands, and the same load again goes on from there."""


class RulingsError(WarehouseError):
    """Something is wrong with the log of rulings, or with what is asked of it."""


class BrokenLogError(RulingsError):
    """`what` names the line. Nothing is repaired: whoever has a backup knows what was written."""

    def __init__(self, path: Path, what: Text) -> None:
        super().__init__(*ERRORS["log.broken"].fill(path=path, what=what))
        self.what = what


class LogBusyError(RulingsError):
    def __init__(self, path: Path) -> None:
        super().__init__(*ERRORS["log.busy"].fill(path=path))


class RefusedActError(RulingsError):
    """`why` says what helps; `key` is the reason for programs."""

    def __init__(self, why: Text, key: str) -> None:
        super().__init__(*why)
        self.key = key
