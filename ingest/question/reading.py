"""Reading what is told to `paipu judge`, as people type it. Whatever cannot be understood raises QuestionError."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, TypeVar

from paipu.ingest.question.errors import QuestionError, concerning
from paipu.replay.cards import HIDDEN, SUITS, seen_cards
from paipu.replay.notation import DECLARED, FAILED, PASS, UNSEEN, Shown, Token, join_trick, read_token
from paipu.replay.question import LAST
from paipu.replay.record import Incident, OptionValue
from paipu.replay.sheets import Sheet, option_problem
from paipu.replay.text import near
from paipu.replay.words import INCIDENTS

_CARD: Final = re.compile(
    r"(?P<joker>BJ|LJ|[大小][王怪])|(?P<rank>10|[2-9TJQKA])(?P<suit>[shcd♠♥♣♦])|(?P<sign>[♠♥♣♦])(?P<after>10|[2-9TJQKA])",
    re.IGNORECASE,
)
_PARTLY: Final = re.compile(
    r"(?P<rank>10|[2-9TJQKA])\?|\?(?P<suit>[shcd]|[♠♥♣♦](?![2-9TJQKA]|10))|(?P<sign>[♠♥♣♦])\?|\?\?", re.IGNORECASE
)
"""A card of which only the rank, only the suit or nothing was seen."""
_READING: Final = re.compile(r"(?P<ranks>(?:BJ|LJ|[大小][王怪]|10|[2-9TJQKA])+)(?P<suit>[shcd♠♥♣♦])?", re.IGNORECASE)
_SIGNS: Final = {"♠": "s", "♥": "h", "♣": "c", "♦": "d"}
_SUITS: Final = {"黑桃": "♠", "红桃": "♥", "红心": "♥", "梅花": "♣", "草花": "♣", "方块": "♦", "方片": "♦"}
"""Suits as people write them before a rank."""
_SEATS: Final = str.maketrans("东東北西南", "EENWS")
_JOKERS: Final = {"大王": "BJ", "小王": "LJ", "大怪": "BJ", "小怪": "LJ"}
_SEATED: Final = re.compile(r"^\s*([ENWS1-6])\s*[:：]\s*", re.IGNORECASE)
PASSES: Final = frozenset({"-", "—", "不出", "不要", "不炒", "过", "pass"})
MOST_SHOWN: Final = 40
"""Bids, and answers to 炒底, of a hand: each is judged behind all before it, so what many cost grows with their square."""
_LEVELS: Final[Mapping[str, str]] = {"10": "T", "flag": "flag", "扛旗": "flag"}
_ALSO: Final[Mapping[str, str]] = {
    "exposed": "暴露",
    "revoke": "跟错 错牌 出错牌",
    "concealed": "藏张",
    "out_of_turn": "越序 抢出 越序出牌",
    "kitty_count": "底牌张数",
    "hand_count": "手牌张数",
    "overdraw": "多抓",
    "kitty_viewed": "看底",
    "signal": "暗示 传信",
    "card_check": "查牌",
    "count_asked": "问牌",
    "count_told": "报牌",
    "draw_seen": "越序抓牌",
    "draw_kept": "越序抓牌插入手中",
    "pack_count": "全副张数",
    "tribute_wrong": "贡错 还错",
    "manner": "出牌方式",
    "delay": "延误",
    "left_seat": "离座",
    "sheet_not_kept": "未填记录表",
    "sheet_unsigned": "未签字",
}
"""What else people call the kinds of incident, than what these are called here."""
_KINDS: Final = {kind: (kind, said.zh, *_ALSO.get(kind, "").split()) for kind, said in INCIDENTS.items()}
Given = TypeVar("Given")
OneSheet = TypeVar("OneSheet", bound=Sheet)


def lettered(given: str) -> str:
    """Seats by their letters: 东 is E, 南北 is SN."""
    return given.translate(_SEATS)


def needed(given: Given | None, option: str) -> Given:
    """What an option says that the question cannot do without."""
    if not given:
        raise QuestionError("judge.needs", missing=option)
    return given


def with_signs(given: str) -> str:
    """Suits in words by their signs."""
    return re.sub("|".join(_SUITS), lambda found: _SUITS[found[0]], given)


def read_cards(given: str, *, partly: bool = False) -> str:
    """Cards (`10c`, `♠K`, `kc`, with or without spaces) in record notation; `partly`: `7?`, `♠?` and `??` are some too."""
    cards, rest = [], re.sub(r"[\s,，]+", "", with_signs(given))
    at = 0
    while at < len(rest):
        found = _CARD.match(rest, at)
        hidden = _PARTLY.match(rest, at) if partly and found is None else None
        if hidden is not None:
            rank, suit = hidden["rank"] or HIDDEN, hidden["suit"] or hidden["sign"] or HIDDEN
            cards.append(("T" if rank == "10" else rank.upper()) + _SIGNS.get(suit, suit.lower()))
            at = hidden.end()
            continue
        if found is None:
            bare = re.match(r"(?:10|[2-9TJQKA])(?=$|[\dTJQKA♠♥♣♦大小])", rest[at:], re.IGNORECASE)
            if bare is not None:
                told = re.sub(r"(10|[2-9TJQKA])(?![?\dTJQKA]*[?shcd♠♥♣♦])", r"\1?", given.strip(), flags=re.IGNORECASE)
                raise QuestionError("notes.suitless" if partly else "judge.suitless", given=given, found=bare[0], told=told)
            raise QuestionError("judge.card", given=given, found=rest[at : at + 2])
        at = found.end()
        joker = found["joker"]
        if joker:
            cards.append(_JOKERS.get(joker, joker.upper()))
            continue
        rank, suit = (found["rank"], found["suit"]) if found["rank"] else (found["after"], found["sign"])
        cards.append(("T" if rank == "10" else rank.upper()) + _SIGNS.get(suit, suit.lower()))
    if not cards:
        raise QuestionError("judge.no_cards", given=given)
    return "".join(cards)


def unseated(given: str) -> str:
    """`E:7c7c` is `7c7c`: who played it is asked for elsewhere."""
    return _SEATED.sub("", given)


def read_play(given: str) -> str:
    """A play as far as it was seen, with the reading declared for it if there is one (`KsKh9d9c2h=KKK99`, `…=9TJQKs`)."""
    cards, equals, declared = unseated(given).partition("=")
    found = _READING.fullmatch(re.sub(r"[\s,，]+", "", declared))
    if not equals:
        return read_cards(cards, partly=True)
    if found is None:
        raise QuestionError("judge.reading", given=given)
    ranks = found["ranks"].upper().replace("10", "T")
    for said, joker in _JOKERS.items():
        ranks = ranks.replace(said, joker)
    suit = found["suit"] or ""
    read = read_cards(cards)
    return str(Token(read, read, ranks + _SIGNS.get(suit, suit.lower())))


def read_move(given: str) -> str:
    """A play, or a pass."""
    return PASS if given.strip().casefold() in PASSES else read_play(given)


def read_thrown(given: str) -> str:
    """A lead, or a failed throw with what stood of it (`9c8c8c>9c`)."""
    attempted, failed, stood = unseated(given).partition(">")
    thrown = read_cards(attempted)
    return str(Token(read_cards(stood) if failed else thrown, thrown))


def cards_of(play: str) -> str:
    """The cards of a play in notation, whatever is declared for it or stood of it; none of a pass."""
    return read_token(play.rstrip(LAST)).thrown


def read_seen(given: str) -> str:
    """A play as far as it was seen: cards, some of them perhaps not whole, a throw that failed, a pass, or `?`."""
    said = unseated(given).strip()
    if said == HIDDEN:
        return UNSEEN
    if said.casefold() in PASSES:
        return PASS
    if DECLARED in said:
        return read_play(said)
    attempted, failed, stood = said.partition(FAILED)
    thrown = read_cards(attempted, partly=True)
    return str(Token(read_cards(stood, partly=True) if failed else thrown, thrown))


def read_partly(given: str) -> str:
    """The cards of a play as far as they were seen, or `?`."""
    return UNSEEN if given.strip() == HIDDEN else read_cards(given, partly=True)


def unmarked(given: str) -> str:
    """`E: 7c7c` is `E 7c7c`."""
    return re.sub(r"[:：]", " ", given.strip(), count=1)


def read_suit(given: str) -> str:
    """A suit, or no trump (`NT`)."""
    sign = _SUITS.get(given.strip(), given.strip())
    suit = "nt" if sign in {"无主", "無主"} else _SIGNS.get(sign, sign.lower())
    if suit not in {*SUITS, "nt"}:
        raise QuestionError("judge.trump", trump=given, trumps=" ".join((*SUITS, "NT")))
    return "NT" if suit == "nt" else suit


def _place(given: str, whole: str) -> tuple[int, int]:
    """A place in a hand: `7.2` is trick 7, play 2, and `0` before the first trick."""
    found = re.fullmatch(r"([1-9]\d*)\.([1-9]\d*)", given)
    if given != "0" and found is None:
        raise QuestionError("judge.place", given=given, whole=whole)
    return (int(found[1]), int(found[2])) if found is not None else (0, 0)


class Reader(Generic[OneSheet]):
    """Reads what is told of a game by its sheet."""

    def __init__(self, sheet: OneSheet) -> None:
        self.sheet = sheet

    def options_told(self, told: Sequence[str]) -> dict[str, OptionValue]:
        """Options as `key=value`, each one of the sheet's."""
        found: dict[str, OptionValue] = {}
        for each in told:
            name, equals, value = each.partition("=")
            option = self.sheet.option(name)
            if not equals or option is None:
                raise QuestionError("judge.option", given=each, near=near(name, [option.key for option in self.sheet.options]))
            typed: OptionValue = int(value) if option.slot is not None and value.isdecimal() else value
            if option_problem(self.sheet.key, name, typed) is not None:
                raise QuestionError("judge.value", given=each, values=option.values)
            if option.key in found:
                raise QuestionError("judge.twice", option=option.key)
            found[option.key] = typed
        return found

    def read_trick(self, given: str, option: str, read: Callable[[int, str], str], most: int | None = None) -> str:
        """A trick in notation: its leader, then the plays, `most` at most."""
        leader, *tokens = unmarked(given).split() or [""]
        with concerning(option):
            seat = self.read_seat(leader)
        if not tokens or (most is not None and len(tokens) > most):
            raise QuestionError("judge.trick_plays", option=option, given=given, count=len(self.sheet.seats))
        with concerning(option):
            plays = [read(number, token) for number, token in enumerate(tokens)]
            self.check_copies(*map(cards_of, plays))
        return join_trick(seat or "", *plays)

    def check_copies(self, *held: str) -> None:
        """No card may be there more often than the decks have it."""
        counts = Counter(card for cards in held for card in seen_cards(cards))
        for card, count in counts.items():
            if count > self.sheet.cards.copies:
                raise QuestionError("judge.copies", card=card, count=count, copies=self.sheet.cards.copies)

    def read_shown(self, given: str | None, option: str, *, passes: bool = False) -> list[str]:
        """What each seat showed, in notation (`N LJ2h`, `S 5h5h=c`), or with `passes` that it passed (`N -`)."""
        shown = []
        for each in re.split(
            r"[;；]|[,，](?=\s*[^\s,，;；]+\s)", given or ""
        ):  # a comma before a word and a space: before a seat
            if not each.strip():
                continue
            seat, _, cards = unmarked(each).partition(" ")
            held, equals, named = cards.partition("=")
            passed = passes and cards.strip() in PASSES
            with concerning(option):
                said = "" if passed else str(Shown(read_cards(held), read_suit(named) if equals else ""))
                shown.append(f"{self.read_seat(seat)} {said or PASS}")
        if len(shown) > MOST_SHOWN:
            raise QuestionError("judge.shown", option=option, limit=MOST_SHOWN)
        if given is not None and not shown:
            raise QuestionError("judge.no_cards", option=option, given=f"{option} {given}")
        return shown

    def read_hands(self, given: str | None, option: str) -> dict[str, str]:
        """Hands by seat (`N:3c3d W:5d6d`), `-` for one without cards; no seat may have two, and one must be named."""
        if given is None:
            return {}
        parts = re.split(rf"([{''.join(self.sheet.seats)}])\s*[:：=]", given, flags=re.IGNORECASE)
        if parts[0].strip() or len(parts) < 3:
            raise QuestionError("judge.others", option=option, given=given)
        hands: dict[str, str] = {}
        for seat, cards in zip(parts[1::2], parts[2::2], strict=True):
            if seat.upper() in hands:
                raise QuestionError("judge.others", option=option, given=given)
            held = cards.strip(" ;；,，")
            with concerning(option):
                hands[seat.upper()] = read_cards(held) if held not in {"", "-", "—", "无"} else ""
        return hands

    def read_counts(self, given: str, option: str) -> dict[str, int]:
        """Numbers of cards by seat (`E:12 N:20`); no seat may have two."""
        found: dict[str, int] = {}
        for part in re.split(r"[\s,，;；]+", given.strip()):
            seat, _, count = re.sub(r"[:：]", "=", part).partition("=")
            if not re.fullmatch(r"\d{1,2}", count) or seat.upper() not in tuple(self.sheet.seats) or seat.upper() in found:
                raise QuestionError("judge.counts", option=option, given=given)
            found[seat.upper()] = int(count)
        return found

    def read_seat(self, given: str | None) -> str | None:
        """A seat of the sheet; None where none is told."""
        if given is not None and given.upper() not in tuple(self.sheet.seats):
            raise QuestionError("judge.seat", seat=given, seats=" ".join(self.sheet.seats))
        return given and given.upper()

    def read_places(self, given: str | None, option: str) -> str:
        """Seats in order, none twice."""
        with concerning(option):
            seats = "".join(self.read_seat(seat) or "" for seat in re.sub(r"[\s,，>]+", "", given or ""))
        twice = [seat for seat, count in Counter(seats).items() if count > 1]
        if twice:
            raise QuestionError("judge.place_twice", option=option, seat=twice[0])
        return seats

    def read_side(self, given: str, option: str) -> str:
        """A side, its seats in any order."""
        for side in self.sheet.sides:
            if sorted(given.upper()) == sorted(side):
                return side
        raise QuestionError("judge.side", option=option, given=given, sides=" ".join(self.sheet.sides))

    def read_level(self, given: str, levels: Sequence[str]) -> str:
        """A level, one of `levels`."""
        rank = _LEVELS.get(given.casefold(), given.upper())
        if rank not in levels:
            raise QuestionError("judge.level", level=given, levels=" ".join(levels), sheet=self.sheet.key)
        return rank

    def read_levels(self, given: str | None) -> dict[str, str] | None:
        """Levels by side (`EW=4,NS=2`), one for each."""
        if given is None:
            return None
        found: dict[str, str] = {}
        for part in re.split(r"[\s,，;；]+", given.strip()):
            side, equals, level = re.sub(r"[:：]", "=", part).partition("=")
            name = self.read_side(side, "--levels")
            if not equals or name in found:
                break
            with concerning("--levels"):
                found[name] = self.read_level(level, self.sheet.ladder)
        else:
            if len(found) == len(self.sheet.sides):
                return found
        raise QuestionError(
            "judge.levels", option="--levels", given=given, sides=",".join(f"{each}=2" for each in self.sheet.sides)
        )

    def still(self, kind: str) -> str | None:
        """The step that a fault comes to which goes on when the seconds have been counted; None where they are not."""
        del kind
        return None

    def read_incident(self, given: str) -> Incident:
        """What happened: kind, seat, when, `noticed` when, which cards, `count` how many were told, how late (`90s`).

        Of what is counted down first `still` says that it went on then.
        """
        kind, *rest = given.split() or [""]
        called = [name for name, names in _KINDS.items() if kind.casefold() in names]
        if not called or not rest:
            known = [*_KINDS, *(name for names in _KINDS.values() for name in names[1:])]
            raise QuestionError("judge.incident", given=given, near=near(kind, known))
        named = next(filter(self.sheet.penalties.knows, called), called[0])  # 出错牌 is another thing in another game
        seat = self.read_seat(rest.pop(0)) or ""
        at: tuple[int, int] | None = None
        noticed: tuple[int, int] | None = None
        count: int | None = None
        seconds: float | None = None
        step: str | None = None
        cards: list[str] = []
        while rest:
            word = rest.pop(0)
            if word in {"noticed", "发现"} and rest:
                noticed = _place(rest.pop(0), given)
            elif word in {"count", "报"} and rest and rest[0].isdecimal():
                count = int(rest.pop(0))
            elif word in {"still", "仍超时"} and self.still(named) is not None:
                step = self.still(named)
            elif re.fullmatch(r"\d{1,5}[s秒]", word):
                seconds = float(word[:-1])
            elif re.fullmatch(r"[\d.]+", word) and at is None:
                at = _place(word, given)
            else:
                cards.append(read_cards(word))
        if at is not None and noticed is not None and noticed < at:
            raise QuestionError("judge.noticed", given=given)
        self.check_copies(*cards)
        told = "".join(cards) or None
        return Incident(kind=named, seat=seat, at=at, noticed=noticed, cards=told, count=count, seconds=seconds, step=step)
