"""What the messages of all families begin with: seats, hands, findings, pins and the texts that the table draws with."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, cast

from paipu.dashboard.table.found import finding_view, hand_links
from paipu.dashboard.table.message import (
    ClaimRow,
    FactView,
    Frame,
    Message,
    MoveView,
    NotedView,
    PinView,
    QueueView,
    SeatView,
)
from paipu.dashboard.text import part, t
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.computed import Audit
from paipu.replay.describe import facts, results
from paipu.replay.describe.rows import Fact, Noted, Result, noted, said
from paipu.replay.record import GameRecord, Player
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.states import HandView, Seen
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.words import WORDS, seats_name

SLOTS: Final[Mapping[int, tuple[str, ...]]] = {
    4: ("right", "top", "left", "bottom"),
    6: ("bottom", "right-lower", "right-upper", "top", "left-upper", "left-lower"),
}
"""Where the seats sit, in order of play, which is counterclockwise; at four seats E N W S lie as on a map."""
TEXT_FOR_TABLE: Final = (
    "table.",
    "keys.",
    "climb.",
    "claim.",
    "scope.",
    "basis.",
    "card.",
    "noted.",
    "review.",
    "suppose",
    *WORDS,
)


def message(
    view: HandView[Any, Any, Any, Any],
    audit: Audit,
    walked: Sequence[Seen],
    lang: Lang,
    sha256: str,
    *,
    banker: str | None,
) -> Message:
    """The common part; `query`, `queue` and `move` are the page's to fill. `sha256` is the hash of the record's bytes."""
    record, hand = view.record, view.hand
    sheet = SHEETS[record.sheet]
    found, _ = view.findings(audit)
    return Message(
        id=f"{sha256}/{hand.no}/{lang}",
        hand_id=f"{sha256}/{hand.no}",
        lang=lang,
        text={key: said.replace("{term}", in_language(sheet.term, lang)) for key, said in part(TEXT_FOR_TABLE, lang).items()},
        match=record.id,
        hand=hand.no,
        hands=hand_links(record, audit, lang=lang),
        seats=[seat_view(record, sheet, place, banker, lang) for place in range(len(sheet.seats))],
        has_plays=len(walked) > 1,
        facts=[fact_view(each, lang) for each in facts(view, audit)],
        claims=[claim_row(each, lang) for each in results(view, audit)],
        findings=[finding_view(record, finding, lang) for finding in found],
        noted=[_noted(each, lang) for each in noted(view)],
        pinned=_pinned(record, audit, sha256, lang),
        query="",
        queue=QueueView(severity=None, code=None, stops=None, back=None, on=None),
        move=MoveView(id="", ply=0, seat=None, focus=False),
        supposed=None,
        review=None,
        desk=False,
        attached=[],
    )


def frames_of(view: HandView[Any, Any, Any, Any], audit: Audit, walked: Sequence[Seen]) -> Iterator[Frame]:
    """What the frames of both families have."""
    _, by_ply = view.findings(audit)
    beside: dict[int, list[int]] = {}
    for number, each in enumerate(noted(view)):
        beside.setdefault(view.ply_at(*each.at or (None, None)), []).append(number)
    for state, following in zip_longest(walked, walked[1:]):
        yield Frame(
            ply=state.ply,
            trick=state.trick,
            play=state.play,
            seat=state.seat,
            cards=state.cards,
            hands={seat: "".join(cards) for seat, cards in state.hands.items()},
            leader=state.leader,
            winner=state.winner,
            next=state.next_seat if len(walked) > 1 else None,
            done=state.trick > 0 and (state.finished if following is None else following.trick != state.trick),
            seconds=view.seconds(state),
            findings=by_ply.get(state.ply, []),
            noted=beside.get(state.ply, []),
        )


def fact_view(fact: Fact, lang: Lang) -> FactView:
    label, text, title = (in_language(said, lang) for said in fact[:3])
    return FactView(label=label, text=text, title=title, seat=None, suit=fact.suit, side=fact.side)


def claim_row(row: Result, lang: Lang) -> ClaimRow:
    claimed, computed, how = (
        None if each is None else in_language(each, lang)
        for each in (said(row.key, row.claimed), said(row.key, row.computed), row.how)
    )
    return ClaimRow(key=row.key, claimed=claimed, computed=computed, same=row.same, ruled=False, how=how)


def _noted(each: Noted, lang: Lang) -> NotedView:
    told = {name: _told(value, lang) for name, value in each._asdict().items() if name != "at"}
    return cast("NotedView", told)


def _told(value: object, lang: Lang) -> object:
    """Texts in a language; anything else as it is."""
    if isinstance(value, Text):
        return in_language(value, lang)
    return [in_language(each, lang) for each in value] if isinstance(value, list | tuple) else value


def seat_view(record: GameRecord, sheet: Sheet, place: int, banker: str | None, lang: Lang) -> SeatView:
    seat = sheet.seats[place]
    player = record.seats.get(seat, Player(id=""))
    return SeatView(
        seat=seat,
        mark=seats_name(seat, lang),
        name=player.name or player.id,
        id=player.id,
        team=player.team or "",
        side=place % 2,
        slot=SLOTS[len(sheet.seats)][place],
        banker=seat == banker,
    )


def _pinned(record: GameRecord, audit: Audit, sha256: str, lang: Lang) -> list[PinView]:
    sheet = f"{in_language(SHEETS[record.sheet].title, lang)} · {audit.sheet} {audit.sheet_version}"
    return [
        PinView(label=t("column.sheet", lang), short=sheet, full=sheet),
        PinView(label=t("column.engine", lang), short=ENGINE_VERSION, full=f"paipu {ENGINE_VERSION}"),
        PinView(label=t("table.record", lang), short=sha256[:16], full=f"{record.id} · sha256 {sha256}"),
    ]
