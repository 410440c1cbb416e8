"""The judge on 掼蛋 and 大怪路子 beside what `asked.toml` has of it: against the audit, and by command."""

import json
from random import Random

import pytest

from paipu.replay.audit import audit
from paipu.replay.cards import CARDS
from paipu.replay.question import Situation, Verdict, Word, judge_follow, judge_gift, judge_play
from paipu.replay.record import GameRecord, Hand, HandClaims, Incident
from paipu.replay.sheets import SHEETS
from tests.cli.conftest import Paipu
from tests.cli.judged import HEAD, SHAPE
from tests.many import many


def at(sheet: str, level: str = "2", **options: str) -> Situation:
    return Situation(sheet, level, options=options)


def on(situation: Situation, table: str | None, play: str, hand: str | None = None, exposed: str | None = None) -> Verdict:
    return judge_play(situation, table=table, play=play, hand=hand, exposed=exposed)


GD1, GD2, GD3, DG = (at(key) for key in ("guandan-1", "guandan-2", "guandan-3", "daguai"))


# --- against the audit ---------------------------------------------------------------------------------------


def deal(rng: Random, sheet: str) -> dict[str, list[str]]:
    """All cards of a sheet's decks, dealt to its seats."""
    deck = [card for card in CARDS for _ in range({"daguai": 3}.get(sheet, 2))]
    rng.shuffle(deck)
    return {seat: deck[27 * place : 27 * place + 27] for place, seat in enumerate(SHEETS[sheet].seats)}


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


# --- what verdicts name --------------------------------------------------------------------------------------
