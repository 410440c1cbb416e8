"""What stands in a line beside its plays: brackets, corrections, what is said behind them, what was played out of turn."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from paipu.ingest.importers.notes.cards import WILD, Card, cards_in
from paipu.ingest.importers.notes.fit import Act
from paipu.ingest.importers.notes.tokens import Token, is_card
from paipu.ingest.question.errors import QuestionError
from paipu.replay.cards import HIDDEN, SUITS

SURE: Final = "RKJQ"
"""Kinds that are a card, and not only of one."""
SEATED: Final = f"S[:F]*[{SURE}UM?]"
"""A seat with cards."""
_OF_RECORDS: Final = f"{SURE}NUMXlqtbykgeafmocrshnjOTidLW"
"""Kinds of tokens that tell something which a record may hold."""
_TAKEN: Final = "\0"
_MOST_TOLD_AGAIN: Final = 40
"""Tokens of cards that are looked through for a play that is told again with its suits."""
_WILD_AS: Final = re.compile("(?:R?U)?RvURY")
"""A wild card and what it stands for: `(A234草,5是红2配的)`."""
_TOO_SOON: Final = re.compile(r"抢先|抢出|越序|[就先]把")


@dataclass(slots=True)
class Line:
    """A line as it was taken apart: its acts, and the places of what is taken, from where to where; all else is not read."""

    acts: list[Act] = field(default_factory=list)
    taken: list[tuple[int, int]] = field(default_factory=list)
    corrected: bool = False

    def take(self, *tokens: Token) -> None:
        """Note that a rule has taken some tokens."""
        self.taken += [(token.at, token.end) for token in tokens]

    def left(self, told: str) -> list[tuple[int, str]]:
        """What of the line nothing has taken, piece by piece, and where each begins."""
        signs = [*told]
        for at, end in self.taken:
            signs[at:end] = [_TAKEN] * (end - at)
        apart = re.sub(r"\.(?!\d)|\s{2}", lambda found: ";" * len(found[0]), "".join(signs))
        pieces = re.finditer(rf"[^{_TAKEN},;()。]+", apart)
        return [(each.start(), each[0].strip(" :|/")) for each in pieces if re.search(r"[\w?♠♥♣♦〃]", each[0])]


def carries(tokens: Sequence[Token]) -> bool:
    """Whether some tokens tell what a record may hold: a card, a number, a word for a fact, several seats, one alone."""
    kinds = {token.kind for token in tokens}
    if "?" in kinds:
        return True  # 谁出哪张没记
    alone = "S" in kinds <= {*"S:F,.-PAGV"} or sum(token.kind == "S" for token in tokens) > 1
    return alone or not kinds.isdisjoint(_OF_RECORDS) or any(token.text.startswith("?") for token in tokens)


def without_brackets(tokens: Sequence[Token], line: Line) -> list[Token]:
    """The tokens without what stands in brackets, but for a suit, or suits, of the cards before these."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        if tokens[at].kind != "(":
            if tokens[at].kind != ")":
                found.append(tokens[at])
            at += 1
            continue
        until = next((number for number in range(at, len(tokens)) if tokens[number].kind == ")"), len(tokens))
        inner = tokens[at + 1 : until]
        seated, follow = re.findall(SEATED, "".join(each.kind for each in inner)), bool(found) and found[-1].kind == "V"
        if len(seated) > (0 if follow else 1):  # 全跟(东3 北6 西9), 出方7(北4 南8)
            line.take(*(found[-1:] if follow else []))
            found, at = [*(found[:-1] if follow else found), *inner], until + 1
            continue
        stood = next((number for number, each in enumerate(inner) if each.kind == "O" and not each.text.startswith("改")), None)
        if stood is not None and re.match("O[:F]*[RUKJ]", "".join(each.kind for each in inner[stood:])):
            line.take(*inner)
            found, at = [*found, *inner[stood:]], until + 1  # ♣AAQQ(甩,南有KK,退回♣QQ)
            continue
        puts = next((number for number, token in enumerate(inner) if token.kind not in "ZF,"), len(inner))
        if puts < len(inner) and inner[puts].kind in "EO" and any(token.kind in SURE or token.kind == "P" for token in inner):
            line.take(*inner[:puts])
            found, at = [*found, inner[puts]._replace(kind="E"), *inner[puts + 1 :]], until + 1  # 9(应为Q), J(出错了,改K)
            continue
        if found and re.fullmatch("A|[ZF]*[Gf]([,ZF]*[Gf])?", "".join(each.kind for each in inner)):
            found, at = [*found, *(each for each in inner if each.kind in "AGf")], until + 1  # 南 K(走了,头游), 6666(没人要)
            continue
        if re.fullmatch("S+[PA]", "".join(each.kind for each in inner)) and any(each.kind in "SQ" for each in found):
            last = next(number for number in reversed(range(len(found))) if found[number].kind in "SQ")
            found, at = [*found[:last], *inner, *found[last:]], until + 1  # 5 出 A(3、4没要)
            continue
        told_again = _cards_of_bracket(found, inner)
        if told_again is not None:
            line.take(*inner)
            found, at = told_again, until + 1
            continue
        suits = [token for token in inner if token.kind == "U"]
        others = [token for token in inner if token.kind not in "U,/P" and token.text not in {"全", "都是", "都"}]
        if len(suits) == 1 and not others:
            line.take(*inner)
            end = found[-1].end if found else suits[0].at
            found.append(suits[0]._replace(text=f"({suits[0].text})", at=end, end=max(end, suits[0].end)))
        elif found and found[-1].kind == "U" and inner and all(token.kind in "R,/" for token in inner):
            found += inner  # 方块(5 10 K)
        at = until + 1
    return found


def _cards_of_bracket(before: Sequence[Token], inner: Sequence[Token]) -> list[Token] | None:
    """The tokens before a bracket with what it tells of the cards before it: the same ranks with their suits,
    `22(红2黑2)`, or how many of them are wild, `6个8(带2个红J)`; None where it tells something else.
    """
    last = len(before)
    while last and before[last - 1].kind in "GfF":
        last -= 1  # 88走了(♦♣)
    before, behind, first = before[:last], before[last:], last
    while first and (is_card(before[first - 1].kind) or before[first - 1].kind == "+"):
        first -= 1
    suited = _suited(before[first:], [token for token in inner if token.text not in {"全", "都是", "都"}])
    if suited is not None:
        return [*before[:first], *suited, *behind]
    cards = cards_in(before[first:])
    wild = _WILD_AS.fullmatch("".join(token.kind for token in inner if token.kind not in ",Z"))
    if wild is not None and cards:
        rank, made_of = _as_wild([token for token in inner if token.kind not in ",Z"])
        at = next((number for number in reversed(range(len(cards))) if cards[number].rank == rank), None)
        if at is not None:
            of = [(card.rank, card.suit) for card in cards]
            of[at] = made_of
            return [*before[:first], Token("K", "", before[first].at, before[-1].end, of), *behind]
    told = cards_in([token for token in inner if is_card(token.kind) or token.kind == "+"])
    others = [
        token for token in inner if not (is_card(token.kind) or token.kind in "+,/HF" or token.text in {"含", "其中", "用"})
    ]
    if not told or not cards or others or any(HIDDEN in str(card) for card in told if card.rank != WILD):
        return None
    within = any(token.text in {"含", "其中", "用", "带", "有"} for token in inner)
    alike = {card.rank for card in told} == {told[0].rank}
    if within and alike and len(told) < len(cards) and all(card.rank != told[0].rank for card in cards):
        kept: list[Card] = cards[: len(cards) - len(told)]
    else:
        return None
    at, end = before[first].at, before[-1].end
    made = [Token("K", "", at, end, [(card.rank, card.suit) for card in (*kept, *told)])]
    return [*before[:first], *made, *behind]


def _as_wild(tokens: Sequence[Token]) -> tuple[str, tuple[str, str]]:
    """The rank for which a wild card stands, and that card."""
    at = next(number for number, token in enumerate(tokens) if token.kind == "v")
    return str(tokens[at - 1].value[-1]), (str(tokens[at + 2].value[0]), str(tokens[at + 1].value))


def corrected(tokens: list[Token], told: str, line: Line) -> list[Token]:
    """The tokens with what is corrected in its place: `J 不对,是9`, `不对,北应该是过`. Raises QuestionError where it is not
    plain what holds.
    """
    at = next((number for number, token in enumerate(tokens) if token.kind == "E"), None)
    if at is None or not any(token.kind in SURE or token.kind == "P" for token in tokens):
        return tokens
    ahead = at + 1
    while ahead < len(tokens) and (tokens[ahead].kind in ",:;.vFEO" or tokens[ahead].text in {"应该", "应", "该"}):
        ahead += 1
    seat = tokens[ahead].value if ahead < len(tokens) and tokens[ahead].kind == "S" else None
    first = ahead + (seat is not None)
    while first < len(tokens) and (tokens[first].kind in ":vF" or tokens[first].text in {"应该", "应", "该"}):
        first += 1
    until = first
    while until < len(tokens) and (is_card(tokens[until].kind) or tokens[until].kind == "+"):
        until += 1
    if until == first and first < len(tokens) and tokens[first].kind == "P":
        until += 1
    if until == first and tokens[at].text == "不对":  # which finds fault with a play
        return [*tokens[:at], tokens[at]._replace(kind="H"), *corrected(tokens[at + 1 :], told, line)]
    wrong = _last_play(tokens[:at], seat)
    if until == first or wrong is None:
        raise QuestionError("notes.correction", given=told.strip())
    line.corrected = True
    line.taken.append((tokens[wrong[0]].at, tokens[until - 1].end))
    begins, ends = wrong
    if tokens[begins].kind == "U" and not any(each.kind in "UKJP" for each in tokens[first:until]):
        begins += 1  # the rank alone was wrong
    made = [*tokens[:begins], *(each._replace(at=tokens[begins].at, end=tokens[begins].end) for each in tokens[first:until])]
    return corrected([*made, *tokens[ends:at], *tokens[until:]], told, line)


def _last_play(tokens: Sequence[Token], seat: Sequence[str] | None) -> tuple[int, int] | None:
    """From where to where the cards, or the pass, stand of the last play, or of the last of a seat."""
    ends = len(tokens)
    if seat is not None:
        at = next(
            (number for number in reversed(range(len(tokens))) if tokens[number].kind in "SQ" and tokens[number].value == seat),
            None,
        )
        if at is None:
            return None
        begins = at + 1
        while begins < len(tokens) and tokens[begins].kind in "F:":
            begins += 1
        ends = next((number for number in range(begins, len(tokens)) if tokens[number].kind in "SQ,;."), len(tokens))
        return (begins, ends) if begins < ends else None
    while ends and tokens[ends - 1].kind in ",;.":
        ends -= 1
    if ends and tokens[ends - 1].kind == "P":
        return ends - 1, ends
    begins = ends
    while begins and (is_card(tokens[begins - 1].kind) or tokens[begins - 1].kind == "+"):
        begins -= 1
    return (begins, ends) if begins < ends else None


def without_talk(clause: list[Token]) -> list[list[Token]]:
    """A clause, apart from what is said behind its plays after a space: `西 方A 大家跟 没分`."""
    last = next((at for at in reversed(range(len(clause))) if clause[at].kind in "RKJPVA?"), None)
    if last is None or not any(token.kind == "H" for token in clause) or any(token.kind == "H" for token in clause[: last + 1]):
        return [clause]
    behind = clause[last + 1 :]
    if behind[0].at == clause[last].end or re.search(SEATED, "".join(token.kind for token in clause)) is None:
        return [clause]
    return [clause[: last + 1], behind]


def without_comment(tokens: list[Token]) -> list[Token]:
    """The tokens without what is only said behind a long dash: `方3 8 A ——8方是级牌`."""
    for at, token in enumerate(tokens):
        kinds = "".join(each.kind for each in tokens[at + 1 :])
        if token.kind == "-" and len(token.text) > 1 and at and re.search("[vHlOE]", kinds) and not re.search("[SLPA]", kinds):
            return tokens[:at]
    return tokens


def without_too_soon(tokens: list[Token], told: str) -> list[Token]:
    """The tokens without what somebody played out of turn, where his play is told in its turn too."""
    for first, token in enumerate(tokens):
        ahead = tokens[first + 1 : first + 2]
        if token.kind != "S" or not ahead or not _TOO_SOON.match(told, ahead[0].at):
            continue
        until = next((at for at in range(first + 1, len(tokens)) if tokens[at].kind == "S"), len(tokens))
        if any(each.kind == "S" and each.value == token.value for each in tokens[until:]):
            return [*tokens[:first], *tokens[until:]]
    return tokens


def told_again(tokens: Sequence[Token], line: Line, *, once: bool) -> list[Token]:
    """The tokens, cards told once more behind a sign with their suits: `99933 — 方9梅9黑9黑3梅3`, `5个A!方方梅黑黑`.
    Where each seat plays once a comma stands between plays.
    """
    found = _counted_again(tokens, line)
    at = 0
    while at < len(found):
        until = at
        while until < len(found) and (is_card(found[until].kind) or found[until].kind in ("+Q" if until > at else "+")):
            until += 1
        signs = until
        while signs < len(found) and found[signs].kind in ("-" if once else "-,./"):
            signs += 1
        last = signs
        while last < len(found) and (is_card(found[last].kind) or found[last].kind in "+/-"):
            last += 1
        suits = until
        while suits > at and (
            found[suits - 1].kind == "U" or (found[suits - 1].kind == "M" and found[suits - 1].text in "两二三四五")
        ):
            suits -= 1
        stretch = until - at
        if not 0 < stretch <= _MOST_TOLD_AGAIN or last - signs > _MOST_TOLD_AGAIN:
            at += max(1, stretch)
            continue
        again = [] if once else [(each, until) for each in range(at + 1, until) if found[each].kind == "R" and suits < until]
        listed = [
            (each, until)
            for each in range(at + 1, until - 1)
            if found[each].kind == found[each + 1].kind == "U" and found[each].at > found[each - 1].end
        ]
        for behind, end in (*listed, (suits, last), (signs, last), (suits, until), *again):
            first = min(until, behind)
            made = _suited(found[at:first], found[behind:end]) if at < first < end else None
            if made is not None:
                line.take(*found[behind:end])
                found[at:end], stretch = made, len(made)
                break
        at += max(1, stretch)
    return found


def _counted_again(tokens: Sequence[Token], line: Line) -> list[Token]:
    """The tokens without how many of a rank some cards come to with a wild one, told behind them: `KKKK大怪 五个K`."""
    found: list[Token] = []
    for number, token in enumerate(tokens):
        found.append(token)
        first = len(found) - 2
        if first < 1 or token.kind != "R" or found[first].kind != "M" or found[first].at == found[first - 1].end:
            continue
        begins = first
        while begins and (is_card(found[begins - 1].kind) or found[begins - 1].kind == "+"):
            begins -= 1
        cards = cards_in(found[begins:first])
        ranks = {card.rank for card in cards if card.suit != "J" and card.rank not in "BL"}
        if (
            len(cards) == found[first].value
            and len(ranks) == 1
            and ranks == {*token.value}
            and len(cards) > sum(card.rank == token.value[0] for card in cards)
        ):
            line.take(*found[first:])
            del found[first:]
        del number
    return found


def _suited(before: Sequence[Token], told: Sequence[Token]) -> list[Token] | None:
    """The tokens of cards, those without suits with these as they are told behind: all cards again, `方9梅9`, or a suit for
    each, `方方梅`, `两梅两黑`, in the order in which they are written; None where these tell something else.
    """
    before = [token._replace(kind="R", value=[token.text]) if token.kind == "Q" else token for token in before]
    for first in range(len(before)):
        if first and before[first].at == before[first - 1].end:
            continue  # one play is written in one piece
        cards = cards_in(before[first:])
        bare = [at for at, card in enumerate(cards) if card.suit is None]
        suits = _suits_told(told)
        alike = [at for at in bare if cards[at].rank == cards[bare[0]].rank]
        if suits is None or not bare or len(suits) not in {len(bare), len(alike), len(cards)}:
            continue
        if sorted(rank for rank, _ in suits) == sorted(card.rank for card in cards):
            made: list[tuple[str, str | None]] = [*suits]
        elif not 2 <= len(suits) <= len(bare) or any(
            rank not in {"", cards[at].rank} for at, (rank, _) in zip(bare, suits, strict=False)
        ):
            continue
        else:
            of = dict(zip(bare, suits, strict=False))
            made = [(card.rank, of[at][1] if at in of else card.suit) for at, card in enumerate(cards)]
        return [*before[:first], Token("K", "", before[first].at, before[-1].end, made)]
    return None


def _suits_told(tokens: Sequence[Token]) -> list[tuple[str, str]] | None:
    """The suits that some tokens tell of, each with its rank, which is empty where that is not told again."""
    if tokens and tokens[0].kind == "R":  # 9草红草 10红红
        cards = cards_in(tokens)
        return (
            [(card.rank, card.suit or "") for card in cards] if all((card.suit or HIDDEN) in SUITS for card in cards) else None
        )
    found: list[tuple[str, str]] = []
    suit, many = "", 1
    for number, token in enumerate(tokens):
        ahead = tokens[number + 1].kind if number + 1 < len(tokens) else ""
        if token.kind in "KJ":
            found += token.value * many
        elif token.kind == "R" and suit:
            found += [(rank, suit) for rank in token.value] * many
        elif token.kind == "U":
            suit = token.value
            if ahead == "R":
                continue
            found += [("", suit)] * many
        elif token.kind == "M":
            many, suit = int(token.value), ""
            continue
        elif token.kind not in "+,./-":
            return None
        many = 1
    return [(each[0], each[1]) for each in found]
