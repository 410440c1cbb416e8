"""What the lines of a referee's notes tell of the match and of a hand, but for the plays, as the format has it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from paipu.ingest.importers.base import Document, Spot, known
from paipu.ingest.importers.notes.cards import cards_in, read_jotted
from paipu.ingest.importers.notes.tokens import Token, is_card, number_of, plain, tokens_of
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import Reader, lettered, read_cards, read_suit, unmarked
from paipu.replay.cards import BIG_JOKER, HIDDEN, LITTLE_JOKER, RANKS, SUITS, UNKNOWN, seen_cards, split_cards
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS, Sheet

KITTY: Final = "kitty"
MOST_HANDS: Final = 50
_LEVEL: Final = r"(?:10|[2-9TJQKA]|flag|扛旗)"
_SIDES: Final = re.compile(rf"([ENWS]{{2}}|135|246)\s*[=:]?\s*({_LEVEL})(?=$|[\s,;])", re.IGNORECASE)
_STRAY: Final = str.maketrans({"♤": "♠", "♡": "♥", "♧": "♣", "♢": "♦"})
MOST_REMARKS: Final = 200
_NOTHING: Final = frozenset({"无", "没有", "none", "-"})
ONCE: Final[Mapping[FamilyName, bool]] = {"tricks": True, "climbing": False}
"""Whether each seat plays once in a trick."""


class Facts:
    """What was read so far: of the match, and of each hand the keys of the format.

    `wrong` are the lines that were not read, and why; `unread` is what of the line under way tells something and was not
    read. `implied`: the first hand was given no number; `dealing`:
    what is told are cards as they were dealt, whatever was told before.
    """

    def __init__(self) -> None:
        self.sheet: Sheet | None = None
        self.match: Document = {}
        self.hands: list[Document] = []
        self.wrong: list[tuple[Spot, QuestionError]] = []
        self.implied = self.dealing = False
        self.first_lead: dict[int, str] = {}
        self.placed_early: set[int] = set()
        self.unread: list[str] = []

    def refuse(self, spot: Spot, why: QuestionError) -> None:
        self.wrong.append((spot, why))

    def remark(self, *said: str) -> None:
        """What was said beside the plays, which is kept and read by nobody."""
        said = tuple(filter(None, said))
        if said:
            kept: list[str] = self.match.setdefault("extra", {}).setdefault("remarks", [])
            kept += [each[:200] for each in said][: MOST_REMARKS - len(kept)]

    def report(self, line: int | None, said: str, read: str, *why: str, unread: Sequence[str] = ()) -> None:
        """That something was not read by the letter: the line, what it says, what it was read as, `why` (`READ_SO`), and what
        of it was not read.
        """
        kept: list[Document] = self.match.setdefault("extra", {}).setdefault("readings", [])
        if len(kept) < MOST_REMARKS:
            made = {"line": line, "said": said.strip()[:200], "read": read[:500], "why": " ".join(why)}
            kept.append({**made, "unread": [each[:200] for each in unread]} if unread else made)

    def not_read(self, *said: str) -> None:
        """What tells something, and is not read: it is kept as it was said."""
        self.remark(*said)
        self.unread += said

    def tokens(self, said: str) -> list[Token]:
        """The tokens of a line at the table of the sheet."""
        return tokens_of(said, len(self.reader.sheet.seats))

    @property
    def reader(self) -> Reader[Any]:
        """What reads by the seats and levels of the sheet. Raises QuestionError where no line has told it yet."""
        if self.sheet is None:
            raise QuestionError("notes.sheet_first", sheets=" ".join(SHEETS))
        return Reader(self.sheet)

    @property
    def once(self) -> bool:
        """Whether each seat plays once in a trick; where not, nobody writes suits down that do not matter."""
        return ONCE[self.reader.sheet.family]

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
            self.implied = True
        return self.hands[-1]

    def claims(self) -> Document:
        """What is claimed of the hand."""
        found: Document = self.hand.setdefault("claims", {})
        return found

    def of_option(self, said: str) -> None:
        self.match["options"] = {**self.match.get("options", {}), **self.reader.options_told([said])}

    def of_player(self, said: str) -> None:
        for each in re.split(r"[;；,，]", said):
            seat, _, name = unmarked(lettered(each)[:2] + each[2:]).strip().partition(" ")
            found = self.seat(seat)
            self.match.setdefault("seats", {})[found] = {"id": name.strip() or found, "name": name.strip() or found}

    def of_no(self, said: str) -> None:
        number = said.strip().strip("第副")
        if self.implied and len(self.hands) == 1 and not self.hand.get("tricks") and not self.hand.get("claims"):
            facts = self.hands.pop()  # that were told before the number
            self.implied = False
            self.of_no(said)
            self.hands[-1] = {**facts, **self.hands[-1]}
            return
        last = self.hands[-1]["no"] if self.hands else 0
        if not number.isdecimal() or not last < int(number) <= 10_000 or len(self.hands) >= MOST_HANDS:
            raise QuestionError("notes.number", given=said, least=last + 1)
        self.hands.append({"no": int(number)})

    def of_level(self, said: str) -> None:
        said = str(number_of(said) or said)
        self.hand["level"] = self.reader.read_level(said, getattr(self.reader.sheet, "ladder", RANKS))

    def of_before(self, said: str) -> None:
        self.match["start"] = {"levels": self.reader.read_levels(lettered(said))}

    def of_trump(self, said: str) -> None:
        self.hand["trump"] = read_suit(said)

    def of_seat(self, key: str, said: str) -> None:
        if key == "dealer" and not self.once:
            key = "lead"  # a banker has nothing but the first lead there
        if key == "lead" and self.once:  # which no record has there: it tells who leads the first trick that is noted
            self.first_lead[len(self.hands) - 1] = self.seat(said)
            return
        self.hand[key] = self.seat(said)

    def of_held(self, seat: str, said: str) -> None:
        place = KITTY if seat in {"底", KITTY} else self.seat(seat)
        if (
            place == KITTY and not self.dealing and self.hand.get("tricks") and self.hand.get("dealer")
        ):  # it is told at the end: what lay there then
            tokens = self.tokens(plain(said))
            until = next((each.at for each in tokens if not (is_card(each.kind) or each.kind in ",+")), len(said))
            points = next((each.value for each in tokens if each.kind == "N" and "分" in each.text), None)
            times = next((each.value for each in tokens if each.kind == "X" and each.at >= until), None)
            claimed = known(kitty_points=points, multiplier=times if points is not None else None)
            if claimed:
                self.claims().update(claimed)
            else:
                self.remark(said[until:].strip())
            bury = read_jotted(said[:until], bare=False)
            self.hand.setdefault(KITTY, []).append({"seat": self.hand["dealer"], "bury": bury})
            return
        held = "".join(
            UNKNOWN if each.startswith("?") else read_jotted(each, bare=not self.once)
            for each in re.split(r"((?<![\dTJQKA♠♥♣♦shcd])\?{1,2})", said)
            if each.strip(" ,，")
        )
        self.reader.check_copies("".join(seen_cards(held)))
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
        if any(HIDDEN in card for card in held) or left.total() != size:
            raise QuestionError("notes.rest", seat=seat, found=left.total(), size=size)
        self.hand.setdefault("deal", {})[seat] = "".join(left.elements())

    def of_bids(self, said: str) -> None:
        apart_by = re.sub(r"[,，、]\s*(?=[ENWS])", ";", lettered(said))
        if said in _NOTHING:
            self.hand["bids"] = [*self.hand.get("bids", [])]
            return
        try:
            shown = self.reader.read_shown(apart_by, "bids")
        except QuestionError:
            tokens = self.tokens(plain(said))
            shown = [f"{seat} {cards}" for seat, cards in self.shown_in(tokens)]
            if not shown:
                raise
            self.not_read(*(each.text for each in tokens if not (is_card(each.kind) or each.kind in "S+,;./:()b")))
        self.hand["bids"] = [*self.hand.get("bids", []), *shown]

    def shown_in(self, tokens: Sequence[Token]) -> list[tuple[str, str]]:
        """The seats among some tokens, each with the cards behind it, all of which were seen."""
        found: list[tuple[str, list[Token]]] = []
        for token in tokens:
            if token.kind == "S" and len(token.value) == 1:
                found.append((self.seat(token.value[0]), []))
            elif found and (is_card(token.kind) or token.kind == "+"):
                found[-1][1].append(token)
        cards = [(seat, cards_in(held)) for seat, held in found if held]
        return [
            (seat, "".join(map(str, shown)))
            for seat, shown in cards
            if shown and all(HIDDEN not in str(card) and card.suit is not None for card in shown)
        ]

    def of_bury(self, said: str) -> None:
        seat, cards = self.hand.get("dealer"), said
        if lettered(said)[:1].upper() in set(self.reader.sheet.seats) and not begins_with_a_card(said):
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
        gifts: list[str] = []
        for each in re.split(r"[;；,，]", said):
            found = re.fullmatch(r"(\S)\s*(?:>|→|->|给|向)\s*(\S)\s*[:：]?\s*(.+)", each.strip())
            if found is None:
                raise QuestionError("notes.tribute", given=each.strip())
            card = read_cards(found[3])
            if len(split_cards(card)) != 1:
                raise QuestionError("notes.tribute", given=each.strip())
            gifts.append(f"{self.seat(found[1])}>{self.seat(found[2])} {card}")
        self.hand["tribute"] = [*self.hand.get("tribute", ()), *gifts]

    def of_resisted(self, said: str) -> None:
        del said
        self.hand["resisted"] = True

    def of_finish(self, said: str) -> None:
        said, *remarks = re.split(r"\s{2,}(?=[东西南北甲乙])|\s*/\s*(?=.*[未没])", said)
        if len(remarks) == 1 and re.search(r"[未没](?:出|走)完", remarks[0]):
            said += "-" * (len(self.reader.sheet.seats) - len(said))
        self.remark(*remarks)
        told = re.sub(r"[—－]", "-", re.sub(r"[\s,，、>号]+", "", lettered(said)).upper())
        seats = self.reader.sheet.seats
        whole = HIDDEN not in told or ("-" not in told and len(told) == len(seats))
        if not re.fullmatch(r"[A-Z1-6?]+-*", told) or not whole:
            raise QuestionError("notes.finish", given=said)
        twice = [seat for seat, count in Counter(re.sub(r"[-?]", "", told)).items() if count > 1]
        if twice:
            lacks = [seat for seat in seats if seat not in told]
            raise QuestionError("notes.twice", given=said, seat=twice[0], lacks=" ".join(lacks) or "—")
        self.reader.read_places(re.sub(r"[-?]", "", told), "finish")
        self.place(told)

    def place(self, finish: str) -> None:
        """Claim the places of the hand; where no trick is told yet they may be those of the hand before."""
        self.claims()["finish"] = finish
        if not self.hand.get("tricks") and "tribute" not in self.hand:
            self.placed_early.add(len(self.hands) - 1)

    def of_attackers(self, said: str) -> None:
        number = re.fullmatch(r"[方的]?\s*(-?\d{1,4})\s*分?(?:\s{2,}(.*))?", said.strip())
        if number is None:
            raise QuestionError("notes.points", given=said)
        self.claims()["attackers"] = int(number[1])
        self.remark(number[2] or "")

    def of_levels(self, said: str) -> None:
        pairs = _SIDES.findall(lettered(said))
        if len(pairs) > 1:
            self.not_read(*re.findall(r"[^\s,，;；]+", _SIDES.sub(" ", lettered(said))))
        told = ",".join(f"{side}={level}" for side, level in pairs) if len(pairs) > 1 else lettered(said)
        self.claims()["levels"] = self.reader.read_levels(told)

    def of_winner(self, said: str) -> None:
        self.match["claims"] = {"winner": self.reader.read_side(lettered(said), "winner")}

    def of_id(self, said: str) -> None:
        self.match["id"] = said[:200]

    def number_implied(self, hand: Document) -> int:
        """The number of a hand that is given none: that of its turn; not the first, where its level says that it cannot be."""
        sheet, level, dealer = self.reader.sheet, hand.get("level"), hand.get("dealer")
        schedule = getattr(sheet, "schedule", None)
        if schedule is not None:
            told = [
                at
                for at, turn in enumerate(schedule.turns, start=1)
                if turn[0] == (dealer or turn[0]) and turn[1] == (level or turn[1])
            ]
            return told[0] if len(told) == 1 else 1
        later = len(self.hands) == 1 and "start" not in self.match and level not in {None, sheet.first_level}
        return 2 if later else int(hand["no"])


def tidied(told: str) -> str:
    """A line with what is typed in full width as it is otherwise, and without stray signs."""
    return plain(told.translate(_STRAY)).strip().rstrip(".。!,;、 ")


def begins_with_a_card(told: str) -> bool:
    """Whether a line begins with a card and not with a seat: `3s …`, which seat 3 of six would begin as well."""
    return re.match(r"(?:10|[2-9TJQKAtjqka])[shcd♠♥♣♦]", told) is not None
