"""Verdicts of the climbing family in words and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.judge.answer import Answer
from cli.text import text
from replay.findings import Finding
from replay.judge import JudgedPlay, Reads, Situation, Verdict, Word
from replay.text import Lang
from replay.words import join, reading_name


class PlayAnswer(Answer):
    """Verdicts on plays; `table` is what lies on the table, None for a lead."""

    def __init__(
        self, situation: Situation, seat: str | None, lang: Lang, table: Reads | None, exposed: str | None, *, hand_known: bool
    ) -> None:
        super().__init__(situation, seat, lang)
        self.table, self.exposed, self.hand_known = table, exposed, hand_known

    def lines(self, judged: Sequence[JudgedPlay]) -> Iterator[str]:
        """The question, what lies on the table, and the verdict on each play."""
        yield self.head(self.asked())
        if self.table is not None:
            yield self.row("table", self.reads(self.table))
        for each in judged:
            yield ""
            told = [("reads", self.reads(each.reads))] if each.reads is not None and each.reads.why is not None else []
            yield from self.verdict_lines(each.verdict, each.verdict.subject, told)

    def asked(self) -> list[str]:
        lang = self.lang
        led = text("judge.leading", lang) if self.table is None else text("judge.on_table", lang, cards=self.table.cards)
        return [led, *([text("judge.exposed", lang, cards=self.exposed)] if self.exposed else [])]

    def reads(self, reads: Reads) -> str:
        """What cards count as and why, and what else they could be."""
        lang = self.lang
        if reads.why is None:
            return text("judge.no_combination", lang)
        taken = reads.stands or reads.declared
        others = [each for each in reads.readings if each != taken]
        why = [text(f"judge.why.{reads.why}", lang, ids=", ".join(reads.ids))] if others or reads.stands is None else []
        if taken is None:
            return text("judge.reads", lang, reading=self.names(reads.readings), why=why[0])
        if others:
            why.append(text("judge.could_be", lang, readings=self.names(others)))
        told = ("；" if lang == "zh" else "; ").join(why)
        name = reading_name(taken, lang)
        return text("judge.reads", lang, reading=name, why=told) if told else name

    def names(self, readings: Sequence[str]) -> str:
        """Readings in words."""
        return join((reading_name(each, self.lang) for each in readings), self.lang)

    def who(self, finding: Finding, lang: Lang) -> str:
        if self.table is None:
            return text("judge.leader_word", lang)
        return text("judge.follower" if finding.where.play != 1 else "judge.before", lang)

    def undecided(self, verdict: Verdict) -> str:  # noqa: ARG002 - what lies there is the only reason there is
        return text("judge.bad_table", self.lang)

    def choices(self, verdict: Verdict) -> Iterator[tuple[str, str]]:
        if verdict.default is Word.UNDETERMINED or verdict.total is None:
            return
        lang = self.lang
        if not verdict.allowed:
            yield "allowed", text("judge.pass_only", lang)
        else:
            free = text("judge.or_pass", lang) if self.table is not None else ""
            yield "stands" if self.exposed else "allowed", self.listed(verdict) + free

    def facts(self) -> Mapping[str, object]:
        table = reads_as_dict(self.table) if self.table is not None else None
        return {"asked": "play", "table": table, "exposed": self.exposed, "double": None}

    def play_as_dict(self, judged: JudgedPlay) -> dict[str, Any]:
        """A verdict on a play, with what the cards may be."""
        return {**self.as_dict(judged.verdict), "reads": reads_as_dict(judged.reads) if judged.reads is not None else None}


def reads_as_dict(reads: Reads) -> dict[str, Any]:
    """What some cards may be, as JSON has it."""
    return {**reads._asdict(), "readings": list(reads.readings), "ids": list(reads.ids)}


class TributeAnswer(Answer):
    """Verdicts on cards paid or returned; `double`: both losers pay."""

    def __init__(self, situation: Situation, seat: str | None, lang: Lang, *, returned: bool, double: bool) -> None:
        super().__init__(situation, seat, lang)
        self.returned, self.double = returned, double

    def lines(self, verdicts: Sequence[Verdict]) -> Iterator[str]:
        """The question, and the verdict on each card."""
        yield self.head(self.asked())
        for verdict in verdicts:
            yield ""
            yield from self.verdict_lines(verdict, verdict.subject)

    def asked(self) -> list[str]:
        asked = text("judge.returning" if self.returned else "label.tribute", self.lang)
        return [asked, text("judge.double" if self.double else "judge.single", self.lang)]

    def who(self, finding: Finding, lang: Lang) -> str:  # noqa: ARG002 - one who gives a card is asked about alone
        return text("judge.receiver" if self.returned else "judge.payer", lang)

    def undecided(self, verdict: Verdict) -> str:
        raise AssertionError(f"a complete hand tells what may be paid: {verdict}")

    def choices(self, verdict: Verdict) -> Iterator[tuple[str, str]]:
        if verdict.allowed:
            yield "returns" if self.returned else "pays", self.listed(verdict)

    def as_dict(self, verdict: Verdict) -> dict[str, Any]:
        return {**super().as_dict(verdict), "kind": "return" if self.returned else "tribute"}

    def facts(self) -> Mapping[str, object]:
        return {"asked": "return" if self.returned else "tribute", "table": None, "exposed": None, "double": self.double}
