"""`paipu judge` of the trick family: plays, throws, bids, answers to 炒底, tricks, results, incidents."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from paipu.ingest.question.answer import Answer
from paipu.ingest.question.asked import Asked, TrickAsked
from paipu.ingest.question.errors import QuestionError, concerning, text
from paipu.ingest.question.hidden import hands_with, in_all, may_be, with_play
from paipu.ingest.question.noted import LATER, Document, incident_document, known
from paipu.ingest.question.question import Question
from paipu.ingest.question.reading import cards_of, needed, read_cards, read_partly, read_seen, read_suit, read_thrown, unseated
from paipu.ingest.question.rest import counts, hindsight, kitty_with, noted_position, position_of, rest_of, unseen
from paipu.replay.cards import HIDDEN, seen_cards, split_cards
from paipu.replay.notation import PASS, join_trick, plays_in, read_token, split_trick, with_sizes
from paipu.replay.question import (
    ScoreSheet,
    Situation,
    Verdict,
    Word,
    judge_declarations,
    judge_first_leader,
    judge_follow,
    judge_incidents,
    judge_lead,
    judge_result,
    judge_trick,
    shown_too_often,
)
from paipu.replay.question.tricks import before_hand
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.solve.rest import Position, on_table
from paipu.replay.solve.words import wins_at_any_score
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.words import join, seat_name, suit_name


def _buried(question: Question, size: int) -> str | None:
    """The cards of the kitty as far as they were seen, None where they are not told."""
    if question.kitty is not None and question.kitty_points is not None:
        raise QuestionError("rest.both", option="--kitty-points")
    if question.kitty is None:
        return None
    with concerning("--kitty"):
        kitty = read_cards(question.kitty, partly=True)
    if len(split_cards(kitty)) != size:
        raise QuestionError("rest.kitty", option="--kitty", count=len(split_cards(kitty)), size=size)
    return kitty


def _of_ranks(kitty: str, left: Sequence[str], copies: int) -> str | None:
    """A kitty with a card that is left for each of which the rank alone was seen, which tells what it counts; None where no
    rank was seen of one. Raises QuestionError where no card is left that it may be.
    """
    found, others = list[str](), list(left)
    for card in split_cards(kitty):
        if card[0] == HIDDEN:
            return None
        whole = (
            next((each for each in others if each[0] == card[0] and len(each) == len(card)), None) if HIDDEN in card else card
        )
        if whole is None:
            raise QuestionError("judge.hidden_none", option="--kitty", given=kitty, copies=copies)
        if HIDDEN in card:
            others.remove(whole)
        found.append(whole)
    return "".join(found)


class Tricks(Asked[TrickSheet]):
    """A question about a trick game."""

    def __init__(self, question: Question, asked: str) -> None:
        super().__init__(question, asked, TRICK_SHEETS[question.sheet])
        level = self.level()
        fixed = self.sheet.at_level(level).fixed_trump
        with concerning("--trump"):
            trump = read_suit(question.trump) if question.trump is not None else fixed or ""
            if fixed is not None and trump != fixed:
                raise QuestionError("judge.trump", trump=trump, trumps=fixed)
        self.situation = Situation(self.sheet.key, level, trump, self.options)

    def level(self) -> str:
        """The level of the hand: that of the banker's side, with which one that is given must agree."""
        sheet, told = self.sheet, self.question.level
        own = self.levels[sheet.sides[sheet.side_of[self.banker]]] if self.levels and self.banker else None
        with concerning("--level"):
            level = self.read_level(told or own or sheet.first_level, sheet.ladder)
        if own is not None and level != own:
            raise QuestionError("judge.level_of_bank", option="--level", level=told or "", own=own, banker=self.banker or "")
        return level

    def needs_trump(self) -> None:
        """Cards are compared under a trump, and at a level."""
        needed(self.situation.trump, "--trump")
        if self.sheet.schedule is not None:
            needed(self.question.level or self.question.levels, "--level")

    # -- whether something is legal

    def plays(self) -> Answer:
        """Plays on a lead, or as leads."""
        question, sheet, gone, seat = self.question, self.sheet, self.gone, self.seat
        hand, trump = needed(self.hand, "--hand"), needed(self.situation.trump, "--trump")
        plays, verdicts = needed(question.play, "--play"), list[Verdict]()
        with concerning("--lead"):
            led = read_cards(unseated(question.lead), partly=True) if question.lead is not None else None
        if led is not None:
            with concerning("--play"):
                made = [read_cards(unseated(each)) for each in plays]
            for each in (hand, *made):
                self.check_copies(led, each, gone)
            ways = may_be(sheet.cards.copies, led, hand)
            verdicts = [
                in_all([judge_follow(self.situation, lead=lead, hand=held, play=each) for lead, held in with_play(ways, each)])
                for each in made
            ]
        else:
            hands = self.read_hands(question.others, "--others")
            self.check_copies(hand, gone, *hands.values())
            leader = seat or next((each for each in sheet.seats if each not in hands), None)
            if leader is None or leader in hands:
                raise QuestionError("judge.leader", option="--others", seat=leader or "—")
            with concerning("--play"):
                made = [read_thrown(each) for each in plays]
            for thrown in made:
                self.check_copies(cards_of(thrown), gone, *hands.values())
                leads = [
                    judge_lead(self.situation, hand=held or "", play=thrown, seat=leader, others=hands, gone=gone)
                    for held in hands_with(sheet.cards.copies, hand, cards_of(thrown))
                ]
                verdicts.append(in_all(leads))
        about = text("judge.leading", self.lang) if led is None else text("judge.led", self.lang, lead=led)
        return self.answer(
            asked="play",
            verdicts=verdicts,
            facts={"trump": trump, "lead": led},
            about=[self.with_trump, about],
            seat=seat,
            who=["judge.leader_word" if led is None else "judge.follower"],
            choices="stands" if led is None else "allowed",
        )

    def shown(self) -> tuple[Sequence[str], Sequence[str]]:
        """The bids, and the answers to 炒底."""
        question, sheet = self.question, self.sheet
        answers = self.read_shown(question.asked, "--asked", passes=True)
        if answers and sheet.at_level(self.situation.level).reopen is None:
            raise QuestionError("judge.no_asking", option="--asked", sheet=sheet.key)
        bids = self.read_shown(question.bids, "--bids")
        beyond = shown_too_often(self.situation, bids, self.banker, answers)
        if beyond is not None:
            raise QuestionError("judge.copies", card=beyond[0], count=beyond[1], copies=sheet.cards.copies)
        return bids, answers

    def bids(self) -> Answer:
        """Bids, answers to 炒底, and the kitty turned up."""
        lang, sheet = self.lang, self.sheet.at_level(self.situation.level)
        with concerning("--kitty"):
            turned = read_cards(self.question.kitty) if self.question.kitty is not None else None
        if turned is not None and (sheet.silence != "kitty" or not sheet.kitty_size):
            raise QuestionError("judge.no_kitty", option="--kitty", sheet=sheet.key)
        bids, answers = self.shown()
        if turned is not None and bids and not sheet.bids.closed_by_kitty:
            raise QuestionError("judge.kitty_declared", option="--kitty", sheet=sheet.key)
        if sheet.bids.attackers_only or (answers and judge_declarations(self.situation, bids, kitty=turned).banker is None):
            needed(self.banker, "--banker")
        bidding = judge_declarations(self.situation, bids, self.banker, kitty=turned, asked=answers)
        banker = seat_name(bidding.banker, lang) or text("unknown", lang)
        end = [text("judge.result", lang, trump=suit_name(bidding.trump, lang), banker=banker)]
        if bidding.taker is not None:
            end.append(text("judge.taker", lang, seat=seat_name(bidding.taker, lang)))
        if bidding.stakes:
            end.append(text("judge.stakes", lang, seats=join((seat_name(seat, lang) for seat in bidding.stakes), lang)))
        facts = {"trump": bidding.trump, "lead": None, "banker": bidding.banker, "taker": bidding.taker}
        verdicts = [*([bidding.turned] if bidding.turned is not None else []), *bidding.bids, *bidding.asked]
        return self.answer(asked="bids", verdicts=verdicts, facts={**facts, "stakes": bidding.stakes}, end=end)

    # -- the record of which it asks

    def noted(self) -> Sequence[Document]:
        question, asked = self.question, self.asked
        if asked in {"--lead", "--play"}:
            told = self.noted_play()
        elif asked == "--rest":
            told = self.noted_rest()
        elif asked in {"--trick", "--after"}:
            told = self.noted_trick(self.whole_trick(question.trick or question.after or "", asked))
        else:
            told = self.noted_terms()
        leader = told["tricks"][0][0] if "tricks" in told else None  # without a banker no play is judged
        number, banker = self.turn(self.banker or leader)
        return [{**known(no=number, level=self.level_told, trump=self.situation.trump, dealer=banker), **told}]

    def turn(self, banker: str | None) -> tuple[int, str | None]:
        """The number of a hand and its banker; where these are fixed, of the turn that has them, or at least the level."""
        schedule, level = self.sheet.schedule, self.situation.level
        if schedule is None:
            return (1 if banker is None else LATER), banker
        own = next((turn for turn in schedule.turns if turn[1] == level), (banker or "", level))
        turn = (banker or "", level) if (banker or "", level) in schedule.turns else own
        return before_hand(self.sheet, level, turn[0])[0], turn[0] or None

    def noted_trick(self, trick: str) -> Document:
        """A trick; where bankers are fixed it comes after another, for it need not be the banker who leads it."""
        lead = split_cards(read_token(split_trick(trick)[1]).stood)
        left = dict.fromkeys(self.sheet.seats, self.sheet.hand_size - len(lead)) if self.sheet.schedule is not None else None
        return known(left=left, tricks=[trick])

    def noted_play(self) -> Document:
        """The hand before a play and its trick; nobody has more cards left than the leader."""
        question, seats, held = self.question, self.sheet.seats, needed(self.hand, "--hand")
        play, *_ = needed(question.play, "--play")
        hands = self.read_hands(question.others, "--others")
        led = read_cards(unseated(question.lead), partly=True) if question.lead is not None else None
        if led is not None:
            seat = self.seat or seats[1]
            trick = join_trick(seats[seats.index(seat) - 1], led, read_cards(unseated(play)))
        else:
            seat = self.seat or next(each for each in seats if each not in hands)
            trick = join_trick(seat, read_thrown(play))
        count = len(split_cards(held))
        midway = count != self.sheet.at_level(self.situation.level).hand_size
        return known(deal={**hands, seat: held}, left=dict.fromkeys(seats, count) if midway else None, tricks=[trick])

    def noted_rest(self) -> Document:
        """A position; the kitty, where its cards are told, and who took it up again."""
        told, (_, answers) = self.position(), self.shown()
        buried = _buried(self.question, self.sheet.at_level(self.situation.level).kitty_size)
        kitty: list[Document] = [known(seat=told.banker, bury=buried if not answers else None)] if buried or answers else []
        for answer in answers:
            seat, _, cards = answer.partition(" ")
            last = {"bury": buried} if buried and seat == told.taker else {}
            kitty.append({"seat": seat, "pass": True} if cards == PASS else {"seat": seat, "show": cards, **last})
        return known(**noted_position(self, told), kitty=kitty)

    def noted_terms(self) -> Document:
        """What was declared, asked and noted, and what the score sheet says."""
        question = self.question
        bids, answers = self.shown()
        burier = self.banker or (judge_declarations(self.situation, bids).banker if answers else None)
        kitty: list[Document] = [{"seat": burier}] if answers else []
        for answer in answers:
            seat, _, cards = answer.partition(" ")
            kitty.append({"seat": seat, "pass": True} if cards == PASS else {"seat": seat, "show": cards})
        with concerning("--kitty"):
            turned = read_cards(question.kitty) if question.kitty is not None else None
        whole = question.kitty_points is None and not self.incidents  # what a score sheet says is with both
        told = known(
            claims=known(attackers=question.attackers if whole else None),
            deal=known(kitty=turned),
            bids=bids,
            kitty=kitty,
            incidents=[incident_document(each) for each in self.incidents],
        )
        if turned is None:
            return told
        late = [{"seat": seat, "show": cards} for seat, _, cards in (bid.partition(" ") for bid in bids)]
        return {**told, "bids": [], **known(kitty=[*late, *kitty])}  # nobody had declared when the kitty was turned up

    # -- the rest of a hand

    def position(self) -> Position:
        """A position, of which trump and banker have to be told. Raises QuestionError for one that cannot be."""
        question, sheet = self.question, self.sheet.at_level(self.situation.level)
        self.needs_trump()
        banker = needed(self.banker, "--banker")
        given = question.trick
        trick = self.whole_trick(given, "--trick") if given is not None else None
        if trick is not None and plays_in(trick) == len(sheet.seats):
            raise QuestionError("rest.whole", option="--trick")
        for option, value in (("--attackers", question.attackers), ("--kitty-points", question.kitty_points)):
            if value is not None and (value % 5 or (value < 0 and option == "--kitty-points")):
                raise QuestionError("judge.points", option=option, given=value)
        taker = next((answer[0] for answer in reversed(self.shown()[1]) if not answer.endswith(f" {PASS}")), None)
        kitty = _buried(self.question, self.sheet.at_level(self.situation.level).kitty_size)
        seen = "".join(seen_cards(kitty or ""))
        whole = kitty if kitty == seen else None
        told = position_of(self, trick, banker=banker, kitty=whole, taker=taker, attackers=question.attackers)
        sizes = counts(self, told)
        most = max(sizes, key=lambda seat: sizes[seat])
        for seat, count in sizes.items():
            if count != sizes[most]:
                raise QuestionError("rest.counts", option="--hands", seat=seat, count=count, other=most, wanted=sizes[most])
        points, hidden = question.kitty_points, kitty is not None and whole is None
        if points is None and not hidden:
            return told
        with concerning("--hands"):
            self.check_copies(seen, *told.hands.values())
        ctx = sheet.context(self.situation.level, self.situation.trump)
        rest = unseen(sheet.cards.copies, ctx.order, *told.hands.values(), *on_table(sheet, told).values(), seen)
        if points is None:
            return told._replace(kitty=_of_ranks(kitty or "", rest, sheet.cards.copies))
        kitty = kitty_with(points, sheet.kitty_size, [(card, ctx.points[card]) for card in rest])
        if kitty is None:
            raise QuestionError("rest.points", option="--kitty-points", given=points, size=sheet.kitty_size)
        return told._replace(kitty=kitty)

    def rest(self) -> Answer:
        """What the rest of a hand comes to, and where that is sure, what the hand then does."""
        told = self.position()
        verdict = rest_of(self, told)
        verdicts, points = [verdict], int(str(verdict.values.get("low", 0)))
        scored = self.levels is not None or self.sheet.schedule is not None
        if told.attackers is not None and scored and verdict.default is Word.SETTLED and not wins_at_any_score(points):
            sheet = ScoreSheet(banker=told.banker, attackers=points, levels=self.levels, asked=self.shown()[1])
            verdicts += judge_result(self.situation, sheet)
        return self.settled("rest", verdicts, self.question.trick, end=hindsight(self.lang))

    # -- what has values for an answer

    def of_trick(self, given: str, asked: TrickAsked) -> Sequence[Verdict]:
        return judge_trick(self.situation, self.whole_trick(given, self.asked), asked)

    def whole_trick(self, given: str, option: str) -> str:
        """A trick in which each seat plays once, as far as it was seen, and of which the lead may be a failed throw."""

        def read(number: int, token: str) -> str:
            return read_partly(token) if number else read_seen(token) if HIDDEN in token else read_thrown(token)

        self.needs_trump()
        return with_sizes(self.read_trick(given, option, read, len(self.sheet.seats)))

    def leads(self) -> Answer:
        """Who leads the first trick."""
        return self.settled("leads", [judge_first_leader(self.situation, self.banker, *self.shown())])

    def incident(self) -> Answer:
        """What an incident costs."""
        return self.settled("incident", judge_incidents(self.situation, self.score_sheet()))

    def result(self) -> Answer:
        """What a hand comes to."""
        return self.settled("result", judge_result(self.situation, self.score_sheet()))

    def score_sheet(self) -> ScoreSheet:
        """What is told of a hand."""
        question, sheet, last = self.question, self.sheet, self.question.last
        if last is not None and " " in last.strip():
            last = self.whole_trick(last, "--last")
            if plays_in(last) != len(sheet.seats):
                raise QuestionError("judge.trick_plays", option="--last", given=last, count=len(sheet.seats))
        elif last is not None:
            self.needs_trump()
            with concerning("--last"):
                last = read_cards(last)
                self.check_copies(last)
        for option, value in (("--attackers", question.attackers), ("--kitty-points", question.kitty_points)):
            if value is not None and (value % 5 or (value < 0 and option == "--kitty-points")):
                raise QuestionError("judge.points", option=option, given=value)
        bids, answers = self.shown()
        return ScoreSheet(
            banker=self.banker,
            attackers=question.attackers,
            kitty_points=question.kitty_points,
            last=last,
            levels=self.levels,
            bids=bids,
            asked=answers,
            incidents=self.incidents,
            failures=question.failures,
            earlier=question.earlier,
        )


ANSWERS: Final[Mapping[str, Callable[[Tricks], Answer]]] = {
    **dict.fromkeys(("--lead", "--play"), Tricks.plays),
    **dict.fromkeys(("--bids", "--kitty", "--asked"), Tricks.bids),
    **dict.fromkeys(("--trick", "--after"), Tricks.trick),
    "--leads": Tricks.leads,
    "--rest": Tricks.rest,
    "--time": Tricks.time,
    "--incident": Tricks.incident,
    "--result": Tricks.result,
}
"""What answers, by the option that asks."""
