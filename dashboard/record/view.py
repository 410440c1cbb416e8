"""What the page shows of a record that is being written: a hand of it with its findings, whose turn it is and what is left."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple, TypedDict

from paipu.dashboard.judge.form import Choice, OptionField, options_of
from paipu.dashboard.record.due import Due, due_in
from paipu.dashboard.record.entry import STAGES
from paipu.dashboard.table.found import finding_view, hand_links
from paipu.dashboard.table.frames import LegalView, legal_at
from paipu.dashboard.table.head import claim_row, fact_view, seat_view
from paipu.dashboard.table.message import ClaimRow, FactView, FindingView, HandLink, SeatView
from paipu.dashboard.table.tricks import trumps_of
from paipu.dashboard.text import part
from paipu.replay.audit import audit
from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS, UNKNOWN, split_cards
from paipu.replay.computed import Audit
from paipu.replay.describe import facts, results
from paipu.replay.describe.climbing import reading
from paipu.replay.describe.rows import AnyView
from paipu.replay.family import hand_view
from paipu.replay.findings import Finding, Kind
from paipu.replay.notation import PASS
from paipu.replay.plays import plays_of_hand
from paipu.replay.record import GameRecord
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.text import Lang, in_language
from paipu.replay.tricks.trump import NO_TRUMP
from paipu.replay.words import INCIDENTS, level_name, seats_name, suit_name

KITTY: Final = "kitty"
_TOO_FEW: Final = frozenset({"DEAL-COUNT", "BURY-COUNT"})
_NOT_GIVEN: Final = frozenset({"TRIBUTE-MISSING", "TRIBUTE-NO-RETURN"})
PICTURED: Final = (
    "record.",
    "ask.",
    "card.",
    "suit.",
    "severity.",
    "kind.",
    "scope.",
    "basis.",
    "label.",
    "table.",
    "claim.",
    "game.",
)
"""The texts that the script says itself."""
_STAGE_OF: Final[Mapping[str, str]] = {
    "deal": "deal",
    "left": "deal",
    "bids": "bids",
    "kitty": "kitty",
    "tribute": "tribute",
    "tribute_seconds": "tribute",
    "resisted": "tribute",
    "tricks": "plays",
    "seconds": "plays",
    "incidents": "incidents",
    "claims": "claims",
}
"""Under which stage a finding stands, by what of the hand it points at; all else under the first."""

_WITHOUT: Final[Mapping[FamilyName, Sequence[str]]] = {"tricks": (), "climbing": ("bids", "kitty")}
"""The stages that hands of a family do not have."""


class SheetView(TypedDict):
    """What the form of a sheet offers. `kitty` is how many cards lie there; `stages` are those that its hands have."""

    key: str
    family: str
    once_round: bool
    hand_size: int
    kitty: int
    copies: int
    sides: list[Choice]
    levels: list[Choice]
    trumps: list[Choice]
    incidents: list[Choice]
    options: list[OptionField]
    stages: list[str]


class CellView(TypedDict):
    """A play on record. `best`: it holds the trick. `word` says what it counts as, where plays have kinds."""

    play: int
    seat: str
    token: str
    best: bool
    word: str
    findings: list[int]


class RowView(TypedDict):
    """A trick on record; `points` are the attackers' when it was over, None where that is not known."""

    trick: int
    plays: list[CellView]
    done: bool
    points: int | None
    findings: list[int]


class DueView(TypedDict):
    """The play that is due; `legal` is None where it cannot be told what could be played."""

    trick: int
    play: int
    seat: str
    legal: LegalView | None


class HandView(TypedDict):
    """The hand that is written. `held` and `left` are what the seats hold by now, those `at_most` no more; `cells` has by card
    how many are left of the decks and how many of them the seat holds that is asked, `high` the trumps or wild cards;
    `stage_of` the stage of each finding, `places` its trick and play, 0 of a whole trick, `opens` whether it only lacks facts.
    """

    index: int
    rows: list[RowView]
    due: DueView | None
    over: bool
    held: dict[str, str]
    left: dict[str, int]
    at_most: list[str]
    cells: dict[str, tuple[int, int]]
    high: list[str]
    facts: list[FactView]
    claims: list[ClaimRow]
    level: str | None
    trump: str | None
    dealer: str | None
    stage_of: list[str]
    places: list[tuple[int, int] | None]
    opens: list[bool]


class Asked(NamedTuple):
    """What is looked at: a hand by its index, a stage, and a seat whose cards are told."""

    hand: int
    stage: str
    seat: str | None


def sheet_view(sheet: Sheet, lang: Lang) -> SheetView:
    """What the form of a sheet offers."""
    tribute = getattr(sheet, "tribute", None) is not None
    stages = [each for each in STAGES if each not in _WITHOUT[sheet.family] and (each != "tribute" or tribute)]
    return SheetView(
        key=sheet.key,
        family=sheet.family,
        once_round=sheet.once_round,
        hand_size=sheet.hand_size,
        kitty=getattr(sheet, "kitty_size", 0),
        copies=sheet.cards.copies,
        sides=[Choice(value=each, label=seats_name(each, lang)) for each in sheet.sides],
        levels=[Choice(value=each, label=level_name(each, lang)) for each in sheet.ladder],
        trumps=[Choice(value=each, label=suit_name(each, lang)) for each in (*SUITS, NO_TRUMP) if "bids" in stages],
        incidents=[
            Choice(value=kind, label=in_language(said, lang)) for kind, said in INCIDENTS.items() if sheet.penalties.knows(kind)
        ],
        options=options_of(sheet, lang),
        stages=stages,
    )


def texts_of(sheet: Sheet, lang: Lang) -> dict[str, str]:
    """What the script says, in the words of the sheet."""
    return {key: said.replace("{term}", in_language(sheet.term, lang)) for key, said in part(PICTURED, lang).items()}


def seats_of(record: GameRecord | None, sheet: Sheet, banker: str | None, lang: Lang) -> list[SeatView]:
    """The seats, with who sits there."""
    told = record if record is not None else GameRecord(id="", sheet=sheet.key)
    return [seat_view(told, sheet, place, banker, lang) for place in range(len(sheet.seats))]


class Shown(NamedTuple):
    """All that is said of a record: of the hand that is looked at, None where it has none, and of the match."""

    hand: HandView | None
    seats: list[SeatView]
    hands: list[HandLink]
    findings: list[FindingView]


def without_unentered(record: GameRecord, verdict: Audit) -> Audit:
    """The verdict without what only lacks because the last hand is still being entered: it has no trick and no result yet."""
    hand = record.hands[-1] if record.hands else None
    if hand is None or hand.tricks or hand.claims is not None:
        return verdict
    last = f"/hands/{len(record.hands) - 1}/"
    kept = [each for each in verdict.findings if not (each.where.pointer.startswith(last) and is_unentered(each))]
    return replace(verdict, findings=tuple(kept))


def is_unentered(finding: Finding) -> bool:
    """Whether a finding says that something lacks which may still be entered: a gift, a return, more cards."""
    expected, actual = finding.compared
    if finding.code in _TOO_FEW and expected is not None and actual is not None:
        return expected.isdecimal() and actual.isdecimal() and int(actual) < int(expected)
    return finding.code in _NOT_GIVEN


def shown(record: GameRecord, asked: Asked, lang: Lang) -> Shown:
    """What is said of a record."""
    sheet, verdict = SHEETS[record.sheet], without_unentered(record, audit(record))
    if not 0 <= asked.hand < len(record.hands):
        return Shown(
            None, seats_of(record, sheet, None, lang), [], [finding_view(record, each, lang) for each in verdict.findings]
        )
    view = hand_view(record, asked.hand)
    found, _ = view.findings(verdict)
    hand = _hand(view, verdict, found, asked, lang)
    return Shown(
        hand,
        seats_of(record, sheet, hand["dealer"], lang),
        hand_links(record, verdict, lang=lang),
        [finding_view(record, each, lang) for each in found],
    )


def _hand(view: AnyView, verdict: Audit, found: Sequence[Finding], asked: Asked, lang: Lang) -> HandView:
    computed, last, due = verdict.hands[view.number], view.frames[-1] if view.frames else None, due_in(view)
    level, trump, dealer = (
        computed.level or view.hand.level,
        computed.trump or view.hand.trump,
        computed.dealer or view.hand.dealer,
    )
    return HandView(
        index=view.number,
        rows=list(_rows(view, found, due, lang)),
        due=None if due is None else _due(view, due, lang),
        over=due is None and last is not None and last.finished,
        held={seat: "".join(cards) for seat, cards in last.hands.items()} if last is not None else {},
        left=_left(view),
        at_most=list(last.at_most) if last is not None else [],
        cells=_cells(view, asked, due),
        high=_HIGH[view.sheet.family](view, level, trump),
        facts=[fact_view(each, lang) for each in facts(view, verdict)],
        claims=[claim_row(each, lang) for each in results(view, verdict)],
        level=level,
        trump=trump,
        dealer=dealer,
        stage_of=[stage_of(each) for each in found],
        places=[(each.where.trick, each.where.play or 0) if each.where.trick is not None else None for each in found],
        opens=[each.kind is Kind.OPEN for each in found],
    )


def stage_of(finding: Finding) -> str:
    """Under which stage a finding stands."""
    steps = finding.where.pointer.split("/")
    return _STAGE_OF.get(steps[3], "setup") if len(steps) > 3 and steps[1] == "hands" else "setup"


def _rows(view: AnyView, found: Sequence[Finding], due: Due | None, lang: Lang) -> Iterator[RowView]:
    """The tricks as they stand on record, with what the engine made of them where it could replay them."""
    frames = {(each.trick, each.play): each for each in view.frames}
    at: dict[tuple[int | None, int | None], list[int]] = {}
    for number, each in enumerate(found):
        at.setdefault((each.where.trick, each.where.play), []).append(number)
    seats, last = view.sheet.seats, len(view.hand.tricks or ())
    for trick, made in groupby(plays_of_hand(view.sheet, view.hand), lambda play: play.trick):
        plays = list(made)
        end = frames.get(plays[-1].place)
        winning = [each for each in plays if each.token != PASS and end is not None and seats[each.seat] == end.winner][-1:]
        cells = [
            CellView(
                play=each.play,
                seat=seats[each.seat],
                token=each.token,
                best=each in winning,
                word=_word(frames.get(each.place), lang),
                findings=at.get(each.place, []),
            )
            for each in plays
        ]
        whole = [number for place, numbers in at.items() if place[0] == trick for number in numbers]
        mine = [number for cell in cells for number in cell["findings"]]
        yield RowView(
            trick=trick,
            plays=cells,
            done=trick < last or due is None or due.play == 1,
            points=getattr(end, "points", None),
            findings=[number for number in whole if number not in mine],
        )


def _word(frame: object, lang: Lang) -> str:
    """What a play counts as."""
    made = getattr(frame, "made", None)
    return "" if made is None or made.reading is None else in_language(reading(made.reading), lang)


def _due(view: AnyView, due: Due, lang: Lang) -> DueView:
    legal = legal_at(view, None, lang) if view.due is not None else None
    return DueView(trick=due.trick, play=due.play, seat=due.seat, legal=legal)


def _left(view: AnyView) -> dict[str, int]:
    """How many cards each seat has left."""
    played = Counter[int]()
    for each in plays_of_hand(view.sheet, view.hand):
        played[each.seat] += each.size
    began = view.hand.left or {}
    last = view.frames[-1] if view.frames else None
    if last is not None and last.left is not None:
        return dict(last.left)
    size = view.sheet.at_level(view.hand.level).hand_size
    return {seat: max(began.get(seat, size) - played[place], 0) for place, seat in enumerate(view.sheet.seats)}


def _cells(view: AnyView, asked: Asked, due: Due | None) -> dict[str, tuple[int, int]]:
    """By card how many are left of the decks, and how many the seat holds that is asked.

    While cards are dealt, those that nobody was given; later those that nobody has played.
    """
    sheet, deal = view.sheet, view.hand.deal or {}
    dealing = asked.stage == "deal"
    gone = Counter[str]()
    if dealing:
        gone.update(card for cards in deal.values() for card in split_cards(cards))
    else:
        gone.update(card for each in plays_of_hand(sheet, view.hand) for card in each.stood)
    seat = due.seat if asked.stage == "plays" and due is not None else asked.seat
    last = view.frames[-1] if view.frames else None
    held = deal.get(seat or "", "")
    if asked.stage == "plays" and last is not None and seat in last.hands:
        held = "".join(last.hands[seat])
    elif asked.stage == "kitty":
        held += deal.get(KITTY, "")
    own = Counter(split_cards(held))
    deck = [rank + suit for suit in SUITS for rank in reversed(RANKS)] + [BIG_JOKER, LITTLE_JOKER]
    return {card: (max(sheet.cards.copies - gone[card], 0), own[card]) for card in deck if card != UNKNOWN}


def _wild(view: AnyView, *_: str | None) -> list[str]:
    """The wild cards of a level."""
    return sorted(view.frames[0].wild) if view.frames else []


def _trumps(view: AnyView, level: str | None, trump: str | None) -> list[str]:
    """The trumps, where they are known."""
    return split_cards(trumps_of(view.sheet, level, trump)) if trump is not None and level in view.sheet.ladder else []


_HIGH: Final[Mapping[FamilyName, Callable[..., list[str]]]] = {"tricks": _trumps, "climbing": _wild}
"""The cards that stand above the rest."""
