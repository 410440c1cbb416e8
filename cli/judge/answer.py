"""Verdicts of `paipu judge` in words and as JSON: what both families share."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cli.formats.as_ndjson import to_json
from cli.formats.as_text import clause_line, labelled
from cli.text import text
from replay.audit import ENGINE_VERSION
from replay.catalogue import clauses, options
from replay.checks import render
from replay.findings import Finding
from replay.judge import Otherwise, Situation, Verdict, Word
from replay.sheets import SHEETS
from replay.text import LANGS, Lang, in_language
from replay.words import count_name, join, level_name, seat_name

VERDICTS: Final = {
    Word.LEGAL: "legal",
    Word.ILLEGAL: "illegal",
    Word.DISPUTED: "disputed",
    Word.UNDETERMINED: "open",
    Word.SETTLED: "settled",
}
"""The verdict of each word in JSON."""
LISTED: Final = 12
"""How many legal plays are shown to a person; JSON has more."""


class Answer(ABC):
    """Verdicts in words; `seat` is who made the play, if that was told."""

    def __init__(self, situation: Situation, seat: str | None, lang: Lang) -> None:
        self.situation, self.seat, self.lang = situation, seat, lang

    @abstractmethod
    def asked(self) -> list[str]:
        """What was asked, for the head."""

    @abstractmethod
    def who(self, finding: Finding, lang: Lang) -> str:
        """Whom a finding is about, where no seat was told."""

    @abstractmethod
    def undecided(self, verdict: Verdict) -> str:
        """Why nothing can be decided, where no hand is missing."""

    @abstractmethod
    def choices(self, verdict: Verdict) -> Iterator[tuple[str, str]]:
        """What was legal, and what the play costs, as labels and values."""

    @abstractmethod
    def facts(self) -> Mapping[str, object]:
        """What JSON has of the question."""

    def head(self, asked: Sequence[str]) -> str:
        """Under what it is judged."""
        situation, lang = self.situation, self.lang
        parts = [
            f"{in_language(SHEETS[situation.sheet].title, lang)} {situation.sheet}",
            text("judge.at_level", lang, level=level_name(situation.level, lang)),
            *asked,
            *(f"{key}={value}" for key, value in situation.options.items()),
        ]
        return " · ".join(parts)

    def verdict_lines(self, verdict: Verdict, subject: str, told: Sequence[tuple[str, str]] = ()) -> Iterator[str]:
        """One verdict: the word, what is told of the play, the clause, why, what was legal, what another reading would say."""
        lang = self.lang
        word = text(f"word.{verdict.word}", lang)
        if verdict.word is not verdict.default:
            word += " " + text("judge.by_default", lang, word=text(f"word.{verdict.default}", lang))
        yield f"{subject}  {word}"
        rows = list(told)
        rows += [("clause", clause_line(each, verdict.basis, self.situation.sheet, lang)) for each in verdict.clauses]
        if verdict.finding is not None and subject != self.message(verdict, lang):
            rows.append(("what", self.message(verdict, lang)))
        if verdict.missing and verdict.kind == "play":
            seats = join((seat_name(seat, lang) for seat in verdict.missing), lang)
            undecided = verdict.default is Word.UNDETERMINED
            rows.append(("missing", text("judge.missing" if undecided else "judge.missing_part", lang, seats=seats)))
        elif verdict.default is Word.UNDETERMINED and not verdict.missing:
            rows.append(("missing", self.undecided(verdict)))
        rows += self.choices(verdict)
        rows += [("otherwise", self.otherwise(other, verdict)) for other in verdict.otherwise]
        yield from (self.row(key, value) for key, value in rows)

    def listed(self, verdict: Verdict) -> str:
        """Some of the legal plays, and how many there are."""
        shown = verdict.allowed[:LISTED]
        return f"{' | '.join(shown)}  ({count_name(verdict.total, len(shown), self.lang)})"

    def row(self, key: str, value: str) -> str:
        """A labelled line."""
        return labelled(text(f"label.{key}", self.lang), value, self.lang, colour=False)

    def otherwise(self, other: Otherwise, verdict: Verdict) -> str:
        """What another value of an option would make of it."""
        option, lang = options(self.situation.sheet)[other.option], self.lang
        said = text(
            "judge.otherwise",
            lang,
            ids=", ".join(other.ids),
            setting=f"{other.option}={other.value}",
            meaning=in_language(option.choices[other.value], lang),
            word=text(f"word.{other.word}", lang),
        )
        told = [said, " | ".join(other.allowed), self.values_said(verdict, other)]
        if other.fine is not None:
            told.append(text("judge.fine_of", lang, n=other.fine))
        return " ".join(part for part in told if part)

    def values_said(self, verdict: Verdict, other: Otherwise) -> str:  # noqa: ARG002 - a play has no values
        """The values of another reading in words."""
        return ""

    def message(self, verdict: Verdict, lang: Lang) -> str:
        """What the audit would say of it; whoever is not named is the leader, the follower, the payer."""
        finding = verdict.finding
        if finding is None:
            return text(f"answer.play.{verdict.default}", lang, subject=verdict.subject)
        return render(replace(finding, seat=self.seat or self.who(finding, lang)), lang)

    def as_dict(self, verdict: Verdict) -> dict[str, Any]:
        """A verdict as JSON has it: every key always there."""
        clause = clauses(self.situation.sheet).get(verdict.clause or "")
        return {
            "kind": verdict.kind,
            "seat": verdict.seat,
            "subject": verdict.subject,
            "verdict": VERDICTS[verdict.word],
            "word": str(verdict.word),
            "default": str(verdict.default),
            "code": verdict.code,
            "clause": verdict.clause,
            "clause_text": {"zh": clause.zh, "en": clause.en} if clause is not None else None,
            "clauses": list(verdict.clauses),
            "basis": str(verdict.basis),
            "message": {lang: self.message(verdict, lang) for lang in LANGS},
            "values": dict(verdict.values),
            "reads": None,
            "allowed": list(verdict.allowed),
            "total": verdict.total,
            "fine": verdict.fine,
            "options": list(verdict.options),
            "otherwise": [
                {
                    "option": other.option,
                    "ids": list(other.ids),
                    "value": other.value,
                    "mark": other.mark,
                    "word": str(other.word),
                    "code": other.code,
                    "clause": other.clause,
                    "allowed": list(other.allowed),
                    "fine": other.fine,
                    "values": dict(other.values),
                }
                for other in verdict.otherwise
            ],
            "missing": list(verdict.missing),
        }

    def json(self, verdicts: Sequence[Mapping[str, Any]], **more: object) -> str:
        """One document with everything the answer stands on."""
        situation = self.situation
        return to_json(
            {
                "sheet": situation.sheet,
                "sheet_version": SHEETS[situation.sheet].version,
                "engine_version": ENGINE_VERSION,
                "level": situation.level,
                "options": dict(situation.options),
                **self.facts(),
                "verdicts": list(verdicts),
                **more,
            }
        )
