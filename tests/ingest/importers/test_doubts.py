"""Notes that fit their hand in more than one way: what is asked, what is left open, and what the hand alone tells."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from paipu.ingest.importers.notes import notes_of
from paipu.ingest.rejection import Rejection
from paipu.replay.sheets import SHEETS

Document = dict[str, Any]
TRICKS: Final = "打2\n庄 东\n主 ♥\n"


def read(text: str, sheet: str, chosen: dict[int, int] | None = None) -> Document | Rejection:
    """The match of some notes of a sheet."""
    found = notes_of(SHEETS[sheet], chosen).convert(text.encode(), "notes.txt")
    return found if isinstance(found, Rejection) else found[0]


def taken(text: str, sheet: str) -> Document:
    found = read(text, sheet)
    assert not isinstance(found, Rejection), found.message.zh
    return found


def tricks(text: str, sheet: str) -> Sequence[str]:
    """The tricks of the last hand of some notes that are taken."""
    made: Sequence[str] = taken(text, sheet)["hands"][-1].get("tricks", [])
    return made


def asked(text: str, sheet: str) -> Rejection:
    found = read(text, sheet)
    assert isinstance(found, Rejection), found
    return found


def whys(text: str, sheet: str) -> set[str]:
    """In which ways notes were not read by the letter."""
    return {why for each in taken(text, sheet).get("extra", {}).get("readings", ()) for why in each["why"].split()}


@pytest.mark.parametrize(
    ("text", "sheet", "says"),
    [
        (f"{TRICKS}东 ♠AA 北 ♠33 西 ♠44 南 ♠55\n东 ♠K 北 ♠A 西 ♠6 南 ♠7", "shengji", "♠A 一共只有 2 张，都已在第 1 墩里"),
        (f"{TRICKS}扣 ♠8 ♠8 ♣3 ♣4 ♣6 ♣7 ♦3 ♦4\n东 ♠A 北 ♠8 西 ♠4 南 ♠5", "shengji", "♠8 一共只有 2 张，都已在底牌里"),
        (f"{TRICKS}东 ♠33 北 ♠44 西 ♠55 南 ♠66\n南 ♠A 东 3 北 7 西 8", "shengji", "♠3 一共只有 2 张"),
        ("打3\n东 ♠4♠4 北 ♠5♠5 西 ♠4♥4 南过", "guandan-1", "♠4 一共只有 2 张"),
        ("打3\n东 大王 北过 西过 南过\n东 大王 北过 西过 南过\n东 大王", "guandan-1", "BJ 一共只有 2 张"),
    ],
)
def test_a_card_that_is_told_too_often_is_asked_for(text: str, sheet: str, says: str) -> None:
    why = asked(text, sheet)
    assert says in why.message.zh
    assert why.errors[0].choices
    for number, _ in enumerate(why.errors[0].choices, start=1):
        assert not isinstance(read(text, sheet, {int(why.line or 0): number}), Rejection)


def test_of_a_card_that_is_told_too_often_only_suits_are_offered_that_it_may_have() -> None:
    text = f"{TRICKS}东 ♠AA 北 ♠33 西 ♠44 南 ♠55\n东 ♠K 北 ♠A 西 ♠6 南 ♠7"
    choices = asked(text, "shengji").errors[0].choices
    assert choices == (
        "东 ♠K 北 Ah 西 ♠6 南 ♠7",
        "东 ♠K 北 Ac 西 ♠6 南 ♠7",
        "东 ♠K 北 Ad 西 ♠6 南 ♠7",
        "东 ♠K 北 A? 西 ♠6 南 ♠7",
    )


def test_cards_of_a_throw_that_failed_were_taken_up_again() -> None:
    why = asked(f"{TRICKS}东 ♠AKK>KK\n北 ♠AA 西 ♠34 南 ♠56", "shengji")  # one of them is still with the leader
    assert "“北 ♠AA”里的 ♠A 一共只有 2 张" in why.message.zh
    told = f"{TRICKS}东 ♠AKK>A 北 ♠3 西 ♠4 南 ♠5\n东 ♠KK 北 ♠66 西 ♠77 南 ♠88"
    assert tricks(told, "shengji")[-1] == "E KsKs 6s6s 7s7s 8s8s"


def test_who_did_not_follow_has_no_such_suit_by_a_bare_rank() -> None:
    first = f"{TRICKS}东 ♠A 北 ♣3 西 ♠4 南 ♠5\n"
    why = asked(f"{first}东 ♠K 北 6 西 7 南 8", "shengji")
    assert "“北 6”没写花色，按领出的应是 ♠6，可是 N 在第 1 墩已经没有这门" in why.message.zh
    assert "东 ♠K 北 6c 西 7 南 8" in why.errors[0].choices
    assert not any("6s" in each for each in why.errors[0].choices)
    assert tricks(f"{first}东 ♠K 北 ♠6 西 7 南 8", "shengji")[-1] == "E Ks 6s 7s 8s"  # as it is written
    assert tricks(f"{first}东 ♠K 北 6? 西 7 南 8", "shengji")[-1] == "E Ks 6? 7s 8s"


def test_a_bare_card_of_the_level_is_trump_in_every_suit() -> None:
    text = f"{TRICKS}东 ♠A 北 3 西 2 南 5"
    assert tricks(text, "shengji") == ["E As 3s 2? 5s"]
    assert "level_card" in whys(text, "shengji")


def test_suits_are_told_by_the_hand_where_one_alone_fits() -> None:
    deal = "打2\n东: ♠3 ♥3 ♦3 ♣4 ♦4 ♠5 ♠6 ♠7 ♠8 ♠9 ♠10 ♠J ♠Q ♠K ♠A ♥5 ♥6 ♥7 ♥8 ♥9 ♥10 ♥J ♥Q ♥K ♥A ♦5 ♦6\n"
    text = f"{deal}东 44 北 55 西 66 南 77 东过 北过 西过\n南 8 东 9 北 10 西 J"
    assert tricks(text, "guandan-1") == ["E 4c4d 5?5? 6?6? 7?7? - - -", "S 8? 9? T? J?"]
    assert "deal" in whys(text, "guandan-1")
    assert "deal" not in whys(f"{deal}东 33 北 55 西 66 南 77 东过 北过 西过", "guandan-1")


@pytest.mark.parametrize(
    ("behind", "made"),
    [
        ("东 KK 西 AA 南过 东过 北过", ["W 8?8? - K?K? - A?A? - - -"]),
        ("西 ♠5 南过 东过 北过", ["W 8?8? - - -", "W 5s - - -"]),
        ("东不要\n西 ♠5", ["W 8?8? - - -", "W 5s"]),
    ],
)
def test_who_sits_between_seats_that_passed_may_still_play(behind: str, made: Sequence[str]) -> None:
    assert tricks(f"打2\n西 88 南北都不要\n{behind}", "guandan-1") == made


def test_whether_who_sits_between_passed_is_asked_where_nothing_tells() -> None:
    why = asked("打2\n西 88 南北都不要", "guandan-1")
    assert why.errors[0].choices == ("W 8?8?, S -, E ?, N -", "W 8?8?, S -, E -, N -")
    assert tricks("打2\n西 88走了 南北都不要\n东接风 ♠J", "guandan-1") == ["W 8?8? - - -", "E Js"]


def test_last_cards_of_a_seat_may_be_leads_of_its_own() -> None:
    text = "打2\n西 KK走了 南过 东过 北过\n东接风 ♠8 ♥8 小王 走了"
    why = asked(text, "guandan-1")
    assert why.errors[0].choices == ("E 8s8h, N -, S -, E LJ走了", "E 8s, N -, S -, E 8h, N -, S -, E LJ走了")
    chosen = read(text, "guandan-1", {3: 1})
    assert not isinstance(chosen, Rejection)
    assert chosen["hands"][0]["tricks"][1:] == ["E 8s8h - -", "E LJ"]


@pytest.mark.parametrize("unsure", ["谁出哪张没记", "顺序记不清了", "次序乱写的"])
def test_plays_of_which_nobody_knows_whose_they_are_are_asked_for(unsure: str) -> None:
    text = f"{TRICKS}东 ♠J A 5 10（{unsure}）"
    why = asked(text, "shengji")
    assert "每手前面写上座位，不知道的写 ?" in why.message.zh
    made = []
    for number in (1, 2):
        chosen = read(text, "shengji", {4: number})
        assert not isinstance(chosen, Rejection)
        made += chosen["hands"][0]["tricks"]
    assert made == ["E Js ? ? ?", "E Js As 5s Ts"]
    assert tricks(f"{TRICKS}东 ♠J 西 5 北 A 南 10（{unsure}）", "shengji") == ["E Js As 5s Ts"]


def test_a_card_of_a_trick_that_is_not_told_is_asked_for() -> None:
    plays = f"{TRICKS}第1圈 东 ♠A 北 3 西 4 南 5\n"
    why = asked(f"{plays}北后来第3圈打出 ♠6", "shengji")
    assert "说的是第 3 墩里 N 的 6s" in why.message.zh
    assert [each[:5] for each in why.errors[0].choices] == ["第3墩 东", "第3墩 北", "第3墩 西", "第3墩 南", "// 北后"]
    chosen = read(f"{plays}北后来第3圈打出 ♠6", "shengji", {5: 3})
    assert not isinstance(chosen, Rejection)
    assert chosen["hands"][0]["tricks"][-1] == "W ? ? ? 6s"
    told = f"{plays}北第2圈打出 ♠6\n第2圈 东 ♠K 北 ♠6 西 7 南 8"
    assert tricks(told, "shengji")[-1] == "E Ks 6s 7s 8s"


def test_a_hand_goes_on_with_the_partner_of_who_is_out() -> None:
    text = "打2\n1 东 ♠8 北 ♠K 西 ♠A走了\n2 东接风 ♠5 北 ♠6"
    assert tricks(text, "guandan-1") == ["E 8s Ks As - - -", "E 5s 6s"]


@pytest.mark.parametrize(
    ("line", "choices"),
    [
        ("东 ♠8 北 方7?? 我记得是 红7 西过 南过 东过", ("东 ♠8 北 方7 西过 南过 东过", "东 ♠8 北 红7 西过 南过 东过")),
        ("东出 88 北出对吧 西过 南过 东过", ("东出 88 北出对8 西过 南过 东过", "东出 88 北出?? 西过 南过 东过")),
    ],
)
def test_of_two_cards_it_is_asked_which(line: str, choices: Sequence[str]) -> None:
    assert asked(f"打2\n{line}", "guandan-1").errors[0].choices == choices


def test_seats_against_the_order_of_play_are_said_to_be_so() -> None:
    why = asked("打2\n东44 南66 西JJ 北QQ 东过 南KK 西过 北过 东过", "guandan-1")
    assert "各家的次序与规则的相反：出牌按 E N W S" in why.message.zh
    chosen = read("打2\n东44 南66 西JJ 北QQ 东过 南KK 西过 北过 东过", "guandan-1", {2: 1})
    assert not isinstance(chosen, Rejection)
    assert chosen["hands"][0]["tricks"] == ["E 4?4? 6?6? J?J? Q?Q? - K?K? - - -"]


def test_a_play_without_a_seat_that_beats_nothing_is_asked_for() -> None:
    assert "轮到 N 的 8 压不过桌上的牌" in asked("打2\n东 9/8/10/J", "guandan-1").message.zh
    assert tricks("打2\n东 9 北 8 西 10 南过", "guandan-1") == ["E 9? 8? T? -"]  # kept, for it may be what the dispute is about


def test_leads_between_slashes_of_who_goes_out_are_his_own() -> None:
    text = "打8\n西88走了 南过 东过 北过\n东AA/8/8/小王 东也走"
    assert tricks(text, "guandan-1") == ["W 8?8? - - -", "E A?A? - -", "E 8? - -", "E 8? - -", "E LJ"]


@pytest.mark.parametrize(
    ("line", "sheet", "trick"),
    [
        ("3号: KKKK大怪 五个K", "daguai", "3 K?K?K?K?BJ"),
        ("3号 四个Q+6 方草方黑 红6", "daguai", "3 QdQcQdQs6h"),
        ("东 8886 (6是红2配的)", "guandan-1", "E 8?8?8?2h"),
        ("东 A2345梅花同花顺（A234草，5是红2配的）", "guandan-1", "E Ac2c3c4c2h"),
        ("东 5-9杂顺 5草6黑7红8草9红", "guandan-1", "E 5c6s7h8c9h"),
        ("东 10x5", "guandan-1", "E T?T?T?T?T?"),
    ],
)
def test_cards_that_are_told_in_more_than_one_way_are_laid_once(line: str, sheet: str, trick: str) -> None:
    assert tricks(f"打2\n{line}", sheet) == [trick]


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("东JJ/过/QQ/没", "E J?J? - Q?Q? -"),
        ("东7/10/大王/没人", "E 7? T? BJ - - -"),
        ("东 88 都没有", "E 8?8? - - -"),
        ("东 6666（没人要）", "E 6?6?6?6? - - -"),
        ("东 55588 / 过 / 88899 / 没打完时间到", "E 5?5?5?8?8? - 8?8?8?9?9?"),
    ],
)
def test_who_is_said_to_have_nothing_has_passed(line: str, made: str) -> None:
    assert tricks(f"打2\n{line}", "guandan-1") == [made]


def test_numbers_before_plays_in_a_row_are_those_of_tricks() -> None:
    text = "第一副 打2 东庄 无主\n第五把牌 北 ♠A 西 ♠8 南 ♠5 东 ♠K\n第六 北♠Q 西♠J 南♠Q 东♣9"
    assert tricks(text, "shengji")[4:] == ["N As 8s 5s Ks", "N Qs Js Qs 9c"]


def test_cards_that_nobody_is_told_to_have_played_are_no_remark() -> None:
    assert "像是出牌" in asked("打2\n东出 ♠A 北过 西过 南过\n他把 8888 放下去 说十张炸", "guandan-1").message.zh
    assert tricks("打2\n东出 ♠A 北过 西过 南过\n南说他有8888", "guandan-1") == ["E As - - -"]


def test_lines_that_cannot_be_read_only_for_want_of_one_before_are_not_told() -> None:
    why = asked(f"{TRICKS}东 对A 北 3 4 西 5 6 南 7 8\n北 9 J\n西 5 6", "shengji")
    assert [each.message.zh.split("：")[0] for each in why.errors] == ["第 4 行"]


@pytest.mark.parametrize(
    ("line", "hand"),
    [
        ("抗贡 打8 北先", {"resisted": True, "level": "8", "lead": "N"}),
        ("抗贡", {"resisted": True}),
    ],
)
def test_what_stands_behind_a_word_is_read_too(line: str, hand: Document) -> None:
    found = taken(f"{line}\n北 ♠3", "guandan-1")["hands"][0]
    assert {key: found[key] for key in hand} == hand


def test_what_of_a_line_with_a_word_is_not_read_is_said() -> None:
    told = taken("打3\n庄 东\n亮 东 ♠3 然后 北 ♥3♥3 抢亮的\n打完 NS 3 EW 4 算错了\n东 ♠A 北 ♠4 西 ♠5 南 ♠6", "shengji")
    assert told["hands"][0]["bids"] == ["E 3s", "N 3h3h"]
    unread = [said for each in told["extra"]["readings"] for said in each.get("unread", ())]
    assert "算错了" in unread
    assert any("抢亮" in said or said == "然后" for said in unread)


def test_the_words_among_cards_that_are_not_understood_are_named() -> None:
    why = asked("打2\n东 ♠8 呼啦 ♥8 北过 西过 南过", "guandan-1")
    assert "看不懂的话“呼啦”" in why.message.zh
    assert why.errors[0].choices[0] == "东 ♠8   ♥8 北过 西过 南过"


def test_plays_between_slashes_have_their_own_suits() -> None:
    text = f"{TRICKS}东 ♠10 10 8 / ♣3 大王 小王 / 8 9 Q♦ / ♦8 ♥J 10"
    assert tricks(text, "shengji") == ["E TsTs8s 3cBJLJ 8?9?Qd 8dJhTh"]


def test_who_leads_behind_another_may_follow_one_who_is_out() -> None:
    why = asked("打3\n西 ♠10 南过 东过 北过\n东 ♠2 北 ♠4", "guandan-1")
    assert "W 已经出完就先写 W走了" in why.message.zh
    chosen = read("打3\n西 ♠10 南过 东过 北过\n东 ♠2 北 ♠4", "guandan-1", {3: 1})
    assert not isinstance(chosen, Rejection)
    assert chosen["hands"][0]["left"] == {"W": 1}


@pytest.mark.parametrize(
    ("line", "sheet", "made"),
    [
        ("E,3h;N,5s;W,p;S,0d;E,Jc;N,小;W,p;S,大;E p N p W p", "guandan-1", "E 3h 5s - Td Jc LJ - BJ - - -"),
        ("S,444+QQ..no 444+22 ;E,p;n p w p", "guandan-1", "S 4?4?4?2?2? - - -"),
        ("东领 黑K黑10黑5 调大主 每人三张最大的", "chaodipi", "E KsTs5s"),
        ("东甩 ♠AK 那出K 北 ♠3 西 ♠4 南 ♠5", "shengji", "E AsKs>Ks 3s 4s 5s"),
        ("东 ♠A 北 大猫  → 大王也算主", "shengji", "E As BJ"),
    ],
)
def test_words_of_the_table_are_understood(line: str, sheet: str, made: str) -> None:
    assert tricks(f"打2\n{line}", sheet) == [made]


def test_a_banker_in_english_leads() -> None:
    text = "level 5, hearts trump, I'm S, dealer.\nlead: 4♣4♣\nE: 7♣ 9♣, N A♣ A♣, W: 8 9 of clubs"
    assert tricks(text, "shengji") == ["S 4c4c 7c9c AcAc 8c9c"]


def test_numbers_behind_plays_are_seconds_where_most_lines_end_so() -> None:
    text = "打10 首出30秒后面15秒\n南 对3(红方) 12\n东 44 (黑方) 9\n北 不要 15\n西 对K 草黑 16!!"
    assert tricks(text, "guandan-3") == ["S 3h3d 4s4d - KcKs"]


def test_a_wild_card_that_is_named_behind_it_is_one_card() -> None:
    assert tricks("打9\n北 ♥9 ... 逢人配单出 西 小王", "guandan-js2023") == ["N 9h LJ"]
    assert tricks("打9\n北 ♠9 配 西 过", "guandan-js2023") == ["N 9s9h -"]


def test_results_with_their_words_are_those_of_hands() -> None:
    found = taken("1. 东庄 2级 抓80\n2. 北庄 3级 抓95\n3. 西庄 4级 抓120", "shuangkou")["hands"]
    assert [(hand["dealer"], hand["level"], hand["claims"]["attackers"]) for hand in found] == [
        ("E", "2", 80),
        ("N", "3", 95),
        ("W", "4", 120),
    ]


def test_tribute_may_have_spaces() -> None:
    assert taken("打9\n北 进 东 ♠A 东还 ♣2\n北 ♥3", "guandan-1")["hands"][0]["tribute"] == ["N>E As", "E>N 2c"]


def test_tribute_that_was_paid_anew_is_asked_about() -> None:
    text = "打7\n东贡大王，西贡♠A\n还：北还东♥3，南还西 方10\n东先出\n"
    assert "里有更正；只留下对的" in asked(f"{text}裁判让重贡 西把7给南 收回A", "guandan-3").message.zh
    assert len(taken(text, "guandan-3")["hands"][-1]["tribute"]) == 4
