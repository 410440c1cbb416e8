"""Across the hands of a match: levels, the banker, the end of the game, and the claims about it."""

from collections.abc import Mapping

from replay.cards import RANKS
from replay.computed import ComputedHand, ComputedMatch
from replay.record import GameRecord, Hand, Ruling
from replay.report import Report
from replay.tricks.hand import HandAudit, HandResult, Memo
from replay.tricks.score import level_name, passed
from replay.tricks.sheet import TrickSheet
from replay.tricks.terms import MatchState

_SECONDS = 60


class MatchAudit:
    """Audits one match hand by hand, carrying the computed levels and banker from each to the next."""

    def __init__(self, sheet: TrickSheet, record: GameRecord, report: Report, memo: Memo | None = None) -> None:
        self.sheet, self.record, self.report, self.memo = sheet, record, report, memo
        self.state = self.first_state()
        self.unfinished = False
        self.rulings: dict[int, list[Ruling]] = {}
        for ruling in record.rulings:
            if ruling.in_force and ruling.hand is not None:
                self.rulings.setdefault(ruling.hand, []).append(ruling)

    def run(self) -> tuple[tuple[ComputedHand, ...], ComputedMatch]:
        """Audit the record; findings go to the report."""
        self.check_seats()
        self.check_rulings()
        hands = []
        for index, hand in enumerate(self.record.hands):
            hands.append(self.hand(index, hand).computed)
        self.report.at_match()
        return tuple(hands), self.match_result()

    def first_state(self) -> MatchState:
        """Levels and banker before the first recorded hand; unknown for a record that begins in mid-game without `start`."""
        start, hands = self.record.start, self.record.hands
        mid_game = bool(hands) and hands[0].no != 1
        if start is not None and start.levels:
            levels: list[int | None] = [level_index(start.levels.get(side)) for side in self.sheet.sides]
        elif mid_game:
            levels = [None, None]
        else:
            levels = [RANKS.index(self.sheet.first_level)] * 2
        dealer = None
        if start is not None and start.dealer is not None:
            dealer = self.sheet.seats.index(start.dealer)
        return MatchState(levels, dealer, bank_open=dealer is None and not mid_game)

    def hand(self, index: int, hand: Hand) -> HandResult:
        """Audit one hand and move the match on."""
        state, report = self.state, self.report
        report.at_hand(index, hand.no)
        if state.over is not None:
            report.add("MATCH-OVER", "", winner=self.sheet.sides[state.over])
        if index and hand.no > self.record.hands[index - 1].no + 1:
            self.lose_track()
        self.adopt_level(hand)
        state.cut_short = hand is self.record.hands[-1] and self.stopped
        rulings = tuple(self.rulings.get(hand.no, ()))
        result = HandAudit(self.sheet, hand, state, report, rulings, self.memo).run()
        self.move_on(hand, result)
        return result

    @property
    def stopped(self) -> bool:
        """Whether the record says that the match was ended from outside."""
        return self.record.claims is not None and self.record.claims.reason in {"time", "forfeit", "ruling"}

    def lose_track(self) -> None:
        """From here on neither levels nor banker can be told: a hand is missing, or what it came to."""
        state = self.state
        state.levels, state.dealer, state.bank_open = [None, None], None, False

    def adopt_level(self, hand: Hand) -> None:
        """Where the levels cannot be told, take what the record says the hand was played at."""
        state = self.state
        dealer = state.dealer
        if dealer is None and hand.dealer is not None and not state.bank_open:
            dealer = self.sheet.seats.index(hand.dealer)
        if dealer is not None and state.levels[dealer % 2] is None:
            state.levels[dealer % 2] = level_index(hand.level)

    def move_on(self, hand: Hand, result: HandResult) -> None:
        """The state before the next hand."""
        state = self.state
        settled = result.settled
        if settled is None:
            claimed = (hand.claims.levels if hand.claims else None) or {}
            self.unfinished = not claimed and hand.tricks is not None and hand is self.record.hands[-1]
            if not self.unfinished:
                self.lose_track()
                state.levels = [level_index(claimed.get(side)) for side in self.sheet.sides]
            return
        state.levels = list(settled.levels)
        state.dealer = settled.next_dealer
        state.bank_open = settled.next_dealer is None
        if state.over is None:
            risen = [side for side in (0, 1) if passed(self.sheet, settled.levels[side])]
            if risen:
                state.over = settled.rose if settled.rose in risen else risen[0]

    def check_seats(self) -> None:
        """Partners sit opposite, and the two sides are different teams (SJ-4)."""
        seats = self.record.seats
        first: dict[int, str] = {}
        for index, seat in enumerate(self.sheet.seats):
            player = seats.get(seat)
            if player is None or player.team is None:
                continue
            side = index % 2
            expected, other = first.get(side), first.get(1 - side)
            if expected is None and player.team != other:
                first[side] = player.team
            elif player.team != expected:
                self.report.add(
                    "SEAT-TEAM",
                    f"seats/{seat}/team",
                    seat=seat,
                    expected=expected if expected is not None else f"≠ {other}",
                    actual=player.team,
                )

    def check_rulings(self) -> None:
        """Every ruling refers to a hand that exists."""
        numbers = {hand.no for hand in self.record.hands}
        for index, ruling in enumerate(self.record.rulings):
            if ruling.hand is not None and ruling.hand not in numbers:
                self.report.add("RULING-PLACE", f"rulings/{index}/hand", actual=str(ruling.hand), ruling=ruling.id)

    # -- the end of the match

    def match_result(self) -> ComputedMatch:
        """Who won, and whether the record says so."""
        claims, state = self.record.claims, self.state
        reason = claims.reason if claims is not None else None
        winner: str | None = None
        code = "CLAIM-MATCH-WINNER"
        ruled = [r.effect.winner for r in self.record.rulings if r.in_force and r.effect.winner is not None]
        why: str | None = None
        if ruled:
            winner, why = ruled[-1], "ruling"
        elif state.over is not None:
            winner, why = self.sheet.sides[state.over], "passed"
        elif reason == "time":
            winner, code = self.winner_at_time()
            why = "time" if winner is not None else None
        levels = {
            side: level_name(level) for side, level in zip(self.sheet.sides, state.levels, strict=True) if level is not None
        }
        if claims is not None:
            self.check_winner(claims.winner, winner, reason, code)
            self.check_levels(claims.levels, levels)
            self.check_reason(reason, why)
            self.check_clock(reason)
            if claims.points is not None:
                self.report.add("CLAIM-OPEN", "claims/points", actual="points")
        return ComputedMatch(winner=winner, levels=levels, points={}, reason=why)

    def winner_at_time(self) -> tuple[str | None, str]:
        """The side with the higher level, or with equal levels the side in office (SJ-0.4, SJ-15a)."""
        first, second = self.state.levels
        if first is None or second is None or (self.unfinished and self.sheet.time_in_hand == "finish"):
            return None, "CLAIM-MATCH-TIME"
        if first != second:
            return self.sheet.sides[0 if first > second else 1], "CLAIM-MATCH-TIME"
        if self.state.dealer is None:
            return None, "CLAIM-MATCH-OFFICE"
        return self.sheet.sides[self.state.dealer % 2], "CLAIM-MATCH-OFFICE"

    def check_winner(self, claimed: str | None, winner: str | None, reason: str | None, code: str) -> None:
        """The claimed winner against the computed one."""
        if claimed is None or claimed == winner:
            return
        unknown = winner is None and (None in self.state.levels or reason in {"time", "forfeit", "ruling"})
        if unknown or (winner is None and reason is None and claimed == self.winner_at_time()[0]):
            self.report.add("CLAIM-OPEN", "claims/winner", actual="winner")
            return
        self.report.add(code, "claims/winner", expected=winner or "-", actual=claimed)

    def check_levels(self, claimed: Mapping[str, str] | None, levels: Mapping[str, str]) -> None:
        """The claimed final levels."""
        if not claimed:
            return
        if any(side not in levels for side in claimed):
            self.report.add("CLAIM-OPEN", "claims/levels", actual="levels")
        elif any(levels[side] != level for side, level in claimed.items()):
            self.report.add(
                "CLAIM-MATCH-LEVELS",
                "claims/levels",
                expected=" ".join(f"{side}={level}" for side, level in levels.items()),
                actual=" ".join(f"{side}={level}" for side, level in claimed.items()),
            )

    def check_reason(self, claimed: str | None, why: str | None) -> None:
        """Whether the match ended the way the record says."""
        known = None not in self.state.levels
        if (claimed == "passed" and why is None and known) or (claimed == "time" and why == "passed"):
            self.report.add("CLAIM-MATCH-REASON", "claims/reason", expected=why or "-", actual=claimed)

    def check_clock(self, reason: str | None) -> None:
        """The round's length against the way it ended (SJ-0.2)."""
        event = self.record.event
        if event is None or event.seconds is None:
            return
        seconds = event.seconds
        used, limit = int(seconds // _SECONDS), self.sheet.round_minutes
        early = reason == "time" and seconds < limit * _SECONDS
        late = reason == "passed" and seconds > limit * _SECONDS
        if early or late or seconds < 0:
            self.report.add("CLOCK-ROUND", "event/finished", expected=str(limit), actual=str(used))


def level_index(level: str | None) -> int | None:
    """A recorded level as an index into `RANKS`; None if absent or no rank (`flag`)."""
    return RANKS.index(level) if level is not None and level in RANKS else None
