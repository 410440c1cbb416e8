"""What records tell of think times, for `analytics/integrity.py`: what reading them gives and, of some, what judging does.

How many legal plays a turn had is known only where the hand is replayed and its plays are counted, which costs ten times what
all else does. So of each player only some turns are judged: those of whole matches, chosen by a hash of their ids before
anything is known of them but how many turns he has in them. A worker process imports this module, and so nothing here imports
numpy.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from math import factorial, log, prod
from typing import Final, NamedTuple
from zlib import crc32

from paipu.analytics.dealt import KITTY, known_deal
from paipu.analytics.keys import TOGETHER
from paipu.analytics.plays import Plays, plays_of
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place as Origin
from paipu.ingest.stream import no_collection
from paipu.replay.cards import HIDDEN, count_cards, split_cards
from paipu.replay.family import hand_views
from paipu.replay.notation import PASS, UNSEEN
from paipu.replay.record import GameRecord, Hand
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import Sheet, sheet_of

ENOUGH_TURNS: Final = 400
"""Of a player, whose matches are judged until they have so many turns."""
TOLD_APART: Final = 8
"""So many legal plays, and more of them, count alike: it takes long to count many, and hardly longer to choose among them."""
LEAST_EACH: Final = 3
"""Passes, and other follows, that a match needs before it tells of a habit."""
PHASE: Final = 4
"""Tricks that count as the same part of a hand."""
POINT_RANKS: Final = frozenset("5TK")
NEVER: Final = (0.0, ("", 0, 0))

At = tuple[str, int, int]
"""A match, a hand and a ply."""


class Turn(NamedTuple):
    """A pass or a follow with its think time. `kind` is what it is compared within, `legal` how many legal plays there were, at
    most `TOLD_APART`, `answer` whether the partner acted after it in the trick (None: he did not come to play).
    """

    player: str
    pair: str
    kind: tuple[str, bool, int]
    legal: int
    seconds: float
    answer: bool | None
    place: At


class Pace(NamedTuple):
    """How much longer a player's passes in a match took than his other follows, in logarithms, and the slowest pass."""

    player: str
    more: float
    seconds: float
    place: At


class Deal(NamedTuple):
    """A whole deal: how many such there are (as a logarithm, rounded down), the cards, and where it is."""

    ways: int
    cards: bytes
    place: At


class Facts(NamedTuple):
    """What reading a record gives: how many turns each player has that judging it may tell of, the pairs, paces and deals."""

    match: str
    sheet: str
    event: str | None
    turns: Mapping[str, int]
    pairs: Sequence[str]
    paces: Sequence[Pace]
    deals: Sequence[Deal]


def hash_of(value: object) -> int:
    """The same on every machine."""
    return crc32(repr(value).encode())


def facts_in(raws: Sequence[bytes]) -> list[Facts]:
    """Of each record among some bytes."""
    with no_collection():
        return [facts_of(record) for record in parsed(raws)]


def turns_in(wanted: Sequence[tuple[bytes, AbstractSet[str]]]) -> list[tuple[str, list[Turn]]]:
    """The sheet of each record among some bytes, and the turns of those of its players who are `wanted`."""
    with no_collection():
        return [(record.sheet, list(turns_of(record, of))) for raw, of in wanted for record in parsed([raw])]


def parsed(raws: Iterable[bytes]) -> Iterator[GameRecord]:
    for raw in raws:
        read = parse(raw, Origin())
        if isinstance(read, Parsed):
            yield read.record


def facts_of(record: GameRecord) -> Facts:
    """What a record tells without being judged."""
    sheet = sheet_of(record)
    people, pairs = seated(sheet, record)
    turns: dict[str, int] = dict.fromkeys(sorted(set(people.values())), 0)
    seconds: dict[str, tuple[list[float], list[float]]] = {seat: ([], []) for seat in pairs}
    slowest: dict[str, tuple[float, At]] = {}
    for hand in record.hands:
        if not timed(hand):
            continue
        plays = plays_of(sheet, hand)
        leads = {start for start, _ in plays.spans()}
        told = [
            (at, seat, cards, took)
            for at, (seat, cards, took) in enumerate(zip(plays.seats, plays.cards, plays.seconds, strict=True))
            if took is not None and at not in leads and seat in pairs and cards != UNSEEN
        ]
        after = "".join([seat for _, seat, _, _ in told])
        for seat in known_seats(sheet, hand, plays) & pairs.keys():
            turns[people[seat]] += after.count(seat)
        for at, seat, cards, took in told:
            if took > 0:
                passed = cards == PASS
                seconds[seat][not passed].append(took)
                if passed and took >= slowest.get(seat, NEVER)[0]:
                    place = (took, (record.id, hand.no, at + 1))
                    slowest[seat] = max(slowest.get(seat, place), place)
    paces = [
        Pace(people[seat], mean_log(passes) - mean_log(follows), *slowest[seat])
        for seat, (passes, follows) in seconds.items()
        if min(len(passes), len(follows)) >= LEAST_EACH
    ]
    event = record.event.id if record.event is not None else None
    deals = list(deals_of(record)) if event is not None else []
    return Facts(record.id, record.sheet, event, turns, sorted(set(pairs.values())), paces, deals)


def mean_log(values: Sequence[float]) -> float:
    return sum(map(log, sorted(values))) / len(values)


def chosen(facts: Iterable[Facts]) -> Mapping[str, frozenset[str]]:
    """Of each match to judge the players: by the hash of its id, who has not enough turns in those before."""
    turns: dict[tuple[str, str], int] = defaultdict(int)
    matches = {}
    for each in sorted(facts, key=lambda each: (hash_of(each.match), each.match)):
        lacking = [player for player, count in each.turns.items() if count and turns[each.sheet, player] < ENOUGH_TURNS]
        if lacking:
            matches[each.match] = frozenset(lacking)
            for player in lacking:
                turns[each.sheet, player] += each.turns[player]
    return matches


def turns_of(record: GameRecord, players: AbstractSet[str] | None = None) -> Iterator[Turn]:
    """The turns of a record that have a think time and a known number of legal plays; of some of its players, or of all."""
    sheet = sheet_of(record)
    people, pairs = seated(sheet, record)
    seats = {seat for seat in pairs if players is None or people[seat] in players}
    if not any(map(timed, record.hands)):
        return
    for view in hand_views(record):
        hand = view.hand
        if not timed(hand):
            continue
        choices, plays = view.choices(TOLD_APART, seats), plays_of(sheet, hand)
        for trick, (start, end) in enumerate(plays.spans()):
            for at in range(start, end):
                seat, seconds, count = plays.seats[at], plays.seconds[at], next(choices, None)
                if count is not None and seconds is not None:
                    kind = (seat, plays.cards[at] == PASS, trick // PHASE)
                    told = (people[seat], pairs[seat], kind, count, seconds)
                    yield Turn(*told, answer_to(sheet, plays, at, end), (record.id, hand.no, at + 1))


def seated(sheet: Sheet, record: GameRecord) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Who sat where, and of which pair, by seat; seats of a side that is not whole have none."""
    people = {seat: player.id for seat, player in record.seats.items()}
    sides = [side for side in sheet.sides if set(side) <= people.keys()]
    return people, {seat: TOGETHER.join(sorted(people[each] for each in side)) for side in sides for seat in side}


def known_seats(sheet: Sheet, hand: Hand, plays: Plays) -> set[str]:
    """The seats whose cards are known: dealt openly, or played to the last one."""
    if hand.deal is not None:
        return set(hand.deal)
    played: dict[str, int] = defaultdict(int)
    for seat, cards in zip(plays.seats, plays.cards, strict=True):
        played[seat] += count_cards(cards) if cards != PASS else 0
    return {seat for seat, count in played.items() if count >= sheet.hand_size}


def timed(hand: Hand) -> bool:
    """Whether a hand has plays and think times."""
    return bool(hand.tricks) and any(map(any, hand.seconds))


def answer_to(sheet: Sheet, plays: Plays, at: int, end: int) -> bool | None:
    """Whether the next play of a partner in the trick, which ends there, is an action."""
    seat = plays.seats[at]
    partners = next(side for side in sheet.sides if seat in side)
    for after in range(at + 1, end):
        if plays.seats[after] in partners and plays.seats[after] != seat:
            if HIDDEN in plays.cards[after]:
                return None
            return ACTS[sheet.family](plays.cards[after])
    return None


def gives_points(cards: str) -> bool:
    return any(card[0] in POINT_RANKS for card in split_cards(cards))


def beats(cards: str) -> bool:
    return cards != PASS


ACTS: Final[Mapping[FamilyName, Callable[[str], bool]]] = {"tricks": gives_points, "climbing": beats}
"""What counts as an action, by family: any play but a pass, or, where nobody may pass, points."""


def deals_of(record: GameRecord) -> Iterator[Deal]:
    """The whole deals of a record."""
    sheet = sheet_of(record)
    for hand in record.hands:
        cards = known_deal(sheet, hand)
        if cards is not None:
            places = (*sheet.seats, *([KITTY] if KITTY in cards else []))
            sizes = tuple([count_cards(cards[place]) for place in places])
            yield Deal(ways_of(sizes), b"/".join([in_order(cards[place]) for place in places]), (record.id, hand.no, 0))


def in_order(cards: str) -> bytes:
    """Some cards, without spaces, in an order of their own: two letters are taken for a number, which are sorted faster."""
    return array("H", sorted(memoryview(cards.encode()).cast("H"))).tobytes()


@cache
def ways_of(sizes: tuple[int, ...]) -> int:
    """How many ways there are to deal so many cards to each place, as a logarithm, rounded down."""
    return int(log(factorial(sum(sizes)) // prod(map(factorial, sizes))) - sum(sizes) // 2 * log(2))
