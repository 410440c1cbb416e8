"""Boards (复式): which table played which deal, and what each scores by the event's own scale. All of it is exact.

No sheet prints how a board is scored, nor does anybody for these games: the event says it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple, get_args

from paipu.replay.event.board import BoardHand, Both
from paipu.replay.event.match import Match
from paipu.replay.event.placing import Placed, Played, Spot, round_at, spots_of, stage_at, table_at
from paipu.replay.event.record import BoardSet, EventRecord, Scale, Stage
from paipu.replay.event_rules import LOT, Counts, Derived, Figure, ForfeitCounts, stage_name

BOARD_POINTS: Final[Figure] = "board_points"
BY_BOARD: Final = "by_board"
MOST_PARTS: Final = 10**9
"""A point is told in so many parts at most; what would need more is not told."""
_ACCOUNTS: Final = ("recorded", "computed", "ruled")
Points = tuple[Fraction, Fraction]
"""What a board gives each direction of a table, that of the first seat first."""


class Sat(NamedTuple):
    """A board at a drawn table. `set` is the index of its set in the event, `turned` as of the match there."""

    spot: Spot
    match: Match
    turned: bool
    board: BoardHand
    set: int

    @property
    def key(self) -> tuple[int, int]:
        """Which deal it was."""
        return self.set, self.board.no

    def seated(self, event: EventRecord) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Who sat in each direction, as the draw has them."""
        sides = table_at(event, self.spot).sides
        return sides[::-1] if self.turned else sides


def set_of(event: EventRecord, stage: str, number: int | None, board: BoardHand) -> int | None:
    """The set that a board is of, where a record names it, or its round has but one; None where that does not tell it."""
    fits = [at for at, each in sets_in(event, stage, number) if board.set is None or board.set == each.id]
    return fits[0] if len(fits) == 1 else None


def sets_in(event: EventRecord, stage: str, number: int | None) -> list[tuple[int, BoardSet]]:
    """The sets that a round plays, with their indices."""
    if event.boards is None:
        return []
    return [
        (at, each)
        for at, each in enumerate(event.boards.sets)
        if stage_name(each.stage) == stage_name(stage) and (each.rounds is None or number in each.rounds)
    ]


def sat_at(event: EventRecord, placed: Placed) -> list[Sat]:
    """Every board at every drawn table, in the order of the draw and then of the boards."""
    found = []
    for spot, seated in sorted(placed.at.items()) if event.boards is not None else ():
        found += sorted(_at(event, spot, seated), key=lambda one: (*one.key, one.match.id))
    return found


def _at(event: EventRecord, spot: Spot, seated: Sequence[Played]) -> Iterable[Sat]:
    stage, number = stage_at(event, spot).id, round_at(event, spot).no
    for each in seated:
        for board in each.match.boards:
            of = set_of(event, stage, number, board)
            if of is not None:
                yield Sat(spot, each.match, each.turned, board, of)


class Scores:
    """What the boards of an event score, by each account."""

    def __init__(self, event: EventRecord, sat: Sequence[Sat]) -> None:
        self.event, self.boards, self.sat = event, event.boards, sat
        self.too_fine: set[int] = set()
        self.by_key: dict[tuple[int, int], list[Sat]] = {}
        for one in self.sat:
            self.by_key.setdefault(one.key, []).append(one)
        self.given = (
            {(each.set, each.board, each.round, each.table): each.points for each in self.boards.adjusted}
            if self.boards
            else {}
        )
        self.earlier: dict[tuple[int, int], Scores] = {}
        self.told: dict[str, dict[Spot, list[tuple[Sat, Points | None]]]] = {}
        self.unplayed = self._unplayed()

    def adjusted(self, one: Sat) -> Points | None:
        """The adjusted score of a table for a board that was spoiled there; None if the event gives it none."""
        return self.given.get((*one.key, round_at(self.event, one.spot).no, table_at(self.event, one.spot).name))

    def _unplayed(self) -> Mapping[Spot, Sequence[tuple[int, Points]]]:
        """The adjusted scores of tables for boards that no record has from them, each with its set."""
        found: dict[Spot, list[tuple[int, Points]]] = {}
        if self.boards is None or not self.given:
            return found
        spots, had = spots_of(self.event), {(one.spot, *one.key) for one in self.sat}
        for each in self.boards.adjusted:
            spot = spots.get((stage_name(self.boards.sets[each.set].stage), each.round, each.table))
            if spot is not None and (spot, each.set, each.board) not in had:
                found.setdefault(spot, []).append((each.set, each.points))
        return found

    def result(self, one: Sat, account: str) -> Both | None:
        """What a table counts in the field with: nothing if it has an adjusted score, or no result."""
        scale = self.boards.scale if self.boards is not None else None
        return None if scale is None or self.adjusted(one) is not None else one.board.came_to(account, scale.result)

    def by(self, account: str) -> Mapping[Spot, Sequence[tuple[Sat, Points | None]]]:
        """What every board gives the two directions of every table, None while that is open."""
        if account not in self.told:
            found: dict[Spot, list[tuple[Sat, Points | None]]] = {one.spot: [] for one in self.sat}
            for tables in self.by_key.values():
                results = [self.result(one, account) for one in tables]
                for one, points in zip(tables, self.scored(tables, results), strict=True):
                    found[one.spot].append((one, points))
            order = {id(one): at for at, one in enumerate(self.sat)}
            self.told[account] = {spot: sorted(here, key=lambda each: order[id(each[0])]) for spot, here in found.items()}
        return self.told[account]

    def scored(self, tables: Sequence[Sat], results: Sequence[Both | None]) -> list[Points | None]:
        """The points of each table of one board, given what they came to."""
        scale = self.boards.scale if self.boards is not None else None
        if scale is None:
            return [None] * len(tables)
        if scale.teams:
            others = self.other_tables(tables, results)
            own: list[Points | None] = [
                None if mine is None or other is None else (Fraction(steps(scale, Fraction(mine[0] - other[0]))), Fraction(0))
                for mine, other in zip(results, others, strict=True)
            ]
        else:
            field = [each for each in results if each is not None]
            by_side = [of_field(scale, [each[side] for each in field]) for side in (0, 1)]
            own = [None if mine is None else (by_side[0][mine[0]], by_side[1][mine[1]]) for mine in results]
        return [given if (given := self.adjusted(one)) is not None else points for one, points in zip(tables, own, strict=True)]

    def other_tables(self, tables: Sequence[Sat], results: Sequence[Both | None]) -> list[Both | None]:
        """What a board came to where the same two teams sat the other way round in the same round."""
        by_who = {
            (one.spot[:2], one.seated(self.event)): result
            for one, result in reversed([*zip(tables, results, strict=True)])
            if result is not None
        }
        return [by_who.get((one.spot[:2], one.seated(self.event)[::-1])) for one in tables]

    def of_table(self, spot: Spot, account: str) -> tuple[Fraction, Fraction] | None:
        """What a drawn table's boards give its two sides together; None while some of it is open."""
        here, given = self.by(account).get(spot, ()), self.unplayed.get(spot, ())
        sets = {one.set for one, _ in here} | {of for of, _ in given}
        if (
            self.boards is None
            or spot.stage in self.too_fine
            or not sets
            or len(here) + len(given) < max(self.boards.sets[of].each for of in sets)
        ):
            return None
        both = [sum((points[side] for _, points in given), Fraction(0)) for side in (0, 1)]
        for one, points in here:
            if points is None:
                return None
            for side in (0, 1):
                both[side] += points[side ^ one.turned]
        return both[0], both[1]

    def waiting(self, spot: Spot, account: str) -> str:
        """The boards of a table that have neither a result nor an adjusted score, or how many it has of those that it plays."""
        here = self.by(account).get(spot, ())
        told = [str(one.board.no) for one, points in here if points is None]
        sets = sets_in(self.event, stage_at(self.event, spot).id, round_at(self.event, spot).no)
        had = len(here) + len(self.unplayed.get(spot, ()))
        return ", ".join(told) or f"{had}/{max((of.each for _, of in sets), default=1)}"

    def parts(self, s: int, asked: int | None = None) -> int:
        """Into how many parts a point of a stage is divided, so that whatever it has is a whole number of them.

        That is the same by every account. One has no parts if its boards are not scored.
        """
        stage = self.event.stages[s].id
        if self.boards is None or self.boards.scale is None or not any(each.stage == stage for each in self.boards.sets):
            return 0
        rows = [row for table in self.event.published if table.stage == stage for row in table.rows]
        needed = {row.board_points.denominator for row in rows if row.board_points is not None}
        needed |= {2 if self.boards.scale.kind == "matchpoints" else 1}
        told = {table.after_round for table in self.event.published if table.stage == stage and table.after_round is not None}
        told |= {asked} if asked is not None else set()
        for scores in (self, *(self.until(s, after) for after in sorted(told))):
            for account in _ACCOUNTS:
                for spot, here in scores.by(account).items():
                    if spot.stage == s:
                        needed |= {each.denominator for _, points in here if points is not None for each in points}
            given = [points for spot, rows in scores.unplayed.items() if spot.stage == s for _, points in rows]
            needed |= {each.denominator for points in given for each in points}
        parts = lcm(*needed)
        if parts > MOST_PARTS:
            self.too_fine.add(s)
        return parts if parts <= MOST_PARTS else 1

    def until(self, s: int, after: int) -> "Scores":
        """The same by what a stage had played after some round."""
        if (s, after) not in self.earlier:
            kept = [one for one in self.sat if one.spot.stage != s or round_at(self.event, one.spot).no <= after]
            self.earlier[s, after] = Scores(self.event, kept)
            self.earlier[s, after].too_fine = self.too_fine
        return self.earlier[s, after]


def of_field(scale: Scale, field: Sequence[int]) -> Mapping[int, Fraction]:
    """What each result of one direction scores among those of all tables."""
    if scale.kind == "matchpoints":
        found, below = dict[int, Fraction](), 0
        for value in sorted({*field}):
            equal = field.count(value)
            found[value] = below + Fraction(equal - 1, 2)
            below += equal
        return found
    mean = Fraction(sum(field), len(field)) if field else Fraction(0)
    return {value: value - mean if scale.kind == "difference" else Fraction(steps(scale, value - mean)) for value in {*field}}


def steps(scale: Scale, difference: Fraction) -> int:
    """A difference through the event's table: the last row that it reaches, with its sign."""
    reached = [points for least, points in scale.table if least <= abs(difference)]
    return (reached[-1] if reached else 0) * (1 if difference >= 0 else -1)


def in_parts(event: EventRecord, placed: Placed, after: int | None = None) -> tuple[EventRecord, Scores]:
    """An event with all that it counts in points of boards in parts of a point, by stage; and what its boards score.

    What published tables tell after a round is in whole parts too, and what boards score after round `after`.
    """
    scores = Scores(event, sat_at(event, placed))
    parts = {stage.id: scores.parts(s, after) for s, stage in enumerate(event.stages)}
    told = any(row.board_points is not None for table in event.published for row in table.rows)
    if not told and not any(parts.values()):
        return event, scores
    stages = tuple([_stage_in(stage, parts[stage.id]) for stage in event.stages])
    published = tuple(
        [
            table._replace(
                rows=tuple(
                    [
                        row
                        if row.board_points is None
                        else row._replace(
                            figures={**row.figures, BOARD_POINTS: int(row.board_points * (parts[table.stage] or 1))}
                        )
                        for row in table.rows
                    ]
                )
            )
            for table in event.published
        ]
    )
    penalties = tuple(
        [
            line._replace(value=line.value * (parts[line.stage] or 1)) if line.figure == BOARD_POINTS else line
            for line in event.penalties
        ]
    )
    scores.event = replace(event, stages=stages, published=published, penalties=penalties)
    return scores.event, scores


def _stage_in(stage: Stage, parts: int) -> Stage:
    if not parts:
        return stage
    forfeit = stage.forfeit
    return replace(
        stage,
        parts=parts,
        bye=_counts_in(stage.bye, parts),
        absent=_counts_in(stage.absent, parts),
        forfeit=forfeit
        and ForfeitCounts(
            absent=_counts_in(forfeit.absent, parts) or {},
            present=_counts_in(forfeit.present, parts) or {},
        ),
    )


def _counts_in(counts: Counts | None, parts: int) -> Counts | None:
    if counts is None or BOARD_POINTS not in counts:
        return counts
    return {**counts, BOARD_POINTS: counts[BOARD_POINTS] * parts}


def points_text(value: int, parts: int) -> str:
    """Points of boards as people write them: a decimal where that is exact and short, else whole points and a fraction.

    >>> points_text(25, 2), points_text(-11, 3), points_text(-1, 3), points_text(8, 1), points_text(-5, 4)
    ('12.5', '-3 2/3', '-1/3', '8', '-1.25')
    """
    exact = Fraction(value, parts or 1)
    sign, whole, rest = "-" if exact < 0 else "", *divmod(abs(exact), 1)
    if not rest:
        return f"{sign}{whole}"
    if 100 % rest.denominator == 0:
        return f"{sign}{whole}.{int(rest * 100):02}".rstrip("0")
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


_IN_PARTS: Final = frozenset[str]({BOARD_POINTS, *get_args(Derived)}) - {"head_to_head_levels", LOT}
"""Keys whose values are in parts of a point where boards are scored."""


def figure_said(key: str, value: int | None, parts: int) -> int | str | None:
    """A figure, or what a key has found, as people write it; points of boards are in so many parts.

    >>> figure_said("board_points", 25, 2), figure_said("wins", 25, 2), figure_said("board_points", None, 2)
    ('12.5', 25, None)
    """
    return points_text(value, parts) if value is not None and parts and key in _IN_PARTS else value
