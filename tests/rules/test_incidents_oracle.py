"""Wrong plays, cards shown and plays out of turn against the oracles: what the plays show decides, whatever is named."""

import random
from collections import Counter
from typing import Final

from paipu.replay.audit import audit
from paipu.replay.record import Incident, KittyAction
from tests.many import many
from tests.oracle import chaodipi, shengji
from tests.oracle.cards import TWO_DECKS, next_seat, side_of
from tests.oracle.incidents import hand_at, play_at
from tests.rules.build import Table, match, table
from tests.rules.registry import told

KINDS: Final = ("revoke", "concealed", "revoke", "exposed", "out_of_turn")


def some_lead(rng: random.Random, board: Table) -> list[str]:
    """A single, a pair, or two tricks' worth of singles where they are highest: what stands is what was led."""
    hand = board.hands[board.leader]
    pairs = [card for card, copies in Counter(hand).items() if copies == 2]
    return [rng.choice(pairs)] * 2 if pairs and rng.random() < 0.7 else [rng.choice(hand)]


def played_wrongly(rng: random.Random, sheet: str) -> tuple[Table, str, str]:
    """A hand with a trick in which a follower, as often as not, played anything; the seat, and the place of its play."""
    board = table(sheet=sheet, seed=rng.randrange(1_000_000))
    for _ in range(rng.randint(0, 5)):
        board.trick()
    lead, turn = some_lead(rng, board), rng.randint(2, 4)
    seat = next_seat(board.leader, turn - 1)
    given = {board.leader: "".join(lead)}
    if rng.random() < 0.7:
        given[seat] = "".join(rng.sample(board.hands[seat], len(lead)))
    board.trick(given)
    return board, seat, f"{len(board.tricks)}.{turn}"


def place(text: str) -> tuple[int, int]:
    """`7.2` as an incident has it."""
    trick, _, turn = text.partition(".")
    return int(trick), int(turn)


def after_burial(board: Table) -> dict[str, list[str]]:
    """The four hands before the first trick."""
    return chaodipi.hands_after(board.deal, [{"seat": board.dealer, "bury": "".join(board.bury)}])[0]


@many(15, 3_000)
def test_what_incidents_of_chaodipi_cost(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        board, seat, at = played_wrongly(rng, "chaodipi")
        trick, turn = place(at)
        kind = rng.choice(KINDS)
        noticed = rng.choice((at, f"{trick}.4", f"{trick + 1}.1", f"{trick + rng.randint(2, 4)}.1"))
        hands = after_burial(board)
        named = rng.sample(hand_at(seat, trick, hands, board.tricks), rng.randint(0, 3))
        named += rng.sample(TWO_DECKS, rng.choice((0, 0, 1)))
        if kind == "exposed" and not named:
            continue
        board.finish()
        incident: chaodipi.Incident = {"kind": kind, "seat": seat, "at": at, "noticed": noticed}
        if named:
            incident["cards"] = "".join(named)
        try:
            priced = chaodipi.as_played(incident, hands, board.tricks, board.level, board.trump)
        except ValueError:
            wanted: int | None = None
            if place(noticed)[0] - trick > 1:
                wanted = chaodipi.penalties([incident], board.dealer)
        else:
            wanted = chaodipi.penalties([priced], board.dealer)
        recorded = Incident(kind=kind, seat=seat, at=(trick, turn), noticed=place(noticed), cards=incident.get("cards"))
        result = audit(match(board.hand(incidents=(recorded,)), sheet="chaodipi"))
        case = (seed, board.trump, board.tricks[:trick], incident, told(result.findings))
        if priced_to_nothing(wanted, incident):
            assert result.hands[0].penalties in (None, 0), case
            continue
        assert result.hands[0].penalties == wanted, case


def priced_to_nothing(wanted: int | None, incident: chaodipi.Incident) -> bool:
    """Whether none of the cards said to have been shown was there to be shown."""
    return wanted == 0 and incident["kind"] == "exposed"


@many(15, 3_000)
def test_what_a_wrong_play_of_shengji_does(seeds: range) -> None:
    """It is warned for if it was put right at once, and costs the hand if not, or if it still lies there (D-SJ-19)."""
    seen = Counter[tuple[str, bool]]()
    for seed in seeds:
        rng = random.Random(seed)
        board, seat, at = played_wrongly(rng, "shengji")
        trick, turn = place(at)
        noticed = rng.choice((at, at, f"{trick}.4", f"{trick + 1}.1"))
        hands = after_burial(board)
        board.finish()
        made = play_at(seat, at, hands, board.tricks)
        assert made is not None
        wrong = shengji.follow_fault(made.hand, made.lead, made.cards, board.level, board.trump) is not None
        incident = Incident(kind="revoke", seat=seat, at=(trick, turn), noticed=place(noticed))
        burial = (KittyAction(seat=board.dealer, bury="".join(board.bury)),)
        result = audit(match(board.hand(incidents=(incident,), kitty=burial), sheet="shengji", dealer=board.dealer))
        verdict = shengji.referee_hand(board.level, board.trump, board.dealer, board.deal, board.bury, board.tricks)
        bank = side_of(board.dealer)
        effect = shengji.revoke_effect(at, noticed, still_there=wrong)
        at_fault: shengji.Misplay = "bank" if side_of(seat) == bank else "attackers"
        misplay = at_fault if effect == "misplay" else None
        levels, office = shengji.after_hand({"EW": "2", "NS": "2"}, bank, verdict.attackers, misplay)
        hand = result.hands[0]
        case = (seed, board.trump, board.tricks[:trick], incident, wrong, told(result.findings))
        assert hand.attackers == verdict.attackers, case
        assert (hand.levels, hand.next_dealer) == (levels, shengji.next_dealer(board.dealer, office, levels)), case
        corrected = "INCIDENT-CORRECTED" in {finding.code for finding in result.findings}
        assert corrected == (effect == "warning"), case
        seen[effect, wrong] += 1
    assert len(seen) == 3
