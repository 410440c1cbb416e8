"""The worked cases of the rule notes and their finer points, told once: a table of rows a game, and who is asked them.

A row is what is so and what the printed sheet, or the decided default, makes of it, written from the notes, not from the
engine. `case` is the worked case (`GD1-T05`), or what it is about; `on` is the one sheet of several that it is about. The kinds
of rows are the tables of a file; `climbing.py` and `tricks.py` say what their keys mean. Each row is put to the engine as a
record, to the oracle, and to the judge as a question; `tests/doors` puts the worked cases to every other door.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from paipu.replay.findings import Finding
from paipu.replay.sheets import SHEETS
from tests.many import each_row
from tests.rules.registry import SHEET_OF_PREFIX

FOLDER: Final = Path(__file__).parent
GAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "guandan": tuple(sheet for sheet in SHEETS if sheet.startswith("guandan-")),
    **{sheet: (sheet,) for sheet in ("daguai", "shengji", "chaodipi", "shuangkou")},
}
"""By file, the sheets that a row is about which names none."""
Runner = Callable[["Row"], None]


@dataclass(frozen=True)
class Row:
    """A row as one sheet is asked it."""

    sheet: str
    kind: str
    line: str
    told: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.told[key]

    def get(self, key: str, default: Any = None) -> Any:
        """A value, or what stands for one that is not told."""
        return self.told.get(key, default)

    @property
    def case(self) -> str:
        """The worked case, or what it is about."""
        return str(self.told["case"])

    @property
    def worked(self) -> bool:
        """Whether it is a worked case of the notes."""
        return "-T" in self.case

    @property
    def level(self) -> str:
        """The level of the hand."""
        return str(self.told.get("level", "2"))

    @property
    def wrong(self) -> str:
        """The code of what is wrong, or nothing."""
        return str(self.told.get("wrong", "")).partition(" ")[0]

    @property
    def clause(self) -> str | None:
        """The clause of what is wrong, where the row has that of this sheet."""
        clause = str(self.told.get("wrong", "")).partition(" ")[2]
        return clause if clause and SHEET_OF_PREFIX.get(clause.rpartition("-")[0], self.sheet) == self.sheet else None

    def same(self, finding: Finding, options: tuple[str, ...] | None = None) -> None:
        """A finding has the code, the clause and the basis that the row tells, and the options it rests on."""
        assert finding.code == self.wrong
        assert self.clause in {None, finding.clause}
        assert self.get("basis", finding.basis) == finding.basis
        assert list(options or self.get("options", finding.options)) == list(finding.options)


@cache
def rows(game: str) -> tuple[Row, ...]:
    """The rows of a file, each once for every sheet that it is about, with the line that it stands on."""
    path = FOLDER / f"{game}.toml"
    text = path.read_text(encoding="utf-8")
    lines = lines_of(text)
    found = []
    for kind, table in tomllib.loads(text).items():
        for told in table:
            line = f"tests/cases/{path.name}:{next(lines)}"
            sheets = (told["on"],) if "on" in told else GAMES[game]
            found += [Row(sheet, kind, line, told) for sheet in sheets]
    assert next(lines, None) is None, f"{path.name}: a row has a line of its own, and nothing else begins like one"
    return tuple(found)


def lines_of(text: str) -> Iterator[int]:
    """The lines of a file on which its rows begin: each row of a table has a line of its own."""
    return (number for number, line in enumerate(text.splitlines(), 1) if line.startswith("  {"))


def all_rows() -> Iterator[Row]:
    """The rows of every game."""
    for game in GAMES:
        yield from rows(game)


def ask(runner: Runner, asked: list[Row]) -> None:
    """Put rows to somebody; each that fails is named by its case and its line."""
    each_row({f"{row.case} of {row.sheet}, {row.line} ({row.wrong or 'right'})": partial(runner, row) for row in asked})
