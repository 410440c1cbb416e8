"""A hand as a referee jots it down: plain text, a line a trick or a paragraph, of which everything may be left out.

A line begins with a word that says what it tells (规则, 打, 庄, 主, 亮, 扣, 炒, 贡 …), or is taken apart into tokens: what a
small grammar knows are facts of the hand, what has seats and cards are plays, all else is unread text, which is kept. Where
a line may be read in several ways all are carried on until the hand tells which fits; if two are left, it is asked which was
meant.

Every line that cannot be read is refused by what is wrong in it, all of them at once. What was not read by the letter is in
`extra.readings`, what was not read at all in `extra.remarks`.
"""

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, Self

from paipu.ingest.importers.base import Document, Lines, Spot, lines_of
from paipu.ingest.importers.notes.beside import carries
from paipu.ingest.importers.notes.cards import Card, cards_in
from paipu.ingest.importers.notes.facts import KITTY, tidied
from paipu.ingest.importers.notes.fit import cheapest
from paipu.ingest.importers.notes.lines import line_in_acts
from paipu.ingest.importers.notes.naming import naming_of, written_seat
from paipu.ingest.importers.notes.possible import OFFERED
from paipu.ingest.importers.notes.sheets import sheet_in, sheet_named, sheet_within
from paipu.ingest.importers.notes.tokens import Token, is_card, number_of, plain
from paipu.ingest.importers.notes.unsure import Unsure
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import PASSES, cards_of, lettered
from paipu.ingest.rejection import FORMAT, Place, Rejection
from paipu.replay.audit import audit
from paipu.replay.cards import HIDDEN, SUITS, split_cards
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.text import near

MOST_LINES: Final = 5_000
MOST_IN_LINE: Final = 2_000
"""Characters of a line: what is written of a hand in one breath is shorter."""
_MOST_TRIED: Final = 200
"""Lines of notes for which it is tried what a line may have meant."""
_MOST_CHOICES: Final = 9
_MOST_PLAYED: Final = 10
"""Cards of the largest play of a game of combinations."""
_NEAR: Final = 2
"""What a reading in which the rules find nothing wrong may be further from the letter than those in which they do."""
_LIKE_PLAYS: Final = 3
"""Groups of cards between words: so many are plays, whatever the words are."""
_MOST_SAID: Final = 4
"""Cards in a row that are a play, whatever is said beside them."""
_SAYS: Final = frozenset({"说", "问", "答", "想", "觉得", "认为", "think", "thinks", "says", "said", "say"})
_MOST_FOLLOWING: Final = 3
"""Cards of a play of the other games that stands in a line of its own, and is not taken for a hand."""
_MOST_OF_A_WORD: Final = 20
"""Characters behind a word that says what is told; more are a sentence."""
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "sheet": ("规则", "sheet"),
    "id": ("编号", "id"),
    "option": ("选项", "option"),
    "player": ("选手", "player"),
    "no": ("副", "hand"),
    "level": ("打", "级", "级牌", "level"),
    "before": ("打前", "before"),
    "dealer": ("庄", "庄家", "banker", "dealer"),
    "trump": ("主", "定主", "trump"),
    "lead": ("首家", "首出", "leader", "lead"),
    "rest": ("其余", "余", "rest"),
    "bids": ("亮", "亮主", "bids"),
    "bury": ("扣", "扣底", "bury"),
    "asked": ("炒", "炒底", "asked"),
    "tribute": ("贡", "进贡", "还", "还贡", "还牌", "tribute", "return"),
    "resisted": ("抗贡", "resisted"),
    "finish": ("名次", "结果", "finish"),
    "attackers": ("抓分", "attackers"),
    "levels": ("打完", "after"),
    "winner": ("胜方", "winner"),
}
"""What a line tells, by the words that it may begin with."""
_NOTHING_OF: Final[Mapping[FamilyName, frozenset[str]]] = {
    "climbing": frozenset({"trump", "bids", "bury", "asked", "attackers"}),
    "tricks": frozenset({"tribute", "resisted", "finish"}),
}
"""What a word may tell that a game has nothing of."""
_TELLS: Final = {word: tells for tells, words in _WORDS.items() for word in words}
_FIRST: Final = "|".join(sorted(map(re.escape, _TELLS), key=len, reverse=True))
_WORD: Final = re.compile(rf"({_FIRST})(?=$|[\s:：]|(?<=[一-鿿])\S)\s*[:：]?\s*", re.IGNORECASE)
"""One of the words; what follows a Chinese one may stand close behind it."""
_HELD: Final = re.compile(r"([ENWSenws1-6](?=\s*[:：])|底(?=\s*[:：♠♥♣♦黑红梅草方])|kitty(?=\s*[:：]))\s*[:：]?\s*(.*)")
_BESIDE: Final = re.compile(r"\s*(?://|↑|※|←|<-|\?\s*[=:是])")
"""What begins a line that only comments on another."""
_COMMENT: Final = re.compile(r"(?<=\S)(?:\s+(?://|<-|←|※|==>)|\s{2,}→(?=[^→]*[是算])).*$")
"""What stands behind a line and only comments on it."""
_CORRECTS: Final = re.compile(
    r"\s*(?:哦?不对|哦不|更正|[写记]错了?)[\s,，:：!]*(?:[东東北西南]家?)?(?:应该)?[是为]?\s*(?:出的)?(?=对?(?:[♠♥♣♦黑红梅草方大小]|10|[2-9TJQKA]))"
)
"""What begins a line that puts the last play of the line before right."""
_HAND_BEGINS: Final = re.compile(
    r"\s*(?:[东東北西南ENWS]|[1-6]号)\s*家?\s*(?:\(\s*\d{1,2}\s*张?\s*\))?\s*:\s*(?:$|[♠♥♣♦黑红梅草方大小再\d\sTJQKA加桃心花块片王鬼怪/+,、]+$)"
)
_SUIT_OF_HAND: Final = re.compile(
    r"\s*(?:再?加)?\s*(?:[♠♥♣♦]|黑桃?|红[桃心]?|[梅草]花?|方[块片]?|[大小][王鬼怪])[♠♥♣♦黑红梅草方大小\d\sTJQKA加桃心花块片王鬼怪/+,、]*"
)
"""A hand that is written a suit a line, and one of these lines."""
_CARD: Final = r"[♠♥♣♦黑红梅草方][桃心块片花]?\s?(?:10|[2-9TJQKA])(?![\dTJQKA])"
_EITHER: Final = re.compile(
    rf"({_CARD})\s*\?*\s*(?:我?(?:记得|好像|可能|也许)是?|还是)\s*({_CARD})|(?<=[出打])(对[吧把])(?=$|[\s,;。])"
)
"""One card or another, or what sounds like one."""
_OUT_OF_TURN: Final = re.compile(r"越序|抢出|抢先|out of turn")
_NOT_TOLD_PASSED: Final = re.compile(r"没(?:有?写|记)的?(?:就是|都是|的?是|为|=|都)?\s*(?:不出|不要|过|pass)")
"""That who is not told of has passed."""
_STILL: Final = re.compile(
    r"([东東北西南]|[ENWS](?![A-Za-z])|[1-6]号)\s*家?\s*\(\s*(?:剩|还有)?\s*(\d{1,2})\s*张\s*\)\s*:?\s*(.+)"
)
"""A seat, how many cards it had left, and which."""
_STILL_HAS: Final = re.compile(r"还[剩有没是要在能差]")
"""What begins with a word for tribute, and tells of none."""
_HAND_OF: Final = re.compile(
    r"^\s*([东東北西南ENWS]|[1-6]号)\s*家?的?(?:手[牌里上中]的?牌?|底牌?|牌)\s*\(?\s*(?:\d{1,2}\s*张)?\s*\)?\s*(?=[:是])(?::|是:?)"
)
_HAND_APART: Final = re.compile(r"[,;。]\s*(?=(?:[东東北西南]家?的?|[1-6]号\s*的?)?(?:手[里上中]?的?)?牌\s*[:：])")
_OWN_HAND: Final = re.compile(r"^\s*(?:手[里上中]?的?)?牌\s*[:：]")
"""A hand behind something else that a line tells, and one of which it is not said whose it is: the writer's."""
_HAND_ABOVE: Final = re.compile(r"^\s*([东東北西南ENWS]|[1-6]号)\s*家?的?(?:手牌|牌)\s*(?:\([^)]*\))?\s*:?\s*$")
"""Whose hand the lines below tell."""
_SCORED: Final = re.compile(
    r"^\s*(\d{1,2})[.、)]?\s+(?=[^♠♥♣♦]*[庄打])(?=[^♠♥♣♦]*(?:小分|闲家?|抓分?|得分?)\s*:?\s*-?\d+\s*分?\s*$)"
)
"""The number of a hand before a banker, or a level, and points."""
_RESULT: Final = re.compile(
    r"\s*(\d{1,2})[.、)]?\s+(?:[东南西北]{1,2}|[ENWS]{1,2}|[甲乙])\s*\d{1,3}\s*级?(?:\s+(?:小分)?\s*\d{1,3}[\s?]*|\s*)(?:\s[^ENWS东南西北♠♥♣♦黑红梅草方]*)?"
)
"""The number of a hand, its banker or winner, a level or points: no play."""
_I_PLAY: Final = re.compile(
    r"(?:^|(?<=[\s,;。→]))我\s*(?:再|先)?\s*(?:出|领|甩|毙|垫|跟)?\s*(?:对|单|[三四]个)?[♠♥♣♦黑红梅草方大小\dTJQKA](?![张点分个号家])"
)
"""The writer plays, of whom nothing tells where he sits."""
_RUN: Final = re.compile(r"(10|[2-9JQKA])\s*到\s*(10|[2-9JQKA])(?!\d)")
_STRAIGHT: Final = re.compile(
    r"(?<![\w-])()(10|[2-9A])[-–~](10|[5-9JQKA])(?:(?![\w-])|(?=[同杂]?花?顺))"
    r"|(顺子?|straight(?:\s+flush)?|[♠♥♣♦桃花块心片])\s*(10|[2-9A])\s*[-–~至]\s*(10|[5-9JQKA])(?![\d-])"
)
"""A straight by its ends."""
_STRAIGHT_AGAIN: Final = re.compile(
    r"(?<![A-Za-z\d♠♥♣♦-])(?:10|[2-9A])[-–~到](?:10|[5-9JQKA])\s*(?:杂顺|顺子?|同花顺)\s*:?\s*(?=(?:(?:10|[2-9TJQKA])[♠♥♣♦黑红梅草方]){5})"
)
"""The same before its cards, which tell it again."""
_PASSED: Final = re.compile(
    r"不要|不出|过(?!来|去|后|了|程)|要不起|没人要|\bpass|(?<=[\s,;:>|])[-—xp](?=$|[\s,;>|])", re.IGNORECASE
)
Taken = tuple[Spot, str]


def read(raw: bytes, sheet: Sheet | None = None, chosen: Mapping[int, int] | None = None) -> list[Document]:
    """The match of some notes, of a sheet that is named in them or given; `chosen` is which of the readings offered for a line
    was meant, by its number from 1. Raises `Lines` where lines cannot be read.
    """
    spots = lines_of(raw)
    if len(spots) > MOST_LINES:
        raise spots[MOST_LINES].refuse(f"≤ {MOST_LINES:,}")
    long = next((spot for spot in spots if len(str(spot.value)) > MOST_IN_LINE), None)
    if long is not None:
        raise long.refuse(f"≤ {MOST_IN_LINE:,}", str(len(str(long.value))))
    lines = _Lines(spots, sheet)
    for number, choice in sorted((chosen or {}).items()):
        lines.choose(number, choice)
    found = lines.read()
    if not isinstance(found, Notes):
        raise Lines([(spot, lines.with_choices(spot, why, found)) for spot, why in found])
    document = found.document()
    if not isinstance(_parsed(document), Parsed):
        raise Lines([lines.beyond_a_record()])
    return [document]


class _Lines:
    """The lines of some notes, to be read once or more: a line may be put in the place of another."""

    def __init__(self, spots: Sequence[Spot], sheet: Sheet | None) -> None:
        self.sheet = sheet
        said = [str(spot.value) for spot in spots]
        told = [plain(each) for each in (map(_circled_seats, said) if any(map(_CIRCLED_LEADS.search, said)) else said)]
        self.naming, self.naming_line = naming_of(told)
        by_letters = _reader_of_letters("\n".join(told))
        in_seconds = _reader_of_seconds(told)
        by_ordinals = _reader_of_ordinals(map(self.naming.plain, told))
        self.lines: list[Taken] = []
        seated = [by_ordinals(in_seconds(self.naming.plain(by_letters(line)))) for line in told]
        apart = [(spot, part) for spot, line in zip(spots, seated, strict=True) for part in _HAND_APART.split(line)]
        for spot, part in apart:
            own = _OWN_HAND.sub(f"{written_seat(self.naming.writer)}的牌:", part) if self.naming.writer else part
            drawn = line_of(own)
            if drawn and self.lines and _CORRECTS.match(drawn):
                before = self.lines.pop()  # it is told of the line before
                drawn, spot = f"{before[1]} {drawn}", before[0]  # noqa: PLW2901 - one line of both
            if drawn and self.lines and _SUIT_OF_HAND.fullmatch(drawn) and _HAND_BEGINS.match(self.lines[-1][1]):
                before = self.lines.pop()
                head, _, held = before[1].partition(":")
                cards = re.sub(r"再?加|[/+]", " ", drawn)
                drawn, spot = f"{re.sub('[(].*', '', head)}: {held} {cards}", before[0]  # noqa: PLW2901 - one hand of several lines
            if drawn:
                self.lines.append((spot, drawn))

    def read(self, lines: Sequence[Taken] | None = None) -> "Notes | list[tuple[Spot, QuestionError]]":
        """The notes as they are understood, or the lines that are not, and why."""
        lines = self.lines if lines is None else lines
        if (scored := scored_in(lines)) is not None:
            return [(scored[0], QuestionError("notes.scoresheet", given=str(scored[0].value).strip()))]
        me = next(((spot, played[0]) for spot, told in lines if (played := _I_PLAY.search(told)) is not None), None)
        if me is not None:
            return [(me[0], QuestionError("notes.writer", given=me[1].strip()))]
        notes = Notes()
        if self.sheet is not None:
            notes.sheet, notes.match["sheet"] = self.sheet, self.sheet.key
        elif (said := sheet_within([told for _, told in lines])) is not None and not any(map(_names_sheet, lines)):
            notes.sheet, notes.match["sheet"] = said[1], said[1].key
            spot, told = lines[said[0]]
            notes.report(spot.line, str(spot.value), said[1].key, "named")
        if self.naming.assumed:
            notes.report(
                None,
                "".join(self.naming.called) or "我",
                "".join(self.naming.called.values()) or self.naming.writer or "",
                "seats",
            )
        for seat, name in self.naming.players.items():
            notes.match.setdefault("seats", {})[seat] = {"id": name, "name": name}
        text = "\n".join(told for _, told in lines)
        notes.passes_left_out = _NOT_TOLD_PASSED.search(text) is not None or not _PASSED.search(text)
        notes.leaders = Counter(found[0] for _, told in lines if (found := held_in(tidied(told))) is not None)
        notes.naming_line = self.naming_line
        ways = [notes]
        for spot, told in lines:
            ways = _taken(ways, spot, told)
            if ways[0].wrong and ways[0].sheet is None:
                break  # nothing can be told of the rest
        best = ways[0]
        if best.sheet is None and not best.wrong:
            best.refuse(Spot("", line=1), QuestionError("notes.sheet", sheets=" ".join(SHEETS)))
        if best.wrong:
            return best.wrong
        one = self.one_of(ways)
        if isinstance(one, Notes) and (missing := [*one.not_told_of()]):
            return [(self.spot_of(str(why.values["given"])), why) for why in missing]
        return one

    def spot_of(self, said: str) -> Spot:
        """The line in which something was said."""
        return next((spot for spot, told in self.lines if said in told), self.lines[-1][0])

    def one_of(self, ways: "Sequence[Notes]") -> "Notes | list[tuple[Spot, QuestionError]]":
        """The one reading with which the hand fits best; where there are two, the line in which they part, as a question."""
        left = fittest(ways)
        if len(left) == 1:
            return left[0]
        for at in range(min(len(way.made) for way in left)):
            said = {way.made[at][1]: None for way in left}
            if len(said) > 1:
                number = left[0].made[at][0]
                spot = next(spot for spot, _ in self.lines if spot.line == number)
                why = QuestionError("notes.which", given=str(spot.value).strip())
                why.choices = tuple(said)[:_MOST_CHOICES]
                return [(spot, why)]
        return left[0]

    def with_choices(self, spot: Spot, why: QuestionError, wrong: Sequence[tuple[Spot, QuestionError]]) -> QuestionError:
        """What is wrong with a line, with what it may have meant: each of these can be read in its place."""
        first = spot == wrong[0][0]
        if why.choices or not first or len(self.lines) > _MOST_TRIED:
            return why
        at = self.place_of(spot, why)
        if at is None:
            return why
        found: list[str] = []
        for instead in _guesses(self.lines[at][1], why):
            answer = self.read([*self.lines[:at], *_split_lines(spot, instead), *self.lines[at + 1 :]])
            if isinstance(answer, Notes) or self.is_further(answer[0], spot, why):
                found.append(instead)
        why.choices = tuple(found[:_MOST_CHOICES])
        return why

    def beyond_a_record(self) -> tuple[Spot, QuestionError]:
        """The first line with which what was understood is no record any more: with all lines before it, it is one."""

        def is_none(count: int) -> bool:
            answer = self.read(self.lines[:count])
            return isinstance(answer, Notes) and not isinstance(_parsed(answer.document()), Parsed)

        counts = range(1, len(self.lines) + 1)
        at = bisect_left(counts, True, key=is_none)
        spot, said = self.lines[min(at, len(counts) - 1)]
        return spot, QuestionError("notes.form", given=said)

    @staticmethod
    def is_further(now: tuple[Spot, QuestionError], spot: Spot, before: QuestionError) -> bool:
        """Whether what is wrong now comes later, or is another thing in the same line."""
        return (now[0].line or 0) > (spot.line or 0) or (now[0].line == spot.line and now[1].key != before.key)

    def place_of(self, spot: Spot, why: QuestionError) -> int | None:
        """The place among the lines of what is wrong: of the parts of a line that which has the words."""
        places = [at for at, (each, _) in enumerate(self.lines) if each == spot]
        given = str(why.values.get("given", ""))
        return next((at for at in places if given and given in self.lines[at][1]), places[0] if places else None)

    def choose(self, number: int, choice: int) -> None:
        """Put what was chosen for a line in its place. Raises `Lines` where nothing of that number is offered."""
        answer = self.read()
        asked = [] if isinstance(answer, Notes) else answer
        for spot, why in asked:
            if spot.line == number:
                offered = self.with_choices(spot, why, asked).choices
                if 0 < choice <= len(offered):
                    at = self.place_of(spot, why) or 0
                    self.lines[at : at + 1] = _split_lines(spot, offered[choice - 1])
                    return
        spot = next((spot for spot, _ in self.lines if spot.line == number), Spot("", line=number))
        raise Lines([(spot, QuestionError("notes.no_choice", line=number, choice=choice))])


def fittest(ways: "Sequence[Notes]") -> "Sequence[Notes]":
    """The readings that are nearest to the letter, and of these those in which the rules find least wrong; where they find
    something wrong in all of them, the one a little further from the letter in which they find nothing.
    """
    least = min(way.cost for way in ways)
    left = [way for way in ways if way.cost == least]
    near_ = [way for way in ways if least < way.cost <= least + _NEAR]
    if len(left) > 1 or near_:
        errors = [way.errors() for way in left]
        left = [way for way, count in zip(left, errors, strict=True) if count == min(errors)]
        legal = [way for way in near_ if way.errors() == 0] if min(errors) else []
        if len(legal) == 1:
            legal[0].report(None, "", legal[0].made[-1][1] if legal[0].made else "", "audit")
            return legal
    return left


def chosen_of(ways: "Sequence[Notes]", told: str) -> "Notes":
    """The one reading of a line. Raises QuestionError where there are several."""
    left = fittest(ways)
    if len(left) > 1:
        why = QuestionError("notes.which", given=told)
        why.choices = tuple(dict.fromkeys(_laid_last(way) for way in left))
        raise why
    return left[0]


def _laid_last(way: "Notes") -> str:
    """The last trick of a reading."""
    return way.tricks[-1] if way.hand.get("tricks") else ""


def _groups(tokens: Sequence[Token]) -> int:
    """How many groups of cards stand apart among some tokens."""
    kinds = "".join("c" if each.kind in "RKJ" else "u" if is_card(each.kind) else each.kind for each in tokens)
    numbers = all(re.fullmatch("[1-6]", each.text) for each in tokens if is_card(each.kind))
    return 0 if numbers else len(re.findall("[cu]*c[cu]*", kinds))


def _longest_run(tokens: Sequence[Token]) -> list[str]:
    """The longest row of ranks, before which nobody is told to have said something, and none is told what a card counts as."""
    runs: list[list[str]] = [[]]
    for token in tokens:
        if token.text in _SAYS:
            break
        if token.kind in "RK":
            runs[-1] += [each[0] for each in token.value]
        elif token.kind != "U":
            runs.append([])
    return max(runs, key=len)


def scored_in(lines: Sequence[Taken]) -> Taken | None:
    """The first of lines that are results, numbered hand by hand, and no plays; None where there are fewer than three."""
    if not any(re.search("分|级|名次|成绩", told) for _, told in lines):
        return None
    found = [(each, int(scored[1])) for each in lines if (scored := _RESULT.fullmatch(each[1])) is not None]
    numbers = [number for _, number in found]
    return found[0][0] if numbers[: len("123")] == [1, 2, 3] else None


def _split_lines(spot: Spot, instead: str) -> list[Taken]:
    return [(spot, each) for each in instead.split("\n")]


def _guesses(told: str, why: QuestionError) -> Iterator[str]:
    """Lines that may have been meant where one cannot be read."""
    given = str(why.values.get("given", ""))
    at = told.find(given) if given else -1
    if why.key in _WHOLE_LINE:
        yield from _WHOLE_LINE[why.key](told, why)
    elif why.key in _PART_OF_LINE and at >= 0:
        for instead in _PART_OF_LINE[why.key](given, why):
            head, _, tail = instead.rpartition("\n")  # lines of their own stand before the whole
            yield f"{head}{chr(10) if head else ''}{told[:at]}{tail}{told[at + len(given) :]}"


def _of_turn(given: str, why: QuestionError) -> Iterator[str]:
    """Who was not told of passed, as all do who are not, or it was not seen."""
    yield f"没写的就是不出\n{given}"
    for play in ("?", "不要"):
        yield f"{written_seat(str(why.values['due']))} {play}，{given}"


def _of_bomb(given: str, _: QuestionError) -> Iterator[str]:
    """A bomb of so many."""
    rank = re.search(r"(10|[2-9TJQKA])\s*炸弹?|(?:炸弹?|bombs?)\s*(10|[2-9TJQKA])", given)
    for count in range(4, 9) if rank is not None else ():
        yield given.replace(rank[0], (rank[1] or rank[2]) * count, 1)  # type: ignore[index] # there is one


def _of_suitless(given: str, _: QuestionError) -> Iterator[str]:
    """Each suit."""
    for sign in "♠♥♣♦":
        yield re.sub(r"(?<![♠♥♣♦黑红梅草方桃花块心片\d])(?=(?:10|[2-9TJQKA]))", sign, given, count=1)


def _without_words(given: str, why: QuestionError) -> Iterator[str]:
    """The cards without the words among them, and as a remark."""
    words = str(why.values["words"])
    yield from (given.replace(words, " ", 1), f"({given})") if words in given else (f"({given})",)


def _of_offered(_: str, why: QuestionError) -> Iterator[str]:
    """What the question offers."""
    yield from str(why.values["offered"]).split(OFFERED)


def _of_owners(told: str, why: QuestionError) -> Iterator[str]:
    """What the question offers, without the words that it is not known whose the plays are."""
    for instead in _of_offered("", why):
        yield re.sub(r"[(]\s*[)]", "", told.replace(str(why.values["unsure"]), "").replace(str(why.values["given"]), instead))


def _turned_over(told: str, _: QuestionError) -> Iterator[str]:
    """The line with south and north in each other's place."""
    yield told.translate(str.maketrans("南北NS", "北南SN"))


def _of_levels(told: str, why: QuestionError) -> Iterator[str]:
    """The line with one of the levels alone."""
    for said in (str(why.values["first"]), str(why.values["second"])):
        left = ""
        last = 0
        for found in _LEVEL_TOLD.finditer(told):
            left += told[last : found.end() if found[1] == said else found.start()]
            last = found.end()
        yield (left + told[last:]).strip()


_LEVEL_TOLD: Final = re.compile(r"(?:[^\W\d]+\s*)?(?:打|级牌?)\s*(10|[2-9TJQKA])")
_WHOLE_LINE: Final[Mapping[str, Callable[[str, QuestionError], Iterator[str]]]] = {
    "notes.owner": _of_owners,
    "notes.mirrored": _turned_over,
    "notes.leads_other": lambda told, why: iter((f"{written_seat(str(why.values['holder']))}走了\n{told}", f"越序 {told}")),
    "notes.level_twice": _of_levels,
    "notes.sheet": lambda told, _: (f"规则 {key}\n{told}" for key in SHEETS),
    "notes.sheet_first": lambda told, _: (f"规则 {key}\n{told}" for key in SHEETS),
}
"""What a line may have been, by what is wrong with it."""
_PART_OF_LINE: Final[Mapping[str, Callable[[str, QuestionError], Iterator[str]]]] = {
    "notes.joker": lambda given, _: (f"{given[:-1]}{size}{given[-1]}" for size in "大小"),
    "notes.turn": _of_turn,
    "notes.broken": _without_words,
    "notes.unseated": lambda given, _: iter((f"({given})",)),
    "notes.bomb": _of_bomb,
    "notes.suitless": _of_suitless,
    "notes.copies": _of_offered,
    "notes.either": _of_offered,
    "notes.other_trick": _of_offered,
    "notes.void": _of_offered,
}
"""What a part of a line may have been."""


_FOLLOWS_FROM_LOST: Final = frozenset(
    {"notes.suitless", "notes.leader", "notes.turn", "notes.leads_other", "notes.over", "notes.size"}
)
"""What may be wrong with a line only because the plays before it were not read."""


def _taken(ways: "Sequence[Notes]", spot: Spot, told: str) -> "list[Notes]":
    """The readings that go on with a line; where none does, the best, with the line refused."""
    found: list[Notes] = []
    refused: tuple[Notes, QuestionError] | None = None
    for way in ways:
        try:
            found += way.fork().with_line(spot, told)
        except QuestionError as why:
            refused = refused or (way, why)
    if found:
        least = min(way.cost for way in found)
        return [way for way in cheapest(found) if way.cost <= least + 4]
    best, reason = refused or (ways[0], QuestionError("notes.plays", given=told))
    if not (best.plays_lost and reason.key in _FOLLOWS_FROM_LOST):
        best.refuse(spot, reason)
    best.lost = True
    best.plays_lost = best.plays_lost or (best.sheet is not None and any(each.kind in "RKJ" for each in best.tokens(told)))
    return [best]


class Notes(Unsure):
    """The lines of notes as they are read.

    `leaders` tells how often a seat stands with a colon at the beginning of a line: what somebody holds is told once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.leaders: Mapping[str, int] = {}
        self.naming_line: int | None = None

    plays_lost = False
    """Whether plays were not read, and none was read since."""

    def with_line(self, spot: Spot, told: str) -> list[Self]:
        """The readings of this with a line more. Raises QuestionError."""
        self.why, self.unread = [], []
        comment = _COMMENT.search(told)
        if comment is not None:
            if self.sheet is not None and any(each.kind in "EO" for each in self.tokens(comment[0])):
                raise QuestionError("notes.correction", given=told.strip())
            self.remark(told[comment.start() :].strip())
            told = told[: comment.start()]
        if _BESIDE.match(told) or (spot.line is not None and spot.line - 1 == self.naming_line):
            self.remark(str(spot.value).strip())
            self.facts_beside(self.of_opening(told))
            return [self]
        either = _EITHER.search(told)
        if either is not None:
            offered = OFFERED.join(each for each in (either[1], either[2], either[3] and "对8", either[3] and "??") if each)
            raise QuestionError("notes.either", given=either[0], offered=offered)
        self.out_of_turn = _OUT_OF_TURN.search(told) is not None
        before, early = self.told_so_far(), self.told_early.copy()
        ways = self.line(told)
        for way in ways:
            way.plays_lost = way.plays_lost and way.told_so_far()[0][:2] == before[0][:2]
            if way.hands and way.hand.get("tricks"):
                way.told_early &= early  # what was told beside the first trick is of the whole hand
            way.tell(spot, before)
        return ways

    def line(self, told: str) -> list[Self]:
        """Read a line. Raises QuestionError."""
        word = _WORD.match(told)
        if word is not None and _STILL_HAS.match(told):
            word = None
        tells = _TELLS.get(word[1].lower()) if word is not None else None
        if tells not in {"id", "player"}:
            told = tidied(told)
            word = _WORD.match(told) if not _STILL_HAS.match(told) else None
        if sheet_named(told) is not None:
            return self.of_sheet(told)
        opened = self.of_opening(told) if tells != "sheet" else told
        if opened != told:
            return self.line(opened) if opened.strip() else [self]
        if word is not None and tells is not None:
            said = told[word.end() :].strip()
            if tells == "sheet":
                return self.of_sheet(said)
            result = word[1] == "结果" and self.sheet is not None and tells in _NOTHING_OF[self.sheet.family]  # of points
            if said and self.sheet is not None and (result or tells == "resisted"):
                if not result:
                    self.told_of(tells, "")
                return self.line(said)
            return self.of_word(told, tells, said)
        if self.still_held(told):
            return [self]
        held = _HELD.fullmatch(lettered(told))
        if held is not None and self.sheet is not None and not self.is_trick(held[1], held[2]):
            return self.of_held_or_played(told, held[1], held[2])
        return self.of_told(told)

    def of_word(self, told: str, tells: str, said: str) -> list[Self]:
        """What a word tells; where that is none of it, the line is one of sentences."""
        self.reader  # noqa: B018 - all else is read by the sheet's own seats and levels
        other = self.fork()
        try:
            self.told_of(tells, said)
        except QuestionError as why:
            if why.key == "notes.not_here" and not other.has_plays(told):
                raise
            try:
                found = other.of_told(told)
            except QuestionError as second:
                prose = second.key == "notes.correction" or len(said) > _MOST_OF_A_WORD or other.has_plays(said)
                prose = prose or (tells == "level" and any(each.kind == "S" for each in other.tokens(said)))
                raise (second if prose else why) from None
            cards = any(each.kind in "RKJ?" for each in self.tokens(said))
            if all(way.hands == (self.hands or [{"no": 1}]) for way in found) and (cards or len(said) <= len("一二三")):
                raise
            return found
        return [self]

    def has_plays(self, told: str) -> bool:
        """Whether a line has seats with cards."""
        return re.search("S[:F]*[RKUJM]", "".join(each.kind for each in self.tokens(told))) is not None

    def told_of(self, tells: str, said: str) -> None:
        """What a word tells, where the game has such a thing."""
        if tells in _NOTHING_OF[self.reader.sheet.family]:
            raise QuestionError("notes.not_here", word=_WORDS[tells][0], sheet=self.reader.sheet.key)
        TAKES[tells](self, said)

    def still_held(self, told: str) -> bool:
        """What a seat still held when the notes begin: 东（9张）♦2 ♣2."""
        found = _STILL.fullmatch(told)
        if found is None or self.hand.get("tricks"):
            return False
        seat = self.seat(found[1])
        self.of_held(seat, found[3])
        count = len(split_cards(self.hand["deal"][seat]))
        if count != int(found[2]):
            raise QuestionError("notes.still", given=told, count=count, told=int(found[2]))
        self.hand.setdefault("left", {})[seat] = count
        return True

    def of_opening(self, told: str) -> str:
        """What stands behind the sheet's name at the beginning of a line."""
        opened = sheet_in(told) if not self.hands else None
        if opened is None:
            return told
        sheet, rest, known_which = opened
        if self.sheet is None:
            self.sheet = sheet
            self.match["sheet"] = sheet.key
            if not known_which:
                self.non_literal("sheet")
        elif sheet is not self.sheet and sheet.key.partition("-")[0] != self.sheet.key.partition("-")[0]:
            raise QuestionError("notes.sheet_again", sheet=self.sheet.key)
        return rest

    def of_sheet(self, said: str) -> list[Self]:
        """The rule sheet, by its key or what people call it; more of the line may stand behind it."""
        words = said.split()
        for count in range(len(words), 0, -1):
            found = sheet_named(" ".join(words[:count]))
            if found is not None:
                if found is not self.sheet and (self.sheet is not None and any(hand.keys() - {"no"} for hand in self.hands)):
                    raise QuestionError("notes.sheet_again", sheet=self.reader.sheet.key)
                self.sheet = found
                self.match["sheet"] = found.key
                return self.line(" ".join(words[count:])) if words[count:] else [self]
        opened = sheet_in(said)
        if opened is not None and self.sheet is None:
            return self.line(said)
        called = [*SHEETS, *(each.title.zh for each in SHEETS.values())]
        raise QuestionError("rules.unknown", option="sheet", sheet=said, near=near(said, called))

    def is_trick(self, seat: str, said: str) -> bool:
        """Whether what stands behind a seat and a colon are plays: a hand comes without passes, and before plays."""
        if seat in {"底", KITTY}:
            return False
        tokens, sheet = re.split(r"[\s,，/|、]+", said), self.reader.sheet
        once = self.once and len(tokens) == len(sheet.seats) and self.leaders.get(seat, 2) > 1
        once = once and not self.hand.get("deal")
        if bool(self.hand.get("tricks")) or ">" in said or once or any(each.casefold() in PASSES for each in tokens):
            return True
        told = self.tokens(said)
        kinds = "".join(each.kind for each in told)
        cards = cards_in([each for each in told if is_card(each.kind)])
        if not self.once and len(cards) > _MOST_PLAYED:
            return False
        if self.leaders.get(seat, 0) > 1 and not self.hand.get("deal") and self.may_be_played(cards):
            return True  # what somebody holds is told once
        return "S" in kinds or "A" in kinds or "P" in kinds or (not self.once and "R" in kinds and "U" not in kinds)

    def may_be_played(self, cards: Sequence[Card]) -> bool:
        """Whether some cards may be a play: of combinations one of them, of other games few."""
        return bool(cards) and (self.is_play(tuple(cards)) if not self.once else len(cards) <= _MOST_FOLLOWING)

    def of_held_or_played(self, told: str, seat: str, said: str) -> list[Self]:
        """What a seat holds; where that cannot be read but plays can, plays."""
        other = self.fork()
        try:
            self.of_held(seat, said)
        except QuestionError as why:
            try:
                return other.of_told(told)
            except QuestionError:
                raise why from None
        return [self]

    def of_told(self, told: str) -> list[Self]:
        """What is told in sentences: facts, plays, and what is only said beside them, which is kept."""
        table = self.of_table(told)
        if table is not None:
            return table
        if not self.hands and self.sheet is None:
            self.reader  # noqa: B018 - which raises that the sheet comes first
        all_ = self.tokens(told)
        tokens = self.lone_trump(self.facts_in(_of_the_hand(all_, self.hand.get("level"), self.hand.get("trump"))))
        line = line_in_acts(tokens, told, self.hand.get("dealer"), once=self.once)
        left = {(each.at, each.end) for each in tokens}
        line.take(*(each for each in all_ if (each.at, each.end) not in left and each.kind not in "ZH"))
        if self.pending is not None and line.acts:
            line.acts[:0] = [self.pending]
            self.pending = None
        if not line.acts and {each.kind for each in tokens} in ({"S"}, {"S", ":"}):
            raise QuestionError("notes.plays", given=told)
        if any(each.kind == "U" and each.text == "桃" for each in all_):
            self.non_literal("spades")
        for at, said in line.left(told):
            within = [each for each in all_ if at <= each.at < at + len(said)]
            talk = any(each.kind in "HEIm" for each in all_)
            if not line.acts and not talk and _groups(within) >= _LIKE_PLAYS:
                raise QuestionError("notes.unseated", given=said)
            counted = any(each.kind == "C" for each in all_)  # 红A当K用,KKK77
            if not line.acts and not counted and len(_longest_run(within)) >= _MOST_SAID and not self.told_again(within):
                raise QuestionError("notes.unseated", given=said)
            self.note_elsewhere(said, within)
            tells = carries(within) or (not self.hand.get("tricks") and any(each.kind == "S" for each in within))
            (self.not_read if tells else self.remark)(said)
        self.check_owners(line.acts, told)
        ways = self.fitted(line.acts) if line.acts else [self]
        for way in ways:
            if line.corrected:
                way.non_literal("corrected")
        return ways

    def told_again(self, tokens: Sequence[Token]) -> bool:
        """Whether some cards are those of a play that lies there, told once more."""
        ranks = sorted(_longest_run(tokens))
        plays = self.on_table[1] if self.hand.get("tricks") else []
        return any(sorted(card[0] for card in split_cards(cards_of(play))) == ranks for play in plays)

    def facts_beside(self, told: str) -> None:
        """The facts in a line that only names or comments."""
        if self.sheet is not None and not self.hand.get("tricks"):
            try:
                self.fork().facts_in(self.tokens(told))
            except QuestionError:
                return
            self.facts_in(self.tokens(told))

    def lone_trump(self, tokens: list[Token]) -> list[Token]:
        """A suit that stands alone before the first trick is trump."""
        if not self.once or self.hand.get("tricks") or self.hand.get("trump"):
            return tokens
        kinds = "".join(each.kind for each in tokens)
        found = re.fullmatch("([Z,;./F]*)U([,;./]*)", kinds)
        if found is None:
            return tokens
        suit = next(each for each in tokens if each.kind == "U")
        self.hand["trump"] = suit.value
        self.non_literal("trump")
        return [each for each in tokens if each is not suit]

    def errors(self) -> int:
        """How many errors an audit finds in the match, read so."""
        parsed = _parsed(self.fork().document())
        if not isinstance(parsed, Parsed):
            return len(parsed.errors) + 1_000
        return sum(each.severity == "error" for each in audit(parsed.record).findings)

    def document(self) -> Document:
        """The match. Of hands from their middle on it is said how many cards were left, where the plays tell that."""
        if self.implied and self.hands:
            number = self.number_implied(self.hands[0])
            if number != self.hands[0]["no"]:
                self.report(None, f"{self.hands[0]['level']}", f"{number}", "number")
            self.hands[0]["no"] = number
        for payer, card in self.untaken.items():
            self.remark(f"{payer} {card}")
            self.report(None, f"{payer} {card}", "", "paid", unread=[f"{payer} {card}"])
        before: dict[int, str] = {}
        for at, hand in enumerate(self.hands):
            if at in self.told_early and hand.get("tricks"):  # so they stood before these
                said = str(hand["claims"].pop("attackers"))
                self.remark(said)
                self.report(None, said, "", "early", unread=[said])
            placed = len(hand.get("claims", {}).get("finish", "").replace(HIDDEN, ""))
            earlier = placed > 1 or "tribute" in hand or "resisted" in hand
            if at in self.placed_early and (hand.get("tricks") or "tribute" in hand) and placed and earlier:
                before[at] = hand["claims"].pop("finish")
            if not hand.get("tricks", True):
                del hand["tricks"]
            if not hand.get("claims", True):
                del hand["claims"]
            if at in self.partly_paid:
                paid = hand.pop("tribute", ())
                self.remark(*paid)
                self.report(None, "; ".join(paid), "", "paid", unread=paid)
            self.count_held(hand)
            left = {**self.left_of(at, hand), **hand.get("left", {})}
            if left:
                hand["left"] = left
        return {**self.match, "hands": [*self.with_places_before(before)]}

    def with_places_before(self, before: Mapping[int, str]) -> Iterator[Document]:
        """The hands, the places that were told at the beginning of one with the hand before it."""
        for at, hand in enumerate(self.hands):
            earlier = self.hands[at - 1] if at else {}
            if at in before and earlier.get("no") == hand["no"] - 1:
                earlier.setdefault("claims", {}).setdefault("finish", before[at])
            elif at in before and hand["no"] > 1:
                yield {"no": hand["no"] - 1, "claims": {"finish": before[at]}}
            elif at in before:
                self.report(None, before[at], "", "early", unread=[before[at]])
            yield hand


def _of_the_hand(tokens: Sequence[Token], level: str | None, trump: str | None) -> list[Token]:
    """The tokens, of a seat that played 级牌 with the rank which that is, of 主 before ranks with the suit."""
    found: list[Token] = []
    for number, token in enumerate(tokens):
        ahead = tokens[number + 1] if number + 1 < len(tokens) else None
        played = token.text == "级牌" and number and tokens[number - 1].kind in "SFMU"
        if played and level is not None and (ahead is None or ahead.kind not in {"R", "Q", ":", "v"}):
            found.append(token._replace(kind="R", value=[level]))
        elif token.text == "主" and trump in {*SUITS} and ahead is not None and ahead.kind == "R" and ahead.at == token.end:
            found.append(token._replace(kind="U", value=trump))
        else:
            found.append(token)
    return found


def _parsed(match: Document) -> Parsed | Rejection:
    """The record of a match that was understood, or what keeps it from being one."""
    return parse(json.dumps({"format": FORMAT, "id": "notes", **match}).encode(), Place())


def line_of(told: str) -> str:
    """A line without what is only drawn, with runs of ranks in full; empty where nothing is told."""
    told = re.split(r"#(?!\s?\d)", told, maxsplit=1)[0]
    told = re.sub(r"^\s*[-*•·]\s+(?=[东東北西南ENWS\d])", "", told)  # one of a list
    told = re.sub(r"[4-8四五六七八]炸\s*:?\s*(?=(10|[2-9JQKA])\s*\1\s*\1\s*\1)", "炸 ", told)
    told = _ENGLISH_RANKS.sub(lambda found: found[1] + (found[2] or _RANKS_IN_ENGLISH[found[3].lower()]), told)
    told = re.sub(r"(?<=\?)\s*[-–]\s*(?=\?)", " ", told)
    told = re.sub(r"[东西南北]{2}\s*(?:对|vs\.?|VS)\s*[东西南北]{2}", " ", told)
    told = re.sub(r"[甲乙][队方组]?\s*[=:]?\s*(?:1[\s,、]*3[\s,、]*5|2[\s,、]*4[\s,、]*6)(?!\d)", " ", told)
    told = re.sub(r"(?<!\d)(?:1[\s,、]*3[\s,、]*5|2[\s,、]*4[\s,、]*6)\s*号?[是为]?一[队组方边](?=$|[\s,;。])", " ", told)
    told = re.sub(r"(?<![♠♥♣♦黑红梅草方桃花块\d])(10|[2-9TJQKA])的主(?!牌)", r"打\1 ", told)
    told = _NOUGHT.sub("10", told)
    told = re.sub(r"(?<=[ENWS]),\s*(?:the\s+)?(?=(?:dealer|banker)\b)", " ", told)
    told = re.sub(r"([大小])[王猫鬼怪]\s*=\s*\1[王猫鬼怪]", " ", told)
    told = _OF_SUIT.sub(lambda found: f"{dict(zip('shcd', '♠♥♣♦', strict=True))[found[2].lower()]}{found[1]}", told)
    told = re.sub(r"^\s*(?:再|然后|接着|后面?|之后)+\s+(?=\d{1,2}\s*[东南西北ENWS])", "", told)
    told = re.sub(r"(?:接下来)?([2-5])\s*[个人]人?[都全]*(过|不要|没要|不出)", r" \2 *\1", told)
    told = re.sub(r"五十[Kk](?=.{0,9}5[\s,、]*10[\s,、]*K)", " ", told)
    told = re.sub(r"五十[Kk]", "510K", told)
    told = re.sub(r"~~.*?~~", " ", told)  # struck out
    told = re.sub(r"[《》]|\[(?!\d+\])|(?<!\d)\]|(?<=红\d)\]", " ", told)
    told = _SHORT_PLACES.sub(_places, told)
    told = _PLACED.sub(lambda found: f"第{found[1]}副 ", told)
    told = _SCORED.sub(lambda found: f"第{found[1]}副 ", told)
    told = _HAND_ABOVE.sub(lambda found: f"{found[1]}:", told)
    told = _HAND_OF.sub(lambda found: f"{found[1]}:", told)
    if told.lstrip().startswith("|"):  # a row of a table
        told = re.sub(r"\s*\|\s*", "   ", told).strip()
    told = _STRAIGHT_AGAIN.sub(" ", told)
    told = _STRAIGHT.sub(_straight, told)
    told = re.sub(r"(10|[2-9TJQKA])\s*打起", r"打\1", told)
    told = _RUN.sub(lambda found: run_of(found[1], found[2]), told).strip()
    return told if re.search(r"[\w?♠♥♣♦]", told) else ""


_PLACE: Final = r"([东西南北])家?\s?([头二三四末尾])(?:游)?(?=\s*(?:$|[,;.。、东西南北]|[双单]下))"
_SHORT_PLACES: Final = re.compile(rf"(?<![^\s,;.。、:副局把盘])(?=[^;。]*[头末尾])(?:{_PLACE}[\s,、]*){{2,}}")
"""Places that are told by one word each, the first or the last among them: 东头 南二 西三 北末."""
_PLACED: Final = re.compile(r"^\s*(\d{1,2})[.、)]?\s*(?=[东西南北]头游[\s,、]*[东西南北]二游)")
"""The number of a hand before its places."""


def _places(found: re.Match[str]) -> str:
    """Places that are told in short, in full."""
    if not re.search(r"[东西南北]家?\s?[头末尾]", found[0]):
        return found[0]
    named = {"四": "末", "尾": "末"}
    return re.sub(_PLACE, lambda each: f"{each[1]}{named.get(each[2], each[2])}游", found[0])


_NOUGHT: Final = re.compile(r"(?<![A-Za-z\d.:])0(?=[shcd](?![A-Za-z\d]))|(?<=9 )0(?= J)")
"""A ten that is written 0."""
_RANKS_IN_ENGLISH: Final = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "ten": "10"}
_ENGLISH_RANKS: Final = re.compile(
    r"(?<![A-Za-z])((?:pair|triple|three|four|five|six|bomb)s?\s+(?:of\s+)?)"
    rf"(?:(10|[2-9TJQKA])s|({'|'.join(_RANKS_IN_ENGLISH)})s?)(?![A-Za-z])",
    re.IGNORECASE,
)
"""So many of a rank in English: `pair of 8s`, `four kings`."""


_OF_SUIT: Final = re.compile(
    r"(?<![\w♠♥♣♦–-])(10|[2-9TJQKA])\s+of\s+(s(?=pade)|h(?=eart)|c(?=lub)|d(?=iamond))[a-z]+", re.IGNORECASE
)
"""A card in English: `3 of spades`."""


def _straight(found: re.Match[str]) -> str:
    """A straight of five by its ends in full; anything else as it is written."""
    said, first, last = filter(lambda each: each is not None, found.groups())
    run = run_of(first, last)
    return f"{said} {run}" if len(run.replace("10", "T")) == len("34567") else found[0]


def run_of(first: str, last: str) -> str:
    """The ranks from one to another: A to 5, 6 to 10."""
    ranks = ("A", *"23456789", "10", *"JQKA")
    start = ranks.index(first) if first != "A" or last in "2345" else len(ranks) - 1
    end = ranks.index(last, start + 1) if last in ranks[start + 1 :] else start
    return "".join(ranks[start : end + 1]) if end > start else f"{first}到{last}"


def _reader_of_letters(text: str) -> Callable[[str], str]:
    """What reads in a line of a text the letters that are something else in others: `SJ`, `S9`.

    `SJ` is the little joker where `BJ` is the big one, unless suits stand before ranks so; `S9` is a spade where the letters
    of the other suits stand before ranks too.
    """
    called = re.search(r"\bBJ\b|(?<![A-Za-z])[ENWS]:?\s+SJ\b", text) is not None
    jokers = called and re.search(r"\b[SHCD](?:10|[2-9TQKA])", text) is None
    spades = re.search(r"(?<![A-Za-z\d])[HCD](?:10|[2-9TJQKA])(?![A-Za-z\d])", text) is not None

    def read(told: str) -> str:
        told = re.sub(r"\bSJ\b", "LJ", told) if jokers else told
        return re.sub(r"(?<![A-Za-z\d])S(?=(?:10|[2-9TJQKA])(?![A-Za-z\d]))", "♠", told) if spades else told

    return read


_ORDINAL: Final = re.compile(r"^\s*第\s*(\d{1,2}|[一二三四五六七八九十]+)(?:把牌?)?(?=\s*[东南西北](?!庄))")


def _reader_of_ordinals(lines: Iterable[str]) -> Callable[[str], str]:
    """What reads numbers before plays as those of tricks, where two in a row stand there: 第五把牌 北 …, 第六 北 …"""
    numbers = [number_of(found[1]) for line in lines if (found := _ORDINAL.match(line)) is not None]
    in_a_row = any(one is not None and one + 1 == other for one, other in pairwise(numbers))
    return lambda told: _ORDINAL.sub(lambda found: f"第{found[1]}圈", told) if in_a_row else told


_SECONDS: Final = re.compile(r"^(\s*[东南西北ENWS](?:\s|[^\d]).*\s)(\d{1,2})(?=!*(?:\s+[^\s\d]{1,2}[叫说]\S*)?\s*$)")


def _reader_of_seconds(lines: Sequence[str]) -> Callable[[str], str]:
    """What reads numbers behind plays as seconds, where the notes tell of these and most lines end so."""
    ends = sum(_SECONDS.match(line) is not None for line in lines)
    timed = any("秒" in line for line in lines) and 2 * ends >= len(lines) - 1 > 1
    return lambda told: _SECONDS.sub(r"\1\2秒", told) if timed else told


_CIRCLED_LEADS: Final = re.compile("[①②③④⑤⑥]\\s*(?:号|先|庄|出|[～~]\\s*⑥)|(?:[①②③④⑤⑥]\\s*){6}")
"""Circled numbers that are those of seats."""


def _circled_seats(told: str) -> str:
    return re.sub("([①②③④⑤⑥])号?", lambda found: f"{'①②③④⑤⑥'.index(found[1]) + 1}号 ", told)


def _names_sheet(line: Taken) -> bool:
    """Whether a line begins with the name of a sheet, or says that it does."""
    word = _WORD.match(line[1])
    return (word is not None and _TELLS.get(word[1].lower()) == "sheet") or sheet_in(line[1]) is not None


def begins_with_a_word(told: str) -> bool:
    """Whether a line says by its first word what it tells."""
    return _WORD.match(tidied(told)) is not None or sheet_named(told) is not None


def held_in(told: str) -> tuple[str, str] | None:
    """The seat, or the kitty, that stands with a colon before what it has; None in any other line."""
    found = _HELD.fullmatch(lettered(told))
    return (found[1], found[2]) if found is not None else None


TAKES: Final[Mapping[str, Callable[[Notes, str], None]]] = {
    "id": Notes.of_id,
    "option": Notes.of_option,
    "player": Notes.of_player,
    "no": Notes.of_no,
    "level": Notes.of_level,
    "before": Notes.of_before,
    "dealer": lambda notes, said: notes.of_seat("dealer", said),
    "trump": Notes.of_trump,
    "lead": lambda notes, said: notes.of_seat("lead", said),
    "rest": Notes.of_rest,
    "bids": Notes.of_bids,
    "bury": Notes.of_bury,
    "asked": Notes.of_asked,
    "tribute": Notes.of_tribute,
    "resisted": Notes.of_resisted,
    "finish": Notes.of_finish,
    "attackers": Notes.of_attackers,
    "levels": Notes.of_levels,
    "winner": Notes.of_winner,
}
