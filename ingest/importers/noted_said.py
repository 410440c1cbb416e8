"""What is said in sentences of a hand and is no play: who showed, buried, was asked, paid what, and what it came to."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from paipu.ingest.importers.base import known
from paipu.ingest.importers.jotting import FACT_OF, FACTS, is_argued, number_of, read_jotted, seats_in
from paipu.ingest.importers.noted import KITTY, read_whole
from paipu.ingest.importers.noted_plays import Plays
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import lettered
from paipu.replay.cards import HIDDEN, split_cards
from paipu.replay.sheets import SHEETS

TOLD_WITH_CARDS: Final = re.compile(r"亮|叫|反|扣|埋|炒|贡|还(?![没有是要在])|翻|buri|bury|show|declare")
"""Words behind which cards stand that are no play."""
ANY_SEAT: Final = r"(?:[东東北西南]|(?<![A-Za-z\d♠♥♣♦])[ENWS](?![A-Za-z]))"
_SIDE: Final = r"[东西南北]{2}|E/?W|N/?S|闲家?|台下|抓分方|attackers?"
_NUMBER: Final = r"\d \d(?: \d)?(?!\d)|\d{1,3}"
_CARD_AHEAD: Final = re.compile(
    r"[♠♥♣♦]|黑桃|红桃|红心|梅花|草花|方块|方片|[黑红梅草方]\s*[\dTJQKA老尖圈勾钩]|(?:10|[2-9TJQKA])[shcd]|[大小][王鬼怪]|[BL]J\b|(?:一?对|[一两二三四]张|双)"
)
_SHOWED: Final = re.compile(r"亮|叫|反(?!正|而|应)|\b(?:shows?|showed|declares?|declared|called|bids?)\b", re.IGNORECASE)
_BURIED: Final = re.compile(r"扣|埋|底|\bbur(?:y|ies|ied)\b", re.IGNORECASE)
_BURIER: Final = re.compile(
    rf"({ANY_SEAT})\s*[家位]?\s*:?\s*(?:重新|又|再|拿)?(?:扣|埋|底|\b(?:banks,?\s*)?bur(?:y|ies|ied))|(?:扣|埋|底)底?[:(]?\s*({ANY_SEAT})(?=\s*[):扣埋])"
)
_ANSWER: Final = re.compile(
    rf"((?:{ANY_SEAT}[家位]?[/、,\s]{{0,3}}){{1,6}})[:]?\s*(不炒|炒(?!地皮|底?[:]))[!]?\s*((?:(?!{ANY_SEAT}[家位]?[/、,\s]{{0,3}}[:]?\s*不?炒)[^;,→])*)"
)
_POINTS: Final = re.compile(
    rf"(?:(?P<side>{_SIDE})[^\d;。,]{{0,8}}?|(?:抓了?|took|[他她]们小分)\s*)(?P<points>{_NUMBER})\s*(?:分|pts|points|$|[,;。\s])"
)
_TOOK: Final = re.compile(r"抓|得分|闲|小分|最后|took|pts|points|分")
_CARD: Final = (
    r"(?:(?:♠|♥|♣|♦|黑桃|红桃|红心|梅花|草花|方块|方片|[黑红梅草方]|(?:spade|heart|club|diamond)\s)\s*(?:10|老K|[2-9TJQKA尖圈勾钩])"
    r"|[大小][王鬼怪]|(?:big|small|little)\s+joker|[BSL]J\b|(?:10|[2-9TJQKA])[shcd♠♥♣♦]?(?![\d\w]))"
)
_BETWEEN: Final = r"[^东東北西南ENWS,;。\d♠♥♣♦]{0,6}?"
_GIVES: Final = re.compile(rf"贡|还(?![没有是要在])|进|tribute|back|{ANY_SEAT}\s*(?:→|->|>)\s*{ANY_SEAT}")
_PAID: Final = re.compile(
    rf"(?P<giver>{ANY_SEAT}){_BETWEEN}(?:→|->|>)?{_BETWEEN}"
    rf"(?:(?P<taker>{ANY_SEAT}){_BETWEEN}(?P<card>{_CARD})|(?P<first>{_CARD})(?:{_BETWEEN}给(?P<after>{ANY_SEAT}))?)"
)
_PLAYED: Final = re.compile(rf"(?<![东西南北ENWS/]){ANY_SEAT}\s*[对单出]?\s*(?:10|[2-9TJQKA])(?![\d\s]*(?:分|pts))")
"""A seat with a rank close behind it: a play."""
_PLACES: Final = re.compile(rf"(头|二|三|末|上|中|下)\s*[游科]\s*[:=是]?\s*({ANY_SEAT})")
_PLACES_BEHIND: Final = re.compile(rf"({ANY_SEAT})\s*是?\s*(头|二|三|末|上|中|下)\s*[游科]")
_PLACE: Final = {"头": 0, "上": 0, "二": 1, "中": 1, "三": 2, "末": 3, "下": 3}


class Said(Plays, ABC):
    """What was read so far, with what sentences say.

    `partly_paid` are the places of hands of which a card was paid whose suit nobody noted, which no record can hold.
    """

    def __init__(self) -> None:
        super().__init__()
        self.partly_paid: set[int] = set()

    def heard(self, said: str) -> None:
        """The facts in words that tell of no cards, before the first trick; later nothing tells whether they still hold."""
        if self.hand.get("tricks") or is_argued(said):
            return
        for fact in FACTS.finditer(said):
            try:
                if any(fact.groupdict().values()):
                    self.of_fact(fact)
            except QuestionError:  # as other words have it, it is no fact of this hand
                continue

    def of_fact(self, fact: re.Match[str]) -> None:
        """A fact told in a word."""
        name, said = next((name, said) for name, said in fact.groupdict().items() if said is not None)
        tells = FACT_OF[name]
        self.reader  # noqa: B018 - read by the sheet's own seats and levels
        if tells == "last":
            self.endings[max(0, len(self.hands) - 1)] = number_of(said) or 1
        elif tells == "no":
            self.told_of("no", str(number_of(said)))
        elif tells in {"dealer", "lead"}:
            self.told_of(tells, seat_of_name(said))
        else:
            self.told_of(tells, said)

    @abstractmethod
    def told_of(self, tells: str, said: str) -> None:
        """What a word tells."""

    def places_before(self, said: str) -> bool:
        """The places of the hand before: 上副 南 东 北 西."""
        found = re.match(r"上一?副\s*(?:名次)?\s*:?\s*(.+)", said)
        if found is None:
            return False
        now, self.hands = self.hand, self.hands[:-1]
        if now["no"] > 1 and not (self.hands and self.hands[-1]["no"] == now["no"] - 1):
            self.hands.append({"no": now["no"] - 1})
            self.of_finish(found[1])
        self.hands.append(now)
        return True

    def places_said(self, said: str) -> bool:
        """Who was first, second and so on: 头游北 二游南; 东头游，西二游."""
        known_so_far = self.hand.get("claims", {}).get("finish", "")
        if self.once or has_cards(said) or (known_so_far and HIDDEN not in known_so_far):
            return False
        behind, before = [*_PLACES.finditer(said)], [*_PLACES_BEHIND.finditer(said)]
        if behind and before and before[0].start() < behind[0].start():
            behind = []
        found = {_PLACE[each[1]]: self.seat(each[2]) for each in behind} or {
            _PLACE[each[2]]: self.seat(each[1]) for each in before
        }
        if not found or len({*found.values()}) < len(found):
            return False
        last = len(self.reader.sheet.seats) - 1
        places = [*(known_so_far or HIDDEN * (last + 1))]
        for place, seat in found.items():
            places[min(place, last)] = seat
        self.claims()["finish"] = "".join(places)
        self.remark(said)
        return True

    def paid(self, said: str) -> bool:
        """Who paid and returned which card: 西进贡 大王给南 南还 方块J; 西→北 大王. One whose suit was not noted tells none."""
        if self.once or self.hand.get("tricks") or not _GIVES.search(said):
            return False
        gifts: list[str] = []
        for each in _PAID.finditer(said):
            giver, to = self.seat(each["giver"]), each["taker"] or each["after"]
            taker = self.seat(to) if to else next((gift[0] for gift in self.given(gifts) if gift[2] == giver), None)
            if taker is None:
                raise QuestionError("notes.tribute", given=each[0])
            gifts.append(f"{giver}>{taker} {read_jotted(each['card'] or each['first'], bare=True)}")
        if not gifts:
            return False
        self.hand["tribute"] = self.given(gifts)
        if not all(len(split_cards(each[4:])) == 1 and HIDDEN not in each for each in gifts):
            self.partly_paid.add(len(self.hands) - 1)
        self.heard(re.sub(r"[贡还进牌,;:\s]+", " ", _PAID.sub(" ", said)))
        return True

    def given(self, more: Sequence[str]) -> list[str]:
        """What was paid and returned, with more of it."""
        return [*self.hand.get("tribute", ()), *more]

    def buried(self, said: str) -> bool:
        """What was buried: 底：南扣 梅25 方23; or that it was, of which no card was noted: 底牌扣好."""
        said = re.sub(r"\([^()]*\)", " ", said)
        verb = _BURIED.search(said) if self.once else None
        if verb is None or re.search(r"炒|抠|翻", said[: verb.start()]):
            return False
        before, mark, clause = said[: verb.start()].rpartition(",")
        if mark and (_SHOWED.search(before) or FACTS.search(before)) and not self.showed(before):
            self.heard(before)
            self.remark(before)
        said, verb = (clause + said[verb.start() :], None) if mark else (said, verb)
        verb = verb or _BURIED.search(said)
        after = said[verb.start() if verb is not None else 0 :].rpartition(":")[2]
        first = _CARD_AHEAD.search(after)
        cards = ""
        if first is not None:
            try:
                cards = read_jotted(re.sub(r"\d+\s*张\s*:?", " ", after[first.start() :]), bare=False, beside=[])
            except QuestionError:
                return False
        if len(split_cards(cards)) < 3:  # a burial of so few is none
            if not re.search(r"扣(?:好|完|毕)", said) or not self.hand.get("dealer"):
                return False
            self.hand.setdefault(KITTY, []).append({"seat": self.hand["dealer"]})
            self.remark(said)
            return True
        who = _BURIER.search(said)
        seat = self.seat(who[1] or who[2]) if who is not None else self.hand.get("dealer")
        if seat is None:
            raise QuestionError("notes.who", given=said)
        self.of_burial(seat, cards)
        return True

    def of_burial(self, seat: str, cards: str) -> None:
        """What a seat buried: of who has taken the kitty up again, what he buried then."""
        actions = self.hand.setdefault(KITTY, [])
        if actions and actions[-1].get("show") and actions[-1]["seat"] == seat and "bury" not in actions[-1]:
            actions[-1]["bury"] = cards
        else:
            actions.append({"seat": seat, "bury": cards})

    def answered(self, said: str) -> bool:
        """Answers of those who were asked to take the kitty up again: 东/北：不炒; 南：炒！一对黑桃7."""
        found = [*_ANSWER.finditer(said)] if self.once else []
        if not found or self.hand.get("tricks"):
            return False
        for each in found:
            for told in seats_in(each[1], self.reader.sheet):
                for seat in filter(None, told.seats):
                    if each[2] == "不炒":
                        self.hand.setdefault(KITTY, []).append({"seat": self.seat(seat), "pass": True})
                        continue
                    shown, _, buried = each[3].partition("扣")
                    action = known(seat=self.seat(seat), show=read_whole(shown) if shown.strip() else None)
                    if buried.strip():
                        action["bury"] = read_whole(buried)
                    self.hand.setdefault(KITTY, []).append(action)
        rest = said[found[-1].end() :].strip(" ,;→")
        if rest and not self.buried(rest):
            self.heard(rest)
            self.remark(rest)
        return True

    def showed(self, said: str) -> bool:
        """What was declared: 西先亮 大王+红4，南用小王+对黑4反."""
        if not self.once or self.hand.get("tricks") or not _SHOWED.search(said):
            return False
        if re.search(r"[没无]人[叫亮]", said):
            self.hand.setdefault("bids", [])
        seat, taken = None, False
        beside: list[str] = []
        for clause in re.split(r"[,，;；→]|\bthen\b", said):
            verb, first = _SHOWED.search(clause), _CARD_AHEAD.search(clause)
            seats = [each for each in seats_in(clause, self.reader.sheet) if each.seats != ("",)]
            seat = self.seat(seats[0].seats[-1]) if seats else seat
            self.heard(clause)
            if verb is None or first is None or seat is None:
                beside.append(clause.strip())
                continue
            try:
                shown = re.sub(r"\(\s*[带和加](.*?)\)", r" \1", clause[first.start() :])
                cards = read_jotted(_SHOWED.sub(" ", shown), bare=False, beside=[])
            except QuestionError:
                beside.append(clause.strip())
                continue
            if HIDDEN not in cards and len(split_cards(cards)) <= 3:
                self.hand["bids"] = [*self.hand.get("bids", []), f"{seat} {cards}"]
                taken = True
        if taken:
            self.remark(*beside)
        return taken

    def points_said(self, said: str) -> bool:
        """What the attackers came to: 闲家抓了 75 分; E/W 70 pts."""
        bare = re.sub(r"\([^()]*\)", " ", said)
        if _PLAYED.search(bare):
            return False
        hand = self.hand
        if (
            not self.once
            or not hand.get("tricks")
            or not (_TOOK.search(bare) or re.match(rf"(?:{_SIDE})\s*\d", said))
            or _CARD_AHEAD.search(said)
        ):
            return False
        dealer = hand.get("dealer")
        for each in _POINTS.finditer(said):
            side = lettered((each["side"] or "").replace("/", ""))
            if each["side"] and len(side) == 2 and dealer is not None and dealer in side:
                continue
            if "attackers" not in self.claims():
                self.claims()["attackers"] = int(each["points"].replace(" ", ""))
        if not self.claims():
            del hand["claims"]
        self.remark(said)
        return True


def seat_of_name(said: str) -> str:
    """A seat as the reader takes it."""
    return seats_in(said, SHEETS["daguai"])[0].seats[0] if said[0] in "甲乙" else said


def has_cards(said: str) -> bool:
    """Whether a card, or how many of one, stands in some words."""
    return _CARD_AHEAD.search(said) is not None
