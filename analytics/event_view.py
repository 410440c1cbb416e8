"""An event as it is shown, on a page and in print: its tables with their derivations, who met whom, what was published.

It is made of rows as the warehouse has them (`analytics/event_rows.py`), wherever they come from: a query, or an audit that was
just made.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any, Final, NamedTuple, cast, get_args

from paipu.analytics.rows import Rows
from paipu.replay.event.boards import BOARD_POINTS, figure_said
from paipu.replay.event.match import AccountName
from paipu.replay.event.published import Count
from paipu.replay.event.rows import figures_shown
from paipu.replay.event.words import WORDS, keys_in_order, listed_up, names_apart, part_title, written
from paipu.replay.event_rules import FIGURES, Figure
from paipu.replay.notation import PASS
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS, Text, both, in_language
from paipu.replay.words import WORDS as GAME
from paipu.replay.words import cards_name, join, seats_name

Row = Mapping[str, Any]
Tables = Mapping[str, Sequence[Row]]
"""The rows of one event, by the name of their table."""
NEEDED: Final = (
    *("standings", "derivations", "event_stages", "event_tables", "event_rounds", "event_entrants"),
    *("published", "ledger", "event_matches", "event_players", "event_boards"),
)
MOST_CROSSED: Final = 24
"""A crosstable of more than so many would fit no page; their rounds are listed all the same."""


class Step(NamedTuple):
    """What a key said of an entrant, and with whom it left him equal."""

    key: str
    value: int | str | None
    tied_with: tuple[str, ...]
    tied: int

    @property
    def equal(self) -> Text:
        """The first few of those with whom he is equal."""
        return Text(*(listed_up(self.tied_with, lang, self.tied) for lang in LANGS))


def scored(first: str, second: str) -> Text:
    """What is written of the two sides of a match."""
    return Text(*(f"{one} : {other}" for one, other in zip(written(first), written(second), strict=True)))


class Game(NamedTuple):
    """What a round came to for an entrant: with whom and against whom, how it ended, what it counts, and the matches.

    `ended` is won, lost, drawn, scored (nobody has won), boards (they were played), forfeited (by him), open, bye or absent;
    `figures` are those of the table's columns. `others` are those against whom it was, by their ids; `score` is what is written
    of his side and of theirs.
    """

    round: int
    table: str
    ended: str
    figures: tuple[int | str | None, ...]
    partners: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    score: Text | None = None

    @property
    def value(self) -> int | str | None:
        """What it counts in the first column."""
        return self.figures[0] if self.figures else None


class Member(NamedTuple):
    """Who plays for an entrant."""

    player: str
    name: str


class Line(NamedTuple):
    """A row of a table: figures are those of its columns, `decided` whether more than the first key was needed."""

    place: int | None
    shared: bool
    disqualified: bool
    entrant: str
    name: str
    played: int
    open: int
    best: int | None
    worst: int | None
    unknown: bool
    figures: tuple[int | str | None, ...]
    steps: tuple[Step, ...]
    games: tuple[Game, ...]
    players: tuple[Member, ...]

    @property
    def decided(self) -> bool:
        return self.disqualified or len(self.steps) > 1 or bool(self.steps and self.steps[-1].tied)

    @property
    def unsettled(self) -> bool:
        """Whether something is open that may change the place."""
        return not self.disqualified and bool(self.open or self.reach)

    @property
    def reach(self) -> str:
        """The places that can still be reached, where that is more than one; `?` where it is too much to tell."""
        if self.best is None or self.worst is None:
            return "" if self.disqualified else "?"
        return "" if self.best == self.worst else f"{self.best}–{self.worst}"


class Side(NamedTuple):
    """Who sits on a side of a drawn table, how it ended for them, and what it counts by the columns of the standings."""

    entrants: tuple[str, ...]
    names: tuple[str, ...]
    ended: str
    score: str | None
    figures: tuple[int | str | None, ...]

    @property
    def won(self) -> bool:
        return self.ended == "won"

    @property
    def written(self) -> Text | None:
        """What is written of the side."""
        return None if self.score is None else written(self.score)


class Drawn(NamedTuple):
    """A drawn table."""

    table: str
    sides: tuple[Side, Side]
    told: bool
    third_place: bool
    matches: tuple[str, ...]

    @property
    def score(self) -> Text | None:
        """What is written of the match."""
        first, second = (side.score for side in self.sides)
        return None if first is None or second is None else scored(first, second)


class Idle(NamedTuple):
    """Who has no table in a round: a bye or an absence, and what that counts by the columns of the standings."""

    entrant: str
    name: str
    ended: str
    figures: tuple[int | str | None, ...]


class Played(NamedTuple):
    """A round: its tables, and who has none."""

    no: int
    tables: tuple[Drawn, ...]
    idle: tuple[Idle, ...]

    @property
    def byes(self) -> tuple[str, ...]:
        """Who has a bye."""
        return tuple([each.name for each in self.idle if each.ended == "bye"])


class Cell(NamedTuple):
    """A published cell beside the computed one; `verdict` is same, differs, or open where it was not checked."""

    published: int | str | None
    computed: int | str | None
    verdict: str


class PublishedLine(NamedTuple):
    """A line of a published table; a cell is None where nothing was published."""

    entrant: str
    name: str
    cells: tuple[Cell | None, ...]


class PublishedTable(NamedTuple):
    """A table as it was published."""

    stage: str
    group: str | None
    after_round: int | None
    columns: tuple[str, ...]
    lines: tuple[PublishedLine, ...]

    @property
    def counted(self) -> Count:
        """How many cells there are, differ from what was computed, and were not checked."""
        return Count.of(cell.verdict for line in self.lines for cell in line.cells if cell is not None)


class Difference(NamedTuple):
    """What is not the same by every account of somebody: all in all (`round` is None) or at one table.

    `values` has for each account the figures, in their order; `ended` is how a table ended.
    """

    round: int | None
    table: str
    name: str
    figures: tuple[str, ...]
    values: tuple[tuple[int | str | None, ...], ...]


class Penalty(NamedTuple):
    """A line of the penalty ledger."""

    stage: str
    round: int | None
    name: str
    figure: str
    value: int
    clause: str | None
    note: str | None


class BoardTable(NamedTuple):
    """A table of a board: who sat in each direction, what it came to and scored for both."""

    round: int
    table: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    result: tuple[int | None, int | None]
    points: tuple[int | str | None, int | str | None]
    adjusted: bool
    match: str
    hand: int | None


class Board(NamedTuple):
    """A deal that several tables have played, with all of them."""

    set: str | None
    no: int
    tables: tuple[BoardTable, ...]

    @property
    def name(self) -> str:
        """What an address calls it."""
        return f"{self.no}" if self.set is None else f"{self.set}/{self.no}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A stage, or a group of it, as it stands."""

    stage: str
    group: str | None
    form: str
    rank_by: tuple[str, ...]
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    rounds: tuple[Played, ...]
    after: int | None
    published: tuple[PublishedTable, ...]
    penalties: tuple[Penalty, ...]
    accounts: tuple[str, ...]
    differences: tuple[Difference, ...]
    boards: tuple[Board, ...]
    board_result: str | None

    @property
    def compared(self) -> Text:
        """What its boards are compared by."""
        return WORDS[f"board.{self.board_result}"]

    @property
    def title(self) -> Text:
        """What it is called, and after which round it stands so."""
        part = part_title(self.stage, self.group)
        return part if self.after is None else WORDS["part.after"].fill(part=part, no=self.after)

    @property
    def bracket(self) -> tuple[Played, ...]:
        """The rounds of a knock-out."""
        return self.rounds if self.form == "knockout" else ()

    @property
    def keyed(self) -> tuple[tuple[int, str], ...]:
        """The columns that places go by, the first where none is, with where they stand."""
        ranked = [(at, column) for at, column in enumerate(self.columns) if column in self.rank_by]
        return tuple(ranked or [*enumerate(self.columns)][:1])

    @property
    def opened(self) -> int:
        """How many results are open."""
        return sum(not drawn.told for played in self.rounds for drawn in played.tables)

    @property
    def ranked(self) -> Text:
        """What ranks, in order, in words."""
        return keys_in_order(self.rank_by)

    @property
    def crossed(self) -> bool:
        """Whether a crosstable says more than a list: entrants who meet one another, and not too many of them."""
        alone = all(len(game.others) == 1 for line in self.lines for game in line.games if game.table)
        return self.form == "table" and alone and len(self.lines) <= MOST_CROSSED

    @property
    def idle(self) -> bool:
        """Whether somebody had no table in some round."""
        return any(not game.table for line in self.lines for game in line.games)

    def line_of(self, entrant: str) -> Line | None:
        """The row of one, by his id."""
        return next((line for line in self.lines if line.entrant == entrant), None)

    def met(self, line: Line, other: Line) -> tuple[Game, ...]:
        """The games of one against another."""
        return tuple([game for game in line.games if game.others == (other.entrant,)])


class Apart(NamedTuple):
    """The ply at which a table first played a board otherwise than the first table of it, and what either played there.

    A play is a seat and its cards, None where the hand was over by then.
    """

    hand: int
    ply: int
    played: tuple[str, str] | None
    before: tuple[str, str] | None


PLAYS: Final = """
    SELECT match, hand_index, hand, seat, cards
    FROM plays
    SEMI JOIN (SELECT unnest(CAST(? AS VARCHAR[])) AS match) USING (match)
    ORDER BY match, hand_index, trick, play
    """
MOST_BESIDE: Final = 120
"""Tables of a board of which the plays are compared."""


def apart(board: Board, plays: Sequence[Row]) -> Mapping[str, Apart]:
    """Where each table of a board first left the course of the first of them that has plays, by the match.

    `plays` are the rows of `PLAYS`.
    """
    by_hand: dict[tuple[str, int], list[tuple[int, tuple[str, str]]]] = {}
    for row in plays:
        by_hand.setdefault((row["match"], row["hand_index"]), []).append((row["hand"], (row["seat"], row["cards"])))
    courses = [(one.match, by_hand.get((one.match, one.hand or 0), [])) for one in board.tables]
    model = next((course for _, course in courses if course), [])
    found: dict[str, Apart] = {}
    for match, course in courses:
        pairs = enumerate(zip_longest([played for _, played in course], [played for _, played in model]), start=1)
        first = next(((ply, *both) for ply, both in pairs if both[0] != both[1]), None) if course else None
        if first is not None:
            found[match] = Apart(course[0][0], *first)
    return found


def played_said(play: tuple[str, str] | None) -> Text:
    """A play of a table: the seat, and its cards; the hand may be over."""
    if play is None:
        return WORDS["board.over"]
    seat, cards = play
    passed = cards in {"", PASS}
    return both(
        lambda lang: f"{seats_name(seat, lang)} {in_language(GAME['game.pass'], lang) if passed else cards_name(cards, lang)}"
    )


def directions(sheet: str) -> Sequence[Text]:
    """What the two directions of a table are called."""
    return [both(partial(seats_name, side)) for side in SHEETS[sheet].sides]


def listed(names: Sequence[str]) -> Text:
    """Several names in a row."""
    return both(lambda lang: join(names, lang))


class Rests(NamedTuple):
    """What the tables of an event rest on: how many matches, how many without a hand on record, and those that count nowhere.

    `unplaced` are at no drawn table, between others than were drawn, or there twice.
    """

    matches: int
    bare: int
    unplaced: tuple[str, ...]

    @property
    def some(self) -> Text:
        """A few of those that count nowhere, by name."""
        return Text(*(listed_up(self.unplaced, lang) for lang in LANGS))


def rests_on(tables: Tables) -> Rests:
    """What the tables of an event rest on."""
    rows = tables["event_matches"]
    placed = [row for row in rows if row["role"] == "placed"]
    unplaced = tuple(sorted(row["match"] for row in rows if row["role"] != "placed"))
    return Rests(len(rows), sum(row["bare"] for row in placed), unplaced)


def as_tables(rows: Rows) -> Tables:
    """The rows of an event that was just audited, as the warehouse has them."""
    return {name: [row._asdict() for row in rows[name]] for name in (*NEEDED, "event_findings")}  # type: ignore[attr-defined]  # rows of these tables are NamedTuples


def as_row(played: Played, group: Group) -> dict[str, Any]:
    """A round as plain JSON: the tables with their scores and what they count, and who has none."""

    def counted(figures: Sequence[int | str | None]) -> dict[str, int | str | None]:
        return dict(zip(group.columns, figures, strict=True))

    return {
        "round": played.no,
        "tables": [
            {
                "table": drawn.table,
                "told": drawn.told,
                "third_place": drawn.third_place,
                "sides": [
                    {"teams": list(side.entrants), "ended": side.ended, "score": side.score, **counted(side.figures)}
                    for side in drawn.sides
                ],
                "matches": list(drawn.matches),
            }
            for drawn in played.tables
        ],
        "idle": [{"team": each.entrant, "ended": each.ended, **counted(each.figures)} for each in played.idle],
    }


def groups(tables: Tables, account: str, after: int | None = None) -> tuple[Group, ...]:
    """The stages and groups of an event by one account, in order; `after`: the tables are those after some round."""
    return tuple(_Groups(tables, account, after).all())


class _Groups:
    """Makes the groups of an event from its rows."""

    def __init__(self, tables: Tables, account: str, after: int | None) -> None:
        self.tables, self.cut = tables, after
        self.names = names_apart({row["entrant"]: row["name"] for row in tables["event_entrants"]})
        self.playing = _parted(tables["event_players"], "entrant")
        self.sitting_out: dict[tuple[str, str], Mapping[str, int]] = {
            (row["stage"], ended): json.loads(row[key] or "{}")
            for row in tables["event_stages"]
            for ended, key in (("bye", "bye_counts"), ("absent", "absent_counts"))
        }
        self.parts: dict[str, int] = {row["stage"]: row["board_parts"] for row in tables["event_stages"]}
        self.compared: dict[str, str | None] = {row["stage"]: row["board_result"] for row in tables["event_stages"]}
        self.boards = _parted(
            [row for row in tables["event_boards"] if row["account"] == account], "stage", "set_index", "board_set", "board"
        )
        self.ranked: dict[str, Sequence[str]] = {row["stage"]: row["rank_by"] for row in tables["event_stages"]}
        self.own = {
            name: [row for row in tables[name] if row["account"] == account]
            for name in ("standings", "event_tables", "derivations")
        }
        told = {row["account"] for row in tables["standings"]}
        self.accounts = tuple([name for name in get_args(AccountName) if name in told])
        self.standings = _parted(self.own["standings"], "stage", "group_name")
        self.by_accounts = _parted(tables["standings"], "stage", "group_name")
        self.cells = _parted(tables["published"], "stage", "group_name")
        self.ledger = _parted(tables["ledger"], "stage", "entrant")
        self.steps = _parted(self.own["derivations"], "stage", "group_name", "entrant")
        self.rounds = _parted(tables["event_rounds"], "stage")
        self.sides_of: dict[tuple[str, str], list[Row]] = {}
        for row in tables["event_tables"]:
            for each in dict.fromkeys(row["entrants"]):
                self.sides_of.setdefault((row["stage"], each), []).append(row)
        self.drawn: dict[tuple[str, str], list[tuple[int, Row, Row]]] = {}
        self.seated: dict[tuple[str, str], list[tuple[Row, Row]]] = {}
        rows = iter(self.own["event_tables"])
        for at, (one, other) in enumerate(zip(rows, rows, strict=True)):
            for mine, theirs in ((one, other), (other, one)):
                for each in mine["entrants"]:
                    self.seated.setdefault((mine["stage"], each), []).append((mine, theirs))
                    self.drawn.setdefault((mine["stage"], each), []).append((at, one, other))
        self.idle: dict[tuple[str, str], list[tuple[int, str]]] = {}
        for row in tables["event_rounds"]:
            for ended, key in (("bye", "byes"), ("absent", "absent")):
                for each in row[key]:
                    self.idle.setdefault((row["stage"], each), []).append((row["round"], ended))

    def all(self) -> Iterator[Group]:
        """Every group that anybody stands in."""
        for key in dict.fromkeys((row["stage"], row["group_name"], row["form"]) for row in self.own["standings"]):
            yield self.group(*key)

    def named(self, entrants: Sequence[str]) -> tuple[str, ...]:
        """Entrants by their names."""
        return tuple([self.names.get(each, each) for each in entrants])

    def group(self, stage: str, group: str | None, form: str) -> Group:
        """One of them."""
        rows = self.standings[stage, group]
        columns = figures_shown(self.ranked[stage], cast("Sequence[Mapping[Figure, int | None]]", rows))
        lines = tuple([self.line(row, columns) for row in rows])
        members = {line.entrant for line in lines}
        return Group(
            stage=stage,
            group=group,
            form=form,
            rank_by=tuple(self.ranked[stage]),
            columns=columns,
            lines=lines,
            rounds=tuple(self.played(stage, members, columns)),
            after=self.after(stage),
            published=tuple(self.published(stage, group)),
            penalties=tuple(
                [
                    Penalty(stage, row["round"], self.named([row["entrant"]])[0], *_ledger(row))
                    for row in sorted(
                        [row for each in members for row in self.ledger.get((stage, each), ())], key=lambda row: row["position"]
                    )
                ]
            ),
            accounts=self.accounts,
            differences=tuple(self.differences(stage, group, columns)),
            boards=tuple(self.boards_of(stage, members)),
            board_result=self.compared[stage],
        )

    def boards_of(self, stage: str, members: set[str]) -> Iterator[Board]:
        """The boards that somebody of a group has played, with all tables of each."""
        for (of, _, name, no), rows in self.boards.items():
            if of == stage and any(members.intersection((*row["first_side"], *row["second_side"])) for row in rows):
                yield Board(name, no, tuple([self.board_table(stage, row) for row in rows]))

    def board_table(self, stage: str, row: Row) -> BoardTable:
        """One of them."""
        return BoardTable(
            row["round"],
            row["event_table"],
            (self.named(row["first_side"]), self.named(row["second_side"])),
            (row["result_first"], row["result_second"]),
            (
                self.said(stage, BOARD_POINTS, row["first_points"]),
                self.said(stage, BOARD_POINTS, row["second_points"]),
            ),
            row["adjusted"],
            row["match"],
            row["hand_index"],
        )

    def differences(self, stage: str, group: str | None, columns: Sequence[str]) -> Iterator[Difference]:
        """What the accounts do not say alike: places and figures, then the tables that they come of."""
        members = {row["entrant"] for row in self.standings[stage, group]}
        lines: dict[str, dict[str, Row]] = {}
        for row in self.by_accounts[stage, group]:
            lines.setdefault(row["entrant"], {})[row["account"]] = row
        for entrant, by_account in lines.items():
            values = {figure: self.values(by_account, stage, figure) for figure in ("place", *columns)}
            yield from self.unlike(None, "", self.named([entrant])[0], values)
        sides: dict[tuple[int, str, str], dict[str, Row]] = {}
        for each in members:
            for row in self.sides_of.get((stage, each), ()):
                sides.setdefault((row["round"], row["event_table"], row["side"]), {})[row["account"]] = row
        for (number, table, _), by_account in sorted(sides.items()):
            name = " + ".join(self.named(next(iter(by_account.values()))["entrants"]))
            ended = tuple([_ended(by_account[account]) for account in self.accounts])
            told = {
                figure: self.values(by_account, stage, figure) for figure in columns if figure != "wins"
            }  # which `ended` says
            yield from self.unlike(number, table, name, {"ended": ended, **told})

    def values(self, by_account: Mapping[str, Row], stage: str, figure: str) -> tuple[int | str | None, ...]:
        """A figure by each account."""
        rows = [by_account.get(account) for account in self.accounts]
        return tuple([None if row is None else self.said(stage, figure, row[figure]) for row in rows])

    def said(self, stage: str, key: str, value: int | None) -> int | str | None:
        """A figure as it is shown: points of boards may be fractions."""
        return figure_said(key, value, self.parts.get(stage, 0))

    def cell(self, row: Row) -> Cell:
        """A published cell."""
        published, computed = (self.said(row["stage"], row["field"], row[name]) for name in ("published", "computed"))
        return Cell(published, computed, row["verdict"])

    @staticmethod
    def unlike(
        number: int | None, table: str, name: str, values: Mapping[str, tuple[int | str | None, ...]]
    ) -> Iterator[Difference]:
        """Those of some values that differ; what an account does not know, or leaves open, contradicts nothing."""
        found = {figure: each for figure, each in values.items() if len({*each} - {None, "open"}) > 1}
        if found:
            yield Difference(number, table, name, tuple(found), tuple(zip(*found.values(), strict=True)))

    def line(self, row: Row, columns: tuple[str, ...]) -> Line:
        """A row of a table."""
        entrant, stage = str(row["entrant"]), str(row["stage"])
        steps = [
            Step(step["key"], self.said(stage, step["key"], step["value"]), self.named(step["tied_with"]), step["tied"])
            for step in self.steps.get((stage, row["group_name"], entrant), ())
        ]
        return Line(
            place=row["place"],
            shared=row["shared"],
            disqualified=row["disqualified"],
            entrant=entrant,
            name=self.names.get(entrant, entrant),
            played=row["played"],
            open=row["open"],
            best=row["best"],
            worst=row["worst"],
            unknown=row["unknown"],
            figures=tuple([self.said(stage, figure, row[figure]) for figure in columns]),
            steps=tuple(steps),
            games=tuple(sorted(self.games(stage, entrant, columns), key=lambda game: game.round)),
            players=tuple(
                [Member(each["player"], each["name"] or each["player"]) for each in self.playing.get((entrant,), ())]
            ),
        )

    def after(self, stage: str) -> int | None:
        """After which round of a stage it stands so, where that was asked for; none of a stage that was over before."""
        return self.cut if any(row["round"] == self.cut for row in self.rounds.get((stage,), ())) else None

    def games(self, stage: str, entrant: str, columns: Sequence[str]) -> Iterator[Game]:
        """What each round came to for an entrant."""
        seated = self.seated.get((stage, entrant), ())
        for mine, theirs in seated:
            partners = [each for each in mine["entrants"] if each != entrant]
            scores = mine["score"], theirs["score"]
            yield Game(
                round=mine["round"],
                table=mine["event_table"],
                ended=_ended(mine),
                figures=self.figures(mine, columns),
                partners=self.named(partners),
                against=self.named(theirs["entrants"]),
                matches=tuple(mine["matches"]),
                others=tuple(theirs["entrants"]),
                score=scored(*scores) if None not in scores else None,
            )
        known = {mine["round"] for mine, _ in seated}
        for number, ended in self.idle.get((stage, entrant), ()):
            if number not in known:
                known.add(number)  # who has a bye need not come
                yield Game(number, "", ended, self.without(stage, ended, columns))

    def figures(self, side: Row, columns: Sequence[str]) -> tuple[int | str | None, ...]:
        """What a table counts for a side by some columns, once it is told."""
        return tuple([self.said(side["stage"], column, side[column]) if side["told"] else None for column in columns])

    def without(self, stage: str, ended: str, columns: Sequence[str]) -> tuple[int | str | None, ...]:
        """What a round without a table counts."""
        counts = self.sitting_out[stage, ended]
        return tuple([self.said(stage, column, counts.get(column)) for column in columns])

    def played(self, stage: str, members: set[str], columns: Sequence[str]) -> Iterator[Played]:
        """The rounds, as far as some members had part in them."""
        found = {at: (one, other) for each in members for at, one, other in self.drawn.get((stage, each), ())}
        of_round: dict[int, list[Drawn]] = {}
        for _, (one, other) in sorted(found.items()):
            sides = [
                Side(
                    tuple(each["entrants"]),
                    self.named(each["entrants"]),
                    _ended(each),
                    each["score"],
                    self.figures(each, columns),
                )
                for each in (one, other)
            ]
            of_round.setdefault(one["round"], []).append(
                Drawn(one["event_table"], (sides[0], sides[1]), one["told"], one["third_place"], tuple(one["matches"]))
            )
        for row in self.rounds.get((stage,), ()):
            tables = tuple(of_round.get(row["round"], ()))
            known = {each for drawn in tables for side in drawn.sides for each in side.entrants}
            idle = {each: ended for ended, key in (("absent", "absent"), ("bye", "byes")) for each in row[key]}
            yield Played(
                row["round"],
                tables,
                tuple(
                    [
                        Idle(each, self.names.get(each, each), ended, self.without(stage, ended, columns))
                        for each, ended in idle.items()
                        if each in members and each not in known
                    ]
                ),
            )

    def published(self, stage: str, group: str | None) -> Iterator[PublishedTable]:
        """What was published of a group, each table by itself."""
        tables: dict[str, list[Row]] = {}
        for row in self.cells.get((stage, group), ()):
            tables.setdefault(_table_of(row), []).append(row)
        for cells in tables.values():
            after = cells[0]["after_round"]
            columns = [field for field in ("place", *FIGURES, "penalties") if any(row["field"] == field for row in cells)]
            lines = []
            for own in _parted(cells, "line").values():
                found = {row["field"]: row for row in own}
                entrant = next(iter(found.values()))["entrant"]
                told = [self.cell(found[field]) if field in found else None for field in columns]
                lines.append(PublishedLine(entrant, self.named([entrant])[0], tuple(told)))
            yield PublishedTable(stage, group, after, tuple(columns), tuple(lines))


def _parted(rows: Sequence[Row], *columns: str) -> dict[tuple[Any, ...], list[Row]]:
    """Rows by what they have in some columns, in their order."""
    found: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple([row[column] for column in columns]), []).append(row)
    return found


def _ledger(row: Row) -> tuple[str, int, str | None, str | None]:
    return row["figure"], row["value"], row["clause"], row["note"]


def _table_of(row: Row) -> str:
    """Which of the published tables of an event a cell is of."""
    return str(row["pointer"]).split("/")[2]


def _ended(side: Row) -> str:
    """How a table ended for a side."""
    if side["forfeited"]:
        return "forfeited"
    if not side["told"]:
        return "open"
    if side["won"] is None:
        return "drawn" if side["drawn"] else "scored" if side["board_points"] is None else "boards"
    return "won" if side["won"] else "lost"
