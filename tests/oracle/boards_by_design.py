"""Boards (复式), slowly and from the design alone: movements, what a board came to and counts, who stands where, other deals.

Whoever wrote this had not seen how the engine does it. It takes documents as they are filed, counts with fractions, and looks
each thing up anew wherever it is needed. ``made`` draws an event; the other functions say what is true of it.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

Json = dict[str, Any]

SUITS, RANKS = "shcd", "23456789TJQKA"
WON = {frozenset({1, 2}): 3, frozenset({1, 3}): 2, frozenset({1, 4}): 1}
"""掼蛋: what the side of these places rises."""
SIX = {3: 8, 2: 5, 1: 3, 0: 1}
"""大怪路子: what the side of the first place scores, by how many of the others come last in a row."""


class Played(NamedTuple):
    """A board as one table played it: what it came to for the first side, or nothing where it is spoiled."""

    stage: str
    round: int
    table: str
    set: str | None
    board: int
    result: int


# movements


def round_robin(pairs: list[str]) -> list[list[tuple[str, str]]]:
    """Howell: one stays, the others go round, and everybody meets everybody once."""
    fixed, others = pairs[0], pairs[1:]
    rounds = []
    for turn in range(len(others)):
        ring = [fixed, *others[turn:], *others[:turn]]
        half = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        rounds.append([pair if (turn + i) % 2 else pair[::-1] for i, pair in enumerate(half)])
    return rounds


def mitchell(pairs: list[str], draw: random.Random) -> list[tuple[list[tuple[str, str]], list[int]]]:
    """North–South stay, East–West go a table up, the boards a table down: tables and lots of boards, by round."""
    tables = len(pairs) // 2
    stay, go = pairs[:tables], pairs[tables:]
    moves = [r for r in range(tables) if tables % 2 or r < tables // 2]
    draw.shuffle(moves)
    return [
        ([(go[(t - r) % tables], stay[t]) for t in range(tables)], [(t + r) % tables for t in range(tables)]) for r in moves
    ]


def swiss(pairs: list[str], rounds: int, draw: random.Random) -> list[list[tuple[str, str]]]:
    """Drawn anew for each round, nobody against the same pair twice while that can be avoided."""
    met: set[frozenset[str]] = set()
    drawn: list[list[tuple[str, str]]] = []
    for _ in range(rounds):
        tables: list[tuple[str, str]] = []
        for attempt in range(60):
            order = draw.sample(pairs, len(pairs))
            tables = list(zip(order[::2], order[1::2], strict=False))
            if attempt == 59 or not any(frozenset(pair) in met for pair in tables):
                break
        met |= {frozenset(pair) for pair in tables}
        drawn.append(tables)
    return drawn


# what a board came to


def sides(sheet: str) -> tuple[str, str]:
    return ("135", "246") if sheet == "daguai" else ("EW", "NS")


def result(document: Json, index: int, kind: str) -> int:
    """What a hand came to for the first side, from what is claimed of it."""
    first, second = sides(document["sheet"])
    hand: Json = document["hands"][index]
    claims = hand["claims"]
    if kind == "levels":
        before = document["hands"][index - 1]["claims"]["levels"] if index else document["start"]["levels"]
        rise = {side: RANKS.index(claims["levels"][side]) - RANKS.index(before[side]) for side in (first, second)}
        return rise[first] - rise[second]
    if kind == "attackers":
        bank = first if hand["dealer"] in first else second
        return int(claims["attackers"]) * (1 if bank == second else -1)
    told = claims["points" if kind == "points" else "score"]
    return int(told[first]) - int(told[second]) if kind == "points" else int(told[first])


def set_of(event: Json, stage: str, number: int, named: str | None) -> str | None:
    """Which set a record's board is of: the one it names, or the only one that its round plays."""
    if named is not None:
        return named
    [only] = [one for one in event["boards"]["sets"] if one["stage"] == stage and number in one.get("rounds", [number])]
    found: str | None = only.get("id")
    return found


def played(event: Json, documents: list[Json]) -> list[Played]:
    kind = event["boards"]["scale"].get("result") or {"daguai": "points", "shuangkou": "score"}.get(event["sheet"], "levels")
    rows = []
    for document in documents:
        of = document["event"]
        for index in range(len(document["hands"])):
            part = set_of(event, of["stage"], of["round"], of["board"].get("set"))
            rows.append(
                Played(of["stage"], of["round"], of["table"], part, of["board"]["no"] + index, result(document, index, kind))
            )
    return rows


# what it counts


def adjusted(event: Json, one: Played) -> Json | None:
    for row in event["boards"].get("adjusted", []):
        part = row.get("set", set_of(event, row["stage"], row["round"], None) if "set" not in row else None)
        if (row["stage"], row["round"], row["table"], row["board"], part) == (
            one.stage,
            one.round,
            one.table,
            one.board,
            one.set,
        ):
            return dict(row["points"])
    return None


def through(table: list[list[int]], difference: Fraction) -> Fraction:
    """IMP: the last row that the difference reaches, with its sign."""
    points = 0
    for least, given in table:
        if abs(difference) >= least:
            points = given
    return Fraction(points if difference > 0 else -points)


def counts(event: Json, rows: list[Played], one: Played) -> tuple[Fraction, Fraction] | None:
    """What a board counts for both sides of a table. The field is who played it and was not spoiled, one's own table too."""
    given = adjusted(event, one)
    if given is not None:
        first, second = sides(event["sheet"])
        return Fraction(str(given[first])), Fraction(str(given[second]))
    field = [
        row
        for row in rows
        if (row.stage, row.set, row.board) == (one.stage, one.set, one.board) and adjusted(event, row) is None
    ]
    scale = event["boards"]["scale"]
    if scale["kind"] == "matchpoints":
        others = [row for row in field if (row.round, row.table) != (one.round, one.table)]
        equal = Fraction(sum(one.result == row.result for row in others), 2)
        return equal + sum(one.result > row.result for row in others), equal + sum(one.result < row.result for row in others)
    if scale.get("against") == "teams":
        home, guest = at_table(event, one)
        other = [row for row in field if row.round == one.round and at_table(event, row) == (guest, home)]
        if not other:
            return None
        # told once, of the team that sits in the first side at the first of the two tables
        tables = drawn(event, one.stage, one.round)["tables"]
        if next(each["table"] for each in tables if set(each["sides"].values()) == {home, guest}) != one.table:
            return Fraction(0), Fraction(0)
        points = through(scale["table"], Fraction(one.result - other[0].result))
        return points, -points
    mean = Fraction(sum(row.result for row in field), len(field))
    if scale["kind"] == "difference":
        return one.result - mean, mean - one.result
    return through(scale["table"], one.result - mean), through(scale["table"], mean - one.result)


def drawn(event: Json, stage: str, number: int) -> Json:
    [of] = [one for one in event["stages"] if one["id"] == stage]
    return next(one for one in of["rounds"] if one["no"] == number)


def at_table(event: Json, one: Played) -> tuple[str, str]:
    [table] = [t for t in drawn(event, one.stage, one.round)["tables"] if t["table"] == one.table]
    first, second = sides(event["sheet"])
    return table["sides"][first], table["sides"][second]


def each(event: Json, stage: str, number: int) -> int:
    return sum(
        one.get("each", 1) for one in event["boards"]["sets"] if one["stage"] == stage and number in one.get("rounds", [number])
    )


def standings(event: Json, documents: list[Json]) -> list[tuple[int, str, Fraction, int]]:
    """Place, entrant, points of boards, open tables: one that has not played all its boards is open, and counts nothing."""
    rows = played(event, documents)
    [stage] = event["stages"]
    points = {team["id"]: Fraction(0) for team in event["teams"]}
    still = dict.fromkeys(points, 0)
    for turn in stage["rounds"]:
        for table in turn["tables"]:
            who = [table["sides"][side] for side in sides(event["sheet"])]
            here = [row for row in rows if (row.stage, row.round, row.table) == (stage["id"], turn["no"], table["table"])]
            extra = [
                Played(
                    row["stage"],
                    row["round"],
                    row["table"],
                    row.get("set", set_of(event, row["stage"], row["round"], None)),
                    row["board"],
                    0,
                )
                for row in event["boards"].get("adjusted", [])
                if (row["stage"], row["round"], row["table"]) == (stage["id"], turn["no"], table["table"])
            ]
            known = {(row.set, row.board) for row in here}
            here += [row for row in extra if (row.set, row.board) not in known]
            got = [counts(event, rows, row) for row in here]
            if len(here) < each(event, stage["id"], turn["no"]) or None in got:
                for name in who:
                    still[name] += 1
                continue
            for pair in got:
                for name, value in zip(who, pair or (), strict=True):
                    points[name] += value
        for name in turn.get("byes", []):
            points[name] += stage["bye_counts"]["board_points"]
    for row in event.get("penalties", []):
        points[row["team"]] += row["value"]
    return [(1 + sum(points[other] > value for other in points), name, value, still[name]) for name, value in points.items()]


# the same deal


def deviations(documents: list[Json], deals: list[Json]) -> set[tuple[str, int, str]]:
    """Which match played which board with other cards, at another level or from another seat, than the deals say."""
    found = set()
    for document in documents:
        for index, hand in enumerate(document["hands"]):
            number = document["event"]["board"]["no"] + index
            [deal] = [row for row in deals if row["board"] == number]
            if any(sorted(hand["deal"][seat].split()) != sorted(deal["hands"][seat].split()) for seat in hand["deal"]):
                found.add((document["id"], number, "cards"))
            if hand["level"] != deal["level"]:
                found.add((document["id"], number, "level"))
            if hand["lead"] != deal["leader"]:
                found.add((document["id"], number, "leader"))
    return found


# events drawn


def claims(sheet: str, level: str, draw: random.Random, skill: float) -> tuple[Json, Json]:
    """A hand that is told by its result alone: the hand, and where its record starts. The better first side wins more often."""
    ahead = draw.random() < skill
    if sheet == "shuangkou":
        score = draw.randint(0, 12) * (1 if ahead else -1)
        return {"no": 1, "claims": {"score": {"EW": score, "NS": -score}}}, {}
    if sheet == "shengji":
        return {"no": 1, "level": "2", "dealer": draw.choice("ENWS"), "claims": {"attackers": draw.randrange(0, 200, 5)}}, {}
    if sheet == "daguai":
        order = draw.choice([one for one in orders("123456") if (one[0] in "135") == ahead])
        mine = sides(sheet)[0] if order[0] in "135" else sides(sheet)[1]
        last = 0
        while order[-1 - last] not in mine:
            last += 1
        score = SIX[last]
        first, second = sides(sheet)
        points = {first: score, second: 0} if mine == first else {first: 0, second: score}
        return {"no": 1, "level": "2", "lead": order[draw.randrange(6)], "claims": {"finish": order, "points": points}}, {}
    order = draw.choice([one for one in orders("ENWS") if (one[0] in "EW") == ahead])
    mine = "EW" if order[0] in "EW" else "NS"
    rise = WON[frozenset(1 + order.index(seat) for seat in mine)]
    after = {side: RANKS[RANKS.index(level) + (rise if side == mine else 0)] for side in ("EW", "NS")}
    hand = {"no": 1, "level": level, "lead": draw.choice("ENWS"), "claims": {"finish": order, "levels": after}}
    return hand, {"levels": {"EW": level, "NS": level}}


def orders(seats: str) -> list[str]:
    return ["".join(one) for one in permutations(seats)]


def deck(sheet: str) -> list[str]:
    return [rank + suit for rank in RANKS for suit in SUITS for _ in range(3 if sheet == "daguai" else 2)] + ["BJ", "LJ"] * (
        3 if sheet == "daguai" else 2
    )


class Plan(NamedTuple):
    """What was drawn: the rounds as the event file has them, and which boards lie at each table of each."""

    kind: str
    rounds: list[Json]
    boards: dict[tuple[int, str], list[int]]


def planned(sheet: str, pairs: list[str], each_round: int, draw: random.Random) -> Plan:
    first, second = sides(sheet)
    kind = draw.choice(["matchpoints", "difference", "imp", "teams"])
    movement = "swiss" if kind == "teams" else draw.choice(["howell", "mitchell", "swiss"])
    away = {pairs[-1]} if movement == "swiss" and kind != "teams" and draw.random() < 0.4 else set()
    if movement == "mitchell":
        turns = mitchell(pairs, draw)
    else:
        drawn_rounds = round_robin(pairs) if movement == "howell" else swiss(pairs, draw.randint(2, 5), draw)
        turns = [(tables, [number] * len(tables)) for number, tables in enumerate(drawn_rounds)]
    plan = Plan(kind, [], {})
    for number, (tables, lots) in enumerate(turns, 1):
        turn: Json = {"no": number, "tables": []}
        for place, (pair, lot) in enumerate(zip(tables, lots, strict=True), 1):
            if away & set(pair):
                turn["byes"] = list(pair)
                continue
            for name, (one, two) in ((f"{place}a", pair), (f"{place}b", pair[::-1]))[: 2 if kind == "teams" else 1]:
                turn["tables"].append({"table": name, "sides": {first: one, second: two}})
                plan.boards[number, name] = [lot * each_round + n + 1 for n in range(each_round)]
        plan.rounds.append(turn)
    return plan


def recorded(name: str, sheet: str, plan: Plan, deals: dict[int, Json], draw: random.Random) -> list[Json]:
    """A record a board, some tables and some boards without any."""
    first, second = sides(sheet)
    documents: list[Json] = []
    levels = {n: draw.choice(RANKS[:8]) for n in range(1, 200)}
    strength: dict[str, float] = {}
    for (number, table), here in plan.boards.items():
        [seated] = [each["sides"] for each in plan.rounds[number - 1]["tables"] if each["table"] == table]
        one, two = (strength.setdefault(seated[side], draw.random()) for side in (first, second))
        lost = draw.random() < 0.03
        for board in here:
            if lost or draw.random() < 0.02:
                continue
            deal = deals.get(board)
            hand, start = claims(sheet, deal["level"] if deal else levels[board], draw, 0.5 + (one - two) / 3)
            if deal:
                hand |= {"deal": dict(deal["hands"]), "lead": deal["leader"], "tribute": []}
            seats = {}
            for seat in first + second:
                team = seated[first if seat in first else second]
                seats[seat] = {"id": f"{team}-{seat}", "team": team}
            of = {"id": name, "stage": "all", "round": number, "table": table, "board": {"no": board}}
            key = f"{name}/{number}/{table}/{board}"
            document = {"format": "paipu/1", "id": key, "sheet": sheet, "event": of, "seats": seats, "hands": [hand]}
            documents.append(document | ({"start": start} if start else {}))
    return documents


def dealt(sheet: str, plan: Plan, draw: random.Random) -> dict[int, Json]:
    deals = {}
    for n in sorted({n for some in plan.boards.values() for n in some}):
        cards = draw.sample(deck(sheet), len(deck(sheet)))
        hands = {seat: " ".join(cards[i::4]) for i, seat in enumerate("ENWS")}
        deals[n] = {"board": n, "hands": hands, "level": draw.choice(RANKS[:8]), "leader": draw.choice("ENWS")}
    return deals


def scale_of(sheet: str, kind: str, draw: random.Random) -> Json:
    scale: Json = {"kind": "imp" if kind == "teams" else kind}
    if scale["kind"] == "imp":
        least = sorted(draw.sample(range(1, 60 if sheet == "shengji" else 12), draw.randint(1, 5)))
        scale["table"] = [[0, 0], *([row, 1 + i + draw.randint(0, 1) * i] for i, row in enumerate(least))]
    if kind == "teams":
        scale["against"] = "teams"
    if sheet == "shengji":
        scale["result"] = "attackers"
    return scale


def spoiled(sheet: str, plan: Plan, draw: random.Random) -> list[Json]:
    """Adjusted scores, for boards that were played and for some that never were."""
    first, second = sides(sheet)
    rows: list[Json] = []
    for (number, table), here in plan.boards.items() if plan.kind != "teams" else ():
        for board in here:
            if draw.random() < 0.05:
                points = {first: f"{draw.randint(0, 9)}/2", second: draw.randint(-3, 3)}
                rows.append({"stage": "all", "board": board, "round": number, "table": table, "points": points})
    return rows


def made(seed: int) -> tuple[Json, list[Json], list[Json]]:
    """An event of boards, its records and, where its hands are dealt, its deals."""
    draw = random.Random(f"boards/{seed}")
    sheet = draw.choice(["guandan-1", "guandan-2", "guandan-1", "daguai", "shuangkou", "shengji"])
    pairs = [f"t{n}" for n in range(1, 2 * draw.randint(2, 6) + 1)]
    each_round = draw.randint(1, 3)
    plan = planned(sheet, pairs, each_round, draw)
    deals = dealt(sheet, plan, draw) if sheet == "guandan-1" and draw.random() < 0.5 else {}
    stage: Json = {"id": "all", "form": "table", "rank_by": ["board_points"], "rounds": plan.rounds}
    if any(turn.get("byes") for turn in plan.rounds):
        stage["bye_counts"] = {"board_points": draw.randint(0, 4)}
    boards: Json = {"sets": [{"stage": "all", "each": each_round}], "scale": scale_of(sheet, plan.kind, draw)}
    if deals:
        by_board = {"level": "by_board", "leader": "by_board", "tribute": "none"}
        boards["sets"][0] |= {"dealt": {"boards": list(deals.values())}, **by_board}
    given = spoiled(sheet, plan, draw)
    if given:
        boards["adjusted"] = given
    teams = [{"id": pair} for pair in pairs]
    event: Json = {
        "format": "paipu-event/1",
        "id": f"e{seed}",
        "sheet": sheet,
        "teams": teams,
        "stages": [stage],
        "boards": boards,
    }
    if draw.random() < 0.4:
        event["penalties"] = [
            {"stage": "all", "team": draw.choice(pairs), "figure": "board_points", "value": -draw.randint(1, 3)}
        ]
    return event, recorded(event["id"], sheet, plan, deals, draw), list(deals.values())


def damaged(documents: list[Json], draw: random.Random) -> Iterator[str]:
    """Damage the deal of a few tables, and say how: a card swapped between two hands, another level, another leader."""
    for document in draw.sample(documents, min(len(documents), draw.randint(1, 3))):
        hand = document["hands"][0]
        how = draw.choice(["cards", "level", "leader"])
        if how == "cards":
            east, north = hand["deal"]["E"].split(), hand["deal"]["N"].split()
            here = next(i for i, card in enumerate(east) if card not in north)
            there = next(i for i, card in enumerate(north) if card not in east)
            east[here], north[there] = north[there], east[here]
            hand["deal"] |= {"E": " ".join(east), "N": " ".join(north)}
        elif how == "level":
            hand["level"] = RANKS[(RANKS.index(hand["level"]) + 1) % 13]
        else:
            hand["lead"] = "ENWS"["ENWS".index(hand["lead"]) - 1]
        yield how
