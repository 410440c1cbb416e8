"""What would follow another fact, in words and in both languages: the terminal, the page and the printed case show these."""

from collections.abc import Iterator
from typing import Any, Final

from paipu.replay.checks import render
from paipu.replay.faults import Moment
from paipu.replay.findings import Finding
from paipu.replay.record import GameRecord
from paipu.replay.ruling import change_name
from paipu.replay.ruling.words import FORMS
from paipu.replay.sheets import SHEETS
from paipu.replay.solve.opened import hindsight
from paipu.replay.states import HandView
from paipu.replay.text import Text, both, in_language
from paipu.replay.texts import Texts
from paipu.replay.whatif import Trick, WhatIf
from paipu.replay.words import join, place_name, seats_name

SUPPOSED: Final = Texts({}, (__package__, "supposed"))


def verdicts(found: WhatIf) -> list[Text]:
    """What is wrong with the other fact itself; nothing, and it is as good as any."""
    return [_message(each, found) for each in found.verdicts]


def won(trick: Trick) -> Text:
    """What a trick came to."""
    if trick.winner is None:
        return SUPPOSED["unfinished"]
    seat = both(lambda lang: seats_name(trick.winner or "", lang))
    if trick.points is None:
        return SUPPOSED["won_only"].fill(seat=seat)
    return SUPPOSED["won"].fill(seat=seat, points=trick.points)


def outcome(found: WhatIf, record: GameRecord) -> Iterator[tuple[Text, tuple[Text, ...]]]:
    """What follows after the trick, line by line; below some a list."""
    sheet = SHEETS[record.sheet]
    if found.broken:
        yield SUPPOSED["broken"], tuple(_placed(each, sheet.term) for each in found.broken)
    if found.open_from is not None:
        at, points = found.open_from, found.so_far.trick_points if found.so_far is not None else None
        place = both(lambda lang: place_name(*at, lang, sheet.term))
        yield SUPPOSED["open_only" if points is None else "open"].fill(place=place, points=points), ()
        return
    banker = next((each.dealer for each in record.hands if each.no == found.hand), None)
    attackers = next((side for side in sheet.sides if banker is not None and banker not in side), None)
    changed = [change_name(each, attackers) for each in found.changes]
    if changed:
        yield SUPPOSED["changes"].fill(changes=both(lambda lang: join([in_language(each, lang) for each in changed], lang))), ()
    elif not found.both:
        yield SUPPOSED["same"], ()
    if found.both:
        yield FORMS["both"], ()
    if found.later:
        yield SUPPOSED["later"].fill(n=len(found.later)), ()
    if found.gone:
        codes = list(dict.fromkeys(each.code for each in found.gone))
        yield SUPPOSED["gone"].fill(codes=both(lambda lang: join(codes, lang))), ()


def in_hindsight(view: HandView[Any, Any, Any, Any], at: Moment, cards: str) -> Iterator[tuple[Text, tuple[Text, ...]]]:
    """What other cards at a place would come to with all cards open, where that can be told, named as hindsight."""
    found = hindsight(view, at, cards)
    if found is not None:
        side = both(lambda lang: seats_name(found.side, lang))
        made = "–" if found.made is None else found.made
        yield SUPPOSED[f"hindsight.{found.unit}"].fill(side=side, value=found.value, made=made), ()


def _placed(finding: Finding, term: Text) -> Text:
    """What can no longer hold, and where."""
    where = finding.where
    return both(lambda lang: f"{place_name(where.trick, where.play, lang, term)}  {finding.code} {render(finding, lang, term)}")


def _message(finding: Finding, found: WhatIf) -> Text:
    term = SHEETS[found.record.sheet].term
    return both(lambda lang: render(finding, lang, term))
