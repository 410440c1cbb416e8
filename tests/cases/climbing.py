"""Rows about 掼蛋 and 大怪路子, put to the engine, to the oracle and to the judge.

`play`: cards on what lies on the `table`, or a lead. `reads` is what they stand as, `all` everything that they may be, `why`
what decides (see `Reads`), `ids` the questions that decide; `wrong` is the code of what is wrong with them, and its clause.

`finish`: the order in which all went out. `after` has the levels or points that follow, `levels` those before (2 and 2), `own`
the side whose level was played, and `winner` who has passed the ace; `clause` is that of the points.

`due`: after a hand that ended `before`, `top` are the highest cards of the payers; the `gifts` are as a record has them
(without any, tribute is refused) and `leads` are the seats one of which leads.

`gift`: a card is paid, or `returned`, out of a `hand`, by one loser or by both (`double`); `may` are the cards that will do.

`time`: time is up at these `levels`; `points` and `score` are what they count.
"""

from dataclasses import replace
from typing import Any, Final

from paipu.replay.audit import audit
from paipu.replay.climbing.combos import Reading
from paipu.replay.findings import Basis
from paipu.replay.question import (
    Places,
    Situation,
    Told,
    Word,
    judge_due,
    judge_finish,
    judge_gift,
    judge_play,
    judge_time,
    readings_of,
)
from paipu.replay.record import GameRecord, Hand, HandClaims, MatchClaims
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.cases import Row
from tests.oracle import daguai, guandan, guandan_js2023
from tests.oracle.cards import RANKS, SEATS, cards_of
from tests.rules import daguai_build
from tests.rules.build import codes, match, only, verdicts
from tests.rules.climbing_build import placed, played_out, plays, record_of

DAGUAI: Final = "daguai"


def text_of(reading: tuple[Any, ...] | Reading | None) -> str:
    """A reading as the rows have it: `pair:9`, `bomb4:9`."""
    if reading is None:
        return ""
    return f"{reading[0]}{reading[1] if reading[0] == 'bomb' else ''}:{reading[-1] if len(reading) < 4 else reading[2]}"


# ---------------------------------------------------------------------------------------- plays


def engine_play(row: Row) -> None:
    """As the first trick of a record; after it leads who holds it."""
    lying, play = row.get("table"), row["play"]
    made = [lying, play] if lying else [play]
    record = trick_of(row, made)
    found = verdicts(audit(record))
    computed = audit(record).hands[0]
    assert computed.types is not None
    assert computed.winners is not None
    if not row.wrong:
        assert not found
        assert computed.winners[0] == CLIMBING_SHEETS[row.sheet].seats[len(made) - 1]
        kind = computed.types[0][len(made) - 1]
        assert kind is not None
        assert row.get("reads", kind).partition(":")[0].rstrip("0123456789") == kind
        return
    row.same(found[0])
    assert found[0].actual in {None, play, play.partition("=")[0]}
    place = (CLIMBING_SHEETS[row.sheet].seats[len(made) - 1], 1, len(made))
    assert {(each.seat, each.where.trick, each.where.play) for each in found} == {place}
    assert len(found) == 1 or "=" in play


def trick_of(row: Row, made: list[str]) -> GameRecord:
    """A record of these plays: of 大怪路子 a whole hand for a worked case."""
    if row.sheet == DAGUAI and row.worked:
        return daguai_build.answered(*made) if len(made) > 1 else daguai_build.led(*made)
    first, second, *others = CLIMBING_SHEETS[row.sheet].seats
    holds = len(made) == 2 and not row.wrong
    passes = len(others) + (len(made) == 1 or holds)
    tricks = [" ".join([first, *made, *["-"] * passes])]
    if row.sheet == DAGUAI:
        return match(Hand(no=1, level="2", tricks=tuple(tricks)), sheet=DAGUAI)
    if row.wrong and "=" in row["play"]:  # which takes the table from what lies there, or does not, as it is read
        return plays(row.sheet, " ".join([first, *made]), level=row.level)
    if len(made) == 1 or "=" in row["play"]:
        return plays(row.sheet, *tricks, level=row.level)
    then = next(card for card in ("2c", "3d", "4d") if card not in "".join(made))
    return plays(row.sheet, *tricks, f"{second if holds else first} {then} - - -", level=row.level)


def oracle_play(row: Row) -> None:
    """Read by brute force."""
    lying, (text, _, said) = row.get("table"), row["play"].partition("=")
    stands, every = read_of_daguai(text, lying) if row.sheet == DAGUAI else read_of_guandan(row, text, said)
    if row.wrong != "READING-DECIDES":
        assert bool(row.wrong) == (stands is None)
    assert row.get("reads", text_of(stands)) == text_of(stands)
    assert sorted(row.get("all", map(text_of, every))) == sorted(map(text_of, every))


def read_of_daguai(text: str, lying: str | None) -> tuple[daguai.Reading | None, list[daguai.Reading]]:
    """What the cards stand as, and everything that they may be, which is the same here."""
    reading, table = daguai.reading(cards_of(text)), daguai.reading(cards_of(lying)) if lying else None
    fits = reading is not None and (table is None or daguai.beats(reading, table))
    return reading if fits else None, [reading] if reading else []


def read_of_guandan(row: Row, text: str, said: str) -> tuple[guandan.Reading | None, list[guandan.Reading]]:
    """What the cards stand as, which is what was said if it beats what lies there, and everything that they may be."""
    cards, lying = cards_of(text), row.get("table")
    table = guandan.standing(row.sheet, row.level, cards_of(lying), None) if lying else None
    assert table is not None or not lying
    stands = (
        guandan.declared(row.sheet, row.level, cards, said) if said else guandan.standing(row.sheet, row.level, cards, table)
    )
    if said and stands and table and not guandan.beats(row.sheet, row.level, stands, table):
        stands = None
    return stands, list(guandan.readings(row.sheet, row.level, cards))


def question_play(row: Row) -> None:
    """As a question without a record, which says of it what the audit finds."""
    lying, play = row.get("table"), row["play"]
    judged = judge_play(Situation(row.sheet, row.level), table=lying, play=play)
    disputed = row.get("basis") == "disputed" or row.wrong == "READING-DECIDES"
    assert judged.word is (Word.DISPUTED if disputed else Word.ILLEGAL if row.wrong else Word.LEGAL)
    if row.wrong and row.worked:
        found = verdicts(audit(trick_of(row, [lying, play] if lying else [play])))[0]
        row.same(found, judged.options)
        assert (judged.code, judged.clause, judged.basis) == (found.code, found.clause, found.basis)
    assert judged.reads is not None
    assert row.get("reads", judged.reads.stands or "") == (judged.reads.stands or "")
    assert sorted(row.get("all", judged.reads.readings)) == sorted(judged.reads.readings)
    assert row.get("why", judged.reads.why) == judged.reads.why
    assert row.get("ids", list(judged.reads.ids)) == list(judged.reads.ids)
    if not lying:
        assert readings_of(Situation(row.sheet, row.level), play).stands == judged.reads.stands


# ---------------------------------------------------------------------------------------- results


def levels_of(text: str) -> dict[str, str]:
    """The levels of EW and NS, a letter each."""
    return dict(zip(("EW", "NS"), text, strict=True))


def points_of(text: str) -> dict[str, int]:
    """The points of both sides of 大怪路子."""
    return dict(zip(daguai.SIDES, map(int, text), strict=True))


def engine_finish(row: Row) -> None:
    """By the score sheet, and a worked case in whole hands played too; other levels or points are wrong."""
    order, after = row["finish"], row["after"]
    if row.sheet == DAGUAI:
        points = points_of(after)
        record = daguai_build.claimed(order, finish=order, points=points) if row.worked else placed_record(row)
        assert not codes(record)
        assert audit(record).hands[0].points == points
        wrong = only(daguai_build.claimed(order, points={**points, order_side(order): max(points.values()) + 1}))
        assert (wrong.code, wrong.basis) == ("CLAIM-PLACE-POINTS", Basis.STATED)
        assert wrong.expected == " ".join(f"{side}={count}" for side, count in points.items())
        assert row.get("clause", wrong.clause) == wrong.clause
        return
    claimed = placed_record(row, levels=levels_of(after))
    assert not codes(claimed)
    result = audit(claimed)
    assert result.hands[0].levels == levels_of(after)
    known = row.get("levels", "23")  # where both are at A the record does not tell whose level it is
    if row.sheet != "guandan-2" and known[0] != known[1]:  # there one game is not the match
        assert result.match.winner == row.get("winner")
    if row.worked and "levels" not in row.told:
        whole = record_of(row.sheet, played_out(order).hand(claims=HandClaims(levels=levels_of(after))))
        assert not audit(whole).findings
        assert audit(whole).hands[0].levels == levels_of(after)
    (wrong,) = verdicts(audit(placed_record(row, levels={**levels_of(after), "NS": "9"})))
    assert wrong.code in {"CLAIM-LEVELS", "CLAIM-LEVELS-LAST"}
    if row.worked and "own" in row.told and row.sheet != "guandan-2":
        told = placed_record(row, claims=MatchClaims(winner=row.get("winner") or "NS"))
        assert codes(told)[:1] == ([] if "winner" in row.told else ["CLAIM-MATCH-WINNER"])


def order_side(order: str) -> str:
    """The side of who was first."""
    return next(side for side in daguai.SIDES if order[0] in side)


def placed_record(row: Row, claims: MatchClaims | None = None, **claimed: Any) -> GameRecord:
    """A hand of which only the places are known, from the score sheet."""
    if row.sheet == DAGUAI:
        return match(Hand(no=1, level="2", claims=HandClaims(finish=row["finish"], **claimed)), sheet=DAGUAI, claims=claims)
    hand = placed(row["finish"], **claimed)
    if "levels" not in row.told:
        return record_of(row.sheet, hand, claims=claims)
    levels = levels_of(row["levels"])
    return record_of(row.sheet, replace(hand, no=5, level=levels.get(row.get("own"))), levels=levels, claims=claims)


def oracle_finish(row: Row) -> None:
    """By the sheet's table."""
    if row.sheet == DAGUAI:
        assert daguai.deal_points(row["finish"]) == points_of(row["after"])
        return
    levels, own = levels_of(row.get("levels", "22")), row.get("own")
    found = guandan.levels_after(row.sheet, levels, levels.get(own, "2"), row["finish"], owner=own)
    assert found == (levels_of(row["after"]), row.get("winner"))


def question_finish(row: Row) -> None:
    """As a question about places."""
    levels = None if row.sheet == DAGUAI else levels_of(row.get("levels", "22"))
    places = Places(row["finish"], levels, row.get("own"), failures=0)
    found = {each.kind: each for each in judge_finish(Situation(row.sheet, "2"), places)}
    result = found["result"]
    if row.sheet == DAGUAI:
        assert (result.values, row.get("clause", result.clause)) == ({"points": points_of(row["after"])}, result.clause)
        return
    assert result.values["levels"] == levels_of(row["after"])
    assert found["over"].values["winner"] == row.get("winner")


# ---------------------------------------------------------------------------------------- tribute


def hands_of(row: Row) -> dict[str, list[str]]:
    """Hands with the highest cards that the row tells, and low ones."""
    return {seat: cards_of(row["top"].get(seat, "") + "3d") for seat in SEATS}


def oracle_due(row: Row) -> None:
    """Who pays whom, who may refuse, and who leads."""
    hands = hands_of(row)
    due = guandan.tribute_due(row.sheet, row.level, row["before"], hands)
    assert due.resist is not bool(row["gifts"])
    assert guandan.leaders(row.sheet, row.level, row["before"], hands, resisted=due.resist) == set(row["leads"])
    if row["gifts"]:
        assert {gift[0]: gift[2] for gift in row["gifts"]} in due.pairings
        assert all(gift[4:] in due.cards[gift[0]] for gift in row["gifts"])


def question_due(row: Row) -> None:
    """As a question about the cards that were paid, or about who holds the big jokers."""
    told = Told(row["before"], {} if row["gifts"] else row["top"], {gift[0]: gift[4:] for gift in row["gifts"]})
    pays, *others = judge_due(Situation(row.sheet, row.level), told)
    assert pays.values["payers"] == [gift[0] for gift in sorted(row["gifts"], key=lambda gift: SEATS.index(gift[0]))]
    for gift in pays.values.get("gifts", ()):  # type: ignore[attr-defined] # it is a list of them
        assert next(each[2] for each in row["gifts"] if each[0] == gift["from"]) in gift["to"]
        assert len(gift["to"]) == len(row["leads"])
    leads = next(each for each in others if each.kind == "leads")
    assert leads.values["leads"] == sorted(row["leads"], key=SEATS.index)


def oracle_gift(row: Row) -> None:
    """The cards that would do."""
    hand = cards_of(row["hand"])
    may = guandan.tribute_cards(row.level, hand)
    if row.get("returned"):
        may = guandan.returns_due(row.sheet, row.level, "NSEW" if row.get("double") else "NESW", hand)
    assert set(row["may"]) == may


def question_gift(row: Row) -> None:
    """Each card of the hand, of which those that will do are legal."""
    terms = {"double": row.get("double", False), "returned": row.get("returned", False)}
    for card in dict.fromkeys(cards_of(row["hand"])):
        judged = judge_gift(Situation(row.sheet, row.level), card=card, hand=row["hand"], **terms)
        assert judged.default is (Word.LEGAL if card in row["may"] else Word.ILLEGAL), card
        assert set(judged.allowed) == set(row["may"])
        assert card in row["may"] or judged.code == ("TRIBUTE-RETURN" if row.get("returned") else "TRIBUTE-CARD")
        assert row.get("clause", judged.clause) == judged.clause
    if "BJ" not in row["hand"] and not row.get("returned"):
        assert judge_gift(Situation(row.sheet, row.level), card="BJ", hand=row["hand"], **terms).code == "TRIBUTE-NOT-HELD"


# ---------------------------------------------------------------------------------------- time


def oracle_time(row: Row) -> None:
    """Who is ahead, and what the levels count."""
    levels = levels_of(row["levels"])
    told: dict[str, object] = {"winner": guandan.time_winner(levels), "points": guandan.round_points(levels, None)}
    if row.sheet == guandan.JS:
        counted = {side: RANKS.index(level) + 2 for side, level in levels.items()}
        ahead = guandan_js2023.ahead(counted)
        told = {
            "winner": ahead,
            "points": guandan_js2023.match_points(ahead),
            "score": guandan_js2023.difference_points(counted),
        }
    assert told == {"winner": row.get("winner")} | {key: row[key] for key in ("points", "score") if key in row.told}


def question_time(row: Row) -> None:
    """As a question about levels."""
    values = judge_time(Situation(row.sheet, "2"), levels_of(row["levels"])).values
    assert [values.get(key) for key in ("winner", "points", "score")] == [row.get(key) for key in ("winner", "points", "score")]
