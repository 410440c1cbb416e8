"""Boards by the engine, against the reference that was written from the design before its writer had seen any of this."""

import random
from fractions import Fraction
from typing import Any

from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.event.match import Match, match_of
from paipu.replay.event.standings import standings
from paipu.samples.document import record_of, to_line
from tests.event.build import audit_event
from tests.many import many
from tests.oracle import boards_by_design as design

KINDS = {"EVENT-BOARD-CARD": "cards", "EVENT-BOARD-LEVEL": "level", "EVENT-BOARD-LEADER": "leader"}


def read(event: dict[str, Any], documents: list[dict[str, Any]]) -> tuple[ParsedEvent, list[Match]]:
    parsed = parse_event(to_line(event), Place())
    assert isinstance(parsed, ParsedEvent), parsed
    return parsed, [match_of(each, audit(each)) for each in map(record_of, documents)]


@many(6, 200)
def test_standings_are_as_the_design_has_them(seeds: range) -> None:
    for seed in seeds:
        event, documents, _ = design.made(seed)
        parsed, matches = read(event, documents)
        (table,) = standings(parsed.event, matches, "recorded")
        told = {
            (row.place, row.entrant, Fraction(row.figures["board_points"] or 0, table.board_parts), row.open)
            for row in table.rows
        }
        assert told == set(design.standings(event, documents)), (seed, event["boards"]["scale"])


@many(6, 200)
def test_who_played_another_deal_is_found_and_nobody_else(seeds: range) -> None:
    for seed in seeds:
        event, documents, deals = design.made(seed)
        if not deals:
            continue
        clean = {
            each.finding.code for each in audit_event(read(event, documents)[0].event, read(event, documents)[1], "recorded")
        }
        assert not any(code in KINDS for code in clean), seed
        list(design.damaged(documents, random.Random(seed)))
        parsed, matches = read(event, documents)
        told = {
            (each.match, int(each.finding.params["board"]), KINDS[each.finding.code])
            for each in audit_event(parsed.event, matches, "recorded")
            if each.finding.code in KINDS
        }
        assert told == design.deviations(documents, deals), seed
