"""`paipu judge` of the climbing family: plays, cards of a tribute, tricks, results, incidents, who pays tribute."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from paipu.ingest.question.answer import Answer
from paipu.ingest.question.asked import Asked, TrickAsked
from paipu.ingest.question.errors import QuestionError, concerning, text
from paipu.ingest.question.hidden import hands_with, in_all
from paipu.ingest.question.noted import LATER, Document, gift, incident_document, known, padded
from paipu.ingest.question.question import Question
from paipu.ingest.question.reading import cards_of, needed, read_cards, read_move, read_play, unmarked, unseated
from paipu.ingest.question.rest import hindsight, noted_position, out_before, position_of, rest_of
from paipu.replay.cards import HIDDEN, split_cards
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.notation import UNSEEN, join_trick
from paipu.replay.question import (
    LAST,
    Places,
    Situation,
    Told,
    Verdict,
    judge_climb,
    judge_conduct,
    judge_due,
    judge_finish,
    judge_first_climb,
    judge_gift,
    judge_play,
    lost_before,
    readings_of,
    sizes_told,
)
from paipu.replay.record import Incident
from paipu.replay.sheets import CLIMBING_SHEETS
from paipu.replay.solve.rest import Position

MOST_EARLIER: Final = 8
"""What nobody comes to a second time without having lost the match: two warnings are a violation, two of these a foul."""


class Climbing(Asked[ClimbingSheet]):
    """A question about a climbing game."""

    def __init__(self, question: Question, asked: str) -> None:
        sheet = CLIMBING_SHEETS[question.sheet]
        super().__init__(question, asked, sheet)
        told = question.level
        ladder = sheet.ladder if sheet.levels is not None else (sheet.first_level,)
        with concerning("--level"):
            level = self.read_level(told, ladder) if told is not None else None
        self.in_force = self.side_in_force(level)
        own = self.levels[self.in_force] if self.levels is not None and self.in_force is not None else None
        self.situation = Situation(sheet.key, level or own or sheet.first_level, options=self.options)

    def side_in_force(self, level: str | None) -> str | None:
        """The side whose level was played, as told, or as the level tells where only one side has it."""
        levels = self.levels
        if self.question.in_force is not None:
            side = self.read_side(self.question.in_force, "--in-force")
            if levels is not None and level is not None and levels[side] != level:
                raise QuestionError("judge.level_in_force", option="--in-force", level=level, side=side, own=levels[side])
            return side
        owners = [side for side, own in (levels or {}).items() if own == level]
        return owners[0] if len(owners) == 1 else None

    def still(self, kind: str) -> str | None:
        """The step that a fault comes to which goes on when the seconds have been counted; None where they are not."""
        return next((row.step for row in self.sheet.penalties.of_kind.get(kind, ()) if row.counted), None)

    # -- whether something is legal

    def plays(self) -> Answer:
        """Plays on what lies on the table, or leads."""
        question, lang, hand = self.question, self.lang, self.hand
        with concerning("--table"):
            table = read_play(question.table) if question.table is not None else None
        exposed = self.exposed(hand)
        with concerning("--play"):
            plays = [read_move(each) for each in needed(question.play, "--play")]
        lying = cards_of(table or "")
        for cards in (hand or "", *map(cards_of, plays)):
            self.check_copies(lying, cards, self.gone)
        held = {play: hands_with(self.sheet.cards.copies, hand, cards_of(play)) for play in plays}
        read = readings_of(self.situation, table) if table is not None else None
        about = text("judge.leading", lang) if table is None else text("judge.on_table", lang, cards=lying)
        return self.answer(
            asked="play",
            verdicts=[
                in_all([judge_play(self.situation, table=table, play=play, hand=each, exposed=exposed) for each in held[play]])
                for play in plays
            ],
            facts={"table": read._asdict() if read is not None else None, "exposed": exposed, "double": None},
            about=[about, *([text("judge.exposed", lang, cards=exposed)] if exposed is not None else [])],
            seat=self.seat,
            who=["judge.leader_word"] if table is None else ["judge.before", "judge.follower"],
            choices="stands" if exposed is not None else "allowed",
            passing=table is not None,
            table=read,
        )

    def exposed(self, hand: str | None) -> str | None:
        """The exposed cards of a leader, which are still in his hand."""
        if self.question.exposed is None:
            return None
        if not self.sheet.conduct.exposed_led:
            raise QuestionError("judge.no_exposed", option="--exposed", sheet=self.sheet.key)
        with concerning("--exposed"):
            exposed = read_cards(self.question.exposed)
            self.check_copies(exposed)
        missing = Counter(split_cards(exposed)) - Counter(split_cards(hand if hand is not None else exposed))
        if missing:
            raise QuestionError("judge.not_in_hand", option="--exposed", card=next(iter(missing)))
        return exposed

    def gifts(self) -> Answer:
        """Cards paid as tribute, or returned for it."""
        question, sheet, hand = self.question, self.sheet, needed(self.hand, "--hand")
        if sheet.tribute is None:
            raise QuestionError("judge.no_tribute", option=self.asked, sheet=sheet.key)
        with concerning("--hand"):
            self.check_copies(hand)
        returned, double = self.asked == "--return", question.double
        with concerning(self.asked):
            cards = [read_cards(unseated(each)) for each in question.return_ or question.tribute or ()]
        for given in cards:
            if len(split_cards(given)) != 1:
                raise QuestionError("judge.one_card", option=self.asked, given=given)
        about = ["judge.returning" if returned else "label.tribute", "judge.double" if double else "judge.single"]
        return self.answer(
            asked="return" if returned else "tribute",
            verdicts=[judge_gift(self.situation, card=card, hand=hand, double=double, returned=returned) for card in cards],
            facts={"table": None, "exposed": None, "double": double},
            about=[text(key, self.lang) for key in about],
            seat=self.seat,
            who=["judge.receiver" if returned else "judge.payer"],
            choices="returns" if returned else "pays",
        )

    # -- the record of which it asks

    def noted(self) -> Sequence[Document]:
        asked, hand = self.asked, known(no=LATER, level=self.level_told)
        if asked in {"--table", "--play"}:
            return [hand | self.noted_play()]
        if asked in {"--tribute", "--return"}:
            return self.noted_gift()
        if asked == "--tribute-from":
            return self.noted_due()
        if asked == "--rest":
            return [hand | noted_position(self, self.position())]
        return [hand | self.noted_round()]

    def noted_play(self) -> Document:
        """The hand before a play, as far as it is told, and its trick."""
        question, seats, held = self.question, self.sheet.seats, self.hand
        play, *_ = needed(question.play, "--play")
        seat = self.seat or seats[1 if question.table is not None else 0]
        made = [read_play(question.table)] if question.table is not None else []
        leader = seats[seats.index(seat) - len(made)]
        exposed = self.exposed(held)
        shown = [incident_document(Incident(kind="exposed", seat=seat, at=(0, 0), cards=exposed))] if exposed else []
        whole = self.sheet.hand_size
        count = len(split_cards(held)) if held is not None else whole
        return known(
            deal=known(**{seat: held}),
            left={**dict.fromkeys(seats, whole), seat: count} if count != whole else {},
            tricks=[join_trick(leader, *made, read_move(play))],
            incidents=shown,
        )

    def noted_gift(self) -> Sequence[Document]:
        """The end of the hand before, by which he pays or is paid, and the card out of his hand."""
        question, seats, held = self.question, self.sheet.seats, needed(self.hand, "--hand")
        card = read_cards(unseated((question.return_ or question.tribute or [""])[0]))
        at = seats.index(self.seat) if self.seat else 0 if question.return_ else 1
        giver, other = seats[at], seats[(at + 1 if question.return_ else at - 1) % len(seats)]
        payer, taker = (other, giver) if question.return_ else (giver, other)
        beside, partner = (seats[(seats.index(each) + 2) % len(seats)] for each in (payer, taker))
        order = [taker, partner] if question.double else [taker, beside, partner, payer]
        return [
            {"no": LATER, "claims": {"finish": "".join(order)}},
            known(
                no=LATER + 1,
                level=self.level_after(double=question.double),
                deal={giver: padded(held, self.sheet.hand_size)},
                tribute=[gift(giver, other, card)],
            ),
        ]

    def level_after(self, *, double: bool) -> str | None:
        """The level of a hand with tribute; the first one, where none is told, is none that a double win leads to."""
        return None if double and self.question.level is None else self.situation.level

    def noted_due(self) -> Sequence[Document]:
        """The end of the hand before, the hands told, and what was paid."""
        finish = self.read_places(self.question.tribute_from, "--tribute-from")
        hands = self.read_hands(self.question.hands, "--hands")
        owed: Any = self.due().verdicts[0].values.get("gifts", ())
        to = {each["from"]: each["to"] or finish[0] for each in owed}
        moved: list[str] = []
        for each in self.question.tribute or ():
            seat, _, card = unmarked(each).partition(" ")
            giver = self.read_seat(seat) or ""
            takers = to.get(giver, finish[0])
            taken = {move[2] for move in moved}
            moved.append(gift(giver, next((taker for taker in takers if taker not in taken), takers[0]), read_cards(card)))
        deal = {seat: padded(cards, self.sheet.hand_size) for seat, cards in hands.items()}
        double = (
            len(finish) > 1 and finish[1] == self.sheet.seats[(self.sheet.seats.index(finish[0]) + 2) % len(self.sheet.seats)]
        )
        after = known(no=LATER + 1, level=self.level_after(double=double), deal=deal, tribute=moved)
        return [{"no": LATER, "claims": {"finish": finish}}, after]

    def noted_round(self) -> Document:
        """A trick, who was out before it and how many cards others had, the order out, what was noted."""
        question = self.question
        given = question.trick or question.after
        out, trick = self.read_places(question.out, "--out"), None
        left: dict[str, int] = dict.fromkeys(out, 0)
        if given is not None:
            trick = self.round(given, "--trick" if question.trick else "--after")
            sizes, _ = sizes_told(self.sheet, trick, out)
            told = zip(self.sheet.seats, sizes, strict=True)
            left |= {seat: size for seat, size in told if size <= self.sheet.hand_size}
            left |= self.read_left(question.left, trick)
        finish = self.read_places(question.finish, "--finish")
        return known(
            lead=self.banker,
            left=left,
            tricks=[trick.replace(LAST, "")] if trick else [],
            incidents=[incident_document(each) for each in self.incidents],
            claims=known(finish=finish),
        )

    # -- the rest of a hand

    def position(self) -> Position:
        """A position. Raises QuestionError for one that cannot be."""
        given = self.question.trick
        trick = self.round(given, "--trick") if given is not None else None
        return position_of(self, trick, out=out_before(self, trick))

    def rest(self) -> Answer:
        """What the rest of a hand comes to."""
        return self.settled("rest", [rest_of(self, self.position())], self.question.trick, end=hindsight(self.lang))

    # -- what has values for an answer

    def of_trick(self, given: str, asked: TrickAsked) -> Sequence[Verdict]:
        trick, out = self.round(given, self.asked), self.read_places(self.question.out, "--out")
        if trick[0] in out:
            raise QuestionError("judge.not_out", option="--out", out=trick[0], trick=trick)
        return judge_climb(self.situation, trick, out, asked)

    def round(self, given: str, option: str) -> str:
        """A trick; `!` marks a play that was a seat's last."""

        def read(number: int, token: str) -> str:
            last = token.endswith(("!", "！"))
            if number and token == HIDDEN:
                return UNSEEN
            return read_move(token) if number and not last else read_play(token.rstrip("!！")) + LAST * last

        return self.read_trick(given, option, read)

    def leads(self) -> Answer:
        """Who leads the first trick."""
        return self.settled("leads", [judge_first_climb(self.situation, self.banker)])

    def incident(self) -> Answer:
        """What an incident comes to."""
        return self.settled("incident", judge_conduct(self.situation, self.places()), self.question.trick)

    def result(self) -> Answer:
        """What a finishing order comes to."""
        verdicts = judge_finish(self.situation, self.places())
        return self.settled("result", verdicts, self.question.trick, self.question.finish)

    def places(self) -> Places:
        """What is told of a hand."""
        question, sheet = self.question, self.sheet
        if self.levels is not None and sheet.levels is None:
            raise QuestionError("judge.no_levels", option="--levels", sheet=sheet.key)
        trick = self.round(question.trick, "--trick") if question.trick is not None else None
        told = Places(
            finish=self.read_places(question.finish, "--finish"),
            levels=self.levels,
            in_force=self.in_force,
            incidents=self.incidents,
            trick=trick,
            out=self.read_places(question.out, "--out"),
            left=self.read_left(question.left, trick),
            failures=question.failures,
            earlier=question.earlier,
        )
        if question.earlier is not None and sheet.steps is None:
            raise QuestionError("judge.no_earlier", option="--earlier", sheet=sheet.key)
        if question.earlier is not None and (not 0 <= question.earlier < MOST_EARLIER or lost_before(self.situation, told)):
            raise QuestionError("judge.earlier", option="--earlier", given=question.earlier)
        return told

    def read_left(self, given: str | None, trick: str | None) -> dict[str, int]:
        """How many cards seats had before the trick; no fewer than each plays in it, and no more than were dealt."""
        if given is None:
            return {}
        needed(trick, "--trick")
        found = self.read_counts(given, "--left")
        sizes, made = sizes_told(self.sheet, trick or "", self.read_places(self.question.out, "--out"))
        for seat, count in found.items():
            at = self.sheet.seat_at[seat]
            least = most = sizes[at]
            if sizes[at] > self.sheet.hand_size:  # nothing tells that this was the last of it, or that it was out
                least, most = made[at].total() + 1, self.sheet.hand_size
            if not least <= count <= most:
                raise QuestionError("judge.left", option="--left", seat=seat, given=count, low=least, high=most)
        return found

    def due(self) -> Answer:
        """Who pays whom: the order, the hands told, and the cards that were paid."""
        question, sheet = self.question, self.sheet
        with concerning("--hands"):
            hands = self.read_hands(question.hands, "--hands")
            self.check_copies(*hands.values())
        paid: dict[str, str] = {}
        for each in question.tribute or ():
            seat, _, card = unmarked(each).partition(" ")
            with concerning("--tribute"):
                name, cards = self.read_seat(seat), read_cards(card)
            if name is None or name in paid or len(split_cards(cards)) != 1:
                raise QuestionError("judge.paid", option="--tribute", given=each)
            paid[name] = cards
        for seat, held in hands.items():
            whole = split_cards(held)
            if len(whole) > sheet.hand_size:
                raise QuestionError("judge.too_many", option="--hands", seat=seat, size=sheet.hand_size)
            if len(whole) == sheet.hand_size and paid.get(seat, whole[0]) not in whole:
                raise QuestionError("judge.not_in_hand", option="--tribute", card=paid[seat])
        places = self.read_places(question.tribute_from, "--tribute-from")
        return self.settled("pays", judge_due(self.situation, Told(places, hands, paid)), question.tribute_from)


ANSWERS: Final[Mapping[str, Callable[[Climbing], Answer]]] = {
    **dict.fromkeys(("--table", "--play"), Climbing.plays),
    **dict.fromkeys(("--tribute", "--return"), Climbing.gifts),
    **dict.fromkeys(("--trick", "--after"), Climbing.trick),
    "--leads": Climbing.leads,
    "--rest": Climbing.rest,
    "--time": Climbing.time,
    "--incident": Climbing.incident,
    "--result": Climbing.result,
    "--tribute-from": Climbing.due,
}
"""What answers, by the option that asks."""
