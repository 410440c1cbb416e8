"""The seven rule sheets by the names that records use, and what a reader must know before the rules are applied."""

from typing import Final, Literal, NamedTuple

Family = Literal["tricks", "climbing"]

FOUR_SEATS: Final = ("E", "N", "W", "S")
SIX_SEATS: Final = ("1", "2", "3", "4", "5", "6")


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
        return "".join(self.seats[::2]), "".join(self.seats[1::2])


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
