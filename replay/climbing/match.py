"""Across the hands of a match: levels, the banker, the end of a game and of the match, and the claims about it."""

from collections.abc import Mapping, Sequence
from typing import Final

from replay import match
from replay.climbing.claims import check_bounds
from replay.climbing.exchange import Finished
from replay.climbing.hand import HandAudit
from replay.climbing.places import Placed, Tally
from replay.climbing.result import HandResult, Memo, left_off, memo_key
from replay.climbing.ruled import check_steps
from replay.climbing.score import Rise, forfeit_points, level_points, levels_of_lost, match_points
from replay.climbing.sheet import ClimbingSheet
from replay.climbing.terms import MatchState
from replay.clock import check_round
from replay.computed import ComputedMatch, LostBy, Setting, sides_text
from replay.match import (
    AtTime,
    check_seats,
    first_of_match,
    forfeited_by,
    games_at_start,
    loser_of,
    loses,
    sides_at,
    stopped,
)
from replay.notation import NOTHING, Gift
from replay.powers import check_rulings
from replay.record import GameRecord, Hand, MatchClaims, Ruling
from replay.report import Report

AT_TIME: Final = frozenset({"time", "hands"})
PLAYED_OUT: Final = frozenset({"passed", "hands"})
"""Why a match ends with the points by places deciding it."""
"""Why a match ends at the levels that the sides have."""


class MatchAudit(match.MatchAudit[ClimbingSheet, MatchState, HandResult]):
    """Carries levels, or where the sheet has such the points by places, and what decides tribute, from hand to hand."""

    def __init__(self, sheet: ClimbingSheet, record: GameRecord, report: Report, memo: Memo | None = None) -> None:
        super().__init__(sheet, record, report, memo)
        self.state = self.first_state()
        missing = record.hands[0].no - 1 if record.hands else 0
        self.tally = Tally(sheet.places, missing) if sheet.places is not None else None

    def begin(self) -> None:
        """Check what does not depend on the hands."""
        if self.state.sides is None:
            self.report.add("SEAT-DRAWN", "seats")
            self.report.decided_by("seats_alternate")
        elif self.state.sides == self.sheet.alternating:
            check_seats(self.sheet, self.record, self.report)
        self.check_start()
        check_rulings(self.sheet, self.record, self.report)

    def remembered(self) -> Memo:
        """The hands of this audit that have plays, with what was found in them."""
        if self.memo is None:
            self.memo = {
                key: (result.played, tuple(self.report.findings[slice(*result.shown)]))
                for index, result in enumerate(self.results)
                if result.played is not None and (key := self.key_of(index, result))
            }
        return self.memo

    def key_of(self, index: int, result: HandResult) -> tuple[object, ...] | None:
        """By what the plays of a hand are remembered."""
        return memo_key(self.sheet, f"/hands/{index}", result.played.level, result.began) if result.played is not None else None

    @property
    def tallied(self) -> tuple[int, tuple[Placed, ...]] | None:
        """The hands so far whose points count together, and how many are missing."""
        return (self.tally.missing, tuple(self.tally.hands)) if self.tally is not None else None

    @tallied.setter
    def tallied(self, tallied: tuple[int, tuple[Placed, ...]] | None) -> None:
        if self.tally is not None and tallied is not None:
            self.tally.missing, self.tally.hands = tallied[0], list(tallied[1])

    def first_state(self) -> MatchState:
        """Where the first recorded hand begins; unknown for a record that begins in mid-game without `start`."""
        start, hands, sheet = self.record.start, self.record.hands, self.sheet
        first, fresh = sheet.level_index(sheet.first_level), first_of_match(self.sheet, self.record)
        levels: list[int | None] = [first, first] if fresh else [None, None]
        if start is not None and start.levels and not fresh:
            levels = [sheet.level_index(start.levels.get(side)) for side in sheet.sides]
        dealer = sheet.seat_at[start.dealer] if start is not None and start.dealer is not None else None
        games = games_at_start(sheet, self.record, first=fresh)
        known = None not in levels and levels[0] == levels[1]
        return MatchState(
            levels,
            known=known,
            fresh=fresh,
            dealer=dealer,
            over=self.won_before(games),
            games=games or [0, 0],
            counted=games is not None,
            unsure=not hands,
            sides=sides_at(sheet, self.record),
        )

    # -- the hands

    def judged(self, index: int, hand: Hand) -> HandResult:
        """A hand of a match that is not over yet."""
        state, report = self.state, self.report
        if self.tally is not None and self.tally.complete and not self.tally.another_due:
            report.add("MATCH-HANDS", "", expected=str(self.tally.rules.hands), actual=str(hand.no))
            return self.beyond_the_end(hand)
        self.tell_gap(index, "level tribute lead" if self.tally is None else "winner points")
        if state.in_force is None or state.levels[state.in_force] is None:
            self.adopt_level(index, hand)
        if self.tally is not None and self.tally.complete:
            state.dealer = None  # who is banker of an extra hand is not said (D-DG-18)
        state.unsure = False
        if hand.tie_break:
            self.check_tie_break()
        state.cut_short = hand is self.record.hands[-1] and (stopped(self.record) or self.lost_by is not None)
        state.timed = self.record.claims is not None and self.record.claims.reason == "time"
        levels = self.sheet.counted(state.levels)
        in_force = self.sheet.sides[state.in_force] if state.in_force is not None else None
        owes = self.owing(hand)
        result = self.audited(hand, report, self.rulings.get(hand.no, ()))
        self.move_on(hand, result)
        counts, won = not self.is_void(hand), self.sheet.sides[result.passed_by] if result.passed_by is not None else None
        first, gifts = result.first if self.tally is not None else None, self.gifts(hand, result)
        setting = Setting(counts, levels=levels, in_force=in_force, won=won, first=first, owes=owes, gifts=gifts)
        result.computed = result.computed.set_in(setting._replace(by_claims=result.by_claims) if result.by_claims else setting)
        return result

    def gifts(self, hand: Hand, result: HandResult) -> tuple[str, ...]:
        """The cards that changed hands before a hand, as recorded or as the plays tell."""
        noted, moved = hand.tribute or (), result.tribute.moved if result.tribute is not None else ()
        if len(moved) == len(noted):
            return noted
        names = self.sheet.seats
        return tuple([str(Gift(names[each.giver], names[each.taker], each.card)) for each in moved]) or noted

    def owing(self, hand: Hand) -> str | None:
        """The seats that owe tribute before a hand, as the hand before ended; None where that is not known."""
        rules, before = self.sheet.tribute, self.state.before
        if rules is None or self.state.fresh or hand.tie_break:
            return ""
        if before is None:
            return None
        spared = (before.order[0] - before.order[-1]) % 2 == 0 and not rules.partner_pays
        return "" if before.ruled or spared else self.sheet.names(before.payers)

    def check_tie_break(self) -> None:
        """A hand that breaks a tie belongs to a match with equal levels, where the sheet has such a hand."""
        rules, levels = self.sheet.ends, self.state.levels
        if rules is None or not rules.tie_break or (None not in levels and levels[0] != levels[1]):
            self.report.add("TIE-BREAK-NONE", "tie_break")

    def audited(self, hand: Hand, report: Report, rulings: tuple[Ruling, ...]) -> HandResult:
        """A hand, as the match stands before it."""
        return HandAudit(self.sheet, hand, self.state, report, rulings, self.memo).run()

    def lose_track(self, missing: int) -> None:
        """From here on levels and tribute cannot be told: hands are missing, or what one came to. The bank goes round still."""
        state = self.state
        state.levels, state.in_force, state.known = [None, None], None, False
        state.before, state.fresh, state.counted = None, False, False
        if self.tally is not None:
            self.tally.miss(missing)
        if state.dealer is not None:
            state.dealer = (state.dealer + missing) % len(self.sheet.seats)

    def adopt_level(self, index: int, hand: Hand) -> None:
        """Where the level in force cannot be told, take what the record says, and whose level it must be.

        Where a match has several games the first level means a new one: in a game under way it is not played again.
        """
        state, level, rules = self.state, self.sheet.level_index(hand.level), self.sheet.levels
        if level is None or rules is None or state.fresh or (state.in_force is None and state.known):
            return
        first = self.sheet.level_index(self.sheet.first_level)
        if state.in_force is None and None not in state.levels:
            owners = [side for side in (0, 1) if state.levels[side] == level != first]  # who has won a hand is past the first
            if len(owners) == 1:
                state.in_force = owners[0]
            elif not owners and set(state.levels) != {first}:
                self.deny_levels(index, hand)
        elif state.in_force is not None and state.levels[state.in_force] is not None:
            return
        elif self.several_games and level == first and (state.in_force is not None or set(state.levels) == {None}):
            self.new_game()
        elif state.in_force is not None:
            state.levels[state.in_force] = level

    def deny_levels(self, index: int, hand: Hand) -> None:
        """The level of a hand is neither side's: `start`, or the claims that levels were taken from, cannot be right."""
        state, first = self.state, self.sheet.first_level
        expected = [self.sheet.level_name(each) for each in state.levels if each is not None]
        code = "LEVEL-IN-FORCE" if index else "START-LEVEL"
        self.report.add(code, "level", expected=" | ".join(each for each in expected if each != first), actual=hand.level)
        state.levels = [None, None]
        if hand.no == 1 and hand.level == first:
            self.new_game()

    def move_on(self, hand: Hand, result: HandResult) -> None:
        """The state before the next hand."""
        self.state.reached = result.reached
        if hand.tie_break and self.sheet.ends is not None and self.sheet.ends.tie_break:
            self.state.tie = result.first if not result.void else self.state.tie
        elif self.tally is not None:
            self.count_places(self.tally, result)
        else:
            self.count_levels(hand, result)
        if not self.rulings:
            return
        lost = [(ruling, loser) for ruling in self.rulings.get(hand.no, ()) if (loser := loses(self.sheet, ruling)) is not None]
        if lost and self.state.over is None:
            ruling, loser = lost[-1]
            self.state.over, self.state.over_under = 1 - self.sheet.sides.index(loser), ruling.clause

    def count_places(self, tally: Tally, result: HandResult) -> None:
        """The state before the next hand where points go by places; a void hand does not tell who is banker next."""
        state, sheet = self.state, self.sheet
        dealer = state.dealer if state.dealer is not None else result.led
        state.dealer = (dealer + 1) % len(sheet.seats) if dealer is not None and not result.void else None
        state.fresh = False
        if not result.void:
            tally.hands.append(Placed(result.points, result.first))

    def count_levels(self, hand: Hand, result: HandResult) -> None:
        """The state before the next hand where levels rise."""
        state, sheet = self.state, self.sheet
        state.dealer = None  # `start` tells who leads one hand; the next goes by the places of the one before
        if result.order is None and not result.void:
            if left_off(sheet, hand, state):
                if result.rise is not None:  # by rulings alone
                    state.levels = list(result.rise.levels)
                return
            claimed = (hand.claims.levels if hand.claims else None) or {}
            self.lose_track(0)
            levels = [sheet.level_index(claimed.get(side)) for side in sheet.sides]
            result.by_claims = bool(claimed)
            if not self.several_games or not {None, len(sheet.ladder) - 1} & set(levels):  # else a game may have ended
                state.levels = levels
            state.unsure = True
            return
        if result.rise is not None:
            state.levels = list(result.rise.levels)
            state.overran = result.rise.side if result.rise.beyond else None
        if result.void or result.order is None:
            return
        state.in_force, state.fresh = result.order[0] % 2, False
        state.before = Finished(result.order, result.double, result.ruled)
        if (
            result.rise is not None
            and result.rise.passed is not False
            and state.over is None
            and not self.goes_on(hand, result.rise)
        ):
            self.game_won(result.rise)

    def goes_on(self, hand: Hand, risen: Rise) -> bool:
        """Whether the next hand shows that a game which may be over is not: a new one begins at the first level."""
        if risen.passed is not None or not self.several_games:
            return False
        following = next((each for each in self.record.hands if each.no == hand.no + 1), None)
        level = self.sheet.level_index(following.level) if following is not None else None
        return level not in {None, self.sheet.level_index(self.sheet.first_level)}

    def game_won(self, risen: Rise) -> None:
        """A side has passed the last level, or may have: the match is over, or the next game of it begins anew (GD2-5)."""
        state = self.state
        if risen.passed is None or (self.several_games and not state.counted):
            state.unsure = True
            if self.several_games:
                self.lose_track(0)
            return
        state.games[risen.side] += 1
        if state.games[risen.side] >= self.games_to_win:
            state.rose, state.over = risen, risen.side
        else:
            self.new_game()

    @property
    def games_to_win(self) -> int:
        """How many games win the match (GD2-5)."""
        return self.sheet.levels.games_to_win if self.sheet.levels is not None and not self.one_game else 1

    def new_game(self) -> None:
        """A game of the match begins: first levels, no tribute."""
        state = self.state
        first = self.sheet.level_index(self.sheet.first_level)
        state.levels, state.in_force, state.known = [first, first], None, True
        state.before, state.fresh = None, True

    # -- the end of the match

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
            case = "late" if why == "forfeit" else "out" if self.lost_out(winner) else "time" if why == "time" else None
            case = (self.too_soon(claims.winner) or case) if winner is None else case
            self.check_winner(claims.winner, winner, "CLAIM-MATCH-WINNER", unknown=unknown, case=case)
            lost = "lost" if self.lost_how(winner) is not None or self.said_to_forfeit is not None else None
            self.check_sides("CLAIM-MATCH-LEVELS", "levels", claims.levels, levels, case=lost)
            code = "CLAIM-ROUND-POINTS" if self.sheet.round_points is not None else "CLAIM-MATCH-POINTS"
            told = check_bounds(self.sheet.round_points, claims.points, points, winner or claims.winner, self.report)
            gone, due = self.forfeited, (points, score)
            if gone is None and (gone := self.said_to_forfeit) is not None:
                due = self.points_of(1 - gone), forfeit_points(self.sheet.event.forfeit, self.sheet.sides, gone)
            self.check_sides(code, "points", told, due[0], self.by_lot(reason))
            if self.sheet.ends is not None:
                case = "forfeit" if gone is not None else None
                self.check_sides("CLAIM-LEVEL-POINTS", "score", claims.score, due[1], case=case)
            self.check_reason(reason, why)
            check_round(self.sheet.clocks, self.record.event, reason, self.report)
        drawn = winner is None and why in self.sheet.event.level_decides and self.ended(reason)
        past = next((side for side, level in enumerate(self.levels_at_end()) if level == len(self.sheet.ladder)), None)
        lost_by = self.lost_how(winner)
        return ComputedMatch(
            winner=winner, levels=levels, points=points, score=score, reason=why, drawn=drawn, past=past, lost_by=lost_by
        )

    def lost_how(self, winner: str | None) -> LostBy | None:
        """How the side that has not won lost the match, if not by play: who is only ruled to have won has not lost so."""
        loser = 1 - self.sheet.sides.index(winner) if winner is not None else None
        if loser is None or any(each.effect.winner is not None for each in self.record.rulings if each.in_force):
            return None
        return "forfeit" if self.forfeited == loser else "penalty" if self.lost_by == loser else None

    @property
    def lost_by(self) -> int | None:
        """The side that a ruling in force makes lose the match."""
        loser = loser_of(self.sheet, self.record)
        return self.sheet.sides.index(loser) if loser is not None else None

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
        told = self.record.claims is not None and self.record.claims.reason == "forfeit"
        ruled = self.lost_by in sides and all(each.step != "lost" for each in self.state.reached if each.side == self.lost_by)
        if ruled:
            return self.lost_by
        return sides.pop() if len(sides) == 1 and told else None

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

    def by_lot(self, reason: str | None) -> Sequence[Mapping[str, int]]:
        """The points that a lot may have given where the levels are equal (JS-5.9.2)."""
        if self.sheet.ends is None or reason not in AT_TIME or self.higher is not None or self.state.tie is not None:
            return ()
        return [self.points_of(side) for side in (0, 1)]

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
            return self.sheet.sides[side], "passed"
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

    def check_reason(self, claimed: str | None, why: str | None) -> None:
        """Why the match ended: what the record shows against what it says."""
        wrong = claimed == "passed" and why is None and self.known
        if claimed == "passed" and why is None and not wrong:
            self.report.add("CLAIM-OPEN", "claims/reason", actual="reason")
        elif wrong or (claimed is not None and why is not None and claimed != why):
            case = self.too_soon(None) if why is None else None
            self.report.add("CLAIM-MATCH-REASON", "claims/reason", expected=why or NOTHING, actual=claimed, case=case)
