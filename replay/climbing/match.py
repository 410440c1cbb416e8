"""Across the hands of a match: levels, the banker, and the end of a game."""

from collections.abc import Sequence
from typing import Final

from paipu.replay.climbing.ending import MatchEnd
from paipu.replay.climbing.exchange import Finished
from paipu.replay.climbing.hand import HandAudit
from paipu.replay.climbing.places import Placed, Tally
from paipu.replay.climbing.result import HandResult, Memo, left_off, memo_key
from paipu.replay.climbing.score import Rise, rise, ways_on
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.terms import MatchState
from paipu.replay.climbing.ways import cards_left
from paipu.replay.computed import Setting
from paipu.replay.findings import Finding
from paipu.replay.match import board_by_itself, first_of_match, games_at_start, loses, stopped
from paipu.replay.notation import PASS, Gift, split_trick
from paipu.replay.powers import check_rulings
from paipu.replay.record import GameRecord, Hand, Ruling
from paipu.replay.report import Report
from paipu.replay.seating import check_seats, sides_at

_LEVELS: Final = frozenset({"LEVEL-IN-FORCE", "START-LEVEL", "LEVEL-OPEN"})
_DOUBLE: Final = frozenset({"rounds.double_ends"})


class MatchAudit(MatchEnd):
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

    def cached(self) -> Memo:
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

    def only_found(self, index: int) -> frozenset[str]:
        """Besides, that the first places of one side end a hand: where it ended so, they are worth the same if it went on."""
        sheet, last = self.sheet, index + 1 == len(self.record.hands)
        return sheet.only_found | _DOUBLE if sheet.rounds.double_ends and sheet.counts_levels and not last else sheet.only_found

    def sure_of_terms(self, result: HandResult, found: Sequence[Finding]) -> bool:
        """Where the level is as it follows from the hands before."""
        del result
        return _LEVELS.isdisjoint([each.code for each in found])

    def never_legal(self, result: HandResult, trick: str) -> bool:
        """Cards that are no combination."""
        plays = result.played.ctx.plays if result.played is not None else {}
        return any(token != PASS and not plays[token].readings for token in split_trick(trick)[1:])

    def sure_of_leader(self, result: HandResult, hand: Hand, trick: int) -> bool:
        """As long as nobody can be out, whatever changed hands as tribute."""
        if result.machine is None:
            return False
        sizes, tricks = result.machine.sizes, (hand.tricks or ())[: trick + 1]
        left = cards_left(self.sheet, tricks, sizes)
        return all(min(each) > len(hand.tribute or ()) for each in left)

    def one_by_one(self, last: int) -> bool:
        """Where points go by places the bank goes round; whether one more hand is played hangs on the points."""
        tally = self.tally
        return tally is not None and last < tally.rules.hands and self.state.counted and self.untouched(last)

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
        alone = not fresh and board_by_itself(self.record) and levels[0] is not None and levels[0] == levels[1]
        dealer = sheet.seat_at[start.dealer] if start is not None and start.dealer is not None else None
        games = games_at_start(sheet, self.record, first=fresh)
        known = None not in levels and levels[0] == levels[1]
        return MatchState(
            levels,
            known=known,
            fresh=fresh or alone,
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
        before, fresh = state.before, state.fresh
        result = self.audited(hand, report, self.rulings.get(hand.no, ()))
        self.move_on(hand, result)
        counts, won = not self.is_void(hand), self.sheet.sides[result.passed_by] if result.passed_by is not None else None
        first, gifts = result.first if self.tally is not None else None, self.gifts(hand, result)
        owes = self.owing(hand, before, fresh=fresh)  # asked last: no verdict hangs on it
        double = self.sheet.sides.index(result.follows.double) if result.follows.double is not None else None
        setting = Setting(counts, levels=levels, in_force=in_force, won=won, first=first, owes=owes, gifts=gifts, double=double)
        result.computed = result.computed.set_in(setting._replace(by_claims=result.by_claims) if result.by_claims else setting)
        return result

    def gifts(self, hand: Hand, result: HandResult) -> tuple[str, ...]:
        """The cards that changed hands before a hand, as recorded or as the plays tell."""
        noted, moved = hand.tribute or (), result.tribute.moved if result.tribute is not None else ()
        if len(moved) == len(noted):
            return noted
        names = self.sheet.seats
        return tuple([str(Gift(names[each.giver], names[each.taker], each.card)) for each in moved]) or noted

    def owing(self, hand: Hand, before: Finished | None, *, fresh: bool) -> str | None:
        """The seats that owe tribute before a hand, as the hand `before` ended; None where that is not known."""
        rules = self.sheet.tribute
        if rules is None or fresh or hand.tie_break:
            return ""
        if before is None:
            return None
        spared = before.to_partner and not rules.partner_pays
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
            self.decide_tie(result)
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
        elif result.follows.loser is not None and self.state.over is None:
            self.state.lost = result.follows.loser
            self.state.over, self.state.over_under = 1 - result.follows.loser, result.follows.under

    def decide_tie(self, result: HandResult) -> None:
        """The state after a hand that breaks a tie: where there was one the match is over, and no hand comes after it."""
        state, levels = self.state, self.state.levels
        state.tie = result.first if not result.void else state.tie
        if state.tie is not None and None not in levels and levels[0] == levels[1]:
            state.over, state.over_under = state.tie, self.report.clause("MATCH-OVER", "extra")

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
            claimed = self.levels_told(hand)
            state.passable = state.passable or self.may_pass(result)
            self.lose_track(0)
            rose = sheet.named(result.rise.levels) if result.rise is not None else {}  # whichever of the orders claimed it was
            levels = [sheet.level_index(claimed.get(side, rose.get(side))) for side in sheet.sides]
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
        state.before = Finished(result.order, result.double, result.follows.double is not None)
        if (
            result.rise is not None
            and result.rise.passed is not False
            and state.over is None
            and not self.goes_on(hand, result.rise)
        ):
            self.game_won(result.rise)

    def may_pass(self, result: HandResult) -> bool:
        """Whether a hand of which it is not known what it came to may have taken a side past the last level."""
        state, sheet = self.state, self.sheet
        out = result.machine.out if result.machine is not None else ()
        before = (state.levels[0], state.levels[1])
        ways = ways_on(out, sheet.alternating)
        return any(rise(sheet, before, state.in_force, order).passed is not False for order in ways)

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

    def new_game(self) -> None:
        """A game of the match begins: first levels, no tribute."""
        state = self.state
        first = self.sheet.level_index(self.sheet.first_level)
        state.levels, state.in_force, state.known = [first, first], None, True
        state.before, state.fresh = None, True
