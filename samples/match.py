"""A match from the first deal to the last play: the players make it up, and the kernel says what it comes to."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar

from replay.audit import judge
from replay.catalogue import clause_of_codes
from replay.climbing.match import MatchAudit as ClimbAudit
from replay.record import GameRecord, Hand
from replay.report import Report
from replay.rulesheet import RuleSheet
from replay.tricks.match import MatchAudit as TrickAudit
from samples.document import Document, cut, record_of, stamp
from samples.people import Player, player_of
from samples.table import Table

S = TypeVar("S", bound=RuleSheet)
A = TypeVar("A", TrickAudit, ClimbAudit)
T = TypeVar("T", bound=Table)

_CLAIMED: Final = ("winner", "levels", "points", "score")
_CLAIMED_UNDER_WAY: Final = ("levels", "points")
_MINUTE: Final = 60


def _longer(record: GameRecord, index: int, hand: Hand) -> GameRecord:
    return replace(record, hands=(*record.hands[:index], hand))


class Match(ABC, Generic[S, A, T]):
    """A match under way: it plays on from whatever hands its document has, to its end or so many hands of it.

    `sheets` are those of its family, `claimed` the claims of a hand, in their order; `audit` is the kernel's, of the hands that
    were asked about.
    """

    claimed: ClassVar[tuple[str, ...]]
    sheets: Mapping[str, S]
    audit: A

    def __init__(self, document: Document, rng: Random, limit: int | None = None) -> None:
        self.document, self.rng, self.limit = document, rng, limit
        self.hands: list[Document] = document["hands"]
        self.sheet = self.sheets[document["sheet"]].configured(document.get("options", {}))
        self.audit = self.begun()
        self.players: tuple[Player, ...] = tuple(player_of(document["seats"][seat]["id"]) for seat in self.sheet.seats)

    # -- what the kernel says

    def facts(self, hand: Mapping[str, Any]) -> Hand:
        return record_of(self.header | {"hands": [hand]}).hands[0]

    @property
    def header(self) -> Document:
        return {key: value for key, value in self.document.items() if key not in {"hands", "claims", "rulings"}}

    def begun(self) -> A:
        record = record_of(self.header | {"hands": [{"no": 1}]})
        return self.audited(record, Report(clause_of_codes(self.sheet.key)))

    @abstractmethod
    def audited(self, record: GameRecord, report: Report) -> A:
        """The kernel's audit of a record, at its beginning."""

    def at(self, index: int) -> A:
        """The kernel's audit of the hands before `index`: it knows where the match stands there."""
        if len(self.audit.results) > index:
            self.audit = self.begun()
        for hand in self.hands[len(self.audit.results) : index]:
            self.judge(hand)
        return self.audit

    def judge(self, hand: Mapping[str, Any]) -> A:
        """The audit after one hand more."""
        index = len(self.audit.results)
        self.audit.record = _longer(self.audit.record, index, self.facts(hand))
        self.audit.hand(index, self.audit.record.hands[index])
        return self.audit

    def after(self, index: int) -> A:
        """The audit after hand `index` as it is now on record."""
        self.at(index)
        return self.judge(self.hands[index])

    # -- the run of hands

    @property
    @abstractmethod
    def minutes(self) -> int | None:
        """The time for the match; None where there is no limit."""

    @property
    @abstractmethod
    def stops(self) -> bool:
        """Whether a hand stops when time is called; else it is played out."""

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Whether the match has come to its end by the game itself."""

    @abstractmethod
    def seconds_before(self, hand: Mapping[str, Any]) -> float:
        """Seconds from the deal of a hand to its first play."""

    def duration(self, hand: Mapping[str, Any]) -> float:
        return self.seconds_before(hand) + sum(map(sum, hand["seconds"]))

    @property
    def time(self) -> float:
        return inf if self.minutes is None else _MINUTE * self.minutes

    def elapsed(self) -> float:
        return sum(map(self.duration, self.hands))

    def play_on(self) -> None:
        """Play hands until the match is over or time is called, and write down how it ended."""
        over = -inf
        while over < 0 and not self.complete and (self.limit is None or len(self.hands) < self.limit):
            hand = self.new_hand()
            over = self.elapsed() + self.duration(hand) - self.time
            hand = cut(hand, over) if over >= 0 and self.stops else hand
            if hand["tricks"]:
                self.hands.append(hand)
        self.end("time" if over >= 0 else None)

    def end(self, reason: str | None) -> None:
        """The claims of the match and the time at which it ended; a match under way has neither winner nor end."""
        event = self.document["event"]
        event.pop("finished", None)
        self.document.pop("claims", None)
        if reason is None and self.complete:
            reason = "passed"
        claims: Document = {} if reason is None else {"reason": reason}
        _, _, computed = judge(self.sheet, record_of(self.document | {"claims": claims}))
        names = _CLAIMED if reason is not None else _CLAIMED_UNDER_WAY
        self.document["claims"] = {name: value for name in names if (value := getattr(computed, name))}
        if reason is not None:
            reason = self.document["claims"]["reason"] = computed.reason or reason
            used = self.elapsed()
            used = max(used, self.time) if reason != "passed" else min(used, self.time) if self.stops else used
            event["finished"] = stamp(self.document, round(used))

    # -- one hand

    def new_hand(self) -> Document:
        """Deal, and play a hand out; it is not on record yet."""
        hand, table = self.deal_next()
        self.play_out(table)
        self.write_result(hand, table)
        return hand

    @abstractmethod
    def deal_next(self) -> tuple[Document, T]:
        """Deal the next hand: what is on record before its first play, and the table."""

    @abstractmethod
    def table(self, hand: Mapping[str, Any]) -> T:
        """The table of a recorded hand, before the first trick."""

    def play_out(self, table: T, tricks: int | None = None) -> None:
        """Let the players play to the end of the hand, or until so many tricks are finished."""
        while not table.over and (tricks is None or len(table.tricks) < tricks):
            self.play(table)

    @abstractmethod
    def play(self, table: T) -> None:
        """One play, by the seat whose turn it is."""

    @abstractmethod
    def think(self, table: T, token: str) -> float:
        """Seconds that the player whose turn it is takes for a play."""

    def write_result(self, hand: Document, table: T) -> None:
        """Write the plays of a hand, and the claims of what it comes to."""
        hand["tricks"], hand["seconds"] = table.tricks, table.seconds
        self.write_claims(hand)

    def write_claims(self, hand: Document) -> None:
        self.at(hand["no"] - 1)
        computed = self.judge({key: value for key, value in hand.items() if key != "claims"}).results[-1].computed
        hand["claims"] = {name: value for name in self.claimed if (value := getattr(computed, name)) is not None}
