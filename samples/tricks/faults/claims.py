"""Wrong claims: the score sheet says other than the plays. Nothing else of the record is touched."""

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations
from typing import Any, Final

from paipu.replay.cards import join_cards
from paipu.replay.plays import rotations
from paipu.replay.tricks.beat import strength
from paipu.replay.tricks.claims import why_not
from paipu.replay.tricks.trump import TRUMP
from paipu.samples.document import stamp
from paipu.samples.faults import miswrite, other_level, other_side
from paipu.samples.tricks.draw import Declared
from paipu.samples.tricks.faults.fines import charged_wrongly
from paipu.samples.tricks.table import TrickTable
from paipu.samples.tricks.work import TrickWork, tractor_led
from paipu.samples.work import NoChance, Place, in_one_of


def _name_winner(work: TrickWork, index: int, trick: int, seat: str) -> Place:
    """Let the claims say that a seat won a trick (from 0)."""
    hand = work.hands[index]
    winners = hand["claims"]["winners"]
    hand["claims"]["winners"] = winners[:trick] + seat + winners[trick + 1 :]
    return Place(index + 1, trick + 1, None, seat, case=_why_not(work, hand, trick, seat, winners)[1])


def _why_not(work: TrickWork, hand: Mapping[str, Any], trick: int, seat: str, winners: str) -> tuple[str, str | None]:
    """Why a seat has not won a trick, by the kernel: the check, and the case of it."""
    sheet, at = work.sheet.at_level(hand["level"]), work.sheet.seat_at
    ctx = sheet.context(hand["level"], hand["trump"])
    return why_not(sheet, ctx, hand["tricks"][trick], at[seat], at[winners[trick]])


@in_one_of(TrickWork.finished)
def winner(work: TrickWork, index: int, *, code: str) -> Place:
    """Somebody who lost a trick, in a certain way, is said to have won it."""
    hand = work.hands[index]
    winners = hand["claims"]["winners"]
    chances = [
        (trick, work.seats[seat])
        for trick, text in enumerate(hand["tricks"])
        for seat in rotations(work.seats)[work.seat(text[0])]
        if work.seats[seat] != winners[trick] and _why_not(work, hand, trick, work.seats[seat], winners)[0] == code
    ]
    return _name_winner(work, index, *work.choose(chances))


def winner_by_bad_ruff(work: TrickWork, *, pairs: bool) -> Place:
    """Somebody void ruffs pairs led, without the pairs, and is said to have won: as it was played, or played so here."""
    bad_ruff = partial(_bad_ruff, pairs=pairs)
    with suppress(NoChance):
        return winner(work, code="CLAIM-WINNER-RUFF" if pairs else "CLAIM-WINNER-PAIRLESS")
    try:
        ply, token = work.chance(bad_ruff)
        table = work.table_at(ply)
    except NoChance:  # a tractor is led into somebody void of its suit
        table = tractor_led(work, void=True)
        token = work.found(bad_ruff(table, ""))
    place = work.misplay(table, token)
    return _name_winner(work, table.no - 1, (place.trick or 0) - 1, place.seat or "")


def _bad_ruff(table: TrickTable, _made: str, *, pairs: bool) -> str | None:
    """Trumps of a seat void of the led class that do not have its structure, with one pair or with none."""
    trick, ctx = table.trick, table.ctx
    lead, led = trick.lead, trick.led
    if lead is None or led is None or lead.cls == TRUMP or led.pair_count < 1 + pairs:
        return None
    hand = table.own
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


def next_dealer(work: TrickWork, *, partner: bool | None = None) -> Place:
    """Another next banker is named: his partner, somebody of the other side, or any."""
    index = work.choose(index for index in work.finished() if "next_dealer" in work.hands[index]["claims"])
    claims = work.hands[index]["claims"]
    right = work.seat(claims["next_dealer"])
    others = [seat for seat in range(len(work.seats)) if seat != right and partner in {None, (seat - right) % 2 == 0}]
    claims["next_dealer"] = work.seats[work.rng.choice(others)]
    return Place(index + 1)


def levels(work: TrickWork, *, rule: str | None = None) -> Place:
    """The level of one side after a hand, one that was settled by a certain rule or any, is wrong."""
    able = work.finished()
    index = work.choose(able) if rule is None else work.found(next((each for each in able if work.rule(each) == rule), None))
    other_level(work, work.hands[index]["claims"]["levels"], work.sheet.sides)
    return Place(index + 1)


@in_one_of(TrickWork.plain)
def points_impossible(work: TrickWork, index: int) -> Place:
    """Of one hand only the score sheet is left, with a number of points that cannot come of fives and tens."""
    hand, by_more = work.hands[index], {"stake", "stage_stake", "bottom"}  # than the points
    work.need(hand["claims"]["attackers"] and (work.sheet.schedule is not None or work.rule(index) not in by_more))
    for key in ("deal", "bids", "kitty", "tricks", "seconds"):
        del hand[key]
    hand["claims"][work.rng.choice(("attackers", "kitty_points"))] += work.rng.randrange(1, 5)
    return Place(index + 1, follows=("CLAIM-OPEN",))


@in_one_of(TrickWork.plain)
def penalty_ignored(work: TrickWork, index: int) -> Place:
    """A ruling takes points from the attackers, and the score sheet knows nothing of it."""
    hand = work.hands[index]
    got, row = hand["claims"]["attackers"], work.sheet.score.row
    work.need(got >= 10 and row(got) == row(got - 5))
    work.rule_on({work.sheet.sides[1 - work.seat(hand["dealer"]) % 2]: -5}, hand=index + 1)["note"] = "扣五分"
    return Place(index + 1, follows=("CLAIM-ATTACKERS",))


def _end_by_time(work: TrickWork, *, equal: bool) -> None:
    """Make the match one that ended by time between two hands, with levels equal or not."""
    for index in work.shuffled(range(1, len(work.hands) + 1)) if work.minutes is not None else ():
        if "claims" in work.hands[index - 1] and work.at(index).state.over is None and work.level_equal(index) == equal:
            del work.hands[index:]
            work.end("time")
            return
    raise NoChance


def match_by_time(work: TrickWork, *, equal: bool) -> Place:
    """Time was called, and the side with the lower level, or the one not in office, is said to have won."""
    _end_by_time(work, equal=equal)
    work.claims["winner"] = other_side(work, work.claims["winner"])
    return Place()


def _said_to_end_by_time(work: TrickWork) -> Place:
    work.claims["reason"] = "time"
    work.document["event"]["finished"] = stamp(work.document, work.time)
    return Place()


def match_reason(work: TrickWork) -> Place:
    """The match is said to have ended by time though a side had passed the last level, or the other way round."""
    if work.claims.get("reason") != "passed":
        _end_by_time(work, equal=False)
        work.claims["reason"] = "passed"
        del work.document["event"]["finished"]
        return Place(follows=("CLAIM-MATCH-WINNER",))
    work.need(work.minutes is not None)
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
    work.hands.append(work.new_hand())
    return Place(len(work.hands))


_TRIES: Final = 60
_TOPS: Final = ("BJBJLJLJAsAsAhAhKsKs", "5h5hAcAcAdAdKcKcKdKd")


def failed_for_good(work: TrickWork) -> Place:
    """A side loses at the last level as often as it may, the other side losing the bank each time in between."""
    ladder = work.sheet.ladder
    failures, tired = work.found(work.sheet.at_level(ladder[-1]).failures), work.rng.randrange(2)
    standing = (ladder[-1], "7") if tired == 0 else ("7", ladder[-1])

    def lost(work: TrickWork, index: int) -> bool:
        hand = work.hands[index]
        following = hand["claims"].get("next_dealer")
        return following is not None and work.sheet.side_of[following] != work.sheet.side_of[hand["dealer"]]

    work.begin_at(standing, work.rng.choice(range(tired, len(work.seats), 2)))
    for index in range(2 * failures.allowed - 1):
        attackers = work.seats_from(index)[1::2]  # who are not in office have all the high cards
        _until(work, index, lost, dict(zip(attackers, _TOPS, strict=True)))
    return levels(work, rule="failures")


def captured_with_a_set(work: TrickWork, *, of_levels: bool) -> Place:
    """An attacker keeps a set of three (5·10·K) and takes the kitty with it; the levels are wrong, or the multiplier."""
    index = work.choose(work.ranked(1))
    work.need(work.hands[index]["level"] not in "5TK")
    keeper, players = work.seats_from(index)[work.rng.choice((1, 3))], work.players
    keeps = (seat == keeper for seat in work.seats)
    work.players = tuple(each._replace(boldness=1.0) if bold else each for each, bold in zip(players, keeps, strict=True))
    _until(work, index, lambda work, index: work.rule(index) == "bottom", {keeper: "5h5hBJBJLJLJKcTc5cAcAdAs"})
    work.players = players
    if of_levels:
        return levels(work, rule="bottom")
    miswrite(work, work.hands[index]["claims"], "multiplier", among=(4, 8, 16))
    return Place(index + 1)


def captured_with_a_tractor(work: TrickWork) -> Place:
    """The attackers take the kitty with a tractor."""
    index, high = work.choose(work.ranked(1)), range(8, 1000)
    wanted = {work.seats_from(index)[work.rng.choice((1, 3))]: "BJBJLJLJAcAcAdAdAsAs"}
    _until(work, index, lambda work, index: work.hands[index]["claims"].get("multiplier") in high, wanted)
    return claim(work, name="multiplier", rights=high, among=(1, 2, 4))


def _until(work: TrickWork, index: int, wanted: Callable[[TrickWork, int], bool], cards: Mapping[str, str]) -> None:
    """Deal hand `index` so that some seats have certain cards, and play it, until it comes out as wanted."""
    dealer, level = work.dealer(index) or 0, work.level(index)
    sheet = work.sheet.at_level(level)
    for _ in range(_TRIES):
        drawn = work.arranged(cards, level=level)
        trump = sheet.fixed_trump or sheet.kitty_trump(drawn.kitty, level)
        if trump is None:
            continue
        table = work.deal_again(index, drawn, Declared(trump, work.seats[dealer]))
        work.play_out(table)
        work.hands[index] |= {"tricks": table.tricks, "seconds": table.seconds}
        work.write_claims(work.hands[index])
        if wanted(work, index):
            work.end(None)
            return
    raise NoChance
