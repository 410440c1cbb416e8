"""The plays of a line, put to whose turn it is: what may be read in several ways is read in all, and the rules tell which fits.

A line comes as acts: a seat with the cards told behind it, passes, the number of a trick. How cards fall apart into plays is
seldom written; it follows from whose turn it is at the next seat, from how many cards were led, from what is a combination and
beats what lies there. Each way that fits is a reading of its own, with what it costs to believe it.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any, Final, Self

from paipu.ingest.importers.notes.cards import APART, BOMB, CLOSE, GLUED, SPACED, WILD, Card, cards_in, written
from paipu.ingest.importers.notes.possible import Possible, told_anew
from paipu.ingest.importers.notes.tokens import Token as Word
from paipu.ingest.importers.notes.tricks import FROM_LEADER
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import cards_of
from paipu.replay.cards import BIG_JOKER, HIDDEN, LITTLE_JOKER, SUITS, split_cards
from paipu.replay.climbing.combos import beats
from paipu.replay.notation import FAILED, PASS, UNSEEN, Token, join_trick, size_of, split_trick
from paipu.replay.rulesheet import FOUR_SEATS

MOST_READINGS: Final = 24
"""Of a line that are carried on; more are as many as nobody would choose from."""
_MOST_IN_A_ROW: Final = 5
_MOST_GROUPS: Final = 9
"""Groups of cards of which it is tried how they go together."""
_NAMED: Final = re.compile(r"\s*(?:同花顺?|顺子|钢板|三?连对|三带二)")
"""What kind of combination cards are said to be behind them."""
Group = tuple[Card, ...]


@dataclass(slots=True)
class Act:
    """Something told of a trick: `kind` play, pass, nobody, label, stood or winner; whose, and its tokens."""

    kind: str
    seats: tuple[str, ...] = ()
    tokens: list[Word] = field(default_factory=list)
    said: str = ""
    number: int | None = None
    last: bool = False
    beside: bool = False
    thrown: bool = False
    broken: str = ""
    declared: str = ""
    told: str = ""
    at: int = 0

    @property
    def takes_wind(self) -> bool:
        """Whether it is a lead of who follows a partner that is out."""
        beside = len("(接风)")
        return "接风" in self.told[max(0, self.at - beside) : self.at + len(self.said) + beside]

    @property
    def cards(self) -> list[Card]:
        """Its cards."""
        return cards_in(self.tokens)


class Dividing(Possible):
    """What was read so far, in one way of reading it, and how cards that are told fall apart into plays.

    `cost` tells how far that is from the letter, `why` in which ways the line under way was not read by it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.cost = 0
        self.why: list[str] = []
        self.made: list[tuple[int | None, str]] = []
        self.passes_left_out = False
        self.lost = self.plays_lost = False

    def non_literal(self, why: str, cost: int = 0) -> None:
        """That the line is not read by the letter."""
        self.cost += cost
        if why not in self.why:
            self.why.append(why)

    def told(self) -> tuple[Any, ...]:
        """What was read, whatever is said of how."""
        return self.hands, {key: value for key, value in self.match.items() if key != "extra"}

    def from_leader(self, seat: str) -> str:
        """A seat, as it is called or sits from the leader."""
        steps = FROM_LEADER.get(seat)
        if steps is None:
            return self.seat(seat)
        if not self.hand.get("tricks"):
            raise QuestionError("notes.leader", given=seat)
        seats, leader = self.reader.sheet.seats, self.on_table[0]
        return str(seats[(seats.index(leader) + steps) % len(seats)])

    def carried(self, group: Group, end: int, act: Act) -> None:
        """A suit that was told for another play holds on where it is that of the lead. Raises QuestionError for any other."""
        for card in group:
            if 0 <= card.suit_at < end and self.once:
                if card.suit != self.led_suit():
                    given = act.told[card.at : card.end].strip()
                    raise QuestionError("notes.suitless", given=given, found=card.rank.replace("T", "10"), told=f"{given}?")
                self.non_literal("suits")

    def token(self, seat: str, group: Group, act: Act, *, anew: bool, last: bool = True) -> str:
        """A play of a seat in notation."""
        if len(group) == 1 and group[0].rank == UNSEEN and not group[0].suit:
            return UNSEEN
        group = (*self.by_deal(seat, group),)
        if not self.once:
            cards = written(self.wild(group, act))
            return str(Token(cards, cards, act.declared)) if act.declared and last else cards
        if any(card.rank in {WILD, BOMB} for card in group):
            raise QuestionError("judge.card", given=act.said, found=act.said)
        led = None if anew else self.led_suit()
        if any(card.suit is None for card in group) and led is None:
            first = next(card for card in group if card.suit is None)
            alike = tuple(card for card in group if card.suit is None and card.at == first.at)
            given = act.told[first.at : first.end].strip() or act.said
            raise QuestionError("notes.suitless", given=given, found=first.rank.replace("T", "10"), told=_marked(alike))
        size = None if anew else size_of(self.on_table[1][0])
        return written(_whole(self.with_suits(group, led), size))

    def wild(self, group: Group, act: Act) -> list[Card]:
        """The cards, a wild one as the heart of the level."""
        if not any(card.rank in {WILD, BOMB} for card in group):
            return [*_whole(group, None)]
        level = self.hand.get("level")
        if level is None or any(card.rank == BOMB for card in group):
            raise QuestionError("notes.bomb" if level else "notes.wild", given=act.said)
        return _with_wilds(group, level)

    def led_suit(self) -> str | None:
        """The suit of the lead, where that is one; that of trump where jokers were led."""
        cards = split_cards(cards_of(self.on_table[1][0]))
        suits = {card[1] for card in cards if len(card) > 1 and card[1] in SUITS}  # a play that nobody saw has none
        if suits and {*cards} & {LITTLE_JOKER, BIG_JOKER}:
            return None
        if len(suits) == 1:
            return next(iter(suits))
        trump = self.hand.get("trump")
        return trump if not suits and trump is not None and trump in SUITS and {*cards} <= {LITTLE_JOKER, BIG_JOKER} else None

    def with_suits(self, group: Sequence[Card], led: str | None) -> list[Card]:
        """The cards, those without a suit of that of the lead; of one that is trump in each suit, or before a suit that may be
        of all, it was not seen.
        """
        bare = [at for at, card in enumerate(group) if card.suit is None]
        if not bare or led is None:
            return [*group]
        behind = [
            at
            for at, card in enumerate(group)
            if at > bare[0] and card.suit in {*SUITS} - {led} and card.suit_at < 0 and card.gap == SPACED
        ]
        open_ = {at for at in bare if self.of_level_rank(group[at].rank)}
        of_all = {at for at in bare if behind and at < behind[0]}
        self.non_literal("suit_behind" if of_all else "level_card" if open_ else "suits")
        return [
            Card(card.rank, HIDDEN if at in open_ | of_all else led) if card.suit is None else card
            for at, card in enumerate(group)
        ]

    def ways_of(
        self, cards: Sequence[Card], seat: str, act: Act, behind: Sequence[Act], *, anew: bool
    ) -> list[tuple[int, list[Group]]]:
        """How some cards may be plays from a seat on, and what each way costs."""
        following = next((each for each in behind if each.kind in {"play", "pass", "nobody", "stood", "label"}), None)
        if self.once:
            return self.ways_once(cards, seat, act, following, anew=anew)
        return self.ways_climbing(cards, seat, act, following, anew=anew)

    def steps_to(self, seat: str, following: Act | None, *, most: int) -> int | None:
        """How many plays stand before the next seat that is told; None where none is told."""
        if following is None or following.kind == "label":
            return None
        if following.kind == "stood":
            return 1
        if not following.seats or following.seats[0] in FROM_LEADER:
            return None
        seats = self.reader.sheet.seats
        if following.seats[0] not in seats:
            return None
        return (seats.index(following.seats[0]) - seats.index(seat)) % len(seats) or most

    def ways_once(
        self, cards: Sequence[Card], seat: str, act: Act, following: Act | None, *, anew: bool
    ) -> list[tuple[int, list[Group]]]:
        """The same in a game in which all play as many cards as were led."""
        seats = self.reader.sheet.seats
        room = len(seats) - (0 if anew else len(self.on_table[1]))
        told = self.steps_to(seat, following, most=len(seats))
        size = None if anew else size_of(self.on_table[1][0]) or None
        written_apart = apart(cards)
        even = len({len(group) for group in written_apart}) == 1
        if anew and told is None and not act.thrown and len(written_apart) > room and not even:
            raise QuestionError("notes.many", given=act.said, count=len(written_apart), seats=room)
        fits = size is None or len(written_apart[0]) == size
        spaced = all(group[0].gap == SPACED or len(group) > 1 for group in written_apart[1:])
        if told is None and even and fits and spaced and len(written_apart) == room > 1 and not act.thrown:
            told = room
        counts = [1] if act.thrown else [told] if told is not None and told <= room else [*range(1, room + 1)]
        found: list[tuple[int, list[Group]]] = []
        for count in counts:
            groups = _even(cards, count, size if count > 1 or not act.seats else None)
            if (
                groups is None
                and len(written_apart) == count
                and (_one_unseen(written_apart) or (count == room > 1 and _slip(written_apart, size)))
            ):
                groups = written_apart
            if groups is None:
                continue
            cost = sum(group[0].gap <= CLOSE for group in groups[1:])
            cost += 0 if count == len(written_apart) or told is not None else 1
            cost += 1 if told is None and 1 < count < room else 0
            cost += sum(card.gap == APART for group in groups for card in group[1:]) > 0 and told is None
            found.append((cost, groups))
        return sorted(found, key=lambda each: each[0])

    def ways_climbing(
        self, cards: Sequence[Card], seat: str, act: Act, following: Act | None, *, anew: bool
    ) -> list[tuple[int, list[Group]]]:
        """The same in a game of combinations: each play must be one, and beat what lies there."""
        del seat
        groups = _split_spaces(cards)
        if len(groups) > _MOST_GROUPS:
            ways = [_by_gap(cards, APART), groups]
            return [(0, way) for way in ways if all(map(self.is_play, way)) and self.cost_of(way, anew=anew) == 0][:1]
        one = following is not None and following.kind in {"play", "pass"} and bool(following.seats)
        due = self.after(1, act, anew=anew) if one else None
        wants_one = one and following is not None and following.seats and due == following.seats[0]
        if wants_one or len(groups) == 1:
            whole = [_joined(groups)]
            if self.is_play(whole[0]):
                return [(0, whole)]
            if act.seats or _NAMED.match(act.told, cards[-1].end):
                self.non_literal("combination")
                return [(3, whole)]
        found: list[tuple[int, list[Group]]] = []
        places = range(1, len(groups))
        for count in range(len(groups)):
            for cuts in combinations(places, count):
                way = [_joined(groups[a:b]) for a, b in zip((0, *cuts), (*cuts, len(groups)), strict=True)]
                cost = self.cost_of(way, anew=anew)
                if cost is None:
                    continue
                cost += sum(card.gap == APART for group in way for card in group[1:])
                cost += bool(act.seats) and len(way) > len(self.reader.sheet.seats)  # round to who is told
                found.append((cost, way))
        if not found and act.seats:
            self.non_literal("combination")
            found = [(3, [_joined(groups)])]
        return sorted(found, key=lambda each: (each[0], len(each[1])))

    def after(self, plays: int, act: Act, *, anew: bool) -> str | None:
        """Whose turn it is behind a play."""
        del plays
        seats = self.reader.sheet.seats
        seat, _ = (self.from_leader(act.seats[0]), None) if act.seats else (self.due() or "", None)
        if seat not in seats:
            return None
        gone = self.out.get(len(self.hands) - 1, {})
        at = seats.index(seat)
        del anew
        return next((each for k in range(1, len(seats)) if (each := seats[(at + k) % len(seats)]) not in gone), None)

    def cost_of(self, way: Sequence[Group], *, anew: bool) -> int | None:
        """What it costs to read cards as these plays; None where one is no combination."""
        table = None if anew else self.to_beat()
        cost = 0
        for group in way:
            play = self.parsed(group)
            if play is None:
                table = None
                continue
            cost += any(card.rank == UNSEEN for card in group)
            if not play.possible or not (play.readings or play.unsure):
                return None
            if table is not None and play.readings and not any(beats(each, other) for each in play.readings for other in table):
                cost += 2
            table = play.readings or None
        return cost

    def is_play(self, group: Group) -> bool:
        """Whether some cards are a combination, or may be one."""
        play = self.parsed(group)
        return play is None or (play.possible and bool(play.readings or play.unsure))

    def parsed(self, group: Group) -> Any:  # noqa: ANN401 - a play of the climbing games, of cards or unseen
        """The cards as the rules read them; None of a play that nobody saw, or of an open number of cards."""
        if any(card.rank == BOMB for card in group) or (len(group) == 1 and group[0].rank == UNSEEN):
            return None
        level = self.hand.get("level") or self.reader.sheet.first_level or "2"
        sheet = self.reader.sheet
        if self.once:
            return None
        cards = _with_wilds(group, level)
        return sheet.context(level).plays[written(_whole(cards, None))]

    def to_beat(self) -> Any:  # noqa: ANN401 - readings of the climbing games
        """What the play that lies there may be; None where that is not known."""
        leader, tokens = self.on_table
        del leader
        token = next((each for each in reversed(tokens) if each != PASS), UNSEEN)
        if token == UNSEEN or self.once:
            return None
        level = self.hand.get("level") or self.reader.sheet.first_level or "2"
        return self.reader.sheet.context(level).plays[token].readings or None


class Beside(Dividing):
    """The same, with what is told of seats and tricks beside the plays."""

    def of_won(self, act: Act) -> None:
        """That a trick is won: nobody beats what lies there. It is reported where the rules give it to another seat."""
        if not self.hand.get("tricks"):
            self.not_read(act.said)
            return
        if self.due() is not None and not self.once:
            self.pass_until(None)
        if not act.seats or self.due() is not None:
            return
        winner = self.last_winner() if self.once else self.holder()
        if winner is not None and [winner] != [self.from_leader(each) for each in act.seats]:
            self.not_read(act.said)
            self.non_literal("winner")

    def of_gone(self, act: Act) -> None:
        """That a seat has no cards left: since its last play, or since before what is told."""
        out = self.out.setdefault(len(self.hands) - 1, {})
        for each in act.seats:
            seat, last = self.from_leader(each), (0, 0)
            for number, trick in enumerate(self.hand.get("tricks", ()), start=1):
                leader, *tokens = split_trick(trick)
                order = self.order_of(leader, tokens, number)
                last = next(
                    ((number, at + 1) for at in reversed(range(len(tokens))) if order[at] == seat and tokens[at] != PASS), last
                )
            out.setdefault(seat, last)

    def of_place(self, act: Act) -> None:
        """That a seat was out at a place. A place of which something else is told before is a remark."""
        seats = self.reader.sheet.seats
        seat, place = self.from_leader(act.seats[0]), (act.number or 0) % len(seats)
        told = [*self.hand.get("claims", {}).get("finish", HIDDEN * len(seats))]
        if (seat in told or told[place] != HIDDEN) and told[place] != seat:
            self.remark(f"{seat} {act.said}")
            return
        told[place] = seat
        self.claims()["finish"] = "".join(told)
        if (act.number or 0) >= 0:
            self.of_gone(act)

    def of_stood(self, act: Act) -> None:
        """What stood of a throw that failed."""
        cards = act.cards
        told = self.with_suits(cards, self.led_suit()) if cards and self.hand.get("tricks") else []
        if told and act.last and self.taken_back(written(told)):
            return
        if not told or not self.stood(written(told)):
            raise QuestionError("notes.stood", given=act.said)

    def taken_back(self, cards: str) -> bool:
        """Whether cards of a throw were taken up again: those that did not stand, or all the others stood."""
        thrown, _, stood = self.on_table[1][0].partition(FAILED)
        left = "".join((Counter(split_cards(thrown)) - Counter(split_cards(cards))).elements())
        return bool(left) and (sorted(split_cards(left)) == sorted(split_cards(stood)) if stood else self.stood(left))

    def told_against(self, token: str) -> None:
        """Report a play that is kept as it was written though it is of other than as many cards as were led."""
        led = size_of(self.on_table[1][0]) if self.once else 0
        if led and size_of(token) not in {0, led}:
            self.non_literal("size")

    def is_lower(self, token: str) -> bool:
        """Whether a play does not beat what lies there, in a game in which each must."""
        if self.once:
            return False
        table = self.to_beat()
        play = (
            self.reader.sheet.context(self.hand.get("level") or self.reader.sheet.first_level or "2").plays[token]
            if token != UNSEEN
            else None
        )
        if table is None or play is None or not play.readings or play.unsure:
            return False
        return not any(beats(each, other) for each in play.readings for other in table)

    def in_order(self, acts: Sequence[Act]) -> Sequence[Act]:
        """The plays of a whole trick in turn, where each seat is told once with what it played, in whatever order."""
        seats = self.reader.sheet.seats
        plays = [act for act in acts if act.kind == "play"]
        told = [act.seats[0] for act in plays if len(act.seats) == 1 and act.seats[0] in seats]
        others = [act for act in acts if act.kind not in {"play", "label"}]
        if not self.once or others or len(told) != len(plays) or sorted(told) != sorted(seats):
            return acts
        first = seats.index(told[0])
        order = [seats[(first + step) % len(seats)] for step in range(len(seats))]
        if told == order:
            return acts
        self.non_literal("order")
        return [*(act for act in acts if act.kind == "label"), *(plays[told.index(seat)] for seat in order)]


class Passing(Beside, ABC):
    """The same, with who passed: those told to, one after another or together, and those whom notes leave out."""

    passed_alone = False
    """Whether the last thing told is one pass without a seat, which may be that of all others."""

    @abstractmethod
    def fork(self) -> Self:
        """The same, to be carried on in another way."""

    def partner_of(self, seat: str | None) -> str | None:
        """Who sits opposite; None at a table of six."""
        seats = self.reader.sheet.seats
        return seats[(seats.index(seat) + 2) % len(seats)] if seat is not None and len(seats) == len(FOUR_SEATS) else None

    def left_open(self, due: str, seat: str | None, said: str, leads: str | None = None) -> None:
        """Those whose turn it is have not been told of: they passed where notes tell of no passes, or where he `leads` whose
        play nobody beat. Raises QuestionError.
        """
        holder = self.holder() if not self.once and self.hand.get("tricks") else None
        gone = holder in self.out.get(len(self.hands) - 1, {})
        alone = self.passed_alone and gone
        follows = gone and seat is None and leads == self.partner_of(holder)  # nobody has beaten his last play
        if self.once or not (self.passes_left_out or alone or follows or (leads is not None and leads == holder)):
            raise QuestionError("notes.turn", given=said, due=due)
        self.pass_until(None if alone or follows else seat)
        self.passed_alone = False
        self.non_literal("passes")

    def of_pass(self, act: Act) -> Iterator[Self]:
        """Passes: of the seats told, in whatever order these stand, or of so many whose turn it is.

        Who sits between seats that are told together has passed too, or will be told of: 南北都不要, 东 KK.
        """
        if not act.seats:
            for _ in range(act.number or 1):
                due = self.due()
                if due is None:
                    raise QuestionError("notes.over", given=act.said)
                self.lay(due, PASS, anew=False, last=False)
            yield self
            return
        waiting = [self.from_leader(seat) for seat in act.seats]
        if self.due() is None and self.hand.get("tricks"):
            raise QuestionError("notes.over", given=act.said)
        while waiting:
            due = self.due()
            if due not in waiting:
                if len(act.seats) > 1 and due is not None:
                    waits = self.fork()
                    waits.promised = (len(waits.tricks), tuple(waiting))
                    yield waits
                    self.lay(due, PASS, anew=False)
                    self.non_literal("passes")
                    continue
                self.left_open(due or waiting[0], waiting[0] if len(waiting) == 1 else None, act.said)
                due = self.due()
            if due is None:
                raise QuestionError("notes.over", given=act.said)
            self.lay(due, PASS, anew=False)
            if due in waiting:
                waiting.remove(due)
        yield self

    promised: tuple[int, tuple[str, ...]] = (0, ())
    """Of the trick of a number the seats that are told to pass where their turn comes."""

    def waiting(self) -> list[str]:
        """Those who are told to pass where their turn comes, with who was not told of before them."""
        number, seats = self.promised
        due = self.due() if seats and number == len(self.hand.get("tricks", ())) else None
        if due is None:
            return []
        order = self.reader.sheet.seats
        ring = [order[(order.index(due) + step) % len(order)] for step in range(len(order))]
        last = max(ring.index(seat) for seat in seats)
        return [f"{seat} {PASS if seat in seats else UNSEEN}" for seat in ring[: last + 1]]

    def keep_promises(self) -> None:
        """Let those pass whose turn it is and who were told to."""
        number, seats = self.promised
        while seats and number == len(self.tricks) and (due := self.due()) in seats:
            self.lay(str(due), PASS, anew=False)
            seats = tuple(seat for seat in seats if seat != due)
            self.promised = (number, seats)

    def of_nobody(self, act: Act) -> None:
        """That all others pass."""
        if self.due() is None:
            if not self.hand.get("tricks"):
                self.remark(act.said)
            return
        self.pass_until(None)


class Fitting(Passing):
    """The same, with the acts of lines put to whose turn it is. `made` is what each line came to."""

    def fork(self) -> Self:
        """The same, to be carried on in another way."""
        other = copy(self)
        for name in (
            "match",
            "hands",
            "out",
            "endings",
            "counted",
            "partly_paid",
            "told_early",
            "placed_early",
            "first_lead",
            "untaken",
        ):
            setattr(other, name, deepcopy(getattr(self, name)))
        other.laid, other.voids = self.laid.copy(), self.voids.copy()
        other.why, other.made, other.wrong, other.unread = [*self.why], [*self.made], [*self.wrong], [*self.unread]
        return other

    def fitted(self, acts: Sequence[Act]) -> list[Self]:
        """The ways in which the acts of a line go on from here. Raises QuestionError where there is none."""
        acts = self.in_order(acts)
        ways = [self]
        for number, act in enumerate(acts):
            refused: QuestionError | None = None
            found: list[Self] = []
            for way in ways:
                try:
                    found += way.with_act(act, acts[number + 1 :], first=not number)
                except QuestionError as why:
                    refused = refused or why
            if not found:
                if refused is not None and refused.key == "notes.turn" and self.is_mirrored(acts):
                    raise QuestionError("notes.mirrored", given=act.told.strip(), order=" ".join(self.reader.sheet.seats))
                raise refused or QuestionError("notes.plays", given=act.said)
            ways = cheapest(found)
        return ways

    def is_mirrored(self, acts: Sequence[Act]) -> bool:
        """Whether the seats of a line stand against the order of play, as at a table that is drawn the other way round."""
        seats = self.reader.sheet.seats
        told = [act.seats[0] for act in acts if len(act.seats) == 1 and act.seats[0] in seats]
        steps = [(seats.index(other) - seats.index(one)) % len(seats) for one, other in pairwise(told)]
        return len(steps) >= len(seats) - 1 and all(step == len(seats) - 1 for step in steps[: len(seats) - 1])

    def of_big(self, act: Act, behind: Sequence[Act]) -> Iterator[Self]:
        """A seat and 大: who took the trick where that is over, or his play lies there; else the big joker."""
        seat = self.from_leader(act.seats[0])
        if self.hand.get("tricks") and (self.due() is None or (not self.once and seat == self.holder())):
            if self.due() is not None:
                self.pass_until(None)
            self.remark(act.said)
            yield self
            return
        yield from self.of_play(act, behind, first=False)

    def with_act(self, act: Act, behind: Sequence[Act], *, first: bool) -> Iterator[Self]:
        """What becomes of this with an act more."""
        match act.kind:
            case "label":
                self.of_label(act, behind)
                yield self
            case "pass":
                for way in self.of_pass(act):
                    way.passed_alone = not act.seats and act.number == 1  # which may be that of all others
                    yield way
            case "nobody":
                self.of_nobody(act)
                yield self
            case "stood":
                self.of_stood(act)
                yield self
            case "big":
                yield from self.of_big(act, behind)
            case "gone":
                self.of_gone(act)
                yield self
            case "followed":
                while self.hand.get("tricks") and (due := self.due()) is not None:
                    self.lay(due, UNSEEN, anew=False)
                yield self
            case "place":
                self.of_place(act)
                yield self
            case "won":
                self.of_won(act)
                yield self
            case _:
                yield from self.of_play(act, behind, first=first)

    def of_label(self, act: Act, behind: Sequence[Act]) -> None:
        """The number of a trick, which ends the one before."""
        leader = next((each.seats[0] for each in behind if each.kind != "label" and each.seats), None)
        leader = self.seat(leader) if leader is not None and leader not in FROM_LEADER else None
        due = self.due()
        if due is not None and not self.lost:
            self.left_open(due, None, act.said, leads=leader)
        if self.hand.get("tricks") and act.number is not None and self.is_told_otherwise(act.number):
            self.non_literal("label")
        self.numbered = act.number or 0
        if self.once and behind:
            self.unseen_before(act.number, leader)
        elif self.once:
            self.pending = act

    entered = False
    """Whether lines are entered one after another, from the first trick on."""

    def begin_later(self, seat: str) -> None:
        """Put a trick that nobody noted before the first that is told, where not the banker leads this and it has no number."""
        dealer, now = self.hand.get("dealer"), len(self.hands) - 1
        told = (
            self.numbered
            or now in self.endings
            or now in self.first_lead
            or "left" in self.hand
            or self.out_of_turn
            or self.entered
        )
        if not self.hand.get("tricks") and dealer not in {None, seat} and not told:
            self.tricks.append(join_trick(str(dealer), *[UNSEEN] * len(self.reader.sheet.seats)))
            self.non_literal("later")

    def is_told_otherwise(self, number: int) -> bool:
        """Whether a trick has another number than that which follows on the one before; of games in which who did not see
        tricks leaves their numbers out, a smaller one.
        """
        follows = len(self.hand["tricks"]) + 1
        return number < follows if self.once else self.numbered > 0 and number not in {self.numbered, self.numbered + 1}

    numbered = 0
    pending: Act | None = None

    def turn_of(self, act: Act) -> tuple[str, bool]:
        """Whose play an act is, and whether a trick begins with it. Raises QuestionError where it is not his turn."""
        if act.takes_wind and act.seats and self.due() is not None and not self.once:
            self.left_open(str(self.due()), None, act.said, leads=self.from_leader(act.seats[0]))
        due = self.due()
        if self.lost and act.seats and act.seats[0] not in FROM_LEADER:
            due, self.lost = None, False
        if not act.seats:
            return (due, False) if due is not None else (self.next_leader(act.said), True)
        if len(act.seats) > 1:
            raise QuestionError("notes.turn", given=act.said, due=due or act.seats[0])
        seat = self.from_leader(act.seats[0])
        gone = self.out.get(len(self.hands) - 1, {}).get(seat)
        if gone is not None and not self.once:
            raise QuestionError("notes.gone", given=act.said, seat=seat)
        if due is None or seat == due:
            holder = self.passed_by(seat) if due is None else None
            if holder is not None and not self.out_of_turn:
                raise QuestionError("notes.leads_other", given=act.said, seat=seat, holder=holder)
            return seat, due is None
        holder = self.holder() if not self.once else None
        self.left_open(due, None if seat == holder else seat, act.said, leads=seat)
        return seat, seat == holder or self.due() is None

    out_of_turn = False

    def passed_by(self, seat: str) -> str | None:
        """Who holds the trick that is over and is to lead, where another leads; None where that is in order, or not known."""
        if self.once or not self.hand.get("tricks") or UNSEEN in self.on_table[1]:
            return None
        holder = self.holder()
        return holder if holder != seat and holder not in self.out.get(len(self.hands) - 1, {}) else None

    def of_play(self, act: Act, behind: Sequence[Act], *, first: bool) -> Iterator[Self]:
        """The ways in which the cards of an act are plays."""
        del first
        if act.last and self.is_told_again(act):
            yield self
            return
        seat, anew = self.turn_of(act)
        if act.beside:
            self.non_literal("words")
        cards = [*act.cards]
        if not cards:
            raise QuestionError("notes.plays", given=act.said)
        led = size_of(self.on_table[1][0]) if self.once and not anew else 0
        if led and len(cards) == led + 1 and cards[-1].gap == CLOSE and str(cards[-1]) == HIDDEN * 2:
            cards.pop()  # ♣2??, which doubts the card
            self.non_literal("words")
        if act.broken:
            raise QuestionError("notes.broken", given=act.said, words=act.broken)
        ways = self.ways_of(cards, seat, act, behind, anew=anew)
        if not ways:
            raise self.no_way(cards, act, anew=anew)
        goes = act.last and bool(act.seats)
        goes = goes or (bool(behind) and behind[0].kind == "gone" and [*behind[0].seats] == [seat] and anew)
        in_a_row = self.in_a_row(cards, anew=anew) if goes and not self.once else []
        least = min(cost for cost, _ in ways)
        kept = [(cost, way) for cost, way in ways if cost <= least + 2 and (len(way) == 1 or not in_a_row)][:MOST_READINGS]
        refused: QuestionError | None = None
        some = False
        for cost, groups in (*kept, *((0, way) for way in in_a_row)):
            way = self.fork() if len(kept) + len(in_a_row) > 1 else self
            way.cost += cost
            try:
                way.lay_all(seat, groups, act, anew=anew, in_a_row=groups in in_a_row)
            except QuestionError as why:
                refused = refused or why
                continue
            some = True
            yield way
        if not some and refused is not None:
            raise refused

    def is_told_again(self, act: Act) -> bool:
        """Whether somebody's last cards, which lie there, are told once more: `最后一张J也走了`."""
        if not act.seats or not self.hand.get("tricks") or self.once:
            return False
        leader, tokens = self.on_table
        seat = self.from_leader(act.seats[0])
        made = [
            token for each, token in zip(self.order_of(leader, tokens), tokens, strict=True) if each == seat and token != PASS
        ]
        return bool(made) and seat in self.out.get(len(self.hands) - 1, {}) and made[-1] == written(act.cards)

    def no_way(self, cards: Sequence[Card], act: Act, *, anew: bool) -> QuestionError:
        """Why some cards are no plays."""
        if any(card.rank == BOMB for card in cards):
            return QuestionError("notes.bomb", given=act.said)
        if anew or not self.once:
            return QuestionError("notes.apart", given=act.said)
        size = size_of(self.on_table[1][0])
        return QuestionError("notes.size", given=act.said, count=len(cards), size=size)

    def in_a_row(self, cards: Sequence[Card], *, anew: bool) -> list[list[Group]]:
        """The ways in which the last cards of a seat may be leads of its own, which nobody beat: `东 44 8 大王 走了`."""
        groups = apart(cards)
        if not 1 < len(groups) <= _MOST_IN_A_ROW:
            return []
        places = range(1, len(groups))
        if any(group[0].gap == APART for group in groups[1:]):
            return [groups] if all(map(self.is_play, groups)) else []
        found = [
            [_joined(groups[a:b]) for a, b in pairwise((0, *cuts, len(groups)))]
            for count in places
            for cuts in combinations(places, count)
        ]
        return [way for way in found if all(map(self.is_play, way)) and self.cost_of(way[:1], anew=anew) == 0]

    def lay_all(self, seat: str, groups: Sequence[Group], act: Act, *, anew: bool, in_a_row: bool = False) -> None:
        """Lay the plays down, the first of a seat, the others of whose turn it is, or as leads of that seat `in_a_row`."""
        at: str | None = seat
        laid: list[str] = []
        self.passed_alone = False
        for number, group in enumerate(groups):
            if at is None and not in_a_row:
                raise QuestionError("notes.over", given=act.said)
            begins = (anew and not number) or (in_a_row and number > 0)
            if begins and number:
                self.pass_until(None)
                at = seat
            if number and not begins:
                self.carried(group, groups[number - 1][-1].end, act)
            seated = str(at)
            if begins and self.once:
                self.begin_later(seated)
            token = self.token(seated, group, act, anew=begins, last=number == len(groups) - 1)
            said = told_anew(seat, laid, groups[number + 1 :], thrown=act.thrown, last=act.last)
            self.check_possible(seated, group, token, act.said, said)
            if not begins and self.is_lower(token):
                if (number or not act.seats) and any(card.suit in {None, HIDDEN} for card in group):
                    raise QuestionError("notes.lower", given=act.said, seat=seated, cards=written(group).replace(HIDDEN, ""))
                self.non_literal("lower")
            if not begins:
                self.told_against(token)
            try:
                self.lay(seated, token, anew=begins, last=act.last and number == len(groups) - 1)
            except QuestionError as why:
                raise self.too_often(why, seated, token, act.said, said) from None
            if not begins:
                self.note_void(seated, token)
            laid.append(token)
            self.keep_promises()
            at = self.due()


def cheapest(ways: Sequence[Fitting]) -> list[Any]:
    """The readings that are carried on: the cheapest, each once."""
    found: list[Fitting] = []
    for way in sorted(ways, key=lambda each: each.cost):
        if len(found) < MOST_READINGS and all(way.told() != other.told() for other in found):
            found.append(way)
    return found


def apart(cards: Sequence[Card]) -> list[Group]:
    """Cards as they are written apart: by commas where there are any, else by spaces."""
    least = APART if any(card.gap == APART for card in cards[1:]) else SPACED
    return _by_gap(cards, least)


def _split_spaces(cards: Sequence[Card]) -> list[Group]:
    return _by_gap(cards, SPACED)


def _by_gap(cards: Sequence[Card], least: int) -> list[Group]:
    found: list[list[Card]] = []
    for card in cards:
        if not found or card.gap >= least:
            found.append([])
        found[-1].append(card)
    return [tuple(group) for group in found]


def _joined(groups: Sequence[Group]) -> Group:
    return tuple(card for group in groups for card in group)


def _even(cards: Sequence[Card], count: int, size: int | None) -> list[Group] | None:
    """The cards as so many plays of equally many; None where they are not."""
    each, rest = divmod(len(cards), count)
    if rest or (size is not None and each != size) or (count > 1 < each and any(card.rank == UNSEEN for card in cards)):
        return None
    groups = [tuple(cards[at : at + each]) for at in range(0, len(cards), each)]
    return None if any(group[0].gap == GLUED for group in groups[1:]) else groups


def _slip(groups: Sequence[Group], size: int | None) -> bool:
    """Whether plays between commas are of as many cards as the lead but for one: a slip, or a wrong play."""
    size = size or len(groups[0])
    apart = all(group[0].gap == APART for group in groups[1:])
    return apart and sum(len(group) != size for group in groups) == 1


def _with_wilds(group: Group, level: str) -> list[Card]:
    """The cards, a wild one as the heart of the level; where that stands before it already, as it is."""
    found: list[Card] = []
    for card in group:
        if card.rank != WILD:
            found.append(card)
        elif not (found and card.gap != GLUED and (found[-1].rank, found[-1].suit) == (level, "h")):
            found.append(Card(level, "h"))
    return found


def _one_unseen(groups: Sequence[Group]) -> bool:
    """Whether some plays are of equally many cards, but for those that nobody saw."""
    sizes = {len(group) for group in groups if not (len(group) == 1 and HIDDEN in str(group[0])[:1])}
    return len(sizes) <= 1 and any(group[0].rank == HIDDEN or group[0].rank == UNSEEN for group in groups)


def _whole(group: Sequence[Card], size: int | None) -> list[Card]:
    """The cards, a mark among them for one that was not seen; `??` alone is as many as were led."""
    found = [Card(HIDDEN, HIDDEN) if card.rank == UNSEEN and not card.suit else card for card in group]
    if size and len(found) == 1 and str(found[0]) == HIDDEN * 2:
        return found * size
    return found


def _marked(group: Group) -> str:
    return "".join(f"{card.rank.replace('T', '10')}?" for card in group)
