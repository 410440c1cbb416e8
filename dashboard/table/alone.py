"""A match as one HTML file: the card table with all its hands, which asks no server and loads nothing from anywhere."""

import base64
import json
import re
from collections.abc import Sequence
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from paipu.dashboard.table.assets import FOLDER, LIBRARY
from paipu.dashboard.table.frames import legal_at, table_view
from paipu.dashboard.table.message import MoveView, QueueView
from paipu.dashboard.text import t
from paipu.ingest.parse import Parsed
from paipu.replay.audit import MatchView
from paipu.replay.event.words import part_title
from paipu.replay.record import GameRecord
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language

ENTRY: Final = "alone.js"
SCRIPTS: Final = (
    *(f"lit/{name}" for name in LIBRARY),
    *("cards.js", "felt.js", "layout.js", "verdict.js", "table.js", "tricks.js", "climbing.js", ENTRY),
)
STYLES: Final = ("table.css", "climbing.css")
POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
"""What the page may do, whatever the record says: run what is in it."""
LEGAL_AT: Final = 200
"""At so many plies of a hand the legal plays are told: the first with findings."""
_IMPORT: Final = re.compile(r'\bfrom ?"(\.{1,2}/[\w/.-]+)"')
_TEMPLATES: Final = Environment(loader=PackageLoader("paipu.dashboard", "table"), autoescape=True, undefined=StrictUndefined)


def heading(record: GameRecord, lang: Lang) -> str:
    """Which match it is, where no list says it."""
    event = record.event
    if event is None:
        return record.id
    table = str(event.table) if event.table is not None else None
    part = in_language(part_title(event.stage, None, event.round, table), lang) if event.stage is not None else None
    return " · ".join(filter(None, (record.id, event.name, part, (event.started or "")[:10])))


def page(parsed: Parsed, indexes: Sequence[int], lang: Lang) -> str:
    """The page of some hands of a record, named by where they stand in it; its text is escaped, wherever it comes from."""
    match = MatchView(parsed.record)
    hands = [_hand(parsed, match, index, lang) for index in indexes]
    numbers = {hand["hand"] for hand in hands}
    for hand in hands:
        hand["hands"] = [each for each in hand["hands"] if each["no"] in numbers]
    sheet = SHEETS[parsed.record.sheet]
    return _TEMPLATES.get_template("alone.html").render(
        lang="zh-Hans" if lang == "zh" else "en",
        policy=POLICY,
        title=heading(parsed.record, lang),
        sheet=in_language(sheet.title, lang),
        tokens=Markup((FOLDER.parent / "tokens.css").read_text(encoding="utf-8")),  # noqa: S704 - our own
        imports=_embedded({"imports": {_specifier(name): _address(name) for name in SCRIPTS}}),
        no_script=t("app.no_script", lang),
        match=_embedded({"styles": "".join((FOLDER / name).read_text(encoding="utf-8") for name in STYLES), "hands": hands}),
        entry=_specifier(ENTRY),
    )


def _hand(parsed: Parsed, match: MatchView, index: int, lang: Lang) -> dict[str, Any]:
    """What the table is sent of a hand, with nothing left to ask for."""
    view = match.hands[index]
    found = table_view(view, match.audit, lang, parsed.sha256)
    found["query"] = ""
    found["queue"] = QueueView(severity=None, code=None, stops=None, back=None, on=None)
    found["move"] = MoveView(id="", ply=0, seat=None, focus=False)
    plies = [frame["ply"] for frame in found["frames"] if frame["ply"] and frame["findings"]][:LEGAL_AT]
    return {**found, "whole": True, "alternatives": {str(ply): legal_at(view, ply, lang) for ply in plies}}


def _specifier(name: str) -> str:
    """What a script is called in the page: one that stands in an address has no neighbours to name by their place."""
    return f"paipu/{name}"


def _address(name: str) -> str:
    """A script as an address that holds it."""
    here = (FOLDER / name).parent

    def named(found: re.Match[str]) -> str:
        return f'from "{_specifier((here / found[1]).resolve().relative_to(FOLDER.resolve()).as_posix())}"'

    script = _IMPORT.sub(named, (FOLDER / name).read_text(encoding="utf-8"))
    return "data:text/javascript;base64," + base64.b64encode(script.encode()).decode()


def _embedded(value: object) -> Markup:
    """JSON that ends no element, whatever stands in it."""
    return Markup(json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))  # noqa: S704 - as said
