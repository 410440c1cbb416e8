"""A match from the first deal to the last play: the players make it up, and the kernel says what it comes to."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

from paipu.replay.audit import judge
from paipu.replay.catalogue import clause_of_codes
from paipu.replay.family import FAMILIES
from paipu.replay.match import AnyAudit
from paipu.replay.packing import Packing
from paipu.replay.record import GameRecord
from paipu.replay.report import Report
from paipu.replay.rulesheet import RuleSheet
from paipu.samples.document import Document, cut, record_of, stamp
from paipu.samples.people import Player, player_of
from paipu.samples.table import Table

S = TypeVar("S", bound=RuleSheet)
A = TypeVar("A", bound=AnyAudit)
T = TypeVar("T", bound=Table)

_CLAIMED: Final = ("winner", "levels", "points", "score")
_CLAIMED_UNDER_WAY: Final = ("levels", "points")
_MINUTE: Final = 60
_TRIBUTE_SECONDS: Final = 20.0


def listed(ctx: Packing, cards: Sequence[str]) -> str:
    """Cards of the deal as records list them: the strongest first."""
    place = {card: number for number, card in enumerate(ctx.order)}
    return " ".join(sorted(cards, key=place.__getitem__, reverse=True))


class Match(ABC, Generic[S, A, T]):
    """A match under way: it plays on from whatever hands its document has, to its end or so many hands of it.

    `sheets` are those of its family, `claimed` the claims of a hand, in their order, `deal_seconds` those from the deal to the
    kitty or the tribute. `audit` is the kernel's, of the hands that were asked about.
    """

    claimed: ClassVar[tuple[str, ...]]
    deal_seconds: ClassVar[float]
    sheets: Mapping[str, S]
    audit: A

    def __init__(self, document: Document, rng: Random, limit: int | None = None) -> None:
        self.document, self.rng, self.limit = document, rng, limit
        self.hands: list[Document] = document["hands"]
        self.players: tuple[Player, ...] = tuple(player_of(who["id"]) for who in document["seats"].values())
        self.begin()

    def begin(self) -> None:
        """Take the record as it now says the match begins, and by which options."""
        self.sheet = self.sheets[self.document["sheet"]].configured(self.document.get("options", {}))
        self.seats = self.sheet.seats
        self.audit = self.begun()

    def facts(self, hand: Mapping[str, Any]) -> GameRecord:
        """A record of nothing but a hand."""
        header = {key: value for key, value in self.document.items() if key not in {"hands", "claims", "rulings"}}
        return record_of(header | {"hands": [hand]})

    def begun(self) -> A:
        sheet = self.sheet
        return cast("A", FAMILIES[sheet.family].audit(sheet, self.facts({"no": 1}), Report(clause_of_codes(sheet.key))))

    def at(self, index: int) -> A:
        """The kernel's audit of the hands before `index`: it knows where the match stands there."""
        if len(self.audit.results) > index:
            self.audit = self.begun()
        for hand in self.hands[len(self.audit.results) : index]:
            self.judge(hand)
        return self.audit

    def judge(self, hand: Mapping[str, Any]) -> A:
        """The audit after one hand more."""
        audit, index = self.audit, len(self.audit.results)
        audit.record = replace(audit.record, hands=(*audit.record.hands[:index], *self.facts(hand).hands))
        audit.hand(index, audit.record.hands[index])
        return audit

    def after(self, index: int) -> A:
        """The audit after hand `index` as it is now on record."""
        self.at(index)
        return self.judge(self.hands[index])

    @property
    def minutes(self) -> int | None:
        """The time for the match; None where there is no limit."""
        clocks = self.sheet.clocks
        return None if clocks.untimed(self.audit.record.event) else clocks.round_minutes

    @property
    def stops(self) -> bool:
        """Whether a hand stops when time is called; else it is played out."""
        return self.sheet.clocks.time_in_hand == "stop"

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Whether the match has come to its end by the game itself."""

    def duration(self, hand: Mapping[str, Any]) -> float:
        """Seconds from the deal of a hand to its last play."""
        before: float = self.deal_seconds + sum(action.get("seconds", 0.0) for action in hand.get("kitty", ()))
        return before + _TRIBUTE_SECONDS * ("tribute" in hand) + sum(map(sum, hand["seconds"]))

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

    def play_board(self, dealt: Mapping[str, Any]) -> None:
        """Play one hand that was dealt before, and nothing else."""
        hand, table = self.deal_board(dealt)
        self.play_out(table)
        hand["tricks"], hand["seconds"] = table.tricks, table.seconds
        self.write_claims(hand)
        self.hands.append(hand)
        self.end(None)

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

    def new_hand(self) -> Document:
        """Deal, and play a hand out; it is not on record yet."""
        hand, table = self.deal_next()
        self.play_out(table)
        hand["tricks"], hand["seconds"] = table.tricks, table.seconds
        self.write_claims(hand)
        return hand

    @abstractmethod
    def deal_board(self, dealt: Mapping[str, Any]) -> tuple[Document, T]:
        """The same of a hand that was dealt before, as a file of deals has it."""

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

    def write_claims(self, hand: Document) -> None:
        self.at(hand["no"] - 1)
        computed = self.judge({key: value for key, value in hand.items() if key != "claims"}).results[-1].computed
        hand["claims"] = {name: value for name in self.claimed if (value := getattr(computed, name)) is not None}
