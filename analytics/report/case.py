"""The case file: what is to be decided at a place of a record, on one page, and behind it all that the decision rests on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from paipu.analytics.errors import RefusedActError
from paipu.analytics.report.page import FRAME, Tongue, document, language_of, log_named, speaker
from paipu.analytics.report.texts import CASE
from paipu.analytics.rulings import Act, Mark
from paipu.analytics.rulings.faults import out_of_place
from paipu.ingest.output import finding_row
from paipu.ingest.parse import Parsed
from paipu.ingest.stream import as_ruled
from paipu.replay.audit import ENGINE_VERSION, MatchView
from paipu.replay.cards import RANKS, SUIT_SYMBOLS, SUITS, UNKNOWN
from paipu.replay.catalogue import clauses
from paipu.replay.checks import with_cards
from paipu.replay.computed import Audit
from paipu.replay.describe import facts, legal, results
from paipu.replay.describe.rows import EMPTY, Legal, Noted, came_to, joined, of_incident, of_ruling, said
from paipu.replay.effects import EFFECTS, effect_words
from paipu.replay.event.words import part_title
from paipu.replay.notation import PASS, read_token
from paipu.replay.record import Incident, Ruling
from paipu.replay.ruling import NOTHING_TOLD, Proposal, Told, found_proven, propose
from paipu.replay.sheets import SHEETS, sheet_of
from paipu.replay.states import HandView
from paipu.replay.supposed import in_hindsight, outcome, verdicts, won
from paipu.replay.text import Lang, Text, both, in_language
from paipu.replay.whatif import Play, what_if
from paipu.replay.words import (
    CLAIMS,
    WORDS,
    card_name,
    cards_name,
    hand_name,
    join,
    place_name,
    seat_name,
    seats_name,
)

LISTED: Final = 24
"""Legal plays that are printed; how many more there are is said."""
OF_A_KIND: Final = 3
BEFORE: Final = 5
AFTER: Final = 3
"""Plies around the one in question."""
AROUND_IN_BOTH: Final = (3, 2)
"""The same where each is said in two languages."""
FRONT: Final = 900
"""How much of the proposals and of their clauses stands on the first page, in halves of a Chinese character."""
SHORT: Final = 100
"""Characters of a note on the first page."""
HOLLOW: Final = str.maketrans({"♥": "♡", "♦": "♢"})
"""Red suits are hollow: they can be told without colour."""
OF_MATCH: Final = ("winner", "levels", "points", "score")
NONE: Final = Text("—", "—")
WIDE: Final = 0x2E80
"""From here on characters are as wide as Chinese ones."""
At = tuple[int, int]
START: Final[At] = (0, 0)


class NoCaseError(ValueError):
    """The record has no such hand, or the hand no such play. `message` is for people."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


class Other(NamedTuple):
    """Another play at the place, and what would have followed: why it is not legal, the trick before and after, the rest."""

    cards: str
    verdicts: Sequence[Text]
    was: Text | None
    would: Text | None
    outcome: Sequence[tuple[Text, Sequence[Text]]]


class Seat(NamedTuple):
    """A seat of the diagram: its cards in rows, what it has played to the trick, and whether the case is about that."""

    name: Text
    player: str
    rows: tuple[str, ...]
    left: int
    played: str | None
    mark: str


@dataclass(frozen=True, kw_only=True)
class Case:
    """A place of a record, the acts of the log on that record up to `mark`, and who is thought to have done what there.

    Raises NoCaseError, once it is looked at, for a place that there is not.
    """

    parsed: Parsed
    hand: int
    at: At
    acts: Sequence[Act] = ()
    mark: Mark | None = None
    seat: str | None = None
    kind: str | None = None
    noticed: At | None = None
    told_of: Told = NOTHING_TOLD
    lang: Lang = "zh"
    both: bool = False
    looked_at: MatchView | None = None
    supposed: Sequence[str] = ()
    """Other plays at the place that are told of, as records write them."""

    @cached_property
    def match(self) -> MatchView:
        """The record as it stands by itself, to be looked at; `looked_at`, where somebody has done so before."""
        return self.looked_at or MatchView(self.parsed.record)

    @cached_property
    def index(self) -> int:
        """Where the hand stands in the record."""
        numbers = [each.no for each in self.parsed.record.hands]
        if self.hand not in numbers:
            raise NoCaseError(CASE["case.no_hand"].fill(hand=self.hand, known=", ".join(map(str, numbers[:20])) or "—"))
        return numbers.index(self.hand)

    @cached_property
    def view(self) -> HandView[Any, Any, Any, Any]:
        """The hand, to be looked at."""
        return self.match.hands[self.index]

    @cached_property
    def frames(self) -> Sequence[Any]:
        """The states of the hand; none where there is no position to show."""
        return self.view.frames

    @cached_property
    def ply(self) -> int:
        """The ply that the case is about."""
        if not self.frames:
            return 0
        ply = self.view.ply_at(*self.at)
        found = self.frames[ply]
        if self.at[0] and (found.trick, found.play) != self.at:
            at, tricks = ".".join(map(str, self.at)), self.frames[-1].trick
            raise NoCaseError(CASE["case.no_play"].fill(hand=self.hand, at=at, tricks=tricks, term=self.view.sheet.term.zh))
        return ply

    @cached_property
    def whole(self) -> bool:
        """Whether the case is the whole hand: no play of it is on record, and none was asked for."""
        return len(self.frames) <= 1 and self.at == START

    @cached_property
    def verdict(self) -> Audit:
        """What the audit says of the record."""
        return self.match.audit

    @cached_property
    def latest(self) -> Sequence[Act]:
        """The last act of each ruling of the log."""
        return list({act.id: act for act in self.acts}.values())

    @cached_property
    def ruled(self) -> Audit:
        """The record with the rulings in force laid over it."""
        laid = [entry for entry in (act.entry() for act in self.latest) if entry.in_force]
        return as_ruled(self.parsed.record, laid, self.verdict)

    @cached_property
    def proposed(self) -> Sequence[Proposal]:
        """What the sheet provides; first what holds for when the fault was found."""
        at = None if self.whole else self.at
        found = propose(
            self.parsed.record,
            self.hand,
            at=at,
            seat=self.seat,
            kind=self.kind,
            noticed=self.noticed,
            told=self.told_of,
        )
        return sorted(found, key=lambda each: not each.applies)

    @cached_property
    def elsewhere(self) -> RefusedActError | None:
        """That the seat can have done nothing of the kind there which it is thought to have done."""
        if self.proposed or self.seat is None or self.kind is None:
            return None
        return out_of_place(self.parsed.record, found_proven(self.hand, None if self.whole else self.at, self.seat, self.kind))

    # -- what the first page shows

    def place(self) -> Text:
        """Where the case is."""
        term = self.view.sheet.term
        return both(lambda lang: f"{hand_name(self.hand, lang)} {place_name(*self.at, lang, term)}".strip())

    def terms(self) -> Iterator[Text]:
        """What the hand was played under."""
        title = self.view.sheet.title
        yield Text(title.zh, title.en)
        for each in facts(self.view, self.verdict):
            sign = SUIT_SYMBOLS.get(each.suit or "", "")
            yield joined(" ", [each.label, *([Text(sign, sign)] if sign else []), each.text])
        banker = self.verdict.hands[self.index].dealer
        if banker is not None:
            yield CASE["case.banker"].fill(seat=named(banker))

    def seats(self) -> Iterator[Seat]:
        """The hands before the play, with the trick as it lay after it."""
        if not self.frames:
            return
        now, before = self.frames[self.ply], self.frames[max(0, self.ply - 1)]
        laid = dict(table_of(now)) if self.at[0] else {}
        for seat in self.view.sheet.seats:
            held = before.hands.get(seat, ())
            player = self.parsed.record.seats.get(seat)
            yield Seat(
                name=named(seat),
                player=(player.name or player.id) if player else "",
                rows=tuple(rows_of(self.lang, held)),
                left=len(held) if before.left is None else before.left[seat],
                played=shown(self.lang, laid[seat]) if seat in laid else None,
                mark="▶" if self.at[0] and seat == now.seat else "★" if seat in laid and seat == now.leader else "",
            )

    def around(self) -> Iterator[tuple[bool, Text, Text, str]]:
        """The plies before and after, in words; whether it is the one in question."""
        if not self.at[0] or not self.frames:
            return
        before, after = AROUND_IN_BOTH if self.both else (BEFORE, AFTER)
        for frame in self.frames[max(1, self.ply - before) : self.ply + after + 1]:
            cards = getattr(frame, "attempted", None)
            said = shown(self.lang, frame.cards or PASS)
            yield (
                frame.ply == self.ply,
                self.at_words((frame.trick, frame.play)),
                named(frame.seat),
                f"{shown(self.lang, cards)} ✗ {said}" if cards else said,
            )

    def at_words(self, at: At) -> Text:
        """A place of the hand."""
        return both(lambda lang: place_name(*at, lang, self.view.sheet.term))

    @cached_property
    def findings(self) -> Sequence[Mapping[str, Any]]:
        """What the audit found at the place."""
        if self.frames:
            found, by_ply = self.view.findings(self.verdict)
            here = [found[number] for number in by_ply.get(self.ply, ())]
        else:
            here = [each for each in self.verdict.findings if each.where.at_hand == self.index]
        return [finding_row(each, self.parsed, self.verdict) for each in here]

    def incidents(self) -> Iterator[Incident]:
        """What the table noted of the place, or of the hand as a whole."""
        for incident in self.view.hand.incidents:
            if self.whole or self.at in {incident.at or START, incident.noticed}:
                yield incident

    def noted(self) -> Sequence[Noted]:
        """The same, as it is printed."""
        return [of_incident(each, self.view.sheet.term) for each in self.incidents()]

    @cached_property
    def front(self) -> Sequence[Proposal]:
        """The proposals that stand on the first page: those that hold, as far as there is room, and one at least."""
        room, shown_there, known = FRONT, list[Proposal](), clauses(self.view.sheet.key)
        for each in self.proposed:
            new = each.clause if each.clause not in {one.clause for one in shown_there} else None
            beside = known[new] if new is not None and new in known else EMPTY
            said = [each.title, each.words, Text(beside.zh, beside.en)]
            words = [text for both in said for text in (both if self.both else both[self.lang != "zh" :][:1])]
            room -= sum(1 if ord(letter) < WIDE else 2 for text in words for letter in text)
            if shown_there and (room < 0 or not each.applies):
                break
            shown_there.append(each)
        return shown_there

    def long_notes(self) -> Iterator[str]:
        """The notes that the first page cuts short, whole, but for those in the history."""
        notes = [each.note for each in self.incidents()] + [ruling.note for ruling, act in self.rulings() if act is None]
        yield from (note for note in notes if note is not None and len(note) > SHORT)

    def cited(self) -> Iterator[tuple[str, Text]]:
        """The clauses that findings, the proposals of the first page and rulings rest on, in words, each once."""
        named = [row["clause"] for row in self.findings] + [each.clause for each in self.front]
        named += [ruling.clause for ruling, _ in self.rulings()]
        known = clauses(self.view.sheet.key)
        for name in dict.fromkeys(filter(None, named)):
            if name in known:
                yield name, Text(known[name].zh, known[name].en)

    def legal(self) -> tuple[Text | None, list[tuple[Text, str]], int | None]:
        """What the seat owed, some of the plays that were legal, and how many more there are: None where nobody can tell."""
        found = legal(self.view, self.ply, LISTED) if self.ply and self.at[0] else Legal(None, (), None, known=False)
        if found.lead or not found.known:
            return CASE["case.anything"] if found.lead else None, [], 0
        listed, more = list[tuple[Text, str]](), found.total
        for kind, plays, total in found.choices:
            if kind is None:
                listed += [(EMPTY, shown(self.lang, cards)) for cards, _ in plays]
            else:
                few = [shown(self.lang, cards) for cards, _ in plays[:OF_A_KIND]]
                listed.append((kind, "  ".join(few) + (" …" if total is None or total > OF_A_KIND else "")))
            if more is not None:
                more -= len(plays) if kind is None else min(OF_A_KIND, len(plays))
        to_beat = CASE["case.may_pass" if found.passing else "case.must_play"]
        return to_beat if any(choice.kind is not None for choice in found.choices) else found.owed, listed, more

    @cached_property
    def others(self) -> Sequence[Other]:
        """What other plays at the place would have led to; none where the place is no play."""
        return [_other(self, cards) for cards in self.supposed] if self.at[0] else []

    def rulings(self) -> Iterator[tuple[Ruling, Act | None]]:
        """The rulings on the place: the record's own, then those of the log as they stand."""
        own: list[tuple[Ruling, Act | None]] = [(ruling, None) for ruling in self.parsed.record.rulings]
        yield from (each for each in own if self.concerns(each[0]))
        yield from ((act.entry(), act) for act in self.latest if self.about(act))

    def about(self, act: Act) -> bool:
        """Whether a ruling of the log is on this place, by itself or as well as on another."""
        places = {(each.hand, (each.trick, each.play)) for of in self.acts if of.id == act.id for each in of.also}
        return self.concerns(act.entry()) or (self.hand, self.at) in places

    def heard(self) -> Iterator[tuple[Act, Sequence[tuple[Text, str]]]]:
        """The acts on this place before which something was heard, with what that was."""
        for act in self.acts:
            if act.hearing and self.about(act):
                yield act, list(heard_of(act))

    def concerns(self, ruling: Ruling) -> bool:
        """Whether a ruling of the record is on this place, or on the hand or the match as a whole."""
        return ruling.hand in {None, self.hand} and (self.whole or ruling.at in {None, self.at})

    def decided(self) -> Iterator[tuple[Ruling, bool, Noted]]:
        """The same, as they are printed; whether each is the record's own."""
        for ruling, act in self.rulings():
            yield ruling, act is None, of_ruling(ruling, self.view.sheet.key)

    # -- the annex

    def results(self) -> Iterator[tuple[Text, Text, Text, Text]]:
        """Each result of the hand, then of the match: as recorded, as computed, as ruled."""
        ruled, whole = self.ruled, CASE["case.whole"]
        plain, after = ({row.key: row for row in results(self.view, of)} for of in (self.verdict, ruled))
        for key, row in (after | plain).items():
            now = after[key].computed if key in after else None
            told = [said(key, each, printed=True) or NONE for each in (row.claimed, row.computed, now)]
            yield CLAIMS[key], told[0], told[1], told[2]
        for key in OF_MATCH:
            values = (getattr(each, key, None) for each in (self.parsed.record.claims, self.verdict.match, ruled.match))
            recorded, computed, now_said = (said(key, each, printed=True) or NONE for each in values)
            if {recorded, computed, now_said} != {NONE}:
                yield whole.fill(what=CLAIMS[key]), recorded, computed, now_said

    def dealt(self) -> Iterator[tuple[Text, str]]:
        """Each seat's cards before the first trick, and the kitty."""
        if not self.frames:
            return
        first = self.frames[0]
        for seat in self.view.sheet.seats:
            if first.hands.get(seat):
                yield named(seat), "  ".join(rows_of(self.lang, first.hands[seat]))
        kitty = getattr(first, "kitty", ())
        if kitty:
            yield CASE["case.kitty"], "  ".join(rows_of(self.lang, kitty))

    def tricks(self) -> Iterator[tuple[int, list[tuple[Text, str, bool]]]]:
        """All plays of the hand, a row a trick."""
        for number, plays in groupby(self.frames[1:], lambda frame: frame.trick):
            row = [(named(each.seat), shown(self.lang, each.cards or PASS), each.ply == self.ply) for each in plays]
            yield number, row

    def hands(self) -> Iterator[tuple[int, bool, Text, Text, Text, int]]:
        """Every hand of the match: level, banker or order out, what it came to, how many findings."""
        found: dict[int | None, int] = {}
        for finding in self.verdict.findings:
            found[finding.where.hand] = found.get(finding.where.hand, 0) + 1
        for hand in self.verdict.hands:
            told = [each or NONE for each in came_to(hand)]
            yield hand.no, hand.no == self.hand, told[0], told[1], told[2], found.get(hand.no, 0)


def named(seat: str | None) -> Text:
    """A seat."""
    return both(lambda lang: seat_name(seat, lang))


def table_of(frame: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - a state of either family
    """Who played what to the trick under way."""
    for each in frame.table:
        seat, cards = each if type(each) is tuple else (each.seat, each.cards)
        yield seat, cards


def shown(lang: Lang, cards: str) -> str:
    """Some cards as they are printed."""
    return "—" if cards == PASS else cards_name(read_token(cards).stood, lang, " ").replace("T", "10")


def rows_of(lang: Lang, held: Sequence[str]) -> Iterator[str]:
    """Cards by suit, high ones first; jokers and what nobody saw come last."""
    for suit in SUITS:
        own = sorted((card for card in held if card[1:] == suit), key=lambda card: -RANKS.index(card[0]))
        if own:
            yield f"{card_name(own[0], 'zh')[0]} " + " ".join("10" if card[0] == "T" else card[0] for card in own)
    others = [card for card in held if card[1:] not in SUITS]
    if others:
        yield " ".join("?" if card == UNKNOWN else card_name(card, lang) for card in others)


def _other(case: Case, cards: str) -> Other:
    found = what_if(case.parsed.record, case.hand, Play(case.at, cards), case.verdict)
    was, would = (won(each) if each is not None else None for each in (found.before, found.after))
    told = [*outcome(found, case.parsed.record), *in_hindsight(case.view, case.at, cards)]
    return Other(shown(case.lang, cards), verdicts(found), was, would, told)


def heard_of(act: Act) -> Iterator[tuple[Text, str]]:
    """What was heard before an act, row by row."""
    sheet = SHEETS[act.sheet]
    for name in ("called", "statements", "witnesses", "committee", "deadline", "supposed"):
        told = act.hearing.get(name)
        if name == "statements":
            for side, words in (told or {}).items():
                yield CASE["case.heard.statement"].fill(side=both(partial(seats_name, side))), words
        elif told:
            yield CASE[f"case.heard.{name}"], told if isinstance(told, str) else " · ".join(told)
    if act.also:
        places = [f"{hand_name(each.hand, 'zh')} {place_name(each.trick, each.play, 'zh', sheet.term)}" for each in act.also]
        yield CASE["case.heard.also"], "；".join(places)


def effect_text(ruling: Ruling) -> Text:
    """What a ruling does, in a line."""
    nothing = EFFECTS["nothing"]
    return both(lambda lang: join(effect_words(ruling.effect, lang), lang) or nothing[lang != "zh"])


def short(note: str) -> str:
    """A note as the first page has it."""
    return note if len(note) <= SHORT else f"{note[:SHORT]} …"


def _message(row: Mapping[str, Any]) -> Text:
    """What a finding says, as a row for ndjson has it."""
    return both(lambda lang: with_cards(row["code"], row["message"][lang], lang))


def stamp(when: str | None) -> str:
    """A time to the minute."""
    return (when or "")[:16].replace("T", " ")


def _teams(case: Case) -> Iterator[str]:
    """Who sat against whom: teams, and where there are none players."""
    record, sheet = case.parsed.record, case.view.sheet
    sides = []
    for side in sheet.sides:
        people = [record.seats[seat] for seat in sheet.seats if seat in side and seat in record.seats]
        names = dict.fromkeys(each.team for each in people if each.team) or [each.name or each.id for each in people]
        sides.append(" ".join(names))
    if all(sides):
        yield " : ".join(sides)


def _css(text: str) -> Markup:
    """A text as CSS has it between quotes, from which nothing can break out."""
    return Markup("".join(letter if letter.isalnum() or letter in " .:/·-" else f"\\{ord(letter):x} " for letter in text))  # noqa: S704 - each other letter is its number


def case_html(case: Case, tongue: Tongue) -> str:
    """The case as one HTML file. Raises NoCaseError for a place that there is not."""
    record = case.parsed.record
    case = replace(case, lang=language_of(tongue), both=tongue == "both")
    case.ply  # noqa: B018 - whether there is such a place is asked before anything is made
    sheet, event, say = sheet_of(record), record.event, speaker(tongue)
    about = [case.place()]
    heading = [event.name or event.id, (event.started or "")[:10]] if event else []
    table = str(event.table) if event is not None and event.table is not None else None
    part = part_title(event.stage, None, event.round, table) if event is not None and event.stage is not None else None
    account = CASE["case.account.ruled" if any(act.entry().in_force for act in case.latest) else "case.account.computed"]
    said = [in_language(each, case.lang) for each in (part, case.place(), account) if each is not None]
    running = [*heading[:1], *said[:-2], record.id, said[-2], *_teams(case), said[-1]]
    made = document(
        "case.html",
        tongue,
        CASE,
        title=say(CASE["case.title"], match=record.id),
        subtitle=Markup(" · ").join([*(say(each) for each in about), *filter(None, heading)]),
        running=_css(" · ".join(filter(None, running))),
        provenance=[
            say(FRAME["report.sha256"], what=CASE["case.record"], sha256=case.parsed.sha256),
            say(FRAME["report.sheet"], sheet=Text(sheet.title.zh, sheet.title.en), version=sheet.version),
            say(FRAME["report.engine"], version=ENGINE_VERSION),
            log_named(say, case.mark),
        ],
        case=case,
        front=case.front,
        rest=[each for each in case.proposed if each not in case.front],
        cited=list(case.cited()),
        short=short,
        named=named,
        effect_text=effect_text,
        stamp=stamp,
        shown=partial(shown, case.lang),
        message=_message,
        seats=list(case.seats()),
        sides=[both(partial(seats_name, side)) for side in sheet.sides],
        basis={key: WORDS[f"basis.{key}"] for key in ("stated", "assumed", "disputed")},
        severity={key: WORDS[f"severity.{key}"] for key in ("error", "warning", "note")},
        acts=[(act, CASE[f"case.act.{act.act}"], effect_text(act.entry()), stamp(act.when)) for act in case.acts],
    )
    return made.translate(HOLLOW)
