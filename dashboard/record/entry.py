"""What is typed on the page, taken into the record: read as a referee's notes are, and a play at a time as well."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

from paipu.dashboard.record.due import Due, due_of
from paipu.ingest.importers.notes.cards import read_jotted
from paipu.ingest.importers.notes.facts import tidied
from paipu.ingest.importers.notes.reading import Notes, begins_with_a_word, chosen_of, held_in
from paipu.ingest.importers.notes.typed import leads_with_a_seat, plays_of
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.noted import incident_document
from paipu.ingest.question.reading import cards_of, lettered
from paipu.replay.notation import join_trick, split_trick
from paipu.replay.sheets import SHEETS

Document = dict[str, Any]
STAGES: Final = ("setup", "deal", "bids", "kitty", "tribute", "plays", "incidents", "claims", "file")
"""What is told of a hand, in the order in which it comes up."""


class Entry(NamedTuple):
    """What was typed: its number, in which stage, for which seat, and where it replaces a play."""

    number: int
    stage: str
    text: str
    seat: str | None = None
    at: tuple[int, int] | None = None


def taken(document: Document, hand: int, entry: Entry) -> Document:
    """The document with what was typed. Raises QuestionError for what cannot be read."""
    draft = Draft(deepcopy(document), hand)
    for line in entry.text.split("\n"):
        said = line.partition("#")[0].strip()
        if said:
            draft.take(said, entry)
    return draft.document


class Draft:
    """A document to which is added."""

    def __init__(self, document: Document, hand: int) -> None:
        self.before, self.after = document["hands"][:hand], document["hands"][hand + 1 :]
        self.index = hand
        self.notes = Notes()
        self.notes.entered = True
        self.notes.sheet = SHEETS[document["sheet"]]
        self.notes.match = {key: value for key, value in document.items() if key != "hands"}
        self.notes.hands = [document["hands"][hand]]

    @property
    def document(self) -> Document:
        """As it is by now."""
        return {**self.notes.match, "hands": [*self.before, *self.notes.hands, *self.after]}

    @property
    def hand(self) -> Document:
        """The hand that is being written."""
        return self.notes.hand

    def take(self, said: str, entry: Entry) -> None:
        """Add a line."""
        told = tidied(said)
        self.notes.dealing = entry.stage == "deal"
        held = held_in(told)
        if entry.stage != "incidents" and begins_with_a_word(said):
            self.line(said)
        elif held is not None and (entry.stage == "deal" or not self.notes.is_trick(*held)):
            self.notes.of_held(*held)
        elif entry.stage in _TAKES:
            _TAKES[entry.stage](self, told, entry)
        else:
            raise QuestionError("notes.word", given=said)

    def line(self, said: str) -> None:
        """Read a line as one of notes. Raises QuestionError, also where it can be read in several ways."""
        self.notes = chosen_of(self.notes.line(said), said)

    def due(self) -> Due | None:
        """Whose turn it is."""
        return due_of(self.document, self.index + len(self.notes.hands) - 1)

    # -- stages

    def deal(self, said: str, entry: Entry) -> None:
        """Cards of a seat: added to those that it has, or, with the seat before them, in their place."""
        if entry.seat is None:
            raise QuestionError("notes.whose", given=said)
        self.notes.of_held(entry.seat, f"{self.hand.get('deal', {}).get(entry.seat, '')} {said}")

    def bids(self, said: str, entry: Entry) -> None:
        """A declaration."""
        self.notes.of_bids(said if entry.seat is None or self.seated(said) else f"{entry.seat} {said}")

    def kitty(self, said: str, entry: Entry) -> None:
        """A burial, first of all, and then answers when asked to take the kitty up again."""
        told = said if entry.seat is None or self.seated(said) else f"{entry.seat} {said}"
        if self.hand.get("kitty") and self.seated(told):
            self.notes.of_asked(told)
        else:
            self.notes.of_bury(told)

    def tribute(self, said: str, _: Entry) -> None:
        """Cards paid or returned."""
        self.notes.of_tribute(said)

    def plays(self, said: str, entry: Entry) -> None:
        """Plays: the one that is due and what follows, a whole trick behind its leader, or one in the place of another."""
        if entry.at is not None:
            self.replace(said, entry.at)
            return
        leader, tokens = plays_of(said, self.notes.reader.sheet)
        if not tokens:
            raise QuestionError("notes.plays", given=said)
        if sum(each.kind == "S" for each in self.notes.tokens(said)) > 1:  # each with who played it
            self.line(said)
            return
        due = self.due()
        if leader is not None and (due is None or due.seat != leader or due.play == 1):
            self.line(said)
            return
        for token in tokens:
            self.play(token, said)

    def play(self, token: str, said: str) -> None:
        """A play more, of the seat whose turn it is."""
        tricks, due = self.hand.setdefault("tricks", []), self.due()
        if due is None:
            raise QuestionError("notes.leads", given=said, seats=" ".join(self.notes.reader.sheet.seats))
        made = self.read(token)
        self.notes.reader.check_copies(cards_of(made))
        if due.play > 1:
            tricks[-1] = f"{tricks[-1]} {made}"
        else:
            tricks.append(join_trick(due.seat, made))

    def read(self, token: str) -> str:
        """A play."""
        return read_jotted(token, bare=not self.notes.once, seats=len(self.notes.reader.sheet.seats))

    def replace(self, said: str, at: tuple[int, int]) -> None:
        """Another play in the place of one that is there."""
        tricks, (trick, play), (_, tokens) = self.hand.get("tricks", []), at, plays_of(said, self.notes.reader.sheet)
        made = split_trick(tricks[trick - 1]) if 0 < trick <= len(tricks) else []
        if not 0 < play < len(made) or len(tokens) != 1:
            raise QuestionError("notes.one", given=said)
        made[play] = self.read(tokens[0])
        self.notes.reader.check_copies(cards_of(made[play]))
        tricks[trick - 1] = join_trick(made[0], *made[1:])

    def incidents(self, said: str, _: Entry) -> None:
        """Something that was noticed: its kind, whose, when, when it was noticed, which cards."""
        self.hand.setdefault("incidents", []).append(incident_document(self.notes.reader.read_incident(lettered(said))))

    def claims(self, said: str, _: Entry) -> None:
        """What the score sheet says: points, or the order out."""
        try:
            self.notes.of_attackers(said)
        except QuestionError:
            self.notes.of_finish(said)

    def seated(self, said: str) -> bool:
        """Whether a line begins with a seat."""
        return leads_with_a_seat(said, self.notes.reader.sheet)


_TAKES: Final[Mapping[str, Callable[[Draft, str, Entry], None]]] = {
    "deal": Draft.deal,
    "bids": Draft.bids,
    "kitty": Draft.kitty,
    "tribute": Draft.tribute,
    "plays": Draft.plays,
    "incidents": Draft.incidents,
    "claims": Draft.claims,
}
