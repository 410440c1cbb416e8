"""Boards (复式) read a second time, from the description of the event file alone: what each table scores, and who played what.

Slow and plain: an event file, its deals and the records of its matches, all as the JSON that they are. What a hand came to is
what the score sheet says. What is taken so here:

* A result is that of the side that sat there: the difference in levels that the hand made (升级, 炒地皮, 掼蛋), the score of
  the hand (双扣), the difference in its points (大怪路子), or what the attackers scored, for them and against the others, if
  the event says so.
* All tables of a board that have a result and no adjusted score are its field. Matchpoints: 1 for each other table of the field
  that the same direction outscored, a half for each equal. Difference: the result less the mean of the field, one's own in it.
  IMP: the last row of the table that the difference reaches, with its sign; between two teams the difference is to what the
  other team made in the same direction at the other table of the round, and it is told once: of who sits on the first side.
* A table is open while a board of it has neither result nor adjusted score, or while it has played fewer than `each`; it adds
  nothing then, but what it has played stays in the field.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

Document = Mapping[str, Any]
LADDER: Final = (*"23456789TJQKA", "flag")
OF_SHEET: Final = {"shuangkou": "score", "daguai": "points"}
SIX: Final = ("135", "246")
FOUR: Final = ("EW", "NS")


class Sat(NamedTuple):
    """A board at a table: where, who sat on each side, what it came to for each, and what was dealt."""

    set: int
    no: int
    stage: str
    round: int
    table: str
    record: str
    hand: int
    teams: tuple[str, str]
    result: tuple[Fraction, Fraction] | None
    hold: Mapping[str, Counter[str]]


def sides(event: Document) -> tuple[str, str]:
    return SIX if event["sheet"] == "daguai" else FOUR


def set_of(event: Document, record: Document) -> int | None:
    """Which set a record has played from: the one that it names, or the only one of its round."""
    at, told = record["event"], record["event"]["board"].get("set")
    fits = [
        number
        for number, each in enumerate(event["boards"]["sets"])
        if each["stage"] == at["stage"] and at["round"] in each.get("rounds", [at["round"]]) and told in {None, each.get("id")}
    ]
    return fits[0] if len(fits) == 1 else None


def results(event: Document, record: Document) -> list[tuple[Fraction, Fraction] | None]:
    """What every hand came to by the score sheet; of a record without hands the match is the hand."""
    one, other = sides(event)
    kind = event["boards"]["scale"].get("result") or OF_SHEET.get(event["sheet"], "levels")
    before = record.get("start", {}).get("levels") or {one: "2", other: "2"}
    found: list[tuple[Fraction, Fraction] | None] = []
    claimed = [hand.get("claims", {}) for hand in record["hands"]] or [record.get("claims", {})]
    for number, claims in enumerate(claimed):
        pair: tuple[int, int] | None = None
        if kind == "score" and claims.get("score"):
            pair = claims["score"][one], claims["score"][other]
        if kind == "points" and claims.get("points"):
            pair = claims["points"][one] - claims["points"][other], claims["points"][other] - claims["points"][one]
        if kind == "attackers" and "attackers" in claims:
            dealer, scored = record["hands"][number]["dealer"], claims["attackers"]
            pair = (-scored, scored) if dealer in one else (scored, -scored)
        if kind == "levels" and claims.get("levels"):
            rose = [LADDER.index(claims["levels"][side]) - LADDER.index(before[side]) for side in (one, other)]
            match = record.get("claims", {})
            if number == len(claimed) - 1 and match.get("reason") == "passed" and match.get("winner"):
                rose[(one, other).index(match["winner"])] += 1
            pair = rose[0] - rose[1], rose[1] - rose[0]
            before = claims["levels"]
        found.append(None if pair is None else (Fraction(pair[0]), Fraction(pair[1])))
    return found


def sat(event: Document, records: Sequence[Document]) -> Iterator[Sat]:
    """Every board at every table."""
    for record in records:
        number, at = set_of(event, record), record["event"]
        if number is None:
            continue
        one, other = sides(event)
        teams = tuple(record["seats"][side[0]]["team"] for side in (one, other))
        for hand, result in enumerate(results(event, record)):
            dealt = record["hands"][hand].get("deal", {}) if record["hands"] else {}
            held = {part: Counter(cards.split()) for part, cards in dealt.items()}
            place = (number, at["board"]["no"] + hand, at["stage"], at["round"], at["table"])
            yield Sat(*place, record["id"], hand, (teams[0], teams[1]), result, held)


def adjusted(event: Document, one: Sat) -> tuple[Fraction, Fraction] | None:
    """The adjusted score of a table, if the event gives it one."""
    for each in event["boards"].get("adjusted", []):
        of_set = [
            n for n, s in enumerate(event["boards"]["sets"]) if s["stage"] == each["stage"] and s.get("id") == each.get("set")
        ]
        if of_set == [one.set] and (each["board"], each["round"], each["table"]) == (one.no, one.round, one.table):
            points = [Fraction(str(each["points"][side])) for side in sides(event)]
            return points[0], points[1]
    return None


def steps(event: Document, difference: Fraction) -> Fraction:
    """A difference through the event's table."""
    reached = [row[1] for row in event["boards"]["scale"]["table"] if row[0] <= abs(difference)]
    return Fraction((reached[-1] if reached else 0) * (1 if difference >= 0 else -1))


def scored(event: Document, all_sat: list[Sat], one: Sat) -> tuple[Fraction, Fraction] | None:
    """The points of a board for both sides of a table; nothing while they cannot be told."""
    given = adjusted(event, one)
    if given is not None:
        return given
    if one.result is None:
        return None
    scale = event["boards"]["scale"]
    field = [x for x in all_sat if (x.set, x.no) == (one.set, one.no) and x.result is not None and adjusted(event, x) is None]
    if scale.get("against") == "teams":
        there = [x for x in field if x.round == one.round and x.teams == one.teams[::-1]]
        return None if not there else (steps(event, one.result[0] - there[0].result[0]), Fraction(0))  # type: ignore[index] # the field has results
    made = []
    for side in (0, 1):
        mine, all_of_them = one.result[side], [x.result[side] for x in field if x.result is not None]
        if scale["kind"] == "matchpoints":
            beaten = sum(1 for each in all_of_them if each < mine)
            made.append(beaten + Fraction(sum(1 for each in all_of_them if each == mine) - 1, 2))
        else:
            difference = mine - sum(all_of_them, Fraction(0)) / len(all_of_them)
            made.append(difference if scale["kind"] == "difference" else steps(event, difference))
    return made[0], made[1]


def standings(event: Document, records: Sequence[Document], stage: str) -> dict[str, tuple[int, int, Fraction]]:
    """The place, the open tables and the points of everybody in a stage that ranks by the points of boards."""
    all_sat = list(sat(event, records))
    drawn = next(each for each in event["stages"] if each["id"] == stage)
    points, waiting = {team["id"]: Fraction(0) for team in event["teams"]}, Counter[str]()
    for played in drawn["rounds"]:
        for table in played["tables"]:
            here = [x for x in all_sat if (x.stage, x.round, x.table) == (stage, played["no"], table["table"])]
            made = [scored(event, all_sat, x) for x in here]
            each = max([event["boards"]["sets"][x.set].get("each", 1) for x in here], default=1)
            if None in made or len(made) < each:
                waiting.update(table["sides"].values())
                continue
            for x, pair in zip(here, made, strict=True):
                for side in (0, 1):
                    points[x.teams[side]] += pair[side]  # type: ignore[index] # none of them is None
    return {team: (1 + sum(1 for x in points.values() if x > mine), waiting[team], mine) for team, mine in points.items()}


def differences(
    event: Document, records: Sequence[Document], deals: Mapping[int, Sequence[Document]]
) -> set[tuple[str, int, str, str, str]]:
    """Every card that was dealt otherwise than the deals have it: record, hand, part, the cards there, those of the deals."""
    found = set()
    for one in sat(event, records):
        for deal in deals.get(one.set, []):
            if deal["board"] != one.no:
                continue
            parts = {**deal["hands"], **({"kitty": deal["kitty"]} if "kitty" in deal else {})}
            for part, cards in parts.items():
                if part in one.hold and one.hold[part] != Counter(cards.split()):
                    here, there = one.hold[part], Counter(cards.split())
                    more, fewer = (" ".join(sorted((x - y).elements())) for x, y in ((here, there), (there, here)))
                    found.add((one.record, one.hand, part, more, fewer))
    return found
