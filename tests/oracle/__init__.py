"""Second implementations of rule sheets: slow, obvious, written from the sheets alone, importing
nothing of `replay`.

The tests hold the engine against them; where the two differ, one of them has misread the sheet.
"""

from collections.abc import Mapping
from typing import Final

ORACLES: Final[Mapping[str, tuple[str, str]]] = {
    "shengji": ("shengji", "test_oracle_cases"),
    "chaodipi": ("chaodipi", "test_chaodipi_cases"),
    "shuangkou": ("shuangkou", "test_shuangkou_cases"),
    "guandan-1": ("guandan", "test_guandan_cases"),
    "guandan-2": ("guandan", "test_guandan_cases"),
    "guandan-3": ("guandan", "test_guandan_cases"),
    "guandan-js2023": ("guandan_js2023", "test_guandan_js2023_cases"),
    "daguai": ("daguai", "test_daguai_cases"),
}
"""The module of each sheet's oracle, and that of the cases which are put to it."""
