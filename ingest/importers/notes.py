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
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from paipu.ingest.importers.base import LOST, Document, Importer, Lines, Spot, known, lines_of
from paipu.ingest.importers.jotting import (
    FACTS,
    apart,
    of_all_but_the_leader,
    of_several,
    only_passes,
    plays_behind,
    sentences,
    sheet_in,
    tells_no_cards,
    whole,
)
from paipu.ingest.importers.naming import Naming, naming_of
from paipu.ingest.importers.noted import KITTY, is_word, read_whole, tidied
from paipu.ingest.importers.noted_said import ANY_SEAT, TOLD_WITH_CARDS, Said, has_cards
from paipu.ingest.importers.noted_writing import write
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import (
    PASSES,
    cards_of,
    lettered,
    read_cards,
)
from paipu.replay.cards import split_cards
from paipu.replay.notation import join_trick
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.text import near

MOST_LINES: Final = 5_000
MOST_IN_LINE: Final = 2_000
"""Characters of a line: what is written of a hand in one breath is shorter."""
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
_HELD: Final = re.compile(r"([ENWSenws1-6](?=\s*[:：])|底(?=\s*[:：♠♥♣♦])|kitty(?=\s*[:：]))\s*[:：]?\s*(.*)")
_NO_SUCH: Final = frozenset(
    {"judge.level", "judge.trump", "judge.card", "judge.seat", "judge.no_cards", "notes.tribute", "notes.number"}
)
"""Refusals of what a word may tell, where the line may tell something else."""
_BESIDE: Final = re.compile(r"\s*(?://|↑|※|←|<-)")
"""What begins a line that only comments on another."""
_DATE: Final = re.compile(
    r"\d{2,4}[-/.年]\d{1,2}(?:[-/.月]\d{1,4}日?)?|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}\.\d{1,2}(?=\s)|\d{1,2}月\d{1,2}[日号]"
)
_NOT_TOLD_PASSED: Final = re.compile(r"没(?:有?写|记)的?(?:就是|都是|的?是|为|=|都)?\s*(?:不出|不要|过|pass)")
"""That who is not told of has passed."""
_STILL: Final = re.compile(rf"({ANY_SEAT}|[1-6]号)\s*家?\s*\(\s*(?:剩|还有)?\s*(\d{{1,2}})\s*张\s*\)\s*:?\s*(.+)")
"""A seat, how many cards it had left, and which."""
_NEXT_LEVEL: Final = re.compile(r"(?:[东西南北]{2}|我们?|咱们?)?\s*(?:下副?)?\s*(?:打\s*(?:10|[2-9TJQKA])|[+升]\s*\S{1,3}级?)")
"""What is played next, or by how many levels a side rose: what follows from the hand."""
_OTHER_COLUMN: Final = re.compile(r"第?[轮墩圈]|#|序号?|收|赢家?|胜|备?注|分")
"""What stands over a column that has no plays."""
_SEVERAL: Final = re.compile(
    r"(?P<suit>[♠♥♣♦]|黑桃|红桃|红心|梅花|草花|方块|方片|[黑红梅草方])\s*(?P<rank>10|老K|[2-9TJQKA凯尖圈勾钩])\s*[×xX*]\s*(?P<count>[2-4])(?!\d)"
)
"""So many of a card: 黑A×2."""
_ASIDE_WORD: Final = re.compile(r"\([^()]*\)|[甲乙]组[\s1-6]*|座\s*:?\s*(?:[甲乙][123]\s*)+|[^\s,，/。:：;；]+")


def read(raw: bytes, sheet: Sheet | None = None) -> list[Document]:
    """The match of some notes, of a sheet that is named in them or given. Raises `Lines` where lines cannot be read."""
    notes = Notes()
    if sheet is not None:
        notes.sheet, notes.match["sheet"] = sheet, sheet.key
    spots = lines_of(raw)
    if len(spots) > MOST_LINES:
        raise spots[MOST_LINES].refuse(f"≤ {MOST_LINES:,}")
    long = next((spot for spot in spots if len(str(spot.value)) > MOST_IN_LINE), None)
    if long is not None:
        raise long.refuse(f"≤ {MOST_IN_LINE:,}", str(len(str(long.value))))
    notes.named_so([whole(str(spot.value)) for spot in spots])
    text = "\n".join(str(spot.value) for spot in spots)
    lines = [(spot, told) for spot in spots if (told := line_of(notes.naming.plain(_little_joker(str(spot.value), text))))]
    notes.passes_left_out = _NOT_TOLD_PASSED.search(text) is not None
    played = [told for _, told in lines if not _tells_no_play(told)]
    notes.seated = notes.passes_left_out or any(of_several(told) or only_passes(told) for told in played)
    notes.lead_alone = sum(map(of_all_but_the_leader, (told for _, told in lines))) > 1
    notes.leaders = Counter(found[0] for _, told in lines if (found := held_in(tidied(told))) is not None)
    for spot, told in lines:
        notes.take(spot, told)
    if notes.sheet is None and not notes.wrong:
        notes.refuse(Spot("", line=1), QuestionError("notes.sheet", sheets=" ".join(SHEETS)))
    if notes.wrong:
        raise Lines(notes.wrong)
    return [notes.document()]


class Notes(Said):
    """The lines of notes as they are read.

    `leaders` tells how often a seat stands with a colon at the beginning of a line: what somebody holds is told once. `columns`
    are the seats at the head of a table.
    """

    def __init__(self) -> None:
        super().__init__()
        self.leaders: Mapping[str, int] = {}
        self.columns: list[str] = []
        self.remarked = False
        self.naming = Naming()
        self.naming_line: int | None = None

    def named_so(self, lines: Sequence[str]) -> None:
        """What some lines call the seats, and who sits there."""
        self.naming, self.naming_line = naming_of(lines)
        for seat, name in self.naming.players.items():
            self.match.setdefault("seats", {})[seat] = {"id": name, "name": name}

    def take(self, spot: Spot, told: str) -> None:
        """Read a line."""
        try:
            if _BESIDE.match(told) or (spot.line is not None and spot.line - 1 == self.naming_line):
                self.heard(told)
                self.remark(str(spot.value).strip())
            else:
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
            self.of_word(told, tells, said)
            return
        if self.still_held(told):
            return
        held = _HELD.fullmatch(lettered(told))
        if held is not None and not self.is_trick(held[1], held[2]):
            self.of_held_or_played(told, held[1], held[2])
        else:
            self.of_told(told)

    def of_word(self, told: str, tells: str, said: str) -> None:
        """What a word tells; where that is none of it, the line is one of sentences."""
        try:
            self.told_of(tells, said)
        except QuestionError as why:
            if why.key not in _NO_SUCH or len(said) <= len("一二三"):
                raise
            try:
                self.of_told(told)
            except QuestionError:
                raise why from None

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
        opened = sheet_in(told, SHEETS_CALLED) if not self.hands else None
        if opened is not None and self.sheet is not None:
            if opened[0] is not self.sheet and opened[0].key.partition("-")[0] != self.sheet.key.partition("-")[0]:
                raise QuestionError("notes.sheet_again", sheet=self.sheet.key)
            told = opened[1]
        elif opened is not None:
            self.sheet, told, known_which = opened
            self.match["sheet"] = self.sheet.key
            if not known_which:
                self.remark(f"掼蛋：未说哪一篇 = {self.sheet.key}")
        taken, word = opened is not None or _DATE.match(told) is not None, False
        while told := told.lstrip(" ,，;；/。.、:：!"):
            fact = FACTS.match(told)
            if fact is not None:
                self.of_fact(fact)
                taken, told = True, told[fact.end() :]
                continue
            date = _DATE.match(told)
            if date is not None:
                self.remark(date[0])
                told = told[date.end() :]
                continue
            aside = _ASIDE_WORD.match(told) if taken else None
            within = FACTS.search(told) if aside is not None else None
            if (
                aside is not None
                and within is not None
                and aside.start() < within.start() < aside.end()
                and "(" not in aside[0]
            ):
                self.remark(told[: within.start()])
                told = told[within.start() :]
                continue
            if (
                aside is None
                or (TOLD_WITH_CARDS.search(aside[0]) and not has_cards(aside[0]))
                or not (
                    aside[0].startswith(("(", "甲", "乙", "座"))
                    or is_word(aside[0], self.reader.sheet)
                    or (word and re.fullmatch(r"\d{1,3}", aside[0]))
                )
            ):
                break
            word = not aside[0].isdecimal()
            self.heard(aside[0])
            if not self.showed(aside[0]):
                self.remark(aside[0])
            told = told[aside.end() :]
        return told if taken else None

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
            clauses = re.split(r"[,;](?![^()]*\))", sentence)
            kept = ",".join(each for each in clauses if not self.paid(each) and not self.ended(each))
            said, remarks = apart(kept, self.reader.sheet)
            self.remark(*remarks)
            for each in remarks:
                self.heard(each)
            if said and FACTS.fullmatch(said):
                self.heard(said)
            elif said and not self.asked(said):
                self.of_plays(said)

    def ended(self, clause: str) -> bool:
        """What a clause says of how the hand ended; whether it says that."""
        if not self.hand.get("tricks"):
            return False
        if _NEXT_LEVEL.fullmatch(clause.strip()):
            self.remark(clause.strip())
            return True
        return self.places_said(clause) or self.points_said(clause)

    def of_plays(self, said: str) -> None:
        """Plays; a sentence of words in which no card is told is kept as it is."""
        try:
            self.of_trick(said)
        except QuestionError:
            if not tells_no_cards(said, self.reader.sheet):
                raise
            self.heard(said)
            self.remark(said)

    def of_table(self, told: str) -> bool:
        """A table: a seat over each column, a trick a row, the lead marked with `*`; whether the line was of one."""
        sheet = self.reader.sheet
        heads = [lettered(each) for each in told.split() if not _OTHER_COLUMN.fullmatch(each)]
        if sorted(heads) == sorted(sheet.seats):
            self.columns, self.remarked = heads, "注" in told
            return True
        row = re.match(r"(\d{1,3})\s+(\S.*)", told) if self.columns else None
        if row is None:
            return False
        cells, beside = cells_of(row[2], len(self.columns))
        self.remark(*(beside if self.remarked else ()))
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

    def asked(self, said: str) -> bool:
        """An answer to 炒底, or what was shown: 北 炒 一对方10; W 反 小王 + ♣2♣2."""
        answer = re.match(rf"({ANY_SEAT})家?\s*(不炒|又?要?炒底?|亮主?|反主?|叫主?|把?(?=.*亮))(.*)", said)
        if answer is None:
            bare = re.search(rf"({ANY_SEAT})把(.+?)亮", said)
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
            if at in self.partly_paid:
                self.remark(*hand.pop("tribute", ()))
            left = {**self.left_of(at, hand), **hand.get("left", {})}
            if left:
                hand["left"] = left
        return {**self.match, "hands": self.hands}


def cells_of(row: str, count: int) -> tuple[list[str] | None, list[str]]:
    """The cells of a row, and what is noted behind them; None where there are too few, or it is not plain where they end."""
    for least in (2, 3, 4):
        cells = re.split(rf"\s{{{least},}}", row)
        if len(cells) == count or (len(cells) == count + 1 and least > 2):
            return cells[:count], cells[count:]
    return None, []


def line_of(told: str) -> str:
    """A line without what is only drawn, with what stands for something else in its place; empty where nothing is told."""
    told = re.split(r"#(?!\s?\d)", told.replace("\t", "   "), maxsplit=1)[0]
    told = re.sub(r"[东西南北]{2}\s*(?:对|vs\.?|VS)\s*[东西南北]{2}", " ", told)
    told = re.sub(r"[「」【】《》]|\[(?!\d+\])|(?<!\d)\]|(?<=红\d)\]", " ", told).replace("｜", "|")
    told = _SEVERAL.sub(lambda found: found["suit"] + found["rank"] * int(found["count"]), told)
    told = re.sub(rf"({ANY_SEAT})\s*(?:→|—+>|->|-(?=\s*[♠♥♣♦黑红梅草方大小不过]))\s*(?!{ANY_SEAT})", r"\1 ", told)
    told = re.sub(rf"\s*(?:——+|—(?={ANY_SEAT}))\s*", ", ", told).strip()
    told = re.sub(
        rf"(?<![东西南北ENWS])→\s*(?={ANY_SEAT}\s*(?:[\d对双三四五六七八九十♠♥♣♦黑红梅草方大小TJQKA炸过不]|$))(?!{ANY_SEAT}\s*\d{{1,3}}\s*(?:$|[,;]))",
        ", ",
        told,
    )
    told = re.sub(rf"\s-{{2}}\s(?={ANY_SEAT}|过)", ", ", told)
    told = re.sub(r"([大小][王鬼怪])\s*[x×*]\s*2(?!\d)", r"\1\1", told)
    told = re.sub(r"(不要|不出|过|pass)\s*[*×xX]\s*([2-5])(?!\d)", lambda found: f"{found[1]} " * int(found[2]), told)
    told = re.sub(r"(红(?:桃|心)?\s*(?:10|[2-9JQKA]))\s*配", r"\1", told)
    return told if re.search(r"[\w?？♠♥♣♦]", told) else ""


def _little_joker(told: str, text: str) -> str:
    """`SJ` is the little joker where `BJ` is the big one, unless suits stand before ranks so."""
    jokers = re.search(r"\bBJ\b", text) is not None and re.search(r"\bS(?:10|[2-9TQKA])", text) is None
    return re.sub(r"\bSJ\b", "LJ", told) if jokers else told


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


def _tells_no_play(told: str) -> bool:
    """Whether a line tells something else of seats and sides than what they played: 打完 EW=2,NS=5."""
    word = _WORD.match(told)
    return word is not None and _TELLS[word[1].lower()] not in {"no", "level", "dealer", "lead", "trump"}


def begins_with_a_word(told: str) -> bool:
    """Whether a line says by its first word what it tells."""
    return any(each.match(tidied(told)) for each in (_WORD, FACTS)) or sheet_named(told) is not None


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

_TOLD_SO: Final = (Notes.places_before, Notes.answered, Notes.buried, Notes.showed)
"""What a sentence may tell that is no play; each says whether it was that."""

NOTES: Final = Importer("notes", "裁判的记录文字", "a referee's notes", read, LOST["notes"], write)


def notes_of(sheet: Sheet) -> Importer:
    """The importer of notes of a sheet that need not be named in them."""
    return NOTES._replace(read=partial(read, sheet=sheet))
