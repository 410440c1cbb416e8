"""Rows about 升级, 炒地皮 and 双扣, put to the engine, to the oracle and to the judge; the trump is spades where none is told.

`follow`: a `play` out of a whole `hand` under a `lead`; `wrong` is the code of what is wrong with it, and its clause, and
`allowed` what may be played.

`throw`: cards that E leads, and the hands of the `others` in turn; one of the `pieces` must stand, none where the lead does.
`fine` is what it costs.

`tractor`: whether cards are one unit.

`trick`: who is the `winner`, and the `points` in it.

`bids`: in turn; `banker` is who has the bank already. `illegal` has the places of those that do not stand, `trump` and `bank`
are what comes of it, and `clause` is that of the first illegal one.

`kitty`: the cards that win the last trick, as they are led, and by what that multiplies the kitty.

`score`: the attackers' points. `levels` and `after` are those of EW and NS, a letter each (F: 扛旗), `next` is the banker to
come and `winner` who has won by it. In 双扣 `score` is that of EW, and open where it is not told.

`time`: when time is up at these levels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from paipu.replay.audit import audit
from paipu.replay.findings import Finding
from paipu.replay.question import (
    ScoreSheet,
    Situation,
    Word,
    judge_declarations,
    judge_follow,
    judge_lead,
    judge_result,
    judge_time,
    judge_trick,
)
from paipu.replay.record import GameRecord, Hand, HandClaims, Start
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.score import multiplier
from paipu.replay.tricks.units import lead_shape
from tests.cases import Row
from tests.oracle import chaodipi, shengji, shuangkou
from tests.oracle.cards import SEATS, cards_of, multiset, seats_from, side_of
from tests.rules.build import codes, verdicts
from tests.rules.chance import machine_of
from tests.rules.test_tricks_oracle import DUELS
from tests.rules.tricks_build import SK, TURN, begun, laid, recorded

LEVELS: Final = {"chaodipi": "8"}
"""The level of the rows about plays that tell none, where it is not 2."""
PAIR, TRACTOR = "TRICK-FOLLOW-PAIR", "TRICK-FOLLOW-TRACTOR"


def on_record(row: Row) -> bool:
    """Whether there is a hand of the level: in 双扣 eight have theirs."""
    return row.sheet != SK or terms(row)[0] in TURN


def terms(row: Row) -> tuple[str, str]:
    """Level and trump."""
    return row.get("level", LEVELS.get(row.sheet, "2")), row.get("trump", "s")


def asked(row: Row) -> Situation:
    """What the judge is told beside the question."""
    return Situation(row.sheet, *terms(row))


def record_of(row: Row, **facts: Any) -> GameRecord:
    """The only hand of a record; of 双扣 the one whose level it is."""
    level, trump = terms(row)
    number, dealer = TURN[level] if row.sheet == SK else (1, "E")
    start = None if row.sheet == SK else Start(levels=dict.fromkeys(("EW", "NS"), level), dealer=dealer)
    told: dict[str, Any] = {"no": number, "level": level, "trump": trump, "dealer": dealer}
    return GameRecord(id="c", sheet=row.sheet, start=start, hands=(Hand(**(told | facts)),))


def wrong_with(record: GameRecord, play: int) -> list[Finding]:
    """What is wrong with a play of the first trick."""
    return [each for each in verdicts(audit(record)) if (each.where.trick, each.where.play) == (1, play)]


# ---------------------------------------------------------------------------------------- plays


def engine_follow(row: Row) -> None:
    """As the second play of a trick on record from the middle of a hand; a worked case in a whole hand too."""
    lead, hand, play = row["lead"], row["hand"], row["play"]
    size = len(cards_of(hand))
    if not on_record(row):
        return

    def found(made: str) -> list[Finding]:
        left = {"left": dict.fromkeys(SEATS, max(size, len(cards_of(lead)))), "deal": {"N": " ".join(cards_of(hand))}}
        return wrong_with(record_of(row, tricks=(f"E {lead} {made}",), **left), 2)

    wrong = found(play)
    assert [each.code for each in wrong] == ([row.wrong] if row.wrong else [])
    if row.wrong:
        row.same(wrong[0])
    for allowed in row.get("allowed", ()):
        assert not found(allowed)
    if row.worked:
        assert codes(whole_hand(row)) == ([row.wrong] if row.wrong else [])


def whole_hand(row: Row) -> GameRecord:
    """A whole hand that begins with the lead and the follow; of a throw nobody else holds the suit."""
    level, trump = terms(row)
    ctx = TRICK_SHEETS[row.sheet].context(level, trump)
    lead = ctx.as_lead(ctx.parse(row["lead"]))
    leader, follower, *others = seats_from(TURN[level][1] if row.sheet == SK else "E")
    closed = dict.fromkeys([follower, *(others if lead_shape(ctx, lead).count > 1 else ())], ctx.class_name(lead.cls))
    board = laid(row.sheet, {leader: row["lead"], follower: row["hand"]}, closed, level=level, trump=trump)
    board.trick({leader: row["lead"], follower: row["play"]}).finish()
    return recorded(row.sheet, board, start=begun(row.sheet, board))


def oracle_follow(row: Row) -> None:
    """By what the led cards ask for; a pair owed under a tractor is owed as a part of it (X-17)."""
    duel, level, trump = DUELS[row.sheet], *terms(row)
    lead, hand, play = (cards_of(row[key]) for key in ("lead", "hand", "play"))
    fault = duel.oracle.follow_fault(hand, lead, play, level, trump)
    code = duel.faults[fault][0] if fault else ""
    if code == PAIR and duel.oracle.shape_of(lead, level, trump).tractors:
        code = TRACTOR
    assert code == row.wrong


def question_follow(row: Row) -> None:
    """As a question about a follow."""
    judged = judge_follow(asked(row), lead=row["lead"], hand=row["hand"], play=row["play"])
    word = Word.DISPUTED if row.get("basis") == "disputed" else Word.ILLEGAL if row.wrong else Word.LEGAL
    assert judged.word is word
    assert row.get("allowed", sorted(judged.allowed)) == sorted(judged.allowed)
    if row.wrong:
        assert judged.finding is not None
        row.same(judged.finding)


def others_of(row: Row) -> list[list[str]]:
    """All four hands of a throw."""
    return [cards_of(cards) for cards in (row["lead"], *row["others"])]


def engine_throw(row: Row) -> None:
    """By the machine of a trick: the throw, and each of its pieces as what stood."""
    level, trump = terms(row)
    sheet = TRICK_SHEETS[row.sheet]
    ctx = sheet.context(level, trump)
    machine = machine_of(sheet, ctx, others_of(row), f"E {row['lead']}")
    found = [each for each in machine.report.findings if each.where.play == 1]
    assert [each.code for each in found] == (["THROW-BEATABLE"] if row["pieces"] else [])
    if row["pieces"]:
        expected = {multiset(cards_of(piece)) for piece in (found[0].expected or "").split(" | ")}
        assert expected == {multiset(cards_of(piece)) for piece in row["pieces"]}
    for piece in row["pieces"]:
        stood = machine_of(sheet, ctx, others_of(row), f"E {row['lead']}>{piece}")
        assert not [each for each in stood.report.findings if each.where.play == 1]
        assert stood.fines == [row.get("fine", 0), 0, 0, 0]


def oracle_throw(row: Row) -> None:
    """By the hands of the others."""
    lead, *others = others_of(row)
    pieces, fine = DUELS[row.sheet].thrown(lead, others, *terms(row))
    assert (pieces, fine) == ({multiset(cards_of(piece)) for piece in row["pieces"]}, row.get("fine", 0))


def question_throw(row: Row) -> None:
    """As a question about a lead, all hands being known."""
    others = dict(zip("NWS", row["others"], strict=True))
    judged = judge_lead(asked(row), hand=row["lead"], play=row["lead"], seat="E", others=others)
    assert judged.default is (Word.ILLEGAL if row["pieces"] else Word.LEGAL)
    if row["pieces"]:
        assert {multiset(cards_of(each)) for each in judged.allowed} == {multiset(cards_of(each)) for each in row["pieces"]}
    assert (judged.fine or 0) == row.get("fine", 0)
    for piece in row["pieces"]:
        stood = judge_lead(asked(row), hand=row["lead"], play=f"{row['lead']}>{piece}", seat="E", others=others)
        assert (stood.default, stood.fine or 0) == (Word.LEGAL, row.get("fine", 0))


def engine_tractor(row: Row) -> None:
    """By the shape of the cards."""
    ctx = TRICK_SHEETS[row.sheet].context(*terms(row))
    lead = ctx.as_lead(ctx.parse(row["cards"]))
    shape = lead_shape(ctx, lead) if lead.cls >= 0 else None
    assert (shape is not None and shape.count == 1 and bool(shape.tractors)) == row["is"]


def oracle_tractor(row: Row) -> None:
    """By the ladder of the suit."""
    assert DUELS[row.sheet].oracle.is_tractor(cards_of(row["cards"]), *terms(row)) is row["is"]


def question_tractor(row: Row) -> None:
    """As a lead: one unit needs no other hands."""
    judged = judge_lead(asked(row), hand=row["cards"], play=row["cards"], seat="E", others={})
    assert (judged.default is Word.LEGAL and judged.code == "THROW-ONE-UNIT") == row["is"]


def of_trick(row: Row) -> GameRecord:
    """A trick as all that is on record of a hand, which goes on after it."""
    left = dict.fromkeys(SEATS, len(cards_of(row["trick"].split()[1])) + 1)
    dealer = {} if row.sheet == SK else {"dealer": row["trick"][0]}
    return record_of(row, tricks=(row["trick"],), left=left, **dealer)


def engine_trick(row: Row) -> None:
    """As a record of a trick."""
    assert audit(of_trick(row)).hands[0].winners == row["winner"]


def oracle_trick(row: Row) -> None:
    """By the winner's rule, and the points of the cards."""
    leader, *plays = row["trick"].split()
    made = [(seat, cards_of(cards)) for seat, cards in zip(seats_from(leader), plays, strict=True)]
    assert DUELS[row.sheet].oracle.winner(made, *terms(row)) == row["winner"]
    points = sum(DUELS[row.sheet].oracle.points(cards) for _, cards in made)
    assert row.get("points", points) == points


def question_trick(row: Row) -> None:
    """As a question about a trick."""
    won = judge_trick(asked(row), row["trick"])[0]
    assert won.values["winner"] == row["winner"]
    assert row.get("points", won.values["points"]) == won.values["points"]


# ---------------------------------------------------------------------------------------- before the play


def of_bids(row: Row, bids: Sequence[str]) -> GameRecord:
    """A hand of which nothing but the bids and what they come to is on record."""
    later = row.get("banker") is not None and row.sheet != SK
    start = (
        Start(levels=dict.fromkeys(("EW", "NS"), row.level), dealer=row.get("banker")) if later or row.level != "2" else None
    )
    hand = Hand(no=3 if later else 1, level=row.level, dealer=row.get("bank"), trump=row.get("trump"), bids=tuple(bids))
    return GameRecord(id="c", sheet=row.sheet, start=start, hands=(hand,))


def engine_bids(row: Row) -> None:
    """As a record of the bids."""
    findings = verdicts(audit(of_bids(row, row["bids"])))
    found = [each for each in findings if each.code.startswith("BID-") and "/bids/" in each.where.pointer]
    assert sorted(int(each.where.pointer.rpartition("/")[2]) for each in found) == row["illegal"]
    assert not [each for each in findings if each.where.pointer in {"/hands/0/trump", "/hands/0/dealer"}]
    if found:
        assert row.get("clause", found[0].clause) == found[0].clause


def oracle_bids(row: Row) -> None:
    """By the ladder of bids."""
    bids, level, banker = row["bids"], row.level, row.get("banker")
    if row.sheet == SK:
        trump, illegal = shuangkou.declare(bids, level)
        told: tuple[Any, ...] = (trump, row.get("bank"), illegal)
    elif row.sheet == "chaodipi":
        told = chaodipi.declare(bids, level, banker is None, banker)
        assert chaodipi.declare(bids, level, False, "S") == (row.get("trump"), "S", row["illegal"])
    else:
        faults, trump, bank = shengji.declare(bids, level, banker is None, banker)
        told = (trump, bank, [place for place, fault in enumerate(faults) if fault])
    assert told == (row.get("trump"), row.get("bank"), row["illegal"])


def question_bids(row: Row) -> None:
    """As a question about bids."""
    bidding = judge_declarations(Situation(row.sheet, row.level), row["bids"], row.get("banker"))
    illegal = [place for place, bid in enumerate(bidding.bids) if bid.default is not Word.LEGAL]
    assert (bidding.trump, bidding.banker, illegal) == (row.get("trump"), row.get("bank"), row["illegal"])
    if illegal:
        assert row.get("clause", bidding.bids[illegal[0]].clause) == bidding.bids[illegal[0]].clause


# ---------------------------------------------------------------------------------------- results


def engine_kitty(row: Row) -> None:
    """By how the machine holds the last trick, all others throwing away."""
    sheet, (level, trump) = TRICK_SHEETS[row.sheet], terms(row)
    ctx, cards = sheet.context(level, trump), row["last"]
    small = [card for card in ("3h3h4h4h6h6h7h7h", "3d3d4d4d6d6d7d7d") if card[:2] not in cards]
    away = (small[0] * 4)[: len(cards)]
    machine = machine_of(sheet, ctx, [cards_of(each) for each in (cards, away, away, away)], f"E {cards} {away} {away} {away}")
    assert machine.last is not None
    assert multiplier(sheet, ctx, *machine.last) == row["times"]


def oracle_kitty(row: Row) -> None:
    """By the units of the cards."""
    assert DUELS[row.sheet].oracle.kitty_multiplier(cards_of(row["last"]), *terms(row)) == row["times"]


def question_kitty(row: Row) -> None:
    """As a question about a hand with 15 points in the kitty."""
    levels = None if row.sheet == SK else dict.fromkeys(("EW", "NS"), terms(row)[0])
    told = ScoreSheet(banker="N", attackers=0, kitty_points=15, last=row["last"], levels=levels, earlier=0, failures=0)
    found = {each.kind: each for each in judge_result(asked(row), told)}
    assert (found["kitty"].values["captured"], found["kitty"].values["points"]) == (True, 15 * row["times"])


def levels_of(text: str) -> dict[str, str]:
    """The levels of EW and NS, a letter each."""
    return {side: {"F": "flag"}.get(letter, letter) for side, letter in zip(("EW", "NS"), text, strict=True)}


def score_of(row: Row) -> Mapping[str, int] | None:
    """What is counted in 双扣."""
    return {"EW": row["score"], "NS": -row["score"]} if "score" in row.told else None


def of_score(row: Row, **claims: Any) -> GameRecord:
    """A hand of a game with levels by its score sheet."""
    levels, banker = levels_of(row["levels"]), row["banker"]
    level = levels[side_of(banker)]
    told = HandClaims(attackers=row["points"], **claims)
    hand = Hand(no=1, dealer=banker, level=level, trump="NT" if level == "flag" else "s", claims=told)
    return GameRecord(id="c", sheet=row.sheet, start=Start(levels=levels, dealer=banker), hands=(hand,))


def engine_score(row: Row) -> None:
    """By the score sheet; other levels, or another score, are wrong."""
    if row.sheet == SK:
        number, banker = TURN[row.level]
        assert banker == row["banker"]
        made = partial(Hand, no=number, level=row.level, dealer=banker)
        record = GameRecord(id="c", sheet=SK, start=None, hands=(made(claims=HandClaims(attackers=row["points"])),))
        assert audit(record).hands[0].score == score_of(row)
        if "score" in row.told:
            wrong_score = HandClaims(attackers=row["points"], score={"EW": row["score"] + 1, "NS": -row["score"] - 1})
            assert codes(replace(record, hands=(made(claims=wrong_score),))) == ["CLAIM-SCORE"]
        return
    before, after = levels_of(row["levels"]), levels_of(row["after"])
    claimed = partial(of_score, row)
    right = claimed(levels=after) if "winner" in row.told else claimed(levels=after, next_dealer=row["next"])
    assert not codes(right)
    result = audit(right)
    assert (result.hands[0].levels, result.match.winner) == (after, row.get("winner"))
    assert result.hands[0].next_dealer == row.get("next")
    ladder = TRICK_SHEETS[row.sheet].ladder
    side = next((side for side in after if after[side] != before[side]), "EW")
    at = ladder.index(after[side])
    level = ladder[at + 1] if after[side] == before[side] and at + 1 < len(ladder) else ladder[at - 1]
    wrong = verdicts(audit(claimed(levels={**after, side: level})))[0]
    assert wrong.code == "CLAIM-LEVELS"
    assert row.get("clause", wrong.clause) == wrong.clause
    assert row.get("options", list(wrong.options)) == list(wrong.options)


def oracle_score(row: Row) -> None:
    """By the sheet's table."""
    banker, points = row["banker"], row["points"]
    if row.sheet == SK:
        assert shuangkou.hand_score(points, banker) == score_of(row)
        return
    before, after = levels_of(row["levels"]), levels_of(row["after"])
    if row.sheet == "chaodipi":
        told = chaodipi.after_hand(before, banker, points)
        assert (told.levels, told.dealer, told.over) == (after, row.get("next"), "winner" in row.told)
        return
    levels, office = shengji.after_hand(before, side_of(banker), points)
    assert (levels, shengji.next_dealer(banker, office, levels)) == (after, row.get("next"))
    assert shengji.round_winner(levels) == row.get("winner")


def question_score(row: Row) -> None:
    """As a question about a hand."""
    levels = None if row.sheet == SK else levels_of(row["levels"])
    level = row.level if levels is None else levels[side_of(row["banker"])]
    told = ScoreSheet(banker=row["banker"], attackers=row["points"], levels=levels, earlier=0, failures=0)
    found = {each.kind: each for each in judge_result(Situation(row.sheet, level, "NT" if level == "flag" else "s"), told)}
    if levels is None:
        assert found["result"].values.get("score") == score_of(row)
        return
    assert found["result"].values["levels"] == levels_of(row["after"])
    assert found["over"].values["winner"] == row.get("winner")
    assert row.get("winner") or found["banker"].values["next_banker"] == row["next"]


def oracle_time(row: Row) -> None:
    """The higher level, or who has the bank."""
    oracle: Any = DUELS[row.sheet].oracle
    assert oracle.time_winner(levels_of(row["levels"]), side_of(row["banker"])) == row["winner"]


def question_time(row: Row) -> None:
    """As a question about levels and the banker."""
    assert judge_time(Situation(row.sheet, "2"), levels_of(row["levels"]), row["banker"]).values["winner"] == row["winner"]
