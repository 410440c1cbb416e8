"""What the card table is sent: one JSON message a hand, with a frame a ply.

The browser steps through the frames without asking the server again, so everything that a ply shows is in them. Cards
travel in record notation, texts in the language asked for; a record's own words travel as they are, and the table
shows them as text and nothing else.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal, TypedDict

from dashboard.text import TEXT, Lang, part, t
from replay.audit import ENGINE_VERSION, configured_sheet
from replay.cards import SUITS
from replay.catalogue import clauses, find_option
from replay.checks import render
from replay.computed import Audit, ComputedHand
from replay.findings import Finding, Severity
from replay.record import GameRecord, Hand, HandClaims, Player
from replay.sheets import SHEETS
from replay.sheets.names import SHEET_NAMES, SheetName
from replay.states import Alternatives, Settlement, State, settlement, states
from replay.tricks.rules import Band
from replay.tricks.schedule import Conversion, Schedule
from replay.tricks.sheet import TrickSheet

SLOTS: Final[Mapping[int, tuple[str, ...]]] = {
    4: ("right", "top", "left", "bottom"),
    6: ("bottom", "right-lower", "right-upper", "top", "left-upper", "left-lower"),
}
"""Where the seats sit, in order of play, which is counterclockwise; at four seats E N W S lie as on a map."""
TEXT_FOR_TABLE: Final = ("table.", "keys.", "claim.", "severity.", "kind.", "basis.", "scope.", "suit.", "card.")
ROUND: Final = 5
TICKS: Final = 8
"""Rows of the score bar are labelled at multiples of ROUND points; where there are more than TICKS, at fewer of them."""
PLAYS_SHOWN: Final = 60
"""Legal plays listed at a ply, of however many there are."""


class SeatView(TypedDict):
    """A seat of the table. `mark` is its letter or its name, `side` 0 or 1, `slot` where it sits."""

    seat: str
    mark: str
    name: str
    id: str
    team: str
    side: int
    slot: str
    banker: bool


class HandLink(TypedDict):
    """Another hand of the match; `plies` are those with findings, in order."""

    no: int
    findings: int
    worst: str | None
    plies: list[int]


class FactView(TypedDict):
    """One fact of the hand; the seat, suit or side are shown as marks before the text."""

    label: str
    text: str
    title: str
    seat: str | None
    suit: str | None
    side: int | None


class BidView(TypedDict):
    """A bid, a burial or an answer to the kitty question; `word` is a key of the catalogue, `bury` what was buried."""

    seat: str
    word: str | None
    cards: str | None
    bury: str | None
    note: str | None


BandView = TypedDict("BandView", {"from": int, "to": int, "side": int, "label": str, "tick": bool})
"""A row of the score table, or what lies between two of a conversion to scores (大分).

Attackers' points `from` up to but not including `to`; `side` gains. `tick`: it is labelled.
"""


class ClaimRow(TypedDict):
    """What the score sheet says beside what was computed; `same` is None where one of them is missing."""

    key: str
    claimed: str | None
    computed: str | None
    same: bool | None
    how: str | None


class OptionView(TypedDict):
    """A rule option that a verdict rests on, and what it decides."""

    id: str
    text: str


class FindingView(TypedDict):
    """A finding in the language asked for; `scope` is what it is about: a play, a trick, a hand or the match."""

    code: str
    scope: Literal["play", "trick", "hand", "match"]
    severity: str
    kind: str
    basis: str
    message: str
    clause: str | None
    clause_text: str | None
    expected: str | None
    actual: str | None
    options: list[OptionView]


class AlternativesView(TypedDict):
    """What the seat owed and could have played; `total` is None where there were too many to count."""

    plays: list[str]
    total: int | None
    owed: str


class FrameView(TypedDict):
    """The table after a play. `table` has the trick under way; `done` is true with its last play.

    `points` are the attackers' from tricks and, `penalties` of them, from fines, None in a hand without plays; `band` is what
    they would lead to. `trios` has the suit, `T` for trumps, of each set of three (5·10·K) in a trick where one was led.
    `findings` index into the findings of the message.
    """

    ply: int
    trick: int
    play: int
    seat: str | None
    cards: str | None
    attempted: str | None
    hands: dict[str, str]
    table: list[tuple[str, str]]
    leader: str | None
    winner: str | None
    trios: dict[str, str]
    points: int | None
    penalties: int
    band: str
    next: str | None
    done: bool
    seconds: float | None
    findings: list[int]


class PinView(TypedDict):
    """What the audit rests on; `full` is shown on hovering."""

    label: str
    short: str
    full: str


class MoveView(TypedDict):
    """Where the table is told to go; it obeys when `id` changes."""

    id: str
    ply: int
    focus: bool


class TableView(TypedDict):
    """The whole message. `id` changes with the hand and the language, `hand_id` with the hand alone.

    `scored`: points are converted to a score (小分 to 大分), not to levels. `has_kitty`: the hand is dealt with one.
    `query` is the address of a ply, with `{ply}` for its number. `alternatives` has those of some plies, by ply; the
    table keeps them.
    """

    id: str
    hand_id: str
    lang: Lang
    text: dict[str, str]
    match: str
    hand: int
    hands: list[HandLink]
    seats: list[SeatView]
    facts: list[FactView]
    trumps: str
    frames: list[FrameView]
    has_plays: bool
    findings: list[FindingView]
    bands: list[BandView]
    scored: bool
    bids: list[BidView] | None
    has_kitty: bool
    kitty: str
    kitty_seat: str | None
    kitty_points: int | None
    claims: list[ClaimRow]
    pinned: list[PinView]
    alternatives: dict[str, AlternativesView]
    query: str
    move: MoveView


def table_view(record: GameRecord, audit: Audit, index: int, lang: Lang, sha256: str) -> TableView:
    """The message for hand `index` of a record. `alternatives`, `query` and `move` are the page's to fill.

    `sha256` is the hash of the record's bytes. Raises IndexError when there is no such hand.
    """
    hand = record.hands[index]
    name = SHEET_NAMES[record.sheet]
    computed = next((one for one in audit.hands if one.no == hand.no), ComputedHand(no=hand.no))
    walked = list(states(record, index)) if record.sheet in SHEETS else []
    if not walked:
        walked = [_nothing(index)]
    found, by_ply = _findings(audit, index, len(record.hands), walked)
    attackers = walked[-1].attackers or None
    dealer = computed.dealer or hand.dealer
    level, trump = computed.level or hand.level, computed.trump or hand.trump
    sheet = _sheet(record, level)
    rests = settlement(record, index)
    return TableView(
        id=f"{sha256}/{hand.no}/{lang}",
        hand_id=f"{sha256}/{hand.no}",
        lang=lang,
        text=part(TEXT_FOR_TABLE, lang),
        match=record.id,
        hand=hand.no,
        hands=hand_links(record, audit),
        seats=[_seat(record, name, place, dealer, lang) for place in range(len(name.seats))],
        facts=[
            *_facts(record, level, trump, audit.hands[:index], attackers, lang),
            *_facts_of_sheet(sheet, hand, audit.hands[:index], rests, lang),
        ],
        trumps=_trumps(sheet, level, trump),
        frames=_frames(hand, walked, by_ply, [_band_at(sheet, rests, state, name, lang) for state in walked]),
        has_plays=len(walked) > 1,
        findings=[_finding(record, finding, lang) for finding in found],
        bands=[] if sheet is None else _bands(sheet, rests, name, attackers, lang),
        scored=sheet is not None and sheet.schedule is not None,
        bids=_bids(hand, lang),
        has_kitty=sheet is None or sheet.kitty_size > 0,
        kitty="".join(walked[-1].kitty),
        kitty_seat=_burial(hand, dealer),
        kitty_points=computed.kitty_points,
        claims=_claims(record.sheet, hand.claims, computed, rests, lang),
        pinned=_pinned(record, audit, sha256, lang),
        alternatives={},
        query="",
        move=MoveView(id="", ply=0, focus=False),
    )


def hand_links(record: GameRecord, audit: Audit) -> list[HandLink]:
    """Every hand of the match with its findings; those of the whole match count with the last hand."""
    last = len(record.hands) - 1
    links = []
    for index, hand in enumerate(record.hands):
        own = [finding for finding in audit.findings if _hand_of(finding, last) == index]
        plies = sorted({_ply_in_notation(hand, finding) for finding in own})
        links.append(HandLink(no=hand.no, findings=len(own), worst=worst(own), plies=plies))
    return links


def worst(findings: Sequence[Finding]) -> str | None:
    """The gravest severity among some findings, None where there are none."""
    return next((str(one) for one in Severity if any(finding.severity is one for finding in findings)), None)


def alternatives_view(found: Alternatives) -> AlternativesView:
    """What the engine worked out for a ply, as it is sent."""
    return AlternativesView(plays=list(found.plays), total=found.total, owed=found.owed)


def hand_index(pointer: str) -> int | None:
    """The hand that a JSON pointer leads into, None for a place outside the hands.

    >>> hand_index("/hands/2/tricks/6"), hand_index("/claims/winner"), hand_index("")
    (2, None, None)
    """
    steps = pointer.split("/")
    return int(steps[2]) if len(steps) > 2 and steps[1] == "hands" and steps[2].isdecimal() else None


def _hand_of(finding: Finding, last: int) -> int:
    index = hand_index(finding.where.pointer)
    return last if index is None else index


def _ply_in_notation(hand: Hand, finding: Finding) -> int:
    """Where a finding stands in a hand that has not been walked: counted in the notation."""
    sizes = [len(text.split()) - 1 for text in hand.tricks or ()]
    trick, play = finding.where.trick, finding.where.play
    if trick is None or trick > len(sizes):
        return sum(sizes)
    return sum(sizes[: max(0, trick - 1)]) + (0 if trick == 0 else play or sizes[trick - 1])


def _findings(audit: Audit, index: int, hands: int, walked: Sequence[State]) -> tuple[list[Finding], Mapping[int, list[int]]]:
    """The findings of a hand, and for each ply which of them it shows.

    One of a whole trick stands at the trick's last ply, one of the whole hand or of the match at the last of the hand.
    """
    found = [finding for finding in audit.findings if _hand_of(finding, hands - 1) == index]
    place = {(state.trick, state.play): state.ply for state in walked}
    ends = {state.trick: state.ply for state in walked}
    by_ply: dict[int, list[int]] = {}
    for number, finding in enumerate(found):
        trick, play = finding.where.trick, finding.where.play
        if trick is None:
            ply = walked[-1].ply
        elif trick == 0:
            ply = 0
        else:
            ply = place.get((trick, play or 0), ends.get(trick, walked[-1].ply))
        by_ply.setdefault(ply, []).append(number)
    return found, by_ply


def _sheet(record: GameRecord, level: str | None) -> TrickSheet | None:
    """The rule sheet as it is played at a level, with the record's options set; None where it is not implemented."""
    if record.sheet not in SHEETS:
        return None
    return configured_sheet(record.sheet, tuple(sorted(record.options.items()))).at_level(level)


def _frames(hand: Hand, walked: Sequence[State], by_ply: Mapping[int, list[int]], bands: Sequence[str]) -> list[FrameView]:
    frames = []
    played = len(walked) > 1
    for state, following, band in zip(walked, [*walked[1:], None], bands, strict=True):
        done = state.trick > 0 and (state.finished if following is None else following.trick != state.trick)
        frames.append(
            FrameView(
                ply=state.ply,
                trick=state.trick,
                play=state.play,
                seat=state.seat,
                cards=state.cards,
                attempted=state.attempted,
                hands={seat: "".join(cards) for seat, cards in state.hands.items()},
                table=list(state.table),
                leader=state.table[0][0] if state.table else None,
                winner=state.winner,
                trios=dict(state.trios),
                points=state.points + state.penalties if played else None,
                penalties=state.penalties,
                band=band,
                next=state.next_seat if played else None,
                done=done,
                seconds=_seconds(hand, state.trick, state.play),
                findings=by_ply.get(state.ply, []),
            )
        )
    return frames


def _nothing(index: int) -> State:
    """The one state of a hand that no implemented sheet can replay."""
    return State(
        hand=index,
        ply=0,
        trick=0,
        play=0,
        seat=None,
        cards=None,
        attempted=None,
        hands={},
        table=(),
        winner=None,
        trios={},
        points=0,
        penalties=0,
        attackers="",
        kitty=(),
        next_seat=None,
        finished=False,
    )


def _seconds(hand: Hand, trick: int, play: int) -> float | None:
    """Think time of a play; the lists of a record may be ragged."""
    if not (0 < trick <= len(hand.seconds) and 0 < play <= len(hand.seconds[trick - 1])):
        return None
    return hand.seconds[trick - 1][play - 1]


def _seat(record: GameRecord, name: SheetName, place: int, dealer: str | None, lang: Lang) -> SeatView:
    seat = name.seats[place]
    player = record.seats.get(seat, Player(id=""))
    return SeatView(
        seat=seat,
        mark=t(f"seat.{seat}", lang) if seat.isalpha() else seat,
        name=player.name or player.id,
        id=player.id,
        team=player.team or "",
        side=place % 2,
        slot=SLOTS[len(name.seats)][place],
        banker=seat == dealer,
    )


def _fact(label: str, text: str, title: str = "", *, seat: str | None = None, suit: str | None = None) -> FactView:
    return FactView(label=label, text=text, title=title, seat=seat, suit=suit, side=None)


def _facts(
    record: GameRecord,
    level: str | None,
    trump: str | None,
    earlier: Sequence[ComputedHand],
    attackers: str | None,
    lang: Lang,
) -> list[FactView]:
    """What the hand was played under, as computed where that can be told; `earlier` are the hands before it."""
    name = SHEET_NAMES[record.sheet]
    facts = []
    if level is not None:
        facts.append(_fact(t("table.level", lang), "10" if level == "T" else level_text(level, lang)))
    if trump is not None and trump in SUITS:
        facts.append(_fact(t("table.trump", lang), t(f"suit.{trump}", lang), suit=trump))
    elif trump is not None:
        facts.append(_fact(t("table.trump", lang), t("table.trump.nt", lang)))
    before = next((one.levels for one in reversed(earlier) if one.levels), record.start and record.start.levels)
    if before:
        sides = [side for side in name.sides if side in before]
        shown = " · ".join(f"{seats_text(side, lang)} {level_text(before[side], lang)}" for side in sides)
        facts.append(_fact(t("table.levels", lang), shown, t("table.levels.before", lang)))
    if attackers in name.sides:
        fact = _fact(t("table.attackers", lang), seats_text(attackers, lang))
        fact["side"] = name.sides.index(attackers)
        facts.append(fact)
    return facts


def _facts_of_sheet(
    sheet: TrickSheet | None, hand: Hand, earlier: Sequence[ComputedHand], rests: Settlement, lang: Lang
) -> list[FactView]:
    """What only some sheets have: levels at stake (上天入地), and a schedule with the score (大分) so far."""
    facts = []
    if rests.stake is not None:
        seats = seats_text("".join(dict.fromkeys(rests.stakes)), lang)
        facts.append(_fact(t("table.stakes", lang), seats, t(f"table.stakes.{rests.stake.rule}", lang)))
    if sheet is not None and sheet.schedule is not None:
        facts.append(_turn(sheet.schedule, hand.no, lang))
        scores = [one.score for one in earlier]
        if hand.no == len(scores) + 1 > 1 and all(scores):
            totals = {side: sum(score[side] for score in scores if score) for side in sheet.sides}
            shown = " · ".join(f"{seats_text(side, lang)} {_signed(total)}" for side, total in totals.items())
            facts.append(_fact(t("table.score", lang), shown, t("table.score.before", lang)))
    return facts


def _turn(schedule: Schedule, no: int, lang: Lang) -> FactView:
    """Which hand of the match it is; the whole schedule on hovering."""
    turns = " · ".join(f"{seats_text(seat, lang)} {level}" for seat, level in schedule.turns)
    return _fact(t("table.schedule", lang), t("table.schedule.of", lang, no=no, hands=schedule.hands), turns)


def level_text(level: str, lang: Lang) -> str:
    """A level as people say it.

    >>> level_text("flag", "en"), level_text("T", "zh")
    ('flag', 'T')
    """
    return t(f"level.{level}", lang) if f"level.{level}" in TEXT else level


def _signed(score: int) -> str:
    """A score with its sign.

    >>> _signed(2), _signed(-17), _signed(0)
    ('+2', '−17', '0')
    """
    return f"{score:+d}".replace("-", "−") if score else "0"


def _bounds(low: int | None, high: int | None) -> str:
    """A score, or its bounds; an end that the sheet does not tell stays open.

    >>> _bounds(2, 2), _bounds(-9, 2), _bounds(None, -17), _bounds(25, None)
    ('+2', '−9…+2', '…−17', '+25…')
    """
    if low is not None and low == high:
        return _signed(low)
    return f"{'' if low is None else _signed(low)}…{'' if high is None else _signed(high)}"


def seats_text(seats: str, lang: Lang) -> str:
    """A side or a run of seats as people read it.

    >>> seats_text("EW", "zh"), seats_text("135", "zh")
    ('东西', '135')
    """
    return "".join(t(f"seat.{seat}", lang) if seat.isalpha() else seat for seat in seats)


def _trumps(sheet: TrickSheet | None, level: str | None, trump: str | None) -> str:
    """The distinct trumps of a hand, so that the table can set them apart; empty where they cannot be told."""
    if sheet is None or trump is None:
        return ""
    return "".join(card for rung in sheet.context(level, trump).rungs[-1] for card in rung)


def _bands(sheet: TrickSheet, rests: Settlement, name: SheetName, attackers: str | None, lang: Lang) -> list[BandView]:
    """The rows of the sheet's score table, up to the points that a deck holds."""
    if attackers not in name.sides:
        return []
    top = sum(points for _, points in sheet.cards.points) * len(SUITS) * sheet.cards.copies
    side = name.sides.index(attackers)
    if sheet.schedule is not None:
        return _pieces(sheet.schedule.conversion, top, side, lang)
    lows = _ticks([band.low for band in sheet.score.bands if band.low < top])
    return [
        BandView(
            {
                "from": band.low,
                "to": min(band.high, top),
                "side": side if band.side == "attackers" else 1 - side,
                "label": _band_text(sheet, rests, sheet.score.row(band.high - 1), lang),
                "tick": band.low in lows,
            }
        )
        for band in sheet.score.bands
        if band.low < top
    ]


def _ticks(lows: Sequence[int]) -> set[int]:
    """The rows that are labelled: every one at a round number of points, or if they are many, every fortieth point."""
    found = {low for low in lows if low % ROUND == 0}
    return found if len(found) <= TICKS else {low for low in found if low % (TICKS * ROUND) == 0}


def _pieces(conversion: Conversion, top: int, side: int, lang: Lang) -> list[BandView]:
    """What lies between the rows of a conversion to scores: its bounds, on the side that they favour."""
    edges = sorted({0, top, *(points for points, _ in conversion.table if 0 < points < top)})
    lows = _ticks(edges)
    pieces = []
    for low, high in pairwise(edges):
        least, most = conversion.bracket(low + 1)
        pieces.append(
            BandView(
                {
                    "from": low,
                    "to": high,
                    "side": side if least is not None and least > 0 else 1 - side,
                    "label": t("table.band.score", lang, score=_bounds(least, most)),
                    "tick": low in lows,
                }
            )
        )
    return pieces


def _band_at(sheet: TrickSheet | None, rests: Settlement, state: State, name: SheetName, lang: Lang) -> str:
    """What the points of a state would lead to if no more were won."""
    if sheet is None or state.attackers not in name.sides:
        return ""
    points = state.points + state.penalties
    if sheet.schedule is not None:
        return t("table.band.score", lang, score=_bounds(*sheet.schedule.conversion.bracket(points)))
    return _band_text(sheet, rests, sheet.score.row(points), lang)


def _band_text(sheet: TrickSheet, rests: Settlement, band: Band, lang: Lang) -> str:
    who = "attackers" if band.side == "attackers" else "dealers"
    stake = rests.stake_on(band.side)
    if stake is not None:
        return t(f"table.band.{stake.rule}.{who}", lang, top=stake.winner_to, bottom=stake.loser_to)
    if band.to is not None:
        return t("table.band.straight", lang, level=level_text(band.to, lang))
    if band.side == "bank" and sheet.table_rule == "stage":
        return t("table.band.passed", lang)
    return t(f"table.band.{who}", lang, n=band.steps) if band.steps else t(f"table.band.{who}.0", lang)


def _burial(hand: Hand, dealer: str | None) -> str | None:
    """Who buried the final kitty."""
    if hand.kitty is None:
        return dealer
    return next((action.seat for action in reversed(hand.kitty) if action.bury is not None), dealer)


def _bids(hand: Hand, lang: Lang) -> list[BidView] | None:
    """The bids, and after them the burials and what was answered when the kitty was offered (炒底)."""
    if hand.bids is None and hand.kitty is None:
        return None
    views = []
    for bid in hand.bids or ():
        seat, _, cards = bid.partition(" ")
        shown, _, suit = cards.partition("=")
        views.append(BidView(seat=seat, word=None, cards=shown, bury=None, note=_named(suit, lang)))
    for action in hand.kitty or ():
        word = "table.pass.kitty" if action.passed else "table.show" if action.show else "table.bury"
        shown, _, suit = (action.show or "").partition("=")
        notes = [_named(suit, lang), f"{action.seconds:g} s" if action.seconds is not None else None]
        note = " · ".join(note for note in notes if note) or None
        views.append(BidView(seat=action.seat, word=word, cards=shown or None, bury=action.bury, note=note))
    return views


def _named(suit: str, lang: Lang) -> str | None:
    """The trump that a declarer named, as both ♥5 let him."""
    if not suit:
        return None
    return f"= {t(f'suit.{suit}', lang) if suit in SUITS else t('table.trump.nt', lang)}"


def _claims(sheet: str, claims: HandClaims | None, computed: ComputedHand, rests: Settlement, lang: Lang) -> list[ClaimRow]:
    """Each claim beside what was computed; rows of which neither is known are left out."""
    claims = claims or HandClaims()
    clause = clauses(sheet).get(rests.clause or "") if sheet in SHEETS else None
    why = None if clause is None else f"{clause.id} {clause.zh if lang == 'zh' else clause.en}"
    rows = [
        _claim("winners", claims.winners, computed.winners),
        _claim("attackers", claims.attackers, computed.attackers, _sum_text(computed)),
        _claim("kitty_points", claims.kitty_points, computed.kitty_points),
        _claim("multiplier", claims.multiplier, computed.multiplier),
        _claim("penalties", claims.penalties, computed.penalties),
        _claim_of_sides("levels", _named_levels(claims.levels, lang), _named_levels(computed.levels, lang), why),
        _claim("next_dealer", claims.next_dealer, computed.next_dealer),
        _claim_of_score(claims.score, computed.score, rests),
        _claim("finish", claims.finish, computed.finish),
        _claim_of_sides("points", claims.points, computed.points),
    ]
    return [row for row in rows if row["claimed"] is not None or row["computed"] is not None]


def _claim(key: str, claimed: str | int | None, computed: str | int | None, how: str | None = None) -> ClaimRow:
    return ClaimRow(
        key=key,
        claimed=None if claimed is None else str(claimed),
        computed=None if computed is None else str(computed),
        same=None if claimed is None or computed is None else claimed == computed,
        how=how,
    )


def _claim_of_sides(
    key: str,
    claimed: Mapping[str, str | int] | None,
    computed: Mapping[str, str | int] | None,
    how: str | None = None,
) -> ClaimRow:
    """A claim of both sides; one that names a single side is compared for that side."""
    row = _claim(key, _sides_text(claimed), _sides_text(computed), how)
    if claimed and computed:
        row["same"] = all(computed.get(side) == value for side, value in claimed.items())
    return row


def _claim_of_score(claimed: Mapping[str, int] | None, computed: Mapping[str, int] | None, rests: Settlement) -> ClaimRow:
    """The score (大分): where only its bounds are known, a claim within them is left open."""
    if computed is not None or rests.bounds is None:
        return _claim_of_sides("score", claimed, computed)
    side, low, high = rests.bounds
    row = _claim("score", _sides_text(claimed), f"{side} {_bounds(low, high)}")
    value = (claimed or {}).get(side)
    outside = value is not None and ((low is not None and value < low) or (high is not None and value > high))
    row["same"] = False if outside else None
    return row


def _named_levels(levels: Mapping[str, str] | None, lang: Lang) -> Mapping[str, str] | None:
    return {side: level_text(level, lang) for side, level in levels.items()} if levels else None


def _sides_text(values: Mapping[str, str | int] | None) -> str | None:
    """Values by side, in the order of the sides' names.

    >>> _sides_text({"NS": "2", "EW": "T"})
    'EW T · NS 2'
    """
    return " · ".join(f"{side} {values[side]}" for side in sorted(values)) if values else None


def _sum_text(computed: ComputedHand) -> str | None:
    """How the attackers' points come about: tricks + kitty × multiplier + penalties."""
    if computed.trick_points is None or computed.attackers is None:
        return None
    text = str(computed.trick_points)
    if computed.multiplier is not None and computed.kitty_points is not None:
        text += f" + {computed.kitty_points} × {computed.multiplier}"
    if computed.penalties:
        text += f" {'+' if computed.penalties > 0 else '−'} {abs(computed.penalties)}"
    return text


def _finding(record: GameRecord, finding: Finding, lang: Lang) -> FindingView:
    clause = None
    if record.sheet in SHEETS and finding.clause is not None:
        clause = clauses(record.sheet).get(finding.clause)
    return FindingView(
        code=finding.code,
        scope=_scope(finding),
        severity=str(finding.severity),
        kind=str(finding.kind),
        basis=str(finding.basis),
        message=render(finding, lang),
        clause=finding.clause,
        clause_text=None if clause is None else clause.zh if lang == "zh" else clause.en,
        expected=finding.expected,
        actual=finding.actual,
        options=[OptionView(id=option, text=_option_text(record, option, lang)) for option in finding.options],
    )


def _scope(finding: Finding) -> Literal["play", "trick", "hand", "match"]:
    where = finding.where
    if hand_index(where.pointer) is None and where.hand is None:
        return "match"
    if where.trick is None:
        return "hand"
    return "trick" if where.trick > 0 and not where.play else "play"


def _option_text(record: GameRecord, option_id: str, lang: Lang) -> str:
    """The question of an option and the answer in force in this record."""
    sheet = SHEETS.get(record.sheet)
    option = None if sheet is None else find_option(sheet, option_id)
    if option is None:
        return option_id
    given = next((value for name, value in record.options.items() if name in (option.key, *option.ids)), option.default)
    choice = option.choice(given)
    question = option.zh if lang == "zh" else option.en
    answer = str(given) if choice is None else choice.zh if lang == "zh" else choice.en
    return f"{question} → {answer}"


def _pinned(record: GameRecord, audit: Audit, sha256: str, lang: Lang) -> list[PinView]:
    name = SHEET_NAMES[record.sheet]
    sheet = f"{name.zh if lang == 'zh' else name.en} · {audit.sheet} {audit.sheet_version}"
    return [
        PinView(label=t("table.sheet", lang), short=sheet, full=sheet),
        PinView(label=t("table.engine", lang), short=ENGINE_VERSION, full=f"paipu {ENGINE_VERSION}"),
        PinView(label=t("table.record", lang), short=sha256[:16], full=f"{record.id} · sha256 {sha256}"),
    ]
