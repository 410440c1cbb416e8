"""The plays of a referee's notes, put into tricks: whose turn it is, where a trick ends, which were not noted."""

import json
import re
from collections import Counter
from typing import Final

from paipu.ingest.importers.base import Document
from paipu.ingest.importers.jotting import (
    NOBODY,
    WILD,
    Label,
    Play,
    Seated,
    is_out,
    labelled,
    plays_behind,
    read_jotted,
    seats_in,
    tells_no_cards,
)
from paipu.ingest.importers.noted import Facts, begins_with_a_card, tidied
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import cards_of, lettered
from paipu.ingest.rejection import FORMAT, Place
from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER, SUITS, UNKNOWN, split_cards
from paipu.replay.family import hand_view
from paipu.replay.notation import FAILED, PASS, UNSEEN, Token, join_trick, plays_in, size_of, split_trick
from paipu.replay.sheets import Sheet
from paipu.replay.states import Seen

MOST_FOLLOWED: Final = 400
"""Tricks of notes whose leader is left out: for each the hand is played up to there."""
MOST_TRICKS: Final = 60
"""Of a hand, behind which a leader is looked for: no game has as many in one."""
_FROM_LEADER: Final = {"下": 1, "对": 2, "上": -1}
"""How many seats on somebody sits who is called by where he sits from the leader."""
_COUNTED: Final = re.compile(r"\d+\s*[.、)）]\s*")
_DASH: Final = re.compile(r"\s+[-–]\s+")
"""Between plays of a game in which nobody passes."""
_WRITTEN: Final = {"s": "♠|黑|[2-9TJQKA0]s", "h": "♥|红|[2-9TJQKA0]h", "c": "♣|梅|草|[2-9TJQKA0]c", "d": "♦|方|[2-9TJQKA0]d"}
"""How a suit is written."""
_CORRECTED: Final = re.compile(r"(?:改|退回|收回)(?:重?出|为|成)?\s*:?")
"""Before what stood of a throw that failed."""


class Plays(Facts):
    """What was read so far, the tricks too.

    `out` is when seats had no cards left, by trick and play, and `endings` how many tricks the last ones of a hand are told to
    be, both by the hand's place; `counted` are the cards that a seat played. `seated`: seats stand before the plays, `by_seat`:
    one a line, behind the `label` of their trick.
    """

    def __init__(self) -> None:
        super().__init__()
        self.followed = 0
        self.out: dict[int, dict[str, tuple[int, int]]] = {}
        self.endings: dict[int, int] = {}
        self.counted: Counter[tuple[int, str]] = Counter()
        self.seated = self.by_seat = False
        self.label: Label | None = None
        self.beside: list[str] = []
        self.lead_alone = self.passes_left_out = False

    def of_trick(self, told: str) -> None:
        """A trick, or more of one: its number, the leader, where one is told, and the plays."""
        label = labelled(told, self.reader.sheet)
        if label is not None:
            self.by_seat = not label.rest
            if self.by_seat:  # the plays follow, a seat a line
                self.label = label
                return
            told = label.rest
        label, self.label = label or self.label, None
        corrected = _CORRECTED.search(told)
        if corrected is not None and re.search(r"[\d♠♥♣♦]|[大小][王鬼怪]", told[: corrected.start()]):
            self.label = label
            self.of_trick(told[: corrected.start()].strip(" ,;"))
            told, label = told[corrected.start() :], None
            corrected = _CORRECTED.search(told)
        if corrected is not None:
            told = told[: corrected.start()] + " " + told[corrected.end() :]
        if self.once:
            told = _DASH.sub(", ", told)
        self.beside = []
        said = self.plays_told(told)
        if self.beside and len(said) == 1 and said[0].seat is None and label is None:
            self.remark(told)  # what is said of cards, and of nobody's turn, is no play
            return
        self.remark(*self.beside)
        if not said:
            raise QuestionError("notes.plays", given=told)
        if self.once:
            self.of_whole_trick(told, said, label)
        said = self.in_order([self.with_wilds(play) for play in said])
        said = unknown_cards(said) if self.once else said
        if corrected is not None and self.stood(said[0]):
            del said[0]
        more = corrected is not None or said[0].token == PASS  # nobody leads with a pass
        self.add(said, told, anew=not more and (label is not None or said[0].seat is None or _unnamed(said)))

    def with_wilds(self, play: Play) -> Play:
        """A play in which a wild card is the heart of the level."""
        level = self.hand.get("level")
        if WILD in play.token and (self.once or level is None):
            raise QuestionError("judge.card", given=play.said or play.token, found=WILD)
        return play._replace(token=play.token.replace(WILD, f"{level}h"))

    def of_whole_trick(self, told: str, said: list[Play], label: Label | None) -> None:
        """What a trick in which all play once is held to: no more plays than seats, and its number."""
        seats = len(self.reader.sheet.seats)
        if len(said) > seats and _unnamed(said):
            raise QuestionError("notes.many", given=told, count=len(said), seats=seats)
        if label is not None:
            self.unseen_before(label.number, said[0].seat)

    def add(self, said: list[Play], told: str, *, anew: bool) -> None:
        """Add plays to the trick that goes on, or `anew`; each must be that of whose turn it is."""
        tricks = self.hand.setdefault("tricks", [])
        for number, play in enumerate(said):
            due = self.due() if tricks and (number or not anew) else None
            if play.token == NOBODY:
                if due is None:
                    raise QuestionError("notes.plays", given=told)
                while self.due() is not None:
                    tricks[-1] += f" {PASS}"
                continue
            if self.passes_left_out and due is not None and play.seat is not None and play.seat not in _FROM_LEADER:
                due = self.after_passes(self.seat(play.seat))
            if not number and play.seat not in {due, None}:
                due = None
            if due is None:
                due = self.named(play, None) or self.next_leader(told)
                tricks.append(join_trick(due))
            seat = self.named(play, due)
            if seat != due:
                raise QuestionError("notes.turn", given=play.said or told, due=due)
            tricks[-1] += f" {play.token}"
            if self.was_last(play, seat):
                self.out.setdefault(len(self.hands) - 1, {})[seat] = (len(tricks), plays_in(tricks[-1]))
        if tricks:
            self.reader.check_copies(*map(cards_of, split_trick(tricks[-1])[1:]))

    def after_passes(self, seat: str) -> str | None:
        """Whose turn it is when those have passed of whom nothing is told, up to a seat; None where the trick is over then."""
        due = self.due()
        while due not in {None, seat}:
            self.hand["tricks"][-1] += f" {PASS}"
            due = self.due()
        return due

    def was_last(self, play: Play, seat: str) -> bool:
        """Whether a play was a seat's last: as told, or because it has played a whole hand with it."""
        counted = (len(self.hands) - 1, seat)
        self.counted[counted] += size_of(play.token) if play.token != PASS else 0
        return play.last or self.counted[counted] == self.reader.sheet.hand_size

    def stood(self, play: Play) -> bool:
        """Make of a lead the throw that failed, of which this play stood; whether it is that."""
        tricks = self.hand.get("tricks", [])
        leader, *tokens = split_trick(tricks[-1]) if tricks else [""]
        if (
            len(tokens) != 1
            or FAILED in tokens[0]
            or play.seat not in {leader, None}
            or Counter(_cards(play.token)) - Counter(_cards(tokens[0]))
        ):
            return False
        tricks[-1] = join_trick(leader, str(Token(play.token, tokens[0])))
        return True

    def named(self, play: Play, due: str | None) -> str | None:
        """The seat of a play: that whose turn it is where none is told, or as it sits from the leader."""
        if play.seat is None:
            return due
        steps = _FROM_LEADER.get(play.seat)
        if steps is None:
            return self.seat(play.seat)
        seats, leader = self.reader.sheet.seats, split_trick(self.hand["tricks"][-1])[0]
        return str(seats[(seats.index(leader) + steps) % len(seats)])

    def plays_told(self, told: str) -> list[Play]:
        """The plays of a line, each with its seat where that is told."""
        sheet = self.reader.sheet
        bare = not self.once
        parts = seats_in(told, sheet)
        if len(parts) > 1 and parts[0].seats == ("",) and tells_no_cards(parts[0].said, sheet):
            self.beside.append(parts.pop(0).said)
        several = sum(len(each.seats) for each in parts if each.seats != ("",)) > 1
        alone = len(parts) == 1 and parts[0].seats != ("",)
        if alone and self.goes_on(parts[0]):
            return self.plays_of_seats(parts[0], bare=bare)
        one = alone and ((bare and self.seated) or self.by_seat or self.lead_alone)
        if several or one or "甩" in told:
            self.seated = self.seated or several
            made: list[Play] = []
            suit = ""
            for each in parts:
                made += self.plays_of_seats(each, bare=bare, suit=suit)
                if len(made) == 1 and not bare and _of_one_suit(made[0].token):
                    suit = suit_led(made[0].token) or trump_led(made[0].token, self.hand.get("trump"))
                elif suit and re.search(_WRITTEN[suit], each.behind):  # who writes the suit down writes it always
                    suit = ""
            return made
        leader, tokens = plays_of(told, sheet) if not alone else (parts[0].seats[0], tokens_of(parts[0].behind))
        suit = ""
        plays: list[Play] = []
        for token in tokens:
            if plays and is_out(token):
                plays[-1] = plays[-1]._replace(last=True)
                continue
            plays += plays_behind(leader if not plays else None, token, bare=bare, suit=suit, beside=self.beside)
            if len(plays) == 1 and not bare and _of_one_suit(plays[0].token):
                suit = suit_led(plays[0].token)
        return plays

    def goes_on(self, told: Seated) -> bool:
        """Whether a seat's own line has its play of the trick that is on: its turn, and as many cards as were led."""
        tricks = self.hand.get("tricks", [])
        if not self.once or not tricks or self.seat(told.seats[-1]) != self.due():
            return False
        size = size_of(split_trick(tricks[-1])[1])
        try:
            found = read_jotted(told.behind.strip(" ?？:"), bare=False, beside=[])
        except QuestionError:
            return False
        return len(split_cards(found)) == size

    def plays_of_seats(self, told: Seated, *, bare: bool, suit: str = "") -> list[Play]:
        """What some seats played; several of them have all passed."""
        found = [*plays_behind(told.seats[-1] or None, told.behind, bare=bare, suit=suit, beside=self.beside)]
        if len(told.seats) > 1:
            if not found or found[0].token != PASS:
                raise QuestionError("notes.turn", given=told.said, due=told.seats[0])
            found[:0] = [Play(seat, PASS) for seat in told.seats[:-1]]
        return [play._replace(said=re.split("[,，]", told.said, maxsplit=1)[0]) for play in found]

    def in_order(self, said: list[Play]) -> list[Play]:
        """The plays of a trick in turn, where each seat is told once with what it played, in whatever order."""
        sheet = self.reader.sheet
        told = [self.seat(play.seat) if play.seat and play.seat not in _FROM_LEADER else None for play in said]
        if not self.once or len(told) != len(sheet.seats) or sorted(filter(None, told)) != sorted(sheet.seats):
            return said
        first = sheet.seats.index(told[0] or "")
        due = [sheet.seats[(first + step) % len(sheet.seats)] for step in range(len(sheet.seats))]
        if told != due:
            self.remark(" ".join(filter(None, told)) + " = " + " ".join(due))
        return [said[told.index(seat)] for seat in due]

    def unseen_before(self, number: int | None, leader: str | None) -> None:
        """Put tricks that nobody noted where the number of this one says that there were some."""
        tricks = self.hand.setdefault("tricks", [])
        if number is None:
            self.endings[len(self.hands) - 1] = 1
            return
        lacking = min(number, MOST_TRICKS) - len(tricks) - 1
        led = (self.last_winner() if tricks else self.hand.get("dealer")) if lacking > 0 else None
        next_ = self.seat(leader) if leader else led
        for each in (led or next_, *[next_] * (lacking - 1)) if lacking > 0 else ():
            if each is not None:
                tricks.append(join_trick(each, *[UNSEEN] * len(self.reader.sheet.seats)))

    def last_winner(self) -> str | None:
        """Who won the last trick that is told."""
        last = self.last_frame()
        return last.winner if last is not None else None

    def due(self) -> str | None:
        """Whose turn it is in the last trick; None where that is over."""
        sheet, tricks = self.reader.sheet, self.hand["tricks"]
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


def _of_one_suit(token: str) -> bool:
    """Whether all cards of a play are seen to be of one suit, which those behind it may leave out."""
    return len({card[1:] for card in _cards(token)}) == 1


def unknown_cards(said: list[Play]) -> list[Play]:
    """The plays of a trick in which each plays once: `??` is as many cards as were led."""
    size = size_of(said[0].token)
    return [play._replace(token=UNKNOWN * size) if play.token == UNKNOWN else play for play in said]


def trump_led(token: str, trump: str | None) -> str:
    """The trump suit where jokers were led."""
    return trump if trump and trump in SUITS and {*_cards(token)} <= {LITTLE_JOKER, BIG_JOKER} else ""


def suit_led(token: str) -> str:
    """The suit of the first card of a play, which those behind it may leave out."""
    suit = token[1:2]
    return suit if suit in SUITS else ""


def leads_with_a_seat(told: str, sheet: Sheet) -> bool:
    """Whether a line begins with a seat of the sheet."""
    first = lettered(told)[:1].upper()
    return first in set(sheet.seats) and not begins_with_a_card(told) and re.match(r"[1-6][\dTJQKA]", told) is None


def plays_of(told: str, sheet: Sheet) -> tuple[str | None, list[str]]:
    """The leader of a line, where it names one, and the plays: between commas or slashes where there are any, else spaces."""
    told = tidied(told)
    told = _COUNTED.sub("", told, count=1) if _COUNTED.match(told) else told
    leads = leads_with_a_seat(told, sheet)
    plays = re.sub(r"^[号家位]?\s*[:。.、,]*\s*", "", (told[1:] if leads else told).strip())
    return lettered(told)[:1].upper() if leads else None, tokens_of(plays)


def tokens_of(plays: str) -> list[str]:
    """Plays that stand between commas or slashes where there are any, else between spaces."""
    apart_by = r"[,，/|、]" if re.search(r"[,，/|、]", plays) else r"\s+"
    return [each.strip() for each in re.split(apart_by, plays.strip(" :：。.")) if each.strip()]


def _unnamed(said: list[Play]) -> bool:
    return len(said) > 1 and said[1].seat is None


def _cards(token: str) -> list[str]:
    return split_cards(cards_of(token))
