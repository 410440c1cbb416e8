"""The findings of a hand: at which ply each is shown, and what is said of it."""

from collections.abc import Sequence
from typing import Final, Literal

from paipu.dashboard.links import Wanted
from paipu.dashboard.table.message import FindingView, HandLink, OptionView
from paipu.dashboard.text import t
from paipu.replay.catalogue import clauses
from paipu.replay.checks import CHECKS, remedy_of, render
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.describe.rows import came_to
from paipu.replay.findings import Finding, Severity
from paipu.replay.plays import ply_at
from paipu.replay.record import GameRecord
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language
from paipu.replay.values import say_value, type_at
from paipu.replay.words import hand_name, place_name, pointer_name

EVERY: Final = Wanted()


def hand_links(record: GameRecord, audit: Audit, wanted: Wanted = EVERY, lang: Lang = "zh") -> list[HandLink]:
    """Every hand of the match with its findings; those of the whole match count with the last hand.

    What follows from another finding is not counted, and no place to go to; nor is a place what is not wanted.
    """
    last = len(record.hands) - 1
    causes = [finding for finding in audit.findings if finding.cause is None]
    links = []
    for index, hand in enumerate(record.hands):
        own = [each for each in causes if each.where.at_hand == index or (index == last and each.where.at_hand is None)]
        plies = sorted(
            {ply_at(hand.tricks or (), finding.where.trick, finding.where.play) for finding in own if fits(finding, wanted)}
        )
        level, office, result = (in_language(each, lang) if each is not None else "" for each in came_to(audit.hands[index]))
        links.append(
            HandLink(
                no=hand.no,
                level=level,
                office=office,
                result=result,
                short=_short(audit.hands[index]),
                findings=len(own),
                worst=worst(own),
                plies=plies,
            )
        )
    return links


def _short(hand: ComputedHand) -> str:
    """What a hand came to, by side in the order of their names: `6:9`."""
    found = hand.levels or hand.score or hand.points or {}
    return ":".join(str(found[side]).replace("-", "−") for side in sorted(found))


def fits(finding: Finding, wanted: Wanted) -> bool:
    """Whether a finding is one of those that are gone through."""
    return wanted.severity in (None, str(finding.severity)) and wanted.code in (None, finding.code)


def worst(findings: Sequence[Finding]) -> str | None:
    """The gravest severity among some findings, None where there are none."""
    return next((str(one) for one in Severity if any(finding.severity is one for finding in findings)), None)


def finding_view(record: GameRecord, finding: Finding, lang: Lang) -> FindingView:
    """A finding with its clause and the options that it rests on."""
    clause = clauses(record.sheet).get(finding.clause) if finding.clause is not None else None
    return FindingView(
        code=finding.code,
        scope=_scope(finding),
        severity=str(finding.severity),
        kind=str(finding.kind),
        basis=str(finding.basis),
        message=render(finding, lang, SHEETS[record.sheet].term),
        clause=finding.clause,
        clause_text=None if clause is None else in_language(clause, lang),
        expected=finding.compared[0],
        actual=finding.compared[1],
        options=[OptionView(id=option, text=_option_text(record, option, lang)) for option in finding.options],
        cause=_named(record, finding.cause, lang) if finding.cause is not None else None,
        fits=_fits(record, finding, lang),
        remedy=in_language(remedy_of(finding), lang),
    )


def _named(record: GameRecord, cause: Finding, lang: Lang) -> str:
    """A finding by its place and its title, for those that follow from it."""
    where, term = cause.where, SHEETS[record.sheet].term
    hand = t("scope.match", lang) if where.hand is None else hand_name(where.hand, lang)
    place = " ".join(part for part in (hand, place_name(where.trick, where.play, lang, term)) if part)
    return t("table.cause", lang, place=place, title=in_language(CHECKS[cause.code].title, lang))


def _fits(record: GameRecord, finding: Finding, lang: Lang) -> str | None:
    """What would put a cause right, where that is more than what its own place should read."""
    if finding.fits_if is None or finding.fits_if == (finding.where.pointer, finding.expected):
        return None
    pointer, value = finding.fits_if
    place = pointer_name(pointer, [hand.no for hand in record.hands], lang, SHEETS[record.sheet].term)
    if value is None:
        return t("table.fits.without", lang, place=place)
    return t("table.fits", lang, place=place, value=say_value(type_at(pointer), value, lang))


def _scope(finding: Finding) -> Literal["play", "trick", "hand", "match"]:
    where = finding.where
    if where.at_hand is None and where.hand is None:
        return "match"
    if where.trick is None:
        return "hand"
    return "trick" if where.trick > 0 and not where.play else "play"


def _option_text(record: GameRecord, option_id: str, lang: Lang) -> str:
    """The question of an option and the answer in force in this record."""
    option = SHEETS[record.sheet].option(option_id)
    if option is None:
        return option_id
    given = next((value for name, value in record.options.items() if name in (option.key, *option.ids)), option.default)
    choice = option.choice(given)
    return f"{in_language(option, lang)} → {given if choice is None else in_language(choice, lang)}"
