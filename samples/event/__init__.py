"""Made-up events: whole tournaments with their event file, full records and published tables, and faults built into them.

Every match is played by the sheet and won by whom the kernel says; who meets whom in later rounds follows from that.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from fractions import Fraction
from hashlib import sha256
from typing import Final, NamedTuple

from paipu.ingest.deals import to_file
from paipu.ingest.event import EVENT_FORMAT
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.output import standings_row
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.event.match import Match, match_of
from paipu.replay.event.standings import standings
from paipu.replay.event_rules import FIGURES
from paipu.replay.record import OptionValue
from paipu.replay.sheets import SHEETS
from paipu.replay.tricks.schedule import Conversion
from paipu.samples.deals import deals_of
from paipu.samples.document import Document, record_of, shuffler, to_line
from paipu.samples.people import Tournament, player, team
from paipu.samples.tournament import make_match

Sides = tuple[tuple[str, ...], tuple[str, ...]]
_ROUND_HOURS: Final = 2


class Form(NamedTuple):
    """A form of event: the sheet that it is played under, how many take part, its Chinese name, whether they are players.

    `boards` are so many that all tables play in each round.
    """

    sheet: str
    entrants: int
    zh: str
    alone: bool = False
    boards: int = 0


FORMS: Final[Mapping[str, Form]] = {
    "round-robin": Form("shuangkou", 8, "循环赛"),
    "groups": Form("guandan-3", 8, "分组赛"),
    "swiss": Form("guandan-1", 8, "积分编排赛"),
    "progressive": Form("guandan-js2023", 9, "累进分赛"),
    "points": Form("daguai", 6, "计分赛"),
    "best-of-three": Form("guandan-2", 8, "三局两胜赛"),
    "knockout": Form("chaodipi", 8, "淘汰赛"),
    "individual": Form("shengji", 10, "个人赛", alone=True),
    "duplicate": Form("guandan-1", 6, "复式赛", boards=2),
}
"""The events that can be made up, by name."""


def score_table() -> str:
    """An organiser's table of 大分: the printed values, on the line between them, and no more beyond them."""
    printed = Conversion(((20, -17), (40, -9), (80, 2), (120, 14), (160, 25)), interpolate=True)
    rows = [
        (points, -25 if points < 20 else 25 if points > 160 else printed.bracket(points)[0]) for points in range(-100, 405, 5)
    ]
    return ",".join(f"{points}:{score}" for points, score in rows)


OPTIONS: Final[Mapping[str, Mapping[str, OptionValue]]] = {"shuangkou": {"big_points": score_table()}}


class Event:
    """An event under way: its document, the records of its matches, and what is played next."""

    def __init__(self, form: str, seed: int) -> None:
        self.form, self.seed, self.made = FORMS[form], seed, 0
        self.sheet = SHEETS[self.form.sheet]
        self.chance = shuffler("event", form, seed)
        self.players: dict[str, list[Document]] = {}
        for number in range(self.form.entrants):
            size = 1 if self.form.alone else len(self.sheet.seats) // 2
            ids = [player(size * number + at) for at in range(size)]
            name = ids[0].id if self.form.alone else team(number)
            self.players[name] = [{"id": each.id, "name": each.name} for each in ids]
        self.records: list[Document] = []
        self.matches: list[Match] = []
        self.stages: list[Document] = []
        self.document: Document = {
            "format": EVENT_FORMAT,
            "id": f"sample-{form}-{seed}",
            "name": f"样例{self.form.zh} {seed} Sample {form} {seed}",
            "sheet": self.form.sheet,
            **({"options": dict(OPTIONS[self.form.sheet])} if self.form.sheet in OPTIONS else {}),
        }
        if self.form.alone:
            self.document["players"] = [self.players[each][0] for each in self.players]
        else:
            self.document["teams"] = [{"id": each, "players": listed} for each, listed in self.players.items()]
        self.document["stages"] = self.stages

    @property
    def everybody(self) -> list[str]:
        """All who take part, in an order of chance."""
        order = list(self.players)
        self.chance.shuffle(order)
        return order

    def stage(self, name: str, **terms: object) -> Document:
        """Begin a stage."""
        self.stages.append({"id": name, **terms, "rounds": []})
        return self.stages[-1]

    def play(self, tables: Sequence[Sides], byes: Sequence[str] = (), absent: Sequence[str] = ()) -> list[tuple[str, ...]]:
        """Play the next round of the last stage; who won at each table, by the others' absence too."""
        stage = self.stages[-1]
        no = len(stage["rounds"]) + 1
        drawn = [
            {"table": str(at), "sides": dict(zip(self.sheet.sides, map(self.named, sides), strict=True))}
            for at, sides in enumerate(tables, start=1)
        ]
        idle = {name: list(who) for name, who in (("byes", byes), ("absent", absent)) if who}
        stage["rounds"].append({"no": no, "tables": drawn, **idle})
        return [
            next((sides[1 - side] for side in (0, 1) if set(sides[side]) & set(absent)), ())
            or self.match(stage["id"], no, str(at), sides)
            for at, sides in enumerate(tables, start=1)
        ]

    def named(self, side: tuple[str, ...]) -> object:
        return list(side) if self.form.alone else side[0]

    def match(self, stage: str, no: int, table: str, sides: Sides) -> tuple[str, ...]:
        """Play a match that somebody wins, or that has its points; who did."""
        while True:
            self.made += 1
            record = self.played(stage, no, table, sides)
            read = record_of(record)
            match = match_of(read, audit(read))
            winner = match.computed.winner
            if winner is not None or self.sheet.event.counts == "points":
                self.records.append(record)
                self.matches.append(match)
                return sides[winner or 0]

    def play_boards(self, tables: Sequence[Sides], deals: Sequence[Document]) -> None:
        """Play the next round of the last stage: every table the same deals, each on a record of its own."""
        stage = self.stages[-1]
        no = len(stage["rounds"]) + 1
        drawn = [
            {"table": str(at), "sides": dict(zip(self.sheet.sides, map(self.named, sides), strict=True))}
            for at, sides in enumerate(tables, start=1)
        ]
        stage["rounds"].append({"no": no, "tables": drawn})
        for at, sides in enumerate(tables, start=1):
            for dealt in deals:
                record = self.played(stage["id"], no, str(at), sides, dealt)
                read = record_of(record)
                self.records.append(record)
                self.matches.append(match_of(read, audit(read)))

    def played(self, stage: str, no: int, table: str, sides: Sides, dealt: Document | None = None) -> Document:
        """A match as it was played, between those who were drawn; or the board that was `dealt`."""
        self.made += dealt is not None
        started = Tournament().started + timedelta(hours=_ROUND_HOURS * sum(len(each["rounds"]) for each in self.stages))
        setting = Tournament(id=self.document["id"], name=self.document["name"], stage=stage, pairs=2, started=started)
        options = self.document.get("options")
        seed = self.seed * 10_000 + self.made
        made = make_match(seed, 1, sheet=self.form.sheet, event=setting, options=options, dealt=dealt)
        made["id"] = f"{self.document['id']}/{stage}/r{no}/t{table}" + (f"/b{dealt['board']}" if dealt is not None else "")
        made["event"] |= {"round": no, "table": table}
        for at, side in enumerate(sides):
            seats = self.sheet.seats[at::2]
            if self.form.alone:
                who = [self.players[each][0] for each in side]
            else:
                who = [{**each, "team": side[0]} for each in self.players[side[0]]]
            made["seats"] |= dict(zip(seats, who, strict=True))
        return made

    def order(self, group: str | None = None) -> list[str]:
        """Who stands where in the last stage so far, from the first place on."""
        found = self.standings()
        table = next(each for each in reversed(found) if each["group"] == group)
        return [row["team"] for row in table["rows"]]

    def standings(self) -> list[Document]:
        """The standings so far, as computed."""
        parsed = parse_event(to_line(self.document), Place())
        if not isinstance(parsed, ParsedEvent):
            raise TypeError(f"an event was made up that cannot be read: {parsed}")
        return [standings_row(table) for table in standings(parsed.event, self.matches, "computed")]

    def publish(self) -> None:
        """Publish the standings of every stage and group."""
        self.document["published"] = [
            {
                "stage": table["stage"],
                **({"group": table["group"]} if table["group"] is not None else {}),
                "rows": [
                    {
                        **({"place": row["place"]} if row["place"] is not None else {}),
                        "team": row["team"],
                        **{
                            each: said_in_file(each, row[each], table["board_parts"])
                            for each in FIGURES
                            if row[each] is not None
                        },
                    }
                    for row in table["rows"]
                ],
            }
            for table in self.standings()
        ]


def said_in_file(figure: str, value: int, parts: int) -> int | str:
    """A figure as the file of an event has it: points of boards may be fractions."""
    exact = Fraction(value, parts) if figure == "board_points" and parts else Fraction(value)
    return int(exact) if exact.denominator == 1 else str(exact)


def pair(first: str, second: str) -> Sides:
    """A table of two teams."""
    return (first,), (second,)


def rotation(members: Sequence[str], rounds: int) -> list[list[Sides]]:
    """So many rounds in which an even number of teams meet each other once, by the circle method."""
    drawn = []
    for turn in range(rounds):
        moving = [members[1:][(turn + k) % (len(members) - 1)] for k in range(len(members) - 1)]
        circle = [members[0], *moving]
        drawn.append([pair(circle[k], circle[-1 - k]) for k in range(len(members) // 2)])
    return drawn


def round_robin(event: Event) -> None:
    """All against all."""
    event.stage("all")
    for tables in rotation(event.everybody, event.form.entrants - 1):
        event.play(tables)


def groups(event: Event) -> None:
    """Two groups of three rounds, and a final of three rounds between the first two of each."""
    order = event.everybody
    halves = {"A": order[::2], "B": order[1::2]}
    event.stage("preliminary", groups=halves, advance=2)
    for first, second in zip(*(rotation(members, 3) for members in halves.values()), strict=True):
        event.play(first + second)
    best = [each for group in halves for each in event.order(group)[:2]]
    event.stage("final")
    for tables in rotation(best, 3):
        event.play(tables)


def swiss(event: Event) -> None:
    """Three rounds between those who stand next to each other and have not met, with terms of the organiser's own."""
    event.stage(
        "swiss",
        form="table",
        at_time="higher_level",
        match_points={"win": 2, "draw": 1, "loss": 0},
        points_by_difference=[[13 + d, 13 - d] for d in range(14)],
        rank_by=["match_points", "progressive_cut", "points", "levels_gained"],
    )
    met: set[frozenset[str]] = set()
    order = event.everybody
    for _ in range(3):
        event.play(neighbours(order, met))
        order = event.order()


def neighbours(order: Sequence[str], met: set[frozenset[str]]) -> list[Sides]:
    """Tables of those who stand next to each other, of whom none have met before if that can be; who met is noted."""
    tables = without_rematch(order, met) or [pair(*order[at : at + 2]) for at in range(0, len(order), 2)]
    met.update(frozenset((first, second)) for (first,), (second,) in tables)
    return tables


def without_rematch(order: Sequence[str], met: set[frozenset[str]]) -> list[Sides] | None:
    """Tables for all in an order, each with the next whom he has not met; None where somebody is left over."""
    if not order:
        return []
    first, *others = order
    for second in others:
        if frozenset((first, second)) not in met:
            rest = without_rematch([each for each in others if each != second], met)
            if rest is not None:
                return [pair(first, second), *rest]
    return None


def progressive(event: Event) -> None:
    """Four rounds of a Swiss by the keys that 江苏 prints (JS-IV.2), a bye a round, and one team that once does not come."""
    order = event.everybody
    event.stage(
        "swiss",
        form="table",
        bye_counts={"match_points": 2, "points": 17, "wins": 1},
        rank_by=["match_points", "progressive_cut", "wins", "points", "levels_gained", "lot"],
        lot=event.everybody,
    )
    met: set[frozenset[str]] = set()
    rested: set[str] = set()
    for no in range(4):
        bye = next(each for each in reversed(order) if each not in rested)
        rested.add(bye)
        tables = neighbours([each for each in order if each != bye], met)
        event.play(tables, [bye], [tables[-1][1][0]] if no == 1 else [])
        order = event.order()


def points(event: Event) -> None:
    """All against all, three at a time, by the points of their deals and then the first places (DG-5.9)."""
    event.stage("all", form="table")
    for tables in rotation(event.everybody, event.form.entrants - 1):
        event.play(tables)


def best_of_three(event: Event) -> None:
    """A knock-out of matches of at most three games (GD2-5); who loses a semi-final shares the third place."""
    event.stage("cup")
    left = event.everybody
    while len(left) > 1:
        left = [winner for (winner,) in event.play([pair(left[at], left[at + 1]) for at in range(0, len(left), 2)])]


def knockout(event: Event) -> None:
    """Quarter-finals, then semi-finals and a final that are best of three, with a match for the third place."""
    order = event.everybody
    event.stage("1/4")
    four = event.play([pair(order[at], order[at + 1]) for at in range(0, len(order), 2)])
    event.stage("final", third_place="playoff")
    semi = [pair(four[0][0], four[1][0]), pair(four[2][0], four[3][0])]
    winners = event.play(semi)
    losers = [next(side for side in sides if side != winner) for sides, winner in zip(semi, winners, strict=True)]
    event.play([(winners[0], winners[1]), (losers[0], losers[1])])


def individual(event: Event) -> None:
    """Partners drawn anew for each round, and byes for those who do not make up a table, until one table has played."""
    event.stage("cup")
    left, had_bye = event.everybody, set[str]()
    while len(left) > 2:
        event.chance.shuffle(left)
        left.sort(key=lambda each: each not in had_bye)  # who had a bye plays first
        seated = len(left) // 4 * 4
        tables = [((left[at], left[at + 1]), (left[at + 2], left[at + 3])) for at in range(0, seated, 4)]
        byes = left[seated:]
        had_bye |= set(byes)
        left = [each for won in event.play(tables, byes) for each in won] + byes


def duplicate(event: Event) -> None:
    """All against all, two boards a round that every table plays, by matchpoints; the deals are sealed in a file."""
    rounds, each = event.form.entrants - 1, event.form.boards
    deals = deals_of(event.form.sheet, rounds * each, f"event/{event.seed}", ("2", "5", "8", "J"))
    sealed = {"sha256": sha256(to_file(event.form.sheet, deals)).hexdigest()}
    of: Document = {"stage": "final", "deals": "deals.ndjson", **sealed, "dealt": {**sealed, "boards": deals}}
    fixed = {"level": "by_board", "leader": "by_board", "tribute": "none", "each": each}
    event.document["boards"] = {"sets": [of | fixed], "scale": {"kind": "matchpoints"}}
    event.stage("final", form="table", rank_by=["board_points", "head_to_head"])
    for no, tables in enumerate(rotation(event.everybody, rounds)):
        event.play_boards(tables, deals[no * each : (no + 1) * each])


PLAYED: Final = {
    "round-robin": round_robin,
    "groups": groups,
    "swiss": swiss,
    "progressive": progressive,
    "points": points,
    "best-of-three": best_of_three,
    "knockout": knockout,
    "individual": individual,
    "duplicate": duplicate,
}


def make_event(form: str, seed: int) -> tuple[Document, list[Document]]:
    """A whole event and its records, right in every play, claim and published cell; the same for the same arguments.

    Raises KeyError for a form that there is not.
    """
    event = Event(form, seed)
    PLAYED[form](event)
    event.publish()
    return event.document, event.records
