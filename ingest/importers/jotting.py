"""The words of a line that a referee jots down: who is meant, what was played, and what is only said beside it.

`reading.py` beside the questions reads what is written in full. Here is read what people leave out: a suit told once for the
ranks behind it, `对4`, `三个凯带一对`, `老K`, `草尖`, `sK`; in a climbing game ranks alone, for nobody writes suits there.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import lettered, read_seen
from paipu.replay.cards import HIDDEN, UNKNOWN
from paipu.replay.notation import PASS, UNSEEN
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import SHEETS, Sheet

_SUITS: Final = {
    **dict.fromkeys(("♠", "黑桃", "黑", "spade", "s"), "s"),
    **dict.fromkeys(("♥", "红桃", "红心", "红", "heart", "h"), "h"),
    **dict.fromkeys(("♣", "梅花", "草花", "梅", "草", "club", "c"), "c"),
    **dict.fromkeys(("♦", "方块", "方片", "方", "diamond", "d"), "d"),
}
_RANKS: Final = {"10": "T", "老K": "K", "凯": "K", "尖": "A", "圈": "Q", "勾": "J", "钩": "J"}
_JOKERS: Final = {
    **dict.fromkeys(("big joker", "red joker"), "BJ"),
    **dict.fromkeys(("small joker", "little joker", "black joker"), "LJ"),
    **dict.fromkeys(("大王", "大怪", "大鬼", "BJ"), "BJ"),
    **dict.fromkeys(("小王", "小怪", "小鬼", "LJ"), "LJ"),
}
WILD: Final = "配"
"""A wild card in cards that were jotted: which it is, the level tells."""
_WILDS: Final = frozenset({"配", "逢人配", "百搭", "癞子", "赖子"})
_NUMBERS: Final = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "头": 1}
_SUIT: Final = "|".join(sorted((each for each in _SUITS if len(each) > 1 or not each.isascii()), key=len, reverse=True))
_RANK: Final = "|".join((*sorted(_RANKS, key=len, reverse=True), "[2-9TJQKA]"))
_PASSES: Final = (
    r"(?:都|也){0,3}(?:不出|不要|不炒|不跟|没要|不管|让|过牌|过|同上|pass(?:es)?\b)|不(?=\s*(?:$|[,，;；。/]))"
    r"|(?<!-)-(?![->])|(?<!—)—(?!—)|(?<![^\s,;:|>])[xXpP](?![^\s,;.|>])"
)
_NOBODY: Final = (
    r"(?:[两三四五]家|其余|其他|大家|全|都){1,3}(?:都|也|全)?(?:不出|不要|没要|过|pass)"
    r"|没人要|无人要|没人管|\b(?:nobody|all pass|no takers)\b"
)
_ELEMENT: Final = re.compile(
    rf"(?P<joker>{'|'.join(_JOKERS)}|bj|lj|[大小](?=$|[\s,，大小♠♥♣♦])|逢人配|百搭|[癞赖]子|配)|(?P<red>红五)|(?P<many>一?对|双|[1-8](?=个)个|[两俩][张个只]|[三四五六七八]个|[三四五六七八]只|[三四五六七八]张(?!\?)|[3-8]个)"
    rf"|(?P<suit>{_SUIT}|[shcd](?=10|[2-9TJQKA]))(?P<unseen>\?)?|(?P<rank>{_RANK}|[tjqka](?=[shcd](?![a-z])))"
    rf"(?P<of>[shcd](?![2-9TJQKA])|[♠♥♣♦](?!\s*(?:{_RANK}))|\?)?|(?P<hidden>\?[shcd♠♥♣♦]|\?)",
)
_FILLER: Final = re.compile(
    r"[一1]张|顺子?|领出|先出|再出|又要|出了?|领|再|又|甩|跟|全?盖?毙了?|杀|垫了?|贴|收|炸了|炸弹?|单张|单|同花顺|同花|杂?顺子|杂?顺|三带二|葫芦|钢板|三?连对|拖拉机|姊妹对|"
    r"算.*$|接|加|带|和|的|了|完|把|[一二三四五六七八九十]张(?=\?)|leads?|plays?|throws?|tractor|pair|bomb|[+&!.。:：,，/|、\s]+",
)
_REMARK: Final = re.compile(
    r"用.*收|保住|被拦|拦下|翻|[吗吧呢]|压(?!住)|可惜|说|问|答|认为|同意|觉得|争|怎么|罚|挡|有|没(?!人[亮要管]|要)|不(?![要出炒跟过])|要\s*×|×|→|\d\s*[x*]\s*\d|\d\s*\+\s*\d+\s*[+=x*]|是配|配牌|\bwild\b|"
    r"\b(?:says?|said|told|asked|had|has|must|before|because|wants?|no)\b",
    re.IGNORECASE,
)
"""What nobody writes who writes a play down: that somebody says, asks, holds something, is fined, or a sum."""
_ARGUED: Final = re.compile(r"说|问|答|认为|同意|觉得|争")
_PLAYS_AMONG_WORDS: Final = 2
"""So many seats with ranks close behind them are plays, though no suit is told."""
_PLAYS_TOLD: Final = 3
"""So many plays with their seats are no remark, whatever is said among them."""
_ASIDE: Final = re.compile(r"\([^()]*\)|\s(?:<-|->|←|--|—).*$|[?]{2,}(?=[^\s?,，。;；]*[一-鿿])[^?].*$")
_ALL_OF_A_SUIT: Final = re.compile(rf"(?P<before>[:号]\s*)(?P<cards>[^:号,，;；/]*)\((?:全|都是?)(?P<suit>{_SUIT})\)")
_FOUR: Final = r"[东東北西南](?:家|位)?|(?<![0-9TJQKA♠♥♣♦])[ENWS](?![a-z])|[下对上]家"
_SIX: Final = (
    r"[1-6一二三四五六]\s*号|[甲乙][123]|[1-6](?=\s*:)|(?:[1-6]\s+)+[1-6](?=\s*(?:都|也)+(?:过|不要|pass))"
    rf"|(?<![\d♠♥♣♦桃心花块片黑红梅草方])[1-6](?=\s*(?:{_PASSES}))|[一二三四五六]+(?=\s*(?:{_PASSES}))|(?<=/)\s*[1-6](?=\s)"
)
_SEATS: Final = {4: re.compile(_FOUR), 6: re.compile(_SIX)}
_PASSING: Final = re.compile(_PASSES, re.IGNORECASE)
_NOBODY_ACTS: Final = re.compile(_NOBODY, re.IGNORECASE)
NOBODY: Final = "-*"
"""A play for which nobody who may still act does anything but pass."""
_SIGN: Final = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}
_SUIT_BEHIND: Final = re.compile(
    rf"(?<![\w♠♥♣♦])(?P<ranks>(?:(?:10|[2-9TJQKA])\s*){{2,}}?)(?:\s(?P<suit>[shcd])(?![\w♠♥♣♦])|(?P<word>{_SUIT})(?=\s*(?:$|[,;，；])))"
)
"""Ranks with one suit behind them all: `tractor 4433 d`, `2 3 9 黑桃`."""
_OUT: Final = re.compile(r"走[了完光]*|出完了?|\bout\b")
_NUMBER: Final = r"(?:\d{1,4}|[一二三四五六七八九十头]+)"
_LABEL: Final = re.compile(
    rf"(?:第\s*(?P<nth>{_NUMBER})\s*[圈轮墩手]|[圈轮墩]\s*(?P<behind>\d{{1,2}})|倒数?第?(?:{_NUMBER})[圈轮墩]?()|#\s?(?P<hash>\d{{1,3}})(?=\s)|"
    rf"(?P<counted>{_NUMBER})\s*[圈轮墩]|(?P<last>最?[末后]一?[圈轮墩]|最后(?=\s*(?:{_FOUR})))|[tTrR]\s?(?P<letter>\d{{1,3}})"
    r"|(?P<plain>\d{1,3})\s*[.、)|]|\[(?P<boxed>\d{1,3})\])\s*:?\s*"
)
_BARE_LABEL: Final = re.compile(rf"(?P<plain>\d{{1,3}})(?=\s*(?:{_FOUR}))\s*")
_WORDS: Final = re.compile(
    rf"(?:[得收吃共剩赢罚]\s*\d+\s*[张分]?|\d+\s*(?:分|次|级|轮|副|墩|圈|点)|(?!{_SUIT}|{'|'.join(_JOKERS)}|[对双][2-9\dTJQKA])[一-鿿]|[~^]|(?<![A-Za-z\d])[A-Za-z]{{3,}}(?![A-Za-z\d]))+"
)
"""What may stand among the cards of a play and is none: words, and numbers of what is no card."""
MOST_REMARKS: Final = 200


_RUN: Final = re.compile(r"(10|[2-9JQKA])\s*到\s*(10|[2-9JQKA])(?!\d)")


class Play(NamedTuple):
    """A play as it was jotted: whose it is (None: of whose turn it is), what was played, whether these were his last cards."""

    seat: str | None
    token: str
    last: bool = False
    said: str = ""


class Label(NamedTuple):
    """The number that a trick is given (None: it is called the last), and what stands behind it."""

    number: int | None
    rest: str


def whole(told: str) -> str:
    """Without full width, and without the signs that only say how a sign is drawn; runs of ranks in full."""
    return _RUN.sub(lambda found: run_of(found[1], found[2]), _plain(told))


def run_of(first: str, last: str) -> str:
    """The ranks from one to another: A to 5, 6 to 10."""
    ranks = ("A", *"23456789", "10", *"JQKA")
    start = ranks.index(first) if first != "A" or last in "2345" else len(ranks) - 1
    end = ranks.index(last, start + 1) if last in ranks[start + 1 :] else start
    return "".join(ranks[start : end + 1]) if end > start else f"{first}到{last}"


def _plain(told: str) -> str:
    return unicodedata.normalize("NFKC", told.translate({0xFE0E: None, 0xFE0F: None, 0x200D: None})).replace("…", " ")


def number_of(said: str) -> int | None:
    """A number in digits or in Chinese, up to 99."""
    if said.isdecimal():
        return int(said)
    tens, ten, ones = said.partition("十")
    if not ten:
        return _NUMBERS.get(said)
    return _NUMBERS.get(tens, 1) * 10 + _NUMBERS.get(ones, 0)


def labelled(said: str, sheet: Sheet) -> Label | None:
    """The number that a line gives its trick; None where it gives none."""
    found = _LABEL.match(said) or (_BARE_LABEL.match(said) if len(sheet.seats) == 4 else None)
    if found is None:
        return None
    told = next((each for each in found.groupdict().values() if each is not None), "")
    is_last = found.groupdict().get("last") is not None
    return Label(None if is_last else number_of(told), said[found.end() :])


def sentences(told: str) -> Iterator[str]:
    """The sentences of a line; a full stop behind a seat alone ends none."""
    yield from filter(
        None, (each.strip() for each in re.sub(rf"((?:^|。)\s*(?:{_FOUR}|{_SIX}))\s*。", r"\1:", told).split("。"))
    )


def apart(said: str, sheet: Sheet) -> tuple[str, list[str]]:
    """What tells of plays, and the remarks beside it."""
    said = _ALL_OF_A_SUIT.sub(lambda found: found["before"] + found["suit"] + found["cards"], said)
    remarks = [each.group().strip(" ()") for each in _ASIDE.finditer(said)]
    said = _ASIDE.sub(" ", said)
    kept: list[str] = []
    for clause in re.split(r"([,，;；]+|!{2,}|\s{2,})", said):
        if not clause.strip(" ,，;；!"):
            kept.append(clause)
        elif (_REMARK.search(clause) and len(_played(len(sheet.seats)).findall(clause)) < _PLAYS_TOLD) or (
            is_aside(clause, sheet) and not re.search("炒|亮|反|改", clause)
        ):
            remarks.append(clause.strip())
            if (
                len(kept) > 1 and "!" in kept[-1] and not _ELEMENT.search(_SEATS[len(sheet.seats)].sub("", kept[-2]))
            ):  # `E!! told …`
                remarks[-1] = "".join(kept[-2:]) + remarks[-1]
                del kept[-2:]
        else:
            kept.append(clause)
    return "".join(kept).strip(" ,，;；!"), [each for each in remarks if each]


@cache
def _played(seats: int) -> re.Pattern[str]:
    """A seat, one of so many, with what it played close behind."""
    return re.compile(rf"(?:{_SEATS[seats].pattern})\s*[:出单对]?\s*(?:{_SUIT}|♠|♥|♣|♦|{_RANK}|[大小][王鬼怪])")


def is_argued(said: str) -> bool:
    """Whether somebody is told to have said something."""
    return _ARGUED.search(said) is not None


def is_aside(said: str, sheet: Sheet) -> bool:
    """Whether nothing in it is a card or a pass: words alone, or the winner told beside the plays.

    Numbers among many other words are no cards either.
    """
    seats = _SEATS[len(sheet.seats)]
    if re.fullmatch(rf"(?:还是|还|仍是?|又是?)?(?:{seats.pattern})\s*(?:大|最大|收|接|赢|得|上手|wins?)", said.strip()):
        return True
    left = seats.sub(" ", said)
    cards = [each for each in _ELEMENT.finditer(left) if not (each["many"] or (each["suit"] and not each["unseen"]))]
    words = re.sub(r"[\W\d_]", "", _FILLER.sub("", _ELEMENT.sub("", left)))
    sure = any(each["joker"] or each["of"] or each["hidden"] for each in cards)
    sure = sure or re.search(rf"{_PASSES}|{_NOBODY}|(?:{_SUIT})\s*(?:{_RANK})", left) is not None
    return len(words) > words.isascii() and not sure and (not cards or len(words) > 2)


def tells_no_cards(said: str, sheet: Sheet) -> bool:
    """Whether a sentence has words, and nothing that is a card for certain: no joker and no rank with its suit."""
    left = _SEATS[len(sheet.seats)].sub(" ", said)
    sure = re.search(
        rf"(?:{_SUIT}|[♠♥♣♦])\s*(?:{_RANK})|(?:{_RANK})\s*[♠♥♣♦]|(?<![A-Za-z])(?:10|[2-9TJQKA])[shcd](?![a-z])|[大小][王鬼怪]|\b[BL]J\b",
        left,
    )
    told = len(_played(len(sheet.seats)).findall(said)) >= _PLAYS_AMONG_WORDS
    return sure is None and not told and re.search(r"[一-鿿]{2}|[A-Za-z]{3}", left) is not None


def is_out(said: str) -> bool:
    """Whether a word says that these were somebody's last cards."""
    return _OUT.fullmatch(said.strip()) is not None


class Seated(NamedTuple):
    """Seats, several together that did alike, what stands behind them, and both as they were written; `""` is nobody."""

    seats: tuple[str, ...]
    behind: str
    said: str


def seats_in(said: str, sheet: Sheet) -> list[Seated]:
    """The seats of a line in order."""
    pattern = _SEATS[len(sheet.seats)]
    if len(sheet.seats) == 6 and re.search(r"[甲乙][123]", said):
        pattern = re.compile(r"[甲乙][123]")
    marks = [*pattern.finditer(said)]
    found: list[Seated] = []
    if not marks or said[: marks[0].start()].strip(" ,，:"):
        first = said[: marks[0].start()] if marks else said
        found.append(Seated(("",), first, first))
    for at, mark in enumerate(marks):
        behind = said[mark.end() : marks[at + 1].start() if at + 1 < len(marks) else len(said)]
        who = tuple(_seats_of(mark[0]))
        given = f"{mark[0]}{behind}".strip(" ,，/;；")
        last = found[-1] if found else Seated(("",), "", "")
        if last.seats != ("",) and not _FILLER.sub("", last.behind) and not _OUT.search(last.behind):
            found[-1] = Seated(last.seats + who, behind, last.said + given)
        else:
            found.append(Seated(who, behind, given))
    return found


def of_all_but_the_leader(told: str) -> bool:
    """Whether a line has what three of four played, so that the lead stands on the line before."""
    parts = [each for each in seats_in(told, SHEETS["shengji"]) if each.seats != ("",)]
    seats = {seat for each in parts for seat in each.seats}
    return len(parts) == len(seats) == len(FOUR_SEATS) - 1 and all(_ELEMENT.search(each.behind) for each in parts)


def of_several(told: str) -> bool:
    """Whether a line has what several of four seats played or passed."""
    parts = [each for each in seats_in(told, SHEETS["shengji"]) if each.seats != ("",)]
    acted = [each for each in parts if _ELEMENT.search(each.behind) or _PASSING.search(each.behind)]
    return len({seat for each in acted for seat in each.seats}) > 2


def only_passes(told: str) -> bool:
    """Whether a line has a seat that passed, and nothing else."""
    return re.fullmatch(rf"\s*(?:{_FOUR}|{_SIX})\s*:?\s*(?:{_PASSES})\s*", told) is not None


def _seats_of(said: str) -> Iterator[str]:
    """The seats that a word names."""
    if said[0] in "下对上":
        yield said[0]
        return
    if said[0] in "甲乙":
        yield str(2 * int(said[1]) - (said[0] == "甲"))
        return
    for each in re.sub(r"[号家位\s]", "", said):
        yield str(_NUMBERS[each]) if each in _NUMBERS else lettered(each)


def read_jotted(said: str, *, bare: bool, suit: str = "", beside: list[str] | None = None) -> str:
    """The cards of a play; `bare` ranks are cards whose suit nobody wrote down, and without it have the `suit` told before.

    Words that tell of no cards are put `beside` them, where that is given. Raises QuestionError for what is none.
    """
    try:
        if not re.search(r"\?\s+\?", said):  # apart these are two cards
            return read_seen(said)
        refused = QuestionError("judge.no_cards", given=said)
    except QuestionError as why:
        if "=" in said or ">" in said:
            raise
        refused = why
    read = _Cards(said, refused, suit, bare=bare, words=beside is not None)
    cards = "".join(read)
    if not cards:
        raise refused
    if beside is not None:
        beside += read.beside
    return cards


class _Cards:
    """The cards of a play, one element after another; the suit is that told last."""

    def __init__(self, said: str, refused: QuestionError, suit: str, *, bare: bool, words: bool = False) -> None:
        self.said, self.refused, self.suit, self.bare, self.words = said, refused, suit, bare, words
        self.at, self.many, self.paired = 0, 1, False
        self.beside: list[str] = []
        self.any = False

    def __iter__(self) -> Iterator[str]:
        while self.at < len(self.said):
            found, filler = _ELEMENT.match(self.said, self.at), _FILLER.match(self.said, self.at)
            if filler is not None and (found is None or found["many"] is None):
                self.paired, self.at = filler[0] == "带", filler.end()
            elif found is None:
                aside = _WORDS.match(self.said, self.at) if self.words else None
                if aside is None or (self.any and self.between(aside.end())):
                    raise _no_card(self.said, self.at, self.refused)
                self.beside.append(aside[0].strip())
                self.at = aside.end()
            else:
                self.at = found.end()
                for card in self.of_element(found):
                    self.any = True
                    yield card

    def between(self, at: int) -> bool:
        """Whether cards stand behind a place as well: words among cards tell of more than a play."""
        return any(each["rank"] or each["joker"] for each in _ELEMENT.finditer(self.said, at))

    def of_element(self, found: re.Match[str]) -> Iterator[str]:
        """The cards of an element; none of one that says how many, or of which suit, those behind it are."""
        if found["many"] is not None:
            self.many = (
                2
                if found["many"] in {"一对", "对", "双"} | {each + of for each in "两俩" for of in "张个只"}
                else number_of(found["many"][0]) or 1
            )
            if re.match(r"\s*(?:$|[,，])", self.said[self.at :]):  # 带一对: of what nobody saw
                yield from [UNKNOWN] * self.many
            return
        if found["suit"] is not None and found["unseen"] is None:
            self.suit = _SUITS[found["suit"]]
            return
        told = _card(found, self.suit, bare=self.bare)
        if told is None:
            raise _suitless(self.said, found["rank"], self.refused)
        if found["hidden"] == HIDDEN and self.paired and re.match(r"\?(?!\?)", self.said[self.at :]):  # 带??: two cards
            self.many, self.at = 2, self.at + 1
        yield from [told] * self.many
        self.many, self.paired = 1, False
        if found["suit"] is None and self.said[max(0, found.start() - 1)] in "shcd":  # a letter is of one card
            self.suit = ""


def _no_card(said: str, at: int, refused: QuestionError) -> QuestionError:
    """What stands at a place is no card; what was first said of it where it is one word."""
    one_word = said.isascii() and " " not in said.strip()
    return refused if one_word else QuestionError("judge.card", given=said.strip(), found=said[at:].split(maxsplit=1)[0][:8])


def _card(found: re.Match[str], suit: str, *, bare: bool) -> str | None:
    """The card of an element; None for a rank that needs a suit."""
    if found["joker"] is not None:
        joker = found["joker"]
        return WILD if joker in _WILDS else _JOKERS.get(joker) or {"大": "BJ", "小": "LJ"}.get(joker, joker.upper())
    if found["red"] is not None:
        return "5h"
    if found["suit"] is not None:
        return HIDDEN + _SUITS[found["suit"]]
    if found["hidden"] is not None:
        return HIDDEN + _SUITS.get(found["hidden"][1:], HIDDEN)
    rank, of = _RANKS.get(found["rank"], found["rank"].upper()), found["of"]
    if of is not None:
        return rank + _SUITS.get(of, HIDDEN)
    return rank + suit if suit else rank + HIDDEN if bare else None


def _suitless(said: str, rank: str, refused: QuestionError) -> QuestionError:
    """That a rank has no suit, naming it; what was first said of the play where that is so already."""
    given = said.strip()
    told = re.sub(r"(10|[2-9TJQKA])", r"\1?", given)
    return refused if not given.isascii() else QuestionError("notes.suitless", given=given, found=rank, told=told)


def plays_behind(seat: str | None, said: str, *, bare: bool, suit: str = "", beside: list[str] | None = None) -> Iterator[Play]:
    """The plays that stand behind a seat: its own, and passes or plays in turn after that."""
    last = _OUT.search(said) is not None
    said = re.sub(r"^\s*\?+(?=[一-鿿])", "", said)
    said = _SUIT_BEHIND.sub(
        lambda found: f"{_SIGN[_SUITS[found['suit'] or found['word']]]}{found['ranks']}", _OUT.sub(" ", said)
    )
    for part in re.split(rf"({_NOBODY}|{_PASSES})", said, flags=re.IGNORECASE):
        if not _FILLER.sub("", part).strip(">"):
            continue
        if _NOBODY_ACTS.fullmatch(part.strip()):
            yield Play(seat, PASS) if seat is not None else Play(None, NOBODY)
        elif _PASSING.fullmatch(part.strip()):
            yield Play(seat, PASS)
        else:
            told = part.strip(" ,，:：/|、!;；>")
            yield Play(seat, UNSEEN if told == HIDDEN else read_jotted(told, bare=bare, suit=suit, beside=beside), last)
        seat, last = None, False


# ---- what is told of the hand in a word or two

_SEAT: Final = r"(?:[东東北西南ENWS]|[甲乙][123]|[1-6])"
_SAID_SUIT: Final = rf"(?:{_SUIT}|[shcdSHCD](?![a-zA-Z])|NT|无主)"
FACTS: Final = re.compile(
    rf"第\s*(?P<no>{_NUMBER})\s*[副把局]|(?P<first>头)一?[副把]|"
    rf"(?P<nth>\d{{1,4}})(?:st|nd|rd|th)\s+hand|hand\s*:?\s*#?\s*(?P<hand>\d{{1,5}})"
    r"|(?:打|将牌?|级牌?|lvl|level|rank|playing|play)\s*:?\s*(?P<level>10|[2-9TJQKA](?![\w♠♥♣♦])|[二三四五六七八九十](?![\w♠♥♣♦])|扛旗)|(?P<flag>扛旗)"
    rf"|[东西南北EWNS]{{2}}庄\s*\((?P<one>{_SEAT})\)|(?:坐?庄家?|bank(?:er)?|dealer)\s*:?\s*(?P<dealer>{_SEAT})号?"
    rf"|(?P<seated>{_SEAT})号?(?:\s*坐?庄家?|\s+banks?\b)|(?P<trump>{_SAID_SUIT})\s*(?:为主|主)|(?:定主|主花色|主|定|trumps?)\s*:?\s*(?P<suit>{_SAID_SUIT})(?!\s*(?:10|[2-9TJQKA]))"
    rf"|(?:反成|改成|变成?|打)\s*(?P<turned>{_SAID_SUIT})(?=\s*(?:$|[,，;；。:]))"
    r"|(?P<none>无主|no[ -]?trumps?)|(?:^|/\s*)(?P<english>spades|hearts|clubs|diamonds)(?=\s*(?:$|[/,]))"
    rf"|(?P<lead>{_SEAT})\s*(?:先(?![亮叫反])(?:出牌?|走)?|领出|出牌|出$)(?![\s]*[♠♥♣♦\d])|最后\s*(?P<last>{_NUMBER})\s*[圈轮墩]",
    re.IGNORECASE,
)
"""What is told of a hand in a word, so that several may stand in a line: `第3副 打5 庄东 主红桃`."""
FACT_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(("no", "first", "nth", "hand"), "no"),
    **dict.fromkeys(("level", "flag"), "level"),
    **dict.fromkeys(("one", "dealer", "seated"), "dealer"),
    **dict.fromkeys(("trump", "suit", "turned", "english", "none"), "trump"),
    "lead": "lead",
    "last": "last",
}
_GUANDAN: Final = re.compile(r"掼蛋|guandan", re.IGNORECASE)
_WHICH: Final = re.compile(
    r"(?:[（(]?\s*篇|[（(]|掼蛋|guandan|sheet)[\s-]*(?P<which>[一二三123])(?![\d副把圈])[)）]?|(?P<js>江苏\s*(?:2023)?\s*(?:规则)?|js\s?2023)",
    re.IGNORECASE,
)
_ALSO: Final[Mapping[str, str]] = {"tractor": "shengji"}


def sheet_in(told: str, called: Mapping[str, Sheet]) -> tuple[Sheet, str, bool] | None:
    """The sheet that a line names at its beginning, what else stands in the line, and whether it is told which of several."""
    said = told.strip()
    lot = _GUANDAN.search(said)
    if lot is not None and not re.search(r"[♠♥♣♦]|[东北西南]", said[: lot.start()]):
        which = _WHICH.search(said)
        number = number_of(which["which"]) if which is not None and which["which"] else 1
        key = "guandan-js2023" if which is not None and which["js"] else f"guandan-{number}"
        rest = _GUANDAN.sub(" ", _WHICH.sub(" ", said) if which is not None else said)
        return SHEETS[key], re.sub(r"[（(]\s*篇?[一二三]?\s*[)）]|\bclub\b|\bsheet\b", " ", rest), which is not None
    names = sorted({*called, *_ALSO}, key=len, reverse=True)
    for name in names:
        found = re.match(rf"(?:80分\s*/?\s*|上海)?{re.escape(name)}(?:\s*\([^()\d]{{{1, 4}}}\))?", said, re.IGNORECASE)
        if found is not None:
            return called.get(name) or SHEETS[_ALSO[name]], said[found.end() :], True
    return None
