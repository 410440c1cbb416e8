"""What notes claim of a hand beside its plays, by what a rule of the grammar found: points, places, levels, cards left."""

import re
from collections.abc import Sequence
from typing import Final

from paipu.ingest.importers.notes.tokens import Token
from paipu.ingest.importers.notes.tricks import Tricks
from paipu.ingest.question.errors import QuestionError
from paipu.replay.cards import HIDDEN

_TOTAL: Final = frozenset({"总", "总分", "总共", "总计", "合计", "一共", "共"})
"""What tells points of which others that are told are a part."""


def _said(tokens: Sequence[Token]) -> str:
    """The words of some tokens."""
    return " ".join(each.text for each in tokens).strip(" ,;")


class Claimed(Tricks):
    """What was read so far, with what is claimed. Each method takes the tokens of a rule and says whether they tell of it.

    `told_early` are the places of hands whose points were told before any trick, `side_told` the side told last in a line.
    """

    def __init__(self) -> None:
        super().__init__()
        self.told_early: set[int] = set()
        self.side_told: Sequence[str] | None = None

    def of_hand_before(self, found: Sequence[Token]) -> bool:
        """The places of the hand before: 上副 南 东 北 西."""
        places = [each.value % len(self.reader.sheet.seats) for each in found if each.kind == "f"]
        places = places or [int(each.text) - 1 for each in found if each.kind in "NR" and each.text.isdecimal()]
        told = [each.value[0] for each in found if each.kind in "SQ" and len(each.value) == 1]
        seats = "".join("".join(each.value) for each in found if each.kind in "SQ")
        if places and len(places) == len(told) == len({*places}) == len({*told}):
            of = dict(zip(places, told, strict=True))
            seats = "".join(of.get(place, HIDDEN) for place in range(len(self.reader.sheet.seats)))
        if self.once or len(seats) != len(self.reader.sheet.seats):
            return False
        now, self.hands = self.hand, self.hands[:-1]
        if now["no"] > 1 and not (self.hands and self.hands[-1]["no"] == now["no"] - 1):
            self.hands.append({"no": now["no"] - 1})
            self.of_finish(seats)
        else:
            self.not_read(_said(found))
        self.hands.append(now)
        return True

    def of_places(self, found: Sequence[Token]) -> bool:
        """Places, each with its seat behind or before it."""
        if self.once:
            return False
        last = len(self.reader.sheet.seats) - 1
        places = [each.value % (last + 1) for each in found if each.kind == "f"]
        seats = [each.value[0] for each in found if each.kind == "S" and len(each.value) == 1]
        if len(places) != len(seats):
            return False
        told = [*self.hand.get("claims", {}).get("finish", "").ljust(last + 1, HIDDEN)]
        for place, seat in zip(places, seats, strict=True):
            if seat in told and told[place] != seat:
                return False
            if told[place] not in {HIDDEN, seat}:
                raise QuestionError("notes.told_again", given=_said(found), before="".join(told))
            told[place] = seat
        open_ = [seat for seat in self.reader.sheet.seats if seat not in told]
        if told.count(HIDDEN) == 1 and len(open_) == 1:
            told[told.index(HIDDEN)] = open_[0]
        self.place("".join(told))
        return True

    def of_numbered_places(self, found: Sequence[Token]) -> bool:
        """Places by their numbers behind the seats: 东1 北2."""
        seats = [each.value[0] for each in found if each.kind == "S" and len(each.value) == 1]
        said = [re.sub(r"\D", "", each.text) for each in found if each.kind in "NR"]
        size = len(self.reader.sheet.seats)
        if self.once or len(seats) != len(said) or not all(each and 0 < int(each) <= size for each in said):
            return False
        of = {int(place): seat for place, seat in zip(said, seats, strict=True)}
        self.of_finish("".join(of.get(place, HIDDEN) for place in range(1, size + 1)))
        return True

    def of_order_out(self, found: Sequence[Token]) -> bool:
        if self.once:
            return False
        seats = "".join("".join(each.value) if each.kind in "SQ" else each.text for each in found if each.kind in "SQ?-")
        self.of_finish(seats)
        return True

    def of_points(self, found: Sequence[Token]) -> bool:
        told = [each for each in found if each.kind in "NR"]
        total = any(each.text in _TOTAL for each in found)
        if not self.once or ("attackers" in self.hand.get("claims", {}) and not total):
            return False
        said = "".join(re.sub(r"\D", "", each.text) for each in told)
        if {each.text for each in found if each.kind == "o"} == {"共"} and "attackers" not in self.hand.get("claims", {}):
            return False  # of what it is the sum is not told
        if not said or any(each.kind == "R" and not each.text.isdecimal() for each in told):
            return False
        if not self.hand.get("tricks") and int(said) % 5:
            return False
        if not self.hand.get("tricks"):
            self.told_early.add(len(self.hands) - 1)
        self.claims()["attackers"] = int(said)
        return True

    def of_side_points(self, found: Sequence[Token]) -> bool:
        """What the side that is not in office came to: 东西 85."""
        sides, dealer = found[0].value, self.hand.get("dealer")
        said = re.sub(r"\D", "", found[-1].text)
        if len(sides) != 2 or dealer is None or dealer in sides or not said or int(said) % 5 or int(said) < 10:
            return False
        return self.of_points(found)

    def of_kitty_points(self, found: Sequence[Token]) -> bool:
        """The points in the kitty, and how many times they count."""
        said = re.sub(r"\D", "", next(each.text for each in found if each.kind in "NR"))
        if not self.once or not said:
            return False
        self.claims()["kitty_points"] = int(said)
        self.of_multiplier(found)
        return True

    def of_multiplier(self, found: Sequence[Token]) -> None:
        """How many times the kitty counts."""
        times = next((each.value for each in found if each.kind == "X"), None)
        if times is not None:
            self.claims()["multiplier"] = int(times)

    def of_rise(self, found: Sequence[Token]) -> bool:
        """To which level a side has risen: that told right before, else the one told last in the line."""
        side, dealer = next((each.value for each in found if each.kind == "S"), self.side_told), self.hand.get("dealer")
        if found[0].kind == "D" and dealer is not None:
            side = next(each for each in self.reader.sheet.sides if dealer in each)
        ranks = found[-1].value
        if side is None:  # and no card that is played
            self.not_read(_said(found))
            return True
        if side is None or len(side) != 2 or len(ranks) != 1 or ranks[0] == "1":
            return False
        key = next((each for each in self.reader.sheet.sides if {*each} == {*side}), None)
        if key is None:
            return False
        stands = any(each.kind == "r" and each.text.endswith("到") and "升" not in each.text for each in found)
        if stands and not self.hand.get("tricks") and not {"finish", "attackers"} & {*self.hand.get("claims", {})}:
            # it may be where the side stood before the plays
            self.not_read(_said(found))
            return True
        before = self.hand.get("claims", {}).get("levels", {}).get(key, ranks[0])
        if before != ranks[0]:
            raise QuestionError("notes.told_again", given=_said(found), before=f"{key}={before}")
        self.claims().setdefault("levels", {})[key] = ranks[0]
        return True

    def of_left(self, found: Sequence[Token]) -> bool:
        """How many cards seats have left: before the first trick that is told a fact of the record, later a remark."""
        if self.hand.get("tricks") or "finish" in self.hand.get("claims", {}):
            self.not_read(_said(found))
            return True
        counts: dict[str, int] = {}
        seat: str | None = None
        for each in found:
            if each.kind == "S" and len(each.value) == 1:
                seat = self.seat(each.value[0])
            elif each.kind in "NRQM":
                told = each.value if each.kind in "NM" else re.sub(r"\D", "", each.text)
                if not told or (seat is None and not self.once):
                    return False
                counts |= {seat: int(told)} if seat is not None else dict.fromkeys(self.reader.sheet.seats, int(told))
        if counts and min(counts.values()) < self.reader.sheet.hand_size:  # a whole hand is none from its middle on
            self.hand["left"] = {**self.hand.get("left", {}), **counts}
        return True
