"""Wrong claims: the score sheet says other than the plays. Nothing else of the record is touched."""

from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from replay.cards import join_cards
from replay.tricks.beat import strength
from replay.tricks.claims import why_not
from replay.tricks.trump import TRUMP, Play
from samples.document import stamp
from samples.faults import miswrite, other_level, other_side
from samples.tricks.draw import Declared
from samples.tricks.faults.fines import charged_wrongly
from samples.tricks.table import TrickTable
from samples.tricks.work import Answer, Plan, TrickWork, tractor_led
from samples.work import NoChance, Place

# -- who won a trick


def _kind_of_loser(table: TrickTable, play: Play) -> str:
    """What somebody who did not win a finished-looking trick did: followed, discarded, or ruffed without the structure."""
    lead, led = table.trick.lead, table.trick.led
    if lead is None or led is None or play is lead:
        return "followed"
    if led.trio:
        return "under trumps" if lead.cls == TRUMP else "under a set"
    if play.cls not in {lead.cls, TRUMP}:
        return "discarded"
    if play.cls != lead.cls and strength(table.ctx, table.sheet.beat, lead, led, play) is None:
        return "unpaired" if not play.pairs else "unstructured"
    return "followed"


def _name_winner(work: TrickWork, index: int, trick: int, seat: str) -> Place:
    """Let the claims say that a seat won a trick (from 0)."""
    hand = work.hands[index]
    winners = hand["claims"]["winners"]
    hand["claims"]["winners"] = winners[:trick] + seat + winners[trick + 1 :]
    sheet = work.sheet.at_level(hand["level"])
    ctx, at = sheet.context(hand["level"], hand["trump"]), sheet.seat_at
    _, case = why_not(sheet, ctx, hand["tricks"][trick], at[seat], at[winners[trick]])
    return Place(index + 1, trick + 1, None, seat, case=case)


def winner(work: TrickWork, *, kind: str) -> Place:
    """Somebody who lost a trick, in a certain way, is said to have won it."""
    for index in work.finished():
        winners = work.hands[index]["claims"]["winners"]
        chances = [
            (ply.trick, work.seats[seat])
            for ply, table, token in work.plies(index)
            if table.trick.last
            for seat, play in [*table.trick.made, (table.turn, table.ctx.plays[token])]
            if work.seats[seat] != winners[ply.trick] and _kind_of_loser(table, play) == kind
        ]
        if chances:
            return _name_winner(work, index, *work.rng.choice(chances))
    raise NoChance


def winner_by_bad_ruff(work: TrickWork, *, pairs: bool) -> Place:
    """Somebody void ruffs pairs led, without the pairs, and is said to have won: as it was played, or played so here."""
    bad_ruff = partial(_bad_ruff, pairs=pairs)
    try:
        return winner(work, kind="unstructured" if pairs else "unpaired")
    except NoChance:
        pass
    try:
        ply, token = work.chance(bad_ruff)
        table = work.table_at(ply)
    except NoChance:  # a tractor is led into somebody void of its suit
        table = tractor_led(work, _void_with_trumps)
        token = work.found(bad_ruff(table, ""))
    place = work.misplay(table, token)
    return _name_winner(work, table.no - 1, (place.trick or 0) - 1, place.seat or "")


def _void_with_trumps(work: TrickWork, plan: Plan) -> Answer:
    trumps = [rank + plan.trump for rank in work.rng.sample(plan.ranks, 5)]
    return Answer("".join([trumps[0], *trumps]), [rank + plan.suit for rank in plan.ranks])


def _bad_ruff(table: TrickTable, _made: str, *, pairs: bool) -> str | None:
    """Trumps of a seat void of the led class that do not have its structure, with one pair or with none."""
    trick, ctx = table.trick, table.ctx
    lead, led = trick.lead, trick.led
    if lead is None or led is None or lead.cls == TRUMP or led.pair_count < 1 + pairs:
        return None
    hand = table.held(table.turn)
    trumps = ctx.unpack(hand & ctx.masks[TRUMP]) if not hand & ctx.masks[lead.cls] else []
    for text in map(join_cards, combinations(trumps, lead.size)):
        play = ctx.plays[text]
        if bool(play.pairs) == pairs and strength(ctx, table.sheet.beat, lead, led, play) is None:
            return text
    return None


def winner_count(work: TrickWork) -> Place:
    """A trick is missing from the winners, or one too many is there."""
    index = work.choose(work.finished())
    claims = work.hands[index]["claims"]
    claims["winners"] = work.rng.choice((claims["winners"][:-1], claims["winners"] + work.rng.choice(work.seats)))
    return Place(index + 1)


# -- numbers of a hand


def claim(
    work: TrickWork, *, name: str, rights: Container[int | None] | None = None, plain: bool = False, **how: Sequence[int]
) -> Place:
    """A number in the claims of a hand, a plain one or any, is wrong; where some are named, the right one is among them."""
    for index in work.plain() if plain else work.finished():
        claims = work.hands[index]["claims"]
        if claims.get(name) in rights if rights is not None else name in claims or "among" in how:
            miswrite(work, claims, name, **how)
            return Place(index + 1)
    raise NoChance


def levels(work: TrickWork) -> Place:
    """The level of one side after a hand is wrong."""
    index = work.choose(work.finished())
    other_level(work, work.hands[index]["claims"]["levels"], work.sheet.sides)
    return Place(index + 1)


def next_dealer(work: TrickWork, *, partner: bool | None = None) -> Place:
    """Another next banker is named: his partner, somebody of the other side, or any."""
    index = work.choose(index for index in work.finished() if "next_dealer" in work.hands[index]["claims"])
    claims = work.hands[index]["claims"]
    right = work.seat(claims["next_dealer"])
    others = [seat for seat in range(len(work.seats)) if seat != right and partner in {None, (seat - right) % 2 == 0}]
    claims["next_dealer"] = work.seats[work.rng.choice(others)]
    return Place(index + 1)


def levels_by(work: TrickWork, *, rule: str) -> Place:
    """The levels after a hand that was settled by a certain rule are written down wrongly."""
    index = work.found(next((index for index in work.finished() if work.rule(index) == rule), None))
    other_level(work, work.hands[index]["claims"]["levels"], work.sheet.sides)
    return Place(index + 1)


_BEYOND_POINTS = frozenset({"stake", "stage_stake", "bottom"})
"""The rules by which more than the points settles a hand."""


def points_impossible(work: TrickWork) -> Place:
    """Of one hand only the score sheet is left, with a number of points that cannot come of fives and tens."""
    for index in work.plain():
        hand = work.hands[index]
        if not hand["claims"]["attackers"] or (work.sheet.schedule is None and work.rule(index) in _BEYOND_POINTS):
            continue
        for key in ("deal", "bids", "kitty", "tricks", "seconds"):
            del hand[key]
        hand["claims"][work.rng.choice(("attackers", "kitty_points"))] += work.rng.randrange(1, 5)
        return Place(index + 1, follows=("CLAIM-OPEN",))
    raise NoChance


def penalty_ignored(work: TrickWork) -> Place:
    """A ruling takes points from the attackers, and the score sheet knows nothing of it."""
    for index in work.plain():
        hand = work.hands[index]
        got, row = hand["claims"]["attackers"], work.sheet.score.row
        if got >= 10 and row(got) == row(got - 5):
            effect = {"points": {work.sheet.sides[1 - work.seat(hand["dealer"]) % 2]: -5}}
            ruling = {"id": "r1", "hand": index + 1, "effect": effect, "by": "裁判长", "state": "issued", "note": "扣五分"}
            work.document["rulings"] = [ruling]
            return Place(index + 1, follows=("CLAIM-ATTACKERS",))
    raise NoChance


# -- the match


def _end_by_time(work: TrickWork, *, equal: bool) -> None:
    """Make the match one that ended by time between two hands, with levels equal or not."""
    if work.match.minutes is None:
        raise NoChance
    for index in work.shuffled(range(1, len(work.hands) + 1)):
        state = work.match.at(index).state
        if "claims" in work.hands[index - 1] and state.over is None and work.level_equal(index) == equal:
            del work.hands[index:]
            work.match.end("time")
            return
    raise NoChance


def match_by_time(work: TrickWork, *, equal: bool) -> Place:
    """Time was called, and the side with the lower level, or the one not in office, is said to have won."""
    _end_by_time(work, equal=equal)
    work.claims["winner"] = other_side(work, work.claims["winner"])
    return Place()


def _said_to_end_by_time(work: TrickWork) -> Place:
    work.claims["reason"] = "time"
    work.document["event"]["finished"] = stamp(work.document, work.match.time)
    return Place()


def match_reason(work: TrickWork) -> Place:
    """The match is said to have ended by time though a side had passed the last level, or the other way round."""
    if work.claims.get("reason") != "passed":
        _end_by_time(work, equal=False)
        work.claims["reason"] = "passed"
        del work.document["event"]["finished"]
        return Place(follows=("CLAIM-MATCH-WINNER",))
    if work.match.minutes is None:
        raise NoChance
    return _said_to_end_by_time(work)


def untimed(work: TrickWork) -> Place:
    """A game of a stage without a limit is said to have ended by time."""
    _end_by_time(work, equal=False)
    stages = work.sheet.clocks.untimed_stages - work.sheet.best_of_three
    work.document["event"]["stage"] = work.rng.choice(sorted(stages))
    return Place(follows=("CLAIM-OPEN",))


def forfeit(work: TrickWork) -> Place:
    """A side forfeits, and gets match points all the same."""
    winner, loser = work.shuffled(work.sheet.sides)
    work.document["claims"] = {"winner": winner, "points": {winner: 2, loser: 1}, "reason": "forfeit"}
    work.document["event"].pop("finished", None)
    return Place(follows=("CLAIM-OPEN",))


def signalled(work: TrickWork, *, then: str) -> Place:
    """A side passed information, which ends the match; `then` the hand's score is wrong, or how or when the match ended."""
    index = work.choose(work.plain())
    work.note(index, "signal", work.rng.choice(work.seats), at="2.1", noticed="2.4")
    work.settle_again(index)
    if then == "score":
        return charged_wrongly(work, index)
    if then == "reason":
        return _said_to_end_by_time(work)
    work.hands.append(work.match.new_hand())
    return Place(len(work.hands))


# -- results that seldom come by themselves: hands dealt and played until they do


_TRIES: Final = 60
_TOPS: Final = ("BJBJLJLJAsAsAhAhKsKs", "5h5hAcAcAdAdKcKcKdKd")


def failed_for_good(work: TrickWork) -> Place:
    """A side loses at the last level as often as it may, the other side losing the bank each time in between."""
    ladder = work.sheet.ladder
    failures = work.sheet.at_level(ladder[-1]).failures
    allowed = failures.allowed if failures is not None else 0
    tired = work.rng.randrange(2)
    levels = (ladder[-1], "7") if tired == 0 else ("7", ladder[-1])
    work.begin_at(levels, work.rng.choice(range(tired, len(work.seats), 2)))
    for index in range(2 * allowed - 1):
        attackers = _seats_from(work, index)[1::2]  # who are not in office have all the high cards
        _until(work, index, _lost, dict(zip(attackers, _TOPS, strict=True)))
    return levels_by(work, rule="failures")


def _seats_from(work: TrickWork, index: int) -> list[str]:
    dealer = work.match.dealer(index) or 0
    return [*work.seats[dealer:], *work.seats[:dealer]]


def _lost(work: TrickWork, index: int) -> bool:
    hand = work.hands[index]
    following = hand["claims"].get("next_dealer")
    return following is not None and (work.seat(following) - work.seat(hand["dealer"])) % 2 == 1


def captured_with_a_set(work: TrickWork, *, levels: bool) -> Place:
    """An attacker keeps a set of three (5·10·K) and takes the kitty with it; the levels are wrong, or the multiplier."""
    index = work.choose(work.ranked(1))
    if work.hands[index]["level"] in "5TK":
        raise NoChance
    keeper = _seats_from(work, index)[work.rng.choice((1, 3))]
    players = work.match.players
    bold = (each._replace(boldness=1.0) if seat == keeper else each for seat, each in zip(work.seats, players, strict=True))
    work.match.players = tuple(bold)
    _until(work, index, lambda work, index: work.rule(index) == "bottom", {keeper: "5h5hBJBJLJLJKcTc5cAcAdAs"})
    work.match.players = players
    if levels:
        return levels_by(work, rule="bottom")
    miswrite(work, work.hands[index]["claims"], "multiplier", among=(4, 8, 16))
    return Place(index + 1)


def captured_with_a_tractor(work: TrickWork) -> Place:
    """The attackers take the kitty with a tractor."""
    index = work.choose(work.ranked(1))
    seat, high = _seats_from(work, index)[work.rng.choice((1, 3))], range(8, 1000)
    wanted = {seat: "BJBJLJLJAcAcAdAdAsAs"}
    _until(work, index, lambda work, index: work.hands[index]["claims"].get("multiplier") in high, wanted)
    return claim(work, name="multiplier", rights=high, among=(1, 2, 4))


def _until(work: TrickWork, index: int, wanted: Callable[[TrickWork, int], bool], cards: Mapping[str, str]) -> None:
    """Deal hand `index` so that some seats have certain cards, and play it, until it comes out as wanted."""
    dealer, level = work.match.dealer(index) or 0, work.match.level(index)
    sheet = work.sheet.at_level(level)
    for _ in range(_TRIES):
        drawn = work.arranged(cards, level=level)
        trump = sheet.fixed_trump or sheet.kitty_trump(drawn.kitty, level)
        if trump is None:
            continue
        table = work.deal_again(index, drawn, Declared(trump, work.seats[dealer]))
        work.match.play_out(table)
        work.match.write_result(work.hands[index], table)
        if wanted(work, index):
            work.match.end(None)
            return
    raise NoChance
