"""What the commands for studying share: the warehouse that is asked, and the sheet and event that are asked for."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paipu.cli.support.errors import UsageError
from paipu.cli.text import both
from paipu.replay.text import near

if TYPE_CHECKING:
    from paipu.analytics.reader import Reader

OneSheet = Annotated[str | None, typer.Option("--sheet", metavar="SHEET", show_default=False, help=both("help.study.sheet"))]
OneEvent = Annotated[str | None, typer.Option("--event", metavar="EVENT", show_default=False, help=both("help.study.event"))]


def opened(warehouse: Path, sheet: str | None, event: str | None) -> "Reader":
    """The warehouse, once it is sure that it can be asked for that sheet and event.

    Raises UsageError for a sheet that there is not, or an event that it does not hold, and WarehouseError without a warehouse.
    """
    from paipu.analytics.reader import Reader

    check_sheet(sheet)
    reader = Reader(warehouse)
    check_event(reader, event)
    return reader


def check_sheet(sheet: str | None) -> None:
    """Raises UsageError for a sheet that there is not."""
    if sheet is not None:
        from paipu.replay.sheets import SHEETS

        if sheet not in SHEETS:
            raise UsageError("study.sheet", sheet=sheet, sheets=", ".join(SHEETS))


def check_event(reader: "Reader", event: str | None) -> None:
    """Raises UsageError for an event that the warehouse does not hold."""
    if event is not None:
        held = reader.query("SELECT DISTINCT event FROM stored.latest WHERE event IS NOT NULL ORDER BY event")["event"]
        if event not in held:
            raise UsageError("study.event", event=event, near=near(event, held))
