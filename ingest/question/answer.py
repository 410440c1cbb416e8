"""The answer to a question in words and as a document."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from paipu.ingest.question.errors import text
from paipu.ingest.question.values import SAID, answer_words, fact_words, play_words, rest_rows, said_words
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.catalogue import clause_for, clause_of_codes, clauses
from paipu.replay.checks import render
from paipu.replay.question import Otherwise, Reads, Situation, Verdict, Word
from paipu.replay.sheets import SHEETS, options_of
from paipu.replay.text import LANGS, Lang, Text, in_language
from paipu.replay.tricks.charges import THROW_FINED
from paipu.replay.words import cards_name, clause_name, count_name, join, level_name, reading_name, seat_name, suit_name

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


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The verdicts on a question.

    `about` says in the head what was asked, `end` what all the verdicts come to; `asked` and `facts` are what JSON has of the
    question. `seat` is who made the play, if that was told; else `who` are the words, by their keys, for whoever made the first
    play and the last. `choices` labels what was legal, `passing` where a pass is legal too; `table` is what lies on the table.
    """

    situation: Situation
    lang: Lang
    asked: str
    verdicts: Sequence[Verdict]
    facts: Mapping[str, object]
    about: Sequence[str] = ()
    end: Sequence[str] = ()
    seat: str | None = None
    who: Sequence[str] = ()
    choices: str = "allowed"
    passing: bool = False
    table: Reads | None = None

    def head(self) -> str:
        """What was asked, in one line."""
        situation, lang = self.situation, self.lang
        parts = [
            f"{in_language(SHEETS[situation.sheet].title, lang)} {situation.sheet}",
            text("judge.at_level", lang, level=level_name(situation.level, lang)),
            *self.about,
            *(f"{key}={value}" for key, value in situation.options.items()),
        ]
        return " · ".join(parts)

    def subject(self, verdict: Verdict) -> str:
        """What is judged, and the word."""
        lang = self.lang
        if verdict.kind == "turned":
            return text("judge.turned", lang, cards=cards_name(verdict.subject, lang, " "))
        word = text(f"word.{verdict.word}", lang)
        if verdict.word is not verdict.default:
            word += " " + text("judge.by_default", lang, word=text(f"word.{verdict.default}", lang))
        if self.asked == "bids":
            return f"{seat_name(verdict.seat, lang)}  {verdict.subject}  {word}"
        return f"{verdict.subject if self.who else self.message(verdict, lang)}  {word}"

    def rows(self, verdict: Verdict) -> Iterator[tuple[str, str]]:
        """What is told of the play, the clause, why, what was legal, what another reading would say."""
        lang, values = self.lang, verdict.values
        if verdict.reads is not None and verdict.reads.why is not None:
            yield "reads", self.reads(verdict.reads)
        yield from (("played", line) for line in play_words(values, lang))
        if verdict.kind == "turned":
            yield "trump", suit_name(next(iter(verdict.allowed), None), lang)
        yield from (("clause", clause_name(each, verdict.basis, self.situation.sheet, lang)) for each in verdict.clauses)
        if verdict.finding is not None and (self.who or self.asked == "bids"):
            yield "what", self.message(verdict, lang)
        if verdict.kind == "rest":
            yield from rest_rows(values, lang)
        undecided = verdict.default is Word.UNDETERMINED
        if verdict.missing == ("unseen",):
            yield "missing", fact_words("unseen", lang, self.term)
        elif verdict.missing and verdict.kind == "play":
            seats = join((seat_name(seat, lang) for seat in verdict.missing), lang)
            yield "missing", text("judge.missing" if undecided else "judge.missing_part", lang, seats=seats)
        elif undecided and not verdict.missing and verdict.kind != "turned":
            yield "missing", text(f"judge.undecided.{SHEETS[self.situation.sheet].family}", lang)
        if verdict.kind != "turned":
            yield from self.legal(verdict)
        yield from (("otherwise", self.otherwise(other, verdict)) for other in verdict.otherwise)
        if verdict.kind in {"bid", "answer"}:
            trump, banker = (str(values[key]) if values[key] is not None else None for key in ("trump", "banker"))
            stands = text("judge.stands", lang, trump=suit_name(trump, lang), banker=seat_name(banker, lang) or "—")
            yield "after", stands

    def legal(self, verdict: Verdict) -> Iterator[tuple[str, str]]:
        """What was legal, and what the play costs."""
        lang = self.lang
        if verdict.allowed:
            yield self.choices, f"{' | '.join(verdict.allowed[:LISTED])}  {self.counted(verdict)}"
        elif self.passing and verdict.total == 0:
            yield "allowed", text("judge.pass_only", lang)
        if verdict.fine is not None:
            clause, _ = clause_for(clause_of_codes(self.situation.sheet), THROW_FINED)
            sides = (side for side in SHEETS[self.situation.sheet].sides if self.seat is not None and self.seat in side)
            side = next(sides, None) or text("judge.leaders_side", lang)
            yield "fine", text("judge.fine", lang, n=verdict.fine, side=side, clause=clause or "")

    def counted(self, verdict: Verdict) -> str:
        """How many of what was legal are listed, and whether a pass was legal too."""
        shown = min(LISTED, len(verdict.allowed))
        return f"({count_name(verdict.total, shown, self.lang)})" + (text("judge.or_pass", self.lang) if self.passing else "")

    def reads(self, reads: Reads) -> str:
        """What cards count as and why, and what else they could be."""
        lang = self.lang

        def names(readings: Sequence[str]) -> str:
            return join((reading_name(each, lang) for each in readings), lang)

        if reads.why is None:
            return text("judge.no_combination", lang)
        taken = reads.stands or reads.declared
        others = [each for each in reads.readings if each != taken]
        why = [text(f"judge.why.{reads.why}", lang, ids=", ".join(reads.ids))] if others or reads.stands is None else []
        if taken is None:
            return text("judge.reads", lang, reading=names(reads.readings), why=why[0])
        if others:
            why.append(text("judge.could_be", lang, readings=names(others)))
        told = text("list.stop", lang).join(why)
        return text("judge.reads", lang, reading=names([taken]), why=told) if told else names([taken])

    def otherwise(self, other: Otherwise, verdict: Verdict) -> str:
        """What another value of an option would make of it."""
        option, lang = options_of(self.situation.sheet)[other.option], self.lang
        choice = option.choices.get(other.value)
        said = text(
            "judge.otherwise",
            lang,
            ids=", ".join(other.ids),
            setting=f"{other.option}={other.value}",
            meaning=in_language(choice, lang) if choice is not None else text("judge.organisers", lang),
            word=text(f"word.{other.word}", lang),
        )
        known = verdict.kind in SAID and other.values and other.word is not Word.UNDETERMINED
        lacks = verdict.kind in SAID and other.missing and other.word is Word.UNDETERMINED
        facts = text("judge.other_lacks", lang, facts=join((fact_words(each, lang, self.term) for each in other.missing), lang))
        told = [
            said,
            facts if lacks else "",
            " | ".join(other.allowed),
            self.declares(other) if "stakes" in other.values else "",
            said_words(verdict.kind, other.values, lang, self.term) if known else "",
        ]
        if other.fine is not None:
            told.append(text("judge.fine_of", lang, n=other.fine))
        return " ".join(part for part in told if part)

    def declares(self, other: Otherwise) -> str:
        """What a declaration makes trump then, and whether it puts the levels at stake."""
        trump = other.values["trump"]
        said = text("judge.with_trump", self.lang, trump=suit_name(str(trump) if trump is not None else None, self.lang))
        return said + (text("judge.staked", self.lang) if other.values["stakes"] else "")

    @property
    def term(self) -> Text:
        """What the sheet calls a trick."""
        return SHEETS[self.situation.sheet].term

    def message(self, verdict: Verdict, lang: Lang) -> str:
        """What the audit would say of it, whoever is not named being the leader, the follower, the payer; or the answer."""
        finding = verdict.finding
        if verdict.kind in SAID:
            return answer_words(verdict, lang, self.term)
        if finding is None:
            return text(f"answer.play.{verdict.default}", lang, subject=verdict.subject)
        if self.who:
            player = self.seat or text(self.who[0 if finding.where.play == 1 else -1], lang)
        else:
            player = finding.seat or "" if self.asked == "bids" else seat_name(finding.seat, lang)
        return render(replace(finding, seat=player), lang, self.term)

    def as_dict(self, verdict: Verdict) -> dict[str, Any]:
        """A verdict as JSON has it: every key always there."""
        clause = clauses(self.situation.sheet).get(verdict.clause or "")
        return {
            "kind": verdict.kind,
            "seat": verdict.seat,
            "subject": verdict.subject,
            "verdict": VERDICTS[verdict.word],
            "word": verdict.word,
            "default": verdict.default,
            "code": verdict.code,
            "clause": verdict.clause,
            "clause_text": {"zh": clause.zh, "en": clause.en} if clause is not None else None,
            "clauses": verdict.clauses,
            "basis": verdict.basis,
            "message": {lang: self.message(verdict, lang) for lang in LANGS},
            "values": dict(verdict.values),
            "reads": verdict.reads._asdict() if verdict.reads is not None else None,
            "allowed": verdict.allowed,
            "total": verdict.total,
            "fine": verdict.fine,
            "options": verdict.options,
            "otherwise": [asdict(other) for other in verdict.otherwise],
            "missing": verdict.missing,
        }

    def document(self) -> dict[str, Any]:
        """Everything that the answer stands on."""
        situation = self.situation
        return {
            "sheet": situation.sheet,
            "sheet_version": SHEETS[situation.sheet].version,
            "engine_version": ENGINE_VERSION,
            "level": situation.level,
            "options": dict(situation.options),
            "asked": self.asked,
            **self.facts,
            "verdicts": [self.as_dict(verdict) for verdict in self.verdicts],
        }
