"""Every row of the tables is put to the engine, to the oracle and to the judge."""

import inspect
from types import ModuleType
from typing import Final

import pytest

from tests.cases import GAMES, Runner, ask, climbing, rows

ASKED: Final[tuple[ModuleType, ...]] = (climbing,)
WHO: Final = ("engine", "oracle", "question")
RUNNERS: Final[dict[str, Runner]] = {
    name: runner
    for module in ASKED
    for name, runner in inspect.getmembers(module, inspect.isfunction)
    if name.partition("_")[0] in WHO
}
KINDS: Final = sorted({(game, row.kind, who) for game in GAMES for row in rows(game) for who in WHO})


@pytest.mark.parametrize(("game", "kind", "who"), [each for each in KINDS if f"{each[2]}_{each[1]}" in RUNNERS])
def test_rows(game: str, kind: str, who: str) -> None:
    ask(RUNNERS[f"{who}_{kind}"], [row for row in rows(game) if row.kind == kind])
