"""What stops a command, and the exit codes; `paipu.cli.support.ends` has what any other exception comes to.

```
CommandError        a message in both languages and an exit code
├── UsageError      2: what was asked for makes no sense
└── InputError      3: what was to be read cannot be
```
"""

from enum import IntEnum

from paipu.cli.text import TEXT
from paipu.replay.text import Text


class ExitCode(IntEnum):
    """What the exit status of every command means. A signal makes it 128 and the signal's number."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    INPUT = 3
    INTERNAL = 4
    FULL = 5
    DENIED = 6
    INTERRUPTED = 130
    BROKEN_PIPE = 141


def code_of(key: str) -> str:
    """The code of an error for programs, from the key of its message.

    >>> code_of("solve.nothing_there")
    'SOLVE-NOTHING-THERE'
    """
    return key.upper().replace(".", "-").replace("_", "-")


class CommandError(Exception):
    """A command cannot go on. `key` names the message in the catalogue, `values` fill it."""

    code: int = ExitCode.INTERNAL

    def __init__(self, key: str, /, **values: str | int | Text) -> None:
        self.key, self.values = key, values
        self.message = TEXT[key].fill(**values)
        super().__init__(self.message.en)


class UsageError(CommandError):
    """The command line is wrong. `option` is the option at fault, None where it is none alone."""

    code: int = ExitCode.USAGE

    def __init__(self, key: str, /, **values: str | int | Text) -> None:
        super().__init__(key, **values)
        named = values.get("option", values.get("missing"))
        self.option = named if isinstance(named, str) and named.startswith("--") else None


class InputError(CommandError):
    """Something that was to be read is not there, or is not what it should be."""

    code: int = ExitCode.INPUT
