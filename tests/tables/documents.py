"""Which document has which tables."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.tables import format as keys
from tests.tables import rules, sheets, warehouse

DATA: Final = Path(__file__).parents[2] / "data"
DOCUMENTS: Final[Mapping[Path, Callable[[str], str]]] = {
    DATA.parent / "README.md": sheets.rewritten,
    DATA / "FORMAT.md": lambda document: sheets.rewritten(keys.rewritten(document)),
    DATA / "RULES.md": rules.rewritten,
    DATA / "WAREHOUSE.md": warehouse.rewritten,
}
