"""Every row of the tables is put to the engine, to the oracle and to the judge."""

import inspect
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from paipu.replay.sheets import TRICK_SHEETS
from tests.cases import GAMES, Row, Runner, ask, climbing, rows, tricks
from tests.many import deep

ROOT: Final = Path(__file__).parents[2]
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


def test_every_kind_is_put_to_the_oracle_and_to_the_judge() -> None:
    """And to the engine, but for tribute and time, which `tests/doors` puts to it."""
    kinds = {(of_tricks(game), row.kind) for game in GAMES for row in rows(game)}
    lacking = {(who, kind) for family, kind in kinds for who in WHO if (family, who, kind) not in RUNNERS}
    assert lacking == {("engine", "due"), ("engine", "gift"), ("engine", "time")}


def test_a_row_that_fails_is_named_by_its_case_its_line_and_what_is_wrong() -> None:
    def fail(row: Row) -> None:
        raise AssertionError(row.case)

    first = rows("daguai")[0]
    with pytest.raises(AssertionError) as failed:
        ask(fail, [first])
    assert failed.value.__notes__ == [f"in the row: {first.case} of daguai, {first.line} (right)"]
    path, line = first.line.split(":")
    assert first["play"] in (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]
