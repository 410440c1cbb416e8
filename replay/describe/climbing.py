"""A hand of a climbing game in words: its level and wild cards, tribute, what plays count as, places and what they came to."""

from paipu.replay.climbing.combos import Reading, reading_text
from paipu.replay.climbing.states import ClimbingState, ClimbingView
from paipu.replay.computed import Audit
from paipu.replay.describe.rows import (
    SAID,
    Choice,
    Fact,
    Legal,
    Result,
    fact,
    joined,
    levels_before,
    result,
    seats,
    sides,
    turn,
)
from paipu.replay.record import HandClaims
from paipu.replay.text import Text, both
from paipu.replay.words import WORDS, kind_name, level_name, rank_name, reading_name


def reading(of: Reading) -> Text:
    """What a play counts as."""
    return both(lambda lang: reading_name(reading_text(of), lang, printed=True))


def facts(view: ClimbingView, _: Audit) -> list[Fact]:
    """What the hand was played under: the level and whose it is, both sides' levels or totals, how the hand before ended."""
    sheet, terms, found = view.sheet, view.terms, list[Fact]()
    level, owner, before = terms.level, terms.owner, terms.before
    if sheet.levels is not None and level is not None:
        named = [both(lambda lang: rank_name(level, lang)), *([seats(owner)] if owner is not None else [])]
        side = sheet.sides.index(owner) if owner is not None else None
        found.append(fact("table.level", joined(" · ", named), "climb.level.why", side=side))
    if sheet.places is not None:
        found.append(turn(view.hand.no, sheet.places.hands))
    wild = view.frames[0].wild if view.frames else ClimbingState(hand=0).wild
    if len(wild) == 1:
        [card] = wild
        found.append(fact("climb.wild", both(lambda lang: rank_name(card[0], lang)), "climb.wild.heart", suit=card[1]))
    elif wild:
        found.append(fact("climb.wild", SAID["climb.wild.jokers"]))
    found += levels_before(view.record, sheet.sides, terms.levels or None)
    if any(terms.games.values()):
        shown = " : ".join(str(terms.games[side]) for side in sheet.sides)
        found.append(fact("climb.games", Text(shown, shown), "climb.games.why"))
    if any(terms.totals.values()):
        found.append(fact("climb.totals", sides(terms.totals), "climb.totals.before"))
    if before is not None and sheet.tribute is not None:
        order = [seats(before), *([WORDS["game.double"]] if terms.before_double else [])]
        found.append(fact("climb.before", joined(" · ", order), "climb.before.why"))
    return found


def tribute(view: ClimbingView) -> Text:
    """What became of the tribute, in a word."""
    terms, recorded = view.terms, view.hand.tribute
    if terms.resisted:
        what = "resisted"
    elif terms.gifts:
        what = "paid" if recorded else "shown"
    elif terms.first:
        what = "first"
    else:
        what = "unknown" if recorded is None else "none"
    return SAID[f"climb.tribute.{what}"]


def outcome(view: ClimbingView, audit: Audit) -> list[Text]:
    """What the hand came to: the rise in levels, or the points."""
    computed, terms, lines = audit.hands[view.number], view.terms, list[Text]()
    if terms.rise is not None:
        side, by = terms.rise
        level = (computed.levels or {}).get(side, "")
        to = both(lambda lang: rank_name(level_name(level, lang), lang))
        said = WORDS["game.passed"] if terms.passed else SAID["climb.rise"]
        lines.append(said.fill(side=seats(side), level=to, n=by))
    gained = {side: points for side, points in (computed.points or {}).items() if points}
    return lines + [SAID["climb.points"].fill(side=seats(side), n=points) for side, points in gained.items()]


def results(view: ClimbingView, audit: Audit) -> list[Result]:
    """Each result beside the claim; whether an order is the same is the audit's to say, for some places have none."""
    claims, computed = view.hand.claims or HandClaims(), audit.hands[view.number]
    double = WORDS["game.double"] if view.terms.double else None
    finish = result("finish", claims.finish, computed.finish, double)
    if finish.same is not None:
        found, _ = view.findings(audit)
        finish = finish._replace(same=all(each.code != "CLAIM-FINISH" for each in found))
    return [
        result("winners", claims.winners, computed.winners),
        finish,
        result("levels", claims.levels, computed.levels),
        result("points", claims.points, computed.points),
    ]


def legal(view: ClimbingView, ply: int | None, most: int) -> Legal:
    """What had to be beaten, and the legal plays by kind."""
    found = view.alternatives(ply, most)
    if found is None:
        return Legal(None, (), None, known=False)
    choices = []
    for kind, size, plays, total in found.groups:
        named = Text(kind_name(kind, size, "zh"), kind_name(kind, size, "en"))
        choices.append(Choice(named, [(cards, reading(of)) for cards, of in plays], total))
    return Legal(reading(found.against) if found.against is not None else None, choices, found.total, found.passing)
