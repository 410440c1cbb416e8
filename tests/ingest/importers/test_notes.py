"""A hand as a referee jots it down: what is written in several styles is read back, and a wrong line says what is wrong."""

import json
import re
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.ingest.importers import Document
from paipu.ingest.importers.notes import NOTES, readings_of
from paipu.ingest.importers.notes import notes_of as notes_of_sheet
from paipu.ingest.importers.notes.reading import MOST_IN_LINE
from paipu.ingest.importers.notes.tricks import MOST_FOLLOWED
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place, Rejection
from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.notation import size_of
from paipu.replay.sheets import SHEETS
from tests.made import make_match, must_parse
from tests.many import in_one

SIGNS: Final = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}
NAMES: Final = {"s": "黑桃", "h": "红心", "c": "梅花", "d": "方块"}
SEATS: Final = {"E": "东", "N": "北", "W": "西", "S": "南"}


def converted(text: str, sheet: str | None = None) -> Document | Rejection:
    importer = NOTES if sheet is None else notes_of_sheet(SHEETS[sheet])
    found = importer.convert(text.encode(), "notes.txt")
    return found if isinstance(found, Rejection) else found[0]


# ---- styles


def in_letters(cards: str) -> str:
    return cards


def in_signs(cards: str) -> str:
    """The sign before the rank, ten as 10, jokers by name."""
    return re.sub(r"BJ|LJ|(?P<rank>\w)(?P<suit>[shcd])", _sign, cards)


def _sign(found: re.Match[str]) -> str:
    if found["suit"] is None:
        return {"BJ": "大王", "LJ": "小王"}[found[0]]
    return SIGNS[found["suit"]] + found["rank"].replace("T", "10")


def in_words(cards: str) -> str:
    """Suits as words, of which the first card of a play alone is in letters when it is a joker."""
    return re.sub(r"(?P<rank>[2-9TJQKA])(?P<suit>[shcd])", lambda found: NAMES[found["suit"]] + found["rank"], cards)


def written(hand: Mapping[str, Any], style: Callable[[str], str], *, chinese: bool, apart: str) -> list[str]:
    """A hand as lines."""

    def seat(each: str) -> str:
        return SEATS.get(each, each) if chinese else each

    def word(zh: str, en: str) -> str:
        return zh if chinese else en

    lines = [f"第{hand['no']}副" if chinese else f"hand {hand['no']}", f"{word('打', 'level')} {hand['level']}"]
    lines += [f"{word('庄', 'banker')} {seat(hand['dealer'])}"] if hand.get("dealer") else []
    lines += [f"{word('首家', 'lead')} {seat(hand['lead'])}"] if hand.get("lead") else []
    lines += [f"{word('主', 'trump')} {hand['trump']}"] if hand.get("trump") else []
    for place, cards in hand.get("deal", {}).items():
        lines.append(f"{word('底', 'kitty') if place == 'kitty' else seat(place)}: {' '.join(map(style, split_cards(cards)))}")
    if "bids" in hand:
        shown = [f"{seat(bid[0])} {_named(bid[2:], style)}" for bid in hand["bids"]]
        lines.append(f"{word('亮', 'bids')} {'；'.join(shown) or word('无', 'none')}")
    for gift in hand.get("tribute", []):
        lines.append(f"{word('贡', 'tribute')} {seat(gift[0])}>{seat(gift[2])} {style(gift[4:])}")
    lines += [word("抗贡", "resisted")] if hand.get("resisted") else []
    for number, action in enumerate(hand.get("kitty", [])):
        if not number:
            lines.append(f"{word('扣', 'bury')} {seat(action['seat'])} {style(action['bury'])}")
            continue
        answer = word("不炒", "-") if action.get("pass") else _named(action["show"], style)
        buried = f" {word('扣', 'bury')} {style(action['bury'])}" if "bury" in action else ""
        lines.append(f"{word('炒', 'asked')} {seat(action['seat'])} {answer}{buried}")
    for number, trick in enumerate(hand["tricks"], start=1):
        leader, *plays = trick.split()
        lines.append(f"{number}. {seat(leader)} {apart.join(_play(each, style, chinese=chinese) for each in plays)}")
    return lines


def _named(shown: str, style: Callable[[str], str]) -> str:
    cards, equals, suit = shown.partition("=")
    return style(cards) + equals + suit


def _play(play: str, style: Callable[[str], str], *, chinese: bool) -> str:
    if play == "-":
        return "不出" if chinese else "-"
    cards, equals, reading = play.partition("=")
    return ">".join(map(style, cards.split(">"))) + equals + reading


STYLES: Final[Mapping[str, tuple[Callable[[str], str], bool, str]]] = {
    "letters": (in_letters, False, " "),
    "signs": (in_signs, True, "，"),
    "words": (in_words, True, " / "),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_what_is_written_is_read_back(sheet: str, style: str) -> None:
    if sheet == "shengji-botzone":
        made = {**make_match(3, 1, sheet="shengji", hands=1), "sheet": sheet}
    else:
        made = make_match(3, 1, sheet=sheet, hands=2)
    how, chinese, apart = STYLES[style]
    lines = [f"规则 {SHEETS[sheet].title.zh}" if chinese else f"sheet {sheet}"]
    for hand in made["hands"]:
        lines += written(hand, how, chinese=chinese, apart=apart)
    found = converted("\n".join(lines))
    assert not isinstance(found, Rejection), found
    assert found["sheet"] == sheet
    for read, hand in zip(found["hands"], made["hands"], strict=True):
        for key in ("no", "level", "dealer", "trump", "lead", "bids", "tribute", "tricks"):
            assert read.get(key) == (hand.get(key) or ([] if key == "bids" and "bids" in hand else None)), key
        assert {place: sorted(split_cards(each)) for place, each in read.get("deal", {}).items()} == {
            place: sorted(split_cards(each)) for place, each in hand.get("deal", {}).items()
        }
        kept = [{name: each for name, each in action.items() if name != "seconds"} for action in hand.get("kitty", [])]
        assert read.get("kitty", []) == kept


@pytest.mark.parametrize("sheet", sorted(set(SHEETS) - {"shengji-botzone"}))
def test_plays_with_their_seats_are_read_back_however_they_fall_into_lines(sheet: str) -> None:
    made = make_match(3, 1, sheet=sheet, hands=2)["hands"][0]
    seats = SHEETS[sheet].seats
    hand = {**made, "tricks": []}
    lines = [f"{SHEETS[sheet].title.zh} {written(hand, in_signs, chinese=True, apart=' ')[0]}"]
    lines += [
        line for line in written(hand, in_signs, chinese=True, apart=" ")[1:] if line.startswith(("打", "庄", "首家", "主"))
    ]
    left, plays = dict.fromkeys(seats, SHEETS[sheet].hand_size), []
    for trick in made["tricks"]:
        leader, *tokens = trick.split()
        at = seats.index(leader)
        for made_now in tokens:
            while not left[seats[at]]:
                at = (at + 1) % len(seats)
            seat = seats[at]
            left[seat] -= 0 if made_now == "-" else size_of(made_now)
            plays.append(f"{SEATS.get(seat, seat + '号')}{_play(made_now, in_signs, chinese=True)}")
            at = (at + 1) % len(seats)
    lines += ["，".join(plays[at : at + 7]) for at in range(0, len(plays), 7)]
    found = converted("\n".join(lines))
    assert not isinstance(found, Rejection), found.message.zh
    assert found["hands"][0]["tricks"] == made["tricks"]


def test_the_leader_may_be_left_out_where_the_trick_before_tells() -> None:
    made = make_match(3, 1, sheet="shengji", hands=1)["hands"][0]
    lines = ["规则 升级", *written(made, in_signs, chinese=True, apart="，")]
    first = next(at for at, line in enumerate(lines) if line.startswith("1. "))
    bare = [re.sub(r"^(\d+\. )[东北西南] ", r"\1", line) for line in lines[first + 1 :]]
    found = converted("\n".join([*lines[: first + 1], *bare]))
    assert not isinstance(found, Rejection), found
    assert found["hands"][0]["tricks"] == made["tricks"]


def test_the_rest_goes_to_the_last_hand_and_the_whole_is_audited() -> None:
    made = make_match(3, 1, sheet="shengji", hands=1)["hands"][0]
    lines = written(made, in_letters, chinese=True, apart=" ")
    south = next(line for line in lines if line.startswith("南:"))
    without = [line for line in lines if line != south]
    at = next(number for number, line in enumerate(without) if line.startswith("底:")) + 1
    found = converted("\n".join(["规则 升级", *without[:at], "其余 南", *without[at:]]))
    assert not isinstance(found, Rejection), found
    assert sorted(split_cards(found["hands"][0]["deal"]["S"])) == sorted(split_cards(made["deal"]["S"]))
    parsed = must_parse(found)
    assert not [each for each in audit(parsed.record).findings if each.severity == "error"]


@pytest.mark.parametrize(
    ("lines", "at", "zh", "en"),
    [
        (["东 As"], 1, "先写一行“规则", "begin with a line"),
        (["规则 掼旦"], 1, "没有规则 掼旦", "掼旦"),
        (["规则 升级", "东 55 6s"], 2, "“55”：每张牌都要写花色，如 ♠5；花色没看到的写 5?5?", "each card needs its suit"),
        (["规则 掼蛋", "东♠3，西♠5，过"], 2, "“西♠5”：这里轮到 N", "it is N whose turn comes here"),
        (["规则 掼蛋", "东 5s", "南 5x"], 3, "“5x”不是牌", "is no card"),
        (["规则 升级", "东 AsAs 3s 4s 5s 6s"], 2, "有 5 手牌", "has 5 plays"),
        (["规则 升级", "AsAs 3s4s"], 2, "没有说谁领出", "who led"),
        (["规则 升级", "打 Z"], 2, "没有级牌 Z", "no level Z"),
        (["规则 升级", "庄 中"], 2, "没有座位", "no seat"),
        (["规则 升级", "扣 5h5h"], 2, "没有说是谁扣的", "who buried"),
        (["规则 升级", "东: AsAsAs"], 2, "As 出现 3 张", "As is there 3 times"),
        (["规则 升级", "其余 南"], 2, "其余的牌有", "the rest are"),
        (["规则 掼蛋", "贡 南 As"], 2, "看不懂进贡", "tribute"),
        (["规则 掼蛋", "名次 东??"], 2, "不知道的记 ?，如 东西--、东??南", "? where it is not known"),
        (["规则 升级", "第2副", "第2副"], 3, "不是这一副的编号", "no number of a hand"),
        (["规则 升级", "抓分 八十"], 2, "不是分数", "no number of points"),
        (["规则 升级", "东"], 2, "没有牌", "has no cards"),
        (["规则 升级", "名次 东西--"], 2, "规则 shengji 没有“名次”这一项", "has nothing of"),
        (["规则 掼蛋", "主 ♠"], 2, "规则 guandan-1 没有“主”这一项", "has nothing of"),
        (["规则 升级", "打 2", "规则 掼蛋"], 3, "前面已是规则 shengji", "those of another sheet"),
        ([""], 1, "没有说是什么规则", "the rule sheet is not told"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_is_wrong_in_it(lines: Sequence[str], at: int, zh: str, en: str) -> None:
    found = converted("\n".join(lines))
    assert isinstance(found, Rejection)
    assert (found.code, found.line, len(found.errors)) == ("FOREIGN-LINE", at, 1)
    assert zh in found.message.zh
    assert en in found.message.en
    assert f"第 {at} 行" in found.message.zh


def notes_of(name: str) -> Sequence[Mapping[str, Any]]:
    """The notes of a file."""
    found: Sequence[Mapping[str, Any]] = tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))["note"]
    return found


JOTTED: Final = notes_of("jotted.toml")
SCRIBBLED: Final = notes_of("scribbled.toml")
CHATTED: Final = notes_of("chatted.toml")
AT_THE_TABLE: Final = notes_of("at_the_table.toml")
MESSAGED: Final = notes_of("messaged.toml")


@in_one
@pytest.mark.parametrize("note", [*JOTTED, *SCRIBBLED, *CHATTED, *AT_THE_TABLE, *MESSAGED])
def test_what_people_jot_is_taken_as_it_was_meant_or_said_to_be_wrong(note: Mapping[str, Any]) -> None:
    found = converted(note["text"], note.get("sheet"))
    if "meant" in note:
        assert not isinstance(found, Rejection), found.message.zh
        assert {key: value for key, value in found.items() if key not in {"format", "id", "extra"}} == json.loads(note["meant"])
        assert isinstance(parse(json.dumps(found).encode(), Place()), Parsed)
    else:
        assert isinstance(found, Rejection)
        assert note["says"] in found.message.zh
        assert found.line == note["line"]


@pytest.mark.parametrize("line", ["东 " + "5 " * 900 + "红", "东 " + "5红" * 600, "东 " + "5 " * 400 + "— " + "红 " * 400])
def test_a_long_row_of_ranks_and_suits_takes_no_time(line: str) -> None:
    start = time.process_time()
    converted(f"打2\n{line}", "guandan-1")
    assert time.process_time() - start < 5


def test_of_thirty_hands_of_all_sheets_twenty_five_are_taken() -> None:
    for notes in (JOTTED, SCRIBBLED, CHATTED):
        assert len(notes) == 30
        assert sum("meant" in note for note in notes) >= 25
        sheets = {json.loads(note["meant"])["sheet"] for note in notes if "meant" in note}
        assert sheets >= set(SHEETS) - {"shengji-botzone"}


def test_all_lines_that_cannot_be_read_are_told_at_once() -> None:
    found = converted("规则 升级\n打 Z\n庄 东\n东 5 6\n# nothing\n")
    assert isinstance(found, Rejection)
    assert [re.search(r"line (\d+)", each.message.en)[1] for each in found.errors] == ["2", "4"]  # type: ignore[index] # each has


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("江苏掼蛋 打J\n底：♠10 ♦10 ♣3 ♥3\n西33 南55", 2),  # this game has no kitty
    ],
)
def test_what_cannot_stand_in_a_record_is_refused_at_its_line(told: str, line: int) -> None:
    found = converted(told)
    assert isinstance(found, Rejection), found
    assert (found.line, "照这样读" in found.message.zh) == (line, True)


@pytest.mark.parametrize(
    "told",
    [
        "双扣 打2 主♠\n。北要他出双的。东改出梅7梅7，北梅10梅10\n",
        "掼蛋 打K\n北 ? 西 ? ……\n南领8 东J 北A 西过南\n北345678 西过\n",
    ],
)
def test_what_stands_before_any_play_raises_nothing(told: str) -> None:
    converted(told)


def test_a_seat_with_a_colon_holds_cards_unless_it_stands_there_again() -> None:
    once = converted("规则 升级\n打 2\n庄 东\n主 ♠\n东：♠A ♠3 ♠K ♠9\n北：♥A ♥3 ♥K ♥9")
    assert not isinstance(once, Rejection)
    assert once["hands"][0]["deal"] == {"E": "As3sKs9s", "N": "Ah3hKh9h"}
    again = converted("规则 升级\n打 2\n庄 东\n主 ♠\n东：♠A ♠3 ♠K ♠9\n东：♥A ♥3 ♥K ♥9")
    assert not isinstance(again, Rejection)
    assert again["hands"][0]["tricks"] == ["E As 3s Ks 9s", "E Ah 3h Kh 9h"]


def test_who_leads_first_is_told_of_a_trick_game_too() -> None:
    found = converted("拖拉机 第2副 打5 主♠ 庄东 西先\n♥A ♥3 ♥K ♥9")
    assert not isinstance(found, Rejection)
    assert found["hands"] == [{"no": 2, "level": "5", "trump": "s", "dealer": "E", "tricks": ["W Ah 3h Kh 9h"]}]


def test_claims_and_players_are_taken() -> None:
    found = converted(
        "规则 掼蛋（一）\n编号 cup/7\n选手 东 张三；西 李四\n打 5\n东 5s 6s - -\n名次 东西--\n打完 东西=8,南北=5\n胜方 东西"
    )
    assert not isinstance(found, Rejection), found
    assert found["id"] == "cup/7"
    assert found["seats"] == {"E": {"id": "张三", "name": "张三"}, "W": {"id": "李四", "name": "李四"}}
    assert found["hands"][0]["claims"] == {"finish": "EW--", "levels": {"EW": "8", "NS": "5"}}
    assert found["claims"] == {"winner": "EW"}


def test_no_notes_take_long() -> None:
    """Of very many tricks without a leader the first are followed; the rest are refused as what nothing tells of is."""
    lines = ["规则 升级"]
    for number in range(1, 51):
        lines += [f"第{number}副", "打 2", "庄 东", "主 s", *[f"{rank}s {rank}h {rank}c {rank}d" for rank in "3456789TJQK"]]
    found = converted("\n".join(lines))
    assert isinstance(found, Rejection)
    assert "没有说谁领出" in found.message.zh
    assert found.line is not None
    assert found.line > MOST_FOLLOWED


def test_a_hand_whose_level_nothing_tells_has_its_leaders_told() -> None:
    lines = ["规则 升级", "第2副", "庄 东", "主 s", "3s 4s 5s 6s"]
    assert not isinstance(converted("\n".join(lines)), Rejection)
    found = converted("\n".join([*lines, "7s 8s 9s Ts"]))
    assert isinstance(found, Rejection)
    assert "没有说谁领出" in found.message.zh


@pytest.mark.parametrize(
    "unit", ["都", "东 ", "东", "东/", "2 2 ", "一", "对", "不要", "东西 1", "头游东", "?", "A ", "东亮♠2"]
)
@pytest.mark.parametrize("sheet", ["chaodipi", "guandan-1", "daguai"])
def test_no_line_of_notes_takes_long(sheet: str, unit: str) -> None:
    """What a search may try in many ways is bounded: a thousand characters of it are read or refused at once."""
    begun = time.process_time()
    converted((unit * 1000)[:1000], sheet)
    assert time.process_time() - begun < 1


def test_a_line_too_long_for_a_hand_is_refused() -> None:
    found = converted("东" * (MOST_IN_LINE + 1), "shengji")
    assert isinstance(found, Rejection)
    assert (found.code, found.line, found.found, found.expected) == ("FOREIGN-VALUE", 1, "2001", "≤ 2,000")


def test_words_that_are_no_play_are_kept_and_not_read() -> None:
    """A sentence about cards is no trick, and a line of plays no remark."""
    lines = ["打 5", "东555带22 南过 西过 北过", "一对大王都出来了", "东五个8压我一对8，值吗"]
    told = converted("\n".join(["座位 东南西北逆时针", *lines]), "guandan-1")
    assert isinstance(told, Rejection)  # it is north's turn after east
    lines[1:2] = ["东555带22 北过 西过 南过"]
    told = converted("\n".join(lines), "guandan-1")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0]["tricks"] == ["E 5?5?5?2?2? - - -"]
    assert told["extra"]["remarks"] == ["一对大王都出来了", "东五个8压我一对8", "值吗"]
    assert [each["why"] for each in told["extra"]["readings"]] == ["unread", "unread", "number"]
    lines[3] = "东五个8压我一对8"
    asked = converted("\n".join(lines), "guandan-1")
    assert isinstance(asked, Rejection)
    assert "牌中间有看不懂的话" in asked.message.zh
    lost = converted("2号 66666 —— 5号 88888压住，都过", "daguai")
    assert isinstance(lost, Rejection)
    assert "这里轮到 3" in lost.message.zh


def test_cards_paid_whose_suit_nobody_noted_tell_of_no_tribute() -> None:
    told = converted("第3副 打5\n贡 西→北 大王；还 北→西 7\n西 10 - - -", "guandan-1")
    assert not isinstance(told, Rejection), told.message.zh
    assert "tribute" not in told["hands"][0]
    assert told["extra"]["remarks"] == ["W>N BJ", "N>W 7?"]


def test_what_a_seat_still_held_must_be_as_many_cards_as_it_says() -> None:
    told = converted("打2\n东(2张) ♠A ♠K\n西(1张) ♣4", "guandan-1")
    assert not isinstance(told, Rejection), told.message.zh
    assert (told["hands"][0]["deal"], told["hands"][0]["left"]) == ({"E": "AsKs", "W": "4c"}, {"E": 2, "W": 1})
    wrong = converted("打2\n东(3张) ♠A ♠K", "guandan-1")
    assert isinstance(wrong, Rejection)
    assert "写着还有 3 张，列出的是 2 张" in wrong.message.zh


def test_a_question_offers_what_may_have_been_meant_and_takes_the_choice() -> None:
    """Each choice can be read in the place of the line; the one that is chosen is read so."""
    text = "打2\n北 101010JJJ 过 过 东4炸 北 5个8 都不要"
    asked = NOTES._replace(read=notes_of_sheet(SHEETS["guandan-2"]).read).convert(text.encode(), "notes.txt")
    assert isinstance(asked, Rejection)
    assert asked.errors[0].choices[:2] == (
        "北 101010JJJ 过 过 东4444 北 5个8 都不要",
        "北 101010JJJ 过 过 东44444 北 5个8 都不要",
    )
    for number, choice in enumerate(asked.errors[0].choices, start=1):
        chosen = notes_of_sheet(SHEETS["guandan-2"], {2: number}).convert(text.encode(), "notes.txt")
        typed = converted(f"打2\n{choice}", "guandan-2")
        assert not isinstance(chosen, Rejection)
        assert not isinstance(typed, Rejection)
        assert chosen[0]["hands"] == typed["hands"]
    none = notes_of_sheet(SHEETS["guandan-2"], {2: 99}).convert(text.encode(), "notes.txt")
    assert isinstance(none, Rejection)
    assert "没有第 99 种读法" in none.message.zh


@pytest.mark.parametrize(
    ("line", "tricks", "why"),
    [
        ("东 ♠A 3 K 9", ["E As 3s Ks 9s"], "suits"),
        ("西 ♠3 南 ♠4 东 ♠5 北 ♠6", ["E ? ? ? ?", "W 3s 4s 5s 6s"], "later"),
        ("第2圈 西 ♠3 南 ♠4 东 ♠5 北 ♠6", ["E ? ? ? ?", "W 3s 4s 5s 6s"], None),
        ("第1圈 西 ♠3 南 ♠4 东 ♠5 北 ♠6", ["W 3s 4s 5s 6s"], None),
        ("第1圈 西 ♠3 北 ♠6 南 ♠4 东 ♠5", ["W 3s 4s 5s 6s"], "order"),
        ("东 ♠5 10 K，北 ♠3 4 6，西 ♠7 8 9，南 ♠J Q A", ["E 5sTsKs 3s4s6s 7s8s9s JsQsAs"], None),
        ("东 对3，北 对♠4，西 ♠56，南 ♠78", None, None),
        ("东：黑Q黑Q；北：红5红5；西：黑10黑10；南：黑K黑9", ["E QsQs 5h5h TsTs Ks9s"], None),
        ("东 ♠55，北 ♠6对，西 大王x2，南 ♠78", ["E 5s5s 6s6s BJBJ 7s8s"], None),
        ("东随手打了个♠5，北♠6，西♠7，南♠8", ["E 5s 6s 7s 8s"], "words"),
        ("东说西有♠A", [], "unread"),
        ("东♠5，北♠6，写错了，北♠7，西♠8，南♠9", ["E 5s 7s 8s 9s"], "corrected"),
        ("东♠5，写错了", None, None),
    ],
)
def test_cards_fall_apart_by_whose_turn_it_is_and_how_many_were_led(
    line: str, tricks: Sequence[str] | None, why: str | None
) -> None:
    told = converted(f"打2\n庄 东\n主 ♥\n{line}", "shengji")
    if tricks is None:
        assert isinstance(told, Rejection)
        return
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0].get("tricks", []) == tricks
    assert [each["why"] for each in told.get("extra", {}).get("readings", [])] == ([why] if why else [])


def test_of_two_levels_it_is_asked_which_holds() -> None:
    text = "掼蛋第3副 我们打5 对面打2\n东 33 北 66 西过 南过 东过"
    asked = converted(text)
    assert isinstance(asked, Rejection)
    assert asked.errors[0].choices == ("掼蛋第3副 我们打5", "掼蛋第3副  对面打2")
    for number, level in enumerate(("5", "2"), start=1):
        chosen = notes_of_sheet(None, {1: number}).convert(text.encode(), "notes.txt")
        assert not isinstance(chosen, Rejection)
        assert chosen[0]["hands"][0]["level"] == level


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("升级 打2 主红桃\n我 梅A 下家梅3 对家梅K 上家梅5", "seats"),
        ("俱乐部升级赛 打2 主红桃\n东 ♣A 北 ♣3 西 ♣K 南 ♣5", "named"),
        ("升级 打2 主红桃\n东 ♣A 北 ♣3 西 ♣J 不对，是K 南 ♣5", "corrected"),
    ],
)
def test_what_is_not_read_by_the_letter_is_told(text: str, why: str) -> None:
    told = converted(text)
    assert not isinstance(told, Rejection), told.message.zh
    assert [trick[2:] for trick in told["hands"][0]["tricks"]] == ["Ac 3c Kc 5c"]
    assert why in [each["why"] for each in told["extra"]["readings"]]


@pytest.mark.parametrize(
    ("text", "sheet", "trick", "why"),
    [
        ("打2 主红桃\n东 ♣A 北 ♣33 西 ♣K 南 ♣5", "shengji", "E Ac 3c3c Kc 5c", "size"),
        ("打2\n东 9 北 7 西过 南过 东过", "guandan-1", "E 9? 7? - - -", "lower"),
    ],
)
def test_a_play_that_is_not_allowed_is_kept_and_told(text: str, sheet: str, trick: str, why: str) -> None:
    told = converted(text, sheet)
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0]["tricks"] == [trick]
    assert [each["why"] for each in told["extra"]["readings"]] == [why]


def test_points_told_before_later_tricks_are_not_those_of_the_hand() -> None:
    header = "升级 打2 主红桃 东庄 闲家50分"
    alone = converted(header)
    assert not isinstance(alone, Rejection)
    assert alone["hands"][0]["claims"] == {"attackers": 50}
    told = converted(f"{header}\n东 ♣A 北 ♣3 西 ♣K 南 ♣5\n到此闲家65")
    assert not isinstance(told, Rejection)
    assert "claims" not in told["hands"][0]
    assert told["extra"]["remarks"] == ["到此闲家65", "50"]


@pytest.mark.parametrize(
    ("line", "unread"),
    [
        ("东 ♠5 北 ♠6 西 ♠7 南 ♠8（西本来想出♠9）", ["西本来想出♠9"]),
        ("东 ♠5 北 ♠6 西 ♠7 南 ♠8，庄家10分", ["庄家10分"]),
        ("东 ♠5 北 ♠6 西 ♠7 南 ♠8 东收", ["东收"]),
        ("东 ♠5 北 ♠6 西 ♠7 南 ♠8 南收", None),
        ("东 ♠5 北 ♠6 西 ♠7 南 ♠8，打得真慢", None),
    ],
)
def test_what_tells_something_and_is_not_read_is_said(line: str, unread: Sequence[str] | None) -> None:
    """Every sign of a line is taken by a rule, or kept as a remark; what a record may hold is said not to be read."""
    told = converted(f"打2\n庄 东\n主 ♥\n{line}", "shengji")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0]["tricks"] == ["E 5s 6s 7s 8s"]
    assert [each.get("unread") for each in told.get("extra", {}).get("readings", [])] == ([unread] if unread else [])
    spoken = [why for *_, why in readings_of(told, "zh")]
    assert all(said in spoken[0] for said in unread or ())


def claims(text: str, sheet: str) -> list[tuple[int, Document]]:
    """The numbers of the hands of some notes that are taken, and what is claimed of each."""
    told = converted(text, sheet)
    assert not isinstance(told, Rejection), told.message.zh
    return [(hand["no"], hand.get("claims", {})) for hand in told["hands"]]


@pytest.mark.parametrize(
    ("text", "finish"),
    [
        ("打2\n东头 南二 西三 北末", "ESWN"),
        ("打2\n东头，北二，南三，西四", "ENSW"),
        ("打2\n东 对K 北过 西过 南过\n后面没记。北头游 东二 南三 西四", "NESW"),
    ],
)
def test_places_are_told_by_one_word_each(text: str, finish: str) -> None:
    assert claims(text, "guandan-1") == [(1, {"finish": finish})]


def test_results_with_numbers_are_of_a_hand_each() -> None:
    text = "1 南头 北二，双下，南北到5\n2 东头 南二 西三 北末 东西到4\n3 北头 东二 西三 南末，南北到6"
    assert claims(text, "guandan-1") == [
        (1, {"finish": "SN??", "levels": {"NS": "5"}}),
        (2, {"finish": "ESWN", "levels": {"EW": "4"}}),
        (3, {"finish": "NEWS", "levels": {"NS": "6"}}),
    ]


@pytest.mark.parametrize(
    ("text", "says"), [("南头 北二\n东头 南三", "东 头游 南 三游"), ("南头 北二，南北到5，南北到6", "南北 到 6")]
)
def test_what_does_not_agree_with_what_was_told_is_asked(text: str, says: str) -> None:
    found = converted(f"打2\n{text}", "guandan-1")
    assert isinstance(found, Rejection)
    assert f"“{says}”和前面说的" in found.message.zh


def test_a_level_come_to_is_claimed_of_a_hand_that_was_played() -> None:
    assert claims("东西打到6 南北打到3\n东 5 北 8", "guandan-1") == [(1, {})]
    assert claims("东 5 北 8 西过 南过\n北头 南二 南北打到5", "guandan-1") == [(1, {"finish": "NS??", "levels": {"NS": "5"}})]


@pytest.mark.parametrize("said", ["出完顺序 3 2 5 4 1 6，甲队3分", "名次 3 2 5 4 1 6，好险", "名次：3>2>5>4>1>6 甲3分"])
def test_seats_behind_a_word_for_places_are_places_whatever_follows(said: str) -> None:
    assert claims(said, "daguai") == [(1, {"finish": "325416"})]


def test_the_sum_of_points_is_that_of_the_hand() -> None:
    text = "打6 主黑桃 东庄\n闲抓85 底15分 被南用单张主扣底 加30\n共115 南北上台"
    assert claims(text, "shengji") == [(2, {"attackers": 115, "kitty_points": 15})]
    assert claims("打2 南庄 主黑\n南 黑A 东 黑3 北 黑5 西 黑4 共5分\n南 红A 东 红10 北 红5 西 红4", "shengji") == [(1, {})]


def test_how_many_cards_are_left_is_no_card_that_is_returned() -> None:
    told = converted("打2\n我坐南\n我四个K，没人要。我走一对A，还剩5张", "guandan-3")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0]["tricks"] == ["S K?K?K?K? - - -", "S A?A?"]


def test_a_letter_close_behind_a_seat_is_a_pass() -> None:
    told = converted("打2\n北 5个8\n西不要 南p 东p", "guandan-2")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0]["tricks"] == ["N 8?8?8?8?8? - - -"]


def test_how_far_a_side_rises_is_no_level_that_is_played() -> None:
    told = converted("第1副 打2 南头北二东三西末 南北升3级\n第2副 打5 北头东二南三西末", "guandan-1")
    assert not isinstance(told, Rejection), told.message.zh
    assert [(hand["level"], hand["claims"]["finish"]) for hand in told["hands"]] == [("2", "SNEW"), ("5", "NESW")]
    assert told["extra"]["remarks"] == ["南北升3级"]
    told = converted("最后抓分方得了75，庄家升一级，打3 东庄", "shengji")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["extra"]["remarks"] == ["庄家 升一级,打 3", "最后"]


def test_the_level_of_a_side_does_not_take_the_place_of_the_level_told() -> None:
    found = converted("打2 南北5\n东 8", "guandan-1")
    assert isinstance(found, Rejection)
    assert "2 和 5" in found.message.zh
    told = converted("南北4 东西6 打6\n东 8", "guandan-1")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0]["level"] == "6"


@pytest.mark.parametrize(("said", "left"), [("东剩3张 北剩1张", {"E": 3, "N": 1}), ("东剩三张", {"E": 3})])
def test_who_has_how_many_cards_left_plays_none(said: str, left: Document) -> None:
    told = converted(f"打4 {said}\n东 对6\n北不要", "guandan-2")
    assert not isinstance(told, Rejection), told.message.zh
    hand = told["hands"][0]
    assert (hand["left"], hand["tricks"]) == (left, ["E 6?6? -"])


def test_what_the_last_had_left_is_not_with_what_the_hand_began() -> None:
    told = converted("北头游 东二 南剩3张", "guandan-2")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"] == [{"no": 1, "claims": {"finish": "NE??"}}]
    assert told["extra"]["remarks"] == ["南 剩 3张"]


@pytest.mark.parametrize(
    ("line", "trick"),
    [
        ("东甩黑桃AKQ，南有黑桃A，甩不成，出Q 北 黑3 西 黑4 南 黑A", "E AsKsQs>Qs 3s 4s As"),
        ("东甩黑桃AKQ，没甩成，只好出Q，北 黑3 西 黑4 南 黑A", "E AsKsQs>Qs 3s 4s As"),
        ("东吊主 红3 北 红5 西 小王 南 红6", "E 3h 5h LJ 6h"),
    ],
)
def test_throws_that_fail_and_trumps_that_are_drawn(line: str, trick: str) -> None:
    told = converted(f"打2 主红桃 东庄\n{line}", "shengji")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0]["tricks"] == [trick]


@pytest.mark.parametrize("said", ["6个人都在", "1、3、5一队 2、4、6一队"])
def test_people_and_teams_of_six_are_no_plays(said: str) -> None:
    told = converted(f"1号庄 {said}\n1号 对K 2号 对A 3 过 4 过 5 过 6 过", "daguai")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0]["tricks"] == ["1 K?K? A?A? - - - -"]


@pytest.mark.parametrize(
    ("plays", "trick"),
    [
        ("东 J 北 Q 西 k 南 a", "E J? Q? K? A?"),
        ("东 对9 北 对j", "E 9?9? J?J?"),
        ("东 5-9顺 北 6-10 西 10-A杂顺 南 过", "E 5?6?7?8?9? 6?7?8?9?T? T?J?Q?K?A? -"),
        ("东 8 北 9 西 10 南 J（出错了 收回改K）", "E 8? 9? T? K?"),
        ("东 8 北 9 西 10 南 J（手误，应为K）", "E 8? 9? T? K?"),
    ],
)
def test_plays_are_read_as_they_are_typed(plays: str, trick: str) -> None:
    told = converted(f"打2\n{plays}", "guandan-1")
    assert not isinstance(told, Rejection), told.message.zh
    assert told["hands"][0]["tricks"] == [trick]


def test_results_of_points_and_trump_by_the_card_of_the_level() -> None:
    assert claims("东庄打2\n结果：闲家抓了85分", "shengji") == [(1, {"attackers": 85})]
    told = converted("打2 红桃2是主 东庄\n东 ♣A 北 ♣3 西 ♣4 南 ♣5", "shengji")
    assert not isinstance(told, Rejection), told.message.zh
    assert (told["hands"][0]["trump"], told["hands"][0]["tricks"]) == ("h", ["E Ac 3c 4c 5c"])
