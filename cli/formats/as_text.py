"""For people: one block a finding, calm and aligned."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import Any, Final, TextIO

from paipu.cli.formats.sink import Sink, Standing
from paipu.cli.support.outcomes import Item, Outcome
from paipu.cli.support.terminal import Style, clean, labelled, paint
from paipu.cli.text import text
from paipu.ingest.rejection import Rejection
from paipu.replay.catalogue import clauses
from paipu.replay.checks import CHECKS, render
from paipu.replay.findings import Finding
from paipu.replay.rulesheet import TRICK
from paipu.replay.sheets import SHEETS, options_called
from paipu.replay.text import Lang, in_language
from paipu.replay.text import Text as Words
from paipu.replay.values import say_value, type_at
from paipu.replay.words import clause_name, hand_name, place_name, pointer_name, seat_name

STYLES: Final[dict[str, Style]] = {"error": "red", "warning": "yellow", "note": "blue"}
PROBLEMS_SHOWN: Final = 5
WAYS_COUNTED: Final = 100
"""So many different messages of a code are told apart."""
KEPT_IN_MEMORY: Final = 1 << 20
"""So many characters of what is told later are kept here; more goes to a file."""


@dataclass(slots=True)
class Notes:
    """The notes of a code: how many, in how many records, what they say and how often, and where the first is.

    `last` is the record with the latest.
    """

    first: str
    count: int = 0
    records: int = 0
    last: Outcome | None = None
    said: Counter[str] = field(default_factory=Counter)


class Text(Sink):
    """`--format text`. Known findings are only counted; waived ones say by whom, when and why.

    Errors come first, as they are found; warnings follow, and notes as one line a code, each by itself only with `notes`.
    What follows from another finding is folded into a line of that one, unless `unfold` is set.
    """

    def __init__(self, out: TextIO, lang: Lang, *, colour: bool, unfold: bool = False, notes: bool = False) -> None:
        self.out, self.lang, self.colour, self.unfold, self.notes = out, lang, colour, unfold, notes
        self.later = {
            severity: SpooledTemporaryFile(KEPT_IN_MEMORY, "w+", encoding="utf-8", newline="")  # noqa: SIM115 - `close` does
            for severity in ("warning", "note")
        }
        self.folded: dict[str, Notes] = {}

    def finding(self, item: Item, outcome: Outcome, standing: Standing) -> None:
        if standing.state == "known" or (standing.state == "follows" and not self.unfold):
            return
        severity = item.row["severity"]
        if severity == "note" and standing.state == "new" and not self.notes:
            self.count_note(item, outcome)
        else:
            self.later.get(severity, self.out).write(self.block(item, outcome, standing))

    def end(self) -> None:
        """The warnings, the notes, and those that are folded."""
        for kept in self.later.values():
            kept.seek(0)
            copyfileobj(kept, self.out)
        self.out.writelines(f"{line}\n" for line in self.folded_lines())

    def close(self) -> None:
        """What was told later is told, or the audit was broken off."""
        for kept in self.later.values():
            kept.close()

    def count_note(self, item: Item, outcome: Outcome) -> None:
        """Count a note with those of its code."""
        row = item.row
        notes = self.folded.get(row["code"])
        if notes is None:
            notes = self.folded[row["code"]] = Notes(clean(row["cell"] or f"{_source(outcome)}  {row['pointer']}"))
        notes.count += 1
        if outcome is not notes.last:
            notes.records, notes.last = notes.records + 1, outcome
        if len(notes.said) < WAYS_COUNTED or row["message"][self.lang] in notes.said:
            notes.said[row["message"][self.lang]] += 1

    def folded_lines(self) -> Iterator[str]:
        """A line for each code of which notes were found, and how to see them all."""
        lang = self.lang
        for code, notes in sorted(self.folded.items()):
            head = f"{text('severity.note', lang)} {notes.count} × {in_language(CHECKS[code].title, lang)}"
            (commonest, _), ways = notes.said.most_common(1)[0], len(notes.said)
            said = clean(commonest) if ways == 1 else text("audit.note.ways", lang, said=clean(commonest), n=ways)
            where = text("audit.note.where", lang, n=notes.records, first=notes.first)
            yield f"{paint(head, STYLES['note'], colour=self.colour)}  {paint(code, 'bold', colour=self.colour)}  {said}{where}"
        if self.folded:
            yield paint(text("audit.note.all", lang), "dim", colour=self.colour)

    def block(self, item: Item, outcome: Outcome, standing: Standing) -> str:
        """A finding with all that is told of it."""
        lang, row = self.lang, item.row
        bare, effect = without_effect(item.finding)
        severity = text(f"severity.{row['severity']}", lang)
        head = f"{severity} {in_language(CHECKS[row['code']].title, lang)}"
        lines = [
            f"{paint(head, STYLES[row['severity']], colour=self.colour)}  {paint(row['code'], 'bold', colour=self.colour)}",
            *([self.line("where", where)] if (where := where_line(row, lang, self.term(outcome), outcome.teams)) else []),
            self.line("what", clean(render(bare, lang, self.term(outcome)) if effect else row["message"][lang])),
        ]
        if row["clause"] is not None:
            lines.append(self.line("clause", clause_name(row["clause"], row["basis"], outcome.sheet, lang)))
        said = zip(("expected", "actual"), item.finding.compared, strict=True)
        lines += [self.line(key, clean(value)) for key, value in said if value is not None]
        lines += [self.line("option", said) for said in option_lines(row["options"], outcome.sheet, lang)]
        if effect:
            lines.append(self.line("effect", effect_line(effect, outcome.sheet, lang)))
        lines += self.chain(item, outcome)
        lines.append(self.line("source", f"{_source(outcome)}  {clean(row['pointer'])}"))
        if row["cell"] is not None:
            lines.append(self.line("cell", clean(row["cell"])))
        lines.append(self.line("print", row["fingerprint"]))
        if standing.waiver is not None:
            waiver = standing.waiver
            signed = text("waived", lang, author=waiver.author, date=waiver.date, reason=waiver.reason)
            lines.append(self.line("waived", clean(signed)))
        return "\n".join(lines) + "\n\n"

    def chain(self, item: Item, outcome: Outcome) -> Iterator[str]:
        """What would put a cause right, and how much follows from it; of what follows, its cause."""
        row, lang = item.row, self.lang
        if row["follows_from"] is not None:
            yield self.line("cause", row["follows_from"])
        fits = row["fits_if"]
        if fits is None:  # nothing follows from it
            return
        if (fits["pointer"], fits["value"]) != (row["pointer"], row["expected"]):
            key = "audit.fits" if fits["value"] is not None else "audit.fits.without"
            place = pointer_name(fits["pointer"], outcome.hands, lang, self.term(outcome))
            value = say_value(type_at(fits["pointer"]), fits["value"] or "", lang)
            yield self.line("fits", clean(text(key, lang, place=place, value=value)))
        following = [other.row["code"] for other in outcome.items if other.row["follows_from"] == row["fingerprint"]]
        if not following:
            return
        codes = ", ".join(f"{code} ×{count}" if count > 1 else code for code, count in Counter(following).items())
        yield self.line("follows", text("audit.follows", lang, n=len(following), codes=codes))

    @staticmethod
    def term(outcome: Outcome) -> Words:
        """What the sheet of a record calls a trick."""
        return SHEETS[outcome.sheet].term if outcome.sheet is not None and outcome.sheet in SHEETS else TRICK

    def line(self, key: str, value: str) -> str:
        """One labelled line of a block."""
        return labelled(text(f"label.{key}", self.lang), value, self.lang, colour=self.colour)


def _source(outcome: Outcome) -> str:
    """The file of a record, and its line where it has one."""
    return clean(outcome.source) + (f":{outcome.line}" if outcome.line is not None else "")


def without_effect(finding: Finding) -> tuple[Finding, str]:
    """A finding without the effect that its message would end with, and that effect by itself."""
    effect = str(finding.params.get("effect", ""))
    params = {name: value for name, value in finding.params.items() if name != "effect"}
    return replace(finding, params=params), effect


def where_line(row: Mapping[str, Any], lang: Lang, term: Words, teams: Sequence[str] = ()) -> str:
    """Where a finding is: who played and the match, hand, trick and play, seat."""
    hand = "" if row["hand"] is None else hand_name(row["hand"], lang)
    match = text("audit.match", lang, teams=" – ".join(teams), match=row["match"]) if teams and row["match"] else row["match"]
    parts = (match, hand, place_name(row["trick"], row["play"], lang, term), seat_name(row["seat"], lang))
    return clean(" · ".join(part for part in parts if part))


def option_lines(identifiers: Sequence[str], sheet: str | None, lang: Lang) -> list[str]:
    """The options that a verdict rests on, a line each: its ids, its key and the question."""
    lines: dict[str, list[str]] = {}
    for identifier in identifiers:
        found = options_called(identifier)
        option = found.get(sheet or "") or next(iter(found.values()), None)
        colon = "：" if lang == "zh" else ": "
        said = "" if option is None else f" {option.key}{colon}{in_language(option, lang)}"
        lines.setdefault(said, []).append(clean(identifier))
    return [", ".join(ids) + said for said, ids in lines.items()]


def effect_line(effect: str, sheet: str | None, lang: Lang) -> str:
    """What the sheet prescribes for a fault once it is ruled: the clause in words, and the levels that follow."""
    identifier, _, levels = effect.partition(": ")
    found = clauses(sheet).get(identifier) if sheet is not None else None
    words = f"{identifier} {in_language(found, lang)}" if found is not None else identifier
    return f"{words} → {levels}" if levels else words


def rejection_lines(rejection: Rejection, lang: Lang, *, colour: bool) -> str:
    """Why an input was refused, for standard error: the place, then each of the first problems."""
    where = clean(rejection.source) + (f":{rejection.line}" if rejection.line is not None else "")
    problems = rejection.errors or (rejection,)
    lines = [f"{paint(text('rejected', lang), 'red', colour=colour)} {where}"]
    for problem in problems[:PROBLEMS_SHOWN]:
        parts = [problem.code]
        if problem.pointer:
            parts.append(clean(problem.pointer))
        parts.append(clean(in_language(problem.message, lang)))
        if problem.found is not None:
            parts.append(text("found", lang, value=clean(problem.found)))
        if problem.expected is not None:
            parts.append(text("expected", lang, value=clean(problem.expected)))
        lines.append("  " + "  ".join(parts))
        choices = getattr(problem, "choices", ())
        if choices:
            lines.append("    " + text("convert.choices", lang))
            lines += [f"    {number}) {clean(each)}" for number, each in enumerate(choices, start=1)]
    total: int = getattr(rejection, "total", len(problems))
    if total > PROBLEMS_SHOWN:
        lines.append("  " + text("rejected.more", lang, n=total - PROBLEMS_SHOWN))
    return "\n".join(lines)
