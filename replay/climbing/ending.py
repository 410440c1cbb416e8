"""The end of a match: who has won it and how, the levels and points at its end, and the claims about it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from paipu.replay import match
from paipu.replay.climbing.claims import check_bounds
from paipu.replay.climbing.places import Placed, Tally
from paipu.replay.climbing.result import HandResult
from paipu.replay.climbing.ruled import check_steps
from paipu.replay.climbing.score import (
    Rise,
    agree,
    forfeit_points,
    level_points,
    levels_of_lost,
    match_points,
)
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.terms import MatchState
from paipu.replay.clock import check_round
from paipu.replay.computed import ComputedMatch, LostBy, sides_text
from paipu.replay.faults import LOSING
from paipu.replay.match import AtTime, first_of_match, forfeited_by, loser_of
from paipu.replay.notation import NOTHING
from paipu.replay.record import HandClaims, MatchClaims

AT_TIME: Final = frozenset({"time", "hands"})
"""Why a match ends at the levels that the sides have."""
PLAYED_OUT: Final = frozenset({"passed", "hands"})
"""Why a match ends with the points by places deciding it."""


class Awaited(NamedTuple):
    """What a match comes to by a ruling that is awaited."""

    winner: str
    levels: Mapping[str, str]
    points: Mapping[str, int]
    score: Mapping[str, int]


class MatchEnd(match.MatchAudit[ClimbingSheet, MatchState, HandResult]):
    """What the hands of a match came to."""

    tally: Tally | None

    def take(self, claims: MatchClaims) -> None:
        """Take the claims of a match of which no hand is told: levels, games, points by places, who has won."""
        state, sides, points = self.state, self.sheet.sides, claims.points or {}
        if self.tally is not None:
            both = [points[side] for side in sides if side in points]
            if claims.reason in PLAYED_OUT and len(set(both)) > 1:
                idle = [Placed((0, 0), None)] * (self.tally.rules.hands - 1)
                self.tally.hands = [Placed((both[0], both[1]), None), *idle]
            return
        state.levels = levels = [self.sheet.level_index((claims.levels or {}).get(side)) for side in sides]
        at_time = claims.reason in AT_TIME if self.sheet.ends is not None else claims.reason == "time"
        state.unsure, state.counted = not at_time or None in levels, False
        won = self.take_games(claims)
        state.counted = won is not None
        if won is None and claims.reason == "passed":
            won = self.passed_by(claims.winner)
        if won is None or state.over is not None:
            return
        state.over, top = won, len(self.sheet.ladder) - 1
        if claims.reason == "passed" and levels[won] not in {None, top}:
            wanted = [top if side == won else level for side, level in enumerate(levels)]
            expected, actual = (sides_text(self.sheet.named(each)) for each in (wanted, levels))
            self.report.add("CLAIM-MATCH-LEVELS", "claims/levels", expected=expected, actual=actual)
            state.levels = [None, None]
        elif self.sheet.ends is not None and None not in levels:
            state.rose = Rise((levels[0], levels[1]), won, 1, passed=True)

    def ways_to_end(self) -> Iterable[HandClaims]:
        """The orders in which those who sit there may have gone out, where that changes levels."""
        orders = permutations(self.sheet.seats) if self.sheet.levels is not None else ()
        return [HandClaims(finish="".join(order)) for order in orders]

    def passed_by(self, claimed: str | None) -> int | None:
        """The side that is said to have passed the last level, or the only one that had come to it."""
        top = len(self.sheet.ladder) - 1
        there = [side for side, level in enumerate(self.state.levels) if level == top]
        return self.sheet.sides.index(claimed) if claimed is not None else there[0] if len(there) == 1 else None

    def match_result(self) -> ComputedMatch:
        """Who won, and whether the record says so."""
        claims = self.record.claims
        reason = claims.reason if claims is not None else None
        winner, why = self.winner(reason)
        counted = self.sheet.levels is not None and (self.record.hands or None not in self.state.levels)
        levels = self.sheet.named(self.levels_at_end()) if counted else {}
        points, score = self.match_points(reason), self.level_points(reason)
        check_steps(self.sheet, self.record, self.state.reached, self.report)
        if claims is not None:
            by_lot = self.sheet.ends is not None and self.higher is None
            outside = reason in {"forfeit", "ruling"} or (reason in AT_TIME and (by_lot or not self.sheet.scores_at_time))
            unknown = winner is None and (not self.known or outside)
            awaited = self.awaited()
            unknown = unknown or (awaited is not None and claims.winner == awaited.winner)
            by_event = match.by_event(self) if winner is None else None
            unknown = unknown or (by_event is not None and claims.winner == by_event.winner)
            case = "late" if why == "forfeit" else "out" if self.lost_out(winner) else "time" if why == "time" else None
            case = (self.too_soon(claims.winner) or case) if winner is None else case
            self.check_winner(claims.winner, winner, "CLAIM-MATCH-WINNER", unknown=unknown, case=case)
            lost = "lost" if self.lost_how(winner) is not None or self.said_to_forfeit is not None else None
            played_then = [by_event.levels] if by_event is not None and by_event.levels else []
            levels_then, points_then, score_then = awaited[1:] if awaited is not None else ({}, {}, {})
            self.check_sides("CLAIM-MATCH-LEVELS", "levels", claims.levels, levels, [levels_then, *played_then], case=lost)
            code = "CLAIM-ROUND-POINTS" if self.sheet.round_points is not None else "CLAIM-MATCH-POINTS"
            told = check_bounds(self.sheet.round_points, claims.points, points, winner or claims.winner, self.report)
            gone, due = self.forfeited, (points, score)
            if gone is None and (gone := self.said_to_forfeit) is not None:
                due = self.points_of(1 - gone), forfeit_points(self.sheet.event.forfeit, self.sheet.sides, gone)
            self.check_points(code, told, due[0], points_then)
            if self.sheet.ends is not None:
                case = "forfeit" if gone is not None else None
                self.check_sides("CLAIM-LEVEL-POINTS", "score", claims.score, due[1], [score_then], case=case)
            self.check_reason(reason, why, by_event.reason if by_event is not None else None)
            check_round(self.sheet.clocks, self.record.event, reason, self.report)
        drawn = winner is None and why in self.sheet.event.level_decides and self.ended(reason)
        past = next((side for side, level in enumerate(self.levels_at_end()) if level == len(self.sheet.ladder)), None)
        lost_by = self.lost_how(winner)
        return ComputedMatch(
            winner=winner, levels=levels, points=points, score=score, reason=why, drawn=drawn, past=past, lost_by=lost_by
        )

    def check_points(
        self, code: str, claimed: Mapping[str, int] | None, computed: Mapping[str, int], if_lost: Mapping[str, int]
    ) -> None:
        """The claimed points of the match, and what a ruling that is awaited would give `if_lost`; where a lot may have decided
        it they go with who is said to have won.
        """
        claims = self.record.claims
        reason, winner = (claims.reason, claims.winner) if claims is not None else (None, None)
        by_lot = self.by_lot(reason, winner)
        if by_lot and winner is not None and computed and claimed and not agree(claimed, by_lot[0]):
            expected, actual = sides_text(by_lot[0]), sides_text(claimed)
            self.report.add(code, "claims/points", expected=expected, actual=actual)
            return
        self.check_sides(code, "points", claimed, computed, [*by_lot, if_lost])

    def awaited(self) -> "Awaited | None":
        """What the match comes to once it is ruled lost for a forfeit or a second foul on record, where it is not yet."""
        ended = [each for each in self.state.reached if each.step in LOSING]
        loser = ended[-1].side if len({each.side for each in ended}) == 1 else None
        rules, sides = self.sheet.ends, self.sheet.sides
        if rules is None or loser is None or self.forfeited is not None or self.lost_by is not None:
            return None
        known = [level for level in self.levels_at_end() if level is not None]
        after = levels_of_lost(rules, self.sheet.ladder, known, loser) if len(known) == len(sides) else ()
        score = forfeit_points(self.sheet.event.forfeit, sides, loser) if ended[-1].step == "forfeit" else {}
        if not score and after:
            score = dict(zip(sides, level_points(self.sheet.event.by_difference, after), strict=True))
        return Awaited(sides[1 - loser], self.sheet.named(after) if after else {}, self.points_of(1 - loser), score)

    def lost_how(self, winner: str | None) -> LostBy | None:
        """How the side that has not won lost the match, if not by play: who is only ruled to have won has not lost so."""
        loser = 1 - self.sheet.sides.index(winner) if winner is not None else None
        if loser is None or any(each.effect.winner is not None for each in self.record.rulings if each.in_force):
            return None
        return "forfeit" if self.forfeited == loser else "penalty" if self.lost_by == loser else None

    @property
    def lost_by(self) -> int | None:
        """The side that a ruling in force makes lose the match, by what it says or by the fault that it finds proven."""
        loser = loser_of(self.sheet, self.record)
        return self.sheet.sides.index(loser) if loser is not None else self.state.lost

    @property
    def disqualified(self) -> int | None:
        """The side that a ruling in force disqualifies."""
        found = [r.effect.disqualified for r in self.record.rulings if r.in_force and r.effect.disqualified is not None]
        return self.sheet.sides.index(found[-1]) if found else None

    @property
    def gave_up(self) -> int | None:
        """The side that forfeited the match, if it ended so and the incidents tell which one did.

        A ruling that makes a side lose the match may rest on its forfeit, unless two fouls have lost it the match already. One
        that is disqualified cannot play on, which is taken for a forfeit (D-JS-02).
        """
        if self.sheet.ends is None:
            return forfeited_by(self.sheet, self.record)
        if self.disqualified is not None and self.sheet.ends.disqualified == "forfeit":
            return self.disqualified
        sides = {each.side for each in self.state.reached if each.step == "forfeit"}
        told = self.record.claims is not None and (
            self.record.claims.reason == "forfeit" or any(self.scored_as_forfeit(side) for side in sides)
        )
        ruled = self.lost_by in sides and all(each.step != "lost" for each in self.state.reached if each.side == self.lost_by)
        if ruled:
            return self.lost_by
        return sides.pop() if len(sides) == 1 and told else None

    def scored_as_forfeit(self, side: int) -> bool:
        """Whether the score sheet has the points that only a forfeit of a side gives, whatever reason it names."""
        points, claims = forfeit_points(self.sheet.event.forfeit, self.sheet.sides, side), self.record.claims
        return bool(points) and claims is not None and claims.score == points

    @property
    def forfeited(self) -> int | None:
        """The side that loses by its forfeit: one after the match was played out changes nothing unless a ruling says so."""
        side = self.gave_up
        return side if self.lost_by in {side, None} and (self.state.over is None or self.lost_by is not None) else None

    def levels_at_end(self) -> tuple[int | None, int | None]:
        """The levels by side that the match ended at; one past the last level is past it where the sheet counts that."""
        rules, (first, second) = self.sheet.ends, self.state.levels
        if rules is None or first is None or second is None:
            return first, second
        if self.state.rose is not None:
            first, second = first + (self.state.rose.side == 0), second + (self.state.rose.side == 1)
        gone = self.forfeited if self.forfeited is not None else self.said_to_forfeit
        loser = self.lost_by if self.lost_by is not None else gone
        return levels_of_lost(rules, self.sheet.ladder, (first, second), loser) if loser is not None else (first, second)

    def level_points(self, reason: str | None) -> Mapping[str, int]:
        """Points for how far the levels lie apart, where the sheet has such."""
        event, (first, second), sides = self.sheet.event, self.levels_at_end(), self.sheet.sides
        if self.sheet.ends is None or not event.by_difference or not self.ended(reason):
            return {}
        if self.forfeited is not None:
            return forfeit_points(event.forfeit, sides, self.forfeited)
        if first is None or second is None:
            return {}
        return dict(zip(sides, level_points(event.by_difference, (first, second)), strict=True))

    @property
    def said_to_forfeit(self) -> int | None:
        """The side that has forfeited by the score sheet alone, where nothing on record tells who did (JS-7.4)."""
        claims = self.record.claims
        known = self.lost_by is not None or any(each.step == "forfeit" for each in self.state.reached)
        if self.sheet.ends is None or claims is None or claims.reason != "forfeit" or claims.winner is None:
            return None
        return 1 - self.sheet.sides.index(claims.winner) if not known and self.state.over is None else None

    def by_lot(self, reason: str | None, winner: str | None) -> Sequence[Mapping[str, int]]:
        """The points that a lot may have given where the levels are equal (JS-5.9.2), to who is said to have won by it."""
        if self.sheet.ends is None or reason not in AT_TIME or self.higher is not None or self.state.tie is not None:
            return ()
        return [self.points_of(side) for side in (0, 1) if winner in {None, self.sheet.sides[side]}]

    def points_of(self, winner: int | None) -> Mapping[str, int]:
        """The match points by side, None for a draw."""
        points = match_points(self.sheet.event.match_points, winner)
        return dict(zip(self.sheet.sides, points, strict=True)) if points is not None else {}

    def ended(self, reason: str | None) -> bool:
        """Whether the match is known to be over, and how."""
        state = self.state
        told = self.lost_by is not None or self.gave_up is not None or state.over is not None
        return told or (reason in AT_TIME and not state.unsure and None not in state.levels)

    def winner(self, reason: str | None) -> tuple[str | None, str | None]:
        """The side that won, and why the match ended; None while that cannot be told."""
        rulings = self.record.rulings
        ruled = [r.effect.winner for r in rulings if r.in_force and r.effect.winner is not None] if rulings else []
        if ruled:
            return ruled[-1], "ruling"
        if self.forfeited is not None:
            said = reason == "ruling" and self.lost_by is not None  # a ruling that says so is no other reason
            said = said or (self.disqualified is not None and reason != "forfeit")
            return self.sheet.sides[1 - self.forfeited], "ruling" if said else "forfeit"
        if self.lost_by is not None:
            return self.sheet.sides[1 - self.lost_by], "ruling"
        side = self.tally.ahead() if self.tally is not None else self.state.over
        if side is not None:
            by_extra = reason if reason in AT_TIME else None
            return self.sheet.sides[side], "passed" if self.state.tie is None else by_extra
        if reason not in self.sheet.event.level_decides or self.state.unsure:
            return None, None
        side = self.higher if self.higher is not None else self.state.tie
        return (self.sheet.sides[side] if side is not None else None), reason

    @property
    def higher(self) -> int | None:
        """The side with the higher level; None if they are equal or not known."""
        first, second = self.state.levels
        if first is None or second is None or first == second:
            return None
        return 0 if first > second else 1

    def match_points(self, reason: str | None) -> Mapping[str, int]:
        """Totals of points by places, games won where a match has several, or the points of a round by levels (GD3-G2)."""
        sheet, state = self.sheet, self.state
        if self.tally is not None:
            totals = self.tally.totals
            return dict(zip(sheet.sides, totals, strict=True)) if totals is not None and self.tally.hands else {}
        if self.several_games:
            given_up = reason == "forfeit" or self.gave_up is not None
            told = state.counted and (not given_up or max(state.games) >= self.games_to_win)
            return dict(zip(sheet.sides, state.games, strict=True)) if told else {}
        if sheet.ends is not None:
            winner = self.winner(reason)[0]
            return self.points_of(sheet.sides.index(winner) if winner is not None else None) if self.ended(reason) else {}
        first, second = state.levels
        ended = state.rose is not None or (reason == "time" and state.over is None and not state.unsure)
        if sheet.round_points is None or first is None or second is None or not ended:
            return {}
        beyond = state.rose.by if state.rose is not None else 0
        return dict(zip(sheet.sides, sheet.round_points.of((first, second), state.over, beyond), strict=True))

    def at_time(self) -> AtTime:
        """Who wins if time is up now, and with how many points, where the sheet says."""
        if not self.sheet.scores_at_time:
            return AtTime("CLAIM-MATCH-WINNER", missing="referee")
        points = self.match_points("time")
        code = "CLAIM-ROUND-POINTS" if self.sheet.round_points is not None else "CLAIM-MATCH-POINTS"
        winner = self.winner("time")[0]
        decides = "TIE-BREAK-NONE" if winner is None and self.sheet.ends is not None and self.sheet.ends.tie_break else None
        return AtTime(code, winner, points, None if points else "levels", self.level_points("time"), decides)

    @property
    def known(self) -> bool:
        """Whether the record tells that nobody has won, where nobody has."""
        if self.tally is not None:
            return self.tally.complete and self.tally.totals is not None
        return None not in self.state.levels and not self.state.unsure

    def too_soon(self, claimed: str | None) -> str | None:
        """The case that a side is said to have won that only rose past the last level without playing it."""
        side = self.state.overran
        return "beyond" if side is not None and claimed in {None, self.sheet.sides[side]} else None

    def check_reason(self, claimed: str | None, why: str | None, then: str | None = None) -> None:
        """Why the match ended: what the record shows against what it says, and against what it may be by its event."""
        wrong = claimed == "passed" != then and why is None and (self.known or cannot_have_passed(self))
        if claimed == "passed" and why is None and not wrong:
            self.report.add("CLAIM-OPEN", "claims/reason", actual="reason")
        elif wrong or (claimed is not None and why is not None and claimed != why):
            case = self.too_soon(None) if why is None else None
            self.report.add("CLAIM-MATCH-REASON", "claims/reason", expected=why or NOTHING, actual=claimed, case=case)

    @property
    def games_to_win(self) -> int:
        """How many games win the match (GD2-5)."""
        if self.said_to_win is not None:
            return self.said_to_win
        return self.sheet.levels.games_to_win if self.sheet.levels is not None and not self.one_game else 1


def cannot_have_passed(end: MatchEnd) -> bool:
    """Whether nobody can have passed the last level, though it is not known what each hand came to: all are on record.

    Of no hands the levels tell it: neither side has come to the last.
    """
    hands, levels = end.record.hands, end.state.levels
    if end.tally is not None or end.several_games:
        return False
    if not hands:
        return None not in levels and len(end.sheet.ladder) - 1 not in levels
    whole = first_of_match(end.sheet, end.record) and [hand.no for hand in hands] == [*range(1, len(hands) + 1)]
    return whole and not end.state.passable and end.state.rose is None
