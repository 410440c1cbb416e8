"""The judge on 炒地皮 and 双扣: the worked cases that ask about a play, a throw, a declaration or 炒底, each under its name."""

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from replay.audit import audit
from replay.cards import CARDS
from replay.family import hand_view
from replay.findings import Basis
from replay.question import Situation, Verdict, Word, judge_declarations, judge_follow, judge_lead
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


def told(verdict: Verdict) -> str:
    return f"{verdict.word} {verdict.clause}"


def words(situation: Situation, bids: Sequence[str], banker: str | None = None, asked: Sequence[str] = ()) -> list[str]:
    bidding = judge_declarations(situation, bids, banker, asked=asked)
    return [told(bid) for bid in (*bidding.bids, *bidding.asked)]


AT_EIGHT = at("chaodipi", "8", "s")
AT_TWO = at("chaodipi", "2", "s")
SK_TWO = at("shuangkou", "2", "s")


# --- 炒地皮: plays -----------------------------------------------------------------------------------------


def test_cdp_t33() -> None:
    assert told(lead(at("chaodipi", "T", "s"), "KcTc5c", "KcTc5c")) == "ILLEGAL CDP-5.1a"


def test_two_sets_under_a_set_of_trumps_are_disputed_and_never_illegal() -> None:
    hand = "5hBJ8dKsTs5s"
    assert follow(AT_EIGHT, "KsTs5s", hand, "5hBJ8d").default is Word.LEGAL
    verdict = follow(AT_EIGHT, "KsTs5s", hand, "KsTs5s")
    assert (verdict.word, verdict.default, verdict.basis) == (Word.DISPUTED, Word.DISPUTED, Basis.DISPUTED)
    assert "D-CDP-13" in verdict.options


def test_a_lowered_red_five() -> None:
    assert told(lead(AT_EIGHT, "Kh Th 5h".replace(" ", ""), "KhTh5h")) == "LEGAL CDP-5.1a"
    assert told(follow(AT_EIGHT, "KhTh5h", "3h4h6h5h9d", "3h4h6h")) == "LEGAL CDP-5.1e"
    assert told(follow(AT_EIGHT, "KhTh5h", "3h4h6h5h9d", "3h4h9d")) == "ILLEGAL CDP-6.6"
    free = follow(AT_EIGHT, "KhTh5h", "KhTh5h3h4h", "KhTh3h")
    assert (free.word, [each.value for each in free.otherwise]) == (Word.LEGAL, ["owed"])
    assert follow(AT_EIGHT, "KhTh5h", "KhTh5h3h4h", "KhTh5h").word is Word.LEGAL


def test_the_set_of_the_led_suit_is_owed() -> None:
    verdict = follow(AT_EIGHT, "KcTc5c", "KcTc5c3c4c", "KcTc3c")
    assert (told(verdict), verdict.allowed) == ("ILLEGAL CDP-5.1e", ("5cTcKc",))


def test_hearts_trump_make_the_set_disputed() -> None:
    hearts = at("chaodipi", "8", "h")
    verdict = lead(hearts, "5hThKh3d", "5hThKh", N="3c", W="4c", S="6c")
    assert verdict.default is Word.LEGAL
    assert (
        lead(at("chaodipi", "8", "h", hearts_trio="no"), "5hThKh3d", "5hThKh", N="BJ", W="4c", S="6c").code == "THROW-BEATABLE"
    )


def test_at_the_flag_level_only_red_fives_and_jokers_are_trumps() -> None:
    flag = at("chaodipi", "flag", "NT")
    assert follow(flag, "Ac", "2c9s", "9s").word is Word.ILLEGAL
    assert told(follow(flag, "BJ", "LJ5h2s", "2s")) == "ILLEGAL CDP-6.6"
    assert follow(flag, "BJ", "2s2h", "2s").word is Word.LEGAL
    assert told(lead(flag, "KcTc5c", "KcTc5c")) == "LEGAL CDP-5.1a"


# --- 炒地皮: declarations and 炒底 -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kitty", "trump", "option"),
    [
        ("3cKd2s9h4d6d7s8s", "s", ()),
        ("3cKd9hAc4d6d7s8s", "c", ()),
        ("3cLJ9hAc4d6d7s8s", "NT", ()),
        ("3cKd5hAd4d6d7s8s", "h", ("D-CDP-25",)),
    ],
)
def test_cdp_t41(kitty: str, trump: str, option: tuple[str, ...]) -> None:
    bidding = judge_declarations(AT_TWO, [], kitty=kitty)
    assert bidding.turned is not None
    assert (bidding.trump, bidding.turned.allowed, bidding.turned.clause) == (trump, (trump,), "CDP-3.3")
    assert bidding.turned.options == option


def test_cdp_t43() -> None:
    bidding = judge_declarations(AT_TWO, ["E 2s"], asked=["W 2c2c"])
    assert [told(bid) for bid in bidding.asked] == ["LEGAL CDP-3.5a"]
    assert (bidding.trump, bidding.banker, bidding.taker) == ("c", "E", "W")


def test_cdp_t47() -> None:
    back = words(AT_TWO, ["E 2s"], "E", ["N -", "W 2c2c", "S -", "E -", "N 2h2h"])
    assert back[-1] == "LEGAL CDP-3.5b"
    assert words(AT_TWO, ["E 2s"], "E", ["N -", "W -", "N 2h2h"])[-1] == "ILLEGAL CDP-3.5b"


def test_the_bank_goes_with_the_trump_in_the_first_hand_only() -> None:
    bids = ["E 2s", "W 2c2c"]
    assert judge_declarations(AT_TWO, bids).banker == "W"
    later = judge_declarations(AT_TWO, bids, "N")
    assert (later.banker, later.trump) == ("N", "c")


def test_self_protection_closes_what_is_before_the_kitty() -> None:
    assert words(AT_TWO, ["E 2s", "E 2s2s", "W 2c2c"]) == ["LEGAL CDP-3.1a", "LEGAL CDP-3.2a", "ILLEGAL CDP-3.2a"]
    assert words(AT_TWO, ["E 2s", "E 2s2s"], asked=["N -", "W 2c2c"])[2:] == ["LEGAL CDP-3.5a", "LEGAL CDP-3.5a"]
    assert words(AT_TWO, ["E 2s", "E 2c2c"])[1] == "ILLEGAL CDP-3.2a"


def test_both_red_fives_name_any_suit_and_stake_the_levels() -> None:
    bidding = judge_declarations(AT_TWO, ["S 5h5h=c"])
    assert (bidding.trump, bidding.banker, bidding.stakes) == ("c", "S", ("S",))
    assert bidding.bids[0].subject == "5h5h=c"
    assert words(AT_TWO, ["S 5h"]) == ["ILLEGAL CDP-3.2c"]
    assert judge_declarations(at("chaodipi", "5", "s"), ["S 5h"]).trump == "h"


def test_what_may_be_shown_for_the_kitty() -> None:
    asked = ["N 2c", "N 2s2s", "N -", "W LJLJ", "S LJLJ", "W BJBJ"]
    assert words(AT_TWO, ["E 2s2s"], "E", asked)[1:] == [
        "ILLEGAL CDP-3.5a",  # a single card
        "ILLEGAL CDP-3.2b",  # the pair is spent
        "LEGAL CDP-3.5a",
        "LEGAL CDP-3.5a",
        "ILLEGAL CDP-3.2b",
        "ILLEGAL CDP-3.2a",  # W over-declares himself
    ]


def test_asking_goes_round_in_order_where_passes_are_told() -> None:
    assert words(AT_TWO, ["E 2s"], "E", ["W -", "N -", "W -", "S -"])[1:] == ["ILLEGAL CDP-3.5a", *["LEGAL CDP-3.5a"] * 3]


def test_in_the_flag_hand_only_the_attackers_show_both_red_fives() -> None:
    flag = at("chaodipi", "flag", "NT")
    assert words(flag, ["E 5h5h"], "N") == ["LEGAL CDP-4.3e"]
    assert words(flag, ["S 5h5h"], "N") == ["ILLEGAL CDP-4.3e"]
    assert words(flag, ["E BJBJ"], "N") == ["ILLEGAL CDP-4.3e"]
    with pytest.raises(ValueError, match="nobody is asked"):
        judge_declarations(flag, [], "N", asked=["E -"])


# --- 双扣 --------------------------------------------------------------------------------------------------


def test_sk_t09() -> None:
    calls = ["E 2h", "N 2c2c", "W 2s2s", "S 2d2d"]
    assert words(SK_TWO, calls, "E") == ["LEGAL SK-2.2a", "LEGAL SK-2.2a", "LEGAL SK-2.2a", "ILLEGAL SK-2.2a"]
    bidding = judge_declarations(SK_TWO, calls, "E")
    assert [bid.values["trump"] for bid in bidding.bids] == ["h", "c", "s", "s"]
    assert bidding.bids[-1].options == ("D-SK-05",)
    assert bidding.banker == "E"


@pytest.mark.parametrize(("first", "trump"), [("7d", "d"), ("LJ", "NT")])
def test_sk_t13(first: str, trump: str) -> None:
    bidding = judge_declarations(SK_TWO, ["W 2s2s"], "E", kitty=f"{first}3c4c5c6c7c8c9c")
    assert bidding.trump == trump
    assert [told(bid) for bid in bidding.bids] == ["ILLEGAL SK-2.2d"]


def test_sk_t25() -> None:
    verdict = lead(SK_TWO, "9c8c8c", "9c8c8c", N="QcQc3d", W="3c4c5c", S="3h4h6h")
    assert (told(verdict), verdict.allowed, verdict.fine) == ("ILLEGAL SK-5.2.2", ("8c8c", "9c"), 20)
    assert verdict.basis is Basis.ASSUMED
    assert ("D-SK-10", 10) in [(each.ids[0], each.fine) for each in verdict.otherwise]


def test_what_a_throw_costs_is_told_only_where_the_hands_tell_it() -> None:
    verdict = lead(SK_TWO, "9c8c8c", "9c8c8c", N="Jc3c3d")
    assert (verdict.word, verdict.fine) == (Word.ILLEGAL, None)


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


def test_an_over_declaration_by_a_single_level_card_is_under_the_clause_about_those(paipu: Paipu) -> None:
    words = ("--sheet", "chaodipi", "--level", "4", "--bids", "E 4d; N 4s; W BJ; S BJBJ", "-f", "json")
    found = json.loads(paipu("judge", *words).stdout)["verdicts"]
    told = [(each["word"].lower(), each["clause"], each["basis"]) for each in found if each["kind"] == "bid"]
    assert told[1:] == [
        ("illegal", "CDP-3.2b", "assumed"),
        ("illegal", "CDP-3.2c", "stated"),
        ("legal", "CDP-3.2c", "stated"),
    ]
