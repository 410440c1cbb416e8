"""Plays as they are typed one after another, perhaps behind their leader."""

import re

from paipu.ingest.importers.notes.facts import begins_with_a_card, tidied
from paipu.ingest.question.reading import lettered
from paipu.replay.sheets import Sheet


def leads_with_a_seat(told: str, sheet: Sheet) -> bool:
    """Whether a line begins with a seat of the sheet."""
    first = lettered(told)[:1].upper()
    return first in set(sheet.seats) and not begins_with_a_card(told) and re.match(r"[1-6][\dTJQKA]", told) is None


def plays_of(told: str, sheet: Sheet) -> tuple[str | None, list[str]]:
    """The leader of a line, where it names one, and the plays: between commas or slashes where there are any, else spaces."""
    told = re.sub(r"^\d+\s*[.、)）]\s*", "", tidied(told), count=1)
    leads = leads_with_a_seat(told, sheet)
    plays = re.sub(r"^[号家位]?\s*[:。.、,]*\s*", "", (told[1:] if leads else told).strip())
    apart_by = r"[,，/|、]" if re.search(r"[,，/|、]", plays) else r"\s+"
    tokens = [each.strip() for each in re.split(apart_by, plays.strip(" :：。.")) if each.strip()]
    return lettered(told)[:1].upper() if leads else None, tokens
