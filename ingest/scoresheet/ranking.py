"""What teams have beside the results of a worksheet: a table of wins, points or levels, held against its matches.

How a column counts is told by most of its cells, as behind a cross table; those that differ are found.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from paipu.ingest.rejection import Problem, problem, shown
from paipu.ingest.scoresheet.columns import PAST, REASON, WINNER
from paipu.ingest.scoresheet.cross import SCHEMES, fraction_said, kind_of, number
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.pieces import LEVELS, POINTS, ROUND, TEAMS, Cell, keys, named, texts_of
from paipu.ingest.scoresheet.values import DIGITS, folded, key
from paipu.replay.rulesheet import RuleSheet

SCORE: Final = "/claims/score"
BYE: Final = "/bye"
"""Who has no opponent in a round, where that stands among matches."""
UNDECIDED: Final = "/undecided"
"""That of a match nothing is told but who played."""
GONE: Final = "/gone"
"""That somebody did not come, where a remark says so in words of its own."""
NAMED: Final = TEAMS | keys("组名", "选手", "选手组合", "姓名", "players", "names")
"""What a column is called that names one entrant a row."""
BYES: Final = keys("轮空", "轮空次数", "byes", "bye")
FORFEITS: Final = keys("弃权", "弃权次数", "弃赛", "forfeits")
OF_ROUND: Final = re.compile(r"第?\s*([1-9]\d?|[一二三四五六七八九十])\s*轮|r(?:ound)?\s*(\d{1,2})", re.IGNORECASE)
"""A column of what teams have of one round."""
FEWEST: Final = 2
"""Columns that count something, teams, and cells that agree."""
Values = Mapping[str, Any]


@dataclass(slots=True)
class Ranking:
    """A table of teams: where its head is, its rows by the team's name, and its columns by what they count."""

    head: int
    team: int
    rows: dict[str, int] = field(default_factory=dict)
    columns: dict[int, str] = field(default_factory=dict)

    def cells(self, grid: Grid) -> Iterator[tuple[int, int]]:
        """Every cell of it that holds something, by column and row."""
        for number_ in (self.head, *self.rows.values()):
            row = grid.rows[number_ - 1]
            yield from ((at, number_) for at in (self.team, *self.columns) if at < len(row) and (row[at] or "").strip())


def found_in(grid: Grid, called: Mapping[str, str]) -> Iterator[Ranking]:
    """The tables of a worksheet that count for teams whose matches are known; `called` are these, as they are looked up."""
    for head, row in grid.numbered():
        texts = texts_of(row)
        for place, (team, text) in enumerate(texts):
            if not named(text, NAMED):
                continue
            found = Ranking(head, team)
            for at, name in texts[place + 1 :]:
                if named(name, NAMED):
                    if not found.columns:
                        continue  # 组名, and who plays for it
                    break
                if (kind := counts(name)) is not None:
                    found.columns[at] = kind
            if place and kind_of(texts[place - 1][1]) == "place":
                found.columns[texts[place - 1][0]] = "place"
            for below in range(head + 1, len(grid.rows) + 1):
                line = grid.rows[below - 1]
                who = key(line[team] or "") if team < len(line) else ""
                if not who or who in found.rows:
                    break
                found.rows[who] = below
            known = sum(who in called for who in found.rows)
            counted = sum(kind != "place" for kind in found.columns.values())
            if counted >= FEWEST and known >= FEWEST and known * 2 > len(found.rows):
                yield found


def counts(name: str) -> str | None:
    """What a column of a table of teams counts."""
    if (found := OF_ROUND.fullmatch(folded(name))) is not None:
        said = found[1] or found[2]
        return f"round {DIGITS.get(said) or said}"
    return "byes" if named(name, BYES) else "forfeits" if named(name, FORFEITS) else kind_of(name)


class Counted:
    """What matches come to for each team."""

    def __init__(self, sheet: RuleSheet, matches: Sequence[Values]) -> None:
        self.sheet = sheet
        zero = Fraction(0)
        self.kinds: dict[str, dict[str, dict[str, Fraction]]] = {}
        names: tuple[str, ...] = (
            *("wins", "losses", "draws", "played", "gained", "given", "apart", "apart+", "apart*", "points", "scored"),
            *("level points", "forfeits", "byes"),
        )
        names += tuple(dict.fromkeys(f"round {values[ROUND]}" for values in matches if ROUND in values))
        self.told: dict[str, dict[str, Fraction]] = {name: {} for name in names}
        self.unknown: set[str] = set()
        """Teams of which some match is not known."""
        self.open: set[str] = set()
        """What cannot be told, because of some match it is not known."""
        away = Counter(key(str(values[BYE])) for values in matches if BYE in values)
        for values in matches:
            teams = [key(str(values.get(f"/seats/{side}/team", ""))) for side in sheet.sides]
            if UNDECIDED in values:
                self.unknown |= {*teams}
                continue
            if not all(teams):
                continue
            for team in teams:
                for name in names:
                    self.told[name].setdefault(team, zero)
            self.add(values, teams)
        for team in self.told["byes"]:
            self.told["byes"][team] += away[team]

    def add(self, values: Values, teams: Sequence[str]) -> None:
        """One match."""
        reached = self.pair(values, LEVELS)
        points, scored = self.pair(values, POINTS), self.pair(values, SCORE)
        ended = self.ended(values, reached or points)
        if ended is None:
            self.open |= {"wins", "losses", "draws"}
        for at, team in enumerate(teams):
            sign = 0 if ended is None else ended if at == 0 else -ended
            self.told["played"][team] += 1
            if ended is not None:
                self.told["wins" if sign > 0 else "losses" if sign < 0 else "draws"][team] += 1
            if (values.get(REASON) == "forfeit" or GONE in values) and sign < 0:
                self.told["forfeits"][team] += 1
            for name, values_ in (("points", points), ("scored", scored), (f"round {values.get(ROUND)}", points or scored)):
                if name not in self.told:
                    continue
                if values_ is None:
                    self.open.add(name)
                else:
                    self.told[name][team] += values_[at]
            both = reached or points
            if both is None:
                self.open |= {"gained", "given", "apart", "apart+", "apart*", "level points"}
                continue
            mine, theirs = both[at], both[1 - at]
            past = 0
            if reached is not None and len(self.sheet.ladder) - 1 in {mine, theirs} and mine != theirs:
                past = 1 if mine > theirs else -1
            self.told["gained"][team] += mine
            self.told["given"][team] += theirs
            self.told["apart"][team] += mine - theirs
            self.told["apart+"][team] += mine - theirs + past
            marks = [f"{PAST}/{side}" in values for side in self.sheet.sides]
            self.told["apart*"][team] += mine - theirs + marks[at] - marks[1 - at]
            self.told["level points"][team] += len(self.sheet.ladder) + mine - theirs + marks[at] - marks[1 - at]

    def pair(self, values: Values, path: str) -> tuple[int, int] | None:
        """What both have of a match, by its path."""
        both = [values.get(f"{path}/{side}") for side in self.sheet.sides]
        if path == LEVELS:
            both = [self.sheet.level_index(each) for each in both]
        one, other = both
        return None if one is None or other is None else (int(one), int(other))

    def ended(self, values: Values, both: tuple[int, int] | None) -> int | None:
        """Whether the first has won (1), lost (-1) or neither (0)."""
        if (winner := values.get(WINNER)) is not None:
            return 1 if winner == self.sheet.sides[0] else -1
        return None if both is None else (both[0] > both[1]) - (both[0] < both[1])

    def ways(self, kind: str) -> Iterator[dict[str, Fraction]]:
        """What a column of a kind may count."""
        names = {
            "score": ("points", "scored", "apart", "gained", "level points"),
            "apart": ("apart", "apart+", "apart*", "scored"),
        }.get(kind, (kind,))
        for name in names:
            if name in self.told and name not in self.open:
                yield self.told[name]
        if kind in {"losses", "played"} and kind not in self.open:  # who did not come is counted apart, or has a bye
            other, sign = ("forfeits", -1) if kind == "losses" else ("byes", 1)
            yield {team: value + sign * self.told[other][team] for team, value in self.told[kind].items()}
        if kind == "score" and not self.open & {"wins", "draws", "losses"}:
            printed = self.sheet.event.match_points
            first = [(printed.win, printed.draw or 0, printed.loss)] if printed is not None else []
            schemes: list[tuple[int, int | Fraction, int]] = [*first, *SCHEMES]
            for win, drew, loss in schemes:
                for bye, gone in ((0, 0), (win, 0), (drew, 0), (0, loss), (win, loss)):
                    yield {
                        team: wins * win
                        + self.told["draws"][team] * drew
                        + self.told["losses"][team] * loss
                        + self.told["byes"][team] * bye
                        - self.told["forfeits"][team] * gone
                        for team, wins in self.told["wins"].items()
                    }

    def wrong(self, told: Mapping[str, tuple[Cell, Fraction]], kind: str) -> Sequence[tuple[Cell, Fraction]] | None:
        """The cells of a column that are not what most of it are, with what they should be; None where nothing is that."""
        best, most = None, FEWEST - 1
        told = {team: each for team, each in told.items() if team not in self.unknown}
        for way in self.ways(kind):
            right = sum(way.get(team) == value for team, (_, value) in told.items())
            if right > most and right * 2 > len(told):
                best, most = way, right
        if best is None:
            return None
        return [(cell, best[team]) for team, (cell, value) in told.items() if team in best and best[team] != value]


def _row(cell: str) -> str:
    return cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def held(
    grid: Grid, sheet: RuleSheet, matches: Sequence[Values], used: AbstractSet[str]
) -> tuple[list[Problem], set[tuple[int, int]]]:
    """The cells of such tables that are wrong, and all that were read, by column and row; those `used` are of matches."""
    called = {key(str(values[path])): path for values in matches for path in values if path.endswith("/team")}
    wrong: list[Problem] = []
    read: set[tuple[int, int]] = set()
    counted = Counted(sheet, matches)
    for ranking in found_in(grid, called):
        if any(grid.cell(ranking.team, row) in used for row in ranking.rows.values()):
            continue  # its teams are those of matches
        gone, missed = set(ranking.cells(grid)), set[str]()
        for at, kind in ranking.columns.items():
            told = {}
            for team, row in ranking.rows.items():
                text = (grid.rows[row - 1][at] or "").strip() if at < len(grid.rows[row - 1]) else ""
                if (value := number(text)) is not None:
                    told[team] = Cell(text, grid.cell(at, row)), value
            differing = counted.wrong(told, kind) if kind not in {"place", "record"} else []
            if differing is None:
                gone -= {(at, row) for row in (ranking.head, *ranking.rows.values())}
                continue
            if kind == "score":  # what the rounds come to is wrong with one of them
                differing = [each for each in differing if _row(each[0].at) not in missed]
            missed |= {_row(cell.at) for cell, _ in differing if kind.startswith("round")}
            wrong += [
                problem("CELL-ROW-TOTAL", cell.at, found=shown(cell.text), expected=fraction_said(due))
                for cell, due in differing
            ]
        read |= gone
    return wrong, read
