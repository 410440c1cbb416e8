"""A hand as a referee jots it down: plain text, a line a trick, in Chinese or English, of which everything may be left out.

A line begins with a word that says what it tells (规则, 打, 庄, 主, 亮, 扣, 炒, 贡, 名次 …), or with a seat and a colon and has
what that seat held, or is a trick: its leader and the plays in turn. Where the leader is left out it is who was to lead after
the trick before. Cards have their suits as signs, words or letters, before or behind the rank; plays stand apart by spaces, or
by commas or slashes, and then a play may have spaces within. What is behind `#` is passed over.

Every line that cannot be read is refused by what is wrong in it, all of them at once.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from paipu.ingest.importers.base import Document, Importer, Lines, Spot, known, lines_of
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import (
    PASSES,
    Reader,
    cards_of,
    lettered,
    read_cards,
    read_seen,
    read_suit,
    unmarked,
    with_signs,
)
from paipu.ingest.rejection import FORMAT, Place
from paipu.replay.cards import BIG_JOKER, HIDDEN, LITTLE_JOKER, RANKS, SUITS, UNKNOWN, split_cards
from paipu.replay.family import hand_view
from paipu.replay.notation import join_trick
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.states import Seen
from paipu.replay.text import near

KITTY: Final = "kitty"
MOST_HANDS: Final = 50
MOST_LINES: Final = 5_000
MOST_FOLLOWED: Final = 400
"""Tricks of notes whose leader is left out: for each the hand is played up to there."""
MOST_TRICKS: Final = 60
"""Of a hand, behind which a leader is looked for: no game has as many in one."""
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
_TELLS: Final = {word: tells for tells, words in _WORDS.items() for word in words}
_FIRST: Final = "|".join(sorted(map(re.escape, _TELLS), key=len, reverse=True))
_WORD: Final = re.compile(rf"({_FIRST})(?=$|[\s:：]|(?<=[一-鿿])\S)\s*[:：]?\s*", re.IGNORECASE)
"""One of the words; what follows a Chinese one may stand close behind it."""
_SEAT: Final = r"[ENWS1-6]"
_LEVEL: Final = r"(?:10|[2-9TJQKA]|flag|扛旗)"
_ITEM: Final = re.compile(
    r"(?:第\s*(?P<no>\d+)\s*副"
    rf"|(?:打|级牌?|level)\s*:?\s*(?P<level>{_LEVEL})"
    rf"|(?:庄家?|banker|dealer)\s*:?\s*(?P<dealer>{_SEAT})"
    r"|(?:定?主|trump)\s*:?\s*(?P<trump>黑桃|红[桃心]|[梅草]花|方[块片]|无主|[♠♥♣♦]|NT|[shcd])"
    rf"|(?:首[家出]|leader|lead)\s*:?\s*(?P<lead>{_SEAT}))(?:$|[\s,;、。]+)",
    re.IGNORECASE,
)
"""What is told in a word, so that several stand in a line: `第3副 打5 庄家东 主红桃`."""
_SIDES: Final = re.compile(rf"([ENWS]{{2}}|135|246)\s*[=:]?\s*({_LEVEL})(?=$|[\s,;])", re.IGNORECASE)
_LABEL: Final = re.compile(r"([东東北西南]|[1-6]号|[下对上]家)[家位]?\s*:?\s*(.*)")
_FROM_LEADER: Final = {"下": 1, "对": 2, "上": -1}
"""How many seats on somebody sits who is called by where he sits from the leader."""
_STRAY: Final = str.maketrans({"\ufe0e": "", "\ufe0f": "", "…": "", "♤": "♠", "♡": "♥", "♧": "♣", "♢": "♦"})
_HELD: Final = re.compile(r"([ENWSenws1-6]|底|kitty)\s*[:：]\s*(.*)")
_COUNTED: Final = re.compile(r"\d+\s*[.、)）]\s*")
_NOTHING: Final = frozenset({"无", "没有", "none", "-"})


def read(raw: bytes) -> list[Document]:
    """The match of some notes. Raises `Lines` where lines cannot be read."""
    notes = Notes()
    spots = lines_of(raw)
    if len(spots) > MOST_LINES:
        raise spots[MOST_LINES].refuse(f"≤ {MOST_LINES:,}")
    for spot in spots:
        told = re.split(r"#", str(spot.value), maxsplit=1)[0].strip()
        if told:
            notes.take(spot, told)
    if notes.sheet is None and not notes.wrong:
        notes.refuse(Spot("", line=1), QuestionError("notes.sheet", sheets=" ".join(SHEETS)))
    if notes.wrong:
        raise Lines(notes.wrong)
    return [notes.document()]


class Notes:
    """What was read so far: of the match, and of each hand the keys of the format.

    `wrong` are the lines that were not read, and why.
    """

    def __init__(self) -> None:
        self.sheet: Sheet | None = None
        self.match: Document = {}
        self.hands: list[Document] = []
        self.wrong: list[tuple[Spot, QuestionError]] = []
        self.followed = 0

    def refuse(self, spot: Spot, why: QuestionError) -> None:
        self.wrong.append((spot, why))

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
        named = sheet_named(told)
        if named is not None:
            self.of_sheet(told)
            return
        item = _ITEM.match(lettered(told))
        if item is not None:
            self.of_item(item)
            if told[item.end() :]:
                self.line(told[item.end() :])
            return
        if word is not None and tells is not None:
            said = told[word.end() :].strip()
            if tells == "sheet":
                self.of_sheet(said)
                return
            self.reader  # noqa: B018 - all else is read by the sheet's own seats and levels
            TAKES[tells](self, said)
            return
        held = _HELD.fullmatch(lettered(told))
        if held is not None and not self.is_trick(held[1], held[2]):
            self.of_held(held[1], held[2])
        else:
            self.of_trick(told)

    # -- the match

    @property
    def reader(self) -> Reader[Any]:
        """What reads by the seats and levels of the sheet. Raises QuestionError where no line has told it yet."""
        if self.sheet is None:
            raise QuestionError("notes.sheet_first", sheets=" ".join(SHEETS))
        return Reader(self.sheet)

    def of_sheet(self, said: str) -> None:
        """The rule sheet, by its key or what people call it; more of the line may stand behind it."""
        words = said.split()
        for count in range(len(words), 0, -1):
            found = sheet_named(" ".join(words[:count]))
            if found is not None:
                self.sheet = found
                self.match["sheet"] = found.key
                if words[count:]:
                    self.line(" ".join(words[count:]))
                return
        called = [*SHEETS, *(each.title.zh for each in SHEETS.values())]
        raise QuestionError("rules.unknown", option="sheet", sheet=said, near=near(said, called))

    def of_item(self, item: re.Match[str]) -> None:
        """What is told in a word."""
        for tells, said in item.groupdict().items():
            if said is not None:
                self.reader  # noqa: B018 - read by the sheet's own seats and levels
                TAKES[tells](self, said)

    def is_trick(self, seat: str, said: str) -> bool:
        """Whether what stands behind a seat and a colon are plays: a hand comes without passes, and before plays."""
        if seat in {"底", KITTY}:
            return False
        tokens, sheet = re.split(r"[\s,，/|、]+", said), self.reader.sheet
        once = READS[sheet.family][2] and len(tokens) == len(sheet.seats) and not self.hand.get("deal")
        return bool(self.hand.get("tricks")) or ">" in said or once or any(each.casefold() in PASSES for each in tokens)

    def of_option(self, said: str) -> None:
        self.match["options"] = {**self.match.get("options", {}), **self.reader.options_told([said])}

    def of_player(self, said: str) -> None:
        for each in re.split(r"[;；,，]", said):
            seat, _, name = unmarked(lettered(each)[:2] + each[2:]).strip().partition(" ")
            found = self.seat(seat)
            self.match.setdefault("seats", {})[found] = {"id": name.strip() or found, "name": name.strip() or found}

    def seat(self, said: str) -> str:
        """A seat. Raises QuestionError."""
        found = self.reader.read_seat(lettered(said.strip()))
        if not found:
            raise QuestionError("judge.seat", seat=said, seats=" ".join(self.reader.sheet.seats))
        return found

    @property
    def hand(self) -> Document:
        """The hand that lines tell of: the first, where no line begins one."""
        if not self.hands:
            self.hands.append({"no": 1})
        return self.hands[-1]

    def of_no(self, said: str) -> None:
        number = said.strip().strip("第副")
        last = self.hands[-1]["no"] if self.hands else 0
        if not number.isdecimal() or not last < int(number) <= 10_000 or len(self.hands) >= MOST_HANDS:
            raise QuestionError("notes.number", given=said, least=last + 1)
        self.hands.append({"no": int(number)})

    def claims(self) -> Document:
        """What is claimed of the hand."""
        found: Document = self.hand.setdefault("claims", {})
        return found

    # -- a hand

    def of_level(self, said: str) -> None:
        self.hand["level"] = self.reader.read_level(said, getattr(self.reader.sheet, "ladder", RANKS))

    def of_before(self, said: str) -> None:
        self.match["start"] = {"levels": self.reader.read_levels(lettered(said))}

    def of_trump(self, said: str) -> None:
        self.hand["trump"] = read_suit(said)

    def of_seat(self, key: str, said: str) -> None:
        self.hand[key] = self.seat(said)

    def of_held(self, seat: str, said: str) -> None:
        place = KITTY if seat in {"底", KITTY} else self.seat(seat)
        cards = [UNKNOWN if each == "?" else each for each in re.split(r"(\?{1,2})", said)]
        held = "".join(UNKNOWN if each.startswith("?") else read_hand(each) for each in cards if each.strip(" ,，"))
        self.reader.check_copies(*(held.replace(UNKNOWN, ""),))
        self.hand.setdefault("deal", {})[place] = held

    def of_rest(self, said: str) -> None:
        """What nobody else holds is this seat's, or lies in the kitty."""
        sheet = self.reader.sheet
        said = re.sub(r"^归\s*", "", said)
        seat = KITTY if said in {"底", KITTY} else self.seat(said)
        size = sheet.hand_size if seat != KITTY else getattr(sheet, "kitty_size", 0)
        deck = Counter([*(rank + suit for rank in RANKS for suit in SUITS), LITTLE_JOKER, BIG_JOKER] * sheet.cards.copies)
        others = (cards for place, cards in self.hand.get("deal", {}).items() if place != seat)
        held = Counter(card for cards in others for card in split_cards(cards))
        left = deck - held
        if UNKNOWN in held or left.total() != size:
            raise QuestionError("notes.rest", seat=seat, found=left.total(), size=size)
        self.hand.setdefault("deal", {})[seat] = "".join(left.elements())

    def of_bids(self, said: str) -> None:
        apart = re.sub(r"[,，、]\s*(?=[ENWS])", ";", lettered(said))
        shown = self.reader.read_shown(apart, "bids") if said not in _NOTHING else []
        self.hand["bids"] = [*self.hand.get("bids", []), *shown]

    def of_bury(self, said: str) -> None:
        seat, cards = self.hand.get("dealer"), said
        if lettered(said)[:1].upper() in set(self.reader.sheet.seats) and not _is_card(said):
            seat, cards = self.seat(said[:1]), said[1:].strip(" :：")
        if seat is None:
            raise QuestionError("notes.who", given=said)
        self.hand.setdefault(KITTY, []).append({"seat": seat, "bury": read_cards(cards)})

    def of_asked(self, said: str) -> None:
        """Answers when asked to take the kitty up again, and what was buried then: `北 不炒；西 ♣2♣2 扣 …`."""
        for each in re.split(r"[;；]", said):
            shown, _, buried = re.sub(r"bury", "扣", each).partition("扣")
            (answer,) = self.reader.read_shown(lettered(shown), "asked", passes=True) or [""]
            seat, _, cards = answer.partition(" ")
            action = {"seat": seat, "pass": True} if cards == "-" else known(seat=seat, show=cards)
            if buried.strip():
                action["bury"] = read_cards(buried)
            self.hand.setdefault(KITTY, []).append(action)

    def of_tribute(self, said: str) -> None:
        for each in re.split(r"[;；,，]", said):
            found = re.fullmatch(r"(\S)\s*(?:>|→|->|给|向)\s*(\S)\s*[:：]?\s*(.+)", each.strip())
            if found is None:
                raise QuestionError("notes.tribute", given=each.strip())
            card = read_cards(found[3])
            if len(split_cards(card)) != 1:
                raise QuestionError("notes.tribute", given=each.strip())
            self.hand.setdefault("tribute", []).append(f"{self.seat(found[1])}>{self.seat(found[2])} {card}")

    def of_resisted(self, said: str) -> None:
        del said
        self.hand["resisted"] = True

    def of_trick(self, told: str) -> None:
        """A trick: its leader, where one is told, and the plays."""
        reader, sheet = self.reader, self.reader.sheet
        leader, tokens = plays_of(told, sheet)
        leader = leader or self.next_leader(told)
        if not tokens:
            raise QuestionError("notes.plays", given=told)
        lead, follow, once = READS[sheet.family]
        plays = self.in_turn(leader, tokens)
        made = [follow(each) if number else lead(each) for number, each in enumerate(plays)]
        if once and len(made) > len(sheet.seats):
            raise QuestionError("notes.many", given=told, count=len(made), seats=len(sheet.seats))
        reader.check_copies(*map(cards_of, made))
        self.hand.setdefault("tricks", []).append(join_trick(leader, *made))

    def in_turn(self, leader: str, tokens: list[str]) -> list[str]:
        """The plays, without the seats that stand before them; each must be that of whose turn it is."""
        seats, plays, label = self.reader.sheet.seats, list[str](), ""
        at, gone = seats.index(leader), None
        for token in tokens:
            found = _LABEL.fullmatch(token)
            if found is not None:
                label, said = found[1], found[2]
            else:
                said = token
            if not said:
                continue
            if plays:
                at = (at + 1) % len(seats)
            if label:
                steps = _FROM_LEADER.get(label[0])
                named = seats[(seats.index(leader) + steps) % len(seats)] if steps is not None else self.seat(label[0])
                gone = self.gone() if gone is None and named != seats[at] else gone
                while named != seats[at] and gone and seats[at] in gone:
                    at = (at + 1) % len(seats)
                if named != seats[at]:
                    raise QuestionError("notes.turn", given=token, due=seats[at])
            plays.append(said)
            label = ""
        return plays

    def gone(self) -> set[str]:
        """Who is out after the trick before, as far as that is told."""
        last = self.last_frame()
        return {seat for seat, count in (last.left or {}).items() if count <= 0} if last is not None else set()

    def last_frame(self) -> Seen | None:
        """How the hand stands after the tricks that are told; None where they cannot be laid out, or too many were asked."""
        if self.followed >= MOST_FOLLOWED or len(self.hand.get("tricks", ())) > MOST_TRICKS:
            return None
        self.followed += 1
        alone = {"format": FORMAT, "id": "notes", **self.match, "hands": [self.hand]}
        parsed = parse(json.dumps(alone).encode(), Place())
        frames = hand_view(parsed.record, 0).frames if isinstance(parsed, Parsed) else ()
        return frames[-1] if frames else None

    def next_leader(self, told: str) -> str:
        """Who was to lead: after the trick before, or as a line told of the first. Raises QuestionError where nothing tells."""
        hand = self.hand
        if not hand.get("tricks"):
            found = hand.get("lead") or hand.get("dealer")
        else:
            last = self.last_frame()
            # who is out may be followed by another (接风)
            gone = last is not None and last.left is not None and last.winner is not None and last.left.get(last.winner) == 0
            found = last.winner if last is not None and not gone else None
        if not found:
            raise QuestionError("notes.leader", given=told)
        return str(found)

    def of_finish(self, said: str) -> None:
        told = re.sub(r"[—－]", "-", re.sub(r"[\s,，、>号]+", "", lettered(said)).upper())
        seats = self.reader.sheet.seats
        whole = HIDDEN not in told or ("-" not in told and len(told) == len(seats))
        if not re.fullmatch(r"[A-Z1-6?]+-*", told) or not whole:
            raise QuestionError("notes.finish", given=said)
        self.reader.read_places(re.sub(r"[-?]", "", told), "finish")
        self.claims()["finish"] = told

    def of_attackers(self, said: str) -> None:
        number = said.removesuffix("分").strip()
        if not re.fullmatch(r"-?\d{1,4}", number):
            raise QuestionError("notes.points", given=said)
        self.claims()["attackers"] = int(number)

    def of_levels(self, said: str) -> None:
        pairs = _SIDES.findall(lettered(said))
        told = ",".join(f"{side}={level}" for side, level in pairs) if len(pairs) > 1 else lettered(said)
        self.claims()["levels"] = self.reader.read_levels(told)

    def of_winner(self, said: str) -> None:
        self.match["claims"] = {"winner": self.reader.read_side(lettered(said), "winner")}

    def of_id(self, said: str) -> None:
        self.match["id"] = said[:200]

    def document(self) -> Document:
        """The match."""
        return {**self.match, "hands": self.hands}


def tidied(told: str) -> str:
    """A line with what is typed in full width as it is otherwise, and without stray signs."""
    return unicodedata.normalize("NFKC", told.translate(_STRAY)).strip().rstrip(".。!,;、 ")


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


def read_hand(said: str) -> str:
    """The cards of a hand; behind a suit its ranks may stand alone: `黑桃 3 3 5 红桃 4`."""
    try:
        return read_cards(said)
    except QuestionError as why:
        suit, told = "", list[str]()
        for found in _OF_A_SUIT.finditer(with_signs(said)):
            suit = found["sign"] or suit
            told.append(suit + found["rank"] if found["rank"] and suit else found[0] if found["sign"] is None else "")
        if not suit:
            raise
        try:
            return read_cards("".join(told))
        except QuestionError:
            raise why from None


_OF_A_SUIT: Final = re.compile(r"(?P<sign>[♠♥♣♦])|(?P<rank>10|[2-9TJQKA])(?![shcd])|\S", re.IGNORECASE)


def begins_with_a_word(told: str) -> bool:
    """Whether a line says by its first word what it tells."""
    return any(each.match(told) for each in (_WORD, _ITEM)) or sheet_named(told) is not None


def held_in(told: str) -> tuple[str, str] | None:
    """The seat, or the kitty, that stands with a colon before what it has; None in any other line."""
    found = _HELD.fullmatch(lettered(told))
    return (found[1], found[2]) if found is not None else None


def leads_with_a_seat(told: str, sheet: Sheet) -> bool:
    """Whether a line begins with a seat of the sheet."""
    first = lettered(told)[:1].upper()
    return first in set(sheet.seats) and not _is_card(told) and re.match(r"[1-6][\dTJQKA]", told) is None


def plays_of(told: str, sheet: Sheet) -> tuple[str | None, list[str]]:
    """The leader of a line, where it names one, and the plays: between commas or slashes where there are any, else spaces."""
    told = tidied(told)
    told = _COUNTED.sub("", told, count=1) if _COUNTED.match(told) else told
    leads = leads_with_a_seat(told, sheet)
    plays = re.sub(r"^[号家位]?\s*[:。.、,]*\s*", "", (told[1:] if leads else told).strip())
    apart = r"[,，/|、]" if re.search(r"[,，/|、]", plays) else r"\s+"
    return lettered(told)[:1].upper() if leads else None, [each.strip() for each in re.split(apart, plays) if each.strip()]


def _is_card(told: str) -> bool:
    """Whether a line begins with a card and not with a seat: `3s …`, which seat 3 of six would begin as well."""
    return re.match(r"(?:10|[2-9TJQKAtjqka])[shcd♠♥♣♦]", told) is not None


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

READS: Final[Mapping[FamilyName, tuple[Callable[[str], str], Callable[[str], str], bool]]] = {
    "tricks": (read_seen, read_seen, True),
    "climbing": (read_seen, read_seen, False),
}
"""How a lead is read, and a play after it, and whether each seat plays once."""

NOTES: Final = Importer("notes", "裁判的记录文字", "a referee's notes", read)
