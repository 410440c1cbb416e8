"""The end of a match: who has won it and how, the levels and points at its end, and the claims about it."""

from collections.abc import Iterable, Mapping
from typing import Final

from paipu.replay import match
from paipu.replay.clock import check_round
from paipu.replay.computed import ComputedMatch, LostBy, sides_text
from paipu.replay.match import AtTime, both_late, loses, put_out
from paipu.replay.notation import NOTHING
from paipu.replay.record import HandClaims, MatchClaims
from paipu.replay.tricks.result import HandResult
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.terms import MatchState

PLAYED_OUT: Final = frozenset({"passed", "hands", "time"})
"""Why a match of a schedule ends with the scores deciding it."""


STEP: Final = 5
"""Points come in fives."""


class MatchEnd(match.MatchAudit[TrickSheet, MatchState, HandResult]):
    """What the hands of a match came to; `scores` are those of the hands where the sheet has a schedule."""

    scores: list[Mapping[str, int] | None]

    def take(self, claims: MatchClaims) -> None:
        """Take the claims of a match of which no hand is told: levels, games, scores, and that it was played to its end.

        Who has passed the last level has come to it at least; how far beyond the hands would tell.
        """
        state, sides, levels, score = self.state, self.sheet.sides, claims.levels or {}, claims.score or {}
        state.levels = [self.sheet.level_index(levels.get(side)) for side in sides]
        state.unsure, state.games_known = claims.reason != "time" or None in state.levels, False
        won = self.take_games(claims)
        if won is not None:
            state.games_known = True
        elif claims.reason == "passed" and claims.winner is not None and self.sheet.schedule is None:
            won = sides.index(claims.winner)
            short = state.levels[won]
            if short is not None and short < self.sheet.pass_at:
                wanted = [self.sheet.pass_at if side == won else level for side, level in enumerate(state.levels)]
                expected, actual = (sides_text(self.sheet.named(each)) for each in (wanted, state.levels))
                self.report.add("CLAIM-MATCH-LEVELS", "claims/levels", expected=expected, actual=actual)
                state.levels = [None, None]
        state.over = won if state.over is None else state.over
        if self.sheet.schedule is not None and claims.reason in PLAYED_OUT and all(side in score for side in sides):
            self.scores = [score]

    def ways_to_end(self) -> Iterable[HandClaims]:
        """Attackers' points inside each row of the score table."""
        bands = self.sheet.at_level(self.record.hands[-1].level).score.bands
        return [HandClaims(attackers=(band.low if band.low >= 0 else band.high - 2 * STEP) + STEP) for band in bands]

    def match_result(self) -> ComputedMatch:
        """Who won, and whether the record says so."""
        claims, state = self.record.claims, self.state
        reason = claims.reason if claims is not None else None
        winner: str | None = None
        code = "CLAIM-MATCH-WINNER"
        rulings = self.record.rulings
        ruled = [r.effect.winner for r in rulings if r.in_force and r.effect.winner is not None] if rulings else []
        why: str | None = None
        if ruled:
            winner, why = ruled[-1], "ruling"
        elif state.forfeit is not None and state.over in {None, 1 - state.forfeit}:
            winner, why = self.sheet.sides[1 - state.forfeit], "forfeit"
        elif self.lost_by is not None and state.over in {None, 1 - self.lost_by}:
            winner, why = self.sheet.sides[1 - self.lost_by], "ruling"
        elif state.over is not None:
            winner, why = self.sheet.sides[state.over], "passed"
        elif reason == "time":
            winner, code = self.winner_at_time()
            why = "time" if winner is not None else None
        elif self.sheet.schedule is not None:
            winner = self.winner_of_scores(self.totals(), reason)
            why = "passed" if winner is not None and reason != "time" else reason if winner is not None else None
        levels: Mapping[str, str] = {}
        if self.sheet.schedule is None and not (state.unsure or state.guessed):
            levels = self.sheet.named(state.levels)
        claimed = claims.winner if claims is not None and not both_late(self.sheet, self.record) else None
        stayed = winner or claimed  # where both were too late neither has stayed, whatever is claimed
        counted = "forfeit" if state.forfeit is not None else reason
        points, score = self.match_points(winner, stayed, counted), self.match_score(stayed, counted)
        if claims is not None:
            by_event = match.by_event(self) if winner is None else None
            unknown = winner is None and self.unknown(claims.winner, reason)
            unknown = unknown or (by_event is not None and claims.winner == by_event.winner)
            case = "late" if why == "forfeit" else "out" if self.lost_out(winner) else state.over_by
            self.check_winner(claims.winner, winner, code, unknown=unknown, case=case)
            possible = [self.sheet.named(x.levels) for x in state.unseen]
            possible += [by_event.levels] if by_event is not None and by_event.levels else []
            self.check_sides("CLAIM-MATCH-LEVELS", "levels", claims.levels, levels, possible)
            if by_event is not None and reason == by_event.reason:
                self.report.add("CLAIM-OPEN", "claims/reason", actual="reason")
            else:
                self.check_reason(reason, why)
            check_round(self.sheet.clocks, self.record.event, reason, self.report)
            forfeit = reason == "forfeit"
            of_claims = reason is not None and not self.record.hands
            due = points or (self.match_points(claims.winner, stayed, counted) if of_claims else {})
            self.check_sides("CLAIM-FORFEIT" if forfeit else "CLAIM-MATCH-POINTS", "points", claims.points, due)
            self.check_sides("CLAIM-FORFEIT" if forfeit else "CLAIM-MATCH-SCORE", "score", claims.score, score)
        drawn = winner is None and reason != "forfeit" and self.level_score(reason)
        lost_by: LostBy | None = "forfeit" if why == "forfeit" else "penalty" if why == "ruling" and not ruled else None
        return ComputedMatch(winner=winner, levels=levels, points=points, score=score, reason=why, drawn=drawn, lost_by=lost_by)

    @property
    def lost_by(self) -> int | None:
        """The side that a ruling in force makes lose the match; one on a hand costs it a game of several, if it may play on."""
        if not self.record.rulings:
            return None
        lost = [ruling for ruling in self.record.rulings if ruling.in_force and loses(self.sheet, ruling) is not None]
        several = self.several_games
        whole = [each for each in lost if not several or each.hand is None or put_out(self.sheet, each) is not None]
        found = [loses(self.sheet, ruling) for ruling in whole]
        return self.sheet.sides.index(found[-1]) if found and found[-1] is not None else None

    def totals(self) -> tuple[int, int] | None:
        """The match scores (大分) of both sides, None if a hand's cannot be told."""
        if self.sheet.schedule is None or not self.scores or None in self.scores:
            return None
        first, second = self.sheet.sides
        return sum(score[first] for score in self.scores if score), sum(score[second] for score in self.scores if score)

    @property
    def played_out(self) -> bool:
        """Whether the last of the hands that a schedule has is on record, or the scores are those of all of them."""
        schedule, hands = self.sheet.schedule, self.record.hands
        return schedule is not None and (hands[-1].no >= schedule.hands if hands else bool(self.scores))

    def winner_of_scores(self, totals: tuple[int, int] | None, reason: str | None) -> str | None:
        """The side with the higher match score once all hands are played, or time is up (SK-4.1a, D-SK-17)."""
        if totals is None or totals[0] == totals[1] or not (self.played_out or reason == "time") or reason == "forfeit":
            return None
        return self.sheet.sides[0 if totals[0] > totals[1] else 1]

    def level_score(self, reason: str | None) -> bool:
        """Whether all hands are played, or time is up, and both sides have the same match score (D-SK-04)."""
        totals = self.totals()
        return totals is not None and totals[0] == totals[1] and (self.played_out or reason == "time")

    def match_points(self, winner: str | None, stayed: str | None, reason: str | None) -> Mapping[str, int]:
        """Match points (积分) under a schedule (SK-4.1b), games won where a match has several, else none.

        `stayed` is who has won a match that was forfeited, by the score sheet if nothing else tells.
        """
        schedule = self.sheet.schedule
        if schedule is not None:
            if reason == "forfeit" and stayed is not None:
                return {side: schedule.win if side == stayed else schedule.forfeit for side in self.sheet.sides}
            return {side: schedule.win if side == winner else schedule.loss for side in self.sheet.sides} if winner else {}
        told = self.state.games_known and (reason != "forfeit" or self.state.over is not None)
        if self.several_games and told:
            return dict(zip(self.sheet.sides, self.state.games, strict=True))
        return {}

    def match_score(self, stayed: str | None, reason: str | None) -> Mapping[str, int]:
        """The match score (大分): what all hands came to, or what the sheet prints for a forfeit (SK-4.2)."""
        schedule, totals = self.sheet.schedule, self.totals()
        if schedule is None:
            return {}
        if reason == "forfeit":
            cost = schedule.forfeit_costs
            return {side: cost if side == stayed else -cost for side in self.sheet.sides} if stayed is not None else {}
        return dict(zip(self.sheet.sides, totals, strict=True)) if totals is not None else {}

    def winner_at_time(self) -> tuple[str | None, str]:
        """The side with the higher level, or with equal levels the side in office (SJ-0.4, SJ-15a)."""
        first, second = self.state.levels
        if self.sheet.schedule is not None:
            return self.winner_of_scores(self.totals(), "time"), "CLAIM-MATCH-WINNER"
        if self.sheet.clocks.untimed(self.record.event):
            return None, "CLAIM-MATCH-TIME"
        if first is None or second is None or (self.state.unfinished and self.sheet.clocks.time_in_hand == "finish"):
            return None, "CLAIM-MATCH-TIME"
        if first != second:
            return self.sheet.sides[0 if first > second else 1], "CLAIM-MATCH-TIME"
        if self.state.dealer is None:
            return None, "CLAIM-MATCH-OFFICE"
        return self.sheet.sides[self.state.dealer % 2], "CLAIM-MATCH-OFFICE"

    def at_time(self) -> AtTime:
        """Who wins if time is up now: the side with the higher level, or with equal levels the side in office."""
        winner, code = self.winner_at_time()
        if winner is not None:
            return AtTime(code, winner)
        if self.sheet.schedule is not None:
            return AtTime(code, missing="scores")
        unknown = None in self.state.levels
        return AtTime(code, missing="levels" if unknown else "banker" if self.state.dealer is None else "referee")

    def unknown(self, claimed: str | None, reason: str | None) -> bool:
        """Whether it cannot be told that a side has not won, where none has by what is on record."""
        state, totals = self.state, self.totals()
        scored = self.sheet.schedule is not None and (totals is None or totals[0] == totals[1])
        untold = self.sheet.schedule is None and (None in state.levels or state.unsure)
        ended = reason in {"time", "forfeit", "ruling"} or (reason is None and claimed == self.winner_at_time()[0])
        return scored or untold or ended

    def check_reason(self, claimed: str | None, why: str | None) -> None:
        """Whether the match ended the way the record says; what comes after its last hand on record is open."""
        scheduled = self.sheet.schedule is not None
        known = not scheduled and None not in self.state.levels and not self.state.unsure
        if claimed == "passed" and why is None and not known and not self.played_out:
            self.report.add("CLAIM-OPEN", "claims/reason", actual="reason")
        elif (claimed == "passed" and why is None and known) or (claimed == "time" and why == "passed"):
            self.report.add("CLAIM-MATCH-REASON", "claims/reason", expected=why or NOTHING, actual=claimed)
