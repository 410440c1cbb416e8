"""The judge on 炒地皮 and 双扣 beside what `asked.toml` has of it: against the audit, and by command."""

import json
from dataclasses import replace
from random import Random

import pytest

from replay.audit import audit
from replay.cards import CARDS
from replay.family import hand_view
from replay.question import Situation, Verdict, Word, judge_follow, judge_lead
from replay.record import GameRecord, Hand, KittyAction, Start
from replay.sheets import TRICK_SHEETS
from tests.cli.conftest import Paipu
from tests.cli.judged import SHAPE
from tests.many import many


def at(sheet: str, level: str, trump: str, **options: str) -> Situation:
    return Situation(sheet, level, trump, options)


def follow(situation: Situation, lead: str, hand: str, play: str) -> Verdict:
    return judge_follow(situation, lead=lead, hand=hand, play=play)


def lead(situation: Situation, hand: str, play: str, **others: str) -> Verdict:
    return judge_lead(situation, hand=hand, play=play, seat="E", others=others)


# --- against the audit ---------------------------------------------------------------------------------------


@many(8, 300)
@pytest.mark.parametrize(
    ("sheet", "level", "trump"), [("chaodipi", "2", "s"), ("chaodipi", "flag", "NT"), ("shuangkou", "2", "s")]
)
def test_the_verdicts_and_the_fine_are_what_the_audit_finds(sheet: str, level: str, trump: str, seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        situation = at(sheet, level, trump)
        deck = [card for card in CARDS for _ in range(2)]
        rng.shuffle(deck)
        size = 27 if level == "flag" else 25
        hands = {seat: deck[size * place : size * (place + 1)] for place, seat in enumerate("ENWS")}
        ctx = TRICK_SHEETS[sheet].context(level, trump)
        suit = rng.choice("hcdT")
        held = [card for card in hands["E"] if ctx.effective_suit(card) == suit]
        thrown = "".join(rng.sample(held, min(len(held), rng.randint(1, 4)))) or hands["E"][0]
        others = {seat: "".join(cards) for seat, cards in hands.items() if seat != "E"}
        led = lead(situation, "".join(hands["E"]), thrown, **others)
        followed = "".join(rng.sample(hands["N"], len(thrown) // 2))
        verdict = follow(situation, thrown, "".join(hands["N"]), followed)

        dealt = {seat: " ".join(cards) for seat, cards in hands.items()}
        buried: tuple[KittyAction, ...] | None = None
        if size == 25:  # the banker buries the kitty as it came
            dealt["kitty"] = " ".join(deck[100:])
            buried = (KittyAction(seat="E", bury="".join(deck[100:])),)
        hand = Hand(no=1, level=level, dealer="E", trump=trump, deal=dealt, kitty=buried, tricks=(f"E {thrown} {followed}",))
        start = Start(levels={"EW": level, "NS": level}, dealer="E")
        found = audit(GameRecord(id="x", sheet=sheet, start=start, hands=(hand,))).findings
        for play, judged in ((1, led), (2, verdict)):
            codes = [each.code for each in found if each.where.play == play]
            assert codes == ([] if judged.word is Word.LEGAL else [judged.code]), play
        if led.allowed:
            failed = replace(hand, tricks=(f"E {thrown}>{led.allowed[0]}",))
            *_, state = hand_view(GameRecord(id="x", sheet=sheet, start=start, hands=(failed,)), 0).states()
            assert led.fine == abs(state.penalties)


# --- by command --------------------------------------------------------------------------------------------

CDP = ("judge", "--sheet", "chaodipi")


def test_the_fine_of_a_throw_by_command(paipu: Paipu) -> None:
    question = (*CDP, "--level", "8", "--trump", "s", "--hand", "AcKcQc", "--play", "AcKcQc")
    others = "N:Ac3c4c W:5c6c7c S:3d4d6d"
    assert "30 分，记 领出者一方（CDP-6.8）" in paipu(*question, "--others", others).stdout
    done = paipu(*question, "--others", others, "--seat", "E", "--lang", "en")
    assert "30 points against EW (CDP-6.8)" in done.stdout
    [verdict] = json.loads(paipu(*question, "--others", others, "-f", "json").stdout)["verdicts"]
    assert verdict["fine"] == 30


def test_asking_by_command(paipu: Paipu) -> None:
    done = paipu(*CDP, "--bids", "E 2s", "--asked", "N -; W 5h5h=♣; S 不炒", "--lang", "en")
    assert done.exit_code == 0
    assert done.stdout.count("LEGAL") == 4
    for said in ("result: trump ♣ clubs, banker E", "taken up by W", "both ♥5 of W put the levels at stake"):
        assert said in done.stdout
    found = json.loads(paipu(*CDP, "--bids", "E 2s", "--asked", "N -; W 5h5h=c", "-f", "json").stdout)
    assert [(each["kind"], each["seat"]) for each in found["verdicts"]] == [("bid", "E"), ("answer", "N"), ("answer", "W")]
    assert all(set(each) == SHAPE for each in found["verdicts"])
    assert (found["trump"], found["banker"], found["taker"], found["stakes"]) == ("c", "E", "W", ["W"])


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_kitty_by_command(paipu: Paipu, lang: str) -> None:
    done = paipu(*CDP, "--kitty", "3c Kd 5h Ad 4d 6d 7s 8s", "--lang", lang)
    assert done.exit_code == 0
    for said in ("CDP-3.3", "D-CDP-25", "♥"):
        assert said in done.stdout
    [turned] = json.loads(paipu(*CDP, "--kitty", "3cKd2s9h4d6d7s8s", "-f", "json").stdout)["verdicts"]
    assert (turned["kind"], turned["allowed"], turned["values"]) == ("turned", ["s"], {"trump": "s"})


@pytest.mark.parametrize("level", ["flag", "扛旗", "FLAG"])
def test_the_flag_level_by_command(paipu: Paipu, level: str) -> None:
    done = paipu(*CDP, "--level", level, "--lead", "Ac", "--hand", "2c9s", "--play", "9s")
    assert "打 扛旗" in done.stdout
    assert "CDP-6.6" in done.stdout
    assert paipu(*CDP, "--level", level, "--bids", "E 5h5h", "--banker", "N").exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["--sheet", "shuangkou", "--bids", "E 2h", "--banker", "E", "--asked", "N -"],
        ["--sheet", "shengji", "--kitty", "3c4c5c6c7c8c9cTc"],
        ["--sheet", "shengji", "--level", "flag", "--bids", "E 2h"],
        ["--sheet", "chaodipi", "--asked", "N -"],
        ["--sheet", "chaodipi", "--level", "flag", "--bids", "E 5h5h"],
        ["--sheet", "chaodipi", "--level", "flag", "--asked", "E -", "--banker", "N"],
        ["--sheet", "chaodipi", "--level", "flag", "--trump", "s", "--hand", "Kc", "--play", "Kc"],
        ["--sheet", "chaodipi", "--bids", "E 5h5h=x"],
        ["--sheet", "chaodipi", "--bids", "E 2s", "--play", "Kc"],
        ["--sheet", "chaodipi", "--bids", "E 2s", "--asked", ";"],
        ["--sheet", "chaodipi", "--bids", "E -"],
        ["--sheet", "chaodipi", "--hand", "Kc", "--play", "Kc", "--asked", "N -"],
    ],
)
def test_a_question_that_makes_no_sense_is_bad_usage(paipu: Paipu, words: list[str]) -> None:
    done = paipu("judge", *words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 2
