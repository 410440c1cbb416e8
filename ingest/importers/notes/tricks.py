"""The tricks of notes as they are laid down: whose turn it is, where a trick ends, who leads, how many cards were left."""

import json
from collections import Counter
from typing import Final

from paipu.ingest.importers.base import Document
from paipu.ingest.importers.notes.facts import KITTY, Facts
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import cards_of
from paipu.ingest.rejection import FORMAT, Place
from paipu.replay.cards import seen_cards, split_cards
from paipu.replay.family import hand_view
from paipu.replay.notation import FAILED, PASS, UNSEEN, Token, join_trick, plays_in, read_token, size_of, split_trick
from paipu.replay.states import Seen

MOST_FOLLOWED: Final = 400
"""Tricks of notes whose leader is left out: for each the hand is played up to there."""
MOST_TRICKS: Final = 60
"""Of a hand, behind which a leader is looked for: no game has as many in one."""
_NEARLY: Final = 2
"""Cards that a hand which is told whole may lack, or have too many, by a slip."""
FROM_LEADER: Final = {"下": 1, "对": 2, "上": -1}
"""How many seats on somebody sits who is called by where he sits from the leader."""


class Tricks(Facts):
    """What was read so far, the tricks too.

    `out` is when seats had no cards left, by trick and play, and `endings` how many tricks the last ones of a hand are told to
    be, both by the hand's place; `counted` is how many cards a seat played, `laid` which of them were seen.
    """

    def __init__(self) -> None:
        super().__init__()
        self.followed = 0
        self.out: dict[int, dict[str, tuple[int, int]]] = {}
        self.endings: dict[int, int] = {}
        self.counted: Counter[tuple[int, str]] = Counter()
        self.laid: Counter[tuple[int, str, str]] = Counter()

    @property
    def tricks(self) -> list[str]:
        """The tricks of the hand that lines tell of."""
        made: list[str] = self.hand.setdefault("tricks", [])
        return made

    @property
    def on_table(self) -> tuple[str, list[str]]:
        """Who leads the last trick, and its plays."""
        leader, *tokens = split_trick(self.tricks[-1])
        return leader, tokens

    def lay(self, seat: str, token: str, *, anew: bool, last: bool = False) -> None:
        """Lay down a play of whose turn it is, or of who leads `anew`."""
        if anew:
            self.tricks.append(join_trick(seat))
        self.tricks[-1] += f" {token}"
        self.laid.update(self.seen_of(seat, token))
        if self.was_last(seat, token, told=last):
            self.out.setdefault(len(self.hands) - 1, {})[seat] = (len(self.tricks), plays_in(self.tricks[-1]))
        self.reader.check_copies(*map(cards_of, self.on_table[1]))

    def was_last(self, seat: str, token: str, *, told: bool) -> bool:
        """Whether a play was a seat's last: as told, or because it has played a whole hand with it."""
        counted = (len(self.hands) - 1, seat)
        self.counted[counted] += size_of(token) if token != PASS else 0
        held = self.hand.get("left", {}).get(seat, self.reader.sheet.hand_size)
        return told or self.counted[counted] == held

    def seen_of(self, seat: str, token: str) -> list[tuple[int, str, str]]:
        """The cards of a play that were seen, as `laid` has them: of a throw that failed those that stood."""
        cards = () if token in {PASS, UNSEEN} else seen_cards(read_token(token).stood)
        return [(len(self.hands) - 1, seat, card) for card in cards]

    def pass_until(self, seat: str | None) -> int:
        """Let all pass up to a seat, or up to the end of the trick; how many they were."""
        count = 0
        while (due := self.due()) not in {None, seat}:
            self.lay(str(due), PASS, anew=False)
            count += 1
        return count

    def stood(self, cards: str) -> bool:
        """Make of a lead the throw that failed, of which these cards stood; whether it is that."""
        leader, tokens = self.on_table if self.tricks else ("", [])
        others = {size_of(each) for each in tokens[1:]} - {0}
        if not tokens or FAILED in tokens[0] or others - {len(split_cards(cards))}:
            return False
        if Counter(split_cards(cards)) - Counter(split_cards(cards_of(tokens[0]))):
            return False
        self.laid.subtract(self.seen_of(leader, tokens[0]))
        self.tricks[-1] = join_trick(leader, str(Token(cards, tokens[0])), *tokens[1:])
        self.laid.update(self.seen_of(leader, self.on_table[1][0]))
        self.counted[len(self.hands) - 1, leader] -= size_of(tokens[0]) - size_of(self.on_table[1][0])
        return True

    def holder(self) -> str | None:
        """Who played last and did not pass, in a game in which that is the highest."""
        leader, tokens = self.on_table
        order = self.order_of(leader, tokens)
        return next((seat for seat, token in zip(reversed(order), reversed(tokens), strict=True) if token != PASS), None)

    def order_of(self, leader: str, tokens: list[str], trick: int | None = None) -> list[str]:
        """The seats of the plays of a trick, of the last where no number is given."""
        sheet, out = self.reader.sheet, self.out.get(len(self.hands) - 1, {})
        trick = len(self.tricks) if trick is None else trick
        gone = {seat for seat, (last, _) in out.items() if last < trick}
        at, found = sheet.seats.index(leader), list[str]()
        for number, _ in enumerate(tokens, start=1):
            seat = sheet.seats[at]
            found.append(seat)
            if out.get(seat) == (trick, number):
                gone.add(seat)
            at = next((at + k) % len(sheet.seats) for k in range(1, len(sheet.seats) + 1) if self.may_act(at + k, gone))
        return found

    def due(self) -> str | None:
        """Whose turn it is in the last trick; None where that is over, or there is none."""
        sheet, tricks = self.reader.sheet, self.hand.get("tricks")
        if not tricks:
            return None
        leader, *tokens = split_trick(tricks[-1])
        at = sheet.seats.index(leader)
        if self.once:
            return sheet.seats[(at + len(tokens)) % len(sheet.seats)] if len(tokens) < len(sheet.seats) else None
        out = self.out.get(len(self.hands) - 1, {})
        gone = {seat for seat, (trick, _) in out.items() if trick < len(tricks)}
        acting: set[str] = set()
        for number, token in enumerate(tokens, start=1):
            seat = sheet.seats[at]
            acting.discard(seat)
            if out.get(seat) == (len(tricks), number):
                gone.add(seat)
            if token != PASS:
                acting = set(sheet.seats) - {seat} - gone
            at = next((at + k) % len(sheet.seats) for k in range(1, len(sheet.seats) + 1) if self.may_act(at + k, gone))
        return sheet.seats[at] if acting or not tokens else None

    def may_act(self, at: int, gone: set[str]) -> bool:
        """Whether the player of a place, counted round, has not gone out."""
        seats = self.reader.sheet.seats
        return seats[at % len(seats)] not in gone or len(gone) == len(seats)

    def last_frame(self) -> Seen | None:
        """How the hand stands after the tricks that are told; None where they cannot be laid out, or too many were asked."""
        if self.followed >= MOST_FOLLOWED or len(self.hand.get("tricks", ())) > MOST_TRICKS:
            return None
        self.followed += 1
        alone = {"format": FORMAT, "id": "notes", **self.match, "hands": [self.hand]}
        parsed = parse(json.dumps(alone).encode(), Place())
        frames = hand_view(parsed.record, 0).frames if isinstance(parsed, Parsed) else ()
        return frames[-1] if frames else None

    def last_winner(self) -> str | None:
        """Who won the last trick that is told."""
        last = self.last_frame()
        return last.winner if last is not None else None

    def next_leader(self, told: str) -> str:
        """Who was to lead: after the trick before, or as a line told of the first. Raises QuestionError where nothing tells."""
        hand = self.hand
        if not hand.get("tricks"):
            found = hand.get("lead") or self.first_lead.get(len(self.hands) - 1) or hand.get("dealer")
        else:
            last = self.last_frame()
            # who is out may be followed by another (接风)
            gone = last is not None and last.left is not None and last.winner is not None and last.left.get(last.winner) == 0
            found = last.winner if last is not None and not gone else None
        if not found:
            raise QuestionError("notes.leader", given=told)
        return str(found)

    def unseen_before(self, number: int | None, leader: str | None) -> None:
        """Put tricks that nobody noted where the number of this one says that there were some."""
        tricks = self.tricks
        if number is None:
            self.endings[len(self.hands) - 1] = 1
            return
        lacking = min(number, MOST_TRICKS) - len(tricks) - 1
        led = (self.last_winner() if tricks else self.hand.get("dealer")) if lacking > 0 else None
        next_ = leader or led
        for each in (led or next_, *[next_] * (lacking - 1)) if lacking > 0 else ():
            if each is not None:
                tricks.append(join_trick(each, *[UNSEEN] * len(self.reader.sheet.seats)))

    def count_held(self, hand: Document) -> None:
        """Report the hands that have nearly as many cards as are dealt."""
        size = self.reader.sheet.hand_size
        for place, cards in hand.get("deal", {}).items():
            count = len(split_cards(cards))
            if place != KITTY and 0 < abs(count - size) <= _NEARLY:
                self.report(None, f"{place} {count}", str(size), "held")

    def left_of(self, at: int, hand: Document) -> dict[str, int]:
        """How many cards seats had before the first trick that is told, of those that played to their last."""
        sheet, tricks = self.reader.sheet, hand.get("tricks", [])
        if self.endings.get(at) == len(tricks) > 0:
            sizes = [max(map(size_of, split_trick(trick)[1:])) for trick in tricks]
            return dict.fromkeys(sheet.seats, sum(sizes)) if all(sizes) else {}
        played = self.played_by(at, tricks)
        left = {seat: played[seat] for seat in self.out.get(at, {}) if played[seat] is not None}
        return {seat: count for seat, count in left.items() if count is not None and count < sheet.hand_size}

    def played_by(self, at: int, tricks: list[str]) -> dict[str, int | None]:
        """How many cards each seat played in the tricks told; None where a play of it was not seen."""
        sheet, out = self.reader.sheet, self.out.get(at, {})
        played: dict[str, int | None] = dict.fromkeys(sheet.seats, 0)
        gone: set[str] = set()
        for number, trick in enumerate(tricks, start=1):
            leader, *tokens = split_trick(trick)
            seat = sheet.seats.index(leader)
            for place, token in enumerate(tokens, start=1):
                name = sheet.seats[seat]
                count = played[name]
                played[name] = None if token == UNSEEN or count is None else count + (size_of(token) if token != PASS else 0)
                if out.get(name) == (number, place):
                    gone.add(name)
                seat = next(seat + k for k in range(1, len(sheet.seats) + 1) if self.may_act(seat + k, gone)) % len(sheet.seats)
        return played
