"""Matches of the climbing sheets from the first deal to the last play, with every claim right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from types import MappingProxyType
from typing import Any, Final

from replay.audit import configured_sheet
from replay.cards import CARDS, split_cards
from replay.climbing.context import LevelContext
from replay.climbing.sheet import ClimbingSheet
from replay.record import OptionValue
from samples.climbing.choose import choose
from samples.climbing.results import Ended, Risen, ended, place_points, risen, round_points
from samples.climbing.table import PASS, Table
from samples.climbing.tribute import Exchange, Move, moved, written
from samples.document import Document, cut, event_id, stamp
from samples.people import Player, Tournament, player_of

_DEAL_SECONDS: Final = 75.0
_TRIBUTE_SECONDS: Final = 20.0
_PACE: Final = 0.85
"""How much quicker the plays are than those of a game with fewer of them."""


def climbing_sheet(key: str, options: Mapping[str, OptionValue] = MappingProxyType({})) -> ClimbingSheet:
    """A climbing sheet with options set. Raises KeyError for any other."""
    sheet = configured_sheet(key, tuple(sorted(options.items())))
    if not isinstance(sheet, ClimbingSheet):
        raise KeyError(key)
    return sheet


def tournament_of(sheet: str) -> Tournament:
    """The tournament of a sheet; matches without a time limit begin further apart."""
    if climbing_sheet(sheet).conduct.round_minutes is not None:
        return Tournament(id=event_id(sheet))
    return Tournament(id=event_id(sheet), rounds_a_day=3, round_minutes=240)


def organised(_sheet: str, _rng: Random) -> Mapping[str, OptionValue] | None:
    """Organisers of these sheets set no options."""
    return None


def play(document: Document, rng: Random, hands: int | None = None) -> None:
    """Play a match that has no hand yet to its end, or so many hands of it."""
    Match(document, rng, hands).play_on()


@dataclass(frozen=True)
class Standing:
    """Where a match stands before a hand.

    Levels by side as indices of the ladder, and the side whose level is in force, None while both are at the first one; how the
    hand before ended, None before the first hand of a game; who leads by the sheet; the games that each side has won, and what
    the last of them was won by; the points of each hand.
    """

    levels: tuple[int, int]
    in_force: int | None = None
    before: Ended | None = None
    leader: int | None = None
    games: tuple[int, int] = (0, 0)
    won: Risen | None = None
    points: tuple[tuple[int, int], ...] = ()


class Match:
    """A match under way: it plays on from whatever hands its document has."""

    def __init__(self, document: Document, rng: Random, hands: int | None = None) -> None:
        self.document, self.rng, self.limit = document, rng, hands
        self.sheet = climbing_sheet(document["sheet"], document.get("options", {}))
        self.players: tuple[Player, ...] = tuple(player_of(document["seats"][seat]["id"]) for seat in self.sheet.seats)
        self.hands: list[Document] = document["hands"]

    # -- the run of hands

    def standing(self, index: int) -> Standing:
        """Where the match stands before hand `index`, by the claims of the hands before it."""
        standing = Standing(self.opening)
        for hand in self.hands[:index]:
            standing = self.after(standing, hand)
        return standing

    @property
    def opening(self) -> tuple[int, int]:
        """The levels before the first hand of a game."""
        first = self.sheet.ladder.index(self.sheet.first_level)
        return first, first

    def after(self, before: Standing, hand: Mapping[str, Any]) -> Standing:
        """Where a hand led, by its claims; the next game of the match begins anew."""
        sheet, claims = self.sheet, hand["claims"]
        order = tuple(sheet.seats.index(seat) for seat in claims["finish"])
        if sheet.places is not None:
            leader = self.seat(hand["lead"]) if before.leader is None else before.leader
            points = (claims["points"][sheet.sides[0]], claims["points"][sheet.sides[1]])
            return Standing(before.levels, leader=(leader + 1) % len(sheet.seats), points=(*before.points, points))
        rise = risen(sheet, before.levels, before.in_force, order)
        if not rise.passed or max(before.games) >= self.games_to_win:
            how = ended(sheet, order)
            return Standing(rise.levels, rise.side, how, games=before.games, won=before.won)
        games = (before.games[0] + (rise.side == 0), before.games[1] + (rise.side == 1))
        if games[rise.side] < self.games_to_win:
            return Standing(self.opening, games=games)
        return Standing(rise.levels, rise.side, ended(sheet, order), games=games, won=rise)

    def seat(self, name: str) -> int:
        """A seat's index."""
        return self.sheet.seats.index(name)

    @property
    def games_to_win(self) -> int:
        """How many games win the match."""
        return self.sheet.levels.games_to_win if self.sheet.levels is not None else 1

    @property
    def round_seconds(self) -> float:
        """The time for the match."""
        minutes = self.sheet.conduct.round_minutes
        return inf if minutes is None else 60 * minutes

    def elapsed(self) -> float:
        """Seconds since the match began."""
        return sum(map(duration, self.hands))

    def play_on(self) -> None:
        """Play hands until the match is over or time is called, and write down how it ended."""
        standing = self.standing(len(self.hands))
        reason = None
        while not self.full(standing):
            hand = self.new_hand(standing)
            over = self.elapsed() + duration(hand) - self.round_seconds
            if over >= 0:
                stopped = cut(hand, over)
                if stopped["tricks"]:
                    self.hands.append(stopped)
                reason = "time"
                break
            self.hands.append(hand)
            standing = self.after(standing, hand)
        self.end(standing, reason)

    def full(self, standing: Standing) -> bool:
        """Whether the match is over, or has all hands that were asked for."""
        return (self.limit is not None and len(self.hands) >= self.limit) or self.complete(standing)

    def complete(self, standing: Standing) -> bool:
        """Whether the match has come to its end by the game itself."""
        rules = self.sheet.places
        if rules is None:
            return standing.won is not None
        played = len(standing.points)
        return played > rules.hands or (played == rules.hands and not (rules.extra and self.tied(standing)))

    def tied(self, standing: Standing) -> bool:
        """Whether points, and first places where they count, are equal after the hands that a match has."""
        return self.ahead(standing.points[: self.sheet.places.hands if self.sheet.places else None]) is None

    def ahead(self, points: Sequence[tuple[int, int]]) -> int | None:
        """The side with more points, else with more first places where they count."""
        totals = [sum(each[side] for each in points) for side in (0, 1)]
        firsts = [sum(each[side] > each[1 - side] for each in points) for side in (0, 1)]
        compared = [totals, firsts] if self.sheet.places is not None and self.sheet.places.first_places else [totals]
        return next((0 if values[0] > values[1] else 1 for values in compared if values[0] != values[1]), None)

    def end(self, standing: Standing, reason: str | None) -> None:
        """The claims of the match and the time at which it ended; a match under way has neither winner nor end."""
        event = self.document["event"]
        event.pop("finished", None)
        if reason is None and self.complete(standing):
            reason = "passed"
        self.document.pop("claims", None)
        self.document["claims"] = (
            self.points_compared(standing) if self.sheet.places else self.levels_compared(standing, reason)
        )
        if reason is not None:
            self.document["claims"]["reason"] = reason
            used = self.elapsed()
            event["finished"] = stamp(self.document, round(used if reason == "passed" else max(used, self.round_seconds)))

    def levels_compared(self, standing: Standing, reason: str | None) -> Document:
        """The claims of a match by levels: who passed the last one, or as far as it went; points where the sheet has them."""
        sheet, (first, second) = self.sheet, standing.levels
        side = standing.won.side if standing.won is not None else None
        if reason == "time" and sheet.round_points is not None and sheet.round_points.at_time == "higher_wins":
            side = None if first == second else int(second > first)
        claims: Document = {} if side is None else {"winner": sheet.sides[side]}
        claims["levels"] = {side: sheet.level_name(level) for side, level in zip(sheet.sides, standing.levels, strict=True)}
        if self.games_to_win > 1:
            claims["points"] = dict(zip(sheet.sides, standing.games, strict=True))
        elif sheet.round_points is not None and reason is not None:
            points = round_points(sheet.round_points, standing.levels, standing.won)
            claims["points"] = dict(zip(sheet.sides, points, strict=True))
        return claims

    def points_compared(self, standing: Standing) -> Document:
        """The claims of a match by points: the totals, and who won once all hands are played."""
        sheet, points = self.sheet, standing.points
        claims: Document = {}
        if self.complete(standing) and sheet.places is not None:
            side = self.ahead(points[: sheet.places.hands])
            side = self.ahead(points[sheet.places.hands :][:1]) if side is None else side
            claims = {} if side is None else {"winner": sheet.sides[side]}
        totals = {name: sum(each[side] for each in points) for side, name in enumerate(sheet.sides)}
        return {**claims, "points": totals}

    # -- one hand

    def new_hand(self, standing: Standing) -> Document:
        """Deal, exchange tribute, and play a hand out."""
        hand, table = self.deal(standing)
        self.play_out(table)
        self.write_result(hand, table, standing)
        return hand

    def deal(
        self,
        standing: Standing,
        hands: Sequence[Sequence[str]] | None = None,
        *,
        level: str | None = None,
        leader: int | None = None,
    ) -> tuple[Document, Table]:
        """Write down a deal and the tribute and open the table; `level` and `leader` as a table would have them wrong."""
        sheet = self.sheet
        level = level or self.level(standing)
        ctx = sheet.context(level)
        dealt = self.shuffled() if hands is None else hands
        hand: Document = {
            "no": len(self.hands) + 1,
            "level": level,
            "deal": {seat: sorted_cards(ctx, cards) for seat, cards in zip(sheet.seats, dealt, strict=True)},
        }
        moves: Sequence[Move] = ()
        leaders: Sequence[int] = range(len(sheet.seats)) if standing.leader is None else (standing.leader,)
        if standing.before is not None and sheet.tribute is not None:
            paid = Exchange(sheet, ctx, self.rng, dealt, standing.before).run()
            moves = paid.moves
            leaders = paid.leaders or standing.before.order[:1]
            if moves:
                hand["tribute"] = written(sheet, moves)
            if paid.resisted:
                hand["resisted"] = True
        chosen = self.rng.choice(leaders) if leader is None else leader
        hand["lead"] = sheet.seats[chosen]
        return hand, self.open(ctx, moved(dealt, moves), chosen)

    def open(self, ctx: LevelContext, hands: Sequence[Sequence[str]], leader: int) -> Table:
        """A table with some hands."""
        return Table(self.sheet, ctx, self.rng, self.players, hands, leader)

    def level(self, standing: Standing) -> str:
        """The level in force."""
        return self.sheet.level_name(standing.levels[standing.in_force or 0])

    def shuffled(self) -> list[list[str]]:
        """A deal."""
        deck = list(CARDS * self.sheet.cards.copies)
        self.rng.shuffle(deck)
        size = self.sheet.hand_size
        return [deck[first : first + size] for first in range(0, len(deck), size)]

    def table(self, hand: Mapping[str, Any]) -> Table:
        """The table of a recorded hand, after the tribute and before the first trick."""
        sheet = self.sheet
        dealt = [split_cards(hand["deal"][seat]) for seat in sheet.seats]
        return self.open(sheet.context(hand["level"]), moved(dealt, self.moves(hand)), self.seat(hand["lead"]))

    def moves(self, hand: Mapping[str, Any]) -> list[Move]:
        """The tribute of a recorded hand."""
        return [Move(self.seat(text[0]), self.seat(text[2]), text[4:]) for text in hand.get("tribute", ())]

    def play_out(self, table: Table, tricks: int | None = None) -> None:
        """Let the players play to the end of the hand, or until so many tricks are finished."""
        while not table.over and (tricks is None or len(table.tricks) < tricks):
            self.play(table)

    def play(self, table: Table) -> None:
        """One play, by the seat whose turn it is."""
        choice = choose(table)
        table.put(choice.token, self.think(table, choice.token), used=choice.used)

    def think(self, table: Table, token: str) -> float:
        """Seconds that the player whose turn it is takes for a play."""
        rules = self.sheet.conduct
        first = not table.tokens and not table.tricks
        pace = _PACE * self.players[table.turn].pace * (0.6 if token == PASS else 5.0 if first else 1.6 if table.leads else 1.0)
        taken = round(pace * self.rng.lognormvariate(-0.1, 0.5), 1)
        limit = rules.first_seconds if first and rules.first_seconds is not None else rules.seconds
        return taken if limit is None else min(taken, float(limit))

    # -- the result of a hand

    def write_result(self, hand: Document, table: Table, standing: Standing) -> None:
        """Write the plays and the claims of a hand."""
        hand["tricks"], hand["seconds"] = table.tricks, table.seconds
        hand["claims"] = self.result(hand, ended(self.sheet, table.out), standing)

    def result(self, hand: Mapping[str, Any], how: Ended, standing: Standing) -> Document:
        """The claims of what a hand comes to: places, and levels or points."""
        sheet = self.sheet
        claims: Document = {"finish": "".join(sheet.seats[seat] for seat in how.order)}
        if sheet.places is not None:
            claims["points"] = dict(zip(sheet.sides, self.points(hand, how), strict=True))
        else:
            levels = risen(sheet, standing.levels, standing.in_force, how.order).levels
            claims["levels"] = {side: sheet.level_name(level) for side, level in zip(sheet.sides, levels, strict=True)}
        return claims

    def points(self, hand: Mapping[str, Any], how: Ended) -> tuple[int, int]:
        """The points of a hand by places, or against the side that lost it by 记过."""
        rules, conduct = self.sheet.places, self.sheet.conduct
        if rules is None:
            return 0, 0
        marks = [0, 0]
        for incident in hand.get("incidents", ()):
            marks[self.seat(incident["seat"]) % 2] += conduct.incidents[incident["kind"]].marks
        for side in (0, 1):
            if conduct.marks_lose is not None and marks[side] >= conduct.marks_lose:
                most = rules.rows[0][0]
                return (0, most) if side == 0 else (most, 0)
        return place_points(rules, how.order)


def sorted_cards(ctx: LevelContext, cards: Sequence[str]) -> str:
    """Cards of the deal as records list them: the highest first."""
    at = {card: number for number, card in enumerate(ctx.order)}
    return " ".join(sorted(cards, key=at.__getitem__, reverse=True))


def duration(hand: Mapping[str, Any]) -> float:
    """Seconds from the deal of a hand to its last play."""
    return _DEAL_SECONDS + _TRIBUTE_SECONDS * ("tribute" in hand) + float(sum(map(sum, hand["seconds"])))
