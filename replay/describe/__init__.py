"""A hand in words, in both languages: what the terminal, the page and the printed case say of it, each in its own form."""

from collections.abc import Mapping
from typing import Any, Final

from paipu.replay.computed import Audit
from paipu.replay.describe import climbing, tricks
from paipu.replay.describe.rows import AnyView, Fact, Legal, Result, said
from paipu.replay.rulesheet import FamilyName

_BY_FAMILY: Final[Mapping[FamilyName, Any]] = {"tricks": tricks, "climbing": climbing}


def facts(view: AnyView, audit: Audit) -> list[Fact]:
    """What a hand was played under, and how the match stood before it."""
    return list(_BY_FAMILY[view.sheet.family].facts(view, audit))


def results(view: AnyView, audit: Audit) -> list[Result]:
    """What a hand came to, beside what the score sheet says; results of which neither is known are left out."""
    found: list[Result] = _BY_FAMILY[view.sheet.family].results(view, audit)
    return [each for each in found if said(each.key, each.claimed) is not None or said(each.key, each.computed) is not None]


def legal(view: AnyView, ply: int | None, most: int) -> Legal:
    """What the seat that made a ply owed and could have played, at most `most` plays (of a kind); without one, whose turn it
    is.

    Raises IndexError for a ply that does not exist.
    """
    found: Legal = _BY_FAMILY[view.sheet.family].legal(view, ply, most)
    return found
