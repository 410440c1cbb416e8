"""The standings of an event, read a second time from the printed sheets and the description of the event file alone.

Slow and plain: an event file and the claims of its matches, both as the JSON that they are, give for every stage and group who
stands where, with what figures, and what parted whom. Clause ids are those of the catalogue; levels, scores and points of a
match come from the other modules of this package.

What the texts leave open and is taken so here:

* A match that is not on record, or not decided, adds nothing yet, and so does what neither sheet nor event gives a count.
* A figure that a bye, a forfeit or an absence is not given a count of is none, if it is given a count of another.
* The lines of the penalty ledger change the totals of an entrant, and what he had after each round (累进分) from the round on
  of which they are, those of none from the last.
* An opponent is whoever sat at the same table of a match that counts, or should have.
* The extra deal of 大怪路子 counts for an event like the six before it.
* Where match points are not counted wins take their place.
* Who is disqualified has no place, and nobody is behind him; what he has played counts, and in a knock-out the one whom he has
  beaten may go on in his place. He is by a ruling, by three latenesses running (GD3-F4, 不含两次),
  by two forfeits running and by two rounds lost by penalties (JS-7.5); a forfeit is none of these two. Rounds follow each other
  from stage to stage; one in which somebody has a bye, or is not drawn, is none of his.
* Who has forfeited is what the score sheet says, whether or not it says why. Where neither side came both have forfeited.
* Who is disqualified loses the match at hand, of several games all of it, as one who forfeits does; JS counts it as a forfeit.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any, Final, NamedTuple

from tests.oracle import chaodipi, course, daguai, guandan, guandan_js2023, shengji, shuangkou
from tests.oracle.cards import RANKS, SIDES, side_of

Document = Mapping[str, Any]
Figures = dict[str, int]
Entrants = tuple[str, ...]

FIGURES: Final = (
    *("match_points", "points", "big_points", "small_points", "first_places"),
    *("level_difference", "levels_gained", "wins"),
)
WITH_MATCH_POINTS: Final = {"shuangkou": (2, 1, None), guandan.JS: (2, 0, 1)}
"""Won, lost, drawn: SK-4.1b (a draw is not in the sheet), JS-IV.2."""
RANKED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "shuangkou": ("match_points", "big_points", "small_points"),
    guandan.GD3: ("points",),
    guandan.JS: ("match_points", "progressive", "wins", "points", "levels_gained", "lot"),
    "daguai": ("points", "first_places"),
}
"""SK-4.1b; GD3-G3; JS-IV.2, where 直胜 takes the place of 累进分 if everybody meets everybody; DG-5.9."""
KNOCKOUT: Final = ("shengji", "chaodipi", guandan.GD2)
"""SJ-0.1, CDP-1.2, GD2-5."""
FORFEITED: Final[Mapping[str, tuple[Figures, Figures]]] = {
    "shuangkou": ({"match_points": 0, "big_points": -20}, {"match_points": 2, "big_points": 20}),
    guandan.JS: (
        {"match_points": 0, "points": 0, "levels_gained": 0, "level_difference": -4},
        {"match_points": 2, "points": 17, "levels_gained": 4, "level_difference": 4},
    ),
}
"""Who did not come, and who did: SK-4.1b with SK-4.2; JS-IV.2 with JS-7.4, by which the others stand four levels above him."""
RUNNING: Final = {guandan.GD3: ("latenesses", 3), guandan.JS: ("forfeits", 2)}
"""So many of these one after another disqualify: GD3-F4, JS-7.5."""
TWICE: Final = 2
"""两轮判负: JS-7.5."""
OUT_FOR: Final = {"chaodipi": "signal", guandan.GD1: "cheating"}
"""CDP-6.10, 一经核实；GD1-6, 一经发现."""
CLIMBING: Final = (guandan.GD1, guandan.GD2, guandan.GD3, guandan.JS)


# ---------------------------------------------------------------------------------------- what a match came to


class Came(NamedTuple):
    """What a match came to for the two sides of its sheet, the one with the first seat before the other.

    `winner` is 0 or 1. `reached` are the levels at the end, counted from 2, past the last one more. `lost`: 判负, which is no
    forfeit; `out`: the other side is disqualified.
    """

    winner: int | None
    drawn: bool = False
    figures: tuple[Figures, Figures] = ({}, {})
    reached: tuple[int, int] | None = None
    forfeit: bool = False
    games: tuple[int, int] | None = None
    lost: bool = False
    out: bool = False


def came(record: Document, *, best_of_three: bool = False, higher_at_time: bool = False) -> Came:
    """What the claims of the hands make of a match; the claims of the match say only whether time ended it."""
    sheet = record["sheet"]
    sides = ("135", "246") if sheet == "daguai" else ("EW", "NS")
    ruled = _not_by_play(record, sides)
    if ruled is not None:
        return ruled
    if sheet == "shuangkou":
        return _shuangkou(record)
    if sheet == "daguai":
        return _daguai(record["hands"])
    if sheet in CLIMBING:
        return _guandan(sheet, record, higher_at_time=higher_at_time, best_of_three=best_of_three)
    return _by_levels(sheet, record, best_of_three=best_of_three)


def _not_by_play(record: Document, sides: tuple[str, str]) -> Came | None:
    """What a match came to that a forfeit or a ruling has ended; None if none has."""
    sheet = record["sheet"]
    said = [r["effect"] for r in _in_force(record) if r["effect"].keys() & {"winner", "loser"}]
    out = _put_out(record)
    if any("winner" in each for each in said):
        winner = sides.index([each["winner"] for each in said if "winner" in each][-1])
        if sheet != guandan.JS:
            return Came(winner)
        return _guandan(sheet, record, higher_at_time=False, best_of_three=False)._replace(winner=winner, drawn=False)
    if out and sheet != guandan.JS:
        return Came(1 - sides.index(out[-1]), out=True)
    if record.get("claims", {}).get("reason") == "forfeit" or out:
        winner = 1 - sides.index(out[-1]) if out else sides.index(record["claims"]["winner"])
        return Came(winner, forfeit=True, reached=_lost_levels(record, winner) if sheet == guandan.JS else None, out=bool(out))
    if said:
        winner = 1 - sides.index(said[-1]["loser"])
        reached = _lost_levels(record, winner)
        return Came(winner, figures=_of_levels(record, reached), reached=reached, lost=True)
    return None


def _lost_levels(record: Document, winner: int) -> tuple[int, int]:
    """JS-7.4: where a match stands that was lost by a forfeit, or by penalties."""
    at_table = _guandan(guandan.JS, record, higher_at_time=False, best_of_three=False).reached or (2, 2)
    levels = guandan_js2023.after_losing(dict(zip(SIDES, at_table, strict=True)), SIDES[1 - winner])
    return levels[SIDES[0]], levels[SIDES[1]]


def _of_levels(record: Document, reached: tuple[int, int]) -> tuple[Figures, Figures]:
    """JS-IV.2: what a match counts that ended at some levels."""
    points = guandan_js2023.difference_points(dict(zip(SIDES, reached, strict=True)))
    played = _guandan(guandan.JS, record, higher_at_time=False, best_of_three=False).figures
    first, second = (
        {
            **played[at],
            "points": points[side],
            "level_difference": reached[at] - reached[1 - at],
            "levels_gained": reached[at] - 2,
        }
        for at, side in enumerate(SIDES)
    )
    return first, second


def _table_of(record: Document) -> Mapping[int, int]:
    """The organiser's table of 大分, where the options have one."""
    pairs = [pair.split(":") for pair in record.get("options", {}).get("big_points", "").split(",") if pair]
    return {int(points): int(score) for points, score in pairs}


def _shuangkou(record: Document) -> Came:
    """SK-4.1a: 小分 of each deal are those of the side without the bank; what they are worth the other side loses."""
    table = {**shuangkou.PRINTED, **_table_of(record)}
    big, small = [0, 0], [0, 0]
    for hand in record["hands"]:
        banker, _ = shuangkou.schedule(hand["no"])
        attackers = int(banker in "EW")
        points = hand["claims"]["attackers"]
        small[attackers] += points
        big[attackers] += table[points]
        big[1 - attackers] -= table[points]
    winner = None if big[0] == big[1] else int(big[1] > big[0])
    first, second = ({"big_points": score, "small_points": points} for score, points in zip(big, small, strict=True))
    return Came(winner, figures=(first, second))


def _daguai(hands: Sequence[Document]) -> Came:
    """DG-5.9: the points of six deals, then first places, then those of one deal more."""
    deals = [daguai.deal_points(hand["claims"]["finish"]) for hand in hands]
    winner = daguai.match_result(deals).winner
    first, second = (
        {"points": sum(deal[side] for deal in deals), "first_places": sum(deal[side] > 0 for deal in deals)}
        for side in ("135", "246")
    )
    return Came(None if winner is None else ("135", "246").index(winner), figures=(first, second))


def _guandan(sheet: str, record: Document, *, higher_at_time: bool, best_of_three: bool) -> Came:
    """Games from 2 on: who is out first rises, and whoever passes his A has won one; two are needed in a best of three."""
    levels, level, owner = {"EW": "2", "NS": "2"}, "2", None
    winner, over = None, 0
    firsts, games = {"EW": 0, "NS": 0}, {"EW": 0, "NS": 0}
    for hand in record["hands"]:
        finish = hand.get("claims", {}).get("finish")
        if finish is None:
            continue
        if winner is not None:
            levels, level, owner = {"EW": "2", "NS": "2"}, "2", None
        levels, winner = guandan.levels_after(sheet, levels, level, finish, owner=owner)
        owner, over = guandan.promotion(sheet, finish)
        level = levels[owner]
        firsts[owner] += 1
        if winner is not None:
            games[winner] += 1
    if best_of_three and winner is not None and max(games.values()) < 2:
        winner = None
    places = {side: RANKS.index(levels[side]) + 2 + (side == winner) for side in levels}
    passed, drawn = winner, False
    stopped = record.get("claims", {}).get("reason") in ("time", "hands")
    if winner is None and stopped and (higher_at_time or sheet in {guandan.JS, guandan.GD3}):
        winner = guandan_js2023.ahead(places)
        drawn = winner is None
    figures: list[Figures] = []
    for side, other in (("EW", "NS"), ("NS", "EW")):
        found = {
            "first_places": firsts[side],
            "level_difference": places[side] - places[other],
            "levels_gained": places[side] - 2,
        }
        if sheet == guandan.GD3:
            found["points"] = guandan.round_points(levels, passed, over)[side]
        if sheet == guandan.JS:
            found["points"] = guandan_js2023.difference_points(places)[side]
        figures.append(found)
    return Came(
        None if winner is None else ("EW", "NS").index(winner),
        drawn,
        (figures[0], figures[1]),
        (places["EW"], places["NS"]),
        games=(games["EW"], games["NS"]),
    )


def _by_levels(sheet: str, record: Document, *, best_of_three: bool) -> Came:
    """升级 and 炒地皮: who has passed the target, or is ahead when time is up (SJ-0.3, SJ-0.4, CDP-1.3)."""
    rows = [
        course.Row(
            hand["no"],
            hand.get("level"),
            hand.get("dealer"),
            hand.get("claims", {}).get("attackers"),
            hand.get("claims", {}).get("levels"),
            hand.get("claims", {}).get("next_dealer"),
        )
        for hand in record["hands"]
        if hand.get("claims")  # when time is up the levels of the last finished hand count (D-SJ-20)
    ]
    found = course.follow(sheet, rows, best_of_three=best_of_three)
    winner = found.winner
    last = found.hands[-1]
    if winner is None and record.get("claims", {}).get("reason") == "time":
        levels = {side: str(level) for side, level in last.levels.items()}
        office = side_of(str(last.next_dealer))
        winner = (shengji if sheet == "shengji" else chaodipi).time_winner(levels, office)
    return Came(None if winner is None else ("EW", "NS").index(winner), games=found.games)


# ---------------------------------------------------------------------------------------- the event


@dataclass
class Row:
    """How somebody stands. `derivation` are the (key, value, others still equal after it) that made his place.

    `worst` is the place that he may have instead where something is not known yet; `reach` the places that he can still have.
    """

    place: int | None = 0
    worst: int = 0
    played: int = 0
    open: int = 0
    figures: dict[str, int | None] = field(default_factory=dict)
    derivation: list[tuple[str, int | None, frozenset[str]]] = field(default_factory=list)
    reach: tuple[int, int] | None = None


@dataclass
class Line:
    """What one round was for an entrant: his table and side, his opponents, what it counted, None where that is open.

    `guessed`: what it counted is only thought of, and no more is known than who won. `forfeit`: some side did not come.
    """

    table: tuple[int, str] | None = None
    side: int = 0
    opponents: Entrants = ()
    counted: Figures | None = None
    guessed: bool = False
    forfeit: bool = False


Tables = dict[tuple[str, str | None], dict[str, Row]]


def standings(event: Document, records: Sequence[Document]) -> Tables:
    """The rows of every stage and group."""
    tables: Tables = {}
    for at, stage in enumerate(event["stages"]):
        form = stage.get("form") or ("knockout" if event["sheet"] in KNOCKOUT else "table")
        of_stage = [each for each in records if each["event"]["stage"] == stage["id"]]
        groups: Mapping[str | None, Sequence[str]] = stage.get("groups") or {None: _named(stage)}
        for group, members in groups.items():
            make = _knockout if form == "knockout" else _table
            struck = {who: why for who in members if (why := _struck(event, event["stages"][: at + 1], records, who))}
            tables[stage["id"], group] = make(event, stage, of_stage, members, struck)
    return tables


def _entrants(side: object) -> Entrants:
    """A side of a table: a team, or the players who were drawn together."""
    return (side,) if isinstance(side, str) else tuple(side)  # type: ignore[arg-type] # a list of players


def _sides(event: Document, table: Document) -> tuple[Entrants, Entrants]:
    first, second = ("135", "246") if event["sheet"] == "daguai" else ("EW", "NS")
    return _entrants(table["sides"][first]), _entrants(table["sides"][second])


def _named(stage: Document) -> list[str]:
    """Everybody whom the rounds name."""
    found: dict[str, None] = {}
    for drawn in stage["rounds"]:
        for table in drawn.get("tables", ()):
            for side in table["sides"].values():
                found |= dict.fromkeys(_entrants(side))
        found |= dict.fromkeys([*drawn.get("byes", ()), *drawn.get("absent", ())])
    return list(found)


def _records(records: Sequence[Document], drawn: Document, table: Document) -> list[Document]:
    found = [r for r in records if (r["event"]["round"], r["event"]["table"]) == (drawn["no"], table["table"])]
    return sorted(found, key=lambda record: record["event"].get("game", 0))


def _match_points(event: Document, stage: Document) -> tuple[int, int, int | None] | None:
    said = stage.get("match_points")
    if said is not None:
        return said["win"], said["loss"], said.get("draw")
    return WITH_MATCH_POINTS.get(event["sheet"])


def _forfeit(event: Document, stage: Document) -> tuple[Figures, Figures] | None:
    """What who did not come has, and who did."""
    said = stage.get("forfeit_counts")
    return (dict(said["absent"]), dict(said["present"])) if said is not None else FORFEITED.get(event["sheet"])


def _counted(event: Document, stage: Document, match: Came, side: int) -> Figures:
    """What a match that was played counts for one of its sides."""
    found = dict(match.figures[side])
    by_difference = stage.get("points_by_difference")
    if by_difference is not None and match.reached is not None:
        difference = match.reached[side] - match.reached[1 - side]
        higher, lower = by_difference[abs(difference)]
        found["points"] = higher if difference >= 0 else lower
    worth = _match_points(event, stage)
    if worth is not None:
        won, lost, drawn = worth
        if match.winner is not None:
            found["match_points"] = won if match.winner == side else lost
        elif match.drawn and drawn is not None:
            found["match_points"] = drawn
    found["wins"] = int(match.winner == side)
    return found


def _decided(event: Document, stage: Document, match: Came) -> bool:
    """Whether a match counts as it stands: somebody has won it, or it is drawn, or its points count whoever has won."""
    return match.winner is not None or match.drawn or _match_points(event, stage) is None


def _line(event: Document, stage: Document, records: Sequence[Document], drawn: Document, who: str) -> Iterator[Line]:
    """What a round was for somebody; nothing where the draw does not name him."""
    absent = drawn.get("absent", ())
    seated = False
    for table in drawn.get("tables", ()):
        sides = _sides(event, table)
        side = next((at for at in (0, 1) if who in sides[at]), None)
        if side is None:
            continue
        seated = True
        line = Line((drawn["no"], table["table"]), side, sides[1 - side])
        gone = [any(each in absent for each in of_side) for of_side in sides]
        levels = None
        for record in _records(records, drawn, table):
            match = came(record, higher_at_time=stage.get("at_time") == "higher_level")
            of_team = record["seats"][("1" if event["sheet"] == "daguai" else "E")]
            at = side if of_team.get("team", of_team["id"]) in sides[0] else 1 - side
            if match.forfeit:
                gone = [(match.winner == 1) == (at == side), (match.winner == 0) == (at == side)]
                levels = (match.reached[at], match.reached[1 - at]) if match.reached is not None else None
            elif _decided(event, stage, match):
                line.counted = _counted(event, stage, match, at)
        counts = _forfeit(event, stage)
        if all(gone) and event["sheet"] == guandan.JS and "forfeit_counts" not in stage:
            pass  # JS-7.6.1: of two who are late the later forfeits; of two who never came nothing is printed
        elif any(gone) and counts is not None:
            line.counted = {"wins": int(not gone[side]), **counts[0 if gone[side] else 1]}
            line.forfeit = True
            if levels is not None and "levels_gained" in line.counted:
                line.counted |= {"levels_gained": levels[0] - 2, "level_difference": levels[0] - levels[1]}
        elif any(gone):
            line.table = None  # nothing is left to be played there
        yield line
    if not seated and who in drawn.get("byes", ()):
        yield Line(counted=stage.get("bye_counts"))
    elif not seated and who in absent:
        counts = _forfeit(event, stage)
        yield Line(counted=stage.get("absent_counts", counts[0] if counts is not None else None))


Grounds = list[tuple[str, int | None, frozenset[str]]]


def _struck(event: Document, stages: Sequence[Document], records: Sequence[Document], who: str) -> Grounds:
    """What somebody is disqualified for by the end of the last of some stages; nothing if he is not."""
    what, most = RUNNING.get(event["sheet"], ("", 0))
    row = beaten = 0
    for stage in stages:
        for drawn in stage["rounds"]:
            tables = [each for each in drawn.get("tables", ()) if who in set().union(*_sides(event, each))]
            absent = who in drawn.get("absent", ())
            if not tables and not absent:
                continue
            found = [
                r for each in tables for r in _records([r for r in records if r["event"]["stage"] == stage["id"]], drawn, each)
            ]
            own = [(r, {seat for seat, player in r["seats"].items() if player.get("team", player["id"]) == who}) for r in found]
            lost = any(
                (match := came(r)).forfeit and match.winner is not None and not seats & {*_side(r, match.winner)}
                for r, seats in own
            )
            beaten += any(
                (match := came(r)).lost and match.winner is not None and not seats & {*_side(r, match.winner)}
                for r, seats in own
            )
            late = any(_late(r, seats) for r, seats in own)
            ruled = any(seats & {*side} for r, seats in own for side in _put_out(r))
            gone = lost or (absent and not found) or (late and what == "latenesses")
            row = row + 1 if gone else 0
            grounds: Grounds = [("ruling", 1, frozenset())] if ruled else []
            if most and row >= most:
                grounds.append((what, row, frozenset()))
            if event["sheet"] == guandan.JS and beaten >= TWICE:
                grounds.append(("lost_by_rulings", beaten, frozenset()))
            if grounds:
                return grounds
    return []


def _late(record: Document, seats: set[str]) -> bool:
    """Whether one of some seats came late: as a ruling in force has it, else as the table noted; not at all is not late."""
    ruled = {r["seat"]: r["effect"]["fault"] for r in _in_force(record) if r["effect"].get("fault", {}).get("kind") == "late"}
    noted = {i["seat"]: i for hand in record["hands"] for i in hand.get("incidents", ()) if i["kind"] == "late"}
    return any(seat in seats and told.get("seconds") != 0 for seat, told in (noted | ruled).items())


def _side(record: Document, at: int) -> str:
    return (("135", "246") if record["sheet"] == "daguai" else ("EW", "NS"))[at]


def _put_out(record: Document) -> list[str]:
    """The sides that are disqualified: a ruling says so, or finds proven what is disqualified for and no less."""
    kind = OUT_FOR.get(record["sheet"])
    said = [(r["effect"].get("disqualified"), r["effect"].get("fault", {}).get("kind") == kind, r) for r in _in_force(record)]
    return [side or side_of(r["seat"]) for side, proven, r in said if side is not None or (kind is not None and proven)]


def _in_force(record: Document) -> list[Document]:
    return [r for r in record.get("rulings", ()) if r["state"] in ("issued", "appealed", "final")]


def _table(
    event: Document, stage: Document, records: Sequence[Document], members: Sequence[str], struck: Mapping[str, Grounds]
) -> dict[str, Row]:
    """A table of rounds."""
    rounds = [{who: list(_line(event, stage, records, drawn, who)) for who in members} for drawn in stage["rounds"]]
    for lines in (each[who] for each in rounds for who in struck):
        lines[:] = [line for line in lines if line.opponents or line.counted]  # he was not drawn, and has nothing open
    rows = _rows(event, stage, rounds, struck)
    for who, grounds in struck.items():
        rows[who].place, rows[who].derivation = None, grounds
    for who, reach in _reach(event, stage, rounds, struck).items():
        rows[who].reach = reach
    return rows


Rounds = Sequence[Mapping[str, Sequence[Line]]]


def _rows(
    event: Document, stage: Document, rounds: Rounds, struck: Mapping[str, Grounds], *, stop: bool = False
) -> dict[str, Row]:
    """The rows of some rounds, with the places of those who are not struck off.

    `stop`: where something is not known no later key parts anybody.
    """
    rows = {who: Row() for who in rounds[0]}
    counted = _figures_counted(event, stage)
    main = "match_points" if "match_points" in counted else "wins"
    for who, row in rows.items():
        lines = [line for drawn in rounds for line in drawn[who]]
        row.open = sum(line.counted is None for line in lines)
        row.played = sum(line.counted is not None for line in lines if line.opponents)
        row.figures = {
            each: sum((line.counted or {}).get(each, 0) for line in lines) if each in counted else None for each in FIGURES
        }
        if any(line.guessed for line in lines):
            row.figures |= {each: None for each in FIGURES if each not in (main, "wins")}
        for penalty in event.get("penalties", ()):
            if (penalty["stage"], penalty["team"]) == (stage["id"], who) and row.figures[penalty["figure"]] is not None:
                row.figures[penalty["figure"]] += penalty["value"]
    ranked = {who: row for who, row in rows.items() if who not in struck}
    of_main = [each for each in event.get("penalties", ()) if (each["stage"], each["figure"]) == (stage["id"], main)]
    numbers = [drawn["no"] for drawn in stage["rounds"]]
    taken = [(each["team"], numbers.index(each.get("round", numbers[-1])), each["value"]) for each in of_main]
    keys = _keys(event, stage)
    value = Values(rows, [*ranked], rounds, main, stage.get("lot", ()), taken, keys)
    _place(ranked, keys, value, stop=stop)
    return rows


def _keys(event: Document, stage: Document) -> Sequence[str]:
    said = stage.get("rank_by") or RANKED_BY.get(event["sheet"]) or ()
    if event["sheet"] != guandan.JS or "rank_by" in stage:
        return said
    met = [frozenset(table["sides"].values()) for drawn in stage["rounds"] for table in drawn.get("tables", ())]
    whole = len(met) == len(list(combinations(set().union(*met), 2))) > 1
    each_other = len({*met}) == len(met) and ("groups" in stage or whole)
    return tuple("direct_win" if each_other and key == "progressive" else key for key in said)


MOST: Final = 2**12


def _reach(event: Document, stage: Document, rounds: Rounds, struck: Mapping[str, Grounds]) -> dict[str, tuple[int, int]]:
    """The best and the worst place of everybody, over all ways in which open matches may end; nothing if that cannot be told.

    It cannot where a round counts nobody knows what, where there are too many ways, and where what is scored comes first.
    """
    lines = [line for drawn in rounds for each in drawn.values() for line in each]
    if any(line.counted is None and line.table is None for line in lines):
        return {}
    waiting = sorted({line.table for line in lines if line.counted is None and line.table is not None})
    main = "match_points" if "match_points" in _figures_counted(event, stage) else "wins"
    first = next(iter(_keys(event, stage)), "")
    worth = _match_points(event, stage) or (1, 0, None)
    ends = (0, 1) if worth[2] is None else (0, 1, None)
    if waiting and ((first in FIGURES and first not in (main, "wins")) or len(ends) ** len(waiting) > MOST):
        return {}
    found: dict[str, tuple[int, int]] = {}
    for chosen in product(ends, repeat=len(waiting)):
        won = dict(zip(waiting, chosen, strict=True))
        thought = [{who: [_ended(line, won, main, worth) for line in each] for who, each in drawn.items()} for drawn in rounds]
        for who, row in _rows(event, stage, thought, struck, stop=True).items():
            if who in struck or row.place is None:
                continue
            best, worst = found.get(who, (row.place, row.worst))
            found[who] = min(best, row.place), max(worst, row.worst)
    return found


def _ended(line: Line, won: Mapping[tuple[int, str], int | None], main: str, worth: tuple[int, int, int | None]) -> Line:
    """A line as it is, or as it would be if its match had ended so."""
    if line.table is None or line.table not in won:
        return line
    winner = won[line.table]
    points = (worth[2] or 0) if winner is None else worth[0] if winner == line.side else worth[1]
    wins = int(winner == line.side)
    return replace(line, counted={"wins": wins, main: points if main != "wins" else wins}, guessed=True)


def _figures_counted(event: Document, stage: Document) -> set[str]:
    """The figures that an event of the sheet has."""
    sheet = event["sheet"]
    found = {"wins"}
    if _match_points(event, stage) is not None:
        found.add("match_points")
    if sheet in (guandan.GD3, guandan.JS, "daguai") or "points_by_difference" in stage:
        found.add("points")
    if sheet == "shuangkou":
        found |= {"big_points", "small_points"}
    if sheet in (*CLIMBING, "daguai"):
        found.add("first_places")
    if sheet in CLIMBING:
        found |= {"level_difference", "levels_gained"}
    return found


Value = Callable[[str, str, Sequence[str]], int | None]


@dataclass
class Values:
    """What somebody has of a key, among those who are still equal; more is better, but of lots the first.

    `taken` are the penalties in the main figure: whose, in which round, how much.
    """

    rows: Mapping[str, Row]
    ranked: Sequence[str]
    rounds: Rounds
    main: str
    lot: Sequence[str]
    taken: Sequence[tuple[str, int, int]]
    keys: Sequence[str]

    def __call__(self, key: str, who: str, tied: Sequence[str]) -> int | None:
        others = [each for each in tied if each != who]
        if key in FIGURES:
            return self.rows[who].figures[key]
        if key == "lot":
            return self.lot.index(who) + 1 if who in self.lot else None
        if key in ("highest", "second_highest"):
            return self.score(who, int(key == "second_highest"))
        if key == "head_to_head_levels":
            return self.levels(who, others)
        if key.startswith("opponents"):
            return self.opponents(who, key)
        if key.startswith("progressive"):
            return self.progressive(who, int(key.endswith("cut")))
        if key == "direct_win":
            others = [each for each in self.ranked if each != who and self.total(each) == self.total(who)]
        return sum(
            (line.counted or {}).get(self.main, 0)
            for line in self.mutual(who, others)
            if key != "head_to_head_played" or not line.forfeit
        )

    def total(self, who: str) -> int:
        return self.rows[who].figures[self.main] or 0

    def progressive(self, who: str, first: int) -> int:
        had = [sum((line.counted or {}).get(self.main, 0) for line in drawn[who]) for drawn in self.rounds]
        for whose, at, value in self.taken:
            had[at] += value if whose == who else 0
        return sum(sum(had[: at + 1]) for at in range(first, len(had)))

    def score(self, who: str, nth: int) -> int | None:
        """The scores of his rounds in what was compared before, in order; a bye is one if it is given some of that."""
        before = [key for key in self.keys[: self.keys.index(("highest", "second_highest")[nth])] if key in FIGURES]
        figure = before[-1] if before else self.main
        own = [line for line in self.told(who) if line.opponents or figure in (line.counted or {})]
        if any(line.guessed for line in own) and figure not in (self.main, "wins"):
            return None
        scores = sorted((line.counted or {}).get(figure, 0) for line in own)
        return scores[-1 - nth] if len(scores) > nth else None

    def told(self, who: str) -> list[Line]:
        return [line for drawn in self.rounds for line in drawn[who] if line.counted is not None]

    def mutual(self, who: str, others: Sequence[str]) -> list[Line]:
        return [line for line in self.told(who) if any(each in others for each in line.opponents)]

    def levels(self, who: str, others: Sequence[str]) -> int | None:
        met, counted = self.mutual(who, others), self.rows[who].figures["level_difference"] is not None
        unknown = any(line.guessed or not (counted or line.forfeit) for line in met)
        return None if unknown else sum((line.counted or {}).get("level_difference", 0) for line in met)

    def opponents(self, who: str, key: str) -> int:
        had = sorted(
            self.total(each) for drawn in self.rounds for line in drawn[who] if line.counted for each in line.opponents
        )
        if key in ("opponents_cut", "opponents_median"):
            had = had[1:]
        return sum(had[:-1] if key == "opponents_median" else had)


def _place(rows: Mapping[str, Row], keys: Sequence[str], value: Value, *, stop: bool) -> None:
    """Part those who are equal by one key after another."""

    def part(tied: Sequence[str], before: int, left: Sequence[str], *, unknown: bool = False) -> None:
        if not left or (len(tied) == 1 and rows[tied[0]].derivation) or (stop and unknown):
            for who in tied:
                rows[who].place = before + 1
                rows[who].worst = before + (len(tied) if unknown else 1)
            return
        had = {who: value(left[0], who, tied) for who in tied}
        known = all(each is not None for each in had.values())
        levels = sorted({each for each in had.values() if each is not None}, reverse=left[0] != "lot") if known else [None]
        for level in levels:
            equal = [who for who in tied if not known or had[who] == level]
            for who in equal:
                rows[who].derivation.append((left[0], had[who], frozenset(equal) - {who}))
            part(equal, before, left[1:], unknown=(unknown or not known) and len(equal) > 1)
            before += len(equal)

    part(list(rows), 0, keys)


# ---------------------------------------------------------------------------------------- who loses is out


def _best_of(event: Document, stage: Document, drawn: Document) -> int:
    """CDP-1.2: three in semi-finals and finals; GD2-5: three; else one, unless the event says otherwise."""
    said = drawn.get("best_of", stage.get("best_of"))
    if said is not None:
        return int(said)
    name = stage["id"].lower().replace(" ", "").replace("-", "")
    last = event["sheet"] == "chaodipi" and name in ("semifinal", "final")
    return 3 if last or event["sheet"] == guandan.GD2 else 1


def _knockout(
    event: Document, stage: Document, records: Sequence[Document], members: Sequence[str], struck: Mapping[str, Grounds]
) -> dict[str, Row]:
    """Losers of a round share the place behind all who go on from it, those who are disqualified left out."""
    rows = {who: Row(place=1, figures={**dict.fromkeys(FIGURES), "wins": 0}) for who in members}
    losers_before: set[str] = set()
    reached = dict.fromkeys(members, 0)
    for drawn in stage["rounds"]:
        tables = [table for table in drawn.get("tables", ()) if set().union(*_sides(event, table)) & set(members)]
        last = drawn is stage["rounds"][-1]
        for_third = [
            table
            for table in tables
            if last and stage.get("third_place") == "playoff" and set().union(*_sides(event, table)) <= losers_before
        ]
        byes = [each for each in drawn.get("byes", ()) if each in members]
        later = {each for after in stage["rounds"] if after["no"] > drawn["no"] for each in _in_round(event, after)}
        go_on = len({*byes} - struck.keys())
        losers: set[str] = set()
        for who in byes:
            reached[who], rows[who].place = drawn["no"], 1
        for table in tables:
            sides = _sides(event, table)
            winner, played = _won(event, stage, drawn, table, records)
            third = table in for_third
            on = [
                each for side in sides for each in side if each not in struck and (each in sides[winner or 0] or each in later)
            ]
            go_on += 0 if third else min(len(on), len(sides[0]))
            for at, who in ((at, who) for at, side in enumerate(sides) for who in side):
                row = rows[who]
                row.played += played
                row.open += winner is None
                row.figures["wins"] = (row.figures["wins"] or 0) + (winner == at)
                reached[who] = drawn["no"]
                row.place = row.place if third else 1
                if third and winner is not None:
                    row.place = 3 if winner == at else 3 + len(sides[at])
                elif winner not in {at, None}:
                    losers.add(who)
        for who in losers:
            rows[who].place = go_on + 1
        losers_before = losers
    for who, grounds in struck.items():
        rows[who].place, rows[who].derivation = None, grounds
    for who, row in rows.items():
        if who in struck:
            continue
        row.derivation = [("round", reached[who], frozenset(each for each in rows if rows[each].place == row.place) - {who})]
    return rows


def _in_round(event: Document, drawn: Document) -> set[str]:
    return set().union(drawn.get("byes", ()), *(side for table in drawn.get("tables", ()) for side in _sides(event, table)))


def _won(
    event: Document, stage: Document, drawn: Document, table: Document, records: Sequence[Document]
) -> tuple[int | None, bool]:
    """(which side of a table has won it, whether it counts as played)."""
    sides = _sides(event, table)
    best_of = _best_of(event, stage, drawn)
    gone = [any(each in drawn.get("absent", ()) for each in side) for side in sides]
    if gone[0] != gone[1]:
        return int(gone[0]), True
    games = [0, 0]
    found = _records(records, drawn, table)
    for record in found:
        alone = "game" in record["event"]
        match = came(record, best_of_three=best_of > 1 and not alone)
        seat = record["seats"]["E"]
        turned = seat.get("team", seat["id"]) not in sides[0]
        if match.winner is not None:
            games[match.winner ^ turned] += 1
            if match.forfeit or match.out or not alone or games[match.winner ^ turned] > best_of // 2:
                return match.winner ^ turned, True
    return None, False
