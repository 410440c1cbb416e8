"""What is counted of the plays of hands, for all of a batch at once: record by record it is only said which hands are counted
(`Book.read`), and what of them only the rules of their sheet tell is asked of these.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paipu.analytics.played import CARD_NUMBERS, Played
from paipu.analytics.ragged import Bools, Ints, Ragged, within
from paipu.analytics.tally.book import BOMBS, LEADS, MOST_SEATS, OVER, POINTS, RUFFS, THROWS, UNKNOWN, Read
from paipu.analytics.tally.notes import KEY_AT, Events, Notes, noted
from paipu.analytics.tally.tricks import is_throw, lead_kind
from paipu.analytics.told import Told
from paipu.replay.cards import CARDS
from paipu.replay.climbing.combos import Kind
from paipu.replay.tricks.trump import MIXED, TRUMP
from paipu.replay.tricks.winner import leading_seat

_ONE: Final = 1
_PAIR: Final = 2
_MOST: Final = 1024
"""More than a play has cards."""


class Tricks(NamedTuple):
    """The tricks of a batch: by hand, how many and the number of the first; by trick, where its plays begin and end."""

    counts: Ints
    begins: Ints
    starts: Ints
    ends: Ints

    @classmethod
    def of(cls, played: Played) -> "Tricks":
        starts = np.flatnonzero(played.places == 1)
        counts = np.bincount(played.hands[starts], minlength=len(played.records))
        return cls(counts, np.cumsum(counts) - counts, starts, np.append(starts[1:], len(played.places)))

    def first(self, hands: Ints, counts: Ints) -> Ints:
        """The numbers of the first so many tricks of some hands."""
        first: Ints = np.repeat(self.begins[hands], counts) + within(counts)
        return first


class Names:
    """Names of kinds, and the number of each."""

    def __init__(self, first: Sequence[str]) -> None:
        self.numbers = {name: at for at, name in enumerate(first)}

    def number(self, name: str) -> int:
        return self.numbers.setdefault(name, len(self.numbers))


class Asked:
    """The hands of a batch that are counted, and what is told of their plays."""

    def __init__(self, told: Sequence[Told], played: Played, names: Names) -> None:
        self.told, self.played, self.names, self.tricks = told, played, names, Tricks.of(played)
        self.reads = [
            (base + read.hand, read)
            for each, base in zip(told, played.begins.tolist(), strict=True)
            for read in each.book.reads
        ]

    def of(self, what: int) -> tuple[Ints, list[Read]]:
        """The hands of which something is to be counted."""
        found = [(hand, read) for hand, read in self.reads if read.what & what]
        return np.array([hand for hand, _ in found], np.int64), [read for _, read in found]

    def winners(self, hands: Ints, winners: Sequence[str]) -> Ints:
        """The seat that won each trick of some hands; -1 where that is not told."""
        tricks = self.tricks
        told = np.minimum(np.array([*map(len, winners)], np.int64), tricks.counts[hands])
        seats = np.full(len(tricks.starts), -1)
        texts = [one[:most] for one, most in zip(winners, told.tolist(), strict=True)]
        seats[tricks.first(hands, told)] = self.played.at_seats(texts, hands)
        return seats

    def events(self, hands: Ints, plays: Ints) -> Events:
        """Plays, in the order of their hands, which have a note each."""
        note = np.zeros(len(self.played.records), np.int64)
        note[hands] = np.arange(len(hands))
        return Events(note[self.played.hands[plays]], self.played.seated[plays], self.played.plies[plays])

    def plays(self, hands: Ints, which: Bools) -> Ints:
        """The plays of some hands that are of a kind."""
        return np.flatnonzero(which & self.in_hands(hands))

    def in_hands(self, hands: Ints) -> Bools:
        """Which plays are of some hands."""
        marked = np.zeros(len(self.played.records), np.bool_)
        marked[hands] = True
        return marked[self.played.hands]

    def kinds(self, plays: Ints) -> Ints:
        """What plays were: the combination that the audit found each to be, of a bomb with its size."""
        played = self.played
        bomb = played.type_names.index(Kind.BOMB) if Kind.BOMB in played.type_names else len(played.type_names)
        types = played.types_at[plays]
        spelt = (types + 1) * _MOST + np.where(types == bomb, played.sizes[plays], 0)
        numbers = np.zeros((len(played.type_names) + 1) * _MOST, np.int64)
        for each in np.flatnonzero(np.bincount(spelt)).tolist():
            type_, size = each // _MOST - 1, each % _MOST
            name = UNKNOWN if type_ < 0 else played.type_names[type_]
            numbers[each] = self.names.number(f"{name}{size}" if type_ == bomb else name)
        return numbers[spelt]


def notes_of(told: Sequence[Told], played: Played, names: Names) -> tuple[list[Notes], tuple[Any, ...]]:
    """What players did in the hands that are counted; and rows of the points that each has of a hand."""
    asked = Asked(told, played, names)
    trumps = _Trumps(asked)
    notes = [*_leads(asked, trumps), *_bombs(asked), _taken_over(asked), *_throws(asked, trumps), _ruffs(asked, trumps)]
    return notes, _points(asked, trumps)


def _leads(asked: Asked, trumps: "_Trumps") -> Iterator[Notes]:
    """Who won how many tricks, and who led to how many of these what."""
    hands, reads = asked.of(LEADS)
    played, tricks = asked.played, asked.tricks
    winners = [read.winners for read in reads]
    sizes = np.array([*map(len, winners)], np.int64)
    told = np.minimum(sizes, tricks.counts[hands])
    each = tricks.first(hands, told)
    whole, notes = told == sizes, np.repeat(np.arange(len(hands)), sizes)
    won = noted("tricks_won", hands, sizes, Events(notes, played.at_seats(winners, hands), notes))
    plies = played.plies[tricks.ends[each] - 1][np.repeat(whole, told)]
    yield won._replace(hits_at=Ragged(np.where(whole, told, 0), plies, whole))
    led = tricks.starts[each]
    kinds = np.where(np.repeat([read.under is None for read in reads], told), asked.kinds(led), trumps.kinds[led])
    yield noted("leads", hands, sizes, asked.events(hands, led), kinds=kinds)


def _bombs(asked: Asked) -> Iterator[Notes]:
    """Bombs, and how many of them were led."""
    hands, _ = asked.of(BOMBS)
    thrown = asked.plays(hands, bombs_in(asked.told, asked.played))
    made = asked.events(hands, thrown)
    yield noted("bombs", hands, None, made, kinds=asked.kinds(thrown))
    yield noted("bombs_led", hands, None, made.here(asked.played.places[thrown] == 1), made)


def bombs_in(told: Sequence[Told], played: Played) -> Bools:
    """Which plays are bombs on their sheets."""
    names = played.type_names
    bombs = np.array([[name in each.bombs for name in (*names, None)] for each in told], np.bool_)
    found: Bools = bombs.reshape(len(told), len(names) + 1)[played.records[played.hands], played.types_at]
    return found


def _taken_over(asked: Asked) -> Notes:
    """Which leads were in place of the winner of the trick before, who is out: he plays no more."""
    hands, reads = asked.of(OVER)
    played, tricks = asked.played, asked.tricks
    before = asked.winners(hands, [read.winners for read in reads])[:-1]
    later = np.flatnonzero((before >= 0) & (np.diff(played.hands[tricks.starts]) == 0))
    seats, led = before[later], tricks.starts[later + 1]
    span = int(played.seats.max(initial=0))
    last = np.zeros(len(played.records) * span, np.int64)
    np.maximum.at(last, (played.hands * span + played.seated)[~played.passes], played.plies[~played.passes])
    over = (played.seated[led] != seats) & (last[played.hands[led] * span + seats] < played.plies[led])
    return noted("lead_taken_over", hands, None, asked.events(hands, led[over]))


class _Trumps:
    """The plays of the hands that are played under a level and a trump suit: the classes of their cards and their points."""

    def __init__(self, asked: Asked) -> None:
        self.asked, played = asked, asked.played
        self.under = {hand: read.under for hand, read in asked.reads if read.under is not None}
        contexts = {id(under.ctx): under.ctx for under in self.under.values()}
        number = {key: at for at, key in enumerate(contexts)}
        of_hand = np.full(len(played.records), -1)
        of_hand[[*self.under]] = [number[id(under.ctx)] for under in self.under.values()]
        self.of_play = of_hand[played.hands]
        tables = np.array([[[1 << ctx.cls[card], ctx.points[card]] for card in CARDS] for ctx in contexts.values()], np.int64)
        copies = np.array([ctx.copies for ctx in contexts.values()], np.int64)
        plays = np.flatnonzero((self.of_play >= 0) & (played.sizes > 0))
        sizes = played.sizes[plays]
        begins = np.cumsum(sizes) - sizes
        letters = np.frombuffer(played.cards.buffers()[2] or b"", np.uint8).astype(np.int64)
        offsets = np.frombuffer(played.cards.buffers()[1], np.int32)
        at = np.repeat(offsets[plays], sizes) + 2 * within(sizes)
        cards = CARD_NUMBERS[letters[at] | letters[at + 1] << 8] if len(at) else at
        told = (
            tables.reshape(-1, len(CARDS), 2)[np.repeat(self.of_play[plays], sizes), cards].T if len(at) else np.zeros((2, 0))
        )
        self.shows, self.points = np.zeros((2, len(played.hands)), np.int64)
        if len(plays):
            self.shows[plays] = np.bitwise_or.reduceat(told[0], begins)
            self.points[plays] = np.add.reduceat(told[1], begins)
        self.impossible = np.zeros(len(played.hands), np.bool_)
        several = np.repeat(sizes > _ONE, sizes)
        spelt, times = np.unique(np.repeat(plays, sizes)[several] * len(CARDS) + cards[several], return_counts=True)
        self.impossible[spelt[times > copies[self.of_play[spelt // len(CARDS)]]] // len(CARDS)] = True
        alone = self.shows & self.shows - 1 == 0
        self.shows[self.impossible & ~alone] = 0
        self.of_one = alone & (self.shows > 0)
        """Whether a play is of one class."""
        self.kinds, self.throws = np.zeros(len(played.hands), np.int64), np.zeros(len(played.hands), np.bool_)
        """What leads are; and which of them have more than one component."""
        led = asked.tricks.starts[self.of_play[asked.tricks.starts] >= 0]
        whole = pc.is_null(played.attempted).to_numpy(zero_copy_only=False)[led]
        plain, names = whole & (played.sizes[led] == _ONE), asked.names
        trump, rest = self.shows[led[plain]] == 1 << TRUMP, led[~plain]
        self.kinds[led[plain]] = np.where(trump, names.number("trump.single"), names.number("side.single"))
        self.throws[rest], self.kinds[rest] = np.array([*self._asked(rest)], np.int64).reshape(-1, 2).T

    def led(self, led: Ints) -> Ints:
        """The class of the side suit that each lead is of, as a bit; 0 of another lead."""
        made = np.where(self.of_one[led] & ~self.impossible[led] & (self.shows[led] != 1 << TRUMP), self.shows[led], 0)
        for at in np.flatnonzero(self.asked.played.sizes[led] > _PAIR).tolist():  # sets of three may count as of another suit
            hand = int(self.asked.played.hands[led[at]])
            ctx = self.under[hand].ctx
            if ctx.trios:
                lead = ctx.as_lead(ctx.plays[self.asked.played.cards[int(led[at])].as_py()])
                made[at] = 1 << lead.cls if lead.possible and lead.cls not in {TRUMP, MIXED} else 0
        return made

    def last_shown(self) -> Ints:
        """By class, hand and seat the last trick in which the seat shows that it has such a card; 0 if there is none."""
        played = self.asked.played
        last = np.zeros((TRUMP + 1, len(played.records), MOST_SEATS), np.int64)
        for cls in range(TRUMP + 1):
            at = np.flatnonzero(self.shows & 1 << cls)
            np.maximum.at(last[cls], (played.hands[at], played.seated[at]), played.tricks[at])
        return last

    def leads(self, play: int, led: int) -> bool:
        """Whether a play leads its trick when it is made."""
        played = self.asked.played
        hand = int(played.hands[play])
        sheet, ctx, lowest = self.under[hand]
        made = self.asked.told[int(played.records[hand])].plays[int(played.places_of[hand])]
        end = int(played.plies[play])
        lying = list(zip(made.seats[:end], made.cards[:end], strict=True))[led - play - 1 :]
        return leading_seat(sheet, ctx, lying, lowest.get(int(played.tricks[play]), ())) == lying[-1][0]

    def _asked(self, led: Ints) -> Iterator[tuple[bool, int]]:
        """Of leads whether each is a throw, and the number of its kind."""
        played, known = self.asked.played, dict[tuple[int, str], tuple[bool, int]]()
        texts = pc.coalesce(played.attempted, played.cards).take(pa.array(led)).to_pylist()
        for hand, number, text in zip(played.hands[led].tolist(), self.of_play[led].tolist(), texts, strict=True):
            found = known.get((number, text))
            if found is None:
                ctx = self.under[hand].ctx
                found = known[number, text] = is_throw(ctx, text), self.asked.names.number(lead_kind(ctx, text))
            yield found


def _throws(asked: Asked, trumps: _Trumps) -> Iterator[Notes]:
    """How many leads are throws, and how many of these did not stand."""
    hands, _ = asked.of(THROWS)
    played, tricks = asked.played, asked.tricks
    led = tricks.starts[tricks.first(hands, tricks.counts[hands])]
    thrown = led[trumps.throws[led]]
    made = asked.events(hands, thrown)
    failed = pc.is_valid(played.attempted).to_numpy(zero_copy_only=False)[thrown]
    yield noted("throws", hands, None, made, asked.events(hands, led), acts_told=False)
    yield noted("throws_failed", hands, None, made.here(failed), made)


def _ruffs(asked: Asked, trumps: _Trumps) -> Notes:
    """Ruffs. That a seat is void its later plays must bear out.

    A ruff leads its trick when it is made: that of the winner did, a last one by anybody else did not.
    """
    hands, reads = asked.of(RUFFS)
    played, tricks = asked.played, asked.tricks
    each = tricks.first(hands, tricks.counts[hands])
    led = tricks.starts[each]
    suits = trumps.led(led)
    each, led, suits = (values[suits > 0] for values in (each, led, suits))
    sizes = tricks.ends[each] - led - 1
    plays, of = np.repeat(led + 1, sizes) + within(sizes), np.repeat(np.arange(len(led)), sizes)
    last = trumps.last_shown()
    classes = np.log2(suits).astype(np.int64)[of]
    void = last[classes, played.hands[plays], played.seated[plays]] < played.tricks[plays]
    plays, of = plays[void], of[void]
    hits = trumps.of_one[plays] & (trumps.shows[plays] == 1 << TRUMP) & (played.sizes[plays] == played.sizes[led[of]])
    others = hits & (asked.winners(hands, [read.winners for read in reads])[each[of]] != played.seated[plays])
    hits &= ~others
    for at in np.flatnonzero(others & (plays + 1 < tricks.ends[each[of]])).tolist():
        hits[at] = trumps.leads(int(plays[at]), int(led[of[at]]))
    order = np.lexsort((plays, -played.tricks[plays], played.hands[plays]))  # as they are found from the last trick on
    acts = asked.events(hands, plays[order])
    return noted("ruffs", hands, None, acts.here(hits[order]), acts)


def _points(asked: Asked, trumps: _Trumps) -> tuple[Any, ...]:
    """The points that each seat took in a hand, as rows."""
    hands, reads = asked.of(POINTS)
    played, tricks = asked.played, asked.tricks
    seats = asked.winners(hands, [read.winners for read in reads])
    won = np.flatnonzero(seats >= 0)
    in_tricks = np.add.reduceat(trumps.points, tricks.starts) if len(tricks.starts) else trumps.points
    by_hand = np.zeros((len(played.records), MOST_SEATS), np.int64)
    np.add.at(by_hand, (played.hands[tricks.starts[won]], seats[won]), in_tricks[won])
    taken = by_hand[hands]
    note, seat = np.nonzero(np.arange(MOST_SEATS) < played.seats[played.records[hands]][:, None])
    points, none = taken[note, seat], Ragged.none(len(note))
    ones, zeros = np.ones(len(note), np.int64), np.zeros(len(note), np.int64)
    return np.full(len(note), KEY_AT["points_taken"]), hands[note], seat, points, ones, zeros, points * points, none, none, none
