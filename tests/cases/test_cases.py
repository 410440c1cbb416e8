"""Every row of the tables is put to the engine, to the oracle and to the judge."""

import inspect
from types import ModuleType
from typing import Final

import pytest

from replay.sheets import TRICK_SHEETS
from tests.cases import GAMES, Row, Runner, ask, climbing, rows, tricks
from tests.many import deep

ASKED: Final[tuple[ModuleType, ...]] = (climbing, tricks)


def of_tricks(game: str) -> bool:
    """Whether it is a trick game."""
    return game in TRICK_SHEETS


WHO: Final = ("engine", "oracle", "question")
RUNNERS: Final[dict[tuple[bool, str, str], Runner]] = {
    (module is tricks, *name.split("_", 1)): runner  # type: ignore[misc] # two parts
    for module in ASKED
    for name, runner in inspect.getmembers(module, inspect.isfunction)
    if name.partition("_")[0] in WHO
}
KINDS: Final = sorted(
    {
        (game, row.kind, who)
        for game in GAMES
        for row in rows(game)
        for who in WHO
        if (of_tricks(game), who, row.kind) in RUNNERS
    }
)


def asked(game: str, kind: str, seldom: bool) -> list[Row]:
    """The rows of a kind: of those that are about several sheets, and no worked cases, most sheets are asked `seldom`."""
    of_kind = [row for row in rows(game) if row.kind == kind]
    places = {line: number for number, line in enumerate(dict.fromkeys(row.line for row in of_kind))}
    turns = GAMES[game]
    often = [row for row in of_kind if row.worked or "on" in row.told or row.sheet == turns[places[row.line] % len(turns)]]
    return [row for row in of_kind if row not in often] if seldom else often


@pytest.mark.parametrize("seldom", [False, deep(True)], ids=["some", "deep"])
@pytest.mark.parametrize(("game", "kind", "who"), KINDS)
def test_rows(game: str, kind: str, who: str, seldom: bool) -> None:
    ask(RUNNERS[of_tricks(game), who, kind], asked(game, kind, seldom))
