"""Make the tables of `data/INTEGRITY.md`: `python -m tests.analytics.power [--events 80] [--write]`.

Events of made-up turns: nobody means anything by his think times, or one unit does, by so much.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from paipu.analytics.chance import Examined, controlled, permuted
from paipu.analytics.integrity import habits, hesitations, leanings, signals
from paipu.analytics.keys import TOGETHER
from paipu.analytics.turns import ENOUGH_TURNS, LEAST_EACH, Facts, Pace, Turn, chosen, mean_log

TABLE: Final = Path(__file__).parents[2] / "data" / "INTEGRITY.md"
PAIRS: Final = 8
TURNS: Final = 40
"""Of each player in a match."""
MATCHES: Final = (7, 28)
EVENTS: Final = 80
SHEET: Final = "guandan-1"
CHOICES: Final = (1, 1, 2, 3, 5, 8)

HEAD: Final = """# 供人复核的异常 Integrity

What `paipu integrity` finds of what is there, and how often it names somebody for nothing, made by `make integrity` from
{events} events a line (`tests/analytics/power.py`): {pairs} pairs, {turns} turns of each player a match, think times spread by
half on either side, two turns in five a pass. As in a warehouse, `hesitation` and `signal` look at the matches that a hash of
their ids chooses until each player has {enough} turns, so that beyond {most} matches of these more find no more; `habit` and
`correction` look at all. Each test is a family of its own under Benjamini and Hochberg's procedure at 5 %,
so each may name somebody for nothing in 5 events of 100, which of so few events come out as anything from 0 to 10; and where
one is named rightly, 5 of 100 that are named may be named for nothing beside it, in up to 10 events of 100. Real turns hang
together more than these, and people differ: what is named is for a person to review.

| column | meaning |
|---|---|
| matches | of each pair |
| named | of 100 events, in how many the unit that does it is named (where nobody does, anybody at all) |
| others | of 100 events, in how many somebody else is named too |
"""
TITLES: Final[Mapping[str, str]] = {
    "hesitation": "a player takes so many times as long where he has one legal play",
    "habit": "a player takes so many times as long over a pass",
    "signal": "a player's partner acts in so many of 100 tricks after his long thinks, in 50 after the others",
    "correction": "so many of 100 matches corrected after the result go a pair's way, and one match in three is corrected",
}
SIZES: Final[Mapping[str, tuple[float, ...]]] = {
    "hesitation": (1.0, 1.1, 1.2, 1.5),
    "habit": (1.0, 1.1, 1.2, 1.5),
    "signal": (50, 60, 70, 90),
    "correction": (50, 70, 90, 100),
}
"""The first of each is nothing."""


class Row(NamedTuple):
    test: str
    size: float
    matches: int
    named: float
    others: float


def event(rng: Random, matches: int, *, forced: float = 1.0, passing: float = 1.0, told: float = 0.5) -> list[Turn]:
    """The turns of an event, in which the first player of the first pair does it."""
    made = []
    for number in range(2 * PAIRS):
        player, pair = f"p{number:02}", f"pair{number // 2:02}"
        for match in range(matches):
            for at in range(TURNS):
                choices, passed, seconds = rng.choice(CHOICES), rng.random() < 0.4, rng.lognormvariate(1, 0.5)
                long = seconds > 3.8  # a quarter of them
                if not number:
                    seconds *= (forced if choices == 1 else 1) * (passing if passed else 1)
                answer = rng.random() < (told if long and not number else 0.5)
                kind = (player, passed, at // 10)
                made.append(Turn(player, pair, kind, choices, seconds, answer, (f"{pair}-{match:02}", 1, at)))
    return made


def judged(turns: list[Turn]) -> list[Turn]:
    """The turns of an event that are looked at."""
    of_match: dict[str, dict[str, int]] = {}
    for turn in turns:
        counts = of_match.setdefault(turn.place[0], {})
        counts[turn.player] = counts.get(turn.player, 0) + 1
    matches = chosen(Facts(match, SHEET, None, counts, (), (), ()) for match, counts in of_match.items())
    return [turn for turn in turns if turn.player in matches.get(turn.place[0], ())]


def paces_of(turns: list[Turn]) -> list[Pace]:
    """What the matches of the turns tell of habits."""
    of_match: dict[tuple[str, str], tuple[list[Turn], list[Turn]]] = {}
    for turn in turns:
        of_match.setdefault((turn.player, turn.place[0]), ([], []))[not turn.kind[1]].append(turn)
    paces = []
    for (player, _), (passes, follows) in of_match.items():
        if min(len(passes), len(follows)) >= LEAST_EACH:
            slowest = max(passes, key=lambda turn: (turn.seconds, turn.place))
            more = mean_log([turn.seconds for turn in passes]) - mean_log([turn.seconds for turn in follows])
            paces.append(Pace(player, more, slowest.seconds, slowest.place))
    return paces


def corrections(rng: Random, matches: int, favoured: float) -> dict[tuple[str, str, str], int]:
    """Which way the matches of each pair were corrected."""
    ways = {}
    for pair in range(PAIRS):
        for match in range(matches):
            if rng.random() < 1 / 3:
                good = rng.random() < (favoured if not pair else 0.5)
                ways[SHEET, TOGETHER.join((f"p{2 * pair:02}", f"p{2 * pair + 1:02}")), f"{pair}-{match:02}"] = 1 if good else -1
    return ways


ASKED: Final[Mapping[str, Callable[[Random, int, float], list[Examined]]]] = {
    "hesitation": lambda rng, matches, size: permuted([*hesitations(SHEET, judged(event(rng, matches, forced=size)))]),
    "habit": lambda rng, matches, size: [*habits(SHEET, paces_of(event(rng, matches, passing=size)))],
    "signal": lambda rng, matches, size: [*signals(SHEET, judged(event(rng, matches, told=size / 100)))],
    "correction": lambda rng, matches, size: [*leanings(corrections(rng, matches, size / 100))],
}
DOES_IT: Final[Mapping[str, str]] = {
    "hesitation": "p00",
    "habit": "p00",
    "signal": "pair00",
    "correction": TOGETHER.join(("p00", "p01")),
}


def measured(test: str, size: float, matches: int, events: int) -> Row:
    """How often the one that does it is named, and others."""
    nobody = size == SIZES[test][0]
    named = others = 0
    for number in range(events):
        rng = Random(f"{test}/{size}/{matches}/{number}")
        found = {each.unit for each in controlled(ASKED[test](rng, matches, size)) if each.named}
        named += bool(found) if nobody else DOES_IT[test] in found
        others += bool(found - {DOES_IT[test]}) and not nobody
    return Row(test, size, matches, 100 * named / events, 100 * others / events)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args(arguments)
    told = [HEAD.format(events=asked.events, pairs=PAIRS, turns=TURNS, enough=ENOUGH_TURNS, most=ENOUGH_TURNS // TURNS)]
    for test, title in TITLES.items():
        told.append(f"\n## `{test}`: {title}\n\n| size | matches | named | others |\n|---|---|---|---|\n")
        for size in SIZES[test]:
            for matches in MATCHES:
                row = measured(test, size, matches, asked.events)
                nothing = size == SIZES[test][0]
                said = "nothing" if nothing else f"{size:g}"
                told.append(f"| {said} | {matches} | {row.named:.1f} | {'' if nothing else f'{row.others:.1f}'} |\n")
    told.append(
        "\n`same_deal` knows the number of deals that there are: a whole deal that comes twice in an event is always\n"
        "named, and two deals of some 10 to the power of 28 are alike by chance never.\n"
    )
    text = "".join(told)
    if asked.write:
        TABLE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
