"""Whole hands played by players of several kinds, as records: what the judge says of players, and who beats whom.

A player is `random` (any legal play), `rule` (the rule player), `noise` (the rule player with a fifth of random plays) or
`search` (who plays what the review finds best). The deals are those of made-up matches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, Literal

from paipu.analytics.review.judge import judge, seed_of
from paipu.analytics.review.knowledge_climbing import ClimbHand
from paipu.analytics.review.knowledge_tricks import TrickHand
from paipu.analytics.review.policy_climbing import Group
from paipu.replay.family import hand_view
from paipu.replay.notation import PASS
from paipu.replay.record import GameRecord
from tests.review.records import TRICKS, decision_of, real_world, record_of
from tests.review.test_policy import ClimbLog, Log, TrickLog, round_texts, trick_texts

Player = Literal["random", "noise", "rule", "search"]
NOISE: Final = 0.2
SEARCHED: Final = 32
"""In so many deals the searching player looks."""


class Seats:
    """Who sits where, and how they choose."""

    def __init__(self, players: Mapping[int, Player], random: Random, record: GameRecord, number: int) -> None:
        self.players, self.random, self.record, self.number = players, random, record, number

    def chance(self, seat: int) -> bool:
        """Whether a seat plays at random now."""
        player = self.players[seat]
        return player == "random" or (player == "noise" and self.random.random() < NOISE)


def _hand(record: GameRecord, number: int) -> Any:
    view: Any = hand_view(record, number)
    return TrickHand(view) if record.sheet in TRICKS else ClimbHand(view)


def played(sheet: str, seed: int, players: Mapping[int, Player], hand: int = 0) -> tuple[GameRecord, int]:
    """A hand of a made-up match as these players play it; the record, and its number."""
    record = record_of(sheet, seed)
    record = replace(record, hands=record.hands[: hand + 1], claims=None)
    first = _hand(record, hand)
    known = first.decision(1)
    seats = Seats(players, Random(f"{sheet} {seed} {hand}"), record, hand)
    plays: Any = _Tricks if sheet in TRICKS else _Rounds
    playout = plays(known, real_world(first, known, 1), seats)
    texts = playout.play()
    return with_tricks(record, hand, texts), hand


def with_tricks(record: GameRecord, number: int, tricks: Sequence[str]) -> GameRecord:
    mine = replace(record.hands[number], tricks=tuple(tricks), claims=None, seconds=(), incidents=())
    return replace(record, hands=(*record.hands[:number], mine), claims=None)


def searched(seats: Seats, tricks: Sequence[str], count: int, rule: str) -> str:
    """What the review finds best, given the tricks with what the rule player would play at their end, the ply `count`."""
    record = with_tricks(seats.record, seats.number, tricks)
    hand = _hand(record, seats.number)
    decision = decision_of(hand, count)
    if decision is None:
        return rule
    found = judge(decision, rule, seed_of(f"search {record.id}", seats.number, count), SEARCHED, decision.same)
    if found.best is None or found.loss is None or found.error is None or found.loss < found.error:
        return rule
    return found.best


class _Tricks(TrickLog):
    def __init__(self, known: Any, world: tuple[int, ...], seats: Seats) -> None:
        super().__init__(known, world)
        self.seats = seats
        self.log: Log = []
        self.asked = False

    def play(self) -> list[str]:
        """The whole hand."""
        self._lay()
        self.log = []
        leader = self.known.leader
        while self.one[leader]:
            one, two, lead = self._lead(leader)
            self._take(leader, one, two)
            leader = self._trick(leader, lead, [(one, two)])
        return trick_texts(self.known, (), (), self.log)

    def _chosen(self, seat: int, text: str) -> str:
        record = trick_texts(self.known, (), (), [*self.log, (seat, text)])
        return searched(self.seats, record, len(self.log) + 1, text)

    def _lead(self, seat: int) -> Any:
        from paipu.analytics.review.policy_tricks import Lead
        from paipu.replay.tricks.units import shape_of

        one, two, lead = super()._lead(seat)
        if self.seats.chance(seat):
            cards = self.ctx.unpack(self.table.packed(self.one[seat], self.two[seat]))
            card = self.seats.random.choice(cards)
            text = card * (2 if cards.count(card) > 1 and self.seats.random.random() < 0.5 else 1)
        elif self.seats.players[seat] == "search":
            text = self._chosen(seat, self.table.play(one, two).text)
        else:
            return one, two, lead
        play = self.ctx.plays[text]
        one, two = self.table.planes(play.cards)
        return one, two, Lead(self.ctx, play, shape_of(self.ctx, play.cards, play.cls))

    def _follow(self, seat: int, lead: Any, *others: Any) -> Any:
        from paipu.replay.tricks.legal import legal_follows

        one, two = super()._follow(seat, lead, *others)
        if self.seats.chance(seat):
            hand = self.table.packed(self.one[seat], self.two[seat])
            plays = legal_follows(self.ctx, self.sheet.follow, hand, lead.play, lead.shape, 200).plays
            text = self.seats.random.choice(plays)
        elif self.seats.players[seat] == "search":
            text = self._chosen(seat, self.table.play(one, two).text)
        else:
            return one, two
        return self.table.planes(self.ctx.plays[text].cards)


class _Rounds(ClimbLog):
    def __init__(self, known: Any, world: tuple[int, ...], seats: Seats) -> None:
        super().__init__(known, world)
        self.seats = seats
        self.log: Log = []

    def play(self) -> list[str]:
        """The whole hand."""
        self.log = []
        rule = self.choice()
        self.value(self._text(self.known.seat, rule))
        return round_texts(self.known, (), (), self.log)

    def _text(self, seat: int, rule: str) -> str:
        from paipu.replay.climbing.legal import legal_plays

        if self.seats.chance(seat):
            plays = list(legal_plays(self.ctx, self.hand[seat], self.table, 10_000).plays)
            return self.seats.random.choice(plays if self.table is None else [*plays, PASS])
        if self.seats.players[seat] != "search":
            return rule
        texts = round_texts(self.known, (), (), [*self.log, (seat, rule)])
        count = sum(len(text.split(" ")) - 1 for text in texts)
        return searched(self.seats, texts, count, rule)

    def _choose(self, seat: int) -> Group | None:
        rule = super()._choose(seat)
        if not hasattr(self, "seats") or not self.log:
            return rule
        text = self._text(seat, rule.token if rule is not None else PASS)
        if text == PASS:
            return None
        if rule is not None and text == rule.token:
            return rule
        play = self.ctx.plays[text]
        reading = self.ctx.standing(play, self.table)
        assert reading is not None
        return Group(text, play.cards, play.size, reading, self.ctx.combos.place[reading.key])
