"""The classes of faults of the trick-taking sheets."""

from functools import partial
from typing import Final

from samples import faults
from samples.tricks.faults import bids, claims, deals, fines, follows, incidents, kitties, leads, rare, terms
from samples.tricks.work import TrickWork
from samples.work import Fault

SJ, CDP, SK = "shengji", "chaodipi", "shuangkou"
EACH: Final = (SJ, CDP, SK)
LEVELS: Final = (SJ, CDP)
"""The sheets whose matches are won by levels."""

FAULTS: Final[tuple[Fault[TrickWork], ...]] = (
    # the match
    Fault("team", "SEAT-TEAM", faults.team, EACH),
    Fault("start_level_copied", "START-LEVEL", partial(terms.level, first=True, played=False), LEVELS),
    Fault("start_level_played", "START-LEVEL", partial(terms.level, first=True, played=True), LEVELS),
    Fault("match_over", "MATCH-OVER", faults.played_on, LEVELS),
    Fault("match_winner", "CLAIM-MATCH-WINNER", faults.match_winner, EACH),
    Fault("match_time", "CLAIM-MATCH-TIME", partial(claims.match_by_time, equal=False), LEVELS),
    Fault("match_office", "CLAIM-MATCH-OFFICE", partial(claims.match_by_time, equal=True), LEVELS),
    Fault("match_reason", "CLAIM-MATCH-REASON", claims.match_reason, LEVELS),
    Fault("match_levels", "CLAIM-MATCH-LEVELS", faults.match_levels, LEVELS),
    Fault("clock", "CLOCK-ROUND", faults.clock, EACH),
    Fault("match_points", "CLAIM-MATCH-POINTS", partial(faults.match_total, name="points"), (CDP, SK)),
    Fault("match_score", "CLAIM-MATCH-SCORE", partial(faults.match_total, name="score"), (SK,)),
    Fault("untimed", "CLOCK-UNTIMED", claims.untimed, (CDP,)),
    Fault("match_over_signal", "MATCH-OVER", partial(claims.signalled, then="over"), (SK,)),
    Fault("match_reason_signal", "CLAIM-MATCH-REASON", partial(claims.signalled, then="reason"), (SK,)),
    Fault("match_hands", "MATCH-HANDS", faults.played_on, (SK,)),
    Fault("forfeit", "CLAIM-FORFEIT", claims.forfeit, (SK,)),
    # the deal and the burial
    Fault("card_left_out", "DEAL-COUNT", partial(deals.card_left_out, kitty=False), EACH),
    Fault("kitty_card_left_out", "DEAL-COUNT", partial(deals.card_left_out, kitty=True), EACH),
    Fault("left_miscounted", "LEFT-COUNT", faults.left_miscounted, EACH),
    Fault("misdeal_partners", "DEAL-COUNT", partial(deals.misdeal, sides=1), (SJ,)),
    Fault("misdeal_both", "DEAL-COUNT", partial(deals.misdeal, sides=2), (SJ,)),
    Fault("third_copy_dealt", "DEAL-COPIES", partial(deals.third_copy, dealt=True), EACH),
    Fault("third_copy_played", "CARD-COPIES", partial(deals.third_copy, dealt=False), EACH),
    Fault("bury_count", "BURY-COUNT", deals.bury_count, (SJ,)),
    Fault("bury_unnoticed", "BURY-COUNT", deals.bury_unnoticed, (CDP, SK)),
    Fault("bury_not_held", "BURY-NOT-HELD", deals.bury_not_held, EACH),
    Fault("bury_seat", "BURY-SEAT", deals.bury_seat, EACH),
    Fault("bury_slowly", "CLOCK-BURY", incidents.slow_burial, (CDP,)),
    Fault("kitty_again", "KITTY-AGAIN", deals.kitty_again, (SJ, SK)),
    Fault("kitty_not_asked", "KITTY-ORDER", kitties.not_asked, (CDP,)),
    Fault("kitty_taken_back", "KITTY-BACK", kitties.taken_back, (CDP,)),
    Fault("kitty_own_burial", "KITTY-OWN", kitties.own_burial, (CDP,)),
    Fault("kitty_ill_shown", "KITTY-SHOW", kitties.ill_shown, (CDP,)),
    Fault("kitty_unasked", "KITTY-UNASKED", kitties.asking_broken_off, (CDP,)),
    Fault("kitty_of_stage", "KITTY-NONE", kitties.kitty_of_stage, (CDP,)),
    Fault("kitty_not_held", "SHOW-NOT-HELD", kitties.not_held, (CDP,)),
    # declaring, and what a hand is played under
    Fault("bid_bare", "BID-DECLARE", partial(bids.illegal, case_of=bids.bare), (SJ,)),
    Fault("bid_jokers_open", "BID-DECLARE", partial(bids.illegal, case_of=bids.jokers_open), (SJ,)),
    Fault("bid_single_over", "BID-OVER", partial(bids.illegal, case_of=bids.single_over), (SJ,)),
    Fault("bid_no_higher", "BID-RANK", partial(bids.illegal, case_of=bids.no_higher), (SJ,)),
    Fault("bid_oneself", "BID-SELF", partial(bids.illegal, case_of=bids.oneself), (SJ,)),
    Fault("bid_not_held", "BID-NOT-HELD", partial(bids.illegal, case_of=bids.not_held), (SJ,)),
    Fault("bid_redeal", "BID-REDEAL", bids.redeal, (SJ,)),
    Fault("bid_joker_beside", "BID-DECLARE", partial(bids.illegal, case_of=bids.joker_beside), (CDP, SK)),
    Fault("bid_one_card_over", "BID-OVER", partial(bids.illegal, case_of=bids.one_card_over), (CDP, SK)),
    Fault("bid_pair_over_oneself", "BID-SELF", partial(bids.illegal, case_of=bids.pair_over_oneself), (CDP, SK)),
    Fault("bid_over_closed", "BID-CLOSED", partial(bids.illegal, case_of=bids.over_closed), (CDP, SK)),
    Fault("bid_pair_again", "BID-SPENT", partial(bids.illegal, case_of=bids.pair_again), (CDP,)),
    Fault("bid_lower_pair", "BID-RANK", partial(bids.illegal, case_of=bids.lower_pair), (SK,)),
    Fault("bid_pair_not_held", "BID-NOT-HELD", partial(bids.illegal, case_of=bids.pair_not_held), (CDP, SK)),
    Fault("bid_after_kitty", "BID-AFTER-KITTY", bids.after_kitty, (SK,)),
    Fault("bid_by_bank", "BID-ATTACKERS", bids.by_bank, (CDP,)),
    Fault("bank_none", "BANK-NONE", terms.nobody_declared, (CDP,)),
    Fault("level_copied", "LEVEL-IN-FORCE", partial(terms.level, first=False, played=False), EACH),
    Fault("level_played", "LEVEL-IN-FORCE", partial(terms.level, first=False, played=True), EACH),
    Fault("trump_copied", "TRUMP-SUIT", partial(terms.trump, played=False), EACH),
    Fault("trump_played", "TRUMP-SUIT", partial(terms.trump, played=True), EACH),
    Fault("trump_jokers_copied", "TRUMP-JOKERS", partial(terms.trump_after_jokers, played=False), EACH),
    Fault("trump_jokers_played", "TRUMP-JOKERS", partial(terms.trump_after_jokers, played=True), EACH),
    Fault("trump_kitty_copied", "TRUMP-KITTY", partial(terms.trump_of_kitty, played=False), (CDP, SK)),
    Fault("trump_kitty_played", "TRUMP-KITTY", partial(terms.trump_of_kitty, played=True), (CDP, SK)),
    Fault("trump_taker", "TRUMP-REOPENED", terms.trump_of_taker, (CDP,)),
    Fault("trump_stage", "TRUMP-STAGE", terms.trump_of_stage, (CDP,)),
    Fault("dealer_first_copied", "DEALER-FIRST", partial(terms.dealer_first, played=False), LEVELS),
    Fault("dealer_first_played", "DEALER-FIRST", partial(terms.dealer_first, played=True), LEVELS),
    Fault("dealer_next_copied", "DEALER-NEXT", partial(terms.dealer_later, bidder=False, played=False), (SJ, SK)),
    Fault("dealer_next_played", "DEALER-NEXT", partial(terms.dealer_later, bidder=False, played=True), (SJ, SK)),
    Fault("dealer_overbid_copied", "DEALER-OVERBID", partial(terms.dealer_later, bidder=True, played=False), (SJ, SK)),
    Fault("dealer_overbid_played", "DEALER-OVERBID", partial(terms.dealer_later, bidder=True, played=True), (SJ, SK)),
    *(
        Fault(f"dealer_{name}", code, partial(terms.dealer_later, bidder=bidder, played=played, partner=partner), (CDP,))
        for name, code, bidder, played, partner in (
            ("next_side", "DEALER-NEXT", False, False, False),
            ("overbid_side", "DEALER-OVERBID", True, False, False),
            ("partner_copied", "DEALER-PARTNER", None, False, True),
            ("partner_played", "DEALER-PARTNER", None, True, True),
        )
    ),
    # leading
    Fault("lead_partner", "LEAD-BANKER", partial(leads.wrong_first_leader, partner=True), EACH),
    Fault("lead_attacker", "LEAD-SIDE", partial(leads.wrong_first_leader, partner=False), EACH),
    Fault("lead_not_winner", "LEAD-WINNER", leads.wrong_leader, EACH),
    Fault("lead_several_suits", "LEAD-ONE-SUIT", partial(leads.led, find=leads.several_suits), EACH),
    Fault("lead_no_set", "LEAD-TRIO", partial(leads.led, find=leads.no_set), (CDP,)),
    Fault("throw_beatable", "THROW-BEATABLE", partial(leads.led, find=leads.beatable), EACH),
    Fault("throw_wrong_piece", "THROW-PIECE", partial(leads.led, find=leads.wrong_piece), EACH),
    Fault("throw_taken_back", "THROW-UNBEATABLE", partial(leads.led, find=leads.taken_back), EACH),
    Fault("throw_one_unit", "THROW-ONE-UNIT", partial(leads.led, find=leads.one_unit), EACH),
    Fault("throw_trumps", "THROW-TRUMPS", leads.trumps_thrown, EACH),
    Fault("throw_follow", "THROW-FOLLOW", follows.failed_throw, EACH),
    # following
    *(
        Fault(f"revoke_{name}{'_noticed' * noticed}", code, partial(follows.revoke, find=find, noticed=noticed), EACH)
        for name, code, find in (
            ("suit", "TRICK-FOLLOW-SUIT", follows.off_suit),
            ("pair", "TRICK-FOLLOW-PAIR", follows.unpaired),
            ("tractor", "TRICK-FOLLOW-TRACTOR", follows.untractored),
        )
        for noticed in (False, True)
    ),
    Fault("set_unanswered", "TRICK-FOLLOW-TRIO", follows.set_unanswered, (CDP,)),
    Fault("trumps_kept", "TRICK-FOLLOW-HIGHEST", partial(follows.trumps_kept, own_set=False), (CDP,)),
    Fault("set_for_highest", "TRICK-HIGHEST-OR-TRIO", partial(follows.trumps_kept, own_set=True), (CDP,)),
    Fault("wrong_size", "TRICK-SIZE", follows.wrong_size, (SJ, SK)),
    Fault("one_too_many", "TRICK-SIZE", follows.one_too_many, (CDP,)),
    Fault("not_held", "PLAY-NOT-HELD", follows.not_held, EACH),
    Fault("play_missing", "TRICK-PLAYS", follows.play_missing, EACH),
    Fault("play_slowly", "CLOCK-PLAY", incidents.slow_play, (CDP,)),
    # the score sheet
    Fault("winner", "CLAIM-WINNER", partial(claims.winner, kind="followed"), EACH),
    Fault("winner_discard", "CLAIM-WINNER-DISCARD", partial(claims.winner, kind="discarded"), EACH),
    Fault("winner_pairless", "CLAIM-WINNER-PAIRLESS", partial(claims.winner_by_bad_ruff, pairs=False), EACH),
    Fault("winner_ruff", "CLAIM-WINNER-RUFF", partial(claims.winner_by_bad_ruff, pairs=True), EACH),
    Fault("winner_set", "CLAIM-WINNER-TRIO", partial(claims.winner, kind="under a set"), (CDP,)),
    Fault("winner_highest", "CLAIM-WINNER-HIGHEST", partial(claims.winner, kind="under trumps"), (CDP,)),
    Fault("winner_count", "CLAIM-WINNER-COUNT", claims.winner_count, EACH),
    Fault("attackers", "CLAIM-ATTACKERS", partial(claims.claim, change=partial(claims.points, name="attackers")), EACH),
    Fault("points_impossible", "CLAIM-POINTS-IMPOSSIBLE", claims.points_impossible, EACH),
    Fault(
        "kitty_points", "CLAIM-KITTY-POINTS", partial(claims.claim, change=partial(claims.points, name="kitty_points")), EACH
    ),
    Fault("multiplier", "CLAIM-MULTIPLIER", partial(claims.claim, change=claims.multiplier), LEVELS),
    Fault(
        "multiplier_none", "CLAIM-MULTIPLIER", partial(claims.claim, change=partial(claims.multiplier, rights={None})), (SK,)
    ),
    Fault(
        "multiplier_single",
        "CLAIM-MULTIPLIER-SINGLE",
        partial(claims.claim, change=partial(claims.multiplier, rights={2})),
        (SK,),
    ),
    Fault(
        "multiplier_pair", "CLAIM-MULTIPLIER-PAIR", partial(claims.claim, change=partial(claims.multiplier, rights={4})), (SK,)
    ),
    Fault("multiplier_tractor", "CLAIM-MULTIPLIER-TRACTOR", rare.captured_with_a_tractor, (SK,)),
    Fault("penalties", "CLAIM-PENALTIES", partial(claims.claim, change=claims.penalties), (SJ,)),
    Fault("penalty_ignored", "CLAIM-PENALTIES", claims.penalty_ignored, LEVELS),
    Fault("levels", "CLAIM-LEVELS", partial(claims.claim, change=claims.levels), (SJ,)),
    Fault("next_dealer", "CLAIM-NEXT-DEALER", partial(claims.claim, change=claims.next_dealer), (SJ, SK)),
    Fault("misplay_bank", "CLAIM-MISPLAY-BANKER", partial(follows.settled_wrongly, bank=True, attackers=False), (SJ,)),
    Fault("misplay_attackers", "CLAIM-MISPLAY-ATTACKERS", partial(follows.settled_wrongly, bank=False, attackers=True), (SJ,)),
    Fault("misplay_both", "CLAIM-MISPLAY-BOTH", partial(follows.settled_wrongly, bank=True, attackers=True), (SJ,)),
    Fault("penalties_of_nothing", "CLAIM-PENALTIES", partial(claims.claim, change=claims.penalties, plain=True), (CDP, SK)),
    *(
        Fault(f"levels_{rule}", code, partial(claims.levels_by, rule=rule), (CDP,))
        for rule, code in (
            ("table", "CLAIM-LEVELS"),
            ("office", "CLAIM-OFFICE"),
            ("straight", "CLAIM-STRAIGHT"),
            ("must_play", "CLAIM-MUST-PLAY"),
            ("stage", "CLAIM-STAGE"),
            ("stake", "CLAIM-STAKE"),
            ("stage_stake", "CLAIM-STAGE-STAKE"),
        )
    ),
    Fault("levels_failures", "CLAIM-FAILURES", rare.failed_for_good, (CDP,)),
    Fault("levels_bottom", "CLAIM-BOTTOM", partial(rare.captured_with_a_set, levels=True), (CDP,)),
    Fault("multiplier_set", "CLAIM-MULTIPLIER-TRIO", partial(rare.captured_with_a_set, levels=False), (CDP,)),
    Fault(
        "next_partner", "CLAIM-NEXT-PARTNER", partial(claims.claim, change=partial(claims.next_dealer, partner=True)), (CDP,)
    ),
    Fault("next_side", "CLAIM-NEXT-DEALER", partial(claims.claim, change=partial(claims.next_dealer, partner=False)), (CDP,)),
    Fault("score", "CLAIM-SCORE", partial(claims.claim, change=claims.score), (SK,)),
    # what a referee wrote down
    Fault("out_of_turn", "INCIDENT-OUT-OF-TURN", partial(faults.noted, kind="out_of_turn"), (SJ, SK)),
    Fault("card_check", "INCIDENT-CARD-CHECK", partial(faults.noted, kind="card_check"), LEVELS),
    Fault("signal", "INCIDENT-CONDUCT", partial(faults.noted, kind="signal"), (SJ,)),
    Fault("exposed", "INCIDENT-KIND", partial(faults.noted, kind="exposed"), (SJ,)),
    Fault("corrected", "INCIDENT-CORRECTED", incidents.corrected, (SJ,)),
    Fault("unconfirmed", "INCIDENT-UNCONFIRMED", incidents.unconfirmed, (SJ,)),
    Fault("kitty_viewed", "INCIDENT-KITTY-VIEWED", partial(faults.noted, kind="kitty_viewed"), (CDP,)),
    Fault("overdraw", "INCIDENT-OVERDRAW", partial(faults.noted, kind="overdraw"), (CDP,)),
    Fault("buried_late", "INCIDENT-BURY-LATE", partial(incidents.before_play, kind="timeout"), (CDP,)),
    Fault("timeout", "INCIDENT-TIMEOUT", partial(faults.noted, kind="timeout"), (CDP,)),
    Fault("signal_seen", "INCIDENT-SIGNAL", partial(faults.noted, kind="signal"), (CDP,)),
    Fault("misconduct", "INCIDENT-CONDUCT", partial(faults.noted, kind="misconduct"), (CDP, SK)),
    Fault("late", "INCIDENT-LATE", partial(faults.noted, kind="late"), (CDP, SK)),
    Fault("count_early", "INCIDENT-COUNT-EARLY", partial(incidents.before_play, kind="hand_count"), (SK,)),
    Fault("kitty_count_early", "INCIDENT-KITTY-EARLY", partial(incidents.before_play, kind="kitty_count"), (CDP,)),
    Fault("count_of_several", "INCIDENT-REFEREE", partial(fines.of_referee, kind="hand_count"), (CDP,)),
    Fault("ruling_amount", "RULING-AMOUNT", fines.ruling_amount, (CDP,)),
    # what incidents and failed throws cost
    Fault("fine_throw", "PENALTY-THROW", fines.failed_throw, (CDP, SK)),
    Fault("fine_exposed", "PENALTY-EXPOSED", partial(fines.incident, kind="exposed", cards=2), (CDP, SK)),
    Fault("fine_out_of_turn", "PENALTY-OUT-OF-TURN", partial(fines.incident, kind="out_of_turn", cards=1), (CDP,)),
    Fault("fine_kitty_count", "PENALTY-KITTY-COUNT", partial(fines.miscounted, kind="kitty_count"), (CDP,)),
    Fault("fine_hand_count", "PENALTY-HAND-COUNT", partial(fines.miscounted, kind="hand_count"), (CDP,)),
    *(
        Fault(
            f"fine_{kind}",
            f"PENALTY-{name}",
            partial(fines.incident, kind=kind, times=2, follows=(f"INCIDENT-{name}",)),
            (CDP,),
        )
        for kind, name in (("kitty_viewed", "KITTY-VIEWED"), ("card_check", "CARD-CHECK"))
    ),
    Fault(
        "fine_buried_late",
        "PENALTY-BURY-LATE",
        partial(fines.incident, kind="timeout", times=2, before_play=True, follows=("INCIDENT-BURY-LATE",)),
        (CDP,),
    ),
    Fault("fine_revoke", "PENALTY-REVOKE", partial(follows.fined, later=1), (CDP,)),
    Fault("fine_concealed", "PENALTY-CONCEALED", partial(follows.fined, later=3), (CDP,)),
    Fault("score_concealed", "SCORE-CONCEALED", partial(follows.fined, later=1), (SK,)),
    Fault("score_count", "SCORE-COUNT", partial(fines.miscounted, kind="hand_count"), (SK,)),
    Fault("score_signal", "SCORE-SIGNAL", partial(claims.signalled, then="score"), (SK,)),
    Fault(
        "score_out_of_turn",
        "SCORE-OUT-OF-TURN",
        partial(fines.incident, kind="out_of_turn", times=2, follows=("INCIDENT-OUT-OF-TURN",)),
        (SK,),
    ),
)
