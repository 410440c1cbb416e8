"""Wrong claims: the score sheet says other than the plays. Nothing else of the record is touched."""

from collections.abc import Callable, Container
from functools import partial
from math import inf

from replay.tricks.beat import strength
from replay.tricks.claims import why_not
from replay.tricks.trump import TRUMP, Play
from samples.document import Document, stamp
from samples.fault import Place
from samples.tricks.faults.fines import charged_wrongly
from samples.tricks.faults.meetings import Answer, Plan, tractor_led
from samples.tricks.faults.work import Inject, Work
from samples.tricks.table import Table

# -- who won a trick


def _kind_of_loser(table: Table, play: Play) -> str:
    """What somebody who did not win a finished-looking trick did: followed, discarded, or ruffed without the structure."""
    trick = table.open()
    lead, led = trick.lead, trick.led
    if lead is None or led is None or play is lead:
        return "followed"
    if led.trio:
        return "under trumps" if lead.cls == TRUMP else "under a set"
    if play.cls not in {lead.cls, TRUMP}:
        return "discarded"
    if play.cls != lead.cls and strength(table.ctx, table.sheet.beat, lead, led, play) is None:
        return "unpaired" if not play.pairs else "unstructured"
    return "followed"


def _name_winner(work: Work, index: int, trick: int, seat: str) -> Place:
    """Let the claims say that a seat won a trick (from 0)."""
    hand = work.hands[index]
    winners = hand["claims"]["winners"]
    hand["claims"]["winners"] = winners[:trick] + seat + winners[trick + 1 :]
    sheet = work.sheet.at_level(hand["level"])
    ctx, at = sheet.context(hand["level"], hand["trump"]), sheet.seat_at
    _, case = why_not(sheet, ctx, hand["tricks"][trick], at[seat], at[winners[trick]])
    return Place(hand["no"], trick + 1, None, seat, case=case)


def winner(work: Work, *, kind: str) -> Place | None:
    """Somebody who lost a trick, in a certain way, is said to have won it."""
    for index in work.finished():
        hand = work.hands[index]
        chances = []
        for ply, table in work.plies(index):
            trick = table.open()
            if not trick.last:
                continue
            last = table.ctx.plays[hand["tricks"][ply.trick].rpartition(" ")[2]]
            for seat, play in [*trick.made, (trick.seat, last)]:
                name = work.seats[seat]
                if name != hand["claims"]["winners"][ply.trick] and _kind_of_loser(table, play) == kind:
                    chances.append((ply.trick, name))
        if chances:
            return _name_winner(work, index, *work.rng.choice(chances))
    return None


def winner_by_bad_ruff(work: Work, *, pairs: bool) -> Place | None:
    """Somebody void ruffs pairs led, without the pairs, and is said to have won: as it was played, or played so here."""
    found = winner(work, kind="unstructured" if pairs else "unpaired")
    if found is not None:
        return found
    chance = work.opportunity(partial(_bad_ruff, pairs=pairs))
    if chance is None:
        return _ruff_met(work, pairs=pairs)
    ply, token = chance
    table = work.table_at(ply)
    place = work.put(table, token)
    work.play_out(ply.hand, table)
    return _name_winner(work, ply.hand, ply.trick, place.seat or "")


def _ruff_met(work: Work, *, pairs: bool) -> Place | None:
    """The same where no hand offers it: a tractor is led into somebody void of its suit."""
    met = tractor_led(work, _void_with_trumps)
    token = met and _bad_ruff(met.table, met.follower, pairs=pairs)
    if not met or not token:
        return None
    work.put(met.table, token)
    work.play_out(met.hand, met.table)
    return _name_winner(work, met.hand, 0, work.seats[met.follower])


def _void_with_trumps(work: Work, plan: Plan) -> Answer:
    trumps = [rank + plan.trump for rank in work.rng.sample(plan.ranks, 5)]
    return Answer("".join([trumps[0], *trumps]), [rank + plan.suit for rank in plan.ranks])


def _bad_ruff(table: Table, seat: int, *, pairs: bool) -> str | None:
    """Trumps of a seat void of the led class that do not have its structure, with one pair or with none."""
    trick, ctx = table.open(), table.ctx
    lead, led = trick.lead, trick.led
    if lead is None or led is None or lead.cls == TRUMP or led.pair_count < 1 + pairs:
        return None
    hand = table.held(seat)
    if hand & ctx.masks[lead.cls]:
        return None
    trumps = ctx.unpack(hand & ctx.masks[TRUMP])
    distinct = list(dict.fromkeys(trumps))
    doubled = [card for card in distinct if trumps.count(card) == 2]
    if pairs and not doubled:
        return None
    start = [doubled[0]] * 2 if pairs else []
    cards = [*start, *(card for card in distinct if card not in start)][: lead.size]
    if len(cards) < lead.size or strength(ctx, table.sheet.beat, lead, led, ctx.plays["".join(cards)]) is not None:
        return None
    return "".join(cards)


def winner_count(work: Work) -> Place | None:
    """A trick is missing from the winners, or one too many is there."""
    index = work.choose(work.finished())
    if index is None:
        return None
    claims = work.hands[index]["claims"]
    claims["winners"] = work.rng.choice((claims["winners"][:-1], claims["winners"] + work.rng.choice(work.seats)))
    return Place(work.hands[index]["no"])


# -- numbers of a hand


def number(work: Work, *, change: Callable[[Work, Document], bool], start: int = 0, plain: bool = False) -> Place | None:
    """Change something in the claims of a hand, a plain one or any; `change` says whether there was something to change."""
    for index in work.plain(start) if plain else work.finished(start):
        if change(work, work.hands[index]["claims"]):
            return Place(work.hands[index]["no"])
    return None


def _attackers(work: Work, claims: Document) -> bool:
    claims["attackers"] = _other_points(work, claims["attackers"])
    return True


def _kitty_points(work: Work, claims: Document) -> bool:
    claims["kitty_points"] = _other_points(work, claims["kitty_points"])
    return True


def _other_points(work: Work, points: int) -> int:
    near = (points - 10, points - 5, points + 5, points + 10, points + 40)
    return work.rng.choice([other for other in near if other >= min(points, 0)])


def _multiplier(work: Work, claims: Document) -> bool:
    right = claims.get("multiplier")
    claims["multiplier"] = work.rng.choice([factor for factor in (1, 2, 4, 8) if factor != right])
    return True


def _multiplier_of(work: Work, claims: Document, *, rights: Container[int | None]) -> bool:
    """Another multiplier where the right one is among some."""
    return claims.get("multiplier") in rights and _multiplier(work, claims)


def _penalties(work: Work, claims: Document) -> bool:
    claims["penalties"] = work.rng.choice((-20, -10, 5, 10))
    return True


def _levels(work: Work, claims: Document) -> bool:
    side = work.rng.choice(work.sheet.sides)
    claims["levels"][side] = _other_level(work, claims["levels"][side])
    return True


def _other_level(work: Work, level: str) -> str:
    ladder = work.sheet.ladder
    at = ladder.index(level)
    return work.rng.choice([ladder[other] for other in (at - 1, at + 1, at + 2) if 0 <= other < len(ladder)])


def _next_dealer(work: Work, claims: Document) -> bool:
    if "next_dealer" not in claims:
        return False
    claims["next_dealer"] = work.rng.choice([seat for seat in work.seats if seat != claims["next_dealer"]])
    return True


def _next_side(work: Work, claims: Document, *, partner: bool) -> bool:
    """The partner of the next banker is named in his place, or somebody of the other side."""
    if "next_dealer" not in claims:
        return False
    right = work.seat(claims["next_dealer"])
    others = [seat for seat in range(len(work.seats)) if seat != right and ((seat - right) % 2 == 0) == partner]
    claims["next_dealer"] = work.seats[work.rng.choice(others)]
    return True


def _score(work: Work, claims: Document) -> bool:
    if "score" not in claims:
        return False
    side = work.rng.choice(work.sheet.sides)
    claims["score"][side] += work.rng.choice((-3, -1, 1, 2))
    return True


attackers: Inject = partial(number, change=_attackers)
kitty_points: Inject = partial(number, change=_kitty_points)
multiplier: Inject = partial(number, change=_multiplier)
penalties: Inject = partial(number, change=_penalties)
levels: Inject = partial(number, change=_levels)
next_dealer: Inject = partial(number, change=_next_dealer)
next_partner: Inject = partial(number, change=partial(_next_side, partner=True))
next_side: Inject = partial(number, change=partial(_next_side, partner=False))
score: Inject = partial(number, change=_score)
penalties_of_nothing: Inject = partial(number, change=_penalties, plain=True)


def multiplier_for(work: Work, *, rights: Container[int | None]) -> Place | None:
    """The multiplier of a capture of a certain kind, or of none, is written down wrongly."""
    return number(work, change=partial(_multiplier_of, rights=rights))


def levels_by(work: Work, *, rule: str) -> Place | None:
    """The levels after a hand that was settled by a certain rule are written down wrongly."""
    for index in work.finished():
        if work.rule(index) == rule:
            _levels(work, work.hands[index]["claims"])
            return Place(work.hands[index]["no"])
    return None


_BEYOND_POINTS = frozenset({"stake", "stage_stake", "bottom"})
"""The rules by which more than the points settles a hand."""


def points_impossible(work: Work) -> Place | None:
    """Of one hand only the score sheet is left, with a number of points that cannot come of fives and tens."""
    for index in work.plain():
        hand = work.hands[index]
        points = hand["claims"]["attackers"]
        if not points or (work.sheet.schedule is None and work.rule(index) in _BEYOND_POINTS):
            continue
        for key in ("deal", "bids", "kitty", "tricks", "seconds"):
            del hand[key]
        key = work.rng.choice(("attackers", "kitty_points"))
        hand["claims"][key] += work.rng.randrange(1, 5)
        return Place(hand["no"], follows=("CLAIM-OPEN",))
    return None


def penalty_ignored(work: Work) -> Place | None:
    """A ruling takes points from the attackers, and the score sheet knows nothing of it."""
    for index in work.plain():
        hand = work.hands[index]
        points = hand["claims"]["attackers"]
        if points < 10 or work.sheet.score.row(points) != work.sheet.score.row(points - 5):
            continue
        side = work.sheet.sides[1 - work.seat(hand["dealer"]) % 2]
        work.document["rulings"] = [
            {
                "id": "r1",
                "hand": hand["no"],
                "effect": {"points": {side: -5}},
                "by": "裁判长",
                "state": "issued",
                "note": "扣五分",
            }
        ]
        return Place(hand["no"], follows=("CLAIM-ATTACKERS",))
    return None


# -- the match


def _ended(work: Work, *, equal: bool) -> str | None:
    """Make the match one that ended by time between two hands, with levels equal or not; the winner's side, if that works."""
    if work.match.round_seconds == inf:
        return None
    for index in work.shuffled(range(1, len(work.hands) + 1)):
        if "claims" not in work.hands[index - 1] or work.match.winner(work.standing(index)) is not None:
            continue
        first, second = work.standing(index).levels
        if (first == second) == equal:
            del work.hands[index:]
            work.match.end(work.standing(index), "time")
            side: str = work.document["claims"]["winner"]
            return side
    return None


def match_by_time(work: Work, *, equal: bool) -> Place | None:
    """Time was called, and the side with the lower level, or the one not in office, is said to have won."""
    side = _ended(work, equal=equal)
    if side is None:
        return None
    work.document["claims"]["winner"] = _other_side(work, side)
    return Place()


def match_winner(work: Work) -> Place | None:
    """The side that did not pass the last level is said to have won."""
    claims = work.document["claims"]
    if claims.get("reason") != "passed" or "winner" not in claims:
        return None
    claims["winner"] = _other_side(work, claims["winner"])
    return Place()


def match_reason(work: Work) -> Place | None:
    """The match is said to have ended by time though a side had passed the last level, or the other way round."""
    claims = work.document["claims"]
    if claims.get("reason") == "passed" and work.match.round_seconds == inf:
        return None
    if claims.get("reason") == "passed":
        claims["reason"] = "time"
        work.document["event"]["finished"] = stamp(work.document, (work.sheet.clocks.round_minutes or 0) * 60)
        return Place()
    if _ended(work, equal=False) is None:
        return None
    work.document["claims"]["reason"] = "passed"
    del work.document["event"]["finished"]
    return Place(follows=("CLAIM-MATCH-WINNER",))


def match_points(work: Work) -> Place | None:
    """The match points are written down wrongly: those of one side, or each for the other."""
    points = work.document["claims"].get("points")
    if points is None:
        return None
    first, second = work.sheet.sides
    wrong = {first: points[second], second: points[first]}
    work.document["claims"]["points"] = wrong if work.rng.random() < 0.5 and wrong != points else {**points, first: 3}
    return Place()


def match_score(work: Work) -> Place | None:
    """The scores of the hands are added up wrongly."""
    score = work.document["claims"].get("score")
    if score is None:
        return None
    side = work.rng.choice(work.sheet.sides)
    work.document["claims"]["score"] = {**score, side: score[side] + work.rng.choice((-2, -1, 1, 2))}
    return Place()


def untimed(work: Work) -> Place | None:
    """A game of a stage without a limit is said to have ended by time."""
    if _ended(work, equal=False) is None:
        return None
    stages = work.sheet.clocks.untimed_stages - work.sheet.best_of_three
    work.document["event"]["stage"] = work.rng.choice(sorted(stages))
    return Place(follows=("CLAIM-OPEN",))


def too_many_hands(work: Work) -> Place | None:
    """A hand more than scheduled is played."""
    schedule = work.sheet.schedule
    if schedule is None or len(work.hands) != schedule.hands or work.document["claims"].get("reason") != "passed":
        return None
    work.hands.append(work.match.new_hand(work.standing(len(work.hands))))
    return Place(work.hands[-1]["no"])


def forfeit(work: Work) -> Place:
    """A side forfeits, and gets match points all the same."""
    winner, loser = work.shuffled(work.sheet.sides)
    work.document["claims"] = {"winner": winner, "points": {winner: 2, loser: 1}, "reason": "forfeit"}
    work.document["event"].pop("finished", None)
    return Place(follows=("CLAIM-OPEN",))


def signalled(work: Work, *, then: str) -> Place | None:
    """A side passed information, which ends the match; `then` the hand's score is wrong, or how or when the match ended."""
    index = work.choose(work.plain())
    if index is None:
        return None
    hand = work.hands[index]
    hand["incidents"] = [{"kind": "signal", "seat": work.rng.choice(work.seats), "at": "2.1", "noticed": "2.4"}]
    work.settle(index, work.written(index))
    if then == "score":
        return charged_wrongly(work, index)
    if then == "over":
        work.hands.append(work.match.new_hand(work.standing(len(work.hands))))
        return Place(work.hands[-1]["no"])
    work.document["claims"]["reason"] = "time"
    work.document["event"]["finished"] = stamp(work.document, (work.sheet.clocks.round_minutes or 0) * 60)
    return Place()


def match_levels(work: Work) -> Place | None:
    """The final levels are copied wrongly."""
    final = work.document["claims"]["levels"]
    side = work.rng.choice(work.sheet.sides)
    final[side] = _other_level(work, final[side])
    return Place()


def match_over(work: Work) -> Place | None:
    """A side has passed the last level, and another hand is played; nothing of the match counts it."""
    if work.document["claims"].get("reason") != "passed":
        return None
    work.hands.append(work.match.new_hand(work.standing(len(work.hands))))
    return Place(work.hands[-1]["no"])


def clock(work: Work) -> Place | None:
    """The time stamps do not fit the way the match ended: passed after the time, or time called early."""
    reason, limit = work.document["claims"].get("reason"), (work.sheet.clocks.round_minutes or 0) * 60
    late_is_right = reason == "passed" and work.sheet.clocks.time_in_hand == "finish"
    if reason is None or late_is_right or work.match.round_seconds == inf:
        return None
    seconds = limit + 90 if reason == "passed" else limit - 600
    work.document["event"]["finished"] = stamp(work.document, seconds)
    return Place()


def team(work: Work) -> Place | None:
    """One partner is written down with another team."""
    seat = work.rng.choice(work.seats[2:])
    seats = work.document["seats"]
    seats[seat]["team"] = work.rng.choice((seats[work.seats[1 - work.seat(seat) % 2]]["team"], "候补队"))
    return Place(seat=seat)


def _other_side(work: Work, side: str) -> str:
    return next(other for other in work.sheet.sides if other != side)
