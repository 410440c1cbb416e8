"""What people call the things of a game, in one place for messages, command line and pages: seats, cards, levels,
combinations, places in a hand and in the order of going out.

The words, in `words.toml`, are as they are spoken; what is safe for a terminal or a page is for those who show them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from paipu.replay.cards import HIDDEN, JOKERS, SUIT_SYMBOLS, UNKNOWN, split_cards
from paipu.replay.catalogue import clauses
from paipu.replay.notation import read_reading
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.texts import Texts

WORDS: Final = Texts({}, (__package__, "words"))
"""The words that the texts of the command line and those of the pages both have."""

INCIDENTS: Final = Texts({}, (__package__, "words.incident"))
"""What can have been noticed at the table, in the order of `data/FORMAT.md`."""

STEPS: Final = Texts({}, (__package__, "words.step"))
"""What a fault may come to, in the order of `data/FORMAT.md`."""

REASONS_TO_END: Final = Texts({}, (__package__, "words.end"))
"""Why a match can have ended, in the order of `data/FORMAT.md`."""

CLAIMS: Final = Texts({}, (__package__, "words.claim"))
"""What a score sheet claims of a hand or a match; in English by the keys of the format, which a scorer looks for."""
FACTS: Final = Texts({}, (__package__, "words.claim"), (__package__, "words.fact"))
"""Those, what a hand takes from the one before besides, and whether tribute was refused."""

RULING_STATES: Final = Texts({}, (__package__, "words.state"))
KINDS: Final = Texts({}, (__package__, "words.combination"))
"""What combinations are called; the names in findings are those of `types` in computed results."""

FIGURE_NAMES: Final = Texts({}, (__package__, "words.figure"))
"""What the figures of an event and the keys that it is ranked by are called, and what disqualifies."""
_MADE: Final = Texts({}, (__package__, "words.made"))
"""What names are put together with; no page has to be sent it."""


def seat_name(seat: str | None, lang: Lang) -> str:
    """A seat with the letter that records have for it: `东 E`, `E`; the numbers of six-seat tables stay numbers.

    >>> seat_name("E", "zh"), seat_name("E", "en"), seat_name("3", "zh")
    ('东 E', 'E', '3')
    """
    said = seats_name(seat or "", lang)
    return said if said == (seat or "") else f"{said} {seat}"


def seats_name(seats: str, lang: Lang) -> str:
    """A side, or a run of seats; a side is called as people say it, whichever seat comes first at the table.

    >>> seats_name("NS", "zh"), seats_name("NES", "zh"), seats_name("135", "zh")
    ('南北', '北东南', '135')
    """
    if f"side.{seats}" in WORDS:
        return in_language(WORDS[f"side.{seats}"], lang)
    return "".join(_called(f"seat.{seat}", seat, lang) for seat in seats)


def suit_name(suit: str | None, lang: Lang) -> str:
    """A trump suit: `♠ 黑桃`, `♠ spades`; `NT` is 无主."""
    if suit is None:
        return in_language(WORDS["unknown"], lang)
    name = in_language(WORDS[f"suit.{suit}"], lang)
    return f"{SUIT_SYMBOLS[suit]} {name}" if suit in SUIT_SYMBOLS else name


def suit_sign(suit: str, lang: Lang) -> str:
    """A suit's sign, or the word for trumps (`T`)."""
    return SUIT_SYMBOLS.get(suit) or in_language(WORDS["suit.T"], lang)


def card_name(card: str, lang: Lang) -> str:
    """A card with its suit's sign; jokers as records write them, in Chinese by name.

    >>> card_name("Th", "zh"), card_name("BJ", "zh"), card_name("BJ", "en")
    ('♥10', '大王', 'BJ')

    Of one that was not seen, or not whole, what was.

    >>> card_name("T?", "en"), card_name("?h", "en"), card_name("??", "en")
    ('10?', '♥?', '?')
    """
    if card in JOKERS:
        return WORDS[f"card.{card}"].zh if lang == "zh" else card
    if card in {UNKNOWN, HIDDEN}:
        return HIDDEN
    rank = "10" if card[0] == "T" else card[0]
    return SUIT_SYMBOLS[card[1]] + rank if card[1] != HIDDEN else rank + HIDDEN


def cards_name(cards: str, lang: Lang, between: str = "") -> str:
    """Some cards, one after the other."""
    return between.join(card_name(card, lang) for card in split_cards(cards))


_CARDS_IN_TEXT: Final = re.compile(r"(?<![\w/-])(?:[2-9TJQKA][shcd]|BJ|LJ)+(?![\w/-])", re.ASCII)


def with_signs(said: str, lang: Lang) -> str:
    """A text with the cards in it as people know them, as on the card table.

    >>> with_signs("demo/r1/t02: Ac led, KdTd of SJ-16j", "en")
    'demo/r1/t02: ♣A led, ♦K♦10 of SJ-16j'
    """
    return _CARDS_IN_TEXT.sub(lambda found: cards_name(found[0], lang), said)


def rank_name(rank: str, lang: Lang) -> str:
    """A rank as it is printed on a card; jokers by name.

    >>> rank_name("T", "en"), rank_name("BJ", "en")
    ('10', 'big joker')
    """
    return "10" if rank == "T" else _called(f"card.{rank}", rank, lang)


def level_name(level: str | None, lang: Lang) -> str:
    """A level as people say it: a rank, or 扛旗.

    >>> level_name("flag", "en"), level_name("T", "zh")
    ('flag', 'T')
    """
    return _called("unknown" if level is None else f"level.{level}", level or "", lang)


def levels_name(levels: Mapping[str, str], lang: Lang) -> str:
    """Levels by side: `EW 4, NS 2`."""
    return by_side({side: level_name(level, lang) for side, level in levels.items()})


def signed(score: int) -> str:
    """A score with its sign.

    >>> signed(2), signed(-17), signed(0)
    ('+2', '−17', '0')
    """
    return f"{score:+d}".replace("-", "−") if score else "0"


def sides_named(text: str, lang: Lang) -> str:
    """A text in which sides stand by their letters: `SK-5.3: NS −2, EW +2`.

    >>> sides_named("SJ-16m: EW=8 NS=8", "zh")
    'SJ-16m: 东西 8 南北 8'
    """
    return _SIDE_IN_TEXT.sub(lambda found: f"{seats_name(found[1], lang)} ", text) if lang == "zh" else text


_SIDE_IN_TEXT: Final = re.compile(r"\b(EW|NS)[= ]")


def by_side(values: Mapping[str, object]) -> str:
    """Values by side: `EW 3, NS 0`."""
    return ", ".join(f"{side} {value}" for side, value in values.items())


def kind_name(kind: str, size: int, lang: Lang) -> str:
    """A kind of combination as players call it; bombs with their number of cards.

    >>> kind_name("bomb", 5, "zh"), kind_name("plate", 6, "en")
    ('5张炸弹', 'two triples')
    """
    said = in_language(KINDS[kind], lang)
    return in_language(_MADE["bomb"], lang, size=size, kind=said) if kind == "bomb" else said


def reading_name(reading: str, lang: Lang, *, printed: bool = False) -> str:
    """What a play counts as: its kind, and the rank that decides, as records write it or as it is `printed` on a card.

    Anything that is no reading stays as it is.

    >>> reading_name("straight:7", "zh"), reading_name("bomb4:T", "en"), reading_name("bomb4:T", "en", printed=True)
    ('顺子 7', 'bomb of 4 T', 'bomb of 4 10')
    >>> reading_name("four_jokers:BJ", "en"), reading_name("KsKs", "en")
    ('four jokers', 'KsKs')
    """
    kind, size, rank = read_reading(reading)
    if kind not in KINDS or not rank:
        return reading
    said = kind_name(kind, size, lang)
    return said if kind == "four_jokers" else f"{said} {rank_name(rank, lang) if printed else rank}"


def readings_name(readings: str, lang: Lang) -> str:
    """The readings of a finding: `straight:7 | bomb4:9` is 顺子 7、4张炸弹 9."""
    return join((reading_name(reading, lang) for reading in readings.split(" | ")), lang)


def place_name(trick: int | None, play: int | None, lang: Lang, term: Text) -> str:
    """Where in a hand something is, under the word that its sheet has for a trick. Empty for the hand as a whole.

    >>> round = Text("圈", "trick")
    >>> place_name(7, 2, "en", round), place_name(0, 0, "zh", round), place_name(7, None, "zh", round)
    ('trick 7, play 2', '出牌前', '第 7 圈')
    """
    if trick is None:
        return ""
    what = "before" if not trick else "trick" if not play else "play"
    return in_language(WORDS[f"place.{what}"], lang, trick=trick, play=play, term=in_language(term, lang))


def pointer_name(pointer: str, numbers: Sequence[int], lang: Lang, term: Text) -> str:
    """What a JSON pointer into a record leads to, as people call it; `numbers` are those of the hands, in their order.

    >>> round = Text("轮", "trick")
    >>> pointer_name("/hands/4/claims/winners", [1, 2, 3, 4, 6], "zh", round)
    '第 6 副所报结果各墩赢家'
    >>> pointer_name("/hands/0/tricks/6", [3], "zh", round), pointer_name("/hands/0/tricks/6", [3], "en", round)
    ('第 3 副第 7 轮', 'hand 3 trick 7')
    >>> pointer_name("/start/levels/EW", [], "zh", round), pointer_name("/hands/1/bids/0", [1, 2], "en", round)
    ('起点级数东西', 'hand 2 bid 1')
    """
    steps = pointer.split("/")[1:]
    said: list[str] = []
    while steps:
        step, *steps = steps
        at = int(steps[0]) if steps and steps[0].isdecimal() else None
        if step == "hands" and at is not None and at < len(numbers):
            said.append(hand_name(numbers[at], lang))
        elif step == "tricks" and at is not None:
            said.append(place_name(at + 1, None, lang, term))
        elif step == "bids" and at is not None:
            said.append(in_language(WORDS["place.bid"], lang, no=at + 1))
        else:
            at = None if step != "kitty" else at
            word = WORDS.get(f"place.{step}") or FACTS.get(step)
            said.append(in_language(word, lang) if word is not None else seats_name(step, lang))
        steps = steps[1:] if at is not None else steps
    return ("" if lang == "zh" else " ").join(said)


def hand_name(no: int, lang: Lang) -> str:
    """A hand by its number."""
    return in_language(WORDS["place.hand"], lang, no=no)


def finish_name(place: int, seats: int, lang: Lang) -> str:
    """A place in the order of going out, from 1, at a table of so many seats: 头游."""
    return in_language(WORDS[f"finish.{seats}.{place}"], lang)


def count_name(total: int | None, shown: int, lang: Lang) -> str:
    """How many of how many are listed; the total is None where they were too many to count."""
    key = "many" if total is None else "all" if shown >= total else "some"
    return in_language(WORDS[f"list.{key}"], lang, n=shown, total=total)


def join(words: Iterable[str], lang: Lang) -> str:
    """A list in a sentence."""
    return in_language(_MADE["and"], lang).join(words)


def _called(key: str, otherwise: str, lang: Lang) -> str:
    """What the words have for a key, where they have anything."""
    return in_language(WORDS[key], lang) if key in WORDS else otherwise


def clause_name(clause: str, basis: str, sheet: str | None, lang: Lang) -> str:
    """A clause: its id, what the verdict stands on, its text."""
    said = in_language(WORDS[f"basis.{basis}"], lang)
    found = clauses(sheet).get(clause) if sheet is not None else None
    words = f" {in_language(found, lang)}" if found is not None else ""
    return f"{clause}（{said}）{words.strip()}" if lang == "zh" else f"{clause} ({said}){words}"
