"""Verdicts of `paipu judge` in words and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cli.formats.as_ndjson import to_json
from cli.formats.as_text import clause_line, labelled
from cli.support.words import card_name, join, level_name, one_of, seat_name, suit_name
from cli.text import Lang, text
from replay.audit import ENGINE_VERSION
from replay.cards import split_cards
from replay.catalogue import clause_of_codes, clauses, options
from replay.checks import render
from replay.judge import Bidding, JudgedBid, Otherwise, Situation, Verdict, Word
from replay.sheets import SHEETS
from replay.sheets.names import SHEET_NAMES

LANGS: Final[tuple[Lang, Lang]] = ("zh", "en")
LISTED: Final = 12
"""How many legal plays are shown to a person; JSON has more."""


class Answer:
    """Verdicts in words."""

    def __init__(self, situation: Situation, lead: str | None, seat: str | None, lang: Lang) -> None:
        self.situation, self.lead, self.seat, self.lang = situation, lead, seat, lang

    def lines(self, verdicts: Sequence[Verdict]) -> Iterator[str]:
        """The question, and the verdict on each play."""
        yield self.head(with_trump=True)
        for verdict in verdicts:
            yield ""
            yield from self.verdict_lines(verdict, verdict.subject)

    def head(self, *, with_trump: bool) -> str:
        """Under what it is judged."""
        situation, lang = self.situation, self.lang
        parts = [
            f"{getattr(SHEET_NAMES[situation.sheet], lang)} {situation.sheet}",
            text("judge.at_level", lang, level=level_name(situation.level, lang)),
        ]
        if with_trump:
            parts.append(text("judge.with_trump", lang, trump=suit_name(situation.trump, lang)))
            parts.append(text("judge.leading", lang) if self.lead is None else text("judge.led", lang, lead=self.lead))
        parts += [f"{key}={value}" for key, value in situation.options.items()]
        return " · ".join(parts)

    def verdict_lines(self, verdict: Verdict, subject: str) -> Iterator[str]:
        """One verdict: the word, the clause, why, what was legal, and what another reading would say."""
        lang = self.lang
        word = text(f"word.{verdict.word}", lang)
        if verdict.word is not verdict.default:
            word += " " + text("judge.by_default", lang, word=text(f"word.{verdict.default}", lang))
        yield f"{subject}  {word}"
        rows: list[tuple[str, str]] = []
        if verdict.clause is not None:
            rows.append(("clause", clause_line(verdict.clause, verdict.basis, self.situation.sheet, lang)))
        if verdict.finding is not None:
            rows.append(("what", self.message(verdict, lang) or ""))
        if verdict.missing:
            seats = join((seat_name(seat, lang) for seat in verdict.missing), lang)
            undecided = verdict.default is Word.UNDETERMINED
            rows.append(("missing", text("judge.missing" if undecided else "judge.missing_part", lang, seats=seats)))
        elif verdict.default is Word.UNDETERMINED:
            rows.append(("missing", text("judge.mixed_lead", lang)))
        if verdict.allowed:
            listed = verdict.allowed[:LISTED]
            key = "allowed" if self.lead is not None else "stands"
            rows.append((key, f"{' | '.join(listed)}  ({one_of(verdict.total, len(listed), lang)})"))
        if verdict.fine is not None:
            rows.append(("fine", self.fine(verdict.fine)))
        rows += [("otherwise", self.otherwise(other)) for other in verdict.otherwise]
        yield from (self.row(key, value) for key, value in rows)

    def fine(self, points: int) -> str:
        """What a failed throw costs, and whom."""
        clause, _ = clause_of_codes(self.situation.sheet)["PENALTY-THROW"]
        sides = SHEETS[self.situation.sheet].sides
        side = next((side for side in sides if self.seat is not None and self.seat in side), None)
        return text(
            "judge.fine",
            self.lang,
            n=points,
            side=side or text("judge.leaders_side", self.lang),
            clause=clause or "",
        )

    def row(self, key: str, value: str) -> str:
        """A labelled line."""
        return labelled(text(f"label.{key}", self.lang), value, self.lang, colour=False)

    def otherwise(self, other: Otherwise) -> str:
        """What another value of an option would make of it."""
        option, lang = options(self.situation.sheet)[other.option], self.lang
        said = text(
            "judge.otherwise",
            lang,
            ids=", ".join(other.ids),
            setting=f"{other.option}={other.value}",
            meaning=getattr(option.choices[other.value], lang),
            word=text(f"word.{other.word}", lang),
        )
        told = [said, " | ".join(other.allowed)]
        if other.fine is not None:
            told.append(text("judge.fine_of", lang, n=other.fine))
        return " ".join(part for part in told if part)

    def message(self, verdict: Verdict, lang: Lang) -> str | None:
        """What the audit would say of it; whoever is not named is the leader or the follower."""
        if verdict.finding is None:
            return None
        finding = verdict.finding
        if self.seat is not None:
            who = self.seat
        elif finding.where.trick is not None:
            who = text("judge.follower" if self.lead is not None else "judge.leader_word", lang)
        else:
            who = finding.seat or ""
        return render(replace(finding, seat=who), lang)

    def as_dict(self, verdict: Verdict) -> dict[str, Any]:
        """A verdict as JSON has it: every key always there."""
        clause = clauses(self.situation.sheet).get(verdict.clause or "")
        return {
            "subject": verdict.subject,
            "word": str(verdict.word),
            "default": str(verdict.default),
            "code": verdict.code,
            "clause": verdict.clause,
            "clause_text": {"zh": clause.zh, "en": clause.en} if clause is not None else None,
            "basis": str(verdict.basis),
            "message": {lang: self.message(verdict, lang) for lang in LANGS} if verdict.finding is not None else None,
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
                "trump": situation.trump,
                "options": dict(situation.options),
                "lead": self.lead,
                "verdicts": list(verdicts),
                **more,
            }
        )

    # -- bids

    def lines_of_bids(self, bidding: Bidding) -> Iterator[str]:
        """The verdict on each bid and each answer to 炒底, and where they lead."""
        lang = self.lang
        yield self.head(with_trump=False)
        if bidding.turned is not None:
            yield ""
            yield from self.turned(bidding.turned)
        for bid in (*bidding.bids, *bidding.asked):
            yield ""
            yield from self.verdict_lines(bid.verdict, f"{seat_name(bid.seat, lang)}  {bid.verdict.subject}")
            stands = text("judge.stands", lang, trump=suit_name(bid.trump, lang), banker=seat_name(bid.banker, lang) or "—")
            yield self.row("after", stands)
        yield ""
        banker = seat_name(bidding.banker, lang) or text("unknown", lang)
        yield text("judge.result", lang, trump=suit_name(bidding.trump, lang), banker=banker)
        if bidding.taker is not None:
            yield text("judge.taker", lang, seat=seat_name(bidding.taker, lang))
        if bidding.stakes:
            yield text("judge.stakes", lang, seats=join((seat_name(seat, lang) for seat in bidding.stakes), lang))

    def turned(self, verdict: Verdict) -> Iterator[str]:
        """What the kitty says where nobody declared."""
        lang = self.lang
        yield text("judge.turned", lang, cards=" ".join(card_name(card, lang) for card in split_cards(verdict.subject)))
        yield self.row("trump", suit_name(next(iter(verdict.allowed), None), lang))
        if verdict.clause is not None:
            yield self.row("clause", clause_line(verdict.clause, verdict.basis, self.situation.sheet, lang))
        yield from (self.row("otherwise", self.otherwise(other)) for other in verdict.otherwise)

    def json_of_bids(self, bidding: Bidding) -> str:
        """The same as one document."""
        turned = bidding.turned
        return self.json(
            [self.bid(bid) for bid in bidding.bids],
            asked=[self.bid(bid) for bid in bidding.asked],
            turned=self.as_dict(turned) if turned is not None else None,
            trump=bidding.trump,
            banker=bidding.banker,
            taker=bidding.taker,
            stakes=list(bidding.stakes),
        )

    def bid(self, bid: JudgedBid) -> dict[str, Any]:
        """One bid, or one answer, as JSON has it."""
        return {"seat": bid.seat, **self.as_dict(bid.verdict), "trump": bid.trump, "banker": bid.banker}
