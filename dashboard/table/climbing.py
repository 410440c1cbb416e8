"""The frames of the climbing games: what each play was, who holds the trick and who is out, tribute, places and levels."""

from typing import Final, Literal, TypedDict

from paipu.dashboard.table.head import frames_of, message
from paipu.dashboard.table.message import ClaimRow, FactView, Frame, Message
from paipu.dashboard.table.words import claim, claim_of_sides, fact, levels_before, named_levels, told, turn
from paipu.dashboard.text import t
from paipu.replay.climbing.combos import Reading, reading_text
from paipu.replay.climbing.states import ClimbingState, ClimbingTerms, ClimbingView, OnTable
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.record import Hand, HandClaims
from paipu.replay.text import Lang
from paipu.replay.words import finish_name, kind_name, level_name, rank_name, reading_name, seats_name

SHOWN_OF_KIND: Final = 8
"""Legal plays listed of each kind, of however many there are."""


class PlayView(TypedDict):
    """A play on the table. `reading` names what it counts as, `kind` its kind; both None for a pass and for a broken rule.

    `why` says what decides between several readings: one was declared, only one beats what lies there, or nothing was said and
    the sheet decides; None where there is only one. `declared` is what was declared.
    """

    seat: str
    cards: str
    reading: str | None
    kind: str | None
    why: Literal["declared", "beats", "undeclared"] | None
    declared: str | None


class ClimbingFrame(Frame):
    """The table after a play of a climbing game. `table` has the trick under way, passes among them.

    `left` counts each seat's cards, `out` has the seats that are out, in order. `relieved` won the trick before and left the
    lead to another (接风). `limit` is what the sheet allows for the play, in seconds.
    """

    table: list[PlayView]
    left: dict[str, int]
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
    sheet, terms, computed = view.sheet, view.terms, audit.hands[view.number]
    walked = view.frames or (ClimbingState(hand=view.number),)
    wild = walked[0].wild
    common = message(
        *(view, audit, walked, lang, sha256),
        banker=terms.banker,
        facts=_facts(view, wild, lang),
        claims=_claims(view, audit, lang),
    )
    for each in common["findings"]:
        each["expected"], each["actual"] = _in_words(each["expected"], lang), _in_words(each["actual"], lang)
    seats = len(sheet.seats)
    return ClimbingMessage(
        **common,
        family="climbing",
        wild="".join(sorted(wild)),
        places=[finish_name(place, seats, lang) for place in range(1, seats + 1)],
        frames=[
            ClimbingFrame(
                **frame,
                table=[_play(play, lang) for play in state.table],
                left=dict(state.left),
                out=list(state.out),
                relieved=state.relieved,
                limit=None if not state.ply else terms.first_seconds if state.ply == 1 else terms.seconds,
            )
            for frame, state in zip(frames_of(view, audit, walked), walked, strict=True)
        ],
        tribute=_tribute(view.hand, terms, lang) if sheet.tribute is not None else None,
        result=_result(computed, terms, lang),
    )


def climbing_choices(view: ClimbingView, ply: int, lang: Lang) -> ClimbingAlternativesView:
    """The legal plays at a ply by kind, as they are sent."""
    found = view.alternatives(ply, SHOWN_OF_KIND)
    if found is None:
        return ClimbingAlternativesView(owed=None, groups=[], total=None, passing=False)
    return ClimbingAlternativesView(
        owed=None if found.against is None else _reading(found.against, lang),
        groups=[
            ChoicesView(
                kind=kind_name(group.kind, group.size, lang),
                plays=[(cards, _reading(reading, lang)) for cards, reading in group.plays],
                total=group.total,
            )
            for group in found.groups
        ],
        total=found.total,
        passing=found.passing,
    )


def _reading(reading: Reading, lang: Lang) -> str:
    return reading_name(reading_text(reading), lang, printed=True)


def _in_words(said: str | None, lang: Lang) -> str | None:
    """What a finding says of readings, in words; anything else as it is."""
    return said and " | ".join(reading_name(each, lang, printed=True) for each in said.split(" | "))


def _play(play: OnTable, lang: Lang) -> PlayView:
    return PlayView(
        seat=play.seat,
        cards=play.cards,
        reading=None if play.reading is None else _reading(play.reading, lang),
        kind=None if play.reading is None else str(play.reading.kind),
        why=None if play.why == "only" else play.why,
        declared=play.declared,
    )


def _facts(view: ClimbingView, wild: frozenset[str], lang: Lang) -> list[FactView]:
    """What the hand was played under: the level and whose it is, both sides' levels or totals, how the hand before ended."""
    sheet, terms = view.sheet, view.terms
    facts = []
    if sheet.levels is not None and terms.level is not None:
        facts.append(fact(t("table.level", lang), rank_name(terms.level, lang), t("climb.level.why", lang)))
        if terms.owner is not None:
            facts[-1]["side"] = sheet.sides.index(terms.owner)
            facts[-1]["text"] += f" · {seats_name(terms.owner, lang)}"
    if sheet.places is not None:
        facts.append(turn(view.hand.no, sheet.places.hands, lang))
    if len(wild) == 1:
        [card] = wild
        facts.append(fact(t("climb.wild", lang), rank_name(card[0], lang), t("climb.wild.heart", lang), suit=card[1]))
    elif wild:
        facts.append(fact(t("climb.wild", lang), t("climb.wild.jokers", lang)))
    facts += levels_before(view.record, sheet.sides, terms.levels or None, lang)
    if any(terms.games.values()):
        shown = " : ".join(str(terms.games[side]) for side in sheet.sides)
        facts.append(fact(t("climb.games", lang), shown, t("climb.games.why", lang)))
    if any(terms.totals.values()):
        shown = " · ".join(f"{seats_name(side, lang)} {total}" for side, total in terms.totals.items())
        facts.append(fact(t("climb.totals", lang), shown, t("climb.totals.before", lang)))
    if terms.before is not None and sheet.tribute is not None:
        double = f" · {t('game.double', lang)}" if terms.before_double else ""
        facts.append(fact(t("climb.before", lang), seats_name(terms.before, lang) + double, t("climb.before.why", lang)))
    return facts


def _tribute(hand: Hand, terms: ClimbingTerms, lang: Lang) -> TributeView:
    """Who gave what to whom before trick 1, and who was to lead by that."""
    if terms.resisted:
        said = "resisted"
    elif terms.gifts:
        said = "paid" if hand.tribute else "shown"
    elif terms.first:
        said = "first"
    else:
        said = "unknown" if hand.tribute is None else "none"
    return TributeView(
        said=t(f"climb.tribute.{said}", lang),
        gifts=[GiftView(giver=each.giver, taker=each.taker, card=each.card, back=each.back) for each in terms.gifts],
        leaders=list(terms.leaders),
    )


def _result(computed: ComputedHand, terms: ClimbingTerms, lang: Lang) -> ResultView | None:
    """What the hand came to: the rise in levels, or the points."""
    lines = []
    if terms.rise is not None:
        side, by = terms.rise
        if terms.passed:
            lines.append(t("game.passed", lang, side=seats_name(side, lang)))
        else:
            level = level_name((computed.levels or {}).get(side, ""), lang)
            lines.append(t("climb.rise", lang, side=seats_name(side, lang), n=by, level=rank_name(level, lang)))
    if computed.points is not None:
        lines += [
            t("climb.points", lang, side=seats_name(side, lang), n=points) for side, points in computed.points.items() if points
        ]
    if computed.finish is None and not lines:
        return None
    return ResultView(finish=list(computed.finish or ""), double=terms.double, lines=lines)


def _claims(view: ClimbingView, audit: Audit, lang: Lang) -> list[ClaimRow]:
    """Each claim beside what was computed; whether an order is the same is the audit's to say, for some places have none."""
    claims, computed = view.hand.claims or HandClaims(), audit.hands[view.number]
    found, _ = view.findings(audit)
    finish = claim("finish", claims.finish, computed.finish, t("game.double", lang) if view.terms.double else None)
    if finish["same"] is not None:
        finish["same"] = all(finding.code != "CLAIM-FINISH" for finding in found)
    return told(
        lang,
        claim("winners", claims.winners, computed.winners),
        finish,
        claim_of_sides("levels", named_levels(claims.levels, lang), named_levels(computed.levels, lang)),
        claim_of_sides("points", claims.points, computed.points),
    )
