"""The classes of faults of the climbing sheets."""

from functools import partial
from typing import Final

from paipu.replay.sheets import CLIMBING_SHEETS
from paipu.samples import faults
from paipu.samples.climbing.faults import claims, deals, penalties, plays, tributes
from paipu.samples.work import Fault, fault, twice

GD1, GD2, GD3, JS, DG = "guandan-1", "guandan-2", "guandan-3", "guandan-js2023", "daguai"
GD: Final = (GD1, GD2, GD3, JS)
EACH: Final = (*GD, DG)
RULES: Final = {key: rules for key in GD if (rules := CLIMBING_SHEETS[key].tribute) is not None}
LOW: Final = {
    False: tuple(key for key, rules in RULES.items() if rules.returns == "low"),
    True: tuple(key for key, rules in RULES.items() if rules.returns_at_double == "low"),
}
"""The sheets by which only a low card may be returned, and those by which it must be one at 双下."""

FAULTS: Final[tuple[Fault, ...]] = (
    # the match
    fault("team", "SEAT-TEAM", EACH, faults.team),
    *twice("start_level", "START-LEVEL", GD, deals.level, first=True),
    *twice("level", "LEVEL-IN-FORCE", GD, deals.level, first=False),
    fault("rank_copied", "LEVEL-IN-FORCE", (DG,), deals.level, played=False),
    fault("match_over", "MATCH-OVER", GD, faults.played_on),
    fault("match_hands", "MATCH-HANDS", (DG,), faults.played_on),
    fault("match_winner", "CLAIM-MATCH-WINNER", EACH, faults.match_winner),
    fault("match_reason", "CLAIM-MATCH-REASON", EACH, claims.match_reason),
    fault("match_levels", "CLAIM-MATCH-LEVELS", GD, faults.match_levels),
    fault("match_points", "CLAIM-MATCH-POINTS", (GD2, JS, DG), faults.match_total, name="points"),
    fault("round_points", "CLAIM-ROUND-POINTS", (GD3,), faults.match_total, name="points"),
    fault("level_points", "CLAIM-LEVEL-POINTS", (JS,), faults.match_total, name="score"),
    fault("no_tie", "TIE-BREAK-NONE", (JS,), penalties.no_tie),
    fault("clock", "CLOCK-ROUND", (GD3,), faults.clock),
    # the deal
    fault("card_left_out", "DEAL-COUNT", EACH, deals.card_left_out),
    fault("misdeal", "DEAL-COUNT", EACH, deals.misdeal),
    fault("left_miscounted", "LEFT-COUNT", EACH, faults.left_miscounted),
    fault("copy_dealt", "DEAL-COPIES", EACH, faults.extra_copy, dealt=True),
    fault("copy_played", "CARD-COPIES", EACH, faults.extra_copy, dealt=False),
    # tribute, from one player or from two
    fault("tribute_first_hand", "TRIBUTE-NONE", EACH, tributes.in_first_hand),
    *(
        fault(f"tribute_{name}{'_double' * double}", f"{code}{'/double' * double}", sheets, inject, double=double)
        for double in (False, True)
        for name, code, inject, sheets in (
            ("lower", "TRIBUTE-CARD", partial(tributes.other_card, what="lower"), GD),
            ("level_heart", "TRIBUTE-CARD", partial(tributes.other_card, what="wild"), GD),
            ("missing", "TRIBUTE-MISSING", tributes.nothing_paid, GD),
            ("return_high", "TRIBUTE-RETURN", partial(tributes.other_card, what="too high", returned=True), LOW[double]),
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
        fault(f"tribute_{name}", code, GD, tributes.rearranged, double=double, moves=moves, by=by, follows=follows)
        for name, code, double, moves, by, follows in (
            ("to_partner", "TRIBUTE-RECEIVER", False, "Pg>M Ml>P", "P", ("TRIBUTE-PAYER",)),
            ("of_another", "TRIBUTE-PAYER", False, "Xx>T Tr>X", "X", ("TRIBUTE-MISSING",)),
            ("return_to_another", "TRIBUTE-RETURN-TO", False, "Pg>T Tr>X", "T", ()),
            ("no_return", "TRIBUTE-NO-RETURN", False, "Pg>T", "T", ()),
            ("order", "TRIBUTE-ORDER", False, "Tr>P Pg>T", "P", ()),
            ("twice", "TRIBUTE-TWICE", False, "Pg>T Pm>T Tr>P Tm>P", "PT", ("TRIBUTE-TWICE",)),
            ("crossed", "TRIBUTE-RECEIVER/double", True, "Pg>U Qh>T Us>P Tr>Q", "PQ", ("TRIBUTE-RECEIVER",)),
            ("one_missing", "TRIBUTE-MISSING/double", True, "Pg>T Tr>P", "Q", ()),
            ("return_crossed", "TRIBUTE-RETURN-TO/double", True, "Pg>T Qh>U Tr>Q Us>P", "TU", ("TRIBUTE-RETURN-TO",)),
            ("no_return_double", "TRIBUTE-NO-RETURN/double", True, "Pg>T Qh>U Us>Q", "T", ()),
            ("order_double", "TRIBUTE-ORDER/double", True, "Pg>T Tr>P Qh>U Us>Q", "Q", ()),
            ("twice_double", "TRIBUTE-TWICE/double", True, "Pg>T Qh>U Pm>T Tr>P Us>Q Tm>P", "PT", ("TRIBUTE-TWICE",)),
        )
    ),
    fault("tribute_return_shown", "TRIBUTE-SHOWN", (GD1, JS), tributes.return_shown),
    fault("tribute_led_after_equal", "LEAD-TRIBUTE/equal", (GD3, JS), tributes.led_by_another_after_equal),
    # leading
    fault("lead_not_banker", "LEAD-BANKER", (DG,), plays.wrong_banker),
    fault("lead_copied", "LEAD-RECORD", EACH, plays.lead_copied),
    fault("lead_not_winner", "LEAD-WINNER", EACH, faults.wrong_leader, out=False),
    fault("lead_taken_over", "LEAD-AFTER-OUT", EACH, faults.wrong_leader, out=True),
    fault("lead_by_one_out", "LEAD-OUT", EACH, plays.led_by_one_out),
    fault("lead_passed", "LEAD-PASS", EACH, faults.misplayed, find=plays.passed_lead),
    # plays
    fault("play_ill_matched", "PLAY-TYPE", EACH, plays.illegal, code="PLAY-TYPE"),
    fault("play_broken_run", "PLAY-TYPE-RUN", EACH, plays.illegal, code="PLAY-TYPE-RUN"),
    fault("play_long_pairs", "PLAY-TYPE-PAIRS", GD, plays.illegal, code="PLAY-TYPE-PAIRS"),
    fault("play_apart_triples", "PLAY-TYPE-TRIPLES", GD, plays.illegal, code="PLAY-TYPE-TRIPLES"),
    fault("play_loose_triple", "PLAY-TYPE-FULL-HOUSE", EACH, plays.illegal, code="PLAY-TYPE-FULL-HOUSE"),
    fault("play_mixed_jokers", "PLAY-TYPE-JOKERS", GD, plays.illegal, code="PLAY-TYPE-JOKERS"),
    fault("play_four_or_six", "PLAY-TYPE-COUNT", (DG,), plays.illegal, code="PLAY-TYPE-COUNT"),
    fault("play_large_bomb", "PLAY-TYPE-BOMB", (GD3,), plays.too_large_a_bomb),
    fault("play_lower", "PLAY-NOT-HIGHER", EACH, plays.not_enough, same=True),
    fault("play_other_type", "PLAY-OTHER-TYPE", EACH, plays.not_enough, same=False),
    fault("play_came_back", "PLAY-REENTRY", EACH, plays.came_back),
    fault("play_not_held", "PLAY-NOT-HELD", EACH, faults.rewritten, find=plays.not_held),
    fault("play_after_end", "PLAY-AFTER-END", GD, plays.after_the_end),
    fault("reading_wrong", "READING-WRONG", EACH, faults.rewritten, find=plays.bad_reading),
    fault("reading_undeclared", "READING-AMBIGUOUS", GD, faults.rewritten, find=plays.undeclared),
    fault("reading_two_wilds", "READING-AMBIGUOUS", GD, plays.two_wilds),
    fault("reading_decides", "READING-DECIDES", GD, plays.beats_one_reading),
    fault("pass_missing", "TRICK-PLAYS", EACH, plays.passes, more=False),
    fault("play_too_many", "TRICK-PLAYS", EACH, plays.passes, more=True),
    # the score sheet
    fault("finish", "CLAIM-FINISH", EACH, claims.finish),
    fault("levels", "CLAIM-LEVELS", GD, claims.levels, last=False),
    fault("levels_last", "CLAIM-LEVELS-LAST", GD, claims.levels, last=True),
    fault("place_points", "CLAIM-PLACE-POINTS", (DG,), claims.place_points),
    fault("marks_ignored", "CLAIM-PLACE-POINTS", (DG,), claims.marks_ignored),
    # what a referee wrote down
    fault("slow", "CLOCK-PLAY", (GD3, JS), faults.slow),
    fault("timeout", "INCIDENT-TIMEOUT", (GD3,), faults.too_slow),
    fault("timeout_in_time", "INCIDENT-DISPROVED/timeout", (GD3, JS), penalties.in_time),
    fault("announced", "INCIDENT-DISPROVED/unannounced", (GD1,), claims.announced),
    fault("signal", "INCIDENT-SIGNAL", (GD1, GD2, GD3), faults.noted, kind="signal"),
    fault("misconduct", "INCIDENT-CONDUCT/misconduct", (GD1, GD3, JS), faults.noted, kind="misconduct"),
    fault("cheating", "INCIDENT-CONDUCT", (GD1,), faults.noted, kind="cheating"),
    fault("late", "INCIDENT-LATE", (GD2, GD3), faults.noted, kind="late"),
    fault("card_check", "INCIDENT-CARD-CHECK", (GD3,), faults.noted, kind="card_check"),
    fault("exposed", "INCIDENT-EXPOSED", (GD3,), claims.exposed, led=True),
    fault("exposed_not_led", "LEAD-EXPOSED", (GD3,), claims.exposed, led=False),
    fault("early", "INCIDENT-EARLY", (GD3,), claims.early, passed=True),
    fault("early_exposed", "INCIDENT-EARLY-EXPOSED", (GD3,), claims.early, passed=False),
    fault("early_somewhere", "INCIDENT-EARLY-OPEN", (GD3,), faults.noted, kind="out_of_turn", when=None),
    fault("unannounced", "COUNT-UNANNOUNCED", (GD1, GD3), claims.unannounced, due=True),
    fault("announced_early", "COUNT-UNCONFIRMED", (GD1, GD3, JS), claims.unannounced, due=False),
    fault("unannounced_somewhere", "COUNT-OPEN", (GD1, JS), faults.noted, kind="unannounced", when=None),
    fault("count_not_agreed", "COUNT-NOT-AGREED", (GD3,), faults.noted, kind="count_asked"),
    fault("count_told_not_agreed", "COUNT-NOT-AGREED", (GD3,), faults.noted, kind="count_told"),
    fault("count_off_turn", "COUNT-OFF-TURN", (DG,), claims.asked_off_turn),
    fault("count_wrong", "COUNT-ANSWER", (DG,), claims.wrong_answer),
    fault("count_wrong_agreed", "COUNT-ANSWER", (GD3,), claims.wrong_answer, agreed=True),
    fault("count_somewhere", "COUNT-OPEN", (DG,), faults.noted, kind="count_asked", when=None),
    fault("count_told_somewhere", "COUNT-OPEN", (GD3,), claims.told_somewhere),
    fault("mark", "INCIDENT-MARK", (DG,), faults.noted, kind="misconduct"),
    fault("marks_of_both", "MARKS-BOTH", (DG,), claims.marks_of_both),
    # what comes to a step of penalties
    *(
        fault(f"{step.lower()}_{kind}", f"PENALTY-{step}/{kind}", (JS,), faults.noted, kind=kind)
        for step, kinds in (
            ("WARNING", "draw_seen pack_count word_out_of_turn manner exposed card_check count_asked sheet_not_kept"),
            ("VIOLATION", "draw_kept out_of_turn wrong_play"),
            ("FOUL", "signal"),
            ("FORFEIT", "sheet_unsigned"),
        )
        for kind in kinds.split()
    ),
    fault("warning_timeout", "PENALTY-WARNING/timeout", (JS,), faults.too_slow),
    *(
        fault(f"foul_{kind}", f"PENALTY-FOUL/{kind}", (JS,), penalties.wrong_draw, kind=kind)
        for kind in ("hand_count", "overdraw")
    ),
    *(
        fault(f"{step.lower()}_late", f"PENALTY-{step}/late", (JS,), penalties.late, least=least, most=most)
        for step, least, most in (("WARNING", 1, 300), ("FOUL", 300, 600), ("FORFEIT", 600, 1800))
    ),
    fault("both_late_first", "PENALTY-WARNING/late_both", (JS,), penalties.both_late, least=300, most=600, first=True),
    fault("both_late_foul", "PENALTY-FOUL/late_both", (JS,), penalties.both_late, least=300, most=600),
    fault("both_late_forfeit", "PENALTY-FORFEIT/late_both", (JS,), penalties.both_late, least=600, most=1800),
    fault("warning_tribute", "PENALTY-WARNING/tribute_wrong", (JS,), penalties.tribute_wrong, played=False),
    fault("foul_tribute", "PENALTY-FOUL/tribute_wrong", (JS,), penalties.tribute_wrong, played=True),
    fault("warning_report", "PENALTY-WARNING/report", (JS,), penalties.unreported, acts=2),
    fault("violation_report", "PENALTY-VIOLATION/report", (JS,), penalties.unreported, acts=5),
    fault("foul_report", "PENALTY-FOUL/report", (JS,), penalties.unreported_first),
    fault("warning_told_again", "PENALTY-WARNING/count_told", (JS,), penalties.told_again),
    fault("violation_full", "PENALTY-VIOLATION/full", (JS,), penalties.added_up, kind="manner", follows="PENALTY-WARNING"),
    fault("foul_full", "PENALTY-FOUL/full", (JS,), penalties.added_up, kind="wrong_play", follows="PENALTY-VIOLATION"),
    fault("lost_full", "PENALTY-LOST/full", (JS,), penalties.added_up, kind="signal", follows="PENALTY-FOUL"),
    fault("pointed_out_late", "PENALTY-PAST", (JS,), penalties.past),
    fault("delay", "INCIDENT-CONDUCT/delay", (GD3, JS), faults.noted, kind="delay"),
    fault("left_seat", "INCIDENT-CONDUCT/left_seat", (JS,), faults.noted, kind="left_seat"),
    fault("slow_tribute", "CLOCK-TRIBUTE", (JS,), penalties.slow_tribute, double=False, returned=False),
    fault("slow_return", "CLOCK-TRIBUTE", (JS,), penalties.slow_tribute, double=True, returned=True),
    fault("ruling_without_fault", "RULING-STEP", (JS,), penalties.without_fault),
    fault("stopped_and_played", "STOPPED-PLAYED", (JS,), penalties.played_while_stopped, leads=False),
    fault("stopped_and_led", "LEAD-STOPPED", (JS,), penalties.played_while_stopped, leads=True),
    fault("foul_and_played_on", "PLAY-AFTER-END/ruled", (JS,), penalties.played_on),
    fault("foul_and_led", "LEAD-RULED", (JS,), penalties.after_foul, tribute=False),
    fault("foul_and_tribute", "TRIBUTE-NONE/ruled", (JS,), penalties.after_foul, tribute=True),
)
