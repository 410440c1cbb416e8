"""What a drawn table comes to for those who sit there: who won, and what it counts for each side."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from paipu.replay.event.boards import Scores
from paipu.replay.event.match import NOBODY_OUT, Account, AccountName, Both
from paipu.replay.event.placing import Placed, Played, Spot, round_at, stage_at, table_at
from paipu.replay.event.record import EventRecord, Round, Stage
from paipu.replay.event_rules import FIGURES, NOTHING, Counts, EventRules, Figure, ForfeitCounts, Key, MatchPoints, stage_name
from paipu.replay.rulesheet import RuleSheet

RULING: Final = "ruling"
NOT_PLAYED: Final = Account()
_UNTOLD: Final[Mapping[Figure, int | None]] = dict.fromkeys(FIGURES)
_OF_PLAY: Final[frozenset[Figure]] = frozenset({"small_points", "first_places", "level_difference", "levels_gained"})
"""What comes of play alone: nothing, where none was, unless the sheet prints otherwise."""


class Terms(NamedTuple):
    """What holds in a stage: as its file says, else as the sheet prints it, else None.

    `takes_points`: the points that a record gives its match are the match points. `adds_scores`: its scores are 大分, and not
    what the difference in levels gives, which are `points` (JS-IV.2). `level_decides`: why a match ends that nobody has won,
    and that the higher level wins then; `says_so`: the event itself says that of time. `parts` is as of the stage.
    """

    rank_by: tuple[Key, ...]
    match_points: MatchPoints | None
    takes_points: bool
    adds_points: bool
    adds_scores: bool
    forfeit: ForfeitCounts | None
    by_difference: tuple[tuple[int, int], ...]
    bye: Counts | None
    absent: Counts | None
    level_decides: frozenset[str]
    says_so: bool
    parts: int = 0

    @property
    def base(self) -> Figure:
        """What results between several are compared in: match points, or wins where those are not counted; points of boards
        where these are scored.
        """
        if self.parts:
            return "board_points"
        return "match_points" if self.match_points is not None else "wins"

    @property
    def first(self) -> Figure:
        """The figure that has to be known of a match, or else it is open: the first key, or what the first key is made of."""
        return next((key for key in self.rank_by[:1] if key in FIGURES), self.base)

    def made_of(self, key: Key) -> Figure:
        """The figure of matches that a key is made of: the highest score is one of what was compared last before it."""
        if key == "head_to_head_levels":
            return "level_difference"
        if key in {"highest", "second_highest"}:
            before = self.rank_by[: self.rank_by.index(key)] if key in self.rank_by else ()
            return next((each for each in reversed(before) if each in FIGURES), self.base)
        return key if key in FIGURES else self.base

    def counts(self, figure: Figure) -> bool:
        """Whether matches may come to some of a figure: what they do not count, the event's file alone gives."""
        if figure == "match_points":
            return self.match_points is not None or self.takes_points
        if figure == "board_points" or self.parts:
            return self.parts > 0 and figure in {"board_points", *self.rank_by}
        return figure != "points" or self.adds_points or bool(self.by_difference)

    def decisive(self, counts: Counts) -> int | None:
        """What counts say of that figure; None where they do not."""
        return counts.get(self.first)


def terms_of(stage: Stage, rules: EventRules) -> Terms:
    """The terms of a stage under a sheet."""
    forfeit = stage.forfeit or rules.forfeit
    printed = rules.rank_each_other if rules.rank_each_other and stage.is_round_robin else rules.rank_by
    return Terms(
        rank_by=stage.rank_by if stage.rank_by is not None else printed,
        match_points=stage.match_points or rules.match_points,
        takes_points=stage.match_points is None and rules.counts == "match_points",
        adds_points=rules.counts == "points",
        adds_scores=not rules.by_difference,
        forfeit=forfeit,
        by_difference=stage.by_difference if stage.by_difference is not None else rules.by_difference,
        bye=stage.bye,
        absent=stage.absent if stage.absent is not None else forfeit.absent if forfeit is not None else None,
        level_decides=rules.level_decides | ({"time"} if stage.at_time is not None else set()),
        says_so=stage.at_time is not None,
        parts=stage.parts,
    )


def sitting_out(played: Round, terms: Terms) -> Mapping[str, Counts | None]:
    """Who has no table in a round, and what that counts, None where nobody says; who has a bye need not come."""
    seated = {each for table in played.tables for each in table.entrants}
    byes = dict.fromkeys(played.byes, terms.bye)
    counts = byes | {each: terms.absent for each in played.absent if each not in byes}
    return {each: counted for each, counted in counts.items() if each not in seated}


class Encounter(NamedTuple):
    """A drawn table and what it came to, by one account. `told`: what decides the places is known, and the match is not open.

    `forfeited` are the sides that did not come, or are ruled to have lost as if they had not; `lost`: the side that another
    penalty has made lose the match. `settled_by`: what has decided it is a forfeit, or that a side is `out`, and the sheet does
    not print that the match, or all games of it, are lost by that; its levels were `equal` at time, and one side has won; or
    the higher level has won at `time`, where the event does not say that it does.

    `late` are the sides that came late, `disqualified` those that rulings disqualify, each with the clause. `figures` has for
    each side what it counts, None for what is not known; `supposed` has for each those that are 0 since no card was played,
    and nobody says that they are. `beyond` are games that were played when the match was over. `score` is what is
    written of each side: games of a match of several, else its level, else what was scored; None where that is not told.
    """

    spot: Spot
    round: int
    table: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    matches: tuple[str, ...] = ()
    told: bool = False
    winner: int | None = None
    drawn: bool = False
    forfeited: frozenset[int] = frozenset()
    lost: int | None = None
    settled_by: Literal["forfeit", "out", "equal", "time"] | None = None
    late: frozenset[int] = frozenset()
    disqualified: Mapping[int, str | None] = NOBODY_OUT
    figures: tuple[Mapping[Figure, int | None], Mapping[Figure, int | None]] = (_UNTOLD, _UNTOLD)
    supposed: tuple[frozenset[Figure], frozenset[Figure]] = (frozenset(), frozenset())
    beyond: tuple[str, ...] = ()
    score: tuple[str, str] | None = None

    def side_of(self, entrant: str) -> int | None:
        """The side that somebody sits on."""
        return next((side for side in (0, 1) if entrant in self.sides[side]), None)

    @property
    def entrants(self) -> tuple[str, ...]:
        """All who sit there."""
        return self.sides[0] + self.sides[1]


def encounters(
    event: EventRecord, sheet: RuleSheet, placed: Placed, account: AccountName, scores: Scores | None = None
) -> tuple[Encounter, ...]:
    """Every drawn table with what it came to, in the order of the event; `scores` are those of its boards, if it has some."""
    found = []
    for s, stage in enumerate(event.stages):
        terms = terms_of(stage, sheet.event)
        for r, played in enumerate(stage.rounds):
            absent = frozenset(played.absent)
            for t in range(len(played.tables)):
                spot = Spot(s, r, t)
                seated = placed.at.get(spot, [])
                given = scores is not None and spot in scores.unplayed and absent.isdisjoint(table_at(event, spot).entrants)
                if terms.parts and scores is not None and (seated or given):
                    found.append(boarded(event, sheet, terms, spot, seated, account, scores))
                else:
                    found.append(encounter(event, sheet, terms, spot, seated, account, absent))
    return tuple(found)


def boarded(
    event: EventRecord, sheet: RuleSheet, terms: Terms, spot: Spot, seated: list[Played], account: AccountName, scores: Scores
) -> Encounter:
    """What a table comes to whose boards are scored: the points of these, and of the match what ranks besides.

    A table of adjusted scores alone has no match.
    """
    points = scores.of_table(spot, account)
    one = encounter(event, sheet, terms, spot, seated[:1], account, frozenset())
    if one.forfeited:
        return one
    alone = len(seated) == 1
    figures: list[Mapping[Figure, int | None]] = []
    for side in (0, 1):
        own: dict[Figure, int | None] = dict(_UNTOLD)
        own |= {figure: one.figures[side][figure] for figure in FIGURES if alone and figure in terms.rank_by}
        own["board_points"] = int(points[side] * terms.parts) if points is not None else None
        figures.append(own)
    late = frozenset(side for each in seated for side in _as_drawn(each.match.account(account), turned=each.turned).late)
    made = one._replace(
        matches=tuple(sorted(each.match.id for each in seated)) if not alone else one.matches,
        winner=one.winner if alone else None,
        drawn=one.drawn and alone,
        late=late,
        figures=(figures[0], figures[1]),
        beyond=(),
    )
    return made._replace(told=all(side[terms.first] is not None for side in made.figures))


def encounter(
    event: EventRecord,
    sheet: RuleSheet,
    terms: Terms,
    spot: Spot,
    seated: list[Played],
    account: AccountName,
    not_there: frozenset[str],
) -> Encounter:
    """What a drawn table came to by the matches that were played there; `not_there` are those noted as absent."""
    stage, drawn_round, table = stage_at(event, spot), round_at(event, spot), table_at(event, spot)
    if not seated and not_there.isdisjoint(table.entrants):
        return Encounter(spot, drawn_round.no, table.name, table.sides)
    games = sorted(seated, key=lambda each: each.match.game or 0)
    accounts = [_as_drawn(each.match.account(account), turned=each.turned) for each in games]
    bare = Encounter(
        spot,
        drawn_round.no,
        table.name,
        table.sides,
        tuple([each.match.id for each in games]),
        late=frozenset(side for each in accounts for side in each.late),
        disqualified={side: clause for each in accounts for side, clause in each.disqualified.items()},
    )
    whole, said = len(games) == 1 and games[0].match.game is None, drawn_round.best_of or stage.best_of
    most = 1 if whole else said or sheet.event.games(stage_name(stage.id))
    found = _played(bare, terms, accounts, stage, most) if accounts else bare
    found = found._replace(score=_written(sheet, accounts[: len(found.matches)], most))
    if found.winner is None:
        absent = frozenset(side for side in (0, 1) if not not_there.isdisjoint(table.sides[side]))
        gone = _gone(accounts, absent)
        by_time = (
            sheet.penalties.knows("late") and sheet.penalties.forfeit is None and stage.forfeit is None
        )  # of both the later loses (D-JS-01)
        if len(gone) == 1 or (gone and not by_time):
            found = _forfeited(bare._replace(settled_by="forfeit" if accounts and most > 1 else None), terms, gone, stage)
    unprinted = found.forfeited and not sheet.penalties.knows("late")
    return found._replace(settled_by=found.settled_by or "forfeit") if unprinted else found


def _written(sheet: RuleSheet, accounts: list[Account], most: int) -> tuple[str, str] | None:
    """What is written of the sides of a match: games won, levels, or what was scored."""
    if not accounts or any(each.lost_by == "forfeit" for each in accounts):
        return None
    last = accounts[-1]
    if len(accounts) > 1 or (most > 1 and sheet.event.counts != "games"):
        pair: Both | None = (sum(each.winner == 0 for each in accounts), sum(each.winner == 1 for each in accounts))
    elif most > 1:
        pair = last.points
    elif last.grades is not None:
        first, second = (sheet.level_written(grade) for grade in last.grades)
        return first, second
    else:
        pair = last.score or last.points
    return (str(pair[0]), str(pair[1])) if pair is not None else None


def _gone(accounts: list[Account], absent: frozenset[int]) -> frozenset[int]:
    """Who did not come to what was not played: both if they came too late, or those who are noted as absent."""
    if any(each.lost_by == "forfeit" and each.winner is None for each in accounts):
        return frozenset({0, 1})
    untold = all(each.winner is not None or (each.reason is None and not each.drawn) for each in accounts)
    return absent if untold else frozenset()


def _played(bare: Encounter, terms: Terms, accounts: list[Account], stage: Stage, most: int) -> Encounter:
    """What the games of a table come to; `most` is how many there are at most."""
    outcomes = [_outcome(each, terms) for each in accounts]
    bare, winner, games = _course(bare, accounts, outcomes, most, says_so=terms.says_so)
    bare = bare._replace(matches=bare.matches[:games], beyond=bare.matches[games:])
    accounts, outcomes, last = accounts[:games], outcomes[:games], accounts[games - 1]
    drawn = winner is None and len(outcomes) == most == 1 and outcomes[0] == _DRAWN
    if winner is not None and last.forfeited == 1 - winner:
        return _forfeited(bare, terms, frozenset({1 - winner}), stage, last)
    figures = tuple([_figures(terms, accounts, side, winner, drawn=drawn) for side in (0, 1)])
    lost = next((1 - each.winner for each in accounts if each.lost_by == "penalty" and each.winner is not None), None)
    settled = bare._replace(winner=winner, drawn=drawn, lost=lost, figures=(figures[0], figures[1]))
    if drawn and last.reason == "time" and not terms.says_so:
        settled = settled._replace(settled_by="time")
    if not _is_told(settled, terms, stage):
        return settled
    without: dict[Figure, int | None] = {"wins": 0} if winner is None else {}  # a match that counts and that nobody has won
    return settled._replace(told=True, figures=({**figures[0], **without}, {**figures[1], **without}))


def _course(
    bare: Encounter, accounts: list[Account], outcomes: list[int | None], most: int, *, says_so: bool
) -> tuple[Encounter, int | None, int]:
    """Who wins a table, game by game: with most of the games, or where a side forfeits or is disqualified; after how many.

    Of a match of several games either is of the match as a whole, and not of one game (D-GD2-E, D-CDP-38).
    """
    won = [0, 0]
    for games, (account, outcome) in enumerate(zip(accounts, outcomes, strict=True), start=1):
        out = account.disqualified.keys()
        if outcome in {0, 1}:
            won[outcome] += 1
            if won[outcome] > most // 2:
                return bare._replace(settled_by=_settled_by(account, 1 - outcome, says_so=says_so)), outcome, games
        if most > 1 and len(out) == 1:
            return bare._replace(settled_by="out"), 1 - next(iter(out)), games
        if most > 1 and account.forfeited is not None:
            return bare._replace(settled_by="forfeit"), 1 - account.forfeited, games
    return bare, None, min(len(accounts), most)


def _settled_by(account: Account, loser: int, *, says_so: bool) -> Literal["out", "equal", "time"] | None:
    """What has made a side lose a match that was not played to its end, where the event does not say so itself."""
    if account.lost_by is not None and loser in account.disqualified:
        return "out"
    if account.reason != "time":
        return None
    level = account.grades is not None and account.grades[0] == account.grades[1]
    return "equal" if level else None if says_so else "time"


_DRAWN: Final = 2


def _outcome(account: Account, terms: Terms) -> int | None:
    """The side that won, or that it was drawn; None if neither is told."""
    if account.winner is not None:
        return account.winner
    if account.drawn:
        return _DRAWN
    if account.reason in terms.level_decides and account.grades is not None:
        first, second = account.grades
        return _DRAWN if first == second else 0 if first > second else 1
    return None


def _is_told(settled: Encounter, terms: Terms, stage: Stage) -> bool:
    """Whether it is known what decides: in a knock-out who goes on, in a table the first figure that ranks."""
    if stage.form == "knockout":
        return settled.winner is not None
    return all(side[terms.first] is not None for side in settled.figures)


def _figures(
    terms: Terms, accounts: list[Account], side: int, winner: int | None, *, drawn: bool
) -> Mapping[Figure, int | None]:
    """What a side gets from a table, by figure."""
    decided = winner is not None or drawn
    found: dict[Figure, int | None] = dict(_UNTOLD)
    found["wins"] = int(winner == side) if decided else None
    if terms.takes_points:
        found["match_points"] = _sum(accounts, side, "points")
    if found["match_points"] is None and terms.match_points is not None and decided:
        points = terms.match_points
        found["match_points"] = points.draw if drawn else points.win if winner == side else points.loss
    if terms.by_difference:
        found["points"] = _by_difference(terms, accounts, side)
    elif terms.adds_points:
        found["points"] = _sum(accounts, side, "points")
    found["big_points"] = _sum(accounts, side, "score") if terms.adds_scores else None
    found["small_points"] = _sum(accounts, side, "small")
    found["first_places"] = _sum(accounts, side, "firsts")
    found |= _levels(accounts, side)
    return found


def _sum(accounts: list[Account], side: int, name: str) -> int | None:
    """What a side has in all games of a table; None if it is not known of one."""
    pairs: list[Both | None] = [getattr(account, name) for account in accounts]
    known = [pair[side] for pair in pairs if pair is not None]
    return sum(known) if len(known) == len(pairs) else None


def _by_difference(terms: Terms, accounts: list[Account], side: int) -> int | None:
    total = 0
    for account in accounts:
        if account.grades is None:
            return None
        difference = account.grades[side] - account.grades[1 - side]
        row = terms.by_difference[min(abs(difference), len(terms.by_difference) - 1)]
        total += row[0] if difference >= 0 else row[1]
    return total


def _forfeited(bare: Encounter, terms: Terms, absent: frozenset[int], stage: Stage, last: Account = NOT_PLAYED) -> Encounter:
    """A table where a side did not come, or neither: the other has won; it counts what is printed, and no card was played.

    Where it is printed what levels count then they are those that the match, or its `last` game, ended at if that is told.
    """
    counts = terms.forfeit or ForfeitCounts(NOTHING, NOTHING)
    figures, supposed = [], []
    for side in (0, 1):
        printed = counts.absent if side in absent else counts.present
        own: dict[Figure, int | None] = dict.fromkeys(FIGURES, 0)
        own["wins"] = int(side not in absent)
        for figure in ("match_points", "points", "big_points", "board_points"):
            own[figure] = printed.get(figure)
        if own["match_points"] is None and terms.match_points is not None and side not in absent:
            own["match_points"] = terms.match_points.win
        own |= dict(printed)
        unsaid = _OF_PLAY - printed.keys()
        if "levels_gained" in printed and last.grades is not None:
            own |= _levels([last], side)
            unsaid -= {"level_difference"}
        figures.append(own)
        supposed.append(unsaid)
    winner = next((side for side in (0, 1) if side not in absent), None)
    counted, unsaid_of = (figures[0], figures[1]), (supposed[0], supposed[1])
    settled = bare._replace(winner=winner, forfeited=absent, figures=counted, supposed=unsaid_of)
    return settled._replace(told=_is_told(settled, terms, stage))


def _levels(accounts: list[Account], side: int) -> Mapping[Figure, int | None]:
    """The levels that a side rose, and by how many it is ahead of the other."""
    own, other = _sum(accounts, side, "grades"), _sum(accounts, 1 - side, "grades")
    return {"levels_gained": own, "level_difference": own - other if own is not None and other is not None else None}


def _as_drawn(account: Account, *, turned: bool) -> Account:
    """An account with its sides as they were drawn."""
    if not turned:
        return account
    pairs = {name: pair[::-1] for name in ("grades", "points", "score", "small", "firsts") if (pair := getattr(account, name))}
    late, out = frozenset(1 - side for side in account.late), {1 - side: each for side, each in account.disqualified.items()}
    winner = None if account.winner is None else 1 - account.winner
    return account._replace(winner=winner, late=late, disqualified=out, **pairs)
