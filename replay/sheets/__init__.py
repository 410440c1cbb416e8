"""The rule sheets: one file or folder a sheet, all listed here."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any, Final

from replay.climbing.sheet import ClimbingSheet
from replay.record import GameRecord
from replay.sheets.chaodipi import CHAODIPI
from replay.sheets.daguai import DAGUAI
from replay.sheets.guandan import GUANDAN_1, GUANDAN_2, GUANDAN_3, GUANDAN_JS
from replay.sheets.options import chaodipi, daguai, guandan, shengji, shuangkou
from replay.sheets.shengji import SHENGJI
from replay.sheets.shengji_botzone import SHENGJI_BOTZONE
from replay.sheets.shuangkou import SHUANGKOU
from replay.tricks.sheet import TrickSheet

Sheet = TrickSheet | ClimbingSheet
"""A rule sheet of either family."""

TRICK_SHEETS: Final[Mapping[str, TrickSheet]] = {
    sheet.key: sheet
    for sheet in (
        replace(SHENGJI, options=shengji.OPTIONS),
        SHENGJI_BOTZONE,
        replace(CHAODIPI, options=chaodipi.OPTIONS),
        replace(SHUANGKOU, options=shuangkou.OPTIONS),
    )
}
CLIMBING_SHEETS: Final[Mapping[str, ClimbingSheet]] = {
    sheet.key: sheet
    for sheet in (
        replace(GUANDAN_1, options=guandan.GUANDAN_1),
        replace(GUANDAN_2, options=guandan.GUANDAN_2),
        replace(GUANDAN_3, options=guandan.GUANDAN_3),
        replace(GUANDAN_JS, options=guandan.GUANDAN_JS),
        replace(DAGUAI, options=daguai.OPTIONS),
    )
}
SHEETS: Final[Mapping[str, Sheet]] = {**TRICK_SHEETS, **CLIMBING_SHEETS}
"""The sheets that this engine audits, by the key that records use."""


def sheet_of(record: GameRecord) -> Sheet:
    """The rule sheet of a record, with its options set. Raises KeyError for a sheet that is not implemented."""
    return SHEETS[record.sheet].configured(record.options)


def clause_table(sheet_key: str) -> Sequence[Mapping[str, Any]]:
    """The rows of a sheet's `clauses/NAME.toml` and `NAME.PART.toml`, and those of `clauses/settled.toml` that are of it."""
    name = SHEETS[sheet_key].clauses
    files = (file.name.removesuffix(".toml") for file in resources.files(__name__).joinpath("clauses").iterdir())
    parts = sorted(part for part in files if part == name or part.startswith(f"{name}."))
    rows: list[Mapping[str, Any]] = [row for part in parts for row in table(part)["clause"]]
    for identifier, row in table("settled").items():
        if sheet_key in row["basis"]:
            of_sheet = {key: row.get(key, {}).get(sheet_key, ()) for key in ("basis", "bears", "proposed")}
            rows.append({"id": identifier, "settles": row["key"], "zh": row["zh"], "en": row["en"], **of_sheet})
    return rows


@cache
def table(name: str) -> Mapping[str, Any]:
    """A file of `clauses/`: the catalogue of a sheet, `settled`, `evidence` or `elsewhere`."""
    text = resources.files(__name__).joinpath("clauses", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
