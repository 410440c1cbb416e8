"""Cards of a question of which only the rank or the suit was seen: it is asked of all that they may be."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Final

from paipu.ingest.question.errors import QuestionError
from paipu.replay.cards import CARDS, HIDDEN, split_cards
from paipu.replay.question import Verdict, Word

MOST: Final = 256
"""Ways in which what was not seen may lie that are looked at: four cards of known ranks, or one of which nothing is known."""


def may_be(copies: int, *held: str) -> list[tuple[str, ...]]:
    """What some cards may be together, in notation, where no deck has a card more often than once; each way once.

    Raises QuestionError where these are more than `MOST`, or none.
    """
    cards = [split_cards(each) for each in held]
    if not any(HIDDEN in each for each in held):
        return [held]
    flat = [card for each in cards for card in each]
    choices = [[whole for whole in CARDS if _fits(card, whole)] if HIDDEN in card else [card] for card in flat]
    if prod(map(len, choices)) > MOST:
        raise QuestionError("judge.hidden", given=" ".join(card for card in flat if HIDDEN in card), most=MOST)
    found: dict[tuple[str, ...], None] = {}
    for way in product(*choices):
        if max(Counter(way).values(), default=0) > copies:
            continue
        left = iter(way)
        parts = [[next(left) for _ in each] for each in cards]
        found[tuple("".join(sorted(part)) if HIDDEN in told else told for told, part in zip(held, parts, strict=True))] = None
    if not found:
        raise QuestionError("judge.hidden_none", given=" ".join(held), copies=copies)
    return [*found]


def _fits(seen: str, whole: str) -> bool:
    """Whether a whole card is what was seen of one."""
    return all(one in {HIDDEN, other} for one, other in zip(seen, whole, strict=True)) and (
        seen == HIDDEN * 2 or whole not in {"BJ", "LJ"}
    )


def with_play(ways: Sequence[tuple[str, ...]], play: str) -> Sequence[tuple[str, ...]]:
    """The ways in which the last of some cards hold a play, where it can be there at all: who played it had it."""
    told = Counter(split_cards(play))
    holding = [way for way in ways if not told - Counter(split_cards(way[-1]))]
    return holding or ways


def hands_with(copies: int, hand: str | None, play: str) -> list[str | None]:
    """What a hand may be that held a play; of one that is not told nothing is known."""
    return [None] if hand is None else [held for (held,) in with_play(may_be(copies, hand), play)]


def in_all(verdicts: Sequence[Verdict]) -> Verdict:
    """What holds whatever the cards are; where that is not the same in all, it is open."""
    first = verdicts[0]
    if len(verdicts) == 1:
        return first
    told = {(each.word, each.default, each.code, each.clause, each.fine, each.missing) for each in verdicts}
    if len(told) > 1:
        open_ = replace(first, word=Word.UNDETERMINED, default=Word.UNDETERMINED, missing=("unseen",), options=(), otherwise=())
        return replace(open_, finding=None, allowed=(), total=None, fine=None)
    same = all((each.allowed, each.total) == (first.allowed, first.total) for each in verdicts)
    finding = first.finding if all(each.finding == first.finding for each in verdicts) else None
    otherwise = first.otherwise if all(each.otherwise == first.otherwise for each in verdicts) else ()
    alike = replace(first, finding=finding, otherwise=otherwise)
    return alike if same else replace(alike, allowed=(), total=None)
