"""Across the hands of a match: levels, the banker, the end of the game, and the claims about it."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from paipu.replay.cards import HIDDEN
from paipu.replay.computed import Setting
from paipu.replay.event_rules import stage_name
from paipu.replay.findings import Finding
from paipu.replay.match import (
    cut_short,
    first_of_match,
    forfeited_by,
    games_at_start,
    loses,
    put_out,
    stopped,
)
from paipu.replay.notation import FAILED, split_trick
from paipu.replay.powers import check_rulings
from paipu.replay.record import GameRecord, Hand, Ruling
from paipu.replay.report import Report
from paipu.replay.seating import check_seats
from paipu.replay.tricks.deal import all_played
from paipu.replay.tricks.ending import MatchEnd
from paipu.replay.tricks.hand import HandAudit
from paipu.replay.tricks.playing import Memo, Stepped, memo_key
from paipu.replay.tricks.result import HandResult, one_banker
from paipu.replay.tricks.score import Settled, passed, who_passed
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.terms import MatchState
from paipu.replay.tricks.winner import contested_in, won_of

_NOTHING: Final = frozenset[str]()
_TEST: Final = frozenset({"throws.partner_blocks"})
"""Whom a throw is held against decides what it costs where a failed one costs anything."""
_BEST_OF_THREE: Final = 2
"""How many games win a match that is the best of three."""


def _sizes(sheet: TrickSheet) -> tuple[int, int]:
    """How many cards are dealt to each, and buried."""
    return sheet.hand_size, sheet.kitty_size


class MatchAudit(MatchEnd):
    """Carries levels and banker from hand to hand, or where the sheet has a schedule the score of each hand."""

    def __init__(self, sheet: TrickSheet, record: GameRecord, report: Report, memo: Memo | None = None) -> None:
        super().__init__(sheet, record, report, memo)
        self.state = self.first_state()
        self.scores: list[Mapping[str, int] | None] = [] if self.state.counted else [None]

    def begin(self) -> None:
        """Check what does not depend on the hands."""
        check_seats(self.sheet, self.record, self.report)
        self.check_start()
        self.check_start_dealer()
        check_rulings(self.sheet, self.record, self.report)

    def cached(self) -> Memo:
        """The hands of this audit that have plays, with what was found in them."""
        if self.memo is None:
            self.memo = {}
            for index, result in enumerate(self.results):
                if result.played is not None:
                    played, (deal, bids, plays, end) = result.played, result.shown
                    found = self.report.findings
                    key = memo_key(self.sheet, f"/hands/{index}", played.terms, played.machine.leader)
                    self.memo[key] = Stepped(played, tuple(found[deal:bids]), tuple(found[plays:end]))
        return self.memo

    def key_of(self, index: int, result: HandResult) -> tuple[object, ...] | None:
        """By what the plays of a hand are remembered."""
        played = result.played
        return memo_key(self.sheet, f"/hands/{index}", played.terms, played.machine.leader) if played is not None else None

    def only_found(self, index: int) -> frozenset[str]:
        """If there was no choice what it was played under, nor anything that is weighed by what was found."""
        result, sheet = self.results[index], self.sheet
        if self.rulings or self.record.hands[index].incidents or result.played is None or not result.sure:
            return _NOTHING
        return sheet.only_found if sheet.throws.fine else sheet.only_found | _TEST

    def is_plain(self, index: int) -> bool:
        """If cards were dealt, buried and played in order and in sight, and no throw failed."""
        result = self.results[index]
        if result.played is None or not result.finished or not self.only_found(index):
            return False
        careful = result.played.machine.careful
        return result.played.held.plain and not any(FAILED in text or HIDDEN in text for text in careful)

    def ask_plain(self, index: int, sheet: TrickSheet) -> None:
        """How many cards are dealt and buried, how they are ordered, and who takes each trick."""
        played = self.results[index].played
        if played is not None:
            sheet = sheet.at_level(played.terms.level)
            sheet.ask(_sizes)
            sheet.context(played.terms.level, played.terms.trump)
            contested = contested_in(self.sheet, played.ctx, played.machine.tricks)
            if contested:
                sheet.ask(won_of, played.ctx, contested)

    def sure_of_terms(self, result: HandResult, found: Sequence[Finding]) -> bool:
        """Where rules and record name one thing."""
        del found
        return result.sure

    def never_legal(self, result: HandResult, trick: str) -> bool:
        """A play of more cards than were led."""
        del result
        _, led, *plays = split_trick(trick)
        return led.isalnum() and any(len(play) > len(led) and play.isalnum() for play in plays)

    def sure_of_leader(self, result: HandResult, hand: Hand, trick: int) -> bool:
        """It is who won the trick before."""
        del result, hand, trick
        return True

    def one_by_one(self, last: int) -> bool:
        """Where bankers and levels are fixed beforehand nothing is carried on but scores."""
        return self.sheet.schedule is not None and last < len(self.record.hands) and self.untouched(last)

    @property
    def tallied(self) -> tuple[Mapping[str, int] | None, ...]:
        """The scores of the hands so far."""
        return tuple(self.scores)

    @tallied.setter
    def tallied(self, tallied: tuple[Mapping[str, int] | None, ...]) -> None:
        self.scores = list(tallied)

    def first_state(self) -> MatchState:
        """Levels and banker before the first recorded hand; unknown for a record that begins in mid-game without `start`."""
        start, hands, sheet = self.record.start, self.record.hands, self.sheet
        mid_game = bool(hands) and hands[0].no != 1
        if start is not None and start.levels:
            levels: list[int | None] = [sheet.level_index(start.levels.get(side)) for side in sheet.sides]
        elif mid_game:
            levels = [None, None]
        else:
            levels = [sheet.level_index(sheet.first_level)] * 2
        dealer = None
        if start is not None and start.dealer is not None:
            dealer = sheet.seats.index(start.dealer)
        counted = first_of_match(sheet, self.record)
        games = games_at_start(sheet, self.record, first=counted)
        return MatchState(
            levels,
            dealer,
            bank_open=dealer is None and not mid_game,
            over=self.won_before(games),
            counted=counted,
            traced=counted,
            games=games or [0, 0],
            games_known=games is not None or not hands,
            forfeit=forfeited_by(sheet, self.record),
        )

    def check_start_dealer(self) -> None:
        """The first banker of the record, where the sheet fixes who that is."""
        start, schedule, hands = self.record.start, self.sheet.schedule, self.record.hands
        if start is None or start.dealer is None or schedule is None or not hands:
            return
        expected = schedule.turn(hands[0].no)[0]
        if start.dealer != expected:
            self.report.add("DEALER-NEXT", "start/dealer", expected=expected, actual=start.dealer)

    def judged(self, index: int, hand: Hand) -> HandResult:
        """A hand of a match that is not over yet."""
        state, report, schedule = self.state, self.report, self.sheet.schedule
        self.tell_gap(index, *("level dealer",) if schedule is None else ("winner points score", schedule.hands))
        if schedule is not None and hand.no > schedule.hands:
            report.add("MATCH-HANDS", "", expected=str(schedule.hands), actual=str(hand.no))
            return self.beyond_the_end(hand)
        if None in state.levels:
            self.adopt_level(hand)
        if not state.traced:
            self.doubt_failures()
        state.unsure = False
        last = index + 1 == len(self.record.hands)
        after = self.record.hands[index + 1] if not last else None
        state.following = after if after is not None and after.no == hand.no + 1 else None
        state.closing = self.record.claims.levels if last and self.record.claims is not None else None
        state.cut_short = last and stopped(self.record)
        levels, games = self.sheet.counted(state.levels), state.games.copy()
        result = self.audited(hand, report, self.rulings.get(hand.no, ()))
        self.move_on(hand, result)
        won, void = self.won_since(games), self.is_void(hand) or result.dealt_again
        setting = Setting(counts=not void, finished=result.finished, levels=levels, won=won, by_claims=result.by_claims)
        result.computed = result.computed.set_in(setting)
        return result

    def won_since(self, games: list[int]) -> str | None:
        """The side that has won a game since these were the games won."""
        if games == self.state.games:
            return None
        counted = zip(self.sheet.sides, games, self.state.games, strict=True)
        return next((side for side, before, after in counted if after > before), None)

    def audited(self, hand: Hand, report: Report, rulings: tuple[Ruling, ...]) -> HandResult:
        """A hand, as the match stands before it."""
        return HandAudit(self.sheet, hand, self.state, report, rulings, self.memo).run()

    def lose_track(self, missing: int) -> None:
        """From here on neither levels nor banker can be told: hands are missing, or what one came to."""
        state = self.state
        state.levels, state.dealer, state.bank_open = [None, None], None, False
        state.counted, state.failures, state.games_known = False, (0, 0), False
        state.unseen, state.guessed, state.traced = (), False, False
        state.incidents.clear()
        self.scores += [None] * missing

    def adopt_level(self, hand: Hand) -> None:
        """Where the levels cannot be told, take what the record says the hand was played at."""
        state = self.state
        dealer = state.dealer
        if dealer is None and hand.dealer is not None and not state.bank_open:
            dealer = self.sheet.seats.index(hand.dealer)
        if dealer is not None and state.levels[dealer % 2] is None:
            state.levels[dealer % 2] = self.sheet.level_index(hand.level)

    def doubt_failures(self) -> None:
        """Where hands before are not on record, a side at the last level may have failed at it before (CDP-4.3c)."""
        state, sheet = self.state, self.sheet
        first, second = state.levels
        if state.traced or first is None or second is None:
            return
        state.unseen, state.traced = (), True
        if not sheet.knows_failures:
            return
        rules = [sheet.at_level(sheet.level_name(level)).failures for level in (first, second)]
        counts = product(*(range(each.allowed if each is not None else 1) for each in rules))
        stands = [Settled((first, second), state.dealer, None, "table", (mine, theirs)) for mine, theirs in counts]
        state.unseen = tuple([each for each in stands if each.failures != state.failures])

    def move_on(self, hand: Hand, result: HandResult) -> None:
        """The state before the next hand."""
        state = self.state
        self.count(hand, result)
        if not self.rulings:
            return
        lost = [(ruling, loser) for ruling in self.rulings.get(hand.no, ()) if (loser := loses(self.sheet, ruling)) is not None]
        if lost and state.over is None:
            ruling, loser = lost[-1]
            winner = 1 - self.sheet.sides.index(loser)
            if self.several_games and put_out(self.sheet, ruling) is None:
                self.game_won(winner)
            else:
                state.over, state.over_under = winner, ruling.clause

    def count(self, hand: Hand, result: HandResult) -> None:
        """What a hand came to, without the rulings that a side lost by it."""
        state = self.state
        settled = result.settled
        if self.sheet.schedule is not None:
            counts = result.finished or result.stopped or hand.tricks is None or not state.cut_short  # D-SK-17
            if counts and hand.no <= self.sheet.schedule.hands:
                self.scores.append(result.computed.score)
            if result.ended_by is not None and state.over is None:
                state.over, state.over_by = 1 - result.ended_by, result.ended_as
                state.over_under = self.report.clause("MATCH-OVER", result.ended_as)
            return
        if settled is None:
            claimed = self.levels_told(hand)
            broke_off = self.may_break_off() if hand.tricks is None else not all_played(self.sheet, hand)
            untold = hand.claims is None or not hand.claims.levels
            state.unfinished = untold and state.cut_short and broke_off  # D-SJ-20
            if not state.unfinished:
                self.lose_track(0)
                state.dealer = result.next_banker if not self.several_games else None
                state.unsure = True
                result.by_claims = bool(claimed)
                levels = [self.sheet.level_index(claimed.get(side)) for side in self.sheet.sides]
                top = len(self.sheet.ladder) - 1 if self.several_games else None
                won = any(level is not None and (level == top or passed(self.sheet, level)) for level in levels)
                state.levels = [None, None] if won else levels  # a game may have been won with them
            return
        state.levels = list(settled.levels)
        state.dealer = settled.next_dealer if not result.guessed or one_banker(settled, result.unseen) else None
        state.bank_open = settled.next_dealer is None
        state.failures = settled.failures
        state.unseen = ()
        if result.unseen:
            others = (each for each in result.unseen if each is not settled)
            state.unseen = tuple([each for each in others if not any(passed(self.sheet, level) for level in each.levels)])
        state.guessed = result.guessed
        if state.over is None:
            winner = who_passed(self.sheet, settled)
            if winner is not None:
                self.game_won(winner)

    def may_break_off(self) -> bool:
        """Whether a last hand of which nothing is told was under way at the end: unless other levels are claimed after it."""
        claimed = self.record.claims.levels if self.record.claims is not None else None
        return cut_short(self.record) and (claimed or {}).items() <= self.sheet.named(self.state.levels).items()

    def game_won(self, side: int) -> None:
        """A side has passed the last level: the match is over, or the next game of it begins anew (CDP-1.2)."""
        state = self.state
        state.games[side] += 1
        state.unseen, state.guessed = (), False
        state.anew = state.anew or (self.begins_anew(state.following) and not said_to_end(self, side))
        if state.games[side] >= (_BEST_OF_THREE if state.anew else self.games_to_win):
            state.over = side
            return
        state.unsure = not state.games_known
        state.levels = [self.sheet.level_index(self.sheet.first_level)] * 2
        state.dealer, state.bank_open, state.failures = None, True, (0, 0)
        state.incidents.clear()
        state.counted, state.traced = True, True

    def begins_anew(self, following: Hand | None) -> bool:
        """Whether the next hand tells that the match has several games, where the stage of the event is not on record."""
        event = self.record.event
        of_stage = event is not None and event.stage is not None
        told = not self.sheet.best_of_three or self.one_game or self.said_to_win is not None or of_stage
        return not told and following is not None and following.level == self.sheet.first_level

    @property
    def several_games(self) -> bool:
        """Whether a match has several games, by its stage or by how it goes on."""
        return self.games_to_win > 1 or self.state.anew

    @property
    def games_to_win(self) -> int:
        """How many games win the match: two in the stages that play best of three."""
        if self.said_to_win is not None:
            return self.said_to_win
        event = self.record.event if self.sheet.best_of_three else None
        stage = stage_name(event.stage) if event is not None and event.stage is not None else ""
        return _BEST_OF_THREE if stage in self.sheet.best_of_three and not self.one_game else 1


def said_to_end(audit: MatchAudit, side: int) -> bool:
    """Whether the score sheet says that the match came to what it stands at, a side having won its only game."""
    claims = audit.record.claims
    if claims is None or claims.winner != audit.sheet.sides[side]:
        return False
    alike = (claims.levels or {}).items() <= audit.sheet.named(audit.state.levels).items()
    return alike and sum((claims.points or {}).values()) <= 1
