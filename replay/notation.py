"""How plays, tricks, tributes, bids and readings are written (`data/FORMAT.md`, "Notation"): the patterns, and what reads them.

Cards by themselves are those of `replay/cards.py`. The fast paths of the machines, which take a trick apart by its spaces
alone, are the only ones that do so without the functions here.
"""

from functools import lru_cache
from typing import Final, NamedTuple

PASS: Final = "-"  # noqa: S105 - the notation of a pass, no secret
UNSEEN: Final = "?"
"""A play that nobody saw: in the trick-taking sheets of as many cards as were led, in the climbing sheets perhaps a pass."""
KEPT: Final = "-"
"""In a finishing order a seat that kept cards, where it does not matter which."""
NOTHING: Final = "-"
"""What a finding expects, or has, where that is nothing: nobody, no cards, no reason."""
FAILED: Final = ">"
"""Between the cards of a failed throw and those of it that stood."""
DECLARED: Final = "="
"""Between cards and what they are declared to be: the reading of a play, the suit that is named."""


class Token(NamedTuple):
    """A play as it is written: the cards that stood, all that were thrown, the reading declared. A pass has no cards."""

    stood: str
    thrown: str
    declared: str = ""

    @property
    def failed(self) -> bool:
        """Whether it is a throw that failed."""
        return self.stood != self.thrown

    def __str__(self) -> str:
        """The token."""
        stood = f"{self.thrown}{FAILED}{self.stood}" if self.failed else self.stood
        return f"{stood}{DECLARED}{self.declared}" if self.declared else stood or PASS


@lru_cache(maxsize=1 << 13)
def read_token(token: str) -> Token:
    """A play, taken apart.

    >>> read_token("AsAsKs>Ks"), read_token("KsKh2h=KKK"), read_token("-")
    (Token(stood='Ks', thrown='AsAsKs', declared=''), Token(stood='KsKh2h', thrown='KsKh2h', declared='KKK'), Token(stood='', \
thrown='', declared=''))
    """
    cards, _, declared = token.partition(DECLARED)
    thrown, failed, stood = ("" if cards == PASS else cards).partition(FAILED)
    return Token(stood if failed else thrown, thrown, declared)


def size_of(token: str) -> int:
    """How many cards stand of a play, those that nobody saw among them; 0 of one that nobody saw.

    >>> size_of("AsAsKs>Ks"), size_of("KsKh2h=KKK"), size_of("7?7?"), size_of("-"), size_of("?")
    (1, 3, 2, 0, 0)
    """
    return len(read_token(token).stood if DECLARED in token or FAILED in token else token) // len("As")


def split_trick(text: str) -> list[str]:
    """The leader of a trick, and its plays."""
    return text.split(" ")


def join_trick(leader: str, *tokens: str) -> str:
    """A trick, the plays in order."""
    return " ".join((leader, *tokens))


def with_sizes(text: str) -> str:
    """A trick in which all play equally many cards, with so many cards that nobody saw for each play that nobody saw.

    >>> with_sizes("E 5s5s ? 6s6s ?"), with_sizes("E ? ? ? ?")
    ('E 5s5s ???? 6s6s ????', 'E ? ? ? ?')
    """
    if UNSEEN not in text:
        return text
    leader, *tokens = split_trick(text)
    size = next((size for token in tokens if (size := size_of(token))), 0)
    return join_trick(leader, *(UNSEEN * 2 * size if token == UNSEEN and size else token for token in tokens))


def plays_in(text: str) -> int:
    """How many plays a trick has."""
    return text.count(" ")


def spaced_cards(text: str) -> list[str]:
    """The cards of a hand that is written with spaces, as most are; else anything but cards."""
    return text.split(" ")


class Shown(NamedTuple):
    """Cards shown to declare or to take the kitty up, and the suit named with them."""

    cards: str
    suit: str = ""

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.cards}{DECLARED}{self.suit}" if self.suit else self.cards


def read_shown(text: str) -> Shown:
    """What was shown: `"2c2c"`, `"5h5h=c"`; nothing of a pass."""
    cards, _, suit = text.partition(DECLARED)
    return Shown("" if cards == PASS else cards, suit)


def read_bid(text: str) -> tuple[str, Shown]:
    """Who showed what: `"S 5h5h=c"`."""
    seat, _, shown = text.partition(" ")
    return seat, read_shown(shown)


class Gift(NamedTuple):
    """A card of a tribute, or of a return, and between which seats it went: `"S>E BJ"`."""

    giver: str
    taker: str
    card: str

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.giver}>{self.taker} {self.card}"


def read_gift(text: str) -> Gift:
    """A card of a tribute."""
    return Gift(text[0], text[2], text[4:])


def write_reading(kind: str, size: int, rank: str) -> str:
    """What a play counts as, so that it needs no translation: its kind, of a bomb with its size, and the rank that decides."""
    return f"{kind}{size if kind == 'bomb' else ''}:{rank}"


def read_reading(text: str) -> tuple[str, int, str]:
    """The kind of a reading, the size of a bomb, else 0, and the rank that decides.

    >>> read_reading("straight:7"), read_reading("bomb4:T")
    (('straight', 0, '7'), ('bomb', 4, 'T'))
    """
    sized, _, rank = text.partition(":")
    kind = sized.rstrip("0123456789")
    return kind, int(sized[len(kind) :] or 0), rank


class Notation(NamedTuple):
    """How one kind of string is written, and what an error message says of it."""

    pattern: str
    longest: int
    zh: str
    en: str
    example: str
    word: str = ""
    """How each word after the first is written, where a word at fault can be told."""


CARD = r"(?:[2-9TJQKA][shcd]|[BL]J)"
DEALT = rf"(?:{CARD}|\?\?)"
PLAYED = rf"(?:{CARD}|[2-9TJQKA]\?|\?[shcd]|\?\?)"
THROW_OR_PLAY = rf"(?:-|\?|{PLAYED}+(?:>{PLAYED}+)?)"
COMBO = rf"(?:-|\?|{PLAYED}+(?:=(?:[2-9TJQKA]|[BL]J)+[shcd]?)?)"
CHOICE = r"(?:=(?:[shcd]|NT))?"
TEXT_CHARACTER = r"[^\x00-\x1f\x7f-\x9f]"

CARDS = Notation(f"^{CARD}+$", 400, "牌", "cards", "AsAsKs")
BURIED = Notation(f"^{PLAYED}+$", 400, "扣下的牌", "cards buried", "3d4d??")
HELD = Notation(
    f"^(?:{PLAYED}(?: ?{PLAYED})*)?$", 600, "一手牌", "a hand of cards, as far as seen", "As As Kd 7? ??", f"{PLAYED}+"
)
DEAL = Notation(f"^(?:{DEALT}(?: ?{DEALT})*)?$", 600, "一手牌", "a hand of cards", "As As Kd ??", f"{DEALT}+")
BID = Notation(f"^[ENWS] {CARD}+{CHOICE}$", 50, "亮主", "a bid", "S 5h5h=c")
SHOW = Notation(f"^{CARD}+{CHOICE}$", 50, "炒底亮出的牌", "cards shown to take the kitty up", "2c2c")
TRICK = Notation(f"^[ENWS](?: {THROW_OR_PLAY}){{1,4}}$", 1000, "一墩牌", "a trick", "E AsAs 3s4s KsKs 5s5s", THROW_OR_PLAY)
ROUND_OF_FOUR = Notation(f"^[ENWS](?: {COMBO})+$", 4000, "一轮牌", "a trick", "E 3h 5s - 7d - - -", COMBO)
ROUND_OF_SIX = Notation(f"^[1-6](?: {COMBO})+$", 6000, "一轮牌", "a trick", "1 3h 5s - 7d - - - - -", COMBO)
TRIBUTE_OF_FOUR = Notation(f"^[ENWS]>[ENWS] {CARD}$", 6, "进贡或还牌", "a tribute or return", "S>E BJ")
TRIBUTE_OF_SIX = Notation(f"^[1-6]>[1-6] {CARD}$", 6, "进贡或还牌", "a tribute or return", "6>1 BJ")
WINNERS = Notation("^[ENWS]*$", 200, "各墩赢家", "the winners of the tricks", "EENW")
FINISH_OF_FOUR = Notation(
    "^(?:[ENWS]{1,4}|[ENWS?]{4}|[ENWS]---|[ENWS]{2}--|[ENWS]{3}-)$", 4, "名次", "a finishing order", "EWN-"
)
FINISH_OF_SIX = Notation(
    "^(?:[1-6]{1,6}|[1-6?]{6}|[1-6]-----|[1-6]{2}----|[1-6]{3}---|[1-6]{4}--|[1-6]{5}-)$",
    6,
    "名次",
    "a finishing order",
    "135246",
)
AT = Notation(r"^(?:0|[1-9][0-9]{0,2}\.[1-9][0-9]{0,2})$", 7, "墩.手", "trick.play, or 0", "7.2")
STAMP = Notation(
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})$",
    32,
    "带时区的 ISO 8601 时间",
    "an ISO 8601 time with an offset",
    "2026-05-01T14:00:00+08:00",
)
ID = Notation(f"^{TEXT_CHARACTER}+$", 200, "标识（不含控制字符）", "an id, without control characters", "cup26/r1/t03")
NAME = Notation(f"^{TEXT_CHARACTER}*$", 200, "一行文字（不含控制字符）", "a line of text, without control characters", "")
NOTE = Notation(
    r"^(?:[\t\n\r]|[^\x00-\x1f\x7f-\x9f])*$",
    4000,
    "文字（不含控制字符）",
    "text, without control characters",
    "",
)
OPTION_KEY = Notation(r"^[A-Za-z0-9_.-]+$", 60, "选项的键", "an option's key or id", "pass_level")
SHA256 = Notation("^[0-9a-f]{64}$", 64, "SHA-256（64 位小写十六进制）", "a SHA-256 in 64 lower-case digits", "")
BESIDE = Notation(
    r"^[A-Za-z0-9_\u4e00-\u9fff][A-Za-z0-9_.\u4e00-\u9fff-]*$",
    100,
    "同一文件夹里的文件名",
    "the name of a file beside it",
    "deals.ndjson",
)
FRACTION = Notation(r"^-?[0-9]{1,6}(?:\.[0-9]{1,2}|/[1-9][0-9]{0,3})?$", 12, "整数或分数", "a number or a fraction", "7/2")

NOTATIONS: Final = {
    notation.pattern: notation
    for notation in (
        *(CARDS, BURIED, DEAL, HELD, BID, SHOW, TRICK, ROUND_OF_FOUR, ROUND_OF_SIX, TRIBUTE_OF_FOUR, TRIBUTE_OF_SIX, WINNERS),
        *(FINISH_OF_FOUR, FINISH_OF_SIX, AT, STAMP, ID, NAME, NOTE, OPTION_KEY, SHA256, BESIDE, FRACTION),
    )
}
"""By pattern, since a pattern is what an error of pydantic's gives."""


def read_by_side(value: str) -> list[tuple[str, str]]:
    """Levels or numbers by side, in the order written; none where a value is not of sides.

    >>> read_by_side("EW=3 NS=flag"), read_by_side("65")
    ([('EW', '3'), ('NS', 'flag')], [])
    """
    pairs = [each.partition("=") for each in value.split(" ")]
    return [(side, of) for side, _, of in pairs] if all(sign for _, sign, _ in pairs) else []
