"""An event made of the papers of its organiser: who plays is what an entry list says, what was drawn what the results have."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import PurePath
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from paipu.ingest.event import EVENT_FORMAT
from paipu.ingest.rejection import Problem, Rejection, printable, problem, reject
from paipu.ingest.scoresheet import grids_of
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.heads import beginning
from paipu.ingest.scoresheet.matches import Document
from paipu.ingest.scoresheet.pieces import TEAMS, keys
from paipu.ingest.scoresheet.places import cell_of
from paipu.ingest.scoresheet.reading import EXAMPLES, PAGES
from paipu.ingest.scoresheet.values import folded, key
from paipu.replay.event.words import KEYS as ALSO
from paipu.replay.event_rules import KEYS
from paipu.replay.sheets import SHEETS
from paipu.replay.words import FIGURE_NAMES

FORMS: Final = ("swiss", "round-robin", "groups", "knockout")
"""How an event is drawn."""
SEED: Final = keys("种子", "种子号", "种子序号", "seed")
PLAYER: Final = re.compile(r"(选手|队员|运动员|姓名|player|name)s?[a-z0-9一二三四五六甲乙东南西北]{0,2}", re.IGNORECASE)
"""What the columns of an entry list are called."""
_SEVERAL: Final = re.compile(r"[/、,，;；&+]|\s{2,}")
"""Between the names of several players in a cell."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Entry(NamedTuple):
    """A line of an entry list."""

    team: str
    players: tuple[str, ...] = ()
    seed: int | None = None


class Drawn(NamedTuple):
    """The stages of an event as the results have them, the teams in the order met, and what stands in the way."""

    stages: tuple[dict[str, Any], ...]
    teams: tuple[str, ...]
    problems: tuple[Problem, ...]


@cache
def keys_named() -> Mapping[str, str]:
    """The keys that an event is ranked by, by whatever they are called."""
    called = {each: [each, *FIGURE_NAMES[each], *(name for said in ALSO[each] for name in said.split("|"))] for each in KEYS}
    return {key(name): each for each, names in called.items() for name in names}


def key_named(name: str) -> str | None:
    """The key that a name is of; None for a name of none.

    >>> key_named("Match points"), key_named("相互战绩（弃权计0）"), key_named("beauty")
    ('match_points', 'head_to_head_played', None)
    """
    return keys_named().get(key(name))


def read_entries(path: str) -> Sequence[Entry] | Rejection:
    """The teams of an entry list: a row of heads with the teams' column, and players in columns of theirs."""
    given = grids_of(path)
    if isinstance(given, Rejection):
        return given
    found = entries_in(given)
    if not found:
        return reject([problem("ENTRIES-HEADERS", printable(PurePath(path).name), expected="队名/单位/team")], path)
    return found


def entries_in(grids: Sequence[Grid]) -> list[Entry]:
    """The teams of all tables, or of those that are called entries where there are such; examples are left out."""
    named = [grid for grid in grids if PAGES.get(key(grid.sheet or "")) == "entries"]
    return [entry for grid in named or grids for entry in _entries(grid) if key(entry.team) not in EXAMPLES]


def _entries(grid: Grid) -> Iterator[Entry]:
    teams = seeds = None
    players: list[int] = []
    for _, row in grid.numbered():
        names = [key(cell or "") for cell in row]
        if teams is None:
            if TEAMS & {*names}:
                teams = next(at for at, name in enumerate(names) if name in TEAMS)
                seeds = next((at for at, name in enumerate(names) if name in SEED), None)
                players = [at for at, name in enumerate(names) if at != teams and PLAYER.fullmatch(name)]
            continue
        cells = [folded(cell or "") for cell in row]
        if teams >= len(cells) or not cells[teams] or beginning(next(cell for cell in cells if cell)):
            continue
        listed = [name for at in players if at < len(cells) for name in _SEVERAL.split(cells[at]) if name.strip()]
        seed = cells[seeds] if seeds is not None and seeds < len(cells) else ""
        number = int(seed) if seed.isdecimal() and int(seed) else None
        yield Entry(cells[teams], tuple(name.strip() for name in listed), number)


def entries_typed(text: str) -> list[Entry]:
    r"""Entries as they are typed: a team a line, its players behind it.

    >>> entries_typed("青松：张三、李四\n白鹭")
    [Entry(team='青松', players=('张三', '李四'), seed=None), Entry(team='白鹭', players=(), seed=None)]
    """
    found = []
    for line in text.splitlines():
        team, _, players = re.sub(r"[:\t]", "\t", folded(line), count=1).partition("\t")
        if team.strip():
            found.append(Entry(team.strip(), tuple(each.strip() for each in _SEVERAL.split(players) if each.strip())))
    return found


def drawn_in(documents: Iterable[Document], sheet: str, form: str) -> Drawn:
    """What the matches of score sheets tell of the draw: the tables of each round, who has none, and the groups.

    `form` is that of the stages, or `groups`: in a round robin those who meet are of one group. Who takes part in other rounds
    of a stage and has no table in one has a bye there, but in a knock-out.
    """
    rules, problems = SHEETS[sheet], list[Problem]()
    stages: dict[str, dict[int, dict[str, tuple[str, str]]]] = {}
    teams: dict[str, None] = {}
    for document in documents:
        event, seats = document.get("event", {}), document.get("seats", {})
        sides = [next((seats[seat].get("team") for seat in members if seat in seats), None) for members in rules.sides]
        lacking = [name for name in ("round", "table") if name not in event]
        lacking += ["two teams"] if None in sides or sides[0] == sides[1] else []
        if lacking:
            at = cell_of(document.get("extra", {}), "/event/round") or document["id"]
            problems.append(problem("DRAW-PLACE", at, expected=", ".join(lacking)))
            continue
        first, second = str(sides[0]), str(sides[1])
        teams.update({first: None, second: None})
        tables = stages.setdefault(event.get("stage") or "all", {}).setdefault(int(event["round"]), {})
        before = tables.setdefault(event["table"], (first, second))
        if {*before} != {first, second}:
            at = cell_of(document.get("extra", {}), "/event/table") or document["id"]
            problems.append(problem("DRAW-TWICE", at, found=f"{first} – {second}", expected=f"{before[0]} – {before[1]}"))
    made = [_stage(name, rounds, rules.sides, form) for name, rounds in stages.items()]
    return Drawn(tuple(made), tuple(teams), tuple(problems))


def _stage(name: str, rounds: Mapping[int, Mapping[str, tuple[str, str]]], sides: Sequence[str], form: str) -> dict[str, Any]:
    """A stage of the event."""
    everybody = list(dict.fromkeys(team for tables in rounds.values() for pair in tables.values() for team in pair))
    made: dict[str, Any] = {"id": name, "form": "knockout" if form == "knockout" else "table"}
    groups = _groups(rounds) if form == "groups" else []
    if groups:
        made["groups"] = {_letter(at): members for at, members in enumerate(groups)}
    made["rounds"] = []
    for no in sorted(rounds):
        tables = rounds[no]
        seated = {team for pair in tables.values() for team in pair}
        drawn: dict[str, Any] = {"no": no}
        drawn["tables"] = [{"table": table, "sides": dict(zip(sides, pair, strict=True))} for table, pair in tables.items()]
        idle = [team for team in everybody if team not in seated] if form != "knockout" else []
        if idle:
            drawn["byes"] = idle
        made["rounds"].append(drawn)
    return made


def _groups(rounds: Mapping[int, Mapping[str, tuple[str, str]]]) -> list[list[str]]:
    """Those who have met, and whom these have met: the groups, each in the order in which its members first played."""
    group_of: dict[str, list[str]] = {}
    for no in sorted(rounds):
        for pair in rounds[no].values():
            one, other = (group_of.setdefault(team, [team]) for team in pair)
            if one is not other:
                one += other
                group_of.update(dict.fromkeys(other, one))
    return list({id(group): group for group in group_of.values()}.values())


def _letter(at: int) -> str:
    """The name of a group: A to Z, then AA."""
    return LETTERS[at] if at < len(LETTERS) else _letter(at // len(LETTERS) - 1) + LETTERS[at % len(LETTERS)]


def event_document(
    identifier: str,
    sheet: str,
    drawn: Drawn,
    entries: Sequence[Entry] = (),
    name: str | None = None,
    of_stage: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """The document of an event: teams as entered, then those met beside them; `of_stage` is what holds for every stage."""
    known = {entry.team: entry for entry in entries}
    teams = []
    for team in dict.fromkeys([*known, *drawn.teams]):
        entry = known.get(team, Entry(team))
        told: dict[str, Any] = {"id": team}
        if entry.players:
            told["players"] = [{"id": player, "name": player} for player in entry.players]
        teams.append(told | ({"seed": entry.seed} if entry.seed is not None else {}))
    named = {"name": name} if name is not None else {}
    stages = [{**stage, **{field: value for field, value in of_stage.items() if value is not None}} for stage in drawn.stages]
    return {"format": EVENT_FORMAT, "id": identifier, **named, "sheet": sheet, "teams": teams, "stages": stages}
