"""Where the tables of a worksheet are: which rows are heads, of one level or two, what stands above each, and what is below.

A head is a row whose names are columns of one rule sheet, with values of those columns below it. A row of data is none,
whatever its words may mean as names: 东 西 南 北 in the places of a hand are no players.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Final, NamedTuple

from paipu.ingest.rejection import problem
from paipu.ingest.scoresheet import across, cross, lists, players, seats, turned
from paipu.ingest.scoresheet.blocks import Block, Fact, Head, Piece, Place
from paipu.ingest.scoresheet.columns import (
    DATE,
    DIFFERENCE,
    ENDS,
    FINISH,
    GAME,
    HAND,
    IDENTITY,
    MET,
    NAMED_FIRST,
    NUMBER_OF_MATCH,
    OF_MATCH_SAID,
    RESULT,
    RULES,
    TEAM,
    WINNER,
    WON,
    WON_LOST,
    Column,
    Columns,
    columns_of,
    every_header,
    path_of,
    read_text,
    variants,
)
from paipu.ingest.scoresheet.grid import MAX_COLUMNS, Grid, Unreadable
from paipu.ingest.scoresheet.pieces import LETTERED, STAGE, STAGED, TEAMS, Cell, Drawn, texts_of
from paipu.ingest.scoresheet.values import DATED, SEVERAL, folded, is_bye, key, simple
from paipu.replay.sheets import SHEETS

FEWEST: Final = 3
"""Names that a head has."""
FEWEST_TELLING: Final = 2
"""Names among them that nothing but a head would have: not those of seats and sides, which are values too."""
LOOKED_AT: Final = 12
"""Rows below a head whose values are held against it."""
FIRST: Final = 200
"""Rows in which a head is looked for that has few names of its own."""
OF_POINTS: Final = "/claims/points"
LONGEST_NAME: Final = 100
LONGEST_LINE: Final = 200
"""Characters of a cell beside a table in which labels are looked for."""
MOST_KEPT: Final = 200_000
MOST_TABLES: Final = 3_000
MOST_BANDS: Final = 8
"""Tables beside one another."""
MOST_TRIES: Final = 100_000
"""Names, times rule sheets, that are tried as a head in a worksheet: thousands of heads."""
COUNTS_HANDS: Final = frozenset(map(key, ("副数", "总副数", "打副数", "共几副", "hands")))
"""How many hands there were, in a table of matches."""
TOTALS: Final = frozenset(
    map(
        key,
        (
            "合计",
            "总计",
            "小计",
            "累计",
            "总分",
            "共计",
            "汇总",
            "大比分",
            "总比分",
            "终局",
            "total",
            "totals",
            "subtotal",
            "sum",
        ),
    )
)
OF_SOMETHING: Final = re.compile(r".{1,6}(?:合计|总计|小计|累计|共计|total|totals)|(?:合计|总计|共计).{1,4}")
"""A total that says of what: 本轮合计, 合计场次, round total."""
SIGNED: Final = re.compile(
    r"(?:.{0,6}(?:签名|签字|签章|签收|裁判|记录员|记分员|登分员|审核|制表|复核|仲裁)"
    r"|referee|scorer|signatures?|signed|checked by)",
    re.IGNORECASE,
)
"""How a cell begins beside which somebody signs."""
REMARK: Final = re.compile(r"(?:备注|说明|注|附注|notes?|remarks?)\s*:", re.IGNORECASE)
SENTENCES: Final = re.compile(r"[^:]{1,20}:[^:]{8,}[;。,]\s*[^:]{4,}$")
"""A label with what is said in a sentence or more: 规则：双下升3级，对方末游升2级. Names are parted by 、."""
REMARKED: Final = across.AVERAGES | frozenset(
    map(key, ("备注", "说明", "附注", "注", "冠军", "亚军", "季军", "champion", "remarks", "notes"))
)
"""What the first cell of a row says that is no data, nor a total."""
LABELLED: Final = re.compile(r"([^\s:,;，；、|]{1,20})\s*:\s*([^:]*?)(?=(?:[\s,;，；、|]+[^\s:,;，；、|]{1,20}\s*:)|$)")
"""A label and its value in one cell, of which there may be several: `轮次：1  桌号：2`."""
NUMBERED: Final[Mapping[str, re.Pattern[str]]] = {
    "/event/round": re.compile(r"第\s*(\w{1,3}?)\s*轮|\bround\s*(\d{1,3})|\br(\d{1,3})\b", re.IGNORECASE),
    "/event/table": re.compile(
        r"第\s*(\w{1,3}?)\s*[桌台]|(\d{1,3})\s*号[桌台]|^[\[【(]?\s*(\d{1,3})\s*[桌台]\s*[\]】)]?$|\btable\s*(\w{1,3})|\bt(\d{1,3})\b",
        re.IGNORECASE,
    ),
}
"""Round and table in a title, or the name of a worksheet."""
Texts = Sequence[str | None]
Named = tuple[int, tuple[str, ...]]
"""Where a column stands, and what it may be called."""


class Known(NamedTuple):
    """A name of a head that means something: where it stands, what it may mean, and whether nothing but a head has it."""

    at: int
    name: str
    columns: tuple[Column, ...]
    telling: bool


@dataclass(slots=True)
class Found:
    """What a worksheet holds under a rule sheet: tables, and why each of its other rows is none of theirs.

    `unnamed` are first values of columns without a name, `lost_rows` rows that belong to no table, `unread` texts beside tables
    that say something under a name that is not known; `seen` is the row that comes nearest to a head where there is none, with
    how near it comes; `misfit` the first value that a head cannot have; `crossed` the head of a cross table that cannot be
    read.
    """

    rules: str = ""
    blocks: list[Block] = field(default_factory=list)
    teams: dict[str, Fact] = field(default_factory=dict)
    """Who plays, where a worksheet that holds no table says so."""
    skipped: dict[int, str] = field(default_factory=dict)
    totals: list[tuple[int, Head]] = field(default_factory=list)
    unread: dict[str, str] = field(default_factory=dict)
    unnamed: list[tuple[str, str]] = field(default_factory=list)
    lost_rows: list[tuple[str, str]] = field(default_factory=list)
    seen: tuple[int, int, tuple[str, ...]] | None = None
    misfit: tuple[int, Place, str] | None = None
    crossed: int | None = None


@lru_cache(maxsize=50_000)
def names_of(text: str) -> tuple[str, ...]:
    """The names of some rule sheet that a cell may be, as they are looked up, the likeliest first."""
    if len(text) > LONGEST_NAME:
        return ()
    known = every_header()
    return tuple([name for name in dict.fromkeys(variants(text)) if name in known])


def known_headers(row: Texts) -> int:
    """How many cells of a row are a name that some rule sheet has."""
    return sum(1 for text in row if text and names_of(text))


class Meaning(NamedTuple):
    """What a name means under a rule sheet: its columns, and whether nothing but a head has it."""

    columns: tuple[Column, ...]
    telling: bool


@lru_cache(maxsize=50_000)
def meanings_of(name: str) -> Mapping[str, Meaning]:
    """What a name means, by the rule sheets under which it means anything."""
    means = {}
    for sheet in SHEETS if names_of(name) else ():
        by_name = columns_of(sheet).by_name
        if found := next((by_name[each] for each in names_of(name) if each in by_name), ()):
            means[sheet] = Meaning(found, any(is_telling(each, name) for each in found))
    return means


class Reads:
    """Whether columns can have texts, each asked once."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, str], bool] = {}

    def can(self, column: Column, text: str) -> bool:
        """Whether a column can have a text."""
        asked = id(column), text
        found = self.known.get(asked)
        if found is None:
            if len(self.known) >= MOST_KEPT:
                self.known.clear()
            found = self.known[asked] = read_text(column, text)[1] is None
        return found


CAN: Final = Reads().can
"""Columns are made once, and so are known by what they are."""


@lru_cache(maxsize=50_000)
def is_name(text: str) -> bool:
    """Whether nothing but a head has such a text: it is a name of some rule sheet, and no value."""
    return not telling_names().isdisjoint(names_of(text))


@cache
def telling_names() -> frozenset[str]:
    """The names that only heads have, of every rule sheet."""
    named = ((name, column) for sheet in SHEETS for name, columns in columns_of(sheet).by_name.items() for column in columns)
    return frozenset(name for name, column in named if name and is_telling(column, name))


@lru_cache(maxsize=50_000)
def beginning(text: str) -> str:
    """What the first cell of a row says that it is: a total, a remark, something signed, a label with its value, or nothing."""
    plain = simple(folded(text))
    if key(text) in TOTALS or OF_SOMETHING.fullmatch(key(text)):
        return "total"
    if REMARK.match(plain) or key(text) in REMARKED or SENTENCES.match(plain):
        return "remark"
    return "signed" if SIGNED.match(plain) else "labelled" if ":" in plain else ""


class HeadFinder:
    """Finds the heads of tables in a worksheet: the rows whose names fit one rule sheet, with values of their columns below."""

    def __init__(self, grid: Grid, rules: str | None, first: int = 0) -> None:
        self.grid = grid
        self.first_shape = first
        """Which of the shapes of tables that are no rows of matches or hands is looked for before the others."""
        self.sheets = [columns_of(each) for each in ([rules] if rules is not None else SHEETS)]
        self.found = Found(rules or "")
        self.tries = 0
        self.listed: Sequence[tuple[str, str]] | None = None
        self.crossed_to = 0
        """The last row of a cross table that cannot be read: none of its rows is a line of results."""
        self.ranked = False
        """Whether a table of who stands where is gone through: its head alone is named."""
        self.named = False
        """Whether the rule sheet is told, where every one is tried: then that is all that is asked."""
        self.current: list[Block] = []
        self.facts: dict[str, Fact] = {}
        self.waiting: list[tuple[str, Fact]] = []
        """What holds for the tables of now, and what was said since for those to come."""

    def head_at(self, number: int) -> Head | None:
        """The head that begins in a row; None where there is none."""
        if self.has_values_beside(number):
            return None
        single = self.best(number, number)
        may_go_on = number < len(self.grid.rows) and not any(map(is_number, self.grid.rows[number]))
        if may_go_on:
            upper, lower = (texts_of(row) for row in self.grid.rows[number - 1 : number + 1])
            may_go_on = not (len(upper) == 1 and lower and upper[0][0] <= lower[0][0])  # a title
            may_go_on = may_go_on and not any(LABELLED.match(folded(text[:LONGEST_LINE])) for _, text in upper)
        double = self.best(number, number + 1) if may_go_on else None
        if double is not None:
            below = self.best(number + 1, number + 1)
            others = [len(each.places) for each in (single, below) if each is not None]
            if len(double.places) > max(others, default=0):
                return double
        return single

    def has_values_beside(self, number: int) -> bool:
        """Whether a row says what the cells behind its names are, as above a table: 轮次, 1, 桌号, 3."""
        texts = [text for _, text in texts_of(self.grid.rows[number - 1]) if len(text) <= LONGEST_NAME]
        return sum(bool(names_of(one)) and is_datum(other) for one, other in pairwise(texts)) > 1

    def best(self, first: int, last: int) -> Head | None:
        """The head that some rows are, of the rule sheet that has most of its names."""
        told = by_their_teams(out_of_brackets(self.names_at(first, last)))
        written = of_two_sides(self.with_scores(told, last), self.is_blank(last))
        names = by_who_won(written)
        self.tries += len(names) * len(self.sheets)
        if self.tries > MOST_TRIES:
            raise Unreadable(problem("SCORESHEET-TABLES"), self.grid.sheet, f"A{first}")
        means = [(at, [(name, means) for name in called if (means := meanings_of(name))]) for at, called in names]
        means = [each for each in means if each[1]]
        likely = [(known_under(columns.sheet.key, means), -place) for place, columns in enumerate(self.sheets)]
        self.note_seen(first, names, max(len(known) + sum(each.telling for each in known) for known, _ in likely))
        best, most = None, (0, 0)
        for known, place in sorted(likely, key=lambda each: -len(each[0])):
            if (len(known), place) > most and (
                head := self.head_of(known, names, first, last, self.sheets[-place])
            ) is not None:
                reached = len(head.places), place
                best, most = (head, reached) if reached > most else (best, most)
        return (
            replace(best, won_first=True) if best is not None and names is not written and told_apart(written) is None else best
        )

    def is_blank(self, last: int) -> Callable[[int], bool]:
        """Whether a column has nothing below a head."""
        below = self.below(last)
        return lambda at: not self.values_at(at, below)

    def with_scores(self, names: list[Named], last: int) -> list[Named]:
        """The names of a head with those of two columns of numbers between the teams, which have none or one 比分 for both."""
        plain = {at: key(called[-1]) for at, called in names}
        teams = [at for at, name in plain.items() if name in TEAMS]
        sides = [at for at, called in names if team_of(called[-1]) is not None]
        if len(sides) > len(SIDED):  # 胜者 beside 甲方 and 乙方 tells who of them has won
            sides = [
                at for at, called in names if at in sides and not any(each.fullmatch(called[-1].strip()) for each in WON_LOST)
            ]
        found = next((each for each in (teams, sides) if len(each) == len(SIDED)), None)
        if found is None or found[1] - found[0] < len(SIDED):
            return names
        one, other = found
        below = self.below(last)
        between = [at for at in range(one + 1, other) if at not in plain or plain[at] in RESULTS]
        scored: list[int] = []
        for at in between:
            values = [folded(text) for text in self.values_at(at, below)]
            if values and all(SCORE.fullmatch(text) for text in values):
                scored.append(at)
            elif not all(PARTING.fullmatch(text) for text in values):
                return names
        behind = [folded(text) for text in self.values_at(other + 1, below)] if other + 1 not in plain else []
        if scored == [one + 1] and behind and all(SCORE.fullmatch(text) for text in behind):
            scored.append(other + 1)  # each behind its team
        if len(scored) != len(SIDED) or not any(at not in plain for at in scored):
            return names
        lettered = any(LETTERED.search(text) for at in scored for text in self.values_at(at, below))
        made = {
            at: (f"{end}{'级数' if lettered else '比分'}",) for at, end in zip(scored, self.ends_of(found, names), strict=True)
        }
        return sorted([*((at, called) for at, called in names if at not in made), *made.items()])

    @staticmethod
    def ends_of(teams: Sequence[int], names: Sequence[Named]) -> list[str]:
        """What stands before what is told of the teams in two columns."""
        called = dict(names)
        sides = [team_of(called[at][-1]) for at in teams]
        return [
            _starts(called[at][-1], side) if side is not None else "甲乙"[place]
            for place, (at, side) in enumerate(zip(teams, sides, strict=True))
        ]

    def names_at(self, first: int, last: int) -> list[Named]:
        """What each column of a head may be called; of two levels the upper goes on until another stands there."""
        upper = self.grid.rows[first - 1]
        if first == last:
            return [(at, (text,)) for at, text in enumerate(upper) if text and text.strip()]
        lower, above = self.grid.rows[last - 1], ""
        found: list[Named] = []
        for at in range(max(len(upper), len(lower))):
            top, bottom = ((row[at] or "").strip() if at < len(row) else "" for row in (upper, lower))
            above = top or (above if bottom else "")
            if bottom and above:
                found.append((at, (bottom + above, above + bottom, *_below(above, bottom))))
            elif above or bottom:
                found.append((at, (above or bottom,)))
        return found

    def head_of(self, known: Sequence[Known], names: Sequence[Named], first: int, last: int, columns: Columns) -> Head | None:
        """The head that names are under a rule sheet, with values that fit below; None where they are none."""
        if (
            len(known) < FEWEST
            or sum(each.telling for each in known) < FEWEST_TELLING
            or len(known) * 3 < len(names)
            or self.are_labels(known, first, last)
        ):
            return None
        named = {each.at for each in known}
        if any(is_number(called[-1]) for at, called in names if at not in named):
            return None  # 甲队 and 乙队 are teams too, in a row with their numbers
        unknown = [(at, called[-1]) for at, called in names if at not in named]
        below = self.below(last)
        values = {at: self.values_at(at, below) for at, *_ in known}
        of_hands = self.has_hands(known, values, last)
        places: list[Place] = []
        taken = {path_of(candidates[0]) for _, _, candidates, _ in known if len(candidates) == 1}
        alone = {path for path in taken if path in IDENTITY or path.startswith("/seats/")}
        taken, begun = {*alone}, ""
        for at, name, candidates, _ in known:
            if key(name) in NUMBERED_BY or key(name) == key(known[0].name):  # a table beside another begins
                taken = {*alone} if key(name) == begun else taken
                begun = begun or key(name)
            free = [each for each in candidates if path_of(each) not in taken] if taken and len(candidates) > 1 else candidates
            either = numbered_matches(free, values[at]) if key(name) in NUMBERS_OF_MATCH else free
            column = chosen(either or candidates, values[at], of_hands=of_hands)
            if column.path in {WINNER, WON} and len(candidates) > 1:
                of_each = of_hands and self.differs(at, known, last)
                column = next(each for each in candidates if each.path == (WON if of_each else WINNER))
            places.append(Place(at, name, column))
            if column.path.startswith("/seats/") or column.path in IDENTITY:
                taken.add(path_of(column))
        places, gone = settled(places, values, columns, of_hands=of_hands)
        unknown += gone
        filled = [place for place in places if values[place.at]]
        seated = [fact.text for _, fact in self.waiting if fact.column.path.startswith("/seats/")]
        called = {key(each) for text in seated for each in (text, *SEVERAL.split(text))}
        called |= {key(text) for each in places if each.column.path.startswith("/seats/") for text in values[each.at]}
        misfits = [
            (place, text)
            for place in filled
            if (text := misfit(place.column, values[place.at])) is not None
            and not (names_somebody(place.column) and called.issuperset(map(key, values[place.at])))
        ]
        if filled and (len(filled) - len(misfits)) * 5 < len(filled) * 3:
            if self.found.misfit is None:
                self.found.misfit = (last, *misfits[0])
            return None
        return Head(first, last, tuple(places), tuple(sorted(unknown)))

    def are_labels(self, known: Sequence[Known], first: int, last: int) -> bool:
        """Whether names stand each beside its value: 轮次 1 桌号 2."""
        row, named = self.grid.rows[first - 1], {each.at for each in known}
        if first != last:  # of two rows the upper may be such
            upper = [(each, names_of(text)) for each, text in enumerate(row) if text and text.strip()]
            labels = [at for at, names in upper if names]
            return len(labels) > 1 and [at for at, _ in upper] == [each for at in labels for each in (at, at + 1)]
        words = Counter(key(text) for text in row if text)
        beside = [
            at + 1 < len(row)
            and at + 1 not in named
            and bool(row[at + 1])
            and words[key(row[at + 1] or "")] < len(SIDED)  # what is there twice is a name of both
            and CAN(cands[0], row[at + 1] or "")
            for at, _, cands, _ in known
        ]
        return sum(beside) * 2 >= len(known)

    def note_seen(self, number: int, names: Sequence[Named], near: int) -> None:
        """Keep what comes nearest to a head, for a file that has none."""
        if self.found.seen is None or near > self.found.seen[0]:
            self.found.seen = (near, number, tuple([called[-1] for _, called in names]))

    def below(self, last: int) -> list[Texts]:
        """The rows below a head that may be its data."""
        rows: list[Texts] = []
        for row in self.grid.rows[last:]:
            first = next((text for text in row if text and text.strip()), None)
            if first is None or beginning(first[:LONGEST_LINE]) in {"total", "signed", "remark"}:
                if rows and first is None:
                    break
                continue
            rows.append(row)
            if len(rows) == LOOKED_AT:
                break
        return rows

    def values_at(self, at: int, rows: Sequence[Texts]) -> list[str]:
        """The texts of a column in some rows."""
        return [text for row in rows if at < len(row) and (text := row[at]) and text.strip()]

    def has_hands(self, known: Sequence[Known], values: Mapping[int, list[str]], last: int) -> bool:
        """Whether the rows are hands: some column is of hands alone, or the rows name one table again and again."""
        for at, name, candidates, _ in known:
            column = next((each for each in candidates if misfit(each, values[at]) is None), candidates[0])
            if column.path == HAND and (key(name) not in COUNTS_HANDS or "1" in {folded(each) for each in values[at]}):
                return True
            if column.of_hand_alone:
                return True
        placed = [(at, candidates[0].path) for at, _, candidates, _ in known if candidates[0].path in {*IDENTITY, DATE}]
        table = next((at for at, path in placed if path == "/event/table"), None)
        if table is None or any(path == GAME for _, path in placed):
            return False
        teams = [at for at, _, candidates, _ in known if candidates[0].path.startswith(("/seats/", MET))]
        rows = [row for row in self.below(last) if not any(is_bye(text) for text in row)]
        told = [tuple((row[at] or "").strip() if at < len(row) else "" for at, _ in placed) for row in rows]
        met = [tuple((row[at] or "").strip() if at < len(row) else "" for at in teams) for row in rows]
        tables = [spot for (row, spot) in zip(rows, told, strict=True) if table < len(row) and (row[table] or "").strip()]
        if len(rows) < FEWEST_TELLING or (teams and all(map(all, met)) and len({*met}) * 2 > len(met)):
            return False  # others in most rows
        return len(tables) < len(rows) or len({*tables}) * 2 <= len(tables)

    def differs(self, at: int, known: Sequence[Known], last: int) -> bool:
        """Whether a column has several values in the rows of one match: it is of hands then."""
        placed = [each.at for each in known if each.columns[0].path in IDENTITY]
        told: dict[tuple[str, ...], set[str]] = {}
        above: tuple[str, ...] = ("",) * len(placed)
        for row in self.below(last):
            here = tuple((row[each] or "").strip() if each < len(row) else "" for each in placed)
            above = here if any(here) else above
            if text := (row[at] or "").strip() if at < len(row) else "":
                told.setdefault(above, set()).add(key(text))
        return any(len(values) > 1 for values in told.values())

    # -- other rows


SHAPED: Final[tuple[Callable[[Grid, int, Columns], Piece | None], ...]] = (
    seats.find,
    across.find,
    cross.find,
    players.find,
    partial(across.find, bare=True),
    lambda grid, number, columns: turned.find(grid, number, columns, partial(chosen, of_hands=True)),
)
"""Whoever finds tables that have no row a match or a hand, in the order in which they are asked."""
SHAPES: Final = len(SHAPED)


class Finder(HeadFinder):
    """Goes through a worksheet from above; `rules` is its rule sheet where that is told, else every one is tried."""

    def run(self) -> Found:
        """All of it."""
        after = 0
        for number, row in self.grid.numbered():
            if number <= after:
                continue
            if not any(text and text.strip() for text in row):
                self.found.skipped[number] = "blank"
                continue
            if (piece := self.piece_at(number)) is not None:
                self.begin_piece(piece)
                after = piece.last
                continue
            may_be = sum(1 for text in row if text and len(text) <= LONGEST_NAME and is_name(text)) >= FEWEST_TELLING
            if may_be and self.current:
                may_be = not is_data(self.current[0].head, row)
            counted = not self.current and across.ranks(row) and counts_teams(row)
            sought = may_be or (not self.current and number <= FIRST)
            head = self.head_at(number) if sought and not counted else None
            self.ranked |= counted
            if head is not None:
                self.ranked = False
                self.begin(parts(head))
                after = head.last
                self.found.skipped |= dict.fromkeys(range(head.first, head.last + 1), "title")
            elif not self.current:
                self.found.skipped[number] = "title"
                told = self.facts_in(number, row)
                self.waiting += [each for each in told if not self.is_of_last(*each)]
                self.note_lost(number, row, told)
            elif self.current and (across.ranks(row) or counts_teams(row)):
                self.current = []
                self.found.skipped[number] = "title"
                first, text = texts_of(row)[0]
                self.found.lost_rows.append((f"{self.grid.letters[first]}{number}", text))
                self.ranked = True
            else:
                self.below_head(number, row)
                if self.named and len(self.sheets) > 1:
                    break
        for block in self.current:  # what stands below the last table holds for it where nothing else is said
            block.facts = {**dict(reversed(self.waiting)), **block.facts}
        self.found.blocks = [block for block in self.found.blocks if block.rows] or self.cards()
        if not self.found.blocks:
            self.found.teams = {path: fact for path, fact in reversed(self.waiting) if path.startswith("/seats/")}
        self.find_unnamed()
        return self.found

    def is_of_last(self, path: str, fact: Fact) -> bool:
        """Whether a line below a table that was made of others says what its match came to; it holds for that then."""
        last = self.found.blocks[-1] if self.found.blocks else None
        if last is None or last.piece is None or len(last.rows) > 1 or self.waiting:
            return False
        told = (path in {WINNER, DIFFERENCE, OF_MATCH_SAID} or path.startswith("/claims/")) and path not in last.facts
        if told and not any(place.column.path == path for place in last.piece.head.places):
            last.facts[path] = fact
            return True
        return False

    def cards(self) -> list[Block]:
        """Matches that are no rows of a table: cards of names and the values beside them, with both teams and a result."""
        drawn = Drawn(self.grid, self.sheets[0])
        teams = [f"/seats/{side}/team" for side in drawn.columns.sheet.sides]
        told: list[dict[str, Fact]] = [{}]
        for path, fact in self.waiting:
            for_one = fact.column.both and not CAN(fact.column, fact.text)
            paths = [f"{fact.column.path}/{side}" for side in drawn.columns.sheet.sides] if for_one else [path]
            free = next((each for each in paths if each not in told[-1]), None)
            if free is None and path in {*teams, *IDENTITY}:
                told.append({})
            if for_one and free is not None:
                drawn.notes.append((fact.cell, "SIDES-ASSUMED", fact.text[:40]))
            told[-1].setdefault(free or path, fact)
        for card in told:
            claims = any(path.startswith("/claims/") or path == OF_MATCH_SAID for path in card)
            lines = sorted({int(fact.cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for fact in card.values()})
            named = all(team in card and not is_number(card[team].text) for team in teams)
            if claims and named and all(self.is_of_labels(line) for line in lines):
                drawn.rows.append(({path: Cell(fact.text, fact.cell) for path, fact in card.items()}, tuple(lines)))
        if len(drawn.rows) < len(told) or (piece := drawn.piece(1, len(self.grid.rows))) is None:
            return []
        self.found.skipped |= dict.fromkeys((line for _, lines in drawn.rows for line in lines), "bare")
        return [Block(piece.head, list(range(2, len(piece.grid.rows) + 1)), {}, piece)]

    def is_of_labels(self, number: int) -> bool:
        """Whether a row has names with their values beside them, and nothing else."""
        texts = [text for _, text in texts_of(self.grid.rows[number - 1])]
        if len(texts) == 1 and any(numbered(folded(texts[0][:LONGEST_LINE]))):
            return True  # 第2台
        if len(texts) <= FEWEST + 1 and any(any(numbered(folded(text[:LONGEST_LINE]))) for text in texts):
            return True  # 比赛单 第2台
        return all(LABELLED.match(folded(text)) for text in texts) or (
            len(texts) % 2 == 0 and any(map(names_of, texts[::2])) and not any(map(is_name, texts[1::2]))
        )

    def find_unnamed(self) -> None:
        """Columns with values, and no name above them: they are not read, which is said."""
        named: dict[Head, set[int]] = {}
        blocks = [block for block in self.found.blocks if block.piece is None]
        for block in blocks:
            known = named.setdefault(replace(block.head, places=(), unknown=()), set())
            known |= {place.at for place in block.head.places} | {at for at, _ in block.head.unknown}
        for block in blocks:
            known = named[replace(block.head, places=(), unknown=())]
            for number in block.rows:
                for at, text in enumerate(self.grid.rows[number - 1]):
                    if text and at not in known and text.strip():
                        known.add(at)
                        self.found.unnamed.append((f"{self.grid.letters[at]}{number}", text[:LONGEST_LINE]))

    def begin(self, heads: Sequence[Head]) -> None:
        """Tables begin here, side by side: what stands above them holds for them, and what lasts of what stood above others."""
        if self.waiting:
            self.facts = {path: fact for path, fact in self.facts.items() if path in LASTING}
            starts = [head.places[0].at for head in heads[1:]]
            self.current = []
            for part, head in enumerate(heads):
                low, high = [0, *starts][part], [*starts, MAX_COLUMNS][part]
                own = {path: fact for path, fact in reversed(self.waiting) if low <= fact.at < high}
                everybodys = {path: fact for path, fact in reversed(self.waiting) if path in LASTING}
                self.current.append(Block(head, facts={**self.facts, **everybodys, **own}))
            self.facts = {**self.facts, **dict(reversed(self.waiting))}
            self.waiting = []
        else:
            self.current = [Block(head, facts=dict(block.facts)) for head, block in self.heirs(heads)]
        self.found.blocks += self.current
        if len(self.found.blocks) > MOST_TABLES:
            raise Unreadable(problem("SCORESHEET-TABLES"), self.grid.sheet, f"A{heads[0].first}")

    def piece_at(self, number: int) -> Piece | None:
        """The table that begins in a row and has no row a match or a hand."""
        if self.current and is_data(self.current[0].head, self.grid.rows[number - 1]):
            return None
        first = self.first_shape
        shapes = (SHAPED[first], *SHAPED[:first], *SHAPED[first + 1 :])
        piece = next((found for find in shapes if (found := find(self.grid, number, self.sheets[0])) is not None), None)
        if piece is not None or self.current or number <= self.crossed_to:
            return piece
        if (
            number <= FIRST
            and not is_number(next(iter(texts_of(self.grid.rows[number - 1])))[1])
            and (width := crossed(self.grid, number)) >= FEWEST
        ):
            self.found.crossed = self.found.crossed or number
            self.crossed_to = number + width
            return None
        return lists.find(self.grid, number, self.sheets[0], self.results)

    def results(self) -> Sequence[tuple[str, str]]:
        """All results in lines of the worksheet, looked for once."""
        if self.listed is None:
            self.listed = lists.results(self.grid, self.sheets[0])
        return self.listed

    def note_lost(self, number: int, row: Texts, told: Sequence[tuple[str, Fact]]) -> None:
        """Name a row behind a table without a head of its own that may be data: it is not read."""
        filled = [text for text in row if text and text.strip()]
        if self.ranked:
            return  # its head was named
        bye = any("轮空" in text for text in filled)
        if self.found.blocks and not told and (bye or len(filled) >= FEWEST) and not beginning(filled[0][:LONGEST_LINE]):
            self.found.lost_rows.append((f"{self.grid.letters[row.index(filled[0])]}{number}", filled[0]))

    def begin_piece(self, piece: Piece) -> None:
        """A table that was made of others' rows; what stands above it holds for it."""
        self.facts = {path: fact for path, fact in self.facts.items() if path in LASTING}
        self.facts |= dict(reversed(self.waiting))
        self.waiting, self.current = [], []
        rows = list(range(2, len(piece.grid.rows) + 1))
        self.found.blocks.append(Block(piece.head, rows, dict(self.facts), piece))
        self.found.skipped |= piece.skipped
        self.named = self.named or RULES in self.facts
        if len(self.found.blocks) > MOST_TABLES:
            raise Unreadable(problem("SCORESHEET-TABLES"), self.grid.sheet, f"A{piece.first}")

    def heirs(self, heads: Sequence[Head]) -> Iterator[tuple[Head, Block]]:
        """Tables above which nothing stands, with those whose facts go on to hold for them."""
        for part, head in enumerate(heads):
            before = self.current[min(part, len(self.current) - 1)] if self.current else Block(head)
            yield (
                head,
                Block(head, facts={path: fact for path, fact in before.facts.items() if not path.startswith("/claims/")}),
            )

    def below_head(self, number: int, row: Texts) -> None:
        """A row below a head: of its data, a total, or something that is said of the table or of the next."""
        why = self.why_no_data(self.current, number, row)
        if why is None:
            if self.waiting:  # a line between rows of data begins another match under the same head
                self.begin([block.head for block in self.current])
            for block in self.current:
                if len(self.current) > 1 and self.is_closing(block, row):
                    self.close(block, number, row)
                    continue
                block.rows.append(number)
                rules = next((place.at for place in block.head.places if place.column.path == RULES), None)
                told = rules is not None and rules < len(row) and bool((row[rules] or "").strip())
                self.named = self.named or told or RULES in block.facts
            return
        self.found.skipped[number] = why
        if why == "total":
            self.found.totals.append((number, self.current[0].head))
            return
        for path, fact in by_side(self.grid, self.sheets[0], self.current[0].head, number) or self.facts_in(number, row):
            if path.startswith("/claims/"):
                beside = [block for block in self.current if block.head.places[0].at <= fact.at] or self.current
                beside[-1].facts.setdefault(path, fact)
            else:
                self.waiting.append((path, fact))

    def is_closing(self, block: Block, row: Texts) -> bool:
        """Whether a row that has data of a table beside it says how this one ended: a word stands where hands are counted."""
        hand = next((place.at for place in block.head.places if place.column.path == HAND), None)
        said = (row[hand] or "").strip() if hand is not None and hand < len(row) else ""
        return bool(said) and not any(char.isdigit() for char in said) and self.sheets[0].of_match_called(said) is not None

    def close(self, block: Block, number: int, row: Texts) -> None:
        """What a closing line of one of several tables side by side says of it."""
        first = block.head.places[0].at
        last = min([each.head.places[0].at for each in self.current if each.head.places[0].at > first], default=len(row))
        own = [text if first <= at < last else None for at, text in enumerate(row)]
        for path, fact in self.facts_in(number, own):
            block.facts.setdefault(path, fact)

    # -- heads

    def why_no_data(self, blocks: Sequence[Block], number: int, row: Texts) -> str | None:
        """Why a row below a head is none of its data; None for one that is."""
        first = next(text for text in row if text and text.strip())
        head, kind = blocks[0].head, beginning(first[:LONGEST_LINE])
        hand = next((place.at for place in head.places if place.column.path == HAND), None)
        if kind == "total" or (hand is not None and hand < len(row) and beginning((row[hand] or "")[:LONGEST_LINE]) == "total"):
            return "total"
        if kind == "remark" or (kind == "signed" and not is_data(head, row)):
            return "title"
        said = (row[hand] or "").strip() if hand is not None and hand < len(row) else ""
        if (
            said
            and not any(char.isdigit() for char in said)
            and (by_side(self.grid, self.sheets[0], head, number) or not is_data(head, row))
        ):
            return "title"  # a word where hands are counted: 胜, 局胜
        alone = sum(1 for text in row if text and text.strip()) == 1
        if alone and any(top == number == bottom and right - left >= FEWEST for top, left, bottom, right in self.grid.merges()):
            return "title"  # a remark over the whole width
        few = len(texts_of(row)) < len(head.places)
        labelled = few and any(numbered(folded(first[:LONGEST_LINE])))
        labelled |= any(LABELLED.match(folded(text[:LONGEST_LINE])) for _, text in texts_of(row)[1:])
        labelled |= self.told_beside(row) > 1
        named = kind == "labelled" or ((labelled or (len(first) <= LONGEST_NAME and is_name(first))) and not is_data(head, row))
        if (
            labelled
            and not is_data(head, row)
            and any(LABELLED.match(folded(text[:LONGEST_LINE])) for _, text in texts_of(row)[1:])
        ):
            return "title"
        return "title" if (alone or named) and self.facts_in(number, row) else None

    def told_beside(self, row: Texts) -> int:
        """How many cells of a row say what the cell behind each is, as above a table: 东, 李辉, 西, 汤一鸣."""
        texts = [folded(text[:LONGEST_LINE]) for _, text in texts_of(row)]
        called = [not text.isdecimal() and self.sheets[0].of_match_called(text) is not None for text in texts]
        return sum(name and not value for name, value in pairwise(called))

    def facts_in(self, number: int, row: Texts) -> list[tuple[str, Fact]]:
        """What a row beside a table says of it: 轮次：1, 南北：飞鹰队, or 日期 and the day in the cell behind it."""
        found: list[tuple[str, Fact]] = []
        columns = self.sheets[0]
        texts = [(at, folded(text[:LONGEST_LINE])) for at, text in enumerate(row) if text and text.strip()]
        taken: set[int] = set()
        for place, (at, text) in enumerate(texts):
            cell = f"{self.grid.letters[at]}{number}"
            following = texts[place + 1] if place + 1 < len(texts) else None
            if at in taken or SIGNED.match(text):
                continue
            pairs = [(name, said.strip()) for name, said in LABELLED.findall(text) if not name.isdecimal()]
            if not pairs and following and says(columns.of_match_called(text), following[1], below=bool(self.current)):
                pairs = [(text, "")]
            if not pairs and (sided := IN_BRACKETS.fullmatch(text)) is not None:
                pairs = [(f"{sided[2]}队", sided[1])]  # 红队（东西）
            for name, said in pairs:
                where = cell
                if not said and following is not None and not LABELLED.match(following[1]):
                    said, where = following[1], f"{self.grid.letters[following[0]]}{number}"  # noqa: PLW2901 - it stands there
                    taken.add(following[0])
                column = columns.of_match_called(name, said)
                if column is not None and column.path == RULES and not CAN(column, said):
                    continue  # how it is played, in words
                if column is not None and said:
                    found.append((path_of(column), Fact(column, said, where, at)))
                elif said and not SIGNED.match(name) and not REMARK.match(f"{name}:"):
                    self.found.unread[where] = f"{name}：{said}"
            if not pairs:
                for path, value in numbered(text):
                    found.append((path, Fact(columns.by_path[path], value, cell, at)))
        return found


def says(meant: Column | None, text: str, *, below: bool) -> bool:
    """Whether a label means the text behind it: no name of a column, but below a head that may be who won (胜队, 甲队)."""
    return meant is not None and (not is_name(text) or (below and meant.path == WINNER))


def by_side(grid: Grid, columns: Columns, head: Head, number: int) -> list[tuple[str, Fact]]:
    """What a row below the hands says of the match, below the column of each side: 积分, 2, 1."""
    hand = next((place.at for place in head.places if place.column.path == HAND), None)
    (at, name), *values = texts_of(grid.rows[number - 1])
    meant = columns.of_match_called(folded(name)) if at == hand else None
    if meant is None or not meant.both or not values:
        return []
    sides = columns.sheet.sides
    side_at = {place.at: side for place in head.places if (side := place.column.path.rpartition("/")[2]) in sides}
    found: dict[str, Fact] = {}
    for at, text in values:
        column = columns.by_path.get(f"{meant.path}/{side_at.get(at)}")
        if column is None or column.path in found or not CAN(column, text):
            return []
        found[column.path] = Fact(column, text, f"{grid.letters[at]}{number}", at)
    return [*found.items()]


def side_by_side(grid: Grid, rules: str, whole: Found) -> Found:
    """The tables of a worksheet that stand beside one another, each in columns of its own, where that finds more of them.

    Blank columns part them, or their heads begin again.
    """
    if not rules or (whole.blocks and not (whole.unnamed or any(block.piece is not None for block in whole.blocks))):
        return whole
    narrow = FEWEST if whole.blocks else len(("name", "value"))
    for bands in (blank_between(grid), begun_again(grid)):
        if 1 < len(bands) <= MOST_BANDS and all(last - first + 1 >= narrow for first, last in bands):
            found = in_bands(grid, rules, bands)
            if found is not None and len(found.blocks) > len(whole.blocks):
                return found
    return whole


def blank_between(grid: Grid) -> list[tuple[int, int]]:
    """The columns that hold something, each run of them from its first to its last."""
    used = [any(at < len(row) and (row[at] or "").strip() for row in grid.rows) for at in range(len(grid.letters))]
    starts = [at for at, holds in enumerate(used) if holds and (at == 0 or not used[at - 1])]
    ends = [at for at, holds in enumerate(used) if holds and (at + 1 == len(used) or not used[at + 1])]
    return [*zip(starts, ends, strict=True)]


def begun_again(grid: Grid) -> list[tuple[int, int]]:
    """The columns of tables that touch one another, by a head whose names are there again and again in the same order."""
    for row in grid.rows[:FIRST]:
        texts = texts_of(row)
        names = [key(text) for _, text in texts]
        for size in range(FEWEST, len(names) // 2 + 1):
            places = [at for at, _ in texts[::size]]
            again = len({*names[:size]}) == size and names == names[:size] * (len(names) // size)
            if not again or not any(is_name(each) or each in TEAMS for each in names[:size]):
                continue
            if len({after - before for before, after in pairwise(places)}) == 1:
                return [(at, at + places[1] - places[0] - 1) for at in places]
    return []


def in_bands(grid: Grid, rules: str, bands: Sequence[tuple[int, int]]) -> Found | None:
    """The tables of a worksheet, looked for in each of some bands of columns; None where one of them has none."""
    found, facts = Found(rules), dict[str, Fact]()
    for first, last in bands:
        rows = [[text if first <= at <= last else None for at, text in enumerate(row)] for row in grid.rows]
        finder = Finder(replace(grid, rows=rows), rules)
        part = finder.run()
        if not part.blocks:
            return None
        for block in part.blocks:
            block.facts = {**facts, **block.facts}
        facts = facts or {path: fact for path, fact in part.blocks[0].facts.items() if path in LASTING}
        found.blocks += part.blocks
        found.totals += part.totals
        found.unread |= part.unread
        found.unnamed += part.unnamed
        found.lost_rows += part.lost_rows
        for number, why in part.skipped.items():
            if found.skipped.get(number, "blank") == "blank":
                found.skipped[number] = why
    return found


RESULTS: Final = frozenset(map(key, RESULT))
NUMBERS_OF_MATCH: Final = frozenset(map(key, NUMBER_OF_MATCH))


APART: Final = ("AB", "12", "甲乙", "一二", "主客", "左右", "上下")
"""What tells the names of the columns of two teams apart: 参赛队A and 参赛队B. 一队 and 二队 are teams, and no such names."""


_PARTNER: Final = re.compile(r"(?:选手|队员|牌手|姓名|队友)?\s*([12一二AB])")
_OF_BOTH: Final = re.compile(r"东西\s*[:：/比-]\s*南北|E/?W\s*[:/-]\s*N/?S", re.IGNORECASE)


def _below(above: str, bottom: str) -> tuple[str, ...]:
    """What a name below another may be by itself: of a side the first and second seat; `东西:南北` only says the order."""
    partner = _PARTNER.fullmatch(bottom)
    side = re.match(r"东西|南北", above)
    if partner is not None and side is not None:
        return (side[0][partner[1] in "2二B"],)
    return (above,) if _OF_BOTH.fullmatch(bottom) else (bottom,)


def told_apart(names: Sequence[Named]) -> tuple[int, int] | None:
    """The columns of the two that meet, where their names are those of a team and differ in one letter."""
    plain = {key(called[-1]): at for at, called in names}
    for one, other in (map(str.casefold, pair) for pair in APART):
        for name, at in plain.items():
            front, _, behind = name.rpartition(one)
            rest = front + behind
            beside = plain.get(front + other + behind)
            long_enough = len(rest) > 1 and rest in TEAMS
            if one in name and beside is not None and beside > at and long_enough and not names_of(name):
                return at, beside
    return None


IN_BRACKETS: Final = re.compile(r"(.+?)\s*[(（\[【]\s*(东西|南北|[甲乙红蓝主客AB]|EW|NS|E/W|N/S)[方队]?\s*[)）\]】]")


BARE: Final = frozenset((*"甲乙红蓝主客AB", "甲方", "乙方", "甲队", "乙队", "主队", "客队"))
"""What a column of a team is called that says behind which side that is: 甲（东西）."""


def out_of_brackets(names: list[Named]) -> list[Named]:
    """The names of a head with whose they are before them, where that stands in brackets behind: 级数（东西）."""
    short = {at: called[-1].strip() if len(called[-1]) <= LONGEST_NAME else "" for at, called in names}
    told = [(at, IN_BRACKETS.fullmatch(short[at]), called) for at, called in names]
    return [
        (at, (f"{found[2]}队" if found[1] in BARE else f"{found[2]}{found[1]}", *called) if found is not None else called)
        for at, found, called in told
    ]


def by_their_teams(names: list[Named]) -> list[Named]:
    """The names of a head in which two teams stand by their own, each before what it has: 红队, 蓝队, 红队级数, 蓝队级数."""
    plain = {called[-1].strip(): at for at, called in names}
    ends: dict[str, set[str]] = {}
    for name in plain:
        others = [each for each in plain if each != name and each.startswith(name) and names_of(f"甲{each.removeprefix(name)}")]
        if others and not names_of(name):
            ends[name] = {each.removeprefix(name) for each in others}
    if len(ends) != len(SIDED) or len({frozenset(each) for each in ends.values()}) > 1:
        return names
    meant: dict[int, str] = {}
    for name, first in zip(ends, "甲乙", strict=True):
        meant[plain[name]] = f"{first}队"
        meant |= {plain[name + end]: f"{first}{end}" for end in ends[name]}
    return [(at, (meant[at], *called) if at in meant else called) for at, called in names]


def _endings(names: Sequence[Named]) -> dict[int, tuple[str]]:
    """What columns of the two teams are called whose names tell whose they are at their end: 级数A and 级数B, VP 1 and VP 2."""
    plain = {key(called[-1]): at for at, called in names}
    found: dict[int, tuple[str]] = {}
    for one, other in (map(str.casefold, pair) for pair in APART):
        for name, at in plain.items():
            bare = name.removesuffix(one)
            if bare and bare != name and (beside := plain.get(bare + other)) is not None:
                found |= {at: (f"甲{bare}",), beside: (f"乙{bare}",)}
    return found


def by_who_won(names: list[Named]) -> list[Named]:
    """The names of a head with those of the two that met: the first and the second, or who has won and who has lost."""
    if (pair := told_apart(names)) is not None:
        ends = _endings(names)
        return [
            (at, (NAMED_FIRST[pair.index(at)][0], *called) if at in pair else (*ends.get(at, ()), *called))
            for at, called in names
        ]
    found = [[pattern.fullmatch(called[-1].strip()) for pattern in WON_LOST] for _, called in names]
    if not all(any(mark is not None and not mark[1] for mark in side) for side in zip(*found, strict=True)):
        return names
    made: list[Named] = []
    for (at, called), both in zip(names, found, strict=True):
        meant = next(((NAMED_FIRST[side][0], each[1]) for side, each in enumerate(both) if each is not None), None)
        made.append((at, called) if meant is None else (at, ("".join(meant), *called)))
    return made


SIDED: Final = tuple(tuple(map(key, names)) for names in (("东西", "EW", "E/W", "135"), ("南北", "NS", "N/S", "246")))
"""What a name of the first side begins with, and one of the second."""


SCORE: Final = re.compile(r"\d{1,3}|[AJQKajqk尖钩圈]\+?|过A|老K|打?A[1-3]")
PARTING: Final = re.compile(r"[:：比/\-vsVS对.]*")
"""What stands between the two parts of a result, in a column of its own."""


def of_two_sides(names: list[Named], is_blank: Callable[[int], bool] = lambda _: True) -> list[Named]:
    """The names of a head with whose they are, where one stands there twice: behind each team, or on either side of 比分.

    Of tables that stand beside one another each has its own two.
    """
    if across.ranks([called[-1] for _, called in names]):
        return names
    plain = [(at, key(called[-1])) for at, called in names]
    counts = Counter(name for _, name in plain)
    first = next((name for _, name in plain if counts[name] > 1), "")
    starts = [at for at, name in plain if name == first] if key(first) in NUMBERED_BY and counts[first] > 1 else []
    made: list[Named] = []
    for low, high in pairwise([-1, *starts[1:], MAX_COLUMNS]):
        part = [(at, called) for at, called in names if low <= at < high]
        made += _of_two(part, is_blank) if len(part) >= FEWEST else part
    return made


def _of_two(names: list[Named], is_blank: Callable[[int], bool]) -> list[Named]:
    """The same for one table: what is called as a team twice are the two teams; what else is there twice is of them in turn."""
    plain = [key(called[-1]) for _, called in names]
    twice = {name for name in plain if plain.count(name) == len(SIDED) and name}
    teams = [at for at, name in enumerate(plain) if name in twice & TEAMS]
    others = [at for at, name in enumerate(plain) if team_of(names[at][1][-1]) is not None]
    sides = [team_of(names[at][1][-1]) or 0 for at in others]
    ends = ["甲", "乙"]
    if not teams and sorted(sides) == [0, 1]:
        ends = [_starts(names[at][1][-1], side) for at, side in zip(others, sides, strict=True)]
    elif not twice or (len(teams) not in {0, len(SIDED)}) or any(team_of(name) is not None for name in twice):
        return names  # two tables, each with both teams
    elif not _beside(names, plain, twice, is_blank):
        return names  # a blank column parts two tables
    seen: Counter[str] = Counter()
    made: list[Named] = []
    for (at, called), name in zip(names, plain, strict=True):
        if name not in twice:
            made.append((at, called))
            continue
        end = ends[seen[name]]
        seen[name] += 1
        made.append((at, (f"{end}队" if name in TEAMS else f"{end}{called[-1]}", *called)))
    return made


def _beside(names: Sequence[Named], plain: Sequence[str], twice: AbstractSet[str], is_blank: Callable[[int], bool]) -> bool:
    """Whether those that are there twice stand in one table: no blank column parts them, or each mirrors another."""
    places = [at for at, name in enumerate(plain) if name in twice]
    order = [plain[at] for at in places]
    named = {at for at, _ in names}
    parted = any(at not in named and is_blank(at) for at in range(names[places[0]][0], names[places[-1]][0]))
    return not parted or (len(order) > len(SIDED) and order == order[::-1])


def team_of(name: str) -> int | None:
    """The side whose team a column holds by its name, as 南北方 or 乙队; None for a column of something else."""
    plain = key(name)
    for side, starts in enumerate(SIDED):
        for start in starts:
            if plain.startswith(start) and plain.removeprefix(start) in {"", *map(key, TEAM)}:
                return side
    for side, pattern in enumerate(WON_LOST):
        if (found := pattern.fullmatch(name.strip())) is not None and not found[1]:
            return side
    return next((side for side, called in enumerate(NAMED_FIRST) if plain in {key(each) for each in called}), None)


def _starts(name: str, side: int) -> str:
    """What stands before a name of what that side has."""
    return next((start for start in SIDED[side] if key(name).startswith(start)), "甲乙"[side])


NUMBERED_BY: Final = frozenset(
    map(
        key,
        (
            "桌号",
            "桌次",
            "台号",
            "台次",
            "场次",
            "场序",
            "序号",
            "轮次",
            "桌",
            "台",
            "副",
            "副次",
            "table",
            "no",
            "match",
            "hand",
        ),
    )
)
"""What begins a table beside another."""


def numbered_matches(candidates: Sequence[Column], values: Sequence[str]) -> Sequence[Column]:
    """What 场次 means: where every row has another, and rounds are not told, it says which match a row is."""
    apart = len({*values}) == len(values)
    return sorted(candidates, key=lambda each: (each.path == "/event/round") == apart)


def known_under(sheet: str, means: Sequence[tuple[int, Sequence[tuple[str, Mapping[str, Meaning]]]]]) -> list[Known]:
    """Which names of a head mean something under a rule sheet, each column by the first of what it may be called."""
    known: list[Known] = []
    for at, called in means:
        for name, under in called:
            if (meaning := under.get(sheet)) is not None:
                known.append(Known(at, name, *meaning))
                break
    return known


LASTING: Final = frozenset({"/sheet", "/event/id", "/event/stage", "/event/round", "/event/started"})
"""What goes on to hold for the tables below until something else is said; who plays, and at which table, does not."""


def numbered(text: str) -> Iterator[tuple[str, str]]:
    """Round and table as a title, or a name of a worksheet, has them; and the stage, where that is all besides."""
    text = rest = simple(text)
    for path, pattern in NUMBERED.items():
        if (found := pattern.search(text)) is not None:
            yield path, next(filter(None, found.groups()))
            rest = rest.replace(found[0], " ")
    if STAGED.fullmatch(stage := rest.strip(" -_:()，,·")):
        yield STAGE, stage


def crossed(grid: Grid, number: int) -> int:
    """How many of those who stand beside one another in a row stand below one another in the rows that follow."""
    across = {key(text) for text in grid.rows[number - 1] if text and key(text) and not key(text).isdecimal()}
    below = [next((key(text) for text in row if text and text.strip()), "") for row in grid.rows[number : number + len(across)]]
    return len(across.intersection(below) - {""})


def is_telling(column: Column, name: str) -> bool:
    """Whether nothing but a head has such a name: seats and sides are values as well."""
    seat = column.path.startswith("/seats/") and len(key(name)) <= 2
    return not seat and not (len(key(name)) <= 1 and key(name).isdecimal())


def chosen(candidates: Sequence[Column], values: Sequence[str], *, of_hands: bool) -> Column:
    """The column that a name means: in a table of matches one of theirs, and of several the one whose values stand below."""
    if len(candidates) == 1:
        return candidates[0]
    of_match = [each for each in candidates if each.of_match]
    if of_hands:  # 东西 above levels is no team
        candidates = sorted(candidates, key=lambda each: (each.path.startswith("/seats/"), each.path == OF_MATCH_SAID))
    else:
        candidates = of_match or candidates
    fits = [sum(CAN(each, text) for text in values) for each in candidates]
    return candidates[fits.index(max(fits))]


def names_somebody(column: Column) -> bool:
    """Whether a column of seats or sides may have the names of those who sit there."""
    return column.path in {WINNER, WON, "dealer", "claims/next_dealer"} or column.path.startswith(f"{FINISH}/")


def misfit(column: Column, values: Sequence[str]) -> str | None:
    """A value that a column cannot have, where most of them are such."""
    wrong = [text for text in values if not CAN(column, text)]
    return wrong[0] if len(wrong) * 2 > len(values) else None


def settled(
    places: list[Place], values: Mapping[int, Sequence[str]], columns: Columns, *, of_hands: bool
) -> tuple[list[Place], list[tuple[int, str]]]:
    """What columns mean beside one another, and those that mean nothing then."""
    result = next((place for place in places if place.column.both and place.column.path == OF_POINTS), None)
    if result is not None and any(place.column.path.startswith(f"{OF_POINTS}/") for place in places):  # 比分 3:1 beside 积分
        places[places.index(result)] = result._replace(column=columns.by_path[f"{ENDS}/*"])
    games = [place for place in places if place.column.path == GAME]
    hands = [place for place in places if place.column.path == HAND]
    if of_hands and len(games) == 1 and not hands:
        told = [re.sub(r"\D", "", folded(text)) for text in values[games[0].at]]
        if len(told) > 1 and len({*told}) == len(told):  # every row has another: 局 is a hand here
            places[places.index(games[0])] = games[0]._replace(column=columns.by_path[HAND])
    days = [place for place in places if place.column.path == DATE]
    day = max(days, key=lambda each: sum(map(is_day, values[each.at])), default=None)
    gone = [place for place in days if place is not day]  # 日期 and 时间
    gone += hands if not of_hands else []
    return [place for place in places if place not in gone], [(place.at, place.name) for place in gone]


def counts_teams(row: Texts) -> bool:
    """Whether a row is the head of a table that tells of each team what all of its matches came to."""
    if not any(text and key(text) in TEAMS for text in row):
        return False
    texts = [text for _, text in texts_of(row)]
    return not any(map(is_number, texts)) and sum(cross.kind_of(text) is not None for text in texts) >= FEWEST_TELLING


def is_day(text: str) -> bool:
    """Whether a text is a day, not a time of it."""
    return ":" not in folded(text)


def is_number(text: str | None) -> bool:
    """Whether a cell holds a number, or a score, as names do not."""
    return text is not None and re.fullmatch(r"[-+]?\d+(?:[.:\-]\d+)?", folded(text)) is not None


def is_datum(text: str | None) -> bool:
    """Whether a cell holds what no name of a column is: a number, a day, or that somebody has no match."""
    return text is not None and (is_number(text) or DATED.fullmatch(folded(text)) is not None or is_bye(text))


def is_data(head: Head, row: Texts) -> bool:
    """Whether a row has values of a head: most of its cells there can be read."""
    filled = [(place, text) for place in head.places if place.at < len(row) and (text := row[place.at]) and text.strip()]
    right = sum(CAN(place.column, text) for place, text in filled)
    return (
        bool(filled)
        and right * 2 > len(filled)
        and any(CAN(place.column, text) for place, text in filled if place.column.kind.tells)
    )


def parts(head: Head) -> list[Head]:
    """The tables that stand side by side under a head: where its names begin again, another begins.

    A name that is only there twice is left as it is, for who reads the table to refuse.
    """
    found: list[list[Place]] = [[]]
    paths: list[set[str]] = [set()]
    for place in head.places:
        path = path_of(place.column)
        if path in paths[-1]:
            found.append([])
            paths.append(set())
        found[-1].append(place)
        paths[-1].add(path)
    if len(found) == 1 or any(len(part & paths[0]) < FEWEST for part in paths[1:]):
        return [head]
    ends = [part[0].at for part in found[1:]]
    split = []
    for number, part in enumerate(found):
        low, high = ([0, *ends][number], [*ends, 1 << 30][number])
        unknown = tuple([each for each in head.unknown if low <= each[0] < high])
        split.append(replace(head, places=tuple(part), unknown=unknown))
    return split
