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

Each test is a family of its own and goes through Benjamini and Hochberg's procedure at 5 %: where nobody did anything, a test
names anybody at all in at most 5 runs of 100. What a run finds of what is there, and how often it names somebody for nothing,
is measured by `make integrity` and stands in `data/INTEGRITY.md`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import factorial, log, prod
from typing import Any, Final, NamedTuple

import numpy as np
from scipy.stats import binomtest, mannwhitneyu

from analytics.chance import Examined, Permutation, Question, centred, controlled, hash_of, permuted, thinks, together, varied
from analytics.dealt import KITTY, known_deal
from analytics.plays import Plays, plays_of
from analytics.reader import Reader
from analytics.statistics import TOGETHER
from analytics.units import UNITS
from ingest.parse import Parsed, parse
from ingest.rejection import Place as Origin
from replay.cards import count_cards, split_cards
from replay.family import hand_views
from replay.notation import PASS
from replay.record import GameRecord
from replay.rulesheet import FamilyName
from replay.sheets import SHEETS, Sheet, sheet_of
from replay.states import Count

LEAST: Final[Mapping[Question, int]] = {"hesitation": 60, "habit": 6, "signal": 60, "same_deal": 2, "correction": 6}
LEAST_OTHERS: Final = 20
"""Matches of other players beside whom the habit of one is looked at."""
LEAST_EACH: Final = 3
"""Passes, and other follows, that a match needs before it tells of a habit."""
MOST_TURNS: Final = 1200
"""Of a unit with more turns so many are tested, chosen by a hash: more would say the same and take longer."""
PHASE: Final = 4
"""Tricks that count as the same part of a hand."""
POINT_RANKS: Final = frozenset("5TK")
SHOWN: Final = 3


class Turn(NamedTuple):
    """A pass or a follow with its think time. `kind` is what it is compared within, `answer` whether the partner acted
    after it in the trick (None: he did not come to play), `place` the match, hand and ply.
    """

    player: str
    pair: str
    kind: tuple[str, bool, int]
    choices: int | Count
    seconds: float
    answer: bool | None
    place: tuple[str, int, int]

    @property
    def legal(self) -> int:
        """How many legal plays there were: of the turns that are tested alone, for of some it takes long to tell."""
        return self.choices if isinstance(self.choices, int) else self.choices()


def examined(
    reader: Reader, sheet: str | None = None, event: str | None = None, progress: Callable[[int], object] | None = None
) -> list[Examined]:
    """Every unit with enough to test, the least likely first."""

    def read() -> Iterator[GameRecord]:
        for number, record in enumerate(records(reader, sheet, event), start=1):
            yield record
            if progress is not None:
                progress(number)

    return controlled([*in_records(read()), *leanings(corrections(reader, sheet, event))])


def in_records(played: Iterable[GameRecord]) -> list[Examined]:
    """What the records themselves let test: think times and deals."""
    turns: dict[str, list[Turn]] = defaultdict(list)
    deals: dict[tuple[str, str], list[tuple[int, str, tuple[str, int, int]]]] = defaultdict(list)
    for record in played:
        turns[record.sheet] += turns_of(record)
        if record.event is not None and record.event.id is not None:
            deals[record.sheet, record.event.id] += deals_of(record)
    found: list[Examined] = []
    asked: list[Permutation] = []
    for key, listed in sorted(turns.items()):
        asked += hesitations(key, listed)
        found += signals(key, listed)
        found += habits(key, listed)
    return [*permuted(asked), *found, *same_deals(deals)]


# --- What is read --------------------------------------------------------------------------------------------

RECORDS: Final = """
SELECT match, raw
FROM stored.records AS bytes
JOIN (SELECT first, match FROM stored.latest WHERE (? IS NULL OR sheet = ?) AND (? IS NULL OR event = ?)) AS latest
    ON bytes.record = latest.first
WHERE match IN (SELECT unnest(CAST(? AS VARCHAR[])))
ORDER BY match
"""
MATCHES: Final = """
SELECT match FROM stored.latest WHERE (? IS NULL OR sheet = ?) AND (? IS NULL OR event = ?) ORDER BY match
"""
AT_ONCE: Final = 200


def matches(reader: Reader, sheet: str | None, event: str | None) -> int:
    """How many matches there are to read."""
    return reader.query(MATCHES, (sheet, sheet, event, event)).height


def records(reader: Reader, sheet: str | None, event: str | None) -> Iterator[GameRecord]:
    """The latest record of each match, by match."""
    asked = (sheet, sheet, event, event)
    matches = reader.query(MATCHES, asked)["match"].to_list()
    for start in range(0, len(matches), AT_ONCE):
        for raw in reader.query(RECORDS, (*asked, matches[start : start + AT_ONCE]))["raw"]:
            parsed = parse(raw, Origin())
            if isinstance(parsed, Parsed):
                yield parsed.record


def turns_of(record: GameRecord) -> Iterator[Turn]:
    """The turns of a record that have a think time and a known number of legal plays."""
    sheet = sheet_of(record)
    people = {seat: player.id for seat, player in record.seats.items()}
    pairs = {
        seat: TOGETHER.join(sorted(people[each] for each in side))
        for side in sheet.sides
        for seat in side
        if set(side) <= people.keys()
    }
    if not any(any(map(any, hand.seconds)) for hand in record.hands):
        return
    for view in hand_views(record):
        hand = view.hand
        if not hand.tricks or not any(map(any, hand.seconds)):
            continue
        choices, plays = view.choices(), plays_of(sheet, hand)
        for trick, (start, end) in enumerate(plays.spans()):
            for at in range(start, end):
                seat, seconds, count = plays.seats[at], plays.seconds[at], next(choices, None)
                if count is not None and seconds is not None and seat in pairs:
                    kind = (seat, plays.cards[at] == PASS, trick // PHASE)
                    told = (people[seat], pairs[seat], kind, count, seconds)
                    yield Turn(*told, answer_to(sheet, plays, at, end), (record.id, hand.no, at + 1))


def answer_to(sheet: Sheet, plays: Plays, at: int, end: int) -> bool | None:
    """Whether the next play of a partner in the trick, which ends there, is an action."""
    seat = plays.seats[at]
    partners = next(side for side in sheet.sides if seat in side)
    for after, cards in zip(plays.seats[at + 1 : end], plays.cards[at + 1 : end], strict=True):
        if after != seat and after in partners:
            return ACTS[sheet.family](cards)
    return None


def gives_points(cards: str) -> bool:
    return any(card[0] in POINT_RANKS for card in split_cards(cards))


def beats(cards: str) -> bool:
    return cards != PASS


ACTS: Final[Mapping[FamilyName, Callable[[str], bool]]] = {"tricks": gives_points, "climbing": beats}
"""What counts as an action, by family: any play but a pass, or, where nobody may pass, points."""


def deals_of(record: GameRecord) -> Iterator[tuple[int, str, tuple[str, int, int]]]:
    """Of each whole deal: how many such there are (as a logarithm, rounded down), the deal, and where it is."""
    sheet = sheet_of(record)
    for hand in record.hands:
        cards = known_deal(sheet, hand)
        if cards is not None:
            sizes = [count_cards(held) for held in cards.values()]
            ways = int(log(factorial(sum(sizes)) // prod(map(factorial, sizes))) - sum(sizes) // 2 * log(2))
            places = (*sheet.seats, *([KITTY] if KITTY in cards else []))
            yield ways, " / ".join(" ".join(sorted(split_cards(cards[place]))) for place in places), (record.id, hand.no, 0)


# --- The tests -----------------------------------------------------------------------------------------------


def hesitations(sheet: str, turns: Iterable[Turn]) -> Iterator["Permutation"]:
    """Players whose passes and follows take longer the fewer legal plays they have."""
    for player, own in grouped(turns, lambda turn: turn.player):
        kinds = np.array([hash_of(turn.kind) for turn in own])
        spread = centred(kinds, np.log([turn.legal for turn in own]))
        times = centred(kinds, np.array([turn.seconds for turn in own]))
        used = varied(kinds, spread)
        if used.sum() >= LEAST["hesitation"]:
            slow = sorted((turn for turn in own if turn.legal == 1), key=lambda turn: (-turn.seconds, turn.place))
            told = Examined("hesitation", sheet, player, int(used.sum()), 0.0, 1.0, places=first_places(slow))
            yield Permutation(told, kinds[used], -spread[used], times[used])


def signals(sheet: str, turns: Iterable[Turn]) -> Iterator[Examined]:
    """Pairs in which a partner acts otherwise in the trick after a long think than after a short one."""
    for pair, own in grouped((turn for turn in turns if turn.answer is not None), lambda turn: turn.pair):
        kinds = np.array([hash_of((turn.player, *turn.kind[1:], min(turn.legal, 4))) for turn in own])
        long = thinks(kinds, np.array([turn.seconds for turn in own]))
        answers = np.array([float(bool(turn.answer)) for turn in own])
        used = varied(kinds, answers)
        if used.sum() >= LEAST["signal"] and 0 < long[used].sum() < used.sum():
            of_long, of_short = answers[used & (long > 0)].mean(), answers[used & (long == 0)].mean()
            longest = sorted(
                (turn for turn, each in zip(own, long, strict=True) if each), key=lambda turn: (-turn.seconds, turn.place)
            )
            effect = round(float(of_long - of_short), 4)
            p = together(kinds[used], answers[used], long[used])
            yield Examined("signal", sheet, pair, int(used.sum()), effect, p, places=first_places(longest))


def habits(sheet: str, turns: Iterable[Turn]) -> Iterator[Examined]:
    """Players whose passes, beside their other follows in the match, take longer than those of the others.

    The effect is how often a match of his shows more of it than one of the others', less a half.
    """
    of_match: dict[tuple[str, str], tuple[list[Turn], list[Turn]]] = defaultdict(lambda: ([], []))
    for turn in turns:
        if turn.seconds > 0:
            of_match[turn.player, turn.place[0]][not turn.kind[1]].append(turn)
    shown: dict[str, list[tuple[float, Turn]]] = defaultdict(list)
    for (player, _), (passes, follows) in sorted(of_match.items()):
        if min(len(passes), len(follows)) >= LEAST_EACH:
            paces = [sorted(log(turn.seconds) for turn in each) for each in (passes, follows)]
            slowest = max(passes, key=lambda turn: (turn.seconds, turn.place))
            shown[player].append((sum(paces[0]) / len(paces[0]) - sum(paces[1]) / len(paces[1]), slowest))
    for player, own in shown.items():
        others = [value for other, values in shown.items() if other != player for value, _ in values]
        if len(own) >= LEAST["habit"] and len(others) >= LEAST_OTHERS:
            above = mannwhitneyu([value for value, _ in own], others, alternative="greater")
            effect = round(float(above.statistic) / (len(own) * len(others)) - 0.5, 4)
            slow = sorted((turn for _, turn in own), key=lambda turn: (-turn.seconds, turn.place))
            yield Examined("habit", sheet, player, len(own), effect, float(above.pvalue), places=first_places(slow))


def same_deals(deals: Mapping[tuple[str, str], Sequence[tuple[int, str, tuple[str, int, int]]]]) -> Iterator[Examined]:
    """Events in which two hands were dealt alike. By chance that has at most the number of pairs over the number of deals."""
    for (sheet, event), listed in sorted(deals.items()):
        if len(listed) < LEAST["same_deal"]:
            continue
        at: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
        for _, deal, place in listed:
            at[deal].append(place)
        again = [place for places in at.values() if len(places) > 1 for place in places]
        pairs = len(listed) * (len(listed) - 1) / 2
        chance = min(1.0, pairs * float(np.exp(-min(ways for ways, _, _ in listed)))) if again else 1.0
        yield Examined("same_deal", sheet, event, len(listed), float(len(again)), chance, places=tuple(sorted(again)[:SHOWN]))


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
            p = float(binomtest(good, len(listed), 0.5, alternative="greater").pvalue)
            places = tuple((match, 1, 0) for each, match in listed if each)[:SHOWN]
            yield Examined("correction", key, unit, len(listed), round(good / len(listed), 4), p, places=places)


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


def grouped(turns: Iterable[Turn], unit: Callable[[Turn], str]) -> Iterator[tuple[str, list[Turn]]]:
    """The turns of each unit, in an order that nothing but themselves decides; of very many, those with the least hashes."""
    by_unit: dict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        by_unit[unit(turn)].append(turn)
    for name, own in sorted(by_unit.items()):
        own.sort(key=lambda turn: (hash_of(turn.place), turn.place))
        yield name, sorted(own[:MOST_TURNS], key=lambda turn: turn.place)


def first_places(turns: Iterable[Turn]) -> tuple[tuple[str, int, int], ...]:
    return tuple(turn.place for _, turn in zip(range(SHOWN), turns, strict=False))
