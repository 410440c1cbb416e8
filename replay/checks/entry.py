"""What a check code stands for, as the files of this folder say: one for each thing that a referee looks at."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from paipu.replay.findings import Kind, Severity
from paipu.replay.text import Text
from paipu.replay.texts import Texts
from paipu.replay.values import ValueType

FILES: Final = (
    *("record", "deal", "terms", "declaring", "kitty", "tribute"),
    *("leading", "following", "combinations", "claims", "incidents", "event"),
)
SEVERITY: Final[Mapping[Kind, Severity]] = {
    Kind.FAIL: Severity.ERROR,
    Kind.REVIEW: Severity.WARNING,
    Kind.OPEN: Severity.NOTE,
}
REMEDIES: Final = Texts({}, (__package__, "remedies"))
"""What many checks ask for; a check that asks for something else says what."""


class Check(NamedTuple):
    """What a code stands for: a short title, the message of a finding, and what to do about it.

    A breach of a rule or a wrong claim is a `fail`, a matter for the referee a `review`, what the record leaves out is `open`.
    `says` tells what the values are that the message has: what is `expected`, what is `actual`, and those of its own; a value
    that it does not name is said as it stands. `nothing` is said where a value is none.
    `of_ruling` is the message about what a ruling finds proven, where that of what the table noted would not be true.
    A check that `quotes` tells of teams, players and tables by the names that people gave them: what it tells is said as it
    stands, for a team may be called NEWS or 10.
    """

    code: str
    kind: Kind
    title: Text
    message: Text
    remedy: Text
    quotes: bool = False
    says: Mapping[str, ValueType] = MappingProxyType({})
    nothing: Text | None = None
    of_ruling: Text | None = None

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return SEVERITY[self.kind]


def read(name: str) -> list[Check]:
    """The checks of a file, in its order: what is no `fail` says its `kind`, and a remedy is one of `REMEDIES` or its own."""
    table: Mapping[str, Any] = tomllib.loads(resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    return [
        Check(
            code,
            Kind(row.get("kind", Kind.FAIL)),
            Text(*row["title"]),
            Text(row["zh"], row["en"]),
            REMEDIES[row["remedy"]] if isinstance(row["remedy"], str) else Text(*row["remedy"]),
            row.get("quotes", False),
            {name: ValueType(of) for name, of in row.get("says", {}).items()},
            Text(*row["nothing"]) if "nothing" in row else None,
            Text(*row["ruled"]) if "ruled" in row else None,
        )
        for code, row in table.items()
    ]
