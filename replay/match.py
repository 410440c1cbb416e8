"""The audit of a match, whatever the family: it goes from hand to hand, and to the end; and what both check alike."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import product
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from paipu.replay.computed import ComputedHand, ComputedMatch, Setting, sides_text
from paipu.replay.faults import came_late, established
from paipu.replay.findings import Finding, Kind
from paipu.replay.notation import NOTHING
from paipu.replay.penalties import LATE
from paipu.replay.record import GameRecord, Hand, HandClaims, MatchClaims, Ruling
from paipu.replay.report import Report
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.seating import sides_at

MATCH_CLAIMS: Final = ("winner", "levels", "points", "score", "reason")
"""What may be claimed of a match."""
PLAYED_ENDINGS: Final = ("passed", "time", "hands", "forfeit")
"""How a match may have ended without a ruling, the usual first."""
FEWEST_TOLD: Final = 2
"""Hands of a match of which the last may have told nothing."""
WON_BY_SOMEBODY: Final = frozenset({"passed", "forfeit"})
"""Of which endings none is a draw."""
STOPPED_FROM_OUTSIDE: Final = frozenset({"time", "forfeit", "ruling"})
"""Why a match may end that the plays do not show."""
_BUT_TRICKS: Final = attrgetter(*(each.name for each in fields(Hand) if each.name not in {"tricks", "seconds"}))
"""All of a hand but its tricks, and how long they took."""
NOT_PLAYED: Final = frozenset({"forfeit", "ruling"})
"""Why somebody has won whatever the hands came to."""


class Course(Protocol):
    """Where a match stands before a hand: the side that has won it, games won, whether the hand before may have ended it.

    `over_under` is the clause by which it was won, where that is none about winning by play.
    """

    over: int | None
    over_under: str | None
    unsure: bool
    games: list[int]

    def copy(self) -> Self:
        """A state that stays as it is when this one moves on."""


class Machine(Protocol):
    """The plays of a hand, stepped."""

    @property
    def steps(self) -> int:
        """What stepping the tricks cost."""

    @property
    def played_out(self) -> bool:
        """Whether everybody's cards are known and were played."""


class Played(Protocol):
    """A hand after its last recorded trick."""

    @property
    def machine(self) -> Machine:
        """Its plays."""


class Result(Protocol):
    """What a hand gave; `shown` tells which of the findings its plays gave."""

    computed: ComputedHand
    shown: tuple[int, ...]

    @property
    def played(self) -> Played | None:
        """The hand, None where its plays could not be judged."""


class AtTime(NamedTuple):
    """How a match stands that time has stopped, the check that says so, and what would have to be known to tell.

    `score` are the points for how far the levels lie apart, where the sheet has such; `decides` is the check that says who wins
    where nobody does by the levels and somebody must.
    """

    code: str
    winner: str | None = None
    points: Mapping[str, int] = MappingProxyType({})
    missing: str | None = None
    score: Mapping[str, int] = MappingProxyType({})
    decides: str | None = None


S = TypeVar("S", bound=RuleSheet)
C = TypeVar("C", bound=Course)
R = TypeVar("R", bound=Result)


class Kept(ABC, Generic[S, C, R]):
    """The audit of a match as far as another one may look at it: what came of its hands, and where it stood before each.

    `findings_before` is how many findings the report had before. `memo` keeps what plays gave, for an audit of the same record
    again; `stood` is where the match stood before each hand, -1 being before all. `played_on` is the state for hands beyond the
    end of the match, `outcome` what it came to, at its end.
    """

    state: C
    outcome: ComputedMatch

    def __init__(self, sheet: S, record: GameRecord, report: Report, memo: dict[tuple[object, ...], Any] | None = None) -> None:
        self.sheet, self.given, self.record, self.report, self.memo = sheet, record, established(record), report, memo
        self.findings_before = len(report.findings)
        self.stood: dict[int, tuple[C, C | None, Any]] = {}
        self.played_on: C | None = None
        self.rulings = rulings_by_hand(record) if record.rulings else {}
        self.results: list[R] = []

    def fork(self, report: Report, *, record: GameRecord | None = None, sheet: S | None = None, cached: bool = True) -> Self:
        """An audit of another world: of another record, or by another sheet.

        The plays of hands that are the same are not stepped again where they are judged alike, unless what was `cached` of
        them is not to be used.
        """
        fork = type(self)(sheet if sheet is not None else self.sheet, record if record is not None else self.record, report)
        if cached:
            fork.memo = self.cached() if record is None else _cached_for(fork, self, record)
        return fork

    @abstractmethod
    def cached(self) -> dict[tuple[object, ...], Any]:
        """The hands of this audit that have plays, with what was found in them."""

    def import_cached(self, index: int, done: Self) -> None:
        """Remember of a hand what another audit found in its plays, which are judged alike."""
        key, mine = done.key_of(index, done.results[index]), self.key_of(index, done.results[index])
        if self.memo is not None and key in self.memo and mine is not None:
            self.memo[mine] = self.memo[key]

    @abstractmethod
    def key_of(self, index: int, result: R) -> tuple[object, ...] | None:
        """By what the plays of a hand are remembered."""

    @abstractmethod
    def only_found(self, index: int) -> frozenset[str]:
        """The slots, or groups of slots, by which a hand in which nothing was found may be found wrong, and no more.

        Whatever they hold, the match goes on from there as it did.
        """

    def is_plain(self, index: int) -> bool:
        """Whether the plays of a hand in which nothing was found come to what they do by little of what they are judged by."""
        del index
        return self.sheet.plays_only_found

    def ask_plain(self, index: int, sheet: S) -> None:
        """Ask a sheet that little, of the plays of such a hand."""

    @abstractmethod
    def one_by_one(self, last: int) -> bool:
        """Whether the hands up to one are judged alike, whatever those before them came to."""

    def refutes(self, index: int, other: Hand) -> bool:
        """Whether another hand in the place of one surely has an error, by what is known of that one.

        It has other tricks, and nothing else: a play in them that is never legal, or in the first of them a leader who cannot
        be, as all is well up to there.
        """
        hand, result = self.record.hands[index], self.results[index]
        noted = hand.incidents or hand.left is not None or self.rulings
        if noted or result.played is None or not result.computed.setting.counts or _BUT_TRICKS(hand) != _BUT_TRICKS(other):
            return False
        found, mine, tricks = self.report.found_in(index), hand.tricks or (), other.tricks or ()
        changed = [at for at, text in enumerate(tricks) if at >= len(mine) or text != mine[at]]
        if not changed or not self.sure_of_terms(result, found):
            return False
        if any(self.never_legal(result, tricks[at]) for at in changed):
            return True
        first = changed[0]
        well = not any(0 < (each.where.trick or 0) <= first + each.code.startswith("LEAD-") for each in found)
        return (
            well and 0 < first < len(mine) and tricks[first][0] != mine[first][0] and self.sure_of_leader(result, other, first)
        )

    @abstractmethod
    def sure_of_terms(self, result: R, found: Sequence[Finding]) -> bool:
        """Whether there was no choice what a hand was played under."""

    @abstractmethod
    def never_legal(self, result: R, trick: str) -> bool:
        """Whether a trick has a play that is never legal, whoever makes it."""

    @abstractmethod
    def sure_of_leader(self, result: R, hand: Hand, trick: int) -> bool:
        """Whether it is sure who leads a trick of another hand, from 0, if all is well with those before it."""

    def untouched(self, last: int) -> bool:
        """Whether no ruling stands, and nobody noticed anything in the hands up to one."""
        return not self.rulings and not any(hand.incidents for hand in self.record.hands[: last + 1])

    @property
    def snapshot(self) -> tuple[C, C | None, Any]:
        """Where the match stands: all that is carried from hand to hand."""
        return self.state.copy(), self.played_on.copy() if self.played_on is not None else None, self.tallied

    def restore(self, snapshot: tuple[C, C | None, Any]) -> None:
        """Go on from where a match stood."""
        state, played_on, self.tallied = snapshot
        self.state, self.played_on = state.copy(), played_on.copy() if played_on is not None else None

    @property
    @abstractmethod
    def tallied(self) -> Any:  # noqa: ANN401 - each family counts in its own way
        """What the hands so far count together, where the match goes by that."""

    @tallied.setter
    @abstractmethod
    def tallied(self, tallied: Any) -> None: ...  # noqa: ANN401 - each family counts in its own way


class MatchAudit(Kept[S, C, R]):
    """Audits one match hand by hand, carrying what the next hand needs (`state`) from each to the next."""

    def run(self) -> tuple[tuple[ComputedHand, ...], ComputedMatch]:
        """Audit the record; findings go to the report."""
        self.stood[-1] = self.snapshot
        self.begin()
        for index, hand in enumerate(self.record.hands):
            self.stood[index] = self.snapshot
            self.hand(index, hand)
        return tuple([result.computed for result in self.results]), self.end()

    @abstractmethod
    def begin(self) -> None:
        """Check what does not depend on the hands."""

    def end(self) -> ComputedMatch:
        """What the hands came to, and who is late or out."""
        self.report.at_match()
        before = len(self.report.findings)
        computed = self.match_result() if self.record.hands else self.of_no_hand()
        self.hold_untold(before)
        if tells_nothing(self.record):
            self.report.add("RECORD-BARE", "hands", actual=str(len(self.record.hands)))
        late, out = self.late(), self.out()
        if (computed.winner is not None or computed.drawn) and computed.reason not in NOT_PLAYED and self.told_by_claims:
            computed = replace(computed, by_claims=True)
        self.outcome = replace(computed, late=late, disqualified=out) if late or out else computed
        return self.outcome

    @property
    def told_by_claims(self) -> bool:
        """Whether the score sheet was believed in what a hand of the match came to."""
        settings = (result.computed.setting for result in self.results)
        return any(each.counts and each.by_claims for each in settings)

    def late(self) -> frozenset[int]:
        """The sides of which somebody came late."""
        noted = [incident for hand in self.record.hands for incident in hand.incidents if came_late(incident)]
        return frozenset(self.side_at(each.seat) for each in noted)

    def out(self) -> Mapping[int, str | None]:
        """The sides that rulings disqualify, each with the clause that the ruling is under, or that the fault is about."""
        found: dict[int, str | None] = {}
        for ruling in self.record.rulings:
            side = put_out(self.sheet, ruling) if ruling.in_force else None
            if side is not None:
                index, fault = self.sheet.sides.index(side), ruling.effect.fault
                printed = self.sheet.penalties.disqualifying(fault.kind) if fault is not None else None
                found[index] = found.get(index) or ruling.clause or printed
        return found

    def lost_out(self, winner: str | None) -> bool:
        """Whether the side that has not won is disqualified."""
        return winner is not None and 1 - self.sheet.sides.index(winner) in self.out()

    def side_at(self, seat: str) -> int:
        """The side that somebody sits on."""
        sides = sides_at(self.sheet, self.record) or self.sheet.alternating
        return sides[self.sheet.seat_at[seat]]

    def of_no_hand(self) -> ComputedMatch:
        """What a match came to of which no hand is told: what is claimed of it, as far as its claims go together.

        What would take hands to be checked is open, which is said once.
        """
        claims, before = self.record.claims, len(self.report.findings)
        if claims is not None:
            self.take(claims)
        computed = self.match_result()
        found = [each for each in self.report.findings[before:] if each.code != "CLAIM-OPEN"]
        if claims is not None and claims.reason is None and not found:
            found = self.of_any_ending(claims)
        self.report.findings[before:] = found
        wrong = {each.where.pointer.split("/")[2] for each in found if each.where.pointer.startswith("/claims/")}
        given = [name for name in MATCH_CLAIMS if getattr(claims, name, None) and name not in wrong]
        if given:
            self.report.add("CLAIM-OPEN", "claims", actual=" ".join(given))
        return computed

    def hold_untold(self, before: int) -> None:
        """Claims of the end that a last hand leaves open of which nothing is told: it did not count, or ended in some way.

        Where they are wrong whatever became of it, they are so by the match without it. What was open is from `before` on.
        """
        claims, hands = self.record.claims, self.record.hands
        told = self.report.findings[before:]
        kept = [each for each in told if each.kind is Kind.OPEN and each.where.pointer in {"/claims/levels", "/claims/winner"}]
        if claims is None or not claims.levels or not kept or self.record.rulings or len(hands) < FEWEST_TOLD:
            return
        if not cut_short(self.record) or hands[-1].tricks or hands[-1].incidents or len(kept) < len(told):
            return
        found = self.wrong_with(replace(self.record, hands=hands[:-1]))
        ways = (replace(hands[-1], claims=each) for each in self.ways_to_end())
        if found and all(self.wrong_with(replace(self.record, hands=(*hands[:-1], each))) for each in ways):
            wrong = {each.where.pointer for each in found}
            self.report.findings[before:] = [*(each for each in kept if each.where.pointer not in wrong), *found]

    @abstractmethod
    def ways_to_end(self) -> Iterable[HandClaims]:
        """What may be told of the last hand, so that each way in which it may have changed the levels is there."""

    def wrong_with(self, record: GameRecord) -> list[Finding]:
        """What is wrong with the claims of the end, or of the last hand, if the record were another."""
        report = Report(self.report.clause_of)
        self.fork(report, record=record).run()
        places = ("/claims/", f"/hands/{len(self.record.hands) - 1}/")
        return [each for each in report.findings if each.where.pointer.startswith(places) and each.kind is not Kind.OPEN]

    def of_any_ending(self, claims: MatchClaims) -> list[Finding]:
        """What is wrong with claims however the match ended, where nothing tells how: by the ending that explains most.

        A ruling may give anything, and is told of; an ending that cannot have been, or by which something would be wrong that
        nobody claims, explains nothing.
        """
        given = [name for name in MATCH_CLAIMS if getattr(claims, name)]
        if self.record.rulings or given in (["levels"], ["winner"]):
            return []
        best: list[Finding] | None = None
        winners = (claims.winner,) if claims.winner is not None else (*self.sheet.sides, None)
        below = self.sheet.counts_levels and self.sheet.ladder[-1] not in (claims.levels or {}).values()
        usual = sorted(PLAYED_ENDINGS, key=lambda reason: below and reason == "passed")
        for reason, winner in product(usual, winners):
            if winner is None and reason in WON_BY_SOMEBODY:
                continue
            told = self.wrong_with(replace(self.record, claims=replace(claims, reason=reason, winner=winner)))
            if any(each.where.pointer.split("/")[2] not in given for each in told):
                continue
            if not told:
                return []
            best = told if best is None or len(told) < len(best) else best
        return best or []

    @abstractmethod
    def take(self, claims: MatchClaims) -> None:
        """Take what is claimed of a match of which no hand is told for how it stands at its end."""

    def take_games(self, claims: MatchClaims) -> int | None:
        """The same of the games that each side has won, where a match has several; the side that has won it by them."""
        games = claims.points or {}
        if not self.several_games or any(side not in games for side in self.sheet.sides):
            return None
        self.state.games[:] = [games[side] for side in self.sheet.sides]
        ahead = [side for side, won in enumerate(self.state.games) if won >= self.games_to_win]
        return ahead[0] if len(ahead) == 1 else None

    @abstractmethod
    def match_result(self) -> ComputedMatch:
        """Who won, and whether the record says so."""

    @abstractmethod
    def at_time(self) -> AtTime:
        """Who wins if time is up now."""

    # -- what the score sheet says of the match

    def check_winner(self, claimed: str | None, winner: str | None, code: str, *, unknown: bool, case: str | None) -> None:
        """The claimed winner against the computed one; `unknown` leaves a claim open that is another."""
        if claimed is None or claimed == winner:
            return
        if unknown:
            self.report.add("CLAIM-OPEN", "claims/winner", actual="winner")
        else:
            self.report.add(code, "claims/winner", expected=winner or NOTHING, actual=claimed, case=case)

    def check_sides(
        self,
        code: str,
        name: str,
        claimed: Mapping[str, object] | None,
        computed: Mapping[str, object],
        possible: Iterable[Mapping[str, object]] = (),
        case: str | None = None,
    ) -> None:
        """Claims by side against what was computed, and what else is `possible` by facts that are not on record."""
        if not claimed or claimed.items() <= computed.items():
            return
        if any(side not in computed for side in claimed) or any(claimed.items() <= each.items() for each in possible):
            self.report.add("CLAIM-OPEN", f"claims/{name}", actual=name)
        else:
            self.report.add(code, f"claims/{name}", expected=sides_text(computed), actual=sides_text(claimed), case=case)

    def levels_told(self, hand: Hand) -> Mapping[str, str]:
        """The levels that the score sheet has after the hand that was just audited, unless they were found wrong."""
        told = hand.claims.levels if hand.claims is not None else None
        return told if told and not self.report.is_wrong("claims/levels") else {}

    # -- the hands

    def hand(self, index: int, hand: Hand) -> R:
        """Audit one hand and move the match on."""
        self.report.at_hand(index, hand.no)
        if self.state.over is None:
            result = self.judged(index, hand)
        else:
            self.report.add("MATCH-OVER", "", winner=self.sheet.sides[self.state.over])
            if self.state.over_under is not None:
                self.report.under(self.state.over_under)
            result = self.beyond_the_end(hand)
        self.results.append(result)
        return result

    @abstractmethod
    def judged(self, index: int, hand: Hand) -> R:
        """A hand of a match that is not over yet."""

    def is_void(self, hand: Hand) -> bool:
        """Whether a ruling voids a hand."""
        return bool(self.rulings) and any(ruling.effect.void for ruling in self.rulings.get(hand.no, ()))

    @abstractmethod
    def audited(self, hand: Hand, report: Report, rulings: tuple[Ruling, ...]) -> R:
        """A hand, as the match stands before it."""

    @abstractmethod
    def move_on(self, hand: Hand, result: R) -> None:
        """The state before the next hand."""

    def beyond_the_end(self, hand: Hand) -> R:
        """A hand that does not belong to the match: stepped for who looks at it, its findings unheard, counted nowhere."""
        unheard, ended = self.report.fork(brief=True), self.state
        unheard.error_limit = None
        self.state = self.played_on or ended.copy()
        result = self.audited(hand, unheard, ())
        if self.sheet.counts_levels:
            self.move_on(hand, result)
        self.played_on, self.state = self.state, ended
        self.report.unheard += unheard.findings
        result.computed, result.shown = not_counted(result.computed), (0,) * len(result.shown)
        return result

    def tell_gap(self, index: int, unchecked: str, last: int | None = None) -> None:
        """Say which hands before one are not on record, up to the `last` of a match, and go on without what they came to."""
        hands, start = self.record.hands, self.record.start
        if hands[index].no == (hands[index - 1].no + 1 if index else 1):
            return
        missing = missing_before(self.record, index)
        if last is not None:
            missing = range(missing.start, min(missing.stop, last + 1))
        if not missing or (index == 0 and self.sheet.counts_levels and start is not None and start.levels):
            return
        numbers = str(missing[0]) if len(missing) == 1 else f"{missing[0]}–{missing[-1]}"
        several = " winner points" if self.several_games else ""
        self.report.add("HANDS-MISSING", "no", actual=numbers, unchecked=unchecked + several)
        if index:
            self.lose_track(len(missing))

    @abstractmethod
    def lose_track(self, missing: int) -> None:
        """From here on where the match stands cannot be told: hands are missing, or what one came to."""

    @property
    @abstractmethod
    def games_to_win(self) -> int:
        """How many games win the match."""

    def won_before(self, games: Sequence[int] | None) -> int | None:
        """The side that had won a match of several games before the record begins; None if neither had, or both are said to."""
        if not games or not any(games):
            return None
        ahead = [side for side, won in enumerate(games) if won and won >= self.games_to_win > 1]
        return ahead[0] if len(ahead) == 1 else None

    def check_start(self) -> None:
        """What `start` says, and the sheet has no use for: levels that it does not have, or games where one is a match."""
        start = self.record.start
        if start is None:
            return
        for side, level in start.levels.items():
            if level not in self.sheet.ladder or not self.sheet.counts_levels:
                self.report.add("START-IDLE", f"start/levels/{side}", actual=level)
        for side, won in start.games.items():
            if won and not self.several_games:
                self.report.add("START-IDLE", f"start/games/{side}", actual=str(won))

    @property
    def one_game(self) -> bool:
        """Whether the record holds one game of a match that has several, and says which."""
        return self.record.event is not None and self.record.event.game is not None

    @property
    def said_to_win(self) -> int | None:
        """How many games win the match by what its event says; None where that is not at hand, or the record is of one game."""
        if self.record.games is None or self.one_game or self.sheet.event.counts != "games":
            return None
        return self.record.games // 2 + 1

    @property
    def event_decides(self) -> bool:
        """Whether the file of an event, which is not at hand, may say that another number of games wins the match."""
        event, settles = self.record.event, "games" in self.record.options or self.record.games is not None
        return event is not None and self.sheet.event.counts == "games" and not settles and not self.one_game

    @property
    def several_games(self) -> bool:
        """Whether a match has several games (GD2-5, CDP-1.2)."""
        return self.games_to_win > 1


AnyAudit = MatchAudit[Any, Any, Any]
"""The audit of a match of either family."""


def _cached_for(fork: Kept[Any, Any, Any], done: Kept[Any, Any, Any], record: GameRecord) -> dict[tuple[object, ...], Any]:
    """What is cached of the hands that are played alike in another record.

    Of all that a ruling may say of a hand its plays are judged by one thing: who was stopped in it.
    """
    pairs, ruled = zip(record.hands, done.given.hands, done.record.hands, strict=False), bool(done.rulings or fork.rulings)
    same = {
        f"/hands/{at}"
        for at, (hand, mine, found) in enumerate(pairs)
        if (hand is mine or hand is found) and not (ruled and _stops(done, hand) != _stops(fork, hand))
    }
    return {key: value for key, value in done.cached().items() if key[0] in same}


def _stops(match: Kept[Any, Any, Any], hand: Hand) -> Sequence[Ruling]:
    """The rulings by which somebody was stopped in a hand."""
    return [each for each in match.rulings.get(hand.no, ()) if each.effect.stopped]


def by_event(match: MatchAudit[S, C, R]) -> ComputedMatch | None:
    """What a match came to if its event makes who is said to have won it win by the games that he has."""
    claims, games = match.record.claims, getattr(match.state, "games", [])
    if claims is None or claims.winner is None or not match.event_decides or not games:
        return None
    side = match.sheet.sides.index(claims.winner)
    if games[side] <= games[1 - side]:
        return None
    record = replace(match.record, games=2 * games[side] - 1)
    return match.fork(match.report.fork(), record=record).run()[1]


def tells_nothing(record: GameRecord) -> bool:
    """Whether a record has nothing to audit: no claim of the match, no ruling, and of its hands their numbers alone."""
    claimed = any(getattr(record.claims, name, None) for name in MATCH_CLAIMS)
    return not claimed and not record.rulings and all(hand == Hand(no=hand.no) for hand in record.hands)


def stopped(record: GameRecord) -> bool:
    """Whether the record says that the match was ended from outside."""
    return record.claims is not None and record.claims.reason in STOPPED_FROM_OUTSIDE


def cut_short(record: GameRecord) -> bool:
    """Whether the last hand was under way when the match was ended from outside: nothing is claimed of what it came to."""
    claims = record.hands[-1].claims if record.hands else None
    results = (claims.attackers, claims.finish, claims.levels, claims.score, claims.points) if claims is not None else ()
    return stopped(record) and all(each is None for each in results)


def rulings_by_hand(record: GameRecord) -> Mapping[int, tuple[Ruling, ...]]:
    """The rulings in force on each hand, by the hand's `no`."""
    found: dict[int, list[Ruling]] = {}
    for ruling in record.rulings:
        if ruling.in_force and ruling.hand is not None:
            found.setdefault(ruling.hand, []).append(ruling)
    return {number: tuple(rulings) for number, rulings in found.items()}


def first_of_match(sheet: RuleSheet, record: GameRecord) -> bool:
    """Whether the record begins with the first hand of the match, as far as numbers and `start` tell."""
    if not record.hands or record.hands[0].no != 1:
        return False
    levels = record.start.levels if record.start is not None and sheet.counts_levels else {}
    return not levels or list(levels.values()) == [sheet.first_level] * len(sheet.sides)


def board_by_itself(record: GameRecord) -> bool:
    """Whether the first hand is a board of an event (复式) before which no tribute was paid, at whatever level it is dealt."""
    board = record.event.board if record.event is not None else None
    return board is not None and bool(record.hands) and record.hands[0].no == 1 and record.hands[0].tribute == ()


def games_at_start(sheet: RuleSheet, record: GameRecord, *, first: bool) -> list[int] | None:
    """The games that each side had won before the record begins, with the `first` hand or a later one; None if not known."""
    if record.start is not None and record.start.games:
        return [record.start.games.get(side, 0) for side in sheet.sides]
    return [0, 0] if first else None


def missing_before(record: GameRecord, index: int) -> range:
    """The numbers of the hands that are not on record just before one that is; those before the first are, if `start` tells."""
    before = record.hands[index - 1].no if index else 0
    return range(before + 1, record.hands[index].no)


def not_counted(computed: ComputedHand) -> ComputedHand:
    """A hand that does not belong to the match: what was played stays, what it would count goes."""
    return computed._replace(levels=None, next_dealer=None, score=None, points=None, setting=Setting(counts=False))


def forfeited_by(sheet: RuleSheet, record: GameRecord) -> int | None:
    """The side that forfeited the match, if the match ended so and the record tells which one was.

    A ruling under the clause about being late says so itself. One that names no clause may rest on who was late, as a claim may
    that the match was forfeited; one under another clause is about something else.
    """
    ended = record.claims is not None and record.claims.reason == "forfeit"
    ruling = lost_under(sheet, record)
    if ruling is None and not ended:
        return None
    late, forfeit = late_sides(sheet, record), sheet.penalties.forfeit
    side = loses(sheet, ruling) if ruling is not None else None
    if ruling is not None and side is not None:
        loser = sheet.sides.index(side)
        if forfeit is not None and ruling.clause is not None:
            return loser if ruling.clause == sheet.clause_of(forfeit) else None
        late &= {loser}
    return next(iter(late)) if len(late) == 1 else None


def late_sides(sheet: RuleSheet, record: GameRecord) -> frozenset[int]:
    """The sides of which somebody was so late that the sheet makes that a forfeit; what nobody timed may have been as much."""
    if not sheet.penalties.knows(LATE):
        return frozenset()
    return frozenset(
        sheet.side_of[told.seat]
        for hand in record.hands
        for told in hand.incidents
        if told.kind == LATE
        and not told.restated
        and (sheet.penalties.forfeit is None or told.seconds is None or sheet.penalties.forfeits(told.kind, told.seconds))
    )


def both_late(sheet: RuleSheet, record: GameRecord) -> bool:
    """Whether both sides came so late that each would lose by it: which of them does then is not printed."""
    if sheet.penalties.forfeit is not None:
        return len(late_sides(sheet, record)) > 1
    latest = {0: 0.0, 1: 0.0}
    for told in (each for hand in record.hands for each in hand.incidents if came_late(each)):
        side = sheet.side_of[told.seat]
        latest[side] = max(latest[side], told.seconds or 0.0)
    return latest[0] == latest[1] and sheet.lose_alike(latest[0])


def put_out(sheet: RuleSheet, ruling: Ruling) -> str | None:
    """The side that a ruling disqualifies: it says so, or finds proven what is not weighed then (CDP-6.10, GD1-6)."""
    effect = ruling.effect
    if effect.fault is not None and ruling.seat is not None and effect.fault.kind in sheet.penalties.out:
        return effect.disqualified or sheet.sides[sheet.side_of[ruling.seat]]
    return effect.disqualified


def loses(sheet: RuleSheet, ruling: Ruling) -> str | None:
    """The side that loses the match by a ruling, or a game of it."""
    return put_out(sheet, ruling) or ruling.effect.loser


def lost_under(sheet: RuleSheet, record: GameRecord) -> Ruling | None:
    """The ruling in force that makes a side lose the match, or a game of it: of several the last."""
    found = [ruling for ruling in record.rulings if ruling.in_force and loses(sheet, ruling) is not None]
    return found[-1] if found else None


def loser_of(sheet: RuleSheet, record: GameRecord) -> str | None:
    """The side that a ruling in force makes lose the match, or a game of it."""
    ruling = lost_under(sheet, record)
    return loses(sheet, ruling) if ruling is not None else None
