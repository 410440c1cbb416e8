"""Faults to build into a match, one class a kind, each noted with the place where the audit must find it."""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from ingest.sample.faults import bids, claims, deals, follows, incidents, leads, terms
from ingest.sample.faults.work import Inject, Work
from ingest.sample.match import Document
from replay.catalogue import clause_of_codes


class Fault(NamedTuple):
    """A class of faults: its name, the check code that must find it, and how to build one in."""

    kind: str
    code: str
    inject: Inject


FAULTS: Final[Mapping[str, Fault]] = {
    fault.kind: fault
    for fault in (
        # the match
        Fault("team", "SEAT-TEAM", claims.team),
        Fault("start_level_copied", "START-LEVEL", terms.start_level_copied),
        Fault("start_level_played", "START-LEVEL", terms.start_level_played),
        Fault("match_over", "MATCH-OVER", claims.match_over),
        Fault("match_winner", "CLAIM-MATCH-WINNER", claims.match_winner),
        Fault("match_time", "CLAIM-MATCH-TIME", partial(claims.match_by_time, equal=False)),
        Fault("match_office", "CLAIM-MATCH-OFFICE", partial(claims.match_by_time, equal=True)),
        Fault("match_reason", "CLAIM-MATCH-REASON", claims.match_reason),
        Fault("match_levels", "CLAIM-MATCH-LEVELS", claims.match_levels),
        Fault("clock", "CLOCK-ROUND", claims.clock),
        # the deal and the burial
        Fault("card_left_out", "DEAL-COUNT", partial(deals.card_left_out, kitty=False)),
        Fault("kitty_card_left_out", "DEAL-COUNT", partial(deals.card_left_out, kitty=True)),
        Fault("misdeal_partners", "DEAL-COUNT", partial(deals.misdeal, sides=1)),
        Fault("misdeal_both", "DEAL-COUNT", partial(deals.misdeal, sides=2)),
        Fault("third_copy_dealt", "DEAL-COPIES", partial(deals.third_copy, dealt=True)),
        Fault("third_copy_played", "CARD-COPIES", partial(deals.third_copy, dealt=False)),
        Fault("bury_count", "BURY-COUNT", deals.bury_count),
        Fault("bury_not_held", "BURY-NOT-HELD", deals.bury_not_held),
        Fault("bury_seat", "BURY-SEAT", deals.bury_seat),
        Fault("kitty_again", "KITTY-AGAIN", deals.kitty_again),
        # declaring, and what a hand is played under
        Fault("bid_bare", "BID-DECLARE", partial(bids.illegal, kind="bare")),
        Fault("bid_jokers_open", "BID-DECLARE", partial(bids.illegal, kind="jokers_open")),
        Fault("bid_single_over", "BID-OVER", partial(bids.illegal, kind="single_over")),
        Fault("bid_no_higher", "BID-RANK", partial(bids.illegal, kind="no_higher")),
        Fault("bid_oneself", "BID-SELF", partial(bids.illegal, kind="oneself")),
        Fault("bid_not_held", "BID-NOT-HELD", partial(bids.illegal, kind="not_held")),
        Fault("bid_redeal", "BID-REDEAL", bids.redeal),
        Fault("level_copied", "LEVEL-IN-FORCE", terms.level_copied),
        Fault("level_played", "LEVEL-IN-FORCE", terms.level_played),
        Fault("trump_copied", "TRUMP-SUIT", partial(terms.trump, played=False)),
        Fault("trump_played", "TRUMP-SUIT", partial(terms.trump, played=True)),
        Fault("trump_jokers_copied", "TRUMP-JOKERS", partial(terms.trump_after_jokers, played=False)),
        Fault("trump_jokers_played", "TRUMP-JOKERS", partial(terms.trump_after_jokers, played=True)),
        Fault("dealer_first_copied", "DEALER-FIRST", partial(terms.dealer_first, played=False)),
        Fault("dealer_first_played", "DEALER-FIRST", partial(terms.dealer_first, played=True)),
        Fault("dealer_next_copied", "DEALER-NEXT", partial(terms.dealer_later, bidder=False, played=False)),
        Fault("dealer_next_played", "DEALER-NEXT", partial(terms.dealer_later, bidder=False, played=True)),
        Fault("dealer_overbid_copied", "DEALER-OVERBID", partial(terms.dealer_later, bidder=True, played=False)),
        Fault("dealer_overbid_played", "DEALER-OVERBID", partial(terms.dealer_later, bidder=True, played=True)),
        # leading
        Fault("lead_partner", "LEAD-BANKER", partial(leads.wrong_first_leader, partner=True)),
        Fault("lead_attacker", "LEAD-SIDE", partial(leads.wrong_first_leader, partner=False)),
        Fault("lead_not_winner", "LEAD-WINNER", leads.wrong_leader),
        Fault("lead_several_suits", "LEAD-ONE-SUIT", leads.several_suits),
        Fault("throw_beatable", "THROW-BEATABLE", leads.beatable),
        Fault("throw_wrong_piece", "THROW-PIECE", leads.wrong_piece),
        Fault("throw_taken_back", "THROW-UNBEATABLE", leads.taken_back),
        Fault("throw_one_unit", "THROW-ONE-UNIT", leads.one_unit),
        Fault("throw_trumps", "THROW-TRUMPS", leads.trumps_thrown),
        Fault("throw_follow", "THROW-FOLLOW", follows.failed_throw),
        # following
        *(
            Fault(f"revoke_{name}{'_noticed' * noticed}", code, partial(follows.revoke, find=find, noticed=noticed))
            for name, code, find in (
                ("suit", "TRICK-FOLLOW-SUIT", follows.off_suit),
                ("pair", "TRICK-FOLLOW-PAIR", follows.unpaired),
                ("tractor", "TRICK-FOLLOW-TRACTOR", follows.untractored),
            )
            for noticed in (False, True)
        ),
        Fault("wrong_size", "TRICK-SIZE", follows.wrong_size),
        Fault("not_held", "PLAY-NOT-HELD", follows.not_held),
        Fault("play_missing", "TRICK-PLAYS", follows.play_missing),
        # the score sheet
        Fault("winner", "CLAIM-WINNER", partial(claims.winner, kind="followed")),
        Fault("winner_discard", "CLAIM-WINNER-DISCARD", partial(claims.winner, kind="discarded")),
        Fault("winner_pairless", "CLAIM-WINNER-PAIRLESS", partial(claims.winner_by_bad_ruff, pairs=False)),
        Fault("winner_ruff", "CLAIM-WINNER-RUFF", partial(claims.winner_by_bad_ruff, pairs=True)),
        Fault("winner_count", "CLAIM-WINNER-COUNT", claims.winner_count),
        Fault("attackers", "CLAIM-ATTACKERS", claims.attackers),
        Fault("points_impossible", "CLAIM-POINTS-IMPOSSIBLE", claims.points_impossible),
        Fault("kitty_points", "CLAIM-KITTY-POINTS", claims.kitty_points),
        Fault("multiplier", "CLAIM-MULTIPLIER", claims.multiplier),
        Fault("penalties", "CLAIM-PENALTIES", claims.penalties),
        Fault("penalty_ignored", "CLAIM-PENALTIES", claims.penalty_ignored),
        Fault("levels", "CLAIM-LEVELS", claims.levels),
        Fault("next_dealer", "CLAIM-NEXT-DEALER", claims.next_dealer),
        Fault("misplay_bank", "CLAIM-MISPLAY-BANKER", partial(follows.settled_wrongly, bank=True, attackers=False)),
        Fault("misplay_attackers", "CLAIM-MISPLAY-ATTACKERS", partial(follows.settled_wrongly, bank=False, attackers=True)),
        Fault("misplay_both", "CLAIM-MISPLAY-BOTH", partial(follows.settled_wrongly, bank=True, attackers=True)),
        # what a referee wrote down
        Fault("out_of_turn", "INCIDENT-OUT-OF-TURN", partial(incidents.noted, kind="out_of_turn")),
        Fault("card_check", "INCIDENT-CARD-CHECK", partial(incidents.noted, kind="card_check")),
        Fault("signal", "INCIDENT-CONDUCT", partial(incidents.noted, kind="signal")),
        Fault("exposed", "INCIDENT-KIND", partial(incidents.noted, kind="exposed")),
        Fault("corrected", "INCIDENT-CORRECTED", incidents.corrected),
        Fault("unconfirmed", "INCIDENT-UNCONFIRMED", incidents.unconfirmed),
    )
}
"""Every class of faults that the audit of the sheet can be asked to find."""


def inject(document: Mapping[str, Any], kind: str, rng: Random) -> Document | None:
    """A copy of a legal match with one fault in it, noted under `extra.faults`; None if it offers no opportunity.

    A fault in the plays is followed by the players playing on, and the match after it is another one. Raises KeyError for an
    unknown kind.
    """
    fault = FAULTS[kind]
    work = Work(document, rng)
    place = fault.inject(work)
    if place is None:
        return None
    clause, _ = clause_of_codes(work.sheet.key).get(fault.code, (None, None))
    note = {
        "kind": kind,
        "code": fault.code,
        "clause": clause,
        "hand": place.hand,
        "trick": place.trick,
        "play": place.play,
        "seat": place.seat,
        "follows": list(place.follows),
    }
    work.document["extra"] = {"faults": [*document.get("extra", {}).get("faults", []), note]}
    return work.document
