"""The workbook of an event: who takes part, what holds for it, its draw and results, and what is published, a worksheet each.

`paipu template SHEET --event` writes it empty, with examples that are never read; `paipu event new` makes the event's file of
it, and its results and its published table are read like any other.
"""

import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, NamedTuple

from paipu.ingest.event_draw import FORMS, Entry, drawn_in, entries_in, event_document, key_named, read_entries
from paipu.ingest.event_parse import parse_event
from paipu.ingest.rejection import Place, Problem, Rejection, problem, reject, shown
from paipu.ingest.scoresheet import WORKBOOKS, Reading, grids_of, read_file
from paipu.ingest.scoresheet.columns import DATE, GAME, RULES, Column, columns_of
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.mapping import Mapped
from paipu.ingest.scoresheet.reading import EXAMPLE, PAGES
from paipu.ingest.scoresheet.values import folded, key
from paipu.ingest.scoresheet.writing import Cell, Sheet, dress, guarded_texts
from paipu.ingest.scoresheet.writing import sheet as score_sheet
from paipu.replay.event.words import keys_in_order
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.texts import Texts
from paipu.replay.words import FIGURE_NAMES

WORDS: Final = Texts({}, (__package__, "event_book"))
OUTCOMES: Final = ("win", "draw", "loss")
_BETWEEN: Final = re.compile(r"[,，、;；>→\n]")
ROWS_TO_FILL: Final = 500


class BadTerm(Exception):  # noqa: N818 - it is an answer, and becomes a problem of its cell, or of its option
    """What is said of an event, and cannot be: its field, and what was found."""

    def __init__(self, field: str, given: str) -> None:
        super().__init__(field)
        self.field, self.given = field, given


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for an event, as its organiser writes it; None for what nobody said."""

    id: str | None = None
    name: str | None = None
    sheet: str | None = None
    form: str | None = None
    rank_by: str | None = None
    match_points: str | None = None
    difference: str | None = None
    bye: str | None = None
    higher_level: str | None = None

    def over(self, other: "Terms") -> "Terms":
        """These, and what the others say besides."""
        return replace(other, **{each.name: value for each in fields(self) if (value := getattr(self, each.name)) is not None})

    def of_stage(self) -> dict[str, Any]:
        """What holds for every stage, as the format has it. Raises BadTerm."""
        by = self.by()
        return {
            "rank_by": self.keys(),
            "match_points": self.outcomes(),
            "points_by_difference": None if by is None else [[by + each, by - each] for each in range(by + 1)],
            "bye_counts": self.counts(),
            "at_time": "higher_level" if self.higher_level else None,
        }

    def by(self) -> int | None:
        """What a match of equal levels counts, where each level more is a point more."""
        if self.difference is None:
            return None
        if not self.difference.isdecimal() or not 0 < int(self.difference[:4]) < 100:
            raise BadTerm("difference", self.difference)
        return int(self.difference)

    def keys(self) -> list[str] | None:
        """What places go by, by keys or by names."""
        if self.rank_by is None:
            return None
        found = []
        for name in filter(None, map(str.strip, _BETWEEN.split(self.rank_by))):
            if (meant := key_named(name)) is None:
                raise BadTerm("rank_by", name)
            found.append(meant)
        return found

    def outcomes(self) -> dict[str, int] | None:
        """Points for a win, a draw and a loss."""
        if self.match_points is None:
            return None
        numbers = [each.strip() for each in re.split(r"[,，、:：]", self.match_points)]
        if len(numbers) != len(OUTCOMES) or not all(each.lstrip("-").isdecimal() for each in numbers):
            raise BadTerm("match_points", self.match_points)
        return dict(zip(OUTCOMES, map(int, numbers), strict=True))

    def counts(self) -> dict[str, int] | None:
        """What a bye counts."""
        if self.bye is None:
            return None
        parts = [each.partition("=") for each in _BETWEEN.split(folded(self.bye)) if each.strip()]
        if not parts or not all(value.strip().lstrip("-").isdecimal() for _, _, value in parts):
            raise BadTerm("bye", self.bye)
        return {key_named(figure) or figure.strip(): int(value) for figure, _, value in parts}


TERMS: Final = tuple(each.name for each in fields(Terms))


def choices(field: str) -> Mapping[str, Text]:
    """What a term may be, and how that is written; nothing where it is written freely."""
    if field == "sheet":
        return {name: sheet.title for name, sheet in SHEETS.items()}
    if field == "form":
        return {form: WORDS[f"form.{form}"] for form in FORMS}
    return {"yes": WORDS["yes"]} if field == "higher_level" else {}


def terms_in(grids: Sequence[Grid]) -> tuple[Terms, list[Problem]]:
    """What the worksheet of an event's terms says; a cell that cannot be is named."""
    found: dict[str, str] = {}
    problems: list[Problem] = []
    labels = {key(name): field for field in TERMS for name in WORDS[f"term.{field}"]}
    for grid in grids:
        if page_of(grid) != "terms":
            continue
        for number, row in grid.numbered():
            cells = [folded(cell or "") for cell in row]
            field = labels.get(key(cells[0])) if cells else None
            value = cells[1] if len(cells) > 1 else ""
            if field is None or not value:
                continue
            at = grid.place(f"{grid.letters[1]}{number}")
            try:
                found[field] = chosen(field, value)
                Terms(**{field: found[field]}).of_stage()
            except BadTerm as bad:
                found.pop(field, None)
                problems.append(problem("TERM-VALUE", at, found=shown(bad.given), expected=expected(field)))
    return Terms(**found), problems


def chosen(field: str, value: str) -> str:
    """A term's value, of those that it may have. Raises BadTerm."""
    listed = choices(field)
    if not listed:
        return value
    meant = [name for name, said in listed.items() if key(value) in {key(each) for each in (name, *said)}]
    if not meant:
        raise BadTerm(field, value)
    return meant[0]


def expected(field: str) -> str:
    """What a term may be, for people."""
    if field == "rank_by":
        return ", ".join(FIGURE_NAMES[each].zh for each in ("match_points", "level_difference", "wins")) + ", …"
    listed = choices(field)
    return ", ".join(each.zh for each in listed.values()) if listed else WORDS[f"hint.{field}"].zh


def page_of(grid: Grid) -> str | None:
    """Which worksheet of an event's workbook a table is."""
    return PAGES.get(key(grid.sheet or ""))


# --- Made ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Made:
    """An event made of papers: its document, if nothing stands in the way, and what was read and refused."""

    terms: Terms
    document: dict[str, Any] | None = None
    entered: tuple[str, ...] = ()
    readings: list[Reading] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)

    @property
    def raw(self) -> str:
        """The event's file."""
        return json.dumps(self.document, ensure_ascii=False, indent=1) + "\n"

    @property
    def lacking(self) -> list[str]:
        """What has to be said, and is not."""
        return [name for name in ("sheet", "form") if getattr(self.terms, name) is None]

    @property
    def strangers(self) -> list[str]:
        """Teams that met, and are not entered, where some are."""
        known = {*self.entered}
        return [team["id"] for team in self.document["teams"] if team["id"] not in known] if known and self.document else []


def made_of(
    results: Sequence[str], given: Terms, entrants: str | Sequence[Entry] | None = None, mapped: Mapped | None = None
) -> Made:
    """The event that results, entries and terms make; what is given goes before what stands in a workbook. Raises BadTerm."""
    given.of_stage()
    made, listed = Made(given), list[Entry]()
    for path in results:
        grids = grids_of(path) if path.lower().endswith(WORKBOOKS) else ()
        if not isinstance(grids, Rejection):  # why it cannot be read, reading its results says
            told, problems = terms_in(grids)
            made.terms = made.terms.over(told)
            made.rejections += [reject(problems, path)] if problems else []
            listed += entries_in([grid for grid in grids if page_of(grid) == "entries"])
    entries = read_entries(entrants) if isinstance(entrants, str) else entrants or listed
    if isinstance(entries, Rejection):
        made.rejections.append(entries)
        entries = ()
    made.entered = tuple(entry.team for entry in entries)
    sheet, form = made.terms.sheet, made.terms.form
    if sheet is None or form is None:
        return made
    documents = []
    for path in results:
        found = read_file(path, sheet, mapped)
        if isinstance(found, Rejection):
            made.rejections.append(found)
            continue
        documents += [*found.documents, *found.undecided]
        made.rejections += found.rejections
        made.readings.append(found)
    drawn = drawn_in(documents, sheet, form)
    made.rejections += [reject(drawn.problems, results[0])] if drawn.problems else []
    if drawn.stages:
        ids = {each["event"]["id"] for each in documents if each.get("event", {}).get("id") is not None}
        identifier = made.terms.id or (ids.pop() if len(ids) == 1 else "event")  # else the results would be another event's
        made.document = event_document(identifier, sheet, drawn, entries, made.terms.name, made.terms.of_stage())
        checked = parse_event(made.raw.encode(), Place("event.json"))
        made.rejections += [checked] if isinstance(checked, Rejection) else []
    if made.rejections:
        made.document = None
    return made


# --- Written -------------------------------------------------------------------------------------------------


class Page(NamedTuple):
    """A worksheet: its name, its rows, and the choices of cells by column and row."""

    name: str
    rows: Sequence[Sequence[Cell]]
    widths: Sequence[int]
    lists: Sequence[tuple[str, Sequence[str]]] = ()


def workbook(rules: str, lang: Lang) -> bytes:
    """The empty workbook of an event of a rule sheet."""
    from openpyxl import Workbook  # noqa: PLC0415 - it takes a while to load, and only workbooks need it
    from openpyxl.styles import Font  # noqa: PLC0415 - as above
    from openpyxl.worksheet.datavalidation import DataValidation  # noqa: PLC0415 - as above

    book = Workbook()
    book.remove(book.active)
    for page in (_terms(rules, lang), _entries(rules, lang)):
        made = book.create_sheet(page.name)
        for row in page.rows:
            made.append(row)
        for at, width in enumerate(page.widths):
            made.column_dimensions["ABCDEFGHIJ"[at]].width = width
        for cell in made[1]:
            cell.font = Font(bold=True)
        for cells, listed in page.lists:
            check = DataValidation(type="list", formula1=f'"{",".join(listed)}"', allow_blank=True)
            check.add(cells)
            made.add_data_validation(check)
        guarded_texts(made)
    for table in (results(rules, lang), published(rules, lang)):
        page = book.create_sheet(in_language(WORDS["page.results" if table.columns else "page.published"], lang))
        page.append(table.headers if table.columns else list(table.rows[0]))
        for line in table.rows if table.columns else table.rows[1:]:
            page.append(line)
        guarded_texts(page)
        if table.columns:
            dress(page, table, len(table.rows) + 1 + ROWS_TO_FILL)
        else:
            for cell in page[1]:
                cell.font = Font(bold=True)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _terms(rules: str, lang: Lang) -> Page:
    rows: list[list[Cell]] = [[in_language(WORDS[f"terms.{each}"], lang) for each in ("item", "value", "hint")]]
    filled = {"sheet": in_language(SHEETS[rules].title, lang), "id": "event"}
    lists = []
    for term in TERMS:
        rows.append([in_language(WORDS[f"{kind}.{term}"], lang) if kind else filled.get(term) for kind in ("term", "", "hint")])
        if listed := choices(term):
            lists.append((f"B{len(rows)}", [in_language(each, lang) for each in listed.values()]))
    own = SHEETS[rules].event.rank_by
    if own:
        rows[TERMS.index("rank_by") + 1][2] = in_language(WORDS["hint.printed"].fill(keys=keys_in_order(own)), lang)
    fitting = [(cells, each) for cells, each in lists if len(",".join(each)) <= 255]
    return Page(in_language(WORDS["page.terms"], lang), rows, (18, 30, 70), fitting)


def _entries(rules: str, lang: Lang) -> Page:
    count = len(SHEETS[rules].seats) // 2
    player = in_language(WORDS["entries.player"], lang)
    head: list[Cell] = [in_language(WORDS["entries.team"], lang), *(f"{player}{at}" for at in range(1, count + 1))]
    example: list[Cell] = [in_language(EXAMPLE, lang), *(f"{player} {'ABCDE'[at]}" for at in range(count)), 1]
    rows = [[*head, in_language(WORDS["entries.seed"], lang)], example]
    return Page(in_language(WORDS["page.entries"], lang), rows, (20, *(14,) * count, 8))


def results(rules: str, lang: Lang) -> Sheet:
    """The results of an event: a row a match, of which the first is an example that is never read."""
    sides, by_path = SHEETS[rules].sides, columns_of(rules).by_path
    row: dict[str, Any] = {"/event/id": in_language(EXAMPLE, lang), "/event/round": 1, "/event/table": "1"}
    names = in_language(WORDS["example.teams"], lang).split("|")
    row |= {f"/seats/{side}/team": name for side, name in zip(sides, names, strict=True)}
    ends = {"/claims/levels": ("A", "8"), "/claims/points": (2, 0)}
    for path, both in ends.items():
        if f"{path}/{sides[0]}" in by_path and by_path[f"{path}/{sides[0]}"].usual:
            row |= {f"{path}/{side}": value for side, value in zip(sides, both, strict=True)}
    row |= {"/claims/winner": sides[0], "/claims/reason": "passed"}
    made = score_sheet(rules, [row], lang)
    kept = [at for at, column in enumerate(made.columns) if _of_results(column)]
    rows = [[each[at] for at in kept] for each in made.rows]
    return made._replace(columns=[made.columns[at] for at in kept], rows=rows)


def _of_results(column: Column) -> bool:
    player = column.path.startswith("/seats/") and column.path.endswith("/id")
    return (column.of_match and not player and column.path not in {RULES, GAME, DATE}) or column.path == "remarks"


def published(rules: str, lang: Lang) -> Sheet:
    """The table to be published; its columns are those by which the sheet ranks, or the usual ones."""
    keys = [each for each in SHEETS[rules].event.rank_by if each in FIGURE_NAMES] or [
        "match_points",
        "level_difference",
        "wins",
    ]
    figures = ["place", "team", *dict.fromkeys(each for each in keys if each != "lot")]
    head: list[Cell] = [in_language(FIGURE_NAMES[each], lang) for each in figures]
    example: list[Cell] = [in_language(EXAMPLE, lang) if each == "team" else 1 for each in figures]
    return Sheet(rules, (), [head, example], lang)
