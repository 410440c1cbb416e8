"""Who is who in notes: by how players sit from one another, by names that the notes declare, by who says a line."""

from collections.abc import Sequence

import pytest

from tests.ingest.importers.test_doubts import asked, read, taken, tricks


@pytest.mark.parametrize(
    ("head", "plays"),
    [
        ("阿强对门，左手老周，右手小马", "老周先出 单5，我出K，小马过，阿强过，老周过"),
        ("对门是阿强 上家是老周 下家是小马", "老周 5，我 K，小马不要，阿强不要，老周不要"),
        ("我坐南，对家阿强，上家老周，下家小马", "老周 5，我 K，小马过，阿强过，老周过"),
        ("Ben (left), Al (opposite), Cy (right of me). I am S", "Ben 5 / me K / Cy pass / Al pass / Ben pass"),
    ],
)
def test_players_are_told_by_how_they_sit_from_the_writer(head: str, plays: str) -> None:
    assert tricks(f"打2\n{head}\n{plays}", "guandan-1") == ["W 5? K? - - -"]


def test_players_are_told_by_how_they_sit_from_one_who_plays() -> None:
    """舅 is the fourth at the table: he plays, and the others are told by where they sit."""
    head = "打6 (刘叔对门 左手老赵 右手老钱)"
    text = f"{head}\n赵先出 单4\n舅 草Q，钱过，刘叔 小王\n赵过舅过钱过\n刘叔连对334455\n赵过舅过 钱炸4个9\n刘过赵过舅过"
    assert tricks(text, "guandan-1") == ["W 4? Qc - LJ - - -", "N 3?3?4?4?5?5? - - 9?9?9?9? - - -"]
    assert taken(text, "guandan-1")["seats"]["N"] == {"id": "刘叔", "name": "刘叔"}
    assert "大" in asked(text.replace("小王", "王"), "guandan-1").message.zh


def test_others_are_told_by_how_they_sit_from_one_whose_hand_is_told() -> None:
    hand = "小李手牌（照着打的）\n♥2 J J Q K 8 5 5 4\n♦2 K Q J 10 9 8 6 5 3\n♣A J 7 5 4 3\n♠10 7\n"
    text = f"打2\n{hand}他第一手出对3，下家10 10，对家JJ，上家2 2 就没人要了。"
    found = taken(text, "guandan-1")
    assert found["hands"][0]["tricks"] == ["S 3c3d T?T? J?J? 2?2? - - -"]
    assert [*found["hands"][0]["deal"]] == ["S"]


def test_where_the_writer_sits_is_asked() -> None:
    text = "打5 主红桃 南庄\n对家领 草A，我草5，上家草9"
    assert "没有说“我”坐哪里；另写一行，如 我坐南" in asked(text, "shengji").message.zh
    assert not isinstance(read(f"我坐南\n{text}，下家草J".replace("对家领", "北领"), "shengji"), tuple)


def test_names_with_a_bracket_are_the_names_alone() -> None:
    head = "我们打9 我(东)对家小吴(西) 他们是老丁(北)和他老婆(南)"
    assert tricks(f"{head}\n老丁先 单5，小吴单6，老婆单K 我单A，老丁过 小吴过 老婆过", "guandan-1") == ["N 5? 6? K? A? - - -"]
    assert tricks(f"{head}\n我出 三带二 888 和55 老丁过 小吴过 老婆过", "guandan-1") == ["E 8?8?8?5?5? - - -"]


def test_a_name_may_stand_the_other_way_round() -> None:
    text = "6人 1顾 2薛 3江小 4雷 5老江 6白\n老江 A2345 红黑草草草\n白、顾、薛、小江 不要 雷 过"
    assert tricks(f"打2\n{text}", "daguai") == ["5 Ah2s3c4c5c - - - - -"]


def test_who_says_a_line_of_a_chat_is_the_writer_of_it() -> None:
    text = "东李 北王 西陈 南赵\n赵 21:03 打3 主♣ 我庄，♣A\n李 ♣8\n王 21:04 我出 ♣7\n陈 ♣4"
    assert tricks(text, "shengji") == ["S Ac 8c 7c 4c"]
    assert taken(text, "shengji")["hands"][0]["dealer"] == "S"


@pytest.mark.parametrize("rows", [("1 E 2级 小分80", "2 N 3级 120", "3 W 4 40"), ("1 甲5  名次 甲甲乙", "2 乙1", "3 甲3")])
def test_results_hand_by_hand_are_told_to_be_a_score_sheet(rows: Sequence[str]) -> None:
    why = asked("八把 成绩\n" + "\n".join(rows), "shuangkou")
    assert len(why.errors) == 1
    assert "用 paipu convert --from scoresheet 读" in why.message.zh
    assert why.line == 2


def test_where_the_writer_sits_may_stand_beside_the_level() -> None:
    found = taken("打2 我南\n我 44 下家过 对家 77 上家过 我不要 下家不要", "guandan-1")
    assert (found["hands"][0]["level"], found["hands"][0]["tricks"]) == ("2", ["S 4?4? - 7?7? - - -"])


def test_seats_by_six_letters_in_a_row() -> None:
    text = "六个人 A B C D E F 逆时针 A先\nA: 55566\nB: 77788\nC: 过\nD: 999 10 10\nE-F-A: 过\nB: JJJQQ C D E F A 都过"
    assert tricks(f"打2\n{text}", "daguai") == ["1 5?5?5?6?6? 7?7?7?8?8? - 9?9?9?T?T? - - - J?J?J?Q?Q? - - - - -"]


def test_two_names_may_pass_together() -> None:
    head = "打6 老王(东) 小李(北) 张姐(西) 阿明(南)"
    assert tricks(f"{head}\n老王单张K 小李A 张姐和阿明不要 老王小王 都不要", "guandan-1") == ["E K? A? - - LJ - - -"]


@pytest.mark.parametrize(
    "said", ["东头 北二 西三 南末", "北第一 西第二 南第三 东第四", "东剩三 北剩五 西剩一 南剩二", "东一胜 北两胜 西三负 南平"]
)
def test_places_and_counts_beside_the_seats_are_no_names(said: str) -> None:
    assert "seats" not in taken(f"打2\n{said}", "guandan-1")


def test_a_player_may_be_called_as_a_card_is() -> None:
    text = "东小王 北老周 西老陈 南阿明 打4\n小王 单7\n老周 J\n老陈 A\n阿明 小王\n小王 大王\n老周过 老陈过 阿明过\n小王 对6"
    assert tricks(text, "guandan-3") == ["E 7? J? A? LJ BJ - - -", "E 6?6?"]


@pytest.mark.parametrize("head", ["我坐南，打K，牌：", "打K，南的牌：", "我坐南 打K\n手牌："])
def test_a_hand_behind_something_else_is_a_hand_and_no_play(head: str) -> None:
    found = taken(f"{head}大王 小王 KK AAA QQ J 1010 999 8 77 66 55 44 333\n南 333带44", "guandan-1")["hands"][0]
    assert (len(found["deal"]["S"]), found["tricks"]) == (2 * 27, ["S 3?3?3?4?4?"])


def test_a_hand_of_nobody_is_no_play() -> None:
    found = taken("打K，牌：大王 小王", "guandan-1")
    assert not {"deal", "tricks"} & {*found["hands"][0]}
    assert found["extra"]["remarks"] == ["牌:大王 小王"]
