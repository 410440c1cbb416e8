"""The classes of faults of the climbing sheets."""

from functools import partial
from typing import Final

from samples import faults
from samples.climbing.faults import claims, conduct, deals, plays, tributes, turns
from samples.climbing.work import ClimbWork
from samples.work import Fault

GD1, GD2, GD3, DG = "guandan-1", "guandan-2", "guandan-3", "daguai"
GD: Final = (GD1, GD2, GD3)
EACH: Final = (*GD, DG)

FAULTS: Final[tuple[Fault[ClimbWork], ...]] = (
    # the match
    Fault("team", "SEAT-TEAM", faults.team, EACH),
    Fault("start_level_copied", "START-LEVEL", partial(deals.level, first=True, played=False), GD),
    Fault("start_level_played", "START-LEVEL", partial(deals.level, first=True, played=True), GD),
    Fault("level_copied", "LEVEL-IN-FORCE", partial(deals.level, first=False, played=False), GD),
    Fault("level_played", "LEVEL-IN-FORCE", partial(deals.level, first=False, played=True), GD),
    Fault("rank_copied", "LEVEL-IN-FORCE", partial(deals.level, played=False), (DG,)),
    Fault("match_over", "MATCH-OVER", faults.played_on, GD),
    Fault("match_hands", "MATCH-HANDS", faults.played_on, (DG,)),
    Fault("match_winner", "CLAIM-MATCH-WINNER", faults.match_winner, EACH),
    Fault("match_reason", "CLAIM-MATCH-REASON", claims.match_reason, EACH),
    Fault("match_levels", "CLAIM-MATCH-LEVELS", faults.match_levels, GD),
    Fault("match_points", "CLAIM-MATCH-POINTS", partial(faults.match_total, name="points"), (GD2, DG)),
    Fault("round_points", "CLAIM-ROUND-POINTS", partial(faults.match_total, name="points"), (GD3,)),
    Fault("clock", "CLOCK-ROUND", faults.clock, (GD3,)),
    # the deal
    Fault("card_left_out", "DEAL-COUNT", deals.card_left_out, EACH),
    Fault("misdeal", "DEAL-COUNT", deals.misdeal, EACH),
    Fault("left_miscounted", "LEFT-COUNT", faults.left_miscounted, EACH),
    Fault("copy_dealt", "DEAL-COPIES", deals.copy_dealt, EACH),
    Fault("copy_played", "CARD-COPIES", deals.copy_played, EACH),
    # tribute, from one player or from two
    Fault("tribute_first_hand", "TRIBUTE-NONE", tributes.in_first_hand, EACH),
    *(
        Fault(f"tribute_{name}{'_double' * double}", f"{code}{'-DOUBLE' * double}", partial(inject, double=double), sheets)
        for double in (False, True)
        for name, code, inject, sheets in (
            ("lower", "TRIBUTE-CARD", partial(tributes.changed, change=tributes.lower_card), GD),
            ("level_heart", "TRIBUTE-CARD", partial(tributes.changed, change=tributes.level_heart), GD),
            ("missing", "TRIBUTE-MISSING", tributes.nothing_paid, GD),
            ("no_return", "TRIBUTE-NO-RETURN", partial(tributes.changed, change=tributes.none_returned), GD),
            ("return_high", "TRIBUTE-RETURN", partial(tributes.changed, change=tributes.too_high_a_return), GD[double:]),
            ("twice", "TRIBUTE-TWICE", partial(tributes.changed, change=tributes.paid_twice), GD),
            ("not_held", "TRIBUTE-NOT-HELD", partial(tributes.not_held, returned=False), GD),
            ("return_not_held", "TRIBUTE-NOT-HELD", partial(tributes.not_held, returned=True), GD),
            ("resisted", "TRIBUTE-RESISTED", tributes.resisted_wrongly, GD),
            ("paid_anyway", "TRIBUTE-PAID-ANYWAY", tributes.paid_anyway, GD),
            ("nothing_said", "TRIBUTE-WAIVED", tributes.nothing_said, GD),
            ("led_by_another", "LEAD-TRIBUTE", tributes.led_by_another, GD),
            ("led_after_resisting", "LEAD-RESISTED", tributes.led_after_resisting, GD),
            ("led_by_neither", "LEAD-NEITHER", tributes.led_by_neither, GD),
        )
    ),
    *(
        Fault(f"tribute_{name}", code, partial(tributes.changed, change=change, double=double), GD)
        for name, code, change, double in (
            ("to_partner", "TRIBUTE-RECEIVER", tributes.paid_partner, False),
            ("of_another", "TRIBUTE-PAYER", tributes.paid_by_another, False),
            ("return_to_another", "TRIBUTE-RETURN-TO", tributes.returned_to_another, False),
            ("crossed", "TRIBUTE-RECEIVER-DOUBLE", tributes.crossed, True),
            ("one_missing", "TRIBUTE-MISSING-DOUBLE", tributes.one_missing, True),
            ("return_crossed", "TRIBUTE-RETURN-TO-DOUBLE", tributes.returned_across, True),
            ("order", "TRIBUTE-ORDER", tributes.too_early_a_return, False),
            ("order_double", "TRIBUTE-ORDER-DOUBLE", tributes.too_early_a_return, True),
        )
    ),
    Fault("tribute_return_shown", "TRIBUTE-SHOWN", tributes.return_shown, (GD1,)),
    Fault("tribute_led_after_equal", "LEAD-TRIBUTE-EQUAL", tributes.led_by_another_after_equal, (GD3,)),
    # leading
    Fault("lead_not_banker", "LEAD-BANKER", turns.wrong_banker, (DG,)),
    Fault("lead_copied", "LEAD-RECORD", turns.lead_copied, EACH),
    Fault("lead_not_winner", "LEAD-WINNER", partial(turns.wrong_leader, out=False), EACH),
    Fault("lead_taken_over", "LEAD-AFTER-OUT", partial(turns.wrong_leader, out=True), EACH),
    Fault("lead_by_one_out", "LEAD-OUT", turns.led_by_one_out, EACH),
    Fault("lead_passed", "LEAD-PASS", turns.passed_lead, EACH),
    # plays
    *(
        Fault(f"play_{name}", code, partial(plays.illegal, find=find), sheets)
        for name, code, find, sheets in (
            ("ill_matched", "PLAY-TYPE", plays.ill_matched, EACH),
            ("broken_run", "PLAY-TYPE-RUN", plays.broken_run, EACH),
            ("long_pairs", "PLAY-TYPE-PAIRS", plays.long_pairs, GD),
            ("apart_triples", "PLAY-TYPE-TRIPLES", plays.apart_triples, GD),
            ("loose_triple", "PLAY-TYPE-FULL-HOUSE", plays.loose_triple, EACH),
            ("mixed_jokers", "PLAY-TYPE-JOKERS", plays.mixed_jokers, GD),
            ("four_or_six", "PLAY-TYPE-COUNT", plays.four_or_six, (DG,)),
        )
    ),
    Fault("play_large_bomb", "PLAY-TYPE-BOMB", plays.too_large_a_bomb, (GD3,)),
    Fault("play_lower", "PLAY-NOT-HIGHER", plays.lower, EACH),
    Fault("play_other_type", "PLAY-OTHER-TYPE", plays.other_type, EACH),
    Fault("play_came_back", "PLAY-REENTRY", plays.came_back, EACH),
    Fault("play_not_held", "PLAY-NOT-HELD", plays.not_held, EACH),
    Fault("play_after_end", "PLAY-AFTER-END", turns.after_the_end, GD),
    Fault("reading_wrong", "READING-WRONG", plays.bad_reading, EACH),
    Fault("reading_undeclared", "READING-AMBIGUOUS", plays.undeclared, GD),
    Fault("reading_two_wilds", "READING-TWO-WILDS", plays.two_wilds, GD),
    Fault("reading_decides", "READING-DECIDES", plays.beats_one_reading, GD),
    Fault("pass_missing", "TRICK-PLAYS", turns.pass_missing, EACH),
    Fault("play_too_many", "TRICK-PLAYS", turns.play_too_many, EACH),
    # the score sheet
    Fault("finish", "CLAIM-FINISH", claims.finish, EACH),
    Fault("levels", "CLAIM-LEVELS", partial(claims.levels, last=False), GD),
    Fault("levels_last", "CLAIM-LEVELS-LAST", partial(claims.levels, last=True), GD),
    Fault("place_points", "CLAIM-PLACE-POINTS", claims.place_points, (DG,)),
    Fault("marks_ignored", "CLAIM-PLACE-POINTS", conduct.marks_ignored, (DG,)),
    # what a referee wrote down
    Fault("slow", "CLOCK-PLAY", conduct.slow, (GD3,)),
    Fault("timeout", "INCIDENT-TIMEOUT", partial(faults.noted, kind="timeout"), (GD3,)),
    Fault("signal", "INCIDENT-SIGNAL", partial(faults.noted, kind="signal"), GD),
    Fault("misconduct", "INCIDENT-CONDUCT", partial(faults.noted, kind="misconduct"), (GD1, GD3)),
    Fault("late", "INCIDENT-LATE", partial(faults.noted, kind="late"), (GD2, GD3)),
    Fault("card_check", "INCIDENT-CARD-CHECK", partial(faults.noted, kind="card_check"), (GD3,)),
    Fault("exposed", "INCIDENT-EXPOSED", partial(conduct.exposed, led=True), (GD3,)),
    Fault("exposed_not_led", "LEAD-EXPOSED", partial(conduct.exposed, led=False), (GD3,)),
    Fault("early", "INCIDENT-EARLY", partial(conduct.early, passed=True), (GD3,)),
    Fault("early_exposed", "INCIDENT-EARLY-EXPOSED", partial(conduct.early, passed=False), (GD3,)),
    Fault("early_somewhere", "INCIDENT-EARLY-OPEN", partial(faults.noted, kind="out_of_turn", timed=False), (GD3,)),
    Fault("unannounced", "COUNT-UNANNOUNCED", partial(conduct.unannounced, due=True), (GD1, GD3)),
    Fault("announced_early", "COUNT-UNCONFIRMED", partial(conduct.unannounced, due=False), (GD1, GD3)),
    Fault("unannounced_somewhere", "COUNT-OPEN", partial(faults.noted, kind="unannounced", timed=False), (GD1,)),
    Fault("count_not_agreed", "COUNT-NOT-AGREED", partial(faults.noted, kind="count_asked"), (GD3,)),
    Fault("count_told_not_agreed", "COUNT-NOT-AGREED", partial(faults.noted, kind="count_told"), (GD3,)),
    Fault("count_off_turn", "COUNT-OFF-TURN", conduct.asked_off_turn, (DG,)),
    Fault("count_wrong", "COUNT-ANSWER", conduct.wrong_answer, (DG,)),
    Fault("count_wrong_agreed", "COUNT-ANSWER", partial(conduct.wrong_answer, agreed=True), (GD3,)),
    Fault("count_somewhere", "COUNT-OPEN", partial(faults.noted, kind="count_asked", timed=False), (DG,)),
    Fault("count_told_somewhere", "COUNT-OPEN", conduct.told_somewhere, (GD3,)),
    Fault("mark", "INCIDENT-MARK", partial(faults.noted, kind="misconduct"), (DG,)),
    Fault("marks_of_both", "MARKS-BOTH", conduct.marks_of_both, (DG,)),
)
