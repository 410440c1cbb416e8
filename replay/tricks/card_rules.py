"""What of a rule sheet shapes its trump contexts."""

from paipu.replay.groups import Group


class Adjacency(Group):
    """Which neighbouring rungs may form a tractor. Each slot is one sentence of a rule sheet.

    `hollow_side`, `hollow_trump`: pairs either side of the level rank are neighbours. `level_on_ace`: side-level pairs (副级)
    on the highest plain trump, and `level_on_king` the same where the level is A and that trump is the king.
    `main_on_side_level`: 主级 on 副级. `joker_on_level`, `joker_on_level_no_trump`: little jokers on the level pair. `jokers`:
    the two joker pairs. `hollow_fixed`: side pairs either side of a card that is always trump (♥4 and ♥6 where ♥5 is), and
    `hollow_double` where it and the level rank are missing side by side.
    """

    hollow_side: bool
    hollow_trump: bool
    level_on_ace: bool
    level_on_king: bool
    main_on_side_level: bool
    joker_on_level: bool
    joker_on_level_no_trump: bool
    jokers: bool
    hollow_fixed: bool = False
    hollow_double: bool = False


class TrioRules(Group):
    """A set of three that is led as one unit (5·10·K): one card of each rank, all of one suit.

    A card that is always trump may be lowered into its own suit to complete one; no other trump may, so that there is none
    with a level card. `of_top_trump`: where its suit is trump such a card still counts as one of the suit's set.
    """

    ranks: tuple[str, ...]
    of_top_trump: bool


class CardRules(Group):
    """What of a sheet shapes its trump contexts.

    `top_trumps` are trumps in every hand, weakest first; `points` gives the points of a rank; `copies` is the number of decks;
    `trios` are the sets of three that the sheet knows.
    """

    copies: int
    points: tuple[tuple[str, int], ...]
    top_trumps: tuple[str, ...]
    adjacency: Adjacency
    trios: TrioRules | None = None
