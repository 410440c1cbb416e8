"""The standings of an event as a workbook to be published: a worksheet a table, with its account below it."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from paipu.cli.support.arguments import Account
from paipu.cli.support.terminal import cells
from paipu.cli.text import text
from paipu.replay.event.boards import figure_said
from paipu.replay.event.record import EventRecord
from paipu.replay.event.rows import Standings
from paipu.replay.event.words import names_apart, part_title
from paipu.replay.text import Lang, in_language
from paipu.replay.words import FIGURE_NAMES

if TYPE_CHECKING:
    from paipu.analytics.rulings.acts import Mark

LONGEST: Final = 31
"""Characters of a worksheet's name."""
FORBIDDEN: Final = dict.fromkeys(map(ord, "[]:*?/\\"), "-")
WIDEST: Final = 40


def as_workbook(event: EventRecord, tables: Sequence[Standings], account: Account, mark: "Mark | None", lang: Lang) -> bytes:
    """The tables of an event: place, team and figures; below each by which account, and how far the log of rulings had come.

    `paipu audit --published` reads it back. Nothing in it is a formula.
    """
    names = names_apart({entrant.id: entrant.name for entrant in event.entrants})
    book = Workbook()
    book.remove(book.worksheets[0])
    for number, table in enumerate(tables, start=1):
        title = in_language(part_title(table.stage, table.group), lang)
        page = book.create_sheet(f"{number} {title}".translate(FORBIDDEN)[:LONGEST])
        told = table.columns
        heads = [in_language(FIGURE_NAMES[key], lang) for key in ("place", "team", "played", *told)]
        lines: list[list[Any]] = [[f"{event.name or event.id} {title}"], heads]
        for row in table.rows:
            place = text("standings.disqualified", lang) if row.disqualified else row.place
            lines.append(
                [
                    place,
                    names[row.entrant],
                    row.played,
                    *(figure_said(figure, row.figures[figure], table.board_parts) for figure in told),
                ]
            )
        opened = sum(row.open for row in table.rows)
        said = text(f"standings.book.{account}", lang)
        said += text("standings.book.open", lang, n=opened) if opened else ""
        said += text("standings.book.log", lang, lines=mark.lines, sha256=mark.sha256) if mark is not None else ""
        for line in [*lines, [], [said]]:
            page.append(line)
            for index, value in enumerate(line, start=1):
                if isinstance(value, str):
                    page.cell(page.max_row, index).data_type = "s"  # never a formula
        _dress(page, lines[1:])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _dress(page: Any, lines: Sequence[Sequence[Any]]) -> None:  # noqa: ANN401 - openpyxl has no types
    """Widths, bold heads that stay in sight, and one page of paper in width."""
    for index, column in enumerate(zip(*lines, strict=True), start=1):
        width = max(cells(str(value)) for value in column if value is not None)
        page.column_dimensions[get_column_letter(index)].width = min(width + 3, WIDEST)
    for row in (1, 2):
        for cell in page[row]:
            cell.font = Font(bold=True)
    for cell in page[2]:
        cell.alignment = Alignment(horizontal="center")
    page.freeze_panes = "A3"
    page.print_title_rows = "2:2"
    page.page_setup.paperSize = page.PAPERSIZE_A4
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr.fitToPage = True
