"""What notes tell of a hand beside its plays, by a small grammar over tokens: level, banker, trump, who declared, buried, paid.

A rule is a pattern over the kinds of tokens (`tokens.KINDS`), tried at each token in turn; what no rule takes is left to the
plays, or is unread text.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

from paipu.ingest.importers.base import known
from paipu.ingest.importers.notes.cards import cards_in, written
from paipu.ingest.importers.notes.claimed import Claimed
from paipu.ingest.importers.notes.facts import KITTY
from paipu.ingest.importers.notes.tokens import Token, is_card
from paipu.ingest.question.errors import QuestionError
from paipu.replay.cards import HIDDEN, SUITS, split_cards

_LEADS: Final = frozenset(
    "first 起 起手 先手 先攻 首攻 首引 首发 首轮 先 先出 首出 领出 出牌 先走 首 开 lead leads led".split()  # noqa: SIM905 - a list is longer
)
_END: Final = ",;.)/"
_MOST_SHOWN: Final = 3
"""Cards that are shown to declare, at most."""
_LEAST_BURIED: Final = 4
Rule = tuple[re.Pattern[str], Callable[["Told", Sequence[Token]], bool]]


class Told(Claimed, ABC):
    """What was read so far, with what is told in sentences.

    `partly_paid` are the places of hands of which a card was paid whose suit nobody noted, which no record can hold.
    """

    def __init__(self) -> None:
        super().__init__()
        self.partly_paid: set[int] = set()
        self.side_levels: dict[str, str] = {}
        self.untaken: dict[str, str] = {}

    def facts_in(self, tokens: list[Token]) -> list[Token]:
        """Take what is told of the hand; the tokens that are left."""
        sides = [token.value for token in tokens if token.kind == "S" and len(token.value) == len(self.reader.sheet.sides)]
        self.side_told = sides[-1] if sides else None
        if not self.hand.get("tricks"):
            tokens = self.declared(tokens)
        clauses = _sentences(tokens)
        clauses = [part for clause in clauses for part in (_by_spaces(clause) if _is_talk(clause, english=False) else [clause])]
        talk = [token for clause in clauses if _is_talk(clause) for token in clause]
        left = [token for clause in clauses if not _is_talk(clause) for token in self.of_sentence(clause)]
        self.with_side_levels()
        if not self.hand.get("tricks"):
            left = self.paid(self.answered(self.buried(left)))
        return sorted([*left, *talk], key=lambda each: each.at)

    def of_sentence(self, tokens: list[Token]) -> list[Token]:
        """The same of a sentence."""
        kinds = "".join(token.kind for token in tokens)
        if "I" in kinds and not any(is_card(each) and each != "R" for each in kinds):
            return tokens  # how it stands so far
        left: list[Token] = []
        at = 0
        while at < len(tokens):
            for pattern, take in RULES:
                found = pattern.match(kinds, at)
                if found is not None and found.end() > at and take(self, tokens[at : found.end()]):
                    at = found.end()
                    break
            else:
                left.append(tokens[at])
                at += 1
        return left

    @abstractmethod
    def non_literal(self, why: str, cost: int = 0) -> None:
        """That the line is not read by the letter."""

    # -- rules

    def of_level_told(self, found: Sequence[Token]) -> bool:
        ranks = next(each for each in found if each.kind in "RQ")
        if len(ranks.value) != 1 or ranks.value[0] == "1":
            return False
        if self.hand.get("tricks"):  # what is played next
            self.not_read(_text(found))
            return True
        before = self.hand.get("level")
        self.of_level(ranks.value[0])
        if before not in {None, self.hand["level"]}:
            said = (str(each).replace("T", "10") for each in (before, self.hand["level"]))
            raise QuestionError("notes.level_twice", **dict(zip(("first", "second"), said, strict=True)))
        return True

    def of_side_level(self, found: Sequence[Token]) -> bool:
        """The level of a side: of two that of the banker's holds, in games that have one."""
        side, ranks = found[0].value, next(each.value for each in found if each.kind in "RQ")
        named = next((each for each in self.reader.sheet.sides if {*each} == {*side}), None)
        if named is None or len(ranks) != 1 or ranks[0] == "1" or self.hand.get("tricks"):
            return False
        self.side_levels[named] = ranks[0]
        return True

    def with_side_levels(self) -> None:
        """Take the level of the banker's side, or the only one that is told. Raises QuestionError where it is not plain."""
        told, dealer = self.side_levels, self.hand.get("dealer")
        self.side_levels = {}
        if len(told) == len(self.reader.sheet.sides) and len(self.hands) == 1 and "start" not in self.match:
            self.match["start"] = {"levels": {side: told[side] for side in self.reader.sheet.sides}}
        if told and self.hand.get("level") in told.values():
            return  # which of them is that of the hand is told
        of_dealer = [level for side, level in told.items() if self.once and dealer is not None and dealer in side]
        levels = of_dealer or [*dict.fromkeys(told.values())]
        if len(levels) > 1:
            said = (each.replace("T", "10") for each in levels[:2])
            raise QuestionError("notes.level_twice", **dict(zip(("first", "second"), said, strict=True)))
        before = self.hand.get("level")
        if levels:
            self.of_level(levels[0])
            if before not in {None, self.hand["level"]}:
                said = (str(each).replace("T", "10") for each in (before, self.hand["level"]))
                raise QuestionError("notes.level_twice", **dict(zip(("first", "second"), said, strict=True)))

    def of_number_told(self, found: Sequence[Token]) -> bool:
        if found[0].value is None:
            return False
        if self.hands and found[0].value == self.hand["no"] and len(self.hand) > 1 and not self.hand.get("tricks"):
            return True  # it is told again
        self.of_no(str(found[0].value))
        return True

    def of_dealer_told(self, found: Sequence[Token]) -> bool:
        seats = next(each.value for each in reversed(found) if each.kind in "SQ")
        if len(seats) != 1 or seats[0] not in self.reader.sheet.seats or self.hand.get("tricks"):
            return False
        self.of_seat("dealer", seats[0])
        return True

    def of_trump_told(self, found: Sequence[Token]) -> bool:
        if not self.once or self.hand.get("tricks"):
            return False
        suit = next((each.value for each in found if each.kind == "U"), "NT")
        self.hand["trump"] = suit
        return True

    def of_trump_by_level(self, found: Sequence[Token]) -> bool:
        """Trump by the card of the level that tells it: 红桃2是主."""
        named = found[-1].text in {"是主", "为主", "做主"}
        return named and found[1].value == [self.hand.get("level")] and self.of_trump_told(found)

    def of_trump_letter(self, found: Sequence[Token]) -> bool:
        if not self.once or found[-1].text != "S":
            return False
        self.hand["trump"] = "s"
        return True

    def of_lead_told(self, found: Sequence[Token]) -> bool:
        if found[1].text not in _LEADS or len(found[0].value) != 1 or self.hand.get("tricks"):
            return False
        self.of_seat("lead", found[0].value[0])
        return True

    def of_last_tricks(self, found: Sequence[Token]) -> bool:
        self.endings[max(0, len(self.hands) - 1)] = int(found[0].value or 1)
        return True

    def of_no_tribute(self, found: Sequence[Token]) -> bool:
        del found
        if self.once:
            return False
        self.of_resisted("")
        return True

    def of_flag(self, found: Sequence[Token]) -> bool:
        del found
        if not self.once or self.hand.get("tricks") or "level" in self.hand:
            return False
        self.of_level("flag")
        return True

    def of_hand_left(self, found: Sequence[Token]) -> bool:
        """Which cards somebody has left after tricks that are told."""
        if self.hand.get("tricks"):
            self.not_read(_text(found))
        return bool(self.hand.get("tricks"))

    def of_wild(self, found: Sequence[Token]) -> bool:
        """Which card is wild: the level tells it."""
        if self.once or self.hand.get("tricks") or len(found) < len("S是"):
            return False
        ranks = [rank for each in found if each.kind == "R" for rank in each.value]
        if ranks and "level" in self.hand and ranks != [self.hand["level"]]:
            self.not_read(_text(found))
        return True

    # -- sentences before the first trick

    def declared(self, tokens: list[Token]) -> list[Token]:
        """Who showed which cards: 西先亮 大王+红4，南用小王+对黑4反."""
        if not self.once or not any(_declares(token) for token in tokens):
            return tokens
        left: list[Token] = []
        first = next((at for at, each in enumerate(tokens) if each.kind == "S"), len(tokens))
        all_declare, kinds = any(_declares(each) for each in tokens[:first]), ""  # 反主:东4红 北4黑对
        for seat, whole in self.pieces(tokens, ",;>"):
            all_declare = all_declare or re.search("b:", kinds := kinds + "".join(each.kind for each in whole)) is not None
            until = next((at for at, each in enumerate(whole) if each.kind in "tvlnDhHE"), len(whole))
            until -= until > 0 and until < len(whole) and whole[until].kind == "t" and whole[until - 1].kind == "U"
            piece, behind = whole[:until], whole[until:]
            shown = cards_in([each for each in piece if is_card(each.kind) or each.kind == "+"])
            verb = all_declare or any(_declares(each) for each in whole[: until + 1])
            if shown and not verb and piece[0].kind != "S" and self.hand.get("bids"):
                self.not_read(" ".join(each.text for each in piece).strip(" ,;"))
                left += behind
                continue
            if seat is None or not verb or not shown or len(shown) > _MOST_SHOWN or _hidden(shown):
                left += whole
                continue
            self.hand["bids"] = [*self.hand.get("bids", []), f"{seat} {written(shown)}"]
            seated = [piece[0]] if behind and behind[0].kind == "D" and piece[0].kind == "S" else []  # 南亮草9坐庄
            left += [*(each for each in piece if not (is_card(each.kind) or each.kind in "b+SFMZ")), *seated, *behind]
        return left

    def buried(self, tokens: list[Token]) -> list[Token]:
        """What was buried: 南扣 梅25 方23."""
        if not self.once:
            return tokens
        at = next((number for number, each in enumerate(tokens) if each.kind == "y"), None)
        if at is None or any(each.kind == "k" for each in tokens):
            return tokens
        first = at
        while first and tokens[first - 1].kind in "S:DZ(" and tokens[first - 1].kind != ",":
            first -= 1
        until = at + 1
        while until < len(tokens) and tokens[until].kind in "yN.ZF":
            until += 1  # 扣了9张!
        while until < len(tokens) and (is_card(tokens[until].kind) or tokens[until].kind in "+,:NS()"):
            until += 1
        who = [each.value[0] for each in tokens[first:until] if each.kind == "S" and len(each.value) == 1]
        cards = cards_in([each for each in tokens[at:until] if is_card(each.kind) or each.kind in "+,"])
        if len(cards) < _LEAST_BURIED or any(card.suit is None for card in cards):
            return tokens
        seat = who[0] if who else self.hand.get("dealer")
        if seat is None:
            raise QuestionError("notes.who", given=tokens[at].text)
        self.of_burial(seat, written(cards))
        return [*tokens[:first], *tokens[until:]]

    def of_burial(self, seat: str, cards: str) -> None:
        """What a seat buried: of who has taken the kitty up again, what he buried then."""
        actions = self.hand.setdefault(KITTY, [])
        if actions and actions[-1].get("show") and actions[-1]["seat"] == seat and "bury" not in actions[-1]:
            actions[-1]["bury"] = cards
        else:
            actions.append({"seat": seat, "bury": cards})

    def answered(self, tokens: list[Token]) -> list[Token]:
        """Answers of those who were asked to take the kitty up again: 东不炒 北不炒 西对方9炒."""
        if not self.once:
            return tokens
        asked = getattr(self.reader.sheet, "reopen", None) is not None and bool(self.hand.get(KITTY))
        if asked and not any(each.kind in "RKJ" for each in tokens):
            tokens = [each._replace(kind="z") if each.kind == "P" else each for each in tokens]  # 北过 东过
        if not any(each.kind in "kz" for each in tokens):
            return tokens
        answers = _Answers(self)
        for token in [*tokens, _STOP]:
            answers.take(token)
        return sorted([*answers.left, *answers.shown], key=lambda each: each.at)

    def took_up(self, seat: str) -> bool:
        """Whether a seat is the last that took the kitty up again."""
        actions = self.hand.get(KITTY, [])
        return bool(actions) and actions[-1].get("seat") == seat and "show" in actions[-1]

    def paid(self, tokens: list[Token]) -> list[Token]:
        """Who paid and returned which card: 西进贡 大王给南 南还 方块J; 西→北 大王."""
        if self.once or (not any(each.kind in "ge" for each in tokens) and not _arrow(tokens)):
            return tokens
        paid = _Gifts(self)
        left: list[Token] = []
        pieces = [piece for _, piece in self.pieces(tokens, "")]
        leads = any(each.kind in "ge" for each in pieces[0])  # 贡:东 大王 南 小王
        for number, piece in enumerate(pieces):
            kinds, before = (
                "".join(each.kind for each in pieces[at] if each.kind not in ",;.") if at >= 0 else ""
                for at in (number, number - 1)
            )
            takes = re.search("[ge>]$", before) is not None or (re.search("[ge>]", before) and not re.search("[RUKJ]", before))
            if leads or takes or re.search("[ge>]", kinds) or not number:
                left += [token for token in piece if not paid.take(token)]
            else:
                paid.close()
                left += piece
        paid.close()
        gifts = paid.gifts
        if not gifts:
            return left if self.untaken else tokens
        self.hand["tribute"] = [*self.hand.get("tribute", ()), *(f"{one}>{two} {card}" for one, two, card in gifts)]
        if not all(len(split_cards(card)) == 1 and HIDDEN not in card for _, _, card in gifts):
            self.partly_paid.add(len(self.hands) - 1)
        return left

    def pieces(self, tokens: Sequence[Token], apart: str) -> list[tuple[str | None, list[Token]]]:
        """The tokens in pieces, a new one where a seat stands, or one of the signs; each with the seat told last."""
        found: list[tuple[str | None, list[Token]]] = [(None, [])]
        for token in tokens:
            if token.kind == "S" and len(token.value) == 1 and token.value[0] in self.reader.sheet.seats:
                found.append((token.value[0], [token]))
            elif token.kind in apart:
                found.append((found[-1][0], [token]))
            else:
                found[-1][1].append(token)
        return found


class _Answers:
    """What was answered by those who were asked to take the kitty up again, and what they buried then."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.left: list[Token] = []
        self.clear()

    def clear(self) -> None:
        """Begin with the next."""
        self.seats: list[str] = []
        self.shown: list[Token] = []
        self.buried: list[Token] = []
        self.took = self.burying = False

    def take(self, token: Token) -> None:
        """Take a token."""
        ends = token.kind == "S" or (token.kind in ".;" and (bool(self.shown or self.buried) or token is _STOP))
        if ends and self.seats and (self.took or self.buried):
            self.close()
        match token.kind:
            case "S":
                self.left += self.shown
                self.shown = []
                self.seats = [*(() if self.burying else self.seats), *token.value]
                self.burying = False
            case "z":
                for seat in self.seats:
                    self.told.hand.setdefault(KITTY, []).append({"seat": self.told.seat(seat), "pass": True})
                self.left += self.shown
                self.clear()
            case "k":
                self.took = bool(self.seats)
            case "y" if self.seats and (self.took or self.told.took_up(self.seats[-1])):
                self.burying = True
            case _ if self.burying and not self.buried and not is_card(token.kind):
                if token.kind not in ":,":
                    self.left.append(token)
            case _:
                self.of_card(token)

    def of_card(self, token: Token) -> None:
        """A card that is shown or buried; anything else is left."""
        of_cards = is_card(token.kind) or token.kind == "+" or (token.kind in ",:" and (self.burying or bool(self.shown)))
        if of_cards and self.burying:
            self.buried.append(token)
        elif of_cards:
            self.shown.append(token)
        elif token.at >= 0:
            self.left.append(token)

    def close(self) -> None:
        """End an answer."""
        shown = cards_in([each for each in self.shown if is_card(each.kind) or each.kind == "+"])
        buried = cards_in([each for each in self.buried if is_card(each.kind) or each.kind in "+,"])
        if _hidden(shown) or _hidden(buried):
            raise QuestionError("notes.fact", given=" ".join(each.text for each in (*self.shown, *self.buried)))
        if self.took:
            action = known(seat=self.seats[-1], show=written(shown) or None, bury=written(buried) or None)
            self.told.hand.setdefault(KITTY, []).append(action)
        else:
            self.told.of_burial(self.seats[-1], written(buried))
        self.clear()


class _Gifts:
    """The cards that were paid and returned, told one after another: who, to whom, which.

    What nobody is told to take waits (`told.untaken`): it goes to who returns a card to who paid it.
    """

    def __init__(self, told: Told) -> None:
        self.told = told
        self.gifts: list[tuple[str, str, str]] = []
        self.giver = self.taker = ""
        self.held: list[Token] = []
        self.before = self.verb = ""

    def take(self, token: Token) -> bool:
        """Take a token; whether it tells something of a gift."""
        before, self.before = self.before, token.kind
        if token.kind == "S" and len(token.value) == 1:
            self.of_seat(self.told.seat(token.value[0]), before)
            return True
        if is_card(token.kind):
            self.held.append(token)
            return bool(self.giver)
        if token.kind == "e" and self.giver and self.taker and self.held:
            self.close()  # 南进贡西 黑4 还红6
        if token.kind == "e" and not self.giver and self.gifts:
            self.giver, self.taker, _ = (self.gifts[-1][1], self.gifts[-1][0], None)
        if token.kind in "ge":
            self.verb = token.kind
        if token.kind in ",;.":
            self.close(ends=token.kind != ",")
        return token.kind in "ge>,;:F-"

    def of_seat(self, seat: str, before: str) -> None:
        """A seat: who gives next, or who takes."""
        if self.held and not self.taker and before in {"g", ">"}:
            self.taker = seat
            self.close()
        elif self.held or not self.giver or self.taker:
            self.close()
            self.giver = seat
        else:
            self.taker = seat

    def close(self, *, ends: bool = True) -> None:
        """End a gift; where nobody is told to take it, it goes back to who paid."""
        if self.giver and self.held:
            self.give(written(cards_in(self.held)))
        elif not ends:
            return
        self.giver = self.taker = ""
        self.held = []

    def give(self, card: str) -> None:
        """One gift more."""
        waits, giver = self.told.untaken, self.giver
        paid = [
            *((each[0], each[2]) for each in self.told.hand.get("tribute", ())),
            *((one, two) for one, two, _ in self.gifts),
        ]
        payer = self.taker if self.taker in waits else ""
        if not self.taker and self.verb != "g" and len(waits) == 1 and giver not in waits:
            payer = next(iter(waits))  # who returns a card was paid the one that waits
        if payer:
            self.gifts.append((payer, giver, waits.pop(payer)))
        taker = self.taker or payer or next((one for one, two in paid if two == giver), "")
        if taker:
            self.gifts.append((giver, taker, card))
        else:
            waits[giver] = card


_STOP: Final = Token(".", "", -1, -1)


def _text(tokens: Sequence[Token]) -> str:
    """The words of some tokens."""
    return "".join(each.text for each in tokens).strip(" ,;")


def _is_talk(clause: Sequence[Token], *, english: bool = True) -> bool:
    """Whether a clause is of what is said, or corrects something."""
    said = [token for token in clause if token.kind in "HE"]
    return bool(said) and (english or not any(token.text.isascii() for token in said))


def _by_spaces(clause: Sequence[Token]) -> list[list[Token]]:
    """A clause by its spaces, which in Chinese part what is told from what is said."""
    found: list[list[Token]] = []
    for token in clause:
        if not found or token.at > found[-1][-1].end or token.kind == "(" or found[-1][-1].kind == ")":
            found.append([])
        found[-1].append(token)
    return found


def _declares(token: Token) -> bool:
    """Whether a word says that something is declared, as 反成 does too."""
    return token.kind == "b" or (token.kind == "v" and token.text.startswith("反"))


def _arrow(tokens: Sequence[Token]) -> bool:
    """Whether one seat is told to give another something."""
    return re.search("S>S[:]?[JUKR]", "".join(each.kind for each in tokens)) is not None


def _hidden(cards: Sequence[object]) -> bool:
    """Whether a card was not seen whole."""
    return HIDDEN in "".join(map(str, cards))


def _sentences(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens by sentences, the sign at the end with each."""
    found: list[list[Token]] = [[]]
    for number, token in enumerate(tokens):
        if found[-1] and token.at > found[-1][-1].end + 1:
            found.append([])
        found[-1].append(token)
        listed = token.text == "、" and [each.kind for each in tokens[number - 1 : number + 2 : 2]] == ["S", "S"]
        of_before = token.kind == "," and token.text != "、" and found[-1][0].kind == "u"  # 上副:西头游,东二游
        if token.kind in ".,;" and not listed and not of_before:
            found.append([])
    return [each for each in found if each]


RULES: Final[Sequence[Rule]] = tuple(
    (re.compile(pattern), take)
    for pattern, take in (
        ("h", Told.of_number_told),
        ("i", Told.of_last_tricks),
        ("Sv?l[:v]?[RQ](?![RJ])", Told.of_side_level),
        (f"S[vZ]?Rq?(?=[{_END}Sl]|$)", Told.of_side_level),
        ("l[:v]?[RQ](?![RJ])", Told.of_level_told),
        ("R(?=Uv?t)", Told.of_level_told),
        (f"o[NR](?:[+][NR])+v[NR](?=[{_END}Z]|$)", lambda told, found: told.of_points([found[0], found[-1]])),
        (f"R:?q(?=[{_END}SUtno]|$)", Told.of_level_told),
        ("q[:v]?[RQ](?![RJ])|[RQ]v?l(?!R)", Told.of_level_told),
        (r"SD\(S\)|S\(S\)v?D", Told.of_dealer_told),
        ("S[vF]?D(?!F?U*[RJKM])|S[vF]?D(?=Rq)", Told.of_dealer_told),
        ("D[:v]*[SQ](?!F?U*[RJKMP])", Told.of_dealer_told),
        ("t[:v>]*U", Told.of_trump_told),
        ("URt", Told.of_trump_by_level),
        ("U[v]?t", Told.of_trump_told),
        (f"[v>]U(?=[{_END}]|$)", Told.of_trump_told),
        ("[t>v]*n", Told.of_trump_told),
        ("tS(?![RUJK])", Told.of_trump_letter),
        (f"SF(?=[{_END}Z(]|$)", Told.of_lead_told),
        (f"F[:v]?S(?=[{_END}Z]|$)", lambda told, found: told.of_lead_told([found[-1], found[0]])),
        (f"S>F(?=[{_END}Z]|$)", lambda told, found: told.of_lead_told([found[0], found[2]])),
        (f"S[:]?[NR]+(?=[{_END}Z]|$)", Told.of_side_points),
        ("j", Told.of_flag),
        ("U?RvY|YvU?R|PvP", Told.of_wild),
        ("a", Told.of_no_tribute),
        ("u[m:]*(?:S[NR][,;/.]?){3,}", Told.of_hand_before),
        ("u[m:]*(?:[SQ][vF]?f[,;/.]?)+|[SQ]u[:v]?f", Told.of_hand_before),
        ("u[m:]*(?:[SQ][,>-]?)+", Told.of_hand_before),
        ("(?:f[:v]?S(?![:PARUKJMQTG-])[,;/]?)+", Told.of_places),
        ("(?:S[vF]?f[,;/]?)+", Told.of_places),
        ("m[:v]?(?:S[:v]?[NR][,;/]?){2,}", Told.of_numbered_places),
        ("m[:v]?(?:[SQ?-][>,-]?)+", Told.of_order_out),
        (f"(?:S,?)*o+[:oFZv]*[NR]+(?=[{_END}ZSDrXLoijc]|$)", Told.of_points),
        ("c[:v]*[NR](?:[,ZtFy]*X)?", Told.of_kitty_points),
        ("(?:[SD][Z]?)?r[:v]?[RQ](?![RJ])", Told.of_rise),
        ("S?s[NM](?:[:v(]*[RUKJMX?]+)+[)]?", Told.of_hand_left),
        (f"(?:Ss[:v]?[NM][,;]?)+(?=[{_END}ZS]|$)", Told.of_left),
        (f"s[:v]?(?:(?:S[:v]?[NRQ]+[,;]?)+|[NM])(?=[{_END}Z]|$)", Told.of_left),
    )
)
"""What is told, tried in this order at each token."""
assert set(SUITS) == set("shcd")  # noqa: S101 - letters of trump
