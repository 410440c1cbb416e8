"""The judge on 掼蛋 and 大怪路子: the worked cases that ask about a play or a tribute, each under its name, and the command."""

import json
from random import Random

import pytest

from replay.audit import audit
from replay.cards import CARDS
from replay.findings import Basis
from replay.question import Situation, Verdict, Word, judge_follow, judge_gift, judge_play, readings_of
from replay.record import GameRecord, Hand, HandClaims, Incident
from replay.sheets import SHEETS
from tests.cli.conftest import Paipu
from tests.cli.judged import HEAD, SHAPE
from tests.many import many


def at(sheet: str, level: str = "2", **options: str) -> Situation:
    return Situation(sheet, level, options=options)


def on(situation: Situation, table: str | None, play: str, hand: str | None = None, exposed: str | None = None) -> Verdict:
    return judge_play(situation, table=table, play=play, hand=hand, exposed=exposed)


def word(situation: Situation, table: str | None, play: str) -> str:
    return str(on(situation, table, play).word)


def told(judged: Verdict) -> str:
    return f"{judged.word} {judged.clause}"


def stands(situation: Situation, play: str, table: str | None = None) -> str | None:
    reads = on(situation, table, play).reads
    return reads.stands if reads is not None else None


GD1, GD2, GD3, DG = (at(key) for key in ("guandan-1", "guandan-2", "guandan-3", "daguai"))


# --- the worked cases --------------------------------------------------------------------------------------


def test_gd2_t17() -> None:
    one = judge_gift(GD2, card="BJ", hand="BJAsKs9c")
    assert (one.word, one.allowed) == (Word.LEGAL, ("BJ",))
    assert judge_gift(GD2, card="9c", hand="BJAsKs9c", returned=True).word is Word.LEGAL


def test_gd3_t05() -> None:
    verdict = judge_gift(GD3, card="BJ", hand="BJBJAs")
    assert (verdict.word, verdict.code) == (Word.DISPUTED, "TRIBUTE-PAID-ANYWAY")
    assert [(other.ids, other.word) for other in verdict.otherwise] == [(("D-GD-12",), Word.LEGAL)]


def test_gd3_t11() -> None:
    verdict = on(at("guandan-3", "7"), None, "8s8s8h8h8c8c8d8d7h")
    assert (verdict.word, verdict.default, verdict.basis) == (Word.DISPUTED, Word.ILLEGAL, Basis.DISPUTED)
    assert (verdict.code, verdict.options) == ("PLAY-TYPE-BOMB", ("D-GD3-1",))
    assert [(other.value, other.word) for other in verdict.otherwise] == [("to_ten", Word.LEGAL)]


def test_gd3_t17() -> None:
    assert on(GD3, None, "7d", exposed="7d9d").word is Word.LEGAL
    verdict = on(GD3, None, "KsKh", hand="KsKh7d9d", exposed="7d9d")
    assert (verdict.word, verdict.code, verdict.clause) == (Word.ILLEGAL, "LEAD-EXPOSED", "GD3-E2.2")
    assert (verdict.allowed, verdict.total) == (("7d", "9d"), 2)


# --- readings ----------------------------------------------------------------------------------------------


def test_what_cards_could_be_and_which_reading_stands() -> None:
    judged = on(GD1, None, "3s4s5s6s2h")
    assert judged.reads is not None
    assert judged.reads.readings == ("straight_flush:7", "straight_flush:6")
    assert (judged.reads.why, judged.reads.ids) == ("undeclared", ("D-GD-05",))
    assert stands(at("guandan-1", undeclared="weakest"), "3s4s5s6s2h") == "straight_flush:6"
    assert stands(GD1, "3s4s5s6s2h=23456s") == "straight_flush:6"
    assert stands(GD1, "3s4s5s6s2h=45678s") is None
    assert stands(GD1, "3s4s5s6s2h=34567s") == "straight_flush:7"


def test_two_wild_cards_with_two_pairs_rest_on_both_questions() -> None:
    judged = on(GD1, None, "3s3c4s4d2h2h")
    assert judged.reads is not None
    assert judged.reads.readings == ("tube:5", "tube:4", "plate:4")
    assert judged.reads.ids == ("D-GD-05", "D-GD-05a")
    assert stands(GD1, "3s3c4s4d2h2h=333444") == "plate:4"


def test_what_is_on_the_table_may_be_read_otherwise() -> None:
    judged = on(GD1, "3s4s5s6s2h", "3c4c5c6c7c")
    assert readings_of(GD1, "3s4s5s6s2h").stands == "straight_flush:7"
    assert told(judged) == "DISPUTED D-GD-05"
    assert (judged.code, judged.basis, judged.options) == (
        "READING-DECIDES",
        Basis.DISPUTED,
        ("D-GD-05",),
    )
    assert [(other.ids, other.word) for other in judged.otherwise] == [(("D-GD-05",), Word.LEGAL)]
    assert told(on(GD1, "3s4s5s6s2h", "2c3c4c5c6c")) == "ILLEGAL GD1-2c", "no reading is lower than that"
    assert word(GD1, "3s4s5s6s2h=34562s", "3c4c5c6c7c") == "LEGAL"


def test_what_is_no_combination_on_the_table_leaves_the_play_undetermined() -> None:
    for table, code in (("3s4s9s", "PLAY-TYPE"), ("3s3h=44", "READING-WRONG")):
        verdict = on(GD1, table, "KsKs")
        assert (verdict.word, verdict.code) == (Word.UNDETERMINED, code)
    nine = "8s8s8h8h8c8c8d8d7h"
    verdict = on(at("guandan-3", "7"), nine, "BJBJLJLJ")
    assert (verdict.word, [other.word for other in verdict.otherwise]) == (Word.UNDETERMINED, [Word.LEGAL])


# --- passes, hands, alternatives ---------------------------------------------------------------------------


def test_a_pass_needs_something_on_the_table() -> None:
    assert on(GD1, "3s", "-").word is Word.LEGAL
    assert (on(GD1, "3s", "-").reads, on(GD1, None, "-").code) == (None, "LEAD-PASS")
    assert on(GD1, None, "-").word is Word.ILLEGAL


def test_a_complete_hand_must_hold_the_play_and_tells_what_else_was_legal() -> None:
    verdict = on(GD1, "3h", "3d", hand="4s4s5c2h2h")
    assert (verdict.word, verdict.code) == (Word.ILLEGAL, "PLAY-NOT-HELD")
    assert (verdict.allowed, verdict.total) == (("4s", "5c", "2h", "4s4s2h2h"), 4)
    assert on(GD1, "Ah", "-", hand="3s4s").total == 0
    assert on(GD1, "3h", "4s").total is None


def test_the_last_cards_may_be_played() -> None:
    assert on(GD1, "3h3c", "5s5h", hand="5s5h").word is Word.LEGAL
    assert on(DG, None, "5s5h5d", hand="5s5h5d").word is Word.LEGAL


@pytest.mark.parametrize(
    ("situation", "play", "clause"),
    [
        (GD1, "3s", "GD1-1h"),
        (GD1, "3s4h5c6d7s", "GD1-1e"),
        (GD1, "3s3h4s4h5s5h", "GD1-1f"),
        (GD1, "3s3h3c4s4h4c", "GD1-1g"),
        (GD1, "3s3h3c4s4h", "GD1-1h"),
        (GD1, "3s3h3c3d", "GD1-1b"),
        (GD1, "3s4s5s6s7s", "GD1-1d"),
        (GD1, "LJLJBJBJ", "GD1-1a"),
        (GD1, "3s3h3c", "GD1-1h"),
        (GD2, "3s", "GD2-1.7"),
        (GD2, "3s3h3c", "GD2-1.9"),
        (GD2, "3s3h3c4s4h", "GD2-1.6"),
        (GD2, "3s4h5c6d7s", "GD2-1.3"),
        (GD2, "3s3h4s4h5s5h", "GD2-1.4"),
        (GD2, "3s3h3c4s4h4c", "GD2-1.5"),
        (GD2, "3s4s5s6s7s", "GD2-1.2"),
        (GD2, "3s3h3c3d", "GD2-1.1"),
        (GD2, "LJLJBJBJ", "GD2-1.1"),
        (GD3, "3s4s5s6s7s", "GD3-C2"),
        (GD3, "LJLJBJBJ", "GD3-C2"),
        (DG, "3s4h5c6d7s", "DG-2.3"),
        (GD2, "3s3h", "GD2-1.8"),
        (GD3, "3s3h3c3d", "GD3-C2"),
        (DG, "3s4s5s6s7s", "DG-2.3"),
        (DG, "3s3h", "DG-2.3"),
    ],
)
def test_a_legal_lead_names_the_clause_of_its_combination(situation: Situation, play: str, clause: str) -> None:
    verdict = on(situation, None, play)
    assert (verdict.word, verdict.code, verdict.clause) == (Word.LEGAL, "PLAY-TYPE", clause)


# --- tribute -----------------------------------------------------------------------------------------------


def given(verdict: Verdict) -> tuple[str, str, tuple[str, ...]]:
    return str(verdict.word), verdict.code, verdict.allowed


def test_both_losers_pay_under_another_clause_than_one() -> None:
    clauses = [judge_gift(GD1, card="As", hand="AsKd", double=double).clause for double in (False, True)]
    assert clauses == ["GD1-4e", "GD1-4b"]
    wrong = judge_gift(GD3, card="Kd", hand="AsKd", double=True)
    assert (wrong.word, wrong.code, wrong.clause) == (Word.ILLEGAL, "TRIBUTE-CARD", "GD3-C4.5")


def test_what_may_be_returned() -> None:
    hand = "KsTd9c5s5h"
    at_five = at("guandan-1", "5")
    assert given(judge_gift(at_five, card="Td", hand=hand, returned=True)) == ("LEGAL", "TRIBUTE-RETURN", ("Td", "9c"))
    assert given(judge_gift(at_five, card="Ks", hand=hand, returned=True))[:2] == ("ILLEGAL", "TRIBUTE-RETURN")
    assert given(judge_gift(at_five, card="5s", hand=hand, returned=True))[:2] == ("ILLEGAL", "TRIBUTE-RETURN")
    assert judge_gift(at("guandan-1", "5", returns="level_cards"), card="5s", hand=hand, returned=True).word is Word.LEGAL
    ten = judge_gift(at_five, card="Td", hand=hand, returned=True)
    assert [(other.ids, other.value, other.word) for other in ten.otherwise] == [(("D-GD-15",), "nine", Word.ILLEGAL)]
    assert judge_gift(at_five, card="Js", hand="JsQsKs", returned=True).word is Word.LEGAL
    assert judge_gift(GD2, card="Ks", hand=hand, double=True, returned=True).word is Word.ILLEGAL


# --- against the audit ---------------------------------------------------------------------------------------


def deal(rng: Random, sheet: str) -> dict[str, list[str]]:
    """All cards of a sheet's decks, dealt to its seats."""
    deck = [card for card in CARDS for _ in range({"daguai": 3}.get(sheet, 2))]
    rng.shuffle(deck)
    return {seat: deck[27 * place : 27 * place + 27] for place, seat in enumerate(SHEETS[sheet].seats)}


def some_play(rng: Random, hand: list[str], size: int | None = None) -> str:
    """Cards of one rank, of some ranks in a row, or any."""
    size = size or rng.choice((1, 1, 2, 2, 3, 4, 5, 5, 6))
    by_rank = sorted(hand, key=lambda card: "A23456789TJQK".find(card[0]))
    first = rng.randrange(len(hand) - size + 1)
    return "".join(by_rank[first : first + size] if rng.random() < 0.8 else rng.sample(hand, size))


FACTS_OPEN = {"READING-AMBIGUOUS"}


@many(12, 600)
@pytest.mark.parametrize(("sheet", "level"), [("guandan-1", "2"), ("guandan-2", "2"), ("guandan-3", "2"), ("daguai", "2")])
def test_the_verdicts_are_what_the_audit_finds(sheet: str, level: str, seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        hands = deal(rng, sheet)
        first, second = (list(hands)[place] for place in (0, 1))
        led = some_play(rng, hands[first])
        followed = some_play(rng, hands[second], len(led) // 2) if rng.random() < 0.8 else some_play(rng, hands[second])
        lead = on(at(sheet, level), None, led, hand="".join(hands[first]))
        follow = on(at(sheet, level), led, followed, hand="".join(hands[second]))
        dealt = {seat: " ".join(cards) for seat, cards in hands.items()}
        hand = Hand(no=1, level=level, deal=dealt, dealer=None, tricks=(f"{first} {led} {followed}",))
        found = audit(GameRecord(id="x", sheet=sheet, hands=(hand,))).findings
        for play, judged in ((1, lead), (2, follow)):
            codes = [each.code for each in found if each.where.play == play and each.code not in FACTS_OPEN]
            if judged.default is Word.UNDETERMINED:
                assert lead.default is Word.ILLEGAL
            else:
                assert codes == ([] if judged.default is Word.LEGAL else [judged.code]), play


@many(5, 300)
@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-2", "guandan-3"])
@pytest.mark.parametrize("double", [False, True])
def test_the_verdicts_on_a_tribute_are_what_the_audit_finds(sheet: str, double: bool, seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        hands = deal(rng, sheet)
        ten = {"guandan-2": "7"}.get(sheet, "5")
        finish, level = ("EWNS", ten) if double else ("ESWN", {"guandan-2": "5"}.get(sheet, "4"))
        situation = at(sheet, level)
        right = judge_gift(situation, card=hands["N"][0], hand="".join(hands["N"]), double=double).allowed[0]
        paid = right if rng.random() < 0.6 else rng.choice(hands["N"])
        back = rng.choice([*hands["E"], paid])
        gift = judge_gift(situation, card=paid, hand="".join(hands["N"]), double=double)
        returned = judge_gift(situation, card=back, hand="".join((*hands["E"], paid)), double=double, returned=True)
        dealt = {seat: " ".join(cards) for seat, cards in hands.items()}
        before = Hand(no=1, claims=HandClaims(finish=finish))
        hand = Hand(no=2, level=level, deal=dealt, tribute=(f"N>E {paid}", f"E>N {back}"))
        found = audit(GameRecord(id="x", sheet=sheet, hands=(before, hand))).findings
        # who and when, not which card
        other = {"TRIBUTE-RECEIVER", "TRIBUTE-RETURN-TO", "TRIBUTE-ORDER", "TRIBUTE-PAID-ANYWAY"}
        for place, judged in enumerate((gift, returned)):
            at_place = [each.code for each in found if each.where.pointer == f"/hands/1/tribute/{place}"]
            codes = [code for code in at_place if code not in other]
            assert codes == ([judged.code] if judged.word is Word.ILLEGAL else []), place


def test_exposed_cards_are_judged_as_the_audit_does() -> None:
    rng = Random(1)
    hands = deal(rng, "guandan-3")
    shown = hands["E"][:2]
    dealt = {seat: " ".join(cards) for seat, cards in hands.items()}
    for card in dict.fromkeys(hands["E"]):
        shows = (Incident(kind="exposed", seat="E", at=(0, 0), cards="".join(shown)),)
        hand = Hand(no=1, level="2", deal=dealt, tricks=(f"E {card}",), incidents=shows)
        found = audit(GameRecord(id="x", sheet="guandan-3", hands=(hand,))).findings
        verdict = on(GD3, None, card, hand="".join(hands["E"]), exposed="".join(shown))
        assert (verdict.word is Word.ILLEGAL) == any(each.code == "LEAD-EXPOSED" for each in found)


# --- what the kernel refuses -------------------------------------------------------------------------------


def test_a_sheet_of_the_other_family_is_refused() -> None:
    with pytest.raises(KeyError, match="shengji"):
        judge_play(Situation("shengji", "2", "s"), table=None, play="3s")
    with pytest.raises(KeyError, match="guandan-1"):
        judge_follow(GD1, lead="3s", hand="4s", play="4s")
    with pytest.raises(ValueError, match="tribute"):
        judge_gift(DG, card="3s", hand="3s")


# --- by command --------------------------------------------------------------------------------------------


def test_a_play_by_command(paipu: Paipu) -> None:
    question = ("judge", "--sheet", "guandan-1", "--table", "9s9h9c9d", "--play", "9d 9c ♥9 ♥2")
    done = paipu(*question)
    assert done.exit_code == 0
    for said in ("掼蛋（一） guandan-1 · 打 2 · 场上 9s9h9c9d", "违例 ILLEGAL", "GD1-2c", "4张炸弹 9", "明文"):
        assert said in done.stdout
    done = paipu(*question, "--lang", "en")
    for said in ("Guandan 1", "on the table 9s9h9c9d", "ILLEGAL", "stated", "bomb of 4 9 (does not beat what lies there)"):
        assert said in done.stdout


def test_readings_by_command(paipu: Paipu) -> None:
    done = paipu("judge", "--sheet", "guandan-1", "--play", "3s4s5s6s2h")
    assert "同花顺 7（没有报明，按 D-GD-05 取此读；也可作 同花顺 6）" in done.stdout
    done = paipu("judge", "--sheet", "guandan-1", "--table", "3s3h=33", "--play", "10s♠10 =1010", "--lang", "en")
    assert "TsTs=TT  LEGAL" in done.stdout
    done = paipu("judge", "--sheet", "guandan-1", "--play", "10sJsQsKs2h=10jqka♠", "--lang", "en")
    assert "straight flush A (as declared; could be straight flush K)" in done.stdout


def test_alternatives_by_command(paipu: Paipu) -> None:
    question = ("judge", "--sheet", "guandan-1", "--table", "3h", "--hand", "4s4s5c2h2h", "--lang", "en")
    assert "legal     4s | 5c | 2h | 4s4s2h2h  (all 4), or a pass" in paipu(*question, "--play", "pass").stdout
    assert "12 of" in paipu(*question[:5], "--hand", "4s5s6c7s8c9dTsJcQdKsAcBJLJ", "--play", "4s", "--lang", "en").stdout
    assert "only a pass" in paipu(*question[:5], "--hand", "3s", "--play", "-", "--lang", "en").stdout


def test_what_turns_it_by_command(paipu: Paipu) -> None:
    question = ("judge", "--sheet", "guandan-3", "--level", "7", "--play", "8s8s8h8h8c8c8d8d7h")
    done = paipu(*question)
    for said in ("两可 DISPUTED", "按默认：违例 ILLEGAL", "D-GD3-1 若取 large_bombs=to_ten"):
        assert said in done.stdout
    assert "合法 LEGAL" in paipu(*question, "--option", "D-GD3-1=to_ten").stdout


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_tribute_by_command(paipu: Paipu, lang: str) -> None:
    question = ("judge", "--sheet", "guandan-1", "--hand", "KsTd9c3h2h", "--lang", lang)
    for more in (("--tribute", "Td"), ("--return", "Ks")):
        done = paipu(*question, *more)
        assert done.exit_code == 0
        assert "ILLEGAL" in done.stdout
        assert ("Ks  (" if more[0] == "--tribute" else "Td | 9c | 3h  (") in done.stdout
    assert "ILLEGAL" not in paipu(*question, "--return", "Ks", "--double").stdout


def test_exposed_cards_by_command(paipu: Paipu) -> None:
    done = paipu("judge", "--sheet", "guandan-3", "--exposed", "7d9d", "--play", "KsKh", "--lang", "en")
    assert "GD3-E2.2" in done.stdout
    assert "may lead  7d | 9d" in done.stdout


def test_six_seats_and_three_decks(paipu: Paipu) -> None:
    done = paipu("judge", "--sheet", "daguai", "--seat", "6", "--table", "3s3s3s", "--play", "3h3h4h", "--lang", "en")
    assert "6 played 3h3h4h" in done.stdout
    assert paipu("judge", "--sheet", "daguai", "--table", "3s", "--play", "3s3s3s").exit_code == 2


def test_json_has_every_key(paipu: Paipu) -> None:
    found = json.loads(
        paipu("judge", "--sheet", "guandan-1", "--table", "3s", "--play", "4s", "--play", "-", "-f", "json").stdout
    )
    head = {*HEAD, "table", "exposed", "double"}
    assert set(found) == head
    reads = {"cards", "readings", "stands", "why", "declared", "ids"}
    assert set(found["table"]) == reads
    played, passed = found["verdicts"]
    assert set(played) == set(passed) == SHAPE
    assert (set(played["reads"]), passed["reads"]) == (reads, None)
    paid = json.loads(paipu("judge", "--sheet", "guandan-1", "--tribute", "4s", "--hand", "4s", "-f", "json").stdout)
    assert set(paid) == head
    assert set(paid["verdicts"][0]) == SHAPE
    assert (paid["asked"], paid["double"]) == ("tribute", False)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--table", "3s", "--play", "4s"], 0),
        (["--table", "3s", "--play", "3h"], 1),
        (["--table", "3s4h", "--play", "3h"], 3),
        (["--tribute", "3s", "--hand", "3s4s"], 1),
        (["--tribute", "BJ", "--hand", "BJBJ"], 0),
    ],
)
def test_exit_codes_where_they_are_asked_for(paipu: Paipu, more: list[str], code: int) -> None:
    assert paipu("judge", "--sheet", "guandan-1", *more).exit_code == 0
    assert paipu("judge", "--sheet", "guandan-1", *more, "--exit-code").exit_code == code


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["--sheet", "guandan-1", "--lead", "3s", "--play", "4s"], "--table"),
        (["--sheet", "guandan-1", "--trump", "s", "--play", "4s"], "--level"),
        (["--sheet", "daguai", "--bids", "1 2s"], "--play"),
        (["--sheet", "guandan-2", "--others", "N:3s", "--play", "4s"], "--hand"),
        (["--trump", "s", "--table", "3s", "--hand", "4s", "--play", "4s"], "--lead"),
        (["--trump", "s", "--tribute", "3s", "--hand", "3s"], "--play"),
        (["--trump", "s", "--hand", "3s", "--play", "3s", "--double"], "--play"),
    ],
)
def test_an_option_of_the_other_family_is_refused_and_the_right_one_named(paipu: Paipu, words: list[str], names: str) -> None:
    done = paipu("judge", *words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert all(names in line for line in done.stderr.splitlines())
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["guandan-1"],
        ["guandan-1", "--table", "3s"],
        ["guandan-1", "--play", "3s", "--tribute", "3s", "--hand", "3s"],
        ["guandan-1", "--tribute", "3s", "--return", "3s", "--hand", "3s"],
        ["guandan-1", "--play", "3s", "--double"],
        ["guandan-1", "--tribute", "3s"],
        ["guandan-1", "--tribute", "3s4s", "--hand", "3s4s"],
        ["guandan-1", "--tribute", "3s", "--hand", "3s", "--table", "3s"],
        ["guandan-3", "--tribute", "3s", "--hand", "3s", "--exposed", "3s"],
        ["guandan-1", "--play", "3s", "--exposed", "3s"],
        ["guandan-3", "--play", "3s", "--exposed", "3s", "--table", "2s"],
        ["guandan-3", "--play", "3s", "--exposed", "3s", "--hand", "4s"],
        ["daguai", "--tribute", "3s", "--hand", "3s"],
        ["daguai", "--level", "5", "--play", "3s"],
        ["guandan-1", "--level", "flag", "--play", "3s"],
        ["guandan-1", "--seat", "5", "--play", "3s"],
        ["daguai", "--seat", "E", "--play", "3s"],
        ["guandan-1", "--play", "3s3s3s"],
        ["guandan-1", "--table", "3s", "--play", "3s3s"],
        ["guandan-1", "--table", "3s", "--hand", "3s3s", "--play", "3s"],
        ["guandan-1", "--play", "3s="],
        ["guandan-1", "--play", "3s=x"],
        ["guandan-1", "--play", "=3"],
        ["guandan-1", "--table", "-", "--play", "3s"],
        ["guandan-1", "--play", "3s", "--option", "returns=eleven"],
    ],
)
def test_a_question_that_makes_no_sense_is_bad_usage(paipu: Paipu, words: list[str]) -> None:
    done = paipu("judge", "--sheet", *words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 2


# --- what verdicts name --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "clause", "basis"),
    [
        (GD1, "D-GD-02", Basis.ASSUMED),
        (GD2, "D-GD-02", Basis.ASSUMED),
        (GD3, "D-GD-02", Basis.ASSUMED),
        (DG, "DG-4.3", Basis.STATED),
    ],
)
def test_a_legal_pass_names_its_clause(situation: Situation, clause: str, basis: Basis) -> None:
    verdict = on(situation, "3s", "-")
    assert (verdict.word, verdict.clause, verdict.basis) == (Word.LEGAL, clause, basis)
