"""What would follow another fact, as text and as plain JSON."""

from collections.abc import Iterator
from typing import Any

from paipu.cli.text import text
from paipu.replay.checks import render
from paipu.replay.findings import Finding
from paipu.replay.record import Ruling
from paipu.replay.ruling import written_at
from paipu.replay.sheets import SHEETS
from paipu.replay.solve.opened import hindsight
from paipu.replay.states import HandView
from paipu.replay.supposed import in_hindsight, outcome, won
from paipu.replay.text import LANGS, Lang, Text, in_language
from paipu.replay.whatif import Fact, Play, WhatIf, seat_at
from paipu.replay.words import place_name, seat_name


def as_document(found: WhatIf, sheet: str, fact: Fact, view: HandView[Any, Any, Any, Any]) -> dict[str, Any]:
    """What would follow as plain JSON, every key always there. `view` is the hand as it is on record."""
    opened = hindsight(view, fact.at, fact.cards) if isinstance(fact, Play) else None
    so_far, term = found.so_far, SHEETS[sheet].term
    return {
        "hand": found.hand,
        "legal": not found.verdicts,
        "verdicts": [_finding(each, term) for each in found.verdicts],
        "trick": {"before": found.before._asdict(), "after": found.after._asdict()}
        if found.before is not None and found.after is not None
        else None,
        "broken": [_finding(each, term) for each in found.broken],
        "open_from": written_at(found.open_from) if found.open_from is not None else None,
        "so_far": {"attackers": so_far.trick_points, "winners": so_far.winners} if so_far is not None else None,
        "changes": [change._asdict() for change in found.changes],
        "later": [_finding(each, term) for each in found.later],
        "gone": [_finding(each, term) for each in found.gone],
        "both": found.both,
        "hindsight": opened._asdict() if opened is not None else None,
    }


def as_lines(found: WhatIf, view: HandView[Any, Any, Any, Any], fact: Fact, said: tuple[str, str], lang: Lang) -> Iterator[str]:
    """What would follow as text. `view` is the hand as it is on record."""
    record = view.record
    term = SHEETS[record.sheet].term
    if isinstance(fact, Play):
        seat = seat_name(seat_at(record, found.hand, fact.at), lang)
        place = place_name(*fact.at, lang, term)
        yield text("whatif.play", lang, place=place, seat=seat, cards=fact.cards)
    else:
        yield text("whatif.other", lang, what=text(f"whatif.what.{said[0]}", lang), given=said[1])
    for each in found.verdicts:
        yield f"  {each.code} {each.clause or ''} {render(each, lang, term)}"
    if not found.verdicts and not isinstance(fact, Ruling):
        yield "  " + text("whatif.legal", lang)
    if found.before is not None and found.after is not None:
        before, after = in_language(won(found.before), lang), in_language(won(found.after), lang)
        yield "  " + text("whatif.trick", lang, term=in_language(term, lang), before=before, after=after)
    opened = in_hindsight(view, fact.at, fact.cards) if isinstance(fact, Play) else ()
    for line, below in (*outcome(found, record), *opened):
        yield "  " + in_language(line, lang)
        yield from ("    " + in_language(each, lang) for each in below)


def _finding(finding: Finding, term: Text) -> dict[str, Any]:
    where = finding.where
    return {
        "code": finding.code,
        "clause": finding.clause,
        "basis": str(finding.basis),
        "hand": where.hand,
        "trick": where.trick,
        "play": where.play,
        "seat": finding.seat,
        "pointer": where.pointer,
        "message": {lang: render(finding, lang, term) for lang in LANGS},
    }
