"""A hand as a referee jots it down: plain text, a line a trick, in Chinese or English, of which everything may be left out.

A line begins with a word that says what it tells (规则, 打, 庄, 主, 亮, 扣, 炒, 贡, 名次 …), or with a seat and a colon and has
what that seat held, or is a trick: its leader and the plays in turn. Where the leader is left out it is who was to lead after
the trick before. Cards have their suits as signs, words or letters, before or behind the rank; plays stand apart by spaces, or
by commas or slashes, and then a play may have spaces within. What is behind `#` is passed over.

Every line that cannot be read is refused by what is wrong in it, all of them at once.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from paipu.ingest.importers.base import LOST, Document, Importer, Lines, Spot, known, lines_of
from paipu.ingest.importers.jotting import (
    FACT_OF,
    FACTS,
    apart,
    number_of,
    plays_behind,
    seats_in,
    sentences,
    sheet_in,
)
from paipu.ingest.importers.noted import KITTY, is_word, read_whole, tidied
from paipu.ingest.importers.noted_plays import Plays
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import (
    PASSES,
    cards_of,
    lettered,
    read_cards,
)
from paipu.replay.notation import join_trick
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.text import near

MOST_LINES: Final = 5_000
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
    "finish": ("名次", "finish"),
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
_HELD: Final = re.compile(r"([ENWSenws1-6](?=\s*[:：])|底(?=\s*[:：♠♥♣♦])|kitty(?=\s*[:：]))\s*[:：]?\s*(.*)")
_ANY_SEAT: Final = r"[东東北西南ENWS]"
_ASIDE_WORD: Final = re.compile(r"\([^()]*\)|[甲乙]组[\s1-6]*|座\s*:?\s*(?:[甲乙][123]\s*)+|[^\s,，/。:：;；]+")


def read(raw: bytes) -> list[Document]:
    """The match of some notes. Raises `Lines` where lines cannot be read."""
    notes = Notes()
    spots = lines_of(raw)
    if len(spots) > MOST_LINES:
        raise spots[MOST_LINES].refuse(f"≤ {MOST_LINES:,}")
    lines = [(spot, re.split(r"#", str(spot.value), maxsplit=1)[0].strip()) for spot in spots]
    notes.leaders = Counter(found[0] for _, told in lines if (found := held_in(tidied(told))) is not None)
    for spot, told in lines:
        if told:
            notes.take(spot, told)
    if notes.sheet is None and not notes.wrong:
        notes.refuse(Spot("", line=1), QuestionError("notes.sheet", sheets=" ".join(SHEETS)))
    if notes.wrong:
        raise Lines(notes.wrong)
    return [notes.document()]


class Notes(Plays):
    """The lines of notes as they are read.

    `leaders` tells how often a seat stands with a colon at the beginning of a line: what somebody holds is told once. `columns`
    are the seats at the head of a table.
    """

    def __init__(self) -> None:
        super().__init__()
        self.leaders: Mapping[str, int] = {}
        self.columns: list[str] = []

    def take(self, spot: Spot, told: str) -> None:
        """Read a line."""
        try:
            self.line(told)
        except QuestionError as why:
            self.refuse(spot, why)

    def line(self, told: str) -> None:
        """Read a line. Raises QuestionError."""
        word = _WORD.match(told)
        tells = _TELLS.get(word[1].lower()) if word is not None else None
        if tells not in {"id", "player"}:
            told = tidied(told)
            word = _WORD.match(told)
        if sheet_named(told) is not None:
            self.of_sheet(told)
            return
        behind = self.facts(told) if tells != "sheet" else None
        if behind is not None:
            if behind:
                self.line(behind)
            return
        if word is not None and tells is not None:
            said = told[word.end() :].strip()
            if tells == "sheet":
                self.of_sheet(said)
                return
            self.reader  # noqa: B018 - all else is read by the sheet's own seats and levels
            self.told_of(tells, said)
            return
        held = _HELD.fullmatch(lettered(told))
        if held is not None and not self.is_trick(held[1], held[2]):
            self.of_held_or_played(told, held[1], held[2])
        else:
            self.of_told(told)

    def of_held_or_played(self, told: str, seat: str, said: str) -> None:
        """What a seat holds; where that cannot be read but plays can, plays."""
        try:
            self.of_held(seat, said)
        except QuestionError as why:
            try:
                self.of_told(told)
            except QuestionError:
                raise why from None

    def facts(self, told: str) -> str | None:
        """What stands behind the facts at the beginning of a line; None where it begins with none.

        Between them words may stand that tell nothing of the hand.
        """
        opened = sheet_in(told, SHEETS_CALLED) if self.sheet is None else None
        if opened is not None:
            self.sheet, told, known_which = opened
            self.match["sheet"] = self.sheet.key
            if not known_which:
                self.remark(f"掼蛋：未说哪一篇 = {self.sheet.key}")
        taken = opened is not None
        while told := told.lstrip(" ,，;；/。.、:：!"):
            fact = FACTS.match(told)
            if fact is not None:
                self.of_fact(fact)
                taken, told = True, told[fact.end() :]
                continue
            aside = _ASIDE_WORD.match(told) if taken else None
            if aside is None or not (aside[0].startswith(("(", "甲", "乙", "座")) or is_word(aside[0], self.reader.sheet)):
                break
            self.remark(aside[0])
            told = told[aside.end() :]
        return told if taken else None

    def of_fact(self, fact: re.Match[str]) -> None:
        """A fact told in a word."""
        name, said = next((name, said) for name, said in fact.groupdict().items() if said is not None)
        tells = FACT_OF[name]
        self.reader  # noqa: B018 - read by the sheet's own seats and levels
        if tells == "last":
            self.endings[max(0, len(self.hands) - 1)] = number_of(said) or 1
        elif tells == "no":
            self.told_of("no", str(number_of(said)))
        elif tells in {"dealer", "lead"}:
            self.told_of(tells, _seat_of_name(said))
        else:
            self.told_of(tells, said)

    def told_of(self, tells: str, said: str) -> None:
        """What a word tells, where the game has such a thing."""
        if tells in _NOTHING_OF[self.reader.sheet.family]:
            raise QuestionError("notes.not_here", word=_WORDS[tells][0], sheet=self.reader.sheet.key)
        TAKES[tells](self, said)

    def of_sheet(self, said: str) -> None:
        """The rule sheet, by its key or what people call it; more of the line may stand behind it."""
        words = said.split()
        for count in range(len(words), 0, -1):
            found = sheet_named(" ".join(words[:count]))
            if found is not None:
                if found is not self.sheet and any(hand.keys() - {"no"} for hand in self.hands):
                    raise QuestionError("notes.sheet_again", sheet=self.reader.sheet.key)
                self.sheet = found
                self.match["sheet"] = found.key
                if words[count:]:
                    self.line(" ".join(words[count:]))
                return
        called = [*SHEETS, *(each.title.zh for each in SHEETS.values())]
        raise QuestionError("rules.unknown", option="sheet", sheet=said, near=near(said, called))

    def is_trick(self, seat: str, said: str) -> bool:
        """Whether what stands behind a seat and a colon are plays: a hand comes without passes, and before plays."""
        if seat in {"底", KITTY}:
            return False
        tokens, sheet = re.split(r"[\s,，/|、]+", said), self.reader.sheet
        once = self.once and len(tokens) == len(sheet.seats) and self.leaders.get(seat, 2) > 1
        once = once and not self.hand.get("deal")
        return bool(self.hand.get("tricks")) or ">" in said or once or any(each.casefold() in PASSES for each in tokens)

    def of_told(self, told: str) -> None:
        """What is told in sentences: plays, and what was shown, asked or paid; what is only said beside them is kept."""
        if self.of_table(told):
            return
        for sentence in sentences(told):
            if any(told_so(self, sentence) for told_so in _TOLD_SO):
                continue
            said, remarks = apart(sentence, self.reader.sheet)
            self.remark(*remarks)
            if said and not self.asked(said):
                self.of_trick(said)

    def of_table(self, told: str) -> bool:
        """A table: a seat over each column, a trick a row, the lead marked with `*`; whether the line was of one."""
        sheet = self.reader.sheet
        heads = re.sub(r"收|赢家?|胜", "", told).split()
        if sorted(map(lettered, heads)) == sorted(sheet.seats) and len(told.split()) <= len(heads) + 1:
            self.columns = [lettered(each) for each in told.split()]
            return True
        row = re.match(r"(\d{1,3})\s+(\S.*)", told) if self.columns else None
        if row is None:
            return False
        cells = next((cells for k in (2, 3, 4) if len(cells := re.split(rf"\s{{{k},}}", row[2])) == len(self.columns)), None)
        led = [seat for seat, cell in zip(self.columns, cells or (), strict=False) if cell.startswith("*")]
        if cells is None or len(led) != 1:
            raise QuestionError("notes.row", given=told, columns=" ".join(self.columns))
        self.unseen_before(int(row[1]), led[0])
        of = dict(zip(self.columns, cells, strict=True))
        at = sheet.seats.index(led[0])
        bare = not self.once
        made: list[str] = []
        for seat in (*sheet.seats[at:], *sheet.seats[:at]):
            play = next(plays_behind(seat, of[seat].strip("* "), bare=bare), None)
            if play is None:
                raise QuestionError("notes.row", given=told, columns=" ".join(self.columns))
            made.append(play.token)
        self.reader.check_copies(*map(cards_of, made))
        self.hand.setdefault("tricks", []).append(join_trick(led[0], *made))
        return True

    def places_before(self, said: str) -> bool:
        """The places of the hand before: 上副 南 东 北 西."""
        found = re.match(r"上一?副\s*(?:名次)?\s*:?\s*(.+)", said)
        if found is None:
            return False
        now, self.hands = self.hand, self.hands[:-1]
        if now["no"] > 1 and not (self.hands and self.hands[-1]["no"] == now["no"] - 1):
            self.hands.append({"no": now["no"] - 1})
            self.of_finish(found[1])
        self.hands.append(now)
        return True

    def paid(self, said: str) -> bool:
        """Who paid and returned which card: 西进贡 大王给南 南还 方块J."""
        if not re.search(r"贡|还", said):
            return False
        found = [
            *re.finditer(rf"({_ANY_SEAT})\s*进?贡\s*(\S+?)\s*给\s*({_ANY_SEAT})|({_ANY_SEAT})\s*还[贡牌给]?\s*(\S+)", said)
        ]
        for each in found:
            back = each[4] is not None
            gifts = self.hand.setdefault("tribute", [])
            giver = self.seat(each[4] or each[1])
            taker = next((gift[0] for gift in gifts if gift[2] == giver), None) if back else self.seat(each[3])
            if taker is None:
                raise QuestionError("notes.tribute", given=each[0])
            gifts.append(f"{giver}>{taker} {read_whole(each[5] if back else each[2])}")
        return bool(found)

    def buried(self, said: str) -> bool:
        """A burial of which no card was noted: 底牌扣好."""
        if not re.search(r"扣(?:好|完|毕)", said) or not self.hand.get("dealer"):
            return False
        self.hand.setdefault(KITTY, []).append({"seat": self.hand["dealer"]})
        self.remark(said)
        return True

    def asked(self, said: str) -> bool:
        """An answer to 炒底, or what was shown: 北 炒 一对方10; W 反 小王 + ♣2♣2."""
        answer = re.match(rf"({_ANY_SEAT})家?\s*(不炒|又?要?炒底?|亮主?|反主?|叫主?|把?(?=.*亮))(.*)", said)
        if answer is None:
            bare = re.search(rf"({_ANY_SEAT})把(.+?)亮", said)
            if bare is None:
                return False
            self.of_bids(f"{bare[1]} {bare[2]}")
            return True
        seat = self.seat(answer[1])
        if answer[2] == "不炒":
            self.hand.setdefault(KITTY, []).append({"seat": seat, "pass": True})
        elif "炒" in answer[2]:
            shown, _, buried = answer[3].partition("扣")
            bury = read_cards(buried) if buried.strip() else None
            self.hand.setdefault(KITTY, []).append(known(seat=seat, show=read_whole(shown), bury=bury))
        else:
            self.of_bids(f"{answer[1]} {answer[3]}")
        return True

    def document(self) -> Document:
        """The match. Of hands from their middle on it is said how many cards were left, where the plays tell that."""
        if self.implied and self.hands:
            self.hands[0]["no"] = self.number_implied(self.hands[0])
        for at, hand in enumerate(self.hands):
            left = self.left_of(at, hand)
            if left:
                hand["left"] = left
        return {**self.match, "hands": self.hands}


def _plain(called: str) -> str:
    """What a sheet is called without signs, whatever the case."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", called)).casefold()


def _names_of_sheets() -> dict[str, Sheet]:
    """The sheets by their keys, and by all that their titles give: 拖拉机, 掼蛋（一）, 掼蛋一, 掼蛋, 江苏掼蛋."""
    found: dict[str, Sheet] = {}
    for sheet in SHEETS.values():
        first, _, inner = unicodedata.normalize("NFKC", sheet.title.zh).strip(")").partition("(")
        letters = re.sub(r"\d", "", inner)
        names = (sheet.key, first + inner, first, inner if len(inner) > 1 else "", letters + first, first + letters)
        for name in filter(None, map(_plain, names)):
            found.setdefault(name, sheet)
    return found


def sheet_named(said: str) -> Sheet | None:
    """The sheet that people call so."""
    return SHEETS_CALLED.get(_plain(said))


SHEETS_CALLED: Final = _names_of_sheets()


def begins_with_a_word(told: str) -> bool:
    """Whether a line says by its first word what it tells."""
    return any(each.match(tidied(told)) for each in (_WORD, FACTS)) or sheet_named(told) is not None


def _seat_of_name(said: str) -> str:
    """A seat as the reader takes it."""
    return seats_in(said, SHEETS["daguai"])[0].seats[0] if said[0] in "甲乙" else said


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

_TOLD_SO: Final = (Notes.places_before, Notes.paid, Notes.buried)
"""What a sentence may tell that is no play; each says whether it was that."""

NOTES: Final = Importer("notes", "裁判的记录文字", "a referee's notes", read, LOST["notes"])
