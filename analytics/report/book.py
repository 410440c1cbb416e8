"""A publication as a workbook: a worksheet a table of standings, then results by round, crosstables, brackets and rulings.

`--published` reads the standings back; the heads of the other worksheets name no column of a published table. Nothing in it is
a formula.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from paipu.analytics.event_view import Drawn, Game, Group, Side
from paipu.analytics.report.event import InForce
from paipu.analytics.report.page import Tongue, log_said
from paipu.analytics.report.publication import Publication
from paipu.analytics.report.texts import EVENT
from paipu.ingest.cells import cells, clean
from paipu.replay.text import LANGS, Bilingual, Text, in_language

LONGEST: Final = 31
"""Characters of a worksheet's name."""
FORBIDDEN: Final = dict.fromkeys(map(ord, "[]:*?/\\"), "-")
WIDEST: Final = 40
Row = Sequence[str | int | None]
Say = Callable[[Bilingual], str]


def as_workbook(made: Publication, tongue: Tongue) -> bytes:
    """The workbook of a publication."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows, below in tables(made, tongue):
        _sheet(book, name, f"{made.title} {name}", rows, below)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def tables(made: Publication, tongue: Tongue) -> Iterator[tuple[str, Sequence[Row], Sequence[str]]]:
    """Every table of a publication: its name, a row of heads and its rows, and what is said below them."""
    say = _speaker(tongue)
    for group in made.groups:
        below = [say(each) for each in made.checked]
        below.append(say(log_said(made.mark)))
        yield say(group.title), list(_standings(group, say)), below
    for group in made.groups:
        for name, part in _parts(group, say):
            yield f"{say(group.title)} {say(name)}", part, ()
    if made.rulings:
        heads = [say(EVENT[f"event.rulings.{key}"]) for key in ("no", "on", "effect", "by")]
        rows = [
            [each.id, " ".join([each.match, *([say(each.place)] if each.place else [])]), say(each.effect), _decided(each, say)]
            for each in made.rulings
        ]
        yield say(EVENT["event.rulings"]), [heads, *rows], ()


def _speaker(tongue: Tongue) -> Say:
    """What gives a text in a language, or in both, Chinese first."""

    def say(said: Bilingual) -> str:
        if tongue != "both":
            return in_language(said, tongue)
        return " ".join(dict.fromkeys(in_language(said, lang) for lang in LANGS))

    return say


def _decided(ruling: InForce, say: Say) -> str:
    return " · ".join(filter(None, [say(ruling.state), ruling.clause, ruling.by, ruling.when, ruling.reason]))


def _standings(group: Group, say: Say) -> Iterator[Row]:
    """Place, who, matches and figures."""
    yield [say(EVENT[f"figure.{key}"]) for key in ("place", "team", "played", *group.columns)]
    for line in group.lines:
        place = say(EVENT["event.disqualified"]) if line.disqualified else line.place
        yield [place, line.name, line.played, *line.figures]


def _parts(group: Group, say: Say) -> Iterator[tuple[Text, list[Row]]]:
    """The other tables of a group, with their names."""
    yield EVENT["event.results"], list(_results(group, say))
    if group.crossed:
        yield EVENT["event.cross"], list(_cross(group, say))
    if group.bracket:
        yield EVENT["event.bracket"], list(_bracket(group, say))


def _results(group: Group, say: Say) -> Iterator[Row]:
    """A row a table: round, table, sides, score, how it ended, and what it counts for either; then who had none."""
    sides = [say(EVENT[f"event.{side}"]) for side in ("first", "second")]
    counted = [f"{say(EVENT[f'figure.{column}'])} {side}" for _, column in group.keyed for side in sides]
    heads = [say(EVENT[f"event.{key}"]) for key in ("round.no", "table.no", "first", "score", "second", "result")]
    yield [*heads, *counted]
    for played in group.rounds:
        for drawn in played.tables:
            first, second = drawn.sides
            own = [side.figures[at] for at, _ in group.keyed for side in (first, second)]
            names = [" + ".join(side.names) for side in (first, second)]
            yield [
                played.no,
                drawn.table,
                names[0],
                say(drawn.score) if drawn.score else None,
                names[1],
                _ended(drawn, say),
                *own,
            ]
        for each in played.idle:
            own = [value for at, _ in group.keyed for value in (each.figures[at], None)]
            yield [played.no, None, each.name, None, None, say(EVENT[f"event.ended.{each.ended}"]), *own]


def _ended(drawn: Drawn, say: Say) -> str:
    """How a table ended, seen from its first side."""
    return " ".join(dict.fromkeys([*_how(drawn.sides[0], say), *([say(EVENT["event.third"])] if drawn.third_place else [])]))


def _how(side: Side, say: Say) -> Iterator[str]:
    yield say(EVENT[f"event.ended.{side.ended}"])


def _cross(group: Group, say: Say) -> Iterator[Row]:
    """Everybody against everybody: how it ended and the score; behind it rounds without a table."""
    ends = [say(EVENT["event.idle"])] if group.idle else []
    yield ["#", say(EVENT["figure.team"]), *(str(at) for at in range(1, len(group.lines) + 1)), *ends]
    for at, line in enumerate(group.lines, start=1):
        met = ["–" if other is line else _all_told(group.met(line, other), say) for other in group.lines]
        idle = [_all_told([game for game in line.games if not game.table], say)] if group.idle else []
        yield [at, line.name, *met, *idle]


def _all_told(games: Sequence[Game], say: Say) -> str:
    """Some games in a cell."""
    told = ((game, say(game.score) if game.score else "", "" if game.value is None else str(game.value)) for game in games)
    return "；".join(" ".join(filter(None, [say(EVENT[f"event.ended.{game.ended}"]), *more])) for game, *more in told)


def _bracket(group: Group, say: Say) -> Iterator[Row]:
    """A column a round, a side a line; who goes on is marked."""
    columns: list[list[str | None]] = []
    for played in group.bracket:
        column: list[str | None] = []
        for drawn in played.tables:
            third = f" {say(EVENT['event.third'])}" if drawn.third_place else ""
            column.append(say(EVENT["event.table"].fill(table=drawn.table)) + third)
            column += [
                " ".join([" + ".join(s.names), *([say(s.written)] if s.written else []), *(["✓"] if s.won else [])])
                for s in drawn.sides
            ]
            column.append(None)
        column += [f"{each.name} {say(EVENT[f'event.ended.{each.ended}'])}" for each in played.idle]
        columns.append(column)
    yield [say(EVENT["event.round"].fill(no=played.no)) for played in group.bracket]
    for at in range(max(map(len, columns), default=0)):
        yield [column[at] if at < len(column) else None for column in columns]


def _sheet(book: Workbook, name: str, title: str, lines: Sequence[Row], below: Sequence[str]) -> None:
    """A worksheet: its title, a row of heads, rows, and what is said below them."""
    number = f"{len(book.worksheets) + 1} "
    page = book.create_sheet(clean(number + name).translate(FORBIDDEN)[:LONGEST])
    for line in [[title], *lines, *([[]] if below else []), *([each] for each in below)]:
        page.append([clean(value) if isinstance(value, str) else value for value in line])
        for index, value in enumerate(line, start=1):
            if isinstance(value, str):
                page.cell(page.max_row, index).data_type = "s"  # never a formula
    for index in range(1, max(map(len, lines)) + 1):
        column = [line[index - 1] for line in lines if index <= len(line)]
        width = max((cells(str(value)) for value in column if value is not None), default=0)
        page.column_dimensions[get_column_letter(index)].width = min(width + 3, WIDEST)
    for row in (1, 2):
        for cell in page[row]:
            cell.font = Font(bold=True)
    for cell in page[2]:
        cell.alignment = Alignment(horizontal="center")
    page.freeze_panes = "A3"
    page.print_title_rows = "2:2"
    page.page_setup.paperSize = page.PAPERSIZE_A4
    page.page_setup.orientation = "landscape" if max(map(len, lines)) > WIDE else "portrait"
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr.fitToPage = True


WIDE: Final = 9
"""A worksheet of more columns lies across the paper."""
