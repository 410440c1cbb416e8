"""A knock-out drawn as a tree: a column of names a round, each pair beside or around who of them goes on.

What tells that it is one: each column has half as many names as the one before, and most of these were in the pair before.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from paipu.ingest.scoresheet.blocks import Piece
from paipu.ingest.scoresheet.columns import WINNER, Columns
from paipu.ingest.scoresheet.cross import FORFEITED
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.heads import SCORE
from paipu.ingest.scoresheet.pieces import LEVELS, POINTS, STAGE, STAGED, Cell, Drawn, are_levels, split, texts_of, whole
from paipu.ingest.scoresheet.values import folded, key

FEWEST: Final = 4
"""Names of the first round."""
STAGES: Final = {1: "决赛", 2: "半决赛", 4: "1/4决赛", 8: "1/8决赛", 16: "1/16决赛"}
"""What a round of so many matches is called."""


class Entry(NamedTuple):
    """A name of a round, with what stands beside it."""

    name: Cell
    number: int
    score: Cell | None


def find(grid: Grid, columns: Columns) -> Piece | None:
    """The tree that a worksheet is, if it is one."""
    drawn = Drawn(grid, columns)
    rounds = _rounds(drawn)
    if len(rounds) < 2 or len(rounds[0]) < FEWEST:
        return None
    goes_on = [
        key(winner.name.text) in {key(each.name.text) for each in before[at * 2 : at * 2 + 2]}
        for before, after in pairwise(rounds)
        for at, winner in enumerate(after)
    ]
    if sum(goes_on) * 3 < len(goes_on) * 2:
        return None
    told = [(one.score, other.score) for names in rounds for one, other in zip(names[::2], names[1::2], strict=False)]
    pairs = [(one.text, other.text) for one, other in told if one is not None and other is not None]
    levels = are_levels(columns, pairs)
    for names, following in pairwise([*rounds, []]):
        if len(names) > 1:
            for values, lines in _matches(drawn, names, following, levels=levels):
                drawn.rows.append((values, lines))
    numbers = [entry.number for names in rounds for entry in names]
    below = [_alone(drawn, number, levels=levels) for number in range(max(numbers) + 1, len(grid.rows) + 1)]
    drawn.rows += [each for each in below if each is not None]
    numbers += [lines[0] for _, lines in filter(None, below)]
    drawn.skipped = {number: "bare" for number in range(min(numbers), max(numbers) + 1) if texts_of(grid.rows[number - 1])}
    drawn.notes.append((rounds[0][0].name.at, "SIDES-ASSUMED", rounds[0][0].name.text[:40]))
    return drawn.piece(min(numbers), max(numbers), assumed=True)


def _rounds(drawn: Drawn) -> list[list[Entry]]:
    """The names of each round from the first on, each with half as many as the one before: from one side or both."""
    grid = drawn.grid
    first = next((n for n, row in grid.numbered() if len(texts_of(row)) > 1 and _are_heads(row)), 0)
    if not first:
        first = next((n for n, row in grid.numbered() if len(texts_of(row)) == 1), 1) if len(grid.rows) else 0
    last = _end(drawn, first)
    columns = [at for at in range(len(grid.letters)) if [*_entries(drawn, at, first, last, 1)]]
    found = [[*_entries(drawn, at, first, last, 1)] for at in columns]
    if halve(found):
        return found
    middle = len(columns) // 2
    right = [[*_entries(drawn, at, first, last, -1)] for at in reversed(columns)]
    both = [one + other for one, other in zip(found[:middle], right[:middle], strict=True)]
    both += [found[middle]] if len(columns) % 2 else []
    return both if halve(both) else []


def halve(rounds: Sequence[Sequence[Entry]]) -> bool:
    """Whether each round has half as many as the one before, and all of the last can meet, or one is left."""
    odd = any(len(names) > 1 and len(names) % 2 for names in rounds)
    return not odd and all(len(before) == len(after) * 2 for before, after in pairwise(rounds))


def are_scores(texts: Sequence[str]) -> bool:
    """Whether texts are numbers, or levels."""
    return all(whole(text) is not None or SCORE.fullmatch(folded(text)) for text in texts)


def _are_heads(row: Sequence[str | None]) -> bool:
    """Whether a row calls rounds by their names."""
    return any(STAGED.fullmatch(folded(text)) for _, text in texts_of(row))


def _end(drawn: Drawn, head: int) -> int:
    """The last row of a tree: two blank rows part it from what stands below."""
    blank = 0
    for number in range(head + 1, len(drawn.grid.rows) + 1):
        blank = 0 if texts_of(drawn.grid.rows[number - 1]) else blank + 1
        if blank > 1 and number > head + FEWEST:
            return number
    return len(drawn.grid.rows)


def _alone(drawn: Drawn, number: int, *, levels: bool) -> tuple[dict[str, Cell], tuple[int, ...]] | None:
    """A match below the tree in a row of its own, as that for the third place: stage, both, what they have, who won."""
    texts = [Cell(text, drawn.grid.cell(at, number)) for at, text in texts_of(drawn.grid.rows[number - 1])]
    if len(texts) < FEWEST + 1 or STAGED.fullmatch(folded(texts[0].text)) is None:
        return None
    stage, one, own, other, theirs, *rest = texts
    if are_scores((one.text,)) or are_scores((other.text,)) or not are_scores((own.text, theirs.text)):
        return None
    sides, path = drawn.columns.sheet.sides, LEVELS if levels else POINTS
    found = {STAGE: stage, f"/seats/{sides[0]}/team": one, f"/seats/{sides[1]}/team": other}
    found |= {f"{path}/{sides[0]}": own, f"{path}/{sides[1]}": theirs}
    winner = next((each for each in rest if key(each.text) in {key(one.text), key(other.text)}), None)
    return found | ({WINNER: winner} if winner is not None else {}), (number,)


def _entries(drawn: Drawn, at: int, head: int, last: int, towards: int) -> Iterator[Entry]:
    """The names of a column, with the number in the next cell of each; `towards` is 1 for the right and -1 for the left."""
    for number in range(head + 1, last + 1):
        cell, behind = drawn.cell(at, number), drawn.cell(at + towards, number)
        if cell is None or are_scores((cell.text,)) or split(cell.text) is not None or key(cell.text) in FORFEITED:
            continue
        score = behind if behind is not None and are_scores((behind.text,)) else None
        if not STAGED.fullmatch(folded(cell.text)):
            yield Entry(cell, number, score)


def _matches(
    drawn: Drawn, names: Sequence[Entry], following: Sequence[Entry], *, levels: bool
) -> Iterator[tuple[dict[str, Cell], tuple[int, ...]]]:
    """Each pair of a round, with who stands in the next."""
    sides = drawn.columns.sheet.sides
    for at, (one, other) in enumerate(zip(names[::2], names[1::2], strict=True)):
        found = {f"/seats/{side}/team": entry.name for side, entry in zip(sides, (one, other), strict=True)}
        if (stage := STAGES.get(len(names) // 2)) is not None:
            found[STAGE] = Cell(stage, one.name.at)
        path = LEVELS if levels else POINTS
        if one.score is not None and other.score is not None:
            found |= {f"{path}/{sides[0]}": one.score, f"{path}/{sides[1]}": other.score}
        if at < len(following):
            found[WINNER] = following[at].name
        yield found, (one.number, other.number)
