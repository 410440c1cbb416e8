"""Verdicts of the trick family in words and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.formats.as_text import clause_line
from cli.judge.answer import Answer
from cli.text import text
from replay.catalogue import clause_of_codes
from replay.findings import Finding
from replay.judge import Bidding, JudgedBid, Situation, Verdict
from replay.report import clause_for
from replay.sheets import SHEETS
from replay.text import Lang
from replay.tricks.tariff import THROW_FINED
from replay.words import cards_name, join, seat_name, suit_name


class TrickAnswer(Answer):
    """Verdicts on plays, and on runs of declarations; `lead` are the cards that were led."""

    def __init__(self, situation: Situation, seat: str | None, lang: Lang, lead: str | None) -> None:
        super().__init__(situation, seat, lang)
        self.lead = lead

    def lines(self, verdicts: Sequence[Verdict]) -> Iterator[str]:
        """The question, and the verdict on each play."""
        yield self.head(self.asked())
        for verdict in verdicts:
            yield ""
            yield from self.verdict_lines(verdict, verdict.subject)

    def asked(self) -> list[str]:
        lang = self.lang
        led = text("judge.leading", lang) if self.lead is None else text("judge.led", lang, lead=self.lead)
        return [text("judge.with_trump", lang, trump=suit_name(self.situation.trump, lang)), led]

    def who(self, finding: Finding, lang: Lang) -> str:
        if finding.where.trick is None:
            return finding.seat or ""
        return text("judge.follower" if self.lead is not None else "judge.leader_word", lang)

    def undecided(self, verdict: Verdict) -> str:  # noqa: ARG002 - a lead of several classes is the only reason there is
        return text("judge.mixed_lead", self.lang)

    def choices(self, verdict: Verdict) -> Iterator[tuple[str, str]]:
        if verdict.allowed:
            yield "allowed" if self.lead is not None else "stands", self.listed(verdict)
        if verdict.fine is not None:
            yield "fine", self.fine(verdict.fine)

    def facts(self) -> Mapping[str, object]:
        return {"asked": "play", "trump": self.situation.trump, "lead": self.lead}

    def fine(self, points: int) -> str:
        """What a failed throw costs, and whom."""
        clause, _ = clause_for(clause_of_codes(self.situation.sheet), *THROW_FINED.split("/"))
        sides = SHEETS[self.situation.sheet].sides
        side = next((side for side in sides if self.seat is not None and self.seat in side), None)
        return text(
            "judge.fine",
            self.lang,
            n=points,
            side=side or text("judge.leaders_side", self.lang),
            clause=clause or "",
        )

    # -- bids

    def lines_of_bids(self, bidding: Bidding) -> Iterator[str]:
        """The verdict on each bid and each answer to 炒底, and where they lead."""
        lang = self.lang
        yield self.head(())
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
        yield text("judge.turned", lang, cards=cards_name(verdict.subject, lang, " "))
        yield self.row("trump", suit_name(next(iter(verdict.allowed), None), lang))
        if verdict.clause is not None:
            yield self.row("clause", clause_line(verdict.clause, verdict.basis, self.situation.sheet, lang))
        yield from (self.row("otherwise", self.otherwise(other, verdict)) for other in verdict.otherwise)

    def json_of_bids(self, bidding: Bidding) -> str:
        """The same as one document."""
        turned = bidding.turned
        shown = [{**self.as_dict(turned), "kind": "turned", "values": {"trump": bidding.trump}}] if turned is not None else []
        shown += [self.bid(bid, "bid") for bid in bidding.bids] + [self.bid(bid, "answer") for bid in bidding.asked]
        return self.json(
            shown,
            asked="bids",
            trump=bidding.trump,
            banker=bidding.banker,
            taker=bidding.taker,
            stakes=list(bidding.stakes),
        )

    def bid(self, bid: JudgedBid, kind: str) -> dict[str, Any]:
        """One bid, or one answer, as JSON has it, with where things stand after it."""
        stands = {"trump": bid.trump, "banker": bid.banker}
        return {**self.as_dict(bid.verdict), "kind": kind, "seat": bid.seat, "values": stands}
