"""The frames of the climbing games: what each play was, who holds the trick and who is out, tribute, places and levels."""

from typing import Literal, TypedDict

from paipu.dashboard.table.head import frames_of, message
from paipu.dashboard.table.message import Frame, Message
from paipu.replay.climbing.states import ClimbingState, ClimbingView, OnTable
from paipu.replay.computed import Audit
from paipu.replay.describe.climbing import outcome, reading, tribute
from paipu.replay.describe.rows import EMPTY, Legal
from paipu.replay.text import Lang, in_language
from paipu.replay.words import finish_name, reading_name


class PlayView(TypedDict):
    """A play on the table. `reading` names what it counts as, `kind` its kind; both None for a pass and for a broken rule.

    `why` says what decides between several readings: one was declared, only one beats what lies there, or nothing was said and
    the sheet decides; None where there is only one. `declared` is what was declared. `unseen`: too little was seen to tell.
    """

    seat: str
    cards: str
    reading: str | None
    kind: str | None
    why: Literal["declared", "beats", "undeclared"] | None
    declared: str | None
    unseen: bool


class ClimbingFrame(Frame):
    """The table after a play of a climbing game. `table` has the trick under way, passes among them.

    `left` counts each seat's cards, those `at_most` have no more; `out` has the seats that are out, in order. `relieved` won
    the trick before and left the lead to another (接风). `limit` is what the sheet allows for the play, in seconds.
    """

    table: list[PlayView]
    left: dict[str, int]
    at_most: list[str]
    out: list[str]
    relieved: str | None
    limit: int | None


class GiftView(TypedDict):
    """A card of the tribute, from one seat to another; `back` for a return."""

    giver: str
    taker: str
    card: str
    back: bool


class TributeView(TypedDict):
    """The tribute before trick 1: `said` in a word, each gift, and the seats that were to lead."""

    said: str
    gifts: list[GiftView]
    leaders: list[str]


class ResultView(TypedDict):
    """How the hand ended: the whole finishing order, whether it was 双下, and what it came to, as lines of text."""

    finish: list[str]
    double: bool
    lines: list[str]


class ChoicesView(TypedDict):
    """Legal plays of one kind: some, each with what it reads as, and how many there are."""

    kind: str
    plays: list[tuple[str, str]]
    total: int


class ClimbingAlternativesView(TypedDict):
    """What a seat could have played; `total` is None where its hand is not known. `owed` is what had to be beaten."""

    owed: str | None
    groups: list[ChoicesView]
    total: int | None
    passing: bool


class ClimbingMessage(Message):
    """The message of a climbing game.

    `wild` are the wild cards. `places` are the names of the places in finishing order. `tribute` is None on sheets without,
    `result` for a hand that is not over.
    """

    family: Literal["climbing"]
    wild: str
    places: list[str]
    frames: list[ClimbingFrame]
    tribute: TributeView | None
    result: ResultView | None


def climbing_message(view: ClimbingView, audit: Audit, lang: Lang, sha256: str) -> ClimbingMessage:
    """The message for a hand."""
    sheet, terms = view.sheet, view.terms
    walked = view.frames or (ClimbingState(hand=view.number),)
    common = message(view, audit, walked, lang, sha256, banker=terms.banker)
    for each in common["findings"]:
        each["expected"], each["actual"] = _in_words(each["expected"], lang), _in_words(each["actual"], lang)
    seats = len(sheet.seats)
    return ClimbingMessage(
        **common,
        family="climbing",
        wild="".join(sorted(walked[0].wild)),
        places=[finish_name(place, seats, lang) for place in range(1, seats + 1)],
        frames=[
            ClimbingFrame(
                **frame,
                table=[_play(play, lang) for play in state.table],
                left=dict(state.left),
                at_most=list(state.at_most),
                out=list(state.out),
                relieved=state.relieved,
                limit=None if not state.ply else terms.first_seconds if state.ply == 1 else terms.seconds,
            )
            for frame, state in zip(frames_of(view, audit, walked), walked, strict=True)
        ],
        tribute=_tribute(view, lang) if sheet.tribute is not None else None,
        result=_result(view, audit, lang),
    )


def climbing_choices(found: Legal, lang: Lang) -> ClimbingAlternativesView:
    """The legal plays at a ply by kind, as they are sent."""
    return ClimbingAlternativesView(
        owed=None if found.owed is None else in_language(found.owed, lang),
        groups=[
            ChoicesView(
                kind=in_language(choice.kind or EMPTY, lang),
                plays=[(cards, in_language(of or EMPTY, lang)) for cards, of in choice.plays],
                total=choice.total or 0,
            )
            for choice in found.choices
        ],
        total=found.total,
        passing=found.passing,
    )


def _in_words(said: str | None, lang: Lang) -> str | None:
    """What a finding says of readings, in words; anything else as it is."""
    return said and " | ".join(reading_name(each, lang, printed=True) for each in said.split(" | "))


def _play(play: OnTable, lang: Lang) -> PlayView:
    return PlayView(
        seat=play.seat,
        cards=play.cards,
        reading=None if play.reading is None else in_language(reading(play.reading), lang),
        kind=None if play.reading is None else str(play.reading.kind),
        why=None if play.why == "only" else play.why,
        declared=play.declared,
        unseen=play.unseen,
    )


def _tribute(view: ClimbingView, lang: Lang) -> TributeView:
    """Who gave what to whom before trick 1, and who was to lead by that."""
    return TributeView(
        said=in_language(tribute(view), lang),
        gifts=[GiftView(giver=giver, taker=taker, card=card, back=back) for giver, taker, card, back in view.terms.gifts],
        leaders=list(view.terms.leaders),
    )


def _result(view: ClimbingView, audit: Audit, lang: Lang) -> ResultView | None:
    """What the hand came to: the rise in levels, or the points."""
    finish, lines = audit.hands[view.number].finish, [in_language(each, lang) for each in outcome(view, audit)]
    if finish is None and not lines:
        return None
    return ResultView(finish=list(finish or ""), double=view.terms.double, lines=lines)
