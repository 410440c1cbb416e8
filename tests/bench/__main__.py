"""Measure the audit beside the floor, pokerkit and python-chess, in one run, and write a table and a JSON file.

Each round runs every contender once on its own records, so that what else the machine does falls on all alike; speeds and
ratios are medians over the rounds. Our records have other suits in each round, so that no round repeats the plays of another.
Times are CPU time of this process: one core. Nothing here fails for being slow.
"""

import argparse
import json
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table

from paipu.ingest.parse import parse
from paipu.ingest.rejection import Place, Rejection
from paipu.replay.audit import ENGINE_VERSION, audit
from paipu.replay.cards import CARDS, split_cards
from paipu.replay.findings import Severity
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS
from paipu.samples import FAULTS
from tests.bench import builds, faulty, loads, memory, scoresheets, starting, workload
from tests.bench.faulty import GOAL_FAULT, GOAL_HANDS, GOAL_WORST
from tests.worst.genome import SIZE, to_bytes
from tests.worst.measure import seconds as seconds_of_record
from tests.worst.pinned import WORST

GOAL_POKER: Final = 15
GOAL_CHESS: Final = 5
GOAL_MEGABYTES: Final = 300
GOAL_SHEET: Final = 1.5
"""A play of another trick-taking sheet costs at most so much of one of `shengji`, both in sample matches."""
GOAL_HOSTILE: Final = 5
"""The worst record known costs at most so many times as much as clean ones of as many bytes."""
GOAL_SCORE_SHEETS: Final = 10
"""CPU seconds of 2,000 score sheets, read, audited and ranked as one event."""
SHEETS: Final = tuple(sheet for sheet in FAULTS if sheet in TRICK_SHEETS and sheet != "shengji")
SHEET_ROUNDS: Final = 6
"""Sets of matches of each of these sheets, taken in turn."""
CLIMBING: Final = tuple(sheet for sheet in FAULTS if sheet in CLIMBING_SHEETS)
CLIMBING_SHARE: Final = 3
"""One in so many matches of the other sheets: the climbing sheets have new matches in every round."""

SINGLES: Final = "audit, 25 tricks of singles"
PAIRS: Final = "audit, hands with pairs"
MATCHES: Final = "audit, sample matches"
SHEET_MATCHES: Final = {sheet: f"audit, sample matches of {sheet}" for sheet in (*SHEETS, *CLIMBING)}
GOALS_FLOOR: Final = {SINGLES: 0.65, SHEET_MATCHES["guandan-1"]: 0.5, MATCHES: 0.35}
"""The audit in pure Python is at least so fast, the floor being 1."""
FLOOR: Final = "floor: json.loads and a look-up a card"
POKER: Final = "pokerkit: parse and replay"
CHESS: Final = "python-chess: parse and replay"


class Contender(NamedTuple):
    """Something to time: `run` does the whole work of a round; `records` and `steps` say how much that is, in these units."""

    run: Callable[[int], object]
    records: float
    steps: float
    units: tuple[str, str]


def audit_lines(lines: Sequence[bytes]) -> int:
    """From bytes to findings; the number of errors among them."""
    errors = 0
    place = Place()
    for line in lines:
        parsed = parse(line, place)
        if isinstance(parsed, Rejection):
            raise TypeError(f"the workload is no record: {parsed.message.en}")
        errors += sum(finding.severity is Severity.ERROR for finding in audit(parsed.record).findings)
    return errors


def floor(lines: Sequence[bytes]) -> int:
    """The least that any audit must do: decode the JSON, and look every card up."""
    number = {card: index for index, card in enumerate(CARDS)}
    total = 0
    for line in lines:
        for hand in json.loads(line)["hands"]:
            for cards in hand["deal"].values():
                for card in split_cards(cards):
                    total += number[card]
            for trick in hand["tricks"]:
                for cards in trick.split(" ")[1:]:
                    for card in split_cards(cards):
                        total += number[card]
    return total


def make_contenders(hands: int, matches: int, rounds: int, seed: int) -> dict[str, Contender]:
    """Everything that is timed, on records made from the seed."""
    made: dict[str, Contender] = {}
    ours = {
        SINGLES: workload.make_lines(hands, seed),
        PAIRS: workload.make_lines(hands, seed, pairs=True),
        MATCHES: workload.make_matches(matches, seed),
    }
    for name, lines in ours.items():
        if audit_lines(lines):
            raise ValueError(f"{name}: the workload breaks no rule, and the audit has errors")
        made[name] = Contender(Rounds(audit_lines, in_all_suits(lines)), *workload.count_plays(lines), ("hands", "plays"))
    for sheet, name in SHEET_MATCHES.items():
        climbing = sheet in CLIMBING
        number, size = (rounds + 1, max(matches // CLIMBING_SHARE, 1)) if climbing else (SHEET_ROUNDS, matches)
        sets = workload.make_rounds(number, size, seed, sheet)
        if any(map(audit_lines, sets)):
            raise ValueError(f"{name}: the workload breaks no rule, and the audit has errors")
        counts = [workload.count_plays(each) for each in sets]
        hands_played, plays = (sum(each) / len(sets) for each in zip(*counts, strict=True))
        made[name] = Contender(Rounds(audit_lines, sets), hands_played, plays, ("hands", "plays"))
    lines = ours[SINGLES]
    made[FLOOR] = Contender(Rounds(floor, in_all_suits(lines)), *workload.count_plays(lines), ("hands", "plays"))
    from tests.bench import rivals  # they take a second to import, and who wants a name of this module has no use for them

    poker = rivals.make_poker_hands(max(hands // 8, 1), seed)
    made[POKER] = Contender(lambda _: rivals.replay_poker(poker), len(poker), rivals.replay_poker(poker), ("hands", "actions"))
    games = rivals.make_chess_games(max(hands // 8, 1), seed)
    made[CHESS] = Contender(lambda _: rivals.replay_chess(games), len(games), rivals.replay_chess(games), ("games", "plies"))
    return made


def in_all_suits(lines: Sequence[bytes]) -> list[list[bytes]]:
    """The records with their suits exchanged in every way."""
    return [workload.with_other_suits(lines, number) for number in range(len(workload.SUIT_ORDERS))]


class Rounds:
    """Our work, on other records in each round."""

    def __init__(self, work: Callable[[Sequence[bytes]], object], variants: Sequence[Sequence[bytes]]) -> None:
        self.work, self.variants = work, variants

    def __call__(self, number: int) -> object:
        """Do the work of a round."""
        return self.work(self.variants[number % len(self.variants)])


def time_rounds(contenders: dict[str, Contender], rounds: int) -> dict[str, list[float]]:
    """Seconds of each contender in each round; a first round that warms the caches is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds + 1):
        for name, contender in contenders.items():
            began = process_time()
            contender.run(number)
            if number:
                seconds[name].append(process_time() - began)
    return seconds


def summarise(contenders: dict[str, Contender], seconds: dict[str, list[float]]) -> dict[str, Any]:
    """Speeds by contender, and the ratios of the audit to the others, each the median over the rounds."""
    speeds = {}
    for name, contender in contenders.items():
        middle = statistics.median(seconds[name])
        speeds[name] = {
            "records": contender.records,
            "steps": contender.steps,
            "units": list(contender.units),
            "seconds": seconds[name],
            "records_per_second": contender.records / middle,
            "steps_per_second": contender.steps / middle,
        }
    ratios = {
        ours: {
            other: statistics.median(
                (contenders[ours].steps / mine) / (contenders[other].steps / theirs)
                for mine, theirs in zip(seconds[ours], seconds[other], strict=True)
            )
            for other in (FLOOR, POKER, CHESS)
        }
        for ours in (SINGLES, PAIRS, MATCHES, *SHEET_MATCHES.values())
    }
    costs = {
        sheet: statistics.median(
            (theirs / contenders[name].steps) / (mine / contenders[MATCHES].steps)
            for mine, theirs in zip(seconds[MATCHES], seconds[name], strict=True)
        )
        for sheet, name in SHEET_MATCHES.items()
        if sheet in SHEETS
    }
    return {"speeds": speeds, "ratios": ratios, "costs": costs}


def weigh_goals(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The goals: what was asked, what was measured, and whether it was met.

    Speeds are those of hands of 25 tricks, and of sample matches of the climbing sheets.
    """
    goals = {
        **{f"{name}, of the floor's speed": (goal, result["ratios"][name][FLOOR], "≥") for name, goal in GOALS_FLOOR.items()},
        "hands a second": (GOAL_HANDS, result["speeds"][SINGLES]["records_per_second"], "≥"),
        "times pokerkit's actions a second": (GOAL_POKER, result["ratios"][SINGLES][POKER], "≥"),
        "times python-chess's plies a second": (GOAL_CHESS, result["ratios"][SINGLES][CHESS], "≥"),
        **{
            f"cost of a play of {sheet}, that of shengji being 1": (GOAL_SHEET, result["costs"][sheet], "≤") for sheet in SHEETS
        },
        **{
            f"hands of {sheet} a second": (GOAL_HANDS, result["speeds"][SHEET_MATCHES[sheet]]["records_per_second"], "≥")
            for sheet in CLIMBING
            if sheet.startswith("guandan")
        },
        "cost of a match with one fault, without it being 1": (
            GOAL_FAULT,
            max(each["middle"] for each in result["faulty"].values()),
            "≤",
        ),
        "cost of the worst record, clean ones of its size being 1": (
            GOAL_HOSTILE,
            max(each["hostile"] for each in result["faulty"].values()),
            "≤",
        ),
        f"seconds of the worst record of {SIZE // 1000} KB": (GOAL_WORST, max(result["worst"].values()), "≤"),
        **{
            f"seconds of an event of {result['scoresheets']['tables']:,} score sheets of 8 hands, {form}": (
                GOAL_SCORE_SHEETS,
                taken,
                "≤",
            )
            for form, taken in result["scoresheets"]["seconds"].items()
        },
        "MB for the stream": (GOAL_MEGABYTES, result["memory"]["kb"] / 1024, "≤"),
        "a load, its audit being 1": (loads.GOAL_AUDIT, result["load"]["× audit"], "≤"),
        "a load, the floor being 1": (loads.GOAL_FLOOR, result["load"]["× floor"], "≤"),
        **{
            f"seconds until {name} answers": (starting.GOAL, min(result["starting"][name].values()), "≤")
            for name in starting.COMMANDS
        },
        **{
            name: (goal, result["load"][key], sign)
            for name, key, goal, sign in (
                ("a load by two workers, times as fast", "two workers", loads.GOAL_WORKERS, "≥"),
                ("MB in a process of it", "MB", loads.GOAL_MEGABYTES, "≤"),
            )
            if key in result["load"]
        },
    }
    return {
        name: {"goal": goal, "sign": sign, "measured": measured, "met": measured >= goal if sign == "≥" else measured <= goal}
        for name, (goal, measured, sign) in goals.items()
    }


def show(result: dict[str, Any], console: Console) -> None:
    """The tables for people."""
    table = Table(title="One core, CPU time, medians")
    for heading in ("", "records/s", "steps/s", "× floor", "× pokerkit", "× chess"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, speed in result["speeds"].items():
        ratios = [f"{result['ratios'][name][other]:.2f}" if name in result["ratios"] else "" for other in (FLOOR, POKER, CHESS)]
        records, steps = speed["units"]
        table.add_row(
            name, f"{speed['records_per_second']:,.0f} {records}", f"{speed['steps_per_second']:,.0f} {steps}", *ratios
        )
    console.print(table)
    worst = ", ".join(f"{sheet} {taken:.2f}" for sheet, taken in result["worst"].items())
    console.print(f"CPU seconds of the worst records of {SIZE // 1000} KB: {worst}")
    faster = ", ".join(f"{sheet} {ratio:.2f} ×" for sheet, ratio in result["compiled"].items())
    console.print(f"the compiled build as fast as the pure one: {faster or 'make wheel builds it'}")
    table = Table(title="What costs how many times as much as clean")
    for heading in ("", "one fault, median", "one fault, dearest", "worst record"):
        table.add_column(heading, justify="right" if heading else "left")
    for sheet, cost in result["faulty"].items():
        table.add_row(sheet, *(f"{each:.1f}" for each in cost.values()))
    console.print(table)
    goals = Table(title=f"Goals ({SINGLES}; {result['memory']['hands']:,} hands streamed)")
    for heading in ("", "goal", "measured", ""):
        goals.add_column(heading, justify="right" if heading else "left")
    for name, goal in result["goals"].items():
        goals.add_row(name, f"{goal['sign']} {goal['goal']:,}", f"{goal['measured']:,.2f}", "met" if goal["met"] else "not met")
    console.print(goals)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write the JSON file."""
    options = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    options.add_argument("--hands", type=int, default=240, help="distinct hands of each kind")
    options.add_argument("--matches", type=int, default=30, help="sample matches")
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--stream", type=int, default=100_000, help="hands streamed to measure memory")
    options.add_argument("--tables", type=int, default=scoresheets.TABLES, help="score sheets of eight hands")
    options.add_argument("--classes", type=int, default=faulty.CLASSES, help="classes of faults measured of each sheet")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, default=Path("out/bench.json"))
    chosen = options.parse_args(arguments)
    console = Console()
    contenders = make_contenders(chosen.hands, chosen.matches, chosen.rounds, chosen.seed)
    result = summarise(contenders, time_rounds(contenders, chosen.rounds))
    streamed = [
        line
        for pairs in (False, True)
        for made in [workload.make_lines(max(chosen.hands // 2, 1), chosen.seed, pairs=pairs)]
        for number in range(len(workload.SUIT_ORDERS))
        for line in workload.with_other_suits(made, number)
    ]
    result["worst"] = {sheet: seconds_of_record(to_bytes(genome)) for sheet, genome in WORST.items()}
    faulty_costs = faulty.measure(chosen.seed, chosen.classes)
    result["faulty"] = {sheet: cost._asdict() for sheet, cost in faulty_costs.items()}
    result["scoresheets"] = {"tables": chosen.tables, "seconds": scoresheets.seconds(chosen.tables)}
    result["memory"] = memory.measure(streamed, chosen.stream)
    result["load"] = loads.measure(
        chosen.matches * len(FAULTS) // 2, chosen.hands, max(chosen.rounds // 3, 1), chosen.seed, floor
    )
    result["starting"] = {name: took._asdict() for name, took in starting.measure(max(chosen.rounds // 2, 1)).items()}
    wheel = builds.compiled_wheel()
    result["compiled"] = builds.times_as_fast(wheel, chosen.rounds, chosen.matches, chosen.seed) if wheel is not None else {}
    result["goals"] = weigh_goals(result)
    result["made_with"] = {"engine": ENGINE_VERSION, "python": platform.python_version(), "rounds": chosen.rounds}
    show(result, console)
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    chosen.out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    console.print(f"written to {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
