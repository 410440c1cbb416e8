"""The seven rule sheets by the names that records use, and what a reader must know before the rules are applied."""

from typing import Final, Literal, NamedTuple

from replay.rulesheet import FOUR_SEATS, SIX_SEATS, sides_of

Family = Literal["tricks", "climbing"]


class SheetName(NamedTuple):
    """A sheet's key in records, its family, the seats in order of play, and its titles."""

    key: str
    family: Family
    seats: tuple[str, ...]
    zh: str
    en: str

    @property
    def sides(self) -> tuple[str, str]:
        """The two sides, named as in records: every second seat plays together.

        >>> SHEET_NAMES["shengji"].sides
        ('EW', 'NS')
        """
        return sides_of(self.seats)


SHEET_NAMES: Final = {
    name.key: name
    for name in (
        SheetName("shengji", "tricks", FOUR_SEATS, "升级（拖拉机）", "Shengji (Tractor)"),
        SheetName("shengji-botzone", "tricks", FOUR_SEATS, "升级（Botzone 平台）", "Shengji (Botzone platform)"),
        SheetName("chaodipi", "tricks", FOUR_SEATS, "炒地皮", "Chaodipi"),
        SheetName("shuangkou", "tricks", FOUR_SEATS, "双扣", "Shuangkou"),
        SheetName("guandan-1", "climbing", FOUR_SEATS, "掼蛋（一）", "Guandan 1"),
        SheetName("guandan-2", "climbing", FOUR_SEATS, "掼蛋（二）", "Guandan 2"),
        SheetName("guandan-3", "climbing", FOUR_SEATS, "掼蛋（三）", "Guandan 3"),
        SheetName("daguai", "climbing", SIX_SEATS, "大怪路子", "Daguai Luzi"),
    )
}
"""Every sheet that a record may name. Which of them this engine audits is `replay.sheets.SHEETS`."""
