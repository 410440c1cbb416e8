"""What an event takes from the record of a match: where it was played, by whom, and what it came to by each account."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from paipu.replay.computed import ComputedMatch, LostBy, Results
from paipu.replay.event.board import BoardHand, boards_of
from paipu.replay.match import both_late, cut_short, stopped
from paipu.replay.record import GameRecord, HandClaims, MatchClaims, OptionValue, Player
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.seating import sides_at
from paipu.replay.sheets import SHEETS, sheet_of

AccountName = Literal["recorded", "computed", "ruled"]
"""By whose account: the record's claims, the engine, or the engine with the rulings laid over the record."""
Both = tuple[int, int]
"""A number for each of the two sides."""

NOBODY_OUT: Final[Mapping[int, str | None]] = MappingProxyType({})
_NOT_BY_PLAY: Final = frozenset({"forfeit", "ruling"})


class Account(NamedTuple):
    """What a match came to; None for what is not told.

    `grades` are the levels as indices into the ladder, one more for the side that passed the last. `points` and `score` are as
    in the claims of a match, `small` are the points that each side made as attackers, `firsts` its hands with the first place.
    `lost_by` is how the other side has lost it, if not by play; where nobody has won it both did. `late` are the sides of which
    somebody came late, `disqualified` those that rulings disqualify, each with the clause, None where none is named.
    """

    winner: int | None = None
    drawn: bool = False
    reason: str | None = None
    grades: Both | None = None
    points: Both | None = None
    score: Both | None = None
    small: Both | None = None
    firsts: Both | None = None
    lost_by: LostBy | None = None
    late: frozenset[int] = frozenset()
    disqualified: Mapping[int, str | None] = NOBODY_OUT

    @property
    def forfeited(self) -> int | None:
        """The side that has forfeited the match; one that is ruled to have lost as if it had is taken for one that did."""
        return 1 - self.winner if self.lost_by == "forfeit" and self.winner is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match on record. Teams and players are by side; a team is None where the seats do not tell one."""

    id: str
    sheet: str
    options: Mapping[str, OptionValue]
    event: str | None
    stage: str | None
    round: int | None
    table: str | None
    game: int | None
    seats: Mapping[str, Player]
    teams: tuple[str | None, str | None]
    players: tuple[tuple[str, ...], tuple[str, ...]]
    recorded: Account
    computed: Account
    boards: tuple[BoardHand, ...] = ()
    """Its hands as boards, where it names one."""
    bare: bool = False
    """Whether no hand of it is on record, so that it counts as claimed."""
    ruled: Account | None = None
    """None where nothing is laid over the record: it is as computed then."""

    @property
    def otherwise(self) -> Account | None:
        """What it came to by the other reading of what a match is worth that time has stopped, if that is another (D-GD3-4)."""
        return _otherwise(SHEETS[self.sheet].configured(self.options), self.account("ruled"))

    def account(self, name: AccountName) -> Account:
        """What it came to by one account."""
        if name == "recorded":
            return self.recorded
        return self.ruled if name == "ruled" and self.ruled is not None else self.computed


def match_of(record: GameRecord, audit: Results, ruled: Results | None = None) -> Match:
    """What an event takes from a record and its audit; `ruled` is that with rulings laid over the record, if there are any."""
    sheet, event = sheet_of(record), record.event
    sides = sides_at(sheet, record) or sheet.alternating
    seated: tuple[list[Player], list[Player]] = ([], [])
    for seat, side in zip(sheet.seats, sides, strict=True):
        if seat in record.seats:
            seated[side].append(record.seats[seat])
    recorded = _recorded(sheet, record, audit, sides)
    computed = _computed(sheet, record, audit, sides)
    laid_over = _computed(sheet, record, ruled, sides) if ruled is not None else None
    if not record.hands:
        computed = _as_claimed(computed, recorded)
        laid_over = _as_claimed(laid_over, recorded) if laid_over is not None else None
    return Match(
        id=record.id,
        sheet=record.sheet,
        options=record.options,
        event=event.id if event else None,
        stage=event.stage if event else None,
        round=event.round if event else None,
        table=event.table if event else None,
        game=event.game if event else None,
        seats=record.seats,
        teams=(_team(seated[0]), _team(seated[1])),
        players=(_ids(seated[0]), _ids(seated[1])),
        recorded=recorded,
        computed=computed,
        boards=boards_of(sheet, record, audit, ruled),
        bare=not record.hands,
        ruled=laid_over,
    )


def _team(players: Iterable[Player]) -> str | None:
    teams = {player.team for player in players if player.team is not None}
    return teams.pop() if len(teams) == 1 else None


def _ids(players: Iterable[Player]) -> tuple[str, ...]:
    return tuple([player.id for player in players])


def _recorded(sheet: RuleSheet, record: GameRecord, audit: Results, sides: Sequence[int]) -> Account:
    """The claims of the match, and where it has none those of its hands added up."""
    claims = record.claims or MatchClaims()
    hands = [hand.claims for hand in record.hands]
    levels = claims.levels or next((each.levels for each in reversed(hands) if each is not None and each.levels), None)
    score = _both(sheet, claims.score) or _added([_both(sheet, each.score) if each else None for each in hands])
    points = _both(sheet, claims.points)
    if points is None and sheet.event.counts == "points":
        points = _added([_both(sheet, each.points) if each else None for each in hands])
    dealers = [hand.dealer or computed.dealer for hand, computed in zip(record.hands, audit.hands, strict=True)]
    small = [_attackers(sheet, dealer, each.attackers if each else None) for dealer, each in zip(dealers, hands, strict=True)]
    firsts = [_first(sheet, sides, each.finish if each else None) for each in hands]
    played = -1 if cut_short(record) else None
    winner = sheet.sides.index(claims.winner) if claims.winner is not None else _by_games(record, points)
    past = winner if claims.reason == "passed" else None
    if claims.reason in _NOT_BY_PLAY:
        past = _beyond(sheet, levels, score)
    return Account(
        winner=winner,
        drawn=winner is None and _drawn(sheet, claims.reason, score, points),
        reason=claims.reason,
        grades=_grades(sheet, levels, past),
        points=points,
        score=score,
        small=_added(small[:played]),
        firsts=_added(firsts[:played]),
        lost_by=_lost_by(sheet, record, winner, score, audit.match),
        late=audit.match.late,
        disqualified=audit.match.disqualified,
    )


def _drawn(sheet: RuleSheet, reason: str | None, score: Both | None, points: Both | None) -> bool:
    """Whether a draw is claimed: by equal scores, or by what the sheet prints that it counts for each."""
    printed = sheet.event.match_points
    if printed is not None and printed.draw is not None and reason not in _NOT_BY_PLAY:
        return points == (printed.draw, printed.draw)
    return score is not None and score[0] == score[1] and reason in {"passed", "time"}


def _by_games(record: GameRecord, games: Both | None) -> int | None:
    """Who has won by the games that are claimed, where the event says how many there are at most."""
    if record.games is None or games is None or (record.claims is not None and record.claims.reason in _NOT_BY_PLAY):
        return None
    return next((side for side in (0, 1) if games[side] > record.games // 2 >= games[1 - side]), None)


def _lost_by(
    sheet: RuleSheet, record: GameRecord, winner: int | None, score: Both | None, computed: ComputedMatch
) -> LostBy | None:
    """How a match was lost by the score sheet: its reason says it, a score that only forfeits have (JS-7.4), or the rulings."""
    claims = record.claims or MatchClaims()
    if winner is None or claims.reason not in _NOT_BY_PLAY:
        return "forfeit" if winner is None and _neither_came(sheet, record) else None
    printed = sheet.event.forfeit if sheet.event.by_difference else None
    forfeited = (printed.present.get("points"), printed.absent.get("points")) if printed is not None else None
    if claims.reason == "forfeit" or (score is not None and (score[winner], score[1 - winner]) == forfeited):
        return "forfeit"
    return computed.lost_by if claims.winner == computed.winner else None


def _computed(sheet: RuleSheet, record: GameRecord, audit: Results, sides: Sequence[int]) -> Account:
    """What the engine has made of the match; hands that do not belong to it, or are void, count nowhere.

    That time was called the record says, and of a hand without plays its claims say what the engine went by. Of a match that
    is not played to its end the points so far are not what it came to.
    """
    small: list[Both | None] = []
    firsts: list[Both | None] = []
    played = -1 if cut_short(record) else None
    for hand, computed in [*zip(record.hands, audit.hands, strict=True)][:played]:
        if not computed.setting.counts:
            continue
        claims = hand.claims if hand.claims is not None and hand.tricks is None else HandClaims()
        attackers = computed.attackers if computed.attackers is not None else claims.attackers
        small.append(_attackers(sheet, computed.dealer or hand.dealer, attackers))
        first, double = computed.setting.first, computed.setting.double
        first = 1 - double if double is not None else first
        firsts.append(_first(sheet, sides, computed.finish or claims.finish) if first is None else _to(first))
    match, passed = audit.match, audit.match.reason == "passed"
    winner = sheet.sides.index(match.winner) if match.winner is not None else None
    gone = _said_to_forfeit(sheet, record, match)
    reason = match.reason or (record.claims.reason if record.claims is not None and stopped(record) else None)
    ended = reason is not None or len(firsts) >= sheet.hands_to_play
    levels, past = match.levels, match.past if match.past is not None else winner if passed else None
    if winner is None and audit.hands and audit.hands[-1].setting.won is not None:  # a game has ended, of a match of several
        levels, past = audit.hands[-1].levels or {}, sheet.sides.index(audit.hands[-1].setting.won)
    return Account(
        winner=winner if gone is None else 1 - gone,
        drawn=match.drawn,
        reason=reason,
        grades=_grades(sheet, levels, past),
        points=_both(sheet, match.points) if ended else None,
        score=_both(sheet, match.score),
        small=_added(small),
        firsts=_added(firsts) if ended else None,
        lost_by="forfeit" if gone is not None or (winner is None and _neither_came(sheet, record)) else match.lost_by,
        late=match.late,
        disqualified=match.disqualified,
    )


def _as_claimed(computed: Account, recorded: Account) -> Account:
    """The account of a match of which no hand is told: what is claimed of it counts where nothing on record says otherwise."""
    if computed.winner is not None and computed.winner != recorded.winner is not None:
        return computed
    told = {name: value for name, value in computed._asdict().items() if value is not None and value is not False}
    return recorded._replace(**told)


def _otherwise(sheet: RuleSheet, account: Account) -> Account | None:
    """The account of a match that time has stopped by the other reading of what it is worth then, if there is one."""
    if account.reason != "time" or account.points is None or account.grades is None:
        return None
    points = sheet.points_otherwise(account.grades)
    return account._replace(points=points) if points not in {None, account.points} else None


def _neither_came(sheet: RuleSheet, record: GameRecord) -> bool:
    """Whether a match was forfeited to which both sides came so late that the sheet has each of them forfeit it."""
    ended = record.claims is not None and record.claims.reason == "forfeit"
    return ended and sheet.penalties.forfeit is not None and both_late(sheet, record)


def _said_to_forfeit(sheet: RuleSheet, record: GameRecord, match: ComputedMatch) -> int | None:
    """The side that has forfeited by the score sheet alone; None if the record tells who has won, or how late that side came.

    Nothing else shows that somebody did not come; but where the table has noted how late he was that is no forfeit.
    """
    claims = record.claims
    if claims is None or claims.reason != "forfeit" or claims.winner is None or match.winner is not None:
        return None
    side = 1 - sheet.sides.index(claims.winner)
    return None if sheet.penalties.knows("late") and side in match.late else side


def _both(sheet: RuleSheet, values: Mapping[str, int] | None) -> Both | None:
    first, second = sheet.sides
    return (values[first], values[second]) if values and first in values and second in values else None


def _added(pairs: Sequence[Both | None]) -> Both | None:
    """Pairs added up; None where there are none, or one is not known."""
    known = [pair for pair in pairs if pair is not None]
    return (sum(a for a, _ in known), sum(b for _, b in known)) if 0 < len(known) == len(pairs) else None


def _attackers(sheet: RuleSheet, dealer: str | None, points: int | None) -> Both | None:
    if dealer is None or points is None:
        return None
    return (0, points) if sheet.side_of[dealer] == 0 else (points, 0)


def _first(sheet: RuleSheet, sides: Sequence[int], finish: str | None) -> Both | None:
    if not finish or finish[0] not in sheet.seat_at:
        return None
    return _to(sides[sheet.seat_at[finish[0]]])


def _to(side: int) -> Both:
    return (1, 0) if side == 0 else (0, 1)


def _grades(sheet: RuleSheet, levels: Mapping[str, str] | None, past: int | None) -> Both | None:
    """The levels as indices; one side may be past the last one."""
    if not levels:
        return None
    first, second = (sheet.level_index(levels.get(side)) for side in sheet.sides)
    return (first + (past == 0), second + (past == 1)) if first is not None and second is not None else None


def _beyond(sheet: RuleSheet, levels: Mapping[str, str] | None, score: Both | None) -> int | None:
    """The side that is past the last level, if its points for the difference are for one more than levels have names for.

    A ruling may take it there, and the score sheet shows it by nothing else (JS-7.4).
    """
    bare = _grades(sheet, levels, None)
    if bare is None or score is None:
        return None
    further = [higher for higher, _ in sheet.event.by_difference[abs(bare[0] - bare[1]) + 1 :][:1]]
    return next((side for side in (0, 1) if score[side] in further and bare[side] >= bare[1 - side]), None)
