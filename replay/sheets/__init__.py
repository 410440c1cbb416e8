"""The rule sheets: one file or folder a sheet, all listed here, and the options that each leaves to the organiser."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from paipu.replay.catalogue import find_settled
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.options import Option
from paipu.replay.record import GameRecord, OptionValue
from paipu.replay.sheets.chaodipi import CHAODIPI
from paipu.replay.sheets.daguai import DAGUAI
from paipu.replay.sheets.guandan import GUANDAN_1, GUANDAN_2, GUANDAN_3, GUANDAN_JS
from paipu.replay.sheets.options import chaodipi, daguai, guandan, shengji, shuangkou
from paipu.replay.sheets.shengji import SHENGJI
from paipu.replay.sheets.shengji_botzone import SHENGJI_BOTZONE
from paipu.replay.sheets.shuangkou import SHUANGKOU
from paipu.replay.text import Text
from paipu.replay.tricks.sheet import TrickSheet

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


def options_of(sheet_key: str) -> Mapping[str, Option]:
    """The options of a sheet by key. Raises KeyError for an unknown sheet."""
    return {option.key: option for option in SHEETS[sheet_key].options}


def options_called(name: str) -> Mapping[str, Option]:
    """The options that go by a name, by sheet."""
    return {key: option for key, sheet in SHEETS.items() if (option := sheet.option(name)) is not None}


def option_problem(sheet_key: str, name: str, value: OptionValue) -> Text | None:
    """What is wrong with an option of a record, or None.

    A question that is settled may be named: the audit says so.
    """
    if find_settled(sheet_key, name) is not None:
        return None
    option = SHEETS[sheet_key].option(name)
    if option is None:
        known = ", ".join(options_of(sheet_key))
        return Text(
            f"规则 {sheet_key} 没有选项 {name}；有 {known}", f"the sheet {sheet_key} has no option {name!r}; it has: {known}"
        )
    if option.choice(value) is None:
        return Text(
            f"选项 {option.key} 可取 {option.values}；写的是 {value!r}",
            f"option {option.key} takes {option.values}; found {value!r}",
        )
    return None
