"""What a line of notes tells, in acts: its tokens by whose they are, with what is only said beside them set apart."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from paipu.ingest.importers.notes.beside import (
    SEATED,
    SURE,
    Line,
    corrected,
    told_again,
    without_brackets,
    without_comment,
    without_talk,
    without_too_soon,
)
from paipu.ingest.importers.notes.cards import cards_in
from paipu.ingest.importers.notes.fit import Act
from paipu.ingest.importers.notes.tokens import Token, is_card, ranks_in
from paipu.ingest.question.errors import QuestionError
from paipu.replay.cards import HIDDEN, SUITS
from paipu.replay.rulesheet import FOUR_SEATS

_ENDS: Final = ",;."
_SIX: Final = "123456"
"""The seats that may be called by digits alone."""
_PLAYED: Final = 3
"""So many seats with cards are plays, whatever is said among them."""


def line_in_acts(tokens: Sequence[Token], told: str, dealer: str | None, *, once: bool) -> Line:
    """A line by its tokens. Raises QuestionError for a correction among plays, of which nothing tells what holds."""
    line = Line()
    flat = told_again(without_brackets(tokens, line), line, once=once)
    flat = without_comment(flat)
    flat = without_too_soon(corrected(flat if once else _put_right(flat), told, line), told)
    kept: list[Token] = []
    asked = _asked(flat)
    for whole in (part for each in _clauses(flat, once=once) for apart in _said_apart(each) for part in without_talk(apart)):
        clause = _what_stood(whole)
        if clause[0].at not in asked and not _is_aside(
            clause, told, seated=any(token.kind in "SL" for token in kept), once=once
        ):
            kept += clause
    _Acts(line, told, dealer, once=once).take(kept)
    return line


def _clauses(tokens: Sequence[Token], *, once: bool) -> list[list[Token]]:
    """The tokens by what stands between commas and stops, these at the end of each."""
    found: list[list[Token]] = [[]]
    for number, token in enumerate(tokens):
        if once and token.kind == "-":
            token = token._replace(kind=",")  # noqa: PLW2901 - nobody passes there: it stands between plays
        if found[-1] and token.at > found[-1][-1].end + 1:  # two spaces
            found.append([])
        if found[-1] and found[-1][-1].kind == "/" and _is_only_said(tokens[number:]):
            found.append([])
        found[-1].append(token)
        if token.kind in _ENDS:
            found.append([])
    return [each for each in found if each]


def _is_only_said(tokens: Sequence[Token]) -> bool:
    """Whether what is left of a line behind a slash are words."""
    return all(token.kind in "HZFlsv" for token in tokens) and any(token.kind in "HZ" for token in tokens)


def _put_right(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, of a seat that plays another thing instead with the correction before it: `东 2 … 东改不要`."""
    found = [*tokens]
    for number, (seat, word) in enumerate(pairwise(tokens)):
        if seat.kind == "S" and word.kind == "O" and word.text.startswith("改"):
            found[number : number + 2] = [word._replace(kind="E"), seat]
    return found


def _said_apart(clause: list[Token]) -> list[list[Token]]:
    """A clause in which something is said, apart before each seat that stands behind a space: `南甩 ♠AKK 东有♠AA`."""
    said = [token for token in clause if token.kind == "H"]
    if not said or any(token.text.isascii() for token in said) or _seats_with_cards(clause) >= _PLAYED:
        return [clause]
    found: list[list[Token]] = [[]]
    for token in clause:
        if token.kind == "S" and found[-1] and token.at > found[-1][-1].end:
            found.append([])
        found[-1].append(token)
    return found


def _seats_with_cards(clause: Sequence[Token]) -> int:
    """How many seats stand in a clause with cards behind them."""
    return len(re.findall(f"S[^S]*?[{SURE}]", "".join(token.kind for token in clause)))


def _asked(tokens: Sequence[Token]) -> set[int]:
    """Where the tokens of sentences stand that are questions: they tell of no play."""
    found: set[int] = set()
    sentence: list[Token] = []
    for token in tokens:
        if token.kind == ".":
            sentence = []
            continue
        sentence.append(token)
        words = token.text == "?" and len(sentence) > 1 and not is_card(sentence[-2].kind)
        kinds = "".join(each.kind for each in sentence)
        if token.text in {"吗", "呢"} or (words and sentence[0].kind in "vHZ" and re.search(SEATED, kinds[:-1]) is None):
            found |= {each.at for each in sentence}
    return found


def _what_stood(clause: list[Token]) -> list[Token]:
    """Of a clause of words that ends in what stood of a throw, that: `W had a higher pair, so 9h9h stays`."""
    kinds = "".join(token.kind for token in clause)
    found = re.search(r"[RKUJM+]+O(?![RKUJM:])[,;.]?$|O[:F]*[RKUJM+]+[,;.]?$", kinds) if "H" in kinds else None
    return clause if found is None else clause[found.start() :]


def _is_aside(clause: Sequence[Token], told: str, *, seated: bool, once: bool) -> bool:
    """Whether a clause tells of no play."""
    kinds = "".join(token.kind for token in clause)
    cards = re.search(f"[{SURE}Q]|(?<![ZHFYO])[?]", kinds) is not None
    acts = cards or re.search("[PAGOVf-]|^[SD:F]*W", kinds) is not None or re.fullmatch("[L:,;.SDFT]+", kinds) is not None
    if not acts:
        behind = told[clause[0].end : clause[-1].end]
        garbled = re.fullmatch(r"[:：\s]*([\dTJQKA]{1,8}[A-Za-z]{1,2})[\s,.;]*", behind)
        if garbled is not None and clause[0].kind == "S":
            raise QuestionError("judge.card", given=garbled[1], found=garbled[1][:8])
        words = re.sub(r"[SD:,;./FT+W]", "", kinds)
        return bool(words)
    if once and _seats_with_cards(clause) < _PLAYED and re.search("S[:FZH]*L", kinds):
        return True  # who played something in a trick that is not told
    if not once and (
        re.match("(?:J|Y|U?R|K)C[UMJRKQ]", kinds)
        or any(each.kind == "O" and each.text.startswith(("收回", "退回")) for each in clause)
    ):
        return True  # what a card counts as, what was taken up again
    if "I" in kinds and re.search(f"S[:F]*[{SURE}]", kinds) is None:
        return True  # how it stands so far
    if "H" in kinds and "O" not in kinds:
        return _seats_with_cards(clause) < _PLAYED
    sides = [token.kind == "S" and len(token.value) > 1 for token in clause if token.kind == "S"]
    if any(sides) and not re.search("[-PA]", kinds) and (all(sides) or not re.search("S[^S]*S", kinds)):
        return True  # sides, of which nobody plays
    if "S" in kinds or "D" in kinds or "L" in kinds or seated or "O" in kinds or "A" in kinds:
        return False
    return "Z" in kinds and (cards or len(kinds) > 2)


class _Made:
    """The acts of a line that are made so far, and what the next is made of.

    `under` are the tokens that no act has taken yet: those of which none comes are not read.
    """

    def __init__(self, line: Line, told: str, dealer: str | None, *, once: bool) -> None:
        self.line, self.told, self.dealer, self.once = line, told, dealer, once
        self.seats: tuple[str, ...] = ()
        self.seat_at = -1
        self.held: list[Token] = []
        self.stood = self.beside = self.thrown = self.counts_as = self.declares = False
        self.declared = self.last_seat = ""
        self.begun = -1
        self.under: list[Token] = []
        self.told_of_others = False
        self.settled = False
        self.told_of = self.stood_close = False
        self.words_behind = self.broken = ""

    def made(self, act: Act, *tokens: Token) -> None:
        """Add an act, which has taken all that no other has, and of the tokens under way these."""
        self.line.acts.append(act)
        self.line.take(*self.under, *tokens)
        self.under = []
        self.settled = self.settled or bool(tokens)

    def seated(self) -> tuple[str, ...]:
        """The seats told right before, of which nothing else is told; what was told before them is ended."""
        if self.held or not self.seats:
            self.flush()
            return ()
        seats, self.seats = self.seats, ()
        return seats

    def flush(self) -> None:
        """End what is being told."""
        while self.held and not is_card(self.held[-1].kind) and self.held[-1].kind != "B":
            self.held.pop()
        if self.held:
            said = self.told[max(0, min(self.begun, self.held[0].at)) : self.held[-1].end].strip()
            kind = "stood" if self.stood else "play"
            if (
                self.stood
                and self.seats
                and self.line.acts
                and self.line.acts[-1].seats != self.seats
                and self.line.acts[-1].seats
            ):
                kind = "play"
            self.made(
                Act(
                    kind,
                    self.seats if kind == "play" else (),
                    self.held,
                    said,
                    beside=self.beside,
                    broken=self.broken,
                    thrown=self.thrown,
                    declared=self.declared,
                    told=self.told,
                    at=max(0, self.begun),
                )
            )
            self.seats, self.stood = (), False
        elif self.seats and not self.stood:
            self.seats = ()
        self.held, self.beside, self.begun, self.under = [], False, -1, []
        self.thrown = self.counts_as = self.declares = self.stood_close = False
        self.words_behind = self.broken = ""
        self.declared = ""


class _Acts(_Made):
    """The same, made token by token."""

    def take(self, tokens: Sequence[Token]) -> None:
        """Make the acts of some tokens."""
        kinds = "".join(token.kind for token in tokens)
        self.told_of_others = re.search(f"V[:,]?{SEATED}", kinds) is not None  # 大家跟:北♥3 西♥7 南♥J
        for number, token in enumerate(tokens):
            behind = tokens[number + 1] if number + 1 < len(tokens) else None
            before = tokens[number - 1] if number else None
            self.of_token(token, before, behind)
        self.flush()

    def of_token(self, token: Token, before: Token | None, behind: Token | None) -> None:
        """What a token adds."""
        self.settled = False
        self.add(token, before, behind)
        if not self.settled:
            self.under.append(token)

    def add(self, token: Token, before: Token | None, behind: Token | None) -> None:
        """Make what a token adds."""
        if self.declares and token.kind in "RNJKUd" and before is not None and before.end == token.at:
            self.of_declared(token)
            return
        if self.declares:
            self.flush()
        if is_card(token.kind) or token.kind in "+B":
            self.of_card(token, before, behind)
        elif token.kind in ",;./":
            self.of_sign(token)
        else:
            _TAKES.get(token.kind, _Acts.of_words)(self, token, before, behind)

    def of_sign(self, token: Token) -> None:
        """A comma, a stop, a slash: between plays, or cards."""
        self.counts_as = self.declares = False
        self.words_behind = ""
        if self.held and (self.stood or self.declared):
            self.flush()
        elif self.held:
            self.held.append(token._replace(kind="/" if token.kind == "." else token.kind))

    def of_label(self, token: Token, _: Token | None, behind: Token | None) -> None:
        """The number of a trick, which may stand behind who leads it."""
        leads = self.seats if not self.held and behind is not None and (is_card(behind.kind) or behind.kind in "F:") else ()
        self.flush()
        self.made(Act("label", said=token.text, number=token.value, at=token.at), token)
        self.seats = leads

    def of_banker(self, token: Token, _: Token | None, behind: Token | None) -> None:
        """The banker, where he plays; else a word."""
        if self.dealer is not None and behind is not None and (is_card(behind.kind) or behind.kind in "F:PT"):
            self.of_seats(token._replace(value=(self.dealer,)))
        else:
            self.settled = True

    def of_nobody(self, token: Token, *_: Token | None) -> None:
        """That nobody plays: of the seats told right before, or of all others."""
        if self.seats and not self.held:
            self.of_pass(token, None, None)
            return
        self.flush()
        self.made(Act("nobody", said=token.text, at=token.at), token)

    def of_followed(self, token: Token, *_: Token | None) -> None:
        """That all others followed, with cards that nobody wrote down."""
        self.flush()
        if self.once and not self.told_of_others:
            self.made(Act("followed", said=token.text, at=token.at), token)
        elif self.once:
            self.line.take(token)
        self.settled = True
        self.seats = ()

    def of_mark(self, token: Token, *_: Token | None) -> None:
        """That what follows is thrown, or only says what the cards before count as."""
        self.thrown = self.thrown or token.kind == "T"
        self.counts_as = self.counts_as or token.kind == "C"

    def of_equals(self, token: Token, before: Token | None, behind: Token | None) -> None:
        """A sign before what cards are declared to be; else a word."""
        if token.text == "=" and self.held and behind is not None and behind.at == token.end:
            self.declares = True
        else:
            self.of_words(token, before, behind)

    def of_arrow(self, token: Token, _: Token | None, behind: Token | None) -> None:
        """A sign before what stood of a throw, or between plays."""
        if self.once and self.held and (token.text == ">" or (behind is not None and is_card(behind.kind))):
            self.of_stood(token, None, behind)
            self.stood_close = behind is not None and behind.at == token.end
        elif not self.once and self.held:
            self.held.append(token._replace(kind="/"))

    def of_nothing(self, *_: Token | None) -> None:
        """A word that adds nothing: 出, a colon."""

    def of_seats(self, token: Token, *_: Token | None) -> None:
        """Whose what follows is; several together will pass."""
        if self.seats and not self.held and self.seat_at >= 0 and not self.stood:
            self.seats = (*self.seats, *(() if token.value == self.seats else token.value))  # 西、南、东 同上
            return
        self.flush()
        self.seats, self.seat_at, self.begun, self.last_seat = token.value, token.at, token.at, token.value[-1]

    def of_digit(self, token: Token, before: Token | None, behind: Token | None) -> None:
        """A digit that stands alone: a seat where something is behind it to be played, else a card."""
        follows = behind is not None and (is_card(behind.kind) or behind.kind in "PQFT:") and behind.kind not in ",/"
        follows = follows or (behind is not None and behind.kind == "-" and before is None)
        begins = (
            before is None
            or before.kind in "PA/,;.L"
            or (
                before.kind == "R"
                and len(before.value) > 1
                and behind is not None
                and behind.kind == "R"
                and len(behind.value) > 1
            )
        )
        if token.text == "1" or _follows_on(self, token, behind) or (follows and begins and not (self.seats and not self.held)):
            self.of_seats(token._replace(kind="S"))
        else:
            self.of_card(token._replace(kind="R", value=[token.text]), before, behind)

    def of_pass(self, token: Token, _: Token | None, behind: Token | None) -> None:
        """A pass, of so many."""
        if token.text in {"〃", "″", "同上"} and self.line.acts and self.line.acts[-1].kind not in {"pass", "nobody"}:
            raise QuestionError("notes.broken", given=self.told[max(0, token.at - 6) : token.end].strip(), words=token.text)
        if self.held and self.held[-1].kind == "?" and self.held[-1].end == token.at:
            self.held = []  # 东J?不要: he thought of it
        seats = self.seated()
        times = int(behind.value) if behind is not None and behind.kind == "X" else 1
        self.line.take(*([behind] if behind is not None and behind.kind == "X" else []))
        at = self.begun if seats and self.begun >= 0 else token.at
        said = self.told[at : token.end]
        if not seats and token.text.startswith(("都", "也都", "均")):
            self.made(Act("nobody", said=said, at=at), token)
        else:
            self.made(Act("pass", seats, said=said, number=times, at=at), token)
        self.flush()

    def of_dash(self, token: Token, before: Token | None, behind: Token | None) -> None:
        """A dash: a pass where it stands alone, else only between a seat and its play."""
        if _parts(self, behind):
            if self.held:
                self.held.append(token._replace(kind="/"))
            return
        follows = self.told[token.end : token.end + 1]
        alone = (not follows or follows in " ,;./|") and (
            token.at == 0 or self.told[token.at - 1] in " ,;:./|-" or (before is not None and before.kind == "S")
        )
        seated = before is not None and before.kind == "S" and (behind is None or behind.kind in "S,;.")
        if not alone or len(token.text) > (2 if seated else 1) or (behind is not None and behind.kind in "PA"):
            if self.held:
                self.held.append(token._replace(kind="/"))
            return
        self.of_pass(token, None, None)

    def of_winner(self, token: Token, *_: Token | None) -> None:
        """Who took the trick: nobody beats what lies there."""
        seats = self.seated()
        if seats or self.line.acts:
            self.made(Act("won", seats, said=self.told[self.begun if seats else token.at : token.end], at=token.at), token)
        self.flush()

    def of_out(self, token: Token, *_: Token | None) -> None:
        """That a seat has played its last cards, or had before."""
        if self.seats and not self.held:
            at = max(0, self.begun)
            self.made(Act("gone", self.seats, said=self.told[at:][:20], at=at), token)
            self.seats = ()
            return
        self.flush()
        for act in reversed(self.line.acts):
            if act.kind == "play":
                act.last = self.settled = True
                self.line.take(token)
                break
        self.seats = ()

    def of_place(self, token: Token, *_: Token | None) -> None:
        """The place of who is told right before, or who played last: he has no cards left."""
        seats = self.seated()
        played = next((act.seats for act in reversed(self.line.acts) if act.kind == "play"), ())
        if not self.once and len(seats or played) == 1 and token.value is not None:
            self.made(Act("place", seats or played, said=token.text, number=token.value, at=token.at), token)
        self.settled = True
        self.flush()

    def of_stood(self, token: Token, _: Token | None, behind: Token | None) -> None:
        """What stood of a throw: told behind the word, or before it."""
        if self.held and not (behind is not None and (is_card(behind.kind) or behind.kind in "F:")):
            self.stood = self.settled = True
            self.under.append(token)
            made = len(self.line.acts)
            self.flush()
            for act in self.line.acts[made:]:
                act.last = token.text.startswith("收回")  # these cards are those that did not stand
            return
        under = [] if self.held else self.under  # 西退回
        self.flush()
        self.stood, self.seats, self.under = True, (), under

    def of_declared(self, token: Token) -> None:
        """What cards are declared to be."""
        if token.kind == "K":
            self.declared += "".join(f"{rank}{suit}" for rank, suit in token.value)
        else:
            self.declared += "".join(
                token.value if token.kind in "RJ" else ranks_in(token.text) if token.kind == "N" else token.value
            )

    def of_card(self, token: Token, before: Token | None, behind: Token | None) -> None:
        """A card, or what is said of some; a joker alone may say who took the trick."""
        if (
            token.kind == "J"
            and token.text == "大"
            and not self.held
            and self.seats
            and (behind is None or behind.kind in ",;.S")
        ):
            at = max(0, self.begun)  # 北大: who took the trick, or a joker
            self.made(Act("big", self.seats, [token], self.told[at : token.end], at=at), token)
            self.seats = ()
            return
        if token.text == "大" and self.held and self.held[-1].end == token.at:  # 红桃10大: that was the highest
            self.of_winner(token)
            return
        if token.kind == "?" and not token.text.startswith("?"):
            if self.held or not self.seats or before is None or before.kind not in "SF:,":
                self.of_words(token)
                return
            token = token._replace(text="?")
        behind_words = before is not None and before.end == token.at and before.kind in "fGZHWDtlR"
        if token.kind == "?" and behind_words and (not self.held or (before is not None and before.kind in "ZH")):
            self.of_words(token)  # 二游?
            return
        astonished = token.text == "?" and behind is not None and behind.kind in "FZ" and behind.at == token.end
        if not self.counts_as and not (not self.held and (token.kind == "X" or astonished)):
            self.hold(token)

    def hold(self, token: Token) -> None:
        """Take a token as one of cards of the play that is being told; a `?` close behind a whole card only doubts it."""
        if token.text in {"?", "??"} and self.held and self.held[-1].kind in "RKJ" and self.held[-1].end == token.at:
            last = cards_in(self.held)[-1:]
            if last and (last[0].suit or HIDDEN) in SUITS:
                self.beside = self.settled = True
                return
        if token.kind == "J" and not token.value:
            raise QuestionError("notes.joker", given=self.told[max(0, self.begun, token.at - 9) : token.end])
        if self.told_of:
            raise QuestionError("notes.fact", given=self.told.strip())
        if is_card(token.kind):
            self.broken = self.broken or self.words_behind
        if self.held and self.stood_close and token.at > self.held[-1].end:
            self.flush()
        if not self.held and self.begun < 0:
            self.begun = token.at
        self.held.append(token)

    def of_words(self, token: Token, *_: Token | None) -> None:
        """Unread text among the cards of a play, or behind them."""
        if token.text.strip("*~^'\"") == "":
            return
        self.settled = True
        self.told_of = self.told_of or token.kind in ("ybk" if self.once else "ybkge")
        self.beside = self.beside or bool(self.seats) or bool(self.held)
        if self.held:
            self.words_behind = f"{self.words_behind} {token.text}".strip()


def _parts(acts: _Acts, behind: Token | None) -> bool:
    """Whether a dash parts plays: who is told behind it is the next in turn."""
    waits = bool(acts.seats) and not acts.held  # who is told right before has no play yet: he passes
    if waits or behind is None or behind.kind != "S" or acts.last_seat not in FOUR_SEATS:
        return False
    return str(behind.value[0]) == FOUR_SEATS[(FOUR_SEATS.index(acts.last_seat) + 1) % len(FOUR_SEATS)]


def _follows_on(acts: _Acts, token: Token, behind: Token | None) -> bool:
    """Whether a digit is the next seat behind that which is told of, and no card of a run that is written with spaces."""
    if len(acts.seats) != 1 or not acts.held or behind is None or behind.at == token.end:
        return False
    if int(token.text) != int(acts.seats[0]) % len(_SIX) + 1:
        return False
    run = not any(each.kind in "MJK" or (each.kind == "R" and len(each.value) > 1) for each in acts.held)
    return behind.kind in "FMTJ" or (is_card(behind.kind) and not run)


_TAKES: Final[Mapping[str, Callable[[_Acts, Token, Token | None, Token | None], None]]] = {
    "S": _Acts.of_seats,
    "Q": _Acts.of_digit,
    "D": _Acts.of_banker,
    "L": _Acts.of_label,
    "P": _Acts.of_pass,
    "-": _Acts.of_dash,
    "A": _Acts.of_nobody,
    "V": _Acts.of_followed,
    "W": _Acts.of_winner,
    "T": _Acts.of_mark,
    "C": _Acts.of_mark,
    "v": _Acts.of_equals,
    ">": _Acts.of_arrow,
    "G": _Acts.of_out,
    "f": _Acts.of_place,
    "O": _Acts.of_stood,
    "F": _Acts.of_nothing,
    ":": _Acts.of_nothing,
}
"""What each kind of token adds; those that are not here are words."""
