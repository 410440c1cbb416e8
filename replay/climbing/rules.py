"""The tables and numbers that a sheet of the climbing family is made of, beside its combinations."""

from collections.abc import Sequence
from typing import Literal

from paipu.replay.climbing.combos import Kind, Row
from paipu.replay.groups import Group


class WildRules(Group):
    """Which cards are wild, and how they may be read.

    `cards`: the level's hearts (逢人配), which stand for any card but a joker, or the jokers (自由牌). `one_reading`: the
    sheet fixes the reading (DG-2.1): the largest type, and a run as low or as high as it goes (`runs`, and `suited_runs` for
    straight flushes). Otherwise the player chooses, and of an undeclared play stands the strongest or the weakest
    reading (`undeclared`, D-GD-05); of a run of pairs that may be one of triples too, what `two_wilds` says. `suited_only`:
    five cards in sequence whose natural cards are of one suit are always a straight flush (D-GD-06). `natural_top`: a run
    whose top is a wild card goes by its highest natural card (D-DG-07). `joker_pair`: a pair of jokers may stand in a full
    house (D-GD-07). `triple_of_big`: three big jokers alone rank as such (D-DG-12). `flush_kickers`: of flushes of one top
    card the next cards decide (D-DG-09).
    """

    cards: Literal["level_hearts", "jokers"]
    suited_only: bool
    one_reading: bool = False
    runs: Literal["low", "high"] | None = None
    suited_runs: Literal["low", "high"] | None = None
    undeclared: Literal["strongest", "weakest"] | None = None
    two_wilds: Literal["pairs", "triples"] | None = None
    natural_top: bool = False
    joker_pair: bool = False
    triple_of_big: bool = False
    flush_kickers: bool = False


class CardRules(Group):
    """What of a sheet shapes its contexts: its combinations, weakest first, how wild cards read, and the number of decks.

    `natural` are the kinds compared by the natural order. `fixed_order` has the ranks as single cards where the level does not
    change them, weakest first (DG-3.2); None: the natural order with the level's rank above the ace (GD1-3a). `group_order` is
    that of several cards alike, if it differs.
    """

    rows: tuple[Row, ...]
    wild: WildRules
    copies: int
    natural: frozenset[Kind]
    fixed_order: tuple[str, ...] | None = None
    group_order: tuple[str, ...] | None = None


class RoundRules(Group):
    """How a hand goes: who leads when the winner of a trick is out (接风), and when it is over.

    `after_out`: the partner, the next player still in, or the next of the winner's side (D-GD-03, D-DG-03). `double_ends`: the
    hand is over when one side has the first places (双下). `reentry`: one who passed may play later in the trick (D-GD-02).
    `last_may_play`: the last player left may go on alone (DG-4.5). `last_at_double`: who counts as last of the two at 双下,
    the first player's right neighbour (GD3-C4.6), None for nobody. `first_ends`: the first who is out ends the hand (JS-5.9.2).
    """

    after_out: Literal["partner", "next", "next_of_side"]
    double_ends: bool
    reentry: bool
    last_may_play: bool = False
    last_at_double: Literal["next_of_first"] | None = None
    first_ends: bool = False


class TributeRules(Group):
    """Who pays tribute after a hand, what may be returned, and who leads.

    `returns_at_double` and `returns`: any card, or a plain one up to `return_top`, the smallest where there is none (D-GD-15),
    and no level card unless `level_returns`. `equal_leader` and `equal_receiver` say what holds where both tributes at 双下 are
    equal: the first player's right neighbour leads and pays him, or the payers choose. `larger_by`: whether
    what was due or what was paid is compared where a payer gave less than he owed (GD-a). `resisting`: whether a side that may
    resist (抗贡) is expected to (D-GD-12). `partner_pays`: whether the last player pays his own partner (D-GD-14).
    `smallest_printed`: the sheet prints what who holds no card so low returns, so that a higher one of a hand that is not known
    may be right; else it is against the words of the sheet, whatever he held.
    """

    returns_at_double: Literal["any", "low"]
    returns: Literal["any", "low"]
    return_top: str
    level_returns: bool
    equal_leader: Literal["next_of_first", "either"]
    equal_receiver: Literal["next_of_first", "either"]
    larger_by: Literal["due", "paid"]
    resisting: Literal["expected", "optional"]
    partner_pays: bool
    smallest_printed: bool


class LevelRules(Group):
    """What a hand is worth in levels: `rises` by the place of the first player's partner (second, third, last).

    `passes`: what it takes to pass the last level: any rise, or that the partner is not last. `own_level`: the level in force
    must be the side's own (D-GD-16). `failures`: after so many hands at its own last level that did not pass it a side goes
    back to the first; None: it stays there.
    """

    rises: tuple[int, int, int]
    passes: Literal["any", "partner_not_last"]
    own_level: bool
    games_to_win: int
    failures: int | None = None


class RoundPoints(Group):
    """Points of a round by levels (GD3-G2): `win` and the difference, at most `most`; the loser's rise, at most `loser_most`.

    `at_time`: what a round stopped by time is worth where nobody passed the last level: the levels climbed, or the win for the
    higher level (D-GD3-4).
    """

    win: int
    most: int
    loser_most: int
    at_time: Literal["climbed", "higher_wins"]

    def of(self, climbed: Sequence[int], winner: int | None, beyond: int) -> tuple[int, int]:
        """D-GD3-3: by the levels climbed by side, the winner, and by how much he passed the last level."""
        points = [min(self.loser_most, levels) for levels in climbed]
        if winner is None and self.at_time == "higher_wins" and climbed[0] != climbed[1]:
            winner, beyond = (0 if climbed[0] > climbed[1] else 1), 0
        if winner is not None:
            points[winner] = self.win + min(self.most, climbed[winner] + beyond - climbed[1 - winner])
        return points[0], points[1]

    def otherwise(self, climbed: Sequence[int]) -> tuple[int, int]:
        """The same of a round that time has stopped, by the other reading of what it is worth (D-GD3-4)."""
        other: RoundPoints = self._replace(at_time="climbed" if self.at_time == "higher_wins" else "higher_wins")
        return other.of(climbed, None, 0)

    def bound(self, *, lost: bool) -> int:
        """The most that a side may have, however the round ended: who has lost it has what it climbed (GD3-G2)."""
        return self.loser_most if lost else self.win + self.most


class EndRules(Group):
    """How a match ends that nobody has won at the table: by the levels where time is up or all hands are played (JS-5.9.1).

    Who is ruled to have lost keeps his level, at most `lowered_to`, and the other side stands `raised` above it, unless it is
    further ahead (JS-7.4). `last_foul`: whether by the foul that loses the match the others first rise as by any other
    (D-JS-06). `disqualified`: what the match comes to of a side that is (D-JS-02). `tie_break`: one more hand may
    decide between equal levels (JS-5.9.2).
    """

    lowered_to: str
    raised: int
    last_foul: Literal["stands", "rises"]
    disqualified: Literal["forfeit", "lost"]
    tie_break: bool


class StepRules(Group):
    """How the steps to which faults come add up in a match.

    Of two sides that come late who came first comes to the step of any lateness, and of two that came together each to what
    `late_alike` says (D-JS-01). `whose`: who it is that goes out after a count was not told or told wrong, its own player, one
    of his side, or any (D-GDN-22). `full` of a step are one of the next, and what is beyond them makes so many again, or by
    itself one more of the next (`beyond`, D-JS-05).
    """

    late_alike: Literal["by_time", "as_first"]
    whose: Literal["own", "side", "any"]
    full: int
    beyond: Literal["again", "each"]


class PlacePoints(Group):
    """Points of a hand by places (DG-5): `rows` has for each score the places of the winning side's opponents that earn it.

    A row fits if all the places in it are the other side's; the first that fits counts, and `least` where none does. `hands`
    is how many a match has; `extra` whether one more is played where totals and first places are equal (DG-5.9).
    """

    rows: tuple[tuple[int, tuple[int, ...]], ...]
    least: int
    hands: int
    extra: bool
    first_places: bool


class ConductRules(Group):
    """Conduct with cards.

    `announce_at`: a player must announce that he has so many cards left (GD1-4f); by `announced` when he has exactly so many,
    also when one play takes him past them, or whenever he has no more.
    `counts_agreed`: whether both sides agreed that counts may be asked for, None where the sheet does not tie it to
    that (GD3-F6). `ask_on_turn`: one asks on one's own turn (DG-6.1). `answer_up_to`: a count asked for is told up to so many
    cards, and not beyond (DG-6.2). `exposed_led`: exposed cards must be led, one at a time (GD3-E2.2). `early_exposed`: a card
    played early is exposed if the player before then plays (GD3-E2.3). `returns_hidden`: cards returned at 双下 lie face down
    until both are (GD1-4d).
    """

    announce_at: int | None = None
    announced: Literal["exactly", "passing", "within"] | None = None
    counts_agreed: bool | None = None
    ask_on_turn: bool = False
    answer_up_to: int | None = None
    exposed_led: bool = False
    early_exposed: bool = False
    returns_hidden: bool = False

    def announces(self, before: int, left: int) -> bool:
        """Whether a player who had `before` cards and has so many `left` must announce it; who is out has none to tell."""
        at = self.announce_at
        if not left:
            return False
        if at is None or left == at or self.announced == "exactly":
            return left == at
        return left < at and (self.announced == "within" or before > at)
