"""Integrity: what a person should look at again. It accuses nobody: a test says that something is rare by chance.

| test | unit | what is asked | least |
|---|---|---|---|
| `hesitation` | player | whether passes and follows took longer the fewer legal plays there were | 60 turns |
| `habit` | player | whether his passes took longer, beside his other follows, than others' do | 6 matches, 20 of others |
| `signal` | pair | whether the partner acted otherwise in the trick after a long think than after a short one | 60 turns |
| `same_deal` | event | whether two hands were dealt alike | 2 whole deals |
| `correction` | pair | whether claims corrected after the result was known went its way more often than not | 6 matches |

`hesitation` and `signal` compare turns of the same kind alone (passed or not, how far into the hand, how many legal plays).
The first permutes the think times among these, seeded by what is tested; in the second both are yes or no, so that what all
permutations come to is known exactly. `habit` is Mann and Whitney's test of one number a match, for the turns of a match go
together; it knows of no kinds, so that whoever is always slow on a pass stands out beside the others. `same_deal` is bounded by
the number of deals that there are, `correction` is exact binomial.

Of each player the turns of some matches are judged, chosen by a hash of their ids until there are enough of them
(`analytics/turns.py`); `habit`, `same_deal` and `correction` are asked of all. `matches` says how many a test looked at, and
`of` how many there are.

Each test is a family of its own and goes through Benjamini and Hochberg's procedure at 5 %: where nobody did anything, a test
names anybody at all in at most 5 runs of 100. What a run finds of what is there, and how often it names somebody for nothing,
is measured by `make integrity` and stands in `data/INTEGRITY.md`.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from itertools import groupby, islice
from typing import Any, Final

import numpy as np
import scipy

from paipu.analytics.chance import (
    FIRST_SHUFFLES,
    Examined,
    Integers,
    Kinds,
    Permutation,
    Question,
    centred,
    controlled,
    permuted,
    thinks,
    together,
    varied,
)
from paipu.analytics.keys import TOGETHER
from paipu.analytics.reader import Reader
from paipu.analytics.turns import At, Deal, Facts, Pace, Turn, chosen, facts_in, hash_of, turns_in
from paipu.analytics.units import UNITS
from paipu.ingest.pool import Processes
from paipu.ingest.stream import no_collection
from paipu.replay.sheets import SHEETS

LEAST: Final[Mapping[Question, int]] = {"hesitation": 60, "habit": 6, "signal": 60, "same_deal": 2, "correction": 6}
LEAST_OTHERS: Final = 20
"""Matches of other players beside whom the habit of one is looked at."""
MOST_TURNS: Final = 1200
"""Of a unit with more turns so many are tested, chosen by a hash: more would say the same and take longer."""
SHOWN: Final = 3


def examined(
    reader: Reader,
    sheet: str | None = None,
    event: str | None = None,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
) -> list[Examined]:
    """Every unit with enough to test, the least likely first; `progress` is told how many records have been read."""
    facts: list[Facts] = []
    every = raws(reader, matches(reader, sheet, event))
    with Processes(workers) as crew, no_collection():
        with closing(crew.in_order(facts_in, ([raw for _, raw in batch] for batch in every))) as read:
            for _, some in read:
                import_module("scipy.stats")  # takes a second, in which the workers read on
                facts += some
                if progress is not None:
                    progress(len(facts))
        players, sheets = chosen(facts), {each.match: each.sheet for each in facts}
        of_sheets = sorted(players, key=lambda match: (sheets[match], match))
        wanted = ((raw, players[match]) for some in raws(reader, of_sheets) for match, raw in some)
        with closing(crew.in_order(turns_in, iter(lambda: list(islice(wanted, JUDGED_AT_ONCE)), []))) as judged:
            found = in_records(facts, by_sheet(told for _, listed in judged for told in listed))
    return controlled([*found, *leanings(corrections(reader, sheet, event))])


def by_sheet(judged: Iterable[tuple[str, list[Turn]]]) -> Iterator[tuple[str, list[Turn]]]:
    """The turns of each sheet, once all of its records have been judged, which come together: the workers judge the next."""
    for sheet, told in groupby(judged, lambda each: each[0]):
        yield sheet, [turn for _, turns in told for turn in turns]


def in_records(facts: Sequence[Facts], turns: Iterable[tuple[str, Sequence[Turn]]]) -> list[Examined]:
    """What the records themselves let test: think times, by sheet the turns of those that were `chosen`, and deals. Of a sheet
    all that can be done is done before the turns of the next are asked for.
    """
    paces: dict[str, list[Pace]] = defaultdict(list)
    deals: dict[tuple[str, str], list[Deal]] = defaultdict(list)
    played: dict[tuple[str, str], int] = defaultdict(int)
    for each in facts:
        paces[each.sheet] += each.paces
        if each.event is not None:
            deals[each.sheet, each.event] += each.deals
        for unit in (*each.turns, *each.pairs):
            played[each.sheet, unit] += 1
    found: list[Examined] = []
    asked: list[Permutation] = []
    for key, listed in turns:
        for test in hesitations(key, listed):
            test.shuffle(FIRST_SHUFFLES)
            asked.append(test)
        found += signals(key, listed)
        found += habits(key, paces.pop(key, ()))
    for key, shown in paces.items():
        found += habits(key, shown)
    seen = [each._replace(of=played[each.sheet, each.unit]) for each in (*permuted(asked), *found)]
    return [*seen, *same_deals(deals)]


# --- What is read --------------------------------------------------------------------------------------------

RECORDS: Final = """
SELECT match, raw
FROM stored.records AS bytes
JOIN (SELECT first, match FROM stored.latest WHERE match IN (SELECT unnest(CAST(? AS VARCHAR[])))) AS latest
    ON bytes.record = latest.first
"""
MATCHES: Final = """
SELECT match FROM stored.latest WHERE (? IS NULL OR sheet = ?) AND (? IS NULL OR event = ?) ORDER BY match
"""
READ_AT_ONCE: Final = 200
JUDGED_AT_ONCE: Final = 10
"""Records that are judged together, which takes long: all workers are to have some."""


def matches(reader: Reader, sheet: str | None, event: str | None) -> list[str]:
    """The matches that there are to read."""
    return reader.query(MATCHES, (sheet, sheet, event, event))["match"].to_list()


def raws(reader: Reader, matches: Sequence[str]) -> Iterator[list[tuple[str, bytes]]]:
    """Each of some matches, in their order, and the bytes of its latest record, some at a time."""
    for start in range(0, len(matches), READ_AT_ONCE):
        some = matches[start : start + READ_AT_ONCE]
        found = dict(reader.query(RECORDS, (some,)).iter_rows())
        yield [(match, found[match]) for match in some]


# --- The tests -----------------------------------------------------------------------------------------------


def hesitations(sheet: str, turns: Iterable[Turn]) -> Iterator["Permutation"]:
    """Players whose passes and follows take longer the fewer legal plays they have."""
    for player, own in grouped(turns, lambda turn: turn.player):
        kinds = hashes([turn.kind for turn in own])
        of_kind, legal = Kinds(kinds), np.array([turn.legal for turn in own], dtype=np.float64)
        spread, times = centred(of_kind, legal), centred(of_kind, np.array([turn.seconds for turn in own]))
        used = varied(of_kind, legal)
        if used.sum() >= LEAST["hesitation"]:
            slow = sorted((turn for turn in own if turn.legal == 1), key=lambda turn: (-turn.seconds, turn.place))
            number = matches_of(own)
            told = Examined("hesitation", sheet, player, int(used.sum()), 0.0, 1.0, places=first_places(slow), matches=number)
            yield Permutation(told, kinds[used], -spread[used], times[used])


def signals(sheet: str, turns: Iterable[Turn]) -> Iterator[Examined]:
    """Pairs in which a partner acts otherwise in the trick after a long think than after a short one."""
    for pair, own in grouped((turn for turn in turns if turn.answer is not None), lambda turn: turn.pair):
        kinds = hashes([(turn.player, *turn.kind[1:], min(turn.legal, 4)) for turn in own])
        of_kind = Kinds(kinds)
        long = thinks(of_kind, np.array([turn.seconds for turn in own]))
        answers = np.array([float(bool(turn.answer)) for turn in own])
        used = varied(of_kind, answers)
        if used.sum() >= LEAST["signal"] and 0 < long[used].sum() < used.sum():
            of_long, of_short = answers[used & (long > 0)].mean(), answers[used & (long == 0)].mean()
            longest = sorted(
                (turn for turn, each in zip(own, long, strict=True) if each), key=lambda turn: (-turn.seconds, turn.place)
            )
            effect = round(float(of_long - of_short), 4)
            p = together(kinds[used], answers[used], long[used])
            number = matches_of(own)
            yield Examined("signal", sheet, pair, int(used.sum()), effect, p, places=first_places(longest), matches=number)


def habits(sheet: str, paces: Iterable[Pace]) -> Iterator[Examined]:
    """Players whose passes, beside their other follows in the match, take longer than those of the others.

    The effect is how often a match of his shows more of it than one of the others', less a half.
    """
    shown: dict[str, list[Pace]] = defaultdict(list)
    for pace in sorted(paces, key=lambda pace: (pace.player, pace.place)):
        shown[pace.player].append(pace)
    for player, own in shown.items():
        if len(own) < LEAST["habit"]:
            continue
        others = [pace.more for other, listed in shown.items() if other != player for pace in listed]
        if len(others) >= LEAST_OTHERS:
            above = scipy.stats.mannwhitneyu([pace.more for pace in own], others, alternative="greater")
            effect = round(float(above.statistic) / (len(own) * len(others)) - 0.5, 4)
            slow = sorted(own, key=lambda pace: (-pace.seconds, pace.place))
            p = float(above.pvalue)
            yield Examined("habit", sheet, player, len(own), effect, p, places=first_places(slow), matches=len(own))


def same_deals(deals: Mapping[tuple[str, str], Sequence[Deal]]) -> Iterator[Examined]:
    """Events in which two hands were dealt alike. By chance that has at most the number of pairs over the number of deals."""
    for (sheet, event), listed in sorted(deals.items()):
        if len(listed) < LEAST["same_deal"]:
            continue
        at: dict[bytes, list[At]] = defaultdict(list)
        for deal in listed:
            at[deal.cards].append(deal.place)
        again = [place for places in at.values() if len(places) > 1 for place in places]
        pairs = len(listed) * (len(listed) - 1) / 2
        chance = min(1.0, pairs * float(np.exp(-min(deal.ways for deal in listed)))) if again else 1.0
        number, places = len({deal.place[0] for deal in listed}), tuple(sorted(again)[:SHOWN])
        yield Examined(
            *("same_deal", sheet, event, len(listed), float(len(again)), chance), places=places, matches=number, of=number
        )


CORRECTIONS: Final = f"""
WITH held AS (SELECT record, match, sheet, event, first FROM stored.audited),
counted AS (SELECT record FROM stored.latest WHERE (? IS NULL OR sheet = ?) AND (? IS NULL OR event = ?)),
before AS (
    SELECT match, arg_max(record, first) AS old
    FROM held ANTI JOIN stored.latest USING (record)
    GROUP BY match
),
pairs AS (
    SELECT held.record, old, match, sheet
    FROM held SEMI JOIN counted USING (record) JOIN before USING (match)
    JOIN (SELECT record AS old FROM stored.claims WHERE hand_index IS NULL AND field = 'winner') USING (old)
),
dealers AS (SELECT record, hand_index, dealer FROM stored.computed),
changed AS (
    SELECT pairs.record, match, sheet, now.field, now.hand_index, dealer, now.side, was.claimed AS was, now.claimed AS now
    FROM pairs
    JOIN stored.claims AS now USING (record)
    JOIN stored.claims AS was ON was.record = old AND was.field = now.field
        AND was.hand_index IS NOT DISTINCT FROM now.hand_index AND was.side IS NOT DISTINCT FROM now.side
    LEFT JOIN dealers ON dealers.record = pairs.record AND dealers.hand_index = now.hand_index
    WHERE was.claimed <> now.claimed AND now.field IN ('winner', 'attackers', 'score', 'points', 'levels')
)
SELECT sheet, match, field, dealer, side, was, now, players, seats
FROM changed
JOIN (FROM ({UNITS}) WHERE kind = 'pair') USING (record)
ORDER BY sheet, match, field, hand_index, seats
"""  # noqa: S608 - constants of ours


def corrections(reader: Reader, sheet: str | None, event: str | None) -> Mapping[tuple[str, str, str], int]:
    """Which way claims were corrected after the winner of the match was on record, by sheet, unit and match: above 0 to the
    good of the unit, below it to that of the other side. The winner weighs most, else what most of the changes did.
    """
    ways: dict[tuple[str, str, str], int] = defaultdict(int)
    for row in reader.query(CORRECTIONS, (sheet, sheet, event, event)).iter_rows(named=True):
        if row["seats"] in SHEETS[row["sheet"]].sides:  # teams seated as drawn have no sides to compare claims by
            ways[row["sheet"], TOGETHER.join(row["players"]), row["match"]] += favour(row)
    return ways


def leanings(ways: Mapping[tuple[str, str, str], int]) -> Iterator[Examined]:
    """Pairs to whose good matches were corrected more often than to that of others. A match counts once."""
    by_unit: dict[tuple[str, str], list[tuple[bool, str]]] = defaultdict(list)
    for (key, unit, match), way in sorted(ways.items()):
        if way:
            by_unit[key, unit].append((way > 0, match))
    for (key, unit), listed in by_unit.items():
        if len(listed) >= LEAST["correction"]:
            good = sum(each for each, _ in listed)
            p = float(scipy.stats.binomtest(good, len(listed), 0.5, alternative="greater").pvalue)
            places = tuple((match, 1, 0) for each, match in listed if each)[:SHOWN]
            number, effect = len(listed), round(good / len(listed), 4)
            yield Examined("correction", key, unit, number, effect, p, places=places, matches=number, of=number)


WINNER_WEIGHS: Final = 1_000_000


def favour(row: Mapping[str, Any]) -> int:
    """Whether a change of a claim is to the good of a unit: 1 or more if it is, -1 or less if it is to the other side's."""
    own = row["seats"]
    if row["field"] == "winner":
        return WINNER_WEIGHS * (int(row["now"] == own) - int(row["was"] == own))
    if row["field"] == "attackers":
        if row["dealer"] is None:
            return 0
        more = 1 if int(row["now"]) > int(row["was"]) else -1
        return -more if row["dealer"] in own else more
    if row["field"] == "levels":
        ladder = "23456789TJQKA"
        if row["now"] not in ladder or row["was"] not in ladder:
            return 0
        more = 1 if ladder.index(row["now"]) > ladder.index(row["was"]) else -1
    else:
        more = 1 if int(row["now"]) > int(row["was"]) else -1
    return more if row["side"] == own else -more


# --- Turns of a unit -----------------------------------------------------------------------------------------


def hashes(values: Sequence[Hashable]) -> Integers:
    """The hash of each value, of which many are alike."""
    known = {value: hash_of(value) for value in set(values)}
    return np.array([known[value] for value in values])


def grouped(turns: Iterable[Turn], unit: Callable[[Turn], str]) -> Iterator[tuple[str, list[Turn]]]:
    """The turns of each unit, in an order that nothing but themselves decides; of very many, those with the least hashes."""
    by_unit: dict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        by_unit[unit(turn)].append(turn)
    for name, own in sorted(by_unit.items()):
        if len(own) > MOST_TURNS:
            own.sort(key=lambda turn: (hash_of(turn.place), turn.place))
        yield name, sorted(own[:MOST_TURNS], key=lambda turn: turn.place)


def matches_of(turns: Iterable[Turn]) -> int:
    return len({turn.place[0] for turn in turns})


def first_places(turns: Iterable[Turn | Pace]) -> tuple[At, ...]:
    return tuple(turn.place for _, turn in zip(range(SHOWN), turns, strict=False))
