"""SARIF 2.1.0: the checks as rules, each finding with file, line and JSON pointer, known and waived ones marked as such.

By the standard a result that is no failure has level `none`; its severity is among its properties.
"""

import re
import tempfile
from pathlib import Path
from typing import Any, Final, TextIO
from urllib.parse import quote

from paipu.cli.formats.as_json import SPOOLED, Array
from paipu.cli.formats.sink import Sink, Standing
from paipu.cli.support.outcomes import Item, Outcome
from paipu.cli.support.terminal import clean, to_json
from paipu.ingest.rejection import REASONS, Rejection
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.catalogue import clauses
from paipu.replay.checks import CHECKS
from paipu.replay.findings import Kind
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
VERSION: Final = "2.1.0"
_RULE_INDEX: Final = {code: index for index, code in enumerate(CHECKS)}
_REASON_INDEX: Final = {code: index for index, code in enumerate(REASONS)}


class Sarif(Sink):
    """`--format sarif`. Every result has a baseline state when there is a baseline."""

    def __init__(self, out: TextIO, lang: Lang, *, baseline: bool) -> None:
        self.out, self.lang, self.baseline = out, lang, baseline
        self.results = Array(out)
        self.notifications = Array(tempfile.SpooledTemporaryFile(SPOOLED, "w+", encoding="utf-8"))  # noqa: SIM115 - copy_to closes it

    def begin(self) -> None:
        driver = {
            "name": "paipu",
            "semanticVersion": ENGINE_VERSION,
            "language": "zh-CN" if self.lang == "zh" else "en-US",
            "rules": [self.rule(code) for code in CHECKS],
            "notifications": [
                {"id": code, "shortDescription": {"text": message(in_language(reason, self.lang))}}
                for code, reason in REASONS.items()
            ],
        }
        self.out.write(f'{{"$schema":"{SCHEMA}",\n"version":"{VERSION}",\n"runs":[{{"tool":{{"driver":{to_json(driver)}}},\n')
        self.out.write('"columnKind":"unicodeCodePoints",\n"results":[')

    def rule(self, code: str) -> dict[str, Any]:
        """A check as a reporting descriptor."""
        check = CHECKS[code]
        enforced = {
            sheet: ", ".join(ids)
            for sheet in SHEETS
            if (ids := [clause.id for clause in clauses(sheet).values() if code in clause.checks])
        }
        return {
            "id": code,
            "name": code.title().replace("-", ""),
            "shortDescription": {"text": in_language(check.title, self.lang)},
            "help": {"text": in_language(check.remedy, self.lang)},
            "defaultConfiguration": {"level": str(check.severity)},
            "properties": {"kind": str(check.kind), "clauses": enforced},
        }

    def finding(self, item: Item, outcome: Outcome, standing: Standing) -> None:
        row, failed = item.row, item.row["kind"] == Kind.FAIL
        properties = {key: row[key] for key in _PROPERTIES}
        result: dict[str, Any] = {
            "ruleId": row["code"],
            "ruleIndex": _RULE_INDEX[row["code"]],
            "kind": row["kind"],
            "level": row["severity"] if failed else "none",
            "message": {"text": message(row["message"][self.lang])},
            "locations": [location(outcome.source, outcome.line, row["pointer"], row["cell"])],
            "partialFingerprints": {"paipu/v1": row["fingerprint"]},
            "properties": properties,
        }
        if self.baseline:
            result["baselineState"] = "unchanged" if standing.state == "known" else "new"
        if standing.waiver is not None:
            waiver = standing.waiver
            why = clean(f"{waiver.author}, {waiver.date}: {waiver.reason}")
            result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": why}]
        self.results.add(result)

    def rejection(self, rejection: Rejection) -> None:
        self.notifications.add(
            {
                "descriptor": {"id": rejection.code, "index": _REASON_INDEX[rejection.code]},
                "level": "error",
                "message": {"text": message(in_language(rejection.message, self.lang))},
                "locations": [location(rejection.source, rejection.line, rejection.pointer)],
            }
        )

    def end(self) -> None:
        success = to_json(self.notifications.empty)
        self.out.write(f'],\n"invocations":[{{"executionSuccessful":{success},"toolExecutionNotifications":[')
        self.notifications.copy_to(self.out)
        self.out.write("]}]}]}\n")


_PROPERTIES: Final = (
    *("match", "hand", "trick", "play", "seat", "clause", "basis", "severity", "expected", "actual", "options"),
    *("sheet_version", "engine_version", "record_sha256", "follows_from", "fits_if"),
)


def location(source: str, line: int | None, pointer: str | None, cell: str | None = None) -> dict[str, Any]:
    """Where something is: the file (none for the standard input), its line, the place in the document, the cell it is from."""
    found: dict[str, Any] = {}
    if source != "-":
        physical: dict[str, Any] = {"artifactLocation": {"uri": uri(source)}}
        if line is not None:
            physical["region"] = {"startLine": line}
        found["physicalLocation"] = physical
    if pointer:
        last = pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        found["logicalLocations"] = [{"fullyQualifiedName": pointer, "name": clean(last), "kind": "value"}]
    if cell:
        named = {"fullyQualifiedName": cell, "name": clean(cell.rpartition(":")[2]), "kind": "cell"}
        found.setdefault("logicalLocations", []).append(named)
    return found


def uri(path: str) -> str:
    """A path as a URI reference: relative where the path is."""
    pure = Path(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix())


def message(text: str) -> str:
    """A plain-text message: `{0}` and `[text](1)` would be a placeholder and a link, and are escaped."""
    escaped = re.sub(r"\{(\d+)\}", r"{{\1}}", clean(text))
    return re.sub(r"\[([^\]]*)\](?=\()", r"\\[\1\\]", escaped)
