"""The tokens of a referee's notes: cards, seats, numbers, and the words that a hand is told in; all else is unread text.

Nothing here knows what a token means where it stands: `大` may be a joker or the winner of a trick, `4` a card, a seat or a
number. That is for those who read them, by whose turn it is and what can have been played.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final, NamedTuple

SUIT_WORDS: Final = {
    **dict.fromkeys(("♠", "♤", "黑桃", "黑", "spades", "spade"), "s"),
    **dict.fromkeys(("♥", "♡", "红桃", "红心", "红", "hearts", "heart"), "h"),
    **dict.fromkeys(("♣", "♧", "梅花", "草花", "梅", "草", "clubs", "club"), "c"),
    **dict(zip("桃心花块片杏", "shcddh", strict=True)),
    **dict.fromkeys(("♦", "♢", "方块", "方片", "方", "diamonds", "diamond"), "d"),
}
_SHORT_SUITS: Final = frozenset("桃心花块片杏")
"""Words of suits that are parts of other words: they are suits only before a rank, or behind 主."""
_JOKERS: Final = {
    **dict.fromkeys(("大王", "大怪", "大鬼", "大猫", "big joker", "red joker", "BJ"), ("BJ",)),
    "bj": ("BJ",),
    "dw": ("BJ",),
    "xw": ("LJ",),
    "lj": ("LJ",),
    **dict.fromkeys(("小王", "小怪", "小鬼", "小猫", "small joker", "little joker", "black joker", "LJ"), ("LJ",)),
    **dict.fromkeys(("大小王", "大小鬼", "大小怪"), ("BJ", "LJ")),
    **dict.fromkeys(("王炸", "天王炸", "四大天王", "四王", "四个王"), ("BJ", "BJ", "LJ", "LJ")),
}
_NAMED_RANKS: Final = {"老K": "K", "老A": "A", "凯": "K", "尖": "A", "圈": "Q", "勾": "J", "钩": "J", "丁": "J"}
_CHINESE_RANKS: Final = dict(zip("二三四五六七八九十", "23456789T", strict=True))
NUMBERS: Final = {
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "十": 10,
    "头": 1,
    "首": 1,
}
_PLACES: Final = {"头": 0, "上": 0, "二": 1, "中": 1, "三": 2, "末": -1, "下": -1}
_ORDINALS: Final = {"1st": 0, "2nd": 1, "3rd": 2, "4th": 3, "5th": 4, "6th": 5}


class Token(NamedTuple):
    """A token: its `kind`, how it stands in the line, from where to where, and what it is. Signs of punctuation are their own
    kind; the others are:

    `R` ranks written together; `K` cards in letters, each with its suit; `U` a suit; `J` jokers; `M` how many of a card; `X`
    how many, behind a card; `?` what was not seen; `Y` a wild card; `+` what joins cards of a play; `S` seats; `D` the banker;
    `P` a pass; `A` nobody more plays; `L` the number of a trick; `G` somebody's last cards; `W` who took the trick; `F` a word
    for playing; `T` a throw; `O` what stood of a throw; `B` a bomb; `H` what is said, asked or thought; `E` a correction; `N` a
    number that is none of cards; `l` the level; `q` the level, behind it; `j` the flag, as a level; `t` trump; `n` no trump;
    `v` is, becomes; `b` declares; `y` buries; `k` takes the kitty up again; `z` does not; `g` pays tribute; `e` returns; `a`
    resists; `f` a place; `m` the places; `o` the points of the attackers; `h` the number of the hand; `i` so many last tricks;
    `u` the hand before; `d` what cards are declared to be, ranks with one suit; `C` counts as; `V` all others follow; `I` up to
    here; `c` the points in the kitty; `r` rises to; `s` how many cards are left; `>` to; `-` a dash; `Z` unread text.
    """

    kind: str
    text: str
    at: int
    end: int
    value: Any = None


_NUMBER: Final = r"(?:\d{1,4}|[一二三四五六七八九十头]+)"
_RANK: Final = r"(?:10|[2-9TJQKA])"
_FOUR: Final = (
    r"[东東北西南]+(?:家|位)?|(?<![A-Za-z0-9♠♥♣♦])[ENWS]/?[ENWS](?![A-Za-z])"
    r"|(?<![A-Za-z♠♥♣♦])(?<![0-9TJQKA](?=S))[ENWS](?![A-Za-z])|[下对上]家|对门"
    r"|(?<![A-Za-z])(?:[Ee]ast|[Nn]orth|[Ww]est|[Ss]outh)(?![A-Za-z])"
)
_SIX: Final = (
    r"[1-6一二三四五六]\s*号位?|[甲乙][123](?!\d|\s*分)|(?<![A-Za-z])[Pp]\s?[1-6](?!\d)|(?<![\w♠♥♣♦.])[1-6](?=\s*:|-(?:\s|$))"
)
_SIGNS: Final = {"\u3001": ",", "\u3002": ".", "!": ".", ".": ".", "|": "/", "=": "v"}
_SEP: Final = r"[,，、;；。!/|:：()=]|\.(?!\d)"


def _words() -> list[dict[str, Any]]:
    """The words of notes, as the file beside this one has them."""
    found: list[dict[str, Any]] = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))["form"]
    return found


def _longest(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _pattern(words: Iterable[str]) -> str:
    """Words as one pattern."""
    joined = "|".join(words).replace("{number}", _NUMBER).replace("{rank}", _RANK)
    return joined.replace("{jokers}", _longest(_JOKERS)).replace(
        "{suits}", _longest(each for each in SUIT_WORDS if each not in _SHORT_SUITS)
    )


_FORMS: Final = tuple((each["kind"], _pattern(each["words"])) for each in _words())
"""The words by their kinds; of two that fit at a place the first is taken."""
_ANY: Final = {
    seats: re.compile(
        "|".join(
            (
                *(f"(?P<_{number}>{pattern})" for number, (_, pattern) in enumerate(_FORMS[:1])),
                f"(?P<seat>{_FOUR if seats == 4 else _SIX})" if seats == 6 else "(?!)",
                *(f"(?P<_{number}>{pattern})" for number, (_, pattern) in enumerate(_FORMS[1:], start=1)),
                f"(?P<four>{_FOUR})" if seats == 4 else "(?!)",
                f"(?P<sep>{_SEP})",
                r"(?P<number>\d+)",
            )
        ),
    )
    for seats in (4, 6)
}
_FIRST_LABEL: Final = re.compile(
    r"\s*(?:(\d{1,3})\s*[.、)|](?!\d)\s*:?|(\d{1,3})\s+(?=\*?[东東北西南ENWS])|(\d{1,3})(?=[东東北西南])|(\d{1,3})\s*:(?=\s*[ENWS东北西南])|(\d{1,3})\s+(?=(?:又|再|直接|接着|继续)))"
)
_SIX_LABEL: Final = re.compile(r"\s*(\d{1,3})\s*[.、)|](?!\d)\s*:?")
_LOW_SEAT: Final = re.compile(r"\s*([enws])(?=:?\s+(?:[bl]j\b|(?:10|[2-9tjqkaTJQKA])[shcd]))")
"""A seat in a small letter, before cards in letters."""
_LOW_SEATS: Final = re.compile(r"(?<![^\s,;|])[enws](?=:?\s+\S)")
"""Seats in small letters, where a line has all four."""
_LOW_PASS: Final = re.compile(r"(?<![^\s,;|])[enws](?=:?\s+(?:p|pass|x)(?![A-Za-z]))")
"""Seats in small letters before a pass."""
_CIRCLED: Final = {chr(0x2460 + number): f"第{number + 1}墩 " for number in range(20)}
_BARE_SEAT: Final = re.compile(r"[1-6]")
_CHINESE_SEATS: Final = re.compile(r"[一二三四五六]+(?=\s*(?:都|也)*(?:不要|过|pass))")
_CHINESE: Final = dict(zip("东東北西南", "EENWS", strict=True))


_SIMPLE: Final = str.maketrans(
    "莊紅塊級東門對張個貢還過墊殺斃單雙順閒閑無贏輪給報頭遊沒領鋼連彈蘆兩餘檯臺進獻該錯變殘級數點",
    "庄红块级东门对张个贡还过垫杀毙单双顺闲闲无赢轮给报头游没领钢连弹芦两余台台进献该错变残级数点",
)
"""Signs of words of cards as they are written elsewhere."""
_PICTURES: Final = re.compile("[\U0001f000-\U0001faff\u20e3]")
_ENGLISH: Final = re.compile(r"(?<![A-Za-z\d])[A-Za-z]{3,}(?![A-Za-z\d])")
_SEATS_IN_PINYIN: Final = {"dong": "东", "nan": "南", "xi": "西", "bei": "北"}
_PINYIN: Final = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_SEATS_IN_PINYIN)})(?![A-Za-z])", re.IGNORECASE)
_AS_WRITTEN: Final = re.compile(
    r"(?:[2-9TJQKA][shcdSHCD]|[shcd][2-9TJQKA])+|[TJQKA]+|[ENWS]+|(?:[TJQKA][shcd]?|[BLS]J|[shcd][TJQKA])+|[SHCDTJQKA]+"
)
"""Letters that are cards or seats, whose case tells."""


def plain(told: str) -> str:
    """A line without full width, without what only says how a sign is drawn; circled numbers are those of tricks."""
    told = _PICTURES.sub(" ", "".join(_CIRCLED.get(each, each) for each in told).translate(_SIMPLE))
    told = told.translate({0xFE0E: None, 0xFE0F: None, 0x200D: None, 0x300C: " ", 0x300D: " ", 0x3010: " ", 0x3011: " "})
    told = unicodedata.normalize("NFKC", told).replace("...", "  ").replace("…", "  ").replace("\t", "   ")
    told = re.sub("(?<=[红黑])[淘逃掏](?!汰)", "桃", told)  # as speech is written down
    told = _PINYIN.sub(lambda found: _SEATS_IN_PINYIN[found[0].lower()], told)
    return _ENGLISH.sub(lambda found: found[0] if _AS_WRITTEN.fullmatch(found[0]) else found[0].lower(), told)


def number_of(said: str) -> int | None:
    """A number in digits or in Chinese, up to 99."""
    if said.isdecimal():
        return int(said)
    tens, ten, ones = said.partition("十")
    if not ten:
        return NUMBERS.get(said)
    return NUMBERS.get(tens, 1) * 10 + NUMBERS.get(ones, 0)


def ranks_in(said: str) -> list[str]:
    """The ranks of some that are written together.

    >>> ranks_in("678910"), ranks_in("老K10凯")
    (['6', '7', '8', '9', 'T'], ['K', 'T', 'K'])
    """
    found = re.findall(r"老[KA]|10|.", said)
    return [{**_NAMED_RANKS, **_CHINESE_RANKS}.get(each, "T" if each == "10" else each.upper()) for each in found]


def tokens_of(said: str, seats: int) -> list[Token]:
    """The tokens of a line for a table of so many seats; spaces are none."""
    found: list[Token] = []
    at = 0
    if seats == 4 and re.search(r"(?<![A-Za-z])[ENWS](?![A-Za-z])", said) is not None:
        said = _LOW_PASS.sub(lambda found: found[0].upper(), said)
    if seats == 4 and {*_LOW_SEATS.findall(said)} == {*"enws"}:
        said = _LOW_SEATS.sub(lambda found: found[0].upper(), said)
    low = _LOW_SEAT.match(said) if seats == 4 else None
    if low is not None:
        said = said[: low.start(1)] + said[low.start(1)].upper() + said[low.end(1) :]
    first = (_FIRST_LABEL if seats == 4 else _SIX_LABEL).match(said)
    if first is not None:
        found.append(Token("L", first[0], 0, first.end(), int(next(filter(None, first.groups())))))
        at = first.end()
    pattern = _ANY[seats]
    while at < len(said):
        if said[at].isspace():
            at += 1
            continue
        mark = pattern.match(said, at)
        if mark is None or mark.end() == at:
            found = _unread(found, said, at)
            at += 1
            continue
        found.append(_token(mark, seats))
        at = mark.end()
    found = [*_with_bare_seats(found, said)] if seats == 6 else found
    return _listed_seats(found, seats)


def _listed_seats(tokens: Sequence[Token], seats: int) -> list[Token]:
    """The tokens with seats that are listed before a pass as one: `西.南、东过`, and of six `5-3过`."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        until = at
        bare = not found or found[-1].kind in "PA,;./(" or found[-1].end < tokens[at].at
        while until + 2 < len(tokens) and _joins_seats(*tokens[until : until + 3], bare=bare and seats == 6):
            until += 2
        listed = tokens[at : until + 1 : 2]
        passed = until > at and re.match(":?[PA]", "".join(each.kind for each in tokens[until + 1 : until + 3])) is not None
        if not passed:
            found.append(tokens[at])
            at += 1
            continue
        values = [seat for each in listed for seat in (each.value if each.kind in "SQ" else (each.text,))]
        if tokens[at + 1].text in {"-", "~"} and len(values) == 2 and seats == 6:
            first, last = map(int, values)
            values = [str((first - 1 + step) % seats + 1) for step in range((last - first) % seats + 1)]
        found.append(Token("S", " ".join(each.text for each in listed), tokens[at].at, tokens[until].end, tuple(values)))
        at = until + 1
    return found


def _joins_seats(one: Token, sign: Token, other: Token, *, bare: bool) -> bool:
    """Whether a sign stands between two seats, which a stop or a dash close between two digits tells too where these may be."""
    if one.kind in "SQ" and other.kind in "SQ":
        return sign.kind in ".,/-" or sign.text in {"和", "跟", "与", "及"}
    close = one.end == sign.at and sign.end == other.at
    close = close and (sign.text in {".", "-", "~", "、"} or (sign.kind == "," and other.kind == "S"))
    return bare and close and all(each.kind in "SQ" or _BARE_SEAT.fullmatch(each.text) is not None for each in (one, other))


def _unread(found: list[Token], said: str, at: int) -> list[Token]:
    """A sign more of unread text."""
    if found and found[-1].kind == "Z" and found[-1].end == at:
        last = found[-1]
        found[-1] = Token("Z", said[last.at : at + 1], last.at, at + 1)
    else:
        found.append(Token("Z", said[at], at, at + 1))
    return found


def _token(mark: re.Match[str], seats: int) -> Token:
    name = mark.lastgroup or ""
    text = mark[0]
    if name in {"seat", "four"}:
        return Token("S", text, mark.start(), mark.end(), _seats_of(text, seats))
    if name == "number":
        return Token("N", text, mark.start(), mark.end(), int(text))
    if name == "sep":
        kind = _SIGNS.get(text, text)
        return Token(kind, text, mark.start(), mark.end())
    kind = _FORMS[int(name[1:])][0]
    return Token(kind, text, mark.start(), mark.end(), _value(kind, text))


def _value(kind: str, text: str) -> Any:  # noqa: ANN401 - of each kind its own
    """What a token is, where its kind alone does not tell."""
    read = _VALUES.get(kind)
    return read(text) if read is not None else None


def _suit(text: str) -> str:
    text = text.lstrip("全都部是 ").removeprefix("all").lstrip()
    return SUIT_WORDS.get(text) or SUIT_WORDS.get(text.lower()) or text.lower()


def _jokers(text: str) -> tuple[str, ...]:
    if text in {"怪", "鬼", "王"}:  # one of them, it is not told which
        return ()
    return _JOKERS.get(text) or {"大": ("BJ",), "小": ("LJ",)}[text if len(text) == 1 else text.strip("王鬼怪() ")]


def _count(text: str) -> int:
    """How many of a card: 对, 三个, x2, three."""
    digit = re.search(r"\d", text)
    if digit is not None:
        return int(digit[0])
    if text[0] == "一" and text[1:2] in {"个", "张"}:
        return 1
    english = {"th": 3, "fo": 4, "fi": 5, "si": 6}.get(text[:2], 2)
    return NUMBERS[text[0]] if text[0] in NUMBERS and text[0] != "一" else english


def _numbered(text: str) -> int | None:
    said = re.search(r"[-+]?\d+|[一两二三四五六七八九十头首]+", text)
    if said is None:
        return None
    return int(said[0]) if said[0].startswith("-") else number_of(said[0].lstrip("+"))


def _place(text: str) -> int | None:
    """A place among those who go out, from 0; the last is -1."""
    if text in _ORDINALS:
        return _ORDINALS[text]
    if text == "last":
        return -1
    place = number_of(text.lstrip("第 "))
    return _PLACES.get(text[0], place - 1 if place else None)


def _lettered(text: str) -> list[tuple[str, str]]:
    """Cards in letters: the suits all behind their ranks, or all before them."""
    if text[0] in "shcdHCDS":
        return [(_upper(rank), suit.lower()) for suit, rank in re.findall(r"([shcdSHCD])(10|.)", text)]
    return [(_upper(rank), suit.lower()) for rank, suit in re.findall(r"(10|[^shcdSHCD])([shcdSHCD])", text)]


_VALUES: Final[Mapping[str, Callable[[str], Any]]] = {
    "R": ranks_in,
    "d": list,
    "K": _lettered,
    "U": _suit,
    "J": _jokers,
    "M": _count,
    "X": _count,
    **dict.fromkeys("hiLN", _numbered),
    "f": _place,
}


def _upper(rank: str) -> str:
    return "T" if rank == "10" else rank.upper()


def _seats_of(text: str, seats: int) -> tuple[str, ...]:
    """The seats that a word names; where one is from another seat, that way."""
    if text in {"下家", "对家", "上家", "对门"}:
        return ({"对门": "对"}.get(text, text[0]),)
    if text.isascii() and len(text) > len("E/W"):
        return (text[0].upper(),)
    if seats == 4:
        return tuple(_CHINESE.get(each, each) for each in text if each in _CHINESE or each in "ENWS")
    if text[0] in "甲乙":
        return (str(2 * int(text[1]) - (text[0] == "甲")),)
    digit = re.search(r"[1-6]", text)
    return (digit[0] if digit is not None else str(NUMBERS[text[0]]),)


def _with_bare_seats(found: list[Token], said: str) -> Iterator[Token]:
    """The tokens of a table of six, where a digit before passes is a seat, and one that stands alone may be one (`Q`)."""
    for number, token in enumerate(found):
        chinese = _CHINESE_SEATS.match(said, token.at) if token.kind == "Z" else None
        if chinese is not None:
            yield Token("S", chinese[0], token.at, chinese.end(), tuple(str(NUMBERS[each]) for each in chinese[0]))
            if chinese.end() < token.end:
                yield Token("Z", said[chinese.end() : token.end], chinese.end(), token.end)
            continue
        before = found[number - 1] if number else None
        joined = before is not None and before.end == token.at and before.kind in "UM+YBX?RJ"
        if token.kind not in "RN" or not _BARE_SEAT.fullmatch(token.text) or joined:
            yield token
            continue
        behind = next(
            (each for each in found[number + 1 :] if not (each.kind in "RN" and _BARE_SEAT.fullmatch(each.text))), None
        )
        close = said[token.end : token.end + 1]
        passes = behind is not None and (behind.kind in "PA" or (behind.kind == "D" and behind.at == token.end))
        if passes or _counts_up(found, number):
            yield token._replace(kind="S", value=(token.text,))
        elif close.isspace() or not close or _is_placed(found[:number]):
            yield token._replace(kind="Q", value=(token.text,))
        else:
            yield token


def _is_placed(before: Sequence[Token]) -> bool:
    """Whether nothing but seats stands between a word for the places and what is behind: `名次 3 2 5 4 1 6，`."""
    last = len(before)
    while last and (_BARE_SEAT.fullmatch(before[last - 1].text) is not None or before[last - 1].kind in ",>-"):
        last -= 1
    return last > 0 and re.search("m[:v]?$", "".join(each.kind for each in before[:last])) is not None


def _counts_up(tokens: Sequence[Token], number: int) -> bool:
    """Whether a digit is among seats in turn before one with a colon that passes: `2 3 4 5 6: 过`."""
    first = last = number
    while first and _BARE_SEAT.fullmatch(tokens[first - 1].text) is not None and tokens[first - 1].kind in "RN":
        first -= 1
    while last + 1 < len(tokens) and _BARE_SEAT.fullmatch(tokens[last].text) is not None and tokens[last].kind in "RN":
        last += 1
    kinds = "".join(each.kind for each in tokens[last : last + 3])
    if tokens[last].kind != "S" or not re.match("S:?P", kinds) or last - first < len("23"):
        return False
    digits = [int(each.text.strip(": ")) for each in tokens[first : last + 1] if each.text.strip(": ").isdecimal()]
    return all(other == one % 6 + 1 for one, other in pairwise(digits)) and len(digits) == last + 1 - first


@cache
def is_card(kind: str) -> bool:
    """Whether a token is of a card."""
    return kind in "RKUJMX?Y"
