"""How far the review can be trusted, measured: `python -m tests.review.calibration PART [--sheet KEY] [--hands N] [--write]`.

`order`: mean loss of players of known strength. `flags`: of random plays in hands of rule players, how many that cost much are
flagged, and how many flags fresh deals confirm. `beats`: what who follows the review wins from the rule player. `coverage`:
how often the interval has the loss by 1,000 deals in it. `time`: CPU time a decision and a hand. What is found of a hand is
kept (`--kept`): a run that was broken off is gone on with, and runs of other hands (`--first`) are put together by laying their
files end to end. With `--write` what was measured goes into the table of `data/REVIEW.md`; `all` measures every row of it.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from paipu.analytics.review.accuracy import Accuracy, accuracy
from paipu.analytics.review.judge import CONFIDENCE, VERSION, WORLDS, Judgement, Thresholds, judge, seed_of
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
Row = dict[str, Any]
"""What was found of a hand; `seed` is its own."""
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


def losses(sheet: str, player: Player, seed: int, worlds: int, every: int = 6) -> list[float]:
    """What a kind of player loses by decisions of a hand."""
    record, number = played(sheet, 1000 + seed, all_of(player))
    return [found.loss for _, _, found in judged(record, number, every, worlds) if found.loss is not None]


def lost(rows: Sequence[Row], player: str) -> Accuracy:
    """What a kind of player loses a decision, by what was found of hands."""
    found = accuracy((row["seed"], loss) for row in rows for loss in row[player])
    assert found is not None
    return found


def order_of(sheet: str, seed: int, worlds: int) -> Row:
    return {player: losses(sheet, player, seed, worlds) for player in ORDER}


def order(rows: Sequence[Row]) -> str:
    """The mean loss of each kind of player with its standard error, and by how many of these neighbours are apart."""
    found = {player: lost(rows, player) for player in ORDER}
    told = [f"{player} {of.mean:.2f} ± {of.error or 0:.2f} ({of.decisions} decisions)" for player, of in found.items()]
    apart = []
    for more, less in pairwise(ORDER):
        error = sqrt((found[more].error or 0) ** 2 + (found[less].error or 0) ** 2)
        apart.append(f"{more} from {less} {(found[more].mean - found[less].mean) / error if error else 0:.1f}")
    return f"mean loss a decision, standard errors: {', '.join(told)}; apart in standard errors: {', '.join(apart)}"


def flags_of(sheet: str, seed: int, worlds: int) -> Row:
    """Random plays among those of rule players: what is flagged, what fresh deals say of it."""
    counts = dict.fromkeys(("costly", "caught", "flagged", "confirmed"), 0)
    claimed = checked = 0.0
    record, number = played(sheet, 2000 + seed, all_of("noise"))
    for decision, made, found in judged(record, number, 5, worlds):
        if found.loss is None or found.best is None:
            continue
        fresh = against(decision, made, found.best, 2 * worlds, f"fresh {record.id} {found.seed}")
        if fresh is None:
            continue
        loss, error = fresh
        flag = found.grade(LIMITS) == "mistake"
        if loss >= COSTLY[found.unit] and loss - CONFIDENCE * error > 0:
            counts["costly"] += 1
            counts["caught"] += flag
        if flag:
            counts["flagged"] += 1
            counts["confirmed"] += loss - CONFIDENCE * error > 0 and loss >= LIMITS.of(found.unit) / 2
            claimed += found.loss
            checked += loss
    return {**counts, "claimed": claimed, "checked": checked}


def flags(rows: Sequence[Row]) -> str:
    costly, caught, flagged, confirmed, claimed, checked = (
        sum(row[name] for row in rows) for name in ("costly", "caught", "flagged", "confirmed", "claimed", "checked")
    )
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


def beats_of(sheet: str, seed: int, worlds: int) -> Row:
    """A deal twice, the searching players on either side: what they win of it."""
    del worlds
    results = []
    for side in (0, 1):
        players: dict[int, Player] = {seat: "search" if seat % 2 == side else "rule" for seat in range(6)}
        results.append(result(*played(sheet, 3000 + seed, players)))
    return {"gain": (results[0] - results[1]) / 2}


def beats(rows: Sequence[Row]) -> str:
    gains = [row["gain"] for row in rows]
    mean = sum(gains) / len(gains)
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1) / len(gains))
    return f"{mean:+.2f} ± {CONFIDENCE * error:.2f} (95 %) a deal, {len(gains)} deals on both sides"


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


def coverage_of(sheet: str, seed: int, worlds: int) -> Row:
    """How often the interval of a loss has in it what 1,000 deals say of the same two plays."""
    inside = count = 0
    record, number = played(sheet, 4000 + seed, all_of("noise"))
    for decision, made, found in judged(record, number, 12, worlds):
        if found.loss is None or found.error is None or found.best is None or found.best == made:
            continue
        fresh = against(decision, made, found.best, 1000, f"cover {record.id} {found.seed}")
        if fresh is None:
            continue
        reach = CONFIDENCE * sqrt(found.error**2 + fresh[1] ** 2)
        inside, count = inside + (abs(found.loss - fresh[0]) <= reach), count + 1
    return {"inside": inside, "count": count}


def coverage(rows: Sequence[Row]) -> str:
    inside, count = (sum(row[name] for row in rows) for name in ("inside", "count"))
    return f"{inside} of {count} intervals have the loss by 1,000 deals in them"


def time_of(sheet: str, seed: int, worlds: int) -> Row:
    """CPU time of the decisions of a hand."""
    record, number = played(sheet, 5000 + seed, all_of("noise"))
    begun = time.process_time()
    count = sum(found.loss is not None for _, _, found in judged(record, number, 1, worlds))
    return {"seconds": time.process_time() - begun, "count": count}


def taken(rows: Sequence[Row]) -> str:
    spent, count = (sum(row[name] for row in rows) for name in ("seconds", "count"))
    build = "compiled (`make native`)" if COMPILED else "Python alone"
    return f"{1000 * spent / count:.0f} ms of CPU time a decision, {spent / len(rows):.1f} s a hand; {build}"


class Part(NamedTuple):
    """What is found of a hand of a sheet, by its seed and the number of worlds; what it comes to; of how many hands."""

    of: Callable[[str, int, int], Row]
    said: Callable[[Sequence[Row]], str]
    hands: int
    sheets: Sequence[str] = BOTH


PARTS: Final = {
    "time": Part(time_of, taken, 2, ("shengji", "chaodipi", "shuangkou", "guandan-1", "guandan-3", "daguai")),
    "coverage": Part(coverage_of, coverage, 250),
    "flags": Part(flags_of, flags, 60),
    "beats": Part(beats_of, beats, 400),
    "order": Part(order_of, order, 150),
}


def measured(part: str, sheet: str, seeds: Sequence[int], worlds: int, kept: Path) -> list[Row]:
    """What is found of hands, in their order: what an earlier run kept is read, and what is found is kept at once, so that
    one that was broken off is gone on with, and several may share the work. Times are never kept.
    """
    file = kept / f"{part}-{sheet}-{worlds}-judge{VERSION}.ndjson"
    known: dict[int, Row] = {}
    if part != "time" and file.is_file():
        known = {row["seed"]: row for row in map(json.loads, file.read_text("utf-8").splitlines())}
    for seed in seeds:
        if seed not in known:
            known[seed] = {"seed": seed, **PARTS[part].of(sheet, seed, worlds)}
            if part != "time":
                kept.mkdir(parents=True, exist_ok=True)
                with file.open("a", encoding="utf-8") as added:
                    added.write(json.dumps(known[seed]) + "\n")
            if len(known) % 10 == 0:
                print(f"… {part} {sheet}: {PARTS[part].said(list(known.values()))}", flush=True)
    return [known[seed] for seed in sorted(known)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how far the review can be trusted.")
    parser.add_argument("part", choices=[*PARTS, "all"])
    parser.add_argument("--sheet", help="one alone (if left out: all of the part)")
    parser.add_argument("--hands", type=int, help="if left out, as many as the table asks for")
    parser.add_argument("--first", type=int, default=0, help="leave out the hands before this one, which another run measures")
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--kept", type=Path, default=Path("out/calibration"), help="where what is found of each hand is kept")
    parser.add_argument("--write", action="store_true", help="into data/REVIEW.md")
    asked = parser.parse_args()
    for part in PARTS if asked.part == "all" else [asked.part]:
        hands = asked.hands or PARTS[part].hands
        for sheet in PARTS[part].sheets if asked.sheet is None else [asked.sheet]:
            rows = measured(part, sheet, range(asked.first, hands), asked.worlds, asked.kept)
            told = PARTS[part].said(rows)
            print(f"{part} {sheet}, {len(rows)} hands: {told}", flush=True)
            if asked.write:
                WRITTEN.write_text(with_row(WRITTEN.read_text("utf-8"), part, sheet, len(rows), told), "utf-8")


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
