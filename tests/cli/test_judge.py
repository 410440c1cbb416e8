"""`paipu judge` beside what `asked.toml` has of it: the command itself."""

import json
import shlex

import pytest

from tests.cli.conftest import Paipu
from tests.cli.judged import HEAD, SHAPE
from tests.many import in_one

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


def test_the_seat_that_is_not_among_the_others_leads(paipu: Paipu) -> None:
    done = paipu(
        *("judge", "--trump", "s", "--hand", "9c8c8c4c4c", "--play", "9c8c8c4c4c", "--lang", "en"),
        *("--others", "E:Jc3c3d4d6d S:5d6d7d8d9d W:Th9h8h7h6h"),
    )
    assert done.exit_code == 0
    assert "missing" not in done.stdout


# --- 炒地皮 and 双扣 ------------------------------------------------------------------------------------------

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


# --- usage ---------------------------------------------------------------------------------------------------


@in_one
@pytest.mark.parametrize(
    "words",
    [
        "",
        "--play Kc",
        "--play Kc --hand Kc",
        "--play Kc --trump s",
        "--play Kc --bids 'N LJ2h'",
        "--play Kc --trump s --hand Kc --banker N",
        "--bids 'N LJ2h' --hand Kc",
        "--bids 'X LJ2h'",
        "--bids N",
        "--bids ';'",
        "--play Zz --trump s --hand Kc",
        "--play '' --trump s --hand Kc",
        "--play Kc --trump x --hand Kc",
        "--play Kc --trump s --level 1 --hand Kc",
        "--play Kc --trump s --hand KcKcKc",
        "--play Kc --trump s --hand KcKc --lead Kc",
        "--play Kc --trump s --hand KcKc --others N:Kc",
        "--play Kc --trump s --hand Kc --others Kc",
        "--play Kc --trump s --hand Kc --others 'N:3c N:4c'",
        "--play Kc --trump s --hand Kc --others 'N:3c W:4c S:5c E:6c'",
        "--play Kc --trump s --hand Kc --others N:3c --seat N",
        "--play Kc --trump s --hand Kc --others N:3c --lead 4c",
        "--play Kc --trump s --hand Kc --seat Q",
        "--play Kc --trump s --hand Kc --option nonsense=1",
        "--play Kc --trump s --hand Kc --option hollow_tractors",
        "--play Kc --trump s --hand Kc --option hollow_tractors=maybe",
        "--play Kc --trump s --hand Kc --option X-7=all --option throw_test=all",
        "--play Kc --trump s --hand Kc --sheet bridge",
        "--play Kc --trump s --hand Kc --sheet guandan-1",
        "--sheet shuangkou --bids 'E 2h' --banker E --asked 'N -'",
        "--sheet shengji --kitty 3c4c5c6c7c8c9cTc",
        "--sheet shengji --level flag --bids 'E 2h'",
        "--sheet chaodipi --asked 'N -'",
        "--sheet chaodipi --level flag --bids 'E 5h5h'",
        "--sheet chaodipi --level flag --asked 'E -' --banker N",
        "--sheet chaodipi --level flag --trump s --hand Kc --play Kc",
        "--sheet chaodipi --bids 'E 5h5h=x'",
        "--sheet chaodipi --bids 'E 2s' --play Kc",
        "--sheet chaodipi --bids 'E 2s' --asked ';'",
        "--sheet chaodipi --bids 'E -'",
        "--sheet chaodipi --hand Kc --play Kc --asked 'N -'",
        "--sheet guandan-1",
        "--sheet guandan-1 --table 3s",
        "--sheet guandan-1 --play 3s --tribute 3s --hand 3s",
        "--sheet guandan-1 --tribute 3s --return 3s --hand 3s",
        "--sheet guandan-1 --play 3s --double",
        "--sheet guandan-1 --tribute 3s",
        "--sheet guandan-1 --tribute 3s4s --hand 3s4s",
        "--sheet guandan-1 --tribute 3s --hand 3s --table 3s",
        "--sheet guandan-3 --tribute 3s --hand 3s --exposed 3s",
        "--sheet guandan-1 --play 3s --exposed 3s",
        "--sheet guandan-3 --play 3s --exposed 3s --table 2s",
        "--sheet guandan-3 --play 3s --exposed 3s --hand 4s",
        "--sheet daguai --tribute 3s --hand 3s",
        "--sheet daguai --level 5 --play 3s",
        "--sheet guandan-1 --level flag --play 3s",
        "--sheet guandan-1 --seat 5 --play 3s",
        "--sheet daguai --seat E --play 3s",
        "--sheet guandan-1 --play 3s3s3s",
        "--sheet guandan-1 --table 3s --play 3s3s",
        "--sheet guandan-1 --table 3s --hand 3s3s --play 3s",
        "--sheet guandan-1 --play 3s=",
        "--sheet guandan-1 --play 3s=x",
        "--sheet guandan-1 --play =3",
        "--sheet guandan-1 --table - --play 3s",
        "--sheet guandan-1 --play 3s --option returns=eleven",
        "--trump s --trick 'E AsAs As4s KsKs QsQs'",
        "--sheet guandan-1 --trick 'E 3s3s 3s4s'",
        "--sheet guandan-1 --table 8s8s8h8c8d --hand 3s --play 8s",
        "--sheet guandan-1 --table 8s8s8h8c8d --play 8s8h8c8d",
        "--sheet guandan-1 --table 3s --gone 3s --play 3s",
        "--sheet daguai --table 3s3s --gone 3s --play 3s",
        "--trump s --lead 7c7c --hand 3c4c --play 7c3c",
        "--trump s --hand 7c7c --gone 7c --play 7c",
        "--trump s --lead 7c --hand 7c --gone 7c --play 7c",
        "--sheet guandan-1 --tribute-from NS --hands 'E:BJBJ W:BJ'",
        "--result --banker N --levels NS=2,EW=2 --attackers 0 --kitty-points 5 --trump s --last 'E As As As As'",
        "--trump s --trick 'E Zz 3s 4s 5s'",
        "--trump s --trick 'Q As 3s 4s 5s'",
        "--trump s --trick 'E As 3s 4s 5s 6s'",
        "--trump s --trick 'E'",
        "--trump s --trick 'E As - 4s 5s'",
        "--trick 'E As 3s 4s 5s'",
        "--sheet daguai --trick 'E 3s'",
        "--sheet guandan-1 --out E --after 'E 3s - -'",
        "--sheet guandan-1 --out NN --after 'E 3s - -'",
        "--result --banker N --level 5 --levels NS=4,EW=5 --attackers 0",
        "--sheet guandan-1 --result --finish NS --level 5 --in-force NS --levels NS=4,EW=5",
        "--sheet guandan-1 --result --finish NNSE --levels NS=4,EW=5",
        "--sheet guandan-1 --tribute-from NSNS",
        "--sheet guandan-1 --tribute-from NS --tribute 'E As' --tribute 'E Ks'",
        "--sheet chaodipi --incident 'revoke N 7.2 noticed 6.1'",
        "--result --banker N --levels NS=4 --attackers 0",
        "--result --banker N --levels NS=4,NE=4 --attackers 0",
        "--result --banker N --levels NS=1,EW=4 --attackers 0",
        "--result --banker N --levels NS=4,EW=4 --attackers 42",
        "--result --banker N --levels NS=4,EW=4 --attackers 40 --kitty-points -5",
        "--sheet daguai --result --finish 123456 --levels 135=2,246=2",
        "--incident 'revoked N'",
        "--incident revoke",
        "--incident 'revoke N x.y'",
        "--incident 'revoke N 7.2 noticed 9'",
        "--sheet guandan-1 --tribute-from NS --tribute 'E AsKs'",
        "--time",
        "--trick 'E As 3s 4s 5s' --after 'E As 3s 4s 5s' --trump s",
        "--result --play As --trump s --hand As",
        "--attackers 80",
        "--finish NS --sheet guandan-1",
        "--earlier 1 --play As --trump s --hand As",
        "--sheet guandan-1 --attackers 80 --result",
        "--finish NS --result",
        "--tribute-from NS",
        "--sheet guandan-1 --gone 3s --tribute 3s --hand 3s",
    ],
)
def test_a_question_that_makes_no_sense_is_bad_usage_with_a_remedy(paipu: Paipu, words: str) -> None:
    done = paipu("judge", *shlex.split(words))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--trump s --lead Kc --hand 3cQd --play 3c", 0),
        ("--trump s --lead Kc --hand 3cQd --play Qd", 1),
        ("--trump s --lead Kc --hand 3cQd --play 3c --play Qd", 1),
        ("--trump s --hand 9c8c8c --play 9c8c8c", 3),
        ("--sheet guandan-1 --table 3s --play 4s", 0),
        ("--sheet guandan-1 --table 3s --play 3h", 1),
        ("--sheet guandan-1 --table 3s4h --play 3h", 3),
        ("--sheet guandan-1 --tribute 3s --hand 3s4s", 1),
        ("--sheet guandan-1 --tribute BJ --hand BJBJ", 0),
        ("--trump s --trick 'E 7d Kd 3s 4d'", 0),
        ("--trump s --trick 'E 7d Kd'", 3),
        ("--trump s --trick 'E 7d7d KdQdJd 3s4s 4d5d'", 1),
    ],
)
def test_exit_codes_where_they_are_asked_for(paipu: Paipu, words: str, code: int) -> None:
    assert paipu("judge", *shlex.split(words)).exit_code == 0
    assert paipu("judge", *shlex.split(words), "--exit-code").exit_code == code


@pytest.mark.parametrize(
    ("asked", "word", "legal"),
    [
        ("--lead 7s --hand 8d7? --play 8d", "UNDETERMINED", []),
        ("--lead 7s --hand 9s7? --play 9s", "LEGAL", []),
        ("--lead 7s --hand 8c7? --play 7d", "LEGAL", ["8c", "7d"]),
        ("--lead 7? --hand 9s8d --play 9s", "UNDETERMINED", []),
        ("--lead 7? --hand 9s8s --play 8c", "ILLEGAL", ["8s", "9s"]),
        ("--hand 8c7? --play 8c", "LEGAL", []),
        ("--sheet guandan-1 --table 7s --hand 8s7? --play 8s", "LEGAL", ["8s"]),
        ("--sheet guandan-1 --table 7s --hand 8s?h --play 3h", "ILLEGAL", ["8s"]),
    ],
)
def test_a_verdict_on_cards_seen_in_part_holds_whatever_they_are(paipu: Paipu, asked: str, word: str, legal: list[str]) -> None:
    trump = [] if "guandan" in asked else ["--trump", "h"]
    done = paipu("judge", "--level", "2", *trump, *shlex.split(asked), "--format", "json")
    (verdict,) = json.loads(done.stdout)["verdicts"]
    assert (verdict["word"], verdict["allowed"]) == (word, legal)
    assert (verdict["missing"] == ["unseen"]) == (word == "UNDETERMINED")


def test_cards_of_which_too_little_was_seen_are_refused(paipu: Paipu) -> None:
    many = paipu("judge", "--trump", "h", "--lead", "7s", "--hand", "8c7?????", "--play", "8c")
    assert (many.exit_code, "256" in many.stderr) == (2, True)
    none = paipu("judge", "--trump", "h", "--lead", "7s7s", "--hand", "7h7h7c7c7d7d7?", "--play", "7c7c")
    assert (none.exit_code, "2 副牌里没有这样的牌" in none.stderr) == (2, True)
