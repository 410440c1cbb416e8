"""A mapping (`map.toml`): what the tables of a score sheet hold, said by who knows; and the one that was guessed, to be edited.

`data/FORMAT.md` describes it. It takes the place of looking for heads: whatever it does not say is as it is without one.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from paipu.ingest.rejection import Rejection, problem, reject, shown
from paipu.ingest.scoresheet import edits, roles
from paipu.ingest.scoresheet.blocks import Block, Fact, Head, Place
from paipu.ingest.scoresheet.columns import Column, Columns, columns_of, path_of, read_text
from paipu.ingest.scoresheet.grid import MAX_COLUMNS, Grid, Unreadable
from paipu.ingest.scoresheet.heads import Finder, Found, beginning, chosen, is_number
from paipu.ingest.scoresheet.pieces import texts_of
from paipu.ingest.scoresheet.values import folded, key
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Text

FORMAT: Final = "paipu-map/1"
MAX_SIZE: Final = 256 * 1024
MAX_TABLES: Final = 200
MAX_WORDS: Final = 2_000
LOOKED_AT: Final = 40
SAMPLE: Final = 50
"""Rows whose values tell which of several columns a name means."""
_TOP: Final = frozenset({"format", "sheet", "constants", "words", "table"})
_OF_TABLE: Final = frozenset({"worksheet", "head", "rows", "columns", "constants", "words"})
LETTERS: Final = re.compile(r"[A-Z]{1,3}")

Words = Mapping[str, Mapping[str, str]]
"""What texts stand for, by the path of their column."""


class Wrong(Exception):  # noqa: N818 - it is an answer, and becomes a Rejection
    """Something in a mapping that cannot be: where, what was found, and what is expected."""

    def __init__(self, where: str, found: object, expected: str) -> None:
        super().__init__(where)
        self.where, self.found, self.expected = where, found, expected


@dataclass(frozen=True, slots=True)
class Told:
    """One table of a mapping: its worksheet (none: each), the rows of its head and data, its columns by letters or name."""

    worksheet: str | None
    head: tuple[int, int] | None
    rows: tuple[int, int | None] | None
    columns: Mapping[str, str]
    constants: Mapping[str, str]
    words: Words


@dataclass(frozen=True, slots=True)
class Mapped:
    """A mapping, checked."""

    sheet: str
    constants: Mapping[str, str]
    words: Words
    tables: tuple[Told, ...] = field(default_factory=tuple)


def read_mapping(path: str) -> Mapped | Rejection:
    """The mapping in a file, or what is wrong with it."""
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(MAX_SIZE + 1)
    except (OSError, ValueError) as error:
        return reject([problem("SOURCE-UNREADABLE", why=str(error))], path)
    return mapping_of(raw, path)


def mapping_of(raw: bytes, path: str) -> Mapped | Rejection:
    """The mapping that some bytes are."""
    try:
        return _mapped(tomllib.loads(raw.decode("utf-8-sig")) if len(raw) <= MAX_SIZE else {"format": f"{len(raw)} B"})
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return reject([problem("MAP-SYNTAX", why=str(error))], path)
    except Wrong as wrong:
        return reject([problem("MAP-VALUE", wrong.where, found=shown(str(wrong.found)), expected=wrong.expected)], path)


def _mapped(tree: Mapping[str, Any]) -> Mapped:
    _only(tree, _TOP, "")
    if tree.get("format") != FORMAT:
        raise Wrong("/format", tree.get("format"), FORMAT)
    sheet = tree.get("sheet")
    if not isinstance(sheet, str) or sheet not in SHEETS:
        raise Wrong("/sheet", sheet, ", ".join(SHEETS))
    columns, tables = columns_of(sheet), tree.get("table", [])
    if not isinstance(tables, list) or len(tables) > MAX_TABLES or not all(isinstance(each, dict) for each in tables):
        raise Wrong("/table", tables, f"[[table]], ≤ {MAX_TABLES}")
    told = tuple(_table(each, f"/table/{at}", columns) for at, each in enumerate(tables))
    return Mapped(sheet, _constants(tree, "", columns), _words(tree, "", columns), told)


def _only(tree: Mapping[str, Any], known: frozenset[str], where: str) -> None:
    for name in tree:
        if name not in known:
            raise Wrong(f"{where}/{name}", name, ", ".join(sorted(known)))


def _texts(tree: Mapping[str, Any], name: str, where: str) -> Mapping[str, str]:
    """A table of texts; a number or a date counts as what is written."""
    found = tree.get(name, {})
    if not isinstance(found, dict) or len(found) > MAX_WORDS:
        raise Wrong(f"{where}/{name}", found, f"[{name}]")
    for called, value in found.items():
        if isinstance(value, (dict, list, bool, float)):
            raise Wrong(f"{where}/{name}/{called}", value, "text")
    return {called: str(value) for called, value in found.items()}


def columns_called(columns: Columns, name: str) -> tuple[Column, ...]:
    """The columns that a name in a mapping may mean: a path, or a header."""
    exact = columns.by_path.get(name)
    return (exact,) if exact is not None else columns.candidates(name)


def _column(columns: Columns, name: str, where: str) -> Column:
    found = columns_called(columns, name)
    if not found:
        usual = [column.header.zh for column in columns.all]
        raise Wrong(where, name, ", ".join(usual))
    return found[0]


def _constants(tree: Mapping[str, Any], where: str, columns: Columns) -> Mapping[str, str]:
    """Values of the match, by path."""
    found = {}
    for name, text in _texts(tree, "constants", where).items():
        at = f"{where}/constants/{name}"
        column = next((each for each in columns_called(columns, name) if each.of_match), None)
        if column is None:
            raise Wrong(at, name, ", ".join(each.header.zh for each in columns.all if each.of_match))
        if read_text(column, text)[1] is not None:
            raise Wrong(at, text, column.kind.shape.zh)
        found[path_of(column)] = text
    return found


def _words(tree: Mapping[str, Any], where: str, columns: Columns) -> Words:
    """What texts stand for, by the column in which they stand."""
    given, found = tree.get("words", {}), {}
    if not isinstance(given, dict):
        raise Wrong(f"{where}/words", given, "[words.…]")
    for name in given:
        for column in columns_called(columns, name) or (_column(columns, name, f"{where}/words/{name}"),):
            texts = _texts(given, name, f"{where}/words")
            found[path_of(column)] = {key(text) or text: value for text, value in texts.items()}
    return found


def _table(tree: Mapping[str, Any], where: str, columns: Columns) -> Told:
    _only(tree, _OF_TABLE, where)
    worksheet, names = tree.get("worksheet"), _texts(tree, "columns", where)
    if not isinstance(worksheet, str | None):
        raise Wrong(f"{where}/worksheet", worksheet, "text")
    for at, name in names.items():
        if name not in {"", "-"}:
            _column(columns, name, f"{where}/columns/{at}")
    head, rows = _range(tree, "head", where), _range(tree, "rows", where)
    if names and head is None and (rows is None or not all(LETTERS.fullmatch(at) for at in names)):
        raise Wrong(f"{where}/head", None, "head = 3")
    if head is not None and head[1] - head[0] > 1:
        raise Wrong(f"{where}/head", [*head], "head = 3, head = [3, 4]")
    return Told(worksheet, head, rows, names, _constants(tree, where, columns), _words(tree, where, columns))


def _range(tree: Mapping[str, Any], name: str, where: str) -> tuple[int, int] | None:
    given = tree.get(name)
    if given is None:
        return None
    both = given if isinstance(given, list) else [given, given] if name == "head" else [given, 1 << 20]
    if len(both) != 2 or not all(type(each) is int and 0 < each <= 1 << 20 for each in both) or both[0] > both[1]:
        raise Wrong(f"{where}/{name}", given, f"{name} = 3, {name} = [3, 4]")
    return both[0], both[1]


# --- Read by it ----------------------------------------------------------------------------------------------


def found_by(mapped: Mapped, grid: Grid) -> Found:
    """The tables of a worksheet as a mapping has them; looked for as always where it tells of none. Raises Unreadable."""
    told = [each for each in mapped.tables if each.worksheet in {None, grid.sheet}]
    if not any(each.columns for each in told):
        found = Found(mapped.sheet) if mapped.tables and not told else Finder(grid, mapped.sheet).run()
        if mapped.tables and not told:
            found.skipped = {number: "title" if any(row) else "blank" for number, row in grid.numbered()}
        constants = {**mapped.constants, **{name: text for each in told for name, text in each.constants.items()}}
        words = {**mapped.words, **{name: texts for each in told for name, texts in each.words.items()}}
        for block in found.blocks:
            _tell(block, constants, words, mapped.sheet)
        return found
    found = Found(mapped.sheet)
    for number, row in grid.numbered():
        found.skipped[number] = "title" if any(text and text.strip() for text in row) else "blank"
    for each in told:
        if each.columns:
            _add(found, grid, mapped, each)
    return found


def _tell(block: Block, constants: Mapping[str, str], words: Words, sheet: str) -> None:
    """Let a table have what a mapping says of all of it."""
    by_path = columns_of(sheet).by_path
    first = block.piece.first if block.piece is not None else block.head.first
    for path, text in constants.items():
        block.facts[path] = Fact(by_path[path], text, f"A{max(first, 1)}", told=True)
    block.words = words


def _add(found: Found, grid: Grid, mapped: Mapped, told: Told) -> None:
    columns, places = columns_of(mapped.sheet), dict[int, tuple[str, str]]()
    first, last = told.head or (told.rows or (1, 1))[:1] * 2
    names = _names(grid, told.head)
    for at, name in told.columns.items():
        index = (
            grid.letters.index(at)
            if at in grid.letters
            else next((each for each, text in names.items() if key(text) == key(at)), None)
        )
        if index is None:
            seen = shown(" | ".join(f"{grid.letters[each]}: {text}" for each, text in names.items()) or "–")
            raise Unreadable(problem("MAP-HEAD", found=seen, expected=at), grid.sheet, f"A{first}")
        places[index] = names.get(index, at), name
    begin, end = told.rows or (last + 1, None)
    rows = [
        number
        for number in range(begin, min(end or len(grid.rows), len(grid.rows)) + 1)
        if found.skipped.get(number) != "blank"
    ]
    kept = []
    for number in rows:
        text = next(each for each in grid.rows[number - 1] if each and each.strip())
        kind = beginning(text[:200])
        if kind == "total":
            found.skipped[number] = "total"
        elif kind not in {"signed", "remark"}:
            kept.append(number)
    made = []
    for index, (seen, name) in sorted(places.items()):
        if name in {"", "-"}:
            continue
        cells = [grid.rows[number - 1][index] for number in kept[:SAMPLE] if index < len(grid.rows[number - 1])]
        values = [each for each in cells if each is not None]
        meant = columns_called(columns, name)
        exact = [each for each in meant if name in {*each.header, path_of(each)}]
        made.append(Place(index, seen, exact[0] if exact else chosen(meant, values, of_hands=False)))
    unknown = tuple((index, text) for index, text in sorted(names.items()) if index not in places)
    head = Head(first, last, tuple(made), unknown)
    block = Block(head, kept)
    _tell(block, {**mapped.constants, **told.constants}, {**mapped.words, **told.words}, mapped.sheet)
    found.blocks.append(block)
    found.totals += [(number, head) for number in rows if found.skipped.get(number) == "total"]


def _names(grid: Grid, head: tuple[int, int] | None) -> dict[int, str]:
    """What stands in a head, its lines together; an upper name goes on until another stands there."""
    if head is None or head[0] > len(grid.rows):
        return {}
    found: dict[int, str] = {}
    above = ""
    for at in range(min(len(grid.letters), MAX_COLUMNS)):
        texts = [
            (grid.rows[number - 1][at] or "").strip()
            for number in range(head[0], min(head[1], len(grid.rows)) + 1)
            if at < len(grid.rows[number - 1])
        ]
        above = texts[0] if texts and texts[0] else above
        lower = texts[1] if len(texts) > 1 else ""
        name = f"{above}{lower}" if lower else texts[0] if texts else ""
        if name:
            found[at] = name
    return found


# --- Guessed -------------------------------------------------------------------------------------------------


class Guess(NamedTuple):
    """A table as it would be read: its worksheet, the rows of its head, and of each column letters, name and what it means.

    What is not known means "". Of one that is read as it is laid out (`whole`) there are no columns, but the names of its head.
    """

    worksheet: str | None
    head: tuple[int, int]
    columns: tuple[tuple[str, str, str], ...]
    whole: bool = False
    names: tuple[tuple[str, str], ...] = ()


def guesses(grids: Sequence[Grid], rules: str) -> Iterator[Guess]:
    """Every table of a file, as it would be read; columns whose names are not known by what their values may be."""
    for grid in grids:
        for each in _guesses(grid, rules):
            told = by_values(grid, rules, each.head) if any(not said for _, _, said in each.columns) else {}
            used = {said for _, _, said in each.columns if said}
            free: dict[str, str] = {}
            for letters, name in told.items():  # no two columns are one
                if name not in used | {*free.values()}:
                    free[letters] = name
            columns = [(letters, name, said or free.get(letters, "")) for letters, name, said in each.columns]
            yield each._replace(columns=tuple(columns))


def by_values(grid: Grid, rules: str, head: tuple[int, int]) -> dict[str, str]:
    """What the columns of a table may be, by letters: by their names written out, else by what their values may be."""
    columns = columns_of(rules)
    found = {letters: _name_of(meant[0]) for letters, text in names_in(grid, head) if (meant := columns.candidates(text))}
    written_out = edits.named_apart(grid, rules)
    for edited in [*([written_out] if written_out is not None else []), *islice(roles.by_values(grid, rules), 1)]:
        for number in range(head[0], head[1] + 1):
            before = grid.rows[number - 1]
            for at, text in texts_of(edited.grid.rows[number - 1]):
                is_other = at >= len(before) or before[at] != text
                if is_other and (meant := columns.candidates(text)) and edited.grid.letters[at] == grid.letters[at]:
                    found.setdefault(grid.letters[at], _name_of(meant[0]))
    return found


def _guesses(grid: Grid, rules: str) -> Iterator[Guess]:
    """The tables of a worksheet by the names of their columns."""
    found = Finder(grid, rules).run()
    for piece in [block.piece for block in found.blocks if block.piece is not None]:
        heads = tuple(names_in(grid, (piece.first, piece.first)))
        yield Guess(grid.sheet or grid.file, (piece.first, piece.last), (), whole=True, names=heads)
    for head in dict.fromkeys(block.head for block in found.blocks if block.piece is None):
        names: list[tuple[int, str, Column | None]] = [(each.at, each.name, each.column) for each in head.places]
        yield _guess(grid, head.first, head.last, [*names, *((at, name, None) for at, name in head.unknown)])
    if not found.blocks and (near := likeliest(grid)):
        yield _guess(grid, *near)


def _guess(grid: Grid, first: int, last: int, names: Sequence[tuple[int, str, Column | None]]) -> Guess:
    columns = [
        (grid.letters[at], name, "" if column is None else _name_of(column))
        for at, name, column in sorted(names, key=lambda each: each[0])
    ]
    return Guess(grid.sheet, (first, last), tuple(columns))


def guess_at(grid: Grid, rules: str, head: tuple[int, int]) -> Guess:
    """A table whose head is told: what its columns are by their names."""
    columns = columns_of(rules)
    meant = [(letters, text, columns.candidates(text)) for letters, text in names_in(grid, head)]
    return Guess(
        grid.sheet, head, tuple((letters, text, _name_of(found[0]) if found else "") for letters, text, found in meant)
    )


def guessed(grids: Sequence[Grid], rules: str) -> str:
    """The mapping that stands for what would be read, to be edited; names that are not known have nothing beside them."""
    return written(rules, [*guesses(grids, rules)])


def written(rules: str, tables: Sequence[Guess], constants: Mapping[str, str] = MappingProxyType({})) -> str:
    """A mapping as its file has it."""
    lines = [
        f'format = "{FORMAT}"',
        f'sheet = "{rules}"',
        "",
        "# 对所有表都有效的值 · values that hold for all tables",
        "[constants]",
    ]
    lines += [f"{_quoted(name)} = {_quoted(value)}" for name, value in constants.items()]
    lines += [] if constants else ['# "赛事" = "cup"', '# "轮次" = "1"']
    lines += ["", "# 单元格里的说法 = 它的意思 · what stands in a cell = what it means", '# [words."胜方"]', '# "红" = "东西"']
    for each in tables:
        first, last = each.head
        if each.whole:
            where = f"{_quoted(each.worksheet or '')} {first}–{last}"
            lines += [
                "",
                f"# {where}: 这张表照样读出，不必对应；被拒时去掉下面的 #，写明各列",
            ]
            lines += [
                "# read as it is laid out; where it is refused, take away the # and say what each column is",
                "# [[table]]",
            ]
            lines += [f"# worksheet = {_quoted(each.worksheet or '')}", f"# head = {first}", "# [table.columns]"]
            lines += [f'# {letters} = ""  # {_quoted(folded(name)[:60])}' for letters, name in each.names]
            continue
        lines += ["", "[[table]]", *([f"worksheet = {_quoted(each.worksheet)}"] if each.worksheet is not None else [])]
        lines += [f"head = {first}" if first == last else f"head = [{first}, {last}]", "[table.columns]"]
        lines += [f"{letters} = {_quoted(said)}  # {_quoted(folded(name)[:60])}" for letters, name, said in each.columns]
    return "\n".join([*lines, ""])


def names_of_columns(rules: str) -> list[tuple[str, Text]]:
    """What a mapping may say that a column is: by what it is called there, and for people."""
    return [(_name_of(column), column.header) for column in columns_of(rules).all]


def names_in(grid: Grid, head: tuple[int, int]) -> list[tuple[str, str]]:
    """The letters and names of the columns of a head."""
    return [(grid.letters[at], text) for at, text in sorted(_names(grid, head).items())]


def likeliest(grid: Grid) -> tuple[int, int, list[tuple[int, str, Column | None]]] | None:
    """The row that is most like a head where none is one: most texts that are no numbers, and something below."""
    best: tuple[int, int, list[tuple[int, str, Column | None]]] | None = None
    for number, row in enumerate(grid.rows[: min(LOOKED_AT, len(grid.rows) - 1)], start=1):
        names: list[tuple[int, str, Column | None]] = [(at, text, None) for at, text in texts_of(row) if not is_number(text)]
        if len(names) > (len(best[2]) if best is not None else 1) and texts_of(grid.rows[number]):
            best = number, number, names
    return best


def _name_of(column: Column) -> str:
    """By what a mapping calls a column: its path, where another has its header too."""
    return path_of(column) if column.both else column.header.zh


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
