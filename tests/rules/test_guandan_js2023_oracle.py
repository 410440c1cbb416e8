"""The Jiangsu rules against the independent reading of their text: hands, clocks, faults and what they add up to, results."""

import random
from collections import Counter
from itertools import product
from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.cards import RANKS
from paipu.replay.record import Effect, GameRecord, Hand, Incident, MatchClaims, Ruling, Start
from tests.many import deep
from tests.oracle import guandan_js2023 as oracle
from tests.oracle.cards import SIDES, other_side, side_of
from tests.rules.climbing_build import Board, board, placed, record_of
from tests.rules.test_climbing_oracle import check_hands

JS: Final = "guandan-js2023"
CODES: Final = {
    "PENALTY-WARNING": "warning",
    "PENALTY-VIOLATION": "violation",
    "PENALTY-FOUL": "foul",
    "PENALTY-LOST": "lost",
    "PENALTY-FORFEIT": "forfeit",
}


@pytest.mark.parametrize("faults", [0.0, 0.03])
def test_some_hands(faults: float) -> None:
    check_hands(JS, 23, 8, faults)


@pytest.mark.deep
@pytest.mark.parametrize("faults", [0.0, 0.03])
def test_three_thousand_hands(faults: float) -> None:
    check_hands(JS, 24, 3000, faults)


# -- faults


def fault(rng: random.Random) -> tuple[Incident, oracle.Step | None]:
    """An incident, and the step that it comes to by itself."""
    kind = rng.choice((*oracle.SIMPLE, "draw_seen", "draw_kept", "pack_count", "hand_count", "tribute_wrong", "late"))
    seat = rng.choice("ENWS")
    if kind == "late":
        seconds = rng.choice((1, 299, 300, 599, 600, 1200))
        return Incident(kind=kind, seat=seat, seconds=seconds), oracle.late(seconds)
    if kind == "tribute_wrong":
        noticed = rng.choice(((0, 0), (1, 1), (3, 2)))
        return Incident(kind=kind, seat=seat, at=(0, 0), noticed=noticed), oracle.wrong_tribute(played=noticed != (0, 0))
    if kind.startswith("draw"):
        return Incident(kind=kind, seat=seat), oracle.drew_out_of_turn(in_hand=kind == "draw_kept", seen=True)
    if kind.endswith("_count"):
        return Incident(kind=kind, seat=seat), oracle.wrong_count(own_hand=kind == "hand_count")
    return Incident(kind=kind, seat=seat, at=(1, 1)), oracle.SIMPLE[kind]


def check_steps(seed: int, count: int) -> Counter[str]:
    """Hands with faults, one of lateness in a hand at most: each step of each, and what adds up over the match."""
    rng, met = random.Random(seed), Counter[str]()
    for _ in range(count):
        ladder, hands, wanted = oracle.Ladder(), [], []
        for no in range(1, rng.randint(2, 5)):
            made = [fault(rng) for _ in range(rng.randint(0, 3))]
            while sum(incident.kind == "late" for incident, _ in made) > 1:
                made.pop()
            hands.append(Hand(no=no, tricks=("E 3s - - -",), level="2", incidents=tuple(incident for incident, _ in made)))
            for incident, step in sorted(made, key=lambda one: oracle.found_at(one[0].kind, one[0].at, one[0].noticed)):
                if step is not None:
                    wanted += [(no, incident.seat, each) for each in ladder.fault(side_of(incident.seat), step)]
        findings = audit(GameRecord(id="t", sheet=JS, hands=tuple(hands))).findings
        told = [(f.where.hand, f.seat, CODES[f.code]) for f in findings if f.code in CODES]
        assert told == wanted, hands
        met.update(step for _, _, step in wanted)
    return met


def test_steps_and_what_they_add_up_to() -> None:
    assert set(check_steps(1, 40) + check_steps(2, 40)) == set(CODES.values())


@pytest.mark.deep
def test_steps_of_three_thousand_matches() -> None:
    check_steps(2, 3000)


def reported(table: Board, at: tuple[int, int], noticed: tuple[int, int]) -> list[str]:
    """What it comes to that E did not report after a play, by the time when that was noticed."""
    incident = Incident(kind="unannounced", seat="E", at=at, noticed=noticed)
    findings = audit(record_of(JS, table.hand(incidents=(incident,)))).findings
    return [CODES[finding.code] for finding in findings if finding.code in CODES]


def test_reports_that_are_missing() -> None:
    """E leads singles, to which all pass; nobody else goes out before him."""
    table = board(seed=2).down_to("E", 1).run_out("E", "W")
    acts = [(trick, play, seat) for trick in range(17, 28) for play, seat in enumerate("ENWS", start=1)][: 4 * 10 + 1]
    for number, (trick, play, _) in enumerate(acts):
        since = [seat for _, _, seat in acts[1 : number + 1]]
        out = "E" if since.count("E") == 10 else None
        assert reported(table, (17, 1), (trick, play)) == [oracle.wrong_report(since, out, first=True)], (trick, play)


# -- results


def index(level: int) -> str:
    return RANKS[min(level, 14) - 2]


SOME_LEVELS = pytest.mark.parametrize("some", [range(2, 15, 4), deep(range(2, 15))], ids=["some", "all"])


@SOME_LEVELS
def test_results_by_the_levels(some: range) -> None:
    """Pairs of levels at which a match may be stopped, and be ruled lost."""
    for one, other in product(some, repeat=2):
        levels = dict(zip(SIDES, (one, other), strict=True))
        start = Start(levels={side: index(level) for side, level in levels.items()})
        stopped = Hand(no=1, level=index(max(one, other)), tricks=("E 3s - - -",))
        record = GameRecord(id="t", sheet=JS, start=start, hands=(stopped,), claims=MatchClaims(reason="time"))
        match, ahead = audit(record).match, oracle.ahead(levels)
        assert (match.winner, match.drawn) == (ahead, ahead is None)
        assert match.points == oracle.match_points(ahead)
        assert match.score == oracle.difference_points(levels)
        for loser in SIDES:
            ruling = Ruling(id="r", hand=1, effect=Effect(loser=loser))
            record = GameRecord(id="t", sheet=JS, start=start, hands=(stopped,), rulings=(ruling,))
            match, after = audit(record).match, oracle.after_losing(levels, loser)
            assert match.winner == other_side(loser)
            assert match.levels == {side: index(level) for side, level in after.items()}, (levels, loser)
            assert match.score == oracle.difference_points(after), (levels, loser)
            assert match.points == oracle.match_points(other_side(loser))


@SOME_LEVELS
def test_levels_after_a_foul(some: range) -> None:
    """The level of the side in force, whichever side fouls."""
    for one, other, owner, offender in product(some, some, SIDES, SIDES):
        levels = dict(zip(SIDES, (one, other), strict=True))
        if one == other or (levels[owner] == 2):
            continue
        start = Start(levels={side: index(level) for side, level in levels.items()})
        foul = Incident(kind="signal", seat=offender[0])
        hand = Hand(no=1, level=index(levels[owner]), incidents=(foul,))
        ruling = Ruling(id="r", hand=1, effect=Effect(double=offender))
        result = audit(GameRecord(id="t", sheet=JS, start=start, hands=(hand,), rulings=(ruling,)))
        after, passed = oracle.after_foul(offender, levels, levels[owner])
        assert result.hands[0].levels == {side: index(level) for side, level in after.items()}
        assert result.match.winner == passed, (levels, owner, offender)


def test_tie_breaks() -> None:
    for first in "ENWS":
        table = board().down_to(first, 1)
        last = table.trick(f"{first} {table.hands[first][0]}").hand(3, tie_break=True)
        before = (placed("NESW"), placed("EWSN", 2))
        claims = MatchClaims(reason="hands")
        match = audit(record_of(JS, *before, last, levels={"EW": "4", "NS": "5"}, claims=claims)).match
        winner, levels = oracle.after_extra(first, {"EW": 7, "NS": 7})
        assert (match.winner, match.levels) == (winner, {side: index(level) for side, level in levels.items()})
