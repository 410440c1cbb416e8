"""`paipu judge` beside what `asked.toml` has of it: against the audit, and the command itself."""

import json
from random import Random

import pytest

from replay.audit import audit
from replay.cards import CARDS
from replay.question import Situation, Verdict, Word, judge_follow, judge_lead
from replay.record import GameRecord, Hand
from tests.cli.conftest import Paipu
from tests.cli.judged import HEAD, SHAPE
from tests.many import many

AT_TWO = Situation("shengji", "2", "s")


def follow(lead: str, hand: str, play: str, situation: Situation = AT_TWO) -> Verdict:
    return judge_follow(situation, lead=lead, hand=hand, play=play)


# --- following ---------------------------------------------------------------------------------------------


def deal(rng: Random) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Four hands, and the same with the kitty as a record has them."""
    deck = [card for card in CARDS for _ in range(2)]
    rng.shuffle(deck)
    hands = {seat: deck[25 * at : 25 * at + 25] for at, seat in enumerate("ENWS")}
    return hands, {**{seat: " ".join(cards) for seat, cards in hands.items()}, "kitty": " ".join(deck[100:])}


def found_at(play: int, trick: str, dealt: dict[str, str]) -> list[tuple[str, str | None]]:
    """What the audit finds wrong with one play of a first trick; E leads as the bank, so that no other seat buries."""
    hand = Hand(no=1, level="2", dealer="E", trump="s", deal=dealt, tricks=(trick,))
    findings = audit(GameRecord(id="x", sheet="shengji", hands=(hand,))).findings
    of_play = [each for each in findings if each.where.play == play and not each.code.startswith(("LEAD-SIDE", "LEAD-BANKER"))]
    return [(each.code, each.expected if each.code.startswith("THROW") else None) for each in of_play]


@many(10, 400)
def test_the_verdict_on_a_throw_is_what_the_audit_finds(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        hands, dealt = deal(rng)
        suit = rng.choice("hcd")
        held = sorted(card for card in hands["E"] if card[1] == suit and card not in ("2" + suit, "BJ", "LJ"))
        play = "".join(rng.sample(held, min(len(held), rng.randint(1, 4))))
        others = {seat: "".join(cards) for seat, cards in hands.items() if seat != "E"}
        verdict = lead("".join(hands["E"]), play, others)
        parts = " | ".join(verdict.allowed)
        assert found_at(1, f"E {play}", dealt) == ([(verdict.code, parts)] if verdict.word is Word.ILLEGAL else [])


@many(10, 400)
def test_the_verdict_on_a_follow_is_what_the_audit_finds(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        hands, dealt = deal(rng)
        card = rng.choice(hands["E"])
        led = card * hands["E"].count(card)
        play = "".join(rng.sample(hands["N"], len(led) // 2))
        verdict = follow(led, "".join(hands["N"]), play)
        assert found_at(2, f"E {led} {play}", dealt) == ([(verdict.code, None)] if verdict.word is Word.ILLEGAL else [])


# --- leading -----------------------------------------------------------------------------------------------


def lead(hand: str, play: str, others: dict[str, str] | None = None, situation: Situation = AT_TWO) -> Verdict:
    return judge_lead(situation, hand=hand, play=play, seat="E", others=others or {})


# --- the command -------------------------------------------------------------------------------------------

LEADING = ["judge", "--trump", "s", "--lead"]
FOLLOW = [*LEADING, "7c7c", "--hand", "KcQcJcJc", "--play", "KcQc"]
HOLLOW = [*LEADING, "7c7c8c8c", "--level", "5", "--hand", "4c4c6c6cKcKc9d", "--play", "4c4cKcKc", "--format", "json"]


def test_the_command_names_word_clause_basis_and_alternatives(paipu: Paipu) -> None:
    done = paipu(*FOLLOW, "--sheet", "shengji", "--level", "2")
    assert done.exit_code == 0
    for part in ("违例 ILLEGAL", "SJ-16h", "明文", "JcJc", "全部 1 种"):
        assert part in done.stdout
    done = paipu(*FOLLOW, "--lang", "en")
    for part in ("ILLEGAL", "SJ-16h", "stated", "JcJc", "all 1"):
        assert part in done.stdout


def test_the_command_says_n_of_m(paipu: Paipu) -> None:
    done = paipu(*LEADING, "3c", "--hand", "4c5c6c7c8c9cTcJcQcKcAc4d5d4h", "--play", "4d", "--lang", "en")
    assert "all 11" in done.stdout
    done = paipu(*LEADING, "3c3c", "--hand", "4c5c6c7c8c9cTcJcQc", "--play", "4c5c", "--lang", "en")
    assert "12 of 36" in done.stdout


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--lead", "Kc", "--hand", "3cQd", "--play", "3c"], 0),
        (["--lead", "Kc", "--hand", "3cQd", "--play", "Qd"], 1),
        (["--lead", "Kc", "--hand", "3cQd", "--play", "3c", "--play", "Qd"], 1),
        (["--hand", "9c8c8c", "--play", "9c8c8c"], 3),
    ],
)
def test_exit_codes_where_they_are_asked_for(paipu: Paipu, more: list[str], code: int) -> None:
    assert paipu("judge", "--trump", "s", *more).exit_code == 0
    assert paipu("judge", "--trump", "s", *more, "--exit-code").exit_code == code


def test_a_throw_by_command(paipu: Paipu) -> None:
    words = ["judge", "--trump", "s", "--hand", "9c8c8c4c4c", "--play", "9c8c8c4c4c", "--lang", "en"]
    done = paipu(*words, "--others", "N:Jc3c3d4d6d W:5d6d7d8d9d S:Th9h8h7h6h")
    assert "ILLEGAL" in done.stdout
    assert "may lead  9c" in done.stdout
    done = paipu(*words)
    assert "UNDETERMINED" in done.stdout
    assert "the hands of N, W, S" in done.stdout


def test_bids_by_command(paipu: Paipu) -> None:
    done = paipu("judge", "--bids", "N LJ2h; S BJBJ", "--lang", "en")
    assert done.stdout.count("LEGAL") == 2
    assert done.stdout.rstrip().endswith("result: trump no trump, banker N")
    done = paipu("judge", "--bids", "N LJ2h；N BJ2c2c", "--format", "json")
    found = json.loads(done.stdout)
    assert [(each["seat"], each["word"], each["clause"]) for each in found["verdicts"]] == [
        ("N", "LEGAL", "SJ-5a"),
        ("N", "ILLEGAL", "SJ-5d"),
    ]
    assert (found["trump"], found["banker"]) == ("h", "N")


def test_json_has_every_key(paipu: Paipu) -> None:
    done = paipu(*HOLLOW)
    found = json.loads(done.stdout)
    assert set(found) == {*HEAD, "trump", "lead"}
    [verdict] = found["verdicts"]
    assert set(verdict) == SHAPE
    assert verdict["otherwise"][0]["ids"] == ["D-SJ-11"]
    assert verdict["basis"] == "assumed"
    assert verdict["message"]["zh"]


def test_options_by_command(paipu: Paipu) -> None:
    words = HOLLOW
    for option in ("hollow_tractors=no", "D-SJ-11=no"):
        [verdict] = json.loads(paipu(*words, "--option", option).stdout)["verdicts"]
        assert verdict["word"] == "LEGAL"
    first, second = json.loads(paipu(*words, "--play", "4c4c6c6c").stdout)["verdicts"]
    assert (first["word"], second["word"]) == ("ILLEGAL", "LEGAL")


@pytest.mark.parametrize("hand", ["Kc Th 9s BJ", "kc,10h，9S,bj", "♣K♥10♠9大王", "K♣ T♥ 9♠ BJ"])
def test_cards_as_people_type_them(paipu: Paipu, hand: str) -> None:
    found = json.loads(paipu("judge", "--trump", "♠", "--lead", "N:3c", "--hand", hand, "--play", "E：♣K", "-f", "json").stdout)
    assert found["lead"] == "3c"
    assert found["verdicts"][0]["subject"] == "Kc"
    assert found["verdicts"][0]["allowed"] == ["Kc"]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--play", "Kc"],
        ["--play", "Kc", "--hand", "Kc"],
        ["--play", "Kc", "--trump", "s"],
        ["--play", "Kc", "--bids", "N LJ2h"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--banker", "N"],
        ["--bids", "N LJ2h", "--hand", "Kc"],
        ["--bids", "X LJ2h"],
        ["--bids", "N"],
        ["--bids", ";"],
        ["--play", "Zz", "--trump", "s", "--hand", "Kc"],
        ["--play", "", "--trump", "s", "--hand", "Kc"],
        ["--play", "Kc", "--trump", "x", "--hand", "Kc"],
        ["--play", "Kc", "--trump", "s", "--level", "1", "--hand", "Kc"],
        ["--play", "Kc", "--trump", "s", "--hand", "KcKcKc"],
        ["--play", "Kc", "--trump", "s", "--hand", "KcKc", "--lead", "Kc"],
        ["--play", "Kc", "--trump", "s", "--hand", "KcKc", "--others", "N:Kc"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--others", "Kc"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--others", "N:3c N:4c"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--others", "N:3c W:4c S:5c E:6c"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--others", "N:3c", "--seat", "N"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--others", "N:3c", "--lead", "4c"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--seat", "Q"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--option", "nonsense=1"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--option", "hollow_tractors"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--option", "hollow_tractors=maybe"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--option", "X-7=all", "--option", "throw_test=all"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--sheet", "bridge"],
        ["--play", "Kc", "--trump", "s", "--hand", "Kc", "--sheet", "guandan-1"],
    ],
)
def test_a_question_that_makes_no_sense_is_bad_usage(paipu: Paipu, words: list[str]) -> None:
    done = paipu("judge", *words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 2


def test_the_seat_that_is_not_among_the_others_leads(paipu: Paipu) -> None:
    done = paipu(
        *("judge", "--trump", "s", "--hand", "9c8c8c4c4c", "--play", "9c8c8c4c4c", "--lang", "en"),
        *("--others", "E:Jc3c3d4d6d S:5d6d7d8d9d W:Th9h8h7h6h"),
    )
    assert done.exit_code == 0
    assert "missing" not in done.stdout
