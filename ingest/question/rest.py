"""A position that is told, of which it is asked what the rest of the hand comes to with all cards open."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from paipu.ingest.question.asked import Asked
from paipu.ingest.question.errors import QuestionError, concerning, text
from paipu.ingest.question.noted import Document, known
from paipu.ingest.question.reading import needed
from paipu.replay.cards import HIDDEN, split_cards
from paipu.replay.notation import split_trick
from paipu.replay.question import LAST, Verdict
from paipu.replay.solve.rest import NODES, Position, judge_rest, on_table
from paipu.replay.text import Lang

MOST_NODES: Final = 1_000_000
"""A page may be asked by anybody: in Python alone that is some ten seconds. `paipu solve` takes more."""


def nodes_of(read: Asked[Any]) -> int:
    """The budget. Raises QuestionError for one that is none."""
    nodes = read.question.nodes
    if nodes is not None and not 0 < nodes <= MOST_NODES:
        raise QuestionError("rest.nodes", option="--nodes", given=nodes, limit=f"{MOST_NODES:,}")
    return nodes or NODES


def position_of(read: Asked[Any], trick: str | None, **beside: Any) -> Position:  # noqa: ANN401 - the fields of a position
    """A position, `trick` being what lies on the table. Raises QuestionError for one that cannot be."""
    question, sheet = read.question, read.sheet
    hands = read.read_hands(needed(question.hands, "--hands"), "--hands")
    if trick is not None and read.seat is not None:
        raise QuestionError("rest.turn", option="--seat")
    if trick is None:
        needed(read.seat, "--seat")
    if trick is not None and HIDDEN in trick:
        raise QuestionError("rest.unseen", option="--trick")
    told = Position(hands, trick, read.seat, **beside)
    with concerning("--hands"):
        read.check_copies(*hands.values(), *on_table(sheet, told).values(), told.kitty or "")
    for seat, count in counts(read, told).items():
        if count > sheet.hand_size:
            raise QuestionError("judge.too_many", option="--hands", seat=seat, size=sheet.hand_size)
    leads = told.turn or (told.trick or "")[:1]
    if leads in told.out:
        raise QuestionError("rest.gone", option="--out", seat=leads)
    if told.turn is not None and hands.get(told.turn) == "":
        raise QuestionError("rest.empty", option="--seat", seat=told.turn)
    return told


def counts(read: Asked[Any], told: Position) -> Mapping[str, int]:
    """How many cards each seat had before the trick, of those whose hands are told."""
    made = on_table(read.sheet, told)
    return {seat: len(split_cards(cards + made.get(seat, ""))) for seat, cards in told.hands.items()}


def out_before(read: Asked[Any], trick: str | None) -> str:
    """Who was out before the trick, in order; where one alone has no cards left that need not be told. Raises QuestionError."""
    question = read.question
    out = read.read_places(question.out, "--out")
    hands = read.read_hands(needed(question.hands, "--hands"), "--hands")
    made = on_table(read.sheet, Position(hands, trick, out=out))
    empty = [seat for seat, cards in hands.items() if not cards and not made.get(seat)]
    held = next((seat for seat in out if hands.get(seat)), None)
    if held is not None:
        raise QuestionError("rest.out", option="--out", seat=held)
    if not out and len(empty) == 1:
        return empty[0]
    untold = [seat for seat in empty if seat not in out]
    if untold:
        raise QuestionError("rest.order", option="--out", seats=" ".join(untold))
    return out


def rest_of(read: Asked[Any], told: Position) -> Verdict:
    """The answer of the solver. Raises QuestionError where nobody is to play."""
    verdict = judge_rest(read.situation, told, nodes_of(read))
    if verdict is None:
        raise QuestionError("rest.over")
    return verdict


def hindsight(lang: Lang) -> Sequence[str]:
    """What all such answers end with."""
    return [text("solve.hindsight", lang)]


def kitty_with(points: int, size: int, cards: Iterable[tuple[str, int]]) -> str | None:
    """So many of some cards, each with what it counts, that count so many points in all; None where none do."""
    reached: dict[tuple[int, int], str] = {(0, 0): ""}
    for card, worth in cards:
        more = {(count + 1, total + worth): held + card for (count, total), held in reached.items() if count < size}
        reached = {**more, **reached}
    return reached.get((size, points))


def unseen(copies: int, deck: Iterable[str], *held: str) -> list[str]:
    """The cards of the decks that are not held."""
    left = Counter(dict.fromkeys(deck, copies))
    for cards in held:
        left.subtract(split_cards(cards))
    return [card for card, count in left.items() for _ in range(count)]


def noted_position(read: Asked[Any], told: Position) -> Document:
    """The hand from before the trick on, as far as it is told; who is to lead no record of a hand's middle says."""
    made, sizes = on_table(read.sheet, told), counts(read, told)
    whole = max(sizes.values(), default=0) if read.sheet.once_round else None
    left = {seat: sizes.get(seat, 0 if seat in told.out else whole) for seat in read.sheet.seats}
    tricks = [" ".join(split_trick(told.trick.replace(LAST, "")))] if told.trick else []
    return known(
        deal={seat: cards for seat in told.hands if (cards := told.hands[seat] + made.get(seat, ""))},
        left={seat: count for seat, count in left.items() if count is not None},
        tricks=tricks,
    )
