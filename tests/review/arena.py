"""Whole hands played by players of several kinds, as records: what the judge says of players, and who beats whom.

A player is `random` (any legal play), `rule` (the rule player), `noise` (the rule player with a fifth of random plays) or
`search` (who plays what the review finds best). The deals are those of made-up matches; where one seat buries, it does so as
its player plays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, Literal

from paipu.analytics.review import policy_climbing
from paipu.analytics.review.burial import BurialDecision
from paipu.analytics.review.judge import Judgement, judge, seed_of
from paipu.analytics.review.knowledge_climbing import ClimbHand
from paipu.analytics.review.knowledge_tricks import TrickHand
from paipu.analytics.review.policy_climbing import CARDS as NUMBERED
from paipu.analytics.review.policy_tricks import RulePlayer
from paipu.replay.climbing.legal import legal_plays
from paipu.replay.family import hand_view
from paipu.replay.notation import PASS
from paipu.replay.record import GameRecord
from paipu.replay.tricks.legal import legal_follows
from paipu.replay.tricks.units import shape_of
from tests.review.records import TRICKS, decision_of, real_world, record_of
from tests.review.test_policy import Log, round_texts, trick_texts

Player = Literal["random", "noise", "rule", "search"]
NOISE: Final = 0.2
SEARCHED: Final = 128
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
    random = Random(f"{sheet} {seed} {hand}")
    if sheet in TRICKS:
        record = buried(Seats(players, random, record, hand))
    first = _hand(record, hand)
    known = first.decision(1)
    seats = Seats(players, random, record, hand)
    plays: Any = _Tricks if sheet in TRICKS else _Rounds
    playout = plays(known, real_world(first, known, 1), seats)
    texts = playout.play()
    return with_tricks(record, hand, texts), hand


def buried(seats: Seats) -> GameRecord:
    """The record with the burial of the player who buries, before a first lead; as it is where several bury."""
    record, number = seats.record, seats.number
    hand = _hand(record, number)
    kitty = record.hands[number].kitty or ()
    known = hand.burial() if len(kitty) == 1 else None
    if known is None:
        return record
    made = "".join(known.ctx.unpack(hand.buried))
    decision = BurialDecision(known, made)
    chosen = decision.emptying()[0]
    if seats.chance(known.seat):
        chosen = "".join(seats.random.sample(known.ctx.unpack(known.own), known.sheet.kitty_size))
    elif seats.players[known.seat] == "search":
        decision = BurialDecision(known, chosen)
        chosen = advised(judge(decision, chosen, seed_of(f"search {record.id}", number, 0), SEARCHED, decision.same), chosen)
    left = known.ctx.unpack(known.own - known.ctx.plays[chosen].cards)
    leader = hand.turns[0].at.seat
    lead = left[0] if leader == known.seat else known.ctx.unpack(hand.held.hands[leader])[0]
    action = replace(kitty[0], bury=chosen)
    mine = replace(record.hands[number], kitty=(action,))
    record = replace(record, hands=(*record.hands[:number], mine))
    return with_tricks(record, number, (f"{known.sheet.seats[leader]} {lead}",))


def advised(found: Judgement, rule: str) -> str:
    """What who follows the review does: what it finds best, if that is better on fresh deals; else as the rule player."""
    if found.best is None or found.loss is None or found.loss <= 0:
        return rule
    return found.best


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
    return advised(found, rule)


class _Tricks:
    def __init__(self, known: Any, world: tuple[int, ...], seats: Seats) -> None:
        self.known, self.world, self.seats = known, world, seats
        self.player = RulePlayer(known)
        self.log: Log = []
        self.lead: tuple[Any, Any] | None = None

    def play(self) -> list[str]:
        """The whole hand."""
        playing, ctx, asked = self.player.playing, self.known.ctx, self.player.asked
        self.player.start(self.world)
        while not playing.finished():
            seat, leads = (playing.leader + playing.number) % 4, not playing.number
            playing.choose()
            text = self.player.table.play(playing.pick1, playing.pick2).text
            play = ctx.plays[self._chosen(seat, text, leads=leads)]
            if leads:
                self.lead = (play, shape_of(ctx, play.cards, play.cls))
            kind = asked.word(*self.lead) if leads and self.lead is not None else 0
            playing.make(*self.player.table.planes(play.cards), kind)
            self.log.append((seat, play.text))
        return trick_texts(self.known, (), (), self.log)

    def _chosen(self, seat: int, rule: str, *, leads: bool) -> str:
        """What a seat plays where the rule player would play something."""
        if self.seats.chance(seat):
            return self._random_lead(seat) if leads else self._random_follow(seat)
        if self.seats.players[seat] == "search":
            record = trick_texts(self.known, (), (), [*self.log, (seat, rule)])
            return searched(self.seats, record, len(self.log) + 1, rule)
        return rule

    def _hand(self, seat: int) -> int:
        playing = self.player.playing
        return self.player.table.packed(playing.one[seat], playing.two[seat])

    def _random_lead(self, seat: int) -> str:
        cards = self.known.ctx.unpack(self._hand(seat))
        card: str = self.seats.random.choice(cards)
        return card * (2 if cards.count(card) > 1 and self.seats.random.random() < 0.5 else 1)

    def _random_follow(self, seat: int) -> str:
        assert self.lead is not None
        plays = legal_follows(self.known.ctx, self.known.sheet.follow, self._hand(seat), *self.lead, 200).plays
        return self.seats.random.choice(plays)


class _Rounds:
    def __init__(self, known: Any, world: tuple[int, ...], seats: Seats) -> None:
        self.known, self.world, self.seats = known, world, seats
        self.player = policy_climbing.RulePlayer(known, alone=True)
        self.log: Log = []

    def play(self) -> list[str]:
        """The whole hand."""
        playing, ctx, table = self.player.playing, self.known.ctx, None
        self.player.start(self.world)
        while not playing.over:
            table = None if playing.leads else table
            seat, rule = playing.turn, self.player.choose()
            text = self._chosen(seat, rule, table)
            if text == rule:
                playing.make()
            else:
                self.player.make(text, table)
            if text != PASS:
                table = ctx.standing(ctx.plays[text], table)
            self.log.append((seat, text))
        return round_texts(self.known, (), (), self.log)

    def _chosen(self, seat: int, rule: str, table: Any) -> str:
        """What a seat plays where the rule player would play something."""
        if self.seats.chance(seat):
            playing = self.player.playing
            counts = playing.state[len(NUMBERED) * seat : len(NUMBERED) * (seat + 1)]
            held = sum(self.known.ctx.weight[card] * count for card, count in zip(NUMBERED, counts, strict=True))
            plays = list(legal_plays(self.known.ctx, held, table, 10_000).plays)
            return self.seats.random.choice(plays if playing.leads else [*plays, PASS])
        if self.seats.players[seat] != "search":
            return rule
        texts = round_texts(self.known, (), (), [*self.log, (seat, rule)])
        count = sum(len(text.split(" ")) - 1 for text in texts)
        return searched(self.seats, texts, count, rule)
