"""How far the review can be trusted, measured: `python -m tests.review.calibration PART [--sheet KEY] [--hands N] [--write]`.

`order`: mean loss of players of known strength. `flags`: of random plays in hands of rule players, how many that cost much are
flagged, and how many flags fresh deals confirm. `beats`: what who follows the review wins from the rule player. `coverage`:
how often the interval has the loss by 1,000 deals in it. `time`: CPU time a decision and a hand. With `--write` what
was measured goes into the table of `data/REVIEW.md`; `all` measures every row of it anew (`make calibration`).
"""

import argparse
import time
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any, Final

from paipu.analytics.review.accuracy import Accuracy, accuracy
from paipu.analytics.review.judge import CONFIDENCE, WORLDS, Judgement, Thresholds, judge, seed_of
from paipu.analytics.review.knowledge_climbing import ClimbHand
from paipu.analytics.review.knowledge_tricks import TrickHand
from paipu.analytics.review.policy_climbing import worth
from paipu.replay.family import hand_view
from paipu.replay.notation import read_token
from paipu.replay.record import GameRecord
from paipu.replay.solve import COMPILED
from tests.review.arena import Player, played
from tests.review.records import TRICKS, decision_of

ORDER: Final[tuple[Player, ...]] = ("random", "noise", "rule", "search")
BOTH: Final = ("shengji", "guandan-1")
"""A sheet of each family."""
LIMITS: Final = Thresholds()
WRITTEN: Final = Path(__file__).parents[2] / "data" / "REVIEW.md"
HEAD: Final = "| command | sheet | measured |\n|---|---|---|\n"
COSTLY: Final = {"points": 10.0, "levels": 0.6, "place_points": 1.0}
"""What a play costs that is to be flagged, twice what is a mistake."""


def judged(record: GameRecord, number: int, every: int, worlds: int, salt: str = "") -> Iterator[tuple[Any, str, Judgement]]:
    """Every so manieth decision of a hand with what is said of it."""
    view: Any = hand_view(record, number)
    hand: Any = TrickHand(view) if record.sheet in TRICKS else ClimbHand(view)
    begin = sum(map(ord, record.id)) % every
    for ply in range(1 + begin, len(hand.turns) + 1, every):
        decision = decision_of(hand, ply)
        if decision is None:
            continue
        token = hand.turns[ply - 1].at.token
        made = read_token(token).thrown if record.sheet in TRICKS else token
        if decision.may_be_judged(made):
            yield decision, made, judge(decision, made, seed_of(salt + record.id, number, ply), worlds, decision.same)


def all_of(player: Player) -> dict[int, Player]:
    return dict.fromkeys(range(6), player)


def lost(sheet: str, player: Player, hands: int, worlds: int, every: int = 6) -> Accuracy:
    """What a kind of player loses a decision."""
    losses = []
    for seed in range(hands):
        record, number = played(sheet, 1000 + seed, all_of(player))
        losses += [(seed, found.loss) for _, _, found in judged(record, number, every, worlds) if found.loss is not None]
    found = accuracy(losses)
    assert found is not None
    return found


def order(sheet: str, hands: int, worlds: int) -> str:
    """The mean loss of each kind of player, with its standard error."""
    told = []
    for player in ORDER:
        found = lost(sheet, player, hands, worlds)
        told.append(f"{player} {found.mean:.2f} ± {found.error or 0:.2f} ({found.decisions} decisions)")
        print(f"order {sheet}: {told[-1]}", flush=True)
    return "mean loss a decision, standard errors: " + ", ".join(told)


def flags(sheet: str, hands: int, worlds: int) -> str:
    """Random plays among those of rule players: what is flagged, what fresh deals say of it."""
    costly = caught = flagged = confirmed = 0
    claimed = checked = 0.0
    for seed in range(hands):
        record, number = played(sheet, 2000 + seed, all_of("noise"))
        for decision, made, found in judged(record, number, 5, worlds):
            if found.loss is None or found.best is None:
                continue
            fresh = against(decision, made, found.best, 2 * worlds, f"fresh {record.id} {found.seed}")
            if fresh is None:
                continue
            loss, error = fresh
            limit = LIMITS.of(found.unit)
            flag = found.grade(LIMITS) == "mistake"
            if loss >= COSTLY[found.unit] and loss - CONFIDENCE * error > 0:
                costly += 1
                caught += flag
            if flag:
                flagged += 1
                confirmed += loss - CONFIDENCE * error > 0 and loss >= limit / 2
                claimed += found.loss
                checked += loss
    ratio = f"{claimed / checked:.2f}" if checked else "–"
    told = f"{caught} of {costly} costly plays flagged; {confirmed} of {flagged} flags confirmed by fresh deals"
    return f"{told}; claimed over checked loss {ratio}"


def against(decision: Any, made: str, best: str, worlds: int, salt: str) -> tuple[float, float] | None:
    """What a play cost beside another in fresh deals, and the error."""
    from random import Random

    from paipu.analytics.review.worlds import worlds as drawn

    found = drawn(decision.hidden, Random(salt), worlds)
    if len(found) < worlds:
        return None
    plays = [decision.playout(world) for world in found]
    values = [decision.sign * (each.value(best) - each.value(made)) for each in plays]
    mean = sum(values) / len(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def beats(sheet: str, hands: int, worlds: int) -> str:
    """Each deal twice, the searching players on either side: what they win of it."""
    del worlds
    gains, told = [], ""
    for seed in range(hands):
        results = []
        for side in (0, 1):
            players: dict[int, Player] = {seat: "search" if seat % 2 == side else "rule" for seat in range(6)}
            record, number = played(sheet, 3000 + seed, players)
            results.append(result(record, number))
        gains.append((results[0] - results[1]) / 2)
        mean = sum(gains) / len(gains)
        error = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1) / len(gains))
        told = f"{mean:+.2f} ± {CONFIDENCE * error:.2f} (95 %) a deal, {len(gains)} deals on both sides"
        print(f"beats {sheet}: {told}", flush=True)
    return told


def result(record: GameRecord, number: int) -> int:
    """What a hand came to for the seats 0, 2 (and 4): points or levels."""
    view: Any = hand_view(record, number)
    if record.sheet in TRICKS:
        attackers = view.result.computed.attackers
        dealer = view.result.dealer
        return int(attackers if dealer % 2 else -attackers)
    sides = view.result.machine.sides
    value = worth(view.sheet, view.result.order, sides)
    return value if sides[0] == 0 else -value


def coverage(sheet: str, hands: int, worlds: int) -> str:
    """How often the interval of a loss has in it what 1,000 deals say of the same two plays."""
    inside = count = 0
    for seed in range(hands):
        record, number = played(sheet, 4000 + seed, all_of("noise"))
        for decision, made, found in judged(record, number, 12, worlds):
            if found.loss is None or found.error is None or found.best is None or found.best == made:
                continue
            fresh = against(decision, made, found.best, 1000, f"cover {record.id} {found.seed}")
            if fresh is None:
                continue
            reach = CONFIDENCE * sqrt(found.error**2 + fresh[1] ** 2)
            inside, count = inside + (abs(found.loss - fresh[0]) <= reach), count + 1
    return f"{inside} of {count} intervals have the loss by 1,000 deals in them"


def taken(sheet: str, hands: int, worlds: int) -> str:
    """CPU time a decision, and a hand."""
    spent, count = 0.0, 0
    for seed in range(hands):
        record, number = played(sheet, 5000 + seed, all_of("noise"))
        begun = time.process_time()
        count += sum(found.loss is not None for _, _, found in judged(record, number, 1, worlds))
        spent += time.process_time() - begun
    build = "compiled (`make native`)" if COMPILED else "Python alone"
    return f"{1000 * spent / count:.0f} ms of CPU time a decision, {spent / hands:.1f} s a hand; {build}"


ALL: Final = (
    *(("time", sheet, 2) for sheet in ("shengji", "chaodipi", "shuangkou", "guandan-1", "guandan-3", "daguai")),
    *(
        (part, sheet, hands)
        for part, hands in (("coverage", 250), ("flags", 60), ("beats", 60), ("order", 60))
        for sheet in BOTH
    ),
)
"""The rows of the table: what is measured, of which sheet, and in how many hands."""

PARTS: Final = {"order": order, "flags": flags, "beats": beats, "coverage": coverage, "time": taken}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how far the review can be trusted.")
    parser.add_argument("part", choices=[*PARTS, "all"])
    parser.add_argument("--sheet", default="shengji")
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--write", action="store_true", help="into data/REVIEW.md")
    asked = parser.parse_args()
    for part, sheet, hands in ALL if asked.part == "all" else [(asked.part, asked.sheet, asked.hands)]:
        measured = PARTS[part](sheet, hands, asked.worlds)
        print(f"{part} {sheet}: {measured}", flush=True)
        if asked.write:
            WRITTEN.write_text(with_row(WRITTEN.read_text("utf-8"), part, sheet, hands, measured), "utf-8")


def with_row(document: str, part: str, sheet: str, hands: int, measured: str) -> str:
    """The document with what was measured in its table, in place of what was measured of the same before."""
    begin = document.index(HEAD) + len(HEAD)
    end = document.index("\n\n", begin)
    rows = dict(_key_and_row(line) for line in document[begin:end].splitlines() if line)
    rows[part, sheet] = f"| `{part} --hands {hands}` | `{sheet}` | {measured} |"
    return document[:begin] + "\n".join(row for _, row in sorted(rows.items())) + document[end:]


def _key_and_row(line: str) -> tuple[tuple[str, str], str]:
    command, sheet = (cell.strip(" `") for cell in line.split("|")[1:3])
    return (command.split(" ")[0], sheet), line


if __name__ == "__main__":
    main()
