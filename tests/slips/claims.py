"""Slips in the numbers and letters of a score sheet: levels, points, places, bankers, and whole hands."""

from copy import deepcopy
from random import Random

from tests.slips.clerk import (
    RANKS,
    Document,
    Places,
    another,
    claiming,
    hands_with,
    kind,
    next_seat,
    pick,
    seats_of,
    sides_of,
    want,
)


def changed_number(document: Document, rng: Random, key: str, changes: tuple[int, ...]) -> Places:
    index = pick(rng, claiming(document, key))
    document["hands"][index]["claims"][key] += rng.choice(changes)
    return (f"/hands/{index}/claims",)


@kind
def start_level(document: Document, rng: Random) -> Places:
    """The match is said to have begun at another level than it did."""
    sides = sides_of(document)
    levels = dict(document.get("start", {}).get("levels") or dict.fromkeys(sides, "2"))
    levels[rng.choice(sides)] = rng.choice("3456")
    document.setdefault("start", {})["levels"] = levels
    return ("/start",)


@kind
def start_dealer(document: Document, rng: Random) -> Places:
    """The first banker is noted beforehand, and wrongly."""
    first = document["hands"][0]
    dealer = first.get("dealer") or first.get("lead")
    want(dealer)
    document.setdefault("start", {})["dealer"] = another(rng, dealer, seats_of(document))
    return ("/start", "/hands/0")


@kind
def hand_level(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "level"))
    hand = document["hands"][index]
    want(hand["level"] in RANKS)
    hand["level"] = RANKS[(RANKS.index(hand["level"]) + rng.choice((1, -1))) % len(RANKS)]
    return (f"/hands/{index}",)


@kind
def hand_dealer(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "dealer"))
    hand = document["hands"][index]
    hand["dealer"] = another(rng, hand["dealer"], seats_of(document))
    return (f"/hands/{index}",)


@kind
def trump_suit(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "trump"))
    hand = document["hands"][index]
    hand["trump"] = another(rng, hand["trump"], "shcd")
    return (f"/hands/{index}",)


@kind
def leads_letter(document: Document, rng: Random) -> Places:
    """`lead` names another seat than the one that led."""
    index = pick(rng, hands_with(document, "lead", "tricks"))
    hand = document["hands"][index]
    hand["lead"] = another(rng, hand["lead"], seats_of(document))
    return (f"/hands/{index}",)


# -- whole hands


def renumbered(document: Document) -> None:
    for number, hand in enumerate(document["hands"], start=1):
        hand["no"] = number


@kind
def hand_twice(document: Document, rng: Random) -> Places:
    index = rng.randrange(len(document["hands"]))
    document["hands"].insert(index + 1, deepcopy(document["hands"][index]))
    renumbered(document)
    return (f"/hands/{index}", f"/hands/{index + 1}")


@kind
def hand_missing(document: Document, rng: Random) -> Places:
    want(len(document["hands"]) >= 3)
    index = rng.randrange(len(document["hands"]) - 1)
    del document["hands"][index]
    return (f"/hands/{index}", "/start")


@kind
def hand_missing_renumbered(document: Document, rng: Random) -> Places:
    want(len(document["hands"]) >= 3)
    index = rng.randrange(len(document["hands"]) - 1)
    del document["hands"][index]
    renumbered(document)
    return (f"/hands/{index}",)


@kind
def last_hand_missing(document: Document, rng: Random) -> Places:  # noqa: ARG001 - there is nothing to choose
    want(len(document["hands"]) >= 2 and "claims" in document)
    document["hands"].pop()
    return ("/claims",)


@kind
def hands_exchanged(document: Document, rng: Random) -> Places:
    """Two sheets of paper in the wrong order, and numbered in that order."""
    want(len(document["hands"]) >= 2)
    index = rng.randrange(len(document["hands"]) - 1)
    hands = document["hands"]
    hands[index], hands[index + 1] = hands[index + 1], hands[index]
    renumbered(document)
    return (f"/hands/{index}", f"/hands/{index + 1}")


@kind
def hand_number(document: Document, rng: Random) -> Places:
    """From some hand on the numbers are one too high."""
    want(len(document["hands"]) >= 2)
    index = rng.randrange(1, len(document["hands"]))
    for hand in document["hands"][index:]:
        hand["no"] += 1
    return (f"/hands/{index}",)


# -- claims of a hand


@kind
def attackers_off(document: Document, rng: Random) -> Places:
    return changed_number(document, rng, "attackers", (5, -5, 10, -10, 100))


@kind
def kitty_points_off(document: Document, rng: Random) -> Places:
    return changed_number(document, rng, "kitty_points", (5, 10, 15))


@kind
def multiplier_off(document: Document, rng: Random) -> Places:
    index = pick(rng, claiming(document, "multiplier"))
    document["hands"][index]["claims"]["multiplier"] *= 2
    return (f"/hands/{index}/claims",)


@kind
def penalties_sign(document: Document, rng: Random) -> Places:
    index = pick(rng, [i for i in claiming(document, "penalties") if document["hands"][i]["claims"]["penalties"]])
    document["hands"][index]["claims"]["penalties"] *= -1
    return (f"/hands/{index}/claims",)


@kind
def penalties_made_up(document: Document, rng: Random) -> Places:
    return changed_number(document, rng, "penalties", (10, -10, 20, 40))


@kind
def winners_letter(document: Document, rng: Random) -> Places:
    index = pick(rng, claiming(document, "winners"))
    claims = document["hands"][index]["claims"]
    at = rng.randrange(len(claims["winners"]))
    letter = another(rng, claims["winners"][at], seats_of(document))
    claims["winners"] = claims["winners"][:at] + letter + claims["winners"][at + 1 :]
    return (f"/hands/{index}/claims",)


@kind
def winners_short(document: Document, rng: Random) -> Places:
    index = pick(rng, claiming(document, "winners"))
    claims = document["hands"][index]["claims"]
    at = rng.randrange(len(claims["winners"]))
    claims["winners"] = claims["winners"][:at] + claims["winners"][at + 1 :]
    return (f"/hands/{index}/claims",)


def moved(level: str, by: int) -> str | None:
    return RANKS[RANKS.index(level) + by] if level in RANKS and 0 <= RANKS.index(level) + by < len(RANKS) else None


@kind
def levels_one_off(document: Document, rng: Random) -> Places:
    """One side's level after a hand is one too high or low, in that hand alone."""
    index = pick(rng, claiming(document, "levels"))
    levels = document["hands"][index]["claims"]["levels"]
    side = rng.choice(sides_of(document))
    level = moved(levels.get(side, "?"), rng.choice((1, -1)))
    want(level)
    levels[side] = level
    return (f"/hands/{index}/claims",)


@kind
def levels_sides_exchanged(document: Document, rng: Random) -> Places:
    index = pick(rng, claiming(document, "levels"))
    claims = document["hands"][index]["claims"]
    one, other = sides_of(document)
    claims["levels"] = {one: claims["levels"].get(other), other: claims["levels"].get(one)}
    want(None not in claims["levels"].values())
    return (f"/hands/{index}/claims",)


@kind
def levels_carried_on(document: Document, rng: Random) -> Places:
    """A wrong level is carried on: all later levels of that side are wrong by as much, in the claims alone."""
    index = pick(rng, claiming(document, "levels"))
    side, by = rng.choice(sides_of(document)), rng.choice((1, 2))
    for hand in document["hands"][index:]:
        levels = hand.get("claims", {}).get("levels", {})
        level = moved(levels.get(side, "?"), by)
        if level is None:
            break
        levels[side] = level
    return (f"/hands/{index}/claims",)


@kind
def score_sign(document: Document, rng: Random) -> Places:
    index = pick(rng, claiming(document, "score"))
    score = document["hands"][index]["claims"]["score"]
    for side in score:
        score[side] = -score[side]
    return (f"/hands/{index}/claims",)


@kind
def next_banker(document: Document, rng: Random) -> Places:
    index = pick(rng, claiming(document, "next_dealer"))
    claims = document["hands"][index]["claims"]
    claims["next_dealer"] = next_seat(document, claims["next_dealer"], rng.choice((1, 2, 3)))
    return (f"/hands/{index}/claims",)


@kind
def finish_exchanged(document: Document, rng: Random) -> Places:
    """Two neighbours in the finishing order stand the wrong way round."""
    index = pick(rng, claiming(document, "finish"))
    claims = document["hands"][index]["claims"]
    order = list(claims["finish"])
    at = rng.randrange(len(order) - 1)
    order[at], order[at + 1] = order[at + 1], order[at]
    claims["finish"] = "".join(order)
    return (f"/hands/{index}/claims",)


@kind
def finish_seat_twice(document: Document, rng: Random) -> Places:
    index = pick(rng, claiming(document, "finish"))
    claims = document["hands"][index]["claims"]
    claims["finish"] = claims["finish"][0] + claims["finish"][0] + claims["finish"][2:]
    return (f"/hands/{index}/claims",)


@kind
def place_points_exchanged(document: Document, rng: Random) -> Places:
    index = pick(rng, claiming(document, "points"))
    claims = document["hands"][index]["claims"]
    one, other = sides_of(document)
    claims["points"] = {one: claims["points"].get(other, 0), other: claims["points"].get(one, 0)}
    return (f"/hands/{index}/claims",)


# -- claims of the match


@kind
def match_winner(document: Document, rng: Random) -> Places:
    claims = document.get("claims", {})
    want("winner" in claims)
    claims["winner"] = another(rng, claims["winner"], sides_of(document))
    return ("/claims",)


@kind
def match_level(document: Document, rng: Random) -> Places:
    levels = document.get("claims", {}).get("levels")
    want(levels)
    side = rng.choice(list(levels))
    level = moved(levels[side], rng.choice((1, -1)))
    want(level)
    levels[side] = level
    return ("/claims",)


@kind
def match_points(document: Document, rng: Random) -> Places:
    return one_more(document, rng, "points")


@kind
def match_score(document: Document, rng: Random) -> Places:
    return one_more(document, rng, "score")


def one_more(document: Document, rng: Random, key: str) -> Places:
    claimed = document.get("claims", {}).get(key)
    want(claimed)
    claimed[rng.choice(list(claimed))] += 1
    return ("/claims",)


@kind
def match_reason(document: Document, rng: Random) -> Places:
    claims = document.get("claims", {})
    want("reason" in claims)
    claims["reason"] = another(rng, claims["reason"], ("passed", "time"))
    return ("/claims",)
